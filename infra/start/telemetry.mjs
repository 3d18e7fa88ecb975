// Gives a process its tracer, by the environment of OpenTelemetry: OTEL_EXPORTER_OTLP_ENDPOINT (and _HEADERS),
// OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER. Loaded by the watchdog where an endpoint is set, and by nothing else.
// Plain JavaScript: it is there before tsx is.
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { context, isSpanContextValid, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

const services = { site: 'site', main: 'worker', worker: 'deliveries', content: 'content' }
const entry = basename(process.argv[1] ?? '').replace(/\.m?[jt]s$/, '')
const service = process.env.OTEL_SERVICE_NAME || `longlist-${services[entry] ?? entry}`

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': service }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
})
provider.register()
const source = trace.getTracer('longlist')

/** @param {unknown} error */
function record(span, error) {
  const known = error instanceof Error ? error : new Error(String(error))
  span.recordException(known)
  span.setStatus({ code: SpanStatusCode.ERROR, message: known.message })
}

/** `00-<trace>-<span>-<flags>`; what is no such text has no parent. */
function parentOf(text) {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? []
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true }
  return traceId && isSpanContextValid(found) ? trace.setSpanContext(ROOT_CONTEXT, found) : ROOT_CONTEXT
}

globalThis[Symbol.for('longlist.tracer')] = {
  span(name, attributes, work, parent) {
    const around = parent === undefined ? context.active() : parentOf(parent)
    const span = source.startSpan(name, { attributes }, around)
    const within = trace.setSpan(around, span)
    const told = {
      set: more => span.setAttributes(more),
      run: other => context.with(within, other),
    }
    const failed = error => {
      record(span, error)
      span.end()
      throw error
    }
    let result
    try {
      result = context.with(within, () => work(told))
    } catch (error) {
      failed(error)
    }
    if (typeof result?.then !== 'function') {
      span.end()
      return result
    }
    return result.then(value => {
      span.end()
      return value
    }, failed)
  },
  carrier() {
    const at = trace.getSpanContext(context.active())
    if (!at || !isSpanContextValid(at)) return undefined
    return `00-${at.traceId}-${at.spanId}-${(at.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`
  },
  fault(error, attributes) {
    const running = trace.getActiveSpan()
    if (running?.isRecording()) return record(running, error)
    const span = source.startSpan('fault', { attributes })
    record(span, error)
    span.end()
  },
}

/** Shorter than any process is given to end. */
const flushMs = 2_000
// What is not sent yet goes out while the process brings its work to an end; one that crashes waits for it. One that
// does not listen itself is ended as it would have been.
const flushAt = async signal => {
  const isAlone = process.listenerCount(signal) === 0
  await Promise.race([provider.forceFlush().catch(() => {}), wait(flushMs, undefined, { ref: false })])
  if (isAlone) process.kill(process.pid, signal)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, flushAt)
process.on('beforeExit', () => void provider.forceFlush().catch(() => {}))

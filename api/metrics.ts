import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const seconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Memory, processor and event loop: of the process, however many apps run in it. */
let processRegistry: Registry | undefined
function ofProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    // By default the loop is woken a hundred times a second to be measured; an alert is about half a second.
    collectDefaultMetrics({ register: processRegistry, prefix: 'longlist_', eventLoopMonitoringPrecision: 50 })
  }
  return processRegistry
}

/** Requests by route and status, and how long they took by route. Routes, never paths: their number is ours. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Counter({
    name: 'longlist_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  })
  readonly #durations = new Histogram({
    name: 'longlist_http_request_seconds',
    help: 'Time to answer.',
    labelNames: ['route'],
    buckets: seconds,
    registers: [this.#registry],
  })
  readonly #process = ofProcess()

  observe(method: string, route: string, status: number, elapsed: number): void {
    this.#requests.inc({ method, route, status: String(status) })
    this.#durations.observe({ route }, elapsed)
  }

  /** Prometheus text. @param measured what is measured for this answer alone */
  async text(measured: Registry): Promise<string> {
    const texts = await Promise.all([this.#registry, measured, this.#process].map(registry => registry.metrics()))
    // No empty lines, and the labels of a bucket in the order of the other labels, `le` last.
    return texts
      .join('')
      .replace(/\n{2,}/g, '\n')
      .replace(/\{(le="[^"]*"),(.*)\} /g, '{$2,$1} ')
  }
}

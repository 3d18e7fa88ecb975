/**
 * Where spans go when telemetry is on: each process is given a tracer before it starts (infra/start/telemetry.mjs).
 * Without one all of this costs a look at a variable. Names and attributes are routes, queues, sources, counts and ids
 * of ours; never what a person has typed.
 */
export type Attributes = Record<string, string | number | boolean | undefined>

export interface Span {
  set(attributes: Attributes): void
  /** What it starts is a part of this span, where the runtime has lost sight of that. */
  run<T>(work: () => T): T
}

export interface Tracer {
  /**
   * Runs `work` in a span of its own, which ends with it, and fails with it.
   * @param parent W3C `traceparent`; the span at work when it is left out
   */
  span<T>(name: string, attributes: Attributes, work: (span: Span) => T, parent?: string): T
  /** Of the span at work, as W3C `traceparent`. */
  carrier(): string | undefined
  /** Reports an error that no span fails with. */
  fault(error: Error, attributes: Attributes): void
}

const key = Symbol.for('longlist.tracer')
const silent: Span = { set() {}, run: work => work() }

function tracer(): Tracer | undefined {
  return (globalThis as { [key]?: Tracer })[key]
}

export function isTraced(): boolean {
  return tracer() !== undefined
}

/** Runs `work` in a span, where telemetry is on. */
export function traced<T>(name: string, attributes: Attributes, work: (span: Span) => T, parent?: string): T {
  const on = tracer()
  return on ? on.span(name, attributes, work, parent) : work(silent)
}

/** For a task on a queue: the span that puts it there, as BullMQ keeps it beside the task. */
export function carriedTrace(): { telemetry?: { metadata: string } } {
  const metadata = tracer()?.carrier()
  return metadata === undefined ? {} : { telemetry: { metadata } }
}

export function reportFault(error: Error, attributes: Attributes = {}): void {
  tracer()?.fault(error, attributes)
}

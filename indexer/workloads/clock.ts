/** What a worker does by the clock, beside its queues. A fault of one turn is logged, and the next turn tries again. */
import type { Logger } from 'pino'

export interface ClockWork {
  /** Of its warnings in the log. */
  event: string
  everyMs: number
  turn: () => Promise<void>
}

/** Turns from now on. `now` is a turn out of time, `stop` ends them. */
export function startClock(
  { event, everyMs, turn }: ClockWork,
  log: Logger,
): { now: () => Promise<void>; stop: () => void } {
  const now = async () => {
    try {
      await turn()
    } catch (error) {
      log.warn({ event, message: (error as Error).message }, event)
    }
  }
  const timer = setInterval(() => void now(), everyMs)
  return { now, stop: () => clearInterval(timer) }
}

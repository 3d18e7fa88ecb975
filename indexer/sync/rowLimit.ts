import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'

/** Milliseconds of the processor that the normalising of one row may take; a usual row takes a few. */
export const rowLimitMs = 2_000
/** Each row that has passed the limit shortens it, to this share: a feed of such rows alone must end as well. */
const leastShare = 1 / 20
/** A row that had less of the processor than its limit is tried again, each time for twice as long. */
const tries = 4

/**
 * A limit of time for each row of a run. JavaScript cannot interrupt itself; a script of `node:vm` with a timeout is
 * interrupted whatever it does, in a regular expression too. Such a call starts a watchdog thread (about 0.2 ms), so
 * many rows share one.
 */
export class RowLimit {
  readonly #limitMs: number
  /** Rows that have passed it. */
  #passed = 0

  constructor(limitMs = rowLimitMs) {
    this.#limitMs = limitMs
  }

  /**
   * What `work` gives for each row, in order; for a row that passes the limit what `late` gives, told the reason.
   * @param work synchronous; of what is interrupted no `finally` runs
   */
  all<Row, Answer>(
    rows: readonly Row[],
    work: (row: Row) => Answer,
    late: (row: Row, reason: string) => Answer,
  ): Answer[] {
    const answers: Answer[] = []
    /** The row that was begun last, and how often it has been interrupted. */
    let at = -1
    let interrupted = 0
    while (answers.length < rows.length) {
      const limit = Math.round(this.#limitMs * Math.max(leastShare, 1 / (1 + this.#passed)))
      const wait = limit * 2 ** interrupted
      const spent = processorMs()
      const begun = performance.now()
      const isDone = inTime(wait * 2, () => {
        // A row begins only while the whole limit is before it.
        do {
          at = answers.length
          answers.push(work(rows[at]!))
        } while (answers.length < rows.length && performance.now() - begun < wait)
      })
      if (isDone || answers.length > at) {
        interrupted = 0
        continue
      }
      // Not the row but the machine stood still, or had others to serve.
      if (processorMs() - spent < limit && ++interrupted < tries) continue
      interrupted = 0
      this.#passed++
      answers.push(late(rows[at]!, reasonOf(limit)))
    }
    return answers
  }

  /** As `all`, for one row. */
  one<Answer>(work: () => Answer, late: (reason: string) => Answer): Answer {
    return this.all([null], work, (_, reason) => late(reason))[0]!
  }
}

/** Milliseconds that this thread has had of the processor; of the whole process where the system does not tell. */
function processorMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}

function reasonOf(ms: number): string {
  const advice = 'Send its texts shorter or simpler; if they are usual ones, report it as a fault of the site.'
  return `Reading the row took more than ${ms / 1_000} s and was given up. ${advice}`
}

const called: { work: () => void } = { work: () => undefined }
const context = createContext(called)
const call = new Script('work()')

/** @returns false where the work was interrupted after so many milliseconds */
function inTime(timeout: number, work: () => void): boolean {
  called.work = work
  try {
    call.runInContext(context, { timeout })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  } finally {
    called.work = () => undefined
  }
}

import { Worker } from 'node:worker_threads'
import type { CvFacts } from '#api/forms'
import { type CvText, cvFacts } from './cvFacts.ts'

/** What one file may take. */
export interface CvLimits {
  /** Files looked into at once: each takes a processor to itself. */
  threads: number
  /** Milliseconds that a file waits for its turn. */
  waitMs: number
  /** Milliseconds that it is looked into. */
  readMs: number
  /** Of the thread's own memory. */
  heapMb: number
  /** That the process may grow by meanwhile: what a library unpacks is not in the thread's own memory. */
  growthMb: number
}

const usual: CvLimits = { threads: 2, waitMs: 3_000, readMs: 5_000, heapMb: 128, growthMb: 384 }

const unread: CvFacts = { givenName: null, familyName: null, email: null, phone: null }

let running = 0
const waiting: (() => void)[] = []

/**
 * What a CV says of its owner, for filling a form that they then correct. Never stored, never logged. A file that
 * cannot be read, that takes too long or too much, or whose turn does not come in time says nothing; it never throws.
 *
 * A name that cannot be told into its parts (陈伟明, Kelvin Tan Wei Ming) is whole in `givenName`, and `familyName` is
 * null.
 * @param path of a file that `examineFile` has let pass
 * @param contentType as `examineFile` said
 */
export async function readCv(path: string, contentType: string, limits: Partial<CvLimits> = {}): Promise<CvFacts> {
  const { threads, waitMs, ...rest } = { ...usual, ...limits }
  if (!(await turn(threads, waitMs))) return unread
  try {
    const text = await textOf(path, contentType, rest)
    return text ? cvFacts(text) : unread
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** @returns false when it did not come in time */
async function turn(threads: number, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  while (running >= threads) {
    const left = deadline - performance.now()
    if (left <= 0) return false
    await new Promise<void>(resolve => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1)
        resolve()
      }, left)
      waiting.push(go)
    })
  }
  running++
  return true
}

/** In a thread of its own, which is ended whatever it does; null when nothing came. */
async function textOf(
  path: string,
  contentType: string,
  { readMs, heapMb, growthMb }: Omit<CvLimits, 'threads' | 'waitMs'>,
): Promise<CvText | null> {
  const worker = new Worker(new URL('./cvText.mjs', import.meta.url), {
    workerData: { path, contentType },
    // No native code, no settings, no output: a library's warnings quote what it reads.
    execArgv: ['--no-addons'],
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const most = process.memoryUsage.rss() + growthMb * 1_048_576
  let watch: NodeJS.Timeout | undefined
  let end: NodeJS.Timeout | undefined
  try {
    return await new Promise<CvText | null>(resolve => {
      worker.once('message', resolve)
      // Its own fault or its memory: nothing to say, and nothing that may be said.
      worker.once('error', () => resolve(null))
      worker.once('exit', () => resolve(null))
      end = setTimeout(resolve, readMs, null)
      watch = setInterval(() => process.memoryUsage.rss() > most && resolve(null), 50)
    })
  } finally {
    clearTimeout(end)
    clearInterval(watch)
    await worker.terminate()
  }
}

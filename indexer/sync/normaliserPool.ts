import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { GazetteerParts } from '../documents/aliases.ts'
import type { DocumentContext } from '../documents/toDocument.ts'
import { type NormaliseContext, type Normalised, normaliseRows, type RowToNormalise } from './normaliseRows.ts'
import type { ThreadAnswer, ThreadStart } from './normaliserThread.ts'
import type { RowLimit } from './rowLimit.ts'

/** Threads beside the worker's own, and what each loads the places from. */
export interface NormaliserThreads {
  count: number
  /** Rows below which a run starts none. Default 10,000. */
  least?: number
  gazetteer: GazetteerParts
}

/** A thread loads the code and the places first, which takes it as long as some 3,000 rows, and 160 MB. */
export const leastForThreads = 10_000
/** Blocks that a thread has at a time: one at work, and the next, so that it need not wait. */
const blocksEach = 2
/** Of a thread's own memory. The places take 60 MB of it. */
const heapMb = 256

interface Block {
  rows: readonly RowToNormalise[]
  done: (normalised: Normalised) => void
  failed: (error: unknown) => void
}

interface Thread {
  worker: Worker
  ready: boolean
  /** In the order in which they are answered. */
  blocks: Block[]
}

/**
 * Normalises the rows of one run, in threads where there are some and they have room, else at once and here: so the
 * worker's own thread works too while it would only wait. What a thread does not answer, because it has died or cannot
 * be used, is done here.
 */
export class NormaliserPool {
  readonly #context: NormaliseContext
  readonly #rowLimit: RowLimit
  readonly #log: Logger
  #threads: Thread[] = []
  #closed = false

  /**
   * @param threads null: none is started
   * @param rowLimitMs as the run's own
   */
  constructor(
    context: NormaliseContext,
    {
      rowLimit,
      rowLimitMs,
      threads,
      log,
    }: { rowLimit: RowLimit; rowLimitMs?: number | undefined; threads: NormaliserThreads | null; log: Logger },
  ) {
    this.#context = context
    this.#rowLimit = rowLimit
    this.#log = log
    if (!threads || context.normalise) return
    const start: ThreadStart = {
      source: plainSource(context.source),
      gazetteer: threads.gazetteer,
      digest: context.gazetteer.digest,
      now: context.now,
      rowLimitMs,
    }
    this.#threads = Array.from({ length: threads.count }, () => this.#start(start))
  }

  /** How many blocks may be asked for before the first of them is waited for. */
  get ahead(): number {
    return this.#threads.length * blocksEach
  }

  /** Threads that take rows. */
  get size(): number {
    return this.#threads.filter(({ ready }) => ready).length
  }

  /** @param rows not to be changed afterwards */
  async normalise(rows: readonly RowToNormalise[]): Promise<Normalised> {
    const free = this.#threads
      .filter(({ ready, blocks }) => ready && blocks.length < blocksEach)
      .sort((a, b) => a.blocks.length - b.blocks.length)[0]
    if (!free || rows.length === 0) return this.#here(rows)
    return new Promise((done, failed) => {
      free.blocks.push({ rows, done, failed })
      free.worker.postMessage(rows)
    })
  }

  /** Ends the threads, whatever they do: what they have not answered is not awaited by anything any more. */
  async close(): Promise<void> {
    this.#closed = true
    const threads = this.#threads
    this.#threads = []
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #here(rows: readonly RowToNormalise[]): Normalised {
    return normaliseRows(rows, this.#context, this.#rowLimit)
  }

  #start(start: ThreadStart): Thread {
    const worker = new Worker(new URL('./startNormaliser.mjs', import.meta.url), {
      workerData: start,
      // The flags of the process are for its own heap.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // A process that has nothing else to do may end.
    worker.unref()
    const thread: Thread = { worker, ready: false, blocks: [] }
    worker.on('message', (answer: ThreadAnswer) => {
      if (!('ready' in answer)) thread.blocks.shift()?.done(answer)
      else if (answer.ready) thread.ready = true
      else void worker.terminate()
    })
    worker.on('error', error => {
      this.#log.warn({ event: 'normaliserThread', message: error.message }, 'normaliserThread')
    })
    worker.on('exit', () => this.#lost(thread))
    return thread
  }

  #lost(thread: Thread): void {
    if (this.#closed) return
    this.#threads = this.#threads.filter(one => one !== thread)
    for (const { rows, done, failed } of thread.blocks.splice(0)) {
      try {
        done(this.#here(rows))
      } catch (error) {
        failed(error)
      }
    }
  }
}

/** What decides a document, and no address, header or key of the source. */
function plainSource(source: DocumentContext['source']): DocumentContext['source'] {
  const { id, title, home, country, currency, timeZone, own, apply, company, listedIsLive } = source
  return { id, title, home, country, currency, timeZone, own, apply, company, listedIsLive }
}

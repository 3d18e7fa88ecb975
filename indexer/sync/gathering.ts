import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisKeys } from '#indexer/tasks'
import type { OpenedFeed } from '../sources/feed.ts'
import { type Lease, takeLease } from './lease.ts'

/** A feed that was fetched before its sync. */
export interface GatheredFeed {
  /**
   * Epoch milliseconds at which its first request was made: what was written to the index since then is newer than the
   * feed.
   */
  startedMs: number
  /** Settled. Rejects with what went wrong. */
  opened: Promise<OpenedFeed>
  /** Removes it from the disk; again is no harm. */
  dispose(): Promise<void>
}

/**
 * The feed of a task; or the milliseconds after which to ask for it again, and whether it waits for the feed of another
 * run of its source's schedule.
 */
export type Gathered = { feed: GatheredFeed } | { feed: null; againMs: number; behindSchedule: boolean }

export interface GatheringTask {
  id: string
  source: string
  /** Of the source's schedule. */
  scheduled: boolean
  /** Changes with whatever the feed depends on: one that was fetched for other settings is fetched anew. */
  settings: string
}

export interface GatheringParts {
  redis: Redis
  prefix: string
  log: Logger
  /** Whether a task has not ended: one that was removed or ended without its feed leaves it to no other. */
  isPending: (task: string) => Promise<boolean>
  /** Milliseconds that a feed is waited for: most are here by then. Another task has its turn after that. */
  patienceMs: number
  /** Milliseconds until another worker may fetch the feed of one that has died. */
  leaseMs: number
}

interface Gather {
  task: GatheringTask
  startedMs: number
  opened: Promise<OpenedFeed>
  /** After `opened`, come what may. */
  settled: Promise<void>
  isHere: boolean
  abort: AbortController
  lease: Lease
  /** Ends the wait for a task that does not come. */
  expiry?: NodeJS.Timeout
}

/** A feed is not used when the task that it was fetched for has been away for so long. */
const keptMs = 3_600_000
/**
 * Feeds fetched at a time by one worker: an answer of each is held in memory. Those that take long may have so many of
 * these places: the others are for feeds of some seconds, which would wait half an hour for each.
 */
const mostAtOnce = 16
const mostSlow = 12
const slowMs = 60_000
/** Until a task asks again for a place: hundreds may wait for one, and each time costs the queue a turn. */
const placeMs = 10_000

/**
 * Fetches feeds from other machines beside the serial queue: a board of 2,000 adverts at a request a second keeps no
 * other source waiting. One feed of a source at a time, over all workers, since a source may hand out a token for its
 * next run. A worker that dies takes its feeds with it: they are fetched anew.
 */
export class Gathering {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #log: Logger
  readonly #isPending: (task: string) => Promise<boolean>
  readonly #patienceMs: number
  readonly #leaseMs: number
  /** By source. */
  readonly #gathers = new Map<string, Gather>()
  /** Sources whose last feed took long here. */
  readonly #slow = new Set<string>()

  constructor({ redis, prefix, log, isPending, patienceMs, leaseMs }: GatheringParts) {
    this.#redis = redis
    this.#prefix = prefix
    this.#log = log
    this.#isPending = isPending
    this.#patienceMs = patienceMs
    this.#leaseMs = leaseMs
  }

  /**
   * What a task does until its feed is here: it begins to be fetched at the first call. `open` fetches it; its signal
   * ends that, at shutdown.
   */
  async take(task: GatheringTask, open: (signal: AbortSignal) => Promise<OpenedFeed>): Promise<Gathered> {
    let gather = this.#gathers.get(task.source)
    if (
      gather &&
      (gather.task.id === task.id ? gather.task.settings !== task.settings : !(await this.#isPending(gather.task.id)))
    ) {
      await this.#drop(gather)
      gather = undefined
    }
    if (gather) {
      if (gather.task.id !== task.id) return this.#waiting(gather, gather.task.scheduled)
      return gather.isHere ? this.#given(gather) : this.#waiting(gather)
    }
    if (!this.#hasPlace(task.source)) return { feed: null, behindSchedule: false, againMs: placeMs }
    const key = redisKeys.gathering(this.#prefix, task.source)
    const lease = await takeLease(
      this.#redis,
      key,
      [task.scheduled ? 'schedule' : 'request', task.id, randomUUID()].join(' '),
      this.#leaseMs,
    )
    if (!lease) {
      // Another worker's, maybe for this very task.
      const [kind, id = ''] = (await this.#redis.get(key))?.split(' ') ?? []
      return this.#waiting(undefined, kind === 'schedule' && id !== task.id && (await this.#isPending(id)))
    }
    const begun = this.#begin(task, lease, open)
    await Promise.race([begun.settled, sleep(this.#patienceMs)])
    // What was ended here, at shutdown, is no fault of the source.
    return begun.isHere && !begun.abort.signal.aborted ? this.#given(begun) : this.#waiting(begun)
  }

  /** Ends what is under way and leaves nothing on the disk. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#gathers.values()].map(gather => this.#drop(gather)))
  }

  #hasPlace(source: string): boolean {
    const slow = [...this.#gathers.values()].filter(
      ({ task, startedMs }) => this.#slow.has(task.source) || Date.now() - startedMs > slowMs,
    )
    return this.#gathers.size < mostAtOnce && !(this.#slow.has(source) && slow.length >= mostSlow)
  }

  #begin(task: GatheringTask, lease: Lease, open: (signal: AbortSignal) => Promise<OpenedFeed>): Gather {
    const abort = new AbortController()
    const startedMs = Date.now()
    const opened = open(abort.signal)
    // Another worker may be asking the source by now.
    lease.signal.addEventListener('abort', () => void this.#drop(gather))
    // A failure is reported where the feed is taken.
    const settled = opened
      .catch(() => undefined)
      .then(() => {
        gather.isHere = true
        if (abort.signal.aborted) return
        this.#slow[Date.now() - startedMs > slowMs ? 'add' : 'delete'](task.source)
        gather.expiry = setTimeout(() => {
          this.#log.warn({ event: 'gatheredInVain', source: task.source }, 'gatheredInVain')
          void this.#drop(gather)
        }, keptMs)
      })
    const gather: Gather = { task, startedMs, opened, settled, isHere: false, abort, lease }
    this.#gathers.set(task.source, gather)
    return gather
  }

  /** Asked for seldom enough for a feed that takes an hour, soon enough for one of some seconds. */
  #waiting({ startedMs }: Pick<Gather, 'startedMs'> = { startedMs: Date.now() }, behindSchedule = false): Gathered {
    const againMs = Math.min(10_000, Math.max(this.#patienceMs / 2, (Date.now() - startedMs) / 10))
    return { feed: null, behindSchedule, againMs }
  }

  async #given(gather: Gather): Promise<Gathered> {
    await this.#forget(gather)
    const { startedMs, opened } = gather
    return { feed: { startedMs, opened, dispose: () => dispose(opened) } }
  }

  async #drop(gather: Gather): Promise<void> {
    gather.abort.abort()
    const forgotten = this.#forget(gather)
    await dispose(gather.opened)
    await forgotten
  }

  async #forget({ task, expiry, lease }: Gather): Promise<void> {
    clearTimeout(expiry)
    this.#gathers.delete(task.source)
    // Where Redis is away the lease ends by itself.
    await lease.release().catch(() => undefined)
  }
}

async function dispose(opened: Promise<OpenedFeed>): Promise<void> {
  const feed = await opened.catch(() => undefined)
  if (feed?.kind === 'file') await feed.dispose()
}

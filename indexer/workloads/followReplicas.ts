import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { heardMs, type ReplicaState, shownEngine } from '#indexer/replicas'
import { redisKeys } from '#indexer/tasks'
import { Engine } from '../indexes/meilisearch.ts'
import { WriteJournal } from '../indexes/writeJournal.ts'
import { type Lease, takeLease } from '../sync/lease.ts'
import { followPrimary } from '../sync/replica.ts'

/** Between two looks at a primary where nothing has changed, and after a fault. */
const lookMs = 1_000
/** Between two removals of a replica's own finished tasks, which are a few for each look that finds something. */
const pruneMs = 3_600_000

interface FollowerParts {
  primary: Engine
  urls: readonly string[]
  key: string
  redis: Redis
  prefix: string
  /** After which the replicas of a worker that was killed are another's. */
  leaseMs: number
  log: Logger
}

/**
 * Follows the primary with each replica: a loop a replica, over all workers one at a time. A worker that is killed
 * leaves its replicas to the others, or to its next start, when its leases end.
 * @returns ends it; what is under way is done again by the next
 */
export function followReplicas(parts: FollowerParts): () => Promise<void> {
  const ended = new AbortController()
  const loops = parts.urls.map(url => new Follower(url, parts).run(ended.signal))
  return async () => {
    ended.abort()
    await Promise.race([Promise.all(loops), pause(lookMs, undefined, { ref: false })])
  }
}

class Follower {
  readonly #url: string
  readonly #parts: FollowerParts
  readonly #replica: Engine
  readonly #journal: WriteJournal
  #ahead = new Set<number>()
  /** Epoch milliseconds. */
  #closedAt = 0
  #prunedAt = Date.now()
  #state: ReplicaState = { state: 'filling', at: null, task: null, reason: null, saidAt: 0 }

  constructor(url: string, parts: FollowerParts) {
    this.#url = url
    this.#parts = parts
    this.#replica = new Engine({ url, key: parts.key, names: parts.primary.names })
    this.#journal = new WriteJournal(parts.redis, parts.prefix)
  }

  async run(ended: AbortSignal): Promise<void> {
    const { redis, prefix, leaseMs, log } = this.#parts
    const holder = randomUUID()
    while (!ended.aborted) {
      let lease: Lease | null = null
      try {
        lease = await takeLease(redis, `${prefix}:replicas:follower:${this.#url}`, holder, leaseMs)
        if (lease) await this.#readState()
        while (lease && !ended.aborted) if (await this.#turn(lease)) await wait(ended)
      } catch (error) {
        if (!ended.aborted) {
          log.warn({ event: 'replica', engine: shownEngine(this.#url), message: (error as Error).message }, 'replica')
          await this.#sayFault(error as Error, lease).catch(() => undefined)
        }
      } finally {
        await lease?.release().catch(() => undefined)
      }
      await wait(ended)
    }
  }

  /** @returns whether there is nothing more to do now */
  async #turn(lease: Lease): Promise<boolean> {
    const { primary, log } = this.#parts
    const lookedAt = Date.now()
    const { task, isLevel, applied } = await followPrimary({
      primary,
      replica: this.#replica,
      journal: this.#journal,
      confirm: lease.confirm,
      saidTask: this.#state.task,
      ahead: this.#ahead,
      close: async () => {
        if (this.#state.state === 'filling') return
        log.info({ event: 'replicaFills', engine: shownEngine(this.#url) }, 'replicaFills')
        await this.#say({ state: 'filling', reason: null }, lease)
        this.#closedAt = Date.now()
      },
      heard: () => pause(Math.max(0, this.#closedAt + heardMs - Date.now())),
    })
    const before = this.#state
    await this.#say(
      {
        task,
        reason: null,
        ...(isLevel ? { state: 'following', at: lookedAt } : {}),
      },
      lease,
    )
    if (isLevel && before.state !== 'following')
      log.info({ event: 'replicaFollows', engine: shownEngine(this.#url), task }, 'replicaFollows')
    if (applied.length > 0) await this.#forget(applied)
    if (lookedAt - this.#prunedAt > pruneMs) {
      await this.#replica.pruneTasks(new Date(this.#prunedAt))
      this.#prunedAt = lookedAt
    }
    return isLevel || applied.length === 0
  }

  async #readState(): Promise<void> {
    const { redis, prefix } = this.#parts
    const said = await redis.hget(redisKeys.replicas(prefix), this.#url)
    // Another may have followed since.
    this.#ahead = new Set()
    if (said === null) return
    this.#state = JSON.parse(said) as ReplicaState
    if (this.#state.state === 'filling') this.#closedAt = this.#state.saidAt
  }

  async #say(news: Partial<ReplicaState>, lease: Lease): Promise<void> {
    const { redis, prefix } = this.#parts
    lease.signal.throwIfAborted()
    this.#state = { ...this.#state, ...news, saidAt: Date.now() }
    await redis.hset(redisKeys.replicas(prefix), this.#url, JSON.stringify(this.#state))
  }

  /** A primary that does not answer changes nothing either: the replica is as old as it was. */
  async #sayFault(error: Error, lease: Lease | null): Promise<void> {
    if (!lease) return
    const answers = await this.#replica.lastFinishedTask().then(
      () => true,
      () => false,
    )
    await this.#say({ reason: error.message.slice(0, 300), ...(answers ? {} : { state: 'away' }) }, lease)
  }

  /** What each replica has come to is not asked for any more; what one would still ask for ends by its date. */
  async #forget(applied: readonly number[]): Promise<void> {
    const { redis, prefix, urls } = this.#parts
    const said = await redis.hmget(redisKeys.replicas(prefix), ...urls)
    const tasks = said.map(text => (text === null ? null : (JSON.parse(text) as ReplicaState).task) ?? 0)
    const all = Math.min(...tasks)
    await this.#journal.forget(applied.filter(task => task <= all))
  }
}

function wait(ended: AbortSignal): Promise<void> {
  return pause(lookMs, undefined, { signal: ended, ref: false }).catch(() => undefined)
}

import type { Redis } from 'ioredis'
import {
  type DryRun,
  type MergedRow,
  type QuarantinedRow,
  type RunRecord,
  redisKeys,
  runsKept,
  type SourceSummary,
} from '#indexer/tasks'

/** Quarantined rows kept of a source's latest run, with reasons; the run record counts them all. */
export const quarantineKept = 1_000
/** Merged rows kept of a source's latest run. */
export const mergesKept = 200
const dryRunSeconds = 7 * 86_400

/** What the watch goes by. */
export interface Watched {
  last: RunRecord | null
  paused: boolean
  /**
   * Epoch milliseconds of the end of the last run that read the feed or learned that it was as before, or of the
   * beginning of the watch.
   */
  goodMs: number
}

export function isComplete({ outcome }: RunRecord): boolean {
  return outcome === 'ok' || outcome === 'notModified'
}

/**
 * What operators read: run records, quarantined and merged rows, dry runs and the catalogue as the worker understands
 * it.
 */
export class Records {
  readonly #redis: Redis
  readonly #prefix: string

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis
    this.#prefix = prefix
  }

  /** Hashes of one field a source: `completed` and `watchedSince`, both epoch milliseconds. */
  #key(name: 'completed' | 'watchedSince'): string {
    return `${this.#prefix}:${name}`
  }

  /** Keeps a run; its quarantine and its merges, where there are any, replace the last one's. */
  async saveRun(
    run: RunRecord,
    quarantine: readonly QuarantinedRow[] | null,
    merges: readonly MergedRow[] | null,
  ): Promise<void> {
    const runs = redisKeys.runs(this.#prefix, run.source)
    const rows = redisKeys.quarantine(this.#prefix, run.source)
    const multi = this.#redis
      .multi()
      .lpush(runs, JSON.stringify(run))
      .ltrim(runs, 0, runsKept - 1)
    if (isComplete(run)) multi.hset(this.#key('completed'), run.source, Date.parse(run.startedAt) + run.ms)
    if (quarantine) {
      multi.del(rows)
      if (quarantine.length > 0) multi.rpush(rows, ...quarantine.map(row => JSON.stringify(row)))
    }
    if (merges) {
      const key = redisKeys.merges(this.#prefix, run.source)
      multi.del(key)
      if (merges.length > 0) multi.rpush(key, ...merges.map(row => JSON.stringify(row)))
    }
    await multi.exec()
  }

  async quarantineOf(source: string): Promise<QuarantinedRow[]> {
    return (await this.#redis.lrange(redisKeys.quarantine(this.#prefix, source), 0, -1)).map(
      line => JSON.parse(line) as QuarantinedRow,
    )
  }

  async saveDryRun(run: DryRun): Promise<void> {
    await this.#redis.set(redisKeys.dryRun(this.#prefix, run.record.source), JSON.stringify(run), 'EX', dryRunSeconds)
  }

  /**
   * What the watch goes by, of every source in a few requests. A source that is new or paused is watched from now on.
   * @param now epoch milliseconds
   */
  async watched(sources: readonly { id: string; paused: boolean }[], now: number): Promise<Watched[]> {
    const since = this.#key('watchedSince')
    const [paused, completed, before] = await Promise.all([
      this.#redis.hgetall(redisKeys.paused(this.#prefix)),
      this.#redis.hgetall(this.#key('completed')),
      this.#redis.hgetall(since),
    ])
    const known = new Set(sources.map(({ id }) => id))
    const left = Object.keys(before).filter(id => !known.has(id))
    if (left.length > 0) await this.#redis.hdel(since, ...left)
    return Promise.all(
      sources.map(async source => {
        const { id } = source
        const isPaused = source.paused || paused[id] !== undefined
        if (isPaused || before[id] === undefined) await this.#redis.hset(since, id, now)
        const last = await this.#redis.lindex(redisKeys.runs(this.#prefix, id), 0)
        return {
          last: last === null ? null : (JSON.parse(last) as RunRecord),
          paused: isPaused,
          goodMs: Math.max(isPaused ? now : Number(before[id] ?? now), Number(completed[id] ?? 0)),
        }
      }),
    )
  }

  /** Since when the source's runs are paused (ISO 8601), or null. */
  async pausedSince(source: string): Promise<string | null> {
    return this.#redis.hget(redisKeys.paused(this.#prefix), source)
  }

  async forgetSource(source: string): Promise<void> {
    const keys = [redisKeys.runs, redisKeys.quarantine, redisKeys.merges, redisKeys.dryRun].map(key =>
      key(this.#prefix, source),
    )
    await this.#redis
      .multi()
      .del(...keys)
      .hdel(redisKeys.paused(this.#prefix), source)
      .hdel(this.#key('completed'), source)
      .hdel(this.#key('watchedSince'), source)
      .exec()
  }

  /**
   * Whether a run of the source has ended since (epoch milliseconds) that read the feed or learned that it was as
   * before.
   */
  async hasCompletedSince(source: string, ms: number): Promise<boolean> {
    return Number((await this.#redis.hget(this.#key('completed'), source)) ?? 0) > ms
  }

  /**
   * Makes the list of sources exactly this one; the records of a source that left the catalogue stay until its name is
   * used again.
   */
  async setSources(sources: readonly SourceSummary[]): Promise<void> {
    const key = redisKeys.sources(this.#prefix)
    const multi = this.#redis.multi().del(key)
    for (const source of sources) multi.hset(key, source.id, JSON.stringify(source))
    await multi.exec()
  }
}

import type { Redis } from 'ioredis'
import { type Alarm, alarmKey, type QuarantinedRow, type RunRecord, redisKeys, type SourceSummary } from '#indexer/tasks'

/** Runs kept for each source. */
const runsKept = 200
/** Quarantined rows kept of a source's latest run, with reasons; the run record counts them all. */
export const quarantineKept = 1_000

/** What operators read: run records, quarantined rows, alarms and the catalogue as the worker understands it. */
export class Records {
  readonly #redis: Redis
  readonly #prefix: string

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis
    this.#prefix = prefix
  }

  /** Keeps a run; its quarantine replaces the last one's where the feed was read. */
  async saveRun(run: RunRecord, quarantine: readonly QuarantinedRow[] | null): Promise<void> {
    const runs = redisKeys.runs(this.#prefix, run.source)
    const rows = redisKeys.quarantine(this.#prefix, run.source)
    const multi = this.#redis
      .multi()
      .lpush(runs, JSON.stringify(run))
      .ltrim(runs, 0, runsKept - 1)
    if (quarantine) {
      multi.del(rows)
      if (quarantine.length > 0) multi.rpush(rows, ...quarantine.map(row => JSON.stringify(row)))
    }
    if (run.outcome === 'guarded' || run.outcome === 'failed') {
      const alarm: Alarm = { source: run.source, kind: run.outcome, message: run.reason ?? run.outcome, since: run.startedAt }
      multi.hset(redisKeys.alarms(this.#prefix), alarmKey(alarm), JSON.stringify(alarm))
    } else for (const kind of ['guarded', 'failed'] as const) multi.hdel(redisKeys.alarms(this.#prefix), alarmKey({ source: run.source, kind }))
    await multi.exec()
  }

  async quarantineOf(source: string): Promise<QuarantinedRow[]> {
    return (await this.#redis.lrange(redisKeys.quarantine(this.#prefix, source), 0, -1)).map(line => JSON.parse(line) as QuarantinedRow)
  }

  async hasRun(source: string): Promise<boolean> {
    return (await this.#redis.exists(redisKeys.runs(this.#prefix, source))) === 1
  }

  /** Makes the list of sources exactly this one; the records of a source that left the catalogue stay until its name is used again. */
  async setSources(sources: readonly SourceSummary[]): Promise<void> {
    const key = redisKeys.sources(this.#prefix)
    const multi = this.#redis.multi().del(key)
    for (const source of sources) multi.hset(key, source.id, JSON.stringify(source))
    await multi.exec()
  }
}

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { JobDocument } from '#indexer/job'
import type { DateField } from '../documents/feedDates.ts'
import type { Engine } from '../indexes/meilisearch.ts'
import { KnownRows } from './knownRows.ts'
import { takeLease } from './lease.ts'

/**
 * What the index holds of a source, one line a job, so that a sync compares without reading documents. Kept in Redis;
 * the index is the truth: a ledger that is missing or was written for another index is read back from it.
 */
export interface LedgerEntry {
  /**
   * `held`: in the index. `quarantined`: the row was refused with this hash. `withdrawn`: taken down by webhook; the
   * same row does not bring it back, nor, where none is known (an empty hash), the first that is listed. `folded`:
   * another source's job stands for it, that of `into`.
   */
  state: 'held' | 'quarantined' | 'withdrawn' | 'folded'
  /** Of no row (empty) while a write is under way. */
  rawHash: string
  into?: FoldedInto | undefined
  /** Epoch seconds. The publication date of a feed without dates. */
  firstSeen: number
  /** Epoch seconds; 0 for a quarantined row. */
  expiresAt: number
  /** True when the expiry is our own default and the feed's listing renews it. */
  renewable: boolean
  /** Complete runs in a row that did not list the job. */
  missed: number
  /** Epoch milliseconds at which the run began that counted last: one that is cut off and made again counts once. */
  missedAt?: number | undefined
  /** Epoch milliseconds of the write, to tell a webhook's from an older sync's; 0 where nothing was written. */
  writtenAt: number
  /** Of a withdrawn job: what else decided its hash. Absent where that is not known, and in an earlier version's. */
  salt?: string | undefined
  /** Epoch seconds: the date of change of a job sent by webhook. The engine shows it later than the ledger. */
  updatedAt?: number | undefined
}

/** The job that stands for a folded row, and its row's hash then: with another hash it may be another advert by now. */
export interface FoldedInto {
  id: string
  rawHash: string
}

const stateCodes = { held: 'h', quarantined: 'q', withdrawn: 'w', folded: 'f' } as const
const states = { h: 'held', q: 'quarantined', w: 'withdrawn', f: 'folded' } as const

export function encodeEntry(entry: LedgerEntry): string {
  const { state, rawHash, firstSeen, expiresAt, renewable, missed, missedAt, writtenAt, into, updatedAt, salt } = entry
  const fields = [
    stateCodes[state],
    rawHash,
    firstSeen.toString(36),
    expiresAt.toString(36),
    renewable ? 1 : 0,
    missed,
    writtenAt.toString(36),
  ]
  const seldom = [into?.id, into?.rawHash, missedAt?.toString(36), updatedAt?.toString(36), salt]
  return [...fields, ...seldom.slice(0, seldom.findLastIndex(Boolean) + 1)].join('|')
}

export function decodeEntry(line: string): LedgerEntry {
  const [
    state = 'h',
    rawHash = '',
    firstSeen = '0',
    expiresAt = '0',
    renewable,
    missed = '0',
    writtenAt = '0',
    ...seldom
  ] = line.split('|')
  const [intoId, intoHash, missedAt, updatedAt, salt] = seldom
  return {
    state: states[state as keyof typeof states] ?? 'held',
    rawHash,
    firstSeen: Number.parseInt(firstSeen, 36),
    expiresAt: Number.parseInt(expiresAt, 36),
    renewable: renewable === '1',
    missed: Number(missed),
    ...(missedAt ? { missedAt: Number.parseInt(missedAt, 36) } : {}),
    writtenAt: Number.parseInt(writtenAt, 36),
    ...(intoId && intoHash ? { into: { id: intoId, rawHash: intoHash } } : {}),
    ...(updatedAt ? { updatedAt: Number.parseInt(updatedAt, 36) } : {}),
    ...(salt ? { salt } : {}),
  }
}

function isEnded(entry: LedgerEntry | null, before: number): boolean {
  return entry !== null && ['held', 'withdrawn'].includes(entry.state) && entry.expiresAt < before
}

/** The feed's validators and what the last complete run left to do. Without a valid one, a feed is always read. */
export interface FeedState {
  etag?: string | undefined
  lastModified?: string | undefined
  from: string
  salt: string
  /** SHA-1 of the feed's bytes: the very same feed is not read again. */
  digest: string
  /** What the run made of its rows, for the record of a run that need not read them. */
  counts: { received: number; unchanged: number; quarantined: number; closed: number; merged: number }
  /** Epoch milliseconds. */
  startedMs: number
  /** Epoch seconds of the first renewal that falls due; a 304 before that changes nothing. */
  nextRenewal: number
  /** Jobs that are missing but not yet retired: while there are some, a 304 is not asked for. */
  missing: number
  /**
   * Rows that jobs of other sources stand for: those may leave at any time, so while there are some, a 304 is not asked
   * for either.
   */
  folded: number
  /** Rows refused for what may pass: they are tried again, as above. Absent in what an earlier version wrote. */
  refusedForNow?: number
  /** Date fields that held the feed's own build time. Absent in what an earlier version wrote. */
  buildFields?: DateField[]
  /** As in the run's record. Absent in what an earlier version wrote. */
  notRead?: Record<string, number> | undefined
}

/** Throws where the task at work is not this process's any more: what it would still write is another's to write. */
export type KeepTask = () => Promise<void>

/** Changes with every rebuild and with a lost volume. */
async function indexOf(engine: Engine): Promise<string> {
  const { jobs } = engine.names
  return `${jobs} ${await engine.createdAt(jobs)}`
}

export class Ledger {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #leaseMs: number | undefined

  /** @param leaseMs until the right to write of a process that has died ends */
  constructor(redis: Redis, prefix: string, leaseMs?: number) {
    this.#redis = redis
    this.#prefix = prefix
    this.#leaseMs = leaseMs
  }

  #key(source: string): string {
    return `${this.#prefix}:ledger:${source}`
  }

  /** Reads the ledger back from the index where it is missing or belongs to another index. Cheap when it is neither. */
  async ensure(source: string, engine: Engine): Promise<void> {
    const key = this.#key(source)
    const marker = `${key}:index`
    const index = await indexOf(engine)
    if ((await this.#redis.get(marker)) === index) return
    await this.#redis.del(key)
    for await (const page of engine.pages<JobDocument>(engine.names.jobs, {
      filter: `source = "${source}"`,
      fields: ['id', 'rawHash', 'published_at', 'expires_at', 'renewable'],
      size: 5_000,
    })) {
      const lines: Record<string, string> = {}
      for (const { id, rawHash, published_at, expires_at, renewable } of page)
        lines[id] = encodeEntry({
          state: 'held',
          rawHash,
          firstSeen: published_at,
          expiresAt: expires_at,
          renewable,
          missed: 0,
          writtenAt: 0,
        })
      await this.#redis.hset(key, lines)
    }
    await this.#redis.multi().set(marker, index).del(`${key}:feed`, `${key}:filling`, `${key}:sentSalt`).exec()
  }

  /** After a swap the ledgers are as good as before: only the index they belong to has a new name. */
  async adopt(sources: readonly string[], engine: Engine): Promise<void> {
    const index = await indexOf(engine)
    for (const source of sources) {
      const marker = `${this.#key(source)}:index`
      if (await this.#redis.exists(marker)) await this.#redis.set(marker, index)
    }
  }

  /** Those of the sources whose ledgers are of an index that is gone, or are not there. */
  async ofOtherIndexes(sources: readonly string[], engine: Engine): Promise<Set<string>> {
    if (sources.length === 0) return new Set()
    const index = await indexOf(engine)
    const markers = await this.#redis.mget(sources.map(source => `${this.#key(source)}:index`))
    return new Set(sources.filter((_, at) => markers[at] !== index))
  }

  /** Whether nothing is known of the source but withdrawals of jobs that it has not listed. */
  async isEmpty(source: string): Promise<boolean> {
    for await (const block of this.scan(source))
      if (block.some(([, { state, rawHash }]) => state !== 'withdrawn' || rawHash !== '')) return false
    return true
  }

  async get(source: string, id: string): Promise<LedgerEntry | null> {
    const line = await this.#redis.hget(this.#key(source), id)
    return line === null ? null : decodeEntry(line)
  }

  async getMany(source: string, ids: readonly string[]): Promise<(LedgerEntry | null)[]> {
    if (ids.length === 0) return []
    return (await this.#redis.hmget(this.#key(source), ...ids)).map(line => (line === null ? null : decodeEntry(line)))
  }

  /** Every entry, in blocks, in no order. An entry may come twice. */
  async *scan(source: string): AsyncGenerator<[string, LedgerEntry][]> {
    const read = (cursor: string) => this.#redis.hscan(this.#key(source), cursor, 'COUNT', 2_000)
    let answer: Promise<[cursor: string, flat: string[]]> | null = read('0')
    while (answer !== null) {
      const [next, flat]: [string, string[]] = await answer
      // Redis looks for the next block while this one is worked on.
      answer = next === '0' ? null : read(next)
      // A failure is reported where it is awaited.
      answer?.catch(() => undefined)
      const block: [string, LedgerEntry][] = []
      for (let i = 0; i < flat.length; i += 2) block.push([flat[i]!, decodeEntry(flat[i + 1]!)])
      yield block
    }
  }

  async put(source: string, entries: ReadonlyMap<string, LedgerEntry>): Promise<void> {
    if (entries.size === 0) return
    const flat: string[] = []
    for (const [id, entry] of entries) flat.push(id, encodeEntry(entry))
    for (let i = 0; i < flat.length; i += 4_000) await this.#redis.hset(this.#key(source), ...flat.slice(i, i + 4_000))
  }

  async forget(source: string, ids: readonly string[]): Promise<void> {
    for (let i = 0; i < ids.length; i += 2_000) await this.#redis.hdel(this.#key(source), ...ids.slice(i, i + 2_000))
  }

  /** Ids of jobs, a thousand of them at random, whose lines say that they ended before this time (epoch seconds). */
  async ended(source: string, before: number): Promise<string[]> {
    const flat = (await this.#redis.hrandfield(this.#key(source), 1_000, 'WITHVALUES')) as string[]
    return flat.filter((_, at) => at % 2 === 0 && isEnded(decodeEntry(flat[at + 1]!), before))
  }

  /** Forgets those of the jobs whose lines still say so. To be called under the lock. */
  async forgetEnded(source: string, ids: readonly string[], before: number): Promise<void> {
    const entries = await this.getMany(source, ids)
    await this.forget(
      source,
      ids.filter((_, at) => isEnded(entries[at] ?? null, before)),
    )
  }

  /** The rows of the source's last reading by their texts. */
  knownRows(source: string): KnownRows {
    return new KnownRows(this.#redis, `${this.#key(source)}:known`)
  }

  async forgetSource(source: string): Promise<void> {
    const key = this.#key(source)
    const parts = ['index', 'feed', 'filling', 'sentSalt', 'touched', 'known'].map(part => `${key}:${part}`)
    await this.#redis.del(key, ...parts)
  }

  async feedState(source: string): Promise<FeedState | null> {
    const text = await this.#redis.get(`${this.#key(source)}:feed`)
    return text ? (JSON.parse(text) as FeedState) : null
  }

  async setFeedState(source: string, state: FeedState | null): Promise<void> {
    if (state) await this.#redis.set(`${this.#key(source)}:feed`, JSON.stringify(state))
    else await this.#redis.del(`${this.#key(source)}:feed`)
  }

  /** A run that fills the index has begun to write, and no run has ended since. */
  async isFilling(source: string): Promise<boolean> {
    return (await this.#redis.exists(`${this.#key(source)}:filling`)) === 1
  }

  async setFilling(source: string, isFilling: boolean): Promise<void> {
    const key = `${this.#key(source)}:filling`
    if (isFilling) await this.#redis.set(key, '1')
    else await this.#redis.del(key)
  }

  /** What else decided the documents when what was sent to the source one by one was last normalised as a whole. */
  async sentSalt(source: string): Promise<string | null> {
    return this.#redis.get(`${this.#key(source)}:sentSalt`)
  }

  async setSentSalt(source: string, salt: string): Promise<void> {
    await this.#redis.set(`${this.#key(source)}:sentSalt`, salt)
  }

  /** Remembers that a job was written beside the serial queue, for a rebuild under way to pick up. */
  async touch(source: string, id: string, at: number): Promise<void> {
    await this.#redis.set(`${this.#key(source)}:touched`, at)
    await this.#redis.zadd(`${this.#prefix}:touched`, at, id)
    await this.#redis.zremrangebyscore(`${this.#prefix}:touched`, 0, at - 24 * 3_600_000)
  }

  /** Epoch milliseconds at which a job of the source was last written beside the serial queue; 0: never. */
  async touchedAt(source: string): Promise<number> {
    return Number(await this.#redis.get(`${this.#key(source)}:touched`))
  }

  /** Ids of all sources, a day back at most. */
  async touchedSince(at: number): Promise<string[]> {
    return this.#redis.zrangebyscore(`${this.#prefix}:touched`, at, '+inf')
  }

  /**
   * Runs `work` while no other task writes to the jobs index: the order in which writes reach the engine is then the
   * order of what the ledger says. Held for the time of a request, not of the engine's work. The lock of a dead holder
   * ends by itself; a holder that stood still for so long has lost it, and is told so by `fence`, which it asks before
   * each write.
   * @param keepTask throws where the task at work has become another worker's
   */
  async exclusively<T>(work: (fence: () => Promise<void>) => Promise<T>, keepTask?: KeepTask): Promise<T> {
    const giveUpAt = Date.now() + 5 * 60_000
    const take = () => takeLease(this.#redis, `${this.#prefix}:writing`, randomUUID(), this.#leaseMs)
    let lease = await take()
    while (lease === null) {
      if (Date.now() > giveUpAt)
        throw new Error('The jobs index has been locked for writing for five minutes; trying again later')
      await new Promise(resolve => setTimeout(resolve, 10))
      lease = await take()
    }
    const { confirm, release } = lease
    try {
      return await work(async () => {
        await keepTask?.()
        await confirm()
      })
    } finally {
      await release()
    }
  }
}

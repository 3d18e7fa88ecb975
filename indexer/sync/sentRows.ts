import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Redis } from 'ioredis'
import type { RawJob } from '../documents/rawJob.ts'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

export interface SentRow {
  job: RawJob
  /** Epoch milliseconds: when it was sent. */
  at: number
  /** Epoch seconds: when the job was first. */
  firstSeen: number
  /** As it is kept, to tell it from a later one. */
  packed: Buffer
}

/** A row as a backup has it: source and id, epoch seconds, base64. */
export interface BackedUpRow {
  key: string
  expiresAt: number
  packed: string
}

/** In the data folder: what a restored backup has brought, until a worker has put it into Redis. */
export const restoredRowsFile = 'sentRows.ndjson'

/**
 * Rows of jobs that were sent one by one, by webhook or post, to sources without a feed: no sync will bring them again
 * when the rules, the aliases or the catalogue have changed, or the index is lost. A key each in Redis, gone when its
 * job's date passes.
 */
export class SentRows {
  readonly #redis: Redis
  readonly #prefix: string

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis
    this.#prefix = prefix
  }

  #key(source: string, id: string): string {
    return `${this.#prefix}:sent:${source}:${id}`
  }

  /** @param expiresAt epoch seconds */
  async keep(source: string, id: string, row: Omit<SentRow, 'packed'>, expiresAt: number): Promise<void> {
    await this.#redis.set(this.#key(source, id), await pack(JSON.stringify(row)), 'EXAT', expiresAt)
  }

  /** Ids of the rows of a source, in blocks, in no order. One may come twice. */
  async *ids(source: string): AsyncGenerator<string[]> {
    const start = this.#key(source, '')
    // A name of a source and an id hold nothing that the pattern would read; a prefix may.
    const pattern = `${start.replace(/[\\*?[\]]/g, '\\$&')}*`
    let cursor = '0'
    do {
      const [next, keys] = await this.#redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000)
      if (keys.length > 0) yield keys.map(key => key.slice(start.length))
      cursor = next
    } while (cursor !== '0')
  }

  /** Of all sources, for a backup. One may come twice. */
  async *backup(): AsyncGenerator<BackedUpRow> {
    const start = `${this.#prefix}:sent:`
    const pattern = `${start.replace(/[\\*?[\]]/g, '\\$&')}*`
    let cursor = '0'
    do {
      const [next, keys] = await this.#redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000)
      for (const key of keys) {
        const [packed, left] = await Promise.all([this.#redis.getBuffer(key), this.#redis.pttl(key)])
        if (packed === null || left < 0) continue
        const expiresAt = Math.round((Date.now() + left) / 1_000)
        yield { key: key.slice(start.length), expiresAt, packed: packed.toString('base64') }
      }
      cursor = next
    } while (cursor !== '0')
  }

  /** What has been sent since the backup stands. */
  async restore({ key, expiresAt, packed }: BackedUpRow): Promise<void> {
    await this.#redis.call(
      'SET',
      `${this.#prefix}:sent:${key}`,
      Buffer.from(packed, 'base64'),
      'EXAT',
      String(expiresAt),
      'NX',
    )
  }

  async forget(source: string, id: string): Promise<void> {
    await this.#redis.del(this.#key(source, id))
  }

  async forgetSource(source: string): Promise<void> {
    for await (const ids of this.ids(source)) await this.#redis.del(ids.map(id => this.#key(source, id)))
  }

  async read(source: string, ids: readonly string[]): Promise<(SentRow | null)[]> {
    if (ids.length === 0) return []
    const found = await this.#redis.mgetBuffer(ids.map(id => this.#key(source, id)))
    return Promise.all(
      found.map(async packed =>
        packed === null
          ? null
          : { ...(JSON.parse((await unpack(packed)).toString()) as Omit<SentRow, 'packed'>), packed },
      ),
    )
  }

  /** Whether nothing has been sent for the job since the row was read. */
  async isLast(source: string, id: string, { packed }: SentRow): Promise<boolean> {
    return (await this.#redis.getBuffer(this.#key(source, id)))?.equals(packed) ?? false
  }
}

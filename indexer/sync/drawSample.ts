import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { JobDocument } from '#indexer/job'
import { type FeedSample, type SampledJob, sampleSize } from '#indexer/samples'
import { redisKeys } from '#indexer/tasks'
import { jobId, rowKey } from '../documents/identity.ts'
import type { RawJob } from '../documents/rawJob.ts'
import type { FeedFile } from '../sources/feed.ts'
import { isRemote } from '../sources/feedAddress.ts'
import { SourceError } from '../sources/format.ts'
import { openSource, readRows } from '../sources/formats.ts'
import { RowTexts, wholeRows } from '../sources/rowTexts.ts'
import { type SourceConfig } from '../sources/source.ts'
import { takeLease } from './lease.ts'
import { maskedText } from './maskedRow.ts'
import { feedSays, pageSays } from './sampledJob.ts'
import type { SyncDependencies } from './syncState.ts'

/** Seconds that a sample is kept. */
export const sampleSeconds = 2 * 86_400
/** Drawn beyond what is shown: a job may leave the index while the feed is read. */
const spare = 6
/** Rows looked up together. */
const block = 500
/** Of a feed, and the milliseconds that it is fetched and read for, each. */
const limits = { bytes: 64 * 1024 * 1024, ms: 20_000 }
const longestRow = 6_000

export interface DrawParts {
  deps: SyncDependencies
  redis: Redis
  prefix: string
  /** 0 to 1, as `Math.random`. */
  random?: () => number
  limits?: { bytes: number; ms: number }
}

interface Drawn {
  id: string
  job: RawJob
  whole: (most: number) => string
}

/**
 * Draws live jobs of a source at random from the rows of its feed, which is read anew, as far as the limits go: no row
 * of a live job is kept. Of a source without a feed, from the rows that were sent. The sample is kept for two days.
 * @param id of the sample
 * @returns why there is none; null when it is drawn
 */
export async function drawSample(source: SourceConfig, id: string, parts: DrawParts): Promise<string | null> {
  const { redis, prefix, deps } = parts
  const pool = new Pool(parts)
  try {
    const part =
      source.from === null ? await fromSent(source, pool, deps) : await fromFeed(source, source.from, pool, parts)
    if (pool.live === 0)
      return `None of the ${pool.rows} rows that were looked at is a live job of this source. ${part ?? 'Sync it first, or see why its rows were refused or merged.'}`
    const jobs = await withPages(pool.shuffled, source, parts)
    if (jobs.length === 0) return 'The jobs that were drawn have left the index meanwhile. Draw again.'
    const drawnAt = new Date(deps.now?.() ?? Date.now()).toISOString()
    const sample: FeedSample = { id, source: source.id, drawnAt, rows: pool.rows, live: pool.live, part, jobs }
    await redis
      .multi()
      .set(redisKeys.sample(prefix, id), JSON.stringify(sample), 'EX', sampleSeconds)
      .hset(redisKeys.latestSamples(prefix), source.id, id)
      .exec()
    return null
  } catch (error) {
    if (error instanceof SourceError) return error.message
    throw error
  }
}

/** Rows as they come, of which some are kept: each live one is as likely as any other. */
class Pool {
  readonly #parts: DrawParts
  readonly #random: () => number
  readonly #now: number
  drawn: Drawn[] = []
  rows = 0
  readonly #seen = new Set<string>()

  constructor(parts: DrawParts) {
    this.#parts = parts
    this.#random = parts.random ?? Math.random
    this.#now = (parts.deps.now?.() ?? Date.now()) / 1_000
  }

  /** In no order: what is at the front is as likely as the rest. */
  get shuffled(): Drawn[] {
    const all = [...this.drawn]
    for (let last = all.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1))
      ;[all[last], all[other]] = [all[other]!, all[last]!]
    }
    return all
  }

  get live(): number {
    return this.#seen.size
  }

  async offer(source: SourceConfig, rows: readonly Drawn[]): Promise<void> {
    const entries = await this.#parts.deps.ledger.getMany(
      source.id,
      rows.map(({ id }) => id),
    )
    for (const [at, row] of rows.entries()) {
      const entry = entries[at]
      if (entry?.state !== 'held' || entry.expiresAt <= this.#now) continue
      // Another row of the same job.
      if (this.#seen.has(row.id)) continue
      this.#seen.add(row.id)
      if (this.drawn.length < sampleSize + spare) this.drawn.push(row)
      else {
        const slot = Math.floor(this.#random() * this.live)
        if (slot < this.drawn.length) this.drawn[slot] = row
      }
    }
  }
}

/** @returns why a part only was looked at */
async function fromFeed(
  source: SourceConfig,
  from: string,
  pool: Pool,
  { deps, redis, prefix, limits: own = limits }: DrawParts,
): Promise<string | null> {
  if (!isRemote(from)) return fromFile(await opened(source, from, own), source, pool, own.ms)
  // A source may hand out a token for its next request: one fetches at a time.
  const lease = await takeLease(redis, redisKeys.gathering(prefix, source.id), randomUUID())
  if (!lease)
    throw new SourceError('The feed is being fetched for a sync at this moment. Draw again when that is done.')
  let feed: FeedFile
  try {
    const { keepFolder } = deps
    feed = await opened(source, from, own, { signal: lease.signal, ...(keepFolder ? { keepFolder } : {}) })
  } finally {
    await lease.release()
  }
  return fromFile(feed, source, pool, own.ms)
}

async function opened(source: SourceConfig, from: string, enough: typeof limits, options = {}): Promise<FeedFile> {
  const feed = await openSource(source, from, { ...options, enough, totalMs: enough.ms * 3 })
  if (feed.kind === 'file') return feed
  throw new SourceError('The source answers that nothing has changed, though nothing was known of it.')
}

async function fromFile(feed: FeedFile, source: SourceConfig, pool: Pool, ms: number): Promise<string | null> {
  const until = Date.now() + ms
  const texts = new RowTexts()
  const waiting: Drawn[] = []
  const rows = wholeRows(readRows(feed.path, source, { charset: feed.charset, notRead: texts }), texts)
  let part: string | null = feed.cut ? 'The feed is longer than is read for a sample.' : null
  try {
    for await (const { row, whole } of rows) {
      pool.rows++
      if ('job' in row) waiting.push({ id: jobId(source.id, rowKey(row.job), row.job.uuid), job: row.job, whole })
      if (waiting.length >= block) await pool.offer(source, waiting.splice(0))
      if (Date.now() > until) {
        part = 'The feed takes longer to read than is waited for a sample.'
        break
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (pool.rows === 0) throw error
    // Its last row is cut off.
    part ??= error.message
  } finally {
    await feed.dispose()
  }
  await pool.offer(source, waiting)
  return part
}

async function fromSent(source: SourceConfig, pool: Pool, { sentRows }: SyncDependencies): Promise<null> {
  for await (const ids of sentRows.ids(source.id)) {
    const found = await sentRows.read(source.id, ids)
    const rows = ids.flatMap((id, at) => (found[at] ? [{ id, job: found[at].job, whole: () => '' }] : []))
    pool.rows += rows.length
    await pool.offer(source, rows)
  }
  return null
}

/** Those that have a page, with what it shows. */
async function withPages(
  drawn: readonly Drawn[],
  { timeZone }: SourceConfig,
  { deps }: DrawParts,
): Promise<SampledJob[]> {
  const { engine } = deps
  const documents = await engine.byIds<JobDocument>(
    engine.names.jobs,
    drawn.map(({ id }) => id),
  )
  const now = (deps.now?.() ?? Date.now()) / 1_000
  const byId = new Map(documents.map(document => [document.id, document]))
  return drawn
    .flatMap(({ id, job, whole }) => {
      const document = byId.get(id)
      if (!document || document.expires_at <= now) return []
      const { url_slug: slug, external_reference: reference, title } = document
      return [
        {
          id,
          slug,
          reference,
          title,
          feed: feedSays(job),
          page: pageSays(document, timeZone),
          whole: maskedText(whole(longestRow), longestRow),
        },
      ] satisfies SampledJob[]
    })
    .slice(0, sampleSize)
}

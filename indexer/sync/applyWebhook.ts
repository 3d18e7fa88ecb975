import type { Redis } from 'ioredis'
import type { Arrival } from '#indexer/arrival'
import type { JobDocument } from '#indexer/job'
import { type JobWebhookBody, redisKeys } from '#indexer/tasks'
import { readDate } from '../documents/dates.ts'
import { documentFingerprint, jobId, rowKey } from '../documents/identity.ts'
import type { RawJob, RawRow } from '../documents/rawJob.ts'
import { toDocument } from '../documents/toDocument.ts'
import type { Engine } from '../indexes/meilisearch.ts'
import { jobRow } from '../sources/job.ts'
import { type SourceConfig } from '../sources/source.ts'
import { isArrival } from './arrivals.ts'
import { heldEntry, withdrawnEntry } from './jobLines.ts'
import { claimSlugs, slugDocument } from './jobSlugs.ts'
import { encodeEntry, type LedgerEntry } from './ledger.ts'
import { sentHash } from './rowHash.ts'
import { RowLimit } from './rowLimit.ts'
import type { SourceOf, SyncDependencies } from './syncState.ts'

export type JobOutcome =
  /** `added`: it was not in the index, or not live any more. `slug` is that of its page. */
  | { outcome: 'upserted'; id: string; slug: string; added: boolean }
  | { outcome: 'withdrawn' | 'older' | 'unknownJob'; id: string }
  | { outcome: 'refused'; reason: string }
export type WebhookOutcome =
  | JobOutcome
  /** Its payload is gone: an earlier attempt finished the work. */
  | { outcome: 'done' }

/** A webhook as it waits for the worker. `receivedAt`: epoch milliseconds; absent in what an earlier version kept. */
export type KeptWebhook = JobWebhookBody & { receivedAt?: number }

/**
 * Applies one delivery of `POST /webhooks/jobs`: upserts or withdraws one job beside the serial queue. Idempotent; an
 * older payload (by `updated_at`) does not overwrite a newer one, and what was received later is not undone by what
 * came before it, in whatever order they are applied.
 */
export async function applyWebhook(
  deliveryId: string,
  sourceOf: SourceOf,
  deps: SyncDependencies & { redis: Redis; prefix: string },
): Promise<WebhookOutcome> {
  const key = redisKeys.webhookJob(deps.prefix, deliveryId)
  const payload = await deps.redis.get(key)
  if (payload === null) return { outcome: 'done' }
  const body = JSON.parse(payload) as KeptWebhook
  const source = await sourceOf(body.source)
  const { receivedAt } = body
  const words = new SentWords(deps.redis, `${deps.prefix}:received:${body.source}`)
  const inTurn: InTurn = { claim: async ids => receivedAt === undefined || words.claim(ids, receivedAt) }
  const outcome: WebhookOutcome = source
    ? body.type === 'job.withdrawn'
      ? await withdrawJob(body.id, source, deps, inTurn)
      : await upsertJob(
          new RowLimit(deps.rowLimitMs).one(() => jobRow(body.job, 1), lateRow),
          source,
          deps,
          inTurn,
        )
    : { outcome: 'refused', reason: `The catalogue has no source "${body.source}".` }
  await deps.redis.del(key)
  deps.log[outcome.outcome === 'refused' ? 'warn' : 'info'](
    { event: 'webhookJob', source: body.source, ...outcome },
    'webhookJob',
  )
  return outcome
}

const lateRow = (reason: string): RawRow => ({ row: 1, key: null, title: null, reason })

/** Longer than a task may fail and be tried again, by an operator at last. */
const rememberedMs = 30 * 86_400_000

/** When what was done last for each job of a source came, so that what came before it does not undo it. */
export class SentWords {
  readonly #redis: Redis
  readonly #key: string

  constructor(redis: Redis, key: string) {
    this.#redis = redis
    this.#key = key
  }

  /**
   * Says that a word on a job is about to be done. False, where one that came later has been done already.
   * @param names all that the job may be known by
   * @param at epoch milliseconds at which the word came
   */
  async claim(names: readonly string[], at: number): Promise<boolean> {
    const work = this.#redis.multi()
    for (const name of names) work.zadd(this.#key, 'GT', at, name)
    await work.zremrangebyscore(this.#key, 0, at - rememberedMs).exec()
    const last = await this.#redis.zmscore(this.#key, ...names)
    return last.every(score => Number(score) <= at)
  }
}

/** The order of what is sent for one job. */
export interface InTurn {
  /**
   * Asked right before the write, while no other task writes: false where something that came later has been done for
   * the job already.
   */
  claim(ids: readonly string[]): Promise<boolean>
}

/** What is known of a write whose row has no dates of its own: a posted advert. */
export interface SentJob extends InTurn {
  /**
   * Epoch milliseconds: the document's date of change, and the date of an advert that is posted anew after it had
   * ended.
   */
  at: number
  /** Epoch seconds: since when there is the job, whatever is known of it here. */
  firstSeen?: number
}

/** The job was written while it was looked at: it is looked at anew. */
const changed = Symbol('changed')

/**
 * Tries until what was read of a job is still so under the lock: what is compared outside it may be old, and the engine
 * shows a write later than the ledger.
 */
async function untilUnchanged(
  engine: Engine,
  attempt: () => Promise<JobOutcome | typeof changed>,
): Promise<JobOutcome> {
  for (;;) {
    const outcome = await attempt()
    if (outcome !== changed) return outcome
    await engine.settleUntilNow(engine.names.jobs)
  }
}

/**
 * What the engine holds of jobs, read when it is through with what the ledger says was sent: a write is in the ledger
 * first.
 */
async function heldAsIn(
  entries: readonly (LedgerEntry | null)[],
  engine: Engine,
  now: number,
  read: () => Promise<JobDocument[]>,
): Promise<JobDocument[]> {
  // A sync has sent the job, or was cut off when it did.
  const isUnderWay = entries.some(entry => entry?.rawHash === '')
  if (isUnderWay) await engine.settleUntilNow(engine.names.jobs)
  const found = await read()
  if (isUnderWay || found.length > 0 || !entries.some(entry => entry?.state === 'held' && entry.expiresAt > now))
    return found
  await engine.settleUntilNow(engine.names.jobs)
  return read()
}

/**
 * Writes one row beside the serial queue and waits until it is found. An older row (by its date of change) does not
 * overwrite a newer one. What is `sent` unchanged is not written again; with a closing date that has passed it ends the
 * job, and is refused where there is none.
 */
export async function upsertJob(
  row: RawRow,
  source: SourceConfig,
  deps: SyncDependencies,
  turn?: InTurn | SentJob,
): Promise<JobOutcome> {
  if (!('job' in row)) return { outcome: 'refused', reason: row.reason }
  const { job } = row
  return untilUnchanged(deps.engine, () => tryUpsert(job, source, deps, turn))
}

async function tryUpsert(
  job: RawJob,
  source: SourceConfig,
  deps: SyncDependencies,
  turn?: InTurn | SentJob,
): Promise<JobOutcome | typeof changed> {
  // Long: one try, whose steps share what it has read and are under one lock.
  const { engine, ledger, gazetteer, adverts, sentRows, normalise = toDocument } = deps
  const sent = turn && 'at' in turn ? turn : undefined
  const id = jobId(source.id, rowKey(job), job.uuid)
  const nowMs = deps.now ?? Date.now
  const now = Math.floor(nowMs() / 1000)
  const entry = await ledger.get(source.id, id)
  const fields = ['id', 'source', 'published_at', 'updated_at', 'expires_at', 'rawHash', 'url_slug'] as const
  const [held] = await heldAsIn([entry], engine, now, () => engine.byIds<JobDocument>(engine.names.jobs, [id], fields))
  if (held && held.source !== source.id)
    return { outcome: 'refused', reason: `The id ${id} already belongs to a job of the source "${held.source}".` }
  const live = held !== undefined && held.expires_at > now
  // A job that is posted anew after it had ended is a new one.
  const firstSeen = sent?.firstSeen ?? (sent && !live ? 0 : entry?.firstSeen || held?.published_at)
  const context = {
    source,
    gazetteer,
    now,
    firstSeen: firstSeen || now,
    key: rowKey(job),
    rawHash: sentHash(job, source, gazetteer),
  }
  const parsed = new RowLimit(deps.rowLimitMs).one(
    () => normalise(job, context),
    reason => ({ reason }),
  )
  if ('reason' in parsed) return { outcome: 'refused', reason: parsed.reason }
  const { document } = parsed
  const lastChange = Math.max(
    held?.updated_at ?? 0,
    entry?.state === 'held' && entry.expiresAt > now ? (entry.updatedAt ?? 0) : 0,
  )
  const monthFirst = source.country === 'US'
  const saysWhen = readDate(job.updatedAt, source.timeZone, { now, monthFirst }) !== null
  const isOlder = saysWhen && document.updated_at < lastChange
  if (sent) {
    document.updated_at = Math.max(document.updated_at, Math.floor(sent.at / 1000))
    if (!live && document.expires_at <= now)
      return {
        outcome: 'refused',
        reason: `Its closing date has passed (${dayOf(document.expires_at)}): send a later one.`,
      }
  }
  const sameAsHeld =
    sent !== undefined && live && held.rawHash === document.rawHash && (entry ?? held).rawHash === document.rawHash
  if (!isOlder && !sameAsHeld) {
    await claimSlugs(engine, [document])
    // A sender of one job wants it shown, twin or not; feeds that list it after this are folded into it.
    const print = documentFingerprint(document)
    if ((await adverts.twins([{ ...document, print }], now)).size === 0) await adverts.claim([{ id, print }])
  }
  const done = await ledger.exclusively(async fence => {
    const stands = await ledger.get(source.id, id)
    if ((stands && encodeEntry(stands)) !== (entry && encodeEntry(entry))) return changed
    if (isOlder) return 'older'
    await fence()
    if (turn && !(await turn.claim([id]))) return 'older'
    if (sameAsHeld) return []
    const writtenAt = nowMs()
    const since = firstSeen || document.published_at
    const line = { ...heldEntry(document, since, writtenAt), ...(sent ? {} : { updatedAt: document.updated_at }) }
    const arrives = !live && sent?.firstSeen === undefined && document.expires_at > now && isArrival(entry, now)
    const arrival = arrives
      ? [await engine.writeDocuments(engine.names.arrivals, [{ ...document, arrivedAt: now } satisfies Arrival])]
      : []
    await ledger.put(source.id, new Map([[id, line]]))
    await ledger.touch(source.id, id, writtenAt)
    if (document.expires_at <= now) await sentRows.forget(source.id, id)
    else if (source.from === null)
      await sentRows.keep(source.id, id, { job, at: document.updated_at * 1000, firstSeen: since }, document.expires_at)
    return [
      ...arrival,
      await engine.writeDocuments(engine.names.slugs, [slugDocument(document)]),
      await engine.writeDocuments(engine.names.jobs, [document]),
    ]
  }, deps.keepTask)
  if (done === changed) return changed
  if (done === 'older') return { outcome: 'older', id }
  if (sameAsHeld) return { outcome: 'upserted', id, slug: held.url_slug, added: false }
  for (const task of done) await engine.waitTask(task)
  deps.changes.tell(live || document.expires_at <= now ? { changed: [id] } : { arrived: [id] })
  if (sent && document.expires_at <= now) return { outcome: 'withdrawn', id }
  return { outcome: 'upserted', id, slug: document.url_slug, added: !live }
}

function dayOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10)
}

/**
 * The job ends now: it stays in the index with its date passed until the sweep, so that a rebuild under way pages over
 * a stable index. One that another source's job stands for does not come back when that one goes.
 */
export async function withdrawJob(
  key: string,
  source: SourceConfig,
  deps: SyncDependencies,
  turn?: InTurn,
): Promise<JobOutcome> {
  return untilUnchanged(deps.engine, () => tryWithdraw(key, source, deps, turn))
}

async function tryWithdraw(
  key: string,
  source: SourceConfig,
  deps: SyncDependencies,
  turn?: InTurn,
): Promise<JobOutcome | typeof changed> {
  const { engine, ledger, now: nowMs = Date.now } = deps
  const jobIds = [jobId(source.id, key), jobId(source.id, key, key)]
  // The engine refuses to look for what can be no id (`AB/12`).
  const ids = [...new Set([key, ...jobIds].filter(id => /^[\w-]{1,500}$/.test(id)))]
  const before = await ledger.getMany(source.id, ids)
  const read = () => engine.byIds<JobDocument>(engine.names.jobs, ids, ['id', 'source', 'rawHash'])
  const found = await heldAsIn(before, engine, Math.floor(nowMs() / 1000), read)
  const held = found.find(document => document.source === source.id)
  const done = await ledger.exclusively(async fence => {
    const entries = await ledger.getMany(source.id, ids)
    // Sent by another worker meanwhile: the engine does not show it yet.
    if (entries.some((entry, at) => (entry && encodeEntry(entry)) !== (before[at] && encodeEntry(before[at]))))
      return changed
    await fence()
    if (turn && !(await turn.claim(ids))) return { outcome: 'older' as const, id: held?.id ?? key, tasks: [] }
    const id = held?.id ?? ids[entries.findIndex(entry => entry?.state === 'folded')]
    const writtenAt = nowMs()
    const expiresAt = Math.floor(writtenAt / 1000)
    if (id === undefined) {
      // A sync under way may have read the job's row and not sent it yet, and the next may read it from an old feed.
      if (source.from !== null) {
        const unlisted = withdrawnEntry({ rawHash: '', firstSeen: expiresAt, expiresAt, writtenAt })
        await ledger.put(source.id, new Map(jobIds.map(id => [id, unlisted])))
      }
      return { outcome: 'unknownJob' as const, id: key, tasks: [] }
    }
    const entry = entries[ids.indexOf(id)]
    const { rawHash = entry?.rawHash ?? '' } = held ?? {}
    const firstSeen = entry?.firstSeen ?? expiresAt
    // Where a run by other rules is under way, the hash may be of either: then none is taken for known.
    const salt = (await ledger.feedState(source.id))?.salt
    await ledger.put(source.id, new Map([[id, withdrawnEntry({ rawHash, firstSeen, expiresAt, writtenAt, salt })]]))
    await ledger.touch(source.id, id, writtenAt)
    await deps.sentRows.forget(source.id, id)
    const tasks = held
      ? [
          await engine.writeDocuments(engine.names.jobs, [{ id, expires_at: expiresAt, renewable: false }], {
            partial: true,
          }),
        ]
      : []
    return { outcome: 'withdrawn' as const, id, tasks }
  }, deps.keepTask)
  if (done === changed) return changed
  const { tasks, ...outcome } = done
  for (const task of tasks) await engine.waitTask(task)
  if (tasks.length > 0) deps.changes.tell({ changed: [outcome.id] })
  return outcome
}

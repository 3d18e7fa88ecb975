import type { Redis } from 'ioredis'
import type { JobDocument } from '#indexer/job'
import { type JobWebhookBody, redisKeys } from '#indexer/tasks'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { jobId, rawHash, rowKey } from '../documents/identity.ts'
import type { RawJob, RawRow } from '../documents/rawJob.ts'
import { toDocument } from '../documents/toDocument.ts'
import type { SourceConfig } from '../sources/catalog.ts'
import { jobRow } from '../sources/job.ts'
import { claimSlugs, heldEntry, type SourceOf, type SyncDependencies, saltOf, slugDocument } from './syncSource.ts'

export type JobOutcome =
  /** `added`: it was not in the index, or not live any more. `slug` is that of its page. */
  | { outcome: 'upserted'; id: string; slug: string; added: boolean }
  | { outcome: 'withdrawn' | 'older' | 'unknownJob'; id: string }
  | { outcome: 'refused'; reason: string }
export type WebhookOutcome =
  | JobOutcome
  /** Its payload is gone: an earlier attempt finished the work. */
  | { outcome: 'done' }

/**
 * Applies one delivery of `POST /webhooks/jobs`: upserts or withdraws one job beside the serial queue. Idempotent; an older payload (by `updated_at`) does not
 * overwrite a newer one.
 */
export async function applyWebhook(deliveryId: string, sourceOf: SourceOf, deps: SyncDependencies & { redis: Redis; prefix: string }): Promise<WebhookOutcome> {
  const key = redisKeys.webhookJob(deps.prefix, deliveryId)
  const payload = await deps.redis.get(key)
  if (payload === null) return { outcome: 'done' }
  const body = JSON.parse(payload) as JobWebhookBody
  const source = await sourceOf(body.source)
  const outcome: WebhookOutcome = source
    ? body.type === 'job.withdrawn'
      ? await withdrawJob(body.id, source, deps)
      : await upsertJob(jobRow(body.job, 1), source, deps)
    : { outcome: 'refused', reason: `The catalogue has no source "${body.source}".` }
  await deps.redis.del(key)
  deps.log[outcome.outcome === 'refused' ? 'warn' : 'info']({ event: 'webhookJob', source: body.source, ...outcome }, 'webhookJob')
  return outcome
}

/** What is known of a write whose row has no dates of its own: a posted advert. */
export interface SentJob {
  /** Epoch milliseconds: the document's date of change, and the date of an advert that is posted anew after it had ended. */
  at: number
  /** Epoch seconds: since when there is the job, whatever is known of it here. */
  firstSeen?: number
  /** Called right before the write, while nobody else writes: false where something that came later has been done for the job already. */
  claim(): Promise<boolean>
}

/**
 * Writes one row beside the serial queue and waits until it is found. An older row (by its date of change) does not overwrite a newer one. What is `sent`
 * unchanged is not written again; with a closing date that has passed it ends the job, and is refused where there is none.
 */
export async function upsertJob(row: RawRow, source: SourceConfig, deps: SyncDependencies, sent?: SentJob): Promise<JobOutcome> {
  const { engine, ledger, gazetteer, adverts, sentRows } = deps
  if (!('job' in row)) return { outcome: 'refused', reason: row.reason }
  const { job } = row
  const id = jobId(source.id, rowKey(job), job.uuid)
  const nowMs = deps.now ?? Date.now
  const now = Math.floor(nowMs() / 1000)
  const entry = await ledger.get(source.id, id)
  const [held] = await engine.byIds<JobDocument>(engine.names.jobs, [id], ['id', 'source', 'published_at', 'updated_at', 'expires_at', 'rawHash', 'url_slug'])
  if (held && held.source !== source.id) return { outcome: 'refused', reason: `The id ${id} already belongs to a job of the source "${held.source}".` }
  const live = held !== undefined && held.expires_at > now
  // A job that is posted anew after it had ended is a new one.
  const firstSeen = sent?.firstSeen ?? (sent && !live ? 0 : entry?.firstSeen || held?.published_at)
  const parsed = toDocument(job, {
    source,
    gazetteer,
    now,
    firstSeen: firstSeen || now,
    key: rowKey(job),
    rawHash: sentHash(job, source, gazetteer),
  })
  if ('reason' in parsed) return { outcome: 'refused', reason: parsed.reason }
  const { document } = parsed
  if (held && job.updatedAt !== undefined && document.updated_at < held.updated_at) return { outcome: 'older', id }
  if (sent) {
    document.updated_at = Math.max(document.updated_at, Math.floor(sent.at / 1000))
    if (!live && document.expires_at <= now)
      return { outcome: 'refused', reason: `Its closing date has passed (${dayOf(document.expires_at)}): send a later one.` }
    if (live && held.rawHash === document.rawHash && (await sent.claim())) return { outcome: 'upserted', id, slug: held.url_slug, added: false }
  }
  await claimSlugs(engine, [document])
  // Whoever sends one job wants it shown, twin or not; feeds that list it after this are folded into it.
  if ((await adverts.twins([document], now)).size === 0) await adverts.claim([{ id, print: adverts.print(document) }])
  const tasks = await ledger.exclusively(async () => {
    if (sent && !(await sent.claim())) return null
    const writtenAt = nowMs()
    const since = firstSeen || document.published_at
    await ledger.put(source.id, new Map([[id, heldEntry(document, since, writtenAt)]]))
    await ledger.touch(id, writtenAt)
    if (document.expires_at <= now) await sentRows.forget(source.id, id)
    else if (source.from === null) await sentRows.keep(source.id, id, { job, at: document.updated_at * 1000, firstSeen: since }, document.expires_at)
    return [await engine.writeDocuments(engine.names.slugs, [slugDocument(document)]), await engine.writeDocuments(engine.names.jobs, [document])]
  })
  if (!tasks) return { outcome: 'older', id }
  for (const task of tasks) await engine.waitTask(task)
  if (sent && document.expires_at <= now) return { outcome: 'withdrawn', id }
  return { outcome: 'upserted', id, slug: document.url_slug, added: !live }
}

/** As a sync of the same row would have it: a later sync that lists it unchanged has nothing to write. */
export function sentHash(job: RawJob, source: SourceConfig, gazetteer: Gazetteer): string {
  return Buffer.from(rawHash(job, saltOf(source, gazetteer)).slice(0, 11), 'base64url')
    .toString('hex')
    .slice(0, 16)
}

function dayOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10)
}

/**
 * The job ends now: it stays in the index with its date passed until the sweep, so that a rebuild under way pages over a stable index. One that another source's
 * job stands for does not come back when that one goes.
 */
export async function withdrawJob(key: string, source: SourceConfig, deps: SyncDependencies, sent?: SentJob): Promise<JobOutcome> {
  const { engine, ledger, now: nowMs = Date.now } = deps
  // The engine refuses to look for what can be no id (`AB/12`).
  const ids = [...new Set([key, jobId(source.id, key), jobId(source.id, key, key)].filter(id => /^[\w-]{1,500}$/.test(id)))]
  const found = await engine.byIds<JobDocument>(engine.names.jobs, ids, ['id', 'source', 'rawHash'])
  const held = found.find(document => document.source === source.id)
  const folded = held ? undefined : (await ledger.getMany(source.id, ids)).findIndex(entry => entry?.state === 'folded')
  const id = held?.id ?? ids[folded ?? -1]
  if (id === undefined) return { outcome: 'unknownJob', id: key }
  const tasks = await ledger.exclusively(async () => {
    if (sent && !(await sent.claim())) return null
    const writtenAt = nowMs()
    const expiresAt = Math.floor(writtenAt / 1000)
    const entry = await ledger.get(source.id, id)
    const { rawHash = entry?.rawHash ?? '' } = held ?? {}
    const firstSeen = entry?.firstSeen ?? expiresAt
    await ledger.put(source.id, new Map([[id, { state: 'withdrawn', rawHash, firstSeen, expiresAt, renewable: false, missed: 0, writtenAt }]]))
    await ledger.touch(id, writtenAt)
    await deps.sentRows.forget(source.id, id)
    return held ? [await engine.writeDocuments(engine.names.jobs, [{ id, expires_at: expiresAt, renewable: false }], { partial: true })] : []
  })
  if (!tasks) return { outcome: 'older', id }
  for (const task of tasks) await engine.waitTask(task)
  return { outcome: 'withdrawn', id }
}

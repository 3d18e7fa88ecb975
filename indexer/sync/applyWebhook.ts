import type { Redis } from 'ioredis'
import type { JobDocument } from '#indexer/job'
import { type JobWebhookBody, redisKeys } from '#indexer/tasks'
import { jobId, rawHash, rowKey } from '../documents/identity.ts'
import { toDocument } from '../documents/toDocument.ts'
import type { SourceConfig } from '../sources/catalog.ts'
import { jobRow } from '../sources/job.ts'
import { claimSlugs, heldEntry, type SyncDependencies, saltOf, slugDocument } from './syncSource.ts'

export type WebhookOutcome =
  | { outcome: 'upserted' | 'withdrawn' | 'older' | 'unknownJob'; id: string }
  | { outcome: 'refused'; reason: string }
  /** Its payload is gone: an earlier attempt finished the work. */
  | { outcome: 'done' }

/**
 * Applies one delivery of `POST /webhooks/jobs`: upserts or withdraws one job beside the serial queue. Idempotent; an older payload (by `updated_at`) does not
 * overwrite a newer one.
 */
export async function applyWebhook(
  deliveryId: string,
  sources: readonly SourceConfig[],
  deps: SyncDependencies & { redis: Redis; prefix: string },
): Promise<WebhookOutcome> {
  const key = redisKeys.webhookJob(deps.prefix, deliveryId)
  const payload = await deps.redis.get(key)
  if (payload === null) return { outcome: 'done' }
  const body = JSON.parse(payload) as JobWebhookBody
  const source = sources.find(({ id }) => id === body.source)
  const outcome: WebhookOutcome = source
    ? body.type === 'job.withdrawn'
      ? await withdraw(body.id, source, deps)
      : await upsert(body.job, source, deps)
    : { outcome: 'refused', reason: `The catalogue has no source "${body.source}".` }
  await deps.redis.del(key)
  deps.log[outcome.outcome === 'refused' ? 'warn' : 'info']({ event: 'webhookJob', source: body.source, ...outcome }, 'webhookJob')
  return outcome
}

async function upsert(entity: Record<string, unknown>, source: SourceConfig, deps: SyncDependencies): Promise<WebhookOutcome> {
  const { engine, ledger, gazetteer } = deps
  const row = jobRow(entity, 1)
  if (!('job' in row)) return { outcome: 'refused', reason: row.reason }
  const { job } = row
  const id = jobId(source.id, rowKey(job), job.uuid)
  const writtenAt = deps.now?.() ?? Date.now()
  const entry = await ledger.get(source.id, id)
  const parsed = toDocument(job, {
    source,
    gazetteer,
    now: Math.floor(writtenAt / 1000),
    firstSeen: entry?.firstSeen || Math.floor(writtenAt / 1000),
    key: rowKey(job),
    // As a sync of the same row would have it: a later sync that lists it unchanged has nothing to write.
    rawHash: Buffer.from(rawHash(job, saltOf(source)).slice(0, 11), 'base64url')
      .toString('hex')
      .slice(0, 16),
  })
  if ('reason' in parsed) return { outcome: 'refused', reason: parsed.reason }
  const { document } = parsed
  const [held] = await engine.byIds<JobDocument>(engine.names.jobs, [id], ['id', 'source', 'updated_at'])
  if (held && held.source !== source.id) return { outcome: 'refused', reason: `The id ${id} already belongs to a job of the source "${held.source}".` }
  if (held && job.updatedAt !== undefined && document.updated_at < held.updated_at) return { outcome: 'older', id }
  await claimSlugs(engine, [document])
  const tasks = await ledger.exclusively(async () => {
    await ledger.put(source.id, new Map([[id, heldEntry(document, entry?.firstSeen || document.published_at, writtenAt)]]))
    await ledger.touch(id, writtenAt)
    return [await engine.writeDocuments(engine.names.slugs, [slugDocument(document)]), await engine.writeDocuments(engine.names.jobs, [document])]
  })
  for (const task of tasks) await engine.waitTask(task)
  return { outcome: 'upserted', id }
}

/** The job ends now: it stays in the index with its date passed until the sweep, so that a rebuild under way pages over a stable index. */
async function withdraw(key: string, source: SourceConfig, { engine, ledger, now }: SyncDependencies): Promise<WebhookOutcome> {
  const writtenAt = now?.() ?? Date.now()
  const found = await engine.byIds<JobDocument>(
    engine.names.jobs,
    [...new Set([key, jobId(source.id, key), jobId(source.id, key, key)])],
    ['id', 'source', 'rawHash'],
  )
  const held = found.find(document => document.source === source.id)
  if (!held) return { outcome: 'unknownJob', id: key }
  const { id } = held
  const expiresAt = Math.floor(writtenAt / 1000)
  const task = await ledger.exclusively(async () => {
    const entry = await ledger.get(source.id, id)
    const firstSeen = entry?.firstSeen ?? expiresAt
    await ledger.put(source.id, new Map([[id, { state: 'withdrawn', rawHash: held.rawHash, firstSeen, expiresAt, renewable: false, missed: 0, writtenAt }]]))
    await ledger.touch(id, writtenAt)
    return engine.writeDocuments(engine.names.jobs, [{ id, expires_at: expiresAt, renewable: false }], { partial: true })
  })
  await engine.waitTask(task)
  return { outcome: 'withdrawn', id }
}

import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { ContentReader } from '#indexer/content'
import { type ContentIndex, contentIndexes } from '#indexer/contentDocuments'
import { contentTypes } from '#indexer/contentTypes'
import type { Site } from '#indexer/site'
import { type ContentRecord, redisKeys } from '#indexer/tasks'
import { toContentDocuments } from '../documents/contentDocuments.ts'
import type { Engine } from '../indexes/meilisearch.ts'

export interface ContentDependencies {
  engine: Engine
  redis: Redis
  /** Of the installation's Redis keys. */
  prefix: string
  log: Logger
  site: Site
  /** Epoch milliseconds. */
  now?: () => number
}

/** Refusals kept in the record: an operator mends a few at a time. */
const refusedKept = 500

interface Held {
  id: string
  contentHash: string
}

/**
 * Makes the content indexes hold what the snapshot says: compares hashes, writes what is new or changed, deletes what
 * is gone, and waits until it is searchable. An index that fails does not keep the others from that. Nothing is
 * remembered between two syncs but the indexes themselves, so one that died anywhere is simply done again. Nothing is
 * deleted for a snapshot without any entry, which is a snapshot not yet there, or a space emptied by mistake.
 * @returns the record that is kept for operators
 * @throws with what the engine said of which index, or what Redis throws, after it has been recorded as failed where
 * Redis still can
 */
export async function syncContent(reader: ContentReader, deps: ContentDependencies): Promise<ContentRecord> {
  const { now = Date.now } = deps
  const startedAt = now()
  const counts = { upserted: 0, deleted: 0, unchanged: 0 }
  try {
    const { documents, refused } = toContentDocuments(reader, deps)
    const empty = Object.keys(contentTypes).every(type => reader.entries(type).length === 0)
    const failures: string[] = []
    if (!empty)
      for (const index of contentIndexes)
        try {
          const done = await syncIndex(index, documents[index], deps.engine)
          for (const part of ['upserted', 'deleted', 'unchanged'] as const) counts[part] += done[part]
        } catch (error) {
          // The others are none the worse for it.
          failures.push(`${index}: ${(error as Error).message}`)
        }
    if (failures.length > 0) throw new Error(failures.join(' '))
    const record: ContentRecord = {
      at: new Date(startedAt).toISOString(),
      ms: now() - startedAt,
      outcome: 'ok',
      ...(empty && { reason: 'The CMS has no entries that the site knows: the indexes were left as they are.' }),
      ...counts,
      refused: refused.slice(0, refusedKept),
    }
    await saveContentRecord(record, deps)
    const { refused: _, ...shown } = record
    const level = empty || refused.length > 0 ? 'warn' : 'info'
    deps.log[counts.upserted + counts.deleted > 0 ? level : 'debug'](
      { event: 'syncContent', ...shown, refused: refused.length },
      'syncContent',
    )
    return record
  } catch (error) {
    await failContent((error as Error).message, deps, counts).catch(() => undefined)
    throw error
  }
}

async function syncIndex(
  index: ContentIndex,
  documents: readonly Held[],
  engine: Engine,
): Promise<{ upserted: number; deleted: number; unchanged: number }> {
  const uid = engine.names[index]
  // What a sync that died had asked for is done or undone before anything is compared.
  await engine.settle(uid)
  const held = new Map<string, string>()
  for await (const page of engine.pages<Held>(uid, { fields: ['id', 'contentHash'] }))
    for (const { id, contentHash } of page) held.set(id, contentHash)
  const changed = documents.filter(({ id, contentHash }) => held.get(id) !== contentHash)
  const wanted = new Set(documents.map(({ id }) => id))
  const gone = [...held.keys()].filter(id => !wanted.has(id))
  const tasks: number[] = []
  if (changed.length > 0) tasks.push(await engine.writeDocuments(uid, changed))
  if (gone.length > 0) tasks.push(await engine.deleteByIds(uid, gone))
  for (const task of tasks) await engine.waitTask(task)
  return { upserted: changed.length, deleted: gone.length, unchanged: documents.length - changed.length }
}

/**
 * Records that the content could not be synced; what is refused is still what the last good sync refused.
 * Logged once a state, not once a poll.
 */
export async function failContent(
  reason: string,
  deps: Pick<ContentDependencies, 'redis' | 'prefix' | 'log' | 'now'>,
  done: Pick<ContentRecord, 'upserted' | 'deleted' | 'unchanged'> = { upserted: 0, deleted: 0, unchanged: 0 },
): Promise<ContentRecord> {
  const last = await lastContentRecord(deps)
  const at = new Date(deps.now?.() ?? Date.now()).toISOString()
  const record: ContentRecord = {
    at,
    ms: 0,
    outcome: 'failed',
    reason,
    ...done,
    refused: last?.refused ?? [],
  }
  if (last?.outcome !== 'failed' || last.reason !== reason)
    deps.log.error({ event: 'syncContentFailed', reason }, `The content could not be synced: ${reason}`)
  await saveContentRecord(record, deps)
  return record
}

async function lastContentRecord({
  redis,
  prefix,
}: Pick<ContentDependencies, 'redis' | 'prefix'>): Promise<ContentRecord | null> {
  const text = await redis.get(redisKeys.contentRecord(prefix))
  return text === null ? null : (JSON.parse(text) as ContentRecord)
}

async function saveContentRecord(
  record: ContentRecord,
  { redis, prefix }: Pick<ContentDependencies, 'redis' | 'prefix'>,
): Promise<void> {
  await redis.set(redisKeys.contentRecord(prefix), JSON.stringify(record))
}

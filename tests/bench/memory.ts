/**
 * One sync in a process of its own; prints its record, its peak memory, and afterwards the time that reading the feed
 * alone takes. Arguments: Meilisearch address, key, Redis address, feed, prefix of indexes and keys, format.
 */
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { readRows } from '../../indexer/sources/formats.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { openSyncState } from '../../indexer/sync/syncState.ts'

const [url = '', key = '', redisUrl = '', feed = '', prefix = 'memory', format = 'job'] = process.argv.slice(2)
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
const engine = new Engine({ url, key, names: indexNames(`${prefix}_`) })
await engine.ensureIndexes()
const source = parseCatalog({ sources: [{ id: 'memory', title: 'Memory', format, from: feed }] }, '/')[0]!
const log = pino({ level: 'silent' })
const deps = { engine, ...openSyncState({ redis, prefix, engine, log }), gazetteer: loadGazetteer(), log }
const record = await syncSource(source, deps)
redis.disconnect()
// maxRSS is in kilobytes on Linux.
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
const startedAt = performance.now()
for await (const _ of readRows(feed, source));
console.log(JSON.stringify({ ...record, peakMb, readMs: performance.now() - startedAt }))

/** One sync in a process of its own; prints its peak memory. Arguments: Meilisearch address, key, Redis address, folder, catalogue id prefix. */
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import { loadGazetteer } from '../../indexer/documents/gazetteer.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { Ledger } from '../../indexer/sync/ledger.ts'
import { Records } from '../../indexer/sync/records.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'

const [url = '', key = '', redisUrl = '', feed = '', prefix = 'memory'] = process.argv.slice(2)
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
const engine = new Engine({ url, key, names: indexNames(`${prefix}_`) })
await engine.ensureIndexes()
const source = parseCatalog({ sources: [{ id: 'memory', title: 'Memory', format: 'job', from: feed }] }, '/')[0]!
const deps = { engine, ledger: new Ledger(redis, prefix), records: new Records(redis, prefix), gazetteer: loadGazetteer(), log: pino({ level: 'silent' }) }
const record = await syncSource(source, deps)
redis.disconnect()
// maxRSS is in kilobytes on Linux.
console.log(JSON.stringify({ ...record, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }))

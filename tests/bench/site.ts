/** The site over engines that are filled already, in a process of its own; prints its address. One argument, JSON. */
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { openSyncState } from '../../indexer/sync/syncState.ts'
import type { TestIndexer } from '../builders/indexer.ts'
import { startSite } from '../builders/site.ts'

const { meiliUrl, masterKey, redisUrl, prefix, folder } = JSON.parse(process.argv[2] ?? '{}') as Record<
  'meiliUrl' | 'masterKey' | 'redisUrl' | 'prefix' | 'folder',
  string
>
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
const engine = new Engine({ url: meiliUrl, key: masterKey, names: indexNames('') })
const log = pino({ level: 'silent' })
const state = openSyncState({ redis, prefix, engine, log })
const filled = {
  engine,
  redis,
  redisUrl,
  meiliUrl,
  masterKey,
  ...state,
  gazetteer: loadGazetteer(),
  log,
  prefix,
  folder,
}
const site = await startSite({ indexer: filled as unknown as TestIndexer, limits: 10_000_000 })
console.log(JSON.stringify({ origin: site.origin }))
process.once('SIGTERM', async () => {
  await site.stop()
  redis.disconnect()
  process.exit(0)
})

/**
 * One sync in a process of its own; prints its record, its peak memory, and afterwards the time that reading the feed
 * alone takes. With `everyMs` it goes on for as long as it runs, as a worker does. One argument, JSON: see `syncAlone`.
 */
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import { openGazetteer } from '../../indexer/documents/aliases.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { readRows } from '../../indexer/sources/formats.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { openSyncState } from '../../indexer/sync/syncState.ts'

const {
  meiliUrl,
  masterKey,
  redisUrl,
  feed,
  indexes,
  prefix,
  source: id,
  format,
  threads,
  before: earlier,
  everyMs,
} = JSON.parse(process.argv[2] ?? '{}') as Record<
  | 'meiliUrl'
  | 'masterKey'
  | 'redisUrl'
  | 'feed'
  | 'indexes'
  | 'prefix'
  | 'source'
  | 'format'
  | 'threads'
  | 'before'
  | 'everyMs',
  string
>
// As the worker does.
setPriority(10)
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
const engine = new Engine({ url: meiliUrl, key: masterKey, names: indexNames(indexes) })
await engine.ensureIndexes()
const home = { schedule: null, country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
const sourceOf = (from: string) => parseCatalog({ sources: [{ id, title: 'Feed', format, from, ...home }] }, '/')[0]!
const source = sourceOf(feed)
const log = pino({ level: 'silent' })
const parts = { aliases: null, postal: null, country: home.country }
const gazetteer = openGazetteer(parts)
const normalisers = threads ? { count: Number(threads), gazetteer: parts } : null
const deps = { engine, ...openSyncState({ redis, prefix, engine, log }), gazetteer, threads: normalisers, log }
if (earlier) await syncSource(sourceOf(earlier), deps)
if (everyMs) console.log(JSON.stringify({ origin: '' }))
while (everyMs) {
  await syncSource(source, deps)
  await setTimeout(Number(everyMs))
}
const before = process.cpuUsage()
const record = await syncSource(source, deps)
const cpuMs = milliseconds(process.cpuUsage(before))
redis.disconnect()
// Not maxRSS: that of a child begins with what its parent had when it was started.
const peakMb = Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024)
const startedAt = performance.now()
const beforeReading = process.cpuUsage()
for await (const _ of readRows(feed, source));
console.log(
  JSON.stringify({
    ...record,
    cpuMs,
    peakMb,
    readMs: performance.now() - startedAt,
    readCpuMs: milliseconds(process.cpuUsage(beforeReading)),
  }),
)

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return Math.round((user + system) / 1_000)
}

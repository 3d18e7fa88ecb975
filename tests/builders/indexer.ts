import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type Logger, pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import type { Gazetteer } from '../../indexer/documents/gazetteer.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { type SourceConfig } from '../../indexer/sources/source.ts'
import { openSyncState, type SyncDependencies } from '../../indexer/sync/syncState.ts'
import { dataFolder } from './dataFolder.ts'
import { type RunningMeilisearch, startMeilisearch } from './meilisearch.ts'
import { startRedis } from './redis.ts'
import { findTemplate, leaveTemplate } from './templates.ts'

export interface TestIndexer extends SyncDependencies {
  engine: Engine
  redis: Redis
  redisUrl: string
  meiliUrl: string
  masterKey: string
  /** Of the engine's process. */
  enginePid(): number
  gazetteer: Gazetteer
  log: Logger
  prefix: string
  /** A temporary folder for feeds. */
  folder: string
  source(overrides?: Record<string, unknown>): SourceConfig
  jobs(): Promise<JobDocument[]>
  /** Number of tasks that the engine has had for the jobs index: what a run that writes nothing leaves as it was. */
  engineTasks(): Promise<number>
  /** Leaves what is in the indexes and in Redis in a folder, for a later indexer to begin with (`copyOf`). */
  copyTo(folder: string): Promise<void>
  stop(): Promise<void>
}

let gazetteer: Gazetteer | undefined
const redisFile = 'redis.json'

/**
 * A Meilisearch of its own with all indexes and their settings: empty ones, unless the options say otherwise.
 * @param options.keptIn a folder that keeps the indexes
 * @param options.copyOf a folder that another engine was copied to
 * @param options.withPlaces with all places, which are written once a run
 */
export async function startEngine({
  keptIn,
  copyOf,
  withPlaces = false,
}: {
  keptIn?: string | undefined
  copyOf?: string | null
  withPlaces?: boolean
} = {}): Promise<{ meilisearch: RunningMeilisearch; engine: Engine }> {
  const name = withPlaces ? 'places' : copyOf || keptIn ? null : 'indexes'
  const template = name && findTemplate(name)
  const meilisearch = await startMeilisearch({ keptIn, copyOf: copyOf ?? template })
  const engine = new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') })
  await engine.ensureIndexes()
  if (name && !template) {
    if (withPlaces) {
      gazetteer ??= loadGazetteer()
      await engine.waitTask(await engine.writeDocuments(engine.names.places, placeDocuments(gazetteer)))
    }
    await leaveTemplate(name, meilisearch.copyTo)
  }
  return { meilisearch, engine }
}

/**
 * The indexer's parts on a Meilisearch and a Redis of their own.
 * @param options.indexesIn a folder that keeps the indexes; without one all is gone at the end. Redis is empty at each
 * start: what is kept can be searched, and not synced
 * @param options.copyOf a folder that another indexer was copied to
 * @param options.withPlaces with all places in their index
 */
export async function startIndexer({
  indexesIn,
  copyOf,
  withPlaces,
}: {
  indexesIn?: string | undefined
  copyOf?: string | null
  withPlaces?: boolean
} = {}): Promise<TestIndexer> {
  const [{ meilisearch, engine }, server, folder] = await Promise.all([
    startEngine({ keptIn: indexesIn, ...(copyOf !== undefined && { copyOf }), ...(withPlaces && { withPlaces }) }),
    startRedis(),
    dataFolder('longlist-indexer-'),
  ])
  const redis = new Redis(server.url, { maxRetriesPerRequest: null })
  if (copyOf) await restoreKeys(redis, join(copyOf, redisFile))
  gazetteer ??= loadGazetteer()
  const prefix = 'test'
  const log = pino({ level: 'silent' })
  return {
    engine,
    redis,
    redisUrl: server.url,
    meiliUrl: meilisearch.url,
    masterKey: meilisearch.masterKey,
    enginePid: meilisearch.pid,
    ...openSyncState({ redis, prefix, engine, log }),
    gazetteer,
    log,
    prefix,
    folder,
    source: (overrides = {}) => {
      const base = {
        id: 'feed',
        title: 'Feed',
        format: 'job',
        from: 'jobs.ndjson',
        schedule: null,
        country: 'GB',
        currency: 'GBP',
        timeZone: 'Europe/London',
      }
      return parseCatalog({ sources: [{ ...base, ...overrides }] }, folder)[0]!
    },
    jobs: async () => {
      const all: JobDocument[] = []
      for await (const page of engine.pages<JobDocument>(engine.names.jobs)) all.push(...page)
      return all.sort((a, b) => (a.external_reference < b.external_reference ? -1 : 1))
    },
    engineTasks: async () => {
      const answer = await fetch(`${meilisearch.url}/tasks?indexUids=jobs&limit=1`, {
        headers: { authorization: `Bearer ${meilisearch.masterKey}` },
      })
      return ((await answer.json()) as { total: number }).total
    },
    copyTo: async to => {
      await Promise.all([meilisearch.copyTo(to), dumpKeys(redis, join(to, redisFile))])
    },
    stop: async () => {
      redis.disconnect()
      await Promise.all([
        meilisearch.stop(),
        server.stop(),
        rm(folder, { recursive: true, force: true, maxRetries: 10 }),
      ])
    },
  }
}

/** Key, milliseconds to live (0: for good) and value as Redis serialises it. */
type DumpedKey = [key: string, ttl: number, value: string]

async function dumpKeys(redis: Redis, file: string): Promise<void> {
  const dumped = (await redis.keys('*')).map(
    async (key): Promise<DumpedKey> => [
      key,
      Math.max(0, await redis.pttl(key)),
      (await redis.dumpBuffer(key))!.toString('base64'),
    ],
  )
  await writeFile(file, JSON.stringify(await Promise.all(dumped)))
}

async function restoreKeys(redis: Redis, file: string): Promise<void> {
  const dumped = JSON.parse(await readFile(file, 'utf8')) as DumpedKey[]
  await Promise.all(dumped.map(([key, ttl, value]) => redis.restore(key, ttl, Buffer.from(value, 'base64'))))
}

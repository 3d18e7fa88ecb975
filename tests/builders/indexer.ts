import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type Logger, pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import type { Gazetteer } from '../../indexer/documents/gazetteer.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { type SourceConfig } from '../../indexer/sources/source.ts'
import { openSyncState, type SyncDependencies } from '../../indexer/sync/syncState.ts'
import { startMeilisearch } from './meilisearch.ts'
import { startRedis } from './redis.ts'

export interface TestIndexer extends SyncDependencies {
  engine: Engine
  redis: Redis
  redisUrl: string
  meiliUrl: string
  masterKey: string
  gazetteer: Gazetteer
  log: Logger
  prefix: string
  /** A temporary folder for feeds. */
  folder: string
  source(overrides?: Record<string, unknown>): SourceConfig
  jobs(): Promise<JobDocument[]>
  /** Number of tasks that the engine has had for the jobs index: what a run that writes nothing leaves as it was. */
  engineTasks(): Promise<number>
  stop(): Promise<void>
}

let gazetteer: Gazetteer | undefined

/**
 * The indexer's parts on a Meilisearch and a Redis of their own.
 * @param indexesIn a folder that keeps the indexes; without one all is gone at the end. Redis is empty at each start:
 * what is kept can be searched, and not synced
 */
export async function startIndexer({ indexesIn }: { indexesIn?: string | undefined } = {}): Promise<TestIndexer> {
  const [meilisearch, server, folder] = await Promise.all([
    startMeilisearch({ keptIn: indexesIn }),
    startRedis(),
    mkdtemp(join(tmpdir(), 'longlist-indexer-')),
  ])
  const redis = new Redis(server.url, { maxRetriesPerRequest: null })
  const engine = new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') })
  await engine.ensureIndexes()
  gazetteer ??= loadGazetteer()
  const prefix = 'test'
  const log = pino({ level: 'silent' })
  return {
    engine,
    redis,
    redisUrl: server.url,
    meiliUrl: meilisearch.url,
    masterKey: meilisearch.masterKey,
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

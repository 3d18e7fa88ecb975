import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { sites } from '#indexer/site'
import type { SlugDocument } from '#indexer/slugs'
import type { ApiConfig } from '../../api/config.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { type RunningMeilisearch, startMeilisearch } from './meilisearch.ts'
import { type RunningRedis, startRedis } from './redis.ts'

export interface TestServers {
  meilisearch: RunningMeilisearch
  redis: RunningRedis
  engine: Engine
  /** Of a UK site on both, with everything switched on and nothing logged. */
  config: ApiConfig
  /** Writes documents and waits until they are found. A slug is written for each job. */
  write(documents: { jobs?: JobDocument[]; places?: PlaceDocument[]; slugs?: SlugDocument[] }): Promise<void>
  stop(): Promise<void>
}

export const webhookSecret = `whsec_${Buffer.from('a secret that only tests know').toString('base64')}`
export const admin = { user: 'admin', password: 'correct horse' }

/** The engines of a site of its own, with empty indexes that have their settings. */
export async function startServers(): Promise<TestServers> {
  const [meilisearch, redis] = await Promise.all([startMeilisearch(), startRedis()])
  const names = indexNames('')
  const engine = new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names })
  await engine.ensureIndexes()
  const config: ApiConfig = {
    site: sites.uk,
    meiliUrl: meilisearch.url,
    searchKey: meilisearch.masterKey,
    redisUrl: redis.url,
    indexPrefix: '',
    queuePrefix: 'test',
    admin,
    webhookSecret,
    publicUrl: 'https://jobs.example.com',
    trustedHops: 0,
    searchRateLimit: 10_000,
    logLevel: 'silent',
  }
  return {
    meilisearch,
    redis,
    engine,
    config,
    async write({ jobs = [], places = [], slugs = [] }) {
      const known: SlugDocument[] = jobs.map(({ url_slug, id, title, specialisms, location }) => ({ slug: url_slug, jobId: id, title, specialisms, location }))
      if (places.length > 0) await engine.waitTask(await engine.writeDocuments(names.places, places))
      if (jobs.length > 0) await engine.waitTask(await engine.writeDocuments(names.jobs, jobs))
      if (known.length + slugs.length > 0) await engine.waitTask(await engine.writeDocuments(names.slugs, [...known, ...slugs]))
    },
    async stop() {
      await Promise.all([meilisearch.stop(), redis.stop()])
    },
  }
}

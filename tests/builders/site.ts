import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { type SiteId, sites } from '#indexer/site'
import type { SlugDocument } from '#indexer/slugs'
import { redisKeys, type SourceSummary } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { ContentMemory } from '../../indexer/content/memory.ts'
import { placeDocuments } from '../../indexer/documents/gazetteer.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { syncContent } from '../../indexer/sync/syncContent.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { moveDates, weeksSince } from '../../infra/content/moveDates.ts'
import { seedJobs } from '../../infra/content/seedJobs.ts'
import { assetFile, localesOf, readExport, syncItemsOf } from '../../infra/content/space.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { registerWeb } from '../../web/serve.ts'
import { writeNdjson } from './feed.ts'
import { startIndexer, type TestIndexer } from './indexer.ts'
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
/** As Contentful makes them: 64 characters. */
export const contentWebhookSecret = 'c'.repeat(64)
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
    contentWebhookSecret,
    publicUrl: 'https://jobs.example.com',
    trustedHops: 0,
    searchRateLimit: 10_000,
    formRateLimit: 10_000,
    redirectHosts: [],
    submissionsFolder: null,
    maxFileBytes: 10 * 1_048_576,
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

export interface TestSite {
  /** `http://127.0.0.1:…`, where the site listens. */
  origin: string
  indexer: TestIndexer
  /** Writes the rows as the source's whole feed and syncs it. */
  sync(rows: readonly object[]): Promise<void>
  /** Epoch seconds of the site's own clock, which is the real one until it is stopped. */
  now(): number
  /** From now on it is this second (epoch) at the site, and stays so until the next call. */
  stopClock(second: number): void
  stop(): Promise<void>
}

const contentFolder = fileURLToPath(new URL('../../infra/content', import.meta.url))
const assets = join(contentFolder, 'assets')

/** The seed's content as the CMS would give it on this day. */
export function seedContent(now: Date): ContentMemory {
  const content = readExport(readFileSync(join(contentFolder, 'export.json'), 'utf8'))
  const moved = moveDates(content, weeksSince(content, now))
  const locales = localesOf(moved)
  const memory = new ContentMemory({ defaultLocale: locales.find(locale => locale.default)!.code, locales })
  memory.apply(syncItemsOf(moved), { initial: true })
  return memory
}

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * The whole site without a worker: real engines, all places, the seed (or the rows given) synced, and API and built pages composed as in production, on a free
 * port. Takes some seconds: one for a file of tests.
 * @param options.rows rows of the `job` format
 * @throws when the web is not built
 */
export async function startSite({ rows, site: id = 'uk' }: { rows?: readonly object[]; site?: SiteId } = {}): Promise<TestSite> {
  if (!existsSync(join(dist, 'client', '.vite', 'manifest.json')) || !existsSync(join(dist, 'server', 'entry-server.js')))
    throw new Error('The web is not built (no dist/): "npm test" builds it before it runs the tests.')
  const site = sites[id]
  let stoppedAt: number | null = null
  const now = () => stoppedAt ?? Date.now()
  const indexer = await startIndexer()
  try {
    const { engine, gazetteer, redis, prefix } = indexer
    const places = await engine.writeDocuments(engine.names.places, placeDocuments(gazetteer))
    const sync = async (all: readonly object[]) => {
      await writeNdjson(join(indexer.folder, 'jobs.ndjson'), all)
      const run = await syncSource(indexer.source(), { ...indexer, now }, { force: true })
      if (run.outcome !== 'ok' || run.received !== all.length) throw new Error(`The rows were not synced: ${JSON.stringify(run)}`)
    }
    await sync(rows ?? seedJobs(new Date(now())))
    await engine.waitTask(places)
    const summary: SourceSummary = { id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson', schedule: null }
    await redis.hset(redisKeys.sources(prefix), summary.id, JSON.stringify(summary))

    const config: ApiConfig = {
      site,
      meiliUrl: indexer.meiliUrl,
      searchKey: indexer.masterKey,
      redisUrl: indexer.redisUrl,
      indexPrefix: '',
      queuePrefix: prefix,
      admin,
      webhookSecret,
      contentWebhookSecret,
      publicUrl: null,
      trustedHops: 0,
      searchRateLimit: 10_000,
      formRateLimit: 10_000,
      redirectHosts: [],
      submissionsFolder: null,
      maxFileBytes: 10 * 1_048_576,
      logLevel: 'silent',
    }
    const memory = seedContent(new Date(now()))
    await syncContent(memory, { ...indexer, site, now })
    const content = createSiteContent(memory, { site, now: () => Math.floor(now() / 1_000) })
    const submissions = { forms: createForms(memory, site.id), store: await openLocalStore(join(indexer.folder, 'submissions')) }
    const app = await buildApp(config, { now, sitePages: () => content.pages(), submissions })
    await registerWeb(app, {
      api: app.siteApi,
      formPages: app.formPages,
      content,
      media: async asset => ({ bytes: readFileSync(join(assets, assetFile(assets, asset.url)!)), contentType: asset.contentType }),
      mediaFolder: join(indexer.folder, 'media'),
      site,
      publicUrl: null,
      dist,
      now: () => Math.floor(now() / 1_000),
    })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    return {
      origin,
      indexer,
      sync,
      now: () => Math.floor(now() / 1_000),
      stopClock(second) {
        stoppedAt = second * 1_000
      },
      async stop() {
        await app.close()
        await indexer.stop()
      },
    }
  } catch (error) {
    await indexer.stop()
    throw error
  }
}

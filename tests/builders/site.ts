import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Queue, Worker } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { type ParsedMail, simpleParser } from 'mailparser'
import { deliveryHeartbeat } from '#api/deliveries'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { type Site, type SiteId, sites } from '#indexer/site'
import type { SlugDocument } from '#indexer/slugs'
import { queueNames, redisKeys, type SourceSummary, syncContentTask, taskNames } from '#indexer/tasks'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig, Patience } from '../../api/config.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { ContentMemory } from '../../indexer/content/memory.ts'
import { openSnapshot, type Snapshot } from '../../indexer/content/snapshot.ts'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'
import { followContent } from '../../indexer/sync/followContent.ts'
import { mineSuggestions } from '../../indexer/sync/mineSuggestions.ts'
import { syncContent } from '../../indexer/sync/syncContent.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { type CdaServer, startCdaServer } from '../../infra/cms/cdaServer.ts'
import { moveDates, weeksSince } from '../../infra/cms/moveDates.ts'
import { assetFile, localesOf, Space, type SpaceExport, syncItemsOf } from '../../infra/cms/space.ts'
import { contentExport, seedFolder } from '../../infra/seed/contentExport.ts'
import { seedJobs } from '../../infra/seed/seedJobs.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { registerWeb } from '../../web/serve.ts'
import { awaitReady, end } from './child.ts'
import { entryArgs } from './compiled.ts'
import { writeNdjson } from './feed.ts'
import { startEngine, startIndexer, type TestIndexer } from './indexer.ts'
import type { RunningMeilisearch } from './meilisearch.ts'
import { type RunningRedis, startRedis } from './redis.ts'
import { findTemplate, leaveTemplate } from './templates.ts'

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
const metricsToken = 'a-token-that-only-tests-know'
/** Of a request to `/metrics`. */
export const metricsLogin = { authorization: `Bearer ${metricsToken}` }

/**
 * The pages of /admin as the administrator's browser asks for them.
 * @param app asked for at each request: tests make it later
 */
export function adminBrowser(app: () => FastifyInstance) {
  const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`
  const headers = { authorization, accept: 'text/html' }
  return {
    page: (url: string) => app().inject({ url, headers }),
    post: (url: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
      app().inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...more },
      }),
  }
}
export const admin = { user: 'admin', password: 'correct horse' }

/** No limit of the site's own runs out while a machine stands still. */
const patience: Patience = {
  engineMs: 100_000,
  redisMs: 100_000,
  lookMs: 100_000,
  cv: { waitMs: 100_000, readMs: 100_000 },
}

/** Of a site with everything switched on and nothing logged. */
export function siteConfig({
  meiliUrl,
  masterKey,
  redisUrl,
  queuePrefix = 'test',
  site = sites.uk,
}: Pick<TestIndexer, 'meiliUrl' | 'masterKey' | 'redisUrl'> & { queuePrefix?: string; site?: Site }): ApiConfig {
  return {
    site,
    meiliUrl,
    searchKey: masterKey,
    redisUrl,
    replicas: { urls: [], maxLagMs: 30_000 },
    indexPrefix: '',
    queuePrefix,
    admin,
    adminUsersFile: null,
    mailTemplatesFile: null,
    metricsToken,
    webhookSecret,
    contentWebhookSecret,
    publicUrl: 'https://jobs.example.com',
    trustedHops: 0,
    searchRateLimit: 10_000,
    requestsAtOnce: 10_000,
    liveStreams: 1_000,
    formRateLimit: 10_000,
    redirectHosts: [],
    submissions: null,
    mailboxFolder: null,
    mailsBySmtp: true,
    scanner: null,
    maxFileBytes: 10 * 1_048_576,
    logLevel: 'silent',
    patience,
  }
}

/** The engines of a site of its own, with empty indexes that have their settings. */
export async function startServers({ withPlaces = false } = {}): Promise<TestServers> {
  const [{ meilisearch, engine }, redis] = await Promise.all([startEngine({ withPlaces }), startRedis()])
  const { names } = engine
  const config = siteConfig({ meiliUrl: meilisearch.url, masterKey: meilisearch.masterKey, redisUrl: redis.url })
  return {
    meilisearch,
    redis,
    engine,
    config,
    async write({ jobs = [], places = [], slugs = [] }) {
      const known: SlugDocument[] = jobs.map(({ url_slug, id, title, specialisms, location }) => ({
        slug: url_slug,
        jobId: id,
        title,
        specialisms,
        location,
      }))
      if (places.length > 0) await engine.waitTask(await engine.writeDocuments(names.places, places))
      if (jobs.length > 0) await engine.waitTask(await engine.writeDocuments(names.jobs, jobs))
      if (known.length + slugs.length > 0)
        await engine.waitTask(await engine.writeDocuments(names.slugs, [...known, ...slugs]))
    },
    async stop() {
      await Promise.all([meilisearch.stop(), redis.stop()])
    },
  }
}

/** The CMS of a site: a local server with the seed's content, whose webhooks reach the site. */
export interface TestCms {
  server: CdaServer
  space: Space
  /** Saves the fields of an entry in the site's language, the others as they are, publishes it and tells the site. */
  publish(id: string, fields: Record<string, unknown>, type?: string): void
  /** Takes an entry away from visitors and tells the site. */
  unpublish(id: string): void
  /** Takes it away for good and tells the site. */
  remove(id: string): void
  /** Of the site. */
  snapshot: Snapshot
  close(): Promise<void>
}

export interface TestSite {
  /** `http://127.0.0.1:…`, where the site listens. */
  origin: string
  indexer: TestIndexer
  /** Where it was asked for; else the content is the seed's and stays so. */
  cms: TestCms | null
  /** Writes the rows as the source's whole feed and syncs it. */
  sync(rows: readonly object[]): Promise<void>
  /** Folder of what forms have sent, as `openLocalStore` keeps it. */
  submissionsFolder: string
  /** Mails that the deliveries have made so far; empty without them. */
  mailbox(): Promise<ParsedMail[]>
  /** Epoch seconds of the site's own clock, which is the real one until it is stopped. */
  now(): number
  /** From now on it is this second (epoch) at the site, and stays so until the next call. */
  stopClock(second: number): void
  stop(): Promise<void>
}

const assets = join(seedFolder, 'assets')

function seedExport(now: Date): SpaceExport {
  const content = contentExport()
  return moveDates(content, weeksSince(content, now))
}

/** The seed's content as the CMS would give it on this day. */
export function seedContent(now: Date): ContentMemory {
  const moved = seedExport(now)
  const locales = localesOf(moved)
  const memory = new ContentMemory({ defaultLocale: locales.find(locale => locale.default)!.code, locales })
  memory.apply(syncItemsOf(moved), { initial: true })
  return memory
}

/**
 * A CMS, the site's snapshot of it, and the worker's: a consumer of the content queue with a snapshot of its own, as
 * `indexer/main.ts` has it.
 * @param options.origin a function because the site has an address only when it listens
 */
async function startCms(
  indexer: TestIndexer,
  { now, site, origin }: { now: () => number; site: Site; origin: () => string },
): Promise<TestCms> {
  const space = new Space(seedExport(new Date(now())))
  const server = await startCdaServer({
    space,
    assetsFolder: assets,
    webhook: {
      get url() {
        return `${origin()}/webhooks/contentful`
      },
      secret: contentWebhookSecret,
    },
  })
  const open = (name: string, pollSeconds: number) =>
    openSnapshot({
      space: space.space,
      environment: space.environment,
      accessToken: 'any',
      host: server.host,
      insecure: true,
      file: join(indexer.folder, name),
      pollSeconds,
      log: indexer.log,
    })
  const snapshot = open('site.json', 3_600)
  const workers = open('worker.json', 0)
  const connection = new Redis(indexer.redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue(queueNames.content, { connection, prefix: indexer.prefix })
  const followed = followContent(
    workers,
    async (task, { id, delay }) =>
      void (await queue.add(taskNames.syncContent, task, { delay, deduplication: { id } })),
    { ...indexer, site, now },
  )
  await followed.run({})
  const worker = new Worker(queueNames.content, task => followed.run(syncContentTask.parse(task.data)), {
    connection,
    prefix: indexer.prefix,
  })
  if (!(await snapshot.ready(100_000))) throw new Error(`The CMS was not read: ${JSON.stringify(snapshot.state())}`)
  const { defaultLocale } = space
  return {
    server,
    space,
    snapshot,
    publish(id, fields, type) {
      const changed = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, { [defaultLocale]: value }]),
      )
      space.put(id, { fields: { ...space.draft('Entry', id)?.fields, ...changed } }, type ? { type } : {})
      space.publish('Entry', id)
      server.tell('publish', id)
    },
    unpublish(id) {
      space.unpublish('Entry', id)
      server.tell('unpublish', id)
    },
    remove(id) {
      space.unpublish('Entry', id)
      space.remove('Entry', id)
      server.tell('delete', id)
    },
    async close() {
      followed.close()
      await worker.close()
      await queue.close()
      connection.disconnect()
      await Promise.all([snapshot.close(), workers.close()])
      await server.close()
    },
  }
}

const project = fileURLToPath(new URL('../..', import.meta.url))
const dist = join(project, 'dist')

/** The process of the deliveries, as in production, with its mails in a folder. @returns its end */
async function startDeliveries(
  { redis, redisUrl, prefix, meiliUrl, masterKey }: TestIndexer,
  site: SiteId,
  folders: { submissions: string; mailbox: string },
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, entryArgs('api/worker.ts'), {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      SITE: site,
      REDIS_URL: redisUrl,
      QUEUE_PREFIX: prefix,
      MEILI_URL: meiliUrl,
      MEILI_SEARCH_KEY: masterKey,
      ALERT_PASS_SECONDS: '1',
      SUBMISSIONS_DIR: folders.submissions,
      MAILBOX_DIR: folders.mailbox,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    await awaitReady(child, async () => (await redis.exists(deliveryHeartbeat(prefix))) === 1)
  } catch (error) {
    await end(child, 'SIGKILL')
    throw error
  }
  return () => end(child, 'SIGTERM')
}

/** Reads the mails of a folder; each is parsed once, since tests ask again and again until one is there. */
function mailboxOf(folder: string): () => Promise<ParsedMail[]> {
  const parsed = new Map<string, Promise<ParsedMail>>()
  return async () => {
    const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml'))
    return Promise.all(
      names.map(async name => {
        const path = join(folder, name)
        const version = `${name} ${(await stat(path)).mtimeMs}`
        if (!parsed.has(version)) parsed.set(version, readFile(path).then(simpleParser))
        return parsed.get(version)!
      }),
    )
  }
}

/**
 * The whole site without a worker: real engines, all places, the seed (or the rows given) synced, and API and built
 * pages composed as in production, on a free port. Takes some seconds: one for a file of tests.
 * @param options.rows rows of the `job` format
 * @param options.indexer one that is filled already, places too: nothing is synced, and it outlives the site
 * @param options.cms with a CMS that can be changed, and a worker for what is changed
 * @param options.limits of requests a minute; a bench asks for more than a visitor
 * @param options.deliveries with the process that delivers what forms send
 * @throws when the web is not built
 */
export async function startSite({
  rows,
  site: id = 'uk',
  cms: hasCms = false,
  deliveries: hasDeliveries = false,
  indexer: filled,
  limits = 10_000,
}: {
  rows?: readonly object[]
  site?: SiteId
  cms?: boolean
  deliveries?: boolean
  indexer?: TestIndexer
  limits?: number
} = {}): Promise<TestSite> {
  if (
    !existsSync(join(dist, 'client', '.vite', 'manifest.json')) ||
    !existsSync(join(dist, 'server', 'entry-server.js'))
  )
    throw new Error('The web is not built (no dist/): "npm test" builds it before it runs the tests.')
  const site = sites[id]
  let stoppedAt: number | null = null
  const now = () => stoppedAt ?? Date.now()
  const template = filled || rows ? null : findTemplate('seed')
  const indexer = filled ?? (await startIndexer(template ? { copyOf: template } : { withPlaces: true }))
  const stopIndexer = async () => void (filled ?? (await indexer.stop()))
  let cms: TestCms | null = null
  const submissionsFolder = join(indexer.folder, 'submissions')
  const mailbox = join(indexer.folder, 'mailbox')
  const deliveries = hasDeliveries ? startDeliveries(indexer, id, { submissions: submissionsFolder, mailbox }) : null
  // A failure is awaited below.
  deliveries?.catch(() => undefined)
  try {
    const { engine, redis, prefix } = indexer
    const sync = async (all: readonly object[]) => {
      await writeNdjson(join(indexer.folder, 'jobs.ndjson'), all)
      const run = await syncSource(indexer.source(), { ...indexer, now }, { force: true })
      if (run.outcome !== 'ok' || run.received !== all.length)
        throw new Error(`The rows were not synced: ${JSON.stringify(run)}`)
    }
    if (!filled && !template) {
      await sync(rows ?? seedJobs(new Date(now())))
      await mineSuggestions(engine, Math.floor(now() / 1000))
      if (!rows) await leaveTemplate('seed', indexer.copyTo)
    }
    const summary: SourceSummary = {
      id: 'feed',
      title: 'Feed',
      format: 'job',
      from: 'jobs.ndjson',
      schedule: null,
      paused: false,
      postSecret: null,
    }
    await redis.hset(redisKeys.sources(prefix), summary.id, JSON.stringify(summary))

    const config: ApiConfig = {
      ...siteConfig({ ...indexer, queuePrefix: prefix, site }),
      publicUrl: null,
      searchRateLimit: limits,
      liveStreams: 5_000,
      formRateLimit: limits,
      // Measured as it runs.
      ...(filled && { requestsAtOnce: 500, patience: {} }),
    }
    let origin = ''
    if (hasCms) cms = await startCms(indexer, { now, site, origin: () => origin })
    const reader = cms?.snapshot ?? seedContent(new Date(now()))
    if (!cms) await syncContent(reader, { ...indexer, site, now })
    const content = createSiteContent(reader, { site, now: () => Math.floor(now() / 1_000) })
    const alerts = new AlertStore(await openAlertShelf({ folder: submissionsFolder, bucket: null }))
    const store = await openLocalStore(submissionsFolder)
    const submissions = { forms: createForms(reader, site.id), store, alerts }
    const app = await buildApp(config, {
      now,
      sitePages: () => content.pages(),
      submissions,
      onContentNudge: () => cms?.snapshot.nudge(),
    })
    await registerWeb(app, {
      api: app.siteApi,
      formPages: app.formPages,
      content,
      media: async asset => ({
        bytes: readFileSync(join(assets, assetFile(assets, asset.url)!)),
        contentType: asset.contentType,
      }),
      mediaFolder: join(indexer.folder, 'media'),
      site,
      publicUrl: null,
      dist,
      now: () => Math.floor(now() / 1_000),
    })
    const endDeliveries = await deliveries
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    return {
      origin,
      submissionsFolder,
      mailbox: mailboxOf(mailbox),
      indexer,
      cms,
      sync,
      now: () => Math.floor(now() / 1_000),
      stopClock(second) {
        stoppedAt = second * 1_000
      },
      async stop() {
        await app.close()
        await endDeliveries?.()
        await cms?.close()
        await stopIndexer()
      },
    }
  } catch (error) {
    await (await deliveries?.catch(() => undefined))?.()
    await cms?.close()
    await stopIndexer()
    throw error
  }
}

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toWholeQuery } from '#api/jobQuery'
import { type JobSearchParams, parseJobSearchParams } from '#api/jobSearchParams'
import { livePath } from '#api/live'
import { type JobWebhookBody, redisKeys } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { LivePages } from '../../api/live/livePages.ts'
import type { Search } from '../../api/search/guard.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import { openSyncState, type SyncDependencies } from '../../indexer/sync/syncState.ts'
import { findFirst } from '../../web/search/findFirst.ts'
import { jobRow } from '../builders/feed.ts'
import { type LiveClient, openLive } from '../builders/liveClient.ts'
import { metricsLogin, startServers, type TestServers } from '../builders/site.ts'

let servers: TestServers
let redis: Redis
let deps: SyncDependencies & { redis: Redis; prefix: string }
let apps: FastifyInstance[] = []
let clients: LiveClient[] = []
let deliveries = 0

const [source] = parseCatalog(
  { sources: [{ id: 'agency', title: 'Agency', format: 'job', from: null, schedule: null, country: 'GB' }] },
  '.',
)

beforeAll(async () => {
  servers = await startServers({ withPlaces: true })
  redis = new Redis(servers.redis.url, { maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  const { engine } = servers
  const log = pino({ level: 'silent' })
  const prefix = servers.config.queuePrefix
  const gazetteer = loadGazetteer()
  deps = { engine, ...openSyncState({ redis, prefix, engine, log }), gazetteer, log, redis, prefix }
  for (let n = 1; n <= 40; n++) await upsert(n)
  // The last ones are told a second later, to pages that are open by then.
  await deps.changes.flush()
})
afterEach(async () => {
  for (const client of clients) client.close()
  await Promise.all(apps.map(app => app.close()))
  clients = []
  apps = []
})
afterAll(async () => {
  redis?.disconnect()
  await servers?.stop()
})

async function deliver(body: JobWebhookBody) {
  const id = `delivery-${++deliveries}`
  await redis.set(redisKeys.webhookJob(deps.prefix, id), JSON.stringify(body))
  return applyWebhook(id, () => source, deps)
}
const upsert = (n: number, over: Record<string, unknown> = {}) =>
  deliver({ type: 'job.upserted', source: 'agency', job: { title: '', ...jobRow(n, over) } })
const withdraw = (n: number) => deliver({ type: 'job.withdrawn', source: 'agency', id: idOf(n) })
const idOf = (n: number) => String(jobRow(n).id)

/** @param liveListMs between two questions for one search: what waits for the second is told soon */
async function startApp(
  over: Partial<ApiConfig> = {},
  now?: () => number,
  liveListMs = 200,
): Promise<FastifyInstance & { origin: string }> {
  const app = await buildApp({ ...servers.config, ...over }, { ...(now && { now }), ...(liveListMs && { liveListMs }) })
  apps.push(app)
  return Object.assign(app, { origin: await app.listen({ port: 0, host: '127.0.0.1' }) })
}

async function watch(
  { origin }: { origin: string },
  search: Partial<JobSearchParams> | null,
  shown: string[] = [],
  more: { whole?: boolean; since?: number } = {},
): Promise<LiveClient> {
  const client = await openLive(origin, livePath({ search, shown, since: Date.now(), ...more }))
  clients.push(client)
  return client
}
const last = (client: LiveClient) => client.news.at(-1)
/** As /jobs shows it. */
async function totalOf(app: FastifyInstance, params: JobSearchParams): Promise<number> {
  const { first } = await findFirst(params, { api: app.siteApi, site: servers.config.site, now: nowSeconds() })
  return first.jobs?.results?.[0]?.nbHits ?? Number.NaN
}
const nowSeconds = () => Math.floor(Date.now() / 1_000)
const metric = async (app: FastifyInstance, line: string) =>
  Number(
    new RegExp(`^${line.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(
      (await app.inject({ url: '/metrics', headers: metricsLogin })).body,
    )?.[1],
  )

describe('an open list', () => {
  it('is told of a new job by every process', async () => {
    const sites = [await startApp(), await startApp()]
    const pages = await Promise.all(sites.map(site => watch(site, { query: 'actuary' })))
    await expect.poll(() => pages.map(page => page.news.length)).toEqual([1, 1])
    const before = last(pages[0]!)!
    expect(before).toMatchObject({ fresh: 0, gone: [] })
    await upsert(101, { title: 'Pricing Actuary', published_at: new Date().toISOString() })
    await expect.poll(() => pages.map(page => last(page)?.total)).toEqual(Array(2).fill(before.total! + 1))
    expect(pages.map(page => last(page)!.fresh)).toEqual([1, 1])
  })

  it('is told of a job that it shows and that was withdrawn, with the count that is left', async () => {
    const site = await startApp()
    await upsert(102, { title: 'Claims Actuary' })
    const page = await watch(site, { query: 'claims actuary' }, [idOf(102), idOf(1)])
    await expect.poll(() => last(page)?.gone).toEqual([])
    const { total } = last(page)!
    await withdraw(102)
    await expect.poll(() => last(page)).toMatchObject({ gone: [idOf(102)], total: total! - 1 })
    await upsert(102, { title: 'Claims Actuary', updated_at: new Date(Date.now() + 5_000).toISOString() })
    await expect.poll(() => last(page)).toMatchObject({ gone: [], total })
  })

  it('is told when the date of a job that it shows passes, without a word from the worker', async () => {
    const ends = nowSeconds() + 86_400
    await upsert(103, { title: 'Reserving Actuary', expires_at: new Date(ends * 1_000).toISOString() })
    let now = Date.now()
    const site = await startApp({}, () => now)
    const page = await watch(site, { query: 'reserving actuary' }, [idOf(103)])
    const ofJob = await watch(site, null, [idOf(103)])
    await expect.poll(() => [page, ofJob].map(last)).toMatchObject([{ gone: [] }, { gone: [], total: null }])
    const { total } = last(page)!
    now = ends * 1_000
    await expect.poll(() => last(page)).toMatchObject({ gone: [idOf(103)], total: total! - 1 })
    await expect.poll(() => last(ofJob)).toMatchObject({ gone: [idOf(103)], total: null })
  })

  it('hears at once, when it comes late, what has changed since it was made', async () => {
    const site = await startApp()
    const since = Date.now()
    // A page that is open keeps the process listening.
    const other = await watch(site, { query: 'broker' })
    await expect.poll(() => other.news.length).toBe(1)
    await upsert(104, { title: 'Marine Broker', published_at: new Date().toISOString() })
    await expect.poll(() => last(other)?.fresh).toBe(1)
    const late = await watch(site, { query: 'broker' }, [], { since })
    await expect.poll(() => last(late)).toMatchObject({ fresh: 1, total: last(other)!.total })
    const isShown = await watch(site, { query: 'broker' }, [idOf(104)], { since })
    await expect.poll(() => last(isShown)).toMatchObject({ fresh: 0, total: last(other)!.total })
  })

  it('is told the total that its page shows, whatever it asks for', async () => {
    const site = await startApp()
    const searches = [
      '',
      'query=actuary',
      'query=contract%20actuary%20london',
      'query=senior%20underwriter%20remote%20leeds',
      'query=acturay',
      'query=java%20developer%20%C2%A350000',
      'location=London&radius=20',
      'location=Manchester&radius=5&remote=1&query=data',
      'location=Nowhere-at-all',
      'type=contract',
      'type=permanent&query=risk%20manager%20tokyo&sort=salary&page=3&size=50',
      'query=%22business%20analyst%22&posted=30',
      'pay=GBP-year-60000&unstated=1',
      'query=lead&location=London&sort=nearest',
    ].map(parseJobSearchParams)
    const pages = await Promise.all(searches.map(params => watch(site, params)))
    const saved = await Promise.all(searches.map(params => watch(site, params, [], { whole: true })))
    const told = async () => {
      const place = async (params: JobSearchParams) => site.siteApi.resolvePlace(params)
      const shown: number[] = []
      const savedShown: number[] = []
      for (const params of searches) {
        shown.push(await totalOf(site, params))
        const found = await place(params)
        const context = {
          site: servers.config.site,
          place: found.status === 'found' ? found.place : null,
          now: nowSeconds(),
        }
        const [result] = await site.siteApi.multiSearch([{ ...toWholeQuery(params, context, 'jobs'), page: 1 }])
        savedShown.push(found.status === 'unknown' ? 0 : result!.totalHits)
      }
      return { shown, savedShown }
    }
    for (const step of [0, 1, 2]) {
      if (step === 1) for (let n = 120; n < 140; n++) await upsert(n)
      if (step === 2) for (let n = 120; n < 140; n += 3) await withdraw(n)
      const { shown, savedShown } = await told()
      expect(Math.max(...shown)).toBeGreaterThan(30)
      await expect.poll(() => pages.map(page => last(page)?.total), { timeout: 30_000 }).toEqual(shown)
      await expect.poll(() => saved.map(page => last(page)?.total), { timeout: 30_000 }).toEqual(savedShown)
    }
  })
})

describe('the work of it', () => {
  it('is one question for equal searches, at most one in two seconds, and none while no page is open', async () => {
    // The product's own time.
    const site = await startApp({}, undefined, 0)
    const asked = () => metric(site, 'longlist_live_questions_total')
    const change = () => redis.publish(redisKeys.changedJobs(deps.prefix), '{"arrived":[],"changed":["x"],"many":true}')
    await expect.poll(change).toBe(1)
    const first = await watch(site, parseJobSearchParams('query=data&type=contract'))
    const second = await watch(site, parseJobSearchParams('type=contract&sort=newest&query=data&page=2'))
    await expect.poll(() => [first, second].map(({ news }) => news.length)).toEqual([1, 1])
    expect(await asked()).toBe(1)
    expect(await metric(site, 'longlist_live{of="pages"}')).toBe(2)
    expect(await metric(site, 'longlist_live{of="lists"}')).toBe(1)
    // Something changes all the time.
    const askedAt: number[] = []
    while (askedAt.length < 3) {
      await change()
      if ((await asked()) > askedAt.length + 1) askedAt.push(Date.now())
      await pause(20)
    }
    expect(await asked()).toBeLessThanOrEqual(5)
    expect(askedAt[2]! - askedAt[0]!).toBeGreaterThan(3_500)
    for (const page of [first, second]) page.close()
    await expect.poll(() => metric(site, 'longlist_live{of="pages"}')).toBe(0)
    const before = await asked()
    await change()
    // A page that comes now is behind that change, and is the one that is asked for.
    const third = await watch(site, { query: 'broker' })
    await expect.poll(() => third.news.length).toBe(1)
    expect(await asked()).toBe(before + 1)
  })

  it('leaves the engine to visitors where there are many searches and changes all the time', async () => {
    const askedAt: number[] = []
    const search = {
      resolvePlace: async () => ({ status: 'none' }),
      fresh: <T>(work: () => T) => work(),
      multiSearch: async () => {
        askedAt.push(Date.now())
        await pause(40)
        return [{ totalHits: 1, hits: [] }]
      },
      site: servers.config.site,
      now: nowSeconds,
    } as unknown as Search
    const pages = new LivePages(search, { error: () => undefined } as never, 50)
    let told = 0
    for (let n = 0; n < 40; n++) {
      const params = parseJobSearchParams(`query=word${n}`)
      pages.open({ list: { params, whole: false }, shown: [], since: 0 }, () => told++)
    }
    await expect.poll(() => told).toBe(40)
    const change = { arrived: [], changed: ['x'], many: false }
    const asked = () => {
      pages.hear(change)
      return askedAt.length
    }
    await expect.poll(asked).toBeGreaterThan(40)
    pages.close()
    // A round takes 200 ms at the least.
    expect(askedAt[40]! - askedAt[0]!).toBeGreaterThan(800)
  })

  it('goes on when Redis was away: what changed meanwhile is told then', async () => {
    const site = await startApp()
    const page = await watch(site, { query: 'actuary' }, [idOf(7)])
    await expect.poll(() => page.news.length).toBe(1)
    const { total } = last(page)!
    await servers.redis.kill()
    const { engine } = servers
    await engine.waitTask(
      await engine.writeDocuments(engine.names.jobs, [{ id: idOf(7), expires_at: nowSeconds() - 1 }], {
        partial: true,
      }),
    )
    await servers.redis.restart()
    await expect
      .poll(() => last(page), { timeout: 60_000 })
      .toMatchObject({ gone: [idOf(7)], total: total! - (jobRow(7).title === 'Lead Actuary' ? 1 : 0) })
    expect(page.isOver).toBe(false)
  })
})

describe('the connection', () => {
  it('keeps no place where it closed before it was answered', async () => {
    const site = await startApp()
    // Another route's answer is waited for on the same connection.
    const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    socket.write(get('/places?q=london') + get('/live?query=actuary').repeat(3))
    await expect.poll(() => metric(site, 'longlist_live{of="pages"}')).toBe(3)
    socket.destroy()
    await expect.poll(() => metric(site, 'longlist_live{of="pages"}')).toBe(0)
  })

  it('is an event stream that is not compressed, not kept, and has the policies of the site', async () => {
    const site = await startApp()
    const page = await openLive(site.origin, '/live', { 'accept-encoding': 'br, gzip' })
    clients.push(page)
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(page.headers['content-encoding']).toBeUndefined()
    await expect.poll(() => page.news.length).toBe(1)
  })

  it('has a bound: beyond it 503 and when to come again; a place that was left is free', async () => {
    const site = await startApp({ liveStreams: 2 })
    const [first] = [await watch(site, {}), await watch(site, {})]
    const refused = await watch(site, {})
    expect(refused.status).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await metric(site, 'longlist_live_refused_total')).toBe(1)
    first.close()
    await expect.poll(async () => (await watch(site, {})).status).toBe(200)
    expect((await watch(await startApp({ liveStreams: 0 }), {})).status).toBe(503)
  })

  it('is for the pages of this site, counted as the other public routes', async () => {
    const site = await startApp({ searchRateLimit: 2, trustedHops: 1 })
    const elsewhere = await openLive(site.origin, '/live', { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.status).toBe(403)
    const from = { 'x-forwarded-for': '192.0.2.7' }
    const open = async () => {
      const client = await openLive(site.origin, '/live', from)
      clients.push(client)
      return client.status
    }
    expect([await open(), await open(), await open()]).toEqual([200, 200, 429])
  })

  it('ends when the process begins to leave, which takes no new one; a close alone waits for none', async () => {
    const site = await startApp()
    const page = await watch(site, {})
    const drained = site.drain.run({ readinessMs: 200, lateMs: 20_000 })
    await expect.poll(() => page.isOver).toBe(true)
    expect((await watch(site, {})).status).toBe(503)
    await drained
    const other = await startApp()
    const last = await watch(other, {})
    await other.close()
    await expect.poll(() => last.isOver).toBe(true)
  })
})

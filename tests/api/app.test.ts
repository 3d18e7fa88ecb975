import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobAnswer } from '#api/search'
import { cellOf } from '#indexer/geo'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { type ContentRecord, redisKeys } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { aJob } from '../builders/jobDocument.ts'
import { withoutRedis } from '../builders/redis.ts'
import { admin, metricsLogin, startServers, type TestServers } from '../builders/site.ts'

const london = { lat: 51.5075, lng: -0.1275 }
const leeds = { lat: 53.7925, lng: -1.5475 }
const now = 1_795_780_800
const job = (more: Partial<JobDocument>) =>
  aJob({
    description: `<p>The description of ${more.title}.</p>`,
    sectors: ['Technology'],
    specialisms: ['Software Development'],
    places: [],
    expires_at: now + 100,
    ...more,
  })
const jobs = [
  job({
    id: 'java',
    title: 'Java Developer',
    url_slug: 'java-developer-r1',
    cells: [cellOf(london)],
    places: [place('london', london)],
    expires_at: now + 100,
    published_at: now - 100,
    updated_at: now - 50,
  }),
  job({
    id: 'go',
    title: 'Go <b>Developer</b> & "more"',
    url_slug: 'go-developer-r2',
    cells: [cellOf(leeds)],
    expires_at: now + 100,
    published_at: now - 90,
  }),
  job({
    id: 'near',
    title: 'Rust Developer',
    url_slug: 'rust-developer-r3',
    cells: [cellOf(london)],
    expires_at: now + 100,
    published_at: now - 200,
  }),
  job({
    id: 'ruby',
    title: 'Ruby Developer',
    url_slug: 'ruby-developer-r4',
    expires_at: now,
    published_at: now - 10,
    specialisms: ['Software Development'],
  }),
  job({
    id: 'data',
    title: 'Data Engineer',
    location: '',
    salary_package: '',
    workingEnvironment: [],
    url_slug: 'data-engineer-r5',
    expires_at: now + 100,
    published_at: now - 300,
    specialisms: ['Data'],
  }),
]

function place(id: string, point: { lat: number; lng: number }) {
  return { placeId: id, name: 'London', region: 'England', country: 'GB', ...point }
}
const places: PlaceDocument[] = [
  {
    id: 'london',
    name: 'London',
    label: 'London, England',
    kind: 'city',
    country: 'GB',
    ...london,
    areaCode: null,
    population: 9_000_000,
    aliases: ['london uk'],
    rank: 0,
  },
  {
    id: 'leeds',
    name: 'Leeds',
    label: 'Leeds, England',
    kind: 'city',
    country: 'GB',
    ...leeds,
    areaCode: null,
    population: 500_000,
    aliases: [],
    rank: 1,
  },
]

const metrics = { url: '/metrics', headers: metricsLogin }

let servers: TestServers
let app: FastifyInstance
let clock = now * 1000
const more: FastifyInstance[] = []
const open = async (overrides: Partial<ApiConfig> = {}) => {
  const opened = await buildApp({ ...servers.config, ...overrides }, { now: () => clock })
  await opened.ready()
  more.push(opened)
  return opened
}

beforeAll(async () => {
  servers = await startServers()
  await servers.write({
    jobs,
    places,
    slugs: [
      { slug: 'older-java-title-r1', jobId: 'java', title: 'Older', specialisms: [], location: 'London' },
      {
        slug: 'withdrawn-r9',
        jobId: 'withdrawn',
        title: 'Withdrawn',
        specialisms: ['Software Development'],
        location: 'Leeds',
      },
    ],
  })
  app = await open()
})
afterEach(() => {
  clock = now * 1000
  vi.useRealTimers()
})
afterAll(async () => {
  await Promise.all(more.map(opened => opened.close()))
  await servers?.stop()
})

const search = (body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/search/multi-search',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('POST /search/multi-search', () => {
  it('answers in the engine’s shape, compressed where asked, the same again from the running second', async () => {
    const body = {
      queries: [{ indexUid: 'jobs', q: 'developer', facets: ['specialisms'], attributesToHighlight: ['*'] }],
    }
    const first = await search(body)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(first.json().results[0]).toMatchObject({
      indexUid: 'jobs',
      totalHits: 3,
      page: 1,
      facetDistribution: { specialisms: { 'Software Development': 3 } },
    })
    for (let i = 0; i < 3; i++) {
      const zipped = await search(body, { 'accept-encoding': 'gzip, br' })
      expect(zipped.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(zipped.rawPayload).toString()).toBe(first.body)
    }
    const refusing = await search(body, { 'accept-encoding': 'identity, GZIP ; q=0' })
    expect([refusing.headers['content-encoding'], refusing.body]).toEqual([undefined, first.body])
    expect((await search(body, { 'accept-encoding': 'gzip;q=0.5' })).headers['content-encoding']).toBe('gzip')
    clock = (now + 100) * 1000
    expect((await search(body)).json().results[0].totalHits).toBe(0)
  })

  it('says what is wrong with a request', async () => {
    const refused = await search({ queries: [{ indexUid: 'slugs' }] })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({ error: expect.stringContaining('jobs, posts'), field: 'queries[0].indexUid' })
    expect((await search('{')).json()).toEqual({ error: 'The body is not JSON.', field: '' })
    expect((await search('')).statusCode).toBe(400)
    expect((await search(JSON.stringify({ queries: [], more: 'x'.repeat(70_000) }))).statusCode).toBe(413)
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/search/multi-search',
          payload: 'q=1',
          headers: { 'content-type': 'text/plain' },
        })
      ).statusCode,
    ).toBe(415)
  })

  it('limits what one address may ask', async () => {
    // In one minute, however long the machine takes for it.
    vi.useFakeTimers({ toFake: ['Date'] })
    const strict = await open({ searchRateLimit: 2 })
    const ask = () =>
      strict.inject({
        method: 'POST',
        url: '/search/multi-search',
        payload: { queries: [] },
        remoteAddress: '203.0.113.5',
      })
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
    const limited = await ask()
    expect(limited.statusCode).toBe(429)
    expect(limited.headers['retry-after']).toBeDefined()
    expect(limited.json().error).toMatch(/Too many/)
    // Without a trusted proxy nobody chooses an address; behind one the last hop tells it.
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    const spoofed = await strict.inject({
      method: 'POST',
      url: '/search/multi-search',
      payload: { queries: [] },
      remoteAddress: '203.0.113.5',
      headers,
    })
    expect(spoofed.statusCode).toBe(429)
    // This machine's own tools are not counted; what a proxy on it passes on is.
    const local = (more: object) =>
      strict.inject({ method: 'POST', url: '/search/multi-search', payload: { queries: [] }, ...more })
    for (let i = 0; i < 5; i++) expect((await local({})).statusCode).toBe(200)
    expect([
      (await local({ headers })).statusCode,
      (await local({ headers })).statusCode,
      (await local({ headers })).statusCode,
    ]).toEqual([200, 200, 429])
    const proxied = await open({ searchRateLimit: 1, trustedHops: 1 })
    const from = (address: string) =>
      proxied.inject({
        method: 'POST',
        url: '/search/multi-search',
        payload: { queries: [] },
        headers: { 'x-forwarded-for': address },
      })
    expect([
      (await from('1.1.1.1, 9.9.9.9')).statusCode,
      (await from('2.2.2.2, 9.9.9.9')).statusCode,
      (await from('9.9.9.8')).statusCode,
    ]).toEqual([200, 429, 200])
  })
})

describe('places', () => {
  it('are suggested and resolved', async () => {
    const suggested = await app.inject('/places?q=lon')
    expect(suggested.json().map(({ id }: PlaceDocument) => id)).toEqual(['london'])
    expect(suggested.headers['cache-control']).toContain('max-age')
    expect((await app.inject('/places')).json()).toEqual([])
    expect((await app.inject('/places?q=a&q=b')).statusCode).toBe(200)
    expect((await app.inject('/places/resolve?location=London,%20UK')).json()).toMatchObject({
      status: 'found',
      place: { id: 'london' },
    })
    expect((await app.inject('/places/resolve?location=Leeds&place=leeds')).json()).toMatchObject({
      status: 'found',
      place: { id: 'leeds' },
    })
    // An id that does not belong to the text loses to it.
    expect((await app.inject('/places/resolve?location=x&place=leeds')).json()).toMatchObject({ status: 'unknown' })
    expect((await app.inject('/places/resolve')).json()).toEqual({ status: 'none' })
    expect((await app.inject('/places/resolve?location=Nowhereville')).json()).toEqual({
      status: 'unknown',
      text: 'Nowhereville',
      suggestions: [],
    })
  })
})

describe('GET /jobs/{slug}.json', () => {
  const ask = async (slug: string) => {
    const answer = await app.inject(`/jobs/${slug}.json`)
    return { status: answer.statusCode, body: answer.json() as JobAnswer }
  }

  it('gives a live job without what is internal, and similar jobs: near first, live, not itself', async () => {
    const { status, body } = await ask('java-developer-r1')
    expect(status).toBe(200)
    if (body.status !== 'live') throw new Error(body.status)
    expect(body.job).toMatchObject({
      id: 'java',
      description: '<p>The description of Java Developer.</p>',
      consultant_email: 'tamsin.oyelowe@longlist.example',
    })
    for (const field of ['rawHash', 'sourceKey', 'searchText']) expect(body.job).not.toHaveProperty(field)
    expect(body.similar.map(({ id }) => id)).toEqual(['near', 'go', 'data'])
    expect(body.similar[0]).not.toHaveProperty('description')
  })

  it('leads an old slug and another spelling to the job', async () => {
    expect(await ask('older-java-title-r1')).toEqual({
      status: 200,
      body: { status: 'moved', slug: 'java-developer-r1' },
    })
    expect(await ask('Java-Developer-R1')).toEqual({
      status: 200,
      body: { status: 'moved', slug: 'java-developer-r1' },
    })
  })

  it('leads another title with the reference of one live job to it', async () => {
    const reference = (slug: string, id: string, external_reference: string) =>
      job({ id, url_slug: slug, external_reference, title: 'Kotlin Developer' })
    await servers.write({
      jobs: [
        reference('kotlin-developer-ll-77-b', 'kotlin', 'LL-77/B'),
        reference('one-dup-1', 'one', 'DUP-1'),
        reference('two-dup-1', 'two', 'DUP-1'),
      ],
    })
    for (const slug of ['another-title-ll-77-b', 'll-77-b', 'Kotlin-LL-77-B'])
      expect(await ask(slug), slug).toEqual({
        status: 200,
        body: { status: 'moved', slug: 'kotlin-developer-ll-77-b' },
      })
    for (const slug of ['kotlin-developer-ll-77', 'kotlin-b', 'kotlin-developer', 'another-dup-1', '77', 'x-ll-77-b-c'])
      expect((await ask(slug)).body, slug).toEqual({ status: 'unknown' })
    const { engine } = servers
    await engine.waitTask(await engine.deleteByIds(engine.names.jobs, ['kotlin', 'one', 'two']))
    await engine.waitTask(
      await engine.deleteByIds(engine.names.slugs, ['kotlin-developer-ll-77-b', 'one-dup-1', 'two-dup-1']),
    )
  })

  it('tells a job that is over from one that never was', async () => {
    const expired = await ask('ruby-developer-r4')
    expect(expired.status).toBe(410)
    expect(expired.body).toMatchObject({
      status: 'gone',
      title: 'Ruby Developer',
      specialisms: ['Software Development'],
      // Of equal words those that stand nearer to the beginning of a title.
      similar: [{ id: 'java' }, { id: 'near' }, { id: 'go' }, { id: 'data' }],
    })
    const withdrawn = await ask('withdrawn-r9')
    expect(withdrawn.status).toBe(410)
    expect(withdrawn.body).toMatchObject({
      status: 'gone',
      title: 'Withdrawn',
      location: 'Leeds',
      similar: [{ id: 'go' }, { id: 'java' }, { id: 'near' }],
    })
    for (const slug of ['never-was', 'x'.repeat(290), 'a%20b', '%00', '..%2f..%2fjobs', '%F0%9F%99%82'])
      expect(await ask(slug), slug).toEqual({ status: 404, body: { status: 'unknown' } })
    clock = (now + 100) * 1000
    expect((await ask('java-developer-r1')).status).toBe(410)
  })
})

describe('feeds', () => {
  it('give the newest jobs of a search as RSS', async () => {
    const all = await app.inject('/jobs.rss?query=developer')
    expect(all.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect([...all.body.matchAll(/<link>([^<]*)<\/link>/g)].map(([, link]) => link)).toEqual([
      'https://jobs.example.com/jobs?query=developer&amp;sort=newest',
      'https://jobs.example.com/jobs/go-developer-r2',
      'https://jobs.example.com/jobs/java-developer-r1',
      'https://jobs.example.com/jobs/rust-developer-r3',
    ])
    expect(all.body).toContain('<title>Go &lt;b&gt;Developer&lt;/b&gt; &amp; &quot;more&quot;</title>')
    const [, saysNothing] = /<title>Data Engineer<.*?<description>([\s\S]*?)<\/description>/.exec(
      (await app.inject('/jobs.rss?query=data')).body,
    )!
    expect(saysNothing).toBe('Permanent&lt;br&gt;Set the price of fleet cover.')
    expect(all.body).toContain(`<pubDate>${new Date((now - 90) * 1000).toUTCString()}</pubDate>`)
    const near = await app.inject('/jobs.rss?location=leeds&radius=10')
    expect(near.body.match(/<item>/g)).toHaveLength(1)
    expect(near.body).toContain('in Leeds, England')
    const unknown = await app.inject('/jobs.rss?location=Nowhereville%01')
    expect(unknown.statusCode).toBe(200)
    expect(unknown.body).toContain('We do not know the place &quot;Nowhereville&quot;')
    expect(unknown.body).not.toContain('<item>')
  })

  it('list live jobs in the sitemap with the date of their last change', async () => {
    const { body, headers } = await app.inject('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(
      [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc!.replace('https://jobs.example.com', '')).sort(),
    ).toEqual([
      '/',
      '/jobs',
      '/jobs/data-engineer-r5',
      '/jobs/go-developer-r2',
      '/jobs/java-developer-r1',
      '/jobs/rust-developer-r3',
    ])
    expect(body).toContain(
      `<loc>https://jobs.example.com/jobs/java-developer-r1</loc><lastmod>${new Date((now - 50) * 1000).toISOString()}</lastmod>`,
    )
    // Its feed states no change: the day of publication would say for good that there was none.
    expect(body).toContain('<loc>https://jobs.example.com/jobs/go-developer-r2</loc></url>')
    expect((await app.inject('/sitemap-1.xml')).body).toBe(body)
    expect((await app.inject('/sitemap-2.xml')).statusCode).toBe(404)
    expect((await app.inject('/sitemap-0.xml')).statusCode).toBe(404)
    expect((await app.inject('/sitemap-x.xml')).statusCode).toBe(404)
  })

  it('are an index of parts where there are more jobs than fit one', async () => {
    const names = indexNames('many_')
    const engine = new Engine({ url: servers.config.meiliUrl, key: servers.config.searchKey, names })
    await engine.ensureIndexes()
    const many = Array.from({ length: 10_003 }, (_, n) => ({
      id: `m${n}`,
      url_slug: `m${n}`,
      updated_at: now,
      expires_at: n < 10_001 ? now + 1 : now,
    }))
    await engine.waitTask(await engine.writeDocuments(names.jobs, many))
    const large = await open({ indexPrefix: 'many_' })
    const locs = async (url: string) =>
      [...(await large.inject(url)).body.matchAll(/<loc>https:\/\/jobs.example.com([^<]*)<\/loc>/g)].map(
        ([, path]) => path!,
      )
    expect(await locs('/sitemap.xml')).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
    const listed = [...(await locs('/sitemap-1.xml')), ...(await locs('/sitemap-2.xml'))]
    expect(listed.filter(path => path.startsWith('/jobs/')).sort()).toEqual(
      many
        .slice(0, 10_001)
        .map(({ url_slug }) => `/jobs/${url_slug}`)
        .sort(),
    )
    expect((await large.inject('/sitemap-3.xml')).statusCode).toBe(404)
  })

  it('name the sitemap in robots.txt, at the address that was asked where none is set', async () => {
    const robots = await app.inject('/robots.txt')
    expect(robots.body).toContain('Disallow: /admin/')
    expect(robots.body).toContain('Sitemap: https://jobs.example.com/sitemap.xml')
    const local = await open({ publicUrl: null })
    expect((await local.inject({ url: '/robots.txt', headers: { host: 'localhost:3000' } })).body).toContain(
      'Sitemap: http://localhost:3000/sitemap.xml',
    )
    expect((await local.inject({ url: '/robots.txt', headers: { host: 'evil"><script>' } })).body).toContain(
      'Sitemap: http://localhost/sitemap.xml',
    )
  })
})

describe('the whole site', () => {
  it('sends a strict policy with a nonce of its own to every page that is mounted on it', async () => {
    const site = await buildApp({ ...servers.config, publicUrl: null }, { now: () => clock })
    more.push(site)
    site.get('/*', async (_request, reply) =>
      reply.type('text/html').send(`<script nonce="${reply.cspNonce.script}"></script>${'x'.repeat(2_000)}`),
    )
    const [one, two] = [
      await site.inject('/about-us'),
      await site.inject({ url: '/', headers: { 'accept-encoding': 'br' } }),
    ]
    const policy = String(one.headers['content-security-policy'])
    const nonce = /nonce="(\w{32})"/.exec(one.body)![1]
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(one.headers).not.toHaveProperty('strict-transport-security')
    expect(two.headers['content-encoding']).toBe('br')
    expect(String(two.headers['content-security-policy'])).not.toContain(nonce)
    expect((await app.inject('/robots.txt')).headers).toMatchObject({
      'strict-transport-security': expect.any(String),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    // The API's own routes come before the pages', and take no page's place.
    expect((await site.inject('/jobs/java-developer-r1')).headers['content-type']).toContain('text/html')
    expect((await site.inject('/jobs/java-developer-r1.json')).json().status).toBe('live')
    expect((await site.inject('/jobs')).headers['content-type']).toContain('text/html')
    expect((await site.inject('/health')).json().status).toBe('ok')
    expect(await site.siteApi.suggestPlaces('leeds')).toHaveLength(1)
  })

  it('takes an address that is no UTF-8 to its pages, like any other that there is none of', async () => {
    const site = await buildApp(servers.config)
    more.push(site)
    site.get('/*', async (request, reply) => reply.code(404).type('text/html').send(request.url))
    for (const [url, asked] of [
      ['/jobs/%ff', '/jobs/%25ff'],
      ['/jobs/%', '/jobs/%25'],
      ['/%E0%A4%A?query=%ff', '/%25E0%25A4%25A?query=%ff'],
      ['/jobs/%C3%BC?query=%ff', '/jobs/%C3%BC?query=%ff'],
    ] as const) {
      const answer = await site.inject(url)
      expect([answer.statusCode, answer.headers['content-type'], answer.body], url).toEqual([
        404,
        expect.stringContaining('text/html'),
        asked,
      ])
    }
  })

  it('hides what went wrong inside, and tells the request’s id', async () => {
    const site = await buildApp(servers.config)
    more.push(site)
    site.get('/broken', async () => {
      throw new Error('password of the database')
    })
    const broken = await site.inject('/broken')
    expect(broken.statusCode).toBe(500)
    expect(broken.json()).toEqual({
      error: 'Something went wrong on our side.',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  it('is healthy with its engines, warns without a worker, and names what is missing', async () => {
    const well = await app.inject('/health')
    expect(well.statusCode).toBe(200)
    expect(well.json()).toMatchObject({ status: 'ok', problems: [], warnings: [expect.stringContaining('No worker')] })
    const redis = new Redis(servers.redis.url)
    // A sign of life is one for half a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    await redis.set(redisKeys.heartbeat('test'), new Date().toISOString())
    expect((await (await open()).inject('/health')).json().warnings).toEqual([])
    // Old content is shown while the CMS is away: a word to whoever runs the site, and no reason to stop sending it
    // visitors.
    const failed: ContentRecord = {
      at: '2026-11-28T09:00:00Z',
      ms: 500,
      outcome: 'failed',
      reason: 'the CMS asks to wait (429)',
      upserted: 0,
      deleted: 0,
      unchanged: 0,
      refused: [],
    }
    await redis.set(redisKeys.contentRecord('test'), JSON.stringify(failed))
    const behind = await (await open()).inject('/health')
    expect([behind.statusCode, behind.json().warnings]).toEqual([
      200,
      [expect.stringContaining('the CMS asks to wait (429)')],
    ])
    const { body: told } = await app.inject(metrics)
    for (const line of [
      'longlist_content_sync_outcome{outcome="failed"} 1',
      'longlist_content_sync_end_seconds 1795856400.5',
      'longlist_content_sync_entries{part="refused"} 0',
    ])
      expect(told).toContain(line)
    await redis.del(redisKeys.contentRecord('test'))
    redis.disconnect()

    const missing = await (await open({ indexPrefix: 'absent_' })).inject('/health')
    expect(missing.statusCode).toBe(503)
    expect(missing.json().problems).toEqual(
      ['absent_jobs', 'absent_slugs', 'absent_places'].map(index => expect.stringContaining(`"${index}"`)),
    )
    const wrongKey = await (await open({ searchKey: 'wrong' })).inject('/health')
    expect(wrongKey.json().problems).toEqual([expect.stringContaining('MEILI_SEARCH_KEY')])
    // Searches go on: a balancer that took the site out for it would take out every replica.
    const noRedis = await (await open(withoutRedis(servers.config))).inject('/health')
    expect(noRedis.statusCode).toBe(200)
    expect(noRedis.json()).toMatchObject({
      status: 'ok',
      problems: [],
      warnings: [expect.stringContaining('Redis does not answer')],
    })
  })

  it('sees that Redis was told to drop tasks under way', async () => {
    const redis = new Redis(servers.redis.url)
    const warnings = async () => ((await (await open()).inject('/health')).json() as { warnings: string[] }).warnings
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await warnings()).toContainEqual(
      'Redis has maxmemory-policy allkeys-lru, and may drop tasks: set it to noeviction',
    )
    await redis.config('SET', 'maxmemory-policy', 'noeviction')
    expect(await warnings()).not.toContainEqual(expect.stringContaining('maxmemory-policy'))
    redis.disconnect()
  })

  it('warns before Redis is full', async () => {
    const redis = new Redis(servers.redis.url)
    const its = await open()
    const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1])
    await redis.config('SET', 'maxmemory', Math.round(used / 0.85))
    const { warnings } = (await its.inject('/health')).json() as { warnings: string[] }
    const { body } = await its.inject(metrics)
    await redis.config('SET', 'maxmemory', 0)
    redis.disconnect()
    expect(warnings).toContainEqual(expect.stringMatching(/Redis uses [89]\d % of its maxmemory.*raise it/))
    expect(body).toMatch(/longlist_redis_memory_share 0\.[89]/)
  })

  it('counts itself for Prometheus', async () => {
    const redis = new Redis(servers.redis.url)
    await redis.hset(redisKeys.sources('test'), 'feed "a"', '{}')
    await redis.lpush(
      redisKeys.runs('test', 'feed "a"'),
      JSON.stringify({
        source: 'feed "a"',
        startedAt: '2026-11-27T10:00:00.000Z',
        ms: 1_000,
        outcome: 'guarded',
        received: 5,
        upserted: 1,
        unchanged: 2,
        quarantined: 1,
        merged: 1,
        retired: 0,
        missing: 0,
      }),
    )
    redis.disconnect()
    await app.inject('/robots.txt?secret=1')
    // A request is counted once it has been answered.
    await expect
      .poll(async () => (await app.inject(metrics)).body)
      .toMatch(/longlist_http_requests_total\{method="GET",route="\/robots.txt",status="200"\} \d+/)
    const { body } = await app.inject(metrics)
    expect(body).not.toContain('secret')
    expect(body).toMatch(/longlist_http_request_seconds_bucket\{route="\/robots.txt",le="\+Inf"\} \d+/)
    expect(body).toContain('longlist_documents{index="jobs"} 5')
    expect(body).toContain('longlist_documents{index="posts"} 0')
    expect(body).toContain('longlist_live_jobs 4')
    expect(body).toContain('longlist_tasks{queue="urgent",state="waiting"} 0')
    expect(body).toContain('longlist_queue_age_seconds{queue="urgent"} 0')
    expect(body).toContain('longlist_last_sync_outcome{source="feed \\"a\\"",outcome="guarded"} 1')
    expect(body).toContain('longlist_last_sync_end_seconds{source="feed \\"a\\""} 1795773601')
    expect(body).toContain('longlist_up{part="redis"} 1')
    expect(body).toMatch(/longlist_search_queries_total\{cache="hit"\} \d+/)
    // The lag of the event loop is no number where it was not measured since the last look.
    for (const line of body.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? (\d+(\.\d+)?(e-?\d+)?|\+Inf|Nan))$/)
    const without = await (await open(withoutRedis(servers.config))).inject(metrics)
    expect(without.statusCode).toBe(200)
    expect(without.body).toContain('longlist_up{part="redis"} 0')
  })

  it('tells its numbers to the administrator and to the token, and to nobody else', async () => {
    const basic = (password: string) => `Basic ${Buffer.from(`${admin.user}:${password}`).toString('base64')}`
    const status = async (from: FastifyInstance, authorization?: string) =>
      (await from.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })).statusCode
    for (const right of [metricsLogin.authorization, basic(admin.password)]) expect(await status(app, right)).toBe(200)
    const tokenAsPassword = basic(metricsLogin.authorization.slice('Bearer '.length))
    for (const wrong of [
      undefined,
      'Bearer ',
      'Bearer null',
      'Bearer x',
      metricsLogin.authorization.slice(0, -1),
      tokenAsPassword,
    ])
      expect(await status(app, wrong), wrong).toBe(401)
    const closed = await app.inject('/metrics')
    expect(closed.body).not.toContain('longlist_')
    expect(closed.headers['www-authenticate']).toContain('Basic')
    // The token opens nothing else.
    expect((await app.inject({ url: '/admin/pipeline', headers: metricsLogin })).statusCode).toBe(401)
    // Without a token, or a password, or both.
    const noToken = await open({ metricsToken: null })
    expect([
      await status(noToken, basic(admin.password)),
      await status(noToken, 'Bearer null'),
      await status(noToken),
    ]).toEqual([200, 401, 401])
    const noAdmin = await open({ admin: null })
    expect([
      await status(noAdmin, metricsLogin.authorization),
      await status(noAdmin, 'Bearer x'),
      await status(noAdmin),
    ]).toEqual([200, 401, 401])
    const neither = await open({ admin: null, metricsToken: null })
    expect([await status(neither, metricsLogin.authorization), await status(neither)]).toEqual([404, 404])
  })

  it('counts wrong passwords together, wherever they are tried', async () => {
    const guarded = await open()
    const guess = (url: string, n: number) =>
      guarded.inject({
        url,
        headers: { authorization: `Basic ${Buffer.from(`${admin.user}:${n}`).toString('base64')}` },
      })
    for (let n = 0; n < 10; n++) expect((await guess(n % 2 ? '/metrics' : '/admin/pipeline', n)).statusCode).toBe(401)
    for (const url of ['/metrics', '/admin/pipeline']) expect((await guess(url, 10)).statusCode).toBe(429)
    // A scrape goes on.
    expect((await guarded.inject(metrics)).statusCode).toBe(200)
  })

  it('lets nobody else keep what holds the host of a request', async () => {
    const local = await open({ publicUrl: null })
    for (const url of ['/jobs.rss', '/blog.rss', '/events.rss', '/sitemap.xml', '/sitemap-1.xml', '/robots.txt']) {
      const answer = await local.inject({ url, headers: { host: 'other.example' } })
      expect(answer.body, url).toContain('http://other.example/')
      expect(answer.headers['cache-control'], url).toMatch(/^private, max-age=\d+$/)
      expect((await app.inject(url)).headers['cache-control'], url).toMatch(/^public, max-age=\d+$/)
    }
  })

  it('says 503 while the engine is away, and closes in time', async () => {
    await servers.meilisearch.kill()
    clock += 1_000
    const failed = await search({ queries: [{ indexUid: 'jobs', q: 'unasked' }] })
    expect(failed.statusCode).toBe(503)
    expect(failed.headers['retry-after']).toBe('2')
    expect(failed.json().error).not.toContain('127.0.0.1')
    for (const url of ['/places?q=unasked', '/jobs/java-developer-r1.json', '/sitemap.xml', '/jobs.rss'])
      expect((await app.inject(url)).statusCode, url).toBe(503)
    await servers.meilisearch.restart()
    expect((await search({ queries: [{ indexUid: 'jobs', q: 'unasked' }] })).statusCode).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue, Worker } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { symbols } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formPath, submissionFields } from '#api/forms'
import { type AddWordTask, queueNames, taskNames, type WordOutcome } from '#indexer/tasks'
import { type AppOptions, buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { medianPosition, toCsv } from '../../api/routes/searchesPage.ts'
import type { SearchRow } from '../../api/search/searchCounts.ts'
import { openSearchLog } from '../../api/search/searchLog.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { aJob, londonPlace } from '../builders/jobDocument.ts'
import { withoutRedis } from '../builders/redis.ts'
import { admin, seedContent, startServers, type TestServers } from '../builders/site.ts'

/** The site's clock stands until a test moves it. */
const start = Date.parse('2027-03-01T10:00:00Z')
let clock = start
const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`
const noEngine = { multiSearch: null as never, resolvePlace: null as never, sent: null as never }
const emptyPositions = [0, 0, 0, 0, 0, 0, 0, 0]

let servers: TestServers
let redis: Redis
const open: FastifyInstance[] = []
const logged: string[] = []
/** Of the site that a test asks: its own keys. */
let app: FastifyInstance
let prefix: string
let sites = 0

async function site(over: Partial<ApiConfig> = {}, options: AppOptions = {}): Promise<FastifyInstance> {
  const built = await buildApp(
    { ...servers.config, logLevel: 'trace', queuePrefix: prefix, ...over },
    { now: () => clock, ...options },
  )
  const log = built.log as unknown as Record<symbol, { write(line: string): void }>
  log[symbols.streamSym]!.write = line => void logged.push(line)
  // As the web has them.
  for (const path of ['/jobs', '/jobs/:slug'])
    built.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>page</p>'))
  await built.ready()
  open.push(built)
  return built
}

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url)
  const soon = Math.floor(start / 1_000) + 90 * 86_400
  const job = (n: number, title: string, over = {}) =>
    aJob({ id: `j${n}`, url_slug: `job-${n}`, external_reference: `LL-${n}`, title, expires_at: soon, ...over })
  await servers.write({
    places: [londonPlace],
    jobs: [job(1, 'Lorry Driver'), job(2, 'Nurse', { external_application_url: 'https://apply.example.com/2' })],
  })
})
beforeEach(async () => {
  clock = start
  prefix = `searches${++sites}`
  logged.length = 0
  app = await site()
})
afterAll(async () => {
  for (const built of open) await built.close()
  redis?.disconnect()
  await servers?.stop()
})

const from = (visitor: number) => ({ remoteAddress: `203.0.113.${visitor}`, headers: { 'user-agent': agent } })
const visit = (visitor: number, url: string, headers: Record<string, string> = {}, to = app) =>
  to.inject({
    url,
    remoteAddress: from(visitor).remoteAddress,
    // A browser's: a click without is a robot's.
    headers: { 'user-agent': agent, 'accept-language': 'en-GB', ...headers },
  })
const note = (visitor: number, body: unknown, headers: Record<string, string> = {}, to = app) =>
  to.inject({
    method: 'POST',
    url: '/searches',
    remoteAddress: from(visitor).remoteAddress,
    headers: { 'user-agent': agent, ...headers },
    payload: body as object,
  })
const said = (query: string, more: Record<string, string> = {}) => new URLSearchParams({ query, ...more }).toString()
const read = (days = 30) =>
  openSearchLog(
    redis,
    { ...noEngine, now: () => Math.floor(clock / 1_000) },
    { ...servers.config, queuePrefix: prefix },
  ).read(days)
const rowOf = async (text: string) => (await read()).find(row => row.text === text)
const day = () => new Date(clock).toISOString().slice(0, 10)
const counted = async () =>
  Object.values(await redis.hgetall(`${prefix}:searches:${day()}`)).map(row => JSON.parse(row) as number[])
/** Times that anything was searched for. */
const total = async () => (await counted()).reduce((sum, [searches = 0]) => sum + searches, 0)
const page = (url = '/admin/searches', to = app) => to.inject({ url, headers: { authorization } })
const everything = async () => {
  const keys = await redis.keys(`${prefix}:searches*`)
  const values = await Promise.all(
    keys.map(async key =>
      (await redis.type(key)) === 'hash'
        ? redis.hgetall(key)
        : (await redis.type(key)) === 'set'
          ? redis.smembers(key)
          : redis.get(key),
    ),
  )
  return JSON.stringify([keys, values])
}

describe('a text', () => {
  it('is shown once three visitors have typed it, and is a keyed hash until then', async () => {
    for (const [i, visitor] of [1, 2, 1, 2].entries()) {
      await visit(visitor, '/jobs?query=Lorry+Driver')
      await expect.poll(total).toBe(i + 1)
      clock += 61_000
    }
    expect(await read()).toEqual([])
    expect(await everything()).not.toMatch(/lorry|driver|203\.0/i)
    expect((await page()).body).not.toMatch(/lorry/i)
    await note(3, { search: said('lorry  DRIVER') })
    await expect.poll(async () => (await read()).length).toBe(1)
    expect(await read()).toEqual([
      {
        kind: 'query',
        text: 'lorry driver',
        searches: 5,
        visitors: 3,
        fruitless: 0,
        relaxed: 0,
        clicks: 0,
        applications: 0,
        positions: emptyPositions,
        found: 1,
        understood: [],
      } satisfies SearchRow,
    ])
    expect(await everything()).not.toMatch(/203\.0/)
    expect((await page()).body).toMatch(/lorry driver/)
  })

  it('of one visitor on many days stays hidden', async () => {
    for (let days = 0; days < 5; days++) {
      await visit(1, '/jobs?query=nurse')
      await expect.poll(total).toBe(1)
      clock += 86_400_000
    }
    expect(await read()).toEqual([])
  })

  it('counts once a minute and visitor, and says which of them were new that day', async () => {
    for (const visitor of [1, 1, 2, 1, 3]) await visit(visitor, '/jobs?query=nurse')
    await expect.poll(() => rowOf('nurse')).toMatchObject({ searches: 3, visitors: 3 })
    clock += 61_000
    await visit(1, '/jobs?query=nurse')
    await expect.poll(() => rowOf('nurse')).toMatchObject({ searches: 4, visitors: 3 })
    clock += 86_400_000
    await visit(1, '/jobs?query=nurse')
    await expect.poll(() => rowOf('nurse')).toMatchObject({ searches: 5, visitors: 4 })
    expect(await read(1)).toMatchObject([{ searches: 1, visitors: 1 }])
  })

  it('that looks like a person is not kept in any form', async () => {
    for (const visitor of [1, 2, 3])
      for (const query of ['John Smith', 'jane@example.com', '07700 900123'])
        await visit(visitor, `/jobs?${said(query)}`)
    for (const visitor of [1, 2, 3]) await note(visitor, { search: said('John Smith', { location: 'Anna Berg' }) })
    // Counted after all of these.
    await visit(1, '/jobs?query=nurse')
    await expect.poll(total).toBe(1)
    expect(await counted()).toHaveLength(1)
    expect(await redis.keys(`${prefix}:searches:by:*`)).toHaveLength(1)
  })

  it('is in no line of the log, at any level', async () => {
    for (const visitor of [1, 2, 3]) await visit(visitor, '/jobs?query=zebra+groomer')
    for (const visitor of [1, 2, 3])
      await note(visitor, { search: said('zebra groomer'), pressed: { slug: 'job-1', at: 1 } })
    await note(1, { search: 5, zebra: 1 })
    await expect.poll(() => rowOf('zebra groomer')).toMatchObject({ searches: 3, clicks: 3 })
    await page('/admin/searches.csv')
    expect(logged.length).toBeGreaterThan(7)
    expect(logged.join('\n')).not.toMatch(/zebra|groomer/)
  })

  it('goes after 31 days, and what tells visitors apart after one', async () => {
    for (const visitor of [1, 2, 3]) await visit(visitor, '/jobs?query=nurse')
    await visit(1, '/jobs?query=lorry')
    await note(1, { search: said('nurse'), pressed: { slug: 'job-2', at: 1 } })
    await expect.poll(() => rowOf('nurse')).toMatchObject({ clicks: 1 })
    await expect.poll(total).toBe(4)
    const kinds = new Set<string>()
    for (const key of await redis.keys(`${prefix}:searches*`)) {
      const kind = key.split(':')[2]!
      const left = await redis.ttl(key)
      kinds.add(kind)
      const most = ['seen', 'led', 'some'].includes(kind) ? 86_400 : 31 * 86_400
      expect([left > most - 100, left <= most], key).toEqual([true, true])
    }
    expect([...kinds].sort()).toEqual(['2027-03-01', 'by', 'led', 'salt', 'seen', 'some', 'text'])
  })
})

describe('what is known of a search', () => {
  it('is that it found nothing, by its words alone', async () => {
    for (const visitor of [1, 2, 3]) await visit(visitor, '/jobs?query=beekeeper&sector=banking')
    await expect.poll(() => rowOf('beekeeper')).toMatchObject({ searches: 3, fruitless: 3, relaxed: 0, found: 0 })
    for (const visitor of [1, 2, 3]) await visit(visitor, '/jobs?query=nurse&sector=banking')
    await expect.poll(() => rowOf('nurse')).toMatchObject({ searches: 3, fruitless: 0, found: 1 })
  })

  it('is which words were left out and what was understood', async () => {
    for (const visitor of [1, 2, 3]) await visit(visitor, `/jobs?${said('lorry beekeeper')}`)
    await expect.poll(() => rowOf('lorry beekeeper')).toMatchObject({ fruitless: 3, relaxed: 3, found: 0 })
    for (const visitor of [1, 2, 3]) await visit(visitor, `/jobs?${said('nurse near London')}`)
    await expect.poll(async () => (await rowOf('nurse near london'))?.searches).toBe(3)
    expect((await rowOf('nurse near london'))!.understood.join()).toContain('London')
  })

  it('is the place that nobody knows, without its postcodes and addresses', async () => {
    for (const visitor of [1, 2, 3])
      for (const location of ['The Smoke', 'London', 'SW1A 2AA', '10 Long Lane'])
        await visit(visitor, `/jobs?${said('', { location })}`)
    await expect.poll(() => rowOf('the smoke')).toMatchObject({ kind: 'place', searches: 3, fruitless: 3 })
    expect((await read()).map(({ text }) => text)).toEqual(['the smoke'])
  })

  it('is how deep people click, by the browser’s word and by the page they came from', async () => {
    for (const [visitor, at] of [
      [1, 1],
      [2, 4],
      [3, 7],
    ] as const)
      await note(visitor, { search: said('nurse'), pressed: { slug: 'job-2', at } })
    await expect
      .poll(() => rowOf('nurse'))
      .toMatchObject({ searches: 3, clicks: 3, positions: [1, 0, 0, 1, 1, 0, 0, 0] })
    // Again, and without a script: the same click. Another visitor's has no position until the browser says it.
    await note(1, { search: said('nurse'), pressed: { slug: 'job-2', at: 1 } })
    const referer = 'http://localhost/jobs?query=nurse'
    await visit(1, '/jobs/job-2', { referer, host: 'localhost' })
    await visit(4, '/jobs/job-2', { referer, host: 'localhost' })
    await visit(5, '/jobs/job-2', { referer: 'http://elsewhere.example/jobs?query=nurse', host: 'localhost' })
    await expect
      .poll(() => rowOf('nurse'))
      .toMatchObject({ searches: 4, clicks: 4, positions: [1, 0, 0, 1, 1, 0, 0, 0] })
    await note(4, { search: said('nurse'), pressed: { slug: 'job-2', at: 2 } })
    await expect
      .poll(() => rowOf('nurse'))
      .toMatchObject({ searches: 4, clicks: 4, positions: [1, 1, 0, 1, 1, 0, 0, 0] })
  })

  it('is what ended on the advertiser’s page, once each, and only from a search', async () => {
    for (const visitor of [1, 2, 3]) await note(visitor, { search: said('nurse'), pressed: { slug: 'job-2', at: 1 } })
    await expect.poll(() => rowOf('nurse')).toMatchObject({ clicks: 3 })
    for (const visitor of [1, 1, 9]) expect((await visit(visitor, formPath('', 'j2'))).statusCode).toBe(303)
    await expect.poll(() => rowOf('nurse')).toMatchObject({ applications: 1 })
    // Straight from the list.
    await visit(4, formPath('', 'j2'), { referer: 'http://localhost/jobs?query=nurse', host: 'localhost' })
    await expect.poll(() => rowOf('nurse')).toMatchObject({ clicks: 4, applications: 2 })
  })
})

it('an application by the form counts for the search that led to it, which the submission does not hold', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-searches-'))
  try {
    const store = await openLocalStore(folder)
    const withForms = await site({}, { submissions: { forms: createForms(seedContent(new Date(clock)), 'uk'), store } })
    for (const visitor of [1, 2, 3])
      await note(visitor, { search: said('lorry beekeeper'), pressed: { slug: 'job-1', at: 1 } })
    await expect.poll(() => rowOf('lorry beekeeper')).toMatchObject({ searches: 3, clicks: 3 })
    const apply = async (visitor: number, id: string) => {
      const body = new FormData()
      const person = { name: 'Tamsin Oyelowe', email: 'tamsin@longlist.example', phone: '020 7946 0958' }
      for (const [name, value] of Object.entries({
        ...person,
        [submissionFields.id]: id,
        [submissionFields.consent]: 'on',
      }))
        body.set(name, value)
      body.set('cv', new File(['%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'], 'cv.pdf'))
      const sent = new Response(body)
      return withForms.inject({
        method: 'POST',
        url: formPath('', 'j1'),
        remoteAddress: from(visitor).remoteAddress,
        headers: { 'user-agent': agent, accept: 'application/json', 'content-type': sent.headers.get('content-type')! },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
    }
    const id = randomUUID()
    for (const visitor of [1, 1, 9])
      expect((await apply(visitor, visitor === 9 ? randomUUID() : id)).json()).toMatchObject({
        submissionId: expect.any(String),
      })
    await expect.poll(() => rowOf('lorry beekeeper')).toMatchObject({ applications: 1 })
    expect(JSON.stringify(await store.read(id))).not.toContain('beekeeper')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('who is not counted', () => {
  it('are robots, what is fetched ahead, further pages and what is no search', async () => {
    await visit(1, '/jobs?query=nurse', {
      'user-agent': 'Mozilla/5.0 (compatible; ExampleBot/2.1; +http://bot.example/about)',
    })
    await visit(2, '/jobs?query=nurse', { 'sec-purpose': 'prefetch' })
    await visit(3, '/jobs?query=nurse&page=2')
    await visit(4, '/jobs')
    await note(5, { search: said('nurse') }, { 'user-agent': 'curl/8.5.0' })
    await note(6, { search: '' })
    await visit(7, '/jobs?query=nurse')
    await expect.poll(total).toBe(1)
  })

  it('is a visitor with more texts in a day than a person has', async () => {
    const found = {
      multiSearch: async () => [{ totalHits: 1 }] as never,
      sent: async () => ({ sent: null, reading: null }),
      resolvePlace: null as never,
    }
    const log = openSearchLog(
      redis,
      { ...found, now: () => Math.floor(clock / 1_000) },
      { ...servers.config, queuePrefix: prefix },
    )
    for (let i = 0; i < 210; i++)
      await log.note({ query: `nurse ${i}`, location: '', place: '', plain: [] }, '203.0.113.1')
    expect(await total()).toBe(200)
    await visit(2, '/jobs?query=nurse')
    await expect.poll(total).toBe(201)
  })
})

describe('POST /searches', () => {
  it('refuses what is no note, and names the field', async () => {
    const refused = [
      [{}, 'search'],
      [{ search: 'x'.repeat(2_001) }, 'search'],
      [{ search: 'query=a', pressed: { slug: '../x', at: 1 } }, 'pressed.slug'],
      [{ search: 'query=a', pressed: { slug: 'a', at: 0 } }, 'pressed.at'],
      [{ search: 'query=a', visitor: 1 }, ''],
    ] as const
    for (const [body, field] of refused) {
      const { statusCode, json } = await note(1, body)
      expect([statusCode, json().field], JSON.stringify(body)).toEqual([400, field])
    }
    expect((await note(1, { search: 'x'.repeat(5_000) })).statusCode).toBe(413)
    expect((await note(1, { search: said('nurse') }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await note(1, { search: said('nurse') }, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    const { statusCode, headers, body } = await note(1, { search: said('nurse') })
    expect([statusCode, headers['cache-control'], headers['set-cookie'], body]).toEqual([
      204,
      'no-store',
      undefined,
      '',
    ])
  })

  it('is limited', async () => {
    const answers = await Promise.all(Array.from({ length: 65 }, () => note(8, { search: said('nurse') })))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
  })
})

describe('without Redis', () => {
  it('searches are answered as ever, and the page says so', async () => {
    const alone = await site(withoutRedis(servers.config))
    const query = { queries: [{ indexUid: 'jobs', q: 'nurse' }] }
    expect((await visit(1, '/jobs?query=nurse', {}, alone)).statusCode).toBe(200)
    expect((await note(1, { search: said('nurse') }, {}, alone)).statusCode).toBe(204)
    expect(
      (await alone.inject({ method: 'POST', url: '/search/multi-search', payload: query })).json().results[0].totalHits,
    ).toBe(1)
    const { statusCode, body } = await alone.inject({
      url: '/admin/searches',
      headers: { authorization, accept: 'text/html' },
    })
    expect([statusCode, body.includes('Redis does not answer.')]).toEqual([503, true])
  })

  it('or with one that never answers, a note is let go and nobody waits', async () => {
    let asked = 0
    let told = 0
    const never = new Proxy({ status: 'ready' } as unknown as Redis, {
      get: (of, name) =>
        name === 'status'
          ? of.status
          : () => (asked++ < 70 ? new Promise(() => {}) : Promise.reject(new Error('nurse'))),
    })
    const log = openSearchLog(never, { ...noEngine, now: () => 0 }, servers.config, () => told++)
    const params = { query: 'nurse', location: '', place: '', plain: [] }
    for (let i = 0; i < 200; i++) void log.note(params, `203.0.113.${i}`)
    expect([asked, told]).toEqual([64, 0])
    const failing = new Proxy({ status: 'ready' } as unknown as Redis, {
      get: (of, name) => (name === 'status' ? of.status : () => Promise.reject(new Error('nurse'))),
    })
    const other = openSearchLog(failing, { ...noEngine, now: () => 0 }, servers.config, () => told++)
    for (let i = 0; i < 5; i++) await other.note(params, '203.0.113.1')
    // Left alone for a while after the first.
    expect(told).toBe(1)
  })
})

describe('the page', () => {
  it('is locked, empty at first, and has each list with what can be done', async () => {
    expect((await app.inject('/admin/searches')).statusCode).toBe(401)
    expect((await app.inject('/admin/searches.csv')).statusCode).toBe(401)
    const empty = (await page()).body
    expect(empty).toContain('<a href="/admin/searches" aria-current="page">Searches</a>')
    expect(empty).toContain('No text has been searched for by enough visitors yet.')
    for (const visitor of [1, 2, 3]) {
      await note(visitor, { search: said('nurse'), pressed: { slug: 'job-2', at: 4 } })
      await visit(visitor, `/jobs?${said('beekeeper <b>', { location: 'The Smoke' })}`)
    }
    await expect
      .poll(async () => (await read()).map(({ text }) => text).sort())
      .toEqual(['beekeeper b', 'nurse', 'the smoke'])
    await expect.poll(() => rowOf('nurse')).toMatchObject({ clicks: 3 })
    const { body } = await page('/admin/searches?days=7')
    expect(body).not.toContain('<b>')
    expect(body).toContain('<a href="/admin/search?query=nurse">Explain</a>')
    expect(body).toMatch(/nurse.*<td class="number">1\.00<\/td><td class="number">4–5<\/td>/)
    const [, fruitless = ''] = /<section aria-labelledby="fruitless">([\s\S]*?)<\/section>/.exec(body) ?? []
    expect(fruitless).toContain('beekeeper b')
    expect(fruitless).not.toContain('nurse')
    expect([fruitless.match(/value="synonym"/g)?.length, fruitless.match(/value="alias"/g)?.length]).toEqual([1, 1])
    expect(body).toContain('name="text" value="the smoke"')
    // Of a period before all of these.
    clock += 8 * 86_400_000
    expect((await page('/admin/searches?days=7')).body).toContain('No text has been searched for')
    expect((await page('/admin/searches?days=x')).body).toContain('beekeeper b')
  })

  it('is a CSV that no spreadsheet takes for formulas', async () => {
    const row: SearchRow = {
      kind: 'query',
      text: '',
      searches: 3,
      visitors: 3,
      fruitless: 0,
      relaxed: 0,
      clicks: 2,
      applications: 1,
      positions: [1, 1, 0, 0, 0, 0, 0, 0],
      found: 4,
      understood: [],
    }
    const csv = toCsv([
      { ...row, text: '=1+1', understood: ['Near Leeds', 'From £50,000 a year'] },
      { ...row, text: '@sum', searches: 5 },
      { ...row, text: 'say "hi"\nthere' },
    ])
    expect(csv.split('\r\n')).toEqual([
      'Field,Text,Searches,Visitors,Without results,Words left out,Found last,Understood as,Clicks,Position,Applications',
      "Keyword,'@sum,5,3,0,0,4,,2,1,1",
      'Keyword,\'=1+1,3,3,0,0,4,"Near Leeds; From £50,000 a year",2,1,1',
      'Keyword,"say ""hi""\nthere",3,3,0,0,4,,2,1,1',
      '',
    ])
    for (const visitor of [1, 2, 3]) await visit(visitor, '/jobs?query=nurse')
    await expect.poll(() => rowOf('nurse')).toMatchObject({ searches: 3 })
    const { headers, body } = await page('/admin/searches.csv?days=7')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="searches-7-days.csv"',
    })
    expect(body).toContain('Keyword,nurse,3,3,0,0,1,,0,,0\r\n')
  })

  it('says the middle position as far as it is counted', () => {
    expect(medianPosition(emptyPositions)).toBe('')
    expect(medianPosition([3, 1, 0, 0, 0, 0, 0, 0])).toBe('1')
    expect(medianPosition([1, 0, 0, 0, 2, 0, 0, 0])).toBe('6–10')
    expect(medianPosition([0, 0, 0, 0, 0, 0, 0, 1])).toBe('51 and more')
  })
})

describe('a meaning that an operator gives', () => {
  const add = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/admin/searches/add',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  const worked = async (outcome: WordOutcome, work: (tasks: AddWordTask[]) => Promise<void>) => {
    const tasks: AddWordTask[] = []
    const connection = new Redis(servers.redis.url, { maxRetriesPerRequest: null })
    const worker = new Worker(
      queueNames.urgent,
      async ({ name, data }) => {
        if (name === taskNames.addWord) tasks.push(data as AddWordTask)
        return outcome
      },
      { connection, prefix },
    )
    try {
      await work(tasks)
    } finally {
      await worker.close()
      connection.disconnect()
    }
  }

  it('goes to the worker, whose answer is shown', async () => {
    await worked({ refused: null }, async tasks => {
      const { statusCode, headers } = await add({ kind: 'synonym', text: ' beekeeper ', means: 'apiarist' })
      expect([statusCode, headers.location]).toEqual([303, '/admin/searches?done=synonym'])
      expect(tasks).toEqual([{ kind: 'synonym', text: 'beekeeper', means: 'apiarist' }])
      expect((await page(headers.location)).body).toContain('<p class="fine" role="status">Saved.')
    })
    await worked({ refused: 'No <place> is called so.' }, async () => {
      const { statusCode, body } = await add({ kind: 'alias', text: 'the smoke', means: 'Nowhere' })
      expect([statusCode, body.includes('No &lt;place&gt; is called so.')]).toEqual([422, true])
    })
  })

  it('is refused from elsewhere, and where something is missing', async () => {
    expect((await add({ kind: 'synonym', text: 'a', means: 'b' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect((await add({ kind: 'synonym', text: 'a', means: 'b' }, { authorization: '' })).statusCode).toBe(401)
    for (const fields of [
      {},
      { kind: 'other', text: 'a', means: 'b' },
      { kind: 'alias', text: '', means: 'b' },
      { kind: 'alias', text: 'a', means: ' ' },
    ])
      expect((await add(fields as Record<string, string>)).statusCode, JSON.stringify(fields)).toBe(422)
    const queue = new Queue(queueNames.urgent, { connection: redis, prefix })
    expect(await queue.getJobCounts()).toMatchObject({ waiting: 0, delayed: 0, failed: 0 })
    await queue.close()
  })
})

/** What a site does for who has gone, and when there are too many who have not. */
import { once } from 'node:events'
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as moment } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchUnavailable } from '#api/search'
import { sites } from '#indexer/site'
import { buildApp } from '../../api/app.ts'
import { boundBodies } from '../../api/loadShedding.ts'
import type { EngineQuery } from '../../api/search/engine.ts'
import { createSearch, type Search } from '../../api/search/guard.ts'
import { SearchAbandoned } from '../../api/search/wanted.ts'
import { createServer } from '../../api/server.ts'
import { aJob } from '../builders/jobDocument.ts'
import { startServers, type TestServers } from '../builders/site.ts'

const all = { queries: [{ indexUid: 'jobs', q: '', page: 1, hitsPerPage: 5 }] }
let servers: TestServers

beforeAll(async () => {
  // The engine says no to what is more than this at once.
  vi.stubEnv('MEILI_EXPERIMENTAL_SEARCH_QUEUE_SIZE', '1')
  servers = await startServers()
  vi.unstubAllEnvs()
  const expires_at = Math.floor(Date.now() / 1_000) + 86_400
  await servers.write({
    jobs: Array.from({ length: 200 }, (_, n) => aJob({ id: `j${n}`, url_slug: `j-${n}`, expires_at })),
  })
})

afterAll(async () => {
  await servers?.stop()
})

describe('a search whose visitor has gone', () => {
  /** Searches that a slow engine has not answered yet; those that were given up are gone from it. */
  const open = new Set<ServerResponse>()
  let asked = 0
  let slow: Server
  let url = ''

  beforeAll(async () => {
    slow = createHttpServer((request, response) => {
      if (request.url !== '/multi-search') return response.end('{"results":[],"total":0}')
      asked++
      open.add(response)
      response.once('close', () => open.delete(response))
    }).listen(0, '127.0.0.1')
    await vi.waitUntil(() => slow.listening)
    url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  })

  afterAll(() => {
    slow?.closeAllConnections()
    slow?.close()
  })

  beforeEach(() => {
    asked = 0
    open.clear()
  })

  const answer = () => {
    const result = { hits: [], totalHits: 3, totalPages: 1, processingTimeMs: 0 }
    for (const response of open) response.end(JSON.stringify({ results: [result] }))
  }
  const under = async <T>(work: (search: Search) => Promise<T>): Promise<T> => {
    const search = createSearch({ meiliUrl: url, searchKey: 'any', indexPrefix: '', site: sites.uk, now: () => 1e12 })
    try {
      return await work(search)
    } finally {
      search.close()
    }
  }

  it('is given up at the engine', () =>
    under(async search => {
      const visit = new AbortController()
      const found = search.answer(all, visit.signal)
      const failed = expect(found).rejects.toBeInstanceOf(SearchAbandoned)
      await vi.waitUntil(() => open.size === 1)
      visit.abort(new SearchAbandoned('The client has gone.'))
      await failed
      await vi.waitUntil(() => open.size === 0)
    }))

  it('goes on for the others who asked the same', () =>
    under(async search => {
      const visits = [new AbortController(), new AbortController()]
      const [first, second] = visits.map(({ signal }) => search.answer(all, signal))
      await vi.waitUntil(() => open.size === 1 && search.cacheCounts.hits === 1)
      visits[0]!.abort()
      // In process nobody goes.
      const third = search.multiSearch(all.queries)
      await vi.waitUntil(() => search.cacheCounts.hits === 2)
      visits[1]!.abort()
      answer()
      for (const found of [first, second]) expect(JSON.parse(await found!).results[0].totalHits).toBe(3)
      expect((await third)[0]).toMatchObject({ totalHits: 3 })
      expect(asked).toBe(1)
    }))

  it('is asked anew by who comes after all have gone', () =>
    under(async search => {
      const visits = [new AbortController(), new AbortController()]
      const gone = Promise.allSettled(visits.map(({ signal }) => search.answer(all, signal)))
      await vi.waitUntil(() => open.size === 1 && search.cacheCounts.hits === 1)
      for (const visit of visits) visit.abort()
      // At once: what was given up has not failed yet.
      const late = search.answer(all, new AbortController().signal)
      for (const one of await gone)
        expect(one).toMatchObject({ status: 'rejected', reason: expect.any(SearchAbandoned) })
      await vi.waitUntil(() => asked === 2 && open.size === 1)
      answer()
      expect(JSON.parse(await late).results[0].totalHits).toBe(3)
    }))

  it('makes room for the next where so many are answered at once and no more', async () => {
    const app = await buildApp({ ...servers.config, meiliUrl: url, requestsAtOnce: 2 })
    app.get('/page', { config: { sheds: 'page' } }, async () => 'a page')
    try {
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      const search = (page: number, signal?: AbortSignal) =>
        fetch(`${origin}/search/multi-search`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ queries: [{ ...all.queries[0], page }] }),
          ...(signal && { signal }),
        })
      const visit = new AbortController()
      const gone = expect(search(1, visit.signal)).rejects.toThrow()
      const second = search(2)
      await vi.waitUntil(() => open.size === 2)

      const refused = await search(3)
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
        503,
        '5',
        { error: 'Too much is asked at the moment. Please try again in a few seconds.' },
      ])
      const page = await fetch(`${origin}/page`)
      expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([
        503,
        '5',
        'text/html; charset=utf-8',
      ])
      expect(await page.text()).toContain('<meta http-equiv="refresh" content="5">')
      // What a balancer asks is always let in.
      expect((await fetch(`${origin}/robots.txt`)).status).toBe(200)
      expect(asked).toBe(2)

      visit.abort()
      await gone
      await expect.poll(async () => (await fetch(`${origin}/page`)).status).toBe(200)
      answer()
      expect((await second).status).toBe(200)
    } finally {
      await app.close()
    }
  })

  it('gives up its place, also one of many that came in one packet', async () => {
    const app = await buildApp({ ...servers.config, meiliUrl: url, requestsAtOnce: 2 })
    app.get('/page', { config: { sheds: 'page' } }, async () => 'a page')
    const sockets: Socket[] = []
    let waiting = 0
    app.get('/waits', { config: { sheds: 'page' } }, () => new Promise(() => waiting++))
    const page = async () => (await app.inject('/page')).statusCode
    try {
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
      const ask = (times: number) => {
        const socket = connect(Number(port), '127.0.0.1')
        sockets.push(socket)
        socket.write('GET /waits HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(times))
        return socket
      }
      const many = ask(5)
      await expect.poll(page).toBe(503)
      many.destroy()
      await expect.poll(page).toBe(200)
      // One waits again: both places are free, and not the first alone.
      ask(1)
      await expect.poll(() => waiting).toBe(3)
      expect(await page()).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
      await app.close()
    }
  })

  it('is found out by the end of its connection', async () => {
    const app = await buildApp({ ...servers.config, meiliUrl: url })
    try {
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      const visit = new AbortController()
      const found = fetch(`${origin}/search/multi-search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(all),
        signal: visit.signal,
      })
      const failed = expect(found).rejects.toThrow()
      await vi.waitUntil(() => open.size === 1)
      visit.abort()
      await failed
      await vi.waitUntil(() => open.size === 0)
    } finally {
      await app.close()
    }
  })
})

describe('a client that is slow', () => {
  const sockets: Socket[] = []
  let app: FastifyInstance
  let seen = 0
  const send = (request: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    // Nothing is read.
    sockets.push(socket.on('error', () => {}))
    socket.write(request)
    return socket
  }
  const beginPost = (path: string) =>
    send(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"`)
  const listen = async () => {
    seen = 0
    app.server.on('request', () => seen++)
    await app.listen({ port: 0, host: '127.0.0.1' })
  }

  afterEach(async () => {
    vi.restoreAllMocks()
    for (const socket of sockets.splice(0)) socket.destroy()
    await app.close()
  })

  it('holds no place: with a body that never ends, behind an answer that never comes, or by reading nothing', async () => {
    app = await buildApp({ ...servers.config, requestsAtOnce: 2 })
    app.get('/page', { config: { sheds: 'page' } }, async () => 'a page')
    app.get('/open', () => new Promise(() => {}))
    // More than the machine takes for a client that does not.
    const large = Buffer.alloc(24_000_000)
    app.get('/large', { config: { sheds: 'page' } }, async () => large)
    await listen()
    const page = async () => (await app.inject('/page')).statusCode

    for (let time = 0; time < 3; time++) beginPost('/search/multi-search')
    await expect.poll(() => seen).toBe(3)
    expect(await page()).toBe(200)

    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    send(get('/open') + get('/page').repeat(2))
    await expect.poll(() => seen).toBe(6)
    await expect.poll(page).toBe(200)

    for (let time = 0; time < 2; time++) send(get('/large'))
    await expect.poll(page).toBe(503)
    // A reader has a moment.
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 6_000)
    await expect.poll(page).toBe(200)
  })

  it('is cut off with its body where many come at once, the longest first', async () => {
    app = createServer({ logLevel: 'silent', trustedHops: 0 })
    boundBodies(app, 100)
    app.post('/', async ({ body }) => ({ body }))
    await listen()
    const [first, second] = [beginPost('/'), beginPost('/')]
    await expect.poll(() => seen).toBe(2)
    const cut = once(first, 'close')
    const whole = await app.inject({ method: 'POST', url: '/', payload: { of: 'some twenty bytes' } })
    expect(whole.json()).toEqual({ body: { of: 'some twenty bytes' } })
    await cut
    second.write(`${'a'.repeat(38)}"`)
    const [answer] = await once(second, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a search that finds too little, of an engine that fails in the midst of it', () => {
  it('fails, and the process goes on; each question is asked once', async () => {
    /** The questions that were answered with jobs. */
    let asked: string[] = []
    let isFailing = false
    const one = (query: EngineQuery) => {
      const isWhole = query.q === 'reserving welder'
      const totalHits = isWhole ? 1 : 40
      if (query.hitsPerPage !== 0) asked.push(JSON.stringify(query))
      return { hits: query.hitsPerPage === 0 ? [] : [{ id: isWhole ? 'a' : 'b' }], totalHits, processingTimeMs: 0 }
    }
    const engine = createHttpServer(async (request, response) => {
      if (request.url !== '/multi-search') return response.end('{"results":[],"total":0}')
      const { queries } = (await json(request)) as { queries: EngineQuery[] }
      const isLast = queries.some(({ q, hitsPerPage }) => q !== 'reserving welder' && hitsPerPage !== 0)
      if (isFailing && isLast) return response.writeHead(500).end('{"message":"no","code":"internal"}')
      response.end(JSON.stringify({ results: queries.map(one) }))
    }).listen(0, '127.0.0.1')
    await vi.waitUntil(() => engine.listening)
    const meiliUrl = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
    const search = createSearch({ meiliUrl, searchKey: 'any', indexPrefix: '', site: sites.uk })
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      const find = () => search.multiSearch([{ indexUid: 'jobs', q: 'reserving welder', page: 1, hitsPerPage: 5 }])
      const [found] = await find()
      expect(found).toMatchObject({ totalHits: 40, hits: [{}, {}] })
      expect(new Set(asked).size).toBe(asked.length)
      isFailing = true
      asked = []
      // The next moment remembers nothing.
      await vi.waitFor(async () => expect(find()).rejects.toBeInstanceOf(SearchUnavailable), 5_000)
      // Node tells of them before the next turn of its loop.
      await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
      search.close()
      engine.closeAllConnections()
      engine.close()
    }
  })
})

describe('more searches than the engine takes', () => {
  /** One asks so many questions at once and no more. */
  let apps: FastifyInstance[] = []

  beforeAll(async () => {
    apps = await Promise.all(Array.from({ length: 8 }, () => buildApp(servers.config)))
  })

  afterAll(async () => {
    for (const app of apps) await app.close()
  })

  const search = (n: number) =>
    apps[n % apps.length]!.inject({
      method: 'POST',
      url: '/search/multi-search',
      payload: { queries: [{ indexUid: 'jobs', q: '', page: 1 + n, hitsPerPage: 20, facets: ['sectors', 'type'] }] },
    })

  it('are refused with when to come again, and answered once there are fewer', async () => {
    let asked = 0
    /** All that come to the engine while it stands still are there at once when it goes on. */
    const burst = async () => {
      const engine = servers.meilisearch.pid()
      process.kill(engine, 'SIGSTOP')
      try {
        const answers = Array.from({ length: 300 }, () => search(asked++))
        await moment(100)
        return Promise.all(answers)
      } finally {
        process.kill(engine, 'SIGCONT')
      }
    }
    const refusedOf = (answers: Awaited<ReturnType<typeof burst>>) =>
      answers.filter(({ statusCode }) => statusCode === 503)
    let answers = await burst()
    // On a busy machine hardly one may have come by then.
    while (refusedOf(answers).length === 0 && asked < 30_000) answers = await burst()
    const refused = refusedOf(answers)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers['retry-after']).toBe('2')
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(300 - refused.length)
    const calm = await search(asked)
    expect(calm.statusCode).toBe(200)
    expect(calm.json().results[0].totalHits).toBe(200)
  })
})

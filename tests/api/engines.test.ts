import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchUnavailable } from '#api/search'
import type { ReplicaState } from '#indexer/replicas'
import { sites } from '#indexer/site'
import { timeFormat } from '../../api/routes/adminPage.ts'
import { pipelineBody } from '../../api/routes/pipelineHtml.ts'
import { EngineRefusal } from '../../api/search/engine.ts'
import { connectEngines, type Engines, type Heard } from '../../api/search/engines.ts'

type Mode = 'well' | 'hangs' | 'refuses' | 'fails'

/** What stands for an engine: it says who it is, and does what a test wants. */
interface Stub {
  name: string
  url: string
  mode: Mode
  /** Searches that it was sent. */
  searches: number
  close(): Promise<void>
  open(): Promise<void>
}

let stubs: Stub[] = []
let primary: Stub
let one: Stub
let two: Stub
let heard: Heard | null
let clock: number
let engines: Engines

beforeEach(async () => {
  clock = Date.now()
  stubs = await Promise.all(['primary', 'one', 'two'].map(startStub))
  ;[primary, one, two] = stubs as [Stub, Stub, Stub]
  say({ one: 1_000, two: 2_000 })
  engines = connect(30_000)
})
afterEach(async () => {
  engines.engine.close()
  await Promise.all(stubs.map(stub => stub.close()))
})

/** @param timeoutMs the site's patience */
function connect(timeoutMs: number): Engines {
  return connectEngines({
    url: primary.url,
    replicas: [one.url, two.url],
    key: 'key',
    maxLagMs: 30_000,
    heard: () => heard,
    timeoutMs,
    now: () => clock,
  })
}

/** The worker says how far each replica is behind, in milliseconds; null: it is being filled. */
function say(lags: Record<'one' | 'two', number | null>): void {
  const states = [one, two].map((stub): [string, ReplicaState] => {
    const lag = lags[stub.name as 'one' | 'two']
    const state = lag === null ? 'filling' : 'following'
    return [stub.url, { state, at: lag === null ? clock : clock - lag, task: 1, reason: null, saidAt: clock }]
  })
  heard = { at: clock, states: new Map(states) }
}

/** Who answers a search. */
async function ask(q = 'actuary'): Promise<string> {
  const [result] = await engines.engine.multiSearch<{ id: string }>([{ indexUid: 'jobs', q }])
  return result!.hits[0]!.id
}

/** Who answers searches for many different words. */
async function askMany(): Promise<Set<string>> {
  return new Set(await Promise.all(Array.from({ length: 30 }, (_, n) => ask(`word ${n}`))))
}

describe('replicas that are level', () => {
  it('share the searches, and the primary has none', async () => {
    expect(await askMany()).toEqual(new Set(['one', 'two']))
    expect(primary.searches).toBe(0)
  })

  it('answer all pages and steps of one search alike', async () => {
    const answers = new Set<string>()
    for (let n = 0; n < 20; n++)
      answers.add(
        await engines.together(
          () => 'a search',
          () => ask(`step ${n}`),
        ),
      )
    expect(answers.size).toBe(1)
  })

  it('are not asked what must not be missed, nor for an index in its own order', async () => {
    expect(await engines.fresh(() => ask())).toBe('primary')
    expect(
      await engines.fresh(() =>
        engines.together(
          () => 'a search',
          () => ask(),
        ),
      ),
    ).toBe('primary')
    await engines.engine.documents('jobs', { fields: ['id'], offset: 0, limit: 1 })
    expect([one.searches, two.searches]).toEqual([0, 0])
  })
})

describe('a replica is not asked', () => {
  it('that is further behind than the setting', async () => {
    say({ one: 30_001, two: 30_000 })
    expect(await askMany()).toEqual(new Set(['two']))
    say({ one: 30_001, two: 60_000 })
    expect(await askMany()).toEqual(new Set(['primary']))
    expect(one.searches).toBe(0)
  })

  it('that is being filled, even where the primary does not answer', async () => {
    say({ one: null, two: null })
    expect(await ask()).toBe('primary')
    await primary.close()
    await expect(ask()).rejects.toThrow(SearchUnavailable)
    expect([one.searches, two.searches]).toEqual([0, 0])
  })

  it('by what was heard long ago, or was never heard', async () => {
    clock += 5_000
    expect(await askMany()).toEqual(new Set(['primary']))
    heard = null
    expect(await askMany()).toEqual(new Set(['primary']))
  })
})

describe('an engine that does not answer', () => {
  it('fails no search: another is asked at once, and it is left out', async () => {
    await one.close()
    expect(await askMany()).toEqual(new Set(['two']))
    expect(engines.reports().find(({ url }) => url === one.url)).toMatchObject({ isWell: false, isAsked: false })
    const failures = engines.reports()[1]!.failures
    expect(await askMany()).toEqual(new Set(['two']))
    expect(engines.reports()[1]!.failures).toBe(failures)
  })

  it('is asked again when it is back, and no search was sent to it before that was known', async () => {
    one.mode = 'fails'
    expect(await askMany()).toEqual(new Set(['two']))
    one.mode = 'well'
    clock += 500
    say({ one: 0, two: 0 })
    await vi.waitFor(async () => expect(await askMany()).toEqual(new Set(['one', 'two'])))
  })

  it('and hangs is given up in time for another to answer', async () => {
    engines.engine.close()
    const patienceMs = 2_500
    engines = connect(patienceMs)
    one.mode = two.mode = 'hangs'
    const begun = Date.now()
    expect(
      await engines.together(
        () => 'hangs',
        () => ask(),
      ),
    ).toBe('primary')
    expect(Date.now() - begun).toBeLessThan(patienceMs)
    expect(await ask()).toBe('primary')
  })

  it('to a visitor who has gone is not left out for that, and no other is asked', async () => {
    for (const stub of stubs) stub.mode = 'hangs'
    const gone = new AbortController()
    const asked = engines.engine.multiSearch([{ indexUid: 'jobs', q: 'actuary' }], gone.signal)
    await vi.waitFor(() => expect(one.searches + two.searches).toBe(1))
    gone.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    expect(engines.reports().map(({ failures }) => failures)).toEqual([0, 0, 0])
    expect(primary.searches + one.searches + two.searches).toBe(1)
  })

  it('and is the primary: replicas answer, and the least late one where none is level', async () => {
    await primary.close()
    expect(await engines.fresh(() => ask())).toMatch(/one|two/)
    say({ one: 3_000_000, two: 2_000_000 })
    expect(await ask()).toBe('two')
    say({ one: 3_700_000, two: 3_700_000 })
    await expect(ask()).rejects.toThrow(SearchUnavailable)
    await primary.open()
    clock += 60_000
    say({ one: 3_700_000, two: 3_700_000 })
    expect(await ask()).toBe('primary')
  })

  it('like all the others: the search is not available, and is again when they are back', async () => {
    for (const stub of stubs) stub.mode = 'fails'
    await expect(ask()).rejects.toThrow(SearchUnavailable)
    for (const stub of stubs) stub.mode = 'well'
    expect(await ask()).toMatch(/one|two|primary/)
  })
})

describe('/admin/pipeline', () => {
  const view = {
    ...{ sources: [], left: [], alarms: [], setAside: [], content: null, workerSeen: null, unresolved: [] },
    ...{ unparsed: [], message: '', now: new Date(), time: timeFormat(sites.uk) },
  }

  it('lists the engines as the site sees them, and nothing where there is one', () => {
    say({ one: 1_500, two: null })
    const page = pipelineBody({ ...view, engines: engines.reports() })
    const rows = [...page.matchAll(/<tr><td><code>(.*?)<\/code><\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g)]
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      [new URL(primary.url).host, 'yes', 'primary'],
      [new URL(one.url).host, 'yes', '1.5 s behind'],
      [new URL(two.url).host, 'no', 'is being filled'],
    ])
    expect(pipelineBody({ ...view, engines: [] })).not.toContain('Search engines')
  })
})

describe('a refusal', () => {
  it('of a replica alone means that it lacks an index: the primary answers, and it is left out', async () => {
    one.mode = two.mode = 'refuses'
    expect(await ask()).toBe('primary')
    one.mode = two.mode = 'well'
    expect((await askMany()).size).toBe(1)
  })

  it('of the primary too is the answer, and no engine is left out for it', async () => {
    for (const stub of stubs) stub.mode = 'refuses'
    await expect(ask()).rejects.toThrow(EngineRefusal)
    expect(engines.reports().map(({ isWell }) => isWell)).toEqual([true, true, true])
  })

  it('for a document that a replica does not hold yet: the primary has it, and the replica goes on', async () => {
    expect(await engines.engine.document('jobs', 'on-primary')).toEqual({ id: 'on-primary' })
    expect(await engines.engine.document('jobs', 'nowhere')).toBeNull()
    expect(engines.reports().map(({ isWell }) => isWell)).toEqual([true, true, true])
  })
})

async function startStub(name: string): Promise<Stub> {
  let port = 0
  let server: Server
  const stub: Stub = {
    name,
    url: '',
    mode: 'well',
    searches: 0,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    open: () =>
      new Promise(resolve => {
        server = createServer((request, answer) => {
          let body = ''
          request.on('data', chunk => {
            body += chunk
          })
          request.on('end', () => {
            const say = (status: number, value: object) => answer.writeHead(status).end(JSON.stringify(value))
            const { queries = [] } = JSON.parse(body || '{}') as { queries?: unknown[] }
            stub.searches += queries.length
            if (stub.mode === 'hangs') return
            if (stub.mode === 'fails') return say(500, { code: 'internal', message: 'no' })
            if (stub.mode === 'refuses' && queries.length > 0)
              return say(400, { code: 'index_not_found', message: 'no' })
            const id = /\/documents\/(?!fetch)(.+)/.exec(request.url!)?.[1]
            if (id === `on-${name}`) return say(200, { id })
            if (id) return say(404, { code: 'document_not_found', message: 'no' })
            return say(200, { results: queries.map(() => ({ hits: [{ id: name }] })), total: 0 })
          })
        }).listen(port, '127.0.0.1', () => {
          port = (server.address() as AddressInfo).port
          stub.url = `http://127.0.0.1:${port}`
          resolve()
        })
      }),
  }
  await stub.open()
  return stub
}

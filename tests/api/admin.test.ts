import { Queue, Worker } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Alarm,
  alarmKey,
  type ContentRecord,
  type DryRun,
  type MergedRow,
  type QuarantinedRow,
  queueNames,
  type RunRecord,
  redisKeys,
  type SetAsideTask,
  type SourceSummary,
  taskNames,
} from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { aJob } from '../builders/jobDocument.ts'
import { withoutRedis } from '../builders/redis.ts'
import { admin, startServers, type TestServers } from '../builders/site.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
const source: SourceSummary = {
  id: 'agency',
  title: `Agency ${hostile}`,
  format: 'job',
  from: 'https://feeds.example.com/jobs.json',
  schedule: '*/15 * * * *',
  paused: false,
  postSecret: null,
}
const run: RunRecord = {
  source: 'agency',
  startedAt: '2026-11-27T10:00:00.000Z',
  ms: 1_500,
  outcome: 'guarded',
  reason: `Would retire 90% ${hostile}`,
  received: 12_345,
  upserted: 1,
  unchanged: 2,
  quarantined: 3,
  merged: 0,
  retired: 0,
  missing: 0,
}
const row: QuarantinedRow = {
  row: 7,
  key: 'R7',
  title: `Job ${hostile}`,
  reason: `No title ${hostile}`,
  raw: `{"id": 7, "x": "${hostile}"}`,
}
const alarm: Alarm = {
  source: 'agency',
  kind: 'guarded',
  message: `Alarm ${hostile}`,
  since: '2026-11-27T10:00:00.000Z',
}

let servers: TestServers
let app: FastifyInstance
let redis: Redis
let queue: Queue

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url)
  await redis.hset(redisKeys.sources('test'), source.id, JSON.stringify(source))
  await redis.rpush(redisKeys.runs('test', source.id), JSON.stringify(run))
  await redis.rpush(redisKeys.quarantine('test', source.id), ...Array.from({ length: 60 }, () => JSON.stringify(row)))
  await redis.hset(redisKeys.alarms('test'), alarmKey(alarm), JSON.stringify(alarm))
  queue = new Queue(queueNames.index, { connection: redis, prefix: 'test' })
  app = await buildApp(servers.config)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await queue?.close()
  redis?.disconnect()
  await servers?.stop()
})

afterEach(() => void vi.useRealTimers())

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
/** A site of which no other process counts who tries to get in. */
let sites = 0
const guardedSite = (over = {}) => buildApp({ ...servers.config, queuePrefix: `guarded${++sites}`, ...over })
const ask = (
  url: string,
  headers: Record<string, string> = { authorization: basic(admin.user, admin.password) },
  to = app,
) => to.inject({ url, headers })
const form = (body: string, headers: Record<string, string> = {}, to = 'sync') =>
  app.inject({
    method: 'POST',
    url: `/admin/pipeline/${to}`,
    payload: body,
    headers: {
      authorization: basic(admin.user, admin.password),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })

describe('the lock', () => {
  it('covers pages, dashboard, API and assets alike', async () => {
    const board = await ask('/admin/queues')
    expect(board.body).not.toContain('googleapis')
    expect(board.body).toContain('local("Liberation Sans")')
    expect(board.statusCode).toBe(200)
    const script = /src="(static\/js\/main[^"]+)"/.exec(board.body)![1]
    const urls = [
      '/admin',
      '/admin/submissions',
      '/admin/mailbox',
      '/admin/pipeline',
      '/admin/queues',
      '/admin/queues/',
      `/admin/queues/${script}`,
      '/admin/queues/api/queues',
      '/admin/queues/queue/index',
    ]
    for (const url of urls) {
      const closed = await ask(url, {})
      expect([closed.statusCode, closed.headers['www-authenticate']], url).toEqual([
        401,
        expect.stringContaining('Basic realm="Longlist"'),
      ])
      expect([200, 302], url).toContain((await ask(url)).statusCode)
    }
    expect((await ask('/admin/queues/api/queues')).json().queues.map(({ name }: { name: string }) => name)).toEqual([
      'index',
      'urgent',
      'content',
      'trial',
      'deliver',
      'alerts',
    ])
    expect(board.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
    for (const url of ['/admin/pipeline/sync', '/admin/submissions/retry'])
      expect((await app.inject({ method: 'POST', url })).statusCode, url).toBe(401)
  })

  it('opens to the user and password together, slower with each guess, and to no more than a few; the right ones begin again', async () => {
    const guarded = await guardedSite()
    const wrong = [
      basic(admin.user, 'wrong'),
      basic('root', admin.password),
      basic('', ''),
      basic(admin.user, `${admin.password} `),
    ]
    const answers = []
    for (const authorization of wrong) answers.push(await ask('/admin/pipeline', { authorization }, guarded))
    // Nothing tells which of both was wrong.
    expect(
      new Set(
        answers.map(({ statusCode, body, headers }) => JSON.stringify([statusCode, body, headers['www-authenticate']])),
      ).size,
    ).toBe(1)
    expect(answers[0]!.statusCode).toBe(401)
    for (const authorization of ['Bearer x', 'Basic', 'Basic %%%'])
      expect((await ask('/admin/pipeline', { authorization }, guarded)).statusCode).toBe(401)
    expect((await ask('/admin/pipeline', undefined, guarded)).statusCode).toBe(200)
    // By one clock, the machine's own, and from before the first to after the last of them: only a pause that is left
    // out makes this shorter.
    const began = performance.now()
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        ask('/admin/pipeline', { authorization: basic('admin', String(i)) }, guarded),
      ),
    )
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(performance.now() - began).toBeGreaterThan(450)
    for (const locked of [guesses.at(-1)!, await ask('/admin/submissions', undefined, guarded)])
      expect([locked.statusCode, locked.headers['retry-after'], locked.headers['www-authenticate']]).toEqual([
        429,
        '300',
        undefined,
      ])
    await guarded.close()
  })

  it.each([
    [0, 'by the address that the connection comes from, whatever a header says'],
    [1, 'by the address that the one trusted proxy says, and none that stands before it'],
  ])('counts, behind %i proxies, %s', async trustedHops => {
    const guarded = await guardedSite({ trustedHops })
    const from = (address: string, spoofed: string, authorization: string) =>
      guarded.inject({
        url: '/admin/submissions',
        remoteAddress: trustedHops === 0 ? address : '192.0.2.1',
        headers: { authorization, 'x-forwarded-for': trustedHops === 0 ? spoofed : `${spoofed}, ${address}` },
      })
    const right = basic(admin.user, admin.password)
    const guesses = (address: string) =>
      Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          from(address, `198.51.100.${i}`, basic('admin', String(i))).then(({ statusCode }) => statusCode),
        ),
      )
    const ten = [...Array(10).fill(401), 429, 429]
    expect(await guesses('203.0.113.7')).toEqual(ten)
    expect((await from('203.0.113.7', '198.51.100.99', right)).statusCode).toBe(429)
    expect((await from('203.0.113.8', '203.0.113.7', right)).statusCode).toBe(200)
    // A network of IPv6 is one.
    expect(
      await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          from(`2001:db8:0:1::${i + 1}`, '', basic('admin', 'x')).then(({ statusCode }) => statusCode),
        ),
      ),
    ).toEqual(ten)
    expect((await from('2001:db8:0:2::1', '', right)).statusCode).toBe(200)
    await guarded.close()
  })

  it('is no quicker guessed from many addresses, and stays open to who has been there', async () => {
    const guarded = await guardedSite()
    const from = (remoteAddress: string, authorization: string) =>
      guarded.inject({ url: '/admin/submissions', remoteAddress, headers: { authorization } })
    const right = basic(admin.user, admin.password)
    expect((await from('203.0.113.1', right)).statusCode).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 150 }, (_, i) => from(`198.51.100.${i}`, basic('admin', String(i)))),
    )
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(100)
    expect((await from('203.0.113.1', right)).statusCode).toBe(200)
    expect((await from('203.0.113.2', right)).statusCode).toBe(429)
    // The machine's own way in, as a tunnel gives it.
    expect((await from('127.0.0.1', right)).statusCode).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
    expect((await from('203.0.113.2', right)).statusCode).toBe(200)
    await guarded.close()
  })

  it('counts wrong passwords for all processes of the site together, and by itself while Redis is away', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const queuePrefix = `guarded${++sites}`
    const both = [await guardedSite({ queuePrefix }), await guardedSite({ queuePrefix })]
    for (const one of both) await one.ready()
    const from = (remoteAddress: string, authorization: string, to: FastifyInstance) =>
      to
        .inject({ url: '/admin/submissions', remoteAddress, headers: { authorization } })
        .then(({ statusCode }) => statusCode)
    const [right, wrong] = [basic(admin.user, admin.password), basic(admin.user, 'wrong')]
    const guesses = await Promise.all(Array.from({ length: 24 }, (_, i) => from('203.0.113.30', wrong, both[i % 2]!)))
    expect(guesses.filter(status => status === 401)).toHaveLength(10)
    for (const one of both) expect(await from('203.0.113.30', right, one)).toBe(429)
    // Who is known to one of them is known to both while many guess.
    expect(await from('203.0.113.31', right, both[0]!)).toBe(200)
    for (let i = 0; i < 100; i += 10)
      await Promise.all(Array.from({ length: 10 }, (_, n) => from(`198.51.100.${i + n}`, wrong, both[n % 2]!)))
    expect([await from('203.0.113.31', right, both[1]!), await from('203.0.113.32', right, both[1]!)]).toEqual([
      200, 429,
    ])
    const keys = await redis.keys(`${queuePrefix}:limit:*`)
    expect(keys.length).toBeGreaterThan(90)
    expect(keys.join()).not.toMatch(/203\.0|198\.51/)
    vi.setSystemTime(Date.now() + 5 * 60_000)
    expect(await from('203.0.113.30', right, both[1]!)).toBe(200)

    const alone = await guardedSite(withoutRedis(servers.config))
    const unshared = await Promise.all(Array.from({ length: 12 }, () => from('203.0.113.30', wrong, alone)))
    expect(unshared.filter(status => status === 401)).toHaveLength(10)
    expect(await from('203.0.113.30', right, alone)).toBe(429)
    for (const one of [...both, alone]) await one.close()
  })

  it('has no key where none is set', async () => {
    const closed = await buildApp({ ...servers.config, admin: null })
    for (const url of ['/admin/pipeline', '/admin/queues', '/admin/submissions', '/admin/mailbox/a.eml'])
      expect((await ask(url, undefined, closed)).statusCode).toBe(404)
    await closed.close()
  })
})

describe('/admin/pipeline', () => {
  it('shows what is set aside, and makes it again at one press', async () => {
    const urgent = new Queue(queueNames.urgent, { connection: redis, prefix: 'test' })
    const hook: SetAsideTask = {
      ...{
        what: 'applyWebhook {"deliveryId":"w1"}',
        queue: 'urgent',
        id: 'w1',
        name: taskNames.applyWebhook,
        data: { deliveryId: 'w1' },
      },
      ...{ source: '<b>agency', since: '2026-11-28T10:00:00.000Z' },
    }
    const sync: SetAsideTask = {
      ...hook,
      what: 'syncSource {"source":"far"}',
      queue: 'index',
      id: 'repeat:1',
      name: taskNames.syncSource,
      data: { source: 'far' },
    }
    const key = redisKeys.setAside('test')
    for (const one of [hook, sync]) await redis.hset(key, one.what, JSON.stringify(one))
    // The queue still has the one that was given up.
    await urgent.add(hook.name, hook.data, { jobId: hook.id })
    const { body } = await ask('/admin/pipeline')
    expect(body).toContain('Two workers in a row have ended while they were at these tasks')
    expect(body).toContain('&lt;b&gt;agency')
    expect(body).not.toContain('<b>agency')
    for (const { what } of [hook, sync]) {
      const answer = await form(new URLSearchParams({ what }).toString(), {}, 'again')
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/admin/pipeline?done=again'])
      expect((await form(new URLSearchParams({ what }).toString(), {}, 'again')).statusCode).toBe(422)
    }
    expect((await urgent.getJobs(['waiting', 'failed'])).map(({ id, name, data }) => ({ id, name, data }))).toEqual([
      { id: 'w1', name: hook.name, data: hook.data },
    ])
    const [again] = (await queue.getJobs(['waiting'])).filter(({ data }) => data.source === 'far')
    expect(again!.name).toBe(taskNames.syncSource)
    await again!.remove()
    expect((await ask('/admin/pipeline')).body).not.toContain('id="set-aside"')
    expect((await app.inject({ method: 'POST', url: '/admin/pipeline/again' })).statusCode).toBe(401)
    await urgent.close()
  })

  it('shows sources, runs, alarms and refused rows, with every text escaped', async () => {
    // A sign of life is one for half a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    const { body, headers } = await ask('/admin/pipeline')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    for (const text of [
      'Agency',
      'Would retire 90%',
      'Alarm',
      '*/15 * * * *',
      'No worker has been seen',
      '27 Nov 2026, 10:00:00',
      'Runs shown: 1. At most 0 jobs changed in one, 1 without success',
    ])
      expect(body).toContain(text)
    const detail = (await ask('/admin/pipeline/agency')).body
    for (const text of ['12,345', 'No title', 'The first 50 of 60 kept', '<li>60: No title', '&quot;id&quot;: 7'])
      expect(detail).toContain(text)
    for (const page of [body, detail]) expect(page).not.toContain('<img')
    expect(`${body}${detail}`.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)!.length).toBeGreaterThan(4)
    const nonce = /<style nonce="(\w+)">/.exec(body)![1]
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(body).not.toMatch(/<script|style="/)
    await redis.set(redisKeys.heartbeat('test'), new Date().toISOString())
    expect((await ask('/admin/pipeline')).body).toContain('A worker is at work')
  })

  it('puts a sync on the queue, one that waits at a time, and says so', async () => {
    const answers = [
      await form('source=agency'),
      await form('source=agency', { 'sec-fetch-site': 'same-origin' }),
      await form('source=agency', { origin: 'https://jobs.example.com' }),
    ]
    for (const { statusCode, headers } of answers)
      expect([statusCode, headers.location]).toEqual([303, '/admin/pipeline/agency?done=sync'])
    const tasks = await queue.getJobs(['waiting', 'prioritized', 'delayed'])
    expect(tasks.map(({ name, data }) => [name, data])).toEqual([[taskNames.syncSource, { source: 'agency' }]])
    expect((await ask('/admin/pipeline/agency?done=sync')).body).toContain('is on the queue')
    expect((await ask('/admin/pipeline/agency?done=<b>')).body).not.toContain('<b>')
    expect((await form('source=nobody')).statusCode).toBe(422)
    expect((await form('')).statusCode).toBe(422)
  })

  it('says how far the tasks of a source have come', async () => {
    const pages = async () =>
      (await Promise.all([ask('/admin/pipeline'), ask('/admin/pipeline/agency')])).map(({ body }) => body)
    await queue.obliterate()
    // Not before tomorrow, whatever the time is: one that is due would be worked on below.
    const later = Date.now() + 86_400_000
    await queue.upsertJobScheduler(
      'sync-agency',
      { pattern: '0 3 * * *', startDate: later },
      { name: taskNames.syncSource, data: { source: 'agency' } },
    )
    for (const body of await pages()) expect(body).not.toMatch(/<p class="facts">A (?:sync|dry run) /)
    await queue.add(taskNames.syncSource, { source: 'agency' })
    await queue.add(taskNames.syncSource, { source: 'other' })
    for (const body of await pages()) expect(body.split('A sync waits for its turn.').length).toBe(2)
    const connection = redis.duplicate({ maxRetriesPerRequest: null })
    // Nobody renews the lock of a task that is taken by hand.
    const worker = new Worker(queueNames.index, null, { connection, prefix: 'test', lockDuration: 600_000 })
    try {
      const task = (await worker.getNextJob('one'))!
      for (const body of await pages()) expect(body).toContain('A sync is at work.')
      await task.updateProgress({ rows: 12_000 })
      for (const body of await pages()) expect(body).toContain('A sync has read 12,000 rows.')
      await task.updateProgress({ againAt: later })
      await task.moveToDelayed(later, 'one')
      for (const body of await pages())
        expect(body).toContain('A sync is fetching the feed; other sources go on meanwhile.')
      const failed = await queue.add(
        taskNames.syncSource,
        { source: 'agency', dryRun: true },
        { attempts: 3, backoff: 86_400_000, lifo: true },
      )
      await (await worker.getNextJob('two'))!.moveToFailed(new Error('Meilisearch is away'), 'two')
      expect(await failed.getState()).toBe('delayed')
      for (const body of await pages())
        expect(body).toContain('A dry run could not be done for now and is tried again.')
    } finally {
      await worker.close()
      connection.disconnect()
      await queue.obliterate({ force: true })
    }
  })

  it('shows a dry run with its differences, and what was merged into what', async () => {
    const change = { id: 'j1', title: 'Broker', location: 'Leeds' }
    const merge: MergedRow = {
      key: 'B-1',
      title: 'Twin',
      into: { id: 'j1', source: 'other', title: 'The first' },
      reason: 'The same advert',
    }
    const dryRun: DryRun = {
      record: {
        ...run,
        outcome: 'ok',
        dryRun: true,
        reason: 'would retire 9 of 10',
        received: 40,
        added: 3,
        upserted: 5,
        merged: 1,
        retired: 9,
        notRead: { ShiftPattern: 31, [`bonus${hostile}`]: 1 },
      },
      from: 'https://feeds.example.com/jobs.json',
      added: [{ ...change, title: `New ${hostile}`, changes: [] }],
      changed: [{ ...change, changes: [{ field: 'title', from: 'Brokr', to: `Broker ${hostile}` }] }],
      retired: [{ ...change, title: 'Old Broker', changes: [] }],
      merged: [{ ...merge, title: `Twin ${hostile}` }],
      quarantine: [row],
    }
    await redis.set(redisKeys.dryRun('test', source.id), JSON.stringify(dryRun))
    await redis.rpush(redisKeys.merges('test', source.id), JSON.stringify(merge))
    const { body } = await ask('/admin/pipeline/agency')
    for (const text of [
      'A sync would stop here: would retire 9 of 10',
      'Would be added: 3, the first 1',
      'Not read: <span class="typed">ShiftPattern (31 rows), bonus&lt;img',
      '<del>Brokr</del>',
      'Old Broker',
      'Would be merged: 1',
      'for which <a href="/admin/job?find=j1">The first</a> of other stands',
      'Would be refused: 3',
      '3 added, 2 changed, 2 as before, 1 merged, 3 refused (7.5%), 9 retired.',
      'The first</a> of other',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('<img')
    expect((await form('source=agency', {}, 'dry-run')).headers.location).toBe('/admin/pipeline/agency?done=dry')
    const tasks = await queue.getJobs(['waiting', 'prioritized', 'delayed'])
    expect(tasks.map(({ data }) => data)).toContainEqual({ source: 'agency', dryRun: true })
    expect((await ask('/admin/pipeline/nobody')).statusCode).toBe(404)
  })

  it('pauses and resumes a source', async () => {
    const paused = () => redis.hget(redisKeys.paused('test'), 'agency')
    expect((await form('source=agency', {}, 'pause')).headers.location).toBe('/admin/pipeline/agency?done=paused')
    const since = await paused()
    expect(Date.parse(since!)).toBeGreaterThan(0)
    await form('source=agency', {}, 'pause')
    expect(await paused()).toBe(since)
    const { body } = await ask('/admin/pipeline')
    expect(body).toContain('paused since')
    expect(body).toContain('action="/admin/pipeline/resume"')
    expect(body).not.toContain('action="/admin/pipeline/sync"')
    await form('source=agency', {}, 'resume')
    expect(await paused()).toBeNull()
    for (const to of ['pause', 'resume', 'dry-run']) expect((await form('source=nobody', {}, to)).statusCode).toBe(422)
  })

  it('counts what was not understood over what is in the index, tells where a job’s values come from, and takes out what no source is of', async () => {
    const { engine } = servers
    const documents = [
      aJob({
        id: 'j1',
        external_reference: 'LL-1',
        url_slug: 'broker-ll-1',
        source: 'agency',
        unresolved: ['Atlantis'],
        unparsedSalary: 'around 9ish',
      }),
      aJob({
        id: 'j2',
        external_reference: 'LL-2',
        url_slug: 'broker-ll-2',
        source: 'agency',
        unresolved: ['Atlantis', 'Head office'],
      }),
      aJob({
        ...{ id: 'j3', external_reference: 'LL-3', url_slug: 'broker-ll-3', source: 'gone' },
        provenance: {
          salary: { raw: `£70k ${hostile}`, confidence: 0.6, flags: ['unitGuessed'] },
          expires: { raw: '2026-11-20T09:00:30Z', confidence: 0.5, flags: ['samePublished', 'byRule'] },
        },
      }),
    ]
    await engine.waitTask(await engine.writeDocuments('jobs', documents))
    await engine.waitTask(
      await engine.writeDocuments(
        'slugs',
        documents.map(({ id, url_slug, title }) => ({ slug: url_slug, jobId: id, title })),
      ),
    )
    const { body } = await ask('/admin/pipeline')
    expect(body).toMatch(
      /<td class="number">2<\/td><td class="wide">Atlantis<.*<td class="number">1<\/td><td class="wide">Head office</s,
    )
    for (const text of ['around 9ish', '2 jobs in the index', 'gone <span class="bad">not in the catalogue'])
      expect(body).toContain(text)
    for (const find of ['j3', 'll-3', 'https://jobs.example.com/jobs/broker-ll-3?x=1']) {
      const page = (await ask(`/admin/job?find=${encodeURIComponent(find)}`)).body
      expect(page).toContain('unitGuessed')
      expect(page).toContain('60%')
      expect(page).toContain('The closing date "2026-11-20T09:00:30Z" is within a minute of the publication')
      expect(page).toMatch(
        /it is not believed, and the job is open until [^<]+\. Mend it in the feed, or leave it out\./,
      )
      expect(page).not.toContain('<img')
    }
    for (const find of ['', 'LL-4', '"', '../../keys', '%'])
      expect((await ask(`/admin/job?find=${encodeURIComponent(find)}`)).statusCode, find).toBe(404)
    const missed = await ask('/admin/job?find=LL-4', {
      authorization: basic(admin.user, admin.password),
      accept: 'text/html,*/*',
    })
    expect([missed.statusCode, missed.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missed.body).toMatch(/role="alert">No job in the index has this.*<a href="\/admin\/pipeline">All sources/s)
    expect((await form('source=agency', {}, 'retire')).statusCode).toBe(422)
    expect((await form('source=gone', {}, 'retire')).headers.location).toBe('/admin/pipeline?done=retire')
    expect((await queue.getJobs(['waiting'])).map(({ name, data }) => [name, data])).toContainEqual([
      taskNames.retireSource,
      { source: 'gone' },
    ])
  })

  it('shows the last content sync and what it refused, and takes the wish for another', async () => {
    expect((await ask('/admin/pipeline')).body).toContain('Not synced yet: the worker needs CONTENTFUL_SPACE_ID')
    const record: ContentRecord = {
      ...{
        at: '2026-11-28T09:00:00.000Z',
        ms: 1_200,
        outcome: 'failed',
        reason: 'the CMS answered with 502',
        upserted: 3,
        deleted: 1,
        unchanged: 1_250,
      },
      refused: [{ entry: 'e1', type: 'post', title: '<img src=x>', reason: '"title" is empty: fill it in.' }],
    }
    await redis.set(redisKeys.contentRecord('test'), JSON.stringify(record))
    const { body } = await ask('/admin/pipeline')
    for (const text of [
      'the CMS answered with 502',
      '1,250 unchanged',
      '1 refused',
      '28 Nov 2026, 09:00:00',
      '&lt;img src=x&gt;',
      '&quot;title&quot; is empty',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('<img')
    const post = (headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/admin/pipeline/content',
        payload: '',
        headers: {
          authorization: basic(admin.user, admin.password),
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      })
    expect((await app.inject({ method: 'POST', url: '/admin/pipeline/content' })).statusCode).toBe(401)
    expect((await post({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    for (const { statusCode, headers } of [await post(), await post({ 'sec-fetch-site': 'same-origin' })])
      expect([statusCode, headers.location]).toEqual([303, '/admin/pipeline?done=content'])
    const waiting = new Queue(queueNames.content, { connection: redis, prefix: 'test' })
    expect((await waiting.getJobs(['waiting', 'delayed'])).map(({ name, data }) => [name, data])).toEqual([
      [taskNames.syncContent, {}],
    ])
    await waiting.close()
    expect((await ask('/admin/pipeline?done=content')).body).toContain('A content sync is on the queue')
  })

  it('takes nothing from another site’s page', async () => {
    const from: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of from)
      expect((await form('source=agency', headers)).statusCode, JSON.stringify(headers)).toBe(403)
    const dashboard = await app.inject({
      method: 'PUT',
      url: '/admin/queues/api/queues/index/pause',
      headers: { authorization: basic(admin.user, admin.password), origin: 'https://evil.example' },
    })
    expect(dashboard.statusCode).toBe(403)
    expect(await queue.isPaused()).toBe(false)
  })

  it('is 503 while Redis is away', async () => {
    const alone = await buildApp({ ...servers.config, ...withoutRedis(servers.config) })
    for (const url of ['/admin/pipeline', '/admin/queues/api/queues'])
      expect((await ask(url, undefined, alone)).statusCode).toBe(503)
    for (const url of ['/admin/submissions', '/admin/mailbox'])
      expect((await ask(url, undefined, alone)).statusCode).toBe(200)
    await alone.close()
  })
})

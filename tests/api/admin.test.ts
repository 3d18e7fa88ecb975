import { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Alarm, type ContentRecord, type QuarantinedRow, queueNames, type RunRecord, redisKeys, type SourceSummary, taskNames } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { admin, startServers, type TestServers } from '../builders/site.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
const source: SourceSummary = { id: 'agency', title: `Agency ${hostile}`, format: 'job', from: 'https://feeds.example.com/jobs.json', schedule: '*/15 * * * *' }
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
const row: QuarantinedRow = { row: 7, key: 'R7', title: `Job ${hostile}`, reason: `No title ${hostile}` }
const alarm: Alarm = { source: 'agency', kind: 'guarded', message: `Alarm ${hostile}`, since: '2026-11-27T10:00:00.000Z' }

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
  await redis.hset(redisKeys.alarms('test'), source.id, JSON.stringify(alarm))
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

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const ask = (url: string, headers: Record<string, string> = { authorization: basic(admin.user, admin.password) }, to = app) => to.inject({ url, headers })
const form = (body: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/admin/pipeline/sync',
    payload: body,
    headers: { authorization: basic(admin.user, admin.password), 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('the lock', () => {
  it('covers pages, dashboard, API and assets alike', async () => {
    const board = await ask('/admin/queues')
    expect(board.statusCode).toBe(200)
    const script = /src="(static\/js\/main[^"]+)"/.exec(board.body)![1]
    const urls = [
      '/admin',
      '/admin/pipeline',
      '/admin/queues',
      '/admin/queues/',
      `/admin/queues/${script}`,
      '/admin/queues/api/queues',
      '/admin/queues/queue/index',
    ]
    for (const url of urls) {
      const closed = await ask(url, {})
      expect([closed.statusCode, closed.headers['www-authenticate']], url).toEqual([401, expect.stringContaining('Basic realm="Longlist"')])
      expect([200, 302], url).toContain((await ask(url)).statusCode)
    }
    expect((await ask('/admin/queues/api/queues')).json().queues.map(({ name }: { name: string }) => name)).toEqual(['index', 'urgent', 'content', 'deliver'])
    expect(board.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
    expect((await app.inject({ method: 'POST', url: '/admin/pipeline/sync' })).statusCode).toBe(401)
  })

  it('opens to the user and password together, and to no more than a few guesses', async () => {
    const guarded = await buildApp(servers.config)
    const wrong = [basic(admin.user, 'wrong'), basic('root', admin.password), basic('', ''), basic(admin.user, `${admin.password} `)]
    for (const authorization of wrong) expect((await ask('/admin/pipeline', { authorization }, guarded)).statusCode).toBe(401)
    for (const authorization of ['Bearer x', 'Basic', 'Basic %%%']) expect((await ask('/admin/pipeline', { authorization }, guarded)).statusCode).toBe(401)
    expect((await ask('/admin/pipeline', undefined, guarded)).statusCode).toBe(200)
    for (let i = wrong.length; i < 10; i++) expect((await ask('/admin/pipeline', { authorization: basic('admin', String(i)) }, guarded)).statusCode).toBe(401)
    const locked = await ask('/admin/pipeline', undefined, guarded)
    expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '300'])
    await guarded.close()
  })

  it('has no key where none is set', async () => {
    const closed = await buildApp({ ...servers.config, admin: null })
    for (const url of ['/admin/pipeline', '/admin/queues']) expect((await ask(url, undefined, closed)).statusCode).toBe(404)
    await closed.close()
  })
})

describe('/admin/pipeline', () => {
  it('shows sources, runs, alarms and refused rows, with every text escaped', async () => {
    const { body, headers } = await ask('/admin/pipeline')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    for (const text of [
      'Agency',
      'Would retire 90%',
      '12,345',
      'No title',
      'Alarm',
      '*/15 * * * *',
      'the first 50 of 60 kept',
      'No worker has been seen',
      '27 Nov 2026, 10:00:00',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('<img')
    expect(body.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)!.length).toBeGreaterThan(4)
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
    for (const { statusCode, headers } of answers) expect([statusCode, headers.location]).toEqual([303, '/admin/pipeline?queued=agency'])
    const tasks = await queue.getJobs(['waiting', 'prioritized', 'delayed'])
    expect(tasks.map(({ name, data }) => [name, data])).toEqual([[taskNames.syncSource, { source: 'agency' }]])
    expect((await ask('/admin/pipeline?queued=agency')).body).toContain('is on the queue')
    expect((await ask('/admin/pipeline?queued=<b>')).body).not.toContain('<b>')
    expect((await form('source=nobody')).statusCode).toBe(422)
    expect((await form('')).statusCode).toBe(422)
  })

  it('shows the last content sync and what it refused, and takes the wish for another', async () => {
    expect((await ask('/admin/pipeline')).body).toContain('Not synced yet: the worker needs CONTENTFUL_SPACE_ID')
    const record: ContentRecord = {
      ...{ at: '2026-11-28T09:00:00.000Z', ms: 1_200, outcome: 'failed', reason: 'the CMS answered with 502', upserted: 3, deleted: 1, unchanged: 1_250 },
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
        headers: { authorization: basic(admin.user, admin.password), 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    expect((await app.inject({ method: 'POST', url: '/admin/pipeline/content' })).statusCode).toBe(401)
    expect((await post({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    for (const { statusCode, headers } of [await post(), await post({ 'sec-fetch-site': 'same-origin' })])
      expect([statusCode, headers.location]).toEqual([303, '/admin/pipeline?content=queued'])
    const waiting = new Queue(queueNames.content, { connection: redis, prefix: 'test' })
    expect((await waiting.getJobs(['waiting', 'delayed'])).map(({ name, data }) => [name, data])).toEqual([[taskNames.syncContent, {}]])
    await waiting.close()
    expect((await ask('/admin/pipeline?content=queued')).body).toContain('A content sync is on the queue')
  })

  it('takes nothing from another site’s page', async () => {
    const from: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of from) expect((await form('source=agency', headers)).statusCode, JSON.stringify(headers)).toBe(403)
    const dashboard = await app.inject({
      method: 'PUT',
      url: '/admin/queues/api/queues/index/pause',
      headers: { authorization: basic(admin.user, admin.password), origin: 'https://evil.example' },
    })
    expect(dashboard.statusCode).toBe(403)
    expect(await queue.isPaused()).toBe(false)
  })

  it('is 503 while Redis is away', async () => {
    const alone = await buildApp({ ...servers.config, redisUrl: 'redis://127.0.0.1:1' })
    for (const url of ['/admin/pipeline', '/admin/queues/api/queues']) expect((await ask(url, undefined, alone)).statusCode).toBe(503)
    await alone.close()
  })
})

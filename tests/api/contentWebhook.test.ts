import { signRequest } from '@contentful/node-apps-toolkit'
import { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queueNames, redisKeys, taskNames } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { contentWebhookSecret, startServers, type TestServers } from '../builders/site.ts'

let servers: TestServers
let app: FastifyInstance
let redis: Redis
let queue: Queue
let told: { times: number }
const path = '/webhooks/contentful'
const type = 'application/vnd.contentful.management.v1+json'

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url)
  redis.on('error', () => {}) // the last test ends the server
  queue = new Queue(queueNames.content, { connection: redis, prefix: 'test' })
  queue.on('error', () => {})
  ;({ site: app, told } = await aSite('test'))
})
afterAll(async () => {
  await app?.close()
  redis?.disconnect()
  await queue?.close().catch(() => undefined)
  await servers?.stop()
})
// A signature is good for five minutes by the clock of whoever looks at it: it stands, so that the last of them can be
// tried.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A site with a queue of its own: it hears no other's word, and counts what it was told. */
const aSite = async (queuePrefix: string, more: Partial<ApiConfig> = {}) => {
  const told = { times: 0 }
  const site = await buildApp({ ...servers.config, queuePrefix, ...more }, { onContentNudge: () => told.times++ })
  await site.ready()
  return { site, told }
}
const signed = (body: string, { secret = contentWebhookSecret, at = Date.now() } = {}): Record<string, string> => ({
  'content-type': type,
  'x-contentful-topic': 'ContentManagement.Entry.publish',
  ...(signRequest(
    secret,
    {
      method: 'POST',
      path,
      headers: { 'content-type': type, 'x-contentful-topic': 'ContentManagement.Entry.publish' },
      body,
    },
    at,
  ) as unknown as Record<string, string>),
})
const send = (headers: Record<string, string>, payload: string, to = app) =>
  to.inject({ method: 'POST', url: path, payload, headers })
const body = JSON.stringify({ sys: { id: 'post-1', type: 'Entry' } })
const tasks = async () =>
  (await queue.getJobs(['waiting', 'active', 'delayed'])).filter(task => task?.name === taskNames.syncContent)

it('answers 202 to what the CMS has signed, looks again, tells all other processes, and puts one task on the queue however many come', async () => {
  const listener = redis.duplicate()
  const heard = new Promise<string>(resolve => listener.on('message', resolve))
  await listener.subscribe(redisKeys.contentChannel('test'))
  const first = await send(signed(body), body)
  expect(first.statusCode).toBe(202)
  expect(told.times).toBeGreaterThan(0) // twice when it has heard its own word already
  expect(await heard).toBe(redisKeys.contentChannel('test'))
  listener.disconnect()
  const [task, ...others] = await tasks()
  expect(others).toEqual([])
  // Never what it said: only that it said something.
  expect(task!.data).toEqual({})

  for (const answer of await Promise.all(Array.from({ length: 5 }, () => send(signed(body), body))))
    expect(answer.statusCode).toBe(202)
  expect(await tasks()).toHaveLength(1)
})

it('answers 401 to what is not signed by the secret over this very body, or is old, and looks at nothing', async () => {
  const { site, told } = await aSite('refused')
  const { 'x-contentful-signature': _signature, ...unsigned } = signed(body)
  const cases: [string, Record<string, string>, string][] = [
    ['nothing', { 'content-type': type }, body],
    ['no signature', unsigned, body],
    ['another secret', signed(body, { secret: 'd'.repeat(64) }), body],
    ['another body', signed(body), `${body} `],
    ['another topic', { ...signed(body), 'x-contentful-topic': 'ContentManagement.Entry.unpublish' }, body],
    ['old', signed(body, { at: Date.now() - 300_000 }), body],
    [
      'a time put over the signed one',
      { ...signed(body, { at: Date.now() - 300_000 }), 'x-contentful-timestamp': String(Date.now()) },
      body,
    ],
    ['no time', { ...signed(body), 'x-contentful-timestamp': 'soon' }, body],
  ]
  for (const [name, headers, payload] of cases) expect((await send(headers, payload, site)).statusCode, name).toBe(401)
  expect(told.times).toBe(0)
  expect(await redis.exists(`refused:${queueNames.content}:wait`)).toBe(0)
  expect((await send(signed(body, { at: Date.now() - 299_999 }), body, site)).statusCode).toBe(202)
  expect(await redis.exists(`refused:${queueNames.content}:wait`)).toBe(1)
  await site.close()
})

it('answers 503 where no secret is set, whoever has signed', async () => {
  const { site, told } = await aSite('closed', { contentWebhookSecret: null })
  expect((await send(signed(body), body, site)).statusCode).toBe(503)
  expect(told.times).toBe(0)
  await site.close()
})

it('looks again although Redis is down', async () => {
  const { site, told } = await aSite('alone')
  await servers.redis.stop()
  expect((await send(signed(body), body, site)).statusCode).toBe(202)
  expect(told.times).toBe(1)
  await site.close()
})

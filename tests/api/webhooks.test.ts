import { Queue, UnrecoverableError, Worker } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueNames, redisKeys, taskNames } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { withoutRedis } from '../builders/redis.ts'
import { startServers, type TestServers, webhookSecret } from '../builders/site.ts'

let servers: TestServers
let app: FastifyInstance
let redis: Redis
let queue: Queue
const signer = new Webhook(webhookSecret)
const upsert = {
  type: 'job.upserted',
  source: 'agency',
  job: { id: 'j1', title: 'Actuary', consultant_email: 'kim.hale@longlist.example' },
}

beforeAll(async () => {
  servers = await startServers()
  redis = new Redis(servers.redis.url)
  await redis.hset(redisKeys.sources('test'), { agency: '{}', board: '{}' })
  queue = new Queue(queueNames.urgent, { connection: redis, prefix: 'test' })
  app = await buildApp(servers.config)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await queue?.close()
  redis?.disconnect()
  await servers?.stop()
})

interface Delivery {
  id?: string
  at?: Date
  body?: unknown
  headers?: Record<string, string>
}
const deliver = async ({ id = 'msg_1', at = new Date(), body = upsert, headers = {} }: Delivery, to = app) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const signed = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signer.sign(id, at, payload),
  }
  return to.inject({ method: 'POST', url: '/webhooks/jobs', payload, headers: { ...signed, ...headers } })
}
const tasks = async () =>
  (await queue.getJobs(['waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed'])).filter(
    task => task.name === taskNames.applyWebhook,
  )

describe('POST /webhooks/jobs', () => {
  it('puts a signed job on the queue by its id alone, and a delivery that comes again makes no second task', async () => {
    const first = await deliver({})
    expect(first.statusCode).toBe(202)
    const { taskId } = first.json()
    const [task, ...others] = await tasks()
    expect(others).toEqual([])
    expect(task!.data).toEqual({ deliveryId: taskId })
    expect(task!.opts).toMatchObject({ attempts: 5 })
    expect(JSON.parse((await redis.get(redisKeys.webhookJob('test', taskId)))!)).toEqual({
      ...upsert,
      receivedAt: expect.any(Number),
    })

    const again = await Promise.all([deliver({}), deliver({}), deliver({ at: new Date(Date.now() + 60_000) })])
    for (const answer of again) expect([answer.statusCode, answer.json()]).toEqual([202, { taskId }])
    expect(await tasks()).toHaveLength(1)
    // Done and forgotten by the queue: still known here.
    await task!.remove()
    await redis.del(redisKeys.webhookJob('test', taskId))
    expect((await deliver({})).statusCode).toBe(202)
    expect(await tasks()).toHaveLength(0)
    expect((await deliver({ body: { ...upsert, source: 'board' } })).statusCode).toBe(409)
  })

  it('makes one task of deliveries that come at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        deliver({ id: 'msg_together', body: { type: 'job.withdrawn', source: 'board', id: 'j9' } }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(202))
    expect(await tasks()).toHaveLength(1)
  })

  it('that has failed, or was lost with its payload there, is tried again when its sender repeats it', async () => {
    const { taskId } = (await deliver({ id: 'msg_failed' })).json()
    const connection = redis.duplicate({ maxRetriesPerRequest: null })
    const fail = () => Promise.reject(new UnrecoverableError('ECONNREFUSED'))
    const failing = new Worker(queue.name, fail, { connection, prefix: 'test' })
    await expect.poll(() => queue.getJobState(taskId)).toBe('failed')
    await failing.close()
    connection.disconnect()
    expect((await queue.getJob(taskId))!.opts.removeOnFail).toEqual({ age: 30 * 86_400 })
    expect(await redis.ttl(redisKeys.webhookJob('test', taskId))).toBeGreaterThan(29 * 86_400)
    expect((await deliver({ id: 'msg_failed' })).statusCode).toBe(202)
    expect(await queue.getJobState(taskId)).not.toBe('failed')
    await queue.remove(taskId)
    expect((await deliver({ id: 'msg_failed' })).statusCode).toBe(202)
    expect(await queue.remove(taskId)).toBe(1)
  })

  it('finishes what an earlier attempt began and did not finish', async () => {
    const whole = await deliver({ id: 'msg_half' })
    const { taskId } = whole.json()
    await (await queue.getJob(taskId))!.remove()
    const key = `test:webhook:seen:${taskId}`
    await redis.set(key, (await redis.get(key))!.replace('queued', 'claimed'))
    await redis.del(redisKeys.webhookJob('test', taskId))
    expect((await deliver({ id: 'msg_half' })).statusCode).toBe(202)
    expect(await queue.getJob(taskId)).toBeDefined()
    expect(await redis.exists(redisKeys.webhookJob('test', taskId))).toBe(1)
  })

  it('refuses what is not signed by the secret over these very bytes, or is old', async () => {
    const other = new Webhook(`whsec_${Buffer.from('somebody else’s secret, long enough').toString('base64')}`)
    const at = new Date()
    const seen = await redis.keys('test:webhook:seen:*')
    const payload = JSON.stringify(upsert)
    const cases: Delivery[] = [
      { headers: { 'webhook-signature': other.sign('msg_x', at, payload) } },
      { headers: { 'webhook-signature': 'v1,' } },
      { headers: { 'webhook-signature': '' } },
      { headers: { 'webhook-id': 'msg_other' } },
      { headers: { 'webhook-timestamp': String(Math.floor(at.getTime() / 1000) + 1) } },
      { at: new Date(at.getTime() - 6 * 60_000) },
      // Five minutes are taken; more than those could pass before it is looked at.
      { at: new Date(at.getTime() + 60 * 60_000) },
    ]
    for (const one of cases)
      expect((await deliver({ id: 'msg_x', at, ...one })).statusCode, JSON.stringify(one)).toBe(401)
    const tampered = await app.inject({
      method: 'POST',
      url: '/webhooks/jobs',
      payload: `${payload} `,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_x',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signer.sign('msg_x', at, payload),
      },
    })
    expect(tampered.statusCode).toBe(401)
    expect((await app.inject({ method: 'POST', url: '/webhooks/jobs' })).statusCode).toBe(401)
    expect((await redis.keys('test:webhook:seen:*')).sort()).toEqual(seen.sort())
  })

  it('says what is wrong with a body that is signed', async () => {
    expect((await deliver({ id: 'b1', body: 'nonsense' })).json()).toEqual({ error: 'The body is not JSON.' })
    const wrong = await deliver({ id: 'b2', body: { type: 'job.upserted', source: 'agency' } })
    expect([wrong.statusCode, wrong.json().error]).toEqual([400, expect.stringContaining('job:')])
    const unknown = await deliver({ id: 'b3', body: { ...upsert, source: 'nobody' } })
    expect([unknown.statusCode, unknown.json().error]).toEqual([
      422,
      'There is no source "nobody". There are: agency, board.',
    ])
    expect((await deliver({ id: 'b4', body: { ...upsert, job: { text: 'x'.repeat(1_100_000) } } })).statusCode).toBe(
      413,
    )
    expect((await deliver({ id: 'b5', headers: { 'content-type': 'application/webhook+json' } })).statusCode).toBe(202)
  })

  it('is 503 where there is no secret, and while Redis is away', async () => {
    const unset = await buildApp({ ...servers.config, webhookSecret: null })
    expect((await deliver({}, unset)).statusCode).toBe(503)
    await unset.close()
    const alone = await buildApp({ ...servers.config, ...withoutRedis(servers.config) })
    const failed = await deliver({ id: 'later' }, alone)
    expect(failed.statusCode).toBe(503)
    expect(failed.headers['retry-after']).toBeDefined()
    await alone.close()
    await servers.redis.kill()
    expect((await deliver({ id: 'later' })).statusCode).toBe(503)
    await servers.redis.restart()
    await expect.poll(async () => (await deliver({ id: 'later' })).statusCode).toBe(202)
  })
})

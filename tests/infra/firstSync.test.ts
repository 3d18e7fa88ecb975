import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { redisKeys, type SourceSummary } from '#indexer/tasks'
import { awaitFirstSyncs } from '../../infra/start/firstSync.ts'
import type { Screen } from '../../infra/start/screen.ts'
import type { Supervisor } from '../../infra/start/supervisor.ts'
import { type RunningRedis, startRedis } from '../builders/redis.ts'

const prefix = 'first'
let server: RunningRedis
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url, { maxRetriesPerRequest: null })
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

const source = (id: string, over: Partial<SourceSummary> = {}) =>
  JSON.stringify({ id, title: id, format: 'job', from: 'jobs.ndjson', paused: false, ...over })

/** One look after the other, as the supervisor makes them, and no more than `looks`. */
const supervisor = (looks: number) =>
  ({
    failures: () => 0,
    async until(_what: string, _ms: number, done: () => Promise<boolean>) {
      for (let look = 0; look < looks; look++) if (await done()) return
      throw new Error('still waiting')
    },
  }) as unknown as Supervisor
const screen = { progress: () => undefined } as unknown as Screen

const first = (looks = 3) =>
  awaitFirstSyncs({
    redisUrl: server.url,
    meiliUrl: 'http://127.0.0.1:1',
    meiliKey: '',
    indexPrefix: '',
    queuePrefix: prefix,
    supervisor: supervisor(looks),
    screen,
    since: '2026-01-01T00:00:00.000Z',
  })

it('does not wait for a source that is paused, in the catalogue or by an operator, or has no address', async () => {
  await redis.hset(redisKeys.sources(prefix), {
    catalogued: source('catalogued', { paused: true }),
    stopped: source('stopped'),
    asked: source('asked', { from: null }),
  })
  await redis.hset(redisKeys.paused(prefix), 'stopped', '2026-01-01T00:00:00.000Z')
  expect(await first()).toEqual({ first: [], fetching: [] })
})

it('waits for one that is not', async () => {
  await redis.hset(redisKeys.sources(prefix), 'other', source('other'))
  await expect(first()).rejects.toThrow('still waiting')
  const run = { source: 'other', startedAt: '2026-01-01T00:00:01.000Z', outcome: 'ok' }
  await redis.lpush(redisKeys.runs(prefix, 'other'), JSON.stringify(run))
  expect(await first()).toMatchObject({ first: [run], fetching: [] })
})

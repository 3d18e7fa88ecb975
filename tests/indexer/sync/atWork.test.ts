import { UnrecoverableError } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redisKeys, type SetAsideTask } from '#indexer/tasks'
import { Alarms } from '../../../indexer/sync/alarms.ts'
import { AtWork, type WatchedTask } from '../../../indexer/sync/atWork.ts'
import { type RunningRedis, startRedis } from '../../builders/redis.ts'

const prefix = 'test'
let server: RunningRedis
let redis: Redis
let alarms: Alarms

beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url, { maxRetriesPerRequest: null })
  alarms = new Alarms({ redis, prefix, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})
beforeEach(() => redis.flushall())

/** A worker's process. */
const start = () => new AtWork({ redis, prefix, alarms, log: pino({ level: 'silent' }) })
const task = (id: string, more: Partial<WatchedTask> = {}): WatchedTask => ({
  what: `do ${id}`,
  queue: 'urgent',
  id,
  name: 'do',
  data: { id },
  ...more,
})
const never = new Promise<never>(() => undefined)
/** Begins a task that its process does not live to end; resolves when it is at work. */
const cutOff = (process: AtWork, one: WatchedTask) =>
  new Promise<void>(resolve => {
    // What it would still do is over with this test's Redis.
    process
      .run(one, () => {
        resolve()
        return never
      })
      .catch(() => undefined)
  })
const setAside = async () =>
  (await redis.hvals(redisKeys.setAside(prefix))).map(line => (JSON.parse(line) as SetAsideTask).id)
const done = async () => 'done'

describe('the end of a worker', () => {
  it('is laid to the task it was at: after two in a row it is set aside with its payload, and never begun', async () => {
    const one = task('a', { payload: 'the payload' })
    await redis.set('the payload', JSON.stringify({ source: 'acme' }), 'EX', 1_000)
    await cutOff(start(), one)
    await cutOff(start(), one)
    let begun = false
    const third = start().run(one, async () => {
      begun = true
    })
    await expect(third).rejects.toThrow(UnrecoverableError)
    expect(begun).toBe(false)
    expect(JSON.parse((await redis.hget(redisKeys.setAside(prefix), one.what))!)).toMatchObject({
      queue: 'urgent',
      id: 'a',
      data: { id: 'a' },
      source: 'acme',
    })
    expect(await redis.ttl('the payload')).toBe(-1)
    expect(await alarms.all()).toMatchObject([
      { source: null, kind: 'setAside', message: expect.stringContaining('do of acme') },
    ])
    // Others go on.
    expect(await start().run(task('b'), done)).toBe('done')
  })

  it('is forgotten once the task has come to its own end: only ends in a row count', async () => {
    for (let round = 0; round < 3; round++) {
      await cutOff(start(), task('a'))
      expect(await start().run(task('a'), done)).toBe('done')
    }
    expect(await setAside()).toEqual([])
  })

  it('is not forgotten where the task only failed', async () => {
    await cutOff(start(), task('a'))
    await expect(start().run(task('a'), () => Promise.reject(new Error('the engine is away')))).rejects.toThrow(
      'the engine is away',
    )
    await cutOff(start(), task('a'))
    await expect(start().run(task('a'), done)).rejects.toThrow(UnrecoverableError)
  })

  it('does not count where it was orderly, or where the same process takes the task again', async () => {
    for (let round = 0; round < 3; round++) {
      const process = start()
      await cutOff(process, task('a'))
      await process.leave()
    }
    const process = start()
    for (let round = 0; round < 3; round++) await cutOff(process, task('b'))
    expect(await process.run(task('a'), done)).toBe('done')
    expect(await process.run(task('b'), done)).toBe('done')
  })

  it('is laid to one task of several: to the one begun last, and then to the one that was blamed before', async () => {
    const first = start()
    await cutOff(first, task('long'))
    await cutOff(first, task('poison'))
    const second = start()
    // Tried in the other order now, and alone: the long one waits for it.
    await cutOff(second, task('poison'))
    second.run(task('long'), () => never).catch(() => undefined)
    const third = start()
    await expect(third.run(task('poison'), done)).rejects.toThrow(UnrecoverableError)
    expect(await third.run(task('long'), done)).toBe('done')
    expect(await setAside()).toEqual(['poison'])
  })

  it('gives a task that ended one the process to itself', async () => {
    await cutOff(start(), task('suspect'))
    const process = start()
    const order: string[] = []
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const before = process.run(task('before'), async () => {
      await held
      order.push('before')
    })
    const suspect = process.run(task('suspect'), async () => void order.push('suspect'))
    const after = process.run(task('after'), async () => void order.push('after'))
    release()
    await Promise.all([before, suspect, after])
    expect(order).toEqual(['before', 'suspect', 'after'])
  })
})

describe('a task that is set aside', () => {
  it('has one try when it comes again, and is forgotten with its alarm when that succeeds', async () => {
    for (let round = 0; round < 2; round++) await cutOff(start(), task('a'))
    await expect(start().run(task('a'), done)).rejects.toThrow(UnrecoverableError)
    await cutOff(start(), task('a'))
    await expect(start().run(task('a'), done)).rejects.toThrow(UnrecoverableError)
    expect(await start().run(task('a'), done)).toBe('done')
    expect(await setAside()).toEqual([])
    expect(await alarms.all()).toEqual([])
  })
})

import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import type { SlugDocument } from '#indexer/slugs'
import {
  type Alarm,
  alarmKey,
  type DryRun,
  type MergedRow,
  type RunRecord,
  redisKeys,
  runsKept,
  taskNames,
} from '#indexer/tasks'
import type { Engine } from '../../../indexer/indexes/meilisearch.ts'
import { jobRow as jobRowOf } from '../../../indexer/sources/job.ts'
import { Adverts } from '../../../indexer/sync/adverts.ts'
import { type AlarmNews, Alarms } from '../../../indexer/sync/alarms.ts'
import { upsertJob, withdrawJob } from '../../../indexer/sync/applyWebhook.ts'
import { rebuildJobs } from '../../../indexer/sync/rebuildIndex.ts'
import { mergesKept } from '../../../indexer/sync/records.ts'
import { retireSource } from '../../../indexer/sync/retireSource.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { silentFrom, watch } from '../../../indexer/sync/watch.ts'
import { retryFailed } from '../../../indexer/workloads/retryFailed.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
beforeAll(async () => {
  indexer = await startIndexer()
})
afterAll(() => indexer?.stop())
beforeEach(async () => {
  await indexer.engine.waitTask(await indexer.engine.deleteByFilter('jobs', 'expires_at > 0'))
  await indexer.redis.flushall()
})

const path = (id: string) => join(indexer.folder, `${id}.ndjson`)
async function sync(
  id: string,
  rows: readonly object[],
  options: { dryRun?: boolean; force?: boolean; add?: boolean; maxFailureShare?: number } = {},
): Promise<RunRecord> {
  await writeNdjson(path(id), rows)
  const { maxFailureShare = 0.2, ...how } = options
  return syncSource(indexer.source({ id, from: path(id), maxFailureShare }), indexer, how)
}
const dryRun = async (id: string): Promise<DryRun> =>
  JSON.parse((await indexer.redis.get(redisKeys.dryRun(indexer.prefix, id)))!)
const merges = async (id: string): Promise<MergedRow[]> =>
  (await indexer.redis.lrange(redisKeys.merges(indexer.prefix, id), 0, -1)).map(line => JSON.parse(line))
const alarms = async (): Promise<string[]> => (await indexer.alarms.all()).map(alarmKey).sort()
const ofSource = (id: string) => indexer.engine.count('jobs', `source = "${id}"`)
/** The engine, but for these methods. */
const engineWith = (methods: Partial<Record<keyof Engine, (...args: unknown[]) => unknown>>): Engine =>
  new Proxy(indexer.engine, {
    get: (target, name) => {
      const value = methods[name as keyof Engine] ?? Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
/** Long enough to tell one advert from another. */
const text = (n: number) => `<p>${Array.from({ length: 60 }, (_, i) => `word${n}x${i}`).join(' ')}</p>`
const told = (n: number, over: Record<string, unknown> = {}) => jobRow(n, { description: text(n), ...over })

describe('a dry run', () => {
  it('says what a sync would do, field by field, and does none of it', async () => {
    await sync('feed', jobRows(6))
    await sync('feed', jobRows(6).slice(1))
    const before = await indexer.jobs()
    const [tasks, ledger] = [await indexer.engineTasks(), await indexer.redis.hgetall(`${indexer.prefix}:ledger:feed`)]
    const rows = [...jobRows(6).slice(2, 5), jobRow(6, { title: 'Chief Actuary' }), jobRow(7), jobRow(8, { title: '' })]
    const record = await sync('feed', rows, { dryRun: true })
    expect(record).toMatchObject({
      outcome: 'ok',
      dryRun: true,
      received: 6,
      added: 1,
      upserted: 2,
      unchanged: 3,
      quarantined: 1,
      retired: 1,
      missing: 1,
    })
    const tried = await dryRun('feed')
    expect(tried.added).toEqual([
      { id: jobRow(7).id, title: jobRow(7).title, location: expect.any(String), changes: [] },
    ])
    expect(tried.changed).toEqual([
      {
        id: jobRow(6).id,
        title: 'Chief Actuary',
        location: expect.any(String),
        changes: expect.arrayContaining([{ field: 'title', from: jobRow(6).title, to: 'Chief Actuary' }]),
      },
    ])
    expect(tried.retired.map(({ id }) => id)).toEqual([jobRow(1).id])
    expect(tried.quarantine).toHaveLength(1)
    expect(await indexer.jobs()).toEqual(before)
    expect(await indexer.engineTasks()).toBe(tasks)
    expect(await indexer.redis.hgetall(`${indexer.prefix}:ledger:feed`)).toEqual(ledger)
    // And the run that follows does just that.
    const real = await sync('feed', rows)
    expect(real).toMatchObject({
      added: record.added,
      upserted: record.upserted,
      unchanged: record.unchanged,
      quarantined: record.quarantined,
      retired: record.retired,
    })
  })

  it('writes nothing into Redis but what it found, whatever it finds', async () => {
    await sync('first', [told(1), told(2)])
    await sync('second', [
      told(1, { id: 'A-1' }),
      told(3, { id: 'A-3' }),
      told(5, { id: 'A-5' }),
      told(6, { id: 'A-6', expires_at: 'soon' }),
    ])
    const own = redisKeys.dryRun(indexer.prefix, 'second')
    const kept = async () => {
      const keys = (await indexer.redis.keys('*')).filter(key => key !== own).sort()
      return Promise.all(keys.map(async key => [key, (await indexer.redis.dumpBuffer(key)).toString('hex')]))
    }
    const [before, tasks] = [await kept(), await indexer.engineTasks()]
    // One that comes in, one that a job of another source stands for from now on, one that is refused, one that is
    // listed no more, one as before.
    const rows = [
      told(4, { id: 'A-1' }),
      told(2, { id: 'A-3' }),
      told(5, { id: 'A-5', expires_at: 'soon' }),
      told(6, { id: 'A-6', expires_at: 'soon' }),
    ]
    expect(await sync('second', rows, { dryRun: true })).toMatchObject({
      added: 1,
      upserted: 1,
      merged: 1,
      quarantined: 2,
    })
    expect((await dryRun('second')).merged).toEqual([
      expect.objectContaining({ key: 'A-3', into: expect.objectContaining({ source: 'first' }) }),
    ])
    await writeFile(path('second'), '{"id": 1')
    expect(
      await syncSource(indexer.source({ id: 'second', from: path('second') }), indexer, { dryRun: true }),
    ).toMatchObject({ outcome: 'failed' })
    expect(await kept()).toEqual(before)
    expect(await indexer.engineTasks()).toBe(tasks)
  })

  it('tells that the guard would stop it, and what it would have stopped', async () => {
    await sync('feed', jobRows(20))
    await sync('feed', jobRows(4))
    const record = await sync('feed', jobRows(3), { dryRun: true })
    expect(record).toMatchObject({ outcome: 'ok', retired: 16, missing: 1 })
    expect(record.reason).toContain('would retire 16 of 20')
    expect((await dryRun('feed')).retired).toHaveLength(16)
    expect(await indexer.jobs()).toHaveLength(20)
  })
})

describe('one advert in two sources', () => {
  it('is found once: the first to come stands, the twin says into what it was folded and comes in when the first has gone', async () => {
    await sync('first', [told(1), told(2)])
    const run = await sync('second', [told(1, { id: 'A-1' }), told(3, { id: 'A-3' })])
    expect(run).toMatchObject({ received: 2, upserted: 1, merged: 1 })
    expect(await merges('second')).toEqual([
      {
        key: 'A-1',
        title: told(1).title,
        into: { id: told(1).id, source: 'first', title: told(1).title },
        reason: expect.stringContaining('another source'),
      },
    ])
    expect(await ofSource('second')).toBe(1)
    // The same feed again: nothing is written, and the twin stays folded.
    expect(await sync('second', [told(1, { id: 'A-1' }), told(3, { id: 'A-3' })])).toMatchObject({
      unchanged: 1,
      merged: 1,
      upserted: 0,
    })
    await sync('first', [told(2)], { force: true })
    expect(await sync('second', [told(1, { id: 'A-1' }), told(3, { id: 'A-3' })])).toMatchObject({
      unchanged: 1,
      merged: 0,
      upserted: 1,
      added: 1,
    })
    expect(await ofSource('second')).toBe(2)
  })

  it('is told by its words whatever their markup, and not by its title alone', async () => {
    await sync('first', [told(1)])
    const same = {
      ...told(1, { id: 'A-1' }),
      description: `<div><ul><li>${String(told(1).description)
        .replace(/<\/?p>/g, '')
        .toUpperCase()}</li></ul></div>`,
    }
    const other = { ...told(1, { id: 'A-2' }), description: text(2) }
    const short = { ...told(1, { id: 'A-3' }), description: '<p>Call us.</p>' }
    expect(await sync('second', [same, other, short])).toMatchObject({ received: 3, merged: 1, upserted: 2 })
  })

  it('that becomes a twin later leaves the index, and its page leads to the one that stands', async () => {
    await sync('first', [told(1)])
    await sync('second', [told(5, { id: 'A-1' })])
    const slug = (await indexer.jobs()).find(({ source }) => source === 'second')!.url_slug
    expect(await sync('second', [told(1, { id: 'A-1' })])).toMatchObject({ merged: 1, upserted: 0 })
    expect(await ofSource('second')).toBe(0)
    expect((await indexer.engine.byIds<SlugDocument>('slugs', [slug]))[0]).toMatchObject({ jobId: told(1).id })
  })

  const pair = () => [told(1, { id: 'A-1' }), told(3, { id: 'A-3' })]

  it('comes in when the job that stood for it has become another advert', async () => {
    await sync('first', [told(1)])
    await sync('second', pair())
    // Another pay says nothing of the words: it is looked at again, and stays folded.
    await sync('first', [told(1, { salary_package: 'Competitive' })])
    expect(await sync('second', pair())).toMatchObject({ unchanged: 1, merged: 1, upserted: 0 })
    expect(await sync('second', pair())).toMatchObject({ unchanged: 1, merged: 1, upserted: 0 })
    await sync('first', [told(2, { id: told(1).id })])
    expect(await sync('second', pair())).toMatchObject({ unchanged: 1, merged: 0, added: 1 })
    expect(await ofSource('second')).toBe(2)
  })

  it('stays folded with its reason while other rows change, and costs a 304 until it is gone', async () => {
    await sync('first', [told(1)])
    await sync('second', pair())
    expect((await indexer.ledger.feedState('second'))!.folded).toBe(1)
    expect(await sync('second', [told(1, { id: 'A-1' }), told(4, { id: 'A-3' })])).toMatchObject({
      upserted: 1,
      merged: 1,
    })
    expect(await merges('second')).toEqual([
      {
        key: 'A-1',
        title: told(1).title,
        into: { id: told(1).id, source: 'first', title: told(1).title },
        reason: expect.stringContaining('another source'),
      },
    ])
    await sync('second', [told(4, { id: 'A-3' })])
    expect((await indexer.ledger.feedState('second'))!.folded).toBe(0)
    expect(await merges('second')).toEqual([])
  })

  it('is neither missing nor held for the guard', async () => {
    const mine = (count: number) => Array.from({ length: count }, (_, n) => told(n + 1, { id: `A-${n + 1}` }))
    await sync(
      'first',
      [1, 2, 3, 4, 5, 6].map(n => told(n)),
    )
    expect(await sync('second', mine(10))).toMatchObject({ merged: 6, upserted: 4 })
    // Of four that are held three leave: the guard counts those and not ten.
    const leaving = [...mine(6), mine(10)[9]!]
    expect(await sync('second', leaving)).toMatchObject({ missing: 3 })
    expect((await sync('second', leaving)).reason).toContain('retire 3 of 4')
    // The six are listed no more: nothing of them is in the index, so nobody has to say that it is right.
    expect(await sync('second', mine(10).slice(6))).toMatchObject({
      outcome: 'ok',
      missing: 0,
      retired: 0,
      unchanged: 4,
    })
    expect(await sync('second', mine(10), { add: true })).toMatchObject({ merged: 6, unchanged: 4 })
    expect(await sync('second', mine(10), { force: true })).toMatchObject({ merged: 6, unchanged: 4, retired: 0 })
  })

  it('is named for as many rows as are kept, also when they stay folded', async () => {
    const all = (id: (n: number) => Record<string, unknown>) =>
      Array.from({ length: mergesKept + 20 }, (_, n) => told(n + 1, id(n)))
    await sync(
      'first',
      all(() => ({})),
    )
    const mine = all(n => ({ id: `A-${n}` }))
    for (const rows of [mine, [...mine, told(900, { id: 'A-900' })], mine]) {
      expect(await sync('second', rows)).toMatchObject({ merged: mergesKept + 20 })
      const kept = await merges('second')
      expect(kept).toHaveLength(mergesKept)
      for (const [n, row] of kept.entries())
        expect(row).toMatchObject({ key: `A-${n}`, into: { id: told(n + 1).id, source: 'first' } })
    }
  })

  it('is taken back to its own page when it comes again', async () => {
    await sync('first', [told(1)])
    await sync('second', [told(5, { id: 'A-1', title: told(1).title, external_reference: 'A-1' })])
    const page = (await indexer.jobs()).find(({ source }) => source === 'second')!.url_slug
    await sync('second', [told(1, { id: 'A-1', external_reference: 'A-1' })])
    expect((await indexer.engine.byIds<SlugDocument>('slugs', [page]))[0]).toMatchObject({ jobId: told(1).id })
    await sync('first', [told(2)], { force: true })
    await sync('second', [told(1, { id: 'A-1', external_reference: 'A-1' })])
    const back = (await indexer.jobs()).find(({ source }) => source === 'second')!
    expect(back.url_slug).toBe(page)
    expect((await indexer.engine.byIds<SlugDocument>('slugs', [page]))[0]).toEqual(
      expect.not.objectContaining({ ledFrom: expect.anything() }),
    )
    expect((await indexer.engine.byIds<SlugDocument>('slugs', [page]))[0]!.jobId).toBe(back.id)
  })

  it.each(['writeDocuments', 'deleteByIds', 'waitTask'] as const)(
    'ends the same when the run that takes it out is cut off at %s',
    async cut => {
      const [own, twin] = [told(3, { id: 'A-1' }), told(1, { id: 'A-1' })]
      await sync('first', [told(1)])
      await sync('second', [own])
      await writeNdjson(path('second'), [twin])
      const engine = engineWith({
        [cut]: async (...args: unknown[]) => {
          // What was sent is sent: it is the answer that nobody hears.
          if (cut === 'deleteByIds') await indexer.engine.deleteByIds(...(args as Parameters<Engine['deleteByIds']>))
          throw new Error('cut off')
        },
      })
      await expect(
        syncSource(indexer.source({ id: 'second', from: path('second') }), { ...indexer, engine }),
      ).rejects.toThrow('cut off')
      await indexer.engine.settle('jobs')
      // The feed has gone back meanwhile: its job is there again.
      await sync('second', [own])
      expect(await ofSource('second')).toBe(1)
      expect(await sync('second', [twin])).toMatchObject({ merged: 1 })
      expect(await ofSource('second')).toBe(0)
    },
  )

  it('is known again after a rebuild without reading the index, and claims of jobs that have gone are forgotten', async () => {
    await sync('first', [told(1), told(2)])
    const claims = `${indexer.prefix}:adverts`
    const before = await indexer.redis.hgetall(claims)
    expect(Object.keys(before)).toHaveLength(2)
    await rebuildJobs(indexer, ['first'])
    const pages = () => {
      throw new Error('The index was read.')
    }
    await new Adverts(indexer.redis, indexer.prefix, engineWith({ pages })).ensure()
    expect(await sync('second', [told(1, { id: 'A-1' })])).toMatchObject({ merged: 1 })
    await sync('first', [told(2)], { force: true })
    await indexer.adverts.prune()
    expect(Object.values(await indexer.redis.hgetall(claims))).toEqual([told(2).id])
  })

  it('by webhook is shown whatever stands, and one that was folded is withdrawn for good', async () => {
    await sync('first', [told(1), told(2)])
    await sync('second', [told(1, { id: 'A-1' }), told(2, { id: 'A-2' })])
    const second = indexer.source({ id: 'second' })
    expect(await upsertJob(jobRowOf(told(1, { id: 'A-1' }), 1), second, indexer)).toMatchObject({
      outcome: 'upserted',
      added: true,
    })
    expect(await ofSource('second')).toBe(1)
    expect(await withdrawJob('A-2', second, indexer)).toMatchObject({ outcome: 'withdrawn' })
    expect(await withdrawJob('A-9', second, indexer)).toMatchObject({ outcome: 'unknownJob' })
    await sync('first', [told(5)], { force: true })
    expect(await sync('second', [told(1, { id: 'A-1' }), told(2, { id: 'A-2' })])).toMatchObject({
      unchanged: 2,
      merged: 0,
      upserted: 0,
    })
    expect(await ofSource('second')).toBe(1)
    expect((await indexer.ledger.feedState('second'))!.folded).toBe(0)
  })

  it('leaves alone what a webhook has written while the run was at it', async () => {
    await sync('first', [told(1)])
    await sync('second', [told(5, { id: 'A-1' }), told(6, { id: 'A-2' }), told(7, { id: 'A-3' })])
    const second = indexer.source({ id: 'second', from: path('second'), missingRuns: 1 })
    // Between the look for twins and the write, for one that would be folded, one that would be retired and one that
    // would be refused.
    let at: number | undefined
    const adverts = Object.assign(new Adverts(indexer.redis, indexer.prefix, indexer.engine), {
      async twins(...args: Parameters<Adverts['twins']>) {
        const found = await Adverts.prototype.twins.apply(indexer.adverts, args)
        at ??= (
          await Promise.all(
            ['A-1', 'A-2'].map(id => upsertJob(jobRowOf(told(8, { id, title: 'By webhook' }), 1), second, indexer)),
          )
        ).length
        return found
      },
    })
    await writeNdjson(path('second'), [told(1, { id: 'A-1' }), told(7, { id: 'A-3' })])
    expect(await syncSource(second, { ...indexer, adverts })).toMatchObject({
      received: 2,
      merged: 0,
      unchanged: 2,
      retired: 0,
    })
    expect(at).toBe(2)
    expect((await indexer.jobs()).filter(({ title }) => title === 'By webhook')).toHaveLength(2)
  })

  it('is known again after Redis has lost everything', async () => {
    await sync('first', [told(1)])
    await indexer.redis.flushall()
    expect(await sync('second', [told(1, { id: 'A-1' })])).toMatchObject({ merged: 1, upserted: 0 })
  })
})

describe('alarms', () => {
  it('of too many refused rows', async () => {
    const bad = jobRows(10, n => (n <= 3 ? { title: '' } : {}))
    await sync('feed', bad)
    expect(await alarms()).toEqual(['feed:failureShare'])
    await sync('feed', jobRows(10))
    expect(await alarms()).toEqual([])
    await sync('feed', bad, { maxFailureShare: 0.5 })
    expect(await alarms()).toEqual([])
  })

  it('of silence, a waiting task and an engine that is behind; each ends by itself', async () => {
    const hour = 3_600_000
    const queue = new Queue('index', { connection: indexer.redis, prefix: indexer.prefix })
    const source = indexer.source({ id: 'feed', from: path('feed'), schedule: '*/30 * * * *' })
    let lag = 0
    const engine = engineWith({ oldestTaskMs: async () => lag })
    const parts = {
      ...indexer,
      engine,
      queues: [queue],
      queueAgeSeconds: 600,
      alertWaitSeconds: 900,
      indexLagSeconds: 300,
    }
    const start = Date.now()
    try {
      await watch([source], parts, start)
      expect(await alarms()).toEqual([])
      // Never synced.
      await watch([source], parts, start + 3 * hour)
      expect(await alarms()).toEqual(['feed:silent'])
      await sync('feed', jobRows(2))
      await watch([source], parts, start + hour)
      expect(await alarms()).toEqual([])
      await indexer.redis.hset(redisKeys.paused(indexer.prefix), 'feed', new Date().toISOString())
      await watch([source], parts, start + 9 * hour)
      expect(await alarms()).toEqual([])
      await queue.add('syncSource', { source: 'feed' })
      lag = 400_000
      await watch([source], parts, start + hour)
      expect(await alarms()).toEqual([':indexLag', ':queueAge'])
      await queue.drain()
      lag = 0
      await watch([source], parts, start + hour)
      expect(await alarms()).toEqual([])
    } finally {
      await queue.close()
    }
  })

  it('are not needed for posts and webhooks whose tries all failed: they are tried again, those refused are not', async () => {
    const { prefix, redis } = indexer
    const connection = redis.duplicate({ maxRetriesPerRequest: null })
    const queue = new Queue('urgent', { connection, prefix })
    const fail = async (task: { data: { deliveryId: string } }) => {
      throw task.data.deliveryId === 'refused' ? new UnrecoverableError('no') : new Error('ECONNREFUSED')
    }
    const worker = new Worker('urgent', fail, { connection, prefix })
    try {
      for (const deliveryId of ['away', 'refused'])
        await queue.add(taskNames.applyPost, { deliveryId }, { jobId: deliveryId, attempts: 2 })
      await expect.poll(() => queue.getFailedCount()).toBe(2)
      await worker.close()
      const now = Date.now()
      expect(await retryFailed(queue, now + 30_000)).toBe(0)
      expect(await retryFailed(queue, now + 90_000)).toBe(1)
      expect([await queue.getJobState('away'), await queue.getJobState('refused')]).toEqual(['waiting', 'failed'])
    } finally {
      await worker.close()
      await queue.close()
      connection.disconnect()
    }
  })

  it('of job alerts whose mails wait, or that nothing matches', async () => {
    const { redis, prefix } = indexer
    const parts = { ...indexer, queues: [], queueAgeSeconds: 600, alertWaitSeconds: 900, indexLagSeconds: 300 }
    const now = Date.now()
    await redis.set(redisKeys.alertsPassed(prefix), now)
    await redis.zadd(redisKeys.alertsDue(prefix), now - 800_000, 'one', now + 86_400_000, 'other')
    await watch([], parts, now)
    expect(await alarms()).toEqual([])
    await watch([], parts, now + 200_000)
    expect(await alarms()).toEqual([':alertsLate'])
    expect((await indexer.alarms.all())[0]!.message).toContain('for 1 person')
    await redis.zrem(redisKeys.alertsDue(prefix), 'one')
    await watch([], parts, now + 200_000)
    expect(await alarms()).toEqual([])
    await watch([], parts, now + 1_000_000)
    expect((await indexer.alarms.all())[0]!.message).toContain('last matched 17 minutes ago')
    await redis.del(redisKeys.alertsDue(prefix), redisKeys.alertsPassed(prefix))
    await watch([], parts, now)
    expect(await alarms()).toEqual([])
  })

  it('of a run are set again by the watch, and those of a source that has left go', async () => {
    await sync('feed', jobRows(4))
    await sync('feed', [])
    await indexer.redis.del(redisKeys.alarms(indexer.prefix))
    const parts = { ...indexer, queues: [], queueAgeSeconds: 600, alertWaitSeconds: 900, indexLagSeconds: 300 }
    await watch([indexer.source({ id: 'feed' })], parts)
    expect(await alarms()).toEqual(['feed:failed'])
    await watch([], parts)
    expect(await alarms()).toEqual([])
  })

  it('are posted when they begin and when they end, in order, and kept while nobody takes them', async () => {
    const got: AlarmNews[] = []
    let up = false
    const server: Server = createServer((request, response) => {
      let body = ''
      request.on('data', chunk => {
        body += chunk
      })
      request.on('end', () => {
        if (up) got.push(JSON.parse(body))
        response.writeHead(up ? 204 : 503).end()
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    try {
      const { redis, prefix, log } = indexer
      const own = new Alarms({
        redis,
        prefix,
        log,
        webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`,
      })
      const alarm: Alarm = { source: 'feed', kind: 'guarded', message: 'Too few.', since: '2026-11-27T10:00:00.000Z' }
      await own.raise(alarm)
      await own.raise({ ...alarm, message: 'Still too few.', since: '2026-11-27T11:00:00.000Z' })
      await own.deliver()
      expect(got).toEqual([])
      await own.clear(alarm)
      await own.clear(alarm)
      up = true
      await own.deliver()
      await own.deliver()
      expect(got).toEqual([
        { ...alarm, state: 'raised' },
        { ...alarm, message: 'Still too few.', state: 'cleared' },
      ])
    } finally {
      await new Promise(resolve => server.close(resolve))
    }
  })

  it('know from when on a schedule is silent', () => {
    const [minute, hour] = [60_000, 3_600_000]
    const after = (good: string, over: Record<string, unknown>) => {
      const from = silentFrom(indexer.source(over), Date.parse(good))
      return from === null ? null : from - Date.parse(good)
    }
    const friday = '2026-11-27T10:00:00Z'
    expect(after(friday, { schedule: null })).toBeNull()
    expect(after(friday, { schedule: null, silentHours: 6 })).toBe(6 * hour)
    expect(after(friday, { schedule: '*/5 * * * *' })).toBe(hour + 5 * minute)
    expect(after('2026-11-27T06:00:00Z', { schedule: '0 6 * * *' })).toBe(3 * 24 * hour)
    expect(after('2026-11-27T06:00:00Z', { schedule: '0 6 * * fri' })).toBe(9 * 24 * hour)
    // From Friday to Monday nothing is due, however often it is on a working day.
    expect(after('2026-11-27T06:00:00Z', { schedule: '0 6 * * mon-fri' })).toBe(5 * 24 * hour)
    expect(after('2026-11-27T18:55:00Z', { schedule: '*/5 8-18 * * mon-fri' })).toBe(
      Date.parse('2026-11-30T09:00:00Z') - Date.parse('2026-11-27T18:55:00Z'),
    )
  })

  it('do not take a task of a schedule for a late one when it has just fallen due', async () => {
    const queue = new Queue('index', { connection: indexer.redis, prefix: indexer.prefix })
    const day = 24 * 3_600_000
    try {
      // As a schedule makes it: long before, with a delay.
      await queue.add('syncSource', { source: 'feed' }, { delay: day })
      const [task] = await queue.getDelayed()
      await task!.promote()
      const parts = { ...indexer, queues: [queue], queueAgeSeconds: 600, alertWaitSeconds: 900, indexLagSeconds: 300 }
      await watch([], parts, Date.now() + day + 300_000)
      expect(await alarms()).toEqual([])
      await watch([], parts, Date.now() + day + 900_000)
      expect(await alarms()).toEqual([':queueAge'])
    } finally {
      await queue.close()
    }
  })

  it('do not take a task whose feed was fetched for an hour for a late one when it has just come again', async () => {
    const queue = new Queue('index', { connection: indexer.redis, prefix: indexer.prefix })
    const hour = 3_600_000
    try {
      const task = await queue.add('syncSource', { source: 'feed' })
      await task.updateProgress({ againAt: Date.now() + hour })
      const parts = { ...indexer, queues: [queue], queueAgeSeconds: 600, alertWaitSeconds: 900, indexLagSeconds: 300 }
      await watch([], parts, Date.now() + hour + 300_000)
      expect(await alarms()).toEqual([])
      await watch([], parts, Date.now() + hour + 900_000)
      expect(await alarms()).toEqual([':queueAge'])
    } finally {
      await queue.obliterate()
      await queue.close()
    }
  })

  it('are delivered while the engine is away, which is one', async () => {
    const engine = engineWith({ oldestTaskMs: () => Promise.reject(new Error('fetch failed')) })
    await watch([], {
      ...indexer,
      engine,
      queues: [],
      queueAgeSeconds: 600,
      alertWaitSeconds: 900,
      indexLagSeconds: 300,
    })
    expect((await indexer.alarms.all()).map(({ kind, message }) => [kind, message])).toEqual([
      ['indexLag', 'Meilisearch does not answer: fetch failed'],
    ])
  })

  it('of silence begin anew for a source that was paused, or that comes again', async () => {
    const hour = 3_600_000
    const parts = { ...indexer, queues: [], queueAgeSeconds: 600, alertWaitSeconds: 900, indexLagSeconds: 300 }
    const source = indexer.source({ id: 'feed', from: path('feed'), schedule: '*/30 * * * *' })
    const start = Date.now()
    await sync('feed', jobRows(2))
    await watch([source], parts, start)
    await indexer.redis.hset(redisKeys.paused(indexer.prefix), 'feed', new Date(start).toISOString())
    await watch([source], parts, start + 100 * hour)
    await indexer.redis.hdel(redisKeys.paused(indexer.prefix), 'feed')
    await watch([source], parts, start + 101 * hour)
    expect(await alarms()).toEqual([])
    await watch([source], parts, start + 102 * hour)
    expect(await alarms()).toEqual(['feed:silent'])
    await watch([], parts, start + 103 * hour)
    await watch([source], parts, start + 200 * hour)
    expect(await alarms()).toEqual([])
  })

  it('are news once, however many workers look', async () => {
    const { redis, prefix, log } = indexer
    const workers = Array.from({ length: 8 }, () => new Alarms({ redis, prefix, log, webhook: 'http://127.0.0.1:9/' }))
    const alarm: Alarm = { source: null, kind: 'queueAge', message: 'Late.', since: '2026-11-27T10:00:00.000Z' }
    const news = async () => (await redis.lrange(`${prefix}:alarmNews`, 0, -1)).map(line => line.split(' ')[0])
    await Promise.all(workers.map((worker, n) => worker.raise({ ...alarm, message: `Late by ${n}.` })))
    expect(await news()).toEqual(['raised'])
    await Promise.all(workers.map(worker => worker.clear(alarm)))
    expect(await news()).toEqual(['raised', 'cleared'])
    await workers[0]!.set(alarm, 'Late.')
    await workers[1]!.set(alarm, null)
    expect(await news()).toEqual(['raised', 'cleared', 'raised', 'cleared'])
  })

  it('of refused rows do not count those that the feed lists as closed, also when the same feed comes again', async () => {
    const offer = (id: number, status: string) => ({
      id,
      slug: `offer-${id}`,
      title: `Broker ${id}`,
      status,
      city: 'Leeds',
      country_code: 'GB',
      description: text(id),
    })
    const from = join(indexer.folder, 'offers.json')
    await writeFile(
      from,
      JSON.stringify({ offers: [offer(1, 'published'), offer(2, 'archived'), offer(3, 'archived')] }),
    )
    for (let time = 0; time < 3; time++) {
      const record = await syncSource(indexer.source({ id: 'feed', format: 'recruitee', from }), indexer)
      expect(record).toMatchObject({ outcome: 'ok', received: 3, quarantined: 2, closed: 2 })
      expect(await alarms()).toEqual([])
    }
  })
})

describe('what is kept of a run', () => {
  const quarantine = () => indexer.records.quarantineOf('feed')

  it('of refused and merged rows is that of the last run that was done, not of one that was stopped', async () => {
    await sync('feed', jobRows(10))
    const rows = [...jobRows(2), jobRow(1, { location: 'Leeds' }), jobRow(20, { expires_at: 'soon' }), { id: 'bare' }]
    expect(await sync('feed', rows)).toMatchObject({ quarantined: 2, merged: 1 })
    const [refused, folded] = [await quarantine(), await merges('feed')]
    expect(refused).toHaveLength(2)
    expect(folded).toEqual([
      {
        key: jobRow(1).id,
        title: jobRow(1).title,
        into: { id: jobRow(1).id, source: 'feed', title: jobRow(1).title },
        reason: expect.any(String),
      },
    ])
    expect(await sync('feed', [...jobRows(2), { id: 'other' }])).toMatchObject({ outcome: 'guarded' })
    await writeFile(path('feed'), `${JSON.stringify({ id: 'cut' })}\n{"id": "cut o`)
    expect(await syncSource(indexer.source({ id: 'feed', from: path('feed') }), indexer)).toMatchObject({
      outcome: 'failed',
    })
    expect([await quarantine(), await merges('feed')]).toEqual([refused, folded])
    // Nothing new but one more row: what is as before is still said.
    expect(await sync('feed', [...rows, ...jobRows(11).slice(2)])).toMatchObject({
      upserted: 1,
      quarantined: 2,
      merged: 1,
    })
    expect((await quarantine()).map(({ reason }) => reason).sort()).toEqual(refused.map(({ reason }) => reason).sort())
    expect(await merges('feed')).toEqual(folded)
    expect(await sync('feed', jobRows(11))).toMatchObject({ quarantined: 0, merged: 0 })
    expect([await quarantine(), await merges('feed')]).toEqual([[], []])
  })

  it('says why a row is refused even when the last reasons are those of another file', async () => {
    const rows = [...jobRows(5), jobRow(20, { expires_at: 'soon' })]
    await sync('feed', rows)
    const refused = await quarantine()
    expect(refused).toHaveLength(1)
    await sync('feed', [jobRow(6)], { add: true })
    expect(await quarantine()).toEqual([])
    expect(await sync('feed', [...rows, jobRow(6)])).toMatchObject({ unchanged: 6, quarantined: 1 })
    expect(await quarantine()).toEqual(refused)
  })
})

it('as many runs are kept as operators are shown', async () => {
  const run = await sync('feed', [])
  for (let n = 0; n < runsKept; n++) await indexer.records.saveRun(run, null, null)
  expect(await indexer.redis.llen(redisKeys.runs(indexer.prefix, 'feed'))).toBe(30)
})

it('a source that has left the catalogue is taken out whole, and may come again', async () => {
  await sync('feed', jobRows(3))
  await sync('other', [jobRow(9)])
  expect(await retireSource('feed', indexer)).toEqual({ retired: 3 })
  expect((await indexer.jobs()).map(({ source }: JobDocument) => source)).toEqual(['other'])
  expect(await indexer.redis.exists(redisKeys.runs(indexer.prefix, 'feed'))).toBe(0)
  expect(await sync('feed', jobRows(3))).toMatchObject({ added: 3, upserted: 3 })
})

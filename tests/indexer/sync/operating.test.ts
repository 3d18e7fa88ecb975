import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import type { SlugDocument } from '#indexer/slugs'
import { type Alarm, alarmKey, type DryRun, type MergedRow, type RunRecord, redisKeys } from '#indexer/tasks'
import { type AlarmNews, Alarms } from '../../../indexer/sync/alarms.ts'
import { retireSource } from '../../../indexer/sync/retireSource.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { silentMs, watch } from '../../../indexer/sync/watch.ts'
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
async function sync(id: string, rows: readonly object[], options: { dryRun?: boolean; force?: boolean; maxFailureShare?: number } = {}): Promise<RunRecord> {
  await writeNdjson(path(id), rows)
  const { maxFailureShare = 0.2, ...how } = options
  return syncSource(indexer.source({ id, from: path(id), maxFailureShare }), indexer, how)
}
const dryRun = async (id: string): Promise<DryRun> => JSON.parse((await indexer.redis.get(redisKeys.dryRun(indexer.prefix, id)))!)
const merges = async (id: string): Promise<MergedRow[]> =>
  (await indexer.redis.lrange(redisKeys.merges(indexer.prefix, id), 0, -1)).map(line => JSON.parse(line))
const alarms = async (): Promise<string[]> => (await indexer.alarms.all()).map(alarmKey).sort()
const ofSource = (id: string) => indexer.engine.count('jobs', `source = "${id}"`)
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
    expect(record).toMatchObject({ outcome: 'ok', dryRun: true, received: 6, added: 1, upserted: 2, unchanged: 3, quarantined: 1, retired: 1, missing: 1 })
    const tried = await dryRun('feed')
    expect(tried.added).toEqual([{ id: jobRow(7).id, title: jobRow(7).title, location: expect.any(String), changes: [] }])
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
      { key: 'A-1', title: told(1).title, into: { id: told(1).id, source: 'first', title: told(1).title }, reason: expect.stringContaining('another source') },
    ])
    expect(await ofSource('second')).toBe(1)
    // The same feed again: nothing is written, and the twin stays folded.
    expect(await sync('second', [told(1, { id: 'A-1' }), told(3, { id: 'A-3' })])).toMatchObject({ unchanged: 1, merged: 1, upserted: 0 })
    await sync('first', [told(2)], { force: true })
    expect(await sync('second', [told(1, { id: 'A-1' }), told(3, { id: 'A-3' })])).toMatchObject({ unchanged: 1, merged: 0, upserted: 1, added: 1 })
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
    const engine = Object.assign(Object.create(indexer.engine) as typeof indexer.engine, { oldestTaskMs: async () => lag })
    const parts = { ...indexer, engine, queues: [queue], queueAgeSeconds: 600, indexLagSeconds: 300 }
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

  it('of a run are set again by the watch, and those of a source that has left go', async () => {
    await sync('feed', jobRows(4))
    await sync('feed', [])
    await indexer.redis.del(redisKeys.alarms(indexer.prefix))
    const parts = { ...indexer, queues: [], queueAgeSeconds: 600, indexLagSeconds: 300 }
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
      const own = new Alarms({ redis, prefix, log, webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms` })
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

  it('know how long a schedule may be silent', () => {
    const at = Date.parse('2026-11-27T10:00:00Z')
    const limit = (over: Record<string, unknown>) => silentMs(indexer.source(over), at)
    expect(limit({ schedule: null })).toBeNull()
    expect(limit({ schedule: null, silentHours: 6 })).toBe(6 * 3_600_000)
    expect(limit({ schedule: '*/5 * * * *' })).toBe(3_600_000)
    expect(limit({ schedule: '0 6 * * *' })).toBe(3 * 24 * 3_600_000)
    // From Friday to Monday nothing is due.
    expect(limit({ schedule: '0 6 * * mon-fri' })).toBe(5 * 24 * 3_600_000)
  })
})

it('a source that has left the catalogue is taken out whole, and may come again', async () => {
  await sync('feed', jobRows(3))
  await sync('other', [jobRow(9)])
  expect(await retireSource('feed', indexer)).toEqual({ retired: 3 })
  expect((await indexer.jobs()).map(({ source }: JobDocument) => source)).toEqual(['other'])
  expect(await indexer.redis.exists(redisKeys.runs(indexer.prefix, 'feed'))).toBe(0)
  expect(await sync('feed', jobRows(3))).toMatchObject({ added: 3, upserted: 3 })
})

import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChangedJobs, changedJobs, mostNamed } from '#indexer/changedJobs'
import { redisKeys } from '#indexer/tasks'
import { applyWebhook } from '../../../indexer/sync/applyWebhook.ts'
import { ChangeTeller } from '../../../indexer/sync/changedJobs.ts'
import { retireSource } from '../../../indexer/sync/retireSource.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
let listener: Redis
let heard: ChangedJobs[]
let deliveries = 0

beforeAll(async () => {
  indexer = await startIndexer()
  listener = new Redis(indexer.redisUrl)
  await listener.subscribe(redisKeys.changedJobs(indexer.prefix))
  listener.on('message', (_channel, text) => heard.push(changedJobs.parse(JSON.parse(text))))
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  listener?.disconnect()
  await indexer?.stop()
})

/** A teller of its own, whose first word is not held back by what was told before. */
const parts = () => ({ ...indexer, changes: new ChangeTeller(indexer) })
const ids = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => String(id)).sort()
const all = (which: 'arrived' | 'changed') => heard.flatMap(message => message[which]).sort()

async function sync(rows: readonly object[]) {
  await writeNdjson(join(indexer.folder, 'jobs.ndjson'), rows)
  return syncSource(indexer.source(), parts(), { force: true })
}

async function deliver(body: object) {
  const id = `delivery-${++deliveries}`
  await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
  return applyWebhook(id, id => indexer.source({ id }), parts())
}

describe('what has changed', () => {
  it('is told by a sync: what arrived, what changed, what was retired; nothing by one that changes nothing', async () => {
    const rows = jobRows(12)
    await sync(rows)
    await expect.poll(() => all('arrived')).toEqual(ids(rows))
    expect(all('changed')).toEqual([])

    heard = []
    await sync([...jobRows(11), jobRow(12, { salary_package: '£90,000' }), jobRow(13)])
    await expect.poll(() => [all('arrived'), all('changed')]).toEqual([ids([jobRow(13)]), ids([jobRow(12)])])

    heard = []
    expect(await sync([...jobRows(11), jobRow(12, { salary_package: '£90,000' }), jobRow(13)])).toMatchObject({
      upserted: 0,
    })
    await sync([...jobRows(11), jobRow(13)])
    await sync([...jobRows(11), jobRow(13)])
    await expect.poll(() => all('changed')).toEqual(ids([jobRow(12)]))
    expect(all('arrived')).toEqual([])
  })

  it('is told by a webhook when the job is found, and when it is withdrawn', async () => {
    await deliver({ type: 'job.upserted', source: 'feed', job: jobRow(50) })
    await expect.poll(() => all('arrived')).toEqual(ids([jobRow(50)]))
    expect(await indexer.engine.count('jobs', 'expires_at > 0')).toBeGreaterThan(12)
    heard = []
    await deliver({ type: 'job.withdrawn', source: 'feed', id: jobRow(50).id })
    await expect.poll(() => all('changed')).toEqual(ids([jobRow(50)]))
    heard = []
    await deliver({ type: 'job.upserted', source: 'feed', job: jobRow(50, { title: 'Open again' }) })
    await expect.poll(() => all('arrived')).toEqual(ids([jobRow(50)]))
  })

  it('is told by the end of a source', async () => {
    await retireSource('feed', parts())
    await expect.poll(() => heard).toEqual([{ arrived: [], changed: [], many: true }])
  })
})

describe('the telling', () => {
  it('is at once, and then once a second, of however many', async () => {
    const teller = new ChangeTeller(indexer)
    teller.tell({ arrived: ['a'] })
    for (let n = 0; n < 30_000; n++) teller.tell({ changed: [`c${n}`] })
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2)
    expect(heard[0]).toEqual({ arrived: ['a'], changed: [], many: false })
    expect(heard[1]).toMatchObject({ many: true, arrived: [] })
    expect(heard[1]!.changed).toHaveLength(mostNamed)
    teller.tell({ arrived: ['b'] })
    await teller.flush()
    await expect.poll(() => heard.length).toBe(3)
    expect(heard[2]).toEqual({ arrived: ['b'], changed: [], many: false })
  })

  it('is no fault where Redis is not there', async () => {
    const redis = new Redis(indexer.redisUrl)
    redis.disconnect()
    const teller = new ChangeTeller({ ...indexer, redis })
    teller.tell({ arrived: ['a'] })
    await expect(teller.flush()).resolves.toBeUndefined()
  })
})

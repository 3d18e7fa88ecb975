import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { type JobWebhookBody, redisKeys } from '#indexer/tasks'
import { Engine } from '../../../indexer/indexes/meilisearch.ts'
import { applyWebhook } from '../../../indexer/sync/applyWebhook.ts'
import { rebuildJobs } from '../../../indexer/sync/rebuildIndex.ts'
import { removeExpired } from '../../../indexer/sync/removeExpired.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
let deliveries = 0

beforeAll(async () => {
  indexer = await startIndexer()
  await sync(jobRows(30))
})
afterAll(() => indexer?.stop())

async function sync(rows: readonly object[]) {
  await writeNdjson(join(indexer.folder, 'jobs.ndjson'), rows)
  return syncSource(indexer.source(), indexer)
}

async function deliver(body: JobWebhookBody) {
  const id = `delivery-${++deliveries}`
  await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
  return applyWebhook(id, id => indexer.source({ id }), indexer)
}

const upsert = (n: number, overrides: Record<string, unknown>) => deliver({ type: 'job.upserted', source: 'feed', job: { title: '', ...jobRow(n, overrides) } })
const withdraw = (id: unknown) => deliver({ type: 'job.withdrawn', source: 'feed', id: String(id) })
const held = async (n: number) =>
  (await indexer.engine.byIds<JobDocument>('jobs', [String(jobRow(n).id)], ['id', 'title', 'expires_at', 'url_slug', 'updated_at']))[0]

describe('a job by webhook', () => {
  it('is in the index when the task is done, and its payload is gone', async () => {
    expect(await upsert(500, { title: 'Sent at once' })).toMatchObject({ outcome: 'upserted' })
    expect((await held(500))?.title).toBe('Sent at once')
    expect(await indexer.redis.keys(redisKeys.webhookJob(indexer.prefix, '*'))).toEqual([])
    const hits = await indexer.engine.hitIds('jobs', 'Sent at once', 1)
    expect(hits).toEqual([jobRow(500).id])
  })

  it('is unchanged for a sync that lists the very same row, and missing for one that does not', async () => {
    expect(await sync([...jobRows(30), jobRow(500, { title: 'Sent at once' })])).toMatchObject({ upserted: 0, unchanged: 31 })
    expect(await sync(jobRows(30))).toMatchObject({ upserted: 0, missing: 1, retired: 0 })
  })

  it('does not overwrite a newer one with an older', async () => {
    await upsert(501, { title: 'Newer', updated_at: '2026-11-26T12:00:00Z' })
    expect(await upsert(501, { title: 'Older', updated_at: '2026-11-26T11:00:00Z' })).toMatchObject({ outcome: 'older' })
    expect((await held(501))?.title).toBe('Newer')
  })

  it('done twice is done once', async () => {
    const id = 'twice'
    const key = redisKeys.webhookJob(indexer.prefix, id)
    const body = JSON.stringify({ type: 'job.upserted', source: 'feed', job: jobRow(502) })
    await indexer.redis.set(key, body)
    const first = await applyWebhook(id, id => indexer.source({ id }), indexer)
    // Killed before the payload was removed, the task comes again.
    await indexer.redis.set(key, body)
    expect(await applyWebhook(id, id => indexer.source({ id }), indexer)).toEqual({ ...first, added: false })
    expect(await applyWebhook(id, id => indexer.source({ id }), indexer)).toEqual({ outcome: 'done' })
    expect(await indexer.engine.count('jobs', 'source = "feed"')).toBe((await indexer.jobs()).length)
  })

  it.each([
    ['has no title', { title: '' }],
    ['has coordinates off the globe', { derived_info: { locations: [{ lat_lng: { latitude: 99, longitude: 0 } }] } }],
  ])('is refused with a reason when it %s', async (_, overrides) => {
    const outcome = await upsert(503, overrides)
    expect(outcome.outcome).toBe('refused')
    expect(outcome.outcome === 'refused' && outcome.reason.length).toBeGreaterThan(10)
    expect(await held(503)).toBeUndefined()
  })

  it('withdrawn is over at once, stays so when the feed still lists the row, and is swept', async () => {
    await upsert(504, {})
    expect(await withdraw(jobRow(504).id)).toMatchObject({ outcome: 'withdrawn' })
    const now = Math.floor(Date.now() / 1000)
    expect((await held(504))!.expires_at).toBeLessThanOrEqual(now)
    expect(await sync([...jobRows(30), jobRow(504)])).toMatchObject({ upserted: 0, unchanged: 31 })
    expect((await removeExpired(indexer.engine, now)).removed).toBe(1)
    expect(await held(504)).toBeUndefined()
    expect(await sync([...jobRows(30), jobRow(504)])).toMatchObject({ upserted: 0, unchanged: 31 })
    // Edited in the feed, it is meant again.
    expect(await sync([...jobRows(30), jobRow(504, { title: 'Reopened' })])).toMatchObject({ upserted: 1 })
    expect((await held(504))?.title).toBe('Reopened')
    for (const unknown of ['no-such-job', 'AB/12 & more']) expect(await withdraw(unknown)).toMatchObject({ outcome: 'unknownJob' })
  })
})

describe('a webhook beside the serial queue', () => {
  it('is not overwritten by a sync whose feed is older', async () => {
    // The sync has read its feed when the webhook comes: it arrives at the moment the first chunk is about to be sent.
    const rows = jobRows(30, () => ({ salary_package: 'Competitive' }))
    await writeNdjson(join(indexer.folder, 'jobs.ndjson'), rows)
    let arrived = false
    const engine = new Proxy(indexer.engine, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'byIds' && !arrived) {
          return async (...args: unknown[]) => {
            if (!arrived) {
              arrived = true
              await upsert(7, { title: 'Changed by webhook' })
            }
            return (value as (...args: unknown[]) => unknown).apply(target, args)
          }
        }
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Engine
    const run = await syncSource(indexer.source(), { ...indexer, engine })
    expect(arrived).toBe(true)
    expect(run.upserted + run.unchanged).toBe(30)
    expect((await held(7))?.title).toBe('Changed by webhook')
  })

  it('is carried over by a rebuild, new, changed and withdrawn', async () => {
    let during = false
    const engine = new Proxy(indexer.engine, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'startNext') {
          return async () => {
            await target.startNext()
            during = true
          }
        }
        // The page is read, then the webhooks come, then the stale page is written.
        if (name === 'pages' && during) {
          return async function* (...args: unknown[]) {
            for await (const page of (value as (...args: unknown[]) => AsyncGenerator<unknown[]>).apply(target, args)) {
              if (during) {
                during = false
                await upsert(600, { title: 'New in a rebuild' })
                await upsert(8, { title: 'Changed in a rebuild' })
                await withdraw(jobRow(9).id)
              }
              yield page
            }
          }
        }
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Engine
    const before = await indexer.engine.count('jobs')
    const record = await rebuildJobs({ ...indexer, engine }, ['feed'])
    expect(record.documents).toBe(before + 1)
    expect((await held(600))?.title).toBe('New in a rebuild')
    expect((await held(8))?.title).toBe('Changed in a rebuild')
    expect((await held(9))!.expires_at).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
    expect(await indexer.engine.createdAt('jobs_next')).toBeNull()
    // The ledger is still the index's: nothing is read back or written anew.
    const rows = jobRows(30, () => ({ salary_package: 'Competitive' })).filter(row => ![7, 8].includes(Number(String(row.external_reference).slice(2))))
    expect(
      (
        await sync([
          ...rows,
          jobRow(7, { title: 'Changed by webhook' }),
          jobRow(8, { title: 'Changed in a rebuild' }),
          jobRow(600, { title: 'New in a rebuild' }),
        ])
      ).upserted,
    ).toBe(0)
  })
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { redisKeys } from '#indexer/tasks'
import { Engine } from '../../../indexer/indexes/meilisearch.ts'
import type { SourceConfig } from '../../../indexer/sources/source.ts'
import { applyWebhook, type KeptWebhook } from '../../../indexer/sync/applyWebhook.ts'
import { isComparable } from '../../../indexer/sync/fetchFeed.ts'
import { withdrawnEntry } from '../../../indexer/sync/jobLines.ts'
import type { Ledger, LedgerEntry } from '../../../indexer/sync/ledger.ts'
import { rebuildJobs } from '../../../indexer/sync/rebuildIndex.ts'
import { forgetEnded, removeExpired } from '../../../indexer/sync/removeExpired.ts'
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

async function deliver(body: KeptWebhook, parts = indexer) {
  const id = `delivery-${++deliveries}`
  await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
  return applyWebhook(id, id => indexer.source({ id }), parts)
}

/**
 * Another worker's parts, which does `meanwhile` when it has read the job from the engine and before it has the lock.
 */
function slowWorker(meanwhile: () => Promise<unknown>): TestIndexer {
  let done = false
  const ledger = new Proxy(indexer.ledger, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'exclusively' || done) return value.bind(target)
      return async (...args: unknown[]) => {
        if (!done) {
          done = true
          await meanwhile()
        }
        return value.apply(target, args)
      }
    },
  }) as Ledger
  return { ...indexer, ledger }
}

const upsert = (n: number, overrides: Record<string, unknown>) =>
  deliver({ type: 'job.upserted', source: 'feed', job: { title: '', ...jobRow(n, overrides) } })
const withdraw = (id: unknown) => deliver({ type: 'job.withdrawn', source: 'feed', id: String(id) })
const held = async (n: number) =>
  (
    await indexer.engine.byIds<JobDocument>(
      'jobs',
      [String(jobRow(n).id)],
      ['id', 'title', 'expires_at', 'url_slug', 'updated_at'],
    )
  )[0]

describe('a job by webhook', () => {
  it('is in the index when the task is done, and its payload is gone', async () => {
    expect(await upsert(500, { title: 'Sent at once' })).toMatchObject({ outcome: 'upserted' })
    expect((await held(500))?.title).toBe('Sent at once')
    expect(await indexer.redis.keys(redisKeys.webhookJob(indexer.prefix, '*'))).toEqual([])
    const hits = await indexer.engine.hitIds('jobs', 'Sent at once', 1)
    expect(hits).toEqual([jobRow(500).id])
  })

  it('is unchanged for a sync that lists the very same row, and missing for one that does not', async () => {
    expect(await sync([...jobRows(30), jobRow(500, { title: 'Sent at once' })])).toMatchObject({
      upserted: 0,
      unchanged: 31,
    })
    expect(await sync(jobRows(30))).toMatchObject({ upserted: 0, missing: 1, retired: 0 })
  })

  it('does not overwrite a newer one with an older', async () => {
    await upsert(501, { title: 'Newer', updated_at: '2026-11-26T12:00:00Z' })
    expect(await upsert(501, { title: 'Older', updated_at: '2026-11-26T11:00:00Z' })).toMatchObject({
      outcome: 'older',
    })
    expect((await held(501))?.title).toBe('Newer')
  })

  it.each(['0001-01-01T00:00:00', '01/01/1970 00:00:00', 'unknown'])(
    'with no date of change (%s) is applied',
    async date => {
      await upsert(505, { title: 'Before', updated_at: '2026-11-26T12:00:00Z' })
      expect(await upsert(505, { title: `After ${date}`, updated_at: date })).toMatchObject({ outcome: 'upserted' })
      expect((await held(505))?.title).toBe(`After ${date}`)
    },
  )

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
    for (const unknown of ['no-such-job', 'AB/12 & more'])
      expect(await withdraw(unknown)).toMatchObject({ outcome: 'unknownJob' })
  })
})

describe('a job withdrawn by webhook', () => {
  const rows = jobRows(30)
  const syncBy = async (listed: readonly object[], overrides: Partial<SourceConfig> = {}, parts = indexer) => {
    await writeNdjson(join(indexer.folder, 'jobs.ndjson'), listed)
    return syncSource(indexer.source(overrides), parts)
  }
  const arrived = async (n: number) =>
    (await indexer.engine.byIds<JobDocument>('arrivals', [String(jobRow(n).id)], ['id'])).length

  it('does not come back with another version of the rules, only with an edit', async () => {
    const listed = [...rows, jobRow(520)]
    await syncBy(listed)
    await withdraw(jobRow(520).id)
    await removeExpired(indexer.engine, Math.floor(Date.now() / 1000))
    const before = await indexer.engine.count('arrivals')
    for (const title of ['Renamed', 'Renamed again'])
      expect(await syncBy(listed, { title })).toMatchObject({ upserted: 30, unchanged: 1 })
    // As an earlier version has left it.
    const id = String(jobRow(520).id)
    await indexer.ledger.put('feed', new Map([[id, { ...(await indexer.ledger.get('feed', id))!, salt: undefined }]]))
    expect(await syncBy(listed)).toMatchObject({ upserted: 30, unchanged: 1 })
    expect(await held(520)).toBeUndefined()
    expect(await indexer.engine.count('arrivals')).toBe(before)
    expect(await syncBy([...rows, jobRow(520, { title: 'Reopened' })])).toMatchObject({ upserted: 1 })
    expect((await held(520))?.title).toBe('Reopened')
    await syncBy(rows)
    await syncBy(rows)
  })

  it('does not come back with the row that one run did not list', async () => {
    await syncBy([...rows, jobRow(521)])
    await withdraw(jobRow(521).id)
    await removeExpired(indexer.engine, Math.floor(Date.now() / 1000))
    expect(await syncBy(rows)).toMatchObject({ upserted: 0, unchanged: 30 })
    expect(await syncBy([...rows, jobRow(521)])).toMatchObject({ upserted: 0, unchanged: 31 })
    expect(await held(521)).toBeUndefined()
    // Not listed for as many runs as others stay, it is forgotten.
    for (const runs of [1, 2]) {
      expect(await indexer.ledger.get('feed', String(jobRow(521).id)), `${runs}`).not.toBeNull()
      await syncBy(rows.map(row => ({ ...row, summary: `Of run ${runs}` })))
    }
    expect(await indexer.ledger.get('feed', String(jobRow(521).id))).toBeNull()
  })

  it('is forgotten in time where no sync will do so', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const line = (state: LedgerEntry['state'], days: number): LedgerEntry => ({
      ...withdrawnEntry({ rawHash: 'a', firstSeen: 1, expiresAt: days && now - days * 86_400, writtenAt: 1 }),
      state,
    })
    const lines = new Map([
      ['over', line('held', 61)],
      ['down', line('withdrawn', 61)],
      ['late', line('held', 59)],
      ['live', line('held', -1)],
      ['none', line('folded', 0)],
    ])
    const sources = [
      indexer.source({ id: 'sent-to', from: null }),
      indexer.source({ id: 'by-hand', from: null }),
      indexer.source({ id: 'read' }),
    ]
    for (const { id } of sources) await indexer.ledger.put(id, lines)
    await indexer.redis.hset(`${indexer.prefix}:completed`, 'by-hand', 1)
    await forgetEnded(sources, indexer, now)
    const left = async (id: string) => (await indexer.redis.hkeys(`${indexer.prefix}:ledger:${id}`)).sort()
    expect(await left('sent-to')).toEqual(['late', 'live', 'none'])
    for (const id of ['by-hand', 'read']) expect(await left(id)).toEqual([...lines.keys()].sort())
  })

  it('while a sync has read its row does not come with that sync, nor with the next', async () => {
    const id = jobRow(522).id
    const listed = [...rows, jobRow(522), jobRow(523)]
    const slow = slowWorker(() => withdraw(id))
    expect(await syncBy(listed, {}, slow)).toMatchObject({ added: 1 })
    expect(await held(522)).toBeUndefined()
    expect(await held(523)).toBeDefined()
    expect(await syncBy(listed)).toMatchObject({ upserted: 0, unchanged: 32 })
    expect(await syncBy([...listed, jobRow(524)])).toMatchObject({ added: 1, unchanged: 32 })
    expect(await held(522)).toBeUndefined()
    expect(await arrived(522)).toBe(0)
    expect(await syncBy([...rows, jobRow(522, { title: 'Reopened' })])).toMatchObject({ upserted: 1 })
    expect((await held(522))?.title).toBe('Reopened')
  })

  it('and known by its reference only is known by its row', async () => {
    const byReference = { ...jobRow(525), id: undefined }
    const listed = [...rows, byReference]
    expect(await withdraw(jobRow(525).external_reference)).toMatchObject({ outcome: 'unknownJob' })
    expect(await syncBy(listed)).toMatchObject({ added: 0, unchanged: 31 })
    await syncBy(rows)
    await syncBy(rows.slice(0, 29))
  })

  it('before a first sync leaves it one, whose jobs are none that arrive', async () => {
    const source = { id: 'fresh' }
    const before = await indexer.engine.count('arrivals')
    const body = { type: 'job.withdrawn', source: 'fresh', id: 'gone' } as const
    expect(await deliver(body)).toMatchObject({ outcome: 'unknownJob' })
    const fresh = [jobRow(600), jobRow(601)].map(row => ({
      ...row,
      id: `fresh-${row.external_reference}`,
      title: `Fresh ${row.title}`,
    }))
    expect(await syncBy(fresh, source)).toMatchObject({ added: 2 })
    expect(await indexer.engine.count('arrivals')).toBe(before)
  })
})

describe('webhooks that two workers apply at the same time', () => {
  const body = (n: number, title: string, more: object = {}): KeptWebhook => ({
    type: 'job.upserted',
    source: 'feed',
    job: { title, ...jobRow(n, { title, ...more }) },
  })
  const at = (hour: number) => ({ updated_at: `2026-11-26T${hour}:00:00Z` })

  it.each([true, false])('end with the newer, whichever has the lock first (known before: %s)', async isKnown => {
    const n = isKnown ? 520 : 521
    if (isKnown) await deliver(body(n, 'First', at(10)))
    const slow = slowWorker(() => deliver(body(n, 'Newer', at(12))))
    expect(await deliver(body(n, 'Older', at(11)), slow)).toMatchObject({ outcome: 'older' })
    expect((await held(n))?.title).toBe('Newer')
  })

  it('end with the newer also where the engine does not show it yet', async () => {
    await deliver(body(522, 'First', at(10)))
    const before = await indexer.engine.byIds<JobDocument>('jobs', [String(jobRow(522).id)])
    await deliver(body(522, 'Newer', at(12)))
    const engine = new Proxy(indexer.engine, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name === 'byIds')
          return async (uid: string, ...args: never[]) =>
            uid === 'jobs' ? before : (value as (...all: unknown[]) => unknown).call(target, uid, ...args)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Engine
    expect(await deliver(body(522, 'Older', at(11)), { ...indexer, engine })).toMatchObject({ outcome: 'older' })
    expect((await held(522))?.title).toBe('Newer')
  })

  it('end withdrawn where the withdrawal came last, though the job was not there when it was looked for', async () => {
    const id = String(jobRow(523).id)
    const slow = slowWorker(() => deliver({ ...body(523, 'Short-lived'), receivedAt: 1_000 }))
    expect(await deliver({ type: 'job.withdrawn', source: 'feed', id, receivedAt: 2_000 }, slow)).toMatchObject({
      outcome: 'withdrawn',
    })
    expect((await held(523))!.expires_at).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
  })

  it('end in the order in which they were received', async () => {
    const id = String(jobRow(524).id)
    expect(await deliver({ type: 'job.withdrawn', source: 'feed', id, receivedAt: 2_000 })).toMatchObject({
      outcome: 'unknownJob',
    })
    expect(await deliver({ ...body(524, 'Late'), receivedAt: 1_000 })).toMatchObject({ outcome: 'older' })
    expect(await held(524)).toBeUndefined()
    expect(await deliver({ ...body(524, 'Anew'), receivedAt: 3_000 })).toMatchObject({ outcome: 'upserted' })
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

  it('has the feed of its own source read again, and of no other', async () => {
    const other = indexer.source({ id: 'other', from: join(indexer.folder, 'other.ndjson') })
    await writeNdjson(other.from!, [jobRow(550)])
    await syncSource(other, indexer)
    const isKnown = async () => isComparable(await indexer.ledger.feedState('other'), other, indexer, {}, Date.now())
    await upsert(506, {})
    expect(await isKnown()).toBe(true)
    await deliver({ type: 'job.upserted', source: 'other', job: { title: '', ...jobRow(551) } })
    expect(await isKnown()).toBe(false)
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
    const rows = jobRows(30, () => ({ salary_package: 'Competitive' })).filter(
      row => ![7, 8].includes(Number(String(row.external_reference).slice(2))),
    )
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

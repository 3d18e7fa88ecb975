import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Arrival, arrivalsKeptSeconds } from '#indexer/arrival'
import { redisKeys } from '#indexer/tasks'
import { applyWebhook } from '../../../indexer/sync/applyWebhook.ts'
import { removeExpired } from '../../../indexer/sync/removeExpired.ts'
import type { SyncOptions } from '../../../indexer/sync/syncRun.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
let deliveries = 0
let runs = 0
/** A source of its own for each test. */
let source: string

beforeAll(async () => {
  indexer = await startIndexer()
})
afterAll(() => indexer?.stop())
beforeEach(() => {
  source = `feed${++runs}`
})

const ofSource = (id: string) => indexer.source({ id, from: `${id}.ndjson`, missingRuns: 1, maxRetireShare: 1 })

async function sync(rows: readonly object[], id = source, options: SyncOptions = {}) {
  await writeNdjson(join(indexer.folder, `${id}.ndjson`), rows)
  return syncSource(ofSource(id), indexer, options)
}

/** A row whose text no other test has. */
const row = (n: number, over: Record<string, unknown> = {}) =>
  jobRow(1_000 * runs + n, { id: undefined, external_reference: `${source}-${n}`, ...over })

/** References of what has arrived from the test's sources, with the second of each. */
async function arrived(...sources: string[]): Promise<Record<string, number>> {
  const found: [string, number][] = []
  for await (const page of indexer.engine.pages<Arrival>(indexer.engine.names.arrivals))
    for (const { external_reference, arrivedAt, source: of } of page)
      if ([source, ...sources].includes(of)) found.push([external_reference, arrivedAt])
  return Object.fromEntries(found)
}

async function deliver(body: object) {
  const id = `arrival-${++deliveries}`
  await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
  return applyWebhook(id, async of => ofSource(of), indexer)
}

describe('a job', () => {
  it('of a source’s first run is no news; one that is added later is, and one that is changed is not', async () => {
    await sync([row(1), row(2)])
    expect(await arrived()).toEqual({})
    await sync([row(1, { salary_package: '£99,000' }), row(2), row(3)])
    expect(Object.keys(await arrived())).toEqual([`${source}-3`])
  })

  it('is no news where the first run was cut off and is made again', async () => {
    const saveRun = () => Promise.reject(new Error('cut off'))
    const cutOff = { ...indexer, records: Object.assign(Object.create(indexer.records), { saveRun }) }
    await writeNdjson(join(indexer.folder, `${source}.ndjson`), [row(1)])
    await expect(syncSource(ofSource(source), cutOff)).rejects.toThrow('cut off')
    await sync([row(1), row(2)])
    expect(await arrived()).toEqual({})
    await sync([row(1), row(2), row(3)])
    expect(Object.keys(await arrived())).toEqual([`${source}-3`])
  })

  it('is news in a file that adds to another', async () => {
    await sync([row(1)], source, { add: true })
    await sync([row(2)], source, { add: true })
    expect(Object.keys(await arrived())).toEqual([`${source}-2`])
  })

  it('arrives again when it comes back after it had left', async () => {
    await sync([row(1), row(2)])
    await sync([row(1)])
    expect(await arrived()).toEqual({})
    await sync([row(1), row(2)])
    expect(Object.keys(await arrived())).toEqual([`${source}-2`])
  })

  it('that takes the place of a twin of another source is no news', async () => {
    const other = `${source}-other`
    const long = `<p>${Array.from({ length: 80 }, (_, n) => `word${runs}x${n}`).join(' ')}</p>`
    await sync([row(1), row(9)])
    await sync([jobRow(77_777, { id: undefined, external_reference: 'O-0' })], other)
    await sync([row(1), row(9), row(2, { description: long })])
    const twin = row(2, { description: long, external_reference: 'O-2' })
    await sync([jobRow(77_777, { id: undefined, external_reference: 'O-0' }), twin], other)
    expect(Object.keys(await arrived(other))).toEqual([`${source}-2`])
    await sync([row(1), row(9)])
    const run = await sync([jobRow(77_777, { id: undefined, external_reference: 'O-0' }), twin], other)
    expect(run).toMatchObject({ upserted: 1 })
    expect(Object.keys(await arrived(other))).toEqual([`${source}-2`])
  })

  it('that comes by webhook arrives, once', async () => {
    const job = { ...row(5), id: `${source}-5` }
    for (const title of ['Lamplighter', 'Lamplighter, changed'])
      await deliver({ type: 'job.upserted', source, job: { ...job, title } })
    expect(Object.keys(await arrived())).toEqual([`${source}-5`])
  })

  it('is forgotten among the arrivals after a while', async () => {
    await sync([row(1)])
    await sync([row(1), row(2)])
    const now = Math.floor(Date.now() / 1_000)
    await removeExpired(indexer.engine, now)
    expect(Object.keys(await arrived())).toEqual([`${source}-2`])
    await removeExpired(indexer.engine, now + arrivalsKeptSeconds + 60)
    expect(await arrived()).toEqual({})
  })

  it('is news after Redis was lost, and what the index held is none', async () => {
    await sync([row(1), row(2)])
    await indexer.redis.flushall()
    await sync([row(1), row(2), row(3)])
    expect(Object.keys(await arrived())).toEqual([`${source}-3`])
  })
})

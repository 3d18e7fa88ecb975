import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobWebhookBody, type PostedPart, redisKeys } from '#indexer/tasks'
import { toDocument } from '../../../indexer/documents/toDocument.ts'
import { applyPost } from '../../../indexer/sync/applyPost.ts'
import { applyWebhook } from '../../../indexer/sync/applyWebhook.ts'
import { renormaliseSource } from '../../../indexer/sync/renormaliseSource.ts'
import { RowLimit } from '../../../indexer/sync/rowLimit.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

const forEver = (): never => {
  /* as a regular expression may */
  for (;;);
}
const late = (row: unknown, reason: string) => `${row}: ${reason}`
const tooSlow = /took more than [\d.]+ s and was given up/

describe('a row that never ends', () => {
  it('is given up, and those before and after it are read', () => {
    const rows = [1, 2, 3, 4, 5]
    const read = new RowLimit(50).all(rows, row => (row === 3 ? forEver() : `${row}`), late)
    expect(read).toEqual(['1', '2', expect.stringMatching(tooSlow), '4', '5'])
  })

  it('is interrupted in a regular expression too', () => {
    const text = `${'a'.repeat(60)}b`
    // Built, so that no search for such expressions takes it for one of the product.
    const exponential = new RegExp(['^(a', '+)+$'].join(''))
    expect(
      new RowLimit(50).one(
        () => String(exponential.test(text)),
        reason => reason,
      ),
    ).toMatch(tooSlow)
  })

  it('may be first, last, or all there are', () => {
    expect(new RowLimit(50).all([1, 2, 3], row => (row === 2 ? 'read' : forEver()), late)).toEqual([
      expect.stringMatching(tooSlow),
      'read',
      expect.stringMatching(tooSlow),
    ])
    // The limit has fallen: so many at the whole one would be minutes.
    const limit = new RowLimit(200)
    const reasons = limit.all(
      Array.from({ length: 6 }, (_, n) => n),
      forEver,
      (_, reason) => reason,
    )
    expect(reasons.map(reason => Number(/than ([\d.]+) s/.exec(reason)![1]))).toEqual([
      0.2, 0.1, 0.067, 0.05, 0.04, 0.033,
    ])
    expect(limit.one(() => 'read', String)).toBe('read')
  })

  it('leaves faults what they are', () => {
    const fault = new SyntaxError('a fault of the row')
    expect(() =>
      new RowLimit().one(() => {
        throw fault
      }, String),
    ).toThrow(fault)
  })

  it('is none when only the machine stood still', () => {
    const stopped = new Int32Array(new SharedArrayBuffer(4))
    let tries = 0
    // Waits without using the processor, as a process that is stopped does.
    const work = () => (++tries < 3 ? Atomics.wait(stopped, 0, 0, 30_000) : 'read')
    expect(new RowLimit(50).one(work, String)).toBe('read')
    expect(tries).toBe(3)
    expect(
      new RowLimit(50).one(
        () => Atomics.wait(stopped, 0, 0, 30_000),
        reason => reason,
      ),
    ).toMatch(tooSlow)
  })
})

describe('everything else is applied', () => {
  let indexer: TestIndexer
  beforeAll(async () => {
    const started = await startIndexer()
    const normalise: typeof toDocument = (row, context) =>
      row.title === 'Poison' ? forEver() : toDocument(row, context)
    indexer = { ...started, normalise, rowLimitMs: 100 }
  })
  afterAll(() => indexer?.stop())
  const titles = async () => (await indexer.jobs()).map(({ title }) => title)

  it('after such a row of a feed, which is quarantined and tried again by the next run', async () => {
    const rows = jobRows(20, n => (n === 7 ? { title: 'Poison' } : {}))
    await writeNdjson(join(indexer.folder, 'jobs.ndjson'), rows)
    const run = await syncSource(indexer.source(), indexer)
    expect(run).toMatchObject({ outcome: 'ok', received: 20, upserted: 19, quarantined: 1 })
    expect(await indexer.records.quarantineOf('feed')).toEqual([
      expect.objectContaining({ title: 'Poison', row: 7, reason: expect.stringMatching(tooSlow) }),
    ])
    // With a normaliser that is mended.
    await writeNdjson(join(indexer.folder, 'jobs.ndjson'), [...rows, jobRow(21)])
    const { normalise: _, ...mended } = indexer
    expect(await syncSource(indexer.source(), mended)).toMatchObject({
      outcome: 'ok',
      upserted: 2,
      unchanged: 19,
      quarantined: 0,
    })
    expect(await titles()).toContain('Poison')
  })

  it('after a job that was held and becomes such a row: it stays as it was', async () => {
    const source = indexer.source({ id: 'held', from: 'held.ndjson', missingRuns: 1 })
    const own = jobRows(5).map((row, n) => ({
      ...row,
      id: `held-${n}`,
      external_reference: `H-${n}`,
      title: `Clerk ${n}`,
      company: 'Held & Sons',
    }))
    await writeNdjson(join(indexer.folder, 'held.ndjson'), own)
    expect(await syncSource(source, indexer)).toMatchObject({ upserted: 5 })
    for (const title of ['Poison', 'Poison'])
      expect(
        await syncSource(source, indexer, {
          from: await writeNdjson(join(indexer.folder, 'held.ndjson'), own.with(2, { ...own[2]!, title })),
        }),
      ).toMatchObject({
        ...{ quarantined: 1, retired: 0, missing: 0 },
      })
    expect(await titles()).toContain('Clerk 2')
  })

  it('after such a row by webhook, which is refused', async () => {
    const deliver = async (id: string, job: Record<string, unknown>) => {
      const body: JobWebhookBody = { type: 'job.upserted', source: 'hooks', job: { title: '', ...job } }
      await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
      return applyWebhook(id, one => indexer.source({ id: one, from: null }), indexer)
    }
    expect(await deliver('one', jobRow(101, { title: 'Poison' }))).toEqual({
      outcome: 'refused',
      reason: expect.stringMatching(tooSlow),
    })
    expect(await indexer.redis.exists(redisKeys.webhookJob(indexer.prefix, 'one'))).toBe(0)
    expect(await deliver('two', jobRow(102, { title: 'After the webhook' }))).toMatchObject({ outcome: 'upserted' })
  })

  it('after such an advert in a post, which is refused', async () => {
    const source = indexer.source({ id: 'bean', format: 'broadbean', from: null })
    const advert = (reference: string, title: string) =>
      `<job><command>add</command><job_reference>${reference}</job_reference><job_title>${title}</job_title><job_description>Work.</job_description></job>`
    const document: PostedPart = {
      ...{ source: 'bean', dialect: 'broadbean', receivedAt: Date.now() },
      xml: `<jobs>${advert('1', 'Before')}${advert('2', 'Poison')}${advert('3', 'After the post')}</jobs>`,
    }
    await indexer.redis.set(redisKeys.post(indexer.prefix, 'post'), JSON.stringify(document))
    expect(await applyPost('post', () => source, indexer)).toMatchObject({
      jobs: [
        { outcome: 'added' },
        { reference: '2', outcome: 'refused', reason: expect.stringMatching(tooSlow) },
        { outcome: 'added' },
      ],
    })
    expect(await titles()).toEqual(expect.arrayContaining(['Before', 'After the post']))
  })

  it('when what was sent is normalised anew', async () => {
    const { normalise: _, ...mended } = indexer
    const key = redisKeys.webhookJob(indexer.prefix, 'sent')
    await indexer.redis.set(
      key,
      JSON.stringify({ type: 'job.upserted', source: 'sent', job: jobRow(201, { title: 'Poison' }) }),
    )
    const source = indexer.source({ id: 'sent', from: null })
    expect(await applyWebhook('sent', () => source, mended)).toMatchObject({ outcome: 'upserted' })
    const others = indexer.source({ id: 'sent', from: null, title: 'Under another name' })
    expect(await renormaliseSource(others, indexer)).toMatchObject({ written: 0, refused: 1 })
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { openGazetteer } from '../../../indexer/documents/aliases.ts'
import type { Gazetteer } from '../../../indexer/documents/gazetteer.ts'
import { jobRow as readJob } from '../../../indexer/sources/job.ts'
import { upsertJob, withdrawJob } from '../../../indexer/sync/applyWebhook.ts'
import { isOutdated, renormaliseSource } from '../../../indexer/sync/renormaliseSource.ts'
import type { SyncDependencies } from '../../../indexer/sync/syncState.ts'
import { jobRow } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
/** With an alias for the places of all the jobs here. */
let withAlias: SyncDependencies

beforeAll(async () => {
  indexer = await startIndexer()
  withAlias = { ...indexer, gazetteer: await aliased('Leeds') }
})
afterAll(() => indexer?.stop())

async function aliased(place: string): Promise<Gazetteer> {
  const path = join(indexer.folder, 'aliases.json')
  await writeFile(path, JSON.stringify({ 'Head Office': place }))
  return openGazetteer({ aliases: path, postal: null, country: 'GB' })
}

const source = () => indexer.source({ id: 'sent', from: null })
const send = (n: number, overrides: Record<string, unknown> = {}, deps: SyncDependencies = indexer, of = source()) =>
  upsertJob(readJob(jobRow(n, { location: 'Head Office', published_at: undefined, ...overrides }), 1), of, deps)
const held = async (n: number) => (await indexer.engine.byIds<JobDocument>('jobs', [String(jobRow(n).id)]))[0]
const placesOf = async (n: number) => (await held(n))?.places.map(({ name }) => name)

describe('what was sent one by one', () => {
  it('is normalised anew when the aliases change, and nothing else of it is other than it was', async () => {
    // At once: one after the other they wait for the engine forty-five times.
    await Promise.all(Array.from({ length: 45 }, (_, i) => send(i + 1)))
    const before = (await held(7))!
    expect(before).toMatchObject({ places: [], unresolved: ['Head Office'] })
    expect(await renormaliseSource(source(), withAlias)).toEqual({ source: 'sent', written: 45, refused: 0 })
    for (const n of [1, 7, 45]) expect(await placesOf(n)).toEqual(['Leeds'])
    const { url_slug, published_at, updated_at, created_at, expires_at, title } = before
    expect(await held(7)).toMatchObject({
      url_slug,
      published_at,
      updated_at,
      created_at,
      expires_at,
      title,
      unresolved: [],
    })
  })

  it('is left alone while nothing has changed', async () => {
    const tasks = await indexer.engineTasks()
    expect(await isOutdated(source(), withAlias)).toBe(false)
    expect(await isOutdated(source(), indexer)).toBe(true)
    expect(await renormaliseSource(source(), withAlias)).toMatchObject({ written: 0 })
    expect(await indexer.engineTasks()).toBe(tasks)
  })

  it('is, when sent again as it was, as good as unchanged', async () => {
    const tasks = await indexer.engineTasks()
    const sent = { at: Date.now(), claim: async () => true }
    await upsertJob(
      readJob(jobRow(7, { location: 'Head Office', published_at: undefined }), 1),
      source(),
      withAlias,
      sent,
    )
    expect(await indexer.engineTasks()).toBe(tasks)
  })

  it('stands as sent last, whatever is read of it meanwhile', async () => {
    const { sentRows } = indexer
    const later = {
      ...indexer,
      gazetteer: await aliased('York'),
      // What was read is old by the time that it is written.
      sentRows: Object.assign(Object.create(sentRows) as typeof sentRows, {
        read: async (of: string, ids: readonly string[]) => {
          const rows = await sentRows.read(of, ids)
          if (ids.includes(String(jobRow(3).id))) await send(3, { title: 'Sent just now', location: 'Bristol' })
          return rows
        },
        ids: sentRows.ids.bind(sentRows),
        isLast: sentRows.isLast.bind(sentRows),
        keep: sentRows.keep.bind(sentRows),
        forget: sentRows.forget.bind(sentRows),
      }),
    }
    expect(await renormaliseSource(source(), later)).toMatchObject({ written: 44 })
    expect(await held(3)).toMatchObject({ title: 'Sent just now', places: [{ name: 'Bristol' }] })
    expect(await placesOf(4)).toEqual(['York'])
  })

  it('does not come back when it was withdrawn or is over', async () => {
    await withdrawJob(String(jobRow(8).id), source(), withAlias)
    await send(9, { expires_at: '2020-01-01T00:00:00Z' })
    const gone = [(await held(8))!.expires_at, (await held(9))!.expires_at]
    expect(await renormaliseSource(source(), withAlias)).toMatchObject({ written: 43, refused: 0 })
    expect([(await held(8))!.expires_at, (await held(9))!.expires_at]).toEqual(gone)
    expect(
      await indexer.sentRows.read(
        'sent',
        [8, 9].map(n => String(jobRow(n).id)),
      ),
    ).toEqual([null, null])
  })

  it('is there again, as it was, when the index is lost', async () => {
    const { engine, redis, prefix } = indexer
    const seen = async () =>
      (await indexer.jobs())
        .filter(({ expires_at }) => expires_at > Date.now() / 1000)
        .map(({ cells, ...rest }) => rest)
    await renormaliseSource(source(), withAlias)
    // The first had come a day before.
    const { sentRows } = indexer
    const [row] = await sentRows.read('sent', [String(jobRow(1).id)])
    const dayBefore = row!.firstSeen - 86_400
    await sentRows.keep('sent', String(jobRow(1).id), { ...row!, firstSeen: dayBefore }, (await held(1))!.expires_at)
    const earlier = ({ created_at, expires_at, ...job }: Awaited<ReturnType<typeof seen>>[number]) => ({
      ...job,
      published_at: dayBefore,
      publishedDay: Math.floor(dayBefore / 86_400),
      created_at: created_at - 86_400,
      expires_at: expires_at - 86_400,
    })
    const before = (await seen()).map(job => (job.id === jobRow(1).id ? earlier(job) : job))
    expect(before).toHaveLength(43)
    await engine.drop(engine.names.jobs)
    await engine.ensureIndexes()
    expect(await isOutdated(source(), withAlias)).toBe(true)
    expect(await renormaliseSource(source(), withAlias)).toMatchObject({ written: 43, refused: 0 })
    expect(await seen()).toEqual(before)
    expect(await isOutdated(source(), withAlias)).toBe(false)
    expect(await redis.exists(`${prefix}:ledger:sent`)).toBe(1)
  })

  it('is kept no longer than the job is live, and not where a feed brings it again', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    await send(50, { expires_at: inAnHour })
    const ttl = (id: unknown, of: string) => indexer.redis.ttl(`${indexer.prefix}:sent:${of}:${id}`)
    // The hour goes on meanwhile.
    expect(await ttl(jobRow(50).id, 'sent')).toBeGreaterThan(3_000)
    expect(await ttl(jobRow(50).id, 'sent')).toBeLessThanOrEqual(3_600)
    const feed = indexer.source()
    await send(51, {}, indexer, feed)
    expect(await ttl(jobRow(51).id, 'feed')).toBe(-2)
    expect(await isOutdated(feed, withAlias)).toBe(false)
  })
})

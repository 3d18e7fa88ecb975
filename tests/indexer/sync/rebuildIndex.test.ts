import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { jobsSettings } from '../../../indexer/indexes/settings.ts'
import { dropOrphan, rebuildJobs, verify } from '../../../indexer/sync/rebuildIndex.ts'
import { roomOf } from '../../../indexer/sync/rebuildRoom.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

const trades = [
  'Baker',
  'Carpenter',
  'Glazier',
  'Plumber',
  'Roofer',
  'Tiler',
  'Welder',
  'Joiner',
  'Mason',
  'Painter',
  'Miller',
  'Cooper',
  'Turner',
  'Fitter',
]

let indexer: TestIndexer

beforeAll(async () => {
  indexer = await startIndexer()
  const rows = trades.map((trade, n) =>
    jobRow(n, { title: `${trade} of ${trades[(n + 5) % trades.length]}s`, description: '<p>Work.</p>' }),
  )
  await writeNdjson(join(indexer.folder, 'jobs.ndjson'), rows)
  expect(await syncSource(indexer.source(), indexer)).toMatchObject({ upserted: trades.length })
})
afterAll(() => indexer?.stop())

/** A second index of the same documents, with other settings where a test is about them. */
async function buildNext(
  over: Partial<typeof jobsSettings> = {},
  without: (document: JobDocument) => boolean = () => false,
): Promise<void> {
  const { engine } = indexer
  await engine.startNext()
  await engine.applySettings(engine.names.jobsNext, { ...jobsSettings, ...over })
  for await (const page of engine.pages<JobDocument>(engine.names.jobs))
    await engine.waitTask(
      await engine.writeDocuments(
        engine.names.jobsNext,
        page.filter(document => !without(document)),
      ),
    )
}

describe('before a swap', () => {
  it('an index of the same settings and documents passes', async () => {
    await buildNext()
    await expect(verify(indexer.engine)).resolves.toBeUndefined()
  })

  it('one that does not find jobs by their titles is refused, and the searches are named', async () => {
    await buildNext({ searchableAttributes: ['searchText', 'external_reference'] })
    await expect(verify(indexer.engine)).rejects.toThrow(/loses \d+ of \d+ searches .* among them ".* of .*s"/)
  })

  it('one that lacks a document is refused', async () => {
    await buildNext({}, ({ title }) => title.startsWith('Baker'))
    await expect(verify(indexer.engine)).rejects.toThrow('holds 13 documents, the live one 14')
  })
})

describe('a rebuild', () => {
  const gigabyte = 1_073_741_824

  it.each([
    ['disk', { disk: 1_000, memory: gigabyte }, /needs [\d,]+ MB on the engine's disk, and 1 MB are free/],
    ['memory', { disk: 1_000 * gigabyte, memory: 1_000 }, /MB of memory, and 1 MB are free/],
  ])('is not begun without room: %s', async (_what, room, reason) => {
    const { engine } = indexer
    await engine.drop(engine.names.jobsNext)
    const tasks = await indexer.engineTasks()
    await expect(rebuildJobs({ ...indexer, room }, ['feed'])).rejects.toThrow(reason)
    expect(await engine.createdAt(engine.names.jobsNext)).toBeNull()
    // What an earlier one left is dropped, to have the room; nothing is made.
    expect(await indexer.engineTasks()).toBeLessThanOrEqual(tasks + 1)
    expect(await engine.count(engine.names.jobs)).toBe(trades.length)
  })

  it('with room is, and leaves one index', async () => {
    const { engine } = indexer
    const room = await roomOf(indexer.folder)
    expect(room!.disk).toBeGreaterThan(0)
    expect(await rebuildJobs({ ...indexer, room }, ['feed'])).toMatchObject({ documents: trades.length })
    expect(await dropOrphan(engine)).toBe(false)
  })

  it('that was killed leaves an index, which the next sweep removes', async () => {
    const { engine } = indexer
    await buildNext()
    expect(await dropOrphan(engine)).toBe(true)
    expect(await engine.createdAt(engine.names.jobsNext)).toBeNull()
    expect(await engine.count(engine.names.jobs)).toBe(trades.length)
  })

  it('names the setting whose folder is not there', async () => {
    await expect(roomOf(join(indexer.folder, 'nowhere'))).rejects.toThrow('MEILI_DATA_DIR')
    expect(await roomOf(undefined)).toBeNull()
  })
})

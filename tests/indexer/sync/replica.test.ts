import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { Engine } from '../../../indexer/indexes/meilisearch.ts'
import { jobsSettings } from '../../../indexer/indexes/settings.ts'
import { WriteJournal } from '../../../indexer/indexes/writeJournal.ts'
import { rebuildJobs } from '../../../indexer/sync/rebuildIndex.ts'
import { type Followed, followPrimary } from '../../../indexer/sync/replica.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'
import { type RunningMeilisearch, startMeilisearch } from '../../builders/meilisearch.ts'
import { expectEqual } from '../../builders/replicas.ts'

let indexer: TestIndexer
let server: RunningMeilisearch
let journal: WriteJournal
/** With a journal. */
let primary: Engine
let replica: Engine
let closed = 0
let heard = 0
let saidTask: number | null = null
const ahead = new Set<number>()

beforeAll(async () => {
  indexer = await startIndexer()
  server = await startMeilisearch({ masterKey: indexer.masterKey })
  journal = new WriteJournal(indexer.redis, indexer.prefix)
  const names = indexNames('')
  primary = new Engine({ url: indexer.meiliUrl, key: indexer.masterKey, names, journal })
  replica = new Engine({ url: server.url, key: server.masterKey, names })
  await sync(jobRows(40))
  await level()
})
afterAll(async () => {
  await Promise.all([indexer?.stop(), server?.stop()])
})

async function sync(rows: readonly Record<string, unknown>[]): Promise<void> {
  await writeNdjson(join(indexer.folder, 'jobs.ndjson'), rows)
  const run = await syncSource(indexer.source({ missingRuns: 1 }), { ...indexer, engine: primary })
  expect(run.outcome).toBe('ok')
}

function follow(confirm = async () => {}, of = primary): Promise<Followed> {
  return followPrimary({
    primary: of,
    ahead,
    replica,
    journal,
    confirm,
    saidTask,
    close: async () => {
      closed++
    },
    heard: async () => {
      heard++
    },
  })
}

async function level(): Promise<void> {
  let followed: Followed
  do {
    followed = await follow()
    saidTask = followed.task
  } while (!followed.isLevel)
}

/** Indexes that the replica has copied whole since. */
async function fillsSince(uid: number): Promise<number> {
  return (await replica.tasksFrom(uid + 1, 1_000)).filter(({ type }) => type === 'indexSwap').length
}

async function lastTask(): Promise<number> {
  return (await replica.lastFinishedTask())?.uid ?? -1
}

describe('a replica', () => {
  it('is filled whole, then holds what the primary holds', async () => {
    expect(await replica.count('jobs')).toBe(40)
    await expectEqual(primary, replica)
  })

  it('follows a sync with changed, new and retired jobs document by document', async () => {
    const before = await lastTask()
    const rows = jobRows(45, n => (n % 9 === 0 ? { description: `<p>Changed ${n}</p>` } : {}))
    await sync(rows.slice(1))
    expect(await primary.count('jobs')).toBe(44)
    await level()
    await expectEqual(primary, replica)
    expect(await fillsSince(before)).toBe(0)
    // And leaves nothing to be done.
    const after = await lastTask()
    expect(await follow()).toMatchObject({ isLevel: true, applied: [] })
    expect(await lastTask()).toBe(after)
  })

  it('follows deletions by a filter, and does not delete what has come back since', async () => {
    const [one, two] = await primary.byIds<{ id: string; source: string }>('jobs', await primary.allIds('jobs', 'id'))
    const filter = 'source = "gone"'
    await primary.waitTask(
      await primary.writeDocuments('jobs', [
        { ...one, source: 'gone' },
        { ...two, source: 'gone' },
      ]),
    )
    await level()
    expect(await replica.count('jobs', filter)).toBe(2)
    const before = await lastTask()
    await primary.waitTask(await primary.deleteByFilter('jobs', filter))
    await primary.waitTask(await primary.writeDocuments('jobs', [{ ...two, source: 'gone' }]))
    await level()
    expect(await replica.byIds('jobs', [one!.id, two!.id])).toEqual([{ ...two, source: 'gone' }])
    await expectEqual(primary, replica)
    expect(await fillsSince(before)).toBe(0)
    await primary.waitTask(await primary.writeDocuments('jobs', [one!, two!]))
    await level()
  })

  it('takes settings, parts of documents and content', async () => {
    const before = await lastTask()
    await primary.applySettings('posts', { synonyms: { one: ['two'] } })
    await primary.waitTask(await primary.writeDocuments('posts', [{ id: 'a', title: 'A' }].values()))
    const [id] = await primary.allIds('jobs', 'id')
    await primary.waitTask(await primary.writeDocuments('jobs', [{ id, expires_at: 1 }], { partial: true }))
    await level()
    expect(await replica.byIds('posts', ['a'])).toEqual([{ id: 'a', title: 'A' }])
    await expectEqual(primary, replica)
    expect(await fillsSince(before)).toBe(0)
  })

  it('is level with what the engine has finished before an earlier task, once', async () => {
    const first = await primary.writeDocuments('posts', [{ id: 'b', title: 'B' }])
    await primary.waitTask(first)
    await primary.waitTask(await primary.writeDocuments('jobs', [{ ...(await someJob()), title: 'Overtaken' }]))
    const busy = Object.create(primary, {
      tasksFrom: {
        value: async (uid: number, limit: number) =>
          (await primary.tasksFrom(uid, limit)).map(task =>
            task.uid === first ? { ...task, status: 'processing' } : task,
          ),
      },
    }) as Engine
    for (const name of ['byIds', 'task', 'allIds', 'settingsOf', 'primaryKeyOf'] as const)
      Object.defineProperty(busy, name, { value: primary[name].bind(primary) })
    expect(await follow(undefined, busy)).toMatchObject({ task: first - 1, isLevel: true })
    const { id } = await someJob()
    expect(await replica.byIds('jobs', [String(id)])).toEqual([expect.objectContaining({ title: 'Overtaken' })])
    const before = await lastTask()
    expect(await follow(undefined, busy)).toMatchObject({ task: first - 1, applied: [] })
    expect(await lastTask()).toBe(before)
    await level()
    await expectEqual(primary, replica)
  })

  it('is put in the place of a rebuilt index as a whole', async () => {
    const before = await lastTask()
    await rebuildJobs({ ...indexer, engine: primary }, ['feed'])
    await primary.waitTask(await primary.writeDocuments('jobs', [{ ...(await someJob()), title: 'After the swap' }]))
    await level()
    await expectEqual(primary, replica)
    expect(await fillsSince(before)).toBe(1)
    expect(await replica.createdAt('jobs_filling')).toBeNull()
  })
})

describe('nothing is lost', () => {
  it('where a writer was killed when the engine had the documents: what it had begun says which', async () => {
    const before = await lastTask()
    const job = await someJob()
    const unjournaled = new Engine({ url: indexer.meiliUrl, key: indexer.masterKey, names: primary.names })
    const cut = journal.write(
      'jobs',
      [String(job.id)],
      async () => {
        await unjournaled.waitTask(await unjournaled.writeDocuments('jobs', [{ ...job, title: 'Cut off' }]))
        throw new Error('killed')
      },
      () => false,
    )
    await expect(cut).rejects.toThrow('killed')
    await level()
    await expectEqual(primary, replica)
    expect(await fillsSince(before)).toBe(0)
  })

  it('where nothing tells what was written: the index is copied whole', async () => {
    const before = await lastTask()
    const other = new Engine({ url: indexer.meiliUrl, key: indexer.masterKey, names: primary.names })
    await other.waitTask(await other.writeDocuments('jobs', [{ ...(await someJob()), id: randomUUID() }]))
    await level()
    await expectEqual(primary, replica)
    expect(await fillsSince(before)).toBe(1)
  })

  it('where the follower is ended before any of its writes', async () => {
    const rows = jobRows(46, n => ({ description: `<p>Edition two, ${n}</p>` }))
    await sync(rows.slice(1))
    await primary.applySettings('jobs', { ...jobsSettings, synonyms: { glazier: ['baker'] } })
    // One write further each time, until it needs no more of them.
    for (let writes = 0; ; writes++) {
      let left = writes
      const outcome = await follow(async () => {
        if (left-- === 0) throw new Error('ended')
      }).catch((error: Error) => error)
      if (!(outcome instanceof Error)) break
      expect(outcome.message).toBe('ended')
      expect(writes).toBeLessThan(20)
    }
    await level()
    await expectEqual(primary, replica)
    await primary.applySettings('jobs', jobsSettings)
    await level()
  })

  it('where the replica was lost: it says that it is not to be asked before an index of it appears, and is filled', async () => {
    await server.lose()
    ;[closed, heard] = [0, 0]
    await level()
    expect(closed).toBeGreaterThan(0)
    expect(heard).toBeGreaterThan(0)
    await expectEqual(primary, replica)
  })

  it('where the replica was put back to an earlier time: it follows from there, and is not asked meanwhile', async () => {
    const [position] = await replica.byIds<{ task: number }>('jobs_position', ['position'])
    saidTask = position!.task + 1
    closed = 0
    await sync([...jobRows(46).slice(1), jobRow(99)])
    await level()
    expect(closed).toBe(1)
    await expectEqual(primary, replica)
  })

  it('where the primary is another one, with tasks of the same numbers', async () => {
    const [position] = await replica.byIds<{ enqueuedAt: string }>('jobs_position', ['position'])
    const earlier = { ...position, enqueuedAt: new Date(0).toISOString() }
    await replica.waitTask(await replica.writeDocuments('jobs_position', [earlier]))
    const [id] = await replica.allIds('jobs', 'id')
    await replica.waitTask(await replica.deleteByIds('jobs', [id!]))
    await level()
    await expectEqual(primary, replica)
  })

  it('where the primary has tidied its tasks before they were seen', async () => {
    await primary.waitTask(await primary.writeDocuments('jobs', [{ ...(await someJob()), title: 'Unseen' }]))
    const tidied = await fetch(
      `${indexer.meiliUrl}/tasks?statuses=succeeded&uids=${(await primary.lastFinishedTask())!.uid}`,
      {
        method: 'DELETE',
        headers: { authorization: `Bearer ${indexer.masterKey}` },
      },
    )
    await primary.waitTask(((await tidied.json()) as { taskUid: number }).taskUid)
    await level()
    await expectEqual(primary, replica)
  })
})

async function someJob(): Promise<Record<string, unknown>> {
  const [id] = await primary.allIds('jobs', 'id')
  return (await primary.byIds<Record<string, unknown>>('jobs', [id!]))[0]!
}

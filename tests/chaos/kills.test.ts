import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { queueNames, type RunRecord, taskNames } from '#indexer/tasks'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { end } from '../builders/child.ts'
import { jobRows, writeNdjson } from '../builders/feed.ts'
import { type RunningMeilisearch } from '../builders/meilisearch.ts'
import { fullSize } from '../builders/properties.ts'
import { type RunningRedis } from '../builders/redis.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

/** Rows of the feed: large enough that every kill lands in the middle of the work. */
const rows = fullSize ? 30_000 : 5_000
const prefix = 'chaos'
/** A killed worker's task waits for its lock to end, and a sync of 30,000 rows takes its time on a loaded machine. */
const patience = 900_000
/** Tries for as long as it takes to start what was killed, on whatever machine. */
const tries = { attempts: 1_000, backoff: { type: 'fixed', delay: 500 } }

let ground: WorkerGround
let folder: string
let meilisearch: RunningMeilisearch
let redis: RunningRedis
let worker: ChildProcess
let engine: Engine
let queue: Queue

beforeAll(async () => {
  ground = await startGround(prefix)
  ;({ folder, meilisearch, redis, engine } = ground)
  await writeNdjson(join(folder, 'jobs.ndjson'), jobRows(10))
  await ground.writeCatalogue({ id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' })
  queue = ground.queue(queueNames.index)
  worker = startWorker()
  await firstRun()
})

afterAll(() => ground?.stop())

/**
 * A killed one's task is taken up sooner than in earnest: nothing is known by then that is not known later. At full
 * size a thread is at work with it.
 */
function startWorker(): ChildProcess {
  return ground.startWorker({ TASK_LOCK_SECONDS: '3', NORMALISER_THREADS: '1' })
}

describe(`killed hard in the middle of a sync of ${rows} rows`, { timeout: patience }, () => {
  it('worker: the next worker finishes the task', async () => {
    await writeNdjson(join(folder, 'jobs.ndjson'), jobRows(rows))
    const task = await addSync()
    await untilAt(task, isProcessing, 'the engine to be at work')
    await end(worker, 'SIGKILL')
    worker = startWorker()
    const record = await finished(task)
    expect(record.outcome).toBe('ok')
    await expectFeed(rows, () => 'Job number')
  })

  it('Meilisearch: the sync ends right when it is back', async () => {
    await writeNdjson(
      join(folder, 'jobs.ndjson'),
      jobRows(rows, n => ({ description: `<p>Second edition ${n}</p>` })),
    )
    const task = await addSync()
    await untilAt(task, isProcessing, 'the engine to be at work')
    await meilisearch.kill()
    await meilisearch.restart()
    expect((await finished(task)).outcome).toBe('ok')
    await expectFeed(rows, n => `Second edition ${n}<`)
  })

  it('Redis: the sync ends right when it is back', async () => {
    await writeNdjson(
      join(folder, 'jobs.ndjson'),
      jobRows(rows, n => ({ description: `<p>Third edition ${n}</p>` })),
    )
    const task = await addSync()
    await untilAt(task, isProcessing, 'the engine to be at work')
    await redis.kill()
    await redis.restart()
    expect((await finished(task)).outcome).toBe('ok')
    await expectFeed(rows, n => `Third edition ${n}<`)
    // Nothing is left to do: the ledger says what the index holds.
    const again = await finished(await addSync())
    expect(again).toMatchObject({ received: rows, upserted: 0, unchanged: rows, retired: 0 })
  })
})

describe('killed hard in the middle of a rebuild', { timeout: patience }, () => {
  it('no search fails while Meilisearch is up, and the index ends equal to the feed', async () => {
    const failures: string[] = []
    let searches = 0
    let stop = false
    const searching = (async () => {
      while (!stop) {
        const ids = await engine.hitIds(engine.names.jobs, 'actuary', 5).catch((error: Error) => error.message)
        searches++
        if (typeof ids === 'string' || ids.length !== 5) failures.push(`search ${searches}: ${ids}`)
        if (!fullSize) await pause(20)
      }
    })()
    const task = await queue.add(taskNames.rebuildIndex, { index: 'jobs' }, tries)
    await untilAt(task, async () => (await next()) > 0, 'the next index to fill')
    await end(worker, 'SIGKILL')
    worker = startWorker()
    await finished(task)
    await until(async () => searches > 20, 'twenty searches')
    stop = true
    await searching
    expect(failures).toEqual([])
    await expectFeed(rows, n => `Third edition ${n}<`)
    expect(await engine.createdAt(engine.names.jobsNext)).toBeNull()
    expect(await finished(await addSync())).toMatchObject({ received: rows, upserted: 0, unchanged: rows, retired: 0 })
  })

  it.each(['Meilisearch', 'Redis'] as const)('%s: the rebuild ends right when it is back', async name => {
    const service = name === 'Redis' ? redis : meilisearch
    const task = await queue.add(taskNames.rebuildIndex, { index: 'jobs' }, tries)
    await untilAt(
      task,
      async () => (await engine.createdAt(engine.names.jobsNext)) !== null && (await isProcessing()),
      'the next index to be written',
    )
    await service.kill()
    await service.restart()
    expect((await finished(task)) as unknown).toMatchObject({ documents: rows })
    await expectFeed(rows, n => `Third edition ${n}<`)
    expect(await finished(await addSync())).toMatchObject({ received: rows, upserted: 0, unchanged: rows, retired: 0 })
  })
})

function addSync() {
  return queue.add(taskNames.syncSource, { source: 'feed' }, tries)
}

/** Polls the task itself: an event can be lost with the Redis that is killed here. */
async function finished(task: { id?: string | undefined }): Promise<RunRecord> {
  let record: RunRecord | null = null
  let fault = ''
  await until(
    async () => {
      const now = await queue.getJob(task.id!)
      fault = now?.failedReason ?? fault
      if ((await now?.getState()) === 'failed') throw new Error(`the task failed: ${fault}`)
      record = now?.finishedOn ? (now.returnvalue as RunRecord) : null
      return record !== null
    },
    () => `the task to finish, whose last try failed for: ${fault || 'nothing'}`,
  )
  return record!
}

/**
 * Waits for the moment to kill in; or until the task is done, should all of it have passed while this process stood
 * still: then nothing is cut off, and what is asked of the end holds all the same.
 */
async function untilAt(
  task: { id?: string | undefined },
  condition: () => Promise<boolean>,
  what: string,
): Promise<void> {
  await until(async () => (await condition()) || (await queue.getJob(task.id!))?.finishedOn !== undefined, what)
}

async function firstRun(): Promise<void> {
  await until(async () => (await engine.count(engine.names.jobs).catch(() => 0)) === 10, 'the first sync')
}

async function isProcessing(): Promise<boolean> {
  const answer = await fetch(`${meilisearch.url}/tasks?statuses=processing&limit=1`, {
    headers: { authorization: `Bearer ${meilisearch.masterKey}` },
  })
  return ((await answer.json()) as { results: unknown[] }).results.length > 0
}

/** Documents of the index that a rebuild fills; none where there is none. */
async function next(): Promise<number> {
  return engine.count(engine.names.jobsNext).catch(() => 0)
}

async function expectFeed(count: number, text: (n: number) => string): Promise<void> {
  const seen = new Map<string, string>()
  let documents = 0
  for await (const page of engine.pages<JobDocument>(engine.names.jobs, {
    fields: ['external_reference', 'description'],
    size: 5_000,
  })) {
    for (const { external_reference, description } of page) {
      documents++
      seen.set(external_reference, description)
    }
  }
  expect(documents).toBe(count)
  expect(seen.size).toBe(count)
  const wrong: string[] = []
  for (let n = 1; n <= count; n++) if (!seen.get(`T-${n}`)?.includes(text(n))) wrong.push(`T-${n}`)
  expect(wrong).toEqual([])
}

async function until(
  condition: () => Promise<boolean>,
  what: string | (() => string),
  timeoutMs = 600_000,
): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > giveUpAt)
      throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${typeof what === 'string' ? what : what()}`)
    await pause(25)
  }
}

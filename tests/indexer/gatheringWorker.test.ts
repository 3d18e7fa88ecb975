import type { ChildProcess } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { queueNames, type RunRecord, redisKeys, taskNames } from '#indexer/tasks'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'
import { end } from '../builders/child.ts'
import { jobRow, jobRows, writeNdjson } from '../builders/feed.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

/** The worker's own process, and a source on another machine that answers when the test says so. */
const prefix = 'gathering'
let ground: WorkerGround
let folder: string
let connection: Redis
let queue: Queue
let events: QueueEvents
let engine: Engine
let worker: ChildProcess
/** Requests of the slow source that have no answer yet, and how many there were. */
let held: ServerResponse[] = []
let asked = 0
const server = createServer((_, response) => {
  asked++
  held.push(response)
})

const within = { timeout: 60_000, interval: 50 }
const add = (task: object) => queue.add(taskNames.syncSource, task)
const ended = async (task: Awaited<ReturnType<typeof add>>): Promise<RunRecord> => task.waitUntilFinished(events, 60_000)
const isAsked = async (times: number) => vi.waitFor(() => expect(asked).toBe(times), within)
const answer = (rows: readonly object[]) => {
  for (const response of held.splice(0)) response.end(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
}

beforeAll(async () => {
  ground = await startGround(prefix)
  ;({ folder, connection, engine } = ground)
  queue = ground.queue(queueNames.index)
  events = await ground.events(queueNames.index)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await writeNdjson(join(folder, 'near.ndjson'), jobRows(5))
  const slow = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs.ndjson`
  await ground.writeCatalogue({ id: 'near', title: 'Near', format: 'job', from: 'near.ndjson' }, { id: 'slow', title: 'Slow', format: 'job', from: slow })
  worker = ground.startWorker({ DATA_DIR: folder })
  // The first syncs.
  await isAsked(1)
  answer([jobRow(11)])
  await vi.waitFor(async () => expect([await engine.count('jobs').catch(() => 0), await queue.getActiveCount()]).toEqual([6, 0]), within)
}, 120_000)
beforeEach(() => {
  asked = 0
  held = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await ground?.stop()
})

describe('a source that is slow to answer', { timeout: 120_000 }, () => {
  it('keeps no other one waiting', async () => {
    const slow = await add({ source: 'slow' })
    await isAsked(1)
    const near = await ended(await add({ source: 'near', force: true }))
    expect(near).toMatchObject({ outcome: 'ok', received: 5 })
    expect(await slow.getState()).not.toBe('completed')
    answer([jobRow(11), jobRow(12)])
    const record = await ended(slow)
    expect(record).toMatchObject({ outcome: 'ok', received: 2, added: 1 })
    expect(Date.parse(record.startedAt)).toBeLessThan(Date.parse(near.startedAt))
    expect(asked).toBe(1)
  })

  it('is asked by one task at a time', async () => {
    const first = await add({ source: 'slow' })
    await isAsked(1)
    const second = await add({ source: 'slow', dryRun: true })
    expect(await ended(await add({ source: 'near' }))).toMatchObject({ outcome: 'ok' })
    await vi.waitFor(async () => expect([await first.getState(), await second.getState()]).toEqual(['delayed', 'delayed']), within)
    expect(asked).toBe(1)
    answer([jobRow(11), jobRow(12), jobRow(13)])
    expect(await ended(first)).toMatchObject({ outcome: 'ok', added: 1 })
    await isAsked(2)
    answer([jobRow(11), jobRow(12), jobRow(13), jobRow(14)])
    expect(await ended(second)).toMatchObject({ outcome: 'ok', dryRun: true, added: 1 })
    expect(await engine.count('jobs', 'source = "slow"')).toBe(3)
  })

  it('is run once where its schedule comes again before it has answered', async () => {
    await queue.upsertJobScheduler('often', { every: 1_000 }, { name: taskNames.syncSource, data: { source: 'slow' } })
    await isAsked(1)
    const underway = async () => (await queue.getCompleted()).filter(task => task.returnvalue?.outcome === 'underway')
    await vi.waitFor(async () => expect((await underway()).length).toBeGreaterThan(1), within)
    await queue.removeJobScheduler('often')
    // The one at work, and none that waits behind it but the one that the schedule had made already.
    expect(await queue.getDelayedCount()).toBeLessThanOrEqual(2)
    expect(asked).toBe(1)
    answer([jobRow(11), jobRow(12), jobRow(13)])
    await vi.waitFor(async () => {
      answer([jobRow(11), jobRow(12), jobRow(13)])
      expect([await queue.getDelayedCount(), await queue.getActiveCount(), await queue.getWaitingCount()]).toEqual([1, 0, 0])
    }, within)
    expect((await underway()).every(({ returnvalue }) => returnvalue.reason.includes('not needed'))).toBe(true)
    const [last] = await connection.lrange(redisKeys.runs(prefix, 'slow'), 0, 0)
    expect(JSON.parse(last!)).toMatchObject({ outcome: 'ok', received: 3 })
  })

  it('is asked again where a file has been read meanwhile, which is the newer word', async () => {
    const slow = await add({ source: 'slow' })
    await isAsked(1)
    const file = await writeNdjson(
      join(folder, 'other.ndjson'),
      [11, 12, 13].map(n => jobRow(n, { title: `Second ${n}` })),
    )
    expect(await ended(await add({ source: 'slow', from: file }))).toMatchObject({ outcome: 'ok', upserted: 3 })
    answer([jobRow(11), jobRow(12), jobRow(13)])
    await isAsked(2)
    answer([11, 12, 13].map(n => jobRow(n, { title: `Third ${n}` })))
    expect(await ended(slow)).toMatchObject({ outcome: 'ok', upserted: 3 })
    expect((await engine.byIds<JobDocument>('jobs', [String(jobRow(12).id)], ['title'])).map(({ title }) => title)).toEqual(['Third 12'])
  })

  it('is asked by one of two workers, whichever comes by its task', async () => {
    const other = ground.startWorker({ DATA_DIR: folder })
    await vi.waitFor(async () => expect(await queue.getWorkersCount()).toBe(2), within)
    const tasks = [await add({ source: 'slow' }), await add({ source: 'slow' })]
    await isAsked(1)
    for (let n = 0; n < 5; n++) expect(await ended(await add({ source: 'near' }))).toMatchObject({ outcome: 'ok' })
    await vi.waitFor(async () => expect(await Promise.all(tasks.map(task => task.getState()))).toEqual(['delayed', 'delayed']), within)
    expect(asked).toBe(1)
    answer([jobRow(11), jobRow(12), jobRow(13)])
    await isAsked(2)
    answer([jobRow(11), jobRow(12), jobRow(13)])
    for (const task of tasks) expect(await ended(task)).toMatchObject({ outcome: 'ok', received: 3 })
    await end(other, 'SIGTERM')
  })

  it('is asked anew where the task that asked is gone or was paused meanwhile', async () => {
    const removed = await add({ source: 'slow' })
    await isAsked(1)
    await vi.waitFor(async () => expect(await removed.getState()).toBe('delayed'), within)
    await removed.remove()
    const paused = await add({ source: 'slow' })
    await isAsked(2)
    await connection.hset(redisKeys.paused(prefix), 'slow', new Date().toISOString())
    expect(await ended(paused)).toMatchObject({ outcome: 'paused' })
    await connection.hdel(redisKeys.paused(prefix), 'slow')
    const last = await add({ source: 'slow' })
    await isAsked(3)
    answer([jobRow(11), jobRow(12), jobRow(13)])
    expect(await ended(last)).toMatchObject({ outcome: 'ok', received: 3 })
  })

  it('is asked once more, and said nothing bad of, where the worker was told to end meanwhile', async () => {
    const runs = await connection.llen(redisKeys.runs(prefix, 'slow'))
    const slow = await add({ source: 'slow' })
    await isAsked(1)
    await end(worker, 'SIGTERM')
    expect(await connection.llen(redisKeys.runs(prefix, 'slow'))).toBe(runs)
    expect(await connection.exists(redisKeys.gathering(prefix, 'slow'))).toBe(0)
    worker = ground.startWorker({ DATA_DIR: folder })
    await isAsked(2)
    answer([jobRow(11), jobRow(12), jobRow(13)])
    expect(await ended(slow)).toMatchObject({ outcome: 'ok', received: 3 })
  })

  it('is asked again by another worker where the one that asked is gone', async () => {
    const slow = await add({ source: 'slow' })
    await isAsked(1)
    expect(await ended(await add({ source: 'near' }))).toMatchObject({ outcome: 'ok' })
    await end(worker, 'SIGKILL')
    ground.startWorker({ DATA_DIR: folder })
    await isAsked(2)
    answer([jobRow(11), jobRow(12)])
    expect(await ended(slow)).toMatchObject({ outcome: 'ok', received: 2, missing: 1 })
  })
})

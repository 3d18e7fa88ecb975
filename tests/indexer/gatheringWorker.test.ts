import type { ChildProcess } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { queueNames, type RunRecord, redisKeys, taskNames } from '#indexer/tasks'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { OpenedFeed } from '../../indexer/sources/feed.ts'
import { Gathering } from '../../indexer/sync/gathering.ts'
import { end } from '../builders/child.ts'
import { jobRow, jobRows, writeNdjson } from '../builders/feed.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

/**
 * The worker's own process, and a source on another machine that answers when the test says so. A worker that stands
 * still for longer than its lock (5 s) does the task once more: so each task has an address of its own, which answers
 * the same again, and what a task has done is in the record of its first run.
 */
const prefix = 'gathering'
let ground: WorkerGround
let folder: string
let connection: Redis
let queue: Queue
let events: QueueEvents
let engine: Engine
let worker: ChildProcess

/**
 * Requests of the slow source, by address: how many there were, those that have no answer yet, and the answer of those
 * that come from now on.
 */
const asked = new Map<string, number>()
const held = new Map<string, ServerResponse[]>()
const answers = new Map<string, string>()
const server = createServer(({ url = '' }, response) => {
  asked.set(url, times(url) + 1)
  const answer = answers.get(url)
  if (answer !== undefined) return void response.end(answer)
  held.set(url, [...(held.get(url) ?? []), response])
  // A sign of life now and then, or the worker would give the source up after a minute.
  response.flushHeaders()
  const life = setInterval(() => response.write(' '), 10_000)
  response.once('close', () => clearInterval(life))
})
const usual = '/jobs.ndjson'
const address = (name: string) => `${usual}?${name}`
const at = (url: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${url}`
const times = (url: string) => asked.get(url) ?? 0
const textOf = (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join('')
const answerHeld = (url: string, rows: readonly object[]) => {
  for (const response of held.get(url)?.splice(0) ?? []) response.end(textOf(rows))
}
const answer = (url: string, rows: readonly object[]) => {
  answers.set(url, textOf(rows))
  answerHeld(url, rows)
}

const within = { timeout: 150_000 }
const startWorker = () => ground.startWorker({ DATA_DIR: folder, TASK_LOCK_SECONDS: '5' })
const add = (task: object) => queue.add(taskNames.syncSource, task)
/** A sync of the slow source from an address of its own. */
const addSlow = (url: string, task: object = {}) => add({ source: 'slow', from: at(url), ...task })
const ended = async (task: Awaited<ReturnType<typeof add>>): Promise<RunRecord> =>
  task.waitUntilFinished(events, 240_000)
const isAsked = (url: string, atLeast = 1) => expect.poll(() => times(url), within).toBeGreaterThanOrEqual(atLeast)
const areDelayed = (...tasks: Awaited<ReturnType<typeof add>>[]) =>
  expect.poll(() => Promise.all(tasks.map(task => task.getState())), within).toEqual(tasks.map(() => 'delayed'))
const runs = async () =>
  (await connection.lrange(redisKeys.runs(prefix, 'slow'), 0, -1)).map(line => JSON.parse(line) as RunRecord).reverse()
let ranBefore = 0
/** Runs of the slow source in this test, in their order. */
const ownRuns = async () => (await runs()).slice(ranBefore)
const lease = () => connection.get(redisKeys.gathering(prefix, 'slow'))

beforeAll(async () => {
  ground = await startGround(prefix)
  ;({ folder, connection, engine } = ground)
  queue = ground.queue(queueNames.index)
  events = await ground.events(queueNames.index)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await writeNdjson(join(folder, 'near.ndjson'), jobRows(5))
  answer(usual, [jobRow(11)])
  await ground.writeCatalogue(
    { id: 'near', title: 'Near', format: 'job', from: 'near.ndjson' },
    { id: 'slow', title: 'Slow', format: 'job', from: at(usual) },
  )
  worker = startWorker()
  // The first syncs.
  await vi.waitFor(
    async () =>
      expect([await engine.count('jobs').catch(() => 0), await queue.getJobCountByTypes('wait', 'active')]).toEqual([
        6, 0,
      ]),
    {
      timeout: 200_000,
      interval: 50,
    },
  )
})
beforeEach(async () => {
  ranBefore = (await runs()).length
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await ground?.stop()
})

describe('a source that is slow to answer', () => {
  it('keeps no other one waiting', async () => {
    const url = address('waits')
    const slow = await addSlow(url)
    await isAsked(url)
    const near = await ended(await add({ source: 'near', force: true }))
    expect(near).toMatchObject({ outcome: 'ok', received: 5 })
    expect(await slow.getState()).not.toBe('completed')
    answer(url, [jobRow(11), jobRow(12)])
    expect(await ended(slow)).toMatchObject({ outcome: 'ok', received: 2 })
    const [first] = await ownRuns()
    expect(first).toMatchObject({ outcome: 'ok', received: 2, added: 1 })
    expect(Date.parse(first!.startedAt)).toBeLessThan(Date.parse(near.startedAt))
    // Once, and once more for each time that the task was taken from a worker that stood still.
    const asks = times(url)
    expect(asks).toBeLessThanOrEqual(1 + (await queue.getJob(slow.id!))!.stalledCounter)
  })

  it('is asked by one task at a time', async () => {
    const [one, other] = [address('one'), address('other')]
    const first = await addSlow(one)
    await isAsked(one)
    const second = await addSlow(other, { dryRun: true })
    expect(await ended(await add({ source: 'near' }))).toMatchObject({ outcome: 'ok' })
    await areDelayed(first, second)
    expect([times(one), times(other)]).toEqual([1, 0])
    answer(one, [jobRow(11), jobRow(12), jobRow(13)])
    expect(await ended(first)).toMatchObject({ outcome: 'ok' })
    expect((await ownRuns())[0]).toMatchObject({ outcome: 'ok', added: 1 })
    await isAsked(other)
    answer(other, [jobRow(11), jobRow(12), jobRow(13), jobRow(14)])
    expect(await ended(second)).toMatchObject({ outcome: 'ok', dryRun: true, added: 1 })
    expect(await engine.count('jobs', 'source = "slow"')).toBe(3)
  })

  it('is run once where its schedule comes again before it has answered', async () => {
    const url = address('often')
    await queue.upsertJobScheduler(
      'often',
      { every: 250 },
      { name: taskNames.syncSource, data: { source: 'slow', from: at(url) } },
    )
    await isAsked(url)
    const underway = async () => (await queue.getCompleted()).filter(task => task.returnvalue?.outcome === 'underway')
    await expect.poll(async () => (await underway()).length, within).toBeGreaterThan(1)
    await queue.removeJobScheduler('often')
    // The one at work, and none that waits behind it once the one has come by that the schedule had made already.
    const left = async () =>
      (await queue.getJobs(['wait', 'active', 'delayed']))
        .filter(task => task?.data.from === at(url))
        .map(({ id }) => id!)
    await expect.poll(async () => (await left()).length, within).toBe(1)
    const [id] = await left()
    expect(times(url)).toBe(1)
    answer(url, [jobRow(11), jobRow(12), jobRow(13)])
    await expect.poll(left, within).toEqual([])
    expect((await underway()).every(({ returnvalue }) => returnvalue.reason.includes('not needed'))).toBe(true)
    expect((await queue.getJob(id!))!.returnvalue).toMatchObject({ outcome: 'ok', received: 3 })
    expect((await ownRuns())[0]).toMatchObject({ outcome: 'ok', received: 3 })
  })

  it('is asked again where a file has been read meanwhile, which is the newer word', async () => {
    const url = address('newer')
    const slow = await addSlow(url)
    await isAsked(url)
    const file = await writeNdjson(
      join(folder, 'other.ndjson'),
      [11, 12, 13].map(n => jobRow(n, { title: `Second ${n}` })),
    )
    expect(await ended(await add({ source: 'slow', from: file }))).toMatchObject({ outcome: 'ok' })
    answerHeld(url, [jobRow(11), jobRow(12), jobRow(13)])
    await isAsked(url, 2)
    answer(
      url,
      [11, 12, 13].map(n => jobRow(n, { title: `Third ${n}` })),
    )
    expect(await ended(slow)).toMatchObject({ outcome: 'ok' })
    // Of the file and of the feed; one that was made again had nothing to write.
    expect(
      (await ownRuns()).map(({ outcome, upserted }) => [outcome, upserted]).filter(([, upserted]) => upserted !== 0),
    ).toEqual([
      ['ok', 3],
      ['ok', 3],
    ])
    expect(
      (await engine.byIds<JobDocument>('jobs', [String(jobRow(12).id)], ['title'])).map(({ title }) => title),
    ).toEqual(['Third 12'])
  })

  it('is asked by one of two workers, whichever comes by its task', async () => {
    const other = startWorker()
    await expect.poll(() => queue.getWorkersCount(), within).toBe(2)
    const urls = [address('a'), address('b')]
    const tasks = await Promise.all(urls.map(url => addSlow(url)))
    const asks = () => urls.reduce((sum, url) => sum + times(url), 0)
    await expect.poll(asks, within).toBeGreaterThanOrEqual(1)
    const asking = await lease()
    for (let n = 0; n < 5; n++) expect(await ended(await add({ source: 'near' }))).toMatchObject({ outcome: 'ok' })
    await areDelayed(...tasks)
    const asksNow = asks()
    // Unless whoever asked stood still until its lease was over: then the other one may.
    if (asking !== null && (await lease()) === asking) expect(asksNow).toBe(1)
    for (const url of urls) answer(url, [jobRow(11), jobRow(12), jobRow(13)])
    for (const task of tasks) expect(await ended(task)).toMatchObject({ outcome: 'ok', received: 3 })
    expect(urls.map(times)).not.toContain(0)
    await end(other, 'SIGTERM')
  })

  it('is asked anew where the task that asked is gone or was paused meanwhile', async () => {
    const [gone, rests, comes] = [address('gone'), address('rests'), address('comes')]
    const removed = await addSlow(gone)
    await isAsked(gone)
    // It cannot be removed while it is at work, which it is for a moment now and then.
    const remove = () =>
      removed.remove().then(
        () => true,
        () => false,
      )
    await expect.poll(remove, within).toBe(true)
    const paused = await addSlow(rests)
    await isAsked(rests)
    await connection.hset(redisKeys.paused(prefix), 'slow', new Date().toISOString())
    expect(await ended(paused)).toMatchObject({ outcome: 'paused' })
    await connection.hdel(redisKeys.paused(prefix), 'slow')
    const last = await addSlow(comes)
    await isAsked(comes)
    answer(comes, [jobRow(11), jobRow(12), jobRow(13)])
    expect(await ended(last)).toMatchObject({ outcome: 'ok', received: 3 })
  })

  it('is asked once more, and said nothing bad of, where the worker was told to end meanwhile', async () => {
    const url = address('ends')
    const slow = await addSlow(url)
    await isAsked(url)
    const toldAt = Date.now()
    await end(worker, 'SIGTERM')
    // One that could not be through with it in eight seconds has gone all the same, and its lease ends by itself.
    if (Date.now() - toldAt < 8_000) expect(await lease()).toBeNull()
    expect(await ownRuns()).toEqual([])
    worker = startWorker()
    await isAsked(url, 2)
    answer(url, [jobRow(11), jobRow(12), jobRow(13)])
    expect(await ended(slow)).toMatchObject({ outcome: 'ok', received: 3 })
    expect((await ownRuns()).map(({ outcome }) => outcome)).not.toContain('failed')
  })

  it('is asked again by another worker where the one that asked is gone', async () => {
    const url = address('dies')
    const slow = await addSlow(url)
    await isAsked(url)
    expect(await ended(await add({ source: 'near' }))).toMatchObject({ outcome: 'ok' })
    await end(worker, 'SIGKILL')
    startWorker()
    await isAsked(url, 2)
    answer(url, [jobRow(11), jobRow(12)])
    expect(await ended(slow)).toMatchObject({ outcome: 'ok', received: 2 })
    expect((await ownRuns())[0]).toMatchObject({ outcome: 'ok', received: 2, missing: 1 })
  })
})

describe('sources that take long', () => {
  afterEach(() => void vi.useRealTimers())

  it('leave places to those that do not', async () => {
    const gathering = new Gathering({
      redis: connection,
      prefix: 'places',
      log: pino({ level: 'silent' }),
      isPending: async () => true,
      patienceMs: 1,
      leaseMs: 3_600_000,
    })
    const feed: OpenedFeed = { kind: 'notModified' }
    let answerFirst = () => {}
    const first = new Promise<OpenedFeed>(resolve => {
      answerFirst = () => resolve(feed)
    })
    const never = new Promise<OpenedFeed>(() => {})
    const aborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const take = (source: string, opened: Promise<OpenedFeed> = never) =>
      gathering.take({ id: source, source, scheduled: true, settings: '' }, signal =>
        Promise.race([opened, aborted(signal)]),
      )
    const noPlace = { feed: null, behindSchedule: false, againMs: 10_000 }
    for (let n = 0; n < 12; n++) await take(`board ${n}`, n === 0 ? first : never)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    answerFirst()
    await expect.poll(() => take('board 0')).toHaveProperty('feed.startedMs')
    // Another has its place, and takes long too.
    await take('board 12')
    vi.setSystemTime(Date.now() + 120_000)
    expect(await take('board 0')).toEqual(noPlace)
    const quick = Promise.resolve(feed)
    expect(await take('quick', quick)).toHaveProperty('feed.startedMs')
    for (let n = 0; n < 4; n++) await take(`new ${n}`)
    expect(await take('quick', quick)).toEqual(noPlace)
    await gathering.close()
  })
})

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contentIndexes } from '#indexer/contentDocuments'
import type { JobDocument } from '#indexer/job'
import {
  type Alarm,
  alarmKey,
  queueNames,
  type RunRecord,
  redisKeys,
  type SourceSummary,
  taskNames,
} from '#indexer/tasks'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'
import { jobRow, jobRows, writeNdjson } from '../builders/feed.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

/** The worker's own process, whose catalogue is edited under it. */
const prefix = 'catalogue'
const secret = 'a-secret-of-many-letters'
let ground: WorkerGround
let folder: string
let connection: Redis
let queue: Queue
let events: QueueEvents
let engine: Engine

/** Schedules that do not come while this runs: in the night of a 29th of February. */
const [atThree, atFour] = ['0 3 29 2 *', '0 4 29 2 *']
const entry = (id: string, over: Record<string, unknown> = {}) => ({
  id,
  title: id,
  format: 'job',
  from: `${id}.ndjson`,
  ...over,
})
const writeCatalogue = (...sources: object[]) => ground.writeCatalogue(...sources)
const writeAliases = (text: string) => writeFile(join(folder, 'aliases.json'), text)
const alarm = async (kind: 'catalogue' | 'places') =>
  JSON.parse(
    (await connection.hget(redisKeys.alarms(prefix), alarmKey({ source: null, kind }))) ?? 'null',
  ) as Alarm | null
const summaries = async () =>
  (await connection.hvals(redisKeys.sources(prefix)))
    .map(line => JSON.parse(line) as SourceSummary)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
const ids = async () => (await summaries()).map(({ id }) => id)
const count = (source: string) => engine.count('jobs', `source = "${source}"`).catch(() => -1)
/** An edit is seen at the second heartbeat after it, on a machine that has other things to do. */
const within = { timeout: 200_000, interval: 50 }
const run = async (task: object): Promise<RunRecord> =>
  (await queue.add(taskNames.syncSource, task)).waitUntilFinished(events, within.timeout)

beforeAll(async () => {
  ground = await startGround(prefix)
  ;({ folder, connection, engine } = ground)
  queue = ground.queue(queueNames.index)
  events = await ground.events(queueNames.index)
  await writeNdjson(join(folder, 'one.ndjson'), jobRows(5))
  await writeNdjson(join(folder, 'two.ndjson'), [jobRow(11), jobRow(12)])
  await writeCatalogue(entry('one', { schedule: atThree }))
  await writeAliases('{}')
  // Of a process that could not read it.
  const left: Alarm = { source: null, kind: 'catalogue', message: 'Not JSON.', since: new Date().toISOString() }
  await connection.hset(redisKeys.alarms(prefix), alarmKey(left), JSON.stringify(left))
  ground.startWorker({ SOURCE_TWO_SECRET: secret, LOCATION_ALIASES: join(folder, 'aliases.json'), DATA_DIR: folder })
  await vi.waitFor(async () => expect(await count('one')).toBe(5), within)
})
afterAll(() => ground?.stop())

describe('a worker whose catalogue is edited', () => {
  it('has ended the alarm of an earlier process about a catalogue that this one could read', async () => {
    await vi.waitFor(async () => expect(await alarm('catalogue')).toBeNull(), within)
  })

  it('takes a new source up and syncs it, without a restart; its secret stays with the worker', async () => {
    await writeCatalogue(
      entry('one', { schedule: atFour }),
      entry('two', { schedule: atThree, postSecret: '${SOURCE_TWO_SECRET}' }),
    )
    await vi.waitFor(async () => expect(await count('two')).toBe(2), within)
    expect(await ids()).toEqual(['one', 'two'])
    expect((await queue.getJobSchedulers()).map(({ key, pattern }) => [key, pattern]).sort()).toEqual([
      ['removeExpired', undefined],
      ['sync-one', atFour],
      ['sync-two', atThree],
    ])
    expect(JSON.stringify(await summaries())).not.toContain(secret)
    expect((await summaries())[1]!.postSecret).toMatch(/^[\da-f]{64}$/)
  })

  it('goes on with the last good catalogue while the new one has faults, and says which', async () => {
    await writeFile(join(folder, 'sources.json'), '{"sources": [{"id": "one"')
    await vi.waitFor(async () => expect((await alarm('catalogue'))?.message).toContain('is not JSON'), within)
    await writeCatalogue(entry('one', { format: 'carrier-pigeon' }), entry('two'))
    await vi.waitFor(async () => expect((await alarm('catalogue'))?.message).toContain('sources[0].format'), within)
    expect(await ids()).toEqual(['one', 'two'])
    expect(await run({ source: 'one' })).toMatchObject({ outcome: 'ok', received: 5 })
    await writeCatalogue(entry('one'), entry('two', { paused: true }))
    await vi.waitFor(async () => expect(await alarm('catalogue')).toBeNull(), within)
  })

  it('does nothing of a paused source but dry runs', async () => {
    await writeNdjson(join(folder, 'two.ndjson'), [jobRow(11), jobRow(12), jobRow(13)])
    expect(await run({ source: 'two' })).toMatchObject({ outcome: 'paused', received: 0 })
    expect(await run({ source: 'two', dryRun: true })).toMatchObject({ outcome: 'ok', added: 1, unchanged: 2 })
    expect(await count('two')).toBe(2)
    await connection.hset(redisKeys.paused(prefix), 'one', new Date().toISOString())
    expect(await run({ source: 'one' })).toMatchObject({
      outcome: 'paused',
      reason: expect.stringContaining('/admin/pipeline'),
    })
    await connection.hdel(redisKeys.paused(prefix), 'one')
    expect(await run({ source: 'one' })).toMatchObject({ outcome: 'ok' })
  })

  it('goes on with the last good aliases likewise, whatever becomes of the catalogue meanwhile', async () => {
    await writeAliases('{"Head Office": "Atlantis-on-Sea"}')
    await vi.waitFor(async () => expect((await alarm('places'))?.message).toContain('Atlantis-on-Sea'), within)
    await writeCatalogue(entry('one'), entry('two', { paused: true, title: 'Second' }))
    await vi.waitFor(async () => expect((await summaries())[1]!.title).toBe('Second'), within)
    expect(await alarm('places')).not.toBeNull()
    await writeAliases('{"Head Office": "Leeds"}')
    await vi.waitFor(async () => expect(await alarm('places')).toBeNull(), within)
    await writeNdjson(join(folder, 'one.ndjson'), [...jobRows(5), jobRow(6, { location: 'Head Office' })])
    expect(await run({ source: 'one' })).toMatchObject({ outcome: 'ok', received: 6 })
    const [placed] = await engine.byIds<JobDocument>('jobs', [String(jobRow(6).id)], ['places'])
    expect(placed!.places.map(({ name }) => name)).toEqual(['Leeds'])
  })

  it('takes what was sent one by one to a source without a feed up into new aliases as well', async () => {
    await writeCatalogue(entry('one'), entry('two', { paused: true }), entry('sent', { from: null }))
    await vi.waitFor(async () => expect(await ids()).toEqual(['one', 'sent', 'two']), within)
    const body = { type: 'job.upserted', source: 'sent', job: jobRow(41, { location: 'Head Office' }) }
    await connection.set(redisKeys.webhookJob(prefix, 'd1'), JSON.stringify(body))
    await ground.queue(queueNames.urgent).add(taskNames.applyWebhook, { deliveryId: 'd1' })
    const places = async () =>
      (await engine.byIds<JobDocument>('jobs', [String(jobRow(41).id)], ['places']))[0]?.places.map(({ name }) => name)
    await vi.waitFor(async () => expect(await places()).toEqual(['Leeds']), within)
    await writeAliases('{"Head Office": "York"}')
    await vi.waitFor(async () => expect(await places()).toEqual(['York']), within)
  })

  it('runs a task of a source that stands in the file since just now, as another worker may ask for', async () => {
    await writeNdjson(join(folder, 'new.ndjson'), [jobRow(31)])
    await writeCatalogue(entry('one'), entry('two', { paused: true }), entry('new'))
    expect(await run({ source: 'new' })).toMatchObject({ outcome: 'ok', received: 1 })
    await expect(run({ source: 'nobody' })).rejects.toThrow('no source "nobody"')
    await writeCatalogue(entry('one'), entry('two', { paused: true }))
    await vi.waitFor(async () => expect(await ids()).toEqual(['one', 'two']), within)
  })

  it('takes the jobs of a source that has left out when told to, and not those of one that is there', async () => {
    await writeCatalogue(entry('one'))
    await vi.waitFor(async () => expect(await ids()).toEqual(['one']), within)
    expect(await count('two')).toBe(2)
    // What it kept for its next run.
    for (const id of ['one', 'two']) await mkdir(join(folder, 'sources', id, 'kept'), { recursive: true })
    await expect(
      (await queue.add(taskNames.retireSource, { source: 'one' })).waitUntilFinished(events, within.timeout),
    ).rejects.toThrow('is in the catalogue')
    await (await queue.add(taskNames.retireSource, { source: 'two' })).waitUntilFinished(events, within.timeout)
    expect([await count('one'), await count('two')]).toEqual([6, 0])
    expect(await readdir(join(folder, 'sources'))).toEqual(['one'])
  })

  it('tells of a sync, a dry run and a rebuild whose last try failed for what is no fault of the feed', async () => {
    const keys = [`${prefix}:ledger:one:feed`, `${prefix}:touched`] as const
    for (const key of keys) await connection.rename(key, `${key}:before`)
    // The worker reads no list there.
    for (const key of keys) await connection.lpush(key, 'x')
    const rebuild = async () =>
      (await queue.add(taskNames.rebuildIndex, { index: 'jobs' })).waitUntilFinished(events, within.timeout)
    await expect(run({ source: 'one' })).rejects.toThrow('WRONGTYPE')
    await expect(run({ source: 'one', dryRun: true })).rejects.toThrow('WRONGTYPE')
    await expect(rebuild()).rejects.toThrow('WRONGTYPE')
    const failed = { source: 'one', outcome: 'failed', reason: expect.stringContaining('WRONGTYPE') }
    expect(JSON.parse((await connection.lindex(redisKeys.runs(prefix, 'one'), 0))!)).toMatchObject(failed)
    expect(JSON.parse((await connection.get(redisKeys.dryRun(prefix, 'one')))!)).toMatchObject({ record: failed })
    const alarms = () => connection.hkeys(redisKeys.alarms(prefix))
    expect(await alarms()).toEqual(expect.arrayContaining(['one:failed', ':rebuild']))
    for (const key of keys) await connection.rename(`${key}:before`, key)
    await rebuild()
    expect(await run({ source: 'one' })).toMatchObject({ outcome: 'ok' })
    expect((await alarms()).filter(key => /failed|rebuild/.test(key))).toEqual([])
  })

  it('makes its schedules, sources and limits again when Redis has lost them', async () => {
    await connection.flushall()
    await vi.waitFor(async () => {
      expect(await ids()).toEqual(['one'])
      expect((await queue.getJobSchedulers()).map(({ key }) => key)).toContain('removeExpired')
      expect(await queue.getGlobalConcurrency()).toBe(1)
    }, within)
    await vi.waitFor(
      async () => expect(await connection.llen(redisKeys.runs(prefix, 'one'))).toBeGreaterThan(0),
      within,
    )
  })

  it('makes the indexes again when the engine has lost them, and syncs each source into them', async () => {
    // The jobs last: from then on all are gone.
    const uids = ['arrivals', 'slugs', 'places', 'suggestions', ...contentIndexes, 'jobs']
    const settings = () => Promise.all(uids.map(uid => engine.settingsOf(uid)))
    const [before, places] = [await settings(), await engine.count('places')]
    for (const uid of uids) await engine.drop(uid)
    await vi.waitFor(async () => {
      expect([await count('one'), await engine.count('places')]).toEqual([6, places])
      expect(await settings()).toEqual(before)
    }, within)
  })

  it('makes them again where a clock was put back that had planned them far ahead', async () => {
    const next = async () => (await queue.getJobScheduler('removeExpired'))?.next ?? 0
    const { every = 0 } = (await queue.getJobScheduler('removeExpired'))!
    await queue.removeJobScheduler('removeExpired')
    const startDate = Date.now() + 8 * 3_600_000
    await queue.upsertJobScheduler('removeExpired', { every, startDate }, { name: 'removeExpired', data: {} })
    await vi.waitFor(async () => expect(await next()).toBeLessThanOrEqual(Date.now() + every), within)
  })
})

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type AddWordTask,
  type Alarm,
  alarmKey,
  queueNames,
  type RebuildIndexTask,
  redisKeys,
  taskNames,
  type Vocabulary,
} from '#indexer/tasks'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'
import { contentIndexSettings, jobsSettings } from '../../indexer/indexes/settings.ts'
import { jobRow, writeNdjson } from '../builders/feed.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

/** The worker's own process, whose vocabulary is edited under it. */
const prefix = 'vocabulary'
let ground: WorkerGround
let connection: Redis
let engine: Engine
const within = { timeout: 200_000, interval: 50 }

const file = () => join(ground.folder, 'vocabulary.json')
const write = (content: object | string) =>
  writeFile(file(), typeof content === 'string' ? content : JSON.stringify(content))
const given = async () =>
  JSON.parse((await connection.get(redisKeys.vocabulary(prefix))) ?? 'null') as Vocabulary | null
const alarm = async () =>
  JSON.parse(
    (await connection.hget(redisKeys.alarms(prefix), alarmKey({ source: null, kind: 'vocabulary' }))) ?? 'null',
  ) as Alarm | null
const finds = async (q: string, uid = 'jobs') => (await engine.hitIds(uid, q, 20).catch(() => ['none'])).length
const createdAt = () => engine.createdAt('jobs')

beforeAll(async () => {
  ground = await startGround(prefix)
  ;({ connection, engine } = ground)
  await writeNdjson(join(ground.folder, 'one.ndjson'), [
    jobRow(1, { title: 'Kite Painter' }),
    jobRow(2, { title: 'Bell Tuner' }),
  ])
  await ground.writeCatalogue({ id: 'one', title: 'one', format: 'job', from: 'one.ndjson' })
  await write({ groups: [['zzkite', 'kite painter']] })
  ground.startWorker({ SEARCH_VOCABULARY: file(), DATA_DIR: join(ground.folder, 'data') })
  await vi.waitFor(async () => expect(await engine.count('jobs').catch(() => -1)).toBe(2), within)
})
afterAll(() => ground?.stop())

describe('a worker whose vocabulary is edited', () => {
  it("begins with the operator's words beside the project's", async () => {
    expect(await finds('zzkite')).toBe(1)
    await vi.waitFor(async () => expect((await given())?.groups).toMatchObject({ operator: 1, taxonomy: 0 }), within)
    expect((await given())!.synonyms).toEqual({ zzkite: ['kite painter'], 'kite painter': ['zzkite'] })
  })

  it('gives the live index the new words, in place', async () => {
    const made = await createdAt()
    await write({ groups: [['zzkite', 'kite painter']], oneWay: { zzbell: ['bell tuner'] } })
    await vi.waitFor(async () => expect(await finds('zzbell')).toBe(1), within)
    expect(await finds('zzkite')).toBe(1)
    expect(await createdAt()).toBe(made)
    await vi.waitFor(async () => expect((await given())!.synonyms).toHaveProperty('zzbell'), within)
  })

  it('goes on with the last good words while the file has faults, and says which', async () => {
    await write('{"groups": [["alone"]]}')
    await vi.waitFor(
      async () => expect((await alarm())?.message).toContain('groups[0] must hold at least 2 words'),
      within,
    )
    expect(await finds('zzbell')).toBe(1)
    await write({ oneWay: { zzbell: ['bell tuner'] } })
    await vi.waitFor(async () => expect(await alarm()).toBeNull(), within)
    expect(await finds('zzkite')).toBe(0)
  })

  it('writes what an operator adds on /admin/searches beside the file, and finds by it', async () => {
    const before = await readFile(file(), 'utf8')
    const add = async (task: AddWordTask) => {
      const added = await ground.queue(queueNames.urgent).add(taskNames.addWord, task)
      return added.waitUntilFinished(await ground.events(queueNames.urgent), within.timeout)
    }
    expect(await add({ kind: 'synonym', text: 'zztyped', means: 'bell tuner' })).toEqual({ refused: null })
    expect(await add({ kind: 'alias', text: 'zzplace', means: 'Nether Wibbling' })).toEqual({
      refused: expect.stringContaining('not the name of one place'),
    })
    await vi.waitFor(async () => expect(await finds('zztyped')).toBe(1), within)
    await vi.waitFor(async () => expect((await given())!.groups).toMatchObject({ operator: 1, added: 1 }), within)
    expect(await readFile(file(), 'utf8')).toBe(before)
  })

  it('takes a taxonomy up that is put into its data folder, and lets it go with the file', async () => {
    const taxonomy = join(ground.folder, 'data', 'taxonomy.json')
    await mkdir(join(ground.folder, 'data'), { recursive: true })
    await writeFile(taxonomy, '{"groups": [["zzpaint", "kite painter"]]}')
    await vi.waitFor(async () => expect(await finds('zzpaint')).toBe(1), within)
    await vi.waitFor(async () => expect((await given())!.groups).toMatchObject({ operator: 1, taxonomy: 1 }), within)
    await rm(taxonomy)
    await vi.waitFor(async () => expect(await finds('zzpaint')).toBe(0), within)
  })

  it('keeps the words through a rebuild', async () => {
    const made = await createdAt()
    const task = await ground
      .queue(queueNames.index)
      .add(taskNames.rebuildIndex, { index: 'jobs' } satisfies RebuildIndexTask)
    await task.waitUntilFinished(await ground.events(queueNames.index), within.timeout)
    expect(await createdAt()).not.toBe(made)
    expect(await finds('zzbell')).toBe(1)
  })

  it('mends an index that has others, and tells the engine nothing where it has these', async () => {
    const synonyms = (await given())!.synonyms
    const before = engine.synonyms
    engine.synonyms = synonyms
    try {
      expect(await engine.applySynonyms('jobs', jobsSettings)).toBe(false)
      expect(await engine.applySynonyms('posts', contentIndexSettings.posts)).toBe(false)
      engine.synonyms = { zzother: ['bell tuner'] }
      expect(await engine.applySynonyms('jobs', jobsSettings)).toBe(true)
      expect(await finds('zzbell')).toBe(0)
    } finally {
      engine.synonyms = before
    }
    // Another process starts, as after an update.
    ground.startWorker({ SEARCH_VOCABULARY: file(), DATA_DIR: join(ground.folder, 'data') })
    await vi.waitFor(async () => expect(await finds('zzbell')).toBe(1), within)
  })
})

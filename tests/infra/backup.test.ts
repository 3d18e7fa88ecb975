import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AlertIndex } from '../../api/alerts/alertIndex.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { takeRestored } from '../../api/delivery/takeRestored.ts'
import { InboxIndex } from '../../api/inbox/inboxIndex.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { openS3Store } from '../../api/submissions/s3Store.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { SentRows } from '../../indexer/sync/sentRows.ts'
import { takeRestoredRows } from '../../indexer/workloads/takeRestoredRows.ts'
import { type BackupReport, backUp, restore } from '../../infra/start/backupFiles.ts'
import { bucketPlace, folderPlace, type Place } from '../../infra/start/backupPlaces.ts'
import { identify } from '../../infra/start/lock.ts'
import { startBucket } from '../builders/bucket.ts'
import { outputOf } from '../builders/child.ts'
import { entryArgs } from '../builders/compiled.ts'
import { idsOf, putSubmission } from '../builders/deliveries.ts'
import { type RunningRedis, startRedis } from '../builders/redis.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const log = pino({ level: 'silent' })
const now = () => new Date()

let folder: string
let dataDir: string
let backups: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-backup-'))
  dataDir = join(folder, 'data')
  backups = join(folder, 'backups')
  return () => rmSync(folder, { recursive: true, force: true })
})

const openStore = () => openLocalStore(join(dataDir, 'submissions'))
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true })
  writeFileSync(join(dataDir, path), text)
}
/** Path -> bytes, of all files below a folder. */
const filesOf = (below: string): Record<string, string> =>
  existsSync(below)
    ? Object.fromEntries(
        readdirSync(below, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name))
          .sort()
          .map(path => [relative(below, path), readFileSync(path, 'base64')]),
      )
    : {}
const receiptOf = (delivery: 'office' | 'person') => ({ delivery, at: now().toISOString(), note: 'taken' })

/** An open one with a file, one that is half delivered, a delivered one and a held one. */
async function fill(store: SubmissionStore): Promise<Record<'open' | 'half' | 'delivered' | 'held', string>> {
  const cv = { name: 'cv.pdf', bytes: randomBytes(200_000) }
  const open = await putSubmission(store, {}, [cv, { name: 'letter.txt', bytes: Buffer.from('Dear all') }])
  const half = await putSubmission(store)
  await store.receipt(half, receiptOf('office'))
  const delivered = await putSubmission(store, {}, [cv])
  for (const delivery of ['office', 'person'] as const) await store.receipt(delivered, receiptOf(delivery))
  await store.close(delivered)
  const held = await putSubmission(store, { held: 'links in the name' })
  return { open, half, delivered, held }
}

/** Every submission with its files, each compared with its checksum by the store itself. */
async function contentOf(store: SubmissionStore) {
  const all = []
  for await (const { id } of store.all()) {
    const submission = (await store.read(id))!
    const files = await Promise.all(submission.files.map(async file => buffer(await store.openFile(id, file))))
    all.push({ submission, files: files.map(bytes => bytes.toString('base64')), receipts: await store.receipts(id) })
  }
  return {
    all: all.sort((a, b) => a.submission.id.localeCompare(b.submission.id)),
    open: await idsOf(store.open()),
    held: await idsOf(store.held()),
  }
}

describe('npm run backup, npm run restore', () => {
  let redisServer: RunningRedis
  let redis: Redis
  beforeAll(async () => {
    redisServer = await startRedis()
    redis = new Redis(redisServer.url)
  })
  afterAll(async () => {
    redis?.disconnect()
    await redisServer?.stop()
  })

  async function run(command: 'backup' | 'restore', args: string[], environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [...entryArgs(`infra/start/${command}.ts`), ...args], {
      cwd: project,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { ended, ...output } = outputOf(child)
    const code = await ended
    const last = output.out().trim().split('\n').at(-1)!
    const report = last.startsWith('{') ? (JSON.parse(last) as BackupReport) : null
    return { code, errors: output.errors(), report }
  }

  it('bring a lost disk back with all that was on it, and leave out what is made again', async () => {
    const ids = await fill(await openStore())
    write('secrets.json', '{"adminPassword": "only-for-tests"}')
    write('addedVocabulary.json', '[["nurse", "carer"]]')
    write('addedAliases.json', '{"The Smoke": "London"}')
    write('postal/GB.json', '{}')
    write('sources/bullhorn/kept', 'token')
    write('seed/jobs.ndjson', '{}\n')
    // What editors have written in the local CMS.
    write('content/space.json', '{"entries": []}')
    write('mailbox/0001-office.eml', 'Subject: Hello')
    write('submissions/alerts/people/ab/1/person.json', '{}')
    write('submissions/alerts/todo/a/1.x', '')
    const durable = filesOf(dataDir)
    for (const path of [
      'redis/appendonlydir/appendonly.aof.1.incr.aof',
      'meili/data.ms/VERSION',
      'logs/site.log',
      'run/site.json',
      'content/site.json',
      'meilisearch-verified.json',
      'submissions/incoming/half/f0',
      'addedAliases.json.new',
    ])
      write(path, 'made again')
    const sentRows = new SentRows(redis, 'lost-disk')
    const expiresAt = Math.floor(Date.now() / 1_000) + 3_600
    for (const id of ['1', '2'])
      await sentRows.keep('posted', id, { job: { title: `Job ${id}` } as never, at: 1, firstSeen: 1 }, expiresAt)
    await new SentRows(redis, 'lost-disk2').keep('posted', '3', { job: {} as never, at: 1, firstSeen: 1 }, expiresAt)
    const before = await contentOf(await openStore())
    expect(before.open).toEqual([ids.open, ids.half].sort())

    const target = join(backups, 'monday')
    const redisSettings = { REDIS_URL: redisServer.url, QUEUE_PREFIX: 'lost-disk' }
    const made = await run('backup', [target], redisSettings)
    expect([made.code, made.report], made.errors).toEqual([0, expect.objectContaining({ submissions: 4 })])
    // For its owner alone: there are passwords and CVs in it.
    expect(statSync(target).mode & 0o777).toBe(0o700)
    for (const path of Object.keys(filesOf(target))) expect(statSync(join(target, path)).mode & 0o777, path).toBe(0o600)

    rmSync(dataDir, { recursive: true })
    await redis.flushall()
    const back = await run('restore', [target])
    expect([back.code, back.report]).toEqual([0, made.report])
    const { 'sentRows.ndjson': rows, 'submissions/alerts/restored': mark, ...files } = filesOf(dataDir)
    expect([rows, mark]).toEqual([expect.any(String), ''])
    expect(files).toEqual(durable)
    expect(await contentOf(await openStore())).toEqual(before)
    for (const path of Object.keys(files)) expect(statSync(join(dataDir, path)).mode & 0o077, path).toBe(0)

    // As the deliveries do: of a Redis that was not lost the indexes are made anew.
    const indexes = [new InboxIndex(redis, 'lost-disk'), new AlertIndex(redis, 'lost-disk')] as const
    await indexes[0].rebuild(await openStore())
    await indexes[1].setReady()
    const shelf = await openAlertShelf({ folder: join(dataDir, 'submissions'), bucket: null })
    expect(await takeRestored(shelf, indexes)).toBe(true)
    expect([await indexes[0].isWhole(), await indexes[1].isReady()]).toEqual([false, false])
    expect(await takeRestored(shelf, indexes)).toBe(false)
    await redis.flushall()

    // As the worker does when it starts. What was sent since stands.
    await sentRows.keep('posted', '2', { job: { title: 'Later' } as never, at: 2, firstSeen: 1 }, expiresAt)
    await takeRestoredRows(join(dataDir, 'sentRows.ndjson'), sentRows, log)
    expect(existsSync(join(dataDir, 'sentRows.ndjson'))).toBe(false)
    const [one, two] = await sentRows.read('posted', ['1', '2'])
    expect([one!.job, two!.job]).toEqual([{ title: 'Job 1' }, { title: 'Later' }])
    expect((await redis.keys('*')).sort()).toEqual(['lost-disk:sent:posted:1', 'lost-disk:sent:posted:2'])
    // Asked and added up: on a busy machine not to the second.
    const expires = Number(await redis.call('EXPIRETIME', 'lost-disk:sent:posted:1'))
    expect(Math.abs(expires - expiresAt)).toBeLessThan(60)
  })

  it('say in one line what is wrong, and change nothing then', async () => {
    await fill(await openStore())
    const target = join(backups, 'first')
    expect((await run('backup', [target])).errors).toContain('Redis does not answer')
    const before = filesOf(dataDir)
    const copied = filesOf(target)
    const elsewhere = { DATA_DIR: join(folder, 'other') }
    writeFileSync(join(folder, 'no-backup'), '')
    const calls: ['backup' | 'restore', string[], Record<string, string>, string][] = [
      ['backup', [], {}, 'Use: npm run backup -- <new folder>'],
      ['backup', [target], {}, 'is there already'],
      ['backup', [join(dataDir, 'backup')], {}, 'is a part of what is backed up'],
      ['backup', [join(backups, 'of-nothing')], elsewhere, 'name the folder of the system in DATA_DIR'],
      ['restore', [], {}, 'name one folder of a backup'],
      ['restore', [target, '--forse'], {}, "Unknown option '--forse'"],
      ['restore', [backups], { DATA_DIR: join(folder, 'new') }, 'has no manifest.ndjson'],
      ['restore', [target], {}, 'write over them with --force'],
    ]
    const called = calls.map(async ([command, args, environment, words]) => ({
      words,
      ...(await run(command, args, environment)),
    }))
    for (const { code, report, errors, words } of await Promise.all(called)) {
      expect([code, report], words).toEqual([1, null])
      expect(errors).toContain(words)
      expect(errors.trim().split('\n'), errors).toHaveLength(1)
    }
    writeFileSync(
      join(dataDir, 'run.json'),
      JSON.stringify({
        pid: process.pid,
        identity: identify(process.pid),
        redisUrl: redisServer.url,
        queuePrefix: 'a',
        bucket: null,
      }),
    )
    expect((await run('restore', [target, '--force'])).errors).toContain('a system runs in')
    rmSync(join(dataDir, 'run.json'))
    expect(filesOf(dataDir)).toEqual(before)
    expect(filesOf(target)).toEqual(copied)
    expect(filesOf(join(folder, 'other'))).toEqual({})
  })
})

describe('backUp and restore', () => {
  const places = () => ({ submissions: folderPlace(join(dataDir, 'submissions')) })
  const lose = () => rmSync(dataDir, { recursive: true, force: true })

  it('restore nothing of a backup that is damaged anywhere', async () => {
    await fill(await openStore())
    const target = join(backups, 'one')
    await backUp(places(), target, now)
    lose()
    const file = Object.keys(filesOf(target)).find(path => path.endsWith('/f0'))!
    const bytes = readFileSync(join(target, file))
    const manifest = readFileSync(join(target, 'manifest.ndjson'))
    const damages: [() => void, string][] = [
      [() => writeFileSync(join(target, file), Buffer.from(bytes).fill(0, 10, 11)), 'are damaged or missing'],
      [() => rmSync(join(target, file)), 'are damaged or missing'],
      [() => truncateSync(join(target, 'manifest.ndjson'), manifest.length - 100), 'is damaged'],
      [() => appendFileSync(join(target, 'manifest.ndjson'), manifest), 'is damaged'],
    ]
    for (const [damage, words] of damages) {
      damage()
      await expect(restore(places(), target, { force: true })).rejects.toThrow(words)
      expect(existsSync(dataDir)).toBe(false)
      writeFileSync(join(target, file), bytes)
      writeFileSync(join(target, 'manifest.ndjson'), manifest)
    }
    const ofBucket: Record<string, Place> = { submissions: { ...places().submissions, kind: 'bucket' } }
    await expect(restore(ofBucket, target, { force: false })).rejects.toThrow('set S3_BUCKET and the other')
    await restore(places(), target, { force: false })
    expect((await contentOf(await openStore())).all).toHaveLength(4)
  })

  it('can be cut off at any file: no half backup has the name of one, and no half submission is seen', async () => {
    await fill(await openStore())
    const before = await contentOf(await openStore())
    const target = join(backups, 'one')
    /** As a process that dies at the n-th file. */
    const dying = (what: 'read' | 'write', n: number): Record<string, Place> => {
      const { submissions: place } = places()
      let left = n
      const step = async <T>(work: () => Promise<T>): Promise<T> => {
        if (left-- === 0) throw new Error('killed')
        return work()
      }
      return {
        submissions: {
          ...place,
          ...(what === 'read'
            ? { read: file => step(() => place.read(file)) }
            : { write: (file, from) => step(() => place.write(file, from)) }),
        },
      }
    }
    for (const n of [0, 1, 3]) {
      await expect(backUp(dying('read', n), target, now)).rejects.toThrow('killed')
      expect(existsSync(target)).toBe(false)
    }
    const { files } = await backUp(places(), target, now)
    expect(existsSync(`${target}.unfinished`)).toBe(false)
    for (let n = 0; n < files; n++) {
      lose()
      await expect(restore(dying('write', n), target, { force: false })).rejects.toThrow('killed')
      const half = existsSync(dataDir) ? await contentOf(await openStore()) : { all: [] }
      for (const one of half.all) expect(before.all).toContainEqual(one)
    }
    await restore(places(), target, { force: true })
    expect(await contentOf(await openStore())).toEqual(before)
  })

  it('leave what came after the backup where it is', async () => {
    await fill(await openStore())
    await backUp(places(), join(backups, 'one'), now)
    const later = await putSubmission(await openStore())
    await restore(places(), join(backups, 'one'), { force: true })
    const { all, open } = await contentOf(await openStore())
    expect([all.length, open.includes(later)]).toEqual([5, true])
  })

  it('copy a system at work: what was stored before is in it whole, and what was not delivered is marked', async () => {
    const store = await openStore()
    const early = await Promise.all(
      Array.from({ length: 30 }, () => putSubmission(store, {}, [{ name: 'cv.pdf', bytes: randomBytes(20_000) }])),
    )
    let ended = false
    const visitors = async () => {
      for (let sent = 0; sent < 150 && !ended; sent++)
        await putSubmission(store, {}, [{ name: 'cv.pdf', bytes: randomBytes(5_000) }])
    }
    const erased = early.slice(0, 3)
    const waiting = new Set(early.slice(-5))
    const deliveries = async () => {
      for (const id of erased) await store.erase(id)
      while (!ended)
        for await (const id of store.open()) {
          if (ended) break
          if (waiting.has(id)) continue
          for (const delivery of ['office', 'person'] as const) await store.receipt(id, receiptOf(delivery))
          await store.close(id)
        }
    }
    const work = [visitors(), deliveries()]
    const target = join(backups, 'one')
    await backUp(places(), target, now).finally(() => {
      ended = true
    })
    await Promise.all(work)
    const delivered = new Set<string>()
    for await (const { id } of store.all()) if ((await store.receipts(id)).length === 2) delivered.add(id)
    lose()
    await restore(places(), target, { force: false })
    const { all, open } = await contentOf(await openStore())
    const ids = all.map(({ submission }) => submission.id)
    expect(ids).toEqual(expect.arrayContaining(early.slice(3)))
    expect(open).toEqual(expect.arrayContaining([...waiting, ...ids.filter(id => !delivered.has(id))]))
  })

  it('keep a bucket too', async () => {
    const bucket = await startBucket({ conditional: true })
    try {
      const open = () => openS3Store(join(folder, 'incoming'), bucket.settings)
      await fill(await open())
      const before = await contentOf(await open())
      const place = { submissions: await bucketPlace(bucket.settings) }
      const report = await backUp(place, join(backups, 'one'), now)
      expect(report.submissions).toBe(4)
      await expect(restore(place, join(backups, 'one'), { force: false })).rejects.toThrow('holds files already')
      for (const { submission } of before.all) await (await open()).erase(submission.id)
      expect(await bucket.keys()).toEqual([])
      await restore(place, join(backups, 'one'), { force: false })
      expect(await contentOf(await open())).toEqual(before)
    } finally {
      await bucket.stop()
    }
  })
})

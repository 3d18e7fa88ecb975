import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { usualMs } from '../../api/submissions/bucket.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import { openStore } from '../../api/submissions/openStore.ts'
import {
  type Incoming,
  type Receipt,
  type StoredFile,
  StoreUnavailable,
  type Submission,
  type SubmissionStore,
  TooLarge,
} from '../../api/submissions/submission.ts'
import { startBucket, type TestBucket } from '../builders/bucket.ts'
import { fullSize } from '../builders/properties.ts'

const longAgo = 2 * 60 * 60_000
/** For a bucket that answers: a machine may stand still. */
const patienceMs = 100_000
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function aSubmission(over: Partial<Omit<Submission, 'files'>> = {}): Omit<Submission, 'files'> {
  return {
    id: randomUUID(),
    formId: 'contact-us-en',
    receivedAt: '2026-11-02T09:30:00.000Z',
    page: '/contact-us',
    values: { name: 'Ottilie Brandt', message: 'Grüße,\nOttilie' },
    labels: { name: 'Name', message: 'Message' },
    consent: null,
    job: null,
    to: 'office@longlist.example',
    held: null,
    digest: sha256(randomBytes(8)),
    ...over,
  }
}

async function takeFile(incoming: Incoming, bytes: Buffer, field = 'cv'): Promise<StoredFile> {
  const taken = await incoming.take(Readable.from([bytes]), 1_000_000)
  const file: StoredFile = {
    field,
    part: taken.part,
    name: 'cv.pdf',
    contentType: 'application/pdf',
    bytes: taken.bytes,
    sha256: taken.sha256,
    scan: 'pending',
  }
  incoming.keep(file)
  return file
}

/** Commits one, with as many files as there are buffers. */
async function put(
  store: SubmissionStore,
  submission = aSubmission(),
  files: Buffer[] = [],
): Promise<'stored' | 'known'> {
  const incoming = await store.begin()
  try {
    for (const bytes of files) await takeFile(incoming, bytes)
    return await incoming.commit(submission)
  } finally {
    await incoming.discard()
  }
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
const idsOf = async (store: SubmissionStore) => ({
  open: (await listed(store.open())).sort(),
  held: (await listed(store.held())).sort(),
  all: (await listed(store.all())).map(({ id }) => id).sort(),
})
async function bytesOf(store: SubmissionStore, id: string, file: StoredFile): Promise<Buffer> {
  return Buffer.concat(await (await store.openFile(id, file)).toArray())
}
const aReceipt = (delivery: Receipt['delivery'], note = 'taken'): Receipt => ({
  delivery,
  at: '2026-11-02T09:31:00.000Z',
  note,
})
const filesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => !entry.isDirectory())
        .map(entry => entry.name)
    : []

/** A store as the table below needs it. */
interface Place {
  open(): Promise<SubmissionStore>
  /** The folder on this machine. */
  folder: string
  /** Faults that the store has told. */
  told: { event: string; submissionId?: string }[]
  /** Everything that is kept, by key; without what is on its way. */
  keys(): Promise<string[]>
  /** Behind its back. `part` of a file's key. */
  write(key: string, text: string): Promise<void>
  age(key: string, ms: number): Promise<void>
  fileKey(id: string, file: StoredFile): string
  break(): Promise<void>
  mend(): Promise<void>
  stop(): Promise<void>
}

function logTo(told: Place['told']) {
  return { error: (fields: object) => void told.push(fields as Place['told'][number]) }
}

async function folderPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-store-'))
  const told: Place['told'] = []
  const pathOf = (key: string) => join(folder, key.replace(/^stored\/(..)/, 'stored/$1/$1'))
  return {
    folder,
    told,
    open: () => openStore({ folder, bucket: null }, logTo(told)),
    async keys() {
      return ['open', 'held', 'withdrawn', 'gone', 'stored'].flatMap(area => filesBelow(join(folder, area)))
    },
    async write(key, text) {
      mkdirSync(join(pathOf(key), '..'), { recursive: true })
      writeFileSync(pathOf(key), text)
    },
    async age(key, ms) {
      const at = (Date.now() - ms) / 1_000
      utimesSync(pathOf(key), at, at)
    },
    fileKey: (id, { part }) => `stored/${id}/${part}`,
    async break() {
      for (const area of ['open', 'held', 'stored', 'incoming']) {
        execFileSync('mv', [join(folder, area), join(folder, `${area}.away`)])
        writeFileSync(join(folder, area), '')
      }
    },
    async mend() {
      for (const area of ['open', 'held', 'stored', 'incoming']) {
        rmSync(join(folder, area))
        execFileSync('mv', [join(folder, `${area}.away`), join(folder, area)])
      }
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function bucketPlace(conditional: boolean): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-store-'))
  const told: Place['told'] = []
  const bucket: TestBucket = await startBucket({ conditional })
  return {
    folder,
    told,
    open: () => openStore({ folder, bucket: bucket.settings }, logTo(told), patienceMs),
    keys: bucket.keys,
    write: bucket.write,
    age: bucket.age,
    fileKey: (id, file) => `stored/${id}/${file.part}-${file.sha256}`,
    break: bucket.down,
    mend: bucket.start,
    async stop() {
      await bucket.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.each([
  { name: 'a folder', make: folderPlace, runs: 40 },
  { name: 'a bucket', make: () => bucketPlace(true), runs: 8 },
  { name: 'a bucket that does not know If-None-Match', make: () => bucketPlace(false), runs: 8 },
])('submissions in $name', ({ make, runs }) => {
  let place: Place
  let store: SubmissionStore
  beforeAll(async () => {
    place = await make()
    store = await place.open()
  })
  afterAll(() => place?.stop())
  beforeEach(() => place.told.splice(0))
  afterEach(async () => {
    for (const id of new Set((await listed(store.all())).map(({ id }) => id))) await store.erase(id)
    const left = [...(await place.keys()), ...filesBelow(join(place.folder, 'incoming'))]
    if (left.length > 0) {
      await place.stop()
      place = await make()
      store = await place.open()
    }
    expect(left).toEqual([])
  })

  it('are read back as they were sent, byte for byte', async () => {
    const submission = aSubmission()
    const bytes = [randomBytes(300_000), Buffer.alloc(0), randomBytes(1)]
    const incoming = await store.begin()
    const files: StoredFile[] = []
    for (const part of bytes) files.push(await takeFile(incoming, part))
    expect(files.map(({ bytes }) => bytes)).toEqual([300_000, 0, 1])
    expect(files.map(({ sha256 }) => sha256)).toEqual(bytes.map(sha256))
    expect(await idsOf(store)).toEqual({ open: [], held: [], all: [] })
    expect(await store.has(submission.id)).toBe(false)
    expect(await incoming.commit(submission)).toBe('stored')
    await incoming.discard()
    expect(await store.has(submission.id)).toBe(true)
    for (const seen of [store, await place.open()]) {
      expect(await seen.read(submission.id)).toEqual({ ...submission, files })
      for (const [index, file] of files.entries())
        expect((await bytesOf(seen, submission.id, file)).equals(bytes[index]!)).toBe(true)
      expect(await idsOf(seen)).toEqual({ open: [submission.id], held: [], all: [submission.id] })
    }
    expect(await listed(store.all())).toEqual([{ id: submission.id, receivedAt: submission.receivedAt }])
    expect([await listed(store.ids()), await listed(store.all([]))]).toEqual([[submission.id], []])
  })

  it('are known when they come again, and stay as they were', async () => {
    const submission = aSubmission()
    expect(await put(store, submission, [Buffer.from('first')])).toBe('stored')
    expect(await put(store, { ...submission, page: '/register' }, [Buffer.from('second')])).toBe('known')
    const read = await store.read(submission.id)
    expect(read?.page).toBe('/contact-us')
    expect((await bytesOf(store, submission.id, read!.files[0]!)).toString()).toBe('first')
    // Only what was stored is there.
    expect(await place.keys()).toHaveLength(3)
  })

  it('are stored once of 20 that come at the same moment, by two sites', async () => {
    const stores = [store, await place.open()]
    const submission = aSubmission()
    const sent = Array.from({ length: 20 }, (_, index) => Buffer.from(`CV number ${index % 4}`))
    const outcomes = await Promise.all(
      sent.map((bytes, index) => put(stores[index % 2]!, { ...submission, page: `/page-${index}` }, [bytes])),
    )
    expect(outcomes.filter(outcome => outcome === 'stored')).toHaveLength(1)
    const winner = outcomes.indexOf('stored')
    const read = await store.read(submission.id)
    expect(read?.page).toBe(`/page-${winner}`)
    expect(await bytesOf(store, submission.id, read!.files[0]!)).toEqual(sent[winner])
    expect(await idsOf(store)).toEqual({ open: [submission.id], held: [], all: [submission.id] })
    expect(await place.keys()).toHaveLength(3)
  })

  it('can be stored by another id when the first is taken, with the same files', async () => {
    const submission = aSubmission()
    await put(store, submission)
    const incoming = await store.begin()
    const file = await takeFile(incoming, Buffer.from('the CV'))
    expect(await incoming.commit(submission)).toBe('known')
    const other = aSubmission()
    expect(await incoming.commit(other)).toBe('stored')
    await incoming.discard()
    expect((await bytesOf(store, other.id, file)).toString()).toBe('the CV')
  })

  it('are open, held, open again and closed, and always one of these', async () => {
    const free = aSubmission()
    const spam = aSubmission({ held: 'Sent within a second.' })
    await put(store, free)
    await put(store, spam)
    expect(await idsOf(store)).toMatchObject({ open: [free.id], held: [spam.id] })
    expect((await store.read(spam.id))?.held).toBe('Sent within a second.')
    const counts = (most: number) =>
      Promise.all((['open', 'held', 'withdrawn'] as const).map(area => store.count(area, most)))
    expect(await counts(2)).toEqual([1, 1, 0])

    await store.hold(free.id, 'A scanner knows the file.')
    expect(await idsOf(store)).toMatchObject({ open: [], held: [free.id, spam.id].sort() })
    expect([await counts(2), await counts(1)]).toEqual([
      [0, 2, 0],
      [0, 1, 0],
    ])
    expect((await store.read(free.id))?.held).toBe('A scanner knows the file.')
    // Whoever was delivering it meanwhile does not lose it.
    await store.close(free.id)
    expect((await idsOf(store)).held).toContain(free.id)

    await store.release(spam.id)
    await store.release(spam.id)
    expect(await idsOf(store)).toMatchObject({ open: [spam.id], held: [free.id] })
    expect((await store.read(spam.id))?.held).toBeNull()
    await store.close(spam.id)
    await store.release(spam.id)
    expect(await idsOf(store)).toMatchObject({ open: [], held: [free.id], all: [free.id, spam.id].sort() })
    expect(await store.read(spam.id)).toEqual({ ...spam, held: null, files: [] })
  })

  it('come to rest in one place when they are held and released at once', async () => {
    const { id } = aSubmission()
    await put(store, aSubmission({ id }))
    const others = [store, await place.open()]
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        others.flatMap(each => [
          each.hold(id, 'Looks odd.'),
          each.release(id),
          listed(each.open()),
          listed(each.held()),
        ]),
      )
      const held = (await store.read(id))?.held !== null
      expect(await idsOf(store)).toEqual({ open: held ? [] : [id], held: held ? [id] : [], all: [id] })
    }
  })

  it('remember what a scanner said later, of that file alone', async () => {
    const submission = aSubmission()
    await put(store, submission, [Buffer.from('one'), Buffer.from('two')])
    await Promise.all([store.scanned(submission.id, 'f0', 'clean'), store.hold(submission.id, 'Looks odd.')])
    const read = await store.read(submission.id)
    expect(read?.files.map(({ scan }) => scan)).toEqual(['clean', 'pending'])
    expect(read?.held).toBe('Looks odd.')
    await store.scanned(submission.id, 'f1', 'none')
    expect((await store.read(submission.id))?.files.map(({ scan }) => scan)).toEqual(['clean', 'none'])
  })

  it('have one receipt for a delivery, the first', async () => {
    const submission = aSubmission()
    await put(store, submission)
    expect(await store.receipts(submission.id)).toEqual([])
    await store.receipt(submission.id, aReceipt('person', 'first'))
    await store.receipt(submission.id, aReceipt('person', 'second'))
    await Promise.all(Array.from({ length: 8 }, () => store.receipt(submission.id, aReceipt('office'))))
    const reading = Promise.all(Array.from({ length: 8 }, () => store.receipts(submission.id)))
    await store.receipt(submission.id, aReceipt('ats'))
    for (const seen of await reading)
      expect(seen).toEqual(expect.arrayContaining([aReceipt('office'), aReceipt('person', 'first')]))
    expect(await store.receipts(submission.id)).toEqual([
      aReceipt('ats'),
      aReceipt('office'),
      aReceipt('person', 'first'),
    ])
  })

  it('can be withdrawn: the first time counts, and the name goes when all have been told', async () => {
    const submission = aSubmission({ values: { name: 'Ottilie Brandt' } })
    const { id, formId, receivedAt, job, to } = submission
    await put(store, submission, [randomBytes(10)])
    const withdrawal = {
      id,
      formId,
      receivedAt,
      job,
      to,
      office: null,
      at: '2026-11-03T09:00:00.000Z',
      name: 'Ottilie',
    }
    expect(await store.withdrawal(id)).toBeNull()
    await store.withdraw(withdrawal)
    await Promise.all([1, 2].map(hour => store.withdraw({ ...withdrawal, at: `2026-11-04T0${hour}:00:00.000Z` })))
    await store.erase(id)
    expect(await store.withdrawal(id)).toEqual({ at: withdrawal.at, toTell: withdrawal })
    expect(await listed(store.withdrawn())).toEqual([id])
    expect(await idsOf(store)).toEqual({ open: [], held: [], all: [] })
    for (const delivery of ['office', 'ats'] as const) await store.tell(withdrawal, aReceipt(delivery))
    expect(await store.told(id)).toEqual([aReceipt('office'), aReceipt('ats')])
    await store.settleWithdrawal(id)
    await store.settleWithdrawal(id)
    await store.withdraw(withdrawal)
    expect(await store.withdrawal(id)).toEqual({ at: withdrawal.at, toTell: null })
    expect([await listed(store.withdrawn()), await listed(store.everWithdrawn())]).toEqual([[], [id]])
    expect(await place.keys()).toHaveLength(1)
    expect(await store.forgetWithdrawals(new Date(Date.now() - longAgo))).toBe(0)
    await place.age(`gone/${id}`, longAgo)
    expect(await store.forgetWithdrawals(new Date(Date.now() - longAgo / 2))).toBe(1)
    expect(await place.keys()).toEqual([])
    expect(await store.withdrawal(id)).toBeNull()
  })

  it('are erased without a trace, and whoever is still at work leaves none', async () => {
    const submission = aSubmission()
    await put(store, submission, [randomBytes(10_000), randomBytes(10)])
    await store.receipt(submission.id, aReceipt('office'))
    await store.scanned(submission.id, 'f0', 'clean')
    await store.hold(submission.id, 'Looks odd.')
    await store.erase(submission.id)
    expect(await place.keys()).toEqual([])
    await store.receipt(submission.id, aReceipt('person'))
    await store.scanned(submission.id, 'f1', 'clean')
    await store.hold(submission.id, 'Again.')
    await store.release(submission.id)
    await store.close(submission.id)
    await store.erase(submission.id)
    expect(await place.keys()).toEqual([])
    expect(await store.read(submission.id)).toBeNull()
    expect(await store.receipts(submission.id)).toEqual([])
    expect(await idsOf(store)).toEqual({ open: [], held: [], all: [] })
    // The number is free again.
    expect(await put(store, submission)).toBe('stored')
  })

  it('may be erased by the one who lists them', async () => {
    for (let count = 0; count < 8; count++)
      await put(store, aSubmission({ held: count % 2 ? 'odd' : null }), [Buffer.from('CV')])
    let seen = 0
    for await (const { id } of store.all()) {
      await store.erase(id)
      seen++
    }
    expect(seen).toBe(8)
    expect(await place.keys()).toEqual([])
  })

  it('take no file that is too large, and none of it stays', async () => {
    const incoming = await store.begin()
    for (const size of [1_001, 5_000, 50_000])
      await expect(
        incoming.take(Readable.from([Buffer.alloc(size / 2), Buffer.alloc(size / 2 + 1)]), 1_000),
      ).rejects.toThrow(TooLarge)
    expect(filesBelow(place.folder)).toEqual([])
    // The next one finds its way.
    const file = await takeFile(incoming, Buffer.from('small enough'))
    const submission = aSubmission()
    expect(await incoming.commit(submission)).toBe('stored')
    await incoming.discard()
    expect((await bytesOf(store, submission.id, file)).toString()).toBe('small enough')
  })

  it('leave nothing of a file that broke off, nor of one that nobody kept', async () => {
    const incoming = await store.begin()
    const cut = Readable.from(
      (async function* () {
        yield Buffer.alloc(70_000)
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      })(),
    )
    const failed = incoming.take(cut, 1_000_000)
    await expect(failed).rejects.toThrow('read ECONNRESET')
    await expect(failed).rejects.not.toBeInstanceOf(StoreUnavailable)
    await incoming.take(Readable.from([Buffer.from('refused for its kind')]), 1_000)
    const submission = aSubmission()
    expect(await incoming.commit(submission)).toBe('stored')
    await incoming.discard()
    await incoming.discard()
    expect(filesBelow(join(place.folder, 'incoming'))).toEqual([])
    expect((await place.keys()).filter(key => /^f\d+(-|$)/.test(key.split('/').at(-1)!))).toEqual([])
    const dropped = await store.begin()
    await takeFile(dropped, Buffer.from('CV'))
    await dropped.discard()
  })

  it('are for the eyes of the owner alone, on the machine', async () => {
    const incoming = await store.begin()
    const { path } = await incoming.take(Readable.from([Buffer.from('CV')]), 1_000)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    expect(statSync(join(place.folder, 'incoming')).mode & 0o777).toBe(0o700)
    await incoming.discard()
  })

  it.each([
    '../../etc',
    '',
    'A0000000-0000-4000-8000-000000000000',
    `${randomUUID()}/..`,
    `${randomUUID()}\n`,
    '.',
    '%2e%2e',
  ])('have no number %j', async id => {
    const file: StoredFile = {
      field: 'cv',
      part: 'f0',
      name: 'x',
      contentType: 'x',
      bytes: 0,
      sha256: sha256(Buffer.alloc(0)),
      scan: 'none',
    }
    const refused = 'A submission id is a uuid in lower case.'
    await expect(store.has(id)).rejects.toThrow(refused)
    await expect(store.read(id)).rejects.toThrow(refused)
    await expect(store.openFile(id, file)).rejects.toThrow(refused)
    await expect(store.receipts(id)).rejects.toThrow(refused)
    await expect(store.receipt(id, aReceipt('office'))).rejects.toThrow(refused)
    await expect(store.close(id)).rejects.toThrow(refused)
    await expect(store.hold(id, 'odd')).rejects.toThrow(refused)
    await expect(store.release(id)).rejects.toThrow(refused)
    await expect(store.scanned(id, 'f0', 'clean')).rejects.toThrow(refused)
    await expect(store.erase(id)).rejects.toThrow(refused)
    await expect(put(store, aSubmission({ id }))).rejects.toThrow(refused)
  })

  it.each(['f', '../f0', 'f0/../../x', 'submission.json', 'f123', ''])('have no part %j', async part => {
    const submission = aSubmission()
    await put(store, submission, [Buffer.from('CV')])
    const [file] = (await store.read(submission.id))!.files
    await expect(store.openFile(submission.id, { ...file!, part })).rejects.toThrow(
      'A part of a submission is called f and a number.',
    )
    await expect(store.scanned(submission.id, part, 'clean')).rejects.toThrow(
      'A part of a submission is called f and a number.',
    )
    const incoming = await store.begin()
    expect(() => incoming.keep({ ...file!, part })).toThrow('A part that was not taken cannot be kept.')
    await incoming.discard()
  })

  it('are refused for now where nothing can be written, and taken when it can, without a restart', async () => {
    const before = aSubmission()
    await put(store, before)
    const submission = aSubmission()
    const incoming = await store.begin()
    const file = await takeFile(incoming, randomBytes(5_000))
    await place.break()
    try {
      const at = Date.now()
      await expect(incoming.commit(submission)).rejects.toThrow(StoreUnavailable)
      // Nobody is waited for who is not there.
      expect(Date.now() - at).toBeLessThan(patienceMs - 10_000)
      await expect(store.read(before.id)).rejects.toThrow(StoreUnavailable)
      await expect(store.receipt(before.id, aReceipt('office'))).rejects.toThrow(StoreUnavailable)
      await expect(store.erase(before.id)).rejects.toThrow(StoreUnavailable)
      await expect(listed(store.open())).rejects.toThrow(StoreUnavailable)
      await expect(listed(store.all())).rejects.toThrow(StoreUnavailable)
      // A process that starts now starts.
      const late = await place.open()
      await expect(late.has(before.id)).rejects.toThrow(StoreUnavailable)
    } finally {
      await place.mend()
    }
    expect(await incoming.commit(submission)).toBe('stored')
    await incoming.discard()
    expect(sha256(await bytesOf(store, submission.id, file))).toBe(file.sha256)
    expect((await idsOf(store)).open).toEqual([before.id, submission.id].sort())
  })

  it('are taken again after somebody has removed the folder', async () => {
    rmSync(place.folder, { recursive: true })
    const submission = aSubmission()
    expect(await put(store, submission, [Buffer.from('CV')])).toBe('stored')
    expect((await idsOf(store)).open).toEqual([submission.id])
  })

  it('of a process that died before the last step are nowhere to be seen, may come again, and are gone in the end', async () => {
    const [fresh, old, again] = [randomUUID(), randomUUID(), randomUUID()]
    const file = { part: 'f0', sha256: sha256(Buffer.from('CV')) } as StoredFile
    for (const id of [fresh, old, again]) await place.write(`open/${id}`, '')
    await place.write(`held/${old}`, '')
    const inBucket = place.fileKey(old, file).endsWith(file.sha256)
    // In a folder the files come with the last step.
    if (inBucket) for (const id of [fresh, old, again]) await place.write(place.fileKey(id, file), 'CV')
    for (const key of [
      `open/${old}`,
      `held/${old}`,
      `open/${again}`,
      ...(inBucket ? [place.fileKey(old, file), place.fileKey(again, file)] : []),
    ])
      await place.age(key, longAgo)
    expect(await put(store, aSubmission({ id: again }), [Buffer.from('CV')])).toBe('stored')

    const area = join(place.folder, 'incoming', randomUUID())
    const grave = join(place.folder, 'incoming', `dead-${randomUUID()}`)
    for (const path of [area, grave]) {
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'f0'), 'CV')
    }
    utimesSync(area, 0, 0)

    expect(await store.has(fresh)).toBe(false)
    expect(await store.read(old)).toBeNull()
    expect(await idsOf(store)).toEqual({ open: [again], held: [], all: [again] })
    const keys = await place.keys()
    expect(keys.filter(key => key.includes(old))).toEqual([])
    expect(keys.some(key => key.includes(fresh))).toBe(true)
    expect(filesBelow(join(place.folder, 'incoming'))).toEqual([])
    // What is fresh may still be on its way, and is.
    expect(await put(store, aSubmission({ id: fresh }), [Buffer.from('CV')])).toBe('stored')
    expect((await idsOf(store)).open).toEqual([again, fresh].sort())
  })

  it('that came half way from one list to another are in one of them', async () => {
    const held = aSubmission()
    const released = aSubmission({ held: 'Looks odd.' })
    const marked = aSubmission({ held: 'Looks odd.' })
    for (const submission of [held, released, marked]) await put(store, submission)
    // A hold that died after its first step; a release that died after its second one; one that died after its first.
    await place.write(`stored/${held.id}/hold`, JSON.stringify({ held: 'A scanner knows it.' }))
    await place.write(`open/${released.id}`, '')
    await place.write(`stored/${released.id}/hold`, JSON.stringify({ held: null }))
    await place.write(`open/${marked.id}`, '')
    for (let look = 0; look < 2; look++)
      expect(await idsOf(store)).toMatchObject({ open: [released.id], held: [held.id, marked.id].sort() })
    expect((await place.keys()).filter(key => !key.includes('json') && !key.endsWith('hold'))).toHaveLength(3)
  })

  it('that a disk has damaged do not keep the others, are told of by number, and never sent', async () => {
    const [torn, good, file] = [aSubmission(), aSubmission(), aSubmission()]
    for (const submission of [torn, good, file]) await put(store, submission, [Buffer.from('the whole CV')])
    const kept = (await store.read(file.id))!.files[0]!
    await place.write(`stored/${torn.id}/submission.json`, '{"id":"')
    await place.write(`stored/${good.id}/receipt-office.json`, '')
    await place.write(`open/.DS_Store`, '')
    await place.write(`held/.DS_Store`, '')
    await place.write(`stored/readme`, '')
    expect(await idsOf(store)).toEqual({
      open: [torn.id, good.id, file.id].sort(),
      held: [],
      all: [torn.id, good.id, file.id].sort(),
    })
    expect(place.told).toContainEqual({ event: 'submissionDamaged', submissionId: torn.id })
    await expect(store.read(torn.id)).rejects.toThrow(`Submission ${torn.id} is damaged`)
    expect(await store.has(torn.id)).toBe(true)
    expect(await put(store, torn)).toBe('known')
    // The delivery was made, so much is certain.
    expect(await store.receipts(good.id)).toMatchObject([
      { delivery: 'office', note: 'made; the receipt cannot be read any more' },
    ])
    for (const text of ['the whole cv', 'the whole', 'the whole CV and more', '']) {
      await place.write(place.fileKey(file.id, kept), text)
      await expect(bytesOf(store, file.id, kept)).rejects.toThrow(`File f0 of submission ${file.id} is damaged`)
    }
    expect(JSON.stringify(place.told)).not.toMatch(/Ottilie|longlist\.example/)
    for (const id of [torn.id, good.id, file.id]) await store.erase(id)
    expect((await place.keys()).filter(key => !/DS_Store|readme/.test(key))).toEqual([])
    // Away with what is not ours.
    await place.stop()
    place = await make()
    store = await place.open()
  })

  it('do what a simple model does, whatever is asked of them in whatever order', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const id = fc.constantFrom(...ids)
    const delivery = fc.constantFrom<Receipt['delivery']>('office', 'person', 'ats')
    const step = fc.oneof(
      fc.record({
        do: fc.constant('commit' as const),
        id,
        held: fc.constantFrom(null, 'Looks odd.'),
        bytes: fc.uint8Array({ maxLength: 40 }),
      }),
      fc.record({ do: fc.constant('receipt' as const), id, delivery }),
      fc.record({
        do: fc.constantFrom(
          'close' as const,
          'hold' as const,
          'release' as const,
          'scanned' as const,
          'erase' as const,
          'reopen' as const,
        ),
        id,
      }),
    )
    interface Model {
      submission: Omit<Submission, 'files'>
      bytes: Buffer
      closed: boolean
      scan: string
      receipts: Set<string>
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14, size: 'max' }), async steps => {
        const model = new Map<string, Model>()
        let tried = store
        for (const next of steps) {
          const known = model.get(next.id)
          if (next.do === 'commit') {
            const submission = aSubmission({ id: next.id, held: next.held })
            const bytes = Buffer.from(next.bytes)
            expect(await put(tried, submission, [bytes])).toBe(known ? 'known' : 'stored')
            if (!known) model.set(next.id, { submission, bytes, closed: false, scan: 'pending', receipts: new Set() })
          } else if (next.do === 'receipt') {
            await tried.receipt(next.id, aReceipt(next.delivery))
            known?.receipts.add(next.delivery)
          } else if (next.do === 'close') {
            await tried.close(next.id)
            if (known && known.submission.held === null) known.closed = true
          } else if (next.do === 'hold') {
            await tried.hold(next.id, 'Held.')
            if (known) known.submission = { ...known.submission, held: 'Held.' }
          } else if (next.do === 'release') {
            await tried.release(next.id)
            if (known && known.submission.held !== null) {
              known.submission = { ...known.submission, held: null }
              known.closed = false
            }
          } else if (next.do === 'scanned') {
            await tried.scanned(next.id, 'f0', 'clean')
            if (known) known.scan = 'clean'
          } else if (next.do === 'erase') {
            await tried.erase(next.id)
            model.delete(next.id)
          } else tried = await place.open()

          const where = (wanted: 'open' | 'held') =>
            [...model]
              .filter(([, { submission, closed }]) =>
                submission.held === null ? !closed && wanted === 'open' : wanted === 'held',
              )
              .map(([each]) => each)
          expect(await idsOf(tried)).toEqual({
            open: where('open').sort(),
            held: where('held').sort(),
            all: [...model.keys()].sort(),
          })
        }
        for (const each of ids) {
          const known = model.get(each)
          expect(await tried.has(each)).toBe(known !== undefined)
          const read = await tried.read(each)
          expect(read && { ...read, files: read.files.map(({ scan }) => scan) }).toEqual(
            known ? { ...known.submission, files: [known.scan] } : null,
          )
          expect((await tried.receipts(each)).map(({ delivery: made }) => made)).toEqual(
            [...(known?.receipts ?? [])].sort(),
          )
          if (known) expect(await bytesOf(tried, each, read!.files[0]!)).toEqual(known.bytes)
        }
        for (const each of ids) await tried.erase(each)
        expect(await place.keys()).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})

describe('a folder of submissions', () => {
  let folder: string
  const told: Place['told'] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'longlist-store-'))
    told.length = 0
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const home = (id: string) => join(folder, 'stored', id.slice(0, 2), id)

  it('shows nothing to others than its owner', async () => {
    const store = await openLocalStore(join(folder, 'below', 'it'), logTo(told))
    await put(store, aSubmission(), [Buffer.from('CV')])
    await put(store, aSubmission({ held: 'odd' }))
    for (const entry of readdirSync(join(folder, 'below'), { recursive: true, withFileTypes: true }))
      expect([entry.name, statSync(join(entry.parentPath, entry.name)).mode & 0o777]).toEqual([
        entry.name,
        entry.isDirectory() ? 0o700 : 0o600,
      ])
    expect(statSync(join(folder, 'below')).mode & 0o777).toBe(0o700)
  })

  it('follows no link that somebody has laid', async () => {
    const store = await openLocalStore(folder, logTo(told))
    const submission = aSubmission()
    await put(store, submission, [Buffer.from('CV')])
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'CV')
    const file = (await store.read(submission.id))!.files[0]!
    rmSync(join(home(submission.id), 'f0'))
    symlinkSync(secret, join(home(submission.id), 'f0'))
    await expect(bytesOf(store, submission.id, file)).rejects.toThrow('ELOOP')
    const next = aSubmission()
    symlinkSync(secret, join(folder, 'open', next.id))
    await put(store, next)
    symlinkSync(secret, join(home(next.id), 'receipt-office.json'))
    rmSync(join(home(next.id), 'submission.json'))
    symlinkSync(secret, join(home(next.id), 'submission.json'))
    await expect(store.read(next.id)).rejects.toThrow('ELOOP')
    expect(readFileSync(secret, 'utf8')).toBe('CV')
  })

  it('never answers “known” for what is not there, nor writes over what it does not know', async () => {
    const store = await openLocalStore(folder, logTo(told))
    const submission = aSubmission()
    mkdirSync(home(submission.id), { recursive: true })
    writeFileSync(join(home(submission.id), 'f0'), 'half a CV')
    await expect(put(store, submission)).rejects.toThrow(StoreUnavailable)
    expect(readFileSync(join(home(submission.id), 'f0'), 'utf8')).toBe('half a CV')
    // It goes in its time.
    utimesSync(join(home(submission.id), 'f0'), 0, 0)
    expect(await listed(store.all())).toEqual([{ id: submission.id, receivedAt: '1970-01-01T00:00:00.000Z' }])
    await store.erase(submission.id)
    expect(await put(store, submission)).toBe('stored')
  })

  it('goes on when one submission cannot be read at all, and stops when none can', async () => {
    const store = await openLocalStore(folder, logTo(told))
    const good = [aSubmission(), aSubmission()]
    for (const submission of good) await put(store, submission)
    const bad: string[] = []
    const spoil = () => {
      const id = randomUUID()
      bad.push(id)
      mkdirSync(join(folder, 'stored', id.slice(0, 2)), { recursive: true })
      writeFileSync(home(id), 'a file where a folder should be')
      writeFileSync(join(folder, 'open', id), '')
    }
    spoil()
    expect(await idsOf(store)).toEqual({
      open: good.map(({ id }) => id).sort(),
      held: [],
      all: good.map(({ id }) => id).sort(),
    })
    expect(told).toContainEqual({ event: 'submissionUnreadable', submissionId: bad[0] })
    for (const { id } of good) await store.erase(id)
    while (bad.length < 5) spoil()
    await expect(listed(store.open())).rejects.toThrow(StoreUnavailable)
  })

  it('removes what was abandoned while it runs, not what is on its way', async () => {
    const store = await openLocalStore(folder, logTo(told))
    const [slow, gone] = [await store.begin(), await store.begin()]
    const file = await takeFile(slow, Buffer.from('CV'))
    const { path } = await gone.take(Readable.from([Buffer.from('CV')]), 1_000)
    utimesSync(join(path, '..'), 0, 0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    try {
      await store.begin()
      await expect.poll(() => filesBelow(join(folder, 'incoming'))).toEqual(['f0'])
    } finally {
      vi.useRealTimers()
    }
    // Back after all: told that it failed, and nothing half is stored.
    const late = aSubmission()
    gone.keep({ ...file, part: 'f0' })
    await expect(gone.commit(late)).rejects.toThrow(StoreUnavailable)
    expect(await store.has(late.id)).toBe(false)
    const submission = aSubmission()
    expect(await slow.commit(submission)).toBe('stored')
    expect((await bytesOf(store, submission.id, file)).toString()).toBe('CV')
  })

  const mountable = canMount()
  it('says so when the disk is full, reads its sender to the end, and goes on when there is room', async ({ skip }) => {
    skip(!mountable, 'no small file system can be mounted here')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', folder])
    try {
      const store = await openLocalStore(folder, logTo(told))
      const kept = aSubmission()
      await put(store, kept, [randomBytes(100_000)])
      const incoming = await store.begin()
      let sent = 0
      const large = Readable.from(
        (async function* () {
          for (; sent < 10; sent++) yield randomBytes(50_000)
        })(),
      )
      await expect(incoming.take(large, 1_000_000)).rejects.toThrow(StoreUnavailable)
      expect(sent).toBe(10)
      writeFileSync(join(folder, 'ballast'), '')
      expect(() => writeFileSync(join(folder, 'ballast'), randomBytes(300_000))).toThrow('ENOSPC')
      const submission = aSubmission()
      await expect(put(store, submission)).rejects.toThrow(StoreUnavailable)
      await expect(store.receipt(kept.id, aReceipt('office'))).rejects.toThrow(StoreUnavailable)
      await incoming.discard()
      expect(await idsOf(store)).toEqual({ open: [kept.id], held: [], all: [kept.id] })
      expect(await store.receipts(kept.id)).toEqual([])

      execFileSync('mount', ['-o', 'remount,ro', folder])
      await expect(put(store, submission)).rejects.toThrow(StoreUnavailable)
      await expect((await store.begin()).take(Readable.from([Buffer.from('CV')]), 1_000)).rejects.toThrow(
        StoreUnavailable,
      )
      expect(await store.read(kept.id)).toMatchObject({ id: kept.id })
      execFileSync('mount', ['-o', 'remount,rw', folder])
      rmSync(join(folder, 'ballast'))
      expect(await put(store, submission, [Buffer.from('CV')])).toBe('stored')
      expect(filesBelow(join(folder, 'incoming'))).toEqual([])
    } finally {
      execFileSync('umount', [folder])
    }
  })

  it('holds every submission that it said it had, whole, after its process was killed at any moment', async () => {
    const project = fileURLToPath(new URL('../..', import.meta.url))
    // Holds and releases some, erases some, and says what it did after it did it.
    const script = `
      import { createHash, randomBytes, randomUUID } from 'node:crypto'
      import { Readable } from 'node:stream'
      import { openLocalStore } from ${JSON.stringify(join(project, 'api/submissions/localStore.ts'))}
      const store = await openLocalStore(process.env.STORE)
      const blank = { formId: 'f', receivedAt: new Date().toISOString(), page: '/', values: {}, labels: {}, consent: null, job: null, to: '', digest: '' }
      for (let lane = 0; lane < 4; lane++) void (async () => {
        for (let round = 0; ; round++) {
          const id = randomUUID()
          const incoming = await store.begin()
          const taken = await incoming.take(Readable.from([randomBytes(40_000), randomBytes(20_000)]), 1e6)
          incoming.keep({ field: 'cv', name: 'cv', contentType: 'x', scan: 'none', part: taken.part, bytes: taken.bytes, sha256: taken.sha256 })
          await incoming.commit({ ...blank, id, held: round % 3 === 1 ? 'odd' : null })
          console.log('stored ' + id + ' ' + taken.sha256)
          if (round % 3 === 1) await store.release(id)
          if (round % 3 === 2) { await store.hold(id, 'odd'); if (round % 2) await store.release(id) }
          if (round % 4 === 3) { console.log('erasing ' + id); await store.erase(id) }
        }
      })()`
    const said = new Map<string, string>()
    const erased = new Set<string>()
    const [rounds, inEach] = [fullSize ? 10 : 4, 12]
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        cwd: project,
        env: { ...process.env, STORE: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        const lines = createInterface(child.stdout)
        await new Promise<void>(resolve => {
          child.once('close', resolve)
          lines.on('line', line => {
            // The last one may be half a line.
            const [, id, checksum, gone] =
              /^(?:stored ([\da-f-]{36}) ([\da-f]{64})|erasing ([\da-f-]{36}))$/.exec(line) ?? []
            if (id && checksum) said.set(id, checksum)
            if (gone) erased.add(gone)
            // Some in each round, however slow the disk is.
            if (said.size >= (round + 1) * inEach) resolve()
          })
        })
        await new Promise(resolve => setTimeout(resolve, Math.random() * 250))
      } finally {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      }
      const store = await openLocalStore(folder, logTo(told))
      const { open, held, all } = await idsOf(store)
      // Neither lost nor in two places.
      expect([...open, ...held].sort()).toEqual(all)
      for (const id of said.keys()) if (!erased.has(id)) expect(all).toContain(id)
      for (const id of all) {
        const read = await store.read(id)
        const [file] = read!.files
        const checksum = sha256(await bytesOf(store, id, file!))
        expect(checksum).toBe(said.get(id) ?? file!.sha256)
      }
      for (const group of readdirSync(join(folder, 'stored')))
        for (const id of readdirSync(join(folder, 'stored', group)))
          expect(readdirSync(home(id))).toEqual(expect.arrayContaining(['f0', 'submission.json']))
    }
    expect(said.size).toBeGreaterThanOrEqual(rounds * inEach)
    expect(told).toEqual([])
  })
})

function canMount(): boolean {
  const at = mkdtempSync(join(tmpdir(), 'longlist-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at], { stdio: 'ignore' })
    execFileSync('umount', [at])
    return true
  } catch {
    return false
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}

describe('a bucket of submissions', () => {
  let folder: string
  const told: Place['told'] = []
  const close: (() => void)[] = []
  const secret = 'a-secret-that-nobody-reads'
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'longlist-store-'))
  })
  afterEach(() => {
    for (const each of close.splice(0)) each()
    rmSync(folder, { recursive: true, force: true })
  })
  const openAt = (port: number, waitMs?: number) =>
    openStore(
      {
        folder,
        bucket: {
          name: 'submissions',
          endpoint: `http://127.0.0.1:${port}`,
          region: 'eu-west-2',
          accessKeyId: 'KEY-ID-OF-OURS',
          secretAccessKey: secret,
        },
      },
      logTo(told),
      waitMs,
    )
  /** A service that answers as it is told. */
  async function service(answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<number> {
    const server = createServer((request, reply) => {
      request.resume().once('end', () => answer(request, reply))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    close.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  it('that hangs is a bucket that is down, within seconds', async () => {
    const sockets = new Set<Socket>()
    const server = createNetServer(socket => void sockets.add(socket.on('error', () => undefined))).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    close.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    expect(usualMs).toBeLessThanOrEqual(10_000)
    const store = await openAt((server.address() as AddressInfo).port, 1_000)
    const at = Date.now()
    await expect(put(store, aSubmission(), [randomBytes(10_000)])).rejects.toThrow(
      /^The bucket cannot be used: (TimeoutError|ETIMEDOUT|AbortError)$/,
    )
    // One of them, and those for which the machine stands still.
    expect(Date.now() - at).toBeLessThan(60_000)
    expect(filesBelow(folder)).toEqual([])
  })

  it('that goes silent within a file fails the delivery', async () => {
    const port = await service((_request, reply) => {
      reply.writeHead(200, { 'content-length': '10' }).write('half')
      reply.destroy()
    })
    const store = await openAt(port, patienceMs)
    const file: StoredFile = {
      field: 'cv',
      part: 'f0',
      name: 'x',
      contentType: 'x',
      bytes: 10,
      sha256: sha256(Buffer.alloc(10)),
      scan: 'none',
    }
    await expect(bytesOf(store, randomUUID(), file)).rejects.toThrow()
  })

  it.each([
    [403, 'SignatureDoesNotMatch'],
    [404, 'NoSuchBucket'],
    [500, 'InternalError'],
  ])('that answers %d %s stores nothing, and no message quotes its key', async (status, code) => {
    const port = await service((_request, reply) => {
      reply.writeHead(status, { 'content-type': 'application/xml' })
      reply.end(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The key KEY-ID-OF-OURS is wrong, ${secret}</Message><AWSAccessKeyId>KEY-ID-OF-OURS</AWSAccessKeyId></Error>`,
      )
    })
    const store = await openAt(port, patienceMs)
    const error = await put(store, aSubmission(), [Buffer.from('CV')]).catch(thrown => thrown)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error.message).toBe(`The bucket cannot be used: ${code} ${status}`)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/KEY-ID|a-secret/)
    await expect(store.read(randomUUID())).rejects.toThrow(StoreUnavailable)
  })

  it('is sent a checksum with every file, which the service can refuse it by', async () => {
    const bytes = randomBytes(1_000)
    let sent: unknown
    const port = await service((request, reply) => {
      if (request.method === 'PUT' && request.url?.includes('/f0-')) sent = request.headers['x-amz-checksum-sha256']
      if (sent) reply.writeHead(400).end('<Error><Code>BadDigest</Code></Error>')
      else reply.end('<ListBucketResult></ListBucketResult>')
    })
    await expect(put(await openAt(port, patienceMs), aSubmission(), [bytes])).rejects.toThrow('BadDigest 400')
    expect(sent).toBe(createHash('sha256').update(bytes).digest('base64'))
  })

  it('with versions keeps none of what is erased, nor of what is written meanwhile', async () => {
    const id = randomUUID()
    const note = { id: randomUUID(), at: '2026-11-02T09:30:00.000Z', by: 'hugo', kind: 'note', text: 'Grüße' } as const
    const late = randomUUID()
    const deleted: string[] = []
    const versions = new Map<string, Set<string>>([
      [`stored/${id}/submission.json`, new Set(['v1'])],
      [`stored/${id}/f0-${'a'.repeat(64)}`, new Set(['v1', 'v2'])],
      [`stored/${id}/receipt-office.json`, new Set(['v1'])],
      [`stored/${id}/event-${note.id}.json`, new Set(['v1'])],
      [`open/${id}`, new Set(['v1', 'marker'])],
      [`stored/${late}/submission.json`, new Set(['v1'])],
    ])
    const xml = (root: string, keys: string[]) => `<?xml version="1.0"?><${root}>${keys.join('')}</${root}>`
    const port = await service((request, reply) => {
      const url = new URL(request.url!, 'http://localhost')
      const key = decodeURIComponent(url.pathname.slice('/submissions/'.length))
      const prefix = url.searchParams.get('prefix') ?? ''
      const found = [...versions].filter(([each]) => each.startsWith(prefix))
      const version = url.searchParams.get('versionId')
      if (request.method === 'DELETE') {
        const own = versions.get(key) ?? new Set()
        deleted.push(key.split('/').at(-1)!)
        if (version) own.delete(version)
        else versions.set(key, own.add('marker'))
        return reply.writeHead(204, { 'x-amz-version-id': version ?? 'marker', 'x-amz-delete-marker': 'true' }).end()
      }
      if (request.method === 'PUT') {
        versions.set(key, new Set(['v1']))
        // Another process erases the submission in this moment.
        versions.get(`stored/${late}/submission.json`)?.clear()
        return reply.end()
      }
      if (versions.has(key)) return reply.end('{}')
      if (url.searchParams.has('versions'))
        return reply.end(
          xml(
            'ListVersionsResult',
            found.flatMap(([each, own]) =>
              [...own].map(name => {
                const kind = name === 'marker' ? 'DeleteMarker' : 'Version'
                return `<${kind}><Key>${each}</Key><VersionId>${name}</VersionId></${kind}>`
              }),
            ),
          ),
        )
      reply.end(
        xml(
          'ListBucketResult',
          found
            .filter(([, own]) => own.size > 0 && !own.has('marker'))
            .map(([each]) => `<Contents><Key>${each}</Key></Contents>`),
        ),
      )
    })
    const store = await openAt(port, patienceMs)
    await store.erase(id)
    expect([...versions.values()].map(own => [...own])).toEqual([[], [], [], [], [], ['v1'], []])
    // Broken off anywhere, what is left is found, or holds nothing of the person.
    const [event, submission, receipt] = [`event-${note.id}.json`, 'submission.json', 'receipt-office.json'].map(name =>
      deleted.indexOf(name),
    ) as [number, number, number]
    expect([event < submission, submission < receipt]).toEqual([true, true])
    expect(await store.event(late, note)).toBe('gone')
    expect([...versions.values()].flatMap(own => [...own])).toEqual([])
  })

  it('that does not know If-None-Match is written by one of two sites, and a claim of a dead one does not stand in the way', async () => {
    const bucket = await startBucket({ conditional: false })
    try {
      const stores = await Promise.all(
        [0, 1, 2].map(site =>
          openStore({ folder: join(folder, String(site)), bucket: bucket.settings }, logTo(told), patienceMs),
        ),
      )
      const dead = aSubmission()
      await bucket.write(`stored/${dead.id}/claim-${randomUUID()}`, '')
      await bucket.age((await bucket.keys())[0]!, 5 * 60_000)
      const fresh = aSubmission()
      const outcomes = await Promise.all(
        [dead, fresh].flatMap(submission =>
          stores.map((store, site) => put(store, { ...submission, page: `/${site}` })),
        ),
      )
      expect(outcomes.filter(outcome => outcome === 'stored')).toHaveLength(2)
      for (const { id } of [dead, fresh]) {
        const winner = outcomes.indexOf('stored', id === dead.id ? 0 : 3) % 3
        expect((await stores[0]!.read(id))?.page).toBe(`/${winner}`)
      }
    } finally {
      await bucket.stop()
    }
  })
})

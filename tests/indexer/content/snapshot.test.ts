import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { openSnapshot, type Snapshot, type SnapshotOptions } from '../../../indexer/content/snapshot.ts'
import { type CdaServer, startCdaServer } from '../../../infra/cms/cdaServer.ts'
import type { CdaServerOptions } from '../../../infra/cms/exchange.ts'
import type { CmsFault } from '../../../infra/cms/faults.ts'
import { type ExportedEntity, Space, type SpaceExport } from '../../../infra/cms/space.ts'
import { freePort } from '../../../infra/start/ports.ts'

const folders: string[] = []
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open.splice(0)) await one.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const anEntry = (id: string, title: unknown = `Title ${id}`): ExportedEntity => ({
  sys: {
    id,
    type: 'Entry',
    contentType: { sys: { id: 'post' } },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    version: 2,
    publishedVersion: 1,
    publishedAt: '2026-02-01T00:00:00.000Z',
    publishedCounter: 1,
  },
  fields: { title: { en: title } },
})
const anAsset = (id: string): ExportedEntity => ({
  sys: { ...anEntry(id).sys, type: 'Asset' },
  fields: {
    title: { en: id },
    file: {
      en: {
        url: `//images.cms.example/${id}.jpg`,
        fileName: `${id}.jpg`,
        contentType: 'image/jpeg',
        details: { size: 9 },
      },
    },
  },
})
const aSpace = (entries: ExportedEntity[], assets: ExportedEntity[] = []): SpaceExport => ({
  locales: [{ code: 'en', default: true, fallbackCode: null }],
  contentTypes: [{ sys: { id: 'post' }, fields: [{ id: 'title', type: 'Text', localized: true }] }],
  entries,
  assets,
})

const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-snapshot-'))
  folders.push(folder)
  return folder
}
async function aServer(content: SpaceExport, options: Partial<CdaServerOptions> = {}): Promise<CdaServer> {
  const server = await startCdaServer({
    space: new Space(content),
    deliveryToken: 'reads',
    requestsPerSecond: 1_000,
    ...options,
  })
  open.push(server)
  return server
}
/**
 * Looked at only when a test says so, but for the pauses after a failure. Patient: the CMS is in this process, which
 * may stand still.
 * @returns what it has logged, and why it could not read the CMS
 */
function aSnapshot(host: string, options: Partial<SnapshotOptions> = {}) {
  const logged: string[] = []
  const reasons: string[] = []
  const note = (fields: object) => {
    const { event, reason } = fields as { event: string; reason: string }
    logged.push(event)
    if (event === 'contentFailed') reasons.push(reason)
  }
  const snapshot = openSnapshot({
    space: 'local',
    environment: 'master',
    accessToken: 'reads',
    host,
    insecure: true,
    file: join(aFolder(), 'snapshot.json'),
    pollSeconds: 0,
    log: { info: note, warn: note, error: note },
    timeoutMs: 50_000,
    settleMs: [],
    ...options,
  })
  open.push(snapshot)
  return { snapshot, logged, reasons }
}
const titles = (snapshot: Snapshot) => snapshot.entries('post').map(({ id, fields }) => `${id}: ${fields.title}`)
const syncs = (server: CdaServer) => server.asked.filter(line => line.includes('/sync'))

it('reads the whole space once, then what has changed: new, changed, unpublished, deleted', async () => {
  const server = await aServer(aSpace([anEntry('a'), anEntry('b'), anEntry('c')], [anAsset('picture')]))
  const { snapshot } = aSnapshot(server.host)
  expect([snapshot.version, titles(snapshot)]).toEqual(['', []])
  expect(await snapshot.refresh()).toBe(true)
  expect(titles(snapshot)).toEqual(['a: Title a', 'b: Title b', 'c: Title c'])
  expect(snapshot.asset('picture')).toMatchObject({
    fileName: 'picture.jpg',
    url: expect.stringContaining('images.cms.example'),
  })
  const [version, kept] = [snapshot.version, snapshot.entry('a')]
  expect(await snapshot.refresh()).toBe(false)
  expect([snapshot.version, snapshot.entry('a')]).toEqual([version, kept])

  let told = 0
  snapshot.onChange(() => told++)
  server.space.put('a', { fields: { title: { en: 'Another title' } } })
  expect(await snapshot.refresh()).toBe(false) // a draft
  server.space.publish('Entry', 'a')
  server.space.put('d', { fields: { title: { en: 'New' } } }, { type: 'post' })
  server.space.publish('Entry', 'd')
  server.space.unpublish('Entry', 'b')
  server.space.unpublish('Entry', 'c')
  server.space.remove('Entry', 'c')
  server.space.unpublish('Asset', 'picture')
  expect(await snapshot.refresh()).toBe(true)
  expect(titles(snapshot)).toEqual(['a: Another title', 'd: New'])
  expect(snapshot.asset('picture')).toBeUndefined()
  expect([told, snapshot.version === version]).toEqual([1, false])
  // One sync of everything; all others asked by the token.
  expect(syncs(server).filter(line => line.includes('initial=true'))).toHaveLength(1)

  server.space.publish('Entry', 'b')
  await snapshot.refresh()
  expect(snapshot.entry('b')).toBeDefined()
})

for (const fault of [
  'rateLimited',
  'broken',
  'html',
  'half',
  'hangUp',
  'unauthorized',
  'slow',
  'badRequest',
] as const satisfies readonly CmsFault[])
  it(`keeps what it has while the CMS answers with a fault (${fault}), says so once, and is back by itself`, async () => {
    const server = await aServer(aSpace([anEntry('a'), anEntry('b')]))
    const file = join(aFolder(), 'snapshot.json')
    const first = aSnapshot(server.host, { file })
    await first.snapshot.refresh()
    await first.snapshot.close()
    // What it has it has from the disk: a test that waits for no answer cannot rely on one.
    const { snapshot, reasons } = aSnapshot(server.host, {
      file,
      firstPauseMs: 20,
      ...(fault === 'slow' && { timeoutMs: 1_000 }),
    })
    const { version } = snapshot
    server.space.put('a', { fields: { title: { en: 'After' } } })
    server.space.publish('Entry', 'a')
    server.fault = () => fault
    for (let i = 0; i < 2; i++) expect(await snapshot.refresh()).toBe(false)
    expect([snapshot.version, titles(snapshot)]).toEqual([version, ['a: Title a', 'b: Title b']])
    expect(snapshot.state()).toMatchObject({ error: expect.stringMatching(/\S/), entries: 2 })
    expect(reasons).not.toEqual([])
    // The next time only when it is another reason.
    expect(reasons.filter((reason, n) => reason === reasons[n - 1])).toEqual([])
    // Nobody asks: the pause after a failure ends by itself.
    server.fault = () => null
    await new Promise<void>(resolve => snapshot.onChange(resolve))
    expect(titles(snapshot)).toEqual(['a: After', 'b: Title b'])
    await expect.poll(() => snapshot.refresh().then(() => snapshot.state().error)).toBeNull()
  })

it('takes none of a sync whose later page fails, and nothing from an answer that says nothing', async () => {
  const server = await aServer(aSpace(['a', 'b', 'c', 'd', 'e'].map(id => anEntry(id))), { syncPageSize: 2 })
  const { snapshot } = aSnapshot(server.host)
  let page = 0
  // Each time: it tries again by itself.
  server.fault = path => {
    if (path.includes('/sync')) page = path.includes('initial=true') ? 1 : page + 1
    return path.includes('/sync') && page === 3 ? 'half' : null
  }
  expect(await snapshot.refresh()).toBe(false)
  expect([snapshot.version, snapshot.state().entries]).toEqual(['', 0])
  server.fault = () => null
  await snapshot.refresh()
  expect(titles(snapshot)).toHaveLength(5)
})

it('reads everything again where its token is refused, and lets go of what is gone', async () => {
  const [folder, content] = [aFolder(), aSpace([anEntry('a'), anEntry('b')])]
  const file = join(folder, 'snapshot.json')
  const first = await aServer(content)
  const before = aSnapshot(first.host, { file })
  await before.snapshot.refresh()
  await before.snapshot.close()
  // Another space under the same name: it knows no token of the first.
  const second = await aServer(aSpace([anEntry('a'), anEntry('z')]))
  const { snapshot, logged } = aSnapshot(second.host, { file })
  expect(titles(snapshot)).toEqual(['a: Title a', 'b: Title b'])
  expect(await snapshot.refresh()).toBe(true)
  expect(titles(snapshot)).toEqual(['a: Title a', 'z: Title z'])
  expect(logged).toContain('contentTokenRefused')
  expect(syncs(second).at(-1)).toContain('initial=true')
})

it('reads everything again for a refused token only, and ever more seldom while each token is refused', async () => {
  const server = await aServer(aSpace([anEntry('a')]))
  const { snapshot } = aSnapshot(server.host)
  await snapshot.refresh()
  const wholes = () => syncs(server).filter(line => line.includes('initial=true')).length
  const faultOfDeltas = (fault: CmsFault | null) => {
    server.fault = path => (path.includes('sync_token') ? fault : null)
  }
  faultOfDeltas('badRequest')
  for (let i = 0; i < 5; i++) await snapshot.refresh()
  expect([wholes(), snapshot.state().error]).toEqual([1, expect.stringContaining('could not be understood')])

  vi.useFakeTimers({ toFake: ['Date'] })
  const lookAfter = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000)
    await snapshot.refresh()
    return [wholes() - 1, snapshot.state().error]
  }
  const waits = expect.stringContaining('everything is read again at')
  faultOfDeltas('badToken')
  expect(await lookAfter(0)).toEqual([1, null])
  expect(await lookAfter(0)).toEqual([1, waits])
  expect(await lookAfter(1)).toEqual([2, null])
  expect(await lookAfter(1)).toEqual([2, waits])
  expect(await lookAfter(1)).toEqual([3, null])
  for (let i = 0; i < 10; i++) await lookAfter(61)
  expect(wholes() - 1).toBe(13)
  expect(await lookAfter(59)).toEqual([13, waits])
  // A token that is taken at last is worth more than reading everything.
  faultOfDeltas(null)
  expect(await lookAfter(2)).toEqual([13, null])
  faultOfDeltas('badToken')
  expect(await lookAfter(0)).toEqual([14, null])
  expect(await lookAfter(1)).toEqual([15, null])
})

it('takes so many refusals of one token to be about the token, whatever their words', async () => {
  const server = await aServer(aSpace([anEntry('a')]))
  const { snapshot } = aSnapshot(server.host)
  await snapshot.refresh()
  server.fault = path => (path.includes('sync_token') ? 'badRequest' : null)
  for (let i = 0; i < 9; i++)
    expect(await snapshot.refresh().then(() => snapshot.state().error)).toMatch('could not be understood')
  await expect.poll(() => snapshot.refresh().then(() => snapshot.state().error)).toBeNull()
  expect(syncs(server).filter(line => line.includes('initial=true'))).toHaveLength(2)
})

it('writes its file beside the work, whole, and only when what it holds has changed', async () => {
  const text = 'A ledger of words. '.repeat(2_000)
  const server = await aServer(aSpace(Array.from({ length: 150 }, (_, i) => anEntry(`e${i}`, text))))
  const file = join(aFolder(), 'content', 'snapshot.json')
  // Left by a process that was killed, and by one that is at it.
  mkdirSync(dirname(file))
  for (const name of ['dead', 'alive']) writeFileSync(`${file}.${name}.new`, 'half')
  utimesSync(`${file}.dead.new`, 0, 0)
  const { snapshot, logged } = aSnapshot(server.host, { file })
  // Turns of the event loop between the news of the content and the file: a synchronous write lets none pass.
  const turns = new Promise<number>(resolve => {
    snapshot.onChange(() => {
      let count = 0
      const look = () => {
        if (existsSync(file)) return resolve(count)
        count++
        setImmediate(look)
      }
      look()
    })
  })
  expect(await snapshot.refresh()).toBe(true)
  expect(await turns).toBeGreaterThan(5)
  await snapshot.close()
  expect(readdirSync(dirname(file)).sort()).toEqual(['snapshot.json', 'snapshot.json.alive.new'])
  const written = () => [statSync(file).ino, statSync(file).mtimeMs]
  const first = written()

  const again = aSnapshot(server.host, { file })
  expect(again.snapshot.state().entries).toBe(150)
  // The token moves, and what is held does not.
  server.space.put('draft', { fields: { title: { en: 'For a moment' } } }, { type: 'post' })
  server.space.publish('Entry', 'draft')
  server.space.unpublish('Entry', 'draft')
  for (let i = 0; i < 3; i++) expect(await again.snapshot.refresh()).toBe(false)
  await again.snapshot.close()
  expect(written()).toEqual(first)

  const changed = aSnapshot(server.host, { file })
  server.space.put('e7', { fields: { title: { en: 'Changed' } } })
  server.space.publish('Entry', 'e7')
  await changed.snapshot.refresh()
  await changed.snapshot.close()
  expect(written()).not.toEqual(first)
  const last = aSnapshot('127.0.0.1:1', { file })
  expect(last.snapshot.entry('e7')?.fields.title).toBe('Changed')
  expect(logged).not.toContain('contentFileUnwritten')
})

it('says once that its file cannot be written, serves on, and writes it when it can', async () => {
  const server = await aServer(aSpace([anEntry('a')]))
  const folder = join(aFolder(), 'content')
  writeFileSync(folder, 'a file where the folder should be')
  const file = join(folder, 'snapshot.json')
  const { snapshot, logged } = aSnapshot(server.host, { file })
  for (let i = 0; i < 3; i++) await snapshot.refresh()
  await expect.poll(() => logged.filter(event => event === 'contentFileUnwritten')).toHaveLength(1)
  expect(titles(snapshot)).toEqual(['a: Title a'])
  rmSync(folder)
  // A write that began before the folder was there may still be failing.
  await expect.poll(() => snapshot.refresh().then(() => existsSync(file))).toBe(true)
})

it('serves from the disk while the CMS is dead, and goes on by the token when it is back', async () => {
  const file = join(aFolder(), 'snapshot.json')
  const space = new Space(aSpace([anEntry('a'), anEntry('b')], [anAsset('picture')]))
  // Not one that the system may give to a connection while nobody listens on it.
  const port = await freePort()
  const server = await startCdaServer({ space, deliveryToken: 'reads', port })
  const before = aSnapshot(server.host, { file })
  await before.snapshot.refresh()
  const { version } = before.snapshot
  await before.snapshot.close()
  await server.close()

  const { snapshot } = aSnapshot(server.host, { file })
  expect([snapshot.version, titles(snapshot)]).toEqual([version, ['a: Title a', 'b: Title b']])
  expect(snapshot.asset('picture')).toBeDefined()
  expect(await snapshot.ready(0)).toBe(true)
  expect(await snapshot.refresh()).toBe(false)
  expect(snapshot.state()).toMatchObject({
    fromDisk: true,
    succeededAt: null,
    error: expect.stringContaining('ECONNREFUSED'),
  })

  space.put('b', { fields: { title: { en: 'Changed meanwhile' } } })
  space.publish('Entry', 'b')
  const back = await startCdaServer({ space, deliveryToken: 'reads', port })
  open.push(back)
  await snapshot.refresh()
  expect(titles(snapshot)).toEqual(['a: Title a', 'b: Changed meanwhile'])
  expect(snapshot.state()).toMatchObject({ fromDisk: false, error: null })
  expect(back.asked.join()).not.toContain('initial=true')
})

it('takes no file that is broken or of another space, and writes it anew', async () => {
  const server = await aServer(aSpace([anEntry('a')]))
  const file = join(aFolder(), 'snapshot.json')
  const first = aSnapshot(server.host, { file })
  await first.snapshot.refresh()
  await first.snapshot.close()
  const whole = readFileSync(file)
  const other = aSnapshot(server.host, { file, space: 'other' })
  expect(other.snapshot.version).toBe('')
  await other.snapshot.close()
  for (const broken of [whole.subarray(0, whole.length / 2), Buffer.from('{"format":1}'), Buffer.alloc(0)]) {
    writeFileSync(file, broken)
    const { snapshot } = aSnapshot(server.host, { file })
    expect([snapshot.version, titles(snapshot)]).toEqual(['', []])
    await snapshot.refresh()
    await snapshot.close()
    const again = aSnapshot('127.0.0.1:1', { file })
    expect(titles(again.snapshot)).toEqual(['a: Title a'])
    await again.snapshot.close()
  }
})

it('does not believe in an empty space where there was a full one', async () => {
  const file = join(aFolder(), 'snapshot.json')
  const full = await aServer(aSpace([anEntry('a')]))
  const first = aSnapshot(full.host, { file })
  await first.snapshot.refresh()
  await first.snapshot.close()
  const empty = await aServer(aSpace([]))
  const { snapshot, logged } = aSnapshot(empty.host, { file })
  expect(await snapshot.refresh()).toBe(false)
  expect(await snapshot.refresh()).toBe(false)
  expect(titles(snapshot)).toEqual(['a: Title a'])
  expect(snapshot.state().alarm).toMatch(/empty/)
  expect(logged.filter(event => event === 'contentEmpty')).toHaveLength(1)
})

it('reads more than seven megabytes, in smaller pages where the CMS asks for them', async () => {
  const long = 'A ledger of words. '.repeat(2_000)
  const ids = Array.from({ length: 400 }, (_, i) => `e${String(i).padStart(4, '0')}`)
  const server = await aServer(aSpace(ids.map(id => anEntry(id, `${id} ${long}`))))
  const { snapshot } = aSnapshot(server.host)
  expect(await snapshot.refresh()).toBe(true)
  expect(snapshot.entries('post').map(({ id }) => id)).toEqual(ids)
  expect(snapshot.entries('post').reduce((sum, { fields }) => sum + String(fields.title).length, 0)).toBeGreaterThan(
    2 * 7_340_032,
  )
  const asked = syncs(server)
  expect(asked[0]).toContain('limit=1000')
  expect(asked.length).toBeGreaterThan(2)
})

it('looks once more for all who ask while it is looking', async () => {
  const server = await aServer(aSpace([anEntry('a')]))
  const { snapshot } = aSnapshot(server.host)
  await snapshot.refresh()
  const before = syncs(server).length
  await Promise.all(Array.from({ length: 20 }, () => snapshot.refresh()))
  expect(syncs(server).length - before).toBe(2)
})

it('is ready when there is content, and not before; closed it asks no more', async () => {
  const server = await aServer(aSpace([anEntry('a')]))
  server.fault = () => 'broken'
  const { snapshot } = aSnapshot(server.host)
  expect(await snapshot.ready(1)).toBe(false)
  const ready = snapshot.ready(100_000)
  server.fault = () => null
  await snapshot.refresh()
  expect(await ready).toBe(true)
  const whole = [...server.asked]
  await snapshot.close()
  expect(await snapshot.refresh()).toBe(false)
  snapshot.nudge()
  // Another one asks after it, and is the only one who does.
  await aSnapshot(server.host).snapshot.refresh()
  expect(server.asked.slice(whole.length)).toEqual(whole)
})

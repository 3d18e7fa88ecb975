import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openSnapshot, type Snapshot, type SnapshotOptions } from '../../../indexer/content/snapshot.ts'
import { type CdaServer, type CdaServerOptions, type CmsFault, startCdaServer } from '../../../infra/content/cdaServer.ts'
import { type ExportedEntity, Space, type SpaceExport } from '../../../infra/content/space.ts'
import { freePort } from '../../../infra/start/ports.ts'

const folders: string[] = []
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
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
    file: { en: { url: `//images.cms.example/${id}.jpg`, fileName: `${id}.jpg`, contentType: 'image/jpeg', details: { size: 9 } } },
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
  const server = await startCdaServer({ space: new Space(content), deliveryToken: 'reads', requestsPerSecond: 1_000, ...options })
  open.push(server)
  return server
}
/**
 * Looked at only when a test says so, but for the pauses after a failure. Patient: the CMS is in this process, which may stand still.
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
  expect(snapshot.asset('picture')).toMatchObject({ fileName: 'picture.jpg', url: expect.stringContaining('images.cms.example') })
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

for (const fault of ['rateLimited', 'broken', 'html', 'half', 'hangUp', 'unauthorized', 'slow'] as const satisfies readonly CmsFault[])
  it(`keeps what it has while the CMS answers with a fault (${fault}), says so once, and is back by itself`, async () => {
    const server = await aServer(aSpace([anEntry('a'), anEntry('b')]))
    const file = join(aFolder(), 'snapshot.json')
    const first = aSnapshot(server.host, { file })
    await first.snapshot.refresh()
    await first.snapshot.close()
    // What it has it has from the disk: a test that waits for no answer cannot rely on one.
    const { snapshot, reasons } = aSnapshot(server.host, { file, ...(fault === 'slow' && { timeoutMs: 1_000 }) })
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
  expect(snapshot.state()).toMatchObject({ fromDisk: true, succeededAt: null, error: expect.stringContaining('ECONNREFUSED') })

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
  expect(snapshot.entries('post').reduce((sum, { fields }) => sum + String(fields.title).length, 0)).toBeGreaterThan(2 * 7_340_032)
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Alert, type AlertLink, AlertStore, newAlertId } from '../../api/alerts/alertStore.ts'
import { type AlertShelf, openAlertShelf } from '../../api/alerts/shelf.ts'
import type { StoreSettings } from '../../api/config.ts'
import { StoreUnavailable } from '../../api/submissions/submission.ts'
import { startBucket } from '../builders/bucket.ts'

interface Place {
  settings: StoreSettings
  stop(): Promise<void>
}

async function folderPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-alert-shelf-'))
  return { settings: { folder, bucket: null }, stop: async () => rmSync(folder, { recursive: true, force: true }) }
}
const bucketPlace = (conditional: boolean) => async (): Promise<Place> => {
  const { settings, stop } = await folderPlace()
  const bucket = await startBucket({ conditional })
  return {
    settings: { ...settings, bucket: bucket.settings },
    async stop() {
      await bucket.stop()
      await stop()
    },
  }
}
/** For a bucket that answers: a machine may stand still. */
const patienceMs = 100_000
const open = ({ settings }: Place) => openAlertShelf(settings, undefined, patienceMs)
const ann = 'ann@people.example'
const at = '2027-03-01T10:00:00.000Z'

async function listed(names: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const name of names) all.push(name)
  return all.sort()
}
const anAlert = (over: Partial<Alert> = {}): Alert => ({
  id: newAlertId(),
  search: 'query=actuary',
  frequency: 'daily',
  paused: false,
  since: null,
  madeAt: at,
  asked: null,
  ...over,
})

describe.each([
  { name: 'a folder', make: folderPlace, conditional: true },
  { name: 'a bucket', make: bucketPlace(true), conditional: true },
  { name: 'a bucket that does not know If-None-Match', make: bucketPlace(false), conditional: false },
])('alerts in $name', ({ make, conditional }) => {
  let place: Place
  let shelf: AlertShelf
  beforeAll(async () => {
    place = await make()
    shelf = await open(place)
  })
  afterAll(() => place?.stop())

  it('are texts by key: written over, listed by area, removed and cleared', async () => {
    expect(await shelf.read('people/ab/x')).toBeNull()
    expect(await listed(shelf.list('people/ab'))).toEqual([])
    // More than a page of a list.
    for (let n = 0; n < 7; n++) await shelf.write(`people/ab/x/file-${n}`, `${n} ü`)
    await shelf.write('people/ab/x/file-0', 'again')
    await shelf.write('people/abc/x/file-0', 'another area')
    expect(await shelf.read('people/ab/x/file-0')).toBe('again')
    expect(await shelf.read('people/ab/x/file-6')).toBe('6 ü')
    expect(await listed(shelf.list('people'))).toEqual(['ab', 'abc'])
    expect(await listed(shelf.list('people/ab/x'))).toEqual(Array.from({ length: 7 }, (_, n) => `file-${n}`))
    for (let time = 0; time < 2; time++) await shelf.remove('people/ab/x/file-3')
    expect(await shelf.read('people/ab/x/file-3')).toBeNull()
    for (let time = 0; time < 2; time++) await shelf.clear('people/ab/x')
    expect(await listed(shelf.list('people/ab/x'))).toEqual([])
    expect(await shelf.read('people/abc/x/file-0')).toBe('another area')
  })

  it.each(['../secret', 'people/../../x', '/etc/passwd', 'people//x', ''])('know no key "%s"', async key => {
    await expect(async () => shelf.read(key)).rejects.toThrow('plain names')
  })

  it('have one key for all links, also where several processes make it at once', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, async () => new AlertStore(await open(place))))
    const [first] = stores
    // Where a bucket knows no condition the first one must have made it before.
    if (!conditional) await first!.links.secret()
    const [secret] = await Promise.all(stores.map(store => store.links.secret()))
    const link: AlertLink = { kind: 'manage', personId: (await first!.personIdOf(ann))!, alerts: [] }
    const token = await first!.token(link)
    for (const store of stores) {
      expect(await store.links.secret()).toEqual(secret)
      expect(await store.readToken(token)).toEqual(link)
    }
  })

  it('are kept by person, found by mark, and erased whole', async () => {
    const store = new AlertStore(await open(place))
    const other = new AlertStore(await open(place))
    const id = (await store.personIdOf(ann))!
    const mark = await store.mark(id)
    await store.putPerson({ id, email: ann, origin: 'https://jobs.example.com', madeAt: at, pressedAt: null })
    const alerts = [anAlert(), anAlert({ search: 'query=broker', madeAt: '2027-03-02T10:00:00.000Z' })]
    for (const alert of alerts) await store.putAlert(id, alert)
    await store.putReceipt(id, 'mail-1', at)
    expect(await other.alerts(id)).toEqual(alerts)
    expect(await other.marks()).toEqual(new Map([[id, [mark]]]))
    expect(await other.hasReceipt(id, 'mail-1')).toBe(true)
    expect(await listed(other.people())).toEqual([id])
    await other.removeAlert(id, alerts[0]!.id)
    expect((await store.alerts(id)).map(({ search }) => search)).toEqual(['query=broker'])
    await other.unmark([mark])
    expect(await store.marks()).toEqual(new Map())
    await other.erase(id)
    expect(await store.person(id)).toBeNull()
    expect(await store.alerts(id)).toEqual([])
    expect(await listed(store.people())).toEqual([])
  })
})

it('alerts in a bucket that does not answer are said to be unavailable', async () => {
  const place = await bucketPlace(true)()
  const shelf = await openAlertShelf(place.settings, undefined, 2_000)
  await place.stop()
  await expect(shelf.read('secret')).rejects.toThrow(StoreUnavailable)
  await expect(shelf.write('secret', 'x')).rejects.toThrow(StoreUnavailable)
})

import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { verifyRequest } from '@contentful/node-apps-toolkit'
import { createClient, type EntryFieldTypes, type EntrySkeletonType } from 'contentful'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openSnapshot } from '../../indexer/content/snapshot.ts'
import { type CdaServer, startCdaServer } from '../../infra/cms/cdaServer.ts'
import type { CdaServerOptions } from '../../infra/cms/exchange.ts'
import { type ExportedEntity, readExport, Space, type SpaceExport } from '../../infra/cms/space.ts'

/** Of the SDK: entries of whatever type. */
type AnyType = EntrySkeletonType<Record<string, EntryFieldTypes.Text>, string>

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const link = (linkType: 'Entry' | 'Asset', id: string) => ({ sys: { type: 'Link', linkType, id } })
const anEntry = (
  id: string,
  type: string,
  fields: ExportedEntity['fields'] = {},
  sys: Partial<ExportedEntity['sys']> = {},
): ExportedEntity => ({
  sys: {
    id,
    type: 'Entry',
    contentType: { sys: { id: type } },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    version: 2,
    publishedVersion: 1,
    publishedAt: '2026-02-01T00:00:00.000Z',
    publishedCounter: 1,
    ...sys,
  },
  fields,
})
const { publishedVersion: _published, ...draftSys } = anEntry('draft', 'post').sys
const content: SpaceExport = {
  locales: [
    { code: 'en', default: true, fallbackCode: null },
    { code: 'de', fallbackCode: 'en' },
  ],
  contentTypes: [
    {
      sys: { id: 'post' },
      fields: [
        { id: 'title', type: 'Symbol', localized: true, required: true },
        { id: 'rank', type: 'Integer' },
        { id: 'slug', type: 'Symbol', validations: [{ unique: true }] },
        { id: 'author', type: 'Link' },
        { id: 'picture', type: 'Link' },
      ],
    },
    { sys: { id: 'person' }, fields: [{ id: 'name', type: 'Symbol' }] },
  ],
  entries: [
    anEntry('p1', 'post', {
      title: { en: 'One', de: 'Eins' },
      rank: { en: 3 },
      author: { en: link('Entry', 'kim') },
      picture: { en: link('Asset', 'ledger') },
    }),
    anEntry('p2', 'post', { title: { en: 'Two' }, rank: { en: 1 }, author: { en: link('Entry', 'nobody') } }),
    anEntry('p3', 'post', { title: { en: 'Three' }, rank: { en: 2 } }),
    anEntry('kim', 'person', { name: { en: 'Kim Hale' } }),
    { sys: draftSys, fields: { title: { en: 'Not yet' } } },
    anEntry('old', 'post', { title: { en: 'No more' } }, { archivedVersion: 2 }),
  ],
  assets: [
    {
      sys: { ...anEntry('ledger', 'x').sys, type: 'Asset' },
      fields: {
        title: { en: 'Ledger' },
        file: { en: { url: '//images.cms.example/ledger.jpg', fileName: 'ledger.jpg', contentType: 'image/jpeg' } },
      },
    },
  ],
}

async function serve(options: Partial<CdaServerOptions> = {}): Promise<CdaServer> {
  const server = await startCdaServer({
    space: new Space(structuredClone(content)),
    deliveryToken: 'reads',
    managementToken: 'writes',
    requestsPerSecond: 1_000,
    ...options,
  })
  open.push(server)
  return server
}
const sdk = (server: CdaServer, accessToken = 'reads', space = server.space.space) =>
  createClient({ space, accessToken, host: server.host, insecure: true, proxy: false, retryOnError: false })

describe('to the SDK', () => {
  it('gives entries with what they link to, filtered, ordered and in pages', async () => {
    const client = sdk(await serve())
    const all = await client.getEntries<AnyType>({ content_type: 'post', order: ['fields.rank'] as never })
    expect(all.total).toBe(3)
    expect(all.items.map(({ sys }) => sys.id)).toEqual(['p2', 'p3', 'p1'])
    const first = all.items[2]!.fields as unknown as {
      author: { fields: { name: string } }
      picture: { fields: { file: { url: string } } }
    }
    expect([first.author.fields.name, first.picture.fields.file.url]).toEqual([
      'Kim Hale',
      '//images.cms.example/ledger.jpg',
    ])
    // A link that leads nowhere is said, and not resolved.
    expect(all.errors).toEqual([
      expect.objectContaining({ details: { type: 'Link', linkType: 'Entry', id: 'nobody' } }),
    ])

    const page = await client.getEntries({ content_type: 'post', limit: 1, skip: 1, order: ['-fields.rank'] as never })
    expect([page.total, page.items.map(({ sys }) => sys.id)]).toEqual([3, ['p3']])
    const ids = async (query: object) => (await client.getEntries(query as never)).items.map(({ sys }) => sys.id)
    expect(await ids({ content_type: 'post', 'fields.rank[gte]': 2 })).toEqual(['p1', 'p3'])
    expect(await ids({ content_type: 'post', 'fields.title': 'Two' })).toEqual(['p2'])
    expect(await ids({ 'sys.id[in]': 'p1,kim' })).toEqual(['p1', 'kim'])
    expect(await ids({ content_type: 'post', 'fields.author[exists]': false })).toEqual(['p3'])
    expect(await ids({ links_to_entry: 'kim' })).toEqual(['p1'])
  })

  it('gives a text in its language or by the space’s fallbacks, or all of them', async () => {
    const client = sdk(await serve())
    const title = async (id: string, locale: string) => (await client.getEntry<AnyType>(id, { locale })).fields.title
    expect(await Promise.all([title('p1', 'de'), title('p2', 'de'), title('p1', 'en')])).toEqual(['Eins', 'Two', 'One'])
    expect((await client.withAllLocales.getEntry<AnyType>('p1')).fields.title).toEqual({ en: 'One', de: 'Eins' })
    expect((await client.getLocales()).items.map(({ code, fallbackCode }) => [code, fallbackCode])).toEqual([
      ['en', null],
      ['de', 'en'],
    ])
    await expect(client.getEntry('p1', { locale: 'fr' })).rejects.toThrow(/Unknown locale/)
  })

  it('gives assets, content types and the space', async () => {
    const client = sdk(await serve())
    expect((await client.getAssets()).items.map(({ sys }) => sys.id)).toEqual(['ledger'])
    expect((await client.getAsset('ledger')).fields.title).toBe('Ledger')
    expect((await client.getContentTypes()).items.map(({ sys }) => sys.id)).toEqual(['post', 'person'])
    expect((await client.getSpace()).sys.id).toBe('local')
  })

  it('refuses as the real one: another token, another space, what is not there or not published', async () => {
    const server = await serve()
    const status = (asked: Promise<unknown>) =>
      asked.then(
        () => 200,
        (error: { message: string; sys?: { id: string } }) =>
          error.sys?.id ?? (JSON.parse(error.message) as { status: number }).status,
      )
    expect(await status(sdk(server, 'other').getEntries())).toBe(401)
    expect(await status(sdk(server, 'reads', 'elsewhere').getEntries())).toBe(404)
    for (const id of ['nothing', 'draft', 'old']) {
      // The SDK makes a search of it, and the error itself.
      expect(await status(sdk(server).getEntry(id)), id).toBe('NotFound')
      const answer = await fetch(`http://${server.host}/spaces/local/entries/${id}?access_token=reads`)
      expect([answer.status, (await answer.json()).sys], id).toEqual([404, { type: 'Error', id: 'NotFound' }])
    }
    expect(await status(sdk(server).getEntries({ content_type: 'unknown' }))).toBe(400)
    expect(await status(sdk(server).getEntries({ limit: 1_001 }))).toBe(400)
    expect(await status(sdk(await serve({ requestsPerSecond: 0 })).getEntries())).toBe(429)
  })

  it('syncs: everything in pages, then deltas that come again from a token however often, and refuses a token of another space', async () => {
    const server = await serve({ syncPageSize: 2 })
    const client = sdk(server).withoutLinkResolution
    const first = await client.sync({ initial: true })
    expect([first.entries.map(({ sys }) => sys.id).sort(), first.assets.map(({ sys }) => sys.id)]).toEqual([
      ['kim', 'p1', 'p2', 'p3'],
      ['ledger'],
    ])
    expect(first.entries.find(({ sys }) => sys.id === 'p1')!.fields.title).toEqual({ en: 'One', de: 'Eins' })
    server.space.put('draft', { fields: { title: { en: 'Now' } } })
    server.space.publish('Entry', 'draft')
    server.space.unpublish('Entry', 'p1')
    for (let i = 0; i < 2; i++) {
      const delta = await client.sync({ nextSyncToken: first.nextSyncToken! })
      expect([delta.entries.map(({ sys }) => sys.id), delta.deletedEntries.map(({ sys }) => sys.id)]).toEqual([
        ['draft'],
        ['p1'],
      ])
      const none = await client.sync({ nextSyncToken: delta.nextSyncToken! })
      expect([none.entries, none.deletedEntries]).toEqual([[], []])
    }
    const other = await serve()
    await expect(sdk(other).withoutLinkResolution.sync({ nextSyncToken: first.nextSyncToken! })).rejects.toMatchObject({
      response: { status: 400 },
    })
  })
})

describe('to an editor', () => {
  const asEditor =
    (server: CdaServer) =>
    async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://${server.host}/spaces/local/environments/master${path}`, {
        method,
        headers: {
          authorization: 'Bearer writes',
          'content-type': 'application/vnd.contentful.management.v1+json',
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    }

  it('makes, changes, publishes, unpublishes and deletes an entry; visitors get what is published', async () => {
    const server = await serve()
    const [edit, client] = [asEditor(server), sdk(server)]
    const title = async () =>
      (await client.getEntries<AnyType>({ 'sys.id': 'new' } as never)).items.map(({ fields }) => fields.title)
    expect(
      (
        await edit(
          'PUT',
          '/entries/new',
          { fields: { title: { en: 'First' } } },
          { 'x-contentful-content-type': 'post' },
        )
      ).status,
    ).toBe(201)
    expect(await title()).toEqual([])
    expect((await edit('PUT', '/entries/new/published', undefined, { 'x-contentful-version': '1' })).status).toBe(200)
    expect(await title()).toEqual(['First'])
    const { body } = await edit('GET', '/entries/new')
    expect(
      (await edit('PUT', '/entries/new', { fields: { title: { en: 'Second' } } }, { 'x-contentful-version': '1' }))
        .status,
    ).toBe(409)
    const version = { 'x-contentful-version': String(body.sys.version) }
    expect((await edit('PUT', '/entries/new', { fields: { title: { en: 'Second' } } }, version)).status).toBe(200)
    expect(await title()).toEqual(['First'])
    expect((await edit('DELETE', '/entries/new')).status).toBe(400) // published
    expect((await edit('PUT', '/entries/new/published')).status).toBe(200)
    expect(await title()).toEqual(['Second'])
    expect((await edit('DELETE', '/entries/new/published')).status).toBe(200)
    expect(await title()).toEqual([])
    expect((await edit('DELETE', '/entries/new')).status).toBe(204)
    expect((await edit('GET', '/entries/new')).status).toBe(404)
  })

  it('refuses what breaks the model, and whoever may only read', async () => {
    const server = await serve()
    const edit = asEditor(server)
    expect((await edit('PUT', '/entries/x', { fields: {} }, { 'x-contentful-content-type': 'unknown' })).status).toBe(
      422,
    )
    await edit('PUT', '/entries/x', { fields: {} }, { 'x-contentful-content-type': 'post' })
    expect((await edit('PUT', '/entries/x/published')).status).toBe(422) // no title
    expect((await edit('PUT', '/entries/x', { fields: { title: 'plain' } })).status).toBe(422)
    const answer = await fetch(`http://${server.host}/spaces/local/environments/master/entries/p1`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer reads' },
    })
    expect(answer.status).toBe(403)
  })

  it('publishes no second entry with a value that is unique, as the real one', async () => {
    const edit = asEditor(await serve())
    const publish = async (id: string, slug: string) => {
      await edit(
        'PUT',
        `/entries/${id}`,
        { fields: { title: { en: id }, slug: { en: slug } } },
        { 'x-contentful-content-type': 'post' },
      )
      return edit('PUT', `/entries/${id}/published`)
    }
    expect((await publish('first', 'outlook')).status).toBe(200)
    const { status, body } = await publish('second', 'outlook')
    expect([status, body.sys.id]).toEqual([422, 'ValidationFailed'])
    expect(body.details.errors).toEqual([
      expect.objectContaining({ name: 'unique', path: ['fields', 'slug', 'en'], value: 'outlook' }),
    ])
    expect(body.details.errors[0].conflicting).toEqual([{ sys: { type: 'Link', linkType: 'Entry', id: 'first' } }])
    // Its own value again is none twice, and what is not shown any more is free.
    expect((await publish('first', 'outlook')).status).toBe(200)
    expect((await publish('second', 'other')).status).toBe(200)
    expect((await edit('DELETE', '/entries/first/published')).status).toBe(200)
    expect((await publish('second', 'outlook')).status).toBe(200)
  })

  it('tells of each change by a webhook that is signed as Contentful signs', async () => {
    const secret = 's'.repeat(64)
    /**
     * A change is told again when the answer to its webhook came late: what counts is that each was told, in order, and
     * every time well signed.
     */
    const heard = new Map<unknown, boolean>()
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        const headers = request.headers as Record<string, string>
        const body = Buffer.concat(chunks).toString()
        const topic = headers['x-contentful-topic']
        heard.set(
          topic,
          heard.get(topic) !== false && isSignedBy(secret, headers, body) && !isSignedBy('t'.repeat(64), headers, body),
        )
        response.end()
      })
    })
    // Good for ten minutes: on a machine that stands still for a while, the request may be long on its way.
    const isSignedBy = (key: string, headers: Record<string, string>, body: string) =>
      verifyRequest(key, { method: 'POST', path: '/hook', headers, body }, 600)
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise(resolve => receiver.close(() => resolve())) })
    const server = await serve({
      webhook: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`, secret },
    })
    const edit = asEditor(server)
    for (const [method, path] of [
      ['PUT', '/entries/draft/published'],
      ['DELETE', '/entries/draft/published'],
      ['DELETE', '/entries/draft'],
    ] as const) {
      await edit(method, path)
      await server.webhooksSent()
    }
    expect([...heard]).toEqual(
      ['publish', 'unpublish', 'delete'].map(action => [`ContentManagement.Entry.${action}`, true]),
    )
  })
})

it('ends at once when a webhook is on its way, and waits for no other try of it', async () => {
  const receiver = createServer()
  const arrived = once(receiver, 'request')
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => new Promise(resolve => receiver.close(() => resolve())) })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const server = await serve({ webhook: { url, secret: 's'.repeat(64) } })
  server.tell('publish', 'p1')
  await arrived
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await server.close()
  expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(1_000)
  timers.mockRestore()
})

const exportsFolder = process.env.REAL_DATA_DIR && join(process.env.REAL_DATA_DIR, 'contentful_exports')
if (!exportsFolder) console.log('real exports of Contentful are not served: REAL_DATA_DIR is not set')
describe.skipIf(!exportsFolder)('real exports of Contentful', () => {
  for (const name of exportsFolder ? readdirSync(exportsFolder).filter(file => /\.json(\.gz)?$/.test(file)) : [])
    it(`are served and read whole: ${name}`, async () => {
      const bytes = readFileSync(join(exportsFolder!, name))
      const space = new Space(readExport((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()))
      const server = await serve({ space, syncPageSize: 7 })
      const published = (kind: 'Entry' | 'Asset') => space.allPublished(kind).map(({ sys }) => sys.id)
      const [entries, assets] = [published('Entry'), published('Asset')]

      const client = sdk(server).withAllLocales.withoutLinkResolution
      expect((await client.getEntries({ limit: 1_000 })).items.map(({ sys }) => sys.id)).toEqual(entries)
      expect((await client.getAssets({ limit: 1_000 })).items.map(({ sys }) => sys.id)).toEqual(assets)
      expect((await client.getContentTypes({ limit: 1_000 } as object)).items).toHaveLength(space.contentTypes.size)

      const folder = mkdtempSync(join(tmpdir(), 'longlist-exports-'))
      open.push({ close: async () => rmSync(folder, { recursive: true }) })
      const log = { info: () => {}, warn: () => {}, error: () => {} }
      const settings = {
        space: 'local',
        environment: 'master',
        accessToken: 'reads',
        insecure: true,
        file: join(folder, 'snapshot.json'),
        pollSeconds: 0,
        log,
      }
      const snapshot = openSnapshot({ ...settings, host: server.host })
      open.push(snapshot)
      await snapshot.refresh()
      expect(snapshot.state().error).toBeNull()
      expect(entries.filter(id => snapshot.entry(id) === undefined)).toEqual([])
      const withFile = space
        .allPublished('Asset')
        .filter(({ fields }) => Object.values(fields.file ?? {}).some(file => (file as { url?: unknown })?.url))
      expect(withFile.map(({ sys }) => sys.id).filter(id => snapshot.asset(id) === undefined)).toEqual([])

      // The same from the disk, with no CMS at all.
      await snapshot.close()
      const again = openSnapshot({ ...settings, host: '127.0.0.1:1' })
      open.push(again)
      expect(again.version).toBe(snapshot.version)
      expect(entries.filter(id => again.entry(id) === undefined)).toEqual([])
    })
})

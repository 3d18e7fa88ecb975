import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ContentMemory, localeChain, type SyncItem } from '../../../indexer/content/memory.ts'

const anEntry = (id: string, fields: SyncItem['fields'] = {}, sys: Partial<SyncItem['sys']> = {}): SyncItem => ({
  sys: {
    id,
    type: 'Entry',
    contentType: { sys: { id: 'post' } },
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
    revision: 1,
    ...sys,
  },
  fields,
})
const anAsset = (id: string, file?: object, sys: Partial<SyncItem['sys']> = {}): SyncItem => ({
  sys: { id, type: 'Asset', updatedAt: '2026-02-01T00:00:00Z', revision: 1, ...sys },
  fields: { title: { en: `Title ${id}` }, description: { en: 'A ledger' }, ...(file && { file: { en: file } }) },
})
const aFile = {
  url: '//images.ctfassets.net/s/a/t/ledger.jpg',
  fileName: 'ledger.jpg',
  contentType: 'image/jpeg',
  details: { size: 1_200, image: { width: 800, height: 600 } },
}
const memoryOf = (items: unknown[], options: Partial<ConstructorParameters<typeof ContentMemory>[0]> = {}) => {
  const faults: string[] = []
  const memory = new ContentMemory({
    defaultLocale: 'en',
    onFault: ({ id, reason }) => faults.push(`${id}: ${reason}`),
    ...options,
  })
  memory.apply(items, { initial: true })
  return { memory, faults }
}

describe('ContentMemory', () => {
  it('is empty at first, and has a version from the first content on', () => {
    const { memory } = memoryOf([])
    expect(memory.version).toBe('')
    expect(memory.entries('post')).toEqual([])
    memory.apply([anEntry('a')], { initial: true })
    expect(memory.version).not.toBe('')
  })

  it('gives entries of a type in the order of their ids, and each by its id', () => {
    const { memory } = memoryOf([
      anEntry('c'),
      anEntry('a'),
      anEntry('b', {}, { contentType: { sys: { id: 'page' } } }),
    ])
    expect(memory.entries('post').map(({ id }) => id)).toEqual(['a', 'c'])
    expect(memory.entries('page').map(({ id }) => id)).toEqual(['b'])
    expect(memory.entry('c')).toMatchObject({
      id: 'c',
      type: 'post',
      revision: 1,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-02-01T00:00:00Z',
    })
    expect(memory.entry('nobody')).toBeUndefined()
    expect(memory.entries('nothing')).toEqual([])
  })

  it('finds a text in the site’s language, then by the fallbacks of the space, then in its default language; unset is absent', () => {
    const locales = [
      { code: 'de', default: true },
      { code: 'en', fallbackCode: 'en-GB' },
      { code: 'en-GB', fallbackCode: null },
    ]
    const fields = {
      a: { en: 'en', de: 'de' },
      b: { 'en-GB': 'gb', de: 'de' },
      c: { de: 'de' },
      d: { fr: 'fr' },
      e: { en: null, de: 'de' },
      f: { en: null },
      g: { en: false },
    }
    const { memory } = memoryOf([anEntry('a', fields)], { defaultLocale: 'de', locales })
    expect({ ...memory.entry('a')!.fields }).toEqual({ a: 'en', b: 'gb', c: 'de', e: 'de', g: false })
    expect(memory.entry('a')!.localized).toEqual(fields)
    // A space without English: its default language, and another English before it.
    expect(localeChain('en', 'en-US', [])).toEqual(['en', 'en-US'])
    expect(
      localeChain('en', 'de', [
        { code: 'de', default: true },
        { code: 'en-US', fallbackCode: 'fr' },
        { code: 'fr', fallbackCode: 'en-US' },
      ]),
    ).toEqual(['en', 'en-US', 'fr', 'de'])
  })

  it('takes no field of the language for one of its own making', () => {
    const { memory } = memoryOf([anEntry('a', JSON.parse('{"__proto__": {"en": "x"}, "constructor": {"en": "y"}}'))])
    expect(Object.keys(memory.entry('a')!.fields).sort()).toEqual(['__proto__', 'constructor'])
    expect(memory.entry('b')).toBeUndefined()
    expect(memory.entries('__proto__')).toEqual([])
    expect(({} as { en?: string }).en).toBeUndefined()
  })

  it('changes all at once, by what came: new, changed, deleted; what has not changed stays the same object', () => {
    const { memory } = memoryOf([anEntry('a', { title: { en: 'A' } }), anEntry('b'), anAsset('p', aFile)])
    const a = memory.entry('a')
    const before = memory.version
    const seen: (string | undefined)[][] = []
    memory.onChange(() => seen.push([memory.entry('c')?.id, memory.entry('b')?.id, memory.asset('p')?.id]))
    const changed = memory.apply(
      [
        anEntry('c'),
        { sys: { id: 'b', type: 'DeletedEntry' } },
        { sys: { id: 'p', type: 'DeletedAsset' } },
        anEntry('a', { title: { en: 'A' } }),
      ],
      { initial: false },
    )
    expect(changed).toBe(true)
    expect(seen).toEqual([['c', undefined, undefined]])
    expect(memory.version).not.toBe(before)
    expect(memory.entry('a')).toBe(a)
    expect(memory.entries('post').map(({ id }) => id)).toEqual(['a', 'c'])
  })

  it('says nothing when nothing has changed, and has the same version for the same content', () => {
    const items = [anEntry('a', { title: { en: 'A' } }), anAsset('p', aFile)]
    const { memory } = memoryOf(items)
    let told = 0
    const end = memory.onChange(() => told++)
    expect(memory.apply([structuredClone(items[0])], { initial: false })).toBe(false)
    expect(memory.apply(structuredClone(items).reverse(), { initial: true })).toBe(false)
    expect(memoryOf(structuredClone(items)).memory.version).toBe(memory.version)
    expect(told).toBe(0)
    memory.apply([anEntry('b')], { initial: false })
    end()
    memory.apply([anEntry('c')], { initial: false })
    expect(told).toBe(1)
  })

  it('lets go of all that is not in an initial sync', () => {
    const { memory } = memoryOf([anEntry('a'), anEntry('b'), anAsset('p', aFile)])
    memory.apply([anEntry('b')], { initial: true })
    expect([memory.entry('a'), memory.entry('b')?.id, memory.asset('p')]).toEqual([undefined, 'b', undefined])
  })

  it('does not put an older version over a newer one, unless it is all there is', () => {
    const newer = anEntry('a', { title: { en: 'new' } }, { updatedAt: '2026-03-01T00:00:00Z', revision: 2 })
    const older = anEntry('a', { title: { en: 'old' } })
    const { memory } = memoryOf([newer])
    expect(memory.apply([older], { initial: false })).toBe(false)
    expect(memory.entry('a')!.fields.title).toBe('new')
    memory.apply([older], { initial: true })
    expect(memory.entry('a')!.fields.title).toBe('old')
  })

  it('reads an asset’s file, with its address made whole; one without a file is left out', () => {
    const { memory, faults } = memoryOf([
      anAsset('a', aFile),
      anAsset('none'),
      anAsset('bad', { url: 'javascript:alert(1)' }),
      anAsset('pdf', { url: 'https://assets.ctfassets.net/x.pdf' }),
    ])
    expect(memory.asset('a')).toEqual({
      id: 'a',
      updatedAt: '2026-02-01T00:00:00Z',
      title: 'Title a',
      description: 'A ledger',
      url: 'https://images.ctfassets.net/s/a/t/ledger.jpg',
      fileName: 'ledger.jpg',
      contentType: 'image/jpeg',
      size: 1_200,
      width: 800,
      height: 600,
    })
    expect(memory.asset('none')).toBeUndefined()
    expect(memory.asset('bad')).toBeUndefined()
    expect(memory.asset('pdf')).toMatchObject({
      fileName: 'x.pdf',
      contentType: 'application/octet-stream',
      size: 0,
      width: null,
      height: null,
    })
    expect(faults).toEqual(
      ['none', 'bad'].map(
        id => `${id}: is an asset without a file: upload one in Contentful and publish the asset again`,
      ),
    )
    const local = memoryOf([anAsset('a', { ...aFile, url: '//127.0.0.1:4000/asset-files/a.svg' })], { insecure: true })
    expect(local.memory.asset('a')!.url).toBe('http://127.0.0.1:4000/asset-files/a.svg')
  })

  it('leaves out what is no entry, says so, and keeps what it had of it', () => {
    const { memory, faults } = memoryOf([
      anEntry('good'),
      null,
      'text',
      42,
      [],
      {},
      { sys: null },
      { sys: { id: 'x' } },
      { sys: { id: 7, type: 'Entry' } },
      { sys: { id: 'typeless', type: 'Entry' } },
      { sys: { id: 'odd', type: 'Locale' } },
      { sys: { id: 'flat', type: 'Entry', contentType: { sys: { id: 'post' } } }, fields: { title: 'no locale' } },
      { sys: { id: 'list', type: 'Asset' }, fields: [] },
      { sys: { id: 'gone', type: 'DeletedEntry' } },
    ])
    expect(memory.size).toBe(1)
    expect(faults).toHaveLength(12)
    expect(faults).toContain('flat: has a field that is not by locale: title')
    expect(faults).toContain('typeless: is an entry without a content type')
    const good = memory.entry('good')
    for (const initial of [true, false]) {
      memory.apply([{ ...anEntry('good'), fields: 'broken' }], { initial })
      expect(memory.entry('good')).toBe(good)
    }
  })

  it('gives what no reader can change', () => {
    const { memory } = memoryOf([anEntry('a', { tags: { en: ['x'] } })])
    const { fields } = memory.entry('a')!
    expect(() => (fields.tags as string[]).push('y')).toThrow(TypeError)
    expect(() => Object.assign(fields, { title: 'z' })).toThrow(TypeError)
  })

  it('survives a listener that fails', () => {
    const { memory, faults } = memoryOf([])
    let told = 0
    memory.onChange(() => {
      throw new Error('no')
    })
    memory.onChange(() => told++)
    expect(memory.apply([anEntry('a')], { initial: false })).toBe(true)
    expect([told, faults.length]).toEqual([1, 1])
  })
})

const recorded = process.env.REAL_DATA_DIR && join(process.env.REAL_DATA_DIR, 'contentful_cda')
if (!recorded || !existsSync(recorded))
  console.log('recorded answers of Contentful are not read: REAL_DATA_DIR is not set')
describe.skipIf(!recorded || !existsSync(recorded))('recorded answers of Contentful', () => {
  /** Every list of entries or assets anywhere in an answer. */
  const itemsIn = (value: unknown, found: unknown[] = []): unknown[] => {
    if (typeof value !== 'object' || value === null) return found
    const { sys } = value as { sys?: { type?: unknown } }
    if (sys?.type === 'Entry' || sys?.type === 'Asset' || sys?.type === 'DeletedEntry') found.push(value)
    for (const part of Object.values(value)) itemsIn(part, found)
    return found
  }
  /** As the Sync API would have sent it: an answer in one language has its fields plain. */
  const localized = (item: unknown) => {
    const { sys, fields = {} } = item as { sys: { locale?: string }; fields?: Record<string, unknown> }
    const isPlain = sys.locale !== undefined
    return isPlain
      ? {
          sys,
          fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { [sys.locale!]: value }])),
        }
      : item
  }

  for (const file of recorded && existsSync(recorded) ? readdirSync(recorded) : [])
    it(file, () => {
      const items = itemsIn(JSON.parse(readFileSync(join(recorded!, file), 'utf8')))
      for (const shape of [items, items.map(localized)]) {
        const { memory, faults } = memoryOf(shape, { defaultLocale: 'en-US' })
        expect(memory.size + faults.length).toBeLessThanOrEqual(2 * shape.length)
      }
      const { memory } = memoryOf(items.map(localized), { defaultLocale: 'en-US' })
      const ids = new Set(
        items.filter(item => (item as SyncItem).sys.type === 'Entry').map(item => (item as SyncItem).sys.id),
      )
      expect([...ids].filter(id => memory.entry(id) === undefined)).toEqual([])
    })
})

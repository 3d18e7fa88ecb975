import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { formats } from '../../../indexer/sources/formats.ts'
import { pathReader } from '../../../indexer/sources/jsonPath.ts'

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

async function read(format: string, text: string, mapping: unknown, options?: unknown): Promise<RawRow[]> {
  const source = parseCatalog(
    { sources: [{ id: 'test', title: 'Test', format, from: 'feed', mapping, ...(options ? { options } : {}) }] },
    '/',
  )[0]!
  const rows: RawRow[] = []
  for await (const row of formats.get(format)!.rows(pieces(text, 7), source)) rows.push(row)
  return rows
}

/** Without the fields that are not there. */
function job(row: RawRow | undefined): RawJob {
  if (!row || !('job' in row)) throw new Error(`no job: ${JSON.stringify(row)}`)
  return JSON.parse(JSON.stringify(row.job)) as RawJob
}

const advert = {
  ref: 71,
  what: ['Claims Handler'],
  place: { town: 'Leeds', country: 'GB' },
  sites: [{ town: 'York' }, { town: null }, { town: 'Hull' }],
  pay: { from: '30000', to: 35000, unit: 'YEAR', guess: 'true' },
  fields: [
    { name: 'Hours', value: 'Full-time' },
    { name: 'Level', value: 'Senior' },
  ],
  text: '<p>Settle claims.</p>',
  more: '<p>Bonus.</p>',
  team: { name: 'Claims' },
  home: true,
  posted: 1_795_000_000,
}

describe('json', () => {
  it('goes into lists in lists, and not without end', () => {
    expect(pathReader('a.b')({ a: [[{ b: 1 }, { b: 2 }]] })).toEqual([1, 2])
    expect(pathReader('a.b')({ a: JSON.parse('['.repeat(9_000) + ']'.repeat(9_000)) })).toBeUndefined()
    expect(pathReader('a.b')({ a: JSON.parse(`${'[1,'.repeat(9_000)}2${']'.repeat(9_000)}`) })).toBeDefined()
  })

  it('reads paths of every kind', async () => {
    const mapping = {
      key: 'ref',
      title: 'what',
      description: ['text', 'more', 'absent'],
      location: { city: 'sites[].town', country: 'place.country' },
      salaryMin: 'pay.from',
      salaryMax: 'pay.to',
      salaryCurrency: { value: 'GBP' },
      salaryPeriod: 'pay.unit',
      salaryEstimated: 'pay.guess',
      types: 'fields[name=Hours].value',
      seniority: 'fields[1].value',
      remote: 'home',
      categories: ['team', 'absent.list'],
      publishedAt: 'posted',
    }
    expect(job((await read('json', JSON.stringify([advert]), mapping))[0])).toEqual({
      key: '71',
      reference: '71',
      title: 'Claims Handler',
      description: '<p>Settle claims.</p>\n\n<p>Bonus.</p>',
      // The second site has no town and stands in no other's place.
      locations: [{ city: 'York', country: 'GB' }, { country: 'GB' }, { city: 'Hull', country: 'GB' }],
      salary: { min: 30_000, max: 35_000, currency: 'GBP', period: 'YEAR', estimated: true },
      types: ['Full-time'],
      environments: ['Remote'],
      seniority: ['Senior'],
      sectors: [],
      specialisms: [],
      categories: ['Claims'],
      publishedAt: 1_795_000_000,
    })
  })

  it('takes a key for a reference where people may read it out', async () => {
    const mapping = { key: 'ref', title: 'what' }
    const rows = await read('json', '[{"ref":"https://x.example/1","what":"A"},{"ref":"Q 7","what":"B"}]', mapping)
    expect(rows.map(row => [job(row).key, job(row).reference])).toEqual([
      ['https://x.example/1', undefined],
      ['Q 7', 'Q 7'],
    ])
  })

  it.each<[string, object, object, object[]]>([
    [
      'a place, then lists of further ones',
      { text: ['at', 'also[]', 'too[]'], country: 'land' },
      { at: 'Leeds', also: ['York', 'Hull'], land: 'GB' },
      [{ text: 'Leeds', country: 'GB' }, { text: 'York' }, { text: 'Hull' }],
    ],
    [
      'further ones of a place that is not said',
      { text: ['at', 'also[]'] },
      { also: ['York', 'Hull'] },
      [{ text: 'York' }, { text: 'Hull' }],
    ],
    [
      'the lines of one address',
      { text: ['lines[]', 'code'] },
      { lines: ['1 High St', 'Leeds'], code: 'LS1 4HD' },
      [{ text: '1 High St, Leeds, LS1 4HD' }],
    ],
    [
      'a town and the states that it is in',
      { city: ['town', 'states[]'] },
      { town: 'Austin', states: ['Texas'] },
      [{ city: 'Austin, Texas' }],
    ],
  ])('takes lists in a location for %s', async (_, location, fields, locations) => {
    const rows = await read('json', JSON.stringify([{ what: 'Actuary', ...fields }]), { title: 'what', location })
    expect(job(rows[0])!.locations).toEqual(locations)
  })

  it.each([
    ['a list', JSON.stringify([advert, advert]), undefined],
    ['an object with a list of a usual name', JSON.stringify({ total: 2, results: [advert, advert] }), undefined],
    ['a list deep in an object', JSON.stringify({ answer: { all: [advert, advert] } }), { rows: 'answer.all' }],
    ['an object a line', `${JSON.stringify(advert)}\n${JSON.stringify(advert)}\n`, undefined],
    [
      'pages, one after the other',
      `${JSON.stringify({ jobs: [advert] })}\n${JSON.stringify({ jobs: [advert] })}\n`,
      undefined,
    ],
  ])('reads %s', async (_, text, options) => {
    const rows = await read(
      'json',
      text,
      { title: 'what', location: ['place.town', 'place.region', 'place.country'] },
      options,
    )
    expect(rows.map(row => job(row))).toMatchObject(
      Array(2).fill({ title: 'Claims Handler', locations: [{ city: 'Leeds', country: 'GB' }] }),
    )
  })

  it('quarantines rows that are none, with what a person can find them by', async () => {
    const rows = await read(
      'json',
      '[{"id":"1","name":"A",},{"id":"2","name":" "},{"id":1e999,"name":"C"},{"legal":"note"}]',
      {
        title: 'name',
        key: 'id',
      },
    )
    expect(rows).toMatchObject([
      { row: 1, key: '1', title: 'A', reason: expect.stringMatching(/^row 1 is not valid JSON/) },
      { row: 2, key: '2', reason: 'the title (name) is missing', raw: '{"id":"2","name":" "}' },
      { row: 3, key: null, title: 'C', reason: expect.stringMatching(/id is a number too long/) },
      { row: 4, key: null, reason: 'the title (name) is missing' },
    ])
  })

  it.each([
    [
      'an object whose list has another name',
      '{"count":1,"angebote":[{"what":"A"}]}',
      /JSON object with count, angebote.*"options": \{"rows": "data\.jobs"\}/,
    ],
    ['an error with status 200', '{"error":"quota exceeded"}', /answered with an error: "quota exceeded"/],
    ['a web page', '<!doctype html>', /The feed is not JSON/],
    ['a feed that is cut off', '[{"what":"A"},{"what":', /cut off/],
  ])('refuses %s', async (_, text, message) => {
    await expect(read('json', text, { title: 'what' })).rejects.toThrow(message)
  })

  it('asks for a mapping', () => {
    const faults = (mapping: unknown, options?: unknown) => () =>
      parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'json', from: 'feed', mapping, options }] }, '/')
    expect(faults(undefined)).toThrow(/format json needs a mapping/)
    expect(faults({ title: 'a', salaryPeriod: { values: 'year' } })).toThrow(
      /mapping\.salaryPeriod: expected the name of a column or a path/,
    )
    expect(faults({ title: 'a' }, { list: 'jobs' })).toThrow(/"list" is not known here/)
  })
})

describe('a path', () => {
  it.each([
    ['a', { a: 1 }, 1],
    ['a.b', { a: { b: 1 } }, 1],
    ['a.b', { 'a.b': 2, a: { b: 1 } }, 2],
    ['a.b', { a: [{ b: 1 }] }, 1],
    ['a[].b', { a: [{ b: 1 }, {}, { b: 3 }] }, [1, undefined, 3]],
    ['a.b[].c', { a: [{ b: [{ c: 1 }, { c: 2 }] }, { b: [{ c: 3 }] }] }, [1, 2, 3]],
    ['a[1]', { a: [5, 6] }, 6],
    ['a[1].b', { a: [{ b: 1 }] }, undefined],
    [
      'a[k=x].b',
      {
        a: [
          { k: 'X', b: 1 },
          { k: 'y', b: 2 },
        ],
      },
      1,
    ],
    ['a[]', { a: [1, 2] }, [1, 2]],
    ['a.b', { a: 'text' }, undefined],
    ['a.b.c', null, undefined],
  ])('%s of %j is %j', (path, row, expected) => {
    expect(pathReader(path)(row)).toEqual(expected)
  })

  it('of any make reads any row without a fault', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '.', '[', ']', '=', '0', '1'), maxLength: 12 }),
        fc.jsonValue(),
        (path, row) => void pathReader(path)(row),
      ),
    )
  })
})

describe('a mapping', () => {
  it('reads csv and json alike', async () => {
    const mapping = {
      title: 'what',
      key: 'ref',
      location: { city: 'town', country: { value: 'DE' } },
      salaryMin: 'from',
      salaryMax: 'to',
      salaryPeriod: { value: 'month' },
      seniority: 'level',
    }
    const row = { what: 'Aktuar', ref: '8', town: 'Köln', from: '4000', to: '', level: 'Senior' }
    const names = Object.keys(row)
    const table = `${names.join(';')}\n${names.map(name => row[name as keyof typeof row]).join(';')}\n`
    const [fromTable] = await read('csv', table, mapping)
    const [fromJson] = await read('json', JSON.stringify([row]), mapping)
    expect(job(fromTable)).toEqual(job(fromJson))
    expect(job(fromJson)).toMatchObject({
      locations: [{ city: 'Köln', country: 'DE' }],
      salary: { min: 4000, period: 'month' },
      seniority: ['Senior'],
    })
  })

  it('keeps pay that is written for people as text, and takes nothing for nothing', async () => {
    const mapping = { title: 't', salaryMin: 'a', salaryMax: 'b' }
    const rows = await read('csv', 't,a,b\nA,"£40,000","£45,000"\nB,0,0\nC,"£40,000","£40,000"\n', mapping)
    expect(rows.map(row => [job(row).salaryText, job(row).salary])).toEqual([
      ['£40,000 - £45,000', undefined],
      [undefined, undefined],
      ['£40,000', undefined],
    ])
  })
})

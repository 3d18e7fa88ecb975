import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JobDocument } from '#indexer/job'
import {
  advertFingerprint,
  advertHalves,
  contradicts,
  documentFingerprint,
  jobId,
  madeReference,
  rawHalves,
  rawHash,
  readableKey,
  rowKey,
} from '../../../indexer/documents/identity.ts'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'
import { aJob, frankfurt, london } from '../../builders/jobDocument.ts'

const job: RawJob = {
  key: 'A-1',
  reference: 'A-1',
  title: 'Pricing Actuary',
  description: '<p>Price risk.</p>',
  locations: [{ text: 'Leeds', city: 'Leeds' }, { text: 'Hull' }],
  salaryText: '£61,000',
  salary: { min: 61_000, currency: 'GBP' },
  types: ['Permanent'],
  environments: [],
  sectors: [],
  specialisms: [],
  categories: ['Actuarial'],
  company: 'Example Re',
  hostedUrl: 'https://longlist.example/a-1',
  publishedAt: '2026-11-01',
}

/** The same value with every object's keys in another order. */
function reordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reordered) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reordered(field)]),
  ) as T
}

test('halves are the first 64 bits of a hash', () => {
  const bitsOf = (hash: string) => Buffer.from(hash, 'base64url').subarray(0, 8).toString('hex')
  const hexOf = (halves: number[]) => halves.map(half => half.toString(16).padStart(8, '0')).join('')
  for (const title of ['Actuary', 'Broker', 'Claims Handler', 'Underwriter', 'Quant', 'Risk Manager']) {
    const row = { ...job, title }
    expect(hexOf(rawHalves(row, 's'))).toBe(bitsOf(rawHash(row, 's')))
    expect(hexOf(advertHalves(row))).toBe(bitsOf(advertFingerprint(row)))
  }
})

describe('rawHash', () => {
  test('is stable across property order and absent or undefined fields', () => {
    expect(rawHash(reordered(job), 's')).toBe(rawHash(job, 's'))
    expect(rawHash({ ...job, image: undefined }, 's')).toBe(rawHash(job, 's'))
    expect(rawHash(job, 's')).toMatch(/^[\w-]{22}$/)
  })
  test('sees every change', () => {
    const variants: RawJob[] = [
      { ...job, title: 'Pricing  Actuary' },
      { ...job, title: 'pricing actuary' },
      { ...job, locations: [...job.locations].reverse() },
      { ...job, locations: [{ text: 'LeedsHull' }] },
      { ...job, salary: { min: 61_000, currency: 'GBP', max: 61_000 } },
      { ...job, salary: undefined },
      { ...job, types: ['Permanent', ''] },
      { ...job, types: [], environments: ['Permanent'] },
      { ...job, publishedAt: '2026-11-02' },
      { ...job, publishedAt: 1 },
      { ...job, featured: false },
      { ...job, key: null },
    ]
    const hashes = [job, ...variants].map(variant => rawHash(variant, 's'))
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(rawHash(job, 't')).not.toBe(rawHash(job, 's'))
  })
  test('two different rows never look alike, whatever their text', () => {
    const texts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 })
    fc.assert(
      fc.property(texts, texts, texts, texts, (a, b, c, d) => {
        const one: RawJob = { ...job, types: a, categories: b }
        const other: RawJob = { ...job, types: c, categories: d }
        expect(rawHash(one, '') === rawHash(other, '')).toBe(JSON.stringify([a, b]) === JSON.stringify([c, d]))
      }),
    )
  })
})

describe('rowKey', () => {
  test('is the feed’s own, else made of the advert', () => {
    expect(rowKey(job)).toBe('A-1')
    const nameless = { ...job, key: null }
    expect(rowKey(nameless)).toMatch(/^[\w-]{22}$/)
    expect(
      rowKey({
        ...nameless,
        publishedAt: '2026-11-05',
        hostedUrl: 'https://longlist.example/other',
        reference: undefined,
      }),
    ).toBe(rowKey(nameless))
    expect(rowKey({ ...nameless, title: ' pricing   ACTUARY ' })).toBe(rowKey(nameless))
    for (const other of [
      { title: 'Reserving Actuary' },
      { salaryText: '£62,000' },
      { categories: ['Finance'] },
      { company: 'Other Re' },
      { locations: [] },
      { types: [] },
      { description: 'x' },
    ])
      expect(rowKey({ ...nameless, ...other })).not.toBe(rowKey(nameless))
  })
})

test('advertFingerprint: the same advert under another id, address and date', () => {
  expect(
    advertFingerprint({
      ...job,
      key: 'B-9',
      uuid: 'x',
      reference: 'B-9',
      hostedUrl: undefined,
      publishedAt: 5,
      categories: ['Other'],
    }),
  ).toBe(advertFingerprint(job))
  expect(advertFingerprint({ ...job, description: '<p>Price other risk.</p>' })).not.toBe(advertFingerprint(job))
  expect(advertFingerprint({ ...job, salary: { min: 62_000 } })).not.toBe(advertFingerprint(job))
})

describe('jobId', () => {
  test('is the feed’s uuid, in small letters, where it is one', () => {
    expect(jobId('s', 'k', 'B2F0A1C3-1111-4222-8333-444455556666')).toBe('b2f0a1c3-1111-4222-8333-444455556666')
    for (const bad of ['', 'k', 'b2f0a1c3-1111-0222-8333-444455556666', 'b2f0a1c3111142228333444455556666'])
      expect(jobId('s', 'k', bad)).toBe(jobId('s', 'k'))
  })
  test('else a uuid of version 5 layout that only source and key decide', () => {
    expect(jobId('s', 'k')).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(jobId('s', 'k')).toBe(jobId('s', 'k'))
    expect(new Set([jobId('s', 'k'), jobId('sk', ''), jobId('', 'sk'), jobId('s', 'K'), jobId('t', 'k')]).size).toBe(5)
  })
})

test('a made reference is short, stable and easy to read out', () => {
  expect(madeReference('a')).toMatch(/^LL-[A-HJKMNP-Z2-9]{7}$/)
  expect(madeReference('a')).toBe(madeReference('a'))
  expect(madeReference('a')).not.toBe(madeReference('b'))
})

test.each<[string | null, boolean]>([
  ['4729', true],
  ['REF-2026/LONDON 0001', true],
  ['decade', true],
  ['https://x.example/jobs/1', false],
  ['www.x.example/jobs/1', false],
  ['urn:uuid:1', false],
  ['b2f0a1c3-1111-4222-8333-444455556666', false],
  ['0f1e2d3c4b5a69788796a5b4c3d2e1f0', false],
  ['5f1e2d3c4b5a69788796a5b4', false],
  ['', false],
  [null, false],
])('the key %s is one for people: %s', (key, isOne) => expect(readableKey(key) === key && key !== null).toBe(isOne))

describe('documentFingerprint', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`)
  const text = words.join(' ')
  const job = aJob({ title: 'Pricing Actuary', description: `<p>${text}</p>` })
  const print = documentFingerprint(job)

  test('one advert of two sources, whatever its markup, spacing, case and addresses', () => {
    expect(print).toMatch(/^[\w-]{22}$/)
    for (const same of [
      {
        source: 'other',
        id: 'other',
        external_reference: 'Z-1',
        published_at: 1,
        company: 'Example Re',
        salary: null,
        salary_package: '',
      },
      { title: 'PRICING  ACTUARY' },
      { title: 'Pricing-Actuary' },
      {
        description: `<ul>\n<li><strong>${words.slice(0, 30).join(' ')}</strong></li>\n<li>${words.slice(30).join(', ')}.</li></ul>`,
      },
      { description: `<p>${text.toUpperCase()}</p>` },
      {
        description: `<p>${text} <a href="https://board.example/77?x=1">www.board.example/77</a> jobs@board.example</p>`,
      },
      { description: `<p>https://board.example/${'a/'.repeat(9)} ${text}</p>` },
      { places: [{ ...london, placeId: 'cell-1', lat: 51.6 }] },
    ])
      expect(documentFingerprint({ ...job, ...same }), JSON.stringify(same).slice(0, 80)).toBe(print)
    expect(documentFingerprint({ ...job, places: [frankfurt, london] })).toBe(
      documentFingerprint({ ...job, places: [london, frankfurt] }),
    )
  })
  test('glued words are the same words', () =>
    expect(documentFingerprint({ ...job, description: `<p>${text.replace('word7 word8', 'word7word8')}</p>` })).toBe(
      print,
    ))
  test('another title, place or text is another advert', () => {
    for (const other of [
      { title: 'Reserving Actuary' },
      { places: [frankfurt] },
      { places: [london, frankfurt] },
      { places: [], areas: ['GB'] },
      { description: `<p>${text} word60</p>` },
      { description: `<p>${text.replace('word7', 'word8')}</p>` },
    ])
      expect(documentFingerprint({ ...job, ...other })).not.toBe(print)
    const remote = { ...job, places: [], areas: ['GB'] }
    expect(documentFingerprint(remote)).not.toBe(documentFingerprint({ ...remote, areas: ['DE'] }))
    expect(documentFingerprint({ ...remote, remoteCountries: ['IE'] })).not.toBe(documentFingerprint(remote))
  })
  test('a text too short to tell has none', () => {
    expect(documentFingerprint({ ...job, description: '' })).toBeNull()
    expect(documentFingerprint({ ...job, description: `<p>${words.slice(0, 39).join(' ')}</p>` })).toBeNull()
    expect(documentFingerprint({ ...job, description: `<p>${words.slice(0, 40).join(' ')}</p>` })).not.toBeNull()
  })
  test('a longer text leaves nothing behind for the next', () => {
    documentFingerprint({ ...job, description: `<p>${'longer text '.repeat(3_000)}</p>` })
    expect(documentFingerprint(job)).toBe(print)
  })
  test('any text: the same in any dress', () => {
    const tokens = fc.array(fc.constantFrom('Aktuar', 'für', 'R&amp;D', 'C++', '£40k', 'naïve', '日本', '—', '50%'), {
      minLength: 60,
      maxLength: 90,
    })
    fc.assert(
      fc.property(tokens, tokens, (one, other) => {
        const plain = documentFingerprint({ ...job, description: one.join(' ') })
        expect(documentFingerprint({ ...job, description: `<p>${one.join('</p> <p>')}</p>` })).toBe(plain)
        expect(
          documentFingerprint({
            ...job,
            description: `<em>${one.join(' · ').toUpperCase().replaceAll('&AMP;', '&amp;')}</em>`,
          }),
        ).toBe(plain)
        const letters = (words: string[]) =>
          words
            .join('')
            .replaceAll('&amp;', '')
            .replace(/[^\p{L}\p{N}]/gu, '')
        expect(documentFingerprint({ ...job, description: other.join(' ') }) === plain).toBe(
          letters(one) === letters(other),
        )
      }),
    )
  })
})

describe('contradicts', () => {
  const pay = (
    min: number,
    max: number,
    over: Partial<JobDocument['salary'] & object> = {},
  ): JobDocument['salary'] => ({
    min,
    max,
    currency: 'GBP',
    period: 'year',
    flags: [],
    ...over,
  })
  test('other employers, where both are named', () => {
    const of = (one: string | null, other: string | null) =>
      contradicts({ company: one, salary: null }, { company: other, salary: null })
    expect(of('Example Re', 'Sample Mutual')).toBe(true)
    expect(of('Example Re', null)).toBe(false)
    expect(of('Example Re Ltd.', 'EXAMPLE RE')).toBe(false)
    expect(of('Example Versicherung AG', 'Example-Versicherung')).toBe(false)
    expect(of('EXAMPLE BANK PTE. LTD.', 'Example Bank')).toBe(false)
    expect(of('Group', 'Group')).toBe(false)
    expect(of('Holdings', 'Group')).toBe(true)
  })
  test('pay that has nothing in common, where both state it and it can be compared', () => {
    const of = (one: JobDocument['salary'], other: JobDocument['salary']) =>
      contradicts({ company: null, salary: one }, { company: null, salary: other })
    expect(of(pay(40_000, 50_000), pay(45_000, 60_000))).toBe(false)
    expect(of(pay(40_000, 50_000), pay(51_000, 60_000))).toBe(true)
    expect(of(pay(40_000, 50_000), null)).toBe(false)
    expect(of(pay(40_000, 50_000), pay(40_000, 50_000, { currency: 'EUR' }))).toBe(true)
    expect(of(pay(48_000, 48_000), pay(4_000, 4_000, { period: 'month' }))).toBe(false)
    expect(of(pay(40_000, 50_000), pay(400, 500, { period: 'day' }))).toBe(true)
    expect(of(pay(40_000, 50_000), pay(1, 500_000, { flags: ['rangeSuspect'] }))).toBe(false)
  })
})

test('a description of any length is in the hash, and in the key of a row without one as it always was', () => {
  const long = 'Price risk. '.repeat(500)
  const row = { ...job, description: long }
  expect(rawHash({ ...row, description: `${long}!` }, 's')).not.toBe(rawHash(row, 's'))
  expect(rawHash(row, 's')).toBe(rawHash({ ...row, description: 'Price risk. '.repeat(500) }, 's'))
  expect(advertFingerprint({ ...row, description: ` ${long}` })).toBe(advertFingerprint(row))
  // The ids of such rows are made of it.
  expect(rowKey({ title: 'Actuary', key: null, description: long, locations: [], ...lists })).toBe(
    'jrsPd3ZYleMTSOnLJzwYHN',
  )
})

const lists = { types: [], environments: [], sectors: [], specialisms: [], categories: [] }

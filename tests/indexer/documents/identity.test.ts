import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advertFingerprint, jobId, madeReference, rawHash, rowKey } from '../../../indexer/documents/identity.ts'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'

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
    expect(rowKey({ ...nameless, publishedAt: '2026-11-05', hostedUrl: 'https://longlist.example/other', reference: undefined })).toBe(rowKey(nameless))
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
  expect(advertFingerprint({ ...job, key: 'B-9', uuid: 'x', reference: 'B-9', hostedUrl: undefined, publishedAt: 5, categories: ['Other'] })).toBe(
    advertFingerprint(job),
  )
  expect(advertFingerprint({ ...job, description: '<p>Price other risk.</p>' })).not.toBe(advertFingerprint(job))
  expect(advertFingerprint({ ...job, salary: { min: 62_000 } })).not.toBe(advertFingerprint(job))
})

describe('jobId', () => {
  test('is the feed’s uuid, in small letters, where it is one', () => {
    expect(jobId('s', 'k', 'B2F0A1C3-1111-4222-8333-444455556666')).toBe('b2f0a1c3-1111-4222-8333-444455556666')
    for (const bad of ['', 'k', 'b2f0a1c3-1111-0222-8333-444455556666', 'b2f0a1c3111142228333444455556666']) expect(jobId('s', 'k', bad)).toBe(jobId('s', 'k'))
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

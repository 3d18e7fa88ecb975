import { describe, expect, test } from 'vitest'
import { type DateField, FeedDates } from '../../../indexer/documents/feedDates.ts'
import { rawHash } from '../../../indexer/documents/identity.ts'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'

const day = 86_400
const noon = Date.UTC(2026, 10, 27, 12) / 1000
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const row: RawJob = {
  key: '1',
  title: 'Actuary',
  locations: [],
  types: [],
  environments: [],
  sectors: [],
  specialisms: [],
  categories: [],
}

/** One reading of a feed: what its rows became, and which fields it found to be its build time. */
function reading(rows: Partial<RawJob>[], now: number, lastRun: number | null, left: readonly DateField[] = []) {
  const dates = new FeedDates({ timeZone: 'Europe/London', country: 'GB', now }, left)
  const jobs = rows.map((dated, i) => dates.settle({ ...row, key: String(i), ...dated }))
  return { jobs, fields: dates.buildFields(lastRun) }
}

describe('build times', () => {
  const built = (at: number) => Array.from({ length: 50 }, (_, i) => ({ publishedAt: iso(at + i) }))

  test('all rows alike and newer than the last run', () => {
    expect(reading(built(noon - 600), noon, noon - day).fields).toEqual(['publishedAt'])
    expect(
      reading(
        built(noon).map(() => ({ publishedAt: '27/11/2026' })),
        noon,
        noon - 3600,
      ).fields,
    ).toEqual(['publishedAt'])
    expect(reading([...built(noon - 600), { publishedAt: iso(noon - 90 * day) }], noon, noon - day).fields).toEqual([
      'publishedAt',
    ])
  })
  test('not on the first run, nor where known jobs have kept their dates, nor in a handful of rows', () => {
    expect(reading(built(noon - 600), noon, null).fields).toEqual([])
    expect(reading(built(noon - 2 * day), noon, noon - day).fields).toEqual([])
    expect(
      reading(
        built(noon - 600).map((dated, i) => (i % 10 === 0 ? { publishedAt: iso(noon - i * day) } : dated)),
        noon,
        noon - day,
      ).fields,
    ).toEqual([])
    expect(reading(built(noon - 600).slice(0, 2), noon, noon - day).fields).toEqual([])
    expect(reading([{}, {}, {}, {}], noon, noon - day).fields).toEqual([])
  })
  test('once known it stays known until dates differ', () => {
    expect(reading(built(noon - 2 * day), noon, noon - day, ['publishedAt']).fields).toEqual(['publishedAt'])
    const own = Array.from({ length: 50 }, (_, i) => ({ publishedAt: iso(noon - i * day) }))
    expect(reading(own, noon, noon - day, ['publishedAt']).fields).toEqual([])
  })
  test('each field by itself; a closing date that all share is one while it is to come', () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({
      createdAt: iso(noon - i * 30 * day),
      updatedAt: iso(noon - 60),
      expiresAt: '2026-12-31',
    }))
    expect(reading(rows, noon, noon - day).fields).toEqual(['updatedAt'])
    expect(
      reading(
        rows.map(dated => ({ ...dated, expiresAt: iso(noon - 60) })),
        noon,
        noon - day,
      ).fields,
    ).toEqual(['updatedAt', 'expiresAt'])
  })
  test('left out, the row has one hash from day to day, and a change in it is still one', () => {
    const hashes = (at: number, title: string) =>
      reading(
        built(at).map(dated => ({ ...dated, title })),
        at,
        at - day,
        ['publishedAt'],
      ).jobs.map(job => rawHash(job, ''))
    expect(hashes(noon + day, 'Actuary')).toEqual(hashes(noon, 'Actuary'))
    expect(hashes(noon + day, 'Head Actuary')).not.toEqual(hashes(noon, 'Actuary'))
  })
  test('many different dates cost no memory and are the adverts’ own', () => {
    const own = Array.from({ length: 5_000 }, (_, i) => ({ publishedAt: iso(noon - i * 3_700) }))
    expect(reading(own, noon, noon - 400 * day).fields).toEqual([])
  })
})

describe('words that count on', () => {
  const settled = (publishedAt: string, now: number) => reading([{ publishedAt }], now, null).jobs[0]!.publishedAt
  test('become the day they mean, the same from one run to the next', () => {
    expect(settled('Posted 8 Days Ago', noon)).toBe('2026-11-19T00:00:00.000Z')
    expect(settled('Posted 9 Days Ago', noon + day)).toBe('2026-11-19T00:00:00.000Z')
    expect(settled('vor 3 Tagen', noon)).toBe('2026-11-24T00:00:00.000Z')
    expect(settled('Posted Today', noon)).toBe('2026-11-27T00:00:00.000Z')
    expect(settled('Posted Yesterday', noon + day)).toBe('2026-11-27T00:00:00.000Z')
    expect(settled('2 hours ago', noon)).toBe('2026-11-27T00:00:00.000Z')
    expect(settled('3 hours ago', noon + 3600)).toBe('2026-11-27T00:00:00.000Z')
    expect(settled('an hour ago', noon)).toBe('2026-11-27T00:00:00.000Z')
  })
  test('a closing day is its last second', () => {
    expect(reading([{ expiresAt: '3 days left' }], noon, null).jobs[0]!.expiresAt).toBe('2026-11-30T23:59:59.000Z')
    expect(reading([{ expiresAt: '2 days left' }], noon + day, null).jobs[0]!.expiresAt).toBe(
      '2026-11-30T23:59:59.000Z',
    )
  })
  test('what stands still by itself stays as it is, and so does the row', () => {
    for (const publishedAt of ['30+ days ago', '2 weeks ago', '2026-11-01', '10 May', 'soon'])
      expect(settled(publishedAt, noon)).toBe(publishedAt)
    const job = { ...row, publishedAt: 1_795_000_000 }
    expect(new FeedDates({ timeZone: 'UTC', country: null, now: noon }).settle(job)).toBe(job)
  })
})

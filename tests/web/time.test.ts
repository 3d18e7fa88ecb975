import { describe, expect, it } from 'vitest'
import { wholeWorld } from '#indexer/job'
import { sites } from '#indexer/site'
import { clockOf, formatClosing, formatCount, formatDate, isNew, isoTime, timeAgo } from '../../web/ui/time.ts'
import { london } from '../builders/jobDocument.ts'

const now = 1_795_770_000
const hour = 3_600
const day = 86_400

describe('timeAgo', () => {
  it.each([
    [-500, 'just now'],
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [14 * day - 1, '13 days ago'],
    [14 * day, '2 weeks ago'],
    [60 * day - 1, '8 weeks ago'],
    [61 * day, '2 months ago'],
    [800 * day, '2 years ago'],
  ])('%d seconds: %s', (passed, words) => {
    expect(timeAgo(now, now - passed)).toBe(words)
  })
})

describe('isNew', () => {
  it('is the first three days', () => {
    expect(isNew(now, now)).toBe(true)
    expect(isNew(now, now - 3 * day + 1)).toBe(true)
    expect(isNew(now, now - 3 * day)).toBe(false)
  })
})

describe('dates are the site’s, wherever they are read', () => {
  const closing = Date.UTC(2027, 0, 11, 23, 59) / 1_000

  it('names the zone of the clock', () => {
    expect(formatClosing(closing, sites.uk)).toBe('11 January 2027, 23:59 UK time')
    expect(formatClosing(closing, sites.de)).toBe('12 January 2027, 00:59 German time')
    expect(formatClosing(closing, sites.sg)).toBe('12 January 2027, 07:59 Singapore time')
  })

  it('of a job it is the clock where the job is', () => {
    const place = (country: string) => ({ ...london, country })
    const job = (...countries: string[]) => ({ places: countries.map(place), remoteCountries: [] as string[] })
    expect(formatClosing(closing, clockOf(job('GB'), sites.de))).toBe('11 January 2027, 23:59 UK time')
    expect(formatClosing(closing, clockOf(job('DE'), sites.uk))).toBe('12 January 2027, 00:59 German time')
    expect(formatClosing(closing, clockOf(job('FR', 'FR'), sites.uk))).toBe('12 January 2027, 00:59 French time')
    expect(formatClosing(closing, clockOf({ places: [], remoteCountries: ['SG'] }, sites.uk))).toMatch(
      /Singapore time$/,
    )
    // Several clocks, or none that is known: the site's.
    for (const several of [job('GB', 'DE'), job('US'), job(), { places: [], remoteCountries: [wholeWorld] }])
      expect(clockOf(several, sites.de)).toEqual({ timeZone: 'Europe/Berlin' })
  })

  it('follows summer time', () => {
    expect(formatClosing(Date.UTC(2027, 5, 30, 22, 59) / 1_000, sites.uk)).toBe('30 June 2027, 23:59 UK time')
  })

  it('writes midnight as 00:00', () => {
    expect(formatClosing(Date.UTC(2027, 0, 1) / 1_000, sites.uk)).toBe('1 January 2027, 00:00 UK time')
  })

  it('is on the site’s day', () => {
    expect(formatDate(Date.UTC(2026, 8, 30, 20) / 1_000, sites.uk)).toBe('30 September 2026')
    expect(formatDate(Date.UTC(2026, 8, 30, 20) / 1_000, sites.sg)).toBe('1 October 2026')
  })

  it('is not the machine’s', () => {
    const before = process.env.TZ
    try {
      process.env.TZ = 'Pacific/Auckland'
      expect(formatDate(closing, sites.uk)).toBe('11 January 2027')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})

it('writes whole seconds in ISO time', () => {
  expect(isoTime(now)).toBe('2026-11-27T09:00:00Z')
})

it('groups thousands', () => {
  expect([0, 7, 999, 1_000, 29_862, 1_234_567].map(formatCount)).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '29,862',
    '1,234,567',
  ])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DateOptions, parseDate } from '../../../indexer/documents/dates.ts'

const read = (value: string | number | undefined, timeZone = 'Europe/London', options?: DateOptions) => {
  const seconds = parseDate(value, timeZone, options)
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

describe('dialects', () => {
  test.each([
    ['2026-08-05', '2026-08-04T23:00:00Z'],
    ['2026-01-05', '2026-01-05T00:00:00Z'],
    ['2026/8/5', '2026-08-04T23:00:00Z'],
    ['2026-08-05T09:41:37Z', '2026-08-05T09:41:37Z'],
    ['2026-08-05T09:41:37.123-04:00', '2026-08-05T13:41:37Z'],
    ['2026-08-05T09:41:37+0100', '2026-08-05T08:41:37Z'],
    ['2026-08-05 09:41:37 UTC', '2026-08-05T09:41:37Z'],
    ['2026-08-05 09:41', '2026-08-05T08:41:00Z'],
    ['20-5-2023', '2023-05-19T23:00:00Z'],
    ['01/09/2043 12:00:00', '2043-09-01T11:00:00Z'],
    ['12/31/2026', '2026-12-31T00:00:00Z'],
    ['7.3.26', '2026-03-07T00:00:00Z'],
    ['25 Oct 2017 23:55 BST', '2017-10-25T22:55:00Z'],
    ['Wed, 25 Oct 2017 23:55:00 EST', '2017-10-26T04:55:00Z'],
    ['Thu Mar 05 2026 10:00:00 GMT+0100 (Central European Standard Time)', '2026-03-05T09:00:00Z'],
    ['October 25th, 2017', '2017-10-24T23:00:00Z'],
    ['25. Oktober 2017', '2017-10-24T23:00:00Z'],
    ['1. März 2026 14:30 Uhr', '2026-03-01T14:30:00Z'],
    ['Nov 26, 2026, 10:15:00 PM', '2026-11-26T22:15:00Z'],
    ['26-Nov-2026', '2026-11-26T00:00:00Z'],
    ['20260805', '2026-08-04T23:00:00Z'],
    ['20260805101500', '2026-08-05T09:15:00Z'],
    ['24/12/2026 24:00', '2026-12-25T00:00:00Z'],
    [1_700_000_000, '2023-11-14T22:13:20Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20Z'],
    ['1700000000000', '2023-11-14T22:13:20Z'],
  ])('%s', (value, expected) => expect(read(value)).toBe(expected))
})

describe('nonsense is null', () => {
  test.each([
    undefined,
    '',
    ' ',
    '0',
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '31/02/2026',
    '2026-13-01',
    '2026-00-10',
    '0000-00-00',
    '9999-12-31',
    '25:99',
    '2026-08-05 25:00',
    '2026-08-05T10:61',
    'Ongoing',
    'soon',
    '10 May',
    '14:30',
    '1e9',
  ])('%s', value => expect(read(value)).toBeNull())
})

describe('zones', () => {
  test('a date is the first second of its day in the zone, a closing date the last', () => {
    expect(read('2026-05-01', 'Europe/London', { endOfDay: true })).toBe('2026-05-01T22:59:59Z')
    expect(read('2026-12-01', 'Europe/London', { endOfDay: true })).toBe('2026-12-01T23:59:59Z')
    expect(read('2026-05-01', 'Asia/Singapore', { endOfDay: true })).toBe('2026-05-01T15:59:59Z')
    expect(read('2026-05-01', 'Asia/Singapore')).toBe('2026-04-30T16:00:00Z')
    // A time is a time, also at a closing date.
    expect(read('2026-05-01 17:00', 'Europe/Berlin', { endOfDay: true })).toBe('2026-05-01T15:00:00Z')
  })
  test('the days on which the clocks change', () => {
    expect(read('2026-03-29 00:30')).toBe('2026-03-29T00:30:00Z')
    expect(read('2026-03-29 03:30')).toBe('2026-03-29T02:30:00Z')
    expect(read('2026-10-25 00:30')).toBe('2026-10-24T23:30:00Z')
    expect(read('2026-10-25 02:30')).toBe('2026-10-25T02:30:00Z')
    expect(read('2026-10-25', 'Europe/Berlin', { endOfDay: true })).toBe('2026-10-25T22:59:59Z')
  })
  test('an unknown zone of a source reads as UTC and does not throw', () => expect(read('2026-08-05 10:00', 'Nowhere/Else')).toBe('2026-08-05T10:00:00Z'))
})

describe('words that count from today', () => {
  const now = Date.UTC(2026, 10, 27, 12) / 1000
  test.each([
    ['Posted Today', '2026-11-27T12:00:00Z'],
    ['Posted 8 Days Ago', '2026-11-19T00:00:00Z'],
    ['Posted 30+ days ago', '2026-10-28T00:00:00Z'],
    ['3 hours ago', '2026-11-27T09:00:00Z'],
    ['gestern', '2026-11-26T00:00:00Z'],
    ['vor 3 Tagen', '2026-11-24T00:00:00Z'],
    ['Posted 10 May', '2026-05-09T23:00:00Z'],
    ['28 December', '2025-12-28T00:00:00Z'],
  ])('%s', (value, expected) => expect(read(value, 'Europe/London', { now })).toBe(expected))
  test('a closing day without a year is the next one', () => expect(read('10 May', 'Europe/London', { now, endOfDay: true })).toBe('2027-05-10T22:59:59Z'))
})

test('every instant written in ISO comes back, and any local time is the right one', () => {
  const instants = fc.integer({ min: Date.UTC(1990, 0, 2) / 1000, max: Date.UTC(2099, 0, 1) / 1000 })
  fc.assert(
    fc.property(instants, fc.constantFrom('Europe/London', 'Europe/Berlin', 'Asia/Singapore', 'America/New_York'), (seconds, timeZone) => {
      expect(parseDate(new Date(seconds * 1000).toISOString(), timeZone)).toBe(seconds)
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(seconds * 1000)
      const found = parseDate(local, timeZone)!
      // The hour that comes twice in autumn may be read as either.
      expect([0, 3600]).toContain(Math.abs(found - seconds))
      expect(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(found * 1000)).toBe(local)
    }),
  )
})
test('never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.double()),
      fc.boolean(),
      (value, endOfDay) => void parseDate(value, 'Europe/Berlin', { endOfDay, now: 1_800_000_000 }),
    ),
  )
})

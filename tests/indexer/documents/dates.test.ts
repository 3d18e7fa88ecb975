import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DateOptions, parseDate, readDate } from '../../../indexer/documents/dates.ts'
import { tries } from '../../builders/properties.ts'

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
    [20_260_805, '2026-08-04T23:00:00Z'],
    [1_700_000_000, '2023-11-14T22:13:20Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20Z'],
    ['1700000000000', '2023-11-14T22:13:20Z'],
    ['1700000000', '2023-11-14T22:13:20Z'],
    ['1700000000.25', '2023-11-14T22:13:20Z'],
    ['1700000000000000', '2023-11-14T22:13:20Z'],
    ['/Date(1700000000123)/', '2023-11-14T22:13:20Z'],
    ['/Date(1700000000123+0100)/', '2023-11-14T22:13:20Z'],
    ['2026-W32-3', '2026-08-04T23:00:00Z'],
    ['2026W323', '2026-08-04T23:00:00Z'],
    ['2026-W53-5', '2027-01-01T00:00:00Z'],
    ['2026-W32', '2026-08-02T23:00:00Z'],
    ['2026-W32-3T10:00Z', '2026-08-05T10:00:00Z'],
    ['2026-217', '2026-08-04T23:00:00Z'],
    ['2024-366', '2024-12-31T00:00:00Z'],
    ['20260805T094137Z', '2026-08-05T09:41:37Z'],
    ['20260805T094137.250+0200', '2026-08-05T07:41:37Z'],
    ['20260805T0941', '2026-08-05T08:41:00Z'],
    ['2026-08-05Z', '2026-08-05T00:00:00Z'],
    ['2026-08-05+02:00', '2026-08-04T22:00:00Z'],
    ['2026-08-05 UTC', '2026-08-05T00:00:00Z'],
    ['2026-08', '2026-07-31T23:00:00Z'],
    ['August 2026', '2026-07-31T23:00:00Z'],
    ['2026-08-05T09:41:37+01', '2026-08-05T08:41:37Z'],
    ['2026-08-05T09:41:37+02:00[Europe/Berlin]', '2026-08-05T07:41:37Z'],
    ['2026-08-05T09:41:37 Europe/Berlin', '2026-08-05T07:41:37Z'],
    ['2026-08-05T09:41:37[europe/berlin]', '2026-08-05T07:41:37Z'],
    ['2026-08-05T09:41:37 Moon/Crater', '2026-08-05T08:41:37Z'],
    ['2025-10-03T09:42:16.9', '2025-10-03T08:42:16Z'],
    ['Wed, 19 Aug 2026 05:00:00:0', '2026-08-19T04:00:00Z'],
    ['Wed, 19 Aug 2026 23:10:38 GMT', '2026-08-19T23:10:38Z'],
    ['Wed Aug 05 09:41:37 UTC 2026', '2026-08-05T09:41:37Z'],
    ['Wed Aug  5 09:41:37 2026', '2026-08-05T08:41:37Z'],
    ['Aug 5 2026 9:41AM', '2026-08-05T08:41:00Z'],
    ['Mar 5, 2025 at 11:59pm (Pacific Time)', '2025-03-06T07:59:00Z'],
    ['Jul 5, 2025 at 11:59 PM Eastern Time', '2025-07-06T03:59:00Z'],
    ['5 July 2025 12:00 PT', '2025-07-05T19:00:00Z'],
    ['12 noon on Wednesday 17 June 2026**', '2026-06-17T11:00:00Z'],
    ['11:59pm on Friday 5th June 2026', '2026-06-05T22:59:00Z'],
    ['5pm, 3 July 2026', '2026-07-03T16:00:00Z'],
    ['3 July 2026 at 9 am', '2026-07-03T08:00:00Z'],
    ['Montag, 3. August 2026', '2026-08-02T23:00:00Z'],
    ['Mo., 03.08.2026 um 09:41 Uhr', '2026-08-03T08:41:00Z'],
    ['Donnerstag, den 6. August 2026', '2026-08-05T23:00:00Z'],
    ['bis zum 31.12.2026', '2026-12-31T00:00:00Z'],
    ['3. Mrz 2026', '2026-03-03T00:00:00Z'],
    ['1er août 2026', '2026-07-31T23:00:00Z'],
    ['22-05-2025 00:11:19', '2025-05-21T23:11:19Z'],
    ['16 June, 2026***', '2026-06-15T23:00:00Z'],
    ['December 31, 2024 (full consideration)', '2024-12-31T00:00:00Z'],
    ['Apply by May 15, 2024.', '2024-05-14T23:00:00Z'],
    ['Closing date: 30/06/2026', '2026-06-29T23:00:00Z'],
    ['2042-08-23T01:40:35+0100', '2042-08-23T00:40:35Z'],
  ])('%s', (value, expected) => expect(read(value)).toBe(expected))

  test('a source of the USA writes the month first', () => {
    const us = (value: string) => read(value, 'UTC', { monthFirst: true })
    expect(us('03/04/2026')).toBe('2026-03-04T00:00:00Z')
    expect(us('3-4-26 14:00')).toBe('2026-03-04T14:00:00Z')
    expect(us('25/12/2026')).toBe('2026-12-25T00:00:00Z')
    expect(us('03.04.2026')).toBe('2026-04-03T00:00:00Z') // never with full stops
    expect(us('2026-03-04')).toBe('2026-03-04T00:00:00Z')
  })
  test('what had to be done is told', () => {
    const now = Date.UTC(2026, 10, 27) / 1000
    const flags = (value: string) => readDate(value, 'UTC', { now })?.flags
    expect(flags('2026-08-05')).toEqual([])
    expect(flags('August 2026')).toEqual(['dayGuessed'])
    expect(flags('10 May')).toEqual(['noYear'])
    expect(flags('8 days ago')).toEqual(['relative'])
  })
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
    '10.05',
    '2026-W54-1',
    '2026-W00',
    '2026-000',
    '2025-366',
    '2026-13',
    'Smarch 2026',
    '2026-08-05 soon',
    '2026-08-05T10:00+99:00',
    '20261332',
    'noon',
    '5pm',
    'vor 3 Tagen',
    '1.5',
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
  test('an hour that the clocks skip is an hour later, one that comes twice is either', () => {
    expect(read('2026-03-29 01:30')).toBe('2026-03-29T01:30:00Z')
    expect(read('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00Z')
    expect(read('2026-03-08 02:30', 'America/New_York')).toBe('2026-03-08T07:30:00Z')
    expect(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']).toContain(read('2026-10-25 02:30', 'Europe/Berlin'))
    expect(read('2026-03-29 01:30 GMT')).toBe('2026-03-29T01:30:00Z')
  })
  test('a closing month or week ends with its last day, a closing midnight with the day it names', () => {
    const closing = (value: string) => read(value, 'Europe/London', { endOfDay: true })
    expect(closing('2028-02')).toBe('2028-02-29T23:59:59Z')
    expect(closing('2026-W50')).toBe('2026-12-13T23:59:59Z')
    expect(closing('Midnight on 14 June 2026')).toBe('2026-06-14T22:59:59Z')
    expect(closing('14 June 2026 at midnight')).toBe('2026-06-14T22:59:59Z')
    expect(closing('2026-12-31Z')).toBe('2026-12-31T23:59:59Z')
  })
  test('an unknown zone of a source reads as UTC and does not throw', () =>
    expect(read('2026-08-05 10:00', 'Nowhere/Else')).toBe('2026-08-05T10:00:00Z'))
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
    ['Sunday 16 February', '2025-02-16T00:00:00Z'],
    ['Updated 2w ago', '2026-11-13T00:00:00Z'],
    ['a day ago', '2026-11-26T00:00:00Z'],
    ['vor einem Monat', '2026-10-28T00:00:00Z'],
    ['in 5 days', '2026-12-02T00:00:00Z'],
    ['noch 2 Wochen', '2026-12-11T00:00:00Z'],
    ['tomorrow', '2026-11-28T00:00:00Z'],
  ])('%s', (value, expected) => expect(read(value, 'Europe/London', { now })).toBe(expected))
  test('a closing day without a year is the next one', () =>
    expect(read('10 May', 'Europe/London', { now, endOfDay: true })).toBe('2027-05-10T22:59:59Z'))
  test('… after the day the advert came out, however late it is read', () => {
    const from = Date.UTC(2026, 3, 20) / 1000
    expect(read('10 May', 'Europe/London', { now, from, endOfDay: true })).toBe('2026-05-10T22:59:59Z')
    expect(read('Monday 10 May', 'Europe/London', { now, from, endOfDay: true })).toBe('2027-05-10T22:59:59Z')
    expect(read('3 days left', 'Europe/London', { now, endOfDay: true })).toBe('2026-11-30T23:59:59Z')
  })
})

test('every instant written in ISO comes back, and any local time is the right one', () => {
  const instants = fc.integer({ min: Date.UTC(1990, 0, 2) / 1000, max: Date.UTC(2099, 0, 1) / 1000 })
  fc.assert(
    fc.property(
      instants,
      fc.constantFrom('Europe/London', 'Europe/Berlin', 'Asia/Singapore', 'America/New_York'),
      (seconds, timeZone) => {
        expect(parseDate(new Date(seconds * 1000).toISOString(), timeZone)).toBe(seconds)
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
          seconds * 1000,
        )
        const found = parseDate(local, timeZone)!
        // The hour that comes twice in autumn may be read as either.
        expect([0, 3600]).toContain(Math.abs(found - seconds))
        expect(
          new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(found * 1000),
        ).toBe(local)
      },
    ),
  )
})
test('any day and time comes back from every dialect, in any zone', () => {
  const two = (value: number) => String(value).padStart(2, '0')
  const english = 'January February March April May June July August September October November December'.split(' ')
  const german = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')
  const germanDays = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ')
  const dialects: ((year: number, month: number, day: number, weekday: number) => string)[] = [
    (y, m, d) => `${y}-${two(m)}-${two(d)}`,
    (y, m, d) => `${y}/${m}/${d}`,
    (y, m, d) => `${d}-${m}-${y}`,
    (y, m, d) => `${two(d)}.${two(m)}.${y}`,
    (y, m, d) => `${y}${two(m)}${two(d)}`,
    (y, m, d) => `${d} ${english[m - 1]!.slice(0, 3)} ${y}`,
    (y, m, d) => `${english[m - 1]} ${d}, ${y}`,
    (y, m, d) => `${d}. ${german[m - 1]} ${y}`,
    (y, m, d, w) => `${germanDays[w]}, ${d}. ${german[m - 1]} ${y}`,
    (y, m, d, w) => `${germanDays[w]!.slice(0, 2)}., ${two(d)}.${two(m)}.${y}`,
  ]
  const zones: [string, string][] = [
    ['', 'Europe/Berlin'],
    [' UTC', 'UTC'],
    [' GMT', 'UTC'],
    [' Europe/London', 'Europe/London'],
    ['+0000', 'UTC'],
    ['+01:00', 'Etc/GMT-1'],
    [' -0500', 'Etc/GMT+5'],
    [' EST', 'Etc/GMT+5'],
    [' SGT', 'Asia/Singapore'],
    [' (Pacific Time)', 'America/Los_Angeles'],
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(1991, 0, 1) / 60_000, max: Date.UTC(2098, 0, 1) / 60_000 }),
      fc.constantFrom(...dialects),
      fc.constantFrom(...zones),
      (minutes, dialect, [suffix, timeZone]) => {
        const date = new Date(minutes * 60_000)
        const day = dialect(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay())
        // A compact date takes its time in the same style.
        const clock = /^\d{8}$/.test(day)
          ? `T${two(date.getUTCHours())}${two(date.getUTCMinutes())}00`
          : ` ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
        if (/^\d{8}$/.test(day) && /[a-z]/i.test(suffix)) return
        const seconds = parseDate(`${day}${clock}${suffix}`, 'Europe/Berlin')
        expect(seconds, `${day}${clock}${suffix}`).not.toBeNull()
        const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
          seconds! * 1000,
        )
        const wanted = date.toISOString().slice(0, 16).replace('T', ' ')
        // The hour that the clocks skip in spring is written an hour later.
        if (written !== wanted)
          expect(written).toBe(new Date(date.getTime() + 3_600_000).toISOString().slice(0, 16).replace('T', ' '))
      },
    ),
    tries(1_000),
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

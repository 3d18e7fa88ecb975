import type { JobDocument } from '#indexer/job'
import type { Site } from '#indexer/site'

const minute = 60
const hour = 3_600
const day = 86_400
/** Days something is called new. */
const newDays = 3
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** The clock of each country that has one, and what it is called. */
const clockOfCountry: Record<string, [timeZone: string, name: string]> = {
  GB: ['Europe/London', 'UK time'],
  DE: ['Europe/Berlin', 'German time'],
  SG: ['Asia/Singapore', 'Singapore time'],
  IE: ['Europe/Dublin', 'Irish time'],
  AT: ['Europe/Vienna', 'Austrian time'],
  CH: ['Europe/Zurich', 'Swiss time'],
  LI: ['Europe/Vaduz', 'Liechtenstein time'],
  NL: ['Europe/Amsterdam', 'Dutch time'],
  BE: ['Europe/Brussels', 'Belgian time'],
  LU: ['Europe/Luxembourg', 'Luxembourg time'],
  FR: ['Europe/Paris', 'French time'],
  IT: ['Europe/Rome', 'Italian time'],
  PL: ['Europe/Warsaw', 'Polish time'],
  CZ: ['Europe/Prague', 'Czech time'],
  DK: ['Europe/Copenhagen', 'Danish time'],
  SE: ['Europe/Stockholm', 'Swedish time'],
  NO: ['Europe/Oslo', 'Norwegian time'],
  FI: ['Europe/Helsinki', 'Finnish time'],
  GR: ['Europe/Athens', 'Greek time'],
  RO: ['Europe/Bucharest', 'Romanian time'],
  HU: ['Europe/Budapest', 'Hungarian time'],
  MT: ['Europe/Malta', 'Maltese time'],
  HK: ['Asia/Hong_Kong', 'Hong Kong time'],
  JP: ['Asia/Tokyo', 'Japanese time'],
  IN: ['Asia/Kolkata', 'Indian time'],
  AE: ['Asia/Dubai', 'UAE time'],
  MY: ['Asia/Kuala_Lumpur', 'Malaysian time'],
  PH: ['Asia/Manila', 'Philippine time'],
}
const zoneNames = new Map(Object.values(clockOfCountry))

/** What a time is told by. `timeZone`: IANA. */
export interface Clock {
  timeZone: string
}

/**
 * The clock where a job is: that of its places where they have one in common, and the site's where they have none, or
 * their country has several.
 */
export function clockOf(
  { places, remoteCountries }: Pick<JobDocument, 'places' | 'remoteCountries'>,
  site: Pick<Site, 'timeZone'>,
): Clock {
  const countries = places.length > 0 ? places.map(({ country }) => country) : remoteCountries
  const zones = new Set(countries.map(country => clockOfCountry[country]?.[0]))
  const [timeZone] = zones
  return zones.size === 1 && timeZone !== undefined ? { timeZone } : { timeZone: site.timeZone }
}

/**
 * Time passed, in words: `just now`, `5 minutes ago`, `1 day ago`, `3 weeks ago`. Counted from elapsed seconds alone
 * and never from a calendar, so that a server in UTC and a browser in Singapore write the same. `now` is the render's
 * own time.
 * @param now epoch seconds
 * @param then epoch seconds; later than `now` reads `just now`
 */
export function timeAgo(now: number, then: number): string {
  const passed = now - then
  if (passed < minute) return 'just now'
  if (passed < hour) return ago(passed / minute, 'minute')
  if (passed < day) return ago(passed / hour, 'hour')
  if (passed < 14 * day) return ago(passed / day, 'day')
  if (passed < 60 * day) return ago(passed / day / 7, 'week')
  if (passed < 730 * day) return ago(passed / day / 30.44, 'month')
  return ago(passed / day / 365.25, 'year')
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}

/** Whether a job, an insight or an event wears the New badge. Epoch seconds. */
export function isNew(now: number, published: number): boolean {
  return now - published < newDays * day
}

/**
 * `27 November 2026`, on the site's calendar wherever it is read. Written out by hand: month names of Node and of
 * browsers differ between releases.
 */
export function formatDate(epoch: number, clock: Clock): string {
  const parts = zoned(epoch, clock)
  return `${parts.day} ${months[parts.month - 1]} ${parts.year}`
}

/** `11 January 2027, 23:59 UK time`: a closing moment, with its zone stated. */
export function formatClosing(epoch: number, clock: Clock): string {
  const { hour, minute } = zoned(epoch, clock)
  return `${formatDate(epoch, clock)}, ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} ${zoneNames.get(clock.timeZone)}`
}

/** `2026-11-27T09:30:00Z`, for `<time datetime>` and JSON-LD. */
export function isoTime(epoch: number): string {
  return new Date(epoch * 1_000).toISOString().replace('.000Z', 'Z')
}

/** `1,204`, the same everywhere. */
export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function zoned(epoch: number, { timeZone }: Clock) {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const parts = Object.fromEntries(clock.formatToParts(epoch * 1_000).map(part => [part.type, Number(part.value)]))
  return { year: parts.year!, month: parts.month!, day: parts.day!, hour: parts.hour!, minute: parts.minute! }
}

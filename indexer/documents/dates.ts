/** Dates as feeds write them. Everything comes out as epoch seconds (UTC); what is no date comes out as null. */

export interface DateOptions {
  /** A date without a time means its last second (23:59:59 in the zone) and not its first: closing dates. */
  endOfDay?: boolean
  /** Epoch seconds. With it, words that count from today (`8 days ago`, `Posted today`, `10 May`) are dates too. */
  now?: number
  /** Epoch seconds: a closing day without a year is the first one from here on. Default: `now`. */
  from?: number
  /** `03/04/2026` is 4 March: feeds of the USA. A day above 12 tells by itself. */
  monthFirst?: boolean
}

/**
 * A date, and what had to be done to read it: `relative` (counted from today), `noYear` (the likeliest year),
 * `dayGuessed` (only a month or a week is named).
 */
export interface ReadDate {
  /** Epoch seconds. */
  seconds: number
  flags: string[]
}

const earliestYear = 1990
const latestYear = 2099
const earliest = Date.UTC(earliestYear, 0, 1) / 1000
const latest = Date.UTC(latestYear + 1, 0, 1) / 1000

/**
 * Minutes east of UTC, or the region whose clocks are meant. `IST` and other names that mean several zones are left
 * out: the source's zone is the better guess.
 */
// biome-ignore format: a table
const zones: Record<string, number | string> = {
  Z: 0, UTC: 0, UT: 0, GMT: 0, WET: 0, BST: 60, WEST: 60, CET: 60, MEZ: 60, CEST: 120, MESZ: 120, EET: 120, EEST: 180, SGT: 480, HKT: 480, AWST: 480, JST: 540,
  AEST: 600, AEDT: 660, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420,
  ET: 'America/New_York', PT: 'America/Los_Angeles', EASTERN: 'America/New_York', CENTRAL: 'America/Chicago', MOUNTAIN: 'America/Denver',
  PACIFIC: 'America/Los_Angeles', UK: 'Europe/London', LONDON: 'Europe/London',
}
const months = new Map<string, number>()
for (const names of [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'jän feb mär apr mai jun jul aug sept okt nov dez',
  'janv févr mrz avr mai juin juil août sep oct nov déc',
])
  names.split(' ').forEach((name, index) => {
    months.set(name, index + 1)
  })
const weekdays = new Map<string, number>()
for (const names of ['sun mon tue wed thu fri sat', 'so mo di mi do fr sa', 'son mon die mit don fre sam'])
  names.split(' ').forEach((name, index) => {
    weekdays.set(name, index)
  })

const time =
  '(?:[T\\s,]+|\\s+(?:at|um)\\s+)(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2})(?:[.,:]\\d{1,9})?)?\\s*([ap]\\.?m\\.?)?(?:\\s*Uhr)?'
const zone =
  '\\s*(?:[([]?(?:(?:UTC|GMT)?\\s?([+-]\\d{1,2}(?::?\\d{2})?)|([a-z]{1,20}/[a-z_]{1,30}|(?:eastern|central|mountain|pacific|uk|london)(?=(?: standard| daylight)? time)|[A-Z]{1,5}))' +
  '(?:(?: standard| daylight)? time)?[)\\]]?)?(?:\\s*[([][^)\\]]{0,40}[)\\]])?'
// A day may have a zone too (`2026-08-05Z`, as XML writes it).
const tail = `(?:${time}${zone}|\\s?(Z|UTC|GMT|[+-]\\d{2}:\\d{2}))?\\s*$`
const weekday = '^(?:([a-zäöü]{2,10})\\.?,?\\s+)?'
const isoPattern = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${tail}`, 'i')
const basicPattern =
  /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?(?:\.\d{1,9})?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const weekPattern = new RegExp(`^(\\d{4})-?W(\\d{2})(?:-?([1-7]))?${tail}`, 'i')
const ordinalPattern = new RegExp(`^(\\d{4})-(\\d{3})${tail}`, 'i')
const numericPattern = new RegExp(`${weekday}(\\d{1,2})([-/.])(\\d{1,2})[-/.](\\d{4}|\\d{2})${tail}`, 'i')
const namedPattern = new RegExp(
  `${weekday}(\\d{1,2})(?:st|nd|rd|th|er|\\.)?[\\s-]+(?:of\\s+)?([a-zäöüéû]{3,9})\\.?,?[\\s-]+(\\d{4}|\\d{2})${tail}`,
  'i',
)
const americanPattern = new RegExp(
  `${weekday}([a-zäöüéû]{3,9})\\.?[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?,?[\\s-]+(\\d{4})${tail}`,
  'i',
)
const monthPattern = /^(?:(\d{4})-(\d{1,2})|([a-zäöüéû]{3,9})\.?,?\s+(\d{4}))$/i
/** `Wed Aug 05 09:41:37 UTC 2026`: the year comes last. */
const yearLast =
  /^([a-z]{3,9} [a-z]{3,9}\.? +\d{1,2}),? +(\d{1,2}:\d{2}(?::\d{2})?(?: +[a-z]{1,5}| +[+-]\d{4})?) +(\d{4})$/i

/** `readDate` without what had to be done. */
export function parseDate(
  value: string | number | null | undefined,
  timeZone: string,
  options: DateOptions = {},
): number | null {
  return readDate(value, timeZone, options)?.seconds ?? null
}

/**
 * A date or an epoch of no year that an advert has: what systems write for none (`00/00/0000`, `01/01/1970`,
 * `12/31/9999`, `-62135596800`).
 */
export function isEmptyDate(value: string | number): boolean {
  const date = anyDate(value, 'UTC', {})
  return date !== null && !isPlausible(date.seconds)
}

/**
 * @param value ISO 8601 with its weeks, ordinal days and basic form, RFC 822, `20-5-2023` and `01/09/2043 12:00:00`
 * (day first), `25 Oct 2017 23:55 BST`, `12 noon on Wednesday 17 June 2026`, German and French months, epoch seconds or
 * smaller units, also as text; with `now` also words
 * @param timeZone IANA name: the zone of dates that name none
 * @returns null for what is no date between 1990 and 2100 (also for 31 February, `0` and `Ongoing`). Never throws.
 */
export function readDate(
  value: string | number | null | undefined,
  timeZone: string,
  options: DateOptions = {},
): ReadDate | null {
  if (value === undefined || value === null) return null
  const date = anyDate(value, timeZone, options)
  return date && isPlausible(date.seconds) ? date : null
}

/** The same, of any year. */
function anyDate(value: string | number, timeZone: string, options: DateOptions): ReadDate | null {
  // A number may be `20260805` too.
  if (typeof value === 'number') return found(fromDigits(String(value), timeZone, options) ?? fromEpoch(value))
  const text = value.trim()
  if (text === '' || text.length > 100) return null
  const iso = isoPattern.exec(text)
  if (iso) return found(fromMatch(iso, 3, Number(iso[1]), Number(iso[2]), Number(iso[3]), timeZone, options))
  if (/^[\d-][\dT .Z+:-]*$/i.test(text)) {
    const compact = fromDigits(text, timeZone, options)
    if (compact !== undefined) return found(compact)
  }
  const told = fromText(text, timeZone, options)
  if (told) return told
  const plain = plainWords(text)
  if (plain === '') return null
  return (
    (plain === text ? null : fromText(plain, timeZone, options)) ??
    (options.now === undefined ? null : fromWords(plain, timeZone, options.now, options))
  )
}

function found(seconds: number | null, ...flags: string[]): ReadDate | null {
  return seconds === null ? null : { seconds, flags }
}

function isPlausible(seconds: number): boolean {
  return seconds >= earliest && seconds < latest
}

function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value)) return null
  // Seconds reach 1e11 in the year 5138, milliseconds passed it in 1973; so on for micro- and nanoseconds.
  let seconds = value
  while (seconds >= 1e11) seconds /= 1000
  return Math.floor(seconds)
}

/** `20260805`, `20260805T094137Z` or an epoch; undefined for other digits. */
function fromDigits(text: string, timeZone: string, options: DateOptions): number | null | undefined {
  const basic = basicPattern.exec(text)
  if (basic && (text.length === 8 || text.length >= 12)) {
    const [, year, month, day, hour, minute, second, where] = basic
    const clock = hour === undefined ? null : [hour, minute, second]
    const offset = where && !/^z$/i.test(where) ? where : undefined
    const seconds = fromParts(
      Number(year),
      Number(month),
      Number(day),
      clock,
      offset,
      where && !offset ? 'Z' : undefined,
      timeZone,
      options,
    )
    if (seconds !== null && (text.length === 8 || isPlausible(seconds))) return seconds
  }
  // Fewer digits are a mistyped date or no date at all.
  return /^(?:\d{9,}|-\d+)(?:\.\d+)?$/.test(text) ? fromEpoch(Number(text)) : undefined
}

function fromText(text: string, timeZone: string, options: DateOptions): ReadDate | null {
  let match = numericPattern.exec(text)
  if (match) {
    let [day, month] = [Number(match[2]), Number(match[4])]
    // 12/31/2026 can only be American; a German full stop never is.
    if ((month > 12 && day <= 12) || (options.monthFirst && day <= 12 && match[3] !== '.')) [day, month] = [month, day]
    return found(fromMatch(match, 5, fullYear(match[5]!), month, day, timeZone, options))
  }
  match = namedPattern.exec(text)
  if (match)
    return found(fromMatch(match, 4, fullYear(match[4]!), monthOf(match[3]!), Number(match[2]), timeZone, options))
  match = americanPattern.exec(text)
  if (match)
    return found(fromMatch(match, 4, Number(match[4]), monthOf(match[2]!), Number(match[3]), timeZone, options))
  match = isoPattern.exec(text)
  if (match) return found(fromMatch(match, 3, Number(match[1]), Number(match[2]), Number(match[3]), timeZone, options))
  match = weekPattern.exec(text)
  if (match) return fromWeek(match, timeZone, options)
  match = ordinalPattern.exec(text)
  if (match) {
    const [year, ordinal] = [Number(match[1]), Number(match[2])]
    const date = new Date(Date.UTC(year, 0, ordinal))
    if (ordinal < 1 || date.getUTCFullYear() !== year) return null
    return found(fromMatch(match, 2, year, date.getUTCMonth() + 1, date.getUTCDate(), timeZone, options))
  }
  match = monthPattern.exec(text)
  if (match) {
    const [year, month] = match[1] ? [Number(match[1]), Number(match[2])] : [Number(match[4]), monthOf(match[3]!)]
    const day = options.endOfDay ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 1
    return found(fromParts(year, month, day, null, undefined, undefined, timeZone, options), 'dayGuessed')
  }
  const epoch = /^\/date\((-?\d{1,17})(?:[+-]\d{4})?\)\/$/i.exec(text) // as .NET writes JSON
  return epoch ? found(fromEpoch(Number(epoch[1]))) : null
}

/** An ISO week, and its Monday (its Sunday for a closing date) where no day of it is named. */
function fromWeek(match: RegExpExecArray, timeZone: string, options: DateOptions): ReadDate | null {
  const [year, week] = [Number(match[1]), Number(match[2])]
  const day = match[3] ? Number(match[3]) : options.endOfDay ? 7 : 1
  // 4 January is in week 1.
  const fourth = new Date(Date.UTC(year, 0, 4))
  const date = new Date(Date.UTC(year, 0, 4 - ((fourth.getUTCDay() + 6) % 7) + (week - 1) * 7 + day - 1))
  const thursday = new Date(date.getTime() + (4 - day) * 86_400_000)
  if (week < 1 || thursday.getUTCFullYear() !== year) return null
  const seconds = fromMatch(
    match,
    3,
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    timeZone,
    options,
  )
  return match[3] ? found(seconds) : found(seconds, 'dayGuessed')
}

const labels =
  /^(?:(?:posted|published|listed|added|updated|created|veröffentlicht|online|closes|closing(?: date)?|expires|expiry|ends?|deadline|apply|applications?(?: close| due)?|bewerbungsschluss|bewerbungsfrist|date|until|till|bis|by|on|am|seit|since|from|ab|zum|the|active|left)[\s:]+){1,5}/

/**
 * The words of a date put in the order of the patterns: `Closing: 12 noon on 17 June 2026**` becomes `17 june 2026
 * 12:00`.
 */
function plainWords(text: string): string {
  let plain = text
    .toLowerCase()
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .replace(/[*]+|[.;]+$|\bden (?=\d)/g, '')
    .trim()
  plain = plain.replace(yearLast, '$1 $3 $2').replace(labels, '')
  plain = plain
    .replace(/\b(?:12(?:[:.]00)? ?)?(?:noon|midday|mittags?)\b/, '12:00')
    // the end of the day that it names
    .replace(/,? ?\b(?:at )?(?:12(?:[:.]00)? ?|23[:.]59 ?)?(?:midnight|mitternacht)\b(?: on)?/, '')
    .replace(/(?<![\d:.])(\d{1,2}) ?([ap])\.?m\b\.?/, '$1:00 $2m')
    .replace(/(?<![\d:.])(\d{1,2}) ?uhr\b/, '$1:00')
    .replace(
      /^(\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?)(?: ?\([a-z ]{1,20}\)| [a-z]{2,4}(?= on\b))?,? (?:on |am )?(?=.{6})(.*[^\s,]),?$/,
      '$2 $1',
    )
    .replace(/ \((?!.*\btime\b)[^)]{0,60}\)$/, '')
    .trim()
  return plain
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}
function monthOf(name: string): number {
  return months.get(name.toLowerCase()) ?? 0
}

/** @param before how many groups of the match are the date's */
function fromMatch(
  match: RegExpExecArray,
  before: number,
  year: number,
  month: number,
  day: number,
  timeZone: string,
  options: DateOptions,
): number | null {
  // The year decides, whatever the day is: `00/00/0000`, `1/0/1900`.
  if (year < earliestYear || year > latestYear) return Date.UTC(year < earliestYear ? 0 : latestYear + 1, 0) / 1000
  const [hour, minute, second, half, offset, name, dayZone] = match.slice(before + 1)
  if (hour === undefined) {
    const [east, zoneName] = dayZone && /^[+-]/.test(dayZone) ? [dayZone] : [undefined, dayZone]
    return fromParts(year, month, day, null, east, zoneName, timeZone, options)
  }
  let hours = Number(hour)
  if (half) {
    if (hours < 1 || hours > 12) return null
    hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  return fromParts(year, month, day, [String(hours), minute, second], offset, name, timeZone, options)
}

function fromParts(
  year: number,
  month: number,
  day: number,
  clock: (string | undefined)[] | null,
  offset: string | undefined,
  zoneName: string | undefined,
  timeZone: string,
  options: DateOptions,
): number | null {
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day) // `Date.UTC` takes 1 for 1901
  if (month < 1 || month > 12 || date.getUTCDate() !== day || date.getUTCFullYear() !== year) return null
  const end = clock === null && options.endOfDay === true
  const [hour, minute, second] =
    clock === null ? (end ? [23, 59, 59] : [0, 0, 0]) : [0, 1, 2].map(index => Number(clock[index] ?? 0))
  // 24:00:00 is the end of the day; a leap second is the one before.
  if (hour! > 24 || (hour === 24 && minute! + second! > 0) || minute! > 59 || second! > 60) return null
  const local = date.getTime() / 1000 + hour! * 3600 + minute! * 60 + Math.min(second!, 59)
  if (offset !== undefined) {
    const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset)!
    const east = (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
    return Math.abs(east) > 14 * 60 ? null : local - east * 60
  }
  const east =
    zoneName === undefined ? undefined : zoneName.includes('/') ? regionOf(zoneName) : zones[zoneName.toUpperCase()]
  return typeof east === 'number' ? local - east * 60 : local - offsetAt(local, east ?? timeZone)
}

/** A zone that this machine knows, in its proper spelling. */
function regionOf(name: string): string | undefined {
  const region = name.replace(/(?<![a-z])[a-z]/gi, letter => letter.toUpperCase())
  return formatOf(region) ? region : undefined
}

const formats = new Map<string, Intl.DateTimeFormat | null>()
const offsets = new Map<string, number>()

/**
 * Seconds east of UTC of a local wall-clock time in a zone. The hour that a spring change skips counts from the side
 * before it.
 */
function offsetAt(local: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const first = offsetOf(local, timeZone)
  const second = offsetOf(local - first, timeZone)
  return first === second ? first : offsetOf(local - second, timeZone) === second ? second : Math.min(first, second)
}

/** Seconds east of UTC at an instant. Zones change on quarter hours only, so that is what is remembered. */
function offsetOf(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / 900)
  const key = `${timeZone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const format = formatOf(timeZone)
  if (format === null) return 0
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(quarter * 900_000)) parts[type] = Number(value)
  const offset = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!) / 1000 - quarter * 900
  if (offsets.size > 20_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  let format = formats.get(timeZone)
  if (format !== undefined) return format
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch {
    format = null // not a zone this machine knows: the catalogue is checked elsewhere, a row must not fall over it
  }
  // A feed may name any zone, known or not.
  if (formats.size > 200) formats.clear()
  formats.set(timeZone, format)
  return format
}

const units: [RegExp, number][] = [
  [/^(?:s|secs?|seconds?|sek\w*)$/, 1],
  [/^(?:m|mins?|minutes?|minuten?)$/, 3600 / 60],
  [/^(?:h|hrs?|hours?|std|stunden?)$/, 3600],
  [/^(?:d|days?|tag\w{0,2})$/, 86_400],
  [/^(?:w|wks?|weeks?|wochen?)$/, 7 * 86_400],
  [/^(?:mo|mos|mths?|months?|monat\w{0,2})$/, 30 * 86_400],
  [/^(?:y|yrs?|years?|jahr\w{0,2})$/, 365 * 86_400],
]
const one = /^(?:an?|one|einem|einer|eine|ein)$/

/**
 * `8 days ago`, `vor 3 Tagen`, `today`, `gestern`, `in 2 weeks`, `sunday 10 may` (the latest one that is past, or the
 * next one for a closing date).
 */
function fromWords(words: string, timeZone: string, now: number, options: DateOptions): ReadDate | null {
  const dayAt = (instant: number) => endOfDayAt(instant, timeZone) - (options.endOfDay ? 0 : 86_399)
  if (/^(?:today|just (?:now|posted)|heute|now|jetzt|gerade eben)$/.test(words))
    return found(options.endOfDay ? dayAt(now) : now, 'relative')
  if (/^(?:yesterday|gestern)$/.test(words)) return found(dayAt(now - 86_400), 'relative')
  if (/^(?:tomorrow|morgen)$/.test(words)) return found(dayAt(now + 86_400), 'relative')
  const counted = /^(vor |in |noch )?(\d{1,3}|an?|one|eine[mnr]?|ein)\+? ?([a-z]+)( ago| left| remaining)?$/.exec(words)
  if (counted && (counted[1] || counted[4])) {
    const unit = units.find(([pattern]) => pattern.test(counted[3]!))
    if (!unit) return null
    const back = counted[1] === 'vor ' || counted[4] === ' ago'
    const then = now + (back ? -1 : 1) * (one.test(counted[2]!) ? 1 : Number(counted[2])) * unit[1]
    // Whole days have no time of day: the same words give the same second all day long.
    return found(unit[1] < 86_400 ? then : dayAt(then), 'relative')
  }
  const dayMonth =
    /^(?:([a-zäöü]{2,10})\.?,? )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)?[ -]([a-zäöüéû]{3,9})\.?$/.exec(words) ??
    /^(?:([a-zäöü]{2,10})\.?,? )?([a-zäöüéû]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?$/.exec(words)
  if (!dayMonth) return null
  const [day, month] = /^\d/.test(dayMonth[2]!)
    ? [Number(dayMonth[2]), monthOf(dayMonth[3]!)]
    : [Number(dayMonth[3]), monthOf(dayMonth[2]!)]
  const named =
    dayMonth[1] === undefined
      ? undefined
      : (weekdays.get(dayMonth[1].slice(0, 3)) ?? weekdays.get(dayMonth[1].slice(0, 2)))
  const from = options.from ?? now
  const year = new Date((options.endOfDay ? from : now) * 1000).getUTCFullYear()
  let first: number | null = null
  for (const each of options.endOfDay
    ? [year, year + 1, year + 2, year + 3, year + 4]
    : [year, year - 1, year - 2, year - 3, year - 4]) {
    const seconds = fromParts(each, month, day, null, undefined, undefined, timeZone, options)
    if (seconds === null || (options.endOfDay ? seconds < from : seconds > now)) continue
    first ??= seconds
    // The weekday that stands with it tells the year.
    if (named === undefined || new Date(Date.UTC(each, month - 1, day)).getUTCDay() === named)
      return found(seconds, 'noYear')
  }
  return found(first, 'noYear')
}

/** The last second of the local day that holds an instant. */
function endOfDayAt(instant: number, timeZone: string): number {
  const local = instant + offsetOf(instant, timeZone)
  const end = Math.floor(local / 86_400) * 86_400 + 86_399
  return end - offsetAt(end, timeZone)
}

/** Dates as feeds write them. Everything comes out as epoch seconds (UTC); what is no date comes out as null. */

export interface DateOptions {
  /** A date without a time means its last second (23:59:59 in the zone) and not its first: closing dates. */
  endOfDay?: boolean
  /** Epoch seconds. With it, words that count from today (`8 days ago`, `Posted today`, `10 May`) are dates too. */
  now?: number
}

const earliest = Date.UTC(1990, 0, 1) / 1000
const latest = Date.UTC(2100, 0, 1) / 1000

/** Minutes east of UTC. `IST` and other names that mean several zones are left out: the source's zone is the better guess. */
// biome-ignore format: a table
const zones: Record<string, number> = {
  Z: 0, UTC: 0, UT: 0, GMT: 0, WET: 0, BST: 60, WEST: 60, CET: 60, MEZ: 60, CEST: 120, MESZ: 120, EET: 120, EEST: 180, SGT: 480, HKT: 480, AWST: 480, JST: 540,
  AEST: 600, AEDT: 660, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420,
}
const months = new Map<string, number>()
for (const names of [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'jän feb mär apr mai jun jul aug sept okt nov dez',
])
  names.split(' ').forEach((name, index) => {
    months.set(name, index + 1)
  })

const time = '(?:[T\\s,]+|\\s+(?:at|um)\\s+)(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2})(?:[.,]\\d{1,9})?)?\\s*([ap]\\.?m\\.?)?(?:\\s*Uhr)?'
const zone = '\\s*(?:\\(?(?:(?:UTC|GMT)?([+-]\\d{1,2}(?::?\\d{2})?)|([A-Z]{1,5}))\\)?)?(?:\\s*\\([^)]{0,40}\\))?'
const tail = `(?:${time}${zone})?\\s*$`
const weekday = '^(?:[a-zäöü]{2,10}\\.?,?\\s+)?'
const isoPattern = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${tail}`, 'i')
const numericPattern = new RegExp(`${weekday}(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${tail}`, 'i')
const namedPattern = new RegExp(`${weekday}(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]+(?:of\\s+)?([a-zäöü]{3,9})\\.?,?[\\s-]+(\\d{4}|\\d{2})${tail}`, 'i')
const americanPattern = new RegExp(`${weekday}([a-zäöü]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${tail}`, 'i')

/**
 * @param value ISO 8601, RFC 822, `20-5-2023` and `01/09/2043 12:00:00` (day first), `25 Oct 2017 23:55 BST`, German months, `20260805`, epoch seconds or
 *   milliseconds
 * @param timeZone IANA name: the zone of dates that name none
 * @returns epoch seconds, or null for what is no date between 1990 and 2100 (also for 31 February, `0` and `Ongoing`). Never throws.
 */
export function parseDate(value: string | number | null | undefined, timeZone: string, options: DateOptions = {}): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return plausible(fromEpoch(value))
  const text = value.trim()
  if (text === '' || text.length > 100) return null
  if (/^\d+$/.test(text)) {
    if (text.length === 8 || text.length === 14) {
      const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((start, index) => text.slice(start, index === 0 ? 4 : start + 2))
      const found = fromParts(Number(year), Number(month), Number(day), hour ? [hour, minute, second] : null, undefined, undefined, timeZone, options)
      if (found !== null) return plausible(found)
    }
    return plausible(fromEpoch(Number(text)))
  }
  return plausible(fromText(text, timeZone, options))
}

function plausible(seconds: number | null): number | null {
  return seconds !== null && seconds >= earliest && seconds < latest ? seconds : null
}

function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null
  // Seconds reach 1e11 in the year 5138; milliseconds passed it in 1973.
  return Math.floor(value < 1e11 ? value : value / 1000)
}

function fromText(text: string, timeZone: string, options: DateOptions): number | null {
  let match = isoPattern.exec(text)
  if (match) return fromMatch(match, Number(match[1]), Number(match[2]), Number(match[3]), timeZone, options)
  match = numericPattern.exec(text)
  if (match) {
    let [day, month] = [Number(match[1]), Number(match[2])]
    if (month > 12 && day <= 12) [day, month] = [month, day] // 12/31/2026 can only be American
    return fromMatch(match, fullYear(match[3]!), month, day, timeZone, options)
  }
  match = namedPattern.exec(text)
  if (match) return fromMatch(match, fullYear(match[3]!), monthOf(match[2]!), Number(match[1]), timeZone, options)
  match = americanPattern.exec(text)
  if (match) return fromMatch(match, Number(match[3]), monthOf(match[1]!), Number(match[2]), timeZone, options)
  return options.now === undefined ? null : fromWords(text, timeZone, options.now, options)
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}
function monthOf(name: string): number {
  return months.get(name.toLowerCase()) ?? 0
}

function fromMatch(match: RegExpExecArray, year: number, month: number, day: number, timeZone: string, options: DateOptions): number | null {
  const [hour, minute, second, half, offset, name] = match.slice(4)
  if (hour === undefined) return fromParts(year, month, day, null, undefined, undefined, timeZone, options)
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
  const date = new Date(Date.UTC(year, month - 1, day))
  if (month < 1 || month > 12 || date.getUTCDate() !== day || date.getUTCFullYear() !== year) return null
  const end = clock === null && options.endOfDay === true
  const [hour, minute, second] = clock === null ? (end ? [23, 59, 59] : [0, 0, 0]) : [0, 1, 2].map(index => Number(clock[index] ?? 0))
  // 24:00:00 is the end of the day; a leap second is the one before.
  if (hour! > 24 || (hour === 24 && minute! + second! > 0) || minute! > 59 || second! > 60) return null
  const local = date.getTime() / 1000 + hour! * 3600 + minute! * 60 + Math.min(second!, 59)
  if (offset !== undefined) {
    const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset)!
    const east = (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
    return Math.abs(east) > 14 * 60 ? null : local - east * 60
  }
  const east = zoneName === undefined ? undefined : zones[zoneName.toUpperCase()]
  return east === undefined ? local - offsetAt(local, timeZone) : local - east * 60
}

const formats = new Map<string, Intl.DateTimeFormat | null>()
const offsets = new Map<string, number>()

/** Seconds east of UTC of a local wall-clock time in a zone. The hour that a spring change skips counts from the side before it. */
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
  let format = formats.get(timeZone)
  if (format === undefined) {
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
    formats.set(timeZone, format)
  }
  if (format === null) return 0
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(quarter * 900_000)) parts[type] = Number(value)
  const offset = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!) / 1000 - quarter * 900
  if (offsets.size > 20_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

const units: [RegExp, number][] = [
  [/^(?:sec|sek)/, 1],
  [/^min/, 60],
  [/^(?:h(?:ou)?r|std|stunde)/, 3600],
  [/^(?:day|tag)/, 86_400],
  [/^(?:week|woche)/, 7 * 86_400],
  [/^(?:month|monat)/, 30 * 86_400],
]

/** `Posted 8 Days Ago`, `vor 3 Tagen`, `Today`, `gestern`, `Posted 10 May` (the latest one that is past, or the next one for a closing date). */
function fromWords(text: string, timeZone: string, now: number, options: DateOptions): number | null {
  const words = text
    .toLowerCase()
    .replace(/^(?:posted|published|listed|added|veröffentlicht|online seit|closes|closing|expires)(?:\s+(?:on|am))?[\s:]+/, '')
    .trim()
  if (/^(?:today|just now|just posted|heute|now)$/.test(words)) return options.endOfDay ? endOfDayAt(now, timeZone) : now
  if (/^(?:yesterday|gestern)$/.test(words)) return endOfDayAt(now - 86_400, timeZone) - 86_399
  const ago = /^(?:vor\s+)?(\d{1,3})\+?\s+([a-z]+)(?:\s+ago)?$/.exec(words)
  if (ago && (words.startsWith('vor ') || words.endsWith(' ago'))) {
    const unit = units.find(([pattern]) => pattern.test(ago[2]!))
    if (!unit) return null
    const then = now - Number(ago[1]) * unit[1]
    // Whole days have no time of day: the same words give the same second all day long.
    return unit[1] < 86_400 ? then : endOfDayAt(then, timeZone) - 86_399
  }
  const dayMonth = /^(\d{1,2})(?:st|nd|rd|th|\.)?\s+([a-zäöü]{3,9})\.?$/.exec(words) ?? /^([a-zäöü]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?$/.exec(words)
  if (!dayMonth) return null
  const [day, month] = /^\d/.test(dayMonth[1]!) ? [Number(dayMonth[1]), monthOf(dayMonth[2]!)] : [Number(dayMonth[2]), monthOf(dayMonth[1]!)]
  const thisYear = new Date(now * 1000).getUTCFullYear()
  for (const year of options.endOfDay ? [thisYear, thisYear + 1] : [thisYear, thisYear - 1]) {
    const found = fromParts(year, month, day, null, undefined, undefined, timeZone, options)
    if (found !== null && (options.endOfDay ? found >= now : found <= now)) return found
  }
  return null
}

/** The last second of the local day that holds an instant. */
function endOfDayAt(instant: number, timeZone: string): number {
  const local = instant + offsetOf(instant, timeZone)
  const end = Math.floor(local / 86_400) * 86_400 + 86_399
  return end - offsetAt(end, timeZone)
}

/*
 * When an event is, told on the clock of its own place. Names of days and months are written out: Node's and browsers'
 * differ between releases.
 */

export interface EventTimes {
  /** Epoch seconds. */
  starts_at: number
  ends_at: number
  /** IANA. */
  timeZone: string
}

interface Moment {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  /** 0 is Sunday. */
  weekday: number
}

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
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const day = 86_400

/** Past from its last second on: the index's own rule. */
export function isPast({ ends_at }: Pick<EventTimes, 'ends_at'>, now: number): boolean {
  return ends_at <= now
}

/**
 * The parts of a date block: `{weekday: 'Thursday', day: '3', month: 'December', year: '2026'}`; `day` is `3–5` for one
 * that spans days of a month.
 */
export function dateBlock({ starts_at, ends_at, timeZone }: EventTimes): {
  weekday: string
  day: string
  month: string
  shortMonth: string
  year: string
} {
  const from = momentIn(timeZone, starts_at)
  const to = momentIn(timeZone, ends_at)
  const spans = to.day !== from.day && to.month === from.month && to.year === from.year
  const month = months[from.month - 1]!
  return {
    weekday: weekdays[from.weekday]!,
    day: spans ? `${from.day}–${to.day}` : String(from.day),
    month,
    shortMonth: month.slice(0, 3),
    year: String(from.year),
  }
}

/** `Thursday 3 December 2026`, `30 November to 2 December 2026`. */
export function eventDate({ starts_at, ends_at, timeZone }: EventTimes): string {
  const from = momentIn(timeZone, starts_at)
  const to = momentIn(timeZone, ends_at)
  const name = ({ day, month }: Moment) => `${day} ${months[month - 1]}`
  if (from.year !== to.year) return `${name(from)} ${from.year} to ${name(to)} ${to.year}`
  if (from.month !== to.month) return `${name(from)} to ${name(to)} ${to.year}`
  if (from.day !== to.day) return `${from.day} to ${name(to)} ${to.year}`
  return `${weekdays[from.weekday]} ${name(from)} ${from.year}`
}

/** `18:00 to 20:30, London time`: the clock of the event's own place. */
export function eventHours({ starts_at, ends_at, timeZone }: EventTimes): string {
  const clock = (epoch: number) => {
    const { hour, minute } = momentIn(timeZone, epoch)
    return `${two(hour)}:${two(minute)}`
  }
  return `${clock(starts_at)} to ${clock(ends_at)}, ${zoneName(timeZone)}`
}

/** `London time`; what a browser cannot know is told in UTC. */
export function zoneName(timeZone: string): string {
  const city = known(timeZone) === 'UTC' ? '' : (timeZone.split('/').at(-1) ?? '').replace(/_/g, ' ')
  return city ? `${city} time` : 'UTC'
}

/** `2026-12-03T18:00:00+00:00`: with the offset of the place on that day. */
export function isoWithOffset(epoch: number, timeZone: string): string {
  const at = momentIn(timeZone, epoch)
  const minutes = Math.round(
    Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute) / 60_000 - Math.floor(epoch / 60),
  )
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${new Date((epoch + minutes * 60) * 1_000).toISOString().slice(0, 19)}${offset}`
}

/**
 * How far off it is, for a visitor: `today`, `tomorrow`, `in 9 days`; counted in days of the event's calendar. Empty
 * beyond two months.
 */
export function daysAhead({ starts_at, timeZone }: Pick<EventTimes, 'starts_at' | 'timeZone'>, now: number): string {
  const dayOf = (epoch: number) => {
    const { year, month, day: date } = momentIn(timeZone, epoch)
    return Date.UTC(year, month - 1, date) / 1_000 / day
  }
  if (starts_at <= now) return 'under way'
  const days = dayOf(starts_at) - dayOf(now)
  return days <= 0 ? 'today' : days === 1 ? 'tomorrow' : days <= 60 ? `in ${days} days` : ''
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function known(timeZone: string): string {
  clockOf(timeZone)
  return clocks.get(timeZone)!.resolvedOptions().timeZone
}

/** A zone that the engine does not know is UTC: a slip in the CMS must not take the page down. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const made = clocks.get(timeZone)
  if (made) return made
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  } as const
  let clock: Intl.DateTimeFormat
  try {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  } catch {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  }
  clocks.set(timeZone, clock)
  return clock
}

function momentIn(timeZone: string, epoch: number): Moment {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(epoch * 1_000)
      .map(part => [part.type, Number(part.value)]),
  )
  const { year, month, day: date, hour, minute } = parts as Record<string, number>
  return {
    year: year!,
    month: month!,
    day: date!,
    hour: hour!,
    minute: minute!,
    weekday: new Date(Date.UTC(year!, month! - 1, date!)).getUTCDay(),
  }
}

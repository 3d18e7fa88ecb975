/** Hour of the day at which daily and weekly mails are made. */
export const morningHour = 7
const dayMs = 86_400_000

/** The first morning after a moment, at a place. @param ms epoch milliseconds @param timeZone IANA */
export function nextMorning(ms: number, timeZone: string): number {
  // Days are counted by the calendar of the place: one has 23 or 25 hours when its clocks change.
  const { year, month, day } = localDay(ms, timeZone)
  for (let later = 0; ; later++) {
    const at = morningOf(Date.UTC(year, month - 1, day + later, morningHour), timeZone)
    if (at > ms) return at
  }
}

/** @param wall the local time as if it were UTC */
function morningOf(wall: number, timeZone: string): number {
  let at = wall
  // No clock is changed at seven: the second look has the offset of that morning.
  for (let look = 0; look < 2; look++) at = wall - offsetAt(at, timeZone)
  return at
}

/** Ahead of UTC, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localDay(ms, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1_000) * 1_000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function localDay(ms: number, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    const numeric = 'numeric' as const
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric }
    format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone })
    formats.set(timeZone, format)
  }
  const found = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  return found as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
}

/** When an alert's next mail may be sent, epoch ms; 0 for at once. @param last its last mail, or its beginning */
export function dueAt(frequency: 'now' | 'daily' | 'weekly', last: number, timeZone: string): number {
  if (frequency === 'now') return 0
  // Half a day short of a week: the morning a week later, whenever that mail was really sent.
  return nextMorning(frequency === 'daily' ? last : last + 6.5 * dayMs, timeZone)
}

import type { ExportedEntity, SpaceExport } from './space.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Fields that tell when something happens or was published, by content type. */
const datedFields: Readonly<Record<string, readonly string[]>> = {
  post: ['publishedAt'],
  event: ['startsAt', 'endsAt'],
}

/**
 * The day that the dates of an export are told from: its `anchor`, else the newest `sys.updatedAt`; null where it says
 * neither.
 */
export function anchorOf({ anchor, entries = [], assets = [] }: SpaceExport): number | null {
  const told = anchor ? Date.parse(anchor) : Number.NaN
  if (!Number.isNaN(told)) return told
  const times = [...entries, ...assets]
    .map(({ sys }) => Date.parse(sys?.updatedAt ?? ''))
    .filter(time => !Number.isNaN(time))
  return times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : null
}

/**
 * Whole weeks between an export's day and now: moved by them, weekdays stay what they are and nothing of the past comes
 * to lie in the future.
 */
export function weeksSince(content: SpaceExport, now: Date): number {
  const anchor = anchorOf(content)
  return anchor === null ? 0 : Math.floor((now.getTime() - anchor) / weekMs)
}

/**
 * The export with the dates of posts and events, and those of every entry itself, moved by whole weeks. A time keeps
 * its hour on the clock of the event's own zone, also across a change of summer time. The export that is given stays as
 * it is.
 */
export function moveDates(content: SpaceExport, weeks: number): SpaceExport {
  if (weeks === 0) return content
  const moved = (entity: ExportedEntity): ExportedEntity => ({
    ...entity,
    sys: movedSys(entity.sys, weeks),
    ...movedFields(entity, weeks),
  })
  const anchor = anchorOf(content)
  return {
    ...content,
    ...(content.entries && { entries: content.entries.map(moved) }),
    ...(content.assets && { assets: content.assets.map(moved) }),
    ...(anchor !== null && { anchor: new Date(anchor + weeks * weekMs).toISOString() }),
  }
}

/** Whether the space has events and all of them have ended. */
export function allEventsPast({ entries = [] }: SpaceExport, now: Date): boolean {
  const ends = entries
    .filter(({ sys }) => sys?.contentType?.sys.id === 'event')
    .flatMap(({ fields }) => Object.values(fields?.endsAt ?? fields?.startsAt ?? {}))
    .map(value => Date.parse(String(value)))
    .filter(time => !Number.isNaN(time))
  return ends.length > 0 && ends.every(time => time < now.getTime())
}

function movedSys(sys: ExportedEntity['sys'], weeks: number): ExportedEntity['sys'] {
  const next = { ...sys }
  for (const name of ['createdAt', 'updatedAt', 'publishedAt', 'firstPublishedAt', 'archivedAt'] as const) {
    const time = Date.parse(sys[name] ?? '')
    if (!Number.isNaN(time)) next[name] = new Date(time + weeks * weekMs).toISOString()
  }
  return next
}

function movedFields({ sys, fields }: ExportedEntity, weeks: number): Pick<ExportedEntity, 'fields'> {
  if (!fields) return {}
  const names = datedFields[sys.contentType?.sys.id ?? ''] ?? []
  const next = { ...fields }
  for (const name of names) {
    if (!fields[name]) continue
    const zones = fields.timeZone ?? {}
    next[name] = Object.fromEntries(
      Object.entries(fields[name]).map(([locale, value]) => [
        locale,
        movedTime(value, weeks, zones[locale] ?? Object.values(zones)[0]),
      ]),
    )
  }
  return { fields: next }
}

/**
 * A date (`2026-05-04`) or time of ISO 8601 some weeks later, written as it was; with a zone at the same hour of that
 * zone's clock. Anything else stays.
 */
export function movedTime(value: unknown, weeks: number, timeZone?: unknown): unknown {
  if (typeof value !== 'string') return value
  const parts = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(value)
  if (!parts) return value
  const [, date, clock = '', offset = ''] = parts
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + weeks * weekMs).toISOString().slice(0, 10)
  const plain = `${day}${clock}${offset}`
  if (clock === '' || offset === '' || typeof timeZone !== 'string') return plain
  const before = offsetMinutes(Date.parse(value), timeZone)
  const after = offsetMinutes(Date.parse(plain), timeZone)
  if (before === null || after === null || before === after) return plain
  const mended = Date.parse(plain) + (before - after) * 60_000
  if (offset === 'Z') return new Date(mended).toISOString()
  const sign = after < 0 ? '-' : '+'
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  const written = `${sign}${two(Math.abs(after) / 60)}:${two(Math.abs(after) % 60)}`
  return `${new Date(mended + after * 60_000).toISOString().slice(0, 10 + clock.length)}${written}`
}

/** Minutes that a zone's clock is ahead of UTC at a time; null for a zone that there is not. */
function offsetMinutes(time: number, timeZone: string): number | null {
  try {
    const shown = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(time)
    const part = (type: string) => Number(shown.find(piece => piece.type === type)!.value)
    return Math.round(
      (Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
        Math.floor(time / 1000) * 1000) /
        60_000,
    )
  } catch {
    return null
  }
}

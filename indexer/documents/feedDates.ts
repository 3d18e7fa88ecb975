import { readDate } from './dates.ts'
import type { RawJob } from './rawJob.ts'

export const dateFields = ['publishedAt', 'createdAt', 'updatedAt', 'expiresAt'] as const
export type DateField = (typeof dateFields)[number]

export interface FeedDatesContext {
  /** IANA. */
  timeZone: string
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Epoch seconds. */
  now: number
}

interface SeenField {
  field: DateField
  /** The value last read, and its hour since the epoch: rows of one build repeat it. */
  last: string | number | undefined
  hour: number | null
  /** Rows with a date; below 0 when they are certainly the adverts' own. */
  rows: number
  hours: Map<number, number>
}

/** Rows below which dates may be alike by chance. */
const rowsThatTell = 3
/** Of the rows with a date, how many must share it: a feed may carry a few adverts of another kind. */
const shareThatTells = 0.98
const hoursOfOneBuild = 24
/** Distinct hours beyond which dates are certainly the adverts' own. */
const hoursKept = 2_000

/**
 * The dates of a feed that change although the adverts do not, made to stand still, so that a row's hash is the same
 * from day to day and no job is new each morning: `8 days ago` becomes the day it means, and a field that holds the
 * feed's build time on every row is left out.
 *
 * What is a build time only the whole feed tells: every row has (nearly) the same one and it is newer than the last
 * run, so known jobs have a new date too. A reading starts with the fields of the last run; where `buildFields` then
 * says otherwise, the feed is to be read again with those.
 */
export class FeedDates {
  readonly #context: FeedDatesContext
  readonly #left: readonly DateField[]
  readonly #fields = dateFields.map(
    (field): SeenField => ({ field, last: undefined, hour: null, rows: 0, hours: new Map() }),
  )

  /** @param left the fields to be left out: what `buildFields` found at the last complete run */
  constructor(context: FeedDatesContext, left: readonly DateField[] = []) {
    this.#context = context
    this.#left = left
  }

  /** The row with dates that stand still. Notes what the dates were. */
  settle(job: RawJob): RawJob {
    let settled = job
    for (const seen of this.#fields) {
      const value = job[seen.field]
      if (value === undefined) continue
      this.#note(seen, value)
      const still = this.#left.includes(seen.field) ? undefined : this.#stillOf(seen.field, value)
      if (still === value) continue
      if (settled === job) settled = { ...job }
      settled[seen.field] = still
    }
    return settled
  }

  /**
   * The hours of a row's dates, for `passOver`: in the order of `dateFields`, null for one that tells nothing. Null for
   * a row whose dates do not stand still by themselves: it has to be settled each time.
   * @param settled the same row, just settled
   */
  hoursOf(job: RawJob, settled: RawJob): (number | null)[] | null {
    if (settled !== job) return null
    return this.#fields.map(({ field, hour }) => (job[field] === undefined ? null : hour))
  }

  /** Notes the dates of a row that need not be settled again. */
  passOver(hours: readonly (number | null)[]): void {
    for (const [at, seen] of this.#fields.entries()) if (hours[at] != null) this.#count(seen, hours[at])
  }

  /**
   * The fields that hold nothing but the build time, after the last row.
   * @param lastRun epoch seconds of the start of the last complete run; null when there was none: then every date is
   * believed
   */
  buildFields(lastRun: number | null): DateField[] {
    if (lastRun === null) return []
    const found: DateField[] = []
    for (const { field, rows, hours } of this.#fields) {
      if (rows < rowsThatTell || hours.size === 0) continue
      const newest = Math.max(...hours.keys())
      let alike = 0
      let oldest = newest
      for (const [hour, count] of hours) {
        if (newest - hour >= hoursOfOneBuild) continue
        alike += count
        oldest = Math.min(oldest, hour)
      }
      // A closing date that all jobs share is none the less one, as long as it is to come.
      const passed = field !== 'expiresAt' || newest * 3600 <= this.#context.now
      // Once known it stays known until dates differ: a feed may be read more often than it is built.
      const newer = (oldest + 1) * 3600 > lastRun || this.#left.includes(field)
      if (alike >= rows * shareThatTells && passed && newer) found.push(field)
    }
    return found
  }

  #note(seen: SeenField, value: string | number): void {
    if (value !== seen.last) {
      // A day without a time may mean its last hour.
      const date = readDate(value, this.#context.timeZone, {
        now: this.#context.now,
        endOfDay: true,
        monthFirst: this.#context.country === 'US',
      })
      seen.last = value
      seen.hour = date && date.flags.length === 0 ? Math.floor(date.seconds / 3600) : null
    }
    if (seen.hour !== null) this.#count(seen, seen.hour)
  }

  #count(seen: SeenField, hour: number): void {
    if (seen.rows < 0) return
    seen.rows++
    seen.hours.set(hour, (seen.hours.get(hour) ?? 0) + 1)
    if (seen.hours.size <= hoursKept) return
    seen.rows = -1
    seen.hours.clear()
  }

  #stillOf(field: DateField, value: string | number): string | number {
    if (typeof value === 'number' || value.length > 40 || !moving.test(value)) return value
    const date = readDate(value, this.#context.timeZone, { now: this.#context.now, endOfDay: true })
    if (!date?.flags.includes('relative')) return value
    const end = readDate(localDay(date.seconds, this.#context.timeZone), this.#context.timeZone, {
      endOfDay: field === 'expiresAt',
    })
    return end ? new Date(end.seconds * 1000).toISOString() : value
  }
}

/**
 * Words whose day stays the same while they count on. `2 weeks ago` and `30+ days ago` stand still by themselves for as
 * long.
 */
const moving =
  /(?<![\d+])\d{1,3} ?(?:days?|d|tage?n?|hours?|hrs?|h|stunden?|minutes?|mins?|minuten?) (?:ago|left|remaining)|\b(?:an?|vor|in|noch) (?:\w{1,4} )?(?:days?|tag\w{0,2}|hour|stunden?|minutes?|minuten?)\b|\b(?:today|yesterday|tomorrow|heute|gestern|morgen|just (?:now|posted))\b/i

const days = new Map<string, Intl.DateTimeFormat>()
/** `2026-11-28`, as the calendar in the zone says at an instant. */
function localDay(seconds: number, timeZone: string): string {
  let format = days.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    days.set(timeZone, format)
  }
  return format.format(seconds * 1000)
}

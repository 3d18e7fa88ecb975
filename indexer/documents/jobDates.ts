import type { Finding } from '#indexer/job'
import { isEmptyDate, type ReadDate, readDate } from './dates.ts'
import type { RawJob } from './rawJob.ts'

/** Of a job without a closing date that is believed. */
const lifeDays = 45
const secondsPerDay = 86_400

export interface DatesContext {
  /** Epoch seconds. */
  now: number
  /** Epoch seconds; the date of an advert that states none. */
  firstSeen: number
  source: {
    /** IANA: what a date without a zone means. */
    timeZone: string
    /** The feed is the complete list of what is open. */
    listedIsLive: boolean
    /** ISO 3166-1 alpha-2. */
    country: string | null
  }
}

/** Beyond this a closing date is no plan but a form's default: `01/09/2043`. */
const farDays = 2 * 365
/** Two dates so close are one: a closing date that was filled in with the day of publication. */
const sameSeconds = 60

/** Epoch seconds. */
export interface Dates {
  published: number
  created: number
  updated: number
  expires: number
  renewable: boolean
  found: { published?: Finding; expires?: Finding }
}

/**
 * When the advert came out and when it closes. A closing date is not believed
 * - when it is years away: no employer plans so far, and an advert that is never closed stays for ever. Then being
 *   listed is what keeps the job open (`far`);
 * - when it is the moment of publication: the form filled both in (`samePublished`). A whole day is left: it may well
 *   close today;
 * - when it lies before the publication, in a feed that lists what is open: the advert was opened again and its old
 *   date left in (`beforePublished`). In any other feed it stands, for its publication may be no more than the feed's
 *   build time, and a closed job shown is worse than an open one missed.
 *
 * One in the past stands (`past`): the job is written and not shown, so that the operator sees why. A day without a
 * year is the first one after the publication (`noYear`), whatever year it is when the row is read again.
 */
export function readDates(
  { publishedAt, createdAt, updatedAt, expiresAt }: RawJob,
  { source: { timeZone, listedIsLive, country }, now, firstSeen }: DatesContext,
): Dates | { reason: string } {
  const monthFirst = country === 'US'
  const options = { now, monthFirst }
  const stated = readDate(publishedAt, timeZone, options)
  const created = past(readDate(createdAt, timeZone, options), now)
  const updated = past(readDate(updatedAt, timeZone, options), now)
  const published = past(stated, now) ?? created ?? updated ?? Math.min(firstSeen, now)
  const found: Dates['found'] = {}
  const publishedFlags = stated
    ? [...stated.flags, ...(stated.seconds > now ? ['future'] : [])]
    : [
        ...(String(publishedAt ?? '').trim() === '' || isEmptyDate(publishedAt!) ? [] : ['unreadable']),
        created !== null ? 'fromCreated' : updated !== null ? 'fromUpdated' : 'firstSeen',
      ]
  if (publishedFlags.length > 0)
    found.published = {
      raw: String(publishedAt ?? ''),
      confidence: stated ? 0.8 : created !== null ? 0.8 : 0.5,
      flags: publishedFlags,
    }

  const byRule = published + lifeDays * secondsPerDay
  const open = {
    expires: listedIsLive && byRule <= now ? now + lifeDays * secondsPerDay : byRule,
    renewable: listedIsLive,
  }
  const dates = { published, created: created ?? published, updated: updated ?? published, found }
  if (saysNothing(expiresAt)) {
    found.expires = { raw: String(expiresAt ?? ''), confidence: 0.5, flags: ['byRule'] }
    return { ...dates, ...open }
  }
  const closing = readDate(expiresAt, timeZone, { now, from: published, monthFirst, endOfDay: true })
  if (closing === null)
    return {
      reason: `The closing date "${String(expiresAt).slice(0, 60)}" cannot be read. Send it as YYYY-MM-DD or as ISO 8601 with a time and zone, or leave it out.`,
    }
  const { seconds, flags } = closing
  const fault =
    seconds > now + farDays * secondsPerDay
      ? 'far'
      : stated && Math.abs(seconds - stated.seconds) < sameSeconds
        ? 'samePublished'
        : stated && seconds < published && listedIsLive
          ? 'beforePublished'
          : null
  if (fault) {
    found.expires = { raw: String(expiresAt), confidence: 0.5, flags: [...flags, fault, 'byRule'] }
    const renewed = { expires: byRule <= now ? now + lifeDays * secondsPerDay : byRule, renewable: true }
    return { ...dates, ...(fault === 'far' ? renewed : open) }
  }
  const told = [...flags, ...(seconds < published ? ['beforePublished'] : []), ...(seconds <= now ? ['past'] : [])]
  if (told.length > 0)
    found.expires = {
      raw: String(expiresAt),
      confidence: seconds < published ? 0.5 : flags.length > 0 ? 0.7 : 1,
      flags: told,
    }
  return { ...dates, expires: seconds, renewable: false }
}

/** A date to come is a clock's error or an embargo that is not told: the advert is in the feed, so it is out. */
function past(date: ReadDate | null, now: number): number | null {
  return date && Math.min(date.seconds, now)
}

/** No closing date, in a feed's words: absent, zero, a year that no advert has, `Ongoing`. */
function saysNothing(value: string | number | undefined): boolean {
  if (value === undefined || isEmptyDate(value)) return true
  if (typeof value === 'number') return false
  const text = value.trim().slice(0, 200)
  return (
    noDate.test(text) ||
    /\b(?:rolling|until (?:the (?:role|job|post|position) is )?filled|bis auf weiteres|bis zur besetzung)\b/i.test(text)
  )
}
// `-0001-11-30` is how PHP writes `0000-00-00`.
const noDate =
  /^(?:0*|(?:.* )?-0001\b.*|n\.?\/?a\.?|none|null|never|-+|tbc|tba|asap|ongoing|open|unlimited|unbefristet|offen|keine|laufend|permanent)$/i

import type { z } from 'zod'
import type { RawJob, RawRow } from '../documents/rawJob.ts'
import type { KnownTexts } from './knownTexts.ts'
import type { NotRead } from './notRead.ts'
import { type SourceConfig } from './source.ts'

/**
 * One upstream format: decoded text in, rows out. A new format is one file that exports a `Format` and one line in
 * `formats.ts`.
 */
export interface Format {
  /** The catalogue's `format`. */
  id: string
  /** True where being listed is what keeps a job live, whatever its dates say; a catalogue entry may override it. */
  listedIsLive: boolean
  /**
   * Such a source is the agency's own: its system, or what it posts through a distributor. A catalogue entry may
   * override it.
   */
  own?: boolean
  /** Schema of the catalogue's `mapping`, for a format that needs one. */
  mapping?: z.ZodType
  /**
   * Schema of the catalogue's `options`, for a format that has some (an API's keys and query). What it yields is
   * `SourceConfig.options`.
   */
  options?: z.ZodType
  /** A web page is a feed of this format and not the sign of a fault. */
  readsHtml?: boolean
  /**
   * Whether a feed that begins like this is of the format: what `auto` asks. Formats are asked in the order of
   * `formats.ts`.
   */
  looksLike?(head: FeedHead): boolean
  /**
   * Gathers a feed that takes more than one request (pages, a detail each, a token first). What it yields is written to
   * a file in turn, and that file is what `rows` reads: so `rows` reads this text and a single saved answer of the API
   * alike. Undefined where the address is answered in one. Throws SourceError: half of the pages is no feed.
   */
  collect?(from: string, http: FeedHttp, source: SourceConfig): AsyncIterable<string> | undefined
  /**
   * Yields each row once, in the feed's order, in flat memory. A row that is no job is yielded with its reason.
   * @param notRead counts what the rows hold and is not read
   * @param known rows that need not be read; for a format whose rows have a text each
   * @throws SourceError when the feed as a whole can't be trusted: another shape, not well-formed, cut off. Rows may
   * have been yielded before.
   */
  rows(text: AsyncIterable<string>, source: SourceConfig, notRead?: NotRead, known?: KnownTexts): AsyncIterable<RawRow>
}

/** The beginning of a feed, taken apart as far as it goes. */
export interface FeedHead {
  /** Decoded text, at most 64 Ki characters. */
  text: string
  /**
   * Names of a JSON feed: of the object at the top (empty for a list or lines), and of the first row found in it, with
   * nested ones as `salary.min`.
   */
  json: { shape: 'list' | 'object' | 'lines'; members: ReadonlySet<string>; row: ReadonlySet<string> } | null
  /**
   * Names of an XML feed, in lower case, without prefix: the root, and all elements seen. `namespaces` are the
   * addresses declared.
   */
  xml: { root: string; elements: ReadonlySet<string>; namespaces: ReadonlySet<string> } | null
  html: boolean
}

/**
 * Requests of one source: paced to its rate, tried again when told to wait, conditional where an earlier answer is
 * known.
 */
export interface FeedHttp {
  /**
   * One answer as text. GET unless there is a `body`.
   * @throws SourceError for any status but 2xx, unless `accept` lists it
   */
  text(
    url: string | URL,
    options?: { method?: string; headers?: Record<string, string>; body?: string; accept?: readonly number[] },
  ): Promise<{ status: number; text: string; headers: Headers; url: string }>
  /** The same, parsed. @throws SourceError when it is not JSON, with what came instead */
  json(
    url: string | URL,
    options?: { method?: string; headers?: Record<string, string>; body?: string; accept?: readonly number[] },
  ): Promise<unknown>
  /**
   * What the source hands out for the next run (a rotated token). Durable when `write` has resolved. Absent where no
   * folder is set to keep it in.
   */
  kept?: { read(name: string): Promise<string | null>; write(name: string, value: string): Promise<void> }
}

/** A feed that can't be used as a whole. The message is for a person: what, where, what to do. */
export class SourceError extends Error {
  override name = 'SourceError'
  /** True when the same request may well work in a while (network, timeout, 5xx): worth a retry. */
  readonly passing: boolean
  /** The answer's header of that name: seconds, or a date. */
  readonly retryAfter: string | undefined

  constructor(message: string, options: { passing?: boolean; retryAfter?: string | undefined; cause?: unknown } = {}) {
    super(shortened(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.passing = options.passing ?? false
    this.retryAfter = options.retryAfter
  }
}

/** A limit as a message names it. */
export function shownLimit(bytes: number): string {
  const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3]
  if (bytes < megabyte) return `${bytes} bytes`
  return bytes < gigabyte ? `${Math.round(bytes / megabyte)} MB` : `${Math.round(bytes / gigabyte)} GB`
}

// Messages name what the feed holds, and a feed's names may be of any length: the middle is left out, so that what to
// do, at the end, stays.
const maxMessageLength = 2_500
const messageEndLength = 600

function shortened(message: string): string {
  if (message.length <= maxMessageLength) return message
  return `${message.slice(0, maxMessageLength - messageEndLength)} … ${message.slice(-messageEndLength)}`.toWellFormed()
}

/**
 * A finite number or text as trimmed text; undefined for everything else and for blank text. The readers below stand in
 * for a schema: a million rows pass through them, and a field of another type is simply not there.
 */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** The texts of a list, or a single text as a list of one. Objects give their `name`. */
export function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  const found: string[] = []
  for (const entry of list) {
    const one = text(entry) ?? text(object(entry)?.name)
    if (one !== undefined) found.push(one)
  }
  return found
}

/** A finite number, also when it comes as text. */
export function amount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A point in time as the feed writes it: text, or epoch seconds or milliseconds. */
export function moment(value: unknown): string | number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? value
    : typeof value === 'string'
      ? text(value)
      : undefined
}

export function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

const uuidShape = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** The text when it is a uuid, in lower case. */
export function uuid(value: string | null | undefined): string | undefined {
  return value && uuidShape.test(value) ? value.toLowerCase() : undefined
}

/**
 * What is wrong with a value that should identify the row; null when nothing is. An identity that is misread would
 * retire one job and add another.
 */
export function identityFault(field: string, value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'string') return null
  if (typeof value !== 'number') return `${field} is ${kindOf(value)}: expected text or a number`
  // `1e999` is read as infinity.
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return `${field} is a number too long to be read exactly: the feed should send it as text`
  return null
}

/** The text as a part of an address. Half a character, which JSON can hold, has no place in one. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** `a list`, `an object`, `nothing`, … for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : `a ${typeof value}`
}

/** A row that is no job. */
export function rejected(
  row: number,
  reason: string,
  key: unknown = null,
  title: unknown = null,
  raw?: string,
): RawRow {
  return {
    row,
    key: own(text(key)) ?? null,
    title: own(text(title))?.slice(0, 200) ?? null,
    reason: shortened(reason),
    raw: own(raw?.slice(0, 4_000)),
  }
}

/** The row with the JSON that it was read from, where it was rejected. */
export function withJson(value: unknown, row: RawRow): RawRow {
  return 'job' in row ? row : { ...row, raw: own(jsonText(value)?.slice(0, 4_000)) }
}

/** The value as JSON; undefined where it nests so deep that the engine can't write it, though it could read it. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A row that the feed itself calls closed, deleted or not to be shown: its job may leave the index. */
export function withdrawn(row: number, reason: string, key: unknown, title: unknown): RawRow {
  return { ...rejected(row, reason, key, title), gone: true } as RawRow
}

/** The row, or a rejection when it has no title: the one field that no job goes without. */
export function titled(row: number, job: Omit<RawJob, 'title'>, title: unknown, field: string): RawRow {
  const read = text(title)
  if (read === undefined)
    return rejected(
      row,
      title === undefined || title === null || title === ''
        ? `${field} is missing`
        : `${field} is ${blankOr(title)}: expected text`,
      job.key,
    )
  return { row, job: { ...job, title: read } }
}

function blankOr(value: unknown): string {
  return typeof value === 'string' ? 'blank' : kindOf(value)
}

/**
 * A copy that does not keep its neighbourhood alive: the engine cuts a string out of a chunk by reference, so one kept
 * key would hold the chunk of 64 KB that it came from.
 */
export function own<T extends string | undefined>(value: T): T {
  return (value === undefined ? undefined : Buffer.from(value, 'utf8').toString('utf8')) as T
}

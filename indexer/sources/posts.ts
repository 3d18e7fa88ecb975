import type { RawJob, RawRow } from '../documents/rawJob.ts'
import { type Format, own, rejected, titled } from './format.ts'
import { all, textAt, withText, type XmlNode } from './xmlRows.ts'

/**
 * What the dialects of job distributors have in common: they post one advert or a few, to be added, changed or deleted.
 */

/** One thing that a posted document asks for. The `row` of an upsert may be a rejection. */
export type PostCommand =
  | { command: 'upsert'; reference: string | null; row: RawRow }
  /** `place`: 1-based in the document. */
  | { command: 'withdraw'; reference: string; place: number }

export interface PostContext {
  /** IANA: whose days are counted. */
  timeZone: string
  /** Epoch milliseconds: when the advert was posted. */
  now: number
}

/** A format that is posted, and reads from a file as well: there deletions are refused rows. */
export interface PostFormat extends Format {
  /** What the document asks for, in its order. @throws SourceError as `Format.rows` */
  commands(text: AsyncIterable<string>, context: PostContext): AsyncGenerator<PostCommand>
}

export function postFormat({
  id,
  looksLike,
  commands,
}: Required<Pick<PostFormat, 'id' | 'looksLike' | 'commands'>>): PostFormat {
  return {
    id,
    looksLike,
    commands,
    // An advert is live from its posting to its deletion or closing date: no list says what is open.
    listedIsLive: false,
    own: true,
    async *rows(text, source) {
      for await (const one of commands(text, { timeZone: source.timeZone, now: Date.now() }))
        yield one.command === 'upsert'
          ? one.row
          : rejected(
              one.place,
              'it asks to delete the job: deletions are obeyed where they are posted, /posts/<source>, and not in a file',
              one.reference,
            )
    },
  }
}

/** An advert as a command. Without a reference it is refused: nothing could change or delete it later. */
export function upsert(
  place: number,
  node: XmlNode,
  reference: string | undefined,
  job: PostedFields,
  titleField: string,
  referenceField: string,
): PostCommand {
  const key = own(reference)
  if (key === undefined)
    return {
      command: 'upsert',
      reference: null,
      row: withText(
        node,
        rejected(
          place,
          `${referenceField} is missing: an advert needs one to be changed and deleted by`,
          null,
          job.title,
        ),
      ),
    }
  const { title, ...rest } = job
  const row = titled(place, { key, reference: key, sectors: [], specialisms: [], ...rest }, own(title), titleField)
  return { command: 'upsert', reference: key, row: withText(node, row) }
}
export type PostedFields = Omit<RawJob, 'key' | 'reference' | 'title' | 'sectors' | 'specialisms'> & {
  title: string | undefined
}

/** The text of the first of these elements that has some. */
export function firstText(node: XmlNode | undefined, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = textAt(node, name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The texts of all these elements; lists in one text (`PHP|Java, SQL`) taken apart. Numbers of the sender's own lists
 * mean nothing here and are left out.
 */
export function listed(node: XmlNode | undefined, names: readonly string[]): string[] {
  return names
    .flatMap(name => all(node, name))
    .flatMap(({ text }) => text.split(/[|,;\n]/))
    .map(text => text.trim())
    .filter(text => text !== '' && !/^\d+$/.test(text))
}

/** A text that is no number of a list of the sender's. */
export function worded(text: string | undefined): string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? undefined : text
}

/**
 * The last day of an advert that runs for so many days from `now`, `YYYY-MM-DD`; undefined for what is no number of
 * days.
 */
export function lastDay(days: string | undefined, { now, timeZone }: PostContext): string | undefined {
  const count = days === undefined ? Number.NaN : Number(days.trim())
  if (!Number.isInteger(count) || count < 1 || count > 3_660) return undefined
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
    .format(now)
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year!, month! - 1, day! + count)).toISOString().slice(0, 10)
}

import type { JobDocument } from '#indexer/job'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { documentFingerprint } from '../documents/identity.ts'
import type { RawJob } from '../documents/rawJob.ts'
import { type DocumentContext, toDocument } from '../documents/toDocument.ts'
import { own } from '../sources/format.ts'
import { isRenewalDue } from './plan.ts'
import type { RowLimit } from './rowLimit.ts'

/** A row to be written, with what is known of its job. */
export interface RowToNormalise {
  job: RawJob
  /** `rowKey` of the feed's row. */
  key: string
  rawHash: string
  /** Epoch seconds. */
  firstSeen: number
}

/** What a sync still asks of a document whose line is written. */
export type Outline = Pick<
  JobDocument,
  | 'id'
  | 'source'
  | 'sourceKey'
  | 'title'
  | 'searchTitle'
  | 'external_reference'
  | 'url_slug'
  | 'location'
  | 'specialisms'
  | 'company'
  | 'salary'
  | 'rawHash'
  | 'expires_at'
  | 'renewable'
> & {
  /** `documentFingerprint`. */
  print: string | null
}

/** A document, of which the line (NDJSON) lies in `Normalised.lines`; or why there is none. */
export type NormalisedRow =
  | { document: Outline; start: number; end: number }
  | { reason: string /** It took too long. */; late?: true }

export interface Normalised {
  rows: NormalisedRow[]
  lines: Uint8Array<ArrayBuffer>
}

/** What rows are normalised by. */
export interface NormaliseContext {
  source: DocumentContext['source']
  gazetteer: Gazetteer
  /** Epoch seconds at which the run began. */
  now: number
  /** A test's own. */
  normalise?: typeof toDocument | undefined
}

/** Of a job without a closing date, which its listing renews. */
const defaultLifeDays = 45
const secondsPerDay = 86_400

/**
 * Rows as lines of the jobs index, in order. Each document becomes text at once, and what is asked of it later is kept:
 * documents that wait for one another outlive the young heap, and are most of the collector's work.
 */
export function normaliseRows(
  rows: readonly RowToNormalise[],
  { source, gazetteer, now, normalise = toDocument }: NormaliseContext,
  rowLimit: RowLimit,
): Normalised {
  const lines = new Lines()
  const made = rowLimit.all<RowToNormalise, NormalisedRow>(
    rows,
    ({ job, ...row }) => {
      const one = normalise(job, { source, gazetteer, now, ...row })
      if ('reason' in one) return one
      const { document } = one
      if (isRenewalDue({ renewable: document.renewable, expiresAt: document.expires_at }, { startedMs: now * 1_000 }))
        document.expires_at = now + defaultLifeDays * secondsPerDay
      return { document: outlineOf(document), ...lines.add(document) }
    },
    (_, reason) => ({ reason, late: true }),
  )
  return { rows: made, lines: lines.take() }
}

function outlineOf(document: JobDocument): Outline {
  const { id, source, sourceKey, external_reference, url_slug, specialisms, company, salary } = document
  const { rawHash, expires_at, renewable } = document
  return {
    id,
    source,
    sourceKey,
    title: own(document.title),
    searchTitle: document.searchTitle,
    external_reference,
    url_slug,
    location: own(document.location),
    specialisms,
    company,
    salary,
    rawHash,
    expires_at,
    renewable,
    print: documentFingerprint(document),
  }
}

const usualRoom = 1 << 20
const mostRoom = 8 << 20
/** Used again by the next block. */
let room = Buffer.allocUnsafeSlow(usualRoom)

/** Of a row that is interrupted nothing is taken: the next line begins where it began. */
class Lines {
  #used = 0

  add(document: JobDocument): { start: number; end: number } {
    const text = JSON.stringify(document)
    const start = this.#used
    // No character takes more than three bytes.
    const most = start + text.length * 3 + 1
    if (most > room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, room.length * 2))
      room.copy(larger, 0, 0, start)
      room = larger
    }
    const end = start + room.write(text, start) + 1
    room[end - 1] = 10
    this.#used = end
    return { start, end }
  }

  /** A copy, of just the length. */
  take(): Uint8Array<ArrayBuffer> {
    const lines = new Uint8Array(this.#used)
    lines.set(room.subarray(0, this.#used))
    if (room.length > mostRoom) room = Buffer.allocUnsafeSlow(usualRoom)
    return lines
  }
}

const slugName = Buffer.from(',"url_slug":')

/** The line of a document with another slug. */
export function withSlug(line: Uint8Array, slug: string, other: string): Buffer {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength)
  // Inside a text of JSON each quote has a backslash before it: these bytes are the member.
  const from = bytes.indexOf(slugName) + slugName.length
  const to = from + Buffer.byteLength(JSON.stringify(slug))
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(JSON.stringify(other)), bytes.subarray(to)])
}

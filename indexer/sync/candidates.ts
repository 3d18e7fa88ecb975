import type { JobDocument } from '#indexer/job'
import type { DateField } from '../documents/feedDates.ts'
import { jobId, rowKey } from '../documents/identity.ts'
import type { RawJob, RawRow } from '../documents/rawJob.ts'
import { toDocument } from '../documents/toDocument.ts'
import { own } from '../sources/format.ts'
import { isArrival } from './arrivals.ts'
import { note, quarantinedEntry } from './jobLines.ts'
import type { LedgerEntry } from './ledger.ts'
import { isRenewalDue, renewalOf } from './plan.ts'
import { feedDates } from './readFeed.ts'
import { rowState, type SeenRows } from './seenRows.ts'
import type { SyncRun } from './syncRun.ts'

/** A document on its way into the index. */
export interface Candidate {
  document: JobDocument
  /** Epoch seconds. */
  firstSeen: number
  /** Its place in the feed. */
  row: number
  /** The index holds it already. */
  held: boolean
  /** For the `arrivals` index too. */
  arrives: boolean
}

/** A row to be written; rows of one id put together. */
interface ChangedRow {
  id: string
  key: string
  row: number
  job: RawJob
  slot: number
}

/** Documents looked up at once, in Redis and in the engine, or so many characters of rows that become them. */
const lookedUp = 500
const lookedUpLength = 16 * 1024 * 1024
const secondsPerDay = 86_400
/** Of a job without a closing date, which its listing renews. */
const defaultLifeDays = 45

const sameAdvert =
  'The same advert as another row of the feed, under another id: title, places, pay, employer, kind and text are alike.'
export const sameElsewhere =
  'The same advert as a live job of another source: title, places, employer, pay and text are alike. The first to arrive stands.'

/**
 * Second reading, or what the first has kept: the rows to be written become documents, in blocks that are looked up
 * together. What is refused on the way is noted, and which rows others stand for.
 */
export async function* candidatesOf(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  run: SyncRun,
  seen: SeenRows,
  buildFields: readonly DateField[],
): AsyncGenerator<Candidate[]> {
  const block: ChangedRow[] = []
  let length = 0
  for await (const changed of changedRows(rows, run, seen, buildFields)) {
    block.push(changed)
    length += lengthOf(changed.job)
    if (block.length < lookedUp && length < lookedUpLength) continue
    yield await toCandidates(block.splice(0), run, seen)
    length = 0
  }
  yield await toCandidates(block, run, seen)
}

async function* changedRows(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  run: SyncRun,
  seen: SeenRows,
  buildFields: readonly DateField[],
): AsyncGenerator<ChangedRow> {
  const { source, report } = run
  // Of rows of one id the last becomes the job; the places of those before wait here for it.
  const groups = new Map<string, { locations: RawJob['locations']; left: number }>()
  const dates = feedDates(run, buildFields)
  for await (const row of rows) {
    if (!('job' in row)) continue
    const settled = dates.settle(row.job)
    // The key is the feed's row's own: rows of one id put together would have another by rule.
    const key = rowKey(settled)
    const id = jobId(source.id, key, settled.uuid)
    const slot = seen.find(id)
    if (slot < 0) continue
    const count = seen.count(slot)
    const state = seen.state(slot)
    if (state === rowState.merged || state === rowState.gone) {
      report.merge({ key, title: settled.title, into: null, reason: sameAdvert })
      continue
    }
    if (state === rowState.folded) {
      report.merge({ key, title: settled.title, into: null, reason: sameElsewhere }, id)
      continue
    }
    if (count > 1) report.mergeSameId(id, key, row.job.title)
    if (state !== rowState.write) continue
    let { locations } = settled
    if (count > 1) {
      const group = groups.get(id) ?? { locations: [], left: count }
      groups.set(id, group)
      group.locations.push(...structuredClone(locations))
      if (--group.left > 0) continue
      groups.delete(id)
      locations = distinct(group.locations)
    }
    seen.decide(slot, rowState.done)
    // What waits is a copy: a text that was cut out of a chunk of the feed keeps all of the chunk alive, and where
    // few rows have changed each is of another.
    yield { id, key: own(key), row: row.row, job: structuredClone({ ...settled, locations }), slot }
  }
}

async function toCandidates(block: ChangedRow[], run: SyncRun, seen: SeenRows): Promise<Candidate[]> {
  const { source, deps, now, report } = run
  const { ledger, gazetteer, normalise = toDocument } = deps
  const entries = await ledger.getMany(
    source.id,
    block.map(row => row.id),
  )
  const refused = new Map<string, LedgerEntry>()
  const candidates: Candidate[] = []
  const rows = block.map((row, i) => ({
    ...row,
    entry: entries[i] ?? null,
    firstSeen: entries[i]?.firstSeen || now,
    hash: seen.rawHash(row.slot),
  }))
  const all = run.rowLimit.all(
    rows,
    ({ job, key, firstSeen, hash }) => normalise(job, { source, gazetteer, now, firstSeen, key, rawHash: hash }),
    (_, reason) => ({ reason, late: true }),
  )
  for (const [i, { id, key, row, job, entry, firstSeen, hash }] of rows.entries()) {
    const parsed = all[i]!
    if ('reason' in parsed) {
      report.refuse({ row, key, id, title: job.title, reason: parsed.reason, raw: job })
      // The next run tries it again: how long a row takes is not the row's alone.
      if ('late' in parsed) continue
      refused.set(id, quarantinedEntry(hash, firstSeen))
      // A held job whose row went bad stays as it was: quarantine is not retirement.
      if (entry?.state === 'held') refused.delete(id)
      continue
    }
    const { document } = parsed
    const { renewable } = document
    if (isRenewalDue({ renewable, expiresAt: document.expires_at }, run.rules))
      document.expires_at = now + defaultLifeDays * secondsPerDay
    if (renewable) report.renewBefore(renewalOf(document.expires_at))
    candidates.push({
      document,
      firstSeen,
      row,
      held: entry?.state === 'held',
      arrives: !run.fills && isArrival(entry, now),
    })
  }
  if (!run.options.dryRun) await note(run, refused)
  return candidates
}

/** Characters of a row, roughly. */
function lengthOf(job: RawJob): number {
  return Object.values(job).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length,
    0,
  )
}

function distinct<T>(values: T[]): T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()]
}

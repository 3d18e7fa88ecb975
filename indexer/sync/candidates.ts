import type { DateField } from '../documents/feedDates.ts'
import { jobId, rowKey } from '../documents/identity.ts'
import type { RawJob, RawRow } from '../documents/rawJob.ts'
import { own } from '../sources/format.ts'
import { isArrival } from './arrivals.ts'
import { note, quarantinedEntry } from './jobLines.ts'
import type { LedgerEntry } from './ledger.ts'
import { type Normalised, type Outline, type RowToNormalise } from './normaliseRows.ts'
import { leastForThreads, NormaliserPool } from './normaliserPool.ts'
import { renewalOf } from './plan.ts'
import { feedDates } from './readFeed.ts'
import { rowState, type SeenRows } from './seenRows.ts'
import type { SyncRun } from './syncRun.ts'

/** A document on its way into the index. */
export interface Candidate {
  document: Outline
  /** It as NDJSON, with the slug that it had when it was made. */
  line: Uint8Array
  lineSlug: string
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

/** Documents looked up at once, in Redis and in the engine, or so many bytes of them. */
const lookedUp = 500
const lookedUpBytes = 16 * 1024 * 1024
/**
 * Rows that become documents under one guard, or so many characters of them. A guard costs as much as a row; rows that
 * wait for hundreds of others outlive the young heap.
 */
const madeTogether = 125
const madeTogetherLength = 2 * 1024 * 1024
/** Rows of the feed between two changed ones, below which the earlier is no copy. */
const nearRows = 8

const sameAdvert =
  'The same advert as another row of the feed, under another id: title, places, pay, employer, kind and text are alike.'
export const sameElsewhere =
  'The same advert as a live job of another source: title, places, employer, pay and text are alike. The first to arrive stands.'

/**
 * Second reading, or what the first has kept: the rows to be written become documents, in blocks that are looked up
 * together. What is refused on the way is noted, and which rows others stand for.
 * @param writes how many jobs are written: many are normalised in threads, where the worker has some
 */
export async function* candidatesOf(
  rows: AsyncIterable<RawRow> | Iterable<RawRow>,
  run: SyncRun,
  seen: SeenRows,
  buildFields: readonly DateField[],
  writes: number,
): AsyncGenerator<Candidate[]> {
  const pool = openPool(run, writes)
  /** In the order of the feed; those of threads are under way. */
  const blocks: Promise<NormalisedBlock>[] = []
  const begin = (block: ChangedRow[]) => {
    const normalised = normaliseBlock(block, run, seen, pool)
    // A failure is reported where it is awaited.
    normalised.catch(() => undefined)
    blocks.push(normalised)
  }
  /** Not yet given on. */
  const made: Candidate[] = []
  let bytes = 0
  const end = async () => {
    const candidates = await toCandidates(await blocks.shift()!, run)
    made.push(...candidates)
    for (const { line } of candidates) bytes += line.length
  }
  const isEnough = () => made.length >= lookedUp || bytes >= lookedUpBytes
  const take = () => {
    bytes = 0
    return made.splice(0)
  }
  try {
    const block: ChangedRow[] = []
    let length = 0
    for await (const changed of changedRows(rows, run, seen, buildFields)) {
      block.push(changed)
      length += lengthOf(changed.job)
      if (block.length < madeTogether && length < madeTogetherLength) continue
      begin(block.splice(0))
      length = 0
      // One at least: Redis looks for its lines while the rows behind it are read.
      while (blocks.length > Math.max(1, pool.ahead)) await end()
      if (isEnough()) yield take()
    }
    if (block.length > 0) begin(block)
    while (blocks.length > 0) {
      await end()
      if (isEnough()) yield take()
    }
    yield take()
  } finally {
    await pool.close()
  }
}

function openPool({ source, deps, now, rowLimit }: SyncRun, writes: number): NormaliserPool {
  const { gazetteer, normalise, threads = null, rowLimitMs, log } = deps
  return new NormaliserPool(
    { source, gazetteer, now, normalise },
    { rowLimit, rowLimitMs, threads: writes < (threads?.least ?? leastForThreads) ? null : threads, log },
  )
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
  let lastRow = Number.NEGATIVE_INFINITY
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
    // What waits is a copy where few rows have changed: a text that was cut out of a chunk of the feed keeps all of the
    // chunk alive. Neighbours share theirs.
    const job = { ...settled, locations }
    yield { id, key: own(key), row: row.row, job: row.row - lastRow > nearRows ? structuredClone(job) : job, slot }
    lastRow = row.row
  }
}

interface NormalisedBlock {
  rows: (ChangedRow & RowToNormalise & { entry: LedgerEntry | null })[]
  normalised: Normalised
}

async function normaliseBlock(
  block: readonly ChangedRow[],
  { source, deps, now, fills }: SyncRun,
  seen: SeenRows,
  pool: NormaliserPool,
): Promise<NormalisedBlock> {
  const ids = block.map(row => row.id)
  // What has come into an empty ledger since the run began is found when the lines are sent (`untouched`).
  const entries = fills ? [] : await deps.ledger.getMany(source.id, ids)
  const rows = block.map((row, i) => {
    const entry = entries[i] ?? null
    return { ...row, entry, firstSeen: entry?.firstSeen || now, rawHash: seen.rawHash(row.slot) }
  })
  const normalised = await pool.normalise(
    rows.map(({ job, key, rawHash, firstSeen }) => ({ job, key, rawHash, firstSeen })),
  )
  return { rows, normalised }
}

async function toCandidates({ rows, normalised }: NormalisedBlock, run: SyncRun): Promise<Candidate[]> {
  const { now, report } = run
  const refused = new Map<string, LedgerEntry>()
  const candidates: Candidate[] = []
  for (const [i, { id, key, row, job, entry, firstSeen, rawHash }] of rows.entries()) {
    const made = normalised.rows[i]!
    if ('reason' in made) {
      const refusal = { row, key, id, title: job.title, reason: made.reason, raw: job }
      // How long a row takes is not the row's alone.
      if (made.late) {
        report.refuseForNow(refusal)
        continue
      }
      report.refuse(refusal)
      refused.set(id, quarantinedEntry(rawHash, firstSeen))
      // A held job whose row went bad stays as it was: quarantine is not retirement.
      if (entry?.state === 'held') refused.delete(id)
      continue
    }
    const { document, start, end } = made
    if (document.renewable) report.renewBefore(renewalOf(document.expires_at))
    candidates.push({
      document,
      line: normalised.lines.subarray(start, end),
      lineSlug: document.url_slug,
      firstSeen,
      row,
      held: entry?.state === 'held',
      arrives: run.tellsNews && isArrival(entry, now),
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

import { type DateField, FeedDates } from '../documents/feedDates.ts'
import { advertHalves, jobId, rawHalves, rowKey } from '../documents/identity.ts'
import type { RawRow } from '../documents/rawJob.ts'
import type { KeptRows } from './keptRows.ts'
import type { SeenRows } from './seenRows.ts'
import type { SyncRun } from './syncRun.ts'

type JobRow = Extract<RawRow, { job: unknown }>

/**
 * Rows whose identity is read under one guard against slow ones, or so many characters of their descriptions. A guard
 * costs as much as some rows; more rows at once outlive the young heap, and the reading takes half as long again.
 */
const readTogether = 250
const readTogetherLength = 1024 * 1024

/**
 * First reading: every row's identity and hash go into `seen`, nothing is interpreted. What the source itself refused
 * is counted and noted.
 * @param kept takes the rows that the index does not hold
 * @param buildFields date fields that are left out, as the last run found them
 * @returns the date fields that hold, on every row, the time at which the feed was made: with others than
 * `buildFields` the rows have to be read anew
 * @throws SourceError for a feed that breaks off or is none: nothing is decided then
 */
export async function readFeed(
  rows: AsyncIterable<RawRow>,
  run: SyncRun,
  seen: SeenRows,
  kept: KeptRows,
  buildFields: readonly DateField[],
): Promise<DateField[]> {
  const { source, report, options, last } = run
  const dates = feedDates(run, buildFields)
  const block: JobRow[] = []
  let length = 0
  for await (const row of rows) {
    report.counts.received++
    if (report.counts.received % 1_000 === 0) options.onProgress?.(report.counts.received)
    if (!('job' in row)) {
      report.refuse(row)
      // Listed as closed: as good as not listed.
      if (row.gone) {
        report.counts.closed++
        continue
      }
      // Some formats keep a uuid as the id, others derive one from it.
      if (row.key !== null) for (const uuid of [undefined, row.key]) seen.refuse(jobId(source.id, row.key, uuid))
      continue
    }
    block.push(row)
    length += row.job.description?.length ?? 0
    if (block.length < readTogether && length < readTogetherLength) continue
    identify(block.splice(0), dates, run, seen, kept)
    length = 0
  }
  identify(block, dates, run, seen, kept)
  options.onProgress?.(report.counts.received)
  return dates.buildFields(last && last.startedMs / 1000)
}

function identify(
  block: readonly JobRow[],
  dates: FeedDates,
  { source, salt, rowLimit, report }: SyncRun,
  seen: SeenRows,
  kept: KeptRows,
): void {
  rowLimit.all(
    block,
    row => {
      const job = dates.settle(row.job)
      const id = jobId(source.id, rowKey(job), job.uuid)
      const hash = rawHalves(job, salt)
      seen.add(id, hash, advertHalves(job))
      kept.see(id, hash, row)
    },
    ({ row, job }, reason) => {
      report.refuse({ row, key: job.key, title: job.title, reason })
      // Refused, and so not retired. Without an id of its own nothing is known to be kept.
      if (job.key !== null) seen.refuse(jobId(source.id, job.key, job.uuid))
    },
  )
}

/** The dates of a reading's rows; both readings of a run take them alike. */
export function feedDates({ source, now }: SyncRun, buildFields: readonly DateField[]): FeedDates {
  const { timeZone, country } = source
  return new FeedDates({ timeZone, country, now }, buildFields)
}

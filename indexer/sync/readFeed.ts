import { type DateField, FeedDates } from '../documents/feedDates.ts'
import { advertHalves, type Halves, jobId, rawHalves, rowKey } from '../documents/identity.ts'
import type { RawRow } from '../documents/rawJob.ts'
import type { KeptRows } from './keptRows.ts'
import type { KnownRows } from './knownRows.ts'
import { hash64, type SeenRows } from './seenRows.ts'
import type { SyncRun } from './syncRun.ts'

type JobRow = Extract<RawRow, { job: unknown }>
/** A row, with the hash of its text and its names not read where it is to be learned; or a known one with its place. */
type Read =
  | (JobRow & { text: Halves | null; notRead: readonly string[] | null })
  | { place: number; known: ReturnType<KnownRows['at']> }

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
 * @param known rows that are passed over, as far as the index holds them; takes this reading's
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
  known: KnownRows,
  buildFields: readonly DateField[],
): Promise<DateField[]> {
  const { source, report, options, last } = run
  const { notRead } = report
  const dates = feedDates(run, buildFields)
  const block: Read[] = []
  let length = 0
  const take = () => {
    identify(block.splice(0), dates, run, seen, { kept, known })
    length = 0
  }
  const count = () => {
    report.counts.received++
    if (report.counts.received % 1_000 === 0) options.onProgress?.(report.counts.received)
  }
  /** Rows passed over, by their names not read. */
  const passed = new Map<readonly string[], number>()
  known.mayPass = place => {
    const row = known.at(place)
    if (!kept.holds(row.id, row.raw)) return false
    count()
    block.push({ place, known: row })
    if (block.length >= readTogether) take()
    const names = known.notReadAt(place)
    passed.set(names, (passed.get(names) ?? 0) + 1)
    return true
  }
  notRead.learnAsked(known.asked)
  for await (const row of rows) {
    count()
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
    block.push({ ...row, text: known.takeText(), notRead: notRead.lastNames })
    length += row.job.description?.length ?? 0
    if (block.length >= readTogether || length >= readTogetherLength) take()
  }
  take()
  for (const [names, rows] of passed) notRead.countUnasked(names, rows)
  options.onProgress?.(report.counts.received)
  return dates.buildFields(last && last.startedMs / 1000)
}

function identify(
  block: readonly Read[],
  dates: FeedDates,
  { source, salt, rowLimit, report }: SyncRun,
  seen: SeenRows,
  { kept, known }: { kept: KeptRows; known: KnownRows },
): void {
  rowLimit.all(
    block,
    read => {
      if ('known' in read) {
        const { id, raw, advert, hours } = read.known
        dates.passOver(hours)
        seen.add(id, raw, advert)
        known.learnAgain(read.place)
        return
      }
      const { row, job: given, text, notRead } = read
      const job = dates.settle(given)
      const id = jobId(source.id, rowKey(job), job.uuid)
      const raw = rawHalves(job, salt)
      const advert = advertHalves(job)
      const idHalves = hash64(id)
      seen.add(idHalves, raw, advert)
      kept.see(id, raw, { row, job: given })
      const hours = text && notRead && dates.hoursOf(given, job)
      if (hours) known.learn(text, { id: idHalves, raw, advert, hours, notRead })
    },
    (read, reason) => {
      // What is known takes no time.
      if ('known' in read) return
      const { row, job } = read
      report.refuseForNow({ row, key: job.key, title: job.title, reason })
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

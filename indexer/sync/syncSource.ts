import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { RunRecord } from '#indexer/tasks'
import { traced } from '#indexer/tracing'
import type { DateField } from '../documents/feedDates.ts'
import type { RawRow } from '../documents/rawJob.ts'
import type { FeedFile } from '../sources/feed.ts'
import { shownFrom } from '../sources/feedAddress.ts'
import { SourceError } from '../sources/format.ts'
import { readRows } from '../sources/formats.ts'
import type { NotRead } from '../sources/notRead.ts'
import { type SourceConfig } from '../sources/source.ts'
import { candidatesOf } from './candidates.ts'
import { dryRunKept } from './changes.ts'
import { compare } from './compare.ts'
import { addressOf, fetchFeed, fetchWhole, isComparable } from './fetchFeed.ts'
import { KeptRows } from './keptRows.ts'
import type { KnownRows } from './knownRows.ts'
import type { FeedState } from './ledger.ts'
import { guard } from './plan.ts'
import { readFeed } from './readFeed.ts'
import { saltOf } from './rowHash.ts'
import { SeenRows } from './seenRows.ts'
import { settle } from './settle.ts'
import { openRun, RunReport, type SyncOptions, type SyncRun } from './syncRun.ts'
import type { SyncDependencies } from './syncState.ts'
import { tryOut } from './tryOut.ts'
import { writeJobs } from './writeJobs.ts'

/** How a run has ended. */
interface Ended {
  record: RunRecord
  /**
   * The feed was read and the index is in line with it: what was refused and merged is what now stands, not the last
   * run's.
   */
  applied: boolean
  /** What the next run may go by; null after one that is none to go by. */
  feedState: FeedState | null
}

/**
 * Brings the index in line with one source: reads the feed, compares by hash, writes what changed and retires what has
 * left. Idempotent; killed anywhere and started again it ends the same. A feed that fails, is empty, or would retire
 * more than the source's share changes nothing and raises an alarm.
 * @throws for a passing fault (engine or Redis down): the queue tries again. A fault of the feed is a record with
 * outcome `failed`.
 */
export async function syncSource(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions = {},
): Promise<RunRecord> {
  const nowMs = deps.now ?? Date.now
  const report = new RunReport(source.id, options.feed?.startedMs ?? nowMs(), nowMs)
  let ended: Ended
  try {
    ended = await alignWithFeed(source, deps, options, report)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    ended = withoutChange(report.record('failed', error.message))
  } finally {
    await options.feed?.dispose()
  }
  return keep(ended, source, deps, options, report)
}

/**
 * Keeps of a run whose tries are at an end that it has failed: it is told like one whose feed is at fault.
 * @param startedMs epoch milliseconds
 */
export async function giveUpSync(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions,
  { message, startedMs }: { message: string; startedMs: number },
): Promise<RunRecord> {
  const report = new RunReport(source.id, startedMs, deps.now ?? Date.now)
  return keep(withoutChange(report.record('failed', message)), source, deps, options, report)
}

/** What operators read of a run, and the alarms. */
async function keep(
  { record, applied, feedState }: Ended,
  source: SourceConfig,
  { records, ledger, alarms, log }: SyncDependencies,
  options: SyncOptions,
  { quarantine, merges, tried }: RunReport,
): Promise<RunRecord> {
  if (options.dryRun) {
    record.dryRun = true
    await records.saveDryRun({
      record,
      from: shownFrom(options.from ?? source.from ?? ''),
      ...tried,
      merged: (merges ?? []).slice(0, dryRunKept),
      quarantine: quarantine.slice(0, dryRunKept),
    })
    log.info({ event: 'dryRun', ...record }, 'dryRun')
    return record
  }
  await records.saveRun(record, applied ? quarantine : null, applied ? merges : null)
  if (applied) await ledger.setFilling(source.id, false)
  // Last: a run that was cut off before is not one whose feed needs no reading.
  if (feedState) await ledger.setFeedState(source.id, feedState)
  await alarms.ofRun(source, record)
  log[record.outcome === 'failed' || record.outcome === 'guarded' ? 'error' : 'info'](
    { event: 'sync', ...record },
    'sync',
  )
  return record
}

function withoutChange(record: RunRecord): Ended {
  return { record, applied: false, feedState: null }
}

/** Opens the feed, where it is another than last time, and puts it away again. */
async function alignWithFeed(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions,
  report: RunReport,
): Promise<Ended> {
  const { ledger, engine, adverts, gazetteer } = deps
  await ledger.ensure(source.id, engine)
  await adverts.ensure()
  const from = addressOf(source, options)
  const last = await ledger.feedState(source.id)
  const mayBeUnmodified = await isComparable(last, source, deps, options, report.startedMs)
  let feed = await (options.feed?.opened ?? traced('fetch feed', {}, () => fetchFeed(source, deps, options)))
  // Something has been written since it was asked for.
  if (feed.kind === 'notModified' && !mayBeUnmodified) feed = await fetchWhole(source, deps, options)
  if (feed.kind === 'notModified') return withoutChange(report.record('notModified'))
  try {
    const before = await stat(feed.path)
    const digest = await digestOf(feed.path)
    // The same bytes are as good as a 304.
    if (mayBeUnmodified && last?.digest === digest) {
      report.counts = { ...report.counts, ...last.counts }
      report.toldBefore = last.notRead
      return withoutChange(report.record('ok'))
    }
    const fills = last === null && (await ledger.isEmpty(source.id))
    const tellsNews = last !== null || !(fills || (await ledger.isFilling(source.id)))
    const run = openRun(source, deps, options, { report, last, fills, tellsNews, salt: saltOf(source, gazetteer) })
    return await alignWithRows(run, { feed, from, digest, before })
  } finally {
    await feed.dispose()
  }
}

/** The file of a feed, as it was when the run began. */
interface ReadFile {
  feed: FeedFile
  from: string
  digest: string
  before: { mtimeMs: number; size: number }
}

/** Reads the feed, decides, and then writes and settles what has changed. */
async function alignWithRows(run: SyncRun, { feed, from, digest, before }: ReadFile): Promise<Ended> {
  const { source, deps, options, report, last } = run
  const rows = (notRead?: NotRead, known?: KnownRows) =>
    readRows(feed.path, source, { charset: feed.charset, notRead, known })
  const kept = await keptRows(run)
  const known = deps.ledger.knownRows(source.id)
  const { seen, buildFields } = await traced('read feed', {}, () => readSettled(rows, run, kept, known))
  const plan = await compare(run, seen)
  const refusal = guard(plan, report.counts.received, run.rules)
  const candidates = () => candidatesOf(kept.all(seen) ?? rows(), run, seen, buildFields, plan.write)
  if (options.dryRun) {
    await tryOut(candidates(), run, seen, plan.settle)
    return withoutChange(report.record('ok', refusal ?? undefined))
  }
  if (refusal) return withoutChange(report.record('guarded', refusal))
  // A run that is cut off from here on has left things half done: the next one takes no feed for unmodified.
  const begun = last && { ...last, etag: undefined, lastModified: undefined, digest: '' }
  await deps.ledger.setFeedState(source.id, begun)
  if (run.fills) await deps.ledger.setFilling(source.id, true)
  const { merged } = report.counts
  if (merged === 0) report.merges = []
  if (plan.write > 0 || (merged > 0 && merged !== last?.counts.merged)) await writeJobs(candidates(), run)
  const after = await stat(feed.path)
  if (after.mtimeMs !== before.mtimeMs || after.size !== before.size)
    throw new SourceError(
      `${shownFrom(from)} was changed while it was read. Write the feed to another name and rename it, then sync again.`,
    )
  if (plan.settle) await settle(run, seen)
  await known.keep(report.notRead)
  return {
    record: report.record('ok'),
    applied: true,
    // A run that only added is none to go by: it has not seen what is missing.
    feedState: options.add ? null : feedStateOf(run, { feed, from, digest, buildFields }),
  }
}

/** Knows what the index holds of the source, unless all of it is to be written anew. */
async function keptRows({ source, deps, rules, last, salt }: SyncRun): Promise<KeptRows> {
  const kept = new KeptRows()
  if (last?.salt === salt) for await (const block of deps.ledger.scan(source.id)) kept.hold(block, rules)
  return kept
}

/** The rows of a feed, and its date fields that are the feed's own. */
async function readSettled(
  rows: (notRead?: NotRead, known?: KnownRows) => AsyncIterable<RawRow>,
  run: SyncRun,
  kept: KeptRows,
  known: KnownRows,
): Promise<{ seen: SeenRows; buildFields: DateField[] }> {
  const before = run.last?.buildFields ?? []
  // One table at a time: a million rows are 36 MB.
  let seen = new SeenRows()
  await known.open(run.salt, before)
  const found = await readFeed(rows(run.report.notRead, known), run, seen, kept, known, before)
  if (found.join() !== before.join()) {
    // Some dates are the feed's own and not the adverts', or are so no more: the rows are others than they were taken
    // for.
    seen = new SeenRows()
    run.report.forgetRows()
    kept.forget()
    await known.open(run.salt, found)
    await readFeed(rows(run.report.notRead, known), run, seen, kept, known, found)
  }
  known.forget()
  return { seen, buildFields: found }
}

/** What the next run of the same feed may skip. */
function feedStateOf(
  { salt, report }: SyncRun,
  { feed, from, digest, buildFields }: Omit<ReadFile, 'before'> & { buildFields: DateField[] },
): FeedState {
  const { received, unchanged, upserted, quarantined, closed, merged, missing } = report.counts
  return {
    etag: feed.etag,
    lastModified: feed.lastModified,
    from,
    salt,
    digest,
    counts: { received, unchanged: unchanged + upserted, quarantined, closed, merged },
    startedMs: report.startedMs,
    nextRenewal: report.nextRenewal,
    missing,
    buildFields,
    folded: report.folded,
    refusedForNow: report.refusedForNow,
    notRead: report.told,
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha1')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('base64url')
}

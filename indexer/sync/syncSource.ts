import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { JobDocument } from '#indexer/job'
import { jobSlug, type SlugDocument } from '#indexer/slugs'
import type { DryRun, JobChange, MergedRow, QuarantinedRow, RunRecord } from '#indexer/tasks'
import { type DateField, FeedDates } from '../documents/feedDates.ts'
import type { Gazetteer } from '../documents/gazetteer.ts'
import { advertFingerprint, jobId, rawHash, rowKey } from '../documents/identity.ts'
import type { RawJob, RawRow } from '../documents/rawJob.ts'
import { normaliserVersion, toDocument } from '../documents/toDocument.ts'
import type { Engine } from '../indexes/meilisearch.ts'
import { type FeedFile, type OpenedFeed, shownFrom } from '../sources/feed.ts'
import { own, SourceError } from '../sources/format.ts'
import { openSource, readRows } from '../sources/formats.ts'
import { type SourceConfig } from '../sources/source.ts'
import { Adverts, type Claim, type Standing } from './adverts.ts'
import { Alarms } from './alarms.ts'
import { changesBetween, dryRunKept } from './changes.ts'
import type { GatheredFeed } from './gathering.ts'
import { type FeedState, type FoldedInto, type KeepTask, Ledger, type LedgerEntry } from './ledger.ts'
import { maskedRow } from './maskedRow.ts'
import { mergesKept, quarantineKept, Records } from './records.ts'
import { RowLimit } from './rowLimit.ts'
import { rowState, SeenRows } from './seenRows.ts'
import { SentRows } from './sentRows.ts'

export interface SyncDependencies {
  engine: Engine
  ledger: Ledger
  adverts: Adverts
  alarms: Alarms
  records: Records
  sentRows: SentRows
  gazetteer: Gazetteer
  log: Logger
  /** Asked before each write, where a task of the queue is at work. */
  keepTask?: KeepTask
  /**
   * Where sources keep known answers and tokens of their own, a folder each; without one nothing is kept between runs.
   */
  keepFolder?: string
  /** Epoch milliseconds; a test's own clock. */
  now?: () => number
  /** A test's own normaliser, and the milliseconds that it may take for one row. */
  normalise?: typeof toDocument
  rowLimitMs?: number
}

/** A source of the catalogue as it is now. */
export type SourceOf = (id: string) => SourceConfig | undefined | Promise<SourceConfig | undefined>

/** What a sync keeps in Redis beside the index. */
export function openSyncState({
  redis,
  prefix,
  engine,
  log,
  alarmWebhook = null,
}: SyncStateParts): Pick<SyncDependencies, 'ledger' | 'adverts' | 'alarms' | 'records' | 'sentRows'> {
  return {
    ledger: new Ledger(redis, prefix),
    adverts: new Adverts(redis, prefix, engine),
    alarms: new Alarms({ redis, prefix, log, webhook: alarmWebhook }),
    records: new Records(redis, prefix),
    sentRows: new SentRows(redis, prefix),
  }
}
export interface SyncStateParts {
  redis: Redis
  prefix: string
  engine: Engine
  log: Logger
  /** Where alarms are posted to. */
  alarmWebhook?: string | null
}

export interface SyncOptions {
  /** Read this file or URL instead of the catalogue's. */
  from?: string | undefined
  /** An operator's word that the feed is right: the retirement guard does not stop it, and nothing is waited for. */
  force?: boolean | undefined
  /** The file holds some of the source's jobs: they are added, and none is missed. */
  add?: boolean | undefined
  /** Write nothing and say what would be written. */
  dryRun?: boolean | undefined
  /** The feed as `openSource` gives it, fetched before. By default it is fetched now. */
  feed?: GatheredFeed | undefined
  onProgress?: ((rows: number) => void) | undefined
}

/** Documents sent in one request. Large enough for the engine to batch well, small enough for flat memory. */
const chunkDocuments = 10_000
const chunkBytes = 16 * 1024 * 1024
/** Documents looked up at once, in Redis and in the engine, or so many characters of rows that become them. */
const lookedUp = 500
const lookedUpLength = 16 * 1024 * 1024
/** Rows whose identity is read under one guard against slow ones, or so many characters of their descriptions. */
const readTogether = 200
const readTogetherLength = 4 * 1024 * 1024
/** Chunks sent whose task has not finished: enough for the engine to join to large batches. */
const chunksInFlight = 8
const nothing = {
  received: 0,
  added: 0,
  closed: 0,
  upserted: 0,
  unchanged: 0,
  quarantined: 0,
  merged: 0,
  retired: 0,
  missing: 0,
}
const secondsPerDay = 86_400
const defaultLifeDays = 45
/** A retirement of so few is never the sign of a broken feed, whatever its share. */
const guardFloor = 2

/**
 * Brings the index in line with one source: reads the feed, compares by hash, writes what changed and retires what has
 * left. Idempotent; killed anywhere and started again it ends the same. A feed that fails, is empty, or would retire
 * more than the source's share changes nothing and raises an alarm.
 * @throws for a passing fault (engine or Redis down): the queue tries again. A fault of the feed is a record with
 * outcome `failed`.
 */
export async function syncSource(
  source: SourceConfig,
  dependencies: SyncDependencies,
  options: SyncOptions = {},
): Promise<RunRecord> {
  const { records, log } = dependencies
  const run = new Run(source, dependencies, options)
  let record: RunRecord
  try {
    record = await run.run()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    record = run.record('failed', error.message)
  } finally {
    await options.feed?.dispose()
  }
  if (options.dryRun) {
    record.dryRun = true
    const [quarantine, merged] = [run.quarantine.slice(0, dryRunKept), (run.merges ?? []).slice(0, dryRunKept)]
    await records.saveDryRun({
      record,
      from: shownFrom(options.from ?? source.from ?? ''),
      ...run.tried,
      merged,
      quarantine,
    })
    log.info({ event: 'dryRun', ...record }, 'dryRun')
    return record
  }
  await records.saveRun(record, run.applied ? run.quarantine : null, run.applied ? run.merges : null)
  // Last: a run that was cut off before is not one whose feed needs no reading.
  if (run.feedState) await dependencies.ledger.setFeedState(source.id, run.feedState)
  await dependencies.alarms.ofRun(source, record)
  log[record.outcome === 'failed' || record.outcome === 'guarded' ? 'error' : 'info'](
    { event: 'sync', ...record },
    'sync',
  )
  return record
}

/**
 * A source's feed on this machine, or word that it is as the last run found it.
 * @throws SourceError
 */
export async function fetchFeed(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions,
  signal?: AbortSignal,
): Promise<OpenedFeed> {
  const from = options.from ?? source.from
  if (from === null)
    throw new SourceError(`The source "${source.id}" has no address of its own. Name a file or address with --from.`)
  const last = await deps.ledger.feedState(source.id)
  const known = (await isComparable(last, source, deps, options, deps.now?.() ?? Date.now())) ? last : null
  return openSource(source, from, {
    ...kept(deps),
    ...(signal ? { signal } : {}),
    ...(known ? { etag: known.etag, lastModified: known.lastModified } : {}),
  })
}

/**
 * Whether nothing is left to do and nothing but this source's own runs has changed what a feed is compared with: the
 * same feed again changes nothing.
 */
async function isComparable(
  last: FeedState | null,
  source: SourceConfig,
  { ledger, gazetteer }: SyncDependencies,
  { from = source.from ?? undefined, force, dryRun }: SyncOptions,
  nowMs: number,
): Promise<boolean> {
  return (
    last !== null &&
    last.from === from &&
    last.salt === saltOf(source, gazetteer) &&
    last.missing === 0 &&
    last.folded === 0 &&
    last.nextRenewal > nowMs / 1000 &&
    !force &&
    !dryRun &&
    (await ledger.touchedSince(last.startedMs)).length === 0
  )
}

function kept({ keepFolder }: SyncDependencies): { keepFolder?: string } {
  return keepFolder ? { keepFolder } : {}
}

class Run {
  readonly #source: SourceConfig
  readonly #deps: SyncDependencies
  readonly #options: SyncOptions
  readonly #startedMs: number
  readonly #salt: string
  readonly #rowLimit: RowLimit
  /** Epoch milliseconds at which the last complete run began. */
  #lastStartedMs = 0
  #seen = new SeenRows()
  /** Date fields that hold the time at which the feed was made, on every row: left out. */
  #buildFields: DateField[] = []
  /** Slugs of chunks whose tasks have not finished: the engine does not show them yet. */
  readonly #claims = new Map<string, string>()
  /** Number of jobs that those of other sources stand for. */
  #folded = 0
  /** Of the merges kept, those whose standing job is not named yet, each with its own id. */
  readonly #unnamed: [string, MergedRow][] = []
  /** Jobs of several rows, as many as there are merges kept, with the title of the row read last. */
  readonly #together = new Map<string, NonNullable<MergedRow['into']>>()
  readonly quarantine: QuarantinedRow[] = []
  /** Null until the rows have been read a second time: a run that writes nothing merges as the one before. */
  merges: MergedRow[] | null = null
  /**
   * The feed was read and the index is in line with it: what was refused and merged is what now stands, not the last
   * run's.
   */
  applied = false
  /** What the next run may go by; null after one that is none to go by. */
  feedState: FeedState | null = null
  /** What a dry run would do. */
  readonly tried: Pick<DryRun, 'added' | 'changed' | 'retired'> = { added: [], changed: [], retired: [] }
  /** Epoch seconds at which the first listed job has to be renewed. */
  #nextRenewal = Number.MAX_SAFE_INTEGER
  #counts = { ...nothing }
  /** The chunk sent last is searchable and written down. */
  #written: Promise<void> = Promise.resolve()

  constructor(source: SourceConfig, deps: SyncDependencies, options: SyncOptions) {
    this.#source = source
    this.#deps = deps
    this.#options = options
    this.#startedMs = options.feed?.startedMs ?? this.#nowMs()
    this.#salt = saltOf(source, deps.gazetteer)
    this.#rowLimit = new RowLimit(deps.rowLimitMs)
  }

  #nowMs(): number {
    return this.#deps.now?.() ?? Date.now()
  }

  get #now(): number {
    return Math.floor(this.#startedMs / 1000)
  }

  /** A day ahead, so that a job still listed never drops out between two syncs. */
  #renewBefore(expiresAt: number): void {
    this.#nextRenewal = Math.min(this.#nextRenewal, expiresAt - secondsPerDay)
  }

  record(outcome: RunRecord['outcome'], reason?: string): RunRecord {
    // A run that changed nothing says so, whatever it had counted when it stopped.
    const counts =
      outcome === 'ok'
        ? this.#counts
        : { ...(outcome === 'notModified' ? {} : { read: this.#counts.received }), ...nothing }
    return {
      source: this.#source.id,
      startedAt: new Date(this.#startedMs).toISOString(),
      ms: this.#nowMs() - this.#startedMs,
      outcome,
      ...(reason ? { reason } : {}),
      ...counts,
    }
  }

  async run(): Promise<RunRecord> {
    const { ledger, engine, adverts } = this.#deps
    const { id } = this.#source
    await ledger.ensure(id, engine)
    await adverts.ensure()
    const from = this.#options.from ?? this.#source.from
    if (from === null)
      throw new SourceError(`The source "${id}" has no address of its own. Name a file or address with --from.`)
    const last = await ledger.feedState(id)
    this.#lastStartedMs = last?.startedMs ?? 0
    const mayBeUnmodified = await isComparable(last, this.#source, this.#deps, this.#options, this.#startedMs)
    let feed = await (this.#options.feed?.opened ?? fetchFeed(this.#source, this.#deps, this.#options))
    // Something has been written since it was asked for.
    if (feed.kind === 'notModified' && !mayBeUnmodified) feed = await openSource(this.#source, from, kept(this.#deps))
    if (feed.kind === 'notModified') return this.record('notModified')
    try {
      const before = await stat(feed.path)
      const digest = await digestOf(feed.path)
      // The same bytes are as good as a 304.
      if (mayBeUnmodified && last?.digest === digest) {
        this.#counts = { ...this.#counts, ...last.counts }
        return this.record('ok')
      }
      const rows = () => readRows(feed.path, this.#source, { charset: feed.charset })
      this.#buildFields = last?.buildFields ?? []
      const found = await this.#read(rows(), last)
      if (found.join() !== this.#buildFields.join()) {
        // Some dates are the feed's own and not the adverts', or are so no more: the rows are others than they were
        // taken for.
        this.#buildFields = found
        this.#forgetRows()
        await this.#read(rows(), last)
      }
      const plan = await this.#compare()
      const refusal = this.#guard(plan)
      if (this.#options.dryRun) {
        await this.#tryOut(rows(), plan)
        return this.record('ok', refusal ?? undefined)
      }
      if (refusal) return this.record('guarded', refusal)
      // A run that is cut off from here on has left things half done: the next one takes no feed for unmodified.
      const begun = last && { ...last, etag: undefined, lastModified: undefined, digest: '' }
      await ledger.setFeedState(id, begun)
      const { merged } = this.#counts
      if (merged === 0) this.merges = []
      if (plan.write > 0 || (merged > 0 && merged !== last?.counts.merged)) await this.#write(rows())
      const after = await stat(feed.path)
      if (after.mtimeMs !== before.mtimeMs || after.size !== before.size)
        throw new SourceError(
          `${shownFrom(from)} was changed while it was read. Write the feed to another name and rename it, then sync again.`,
        )
      if (plan.settle) await this.#settle()
      // A run that only added is none to go by: it has not seen what is missing.
      if (!this.#options.add) this.feedState = this.#feedState(feed, from, digest)
      this.applied = true
      return this.record('ok')
    } finally {
      await feed.dispose()
    }
  }

  /** What the next run of the same feed may skip. */
  #feedState({ etag, lastModified }: FeedFile, from: string, digest: string): FeedState {
    const { received, unchanged, upserted, quarantined, closed, merged, missing } = this.#counts
    return {
      etag,
      lastModified,
      from,
      salt: this.#salt,
      digest,
      counts: { received, unchanged: unchanged + upserted, quarantined, closed, merged },
      startedMs: this.#startedMs,
      nextRenewal: this.#nextRenewal,
      missing,
      buildFields: this.#buildFields,
      folded: this.#folded,
    }
  }

  /** First reading: every row's identity and hash, nothing interpreted. */
  async #read(rows: AsyncIterable<RawRow>, last: FeedState | null): Promise<DateField[]> {
    const dates = this.#feedDates()
    const block: { row: number; job: RawJob }[] = []
    let length = 0
    for await (const row of rows) {
      this.#counts.received++
      if (this.#counts.received % 1_000 === 0) this.#options.onProgress?.(this.#counts.received)
      if (!('job' in row)) {
        this.#quarantineRow(row)
        // Listed as closed: as good as not listed.
        if (row.gone) {
          this.#counts.closed++
          continue
        }
        // Some formats keep a uuid as the id, others derive one from it.
        if (row.key !== null)
          for (const uuid of [undefined, row.key]) this.#seen.refuse(jobId(this.#source.id, row.key, uuid))
        continue
      }
      block.push(row)
      length += row.job.description?.length ?? 0
      if (block.length < readTogether && length < readTogetherLength) continue
      this.#identify(block.splice(0), dates)
      length = 0
    }
    this.#identify(block, dates)
    this.#options.onProgress?.(this.#counts.received)
    return dates.buildFields(last && last.startedMs / 1000)
  }

  #identify(block: readonly { row: number; job: RawJob }[], dates: FeedDates): void {
    this.#rowLimit.all(
      block,
      ({ job: read }) => {
        const job = dates.settle(read)
        this.#seen.add(
          jobId(this.#source.id, rowKey(job), job.uuid),
          halves(rawHash(job, this.#salt)),
          halves(advertFingerprint(job)),
        )
      },
      ({ row, job }, reason) => {
        this.#quarantineRow({ row, key: job.key, title: job.title, reason })
        // Refused, and so not retired. Without an id of its own nothing is known to be kept.
        if (job.key !== null) this.#seen.refuse(jobId(this.#source.id, job.key, job.uuid))
      },
    )
  }

  #feedDates(): FeedDates {
    const { timeZone, country } = this.#source
    return new FeedDates({ timeZone, country, now: this.#now }, this.#buildFields)
  }

  #forgetRows(): void {
    this.#seen = new SeenRows()
    this.quarantine.length = 0
    this.#counts = { ...nothing }
  }

  /**
   * What is new or changed, what is as it was, and what the feed no longer lists: decided in the table of rows, and
   * counted.
   */
  async #compare(): Promise<Plan> {
    const seen = this.#seen
    seen.mergeSameAdverts()
    const plan: Plan = { held: 0, write: 0, leaving: 0, settle: false }
    for await (const block of this.#deps.ledger.scan(this.#source.id)) {
      const folded = new Map<number, FoldedInto>()
      for (const [id, entry] of block) {
        const slot = seen.find(id)
        const state = slot < 0 ? null : seen.state(slot)
        if (state === null || state === rowState.merged) {
          if (this.#options.add) continue
          plan.settle = true
          if (entry.state !== 'held') continue
          seen.miss(id)
          plan.held++
          // A job whose date has passed may leave its feed without anybody's leave.
          if (entry.expiresAt > this.#now && this.#missedRuns(entry) >= this.#source.missingRuns) plan.leaving++
          continue
        }
        // The scan may give an entry twice; a slot is decided once.
        if (state !== rowState.undecided) continue
        if (entry.state === 'held') plan.held++
        const due = entry.renewable && entry.expiresAt <= this.#now + secondsPerDay
        if (entry.rawHash !== seen.rawHash(slot) || due) continue
        if (entry.state === 'folded') {
          if (entry.into) folded.set(slot, entry.into)
          continue
        }
        seen.decide(slot, entry.state === 'quarantined' ? rowState.quarantined : rowState.unchanged)
        if (entry.renewable) this.#renewBefore(entry.expiresAt)
        if (entry.missed > 0) plan.settle = true
      }
      const standing = await this.#deps.adverts.standing(
        [...folded.values()].map(({ id }) => id),
        this.#now,
      )
      for (const [slot, into] of folded) {
        if (standing.get(into.id)?.rawHash !== into.rawHash) continue
        seen.decide(slot, rowState.folded)
        this.#folded++
      }
    }
    for (let slot = 0; slot < seen.size; slot++) {
      const rows = seen.count(slot)
      // Not of the feed.
      if (rows === 0) continue
      switch (seen.state(slot)) {
        case rowState.merged:
        case rowState.folded:
        case rowState.gone:
          this.#counts.merged += rows
          continue
        case rowState.unchanged:
          this.#counts.unchanged++
          break
        case rowState.quarantined:
          this.#counts.quarantined++
          break
        default:
          seen.decide(slot, rowState.write)
          plan.write++
      }
      this.#counts.merged += rows - 1
    }
    if (this.#counts.quarantined > this.quarantine.length) plan.write += await this.#recallQuarantine()
    return plan
  }

  /**
   * Rows that are refused again as they were refused before are not read a second time: their reasons are the last
   * run's. Those whose reason was not kept are to be read, as many as can be kept.
   * @returns how many these are
   */
  async #recallQuarantine(): Promise<number> {
    const seen = this.#seen
    const recalled = new Set<number>()
    for (const row of await this.#deps.records.quarantineOf(this.#source.id)) {
      const slot = row.id === undefined ? -1 : seen.find(row.id)
      if (slot < 0 || seen.state(slot) !== rowState.quarantined || this.quarantine.length >= quarantineKept) continue
      this.quarantine.push(row)
      recalled.add(slot)
    }
    let again = 0
    for (let slot = 0; slot < seen.size; slot++) {
      if (this.quarantine.length + again >= quarantineKept) break
      if (seen.state(slot) !== rowState.quarantined || recalled.has(slot)) continue
      seen.decide(slot, rowState.write)
      again++
    }
    this.#counts.quarantined -= again
    return again
  }

  /** The retirement guard: a reason to change nothing, or null. */
  #guard({ held, leaving }: Plan): string | null {
    if (this.#options.force) return null
    const { received } = this.#counts
    if (received === 0 && held > 0)
      return `The feed is empty while ${held} jobs of it are in the index. Nothing was changed. If it is right, run the sync again with --force.`
    if (received === 0) return 'The feed is empty. Nothing was changed. Check the address and the format of the source.'
    const limit = Math.max(guardFloor, held * this.#source.maxRetireShare)
    if (leaving <= limit) return null
    const share = Math.round((leaving / held) * 100)
    const set = Math.round(this.#source.maxRetireShare * 100)
    return `The run would retire ${leaving} of ${held} jobs (${share}%, more than the set ${set}%). Nothing was changed. If it is right, sync again with --force; if the file holds only some of the jobs, with --add.`
  }

  /** Second reading: the rows to be written become documents and go to the engine in chunks. */
  async #write(rows: AsyncIterable<RawRow>): Promise<void> {
    const sending: Promise<void>[] = []
    // Documents wait as text, in one place that is used again: objects would live long enough to be moved about in
    // memory, and cost several times as much.
    let bytes = Buffer.allocUnsafeSlow(0)
    let used = 0
    let chunk: ReadyDocument[] = []
    const send = async () => {
      const ready = chunk
      chunk = []
      used = 0
      if (ready.length === 0) return
      const { done } = await this.#sendChunk(ready, bytes)
      sending.push(done)
      if (sending.length >= chunksInFlight) await sending.shift()
    }
    for await (const candidates of this.#candidates(rows)) {
      await this.#lookUp(candidates)
      for (const candidate of candidates) {
        const line = `${JSON.stringify(candidate.document)}\n`
        const length = Buffer.byteLength(line)
        if (used + length > chunkBytes || chunk.length >= chunkDocuments) await send()
        if (bytes.length < used + length) bytes = grown(bytes, used, used + length)
        bytes.write(line, used)
        chunk.push(this.#ready(candidate, used, used + length))
        used += length
      }
    }
    await send()
    await Promise.all(sending)
    await this.#nameFolded()
  }

  /** In blocks, in which they are looked up. */
  async *#candidates(rows: AsyncIterable<RawRow>): AsyncGenerator<Candidate[]> {
    // Of rows of one id the last becomes the job; the places of those before wait here for it.
    const groups = new Map<string, { locations: RawJob['locations']; left: number }>()
    const block: ChangedRow[] = []
    let length = 0
    const dates = this.#feedDates()
    for await (const row of rows) {
      if (!('job' in row)) continue
      const settled = dates.settle(row.job)
      // The key is the feed's row's own: rows of one id put together would have another by rule.
      const key = rowKey(settled)
      const id = jobId(this.#source.id, key, settled.uuid)
      const slot = this.#seen.find(id)
      if (slot < 0) continue
      const count = this.#seen.count(slot)
      const state = this.#seen.state(slot)
      if (state === rowState.merged || state === rowState.gone) {
        this.#mergeRow({ key, title: settled.title, into: null, reason: sameAdvert })
        continue
      }
      if (state === rowState.folded) {
        this.#mergeRow({ key, title: settled.title, into: null, reason: sameElsewhere }, id)
        continue
      }
      if (count > 1) this.#noteSameId(id, key, row.job.title)
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
      this.#seen.decide(slot, rowState.done)
      // What waits is a copy: a text that was cut out of a chunk of the feed keeps all of the chunk alive, and where
      // few rows have changed each is of another.
      block.push({ id, key: own(key), row: row.row, job: structuredClone({ ...settled, locations }), slot })
      length += lengthOf(settled)
      if (block.length < lookedUp && length < lookedUpLength) continue
      yield await this.#toCandidates(block.splice(0))
      length = 0
    }
    yield await this.#toCandidates(block)
  }

  /** @param id of a row that a job of another source stands for, where it is yet to be named */
  #mergeRow({ key, title, into, reason }: MergedRow, id?: string): void {
    this.merges ??= []
    if (this.merges.length >= mergesKept) return
    const row: MergedRow = { key: own(key?.slice(0, 200)) ?? null, title: own(title.slice(0, 200)), into, reason }
    this.merges.push(row)
    if (id !== undefined) this.#unnamed.push([id, row])
  }

  /** Names the jobs of other sources that stand for the rows kept. */
  async #nameFolded(): Promise<void> {
    const { ledger, adverts } = this.#deps
    const entries = await ledger.getMany(
      this.#source.id,
      this.#unnamed.map(([id]) => id),
    )
    const standing = await adverts.standing(
      entries.flatMap(entry => entry?.into?.id ?? []),
      this.#now,
    )
    for (const [at, [, row]] of this.#unnamed.entries()) {
      const job = standing.get(entries[at]?.into?.id ?? '')
      if (job) row.into = shownInto(job)
    }
  }

  #noteSameId(id: string, key: string, title: string): void {
    const into = this.#together.get(id)
    if (into) {
      this.#mergeRow({ key, title: into.title, into, reason: sameId })
      into.title = own(title.slice(0, 200))
    } else if (this.#together.size < mergesKept)
      this.#together.set(id, { id, source: this.#source.id, title: own(title.slice(0, 200)) })
  }

  async #toCandidates(block: ChangedRow[]): Promise<Candidate[]> {
    const { ledger, gazetteer } = this.#deps
    const { id: source } = this.#source
    const entries = await ledger.getMany(
      source,
      block.map(row => row.id),
    )
    const { normalise = toDocument } = this.#deps
    const refused = new Map<string, LedgerEntry>()
    const candidates: Candidate[] = []
    const rows = block.map((row, i) => ({
      ...row,
      entry: entries[i] ?? null,
      firstSeen: entries[i]?.firstSeen || this.#now,
      hash: this.#seen.rawHash(row.slot),
    }))
    const all = this.#rowLimit.all(
      rows,
      ({ job, key, firstSeen, hash }) =>
        normalise(job, { source: this.#source, gazetteer, now: this.#now, firstSeen, key, rawHash: hash }),
      (_, reason) => ({ reason, late: true }),
    )
    for (const [i, { id, key, row, job, entry, firstSeen, hash }] of rows.entries()) {
      const parsed = all[i]!
      if ('reason' in parsed) {
        this.#quarantineRow({ row, key, id, title: job.title, reason: parsed.reason, raw: job })
        // The next run tries it again: how long a row takes is not the row's alone.
        if ('late' in parsed) continue
        refused.set(id, {
          state: 'quarantined',
          rawHash: hash,
          firstSeen,
          expiresAt: 0,
          renewable: false,
          missed: 0,
          writtenAt: 0,
        })
        // A held job whose row went bad stays as it was: quarantine is not retirement.
        if (entry?.state === 'held') refused.delete(id)
        continue
      }
      const { document } = parsed
      if (document.renewable && document.expires_at <= this.#now + secondsPerDay)
        document.expires_at = this.#now + defaultLifeDays * secondsPerDay
      if (document.renewable) this.#renewBefore(document.expires_at)
      candidates.push({ document, firstSeen, row, held: entry?.state === 'held' })
    }
    if (!this.#options.dryRun) await this.#note(refused)
    return candidates
  }

  /** Leaves only the candidates that are to be written, each with a slug of its own. */
  async #lookUp(candidates: Candidate[]): Promise<void> {
    await this.#refuseForeignIds(candidates)
    await this.#foldTwins(candidates)
    await claimSlugs(
      this.#deps.engine,
      candidates.map(({ document }) => document),
      this.#claims,
    )
  }

  #ready({ document, firstSeen, held }: Candidate, start: number, end: number): ReadyDocument {
    const { id } = document
    const print = this.#deps.adverts.print(document)
    return {
      start,
      end,
      id,
      claim: { id, print },
      slug: slugDocument(document),
      entry: heldEntry(document, firstSeen, 0),
      held,
    }
  }

  /**
   * Sends one chunk and returns the wait for it to be searchable and written down.
   * @param bytes where its documents lie, one after the other; free again when this resolves
   */
  async #sendChunk(chunk: readonly ReadyDocument[], bytes: Buffer): Promise<{ done: Promise<void> }> {
    const { engine, ledger, adverts } = this.#deps
    const writtenAt = this.#nowMs()
    const sent = await ledger.exclusively(async fence => {
      const untouched = await this.#untouched(chunk.map(({ id }) => id))
      const mine = chunk.filter(({ id }) => untouched.has(id))
      this.#counts.unchanged += chunk.length - mine.length
      this.#counts.upserted += mine.length
      for (const { held } of mine) if (!held) this.#counts.added++
      if (mine.length === 0) return null
      let used = 0
      for (const { start, end } of mine) {
        if (start > used) bytes.copyWithin(used, start, end)
        used += end - start
      }
      const lines = new Map(mine.map(({ id, entry }) => [id, { ...entry, writtenAt }]))
      const slugs = mine.map(({ slug }) => slug)
      await fence()
      await adverts.claim(mine.map(({ claim }) => claim))
      await this.#doubt(lines)
      // Slugs first: a job that is found must have its page.
      const tasks = [await engine.writeDocuments(engine.names.slugs, slugs)]
      await fence()
      tasks.push(await engine.writeLines(engine.names.jobs, bytes.subarray(0, used)))
      return { lines, slugs: slugs.map(({ slug }) => slug), tasks }
    }, this.#deps.keepTask)
    if (!sent) return { done: Promise.resolve() }
    // The engine takes its tasks in turn: only the first that is not done is asked after.
    const done = this.#written.then(() => this.#writeDown(sent))
    this.#written = done
    // A failure is reported where the promise is awaited; until then it must not end the process.
    done.catch(() => undefined)
    return { done }
  }

  /**
   * Waits for the engine and then notes what it holds. A method of its own, so that a waiting chunk keeps its lines
   * alive and not its documents.
   */
  async #writeDown({
    lines,
    slugs,
    tasks,
  }: {
    lines: Map<string, LedgerEntry>
    slugs: string[]
    tasks: number[]
  }): Promise<void> {
    for (const task of tasks) await this.#deps.engine.waitTask(task)
    for (const slug of slugs) this.#claims.delete(slug)
    await this.#note(lines)
  }

  /**
   * Those of the jobs that nobody has written by webhook or post since the run began: they know better than the feed,
   * and the next run compares with what they wrote. Good for as long as the lock is held.
   */
  async #untouched(ids: readonly string[]): Promise<Set<string>> {
    const entries = await this.#deps.ledger.getMany(this.#source.id, ids)
    return new Set(ids.filter((_, at) => (entries[at]?.writtenAt ?? 0) < this.#startedMs))
  }

  /**
   * Under the lock, before the engine is sent anything: should the run be cut off, the next one believes neither that
   * the jobs are there nor that they are not.
   */
  async #doubt(lines: ReadonlyMap<string, LedgerEntry>): Promise<void> {
    await this.#deps.ledger.put(
      this.#source.id,
      new Map([...lines].map(([id, entry]) => [id, { ...entry, rawHash: '', writtenAt: 0 }])),
    )
  }

  async #note(lines: ReadonlyMap<string, LedgerEntry>): Promise<void> {
    if (lines.size === 0) return
    const { ledger, keepTask } = this.#deps
    await ledger.exclusively(async fence => {
      const untouched = await this.#untouched([...lines.keys()])
      await fence()
      await ledger.put(this.#source.id, new Map([...lines].filter(([id]) => untouched.has(id))))
    }, keepTask)
  }

  async #forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const { ledger, keepTask } = this.#deps
    await ledger.exclusively(async fence => {
      const untouched = await this.#untouched(ids)
      await fence()
      await ledger.forget(this.#source.id, [...untouched])
    }, keepTask)
  }

  /**
   * A uuid that the feed gives and another source already holds is refused: two feeds would take the job from each
   * other in turn.
   */
  async #refuseForeignIds(candidates: Candidate[]): Promise<void> {
    const given = candidates
      .filter(({ document }) => document.id !== jobId(this.#source.id, document.sourceKey))
      .map(({ document }) => document.id)
    const owner = new Map<string, string>()
    for (let i = 0; i < given.length; i += 1_000) {
      const found = await this.#deps.engine.byIds<JobDocument>(
        this.#deps.engine.names.jobs,
        given.slice(i, i + 1_000),
        ['id', 'source'],
      )
      for (const { id, source } of found) if (source !== this.#source.id) owner.set(id, source)
    }
    if (owner.size === 0) return
    for (let i = candidates.length - 1; i >= 0; i--) {
      const { document, row } = candidates[i]!
      const other = owner.get(document.id)
      if (!other) continue
      candidates.splice(i, 1)
      const reason = `The id ${document.id} already belongs to a job of the source "${other}". List the job in one source only, or give it another id.`
      this.#quarantineRow({ row, key: document.sourceKey, title: document.title, reason })
    }
  }

  /**
   * An advert that a live job of another source shows already is folded into that one; a page it had leads there from
   * now on.
   */
  async #foldTwins(candidates: Candidate[]): Promise<void> {
    const { adverts, engine, ledger, keepTask } = this.#deps
    const documents = candidates.map(({ document }) => document)
    const twins = await adverts.twins(documents, this.#now)
    if (twins.size === 0) return
    const folded = candidates.filter(({ document }) => twins.has(document.id))
    candidates.splice(0, candidates.length, ...candidates.filter(({ document }) => !twins.has(document.id)))
    let mine = folded
    if (!this.#options.dryRun) {
      const tasks = await ledger.exclusively(async fence => {
        const untouched = await this.#untouched(folded.map(({ document }) => document.id))
        mine = folded.filter(({ document }) => untouched.has(document.id))
        return this.#takeOut(
          mine.filter(({ held }) => held),
          twins,
          fence,
        )
      }, keepTask)
      for (const task of tasks) await engine.waitTask(task)
      await this.#note(
        new Map(
          mine.map(({ document, firstSeen }) => [
            document.id,
            foldedEntry(document, twins.get(document.id)!, firstSeen),
          ]),
        ),
      )
    }
    this.#counts.unchanged += folded.length - mine.length
    this.#counts.merged += mine.length
    this.#folded += mine.length
    for (const { document } of mine)
      this.#mergeRow({
        key: document.sourceKey,
        title: document.title,
        into: shownInto(twins.get(document.id)!),
        reason: sameElsewhere,
      })
  }

  /** Sends what takes jobs out that others stand for from now on, whose pages lead there. Under the lock. */
  async #takeOut(
    candidates: readonly Candidate[],
    twins: ReadonlyMap<string, JobDocument>,
    fence: () => Promise<void>,
  ): Promise<number[]> {
    const { engine } = this.#deps
    const ids = candidates.map(({ document }) => document.id)
    const pages = await engine.byIds<JobDocument>(engine.names.jobs, ids, ['id', 'url_slug'])
    if (pages.length === 0) return []
    await fence()
    await this.#doubt(
      new Map(candidates.map(({ document, firstSeen }) => [document.id, heldEntry(document, firstSeen, 0)])),
    )
    const leads = pages.map(
      ({ id, url_slug }): SlugDocument => ({ ...slugDocument(twins.get(id)!), slug: url_slug, ledFrom: id }),
    )
    return [await engine.writeDocuments(engine.names.slugs, leads), await engine.deleteByIds(engine.names.jobs, ids)]
  }

  /** A dry run: the rows become documents and are compared with what the index holds. Nothing is written. */
  async #tryOut(rows: AsyncIterable<RawRow>, { settle }: Plan): Promise<void> {
    const { engine, ledger } = this.#deps
    const { added, changed } = this.tried
    const compare = async (candidates: Candidate[]) => {
      await this.#refuseForeignIds(candidates)
      await this.#foldTwins(candidates)
      this.#counts.upserted += candidates.length
      const before = new Map<string, JobDocument>()
      const wanted =
        changed.length < dryRunKept ? candidates.filter(({ held }) => held).slice(0, dryRunKept - changed.length) : []
      for (const document of await engine.byIds<JobDocument>(
        engine.names.jobs,
        wanted.map(({ document }) => document.id),
      ))
        before.set(document.id, document)
      for (const { document, held } of candidates) {
        const was = before.get(document.id)
        if (!held) {
          this.#counts.added++
          if (added.length < dryRunKept) added.push({ ...changeOf(document), changes: [] })
        } else if (was) changed.push({ ...changeOf(document), changes: changesBetween(was, document) })
      }
    }
    for await (const candidates of this.#candidates(rows)) await compare(candidates)
    await this.#nameFolded()
    if (!settle) return
    const gone: string[] = []
    for await (const block of ledger.scan(this.#source.id))
      for (const [id, entry] of block) {
        if (!this.#isGone(this.#seen.find(id), entry)) continue
        if (!this.#leaves(entry)) this.#counts.missing++
        else if (this.#counts.retired++ < dryRunKept) gone.push(id)
      }
    for (const document of await engine.byIds<JobDocument>(engine.names.jobs, gone, ['id', 'title', 'location']))
      this.tried.retired.push({ ...changeOf(document), changes: [] })
  }

  /** Whether a job that the feed does not list is retired by this run. */
  #leaves(entry: LedgerEntry): boolean {
    return (
      this.#options.force === true ||
      this.#missedRuns(entry) >= this.#source.missingRuns ||
      entry.expiresAt <= this.#now
    )
  }

  /** Complete runs in a row that did not list a job, with this one. */
  #missedRuns({ missed, missedAt = 0 }: LedgerEntry): number {
    return missedAt > this.#lastStartedMs ? missed : missed + 1
  }

  /**
   * Whether the index holds a job that the feed does not list, and nobody has written it since the run began. True once
   * for each: the ledger's scan may give an entry twice.
   */
  #isGone(slot: number, entry: LedgerEntry): boolean {
    if (
      slot < 0 ||
      entry.state !== 'held' ||
      entry.writtenAt >= this.#startedMs ||
      this.#seen.state(slot) !== rowState.gone
    )
      return false
    this.#seen.decide(slot, rowState.done)
    return true
  }

  /**
   * Brings the ledger's lines of jobs that are not listed, or are listed again, in line with the feed, and retires
   * those that leave. A look at every line, so that nothing has to be remembered of any.
   */
  async #settle(): Promise<void> {
    const { ledger } = this.#deps
    let leaving = new Map<string, LedgerEntry>()
    for await (const block of ledger.scan(this.#source.id)) {
      const lines = new Map<string, LedgerEntry>()
      const stale: string[] = []
      for (const [id, entry] of block) {
        const slot = this.#seen.find(id)
        const state = slot < 0 ? null : this.#seen.state(slot)
        if (this.#isGone(slot, entry)) {
          if (this.#leaves(entry)) leaving.set(id, entry)
          else {
            this.#counts.missing++
            lines.set(id, { ...entry, missed: this.#missedRuns(entry), missedAt: this.#startedMs })
          }
        } else if (state === null || state === rowState.merged) {
          // Never in the index and listed no more. What is held has come since the run began.
          if (entry.state !== 'held' && !this.#options.add) stale.push(id)
        } else if (state === rowState.unchanged && entry.missed > 0)
          lines.set(id, { ...entry, missed: 0, missedAt: undefined })
      }
      await this.#note(lines)
      await this.#forget(stale)
      if (leaving.size >= 50_000) {
        await this.#retire(leaving)
        leaving = new Map()
      }
    }
    await this.#retire(leaving)
  }

  async #retire(leaving: ReadonlyMap<string, LedgerEntry>): Promise<void> {
    const { engine, ledger, keepTask } = this.#deps
    const gone = [...leaving.keys()]
    const tasks: number[] = []
    for (let i = 0; i < gone.length; i += 10_000) {
      await ledger.exclusively(async fence => {
        const ids = [...(await this.#untouched(gone.slice(i, i + 10_000)))]
        this.#counts.retired += ids.length
        await fence()
        await this.#doubt(new Map(ids.map(id => [id, leaving.get(id)!])))
        if (ids.length > 0) tasks.push(await engine.deleteByIds(engine.names.jobs, ids))
      }, keepTask)
    }
    for (const task of tasks) await engine.waitTask(task)
    await this.#forget(gone)
  }

  #quarantineRow(row: Omit<QuarantinedRow, 'raw'> & { raw?: RawJob | string | undefined }): void {
    this.#counts.quarantined++
    if (this.quarantine.length < quarantineKept) {
      const { row: place, key, id, title, reason, raw } = row
      this.quarantine.push({
        row: place,
        key: own(key?.slice(0, 200)) ?? null,
        ...(id ? { id } : {}),
        title: own(title?.slice(0, 200)) ?? null,
        reason,
        ...(raw ? { raw: maskedRow(raw) } : {}),
      })
    }
  }
}

interface Plan {
  /** Jobs of the source in the index. */
  held: number
  /** Jobs to be written. */
  write: number
  /** Jobs that this run would retire before their date. */
  leaving: number
  /** The ledger has lines of jobs that are not listed, or are listed again. */
  settle: boolean
}

/** A row to be written; rows of one id put together. */
interface ChangedRow {
  id: string
  key: string
  row: number
  job: RawJob
  slot: number
}

interface Candidate {
  document: JobDocument
  firstSeen: number
  row: number
  /** The index holds it already. */
  held: boolean
}

/** Room for so many bytes at least, with what was there. */
function grown(bytes: Buffer, used: number, least: number): Buffer<ArrayBuffer> {
  const room = Buffer.allocUnsafeSlow(Math.max(least, Math.min(bytes.length * 2, chunkBytes), 65_536))
  bytes.copy(room, 0, 0, used)
  return room
}

/** A document on its way to the engine, whose text lies elsewhere. */
interface ReadyDocument {
  /** Where its line lies. */
  start: number
  end: number
  id: string
  claim: Claim
  slug: SlugDocument
  /** What the ledger will say of it. */
  entry: LedgerEntry
  /** The index holds it already. */
  held: boolean
}

const sameId = 'The same id as another row of the feed: their places are put together.'
const sameAdvert =
  'The same advert as another row of the feed, under another id: title, places, pay, employer, kind and text are alike.'
const sameElsewhere =
  'The same advert as a live job of another source: title, places, employer, pay and text are alike. The first to arrive stands.'

function changeOf({ id, title, location }: JobDocument): Omit<JobChange, 'changes'> {
  return { id, title, location }
}

function shownInto({ id, source, title }: Standing): NonNullable<MergedRow['into']> {
  return { id, source, title }
}

/** The ledger's line of a row that another source's job stands for. */
function foldedEntry(
  { rawHash: hash }: JobDocument,
  { id, rawHash: itsHash }: JobDocument,
  firstSeen: number,
): LedgerEntry {
  return {
    state: 'folded',
    rawHash: hash,
    firstSeen,
    expiresAt: 0,
    renewable: false,
    missed: 0,
    writtenAt: 0,
    into: { id, rawHash: itsHash },
  }
}

/** The ledger's line of a document just written. */
export function heldEntry(document: JobDocument, firstSeen: number, writtenAt: number): LedgerEntry {
  const { rawHash: hash, expires_at: expiresAt, renewable } = document
  return { state: 'held', rawHash: hash, firstSeen, expiresAt, renewable, missed: 0, writtenAt }
}

/**
 * Gives each document a slug of its own. A job keeps the plain slug (title and reference) unless another job has or had
 * it; then its id's hash is added, which does not depend on the order of arrival after the first.
 */
export async function claimSlugs(
  engine: Engine,
  documents: JobDocument[],
  claims = new Map<string, string>(),
): Promise<void> {
  const owners = new Map<string, string>()
  for (let i = 0; i < documents.length; i += 1_000) {
    const wanted = documents.slice(i, i + 1_000).map(document => document.url_slug)
    for (const { slug, jobId: owner, ledFrom } of await engine.byIds<SlugDocument>(engine.names.slugs, wanted, [
      'slug',
      'jobId',
      'ledFrom',
    ]))
      owners.set(slug, ledFrom ?? owner)
  }
  for (const document of documents) {
    const owner = owners.get(document.url_slug) ?? claims.get(document.url_slug)
    if (owner !== undefined && owner !== document.id) {
      const discriminator = createHash('sha1').update(document.id).digest('hex').slice(0, 6)
      document.url_slug = jobSlug(document.title, document.external_reference, discriminator)
    }
    claims.set(document.url_slug, document.id)
  }
}

export function slugDocument({ url_slug, id, title, specialisms, location }: JobDocument): SlugDocument {
  return { slug: url_slug, jobId: id, title, specialisms, location }
}

/** What a row's hash depends on besides the row: a change of any of it makes every row a change. */
export function saltOf(
  { format, mapping, options, title, home, country, currency, timeZone, listedIsLive }: SourceConfig,
  { digest }: Gazetteer,
): string {
  return createHash('sha1')
    .update(
      JSON.stringify([
        normaliserVersion,
        format,
        mapping,
        options,
        title,
        home,
        country,
        currency,
        timeZone,
        listedIsLive,
        digest,
      ]),
    )
    .digest('base64url')
    .slice(0, 8)
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha1')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('base64url')
}

/** The first 64 bits of a hash in base64url. */
function halves(hash: string): [number, number] {
  const bytes = Buffer.from(hash.slice(0, 11), 'base64url')
  return [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
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

import type { DryRun, MergedRow, QuarantinedRow, RunRecord } from '#indexer/tasks'
import type { RawJob } from '../documents/rawJob.ts'
import { own } from '../sources/format.ts'
import { NotRead } from '../sources/notRead.ts'
import { type SourceConfig } from '../sources/source.ts'
import type { GatheredFeed } from './gathering.ts'
import type { FeedState } from './ledger.ts'
import { maskedRow } from './maskedRow.ts'
import { neverRenewed, type PlanRules, secondOf } from './plan.ts'
import { mergesKept, quarantineKept } from './records.ts'
import { RowLimit } from './rowLimit.ts'
import type { SyncDependencies } from './syncState.ts'

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

/** What every phase of a run works with: none keeps anything between two runs. */
export interface SyncRun {
  source: SourceConfig
  deps: SyncDependencies
  options: SyncOptions
  rules: PlanRules
  /** Epoch seconds at which the run began. */
  now: number
  /** What a row's hash depends on besides the row. */
  salt: string
  /** What the last complete run left. */
  last: FeedState | null
  /** The first run of a source, or after its index was lost: its jobs are all there are. */
  fills: boolean
  /** Jobs that were not there before arrive: not those of a run that fills, nor of one that ends what it had begun. */
  tellsNews: boolean
  rowLimit: RowLimit
  report: RunReport
}

/** @param parts what was learned before the first row is read */
export function openRun(
  source: SourceConfig,
  deps: SyncDependencies,
  options: SyncOptions,
  { report, last, fills, tellsNews, salt }: Pick<SyncRun, 'report' | 'last' | 'fills' | 'tellsNews' | 'salt'>,
): SyncRun {
  const { startedMs } = report
  const { missingRuns, maxRetireShare } = source
  const { force = false, add = false } = options
  return {
    source,
    deps,
    options,
    rules: {
      startedMs,
      lastStartedMs: last?.startedMs ?? 0,
      missingRuns,
      maxRetireShare,
      force,
      add,
      salt,
      lastSalt: last?.salt,
    },
    now: secondOf({ startedMs }),
    salt,
    last,
    fills,
    tellsNews,
    rowLimit: new RowLimit(deps.rowLimitMs),
    report,
  }
}

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

const sameId = 'The same id as another row of the feed: their places are put together.'

/** What a run tells operators, and what it leaves to the next: counted and noted as it happens. */
export class RunReport {
  readonly source: string
  /** Epoch milliseconds. */
  readonly startedMs: number
  readonly #nowMs: () => number
  counts = { ...nothing }
  /** Counted in the first reading of the rows. */
  notRead = new NotRead()
  readonly quarantine: QuarantinedRow[] = []
  /** Null until the rows have been read a second time: a run that writes nothing merges as the one before. */
  merges: MergedRow[] | null = null
  /** Of the merges kept, those whose standing job is not named yet, each with its own id. */
  readonly unnamed: [string, MergedRow][] = []
  /** Jobs of several rows, as many as there are merges kept, with the title of the row read last. */
  readonly #together = new Map<string, NonNullable<MergedRow['into']>>()
  /** Number of jobs that those of other sources stand for. */
  folded = 0
  /** Number of rows that were refused for what is not their own and may pass. */
  refusedForNow = 0
  /** Epoch seconds at which the first listed job has to be renewed. */
  nextRenewal = neverRenewed
  /** For a feed that need not be read again. */
  toldBefore: Record<string, number> | undefined
  /** What a dry run would do. */
  readonly tried: Pick<DryRun, 'added' | 'changed' | 'retired'> = { added: [], changed: [], retired: [] }

  constructor(source: string, startedMs: number, nowMs: () => number) {
    this.source = source
    this.startedMs = startedMs
    this.#nowMs = nowMs
  }

  record(outcome: RunRecord['outcome'], reason?: string): RunRecord {
    // A run that changed nothing says so, whatever it had counted when it stopped.
    const counts =
      outcome === 'ok'
        ? this.counts
        : { ...(outcome === 'notModified' ? {} : { read: this.counts.received }), ...nothing }
    return {
      source: this.source,
      startedAt: new Date(this.startedMs).toISOString(),
      ms: this.#nowMs() - this.startedMs,
      outcome,
      ...(reason ? { reason } : {}),
      ...counts,
      ...(outcome === 'ok' && this.told ? { notRead: this.told } : {}),
    }
  }

  /** What the rows hold and nothing reads; of a feed that is as before, as the last run found it. */
  get told(): Record<string, number> | undefined {
    return this.notRead.counts() ?? this.toldBefore
  }

  /** The rows are read anew. */
  forgetRows(): void {
    this.notRead = new NotRead()
    this.quarantine.length = 0
    this.refusedForNow = 0
    this.counts = { ...nothing }
  }

  /** @param second epoch seconds at which a job has to be renewed */
  renewBefore(second: number): void {
    this.nextRenewal = Math.min(this.nextRenewal, second)
  }

  /** Counts a row that is refused, and keeps it, masked, while there is room. */
  refuse(row: Omit<QuarantinedRow, 'raw'> & { raw?: RawJob | string | undefined }): void {
    this.counts.quarantined++
    if (this.quarantine.length >= quarantineKept) return
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

  /** Refuses a row for what is not its own: another source's job, or how long it took. The next run tries it again. */
  refuseForNow(row: Parameters<RunReport['refuse']>[0]): void {
    this.refusedForNow++
    this.refuse(row)
  }

  /**
   * Keeps a row that another one stands for, while there is room.
   * @param id of a row that a job of another source stands for, where it is yet to be named
   */
  merge({ key, title, into, reason }: MergedRow, id?: string): void {
    this.merges ??= []
    if (this.merges.length >= mergesKept) return
    const row: MergedRow = { key: own(key?.slice(0, 200)) ?? null, title: own(title.slice(0, 200)), into, reason }
    this.merges.push(row)
    if (id !== undefined) this.unnamed.push([id, row])
  }

  /** Keeps one of several rows of an id: each is told of the one that was read before it. */
  mergeSameId(id: string, key: string, title: string): void {
    const into = this.#together.get(id)
    if (into) {
      this.merge({ key, title: into.title, into, reason: sameId })
      into.title = own(title.slice(0, 200))
    } else if (this.#together.size < mergesKept)
      this.#together.set(id, { id, source: this.source, title: own(title.slice(0, 200)) })
  }
}

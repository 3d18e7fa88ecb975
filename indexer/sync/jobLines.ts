/**
 * The ledger's lines as a sync writes them: always under the lock of the jobs index, and never over what a webhook or a
 * post has written since the run began.
 */
import type { JobDocument } from '#indexer/job'
import type { LedgerEntry } from './ledger.ts'
import type { SyncRun } from './syncRun.ts'

/** The line of a document just written. Epoch seconds and milliseconds, as in `LedgerEntry`. */
export function heldEntry(
  document: Pick<JobDocument, 'rawHash' | 'expires_at' | 'renewable'>,
  firstSeen: number,
  writtenAt: number,
): LedgerEntry {
  const { rawHash: hash, expires_at: expiresAt, renewable } = document
  return { state: 'held', rawHash: hash, firstSeen, expiresAt, renewable, missed: 0, writtenAt }
}

/** The line of a row that was refused. */
export function quarantinedEntry(hash: string, firstSeen: number): LedgerEntry {
  return {
    state: 'quarantined',
    rawHash: hash,
    firstSeen,
    expiresAt: 0,
    renewable: false,
    missed: 0,
    writtenAt: 0,
  }
}

/** The line of a row that another source's job stands for. */
export function foldedEntry(
  { rawHash: hash }: Pick<JobDocument, 'rawHash'>,
  { id, rawHash: itsHash }: Pick<JobDocument, 'id' | 'rawHash'>,
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

/** The line of a job that was taken down by webhook. */
export function withdrawnEntry(
  fields: Pick<LedgerEntry, 'rawHash' | 'firstSeen' | 'expiresAt' | 'writtenAt' | 'salt'>,
): LedgerEntry {
  return { state: 'withdrawn', renewable: false, missed: 0, ...fields }
}

/**
 * Those of the jobs that were not written by webhook or post since the run began: these know better than the feed, and
 * the next run compares with what they wrote. Good for as long as the lock is held.
 */
export async function untouched({ source, deps, rules }: SyncRun, ids: readonly string[]): Promise<Set<string>> {
  const entries = await deps.ledger.getMany(source.id, ids)
  return new Set(ids.filter((_, at) => (entries[at]?.writtenAt ?? 0) < rules.startedMs))
}

/**
 * Under the lock, before the engine is sent anything: should the run be cut off, the next one believes neither that the
 * jobs are there nor that they are not.
 */
export async function doubt({ source, deps }: SyncRun, lines: ReadonlyMap<string, LedgerEntry>): Promise<void> {
  await deps.ledger.put(
    source.id,
    new Map([...lines].map(([id, entry]) => [id, { ...entry, rawHash: '', writtenAt: 0 }])),
  )
}

/** Takes the lock and notes the lines. */
export async function note(run: SyncRun, lines: ReadonlyMap<string, LedgerEntry>): Promise<void> {
  if (lines.size === 0) return
  const { ledger, keepTask } = run.deps
  await ledger.exclusively(async fence => {
    const own = await untouched(run, [...lines.keys()])
    await fence()
    await ledger.put(run.source.id, new Map([...lines].filter(([id]) => own.has(id))))
  }, keepTask)
}

/** Takes the lock and removes the lines. */
export async function forget(run: SyncRun, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { ledger, keepTask } = run.deps
  await ledger.exclusively(async fence => {
    const own = await untouched(run, ids)
    await fence()
    await ledger.forget(run.source.id, [...own])
  }, keepTask)
}

import type { Engine } from '../indexes/meilisearch.ts'
import { type SourceConfig } from '../sources/source.ts'
import { removeOldArrivals } from './arrivals.ts'
import type { SyncDependencies } from './syncState.ts'

/** Longer than an older word on a job is known for what it is (`SentWords`). */
const endedKeptSeconds = 60 * 86_400

/**
 * Hygiene: takes jobs whose date has passed out of the index (their slugs stay, so their pages answer 410). What
 * visitors see never waits for it: liveness is a filter of every search.
 * @param now epoch seconds
 * @returns how many were removed
 */
export async function removeExpired(engine: Engine, now: number): Promise<{ removed: number }> {
  const expired = `expires_at <= ${now}`
  const removed = await engine.count(engine.names.jobs, expired)
  if (removed > 0) await engine.waitTask(await engine.deleteByFilter(engine.names.jobs, expired))
  await removeOldArrivals(engine, now)
  await engine.pruneTasks(new Date(now * 1000 - 24 * 3_600_000))
  return { removed }
}

/**
 * Forgets what has ended long ago of sources that are only sent to, some at each call: no sync does, and the lines
 * would pile up for ever. Where a file was once read by hand they stay: it may list the jobs again.
 * @param now epoch seconds
 */
export async function forgetEnded(
  sources: readonly SourceConfig[],
  { ledger, records, keepTask }: Pick<SyncDependencies, 'ledger' | 'records' | 'keepTask'>,
  now: number,
): Promise<void> {
  const before = now - endedKeptSeconds
  for (const { id, from } of sources) {
    if (from !== null || (await records.hasCompletedSince(id, 0))) continue
    const ended = await ledger.ended(id, before)
    if (ended.length === 0) continue
    await ledger.exclusively(async fence => {
      await fence()
      await ledger.forgetEnded(id, ended, before)
    }, keepTask)
  }
}

import type { Engine } from '../indexes/meilisearch.ts'
import { removeOldArrivals } from './arrivals.ts'

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

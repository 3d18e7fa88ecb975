import { arrivalsKeptSeconds } from '#indexer/arrival'
import type { Engine } from '../indexes/meilisearch.ts'
import type { LedgerEntry } from './ledger.ts'

/**
 * Whether a job that is about to be written was not there before: one that is held is changed, and one that another
 * source's job stood for takes its place.
 * @param now epoch seconds
 */
export function isArrival(entry: LedgerEntry | null, now: number): boolean {
  if (entry === null) return true
  if (entry.state === 'folded') return false
  return entry.state !== 'held' || entry.expiresAt <= now
}

/** The line of a document (NDJSON) as the `arrivals` index has it. @param now epoch seconds */
export function arrivalLine(line: Uint8Array, now: number): Buffer {
  // Without its closing brace and line end.
  return Buffer.concat([line.subarray(0, -2), Buffer.from(`,"arrivedAt":${now}}\n`)])
}

/** Takes what no alert looks at any more out of the index. @param now epoch seconds */
export async function removeOldArrivals(engine: Engine, now: number): Promise<void> {
  const { arrivals } = engine.names
  const old = `arrivedAt <= ${now - arrivalsKeptSeconds}`
  if ((await engine.count(arrivals, old)) > 0) await engine.waitTask(await engine.deleteByFilter(arrivals, old))
}

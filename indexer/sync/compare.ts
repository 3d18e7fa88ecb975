import { Comparison, type Plan } from './plan.ts'
import { quarantineKept } from './records.ts'
import { rowState, type SeenRows } from './seenRows.ts'
import type { SyncRun } from './syncRun.ts'

/**
 * Compares the rows of a feed with the ledger: what is new or changed, what is as it was, and what the feed no longer
 * lists is decided in the table of rows, and counted.
 */
export async function compare(run: SyncRun, seen: SeenRows): Promise<Plan> {
  const { source, deps, rules, report } = run
  const comparison = new Comparison(seen, rules)
  for await (const block of deps.ledger.scan(source.id)) {
    const folded = comparison.take(block)
    const ids = [...folded.values()].map(({ id }) => id)
    comparison.keepFolded(folded, await deps.adverts.standing(ids, run.now))
  }
  const plan = comparison.plan()
  report.counts.unchanged += plan.unchanged
  report.counts.quarantined += plan.quarantined
  report.counts.merged += plan.merged
  report.folded += plan.folded
  report.renewBefore(plan.nextRenewal)
  if (report.counts.quarantined > report.quarantine.length) plan.write += await recallQuarantine(run, seen)
  return plan
}

/**
 * Rows that are refused again as they were refused before are not read a second time: their reasons are the last run's.
 * Those whose reason was not kept are to be read, as many as can be kept.
 * @returns how many these are
 */
async function recallQuarantine({ source, deps, report }: SyncRun, seen: SeenRows): Promise<number> {
  const recalled = new Set<number>()
  for (const row of await deps.records.quarantineOf(source.id)) {
    const slot = row.id === undefined ? -1 : seen.find(row.id)
    if (slot < 0 || seen.state(slot) !== rowState.quarantined || report.quarantine.length >= quarantineKept) continue
    report.quarantine.push(row)
    recalled.add(slot)
  }
  let again = 0
  for (let slot = 0; slot < seen.size; slot++) {
    if (report.quarantine.length + again >= quarantineKept) break
    if (seen.state(slot) !== rowState.quarantined || recalled.has(slot)) continue
    seen.decide(slot, rowState.write)
    again++
  }
  report.counts.quarantined -= again
  return again
}

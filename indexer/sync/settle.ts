import { doubt, forget, note, untouched } from './jobLines.ts'
import type { LedgerEntry } from './ledger.ts'
import { missedRuns, type Settling, settlingOf } from './plan.ts'
import { rowState, type SeenRows } from './seenRows.ts'
import type { SyncRun } from './syncRun.ts'

/** Jobs that leave are retired together: so many lines of the ledger are held at once. */
const leavingTogether = 50_000
const deletedTogether = 10_000

/**
 * Brings the ledger's lines of jobs that are not listed, or are listed again, in line with the feed, and retires those
 * that leave. A look at every line, so that nothing has to be remembered of any.
 */
export async function settle(run: SyncRun, seen: SeenRows): Promise<void> {
  const { source, deps, rules, report } = run
  let leaving = new Map<string, LedgerEntry>()
  for await (const block of deps.ledger.scan(source.id)) {
    const lines = new Map<string, LedgerEntry>()
    const stale: string[] = []
    for (const [id, entry] of block) {
      switch (settleOnce(id, entry, run, seen)) {
        case 'retire':
          leaving.set(id, entry)
          break
        case 'miss':
        case 'remember':
          // What was withdrawn is not missing.
          if (entry.state === 'held') report.counts.missing++
          lines.set(id, { ...entry, missed: missedRuns(entry, rules), missedAt: rules.startedMs })
          break
        case 'adopt': {
          const rawHash = seen.rawHash(seen.find(id))
          lines.set(id, { ...entry, rawHash, salt: rules.salt, missed: 0, missedAt: undefined })
          break
        }
        case 'forget':
          stale.push(id)
          break
        case 'relist':
          lines.set(id, { ...entry, missed: 0, missedAt: undefined })
      }
    }
    await note(run, lines)
    await forget(run, stale)
    if (leaving.size >= leavingTogether) {
      await retire(run, leaving)
      leaving = new Map()
    }
  }
  await retire(run, leaving)
}

/** What becomes of a line; of a job that is gone once, since the ledger's scan may give an entry twice. */
export function settleOnce(id: string, entry: LedgerEntry, { rules }: SyncRun, seen: SeenRows): Settling {
  const slot = seen.find(id)
  const settling = settlingOf(slot < 0 ? null : seen.state(slot), entry, rules)
  if (settling === 'retire' || settling === 'miss') seen.decide(slot, rowState.done)
  return settling
}

async function retire(run: SyncRun, leaving: ReadonlyMap<string, LedgerEntry>): Promise<void> {
  const { engine, ledger, keepTask } = run.deps
  const gone = [...leaving.keys()]
  const tasks: number[] = []
  for (let i = 0; i < gone.length; i += deletedTogether) {
    await ledger.exclusively(async fence => {
      const ids = [...(await untouched(run, gone.slice(i, i + deletedTogether)))]
      run.report.counts.retired += ids.length
      await fence()
      await doubt(run, new Map(ids.map(id => [id, leaving.get(id)!])))
      if (ids.length > 0) tasks.push(await engine.deleteByIds(engine.names.jobs, ids))
    }, keepTask)
  }
  for (const task of tasks) await engine.waitTask(task)
  run.deps.changes.tell({ changed: gone })
  await forget(run, gone)
}

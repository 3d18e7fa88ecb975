import { type SourceConfig } from '../sources/source.ts'
import { upsertJob } from './applyWebhook.ts'
import { saltOf, sentHash } from './rowHash.ts'
import type { SyncDependencies } from './syncState.ts'

/** Jobs written at a time: the engine takes what waits for it in one batch. */
const atOnce = 20

/**
 * Normalises anew what was sent to a source one by one, where something that decides documents has changed since (the
 * rules, the aliases, the catalogue) or the index has lost it. What has come meanwhile stands. Idempotent. Work grows
 * with the jobs sent.
 */
export async function renormaliseSource(
  source: SourceConfig,
  deps: SyncDependencies,
): Promise<{ source: string; written: number; refused: number }> {
  const { engine, ledger, sentRows, gazetteer, log } = deps
  await ledger.ensure(source.id, engine)
  const salt = saltOf(source, gazetteer)
  const done = { source: source.id, written: 0, refused: 0 }
  for await (const ids of sentRows.ids(source.id)) {
    const [rows, entries] = await Promise.all([sentRows.read(source.id, ids), ledger.getMany(source.id, ids)])
    const due = ids.flatMap((id, at) => {
      const row = rows[at]
      return row && sentHash(row.job, source, gazetteer) !== entries[at]?.rawHash ? [{ id, row }] : []
    })
    const write = async () => {
      for (let next = due.pop(); next; next = due.pop()) {
        const { id, row } = next
        const claim = () => sentRows.isLast(source.id, id, row)
        const result = await upsertJob({ row: 1, job: row.job }, source, deps, {
          at: row.at,
          firstSeen: row.firstSeen,
          claim,
        })
        if (result.outcome === 'upserted') done.written++
        if (result.outcome !== 'refused') continue
        done.refused++
        log.warn({ event: 'renormalise', source: source.id, id, reason: result.reason }, 'renormalise')
      }
    }
    await Promise.all(Array.from({ length: atOnce }, write))
  }
  await ledger.setSentSalt(source.id, salt)
  log.info({ event: 'renormalise', ...done }, 'renormalise')
  return done
}

/**
 * Whether what was sent to the source was normalised by other rules than today's, or for an index that is gone. A
 * source with a feed has its syncs for that.
 */
export async function isOutdated(
  source: SourceConfig,
  { engine, ledger, gazetteer }: SyncDependencies,
): Promise<boolean> {
  if (source.from !== null) return false
  await ledger.ensure(source.id, engine)
  return (await ledger.sentSalt(source.id)) !== saltOf(source, gazetteer)
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceId } from '../sources/catalog.ts'
import type { SyncDependencies } from './syncState.ts'

/**
 * Takes every job of a source out of the index, and forgets what was known of the source. For one that has left the
 * catalogue: no run will come that could retire its jobs. Their slugs stay, so their pages answer 410. Idempotent.
 */
export async function retireSource(
  source: string,
  {
    engine,
    ledger,
    records,
    sentRows,
    changes,
    log,
    keepFolder,
    keepTask,
  }: Pick<
    SyncDependencies,
    'engine' | 'ledger' | 'records' | 'sentRows' | 'changes' | 'log' | 'keepFolder' | 'keepTask'
  >,
): Promise<{ retired: number }> {
  const filter = `source = "${source.replace(/["\\]/g, '\\$&')}"`
  const retired = await engine.count(engine.names.jobs, filter)
  const task = await ledger.exclusively(async fence => {
    await fence()
    return engine.deleteByFilter(engine.names.jobs, filter)
  }, keepTask)
  await engine.waitTask(task)
  if (retired > 0) changes.tell({ many: true })
  await ledger.forgetSource(source)
  await records.forgetSource(source)
  await sentRows.forgetSource(source)
  // No name of a source leads elsewhere; what the task names may.
  if (keepFolder && sourceId.test(source)) await rm(join(keepFolder, source), { recursive: true, force: true })
  log.info({ event: 'retireSource', source, retired }, 'retireSource')
  return { retired }
}

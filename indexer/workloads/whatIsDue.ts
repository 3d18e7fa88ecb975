/** What is put on the queues when the worker starts, its files were edited, or Redis has lost what was there. */
import { createHash } from 'node:crypto'
import { type SyncContentTask, taskNames } from '#indexer/tasks'
import { shownFrom } from '../sources/feedAddress.ts'
import { isOutdated } from '../sync/renormaliseSource.ts'
import { applyJobsSettings, applySmallSettings, applyVocabulary, rebuildPlacesWhereOthers } from './indexSettings.ts'
import { type Queues, queueSpecs } from './queues.ts'
import { applySchedules, contentSchedules, indexSchedules } from './schedules.ts'
import type { WorkerContext } from './workerContext.ts'

/**
 * First syncs, the gazetteer, and the settings of this version: jobs are rebuilt where theirs are others, the small
 * indexes take theirs in place.
 */
export async function enqueueWhatIsDue(context: WorkerContext, queues: Queues): Promise<void> {
  const once = (id: string) => ({ deduplication: { id } })
  await rebuildPlacesWhereOthers(context)
  const { rebuild } = await applyJobsSettings(context)
  if (rebuild) await queues.index.add(taskNames.rebuildIndex, { index: 'jobs' }, once('rebuild-jobs'))
  // One that failed may have been for settings that were put back since.
  else await context.alarms.clear({ source: null, kind: 'rebuild' })
  await applySmallSettings(context)
  await applyVocabulary(context)
  if (context.hasContent) await queues.content.add(taskNames.syncContent, {} satisfies SyncContentTask, once('start'))
  await enqueueFirstSyncs(context, queues)
  await enqueueRenormalising(context, queues)
}

/** Of sources that were never synced, or only in vain, or into an index that is gone. */
export async function enqueueFirstSyncs({ files, records, parts }: WorkerContext, { index }: Queues): Promise<void> {
  const { engine, ledger } = parts()
  const sources = files.sources.filter(({ from, paused }) => from !== null && !paused).map(({ id }) => id)
  const lost = await ledger.ofOtherIndexes(sources, engine)
  for (const id of sources)
    if (lost.has(id) || !(await records.hasCompletedSince(id, 0)))
      await index.add(taskNames.syncSource, { source: id }, { deduplication: { id: `sync-${id}` } })
}

/** Of what was sent one by one and normalised by other rules, aliases or catalogue than today's. */
export async function enqueueRenormalising({ files, parts }: WorkerContext, { index }: Queues): Promise<void> {
  for (const source of files.sources)
    if (await isOutdated(source, parts()))
      await index.add(
        taskNames.renormaliseSource,
        { source: source.id },
        { deduplication: { id: `renormalise-${source.id}`, keepLastIfActive: true } },
      )
}

/** Of all queues, and how many of their tasks are at work at a time over all workers. */
export async function scheduleAll({ config, files, hasContent }: WorkerContext, queues: Queues): Promise<void> {
  const { index, content } = queueSpecs
  await queues.index.setGlobalConcurrency(index.globalConcurrency)
  await queues.content.setGlobalConcurrency(content.globalConcurrency)
  await applySchedules(queues.index, indexSchedules(files.sources, config.SWEEP_SECONDS))
  await applySchedules(queues.content, contentSchedules(hasContent ? config.CONTENTFUL_POLL_SECONDS : null))
}

/** Tells the site and the operators which sources there are. */
export async function publishSources({ files, records }: WorkerContext): Promise<void> {
  await records.setSources(
    files.sources.map(({ id, title, format, from, schedule, paused, postSecret, timeZone, country }) => ({
      id,
      title,
      format,
      from: from === null ? null : shownFrom(from),
      schedule,
      paused,
      timeZone,
      country,
      postSecret: postSecret === null ? null : createHash('sha256').update(postSecret).digest('hex'),
    })),
  )
}

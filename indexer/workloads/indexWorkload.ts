import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import {
  type FetchProgress,
  type RebuildIndexTask,
  type RunRecord,
  rebuildIndexTask,
  renormaliseSourceTask,
  retireSourceTask,
  type SyncProgress,
  type SyncSourceTask,
  syncSourceTask,
  taskNames,
} from '#indexer/tasks'
import { placeDocuments } from '../documents/placeDocuments.ts'
import { isRemote } from '../sources/feedAddress.ts'
import { type SourceConfig } from '../sources/source.ts'
import { fetchFeed } from '../sync/fetchFeed.ts'
import type { Gathered, Gathering } from '../sync/gathering.ts'
import { dropOrphan, rebuildJobs, rebuildPlaces } from '../sync/rebuildIndex.ts'
import { roomOf } from '../sync/rebuildRoom.ts'
import { forgetEnded, removeExpired } from '../sync/removeExpired.ts'
import { renormaliseSource } from '../sync/renormaliseSource.ts'
import { retireSource } from '../sync/retireSource.ts'
import type { SyncOptions } from '../sync/syncRun.ts'
import { giveUpSync, syncSource } from '../sync/syncSource.ts'
import { applyVocabulary, noteJobsSettings } from './indexSettings.ts'
import { queueSpecs } from './queues.ts'
import type { WorkerContext } from './workerContext.ts'
import type { TaskAtWork, Workload } from './workload.ts'

/** Between two reports of a sync's progress. */
const progressMs = 500

/** Syncs, rebuilds and sweeps. */
export function indexWorkload(context: WorkerContext, gathering: Gathering): Workload {
  const { files, engine, config, log } = context
  return {
    spec: queueSpecs.index,
    process: {
      [taskNames.syncSource]: at => sync(at, context, gathering),
      [taskNames.retireSource]: async ({ task, keepTask }) => {
        const { source } = retireSourceTask.parse(task.data)
        if (await files.sourceOf(source))
          throw new UnrecoverableError(`"${source}" is in the catalogue: take it out first.`)
        return retireSource(source, { ...context.parts(), keepTask })
      },
      [taskNames.renormaliseSource]: async ({ task, keepTask }) => {
        const source = await files.sourceOf(renormaliseSourceTask.parse(task.data).source)
        // It has left the catalogue since.
        return source ? renormaliseSource(source, { ...context.parts(), keepTask }) : null
      },
      [taskNames.rebuildIndex]: async ({ task, keepTask }) => {
        const { index } = rebuildIndexTask.parse(task.data)
        if (index === 'places') return rebuildPlaces(engine, placeDocuments(files.gazetteer))
        const record = await rebuildJobs(
          { ...context.parts(), keepTask, room: await roomOf(config.MEILI_DATA_DIR) },
          files.sources.map(({ id }) => id),
        )
        await noteJobsSettings(context)
        // They may have been edited while it was made.
        await applyVocabulary(context)
        await context.alarms.clear({ source: null, kind: 'rebuild' })
        context.parts().changes.tell({ many: true })
        return record
      },
      [taskNames.removeExpired]: async ({ keepTask }) => {
        const now = Math.floor(Date.now() / 1000)
        const record = await removeExpired(engine, now)
        const { adverts, changes } = context.parts()
        await adverts.prune()
        await forgetEnded(files.sources, { ...context.parts(), keepTask }, now)
        if (record.removed > 0) changes.tell({ many: true })
        if (await dropOrphan(engine)) log.info({ event: 'orphanDropped' }, 'orphanDropped')
        return record
      },
    },
    givenUp: (task, error) => tellGivenUp(task, error, context),
  }
}

/** As a run of its source; and a rebuild of the jobs, which a new version asks for itself, as an alarm. */
async function tellGivenUp(
  { name, data, processedOn }: Job,
  { message }: Error,
  context: WorkerContext,
): Promise<void> {
  const { files, alarms, parts } = context
  if (name === taskNames.syncSource) {
    const { source: id, ...asked } = data as SyncSourceTask
    const source = await files.sourceOf(id)
    if (source) await giveUpSync(source, parts(), asked, { message, startedMs: processedOn ?? Date.now() })
  } else if (name === taskNames.rebuildIndex && (data as RebuildIndexTask).index === 'jobs')
    await alarms.set({ source: null, kind: 'rebuild' }, message)
}

async function sync(
  { task, token, keepTask }: TaskAtWork,
  context: WorkerContext,
  gathering: Gathering,
): Promise<RunRecord> {
  const { files, records } = context
  const parts = { ...context.parts(), keepTask }
  const { source: id, from, force, add, dryRun } = syncSourceTask.parse(task.data)
  const source = await files.sourceOf(id)
  if (!source)
    throw new UnrecoverableError(
      `The catalogue has no source "${id}". It has: ${files.sources.map(({ id: other }) => other).join(', ')}.`,
    )
  const paused = dryRun ? null : source.paused ? 'in the catalogue' : await records.pausedSince(id)
  if (paused !== null) return emptyRun(id, 'paused', pausedReason(paused), context)
  const asked = { from, force, add, dryRun }
  const gathered = await gather(task, source, asked, context, gathering)
  if (gathered && !gathered.feed) {
    if (gathered.behindSchedule && task.repeatJobKey)
      return emptyRun(id, 'underway', 'The run before is still fetching the feed: this one is not needed.', context)
    const againAt = Date.now() + gathered.againMs
    await task.updateProgress({ againAt } satisfies FetchProgress)
    await task.moveToDelayed(againAt, token)
    throw new DelayedError()
  }
  let reported = 0
  return syncSource(source, parts, {
    ...asked,
    feed: gathered?.feed,
    onProgress: rows => {
      if (Date.now() - reported < progressMs) return
      reported = Date.now()
      task.updateProgress({ rows } satisfies SyncProgress).catch(() => undefined)
    },
  })
}

/**
 * The feed of a sync that reads from another machine, which is fetched beside the queue; undefined for one that reads a
 * file of this one.
 */
async function gather(
  task: Job,
  source: SourceConfig,
  asked: SyncOptions,
  { atWork, records, parts }: WorkerContext,
  gathering: Gathering,
): Promise<Gathered | undefined> {
  const from = asked.from ?? source.from
  if (from === null || !isRemote(from)) return undefined
  const wanted = {
    id: task.id!,
    source: source.id,
    scheduled: task.repeatJobKey !== undefined,
    settings: JSON.stringify([source, asked]),
  }
  // It goes on while the task is away.
  const fetching = {
    what: `fetchFeed ${source.id}`,
    queue: task.queueName,
    id: task.id!,
    name: task.name,
    data: task.data as unknown,
  }
  const open = (signal: AbortSignal) => atWork.run(fetching, () => fetchFeed(source, parts(), asked, signal))
  const gathered = await gathering.take(wanted, open)
  // A file was read meanwhile, which is the newer word.
  if (!gathered.feed || !(await records.hasCompletedSince(source.id, gathered.feed.startedMs))) return gathered
  await gathered.feed.dispose()
  return gathering.take(wanted, open)
}

const pausedReason = (how: string) =>
  `The source is paused (${how}). Resume it on /admin/pipeline, or take "paused" out of the catalogue; a dry run works meanwhile.`

/** Nothing is read and nothing kept: the source's records end with its last run. */
function emptyRun(
  source: string,
  outcome: 'paused' | 'underway',
  reason: string,
  { log }: Pick<WorkerContext, 'log'>,
): RunRecord {
  log.info({ event: outcome, source, reason }, outcome)
  const startedAt = new Date().toISOString()
  return {
    source,
    startedAt,
    ms: 0,
    outcome,
    reason,
    received: 0,
    upserted: 0,
    unchanged: 0,
    quarantined: 0,
    merged: 0,
    retired: 0,
    missing: 0,
  }
}

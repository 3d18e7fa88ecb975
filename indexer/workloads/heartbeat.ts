import { isAhead } from '#indexer/schedules'
import { redisKeys, taskNames } from '#indexer/tasks'
import type { ClockWork } from './clock.ts'
import { applyVocabulary, forgetLostIndexes, isSettingsKnown, rebuildPlacesWhereOthers } from './indexSettings.ts'
import type { FileKind } from './operatorFiles.ts'
import { type Queues, queueSpecs } from './queues.ts'
import { publishQualityOf } from './trialWorkload.ts'
import { enqueueFirstSyncs, enqueueRenormalising, enqueueWhatIsDue, publishSources, scheduleAll } from './whatIsDue.ts'
import type { WorkerContext } from './workerContext.ts'

/** A worker without a sign of life for so long is gone: several are missed first. */
const goneMs = 30_000

const unusable: Record<FileKind, string> = {
  catalogue: 'The catalogue was changed and cannot be used; the last good one goes on.',
  places: 'The aliases or postal data were changed and cannot be used; the last good ones go on.',
  vocabulary: 'The vocabulary was changed and cannot be used; the last good one goes on.',
}

/**
 * A sign of life; and the look whether an operator's files have been edited, or Redis or the engine has lost what was
 * put there at the start, or the clock was put back.
 */
export function heartbeat(context: WorkerContext, queues: Queues): ClockWork {
  const { config, redis, prefix } = context
  let following = false
  const turn = async () => {
    await redis.set(redisKeys.heartbeat(prefix), new Date().toISOString(), 'PX', goneMs)
    if (following) return
    following = true
    try {
      await followFiles(context, queues)
    } finally {
      following = false
    }
  }
  return { event: 'beat', everyMs: config.HEARTBEAT_SECONDS * 1_000, turn }
}

async function followFiles(context: WorkerContext, queues: Queues): Promise<void> {
  const { due } = context.files
  await context.files.look()
  // What could not be done to the end, for Redis or the engine was away, is due at the next beat.
  if (due.places) await reload('places', context, queues)
  due.places = false
  if (due.vocabulary) await reload('vocabulary', context, queues)
  due.vocabulary = false
  await forgetLostIndexes(context)
  if (due.catalogue) await reload('catalogue', context, queues)
  else if (
    (await queues.index.getGlobalConcurrency()) !== queueSpecs.index.globalConcurrency ||
    !(await isSettingsKnown(context)) ||
    (await wasClockPutBack(context, queues))
  ) {
    await context.engine.ensureIndexes()
    await publishSources(context)
    await publishQualityOf(context)
    await scheduleAll(context, queues)
    await enqueueWhatIsDue(context, queues)
  }
  due.catalogue = false
}

/** By the schedule that each installation has. */
async function wasClockPutBack({ config }: WorkerContext, { index }: Queues): Promise<boolean> {
  const sweep = await index.getJobScheduler(taskNames.removeExpired)
  return isAhead(sweep?.next, config.SWEEP_SECONDS * 1_000)
}

/** Takes up files as they are now. Those with faults are an alarm, and the last good ones go on. */
async function reload(kind: FileKind, context: WorkerContext, queues: Queues): Promise<void> {
  const { alarms, files, log } = context
  try {
    await files.read(kind)
  } catch (error) {
    return alarms.set({ source: null, kind }, `${unusable[kind]} ${(error as Error).message}`)
  }
  const told = await takeUp[kind](context, queues)
  await alarms.clear({ source: null, kind })
  log.info({ event: kind, ...told }, kind)
}

/** What is done with files that were edited. @returns what the log says of them */
const takeUp: Record<FileKind, (context: WorkerContext, queues: Queues) => Promise<object>> = {
  catalogue: async (context, queues) => {
    await publishSources(context)
    await scheduleAll(context, queues)
    await enqueueFirstSyncs(context, queues)
    await enqueueRenormalising(context, queues)
    return { sources: context.files.sources.map(({ id }) => id) }
  },
  // The next sync of each source takes them up, since they decide every document; what was sent one by one, a task.
  places: async (context, queues) => {
    await rebuildPlacesWhereOthers(context)
    await enqueueRenormalising(context, queues)
    return { digest: context.files.gazetteer.digest }
  },
  vocabulary: async context => {
    await applyVocabulary(context)
    const { digest, groups } = context.files.vocabulary
    return { digest, groups }
  },
}

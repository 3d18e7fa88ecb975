import type { Queue, RepeatOptions } from 'bullmq'
import { isAhead } from '#indexer/schedules'
import { type SyncContentTask, type SyncSourceTask, taskNames } from '#indexer/tasks'
import type { SourceConfig } from '../sources/source.ts'

/** A task that a queue makes by itself, again and again. */
export interface Schedule {
  /** One schedule each, however many workers start however often. */
  id: string
  repeat: Pick<RepeatOptions, 'pattern' | 'tz' | 'every'>
  task: { name: string; data: object }
}

/** Of the `index` queue: the syncs of the catalogue's sources, and the sweep. */
export function indexSchedules(
  sources: readonly Pick<SourceConfig, 'id' | 'schedule' | 'timeZone'>[],
  sweepSeconds: number,
): Schedule[] {
  const syncs = sources.flatMap(({ id, schedule, timeZone }): Schedule[] => {
    if (!schedule) return []
    const data: SyncSourceTask = { source: id }
    return [
      { id: `sync-${id}`, repeat: { pattern: schedule, tz: timeZone }, task: { name: taskNames.syncSource, data } },
    ]
  })
  const sweep = { name: taskNames.removeExpired, data: {} }
  return [...syncs, { id: 'removeExpired', repeat: { every: sweepSeconds * 1000 }, task: sweep }]
}

/** Of the `content` queue: the poll beside the CMS's webhooks; none where there is no CMS. */
export function contentSchedules(pollSeconds: number | null): Schedule[] {
  if (pollSeconds === null) return []
  const data: SyncContentTask = { poll: true }
  return [{ id: 'syncContent', repeat: { every: pollSeconds * 1000 }, task: { name: taskNames.syncContent, data } }]
}

export interface ScheduleChanges {
  upsert: Schedule[]
  /** Ids. */
  remove: string[]
}

/**
 * What makes the schedules of a queue those that are wanted. All that are wanted are upserted, also those that are
 * there: that brings back a next run that Redis has lost. Those of sources that left the catalogue go.
 * @param existing as BullMQ lists them: `key` is the id
 */
export function reconcileSchedules(wanted: readonly Schedule[], existing: readonly { key: string }[]): ScheduleChanges {
  const ids = new Set(wanted.map(({ id }) => id))
  return { upsert: [...wanted], remove: existing.map(({ key }) => key).filter(key => !ids.has(key)) }
}

/** Cut off anywhere and done again it ends the same. */
export async function applySchedules(queue: Queue, wanted: readonly Schedule[]): Promise<void> {
  const existing = await queue.getJobSchedulers()
  const { upsert, remove } = reconcileSchedules(wanted, existing)
  for (const { id, repeat, task } of upsert) {
    const known = existing.find(({ key }) => key === id)
    // Upserted alone, it keeps its next run; one with a pattern has it planned anew.
    if (repeat.every && isAhead(known?.next, repeat.every)) await queue.removeJobScheduler(id)
    await queue.upsertJobScheduler(id, repeat, task)
  }
  for (const id of remove) await queue.removeJobScheduler(id)
}

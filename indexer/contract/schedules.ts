/** Of BullMQ's `Queue`. */
interface Schedules {
  getJobScheduler(name: string): Promise<{ next?: number } | undefined>
  removeJobScheduler(name: string): Promise<unknown>
  upsertJobScheduler(name: string, repeat: { every: number }, task: { name: string; data: object }): Promise<unknown>
}

/** Clocks of processes differ by less. */
const slackMs = 60_000

/**
 * Whether a schedule's next run was planned by a clock that was put back since: it would wait for that time, and so
 * would each run after it.
 * @param every ms between two runs
 */
export function isAhead(next: number | undefined, every: number): boolean {
  return next !== undefined && next > Date.now() + every + slackMs
}

/**
 * Has a task come round every so many ms; the first is due at once.
 * @param onlyMissing leaves one that is there, and right, as it is
 */
export async function keepSchedule(
  queue: Schedules,
  name: string,
  every: number,
  { onlyMissing }: { onlyMissing: boolean },
): Promise<void> {
  const known = await queue.getJobScheduler(name)
  const wasPutBack = isAhead(known?.next, every)
  // Upserted alone, it keeps its next run.
  if (wasPutBack) await queue.removeJobScheduler(name)
  if (!onlyMissing || !known || wasPutBack) await queue.upsertJobScheduler(name, { every }, { name, data: {} })
}

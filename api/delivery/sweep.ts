import { Job, type Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { type DeliverTask, deliveryTaskOptions, deliveryTasks } from '#api/deliveries'
import type { SubmissionStore } from '../submissions/submission.ts'
import { dueOf } from './deliver.ts'

/** Ids that Redis is asked about at once. */
const pageSize = 500
const shortestPauseMs = 5 * 60_000
const longestPauseMs = 60 * 60_000
/** Clocks of processes differ by less. */
const slackMs = 60_000

/** What the message of a task begins with that is not tried again by itself. */
export const refused = 'refused: '

/**
 * Puts on the queue what is open, or withdrawn and not told, and not on it (a Redis that was lost, a site that died
 * after it had stored), and tries again what has failed: as long after the last try as it has been failing then, an
 * hour at most. What was refused for good waits for an operator, until there is more to be sent than was refused: the
 * store is asked once it has failed, and then hourly. Asks Redis once for each 500 that are open.
 */
export async function sweep(
  store: SubmissionStore,
  queue: Queue,
  redis: Redis,
  now: () => Date,
): Promise<{ enqueued: number; retried: number }> {
  const swept = { enqueued: 0, retried: 0 }
  const sweptKey = queue.toKey('sweptAt')
  const span = { from: Number(await redis.get(sweptKey)), to: now().getTime() }
  let page: string[] = []
  const turn = async (isMoreDue: (id: string, reason: string, failedAt: number) => Promise<boolean>) => {
    const ids = page
    page = []
    const { unknown, rested } = await look(queue, redis, ids, now().getTime(), isMoreDue)
    await queue.addBulk(
      unknown.map(submissionId => ({
        name: deliveryTasks.deliver,
        data: { submissionId } satisfies DeliverTask,
        opts: { ...deliveryTaskOptions, jobId: submissionId },
      })),
    )
    swept.enqueued += unknown.length
    for (const { id, state } of rested) {
      const task = await Job.fromId(queue, id)
      // Tried by another process meanwhile, or gone: all the better.
      const tried = await (state === 'failed' ? task?.retry(state) : task?.promote())?.then(
        () => true,
        () => false,
      )
      if (tried) swept.retried++
    }
  }
  const ofOpen = async (id: string, reason: string, failedAt: number) =>
    isLookedAt(failedAt, span) && hasMoreDue(store, id, reason)
  const ofWithdrawn = async () => true
  for (const [ids, isMoreDue] of [
    [store.open(), ofOpen],
    [store.withdrawn(), ofWithdrawn],
  ] as const) {
    for await (const id of ids) if (page.push(id) >= pageSize) await turn(isMoreDue)
    if (page.length > 0) await turn(isMoreDue)
  }
  await redis.set(sweptKey, span.to)
  return swept
}

/** Whether since the sweep before this one a refused task has been failing for a full hour more, or has failed. */
function isLookedAt(failedAt: number, { from, to }: { from: number; to: number }): boolean {
  const hours = (at: number) => Math.floor((at - failedAt - slackMs) / longestPauseMs)
  return hours(from) !== hours(to)
}

/**
 * Which of these have no task, and which have one that has rested long enough: failed, or delayed by a clock that was
 * put back since.
 * @param isMoreDue of one that was refused: whether there is more to be sent than was refused
 */
async function look(
  queue: Queue,
  redis: Redis,
  ids: string[],
  now: number,
  isMoreDue: (id: string, reason: string, failedAt: number) => Promise<boolean>,
): Promise<{ unknown: string[]; rested: { id: string; state: 'failed' | 'delayed' }[] }> {
  // Sent without waiting for one another: one way there and back.
  const [failed, completed, delayed, tasks] = await Promise.all([
    redis.zmscore(queue.toKey('failed'), ...ids),
    redis.zmscore(queue.toKey('completed'), ...ids),
    redis.zmscore(queue.toKey('delayed'), ...ids),
    Promise.all(ids.map(id => redis.hmget(queue.toKey(id), 'timestamp', 'failedReason'))),
  ])
  const unknown: string[] = []
  const rested: { id: string; state: 'failed' | 'delayed' }[] = []
  for (const [at, id] of ids.entries()) {
    const [addedAt, reason] = tasks[at]!
    if (completed[at] != null) {
      // Done once and open again (held, and released): a finished task keeps the next one of its id off the queue.
      await queue.remove(id)
      unknown.push(id)
    } else if (addedAt == null) unknown.push(id)
    else if (failed[at] != null && reason?.startsWith(refused)) {
      // One that cannot be read is tried: its failure says so.
      if (await isMoreDue(id, reason, Number(failed[at])).catch(() => true)) rested.push({ id, state: 'failed' })
    } else if (failed[at] != null) {
      const failedAt = Number(failed[at])
      const pause = Math.min(Math.max(failedAt - Number(addedAt), shortestPauseMs), longestPauseMs)
      if (now - failedAt >= pause || failedAt > now + slackMs) rested.push({ id, state: 'failed' })
      // The queue keeps the millisecond above twelve bits of order.
    } else if (Number(delayed[at] ?? 0) / 0x1000 > now + longestPauseMs) rested.push({ id, state: 'delayed' })
  }
  return { unknown, rested }
}

/** Whether it has something to be sent that the refusal does not name. */
async function hasMoreDue(store: SubmissionStore, id: string, reason: string): Promise<boolean> {
  const named = reason.slice(refused.length).split('; ')
  return (await dueOf(id, store)).some(({ delivery }) => !named.some(part => part.startsWith(`${delivery}: `)))
}

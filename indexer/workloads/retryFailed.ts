import type { Queue } from 'bullmq'
import { taskNames } from '#indexer/tasks'

/** Of those that failed last, at a time: the others come when these are off the list. */
const most = 1_000
const shortestPauseMs = 60_000
const longestPauseMs = 3_600_000

/**
 * Tries posts and webhooks again whose tries have all failed, as while the engine was away: their sender was told that
 * they will take effect. As long after the last try as it has been failing. What was refused before its last try is
 * refused for good.
 * @returns how many are tried
 */
export async function retryFailed(urgent: Queue, now: number): Promise<number> {
  let count = 0
  for (const task of await urgent.getJobs(['failed'], 0, most - 1)) {
    const { name, attemptsMade, opts, finishedOn = 0, timestamp } = task
    if (name !== taskNames.applyPost && name !== taskNames.applyWebhook) continue
    const pause = Math.min(Math.max(finishedOn - timestamp, shortestPauseMs), longestPauseMs)
    if (attemptsMade < (opts.attempts ?? 1) || now - finishedOn < pause) continue
    // Tried by another process meanwhile, or gone: all the better.
    const tried = await task.retry('failed', { resetAttemptsMade: true }).then(
      () => true,
      () => false,
    )
    if (tried) count++
  }
  return count
}

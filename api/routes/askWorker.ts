import { setTimeout as pause } from 'node:timers/promises'
import type { Queue } from 'bullmq'

/** The worker is asked and answers: an operator waits. */
const answerMs = 8_000

/**
 * Puts a task on a queue and waits a while for what comes of it.
 * @returns what the worker says; null where it has not said anything yet: the task waits for it
 */
export async function askWorker(queue: Queue, name: string, task: object): Promise<{ refused: string | null } | null> {
  const { id } = await queue.add(name, task)
  const until = Date.now() + answerMs
  for (let ms = 20; Date.now() < until; ms = Math.min(ms * 1.5, 250)) {
    const added = await queue.getJob(id!)
    if (added?.finishedOn)
      return (
        (added.returnvalue as { refused: string | null } | null) ?? {
          refused: 'The worker could not do it: /admin/queues says why.',
        }
      )
    await pause(ms)
  }
  return null
}

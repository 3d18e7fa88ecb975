import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { queueNames } from '#indexer/tasks'

/** How the tasks of a queue are done. Each worker is at one of them at a time. */
export interface QueueSpec {
  name: string
  /** Tasks at a time over all workers; null where each worker may be at one of its own. */
  globalConcurrency: number | null
  /** Tries of a task, over a few minutes, before it is kept for an operator to retry. */
  attempts: number
}

/** Syncs, rebuilds and sweeps are serial: they never write beside each other. So are looks at the CMS, beside those. */
export const queueSpecs = {
  index: { name: queueNames.index, globalConcurrency: 1, attempts: 5 },
  urgent: { name: queueNames.urgent, globalConcurrency: null, attempts: 5 },
  content: { name: queueNames.content, globalConcurrency: 1, attempts: 3 },
  trial: { name: queueNames.trial, globalConcurrency: null, attempts: 3 },
} as const satisfies Record<string, QueueSpec>

/** `content` is there without a CMS as well. */
export type Queues = Record<keyof typeof queueSpecs, Queue>

export interface QueueParts {
  redis: Redis
  prefix: string
  log: Logger
}

export function openQueues(parts: QueueParts): Queues {
  const { index, urgent, content, trial } = queueSpecs
  return {
    index: openQueue(index, parts),
    urgent: openQueue(urgent, parts),
    content: openQueue(content, parts),
    trial: openQueue(trial, parts),
  }
}

/** Tasks are small and many fail only for a while. */
function openQueue({ name, attempts }: QueueSpec, { redis, prefix, log }: QueueParts): Queue {
  const queue = new Queue(name, {
    connection: redis,
    prefix,
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: 2_000 },
      removeOnComplete: { count: 200 },
      removeOnFail: { count: 500 },
    },
  })
  queue.on('error', onQueueError(log))
  return queue
}

/** A queue or worker that does not reach Redis goes on trying by itself. */
export const onQueueError = (log: Logger) => (error: Error) =>
  log.warn({ event: 'queue', message: error.message }, 'queue')

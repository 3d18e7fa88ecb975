import { type Job, UnrecoverableError, Worker } from 'bullmq'
import { type ApplyPostTask, lockOptions, redisKeys } from '#indexer/tasks'
import { traced } from '#indexer/tracing'
import { EngineRefusal } from '../indexes/meilisearch.ts'
import type { AtWork } from '../sync/atWork.ts'
import type { KeepTask } from '../sync/ledger.ts'
import { onQueueError, type QueueSpec } from './queues.ts'
import type { WorkerContext } from './workerContext.ts'

/** What is done with the tasks of a queue. */
export interface Workload {
  spec: QueueSpec
  /** By the task's name. */
  process: Readonly<Record<string, (at: TaskAtWork) => Promise<unknown>>>
  /** Tells operators of a task that is not tried any more. */
  givenUp?: (task: Job, error: Error) => Promise<void>
}

/** A task that this process is at. */
export interface TaskAtWork {
  task: Job
  /** Of BullMQ's lock on the task. */
  token: string | undefined
  /** Asked before each write: it stops what has become another worker's. */
  keepTask: KeepTask
}

/**
 * Takes the tasks of a queue, one at a time. Which task is given up is for `AtWork` to say: the queue counts for each
 * task what any other did to its worker.
 */
export function startWorker(workload: Workload, context: WorkerContext): Worker {
  const { redis, prefix, log, atWork, config } = context
  // How long a dead worker's task waits for the next worker. Redis takes whole numbers only.
  const lockMs = Math.round(config.TASK_LOCK_SECONDS * 1_000)
  const worker = new Worker(
    workload.spec.name,
    async (task, token) => {
      const at = { task, token, keepTask: keepTask(task, token, lockMs) }
      try {
        return await atWork.run(watchedTask(task, prefix), () => processTask(workload, at))
      } catch (error) {
        if (isGivenUp(task, error as Error)) await tellGivenUp(workload, at, error as Error, context)
        throw error
      }
    },
    {
      connection: redis,
      prefix,
      ...lockOptions(lockMs),
      maxStalledCount: 1_000_000,
      concurrency: 1,
    },
  )
  worker.on('error', onQueueError(log))
  worker.on('failed', (task, error) =>
    log.error(
      { event: 'taskFailed', task: task?.name, id: task?.id, attempt: task?.attemptsMade, message: error.message },
      'taskFailed',
    ),
  )
  worker.on('stalled', id => log.warn({ event: 'taskStalled', id }, 'taskStalled'))
  return worker
}

/** As BullMQ counts: one that waits for its feed has not failed. */
function isGivenUp({ attemptsMade, opts }: Job, { name }: Error): boolean {
  if (name === 'DelayedError') return false
  return name === 'UnrecoverableError' || attemptsMade + 1 >= (opts.attempts ?? 1)
}

/** Before the queue hears of it, so that a worker which ends in between tries the task again. */
async function tellGivenUp(
  { givenUp }: Workload,
  { task, keepTask }: TaskAtWork,
  error: Error,
  { log }: WorkerContext,
): Promise<void> {
  if (!givenUp) return
  try {
    await keepTask()
    await givenUp(task, error)
  } catch (fault) {
    log.error({ event: 'failureNotTold', task: task.name, id: task.id, err: fault }, 'failureNotTold')
  }
}

/** What the task does, so that the end of this process can be laid to it. */
function watchedTask(task: Job, prefix: string): Parameters<AtWork['run']>[0] {
  const { name, data, queueName: queue, id = '' } = task
  const { deliveryId } = data as Partial<ApplyPostTask>
  const payloads: Record<string, (prefix: string, id: string) => string> = {
    applyPost: redisKeys.post,
    applyWebhook: redisKeys.webhookJob,
  }
  const payload = deliveryId === undefined ? undefined : payloads[name]?.(prefix, deliveryId)
  return { what: `${name} ${JSON.stringify(data)}`, queue, id, name, data, ...(payload ? { payload } : {}) }
}

function keepTask(task: Job, token: string | undefined, lockMs: number): KeepTask {
  return async () => {
    if ((await task.extendLock(token ?? '', lockMs).catch(() => 0)) !== 1)
      throw new Error('Another worker has taken this task over: this one stood still.')
  }
}

function processTask(workload: Workload, at: TaskAtWork): Promise<unknown> {
  const { name, id, data, attemptsMade, opts } = at.task
  const { source } = data as { source?: string }
  const attributes = { queue: workload.spec.name, 'task.id': id, source, attempt: attemptsMade + 1 }
  return traced(`task ${name}`, attributes, () => work(workload, at), opts.telemetry?.metadata)
}

async function work({ process }: Workload, at: TaskAtWork): Promise<unknown> {
  const { name } = at.task
  if (!Object.hasOwn(process, name)) throw new UnrecoverableError(`No such task: ${name}`)
  try {
    return await process[name]!(at)
  } catch (error) {
    // What the engine has refused it will refuse again.
    if (error instanceof EngineRefusal) throw new UnrecoverableError(error.message)
    throw error
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import type { FastifyBaseLogger } from 'fastify'
import { Redis } from 'ioredis'
import { alertQueue, tendTask } from '#api/alerts'
import { type DeliverTask, deliveryQueue, deliveryTaskOptions, deliveryTasks } from '#api/deliveries'
import { type ChangedJobs, changedJobs } from '#indexer/changedJobs'
import { connectBy } from '#indexer/redisAddress'
import { queueNames, redisKeys } from '#indexer/tasks'
import { carriedTrace } from '#indexer/tracing'
import type { ApiConfig } from './config.ts'

export interface Queues {
  redis: Redis
  index: Queue
  urgent: Queue
  content: Queue
  /** What an operator tries and waits for. */
  trial: Queue
  /** Ids of submissions and nothing else. */
  deliveries: Queue
  /** Ids of people with alerts and nothing else. */
  alerts: Queue
  /**
   * Throws while Redis is not there. Asked first by each reader of a queue: before its first connection a queue waits
   * for ever.
   */
  assertUp(): void
  /**
   * Resolves once Redis is there, or without it after two seconds where it refuses, three where it is slow: the site
   * serves searches without Redis.
   */
  ready(): Promise<void>
  /**
   * Puts tasks on the urgent queue, in their order. Senders share it: of those that wait, each sender's next one comes
   * before any other's one after that. Tasks of known ids are left as they are.
   */
  addUrgent(sender: string, name: string, ids: readonly string[]): Promise<void>
  /** Puts a stored submission's id on the queue of deliveries. */
  addDelivery(submissionId: string): Promise<void>
  /** Has a person's alerts seen to. */
  addTending(personId: string): Promise<void>
  /**
   * Lets a delivery be tried now that has failed, waits for its next attempt or is on no queue.
   * @returns false for one that is on its way already
   */
  retryDelivery(submissionId: string): Promise<boolean>
  /** Takes away its task, unless it is being worked on. */
  forgetDelivery(submissionId: string): Promise<void>
  /**
   * Calls `listener` whenever any process of the installation has been told that the CMS changed. Waits for Redis as
   * long as it takes.
   */
  onContentNudge(listener: () => void): void
  /**
   * Calls `listener` with what the worker has told, and with null when Redis is back: what was told meanwhile is lost.
   */
  onChangedJobs(listener: (changes: ChangedJobs | null) => void): void
  close(): Promise<void>
}

/** A task fails for a while rather than for good: five tries over a minute, then kept for an operator. */
const defaultJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 2_000 },
  removeOnComplete: { count: 200 },
  removeOnFail: { count: 500 },
}

/** As long as their payloads, of posts and webhooks: the worker tries those on that have failed. */
export const failedKept = { age: 30 * 86_400 }

/** BullMQ's: later ones come in the order in which they came. */
const mostRounds = 2 ** 21

/**
 * The site's side of the queues: it adds and counts, it never works. Fails at once while Redis is down, where a worker
 * would wait.
 */
export function openQueues(
  { redisUrl, queuePrefix, patience }: Pick<ApiConfig, 'redisUrl' | 'queuePrefix' | 'patience'>,
  log: FastifyBaseLogger,
): Queues {
  // Long: one connection, with what is asked through it.
  const timeoutMs = patience?.redisMs ?? 3_000
  const redis = new Redis({
    ...connectBy(redisUrl),
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  })
  let said = ''
  const onError = (error: Error) => {
    // Once a state, not once a retry.
    if (error.message !== said) log.warn({ event: 'redis' }, `Redis: ${error.message || 'the connection was refused'}`)
    said = error.message
  }
  redis.on('error', onError)
  redis.on('ready', () => {
    said = ''
  })
  const refused = new Promise<void>(resolve => redis.once('close', resolve))
  const open = (name: string) =>
    new Queue(name, { connection: redis, prefix: queuePrefix, defaultJobOptions, skipMetasUpdate: true }).on(
      'error',
      onError,
    )
  const queues = {
    index: open(queueNames.index),
    urgent: open(queueNames.urgent),
    content: open(queueNames.content),
    trial: open(queueNames.trial),
    deliveries: open(deliveryQueue),
    alerts: open(alertQueue),
  }
  const assertUp = () => {
    if (redis.status !== 'ready') throw new Error('Redis is not connected')
  }
  let subscriber: Redis | null = null
  /** One connection hears all: one that listens can do nothing else. It comes back, and listens again, by itself. */
  const listen = (channel: string, listener: (text: string) => void) => {
    subscriber ??= new Redis({ ...connectBy(redisUrl), maxRetriesPerRequest: null }).on('error', onError)
    subscriber.on('message', (from, text) => from === channel && listener(text))
    subscriber.subscribe(channel).catch(onError)
    return subscriber
  }
  return {
    redis,
    ...queues,
    assertUp,
    ...deliveryTasksOn(queues.deliveries, assertUp),
    addUrgent: (sender, name, ids) =>
      addInRounds({ redis, queue: queues.urgent, prefix: queuePrefix }, sender, name, ids),
    async addTending(personId) {
      assertUp()
      const { name, data, opts } = tendTask(personId)
      await queues.alerts.add(name, data, opts)
    },
    onContentNudge(listener) {
      listen(redisKeys.contentChannel(queuePrefix), listener)
    },
    onChangedJobs(listener) {
      // One of another version may not be read: then all may have changed.
      const hear = (text: string) => listener(changedJobs.safeParse(parseJson(text)).data ?? null)
      listen(redisKeys.changedJobs(queuePrefix), hear).on('ready', () => listener(null))
    },
    async ready() {
      if (redis.status === 'ready') return
      const there = new Promise<void>(resolve => redis.once('ready', resolve))
      const after = (ms: number) => pause(ms, undefined, { ref: false })
      await Promise.race([there, Promise.all([refused, after(2_000)]), after(timeoutMs)])
    },
    async close() {
      await Promise.allSettled([
        queues.index.close(),
        queues.urgent.close(),
        queues.content.close(),
        queues.trial.close(),
        queues.deliveries.close(),
        queues.alerts.close(),
      ])
      subscriber?.disconnect()
      redis.disconnect()
    },
  }
}

/** A task's priority is its round. Senders that wait have one task in each, from the round that is being worked on. */
async function addInRounds(
  { redis, queue, prefix }: { redis: Redis; queue: Queue; prefix: string },
  sender: string,
  name: string,
  ids: readonly string[],
): Promise<void> {
  const [next] = await queue.getPrioritized(0, 0)
  const rounds = `${prefix}:rounds`
  // No task waits: the rounds are counted from the first again.
  if (!next) await redis.del(rounds)
  const first = Math.max(Number(await redis.hget(rounds, sender)) + 1, next?.opts.priority ?? 1)
  const round = (at: number) => Math.min(first + at, mostRounds)
  await redis
    .multi()
    .hset(rounds, sender, round(ids.length - 1))
    .expire(rounds, 86_400)
    .exec()
  await queue.addBulk(
    ids.map((id, at) => ({
      name,
      data: { deliveryId: id },
      opts: { jobId: id, priority: round(at), removeOnFail: failedKept, ...carriedTrace() },
    })),
  )
}

function deliveryTasksOn(
  queue: Queue,
  assertUp: () => void,
): Pick<Queues, 'addDelivery' | 'retryDelivery' | 'forgetDelivery'> {
  const add = (submissionId: string) =>
    queue.add(deliveryTasks.deliver, { submissionId } satisfies DeliverTask, {
      ...deliveryTaskOptions,
      jobId: submissionId,
      ...carriedTrace(),
    })
  return {
    async addDelivery(submissionId) {
      assertUp()
      await add(submissionId)
    },
    async retryDelivery(submissionId) {
      assertUp()
      const task = await queue.getJob(submissionId)
      const state = task ? await task.getState() : 'unknown'
      try {
        if (!task || state === 'unknown') await add(submissionId)
        else if (state === 'failed' || state === 'completed')
          await task.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true })
        else if (state === 'delayed') await task.promote()
        else return false
        return true
      } catch (error) {
        // It has gone on by itself since it was looked at.
        const now = await queue.getJobState(submissionId)
        if (now === state) throw error
        return false
      }
    },
    async forgetDelivery(submissionId) {
      assertUp()
      await queue.remove(submissionId)
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { randomUUID } from 'node:crypto'
import { type Job, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { alertQueue, alertTasks, type TendTask, tendTask } from '#api/alerts'
import { indexNames } from '#indexer/indexNames'
import { keepSchedule } from '#indexer/schedules'
import { lockOptions } from '#indexer/tasks'
import type { readDeliveryConfig } from '../config.ts'
import { mayErase } from '../delivery/clockGuard.ts'
import { type Mail, withoutAddresses } from '../delivery/mail.ts'
import { openContext } from '../search/answering.ts'
import { connectEngine } from '../search/engine.ts'
import { createReplay } from '../search/replay.ts'
import { AlertIndex } from './alertIndex.ts'
import { AlertStore } from './alertStore.ts'
import { nextPeople } from './nextPeople.ts'
import { pass } from './pass.ts'
import { openAlertShelf } from './shelf.ts'
import { type AlertParts, tend } from './tend.ts'
import { tidy } from './tidy.ts'

type Config = ReturnType<typeof readDeliveryConfig>

const dayMs = 86_400_000
/** A pass is one process's for so long after its last sign of life. */
const leaseMs = 60_000
/** People that wait in the queue at most: the others are found again by the next pass. */
const mostQueued = 2_000
/** Mails made beside each other. */
const concurrency = 4

const keepScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`

export interface AlertWorker {
  /** Brings back the schedules that Redis has lost. */
  schedule(options: { onlyMissing: boolean }): Promise<void>
  close(): Promise<void>
}

/**
 * The alerts' part of the deliveries: a pass every few seconds, and a task for each person with something to do. Tasks
 * carry an id; all else is in the store.
 */
export async function startAlerts(
  { config, redis, mail, log }: { config: Config; redis: Redis; mail: Mail; log: Logger },
  keepLock: (task: Job, token: string) => Promise<void>,
): Promise<AlertWorker> {
  // Long: the queue, its worker and the three tasks, over one set of parts.
  const { site, siteName, publicUrl, queuePrefix: prefix, lockMs } = config
  if (!config.search) {
    // Applications are delivered all the same; alerts wait, and the worker's alarm says so.
    log.error({ event: 'alertsOff' }, 'Job alerts are not sent: MEILI_URL and MEILI_SEARCH_KEY are not set')
    return { schedule: async () => {}, close: async () => {} }
  }
  const now = Date.now
  const engine = connectEngine({ url: config.search.url, key: config.search.key })
  const context = openContext(engine, indexNames(config.search.indexPrefix), site, now)
  const shelf = await openAlertShelf(config.submissions, log)
  const store = new AlertStore(shelf)
  const index = new AlertIndex(redis, prefix)
  const replay = createReplay(context)
  const parts: AlertParts = { store, index, mail, context, replay, site, siteName, publicUrl, now }
  const warn = (error: Error) => log.warn({ event: 'redis', message: error.message }, 'redis')
  const queue = new Queue(alertQueue, {
    connection: redis,
    prefix,
    // What is not done is found again by the next pass, in the store.
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } },
  })
  queue.on('error', warn)

  const onePass = async () => {
    const lease = randomUUID()
    const key = `${prefix}:alerts:passing`
    if ((await redis.set(key, lease, 'PX', leaseMs, 'NX')) === null) return null
    const keep = async () => {
      if ((await redis.eval(keepScript, 1, key, lease, leaseMs)) !== 1)
        throw new Error('another process has taken this pass over')
    }
    try {
      const passed = await pass({ store, index, replay, site, now, keep })
      if (passed.arrivals > 0) log.info({ event: 'alertPass', ...passed }, 'alertPass')
      await enqueue()
      return passed
    } finally {
      await keep().then(
        () => redis.del(key),
        () => undefined,
      )
    }
  }
  const enqueue = async () => {
    const room = mostQueued - (await queue.getWaitingCount())
    if (room <= 0) return
    await queue.addBulk((await nextPeople(parts, now(), room)).map(tendTask))
  }
  const run = async (task: Job, token = ''): Promise<unknown> => {
    switch (task.name) {
      case alertTasks.pass:
        return onePass()
      case alertTasks.tend:
        // What a mail server says may hold the address, and a task keeps what it failed with.
        return tend((task.data as TendTask).personId, parts, () => keepLock(task, token)).catch(error => {
          throw new Error(withoutAddresses((error as Error).message))
        })
      case alertTasks.tidy: {
        if (!(await mayErase(shelf, 'lastTidying', now(), log))) return null
        const tidied = await tidy({ store, index }, now())
        if (tidied.erased + tidied.asked > 0) log.info({ event: 'alertsTidied', ...tidied }, 'alertsTidied')
        return tidied
      }
      default:
        throw new Error(`No such task: ${task.name}`)
    }
  }
  const worker = new Worker(alertQueue, run, {
    connection: redis,
    prefix,
    concurrency: concurrency + 1,
    ...lockOptions(lockMs),
    maxStalledCount: 20,
  })
  worker.on('error', warn)
  worker.on('failed', (task, error) =>
    log.error(
      { event: 'alertFailed', task: task?.name, personId: task?.data?.personId, message: error.message },
      'alertFailed',
    ),
  )
  return {
    async schedule(options) {
      for (const [name, every] of [
        [alertTasks.pass, config.passMs],
        [alertTasks.tidy, dayMs],
      ] as const)
        await keepSchedule(queue, name, every, options)
    },
    async close() {
      await Promise.allSettled([worker.close(), queue.close()])
      engine.close()
    },
  }
}

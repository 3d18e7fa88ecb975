// The deliveries' process: sends what has been submitted. `node --import tsx api/worker.ts`

import { setTimeout as delay } from 'node:timers/promises'
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { type DeliverTask, deliveryHeartbeat, deliveryQueue, deliveryTaskOptions, deliveryTasks } from '#api/deliveries'
import { connectBy } from '#indexer/redisAddress'
import { keepSchedule } from '#indexer/schedules'
import { lockOptions } from '#indexer/tasks'
import { traced } from '#indexer/tracing'
import { AlertIndex } from './alerts/alertIndex.ts'
import { startAlerts } from './alerts/alertWorker.ts'
import { openAlertShelf } from './alerts/shelf.ts'
import { readDeliveryConfig } from './config.ts'
import { mayErase } from './delivery/clockGuard.ts'
import { deliver } from './delivery/deliver.ts'
import { eraseOld } from './delivery/erase.ts'
import { openMail } from './delivery/mail.ts'
import { refused, sweep } from './delivery/sweep.ts'
import { takeRestored } from './delivery/takeRestored.ts'
import { InboxIndex } from './inbox/inboxIndex.ts'
import { openLimits } from './limits.ts'
import { SignedLinks } from './signedLinks.ts'
import { openStore } from './submissions/openStore.ts'
import { openScanner } from './submissions/scan.ts'

const dayMs = 86_400_000
/** A Redis that does not answer by then cannot say whose a task is. */
const redisMs = 5_000
const heartbeatMs = 5_000

const config = readDeliveryConfig()
const { lockMs, sweepMs } = config
const log = pino({ level: config.logLevel, base: { room: 'delivery' } })
const redis = new Redis({ ...connectBy(config.redisUrl), maxRetriesPerRequest: null })
const warn = (error: Error) => log.warn({ event: 'redis', message: error.message }, 'redis')
redis.on('error', warn)
const store = await openStore(config.submissions, log)
const shelf = await openAlertShelf(config.submissions, log)
const mail = openMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: config.mailboxFolder })
const parts = {
  store,
  mail,
  scanner: openScanner(config.scanner),
  officeEmail: config.officeEmail,
  siteName: config.siteName,
  site: config.site,
  publicUrl: config.publicUrl,
  links: new SignedLinks(shelf),
  // What is counted by is a keyed hash before it comes here.
  limits: openLimits(redis, { queuePrefix: config.queuePrefix, searchKey: config.search?.key ?? '' }),
  retentionDays: config.retentionDays,
  ats: config.ats,
  now: () => new Date(),
}

const inbox = new InboxIndex(redis, config.queuePrefix)
const connection = redis
const queue = new Queue(deliveryQueue, {
  connection,
  prefix: config.queuePrefix,
  defaultJobOptions: { ...deliveryTaskOptions, removeOnFail: { count: 100 } },
})
queue.on('error', warn)
await schedule({ onlyMissing: false })
const worker = new Worker(deliveryQueue, run, {
  connection,
  prefix: config.queuePrefix,
  concurrency: 4,
  ...lockOptions(lockMs),
  maxStalledCount: 20,
})
worker.on('error', warn)
worker.on('failed', (task, error) =>
  log.error(
    {
      event: 'deliveryFailed',
      submissionId: task?.data?.submissionId,
      attempt: task?.attemptsMade,
      message: error.message,
    },
    'deliveryFailed',
  ),
)
const alerts = await startAlerts({ config, redis, mail, log }, keepLock)
await alerts.schedule({ onlyMissing: false })
const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatMs)
// Before anything takes long: what is at work already is brought to its end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
await sendHeartbeat()
if (config.madeUp.length > 0)
  log.warn(
    { event: 'madeUpAddresses', missing: config.madeUp },
    'SMTP_URL is set without OFFICE_EMAIL or MAIL_FROM: mails are to or from longlist.example, and may be lost',
  )
log.info({ event: 'ready', mail: config.smtpUrl ? 'smtp' : 'mailbox' }, 'ready')

function run(task: Job, token?: string): Promise<unknown> {
  const attributes = { queue: deliveryQueue, 'task.id': task.id, attempt: task.attemptsMade + 1 }
  return traced(`task ${task.name}`, attributes, () => work(task, token), task.opts.telemetry?.metadata)
}

async function work(task: Job, token = ''): Promise<unknown> {
  switch (task.name) {
    case deliveryTasks.deliver: {
      const { submissionId } = task.data as DeliverTask
      // Before it is known whether a mail server answers.
      await inbox.follow(submissionId, store)
      const open = await deliver(submissionId, parts, () => keepLock(task, token))
      if (open.length === 0) {
        const kept = await store.read(submissionId)
        // A scanner may have found something, or its sender have had it erased.
        if (kept === null || kept.held !== null) await inbox.remove(submissionId)
        const wasWithdrawn = kept === null && (await store.withdrawal(submissionId)) !== null
        const event = wasWithdrawn ? 'withdrawn' : kept === null ? 'gone' : kept.held === null ? 'delivered' : 'held'
        log.info({ event, submissionId }, event)
        return { submissionId, event }
      }
      const reasons = open.map(({ delivery, reason }) => `${delivery}: ${reason}`).join('; ')
      if (open.every(({ final }) => final)) throw new UnrecoverableError(`${refused}${reasons}`)
      throw new Error(reasons)
    }
    case deliveryTasks.sweep: {
      if (await takeRestored(shelf, [inbox, new AlertIndex(redis, config.queuePrefix)]))
        log.info({ event: 'restored' }, 'restored')
      const swept = await sweep(store, queue, redis, parts.now)
      if (!(await inbox.isWhole())) {
        const count = await inbox.rebuild(store)
        log.info({ event: 'inboxRebuilt', count }, 'inboxRebuilt')
      }
      if (swept.enqueued + swept.retried > 0) log.info({ event: 'swept', ...swept }, 'swept')
      return swept
    }
    case deliveryTasks.eraseOld: {
      if (!(await mayErase(shelf, 'lastErasure', Date.now(), log))) return null
      const { failed, ...erased } = await eraseOld(new Date(Date.now() - config.retentionDays * dayMs), {
        store,
        mailboxFolder: config.mailboxFolder,
        removeTask: async id => {
          await inbox.remove(id)
          return (await queue.remove(id)) === 1
        },
      })
      for (const { id, reason } of failed)
        log.error({ event: 'notErased', submissionId: id, message: reason }, 'notErased')
      if (erased.erased + erased.mails > 0) log.info({ event: 'erased', ...erased }, 'erased')
      // The other thing that is looked for in all that is stored.
      await inbox.complete(store)
      return { ...erased, failed: failed.length }
    }
    default:
      throw new Error(`No such task: ${task.name}`)
  }
}

/**
 * Takes care that a task stays this process's for the next while; throws when it has become another's, or that cannot
 * be known. A process that stood still (a blocked event loop, a machine that slept) goes on where it was, and does not
 * know that it was given up.
 */
async function keepLock(task: Job, token: string): Promise<void> {
  const kept = await Promise.race([task.extendLock(token, lockMs).catch(() => 0), delay(redisMs, 0, { ref: false })])
  if (kept !== 1) throw new Error('another process has taken this over, or Redis does not answer')
}

/** The tasks that come round by the clock; the first of each is due at once. */
async function schedule(options: { onlyMissing: boolean }): Promise<void> {
  for (const [name, every] of [
    [deliveryTasks.sweep, sweepMs],
    [deliveryTasks.eraseOld, dayMs],
  ] as const)
    await keepSchedule(queue, name, every, options)
}

async function sendHeartbeat(): Promise<void> {
  // It would only wait with all the others for a Redis that is away.
  if (redis.status !== 'ready') return
  await redis.set(deliveryHeartbeat(config.queuePrefix), new Date().toISOString(), 'PX', heartbeatMs * 6).catch(warn)
  // A Redis that has lost what it knew would never have the store swept again; a clock that was put back, not for long.
  await schedule({ onlyMissing: true }).catch(warn)
  await alerts.schedule({ onlyMissing: true }).catch(warn)
}

async function close(): Promise<void> {
  clearInterval(heartbeat)
  const patience = setTimeout(() => process.exit(0), 8_000)
  patience.unref()
  await Promise.allSettled([worker.close(), queue.close(), alerts.close()])
  mail.close()
  await redis.quit().catch(() => undefined)
  process.exit(0)
}

// The deliveries' process: sends what has been submitted. `node --import tsx api/worker.ts`
import { type Job, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { type DeliverTask, deliveryHeartbeat, deliveryQueue, deliveryTasks } from '#api/deliveries'
import { readDeliveryConfig } from './config.ts'
import { deliver } from './delivery/deliver.ts'
import { openMail } from './delivery/mail.ts'
import { openStore } from './submissions/openStore.ts'
import { openScanner } from './submissions/scan.ts'

/** Between two looks for submissions that no queue knows: a Redis that was lost, a site that died after it had stored. */
const sweepMs = 60_000
const dayMs = 86_400_000
/** Longer than the slowest delivery: one submission is worked on by one process. */
const lockMs = 120_000
const beatMs = 5_000

const config = readDeliveryConfig()
const log = pino({ level: config.logLevel, base: { room: 'delivery' } })
const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null })
const warn = (error: Error) => log.warn({ event: 'redis', message: error.message }, 'redis')
redis.on('error', warn)
const store = await openStore(config.submissions)
const mail = openMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: config.mailboxFolder })
const parts = {
  store,
  mail,
  scanner: openScanner(config.scanner),
  officeEmail: config.officeEmail,
  siteName: config.siteName,
  publicUrl: config.publicUrl,
  ats: config.ats,
  now: () => new Date(),
}

const connection = redis
const queue = new Queue(deliveryQueue, {
  connection,
  prefix: config.queuePrefix,
  // A mail server may be down for a day and more: the sweep goes on where the attempts end.
  defaultJobOptions: { attempts: 8, backoff: { type: 'exponential', delay: 5_000 }, removeOnComplete: { count: 500 }, removeOnFail: { count: 1_000 } },
})
queue.on('error', warn)
await queue.setGlobalConcurrency(4)
await queue.upsertJobScheduler('sweep', { every: sweepMs }, { name: deliveryTasks.sweep, data: {} })
await queue.upsertJobScheduler('eraseOld', { every: dayMs }, { name: deliveryTasks.eraseOld, data: {} })
const worker = new Worker(deliveryQueue, run, {
  connection,
  prefix: config.queuePrefix,
  concurrency: 4,
  lockDuration: lockMs,
  stalledInterval: 15_000,
  maxStalledCount: 20,
})
worker.on('error', warn)
worker.on('failed', (task, error) =>
  log.error({ event: 'deliveryFailed', submissionId: task?.data?.submissionId, attempt: task?.attemptsMade, message: error.message }, 'deliveryFailed'),
)
const heartbeat = setInterval(() => void beat(), beatMs)
await beat()
log.info({ event: 'ready', mail: config.smtpUrl ? 'smtp' : 'mailbox' }, 'ready')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())

async function run(task: Job): Promise<unknown> {
  switch (task.name) {
    case deliveryTasks.deliver: {
      const { submissionId } = task.data as DeliverTask
      const open = await deliver(submissionId, parts)
      if (open.length > 0) throw new Error(open.map(({ delivery, reason }) => `${delivery}: ${reason}`).join('; '))
      log.info({ event: 'delivered', submissionId }, 'delivered')
      return { submissionId }
    }
    case deliveryTasks.sweep:
      return sweep()
    case deliveryTasks.eraseOld:
      return eraseOld()
    default:
      throw new Error(`No such task: ${task.name}`)
  }
}

/** Puts on the queue what is not delivered in full and not on it. */
async function sweep(): Promise<{ enqueued: number }> {
  let enqueued = 0
  for await (const submissionId of store.open()) {
    const known = await queue.getJob(submissionId)
    const state = known ? await known.getState() : 'unknown'
    if (known && (state === 'failed' || state === 'completed')) await known.remove().catch(() => undefined)
    else if (known) continue
    await queue.add(deliveryTasks.deliver, { submissionId } satisfies DeliverTask, { jobId: submissionId })
    enqueued++
  }
  if (enqueued > 0) log.info({ event: 'swept', enqueued }, 'swept')
  return { enqueued }
}

async function eraseOld(): Promise<{ erased: number }> {
  const before = Date.now() - config.retentionDays * dayMs
  let erased = 0
  for await (const { id, receivedAt } of store.all()) {
    if (Date.parse(receivedAt) >= before) continue
    await store.erase(id)
    erased++
  }
  if (erased > 0) log.info({ event: 'erased', erased }, 'erased')
  return { erased }
}

async function beat(): Promise<void> {
  await redis.set(deliveryHeartbeat(config.queuePrefix), new Date().toISOString(), 'PX', beatMs * 6).catch(warn)
}

async function close(): Promise<void> {
  clearInterval(heartbeat)
  const patience = setTimeout(() => process.exit(0), 8_000)
  patience.unref()
  await Promise.allSettled([worker.close(), queue.close()])
  mail.close()
  await redis.quit().catch(() => undefined)
  process.exit(0)
}

// Gives the worker's signs of life and takes its tasks, without doing anything.
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'

const { REDIS_URL, QUEUE_PREFIX, NEVER_READY, ENDLESS } = process.env
const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: null })
redis.on('error', () => {})
const record = {
  source: 'agency',
  startedAt: new Date().toISOString(),
  ms: 1,
  outcome: 'ok',
  received: 4,
  upserted: 3,
  unchanged: 0,
  quarantined: 1,
  merged: 0,
  retired: 0,
  missing: 0,
}
await redis.hset(`${QUEUE_PREFIX}:sources`, 'agency', JSON.stringify({ id: 'agency' }))
if ((await redis.llen(`${QUEUE_PREFIX}:runs:agency`)) === 0)
  await redis.lpush(`${QUEUE_PREFIX}:runs:agency`, JSON.stringify(record))
const worker = new Worker(
  'index',
  async task => {
    await task.updateProgress({ rows: 2 })
    console.log(JSON.stringify({ level: 30, msg: 'an event of the worker' }))
    console.log(JSON.stringify({ level: 40, msg: 'a warning of the worker' }))
    if (ENDLESS) await new Promise(() => {})
    if (task.data.from === 'https://refused.invalid/')
      return { ...record, outcome: 'guarded', reason: 'would retire 90 %' }
    if (task.name === 'rebuildIndex') return { index: task.data.index, documents: 3 }
    return { ...record, from: task.data.from }
  },
  // What a killed worker was at is taken up soon.
  { connection: redis, prefix: QUEUE_PREFIX, lockDuration: 1_000, stalledInterval: 500, maxStalledCount: 100 },
)
worker.on('error', () => {})
// Given once and for the whole test.
if (!NEVER_READY) await redis.set(`${QUEUE_PREFIX}:heartbeat`, new Date().toISOString())
process.once('SIGTERM', async () => {
  await worker.close()
  process.exit(0)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Queue, QueueEvents } from 'bullmq'
import { Redis } from 'ioredis'
import { indexNames } from '#indexer/indexNames'
import { redisKeys } from '#indexer/tasks'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { workerFlags } from '../../infra/start/config.ts'
import { awaitReady, end } from './child.ts'
import { entryArgs } from './compiled.ts'
import { dataFolder } from './dataFolder.ts'
import { type RunningMeilisearch, startMeilisearch } from './meilisearch.ts'
import { type RunningRedis, startRedis } from './redis.ts'
import { findTemplate, leaveTemplate } from './templates.ts'

interface WorkerSettings {
  redisUrl: string
  meiliUrl: string
  meiliKey: string
  /** Of its queues and keys. */
  prefix: string
  /** The catalogue's file. */
  catalogue: string
  /** Further settings. */
  env?: Record<string, string>
}

/** The worker's own process. Whoever starts it ends it. */
export function spawnWorker({
  redisUrl,
  meiliUrl,
  meiliKey,
  prefix,
  catalogue,
  env = {},
}: WorkerSettings): ChildProcess {
  return spawn(process.execPath, [...workerFlags, ...entryArgs('indexer/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      REDIS_URL: redisUrl,
      MEILI_URL: meiliUrl,
      MEILI_INDEXER_KEY: meiliKey,
      QUEUE_PREFIX: prefix,
      JOB_SOURCES: catalogue,
      LOG_LEVEL: 'silent',
      // Edited files are seen at the second look.
      HEARTBEAT_SECONDS: '0.25',
      FEED_WAIT_SECONDS: '0.25',
      // Tests beside it are no visitors.
      WORKER_NICENESS: '0',
      ...env,
    },
  })
}

const templateName = 'worker'
const settingsFile = 'settings.json'

/** What workers of one prefix stand on, each part a test's own. */
export interface WorkerGround {
  /** Of the catalogue (`sources.json`) and its feeds. */
  folder: string
  meilisearch: RunningMeilisearch
  redis: RunningRedis
  connection: Redis
  engine: Engine
  writeCatalogue(...sources: object[]): Promise<void>
  queue(name: string): Queue
  /** A queue's events, ready: all since the ground was made, so that none is missed that comes while it connects. */
  events(name: string): Promise<QueueEvents>
  /** A further worker. */
  startWorker(env?: Record<string, string>): ChildProcess
  /** Ends the workers and everything else, and removes the folder. */
  stop(): Promise<void>
}

/**
 * Its indexes are as a worker without sources leaves them, places among them: what each first worker would make is made
 * once a run.
 */
export async function startGround(prefix: string): Promise<WorkerGround> {
  const template = findTemplate(templateName)
  const ground = await openGround(prefix, template)
  if (!template) await leaveTemplate(templateName, to => fillTemplate(ground, prefix, to))
  return ground
}

/** Of what an index was made with: a hash in Redis for each, beside the index. */
const settingsKeys = (prefix: string) => `${prefix}:settings:`

async function fillTemplate(ground: WorkerGround, prefix: string, to: string): Promise<void> {
  const { connection, meilisearch } = ground
  await ground.writeCatalogue()
  const worker = ground.startWorker()
  const heartbeat = async () => (await connection.exists(redisKeys.heartbeat(prefix))) === 1
  await awaitReady(worker, heartbeat)
  await end(worker, 'SIGTERM')
  const keys = await connection.keys(`${settingsKeys(prefix)}*`)
  const settings = await Promise.all(
    keys.map(async key => [key.slice(settingsKeys(prefix).length), await connection.get(key)]),
  )
  await writeFile(join(to, settingsFile), JSON.stringify(Object.fromEntries(settings)))
  await meilisearch.copyTo(to)
}

async function openGround(prefix: string, template: string | null): Promise<WorkerGround> {
  const [folder, meilisearch, redis] = await Promise.all([
    dataFolder(`longlist-${prefix}-`),
    startMeilisearch({ copyOf: template }),
    startRedis(),
  ])
  const connect = () => new Redis(redis.url, { maxRetriesPerRequest: null }).on('error', () => undefined)
  const connection = connect()
  if (template) {
    const settings = JSON.parse(await readFile(join(template, settingsFile), 'utf8')) as Record<string, string>
    await Promise.all(
      Object.entries(settings).map(([name, hash]) => connection.set(`${settingsKeys(prefix)}${name}`, hash)),
    )
  }
  const open: (Queue | QueueEvents)[] = []
  const connections = [connection]
  const workers: ChildProcess[] = []
  return {
    folder,
    meilisearch,
    redis,
    connection,
    engine: new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') }),
    writeCatalogue: (...sources) => writeFile(join(folder, 'sources.json'), JSON.stringify({ sources })),
    queue: name => {
      const queue = new Queue(name, { connection, prefix })
      // Some tests end Redis.
      queue.on('error', () => undefined)
      open.push(queue)
      return queue
    },
    events: async name => {
      const own = connect()
      connections.push(own)
      const events = new QueueEvents(name, { connection: own, prefix, lastEventId: '0' })
      events.on('error', () => undefined)
      open.push(events)
      await events.waitUntilReady()
      return events
    },
    startWorker: env => {
      const catalogue = join(folder, 'sources.json')
      const worker = spawnWorker({
        redisUrl: redis.url,
        meiliUrl: meilisearch.url,
        meiliKey: meilisearch.masterKey,
        prefix,
        catalogue,
        ...(env ? { env } : {}),
      })
      workers.push(worker)
      return worker
    },
    stop: async () => {
      await Promise.all(workers.map(worker => end(worker, 'SIGKILL')))
      await Promise.allSettled(open.map(one => one.close()))
      for (const one of connections) one.disconnect()
      await Promise.all([
        meilisearch.stop(),
        redis.stop(),
        rm(folder, { recursive: true, force: true, maxRetries: 10 }),
      ])
    },
  }
}

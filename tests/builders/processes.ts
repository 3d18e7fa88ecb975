import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { deliveryQueue } from '#api/deliveries'
import { asRequested } from '../../api/config.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { SubmissionStore } from '../../api/submissions/submission.ts'
import { type CdaServer, startCdaServer } from '../../infra/cms/cdaServer.ts'
import { Space } from '../../infra/cms/space.ts'
import { contentExport, seedFolder } from '../../infra/seed/contentExport.ts'
import { freePort } from '../../infra/start/ports.ts'
import { redisConfiguration } from '../../infra/start/redis.ts'
import { awaitReady, end } from './child.ts'
import { type Entry, entryArgs } from './compiled.ts'
import { dataFolder } from './dataFolder.ts'
import { type RunningMeilisearch } from './meilisearch.ts'

/** One of the installation's processes. Whoever kills it starts it again: nobody else does. */
export interface Running {
  name: string
  pid(): number
  /** Of a site. */
  origin: string
  /** Hard: it has no time to end anything. */
  kill(): Promise<void>
  /** Tells it to end, and waits until it has. */
  end(): Promise<void>
  /** Resolves when it is ready. */
  start(): Promise<void>
}

/**
 * The processes of a whole installation on one store, as `npm start` runs them: each can be killed and started again by
 * itself.
 */
export interface Installation {
  sites: Running[]
  workers: Running[]
  redis: Running
  redisUrl: string
  /** Starts Redis again without anything that it knew; call it when Redis is killed. */
  loseRedisData(): Promise<void>
  /** Its own look at the same store. */
  store: SubmissionStore
  /** The deliveries' queue, as an operator would look at it. */
  deliveries: Queue
  /** `incoming`, `open`, `held` and `stored` are in it. */
  submissionsFolder: string
  mailboxFolder: string
  /** All that the processes have logged. */
  logs(): Promise<string>
  /** Processes that ended though nobody here killed them, with what they said. */
  crashes: string[]
  stop(): Promise<void>
}

const project = fileURLToPath(new URL('../..', import.meta.url))
const prefix = 'chaos'
/** Of a site on a machine with other things to do. */
const startMs = 500_000
const password = 'only-for-tests'

/** A CMS with the seed's content, on the loopback. */
export function startCms(): Promise<CdaServer> {
  return startCdaServer({ space: new Space(contentExport()), assetsFolder: join(seedFolder, 'assets') })
}

/**
 * @param environment further variables of the deliveries
 * @param siteEnvironment further variables of the sites
 * @throws when the web is not built, and when a process does not start
 */
export async function startInstallation({
  meilisearch,
  cms,
  sites: siteCount,
  workers: workerCount,
  environment = {},
  siteEnvironment = {},
}: {
  meilisearch: RunningMeilisearch
  cms: CdaServer
  sites: number
  workers: number
  environment?: Record<string, string>
  siteEnvironment?: Record<string, string>
}): Promise<Installation> {
  const folder = await dataFolder('longlist-processes-')
  const submissionsFolder = join(folder, 'submissions')
  const mailboxFolder = join(folder, 'mailbox')
  const redisFolder = join(folder, 'redis')
  const logFolder = join(folder, 'logs')
  for (const path of [redisFolder, logFolder]) mkdirSync(path)
  const crashes: string[] = []

  const running = (name: string, origin: string, run: () => ChildProcess, ready: () => Promise<boolean>): Running => {
    let child: ChildProcess | null = null
    const stop = async (signal: 'SIGKILL' | 'SIGTERM') => {
      const stopped = child
      child = null
      if (stopped) await end(stopped, signal)
    }
    const one: Running = {
      name,
      origin,
      pid: () => child?.pid ?? 0,
      kill: () => stop('SIGKILL'),
      end: () => stop('SIGTERM'),
      async start() {
        const started = run()
        child = started
        started.once(
          'exit',
          (code, signal) => child === started && crashes.push(`${name} ended with ${code ?? signal}`),
        )
        await awaitReady(started, ready, startMs)
      },
    }
    return one
  }
  /** Node with the entry of a room; what it logs is kept. */
  const node = (name: string, entry: Entry, variables: Record<string, string>) => () => {
    const log = openSync(join(logFolder, `${name}.log`), 'a')
    const child = spawn(process.execPath, entryArgs(entry), {
      cwd: project,
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: 'production', ...both, ...variables },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    return child
  }

  const redisPort = await freePort()
  const redisUrl = `redis://:${password}@127.0.0.1:${redisPort}`
  await writeFile(
    join(redisFolder, 'redis.conf'),
    redisConfiguration({ port: redisPort, folder: redisFolder, password }),
  )
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: 2, retryStrategy: () => 50 })
  connection.on('error', () => undefined)
  const redis = running(
    'redis',
    '',
    () =>
      spawn(process.env.REDIS_BIN ?? 'redis-server', [join(redisFolder, 'redis.conf')], {
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    async () => (await connection.ping()) === 'PONG',
  )
  const both: Record<string, string> = {
    SITE: 'uk',
    REDIS_URL: redisUrl,
    QUEUE_PREFIX: prefix,
    LOG_LEVEL: 'info',
    SUBMISSIONS_DIR: submissionsFolder,
    MAILBOX_DIR: mailboxFolder,
    PUBLIC_URL: asRequested,
  }

  const sites: Running[] = []
  for (let at = 0; at < siteCount; at++) {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const run = node(`site-${at}`, 'infra/start/site.ts', {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, `site-${at}`),
      MEILI_URL: meilisearch.url,
      MEILI_SEARCH_KEY: meilisearch.masterKey,
      CONTENTFUL_SPACE_ID: cms.space.space,
      CONTENTFUL_ACCESS_TOKEN: 'any',
      CONTENTFUL_ENVIRONMENT: cms.space.environment,
      CONTENTFUL_HOST: cms.host,
      CONTENTFUL_INSECURE: 'true',
      MAIL_BY_SMTP: environment.SMTP_URL ? 'yes' : 'no',
      ...siteEnvironment,
    })
    sites.push(running(`site-${at}`, origin, run, async () => (await fetch(`${origin}/_sf/api/v1/forms/apply`)).ok))
  }
  const workers = Array.from({ length: workerCount }, (_, at) => {
    const name = `worker-${at}`
    // A killed one's tasks are taken up sooner than in earnest: nothing is known by then that is not known later.
    const patience = {
      DELIVERY_LOCK_SECONDS: '5',
      DELIVERY_SWEEP_SECONDS: '5',
      ALERT_PASS_SECONDS: '1',
      MEILI_URL: meilisearch.url,
      MEILI_SEARCH_KEY: meilisearch.masterKey,
    }
    const run = node(name, 'api/worker.ts', { ...patience, ...environment })
    const said = () => readFileOr(join(logFolder, `${name}.log`))
    let before = 0
    const start = () => {
      before = said().length
      return run()
    }
    return running(name, '', start, async () => said().slice(before).includes('"event":"ready"'))
  })

  const queueConnection = new Redis(redisUrl, { maxRetriesPerRequest: null }).on('error', () => undefined)
  const deliveries = new Queue(deliveryQueue, { connection: queueConnection, prefix })
  deliveries.on('error', () => undefined)
  const stop = async () => {
    for (const one of [...sites, ...workers]) await one.kill()
    for (const one of [connection, queueConnection]) one.disconnect()
    await redis.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    await redis.start()
    await Promise.all([...sites, ...workers].map(one => one.start()))
    return {
      sites,
      workers,
      redis,
      redisUrl,
      async loseRedisData() {
        for (const name of await readdir(redisFolder))
          if (name !== 'redis.conf') await rm(join(redisFolder, name), { recursive: true })
        await redis.start()
      },
      store: await openLocalStore(submissionsFolder, {
        error: (fields, message) => crashes.push(`${JSON.stringify(fields)} ${message}`),
      }),
      deliveries,
      submissionsFolder,
      mailboxFolder,
      async logs() {
        const names = await readdir(logFolder)
        return (await Promise.all(names.map(name => readFile(join(logFolder, name), 'utf8')))).join('')
      },
      crashes,
      stop,
    }
  } catch (error) {
    const said = (await readdir(logFolder)).map(name => readFileOr(join(logFolder, name))).join('')
    await stop()
    throw new Error(`${(error as Error).message}\n${said.slice(-2_000)}`)
  }
}

function readFileOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

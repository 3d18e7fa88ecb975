import { type ChildProcess, spawn } from 'node:child_process'

export interface WorkerSettings {
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
export function spawnWorker({ redisUrl, meiliUrl, meiliKey, prefix, catalogue, env = {} }: WorkerSettings): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'indexer/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      REDIS_URL: redisUrl,
      MEILI_URL: meiliUrl,
      MEILI_INDEXER_KEY: meiliKey,
      QUEUE_PREFIX: prefix,
      JOB_SOURCES: catalogue,
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
}

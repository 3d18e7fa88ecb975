// Health check of a container: `health.ts site` and `health.ts content` ask the process itself, `health.ts worker` looks for a worker's sign of life. Ends with 0 or 1.
import { Redis } from 'ioredis'
import { redisKeys } from '#indexer/tasks'
import { readHealth } from './config.ts'

const { siteUrl, contentUrl, redisUrl, queuePrefix } = readHealth(process.env)

async function workerLives(): Promise<boolean> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', error => console.error(error.message))
  try {
    await redis.connect()
    return (await redis.exists(redisKeys.heartbeat(queuePrefix))) === 1
  } finally {
    redis.disconnect()
  }
}

const answers = (url: string) => fetch(`${url}/health`, { signal: AbortSignal.timeout(4_000) }).then(answer => answer.ok)
const isWell = process.argv[2] === 'worker' ? workerLives() : answers(process.argv[2] === 'content' ? contentUrl : siteUrl)
process.exitCode = (await isWell.catch(error => {
  console.error((error as Error).message)
  return false
}))
  ? 0
  : 1

// Health check of a container: `health.ts site` and `health.ts content` ask the process itself, `health.ts worker` and
// `health.ts deliveries` look for that process's sign of life. Ends with 0 or 1.
import { Redis } from 'ioredis'
import { deliveryHeartbeat } from '#api/deliveries'
import { redisKeys } from '#indexer/tasks'
import { readHealth } from './config.ts'

const { siteUrl, contentUrl, redisUrl, queuePrefix } = readHealth(process.env)

async function lives(heartbeat: string): Promise<boolean> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', error => console.error(error.message))
  try {
    await redis.connect()
    return (await redis.exists(heartbeat)) === 1
  } finally {
    redis.disconnect()
  }
}

const answers = (url: string) => fetch(`${url}/health`, { signal: AbortSignal.timeout(4_000) }).then(answer => answer.ok)

function isWell(name: string | undefined): Promise<boolean> {
  switch (name) {
    case 'worker':
      return lives(redisKeys.heartbeat(queuePrefix))
    case 'deliveries':
      return lives(deliveryHeartbeat(queuePrefix))
    case 'content':
      return answers(contentUrl)
    default:
      return answers(siteUrl)
  }
}

process.exitCode = (await isWell(process.argv[2]).catch(error => {
  console.error((error as Error).message)
  return false
}))
  ? 0
  : 1

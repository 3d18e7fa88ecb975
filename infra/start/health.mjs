// Health check of a container: `health.mjs site` and `health.mjs content` ask the process itself, `health.mjs worker`
// and `health.mjs deliveries` look for that process's sign of life. Ends with 0 or 1. Plain JavaScript: it is started
// every 30 seconds beside each process, and tsx takes ten times as long to start.
import { fileURLToPath } from 'node:url'

const { PORT = '3000', CONTENT_PORT = '4000', REDIS_URL = '', QUEUE_PREFIX = 'longlist' } = process.env

/** Where each process signs, as the contracts of the rooms say. */
export const heartbeats = {
  worker: prefix => `${prefix}:heartbeat`,
  deliveries: prefix => `${prefix}:deliveries:heartbeat`,
}

/** As `indexer/contract/redisAddress.ts` reads it, of which this is the plain JavaScript. */
export function redisAddress(url) {
  const [, kind, user, password, hosts = '', path = '', other] =
    /^(redis|rediss|redis-sentinel):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#]+)(?:\/([^?#]*))?(?:\?sentinelPassword=(.*))?$/.exec(
      url,
    ) ?? []
  const nodes = hosts.split(',').map(text => {
    const [, host = '', port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (kind === 'redis-sentinel' ? 26379 : 6379)) }
  })
  const login = {
    ...(user && { username: decodeURIComponent(user) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
  if (kind === 'redis-sentinel')
    return { ...login, sentinels: nodes, name: path, ...(other && { sentinelPassword: decodeURIComponent(other) }) }
  return { ...login, ...nodes[0], ...(path && { db: Number(path) }), ...(kind === 'rediss' && { tls: {} }) }
}

async function lives(heartbeat) {
  const { Redis } = await import('ioredis')
  const once = { lazyConnect: true, retryStrategy: () => null, sentinelRetryStrategy: () => null }
  const redis = new Redis({ ...redisAddress(REDIS_URL), ...once, maxRetriesPerRequest: 0 })
  redis.on('error', error => console.error(error.message))
  try {
    await redis.connect()
    return (await redis.exists(heartbeat)) === 1
  } finally {
    redis.disconnect()
  }
}

const answers = port =>
  fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4_000) }).then(({ ok }) => ok)

function isWell(name) {
  if (Object.hasOwn(heartbeats, name)) return lives(heartbeats[name](QUEUE_PREFIX))
  return answers(name === 'content' ? CONTENT_PORT : PORT)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const well = await isWell(process.argv[2]).catch(error => {
    console.error(error.message)
    return false
  })
  process.exitCode = well ? 0 : 1
}

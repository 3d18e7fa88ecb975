import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Engine, EngineRefusal } from '../indexes/meilisearch.ts'

/** A queue that Redis may evict or forget is no queue: says so at once, and ends the process where tasks are lost. */
export async function assertDurable(redis: Redis, log: Logger): Promise<void> {
  const { 'maxmemory-policy': policy, appendonly } = await readRedisConfig(redis)
  if (policy !== undefined && policy !== 'noeviction') {
    log.fatal(
      { event: 'redisPolicy' },
      `Redis has maxmemory-policy ${policy}; set it to noeviction: evicted tasks are lost tasks`,
    )
    process.exit(1)
  }
  if (appendonly === 'no')
    log.warn(
      { event: 'redisPolicy' },
      'Redis has appendonly no: tasks in the queue are lost when it stops; set appendonly yes',
    )
}

async function readRedisConfig(redis: Redis): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const name of ['maxmemory-policy', 'appendonly']) {
    try {
      const [, value] = (await redis.config('GET', name)) as string[]
      if (value !== undefined) settings[name] = value
    } catch {
      // Managed Redis often forbids CONFIG; then its owner answers for it.
    }
  }
  return settings
}

/**
 * Waits for Meilisearch, some five minutes at most, and makes the indexes that are missing.
 * @throws what it refuses, and its last fault
 */
export async function ensureIndexes(engine: Engine, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await engine.ensureIndexes()
    } catch (error) {
      if (error instanceof EngineRefusal || attempt === 60) throw error
      log.warn({ event: 'waiting', for: 'Meilisearch', message: (error as Error).message }, 'waiting')
      await new Promise(resolve => setTimeout(resolve, Math.min(5_000, 250 * attempt)))
    }
  }
}

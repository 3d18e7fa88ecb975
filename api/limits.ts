import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Redis } from 'ioredis'
import type { ApiConfig } from './config.ts'
import { RecentMap } from './search/cache.ts'

/** Redis that has not answered by then is left alone for a while: a visitor does not wait for a count. */
const answerMs = 250
const leftAloneMs = 5_000
/** Keys that a process remembers by itself. */
const remembered = 10_000

export interface Counted {
  /** Within the running window, by whichever process counted more. */
  count: number
  /** Milliseconds until the window ends. */
  leftMs: number
}

/**
 * Counts by client for limits, in windows that begin with the first of them: shared by all processes through Redis, by
 * each of its own while Redis is away.
 */
export interface Limits {
  /** @returns the count with this one in it */
  count(name: string, client: string, windowMs: number): Promise<Counted>
  /** @returns the count as it is; 0 where nothing was counted */
  read(name: string, client: string, windowMs: number): Promise<number>
  forget(name: string, client: string): Promise<void>
}

/**
 * Begins a window where none is running. By the caller's clock, as the count in memory is; the key goes by itself soon
 * after.
 */
const script = `
local now, window, by = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local start = tonumber(redis.call('HGET', KEYS[1], 'start'))
if not start or now - start >= window or start - now >= window then
  redis.call('DEL', KEYS[1])
  if by == 0 then return {0, now} end
  redis.call('HSET', KEYS[1], 'start', now)
  redis.call('PEXPIRE', KEYS[1], window + 60000)
  start = now
end
return {redis.call('HINCRBY', KEYS[1], 'count', by), start}`

/**
 * @param redis fails at once while it is away Neither an address nor what it asked for can be read from a key: it is a
 * keyed hash, by a secret that Redis does not hold and all processes of an installation do.
 */
export function openLimits(
  redis: Redis,
  {
    queuePrefix,
    searchKey,
    patience,
  }: Pick<ApiConfig, 'queuePrefix' | 'searchKey'> & Pick<Partial<ApiConfig>, 'patience'>,
): Limits {
  const own = new Map<number, RecentMap<{ count: number; start: number }>>()
  const secret = createHmac('sha256', searchKey).update('limits').digest()
  const mostMs = patience?.redisMs ?? answerMs
  let leftAloneUntil = 0

  const keyOf = (name: string, client: string) =>
    `${queuePrefix}:limit:${createHmac('sha256', secret).update(`${name}\n${client}`).digest('base64url').slice(0, 22)}`

  const ownOf = (windowMs: number) => {
    const known = own.get(windowMs) ?? new RecentMap(remembered, windowMs)
    own.set(windowMs, known)
    return known
  }

  /** @returns null where Redis does not answer */
  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    if (redis.status !== 'ready' || performance.now() < leftAloneUntil) return null
    const patienceOver = new AbortController()
    try {
      const late = delay(mostMs, 'late' as const, { ref: false, signal: patienceOver.signal })
      const answer = await Promise.race([question(), late])
      if (answer !== 'late') return answer as Answer
    } catch {
      // Said once by the connection's own listener; the process counts by itself meanwhile.
    } finally {
      patienceOver.abort()
    }
    leftAloneUntil = performance.now() + leftAloneMs
    return null
  }

  async function add(name: string, client: string, windowMs: number, by: 0 | 1): Promise<Counted> {
    const now = Date.now()
    const key = keyOf(name, client)
    const known = ownOf(windowMs)
    const before = known.get(key)
    const running = before && now - before.start < windowMs ? before : { count: 0, start: now }
    // As it is at this moment: others are counted while Redis is asked.
    const mine = { count: running.count + by, start: running.start }
    if (by > 0) known.set(key, mine)
    const all = await ask(() => redis.eval(script, 1, key, now, windowMs, by) as Promise<[number, number]>)
    const { count, start } = all !== null && all[0] >= mine.count ? { count: all[0], start: all[1] } : mine
    return { count, leftMs: Math.max(0, Math.min(windowMs, start + windowMs - now)) }
  }

  return {
    count: (name, client, windowMs) => add(name, client, windowMs, 1),
    read: async (name, client, windowMs) => (await add(name, client, windowMs, 0)).count,
    async forget(name, client) {
      const key = keyOf(name, client)
      for (const known of own.values()) known.delete(key)
      await ask(() => redis.del(key))
    },
  }
}

/** What `@fastify/rate-limit` counts in: a count for each route and client. */
export function rateLimitStore(limits: Limits): FastifyRateLimitStoreCtor {
  return class RouteCounts implements FastifyRateLimitStore {
    readonly #route: string

    constructor(_options: unknown, route = '') {
      this.#route = route
    }

    incr(
      client: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 0,
    ): void {
      limits
        .count(this.#route, client, windowMs)
        .then(({ count, leftMs }) => done(null, { current: count, ttl: leftMs }), done)
    }

    child(options: unknown): FastifyRateLimitStore {
      // As the plugin gives it; its types say otherwise.
      const { method, url } = (options as { routeInfo: { method: string | string[]; url: string } }).routeInfo
      return new RouteCounts(options, `${method} ${url}`)
    }
  }
}

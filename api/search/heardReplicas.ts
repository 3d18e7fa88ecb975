import type { Redis } from 'ioredis'
import type { ReplicaState } from '#indexer/replicas'
import { redisKeys } from '#indexer/tasks'
import type { Heard } from './engines.ts'

const everyMs = 1_000

/** What the worker says of the replicas, read again each second; nothing is read where there are none. */
export function hearReplicas(
  redis: Redis,
  prefix: string,
  urls: readonly string[],
): { heard: () => Heard | null; close: () => void } {
  if (urls.length === 0) return { heard: () => null, close: () => {} }
  let heard: Heard | null = null
  let isAsking = false
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const at = Date.now()
    try {
      const said = await redis.hmget(redisKeys.replicas(prefix), ...urls)
      const states = said.map((text, n) =>
        text === null ? [] : ([[urls[n]!, JSON.parse(text) as ReplicaState]] as const),
      )
      heard = { at, states: new Map(states.flat()) }
    } catch {
      // What was heard last grows old, and the primary is asked alone.
    } finally {
      isAsking = false
    }
  }
  void ask()
  const clock = setInterval(() => void ask(), everyMs).unref()
  return { heard: () => heard, close: () => clearInterval(clock) }
}

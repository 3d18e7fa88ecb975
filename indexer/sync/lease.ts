import type { Redis } from 'ioredis'

/** A right that one holder at a time has, over all processes. */
export interface Lease {
  release(): Promise<void>
}

/** A process that dies leaves its leases for so long. */
const leaseMs = 15_000
const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`
const extendScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end`

/**
 * Takes the lease of a key, renewed until it is released; null while another holder has it.
 * @param holder unlike every other holder's
 */
export async function takeLease(redis: Redis, key: string, holder: string): Promise<Lease | null> {
  if ((await redis.set(key, holder, 'PX', leaseMs, 'NX')) === null) return null
  const renewal = setInterval(() => void redis.eval(extendScript, 1, key, holder, leaseMs).catch(() => undefined), leaseMs / 3)
  return {
    release: async () => {
      clearInterval(renewal)
      await redis.eval(releaseScript, 1, key, holder)
    },
  }
}

import type { Redis } from 'ioredis'

/** A right that one holder at a time has, over all processes. */
export interface Lease {
  /** Aborts when the lease is lost: another holder may have it by now. */
  signal: AbortSignal
  /** Asked right before each write. Renews the lease. @throws LeaseLost */
  confirm(): Promise<void>
  release(): Promise<void>
}

/** The work is given up and made again: another process may be doing it already. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** A process that dies leaves its leases for so long, where the caller does not say otherwise. */
const usualMs = 15_000
/** What is sent this share of a lease before its end has arrived by then. */
const margin = 0.2
const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`
const extendScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end`

/**
 * Takes the lease of a key, renewed until it is released; null while another holder has it.
 * @param holder unlike every other holder's
 * @param leaseMs whole milliseconds until the lease of a holder that has died ends
 */
export async function takeLease(redis: Redis, key: string, holder: string, leaseMs = usualMs): Promise<Lease | null> {
  const lost = new AbortController()
  const takenAt = Date.now()
  if ((await redis.set(key, holder, 'PX', leaseMs, 'NX')) === null) return null
  // Counted from when it was asked for: Redis has granted it later than that, so it ends later.
  let goodUntil = takenAt + leaseMs
  const lose = () => {
    clearInterval(renewal)
    lost.abort(
      new LeaseLost(`The lease ${key} was lost: this process stood still or could not reach Redis for too long`),
    )
  }
  const renew = async () => {
    const at = Date.now()
    if (Number(await redis.eval(extendScript, 1, key, holder, leaseMs)) !== 1) return lose()
    goodUntil = Math.max(goodUntil, at + leaseMs)
  }
  const renewal = setInterval(() => {
    if (Date.now() >= goodUntil) lose()
    else void renew().catch(() => undefined)
  }, leaseMs / 3)
  return {
    signal: lost.signal,
    confirm: async () => {
      lost.signal.throwIfAborted()
      await renew()
      // Redis may have answered in time to a process that then stood still.
      if (Date.now() >= goodUntil - leaseMs * margin) lose()
      lost.signal.throwIfAborted()
    },
    release: async () => {
      clearInterval(renewal)
      await redis.eval(releaseScript, 1, key, holder)
    },
  }
}

import { z } from 'zod'

/** What a client of Redis connects by: one server, or the master that Sentinels name. */
export interface RedisAddress {
  host?: string
  port?: number
  username?: string
  password?: string
  db?: number
  tls?: object
  sentinels?: { host: string; port: number }[]
  /** Of the master, as the Sentinels know it. */
  name?: string
  sentinelPassword?: string
  /** A server that is not the master any more is left: the next command finds the new one. */
  reconnectOnError: (error: Error) => false | 2
}

const reconnectOnError = (error: Error) => (error.message.startsWith('READONLY') ? 2 : false)
const address =
  /^(?<kind>redis|rediss|redis-sentinel):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?#]+)(?:\/(?<path>[^?#]*))?(?:\?sentinelPassword=(?<other>[^&#]*))?$/

/**
 * `redis://user:password@host:6379/0`, `rediss://…`, or `redis-sentinel://:password@host:26379,host:26379/master`,
 * with `?sentinelPassword=…` where the Sentinels have a password too. Null for what is none of these.
 */
export function redisAddress(url: string): RedisAddress | null {
  const { kind, user, password, hosts = '', path = '', other } = address.exec(url)?.groups ?? {}
  if (!kind) return null
  const nodes = hosts.split(',').map(text => {
    const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
    return host ? { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? null : Number(port) } : null
  })
  if (nodes.includes(null)) return null
  const login = {
    ...(user ? { username: decodeURIComponent(user) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    reconnectOnError,
  }
  if (kind === 'redis-sentinel') {
    if (!/^[\w.-]+$/.test(path)) return null
    const sentinels = nodes.map(node => ({ host: node!.host, port: node!.port ?? 26_379 }))
    return { ...login, sentinels, name: path, ...(other ? { sentinelPassword: decodeURIComponent(other) } : {}) }
  }
  const [{ host, port } = { host: '', port: null }, ...more] = nodes.map(node => node!)
  if (more.length > 0 || other !== undefined || !/^\d*$/.test(path)) return null
  return {
    ...login,
    host,
    port: port ?? 6_379,
    ...(path ? { db: Number(path) } : {}),
    ...(kind === 'rediss' ? { tls: {} } : {}),
  }
}

/** As a setting. */
export const redisUrl = z.string().refine(url => redisAddress(url) !== null, {
  error:
    'must be a redis://, rediss:// or redis-sentinel:// address, such as redis-sentinel://:password@host:26379,host:26379/mymaster',
})

/** @throws where the setting was not checked */
export function connectBy(url: string): RedisAddress {
  const found = redisAddress(url)
  if (!found) throw new Error('REDIS_URL is no address of Redis')
  return found
}

/** Its hosts, for a person: without the password. */
export function shownRedis(url: string): string {
  const { sentinels, host, port } = connectBy(url)
  return (sentinels ?? [{ host, port }]).map(node => `${node.host}:${node.port}`).join(',')
}

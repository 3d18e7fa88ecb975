import { describe, expect, it } from 'vitest'
import { redisAddress, shownRedis } from '#indexer/redisAddress'
import { redisAddress as plain } from '../../../infra/start/health.mjs'

describe('redisAddress', () => {
  const good: [string, object][] = [
    ['redis://localhost', { host: 'localhost', port: 6379 }],
    ['redis://:secret@redis:6380/2', { host: 'redis', port: 6380, password: 'secret', db: 2 }],
    [
      'rediss://ours:s%40cret@cache.example.com',
      { host: 'cache.example.com', port: 6379, username: 'ours', password: 's@cret', tls: {} },
    ],
    ['redis://[::1]:7000', { host: '::1', port: 7000 }],
    [
      'redis-sentinel://:secret@a:1,b,c:3/mymaster',
      {
        password: 'secret',
        name: 'mymaster',
        sentinels: [
          { host: 'a', port: 1 },
          { host: 'b', port: 26379 },
          { host: 'c', port: 3 },
        ],
      },
    ],
    [
      'redis-sentinel://a/ours?sentinelPassword=other',
      { name: 'ours', sentinels: [{ host: 'a', port: 26379 }], sentinelPassword: 'other' },
    ],
  ]
  it('reads one server and Sentinels, here and in the health check alike', () => {
    for (const [url, expected] of good) {
      const { reconnectOnError, ...found } = redisAddress(url)!
      expect(found, url).toEqual(expected)
      expect(plain(url), url).toEqual(expected)
      expect(reconnectOnError(new Error('READONLY You can not write'))).toBe(2)
      expect(reconnectOnError(new Error('ERR'))).toBe(false)
    }
  })

  it('refuses what is none of them', () => {
    for (const url of [
      '',
      'localhost:6379',
      'http://localhost',
      'redis://',
      'redis://a,b',
      'redis://a b',
      'redis://a/name',
      'redis-sentinel://a:26379',
      'redis-sentinel://a:26379/',
      'redis-cluster://a',
    ])
      expect(redisAddress(url), url).toBeNull()
  })

  it('is shown without its password', () => {
    expect(shownRedis('redis-sentinel://:secret@a:1,b/ours')).toBe('a:1,b:26379')
    expect(shownRedis('redis://u:secret@c/1')).toBe('c:6379')
  })
})

import { describe, expect, it } from 'vitest'
import { contentSource, readConfig } from '../../indexer/config.ts'

const needed = {
  REDIS_URL: 'redis://localhost:6379',
  MEILI_URL: 'http://localhost:7700',
  MEILI_INDEXER_KEY: 'key',
  JOB_SOURCES: 'sources.json',
}

describe('the replicas of the engine', () => {
  it('are none by default, and addresses without user, different from each other and from the primary', () => {
    const read = (MEILI_REPLICA_URLS: string) => readConfig({ ...needed, MEILI_REPLICA_URLS }).MEILI_REPLICA_URLS
    expect(readConfig(needed).MEILI_REPLICA_URLS).toEqual([])
    expect(read('http://a:7700/, https://b')).toEqual(['http://a:7700', 'https://b'])
    for (const bad of ['a:7700', 'http://a,http://a/', 'http://user:password@a', 'ftp://a'])
      expect(() => read(bad)).toThrow('MEILI_REPLICA_URLS must be different http(s) addresses')
    expect(() => read('http://localhost:7700/')).toThrow('MEILI_REPLICA_URLS may not name MEILI_URL')
  })
})

describe('the worker’s settings of the CMS', () => {
  it('are none where no space and token are set, or empty', () => {
    expect(contentSource(readConfig(needed))).toBeNull()
    expect(contentSource(readConfig({ ...needed, CONTENTFUL_SPACE_ID: '', CONTENTFUL_ACCESS_TOKEN: '' }))).toBeNull()
  })

  it('lead to the delivery API of the space, and keep a file of the worker’s own', () => {
    const space = { CONTENTFUL_SPACE_ID: 'abc', CONTENTFUL_ACCESS_TOKEN: 'secret' }
    expect(contentSource(readConfig({ ...needed, ...space, DATA_DIR: '/data' }))).toEqual({
      ...{ space: 'abc', accessToken: 'secret', environment: 'master', host: 'cdn.contentful.com', insecure: false },
      file: '/data/content/worker.json',
    })
    const local = { CONTENTFUL_HOST: '127.0.0.1:4321', CONTENTFUL_INSECURE: 'true', CONTENT_FILE: '/elsewhere.json' }
    expect(contentSource(readConfig({ ...needed, ...space, ...local }))).toMatchObject({
      host: '127.0.0.1:4321',
      insecure: true,
      file: '/elsewhere.json',
    })
  })

  it('are refused with what is wrong', () => {
    const wrong = (settings: Record<string, string>) => () => readConfig({ ...needed, ...settings })
    expect(wrong({ CONTENTFUL_SPACE_ID: 'abc' })).toThrow(
      'CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN belong together',
    )
    expect(wrong({ CONTENTFUL_HOST: 'https://cdn.contentful.com' })).toThrow('CONTENTFUL_HOST must be a host')
    expect(wrong({ CONTENTFUL_POLL_SECONDS: '0' })).toThrow('CONTENTFUL_POLL_SECONDS')
    expect(wrong({ CONTENTFUL_INSECURE: 'maybe' })).toThrow('CONTENTFUL_INSECURE must be true or false')
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig } from '../../api/config.ts'

const least = { MEILI_URL: 'http://127.0.0.1:7700', MEILI_SEARCH_KEY: 'key', REDIS_URL: 'redis://127.0.0.1:6379' }

describe('readConfig', () => {
  it('needs the engines and has a default for the rest', () => {
    expect(readConfig(least)).toMatchObject({
      site: { id: 'uk' },
      admin: null,
      webhookSecret: null,
      publicUrl: null,
      trustedHops: 0,
      searchRateLimit: 1_200,
      indexPrefix: '',
      queuePrefix: 'longlist',
      logLevel: 'info',
    })
    expect(
      readConfig({ ...least, SITE: 'de', ADMIN_PASSWORD: 'correct horse', TRUSTED_HOPS: '2', PUBLIC_URL: 'https://jobs.example.com/', INDEX_PREFIX: '' }),
    ).toMatchObject({
      site: { id: 'de' },
      admin: { user: 'admin', password: 'correct horse' },
      trustedHops: 2,
      publicUrl: 'https://jobs.example.com',
    })
  })

  it('lists every fault at once with what it must be', () => {
    const bad = { SITE: 'fr', MEILI_URL: 'ftp://x', ADMIN_PASSWORD: 'short', TRUSTED_HOPS: 'many', WEBHOOK_SECRET: 'x', PUBLIC_URL: 'jobs' }
    let message = ''
    try {
      readConfig(bad)
    } catch (error) {
      message = (error as Error).message
    }
    for (const name of [...Object.keys(bad), 'MEILI_SEARCH_KEY', 'REDIS_URL']) expect(message).toContain(`${name} `)
    expect(message).toContain('must be one of uk, sg, de')
    expect(message).not.toContain('short;')
  })
})

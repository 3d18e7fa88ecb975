import { describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import { asRequested, readConfig, readDeliveryConfig } from '../../api/config.ts'

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
      liveStreams: 5_000,
      indexPrefix: '',
      queuePrefix: 'longlist',
      logLevel: 'info',
    })
    expect(
      readConfig({
        ...least,
        SITE: 'de',
        ADMIN_PASSWORD: 'correct horse',
        TRUSTED_HOPS: '2',
        PUBLIC_URL: 'https://jobs.example.com/',
        INDEX_PREFIX: '',
      }),
    ).toMatchObject({
      site: { id: 'de' },
      admin: { user: 'admin', password: 'correct horse' },
      trustedHops: 2,
      publicUrl: 'https://jobs.example.com',
    })
  })

  it('needs the address that visitors use in production, or that it is left open on purpose', () => {
    const production = { ...least, NODE_ENV: 'production' }
    for (const PUBLIC_URL of [undefined, ''])
      expect(() => readConfig({ ...production, PUBLIC_URL })).toThrow(
        /^Bad settings of the site: PUBLIC_URL is missing: set it to the address that visitors use, such as https:\/\/jobs\.example\.com;[^\n]*$/,
      )
    expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).publicUrl).toBe('http://localhost:3000')
    expect(readConfig({ ...production, PUBLIC_URL: asRequested }).publicUrl).toBeNull()
    expect(readConfig({ ...least, NODE_ENV: 'test' }).publicUrl).toBeNull()
    // Said beside what else is wrong. The deliveries have no visitor, and mails without an address have no links.
    expect(() => readConfig({ ...production, SITE: 'fr' })).toThrow(/SITE must be one of .*; PUBLIC_URL is missing/)
    const deliveries = { REDIS_URL: least.REDIS_URL, SUBMISSIONS_DIR: '/s', MAILBOX_DIR: '/m' }
    expect(readDeliveryConfig({ ...deliveries, NODE_ENV: 'production' }).publicUrl).toBeNull()
  })

  it('knows which addresses of mails by a mail server are made up', () => {
    const deliveries = { ...least, SUBMISSIONS_DIR: '/s', MAILBOX_DIR: '/m', SMTP_URL: 'smtps://mail.example.com' }
    const [OFFICE_EMAIL, MAIL_FROM] = ['office@jobs.example.com', 'Jobs <no-reply@jobs.example.com>']
    const madeUp = (more: Record<string, string>) => readDeliveryConfig({ ...deliveries, ...more }).madeUp
    expect(madeUp({})).toEqual(['OFFICE_EMAIL', 'MAIL_FROM'])
    expect(madeUp({ OFFICE_EMAIL, MAIL_FROM: '' })).toEqual(['MAIL_FROM'])
    expect(madeUp({ OFFICE_EMAIL, MAIL_FROM })).toEqual([])
    expect(madeUp({ SMTP_URL: '' })).toEqual([])
  })

  it('takes a token of metrics that is no short word', () => {
    expect(readConfig(least).metricsToken).toBeNull()
    expect(readConfig({ ...least, METRICS_TOKEN: 'f'.repeat(48) }).metricsToken).toBe('f'.repeat(48))
    for (const METRICS_TOKEN of ['short', 'a token with spaces in it'])
      expect(() => readConfig({ ...least, METRICS_TOKEN })).toThrow('METRICS_TOKEN must have')
  })

  it('takes the addresses of the agency’s other sites', () => {
    expect(readConfig(least).site).toEqual(sites.uk)
    const { site } = readConfig({
      ...least,
      ALTERNATE_SITES: 'uk=https://jobs.example.com/, de=https://jobs.example.de',
    })
    expect(site).toEqual({ ...sites.uk, alternates: { uk: 'https://jobs.example.com', de: 'https://jobs.example.de' } })
    for (const ALTERNATE_SITES of [
      'fr=https://x.example',
      'uk',
      'uk=jobs.example',
      'uk=ftp://x.example',
      'uk=https://a.example,uk=https://b.example',
    ])
      expect(() => readConfig({ ...least, ALTERNATE_SITES }), ALTERNATE_SITES).toThrow(
        'ALTERNATE_SITES must be sites and their addresses',
      )
  })

  it('lists every fault at once with what it must be', () => {
    const bad = {
      SITE: 'fr',
      MEILI_URL: 'ftp://x',
      ADMIN_PASSWORD: 'short',
      TRUSTED_HOPS: 'many',
      WEBHOOK_SECRET: 'x',
      PUBLIC_URL: 'jobs',
    }
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

import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliveryHeartbeat } from '#api/deliveries'
import { cvPath, type FormAction, type FormState, submissionFields } from '#api/forms'
import { redisKeys } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { createForms, type Forms } from '../../api/submissions/definitions.ts'
import { openLocalStore } from '../../api/submissions/localStore.ts'
import type { Scanner } from '../../api/submissions/scan.ts'
import { StoreUnavailable, type SubmissionStore } from '../../api/submissions/submission.ts'
import { aJob } from '../builders/jobDocument.ts'
import { admin, metricsLogin, seedContent, startServers, startSite, type TestServers } from '../builders/site.ts'

const contactUs = '/_sf/api/v1/forms/contactUs.en'
const job = aJob({
  id: randomUUID(),
  url_slug: 'live-1',
  expires_at: Math.floor(Date.now() / 1_000) + 86_400,
  external_application_url: null,
})
const apply = `/_sf/api/v1/jobs/${job.id}/apply`
const login = { authorization: `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}` }
const contact = {
  name: 'Ottilie Brandt',
  email: 'ottilie@longlist.example',
  audience: 'candidate',
  message: 'I would like to talk about actuarial work.',
  [submissionFields.consent]: 'on',
}

const silent = pino({ level: 'silent' })

let servers: TestServers
let folder: string
let forms: Forms
const opened: FastifyInstance[] = []

interface Overrides extends Partial<Omit<ApiConfig, 'scanner'>> {
  store?: SubmissionStore
  scanner?: Scanner | null
  forms?: Forms
  ready?: (app: FastifyInstance) => void
}
async function open({
  store,
  scanner = null,
  forms: ours = forms,
  ready,
  ...config
}: Overrides = {}): Promise<FastifyInstance> {
  const app = await buildApp(
    // Sites that share a prefix share their counts.
    {
      ...servers.config,
      ...(config.formRateLimit && { queuePrefix: `limited${opened.length}` }),
      publicUrl: null,
      ...config,
    },
    {
      submissions: { forms: ours, store: store ?? (await openLocalStore(join(folder, randomUUID()), silent)), scanner },
    },
  )
  ready?.(app)
  await app.ready()
  opened.push(app)
  return app
}

beforeAll(async () => {
  servers = await startServers()
  await servers.write({ jobs: [job] })
  folder = mkdtempSync(join(tmpdir(), 'longlist-abuse-'))
  forms = createForms(seedContent(new Date()), 'uk')
})
afterAll(async () => {
  await Promise.all(opened.map(app => app.close()))
  await servers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** For what is counted by the minute, or seen within seconds: those do not run out while a machine stands still. */
const stopClock = () => void vi.useFakeTimers({ toFake: ['Date'] })
afterEach(() => void vi.useRealTimers())

const outside = '203.0.113.5'
interface From {
  url?: string
  headers?: Record<string, string>
  remoteAddress?: string
  values?: Record<string, string>
}
function send(
  app: FastifyInstance,
  { url = contactUs, headers = {}, remoteAddress = outside, values = {} }: From = {},
) {
  return app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { accept: 'application/json', ...headers },
    payload: { ...contact, [submissionFields.id]: randomUUID(), ...values },
  })
}
const statuses = async (app: FastifyInstance, requests: readonly From[]) => {
  const found: number[] = []
  for (const from of requests) found.push((await send(app, from)).statusCode)
  return found
}

describe('a limit by client', () => {
  beforeEach(stopClock)

  it('is not widened by what a client says of itself, where no proxy is configured', async () => {
    const app = await open({ formRateLimit: 2 })
    expect(await statuses(app, [{}, {}, {}])).toEqual([200, 200, 429])
    for (const headers of [
      { 'x-forwarded-for': '198.51.100.1' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=198.51.100.1' },
      { 'x-real-ip': '198.51.100.1' },
      { 'x-client-ip': '127.0.0.1', 'cf-connecting-ip': '198.51.100.1', 'true-client-ip': '198.51.100.1' },
    ] as Record<string, string>[])
      expect(await statuses(app, [{ headers }]), JSON.stringify(headers)).toEqual([429])
    expect(await statuses(app, [{ remoteAddress: '203.0.113.6' }])).toEqual([200])
  })

  it('goes by what the last proxy says and by nothing before it, where one is configured', async () => {
    const app = await open({ formRateLimit: 1, trustedHops: 1 })
    const by = (forwarded: string): From => ({ headers: { 'x-forwarded-for': forwarded }, remoteAddress: '127.0.0.1' })
    expect(await statuses(app, [by('203.0.113.7'), by('203.0.113.7'), by('203.0.113.8')])).toEqual([200, 429, 200])
    // What the visitor wrote stands in front of what the proxy added.
    expect(
      await statuses(app, [by('127.0.0.1, 203.0.113.7'), by('198.51.100.9, 203.0.113.8'), by('::1,203.0.113.7')]),
    ).toEqual([429, 429, 429])
    expect(
      await statuses(app, [
        { headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '198.51.100.1', forwarded: 'for=198.51.100.2' } },
      ]),
    ).toEqual([200])
    expect(
      await statuses(app, [
        { headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '198.51.100.3', forwarded: 'for=198.51.100.4' } },
      ]),
    ).toEqual([429])
    const two = await open({ formRateLimit: 1, trustedHops: 2 })
    expect(
      await statuses(two, [
        by('203.0.113.7, 10.0.0.2'),
        by('1.1.1.1, 203.0.113.7, 10.0.0.2'),
        by('203.0.113.8, 10.0.0.2'),
      ]),
    ).toEqual([200, 429, 200])
  })

  it('knows our own machine by its address, and takes nobody for it who comes by a proxy', async () => {
    const own = await open({ formRateLimit: 1 })
    expect(
      await statuses(own, [
        { remoteAddress: '127.0.0.1' },
        { remoteAddress: '::1' },
        { remoteAddress: '::ffff:127.0.0.1' },
        { remoteAddress: '127.0.0.1' },
      ]),
    ).toEqual([200, 200, 200, 200])
    const passed = Object.entries({
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
      via: '1.1 proxy',
    }).map(([name, value]): From => ({ headers: { [name]: value }, remoteAddress: '127.0.0.1' }))
    expect(await statuses(own, passed)).toEqual([200, 429, 429, 429])
    const proxied = await open({ formRateLimit: 1, trustedHops: 1 })
    const claim = { headers: { 'x-forwarded-for': '127.0.0.1' } }
    expect(await statuses(proxied, [claim, claim])).toEqual([200, 429])
    // A proxy that has been talked out of saying whom it passes on.
    const silent = { remoteAddress: '::1' }
    expect(await statuses(proxied, [silent, silent])).toEqual([200, 429])
  })

  it('counts a network of IPv6 as one, and an IPv4 address as one however it is written', async () => {
    const app = await open({ formRateLimit: 1 })
    const from = (remoteAddress: string) => ({ remoteAddress })
    expect(
      await statuses(app, [
        from('2001:db8:1:2::1'),
        from('2001:db8:1:2:ffff:1:2:3'),
        from('2001:DB8:1:2::1'),
        from('2001:db8:1:3::1'),
      ]),
    ).toEqual([200, 429, 429, 200])
    expect(
      await statuses(app, [from('203.0.113.40'), from('::ffff:203.0.113.40'), from('::ffff:203.0.113.41')]),
    ).toEqual([200, 429, 200])
  })

  it('is one for each route', async () => {
    const app = await open({ formRateLimit: 1, searchRateLimit: 1 })
    const limited = async (url: string) => (await app.inject({ url, remoteAddress: outside })).statusCode === 429
    expect(await statuses(app, [{}, {}, { url: apply }, { url: apply }, { url: cvPath }, { url: cvPath }])).toEqual([
      200, 429, 422, 429, 400, 429,
    ])
    const again = [
      await limited('/places?q=l'),
      await limited('/places?q=l'),
      await limited('/jobs/live-1.json'),
      await limited('/jobs/live-1.json'),
    ]
    expect(again).toEqual([false, true, false, true])
  })

  it('says how long to wait, and shows what was typed to whoever has no script', async () => {
    const shown: [string, FormState][] = []
    const app = await open({
      formRateLimit: 1,
      ready: ({ formPages }) => {
        formPages.render = async (_reply, path, state) => {
          shown.push([path, state])
          return '<!doctype html><p>The page with the form.</p>'
        }
      },
    })
    await send(app)
    const refused = await send(app)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json().error).toMatch(/Too many requests; try again in \d+ (?:seconds|minute)/)
    const values = { ...contact, [submissionFields.id]: randomUUID(), [submissionFields.page]: '/contact-us?from=home' }
    const boundary = 'b'
    const posts = [
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(values).toString(),
      },
      {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: `${Object.entries(values)
          .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join('')}--${boundary}--\r\n`,
      },
    ]
    for (const { headers, payload } of posts) {
      const answer = await app.inject({
        method: 'POST',
        url: contactUs,
        remoteAddress: outside,
        headers: { ...headers, accept: 'text/html' },
        payload,
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      const [path, state] = shown.pop()!
      expect(path).toBe('/contact-us?from=home')
      expect(state).toMatchObject({
        formId: 'contactUs.en',
        jobId: null,
        values: { name: contact.name, message: contact.message },
      })
      expect(state.error).toMatch(/wait \d+ seconds/)
    }
    const bare = await open({ formRateLimit: 1 })
    await send(bare)
    const page = await send(bare, { headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Back button')
  })
})

describe('a form from elsewhere', () => {
  const cases: [string, Record<string, string>, number][] = [
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }, 200],
    ['the address bar, or a page that was restored', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    [
      'another site that says it is ours',
      { 'sec-fetch-site': 'cross-site', origin: 'https://www.longlist.example' },
      403,
    ],
    ['another name of our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.longlist.example' }, 403],
    ['a word that there is none of', { 'sec-fetch-site': 'same-origin, cross-site' }, 403],
    ['an older browser on our page', { origin: 'https://www.longlist.example' }, 200],
    [
      'an older browser on our page, behind a proxy that ends the TLS unseen',
      { origin: 'http://www.longlist.example' },
      200,
    ],
    ['an older browser on another site', { origin: 'https://evil.example' }, 403],
    ['an older browser on a site that begins like ours', { origin: 'https://www.longlist.example.evil.example' }, 403],
    ['an older browser on a site that ends like ours', { origin: 'https://evil-www.longlist.example' }, 403],
    ['an older browser on another port', { origin: 'https://www.longlist.example:8443' }, 403],
    ['a frame without an origin', { origin: 'null' }, 403],
    ['an origin that is none', { origin: 'javascript:' }, 403],
    ['a browser older still, on our page', { referer: 'https://www.longlist.example/contact-us' }, 200],
    ['a browser older still, on another site', { referer: 'https://evil.example/?www.longlist.example' }, 403],
    ['a program', {}, 200],
  ]
  it.each(cases)('%s', async (_, headers, status) => {
    const app = await open({ publicUrl: 'https://www.longlist.example' })
    expect((await send(app, { headers })).statusCode).toBe(status)
    expect((await send(app, { url: apply, headers })).statusCode).toBe(status === 200 ? 422 : 403)
    expect((await send(app, { url: cvPath, headers })).statusCode).toBe(status === 200 ? 400 : 403)
  })

  it('finds nothing to read from elsewhere either: no page of ours is shared with other origins', async () => {
    const app = await open()
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await app.inject({
        method,
        url: contactUs,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('where an answer leads', () => {
  /** The contact form with another end. */
  const ending = (done: FormAction[]): Forms => ({
    ...forms,
    find: formId => {
      const form = forms.find(formId)
      return form && { ...form, done }
    },
  })
  const ask = async (app: FastifyInstance, values: Record<string, string> = {}) => {
    const { statusCode, headers } = await send(app, { headers: { accept: 'text/html' }, values })
    return [statusCode, headers.location]
  }

  it.each([
    ['/insights?x=1#y', '/insights?x=1'],
    ['/caf\u00e9 au lait', '/caf%C3%A9%20au%20lait'],
    ['//evil.example', '/contact-us'],
    ['/\\evil.example', '/contact-us'],
    ['/\t/evil.example', '/contact-us'],
    ['/..//evil.example', '/contact-us'],
    ['/.//evil.example', '/contact-us'],
    ['https://evil.example', '/contact-us'],
    ['javascript:alert(1)', '/contact-us'],
    ['/x\r\nSet-Cookie: a=b', '/xSet-Cookie:%20a=b'],
    ['/x\0y', '/x%00y'],
    ['', '/contact-us'],
    [`/${'a'.repeat(2_000)}`, '/contact-us'],
    ['/../../admin', '/admin'],
  ])('back to the page %j by %j', async (page, led) => {
    const app = await open({ forms: ending([{ type: 'showMessage', message: 'Thank you.' }]) })
    const [path] = led.split('?')
    expect(await ask(app, { [submissionFields.page]: page })).toEqual([
      303,
      `${path}?sent=contactUs.en#form-contactUs.en`,
    ])
    const states: string[] = []
    app.formPages.render = async (_reply, at) => {
      states.push(at)
      return '<p>The form.</p>'
    }
    expect(await ask(app, { [submissionFields.page]: page, email: '' })).toEqual([422, undefined])
    expect(states).toEqual([led])
  })

  it('on to pages of ours, and to hosts that the installation names, and nowhere else', async () => {
    const to = async (url: string) => {
      const app = await open({
        redirectHosts: ['partner.example', 'other.example:8443'],
        forms: ending([{ type: 'redirect', url }]),
      })
      const answer = await send(app)
      // A redirect behind a form is held against the policy of the form's page.
      expect(answer.headers['content-security-policy']).toContain(
        "form-action 'self' https://partner.example https://other.example:8443;",
      )
      const [, led] = await ask(app, { [submissionFields.page]: '/here' })
      return [answer.json().actions[0]?.url ?? null, led]
    }
    const stays = [null, '/here?sent=contactUs.en#form-contactUs.en']
    for (const url of ['/submission-complete', 'https://partner.example/thanks', 'https://other.example:8443/'])
      expect(await to(url), url).toEqual([url, url])
    for (const url of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'http://partner.example/',
      'https://evil.example',
      'https://partner.example.evil.example',
      'https://partner.example@evil.example/',
      'https://partner.example:444/',
      'https://other.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'submission-complete',
      '',
    ])
      expect(await to(url), url).toEqual(stays)
    expect(await to('/thanks\r\nSet-Cookie: a=b')).toEqual(['/thanksSet-Cookie:%20a=b', '/thanksSet-Cookie:%20a=b'])
  })
})

describe('every answer', () => {
  const policy = (headers: Headers) =>
    Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split(';').map(directive => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
    )

  it('carries what keeps a browser from being used against its owner', async () => {
    const site = await startSite()
    try {
      const pages = [
        '/',
        '/jobs',
        '/contact-us',
        '/register',
        '/submit-a-job',
        '/insights',
        '/events',
        '/nowhere',
        '/jobs/none-1',
      ]
      const others = [
        '/health',
        '/metrics',
        '/robots.txt',
        '/sitemap.xml',
        contactUs,
        '/_sf/api/v1/forms/none',
        '/places?q=l',
        '/jobs/none-1.json',
        '/favicon.svg',
        '/contact-us/',
        '/admin',
        '/search/multi-search',
      ]
      for (const path of [...pages, ...others]) {
        const { headers, status } = await fetch(`${site.origin}${path}`, {
          redirect: 'manual',
          headers: path === '/admin' ? login : {},
        })
        expect(status, path).toBeLessThan(500)
        const found = policy(headers)
        for (const [directive, sources] of Object.entries(found))
          for (const source of sources) expect(source, `${path} ${directive}`).not.toMatch(/unsafe|^\*$|^http:$/)
        expect(found, path).toMatchObject({
          'default-src': ["'self'"],
          'script-src': ["'self'", expect.stringMatching(/^'nonce-\w{32}'$/)],
          'style-src': ["'self'", expect.stringMatching(/^'nonce-\w{32}'$/)],
          'script-src-attr': ["'none'"],
          'style-src-attr': ["'none'"],
          'object-src': ["'none'"],
          'base-uri': ["'self'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
        })
        expect(Object.fromEntries(headers), path).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': expect.stringMatching(
            /camera=\(\).*microphone=\(\).*geolocation=\(\).*payment=\(\).*usb=\(\)/,
          ),
        })
        for (const name of ['set-cookie', 'x-powered-by', 'server', 'strict-transport-security'])
          expect(headers.has(name), `${path} ${name}`).toBe(false)
      }
      const nonces = new Set<string>()
      for (const path of pages) {
        const answer = await fetch(`${site.origin}${path}`)
        const html = await answer.text()
        const nonce = /'nonce-(\w+)'/.exec(policy(answer.headers)['script-src']!.join(' '))![1]!
        nonces.add(nonce)
        // Nothing on the page needs what the policy forbids.
        expect(html, path).not.toMatch(/<[a-z][^>]*\s(?:style|on[a-z]+)=/i)
        for (const [, attributes = ''] of html.matchAll(/<script\b([^>]*)>/g))
          if (!/type="application\/(?:ld\+)?json"/.test(attributes) && !attributes.includes('src="/'))
            expect(attributes, path).toContain(`nonce="${nonce}"`)
        expect(html, path).not.toMatch(/<style(?![^>]*nonce)/)
      }
      expect(nonces.size).toBe(pages.length)
    } finally {
      await site.stop()
    }
  })

  it('is bound to https only where the site is known to be served by it, and binds no other name', async () => {
    const https = await open({ publicUrl: 'https://www.longlist.example' })
    const plain = await open({ publicUrl: 'http://www.longlist.example' })
    const read = async (app: FastifyInstance) => (await app.inject('/robots.txt')).headers
    expect(await read(https)).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringContaining('upgrade-insecure-requests'),
    })
    expect(await read(plain)).not.toHaveProperty('strict-transport-security')
    expect((await read(plain))['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })

  it('of the search and of errors is never guessed at', async () => {
    const app = await open()
    const answers = await Promise.all([
      app.inject({ method: 'POST', url: '/search/multi-search', payload: { queries: [] } }),
      app.inject({ method: 'POST', url: '/search/multi-search', payload: { queries: 1 } }),
      app.inject({ method: 'POST', url: '/webhooks/jobs', payload: {} }),
      app.inject(`/_sf/api/v1/forms/${'a'.repeat(400)}`),
      app.inject({ method: 'DELETE', url: contactUs }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 401, 414, 404])
    for (const { headers } of answers) expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('/health and /metrics tell of submissions', () => {
  beforeEach(stopClock)

  const read = async (app: FastifyInstance) => {
    const health = await app.inject('/health')
    const metrics = (await app.inject({ url: '/metrics', headers: metricsLogin })).body
    return { ...(health.json() as { warnings: string[]; submissions: string }), status: health.statusCode, metrics }
  }
  const sign = async () => {
    const redis = new Redis(servers.redis.url)
    await redis.set(redisKeys.heartbeat(servers.config.queuePrefix), new Date().toISOString())
    await redis.set(deliveryHeartbeat(servers.config.queuePrefix), new Date().toISOString())
    redis.disconnect()
  }

  it('in numbers and never in names', async () => {
    await sign()
    const app = await open()
    await send(app, { values: { name: 'Ottilie Nqzv' } })
    await send(app, { values: { name: 'Ottilie Nqzv', [submissionFields.trap]: 'x' } })
    const { status, warnings, submissions, metrics } = await read(app)
    expect([status, warnings, submissions]).toEqual([200, [], 'ok'])
    expect(metrics).toContain('longlist_submissions{state="open"} 1')
    expect(metrics).toContain('longlist_submissions{state="held"} 1')
    expect(metrics).toMatch(/longlist_tasks\{queue="deliver",state="waiting"\} \d/)
    expect(metrics).toMatch(/longlist_deliveries_heartbeat_age_seconds \d/)
    expect(metrics).toContain('longlist_up{part="submissions"} 1')
    expect(metrics).not.toMatch(/nqzv|longlist\.example|longlist_up\{part="scanner"\}/i)
  })

  it('and stay well when nothing can be stored: the search goes on, and a warning says what to do', async () => {
    await sign()
    const at = join(folder, 'full')
    const store = await openLocalStore(at, silent)
    const full: SubmissionStore = {
      ...store,
      begin: async () => ({
        ...(await store.begin()),
        take: async () => {
          throw new StoreUnavailable('no space left')
        },
      }),
    }
    const app = await open({ store: full })
    const { status, warnings, submissions, metrics } = await read(app)
    expect([status, submissions]).toEqual([200, 'unwell'])
    expect(warnings).toEqual([expect.stringMatching(/cannot be stored.*is there room/)])
    expect(metrics).toContain('longlist_up{part="submissions"} 0')
    expect(metrics).not.toContain('longlist_submissions{')
    const never = () => new Promise<never>(() => {})
    const endless = () => ({ [Symbol.asyncIterator]: () => ({ next: never }) })
    // Many that wait keep no form from being stored.
    for (const [its, state] of [
      [{ ...store, open: endless, held: endless }, 'ok'],
      [{ ...store, count: never }, 'unwell'],
    ] as const) {
      const slow = await open({ store: its, patience: { ...servers.config.patience, lookMs: 100 } })
      expect((await read(slow)).submissions).toBe(state)
    }
  })

  it('and see a folder that may not be written', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere')
    const at = join(folder, 'closed')
    const app = await open({ store: await openLocalStore(at, silent) })
    await send(app)
    chmodSync(join(at, 'incoming'), 0o500)
    expect((await read(app)).submissions).toBe('unwell')
    chmodSync(join(at, 'incoming'), 0o700)
  })

  it('and see a folder in whose place something else lies', async () => {
    const at = join(folder, 'replaced')
    const store = await openLocalStore(at, silent)
    rmSync(at, { recursive: true, force: true })
    writeFileSync(at, '')
    expect((await read(await open({ store }))).submissions).toBe('unwell')
    expect(existsSync(at)).toBe(true)
  })

  it('and of the scanner and the deliveries', async () => {
    const redis = new Redis(servers.redis.url)
    await redis.set(deliveryHeartbeat(servers.config.queuePrefix), new Date(Date.now() - 60_000).toISOString())
    redis.disconnect()
    const scanner = (up: boolean): Scanner => ({
      scan: async () => null,
      scanStream: async () => null,
      ping: async () => up,
    })
    const away = await read(await open({ scanner: scanner(false) }))
    expect(away.status).toBe(200)
    expect(away.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('scanner does not answer'),
        expect.stringContaining('No deliveries have been seen'),
      ]),
    )
    expect(away.metrics).toContain('longlist_up{part="scanner"} 0')
    expect(Number(/longlist_deliveries_heartbeat_age_seconds (\d+)/.exec(away.metrics)![1])).toBeGreaterThanOrEqual(59)
    const there = await read(await open({ scanner: scanner(true) }))
    expect(there.warnings.filter(warning => warning.includes('scanner'))).toEqual([])
    expect(there.metrics).toContain('longlist_up{part="scanner"} 1')
  })
})

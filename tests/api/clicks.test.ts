import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { clicksKey } from '#api/deliveries'
import { formPath } from '#api/forms'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { readClicks } from '../../api/routes/clicks.ts'
import { aJob } from '../builders/jobDocument.ts'
import { withoutRedis } from '../builders/redis.ts'
import { startServers, type TestServers } from '../builders/site.ts'

/** The site's clock stands: a click and its count are of one day, whenever this runs. */
const clock = Date.parse('2027-03-01T23:59:59.900Z')
const second = Math.floor(clock / 1_000)
const day = '2027-03-01'
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'accept-language': 'en-GB,en;q=0.9',
}
const job = (id: string, url: string | null, over = {}) =>
  aJob({ id, url_slug: `${id}-1`, expires_at: second + 86_400, external_application_url: url, ...over })
const jobs = [
  job('elsewhere', 'https://apply.example.com/7?a=1&b=ü#top'),
  job('closed', 'https://apply.example.com/8', { expires_at: second }),
  job('here', null),
  job('script', 'javascript:alert(1)'),
  job('file', 'file:///etc/passwd'),
  job('words', 'write to us'),
  job('lines', 'https://apply.example.com/\r\nset-cookie: a=b'),
]

let servers: TestServers
let app: FastifyInstance
let redis: Redis

beforeAll(async () => {
  servers = await startServers()
  await servers.write({ jobs })
  redis = new Redis(servers.redis.url)
  app = await open()
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await app?.close()
  redis?.disconnect()
  await servers?.stop()
})

const open = async (config: Partial<ApiConfig> = {}) => {
  const opened = await buildApp({ ...servers.config, ...config }, { now: () => clock })
  // Without Redis a click is not counted.
  await opened.ready()
  return opened
}
let visitors = 0
/** Each time another visitor. */
const follow = (id: string, headers: Record<string, string> = browser, method: 'GET' | 'HEAD' = 'GET', to = app) =>
  followAs(`2001:db8:${(++visitors).toString(16)}::1`, id, headers, method, to)
const followAs = (
  remoteAddress: string,
  id: string,
  headers: Record<string, string> = browser,
  method: 'GET' | 'HEAD' = 'GET',
  to = app,
) => to.inject({ method, url: formPath('', id), headers, remoteAddress })
const counted = (id: string) => redis.hget(clicksKey('test', day), id).then(Number)

describe('the way to an advertiser', () => {
  it('leads there and counts the click by job and day, and nothing else of it', async () => {
    const { statusCode, headers } = await follow('elsewhere', {
      ...browser,
      cookie: 'a=b',
      referer: 'https://jobs.example.com/jobs/elsewhere-1',
    })
    expect([statusCode, headers.location]).toEqual([303, 'https://apply.example.com/7?a=1&b=%C3%BC#top'])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers['set-cookie']).toBeUndefined()
    await expect.poll(() => redis.hgetall(clicksKey('test', day))).toEqual({ elsewhere: '1' })
    const kept = await redis.ttl(clicksKey('test', day))
    expect([kept > 30 * 86_400, kept <= 31 * 86_400]).toEqual([true, true])
    expect(await redis.keys('test:clicks*')).toEqual([clicksKey('test', day)])
  })

  it('counts nobody who has not gone there', async () => {
    const before = await counted('elsewhere')
    const others = [
      { ...browser, 'sec-purpose': 'prefetch' },
      { ...browser, 'sec-purpose': 'prefetch;prerender' },
      { ...browser, purpose: 'prefetch' },
      { ...browser, 'x-moz': 'prefetch' },
      { 'user-agent': 'Mozilla/5.0 (compatible; ExampleBot/2.1; +http://bot.example/about)' },
      { 'user-agent': 'ExampleBot_Images' },
      { 'user-agent': 'curl/8.5.0' },
      // A crawl by Node's own fetch.
      { 'user-agent': 'node' },
      { 'user-agent': 'GPTBot/1.2' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)' },
      { ...browser, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'user-agent': '' },
      // A crawl that calls itself a browser, and addresses from elsewhere: an old mail, a list of links.
      { 'user-agent': browser['user-agent'] },
      { ...browser, 'sec-fetch-site': 'cross-site' },
      { ...browser, 'sec-fetch-site': 'none' },
    ]
    for (const headers of others)
      expect((await follow('elsewhere', headers)).headers.location, JSON.stringify(headers)).toMatch(/^https:\/\/apply/)
    expect((await follow('elsewhere', browser, 'HEAD')).statusCode).toBe(303)
    // A telephone whose maker is called so is none. Counted last, so that all before it would have been by now.
    await follow('elsewhere', {
      'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT_X70) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'accept-language': 'en',
    })
    await expect.poll(() => counted('elsewhere')).toBe(before + 1)
  })

  it('counts a visitor once for a while, by whichever process, and keeps no address', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const other = await open()
    const before = await counted('elsewhere')
    for (const to of [app, other, app])
      await followAs('203.0.113.20', 'elsewhere', { ...browser, 'sec-fetch-mode': 'navigate' }, 'GET', to)
    // Another visitor of the same address, and another job.
    await followAs('203.0.113.20', 'elsewhere', { ...browser, 'user-agent': `${browser['user-agent']} Edg/140.0` })
    await followAs('203.0.113.20', 'lines')
    await expect.poll(async () => [(await counted('elsewhere')) - before, await counted('lines')]).toEqual([2, 1])
    const keys = await redis.keys('test:limit:*')
    expect(keys.length).toBeGreaterThan(2)
    expect(keys.join()).not.toMatch(/203\.0|elsewhere|Mozilla/)
    for (const key of keys) expect(await redis.pttl(key), key).toBeLessThanOrEqual(31 * 60_000)
    vi.setSystemTime(Date.now() + 30 * 60_000)
    await followAs('203.0.113.20', 'elsewhere')
    await expect.poll(async () => (await counted('elsewhere')) - before).toBe(3)
    await redis.hdel(clicksKey('test', day), 'lines')
    await other.close()
  })

  it('leads to the form here, where there is no page of the advertiser', async () => {
    for (const id of ['here', 'script', 'file', 'words']) {
      const { statusCode, headers } = await follow(id)
      expect([statusCode, headers.location], id).toEqual([303, `/jobs/${id}-1#apply-form`])
    }
    const { headers } = await follow('lines')
    expect(headers.location).toBe('https://apply.example.com/set-cookie:%20a=b')
    expect(headers['set-cookie']).toBeUndefined()
    await expect.poll(() => counted('lines')).toBe(1)
    for (const id of ['here', 'script', 'file', 'words']) expect(await counted(id), id).toBe(0)
  })

  it('is closed with the job, and there is none to a job that never was', async () => {
    const closed = await follow('closed')
    expect([closed.statusCode, closed.headers.location]).toEqual([410, undefined])
    expect(closed.body).toContain('<a href="/jobs/closed-1">')
    for (const id of ['nobody', '..%2f..%2fx', '%00', 'a b', '<script>']) {
      const answer = await follow(id)
      expect([answer.statusCode, answer.headers.location], id).toEqual([404, undefined])
      expect(answer.body).not.toContain('<script>')
    }
    // Counted behind all of these, so that they would have been by now.
    const before = await counted('elsewhere')
    await follow('elsewhere')
    await expect.poll(() => counted('elsewhere')).toBe(before + 1)
    expect(await counted('closed')).toBe(0)
  })

  it('is not walked by programs without end', async () => {
    // In one minute, however long the machine takes for it.
    vi.useFakeTimers({ toFake: ['Date'] })
    const limited = await open({ searchRateLimit: 3 })
    const answers = []
    for (let i = 0; i < 5; i++)
      answers.push(
        (await limited.inject({ url: formPath('', 'elsewhere'), headers: browser, remoteAddress: '203.0.113.9' }))
          .statusCode,
      )
    expect(answers).toEqual([303, 303, 303, 429, 429])
    await limited.close()
    expect((await app.inject('/robots.txt')).body).toContain('Disallow: /_sf/')
  })

  it('is open without Redis; the log has the job of what was not counted, and nothing of the visitor', async () => {
    const lines: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => lines.push(String(text)) > 0)
    const alone = await open({ ...withoutRedis(servers.config), logLevel: 'warn' })
    try {
      const { statusCode, headers } = await follow('elsewhere', browser, 'GET', alone)
      expect([statusCode, headers.location]).toEqual([303, expect.stringContaining('https://apply.example.com/7')])
      await expect.poll(() => lines.filter(line => line.includes('clickNotCounted')).length).toBe(1)
    } finally {
      await alone.close()
      write.mockRestore()
    }
    const [line] = lines.filter(line => line.includes('clickNotCounted'))
    expect(JSON.parse(line!)).toMatchObject({ event: 'clickNotCounted', jobId: 'elsewhere' })
    expect(line).not.toMatch(/Mozilla|127\.0\.0\.1"|remoteAddress/)
  })

  it('is summed up over days, most first', async () => {
    const now = Date.parse('2027-03-01T00:30:00Z')
    await redis.hset(clicksKey('sum', '2027-03-01'), { a: 1, b: 2 })
    await redis.hset(clicksKey('sum', '2027-02-28'), { a: 4 })
    await redis.hset(clicksKey('sum', '2027-01-31'), { a: 8 })
    await redis.hset(clicksKey('sum', '2027-01-30'), { a: 100 })
    expect(await readClicks(redis, 'sum', 30, now)).toEqual({
      total: 15,
      jobs: [
        ['a', 13],
        ['b', 2],
      ],
    })
  })
})

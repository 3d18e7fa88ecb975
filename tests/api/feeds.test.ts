import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { SaxesParser } from 'saxes'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SitePage } from '#api/sitePage'
import { cellOf } from '#indexer/geo'
import type { PlaceDocument } from '#indexer/place'
import { sites } from '#indexer/site'
import { buildApp } from '../../api/app.ts'
import { syncContent } from '../../indexer/sync/syncContent.ts'
import { anEntry, contentOf, link } from '../builders/content.ts'
import { aJob, london } from '../builders/jobDocument.ts'
import { startServers, type TestServers } from '../builders/site.ts'

const now = Date.UTC(2026, 10, 28, 9) / 1000
const origin = 'https://jobs.example.com'
const londonPlace: PlaceDocument = {
  ...{
    id: 'london',
    name: 'London',
    label: 'London, England',
    kind: 'city',
    country: 'GB',
    lat: london.lat,
    lng: london.lng,
  },
  ...{ areaCode: null, population: 1, aliases: [], rank: 0 },
}

let servers: TestServers
let app: FastifyInstance
let pages: () => readonly SitePage[] = () => []
let clock = now * 1000

beforeAll(async () => {
  servers = await startServers()
  const jobs = [
    aJob({
      id: 'java',
      title: 'Java Developer',
      url_slug: 'java-developer-1',
      expires_at: now + 86_400,
      cells: [cellOf(london)],
      specialisms: ['Data'],
    }),
    aJob({
      id: 'actuary',
      title: 'Pricing Actuary',
      url_slug: 'pricing-actuary-1',
      expires_at: now + 86_400,
      cells: [],
    }),
    aJob({ id: 'past', title: 'Trader', url_slug: 'trader-1', expires_at: now - 1 }),
  ]
  await servers.write({ jobs, places: [londonPlace] })
  const entries = [
    anEntry('tag', 'tag-insurance', { name: 'Insurance & risk', urlSlug: 'insurance' }),
    anEntry('tag', 'tag-dei', { name: 'DEI', urlSlug: 'dei', collection: 'events' }),
    anEntry('consultant', 'c1', { name: 'Ravi <Strand>' }),
    anEntry('post', 'p.1_a', {
      urlSlug: 'p1',
      title: 'Cover & <capital>',
      summary: 'A vector<T> & more',
      tags: [link('tag-insurance')],
      author: link('c1'),
      publishedAt: '2026-11-01T09:00:00Z',
    }),
    anEntry('post', 'p2', { title: 'Newer \u0007bell', publishedAt: '2026-11-20T09:00:00Z' }),
    anEntry('event', 'e-past', { startsAt: '2026-11-01T18:00:00+00:00', endsAt: '2026-11-01T20:00:00+00:00' }),
    anEntry('event', 'e-later', {
      title: 'Later',
      startsAt: '2027-02-01T18:00:00+00:00',
      endsAt: '2027-02-01T20:00:00+00:00',
      online: true,
      venue: 'A video call',
    }),
    anEntry(
      'event',
      'e.next_a',
      {
        urlSlug: 'e-next',
        title: 'Ledgers; commas, and “quotes” in a title that is long enough to be folded over two lines of a calendar',
        tags: [link('tag-dei')],
        summary: 'First line.\nSecond line; with signs, too.',
        startsAt: '2027-06-10T18:30:00+02:00',
        endsAt: '2027-06-10T21:00:00+02:00',
        timeZone: 'Europe/Berlin',
        venue: 'The Counting House',
        address: '1 Ledger Row\nBerlin',
      },
      { updatedAt: '2026-11-05T10:00:00.000Z' },
    ),
  ]
  const redis = new Redis(servers.redis.url)
  const record = await syncContent(contentOf(entries), {
    engine: servers.engine,
    redis,
    prefix: 'test',
    log: pino({ level: 'silent' }),
    site: sites.uk,
  })
  redis.disconnect()
  expect(record).toMatchObject({ outcome: 'ok', refused: [] })
  app = await buildApp(servers.config, { now: () => clock, sitePages: () => pages() })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
})

afterEach(() => {
  vi.useRealTimers()
  clock = now * 1000
})

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** A document as a tree. Throws for what is not well-formed. */
function parseXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const stack = [root]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, text: '', children: [] }
    stack.at(-1)!.children.push(element)
    stack.push(element)
  })
  parser.on('text', part => {
    stack.at(-1)!.text += part
  })
  parser.on('closetag', () => stack.pop())
  parser.write(text).close()
  return root.children[0]!
}
const child = (element: Element, name: string) => element.children.find(each => each.name === name)?.text
async function feed(url: string) {
  const answer = await app.inject(url)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  const channel = parseXml(answer.body).children[0]!
  const items = channel.children.filter(({ name }) => name === 'item')
  const self = channel.children.find(({ name }) => name === 'atom:link')!.attributes.href
  return { channel, items, self, titles: items.map(item => child(item, 'title')) }
}

describe('RSS', () => {
  it('has the newest insights first, well-formed whatever they are called', async () => {
    const { channel, items, titles, self } = await feed('/blog.rss')
    expect(titles).toEqual(['Newer bell', 'Cover & <capital>'])
    expect([child(channel, 'title'), child(channel, 'link'), self]).toEqual([
      'Longlist insights',
      `${origin}/blog`,
      `${origin}/blog.rss`,
    ])
    const [, item] = items
    expect(child(item!, 'link')).toBe(`${origin}/blog/p1`)
    expect(child(item!, 'guid')).toBe('p.1_a')
    expect(child(item!, 'pubDate')).toBe('Sun, 01 Nov 2026 09:00:00 GMT')
    expect(child(item!, 'dc:creator')).toBe('Ravi <Strand>')
    expect(child(item!, 'category')).toBe('Insurance & risk')
    // Readers take it for HTML.
    expect(child(item!, 'description')).toBe('A vector&lt;T&gt; &amp; more')
  })

  it('has a tag’s alone, and says so', async () => {
    const { channel, titles, self } = await feed('/blog.rss?tag=insurance')
    expect(titles).toEqual(['Cover & <capital>'])
    expect(child(channel, 'title')).toBe('Longlist insights: Insurance & risk')
    expect([child(channel, 'link'), self]).toEqual([`${origin}/blog/tag/insurance`, `${origin}/blog.rss?tag=insurance`])
    expect((await feed('/blog.rss?tag=nothing')).titles).toEqual([])
    // No tag of ours is spelt so.
    for (const odd of ['%22%20OR%20tags%20EXISTS', '', '%00', 'a&tag=insurance'])
      expect((await feed(`/blog.rss?tag=${odd}`)).titles, odd).toHaveLength(odd.startsWith('a') ? 0 : 2)
  })

  it('has the events to come, the next one first, with their own days and times', async () => {
    const { items, titles } = await feed('/events.rss')
    expect(titles).toEqual(['Later, 1 February 2027', expect.stringMatching(/^Ledgers; .* 10 June 2027$/)])
    expect(child(items[1]!, 'description')).toMatch(/18:30.*21:00.*The Counting House\. Hosted by Longlist\./)
    expect((await feed('/events.rss?tag=dei')).titles).toHaveLength(1)
    clock = Date.UTC(2027, 1, 1, 20)
    expect((await feed('/events.rss')).titles).toHaveLength(1)
    clock = now * 1000
  })

  it('has jobs as before', async () => {
    expect((await feed('/jobs.rss?query=java')).titles).toEqual(['Java Developer'])
  })
})

/**
 * The properties of a calendar file by the rules of RFC 5545: CRLF, folded at 75 octets, `NAME;PARAM=x:VALUE`, escaped
 * texts.
 */
function parseCalendar(text: string) {
  expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
  const lines = text.split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  const properties: [string, string][] = text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter(Boolean)
    .map(line => {
      const [, name, value] = /^([A-Z-]+(?:;[^:]*)?):(.*)$/s.exec(line) ?? []
      expect(name, line).toBeDefined()
      return [name!, value!.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))]
    })
  const open: string[] = []
  for (const [name, value] of properties) {
    if (name === 'BEGIN') open.push(value)
    if (name === 'END') expect(open.pop()).toBe(value)
  }
  expect(open).toEqual([])
  return {
    properties,
    of: (name: string) =>
      properties.filter(([each]) => each === name || each.startsWith(`${name};`)).map(([, value]) => value),
  }
}

describe('an event’s calendar file', () => {
  it('is the event at its instant, whole and the same each time', async () => {
    const answer = await app.inject('/events/e-next.ics')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="e-next.ics"')
    const { properties, of } = parseCalendar(answer.body)
    expect(properties.slice(0, 2)).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['VERSION', '2.0'],
    ])
    expect(of('BEGIN')).toEqual(['VCALENDAR', 'VEVENT'])
    // 18:30 in Berlin's summer, and no zone that would need a definition.
    expect(properties).toContainEqual(['DTSTART', '20270610T163000Z'])
    expect(properties).toContainEqual(['DTEND', '20270610T190000Z'])
    expect(of('DTSTAMP')).toEqual(['20261105T100000Z'])
    expect(of('UID')).toEqual(['e.next_a@events.longlist'])
    expect(of('SUMMARY')[0]).toMatch(/^Ledgers; commas, and “quotes” .* a calendar$/)
    expect(of('DESCRIPTION')[0]).toBe(`First line.\nSecond line; with signs, too.\n\n${origin}/events/e-next`)
    expect(of('LOCATION')[0]).toBe('The Counting House, 1 Ledger Row, Berlin')
    expect(of('URL')).toEqual([`${origin}/events/e-next`])
    expect((await app.inject('/events/e-next.ics')).body).toBe(answer.body)
    const sequence = (text: string) => Number(parseCalendar(text).of('SEQUENCE')[0])
    expect(sequence(answer.body)).toBe(Date.UTC(2026, 10, 5, 10) / 1_000 - Date.UTC(2020, 0) / 1_000)
    expect(sequence(answer.body)).toBeLessThan(2 ** 31)
    expect(parseCalendar((await app.inject('/events/e-later.ics')).body).of('LOCATION')[0]).toBe('A video call')
  })

  it('is there for no other', async () => {
    for (const slug of ['nothing', 'E-NEXT', 'e-next%22%20OR%20slug%20EXISTS', '%00', '..%2fjobs', 'p1']) {
      const answer = await app.inject(`/events/${slug}.ics`)
      expect(answer.statusCode, slug).toBe(404)
    }
  })
})

describe('the sitemap', () => {
  const entries = async () => {
    const answer = await app.inject('/sitemap.xml')
    expect(answer.statusCode).toBe(200)
    return parseXml(answer.body).children.map(
      url => [child(url, 'loc')!.slice(origin.length), child(url, 'lastmod')] as const,
    )
  }

  it('lists the pages of the CMS with their own dates, home and jobs once, and a landing page only while its search has jobs', async () => {
    // The minute for which it is remembered what has jobs does not run out.
    vi.useFakeTimers({ toFake: ['Date'] })
    const lastModified = '2026-11-02T08:00:00.000Z'
    let asked = 0
    const ask = app.siteApi.multiSearch
    app.siteApi.multiSearch = (queries => {
      asked++
      return ask(queries)
    }) as typeof ask
    pages = () => [
      { path: '/', lastModified },
      { path: '/jobs', lastModified },
      { path: '/about-us', lastModified },
      { path: '/blog/müller', lastModified: 'unknown' },
      { path: '/java-developer-jobs', lastModified, criteria: 'query=java' },
      { path: '/trader', lastModified, criteria: 'query=trader' },
      { path: '/actuary-jobs', lastModified, criteria: 'query=actuary&sector=Insurance' },
      { path: '/java-in-london', lastModified, criteria: 'query=java&location=London&radius=5' },
      { path: '/actuaries-in-london', lastModified, criteria: 'query=actuary&location=London' },
      { path: '/nowhere', lastModified, criteria: 'location=Nowhereville' },
    ]
    const listed = await entries()
    expect(listed.filter(([path]) => !path.startsWith('/jobs/'))).toEqual([
      ['/', undefined],
      ['/jobs', undefined],
      ['/about-us', lastModified],
      ['/blog/m%C3%BCller', undefined],
      ['/java-developer-jobs', lastModified],
      ['/actuary-jobs', lastModified],
      ['/java-in-london', lastModified],
    ])
    expect(
      listed
        .filter(([path]) => path.startsWith('/jobs/'))
        .map(([path]) => path)
        .sort(),
    ).toEqual(['/jobs/java-developer-1', '/jobs/pricing-actuary-1'])
    // All landing pages in one request, and no more for a minute.
    expect(asked).toBe(1)
    expect(await entries()).toEqual(listed)
    expect(asked).toBe(1)
    // Nor for the minute when the job that was found has expired.
    clock = (now + 86_400 - 1) * 1000
    expect(await entries()).toEqual(listed)
    expect(asked).toBe(1)
    clock = (now + 86_400) * 1000
    expect((await entries()).map(([path]) => path)).toEqual(['/', '/jobs', '/about-us', '/blog/m%C3%BCller'])
    app.siteApi.multiSearch = ask
  })

  it('lists neither home nor jobs where the CMS keeps search engines out of it', async () => {
    pages = () => [{ path: '/', lastModified: '' }]
    expect((await entries()).map(([path]) => path)).not.toContain('/jobs')
  })

  it('lists the jobs while there is no content yet', async () => {
    pages = () => {
      throw new Error('There has never been any content.')
    }
    expect((await entries()).map(([path]) => path).slice(0, 2)).toEqual(['/', '/jobs'])
  })
})

describe('what others may keep', () => {
  it('ends with the first of what is listed, and after a minute', async () => {
    pages = () => [{ path: '/actuary-jobs', lastModified: '', criteria: 'query=actuary' }]
    const kept = async (url: string) => (await app.inject(url)).headers['cache-control']
    const lists = ['/jobs.rss', '/jobs.rss?query=java', '/sitemap.xml', '/sitemap-1.xml']
    const ends = now + 86_400
    for (const [left, seconds] of [
      [3_600, 60],
      [61, 60],
      [10, 9],
      [1, 0],
    ] as const) {
      clock = (ends - left) * 1000
      for (const url of lists) expect(await kept(url), `${url}, ${left} s`).toBe(`public, max-age=${seconds}`)
    }
    clock = (ends + 10) * 1000
    for (const url of [...lists, '/blog.rss']) expect(await kept(url), url).toBe('public, max-age=60')
    // An event to come is over when it ends.
    clock = Date.UTC(2027, 1, 1, 19, 59, 50)
    expect(await kept('/events.rss')).toBe('public, max-age=9')
  })
})

it('is not sent again to a client that has it', async () => {
  pages = () => []
  for (const url of ['/jobs.rss', '/blog.rss', '/events.rss', '/events/e-next.ics', '/sitemap.xml', '/sitemap-1.xml']) {
    const { etag } = (await app.inject(url)).headers
    const again = await app.inject({ url, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag], url).toEqual([304, '', etag])
    const other = await app.inject({ url, headers: { 'if-none-match': 'W/"another"' } })
    expect([other.statusCode, other.body.length > 100], url).toEqual([200, true])
  }
})

describe('robots.txt', () => {
  it('keeps search engines out of what is endless or no page', async () => {
    const { body } = await app.inject('/robots.txt')
    const closed = [
      '/admin/',
      '/content.json',
      '/webhooks/',
      ...['/search', '/places'].flatMap(path => [`${path}$`, `${path}?`, `${path}/`]),
    ]
    for (const path of closed) expect(body.split('\n')).toContain(`Disallow: ${path}`)
    // Pages of the CMS may begin so: /search-and-selection, /places-to-work.
    expect(body).not.toMatch(/^Disallow: \/(search|places)$/m)
    expect(body).not.toMatch(/Disallow: \/(blog|events|jobs|media|specialisms|consultants)/)
  })
})

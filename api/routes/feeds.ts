import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import ical, { ICalCalendarMethod, ICalEventBusyStatus } from 'ical-generator'
import { toWholeQuery } from '#api/jobQuery'
import { jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import { type HitOf, type JobHit, quote, type SearchQuery } from '#api/search'
import type { SitePage } from '#api/sitePage'
import type { EventDocument } from '#indexer/contentDocuments'
import type { JobDocument } from '#indexer/job'
import { liveJobs } from '#indexer/liveJobs'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { queryString } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { RecentMap } from '../search/cache.ts'
import { xml } from '../xml.ts'

const rssItems = 50
/** Jobs in one part of the sitemap; the protocol allows 50,000 addresses and 50 MB. */
const partSize = 10_000
/** Pages beside the jobs in the first part, whatever the CMS holds. */
const fixedPages = ['/', '/jobs']
/**
 * How long it is remembered whether a landing page's search has jobs, and no longer than the one that was found is
 * live.
 */
const countedMs = 60_000
/** How long others may keep a feed. */
const keptSeconds = 60
/** 2020, in epoch seconds: an event's SEQUENCE counts from here. */
const sequenceBegin = Date.UTC(2020, 0) / 1_000

/** `/jobs.rss`, `/blog.rss`, `/events.rss`, an event's `.ics`, `/sitemap.xml` and its parts, `/robots.txt`. */
export async function feedRoutes(
  app: FastifyInstance,
  { config, search, originOf, sitePages }: ApiParts,
): Promise<void> {
  const rateLimit = { max: 120, timeWindow: 60_000 }
  const { site } = config
  const typed = app.withTypeProvider<ZodTypeProvider>()
  /** Until when a landing page's search has a job for certain, epoch seconds; 0 where it has none. */
  const counted = new RecentMap<number>(2_000, countedMs)
  const rss = 'application/rss+xml; charset=utf-8'
  // With the host of a request in its links an answer is for that client alone.
  const keeper = config.publicUrl ? 'public' : 'private'
  /** Others keep nothing past the second in which the first of what is listed ends. @param ends epoch seconds */
  const cacheUntil = (ends: readonly number[]) => {
    const next = ends.reduce((least, end) => Math.min(least, end), Number.POSITIVE_INFINITY)
    // `now` is the second that runs: most of it may be over.
    return `${keeper}, max-age=${Math.max(0, Math.min(keptSeconds, next - search.now() - 1))}`
  }

  app.get('/jobs.rss', { schema: schemas.jobsFeed, config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const params = {
      ...parseJobSearchParams(queryString(request.url)),
      sort: 'newest' as const,
      page: 1,
      pageSize: rssItems,
    }
    const resolution = await search.resolvePlace(params)
    const context = { site, place: resolution.status === 'found' ? resolution.place : null, now: search.now() }
    const result =
      resolution.status === 'unknown' ? null : (await search.multiSearch([toWholeQuery(params, context, 'jobs')]))[0]
    const description =
      resolution.status === 'unknown'
        ? `We do not know the place "${resolution.text}".`
        : `The newest jobs at ${site.name}${params.query ? ` for "${params.query}"` : ''}${context.place ? ` in ${context.place.label}` : ''}.`
    const { page: _, pageSize: __, ...asked } = params
    const feed = channel({
      title: `${site.name} jobs`,
      link: `${origin}${jobsPath({ ...asked })}`,
      self: `${origin}${jobsPath({ ...asked, sort: 'relevance' }).replace('/jobs', '/jobs.rss')}`,
      description,
      items: (result?.hits ?? []).map(hit => jobItem(hit, origin)),
    })
    const cache = cacheUntil((result?.hits ?? []).map(({ expires_at }) => expires_at))
    return reply.type(rss).header('cache-control', cache).send(feed)
  })

  typed.get('/blog.rss', { schema: schemas.blogFeed, config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const tag = tagOf(request.query.tag)
    const [{ hits }] = await search.multiSearch([
      {
        indexUid: 'posts',
        hitsPerPage: rssItems,
        sort: ['published_at:desc'],
        ...(tag && { filter: `tags = ${quote(tag)}` }),
      },
    ])
    const name = tagName(tag, hits)
    const feed = channel({
      title: `${site.name} insights${name && `: ${name}`}`,
      link: `${origin}/blog${tag && `/tag/${tag}`}`,
      self: `${origin}/blog.rss${tag && `?tag=${tag}`}`,
      description: `The newest insights${name && ` on ${name}`} from ${site.name}.`,
      items: hits.map(post => ({
        title: post.title,
        link: `${origin}/blog/${post.slug}`,
        guid: post.id,
        published: post.published_at,
        description: post.summary,
        creator: post.author,
        categories: post.tagNames,
      })),
    })
    return reply.type(rss).header('cache-control', cacheUntil([])).send(feed)
  })

  typed.get('/events.rss', { schema: schemas.eventsFeed, config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const tag = tagOf(request.query.tag)
    const filter = [`ends_at > ${search.now()}`, ...(tag ? [`tags = ${quote(tag)}`] : [])]
    const [{ hits }] = await search.multiSearch([
      { indexUid: 'events', hitsPerPage: rssItems, sort: ['starts_at:asc'], filter },
    ])
    const name = tagName(tag, hits)
    const feed = channel({
      title: `${site.name} events${name && `: ${name}`}`,
      link: `${origin}/events${tag && `/tag/${tag}`}`,
      self: `${origin}/events.rss${tag && `?tag=${tag}`}`,
      description: `Events to come${name && ` on ${name}`} at ${site.name}, the next one first.`,
      items: hits.map(event => ({
        title: `${event.title}, ${dayOf(event)}`,
        link: `${origin}/events/${event.slug}`,
        guid: event.id,
        // A feed's date is of its publication, which nobody has told us; the day of the event is in the title.
        published: null,
        description: [
          `${timesOf(event)}, ${event.online ? `online, ${event.venue}` : event.venue}. Hosted by ${event.hostedBy}.`,
          event.summary,
        ].join('\n'),
        creator: '',
        categories: event.tagNames,
      })),
    })
    const cache = cacheUntil(hits.map(({ ends_at }) => ends_at))
    return reply.type(rss).header('cache-control', cache).send(feed)
  })

  app.get<{ Params: { slug: string } }>('/events/:slug.ics', { config: { rateLimit } }, async (request, reply) => {
    const { slug } = request.params
    const event = isSlug(slug) ? await eventOf(slug) : null
    if (!event) throw httpError(404, 'There is no such event.')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${slug}.ics"`)
      .header('cache-control', cacheUntil([]))
      .send(calendar(event, originOf(request)))
  })

  async function eventOf(slug: string): Promise<EventDocument | null> {
    const fields = [
      'id',
      'slug',
      'title',
      'summary',
      'venue',
      'address',
      'online',
      'starts_at',
      'ends_at',
      'updated_at',
      'tagNames',
    ]
    const { results } = await search.engine.documents<EventDocument>(search.names.events, {
      filter: `slug = ${quote(slug)}`,
      fields,
      offset: 0,
      limit: 1,
    })
    return results[0] ?? null
  }

  function calendar(event: EventDocument, origin: string): string {
    const url = `${origin}/events/${event.slug}`
    // Times are in UTC, which every calendar shows in its reader's zone: the instant is right without a VTIMEZONE,
    // which not all of them read.
    const changed = new Date(event.updated_at * 1000)
    const made = ical({
      prodId: { company: site.name, product: 'Events', language: 'EN' },
      method: ICalCalendarMethod.PUBLISH,
    })
    made.createEvent({
      // The same on each of our sites and after a change of the title: a calendar then updates instead of adding.
      id: `${event.id}@events.longlist`,
      start: new Date(event.starts_at * 1000),
      end: new Date(event.ends_at * 1000),
      // Rises with each change, never falls, and fits the 31 bits that calendars keep of it: without it a calendar need
      // not take a moved event.
      sequence: Math.max(0, event.updated_at - sequenceBegin),
      stamp: changed,
      lastModified: changed,
      summary: event.title,
      description: `${event.summary}\n\n${url}`,
      location: [event.venue, ...(event.online ? [] : event.address.split('\n').map(line => line.trim()))]
        .filter(Boolean)
        .join(', '),
      url,
      busystatus: ICalEventBusyStatus.BUSY,
      categories: event.tagNames.map(name => ({ name })),
    })
    return made.toString()
  }

  app.get('/sitemap.xml', { schema: schemas.sitemap, config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const { urls, ends, total } = await part(1, origin)
    const parts = Math.ceil(total / partSize)
    const whole = parts <= 1
    const body = whole
      ? urlset(urls)
      : sitemapIndex(Array.from({ length: parts }, (_, i) => `${origin}/sitemap-${i + 1}.xml`))
    const cache = cacheUntil(whole ? ends : [])
    return reply.type('application/xml; charset=utf-8').header('cache-control', cache).send(body)
  })

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^\\d{1,4}$).xml',
    { config: { rateLimit } },
    async (request, reply) => {
      const number = Number(request.params.part)
      const { urls, ends } = number > 0 ? await part(number, originOf(request)) : { urls: [], ends: [] }
      if (urls.length === 0) throw httpError(404, 'The sitemap has no such part.')
      return reply.type('application/xml; charset=utf-8').header('cache-control', cacheUntil(ends)).send(urlset(urls))
    },
  )

  app.get('/robots.txt', { schema: schemas.robots }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /admin/',
      // The search page and the search's own address: answers without end.
      'Disallow: /search',
      'Disallow: /content.json',
      'Disallow: /webhooks/',
      'Disallow: /places',
      // Forms' answers, and the way to an advertiser, which counts who takes it.
      'Disallow: /_sf/',
      '',
      `Sitemap: ${originOf(request)}/sitemap.xml`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `${keeper}, max-age=3600`)
      .send(lines.join('\n'))
  })

  /**
   * Live jobs of one part, in the engine's order, which new jobs do not change. `lastmod` is when the advert last
   * changed, nothing else. `ends` are the times, epoch seconds, at which the part is another.
   */
  async function part(number: number, origin: string): Promise<{ urls: string[]; ends: number[]; total: number }> {
    const { results, total } = await search.engine.documents<
      Pick<JobDocument, 'url_slug' | 'updated_at' | 'expires_at'>
    >(search.names.jobs, {
      filter: liveJobs(search.now()),
      fields: ['url_slug', 'updated_at', 'expires_at'],
      offset: (number - 1) * partSize,
      limit: partSize,
    })
    const urls = results.map(
      ({ url_slug, updated_at }) =>
        `<url><loc>${xml(`${origin}/jobs/${url_slug}`)}</loc><lastmod>${new Date(updated_at * 1000).toISOString()}</lastmod></url>`,
    )
    const ends = results.map(({ expires_at }) => expires_at)
    if (number > 1) return { urls, ends, total }
    const pages = await withJobs(pagesNow())
    return { urls: [...pageUrls(pages.listed, origin), ...urls], ends: [...ends, ...pages.ends], total }
  }

  /** Home, the job search and the pages of the CMS, each once. */
  function pageUrls(listed: readonly SitePage[], origin: string): string[] {
    const pages = new Map<string, string | null>(fixedPages.map(path => [path, null]))
    for (const { path, lastModified } of listed) {
      const changed = Date.parse(lastModified)
      // The jobs of these two change all day: what their words last changed says nothing.
      if (!fixedPages.includes(path)) pages.set(path, Number.isNaN(changed) ? null : new Date(changed).toISOString())
    }
    return [...pages].map(
      ([path, changed]) =>
        `<url><loc>${xml(origin + encodeURI(path))}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
    )
  }

  /** The jobs are listed also while there is no content yet. */
  function pagesNow(): readonly SitePage[] {
    try {
      return sitePages()
    } catch (error) {
      app.log.warn({ event: 'noSitePages' }, `The sitemap lists no pages of the CMS: ${(error as Error).message}`)
      return []
    }
  }

  /**
   * Landing pages without a job are no page for a search engine. `ends`: until when each of the others has one for
   * certain.
   */
  async function withJobs(pages: readonly SitePage[]): Promise<{ listed: SitePage[]; ends: number[] }> {
    const now = search.now()
    const ends = new Map<string, number>()
    const asked: { criteria: string; query: SearchQuery }[] = []
    for (const criteria of new Set(pages.flatMap(page => page.criteria ?? []))) {
      const known = counted.get(criteria)
      if (known === 0 || (known !== undefined && known > now)) {
        ends.set(criteria, known)
        continue
      }
      const params = parseJobSearchParams(criteria)
      const resolution = await search.resolvePlace(params)
      // A search at a place that nobody knows finds nothing.
      if (resolution.status === 'unknown') continue
      const context = { site, place: resolution.status === 'found' ? resolution.place : null, now }
      const query = {
        ...toWholeQuery(params, context, 'jobs'),
        sort: [],
        page: 1,
        hitsPerPage: 1,
        attributesToRetrieve: ['expires_at'],
      }
      asked.push({ criteria, query })
    }
    const results = asked.length > 0 ? await search.multiSearch(asked.map(({ query }) => query)) : []
    asked.forEach(({ criteria }, i) => {
      const end = results[i]!.hits[0]?.expires_at ?? 0
      ends.set(criteria, end)
      counted.set(criteria, end)
    })
    const has = (criteria: string) => (ends.get(criteria) ?? 0) > 0
    return {
      listed: pages.filter(({ criteria }) => criteria === undefined || has(criteria)),
      ends: [...ends.values()].filter(end => end > 0),
    }
  }
}

interface FeedItem {
  title: string
  link: string
  guid: string
  /** Epoch seconds; null where unknown. */
  published: number | null
  description: string
  creator: string
  categories: readonly string[]
}

function channel({
  title,
  link,
  self,
  description,
  items,
}: Record<'title' | 'link' | 'self' | 'description', string> & { items: FeedItem[] }): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    `<title>${xml(title)}</title>`,
    `<link>${xml(link)}</link>`,
    `<description>${xml(description)}</description>`,
    '<language>en</language>',
    `<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>`,
    ...items.map(feedItem),
    '</channel></rss>',
  ].join('\n')
}

function feedItem({ title, link, guid, published, description, creator, categories }: FeedItem): string {
  return [
    '<item>',
    `<title>${xml(title)}</title>`,
    `<link>${xml(link)}</link>`,
    // The id, not the address: what gets another title is not a new item.
    `<guid isPermaLink="false">${xml(guid)}</guid>`,
    published === null ? '' : `<pubDate>${new Date(published * 1000).toUTCString()}</pubDate>`,
    // `author` would have to be an e-mail address.
    creator && `<dc:creator>${xml(creator)}</dc:creator>`,
    `<description>${xml(description)}</description>`,
    ...categories.map(name => `<category>${xml(name)}</category>`),
    '</item>',
  ].join('')
}

function jobItem(job: JobHit, origin: string): FeedItem {
  const facts = [job.location, job.salary_package, job.type.join(' or ')].filter(Boolean).join(' · ')
  return {
    title: job.title,
    link: `${origin}/jobs/${job.url_slug}`,
    guid: job.id,
    published: job.published_at,
    description: [facts, job.summary].filter(Boolean).join('\n'),
    creator: '',
    categories: job.specialisms,
  }
}

function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** The tag that a feed is asked for; empty for none. What is no slug is no tag of ours: its feed is all of them. */
function tagOf(asked: string | string[] | undefined): string {
  const tag = [asked].flat()[0] ?? ''
  return isSlug(tag) ? tag : ''
}

/** A tag as it is shown; the slug where nothing is tagged so. */
function tagName(tag: string, hits: readonly Pick<HitOf['posts'], 'tags' | 'tagNames'>[]): string {
  const tagged = hits.find(({ tags }) => tags.includes(tag))
  return tagged?.tagNames[tagged.tags.indexOf(tag)] ?? tag
}

function dayOf({ starts_at, timeZone }: HitOf['events']): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(starts_at * 1000)
}

function timesOf({ starts_at, ends_at, timeZone }: HitOf['events']): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return time.formatRange(starts_at * 1000, ends_at * 1000)
}

function urlset(urls: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`
}

function sitemapIndex(addresses: string[]): string {
  const entries = addresses.map(address => `<sitemap><loc>${xml(address)}</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>`
}

import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { toWholeQuery } from '#api/jobQuery'
import { parseJobSearchParams } from '#api/jobSearchParams'
import { type SearchQuery } from '#api/search'
import type { SitePage } from '#api/sitePage'
import type { JobDocument } from '#indexer/job'
import { liveJobs } from '#indexer/liveJobs'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { sendTagged } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { RecentMap } from '../search/cache.ts'
import { xml } from '../xml.ts'
import { cacheUntil, keeperOf } from './feeds.ts'

/** Jobs in one part of the sitemap; the protocol allows 50,000 addresses and 50 MB. */
const partSize = 10_000
/** Pages that begin the first part, unless the CMS keeps search engines out of them. */
const fixedPages = ['/', '/jobs']
/**
 * How long it is remembered whether a landing page's search has jobs, and no longer than the one that was found is
 * live.
 */
const countedMs = 60_000
interface Sitemap extends ApiParts {
  log: FastifyBaseLogger
  /** Until when a landing page's search has a job for certain, epoch seconds; 0 where it has none. */
  counted: RecentMap<number>
}

/** `/sitemap.xml` and its parts, `/robots.txt`. */
export async function sitemapRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { originOf } = parts
  const rateLimit = { max: 120, timeWindow: 60_000 }
  const sitemap: Sitemap = { ...parts, log: app.log, counted: new RecentMap<number>(2_000, countedMs) }
  const send = (reply: FastifyReply, body: string, ends: number[]) =>
    sendTagged(reply.type('application/xml; charset=utf-8').header('cache-control', cacheUntil(sitemap, ends)), body)

  app.get('/sitemap.xml', { schema: schemas.sitemap, config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const { urls, ends, total } = await partOf(sitemap, 1, origin)
    const parts = Math.ceil(total / partSize)
    const whole = parts <= 1
    const body = whole
      ? urlset(urls)
      : sitemapIndex(Array.from({ length: parts }, (_, i) => `${origin}/sitemap-${i + 1}.xml`))
    return send(reply, body, whole ? ends : [])
  })

  app.get<{ Params: { part: string } }>(
    '/sitemap-:part(^\\d{1,4}$).xml',
    { config: { rateLimit } },
    async (request, reply) => {
      const number = Number(request.params.part)
      const { urls, ends } = number > 0 ? await partOf(sitemap, number, originOf(request)) : { urls: [], ends: [] }
      if (urls.length === 0) throw httpError(404, 'The sitemap has no such part.')
      return send(reply, urlset(urls), ends)
    },
  )

  app.get('/robots.txt', { schema: schemas.robots }, async (request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /admin/',
      'Disallow: /content.json',
      'Disallow: /webhooks/',
      // The search page and the searches' own addresses: answers without end. A page of the CMS may begin so.
      ...['/search', '/places'].flatMap(path => ['$', '?', '/'].map(end => `Disallow: ${path}${end}`)),
      // Forms' answers, and the way to an advertiser, which counts who takes it.
      'Disallow: /_sf/',
      '',
      `Sitemap: ${originOf(request)}/sitemap.xml`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `${keeperOf(sitemap)}, max-age=3600`)
      .send(lines.join('\n'))
  })
}

/**
 * Live jobs of one part, in the engine's order, which new jobs do not change. `lastmod` is when the advert last
 * changed, nothing else; where its source states no change there is none, for the day of publication would deny those
 * that come. `ends` are the times, epoch seconds, at which the part is another.
 */
async function partOf(
  sitemap: Sitemap,
  number: number,
  origin: string,
): Promise<{ urls: string[]; ends: number[]; total: number }> {
  const { results, total } = await sitemap.search.engine.documents<
    Pick<JobDocument, 'url_slug' | 'published_at' | 'updated_at' | 'expires_at'>
  >(sitemap.search.names.jobs, {
    filter: liveJobs(sitemap.search.now()),
    fields: ['url_slug', 'published_at', 'updated_at', 'expires_at'],
    offset: (number - 1) * partSize,
    limit: partSize,
  })
  const urls = results.map(({ url_slug, published_at, updated_at }) => {
    const changed = updated_at > published_at ? new Date(updated_at * 1000).toISOString() : null
    return urlOf(`${origin}/jobs/${url_slug}`, changed)
  })
  const ends = results.map(({ expires_at }) => expires_at)
  if (number > 1) return { urls, ends, total }
  const pages = await withJobs(sitemap, pagesNow(sitemap))
  return { urls: [...pageUrls(pages.listed, origin), ...urls], ends: [...ends, ...pages.ends], total }
}

/** Home, the job search and the pages of the CMS, each once. */
function pageUrls(listed: readonly SitePage[], origin: string): string[] {
  const fixed = fixedPages.filter(path => listed.length === 0 || listed.some(page => page.path === path))
  const pages = new Map<string, string | null>(fixed.map(path => [path, null]))
  for (const { path, lastModified } of listed) {
    const changed = Date.parse(lastModified)
    // The jobs of these two change all day: what their words last changed says nothing.
    if (!fixedPages.includes(path)) pages.set(path, Number.isNaN(changed) ? null : new Date(changed).toISOString())
  }
  return [...pages].map(([path, changed]) => urlOf(origin + encodeURI(path), changed))
}

/** @param changed ISO 8601; null where unknown */
function urlOf(address: string, changed: string | null): string {
  return `<url><loc>${xml(address)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`
}

/** The jobs are listed also while there is no content yet. */
function pagesNow({ sitePages, log }: Sitemap): readonly SitePage[] {
  try {
    return sitePages()
  } catch (error) {
    log.warn({ event: 'noSitePages' }, `The sitemap lists no pages of the CMS: ${(error as Error).message}`)
    return []
  }
}

/**
 * Landing pages without a job are no page for a search engine. `ends`: until when each of the others has one for
 * certain.
 */
async function withJobs(
  { config, search, counted }: Sitemap,
  pages: readonly SitePage[],
): Promise<{ listed: SitePage[]; ends: number[] }> {
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
    // A search at a place that is not known finds nothing.
    if (resolution.status === 'unknown') continue
    const context = { site: config.site, place: resolution.status === 'found' ? resolution.place : null, now }
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

function urlset(urls: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`
}

function sitemapIndex(addresses: string[]): string {
  const entries = addresses.map(address => `<sitemap><loc>${xml(address)}</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>`
}

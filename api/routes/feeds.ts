import type { FastifyInstance } from 'fastify'
import { toQuery } from '#api/jobQuery'
import { jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import type { JobHit } from '#api/search'
import type { JobDocument } from '#indexer/job'
import { liveJobs } from '#indexer/liveJobs'
import { type ApiParts, httpError } from '../app.ts'
import { queryString } from './search.ts'

const rssItems = 50
/** Jobs in one part of the sitemap; the protocol allows 50,000 addresses and 50 MB. */
const partSize = 10_000
/** Pages beside the jobs, in the first part. */
const pages = ['/', '/jobs']

/** `/jobs.rss`, `/sitemap.xml` and its parts, `/robots.txt`. */
export async function feedRoutes(app: FastifyInstance, { config, search, originOf }: ApiParts): Promise<void> {
  const rateLimit = { max: 120, timeWindow: 60_000 }
  const { site } = config

  app.get('/jobs.rss', { config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const params = { ...parseJobSearchParams(queryString(request.url)), sort: 'newest' as const, page: 1, pageSize: rssItems }
    const resolution = await search.resolvePlace(params)
    const context = { site, place: resolution.status === 'found' ? resolution.place : null, now: search.now() }
    const [result] = resolution.status === 'unknown' ? [] : await search.multiSearch([toQuery(params, context, 'jobs')])
    const description =
      resolution.status === 'unknown'
        ? `We do not know the place "${resolution.text}".`
        : `The newest jobs at ${site.name}${params.query ? ` for "${params.query}"` : ''}${context.place ? ` in ${context.place.label}` : ''}.`
    const { page: _, pageSize: __, ...asked } = params
    const self = `${origin}${jobsPath({ ...asked, sort: 'relevance' }).replace('/jobs', '/jobs.rss')}`
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
      `<title>${xml(`${site.name} jobs`)}</title>`,
      `<link>${xml(`${origin}${jobsPath({ ...asked })}`)}</link>`,
      `<description>${xml(description)}</description>`,
      '<language>en</language>',
      `<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>`,
      ...(result?.hits ?? []).map(hit => item(hit, origin)),
      '</channel></rss>',
    ]
    return reply.type('application/rss+xml; charset=utf-8').header('cache-control', 'public, max-age=60').send(lines.join('\n'))
  })

  app.get('/sitemap.xml', { config: { rateLimit } }, async (request, reply) => {
    const origin = originOf(request)
    const { urls, total } = await part(1, origin)
    const parts = Math.ceil(total / partSize)
    const body = parts <= 1 ? urlset(urls) : sitemapIndex(Array.from({ length: parts }, (_, i) => `${origin}/sitemap-${i + 1}.xml`))
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=60').send(body)
  })

  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,4}$).xml', { config: { rateLimit } }, async (request, reply) => {
    const number = Number(request.params.part)
    const { urls } = number > 0 ? await part(number, originOf(request)) : { urls: [] }
    if (urls.length === 0) throw httpError(404, 'The sitemap has no such part.')
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=60').send(urlset(urls))
  })

  app.get('/robots.txt', async (request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /admin/',
      'Disallow: /search/',
      'Disallow: /webhooks/',
      'Disallow: /places',
      '',
      `Sitemap: ${originOf(request)}/sitemap.xml`,
      '',
    ]
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(lines.join('\n'))
  })

  /** Live jobs of one part, in the engine's order, which new jobs do not change. `lastmod` is when the advert last changed, nothing else. */
  async function part(number: number, origin: string): Promise<{ urls: string[]; total: number }> {
    const { results, total } = await search.engine.documents<Pick<JobDocument, 'url_slug' | 'updated_at'>>(search.names.jobs, {
      filter: liveJobs(search.now()),
      fields: ['url_slug', 'updated_at'],
      offset: (number - 1) * partSize,
      limit: partSize,
    })
    const urls = results.map(
      ({ url_slug, updated_at }) => `<url><loc>${xml(`${origin}/jobs/${url_slug}`)}</loc><lastmod>${new Date(updated_at * 1000).toISOString()}</lastmod></url>`,
    )
    return { urls: number === 1 ? [...pages.map(path => `<url><loc>${xml(origin + path)}</loc></url>`), ...urls] : urls, total }
  }
}

function item(job: JobHit, origin: string): string {
  const url = xml(`${origin}/jobs/${job.url_slug}`)
  const facts = [job.location, job.salary_package, job.type.join(' or ')].filter(Boolean).join(' · ')
  return [
    '<item>',
    `<title>${xml(job.title)}</title>`,
    `<link>${url}</link>`,
    // The id, not the address: a job whose title changes is not a new item.
    `<guid isPermaLink="false">${xml(job.id)}</guid>`,
    `<pubDate>${new Date(job.published_at * 1000).toUTCString()}</pubDate>`,
    `<description>${xml([facts, job.summary].filter(Boolean).join('\n'))}</description>`,
    ...job.specialisms.map(name => `<category>${xml(name)}</category>`),
    '</item>',
  ].join('')
}

function urlset(urls: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`
}

function sitemapIndex(addresses: string[]): string {
  const entries = addresses.map(address => `<sitemap><loc>${xml(address)}</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>`
}

/** Text for XML 1.0, which has no place for control characters at all. */
function xml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, character => entities[character]!)
}

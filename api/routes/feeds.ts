import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import ical, { ICalCalendarMethod, ICalEventBusyStatus } from 'ical-generator'
import { toWholeQuery } from '#api/jobQuery'
import { jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import { type HitOf, type JobHit, quote } from '#api/search'
import { type EventDocument, entryIdOf } from '#indexer/contentDocuments'
import { escapeText } from '#indexer/text'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { queryString, sendTagged } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { xml } from '../xml.ts'

const rssItems = 50
/** How long others may keep a feed. */
const keptSeconds = 60
/** 2020, in epoch seconds: an event's SEQUENCE counts from here. */
const sequenceBegin = Date.UTC(2020, 0) / 1_000

interface Feed {
  text: string
  /** When the first of what is listed ends, and the others: epoch seconds. */
  ends: number[]
}

/** `/jobs.rss`, `/blog.rss`, `/events.rss`, an event's `.ics`. */
export async function feedRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { originOf } = parts
  const config = { rateLimit: { max: 120, timeWindow: 60_000 }, sheds: 'data' } as const
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const send = (reply: FastifyReply, { text, ends }: Feed) =>
    sendTagged(reply.type('application/rss+xml; charset=utf-8').header('cache-control', cacheUntil(parts, ends)), text)

  app.get('/jobs.rss', { schema: schemas.jobsFeed, config }, async (request, reply) =>
    send(reply, await jobsFeed(parts, queryString(request.url), originOf(request))),
  )
  typed.get('/blog.rss', { schema: schemas.blogFeed, config }, async (request, reply) =>
    send(reply as FastifyReply, await blogFeed(parts, tagOf(request.query.tag), originOf(request))),
  )
  typed.get('/events.rss', { schema: schemas.eventsFeed, config }, async (request, reply) =>
    send(reply as FastifyReply, await eventsFeed(parts, tagOf(request.query.tag), originOf(request))),
  )
  app.get<{ Params: { slug: string } }>('/events/:slug.ics', { config }, async (request, reply) => {
    const { slug } = request.params
    const event = isSlug(slug) ? await eventOf(parts, slug) : null
    if (!event) throw httpError(404, 'There is no such event.')
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${slug}.ics"`)
      .header('cache-control', cacheUntil(parts, []))
    return sendTagged(reply, calendar(event, parts.config.site.name, originOf(request)))
  })
}

/** With the host of a request in its links an answer is for that client alone. */
export function keeperOf({ config }: ApiParts): 'public' | 'private' {
  return config.publicUrl ? 'public' : 'private'
}

/** Others keep nothing past the second in which the first of what is listed ends. @param ends epoch seconds */
export function cacheUntil(parts: ApiParts, ends: readonly number[]): string {
  const next = ends.reduce((least, end) => Math.min(least, end), Number.POSITIVE_INFINITY)
  // `now` is the second that runs: most of it may be over.
  return `${keeperOf(parts)}, max-age=${Math.max(0, Math.min(keptSeconds, next - parts.search.now() - 1))}`
}

async function jobsFeed({ config, search }: ApiParts, asked: string, origin: string): Promise<Feed> {
  const { site } = config
  const params = {
    ...parseJobSearchParams(asked),
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
  const { page: _, pageSize: __, ...shown } = params
  const feed = channel({
    title: `${site.name} jobs`,
    link: `${origin}${jobsPath(shown)}`,
    self: `${origin}${jobsPath({ ...shown, sort: 'relevance' }).replace('/jobs', '/jobs.rss')}`,
    description,
    items: (result?.hits ?? []).map(hit => jobItem(hit, origin)),
  })
  return { text: feed, ends: (result?.hits ?? []).map(({ expires_at }) => expires_at) }
}

async function blogFeed({ config, search }: ApiParts, tag: string, origin: string): Promise<Feed> {
  const { site } = config
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
      guid: entryIdOf(post.id),
      published: post.published_at,
      description: post.summary,
      creator: post.author,
      categories: post.tagNames,
    })),
  })
  return { text: feed, ends: [] }
}

async function eventsFeed({ config, search }: ApiParts, tag: string, origin: string): Promise<Feed> {
  const { site } = config
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
      guid: entryIdOf(event.id),
      // A feed's date is of its publication, which is not known; the day of the event is in the title.
      published: null,
      description: [
        `${timesOf(event)}, ${event.online ? `online, ${event.venue}` : event.venue}. Hosted by ${event.hostedBy}.`,
        event.summary,
      ].join('\n'),
      creator: '',
      categories: event.tagNames,
    })),
  })
  return { text: feed, ends: hits.map(({ ends_at }) => ends_at) }
}

async function eventOf({ search }: ApiParts, slug: string): Promise<EventDocument | null> {
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

function calendar(event: EventDocument, siteName: string, origin: string): string {
  const url = `${origin}/events/${event.slug}`
  // Times are in UTC, which every calendar shows in its reader's zone: the instant is right without a VTIMEZONE,
  // which not all of them read.
  const changed = new Date(event.updated_at * 1000)
  const made = ical({
    prodId: { company: siteName, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  made.createEvent({
    // The same on each of our sites and after a change of the title: a calendar then updates instead of adding.
    id: `${entryIdOf(event.id)}@events.longlist`,
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
    // Readers take it for HTML.
    `<description>${xml(escapeText(description).replaceAll('\n', '<br>'))}</description>`,
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

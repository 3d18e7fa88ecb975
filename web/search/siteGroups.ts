import { jobsPath, limits, parseJobSearchParams } from '#api/jobSearchParams'
import type { HitOf, SearchResult, SiteApi } from '#api/search'
import { sectors } from '#indexer/specialisms'
import { formatCount } from '../ui/time.ts'
import { listPath } from './lists.ts'

/*
 * The search of the whole site: jobs, insights and events beside each other, a few of each, with a way to all of them.
 */

export const siteIndexes = ['jobs', 'posts', 'events'] as const
export type SiteIndex = (typeof siteIndexes)[number]

/** One line of a group. */
export interface SiteHit {
  id: string
  href: string
  title: string
  /** What tells it from its neighbours: place and salary, who wrote it, when it is. */
  detail: string
}

export interface SiteGroup {
  index: SiteIndex
  heading: string
  total: number
  hits: SiteHit[]
  all: { label: string; href: string }
}

const headings: Record<SiteIndex, string> = { jobs: 'Jobs', posts: 'Insights', events: 'Events' }
const names: Record<SiteIndex, [string, string]> = {
  jobs: ['job', 'jobs'],
  posts: ['insight', 'insights'],
  events: ['event', 'events'],
}

/**
 * Reads the text of `/search?query=…` as the job search reads its own: verbatim, trimmed, at most 200 characters. Never
 * throws.
 */
export function parseSiteQuery(search: string): string {
  return parseJobSearchParams(search).query
}

/** `/search?query=…`. */
export function sitePath(query: string): string {
  const text = parseSiteQuery(`query=${encodeURIComponent(query.toWellFormed().slice(0, limits.text))}`)
  return text ? `/search?query=${encodeURIComponent(text)}` : '/search'
}

/** The attributes that a line shows, and when a job ends: an answer is not kept past it (searchClient.ts). */
export const siteAttributes = {
  jobs: ['id', 'url_slug', 'title', 'location', 'salary_package', 'expires_at'],
  posts: ['id', 'slug', 'title', 'author', 'tagNames'],
  events: ['id', 'slug', 'title', 'hostedBy', 'starts_at', 'timeZone'],
} as const

/**
 * What the site has for a text. One request.
 * @param count of each group's lines
 * @throws SearchUnavailable
 */
export async function searchSite(
  query: string,
  { api, count }: { api: Pick<SiteApi, 'multiSearch'>; count: number },
): Promise<SiteGroup[]> {
  const of = <Index extends SiteIndex>(indexUid: Index) => ({
    indexUid,
    q: query,
    page: 1,
    hitsPerPage: count,
    attributesToRetrieve: [...siteAttributes[indexUid]],
  })
  const [jobs, posts, events] = await api.multiSearch([of('jobs'), of('posts'), of('events')])
  return siteIndexes.map((index, i) =>
    siteGroup(index, query, [jobs, posts, events][i] as SearchResult<HitOf[SiteIndex]>),
  )
}

/** A group as it is shown, from the hits of its index. */
export function siteGroup(
  index: SiteIndex,
  query: string,
  { hits, totalHits }: { hits: readonly HitOf[SiteIndex][]; totalHits: number },
): SiteGroup {
  const href = index === 'jobs' ? jobsPath({ query }) : listPath(index, { query })
  return {
    index,
    heading: headings[index],
    total: totalHits,
    hits: hits.map(hit => siteHit(index, hit)),
    all: { label: `See all ${formatCount(totalHits)} ${names[index][totalHits === 1 ? 0 : 1]}`, href },
  }
}

function siteHit(index: SiteIndex, hit: HitOf[SiteIndex]): SiteHit {
  switch (index) {
    case 'jobs': {
      const { id, url_slug, title, location, salary_package } = hit as HitOf['jobs']
      return { id, href: `/jobs/${url_slug}`, title, detail: [location, salary_package].filter(Boolean).join(', ') }
    }
    case 'posts': {
      const { id, slug, title, author, tagNames } = hit as HitOf['posts']
      return {
        id,
        href: `/blog/${slug}`,
        title,
        detail: [author && `By ${author}`, ...(tagNames ?? []).slice(0, 1)].filter(Boolean).join(', '),
      }
    }
    case 'events': {
      const { id, slug, title, hostedBy, starts_at } = hit as HitOf['events']
      return {
        id,
        href: `/events/${slug}`,
        title,
        detail: [monthOf(starts_at), hostedBy && `hosted by ${hostedBy}`].filter(Boolean).join(', '),
      }
    }
  }
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Near enough for a line that is followed: the page tells the day on its own clock. */
function monthOf(epoch: number): string {
  const date = new Date(epoch * 1_000)
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** `3 jobs, 1 insight, no events`: for a screen reader, once. */
export function siteTotals(groups: readonly Pick<SiteGroup, 'index' | 'total'>[]): string {
  return groups
    .map(({ index, total }) => `${total === 0 ? 'no' : formatCount(total)} ${names[index][total === 1 ? 0 : 1]}`)
    .join(', ')
}

/** Where to begin for who has typed nothing. */
export const siteStarts: readonly { heading: string; links: readonly { label: string; href: string }[] }[] = [
  {
    heading: 'Sectors',
    links: sectors.map(({ name }) => ({ label: `${name} jobs`, href: jobsPath({ sectors: [name] }) })),
  },
  {
    heading: 'Often searched for',
    links: ['Actuary', 'Business analyst', 'Data scientist', 'Java developer', 'Project manager', 'Underwriter'].map(
      query => ({
        label: query,
        href: jobsPath({ query }),
      }),
    ),
  },
  {
    heading: 'To read and to go to',
    links: [
      { label: 'Insights', href: '/blog' },
      { label: 'Events', href: '/events' },
    ],
  },
]

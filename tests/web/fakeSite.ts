import { type PlaceResolution, type SearchQuery, type SearchResult, SearchUnavailable, type SiteApi } from '#api/search'
import type { JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import type { Layout, SiteContent } from '../../web/content/content.ts'
import { aJob } from '../builders/jobDocument.ts'

export function aPlace(overrides: Partial<PlaceDocument> = {}): PlaceDocument {
  return {
    id: '2643123',
    name: 'Manchester',
    label: 'Manchester, England',
    kind: 'city',
    country: 'GB',
    lat: 53.4775,
    lng: -2.2375,
    areaCode: null,
    population: 550_000,
    aliases: [],
    rank: 1,
    ...overrides,
  }
}

export const aLayout: Layout = {
  name: 'Longlist',
  tagline: 'Specialist recruitment for banking, insurance and technology.',
  copyrightYear: 2025,
  phone: '+44 20 7946 0100',
  email: 'hello@longlist.example',
  hours: '8.30am to 6pm, Monday to Friday',
  promise: 'We answer within 1-2 working days.',
  register: { heading: 'Put your name on the list', text: 'Tell us what you look for.' },
  social: [],
  countrySites: [],
  mainMenu: [],
  footerMenu: [],
  legalMenu: [],
  offices: [],
  forms: {},
  cookieExpiryDays: 3000,
}

/** A CMS with a layout and no page. */
export const noContent: SiteContent = {
  layout: async () => aLayout,
  at: async () => ({ kind: 'unknown' }),
  text: async () => null,
}

export interface FakeSite {
  api: SiteApi
  /** Every query asked, one array a request. */
  asked: SearchQuery[][]
  /** Locations looked up. */
  resolved: string[]
  /** When true each call fails as if the engine were down. */
  down: boolean
}

/**
 * A site in memory, for what the web makes of answers. It filters by the words in titles only; a `near` filter puts
 * every job 3.2 away.
 * @param places by the text that finds them; any other text is unknown, with all places as suggestions
 */
export function fakeSite({
  jobs = [aJob(), aJob()],
  places = {},
}: {
  jobs?: JobDocument[]
  places?: Record<string, PlaceDocument>
} = {}): FakeSite {
  const site: FakeSite = {
    asked: [],
    resolved: [],
    down: false,
    api: {
      async multiSearch(queries) {
        if (site.down) throw new SearchUnavailable('The engine is down.')
        site.asked.push([...queries])
        return queries.map(query => answer(query, jobs)) as never
      },
      async suggest() {
        return []
      },
      async suggestPlaces() {
        return Object.values(places)
      },
      async resolvePlace({ location }): Promise<PlaceResolution> {
        if (site.down) throw new SearchUnavailable('The engine is down.')
        if (location === '') return { status: 'none' }
        site.resolved.push(location)
        const place = places[location]
        return place
          ? { status: 'found', place }
          : { status: 'unknown', text: location, suggestions: Object.values(places) }
      },
      async alertsPage() {
        return { kind: 'over' }
      },
      async applicationPage() {
        return { kind: 'over' }
      },
      async form() {
        return null
      },
      async job(slug) {
        if (site.down) throw new SearchUnavailable('The engine is down.')
        const job = jobs.find(candidate => candidate.url_slug === slug)
        return job ? { status: 'live', job, similar: [] } : { status: 'unknown' }
      },
    },
  }
  return site
}

function answer(query: SearchQuery, jobs: JobDocument[]): SearchResult {
  const { indexUid, q = '', page = 1, hitsPerPage = 20 } = query
  const nothing = JSON.stringify(query.filter ?? '').includes('publishedDay < 0')
  const near = JSON.stringify(query.filter ?? '').includes('near =')
  const found =
    nothing || indexUid !== 'jobs' ? [] : jobs.filter(job => job.title.toLowerCase().includes(q.toLowerCase()))
  const count = (values: string[][]) => {
    const counts: Record<string, number> = {}
    for (const value of values.flat()) counts[value] = (counts[value] ?? 0) + 1
    return counts
  }
  return {
    indexUid,
    query: q,
    processingTimeMs: 0,
    page,
    hitsPerPage,
    totalHits: found.length,
    totalPages: hitsPerPage === 0 ? 0 : Math.ceil(found.length / hitsPerPage),
    hits: found.slice((page - 1) * hitsPerPage, page * hitsPerPage).map(job => ({
      ...job,
      _formatted: { title: job.title },
      ...(near && { _distance: 3.2 }),
    })),
    facetDistribution: Object.fromEntries(
      (query.facets ?? []).map(facet => [
        facet,
        count(found.map(job => [job[facet as keyof JobDocument]].flat().map(value => String(value)))),
      ]),
    ),
  }
}

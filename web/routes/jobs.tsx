import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  type JobSearchParams,
  jobsPath,
  noSearch,
  parseJobSearchParams,
  stringifyJobSearchParams,
} from '#api/jobSearchParams'
import { type PlaceResolution, SearchUnavailable } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import type { PageMetadata } from '../content/content.ts'
import type { JobSearchData } from '../jobs/JobSearch.tsx'
import { pageHead } from '../layout/pageHead.ts'
import { itemList } from '../layout/structuredData.ts'
import { type CardHit, jobsIndex } from '../search/connectJobSearch.ts'
import { isLandmark, landmarkOf, searchHeading } from '../search/labels.ts'
import { metadataAt } from './contentAt.ts'
import { isUnavailable, type PageAnswer, rootRoute, type SiteContext } from './root.tsx'

/** `/jobs?…`: the job search. */
export const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  loader: async ({
    context,
    location,
  }): Promise<JobSearchData & PageAnswer & { metadata: PageMetadata | null; place: PlaceText | null }> => {
    const { api, site } = context
    const now = context.now()
    const params = parseJobSearchParams(location.searchStr)
    const [metadata, roles, part] = await Promise.all([
      isBare(params) ? metadataAt(context, '/jobs') : null,
      popularRoles(context),
      import('../search/findFirst.ts').catch(() => null),
    ])
    try {
      if (!part) throw new SearchUnavailable('A part of the script has not come.')
      const found = await part.findFirst(params, { api, site, now })
      return { params, now, metadata, roles, ...found, place: await placeText(params, found.resolution, context) }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // The form, the filters' state and a way to try again are still a page.
      return {
        params,
        now,
        metadata,
        roles,
        resolution: { status: 'none' },
        first: null,
        alternatives: [],
        place: null,
        unasked: part === null,
        httpStatus: 503,
      }
    }
  },
  // Once a visit of the page: from then on InstantSearch searches, and the URL follows it. What was found on an earlier
  // visit is of no use.
  shouldReload: ({ cause }) => cause === 'enter',
  gcTime: 0,
  head: ({ match, loaderData }) => {
    const params = parseJobSearchParams(location(match.search))
    const known: PlaceResolution =
      loaderData?.params.location === params.location ? loaderData.resolution : { status: 'none' }
    // What was found is of the search that the page was entered by; another one since then is another list.
    const entered = loaderData && stringifyJobSearchParams(loaderData.params) === stringifyJobSearchParams(params)
    const [found] = (entered && loaderData.first?.[jobsIndex]?.results) || []
    // Behind the last page the last one is shown.
    const hits = found && (params.page > Math.max(1, found.nbPages ?? 1) ? [] : (found.hits as CardHit[]))
    const landmark = isLandmark({ ...params, page: 1 })
    const shown = { ...params, page: 1, pageSize: noSearch.pageSize, sort: noSearch.sort }
    const stands = landmarkOf({
      ...shown,
      ...(entered && loaderData.place),
      radius: noSearch.radius,
      page: landmark ? params.page : 1,
    })
    const heading = searchHeading(params, known)
    // The CMS speaks of the search as a whole; what a visitor makes of it speaks for itself.
    const metadata = isBare(params) ? loaderData?.metadata : null
    const title = metadata?.title || heading
    const onPage = params.page > 1 ? `, page ${params.page}` : ''
    const head = pageHead(
      {
        title: `${title}${onPage}`,
        image: metadata?.shared ?? null,
        more: metadata?.more ?? [],
        description: metadata?.description
          ? `${params.page > 1 ? `Page ${params.page}: ` : ''}${metadata.description}`
          : `${heading}${onPage}: search live permanent and contract jobs, filter them by sector, specialism, salary and working environment, and apply online.`,
        path: metadata && params.page === 1 ? metadata.canonical : jobsPath(stands),
        robots:
          landmark && hits?.length !== 0 && metadata?.robots !== 'noindex,follow' ? 'index,follow' : 'noindex,follow',
        jsonLd: [
          metadata?.jsonSchema ?? null,
          itemList(
            (hits ?? []).map(hit => ({ name: hit.title, path: `/jobs/${hit.url_slug}` })),
            match.context.origin,
            (params.page - 1) * params.pageSize + 1,
          ),
        ],
      },
      match.context,
    )
    return {
      ...head,
      links: [...head.links, { rel: 'alternate', type: 'application/rss+xml', title: heading, href: rssPath(shown) }],
    }
  },
  staticData: { module: 'web/jobs/JobsPage.tsx' },
  component: lazyRouteComponent(() => import('../jobs/JobsPage.tsx'), 'JobsPage'),
})

/** A place as the one address of its searches has it. */
type PlaceText = Pick<JobSearchParams, 'location' | 'place'>

/**
 * The shortest text that means the place that was understood; null where it was typed so, or nothing was understood.
 */
async function placeText(
  { location, place }: JobSearchParams,
  resolution: PlaceResolution,
  { api }: SiteContext,
): Promise<PlaceText | null> {
  if (resolution.status !== 'found') return null
  const { id, name, label } = resolution.place
  if (place === '' && location === name) return null
  for (const text of [name, label]) {
    const again = await api.resolvePlace({ location: text, place: '' })
    if (again.status === 'found' && again.place.id === id) return { location: text, place: '' }
  }
  return { location: label, place: id }
}

/** The search is good without them, whatever has become of them: a page must not be lost for its popular roles. */
async function popularRoles({ api }: SiteContext): Promise<SuggestionRow[]> {
  return api.suggest('', noSearch).catch(() => [])
}

/** Nothing is searched for: all jobs, in whatever order. */
function isBare({ page, pageSize, sort, ...params }: JobSearchParams): boolean {
  return stringifyJobSearchParams(params) === ''
}

function location(search: { text?: string }): string {
  return search.text ?? ''
}

/** The search as a feed. */
function rssPath(params: JobSearchParams): string {
  const search = stringifyJobSearchParams(params)
  return search ? `/jobs.rss?${search}` : '/jobs.rss'
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type JobSearchParams, jobsPath, noSearch, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import type { PageMetadata } from '../content/content.ts'
import type { JobSearchData } from '../jobs/JobSearch.tsx'
import { pageHead } from '../layout/pageHead.ts'
import { jobsIndex } from '../search/connectJobSearch.ts'
import { isLandmark, landmarkOf, searchHeading } from '../search/labels.ts'
import { isUnavailable, type PageAnswer, rootRoute, type SiteContext } from './root.tsx'

/** `/jobs?…`: the job search. */
export const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  loader: async ({ context, location }): Promise<JobSearchData & PageAnswer & { metadata: PageMetadata | null }> => {
    const { api, site } = context
    const now = context.now()
    const params = parseJobSearchParams(location.searchStr)
    const [metadata, roles, { findFirst }] = await Promise.all([
      isBare(params) ? metadataOf(context) : null,
      popularRoles(context),
      import('../search/findFirst.ts'),
    ])
    try {
      return { params, now, metadata, roles, ...(await findFirst(params, { api, site, now })) }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // The form, the filters' state and a way to try again are still a page.
      return { params, now, metadata, roles, resolution: { status: 'none' }, first: null, ways: [], httpStatus: 503 }
    }
  },
  // Once a visit of the page: from then on InstantSearch searches, and the URL follows it. What was found on an earlier visit is of no use.
  shouldReload: ({ cause }) => cause === 'enter',
  gcTime: 0,
  head: ({ match, loaderData }) => {
    const params = parseJobSearchParams(location(match.search))
    const known: PlaceResolution = loaderData?.params.location === params.location ? loaderData.resolution : { status: 'none' }
    const empty =
      loaderData &&
      stringifyJobSearchParams(loaderData.params) === stringifyJobSearchParams(params) &&
      loaderData.first?.[jobsIndex]?.results?.[0]?.nbHits === 0
    const shown = { ...params, page: 1, pageSize: noSearch.pageSize, sort: noSearch.sort }
    const heading = searchHeading(params, known)
    // The CMS speaks of the search as a whole; what a visitor makes of it speaks for itself.
    const metadata = isBare(params) ? loaderData?.metadata : null
    const title = metadata?.title || heading
    const head = pageHead(
      {
        title: params.page > 1 ? `${title}, page ${params.page}` : title,
        image: metadata?.shared ?? null,
        more: metadata?.more ?? [],
        description:
          metadata?.description ||
          `${heading}: search live permanent and contract jobs, filter them by sector, specialism, salary and working environment, and apply online.`,
        path: jobsPath(landmarkOf(shown)),
        robots: isLandmark(params) && !empty ? 'index,follow' : 'noindex,follow',
      },
      match.context,
    )
    return { ...head, links: [...head.links, { rel: 'alternate', type: 'application/rss+xml', title: heading, href: rssPath(shown) }] }
  },
  staticData: { module: 'web/jobs/JobsPage.tsx' },
  component: lazyRouteComponent(() => import('../jobs/JobsPage.tsx'), 'JobsPage'),
})

/** The search is good without them, whatever has become of them: a page must not be lost for its popular roles. */
async function popularRoles({ api }: SiteContext): Promise<SuggestionRow[]> {
  return api.suggest('', noSearch).catch(() => [])
}

/** Nothing is searched for: all jobs, in whatever order. */
function isBare({ page, pageSize, sort, ...params }: JobSearchParams): boolean {
  return stringifyJobSearchParams(params) === ''
}

/** What the CMS says of the job search; null when it says nothing or is out of reach. */
async function metadataOf({ content }: SiteContext): Promise<PageMetadata | null> {
  try {
    const answer = await content.at('/jobs')
    return 'metadata' in answer ? answer.metadata : null
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

function location(search: { text?: string }): string {
  return search.text ?? ''
}

/** The search as a feed. */
function rssPath(params: JobSearchParams): string {
  const search = stringifyJobSearchParams(params)
  return search ? `/jobs.rss?${search}` : '/jobs.rss'
}

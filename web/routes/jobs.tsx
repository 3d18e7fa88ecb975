import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type JobSearchParams, jobsPath, noSearch, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import type { JobSearchData } from '../jobs/JobSearch.tsx'
import { pageHead } from '../layout/pageHead.ts'
import { jobsIndex } from '../search/connectJobSearch.ts'
import { isLandmark, searchHeading } from '../search/labels.ts'
import { isUnavailable, type PageAnswer, rootRoute } from './root.tsx'

/** `/jobs?…`: the job search. */
export const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  loader: async ({ context, location }): Promise<JobSearchData & PageAnswer> => {
    const { api, site } = context
    const now = context.now()
    const params = parseJobSearchParams(location.searchStr)
    const { findFirst } = await import('../search/findFirst.ts')
    try {
      return { params, now, ...(await findFirst(params, { api, site, now })) }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      // The form, the filters' state and a way to try again are still a page.
      return { params, now, resolution: { status: 'none' }, first: null, ways: [], httpStatus: 503 }
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
    const head = pageHead(
      {
        title: params.page > 1 ? `${heading}, page ${params.page}` : heading,
        description: `${heading}: search live permanent and contract jobs, filter them by sector, specialism, salary and working environment, and apply online.`,
        path: jobsPath(shown),
        robots: isLandmark(params) && !empty ? 'index,follow' : 'noindex,follow',
      },
      match.context,
    )
    return { ...head, links: [...head.links, { rel: 'alternate', type: 'application/rss+xml', title: heading, href: rssPath(shown) }] }
  },
  staticData: { module: 'web/jobs/JobsPage.tsx' },
  component: lazyRouteComponent(() => import('../jobs/JobsPage.tsx'), 'JobsPage'),
})

function location(search: { text?: string }): string {
  return search.text ?? ''
}

/** The search as a feed. */
function rssPath(params: JobSearchParams): string {
  const search = stringifyJobSearchParams(params)
  return search ? `/jobs.rss?${search}` : '/jobs.rss'
}

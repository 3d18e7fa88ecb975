import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { PageMetadata } from '../content/content.ts'
import { contentHead, pageHead } from '../layout/pageHead.ts'
import { parseSiteQuery, type SiteGroup, searchSite, sitePath } from '../search/siteGroups.ts'
import { metadataAt } from './contentAt.ts'
import { isUnavailable, type PageAnswer, rootRoute } from './root.tsx'

/** Lines of each group. */
const count = 6

interface SearchData extends PageAnswer {
  now: number
  query: string
  /** Empty without a text. */
  groups: SiteGroup[]
  failed: boolean
  /** Of the page without a text. */
  metadata: PageMetadata | null
}

/**
 * `/search?query=`: jobs, insights and events in one list of groups; what the header's search leads to without
 * JavaScript.
 */
export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  // Each text is a page of its own.
  loaderDeps: ({ search }: { search: { text?: string } }) => ({ query: parseSiteQuery(search.text ?? '') }),
  loader: async ({ context, deps: { query }, location }): Promise<SearchData> => {
    const now = context.now()
    if (query === '' && location.searchStr === '?query=') throw redirect({ href: sitePath(''), statusCode: 302 })
    if (query === '') return { now, query, groups: [], failed: false, metadata: await metadataAt(context, '/search') }
    try {
      const groups = await searchSite(query, { api: context.api, count })
      return { now, query, groups, failed: false, metadata: null }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return { now, query, groups: [], failed: true, metadata: null, httpStatus: 503 }
    }
  },
  head: ({ loaderData, match }) =>
    loaderData?.metadata
      ? contentHead({ metadata: loaderData.metadata, trail: [] }, match.context)
      : pageHead(
          {
            title: loaderData?.query ? `Search for “${loaderData.query}”` : 'Search',
            description: 'Search jobs, insights and events in banking, insurance and technology.',
            path: '/search',
            robots: 'noindex,follow',
          },
          match.context,
        ),
  staticData: { module: 'web/search/SearchPage.tsx' },
  component: lazyRouteComponent(() => import('../search/SearchPage.tsx'), 'SearchPage'),
})

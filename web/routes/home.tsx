import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { postedSince } from '#api/jobQuery'
import type { HomeCounts } from '../layout/HomePage.tsx'
import { pageHead } from '../layout/pageHead.ts'
import { isUnavailable, rootRoute } from './root.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const now = context.now()
    try {
      const [all, week, featured] = await context.api.multiSearch([
        { indexUid: 'jobs', q: '', facets: ['sectors', 'specialisms'], sort: ['published_at:desc'], page: 1, hitsPerPage: 4 },
        { indexUid: 'jobs', q: '', filter: `publishedDay >= ${postedSince(7, now)}`, page: 1, hitsPerPage: 0 },
        { indexUid: 'jobs', q: '', filter: 'featured = true', sort: ['published_at:desc'], page: 1, hitsPerPage: 3 },
      ])
      const counts: HomeCounts = {
        jobs: all!.totalHits,
        newThisWeek: week!.totalHits,
        sectors: all!.facetDistribution?.sectors ?? {},
        specialisms: all!.facetDistribution?.specialisms ?? {},
        latest: all!.hits,
        featured: featured!.hits,
      }
      return { now, counts }
    } catch (error) {
      // Home has more to say than counts; only what comes from the search is left out.
      if (isUnavailable(error)) return { now, counts: null, httpStatus: 503 as const }
      throw error
    }
  },
  head: ({ match }) =>
    pageHead(
      {
        title: '',
        description:
          'Specialist recruitment for banking, insurance and technology. Search live permanent and contract jobs by keyword, location and specialism.',
        path: '/',
        jsonLd: [
          {
            '@context': 'https://schema.org',
            '@type': 'EmploymentAgency',
            name: match.context.site.name,
            url: `${match.context.origin}/`,
            foundingDate: '2010',
            openingHours: 'Mo-Fr 08:30-18:00',
          },
          {
            '@context': 'https://schema.org',
            '@type': 'WebSite',
            name: match.context.site.name,
            url: `${match.context.origin}/`,
          },
        ],
      },
      match.context,
    ),
  component: lazyRouteComponent(() => import('../layout/HomePage.tsx'), 'Home'),
})

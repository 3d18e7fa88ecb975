import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { postedSince } from '#api/jobQuery'
import { quote } from '#api/search'
import type { JobCard } from '#indexer/job'
import { sectors } from '#indexer/specialisms'
import type { HomeCounts } from '../layout/HomePage.tsx'
import { pageHead } from '../layout/pageHead.ts'
import { isUnavailable, rootRoute } from './root.tsx'

const latestCount = 4
const featuredCount = 3

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const now = context.now()
    try {
      const week = { filter: `publishedDay >= ${postedSince(7, now)}`, hitsPerPage: 0 }
      const latest = { sort: ['published_at:desc'], hitsPerPage: latestCount }
      const featured = { sort: ['published_at:desc'], hitsPerPage: featuredCount }
      // The site's own country first.
      const here = `areas = ${quote(context.site.country)}`
      const questions = [
        { ...latest, facets: ['sectors'] },
        week,
        { ...latest, filter: here },
        { ...featured, filter: ['featured = true', here] },
        { ...featured, filter: 'featured = true' },
        ...sectors.map(({ name }) => ({ filter: `sectors = ${quote(name)}`, facets: ['specialisms'], hitsPerPage: 0 })),
      ]
      const [all, inWeek, latestHere, featuredHere, featuredAll, ...bySector] = await context.api.multiSearch(
        questions.map(question => ({ indexUid: 'jobs', q: '', page: 1, ...question })),
      )
      const counts: HomeCounts = {
        jobs: all!.totalHits,
        newThisWeek: inWeek!.totalHits,
        sectors: all!.facetDistribution?.sectors ?? {},
        specialisms: Object.fromEntries(sectors.map(({ name }, i) => [name, bySector[i]?.facetDistribution?.specialisms ?? {}])),
        latest: filledUp(latestHere!.hits, all!.hits, latestCount),
        featured: filledUp(featuredHere!.hits, featuredAll!.hits, featuredCount),
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

/** The first list, then of the second what the first lacks. */
function filledUp(first: JobCard[], second: JobCard[], count: number): JobCard[] {
  const known = new Set(first.map(job => job.id))
  return [...first, ...second.filter(job => !known.has(job.id))].slice(0, count)
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { postedSince } from '#api/jobQuery'
import { quote, type SearchQuery } from '#api/search'
import type { JobCard } from '#indexer/job'
import { sectors } from '#indexer/specialisms'
import type { HomeCounts } from '../layout/HomePage.tsx'
import { contentHead, pageHead } from '../layout/pageHead.ts'
import { agency } from '../pages/agency.ts'
import type { AnswerOf } from './contentAt.ts'
import { findParts, outage, type Parts } from './findParts.ts'
import { layoutIn, orNull, rootRoute, type SiteContext } from './root.tsx'
import { videosOn } from './videosOn.ts'

const latestCount = 4
const featuredCount = 3

/** `/`: the counts of the search, and what the CMS says. Home is good without either. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const now = context.now()
    const [counts, answer] = await Promise.all([orNull(countJobs(context, now)), orNull(homeContent(context))])
    const parts: Parts = answer ? await findParts(context, answer.page, now) : { jobs: null, forms: {} }
    return { now, counts, answer, ...parts, ...outage(counts) }
  },
  head: ({ loaderData, match, matches }) => {
    const { site, origin } = match.context
    const answer = loaderData?.answer
    const offices = answer?.page.sections.flatMap(section => section.offices ?? []) ?? []
    const jsonLd = [
      agency(offices, match.context, layoutIn(matches)),
      { '@context': 'https://schema.org', '@type': 'WebSite', name: site.name, url: `${origin}/` },
    ]
    if (answer) return contentHead(answer, match.context, { jsonLd: [...jsonLd, ...videosOn(answer, origin)] })
    const description =
      'Specialist recruitment for banking, insurance and technology. Search live permanent and contract jobs by keyword, location and specialism.'
    return pageHead({ title: '', description, path: '/', jsonLd }, match.context)
  },
  staticData: { module: 'web/layout/HomePage.tsx' },
  component: lazyRouteComponent(() => import('../layout/HomePage.tsx'), 'Home'),
})

/** What the CMS says at `/`; null when it says nothing. */
async function homeContent({ content }: SiteContext): Promise<AnswerOf<'page'> | null> {
  const answer = await content.at('/')
  return answer.kind === 'page' ? answer : null
}

async function countJobs({ api, site }: SiteContext, now: number): Promise<HomeCounts> {
  const week = { filter: `publishedDay >= ${postedSince(7, now)}`, hitsPerPage: 0 }
  const latest = { sort: ['published_at:desc'], hitsPerPage: latestCount }
  const featured = { sort: ['published_at:desc'], hitsPerPage: featuredCount }
  // The site's own country first.
  const here = `areas = ${quote(site.country)}`
  const questions: Omit<SearchQuery, 'indexUid'>[] = [
    { ...latest, facets: ['sectors'] },
    week,
    { ...latest, filter: here },
    { ...featured, filter: ['featured = true', here] },
    { ...featured, filter: 'featured = true' },
    ...sectors.map(({ name }) => ({ filter: `sectors = ${quote(name)}`, facets: ['specialisms'], hitsPerPage: 0 })),
  ]
  const [all, inWeek, latestHere, featuredHere, featuredAll, ...bySector] = await api.multiSearch(
    questions.map((question): SearchQuery => ({ indexUid: 'jobs', q: '', page: 1, ...question })),
  )
  return {
    jobs: all!.totalHits,
    newThisWeek: inWeek!.totalHits,
    sectors: all!.facetDistribution?.sectors ?? {},
    specialisms: Object.fromEntries(
      sectors.map(({ name }, i) => [name, bySector[i]?.facetDistribution?.specialisms ?? {}]),
    ),
    latest: filledUp(latestHere!.hits, all!.hits, latestCount),
    featured: filledUp(featuredHere!.hits, featuredAll!.hits, featuredCount),
  }
}

/** The first list, then of the second what the first lacks. */
function filledUp(first: JobCard[], second: JobCard[], count: number): JobCard[] {
  const known = new Set(first.map(job => job.id))
  return [...first, ...second.filter(job => !known.has(job.id))].slice(0, count)
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { sectors, specialisms } from '#indexer/specialisms'
import { contentHead } from '../layout/pageHead.ts'
import { contentAt } from './contentAt.ts'
import { findJobs } from './findJobs.ts'
import { findParts, outage } from './findParts.ts'
import { orNull, rootRoute, type SiteContext } from './root.tsx'
import { videosOn } from './videosOn.ts'

/** `/specialisms`. */
export const specialismsRoute = createRoute({
  getParentRoute: () => rootRoute,
  // With a slash, which makes it an index: the splat below would take the bare path too.
  path: '/specialisms/',
  loader: async ({ context }) => {
    const now = context.now()
    const answer = await contentAt(context, '/specialisms', 'specialisms')
    const [counts, parts] = await Promise.all([countBySlug(context), findParts(context, answer.page, now)])
    return { now, answer, counts, ...parts, ...outage(parts.jobs) }
  },
  head: ({ loaderData, match: { context } }) =>
    loaderData ? contentHead(loaderData.answer, context, { jsonLd: videosOn(loaderData.answer, context.origin) }) : {},
  staticData: { module: 'web/pages/SpecialismsPage.tsx' },
  component: lazyRouteComponent(() => import('../pages/SpecialismsPage.tsx'), 'SpecialismsPage'),
})

/** Jobs of a specialism that its page shows. */
const firstJobs = 5
/** Besides its own jobs, and within the ten queries of a request. */
const mostRelated = 8

/** `/specialisms/{url_slug}`, nested below its parents. */
export const specialismRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/specialisms/$',
  loader: async ({ context, location }) => {
    const now = context.now()
    const answer = await contentAt(context, location.pathname, 'specialism')
    const searches = [
      { criteria: answer.criteria, count: firstJobs },
      ...answer.relatedJobs.slice(0, mostRelated).map(({ criteria }) => ({ criteria, count: 0 })),
    ]
    const [found, parts] = await Promise.all([findJobs(searches, { ...context, now }), findParts(context, answer, now)])
    return {
      now,
      answer,
      found: found?.[0] ?? null,
      related: found?.slice(1).map(({ total, href }) => ({ total, href })) ?? null,
      ...parts,
      ...outage(found),
    }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {}
    const head = contentHead(loaderData.answer, match.context, {
      jsonLd: videosOn(loaderData.answer, match.context.origin),
    })
    const title = `${loaderData.answer.name} jobs`
    return {
      ...head,
      links: [
        ...head.links,
        { rel: 'alternate', type: 'application/rss+xml', title, href: `/jobs.rss?${loaderData.answer.criteria}` },
      ],
    }
  },
  staticData: { module: 'web/pages/SpecialismPage.tsx' },
  component: lazyRouteComponent(() => import('../pages/SpecialismPage.tsx'), 'SpecialismPage'),
})

/**
 * Live jobs by the slug of each sector and specialism; null while the search is down, when the tree still leads
 * everywhere.
 */
async function countBySlug({ api }: SiteContext): Promise<Record<string, number> | null> {
  const found = await orNull(
    api.multiSearch([{ indexUid: 'jobs', q: '', page: 1, hitsPerPage: 0, facets: ['sectors', 'specialisms'] }]),
  )
  if (!found) return null
  const { sectors: inSectors = {}, specialisms: inSpecialisms = {} } = found[0]!.facetDistribution ?? {}
  // A sector and its general specialism share a slug: the sector holds more.
  return Object.fromEntries([
    ...specialisms.map(({ slug, name }) => [slug, inSpecialisms[name] ?? 0]),
    ...sectors.map(({ slug, name }) => [slug, inSectors[name] ?? 0]),
  ])
}

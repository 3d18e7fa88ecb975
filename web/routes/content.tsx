import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appliedFor } from '#api/forms'
import { toWholeQuery } from '#api/jobQuery'
import { type JobSearchParams, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { JobHit, SearchQuery } from '#api/search'
import type { Layout } from '../content/content.ts'
import type { AppliedFor } from '../forms/lastApplication.ts'
import { contentHead } from '../layout/pageHead.ts'
import { itemList } from '../layout/structuredData.ts'
import { agency } from '../pages/agency.ts'
import type { LandingSearch } from '../pages/LandingPage.tsx'
import { type CardHit, cardFields } from '../search/connectJobSearch.ts'
import { type AnswerOf, contentAt } from './contentAt.ts'
import { placeOf } from './findJobs.ts'
import { findParts, outage } from './findParts.ts'
import { isUnavailable, layoutIn, orNull, rootRoute, type SiteContext } from './root.tsx'
import { videosOn } from './videosOn.ts'

/**
 * Whatever the CMS has at a path that no other route owns: pages (nested by their parents), policies, landing pages,
 * the sitemap.
 */
export const contentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  loader: async ({ context, location }) => {
    const now = context.now()
    const answer = await contentAt(context, location.pathname, 'page', 'policy', 'landing', 'sitemap')
    switch (answer.kind) {
      case 'page':
        return pageAnswer(answer, context, now)
      case 'landing':
        return landingAnswer(answer, context, now)
      case 'policy':
        return { kind: answer.kind, now, answer }
      case 'sitemap': {
        const parts = await findParts(context, answer.page, now)
        return { kind: answer.kind, now, answer, ...parts, ...outage(parts.jobs) }
      }
    }
  },
  head: ({ loaderData, match, matches }) => {
    if (!loaderData) return {}
    switch (loaderData.kind) {
      case 'page':
        return pageContentHead(loaderData.answer, match.context, layoutIn(matches))
      case 'landing':
        return landingHead(loaderData.answer, loaderData.found, match.context)
      default:
        return contentHead(loaderData.answer, match.context, {
          jsonLd: videosOn(loaderData.answer, match.context.origin),
        })
    }
  },
  staticData: { module: 'web/pages/ContentPage.tsx' },
  component: lazyRouteComponent(() => import('../pages/ContentPage.tsx'), 'ContentPage'),
})

/** `/jobs/application-complete`: a page of the CMS where a job's slug would stand. */
export const applicationCompleteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/application-complete',
  loaderDeps: ({ search }: { search: { text?: string } }) => ({
    slug: new URLSearchParams(search.text ?? '').get(appliedFor) ?? '',
  }),
  loader: async ({ context, location, deps: { slug } }) => {
    const [page, applied] = await Promise.all([
      contentAt(context, location.pathname, 'page').then(answer => pageAnswer(answer, context, context.now())),
      appliedJob(slug, context),
    ])
    return { ...page, applied }
  },
  head: ({ loaderData, match, matches }) =>
    loaderData ? pageContentHead(loaderData.answer, match.context, layoutIn(matches)) : {},
  staticData: { module: 'web/pages/ContentPage.tsx' },
  component: lazyRouteComponent(() => import('../pages/ContentPage.tsx'), 'ApplicationCompletePage'),
})

/** The job of an application that was sent without the script; null where the address names none. */
async function appliedJob(slug: string, { api }: Pick<SiteContext, 'api'>): Promise<AppliedFor | null> {
  if (slug === '') return null
  // The page thanks without a name where it is out of reach.
  const answer = await orNull(api.job(slug))
  switch (answer?.status) {
    case 'live':
      return { slug, title: answer.job.title, specialisms: answer.job.specialisms }
    case 'gone':
      return { slug, title: answer.title, specialisms: answer.specialisms }
    default:
      return null
  }
}

async function pageAnswer(answer: AnswerOf<'page'>, context: SiteContext, now: number) {
  const parts = await findParts(context, answer.page, now)
  return { kind: answer.kind, now, answer, ...parts, ...outage(parts.jobs) }
}

/** A page that shows our offices says so to machines too. */
function pageContentHead(answer: AnswerOf<'page'>, context: SiteContext, layout: Layout | null) {
  const offices = answer.page.sections.flatMap(section => section.offices ?? [])
  return contentHead(answer, context, {
    jsonLd: [...(offices.length > 0 ? [agency(offices, context, layout)] : []), ...videosOn(answer, context.origin)],
  })
}

async function landingAnswer(answer: AnswerOf<'landing'>, { api, site }: SiteContext, now: number) {
  const found = await landingSearch(answer.criteria, { api, site, now })
  return { kind: answer.kind, now, answer, found, ...outage(found) }
}

/** Null while the search is down. */
async function landingSearch(
  criteria: string,
  { api, site, now }: Pick<SiteContext, 'api' | 'site'> & { now: number },
): Promise<LandingSearch | null> {
  const params: JobSearchParams = { ...parseJobSearchParams(criteria), page: 1 }
  try {
    const resolution = await placeOf(params, api)
    const alternatives = async () =>
      (await import('../search/alternatives.ts')).findAlternatives(params, { api, site, now, resolution })
    if (resolution.status === 'unknown')
      return { params, resolution, total: 0, jobs: [], alternatives: await alternatives() }
    const place = resolution.status === 'found' ? resolution.place : null
    const query: SearchQuery = {
      ...toWholeQuery(params, { site, place, now }, 'jobs'),
      attributesToRetrieve: [...cardFields],
    }
    const [result] = await api.multiSearch([query])
    const jobs = result!.hits.map(cardOf)
    return {
      params,
      resolution,
      total: result!.totalHits,
      jobs,
      alternatives: result!.totalHits === 0 ? await alternatives() : [],
    }
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

function cardOf(hit: JobHit): CardHit {
  return {
    ...Object.fromEntries(cardFields.map(field => [field, hit[field]])),
    ...(hit._distance !== undefined && { _distance: hit._distance }),
  } as CardHit
}

/** Without a job there is nothing to find on it, so it is not to be found itself. */
function landingHead(answer: AnswerOf<'landing'>, found: LandingSearch | null, context: SiteContext) {
  const head = contentHead(answer, context, {
    ...(found?.total === 0 && { robots: 'noindex,follow' as const }),
    jsonLd: [
      itemList(
        (found?.jobs ?? []).map(({ title, url_slug }) => ({ name: title, path: `/jobs/${url_slug}` })),
        context.origin,
      ),
      ...videosOn(answer, context.origin),
    ],
  })
  const search = stringifyJobSearchParams({ ...parseJobSearchParams(answer.criteria), page: 1 })
  return {
    ...head,
    links: [
      ...head.links,
      { rel: 'alternate', type: 'application/rss+xml', title: answer.heading, href: `/jobs.rss?${search}` },
    ],
  }
}

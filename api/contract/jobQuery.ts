import { wholeWorld } from '#indexer/job'
import { currencyOfCountry, type Site } from '#indexer/site'
import type { JobSearchParams } from './jobSearchParams.ts'
import { nearestSort, nearFilter, quote, type SearchQuery, type ShownPlace } from './search.ts'

export interface QueryContext {
  site: Site
  /** The resolved place of the search, null when none is set. */
  place: ShownPlace | null
  /** Epoch seconds. */
  now: number
}

const secondsPerDay = 86_400

/**
 * The filter of a search that is not a facet refinement: place, radius and remote. InstantSearch is given it by `<Configure>`.
 * Empty when there is none. Liveness is not in it: the guard adds that to every query.
 */
export function placeFilter(params: Pick<JobSearchParams, 'radius' | 'remote'>, { site, place }: QueryContext): string {
  if (!place) return ''
  const near = nearFilter(place.id, params.radius, site.unit)
  return params.remote ? `(${near} OR remoteCountries IN [${quote(place.country)}, ${quote(wholeWorld)}])` : near
}

/** First `publishedDay` that counts as posted within so many days. One day means today or yesterday. */
export function postedSince(posted: number, now: number): number {
  return Math.floor(now / secondsPerDay) - posted
}

/** The engine's sort of an order; empty is relevance. */
export function sortOf(sort: JobSearchParams['sort'], { site, place }: QueryContext): string[] {
  switch (sort) {
    case 'newest':
      return ['published_at:desc']
    case 'nearest':
      return place && place.kind !== 'area' ? [nearestSort] : []
    case 'salary': {
      const currency = currencyFor(site, place)
      return [`salaryYear.${currency}:desc`, `salaryDay.${currency}:desc`]
    }
    default:
      return []
  }
}

/** Currency that salary filters and the salary order are in: the searched place's, else the site's. */
export function currencyFor(site: Site, place: ShownPlace | null): string {
  return (place && currencyOfCountry[place.country]) || site.currency
}

/** A whole search as one engine query, for counts, RSS, similar jobs and every caller that is not InstantSearch. */
export function toQuery(params: JobSearchParams, context: QueryContext, indexUid: string): SearchQuery {
  const filter: (string | string[])[] = []
  const place = placeFilter(params, context)
  if (place) filter.push(place)
  for (const attribute of ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand'] as const) {
    if (params[attribute].length > 0) filter.push(params[attribute].map(value => `${attribute} = ${quote(value)}`))
  }
  if (params.posted > 0) filter.push(`publishedDay >= ${postedSince(params.posted, context.now)}`)
  return { indexUid, q: params.query, filter, sort: sortOf(params.sort, context), page: params.page, hitsPerPage: params.pageSize }
}

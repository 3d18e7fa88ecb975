import { listFacets } from '#indexer/facets'
import { wholeWorld } from '#indexer/job'
import { noBand, type PayWish, parsePay, payLimit } from '#indexer/salaryBands'
import { currencyOfCountry, type Site } from '#indexer/site'
import type { JobSearchParams } from './jobSearchParams.ts'
import { nearestSort, nearFilter, plainFilter, plainMarks, quote, type SearchQuery, type ShownPlace } from './search.ts'

export interface QueryContext {
  site: Site
  /** The resolved place of the search, null when none is set. */
  place: ShownPlace | null
  /** Epoch seconds. */
  now: number
}

const secondsPerDay = 86_400

/**
 * The filter of a search that is not a facet refinement: place, radius and remote. InstantSearch is given it by
 * `<Configure>`. Empty when there is none. Liveness is not in it: the guard adds that to every query.
 */
export function placeFilter(params: Pick<JobSearchParams, 'radius' | 'remote'>, { site, place }: QueryContext): string {
  if (!place) return ''
  const near = nearFilter(place.id, params.radius, site.unit)
  return params.remote ? `(${near} OR remoteCountries IN [${quote(place.country)}, ${quote(wholeWorld)}])` : near
}

/**
 * The filters of a search that are no facet refinements and no place: its pay, and what of its words is not to be
 * understood.
 */
export function typedFilter({
  pay,
  payUnstated,
  plain,
}: Pick<JobSearchParams, 'pay' | 'payUnstated' | 'plain'>): string[] {
  const wish = parsePay(pay)
  return [...(wish ? [payFilter(wish, payUnstated)] : []), ...(plain.length > 0 ? [plainFilter(plain)] : [])]
}

/** Pay of at least (at most) so much in its own currency and unit; `unstated` lets adverts in that state none. */
export function payFilter(wish: PayWish, unstated: boolean): string {
  const { attribute, amount } = payLimit(wish)
  const stated = `${attribute} ${wish.most ? '<=' : '>='} ${amount}`
  return unstated ? `(${stated} OR salaryBand = ${quote(noBand)})` : stated
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

/** A saved search (a feed, a landing page, a popular role): what holds all that it names, and nothing besides. */
export function toWholeQuery(params: JobSearchParams, context: QueryContext, indexUid: string): SearchQuery {
  return toQuery(
    params.query === '' ? params : { ...params, plain: [...params.plain, plainMarks.whole] },
    context,
    indexUid,
  )
}

/** A whole search as one engine query, for counts, RSS, similar jobs and every caller that is not InstantSearch. */
export function toQuery(params: JobSearchParams, context: QueryContext, indexUid: string): SearchQuery {
  const filter: (string | string[])[] = []
  const place = placeFilter(params, context)
  if (place) filter.push(place)
  filter.push(...typedFilter(params))
  for (const attribute of listFacets) {
    if (params[attribute].length > 0) filter.push(params[attribute].map(value => `${attribute} = ${quote(value)}`))
  }
  if (params.posted > 0) filter.push(`publishedDay >= ${postedSince(params.posted, context.now)}`)
  return {
    indexUid,
    q: params.query,
    filter,
    sort: sortOf(params.sort, context),
    page: params.page,
    hitsPerPage: params.pageSize,
  }
}

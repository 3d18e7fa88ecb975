import type { SearchParameters, SearchResults } from 'algoliasearch-helper'
import { placeFilter, postedSince, type QueryContext, sortOf, typedFilter } from '#api/jobQuery'
import { type JobSearchParams, noSearch } from '#api/jobSearchParams'
import type { JobHit, Reading } from '#api/search'
import { listFacets } from '#indexer/facets'
import { connectWholeSearch } from './wholeSearch.ts'

/** Public name of the index; the API knows the real one. */
export const jobsIndex = 'jobs'

export const cardFields = [
  'id',
  'title',
  'summary',
  'url_slug',
  'location',
  'salary_package',
  'type',
  'workingHours',
  'workingEnvironment',
  'featured',
  'published_at',
  // Not shown: an answer is not kept past it (searchClient.ts, useSearchPage.ts).
  'expires_at',
  'external_application_url',
  'language',
] as const satisfies readonly (keyof JobHit)[]

/** What a card of the list shows. */
export type CardHit = Pick<JobHit, (typeof cardFields)[number] | '_distance'> & {
  _highlightResult?: { title?: { value: string } }
}
export type JobResults = SearchResults<CardHit> & { _meilisearch?: { metadata?: Reading } }

/** How the words of a search were read; null where it has none. */
export function readingIn(results: JobResults | null): Reading | null {
  return results?._meilisearch?.metadata ?? null
}

/** Place, clock and site of a search; `place` is `'unknown'` when the typed one could not be found. */
export interface SearchContext extends Omit<QueryContext, 'place'> {
  place: QueryContext['place'] | 'unknown'
}

/** InstantSearch's state of the index `jobs`: the search itself, whole. */
export type JobsUiState = {
  jobSearch?: JobSearchParams
}

/** Nothing was published before 1970: the filter of a search that must find nothing, because its place is unknown. */
const findsNothing = 'publishedDay < 0'

/**
 * A search as InstantSearch's parameters, from which it makes the request for the hits and one for each chosen facet's
 * other counts.
 */
export function toSearchParameters(
  base: SearchParameters,
  params: JobSearchParams,
  { place, ...rest }: SearchContext,
): SearchParameters {
  const context: QueryContext = { ...rest, place: place === 'unknown' ? null : place }
  const sort = sortOf(params.sort, context)
  return base.setQueryParameters({
    index: sort.length > 0 ? `${jobsIndex}:${sort.join(',')}` : jobsIndex,
    query: params.query,
    page: params.page - 1,
    hitsPerPage: params.pageSize,
    filters:
      place === 'unknown'
        ? findsNothing
        : [placeFilter(params, context), ...typedFilter(params)].filter(Boolean).join(' AND ') || undefined,
    disjunctiveFacets: [...listFacets, 'publishedDay'],
    disjunctiveFacetsRefinements: Object.fromEntries(
      listFacets.filter(facet => params[facet].length > 0).map(facet => [facet, params[facet]]),
    ),
    numericRefinements: params.posted > 0 ? { publishedDay: { '>=': [postedSince(params.posted, context.now)] } } : {},
    attributesToRetrieve: [...cardFields],
    attributesToHighlight: ['title'],
  })
}

/** The one connector of the job search. */
export const connectJobSearch = connectWholeSearch<
  'jobSearch',
  JobSearchParams,
  JobResults,
  { contextOf: (params: JobSearchParams) => SearchContext }
>('jobSearch', noSearch, (base, params, { contextOf }) => toSearchParameters(base, params, contextOf(params)))

/** The search that InstantSearch parameters were made from. */
export function searchOf(parameters: SearchParameters): JobSearchParams {
  return (parameters as unknown as { jobSearch?: JobSearchParams }).jobSearch ?? noSearch
}

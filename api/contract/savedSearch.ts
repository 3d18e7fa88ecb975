import { facets, facetValuesOf, type ListFacet, listFacets } from '#indexer/facets'
import { noBand, parseBand } from '#indexer/salaryBands'
import {
  defaultPageSize,
  type JobSearchParams,
  parseJobSearchParams,
  stringifyJobSearchParams,
} from './jobSearchParams.ts'

/** As much of a parameter's text as tells one value from another. */
type Former = Readonly<Record<string, string>>

/**
 * Parameters, or parameters with a value, by what they are called now: a saved search outlives the names that it was
 * saved under. `'contract-type': 'type'`, `'environment=home': 'environment=remote'`.
 */
export const formerNames: Former = {}

/**
 * The text that a search is saved under: equal searches have equal texts, however they were typed and chosen. How a
 * list is shown is no part of it.
 */
export function savedSearchOf(params: JobSearchParams): string {
  const sorted = Object.fromEntries(listFacets.map(facet => [facet, [...params[facet]].sort()]))
  return stringifyJobSearchParams({
    ...params,
    ...sorted,
    query: oneSpaced(params.query),
    location: oneSpaced(params.location),
    plain: [...params.plain].sort(),
    sort: 'relevance',
    page: 1,
    pageSize: defaultPageSize,
  })
}

/**
 * Reads a saved search. A part that means nothing any more is never left out in silence, for the rest would find what
 * was not asked for: it is named in `lost`, and the search is not to be made.
 */
export function readSavedSearch(
  text: string,
  former: Former = formerNames,
): { params: JobSearchParams; lost: string[] } {
  const pairs = text.split('&').map(pair => {
    const [name = ''] = pair.split('=')
    const renamed = former[pair] ?? (former[name] === undefined ? pair : `${former[name]}${pair.slice(name.length)}`)
    return renamed
  })
  const params = parseJobSearchParams(pairs.join('&'))
  const understood = new Set(savedSearchOf(params).split('&'))
  const lost = pairs.filter(pair => !understood.has(pair))
  for (const { attribute, param } of facets)
    for (const value of params[attribute]) if (!isKnown(attribute, value)) lost.push(`${param}=${value}`)
  return { params, lost }
}

function isKnown(facet: ListFacet, value: string): boolean {
  if (facet === 'salaryBand') return value === noBand || parseBand(value) !== null
  return facetValuesOf(facet).includes(value)
}

/** Whether a search asks for something; all jobs, in whatever order or however new, are no search to save. */
export function hasCondition(params: JobSearchParams): boolean {
  return (
    /[\p{L}\p{N}]/u.test(params.query) ||
    params.location !== '' ||
    params.pay !== '' ||
    listFacets.some(facet => params[facet].length > 0)
  )
}

function oneSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

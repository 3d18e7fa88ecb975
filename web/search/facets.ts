import { postedSince } from '#api/jobQuery'
import { type JobSearchParams, postedChoices } from '#api/jobSearchParams'
import { postedLabel, valueLabel } from '#api/refinements'
import { facetValuesOf, type ListFacet } from '#indexer/facets'
import { type Band, noBand, parseBand } from '#indexer/salaryBands'
import type { JobResults } from './connectJobSearch.ts'

export interface FacetValue {
  value: string
  label: string
  /** Jobs that the value alone would give beside the other facets' choices; null while nothing has been answered. */
  count: number | null
  refined: boolean
}

/**
 * The values of a facet to offer: those with jobs, and those chosen (at 0 when there are none left). Empty where the
 * index does not have the facet (yet).
 * @param currency of the salary bands to offer
 */
export function facetValues(
  facet: ListFacet,
  results: JobResults | null,
  params: JobSearchParams,
  currency: string,
): FacetValue[] {
  const counts = distribution(results, facet)
  const values = [...new Set([...Object.keys(counts ?? {}), ...params[facet]])]
  const shown =
    facet === 'salaryBand'
      ? values.filter(
          value => params[facet].includes(value) || value === noBand || parseBand(value)?.currency === currency,
        )
      : values
  return shown
    .map(value => ({
      value,
      label: valueLabel(facet, value),
      count: results ? (counts?.[value] ?? 0) : null,
      refined: params[facet].includes(value),
    }))
    .sort((a, b) => rank(facet, a.value) - rank(facet, b.value) || compare(a.label, b.label))
}

/** "Posted within" with the jobs that each choice gives, from the days' own counts. */
export function postedValues(
  results: JobResults | null,
  params: JobSearchParams,
  now: number,
): (FacetValue & { days: number })[] {
  const counts = distribution(results, 'publishedDay')
  if (results && params.posted === 0 && Object.keys(counts ?? {}).length === 0) return []
  const since = (first: number) =>
    Object.entries(counts ?? {}).reduce((sum, [day, count]) => sum + (Number(day) >= first ? count : 0), 0)
  return [0, ...postedChoices].map(days => ({
    days,
    value: String(days),
    label: postedLabel(days),
    count: results ? since(days === 0 ? Number.NEGATIVE_INFINITY : postedSince(days, now)) : null,
    refined: params.posted === days,
  }))
}

function distribution(results: JobResults | null, attribute: string): Record<string, number> | undefined {
  return results?.disjunctiveFacets.find(facet => facet.name === attribute)?.data as Record<string, number> | undefined
}

function rank(facet: ListFacet, value: string): number {
  if (facet === 'salaryBand') return bandRank(parseBand(value))
  const values = facetValuesOf(facet)
  const at = values.indexOf(value)
  return at < 0 ? values.length : at
}

/** Yearly before daily, then by amount; "not stated" last. */
function bandRank(band: Band | null): number {
  if (!band) return Number.MAX_SAFE_INTEGER
  return (band.period === 'day' ? 1e9 : 0) + band.from
}

/** By code unit, not by locale: Node and browsers order alike. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

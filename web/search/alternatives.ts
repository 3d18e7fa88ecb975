import { type QueryContext, toQuery } from '#api/jobQuery'
import { type JobSearchParams, noSearch } from '#api/jobSearchParams'
import { radiusLabel, refinementsOf } from '#api/refinements'
import type { PlaceResolution, SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { jobsIndex } from './connectJobSearch.ts'
import { resetOf, widerRadii } from './labels.ts'

/** A search that does find something, for a visitor whose own finds nothing. */
export interface Alternative {
  label: string
  params: JobSearchParams
  /** Its true number of jobs, never 0. */
  count: number
}

/** The API takes ten queries in one request. */
const mostAlternatives = 9

/**
 * What a search without results can become: one of its refinements dropped, its radius widened, another place of the
 * name, all jobs. One request counts them all.
 * @throws SearchUnavailable
 */
export async function findAlternatives(
  params: JobSearchParams,
  {
    api,
    site,
    now,
    resolution,
  }: { api: Pick<SiteApi, 'multiSearch'>; site: Site; now: number; resolution: PlaceResolution },
): Promise<Alternative[]> {
  const place = resolution.status === 'found' ? resolution.place : null
  const context: QueryContext = { site, place, now }
  const base = { ...params, page: 1 }
  const candidates: { label: string; params: JobSearchParams; context: QueryContext }[] = []
  if (resolution.status === 'unknown') {
    for (const suggestion of resolution.suggestions.slice(0, 6)) {
      const there = { ...base, location: suggestion.label, place: suggestion.id }
      candidates.push({
        label: `Search ${suggestion.kind === 'area' ? 'in' : 'near'} ${suggestion.label}`,
        params: there,
        context: { ...context, place: suggestion },
      })
    }
    candidates.push({ label: 'Search everywhere', params: { ...base, location: '', place: '' }, context })
  } else {
    const wider = widerRadii(params, resolution)
    // The next step, and the widest.
    for (const radius of new Set([...wider.slice(0, 1), ...wider.slice(-1)])) {
      candidates.push({
        label: `Widen radius to ${radiusLabel(radius, site.unit)}`,
        params: { ...base, radius },
        context,
      })
    }
    if (place && !params.remote)
      candidates.push({ label: 'Include remote jobs', params: { ...base, remote: true }, context })
    for (const refinement of refinementsOf(params, resolution, site)) {
      const without = { ...base, ...refinement.without }
      const dropsPlace = without.location === ''
      candidates.push({
        label: `Drop ${refinement.label}`,
        params: dropsPlace ? { ...without, place: '', remote: false } : without,
        context: dropsPlace ? { ...context, place: null } : context,
      })
    }
  }
  const tried = [
    ...candidates.slice(0, mostAlternatives),
    { label: 'See all jobs', params: resetOf(params), context: { ...context, place: null } },
  ]
  const counts = await api.multiSearch(
    tried.map(({ params, context }) => ({
      ...toQuery({ ...params, sort: noSearch.sort }, context, jobsIndex),
      page: 1,
      hitsPerPage: 0,
    })),
  )
  const alternatives = tried
    .map(({ label, params }, i) => ({ label, params, count: counts[i]?.totalHits ?? 0 }))
    .filter(alternative => alternative.count > 0)
  // With one refinement, dropping it is "all jobs" by another name.
  return alternatives.length > 1 &&
    refinementsOf(params, resolution, site).length === 1 &&
    alternatives.at(-2)!.count === alternatives.at(-1)!.count
    ? alternatives.slice(0, -1)
    : alternatives
}

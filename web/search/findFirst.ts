import type { InitialResults, UiState } from 'instantsearch.js'
import type { JobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution, SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { type Alternative, findAlternatives } from './alternatives.ts'
import { connectJobSearch, jobsIndex } from './connectJobSearch.ts'
import { firstSearch } from './firstSearch.ts'
import { searchClient } from './searchClient.ts'

/**
 * All that the search page starts with: what its place is, its results, and the ways on when there are none.
 * @throws SearchUnavailable
 */
export async function findFirst(
  params: JobSearchParams,
  { api, site, now }: { api: SiteApi; site: Site; now: number },
): Promise<{ resolution: PlaceResolution; first: InitialResults; alternatives: Alternative[] }> {
  const resolution = await api.resolvePlace(params)
  const place =
    resolution.status === 'found' ? resolution.place : resolution.status === 'unknown' ? ('unknown' as const) : null
  const first = await firstSearch(
    searchClient(queries => api.multiSearch(queries)),
    jobsIndex,
    { [jobsIndex]: { jobSearch: params } } as UiState,
    [connectJobSearch(() => {})({ contextOf: () => ({ site, now, place }) })],
  )
  const empty = first[jobsIndex]?.results?.[0]?.nbHits === 0
  return {
    resolution,
    first,
    alternatives: empty ? await findAlternatives(params, { api, site, now, resolution }) : [],
  }
}

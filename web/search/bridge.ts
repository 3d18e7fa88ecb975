import { type JobSearchParams, jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution, SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { jobsIndex, type SearchContext } from './connectJobSearch.ts'
import {
  type BridgeRouter,
  createUrlBridge,
  type BridgeState as OneState,
  type SearchAddress,
  type UrlBridge,
} from './urlBridge.ts'

/** What the job search's page shows besides its results; `failed` when the place could not be looked up. */
export interface BridgeState extends OneState<JobSearchParams> {
  resolution: PlaceResolution
}

export interface SearchBridge extends UrlBridge<JobSearchParams, BridgeState> {
  contextOf(params: JobSearchParams): SearchContext
}

const address: SearchAddress<JobSearchParams> = {
  read: ({ pathname, search }) => (pathname === '/jobs' ? parseJobSearchParams(search) : null),
  href: jobsPath,
}

/** The bridge of the job search: before a search is made, its place is looked up. */
export function createSearchBridge({
  router,
  api,
  site,
  start,
}: {
  router: BridgeRouter
  api: Pick<SiteApi, 'resolvePlace'>
  site: Site
  start: BridgeState
}): SearchBridge {
  // Where nothing was found the place is not known either.
  const resolutions = new Map(start.failed ? [] : [[placeKey(start.params), start.resolution]])
  const bridge = createUrlBridge<JobSearchParams, BridgeState>({
    router,
    address,
    key: 'jobSearch',
    indexes: [jobsIndex],
    start,
    prepare(params) {
      const known = resolutions.get(placeKey(params))
      if (known) return { resolution: known }
      return api.resolvePlace(params).then(resolution => {
        resolutions.set(placeKey(params), resolution)
        return { resolution }
      })
    },
  })
  return {
    ...bridge,
    // A place that was chosen is not meant any more once another is typed.
    change: (patch, pace) =>
      bridge.change({ ...('location' in patch && !('place' in patch) && { place: '' }), ...patch }, pace),
    contextOf(params) {
      const resolution = resolutions.get(placeKey(params))
      const place =
        resolution?.status === 'found'
          ? resolution.place
          : resolution?.status === 'unknown'
            ? ('unknown' as const)
            : null
      return { site, now: bridge.getState().now, place }
    },
  }
}

function placeKey({ location, place }: JobSearchParams): string {
  return `${place}\n${location}`
}

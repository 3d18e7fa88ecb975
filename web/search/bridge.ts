import type { RouterHistory } from '@tanstack/react-router'
import type { StateMapping, UiState, Router as UrlRouter } from 'instantsearch.js'
import { type JobSearchParams, jobsPath, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution, SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { type JobsUiState, jobsIndex, type SearchContext } from './connectJobSearch.ts'

/** What the page shows of the search besides its results. */
export interface BridgeState {
  /** The search that the visitor has asked for; the results may still be those of the one before. */
  params: JobSearchParams
  resolution: PlaceResolution
  /** The place could not be looked up: nothing was searched. */
  failed: boolean
}

export interface SearchBridge {
  /** The `routing` of InstantSearch. */
  routing: { router: UrlRouter<JobSearchParams>; stateMapping: StateMapping<UiState, JobSearchParams> }
  contextOf(params: JobSearchParams): SearchContext
  getState(): BridgeState
  subscribe(listener: () => void): () => void
  /**
   * Changes the search: the results at once, the URL with it. `typing` waits until the visitor pauses before it writes the URL, so that a word is one entry
   * of the history and not one a letter. The page goes back to 1 unless it is what changes.
   */
  change(patch: Partial<JobSearchParams>, pace?: 'typing'): void
  /** Searches again after a failure. */
  retry(): void
  /** Writes the URL that typing still owes. Called before anything that leaves the page. */
  flush(): void
  /** Starts to listen to the history (browser only). Returns the end of it, after which nothing is written any more. */
  listen(): () => void
}

/** How long a visitor pauses before what is typed becomes an entry of the history. */
const settleMs = 400

/**
 * InstantSearch on one side, TanStack Router on the other. The state of both is a `JobSearchParams`; InstantSearch's `write` is the only way from a control to
 * the history, and the history's own changes (Back, Forward, links) are the only way back. A write that is not the search asked for is not written: what
 * InstantSearch reports while it is taken apart, or when it rolls back after an error, never reaches the URL.
 */
export function createSearchBridge({
  router,
  api,
  site,
  now,
  start,
}: {
  router: { history: Pick<RouterHistory, 'location' | 'subscribe'>; navigate: (to: { href: string; resetScroll: boolean }) => unknown }
  api: Pick<SiteApi, 'resolvePlace'>
  site: Site
  /** Epoch seconds, the same on both sides. */
  now: number
  start: BridgeState
}): SearchBridge {
  let state = start
  const resolutions = new Map([[placeKey(start.params), start.resolution]])
  const listeners = new Set<() => void>()
  let applyToSearch: ((params: JobSearchParams) => void) | null = null
  let typing = false
  let owed: ReturnType<typeof setTimeout> | null = null
  let writing = false
  let open = true

  const set = (next: Partial<BridgeState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Brings InstantSearch to the search asked for, once its place is known. */
  const apply = async () => {
    const { params } = state
    let resolution = resolutions.get(placeKey(params))
    if (!resolution) {
      try {
        resolution = await api.resolvePlace(params)
        resolutions.set(placeKey(params), resolution)
      } catch {
        if (open && state.params === params) set({ failed: true })
        return
      }
      // Meanwhile the visitor may have asked for something else, or left.
      if (!open || state.params !== params) return
    }
    set({ resolution, failed: false })
    applyToSearch?.(params)
  }

  const go = () => {
    const { location } = router.history
    const wanted = stringifyJobSearchParams(state.params)
    if (location.pathname !== '/jobs' || stringifyJobSearchParams(parseJobSearchParams(location.search)) === wanted) return
    writing = true
    try {
      // The push itself happens before `navigate` returns.
      void router.navigate({ href: jobsPath(state.params), resetScroll: false })
    } finally {
      writing = false
    }
  }

  const flush = () => {
    if (owed === null) return
    clearTimeout(owed)
    owed = null
    if (open) go()
  }

  const bridge: SearchBridge = {
    routing: {
      router: {
        $$type: 'longlist.tanstack',
        read: () => state.params,
        write(params) {
          if (!open || !sameSearch(params, state.params)) return
          if (owed !== null) clearTimeout(owed)
          owed = setTimeout(flush, settleMs)
          if (!typing) flush()
        },
        createURL: params => jobsPath(params),
        onUpdate(callback) {
          applyToSearch = callback
        },
        dispose() {
          applyToSearch = null
        },
      },
      stateMapping: {
        $$type: 'longlist.jobSearchParams',
        stateToRoute: uiState => (uiState[jobsIndex] as JobsUiState | undefined)?.jobSearch ?? state.params,
        routeToState: params => ({ [jobsIndex]: { jobSearch: params } }) as UiState,
      },
    },

    contextOf(params) {
      const resolution = resolutions.get(placeKey(params))
      const place = resolution?.status === 'found' ? resolution.place : resolution?.status === 'unknown' ? ('unknown' as const) : null
      return { site, now, place }
    },

    getState: () => state,

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    change(patch, pace) {
      // What was typed before is an entry of its own.
      if (pace !== 'typing') flush()
      const asked = normalise({ ...state.params, ...('location' in patch && !('place' in patch) ? { place: '' } : {}), ...patch })
      if (sameSearch(asked, state.params)) return
      const params = 'page' in patch ? asked : { ...asked, page: 1 }
      typing = pace === 'typing'
      set({ params })
      void apply()
    },

    retry() {
      void apply()
    },

    flush,

    listen() {
      const unsubscribe = router.history.subscribe(({ location }) => {
        if (writing) return
        if (owed !== null) clearTimeout(owed)
        owed = null
        if (location.pathname !== '/jobs') return
        const params = parseJobSearchParams(location.search)
        if (sameSearch(params, state.params)) return
        typing = false
        set({ params })
        void apply()
      })
      return () => {
        unsubscribe()
        if (owed !== null) clearTimeout(owed)
        owed = null
        open = false
      }
    },
  }
  return bridge
}

/** As the URL would give it back: trimmed, capped, and nothing left that means nothing without a place. */
export function normalise(params: JobSearchParams): JobSearchParams {
  return parseJobSearchParams(stringifyJobSearchParams(params))
}

export function sameSearch(a: JobSearchParams, b: JobSearchParams): boolean {
  return stringifyJobSearchParams(a) === stringifyJobSearchParams(b)
}

function placeKey({ location, place }: JobSearchParams): string {
  return `${place}\n${location}`
}

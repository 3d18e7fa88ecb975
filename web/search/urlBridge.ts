import type { RouterHistory } from '@tanstack/react-router'
import type { StateMapping, UiState, Router as UrlRouter } from 'instantsearch.js'

/** How a page's search stands in the address bar. */
export interface SearchAddress<Params> {
  /** The search at an address; null where the address is another page's. Never throws. */
  read(location: { pathname: string; search: string }): Params | null
  /** Path and search string: equal searches have equal ones, and `read` gives back what it was made from. */
  href(params: Params): string
}

/** What the page shows of the search besides its results. */
export interface BridgeState<Params> {
  /** The search that the visitor has asked for; the results may still be those of the one before. */
  params: Params
  /** What the search needs to be made could not be had: nothing was searched. */
  failed: boolean
}

export interface UrlBridge<Params, State extends BridgeState<Params> = BridgeState<Params>> {
  /** The `routing` of InstantSearch. */
  routing: { router: UrlRouter<Params>; stateMapping: StateMapping<UiState, Params> }
  getState(): State
  subscribe(listener: () => void): () => void
  /**
   * Changes the search: the results at once, the URL with it. `typing` waits until the visitor pauses before it writes
   * the URL, so that a word is one entry of the history and not one a letter. `chosen` stands for what was being typed:
   * the half word is no entry. The page goes back to 1 unless it is what changes.
   */
  change(patch: Partial<Params>, pace?: 'typing' | 'chosen'): void
  /** Searches again after a failure. */
  retry(): void
  /** Writes the URL that typing still owes. Called before anything that leaves the page. */
  flush(): void
  /** Starts to listen to the history (browser only). Returns the end of it, after which nothing is written any more. */
  listen(): () => void
}

/** The part of TanStack Router that a bridge needs. */
export interface BridgeRouter {
  history: Pick<RouterHistory, 'location' | 'subscribe'>
  navigate: (to: { href: string; resetScroll: boolean }) => unknown
}

/** How long a visitor pauses before what is typed becomes an entry of the history. */
const settleMs = 400

/**
 * InstantSearch on one side, TanStack Router on the other. The state of both is the page's search, whole;
 * InstantSearch's `write` is the only way from a control to the history, and the history's own changes (Back, Forward,
 * links) are the only way back. A write that is not the search asked for is not written: what InstantSearch reports
 * while it is taken apart, or when it rolls back after an error, never reaches the URL.
 * @param options.key under which the state of an index holds the search (`connectWholeSearch`)
 * @param options.indexes ids of the page's indexes, the main one first; all are given the one search
 * @param options.prepare what must be known before a search can be made: at once, or when it has been asked for
 */
export function createUrlBridge<Params extends { page: number }, State extends BridgeState<Params>>({
  router,
  address,
  key,
  indexes,
  start,
  prepare,
}: {
  router: BridgeRouter
  address: SearchAddress<Params>
  key: string
  indexes: readonly [string, ...string[]]
  start: State
  prepare?: (params: Params) => Partial<State> | Promise<Partial<State>>
}): UrlBridge<Params, State> {
  let state = start
  const listeners = new Set<() => void>()
  let applyToSearch: ((params: Params) => void) | null = null
  let typing = false
  let owed: ReturnType<typeof setTimeout> | null = null
  let writing = false
  let listening = false
  let open = true

  const same = (a: Params, b: Params) => address.href(a) === address.href(b)

  const set = (next: Partial<State>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Brings InstantSearch to the search asked for, once all it needs is known. */
  const apply = async () => {
    const { params } = state
    let known = prepare?.(params) ?? {}
    if (known instanceof Promise) {
      try {
        known = await known
      } catch {
        if (open && state.params === params) set({ failed: true } as Partial<State>)
        return
      }
      // Meanwhile the visitor may have asked for something else, or left.
      if (!open || state.params !== params) return
    }
    set({ ...known, failed: false } as Partial<State>)
    if (listening) applyToSearch?.(params)
  }

  const go = () => {
    const here = address.read(router.history.location)
    if (here === null || same(here, state.params)) return
    writing = true
    try {
      // The push itself happens before `navigate` returns.
      void router.navigate({ href: address.href(state.params), resetScroll: false })
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

  return {
    routing: {
      router: {
        $$type: 'longlist.tanstack',
        read: () => state.params,
        write(params) {
          if (!open || !same(params, state.params)) return
          if (owed !== null) clearTimeout(owed)
          owed = setTimeout(flush, settleMs)
          if (!typing) flush()
        },
        createURL: params => address.href(params),
        onUpdate(callback) {
          applyToSearch = callback
        },
        dispose() {
          applyToSearch = null
        },
      },
      stateMapping: {
        $$type: `longlist.${key}`,
        stateToRoute: uiState =>
          (uiState[indexes[0]] as Record<string, Params | undefined> | undefined)?.[key] ?? state.params,
        routeToState: params => Object.fromEntries(indexes.map(index => [index, { [key]: params }])) as UiState,
      },
    },

    getState: () => state,

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    change(patch, pace) {
      // What was typed before is an entry of its own.
      if (pace === undefined) flush()
      const asked = asWritten(address, { ...state.params, ...patch })
      if (same(asked, state.params)) {
        if (pace === 'chosen') flush()
        return
      }
      const params = 'page' in patch ? asked : { ...asked, page: 1 }
      typing = pace === 'typing'
      set({ params } as Partial<State>)
      void apply()
    },

    retry() {
      void apply()
    },

    flush,

    listen() {
      // InstantSearch drops a search that is asked of it before the effects of its start are done: what came before is
      // asked for now.
      listening = true
      if (state.params !== start.params) void apply()
      const unsubscribe = router.history.subscribe(({ location }) => {
        if (writing) return
        if (owed !== null) clearTimeout(owed)
        owed = null
        const params = address.read(location)
        if (params === null || same(params, state.params)) return
        typing = false
        set({ params } as Partial<State>)
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
}

/** As the URL would give it back: trimmed, capped, and nothing left that means nothing. */
function asWritten<Params>(address: SearchAddress<Params>, params: Params): Params {
  const [pathname = '', ...search] = address.href(params).split('?')
  return address.read({ pathname, search: search.join('?') }) ?? params
}

import type { RouterHistory } from '@tanstack/react-router'
import type { StateMapping, UiState, Router as UrlRouter } from 'instantsearch.js'
import { siteNow } from '../live/siteClock.ts'

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
  /** Epoch seconds. What the results are measured by: of the page's render first, of each later search then. */
  now: number
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
  /** Searches again: after a failure, or by the clock as it is now. */
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

/** An answer may be shown again for so long (searchClient.ts): a search that is made again is the same one. */
const renewSeconds = 60

/** How long a visitor pauses before what is typed becomes an entry of the history. */
const settleMs = 400

export interface BridgeOptions<Params, State extends BridgeState<Params>> {
  router: BridgeRouter
  address: SearchAddress<Params>
  /** Under which the state of an index holds the search (`connectWholeSearch`). */
  key: string
  /** Ids of the page's indexes, the main one first; all are given the one search. */
  indexes: readonly [string, ...string[]]
  start: State
  /** What must be known before a search can be made: at once, or when it has been asked for. */
  prepare?: (params: Params) => Partial<State> | Promise<Partial<State>>
}

/**
 * InstantSearch on one side, TanStack Router on the other. The state of both is the page's search, whole;
 * InstantSearch's `write` is the only way from a control to the history, and the history's own changes (Back, Forward,
 * links) are the only way back. A write that is not the search asked for is not written: what InstantSearch reports
 * while it is taken apart, or when it rolls back after an error, never reaches the URL.
 */
export function createUrlBridge<Params extends { page: number }, State extends BridgeState<Params>>(
  options: BridgeOptions<Params, State>,
): UrlBridge<Params, State> {
  const { router, address, start, prepare } = options
  let state = start
  const listeners = new Set<() => void>()
  let applyToSearch: ((params: Params) => void) | null = null
  let typing = false
  let listening = false

  const asked = () => state.params
  const same = (a: Params, b: Params) => address.href(a) === address.href(b)
  const writer = openWriter(router, address, asked)

  const set = (next: Partial<State>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** Brings InstantSearch to the search asked for, once all it needs is known. */
  const apply = async () => {
    const { params } = state
    let known: Partial<State> | null | Promise<Partial<State>> = prepare?.(params) ?? {}
    if (known instanceof Promise) {
      known = await known.catch(() => null)
      // Meanwhile the visitor may have asked for something else, or left.
      if (!writer.isOpen() || state.params !== params) return
    }
    set({ ...known, failed: known === null, now: renewed(state.now, start.now) } as Partial<State>)
    if (known && listening) applyToSearch?.(params)
  }

  const ask = (params: Params, isTyped: boolean) => {
    typing = isTyped
    set({ params } as Partial<State>)
    void apply()
  }
  const write = (params: Params) => {
    if (!writer.isOpen() || !same(params, asked())) return
    writer.owe()
    if (!typing) writer.flush()
  }
  return {
    routing: {
      router: routerOf(address, asked, write, callback => (applyToSearch = callback)),
      stateMapping: mappingOf(options, asked),
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    flush: writer.flush,
    change(patch, pace) {
      // What was typed before is an entry of its own.
      if (pace === undefined) writer.flush()
      const wanted = asWritten(address, { ...asked(), ...patch })
      if (!same(wanted, asked())) ask('page' in patch ? wanted : { ...wanted, page: 1 }, pace === 'typing')
      else if (pace === 'chosen') writer.flush()
    },

    retry: () => void apply(),
    listen() {
      // InstantSearch drops a search that is asked of it before the effects of its start are done: what came before is
      // asked for now.
      listening = true
      if (asked() !== start.params) void apply()
      const unsubscribe = router.history.subscribe(({ location }) => {
        if (writer.isWriting()) return
        writer.drop()
        const params = address.read(location)
        if (params !== null && !same(params, asked())) ask(params, false)
      })
      return () => {
        unsubscribe()
        writer.close()
      }
    },
  }
}

/** A page may be open for days. A visitor's clock that is behind does not lead back before the render. */
function renewed(before: number, first: number): number {
  const now = Math.max(first, Math.floor(siteNow() / 1_000))
  return Math.abs(now - before) >= renewSeconds ? now : before
}

/** Writes the search that is asked for into the history: at the visitor's next pause, or at once. */
function openWriter<Params>(router: BridgeRouter, address: SearchAddress<Params>, asked: () => Params) {
  let owed: ReturnType<typeof setTimeout> | null = null
  let writing = false
  let open = true

  const go = () => {
    const here = address.read(router.history.location)
    if (here === null || address.href(here) === address.href(asked())) return
    writing = true
    try {
      // The push itself happens before `navigate` returns.
      void router.navigate({ href: address.href(asked()), resetScroll: false })
    } finally {
      writing = false
    }
  }
  const drop = () => {
    if (owed !== null) clearTimeout(owed)
    owed = null
  }
  const flush = () => {
    if (owed === null) return
    drop()
    if (open) go()
  }

  return {
    isOpen: () => open,
    isWriting: () => writing,
    drop,
    flush,
    owe() {
      drop()
      owed = setTimeout(flush, settleMs)
    },
    close() {
      drop()
      open = false
    },
  }
}

function routerOf<Params>(
  address: SearchAddress<Params>,
  read: () => Params,
  write: (params: Params) => void,
  connect: (callback: ((params: Params) => void) | null) => void,
): UrlRouter<Params> {
  return {
    $$type: 'longlist.tanstack',
    read,
    write,
    createURL: params => address.href(params),
    onUpdate: connect,
    dispose: () => connect(null),
  }
}

function mappingOf<Params>(
  { key, indexes }: { key: string; indexes: readonly [string, ...string[]] },
  asked: () => Params,
): StateMapping<UiState, Params> {
  return {
    $$type: `longlist.${key}`,
    stateToRoute: uiState => (uiState[indexes[0]] as Record<string, Params | undefined> | undefined)?.[key] ?? asked(),
    routeToState: params => Object.fromEntries(indexes.map(index => [index, { [key]: params }])) as UiState,
  }
}

/** As the URL would give it back: trimmed, capped, and nothing left that means nothing. */
function asWritten<Params>(address: SearchAddress<Params>, params: Params): Params {
  const [pathname = '', ...search] = address.href(params).split('?')
  return address.read({ pathname, search: search.join('?') }) ?? params
}

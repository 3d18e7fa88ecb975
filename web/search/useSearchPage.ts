import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useInstantSearchContext } from 'react-instantsearch'
import { besideIn, placeIn } from './keptPlace.ts'
import type { UrlBridge } from './urlBridge.ts'

/**
 * For as long as the page is shown: the bridge hears the history, writes what typing owes before the page is left, and
 * an old answer is not shown for a new one.
 * @param unasked the search of the page's start has yet to be made
 */
export function useBridge(
  bridge: Pick<UrlBridge<never>, 'listen' | 'flush' | 'retry'>,
  client: { clearCache(): void },
  unasked = false,
): void {
  useEffect(() => {
    const stopListening = bridge.listen()
    const flush = bridge.flush
    // Before a link or a button does its own thing; a native page load included.
    const onClick = (event: MouseEvent) =>
      event.target instanceof Element && event.target.closest('a, button, label, summary') && flush()
    const onVisibility = () => (document.hidden ? flush() : client.clearCache())
    document.addEventListener('click', onClick, true)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', flush)
      stopListening()
    }
  }, [bridge, client])
  // A part that a new release has under another name never comes: each later visit of the page would be an outage. Not
  // at once: InstantSearch holds back every search until all effects of its start are done.
  useEffect(() => {
    if (!unasked) return
    const timer = setTimeout(bridge.retry)
    return () => clearTimeout(timer)
  }, [bridge, unasked])
}

/** InstantSearch of the page shown, which ends with it and whose failures are the page's to show. */
export function useOwnSearch() {
  const search = useInstantSearchContext()
  useEffect(() => {
    const heard = () => {}
    // Without a listener the failure would be thrown into the void; the page shows it.
    search.on('error', heard)
    return () => {
      search.removeListener('error', heard)
      // The SSR provider keeps InstantSearch from ending itself. Later than React's own clean-up, which still needs the
      // widgets.
      setTimeout(() => !search.started || search.dispose())
    }
  }, [search])
  return search
}

/** The server's clock and the visitor's do not agree to the second. */
const clockMs = 1_000
/** Between two questions of `useExpiry`: a visitor's clock may be hours ahead. */
const againMs = 60_000
/** The most that a browser's timer can wait. */
const longestMs = 2 ** 31 - 1

/**
 * What is shown is asked for anew when the first of its jobs expires, or when the tab is looked at again after that:
 * what is live, the server knows.
 */
export function useExpiry(hits: readonly { expires_at: number }[] | undefined, refresh: () => void): void {
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (!hits || hits.length === 0) return
    const end = Math.min(...hits.map(({ expires_at }) => expires_at)) * 1_000 + clockMs
    const due = Math.max(end, askedAt.current + againMs)
    const ask = () => {
      if (document.hidden || Date.now() < due) return
      askedAt.current = Date.now()
      latest.current()
    }
    const timer = setTimeout(ask, Math.min(longestMs, Math.max(0, due - Date.now())))
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [hits])
}

/**
 * What a visitor did to a form before the script was there.
 * @param adopt not at once: InstantSearch holds back every search until all effects of its start are done
 */
export function useEarlierInput(formId: string, adopt: (form: HTMLFormElement) => void): void {
  const latest = useRef(adopt)
  latest.current = adopt
  useEffect(() => {
    const timer = setTimeout(() => {
      const form = document.getElementById(formId) as HTMLFormElement | null
      if (form) latest.current(form)
    })
    return () => clearTimeout(timer)
  }, [formId])
}

/** Read out once the search has settled, and only when it has changed: not for the page as it came. */
export function useAnnouncement(text: string | null): string {
  const [said, setSaid] = useState('')
  const before = useRef(text)
  useEffect(() => {
    if (text === null || text === before.current) return
    const timer = setTimeout(() => {
      before.current = text
      setSaid(text)
    }, 900)
    return () => clearTimeout(timer)
  }, [text])
  return said
}

/** Another page of a list begins at its heading, which takes the focus. */
export function usePaging(change: (page: number) => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  return {
    heading,
    toPage(page: number) {
      change(page)
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView()
    },
  }
}

/**
 * The focus stays near where it was when the control that had it is no longer part of the page (a chip that was taken
 * off): on the next of its list, else the one before, else on the heading of its panel, else on `fallback`.
 */
export function useKeptFocus(fallback: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: Element; list: Element | null; at: number; panel: Element | null } | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const element = target as Element
      const list = element.closest('ul, ol')
      last.current = { element, list, at: placeIn(list, element), panel: element.closest('[data-modal]') }
    }
    // A press beside it takes the focus away on purpose.
    const onPress = ({ target }: PointerEvent) => {
      if (last.current && !last.current.element.contains(target as Node)) last.current = null
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
  useLayoutEffect(() => {
    const lost = last.current
    if (!lost || lost.element.isConnected || (document.activeElement && document.activeElement !== document.body))
      return
    last.current = null
    const beside = lost.list?.isConnected ? besideIn(lost.list, lost.at) : null
    // A panel that is open as a dialog has the page behind it inert.
    const title = lost.panel?.isConnected ? lost.panel.querySelector<HTMLElement>('[tabindex="-1"]') : null
    const to = beside ?? title ?? fallback.current
    to?.focus({ preventScroll: true })
  })
}

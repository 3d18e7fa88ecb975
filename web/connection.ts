import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Whether the last request of this page found no way to the site. What went wrong there is told otherwise than an
 * answer of the site that says no.
 */
let lost = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (lost === next) return
  lost = next
  for (const listener of listeners) listener()
}

/** `fetch` of the site's own addresses, which knows afterwards whether there is a connection. */
export async function fetchFromSite(path: string, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init)
    set(false)
    return response
  } catch (cause) {
    // Given up by the page itself.
    if (!init?.signal?.aborted) set(true)
    throw cause
  }
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lost,
    () => false,
  )
}

/** A browser cannot always tell that a connection is back, so it is also tried; less often each time. */
const firstMs = 3_000
const longestMs = 60_000

/** While the connection is lost: `retry` as soon as it may be back. */
export function useRetryWhenBack(retry: () => void): void {
  const isLost = useConnectionLost()
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isLost) return
    let pause = firstMs
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        pause = Math.min(longestMs, pause * 2)
        if (!document.hidden && navigator.onLine) latest.current()
        wait()
      }, pause)
    }
    const now = () => latest.current()
    wait()
    addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', now)
    }
  }, [isLost])
}

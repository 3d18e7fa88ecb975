const memory = 'longlist.search'

/** Keeps the address of the search shown last, for the way back from a job. Any other page changes nothing. */
export function rememberSearch(href: string): void {
  if (!isSearch(href)) return
  try {
    sessionStorage.setItem(memory, href)
  } catch {
    // Storage may be forbidden: the way back then leads to all jobs.
  }
}

/** The search shown last in this tab, or the one that a link was followed from before the script ran; else null. */
export function lastSearch(): string | null {
  try {
    const href = sessionStorage.getItem(memory)
    if (href && isSearch(href)) return href
  } catch {
    // As above.
  }
  const from = URL.parse?.(document.referrer)
  const href = from && from.origin === location.origin ? from.pathname + from.search : ''
  return isSearch(href) ? href : null
}

function isSearch(href: string): boolean {
  return /^\/jobs(\?|$)/.test(href)
}

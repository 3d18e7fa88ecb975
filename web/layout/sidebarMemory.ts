const memory = 'longlist.sidebar'

/** What the visitor chose last in this tab; null before any choice, and where storage is forbidden (private windows, blocked site data). */
export function sidebarChoice(): boolean | null {
  try {
    const value = sessionStorage.getItem(memory)
    return value === null ? null : value === 'open'
  } catch {
    return null
  }
}

export function rememberSidebar(open: boolean): void {
  try {
    sessionStorage.setItem(memory, open ? 'open' : 'closed')
  } catch {
    // As above: the sidebar still opens and closes.
  }
}

/**
 * Once a page load, by the entry script and before anything is hydrated: puts the sidebar as it was left and then lets it be seen, so that it never shuts
 * before the visitor's eyes.
 */
export function showSidebar(): void {
  const panel = document.querySelector<HTMLDetailsElement>('details[data-sidebar]')
  const open = sidebarChoice()
  if (panel && open !== null) panel.open = open
  document.documentElement.dataset.loaded = ''
}

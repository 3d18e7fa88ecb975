const memory = 'longlist.sidebar'

/**
 * What the visitor chose last in this tab; null before any choice, and where storage is forbidden (private windows,
 * blocked site data).
 */
export function sidebarChoice(): boolean | null {
  try {
    const value = sessionStorage.getItem(memory)
    return value === null ? null : value === 'open'
  } catch {
    return null
  }
}

function rememberSidebar(open: boolean): void {
  try {
    sessionStorage.setItem(memory, open ? 'open' : 'closed')
  } catch {
    // As above: the sidebar still opens and closes.
  }
}

/**
 * Inline, inside the shell of the page: the sidebar's column is as wide as it was left before anything below is
 * painted.
 */
export const keepSide = `try{var s=sessionStorage.getItem('${memory}'),e=document.currentScript.parentElement;if(s&&e.dataset.side)e.dataset.side=s}catch{}`

/**
 * Once a page load, by the entry script and before anything is hydrated: puts the sidebar as it was left and then lets
 * it be seen, so that it never shuts before the visitor's eyes. From then on keeps how it is left.
 */
export function showSidebar(): void {
  const panel = document.querySelector<HTMLDetailsElement>('details[data-sidebar]')
  const open = sidebarChoice()
  if (panel && open !== null) panel.open = open
  document.documentElement.dataset.loaded = ''
  // On the press and not on `toggle`, which also tells of a panel that came open from the server. From here, so that it
  // is kept however early it is pressed.
  addEventListener('click', event => {
    const pressed = event.target instanceof Element ? event.target.closest('details[data-sidebar] > summary') : null
    if (pressed) rememberSidebar(!(pressed.parentElement as HTMLDetailsElement).open)
  })
}

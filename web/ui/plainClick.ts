import type { MouseEvent } from 'react'

/** Takes over an ordinary click on a link; a click for a new tab or window stays the browser's. */
export function onPlainClick(act: () => void) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    act()
  }
}

const memory = 'longlist.place'

/** Where a list that changes by a page load goes on: as `useKeptFocus` has it on a page that is alive. */
interface Place {
  /** Of the list as it will be. */
  href: string
  y: number
  /** Id of what takes the focus where the links around the pressed one are gone. */
  heading: string
  /** Name of the list of links that the pressed one stood in, and its place there; null for a link by itself. */
  links: string | null
  at: number
}

/** Where in its list an element stands; -1 where in none. */
export function placeIn(list: Element | null, element: Element): number {
  return list ? [...list.children].findIndex(child => child.contains(element)) : -1
}

/** What takes the focus of an element that stood there and is gone: the next of its list, else the one before. */
export function besideIn(list: Element | null | undefined, at: number): HTMLElement | null {
  const beside = list ? [...list.children] : []
  return (beside[at] ?? beside.at(-1))?.querySelector<HTMLElement>('a, button, input') ?? null
}

/** A link of a list that leads to the same list, changed, was pressed before the page was alive. */
export function leavePlace(link: HTMLAnchorElement): void {
  const heading = link.closest<HTMLElement>('[data-list-heading]')?.dataset.listHeading
  if (heading === undefined || link.pathname !== location.pathname || link.hash) return
  const links = link.closest('ul, ol')
  const place: Place = {
    href: link.pathname + link.search,
    y: scrollY,
    heading,
    links: links?.getAttribute('aria-label') ?? null,
    at: placeIn(links, link),
  }
  try {
    sessionStorage.setItem(memory, JSON.stringify(place))
  } catch {
    // Storage may be forbidden: the list then begins at its top, as any page does.
  }
}

/** Once a page load, by the entry script. */
export function takePlace(): void {
  let place: Place | null = null
  try {
    place = JSON.parse(sessionStorage.getItem(memory) ?? 'null') as Place | null
    sessionStorage.removeItem(memory)
  } catch {
    // As above.
  }
  if (!place || place.href !== location.pathname + location.search) return
  const { links: name, at, heading, y } = place
  const links = [...document.querySelectorAll('main :is(ul, ol)')].find(
    list => list.getAttribute('aria-label') === name,
  )
  const to = (name === null ? null : besideIn(links, at)) ?? document.getElementById(heading)
  to?.focus({ preventScroll: true })
  scrollTo({ top: y, behavior: 'instant' })
}

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
    at: links ? [...links.children].findIndex(child => child.contains(link)) : -1,
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
  const links = [...document.querySelectorAll('main :is(ul, ol)')].find(
    list => list.getAttribute('aria-label') === place.links,
  )
  const beside = place.links === null || !links ? [] : [...links.children]
  const next = (beside[place.at] ?? beside.at(-1))?.querySelector<HTMLElement>('a, button, input')
  const to = next ?? document.getElementById(place.heading)
  to?.focus({ preventScroll: true })
  scrollTo({ top: place.y, behavior: 'instant' })
}

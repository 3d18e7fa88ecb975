/*
 * The header's menus. Their panels are popovers, so that without a line of script a button opens one, Escape and a
 * press outside close it, the focus returns, and the browser tells assistive technology which is open. This adds what
 * HTML has no word for: hover with intent, arrow keys, the `aria-expanded` attribute, and closing when the focus or the
 * visitor has gone elsewhere. It is part of the entry script and listens at the window, so it is there before the
 * application is and does not care when Preact draws; Preact holds no state of it.
 *
 * In the HTML: `data-menu` round a bar of items, `data-menu-item` round a link, its button and its panel, `data-panel`
 * on what is to close by itself, `data-expands` on the buttons that open one, `data-modal` on what covers the page: a
 * dialog while it is open, with the rest inert and the focus kept in.
 */

/**
 * Milliseconds until a pointer at rest on an item means it; until it means another item while a panel is open; until it
 * has left.
 */
const openAfter = 80
const switchAfter = 220
const closeAfter = 300
/** A press that follows the hover within so many milliseconds meant to open what the hover has just opened. */
const samePressMs = 500

let over: Element | null = null
let hovered: HTMLElement | null = null
let hoveredAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function startMenus(): void {
  // A browser from before popovers: the style shows panels on hover, and every link leads to a page.
  if (!hasPopovers()) return
  for (const button of document.querySelectorAll('[data-expands]'))
    button.setAttribute('aria-expanded', String(isOpen(panelOf(button))))
  addEventListener('beforetoggle', onToggle, true)
  addEventListener('toggle', onToggled, true)
  addEventListener('pointerover', onPointer)
  addEventListener('pointerout', event => !event.relatedTarget && onPointer(event))
  addEventListener('pointermove', onMove, { passive: true })
  addEventListener('click', onClick, true)
  addEventListener('focusin', onFocus)
  addEventListener('keydown', onKey)
  // Where the screen has grown there is room for what it lay over.
  matchMedia('(min-width: 992px)').addEventListener('change', () => openModal()?.hidePopover())
  // Opened before this script.
  const modal = openModal()
  if (modal) seal(modal)
  // Already under the pointer, and shown by the style alone until now.
  over = document.querySelector('[data-menu-item]:hover')
  settle()
}

function onToggle(event: Event): void {
  const panel = event.target as HTMLElement
  const open = (event as ToggleEvent).newState === 'open'
  for (const button of document.querySelectorAll(`[data-expands][popovertarget="${panel.id}"]`))
    button.setAttribute('aria-expanded', String(open))
  if (!open && panel === hovered) hovered = null
  // Before the browser gives the focus back, to a button that must not be inert by then.
  if (!open && 'modal' in panel.dataset) unseal(panel)
}

/** The site search opens for typing. */
function onToggled(event: Event): void {
  const panel = event.target as HTMLElement
  if ((event as ToggleEvent).newState !== 'open') return
  if (panel.dataset.panel === 'search') panel.querySelector('input')?.focus()
  if ('modal' in panel.dataset && isOpen(panel)) seal(panel)
}

/** What is inert because a modal panel is open. */
let behind: HTMLElement[] = []

/**
 * What the platform has for dialogs and not for popovers. Not before the panel is open: the browser has to see where
 * the focus was.
 */
function seal(panel: HTMLElement): void {
  unseal(panel)
  panel.setAttribute('role', 'dialog')
  panel.setAttribute('aria-modal', 'true')
  if (!panel.contains(document.activeElement)) panel.querySelector<HTMLElement>('[tabindex="-1"], button')?.focus()
  for (let part: HTMLElement = panel; part !== document.body && part.parentElement; part = part.parentElement)
    for (const other of part.parentElement.children)
      if (other !== part && other instanceof HTMLElement && !other.inert) {
        other.inert = true
        behind.push(other)
      }
}

/** Its own role is named by `data-modal`: from 992 px the filters are a column beside the jobs, and no dialog. */
function unseal(panel?: HTMLElement): void {
  for (const part of behind) part.inert = false
  behind = []
  panel?.setAttribute('role', panel.dataset.modal!)
  panel?.removeAttribute('aria-modal')
}

function openModal(): HTMLElement | null {
  return document.querySelector('[data-modal]:popover-open')
}

/** From the last stop of a modal panel to its first, and back. */
function keepIn(event: KeyboardEvent): void {
  const panel = openModal()
  if (!panel) return
  const stops = [...panel.querySelectorAll<HTMLElement>('a, button, input, select, summary')].filter(stop =>
    stop.checkVisibility(),
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = event.shiftKey ? at <= 0 && stops.at(-1) : at === stops.length - 1 && stops[0]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function onPointer(event: PointerEvent): void {
  // A finger does not hover: a tap is a press.
  if (event.pointerType === 'touch') return
  const item = event.type === 'pointerout' ? null : closest(event.target, '[data-menu-item]')
  if (item === over) return
  over = item
  wait()
}

/** On the way down to an open panel the pointer crosses other items: it means none of them while it moves downwards. */
function onMove(event: PointerEvent): void {
  if (timer && hovered && event.movementY > Math.abs(event.movementX) / 4) wait()
}

function wait(): void {
  clearTimeout(timer)
  timer = setTimeout(settle, panelIn(over) ? (openPanel() ? switchAfter : openAfter) : closeAfter)
}

function settle(): void {
  timer = undefined
  const panel = panelIn(over)
  if (panel) show(panel, true)
  // A panel that was pressed open, or that holds the focus, stays.
  else if (hovered && !hovered.contains(document.activeElement)) hovered.hidePopover()
}

function show(panel: HTMLElement, byHover = false): void {
  if (isOpen(panel)) return
  panel.showPopover()
  hovered = byHover ? panel : null
  hoveredAt = performance.now()
}

function onClick(event: MouseEvent): void {
  clearTimeout(timer)
  timer = undefined
  const panel = panelOf(closest(event.target, '[data-expands]'))
  if (panel && panel === hovered && performance.now() - hoveredAt < samePressMs) {
    event.preventDefault()
    hovered = null
  }
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (plain && closest(event.target, 'a[href]')) for (const left of openPanels()) left.hidePopover()
}

/** A panel never lies over what has the focus. */
function onFocus(event: FocusEvent): void {
  for (const panel of openPanels()) {
    const home = panel.closest('[data-menu-item]') ?? panel
    if (!home.contains(event.target as Node) && panelOf(event.target as Element) !== panel) panel.hidePopover()
  }
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrows beside Tab: along the bar, down into a panel, through its links and up out of it. */
function onKey(event: KeyboardEvent): void {
  if (event.key === 'Tab') keepIn(event)
  const step = steps[event.key]
  const bar = closest(event.target, '[data-menu]')
  if (!step || !bar || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
  event.preventDefault()
  const item = closest(event.target, '[data-menu-item]')
  const panel = panelIn(item)
  const inside = closest(event.target, '[data-panel]')
  if (!inside && event.key === 'ArrowDown') {
    if (!panel) return
    show(panel)
    panel.querySelector('a')?.focus()
  } else if (inside || event.key !== 'ArrowUp') {
    const stops = [...(inside ?? bar).querySelectorAll<HTMLElement>('a, button')].filter(
      stop => inside || !closest(stop, '[data-panel]'),
    )
    const next = stops[stops.indexOf(event.target as HTMLElement) + step]
    if (next) next.focus()
    else if (inside && step < 0) item?.querySelector('button')?.focus()
  }
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

function panelIn(item: Element | null): HTMLElement | null {
  return item?.querySelector<HTMLElement>('[data-panel]') ?? null
}

function panelOf(button: Element | null): HTMLElement | null {
  return document.getElementById(button?.getAttribute('popovertarget') ?? '')
}

function isOpen(panel: HTMLElement | null): boolean {
  return panel?.matches(':popover-open') ?? false
}

function openPanels(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[data-panel]:popover-open')
}

function openPanel(): HTMLElement | undefined {
  return openPanels()[0]
}

/** For a page that was reached otherwise than by one of our links: Back, a script. */
export function closeMenus(): void {
  if (!hasPopovers()) return
  for (const panel of openPanels()) panel.hidePopover()
  // A panel that went with its page has not been closed.
  if (!openModal()) unseal()
}

function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype
}

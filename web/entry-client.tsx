import type { Dehydrated } from './entry-server.tsx'
import { takeFileDrops } from './forms/fileDrops.ts'
import { foldFooter } from './layout/footerFolds.ts'
import { startMenus } from './layout/menus.ts'
import { showSidebar } from './layout/sidebarMemory.ts'
import { leavePlace, takePlace } from './search/keptPlace.ts'
import { startTracking } from './tracking/consent.ts'

/**
 * The first and only script of a visit that just reads. Every page works as plain HTML, so the application (Preact,
 * router, InstantSearch: some fifteen times the size of this) is fetched with the first sign of a visitor: a
 * pointer, a key, a scroll, a field that has the focus. What happens in the moment until it runs is not lost: links and
 * forms are real ones, fields keep what was typed into them, and a press on a button is done again.
 */
const signs = [
  'pointerdown',
  'pointermove',
  'keydown',
  'focusin',
  'input',
  'scroll',
  'wheel',
  'touchstart',
  'dragenter',
] as const

/** `/jobs/#/data`, the old address of a filtered list; what it leads to is fetched only for those who come by it. */
async function leadOn(): Promise<void> {
  const [, slug] = /^#\/([\w/-]+)$/.exec(location.hash) ?? []
  if (!slug || location.pathname.replace(/\/$/, '') !== '/jobs') return
  const { filteredList } = await import('./leadOn.ts')
  const list = filteredList(slug)
  if (list) location.replace(list)
}

let pressed: HTMLElement | null = null

function onPress(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element)) return
  // Another page of a list begins where it would on a page that is alive.
  const toPage = target.closest<HTMLAnchorElement>('nav[data-begins] a')
  if (toPage) toPage.hash = toPage.closest<HTMLElement>('nav')!.dataset.begins!
  const link = target.closest<HTMLAnchorElement>('[data-list-heading] a')
  if (link && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) leavePlace(link)
  const button = target.closest<HTMLElement>('button[type=button]')
  // A popover's button needs no script, and the cookies' are this script's own.
  if (button && !button.matches('[popovertarget], [data-consent]')) pressed = button
}

let begun = false
let pauseMs = 1_000

let pointer: string | null = null

/** Browsers tell of a pointer that lies still, too, once the page has been drawn below it: that is no visitor. */
function liesStill({ clientX, clientY }: PointerEvent): boolean {
  const before = pointer
  pointer = `${clientX} ${clientY}`
  return before === null || before === pointer
}

async function begin(sign?: Event): Promise<void> {
  if (begun || (sign?.type === 'pointermove' && liesStill(sign as PointerEvent))) return
  begun = true
  listen(false)
  await frame()
  try {
    const { modules, styles } = JSON.parse(document.getElementById('dehydrated')!.textContent!) as Dehydrated
    // Into the browser's cache, side by side, before any is imported: an import that fails once fails for as long as
    // the page is open.
    await Promise.all([...modules.map(fetchScript), ...styles.map(addStyles)])
    await frame()
    const { hydrate } = await import('./hydrate.tsx')
    await frame()
    await hydrate()
  } catch (error) {
    // A connection that broke: the page goes on as plain HTML, and the next sign after a pause, longer each time, tries
    // again.
    console.warn('The page has not come alive yet.', error)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    pauseMs *= 2
    begun = false
    return listen(true)
  }
  removeEventListener('click', onPress, true)
  document.documentElement.dataset.live = ''
  if (pressed?.isConnected) pressed.click()
}

/**
 * What takes long comes after a frame, not before it: Chromium drops the scroll of a key that was pressed just now when
 * the frame takes longer than the scroll. A page that is not shown has no frames.
 */
function frame(): Promise<unknown> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 300)
  })
}

async function fetchScript(href: string): Promise<void> {
  const response = await fetch(href)
  if (!response.ok) throw new Error(`${href} answered ${response.status}.`)
  await response.arrayBuffer()
}

/** The whole stylesheet, behind the rules that the page itself holds (`PageAssets.stylesOf`). */
async function addStyles(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'not all', href })
  document.head.append(link)
  try {
    await new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }))
  } catch {
    link.remove()
    throw new Error(`${href} has not come.`)
  }
  const sheet = link.sheet!
  // The page's fonts are its own: declared once more they would be loaded again, and text drawn without them meanwhile.
  for (let i = sheet.cssRules.length - 1; i >= 0; i--)
    if (sheet.cssRules[i] instanceof CSSFontFaceRule) sheet.deleteRule(i)
  link.media = 'all'
}

function listen(on: boolean): void {
  for (const sign of signs) (on ? addEventListener : removeEventListener)(sign, begin, { capture: true, passive: true })
}

/** The visitor was faster than this script, or came back to a page that the browser had kept as it was left. */
function isTouched(): boolean {
  if (document.activeElement && document.activeElement !== document.body) return true
  return [...document.querySelectorAll('input')].some(
    input => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  )
}

void leadOn()
addEventListener('hashchange', leadOn)
showSidebar()
takePlace()
foldFooter()
startMenus()
startTracking()
addEventListener('click', onPress, true)
takeFileDrops()
listen(true)
// What a page shows of the browser's own memory has no other way to be there, and a countdown none to count.
if (import.meta.env.DEV || isTouched() || document.querySelector('[data-alive]')) void begin()

import { jobsPath } from '#api/jobSearchParams'
import { sectors, specialisms } from '#indexer/specialisms'
import { showSidebar } from './layout/sidebarMemory.ts'

/**
 * The first and only script of a visit that just reads. Every page works as plain HTML, so the application (React, router, InstantSearch: some fifteen
 * times the size of this) is fetched with the first sign that somebody is there: a pointer, a key, a scroll, a field that has the focus. What happens in
 * the moment until it runs is not lost: links and forms are real ones, fields keep what was typed into them, and a press on a button is done again.
 */
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input', 'scroll', 'wheel', 'touchstart'] as const

/** `/jobs/#/data`, the old address of a filtered list. */
function leadOn(): boolean {
  const [, slug] = /^#\/([\w-]+)\/?$/.exec(location.hash) ?? []
  if (!slug || location.pathname.replace(/\/$/, '') !== '/jobs') return false
  // `technology` is both: the sector holds more.
  const sector = sectors.find(candidate => candidate.slug === slug)
  const specialism = specialisms.find(candidate => candidate.slug === slug)
  if (!sector && !specialism) return false
  location.replace(jobsPath(sector ? { sectors: [sector.name] } : { specialisms: [specialism!.name] }))
  return true
}

let pressed: HTMLElement | null = null

function onPress(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[type=button]') : null
  // A popover's button needs no script.
  if (button && !button.hasAttribute('popovertarget')) pressed = button
}

let begun = false

async function begin(): Promise<void> {
  if (begun) return
  begun = true
  for (const sign of signs) removeEventListener(sign, begin, true)
  const { modules } = JSON.parse(document.getElementById('dehydrated')!.textContent!) as { modules: string[] }
  for (const href of modules) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  const { hydrate } = await import('./hydrate.tsx')
  await hydrate()
  removeEventListener('click', onPress, true)
  document.documentElement.dataset.live = ''
  if (pressed?.isConnected) pressed.click()
}

/** Somebody was faster than this script, or came back to a page that the browser had kept as it was left. */
function isTouched(): boolean {
  if (document.activeElement && document.activeElement !== document.body) return true
  return [...document.querySelectorAll('input')].some(input => input.value !== input.defaultValue || input.checked !== input.defaultChecked)
}

if (!leadOn()) {
  showSidebar()
  addEventListener('hashchange', leadOn)
  addEventListener('click', onPress, true)
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  if (import.meta.env.DEV || isTouched()) void begin()
}

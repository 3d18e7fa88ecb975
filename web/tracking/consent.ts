import { readCookie, writeCookie } from './cookies.ts'
import { journeyCookie, lastEventCookie, nextJourney, sourceCookie, sourceOf } from './journey.ts'

export const consentCookie = 'longlist_consent'
/** After that we ask again. */
const consentDays = 180

/** Where this page load began. */
let entry = { url: '', referrer: '' }
/** The path counted last: a page counts once, by whichever of the entry script and the router tells first. */
let counted: string | null = null
let shown = false
/** The button that brought the question back. */
let opener: HTMLElement | null = null
let watch: ResizeObserver | undefined

/**
 * Once a page load, by the entry script: counts the page where the visitor has agreed, asks where there is no answer
 * yet, and listens to the answer. Without script there is neither a question nor a cookie.
 */
export function startTracking(): void {
  entry = { url: location.href, referrer: document.referrer }
  pageShown(location.pathname)
  if (!readCookie(consentCookie)) showBanner()
  addEventListener('click', onClick)
  addEventListener('keydown', onKey)
  // Back to a page that the browser had kept: no script ran anew.
  addEventListener('pageshow', event => {
    if (!event.persisted) return
    shown = false
    pageShown(location.pathname)
    hideAnswered()
  })
  document.addEventListener('visibilitychange', hideAnswered)
}

/**
 * A page has come into view. Kept for later where the visitor has not agreed: nothing is written.
 * @param path without query and fragment: a search that is typed is one page
 */
export function pageShown(path: string): void {
  if (shown && path === counted) return
  counted = path
  shown = true
  if (readCookie(consentCookie) === 'granted') count()
}

function count(): void {
  if (counted === null || /^\/admin(\/|$)/.test(counted)) return
  const now = Date.now()
  const last = readCookie(lastEventCookie)
  const journey = nextJourney(readCookie(journeyCookie), last === '' ? Number.NaN : Number(last), now, counted)
  const days = Number(banner()?.dataset.cookieDays) || 400
  writeCookie(journeyCookie, journey, days)
  writeCookie(lastEventCookie, String(now), days)
  const source = sourceOf(entry.referrer, entry.url)
  // Once a page load: what follows inside the site comes from nowhere else.
  entry.referrer = entry.url
  if (source) writeCookie(sourceCookie, source, days)
}

function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-consent]') : null
  const answer = button?.dataset.consent
  if (answer === 'granted') {
    const already = readCookie(consentCookie) === answer
    writeCookie(consentCookie, answer, consentDays)
    // What was seen before the answer stays uncounted but for the page in view.
    if (!already) count()
    hideBanner()
  } else if (answer === 'denied') {
    writeCookie(consentCookie, answer, consentDays)
    for (const name of [journeyCookie, lastEventCookie, sourceCookie]) writeCookie(name, '', 0)
    hideBanner()
  } else if (answer === 'ask') {
    opener = button
    showBanner()
    banner()?.focus()
  }
}

/** Away without an answer: the next page asks again. */
function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' && banner()?.contains(document.activeElement)) hideBanner()
}

function banner(): HTMLElement | null {
  return document.querySelector('[data-cookie-days]')
}

function showBanner(): void {
  const element = banner()
  if (!element) return
  element.hidden = false
  // What scrolls into view, a focused field for one, stays clear of it (ConsentBanner.module.css).
  watch ??= new ResizeObserver(() =>
    document.documentElement.style.setProperty('--banner', `${element.offsetHeight}px`),
  )
  watch.observe(element)
}

/** What was answered on another page, since this one was left or in another tab, is not asked here any more. */
function hideAnswered(): void {
  if (!opener && readCookie(consentCookie)) hideBanner()
}

/** The focus does not go down with it: it returns to where the question was asked for, else to the page. */
function hideBanner(): void {
  const element = banner()
  if (!element) return
  if (element.contains(document.activeElement))
    (opener ?? document.getElementById('main'))?.focus({ preventScroll: true })
  opener = null
  element.hidden = true
}

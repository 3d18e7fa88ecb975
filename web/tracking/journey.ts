import { withoutToken } from '#api/signedLinks'

/*
 * What a visit is remembered as, once the visitor has agreed: the spec's three cookies. Pure; times are epoch
 * milliseconds.
 */

export const journeyCookie = '_sf_journey'
export const lastEventCookie = '_sf_journey_last_event'
export const sourceCookie = '_sf_source'

/** A journey whose last event is older has ended: three hours. */
export const journeyExpiryMs = 10_800_000
/** Of a cookie with its name, in bytes: browsers refuse 4,097. */
const cookieBytes = 4_095
/** Of one path; ours are far shorter. */
const pathLength = 200
const valueLength = 100

/**
 * The journey with one more page view: `timestamp:path` joined with a pipe, oldest first. The oldest are dropped where
 * the cookie would grow past what a browser keeps.
 * @param journey value of the cookie, empty where there is none; what is not a page view in it is dropped
 * @param lastEvent of the other cookie; NaN where there is none
 * @param path of the address, without query and fragment
 */
export function nextJourney(journey: string, lastEvent: number, now: number, path: string): string {
  // A clock that was put back by more than a journey's length ends it too.
  const goesOn = Math.abs(now - lastEvent) <= journeyExpiryMs
  const views = goesOn ? journey.split('|').filter(view => /^\d{1,16}:\/[\w./~%-]*$/.test(view)) : []
  views.push(`${now}:${cleanPath(path)}`)
  // All of it is ASCII: a character is a byte.
  while (views.join('|').length > cookieBytes - journeyCookie.length - 1) views.shift()
  return views.join('|')
}

/** A path of letters, digits and `/ . _ ~ - %`: nothing that ends a cookie, a view or a field. */
export function cleanPath(path: string): string {
  const safe = path.replace(/[^\w./~%-]/gu, character => {
    // Half of a surrogate pair has no encoding.
    const bytes = /[\ud800-\udfff]/u.test(character) ? '\ufffd' : character
    return encodeURIComponent(bytes).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  })
  const whole = withoutToken(safe.startsWith('/') ? safe : `/${safe}`, '')
  return whole.slice(0, pathLength).replace(/%[\da-f]?$/i, '')
}

/**
 * Where a visit came from: `referrer=www.example.com&utm_source=…`, only what there is. Null for a page reached from
 * our own pages, or from nowhere that says so.
 * @param referrer `document.referrer`
 * @param url address of the page that the visit began on
 */
export function sourceOf(referrer: string, url: string): string | null {
  const at = new URL(url)
  const host = URL.canParse(referrer) ? new URL(referrer).host : ''
  if (host === at.host) return null
  const source = new URLSearchParams()
  if (host) source.set('referrer', host)
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign']) {
    const value = at.searchParams.get(name)?.trim()
    if (value) source.set(name, value.slice(0, valueLength).toWellFormed())
  }
  return source.size > 0 ? String(source) : null
}

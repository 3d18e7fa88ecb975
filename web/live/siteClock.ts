/** Milliseconds that the site's clock is ahead of the visitor's, as far as it was told. */
let ahead = 0

/** @param now the site's, epoch milliseconds */
export function setSiteClock(now: number): void {
  ahead = now - Date.now()
}

/** Epoch milliseconds by the site's clock, or by the visitor's while the site's was not told. */
export function siteNow(): number {
  return Date.now() + ahead
}

/** Where signed links lead, from the path on that only their owners may know. */
const tokenInPath = /(\/(?:alerts|applications))\/[cemw][0-9a-f]{32}.*/

/**
 * A path as it may stand in a log, a span, a cookie or a submission: a signed link opens what it leads to.
 * @param mark in the token's place
 */
export function withoutToken(path: string, mark = '/…'): string {
  return path.replace(tokenInPath, `$1${mark}`)
}

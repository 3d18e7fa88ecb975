/** Where feeds are: paths, `file:` and http(s) addresses. */

/** Whether a feed comes from another machine, and is no file. */
export function isRemote(from: string): boolean {
  return /^https?:/i.test(from)
}

/** The place as it may be shown and logged: without user, password, query and fragment, which may be secret. */
export function shownFrom(from: string): string {
  if (!isRemote(from)) return from
  try {
    const url = new URL(from)
    return url.origin + url.pathname
  } catch {
    return from.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//')
  }
}

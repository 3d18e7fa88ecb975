/** The value of a cookie; empty where there is none. */
export function readCookie(name: string): string {
  const pair = document.cookie.split('; ').find(candidate => candidate.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) : ''
}

/** @param days 0 deletes it. Browsers keep none for more than 400. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous: a page view would be lost with the page.
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${Math.min(days, 400) * 86_400}${secure}`
}

/** First parts of the paths that the router knows (web/router.tsx): it takes capitals for small letters. */
const ownPart = /^\/(?:alerts|applications|blog|consultants|events|jobs|saved|search|specialisms)(?=\/|$)/i

/**
 * The one address of a page: no slash at the end, none doubled, no language in front (English is the only one), no
 * capital in what is ours. The query string stays as it is.
 */
export function canonicalUrl(url: string): string {
  const at = url.search(/[?#]/)
  const path = at < 0 ? url : url.slice(0, at)
  const rest = at < 0 ? '' : url.slice(at)
  const single = path.replace(/[/\\]{2,}|\\/g, '/')
  const plain = single
    .replace(/^\/en(?=\/|$)/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(ownPart, part => part.toLowerCase())
  return (plain || '/') + (rest === '?' ? '' : rest)
}

/**
 * The path of any spelling of an address, as pages are kept by it: `/en/about-us/?x` is `/about-us`. No input makes it
 * throw.
 */
export function canonicalPath(url: string): string {
  const path = canonicalUrl(`/${url.split(/[?#]/, 1)[0]}`)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

import { JSDOM } from 'jsdom'

let parser: DOMParser | undefined

/**
 * A page as a browser would have it, without its scripts and styles being run: half the time of a JSDOM of its own,
 * whose window and style sheets nothing here looks at.
 */
export function documentOf(html: string): Document {
  parser ??= new new JSDOM('').window.DOMParser()
  return parser.parseFromString(html, 'text/html')
}

import { JSDOM } from 'jsdom'

const { DOMParser } = new JSDOM().window
const parser = new DOMParser()

/**
 * A document of a page's HTML, to be read. A window of its own for each page, with its styles parsed, would cost three
 * times as much.
 */
export function parseHtml(html: string): Document {
  return parser.parseFromString(html, 'text/html')
}

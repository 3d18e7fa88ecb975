import { fetchFromSite } from '../connection.ts'
import { type ContentAnswer, ContentUnavailable, type SiteContent } from './content.ts'

/** `SiteContent` over HTTP, for the browser. The layout came with the first page and is not asked for again. */
export const httpContent: SiteContent = {
  layout: () => Promise.reject(new ContentUnavailable('The layout is the first page\u2019s.')),
  text: () => Promise.resolve(null),
  async at(path) {
    let response: Response
    try {
      response = await fetchFromSite(`/content.json?path=${encodeURIComponent(path)}`)
    } catch (cause) {
      throw new ContentUnavailable('The connection was lost.', { cause })
    }
    if (response.ok) return (await response.json()) as ContentAnswer
    throw new ContentUnavailable(`/content.json answered ${response.status}.`)
  },
}

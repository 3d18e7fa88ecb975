import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { LiveNews } from '#api/live'

export interface LiveClient {
  status: number
  headers: IncomingHttpHeaders
  /** All that was told so far. */
  news: LiveNews[]
  isOver: boolean
  close(): void
}

/** Opens `GET /live…`, as a page does; resolves when the site has answered. */
export function openLive(origin: string, path: string, headers: OutgoingHttpHeaders = {}): Promise<LiveClient> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}${path}`, { agent: false, headers }, response => {
      const client: LiveClient = {
        status: response.statusCode!,
        headers: response.headers,
        news: [],
        isOver: false,
        close: () => request.destroy(),
      }
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const events = (text + chunk).split('\n\n')
        text = events.pop()!
        for (const event of events) if (event.startsWith('data: ')) client.news.push(JSON.parse(event.slice(6)))
      })
      response.once('close', () => {
        client.isOver = true
      })
      // Cut by the test itself.
      response.on('error', () => undefined)
      resolve(client)
    })
    request.once('error', reject)
  })
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FeedClock } from '../../indexer/sources/feedHttp.ts'

export interface Asked {
  method: string
  /** Path and query. */
  url: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

/** An API on this machine, for as long as a test needs it. */
export interface ApiServer {
  origin: string
  /** Requests in their order. */
  asked: Asked[]
  close(): Promise<void>
}

/** @param answer what is sent for a request: a value as JSON, or what it writes itself (returning undefined) */
export async function startApi(answer: (asked: Asked, response: ServerResponse) => unknown): Promise<ApiServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const url = request.url!
    const one = {
      method: request.method!,
      url,
      query: new URL(url, 'http://x').searchParams,
      headers: request.headers,
      body: await text(request),
    }
    asked.push(one)
    const value = answer(one, response)
    if (value !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
  // Else an idle connection may be closed at the very moment at which it is used again.
  server.keepAliveTimeout = 0
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** A clock that is where it should be at once, and remembers the waits. */
export function quickClock(): FeedClock & { waits: number[] } {
  let now = Date.UTC(2026, 10, 28)
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    async wait(ms, signal) {
      signal.throwIfAborted()
      waits.push(ms)
      now += ms
    },
  }
}

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { SearchUnavailable } from '#api/search'
import { traced } from '#indexer/tracing'
import { Turns } from './turns.ts'

/** One query as the engine takes it (the part that Longlist uses). */
export interface EngineQuery {
  indexUid: string
  q?: string
  matchingStrategy?: 'all' | 'last' | 'frequency'
  attributesToSearchOn?: string[]
  filter?: string[] | string
  facets?: string[]
  sort?: string[]
  page?: number
  hitsPerPage?: number
  limit?: number
  offset?: number
  attributesToRetrieve?: string[]
  attributesToHighlight?: string[]
  highlightPreTag?: string
  highlightPostTag?: string
  showRankingScore?: boolean
  showRankingScoreDetails?: boolean
}

export interface EngineResult<Hit = Record<string, unknown>> {
  hits: Hit[]
  processingTimeMs: number
  /** In page mode only. */
  totalHits: number
  totalPages: number
  facetDistribution?: Record<string, Record<string, number>>
  facetStats?: Record<string, { min: number; max: number }>
}

/** The engine understood the request and says no. `code` is Meilisearch's (`invalid_search_facets` …). */
export class EngineRefusal extends Error {
  override name = 'EngineRefusal'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface SearchEngine {
  /** @param signal gives it up: the promise is rejected with the signal's reason */
  multiSearch<Hit = Record<string, unknown>>(queries: EngineQuery[], signal?: AbortSignal): Promise<EngineResult<Hit>[]>
  /** One document by primary key; null when there is none. */
  document<T>(index: string, id: string): Promise<T | null>
  /** A page of an index in the engine's own order, not searched. */
  documents<T>(
    index: string,
    page: { filter?: string; ids?: string[]; fields: string[]; offset: number; limit: number },
  ): Promise<{ results: T[]; total: number }>
  /** Documents of these ids, with some fields, in no particular order; ids that are not there are left out. */
  byIds<T>(index: string, ids: readonly string[], fields: readonly (keyof T & string)[]): Promise<T[]>
  close(): void
}

/** Longer than any sane search and shorter than a visitor's patience. */
export const patienceMs = 5_000

/**
 * Questions at an engine at once. It takes as many as its machine has cores, and of those that wait any one next: of
 * hundreds that wait there, some wait for half a minute. Here they wait in turn.
 */
const mostAsked = 16

interface Sent {
  method: 'GET' | 'POST'
  path: string
  body: string | null
  signal: AbortSignal | undefined
  timeoutMs: number
}

/** Asks an engine. Throws SearchUnavailable, EngineRefusal, and the signal's reason where that gives it up. */
export type Call = (method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal) => Promise<unknown>

/** Requests on kept-alive sockets. */
export class Connection {
  readonly #base: URL
  readonly #agent: HttpAgent
  readonly #key: string
  readonly #timeoutMs: number
  readonly #turns = new Turns(mostAsked)

  constructor(url: string, key: string, timeoutMs: number) {
    this.#base = new URL(url)
    this.#agent = this.#isSecure() ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
    this.#key = key
    this.#timeoutMs = timeoutMs
  }

  /** @param timeoutMs where it is less than the connection's own */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    timeoutMs = this.#timeoutMs,
  ): Promise<unknown> {
    const route = path.replace(/(\/documents\/)(?!fetch$)[^/]+$/, '$1{id}')
    const sent = { method, path, body: body === undefined ? null : JSON.stringify(body), signal, timeoutMs }
    return traced(`meilisearch ${method} ${route}`, {}, () => this.#askInTurn(sent))
  }

  async #askInTurn(sent: Sent): Promise<unknown> {
    const { timeoutMs, signal } = sent
    const cameAt = performance.now()
    const late = () => new SearchUnavailable(`Meilisearch is asked too much: no turn within ${timeoutMs} ms`)
    await this.#turns.take(timeoutMs, late, signal)
    try {
      return await this.#ask({ ...sent, timeoutMs: Math.max(1, Math.ceil(timeoutMs - (performance.now() - cameAt))) })
    } finally {
      this.#turns.give()
    }
  }

  async #ask(sent: Sent): Promise<unknown> {
    const sendOnce = () => this.#send(sent, true)
    let { status, text } = await sendOnce()
    // Meilisearch waits five seconds for the first request of a connection; of one that came later, from a process that
    // was busy, it has read nothing.
    if (status === 408) ({ status, text } = await sendOnce())
    if (status >= 200 && status < 300) return JSON.parse(text)
    const { code, message } = parseError(text)
    if (status >= 500 || status === 429 || status === 408 || status === 401 || status === 403)
      throw new SearchUnavailable(`Meilisearch answered ${status}: ${message}`)
    throw new EngineRefusal(code, message)
  }

  close(): void {
    this.#agent.destroy()
  }

  #isSecure(): boolean {
    return this.#base.protocol === 'https:'
  }

  #send(sent: Sent, again: boolean): Promise<{ status: number; text: string }> {
    const { method, path, body, signal, timeoutMs } = sent
    const { hostname, port, pathname } = this.#base
    const host = hostname.replace(/^\[|\]$/g, '')
    const root = pathname.replace(/\/$/, '')
    return new Promise((resolve, reject) => {
      const headers: Record<string, string | number> = { authorization: `Bearer ${this.#key}` }
      if (body !== null) {
        headers['content-type'] = 'application/json'
        headers['content-length'] = Buffer.byteLength(body)
      }
      const request = (this.#isSecure() ? httpsRequest : httpRequest)(
        { host, port, method, path: root + path, agent: this.#agent, headers },
        (answer: IncomingMessage) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
          answer.on('error', failed)
        },
      )
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      const giveUp = () => request.destroy(signal!.reason)
      signal?.addEventListener('abort', giveUp)
      const failed = (error: Error) => {
        if (signal?.aborted) return reject(signal.reason)
        // A kept-alive socket that the engine closed while it lay idle: nothing was lost, every request of ours only
        // reads.
        if (again && request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
          resolve(this.#send(sent, false))
        else reject(new SearchUnavailable(`Meilisearch cannot be reached: ${error.message}`))
      }
      request.on('error', failed)
      request.on('close', () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      })
      if (signal?.aborted) giveUp()
      request.end(body)
    })
  }
}

/**
 * A thin client of an engine. `node:http` with kept-alive sockets: it costs a third of `fetch` a request, and without
 * `accept-encoding` nothing is compressed on the way (gzip over loopback stalls 44 ms). All of its calls throw
 * SearchUnavailable when the engine is down, too slow or too busy, and EngineRefusal for any other answer that is not a
 * success.
 */
export function connectEngine({
  url,
  key,
  timeoutMs = patienceMs,
}: {
  url: string
  key: string
  timeoutMs?: number | undefined
}): SearchEngine {
  const connection = new Connection(url, key, timeoutMs)
  return engineOf(
    (method, path, body, signal) => connection.call(method, path, body, signal),
    () => connection.close(),
  )
}

/** The same by any way of asking. */
export function engineOf(call: Call, close: () => void): SearchEngine {
  return {
    async multiSearch<Hit>(queries: EngineQuery[], signal?: AbortSignal) {
      const answer = await call('POST', '/multi-search', { queries }, signal)
      return (answer as { results: EngineResult<Hit>[] }).results
    },
    async document<T>(index: string, id: string) {
      // It would be the address of all documents.
      if (id === '') return null
      try {
        return (await call('GET', `/indexes/${index}/documents/${encodeURIComponent(id)}`)) as T
      } catch (error) {
        if (
          error instanceof EngineRefusal &&
          (error.code === 'document_not_found' || error.code === 'invalid_document_id')
        )
          return null
        throw unavailable(error)
      }
    },
    async documents<T>(index: string, page: Parameters<SearchEngine['documents']>[1]) {
      try {
        return (await call('POST', `/indexes/${index}/documents/fetch`, page)) as {
          results: T[]
          total: number
        }
      } catch (error) {
        throw unavailable(error)
      }
    },
    async byIds<T>(index: string, ids: readonly string[], fields: readonly (keyof T & string)[]) {
      if (ids.length === 0) return []
      try {
        const page = { ids, fields, limit: ids.length }
        const fetched = await call('POST', `/indexes/${index}/documents/fetch`, page)
        return (fetched as { results: T[] }).results
      } catch (error) {
        throw unavailable(error)
      }
    },
    close,
  }
}

/**
 * A refusal of a request that no visitor wrote means that the engine is not ready: an index or a setting is missing.
 */
export function unavailable(error: unknown): unknown {
  return error instanceof EngineRefusal ? new SearchUnavailable(`Meilisearch is not ready: ${error.message}`) : error
}

function parseError(text: string): { code: string; message: string } {
  try {
    const { code, message } = JSON.parse(text)
    return { code: String(code), message: String(message) }
  } catch {
    return { code: 'unknown', message: text.slice(0, 200) }
  }
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failure, sendJson } from './answers.ts'
import { sendFile } from './assetFiles.ts'
import { deliver } from './delivery.ts'
import type { CdaServerOptions, Exchange } from './exchange.ts'
import { type CmsFault, meet } from './faults.ts'
import { manage } from './management.ts'
import { type EntityKind, type Space, SpaceRefusal } from './space.ts'
import { sendWebhook } from './webhook.ts'

/*
 * A small server that answers as Contentful's Content Delivery and Sync APIs do, and as much of its Content Management
 * API as changes an entry. So that the real SDK is what runs everywhere, also where there is no Contentful.
 */

export interface CdaServer {
  /** `127.0.0.1:4321`, as the SDK takes it (`host`, with `insecure`). */
  host: string
  space: Space
  /** Asked for each request but those for files; null: an answer as it should be. */
  fault: (path: string) => CmsFault | null
  /** Paths and queries asked, tokens of syncs left out. */
  asked: string[]
  /** Resolves when no webhook is on its way any more. */
  webhooksSent(): Promise<void>
  /** Tells of a change that was made to the space directly, as if it had been made over HTTP. */
  tell(action: 'publish' | 'unpublish' | 'delete', id: string): void
  close(): Promise<void>
}

/** Listens on the loopback, on a free port where none is named. */
export async function startCdaServer(options: CdaServerOptions): Promise<CdaServer> {
  const { space, log = () => {} } = options
  const waiting = new Set<Promise<void>>()
  const ending = new AbortController()
  const made: CdaServer = {
    host: '',
    space,
    fault: () => null,
    asked: [],
    webhooksSent: async () => {
      while (waiting.size > 0) await Promise.all(waiting)
    },
    tell: (action, id) => send(action, 'Entry', id),
    async close() {
      ending.abort()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await made.webhooksSent()
    },
  }
  const send = (action: string, kind: EntityKind, id: string) => {
    if (!options.webhook) return
    const sent = sendWebhook(options.webhook, space, { action, kind, id }, ending.signal, log).finally(() =>
      waiting.delete(sent),
    )
    waiting.add(sent)
  }
  const limit = new Limit(options.requestsPerSecond ?? 55)
  const server = createServer((request, response) => {
    answer({ request, response, options, send }, made, limit).catch(error => {
      log(
        { event: 'contentFailed', path: request.url, reason: (error as Error).message },
        'An answer of the local CMS failed',
      )
      if (!response.headersSent) sendJson(response, 500, failure('InternalServerError', 'Something went wrong.'))
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  made.host = `127.0.0.1:${port}`
  return made
}

async function answer(exchange: Exchange, made: CdaServer, limit: Limit): Promise<undefined> {
  const { request, response, options } = exchange
  const { space } = options
  const url = new URL(request.url ?? '/', 'http://cms')
  const path = url.pathname.replace(/\/+$/, '')
  if (path === '/health') return sendJson(response, 200, { status: 'ok' })
  if (path.startsWith('/asset-files/')) return sendFile(exchange, path)

  made.asked.push(
    `${request.method} ${path}?${new URLSearchParams([...url.searchParams].filter(([name]) => name !== 'sync_token'))}`,
  )
  const fault = made.fault(`${path}${url.search}`)
  if (fault) return meet(fault, response)
  const remaining = limit.take()
  response.setHeader('x-contentful-request-id', randomBytes(16).toString('hex'))
  response.setHeader('x-contentful-ratelimit-second-limit', String(limit.perSecond))
  response.setHeader('x-contentful-ratelimit-second-remaining', String(Math.max(0, remaining)))
  if (remaining < 0) return meet('rateLimited', response)

  const token =
    /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('access_token') ?? ''
  const manages = options.managementToken !== undefined && isSame(token, options.managementToken)
  if (!manages && (token === '' || (options.deliveryToken !== undefined && !isSame(token, options.deliveryToken))))
    return meet('unauthorized', response)

  const [, spaceId, environment, rest = ''] =
    /^\/spaces\/([^/]+)(?:\/environments\/([^/]+))?(?:\/(.*))?$/.exec(path) ?? []
  if (spaceId !== space.space || (environment ?? space.environment) !== space.environment)
    return sendJson(
      response,
      404,
      failure('NotFound', 'The resource could not be found.', { type: 'Space', id: spaceId ?? '' }),
    )
  const parts = rest.split('/').filter(Boolean).map(decodePart)
  try {
    if (manages) return await manage(exchange, parts, url.searchParams)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new SpaceRefusal(403, 'AccessDenied', 'This token may read only: changes need the management token.')
    return deliver(exchange, parts, url.searchParams)
  } catch (error) {
    if (!(error instanceof SpaceRefusal)) throw error
    return sendJson(response, error.status, failure(error.code, error.message, error.details))
  }
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** Requests of the running second. */
class Limit {
  readonly perSecond: number
  #second = 0
  #taken = 0

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** @returns how many are left; below zero: one too many */
  take(): number {
    const second = Math.floor(Date.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#taken = 0
    }
    return this.perSecond - ++this.#taken
  }
}

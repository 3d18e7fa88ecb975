import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { withoutToken } from '#api/signedLinks'
import { SearchAbandoned } from './search/wanted.ts'

/**
 * Who asks, for counting: an address as far as the proxies in front may be believed; of an IPv6 one the first 64 bits,
 * which is what one household has.
 */
export function clientOf(request: FastifyRequest): string {
  // A connection that has been cut has no address any more.
  return normalizeIP((request.ip as string | undefined) ?? '')
}

/** Our own tools on this machine; a proxy there is known by what it adds. */
export function isOwnMachine({ socket, headers }: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(name => headers[name] !== undefined)
  return !forwarded && (socket.remoteAddress === '::1' || /^(::ffff:)?127\./.test(socket.remoteAddress ?? ''))
}

/**
 * Whether a browser says that one of our own pages sent this: not another site, nor another name of our domain
 * (`same-site`), which may be any owner's. A client that says nothing of the kind is no browser, and acts for no
 * visitor.
 * @param origin ours
 */
export function isOurs(request: FastifyRequest, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const from = request.headers.origin ?? request.headers.referer
  // By host: what ends the TLS in front of us may not say that there was one. `null` (a page in a sandbox) has none.
  return from === undefined || (URL.canParse(from) && [new URL(origin).host, request.host].includes(new URL(from).host))
}

/** As the visitor addressed us. A host that is none (it goes into links) counts as localhost. */
export function requestOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(request.host) ? request.host : 'localhost'}`
}

const endsBySocket = new WeakMap<Socket, Set<() => void>>()

/** What is to be done when a connection closes: one listener, however many requests come by it. */
function endsOn(socket: Socket): Set<() => void> {
  const known = endsBySocket.get(socket)
  if (known) return known
  const ends = new Set<() => void>()
  endsBySocket.set(socket, ends)
  socket.once('close', () => {
    for (const end of ends) end()
  })
  return ends
}

/**
 * Does something once, when an answer is sent or its connection has closed; at once where that was before. An answer
 * that waits on its connection behind another (the requests came in one packet) is not told by itself that it closed.
 */
export function whenOver({ raw, request }: FastifyReply, work: () => void): void {
  const { socket } = request.raw
  if (socket.destroyed) {
    work()
    return
  }
  const ends = endsOn(socket)
  const end = () => {
    if (ends.delete(end)) work()
  }
  ends.add(end)
  raw.once('close', end)
}

/** Aborts when the client's connection ends before it has been answered. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  whenOver(reply, () => {
    if (!reply.raw.writableFinished) gone.abort(new SearchAbandoned('The client has gone.'))
  })
  return gone.signal
}

/** A path for the log. */
export function loggedPath(url: string): string {
  return withoutToken(url.split('?')[0]!)
}

/** The raw query string: what a `+` and an `=` mean in it is parseJobSearchParams' to say. */
export function queryString(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** Whether a person asks, as far as a request can tell. A robot that calls itself a browser is counted as one. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const agent = headers['user-agent']?.slice(0, 1_000)
  return !!agent && !isbot(agent)
}

/** Whether a person went to a page: not a robot, and nothing that was fetched ahead or by a page itself. */
export function isVisit(request: FastifyRequest): boolean {
  const { method, headers } = request
  const ahead = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some(value =>
    /prefetch|prerender|preview/i.test(String(value)),
  )
  // A browser that names the kind of a request: what a page fetches by itself is no visit.
  const followed = (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
  return method === 'GET' && followed && !ahead && isPerson(request)
}

/** Sends a text, or 304 to a client that has it. */
export function sendTagged(reply: FastifyReply, text: string): FastifyReply {
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  reply.header('etag', etag)
  return reply.request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(text)
}

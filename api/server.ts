import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { ApiConfig } from './config.ts'
import { loggedError } from './errors.ts'

const bodyLimit = 65_536
/** A request that has not come in full after this is cut off: five minutes are a CV of 10 MB at 270 kbit/s. */
const requestMs = 300_000
/** A server without routes, as far as one differs from Fastify's own: what it logs, how much it reads, how it stops. */
export function createServer({ logLevel, trustedHops }: Pick<ApiConfig, 'logLevel' | 'trustedHops'>): FastifyInstance {
  return fastify({
    // Paths only: what visitors search for, and who they are, is not logged.
    logger: {
      level: logLevel,
      base: { room: 'api' },
      // A library's words about a body at the level `trace`: all headers of the request.
      redact: { paths: ['busboyOptions'], remove: true },
      serializers: { req: ({ method }) => ({ method }), res: ({ statusCode }) => ({ statusCode }), err: loggedError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < trustedHops,
    bodyLimit,
    requestTimeout: requestMs,
    // No plugin of ours waits for what may never come, and a machine that stands still for ten seconds is no reason not
    // to start.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 300 },
    // An address that is no UTF-8 (`/jobs/%ff`) is one that no page has, and answered as such; the router would answer
    // it itself.
    rewriteUrl: ({ url = '/' }) => readablePath(pathOf(url)),
    // What the router refuses by itself, before any of our hooks.
    frameworkErrors: ({ statusCode = 400 }, _request, reply: FastifyReply) =>
      reply
        .code(statusCode)
        .header('x-content-type-options', 'nosniff')
        .send({ error: 'This address is too long, or none at all.' }),
    // Kept-alive sockets of browsers must not hold up a stop.
    forceCloseConnections: 'idle',
    // A request that comes while it closes is answered as any other.
    return503OnClosing: false,
  })
}

/** A target may be a whole address (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') || path === target ? path : `/${path}`
}

/**
 * The path with every per cent sign that begins no readable character taken for itself; a readable one as it is. The
 * query string is read by its own rules.
 */
export function readablePath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replace(/%/g, '%25') + url.slice(path.length)
  }
}

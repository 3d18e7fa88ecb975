import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whenOver } from './requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What may be refused where too much is under way: it is asked again without harm. A page is refused as a page. */
    sheds?: 'page' | 'data'
  }
}

const retryAfterSeconds = '5'

/** Nothing of it waits for the search, the content or a script. It asks again by itself. */
const crowdedPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<meta name="robots" content="noindex,follow">
<title>One moment, please</title>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p>Very many people are here right now. This page tries again by itself in a few seconds.</p>
</main>
</body>
</html>
`

/** An answer that its reader has not taken by then may lose its place to the next request: a page is some 30 KB. */
const takenMs = 5_000

/**
 * Answers at most so many requests at once: what comes beside them is told at once when to come again, and does not
 * wait behind all others until it is given up. Only on routes whose `config` says `sheds`: what a visitor sends, what
 * operators ask and what is open for long is always let in. No client keeps places by being slow: a place is taken when
 * the body is there, and where all are taken, the answer that has waited longest for its reader is cut off.
 */
export function shedLoad(app: FastifyInstance, most: number): void {
  const places = new Set<FastifyReply>()
  /** Those of them that are answered: since when. */
  const answered = new Map<FastifyReply, number>()
  const leave = (reply: FastifyReply) => {
    places.delete(reply)
    answered.delete(reply)
  }
  const cutOne = () => {
    for (const [reply, since] of answered) {
      if (!waitsForReader(reply, since)) continue
      leave(reply)
      reply.request.raw.socket.destroy()
      return
    }
  }
  app.addHook('preHandler', (request, reply, done) => {
    const { sheds } = request.routeOptions.config
    if (!sheds) return done()
    if (places.size >= most) cutOne()
    if (places.size < most) {
      places.add(reply)
      // Also where the visitor goes before the answer has come.
      whenOver(reply, () => leave(reply))
      return done()
    }
    reply.code(503).header('retry-after', retryAfterSeconds).header('cache-control', 'no-store')
    if (sheds === 'page') reply.type('text/html; charset=utf-8').send(crowdedPage)
    else reply.send({ error: 'Too much is asked at the moment. Please try again in a few seconds.' })
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (places.has(reply)) answered.set(reply, performance.now())
    done(null, payload)
  })
}

/** Behind another answer of its connection (browsers and proxies ask one thing at a time), or not taken for long. */
function waitsForReader({ raw }: FastifyReply, since: number): boolean {
  return raw.socket === null || (raw.socket.writableLength > 0 && performance.now() - since > takenMs)
}

/**
 * Reads bodies of at most so many bytes together into memory, as their requests announce them, on all routes. Beyond
 * that the one that has been coming longest is cut off: an honest one is there at once, and one that never ends would
 * hold its memory until Node's own time for a request is over. Files of forms are no part of it: they go to the disk.
 */
export function boundBodies(app: FastifyInstance, most: number): void {
  /** The one that has been coming longest first. */
  const coming = new Map<FastifyRequest, number>()
  let bytes = 0
  const end = (request: FastifyRequest) => {
    bytes -= coming.get(request) ?? 0
    coming.delete(request)
  }
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
    const { bodyLimit } = request.routeOptions
    const size = chunked ? bodyLimit : Math.min(Number(length ?? 0), bodyLimit)
    if (size > 0) {
      coming.set(request, size)
      bytes += size
      whenOver(reply, () => end(request))
      for (const first of coming.keys()) {
        if (bytes <= most || first === request) break
        end(first)
        first.raw.socket.destroy()
      }
    }
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    end(request)
    done()
  })
}

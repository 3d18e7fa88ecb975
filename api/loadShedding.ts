import type { FastifyInstance } from 'fastify'
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

/**
 * Answers at most so many requests at once: what comes beside them is told at once when to come again, and does not
 * wait behind all others until it is given up. Only on routes whose `config` says `sheds`: what a visitor sends, what
 * operators ask and what is open for long is always let in.
 */
export function shedLoad(app: FastifyInstance, most: number): void {
  let underWay = 0
  app.addHook('onRequest', (request, reply, done) => {
    const { sheds } = request.routeOptions.config
    if (!sheds) return done()
    if (underWay < most) {
      underWay++
      // Also where the visitor goes before the answer has come.
      whenOver(reply, () => underWay--)
      return done()
    }
    reply.code(503).header('retry-after', retryAfterSeconds).header('cache-control', 'no-store')
    if (sheds === 'page') reply.type('text/html; charset=utf-8').send(crowdedPage)
    else reply.send({ error: 'Too much is asked at the moment. Please try again in a few seconds.' })
  })
}

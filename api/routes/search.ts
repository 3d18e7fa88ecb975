import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { parseJobSearchParams } from '#api/jobSearchParams'
import { SearchRequestError } from '#api/search'
import { suggestionRows } from '#api/suggestions'
import { type ApiParts } from '../parts.ts'
import { goneSignal, queryString } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { MomentCache } from '../search/cache.ts'

/** Answers shorter than this cost more to compress than to send. */
const gzipFrom = 1_024
const cacheCharacters = 16_000_000

interface Answer {
  text: string
  /** Made when a second visitor asks the same. */
  gzip?: Buffer
}

/** Of the `accept-encoding` of a client: not `gzip;q=0`, which refuses it. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/**
 * `POST /search/multi-search`, `GET /places`, `GET /places/resolve`, `GET /suggest`, `GET /jobs/{slug}.json`: SiteApi
 * over HTTP.
 */
export async function searchRoutes(app: FastifyInstance, { config, search }: ApiParts): Promise<void> {
  const rateLimit = { max: config.searchRateLimit, timeWindow: 60_000 }
  // One each: plugins write into it.
  const limits = () => ({ rateLimit, sheds: 'data' as const })

  await app.register(async scope => {
    // The body is looked up as it came before it is parsed: a popular search costs a hash, not a parse.
    const answers = new MomentCache<Answer>(cacheCharacters)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // The page policies say nothing about JSON, and cost as much as the rest of the answer. Its schema only describes:
    // the guard checks the body with messages of its own, and what is sent is a text that is ready.
    scope.post(
      '/search/multi-search',
      { schema: schemas.multiSearch, compress: false, helmet: false, config: limits() },
      async (request, reply) => {
        const body = String(request.body ?? '')
        const moment = search.moment()
        let answer = answers.get(moment, body)
        const again = answer !== undefined
        if (!answer) {
          answer = { text: await search.answer(parseJson(body), goneSignal(reply)) }
          answers.set(moment, body, answer, answer.text.length)
        } else search.cacheCounts.hits++
        reply
          .header('cache-control', 'no-store')
          .header('vary', 'accept-encoding')
          .type('application/json; charset=utf-8')
        if (answer.text.length < gzipFrom || !takesGzip.test(request.headers['accept-encoding'] ?? ''))
          return answer.text
        const gzip = answer.gzip ?? gzipSync(answer.text, { level: 4 })
        if (again) answer.gzip = gzip
        return reply.header('content-encoding', 'gzip').send(gzip)
      },
    )
  })

  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/places', { schema: schemas.places, config: limits() }, async (request, reply) => {
    const found = await search.suggestPlaces(String(request.query.q ?? '').slice(0, 200))
    return reply.header('cache-control', 'public, max-age=60').send(found)
  })

  // What is answered is what the schema names; what is asked is read as leniently as an address of /jobs.
  app.get('/suggest', { schema: schemas.suggest, config: limits() }, async (request, reply) => {
    const asked = queryString(request.url)
    const text = parseJobSearchParams(asked.replace(/(?<=^|&)q=/, 'query=')).query
    const rows = await search.suggest(text, parseJobSearchParams(asked.replace(/(?<=^|&)(?:q|query)=[^&]*/g, '')))
    // Long enough for who types, goes back and types again; a count is to be what a press finds.
    return reply.header('cache-control', `public, max-age=${text === '' ? 60 : 10}`).send(suggestionRows.parse(rows))
  })

  app.get('/places/resolve', { config: limits() }, async (request, reply) => {
    const { location, place } = parseJobSearchParams(queryString(request.url))
    return reply.header('cache-control', 'public, max-age=60').send(await search.resolvePlace({ location, place }))
  })

  app.get<{ Params: { slug: string } }>('/jobs/:slug.json', { config: limits() }, async (request, reply) => {
    const answer = await search.job(request.params.slug)
    const status = answer.status === 'gone' ? 410 : answer.status === 'unknown' ? 404 : 200
    return reply.code(status).header('cache-control', 'no-store').send(answer)
  })
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new SearchRequestError('', 'The body is not JSON.')
  }
}

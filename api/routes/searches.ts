import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseJobSearchParams } from '#api/jobSearchParams'
import { SearchRequestError } from '#api/search'
import { searchNote } from '#api/searchNotes'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { clientOf, isOurs, isPerson, isVisit, queryString } from '../requests.ts'
import type { SearchLog } from '../search/searchLog.ts'

/** More than a person searches and presses in a minute. */
const mostNotes = 60
const bodyLimit = 4_096

/**
 * `POST /searches`: the browser's word that a search has settled, or that one of its results was pressed
 * (`searchNotes.ts`). 204 at once, whatever becomes of the count; 400 `{error, field}` for what is no such note, 403
 * from another site, 413 too large, 429 too often.
 */
export async function searchesRoutes(app: FastifyInstance, { originOf, searches }: ApiParts): Promise<void> {
  const config = { rateLimit: { max: mostNotes, timeWindow: 60_000 } }
  app.post('/searches', { config, bodyLimit, compress: false, helmet: false }, async (request, reply) => {
    if (!isOurs(request, originOf(request))) throw httpError(403, 'This must be sent from our own pages.')
    const parsed = searchNote.safeParse(request.body)
    if (!parsed.success) {
      const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue]
      throw new SearchRequestError(path.join('.'), message)
    }
    const { search, pressed } = parsed.data
    const params = parseJobSearchParams(search)
    if (isPerson(request))
      void (pressed
        ? searches.press(params, pressed.slug, pressed.at, clientOf(request))
        : searches.note(params, clientOf(request)))
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/**
 * Counts the pages that the server makes, once they are answered: the first page of a search, and a job that was gone
 * to from a search without the script. The root's hook: the web's routes are the root's.
 */
export function countPages(app: FastifyInstance, { searches }: ApiParts): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || !request.url.startsWith('/jobs')) return
    const [path = ''] = request.url.split('?')
    if (!String(reply.getHeader('content-type')).startsWith('text/html') || !isVisit(request)) return
    // Not awaited: metrics and the line of the log are hooks of their own.
    if (path === '/jobs') {
      const params = parseJobSearchParams(queryString(request.url))
      if (params.page === 1) void searches.note(params, clientOf(request))
    } else void pressedFrom(request, path.slice('/jobs/'.length), searches)
  })
}

/**
 * Counts a press on a result by the page that it was followed from, where that is a search of ours; which result it
 * was, the page does not say.
 */
export async function pressedFrom(request: FastifyRequest, slug: string, searches: SearchLog): Promise<void> {
  const { referer = '' } = request.headers
  const from = URL.canParse(referer) ? new URL(referer) : null
  if (from?.host === request.host && from.pathname === '/jobs')
    await searches.press(parseJobSearchParams(from.search), slug, 0, clientOf(request))
}

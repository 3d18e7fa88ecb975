import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { SearchRequestError, SearchUnavailable } from '#api/search'
import { reportFault } from '#indexer/tracing'
import { loggedPath } from './requests.ts'
import { SearchAbandoned } from './search/wanted.ts'

const retryAfterSeconds = '2'

/** An error that says its own status and may be shown. */
export function httpError(statusCode: number, message: string): Error & { statusCode: number } {
  return Object.assign(new Error(message), { statusCode })
}

/**
 * The one place where an error becomes an answer. The text of a 5xx is for the log; the visitor gets the request's id
 * to tell us.
 */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof SearchRequestError) return reply.code(400).send({ error: error.message, field: error.field })
  // Nobody reads it: a status for the counts, as proxies have it.
  if (error instanceof SearchAbandoned) return reply.code(499).send({ error: 'The client has gone.' })
  if (error instanceof SearchUnavailable) {
    request.log.warn({ event: 'searchUnavailable' }, error.message)
    return reply
      .code(503)
      .header('retry-after', retryAfterSeconds)
      .send({ error: 'The search is not available right now. Please try again in a moment.' })
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status < 500) return reply.code(status).send({ error: error.message })
  request.log.error({ event: 'failed', path: loggedPath(request.url), err: error }, error.message)
  reportFault(error)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ error: 'Something went wrong on our side.', requestId: request.id })
}

export function loggedError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}

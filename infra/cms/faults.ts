import type { ServerResponse } from 'node:http'
import { badToken, failure, sendJson } from './answers.ts'

/** What a request may meet instead of its answer, for tests of faults. */
export type CmsFault =
  | 'rateLimited'
  | 'broken'
  | 'html'
  | 'half'
  | 'hangUp'
  | 'unauthorized'
  | 'empty'
  | 'slow'
  | 'badRequest'
  | 'badToken'

/** Answers with the fault. */
export function meet(fault: CmsFault, response: ServerResponse): undefined {
  switch (fault) {
    case 'rateLimited':
      return sendJson(
        response,
        429,
        failure('RateLimitExceeded', 'You have exceeded the rate limit. Please wait a moment before trying again.'),
        {
          'x-contentful-ratelimit-reset': '1',
        },
      )
    case 'unauthorized':
      return sendJson(
        response,
        401,
        failure('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.'),
      )
    case 'broken':
      return sendJson(response, 500, failure('InternalServerError', 'Something went wrong.'))
    case 'badRequest':
      return sendJson(response, 400, failure('BadRequest', 'The request could not be understood.'))
    case 'badToken': {
      const { status, code, message } = badToken()
      return sendJson(response, status, failure(code, message))
    }
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Maintenance</title><p>Back soon.')
      return
    case 'half': {
      const whole = JSON.stringify({ sys: { type: 'Array' }, items: [] })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length * 2 })
      response.write(whole, () => response.destroy())
      return
    }
    case 'hangUp':
      response.destroy()
      return
    case 'empty':
      return sendJson(response, 200, {
        sys: { type: 'Array' },
        items: [],
        nextSyncUrl: 'http://cms/sync?sync_token=empty',
      })
    case 'slow':
      return // no answer at all: the asker's patience ends it
  }
}

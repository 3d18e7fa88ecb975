import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Space, SpaceRefusal } from './space.ts'

/** At most as the real one's: then it asks for smaller pages. */
export const answerBytes = 7_340_032

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): undefined {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/vnd.contentful.delivery.v1+json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'max-age=0',
    ...headers,
  })
  response.end(text)
}

export function failure(id: string, message: string, details?: unknown) {
  return {
    sys: { type: 'Error', id },
    message,
    ...(details !== undefined && { details }),
    requestId: randomBytes(16).toString('hex'),
  }
}

export function notFound(type: string, id: string, space?: Space): SpaceRefusal {
  return new SpaceRefusal(404, 'NotFound', 'The resource could not be found.', {
    type,
    id,
    ...(space && { environment: space.environment, space: space.space }),
  })
}

export function invalid(message: string, error: object): SpaceRefusal {
  return new SpaceRefusal(400, 'InvalidQuery', `The query you sent was invalid. ${message}.`, { errors: [error] })
}

export function badToken(): SpaceRefusal {
  return new SpaceRefusal(400, 'BadRequest', 'The sync token you sent is not valid.')
}

export function tooBig(): SpaceRefusal {
  return new SpaceRefusal(400, 'BadRequest', `Response size too big. Maximum allowed response size: ${answerBytes}B.`)
}

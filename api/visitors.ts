import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isTraced, type Span, traced } from '#indexer/tracing'
import { whenOver } from './requests.ts'

/** A span for each request, where telemetry is on: its route, never its path or what it was asked. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTraced()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': request.method, 'http.route': route }
    void traced(`${request.method} ${route}`, attributes, span => {
      spans.set(request, span)
      const answered = new Promise<void>(resolve => {
        whenOver(reply, () => {
          span.set({ 'http.response.status_code': reply.statusCode })
          resolve()
        })
      })
      done()
      return answered
    })
  })
  // A body comes with the socket's events, which know of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}

import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { parseJobSearchParams } from '#api/jobSearchParams'
import { type LiveNews, readLive } from '#api/live'
import { httpError } from '../errors.ts'
import { QuietStreams } from '../live/quietStreams.ts'
import type { ApiParts } from '../parts.ts'
import { clientOf, isOurs, isOwnMachine, queryString, whenOver } from '../requests.ts'
import { schemas } from '../schemas.ts'

/** Proxies cut what is silent for a minute; mobile networks forget it sooner. */
const quietMs = 25_000
const heartbeatBytes = Buffer.from(':\n\n')
/** Pages of one address: an office behind one. */
const mostOfClient = 100
/** What a client has not read, in bytes: it is gone, or has stopped reading. */
const mostUnread = 65_536
const retryAfterSeconds = 30

/** `GET /live?…`: server-sent events for an open page. */
export async function liveRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { config, live, isLeaving, originOf } = parts
  const open = new Map<ServerResponse, () => void>()
  const ofClient = new Map<string, number>()
  const endAll = () => {
    for (const end of open.values()) end()
  }
  const quiet = new QuietStreams<ServerResponse>(quietMs)
  // Some each second: all at once would keep searches waiting.
  const heartbeat = setInterval(() => {
    for (const response of quiet.due(Date.now())) write(response, heartbeatBytes)
  }, 1_000).unref()
  app.drain.onBegin(endAll)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    endAll()
  })

  const rateLimit = { max: config.searchRateLimit, timeWindow: 60_000 }
  app.get(
    '/live',
    { schema: schemas.live, exposeHeadRoute: false, compress: false, config: { rateLimit } },
    async (request, reply) => {
      // A page of another site would take places that visitors need.
      if (!isOurs(request, originOf(request))) throw httpError(403, 'Only pages of this site are told.')
      const client = clientOf(request)
      const pages = ofClient.get(client) ?? 0
      if (pages >= mostOfClient && !isOwnMachine(request)) throw httpError(429, 'Too many open pages.')
      if (isLeaving() || open.size >= config.liveStreams) {
        live.refused++
        reply.header('retry-after', retryAfterSeconds)
        throw httpError(503, 'No more pages can be told of changes at the moment.')
      }
      const asked = queryString(request.url)
      const { hasList, whole = false, ...page } = readLive(asked, Date.now())
      reply.hijack()
      const { raw } = reply
      // The page has gone while its client was counted.
      if (request.raw.socket.destroyed) return
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Nginx would hold it back.
        'x-accel-buffering': 'no',
        // When it ends, the connection is of no more use.
        connection: 'close',
      })
      raw.write(heartbeatBytes)
      quiet.written(raw, Date.now())
      const send = (news: LiveNews) => {
        quiet.written(raw, Date.now())
        write(raw, `data: ${JSON.stringify(news)}\n\n`)
      }
      const close = live.open({ ...page, list: hasList ? { params: parseJobSearchParams(asked), whole } : null }, send)
      ofClient.set(client, pages + 1)
      open.set(raw, () => raw.end())
      whenOver(reply, () => {
        close()
        open.delete(raw)
        quiet.remove(raw)
        const left = (ofClient.get(client) ?? 1) - 1
        if (left > 0) ofClient.set(client, left)
        else ofClient.delete(client)
      })
    },
  )
}

function write(response: ServerResponse, chunk: string | Buffer): void {
  if (response.writableLength > mostUnread) response.destroy()
  else response.write(chunk)
}

import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Drain {
  /** Once it has begun, `/health` says 503. */
  begun(): boolean
  /** Called when it begins: what would stay open until then ends now. */
  onBegin(work: () => void): void
  /**
   * Resolves when the process may close: then no client has a kept-open connection without knowing of it, or
   * they were given `lateMs`.
   */
  run(times: { readinessMs: number; lateMs: number }): Promise<void>
}

/**
 * How a process leaves without a visitor who is refused. Readiness goes first, so that a balancer sends no visitor any
 * more; requests are answered all the same, and each answer closes its connection: one that is kept open would else be
 * cut just when it is used again. What is under way at the end, `app.close()` waits for.
 */
export function addDrain(app: FastifyInstance): Drain {
  const sockets = new Set<Socket>()
  const works: (() => void)[] = []
  let begun = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    // An injected request has none.
    if (socket instanceof Socket && !sockets.has(socket)) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (begun) reply.header('connection', 'close')
    done(null, payload)
  })
  return {
    begun: () => begun,
    onBegin: work => void works.push(work),
    async run({ readinessMs, lateMs }) {
      begun = true
      for (const work of works) work()
      const kept = [...sockets]
      const giveUpAt = Date.now() + readinessMs + lateMs
      await delay(readinessMs)
      while (kept.some(socket => sockets.has(socket)) && Date.now() < giveUpAt) await delay(20)
    },
  }
}

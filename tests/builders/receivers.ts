import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { freePort } from '../../infra/start/ports.ts'

/** Something at the other end of a delivery, which may go away at any moment and come back. */
export interface Receiver<Received> {
  url: string
  /** What has come in whole, in its order, whether or not it was answered. */
  received: Received[]
  /** All connections are cut, and nobody answers. */
  die(): Promise<void>
  comeBack(): Promise<void>
  alive(): boolean
}

/**
 * What becomes of one thing that came in whole: an answer as it should be; none, since the receiver dies; one that says
 * to try again.
 */
export type Fate = 'taken' | 'dies' | 'refused'

/**
 * A mail server.
 * @param fate asked for each mail that has come in to its last line, with how many there were before it
 */
export async function startMailServer(fate: (before: number) => Fate): Promise<Receiver<Buffer>> {
  const port = await freePort()
  const received: Buffer[] = []
  const sockets = new Set<Socket>()
  let server: SMTPServer | null = null
  const receiver: Receiver<Buffer> = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    alive: () => server !== null,
    async die() {
      const dead = server
      server = null
      if (!dead) return
      const closed = new Promise<void>(resolve => dead.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async comeBack() {
      const next = new SMTPServer({
        disabledCommands: ['AUTH', 'STARTTLS'],
        disableReverseLookup: true,
        logger: false,
        closeTimeout: 1,
        async onData(stream: SMTPServerDataStream, _session, done) {
          const mail = await buffer(stream).catch(() => null)
          if (mail === null) return
          const decided = fate(received.length)
          if (decided === 'refused') return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          received.push(mail)
          if (decided === 'dies') return void receiver.die()
          done()
        },
      })
      next.on('error', () => undefined)
      next.server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
      server = next
      next.listen(port, '127.0.0.1')
      await once(next.server, 'listening')
    },
  }
  await receiver.comeBack()
  return receiver
}

export interface ReceivedWebhook {
  id: string
  payload: { data: { id: string; files: { sha256: string; content: string | null }[] } }
}

/**
 * An applicant tracking system.
 * @param fate asked for each webhook with a signature that is right
 */
export async function startAts(
  secret: string,
  fate: (before: number) => Fate,
): Promise<Receiver<ReceivedWebhook> & { badSignatures: number }> {
  const port = await freePort()
  const webhook = new Webhook(secret)
  const make = () =>
    createServer(async (request, response: ServerResponse) => {
      const body = await buffer(request).catch(() => null)
      if (body === null) return
      const headers = request.headers as Record<string, string>
      let payload: ReceivedWebhook['payload']
      try {
        payload = webhook.verify(body.toString('utf8'), headers) as ReceivedWebhook['payload']
      } catch {
        receiver.badSignatures++
        return response.writeHead(401).end()
      }
      const decided = fate(receiver.received.length)
      if (decided === 'refused') return response.writeHead(503).end()
      receiver.received.push({ id: headers['webhook-id'] ?? '', payload })
      if (decided === 'dies') return void receiver.die()
      response.writeHead(204).end()
    })
  let server = make()
  const receiver = {
    url: `http://127.0.0.1:${port}/webhooks/applications`,
    received: [] as ReceivedWebhook[],
    badSignatures: 0,
    alive: () => server.listening,
    async die() {
      if (!server.listening) return
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    async comeBack() {
      server = make()
      // Else an idle connection may be closed at the very moment at which it is used again.
      server.keepAliveTimeout = 0
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
  await receiver.comeBack()
  return receiver
}

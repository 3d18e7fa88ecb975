import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowLine {
  /** `http://127.0.0.1:…`: the site behind this line. */
  origin: string
  close(): void
}

/**
 * A slow line to a site, for one visitor. Chromium's own emulation now and then stops answering altogether where
 * several pages of one browser have a line each.
 * @param options.kbps of all answers together, in kilobits a second
 * @param options.ms there and back
 */
export async function openLine(site: string, { kbps, ms }: { kbps: number; ms: number }): Promise<SlowLine> {
  const { hostname, port } = new URL(site)
  const sockets = new Set<Socket>()
  let freeAt = 0
  /** When the other end has a piece of an answer: all connections of the visitor share the line. */
  const carried = (bytes: number) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8) / kbps
    return freeAt + ms / 2
  }
  const carry = (from: Socket, to: Socket, dueAt: (bytes: number) => number) => {
    let before: Promise<unknown> = Promise.resolve()
    const later = (due: number, act: () => void) => {
      before = before.then(() => wait(Math.max(0, due - performance.now()))).then(() => to.destroyed || act())
    }
    from.on('data', piece => later(dueAt(piece.length), () => to.write(piece)))
    from.on('end', () => later(0, () => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
    sockets.add(from)
  }
  const server = createServer(visitor => {
    const upstream = connect(Number(port), hostname)
    carry(visitor, upstream, () => performance.now() + ms / 2)
    carry(upstream, visitor, carried)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

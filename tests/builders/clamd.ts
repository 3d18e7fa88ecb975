import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** A file with this text in it is what this scanner knows. */
export const malware = 'longlist-test-file-that-a-scanner-knows'
export const malwareName = 'Longlist.Test'

/**
 * `answer`: as clamd does. `hang`: takes everything and says nothing. `deaf`: takes nothing. `garbage`: says what is no
 * answer. `endless`: says it without end. `cut`: closes the connection in the middle. `error`: has a fault of its own.
 */
export type ClamdMood = 'answer' | 'hang' | 'deaf' | 'garbage' | 'endless' | 'cut' | 'error'

/** clamd as far as we speak with it: PING, VERSION and INSTREAM, with the end marks of `z` and `n` commands. */
export interface Clamd {
  port: number
  mood: ClamdMood
  /** StreamMaxLength, in bytes. */
  maxBytes: number
  /** Of all scans: how many bytes came. */
  readonly scanned: number[]
  /** Connections that are open. */
  readonly open: number
  stop(): Promise<void>
}

/** @param at a free port by default; a port, or the path of a unix socket */
export async function startClamd(at: number | string = 0): Promise<Clamd> {
  const sockets = new Set<Socket>()
  const scanned: number[] = []
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Those who ask may go at any time.
    socket.on('error', () => socket.destroy())
    if (clamd.mood === 'deaf') return
    converse(socket)
  })

  function converse(socket: Socket): void {
    let waiting = Buffer.alloc(0)
    let mark = '\0'
    let streaming = false
    let body: Buffer[] = []
    let bytes = 0
    const say = (text: string) => socket.end(`${text}${mark}`)
    socket.on('data', piece => {
      waiting = Buffer.concat([waiting, piece])
      if (clamd.mood === 'cut' && streaming) return void socket.destroy()
      if (!streaming) {
        mark = waiting[0] === 0x7a ? '\0' : '\n'
        const end = waiting.indexOf(mark)
        if (end < 0) return
        const command = waiting.toString('latin1', 1, end)
        waiting = waiting.subarray(end + 1)
        if (clamd.mood === 'hang') return
        if (clamd.mood === 'garbage') return void say('\x07\x1bwhat?')
        if (clamd.mood === 'endless') return void socket.write('x'.repeat(100_000))
        if (command === 'PING') return void say('PONG')
        if (command === 'VERSION') return void say('ClamAV 1.0.0/1/Sat Nov 28 00:00:00 2026')
        if (command !== 'INSTREAM') return void say('UNKNOWN COMMAND')
        streaming = true
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE(0)
        if (length === 0) {
          scanned.push(bytes)
          if (clamd.mood === 'error') return void say('INSTREAM: Can not allocate memory. ERROR')
          return void say(Buffer.concat(body).includes(malware) ? `stream: ${malwareName} FOUND` : 'stream: OK')
        }
        if (bytes + length > clamd.maxBytes) {
          body = []
          return void say('INSTREAM size limit exceeded. ERROR')
        }
        if (waiting.length < 4 + length) return
        body.push(waiting.subarray(4, 4 + length))
        bytes += length
        waiting = waiting.subarray(4 + length)
      }
    })
  }

  const clamd: Clamd & { port: number } = {
    port: 0,
    mood: 'answer',
    maxBytes: 100 * 1_048_576,
    scanned,
    get open() {
      return sockets.size
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  if (typeof at === 'string') server.listen(at)
  else server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address === 'object' && address) clamd.port = address.port
  return clamd
}

import { randomInt } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { Fault } from './screen.ts'

/**
 * Below the ports that systems give to connections: one of these may be taken by a mere request between the look at it
 * and its use.
 */
const [lowest, highest] = [10_000, 32_000]
let next = lowest + randomInt(highest - lowest)

/**
 * The WHATWG's "bad ports" (https://fetch.spec.whatwg.org/#port-blocking): `fetch` and browsers refuse to ask them,
 * whatever listens there.
 */
// biome-ignore format: a table
export const badPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
  110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
  532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
  5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** What this process has promised to a service. */
const promised = new Set<number>()

/**
 * A port of 127.0.0.1 that nothing listens on now and that `fetch` may ask; never one twice, nor one that `requirePort`
 * was asked for or that another process of ours was given.
 */
export async function freePort(): Promise<number> {
  for (let left = highest - lowest; left > 0; left--) {
    const port = next
    next = port + 1 < highest ? port + 1 : lowest
    if (promised.has(port) || badPorts.has(port)) continue
    promised.add(port)
    const release = await claimPort(port)
    if (!release) continue
    if ((await tryListen('127.0.0.1', port)) === null) return port
    release()
  }
  throw new Fault(`no port of 127.0.0.1 between ${lowest} and ${highest} is free: end what listens on them`)
}

/**
 * Proves that the site can listen, on every address of the host (localhost has two).
 * @throws Fault with the mend
 */
export async function requirePort(host: string, port: number): Promise<void> {
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new Fault(`HOST=${host} is not known on this machine: use localhost, 0.0.0.0 or an address of it`)
  })
  const codes = await Promise.all(addresses.map(({ address }) => tryListen(address, port)))
  promised.add(port)
  if (codes.includes('EADDRINUSE'))
    throw new Fault(`port ${port} is in use. Choose another: PORT=${portAfter(port)} npm start`)
  if (codes.includes('EACCES'))
    throw new Fault(`port ${port} may not be opened by this user. Choose one above 1023: PORT=3000 npm start`)
  // A machine without IPv6 still names ::1 as localhost: one address that works is enough.
  if (!codes.includes(null))
    throw new Fault(`HOST=${host} is no address of this machine (${codes[0]}): use localhost or 0.0.0.0`)
}

/**
 * Keeps other processes of ours from being given a port that this one was given and has not used yet, or is about to
 * use again. It is a name of Linux's own (an abstract socket): one process at a time can have it, no file is left, and
 * it is gone with the process. Elsewhere nothing is kept.
 * @returns gives it up; null when another process has it
 */
export function claimPort(port: number): Promise<(() => void) | null> {
  if (process.platform !== 'linux') return Promise.resolve(() => {})
  return new Promise(resolve => {
    const claim = createServer(socket => socket.destroy())
    claim.once('error', error => resolve((error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? null : () => {}))
    claim.listen(`\0longlist-port-${port}`, () => resolve(() => claim.close())).unref()
  })
}

/** The next one that a browser will ask. */
export function portAfter(port: number): number {
  let after = port + 1
  while (badPorts.has(after)) after++
  return after <= 65_535 ? after : 3001
}

function tryListen(address: string, port: number): Promise<string | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.message))
    server.listen(port, address, () => server.close(() => resolve(null)))
  })
}

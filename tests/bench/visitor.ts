/** A visitor's browser, as far as HTML goes. */
import { Agent, request } from 'node:http'

/** After which a visitor gives up. */
const patienceMs = 60_000

/** An answer over kept-alive connections, as a browser has them. */
export function visitor(origin: string): (path: string) => Promise<{ status: number; text(): string }> {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(origin)
  return path =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'text/html' }
      const signal = AbortSignal.timeout(patienceMs)
      request({ hostname, port, path, agent, headers, signal }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: () => Buffer.concat(chunks).toString() }),
        )
        answer.on('error', reject)
      })
        .on('error', reject)
        .end()
    })
}

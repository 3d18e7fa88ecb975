import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface RunningProxy {
  origin: string
  /** How many requests each site has answered. */
  answered: Map<string, number>
  stop(): Promise<void>
}

const lookMs = 200

/**
 * A balancer as they are in front of sites: asks each for `/health`, gives requests in turn to those that are well,
 * keeps its connections open, and gives a request that no site has taken to another one.
 */
export async function startProxy(sites: readonly string[]): Promise<RunningProxy> {
  const well = new Set<string>()
  const answered = new Map(sites.map(site => [site, 0]))
  const agent = new Agent({ keepAlive: true })
  const look = async (site: string) => {
    const ok = await fetch(`${site}/health`, { signal: AbortSignal.timeout(5_000) })
      .then(({ ok }) => ok)
      .catch(() => false)
    if (ok) well.add(site)
    else well.delete(site)
  }
  const clock = setInterval(() => void Promise.all(sites.map(look)), lookMs)
  let turn = 0

  const pass = (request: IncomingMessage, body: Buffer, response: ServerResponse, tried: readonly string[]) => {
    const left = sites.filter(site => well.has(site) && !tried.includes(site))
    const site = left[turn++ % Math.max(left.length, 1)]
    if (site === undefined) {
      response.writeHead(502).end('no site is well')
      return
    }
    const { connection: _, ...headers } = request.headers
    const onward = ask(`${site}${request.url}`, { method: request.method!, headers, agent }, answer => {
      answered.set(site, answered.get(site)! + 1)
      const { connection: __, 'keep-alive': ___, ...told } = answer.headers
      response.writeHead(answer.statusCode!, told)
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') {
        well.delete(site)
        pass(request, body, response, [...tried, site])
      } else if (response.headersSent) response.destroy()
      else response.writeHead(502).end(`${error.code} ${request.method} ${request.url}`)
    })
    onward.end(body)
  }
  const server = createServer(async (request, response) => pass(request, await buffer(request), response, []))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  await Promise.all(sites.map(look))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    async stop() {
      clearInterval(clock)
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

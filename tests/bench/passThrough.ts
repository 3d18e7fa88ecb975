/**
 * A process between the client and the engine that passes each body on as it came: what any server there costs at
 * least. Prints its address. One argument, JSON.
 */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const { meiliUrl, masterKey } = JSON.parse(process.argv[2] ?? '{}') as Record<'meiliUrl' | 'masterKey', string>
const agent = new Agent({ keepAlive: true })
const server = createServer(async (asked, reply) => {
  const body = await buffer(asked)
  const headers = { authorization: `Bearer ${masterKey}`, 'content-type': 'application/json' }
  const sent = request(
    new URL('/multi-search', meiliUrl),
    { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
    async answer => {
      const text = await buffer(answer)
      reply.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json', 'content-length': text.length })
      reply.end(text)
    },
  )
  sent.end(body)
}).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.once('SIGTERM', () => process.exit(0))

// Answers /health with what it was told.
import { createServer } from 'node:http'

const { HOST, PORT, MEILI_SEARCH_KEY } = process.env
createServer((request, answer) => {
  const told = { status: 'ok', searchKey: MEILI_SEARCH_KEY, sees: Object.keys(process.env) }
  answer
    .writeHead(request.url === '/health' ? 200 : 404, { 'content-type': 'application/json' })
    .end(JSON.stringify(told))
}).listen(Number(PORT), HOST)
process.once('SIGTERM', () => process.exit(0))

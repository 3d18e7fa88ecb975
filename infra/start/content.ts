// The local CMS's process, where there is no Contentful: `node --import tsx infra/start/content.ts`
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { startCdaServer } from '../cms/cdaServer.ts'
import { Space } from '../cms/space.ts'
import { contentExport, seedFolder } from '../seed/contentExport.ts'
import { localSpace, readContentServer } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { readSpace, writeSpace } from './seed.ts'

try {
  const { port, host, folder, deliveryToken, managementToken, webhook, logLevel } = readContentServer(process.env)
  const log = pino({ level: logLevel, base: { room: 'cms' } })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'space.json')
  const content = readSpace(file, JSON.stringify(contentExport()), new Date())
  const server = await startCdaServer({
    space: new Space(content, { space: localSpace, save: changed => writeSpace(file, changed) }),
    port,
    host,
    deliveryToken,
    ...(managementToken && { managementToken }),
    ...(webhook && { webhook }),
    assetsFolder: join(seedFolder, 'assets'),
    log: (event, message) => log.warn(event, message),
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Fault(`port ${port} is in use (EADDRINUSE)`) : error
  })
  log.info({ event: 'ready', address: server.host, entries: content.entries?.length ?? 0 }, 'ready')
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.close().then(() => process.exit(0)))
} catch (fault) {
  createScreen().fail(fault)
  process.exit(1)
}

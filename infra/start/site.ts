// The site's process: the API and the rendered pages on one port. `node --import tsx infra/start/site.ts`
import { join } from 'node:path'
import { buildApp } from '../../api/app.ts'
import { type ApiConfig, readConfig } from '../../api/config.ts'
import { registerWeb } from '../../web/serve.ts'
import { readListen, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'

/** A request that takes longer than this after the stop is cut off. */
const patienceMs = 4_000

try {
  const { port, host } = readListen(process.env)
  const config = readSettings()
  const app = await buildApp(config)
  await registerWeb(app, { api: app.siteApi, site: config.site, publicUrl: config.publicUrl, dist: join(root, 'dist') })
  await app.listen({ port, host })
  const close = () => {
    setTimeout(() => process.exit(0), patienceMs).unref()
    void app.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
} catch (fault) {
  createScreen().fail(fault)
  process.exit(1)
}

/** A bad setting is one line, not a stack. */
function readSettings(): ApiConfig {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw new Fault((error as Error).message)
  }
}

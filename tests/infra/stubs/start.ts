// `npm start` with stubs for the worker and the site: `node --import tsx tests/infra/stubs/start.ts [project folder]`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start } from '../../../infra/start/start.ts'
import type { Command } from '../../../infra/start/supervisor.ts'

// They are compiled beside it.
const folder = dirname(process.argv[1]!)
const project = fileURLToPath(new URL('../../..', import.meta.url))
const stub = (file: string, env: Record<string, string>): Command => ({
  file: process.execPath,
  args: [join(folder, file)],
  cwd: project,
  env,
})

await start({
  root: process.argv[2] ?? project,
  environment: process.env,
  commands: {
    worker: ({ redisUrl, settings, keys }) =>
      stub('worker.mjs', {
        ...settings.environment,
        REDIS_URL: redisUrl,
        QUEUE_PREFIX: settings.queuePrefix,
        MEILI_INDEXER_KEY: keys.indexer,
      }),
    site: ({ settings, keys }) =>
      stub('site.mjs', {
        ...settings.environment,
        HOST: settings.host,
        PORT: String(settings.port),
        MEILI_SEARCH_KEY: keys.search,
      }),
  },
})

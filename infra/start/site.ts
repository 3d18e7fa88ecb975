// The site's process: the API and the rendered pages on one port. `node --import tsx infra/start/site.ts`
import { join } from 'node:path'
import { pino } from 'pino'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { buildApp } from '../../api/app.ts'
import { type ApiConfig, readConfig } from '../../api/config.ts'
import { createForms } from '../../api/submissions/definitions.ts'
import { openStore } from '../../api/submissions/openStore.ts'
import { openScanner } from '../../api/submissions/scan.ts'
import { fetchAsset } from '../../indexer/content/fetchAsset.ts'
import { openSnapshot } from '../../indexer/content/snapshot.ts'
import { postalCredits } from '../../indexer/documents/postal.ts'
import { readPost } from '../../indexer/sync/readPost.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { registerWeb } from '../../web/serve.ts'
import { readCms, readListen, readPostalFolder, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'

/** A request that takes longer than this after the listener is closed is cut off. */
const patienceMs = 4_000
/** How long a connection that was kept open may take to be used again, and be told that it is the last time. */
const lateMs = 1_000
/** How long a first start waits for the CMS before it says on its pages that there is no content yet. */
const firstContentMs = 5_000

try {
  const { port, host, drainMs } = readListen(process.env)
  const config = readSettings()
  const cms = readCms(process.env)
  const snapshot = openSnapshot({
    ...cms,
    file: join(cms.folder, 'site.json'),
    log: pino({ level: config.logLevel, base: { room: 'content' } }),
  })
  const onFault = ({ entry, reason }: { entry: string; reason: string }) =>
    app.log.warn({ event: 'entryRefused', entry, reason }, 'entryRefused')
  const content = createSiteContent(snapshot, { site: config.site, onFault })
  const submissions = config.submissions
    ? {
        forms: createForms(snapshot, config.site.id, { maxFileBytes: config.maxFileBytes, onFault }),
        store: await openStore(config.submissions, pino({ level: config.logLevel, base: { room: 'submissions' } })),
        scanner: openScanner(config.scanner),
        alerts: new AlertStore(await openAlertShelf(config.submissions)),
      }
    : undefined
  const app = await buildApp(config, {
    ...(submissions && { submissions }),
    sitePages: () => content.pages(),
    onContentNudge: () => snapshot.nudge(),
    readPost,
  })
  await registerWeb(app, {
    api: app.siteApi,
    formPages: app.formPages,
    content,
    media: (asset, width) => fetchAsset(asset, width, cms),
    mediaFolder: join(cms.folder, 'media'),
    // Who the installed postal data are from is said where GeoNames is named.
    site: { ...config.site, credits: postalCredits(readPostalFolder(process.env)) },
    publicUrl: config.publicUrl,
    dist: join(root, 'dist'),
  })
  app.addHook('onClose', () => snapshot.close())
  // What is on disk serves at once; without it the first visitor would meet an empty house.
  await snapshot.ready(firstContentMs)
  await app.listen({ port, host })
  const close = async () => {
    await app.drain.run({ readinessMs: drainMs, lateMs })
    setTimeout(() => process.exit(0), patienceMs).unref()
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
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

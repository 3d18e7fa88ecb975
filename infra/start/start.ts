import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Redis } from 'ioredis'
import { deliveryHeartbeat } from '#api/deliveries'
import { indexNames } from '#indexer/indexNames'
import { connectBy } from '#indexer/redisAddress'
import { redisKeys } from '#indexer/tasks'
import { asRequested, readConfig as readApiConfig, readDeliveryConfig } from '../../api/config.ts'
import { readConfig as readIndexerConfig } from '../../indexer/config.ts'
import { readCatalog } from '../../indexer/sources/catalog.ts'
import { buildWeb } from './build.ts'
import { localSpace, readSettings, type Settings, siteFlags, watchdogFlags, workerFlags } from './config.ts'
import { awaitFirstSyncs, indexingPercent } from './firstSync.ts'
import { deriveKeys, deriveReplicaKeys, type EngineKeys } from './keys.ts'
import { endOrphans, identify, takeLock } from './lock.ts'
import { startMeilisearch } from './meilisearch.ts'
import { freePort, requirePort } from './ports.ts'
import { startRedis } from './redis.ts'
import { createScreen, Fault, type Screen } from './screen.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { writeSeed } from './seed.ts'
import { type Command, Stopped, Supervisor } from './supervisor.ts'

/** All that a process of ours is told when it is started. */
export interface Wiring {
  root: string
  settings: Settings
  secrets: Secrets
  redisUrl: string
  meiliUrl: string
  keys: EngineKeys
  /** Path of the catalogue of sources. */
  catalogue: string
  /** Port of the local CMS; null with a space at Contentful. */
  contentPort: number | null
}

/** What `npm run sync` and `npm run rebuild` find the running system by: `run.json` in the data folder. */
export interface RunningSystem {
  pid: number
  identity: string | null
  url: string
  redisUrl: string
  queuePrefix: string
  /** Of the submissions; null: they are in the data folder. */
  bucket: string | null
}

export interface StartOptions {
  root: string
  environment: Record<string, string | undefined>
  /** Tests put stubs in the place of the real processes, and build no web for them. */
  commands?: { worker: (wiring: Wiring) => Command; site: (wiring: Wiring) => Command }
}

/**
 * A worker's own patience with its tasks is eight seconds; the site's with late requests one, and with those under way
 * four.
 */
const graceMs = { site: 7_000, worker: 10_000, deliveries: 10_000, content: 3_000 }
/** npm passes Ctrl-C on although the terminal has sent it to us already: signals this close together are one. */
const sameSignalMs = 800

/**
 * `npm start`: checks, services, build, worker, site, first sync; then keeps them running until it is told to stop.
 * Ends the process itself: 0 after a signal, 1 after a fault, which is said in one line with its mend.
 */
export async function start({ root, environment, commands }: StartOptions): Promise<void> {
  const screen = createScreen()
  // A reader that has gone away (`npm start | head`) is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let settings: Settings
  let releaseLock: () => void
  try {
    settings = readSettings(environment, root)
    await requireRoomSettings(root, settings)
    makeFolder(settings.dataDir)
    releaseLock = await takeLock(settings.dataDir)
  } catch (fault) {
    screen.fail(fault)
    process.exit(1)
  }

  const supervisor = new Supervisor(settings.dataDir, screen)
  let endedAt: number | null = null
  const end = async (code: number) => {
    endedAt = Date.now()
    await supervisor.stop(['site', 'worker', 'deliveries', 'content'])
    rmSync(runFile(settings.dataDir), { force: true })
    releaseLock()
    process.exit(code)
  }
  const onSignal = () => {
    if (endedAt === null) {
      screen.say('stop', 'ending everything …')
      void end(0)
    } else if (Date.now() - endedAt > sameSignalMs) {
      supervisor.killAll()
      releaseLock()
      process.exit(130)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  // A closed terminal ends what is shown in it; what was started with nohup goes on.
  if (process.stdout.isTTY) process.on('SIGHUP', onSignal)
  // npm killed hard passes no signal on; without it no terminal is left to press Ctrl-C in.
  const parent = process.ppid
  if (settings.underNpm) setInterval(() => process.ppid !== parent && endedAt === null && onSignal(), 500).unref()
  process.on('exit', () => supervisor.killAll())

  try {
    await boot({ root, settings, supervisor, screen, commands })
  } catch (fault) {
    if (fault instanceof Stopped || endedAt !== null) return
    screen.fail(fault)
    await end(1)
  }
}

interface Boot {
  root: string
  settings: Settings
  supervisor: Supervisor
  screen: Screen
  commands: StartOptions['commands']
}

async function boot({ root, settings, supervisor, screen, commands }: Boot): Promise<void> {
  for (const name of await endOrphans(settings.dataDir))
    screen.say(name, 'was left running by a start that was killed; ended')
  await requirePort(settings.host, settings.port)
  const secrets = readSecrets(settings.dataDir)
  const masterKey = settings.meili.masterKey ?? secrets.meiliMasterKey

  // Each waits on its own things, so together they take as long as the slowest.
  const contentPort = settings.contentful || commands ? null : await freePort()
  const [redisUrl, { meiliUrl, keys }, , catalogue] = await Promise.all([
    startRedis({ settings, supervisor, screen, password: secrets.redisPassword }),
    startMeilisearch({ root, settings, supervisor, screen, masterKey }).then(async url => ({
      meiliUrl: url,
      keys: await deriveKeys(url, masterKey, settings.indexPrefix),
    })),
    keysOfReplicas(settings, masterKey, screen),
    settings.jobSources ?? (commands ? '' : writeSeed(join(settings.dataDir, 'seed'), new Date())),
    commands ? undefined : build(root, settings, supervisor, screen),
    contentPort === null ? undefined : startContent({ root, settings, secrets, contentPort }, supervisor, screen),
  ])
  const wiring: Wiring = { root, settings, secrets, redisUrl, meiliUrl, keys, catalogue, contentPort }
  const { worker, site } = commands ?? { worker: workerCommand, site: siteCommand }

  const since = new Date().toISOString()
  const url = `http://${shownHost(settings.host)}:${settings.port}`
  await Promise.all([
    supervisor.start('worker', worker(wiring), {
      ready: workerIsReady(wiring, screen, since),
      readyMs: 300_000,
      graceMs: graceMs.worker,
      ours: true,
    }),
    supervisor.start('site', site(wiring), {
      ready: async () => (await askHealth(url)) !== null,
      graceMs: graceMs.site,
      ours: true,
    }),
    commands ? undefined : startDeliveries(wiring, supervisor, screen),
  ])
  const running: RunningSystem = {
    pid: process.pid,
    identity: identify(process.pid),
    url,
    redisUrl,
    queuePrefix: settings.queuePrefix,
    bucket: settings.environment.S3_BUCKET ?? null,
  }
  writeFileSync(runFile(settings.dataDir), JSON.stringify(running), { mode: 0o600 })

  await tellFirstSyncs(wiring, supervisor, screen, since)
  await awaitHealth(url, supervisor)
  if (!settings.adminPassword)
    screen.line(`admin        ${url}/admin/pipeline  user ${settings.adminUser}  password ${secrets.adminPassword}`)
  screen.line(`ready ${url}`)
}

async function keysOfReplicas({ meili, indexPrefix }: Settings, masterKey: string, screen: Screen): Promise<void> {
  for (const url of await deriveReplicaKeys(meili.replicas, masterKey, indexPrefix))
    screen.say('meilisearch', `${url} (MEILI_REPLICA_URLS) does not answer; it gets its keys at the next start`)
}

/** @param since ISO 8601 */
async function tellFirstSyncs(
  { settings, redisUrl, meiliUrl, keys }: Wiring,
  supervisor: Supervisor,
  screen: Screen,
  since: string,
): Promise<void> {
  const { first, fetching } = await awaitFirstSyncs({
    ...settings,
    redisUrl,
    meiliUrl,
    meiliKey: keys.indexer,
    supervisor,
    screen,
    since,
  })
  for (const run of first) {
    if (run.outcome === 'ok' || run.outcome === 'notModified')
      screen.say('jobs', `${run.source}: ${run.received} read, ${run.upserted} indexed, ${run.quarantined} quarantined`)
    else screen.say('jobs', `${run.source}: ${run.outcome}: ${run.reason ?? 'no reason given'}`)
  }
  for (const source of fetching)
    screen.say(
      'jobs',
      `${source}: its feed takes long to fetch; its jobs are there when it is done (see /admin/pipeline)`,
    )
}

/** @throws Fault where the site is not well after two minutes */
async function awaitHealth(url: string, supervisor: Supervisor): Promise<void> {
  let health = ''
  const healthy = async () => {
    const answer = await askHealth(url)
    health = answer?.body ?? 'no answer'
    return answer?.ok === true
  }
  await supervisor.until('the site', 120_000, healthy, 100).catch(error => {
    throw error instanceof Fault
      ? new Fault(`the site is not well after two minutes: ${health.slice(0, 300)}`, supervisor.tail('site'))
      : error
  })
}

async function build(root: string, settings: Settings, supervisor: Supervisor, screen: Screen): Promise<void> {
  const startedAt = Date.now()
  const mend = `the web could not be built. Mend what is said below (log: ${join(settings.dataDir, 'logs', 'web.log')})`
  let said = false
  const run = (command: Command) => {
    if (!said) screen.say('web', 'building …')
    said = true
    return supervisor.step('web', command, mend)
  }
  if (await buildWeb(root, run, settings.environment))
    screen.say('web', `built in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** Node runs the TypeScript as it stands (tsx), and ends in good order when this process is killed. */
function nodeCommand(
  { root }: Pick<Wiring, 'root'>,
  entry: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Command {
  return {
    file: process.execPath,
    args: [
      ...flags,
      ...watchdogFlags,
      '--import',
      new URL('./endWithParent.mjs', import.meta.url).href,
      '--import',
      'tsx',
      join(root, entry),
    ],
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
  }
}

function ours({ settings, redisUrl, meiliUrl }: Wiring): Record<string, string> {
  return {
    ...settings.environment,
    REDIS_URL: redisUrl,
    MEILI_URL: meiliUrl,
    INDEX_PREFIX: settings.indexPrefix,
    QUEUE_PREFIX: settings.queuePrefix,
    SITE: settings.site,
    LOG_LEVEL: settings.logLevel,
    DATA_DIR: settings.dataDir,
    ...(needsPublicUrl(settings) ? {} : { PUBLIC_URL: settings.environment.PUBLIC_URL ?? asRequested }),
  }
}

/**
 * In production, and where others than this machine are served. All that we start runs with Node's production: what
 * counts is what `npm start` was given.
 */
function needsPublicUrl({ environment, host }: Settings): boolean {
  return environment.NODE_ENV === 'production' && !/^(localhost|127\.[\d.]+|::1)$/.test(host)
}

function workerCommand(wiring: Wiring): Command {
  const environment = {
    ...ours(wiring),
    ...cms(wiring),
    ...wiring.settings.workerSecrets,
    MEILI_INDEXER_KEY: wiring.keys.indexer,
    // One that was running already keeps its data where it likes.
    ...(wiring.settings.meili.url ? {} : { MEILI_DATA_DIR: wiring.settings.dataDir }),
    JOB_SOURCES: wiring.catalogue,
  }
  return nodeCommand(wiring, 'indexer/main.ts', environment, workerFlags)
}

function siteCommand(wiring: Wiring): Command {
  const { settings, secrets, keys } = wiring
  const environment = {
    ...ours(wiring),
    ...cms(wiring),
    PORT: String(settings.port),
    HOST: settings.host,
    // It is the only one: there is no balancer to wait for.
    DRAIN_SECONDS: '0',
    MEILI_SEARCH_KEY: keys.search,
    ADMIN_USER: settings.adminUser,
    ADMIN_PASSWORD: settings.adminPassword ?? secrets.adminPassword,
    ADMIN_USERS: settings.environment.ADMIN_USERS ?? join(settings.dataDir, 'adminUsers.jsonl'),
    METRICS_TOKEN: settings.metricsToken ?? secrets.metricsToken,
    WEBHOOK_SECRET: settings.webhookSecret ?? secrets.webhookSecret,
    ...contentWebhookSecret(wiring),
    SUBMISSIONS_DIR: join(settings.dataDir, 'submissions'),
    MAILBOX_DIR: join(settings.dataDir, 'mailbox'),
    MAIL_BY_SMTP: settings.smtpUrl ? 'yes' : 'no',
    ...settings.bucketKeys,
  }
  return nodeCommand(wiring, 'infra/start/site.ts', environment, siteFlags)
}

/**
 * Of the local CMS we know the secret; of Contentful's it has to be told, and without it changes are found by the poll.
 */
function contentWebhookSecret({
  settings,
  secrets,
  contentPort,
}: Pick<Wiring, 'settings' | 'secrets' | 'contentPort'>): Record<string, string> {
  const secret = settings.contentWebhookSecret ?? (contentPort === null ? undefined : secrets.contentWebhookSecret)
  return secret ? { CONTENTFUL_WEBHOOK_SECRET: secret } : {}
}

/** How the CMS is read. */
function cms({ settings, secrets, contentPort }: Wiring): Record<string, string> {
  // Environment, host and poll are as they are in ours.
  if (settings.contentful)
    return { CONTENTFUL_SPACE_ID: settings.contentful.space, CONTENTFUL_ACCESS_TOKEN: settings.contentful.accessToken }
  return {
    CONTENTFUL_SPACE_ID: localSpace,
    CONTENTFUL_ACCESS_TOKEN: secrets.contentToken,
    CONTENTFUL_ENVIRONMENT: 'master',
    CONTENTFUL_HOST: `127.0.0.1:${contentPort}`,
    CONTENTFUL_INSECURE: 'true',
  }
}

/** Does not wait for the CMS: the site and the worker do without it for as long as it takes. */
function contentCommand(wiring: Pick<Wiring, 'root' | 'settings' | 'secrets' | 'contentPort'>): Command {
  const { root, settings, secrets, contentPort } = wiring
  return nodeCommand({ root }, 'infra/start/content.ts', {
    ...settings.environment,
    DATA_DIR: settings.dataDir,
    LOG_LEVEL: settings.logLevel,
    CONTENT_PORT: String(contentPort),
    CONTENTFUL_ACCESS_TOKEN: secrets.contentToken,
    CONTENTFUL_MANAGEMENT_TOKEN: secrets.contentManagementToken,
    ...contentWebhookSecret(wiring),
    CONTENT_WEBHOOK_URL: `http://${settings.host.includes(':') ? '[::1]' : settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${settings.port}/webhooks/contentful`,
  })
}

async function startContent(
  wiring: Pick<Wiring, 'root' | 'settings' | 'secrets' | 'contentPort'>,
  supervisor: Supervisor,
  screen: Screen,
): Promise<void> {
  const { contentPort } = wiring
  // Any answer will do: without a token it is a 401.
  const ready = () =>
    fetch(`http://127.0.0.1:${contentPort}/spaces/${localSpace}`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    )
  await supervisor.start('content', contentCommand(wiring), { ready, graceMs: graceMs.content, ours: true })
  screen.say('content', `local CMS on 127.0.0.1:${contentPort}`)
}

async function startDeliveries(wiring: Wiring, supervisor: Supervisor, screen: Screen): Promise<void> {
  const ready = signOfLife(wiring.redisUrl, deliveryHeartbeat(wiring.settings.queuePrefix), new Date().toISOString())
  await supervisor.start('deliveries', deliveriesCommand(wiring), { ready, graceMs: graceMs.deliveries, ours: true })
  if (!wiring.settings.smtpUrl)
    screen.say('mail', `no SMTP_URL: mails are put into ${join(wiring.settings.dataDir, 'mailbox')}`)
}

function deliveriesCommand(wiring: Wiring): Command {
  const { settings } = wiring
  return nodeCommand(wiring, 'api/worker.ts', {
    ...ours(wiring),
    SUBMISSIONS_DIR: join(settings.dataDir, 'submissions'),
    MAILBOX_DIR: join(settings.dataDir, 'mailbox'),
    MEILI_SEARCH_KEY: wiring.keys.search,
    ...settings.bucketKeys,
    ...(settings.smtpUrl && { SMTP_URL: settings.smtpUrl }),
    ...(settings.atsWebhookSecret && { ATS_WEBHOOK_SECRET: settings.atsWebhookSecret }),
  })
}

/**
 * The rooms check their own settings when they start; asked before anything is started, a bad one is said in one line
 * rather than by a process that ends. So is a catalogue that has a fault.
 */
async function requireRoomSettings(root: string, settings: Settings): Promise<void> {
  const secrets: Secrets = {
    redisPassword: '',
    meiliMasterKey: '',
    adminPassword: 'not made yet',
    metricsToken: 'not-made-yet-at-all',
    webhookSecret: '',
    contentToken: 'not made yet',
    contentManagementToken: '',
    contentWebhookSecret: '',
  }
  const wiring: Wiring = {
    root,
    settings,
    secrets,
    redisUrl: 'redis://127.0.0.1',
    meiliUrl: 'http://127.0.0.1',
    keys: { indexer: 'none yet', search: 'none yet' },
    catalogue: 'seed',
    contentPort: settings.contentful ? null : 1,
  }
  const faults: string[] = []
  const checks = [
    () => readIndexerConfig(workerCommand(wiring).env),
    () => readApiConfig(siteCommand(wiring).env),
    () => readDeliveryConfig(deliveriesCommand(wiring).env),
    () => settings.jobSources && readCatalog(settings.jobSources, undefined, settings.workerSecrets),
  ]
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
  if (faults.length > 0) throw new Fault(faults.join('\n'))
}

/** Whether a process has given a sign of life since a time (ISO 8601); its connection ends with the first one. */
function signOfLife(redisUrl: string, heartbeat: string, since: string): () => Promise<boolean> {
  const redis = new Redis({ ...connectBy(redisUrl), maxRetriesPerRequest: 1 })
  redis.on('error', () => {}) // a Redis that is down is "not yet"
  return async () => {
    const seen = await redis.get(heartbeat)
    if (seen === null || seen < since) return false
    redis.disconnect()
    return true
  }
}

/**
 * A worker is ready when it has given a sign of life since it was started; on the first run the places are indexed
 * before that.
 */
function workerIsReady(
  { redisUrl, meiliUrl, keys, settings }: Wiring,
  screen: Screen,
  since: string,
): () => Promise<boolean> {
  const { places } = indexNames(settings.indexPrefix)
  let percentShown = -1
  let askedAt = Date.now()
  const lives = signOfLife(redisUrl, redisKeys.heartbeat(settings.queuePrefix), since)
  return async () => {
    if (await lives()) {
      if (percentShown >= 0) screen.progress('places', 100)
      return true
    }
    if (Date.now() - askedAt > 250) {
      askedAt = Date.now()
      const percent = await indexingPercent({ meiliUrl, meiliKey: keys.indexer }, places).catch(() => null)
      if (percent !== null && percent > percentShown) {
        percentShown = percent
        screen.progress('places', Math.min(99, Math.floor(percent)))
      }
    }
    return false
  }
}

/** The site's health; null while nothing answers. */
async function askHealth(url: string): Promise<{ ok: boolean; body: string } | null> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(3_000) })
    return { ok: answer.ok, body: await answer.text() }
  } catch {
    return null // not up yet
  }
}

function shownHost(host: string): string {
  if (['localhost', '0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function makeFolder(dataDir: string): void {
  try {
    // Level by level: asked to make all of them at once below /proc, Node never comes back.
    const missing = []
    for (let path = dataDir; !existsSync(path); path = dirname(path)) missing.unshift(path)
    // Passwords and keys live in it.
    for (const path of missing) mkdirSync(path, { mode: 0o700 })
    writeFileSync(join(dataDir, '.writable'), '')
    rmSync(join(dataDir, '.writable'))
  } catch (error) {
    throw new Fault(
      `DATA_DIR=${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): name another folder, or mend its permissions`,
    )
  }
}

function runFile(dataDir: string): string {
  return join(dataDir, 'run.json')
}

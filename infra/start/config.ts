import { accessSync, constants, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { redisAddress } from '#indexer/redisAddress'
import { replicaUrls } from '#indexer/replicas'
import { siteIds } from '#indexer/site'
import { defaultQueuePrefix } from '#indexer/tasks'
import { badPorts, portAfter } from './ports.ts'
import { Fault } from './screen.ts'

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Id of the seed's space, which the local CMS serves. */
export const localSpace = 'longlist'

type Environment = Record<string, string | undefined>

const file = (what: string, mode = constants.R_OK) =>
  z
    .string()
    .transform(path => resolve(path))
    .refine(path => isFile(path, mode), {
      error: issue =>
        `is no ${mode === constants.X_OK ? 'file that can be run' : 'file that can be read'} (${issue.input}): name the path of ${what}, or leave it unset`,
    })

const url = (protocols: string[], example: string) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `is no address: use one such as ${example}`,
  })

const noPort = 'is no port: use a whole number from 1 to 65535, for example PORT=3001'
const refusedPort = (port: number) =>
  `is a port that browsers refuse to open: choose another, for example ${portAfter(port)}`

const schema = z
  .object({
    PORT: z
      .string()
      .regex(/^\d+$/, { error: noPort })
      .transform(Number)
      .refine(port => port >= 1 && port <= 65_535, { error: noPort })
      .refine(port => !badPorts.has(port), { error: issue => refusedPort(issue.input as number) })
      .default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, { error: 'is no host: use localhost, 0.0.0.0 or an address of this machine' })
      .default('localhost'),
    DRAIN_SECONDS: z
      .string()
      .regex(/^(?:[0-5]?\d|60)$/, { error: 'is no number of seconds: use a whole number from 0 to 60' })
      .transform(Number)
      .default(0),
    DATA_DIR: z.string().default('.data'),
    SITE: z.enum(siteIds, { error: `is no site: use ${siteIds.join(', ')}` }).default('uk'),
    MEILI_URL: url(['http:', 'https:'], 'http://127.0.0.1:7700')
      .refine(text => !badPorts.has(portOf(text)), {
        error: issue => `has ${refusedPort(portOf(issue.input as string)).slice(3)}`,
      })
      .optional(),
    MEILI_REPLICA_URLS: replicaUrls,
    MEILI_MASTER_KEY: z.string().min(16, { error: 'is too short: use at least 16 characters' }).optional(),
    MEILI_BIN: file('the Meilisearch program', constants.X_OK).optional(),
    REDIS_URL: z
      .string()
      .refine(text => redisAddress(text) !== null, {
        error:
          'is no address: use one such as redis://127.0.0.1:6379 or redis-sentinel://host:26379,host:26379/mymaster',
      })
      .optional(),
    REDIS_BIN: file('the redis-server program', constants.X_OK).optional(),
    INDEX_PREFIX: z
      .string()
      .regex(/^[\w-]{1,40}$/, { error: 'may hold letters, digits, _ and - only' })
      .default(''),
    QUEUE_PREFIX: z
      .string()
      .regex(/^[\w-]{1,40}$/, { error: 'may hold letters, digits, _ and - only' })
      .default(defaultQueuePrefix),
    ADMIN_USER: z
      .string()
      .regex(/^[^:]+$/, { error: 'may not hold a colon' })
      .default('admin'),
    ADMIN_PASSWORD: z
      .string()
      .min(8, { error: 'is too short: use at least 8 characters, or leave it unset and one is made' })
      .optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, {
        error:
          'is no token: use at least 16 characters and no space (openssl rand -hex 24), or leave it unset and one is made',
      })
      .optional(),
    JOB_SOURCES: file('a JSON catalogue of sources').optional(),
    LOCATION_ALIASES: file('a JSON file of aliases').optional(),
    SEARCH_VOCABULARY: file('a JSON file of words').optional(),
    MAIL_TEMPLATES: file('a JSON file of mail templates').optional(),
    WEBHOOK_SECRET: z
      .string()
      .regex(/^(whsec_)?[A-Za-z0-9+/=]{32,}$/, {
        error:
          'is no webhook secret: use whsec_ and at least 24 bytes in base64 (echo whsec_$(openssl rand -base64 24)), or leave it unset',
      })
      .optional(),
    SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
    ATS_WEBHOOK_SECRET: z.string().optional(),
    CONTENTFUL_SPACE_ID: z
      .string()
      .regex(/^[\w-]{1,64}$/, { error: 'is no id of a space: copy it from Contentful (Settings, General settings)' })
      .optional(),
    CONTENTFUL_ACCESS_TOKEN: z
      .string()
      .regex(/^[\w-]+$/, {
        error: 'is no token: copy the Content Delivery API token from Contentful (Settings, API keys)',
      })
      .optional(),
    CONTENTFUL_ENVIRONMENT: z
      .string()
      .regex(/^[\w.-]{1,64}$/, { error: 'is no id of an environment: use one such as master' })
      .default('master'),
    CONTENTFUL_HOST: z
      .string()
      .regex(/^[\w.-]+(?::\d+)?$/, { error: 'is no host: use one such as cdn.contentful.com or cdn.eu.contentful.com' })
      .default('cdn.contentful.com'),
    CONTENTFUL_INSECURE: z
      .stringbool({ error: 'must be true or false: true asks the CMS by http, as a local one is' })
      .default(false),
    CONTENTFUL_POLL_SECONDS: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, { error: 'is no number of seconds: use a whole number from 1 to 86400' })
      .transform(Number)
      .default(60),
    CONTENTFUL_WEBHOOK_SECRET: z
      .string()
      .regex(/^[\w+/=-]{64}$/, {
        error: 'is no signing secret: copy the 64 characters that Contentful shows for request verification',
      })
      .optional(),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'is no level: use trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),
  })
  .refine(settings => !settings.MEILI_URL || settings.MEILI_MASTER_KEY, {
    path: ['MEILI_MASTER_KEY'],
    error: 'is missing: MEILI_URL needs the master key of that engine beside it',
  })
  .refine(settings => settings.MEILI_REPLICA_URLS.length === 0 || settings.MEILI_MASTER_KEY, {
    path: ['MEILI_MASTER_KEY'],
    error: 'is missing: MEILI_REPLICA_URLS needs the master key beside it, one for all engines',
  })
  .refine(settings => !settings.CONTENTFUL_SPACE_ID || settings.CONTENTFUL_ACCESS_TOKEN, {
    path: ['CONTENTFUL_ACCESS_TOKEN'],
    error: 'is missing: CONTENTFUL_SPACE_ID needs a Content Delivery API token beside it',
  })
  .refine(settings => !settings.CONTENTFUL_ACCESS_TOKEN || settings.CONTENTFUL_SPACE_ID, {
    path: ['CONTENTFUL_SPACE_ID'],
    error: 'is missing: CONTENTFUL_ACCESS_TOKEN needs the id of its space beside it',
  })

export interface Settings {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  site: (typeof siteIds)[number]
  meili: {
    url: string | undefined
    /** Engines beside that one. */
    replicas: string[]
    masterKey: string | undefined
    program: string | undefined
  }
  redis: { url: string | undefined; program: string | undefined }
  indexPrefix: string
  queuePrefix: string
  adminUser: string
  adminPassword: string | undefined
  metricsToken: string | undefined
  /** Absolute path of a catalogue that replaces the seed's. */
  jobSources: string | undefined
  webhookSecret: string | undefined
  /** Of a space at Contentful; null: a local CMS. */
  contentful: { space: string; accessToken: string; environment: string; host: string; insecure: boolean } | null
  /** Between two looks at the CMS. */
  pollSeconds: number
  contentWebhookSecret: string | undefined
  smtpUrl: string | undefined
  atsWebhookSecret: string | undefined
  /** Of the bucket of the submissions: for those who read and write it. */
  bucketKeys: Record<string, string>
  /** For the worker alone: what its catalogue names, and where it posts alarms to. */
  workerSecrets: Record<string, string>
  logLevel: string
  /** Started by `npm start`: when that npm is gone, so are we. */
  underNpm: boolean
  /** No terminal to ask at, and colours and bars are of no use. */
  cores: number
  /** The environment without any secret: what every child may see. */
  environment: Record<string, string>
}

/**
 * Node's own for the worker. Some 60 MB of its heap are alive, whatever the size of a feed; a bound of the order of
 * what the largest answers need keeps V8 from letting hundreds of megabytes of garbage lie while the engine has the
 * processor (decision 0002).
 */
export const workerFlags = ['--max-old-space-size=512']

/**
 * Node's own for the site, in MiB. What one page leaves behind is gone before the room for new objects is full: with
 * the default of 16 a seventh of the processor's time for a job's page is collecting it.
 */
export const siteFlags = ['--max-semi-space-size=32']

/** Of each process of ours. */
export const watchdogFlags = ['--import', new URL('./watchdog.mjs', import.meta.url).href]

const bucketKeys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Never passed on by accident: each process is given the few that it needs. */
const secrets = [
  'MEILI_MASTER_KEY',
  'MEILI_SEARCH_KEY',
  'MEILI_INDEXER_KEY',
  'ADMIN_USER',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'WEBHOOK_SECRET',
  'REDIS_URL',
  'MEILI_URL',
  'CONTENTFUL_SPACE_ID',
  'CONTENTFUL_ACCESS_TOKEN',
  'CONTENTFUL_WEBHOOK_SECRET',
  'CONTENTFUL_MANAGEMENT_TOKEN',
  'SMTP_URL',
  'ATS_WEBHOOK_SECRET',
  // Addresses of chat rooms carry their key in the path.
  'ALARM_WEBHOOK_URL',
  ...bucketKeys,
]
/** What the catalogue of sources may name, and the worker alone sees. */
const isSourceSecret = (name: string) => name.startsWith('SOURCE_')

/** An empty value counts as unset. @throws Fault with a line for each bad one */
function parse(environment: Environment) {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  ) as Record<string, string>
  const parsed = schema.safeParse(present)
  if (parsed.success) return { present, data: parsed.data }
  const shown = (name: string) =>
    secrets.includes(name) || present[name] === undefined ? name : `${name}=${present[name]}`
  throw new Fault(parsed.error.issues.map(issue => `${shown(String(issue.path[0]))} ${issue.message}`).join('\n'))
}

/**
 * Reads the settings of `npm start` from the environment; an empty value counts as unset.
 * @throws Fault that names every bad one with its mend, a line each
 */
export function readSettings(environment: Environment, root: string): Settings {
  const { present, data } = parse(environment)
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(root, data.DATA_DIR),
    site: data.SITE,
    meili: {
      url: data.MEILI_URL?.replace(/\/$/, ''),
      replicas: data.MEILI_REPLICA_URLS,
      masterKey: data.MEILI_MASTER_KEY,
      program: data.MEILI_BIN,
    },
    redis: { url: data.REDIS_URL, program: data.REDIS_BIN },
    indexPrefix: data.INDEX_PREFIX,
    queuePrefix: data.QUEUE_PREFIX,
    adminUser: data.ADMIN_USER,
    adminPassword: data.ADMIN_PASSWORD,
    metricsToken: data.METRICS_TOKEN,
    jobSources: data.JOB_SOURCES,
    webhookSecret: data.WEBHOOK_SECRET,
    contentful:
      data.CONTENTFUL_SPACE_ID && data.CONTENTFUL_ACCESS_TOKEN
        ? {
            space: data.CONTENTFUL_SPACE_ID,
            accessToken: data.CONTENTFUL_ACCESS_TOKEN,
            environment: data.CONTENTFUL_ENVIRONMENT,
            host: data.CONTENTFUL_HOST,
            insecure: data.CONTENTFUL_INSECURE,
          }
        : null,
    pollSeconds: data.CONTENTFUL_POLL_SECONDS,
    contentWebhookSecret: data.CONTENTFUL_WEBHOOK_SECRET,
    smtpUrl: data.SMTP_URL,
    atsWebhookSecret: data.ATS_WEBHOOK_SECRET,
    bucketKeys: Object.fromEntries(Object.entries(present).filter(([name]) => bucketKeys.includes(name))),
    workerSecrets: Object.fromEntries(
      Object.entries(present).filter(([name]) => name === 'ALARM_WEBHOOK_URL' || isSourceSecret(name)),
    ),
    logLevel: data.LOG_LEVEL,
    underNpm: present.npm_lifecycle_event === 'start',
    cores: availableParallelism(),
    environment: Object.fromEntries(
      Object.entries({
        ...present,
        ...(data.LOCATION_ALIASES ? { LOCATION_ALIASES: data.LOCATION_ALIASES } : {}),
        ...(data.SEARCH_VOCABULARY ? { SEARCH_VOCABULARY: data.SEARCH_VOCABULARY } : {}),
        ...(data.MAIL_TEMPLATES ? { MAIL_TEMPLATES: data.MAIL_TEMPLATES } : {}),
      }).filter(([name]) => !secrets.includes(name) && !isSourceSecret(name) && !name.startsWith('npm_')),
    ),
  }
}

/** What the commands beside `npm start` (sync, rebuild, backup, …) must know to find their system. */
export interface CommandPlace {
  dataDir: string
  /** The folder that the command was typed in. */
  typedIn: string
  /** The queue of a container, which has no `npm start` that tells of it; null on a machine. */
  container: { redisUrl: string; queuePrefix: string } | null
}

export function readPlace(environment: Environment, root: string): CommandPlace {
  const { DATA_DIR, INIT_CWD, NODE_ENV, REDIS_URL, QUEUE_PREFIX } = environment
  return {
    dataDir: resolve(root, DATA_DIR || '.data'),
    typedIn: INIT_CWD || process.cwd(),
    container:
      NODE_ENV === 'production' && REDIS_URL
        ? { redisUrl: REDIS_URL, queuePrefix: QUEUE_PREFIX || defaultQueuePrefix }
        : null,
  }
}

interface SetupSettings {
  meiliUrl: string
  replicaUrls: string[]
  masterKey: string
  indexPrefix: string
}

/** What the one-shot `setup` container needs. Throws a Fault that names what is missing. */
export function readSetup(
  environment: Environment,
): SetupSettings & ({ keysDir: string; sourcesDir: string } | { keysSecret: string }) {
  const {
    MEILI_URL: meiliUrl,
    MEILI_REPLICA_URLS: replicas,
    MEILI_MASTER_KEY: masterKey,
    KEYS_DIR: keysDir,
    SOURCES_DIR: sourcesDir,
    KEYS_SECRET: keysSecret,
    INDEX_PREFIX: indexPrefix = '',
  } = environment
  const missing = new Fault(
    'MEILI_URL, MEILI_MASTER_KEY, and KEYS_DIR and SOURCES_DIR must all be set; in Kubernetes KEYS_SECRET in place of the folders',
  )
  if (!meiliUrl || !masterKey) throw missing
  const parsed = replicaUrls.safeParse(replicas)
  if (!parsed.success) throw new Fault(`MEILI_REPLICA_URLS ${parsed.error.issues[0]!.message}`)
  const engine = { meiliUrl: meiliUrl.replace(/\/$/, ''), replicaUrls: parsed.data, masterKey, indexPrefix }
  if (keysSecret) return { ...engine, keysSecret }
  if (!keysDir || !sourcesDir) throw missing
  return { ...engine, keysDir, sourcesDir }
}

/**
 * Where the site listens, and how long it goes on when it is told to end and `/health` says so already.
 * @throws Fault that names what is bad
 */
export function readListen(environment: Environment): { port: number; host: string; drainMs: number } {
  const { PORT, HOST, DRAIN_SECONDS } = environment
  const { data } = parse({ PORT, HOST, DRAIN_SECONDS })
  return { port: data.PORT, host: data.HOST, drainMs: data.DRAIN_SECONDS * 1_000 }
}

/** Where the site finds what `npm run postal` has made: in containers a folder of the worker's, outside of its own. */
export function readPostalFolder({ POSTAL_DIR, DATA_DIR }: Environment): string {
  return resolve(root, POSTAL_DIR || join(DATA_DIR || '.data', 'postal'))
}

/** What the local CMS needs. @throws Fault that names what is missing */
export function readContentServer(environment: Environment) {
  const {
    CONTENT_PORT,
    CONTENT_BIND = '127.0.0.1',
    CONTENTFUL_ACCESS_TOKEN: deliveryToken,
    CONTENTFUL_MANAGEMENT_TOKEN: managementToken,
  } = environment
  const { CONTENTFUL_WEBHOOK_SECRET: secret, CONTENT_WEBHOOK_URL: webhookUrl, DATA_DIR, LOG_LEVEL } = environment
  const port = Number(CONTENT_PORT)
  if (!deliveryToken || !Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Fault('CONTENT_PORT and CONTENTFUL_ACCESS_TOKEN must be set')
  if (badPorts.has(port)) throw new Fault(`CONTENT_PORT=${port} ${refusedPort(port)}`)
  return {
    port,
    host: CONTENT_BIND,
    folder: resolve(root, DATA_DIR || '.data', 'content'),
    deliveryToken,
    managementToken,
    webhook: secret && webhookUrl ? { url: webhookUrl, secret } : null,
    logLevel: LOG_LEVEL || 'info',
  }
}

/**
 * Where and how the site reads the CMS, and the folder that it keeps its snapshot and the CMS's files in.
 * @throws Fault that names what is missing or bad
 */
export function readCms(environment: Environment) {
  const own = Object.entries(environment).filter(([name]) => name.startsWith('CONTENTFUL_') || name === 'DATA_DIR')
  const { contentful, pollSeconds, dataDir } = readSettings(Object.fromEntries(own), root)
  if (!contentful) throw new Fault('CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN must be set')
  return { ...contentful, pollSeconds, folder: join(dataDir, 'content') }
}

function portOf(url: string): number {
  return URL.canParse(url) ? Number(new URL(url).port) : 0
}

function isFile(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

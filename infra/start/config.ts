import { accessSync, constants, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { siteIds } from '#indexer/site'
import { Fault } from './screen.ts'

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

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
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), { error: `is no address: use one such as ${example}` })

const schema = z
  .object({
    PORT: z
      .string()
      .regex(/^\d+$/, { error: 'is no port: use a whole number from 1 to 65535, for example PORT=3001' })
      .transform(Number)
      .refine(port => port >= 1 && port <= 65_535, { error: 'is no port: use a whole number from 1 to 65535, for example PORT=3001' })
      .default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, { error: 'is no host: use localhost, 0.0.0.0 or an address of this machine' })
      .default('localhost'),
    DATA_DIR: z.string().default('.data'),
    SITE: z.enum(siteIds, { error: `is no site: use ${siteIds.join(', ')}` }).default('uk'),
    MEILI_URL: url(['http:', 'https:'], 'http://127.0.0.1:7700').optional(),
    MEILI_MASTER_KEY: z.string().min(16, { error: 'is too short: use at least 16 characters' }).optional(),
    MEILI_BIN: file('the Meilisearch program', constants.X_OK).optional(),
    REDIS_URL: url(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional(),
    REDIS_BIN: file('the redis-server program', constants.X_OK).optional(),
    INDEX_PREFIX: z
      .string()
      .regex(/^[\w-]{1,40}$/, { error: 'may hold letters, digits, _ and - only' })
      .default(''),
    QUEUE_PREFIX: z
      .string()
      .regex(/^[\w-]{1,40}$/, { error: 'may hold letters, digits, _ and - only' })
      .default('longlist'),
    ADMIN_USER: z
      .string()
      .regex(/^[^:]+$/, { error: 'may not hold a colon' })
      .default('admin'),
    ADMIN_PASSWORD: z.string().min(8, { error: 'is too short: use at least 8 characters, or leave it unset and one is made' }).optional(),
    JOB_SOURCES: file('a JSON catalogue of sources').optional(),
    WEBHOOK_SECRET: z
      .string()
      .regex(/^(whsec_)?[A-Za-z0-9+/=]{32,}$/, {
        error: 'is no webhook secret: use whsec_ and at least 24 bytes in base64 (echo whsec_$(openssl rand -base64 24)), or leave it unset',
      })
      .optional(),
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'is no level: use trace, debug, info, warn, error, fatal or silent' })
      .default('info'),
  })
  .refine(settings => !settings.MEILI_URL || settings.MEILI_MASTER_KEY, {
    path: ['MEILI_MASTER_KEY'],
    error: 'is missing: MEILI_URL needs the master key of that engine beside it',
  })

export interface Settings {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  site: (typeof siteIds)[number]
  meili: { url: string | undefined; masterKey: string | undefined; program: string | undefined }
  redis: { url: string | undefined; program: string | undefined }
  indexPrefix: string
  queuePrefix: string
  adminUser: string
  adminPassword: string | undefined
  /** Absolute path of a catalogue that replaces the seed's. */
  jobSources: string | undefined
  webhookSecret: string | undefined
  logLevel: string
  /** Started by `npm start`: when that npm is gone, so are we. */
  underNpm: boolean
  /** No terminal to ask at, and colours and bars are of no use. */
  cores: number
  /** The environment without any secret: what every child may see. */
  environment: Record<string, string>
}

/** Never passed on by accident: each process is given the few that it needs. */
const secrets = ['MEILI_MASTER_KEY', 'MEILI_SEARCH_KEY', 'MEILI_INDEXER_KEY', 'ADMIN_USER', 'ADMIN_PASSWORD', 'WEBHOOK_SECRET', 'REDIS_URL', 'MEILI_URL']

/**
 * Reads the settings of `npm start` from the environment; an empty value counts as unset.
 * @throws Fault that names every bad one with its mend, a line each
 */
export function readSettings(environment: Environment, root: string): Settings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')) as Record<string, string>
  const parsed = schema.safeParse(present)
  if (!parsed.success) {
    const shown = (name: string) => (secrets.includes(name) || present[name] === undefined ? name : `${name}=${present[name]}`)
    throw new Fault(parsed.error.issues.map(issue => `${shown(String(issue.path[0]))} ${issue.message}`).join('\n'))
  }
  const { data } = parsed
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(root, data.DATA_DIR),
    site: data.SITE,
    meili: { url: data.MEILI_URL?.replace(/\/$/, ''), masterKey: data.MEILI_MASTER_KEY, program: data.MEILI_BIN },
    redis: { url: data.REDIS_URL, program: data.REDIS_BIN },
    indexPrefix: data.INDEX_PREFIX,
    queuePrefix: data.QUEUE_PREFIX,
    adminUser: data.ADMIN_USER,
    adminPassword: data.ADMIN_PASSWORD,
    jobSources: data.JOB_SOURCES,
    webhookSecret: data.WEBHOOK_SECRET,
    logLevel: data.LOG_LEVEL,
    underNpm: present.npm_lifecycle_event === 'start',
    cores: availableParallelism(),
    environment: Object.fromEntries(Object.entries(present).filter(([name]) => !secrets.includes(name) && !name.startsWith('npm_'))),
  }
}

/** The data folder alone, and the folder that the person typed the command in: what `npm run sync` and `npm run rebuild` need. */
export function readPlace(environment: Environment, root: string): { dataDir: string; typedIn: string } {
  return { dataDir: resolve(root, environment.DATA_DIR || '.data'), typedIn: environment.INIT_CWD || process.cwd() }
}

/** What the one-shot `setup` container needs. Throws a Fault that names what is missing. */
export function readSetup(environment: Environment): { meiliUrl: string; masterKey: string; indexPrefix: string; keysDir: string; sourcesDir: string } {
  const { MEILI_URL: meiliUrl, MEILI_MASTER_KEY: masterKey, KEYS_DIR: keysDir, SOURCES_DIR: sourcesDir, INDEX_PREFIX: indexPrefix = '' } = environment
  if (!meiliUrl || !masterKey || !keysDir || !sourcesDir) throw new Fault('MEILI_URL, MEILI_MASTER_KEY, KEYS_DIR and SOURCES_DIR must all be set')
  return { meiliUrl: meiliUrl.replace(/\/$/, ''), masterKey, indexPrefix, keysDir, sourcesDir }
}

/** Where the site listens. */
export function readListen(environment: Environment): { port: number; host: string } {
  const { PORT, HOST } = schema.parse({ PORT: environment.PORT || undefined, HOST: environment.HOST || undefined })
  return { port: PORT, host: HOST }
}

/** What the health check of a container needs. */
export function readHealth(environment: Environment): { siteUrl: string; redisUrl: string; queuePrefix: string } {
  const { PORT = '3000', REDIS_URL: redisUrl = '', QUEUE_PREFIX: queuePrefix = 'longlist' } = environment
  return { siteUrl: `http://127.0.0.1:${PORT}`, redisUrl, queuePrefix }
}

function isFile(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

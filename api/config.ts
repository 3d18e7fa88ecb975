import { z } from 'zod'
import { redisUrl } from '#indexer/redisAddress'
import { replicaUrls } from '#indexer/replicas'
import { type Site, type SiteId, siteIds, sites } from '#indexer/site'
import { defaultQueuePrefix } from '#indexer/tasks'

const prefix = z.string().regex(/^[\w-]{0,40}$/, 'may hold letters, digits, _ and - only')
/** Standard Webhooks: base64, with or without `whsec_`. */
const signingSecret = z
  .string()
  .regex(/^(whsec_)?[A-Za-z0-9+/=]{32,}$/, 'must be whsec_ and at least 24 bytes in base64')

/** As `PUBLIC_URL`: links are to the host that a request was made to. */
export const asRequested = 'as-requested'

const clamav = /^(?:tcp:\/\/(?<host>[\w.-]+|\[[\da-f:]+\])(?::(?<port>\d{1,5}))?|unix:(?<socket>\/.+))$/

/** What the site and the deliveries have in common. */
const both = {
  SITE: z.enum(siteIds, { error: `must be one of ${siteIds.join(', ')}` }).default('uk'),
  REDIS_URL: redisUrl,
  QUEUE_PREFIX: prefix.min(1).default(defaultQueuePrefix),
  /**
   * Origin for absolute links in feeds, mails and the sitemap. Without one the site takes that of each request, and
   * mails hold no links; in production, where caches and readers keep what they are given, that is said on purpose
   * (`npm start` does for this machine alone).
   */
  PUBLIC_URL: z
    .union(
      [
        z.literal(asRequested).transform(() => null),
        z.url({ protocol: /^https?$/ }).transform(url => new URL(url).origin),
      ],
      {
        error: 'must be an http(s) address such as https://jobs.example.com',
      },
    )
    .optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** clamd: `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`. */
  CLAMAV_URL: z.string().regex(clamav, 'must be tcp://host:port or unix:/path of a socket').optional(),
  /** S3-compatible bucket for submissions, in place of the folder. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  /** `https://s3.example.com`, for a service that is not Amazon's. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  S3_REGION: z.string().min(1).default('eu-west-2'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
}

/** Where submissions are kept. */
export interface StoreSettings {
  /** Of all of it, or of what is on its way to the bucket. */
  folder: string
  bucket: { name: string; endpoint: string | null; region: string; accessKeyId: string; secretAccessKey: string } | null
}

export type ScannerAddress = { host: string; port: number } | { socket: string }

interface BucketVariables {
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

function bucketOf(data: BucketVariables): StoreSettings['bucket'] {
  if (!data.S3_BUCKET) return null
  if (!data.S3_ACCESS_KEY_ID || !data.S3_SECRET_ACCESS_KEY)
    throw new Error('Bad settings: S3_BUCKET is set, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too')
  return {
    name: data.S3_BUCKET,
    endpoint: data.S3_ENDPOINT ?? null,
    region: data.S3_REGION,
    accessKeyId: data.S3_ACCESS_KEY_ID,
    secretAccessKey: data.S3_SECRET_ACCESS_KEY,
  }
}

function scannerOf(url: string | undefined): ScannerAddress | null {
  const found = url === undefined ? null : clamav.exec(url)?.groups
  if (!found) return null
  return found.socket ? { socket: found.socket } : { host: found.host!, port: Number(found.port ?? 3_310) }
}

/** `uk=https://jobs.example.com,de=https://jobs.example.de` */
const alternateSites = z.string().transform((text, { addIssue }) => {
  const origins: Partial<Record<SiteId, string>> = {}
  for (const part of text.split(',')) {
    const [, id, address = ''] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    const url = URL.canParse(address) ? new URL(address) : null
    if (!siteIds.includes(id as SiteId) || !/^https?:$/.test(url?.protocol ?? '') || Object.hasOwn(origins, id!)) {
      addIssue({
        code: 'custom',
        message: `must be sites and their addresses, such as uk=https://jobs.example.com,de=https://jobs.example.de`,
      })
      return z.NEVER
    }
    origins[id as SiteId] = url!.origin
  }
  return origins
})

const schema = z.object({
  ...both,
  MEILI_URL: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of Meilisearch' }),
  MEILI_SEARCH_KEY: z.string({ error: 'must be a Meilisearch key with the actions search and documents.get' }).min(1),
  /** Engines that the worker keeps as that one is; they take the same key. */
  MEILI_REPLICA_URLS: replicaUrls,
  /** Seconds that a replica may be behind to be asked. */
  REPLICA_MAX_LAG_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .int()
    .min(2)
    .max(3_600)
    .default(30),
  INDEX_PREFIX: prefix.default(''),
  /** Without a password /admin is closed. */
  ADMIN_USER: z
    .string()
    .regex(/^[^:]+$/, 'may not hold a colon')
    .default('admin'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  /** Users of /admin beside that one: a line of JSON each, as `npm run user` writes them. */
  ADMIN_USERS: z.string().optional(),
  /** JSON file of the mails that a consultant can send, in place of the product's own. */
  MAIL_TEMPLATES: z.string().optional(),
  /** Opens `/metrics` (`Authorization: Bearer`), as the administrator's password does. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters and no space')
    .optional(),
  /** Standard Webhooks: base64, with or without `whsec_`. Without one, webhooks are refused. */
  WEBHOOK_SECRET: signingSecret.optional(),
  /**
   * Signing secret of the CMS's webhooks, 64 characters (Contentful: request verification). Without one they are
   * refused.
   */
  CONTENTFUL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w+/=-]{64}$/, 'must be the 64 characters that Contentful shows for request verification')
    .optional(),
  /** Proxies in front of the site whose X-Forwarded-For may be believed. */
  TRUSTED_HOPS: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(10).default(0),
  /** Requests a minute from one address other than this machine's own. */
  SEARCH_RATE_LIMIT: z.coerce.number({ error: 'must be a whole number' }).int().min(1).default(1_200),
  /** Pages, searches and feeds that one process answers at once. */
  REQUESTS_AT_ONCE: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(10_000).default(500),
  /** Open pages that one process tells of changes; 0: none. */
  LIVE_STREAMS: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(50_000).default(5_000),
  /** Forms sent a minute from one address other than this machine's own. */
  FORM_RATE_LIMIT: z.coerce.number({ error: 'must be a whole number' }).int().min(1).default(20),
  /** Hosts beside this one that a form's answer may lead to, by commas. */
  FORM_REDIRECT_HOSTS: z
    .string()
    .regex(/^[\w.:-]+(?:\s*,\s*[\w.:-]+)*$/, 'must be host names with commas between them')
    .optional(),
  /** The agency's sites for other countries, for `hreflang`. */
  ALTERNATE_SITES: alternateSites.optional(),
  /** Folder of what forms send; with a bucket, of what is on its way there. Without one there are no forms. */
  SUBMISSIONS_DIR: z.string().optional(),
  /** Folder of the mails that no server takes, for `/admin/mailbox`. */
  MAILBOX_DIR: z.string().optional(),
  /** `yes` where the deliveries have a mail server; its address and password are theirs alone. */
  MAIL_BY_SMTP: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
  /** Of one uploaded file. */
  MAX_UPLOAD_MB: z.coerce.number({ error: 'must be a number' }).min(0.1).max(100).default(10),
})

const publicUrlMissing =
  'PUBLIC_URL is missing: set it to the address that visitors use, such as https://jobs.example.com; what others keep must not hold a visitor’s Host'

export interface ApiConfig {
  site: Site
  meiliUrl: string
  searchKey: string
  /** Engines beside that one, asked while they are no further behind. */
  replicas: { urls: string[]; maxLagMs: number }
  redisUrl: string
  indexPrefix: string
  queuePrefix: string
  admin: { user: string; password: string } | null
  /** Null: there are no users beside that one. */
  adminUsersFile: string | null
  /** Null: the product's own. */
  mailTemplatesFile: string | null
  /** Null: only the administrator may read `/metrics`. */
  metricsToken: string | null
  webhookSecret: string | null
  contentWebhookSecret: string | null
  /** `https://jobs.example.com`; null: as the request says. */
  publicUrl: string | null
  trustedHops: number
  searchRateLimit: number
  requestsAtOnce: number
  liveStreams: number
  formRateLimit: number
  redirectHosts: string[]
  /** Null: there are no forms. */
  submissions: StoreSettings | null
  mailsBySmtp: boolean
  /** Of the mails that no server takes; where there is one now, mails of before may lie there. */
  mailboxFolder: string | null
  scanner: ScannerAddress | null
  /** Bytes. */
  maxFileBytes: number
  logLevel: string
  /** Where there is more of it than a visitor has: tests, whose machine may stand still at any moment. No setting. */
  patience?: Patience
}

/**
 * How long the site waits for others before it answers without them, in milliseconds; what is left out is as each of
 * them has it.
 */
export interface Patience {
  /** For an answer of the search engine. */
  engineMs?: number
  /** For an answer of Redis. */
  redisMs?: number
  /** For the store and the scanner, when `/health` or `/metrics` asks. */
  lookMs?: number
  /** For the turn of a CV, and for its reading. */
  cv?: { waitMs?: number; readMs?: number }
}

/**
 * The site's settings from the environment; an empty value counts as unset.
 * @throws one Error that lists every bad setting with what it must be
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): ApiConfig {
  const host = environment.NODE_ENV === 'production' && !environment.PUBLIC_URL ? [publicUrlMissing] : []
  const data = readBy(schema, environment, 'the site', host)
  return {
    site: { ...sites[data.SITE], ...(data.ALTERNATE_SITES && { alternates: data.ALTERNATE_SITES }) },
    meiliUrl: data.MEILI_URL,
    searchKey: data.MEILI_SEARCH_KEY,
    replicas: { urls: data.MEILI_REPLICA_URLS, maxLagMs: data.REPLICA_MAX_LAG_SECONDS * 1_000 },
    redisUrl: data.REDIS_URL,
    indexPrefix: data.INDEX_PREFIX,
    queuePrefix: data.QUEUE_PREFIX,
    admin: data.ADMIN_PASSWORD ? { user: data.ADMIN_USER, password: data.ADMIN_PASSWORD } : null,
    adminUsersFile: data.ADMIN_USERS ?? null,
    mailTemplatesFile: data.MAIL_TEMPLATES ?? null,
    metricsToken: data.METRICS_TOKEN ?? null,
    webhookSecret: data.WEBHOOK_SECRET ?? null,
    contentWebhookSecret: data.CONTENTFUL_WEBHOOK_SECRET ?? null,
    publicUrl: data.PUBLIC_URL ?? null,
    trustedHops: data.TRUSTED_HOPS,
    searchRateLimit: data.SEARCH_RATE_LIMIT,
    requestsAtOnce: data.REQUESTS_AT_ONCE,
    liveStreams: data.LIVE_STREAMS,
    formRateLimit: data.FORM_RATE_LIMIT,
    redirectHosts: data.FORM_REDIRECT_HOSTS?.split(',').map(host => host.trim()) ?? [],
    submissions: data.SUBMISSIONS_DIR ? { folder: data.SUBMISSIONS_DIR, bucket: bucketOf(data) } : null,
    mailsBySmtp: data.MAIL_BY_SMTP === 'yes',
    mailboxFolder: data.MAILBOX_DIR ?? null,
    scanner: scannerOf(data.CLAMAV_URL),
    maxFileBytes: Math.floor(data.MAX_UPLOAD_MB * 1_048_576),
    logLevel: data.LOG_LEVEL,
  }
}

const deliverySchema = z.object({
  ...both,
  SUBMISSIONS_DIR: z.string({ error: 'must be the folder of the submissions' }).min(1),
  /** Of the search that alerts are matched by. */
  MEILI_URL: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of Meilisearch' }).optional(),
  MEILI_SEARCH_KEY: z.string().min(1).optional(),
  INDEX_PREFIX: prefix.default(''),
  /** Between two passes over the jobs that have arrived: half a minute leaves time for a mail within the minute. */
  ALERT_PASS_SECONDS: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(600).default(15),
  MAILBOX_DIR: z.string({ error: 'must be a folder for mails that no server takes' }).min(1),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n@]*@[^\r\n]+$/, 'must be an e-mail address')
    .default('Longlist <no-reply@longlist.example>'),
  OFFICE_EMAIL: z.email('must be an e-mail address').default('office@longlist.example'),
  ATS_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  ATS_WEBHOOK_SECRET: signingSecret.optional(),
  /** Days that a submission is kept. */
  RETENTION_DAYS: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(3_650).default(180),
  /**
   * Of a task, renewed at half of it for as long as its process lives: what a killed one was at is taken up after that.
   * Longer than a process stands still that is well; one that stood still longer finds at its last look that the task
   * is not its own any more.
   */
  DELIVERY_LOCK_SECONDS: z.coerce.number({ error: 'must be a whole number' }).int().min(5).max(600).default(30),
  /** Between two looks for submissions that no queue knows: a lost Redis, a site that died after it had stored. */
  DELIVERY_SWEEP_SECONDS: z.coerce.number({ error: 'must be a whole number' }).int().min(5).max(3_600).default(60),
})

/**
 * The settings of the deliveries' process.
 * @throws one Error that lists every bad setting with what it must be
 */
export function readDeliveryConfig(environment: Record<string, string | undefined> = process.env) {
  const data = readBy(deliverySchema, environment, 'the deliveries')
  if (data.ATS_WEBHOOK_URL && !data.ATS_WEBHOOK_SECRET)
    throw new Error('Bad settings of the deliveries: ATS_WEBHOOK_SECRET is missing: what is sent there is signed')
  return {
    redisUrl: data.REDIS_URL,
    queuePrefix: data.QUEUE_PREFIX,
    submissions: { folder: data.SUBMISSIONS_DIR, bucket: bucketOf(data) } satisfies StoreSettings,
    mailboxFolder: data.MAILBOX_DIR,
    scanner: scannerOf(data.CLAMAV_URL),
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM,
    officeEmail: data.OFFICE_EMAIL,
    /** Settings without which mails by a real server are to or from made-up addresses, where they are lost. */
    madeUp: data.SMTP_URL ? (['OFFICE_EMAIL', 'MAIL_FROM'] as const).filter(name => !environment[name]) : [],
    ats:
      data.ATS_WEBHOOK_URL && data.ATS_WEBHOOK_SECRET
        ? { url: data.ATS_WEBHOOK_URL, secret: data.ATS_WEBHOOK_SECRET }
        : null,
    retentionDays: data.RETENTION_DAYS,
    lockMs: data.DELIVERY_LOCK_SECONDS * 1_000,
    sweepMs: data.DELIVERY_SWEEP_SECONDS * 1_000,
    publicUrl: data.PUBLIC_URL ?? null,
    siteName: sites[data.SITE].name,
    site: sites[data.SITE],
    /** Null where it is not known: alerts are not matched then. */
    search:
      data.MEILI_URL && data.MEILI_SEARCH_KEY
        ? { url: data.MEILI_URL, key: data.MEILI_SEARCH_KEY, indexPrefix: data.INDEX_PREFIX }
        : null,
    passMs: data.ALERT_PASS_SECONDS * 1_000,
    logLevel: data.LOG_LEVEL,
  }
}

/**
 * @param whose for the message
 * @param more faults that are none of a single variable's value
 */
function readBy<Schema extends z.ZodType>(
  schema: Schema,
  environment: Record<string, string | undefined>,
  whose: string,
  more: string[] = [],
): z.infer<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  if (parsed.success && more.length === 0) return parsed.data
  const faults = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new Error(`Bad settings of ${whose}: ${[...faults, ...more].join('; ')}`)
}

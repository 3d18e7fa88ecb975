import { join } from 'node:path'
import { z } from 'zod'
import { redisUrl } from '#indexer/redisAddress'
import { replicaUrls } from '#indexer/replicas'
import { siteIds } from '#indexer/site'
import { defaultQueuePrefix } from '#indexer/tasks'

const schema = z
  .object({
    REDIS_URL: redisUrl,
    MEILI_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address of Meilisearch' }),
    MEILI_INDEXER_KEY: z.string().min(1, 'must be a Meilisearch key that may write documents, settings and indexes'),
    /** Engines that are kept as that one is; they take the same key. */
    MEILI_REPLICA_URLS: replicaUrls,
    /** A folder on the disk of the engine, where the worker sees it: a rebuild begins only when there is room. */
    MEILI_DATA_DIR: z.string().optional(),
    INDEX_PREFIX: z
      .string()
      .regex(/^[a-zA-Z0-9_-]*$/, 'may hold letters, digits, _ and - only')
      .default(''),
    QUEUE_PREFIX: z.string().min(1).default(defaultQueuePrefix),
    JOB_SOURCES: z.string().min(1, 'must be the path of a JSON catalogue of sources'),
    SITE: z.enum(siteIds, { error: `must be one of ${siteIds.join(', ')}` }).default('uk'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    /** Seconds after which the task of a worker that was killed is taken up. */
    TASK_LOCK_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).min(3).max(600).default(15),
    /** Seconds that a sync waits for a feed on another machine before other tasks have their turn. */
    FEED_WAIT_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).min(0.1).max(60).default(2),
    /** Seconds between two signs of life, which are looks at the operator's files too. */
    HEARTBEAT_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).min(0.1).max(10).default(5),
    /** Threads that make documents beside the worker's own, in a sync that writes many. For more cores than two. */
    NORMALISER_THREADS: z.coerce.number({ error: 'must be a number of threads' }).int().min(0).max(16).default(0),
    /**
     * How far the worker stands back behind the site where both share cores, as Unix counts it. Not the lowest: of a
     * machine whose cores are all taken it still has some.
     */
    WORKER_NICENESS: z.coerce.number({ error: 'must be a number from 0 to 19' }).int().min(0).max(19).default(10),
    /** Seconds between two sweeps of expired jobs. */
    SWEEP_SECONDS: z.coerce.number().int().min(5).max(86_400).default(300),
    /** Space of the CMS. Without it and its token there is no content to index; jobs are synced all the same. */
    CONTENTFUL_SPACE_ID: z.string().optional(),
    /** Of the Content Delivery API. */
    CONTENTFUL_ACCESS_TOKEN: z.string().optional(),
    CONTENTFUL_ENVIRONMENT: z.string().default('master'),
    /** With a port where it is not the usual one. */
    CONTENTFUL_HOST: z
      .string()
      .regex(/^[\w.-]+(:\d+)?$/, 'must be a host such as cdn.contentful.com')
      .default('cdn.contentful.com'),
    /** http instead of https: a local server. */
    CONTENTFUL_INSECURE: z.stringbool({ error: 'must be true or false' }).default(false),
    /** Seconds between two looks at the CMS beside its webhooks. */
    CONTENTFUL_POLL_SECONDS: z.coerce.number({ error: 'must be a number' }).int().min(1).max(86_400).default(60),
    /** Where the worker keeps its snapshot; by default below DATA_DIR. Never the site's file. */
    CONTENT_FILE: z.string().optional(),
    /** A JSON file of what texts of the feeds stand for (documents/aliases.ts). */
    LOCATION_ALIASES: z.string().optional(),
    /** A JSON file of words that mean one thing (indexes/readVocabulary.ts). */
    SEARCH_VOCABULARY: z.string().optional(),
    /** Its folder `postal` holds what `npm run postal` has made, `taxonomy.json` what `npm run taxonomy` has. */
    DATA_DIR: z.string().default('.data'),
    /** Where alarms are posted to as JSON when they begin and end. */
    ALARM_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    /** Seconds that a task may wait in a queue before it is an alarm. */
    QUEUE_AGE_ALARM_SECONDS: z.coerce
      .number({ error: 'must be a number of seconds' })
      .int()
      .min(10)
      .max(86_400)
      .default(900),
    /** Seconds that mails of job alerts may be late before it is an alarm. */
    ALERT_WAIT_ALARM_SECONDS: z.coerce
      .number({ error: 'must be a number of seconds' })
      .int()
      .min(10)
      .max(86_400)
      .default(900),
    /** Seconds that Meilisearch may be behind with its tasks before it is an alarm. */
    INDEX_LAG_ALARM_SECONDS: z.coerce
      .number({ error: 'must be a number of seconds' })
      .int()
      .min(10)
      .max(86_400)
      .default(300),
  })
  .refine(({ MEILI_URL: primary, MEILI_REPLICA_URLS: replicas }) => !replicas.includes(primary.replace(/\/$/, '')), {
    path: ['MEILI_REPLICA_URLS'],
    error: 'may not name MEILI_URL: that one is followed',
  })
  .refine(
    ({ CONTENTFUL_SPACE_ID: space, CONTENTFUL_ACCESS_TOKEN: token }) => (space === undefined) === (token === undefined),
    {
      path: ['CONTENTFUL_SPACE_ID'],
      error: 'and CONTENTFUL_ACCESS_TOKEN belong together: set both or neither',
    },
  )

export type IndexerConfig = z.infer<typeof schema>

/** What a catalogue may name as `${SOURCE_…}`. */
export function catalogueSecrets(
  environment: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('SOURCE_')))
}

/** Where and how the worker reads the CMS; null without one. */
export function contentSource(config: IndexerConfig) {
  const { CONTENTFUL_SPACE_ID: space, CONTENTFUL_ACCESS_TOKEN: accessToken } = config
  if (space === undefined || accessToken === undefined) return null
  return {
    space,
    accessToken,
    environment: config.CONTENTFUL_ENVIRONMENT,
    host: config.CONTENTFUL_HOST,
    insecure: config.CONTENTFUL_INSECURE,
    file: config.CONTENT_FILE ?? join(config.DATA_DIR, 'content', 'worker.json'),
  }
}

/** @throws one Error that lists every bad setting with what it must be */
export function readConfig(environment: Record<string, string | undefined> = process.env): IndexerConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  throw new Error(
    `Bad settings of the worker: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
  )
}

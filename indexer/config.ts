import { z } from 'zod'
import { siteIds } from '#indexer/site'

const schema = z.object({
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }),
  MEILI_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address of Meilisearch' }),
  MEILI_INDEXER_KEY: z.string().min(1, 'must be a Meilisearch key that may write documents, settings and indexes'),
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9_-]*$/, 'may hold letters, digits, _ and - only')
    .default(''),
  QUEUE_PREFIX: z.string().min(1).default('longlist'),
  JOB_SOURCES: z.string().min(1, 'must be the path of a JSON catalogue of sources'),
  SITE: z.enum(siteIds, { error: `must be one of ${siteIds.join(', ')}` }).default('uk'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Seconds between two sweeps of expired jobs. */
  SWEEP_SECONDS: z.coerce.number().int().min(5).max(86_400).default(300),
})

export type IndexerConfig = z.infer<typeof schema>

/** @throws one Error that lists every bad setting with what it must be */
export function readConfig(environment: Record<string, string | undefined> = process.env): IndexerConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  throw new Error(`Bad settings of the worker: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`)
}

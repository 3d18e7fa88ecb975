import { z } from 'zod'

/**
 * Queue names. `index` is serial (concurrency 1 over all workers): syncs, rebuilds and sweeps never write beside each
 * other. What is on `trial` reads and writes no index: an operator waits for it.
 */
export const queueNames = { index: 'index', urgent: 'urgent', content: 'content', trial: 'trial' } as const

/** Of the queues' names in Redis, where QUEUE_PREFIX says no other: the same for all processes and commands. */
export const defaultQueuePrefix = 'longlist'

/**
 * How long a killed process keeps a task, as BullMQ's workers take it.
 * @param lockMs may be odd: Redis takes whole numbers only, and the look for stalled tasks would fail
 */
export function lockOptions(lockMs: number): { lockDuration: number; stalledInterval: number } {
  return { lockDuration: lockMs, stalledInterval: Math.round(lockMs / 3) }
}

/** Tasks of the `index` queue. */
export const syncSourceTask = z.object({
  source: z.string(),
  from: z.string().optional(),
  force: z.boolean().optional(),
  add: z.boolean().optional(),
  /** Nothing is written: what would be is kept as a `DryRun`. */
  dryRun: z.boolean().optional(),
})
export const rebuildIndexTask = z.object({ index: z.enum(['jobs', 'places']) })
/** Takes the jobs of a source that has left the catalogue out of the index. */
export const retireSourceTask = z.object({ source: z.string() })
/** Normalises anew what was sent to a source one by one, for the rules, the places or the catalogue have changed. */
export const renormaliseSourceTask = z.object({ source: z.string() })
export const removeExpiredTask = z.object({})

/**
 * Tasks of the `urgent` queue: one job at once. The payload itself waits in Redis under `webhookJobKey(id)`; the queue
 * holds its id only.
 */
export const applyWebhookTask = z.object({ deliveryId: z.string() })
/** The same for a document that was posted: it waits under `redisKeys.post(id)`. */
export const applyPostTask = z.object({ deliveryId: z.string() })

/**
 * Adds what an operator says on /admin/searches to the worker's own words: what a text finds too, or which place it is.
 * Answers a `WordOutcome`.
 */
export const addWordTask = z.object({ kind: z.enum(['synonym', 'alias']), text: z.string(), means: z.string() })

/**
 * The task of the `content` queue: brings the worker's snapshot up to date and writes what changed into the content
 * indexes.
 */
export const syncContentTask = z.object({
  /** Asked by the clock and not because something has changed. */
  poll: z.boolean().optional(),
  /**
   * How often the CMS was looked at already for what has changed: right after a webhook its answers may still be the
   * old ones.
   */
  looks: z.number().int().optional(),
})

export type SyncSourceTask = z.infer<typeof syncSourceTask>
export type RetireSourceTask = z.infer<typeof retireSourceTask>
export type RebuildIndexTask = z.infer<typeof rebuildIndexTask>
export type ApplyWebhookTask = z.infer<typeof applyWebhookTask>
export type ApplyPostTask = z.infer<typeof applyPostTask>
export type AddWordTask = z.infer<typeof addWordTask>
/** `refused` says why, for the operator; nothing was written then. */
export type WordOutcome = { refused: string | null }
export type SyncContentTask = z.infer<typeof syncContentTask>

export const taskNames = {
  syncSource: 'syncSource',
  rebuildIndex: 'rebuildIndex',
  removeExpired: 'removeExpired',
  retireSource: 'retireSource',
  renormaliseSource: 'renormaliseSource',
  applyWebhook: 'applyWebhook',
  applyPost: 'applyPost',
  addWord: 'addWord',
  syncContent: 'syncContent',
  drawSample: 'drawSample',
  keepTicks: 'keepTicks',
  tryMapping: 'tryMapping',
} as const

/** Redis keys that both the worker and the site know. `prefix` is the installation's. */
export const redisKeys = {
  webhookJob: (prefix: string, deliveryId: string) => `${prefix}:webhook:job:${deliveryId}`,
  /** JSON `PostedPart`, until it is applied. */
  post: (prefix: string, deliveryId: string) => `${prefix}:post:${deliveryId}`,
  /** JSON `PostOutcome`, for as long as the sender may wait for it. */
  postOutcome: (prefix: string, deliveryId: string) => `${prefix}:post:outcome:${deliveryId}`,
  /** Newest first, JSON `RunRecord`s, capped. */
  runs: (prefix: string, source: string) => `${prefix}:runs:${source}`,
  /** JSON `QuarantinedRow`s of the latest complete run, capped. */
  quarantine: (prefix: string, source: string) => `${prefix}:quarantine:${source}`,
  /** Hash source -> JSON `SourceSummary`: the catalogue as the worker reads it. */
  sources: (prefix: string) => `${prefix}:sources`,
  /** ISO 8601 time of a worker's last sign of life; gone when there is none. */
  heartbeat: (prefix: string) => `${prefix}:heartbeat`,
  /** Published to when the CMS has said that something changed: every site process looks again. */
  contentChannel: (prefix: string) => `${prefix}:content`,
  /** Published to when jobs have changed: JSON `ChangedJobs`. */
  changedJobs: (prefix: string) => `${prefix}:changedJobs`,
  /** JSON `ContentRecord` of the latest content sync. */
  contentRecord: (prefix: string) => `${prefix}:contentRecord`,
  /** Hash `alarmKey` -> JSON `Alarm`, until it is cleared. */
  alarms: (prefix: string) => `${prefix}:alarms`,
  /** JSON `DryRun`, the source's latest; gone after a week. */
  dryRun: (prefix: string, source: string) => `${prefix}:dryRun:${source}`,
  /** Hash source -> ISO 8601 time since when its runs are paused. Written by the site, obeyed by the worker. */
  paused: (prefix: string) => `${prefix}:paused`,
  /** A lease: there while a worker fetches the source's feed beside the queue, or keeps it for its turn. */
  gathering: (prefix: string, source: string) => `${prefix}:gathering:${source}`,
  /** Hash `what` -> JSON `SetAsideTask`, until it is tried again or has come to its end. */
  setAside: (prefix: string) => `${prefix}:setAside`,
  /** JSON `Vocabulary`: what the worker has given the engine. */
  vocabulary: (prefix: string) => `${prefix}:vocabulary`,
  /** Sorted set of ids of those whose alerts have something to tell -> when that is due (epoch milliseconds). */
  alertsDue: (prefix: string) => `${prefix}:alerts:due`,
  /** When the jobs that had arrived were last matched with the alerts, epoch milliseconds. */
  alertsPassed: (prefix: string) => `${prefix}:alerts:passed`,
  /** Hash source -> id of its latest sample. */
  latestSamples: (prefix: string) => `${prefix}:samples`,
  /** JSON `FeedSample`; gone after two days. */
  sample: (prefix: string, id: string) => `${prefix}:sample:${id}`,
  /** JSON `Ticks` of a sample, as they were saved last; gone with it. */
  sampleTicks: (prefix: string, id: string) => `${prefix}:sample:${id}:ticks`,
  /** Hash source -> JSON `SampleTally`s, newest first: what the worker's files hold. */
  quality: (prefix: string) => `${prefix}:quality`,
  /**
   * JSON `TrialRequest`, its sample (deflated; `1` where more would have come, else `0`, and the text) and its JSON
   * `TrialResult`; gone after an hour.
   */
  trial: (prefix: string, id: string) => `${prefix}:trial:${id}`,
  trialText: (prefix: string, id: string) => `${prefix}:trial:${id}:text`,
  trialResult: (prefix: string, id: string) => `${prefix}:trial:${id}:result`,
  /** JSON `MergedRow`s of the latest complete run, capped. */
  merges: (prefix: string, source: string) => `${prefix}:merges:${source}`,
  /** Hash of a replica's address -> JSON `ReplicaState`. */
  replicas: (prefix: string) => `${prefix}:replicas`,
}

/** Runs kept of each source: as many as are shown. */
export const runsKept = 30

/** The words that mean one thing, from all that say so. */
export interface Vocabulary {
  /** How many groups come from where. */
  groups: { own: number; operator: number; taxonomy: number; added?: number }
  /** Word -> what it finds beside itself. */
  synonyms: Record<string, string[]>
  /** Of the synonyms. */
  digest: string
}

/**
 * Progress of a sync: rows read, or the feed is being fetched and the task comes again at that time (epoch
 * milliseconds).
 */
export interface SyncProgress {
  rows: number
}
export interface FetchProgress {
  againAt: number
}

/**
 * Since when a task waits, epoch milliseconds: one of a schedule is made when the one before begins, and waits from
 * when it is due; one whose feed was fetched, from when it comes again.
 */
export function waitsSince({
  timestamp,
  opts,
  progress,
}: {
  timestamp: number
  opts: { delay?: number | undefined }
  progress: unknown
}): number {
  return Math.max(timestamp + (opts.delay ?? 0), (progress as Partial<FetchProgress> | null)?.againAt ?? 0)
}

/**
 * What one sync did. received = upserted + unchanged + quarantined + merged; all are 0 for a run that changed nothing.
 */
export interface RunRecord {
  source: string
  /** ISO 8601 UTC. */
  startedAt: string
  ms: number
  /**
   * `ok`; `notModified` (the feed said so, nothing read); `guarded`, `failed`, `paused` and `underway`: nothing was
   * changed, `reason` says why.
   */
  outcome: 'ok' | 'notModified' | 'guarded' | 'failed' | 'paused' | 'underway'
  reason?: string
  /** True for a run that was only tried: the counts are what it would have done. */
  dryRun?: boolean
  /** Of the upserted: those that were not in the index before. */
  added?: number
  /** Of the quarantined: those that the feed itself lists as closed. */
  closed?: number
  /** Rows read by a run that then changed nothing. */
  read?: number
  received: number
  upserted: number
  unchanged: number
  quarantined: number
  /** Rows folded into another row of the feed: the same id, or the same advert. */
  merged: number
  retired: number
  /** Missing from this run, kept until missing from as many complete runs as configured. */
  missing: number
  /** What the rows hold and the source's format does not read: by name, in how many rows; the most frequent first. */
  notRead?: Record<string, number>
}

/** A task that has ended several workers in a row, with what it takes to make it again. */
export interface SetAsideTask {
  /** The task by what it does: another one of the same schedule is the same. */
  what: string
  /** Name of its queue. */
  queue: string
  id: string
  name: string
  data: unknown
  /** Whose feed, webhook or post it is, where it is of a source. */
  source: string | null
  /** ISO 8601 UTC. */
  since: string
}

/** What one content sync did. */
export interface ContentRecord {
  /** ISO 8601 UTC. */
  at: string
  ms: number
  outcome: 'ok' | 'failed'
  reason?: string
  upserted: number
  deleted: number
  unchanged: number
  /** Entries that cannot be used, with what to do about each. */
  refused: { entry: string; type: string; title: string | null; reason: string }[]
}

export interface QuarantinedRow {
  /** 1-based place in the feed. */
  row: number
  /** The feed's id of the row, where it has one. */
  key: string | null
  /** The id the document would have had, where the row got so far. */
  id?: string
  title: string | null
  /** What is wrong and what to do, for a person. */
  reason: string
  /** The row as the feed has it, personal details masked, cut at 2,000 characters. */
  raw?: string
}

/** A row that was folded into another one, and why. */
export interface MergedRow {
  key: string | null
  title: string
  /** The job that stands for it; null where it is another row of the same feed. */
  into: { id: string; source: string; title: string } | null
  /** For a person: `the same advert: title, places, pay, employer and text are alike`. */
  reason: string
}

/** One job in a `DryRun`. `changes` is empty for one that would be added or retired. */
export interface JobChange {
  id: string
  title: string
  location: string
  changes: { field: string; from: string; to: string }[]
}

/** What a sync would do. The lists are the first of each kind; the record counts them all. */
export interface DryRun {
  record: RunRecord
  /** As it may be shown. */
  from: string
  added: JobChange[]
  changed: JobChange[]
  retired: JobChange[]
  merged: MergedRow[]
  quarantine: QuarantinedRow[]
}

export interface SourceSummary {
  id: string
  title: string
  format: string
  /** As it may be shown; null: read only on request. */
  from: string | null
  schedule: string | null
  /** Paused by the catalogue itself. */
  paused: boolean
  /** SHA-256 (hex) of the secret that posts to `/posts/{id}` carry; null where it takes none. */
  postSecret: string | null
  /** Whose days and dates are meant (IANA, ISO 3166); absent in what an earlier version wrote. */
  timeZone?: string
  country?: string | null
}

/**
 * What an operator should look at. Of a source: `guarded` and `failed` (its last run), `failureShare` (too many rows
 * refused), `silent` (no complete run for too long). Of the whole, source null: `queueAge` (a task waits for too long),
 * `indexLag` (the engine is behind with its tasks, or does not answer), `catalogue`, `places` and `vocabulary` (the
 * catalogue, the aliases or postal data, or the vocabulary have faults and the last good ones are used), `setAside`
 * (tasks that end workers), `alertsLate` (jobs that alerts have found wait longer than the alerts' frequency),
 * `rebuild` (the index of jobs was to be rebuilt and was not).
 */
export const alarmKinds = [
  'guarded',
  'failed',
  'failureShare',
  'silent',
  'queueAge',
  'indexLag',
  'catalogue',
  'places',
  'vocabulary',
  'setAside',
  'alertsLate',
  'rebuild',
] as const
export interface Alarm {
  source: string | null
  kind: (typeof alarmKinds)[number]
  message: string
  /** ISO 8601 UTC. */
  since: string
}

export function alarmKey({ source, kind }: Pick<Alarm, 'source' | 'kind'>): string {
  return `${source ?? ''}:${kind}`
}

/** As much of a Job entity as tells a job from anything else; the worker reads the rest. */
const jobEntity = z
  .looseObject({ title: z.string('must be text').trim().min(1, 'must not be empty') })
  .refine(
    ({ id, external_reference }) =>
      [id, external_reference].some(key => typeof key === 'number' || (typeof key === 'string' && key.trim() !== '')),
    {
      path: ['id'],
      error: 'is missing: send the id or the external_reference that the job is known by',
    },
  )

/**
 * Body of `POST /webhooks/jobs`. `job` is the spec's Job entity; its `id` or `external_reference` is its identity
 * within the source.
 */
export const jobWebhookBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('job.upserted'), source: z.string().min(1).max(100), job: jobEntity }),
  z.object({ type: z.literal('job.withdrawn'), source: z.string().min(1).max(100), id: z.string().min(1).max(200) }),
])
export type JobWebhookBody = z.infer<typeof jobWebhookBody>

/**
 * The XML of job distributors that is taken by `POST /posts/{source}`: the dialect (and format) and its root elements,
 * in lower case.
 */
export const postDialects = {
  broadbean: ['job', 'jobs', 'adcourierapi'],
  idibu: ['idibu'],
  dwp: ['vacancies', 'expirevacancies'],
} as const satisfies Record<string, readonly string[]>
export type PostDialect = keyof typeof postDialects

/** What a distributor has posted, without its credentials. */
export interface PostedDocument {
  source: string
  dialect: PostDialect
  /** Epoch milliseconds. What came later is never undone by what came earlier, in whatever order they are applied. */
  receivedAt: number
}
/**
 * One task of it: all that it asks for one job, in its order, as the indexer has read it. What an earlier version kept
 * is the document itself.
 */
export type PostedPart = PostedDocument & ({ commands: unknown[] } | { xml: string })

/** One thing that a posted document asks for: a job to be added, changed or deleted. */
export interface PostedAdvert {
  /** The sender's; null where it sent none. */
  reference: string | null
  /** Why it cannot be done, as far as the document tells: for the sender. */
  refused?: string
  /** For `PostedPart`. */
  command: unknown
}
/**
 * Reads and judges a posted document as the worker would, as far as that needs no index; or says why it cannot be used.
 */
export type ReadPost = (
  document: { dialect: PostDialect; xml: string; receivedAt: number } & Pick<SourceSummary, 'timeZone' | 'country'>,
) => Promise<{ adverts: PostedAdvert[] } | { refused: string }>

/** What became of one advert of a posted document. */
export interface PostedJob {
  /** The sender's reference; null where it sent none. */
  reference: string | null
  /**
   * `older`: something later has come for this job, and stands. `unknownJob`: to be deleted, and there is none.
   * `pending`: judged and kept, to be applied.
   */
  outcome: 'added' | 'updated' | 'withdrawn' | 'older' | 'unknownJob' | 'refused' | 'pending'
  /** Of the job's page, for one that was added or updated. */
  slug?: string
  /** Why it was refused, for the sender. */
  reason?: string
}
/** In the document's order; or why the document as a whole could not be used. */
export type PostOutcome = { jobs: PostedJob[] } | { refused: string }

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DelayedError, type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { contentIndexes } from '#indexer/contentDocuments'
import { indexNames } from '#indexer/indexNames'
import { sites } from '#indexer/site'
import {
  type ApplyPostTask,
  addWordTask,
  applyPostTask,
  applyWebhookTask,
  type FetchProgress,
  queueNames,
  type RunRecord,
  rebuildIndexTask,
  redisKeys,
  renormaliseSourceTask,
  retireSourceTask,
  type SyncContentTask,
  type SyncProgress,
  syncContentTask,
  syncSourceTask,
  taskNames,
} from '#indexer/tasks'
import { catalogueSecrets, contentSource, readConfig } from './config.ts'
import { openSnapshot } from './content/snapshot.ts'
import { addedAliasesPath, openGazetteer } from './documents/aliases.ts'
import { placeDocuments } from './documents/gazetteer.ts'
import { Engine, EngineRefusal, type Settings } from './indexes/meilisearch.ts'
import { addedVocabularyPath, readVocabulary, taxonomyPath } from './indexes/readVocabulary.ts'
import {
  contentIndexSettings,
  jobsSettings,
  placesSettings,
  slugsSettings,
  suggestionsSettings,
} from './indexes/settings.ts'
import { followFile, readCatalog } from './sources/catalog.ts'
import { isRemote, shownFrom } from './sources/feed.ts'
import { type SourceConfig } from './sources/source.ts'
import { addWord } from './sync/addWord.ts'
import { applyPost } from './sync/applyPost.ts'
import { applyWebhook } from './sync/applyWebhook.ts'
import { AtWork } from './sync/atWork.ts'
import { fetchFeed } from './sync/fetchFeed.ts'
import { followContent } from './sync/followContent.ts'
import { type Gathered, Gathering } from './sync/gathering.ts'
import { mineSuggestions, miningRules } from './sync/mineSuggestions.ts'
import { rebuildJobs, rebuildPlaces } from './sync/rebuildIndex.ts'
import { removeExpired } from './sync/removeExpired.ts'
import { isOutdated, renormaliseSource } from './sync/renormaliseSource.ts'
import { retireSource } from './sync/retireSource.ts'
import { type SyncOptions } from './sync/syncRun.ts'
import { syncSource } from './sync/syncSource.ts'
import { openSyncState } from './sync/syncState.ts'
import { watch } from './sync/watch.ts'

/** Other settings are a rebuild; other synonyms are given to the index as it stands. */
const { synonyms: _, ...rebuiltFor } = jobsSettings
/** How long a dead worker's task waits for the next worker. */
const lockDurationMs = 15_000
const heartbeatMs = 5_000
/** Between two looks for what no run can tell of itself, over all workers. */
const watchMs = 30_000
/** Between two looks whether the jobs have changed and are to be read for suggestions. */
const miningMs = 10_000
/** Reading them takes at most this share of the time, whatever they are. */
const miningShare = 0.05
/** A worker that dies while it reads keeps the others waiting for so long. */
const miningLeaseMs = 300_000

const config = readConfig()
const log = pino({ level: config.LOG_LEVEL, base: { room: 'indexer' } })

// Config -> connections.
const redis = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null })
redis.on('error', error => log.warn({ event: 'redis', message: error.message }, 'redis'))
const connection = redis
const prefix = config.QUEUE_PREFIX
const engine = new Engine({
  url: config.MEILI_URL,
  key: config.MEILI_INDEXER_KEY,
  names: indexNames(config.INDEX_PREFIX),
})
const state = openSyncState({ redis, prefix, engine, log, alarmWebhook: config.ALARM_WEBHOOK_URL ?? null })
const { records, alarms } = state
const atWork = new AtWork({ redis, prefix, alarms, log })
const site = sites[config.SITE]
const { country, currency, timeZone } = site
const readSources = () => readCatalog(config.JOB_SOURCES, { country, currency, timeZone }, catalogueSecrets())
const postalFolder = join(config.DATA_DIR, 'postal')
// Followed from before they are read: an edit in between is seen. A folder's own date changes when a file is put into
// it.
const followedCatalogue = followFile(config.JOB_SOURCES)
const added = { vocabulary: addedVocabularyPath(config.DATA_DIR), aliases: addedAliasesPath(config.DATA_DIR) }
const followedPlaces = [...(config.LOCATION_ALIASES ? [config.LOCATION_ALIASES] : []), added.aliases, postalFolder].map(
  followFile,
)
const taxonomy = taxonomyPath(config.DATA_DIR)
const followedVocabulary = [
  ...(config.SEARCH_VOCABULARY ? [config.SEARCH_VOCABULARY] : []),
  added.vocabulary,
  taxonomy,
].map(followFile)
await Promise.all([followedCatalogue, ...followedPlaces, ...followedVocabulary].map(followed => followed.changed()))
const due = { catalogue: false, places: false, vocabulary: false }
let sources = await readSources()
const readGazetteer = () =>
  openGazetteer({ aliases: config.LOCATION_ALIASES ?? null, added: added.aliases, postal: postalFolder, country })
const deps = {
  engine,
  ...state,
  gazetteer: readGazetteer(),
  keepFolder: join(config.DATA_DIR, 'sources'),
  log,
  redis,
  prefix,
}

const readWords = () =>
  readVocabulary({ operator: config.SEARCH_VOCABULARY ?? null, taxonomy, added: added.vocabulary })
let vocabulary = readWords()
engine.synonyms = vocabulary.synonyms

await assertDurable()
await untilUp(() => engine.ensureIndexes(), 'Meilisearch')
await publishSources()

// Queues. Tasks are small and many fail only for a while: five tries over a few minutes, then kept for an operator to
// retry.
const defaultJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 2_000 },
  removeOnComplete: { count: 200 },
  removeOnFail: { count: 500 },
} as const
const indexQueue = new Queue(queueNames.index, { connection, prefix, defaultJobOptions })
const urgentQueue = new Queue(queueNames.urgent, { connection, prefix, defaultJobOptions })
const contentQueue = new Queue(queueNames.content, {
  connection,
  prefix,
  defaultJobOptions: { ...defaultJobOptions, attempts: 3 },
})

const cms = contentSource(config)
// Asked by the queue's tasks, not by a clock of its own: one worker at a time.
const snapshot = cms && openSnapshot({ ...cms, pollSeconds: 0, log })
const content =
  snapshot &&
  followContent(
    snapshot,
    async (task, { id, delay }) => {
      // One that is at work has looked already.
      await contentQueue.add(taskNames.syncContent, task, { delay, deduplication: { id, keepLastIfActive: true } })
    },
    { engine, redis, prefix, log, site },
  )

const gathering = new Gathering({
  redis,
  prefix,
  log,
  isPending: async id => !['completed', 'failed', 'unknown'].includes(await indexQueue.getJobState(id)),
})

// Workers. Which task is given up is for `AtWork` to say: the queue counts for each task what any other did to its
// worker.
const options = {
  connection,
  prefix,
  lockDuration: lockDurationMs,
  stalledInterval: 5_000,
  maxStalledCount: 1_000_000,
  concurrency: 1,
}
const workers = [
  new Worker(queueNames.index, (task, token) => watched(task, () => runIndexTask(task, token)), options),
  new Worker(queueNames.urgent, (task, token) => watched(task, () => runUrgentTask(task, token)), options),
]
if (content)
  workers.push(new Worker(queueNames.content, task => watched(task, () => runContentTask(task, content)), options))
const onQueueError = (error: Error) => log.warn({ event: 'queue', message: error.message }, 'queue')
for (const queue of [indexQueue, urgentQueue, contentQueue]) queue.on('error', onQueueError)
for (const worker of workers) {
  worker.on('error', onQueueError)
  worker.on('failed', (task, error) =>
    log.error(
      { event: 'taskFailed', task: task?.name, id: task?.id, attempt: task?.attemptsMade, message: error.message },
      'taskFailed',
    ),
  )
  worker.on('stalled', id => log.warn({ event: 'taskStalled', id }, 'taskStalled'))
}

// From here on there is something to bring to its end.
const timers: NodeJS.Timeout[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close(signal))

// Schedules.
await scheduleAll()
await enqueueWhatIsDue()
// What an earlier process could not use, this one could.
for (const kind of ['catalogue', 'places', 'vocabulary'] as const) await alarms.clear({ source: null, kind })
let following = false
timers.push(
  setInterval(() => void beat(), heartbeatMs),
  setInterval(() => void lookAround(), watchMs),
  setInterval(() => void keepSuggestions(), miningMs),
)
await beat()
if (!content)
  log.warn(
    { event: 'noContent' },
    'CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN are not set: insights, events, specialisms and people are not indexed',
  )
log.info({ event: 'ready', sources: sources.map(({ id }) => id), content: content !== null }, 'ready')

/** What the task does, so that the end of this process can be laid to it. */
function watched(task: Job, work: () => Promise<unknown>): Promise<unknown> {
  const { name, data, queueName: queue, id = '' } = task
  const { deliveryId } = data as Partial<ApplyPostTask>
  const payloads: Record<string, (prefix: string, id: string) => string> = {
    applyPost: redisKeys.post,
    applyWebhook: redisKeys.webhookJob,
  }
  const payload = deliveryId === undefined ? undefined : payloads[name]?.(prefix, deliveryId)
  return atWork.run(
    { what: `${name} ${JSON.stringify(data)}`, queue, id, name, data, ...(payload ? { payload } : {}) },
    work,
  )
}

/** What a task works with: it stops writing when it has become another worker's. */
function partsOf(task: Job, token = ''): typeof deps & { keepTask: () => Promise<void> } {
  const keepTask = async () => {
    if ((await task.extendLock(token, lockDurationMs).catch(() => 0)) !== 1)
      throw new Error('Another worker has taken this task over: this one stood still.')
  }
  return { ...deps, keepTask }
}

async function runIndexTask(task: Job, token?: string): Promise<unknown> {
  const parts = partsOf(task, token)
  return withoutVainRetries(async () => {
    switch (task.name) {
      case taskNames.syncSource: {
        const { source: id, from, force, add, dryRun } = syncSourceTask.parse(task.data)
        const source = await sourceOf(id)
        if (!source)
          throw new UnrecoverableError(
            `The catalogue has no source "${id}". It has: ${sources.map(({ id: other }) => other).join(', ')}.`,
          )
        const paused = dryRun ? null : source.paused ? 'in the catalogue' : await records.pausedSince(id)
        if (paused !== null) return emptyRun(id, 'paused', pausedReason(paused))
        const asked = { from, force, add, dryRun }
        const gathered = await gather(task, source, asked)
        if (gathered && !gathered.feed) {
          if (gathered.behindSchedule && task.repeatJobKey)
            return emptyRun(id, 'underway', 'The run before is still fetching the feed: this one is not needed.')
          const againAt = Date.now() + gathered.againMs
          await task.updateProgress({ againAt } satisfies FetchProgress)
          await task.moveToDelayed(againAt, token)
          throw new DelayedError()
        }
        let reported = 0
        return syncSource(source, parts, {
          ...asked,
          feed: gathered?.feed,
          onProgress: rows => {
            if (Date.now() - reported < 500) return
            reported = Date.now()
            task.updateProgress({ rows } satisfies SyncProgress).catch(() => undefined)
          },
        })
      }
      case taskNames.retireSource: {
        const { source } = retireSourceTask.parse(task.data)
        if (await sourceOf(source)) throw new UnrecoverableError(`"${source}" is in the catalogue: take it out first.`)
        return retireSource(source, parts)
      }
      case taskNames.renormaliseSource: {
        const source = await sourceOf(renormaliseSourceTask.parse(task.data).source)
        // It has left the catalogue since.
        return source ? renormaliseSource(source, parts) : null
      }
      case taskNames.rebuildIndex: {
        const { index } = rebuildIndexTask.parse(task.data)
        if (index === 'places') return rebuildPlaces(engine, placeDocuments(deps.gazetteer))
        const record = await rebuildJobs(
          parts,
          sources.map(({ id }) => id),
        )
        await redis.set(`${prefix}:settings:jobs`, settingsHash(rebuiltFor))
        // They may have been edited while it was made.
        await applyVocabulary()
        return record
      }
      case taskNames.removeExpired: {
        const record = await removeExpired(engine, Math.floor(Date.now() / 1000))
        await state.adverts.prune()
        return record
      }
      default:
        throw new UnrecoverableError(`No such task: ${task.name}`)
    }
  })
}

async function runUrgentTask(task: Job, token?: string): Promise<unknown> {
  const parts = partsOf(task, token)
  return withoutVainRetries(async () => {
    switch (task.name) {
      case taskNames.applyWebhook:
        return applyWebhook(applyWebhookTask.parse(task.data).deliveryId, sourceOf, parts)
      case taskNames.applyPost:
        return applyPost(applyPostTask.parse(task.data).deliveryId, sourceOf, parts)
      case taskNames.addWord:
        return addWord(addWordTask.parse(task.data), {
          files: added,
          groups: () => readWords().groups,
          gazetteer: deps.gazetteer,
          country,
        })
      default:
        throw new UnrecoverableError(`No such task: ${task.name}`)
    }
  })
}

async function runContentTask(task: Job, { run }: NonNullable<typeof content>): Promise<unknown> {
  return withoutVainRetries(() => run(syncContentTask.parse(task.data)))
}

/** The source as the catalogue has it; one that another worker knows already is looked for in the file. */
async function sourceOf(id: string): Promise<SourceConfig | undefined> {
  const known = sources.find(source => source.id === id)
  // What the file has besides, and whether it can be used, is for the beat to see.
  return known ?? (await readSources().catch(() => [])).find(source => source.id === id)
}

/**
 * The feed of a sync that reads from another machine, which is fetched beside the queue; undefined for one that reads a
 * file of this one.
 */
async function gather(task: Job, source: SourceConfig, asked: SyncOptions): Promise<Gathered | undefined> {
  const from = asked.from ?? source.from
  if (from === null || !isRemote(from)) return undefined
  const wanted = {
    id: task.id!,
    source: source.id,
    scheduled: task.repeatJobKey !== undefined,
    settings: JSON.stringify([source, asked]),
  }
  // It goes on while the task is away.
  const fetching = {
    what: `fetchFeed ${source.id}`,
    queue: task.queueName,
    id: task.id!,
    name: task.name,
    data: task.data as unknown,
  }
  const open = (signal: AbortSignal) => atWork.run(fetching, () => fetchFeed(source, deps, asked, signal))
  const gathered = await gathering.take(wanted, open)
  // A file was read meanwhile, which is the newer word.
  if (!gathered.feed || !(await records.hasCompletedSince(source.id, gathered.feed.startedMs))) return gathered
  await gathered.feed.dispose()
  return gathering.take(wanted, open)
}

const pausedReason = (how: string) =>
  `The source is paused (${how}). Resume it on /admin/pipeline, or take "paused" out of the catalogue; a dry run works meanwhile.`

/** Nothing is read and nothing kept: the source's records end with its last run. */
function emptyRun(source: string, outcome: 'paused' | 'underway', reason: string): RunRecord {
  log.info({ event: outcome, source, reason }, outcome)
  const startedAt = new Date().toISOString()
  return {
    source,
    startedAt,
    ms: 0,
    outcome,
    reason,
    received: 0,
    upserted: 0,
    unchanged: 0,
    quarantined: 0,
    merged: 0,
    retired: 0,
    missing: 0,
  }
}

/** What the engine has refused it will refuse again. */
async function withoutVainRetries<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EngineRefusal) throw new UnrecoverableError(error.message)
    throw error
  }
}

/**
 * Upserted by name: however many workers start however often, there is one schedule each. Those of sources that left
 * the catalogue go.
 */
async function scheduleAll(): Promise<void> {
  // One task of the index queue at a time over all workers, and one of the content queue beside it.
  await indexQueue.setGlobalConcurrency(1)
  await contentQueue.setGlobalConcurrency(1)
  const wanted = new Set<string>(['removeExpired'])
  for (const source of sources) {
    if (!source.schedule) continue
    const id = `sync-${source.id}`
    wanted.add(id)
    const data = { source: source.id }
    await indexQueue.upsertJobScheduler(
      id,
      { pattern: source.schedule, tz: source.timeZone },
      { name: taskNames.syncSource, data },
    )
  }
  await indexQueue.upsertJobScheduler(
    'removeExpired',
    { every: config.SWEEP_SECONDS * 1000 },
    { name: taskNames.removeExpired, data: {} },
  )
  const poll: SyncContentTask = { poll: true }
  if (content)
    await contentQueue.upsertJobScheduler(
      'syncContent',
      { every: config.CONTENTFUL_POLL_SECONDS * 1000 },
      { name: taskNames.syncContent, data: poll },
    )
  else await contentQueue.removeJobScheduler('syncContent')
  for (const scheduler of await indexQueue.getJobSchedulers())
    if (!wanted.has(scheduler.key)) await indexQueue.removeJobScheduler(scheduler.key)
}

/**
 * First syncs, the gazetteer, and the settings of this version: jobs are rebuilt where theirs are others, the small
 * indexes take theirs in place.
 */
async function enqueueWhatIsDue(): Promise<void> {
  const once = (id: string) => ({ deduplication: { id } })
  await rebuildPlacesWhereOthers()
  const jobs = await redis.get(`${prefix}:settings:jobs`)
  const wanted = settingsHash(rebuiltFor)
  if (jobs === null || (await engine.count(engine.names.jobs)) === 0) {
    await engine.applySettings(engine.names.jobs, jobsSettings)
    await redis.set(`${prefix}:settings:jobs`, wanted)
  } else if (jobs !== wanted) await indexQueue.add(taskNames.rebuildIndex, { index: 'jobs' }, once('rebuild-jobs'))
  const { names } = engine
  await applyOnce(names.slugs, slugsSettings, 'slugs')
  await applyOnce(names.suggestions, suggestionsSettings, 'suggestions')
  for (const index of contentIndexes) await applyOnce(names[index], contentIndexSettings[index], index)
  await applyVocabulary()
  if (content) await contentQueue.add(taskNames.syncContent, {} satisfies SyncContentTask, once('start'))
  await enqueueFirstSyncs()
  await enqueueRenormalising()
}

async function rebuildPlacesWhereOthers(): Promise<void> {
  const documents = placeDocuments(deps.gazetteer)
  const places = settingsHash([placesSettings, documents])
  if ((await redis.get(`${prefix}:settings:places`)) === places && (await engine.count(engine.names.places)) > 0) return
  await rebuildPlaces(engine, documents)
  await redis.set(`${prefix}:settings:places`, places)
}

/** Of sources that were never synced. */
async function enqueueFirstSyncs(): Promise<void> {
  for (const { id, from, paused } of sources)
    if (from !== null && !paused && !(await records.hasRun(id)))
      await indexQueue.add(taskNames.syncSource, { source: id }, { deduplication: { id: `sync-${id}` } })
}

/** Of what was sent one by one and normalised by other rules, aliases or catalogue than today's. */
async function enqueueRenormalising(): Promise<void> {
  for (const source of sources)
    if (await isOutdated(source, deps))
      await indexQueue.add(
        taskNames.renormaliseSource,
        { source: source.id },
        { deduplication: { id: `renormalise-${source.id}`, keepLastIfActive: true } },
      )
}

/** An index that was just made has these settings already, and taking them again costs nothing. */
async function applyOnce(uid: string, settings: Settings, name: string): Promise<void> {
  const wanted = settingsHash(settings)
  if ((await redis.get(`${prefix}:settings:${name}`)) === wanted) return
  await engine.applySettings(uid, settings)
  await redis.set(`${prefix}:settings:${name}`, wanted)
}

/** A queue that Redis may evict or forget is no queue: say so at once. */
async function assertDurable(): Promise<void> {
  const { 'maxmemory-policy': policy, appendonly } = await readRedisConfig()
  if (policy !== undefined && policy !== 'noeviction') {
    log.fatal(
      { event: 'redisPolicy' },
      `Redis has maxmemory-policy ${policy}; set it to noeviction: evicted tasks are lost tasks`,
    )
    process.exit(1)
  }
  if (appendonly === 'no')
    log.warn(
      { event: 'redisPolicy' },
      'Redis has appendonly no: tasks in the queue are lost when it stops; set appendonly yes',
    )
}

async function readRedisConfig(): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const name of ['maxmemory-policy', 'appendonly']) {
    try {
      const [, value] = (await redis.config('GET', name)) as string[]
      if (value !== undefined) settings[name] = value
    } catch {
      // Managed Redis often forbids CONFIG; then its owner answers for it.
    }
  }
  return settings
}

async function untilUp(work: () => Promise<void>, what: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof EngineRefusal || attempt === 60) throw error
      log.warn({ event: 'waiting', for: what, message: (error as Error).message }, 'waiting')
      await new Promise(resolve => setTimeout(resolve, Math.min(5_000, 250 * attempt)))
    }
  }
}

async function publishSources(): Promise<void> {
  await records.setSources(
    sources.map(({ id, title, format, from, schedule, paused, postSecret, timeZone, country }) => ({
      id,
      title,
      format,
      from: from === null ? null : shownFrom(from),
      schedule,
      paused,
      timeZone,
      country,
      postSecret: postSecret === null ? null : createHash('sha256').update(postSecret).digest('hex'),
    })),
  )
}

/**
 * A sign of life; and the look whether the catalogue has been edited, or Redis has lost what was put there at the
 * start.
 */
async function beat(): Promise<void> {
  try {
    await redis.set(redisKeys.heartbeat(prefix), new Date().toISOString(), 'PX', heartbeatMs * 6)
    if (following) return
    following = true
    const changes = await Promise.all(followedPlaces.map(followed => followed.changed()))
    // What could not be done to the end, for Redis or the engine was away, is due at the next beat.
    due.places ||= changes.includes(true)
    due.vocabulary ||= (await Promise.all(followedVocabulary.map(followed => followed.changed()))).includes(true)
    due.catalogue ||= await followedCatalogue.changed()
    if (due.places) await reloadPlaces()
    due.places = false
    if (due.vocabulary) await reloadVocabulary()
    due.vocabulary = false
    if (due.catalogue) await reloadCatalogue()
    else if ((await indexQueue.getGlobalConcurrency()) !== 1 || (await redis.exists(`${prefix}:settings:jobs`)) === 0) {
      await publishSources()
      await scheduleAll()
      await enqueueWhatIsDue()
    }
    due.catalogue = false
  } catch (error) {
    log.warn({ event: 'beat', message: (error as Error).message }, 'beat')
  } finally {
    following = false
  }
}

/** The catalogue as it is now. One with faults is an alarm, and the last good one goes on. */
async function reloadCatalogue(): Promise<void> {
  let next: SourceConfig[]
  try {
    next = await readSources()
  } catch (error) {
    const { message } = error as Error
    return alarms.set(
      { source: null, kind: 'catalogue' },
      `The catalogue was changed and cannot be used; the last good one goes on. ${message}`,
    )
  }
  sources = next
  await publishSources()
  await scheduleAll()
  await enqueueFirstSyncs()
  await enqueueRenormalising()
  await alarms.clear({ source: null, kind: 'catalogue' })
  log.info({ event: 'catalogue', sources: sources.map(({ id }) => id) }, 'catalogue')
}

/**
 * Aliases and postal data as they are now. The next sync of each source takes them up, since they decide every
 * document; what was sent one by one, a task.
 */
async function reloadPlaces(): Promise<void> {
  try {
    deps.gazetteer = readGazetteer()
  } catch (error) {
    const { message } = error as Error
    return alarms.set(
      { source: null, kind: 'places' },
      `The aliases or postal data were changed and cannot be used; the last good ones go on. ${message}`,
    )
  }
  await rebuildPlacesWhereOthers()
  await enqueueRenormalising()
  await alarms.clear({ source: null, kind: 'places' })
  log.info({ event: 'places', digest: deps.gazetteer.digest }, 'places')
}

/** The words as they are now: all indexes that are searched by words take them in place. */
async function reloadVocabulary(): Promise<void> {
  try {
    vocabulary = readWords()
  } catch (error) {
    const { message } = error as Error
    return alarms.set(
      { source: null, kind: 'vocabulary' },
      `The vocabulary was changed and cannot be used; the last good one goes on. ${message}`,
    )
  }
  engine.synonyms = vocabulary.synonyms
  await applyVocabulary()
  await alarms.clear({ source: null, kind: 'vocabulary' })
  log.info({ event: 'vocabulary', digest: vocabulary.digest, groups: vocabulary.groups }, 'vocabulary')
}

async function applyVocabulary(): Promise<void> {
  await engine.applySynonyms(engine.names.jobs, jobsSettings)
  for (const index of contentIndexes) await engine.applySynonyms(engine.names[index], contentIndexSettings[index])
  await redis.set(redisKeys.vocabulary(prefix), JSON.stringify(vocabulary))
}

async function lookAround(): Promise<void> {
  try {
    // One worker looks for all.
    if ((await redis.set(`${prefix}:watching`, '1', 'PX', watchMs - 1_000, 'NX')) === null) return
    const queues = [indexQueue, urgentQueue, contentQueue]
    await atWork.tellAlarm()
    await watch(sources, {
      ...deps,
      queues,
      queueAgeSeconds: config.QUEUE_AGE_ALARM_SECONDS,
      indexLagSeconds: config.INDEX_LAG_ALARM_SECONDS,
    })
  } catch (error) {
    log.warn({ event: 'watch', message: (error as Error).message }, 'watch')
  }
}

/**
 * The terms of the keyword field, where the jobs have changed since they were last read. Beside the queues: it reads
 * the jobs and alone writes its index, so no sync waits for it.
 */
async function keepSuggestions(): Promise<void> {
  const lease = `${prefix}:suggestions:lease`
  const last = `${prefix}:suggestions:last`
  try {
    const {
      at = 0,
      ms = 0,
      jobs = '',
    } = JSON.parse((await redis.get(last)) ?? '{}') as { at?: number; ms?: number; jobs?: string }
    const updatedAt = await engine.updatedAt(engine.names.jobs)
    const changed = `${updatedAt} ${miningRules}`
    if (updatedAt === null || changed === jobs || Date.now() < at + ms / miningShare) return
    // One worker reads for all.
    if ((await redis.set(lease, '1', 'PX', miningLeaseMs, 'NX')) === null) return
    try {
      const record = await mineSuggestions(engine, Math.floor(Date.now() / 1000))
      await redis.set(last, JSON.stringify({ at: Date.now(), ms: record.ms, jobs: changed }))
      log.info({ event: 'suggestions', ...record }, 'suggestions')
    } finally {
      await redis.del(lease)
    }
  } catch (error) {
    log.warn({ event: 'suggestions', message: (error as Error).message }, 'suggestions')
  }
}

async function close(signal: string): Promise<void> {
  log.info({ event: 'closing', signal }, 'closing')
  for (const timer of timers) clearInterval(timer)
  // A long sync is not waited for: its task goes back to the queue when its lock ends, and starts again where the
  // ledger stands.
  const patience = setTimeout(() => process.exit(0), 8_000)
  patience.unref()
  await Promise.allSettled([atWork.leave(), gathering.close(), ...workers.map(worker => worker.close())])
  content?.close()
  await snapshot?.close()
  await Promise.allSettled([indexQueue.close(), urgentQueue.close(), contentQueue.close()])
  await redis.quit().catch(() => undefined)
  process.exit(0)
}

function settingsHash(settings: unknown): string {
  return createHash('sha1').update(JSON.stringify(settings)).digest('base64url')
}

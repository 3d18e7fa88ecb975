// The worker: config -> connections -> files -> queues -> workers -> schedules -> clock -> close.

import { setPriority } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { indexNames } from '#indexer/indexNames'
import { connectBy } from '#indexer/redisAddress'
import { sites } from '#indexer/site'
import { taskNames } from '#indexer/tasks'
import { contentSource, readConfig } from './config.ts'
import { openSnapshot } from './content/snapshot.ts'
import { Engine } from './indexes/meilisearch.ts'
import { WriteJournal } from './indexes/writeJournal.ts'
import { AtWork } from './sync/atWork.ts'
import { followContent } from './sync/followContent.ts'
import { Gathering } from './sync/gathering.ts'
import { restoredRowsFile } from './sync/sentRows.ts'
import { openSyncState } from './sync/syncState.ts'
import { assertDurable, ensureIndexes } from './workloads/awaitStores.ts'
import { startClock } from './workloads/clock.ts'
import { contentWorkload } from './workloads/contentWorkload.ts'
import { followReplicas } from './workloads/followReplicas.ts'
import { heartbeat } from './workloads/heartbeat.ts'
import { indexWorkload } from './workloads/indexWorkload.ts'
import { keepSuggestions } from './workloads/keepSuggestions.ts'
import { fileKinds, OperatorFiles } from './workloads/operatorFiles.ts'
import { openQueues } from './workloads/queues.ts'
import { takeRestoredRows } from './workloads/takeRestoredRows.ts'
import { publishQualityOf, trialWorkload } from './workloads/trialWorkload.ts'
import { urgentWorkload } from './workloads/urgentWorkload.ts'
import { watchInTurn } from './workloads/watchInTurn.ts'
import { enqueueWhatIsDue, publishSources, scheduleAll } from './workloads/whatIsDue.ts'
import type { WorkerContext } from './workloads/workerContext.ts'
import { startWorker } from './workloads/workload.ts'

const config = readConfig()
const log = pino({ level: config.LOG_LEVEL, base: { room: 'indexer' } })

// On a machine that it shares with the site, visitors come before feeds.
try {
  setPriority(config.WORKER_NICENESS)
} catch (error) {
  log.warn({ event: 'priority', err: error }, 'the system does not let the worker stand back')
}

const redis = new Redis({ ...connectBy(config.REDIS_URL), maxRetriesPerRequest: null })
redis.on('error', error => log.warn({ event: 'redis', message: error.message }, 'redis'))
const prefix = config.QUEUE_PREFIX
const replicas = config.MEILI_REPLICA_URLS
const engine = new Engine({
  url: config.MEILI_URL,
  key: config.MEILI_INDEXER_KEY,
  names: indexNames(config.INDEX_PREFIX),
  journal: replicas.length > 0 ? new WriteJournal(redis, prefix) : null,
})
// Redis takes whole numbers only.
const leaseMs = Math.round(config.TASK_LOCK_SECONDS * 1_000)
const state = openSyncState({ redis, prefix, engine, log, alarmWebhook: config.ALARM_WEBHOOK_URL ?? null, leaseMs })
const { records, alarms } = state
const cms = contentSource(config)
const files = await OperatorFiles.open(config)
const threads = { count: config.NORMALISER_THREADS, gazetteer: files.gazetteerParts }
const keepFolder = join(config.DATA_DIR, 'sources')
const context: WorkerContext = {
  config,
  log,
  redis,
  prefix,
  site: sites[config.SITE],
  hasContent: cms !== null,
  files,
  atWork: new AtWork({ redis, prefix, alarms, log }),
  engine,
  records,
  alarms,
  parts: () => ({ engine, ...state, gazetteer: files.gazetteer, threads, keepFolder, log, redis, prefix }),
}
engine.synonyms = files.vocabulary.synonyms

await assertDurable(redis, log)
await takeRestoredRows(join(config.DATA_DIR, restoredRowsFile), state.sentRows, log)
await ensureIndexes(engine, log)
await publishSources(context)
await publishQualityOf(context)

const queues = openQueues(context)

// Asked by the queue's tasks, not by a clock of its own: one worker at a time.
const snapshot = cms && openSnapshot({ ...cms, pollSeconds: 0, log })
const content =
  snapshot &&
  followContent(
    snapshot,
    async (task, { id, delay }) => {
      // One that is at work has looked already.
      await queues.content.add(taskNames.syncContent, task, { delay, deduplication: { id, keepLastIfActive: true } })
    },
    { engine, redis, prefix, log, site: context.site },
  )
const gathering = new Gathering({
  redis,
  prefix,
  log,
  patienceMs: config.FEED_WAIT_SECONDS * 1_000,
  leaseMs,
  isPending: async id => !['completed', 'failed', 'unknown'].includes(await queues.index.getJobState(id)),
})

const workers = [
  indexWorkload(context, gathering),
  urgentWorkload(context),
  trialWorkload(context),
  ...(content ? [contentWorkload(content)] : []),
].map(workload => startWorker(workload, context))

const endReplicas = followReplicas({
  primary: engine,
  urls: replicas,
  key: config.MEILI_INDEXER_KEY,
  redis,
  prefix,
  leaseMs,
  log,
})

// From here on there is something to bring to its end.
const clocks: { stop: () => void }[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close(signal))

await scheduleAll(context, queues)
await enqueueWhatIsDue(context, queues)
// What an earlier process could not use, this one could.
for (const kind of fileKinds) await alarms.clear({ source: null, kind })
const beat = startClock(heartbeat(context, queues), log)
clocks.push(beat, startClock(watchInTurn(context, queues), log), startClock(keepSuggestions(context), log))
await beat.now()
if (!content)
  log.warn(
    { event: 'noContent' },
    'CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN are not set: insights, events, specialisms and people are not indexed',
  )
log.info({ event: 'ready', sources: files.sources.map(({ id }) => id), content: content !== null }, 'ready')

async function close(signal: string): Promise<void> {
  log.info({ event: 'closing', signal }, 'closing')
  for (const clock of clocks) clock.stop()
  // A long sync is not waited for: its task goes back to the queue when its lock ends, and starts again where the
  // ledger stands.
  const patience = setTimeout(() => process.exit(0), 8_000)
  patience.unref()
  await endReplicas()
  await Promise.allSettled([context.atWork.leave(), gathering.close(), ...workers.map(worker => worker.close())])
  content?.close()
  await snapshot?.close()
  await Promise.allSettled([state.changes.flush(), ...Object.values(queues).map(queue => queue.close())])
  await redis.quit().catch(() => undefined)
  process.exit(0)
}

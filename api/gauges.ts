import { Counter, Gauge, Registry } from 'prom-client'
import { deliveryHeartbeat } from '#api/deliveries'
import { contentIndexes } from '#indexer/contentDocuments'
import { liveJobs } from '#indexer/liveJobs'
import { shownEngine } from '#indexer/replicas'
import { type Alarm, type ContentRecord, type RunRecord, redisKeys, waitsSince } from '#indexer/tasks'
import { AlertIndex, alertCounts } from './alerts/alertIndex.ts'
import { answers, mostCounted, type OperationParts, readMemoryShare } from './health.ts'

type Labels = Record<string, string>
type Values = [Labels, number][]
type SetGauge = (name: string, help: string, values: Values) => void
type Part = (parts: OperationParts, set: SetGauge) => Promise<void>

/**
 * What is measured when `/metrics` is asked, in a registry of that answer: a part that does not answer is left out, and
 * `longlist_up` says which.
 */
export async function measure(parts: OperationParts): Promise<Registry> {
  const registry = new Registry()
  const set: SetGauge = (name, help, values) => {
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))]
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const [labels, value] of values) gauge.set(labels, value)
  }
  const asked: [string, Part][] = [
    ['meilisearch', measureIndexes],
    ['redis', measureRedis],
  ]
  if (parts.search.engines().length > 0) measureEngines(parts, set, registry)
  if (parts.storeState) asked.push(['submissions', measureSubmissions])
  if (parts.scanner) asked.push(['scanner', measureScanner])
  const up = await Promise.all(
    asked.map(async ([part, work]): Promise<[Labels, number]> => {
      const fine = await work(parts, set).then(
        () => true,
        () => false,
      )
      return [{ part }, fine ? 1 : 0]
    }),
  )
  set('longlist_up', 'Whether a part answered this scrape.', up)
  const { hits, misses } = parts.search.cacheCounts
  const queries = new Counter({
    name: 'longlist_search_queries_total',
    help: 'Queries answered from the running second, and queries that the engine was asked.',
    labelNames: ['cache'],
    registers: [registry],
  })
  queries.inc({ cache: 'hit' }, hits)
  queries.inc({ cache: 'miss' }, misses)
  const { pages, lists } = parts.live.counts
  set('longlist_live', 'Open pages that are told of changes, and the searches that they show.', [
    [{ of: 'pages' }, pages],
    [{ of: 'lists' }, lists],
  ])
  const counter = (name: string, help: string, count: number) =>
    new Counter({ name, help, registers: [registry] }).inc(count)
  counter('longlist_live_questions_total', 'Searches made for open pages.', parts.live.asked)
  counter('longlist_live_refused_total', 'Open pages for which there was no room.', parts.live.refused)
  return registry
}

function measureEngines({ search }: OperationParts, set: SetGauge, registry: Registry): void {
  const engines = search.engines().map(report => ({ ...report, engine: shownEngine(report.url) }))
  set(
    'longlist_engine_asked',
    'Whether searches are sent to an engine: it answers, and a replica is level with the primary.',
    engines.map(({ engine, isAsked }) => [{ engine }, isAsked ? 1 : 0]),
  )
  set(
    'longlist_replica_lag_seconds',
    'How far a replica is behind the primary; infinite for one that is not filled or not known.',
    engines
      .filter(({ isPrimary }) => !isPrimary)
      .map(({ engine, lagMs }) => [{ engine }, lagMs === null ? Number.POSITIVE_INFINITY : lagMs / 1_000]),
  )
  const failed = new Counter({
    name: 'longlist_engine_failures_total',
    help: 'Questions that an engine did not answer, and another one was asked.',
    labelNames: ['engine'],
    registers: [registry],
  })
  for (const { engine, failures } of engines) failed.inc({ engine }, failures)
}

const measureIndexes: Part = ({ search }, set) => search.fresh(() => measureDocuments(search, set))

async function measureDocuments(search: OperationParts['search'], set: SetGauge): Promise<void> {
  const { jobs, slugs, places } = search.names
  const count = { page: 1, hitsPerPage: 0 }
  const results = await search.engine.multiSearch([
    { indexUid: jobs, ...count },
    { indexUid: jobs, ...count, filter: liveJobs(search.now()) },
    { indexUid: slugs, ...count },
    { indexUid: places, ...count },
  ])
  const [all, live, known, gazetteer] = results.map(({ totalHits }) => totalHits) as [number, number, number, number]
  const contents = contentIndexes.map(async (index): Promise<Values> => {
    // Not there until a worker of this version has started.
    const found = await search.engine.multiSearch([{ indexUid: search.names[index], ...count }]).catch(() => [])
    return found.map(({ totalHits }) => [{ index }, totalHits])
  })
  set('longlist_documents', 'Documents of each index.', [
    [{ index: 'jobs' }, all],
    [{ index: 'slugs' }, known],
    [{ index: 'places' }, gazetteer],
    ...(await Promise.all(contents)).flat(),
  ])
  set('longlist_live_jobs', 'Jobs that a search can find.', [[{}, live]])
}

const measureRedis: Part = async (parts, set) => {
  parts.queues.assertUp()
  const share = await readMemoryShare(parts.queues.redis)
  set('longlist_redis_memory_share', 'How much of its maxmemory Redis uses; 0 where it has none.', [[{}, share]])
  await measureTasks(parts, set)
  await measureHeartbeats(parts, set)
  await measureSyncs(parts, set)
  await measureContentSync(parts, set)
  await measureAlerts(parts, set)
}

const measureAlerts: Part = async ({ config, queues }, set) => {
  const index = new AlertIndex(queues.redis, config.queuePrefix)
  const now = Date.now()
  const [{ count, since }, passed, [today]] = await Promise.all([
    index.waiting(now),
    index.lastPass(),
    index.counts(1, now),
  ])
  set('longlist_alerts_due', 'People whose alerts have found something that is due to be told.', [[{}, count]])
  set('longlist_alerts_wait_seconds', 'How long the first of them has waited.', [
    [{}, since === null ? 0 : (now - since) / 1_000],
  ])
  if (passed !== null)
    set('longlist_alerts_pass_age_seconds', 'Since the jobs that have arrived were last matched with the alerts.', [
      [{}, Math.max(0, (now - passed) / 1_000)],
    ])
  set(
    'longlist_alerts_today',
    'What was done for alerts on this UTC day.',
    alertCounts.map(what => [{ what }, today!.counts[what] ?? 0]),
  )
}

const measureTasks: Part = async ({ queues }, set) => {
  const tasks: Values = []
  const ages: Values = []
  for (const queue of [queues.index, queues.urgent, queues.content, queues.trial, queues.deliveries, queues.alerts]) {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed', 'prioritized')
    for (const [state, count] of Object.entries(counts)) tasks.push([{ queue: queue.name, state }, count])
    const next = await queue.getJobs(['waiting', 'prioritized'], 0, 0, true)
    const age = Math.max(0, ...next.map(task => Date.now() - waitsSince(task)))
    ages.push([{ queue: queue.name }, age / 1_000])
  }
  set('longlist_tasks', 'Tasks on each queue.', tasks)
  set('longlist_queue_age_seconds', 'How long the next task of each queue has waited; 0 where none waits.', ages)
}

const measureHeartbeats: Part = async ({ config, queues, storeState }, set) => {
  const age = async (name: string, help: string, key: string) => {
    const seen = await queues.redis.get(key)
    set(name, help, [[{}, seen ? Math.max(0, (Date.now() - Date.parse(seen)) / 1000) : Number.POSITIVE_INFINITY]])
  }
  await age(
    'longlist_worker_heartbeat_age_seconds',
    "Since a worker's last sign of life; +Inf when there is none.",
    redisKeys.heartbeat(config.queuePrefix),
  )
  if (storeState)
    await age(
      'longlist_deliveries_heartbeat_age_seconds',
      "Since the deliveries' last sign of life; +Inf when there is none.",
      deliveryHeartbeat(config.queuePrefix),
    )
}

const measureSyncs: Part = async ({ config, queues }, set) => {
  const outcomes: Values = []
  const ended: Values = []
  const rows: Values = []
  const sources = (await queues.redis.hkeys(redisKeys.sources(config.queuePrefix))).sort()
  // Sent without waiting for one another: one way there and back, whatever their number.
  const lines = await Promise.all(
    sources.map(source => queues.redis.lindex(redisKeys.runs(config.queuePrefix, source), 0)),
  )
  for (const [at, source] of sources.entries()) {
    const line = lines[at]
    if (!line) continue
    const run = JSON.parse(line) as RunRecord
    for (const outcome of ['ok', 'notModified', 'guarded', 'failed'])
      outcomes.push([{ source, outcome }, run.outcome === outcome ? 1 : 0])
    ended.push([{ source }, (Date.parse(run.startedAt) + run.ms) / 1000])
    for (const part of ['received', 'upserted', 'unchanged', 'quarantined', 'merged', 'retired'] as const)
      rows.push([{ source, part }, run[part]])
  }
  const alarms = (await queues.redis.hvals(redisKeys.alarms(config.queuePrefix))).map(line => JSON.parse(line) as Alarm)
  set(
    'longlist_alarm',
    'An alarm that stands: 1, and no line for one that does not.',
    alarms.map(({ source, kind }) => [{ source: source ?? '', kind }, 1]),
  )
  set('longlist_last_sync_outcome', 'How the last sync of a source ended: 1 for its outcome.', outcomes)
  set('longlist_last_sync_end_seconds', 'When the last sync of a source ended, epoch seconds.', ended)
  set('longlist_last_sync_rows', 'What the last sync of a source did.', rows)
}

const measureContentSync: Part = async ({ config, queues }, set) => {
  const line = await queues.redis.get(redisKeys.contentRecord(config.queuePrefix))
  if (!line) return
  const { at, ms, outcome: ending, refused, ...did } = JSON.parse(line) as ContentRecord
  set(
    'longlist_content_sync_outcome',
    'How the last content sync ended: 1 for its outcome.',
    ['ok', 'failed'].map(outcome => [{ outcome }, outcome === ending ? 1 : 0]),
  )
  set('longlist_content_sync_end_seconds', 'When the last content sync ended, epoch seconds.', [
    [{}, (Date.parse(at) + ms) / 1000],
  ])
  const entries: Values = (['upserted', 'deleted', 'unchanged'] as const).map(part => [{ part }, did[part]])
  set('longlist_content_sync_entries', 'What the last content sync did.', [
    ...entries,
    [{ part: 'refused' }, refused.length],
  ])
}

const measureSubmissions: Part = async ({ storeState }, set) => {
  if (!storeState) return
  const { writable, open, held } = await storeState()
  if (!writable) throw new Error('The store cannot be written.')
  set(
    'longlist_submissions',
    `Submissions that are not delivered in full (or withdrawn and not told), and those that are held for an operator; counted up to ${mostCounted}.`,
    [
      [{ state: 'open' }, open],
      [{ state: 'held' }, held],
    ],
  )
}

const measureScanner: Part = async ({ scanner, config }) => {
  if (scanner && !(await answers(scanner, config.patience?.lookMs))) throw new Error('The scanner does not answer.')
}

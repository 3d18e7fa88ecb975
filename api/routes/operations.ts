import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { deliveryHeartbeat } from '#api/deliveries'
import { contentIndexes } from '#indexer/contentDocuments'
import { liveJobs } from '#indexer/liveJobs'
import { type Alarm, type ContentRecord, type RunRecord, redisKeys } from '#indexer/tasks'
import { labels } from '../metrics.ts'
import { type ApiParts } from '../parts.ts'
import type { Scanner } from '../submissions/scan.ts'
import type { SubmissionStore } from '../submissions/submission.ts'

/** Upper edges in seconds. */
/** A worker signs every five seconds, and so do the deliveries. */
const heartbeatStaleMs = 30_000
/** Whoever asks, the engines are asked once a second. */
const healthMs = 1_000
/** And the store, which is written to, not so often. */
const storeMs = 10_000
/** An answer that takes longer is none. */
const patienceMs = 5_000
/** Counted no further: what is open or held is read one by one. */
const mostCounted = 1_000

interface Health {
  status: 'ok' | 'unwell'
  /** What is wrong, for a person; the site cannot do its work, and another one should take its visitors. */
  problems: string[]
  /** What will be wrong if nobody looks: searches go on. */
  warnings: string[]
  /**
   * Whether forms can be stored. A store that is full is a warning and no problem: whoever came for the search still
   * finds it, and forms say so by themselves.
   */
  submissions: 'ok' | 'unwell' | 'none'
  version: { node: string }
}

/** Said before it closes, so that a balancer sends no visitor any more. */
const leaving: Health = {
  status: 'unwell',
  problems: ['This process is about to end: send visitors to another one'],
  warnings: [],
  submissions: 'none',
  version: { node: process.version },
}

/** Where submissions are kept and looked at, and where nothing is: null. */
export interface OperationParts {
  store: SubmissionStore | null
  scanner: Scanner | null
}

/** How the submissions fare, in numbers. */
interface StoreState {
  writable: boolean
  open: number
  held: number
}

/** What `/health` and `/metrics` ask. */
type Asked = ApiParts &
  Pick<OperationParts, 'scanner'> & {
    /** Null: there are no forms. */
    storeState: (() => Promise<StoreState>) | null
  }

/**
 * `GET /health`: 200, or 503 where searches cannot be answered. `GET /metrics` (Prometheus text), for METRICS_TOKEN or
 * the administrator: it names sources, which may be an agency's clients. Neither tells anything of a person.
 */
export async function operationRoutes(app: FastifyInstance, parts: ApiParts & OperationParts): Promise<void> {
  const { store } = parts
  const asked: Asked = {
    ...parts,
    storeState: store && once(storeMs, () => readStore(store, parts.config.patience?.lookMs)),
  }
  const health = once(healthMs, () => checkHealth(asked))
  app.get('/health', async (_request, reply) => {
    const answer = parts.isLeaving() ? leaving : await health()
    return reply
      .code(answer.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })

  await app.register(async scope => {
    await parts.closeToStrangers(scope)
    scope.get(
      '/metrics',
      { config: { token: parts.config.metricsToken, rateLimit: { max: 120, timeWindow: 60_000 } } },
      async (_request, reply) => {
        const text = `${parts.metrics.text()}\n${(await gauges(asked)).join('\n')}\n`
        return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text)
      },
    )
  })
}

/** Asks at most once in this time, however many want to know. */
function once<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T>
  return () => {
    if (Date.now() - askedAt >= ms) {
      askedAt = Date.now()
      answer = ask()
    }
    return answer
  }
}

/**
 * As a form would use it: a byte is written and taken back, for a disk that is full still makes folders; a bucket
 * answers what is open.
 */
async function readStore(store: SubmissionStore, lookMs = patienceMs): Promise<StoreState> {
  const incoming = await store.begin().catch(() => null)
  const writes = async () => {
    if (!incoming) return false
    await incoming.take(Readable.from([Buffer.from('?')]), 1)
    return true
  }
  try {
    const [written, open, held] = await within(
      lookMs,
      Promise.all([writes(), count(store.open()), count(store.held())]),
    )
    return { writable: written, open, held }
  } catch {
    return { writable: false, open: Number.NaN, held: Number.NaN }
  } finally {
    await incoming?.discard()
  }
}

async function count(ids: AsyncIterable<string>): Promise<number> {
  let found = 0
  for await (const _ of ids) if (++found >= mostCounted) break
  return found
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function checkHealth({ config, search, queues, storeState, scanner }: Asked): Promise<Health> {
  const problems: string[] = []
  const warnings: string[] = []
  const engine = async () => {
    const { jobs, slugs, places } = search.names
    for (const index of [jobs, slugs, places]) {
      const answer = await search.engine.multiSearch([{ indexUid: index, limit: 0 }]).catch((error: Error) => error)
      if (!(answer instanceof Error)) continue
      if (answer.name === 'SearchUnavailable')
        return problems.push('Meilisearch does not answer: is it running, and is MEILI_SEARCH_KEY one of its keys?')
      problems.push(`Meilisearch has no index "${index}": the worker makes it when it starts`)
    }
    // Asked as a visitor would: the settings that make a job live must be there too.
    if (problems.length === 0) {
      const answer = await search.engine
        .multiSearch([{ indexUid: jobs, limit: 0, filter: liveJobs(search.now()) }])
        .catch((error: Error) => error)
      if (answer instanceof Error)
        problems.push(`The settings of the index "${jobs}" are not there yet: the worker makes them when it starts`)
    }
  }
  const redis = async () => {
    try {
      warnings.push(...storageWarnings(await queues.redis.info()))
      const seen = await queues.redis.get(redisKeys.heartbeat(config.queuePrefix))
      if (!seen || Date.now() - Date.parse(seen) > heartbeatStaleMs)
        warnings.push('No worker has been seen for 30 seconds: nothing is synced')
      const delivered = storeState && (await queues.redis.get(deliveryHeartbeat(config.queuePrefix)))
      if (storeState && (!delivered || Date.now() - Date.parse(delivered) > heartbeatStaleMs))
        warnings.push('No deliveries have been seen for 30 seconds: what people send is stored, and waits')
      const content = await queues.redis.get(redisKeys.contentRecord(config.queuePrefix))
      const { outcome, reason } = content ? (JSON.parse(content) as ContentRecord) : { outcome: 'ok' }
      // The last content stays: visitors see pages, only not the newest words.
      if (outcome === 'failed')
        warnings.push(`The content could not be synced from the CMS: ${reason ?? 'no reason given'}`)
    } catch {
      // Searches and pages do without it, and the other replicas have the same one: none of them is to be taken out.
      warnings.push('Redis does not answer: webhooks, posts and syncs wait for it')
    }
  }
  let submissions: Health['submissions'] = 'none'
  const forms = async () => {
    if (!storeState) return
    submissions = (await storeState()).writable ? 'ok' : 'unwell'
    if (submissions === 'unwell')
      warnings.push('Submissions cannot be stored, and forms say so: is there room, and may the site write there?')
  }
  const scan = async () => {
    if (scanner && !(await answers(scanner, config.patience?.lookMs)))
      warnings.push('The malware scanner does not answer: files wait for it before they are delivered')
  }
  await Promise.all([engine(), redis(), forms(), scan()])
  return {
    status: problems.length === 0 ? 'ok' : 'unwell',
    problems,
    warnings,
    submissions,
    version: { node: process.version },
  }
}

/** What of Redis's own report loses tasks. INFO is there where a managed Redis forbids CONFIG. */
function storageWarnings(info: string): string[] {
  const { maxmemory_policy: policy, aof_last_write_status: written } = Object.fromEntries(
    info.split(/\r?\n/).map(line => line.split(':')),
  ) as Record<string, string | undefined>
  return [
    ...(policy && policy !== 'noeviction'
      ? [`Redis has maxmemory-policy ${policy}, and may drop tasks: set it to noeviction`]
      : []),
    ...(written && written !== 'ok'
      ? ['Redis cannot write its append-only file and takes no tasks: is its disk full?']
      : []),
  ]
}

function answers(scanner: Scanner, lookMs = patienceMs): Promise<boolean> {
  return within(lookMs, scanner.ping()).catch(() => false)
}

/** What is asked when somebody looks. Whatever cannot be asked is left out, and `longlist_up` says which. */
async function gauges({ config, search, queues, storeState, scanner }: Asked): Promise<string[]> {
  const lines: string[] = []
  const gauge = (name: string, help: string, values: [string, number][]) => {
    lines.push(
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    )
  }
  const up: [string, number][] = []
  const ask = async (what: string, work: () => Promise<void>) => {
    const fine = await work().then(
      () => true,
      () => false,
    )
    up.push([`{part="${what}"}`, fine ? 1 : 0])
  }
  await Promise.all([
    ask('meilisearch', async () => {
      const { jobs, slugs, places } = search.names
      const count = { page: 1, hitsPerPage: 0 }
      const results = await search.engine.multiSearch([
        { indexUid: jobs, ...count },
        { indexUid: jobs, ...count, filter: liveJobs(search.now()) },
        { indexUid: slugs, ...count },
        { indexUid: places, ...count },
      ])
      const [all, live, known, gazetteer] = results.map(({ totalHits }) => totalHits) as [
        number,
        number,
        number,
        number,
      ]
      const contents = contentIndexes.map(async index => {
        // Not there until a worker of this version has started.
        const found = await search.engine.multiSearch([{ indexUid: search.names[index], ...count }]).catch(() => [])
        return found.map(({ totalHits }): [string, number] => [labels({ index }), totalHits])
      })
      gauge('longlist_documents', 'Documents of each index.', [
        ['{index="jobs"}', all],
        ['{index="slugs"}', known],
        ['{index="places"}', gazetteer],
        ...(await Promise.all(contents)).flat(),
      ])
      gauge('longlist_live_jobs', 'Jobs that a search can find.', [['', live]])
    }),
    ask('redis', async () => {
      queues.assertUp()
      const tasks: [string, number][] = []
      for (const queue of [queues.index, queues.urgent, queues.content, queues.deliveries]) {
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed', 'prioritized')
        for (const [state, count] of Object.entries(counts)) tasks.push([labels({ queue: queue.name, state }), count])
      }
      gauge('longlist_tasks', 'Tasks on each queue.', tasks)
      const age = async (name: string, help: string, key: string) => {
        const seen = await queues.redis.get(key)
        gauge(name, help, [['', seen ? Math.max(0, (Date.now() - Date.parse(seen)) / 1000) : Number.POSITIVE_INFINITY]])
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
      const outcomes: [string, number][] = []
      const ended: [string, number][] = []
      const rows: [string, number][] = []
      for (const source of (await queues.redis.hkeys(redisKeys.sources(config.queuePrefix))).sort()) {
        const line = await queues.redis.lindex(redisKeys.runs(config.queuePrefix, source), 0)
        if (!line) continue
        const run = JSON.parse(line) as RunRecord
        for (const outcome of ['ok', 'notModified', 'guarded', 'failed'])
          outcomes.push([labels({ source, outcome }), run.outcome === outcome ? 1 : 0])
        ended.push([labels({ source }), (Date.parse(run.startedAt) + run.ms) / 1000])
        for (const part of ['received', 'upserted', 'unchanged', 'quarantined', 'merged', 'retired'] as const)
          rows.push([labels({ source, part }), run[part]])
      }
      const alarms = (await queues.redis.hvals(redisKeys.alarms(config.queuePrefix))).map(
        line => JSON.parse(line) as Alarm,
      )
      gauge(
        'longlist_alarm',
        'An alarm that stands: 1, and no line for one that does not.',
        alarms.map(({ source, kind }): [string, number] => [labels({ source: source ?? '', kind }), 1]).sort(),
      )
      gauge('longlist_last_sync_outcome', 'How the last sync of a source ended: 1 for its outcome.', outcomes)
      gauge('longlist_last_sync_end_seconds', 'When the last sync of a source ended, epoch seconds.', ended)
      gauge('longlist_last_sync_rows', 'What the last sync of a source did.', rows)
      const line = await queues.redis.get(redisKeys.contentRecord(config.queuePrefix))
      if (!line) return
      const { at, ms, outcome: ending, refused, ...did } = JSON.parse(line) as ContentRecord
      gauge(
        'longlist_content_sync_outcome',
        'How the last content sync ended: 1 for its outcome.',
        ['ok', 'failed'].map(outcome => [labels({ outcome }), outcome === ending ? 1 : 0]),
      )
      gauge('longlist_content_sync_end_seconds', 'When the last content sync ended, epoch seconds.', [
        ['', (Date.parse(at) + ms) / 1000],
      ])
      const entries = (['upserted', 'deleted', 'unchanged'] as const).map((part): [string, number] => [
        labels({ part }),
        did[part],
      ])
      gauge('longlist_content_sync_entries', 'What the last content sync did.', [
        ...entries,
        [labels({ part: 'refused' }), refused.length],
      ])
    }),
    storeState &&
      ask('submissions', async () => {
        const { writable, open, held } = await storeState()
        if (!writable) throw new Error('The store cannot be written.')
        gauge(
          'longlist_submissions',
          `Submissions that are not delivered in full, and those that are held for somebody to look at; counted up to ${mostCounted}.`,
          [
            ['{state="open"}', open],
            ['{state="held"}', held],
          ],
        )
      }),
    scanner &&
      ask('scanner', async () => {
        if (!(await answers(scanner, config.patience?.lookMs))) throw new Error('The scanner does not answer.')
      }),
  ])
  gauge('longlist_up', 'Whether a part answered this scrape.', up)
  const { hits, misses } = search.cacheCounts
  lines.push(
    '# HELP longlist_search_queries_total Queries answered from the running second, and queries that the engine was asked.',
    '# TYPE longlist_search_queries_total counter',
    `longlist_search_queries_total{cache="hit"} ${hits}`,
    `longlist_search_queries_total{cache="miss"} ${misses}`,
  )
  return lines.map(line => line.replace(/ Infinity$/, ' +Inf'))
}

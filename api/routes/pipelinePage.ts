import type { Job as Task } from 'bullmq'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  type Alarm,
  type ContentRecord,
  type DryRun,
  type FetchProgress,
  type MergedRow,
  type QuarantinedRow,
  type RetireSourceTask,
  type RunRecord,
  redisKeys,
  type SetAsideTask,
  type SourceSummary,
  type SyncContentTask,
  type SyncProgress,
  type SyncSourceTask,
  taskNames,
} from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { namedJob } from '../search/namedJob.ts'
import { adminPage, timeFormat } from './adminPage.ts'
import {
  type Counted,
  jobBody,
  type PendingSync,
  pipelineBody,
  type SourceReport,
  sourceBody,
  sparkRuns,
} from './pipelineHtml.ts'

const runsShown = 20
const mergesShown = 50
/** Tasks of each kind that are looked through. */
const mostPending = 200

/** What was just done, as the page says it. */
const said = {
  sync: 'A sync is on the queue.',
  dry: 'A dry run is on the queue: load this page again in a moment.',
  paused: 'Paused: nothing of this source is read until it is resumed.',
  resumed: 'Resumed: the next run comes by its schedule.',
  retire: 'Its jobs are being taken out.',
  content: 'A content sync is on the queue.',
  again: 'The task is on the queue again.',
} as const

/**
 * `/admin/pipeline`: sources, alarms, what was not understood. `/admin/pipeline/{source}`: runs, quarantine, merges,
 * dry run. `/admin/job?find=`: what one job's values were made of. Posts there sync, try, pause, resume and take out.
 * 503 without Redis; without Meilisearch its counts are left out.
 */
export async function pipelinePages(
  app: FastifyInstance,
  { config, queues, search, onContentNudge }: ApiParts,
): Promise<void> {
  const { redis } = queues
  const { site, queuePrefix: prefix } = config
  const time = timeFormat(site)

  app.get('/admin', async (_request, reply) => reply.redirect('/admin/pipeline'))

  app.get<{ Querystring: { done?: string; source?: string } }>('/admin/pipeline', async (request, reply) => {
    const [catalogue, alarms, setAside, content, seen, facets, pending] = await Promise.all([
      readCatalogue(),
      readAlarms(),
      unlessDown(redis.hvals(redisKeys.setAside(prefix))),
      unlessDown(redis.get(redisKeys.contentRecord(prefix))),
      unlessDown(redis.get(redisKeys.heartbeat(prefix))),
      readFacets(),
      readPending(),
    ])
    const known = new Set(catalogue.map(({ id }) => id))
    const now = new Date()
    const body = pipelineBody({
      sources: await Promise.all(catalogue.map(summary => readReport(summary, facets, pending))),
      // Without a catalogue nobody can say what has left it.
      left: catalogue.length === 0 ? [] : Object.entries(facets?.source ?? {}).filter(([id]) => !known.has(id)),
      alarms,
      setAside: setAside.map(line => JSON.parse(line) as SetAsideTask).sort((a, b) => (a.since < b.since ? -1 : 1)),
      content: content === null ? null : (JSON.parse(content) as ContentRecord),
      workerSeen: seen ? new Date(seen) : null,
      unresolved: facets && counted(facets.unresolved),
      unparsed: facets && counted(facets.unparsedSalary),
      message: message(request.query),
      now,
      time,
    })
    return send(reply, 'Pipeline', body, now)
  })

  app.get<{ Querystring: { find?: string } }>('/admin/job', async (request, reply) => {
    const job = await namedJob((request.query.find ?? '').trim().slice(0, 300), search)
    if (!job) throw httpError(404, 'No job in the index has this reference, id or address.')
    return send(reply, job.title, jobBody(job, time))
  })

  app.get<{ Params: { source: string }; Querystring: { done?: string } }>(
    '/admin/pipeline/:source',
    async (request, reply) => {
      const { source } = request.params
      const summary = (await readCatalogue()).find(({ id }) => id === source)
      if (!summary) throw httpError(404, `There is no source "${source.slice(0, 100)}".`)
      const [report, alarms, rows, merges, dryRun] = await Promise.all([
        readReport(summary, await readFacets(), await readPending()),
        readAlarms(),
        readList<QuarantinedRow>(redisKeys.quarantine(prefix, source)),
        readList<MergedRow>(redisKeys.merges(prefix, source), mergesShown),
        unlessDown(redis.get(redisKeys.dryRun(prefix, source))),
      ])
      const detail = { ...report, rows, merges, dryRun: dryRun === null ? null : (JSON.parse(dryRun) as DryRun) }
      return send(
        reply,
        summary.title,
        sourceBody(
          detail,
          alarms.filter(alarm => alarm.source === source),
          message(request.query),
          time,
        ),
      )
    },
  )

  app.post('/admin/pipeline/sync', async (request, reply) => {
    const source = await namedSource(request.body)
    // Asked again while one waits: the same one. Asked while one runs: once more after it.
    await addOnce(taskNames.syncSource, { source } satisfies SyncSourceTask, `ask-${source}`)
    return done(reply, source, 'sync')
  })
  app.post('/admin/pipeline/dry-run', async (request, reply) => {
    const source = await namedSource(request.body)
    await addOnce(taskNames.syncSource, { source, dryRun: true } satisfies SyncSourceTask, `dry-${source}`)
    return done(reply, source, 'dry')
  })
  app.post('/admin/pipeline/pause', async (request, reply) => {
    const source = await namedSource(request.body)
    await unlessDown(redis.hsetnx(redisKeys.paused(prefix), source, new Date().toISOString()))
    return done(reply, source, 'paused')
  })
  app.post('/admin/pipeline/resume', async (request, reply) => {
    const source = await namedSource(request.body)
    await unlessDown(redis.hdel(redisKeys.paused(prefix), source))
    return done(reply, source, 'resumed')
  })
  app.post('/admin/pipeline/retire', async (request, reply) => {
    const source = fieldOf(request.body)
    if (source === '' || source.length > 60) throw httpError(422, 'Name the source whose jobs are to be taken out.')
    if ((await readCatalogue()).some(({ id }) => id === source))
      throw httpError(422, `"${source}" is in the catalogue: take it out there first.`)
    await addOnce(taskNames.retireSource, { source } satisfies RetireSourceTask, `retire-${source}`)
    request.log.info({ event: 'retireAsked', source }, 'retireAsked')
    return reply.redirect('/admin/pipeline?done=retire', 303)
  })
  app.post('/admin/pipeline/content', async (request, reply) => {
    await unlessDown(
      queues.content.add(taskNames.syncContent, {} satisfies SyncContentTask, {
        deduplication: { id: 'ask', keepLastIfActive: true },
      }),
    )
    // The pages of every site process read the CMS by themselves: they look again too.
    onContentNudge()
    await unlessDown(redis.publish(redisKeys.contentChannel(prefix), 'asked'))
    request.log.info({ event: 'contentSyncAsked' }, 'contentSyncAsked')
    return reply.redirect('/admin/pipeline?done=content', 303)
  })

  app.post('/admin/pipeline/again', async (request, reply) => {
    const what = fieldOf(request.body, 'what')
    const line = await unlessDown(redis.hget(redisKeys.setAside(prefix), what))
    if (line === null) throw httpError(422, 'This task is not set aside any more.')
    await unlessDown(makeAgain(JSON.parse(line) as SetAsideTask))
    // Last: what is cut off before is still set aside.
    await unlessDown(redis.hdel(redisKeys.setAside(prefix), what))
    request.log.info({ event: 'againAsked', what }, 'againAsked')
    return reply.redirect('/admin/pipeline?done=again', 303)
  })

  async function makeAgain({ what, queue: name, id, name: task, data }: SetAsideTask): Promise<void> {
    const queue = [queues.index, queues.urgent, queues.content].find(one => one.name === name)
    if (!queue) throw new Error(`There is no queue ${name}`)
    if (queue !== queues.urgent) return void (await queue.add(task, data, { deduplication: { id: `again-${what}` } }))
    // The one that was given up has the id of its payload.
    await queue.remove(id)
    await queue.add(task, data, { jobId: id })
  }

  function send(reply: FastifyReply, title: string, body: string, now = new Date()): FastifyReply {
    const page = adminPage({ site, title, at: '/admin/pipeline', now, nonce: reply.cspNonce.style, body })
    return reply.type('text/html; charset=utf-8').send(page)
  }

  function done(reply: FastifyReply, source: string, what: keyof typeof said): FastifyReply {
    reply.log.info({ event: 'pipelineAsked', source, what }, 'pipelineAsked')
    return reply.redirect(`/admin/pipeline/${encodeURIComponent(source)}?done=${what}`, 303)
  }

  async function addOnce(name: string, task: object, id: string): Promise<void> {
    await unlessDown(queues.index.add(name, task, { deduplication: { id, keepLastIfActive: true } }))
  }

  async function namedSource(body: unknown): Promise<string> {
    const source = fieldOf(body)
    if (!(await unlessDown(redis.hexists(redisKeys.sources(prefix), source))))
      throw httpError(422, `There is no source "${source.slice(0, 100)}".`)
    return source
  }

  async function readCatalogue(): Promise<SourceSummary[]> {
    const lines = await unlessDown(redis.hvals(redisKeys.sources(prefix)))
    return lines.map(line => JSON.parse(line) as SourceSummary).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  async function readAlarms(): Promise<Alarm[]> {
    const lines = await unlessDown(redis.hvals(redisKeys.alarms(prefix)))
    return lines.map(line => JSON.parse(line) as Alarm).sort((a, b) => (a.since < b.since ? -1 : 1))
  }

  async function readList<T>(key: string, most = 0): Promise<T[]> {
    return (await unlessDown(redis.lrange(key, 0, most - 1))).map(line => JSON.parse(line) as T)
  }

  async function readReport(
    summary: SourceSummary,
    facets: Facets | null,
    pending: ReadonlyMap<string, PendingSync[]>,
  ): Promise<SourceReport> {
    const [runs, pausedSince] = await Promise.all([
      readList<RunRecord>(redisKeys.runs(prefix, summary.id), Math.max(runsShown, sparkRuns)),
      unlessDown(redis.hget(redisKeys.paused(prefix), summary.id)),
    ])
    return {
      summary,
      runs,
      jobs: facets && (facets.source?.[summary.id] ?? 0),
      pausedSince,
      tasks: pending.get(summary.id) ?? [],
    }
  }

  /** By source; without those that a schedule has made for later. */
  async function readPending(): Promise<Map<string, PendingSync[]>> {
    const pending = new Map<string, PendingSync[]>()
    const add = (stage: PendingSync['stage'], tasks: Task[]) => {
      for (const { name, data, progress } of tasks) {
        if (name !== taskNames.syncSource) continue
        const { source, dryRun = false } = data as SyncSourceTask
        const { rows = 0 } = progress as Partial<SyncProgress>
        pending.set(source, [...(pending.get(source) ?? []), { dryRun, stage, rows }])
      }
    }
    const [active, waiting, delayed] = await unlessDown(
      Promise.all([
        queues.index.getActive(),
        queues.index.getWaiting(0, mostPending - 1),
        queues.index.getDelayed(0, mostPending - 1),
      ]),
    )
    add('reading', active)
    add('waiting', waiting)
    const isFetching = ({ progress }: Task) => (progress as Partial<FetchProgress>).againAt !== undefined
    add('fetching', delayed.filter(isFetching))
    add(
      'retrying',
      delayed.filter(task => task.attemptsMade > 0 && !isFetching(task)),
    )
    return pending
  }

  /** Counts over everything in the index; null while the engine, or its settings of this version, are not there. */
  async function readFacets(): Promise<Facets | null> {
    try {
      const [result] = await search.engine.multiSearch([
        { indexUid: search.names.jobs, limit: 0, facets: ['source', 'unresolved', 'unparsedSalary'] },
      ])
      return result?.facetDistribution ?? {}
    } catch {
      return null
    }
  }
}

type Facets = Record<string, Record<string, number>>

/** In the engine's own order: most frequent first. */
function counted(facet: Record<string, number> | undefined): Counted[] {
  return Object.entries(facet ?? {}).sort((a, b) => b[1] - a[1])
}

function message({ done }: { done?: string }): string {
  return done !== undefined && Object.hasOwn(said, done)
    ? `<p class="fine" role="status">${said[done as keyof typeof said]}</p>`
    : ''
}

function fieldOf(body: unknown, name = 'source'): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

async function unlessDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw Object.assign(httpError(503, 'Redis does not answer.'), { cause: error })
  }
}

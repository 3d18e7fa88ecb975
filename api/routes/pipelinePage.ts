import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  type ContentRecord,
  type DryRun,
  type MergedRow,
  type QuarantinedRow,
  type RetireSourceTask,
  redisKeys,
  type SetAsideTask,
  type SyncContentTask,
  type SyncSourceTask,
  taskNames,
} from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { namedJob } from '../search/namedJob.ts'
import { adminPage, timeFormat } from './adminPage.ts'
import { type Counted, jobBody, pipelineBody, sourceBody } from './pipelineHtml.ts'
import {
  readAlarms,
  readCatalogue,
  readFacets,
  readList,
  readPending,
  readReport,
  unlessDown,
} from './pipelineState.ts'

const mergesShown = 50

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
export async function pipelinePages(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { queues, search, config } = parts
  const { redis } = queues
  const { site, queuePrefix: prefix } = config
  const time = timeFormat(site)

  app.get<{ Querystring: { done?: string; source?: string } }>('/admin/pipeline', async (request, reply) => {
    const [catalogue, alarms, setAside, content, seen, facets, pending] = await Promise.all([
      readCatalogue(parts),
      readAlarms(parts),
      unlessDown(redis.hvals(redisKeys.setAside(prefix))),
      unlessDown(redis.get(redisKeys.contentRecord(prefix))),
      unlessDown(redis.get(redisKeys.heartbeat(prefix))),
      readFacets(parts),
      readPending(parts),
    ])
    const known = new Set(catalogue.map(({ id }) => id))
    const now = new Date()
    const body = pipelineBody({
      sources: await Promise.all(catalogue.map(summary => readReport(parts, summary, facets, pending))),
      // Without a catalogue it is not known what has left it.
      left: catalogue.length === 0 ? [] : Object.entries(facets?.source ?? {}).filter(([id]) => !known.has(id)),
      alarms,
      setAside: setAside.map(line => JSON.parse(line) as SetAsideTask).sort((a, b) => (a.since < b.since ? -1 : 1)),
      content: content === null ? null : (JSON.parse(content) as ContentRecord),
      workerSeen: seen ? new Date(seen) : null,
      unresolved: facets && counted(facets.unresolved),
      unparsed: facets && counted(facets.unparsedSalary),
      engines: search.engines(),
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
      const summary = (await readCatalogue(parts)).find(({ id }) => id === source)
      if (!summary) throw httpError(404, `There is no source "${source.slice(0, 100)}".`)
      const [report, alarms, rows, merges, dryRun] = await Promise.all([
        readReport(parts, summary, await readFacets(parts), await readPending(parts)),
        readAlarms(parts),
        readList<QuarantinedRow>(parts, redisKeys.quarantine(prefix, source)),
        readList<MergedRow>(parts, redisKeys.merges(prefix, source), mergesShown),
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
  pipelinePosts(app, parts)

  function send(reply: FastifyReply, title: string, body: string, now = new Date()): FastifyReply {
    const page = adminPage({ site, title, at: '/admin/pipeline', now, reply, body })
    return reply.type('text/html; charset=utf-8').send(page)
  }
}

/** The posts of these pages: sync, try, pause, resume, take out, sync the content, try a task again. */
function pipelinePosts(app: FastifyInstance, parts: ApiParts): void {
  const { queues, config, onContentNudge } = parts
  const { redis } = queues
  const { queuePrefix: prefix } = config

  app.post('/admin/pipeline/sync', async (request, reply) => {
    const source = await namedSource(parts, request.body)
    // Asked again while one waits: the same one. Asked while one runs: once more after it.
    await addOnce(parts, taskNames.syncSource, { source } satisfies SyncSourceTask, `ask-${source}`)
    return done(reply, source, 'sync')
  })
  app.post('/admin/pipeline/dry-run', async (request, reply) => {
    const source = await namedSource(parts, request.body)
    await addOnce(parts, taskNames.syncSource, { source, dryRun: true } satisfies SyncSourceTask, `dry-${source}`)
    return done(reply, source, 'dry')
  })
  app.post('/admin/pipeline/pause', async (request, reply) => {
    const source = await namedSource(parts, request.body)
    await unlessDown(redis.hsetnx(redisKeys.paused(prefix), source, new Date().toISOString()))
    return done(reply, source, 'paused')
  })
  app.post('/admin/pipeline/resume', async (request, reply) => {
    const source = await namedSource(parts, request.body)
    await unlessDown(redis.hdel(redisKeys.paused(prefix), source))
    return done(reply, source, 'resumed')
  })
  app.post('/admin/pipeline/retire', async (request, reply) => {
    const source = fieldOf(request.body)
    if (source === '' || source.length > 60) throw httpError(422, 'Name the source whose jobs are to be taken out.')
    if ((await readCatalogue(parts)).some(({ id }) => id === source))
      throw httpError(422, `"${source}" is in the catalogue: take it out there first.`)
    await addOnce(parts, taskNames.retireSource, { source } satisfies RetireSourceTask, `retire-${source}`)
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
    await unlessDown(makeAgain(parts, JSON.parse(line) as SetAsideTask))
    // Last: what is cut off before is still set aside.
    await unlessDown(redis.hdel(redisKeys.setAside(prefix), what))
    request.log.info({ event: 'againAsked', what }, 'againAsked')
    return reply.redirect('/admin/pipeline?done=again', 303)
  })
}

async function makeAgain(
  { queues }: ApiParts,
  { what, queue: name, id, name: task, data }: SetAsideTask,
): Promise<void> {
  const queue = [queues.index, queues.urgent, queues.content, queues.trial].find(one => one.name === name)
  if (!queue) throw new Error(`There is no queue ${name}`)
  if (queue !== queues.urgent) return void (await queue.add(task, data, { deduplication: { id: `again-${what}` } }))
  // The one that was given up has the id of its payload.
  await queue.remove(id)
  await queue.add(task, data, { jobId: id })
}

function done(reply: FastifyReply, source: string, what: keyof typeof said): FastifyReply {
  reply.log.info({ event: 'pipelineAsked', source, what }, 'pipelineAsked')
  return reply.redirect(`/admin/pipeline/${encodeURIComponent(source)}?done=${what}`, 303)
}

async function addOnce({ queues }: ApiParts, name: string, task: object, id: string): Promise<void> {
  await unlessDown(queues.index.add(name, task, { deduplication: { id, keepLastIfActive: true } }))
}

async function namedSource({ queues: { redis }, config }: ApiParts, body: unknown): Promise<string> {
  const source = fieldOf(body)
  if (!(await unlessDown(redis.hexists(redisKeys.sources(config.queuePrefix), source))))
    throw httpError(422, `There is no source "${source.slice(0, 100)}".`)
  return source
}

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

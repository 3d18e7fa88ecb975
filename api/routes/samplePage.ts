import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  type DrawSampleTask,
  type FeedSample,
  judgedFieldNames,
  type KeepTicksTask,
  type SampledJob,
  type Ticks,
} from '#indexer/samples'
import { redisKeys, type SourceSummary, taskNames } from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { adminPage, timeFormat } from './adminPage.ts'
import { askWorker } from './askWorker.ts'
import { readCatalogue, readTallies, unlessDown } from './pipelineState.ts'
import { sampleBody } from './sampleHtml.ts'

const said = {
  drawn: 'The sample is drawn.',
  reading: 'The feed is being read: load this page again in a moment.',
  kept: 'Saved: it counts in the score. Go on, or change it.',
  waiting: 'The worker does not answer: what was ticked is saved as soon as it runs.',
} as const

/** Of a post with all fields of a sample. */
const bodyLimit = 64 * 1024

/**
 * `/admin/pipeline/{source}/sample`: jobs drawn at random, feed beside page. One post has a sample drawn, another has
 * what was ticked kept: the worker does both (indexer/sync/drawSample.ts, quality.ts), since it has the feeds.
 */
export async function samplePages(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { queues, config } = parts
  const { site, queuePrefix: prefix } = config
  const { redis } = queues

  app.get<{ Params: { source: string }; Querystring: { done?: string } }>(
    '/admin/pipeline/:source/sample',
    async (request, reply) => {
      const source = await knownSource(parts, request.params.source)
      const id = await unlessDown(redis.hget(redisKeys.latestSamples(prefix), source.id))
      const [sample, ticks, tallies] = await Promise.all([
        id === null ? null : readSample(parts, id),
        id === null ? null : unlessDown(redis.get(redisKeys.sampleTicks(prefix, id))),
        readTallies(parts, source.id),
      ])
      const { done = '' } = request.query
      const message = Object.hasOwn(said, done)
        ? `<p class="fine" role="status">${said[done as keyof typeof said]}</p>`
        : ''
      const view = { source, sample, ticks: ticks === null ? {} : (JSON.parse(ticks) as Ticks), tallies, message }
      const page = adminPage({
        site,
        title: `${source.title}: sample`,
        at: '/admin/pipeline',
        now: new Date(),
        reply,
        body: sampleBody({ ...view, time: timeFormat(site) }),
      })
      return reply.type('text/html; charset=utf-8').send(page)
    },
  )

  app.post('/admin/pipeline/sample', async (request, reply) => {
    const { id: source } = await knownSource(parts, field(request.body, 'source'))
    const task: DrawSampleTask = { source, sample: randomUUID() }
    const outcome = await unlessDown(askWorker(queues.trial, taskNames.drawSample, task))
    if (outcome?.refused) throw httpError(422, outcome.refused)
    request.log.info({ event: 'sampleAsked', source }, 'sampleAsked')
    return reply.redirect(`${pathOf(source)}?done=${outcome === null ? 'reading' : 'drawn'}`, 303)
  })

  app.post<{ Params: { source: string } }>('/admin/pipeline/:source/sample', { bodyLimit }, async (request, reply) => {
    const { id: source } = await knownSource(parts, request.params.source)
    const { body } = request
    const sample = await readSample(parts, field(body, 'sample'))
    if (sample?.source !== source)
      throw httpError(422, 'This sample is not kept any more: samples are for two days. Draw another one.')
    const task: KeepTicksTask = { source, sample: sample.id, ticks: ticksOf(sample.jobs, body) }
    if (Object.keys(task.ticks).length === 0) throw httpError(422, 'Nothing was ticked, so nothing was saved.')
    const outcome = await unlessDown(askWorker(queues.trial, taskNames.keepTicks, task))
    if (outcome?.refused) throw httpError(422, outcome.refused)
    request.log.info({ event: 'sampleJudged', source }, 'sampleJudged')
    const next = /^(?:job-\d{1,2}|score)$/.exec(field(body, 'next'))?.[0]
    return reply.redirect(
      `${pathOf(source)}?done=${outcome === null ? 'waiting' : 'kept'}${next ? `#${next}` : ''}`,
      303,
    )
  })
}

function pathOf(source: string): string {
  return `/admin/pipeline/${encodeURIComponent(source)}/sample`
}

async function knownSource(parts: ApiParts, id: string): Promise<SourceSummary> {
  const source = (await readCatalogue(parts)).find(one => one.id === id)
  if (!source) throw httpError(404, `There is no source "${id.slice(0, 100)}".`)
  return source
}

async function readSample({ queues, config }: ApiParts, id: string): Promise<FeedSample | null> {
  if (!/^[\da-f-]{36}$/.test(id)) return null
  const line = await unlessDown(queues.redis.get(redisKeys.sample(config.queuePrefix, id)))
  return line === null ? null : (JSON.parse(line) as FeedSample)
}

/** What is ticked; and right where all that was left open of a job is said to be, of fields that say something. */
function ticksOf(jobs: readonly SampledJob[], body: unknown): Ticks {
  const ticks: Ticks = {}
  for (const [at, { id, feed, page }] of jobs.entries()) {
    const isRest = field(body, `rest.${at}`) === 'right'
    for (const name of judgedFieldNames) {
      const ticked = field(body, `t.${at}.${name}`)
      const isOpen = ticked === '' && isRest && (feed[name] !== '' || page[name] !== '')
      const verdict = isOpen ? 'right' : ticked
      if (verdict === 'right' || verdict === 'wrong') ticks[id] = { ...ticks[id], [name]: verdict }
    }
  }
  return ticks
}

function field(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

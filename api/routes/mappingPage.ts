import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { redisKeys, taskNames } from '#indexer/tasks'
import {
  longestSample,
  type MappedField,
  mappedFieldNames,
  type TrialRequest,
  type TrialResult,
  type TryMappingTask,
  trialRequest,
} from '#indexer/trials'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { adminPage } from './adminPage.ts'
import { askWorker } from './askWorker.ts'
import { sampleForm, settingNames, trialBody } from './mappingHtml.ts'
import { unlessDown } from './pipelineState.ts'

const pack = promisify(deflateRaw)
const trialSeconds = 3_600
/** A form writes most signs of JSON as three. */
const sampleLimit = 3 * longestSample + 4_096
const stepLimit = 256 * 1024

/**
 * `/admin/mapping`: a mapping of a new feed, step by step. A sample is given; `/admin/mapping/{trial}` lists the fields
 * in it, takes what each of them is, and shows what a sync would make of the first rows and what to write into the
 * catalogue. The worker reads (indexer/sync/tryMapping.ts); nothing is written but the trial, for an hour.
 */
export async function mappingPages(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { queues, config } = parts
  const { redis } = queues
  const { site, queuePrefix: prefix } = config

  app.get('/admin/mapping', async (_request, reply) => send(reply, sampleForm()))

  app.get<{ Params: { trial: string } }>('/admin/mapping/:trial', async (request, reply) => {
    const { trial } = request.params
    const asked = await readRequest(trial)
    const line = await unlessDown(redis.get(redisKeys.trialResult(prefix, trial)))
    const result = line === null ? null : (JSON.parse(line) as TrialResult)
    // What was asked before is not shown for what is asked now.
    return send(reply, trialBody(trial, asked, result?.of === asked.of ? result : null))
  })

  app.post('/admin/mapping', { bodyLimit: sampleLimit }, async (request, reply) => {
    const from = field(request.body, 'from').trim()
    const text = field(request.body, 'text')
    if ((from === '') === (text.trim() === ''))
      throw httpError(422, 'Give an address or paste a sample: one of them, and not both.')
    if (text.length > longestSample)
      throw httpError(422, `The sample is longer than ${longestSample} characters: its first rows are enough.`)
    if (from !== '' && !/^https?:\/\//i.test(from))
      throw httpError(422, 'The address must begin with http:// or https://.')
    const trial = randomUUID()
    if (text !== '')
      await unlessDown(
        redis.set(redisKeys.trialText(prefix, trial), await pack(`0${text.toWellFormed()}`), 'EX', trialSeconds),
      )
    const asked = requestOf({ ...settingsOf(request.body), from: from || null, choices: null, mapping: null })
    return ask(reply, trial, asked)
  })

  app.post<{ Params: { trial: string } }>('/admin/mapping/:trial', { bodyLimit: stepLimit }, async (request, reply) => {
    const { body } = request
    const { from } = await readRequest(request.params.trial)
    const by = field(body, 'by')
    const choices: Partial<Record<MappedField, string>> = {}
    for (const name of mappedFieldNames) {
      const path = field(body, `choice.${name}`)
      if (path !== '') choices[name] = path
    }
    // What could not be read had nothing to choose from.
    const isGuess = by === 'guess' || Object.keys(choices).length === 0
    const asked = requestOf({
      ...settingsOf(body),
      from,
      choices: isGuess ? null : choices,
      mapping: by === 'mapping' ? field(body, 'mapping') : null,
    })
    return ask(reply, request.params.trial, asked)
  })

  async function readRequest(trial: string): Promise<TrialRequest> {
    const line = /^[\da-f-]{36}$/.test(trial) ? await unlessDown(redis.get(redisKeys.trial(prefix, trial))) : null
    if (line === null) throw httpError(404, 'This sample is not kept any more: samples are for an hour. Give it again.')
    return trialRequest.parse(JSON.parse(line))
  }

  async function ask(reply: FastifyReply, trial: string, asked: TrialRequest): Promise<FastifyReply> {
    await unlessDown(redis.set(redisKeys.trial(prefix, trial), JSON.stringify(asked), 'EX', trialSeconds))
    const task: TryMappingTask = { trial }
    const outcome = await unlessDown(askWorker(queues.trial, taskNames.tryMapping, task))
    if (outcome?.refused) throw httpError(422, outcome.refused)
    reply.log.info({ event: 'mappingTried' }, 'mappingTried')
    return reply.redirect(`/admin/mapping/${trial}`, 303)
  }

  function send(reply: FastifyReply, body: string): FastifyReply {
    const head = { site, title: 'Try a mapping', at: '/admin/pipeline', now: new Date() } as const
    return reply.type('text/html; charset=utf-8').send(
      adminPage({
        ...head,
        reply,
        body: `<p><a href="/admin/pipeline">All sources</a></p>\n${body}`,
      }),
    )
  }
}

/** How it is to be read; what is missing is as usual. */
function settingsOf(body: unknown): Record<(typeof settingNames)[number], string> {
  return {
    format: field(body, 'format') || 'auto',
    header: field(body, 'header') || 'tell',
    rows: field(body, 'rows').trim(),
    country: field(body, 'country').trim().toUpperCase(),
    currency: field(body, 'currency').trim().toUpperCase(),
  }
}

/** @throws 422 */
function requestOf(asked: Record<string, unknown>): TrialRequest {
  const parsed = trialRequest.safeParse({ ...asked, of: randomUUID() })
  if (parsed.success) return parsed.data
  throw httpError(422, parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}

function field(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

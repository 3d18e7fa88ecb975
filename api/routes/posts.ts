import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type PostDialect,
  type PostedAdvert,
  type PostedDocument,
  type PostedJob,
  type PostedPart,
  type PostOutcome,
  postDialects,
  type ReadPost,
  redisKeys,
  type SourceSummary,
  taskNames,
} from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { applied, failed, type PostAnswer } from '../posts/answers.ts'
import { postedText, readPostedXml } from '../posts/postedXml.ts'
import { schemas } from '../schemas.ts'

/** An advert is some 20 KB. */
const bodyLimit = 1_048_576
/** A document that could not be applied waits this long for an operator. */
const keptSeconds = 30 * 86_400
/** Each is a task of its own. */
const mostAdverts = 2_000
const notApplied = 'It was received but could not be applied. It is kept, and those who run this site can see why.'

type PostParts = ApiParts & { readPost: ReadPost; postWaitMs?: number | undefined }

interface Params {
  Params: { source: string }
}

/**
 * `POST /posts/{source}`: a job distributor (Broadbean's AdCourier, idibu, the DWP's bulk upload) posts, changes or
 * deletes adverts and is answered in its own dialect with what became of each and its public address. The source's
 * `postSecret` comes as HTTP Basic's password, as a bearer token, as `x-api-key` or as the password element of the
 * body. Each advert is judged before it is answered: what its document lacks is said whether or not a worker is there.
 * What is answered with success is durable; where no worker has applied it in time, the answer is that it will appear.
 * 400 not XML, or of another dialect than the source's; 401 wrong secret; 403 the source takes no adverts; 404 no such
 * source; 413 more than 1 MB; 422 (plain text only) an advert was refused; 429; 503 Redis is down, or the source is
 * paused. Never HTML.
 * @param parts.postWaitMs how long the worker is waited for
 */
export async function postRoutes(
  app: FastifyInstance,
  { config, queues, originOf, readPost, postWaitMs = 10_000 }: PostParts,
) {
  const { redis, urgent } = queues
  const prefix = config.queuePrefix

  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    // What fails before the body is there is answered in the dialect of the source.
    scope.setErrorHandler<Error & { statusCode?: number }, Params>(async (error, request, reply) =>
      send(reply, refusal(error, await dialectOfSource(request.params.source), request)),
    )
    scope.post<Params>(
      '/posts/:source',
      { schema: schemas.post, bodyLimit, config: { rateLimit: { max: 600, timeWindow: 60_000 } } },
      async (request, reply) => {
        const text = Buffer.isBuffer(request.body) ? postedText(request.body, request.headers['content-type']) : null
        const posted = text === null ? null : readPostedXml(text)
        try {
          const source = await sourceOf(request.params.source)
          authorise(request, posted?.secrets ?? [], source)
          if (source.paused || (await redis.hexists(redisKeys.paused(prefix), source.id)))
            throw httpError(503, `${source.id} is paused: post the advert again later.`)
          if (!posted)
            throw httpError(400, 'The body is not XML: post the document itself, or a form with it in the field "xml".')
          const { dialect, xml } = posted
          const expected = dialectOf(source.format)
          if (!dialect || (expected && expected !== dialect))
            throw httpError(
              400,
              `The document's root is <${posted.root}>: ${source.id} takes ${expected ?? Object.keys(postDialects).join(', ')} documents, which begin with ${rootsOf(expected)}.`,
            )
          if (!posted.complete) throw httpError(400, `The document is cut off: <${posted.root}> is never closed.`)
          const receivedAt = Date.now()
          const { timeZone = config.site.timeZone, country = config.site.country } = source
          const read = await readPost({ dialect, xml, receivedAt, timeZone, country })
          if ('refused' in read) throw httpError(400, read.refused)
          const { adverts } = read
          if (adverts.length > mostAdverts)
            throw httpError(
              400,
              `The document holds ${adverts.length} adverts, more than ${mostAdverts}: send fewer at a time.`,
            )
          const good = adverts.filter(({ refused }) => refused === undefined)
          const parts = partsOf(good)
          const ids = await keep({ source: source.id, dialect, receivedAt }, parts, request)
          const outcomes = await outcomesOf(ids, parts)
          const jobs = adverts.map((advert): PostedJob => {
            const { reference, refused } = advert
            return refused === undefined ? outcomes.get(advert)! : { reference, outcome: 'refused', reason: refused }
          })
          if (jobs.length > 0 && jobs.every(({ reason }) => reason === notApplied)) throw httpError(503, notApplied)
          return send(
            reply,
            applied(dialect, jobs, slug => `${originOf(request)}/jobs/${slug}`),
          )
        } catch (error) {
          return send(
            reply,
            refusal(error as Error, posted?.dialect ?? (await dialectOfSource(request.params.source)), request),
          )
        }
      },
    )
    scope.get('/posts/:source', { config: { rateLimit: { max: 600, timeWindow: 60_000 } } }, (_request, reply) =>
      send(reply.header('allow', 'POST'), failed(null, 405, 'Adverts are posted here: send the document with POST.')),
    )
  })

  async function sourceOf(id: string): Promise<SourceSummary> {
    const [line, count] = await ask(() =>
      Promise.all([redis.hget(redisKeys.sources(prefix), id), redis.hlen(redisKeys.sources(prefix))]),
    )
    if (line !== null) return JSON.parse(line) as SourceSummary
    throw count === 0
      ? httpError(503, 'No worker has named its sources yet.')
      : httpError(404, `There is no source "${id}".`)
  }

  async function dialectOfSource(id: string): Promise<PostDialect | null> {
    return sourceOf(id).then(
      ({ format }) => dialectOf(format),
      () => null,
    )
  }

  /**
   * Keeps the adverts and then tells the worker of them: from here on they are not lost.
   * @returns the ids of the parts, in their order
   */
  async function keep(
    document: PostedDocument,
    parts: readonly PostedAdvert[][],
    request: FastifyRequest,
  ): Promise<string[]> {
    const ids = parts.map(() => `p${randomUUID().replaceAll('-', '')}`)
    if (ids.length === 0) return ids
    await ask(async () => {
      const change = redis.multi()
      for (const [at, id] of ids.entries()) {
        const part: PostedPart = { ...document, commands: parts[at]!.map(({ command }) => command) }
        change.set(redisKeys.post(prefix, id), JSON.stringify(part), 'EX', keptSeconds)
      }
      await change.exec()
      await queues.addUrgent(document.source, taskNames.applyPost, ids)
    })
    request.log.info(
      {
        event: 'posted',
        source: document.source,
        dialect: document.dialect,
        deliveries: ids.slice(0, 10),
        count: ids.length,
      },
      'posted',
    )
    return ids
  }

  /**
   * What the worker made of each advert; `pending` for one that it has not come to in time. Asked for again and again:
   * a subscription would be one more connection that is held all day for a few answers, and can miss what happens while
   * it is made.
   */
  async function outcomesOf(
    ids: readonly string[],
    parts: readonly PostedAdvert[][],
  ): Promise<Map<PostedAdvert, PostedJob>> {
    const outcomes = new Map<PostedAdvert, PostedJob>()
    let open = ids.map((id, at) => ({ id, adverts: parts[at]! }))
    const until = Date.now() + postWaitMs
    for (let ms = 20; open.length > 0; ms = Math.min(ms * 1.5, 250)) {
      const lines = await redis.mget(open.map(({ id }) => redisKeys.postOutcome(prefix, id))).catch(() => [])
      open = open.filter(({ adverts }, at) => {
        const line = lines[at]
        if (!line) return true
        const outcome = JSON.parse(line) as PostOutcome
        for (const [place, advert] of adverts.entries()) {
          const { reference } = advert
          outcomes.set(
            advert,
            'refused' in outcome ? { reference, outcome: 'refused', reason: outcome.refused } : outcome.jobs[place]!,
          )
        }
        return false
      })
      if (open.length === 0 || Date.now() + ms >= until) break
      await pause(ms)
    }
    await Promise.all(
      open.map(async ({ id, adverts }) => {
        const isFailed = (await urgent.getJobState(id).catch(() => null)) === 'failed'
        for (const advert of adverts) {
          const { reference } = advert
          outcomes.set(
            advert,
            isFailed ? { reference, outcome: 'refused', reason: notApplied } : { reference, outcome: 'pending' },
          )
        }
      }),
    )
    return outcomes
  }

  /** @throws 503 for whatever Redis cannot do */
  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      queues.assertUp()
      return await work()
    } catch (error) {
      throw Object.assign(httpError(503, 'Adverts cannot be taken at the moment: try again in a minute.'), {
        cause: error,
      })
    }
  }
}

/**
 * A task for each job, so that one which cannot be done keeps no other waiting; what is asked for one job stays in its
 * order.
 */
function partsOf(adverts: readonly PostedAdvert[]): PostedAdvert[][] {
  const parts = new Map<string, PostedAdvert[]>()
  for (const advert of adverts) {
    const reference = advert.reference ?? ''
    const part = parts.get(reference)
    if (part) part.push(advert)
    else parts.set(reference, [advert])
  }
  return [...parts.values()]
}

/** A source that is not asked for its format (`auto`) takes every dialect: null. */
function dialectOf(format: string): PostDialect | null {
  return format in postDialects ? (format as PostDialect) : null
}

function rootsOf(dialect: PostDialect | null): string {
  const roots = dialect ? postDialects[dialect] : Object.values(postDialects).flat()
  return roots.map(root => `<${root}>`).join(' or ')
}

/** @throws 403 for a source that takes no adverts, 401 without its secret */
function authorise(
  { headers }: FastifyRequest,
  inBody: readonly string[],
  { id, format, postSecret }: SourceSummary,
): void {
  if (!dialectOf(format) && format !== 'auto')
    throw httpError(
      403,
      `${id} takes no adverts: its format is ${format}. Give it the format ${Object.keys(postDialects).join(', ')} in the catalogue of sources.`,
    )
  if (postSecret === null)
    throw httpError(
      403,
      `${id} takes no adverts: give it a postSecret in the catalogue of sources, and the sender the same.`,
    )
  const [, scheme = '', credentials = ''] = /^(\w+) +([^ ].*)$/.exec(headers.authorization ?? '') ?? []
  const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : null
  // Those of the headers first: a body of many adverts may have more passwords than are looked at.
  const given = [headers['x-api-key'] ?? []].flat()
  if (basic !== null) given.push(basic.slice(basic.indexOf(':') + 1))
  if (scheme.toLowerCase() === 'bearer') given.push(credentials)
  given.push(...new Set(inBody))
  const wanted = Buffer.from(postSecret, 'hex')
  let right = 0
  for (const one of given.slice(0, 10))
    right |= Number(timingSafeEqual(createHash('sha256').update(one).digest(), wanted))
  if (right === 0)
    throw httpError(
      401,
      given.length > 0
        ? 'The password is not the one of this source.'
        : 'The password is missing: send it as the source was set up with it.',
    )
}

function refusal(
  error: Error & { statusCode?: number },
  dialect: PostDialect | null,
  request: FastifyRequest,
): PostAnswer {
  const status = error.statusCode ?? 500
  if (status === 413)
    return failed(
      dialect,
      status,
      'The document is larger than 1 MB: send fewer adverts at a time, without embedded files.',
    )
  if (status >= 500) request.log.error({ event: 'postFailed', err: error.cause ?? error }, error.message)
  else request.log.warn({ event: 'postRefused', status }, error.message)
  return failed(dialect, status, status === 500 ? `Something went wrong on our side (${request.id}).` : error.message)
}

function send(reply: FastifyReply, { status, type, body }: PostAnswer): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="posts"')
  if (status === 503) reply.header('retry-after', '60')
  return reply.code(status).type(type).header('cache-control', 'no-store').send(body)
}

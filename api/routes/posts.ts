import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type PostDialect,
  type PostedAdvert,
  type PostedJob,
  postDialects,
  type ReadPost,
  type SourceSummary,
} from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { applied, failed, type PostAnswer } from '../posts/answers.ts'
import { type PostedXml, postedText, readPostedXml } from '../posts/postedXml.ts'
import { notApplied, PostQueue, partsOf } from '../posts/postQueue.ts'
import { schemas } from '../schemas.ts'

/** An advert is some 20 KB. */
const bodyLimit = 1_048_576
/** Each is a task of its own. */
const mostAdverts = 2_000

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
 * 400 not XML, or of another dialect than the source's; 401 wrong secret, or of no source; 403 the source takes no
 * adverts; 404 no such source; 413 more than 1 MB; 422 (plain text only) an advert was refused; 429; 503 Redis is down,
 * or the source is paused. Never HTML.
 * @param parts.postWaitMs how long the worker is waited for
 */
export async function postRoutes(app: FastifyInstance, parts: PostParts) {
  const { config, queues, originOf, postWaitMs = 10_000 } = parts
  const posts = new PostQueue(queues, config.queuePrefix, postWaitMs)
  const dialectOfSource = (id: string): Promise<PostDialect | null> =>
    posts.source(id).then(
      ({ format }) => dialectOf(format),
      () => null,
    )

  /** @throws 401 to a client without the secret of any source, whatever is wrong: their names are customers */
  const openSource = async (id: string, given: readonly Buffer[]): Promise<SourceSummary> => {
    try {
      const source = await posts.source(id)
      authorise(given, source)
      return source
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode === 503 || (await isSender(given))) throw error
      throw Object.assign(wrongPassword(given), { cause: error })
    }
  }
  const isSender = async (given: readonly Buffer[]): Promise<boolean> =>
    given.length > 0 && (await posts.sources()).some(({ postSecret }) => postSecret !== null && isOf(postSecret, given))

  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    // What fails before the body is there is answered in the dialect of the source where a header has a secret.
    scope.setErrorHandler<Error & { statusCode?: number }, Params>(async (error, request, reply) => {
      const isKnown = await isSender(passwordsOf(request, [])).catch(() => false)
      return send(reply, refusal(error, isKnown ? await dialectOfSource(request.params.source) : null, request))
    })
    scope.post<Params>(
      '/posts/:source',
      { schema: schemas.post, bodyLimit, config: { rateLimit: { max: 600, timeWindow: 60_000 } } },
      async (request, reply) => {
        const text = Buffer.isBuffer(request.body) ? postedText(request.body, request.headers['content-type']) : null
        const posted = text === null ? null : readPostedXml(text)
        try {
          const source = await openSource(request.params.source, passwordsOf(request, posted?.secrets ?? []))
          if (await posts.isPaused(source)) throw httpError(503, `${source.id} is paused: post the advert again later.`)
          const document = { ...wholeDocument(posted, source), receivedAt: Date.now() }
          const adverts = await readAdverts(parts, source, document)
          const jobs = await apply(posts, { ...document, source: source.id }, adverts, request)
          return send(
            reply,
            applied(document.dialect, jobs, slug => `${originOf(request)}/jobs/${slug}`),
          )
        } catch (error) {
          const fault = error as Error & { statusCode?: number }
          const own = fault.statusCode === 401 ? null : await dialectOfSource(request.params.source)
          return send(reply, refusal(fault, posted?.dialect ?? own, request))
        }
      },
    )
    scope.get('/posts/:source', { config: { rateLimit: { max: 600, timeWindow: 60_000 } } }, (_request, reply) =>
      send(reply.header('allow', 'POST'), failed(null, 405, 'Adverts are posted here: send the document with POST.')),
    )
  })
}

interface WholeDocument {
  dialect: PostDialect
  xml: string
  receivedAt: number
}

/** @throws 400 for what is no document of the source's dialect, or only its beginning */
function wholeDocument(posted: PostedXml | null, source: SourceSummary): Pick<WholeDocument, 'dialect' | 'xml'> {
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
  return { dialect, xml }
}

/** @throws 400 for a document that holds no adverts, or too many */
async function readAdverts(
  { config, readPost }: PostParts,
  source: SourceSummary,
  document: WholeDocument,
): Promise<PostedAdvert[]> {
  const { timeZone = config.site.timeZone, country = config.site.country } = source
  const read = await readPost({ ...document, timeZone, country })
  if ('refused' in read) throw httpError(400, read.refused)
  const { adverts } = read
  if (adverts.length > mostAdverts)
    throw httpError(
      400,
      `The document holds ${adverts.length} adverts, more than ${mostAdverts}: send fewer at a time.`,
    )
  return adverts
}

/**
 * What became of each advert, in their order.
 * @throws 503 when none could be applied
 */
async function apply(
  posts: PostQueue,
  { source, dialect, receivedAt }: Omit<WholeDocument, 'xml'> & { source: string },
  adverts: readonly PostedAdvert[],
  request: FastifyRequest,
): Promise<PostedJob[]> {
  const parts = partsOf(adverts.filter(({ refused }) => refused === undefined))
  const ids = await posts.keep({ source, dialect, receivedAt }, parts, request.log)
  const outcomes = await posts.outcomesOf(ids, parts)
  const jobs = adverts.map((advert): PostedJob => {
    const { reference, refused } = advert
    return refused === undefined ? outcomes.get(advert)! : { reference, outcome: 'refused', reason: refused }
  })
  if (jobs.length > 0 && jobs.every(({ reason }) => reason === notApplied)) throw httpError(503, notApplied)
  return jobs
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
function authorise(given: readonly Buffer[], { id, format, postSecret }: SourceSummary): void {
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
  if (!isOf(postSecret, given)) throw wrongPassword(given)
}

function wrongPassword(given: readonly Buffer[]): Error & { statusCode: number } {
  return httpError(
    401,
    given.length > 0
      ? 'The password is not the one of this source.'
      : 'The password is missing: send it as the source was set up with it.',
  )
}

/** Hashes of the passwords that a request brings. */
function passwordsOf({ headers }: FastifyRequest, inBody: readonly string[]): Buffer[] {
  const [, scheme = '', credentials = ''] = /^(\w+) +([^ ].*)$/.exec(headers.authorization ?? '') ?? []
  const basic = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : null
  // Those of the headers first: a body of many adverts may have more passwords than are looked at.
  const given = [headers['x-api-key'] ?? []].flat()
  if (basic !== null) given.push(basic.slice(basic.indexOf(':') + 1))
  if (scheme.toLowerCase() === 'bearer') given.push(credentials)
  given.push(...new Set(inBody))
  return given.slice(0, 10).map(one => createHash('sha256').update(one).digest())
}

/** @param postSecret as the catalogue's summary has it: its hash */
function isOf(postSecret: string, given: readonly Buffer[]): boolean {
  const wanted = Buffer.from(postSecret, 'hex')
  return given.reduce((right, one) => right | Number(timingSafeEqual(one, wanted)), 0) > 0
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
  // The true reason: where a source is being set up.
  else request.log.warn({ event: 'postRefused', status }, ((error.cause as Error | undefined) ?? error).message)
  return failed(dialect, status, status === 500 ? `Something went wrong on our side (${request.id}).` : error.message)
}

function send(reply: FastifyReply, { status, type, body }: PostAnswer): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Basic realm="posts"')
  if (status === 503) reply.header('retry-after', '60')
  return reply.code(status).type(type).header('cache-control', 'no-store').send(body)
}

import { createHash } from 'node:crypto'
import { verifyRequest } from '@contentful/node-apps-toolkit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Webhook } from 'standardwebhooks'
import { jobWebhookBody, redisKeys, type SyncContentTask, taskNames } from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { failedKept } from '../queues.ts'
import { schemas } from '../schemas.ts'

/** A job with a long description and pictures inlined is some 200 KB. */
const bodyLimit = 1_048_576
/** Senders try again for a few days at most. */
const rememberSeconds = 7 * 86_400

/** Of the CMS's webhook: what it says is not read, only that it says something. */
const contentBodyLimit = 1_048_576
/** A signature older than this is not taken. */
const signedSeconds = 300

/**
 * `POST /webhooks/jobs`: one job upserted or withdrawn at once, signed by the Standard Webhooks rules (`webhook-id`,
 * `webhook-timestamp` within five minutes, `webhook-signature`). 202 `{taskId}` once the task is on the queue; a
 * delivery that comes again is answered alike and makes no second task. 400 not a webhook body, 401 not signed by us or
 * too old, 409 another body under a known id, 422 unknown source, 503 no secret configured or Redis down.
 *
 * `POST /webhooks/contentful`: something changed in the CMS, signed by Contentful's request verification. A nudge and
 * never a payload: this process and, through Redis, all others look again. 202; 401 not signed by the CMS or too old,
 * 503 no secret configured. Redis being down keeps no one from looking: the site's own snapshot is nudged, and the
 * worker polls.
 */
export async function webhookRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  await app.register(async scope => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    takeJobs(scope, parts)
    takeContent(scope, parts)
  })
}

function takeJobs(scope: FastifyInstance, parts: ApiParts): void {
  const { webhookSecret } = parts.config
  const verifier = webhookSecret ? new Webhook(webhookSecret) : null
  scope.post(
    '/webhooks/jobs',
    { schema: schemas.jobWebhook, bodyLimit, config: { rateLimit: { max: 1_200, timeWindow: 60_000 } } },
    async (request, reply) => {
      if (!verifier) {
        request.log.warn({ event: 'webhookRefused' }, 'A webhook came and WEBHOOK_SECRET is not set')
        return reply.code(503).send({ error: 'Webhooks are not set up here.' })
      }
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const id = request.headers['webhook-id']
      try {
        verifier.verify(bytes, request.headers as Record<string, string>, { jsonParse: false })
      } catch (error) {
        throw httpError(401, `The signature was not accepted: ${(error as Error).message}.`)
      }
      const body = parseBody(bytes)
      const digest = hash(bytes).slice(0, 32)
      const taskId = `w${hash(String(id)).slice(0, 32)}`
      await enqueue(parts, { body, digest, taskId }, request)
      return reply.code(202).send({ taskId })
    },
  )
}

interface JobDelivery {
  body: ReturnType<typeof parseBody>
  digest: string
  taskId: string
}

/**
 * Puts a delivery on the queue, once however often it comes.
 * @throws 409, 422, 503
 */
async function enqueue(
  { config: { queuePrefix: prefix }, queues }: ApiParts,
  { body, digest, taskId }: JobDelivery,
  request: FastifyRequest,
): Promise<void> {
  const { redis } = queues
  try {
    queues.assertUp()
    const known = await redis.hkeys(redisKeys.sources(prefix))
    if (known.length === 0) throw httpError(503, 'No worker has named its sources yet.')
    if (!known.includes(body.source))
      throw httpError(422, `There is no source "${body.source}". There are: ${known.sort().join(', ')}.`)
    const seen = seenKey(prefix, taskId)
    // Claimed first, marked as queued last: an attempt that dies in between is finished by the sender's next one.
    if ((await redis.set(seen, `claimed ${digest}`, 'EX', rememberSeconds, 'NX')) === null) {
      const before = (await redis.get(seen)) ?? ''
      if (before && !before.endsWith(digest)) throw httpError(409, 'This webhook-id has been used for another body.')
      if (before.startsWith('queued') && !(await isLost(queues, taskId, redisKeys.webhookJob(prefix, taskId)))) return
    }
    await redis.set(
      redisKeys.webhookJob(prefix, taskId),
      JSON.stringify({ ...body, receivedAt: Date.now() }),
      'EX',
      failedKept.age,
      'NX',
    )
    // The queue takes an id once: of two deliveries at the same time one makes the task.
    await queues.addUrgent(body.source, taskNames.applyWebhook, [taskId])
    await redis.set(seen, `queued ${digest}`, 'EX', rememberSeconds)
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    request.log.warn({ event: 'webhookFailed' }, `A webhook could not be queued: ${(error as Error).message}`)
    throw httpError(503, 'The queue is not available.')
  }
}

/** Whether a delivery that was queued is on no queue and not applied; one that has failed is tried again. */
async function isLost({ redis, urgent }: ApiParts['queues'], taskId: string, payload: string): Promise<boolean> {
  const task = await urgent.getJob(taskId)
  if (!task) return (await redis.exists(payload)) === 1
  // One that goes on by itself, or was tried by another process meanwhile, needs nothing.
  if (await task.isFailed()) await task.retry('failed', { resetAttemptsMade: true }).catch(() => undefined)
  return false
}

function takeContent(scope: FastifyInstance, { config, queues, onContentNudge }: ApiParts): void {
  scope.post(
    '/webhooks/contentful',
    {
      schema: schemas.contentWebhook,
      bodyLimit: contentBodyLimit,
      config: { rateLimit: { max: 1_200, timeWindow: 60_000 } },
    },
    async (request, reply) => {
      if (!config.contentWebhookSecret) {
        request.log.warn(
          { event: 'webhookRefused' },
          'A webhook of the CMS came and CONTENTFUL_WEBHOOK_SECRET is not set',
        )
        return reply.code(503).send({ error: 'Webhooks of the CMS are not set up here.' })
      }
      if (!isSignedByCms(request, config.contentWebhookSecret)) throw httpError(401, 'The signature was not accepted.')
      onContentNudge()
      try {
        queues.assertUp()
        await queues.redis.publish(redisKeys.contentChannel(config.queuePrefix), 'webhook')
        // One waits while one runs, however many come.
        await queues.content.add(taskNames.syncContent, {} satisfies SyncContentTask, {
          deduplication: { id: 'webhook', keepLastIfActive: true },
        })
      } catch (error) {
        request.log.warn(
          { event: 'webhookFailed' },
          `The worker will find it by its next poll: ${(error as Error).message}`,
        )
      }
      return reply.code(202).send({})
    },
  )
}

function isSignedByCms(request: FastifyRequest, secret: string): boolean {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
  try {
    return verifyRequest(secret, { method: 'POST', path: request.url, headers, body }, signedSeconds)
  } catch {
    // Throws for a request that is not signed at all, or too old.
    return false
  }
}

function parseBody(bytes: Buffer) {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw httpError(400, 'The body is not JSON.')
  }
  const parsed = jobWebhookBody.safeParse(value)
  if (parsed.success) return parsed.data
  throw httpError(
    400,
    `The body is not a job webhook: ${parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')}`,
  )
}

/** What became of a `webhook-id`: `claimed` or `queued`, and the hash of its body. */
function seenKey(prefix: string, taskId: string): string {
  return `${prefix}:webhook:seen:${taskId}`
}

function hash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

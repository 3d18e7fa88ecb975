import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Redis } from 'ioredis'
import { clicksKey } from '#api/deliveries'
import type { JobDocument } from '#indexer/job'
import { type ApiParts } from '../parts.ts'
import { clientOf, isVisit } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { pressedFrom } from './searches.ts'

/** For as long as they are shown. */
const keptSeconds = 31 * 86_400
const dayMs = 86_400_000
/** A visitor who goes there again within this time is looking at the same page, or pressed twice. */
const sameClickMs = 30 * 60_000

/**
 * `GET /_sf/api/v1/jobs/{jobId}/apply`: leads (303) to where the advertiser takes applications, and counts the click by
 * job and day, without any detail of who it was. Counted are people, once each for a while: no robot (isbot, or a
 * program that lacks what browsers send), nothing fetched ahead, no repeated click of one visitor. A job that is
 * applied for here leads to the form on its page. 404 no such job, 410 it has closed.
 */
export async function clickRoutes(
  app: FastifyInstance,
  { config, search, queues, limits, searches }: ApiParts,
): Promise<void> {
  const rateLimit = { max: config.searchRateLimit, timeWindow: 60_000 }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/_sf/api/v1/jobs/:jobId/apply',
      { schema: schemas.goToApply, config: { rateLimit } },
      async (request, reply) => {
        reply
          .header('cache-control', 'no-store')
          .header('x-robots-tag', 'noindex, nofollow')
          .header('referrer-policy', 'strict-origin')
        const job = await search.engine.document<JobDocument>(search.names.jobs, request.params.jobId)
        if (!job) return notice(reply, 404, 'There is no such job.', '/jobs', 'See all jobs')
        const page = `/jobs/${encodeURIComponent(job.url_slug)}`
        const now = search.now()
        if (job.expires_at <= now) return notice(reply, 410, 'This job has closed.', page, 'See similar jobs')
        const target = webAddress(job.external_application_url)
        if (!target) return reply.redirect(`${page}#apply-form`, 303)
        if (isPress(request)) {
          // The visitor does not wait for it.
          countNew(job, request, now).catch(error =>
            request.log.warn(
              { event: 'clickNotCounted', jobId: job.id },
              `A click on the way to an advertiser was not counted: ${error.message}`,
            ),
          )
        }
        return reply.redirect(target, 303)
      },
    )

  async function countNew(
    { id: jobId, url_slug: slug }: JobDocument,
    request: FastifyRequest,
    now: number,
  ): Promise<void> {
    const visitor = `${clientOf(request)}\n${request.headers['user-agent']}`
    const { count } = await limits.count(`click ${jobId}`, visitor, sameClickMs)
    if (count !== 1) return
    await countClick(queues.redis, config.queuePrefix, jobId, now)
    // From a list of results too, whose own word of it may still be on its way.
    await pressedFrom(request, slug, searches)
    await searches.applied(slug, clientOf(request))
  }
}

/**
 * Whether a person came from a page of ours. A browser names the site that the request comes from; one that is too old
 * to do so still names its languages, which programs that only call themselves browsers do not.
 */
function isPress(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  const isBrowser = site === undefined ? request.headers['accept-language'] !== undefined : site === 'same-origin'
  return isBrowser && isVisit(request)
}

export interface ClickCounts {
  total: number
  /** Job id and its clicks, most first. */
  jobs: [id: string, count: number][]
}

/** Clicks of the last `days` UTC days, today's included. */
export async function readClicks(redis: Redis, prefix: string, days: number, now: number): Promise<ClickCounts> {
  const keys = Array.from({ length: days }, (_, back) => clicksKey(prefix, dayOf(now - back * dayMs)))
  const counts = new Map<string, number>()
  for (const byJob of await Promise.all(keys.map(key => redis.hgetall(key))))
    for (const [id, count] of Object.entries(byJob)) counts.set(id, (counts.get(id) ?? 0) + Number(count))
  const jobs = [...counts].sort(([, a], [, b]) => b - a)
  return { total: jobs.reduce((sum, [, count]) => sum + count, 0), jobs }
}

async function countClick(redis: Redis, prefix: string, jobId: string, now: number): Promise<void> {
  const key = clicksKey(prefix, dayOf(now * 1_000))
  const answers = await redis.multi().hincrby(key, jobId, 1).expire(key, keptSeconds).exec()
  const refused = answers?.find(([error]) => error)?.[0]
  if (refused) throw refused
}

/** @param ms epoch */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** As it may stand in a header; null for what is no page on the web. */
function webAddress(text: string | null): string | null {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}

/** For a visitor who follows an old link: a line and a way on. */
function notice(reply: FastifyReply, status: number, text: string, href: string, link: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text}</title><h1>${text}</h1><p><a href="${href}">${link}</a></p></html>`,
    )
}

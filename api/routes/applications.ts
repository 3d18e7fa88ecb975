import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type ApplicationPage, applicationPath, applicationsPath, withdrawField } from '#api/applications'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { schemas } from '../schemas.ts'
import type { SignedLinks } from '../signedLinks.ts'
import { readApplicationToken } from '../submissions/applicationLink.ts'
import { senderName } from '../submissions/sender.ts'
import { StoreUnavailable, type SubmissionStore } from '../submissions/submission.ts'
import { wantsHtml } from './formAnswers.ts'

export interface ApplicationParts extends ApiParts {
  store: SubmissionStore
  links: SignedLinks
}

/**
 * `GET /_sf/api/v1/applications/{token}`: what the link of an acknowledgement shows. `POST /applications/{token}` with
 * `act=withdraw` takes the application back: 200 `{done}`, 303 to the page for a browser, 503 where nothing can be
 * written. A GET changes nothing.
 */
export async function applicationRoutes(app: FastifyInstance, parts: ApplicationParts): Promise<void> {
  await app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, body, done) => done(null, new URLSearchParams(body as string).get(withdrawField.name)),
    )
    const config = { rateLimit: { max: 60, timeWindow: 60_000 } }
    const typed = scope.withTypeProvider<ZodTypeProvider>()
    typed.get(
      `${applicationsPath}/:token`,
      { schema: schemas.applicationPage, config },
      async ({ params: { token } }, reply) => reply.send(await applicationPageOf(token, parts)),
    )
    scope.post<{ Params: { token: string } }>(
      '/applications/:token',
      { schema: schemas.withdrawApplication, config },
      async (request, reply) => {
        const { token } = request.params
        const said =
          typeof request.body === 'object' && request.body !== null
            ? (request.body as Record<string, unknown>)[withdrawField.name]
            : request.body
        if (said !== withdrawField.value) throw httpError(422, 'Say what to do: act=withdraw.')
        try {
          return shown(request, reply, token, await withdraw(request, token, parts))
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
          request.log.error({ event: 'storeUnavailable' }, error.message)
          if (wantsHtml(request)) return shown(request, reply, token, 'later')
          throw httpError(503, 'This could not be written down just now. Please try again in a moment.')
        }
      },
    )
  })
}

/** A browser is led back to the page, which then says what was done. */
function shown(request: FastifyRequest, reply: FastifyReply, token: string, done: string): FastifyReply {
  if (wantsHtml(request)) return reply.redirect(`${applicationPath(token)}?done=${done}`, 303)
  return reply.send({ done })
}

/** Looks and changes nothing. */
export async function applicationPageOf(
  token: string,
  { store, links, search }: Pick<ApplicationParts, 'store' | 'links' | 'search'>,
): Promise<ApplicationPage> {
  const link = await readApplicationToken(links, token)
  if (!link) return { kind: 'over' }
  // In this order: what is read as erased has been written down as withdrawn before.
  const submission = await store.read(link.id)
  const withdrawn = await store.withdrawal(link.id)
  if (withdrawn) return { kind: 'withdrawn', at: seconds(withdrawn.at) }
  if (link.until <= search.now()) return { kind: 'expired' }
  if (!submission?.job) return { kind: 'gone' }
  const { job, receivedAt, values, labels, files } = submission
  return {
    kind: 'application',
    job: { title: job.title, reference: job.reference, slug: job.slug },
    receivedAt: seconds(receivedAt),
    fields: Object.keys(values).map(name => labels[name] ?? name),
    files: files.map(({ name }) => name),
    until: link.until,
  }
}

/**
 * Written down before anything else, so that from then on nothing of it is sent; then erased here; then told, by the
 * deliveries. A process that dies behind the first step leaves the rest to them. @returns what the page then says
 */
async function withdraw(
  request: FastifyRequest,
  token: string,
  { store, links, search, queues }: ApplicationParts,
): Promise<'withdrawn' | 'expired' | 'gone' | 'over'> {
  const link = await readApplicationToken(links, token)
  if (!link) return 'over'
  const { id, until } = link
  // In this order, as above: another press may be at work.
  const submission = await store.read(id)
  const before = await store.withdrawal(id)
  if (before && !before.toTell) return 'withdrawn'
  if (!before) {
    if (until <= search.now()) return 'expired'
    if (!submission?.job) return 'gone'
    const { formId, receivedAt, job, to, office = null, values } = submission
    const at = new Date(search.now() * 1_000).toISOString()
    await store.withdraw({ id, at, formId, receivedAt, job, to, office, name: senderName(values) })
    request.log.info({ event: 'submissionWithdrawn', submissionId: id }, 'submissionWithdrawn')
  }
  const left = (error: Error) =>
    request.log.warn({ event: 'withdrawalLeft', submissionId: id }, `The deliveries will do it: ${error.message}`)
  await store.erase(id).catch(left)
  await queues.retryDelivery(id).catch(left)
  return 'withdrawn'
}

function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1_000)
}

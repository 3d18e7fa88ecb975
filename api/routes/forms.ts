import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { formErrors } from '#api/formErrors'
import { formUses, submissionFields } from '#api/forms'
import { SearchUnavailable } from '#api/search'
import { withoutToken } from '#api/signedLinks'
import type { JobDocument } from '#indexer/job'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { clientOf, isOurs } from '../requests.ts'
import { schemas } from '../schemas.ts'
import type { Form, Forms } from '../submissions/definitions.ts'
import { readFilled, sendersFault, takesNothing } from '../submissions/filledForm.ts'
import { type Scanner } from '../submissions/scan.ts'
import { heldReason } from '../submissions/spam.ts'
import {
  type Incoming,
  type StoredFile,
  StoreUnavailable,
  type Submission,
  type SubmissionJob,
  type SubmissionStore,
} from '../submissions/submission.ts'
import { type AnswerParts, answerDone, answerRefusal, pageOf, resting, showRefusal, wantsHtml } from './formAnswers.ts'

/** What the form routes need beside the API's parts. */
export interface FormParts {
  forms: Forms
  store: SubmissionStore
  /** Null: none is set up. */
  scanner: Scanner | null
  /**
   * Told when a submission has been stored: puts it on the queue. A failure is not the person's: the sweep finds what
   * no queue knows.
   */
  onStored(id: string): Promise<void>
}

/** What receives forms. */
type FormContext = ApiParts & FormParts & AnswerParts

/**
 * `GET /_sf/api/v1/forms/{formId}`: the definition. `POST` there, and to `/_sf/api/v1/jobs/{jobId}/apply`: a filled
 * form, as JSON, urlencoded or multipart. 200 `SubmissionAnswer` (or 303 to the page that follows, for a browser
 * without JavaScript) once it is stored durably. 403 from another site, 404 no such form or job, 409 the job has closed
 * or is applied for elsewhere, or the event is over, 413 too large, 415 not a kind of file we take, 422 by field, 429
 * too often, 503 cannot be stored.
 */
export async function formRoutes(app: FastifyInstance, parts: ApiParts & FormParts): Promise<void> {
  const { config, forms } = parts
  const context: FormContext = { ...parts, formPages: app.formPages }
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/_sf/api/v1/forms/:formId', { schema: schemas.form }, async (request, reply) => {
    const form = forms.find(request.params.formId)
    if (!form) throw httpError(404, 'There is no such form.')
    return reply.header('cache-control', 'no-cache').send(form.definition)
  })

  await app.register(async scope => {
    await scope.register(multipart, {
      limits: { fieldNameSize: 100, fieldSize: 100_000, fields: 100, files: 5, parts: 110, headerPairs: 50 },
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 200_000 },
      (_request, body, done) => done(null, body),
    )
    const options = {
      // Of texts; a multipart body is read part by part, each with a limit of its own.
      bodyLimit: 200_000,
      // Once it is known what the body is, and before it is read: a browser without script is shown again what was
      // typed.
      config: { rateLimit: { max: config.formRateLimit, timeWindow: 60_000, hook: 'preHandler' as const } },
    }
    scope.setErrorHandler((error: FastifyError, request, reply) => answerFault(context, error, request, reply))

    for (const [path, schema] of [
      ['/_sf/api/v1/forms/:formId', schemas.submitForm],
      ['/_sf/api/v1/jobs/:jobId/apply', schemas.apply],
    ] as const)
      scope.post(path, { ...options, schema }, async (request, reply) => {
        const asked = await askedOf(context, request)
        if (!asked) throw httpError(404, 'There is no such form.')
        return receive(context, request, reply, asked)
      })
  })
}

/** Without script the sender sees the answer itself, so it is a page; otherwise it is the API's business. */
async function answerFault(
  context: FormContext,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, originOf } = context
  const { maxFileBytes } = config
  if (!wantsHtml(request)) throw error
  const status =
    error instanceof SearchUnavailable || error instanceof StoreUnavailable ? 503 : (error.statusCode ?? 500)
  if (status >= 500) request.log.error({ event: 'failed', path: request.url.split('?')[0], err: error }, error.message)
  if (status !== 429) return showRefusal(context, reply, status, status < 500 ? error.message : resting)
  // Nothing is read of what is not a form of ours, or more than one.
  const mayBeRead = isOurs(request, originOf(request)) && Number(request.headers['content-length']) <= 2 * maxFileBytes
  const asked = mayBeRead ? await askedOf(context, request).catch(() => null) : null
  const filled =
    asked &&
    (await readFilled(request, asked.form, takesNothing, {
      maxFileBytes,
      scanner: null,
      country: config.site.country,
    }).catch(() => null))
  const again = `Too many forms were sent from your network. Please wait ${reply.getHeader('retry-after')} seconds and send it again.`
  if (!filled) return showRefusal(context, reply, status, again)
  const state = {
    formId: asked.formId,
    jobId: asked.job?.id ?? null,
    values: filled.shown,
    errors: {},
    error: again,
  }
  return answerRefusal(context, request, reply, pageOf(filled.values[submissionFields.page]), state, status)
}

interface Asked {
  form: Form
  formId: string
  /** Of an application; null where there is none of that id. */
  job: JobDocument | null
}

/** What an address of ours asks for; null for a form that there is not. */
async function askedOf({ forms, search }: FormContext, { params }: FastifyRequest): Promise<Asked | null> {
  const { formId = formUses.apply, jobId } = params as { formId?: string; jobId?: string }
  const form = forms.find(formId)
  if (!form) return null
  const job = async () => (jobId === undefined ? null : search.engine.document<JobDocument>(search.names.jobs, jobId))
  // A job that has just been retired takes no applications.
  return { form, formId, job: await search.fresh(job) }
}

/** Reads a filled form to its end, checks it, stores it, answers. */
async function receive(
  context: FormContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
): Promise<FastifyReply> {
  if (!isOurs(request, context.originOf(request))) throw httpError(403, 'This form was sent from another site.')
  const incoming = await context.store.begin().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    return takesNothing
  })
  try {
    return await accept(context, request, reply, asked, incoming)
  } catch (error) {
    throw sendersFault(error)
  } finally {
    await incoming.discard()
  }
}

async function accept(
  context: FormContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  incoming: Incoming,
): Promise<FastifyReply> {
  const { config, store, search, scanner } = context
  const { form, formId, job } = asked
  const { maxFileBytes, site } = config
  const filled = await readFilled(request, form, incoming, { maxFileBytes, scanner, country: site.country })
  const { values, errors } = filled
  const page = pageOf(values[submissionFields.page])
  const refuse = (status: number, error: string, fields: Record<string, string> = {}) =>
    answerRefusal(
      context,
      request,
      reply,
      page,
      { formId, jobId: job?.id ?? null, values: filled.shown, errors: fields, error },
      status,
    )
  try {
    if (filled.failure) throw filled.failure
    const number = (values[submissionFields.id] ?? '').toLowerCase()
    if (!uuid.test(number))
      return refuse(400, 'The form came without its number. Please reload the page and send it again.', {
        [submissionFields.id]: 'must be a uuid',
      })
    const digest = digestOf(form, job, values, filled.kept)
    // The same number with other content is another submission: a page out of a cache, or a person who went back and
    // filled the form again.
    const first = await store.read(number)
    let id = await unspent(store, first && first.digest !== digest ? numberFrom(number, digest) : number, digest)
    if ((first?.digest === digest && id === number) || (first && (await store.has(id))))
      return answerDone(context, request, reply, page, formId, id, form.done, job)

    const closed = refusalOf(context, asked, page)
    if (closed) return refuse(closed.status, closed.error)
    const all = { ...formErrors(form.definition, values, filled.files, maxFileBytes), ...errors }
    if (Object.keys(all).length > 0)
      return refuse(filled.status, 'Something is missing or not right yet. Please look at the marked fields.', all)

    const now = new Date(search.now() * 1_000)
    const held = heldReason(form.definition, values, now.getTime())
    for (const file of filled.kept) incoming.keep(file)
    const origin = context.originOf(request)
    // The footer's form stands on the pages of signed links too.
    const known = { id, receivedAt: now, page: withoutToken(page), held, digest, origin }
    const submission = submissionOf(context, asked, values, known)
    let outcome = await incoming.commit(submission)
    if (outcome === 'known' && id === number && (await store.read(id))?.digest !== digest) {
      // Both came at the same moment.
      id = numberFrom(number, digest)
      outcome = await incoming.commit({ ...submission, id })
    }
    if (outcome === 'stored') await tellStored(context, request, { ...submission, id }, job)
    return answerDone(context, request, reply, page, formId, id, form.done, job)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    request.log.error({ event: 'storeUnavailable' }, error.message)
    return refuse(503, resting)
  }
}

/** What is stored of a form that has been found right. */
function submissionOf(
  { forms }: FormContext,
  { form, job }: Asked,
  values: Record<string, string>,
  { receivedAt, ...rest }: Pick<Submission, 'id' | 'page' | 'held' | 'digest'> & { receivedAt: Date; origin: string },
): Omit<Submission, 'files'> {
  return {
    ...rest,
    formId: form.definition.formId,
    receivedAt: receivedAt.toISOString(),
    values: Object.fromEntries(
      form.definition.fields.flatMap(({ name, type }) =>
        type !== 'file' && values[name] ? [[name, values[name]]] : [],
      ),
    ),
    labels: Object.fromEntries(form.definition.fields.map(({ name, label }) => [name, label])),
    consent: form.definition.consentText || null,
    job: job && submissionJob(job),
    to: addressee(forms, job),
    office: forms.office(),
  }
}

/** The log, the queue, and the search that led to the job. */
async function tellStored(
  { searches, onStored }: FormContext,
  request: FastifyRequest,
  { id, formId, held }: Omit<Submission, 'files'>,
  job: JobDocument | null,
): Promise<void> {
  request.log.info({ event: 'submissionStored', submissionId: id, formId, held: held !== null }, 'submissionStored')
  // Which search led to the job, not which submission this is: the two never meet.
  if (held === null && job) void searches.applied(job.url_slug, clientOf(request))
  if (held === null)
    await onStored(id).catch(error =>
      request.log.warn({ event: 'submissionNotQueued', submissionId: id }, `The sweep will find it: ${error.message}`),
    )
}

/** Empty where no consultant is named: the delivery then says so to an operator, and nothing is lost. */
function addressee(forms: Forms, job: JobDocument | null): string {
  return job?.external_application_email ?? job?.consultant_email ?? forms.office()?.email ?? ''
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What tells one filled form from another, whatever its number. */
function digestOf(
  { definition }: Form,
  job: JobDocument | null,
  values: Record<string, string>,
  files: readonly StoredFile[],
): string {
  const texts = definition.fields.map(({ name }) => [name, values[name] ?? ''])
  const parts = files.map(({ field, name, sha256 }) => [field, name, sha256])
  return createHash('sha256')
    .update(JSON.stringify([definition.formId, job?.id ?? null, texts, parts]))
    .digest('hex')
}

/**
 * The number of a second submission of one number: sent again it has the same one again. A uuid of version 8, which is
 * made of what one likes.
 */
function numberFrom(number: string, digest: string): string {
  const hex = createHash('sha256').update(`${number} ${digest}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What was taken back and is sent again is another submission, and the same one however often it is sent then. */
async function unspent(store: SubmissionStore, number: string, digest: string): Promise<string> {
  const withdrawn = await store.withdrawal(number)
  return withdrawn ? unspent(store, numberFrom(number, `${digest} ${withdrawn.at}`), digest) : number
}

/** Why what a form is about takes none any more. */
function refusalOf(
  { forms, search }: FormContext,
  { formId, job }: Asked,
  page: string,
): { status: number; error: string } | null {
  const now = search.now()
  if (formId === formUses.eventSignup && forms.eventEnd(page) <= now)
    return { status: 409, error: 'This event has already taken place. Nothing was sent.' }
  if (formId !== formUses.apply) return null
  if (!job) return { status: 404, error: 'There is no such job.' }
  if (job.expires_at <= now)
    return { status: 409, error: 'This job has closed since you opened the form. Nothing was sent.' }
  if (job.external_application_url)
    return { status: 409, error: `Applications for this job are taken at ${job.external_application_url}` }
  return null
}

function submissionJob(job: JobDocument): SubmissionJob {
  const { id, title, external_reference, url_slug, consultant_name, consultant_email } = job
  return {
    id,
    title,
    reference: external_reference,
    slug: url_slug,
    consultant: consultant_name ?? '',
    ...(consultant_email && { consultantEmail: consultant_email }),
  }
}

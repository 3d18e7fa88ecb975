import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type FormAction,
  type FormState,
  formErrors,
  formUses,
  megabytes,
  type SubmissionAnswer,
  type SubmissionRefusal,
  submissionFields,
} from '#api/forms'
import { SearchUnavailable } from '#api/search'
import { normalised } from '#api/typedValues'
import type { JobDocument } from '#indexer/job'
import type { Site } from '#indexer/site'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { clientOf, isOurs } from '../requests.ts'
import { schemas } from '../schemas.ts'
import type { Form, Forms } from '../submissions/definitions.ts'
import { examineFile } from '../submissions/examineFile.ts'
import { internationalPhone } from '../submissions/phone.ts'
import { type Scanner, scanFile } from '../submissions/scan.ts'
import { heldReason } from '../submissions/spam.ts'
import {
  type Incoming,
  type StoredFile,
  StoreUnavailable,
  type Submission,
  type SubmissionJob,
  type SubmissionStore,
  TooLarge,
} from '../submissions/submission.ts'
import { html, plainPage } from './adminPage.ts'

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

/** The page round a form, drawn again with what was typed: the web's, which registers itself here. */
export interface FormPages {
  /**
   * @returns the whole answer's HTML for the page at `path` (with search) with the form in this state; null when there
   * is no such page
   */
  render: ((reply: FastifyReply, path: string, state: FormState) => Promise<string | null>) | null
}

/**
 * `GET /_sf/api/v1/forms/{formId}`: the definition. `POST` there, and to `/_sf/api/v1/jobs/{jobId}/apply`: a filled
 * form, as JSON, urlencoded or multipart. 200 `SubmissionAnswer` (or 303 to the page that follows, for a browser
 * without JavaScript) once it is stored durably. 403 from another site, 404 no such form or job, 409 the job has closed
 * or is applied for elsewhere, 413 too large, 415 not a kind of file we take, 422 by field, 429 too often, 503 cannot
 * be stored.
 */
export async function formRoutes(
  app: FastifyInstance,
  { config, search, searches, originOf, forms, store, scanner, onStored }: ApiParts & FormParts,
): Promise<void> {
  const { maxFileBytes } = config
  const { country } = config.site
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
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      // Without script whoever sent it sees the answer itself, so it is a page; otherwise it is the API's business.
      if (!wantsHtml(request)) throw error
      const status =
        error instanceof SearchUnavailable || error instanceof StoreUnavailable ? 503 : (error.statusCode ?? 500)
      if (status >= 500)
        request.log.error({ event: 'failed', path: request.url.split('?')[0], err: error }, error.message)
      if (status !== 429) return showRefusal(reply, status, status < 500 ? error.message : resting)
      // Nothing is read of what is not a form of ours, or more than one.
      const mayBeRead =
        isOurs(request, originOf(request)) && Number(request.headers['content-length']) <= 2 * maxFileBytes
      const asked = mayBeRead ? await askedOf(request).catch(() => null) : null
      const filled =
        asked &&
        (await readFilled(request, asked.form, takesNothing, { maxFileBytes, scanner: null, country }).catch(
          () => null,
        ))
      const again = `Too many forms were sent from your network. Please wait ${reply.getHeader('retry-after')} seconds and send it again.`
      if (!filled) return showRefusal(reply, status, again)
      const state = {
        formId: asked.formId,
        jobId: asked.job?.id ?? null,
        values: filled.shown,
        errors: {},
        error: again,
      }
      return answerRefusal(request, reply, pageOf(filled.values[submissionFields.page]), state, status)
    })

    for (const [path, schema] of [
      ['/_sf/api/v1/forms/:formId', schemas.submitForm],
      ['/_sf/api/v1/jobs/:jobId/apply', schemas.apply],
    ] as const)
      scope.post(path, { ...options, schema }, async (request, reply) => {
        const asked = await askedOf(request)
        if (!asked) throw httpError(404, 'There is no such form.')
        return receive(request, reply, asked)
      })
  })

  /** What an address of ours asks for; null for a form that there is not. */
  async function askedOf({ params }: FastifyRequest): Promise<Asked | null> {
    const { formId = formUses.apply, jobId } = params as { formId?: string; jobId?: string }
    const form = forms.find(formId)
    return (
      form && {
        form,
        formId,
        job: jobId === undefined ? null : await search.engine.document<JobDocument>(search.names.jobs, jobId),
      }
    )
  }

  /** Reads a filled form to its end, checks it, stores it, answers. */
  async function receive(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
    if (!isOurs(request, originOf(request))) throw httpError(403, 'This form was sent from another site.')
    const incoming = await store.begin().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
      return takesNothing
    })
    try {
      return await accept(request, reply, asked, incoming)
    } catch (error) {
      throw sendersFault(error)
    } finally {
      await incoming.discard()
    }
  }

  async function accept(
    request: FastifyRequest,
    reply: FastifyReply,
    { form, formId, job }: Asked,
    incoming: Incoming,
  ): Promise<FastifyReply> {
    const filled = await readFilled(request, form, incoming, { maxFileBytes, scanner, country })
    const { values, errors } = filled
    const page = pageOf(values[submissionFields.page])
    const refuse = (status: number, error: string, fields: Record<string, string> = {}) =>
      answerRefusal(
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
      // The same number with other content is another submission: a page out of a cache, or somebody who went back and
      // filled the form again.
      const first = await store.read(number)
      let id = first && first.digest !== digest ? numberFrom(number, digest) : number
      if (first?.digest === digest || (first && (await store.has(id))))
        return answerDone(request, reply, page, formId, id, form.done)

      if (formId === formUses.apply) {
        const closed = refusalOf(job, search.now())
        if (closed) return refuse(closed.status, closed.error)
      }
      const all = { ...formErrors(form.definition, values, filled.files, maxFileBytes), ...errors }
      if (Object.keys(all).length > 0)
        return refuse(filled.status, 'Something is missing or not right yet. Please look at the marked fields.', all)

      const now = new Date(search.now() * 1_000)
      const held = heldReason(form.definition, values, now.getTime())
      for (const file of filled.kept) incoming.keep(file)
      const submission: Omit<Submission, 'files'> = {
        id,
        formId: form.definition.formId,
        receivedAt: now.toISOString(),
        page,
        values: Object.fromEntries(
          form.definition.fields.flatMap(({ name, type }) =>
            type !== 'file' && values[name] ? [[name, values[name]]] : [],
          ),
        ),
        labels: Object.fromEntries(form.definition.fields.map(({ name, label }) => [name, label])),
        consent: form.definition.consentText || null,
        job: job && submissionJob(job),
        to: addressee(job),
        office: forms.office(),
        held,
        digest,
      }
      let outcome = await incoming.commit(submission)
      if (outcome === 'known' && id === number && (await store.read(id))?.digest !== digest) {
        // Both came at the same moment.
        id = numberFrom(number, digest)
        outcome = await incoming.commit({ ...submission, id })
      }
      if (outcome === 'stored') {
        request.log.info(
          { event: 'submissionStored', submissionId: id, formId: form.definition.formId, held: held !== null },
          'submissionStored',
        )
        // Which search led to the job, not which submission this is: the two never meet.
        if (held === null && job) void searches.applied(job.url_slug, clientOf(request))
        if (held === null)
          await onStored(id).catch(error =>
            request.log.warn(
              { event: 'submissionNotQueued', submissionId: id },
              `The sweep will find it: ${error.message}`,
            ),
          )
      }
      return answerDone(request, reply, page, formId, id, form.done)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      request.log.error({ event: 'storeUnavailable' }, error.message)
      return refuse(503, resting)
    }
  }

  function answerDone(
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    formId: string,
    submissionId: string,
    done: FormAction[],
  ): FastifyReply {
    const actions = done.flatMap((action): FormAction[] => {
      if (action.type !== 'redirect') return [action]
      const url = targetOf(action.url)
      return url === null ? [] : [{ ...action, url }]
    })
    if (!wantsHtml(request))
      return reply.header('cache-control', 'no-store').send({ submissionId, actions } satisfies SubmissionAnswer)
    // A file is offered on the form's own page, which a redirect would pass over.
    const hands = actions.some(action => action.type === 'digitalDownload')
    const redirect = hands ? undefined : actions.find(action => action.type === 'redirect')
    const [path = '/'] = page.split(/[?#]/)
    return reply.redirect(
      redirect ? redirect.url : `${path}?sent=${encodeURIComponent(formId)}#form-${encodeURIComponent(formId)}`,
      303,
    )
  }

  async function answerRefusal(
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    state: FormState,
    status: number,
  ): Promise<FastifyReply> {
    reply.code(status).header('cache-control', 'no-store')
    if (status === 503) reply.header('retry-after', retryAfterSeconds)
    if (!wantsHtml(request))
      return reply.send({ error: state.error ?? '', fields: state.errors } satisfies SubmissionRefusal)
    const html = await app.formPages.render?.(reply, page, state)
    return html
      ? reply.type('text/html; charset=utf-8').send(html)
      : showRefusal(reply, status, [state.error, ...Object.values(state.errors)].join(' '))
  }

  /** For a browser without script, where no page can be drawn round the form. Its Back button has what was typed. */
  function showRefusal(reply: FastifyReply, status: number, error: string): FastifyReply {
    if (status === 503) reply.header('retry-after', retryAfterSeconds)
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(refusalPage(config.site.name, error))
  }

  /** Empty where nobody is named: the delivery then says so to an operator, and nothing is lost. */
  function addressee(job: JobDocument | null): string {
    return job?.external_application_email ?? job?.consultant_email ?? forms.office()?.email ?? ''
  }

  /** Where an answer may lead: pages of this site, and hosts that the installation names; null for any other. */
  function targetOf(url: string): string | null {
    const path = ownPath(url)
    if (path !== null) return path
    const at = URL.canParse(url) ? new URL(url) : null
    return at?.protocol === 'https:' && config.redirectHosts.includes(at.host) ? at.href : null
  }
}

interface Asked {
  form: Form
  formId: string
  /** Of an application; null where there is none of that id. */
  job: JobDocument | null
}

interface Filled {
  /** Texts by name, as they are stored: `normalised`, a telephone number in its international form. */
  values: Record<string, string>
  /** Those that the person gave, as typed: what is shown again. */
  shown: Record<string, string>
  files: Record<string, { name: string; size: number } | null>
  /** Files that may be stored. */
  kept: StoredFile[]
  /** Of files, by field. */
  errors: Record<string, string>
  /** What a refusal is answered with: 413, 415 or 422. */
  status: number
  /** The store could not take a file; the texts are whole all the same. */
  failure: StoreUnavailable | null
}

const resting = 'We could not take this just now, so nothing was sent. Please try again in a moment.'
const retryAfterSeconds = '10'

/**
 * Where nothing can be kept, or is to be: the texts of a form are read all the same, so that they can be shown again.
 */
const takesNothing: Incoming = {
  take: async () => {
    throw new StoreUnavailable('nothing is taken')
  },
  keep() {},
  commit: async () => {
    throw new StoreUnavailable('nothing is taken')
  },
  discard: async () => {},
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

/**
 * A body that is cut short (also with its connection) or is no form: 400. The parser only says what it met, and not
 * whose fault that is.
 */
export function sendersFault(error: unknown): unknown {
  const isParsers =
    error instanceof Error && !('statusCode' in error) && /multipart|\bneedle\b|^aborted$/i.test(error.message)
  return isParsers ? httpError(400, 'The form did not come in whole. Please send it again.') : error
}

async function readFilled(
  request: FastifyRequest,
  { definition }: Form,
  incoming: Incoming,
  { maxFileBytes, scanner, country }: { maxFileBytes: number; scanner: Scanner | null; country: Site['country'] },
): Promise<Filled> {
  const filled: Filled = { values: {}, shown: {}, files: {}, kept: [], errors: {}, status: 422, failure: null }
  const own = new Map(definition.fields.map(field => [field.name, field]))
  const known = new Set<string>([...own.keys(), ...Object.values(submissionFields)])
  const put = (name: string, value: unknown) => {
    if (
      !known.has(name) ||
      own.get(name)?.type === 'file' ||
      (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    )
      return
    const text = String(value).toWellFormed().replace(/\r\n?/g, '\n').trim()
    const field = own.get(name)
    const usual = field ? normalised(field, text) : text
    filled.values[name] = field?.type === 'tel' ? internationalPhone(usual, country) : usual
    if (own.has(name) || name === submissionFields.consent) filled.shown[name] = text
  }

  if (!request.isMultipart()) {
    const body = typeof request.body === 'string' ? Object.fromEntries(new URLSearchParams(request.body)) : request.body
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw httpError(400, 'The form must be sent as an object of fields.')
    for (const [name, value] of Object.entries(body)) put(name, value)
    return filled
  }
  let unasked = 0
  for await (const part of request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY } })) {
    if (part.type === 'field') {
      put(part.fieldname, part.value)
      continue
    }
    const field = own.get(part.fieldname)
    const name = cleanFileName(part.filename)
    if (!field?.file || name === '' || filled.files[field.name]) {
      // Nobody asked for it: passed over, as long as that is no more than a file may have.
      for await (const chunk of part.file) {
        unasked += (chunk as Buffer).length
        if (unasked > maxFileBytes) throw httpError(413, 'The form holds a file that it does not ask for.')
      }
      continue
    }
    const maxBytes = Math.min(field.file.maxBytes, maxFileBytes)
    try {
      const { part: place, path, bytes, sha256 } = await incoming.take(part.file as Readable, maxBytes)
      filled.files[field.name] = { name, size: bytes }
      if (bytes === 0) continue
      const kind = await examineFile(path, field.file.extensions)
      const scanned = 'reason' in kind ? kind : await scanFile(scanner, path)
      if ('contentType' in kind && 'scan' in scanned)
        filled.kept.push({
          field: field.name,
          part: place,
          name: withEnding(name, kind.kind),
          contentType: kind.contentType,
          bytes,
          sha256,
          scan: scanned.scan,
        })
      else {
        filled.errors[field.name] =
          'reason' in kind ? kind.reason : 'A scanner found malware in this file. Please choose another.'
        if (filled.status === 422) filled.status = 415
      }
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        part.file.resume()
        filled.failure ??= error
        continue
      }
      if (!(error instanceof TooLarge)) throw error
      filled.files[field.name] = { name, size: maxBytes + 1 }
      filled.errors[field.name] = `This file is too large; it may have ${megabytes(maxBytes)} MB.`
      filled.status = 413
    }
  }
  return filled
}

/** What opens it goes by the ending: it is that of what the file was found to be. */
function withEnding(name: string, kind: string): string {
  return name.toLowerCase().endsWith(`.${kind}`) ? name : `${name.slice(-110)}.${kind}`.toWellFormed()
}

/** A name to show: no folders, no control or direction marks, not long. */
function cleanFileName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return last
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
    .slice(-120)
    .toWellFormed()
}

function refusalOf(job: JobDocument | null, now: number): { status: number; error: string } | null {
  if (!job) return { status: 404, error: 'There is no such job.' }
  if (job.expires_at <= now)
    return { status: 409, error: 'This job has closed since you opened the form. Nothing was sent.' }
  if (job.external_application_url)
    return { status: 409, error: `Applications for this job are taken at ${job.external_application_url}` }
  return null
}

function submissionJob({ id, title, external_reference, url_slug, consultant_name }: JobDocument): SubmissionJob {
  return { id, title, reference: external_reference, slug: url_slug, consultant: consultant_name ?? '' }
}

/** Path on this site of the page that the form stood on. */
function pageOf(page = ''): string {
  const path = ownPath(page)?.split('#')[0]
  return path === undefined || path.length > 1_000 ? '/contact-us' : path
}

/**
 * A path of this site with its search and fragment, as it may stand in a header; null for what leads elsewhere, as
 * browsers read it (`/\t/host`, `/..//host`).
 */
function ownPath(url: string): string | null {
  const site = 'http://site.invalid'
  const at = url.startsWith('/') && URL.canParse(url, site) ? new URL(url, site) : null
  return at?.origin === site && !at.pathname.startsWith('//') ? at.pathname + at.search + at.hash : null
}

function wantsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  return accept.includes('text/html') && !accept.startsWith('application/json')
}

function refusalPage(siteName: string, error: string): string {
  return plainPage(
    `Not sent | ${siteName}`,
    `<main>
<h1>This was not sent</h1>
<p>${html(error)}</p>
<p>Your browser's Back button leads to the form as you filled it in. A file has to be chosen again.</p>
<p><a href="/contact-us">Other ways to reach us</a></p>
</main>`,
  )
}

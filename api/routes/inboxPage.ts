import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminUser } from '../adminUsers.ts'
import { personOf } from '../delivery/deliver.ts'
import { httpError } from '../errors.ts'
import { followedFile } from '../followedFile.ts'
import { InboxIndex, isIn, type Scope } from '../inbox/inboxIndex.ts'
import { fillTemplate, type MailTemplate, parseMailTemplates } from '../inbox/mailTemplates.ts'
import { type MailFaults, mostOfText, parseTypedMail, type TypedMail } from '../inbox/typedMail.ts'
import type { ApiParts } from '../parts.ts'
import { eventId, type SubmissionEvent, statuses, statusOf } from '../submissions/events.ts'
import { openScanner, type Scanner, ScannerUnavailable } from '../submissions/scan.ts'
import { uuid } from '../submissions/shelf.ts'
import { type StoredFile, StoreUnavailable, type Submission, type SubmissionStore } from '../submissions/submission.ts'
import { userIn } from './adminLogin.ts'
import { adminPage, timeFormat } from './adminPage.ts'
import { type Done, doneText, inboxBody, mailBody, oneBody } from './inboxHtml.ts'
import { asAttachment } from './mailboxPage.ts'

const perPage = 25
const jobsPerPage = 10
/** No one pages further: the last of so many is found by its job and status. */
const mostListed = 1_000
/** A user who opens the same again within this time has read it once. */
const readAgainMs = 60 * 60_000
const mostOfNote = 5_000
const ownTemplates = fileURLToPath(new URL('../inbox/mailTemplates.json', import.meta.url))

type PageParts = ApiParts & { store: SubmissionStore | null }
type One = { Params: { id: string } }

/** What the pages of the inbox are made with. */
interface Inbox {
  parts: ApiParts
  store: SubmissionStore
  index: InboxIndex
  scanner: Scanner | null
  templates: () => Promise<MailTemplate[]>
}

/**
 * `/admin/inbox`: who applied, by job and status, newest first. `/admin/inbox/{id}`: one of them, with status, notes,
 * mails and who has read it; `/files/{part}` below it gives out a file that a scanner has found clean, `/mail` shows a
 * mail before it is sent. A consultant sees what is for their own jobs, an administrator all. What is read is recorded
 * before it is shown. Without Redis there are no lists.
 */
export async function inboxPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { config, queues, store } = parts
  if (!store) return
  const inbox: Inbox = {
    parts,
    store,
    index: new InboxIndex(queues.redis, config.queuePrefix),
    scanner: openScanner(config.scanner),
    templates: followedFile<MailTemplate[]>(config.mailTemplatesFile ?? ownTemplates, parseMailTemplates, [], error =>
      app.log.error({ event: 'mailTemplatesFaulty' }, `Those it had before stand: ${error.message}`),
    ),
  }
  showList(app, inbox)
  showOne(app, inbox)
  giveFiles(app, inbox)
  takeChanges(app, inbox)
  sendMails(app, inbox)
}

function showList(app: FastifyInstance, { parts, store, index }: Inbox): void {
  const { site } = parts.config
  type Query = { Querystring: Partial<Record<'status' | 'job' | 'page' | 'jobs', string>> }
  app.get<Query>('/admin/inbox', async (request, reply) => {
    const { query, log } = request
    const scope = scopeOf(userIn(request))
    const job = query.job || null
    const status = statuses.find(name => name === query.status) ?? null
    try {
      parts.queues.assertUp()
      const [counts, facts, isWhole] = await Promise.all([
        index.counts({ scope, job }),
        job === null ? null : index.job(job),
        index.isWhole(),
      ])
      const at = pageOf(query.page, Math.min(counts[status ?? 'any'], mostListed), perPage)
      const jobsAt = pageOf(query.jobs, mostListed, jobsPerPage)
      const [rows, jobs] = await Promise.all([
        index.page({ scope, job, status }, (at.page - 1) * perPage, perPage),
        job === null ? index.jobs(scope, (jobsAt.page - 1) * jobsPerPage, jobsPerPage) : null,
      ])
      const read = rows.map(async row => {
        const found = await Promise.all([store.read(row.id), store.withdrawal(row.id)]).catch(error => {
          log.error({ event: 'submissionUnread', submissionId: row.id, err: error }, 'submissionUnread')
          return null
        })
        if (found === null) return null
        const [submission, withdrawal] = found
        if (submission && submission.held === null && !withdrawal && isIn(scope, submission))
          return { ...row, submission }
        // Erased, held, withdrawn, or another's by now: the list is put right behind the answer.
        await index.follow(row.id, store)
        return null
      })
      const shown = (await Promise.all(read)).filter(row => row !== null)
      const body = inboxBody({
        shown,
        counts,
        status,
        job: job === null ? null : { id: job, title: facts?.title ?? job, reference: facts?.reference ?? '' },
        jobs: jobs && { ...jobs, ...pageOf(query.jobs, Math.min(jobs.of, mostListed), jobsPerPage) },
        at,
        isWhole,
        now: new Date(),
        time: timeFormat(site),
      })
      return send(reply, parts, 'Inbox', body)
    } catch (error) {
      log.warn({ event: 'inboxUnread' }, (error as Error).message)
      const body =
        '<p class="alarm" role="alert">The lists cannot be read at this moment: Redis does not answer. Nothing is lost; please try again in a minute.</p>'
      return send(reply.code(503), parts, 'Inbox', body)
    }
  })
}

function showOne(app: FastifyInstance, inbox: Inbox): void {
  const { parts, store, templates } = inbox
  app.get<One & { Querystring: { done?: string } }>('/admin/inbox/:id', async (request, reply) => {
    const submission = await allowed(inbox, request)
    await recordRead(store, submission.id, userIn(request).name, 'page')
    const [events, receipts] = await Promise.all([store.events(submission.id), store.receipts(submission.id)])
    await tellIndex(inbox, request, submission, events)
    const body = oneBody({
      submission,
      events,
      receipts,
      status: statusOf(events),
      templates: personOf(submission).email ? await templates() : null,
      isAdmin: userIn(request).role === 'admin',
      hasScanner: inbox.scanner !== null,
      message: doneText(request.query.done),
      time: timeFormat(parts.config.site),
    })
    return send(reply, parts, personOf(submission).name || 'Without a name', body)
  })
}

function giveFiles(app: FastifyInstance, inbox: Inbox): void {
  const { store } = inbox
  app.get<{ Params: { id: string; part: string } }>(
    '/admin/inbox/:id/files/:part',
    { compress: false },
    async (request, reply) => {
      const submission = await allowed(inbox, request)
      const file = submission.files.find(({ part }) => part === request.params.part)
      if (!file) throw httpError(404, 'This submission has no such file.')
      const user = userIn(request)
      await requireClean(inbox, request, submission.id, file, user)
      await recordRead(store, submission.id, user.name, file.part)
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', asAttachment(file.name))
        .header('x-content-type-options', 'nosniff')
        .header('content-length', file.bytes)
        .type('application/octet-stream')
        .send(await store.openFile(submission.id, file))
    },
  )
}

/** @throws 422 for a file that is not known to be clean, 503 while the scanner does not answer */
async function requireClean(
  { store, scanner }: Inbox,
  request: FastifyRequest,
  id: string,
  file: StoredFile,
  { name: by }: AdminUser,
): Promise<void> {
  const bad = (found: string) =>
    httpError(422, `A malware scanner found ${found} in this file. It is not given out; ask your administrator.`)
  const known = (await store.events(id)).find(event => event.kind === 'infected' && event.part === file.part)
  if (known?.kind === 'infected') throw bad(known.found)
  if (file.scan === 'clean') return
  if (!scanner)
    throw httpError(
      422,
      'This file was not scanned for malware, since no scanner is set up (CLAMAV_URL). It is not given out here.',
    )
  let found: string | null
  try {
    found = await scanner.scanStream(await store.openFile(id, file))
  } catch (error) {
    if (!(error instanceof ScannerUnavailable)) throw error
    request.log.warn({ event: 'scannerUnavailable', submissionId: id }, error.message)
    throw httpError(503, 'The malware scanner does not answer, so this file is not given out yet. Try again later.')
  }
  if (found === null) return store.scanned(id, file.part, 'clean')
  request.log.error({ event: 'fileInfected', submissionId: id, part: file.part, found }, 'fileInfected')
  await keep(store, id, {
    id: eventId('infected', id, file.part),
    at: new Date().toISOString(),
    by,
    kind: 'infected',
    part: file.part,
    found,
  })
  throw bad(found)
}

function takeChanges(app: FastifyInstance, inbox: Inbox): void {
  const { store } = inbox
  app.post<One>('/admin/inbox/:id/status', async (request, reply) => {
    const submission = await allowed(inbox, request)
    const status = statuses.find(name => name === field(request, 'status'))
    if (!status) throw httpError(422, 'There is no such status.')
    const events = await store.events(submission.id)
    // The buttons of a page have one number: what stood before tells one press from the next.
    const before = events.findLast(({ kind }) => kind === 'status' || kind === 'mail')?.id ?? ''
    if (statusOf(events) !== status)
      await keep(store, submission.id, { ...pressed(request, status, before), kind: 'status', status })
    return changed(inbox, request, reply, submission, 'status')
  })

  app.post<One>('/admin/inbox/:id/note', { bodyLimit: 10 * mostOfNote }, async (request, reply) => {
    const submission = await allowed(inbox, request)
    const text = field(request, 'note')
      .replace(/\r\n?/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, '')
      .trim()
    if (text === '') throw httpError(422, 'The note is empty.')
    if (text.length > mostOfNote) throw httpError(422, `A note has at most ${mostOfNote} characters.`)
    await keep(store, submission.id, { ...pressed(request, text), kind: 'note', text })
    return changed(inbox, request, reply, submission, 'note')
  })
}

function sendMails(app: FastifyInstance, inbox: Inbox): void {
  const { parts, store, templates } = inbox
  const { site } = parts.config
  const addressOf = (submission: Submission) => {
    const { email } = personOf(submission)
    if (!email) throw httpError(422, 'No one e-mail address was given: there is none to write to.')
    return email
  }
  const templateOf = async (wanted: unknown) => (await templates()).find(({ id }) => id === wanted)
  const show = async (
    reply: FastifyReply,
    submission: Submission,
    mail: Record<keyof TypedMail, string>,
    { faults = {}, press = randomUUID() }: { faults?: MailFaults & { sent?: string }; press?: string } = {},
  ) => {
    const before = (await store.events(submission.id)).filter(
      event => event.kind === 'mail' && event.template === mail.template,
    )
    const to = addressOf(submission)
    const body = mailBody({ submission, mail, faults, press, to, before, time: timeFormat(site) })
    return send(reply, parts, `Mail: ${(await templateOf(mail.template))?.title ?? mail.template}`, body)
  }

  app.get<One & { Querystring: { template?: string } }>('/admin/inbox/:id/mail', async (request, reply) => {
    const submission = await allowed(inbox, request)
    const template = await templateOf(request.query.template)
    if (!template) throw httpError(422, 'There is no such template any more. Choose another one.')
    const filled = fillTemplate(template, submission, site.name)
    return show(reply, submission, { ...filled, status: template.status ?? '', template: template.id })
  })

  app.post<One>('/admin/inbox/:id/mail', { bodyLimit: 10 * mostOfText }, async (request, reply) => {
    const submission = await allowed(inbox, request)
    addressOf(submission)
    const { id } = submission
    const typed = {
      subject: field(request, 'subject'),
      text: field(request, 'text'),
      status: field(request, 'status'),
      template: field(request, 'template'),
    }
    const common = pressed(request)
    const parsed = parseTypedMail(typed)
    if ('faults' in parsed)
      return show(reply.code(422), submission, typed, { faults: parsed.faults, press: field(request, 'press') })
    const { subject, text, template } = parsed.mail
    const status = parsed.mail.status || null
    const replyTo = userIn(request).consultants[0] ?? null
    // Before what it stands for, and again behind it: a delivery that ends in between takes the first one away.
    await store.reopen(id)
    const outcome = await keep(store, id, { ...common, kind: 'mail', template, subject, text, replyTo, status })
    if (outcome === 'known') {
      const sent = (await store.events(id)).find(event => event.id === common.id)
      // The browser's way back to a form that was sent, and another text: it is not taken for the first one.
      if (sent?.kind === 'mail' && (sent.subject !== subject || sent.text !== text || sent.status !== status))
        return show(reply.code(409), submission, parsed.mail, {
          faults: { sent: 'This form was sent already, with another text. Press Send to send this one too.' },
        })
    }
    await store.reopen(id)
    await parts.queues
      .retryDelivery(id)
      .catch(error =>
        request.log.warn(
          { event: 'submissionNotQueued', submissionId: id },
          `The sweep will find it: ${error.message}`,
        ),
      )
    return changed(inbox, request, reply, submission, 'mail')
  })
}

/** @throws 404 where there is none, it is held, or it is another consultant's: all the same to the one who asks */
async function allowed({ store }: Inbox, request: FastifyRequest<One>): Promise<Submission> {
  const { id } = request.params
  const submission = uuid.test(id) ? await fromStore(store.read(id)) : null
  if (!submission || submission.held !== null || !isIn(scopeOf(userIn(request)), submission))
    throw httpError(404, 'There is no such submission in your inbox, or it has been erased or withdrawn.')
  if (await fromStore(store.withdrawal(id))) throw httpError(404, 'The person has withdrawn this application.')
  return submission
}

function scopeOf({ role, consultants }: AdminUser): Scope {
  return role === 'admin' ? 'all' : consultants
}

/** @throws where it cannot be kept: nothing is shown then */
export async function recordRead(store: SubmissionStore, id: string, by: string, what: string): Promise<void> {
  const now = Date.now()
  const hour = String(Math.floor(now / readAgainMs))
  const at = new Date(now).toISOString()
  await keep(store, id, { id: eventId('read', id, by, what, hour), at, by, kind: 'read', what })
}

async function keep(store: SubmissionStore, id: string, event: SubmissionEvent): Promise<'kept' | 'known'> {
  const outcome = await fromStore(store.event(id, event))
  if (outcome === 'gone') throw httpError(404, 'This submission has been erased.')
  return outcome
}

/** @throws 503 where the store does not answer or is full */
async function fromStore<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(error => {
    if (!(error instanceof StoreUnavailable)) throw error
    throw Object.assign(httpError(503, 'The store of the submissions cannot be used now. Nothing was changed.'), {
      cause: error,
    })
  })
}

/**
 * What every event has. The form's number makes a double press one.
 * @param words what else tells two presses of one form apart
 */
function pressed(request: FastifyRequest, ...words: string[]): { id: string; at: string; by: string } {
  const press = field(request, 'press')
  if (!uuid.test(press)) throw httpError(422, 'The form came without its number. Reload the page and try again.')
  const { name } = userIn(request)
  return { id: eventId('press', press, name, request.url, ...words), at: new Date().toISOString(), by: name }
}

async function changed(
  inbox: Inbox,
  request: FastifyRequest,
  reply: FastifyReply,
  submission: Submission,
  done: Done,
): Promise<FastifyReply> {
  request.log.info({ event: 'inboxChanged', submissionId: submission.id, done }, 'inboxChanged')
  await tellIndex(inbox, request, submission, await inbox.store.events(submission.id))
  return reply.redirect(`/admin/inbox/${submission.id}?done=${done}`, 303)
}

/** The list follows what is stored; while Redis is away, the deliveries see to it later. */
async function tellIndex(
  { parts, store, index }: Inbox,
  request: FastifyRequest,
  submission: Submission,
  events: readonly SubmissionEvent[],
): Promise<void> {
  const { id } = submission
  try {
    parts.queues.assertUp()
    await index.put(submission, statusOf(events))
  } catch (error) {
    request.log.warn({ event: 'inboxNotTold', submissionId: id }, (error as Error).message)
    await store.reopen(id)
  }
}

function field({ body }: FastifyRequest, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
}

function pageOf(asked: string | undefined, count: number, size: number): { page: number; last: number } {
  const last = Math.max(1, Math.ceil(count / size))
  return { page: Math.min(Math.max(1, Math.trunc(Number(asked)) || 1), last), last }
}

function send(reply: FastifyReply, { config }: ApiParts, title: string, body: string): FastifyReply {
  const page = adminPage({ site: config.site, title, at: '/admin/inbox', now: new Date(), reply, body })
  return reply.type('text/html; charset=utf-8').send(page)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deliveryTasks } from '#api/deliveries'
import { eraseMails } from '../delivery/erase.ts'
import { httpError } from '../errors.ts'
import { InboxIndex } from '../inbox/inboxIndex.ts'
import { type ApiParts } from '../parts.ts'
import { openScanner } from '../submissions/scan.ts'
import { uuid } from '../submissions/shelf.ts'
import type { SubmissionStore } from '../submissions/submission.ts'
import { userIn } from './adminLogin.ts'
import { adminPage, number, timeFormat } from './adminPage.ts'
import { rolesOf } from './adminRoles.ts'
import { recordRead } from './inboxPage.ts'
import { submissionBody, submissionsBody } from './submissionsHtml.ts'
import { clickDays, listed, readQueue, readSubmission, readWithdrawn } from './submissionViews.ts'

/** For asking the scanner whether it is there: an operator waits. */
const pingMs = 2_000
/** Tasks that one press tries again, and at once of them. */
const mostRetried = 1_000
const retriedAtOnce = 50

type PageParts = ApiParts & { store: SubmissionStore | null }

/**
 * `/admin/submissions`: what is not delivered in full and why, what was withdrawn and is not told, what is held until
 * an operator has looked, how the deliveries fare; a consultant is led to the inbox. `/admin/submissions/{id}`: one of
 * them, and what was typed of a held one, for administrators. Posts there try again, release and erase. Without Redis
 * all but the queue is shown.
 */
export async function submissionsPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  showPages(app, parts)
  takeRetries(app, parts)
  takeActions(app, parts)
}

function showPages(app: FastifyInstance, parts: PageParts): void {
  const { config, store } = parts
  const { site } = config
  const scanner = openScanner(config.scanner, { connect: pingMs, scan: pingMs, rest: 0 })
  const time = timeFormat(site)
  const send = (reply: FastifyReply, title: string, body: string): FastifyReply => {
    const page = adminPage({
      site,
      title,
      at: '/admin/submissions',
      now: new Date(),
      reply,
      body,
    })
    return reply.type('text/html; charset=utf-8').send(page)
  }

  app.get<{ Querystring: Partial<Record<'open' | 'held' | 'withdrawn' | 'done' | 'count', string>> }>(
    '/admin/submissions',
    async (request, reply) => {
      if (userIn(request).role === 'consultant') return reply.redirect('/admin/inbox')
      if (!store) return send(reply, 'Submissions', '<p>There are no forms here: SUBMISSIONS_DIR is not set.</p>')
      const { log, query } = request
      const now = new Date()
      const [open, held, withdrawn, queue, answers] = await Promise.all([
        listed(store.open(), query.open, id => readSubmission(parts, store, id, log), log),
        listed(store.held(), query.held, id => readSubmission(parts, store, id, log), log),
        listed(store.withdrawn(), query.withdrawn, id => readWithdrawn(parts, store, id, log), log),
        readQueue(parts, now, log),
        scanner?.ping().catch(() => false),
      ])
      const body = submissionsBody({
        message: said(query.done, query.count),
        open,
        held,
        withdrawn,
        queue,
        mailsBySmtp: config.mailsBySmtp,
        mayReadMailbox: rolesOf('/admin/mailbox')!.includes(userIn(request).role),
        scanner: answers === undefined ? 'none' : answers ? 'answers' : 'silent',
        clickDays,
        now,
        time,
      })
      return send(reply, 'Submissions', body)
    },
  )

  app.get<{ Params: { id: string }; Querystring: { done?: string } }>(
    '/admin/submissions/:id',
    async (request, reply) => {
      const { id } = request.params
      if (!store || !uuid.test(id) || !(await store.has(id)))
        throw httpError(404, 'There is no such submission, or it has been erased.')
      const view = await readSubmission(parts, store, id, request.log)
      const { name, role } = userIn(request)
      const isHeld = Boolean(view.submission?.held)
      if (isHeld && role === 'admin') await recordRead(store, id, name, 'held')
      return send(
        reply,
        isHeld ? 'Held submission' : 'Submission',
        submissionBody(view, said(request.query.done), time, role === 'admin'),
      )
    },
  )
}

function takeRetries(app: FastifyInstance, { queues }: PageParts): void {
  app.post('/admin/submissions/retry', async (request, reply) => {
    try {
      queues.assertUp()
      // Those that wait for their next attempt have failed too.
      const tasks = await queues.deliveries.getJobs(['failed', 'delayed'], 0, mostRetried - 1)
      const ids = tasks.flatMap(task => (task?.name === deliveryTasks.deliver && task.id ? [task.id] : []))
      let count = 0
      for (let at = 0; at < ids.length; at += retriedAtOnce)
        count += (await Promise.all(ids.slice(at, at + retriedAtOnce).map(id => queues.retryDelivery(id)))).filter(
          Boolean,
        ).length
      request.log.info({ event: 'deliveriesRetried', count }, 'deliveriesRetried')
      return back(reply, 'again', count)
    } catch (error) {
      return notRetried(request, reply, error)
    }
  })
}

/** What an operator does with one submission. */
function takeActions(app: FastifyInstance, { config, queues, store }: PageParts): void {
  type Asked = FastifyRequest<{ Params: { id: string } }>
  const post = (
    what: string,
    answer: (request: Asked, reply: FastifyReply, store: SubmissionStore, id: string) => Promise<FastifyReply>,
  ): void => {
    app.post<{ Params: { id: string } }>(`/admin/submissions/:id/${what}`, async (request, reply) => {
      const { id } = request.params
      if (!store || !uuid.test(id)) throw httpError(404, 'There is no such submission.')
      return answer(request, reply, store, id)
    })
  }

  post('retry', async (request, reply, store, id) => {
    if (!(await store.has(id)) && !(await store.withdrawal(id))?.toTell) return back(reply, 'gone')
    try {
      const count = (await queues.retryDelivery(id)) ? 1 : 0
      request.log.info({ event: 'deliveriesRetried', count, submissionId: id }, 'deliveriesRetried')
      return back(reply, 'again', count)
    } catch (error) {
      return notRetried(request, reply, error)
    }
  })

  post('release', async (request, reply, store, id) => {
    if (!(await store.read(id))?.held) return back(reply, 'gone')
    await store.release(id)
    request.log.info({ event: 'submissionReleased', submissionId: id }, 'submissionReleased')
    await queues
      .retryDelivery(id)
      .catch(error =>
        request.log.warn(
          { event: 'submissionNotQueued', submissionId: id },
          `The sweep will find it: ${error.message}`,
        ),
      )
    return back(reply, 'released')
  })

  post('erase', async (request, reply, store, id) => {
    const sure = request.body instanceof URLSearchParams && request.body.get('sure') === 'yes'
    if (!sure) return reply.redirect(`/admin/submissions/${id}?done=unsure`, 303)
    await store.erase(id)
    request.log.info({ event: 'submissionErased', submissionId: id }, 'submissionErased')
    await queues
      .forgetDelivery(id)
      .then(() => new InboxIndex(queues.redis, config.queuePrefix).remove(id))
      .catch(error =>
        request.log.warn(
          { event: 'taskNotRemoved', submissionId: id },
          `It will find nothing to send: ${error.message}`,
        ),
      )
    if (config.mailboxFolder !== null) await eraseMails(config.mailboxFolder, { ids: new Set([id]) })
    return back(reply, 'erased')
  })
}

type Done = 'again' | 'released' | 'erased' | 'gone' | 'away' | 'unsure'

function back(reply: FastifyReply, done: Done, count?: number): FastifyReply {
  return reply.redirect(`/admin/submissions?done=${done}${count === undefined ? '' : `&count=${count}`}`, 303)
}

/** What the address says that was done, in words of ours. */
function said(done: string | undefined, count?: string): string {
  const times = Math.trunc(Number(count)) || 0
  const messages: Record<Done, string> = {
    again:
      times > 0 ? `Tried again now: ${number(times)}.` : 'There was nothing to try again: it is on its way, or done.',
    released: 'Released: it is being delivered.',
    erased: 'Erased, with its files and its mails in the mailbox.',
    gone: 'Another operator was quicker: it is held no more, or has been erased.',
    away: 'Redis does not answer, so nothing was put on the queue. It is delivered when Redis is back.',
    unsure: 'Not erased: tick the box to say that you are sure.',
  }
  return Object.hasOwn(messages, done ?? '') ? messages[done as Done] : ''
}

function notRetried(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.warn({ event: 'deliveriesNotRetried' }, (error as Error).message)
  return back(reply, 'away')
}

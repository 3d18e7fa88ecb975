import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deliveryHeartbeat, deliveryTasks } from '#api/deliveries'
import type { JobDocument } from '#indexer/job'
import { eraseMails } from '../delivery/erase.ts'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { uuid } from '../submissions/ledger.ts'
import { openScanner } from '../submissions/scan.ts'
import type { SubmissionStore } from '../submissions/submission.ts'
import { adminPage, number, timeFormat } from './adminPage.ts'
import { readClicks } from './clicks.ts'
import {
  type Listed,
  type QueueView,
  type SubmissionView,
  submissionBody,
  submissionsBody,
  type TaskView,
} from './submissionsHtml.ts'

const perPage = 50
/**
 * No operator pages further or waits longer than this: what is open after a day without a mail server may be very much.
 */
const mostListed = 1_000
const countingMs = 1_000
/** For asking the scanner whether it is there: an operator waits. */
const pingMs = 2_000
/** Tasks that one press tries again. */
const mostRetried = 1_000
const clickDays = 30
const clicksShown = 20

/**
 * `/admin/submissions`: what is not delivered in full and why, what is held until an operator has looked, how the
 * deliveries fare. `/admin/submissions/{id}`: one of them. Posts there try again, release and erase. Without Redis all
 * but the queue is shown.
 */
export async function submissionsPages(
  app: FastifyInstance,
  parts: ApiParts & { store: SubmissionStore | null },
): Promise<void> {
  const { config, queues, search, store } = parts
  const { site } = config
  const scanner = openScanner(config.scanner, { connect: pingMs, scan: pingMs, rest: 0 })
  const time = timeFormat(site)

  app.get<{ Querystring: Partial<Record<'open' | 'held' | 'done' | 'count', string>> }>(
    '/admin/submissions',
    async (request, reply) => {
      if (!store) return send(reply, 'Submissions', '<p>There are no forms here: SUBMISSIONS_DIR is not set.</p>')
      const { log, query } = request
      const now = new Date()
      const [open, held, queue, answers] = await Promise.all([
        listed(store.open(), query.open, id => readOne(store, id, log), log),
        listed(store.held(), query.held, id => readOne(store, id, log), log),
        readQueue(now, log),
        scanner?.ping().catch(() => false),
      ])
      const body = submissionsBody({
        message: said(query.done, query.count),
        open,
        held,
        queue,
        mailsBySmtp: config.mailboxFolder === null,
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
      const view = await readOne(store, id, request.log)
      return send(
        reply,
        view.submission?.held ? 'Held submission' : 'Submission',
        submissionBody(view, said(request.query.done), time),
      )
    },
  )

  app.post('/admin/submissions/retry', async (request, reply) => {
    try {
      queues.assertUp()
      // Those that wait for their next attempt have failed too.
      const tasks = await queues.deliveries.getJobs(['failed', 'delayed'], 0, mostRetried - 1)
      const ids = tasks.flatMap(task => (task?.name === deliveryTasks.deliver && task.id ? [task.id] : []))
      let count = 0
      for (let at = 0; at < ids.length; at += perPage)
        count += (await Promise.all(ids.slice(at, at + perPage).map(id => queues.retryDelivery(id)))).filter(
          Boolean,
        ).length
      request.log.info({ event: 'deliveriesRetried', count }, 'deliveriesRetried')
      return back(reply, 'again', count)
    } catch (error) {
      return notRetried(request, reply, error)
    }
  })

  post('retry', async (request, reply, store, id) => {
    if (!(await store.has(id))) return back(reply, 'gone')
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
    if (config.mailboxFolder !== null) await eraseMails(config.mailboxFolder, { ids: new Set([id]) })
    request.log.info({ event: 'submissionErased', submissionId: id }, 'submissionErased')
    await queues
      .forgetDelivery(id)
      .catch(error =>
        request.log.warn(
          { event: 'taskNotRemoved', submissionId: id },
          `It will find nothing to send: ${error.message}`,
        ),
      )
    return back(reply, 'erased')
  })

  type Asked = FastifyRequest<{ Params: { id: string } }>
  function post(
    what: string,
    answer: (request: Asked, reply: FastifyReply, store: SubmissionStore, id: string) => Promise<FastifyReply>,
  ): void {
    app.post<{ Params: { id: string } }>(`/admin/submissions/:id/${what}`, async (request, reply) => {
      const { id } = request.params
      if (!store || !uuid.test(id)) throw httpError(404, 'There is no such submission.')
      return answer(request, reply, store, id)
    })
  }

  function send(reply: FastifyReply, title: string, body: string): FastifyReply {
    const page = adminPage({
      site,
      title,
      at: '/admin/submissions',
      now: new Date(),
      nonce: reply.cspNonce.style,
      body,
    })
    return reply.type('text/html; charset=utf-8').send(page)
  }

  async function readOne(store: SubmissionStore, id: string, log: FastifyBaseLogger): Promise<SubmissionView> {
    const task = await readTask(id)
    try {
      const [submission, receipts] = await Promise.all([store.read(id), store.receipts(id)])
      return { id, submission, receipts, task }
    } catch (error) {
      log.error({ event: 'submissionUnread', submissionId: id, err: error }, 'submissionUnread')
      return { id, submission: null, receipts: [], task }
    }
  }

  async function readTask(id: string): Promise<TaskView | null> {
    try {
      queues.assertUp()
      const task = await queues.deliveries.getJob(id)
      const state = task ? await task.getState() : 'unknown'
      if (!task || state === 'unknown') return { state: 'none', attempts: 0, of: 0, reason: '', until: null }
      // The queue keeps the millisecond above twelve bits of order.
      const score = state === 'delayed' ? await queues.redis.zscore(queues.deliveries.toKey('delayed'), id) : null
      const until = score === null ? null : new Date(Math.floor(Number(score) / 0x1000))
      return {
        state,
        attempts: task.attemptsMade,
        of: task.opts.attempts ?? 1,
        reason: (task.failedReason ?? '').slice(0, 300),
        until,
      }
    } catch {
      // Said once, by what is read of the whole queue.
      return null
    }
  }

  async function readQueue(now: Date, log: FastifyBaseLogger): Promise<QueueView | null> {
    try {
      queues.assertUp()
      const [counts, seen, clicks] = await Promise.all([
        queues.deliveries.getJobCounts('waiting', 'active', 'delayed', 'failed'),
        queues.redis.get(deliveryHeartbeat(config.queuePrefix)),
        readClicks(queues.redis, config.queuePrefix, clickDays, now.getTime()),
      ])
      const top = clicks.jobs.slice(0, clicksShown).map(async ([id, count]) => {
        const job = await search.engine.document<JobDocument>(search.names.jobs, id).catch(() => null)
        return { id, count, job }
      })
      return { counts, seen: seen ? new Date(seen) : null, clicks, top: await Promise.all(top) }
    } catch (error) {
      log.warn({ event: 'queueUnread' }, `How the deliveries fare is not known: ${(error as Error).message}`)
      return null
    }
  }
}

/**
 * One page of what an area of the store lists, oldest first within it, and how much there is as far as can be counted
 * in a moment.
 * @param asked as in the address
 */
async function listed(
  ids: AsyncIterable<string>,
  asked: string | undefined,
  read: (id: string) => Promise<SubmissionView>,
  log: FastifyBaseLogger,
): Promise<Listed<SubmissionView>> {
  const page = Math.min(Math.max(1, Math.trunc(Number(asked)) || 1), mostListed / perPage)
  const until = Date.now() + countingMs
  const found: string[] = []
  let more = false
  try {
    for await (const id of ids) {
      more = found.length >= mostListed || (found.length >= page * perPage && Date.now() > until)
      if (more) break
      found.push(id)
    }
  } catch (error) {
    log.error({ event: 'submissionsUnread', err: error }, 'submissionsUnread')
    return { shown: [], page: 1, last: 1, count: 0, more: false, failed: true }
  }
  const last = Math.max(1, Math.ceil(found.length / perPage))
  const at = Math.min(page, last)
  const shown = await Promise.all(found.slice((at - 1) * perPage, at * perPage).map(read))
  const received = ({ submission }: SubmissionView) => submission?.receivedAt ?? ''
  shown.sort((a, b) => (received(a) < received(b) ? -1 : 1))
  return { shown, page: at, last, count: found.length, more, failed: false }
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

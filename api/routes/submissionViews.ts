import type { FastifyBaseLogger } from 'fastify'
import { deliveryHeartbeat } from '#api/deliveries'
import type { JobDocument } from '#indexer/job'
import type { ApiParts } from '../parts.ts'
import type { Queues } from '../queues.ts'
import type { Receipt, SubmissionStore } from '../submissions/submission.ts'
import { readClicks } from './clicks.ts'
import type { Listed, QueueView, RowView, SubmissionView, TaskView } from './submissionsHtml.ts'

const perPage = 50
/**
 * No operator pages further or waits longer than this: what is open after a day without a mail server may be very much.
 */
const mostListed = 1_000
const countingMs = 1_000
export const clickDays = 30
const clicksShown = 20

/**
 * One page of what an area of the store lists, oldest first within it, and how much there is as far as can be counted
 * in a moment.
 * @param asked as in the address
 */
export async function listed<View extends RowView>(
  ids: AsyncIterable<string>,
  asked: string | undefined,
  read: (id: string) => Promise<View>,
  log: FastifyBaseLogger,
): Promise<Listed<View>> {
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
  const received = ({ submission }: View) => submission?.receivedAt ?? ''
  shown.sort((a, b) => (received(a) < received(b) ? -1 : 1))
  return { shown, page: at, last, count: found.length, more, failed: false }
}

/** One submission with its receipts and its task; what cannot be read is shown as such. */
export function readSubmission(
  parts: Pick<ApiParts, 'queues'>,
  store: SubmissionStore,
  id: string,
  log: FastifyBaseLogger,
): Promise<SubmissionView> {
  return readRow(parts, id, log, () => Promise.all([store.read(id), store.receipts(id)]))
}

/** One that was withdrawn, with who was told. */
export function readWithdrawn(
  parts: Pick<ApiParts, 'queues'>,
  store: SubmissionStore,
  id: string,
  log: FastifyBaseLogger,
): Promise<RowView> {
  return readRow(parts, id, log, async () => [(await store.withdrawal(id))?.toTell ?? null, await store.told(id)])
}

async function readRow<T>(
  { queues }: Pick<ApiParts, 'queues'>,
  id: string,
  log: FastifyBaseLogger,
  read: () => Promise<[T | null, Receipt[]]>,
): Promise<{ id: string; submission: T | null; receipts: Receipt[]; task: TaskView | null }> {
  const task = await readTask(queues, id)
  try {
    const [submission, receipts] = await read()
    return { id, submission, receipts, task }
  } catch (error) {
    log.error({ event: 'submissionUnread', submissionId: id, err: error }, 'submissionUnread')
    return { id, submission: null, receipts: [], task }
  }
}

async function readTask(queues: Queues, id: string): Promise<TaskView | null> {
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

/** How the deliveries fare; null while Redis is away. */
export async function readQueue(
  { config, queues, search }: ApiParts,
  now: Date,
  log: FastifyBaseLogger,
): Promise<QueueView | null> {
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

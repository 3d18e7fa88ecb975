import type { JobDocument } from '#indexer/job'
import { refused } from '../delivery/sweep.ts'
import { html } from '../html.ts'
import type { Receipt, StoredFile, Submission } from '../submissions/submission.ts'
import { age, number, pages, table } from './adminPage.ts'
import type { ClickCounts } from './clicks.ts'

/** A row of a list: what is known without anything that was typed. */
export interface RowView {
  id: string
  /** Null when it cannot be read. */
  submission: Pick<Submission, 'receivedAt' | 'formId' | 'job'> | null
  receipts: Receipt[]
  /** Null while Redis is away. */
  task: TaskView | null
}

/** One submission as an operator sees it: what was typed is shown of held ones alone, and only on a page of its own. */
export interface SubmissionView extends RowView {
  submission: Submission | null
}

export interface TaskView {
  /** As the queue calls it, or `none`. */
  state: string
  attempts: number
  /** How many it has. */
  of: number
  /** Of the last failure. */
  reason: string
  /** Of a delayed one. */
  until: Date | null
}

/** A page of a list that may be very long. */
export interface Listed<T> {
  shown: T[]
  page: number
  last: number
  /** As far as was counted. */
  count: number
  /** There are more than were counted. */
  more: boolean
  /** The store did not answer. */
  failed: boolean
}

export interface QueueView {
  /** Tasks by state. */
  counts: Record<string, number>
  /** When the deliveries' process signed last. */
  seen: Date | null
  clicks: ClickCounts
  /** The jobs with the most clicks; null for one that is in the index no more. */
  top: { id: string; count: number; job: JobDocument | null }[]
}

export interface SubmissionsView {
  /** What was just done. */
  message: string
  open: Listed<SubmissionView>
  held: Listed<SubmissionView>
  /** Not yet told to the office, or to the tracking system. */
  withdrawn: Listed<RowView>
  /** Null while Redis is away. */
  queue: QueueView | null
  mailsBySmtp: boolean
  /** Whether the mailbox opens to the user's role. */
  mayReadMailbox: boolean
  scanner: 'none' | 'answers' | 'silent'
  clickDays: number
  now: Date
  time: Intl.DateTimeFormat
}

/** A delivery process signs every five seconds. */
const heartbeatStaleMs = 30_000

export function submissionsBody({
  message,
  open,
  held,
  withdrawn,
  queue,
  mailsBySmtp,
  mayReadMailbox,
  scanner,
  clickDays,
  now,
  time,
}: SubmissionsView): string {
  const mails = mailsBySmtp
    ? 'Mails go to a mail server.'
    : `No mail server is set up (SMTP_URL): mails go into the ${mayReadMailbox ? '<a href="/admin/mailbox">mailbox</a>' : 'mailbox'}.`
  const scanning = {
    none: 'No malware scanner is set up (CLAMAV_URL): files are passed on unscanned, and the mails say so.',
    answers: 'The malware scanner answers.',
    silent: '<span class="bad">The malware scanner does not answer:</span> files are scanned when it is back.',
  }[scanner]
  return `${message ? `<p class="fine" role="status">${html(message)}</p>` : ''}
${atWork(queue, now, time)}
<p>${mails} ${scanning}</p>
${openSection(open, queue, now, time)}
${withdrawnSection(withdrawn, now, time)}
${heldSection(held, now, time)}
${clicksSection(queue, clickDays)}`
}

function atWork(queue: QueueView | null, now: Date, time: Intl.DateTimeFormat): string {
  if (!queue)
    return '<p class="alarm">Redis does not answer: how the deliveries fare is not known. What is stored is delivered when it is back.</p>'
  const { seen } = queue
  if (seen && now.getTime() - seen.getTime() < heartbeatStaleMs)
    return `<p class="fine">The deliveries are at work, seen ${age(seen, now)} ago.</p>`
  return `<p class="alarm">The deliveries have not been seen ${seen ? `since ${html(time.format(seen))}` : 'for 30 seconds'}: nothing is lost and nothing is sent. Start their process.</p>`
}

function openSection(
  open: Listed<SubmissionView>,
  queue: QueueView | null,
  now: Date,
  time: Intl.DateTimeFormat,
): string {
  const states = queue
    ? Object.entries(queue.counts)
        .map(([state, count]) => `${number(count)} ${html(state)}`)
        .join(', ')
    : 'not known'
  return `<section aria-labelledby="open">
<div class="head"><div><h2 id="open">Not delivered in full: ${countOf(open)}</h2><p class="facts">Tasks of the queue: ${states}</p></div>
<form method="post" action="/admin/submissions/retry"><button>Try all failed again</button></form></div>
${open.failed ? unread : open.shown.length === 0 ? '<p>Everything is delivered.</p>' : tasks('Not delivered in full', open.shown, now, time)}
${pages('/admin/submissions', 'open', open)}
</section>`
}

function withdrawnSection(withdrawn: Listed<RowView>, now: Date, time: Intl.DateTimeFormat): string {
  if (withdrawn.count === 0 && !withdrawn.failed) return ''
  return `<section aria-labelledby="withdrawn">
<h2 id="withdrawn">Withdrawn, and not told in full: ${countOf(withdrawn)}</h2>
${withdrawn.failed ? unread : tasks('Withdrawn', withdrawn.shown, now, time, numberOf)}
${pages('/admin/submissions', 'withdrawn', withdrawn)}
</section>`
}

function tasks(label: string, rows: readonly RowView[], now: Date, time: Intl.DateTimeFormat, name = linked): string {
  const row = (view: RowView) =>
    `<tr>${identity(view, now, time, name)}<td>${deliveriesOf(view.receipts) || 'none yet'}</td><td>${stateOf(view.task, time)}</td><td class="number">${view.task?.of ? `${view.task.attempts} of ${view.task.of}` : ''}</td><td class="wide">${html(view.task?.reason ?? '')}</td><td><form method="post" action="/admin/submissions/${html(view.id)}/retry"><button aria-label="Try ${html(view.id)} again">Try again</button></form></td></tr>`
  const heads = [
    'Submission',
    'Received',
    'Form',
    'Job',
    'Delivered',
    'Task',
    { number: 'Attempts' },
    'Last reason',
    'Action',
  ]
  return table(label, heads, rows.map(row))
}

function heldSection(held: Listed<SubmissionView>, now: Date, time: Intl.DateTimeFormat): string {
  const row = (view: SubmissionView) =>
    `<tr>${identity(view, now, time)}<td class="wide">${html(view.submission?.held ?? '')}</td></tr>`
  return `<section aria-labelledby="held">
<h2 id="held">Held until an operator has looked: ${countOf(held)}</h2>
${held.failed ? unread : held.shown.length === 0 ? '<p>Nothing is held.</p>' : table('Held', ['Submission', 'Received', 'Form', 'Job', 'Why'], held.shown.map(row))}
${pages('/admin/submissions', 'held', held)}
</section>`
}

function clicksSection(queue: QueueView | null, days: number): string {
  const row = ({ id, count, job }: QueueView['top'][number]) =>
    `<tr><td>${job ? `<a href="/jobs/${encodeURIComponent(job.url_slug)}">${html(job.title)}</a>` : 'a job that has gone'}</td><td>${html(job?.external_reference ?? '')}</td><td><code>${html(id)}</code></td><td class="number">${number(count)}</td></tr>`
  const most =
    queue && queue.top.length < queue.clicks.jobs.length
      ? `, the first ${queue.top.length} of ${number(queue.clicks.jobs.length)} jobs`
      : ''
  return `<section aria-labelledby="clicks">
<h2 id="clicks">Clicks to advertisers’ own forms, last ${days} days: ${queue ? number(queue.clicks.total) : 'not known'}</h2>
${queue && queue.top.length > 0 ? table(`Clicks by job${most}`, ['Job', 'Reference', 'Id', { number: 'Clicks' }], queue.top.map(row)) : ''}
${most ? `<p class="facts">Most first${most}.</p>` : ''}
</section>`
}

/**
 * @param message what was just asked for and not done
 * @param isAdmin who may read what was typed, and so release and erase it
 */
export function submissionBody(
  { id, submission, receipts, task }: SubmissionView,
  message: string,
  time: Intl.DateTimeFormat,
  isAdmin: boolean,
): string {
  const held = submission?.held ?? null
  const fact = (label: string, value: string) => `<dt>${html(label)}</dt><dd class="typed">${value}</dd>`
  const facts = [fact('Number', `<code>${html(id)}</code>`)]
  if (submission) {
    facts.push(
      fact('Received', html(time.format(new Date(submission.receivedAt)))),
      fact('Form', html(submission.formId)),
      fact('Sent from', html(submission.page)),
    )
    if (submission.job) facts.push(fact('Job', jobOf(submission)))
    facts.push(
      fact(
        'Delivered',
        receipts
          .map(({ delivery, at }) => `${html(shownDelivery(delivery))}, ${html(time.format(new Date(at)))}`)
          .join('\n') || 'nothing yet',
      ),
    )
  }
  if (held === null)
    facts.push(fact('Task', stateOf(task, time)), ...(task?.reason ? [fact('Last reason', html(task.reason))] : []))
  const [path, name] = held === null ? ['retry', 'Try again'] : ['release', 'Release: deliver it']
  return `${message ? `<p class="alarm" role="status">${html(message)}</p>` : ''}
${submission ? '' : '<p class="alarm">It cannot be read: put it back from a backup, or erase it.</p>'}
${held === null ? '' : `<p class="alarm">Held: ${html(held)}</p>`}
<dl>${facts.join('')}</dl>
${submission && held !== null && isAdmin ? typed(submission) : `<p>What was typed is shown here only of what is held${isAdmin ? '' : ', and to administrators'}.</p>`}
${submission && held === null && isAdmin ? `<p><a href="/admin/inbox/${html(id)}">In the inbox</a></p>` : ''}
<div class="actions">
${submission && (held === null || isAdmin) ? `<form method="post" action="/admin/submissions/${html(id)}/${path}"><button>${name}</button></form>` : ''}
${isAdmin ? `<form method="post" action="/admin/submissions/${html(id)}/erase"><label><input type="checkbox" name="sure" value="yes" required>Yes, for good</label><button class="danger">Erase</button></form>` : ''}
</div>
<p><a href="/admin/submissions">All submissions</a></p>`
}

/** For a person to judge it by. */
function typed({ values, labels, files }: Submission): string {
  const facts = Object.entries(values).map(
    ([name, value]) => `<dt>${html(labels[name] ?? name)}</dt><dd class="typed">${html(value)}</dd>`,
  )
  const row = ({ name, contentType, bytes, scan, sha256 }: StoredFile) =>
    `<tr><td class="wide">${html(name)}</td><td>${html(contentType)}</td><td class="number">${number(bytes)}</td><td>${{ clean: 'clean', pending: 'still to be scanned', none: 'not scanned' }[scan]}</td><td><code>${html(sha256)}</code></td></tr>`
  return `<section aria-labelledby="typed">
<h2 id="typed">What was sent</h2>
<dl>${facts.join('')}</dl>
${files.some(({ scan }) => scan !== 'clean') ? '<p>Where a scanner is set up, files are scanned once more before they are delivered, and held again if it finds something.</p>' : ''}
${files.length === 0 ? '<p>No file came with it.</p>' : table('Files', ['File', 'Kind', { number: 'Bytes' }, 'Malware', 'SHA-256'], files.map(row))}
</section>`
}

function deliveriesOf(receipts: readonly Receipt[]): string {
  return [...new Set(receipts.map(({ delivery }) => html(shownDelivery(delivery))))].join(', ')
}

/** Those of the inbox are told apart there. */
function shownDelivery(delivery: Receipt['delivery']): string {
  return delivery.startsWith('mail_') ? 'mail' : delivery
}

const unread = '<p class="alarm">The store of the submissions does not answer. The log says why.</p>'

const numberOf = (id: string) => `<code>${html(id)}</code>`
const linked = (id: string) => `<a href="/admin/submissions/${html(id)}">${numberOf(id)}</a>`

/** @param name leads to a page of its own, which a withdrawn one has no more */
function identity({ id, submission }: RowView, now: Date, time: Intl.DateTimeFormat, name = linked): string {
  const link = `<td>${name(id)}</td>`
  if (!submission) return `${link}<td colspan="3"><span class="bad">cannot be read</span></td>`
  const received = new Date(submission.receivedAt)
  return `${link}<td>${html(time.format(received))}<br><small>${age(received, now)} ago</small></td><td>${html(submission.formId)}</td><td>${jobOf(submission)}</td>`
}

function jobOf({ job }: Pick<Submission, 'job'>): string {
  return job ? `<a href="/jobs/${encodeURIComponent(job.slug)}">${html(job.reference || job.id)}</a>` : ''
}

function stateOf(task: TaskView | null, time: Intl.DateTimeFormat): string {
  if (!task) return 'not known'
  if (task.state === 'none') return 'none: the sweep will find it'
  if (task.state === 'completed') return 'ended: the sweep will find it'
  if (task.state === 'failed')
    return task.reason.startsWith(refused)
      ? '<span class="bad">refused</span>: waits for you'
      : '<span class="bad">failed</span>: tried again within the hour'
  return task.until ? `delayed until ${html(time.format(task.until))}` : html(task.state)
}

function countOf({ count, more, failed }: Listed<unknown>): string {
  return failed ? 'not known' : `${number(count)}${more ? ' and more' : ''}`
}

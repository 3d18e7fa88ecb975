import { randomUUID } from 'node:crypto'
import { personOf } from '../delivery/deliver.ts'
import { html } from '../html.ts'
import type { InboxJob } from '../inbox/inboxIndex.ts'
import type { MailTemplate } from '../inbox/mailTemplates.ts'
import { type MailFaults, mostOfSubject, mostOfText, type TypedMail } from '../inbox/typedMail.ts'
import { mailDelivery, type Status, type SubmissionEvent, statuses } from '../submissions/events.ts'
import type { Receipt, StoredFile, Submission } from '../submissions/submission.ts'
import { age, number, pages, table } from './adminPage.ts'

const readersShown = 50
const names: Record<Status, string> = {
  new: 'New',
  read: 'Read',
  contacted: 'Contacted',
  rejected: 'Rejected',
  placed: 'Placed',
}

export type Done = 'status' | 'note' | 'mail'
const said: Record<Done, string> = {
  status: 'The status was changed.',
  note: 'The note was added.',
  mail: 'The mail is on its way.',
}

/** What the address says that was done, in words of ours. */
export function doneText(done: string | undefined): string {
  return Object.hasOwn(said, done ?? '') ? said[done as Done] : ''
}

export interface InboxView {
  shown: { id: string; status: Status; submission: Submission }[]
  counts: Record<Status | 'any', number>
  /** What the list was narrowed to. */
  status: Status | null
  job: Pick<InboxJob, 'id' | 'title' | 'reference'> | null
  /** Null where the list is of one job. */
  jobs: { jobs: InboxJob[]; of: number; page: number; last: number } | null
  at: { page: number; last: number }
  isWhole: boolean
  now: Date
  time: Intl.DateTimeFormat
}

export function inboxBody({ shown, counts, status, job, jobs, at, isWhole, now, time }: InboxView): string {
  const row = ({ id, status, submission }: InboxView['shown'][number]) => {
    const { name, email } = personOf(submission)
    const received = new Date(submission.receivedAt)
    const job = submission.job
      ? `<a href="${address({ job: submission.job.id })}">${html(submission.job.title)}</a>`
      : html(submission.formId)
    return `<tr><td class="wide"><a href="/admin/inbox/${html(id)}">${html(name || email || 'Without a name')}</a></td><td>${statusText(status)}</td><td class="wide">${job}</td><td>${html(time.format(received))}<br><small>${age(received, now)} ago</small></td><td>${plural(submission.files.length, 'file')}</td></tr>`
  }
  const facet = (name: Status | 'any') => {
    const current = (status ?? 'any') === name ? ' aria-current="page"' : ''
    const href = address({ job: job?.id ?? null, status: name === 'any' ? null : name })
    return `<a href="${href}"${current}>${name === 'any' ? 'All' : names[name]} (${number(counts[name])})</a>`
  }
  const empty =
    status === null
      ? '<p>There are no applications yet. New ones stand here within seconds.</p>'
      : '<p>There is none of this status.</p>'
  return `${isWhole ? '' : '<p class="alarm" role="status">The lists are being filled from the store: not everything is in them yet.</p>'}
${job ? `<h2>${html(job.title)} ${job.reference ? `(${html(job.reference)})` : ''}</h2><p><a href="/admin/inbox">All jobs</a></p>` : ''}
<nav class="facets" aria-label="By status">${(['any', ...statuses] as const).map(facet).join('')}</nav>
${shown.length === 0 ? empty : `<div class="stacked">${table('Candidates', ['Name', 'Status', 'Job', 'Received', 'Files'], shown.map(row))}</div>`}
${pages(listPath({ job: job?.id ?? null, status }), 'page', at)}
${jobs ? jobsSection(jobs) : ''}`
}

function jobsSection({ jobs, of, page, last }: NonNullable<InboxView['jobs']>): string {
  const row = ({ id, title, reference, count, fresh }: InboxJob) =>
    `<tr><td class="wide"><a href="${address({ job: id })}">${html(title)}</a>${reference ? ` (${html(reference)})` : ''}</td><td class="number">${number(fresh)}</td><td class="number">${number(count)}</td></tr>`
  return `<section aria-labelledby="jobs">
<h2 id="jobs">By job: ${number(of)}</h2>
${jobs.length === 0 ? '<p>No job has been applied for.</p>' : table('By job', ['Job', { number: 'New' }, { number: 'All' }], jobs.map(row))}
${pages('/admin/inbox', 'jobs', { page, last })}
</section>`
}

export interface OneView {
  submission: Submission
  events: SubmissionEvent[]
  receipts: Receipt[]
  status: Status
  /** Null where there is no address to write to. */
  templates: MailTemplate[] | null
  isAdmin: boolean
  hasScanner: boolean
  message: string
  time: Intl.DateTimeFormat
}

export function oneBody(view: OneView): string {
  const { submission, status, isAdmin, message, time } = view
  const { id, job, values, labels, consent, receivedAt, page } = submission
  const { email } = personOf(submission)
  const value = (name: string, text: string) =>
    name === 'email' && email ? `<a href="mailto:${html(encodeURI(email))}">${html(text)}</a>` : html(text)
  const fact = (label: string, text: string) => `<dt>${html(label)}</dt><dd class="typed">${text}</dd>`
  const facts = [
    fact('Received', html(time.format(new Date(receivedAt)))),
    ...(job
      ? [fact('Job', `<a href="${address({ job: job.id })}">${html(job.title)}</a> (${html(job.reference)})`)]
      : []),
    ...Object.entries(values).map(([name, text]) => fact(labels[name] ?? name, value(name, text))),
    ...(consent ? [fact('Agreed to', html(consent))] : []),
    fact('Sent from', html(page)),
  ]
  const press = (name: Status) =>
    `<button name="status" value="${name}" aria-pressed="${name === status}">${names[name]}</button>`
  return `${message ? `<p class="fine" role="status">${html(message)}</p>` : ''}
<p>Status: ${statusText(status)}</p>
<form class="actions" method="post" action="/admin/inbox/${html(id)}/status" aria-label="Status">${pressNumber()}${statuses.map(press).join('')}</form>
<section aria-labelledby="sent"><h2 id="sent">What was sent</h2><dl>${facts.join('')}</dl>${filesPart(view)}</section>
${mailsSection(view)}
${notesSection(view)}
${readersSection(view)}
<p><a href="/admin/inbox">Inbox</a>${isAdmin ? ` · <a href="/admin/submissions/${html(id)}">Delivery, and erase</a>` : ''}</p>`
}

function filesPart({ submission, events, hasScanner }: OneView): string {
  const { id, files } = submission
  if (files.length === 0) return '<p>No file came with it.</p>'
  const infected = new Map(events.flatMap(event => (event.kind === 'infected' ? [[event.part, event.found]] : [])))
  const row = ({ part, name, contentType, bytes, scan }: StoredFile) => {
    const found = infected.get(part)
    const link = `<a href="/admin/inbox/${html(id)}/files/${html(part)}" download>${html(name)}</a>`
    const [shown, verdict] =
      found !== undefined
        ? [html(name), `<span class="bad">${html(found)}</span>: not given out`]
        : scan === 'clean'
          ? [link, 'clean']
          : hasScanner
            ? [link, 'scanned when you open it']
            : [html(name), 'not scanned: not given out here']
    return `<tr><td class="wide">${shown}</td><td>${html(contentType)}</td><td class="number">${number(bytes)}</td><td>${verdict}</td></tr>`
  }
  return `${table('Files', ['File', 'Kind', { number: 'Bytes' }, 'Malware'], files.map(row))}<p class="facts">The person who applied chose these files: open them where they can do no harm.</p>`
}

function mailsSection({ submission: { id }, events, receipts, templates, time }: OneView): string {
  const mails = events
    .filter(event => event.kind === 'mail')
    .map(mail => {
      const receipt = receipts.find(({ delivery }) => delivery === mailDelivery(mail.id))
      const state = receipt
        ? `${html(time.format(new Date(receipt.at)))}: ${html(receipt.note)}`
        : 'waits to be taken by the mail server'
      return `<li><details><summary>${html(mail.subject)}</summary><pre class="typed">${html(mail.text)}</pre></details>${html(mail.by)}, ${html(time.format(new Date(mail.at)))}. <small>${state}</small></li>`
    })
  const options = (templates ?? []).map(({ id, title }) => `<option value="${html(id)}">${html(title)}</option>`)
  const choose =
    templates === null
      ? '<p>No one e-mail address was given: there is none to write to.</p>'
      : options.length === 0
        ? '<p class="alarm">There are no templates, or their file has a fault: the log says which.</p>'
        : `<form class="actions" method="get" action="/admin/inbox/${html(id)}/mail"><label>Template <select name="template">${options.join('')}</select></label><button>Look at the mail</button></form>`
  return `<section aria-labelledby="mails"><h2 id="mails">Mails</h2>
${mails.length === 0 ? '' : `<ul class="notes">${mails.join('')}</ul>`}
${choose}</section>`
}

function notesSection({ submission: { id }, events, time }: OneView): string {
  const notes = events.flatMap(event =>
    event.kind === 'note'
      ? [
          `<li><p class="typed">${html(event.text)}</p><small>${html(event.by)}, ${html(time.format(new Date(event.at)))}</small></li>`,
        ]
      : event.kind === 'status'
        ? [
            `<li><small>${html(event.by)} made it ${names[event.status].toLowerCase()}, ${html(time.format(new Date(event.at)))}</small></li>`,
          ]
        : [],
  )
  return `<section aria-labelledby="notes"><h2 id="notes">Notes</h2>
${notes.length === 0 ? '<p>There are no notes.</p>' : `<ul class="notes">${notes.join('')}</ul>`}
<form method="post" action="/admin/inbox/${html(id)}/note">${pressNumber()}<label for="note">A note, for your colleagues</label><textarea id="note" name="note" rows="4" maxlength="5000" required></textarea><button>Add the note</button></form>
</section>`
}

function readersSection({ submission: { files }, events, time }: OneView): string {
  const read = events.filter(event => event.kind === 'read').reverse()
  const what = (part: string) =>
    ({ page: 'This page', held: 'While it was held' })[part] ?? files.find(file => file.part === part)?.name ?? part
  const rows = read
    .slice(0, readersShown)
    .map(
      event =>
        `<tr><td>${html(event.by)}</td><td class="wide">${html(what(event.what))}</td><td>${html(time.format(new Date(event.at)))}</td></tr>`,
    )
  return `<section aria-labelledby="readers"><h2 id="readers">Who has read it</h2>
${table('Readers', ['User', 'What', 'When'], rows)}
${read.length > readersShown ? `<p class="facts">The last ${readersShown} of ${number(read.length)}.</p>` : ''}</section>`
}

export interface MailView {
  submission: Submission
  /** As the form has it: from the template, or as it was typed. */
  mail: Record<keyof TypedMail, string>
  /** A sentence for each field that keeps it from being sent. */
  faults: MailFaults & { sent?: string }
  press: string
  to: string
  /** Mails of this template that were sent already. */
  before: SubmissionEvent[]
  time: Intl.DateTimeFormat
}

/** A mail before it is sent, to be edited. */
export function mailBody({ submission: { id }, mail, faults, press, to, before, time }: MailView): string {
  const last = before.at(-1)
  const said = Object.entries(faults).map(([field, fault]) =>
    field === 'subject' || field === 'text' || field === 'status'
      ? `<a href="#${field}">${html(fault)}</a>`
      : html(fault),
  )
  const wrong = (field: keyof MailFaults) =>
    faults[field] ? ` aria-invalid="true" aria-describedby="${field}-fault"` : ''
  const label = (field: keyof MailFaults, name: string) =>
    `<label for="${field}">${name}</label>${faults[field] ? `<p class="bad" id="${field}-fault">${html(faults[field])}</p>` : ''}`
  const option = (status: Status | '', name: string) =>
    `<option value="${status}"${mail.status === status ? ' selected' : ''}>${name}</option>`
  return `${said.length > 0 ? `<p class="alarm" role="alert">Nothing was sent. ${said.join(' ')}</p>` : ''}
${last ? `<p class="alarm">${html(last.by)} has sent this mail already, ${html(time.format(new Date(last.at)))}.</p>` : ''}
<dl><dt>To</dt><dd class="typed">${html(to)}</dd></dl>
<form class="fields mail" method="post" action="/admin/inbox/${html(id)}/mail">${pressNumber(press)}<input type="hidden" name="template" value="${html(mail.template)}">
${label('subject', 'Subject')}<input id="subject" name="subject" value="${html(mail.subject)}" maxlength="${mostOfSubject}" required autocomplete="off"${wrong('subject')}>
${label('text', 'Text')}<textarea id="text" name="text" rows="16" maxlength="${mostOfText}" required${wrong('text')}>
${html(mail.text)}</textarea>
${label('status', 'Status then')}<select id="status" name="status"${wrong('status')}>${option('', 'As it is')}${statuses.map(status => option(status, names[status])).join('')}</select>
<button>Send</button></form>
<p><a href="/admin/inbox/${html(id)}">Do not send it</a></p>`
}

/** The form's number: sent twice, it is one press. */
function pressNumber(press: string = randomUUID()): string {
  return `<input type="hidden" name="press" value="${html(press)}">`
}

function plural(count: number, thing: string): string {
  return `${number(count)} ${thing}${count === 1 ? '' : 's'}`
}

function statusText(status: Status): string {
  return status === 'new' ? `<strong>${names.new}</strong>` : names[status]
}

/** Of a list, for an attribute. */
function address(narrowed: Parameters<typeof listPath>[0]): string {
  return html(listPath(narrowed))
}

function listPath({ job, status = null }: { job: string | null; status?: Status | null }): string {
  const query = new URLSearchParams({ ...(job && { job }), ...(status && { status }) }).toString()
  return query === '' ? '/admin/inbox' : `/admin/inbox?${query}`
}

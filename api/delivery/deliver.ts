import { Webhook } from 'standardwebhooks'
import type { Scanner } from '../submissions/scan.ts'
import type { DeliveryName, Receipt, Submission, SubmissionStore } from '../submissions/submission.ts'
import type { Mail, Message } from './mail.ts'

export interface DeliveryParts {
  store: SubmissionStore
  mail: Mail
  /** Null: none is set up. */
  scanner: Scanner | null
  /** Where nobody else is named. */
  officeEmail: string
  siteName: string
  /** `https://www.example.com`, for links in mails; null: no links. */
  publicUrl: string | null
  /** A webhook of an applicant tracking system; null: none. */
  ats: { url: string; secret: string } | null
  now: () => Date
}

const order: readonly DeliveryName[] = ['office', 'person', 'ats']

/**
 * Makes those deliveries of a submission that have no receipt yet. Each is independent: a dead mail server does not keep the webhook waiting.
 * @returns what is still open, with why; empty when the submission is done with
 */
export async function deliver(id: string, parts: DeliveryParts): Promise<{ delivery: DeliveryName; reason: string }[]> {
  const submission = await parts.store.read(id)
  // Erased meanwhile, or held for somebody to look at.
  if (!submission || submission.held !== null) {
    await parts.store.close(id)
    return []
  }
  const made = new Set((await parts.store.receipts(id)).map(({ delivery }) => delivery))
  const open: { delivery: DeliveryName; reason: string }[] = []
  for (const delivery of order) {
    if (made.has(delivery)) continue
    try {
      const note = await make[delivery](submission, parts)
      await parts.store.receipt(id, { delivery, at: parts.now().toISOString(), note } satisfies Receipt)
    } catch (error) {
      open.push({ delivery, reason: reasonOf(error) })
    }
  }
  if (open.length === 0) await parts.store.close(id)
  return open
}

const make: { [name in DeliveryName]: (submission: Submission, parts: DeliveryParts) => Promise<string> } = {
  async office(submission, parts) {
    const { store, mail, officeEmail, siteName } = parts
    const attachments = await Promise.all(
      submission.files.map(async file => ({ filename: file.name, contentType: file.contentType, content: await store.openFile(submission.id, file) })),
    )
    const person = personOf(submission)
    const about = submission.job ? `Application: ${submission.job.title} (${submission.job.reference})` : `${siteName}: ${submission.formId}`
    const message: Message = {
      id: `${submission.id}-office`,
      to: submission.to || officeEmail,
      subject: person.name ? `${about}, from ${person.name}` : about,
      text: officeText(submission, parts),
      attachments,
    }
    if (person.email) message.replyTo = person.email
    return mail.send(message)
  },
  async person(submission, { mail, siteName, publicUrl }) {
    const { email, name } = personOf(submission)
    if (!email) return 'no address was given'
    const what = submission.job ? `your application for “${submission.job.title}” (reference ${submission.job.reference})` : 'your message'
    const lines = [
      `Dear ${name || 'reader'},`,
      '',
      `thank you: we have received ${what}.`,
      'We answer within 1-2 working days. Our hours are 8.30am to 6pm, Monday to Friday.',
      ...(submission.job && publicUrl ? ['', `The job: ${publicUrl}/jobs/${submission.job.slug}`] : []),
      '',
      `If you did not send this, somebody has used your address by mistake. Please answer this mail, and we erase what we were sent.`,
      '',
      siteName,
    ]
    return mail.send({
      id: `${submission.id}-person`,
      to: email,
      subject: `${siteName}: we have received ${submission.job ? 'your application' : 'your message'}`,
      text: lines.join('\n'),
      attachments: [],
    })
  },
  async ats(submission, { ats }) {
    if (!ats) return 'no webhook is set up'
    const body = JSON.stringify({ type: submission.job ? 'application.received' : 'form.received', submission })
    const id = `${submission.id}-ats`
    const at = new Date()
    const answer = await fetch(ats.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(ats.secret).sign(id, at, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(15_000),
    })
    if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
    return `the webhook answered ${answer.status}`
  },
}

/** Who sent it, by the fields that carry such names. */
function personOf({ values }: Submission): { name: string; email: string } {
  const name = values.name || values.fullName || [values.firstName, values.lastName].filter(Boolean).join(' ')
  return { name: name ?? '', email: values.email ?? '' }
}

function officeText(submission: Submission, { publicUrl }: DeliveryParts): string {
  const { job } = submission
  const facts = Object.entries(submission.values).map(([name, value]) => {
    const label = submission.labels[name] ?? name
    return value.includes('\n') ? `${label}:\n${value.replace(/^/gm, '  ')}` : `${label}: ${value}`
  })
  return [
    ...(job ? [`Job: ${job.title}`, `Reference: ${job.reference}`, ...(publicUrl ? [`${publicUrl}/jobs/${job.slug}`] : []), ''] : []),
    ...facts,
    ...(submission.files.length > 0 ? ['', ...submission.files.map(({ name, bytes }) => `Attached: ${name} (${Math.ceil(bytes / 1_024)} KB)`)] : []),
    '',
    ...(submission.consent ? [`Agreed to: ${submission.consent}`] : []),
    `Received ${submission.receivedAt} on ${submission.page}, number ${submission.id}`,
  ].join('\n')
}

/** For an operator: what failed, never what was sent. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  if (code || responseCode) return [code, responseCode].filter(Boolean).join(' ')
  return (message ?? 'unknown').replace(/\S+@\S+/g, '…').slice(0, 200)
}

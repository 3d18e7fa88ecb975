import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { applicationPath } from '#api/applications'
import type { Site } from '#indexer/site'
import type { Limits } from '../limits.ts'
import type { SignedLinks } from '../signedLinks.ts'
import { applicationToken, linkEndsAt } from '../submissions/applicationLink.ts'
import { type MailEvent, mailDelivery } from '../submissions/events.ts'
import { type Scanner, ScannerUnavailable } from '../submissions/scan.ts'
import { senderName } from '../submissions/sender.ts'
import type { DeliveryName, StoredFile, Submission, SubmissionStore } from '../submissions/submission.ts'
import { type ApplicationLinkShown, acknowledgement } from './acknowledgement.ts'
import { isSameAddress, oneAddress } from './address.ts'
import { postToAts, WebhookRefused } from './ats.ts'
import { isTooLarge, type Mail, MailRefused, type Message, reasonOf } from './mail.ts'
import { officeOf, toOffice } from './office.ts'
import { tellWithdrawal } from './withdrawal.ts'

export interface DeliveryParts {
  store: SubmissionStore
  mail: Mail
  /** Null: none is set up. */
  scanner: Scanner | null
  /** Of what names no office of its site. */
  officeEmail: string
  siteName: string
  site: Site
  /** `https://www.example.com`, for links in mails; null: as the submission says, or no links. */
  publicUrl: string | null
  links: SignedLinks
  /** Of acknowledgements by address, by all processes together. */
  limits: Pick<Limits, 'read' | 'count'>
  /** Days that a submission is kept, and its link works. */
  retentionDays: number
  /** A webhook of an applicant tracking system; null: none. */
  ats: { url: string; secret: string } | null
  now: () => Date
}

/** A delivery that has not been made. */
export interface Undelivered {
  delivery: DeliveryName
  /** For an operator: what failed, never what was sent. */
  reason: string
  /** Nothing but an operator changes this: it is not tried again until an operator asks for it. */
  final: boolean
}

/** What every submission goes through, beside the mails of the inbox. */
type OwnDelivery = 'office' | 'person' | 'ats'
const order: readonly OwnDelivery[] = ['office', 'person', 'ats']
/** Those that take the files along. */
const withFiles: readonly DeliveryName[] = ['office', 'ats']

type Make = (submission: Submission, parts: DeliveryParts, handOver: () => Promise<void>) => Promise<string>

const dayMs = 86_400_000
/**
 * An acknowledgement is given up when it is older than what it says: as long as mail servers try (RFC 5321, 4.5.4.1).
 * The office's mail never is.
 */
const acknowledgedWithinMs = 5 * dayMs
/**
 * To one address, which need not be the sender's; more than one person applies for in a day. What is beyond it is
 * delivered as any other, and only not acknowledged.
 */
const mostAcknowledgedADay = 50
/** Of all files in one webhook, before base64: many receivers take no more than 10 MB. */
const webhookFileBytes = 6 * 1_048_576
/**
 * Makes those deliveries of a submission that have no receipt yet. Each is independent: a dead mail server does not
 * keep the webhook waiting. One that is held, or in which a scanner finds something now, is not delivered; one that has
 * been erased meanwhile neither, and nothing of it comes back. Of one that was withdrawn that alone is told.
 * @param stillOurs asked at the last moment before something leaves: throws when another process may have taken this
 * submission over
 * @returns what is still open, with why; empty when the submission is done with
 */
export async function deliver(
  id: string,
  parts: DeliveryParts,
  stillOurs: () => Promise<void> = async () => {},
): Promise<Undelivered[]> {
  const { store, mail, now } = parts
  const withdrawal = await store.withdrawal(id)
  if (withdrawal?.toTell) return tellWithdrawal(withdrawal.toTell, parts, stillOurs)
  if (withdrawal) {
    // A backup has brought it back.
    await store.erase(id)
    return []
  }
  const stored = await store.read(id)
  // Erased or held: the process that did it took its mark as well. To take it here would take the one of a release at
  // this moment.
  if (!stored || stored.held !== null) return []
  const due = await dueOf(id, store)
  const files = due.some(({ delivery }) => withFiles.includes(delivery))
    ? await lookAtFiles(stored, parts)
    : { files: stored.files }
  if ('found' in files) {
    await store.hold(id, `A scanner found ${files.found} in a file.`)
    return []
  }
  const submission = 'files' in files ? { ...stored, files: files.files } : stored
  const handOver = async () => {
    await stillOurs()
    if (!(await store.has(id)) || (await store.withdrawal(id))) throw new Error('was erased')
  }
  const open: Undelivered[] = []
  for (const { delivery, make } of due) {
    try {
      if ('unknown' in files && withFiles.includes(delivery)) throw files.unknown
      const note = await make(submission, parts, handOver)
      await store.receipt(id, { delivery, at: now().toISOString(), note })
      await mail.settled(messageId(submission, delivery))
    } catch (error) {
      const reason = reasonOf(error)
      const late = delivery === 'person' && now().getTime() - Date.parse(stored.receivedAt) > acknowledgedWithinMs
      if (late && (await store.has(id)))
        await store.receipt(id, { delivery, at: now().toISOString(), note: `given up: ${reason}` })
      else open.push({ delivery, reason, final: error instanceof WebhookRefused })
    }
  }
  if (!(await store.has(id))) {
    // Its sender may have taken it back meanwhile.
    const since = await store.withdrawal(id)
    return since?.toTell ? tellWithdrawal(since.toTell, parts, stillOurs) : []
  }
  if (open.length > 0) return open
  await store.close(id)
  // A mail of the inbox that came meanwhile may have left its mark before it was taken away.
  if ((await dueOf(id, store)).length === 0) return []
  await store.reopen(id)
  return deliver(id, parts, stillOurs)
}

/** What has no receipt yet, in its order. */
export async function dueOf(id: string, store: SubmissionStore): Promise<{ delivery: DeliveryName; make: Make }[]> {
  const [receipts, events] = await Promise.all([store.receipts(id), store.events(id)])
  const made = new Set(receipts.map(({ delivery }) => delivery))
  const mails = events
    .filter(event => event.kind === 'mail')
    .map(event => {
      const send: Make = (...given) => sendInboxMail(event, ...given)
      return { delivery: mailDelivery(event.id), make: send }
    })
  return [...order.map(delivery => ({ delivery, make: make[delivery] })), ...mails].filter(
    ({ delivery }) => !made.has(delivery),
  )
}

/** A mail that a consultant has sent from the inbox, to the person. */
async function sendInboxMail(
  { id: event, subject, text, replyTo }: MailEvent,
  submission: Submission,
  parts: DeliveryParts,
  handOver: () => Promise<void>,
): Promise<string> {
  const to = answerableAddress(submission, parts)
  if (to === null) return 'what was given is not one address of a person'
  try {
    return await parts.mail.send(
      {
        id: messageId(submission, mailDelivery(event)),
        to,
        replyTo: replyTo ?? officeOf(submission, parts),
        subject,
        text,
        attachments: [],
        auto: null,
      },
      handOver,
    )
  } catch (error) {
    // Nothing that we do makes this address take mail: the receipt says so to the consultant.
    if (error instanceof MailRefused) return error.message
    throw error
  }
}

function messageId({ id }: Submission, delivery: DeliveryName): string {
  return `${id}-${delivery}`
}

/** Asks the scanner about files that it has not been asked about, or did not answer about. */
async function lookAtFiles(
  { id, files }: Submission,
  { store, scanner }: DeliveryParts,
): Promise<{ files: StoredFile[] } | { found: string } | { unknown: unknown }> {
  if (!scanner) return { files }
  const looked: StoredFile[] = []
  for (const file of files) {
    if (file.scan !== 'clean') {
      const bytes = Readable.from(bytesOf(store, id, file), { objectMode: false })
      try {
        const found = await scanner.scanStream(bytes)
        if (found !== null) return { found }
        await store.scanned(id, file.part, 'clean')
      } catch (error) {
        return {
          unknown:
            error instanceof ScannerUnavailable
              ? new Error('its files wait for the scanner, which does not answer')
              : error,
        }
      } finally {
        bytes.destroy()
      }
    }
    looked.push({ ...file, scan: 'clean' })
  }
  return { files: looked }
}

/**
 * A stored file, opened when it is read. Where it is not what was sent, it fails in place of its end: whatever takes it
 * with its end has taken the same bytes.
 */
async function* bytesOf(store: SubmissionStore, id: string, file: StoredFile): AsyncGenerator<Buffer> {
  yield* await store.openFile(id, file)
}

const make: Record<OwnDelivery, Make> = {
  async office(submission, parts, handOver) {
    const { store, mail, siteName } = parts
    const { name, email } = personOf(submission)
    const about = submission.job
      ? `Application: ${submission.job.title} (${submission.job.reference})`
      : `${siteName}: ${submission.formId}`
    const send = (to: string, remark: string | null, tooLarge = false): Promise<string> => {
      const files = tooLarge ? [] : submission.files
      const message: Message = {
        id: messageId(submission, 'office'),
        to,
        subject: name ? `${about}, from ${name}` : about,
        text: officeText(submission, parts, remark, tooLarge),
        attachments: files.map(file => ({
          filename: file.name,
          contentType: file.contentType,
          content: Readable.from(bytesOf(store, submission.id, file), { objectMode: false }),
        })),
        auto: 'auto-generated',
      }
      if (email && !isSameAddress(email, mail.from)) message.replyTo = email
      return mail.send(message, handOver).catch(async error => {
        if (files.length === 0 || !isTooLarge(error)) throw error
        return `${await send(to, remark, true)}; without its files, too large for the mail server`
      })
    }
    return toOffice(submission, parts, send)
  },
  async person(submission, parts, handOver) {
    const { mail, limits, links } = parts
    const officeEmail = officeOf(submission, parts)
    if (!submission.values.email) return 'no address was given'
    if (!personOf(submission).email) return 'what was given is not one address'
    const email = answerableAddress(submission, parts)
    if (!email) return 'no answer is sent to an automatic address or to our own'
    const counted = ['acknowledged', (await links.personIdOf(email))!, dayMs] as const
    if ((await limits.read(...counted)) >= mostAcknowledgedADay)
      return `not acknowledged: this address has had ${mostAcknowledgedADay} acknowledgements within a day`
    const link = await applicationLinkOf(submission, parts)
    try {
      const note = await mail.send(
        {
          id: messageId(submission, 'person'),
          to: email,
          // Answers to it should reach a person.
          replyTo: officeEmail,
          ...acknowledgement(submission, { ...parts, officeEmail, link }),
          attachments: [],
          auto: 'auto-replied',
        },
        handOver,
      )
      await limits.count(...counted)
      return note
    } catch (error) {
      // Nothing that we do makes this address take mail: it is done with, and the receipt says how. An operator who
      // reads the application has the same address before them.
      if (error instanceof MailRefused) return error.message
      throw error
    }
  },
  async ats(submission, { ats, store }, handOver) {
    if (!ats) return 'no webhook is set up'
    const payload = await webhookPayload(submission, store)
    return postToAts(ats, messageId(submission, 'ats'), payload, handOver)
  },
}

/**
 * What an applicant tracking system is sent, by Standard Webhooks: `webhook-id` is the same for every try. Files come
 * with their bytes in base64 (`content`) as long as all together have at most 6 MB; of those beyond that `content` is
 * null, and the office has them by mail.
 */
async function webhookPayload(
  { id, formId, receivedAt, page, values, labels, consent, job, files }: Submission,
  store: SubmissionStore,
): Promise<object> {
  let room = webhookFileBytes
  const sent = []
  for (const file of files) {
    const { field, name, contentType, bytes, sha256, scan } = file
    const content = bytes <= room ? (await buffer(bytesOf(store, id, file))).toString('base64') : null
    if (content !== null) room -= bytes
    sent.push({ field, name, contentType, bytes, sha256, scan, content })
  }
  return {
    type: job ? 'application.received' : 'form.received',
    timestamp: receivedAt,
    data: { id, formId, receivedAt, page, values, labels, consent, job, files: sent },
  }
}

/** Null for what is no application, and where no address of the site is known. */
async function applicationLinkOf(
  { id, job, receivedAt, origin }: Submission,
  { publicUrl, links, retentionDays }: DeliveryParts,
): Promise<ApplicationLinkShown | null> {
  const at = publicUrl ?? origin
  if (!job || !at) return null
  const until = linkEndsAt(receivedAt, retentionDays)
  return { url: `${at}${applicationPath(await applicationToken(links, { id, until }))}`, until }
}

/** The person's address; null where no person reads, a machine answers, or we do: it would go round. */
function answerableAddress(submission: Submission, parts: DeliveryParts): string | null {
  const { email } = personOf(submission)
  const ours = [parts.mail.from, officeOf(submission, parts), parts.officeEmail]
  return email && !isAutomatic(email) && !ours.some(own => isSameAddress(email, own)) ? email : null
}

function isAutomatic(email: string): boolean {
  return /^(?:(?:no|do-?not)[-_.]?reply|mailer-daemon|postmaster|bounces?)(?:[-+.].*)?@/i.test(email)
}

/** Who sent it, by the fields that carry such names. */
export function personOf({ values }: Pick<Submission, 'values'>): { name: string; email: string | null } {
  return { name: senderName(values), email: oneAddress(values.email ?? '') }
}

const scans = {
  clean: 'a scanner found nothing in it',
  pending: 'not scanned for malware',
  none: 'not scanned for malware',
} as const

/** @param tooLarge its files are not attached */
function officeText(
  submission: Submission,
  { publicUrl }: DeliveryParts,
  remark: string | null,
  tooLarge: boolean,
): string {
  const { id, job, files, consent } = submission
  const attached = tooLarge ? 'Not attached' : 'Attached'
  const facts = Object.entries(submission.values).map(([name, value]) => {
    const label = submission.labels[name] ?? name
    return /[\n\u2028\u2029]/.test(value) ? `${label}:\n${value.replace(/^/gm, '  ')}` : `${label}: ${value}`
  })
  return [
    ...(remark ? [remark, ''] : []),
    ...(tooLarge
      ? [
          `The files are too large for the mail server and are not attached: see ${publicUrl ?? ''}/admin/inbox/${id}`,
          '',
        ]
      : []),
    ...(job
      ? [
          `Job: ${job.title}`,
          `Reference: ${job.reference}`,
          ...(publicUrl ? [`${publicUrl}/jobs/${encodeURI(job.slug)}`] : []),
          '',
        ]
      : []),
    ...facts,
    ...(files.length > 0
      ? [
          '',
          ...files.map(
            ({ name, bytes, scan }) => `${attached}: ${name} (${Math.ceil(bytes / 1_024)} KB, ${scans[scan]})`,
          ),
        ]
      : []),
    '',
    ...(consent ? [`Agreed to: ${consent}`] : []),
    `Received ${submission.receivedAt} on ${submission.page}, number ${id}`,
  ].join('\n')
}

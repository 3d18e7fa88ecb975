import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { domainToUnicode } from 'node:url'
import { simpleParser } from 'mailparser'
import type { AlertStore } from '../alerts/alertStore.ts'
import type { Submission, SubmissionStore } from '../submissions/submission.ts'
import { addressKey } from './address.ts'
import { handOversFolder, takenByServer } from './mail.ts'

/** Written to by no process after that: what a killed process left of a mail that it was putting there. */
const abandonedMs = 60 * 60_000
/** Headers of our own mails are far shorter. */
const headBytes = 16_384

export interface EraseParts {
  store: SubmissionStore
  /** Job alerts; null or left out: not kept here. */
  alerts?: AlertStore | null
  mailboxFolder: string
  /**
   * Takes a submission's task off the queue and its row out of the inbox, or with `dryRun` says what it would do; false
   * when there is no task, `busy` while a process works on it. Null: Redis does not answer.
   */
  removeTask: ((id: string, options?: { dryRun: boolean }) => Promise<boolean | 'busy'>) | null
}

export interface EraseReport {
  email: string
  dryRun: boolean
  submissions: { id: string; formId: string; receivedAt: string; files: number }[]
  /** Job alerts of the address, which is erased with them. */
  alerts: number
  /** Of the mailbox. */
  mails: number
  /** Null: Redis does not answer. A task that is left finds nothing to deliver. */
  tasks: number | null
  /** What is in other hands: mails that a mail server took, and what an applicant tracking system was sent. */
  outOfReach: { mails: { to: string; count: number; first: string; last: string }[]; ats: { id: string; at: string }[] }
  /** Not erased, with why. */
  failed: { id: string; reason: string }[]
}

/**
 * Erases every submission, open, held or delivered, in which a value is or contains the address, in any case; `ann@…`
 * is not `joann@…`, and `ann+jobs@…` is found by just that. With it go its mails in the mailbox, those that were sent
 * to the address, and its tasks. Files are not read: another person's CV that names the address stays.
 * @param email one address, as `oneAddress` gives it
 */
export async function eraseByEmail(
  email: string,
  { dryRun }: { dryRun: boolean },
  parts: EraseParts,
): Promise<EraseReport> {
  const { store, alerts = null, mailboxFolder, removeTask } = parts
  const report: EraseReport = {
    email,
    dryRun,
    submissions: [],
    alerts: 0,
    mails: 0,
    tasks: removeTask && 0,
    outOfReach: { mails: [], ats: [] },
    failed: [],
  }
  const holds = mentions(email)
  const found: Submission[] = []
  for await (const { id } of store.all()) {
    const submission = await store
      .read(id)
      .catch(error => void report.failed.push({ id, reason: (error as Error).message }))
    if (submission && Object.values(submission.values).some(holds)) found.push(submission)
  }
  const erased = new Set<string>()
  const busy: string[] = []
  for (const submission of found) {
    const { id, formId, receivedAt, files } = submission
    try {
      await noteOutOfReach(report, submission, store)
      const removed = removeTask ? await removeTask(id, { dryRun }) : false
      if (removed === true) report.tasks!++
      if (!dryRun) {
        if (removed === 'busy') busy.push(id)
        await store.erase(id)
      }
      erased.add(id)
      report.submissions.push({ id, formId, receivedAt, files: files.length })
    } catch (error) {
      report.failed.push({ id, reason: (error as Error).message })
    }
  }
  if (alerts) report.alerts = await eraseAlerts(email, alerts, dryRun)
  report.mails += await eraseMails(mailboxFolder, { ids: erased, address: email, dryRun })
  // A delivery that was on its way stops at its next look at the store; whatever it did before that is looked for once
  // it has.
  for (const id of busy) {
    for (let looks = 0; looks < 300 && (await removeTask!(id)) === 'busy'; looks++)
      await new Promise(resolve => setTimeout(resolve, 200))
    await store.erase(id)
  }
  if (busy.length > 0) report.mails += await eraseMails(mailboxFolder, { ids: erased, dryRun })
  return report
}

/** A mail that is being made for them is not sent: it looks once more before it leaves. @returns how many there were */
async function eraseAlerts(email: string, alerts: AlertStore, dryRun: boolean): Promise<number> {
  const personId = await alerts.personIdOf(email)
  if (personId === null) return 0
  const { length } = await alerts.alerts(personId)
  if (!dryRun && (length > 0 || (await alerts.person(personId)))) {
    await alerts.mark(personId)
    await alerts.erase(personId)
  }
  return length
}

/** Adds what of a submission is in other hands, by its receipts. */
async function noteOutOfReach(
  { outOfReach, email }: EraseReport,
  submission: Submission,
  store: SubmissionStore,
): Promise<void> {
  for (const { delivery, at, note } of await store.receipts(submission.id)) {
    if (delivery === 'ats') {
      if (note.startsWith('the webhook answered')) outOfReach.ats.push({ id: submission.id, at })
    } else if (note.startsWith(takenByServer)) {
      const to = note.includes('sent to the office')
        ? 'the office'
        : delivery !== 'office'
          ? (submission.values.email ?? email)
          : submission.to || 'the office'
      const known = outOfReach.mails.find(mails => mails.to === to)
      if (!known) outOfReach.mails.push({ to, count: 1, first: at, last: at })
      else {
        known.count++
        if (at < known.first) known.first = at
        if (at > known.last) known.last = at
      }
    }
  }
}

/**
 * Erases what was received before a time or was withdrawn: submissions, their mails in the mailbox, and mails there
 * that are older. Goes on past what cannot be erased.
 * @param removeTask as in `EraseParts`
 */
export async function eraseOld(
  before: Date,
  { store, mailboxFolder, removeTask }: EraseParts,
): Promise<{ erased: number; mails: number; failed: { id: string; reason: string }[] }> {
  const old: string[] = []
  const withdrawn = new Set<string>()
  for await (const id of store.everWithdrawn()) withdrawn.add(id)
  // One that was withdrawn has come back with a backup.
  for await (const { id, receivedAt } of store.all())
    if (Date.parse(receivedAt) < before.getTime() || withdrawn.has(id)) old.push(id)
  const erased = new Set<string>()
  const failed: { id: string; reason: string }[] = []
  for (const id of old) {
    try {
      await removeTask?.(id)
      await store.erase(id)
      erased.add(id)
    } catch (error) {
      failed.push({ id, reason: (error as Error).message })
    }
  }
  await store.forgetWithdrawals(before)
  return { erased: erased.size, mails: await eraseMails(mailboxFolder, { ids: erased, before }), failed }
}

interface Mails {
  /** Of these submissions. */
  ids: ReadonlySet<string>
  /** To or from whom. */
  address?: string
  before?: Date
  dryRun?: boolean
}

/**
 * Erases mails of the mailbox, and what is known of those that were given to a server.
 * @returns how many mails there were
 */
export async function eraseMails(folder: string, { ids, address, before, dryRun = false }: Mails): Promise<number> {
  const key = address === undefined ? null : addressKey(address)
  let mails = 0
  for (const area of [folder, join(folder, handOversFolder)]) {
    for (const name of await readdir(area).catch(() => [])) {
      const path = join(area, name)
      const isMail = area === folder && name.endsWith('.eml')
      const changed = (await stat(path).catch(() => null))?.mtimeMs
      if (changed === undefined || !/^[\da-f-]{36}-\w+(?:\.eml(?:\..+\.new)?)?$/.test(name)) continue
      const goes =
        ids.has(name.slice(0, 36)) ||
        (before && changed < before.getTime()) ||
        (name.endsWith('.new') && Date.now() - changed > abandonedMs) ||
        (isMail && key !== null && (await correspondents(path)).has(key))
      if (!goes) continue
      if (!dryRun) await rm(path, { force: true })
      if (isMail) mails++
    }
  }
  return mails
}

/** Whom a mail is to, and whom an answer goes to. */
async function correspondents(path: string): Promise<Set<string>> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return new Set()
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const text = buffer.toString('utf8', 0, bytesRead)
    const { to, replyTo } = await simpleParser(`${text.split(/\r?\n\r?\n/, 1)[0]}\r\n\r\n`)
    const all = [to, replyTo].flat().flatMap(list => list?.value ?? [])
    return new Set(all.flatMap(({ address }) => addressKey(address ?? '') ?? []))
  } finally {
    await file.close()
  }
}

/**
 * Whether a value is or contains an address: with its domain as people write it or as mail servers do, and not as part
 * of a longer one.
 */
function mentions(email: string): (value: string) => boolean {
  const [local, domain] = [email.slice(0, email.lastIndexOf('@')), email.slice(email.lastIndexOf('@') + 1)]
  const forms = new Set([domain, domainToUnicode(domain)].map(form => fold(`${local}@${form}`)))
  const patterns = [...forms].map(form => {
    const literal = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    // What stands before it is looked at where it was found, and not at every place. A joiner belongs to an address
    // only when something stands before it: "-ann@…" in a list is ann's.
    return new RegExp(
      `${literal}(?<![\\p{L}\\p{N}\\p{M}][._%+-]*${literal})(?![\\p{L}\\p{N}\\p{M}]|[-.][\\p{L}\\p{N}])`,
      'u',
    )
  })
  return value => patterns.some(pattern => pattern.test(fold(value)))
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

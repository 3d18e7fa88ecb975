import { createHash } from 'node:crypto'

/** How far an agency has come with a candidate. */
export const statuses = ['new', 'read', 'contacted', 'rejected', 'placed'] as const
export type Status = (typeof statuses)[number]

interface Common {
  /** A uuid, made by the form that was pressed: the same press twice is one event. */
  id: string
  /** ISO 8601 UTC. */
  at: string
  /** Name of the user of /admin. */
  by: string
}

/** `what`: `page`, `held` (looked at as a held one), or the part of a file. */
export type ReadEvent = Common & { kind: 'read'; what: string }
export type StatusEvent = Common & { kind: 'status'; status: Status }
export type NoteEvent = Common & { kind: 'note'; text: string }
/** A mail to the candidate, as it was shown to the user who sent it. */
export type MailEvent = Common & {
  kind: 'mail'
  template: string
  subject: string
  text: string
  /** Where an answer goes; null: the office. */
  replyTo: string | null
  /** What the mail makes of the submission; null: what it was. */
  status: Status | null
}
/** A scanner found something in a file when it was to be given out. */
export type InfectedEvent = Common & { kind: 'infected'; part: string; found: string }

/** What was done with a submission in the inbox. Kept beside it, never changed, and erased with it. */
export type SubmissionEvent = ReadEvent | StatusEvent | NoteEvent | MailEvent | InfectedEvent

/** @param events in their order */
export function statusOf(events: readonly SubmissionEvent[]): Status {
  let status: Status = 'new'
  for (const event of events) {
    if (event.kind === 'read' && event.what === 'page' && status === 'new') status = 'read'
    else if (event.kind === 'status') status = event.status
    else if (event.kind === 'mail') status = event.status ?? status
  }
  return status
}

/** Oldest first; of one moment, always in the same order. */
export function inOrder(events: readonly SubmissionEvent[]): SubmissionEvent[] {
  return [...events].sort((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1))
}

/**
 * The id of an event that is the same for the same words: what is made twice is one. A uuid of version 8, which is made
 * of what one likes.
 */
export function eventId(...words: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The delivery of a mail of the inbox, as receipts name it. */
export function mailDelivery(eventId: string): `mail_${string}` {
  return `mail_${eventId.replaceAll('-', '')}`
}

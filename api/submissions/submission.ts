import type { Readable } from 'node:stream'
import type { SubmissionEvent } from './events.ts'

/** Something that a person has sent us. Stored before they are told that we have it. */
export interface Submission {
  /** A uuid, made by the form: the same one sent again is the same submission. */
  id: string
  formId: string
  /** ISO 8601 UTC. */
  receivedAt: string
  /** Path of the page that the form stood on. */
  page: string
  /** Field name -> what was typed, trimmed, line ends as \n. In the definition's order. */
  values: Record<string, string>
  /** Labels of the fields as the person saw them. */
  labels: Record<string, string>
  /** The words that were agreed to; null where the form asks for no consent. */
  consent: string | null
  files: StoredFile[]
  /** Of an application. */
  job: SubmissionJob | null
  /** Address that it is for: the job's own, its consultant's, or the office's. */
  to: string
  /** Of the site that it was sent to; unset where the CMS named none, and in what is older than this field. */
  office?: SiteOffice | null
  /**
   * `https://jobs.example.com`, as the sender's browser addressed the site: for links where no setting says it. Unset
   * in what is older than this field.
   */
  origin?: string
  /**
   * Why it is kept back from delivery until an operator has looked (spam, a file that a scanner knows); null for what
   * is delivered.
   */
  held: string | null
  /**
   * Hex SHA-256 of what the person sent (form, job, values, files' bytes and names): tells a repeated submission from
   * another one of the same id.
   */
  digest: string
}

/**
 * What a malware scanner said: `clean`; `pending`: one is set up and did not answer, it is asked again before delivery;
 * `none`: none is set up.
 */
export type ScanState = 'clean' | 'pending' | 'none'

export interface StoredFile {
  field: string
  /** Where its bytes are, within the submission. */
  part: string
  /**
   * As the person called it, cleaned: no path, no control or direction marks, at most 120 characters. Shown, never used
   * as a path.
   */
  name: string
  contentType: string
  bytes: number
  /** Hex. */
  sha256: string
  scan: ScanState
}

/** Who answers for a site: in the CMS's settings of it. */
export interface SiteOffice {
  email: string
  /** As the site says them: `8.30am to 6pm Singapore time, Monday to Friday`. */
  hours: string
}

export interface SubmissionJob {
  id: string
  title: string
  reference: string
  slug: string
  consultant: string
  /** Whose inbox it is in; unset where the job names none, and in what is older than this field. */
  consultantEmail?: string
}

/**
 * One way a submission goes out: `office` (to us, or the job's consultant), `person` (the acknowledgement), `ats`
 * (webhook), `mail_…` (one that was sent from the inbox).
 */
export type DeliveryName = 'office' | 'person' | 'ats' | `mail_${string}`

/** Written when a delivery has been made: it is never made again. */
export interface Receipt {
  delivery: DeliveryName
  /** ISO 8601 UTC. */
  at: string
  /** What the receiver said, or why nothing was to be sent. */
  note: string
}

/** A submission while its parts come in. Nothing of it is visible to anyone before `commit`. */
export interface Incoming {
  /**
   * Takes one file to its end, also one that is too large (up to eight times, so that the sender can be told), of which
   * nothing is kept.
   * @throws TooLarge when more than `maxBytes` come; whatever the stream throws (a cut connection)
   * @returns where its bytes lie for now, for looking at them
   */
  take(file: Readable, maxBytes: number): Promise<{ part: string; path: string; bytes: number; sha256: string }>
  /** What the file was found to be; called for each file taken that is to be kept. */
  keep(file: StoredFile): void
  /** Durable when it returns. `known`: a submission of this id is there already and stays as it is. */
  commit(submission: Omit<Submission, 'files'>): Promise<'stored' | 'known'>
  /** Leaves nothing behind. Harmless after a commit. */
  discard(): Promise<void>
}

/** An application that its sender has taken back: what the office is to be told of it, and nothing else of it. */
export interface Withdrawal extends Pick<Submission, 'id' | 'formId' | 'receivedAt' | 'job' | 'to' | 'office'> {
  /** ISO 8601 UTC. */
  at: string
  /** Of the applicant. */
  name: string
}

/** The part of a store that keeps withdrawals. */
export interface Withdrawals {
  /**
   * From here on nothing of the submission is delivered. Durable when it returns; the first one stands. The submission
   * itself is erased afterwards.
   */
  withdraw(withdrawal: Withdrawal): Promise<void>
  /** When it was taken back, and what is still to be told of it; null for one that was not. */
  withdrawal(id: string): Promise<{ at: string; toTell: Withdrawal | null } | null>
  /** Ids of withdrawals that have not been told of in full. */
  withdrawn(): AsyncIterable<string>
  /** Ids of all that are known. One may come twice. */
  everWithdrawn(): AsyncIterable<string>
  told(id: string): Promise<Receipt[]>
  /** Adds a receipt. By one process at a time. */
  tell(withdrawal: Withdrawal, receipt: Receipt): Promise<void>
  /** All have been told: the name is erased, and what stays is that this number was withdrawn. */
  settleWithdrawal(id: string): Promise<void>
  /** Erases what was last changed before a time. @returns how many */
  forgetWithdrawals(before: Date): Promise<number>
}

/** Where submissions are kept: a local folder, or a bucket. All of it survives the death of any process at any line. */
export interface SubmissionStore extends Withdrawals {
  begin(): Promise<Incoming>
  has(id: string): Promise<boolean>
  read(id: string): Promise<Submission | null>
  /**
   * Fails, at the latest in place of its end, where the bytes are no longer those that were taken: no receiver is sent
   * a damaged CV.
   */
  openFile(id: string, file: StoredFile): Promise<Readable>
  /** Ids of what has not been delivered in full: costs what is open, not what is stored. */
  open(): AsyncIterable<string>
  /** How many are marked, up to `most`. Costs no look at each: a mark that the next look mends counts too. */
  count(area: 'open' | 'held' | 'withdrawn', most: number): Promise<number>
  receipts(id: string): Promise<Receipt[]>
  /** Makes a receipt, once. */
  receipt(id: string, receipt: Receipt): Promise<void>
  /** What was done with it in the inbox, oldest first. */
  events(id: string): Promise<SubmissionEvent[]>
  /**
   * Keeps an event beside it; durable when it returns. `known`: one of this id is there and stays as it is; `gone`:
   * there is no such submission.
   */
  event(id: string, event: SubmissionEvent): Promise<'kept' | 'known' | 'gone'>
  /** Has the deliveries look at it again. Without effect on one that is held. */
  reopen(id: string): Promise<void>
  /** All deliveries are made: no sweep looks at it again. Without effect on one that is held. */
  close(id: string): Promise<void>
  /** Ids of what is held: costs what is held, not what is stored. */
  held(): AsyncIterable<string>
  /** Takes it out of what is open, until an operator has looked. */
  hold(id: string, reason: string): Promise<void>
  /** Delivers a held one after all. Without effect on one that is not held. */
  release(id: string): Promise<void>
  /** Remembers what the scanner said of a file that it had not answered about. */
  scanned(id: string, part: string, scan: ScanState): Promise<void>
  /** Looks at each that is stored, or at those of these ids. */
  all(ids?: Iterable<string>): AsyncIterable<{ id: string; receivedAt: string }>
  /** Without a look: also of what is being stored. */
  ids(): AsyncIterable<string>
  /** Erases it and everything of it. */
  erase(id: string): Promise<void>
}

/** 413. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** Nothing can be stored: the disk is full, the bucket does not answer. 503, and the person keeps what they typed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

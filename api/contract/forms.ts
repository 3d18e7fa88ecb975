import type { FieldType } from '#indexer/formEntries'

/*
 * Forms: one definition renders a form, checks it in the browser and checks it on the server (formErrors.ts). Pure; the
 * browser imports it.
 */

export interface FormField {
  /** Name in the submission: a letter, then letters, digits, `_`. */
  name: string
  type: FieldType
  label: string
  hint?: string
  /** The autocomplete token (`given-name`, `email`, `tel` …). */
  autocomplete?: string
  required?: boolean
  /** Characters. */
  minLength?: number
  maxLength?: number
  /**
   * A regular expression that the whole value must match (flag `u`), and what to say when it does not. It meets the
   * value as `normalised` writes it; a telephone number without its extension: digits in groups, perhaps `+` in front.
   */
  pattern?: string
  patternMessage?: string
  /** Of `select` and `radio`. */
  options?: { value: string; label: string }[]
  /** Of `file`. The site's own cap may be lower. */
  file?: { extensions: string[]; maxBytes: number }
  /** Shown beside another (two columns) where there is room. */
  half?: boolean
}

/**
 * Fields of which one at least must be filled (a CV, or a profile, or a few lines), and what to say at the first of
 * them where none is. None of them is `required`.
 */
export interface FieldGroup {
  fields: string[]
  message: string
}

/** `GET /_sf/api/v1/forms/{formId}`. */
export interface FormDefinition {
  formId: string
  name: string
  title: string
  intro: string
  submitLabel: string
  /** Beside a box that must be ticked; empty: none. */
  consentText: string
  fields: FormField[]
  /** Left out where there are none. */
  anyOf?: FieldGroup[]
  /** Shown in the form's place when it has been sent and no action leads elsewhere. */
  doneMessage: string
  /** Files that the answer hands over (`digitalDownload`): links below that message. Left out where there are none. */
  downloads?: { file: string; filename: string }[]
}

/** What the answer asks the browser to do, in order, 800 ms after each. Any other type is only logged. */
export type FormAction =
  | { type: 'alert'; message: string }
  | { type: 'showMessage'; message: string }
  | { type: 'digitalDownload'; file: string; filename: string }
  | { type: 'redirect'; url: string }

/** What the site's own forms are found by: keys of the site settings' `forms`. */
export const formUses = { contact: 'contactUs.en', eventSignup: 'eventSignup', apply: 'apply' } as const

/** In the address of the page that thanks for an application sent without the script: the slug of its job. */
export const appliedFor = 'job'

/** Pause after each action, in milliseconds. */
export const actionPauseMs = 800

/** 200. The same submission id sent again is answered alike. */
export interface SubmissionAnswer {
  submissionId: string
  actions: FormAction[]
}

/**
 * 422: message by field name. Other refusals (400, 403, 404, 409, 413, 415, 429, 503) have `error`, and `fields` where
 * one is to blame.
 */
export interface SubmissionRefusal {
  error: string
  fields?: Record<string, string>
}

/** Fields that every form sends beside its own. */
export const submissionFields = {
  /** A uuid made once for each filled form. */
  id: '_submission',
  /** Left empty by people: what fills it is a program. */
  trap: '_website',
  /** When the form was shown, epoch milliseconds. */
  shownAt: '_shown',
  /** Path of the page that the form stands on: where the answer without JavaScript leads back to. */
  page: '_page',
  consent: '_consent',
} as const

/**
 * What a page shows of a form that was sent without JavaScript and not accepted, or has been accepted: the form as it
 * was, and what is to be said.
 */
export interface FormState {
  /** As in the address that it was sent to: a form's id, or `apply` with `jobId`. */
  formId: string
  jobId: string | null
  values: Record<string, string>
  errors: Record<string, string>
  /** About the whole form. */
  error: string | null
}

/**
 * What a CV was read to say; null where it does not. A name that cannot be taken apart for sure is whole in
 * `givenName`. The candidate corrects it.
 */
export interface CvFacts {
  givenName: string | null
  familyName: string | null
  email: string | null
  phone: string | null
}

/** `POST`, multipart with one file: 200 `CvFacts`; 400, 403, 413, 415, 422, 429, 503 as for a form. */
export const cvPath = '/_sf/api/v1/cv'

/**
 * Where an application for a job is sent (a `GET` there leads to an advertiser who takes applications elsewhere); any
 * other form to `/_sf/api/v1/forms/{formId}`, which also answers its definition.
 */
export function formPath(formId: string, jobId: string | null = null): string {
  return jobId === null
    ? `/_sf/api/v1/forms/${encodeURIComponent(formId)}`
    : `/_sf/api/v1/jobs/${encodeURIComponent(jobId)}/apply`
}

import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  type FormDefinition,
  type FormState,
  formErrors,
  formPath,
  formUses,
  type SubmissionAnswer,
  type SubmissionRefusal,
  submissionFields,
} from '#api/forms'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { Control } from './Control.tsx'
import { runActions } from './runActions.ts'
import styles from './SiteForm.module.css'
import { sendForm } from './sendForm.ts'

export interface SiteFormProps {
  /** Of the form; null while the CMS has none of that id. */
  definition: FormDefinition | null
  /** An application for this job. */
  jobId?: string
  /** A general form, by its id or its use (`contactUs.en`). Without this and without a job there is no form. */
  formId?: string
  /** Where it is sent, when not to its own address. */
  formUrl?: string
  /** A number for this filled form that the server has given: a uuid. */
  token: string
  /** Epoch seconds when the page was made. */
  now: number
  /** How it came back from a page load without JavaScript. */
  state?: FormState | null
  /** Values that it begins with. */
  initial?: Record<string, string>
  /** Whether the answer's actions are carried out here. */
  actions?: boolean
  /** It is being sent. */
  onSubmit?: () => void
  /** It has arrived. */
  onSubmitDone?: (answer: SubmissionAnswer) => void
  /** It was refused; the form says so itself as well. */
  onSubmitError?: (refusal: SubmissionRefusal & { status: number }) => void
  className?: string
}

/** Shown where an application could be sent and nobody would be told (the spec's words). */
export const missingHandler = 'You must provide an onSubmitDone handler to provide feedback to the user'

/** Cap that the browser checks by; the server has the last word. */
const maxFileBytes = 25 * 1_048_576

type Phase = { is: 'filling' } | { is: 'sending'; share: number | null } | { is: 'done'; message: string }

/**
 * A form of the CMS: an application when a job is given, a general form when a form id is, nothing otherwise. A plain HTML form that is posted and answered by a
 * page; with the script it is checked as it is sent, shows how far an upload has come, and stays as it was filled whatever goes wrong.
 */
export function SiteForm(props: SiteFormProps) {
  const { definition, jobId, formId, actions = true, onSubmitDone } = props
  if (jobId === undefined && formId === undefined) return null
  if (jobId !== undefined && !actions && !onSubmitDone) return <Callout tone="alert">{missingHandler}</Callout>
  if (!definition)
    return (
      <Callout title="This form is resting">
        <p>We cannot show it right now. Please write or call: the ways to reach us are at the foot of the page.</p>
      </Callout>
    )
  return <Filled {...props} definition={definition} />
}

function Filled({
  definition,
  jobId,
  formId,
  formUrl,
  token,
  now,
  state,
  initial = {},
  actions = true,
  onSubmit,
  onSubmitDone,
  onSubmitError,
  className,
}: SiteFormProps & { definition: FormDefinition }) {
  const router = useRouter({ warn: false })
  const use = jobId === undefined ? formId! : formUses.apply
  const href = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const action = formUrl ?? formPath(use, jobId ?? null)
  const key = useId()
  const idOf = (name: string) => `${key}${name}`
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLDivElement>(null)
  const abort = useRef<(() => void) | null>(null)
  const [submission, setSubmission] = useState(() => numberOf(token, use))
  const [phase, setPhase] = useState<Phase>(() => (wasSent(href, use) ? { is: 'done', message: definition.doneMessage } : { is: 'filling' }))
  const [errors, setErrors] = useState<Record<string, string>>(state?.errors ?? {})
  const [error, setError] = useState<string | null>(state?.error ?? null)
  const refused = error !== null || Object.keys(errors).length > 0

  useEffect(() => () => abort.current?.(), [])

  const refuse = (message: string, fields: Record<string, string>) => {
    setError(message)
    setErrors(fields)
    setPhase({ is: 'filling' })
    requestAnimationFrame(() => summary.current?.focus())
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (phase.is === 'sending') return
    const body = new FormData(event.currentTarget)
    const { values, files } = readForm(body)
    const wrong = formErrors(definition, values, files, maxFileBytes)
    if (Object.keys(wrong).length > 0) return refuse('Something is missing or not right yet. Please look at the marked fields.', wrong)
    onSubmit?.()
    setError(null)
    setErrors({})
    const uploads = Object.values(files).some(file => file !== null)
    setPhase({ is: 'sending', share: uploads ? 0 : null })
    const sending = sendForm(action, body, share => uploads && setPhase({ is: 'sending', share }))
    abort.current = sending.abort
    const sent = await sending.sent
    abort.current = null
    if (!sent.ok) {
      refuse(sent.refusal.error, sent.refusal.fields ?? {})
      onSubmitError?.({ ...sent.refusal, status: sent.status })
      return
    }
    setSubmission(crypto.randomUUID())
    form.current?.reset()
    const leads = actions && sent.answer.actions.some(({ type }) => type === 'redirect')
    setPhase({ is: 'done', message: leads ? 'Thank you. One moment …' : definition.doneMessage })
    requestAnimationFrame(() => done.current?.focus({ preventScroll: leads }))
    onSubmitDone?.(sent.answer)
    if (!actions) return
    await runActions(sent.answer.actions, {
      alert: message => window.alert(message),
      showMessage: message => setPhase({ is: 'done', message }),
      download: saveFile,
      goTo: url => (url.startsWith('/') && router ? router.history.push(url) : location.assign(url)),
      log: unknown => console.info('The form answered with an action that is not known here.', unknown),
      pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
    })
  }

  if (phase.is === 'done')
    return (
      <div id={`form-${use}`} ref={done} className={styles.done} tabIndex={-1} role="status">
        <p>{phase.message}</p>
        <p className={styles.again}>
          <Button variant="quiet" size="s" onClick={() => setPhase({ is: 'filling' })}>
            Send another
          </Button>
        </p>
      </div>
    )

  const sending = phase.is === 'sending'
  const value = (name: string) => state?.values[name] ?? initial[name] ?? ''
  const labels = new Map(definition.fields.map(({ name, label }) => [name, label]))
  const hasFiles = definition.fields.some(({ type }) => type === 'file')
  return (
    <form
      id={`form-${use}`}
      ref={form}
      className={[styles.form, className].filter(Boolean).join(' ')}
      action={action}
      method="post"
      // What a phone or a password manager says about a form is less than what we say: ours is the same with and without it.
      noValidate
      encType={hasFiles ? 'multipart/form-data' : undefined}
      onSubmit={event => void submit(event)}
      aria-busy={sending}
    >
      {refused && (
        <div ref={summary} className={styles.summary} tabIndex={-1} role="alert">
          <p className={styles.summaryTitle}>{error ?? 'Please look at the marked fields.'}</p>
          {Object.keys(errors).length > 0 && (
            <ul>
              {Object.entries(errors).map(([name, message]) => (
                <li key={name}>
                  <a
                    href={`#${idOf(name)}`}
                    onClick={event => {
                      event.preventDefault()
                      document.getElementById(idOf(name))?.focus()
                    }}
                  >
                    {labels.has(name) && !message.includes(labels.get(name)!) ? `${labels.get(name)}: ` : ''}
                    {message}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <input type="hidden" name={submissionFields.id} value={submission} readOnly />
      <input type="hidden" name={submissionFields.shownAt} value={now * 1_000} readOnly />
      <input type="hidden" name={submissionFields.page} value={withoutSent(href)} readOnly />
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={idOf(submissionFields.trap)}>Leave this empty</label>
        <input id={idOf(submissionFields.trap)} name={submissionFields.trap} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className={styles.fields}>
        {definition.fields.map(field => (
          <Control key={field.name} field={field} id={idOf(field.name)} value={value(field.name)} error={errors[field.name]} disabled={sending} />
        ))}
      </div>
      {definition.consentText !== '' && (
        <Control
          field={{ name: submissionFields.consent, type: 'checkbox', label: definition.consentText, required: true }}
          id={idOf(submissionFields.consent)}
          value=""
          error={errors[submissionFields.consent]}
          disabled={sending}
          after={
            <>
              {' '}
              <SiteLink href="/privacy-policy">Privacy policy</SiteLink>
            </>
          }
        />
      )}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" size="l" aria-disabled={sending}>
          {sending ? 'Sending …' : definition.submitLabel}
        </Button>
        {sending && phase.share !== null && (
          <p className={styles.progress}>
            <progress max={1} value={phase.share} aria-label="Sent so far" /> {Math.round(phase.share * 100)}%
            <Button variant="quiet" size="s" onClick={() => abort.current?.()}>
              Stop
            </Button>
          </p>
        )}
      </div>
    </form>
  )
}

function readForm(body: FormData): { values: Record<string, string>; files: Record<string, File | null> } {
  const values: Record<string, string> = {}
  const files: Record<string, File | null> = {}
  for (const [name, value] of body) {
    if (typeof value === 'string') values[name] = value
    else files[name] = value.name === '' ? null : value
  }
  return { values, files }
}

/** Several forms of a page share the server's uuid: each makes its last group its own. */
function numberOf(token: string, use: string): string {
  let hash = 7
  for (const character of use) hash = (hash * 31 + character.charCodeAt(0)) % 0xffff
  return token.slice(0, -4) + hash.toString(16).padStart(4, '0')
}

/** `?sent=<form>`: the page after a form that was sent without JavaScript. */
function wasSent(href: string, use: string): boolean {
  return new URLSearchParams(href.split('?')[1] ?? '').get('sent') === use
}

function withoutSent(href: string): string {
  const [path = '/', search] = href.split('?')
  const rest = (search ?? '').split('&').filter(pair => pair !== '' && !pair.startsWith('sent='))
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path
}

function saveFile(file: string, filename: string): void {
  const link = document.createElement('a')
  link.href = file
  link.download = filename
  document.body.append(link)
  link.click()
  link.remove()
}

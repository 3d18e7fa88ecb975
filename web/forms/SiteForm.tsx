import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type FormDefinition,
  type FormField,
  type FormState,
  fieldError,
  fileError,
  formErrors,
  formPath,
  formUses,
  type SubmissionAnswer,
  type SubmissionRefusal,
  submissionFields,
} from '#api/forms'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Control } from './Control.tsx'
import { isWebAddress, runActions } from './runActions.ts'
import styles from './SiteForm.module.css'
import { sendForm } from './sendForm.ts'
import { CvNote, cvField, useCv } from './useCv.tsx'

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
  /** Below a refusal because the job has closed: where to go from here. */
  whenClosed?: ReactNode
  className?: string
}

/** Shown where an application could be sent and nobody would be told (the spec's words). */
export const missingHandler = 'You must provide an onSubmitDone handler to provide feedback to the user'

/** Numbers of forms that have arrived in this visit: a form filled anew has another one. */
const spent = new Set<string>()

type Phase = { is: 'filling' } | { is: 'sending'; share: number | null } | { is: 'done'; message: string }

/**
 * What was wrong when it was sent. An entry of the list goes when its field is right; its words stay, so that nothing
 * is read out at each letter.
 */
interface Refusal {
  status: number
  error: string
  fields: Record<string, string>
}

/**
 * A form of the CMS: an application when a job is given, a general form when a form id is, nothing otherwise. A plain
 * HTML form that is posted and answered by a page; with the script it is checked as it is sent, shows how far an upload
 * has come, and stays as it was filled whatever goes wrong.
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
  state: cameBack = null,
  initial = {},
  actions = true,
  onSubmit,
  onSubmitDone,
  onSubmitError,
  whenClosed,
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
  const gone = useRef(false)
  const [submission, setSubmission] = useState(() => {
    const number = numberOf(token, jobId ?? use)
    return spent.has(number) ? crypto.randomUUID() : number
  })
  const [phase, setPhase] = useState<Phase>(() =>
    wasSent(href, use) ? { is: 'done', message: definition.doneMessage } : { is: 'filling' },
  )
  const [state, setState] = useState(cameBack)
  const [refusal, setRefusal] = useState<Refusal | null>(
    cameBack && { status: 0, error: cameBack.error ?? '', fields: cameBack.errors },
  )
  /** By field, as it is now. */
  const [errors, setErrors] = useState<Record<string, string>>(cameBack?.errors ?? {})
  const cv = useCv(definition.fields, form, name => setErrors(({ [name]: _mended, ...rest }) => rest))

  useEffect(() => {
    gone.current = false
    // Back to a page that the browser had kept as it was left: what was on its way then is not any more.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      abort.current?.()
      setPhase({ is: 'filling' })
    }
    window.addEventListener('pageshow', comeBack)
    return () => {
      gone.current = true
      abort.current?.()
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])

  useEffect(() => {
    // The router begins at the top of each page, also of one that comes alive.
    if (cameBack && document.activeElement === summary.current) summary.current?.scrollIntoView({ block: 'center' })
  }, [cameBack])

  const refuse = (status: number, error: string, fields: Record<string, string>) => {
    // At once: what takes the focus must be there, and a frame may come before React does.
    flushSync(() => {
      setRefusal({ status, error, fields })
      setErrors(fields)
      setPhase({ is: 'filling' })
    })
    summary.current?.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (abort.current) return
    cv.stop()
    const body = new FormData(event.currentTarget)
    // A browser that goes back puts the number of before into the field again.
    body.set(submissionFields.id, submission)
    const { values, files } = readForm(body)
    // By the sizes that the definition names: a site with a lower cap says so itself.
    const wrong = formErrors(definition, values, files, Number.POSITIVE_INFINITY)
    if (Object.keys(wrong).length > 0)
      return refuse(422, 'Something is missing or not right yet. Please look at the marked fields.', wrong)
    onSubmit?.()
    setRefusal(null)
    setErrors({})
    const uploads = Object.keys(files).filter(name => files[name])
    setPhase({ is: 'sending', share: uploads.length > 0 ? 0 : null })
    const sending = sendForm(
      action,
      body,
      share => uploads.length > 0 && abort.current && setPhase({ is: 'sending', share }),
    )
    abort.current = sending.abort
    const sent = await sending.sent
    abort.current = null
    if (!sent.ok) {
      const { error, fields = {} } = sent.refusal
      // Whatever stands between us and the visitor may refuse a large body, and knows no fields.
      const tooLarge =
        sent.status === 413 && Object.keys(fields).length === 0
          ? Object.fromEntries(uploads.map(name => [name, error]))
          : {}
      refuse(sent.status, error, { ...fields, ...tooLarge })
      onSubmitError?.({ ...sent.refusal, status: sent.status })
      return
    }
    spent.add(submission)
    setSubmission(crypto.randomUUID())
    setState(null)
    const leads = actions && sent.answer.actions.some(({ type }) => type === 'redirect')
    flushSync(() => setPhase({ is: 'done', message: leads ? 'Thank you. One moment …' : definition.doneMessage }))
    done.current?.focus({ preventScroll: leads })
    onSubmitDone?.(sent.answer)
    if (!actions) return
    await runActions(sent.answer.actions, {
      alert: message => window.alert(message),
      showMessage: message => setPhase({ is: 'done', message }),
      download: saveFile,
      goTo: url => {
        // Who has gone elsewhere meanwhile is not called away.
        if (gone.current) return
        const { origin, pathname, search, hash } = new URL(url, location.href)
        if (origin === location.origin && router) router.history.push(pathname + search + hash)
        else location.assign(url)
        // A form that stays in sight (the footer's) can be filled again.
        if (origin === location.origin) setPhase({ is: 'filling' })
      },
      log: unknown => console.info('The form answered with an action that is not known here.', unknown),
      pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
    })
  }

  /** What was marked is looked at again as it is mended. */
  const look = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name, value, type } = target as HTMLInputElement
    cv.touched(name, value)
    if (errors[name] === undefined || type === 'file') return
    const field = definition.fields.find(field => field.name === name)
    const ticked = type !== 'checkbox' || (target as HTMLInputElement).checked
    const error = field ? fieldError(field, ticked ? value : '') : ticked ? null : errors[name]
    setErrors(({ [name]: _before, ...rest }) => (error ? { ...rest, [name]: error } : rest))
  }

  const downloads = (definition.downloads ?? []).filter(({ file }) => isWebAddress(file))
  if (phase.is === 'done')
    return (
      <div id={`form-${use}`} ref={done} className={styles.done} tabIndex={-1} role="status">
        <p>{phase.message}</p>
        {downloads.length > 0 && (
          <ul className={styles.downloads}>
            {downloads.map(({ file, filename }) => (
              <li key={file}>
                <a href={file} download={filename}>
                  Download {filename}
                </a>
              </li>
            ))}
          </ul>
        )}
        <ButtonLink
          href={`${withoutSent(href)}#form-${use}`}
          variant="quiet"
          className={styles.again}
          onClick={event => {
            event.preventDefault()
            flushSync(() => setPhase({ is: 'filling' }))
            form.current?.querySelector<HTMLElement>(firstField)?.focus()
          }}
        >
          Send another
        </ButtonLink>
      </div>
    )

  const sending = phase.is === 'sending'
  const value = (name: string) => state?.values[name] ?? initial[name] ?? ''
  const labels = new Map(definition.fields.map(({ name, label }) => [name, label]))
  const noteOf = ({ name, type }: FormField) => {
    if (type === 'file')
      return state ? 'If you had chosen a file, please choose it again: a browser hands it over only once.' : undefined
    return cv.facts[name] === undefined ? undefined : 'From your CV, please check.'
  }
  const hasFiles = definition.fields.some(({ type }) => type === 'file')
  const wrong = refusal
    ? inOrder(refusal.fields, [...labels.keys(), submissionFields.consent]).filter(
        ([name]) => errors[name] !== undefined,
      )
    : []
  const isMended = refusal !== null && wrong.length === 0 && Object.keys(refusal.fields).length > 0
  return (
    <form
      id={`form-${use}`}
      ref={form}
      className={[styles.form, className].filter(Boolean).join(' ')}
      action={action}
      method="post"
      // What a phone or a password manager says about a form is less than what we say: ours is the same with and
      // without it.
      noValidate
      encType={hasFiles ? 'multipart/form-data' : undefined}
      onSubmit={event => void submit(event)}
      onInput={look}
      aria-busy={sending}
    >
      {refusal && !isMended && (
        // biome-ignore lint/a11y/noAutofocus: on a page that comes back the browser brings the focus, and with it the screen, here before any script
        <div ref={summary} className={styles.summary} tabIndex={-1} role="alert" autoFocus={cameBack !== null}>
          <p className={styles.summaryTitle}>{refusal.error || 'Please look at the marked fields.'}</p>
          {wrong.length > 0 && (
            <ul>
              {wrong.map(([name, message]) => (
                <li key={name}>
                  <a
                    className={styles.mend}
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
          {jobId !== undefined && [404, 409].includes(refusal.status) && whenClosed}
        </div>
      )}
      <input type="hidden" name={submissionFields.id} value={submission} autoComplete="off" readOnly />
      <input type="hidden" name={submissionFields.shownAt} value={now * 1_000} readOnly />
      <input type="hidden" name={submissionFields.page} value={withoutSent(href)} readOnly />
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={idOf(submissionFields.trap)}>Leave this empty</label>
        <input
          id={idOf(submissionFields.trap)}
          name={submissionFields.trap}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <div className={styles.fields}>
        {definition.fields.map(field => (
          <Control
            key={field.name}
            field={field}
            id={idOf(field.name)}
            value={value(field.name)}
            error={errors[field.name]}
            disabled={sending}
            note={noteOf(field)}
            onFile={file => {
              const fault = fileError(
                field,
                file && { name: file.name, size: file.size },
                field.file?.maxBytes ?? Number.POSITIVE_INFINITY,
              )
              // What was not marked is looked at when it is sent; what is wrong with a file the field says itself.
              setErrors(({ [field.name]: before, ...rest }) =>
                before !== undefined && fault ? { ...rest, [field.name]: fault } : rest,
              )
              if (field.name === cvField) void cv.read(field, file)
            }}
            after={field.name === cvField && cv.reads && <CvNote facts={cv.facts} labels={labels} onUndo={cv.undo} />}
          />
        ))}
      </div>
      {definition.consentText !== '' && (
        <Control
          field={{ name: submissionFields.consent, type: 'checkbox', label: definition.consentText, required: true }}
          id={idOf(submissionFields.consent)}
          value={value(submissionFields.consent)}
          error={errors[submissionFields.consent]}
          disabled={sending}
          after={
            <>
              <br />
              <SiteLink href="/privacy-policy" className={styles.policy}>
                Privacy policy
              </SiteLink>
            </>
          }
        />
      )}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" size="l" aria-disabled={sending}>
          {sending ? 'Sending …' : definition.submitLabel}
        </Button>
        <VisuallyHidden live>{sending && 'Sending'}</VisuallyHidden>
        {sending && phase.share !== null && (
          <p className={styles.progress}>
            <progress max={1} value={phase.share} aria-label="Sent so far" />{' '}
            {phase.share < 1 ? `${Math.floor(phase.share * 100)}%` : 'Looking at it …'}
            <Button variant="quiet" onClick={() => abort.current?.()}>
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

/** What a person fills first: not the trap and what is hidden. */
const firstField = ':is(input:not([type=hidden], [tabindex="-1"]), select, textarea)'

/** As the form is read; what is of no field comes first. */
function inOrder(fields: Record<string, string>, names: readonly string[]): [string, string][] {
  return Object.entries(fields).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
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

import { useLocation, useRouter } from '@tanstack/react-router'
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { fieldError, formErrors, groupErrors } from '#api/formErrors'
import {
  type FormDefinition,
  type FormState,
  formPath,
  formUses,
  type SubmissionAnswer,
  type SubmissionRefusal,
  submissionFields,
} from '#api/forms'
import { runActions } from './runActions.ts'
import { sendForm } from './sendForm.ts'
import { useCv } from './useCv.tsx'
import { useDraft } from './useDraft.ts'

export interface SiteFormProps {
  /** Of the form; null while the CMS has none of that id. */
  definition: FormDefinition | null
  /** An application for this job. */
  jobId?: string
  /** What the ids of its fields begin with, where a page may hold this form twice; the form's own id otherwise. */
  idPrefix?: string
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

/** Numbers of forms that have arrived in this visit: a form filled anew has another one. */
const spent = new Set<string>()

export type Phase = { is: 'filling' } | { is: 'sending'; share: number | null } | { is: 'done'; message: string }

/**
 * What was wrong when it was sent. An entry of the list goes when its field is right; its words stay, so that nothing
 * is read out at each letter.
 */
export interface Refusal {
  status: number
  error: string
  fields: Record<string, string>
}

export type FilledProps = SiteFormProps & { definition: FormDefinition }

/** A form as it is filled and sent, and what may be done with it. */
export function useSiteForm(props: FilledProps) {
  const { definition, jobId, formId, formUrl, token, state: cameBack = null } = props
  const router = useRouter({ warn: false })
  const use = jobId === undefined ? formId! : formUses.apply
  const href = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
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
  const draft = useDraft({
    key: jobId === undefined ? use : `${use} ${jobId}`,
    fields: definition.fields,
    form,
    foreign: cv.facts,
    isFilling: phase.is !== 'done' && cameBack === null,
  })
  const filled = {
    use,
    /** Path and search of the page. */
    href,
    action: formUrl ?? formPath(use, jobId ?? null),
    router,
    form,
    summary,
    done,
    abort,
    gone,
    submission,
    setSubmission,
    phase,
    setPhase,
    state,
    setState,
    refusal,
    setRefusal,
    errors,
    setErrors,
    cv,
    draft,
  }
  useComingBack(filled, cameBack)
  return {
    ...filled,
    submit: (event: FormEvent<HTMLFormElement>) => submit(filled, props, event),
    look: (event: FormEvent<HTMLFormElement>) => look(filled, props, event),
    lookAtGroups: () => lookAtGroups(filled, definition),
  }
}

type Router = ReturnType<typeof useRouter>
type Setter<Value> = Dispatch<SetStateAction<Value>>
interface Filled {
  use: string
  form: RefObject<HTMLFormElement | null>
  action: string
  router: Router
  summary: RefObject<HTMLDivElement | null>
  done: RefObject<HTMLDivElement | null>
  abort: RefObject<(() => void) | null>
  /** The page is not shown any more. */
  gone: RefObject<boolean>
  submission: string
  setSubmission: Setter<string>
  setPhase: Setter<Phase>
  setState: Setter<FormState | null>
  setRefusal: Setter<Refusal | null>
  errors: Record<string, string>
  setErrors: Setter<Record<string, string>>
  cv: ReturnType<typeof useCv>
  draft: ReturnType<typeof useDraft>
}

/** What a page that is come back to, or comes back refused, does at first. */
function useComingBack({ gone, abort, setPhase, summary }: Filled, cameBack: FormState | null): void {
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
  }, [gone, abort, setPhase])

  useEffect(() => {
    // The router begins at the top of each page, also of one that comes alive.
    if (cameBack && document.activeElement === summary.current) summary.current?.scrollIntoView({ block: 'center' })
  }, [cameBack, summary])
}

function refuse(
  { setRefusal, setErrors, setPhase, summary }: Filled,
  status: number,
  error: string,
  fields: Record<string, string>,
): void {
  // At once: what takes the focus must be there, and a frame may come before Preact does.
  flushSync(() => {
    setRefusal({ status, error, fields })
    setErrors(fields)
    setPhase({ is: 'filling' })
  })
  summary.current?.focus()
}

async function submit(
  filled: Filled,
  { definition, actions = true, onSubmit, onSubmitDone, onSubmitError }: FilledProps,
  event: FormEvent<HTMLFormElement>,
): Promise<void> {
  const { abort, action, cv, done, draft, submission, setSubmission, setErrors, setPhase, setRefusal, setState } =
    filled
  event.preventDefault()
  if (abort.current) return
  cv.stop()
  draft.keep()
  const body = new FormData(event.currentTarget)
  // A browser that goes back puts the number of before into the field again.
  body.set(submissionFields.id, submission)
  const { values, files } = readForm(body)
  // By the sizes that the definition names: a site with a lower cap says so itself.
  const wrong = formErrors(definition, values, files, Number.POSITIVE_INFINITY)
  if (Object.keys(wrong).length > 0)
    return refuse(filled, 422, 'Something is missing or not right yet. Please look at the marked fields.', wrong)
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
    refuse(filled, sent.status, error, { ...fields, ...tooLarge })
    onSubmitError?.({ ...sent.refusal, status: sent.status })
    return
  }
  spent.add(submission)
  draft.forget()
  setSubmission(crypto.randomUUID())
  setState(null)
  const leads = actions && sent.answer.actions.some(({ type }) => type === 'redirect')
  flushSync(() => setPhase({ is: 'done', message: leads ? leadingOn : definition.doneMessage }))
  done.current?.focus({ preventScroll: leads })
  onSubmitDone?.(sent.answer)
  if (!actions) return
  await runActions(sent.answer.actions, actionsOf(filled, definition))
}

/** Said until the page is there to which an answer leads. */
const leadingOn = 'Thank you. One moment …'

/** What the actions of an answer do to the page. */
function actionsOf(
  { gone, router, setPhase }: Filled,
  { doneMessage }: FormDefinition,
): Parameters<typeof runActions>[1] {
  return {
    alert: message => window.alert(message),
    showMessage: message => setPhase({ is: 'done', message }),
    download: saveFile,
    goTo: url => {
      // Who has gone elsewhere meanwhile is not called away.
      if (gone.current) return
      const { origin, pathname, search, hash } = new URL(url, location.href)
      if (origin !== location.origin || !router) return location.assign(url)
      // The thanks stay until the next page is there. A form that is in sight there too (the footer's) can be filled
      // again.
      const stopListening = router.subscribe('onResolved', ({ pathChanged }) => {
        stopListening()
        if (gone.current) return
        if (pathChanged) setPhase({ is: 'filling' })
        // It is there already: nothing more comes.
        else
          setPhase(phase =>
            phase.is === 'done' && phase.message === leadingOn ? { is: 'done', message: doneMessage } : phase,
          )
      })
      router.history.push(pathname + search + hash)
    },
    log: unknown => console.info('The form answered with an action that is not known here.', unknown),
    pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
  }
}

/** What was marked is looked at again as it is mended. */
function look(filled: Filled, { definition }: FilledProps, { target }: FormEvent<HTMLFormElement>): void {
  const { cv, draft, errors, setErrors } = filled
  const { name, value, type } = target as HTMLInputElement
  cv.touched(name, value)
  draft.touched()
  lookAtGroups(filled, definition)
  if (errors[name] === undefined || type === 'file') return
  const field = definition.fields.find(field => field.name === name)
  const ticked = type !== 'checkbox' || (target as HTMLInputElement).checked
  const error = field ? fieldError(field, ticked ? value : '') : ticked ? null : errors[name]
  setErrors(({ [name]: _before, ...rest }) => (error ? { ...rest, [name]: error } : rest))
}

/** What one field of a group has mended is marked at the first of them. */
function lookAtGroups({ form, setErrors }: Filled, definition: FormDefinition): void {
  if (!definition.anyOf || !form.current) return
  const { values, files } = readForm(new FormData(form.current))
  const missing = groupErrors(definition, values, files)
  const mended = definition.anyOf.filter(({ fields: [first] }) => missing[first!] === undefined)
  setErrors(errors => {
    const gone = new Set(
      mended.filter(({ fields, message }) => errors[fields[0]!] === message).map(({ fields }) => fields[0]!),
    )
    return gone.size === 0 ? errors : Object.fromEntries(Object.entries(errors).filter(([name]) => !gone.has(name)))
  })
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

function saveFile(file: string, filename: string): void {
  const link = document.createElement('a')
  link.href = file
  link.download = filename
  document.body.append(link)
  link.click()
  link.remove()
}

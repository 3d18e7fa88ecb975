import { flushSync } from 'react-dom'
import { fileError } from '#api/formErrors'
import { type FormField, submissionFields } from '#api/forms'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Control } from './Control.tsx'
import { isWebAddress } from './runActions.ts'
import styles from './SiteForm.module.css'
import { CvNote, cvField } from './useCv.tsx'
import { type FilledProps, type SiteFormProps, useSiteForm } from './useSiteForm.ts'

type SiteFormState = ReturnType<typeof useSiteForm>

/** Shown where an application could be sent and nobody would be told (the spec's words). */
export const missingHandler = 'You must provide an onSubmitDone handler to provide feedback to the user'

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

function Filled(props: FilledProps) {
  const { definition, now, className, idPrefix } = props
  const filled = useSiteForm(props)
  const { use, href, action, form, submission, phase } = filled
  if (phase.is === 'done') return <Done filled={filled} definition={definition} message={phase.message} />
  const sending = phase.is === 'sending'
  const idOf = (name: string) => `${idPrefix ?? use}-${name}`
  const hasFiles = definition.fields.some(({ type }) => type === 'file')
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
      onSubmit={event => void filled.submit(event)}
      onInput={filled.look}
      aria-busy={sending}
    >
      <Summary filled={filled} props={props} idOf={idOf} />
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
      <Fields filled={filled} props={props} idOf={idOf} />
      <Foot filled={filled} submitLabel={definition.submitLabel} />
    </form>
  )
}

/** In the place of a form that has arrived. */
function Done({
  filled,
  definition,
  message,
}: { filled: SiteFormState; message: string } & Pick<FilledProps, 'definition'>) {
  const { use, href, done, form, setPhase } = filled
  const downloads = (definition.downloads ?? []).filter(({ file }) => isWebAddress(file))
  return (
    <div id={`form-${use}`} ref={done} className={styles.done} tabIndex={-1} role="status">
      <p>{message}</p>
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
}

interface PartProps {
  filled: SiteFormState
  props: FilledProps
  /** Of a field, in the page. */
  idOf(name: string): string
}

/** What was wrong when it was sent, as far as it is not mended. */
function Summary({ filled: { refusal, errors, summary }, props, idOf }: PartProps) {
  const { definition, state: cameBack = null, jobId, whenClosed } = props
  if (!refusal) return null
  const labels = new Map(definition.fields.map(({ name, label }) => [name, label]))
  const wrong = inOrder(refusal.fields, [...labels.keys(), submissionFields.consent]).filter(
    ([name]) => errors[name] !== undefined,
  )
  if (wrong.length === 0 && Object.keys(refusal.fields).length > 0) return null
  return (
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
  )
}

function Fields({
  filled: { state, errors, setErrors, cv, draft, phase, lookAtGroups },
  props: { definition, initial = {} },
  idOf,
}: PartProps) {
  const sending = phase.is === 'sending'
  const value = (name: string) => state?.values[name] ?? initial[name] ?? ''
  const labels = new Map(definition.fields.map(({ name, label }) => [name, label]))
  const leads = new Set(definition.anyOf?.map(({ fields: [first] }) => first))
  const noteOf = ({ name, type }: FormField) => {
    if (type === 'file')
      return state || draft.isRestored
        ? 'If you had chosen a file, please choose it again: a browser hands it over only once.'
        : undefined
    return cv.facts[name] === undefined ? undefined : 'From your CV, please check.'
  }
  return (
    <>
      <div className={styles.fields}>
        {definition.fields.map(field => (
          <Control
            key={field.name}
            field={field}
            id={idOf(field.name)}
            value={value(field.name)}
            error={errors[field.name]}
            disabled={sending}
            needed={field.required || leads.has(field.name)}
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
              lookAtGroups()
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
    </>
  )
}

function Foot({ filled, submitLabel }: { filled: SiteFormState; submitLabel: string }) {
  const { phase, abort, draft, form, setErrors, setRefusal } = filled
  const sending = phase.is === 'sending'
  return (
    <div className={styles.foot}>
      <Button type="submit" variant="primary" size="l" aria-disabled={sending}>
        {sending ? 'Sending …' : submitLabel}
      </Button>
      <VisuallyHidden live>{sending && 'Sending'}</VisuallyHidden>
      {draft.isRestored && !sending && (
        <p className={styles.draft}>
          As you left it: kept in this browser only.
          <Button
            variant="quiet"
            onClick={() => {
              form.current?.reset()
              draft.forget()
              setErrors({})
              setRefusal(null)
              form.current?.querySelector<HTMLElement>(firstField)?.focus()
            }}
          >
            Clear it
          </Button>
        </p>
      )}
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
  )
}

/** What a person fills first: not the trap and what is hidden. */
const firstField = ':is(input:not([type=hidden], [tabindex="-1"]), select, textarea)'

/** As the form is read; what is of no field comes first. */
function inOrder(fields: Record<string, string>, names: readonly string[]): [string, string][] {
  return Object.entries(fields).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}

function withoutSent(href: string): string {
  const [path = '/', search] = href.split('?')
  const rest = (search ?? '').split('&').filter(pair => pair !== '' && !pair.startsWith('sent='))
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path
}

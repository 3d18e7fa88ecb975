import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type FormField, fileError, megabytes, typedLengthOf } from '#api/forms'
import { Button } from '../ui/Button.tsx'
import { Field, SelectField, TextField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './SiteForm.module.css'

interface ControlOf {
  field: FormField
  /** Of the control itself: errors lead to it. */
  id: string
  /** What it begins with. */
  value: string
  error: string | undefined
  disabled: boolean
  /** What is to be said of its value, beside the hint. */
  note?: string | undefined
  /** Behind the label of a box, or below a file. */
  after?: ReactNode
  /** A file was chosen, exchanged or taken back. */
  onFile?: (file: File | null) => void
}

/**
 * One field of a form, as its definition says. Kept by the document, not by React: what was typed is there before the
 * script and stays through an error.
 */
export function Control({ field, id, value, error, disabled, note, after, onFile }: ControlOf) {
  const { name, type, label, autocomplete, required = false } = field
  const shown = required ? label : `${label} (optional)`
  const hint = note ? (
    <>
      {field.hint} <span className={styles.note}>{note}</span>
    </>
  ) : (
    field.hint
  )
  const rest = {
    id,
    name,
    hint,
    error,
    required,
    readOnly: disabled,
    autoComplete: autocomplete,
    className: field.half ? styles.half : styles.whole,
  }
  switch (type) {
    case 'hidden':
      return <input type="hidden" name={name} value={value} readOnly />
    case 'textarea':
      return (
        <Field label={shown} id={id} hint={hint} error={error} className={styles.whole}>
          {control => (
            <textarea
              {...control}
              className={`${control.className} ${styles.textarea}`}
              name={name}
              rows={6}
              required={required}
              readOnly={disabled}
              autoComplete={autocomplete}
              defaultValue={value}
            />
          )}
        </Field>
      )
    case 'select':
      return (
        <SelectField
          {...{ ...rest, readOnly: undefined }}
          label={shown}
          defaultValue={value}
          options={[{ value: '', label: 'Please choose' }, ...(field.options ?? [])]}
        />
      )
    case 'radio':
      return <Radios field={field} id={id} value={value} error={error} label={shown} />
    case 'checkbox':
      return (
        <div className={`${styles.whole} ${styles.check}`}>
          <input
            type="checkbox"
            id={id}
            name={name}
            value="on"
            required={required}
            defaultChecked={value !== ''}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}e` : undefined}
          />
          <span>
            <label htmlFor={id}>{label}</label>
            {after}
            {error && (
              <span className={styles.checkError} id={`${id}e`}>
                {error}
              </span>
            )}
          </span>
        </div>
      )
    case 'file':
      return (
        <FileControl
          field={field}
          id={id}
          error={error}
          label={shown}
          disabled={disabled}
          note={note}
          after={after}
          onFile={onFile}
        />
      )
    default:
      return (
        <TextField
          {...rest}
          label={shown}
          type={type}
          inputMode={type === 'tel' || type === 'email' || type === 'url' ? type : undefined}
          // Names and addresses are no words of a dictionary.
          spellCheck={autocomplete ? false : undefined}
          defaultValue={value}
          maxLength={typedLengthOf(field)}
        />
      )
  }
}

function Radios({
  field,
  id,
  value,
  error,
  label,
}: Pick<ControlOf, 'field' | 'id' | 'value' | 'error'> & { label: string }) {
  return (
    <fieldset
      className={`${styles.whole} ${styles.radios}`}
      aria-describedby={[field.hint && `${id}h`, error && `${id}e`].filter(Boolean).join(' ') || undefined}
    >
      <legend>{label}</legend>
      {field.hint && (
        <p className={styles.hint} id={`${id}h`}>
          {field.hint}
        </p>
      )}
      {field.options?.map((option, index) => (
        <label key={option.value} className={styles.radio}>
          <input
            type="radio"
            // The first one stands for the field where an error leads to it.
            id={index === 0 ? id : undefined}
            name={field.name}
            value={option.value}
            defaultChecked={value === option.value}
            required={field.required}
            aria-invalid={error ? true : undefined}
          />
          {option.label}
        </label>
      ))}
      {error && (
        <p className={styles.checkError} id={`${id}e`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A file: chosen, or dropped on the field. What is wrong with it by its name and size is said at once. */
function FileControl({
  field,
  id,
  error,
  label,
  disabled,
  note,
  after,
  onFile,
}: Pick<ControlOf, 'field' | 'id' | 'error' | 'disabled' | 'note' | 'after'> & {
  label: string
  onFile: ControlOf['onFile'] | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [over, setOver] = useState(false)
  const { extensions = [], maxBytes = 0 } = field.file ?? {}
  const fault = error ?? (chosen ? (fileError(field, chosen, maxBytes) ?? undefined) : undefined)

  const look = () => {
    const file = input.current?.files?.[0] ?? null
    setChosen(file)
    onFile?.(file)
  }
  const first = useRef(look)
  useEffect(() => {
    // Chosen before the page came alive, or still there from before a Back.
    if (input.current?.files?.length) first.current()
    // A file dropped beside the field would open in place of the page, and what was typed be gone.
    const keep = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, keep)
    return () => {
      for (const type of ['dragover', 'drop'] as const) window.removeEventListener(type, keep)
    }
  }, [])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (!file || !input.current || disabled) return
    const files = new DataTransfer()
    files.items.add(file)
    input.current.files = files.files
    look()
  }
  return (
    <Field
      label={label}
      id={id}
      hint={
        <>
          {field.hint ?? `${extensions.map(kind => kind.toUpperCase()).join(', ')}, up to ${megabytes(maxBytes)} MB.`}{' '}
          {note && <span className={styles.note}>{note}</span>}
        </>
      }
      error={fault}
      className={styles.whole}
    >
      {control => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the input inside is the way for everyone
        <div
          className={[styles.drop, over && styles.over, fault && styles.faulty].filter(Boolean).join(' ')}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            {...control}
            ref={input}
            className={`${styles.fileInput} ${chosen ? styles.hasFile : ''}`}
            type="file"
            name={field.name}
            accept={extensions.map(kind => `.${kind}`).join(',')}
            required={field.required}
            onChange={look}
          />
          <p className={styles.dropHint}>or drop a file here</p>
          {chosen && (
            <p className={styles.chosen}>
              <Icon name="file" size={18} />
              <span className={styles.fileName}>
                {chosen.name}{' '}
                <span className={styles.size}>
                  {chosen.size < 1_048_576 ? `${Math.ceil(chosen.size / 1_024)} KB` : `${megabytes(chosen.size)} MB`}
                </span>
              </span>
              <Button
                variant="quiet"
                aria-label={`Remove ${chosen.name}`}
                aria-disabled={disabled}
                onClick={() => {
                  if (!input.current || disabled) return
                  input.current.value = ''
                  look()
                  input.current.focus()
                }}
              >
                Remove
              </Button>
            </p>
          )}
          {after}
        </div>
      )}
    </Field>
  )
}

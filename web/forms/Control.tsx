import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { type FormField, maxLengthOf, megabytes } from '#api/forms'
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
  /** Behind the label of a box. */
  after?: ReactNode
}

/** One field of a form, as its definition says. Kept by the document, not by React: what was typed is there before the script and stays through an error. */
export function Control({ field, id, value, error, disabled, after }: ControlOf) {
  const { name, type, label, hint, autocomplete, required = false } = field
  const shown = required ? label : `${label} (optional)`
  const rest = { id, name, hint, error, required, readOnly: disabled, autoComplete: autocomplete, className: field.half ? styles.half : styles.whole }
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
      return <FileControl field={field} id={id} error={error} label={shown} disabled={disabled} />
    default:
      return (
        <TextField
          {...rest}
          label={shown}
          type={type}
          inputMode={type === 'tel' ? 'tel' : type === 'email' ? 'email' : undefined}
          defaultValue={value}
          maxLength={maxLengthOf(field)}
        />
      )
  }
}

function Radios({ field, id, value, error, label }: Pick<ControlOf, 'field' | 'id' | 'value' | 'error'> & { label: string }) {
  return (
    <fieldset className={`${styles.whole} ${styles.radios}`} aria-describedby={error ? `${id}e` : undefined}>
      <legend>{label}</legend>
      {field.hint && <p className={styles.hint}>{field.hint}</p>}
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

/** A file: chosen, or dropped on the field. */
function FileControl({ field, id, error, label, disabled }: Pick<ControlOf, 'field' | 'id' | 'error' | 'disabled'> & { label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ name: string; size: number } | null>(null)
  const [over, setOver] = useState(false)
  const { extensions = [], maxBytes = 0 } = field.file ?? {}
  const look = () => {
    const file = input.current?.files?.[0]
    setChosen(file ? { name: file.name, size: file.size } : null)
  }
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
      hint={field.hint ?? `${extensions.map(kind => kind.toUpperCase()).join(', ')}, up to ${megabytes(maxBytes)} MB.`}
      error={error}
      className={styles.whole}
    >
      {control => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the input inside is the way for everyone
        <div
          className={`${styles.drop} ${over ? styles.over : ''}`}
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
            className={styles.fileInput}
            type="file"
            name={field.name}
            accept={extensions.map(kind => `.${kind}`).join(',')}
            required={field.required}
            onChange={look}
          />
          {chosen && (
            <p className={styles.chosen}>
              <Icon name="file" size={18} />
              <span>{chosen.name}</span>
              <span className={styles.size}>{chosen.size < 1_048_576 ? `${Math.ceil(chosen.size / 1_024)} KB` : `${megabytes(chosen.size)} MB`}</span>
              <Button
                variant="quiet"
                size="s"
                onClick={() => {
                  if (input.current) input.current.value = ''
                  look()
                  input.current?.focus()
                }}
              >
                Remove
              </Button>
            </p>
          )}
          <p className={styles.dropHint}>or drop the file here</p>
        </div>
      )}
    </Field>
  )
}

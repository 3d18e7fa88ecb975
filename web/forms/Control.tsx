import type { ReactNode } from 'react'
import { typedLengthOf } from '#api/forms'
import { Field, SelectField, TextField } from '../ui/Field.tsx'
import type { ControlOf } from './controlProps.ts'
import { FileControl } from './FileControl.tsx'
import styles from './SiteForm.module.css'

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
      return <LongText {...{ field, id, hint, error, disabled, value }} label={shown} />
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
      return <Checkbox {...{ field, id, value, error, after }} />
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

function LongText({
  field: { name, autocomplete, required },
  id,
  hint,
  error,
  disabled,
  value,
  label,
}: Pick<ControlOf, 'field' | 'id' | 'error' | 'disabled' | 'value'> & { hint: ReactNode; label: string }) {
  return (
    <Field label={label} id={id} hint={hint} error={error} className={styles.whole}>
      {control => (
        <textarea
          {...control}
          className={`${control.className} ${styles.textarea}`}
          name={name}
          rows={6}
          required={required ?? false}
          readOnly={disabled}
          autoComplete={autocomplete}
          defaultValue={value}
        />
      )}
    </Field>
  )
}

function Checkbox({
  field: { name, label, required },
  id,
  value,
  error,
  after,
}: Pick<ControlOf, 'field' | 'id' | 'value' | 'error' | 'after'>) {
  return (
    <div className={`${styles.whole} ${styles.check}`}>
      <input
        type="checkbox"
        id={id}
        name={name}
        value="on"
        required={required ?? false}
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

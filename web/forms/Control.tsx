import { typedLengthOf } from '#api/formErrors'
import { Field, SelectField, TextField } from '../ui/Field.tsx'
import type { ControlOf } from './controlProps.ts'
import { FileControl } from './FileControl.tsx'
import styles from './SiteForm.module.css'

/**
 * One field of a form, as its definition says. Kept by the document, not by Preact: what was typed is there before the
 * script and stays through an error.
 */
export function Control(props: ControlOf) {
  const { field, id, value, error, disabled, note, needed = props.field.required } = props
  const { name, type, label, autocomplete, required = false } = field
  const shown = needed ? label : `${label} (optional)`
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
      return <Radios {...props} label={shown} />
    case 'checkbox':
      return <Checkbox {...props} />
    case 'file':
      return <FileControl {...props} label={shown} />
    default:
      return (
        <TextField
          {...rest}
          label={shown}
          type={type}
          inputMode={type === 'tel' || type === 'email' || type === 'url' ? type : undefined}
          // Names and addresses are no words of a dictionary.
          spellCheck={autocomplete ? 'false' : undefined}
          defaultValue={value}
          maxLength={typedLengthOf(field)}
        />
      )
  }
}

function Checkbox({ field, id, value, error, after }: ControlOf) {
  return (
    <div className={`${styles.whole} ${styles.check}`}>
      <input
        type="checkbox"
        id={id}
        name={field.name}
        value="on"
        required={field.required}
        defaultChecked={value !== ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
      />
      <span>
        <label htmlFor={id}>{field.label}</label>
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

function Radios({ field, id, value, error, label }: ControlOf & { label: string }) {
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

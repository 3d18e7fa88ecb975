import type { ComponentProps, ReactNode } from 'react'
import styles from './Field.module.css'

interface Common {
  label: string
  /** Of the control, its own on the page; what belongs to it has ids that begin with it. */
  id: string
  /** Shown under the label. */
  hint?: ReactNode
  /** Shown and tied to the control; sets `aria-invalid`. */
  error?: string | undefined
  className?: string
}

/** What a control must carry to belong to its field. */
export interface ControlProps {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint and error round one control; the control is made by `children` from the props that tie it to them. */
export function Field({
  label,
  id,
  hint,
  error,
  className,
  children,
}: Common & { children: (control: ControlProps) => ReactNode }) {
  const described = [hint && `${id}h`, error && `${id}e`].filter(Boolean).join(' ')
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}h`}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control!,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className={styles.error} id={`${id}e`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A one-line text field. Every other attribute goes to the input. */
export function TextField({
  label,
  id,
  hint,
  error,
  className,
  ...input
}: Common & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  return (
    <Field label={label} id={id} hint={hint} error={error} className={className}>
      {control => <input type="text" {...input} {...control} />}
    </Field>
  )
}

/** A choice from few. */
export function SelectField({
  label,
  id,
  hint,
  error,
  className,
  options,
  ...select
}: Common & { options: readonly { value: string; label: string }[] } & Omit<
    ComponentProps<'select'>,
    'id' | 'className'
  >) {
  return (
    <Field label={label} id={id} hint={hint} error={error} className={className}>
      {control => (
        <select {...select} {...control} className={`${control.className} ${styles.select}`}>
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

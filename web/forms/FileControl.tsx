import { useEffect, useRef, useState } from 'react'
import { fileError, megabytes } from '#api/formErrors'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { ControlOf } from './controlProps.ts'
import styles from './SiteForm.module.css'

/** A file: chosen, or dropped on it (fileDrops.ts). What is wrong with its name or size is said at once. */
export function FileControl({ field, id, error, label, disabled, note, after, onFile }: ControlOf & { label: string }) {
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
  const latest = useRef({ look, onFile })
  latest.current = { look, onFile }
  useEffect(() => {
    // Chosen before the page came alive, or still there from before a Back.
    if (input.current?.files?.length) latest.current.look()
    // A form that is cleared tells of it before it is, and of no change of its fields.
    const form = input.current?.form
    const clear = () => {
      setChosen(null)
      latest.current.onFile?.(null)
    }
    form?.addEventListener('reset', clear)
    return () => form?.removeEventListener('reset', clear)
  }, [])

  const remove = () => {
    if (!input.current || disabled) return
    input.current.value = ''
    look()
    input.current.focus()
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
          data-drop={disabled ? 'closed' : 'open'}
          onDragOver={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
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
          {chosen && <Chosen file={chosen} disabled={disabled} onRemove={remove} />}
          {after}
        </div>
      )}
    </Field>
  )
}

function Chosen({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  return (
    <p className={styles.chosen}>
      <Icon name="file" size={18} />
      <span className={styles.fileName}>
        {file.name}{' '}
        <span className={styles.size}>
          {file.size < 1_048_576 ? `${Math.ceil(file.size / 1_024)} KB` : `${megabytes(file.size)} MB`}
        </span>
      </span>
      <Button variant="quiet" aria-label={`Remove ${file.name}`} aria-disabled={disabled} onClick={onRemove}>
        Remove
      </Button>
    </p>
  )
}

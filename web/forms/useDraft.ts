import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormField } from '#api/forms'
import { drafts, dropOldDrafts, forgetDraft, keepDraft, mayKeep } from './drafts.ts'

const pauseMs = 400

/**
 * Keeps a form as it is filled, and fills it again after a closed tab. What is in a field already stays.
 * @param key the form's use, and the job that it is for
 * @param foreign by field: what was not typed (a CV's facts), and is not kept
 * @param isFilling the form is shown and did not come back from the server
 */
export function useDraft({
  key,
  fields,
  form,
  foreign,
  isFilling,
}: {
  key: string
  fields: readonly FormField[]
  form: RefObject<HTMLFormElement | null>
  foreign: Readonly<Record<string, string>>
  isFilling: boolean
}) {
  const [isRestored, setRestored] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef({ fields, foreign })
  latest.current = { fields, foreign }

  const flush = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    if (form.current) keepDraft(key, valuesOf(form.current, latest.current.fields, latest.current.foreign))
  }
  const write = useRef(flush)
  write.current = flush

  useEffect(() => {
    if (!isFilling || !form.current) return
    dropOldDrafts()
    const draft = drafts.read().find(other => other.form === key)
    if (draft) setRestored(restore(form.current, latest.current.fields, draft.values))
    const leave = () => write.current()
    window.addEventListener('pagehide', leave)
    return () => {
      leave()
      window.removeEventListener('pagehide', leave)
    }
  }, [key, isFilling, form])

  return {
    isRestored,
    /** Something was typed. */
    touched() {
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, pauseMs)
    },
    /** Before it is sent, while its fields can be read. */
    keep: flush,
    /** It was sent. */
    forget() {
      clearTimeout(timer.current)
      timer.current = undefined
      setRestored(false)
      forgetDraft(key)
    },
  }
}

/** @returns whether a field was filled */
function restore(form: HTMLFormElement, fields: readonly FormField[], values: Record<string, string>): boolean {
  let hasFilled = false
  for (const field of fields) {
    const control = form.elements.namedItem(field.name) as { value?: string; type?: string } | null
    const value = values[field.name]
    if (!control || !value || !mayKeep(field)) continue
    const isTouched =
      control instanceof HTMLSelectElement
        ? [...control.options].some(({ selected, defaultSelected }) => defaultSelected && !selected)
        : control.value !== ''
    if (isTouched) continue
    control.value = value
    hasFilled = true
  }
  return hasFilled
}

function valuesOf(
  form: HTMLFormElement,
  fields: readonly FormField[],
  foreign: Readonly<Record<string, string>>,
): Record<string, string> {
  const body = new FormData(form)
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = mayKeep(field) ? body.get(field.name) : null
      return typeof value === 'string' && value !== '' && value !== foreign[field.name] ? [[field.name, value]] : []
    }),
  )
}

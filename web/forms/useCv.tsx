import { useEffect, useRef, useState } from 'react'
import { fileError } from '#api/formErrors'
import type { FormField } from '#api/forms'
import { Button } from '../ui/Button.tsx'
import { factsFor, readCvFacts } from './prefill.ts'
import styles from './SiteForm.module.css'

/**
 * The field whose file is read for the name and the addresses of its sender: a job's specification says nothing
 * of them.
 */
export const cvField = 'cv'

/**
 * What a chosen CV says of its owner, for fields that are still empty: a favour that nothing waits for and nothing
 * depends on.
 */
export function useCv(
  fields: readonly FormField[],
  form: { current: HTMLFormElement | null },
  onFilled: (name: string) => void,
) {
  const [facts, setFacts] = useState<Record<string, string>>({})
  const reading = useRef<AbortController | null>(null)
  const control = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const stop = () => reading.current?.abort()
  useEffect(() => () => reading.current?.abort(), [])

  /** Takes back what still stands as the CV had it. */
  const takeBack = () => {
    for (const [name, fact] of Object.entries(facts)) {
      const input = control(name)
      if (input?.value === fact) input.value = ''
    }
    setFacts({})
  }
  return {
    /** By field: what stands there as the CV gave it. */
    facts,
    /** Whether there is anything that a CV could say. */
    reads: Object.keys(factsFor(fields, anyFacts)).length > 0,
    stop,
    async read(field: FormField, file: File | null) {
      stop()
      takeBack()
      if (!file || fileError(field, file, Number.POSITIVE_INFINITY)) return
      const empty = fields.filter(({ name }) => control(name)?.value.trim() === '')
      if (Object.keys(factsFor(empty, anyFacts)).length === 0) return
      reading.current = new AbortController()
      const { signal } = reading.current
      const read = await readCvFacts(file, empty, signal)
      if (signal.aborted) return
      const filled = Object.entries(read).filter(([name]) => control(name)?.value.trim() === '')
      for (const [name, fact] of filled) {
        control(name)!.value = fact
        onFilled(name)
      }
      setFacts(Object.fromEntries(filled))
    },
    touched(name: string, value: string) {
      if (facts[name] !== undefined && facts[name] !== value) setFacts(({ [name]: _own, ...rest }) => rest)
    },
    undo() {
      const [first] = Object.keys(facts)
      takeBack()
      if (first) control(first)?.focus()
    },
  }
}

const anyFacts = { givenName: 'a', familyName: 'b', email: 'c', phone: 'd' }

/** Says what was filled in, to the eye and to the ear, and takes it back. */
export function CvNote({
  facts,
  labels,
  onUndo,
}: {
  facts: Record<string, string>
  labels: ReadonlyMap<string, string>
  onUndo: () => void
}) {
  const names = Object.keys(facts).map(name => (labels.get(name) ?? name).toLowerCase())
  return (
    <>
      <p className={styles.reads}>
        To save you typing we look in it for your name, email and phone. It is kept only when you send the form.
      </p>
      <div className={names.length > 0 ? styles.filledIn : undefined}>
        <p aria-live="polite">{names.length > 0 && `We filled in ${inWords(names)} from your CV. Please check.`}</p>
        {names.length > 0 && (
          <Button variant="quiet" onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
    </>
  )
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

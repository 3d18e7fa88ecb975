import { useEffect, useRef } from 'react'
import { limits, parseJobSearchParams } from '#api/jobSearchParams'
import { Field } from '../ui/Field.tsx'

/** Written by the visitor, and by us only when the search changed otherwise (Back, a chip): also while it has the focus. */
export function KeywordField({
  query,
  placeholder,
  label = 'Keyword',
  onType,
}: {
  query: string
  placeholder: string
  label?: string
  onType: (query: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(query)
  useEffect(() => {
    // Not on mount: what was typed before the script ran is the visitor's.
    if (query === known.current) return
    known.current = query
    const typed = parseJobSearchParams(`query=${encodeURIComponent(input.current?.value ?? '')}`).query
    if (input.current && typed !== query) input.current.value = query
  }, [query])
  return (
    <Field label={label}>
      {control => (
        <input
          {...control}
          ref={input}
          type="search"
          name="query"
          defaultValue={query}
          maxLength={limits.text}
          placeholder={placeholder}
          enterKeyHint="search"
          spellCheck={false}
          onChange={event => onType(event.target.value)}
        />
      )}
    </Field>
  )
}

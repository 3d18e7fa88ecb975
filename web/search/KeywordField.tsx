import { limits } from '#api/jobSearchParams'
import { Field } from '../ui/Field.tsx'
import { useTypedText } from './useTypedText.ts'

/** A keyword field without proposals. */
export function KeywordField({
  id,
  query,
  placeholder,
  label = 'Keyword',
  onType,
}: {
  id: string
  query: string
  placeholder: string
  label?: string
  onType: (query: string) => void
}) {
  const input = useTypedText(query)
  return (
    <Field id={id} label={label}>
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
          spellCheck="false"
          onChange={event => onType(event.target.value)}
        />
      )}
    </Field>
  )
}

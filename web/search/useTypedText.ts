import { type RefObject, useEffect, useRef } from 'react'
import { parseJobSearchParams } from '#api/jobSearchParams'

/**
 * A keyword field written by the visitor, and by us only when the search changed otherwise (Back, a chip): also while
 * it has the focus.
 */
export function useTypedText(query: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(query)
  useEffect(() => {
    // Not on mount: what was typed before the script ran is the visitor's.
    if (query === known.current) return
    known.current = query
    const typed = parseJobSearchParams(`query=${encodeURIComponent(input.current?.value ?? '')}`).query
    if (input.current && typed !== query) input.current.value = query
  }, [query])
  return input
}

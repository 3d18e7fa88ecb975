import { type RefObject, useEffect, useRef } from 'react'
import { type JobSearchParams, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { SearchNote } from '#api/searchNotes'

/** A text that stands for so long is what was meant, and no part of it. */
const settledMs = 1_500

/** What was told last. The search that the document came with, the server has counted as it made the page. */
let told: string | null = null

/**
 * Tells the site that a search has settled, and which of its results are pressed, for `/admin/searches`: what was
 * searched for, and nothing of the visitor; nothing is kept here.
 * @param shown slugs of the results in their order; null while there are none to see
 * @param first how many results stand before them
 * @returns the list of the results
 */
export function useSearchNotes(
  { query, location, place, plain }: JobSearchParams,
  shown: readonly { url_slug: string }[] | null,
  first: number,
): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  const search = stringifyJobSearchParams({ query, location, place, plain })
  const settled = shown !== null
  useEffect(() => {
    told ??= cameWith()
    if (!settled || search === '' || search === told) return
    const timer = setTimeout(() => {
      told = search
      tell({ search })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [search, settled])

  const latest = useRef({ search, shown, first })
  latest.current = { search, shown, first }
  useEffect(() => {
    // In the capture phase, before a link leads on. Heard by the document: the list comes and goes with its results.
    const onClick = (event: MouseEvent) => {
      const item = event.target instanceof Element && event.target.closest('a') && event.target.closest('li')
      const index = item && list.current?.contains(item) ? [...list.current.children].indexOf(item) : -1
      const { search, shown, first } = latest.current
      const slug = shown?.[index]?.url_slug
      if (slug !== undefined && search !== '') tell({ search, pressed: { slug, at: first + index + 1 } })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return list
}

function cameWith(): string {
  const [page] = performance.getEntriesByType?.('navigation') ?? []
  const url = page && URL.canParse(page.name) ? new URL(page.name) : null
  if (url?.pathname !== '/jobs') return ''
  const { query, location, place, plain } = parseJobSearchParams(url.search)
  return stringifyJobSearchParams({ query, location, place, plain })
}

/** Never waited for, and never tried again. */
function tell(note: SearchNote): void {
  navigator.sendBeacon?.('/searches', new Blob([JSON.stringify(note)], { type: 'application/json' }))
}

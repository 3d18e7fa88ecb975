import { type JobSearchParams, noSearch, parseJobSearchParams } from '#api/jobSearchParams'
import type { ShownPlace } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import { type SuggestionDocument } from '#indexer/suggestions'

/** A search with a name. */
export interface PopularRole {
  title: string
  /** As in the address of /jobs. */
  criteria: string
}

/** A row before it is known what a press on it finds. */
export type Candidate = Omit<SuggestionRow, 'count' | 'label'> & { text: string }

/** Each text once: what it files jobs under says more than the word. */
export function distinct(terms: readonly SuggestionDocument[]): Candidate[] {
  const filed = new Set(terms.filter(({ kind }) => kind === 'specialism' || kind === 'sector').map(({ key }) => key))
  return terms.filter(({ kind, key }) => !filed.has(key) || kind === 'specialism' || kind === 'sector').map(candidateOf)
}

function candidateOf({ kind, text }: SuggestionDocument): Candidate {
  if (kind === 'specialism') return { kind, text, params: { query: '', specialisms: [text] } }
  if (kind === 'sector') return { kind, text, params: { query: '', sectors: [text] } }
  return { kind, text, params: { query: text } }
}

export function roleOf({ title, criteria }: PopularRole): Candidate {
  const { query, ...rest } = parseJobSearchParams(criteria)
  const { page: _, pageSize: __, sort: ___, ...filters } = rest
  const chosen = Object.entries(filters).filter(
    ([name, value]) => String(value) !== String(noSearch[name as keyof JobSearchParams]),
  )
  return { kind: 'role', text: title, params: { query, ...Object.fromEntries(chosen) } }
}

/**
 * Jobs in a place.
 * @param what is sought there; empty for any job
 */
export function placeCandidate({ id, name, label }: ShownPlace, what: string): Candidate {
  const text = what === '' ? 'Jobs' : what
  return {
    kind: 'place',
    text: `${text[0]!.toUpperCase()}${text.slice(1)} in ${name}`,
    params: { query: what, location: label, place: id },
  }
}

import { type JobSearchParams, noSearch, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import { conditionsOf } from '#api/refinements'

/** What the visitor searched for, in this browser's own storage: it is never sent from there. */
const memory = 'longlist.recent'
const most = 8

/** Newest first, each as in the address of /jobs. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(memory) ?? '[]')
    return Array.isArray(kept) ? kept.filter(search => typeof search === 'string').slice(0, most) : []
  } catch {
    // Storage may be forbidden, or hold what is not ours.
    return []
  }
}

/** Keeps a search that the visitor has settled on; all jobs are none. */
export function rememberRecent(params: Partial<JobSearchParams>): void {
  const { page: _, pageSize: __, sort: ___, ...search } = { ...noSearch, ...params }
  const text = stringifyJobSearchParams(search)
  if (text === '') return
  try {
    localStorage.setItem(
      memory,
      JSON.stringify([text, ...recentSearches().filter(other => other !== text)].slice(0, most)),
    )
  } catch {
    // As above.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(memory)
  } catch {
    // As above.
  }
}

/** All that a search asks, so that no two have one name: `actuary in London, radius 50, or remote, Contract`. */
export function nameOfSearch(search: string): string {
  const params = parseJobSearchParams(search)
  const { query, location, radius, remote } = params
  return [
    [query || 'Jobs', location && `in ${location}`].filter(Boolean).join(' '),
    ...(location && radius !== noSearch.radius ? [`radius ${radius}`] : []),
    ...(remote ? ['or remote'] : []),
    ...conditionsOf(params).map(({ label }) => label),
  ].join(', ')
}

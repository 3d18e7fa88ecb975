import { type JobSearchParams, noSearch, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import { keptList } from './keptList.ts'

export interface SavedSearch {
  /** As in the address of /jobs, without paging. */
  search: string
  /** Epoch seconds. */
  at: number
}

export const savedSearches = keptList<SavedSearch>('longlist.searches', 50, parseSavedSearch)

export function parseSavedSearch(value: unknown): SavedSearch | null {
  if (typeof value !== 'object' || value === null) return null
  const { search, at } = value as Record<string, unknown>
  if (typeof search !== 'string' || search.length > 2_000) return null
  const text = searchText(parseJobSearchParams(search))
  return text === '' ? null : { search: text, at: typeof at === 'number' && at > 0 ? Math.floor(at) : 0 }
}

/** What makes two searches the same; empty for all jobs. */
export function searchText(params: Partial<JobSearchParams>): string {
  return stringifyJobSearchParams({
    ...params,
    page: noSearch.page,
    pageSize: noSearch.pageSize,
    sort: noSearch.sort,
  })
}

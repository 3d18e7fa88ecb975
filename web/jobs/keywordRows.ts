import { type JobSearchParams, noSearch, nothingAsked, parseJobSearchParams } from '#api/jobSearchParams'
import type { SiteApi } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import { formatCount } from '../ui/time.ts'
import { forgetRecent, nameOfSearch, recentSearches } from './recentSearches.ts'

/** A row under the keyword field: what to search for, or `act` for one that does something else. */
export interface KeywordRow {
  key: string
  label: SuggestionRow['label']
  /** Said after the label. */
  notes: string[]
  params: Partial<JobSearchParams>
  act?: () => void
}

const kindNotes: Partial<Record<SuggestionRow['kind'], string>> = {
  skill: 'Skill',
  specialism: 'Specialism',
  sector: 'Sector',
  company: 'Company',
  reference: 'Reference',
  role: 'Popular role',
}
/** Recent searches in an empty field, and among what is typed. */
const most = { recent: 5, among: 2 }

/**
 * What to propose for a text, in the search that it stands in: recent searches of this browser first. They are never a
 * part of what is asked.
 */
export async function keywordRows(
  text: string,
  current: JobSearchParams,
  api: Pick<SiteApi, 'suggest'>,
): Promise<KeywordRow[]> {
  const recent = recentRows(text)
  // The visitor's own searches need no connection.
  const isEmpty = !/[\p{L}\p{N}]/u.test(text)
  const found = await api.suggest(text, isEmpty ? noSearch : current).catch(() => [])
  // For no words popular roles are offered, counted on all jobs: what was searched for before is not a part of them.
  const rows = found.map(({ kind, label, detail, params: own, count }): KeywordRow => {
    const params = isEmpty ? { ...nothingAsked, ...own } : own
    const name = label.map(part => part.text).join('')
    const notes = [detail, kindNotes[kind], `${formatCount(count)} ${count === 1 ? 'job' : 'jobs'}`]
    return {
      key: `${kind} ${name} ${JSON.stringify(params)}`,
      label,
      notes: notes.filter(note => note !== undefined),
      params,
    }
  })
  return [...recent, ...rows]
}

function recentRows(text: string): KeywordRow[] {
  const asked = text.toLowerCase()
  const rows = recentSearches()
    .map(search => ({ search, name: nameOfSearch(search) }))
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${asked}`) && name.toLowerCase() !== asked)
    .slice(0, asked === '' ? most.recent : most.among)
    .map(({ search, name }): KeywordRow => {
      const { page: _, pageSize: __, sort: ___, ...params } = parseJobSearchParams(search)
      return { key: `recent ${search}`, label: [{ text: name, typed: false }], notes: ['Recent search'], params }
    })
  if (asked !== '' || rows.length === 0) return rows
  return [
    ...rows,
    {
      key: 'forget',
      label: [{ text: 'Clear recent searches', typed: false }],
      notes: ['Kept in this browser only'],
      params: {},
      act: forgetRecent,
    },
  ]
}

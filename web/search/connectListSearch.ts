import type { SearchParameters, SearchResults } from 'algoliasearch-helper'
import { contentCardAttributes, type EventHit, type PostHit } from '#indexer/contentDocuments'
import { type ListName, type ListParams, listPageSize, noList } from './lists.ts'
import { connectWholeSearch } from './wholeSearch.ts'

/**
 * A part of a list's page, which is one index to InstantSearch: the insights, the events to come, those that are over.
 */
export type ListPart = 'posts' | 'events' | 'past'

/** The parts of each list; the first is InstantSearch's main index. */
export const listParts = { posts: ['posts'], events: ['events', 'past'] } as const satisfies {
  [List in ListName]: readonly ListPart[]
}

/** How many are shown of a part that is not the one asked for. */
export const previewSize = 4

export type Highlighted = { _highlightResult?: { title?: { value: string } } }
export type ListResults<Hit = (PostHit | EventHit) & Highlighted> = SearchResults<Hit>

export interface ListGiven {
  part: ListPart
  /** Epoch seconds: what is over is decided by it, on both sides alike. */
  now: () => number
}

/**
 * A search of a list as InstantSearch's parameters: one request for the hits and, with a tag chosen, one for the other
 * tags' counts.
 */
export function toListParameters(
  base: SearchParameters,
  params: ListParams,
  { part, now }: ListGiven,
): SearchParameters {
  const list: ListName = part === 'posts' ? 'posts' : 'events'
  // Insights by relevance when there is something to be relevant to. Events always by their day: what is next is what
  // is asked for.
  const sort =
    part === 'posts' ? (params.query ? '' : 'published_at:desc') : part === 'past' ? 'starts_at:desc' : 'starts_at:asc'
  const asked = part === 'posts' || params.past === (part === 'past')
  return base.setQueryParameters({
    index: sort ? `${list}:${sort}` : list,
    query: params.query,
    page: asked ? params.page - 1 : 0,
    hitsPerPage: asked ? listPageSize : previewSize,
    filters: part === 'posts' ? undefined : `ends_at ${part === 'past' ? '<=' : '>'} ${now()}`,
    disjunctiveFacets: ['tags'],
    disjunctiveFacetsRefinements: params.tag ? { tags: [params.tag] } : {},
    attributesToRetrieve: [...contentCardAttributes[list]],
    attributesToHighlight: ['title'],
  })
}

/** The one connector of a list's page, in each of its parts. */
export const connectListSearch = connectWholeSearch<'listSearch', ListParams, ListResults, ListGiven>(
  'listSearch',
  noList,
  toListParameters,
)

/** How many of the part's own hits each tag has beside the text: the chosen tag does not narrow it. */
export function tagCounts(results: ListResults | null): Record<string, number> {
  return (results?.disjunctiveFacets.find(({ name }) => name === 'tags')?.data ?? {}) as Record<string, number>
}

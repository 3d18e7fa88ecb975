import { defaultPageSize, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { SearchAddress } from './urlBridge.ts'

/** The searchable lists of the CMS's content, by the index that holds each. */
export type ListName = 'posts' | 'events'

/** A search of the insights or of the events. */
export interface ListParams {
  query: string
  /** Slug of the chosen tag; empty is all. */
  tag: string
  /** Events that are over; insights have no such choice. */
  past: boolean
  /** 1-based. */
  page: number
}

export const noList: ListParams = { query: '', tag: '', past: false, page: 1 }

/** How many are on a page. */
export const listPageSize = defaultPageSize

const bases: Record<ListName, string> = { posts: '/blog', events: '/events' }

/** The list's own page, which is also its start without tag and text. */
export function listBase(list: ListName): string {
  return bases[list]
}

/**
 * The search at an address. Never throws: text and page are read as the job search reads its own (verbatim, capped,
 * clamped), and a tag is a slug or nothing. The tag of the path goes before one of the search string, which is the form
 * that a GET form can send.
 * @returns null where the address is not the list's
 */
export function parseList(
  list: ListName,
  { pathname, search }: { pathname: string; search: string },
): ListParams | null {
  const base = bases[list]
  const inPath = pathname.startsWith(`${base}/tag/`) ? pathname.slice(base.length + 5) : ''
  if (pathname !== base && !isSlug(inPath)) return null
  const { query, page } = parseJobSearchParams(search)
  const asked = new URLSearchParams(search)
  const tag = inPath || (asked.get('tag') ?? '')
  return { query, tag: isSlug(tag) ? tag : '', past: list === 'events' && asked.get('when') === 'past', page }
}

/** The one address of a search: `/blog?query=…&page=2`, `/events/tag/insurance?when=past`. Defaults are left out. */
export function listPath(list: ListName, params: Partial<ListParams>): string {
  const { query, tag, past, page } = { ...noList, ...params }
  const text = stringifyJobSearchParams({ query })
  const search = [text, past && list === 'events' ? 'when=past' : '', page > 1 ? `page=${page}` : '']
    .filter(Boolean)
    .join('&')
  return `${bases[list]}${tag ? `/tag/${tag}` : ''}${search ? `?${search}` : ''}`
}

/**
 * The addresses of one page of the list: with its tag, or without any. Another tag's page is another page.
 * @param tag of the page; empty is the list itself
 */
export function listAddress(list: ListName, tag: string): SearchAddress<ListParams> {
  return {
    read(location) {
      const params = parseList(list, location)
      return params?.tag === tag ? params : null
    },
    href: params => listPath(list, params),
  }
}

function isSlug(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

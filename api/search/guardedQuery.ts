import { limits } from '#api/jobSearchParams'
import { nearestSort, type SearchIndex, SearchRequestError } from '#api/search'
import {
  type ContentIndex,
  contentCardAttributes,
  contentFacets,
  contentIndexes,
  contentNumbers,
} from '#indexer/contentDocuments'
import { facetAttributes } from '#indexer/facets'
import { cardAttributes } from '#indexer/job'
import { plainNames } from '#indexer/plainNames'
import type { Site } from '#indexer/site'
import { isAbbreviation } from '#indexer/synonyms'
import {
  allOf,
  conditionsOf,
  type FilterNode,
  attributesOf as filteredAttributes,
  jobKindOf,
  type KindOf,
  parseFilter,
} from './filter.ts'

/** What a visitor may ask of an index. */
interface IndexRules {
  /** Returned at most; the first is the primary key. */
  attributes: readonly string[]
  facets: readonly string[]
  kindOf: KindOf
  isSort: (order: string) => boolean
  /** As a refusal names them. */
  sorts: readonly string[]
  /** The one attribute that is highlighted. */
  title: 'title' | 'name'
}

const contentRules = (index: ContentIndex, title: IndexRules['title']): IndexRules => {
  const facets: readonly string[] = contentFacets[index]
  const numbers: readonly string[] = contentNumbers[index]
  const sorts = numbers.flatMap(name => [`${name}:asc`, `${name}:desc`])
  return {
    attributes: contentCardAttributes[index],
    facets,
    kindOf: attribute => (facets.includes(attribute) ? 'text' : numbers.includes(attribute) ? 'number' : undefined),
    isSort: order => sorts.includes(order),
    sorts,
    title,
  }
}

/** The indexes that visitors may search, whatever they are called on the engine. */
const rules: Record<SearchIndex, IndexRules> = {
  jobs: {
    attributes: cardAttributes,
    facets: facetAttributes,
    kindOf: jobKindOf,
    isSort: order => /^(published_at:(asc|desc)|salary(Year|Day)\.[A-Z]{3}:desc|near:asc)$/.test(order),
    sorts: ['published_at:desc', 'published_at:asc', 'salaryYear.GBP:desc', 'salaryDay.GBP:desc', nearestSort],
    title: 'title',
  },
  posts: contentRules('posts', 'title'),
  events: contentRules('events', 'title'),
  specialisms: contentRules('specialisms', 'name'),
  people: contentRules('people', 'name'),
}

/** Whether an index is made from the CMS: small, without an end of its own, and possibly not there yet. */
export function isContent(index: SearchIndex): index is ContentIndex {
  return (contentIndexes as readonly string[]).includes(index)
}

/** What of an index a visitor's filter may name. */
export function mayFilter(index: SearchIndex, attribute: string): boolean {
  return rules[index].kindOf(attribute) !== undefined
}

/** Queries in one request: a page asks one, and one for each facet that has a refinement. */
export const maxQueries = 10
/**
 * Values of one facet in an answer, those with the most jobs: a list longer than this is of no use and no small size.
 */
export const maxFacetValues = 1_000
const defaultHitsPerPage = 20
const maxSorts = 3

/**
 * A visitor's query after the rules: nothing in it is the visitor's to choose beyond them, and equal questions are
 * equal texts.
 */
export interface GuardedQuery {
  index: SearchIndex
  q: string
  /** Texts of `q` that are not to be understood as filters (`plainFilter`); `*` for all. */
  plain: string[]
  filter: FilterNode | null
  facets: string[]
  /** The engine's sorts; nearest-first is `nearest`. */
  sort: string[]
  nearest: boolean
  page: number
  hitsPerPage: number
  attributes: string[]
  /** Tags around the words found in the title (`attribute`); null when not asked for. */
  highlight: { attribute: string; before: string; after: string } | null
}

/**
 * Parses the body of `POST /search/multi-search`.
 * @throws SearchRequestError naming the field
 */
export function guardQueries(body: unknown, site: Site): GuardedQuery[] {
  const queries = isObject(body) ? body.queries : undefined
  if (!Array.isArray(queries)) throw new SearchRequestError('queries', 'The body must be {"queries": […]}.')
  if (queries.length > maxQueries)
    throw new SearchRequestError('queries', `A request holds at most ${maxQueries} queries.`)
  return queries.map((query: unknown, i) => {
    try {
      return guardQuery(query, site)
    } catch (error) {
      if (error instanceof SearchRequestError)
        throw new SearchRequestError(`queries[${i}].${error.field}`, error.message)
      throw error
    }
  })
}

/**
 * One query in Meilisearch's shape, checked. What a visitor may not ask is refused, what is too much is cut down, what
 * is unknown is ignored.
 * @throws SearchRequestError
 */
export function guardQuery(query: unknown, site: Site): GuardedQuery {
  if (!isObject(query)) throw new SearchRequestError('', 'A query must be an object.')
  const { indexUid } = query
  if (typeof indexUid !== 'string' || !Object.hasOwn(rules, indexUid))
    throw new SearchRequestError('indexUid', `The indexes to search are: ${Object.keys(rules).join(', ')}.`)
  const index = indexUid as SearchIndex
  const { attributes: allowed, facets, kindOf, title } = rules[index]
  const sort = sortsOf(query.sort, rules[index])
  const attributes = attributesOf(query.attributesToRetrieve, allowed)
  return {
    index,
    q: wordsOf(query.q),
    ...splitPlain(parseFilter(query.filter, site.unit, kindOf)),
    facets: facetsOf(query.facets, facets),
    sort: sort.filter(order => order !== nearestSort),
    nearest: sort.includes(nearestSort),
    ...pageOf(query),
    attributes,
    highlight: attributes.includes(title) ? highlightOf(query, title) : null,
  }
}

/** `plain` is no filter of the engine's: it stands beside the others, and nowhere else. */
function splitPlain(filter: FilterNode | null): { plain: string[]; filter: FilterNode | null } {
  if (!filteredAttributes(filter).includes('plain')) return { plain: [], filter }
  const conditions = conditionsOf(filter)
  const plain: string[] = []
  const others = conditions.filter(condition => {
    if (condition.kind === 'in' && condition.attribute === 'plain') plain.push(...condition.values)
    else if (condition.kind === 'compare' && condition.attribute === 'plain' && condition.operator === '=')
      plain.push(condition.value)
    else return true
    return false
  })
  const rest = allOf(others)
  if (filteredAttributes(rest).includes('plain'))
    throw new SearchRequestError('filter', 'plain stands alone or under an AND, with = or IN.')
  return { plain: plain.sort(), filter: rest }
}

function wordsOf(q: unknown): string {
  if (q === undefined || q === null) return ''
  if (typeof q !== 'string') throw new SearchRequestError('q', 'q must be a string.')
  return q.slice(0, limits.text).toWellFormed().trim()
}

export interface Words {
  /** The text for the engine. */
  strict: string
  /** What to search for where the strict text finds nothing; null where there is nothing else to try. */
  loose: string | null
}

/**
 * The words to search for; null when the text has none: the engine takes a text without words for no text, and would
 * answer with every job. Letters and digits make words; names that signs are a part of are plain words by then
 * (plainEngine.ts). A dash before a word excludes nothing: people write `Assistant -Property`.
 *
 * A word of letters and digits is put in quotes, which is the engine's way to say "not another": `IFRS17` is never
 * IFRS16 (the index's `disableOnNumbers` is for digits alone). Words of less than five characters have no typos anyway,
 * and so keep their synonyms (`k8s`). Where no advert writes it so, its parts are searched for: `Java17` finds `Java
 * 17`, and the beginning of a code what begins so.
 */
export function searchableWords(q: string): Words | null {
  if (q === '') return { strict: '', loose: null }
  // The engine drops the Arabic tatweel, which Unicode calls a letter.
  const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text.normalize('NFKD').replace(/\u0640/g, ''))
  if (!hasWord(q)) return null
  const text = wholeAbbreviation(q.replace(/(^|\s)-+/g, '$1'))
  if (text.includes('"')) return { strict: text, loose: null }
  const withCodes = (write: (code: string) => string) =>
    text.replace(/(?<=^|\s)[\p{L}\p{N}]{5,}(?=\s|$)/gu, word =>
      /\p{L}/u.test(word) && /\p{N}/u.test(word) ? write(word) : word,
    )
  const strict = withCodes(code => `"${code}"`)
  return {
    strict,
    loose: strict === text ? null : withCodes(code => code.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')),
  }
}

/**
 * The engine takes the last word for the beginning of one unless a space follows it. An abbreviation and a word of two
 * letters are whole as they stand: `BA` is not `Bank`, and `IT` no `item`.
 */
function wholeAbbreviation(q: string): string {
  const last = q.split(/[\s&]/).at(-1)!
  // `C+B` ends in one of a letter; the sign of `C++` is none.
  const end = plainNames(last).split(/[+#]/).at(-1)!
  return last.length <= 2 || end.length <= 2 || isAbbreviation(last) ? `${q} ` : q
}

function facetsOf(facets: unknown, allowed: readonly string[]): string[] {
  if (facets === undefined || facets === null) return []
  if (!Array.isArray(facets)) throw new SearchRequestError('facets', 'facets must be an array of attribute names.')
  const unknown = facets.find(facet => !allowed.includes(facet))
  if (unknown !== undefined)
    throw new SearchRequestError(
      'facets',
      `"${String(unknown).slice(0, 60)}" is not a facet. There are: ${allowed.join(', ')}.`,
    )
  return allowed.filter(attribute => facets.includes(attribute))
}

function sortsOf(sort: unknown, { isSort, sorts }: IndexRules): string[] {
  if (sort === undefined || sort === null) return []
  if (!Array.isArray(sort) || sort.length > maxSorts)
    throw new SearchRequestError('sort', `sort must be an array of at most ${maxSorts} orders.`)
  for (const order of sort)
    if (typeof order !== 'string' || !isSort(order))
      throw new SearchRequestError(
        'sort',
        `"${String(order).slice(0, 60)}" is not an order. There are: ${sorts.join(', ')}.`,
      )
  return [...new Set(sort as string[])]
}

/**
 * Always pages, because only they have exact totals; `limit` and `offset` become the page that starts at or before the
 * offset.
 */
function pageOf(query: Record<string, unknown>): { page: number; hitsPerPage: number } {
  const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.trunc(value)))
  const number = (field: string, fallback: number) => {
    const value = query[field]
    if (value === undefined || value === null) return fallback
    if (typeof value !== 'number' || Number.isNaN(value))
      throw new SearchRequestError(field, `${field} must be a number.`)
    return value
  }
  const page = number('page', 1)
  const hitsPerPage = clamp(number('hitsPerPage', number('limit', defaultHitsPerPage)), 0, limits.hitsPerPage)
  const offset = number('offset', 0)
  const paged = query.page !== undefined || query.hitsPerPage !== undefined
  return { page: clamp(paged || hitsPerPage === 0 ? page : offset / hitsPerPage + 1, 1, limits.page), hitsPerPage }
}

function attributesOf(attributes: unknown, allowed: readonly string[]): string[] {
  if (!Array.isArray(attributes) || attributes.includes('*')) return [...allowed]
  return allowed.filter(name => name === 'id' || attributes.includes(name))
}

function highlightOf(query: Record<string, unknown>, title: string): GuardedQuery['highlight'] {
  const asked = query.attributesToHighlight
  if (!Array.isArray(asked) || !(asked.includes('*') || asked.includes(title))) return null
  const tag = (value: unknown, fallback: string) =>
    typeof value === 'string' && value.length <= 50 ? value.toWellFormed() : fallback
  return { attribute: title, before: tag(query.highlightPreTag, '<em>'), after: tag(query.highlightPostTag, '</em>') }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { type FacetParam, facets, forFacets, type ListFacet } from '#indexer/facets'
import { parsePay } from '#indexer/salaryBands'
import { defaultRadius, radiusChoices } from '#indexer/site'
import { slugify } from '#indexer/slugs'
import { specialisms } from '#indexer/specialisms'
import { cutText } from '#indexer/text'

/**
 * The one description of a job search. The URL of `/jobs`, the sidebar, RSS, similar jobs and counts all build it. Each
 * facet has the chosen values, named as the documents carry them.
 */
export interface JobSearchParams extends Record<ListFacet, string[]> {
  query: string
  /** What the visitor typed as a place; resolved on the server. */
  location: string
  /**
   * A place chosen from suggestions (`PlaceDocument.id`), which settles what `location` means; empty when only typed.
   */
  place: string
  /** In the site's unit; one of the choices. Only meant where a place is set. */
  radius: number
  /** "Near or remote": with a place set, also jobs that may be done remotely from its country. */
  remote: boolean
  /** At least, or at most, so much pay (`formatPay`); empty for any. */
  pay: string
  /** With `pay`: also adverts that state none. */
  payUnstated: boolean
  /**
   * Texts of the query that are words and no filters, although they could be understood as one: the visitor took that
   * back.
   */
  plain: string[]
  /** Published within so many days; 0 is any time. */
  posted: number
  sort: JobSort
  /** 1-based. */
  page: number
  pageSize: number
}

export const jobSorts = ['relevance', 'newest', 'nearest', 'salary'] as const
export type JobSort = (typeof jobSorts)[number]
export const postedChoices = [1, 3, 7, 14, 30] as const
export const pageSizes = [5, 10, 20, 50] as const
export const defaultPageSize = 5

/**
 * Caps: longer text is cut, more values are dropped. No input makes the parser throw, and none that it reads makes a
 * filter that the guard refuses (api/search/filter.ts): `all` lists together.
 */
export const limits = {
  text: 200,
  values: 30,
  all: { values: 80, characters: 2_500 },
  page: 2_000,
  hitsPerPage: 50,
} as const

export const noSearch: JobSearchParams = {
  query: '',
  location: '',
  place: '',
  radius: defaultRadius,
  remote: false,
  ...forFacets((): string[] => []),
  pay: '',
  payUnstated: false,
  plain: [],
  posted: 0,
  sort: 'relevance',
  page: 1,
  pageSize: defaultPageSize,
}

const { page: _, pageSize: __, sort: ___, ...nothing } = noSearch
/** Of a search that replaces another: how that one was listed stays. */
export const nothingAsked = nothing

type ListName = FacetParam | 'plain'
/** The list parameters by their names in a URL, in the order they are written. */
const lists = Object.fromEntries([
  ...facets.map(({ param, attribute, values }) => [param, { key: attribute, names: values as readonly string[] }]),
  ['plain', { key: 'plain', names: [] }],
]) as Record<ListName, { key: ListFacet | 'plain'; names: readonly string[] }>

/** Facet value -> the form it has in a URL: the slug of a known name, any other value verbatim. */
export function toUrlValue(list: ListName, value: string): string {
  return lists[list].names.includes(value) ? slugOf(list, value) : value
}

/** In any letters: the engine, too, takes `BANKING` for `Banking`. */
function fromUrlValue(list: ListName, value: string): string {
  const said = value.toLowerCase()
  return lists[list].names.find(name => slugOf(list, name) === said || name.toLowerCase() === said) ?? value
}

function slugOf(list: ListName, name: string): string {
  if (list === 'specialism') return specialisms.find(specialism => specialism.name === name)?.slug ?? slugify(name)
  return slugify(name)
}

/**
 * Reads a URL's query string. Never throws: unknown names are ignored, numbers are clamped, text is kept verbatim (`+`
 * in a hand-typed `c++` included).
 * @param search with or without the leading `?`
 */
export function parseJobSearchParams(search: string): JobSearchParams {
  const pairs = parsePairs(search)
  const text = (name: string) => cutText(clean(pairs.find(([key]) => key === name)?.[1] ?? ''), limits.text)
  const integer = (name: string) => {
    const value = pairs.find(([key]) => key === name)?.[1]?.trim() ?? ''
    return /^[+-]?\d+(\.\d+)?(e\d+)?$/i.test(value) ? Math.trunc(Number(value)) : Number.NaN
  }
  let { values: valuesLeft, characters: charactersLeft } = limits.all as Record<keyof typeof limits.all, number>
  const list = (name: ListName) => {
    const values = pairs
      .filter(([key]) => key === name)
      .map(([, value]) => fromUrlValue(name, cutText(clean(value), limits.text)))
    return [...new Set(values.filter(value => value !== ''))].slice(0, limits.values).filter(({ length }) => {
      if (valuesLeft < 1 || charactersLeft < length) return false
      valuesLeft--
      charactersLeft -= length
      return true
    })
  }
  const sort = text('sort') as JobSort
  const page = integer('page')
  const pageSize = integer('size')
  const posted = integer('posted')
  const radius = integer('radius')
  const { location, remoteOnly } = readLocation(text('location'))
  const place = location === '' ? '' : text('place').replace(/[^\w-]/g, '')
  const chosen = forFacets(({ param }) => list(param))
  const query = text('query')
  const pay = parsePay(text('pay')) ? text('pay') : payTyped(text('payFrom'), text('payUnit'))
  return {
    query,
    location,
    place,
    radius: (radiusChoices as readonly number[]).includes(radius) ? radius : nearestRadius(radius),
    remote: ['1', 'true', 'on'].includes(text('remote')) && location !== '',
    ...chosen,
    ...(remoteOnly && {
      workingEnvironment: [...new Set(['Remote', ...chosen.workingEnvironment])].slice(0, limits.values),
    }),
    pay,
    payUnstated: pay !== '' && ['1', 'true', 'on'].includes(text('unstated')),
    plain: query === '' ? [] : list('plain'),
    posted: (postedChoices as readonly number[]).includes(posted) ? posted : 0,
    sort: jobSorts.includes(sort) && !(sort === 'nearest' && location === '') ? sort : 'relevance',
    page: Number.isNaN(page) ? 1 : Math.min(limits.page, Math.max(1, page)),
    pageSize: (pageSizes as readonly number[]).includes(pageSize) ? pageSize : defaultPageSize,
  }
}

/** Pay as the form sends it without script: an amount as people write it, and `GBP-year`. */
export function payTyped(amount: string, unit: string): string {
  const [, figures, thousand] =
    /^[^\d]{0,3}(\d{1,3}(?:[.,\s]\d{3})+|\d{1,8})(?:[.,]\d{1,2})?\s?(k)?\b/i.exec(amount) ?? []
  if (figures === undefined) return ''
  const pay = `${unit}-${Number(figures.replace(/\D/g, '')) * (thousand ? 1_000 : 1)}`
  return parsePay(pay) ? pay : ''
}

/** What a visitor writes for a place that is none: `remote` is a condition, `anywhere` is no place at all. */
function readLocation(location: string): { location: string; remoteOnly: boolean } {
  const said = location.toLowerCase().replace(/[\s-]+/g, ' ')
  if (
    /^(?:fully )?remote(?: (?:only|work(?:ing)?|jobs?))?$|^(?:(?:at |from )?home|work from home|working from home|wfh|home ?based|home ?office|von zu ?hause)$/.test(
      said,
    )
  )
    return { location: '', remoteOnly: true }
  return {
    location:
      /^(?:anywhere|everywhere|any|all|any ?where|worldwide|any location|all locations|uberall|überall|egal)$/.test(
        said,
      )
        ? ''
        : location,
    remoteOnly: false,
  }
}

/**
 * Writes a search as a query string without `?`: defaults left out, one order, so that one search has one URL. A space
 * is `%20` and a plus `%2B`.
 */
export function stringifyJobSearchParams(params: Partial<JobSearchParams>): string {
  const full = { ...noSearch, ...params }
  const pairs: [string, string][] = []
  if (full.query) pairs.push(['query', full.query])
  if (full.location) {
    pairs.push(['location', full.location])
    if (full.place) pairs.push(['place', full.place])
    if (full.radius !== noSearch.radius) pairs.push(['radius', String(full.radius)])
    if (full.remote) pairs.push(['remote', '1'])
  }
  for (const [name, { key }] of Object.entries(lists) as [ListName, (typeof lists)[ListName]][]) {
    for (const value of full[key]) pairs.push([name, toUrlValue(name, value)])
  }
  if (full.pay) pairs.push(['pay', full.pay])
  if (full.pay && full.payUnstated) pairs.push(['unstated', '1'])
  if (full.posted) pairs.push(['posted', String(full.posted)])
  if (full.sort !== 'relevance') pairs.push(['sort', full.sort])
  if (full.pageSize !== defaultPageSize) pairs.push(['size', String(full.pageSize)])
  if (full.page > 1) pairs.push(['page', String(full.page)])
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
}

/** `/jobs?…` of a search. */
export function jobsPath(params: Partial<JobSearchParams>): string {
  const search = stringifyJobSearchParams(params)
  return search ? `/jobs?${search}` : '/jobs'
}

function parsePairs(search: string): [string, string][] {
  return search
    .replace(/^\?/, '')
    .split('&')
    .slice(0, 500)
    .filter(part => part !== '')
    .map(part => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
}

/**
 * A form writes a space as `+` and a plus as `%2B`; a person types `c++`: two pluses that end a word after a letter are
 * what was typed.
 */
function decode(part: string): string {
  const spaced = part.replace(/([a-z])\+\+(?=\+|$)/gi, '$1%2B%2B').replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/**
 * Control characters and lone surrogates would break the engine's JSON or a header; nothing a person types holds them.
 */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffd]/gu, ' ')
    .trim()
}

function nearestRadius(radius: number): number {
  if (Number.isNaN(radius) || radius <= 0) return defaultRadius
  return radiusChoices.reduce<number>(
    (best, choice) => (Math.abs(choice - radius) < Math.abs(best - radius) ? choice : best),
    radiusChoices[0],
  )
}

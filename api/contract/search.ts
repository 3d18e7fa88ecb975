import type { EventHit, PersonHit, PostHit, SpecialismHit } from '#indexer/contentDocuments'
import type { FacetParam } from '#indexer/facets'
import type { JobCard, JobOnPage } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import type { AlertsPage } from './alerts.ts'
import type { ApplicationPage } from './applications.ts'
import type { FormDefinition } from './forms.ts'
import type { JobSearchParams } from './jobSearchParams.ts'
import type { SuggestionRow } from './suggestions.ts'

/**
 * `near` is the one attribute of a search filter that is not the engine's: `near = "<placeId>@<radius><unit>"`, for
 * example `near = "2643743@20mi"`. The guard turns it into the cells inside the circle, or into the area's code when
 * the place is an area (the radius is then not used).
 */
export function nearFilter(placeId: string, radius: number, unit: 'mi' | 'km'): string {
  return `near = ${quote(`${placeId}@${radius}${unit}`)}`
}

/**
 * `plain` is ours too: `plain IN ["reading"]` says which texts of `q` are words although they could be understood as a
 * filter, `plain = "*"` that none is to be understood and no word left out, `plain = "!"` that no word is left out: a
 * saved search finds what it names and nothing else. It stands alone or under an AND.
 */
export const plainMarks = { all: '*', whole: '!' } as const
export function plainFilter(texts: readonly string[]): string {
  return `plain IN [${texts.map(quote).join(', ')}]`
}

/** A value in the engine's filter language. */
export function quote(value: string): string {
  return `"${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`
}

/**
 * Index name (with instant-meilisearch's sort suffix) of each order. `nearest` needs a `near` filter beside it and is
 * made by the API.
 */
export const nearestSort = 'near:asc'

/**
 * One query of `POST /search/multi-search`: the part of Meilisearch's shape that a visitor may use. Anything else in a
 * query is ignored. `indexUid` is one of the `SearchIndex`es; contentDocuments.ts says what each of the CMS's may be
 * asked.
 */
export interface SearchQuery<Index extends string = string> {
  indexUid: Index
  q?: string
  filter?: string | (string | string[])[]
  facets?: string[]
  sort?: string[]
  page?: number
  hitsPerPage?: number
  limit?: number
  offset?: number
  attributesToRetrieve?: string[]
  attributesToHighlight?: string[]
  attributesToCrop?: string[]
  highlightPreTag?: string
  highlightPostTag?: string
}

/** A part of a query's words that is a filter. */
export interface Understood {
  kind: 'place' | 'pay' | 'posted' | FacetParam
  /** As typed: what `plain` takes back. */
  text: string
  /** `Near Leeds`, `Contract`, `From £50,000 a year` */
  label: string
  /** What the form would have to hold to say the same. */
  params: Partial<JobSearchParams>
}

/** How the words of a search of jobs were read. */
export interface Reading {
  /** What is a filter. */
  understood: Understood[]
  /** What could be one and would find nothing. */
  offered: Understood[]
  /** Words and filters that were left out, as typed, because too little holds them all. */
  leftOut: string[]
  /** With `leftOut`: so many hits hold everything; they come first. */
  whole: number
  /** Words that no job holds, and the near ones that are asked for instead. */
  respelt: Respelt[]
}

export interface Respelt {
  typed: string
  meant: string
}

/** A card as a list search returns it. */
export type JobHit = JobCard & {
  /** The title with the searched words between the highlight tags. */
  _formatted?: { title?: string }
  /**
   * Distance to the nearest of the job's places in the site's unit, one decimal; null for a job without a place. Only
   * with a `near` filter on a point.
   */
  _distance?: number | null
}

/** The indexes that visitors may search, with what a search of each returns. */
export interface HitOf {
  jobs: JobHit
  posts: PostHit & { _formatted?: { title?: string } }
  events: EventHit & { _formatted?: { title?: string } }
  specialisms: SpecialismHit & { _formatted?: { name?: string } }
  people: PersonHit & { _formatted?: { name?: string } }
}
export type SearchIndex = keyof HitOf

/** Meilisearch's answer to one query, with page-mode totals. */
export interface SearchResult<Hit = JobHit> {
  indexUid: string
  hits: Hit[]
  query: string
  processingTimeMs: number
  page: number
  hitsPerPage: number
  totalHits: number
  totalPages: number
  facetDistribution?: Record<string, Record<string, number>>
  facetStats?: Record<string, { min: number; max: number }>
  /** Of the jobs, where the query has words. */
  reading?: Reading
}

/**
 * The queries of one request. A literal `indexUid` gives its result its hits; where an index is only known as text, it
 * is the jobs'.
 */
export type SearchQueries = readonly SearchQuery<SearchIndex | (string & {})>[]
export type SearchResults<Queries extends SearchQueries> = {
  -readonly [N in keyof Queries]: SearchResult<
    Queries[N]['indexUid'] extends SearchIndex ? HitOf[Queries[N]['indexUid']] : JobHit
  >
}

/**
 * A place as pages use it: without what only finding it takes. The name and label of a postcode's place are the
 * postcode as it was typed.
 */
export type ShownPlace = Omit<PlaceDocument, 'aliases' | 'areas' | 'rank' | 'population'>

/**
 * What a typed place turned out to be. `unknown` is said so, with suggestions; it is never "nowhere" and never
 * "everywhere".
 */
export type PlaceResolution =
  | { status: 'none' }
  | { status: 'found'; place: ShownPlace }
  | { status: 'unknown'; text: string; suggestions: ShownPlace[] }

/** A job page's answer. */
export type JobAnswer =
  | { status: 'live'; job: JobOnPage; similar: JobCard[] }
  /** An old slug of a job, or another spelling: lead there. */
  | { status: 'moved'; slug: string }
  /** Expired or withdrawn: 410. */
  | { status: 'gone'; title: string; specialisms: string[]; location: string; similar: JobCard[] }
  | { status: 'unknown' }

/**
 * What the site's pages ask the API. The server calls it in process, the browser over HTTP (`POST
 * /search/multi-search`, `GET /places`, `GET /places/resolve`, `GET /suggest`, `GET /jobs/{slug}.json`); both answer
 * alike. Throws `SearchUnavailable` when the engine is down.
 */
export interface SiteApi {
  multiSearch<Queries extends SearchQueries | []>(queries: Queries): Promise<SearchResults<Queries>>
  suggestPlaces(text: string): Promise<ShownPlace[]>
  /**
   * Rows for a text in the keyword field, in the search that it stands in; for an empty text the popular roles, in a
   * search of their own.
   */
  suggest(text: string, current: JobSearchParams): Promise<SuggestionRow[]>
  resolvePlace(params: Pick<JobSearchParams, 'location' | 'place'>): Promise<PlaceResolution>
  job(slug: string): Promise<JobAnswer>
  /**
   * A form of the CMS, by its id or its use in the site settings (`register`, `contactUs.en`); null when there is none.
   */
  form(formId: string): Promise<FormDefinition | null>
  /** What a signed link of an alert's mail shows. */
  alertsPage(token: string): Promise<AlertsPage>
  /** What the signed link of an acknowledgement shows. */
  applicationPage(token: string): Promise<ApplicationPage>
}

/** The engine cannot be reached or is too busy: 503 with `retry-after`, never an empty list. */
export class SearchUnavailable extends Error {
  override name = 'SearchUnavailable'
}

/**
 * A search that may not be made or makes no sense: 400 `{error, field}`. The message says what is wrong; `field` is the
 * query's field.
 */
export class SearchRequestError extends Error {
  override name = 'SearchRequestError'
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

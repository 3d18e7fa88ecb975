import { limits } from '#api/jobSearchParams'
import { type Reading, type SearchIndex, SearchRequestError, type SearchResult, SearchUnavailable } from '#api/search'
import { publishedPosts } from '#indexer/contentDocuments'
import { facetAttributes } from '#indexer/facets'
import { cellRanges, kmPerMile, nearestKm, type Point, shownDistance } from '#indexer/geo'
import { type IndexNames } from '#indexer/indexNames'
import { liveJobs } from '#indexer/liveJobs'
import type { PlaceDocument } from '#indexer/place'
import type { Site } from '#indexer/site'
import { type EngineQuery, EngineRefusal, type EngineResult, type SearchEngine, unavailable } from './engine.ts'
import { type FilterNode, formatFilter, type Near, nearsOf, replaceNear, settle } from './filter.ts'
import { type GuardedQuery, isContent, maxFacetValues, mayFilter, searchableWords } from './guardedQuery.ts'
import { type Circle, nearestPage } from './nearest.ts'
import { type Places } from './places.ts'
import { inWorth, payWishOf, type Ranking, rankedHits } from './ranking.ts'
import { enough } from './readings.ts'

/** A query with what the page is told of how its words were read. */
export interface Asked extends GuardedQuery {
  /** The text as the visitor typed it; `q` is what is asked for of it. */
  typed: string
  reading: Reading | null
  /** What holds all the words, where that is little: its hits come first. */
  before?: GuardedQuery
}

type PlaceCircle = Circle & { centre: PlaceDocument }

/** A guarded query as the engine is to be asked. */
interface Prepared {
  guarded: GuardedQuery
  query: EngineQuery & { filter: string[] }
  /** Where distances are measured from; null without a `near` on a point. */
  circle: PlaceCircle | null
  /** Asked for where the query finds nothing (searchableWords). */
  looseWords: string | null
  /** What orders hits that the engine ranks alike; null behind the first hits, and where the visitor chose an order. */
  ranking: Ranking | null
  /** Gives it up. */
  signal: AbortSignal | undefined
}

/** As far as the hits of a widened search can be paged. */
const deepest = 1_000

/** Asks the engine what guarded queries ask. */
export class Runner {
  readonly #engine: SearchEngine
  readonly #names: IndexNames
  readonly #places: Places
  readonly #site: Site

  constructor(engine: SearchEngine, names: IndexNames, places: Places, site: Site) {
    this.#engine = engine
    this.#names = names
    this.#places = places
    this.#site = site
  }

  /** One promise a query; the queries that need no more than one question share one request. */
  run(queries: Asked[], now: number, signal?: AbortSignal): Promise<SearchResult<Record<string, unknown>>>[] {
    const prepared = queries.map(query => this.#prepare(query, now, signal))
    const shared = this.#askTogether(
      prepared.filter((_, i) => !isTwofold(queries[i]!)),
      signal,
    )
    // Each of them awaits it.
    shared.catch(() => {})
    return prepared.map(async (preparing, i) => {
      const ready = await preparing
      const { reading, before } = queries[i]!
      if (ready === null) return shape(queries[i]!, null, null, this.#site, reading)
      const { guarded, circle } = ready
      if (isTwofold(queries[i]!)) {
        const result = await this.#wholeFirst(before!, guarded, now, signal)
        if (result) {
          const shaped = shape(queries[i]!, result, circle?.centre ?? null, this.#site, reading)
          return { ...shaped, totalPages: Math.min(shaped.totalPages, Math.ceil(deepest / guarded.hitsPerPage)) }
        }
      }
      let result = isPlain(ready) ? ((await shared).get(ready) ?? (await this.#ask(ready))) : await this.#answer(ready)
      if (result?.totalHits === 0 && ready.looseWords)
        result = await this.#answer({ ...ready, query: { ...ready.query, q: ready.looseWords } })
      return shape(queries[i]!, result, circle?.centre ?? null, this.#site, reading)
    })
  }

  #answer(ready: Prepared): Promise<EngineResult | null> {
    return isNearest(ready) ? this.#nearest(ready) : ready.ranking ? this.#ranked(ready) : this.#ask(ready)
  }

  /**
   * The few hits that hold all the words, then the others of the wider search; null where nothing can hold all of them.
   */
  async #wholeFirst(
    whole: GuardedQuery,
    wide: GuardedQuery,
    now: number,
    signal: AbortSignal | undefined,
  ): Promise<EngineResult | null> {
    const { page, hitsPerPage } = wide
    const end = Math.min(page * hitsPerPage, deepest)
    const from = async (query: GuardedQuery, last: number) => {
      const ready = await this.#prepare({ ...query, page: 1, hitsPerPage: last }, now, signal)
      if (!ready) return null
      // `id` is what tells the same job in both.
      const attributesToRetrieve = [...new Set([...(ready.query.attributesToRetrieve ?? []), 'id'])]
      return () => this.#answer({ ...ready, query: { ...ready.query, attributesToRetrieve } })
    }
    const askWhole = await from(whole, enough)
    if (!askWhole) return null
    const askWide = await from(wide, end)
    const [first, others] = await Promise.all([askWhole(), askWide?.() ?? null])
    if (!others) return first
    const ids = new Set((first?.hits ?? []).map(hit => hit.id))
    const hits = [...(first?.hits ?? []), ...others.hits.filter(hit => !ids.has(hit.id))].slice(
      (page - 1) * hitsPerPage,
      end,
    )
    return { ...others, hits }
  }

  /**
   * A page among the first hits, which are in the order of worth: what the engine ranks alike is ordered by how near it
   * is, or how close its pay comes (ranking.ts). They are the same hits whatever the page and its size, so pages never
   * lose or repeat a job.
   */
  async #ranked({ guarded, query, ranking, signal }: Prepared): Promise<EngineResult | null> {
    const from = (guarded.page - 1) * guarded.hitsPerPage
    const to = from + guarded.hitsPerPage
    const answer = await this.#ask({
      guarded,
      signal,
      query: { ...query, page: 1, hitsPerPage: Math.max(rankedHits, to), showRankingScore: true },
    })
    if (!answer) return null
    const best = inWorth(answer.hits.slice(0, rankedHits), ranking!)
    return { ...answer, hits: [...best, ...answer.hits.slice(rankedHits)].slice(from, to) }
  }

  /** The query as the engine is sent it. */
  async sent(guarded: GuardedQuery, now: number): Promise<EngineQuery | null> {
    return (await this.#prepare(guarded, now))?.query ?? null
  }

  /** Null for a query that nothing can match. */
  async #prepare(guarded: GuardedQuery, now: number, signal?: AbortSignal): Promise<Prepared | null> {
    const words = searchableWords(guarded.q)
    const { filter, circle } = await this.#locate(guarded.filter)
    if (words === null) return null
    const { index, facets, sort, page, hitsPerPage, highlight } = guarded
    // The distance of a card is measured from its cells.
    const attributes =
      circle && !guarded.attributes.includes('cells') ? [...guarded.attributes, 'cells'] : guarded.attributes
    const live = index === 'jobs' ? [liveJobs(now)] : index === 'posts' ? [publishedPosts(now)] : []
    const query: Prepared['query'] = {
      indexUid: this.#names[index],
      q: words.strict,
      // Every word: with the default strategy a total would count jobs that hold only the first.
      matchingStrategy: 'all',
      filter: [...(filter ? [formatFilter(filter)] : []), ...live],
      page,
      hitsPerPage,
      attributesToRetrieve: attributes,
    }
    if (facets.length > 0) query.facets = facets
    if (sort.length > 0) query.sort = sort
    if (highlight && words.strict !== '') {
      query.attributesToHighlight = [highlight.attribute]
      query.highlightPreTag = highlight.before
      query.highlightPostTag = highlight.after
    }
    circle?.filterInside?.push(...live)
    const wish = payWishOf(guarded.filter)
    const isOrdered =
      sort.length > 0 ||
      guarded.nearest ||
      index !== 'jobs' ||
      hitsPerPage === 0 ||
      (page - 1) * hitsPerPage >= rankedHits
    const ranking = isOrdered || (!circle && !wish) ? null : { centre: circle?.centre ?? null, wish }
    if (ranking?.wish && !attributes.includes('salary')) query.attributesToRetrieve = [...attributes, 'salary']
    return { guarded, query, circle, looseWords: words.loose, ranking, signal }
  }

  /**
   * Replaces each `near` by the cells of its circle or by its area. The first on a point is what distances are measured
   * from.
   */
  async #locate(filter: FilterNode | null): Promise<{ filter: FilterNode | null; circle: PlaceCircle | null }> {
    const nears = nearsOf(filter)
    if (!filter || nears.length === 0) return { filter, circle: null }
    const found = new Map<Near, PlaceDocument>()
    await Promise.all(
      nears.map(async ({ near }) => {
        const place = await this.#places.byId(near.placeId)
        if (!place) throw new SearchRequestError('filter', `There is no place with the id "${near.placeId}".`)
        found.set(near, place)
      }),
    )
    const kmOf = (near: Near) => (near.unit === 'mi' ? near.radius * kmPerMile : near.radius)
    const locate = (node: FilterNode) =>
      replaceNear(node, near => {
        const place = found.get(near)!
        if (place.parts) return { kind: 'in', attribute: 'areas', values: [...place.parts] }
        if (place.areaCode !== null)
          return { kind: 'compare', attribute: 'areas', operator: '=', value: place.areaCode }
        return { kind: 'cells', ranges: cellRanges(place, kmOf(near)) }
      })
    const first = nears.find(({ near, positive }) => positive && found.get(near)!.areaCode === null)?.near
    if (!first) return { filter: locate(filter), circle: null }
    const inside = settle(filter, first, true)
    const circle: PlaceCircle = {
      centre: found.get(first)!,
      km: kmOf(first),
      // A filter that fails inside its own circle has no hits there: then nothing is gained by knowing.
      filterInside: inside === false ? null : inside === true ? [] : [formatFilter(locate(inside))],
      holdsAll: settle(filter, first, false) === false,
    }
    return { filter: locate(filter), circle }
  }

  /**
   * The results of all plain queries in one request; empty where the engine refuses one, so that each is then asked and
   * mended alone.
   */
  async #askTogether(
    preparing: Promise<Prepared | null>[],
    signal: AbortSignal | undefined,
  ): Promise<Map<Prepared, EngineResult>> {
    const settled = await Promise.allSettled(preparing)
    const plain = settled.flatMap(one =>
      one.status === 'fulfilled' && one.value && isPlain(one.value) ? [one.value] : [],
    )
    if (plain.length === 0) return new Map()
    try {
      const results = await this.#engine.multiSearch(
        plain.map(({ query }) => query),
        signal,
      )
      return new Map(plain.map((one, i) => [one, results[i]!]))
    } catch (error) {
      if (error instanceof EngineRefusal) return new Map()
      throw error
    }
  }

  #nearest({ guarded, query, circle, signal }: Prepared): Promise<EngineResult | null> {
    const { index } = guarded
    const { page: _, hitsPerPage: __, sort: ___, ...rest } = query
    return nearestPage(
      {
        query: rest,
        circle: circle!,
        unit: this.#site.unit,
        offset: (guarded.page - 1) * guarded.hitsPerPage,
        limit: guarded.hitsPerPage,
      },
      asked => this.#ask({ guarded: { index }, query: asked, signal }),
      asked => this.#engine.multiSearch(asked, signal).catch(error => Promise.reject(unavailable(error))),
    )
  }

  /**
   * Asks one query. Where the index's settings are behind this version of the site, the facet or order that the engine
   * does not know yet is left out, and a refinement on it matches nothing (null): a filter is never dropped in silence.
   */
  async #ask({
    guarded: { index },
    query,
    signal,
  }: {
    guarded: Pick<GuardedQuery, 'index'>
    query: EngineQuery
    signal: AbortSignal | undefined
  }): Promise<EngineResult | null> {
    for (let asked = query; ; ) {
      try {
        return (await this.#engine.multiSearch([asked], signal))[0]!
      } catch (error) {
        if (!(error instanceof EngineRefusal)) throw error
        const mended = mend(asked, error, index)
        if (!mended) return null
        asked = mended
      }
    }
  }
}

/** Whether some of its hits come by another question. */
function isTwofold({ before, hitsPerPage }: Asked): boolean {
  return before !== undefined && hitsPerPage > 0
}

/** Whether one question answers it, so that it can share a request. */
function isPlain(ready: Prepared): boolean {
  return !isNearest(ready) && ready.ranking === null
}

function isNearest({ guarded, circle }: Prepared): boolean {
  return guarded.nearest && circle !== null
}

/**
 * The query without what the engine refused; null when it can match nothing.
 * @throws what it cannot mend: SearchUnavailable while our own part of the query is refused
 */
function mend(query: EngineQuery, refusal: EngineRefusal, index: SearchIndex): EngineQuery | null {
  const refused = (
    /Attributes? `([^`]+)` (?:is|are) not (?:filterable|sortable)/.exec(refusal.message)?.[1] ?? ''
  ).split(', ')
  switch (refusal.code) {
    case 'index_not_found':
      // The site is newer than the worker, which makes the index when it starts. Without jobs the site is not ready;
      // without insights it is.
      if (isContent(index)) return null
      break
    case 'invalid_search_facets': {
      const facets = query.facets?.filter(facet => !refused.includes(facet)) ?? []
      const { facets: before, ...rest } = query
      if (!before || facets.length === before.length) break
      return facets.length > 0 ? { ...rest, facets } : rest
    }
    case 'invalid_search_sort': {
      const sort = query.sort?.filter(order => !refused.includes(order.split(':')[0]!)) ?? []
      const { sort: before, ...rest } = query
      if (!before || sort.length === before.length) break
      return sort.length > 0 ? { ...rest, sort } : rest
    }
    case 'invalid_search_filter':
      if (refused.some(attribute => mayBeBehind(index, attribute))) return null
      if (refused.some(attribute => ['expires_at', 'cells', 'areas', 'remoteCountries'].includes(attribute))) break
      throw new SearchRequestError(
        'filter',
        refused[0]
          ? `${refused[0]} cannot be filtered on.`
          : 'The filter compares an attribute in a way that it does not allow.',
      )
  }
  throw new SearchUnavailable(`Meilisearch is not ready: ${refusal.message}`)
}

/**
 * Whether an index of an earlier version may lack an attribute that may be filtered on: a refinement on it then matches
 * nothing.
 */
function mayBeBehind(index: SearchIndex, attribute: string): boolean {
  if (isContent(index)) return mayFilter(index, attribute)
  return attribute === 'consultant_email' || (facetAttributes as readonly string[]).includes(attribute)
}

/** The engine's answer, or none, in the shape that is public: nothing passes that is not named here. */
function shape(
  { index, typed, page, hitsPerPage, facets, attributes, highlight }: Asked,
  result: EngineResult | null,
  centre: Point | null,
  site: Site,
  reading: Reading | null,
): SearchResult<Record<string, unknown>> {
  const totalHits = result?.totalHits ?? 0
  const answer: SearchResult<Record<string, unknown>> = {
    indexUid: index,
    hits: (result?.hits ?? []).map(hit => {
      const card: Record<string, unknown> = {}
      for (const name of attributes) if (hit[name] !== undefined) card[name] = hit[name]
      if (highlight) {
        const { attribute } = highlight
        card._formatted = {
          [attribute]: (hit._formatted as Record<string, unknown> | undefined)?.[attribute] ?? hit[attribute],
        }
      }
      if (centre) {
        const km = nearestKm(centre, hit.cells as number[])
        card._distance = km === null ? null : shownDistance(km, site.unit)
      }
      return card
    }),
    query: typed,
    processingTimeMs: result?.processingTimeMs ?? 0,
    page,
    hitsPerPage,
    totalHits,
    totalPages: hitsPerPage === 0 ? 0 : Math.min(limits.page, Math.ceil(totalHits / hitsPerPage)),
  }
  if (reading) answer.reading = reading
  if (facets.length > 0) {
    answer.facetDistribution = {}
    answer.facetStats = {}
    for (const facet of facets) {
      const values = result ? result.facetDistribution?.[facet] : {}
      if (values) answer.facetDistribution[facet] = mostFrequent(values)
      const stats = result?.facetStats?.[facet]
      if (stats) answer.facetStats[facet] = stats
    }
  }
  return answer
}

function mostFrequent(values: Record<string, number>): Record<string, number> {
  const entries = Object.entries(values)
  if (entries.length <= maxFacetValues) return values
  return Object.fromEntries(entries.sort(([, a], [, b]) => b - a).slice(0, maxFacetValues))
}

import { type SearchResult } from '#api/search'
import { RecentMap } from './cache.ts'
import type { Asked, Runner } from './runner.ts'

type Result = SearchResult<Record<string, unknown>>
type Counts = Pick<Result, 'totalHits' | 'facetDistribution' | 'facetStats'>

/** Searches whose counts are kept, and how long: a visitor who turns a page has read one. */
const mostSearches = 500
const keptMs = 30_000

/**
 * Asks without the facets that are known already: on the pages behind the first they are what they were, as long as the
 * search finds as many jobs. A facet's counts cost the engine as much as the search itself.
 */
export class PagedFacets {
  readonly #runner: Runner
  readonly #kept = new RecentMap<Counts>(mostSearches, keptMs)

  constructor(runner: Runner) {
    this.#runner = runner
  }

  /**
   * One promise a query, as of the runner.
   * @param isPaging whether they are of a page behind the first
   * @param now epoch seconds
   * @param signal gives them up
   */
  run(queries: Asked[], isPaging: boolean, now: number, signal: AbortSignal): Promise<Result>[] {
    const keys = queries.map(query => (query.facets.length > 0 ? keyOf(query) : null))
    const known = keys.map(key => (isPaging && key !== null ? this.#kept.get(key) : undefined))
    const lean = this.#runner.run(
      queries.map((query, i) => (known[i] ? { ...query, facets: [] } : query)),
      now,
      signal,
    )
    return lean.map(async (answer, i) => {
      const query = queries[i]!
      const key = keys[i] ?? null
      const before = known[i]
      const result = await answer
      if (key === null) return result
      if (before?.totalHits === result.totalHits)
        return { ...result, facetDistribution: before.facetDistribution!, facetStats: before.facetStats! }
      const whole = before ? await this.#runner.run([query], now, signal)[0]! : result
      const { totalHits, facetDistribution, facetStats } = whole
      this.#kept.set(key, { totalHits, facetDistribution: facetDistribution!, facetStats: facetStats! })
      return whole
    })
  }
}

/** What a query counts, whatever part of it is shown and in which order. */
function keyOf({ index, q, filter, facets }: Asked): string {
  return JSON.stringify([index, q, filter, facets])
}

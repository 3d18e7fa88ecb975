import { toQuery } from '#api/jobQuery'
import { type JobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution, SearchQuery } from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import type { Site } from '#indexer/site'
import { suggestionKey } from '#indexer/suggestions'
import { MomentCache } from './cache.ts'
import type { Places } from './places.ts'
import type { Candidate } from './suggestCandidates.ts'
import { labelOf } from './suggestTexts.ts'

export interface CountParts {
  places: Pick<Places, 'resolve'>
  site: Site
  /** Epoch seconds. */
  now: () => number
  /** Exact totals, through the search that a press makes; 0 where nothing holds all that is asked. */
  count: (queries: SearchQuery[]) => Promise<number[]>
}

/** Seconds that a count is kept for: a visitor who types a word asks for much the same rows with each letter. */
const countSeconds = 2
const countCharacters = 2_000_000

/** What a press on each row would find. */
export class SuggestCounts {
  readonly #parts: CountParts
  readonly #counts = new MomentCache<Promise<number>>(countCharacters)

  constructor(parts: CountParts) {
    this.#parts = parts
  }

  /**
   * Each candidate with what a press finds in the search as it stands; none that finds nothing, and of those that are
   * the same search the first.
   */
  async rows(candidates: Candidate[], current: JobSearchParams, typed: string): Promise<SuggestionRow[]> {
    const { site, now } = this.#parts
    const searches = new Map<string, { candidate: Candidate; params: JobSearchParams }>()
    for (const candidate of candidates) {
      const params = { ...current, ...candidate.params, page: 1 }
      const key = stringifyJobSearchParams({ ...params, query: suggestionKey(params.query) })
      if (!searches.has(key)) searches.set(key, { candidate, params })
    }
    const asked = await Promise.all(
      [...searches.values()].map(async one => ({ ...one, resolution: await this.#placeOf(one.params) })),
    )
    const known = asked.filter(({ resolution }) => resolution.status !== 'unknown')
    const totals = await this.#totals(
      known.map(({ params, resolution }) => {
        const place = resolution.status === 'found' ? resolution.place : null
        return { ...toQuery(params, { site, now: now(), place }, 'jobs'), sort: [], hitsPerPage: 0 }
      }),
    )
    return known.flatMap(({ candidate: { text, ...row } }, i) =>
      totals[i]! > 0 ? [{ ...row, label: labelOf(text, typed), count: totals[i]! }] : [],
    )
  }

  #totals(queries: SearchQuery[]): Promise<number[]> {
    const { count, now } = this.#parts
    const counts = this.#counts
    const moment = Math.floor(now() / countSeconds)
    const keys = queries.map(query => JSON.stringify(query))
    const missing = [...new Set(keys)].filter(key => counts.get(moment, key) === undefined)
    // The engine makes the queries of one request one after another: two requests are made side by side.
    for (const half of [missing.filter((_, i) => i % 2 === 0), missing.filter((_, i) => i % 2 === 1)]) {
      if (half.length === 0) continue
      const totals = count(half.map(key => JSON.parse(key) as SearchQuery))
      half.forEach((key, i) => {
        const total = totals.then(all => all[i]!)
        counts.set(moment, key, total)
        total.catch(() => counts.delete(moment, key))
      })
    }
    return Promise.all(
      keys.map(key => counts.get(moment, key) ?? count([JSON.parse(key) as SearchQuery]).then(([total]) => total!)),
    )
  }

  async #placeOf(params: JobSearchParams): Promise<PlaceResolution> {
    return params.location === '' ? { status: 'none' } : this.#parts.places.resolve(params)
  }
}

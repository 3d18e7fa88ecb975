import type { Redis } from 'ioredis'
import { toQuery } from '#api/jobQuery'
import { type JobSearchParams, noSearch } from '#api/jobSearchParams'
import type { ApiConfig } from '../config.ts'
import type { Search } from './guard.ts'
import { type Found, SearchCounts, type SearchRow } from './searchCounts.ts'
import { canonicalText, looksPersonal } from './typedText.ts'

/** Searches that are being counted: what comes while an engine is slow is let go. */
const mostUnderWay = 64
/** Redis or the engine that failed is left alone for a while. */
const leftAloneMs = 5_000

export interface SearchLog {
  /** Counts a settled search of a visitor. Never throws, and takes nothing down with it. */
  note(params: Pick<JobSearchParams, 'query' | 'location' | 'place' | 'plain'>, client: string): Promise<void>
  /**
   * Counts that the visitor went from this search to a job;
   * @param at position in the list, from 1; 0 where it is not known
   */
  press(
    params: Pick<JobSearchParams, 'query' | 'location' | 'place' | 'plain'>,
    slug: string,
    at: number,
    client: string,
  ): Promise<void>
  /** Counts that the visitor applied for a job, if a search led there. */
  applied(slug: string, client: string): Promise<void>
  /** Texts that enough visitors typed, of the last so many UTC days. @throws while Redis is away */
  read(days: number): Promise<SearchRow[]>
}

/**
 * Counts what visitors search for, without a trace of who they are (decision 0021). A text that must not be known is
 * not kept in any form; any other only as a keyed hash until three visitors have typed it. Nothing is in the browser,
 * and nothing here is logged.
 * @param tellFailure told once a while, without what was searched for
 */
export function openSearchLog(
  redis: Redis,
  search: Pick<Search, 'multiSearch' | 'resolvePlace' | 'sent' | 'now'>,
  { site, queuePrefix, searchKey }: Pick<ApiConfig, 'site' | 'queuePrefix' | 'searchKey'>,
  tellFailure: () => void = () => {},
): SearchLog {
  const counts = new SearchCounts(redis, { queuePrefix, searchKey })
  let underWay = 0
  let leftAloneUntil = 0

  /** Never a visitor's business: what cannot be counted now is not counted. */
  async function quietly(work: () => Promise<void>): Promise<void> {
    if (redis.status !== 'ready' || underWay >= mostUnderWay || performance.now() < leftAloneUntil) return
    underWay++
    try {
      await work()
    } catch {
      // Not the error itself: it may hold what was searched for.
      leftAloneUntil = performance.now() + leftAloneMs
      tellFailure()
    } finally {
      underWay--
    }
  }

  /** By its words alone, whatever was chosen beside them: what a word finds is not for the filters to say. */
  async function findAlone({ query, plain }: Pick<JobSearchParams, 'query' | 'plain'>): Promise<Found> {
    const asked = toQuery({ ...noSearch, query, plain }, { site, place: null, now: search.now() }, 'jobs')
    const whole = { ...asked, indexUid: 'jobs' as const, hitsPerPage: 0 }
    // What was read first: a part that is left out later was understood all the same.
    const [{ reading: first }, [{ totalHits, reading }]] = await Promise.all([
      search.sent(whole),
      search.multiSearch([whole]),
    ])
    const relaxed = (reading?.leftOut.length ?? 0) > 0
    const jobs = relaxed ? reading!.whole : totalHits
    return { jobs, fruitless: jobs === 0, relaxed, understood: (first?.understood ?? []).map(({ label }) => label) }
  }

  /** @param now when it was made, and not when it is counted */
  const noteAt = (params: Parameters<SearchLog['note']>[0], client: string, now: number) =>
    quietly(async () => {
      const query = textOf(params.query)
      // A postcode or an address is not to be read; what the gazetteer does not know has letters.
      const place = params.place === '' && !/\d/.test(params.location) ? textOf(params.location) : null
      if (client === '') return
      const moment = { now, clock: () => search.now() }
      if (query !== null) await counts.count({ kind: 'query', text: query, client }, moment, () => findAlone(params))
      if (place === null) return
      await counts.count({ kind: 'place', text: place, client }, moment, async () => {
        const { status } = await search.resolvePlace(params)
        return status === 'unknown' ? { jobs: 0, fruitless: true, relaxed: false, understood: [] } : null
      })
    })

  return {
    note: (params, client) => noteAt(params, client, search.now()),

    async press(params, slug, at, client) {
      const query = textOf(params.query)
      if (query === null || client === '') return
      // Who presses a result has settled on the search.
      const now = search.now()
      await noteAt(params, client, now)
      await quietly(() => counts.press(query, slug, client, { now, at }))
    },

    applied: (slug, client) => quietly(() => counts.applied(slug, client, search.now())),

    read: days => counts.rows(days, search.now()),
  }
}

/** As it is counted; null for what is not to be kept. */
function textOf(typed: string): string | null {
  return looksPersonal(typed) ? null : canonicalText(typed)
}

import type { JobSearchParams } from './jobSearchParams.ts'
import { stringifyJobSearchParams } from './jobSearchParams.ts'

/** Jobs that a page may ask after: as many as a list shows at most. */
export const mostShown = 50

/** One event of `GET /live`: how things stand, where that is not how they stood at the event before. */
export interface LiveNews {
  /** Jobs that the page's search finds now; null where it has none. */
  total: number | null
  /** Of these, at least so many arrived since the page was made. */
  fresh: number
  /** Of the jobs that the page shows, the ids of those that are live no longer. */
  gone: string[]
  /** Epoch milliseconds of the site's clock. */
  at: number
}

/** What `GET /live` is asked: what an open page shows. */
export interface LiveQuestion {
  /** Null where the page shows jobs and no list. */
  search: Partial<JobSearchParams> | null
  /** The search is a saved one, which finds what it names and nothing else. */
  whole?: boolean
  /** Ids of the jobs that it shows. */
  shown: readonly string[]
  /** Epoch milliseconds of the site's clock at which the page was made. */
  since: number
}

/** Its address. */
export function livePath({ search, whole, shown, since }: LiveQuestion): string {
  const parts = [
    search ? stringifyJobSearchParams({ ...search, page: 1 }) : '',
    search ? (whole ? 'list=whole' : '') : 'list=none',
    shown.length > 0 ? `shown=${shown.slice(0, mostShown).join(',')}` : '',
    `since=${Math.round(since)}`,
  ]
  return `/live?${parts.filter(Boolean).join('&')}`
}

/** Reads it as leniently as an address of /jobs. @param now epoch milliseconds */
export function readLive(search: string, now: number): Omit<LiveQuestion, 'search'> & { hasList: boolean } {
  const asked = new URLSearchParams(search)
  const since = Number(asked.get('since') || Number.NaN)
  return {
    hasList: asked.get('list') !== 'none',
    whole: asked.get('list') === 'whole',
    shown: [...new Set((asked.get('shown') ?? '').split(',').filter(id => /^[\w-]{1,200}$/.test(id)))].slice(
      0,
      mostShown,
    ),
    since: Number.isFinite(since) ? Math.min(since, now) : now,
  }
}

import { toWholeQuery } from '#api/jobQuery'
import { type JobSearchParams, jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution, SearchQuery } from '#api/search'
import type { JobRow } from '../jobs/JobList.tsx'
import { isUnavailable, type SiteContext } from './root.tsx'

/** Live jobs that a part of a page shows. */
export interface FoundJobs {
  total: number
  jobs: JobRow[]
  /** The whole search, with every filter. */
  href: string
  /** The criteria's place, where it is not known: nothing was searched then. */
  unknownPlace?: string
}

/** What a row of `JobList` shows. */
export const rowFields = [
  'id',
  'url_slug',
  'title',
  'location',
  'salary_package',
  'published_at',
  'language',
] as const satisfies readonly (keyof JobRow)[]
/** The API takes ten queries in one request. */
export const mostSearches = 10

type Finding = Pick<SiteContext, 'api' | 'site'> & { now: number }

/**
 * The jobs of several saved searches, in one request; places are resolved first. Searches beyond the tenth are not
 * made.
 * @param searches criteria as in the address of /jobs; `count` 0 asks for the number alone
 * @returns null while the search is down
 */
export async function findJobs(
  searches: readonly { criteria: string; count: number }[],
  { api, site, now }: Finding,
): Promise<FoundJobs[] | null> {
  if (searches.length === 0) return []
  try {
    const asked = await Promise.all(
      searches.slice(0, mostSearches).map(async ({ criteria, count }) => {
        const params = parseJobSearchParams(criteria)
        return { params, count, resolution: await placeOf(params, api) }
      }),
    )
    const known = asked.filter(({ resolution }) => resolution.status !== 'unknown')
    const queries = known.map(({ params, count, resolution }): SearchQuery => {
      const place = resolution.status === 'found' ? resolution.place : null
      return {
        ...toWholeQuery(params, { site, place, now }, 'jobs'),
        page: 1,
        hitsPerPage: count,
        attributesToRetrieve: [...rowFields],
      }
    })
    const results = queries.length > 0 ? await api.multiSearch(queries) : []
    return asked.map(search => {
      const href = jobsPath({ ...search.params, page: 1 })
      if (search.resolution.status === 'unknown')
        return { total: 0, jobs: [], href, unknownPlace: search.resolution.text }
      const result = results[known.indexOf(search)]!
      return { total: result.totalHits, jobs: result.hits.map(rowOf), href }
    })
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}

/** No question where there is no place. */
export async function placeOf(params: JobSearchParams, api: SiteContext['api']): Promise<PlaceResolution> {
  return params.location === '' ? { status: 'none' } : api.resolvePlace(params)
}

/** The page's own fields and no more: the rest would cross to the browser for nothing. */
export function rowOf(job: JobRow): JobRow {
  return Object.fromEntries(rowFields.map(field => [field, job[field]])) as unknown as JobRow
}

import { useEffect, useState } from 'react'
import { findJobs } from '../routes/findJobs.ts'
import type { SiteContext } from '../routes/root.tsx'

/** Of one request to the API. */
const most = 10

/** Live jobs of each search; none for a search whose place is unknown, or while the search is down. */
export function useSearchCounts(
  searches: readonly string[],
  { api, site }: Pick<SiteContext, 'api' | 'site'>,
): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  const [asked] = useState(() => new Set<string>())
  const wanted = searches.join('\n')
  useEffect(() => {
    const fresh = wanted.split('\n').filter(search => search !== '' && !asked.has(search))
    for (const search of fresh) asked.add(search)
    const now = Math.floor(Date.now() / 1_000)
    for (let from = 0; from < fresh.length; from += most) {
      const some = fresh.slice(from, from + most)
      findJobs(
        some.map(criteria => ({ criteria, count: 0 })),
        { api, site, now },
      ).then(
        found =>
          setCounts(before => {
            const counts = new Map(before)
            for (const [i, search] of some.entries())
              if (found && !found[i]!.unknownPlace) counts.set(search, found[i]!.total)
            return counts
          }),
        fault => console.warn('The saved searches could not be counted.', fault),
      )
    }
  }, [wanted, api, site, asked])
  return counts
}

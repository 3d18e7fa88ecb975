import { useEffect, useState } from 'react'
import type { SiteApi } from '#api/search'
import type { JobCard } from '#indexer/job'
import { savedJobs } from './keptJobs.ts'

/** How a saved job stands now. */
export type Standing =
  | { is: 'live'; job: { title: string; location: string; salary: string; expiresAt: number } }
  | { is: 'closed'; similar: JobCard[] }
  | { is: 'unknown' }
  /** The search does not answer. */
  | { is: 'unheard' }

const atOnce = 4

/** Asks for each job once, a few at a time; an address that has changed is followed and kept. */
export function useStandings(slugs: readonly string[], api: Pick<SiteApi, 'job'>): Map<string, Standing> {
  const [standings, setStandings] = useState(() => new Map<string, Standing>())
  const [asked] = useState(() => new Set<string>())
  const wanted = slugs.join(' ')
  useEffect(() => {
    const queue = wanted.split(' ').filter(slug => slug !== '' && !asked.has(slug))
    for (const slug of queue) asked.add(slug)
    const work = async () => {
      for (let slug = queue.shift(); slug !== undefined; slug = queue.shift()) {
        const { standing, moved } = await standingOf(slug, api)
        setStandings(before => new Map(before).set(moved ?? slug, standing))
        if (moved === null) continue
        const [from, to] = [slug, moved]
        asked.add(to)
        savedJobs.change(jobs =>
          jobs.flatMap(job =>
            job.slug !== from ? job : jobs.some(other => other.slug === to) ? [] : { ...job, slug: to },
          ),
        )
      }
    }
    for (let worker = 0; worker < atOnce; worker++) void work()
  }, [wanted, api, asked])
  return standings
}

async function standingOf(
  slug: string,
  api: Pick<SiteApi, 'job'>,
): Promise<{ standing: Standing; moved: string | null }> {
  let moved: string | null = null
  try {
    let answer = await api.job(slug)
    if (answer.status === 'moved') {
      moved = answer.slug
      answer = await api.job(answer.slug)
    }
    if (answer.status === 'live') {
      const { title, location, salary_package: salary, expires_at: expiresAt } = answer.job
      return { standing: { is: 'live', job: { title, location, salary, expiresAt } }, moved }
    }
    if (answer.status === 'gone') return { standing: { is: 'closed', similar: answer.similar }, moved }
    return { standing: { is: 'unknown' }, moved }
  } catch {
    // Down or offline: what the browser knows is shown.
    return { standing: { is: 'unheard' }, moved }
  }
}

import { jobsPath } from '#api/jobSearchParams'
import type { JobOnPage } from '#indexer/job'

/** The trail to a job, for the eye and for `BreadcrumbList`. */
export function jobTrail(job: Pick<JobOnPage, 'title' | 'url_slug' | 'sectors'>): { name: string; path: string }[] {
  const sector = job.sectors[0]
  return [
    { name: 'Home', path: '/' },
    { name: 'Jobs', path: '/jobs' },
    ...(sector ? [{ name: sector, path: jobsPath({ sectors: [sector] }) }] : []),
    { name: job.title, path: `/jobs/${job.url_slug}` },
  ]
}

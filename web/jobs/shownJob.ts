import { jobsPath } from '#api/jobSearchParams'
import type { JobDocument } from '#indexer/job'

/** What of a job the page and its JobPosting need: the index's own fields would only be sent to the browser for nothing. */
export type ShownJob = Omit<
  JobDocument,
  | 'searchText'
  | 'rawHash'
  | 'sourceKey'
  | 'areas'
  | 'cells'
  | 'categories'
  | 'salaryYear'
  | 'salaryDay'
  | 'salaryBand'
  | 'publishedDay'
  | 'locations'
  | 'renewable'
  | 'provenance'
  | 'unresolved'
  | 'unparsedSalary'
>

export function shownJob(job: JobDocument): ShownJob {
  const {
    searchText,
    rawHash,
    sourceKey,
    areas,
    cells,
    categories,
    salaryYear,
    salaryDay,
    salaryBand,
    publishedDay,
    locations,
    renewable,
    provenance,
    unresolved,
    unparsedSalary,
    ...shown
  } = job
  return shown
}

/** The trail to a job, for the eye and for `BreadcrumbList`. */
export function jobTrail(job: Pick<JobDocument, 'title' | 'url_slug' | 'sectors'>): { name: string; path: string }[] {
  const sector = job.sectors[0]
  return [
    { name: 'Home', path: '/' },
    { name: 'Jobs', path: '/jobs' },
    ...(sector ? [{ name: sector, path: jobsPath({ sectors: [sector] }) }] : []),
    { name: job.title, path: `/jobs/${job.url_slug}` },
  ]
}

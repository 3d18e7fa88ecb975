import type { JobCard } from '#indexer/job'
import { JobList } from './JobList.tsx'
import styles from './SimilarJobs.module.css'

/** Nothing where there are none. */
export function SimilarJobs({
  jobs,
  now,
  title = 'Similar jobs',
}: {
  jobs: readonly JobCard[]
  now: number
  title?: string
}) {
  if (jobs.length === 0) return null
  return (
    <section className={styles.similar} aria-labelledby="similar-title">
      <h2 id="similar-title">{title}</h2>
      <JobList jobs={jobs} now={now} />
    </section>
  )
}

import type { JobCard } from '#indexer/job'
import { Badge } from '../ui/Badge.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { isNew, isoTime, timeAgo } from '../ui/time.ts'
import styles from './JobList.module.css'

/** What a row shows. */
export type JobRow = Pick<
  JobCard,
  'id' | 'url_slug' | 'title' | 'location' | 'salary_package' | 'published_at' | 'language'
>

/** Jobs as ruled rows of a list: what is read at a glance and no more. The search page's cards say more. */
export function JobList({ jobs, now }: { jobs: readonly JobRow[]; now: number }) {
  return (
    <ul className={styles.list}>
      {jobs.map(job => (
        <li key={job.id} className={styles.row}>
          <h3 className={styles.title} lang={job.language === 'en' ? undefined : job.language}>
            <SiteLink href={`/jobs/${job.url_slug}`}>{job.title}</SiteLink>
          </h3>
          {job.location && <p className={styles.where}>{job.location}</p>}
          {job.salary_package && <p className={styles.pay}>{job.salary_package}</p>}
          <p className={styles.when}>
            {isNew(now, job.published_at) && <Badge tone="new">New</Badge>}
            <time dateTime={isoTime(job.published_at)}>{timeAgo(now, job.published_at)}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}

import type { JobCard } from '#indexer/job'
import type { LiveList } from '../live/useLive.ts'
import { Badge } from '../ui/Badge.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { isNew, isoTime, timeAgo } from '../ui/time.ts'
import { endNames } from './format.ts'
import styles from './JobList.module.css'

/** What a row shows. */
export type JobRow = Pick<
  JobCard,
  'id' | 'url_slug' | 'title' | 'location' | 'salary_package' | 'published_at' | 'language'
>

/** Jobs as ruled rows of a list: what is read at a glance and no more. The search page's cards say more. */
export function JobList({ jobs, now, live }: { jobs: readonly JobRow[]; now: number; live?: LiveList }) {
  return (
    <ul className={styles.list}>
      {jobs.map(job => (
        <li key={job.id} className={styles.row} data-ended={live?.endOf(job)}>
          <h3 className={styles.title} lang={job.language === 'en' ? undefined : job.language}>
            <SiteLink href={`/jobs/${job.url_slug}`}>{job.title}</SiteLink>
          </h3>
          {job.location && <p className={styles.where}>{job.location}</p>}
          {job.salary_package && <p className={styles.pay}>{job.salary_package}</p>}
          <p className={styles.when}>
            {live?.endOf(job) ? (
              <b>{endNames[live.endOf(job)!]}</b>
            ) : (
              <>
                {isNew(now, job.published_at) && <Badge tone="new">New</Badge>}
                <time dateTime={isoTime(job.published_at)}>{timeAgo(now, job.published_at)}</time>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

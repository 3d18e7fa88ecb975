import { useEffect } from 'react'
import type { Site } from '#indexer/site'
import { formatDate } from '../ui/time.ts'
import styles from './JobMemory.module.css'
import { appliedJobs, type JobName, keepJob, seenJobs } from './keptJobs.ts'
import { useKept } from './keptList.ts'
import { SaveThisJob } from './SaveButton.tsx'

/** On a job's page: saving it, and when it was applied for from this browser. Remembers that it was seen. */
export function JobMemory({ job, site }: { job: JobName; site: Site }) {
  const { slug, title, location } = job
  const applied = useKept(appliedJobs).find(other => other.slug === slug)
  useEffect(() => {
    keepJob(seenJobs, { slug, title, location })
  }, [slug, title, location])
  return (
    <div className={styles.memory}>
      <SaveThisJob job={job} />
      {applied && <p className={styles.applied}>You applied on {formatDate(applied.at, site)}</p>}
    </div>
  )
}

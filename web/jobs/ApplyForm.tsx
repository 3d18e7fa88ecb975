import type { FormDefinition } from '#api/forms'
import { jobsPath } from '#api/jobSearchParams'
import type { JobOnPage } from '#indexer/job'
import { rememberApplication } from '../forms/lastApplication.ts'
import { PageForm } from '../forms/PageForm.tsx'
import { useText } from '../layout/useText.ts'
import { appliedJobs, keepJob } from '../saved/keptJobs.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './ApplyForm.module.css'

/** The application for a job, below its text. */
export function ApplyForm({
  definition,
  job,
}: {
  definition: FormDefinition
  job: Pick<JobOnPage, 'id' | 'title' | 'url_slug' | 'location' | 'specialisms'>
}) {
  const intro = useText('jobs.apply.intro', '')
  return (
    <section id="apply-form" className={styles.apply} aria-labelledby="apply-form-title apply-form-job" tabIndex={-1}>
      <h2 id="apply-form-title">{definition.title}</h2>
      <p id="apply-form-job" className={styles.for}>
        {job.title}
      </p>
      {(definition.intro || intro) && <p>{definition.intro || intro}</p>}
      <PageForm
        definition={definition}
        jobId={job.id}
        onSubmitDone={() => {
          const name = { slug: job.url_slug, title: job.title, location: job.location }
          rememberApplication({ ...name, specialisms: job.specialisms })
          keepJob(appliedJobs, name)
        }}
        whenClosed={
          <ul>
            {job.specialisms.slice(0, 2).map(specialism => (
              <li key={specialism}>
                <SiteLink href={jobsPath({ specialisms: [specialism] })}>Similar jobs: {specialism}</SiteLink>
              </li>
            ))}
            <li>
              <SiteLink href={jobsPath({ sort: 'newest' })}>Newest jobs</SiteLink>
            </li>
          </ul>
        }
      />
    </section>
  )
}

import type { FormDefinition } from '#api/forms'
import { jobsPath } from '#api/jobSearchParams'
import { rememberApplication } from '../forms/lastApplication.ts'
import { PageForm } from '../forms/PageForm.tsx'
import { useText } from '../layout/useText.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './ApplyForm.module.css'

/** The application for a job, below its text. */
export function ApplyForm({
  definition,
  job,
}: {
  definition: FormDefinition
  job: { id: string; title: string; specialisms: readonly string[] }
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
        onSubmitDone={() => rememberApplication(job.title)}
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

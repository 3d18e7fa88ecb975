import type { FormDefinition } from '#api/forms'
import { PageForm } from '../forms/PageForm.tsx'
import styles from './ApplyForm.module.css'

/** The application for a job, below its text. */
export function ApplyForm({ definition, job }: { definition: FormDefinition; job: { id: string; title: string } }) {
  return (
    <section id="apply-form" className={styles.apply} aria-labelledby="apply-form-title apply-form-job" tabIndex={-1}>
      <h2 id="apply-form-title">{definition.title}</h2>
      <p id="apply-form-job" className={styles.for}>
        {job.title}
      </p>
      {definition.intro && <p>{definition.intro}</p>}
      <PageForm definition={definition} jobId={job.id} />
    </section>
  )
}

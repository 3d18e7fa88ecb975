import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InlineScript } from '../ui/InlineScript.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { keepHidden } from './keepHidden.ts'
import { forgetJob, hiddenJobs, type JobName, keepJob, savedJobs, saveJob } from './keptJobs.ts'
import { useKept } from './keptList.ts'
import styles from './SaveButton.module.css'

/** Keeps a job in this browser, or no longer. Not shown without the script. */
export function SaveButton({ job, className }: { job: JobName; className?: string | undefined }) {
  const isSaved = useKept(savedJobs).some(({ slug }) => slug === job.slug)
  const press = () => (isSaved ? forgetJob(savedJobs, job.slug) : saveJob(job))
  return (
    <button
      type="button"
      className={[styles.small, styles.save, className].filter(Boolean).join(' ')}
      aria-pressed={isSaved}
      onClick={press}
    >
      <Icon name="save" size={18} />
      <span className={styles.word}>Save</span>
      <VisuallyHidden> {job.title}</VisuallyHidden>
    </button>
  )
}

/** The same on the job's own page. */
export function SaveThisJob({ job }: { job: JobName }) {
  const isSaved = useKept(savedJobs).some(({ slug }) => slug === job.slug)
  return (
    <Button
      size="s"
      className={styles.save}
      aria-pressed={isSaved}
      onClick={() => (isSaved ? forgetJob(savedJobs, job.slug) : saveJob(job))}
    >
      <Icon name="save" size={18} />
      Save this job
    </Button>
  )
}

/** Folds a job's card to a line, or unfolds it. Which of its words is shown, the card's style says. */
export function HideButton({ job, className }: { job: JobName; className?: string | undefined }) {
  const isHidden = useKept(hiddenJobs).some(({ slug }) => slug === job.slug)
  return (
    <button
      type="button"
      className={[styles.small, className].filter(Boolean).join(' ')}
      onClick={() => (isHidden ? forgetJob(hiddenJobs, job.slug) : keepJob(hiddenJobs, job))}
    >
      <span data-when="shown">
        <Icon name="hide" size={18} />
        <span className={styles.word}>Hide</span>
        <VisuallyHidden> {job.title}</VisuallyHidden>
      </span>
      <span data-when="hidden">
        Undo<VisuallyHidden> hiding {job.title}</VisuallyHidden>
      </span>
    </button>
  )
}

/** Right before a list of cards. */
export function KeepHidden() {
  return <InlineScript text={keepHidden} />
}

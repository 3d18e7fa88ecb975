import type { JobSearchParams } from '#api/jobSearchParams'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { secondNow } from './keptJobs.ts'
import { useKept } from './keptList.ts'
import { savedSearches, searchText } from './keptSearches.ts'
import styles from './ListNotes.module.css'
import { useLastVisit } from './lastVisit.ts'

/** Below a list: keeps the search, and says what the dots beside jobs mean where there are any. */
export function ListNotes({ params, jobs }: { params: JobSearchParams; jobs: readonly { published_at: number }[] }) {
  const search = searchText(params)
  const isSaved = useKept(savedSearches).some(other => other.search === search)
  const last = useLastVisit()
  const press = () =>
    savedSearches.change(searches => [
      ...(isSaved ? [] : [{ search, at: secondNow() }]),
      ...searches.filter(other => other.search !== search),
    ])
  return (
    <div className={styles.notes}>
      {search !== '' && (
        <Button size="s" className={styles.save} aria-pressed={isSaved} onClick={press}>
          <Icon name="save" size={18} />
          Save this search
        </Button>
      )}
      {last !== null && jobs.some(job => job.published_at > last) && (
        <p className={styles.legend}>
          <span className={styles.dot} aria-hidden="true" />
          New since your last visit
        </p>
      )}
    </div>
  )
}

/** Beside the title of a job that is newer than the visitor's last visit; out of the line, so that nothing moves. */
export function NewSince({ published }: { published: number }) {
  const last = useLastVisit()
  if (last === null || published <= last) return null
  return (
    <span className={`${styles.dot} ${styles.beside}`} title="New since your last visit">
      <VisuallyHidden>New since your last visit</VisuallyHidden>
    </span>
  )
}

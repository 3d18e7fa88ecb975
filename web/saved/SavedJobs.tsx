import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import { Button } from '../ui/Button.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { formatDate } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { forgetJob, type KeptJob, noteLength, type SavedJob, savedJobs } from './keptJobs.ts'
import { type Standing, useStandings } from './liveJobs.ts'
import styles from './SavedPage.module.css'

const perPage = 20

/** Saved jobs as they stand now, newest first. */
export function SavedJobs({
  jobs,
  applied,
  api,
  site,
}: {
  jobs: readonly SavedJob[]
  applied: readonly KeptJob[]
  api: SiteApi
  site: Site
}) {
  const [most, setMost] = useState(perPage)
  const [removed, setRemoved] = useState<SavedJob | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const shown = jobs.slice(0, most)
  const standings = useStandings(
    shown.map(({ slug }) => slug),
    api,
  )
  // The button that had the focus is gone with its job.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])
  // The button may be gone with its press: what it has brought is read from its first job.
  const showMore = () => {
    flushSync(() => setMost(most + perPage))
    list.current?.children[most]?.querySelector('a')?.focus({ preventScroll: true })
  }
  return (
    <>
      {removed && (
        <p className={styles.removed}>
          <span role="status">Removed: {removed.title}.</span>{' '}
          <Button
            size="s"
            ref={undo}
            onClick={() => {
              savedJobs.change(jobs =>
                [removed, ...jobs.filter(({ slug }) => slug !== removed.slug)].sort((a, b) => b.at - a.at),
              )
              setRemoved(null)
              document.getElementById('saved-jobs')?.focus({ preventScroll: true })
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <ul ref={list} className={styles.jobs}>
        {shown.map(job => (
          <Row
            key={job.slug}
            job={job}
            standing={standings.get(job.slug)}
            appliedAt={applied.find(({ slug }) => slug === job.slug)?.at ?? null}
            site={site}
            onRemove={() => {
              forgetJob(savedJobs, job.slug)
              setRemoved(job)
            }}
          />
        ))}
      </ul>
      {jobs.length > most && (
        <p className={styles.all}>
          <Button onClick={showMore}>Show {Math.min(perPage, jobs.length - most)} more</Button>
        </p>
      )}
    </>
  )
}

function Row({
  job,
  standing,
  appliedAt,
  site,
  onRemove,
}: {
  job: SavedJob
  standing: Standing | undefined
  /** Epoch seconds; null where no application was sent from this browser. */
  appliedAt: number | null
  site: Site
  onRemove: () => void
}) {
  const id = `note-${job.slug}`
  const { title, location } = standing?.is === 'live' ? standing.job : job
  const hasClosed = standing?.is === 'closed' || standing?.is === 'unknown'
  const when = [
    standing?.is === 'live' && standing.job.salary,
    standing?.is === 'live' && `Closes ${formatDate(standing.job.expiresAt, site)}`,
    job.at > 0 && `Saved on ${formatDate(job.at, site)}`,
    appliedAt !== null && `Applied on ${formatDate(appliedAt, site)}`,
  ].filter(Boolean)
  return (
    <li className={styles.job} data-closed={hasClosed || undefined}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <SiteLink href={`/jobs/${job.slug}`}>{title}</SiteLink>
        </h3>
        <Button size="s" variant="quiet" onClick={onRemove}>
          Remove<VisuallyHidden> {title}</VisuallyHidden>
        </Button>
      </div>
      {location && <p className={styles.aside}>{location}</p>}
      <p className={styles.aside}>{when.join(' · ')}</p>
      {/* Its line is kept until the answer is there. */}
      <p className={styles.standing}>{wordsOf(standing)}</p>
      {standing?.is === 'closed' && standing.similar.length > 0 && (
        <details className={styles.similar}>
          <summary>
            Similar jobs that are open<VisuallyHidden>, to {title}</VisuallyHidden>
          </summary>
          <ul className={styles.lines}>
            {standing.similar.map(other => (
              <li key={other.id}>
                <SiteLink href={`/jobs/${other.url_slug}`}>{other.title}</SiteLink>
                <span className={styles.aside}>{other.location}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <label className={styles.label} htmlFor={id}>
        Note to yourself<VisuallyHidden> on {title}</VisuallyHidden>
      </label>
      <textarea
        id={id}
        className={styles.note}
        rows={2}
        maxLength={noteLength}
        value={job.note}
        onChange={({ target }) => keepNote(job.slug, target.value)}
      />
    </li>
  )
}

function keepNote(slug: string, note: string): void {
  savedJobs.change(jobs => jobs.map(job => (job.slug === slug ? { ...job, note } : job)))
}

function wordsOf(standing: Standing | undefined): string {
  switch (standing?.is) {
    case undefined:
      return 'Looking whether it is still open …'
    case 'live':
      return 'Open'
    case 'unheard':
      return 'We could not check just now whether it is still open.'
    default:
      return 'This job has closed.'
  }
}

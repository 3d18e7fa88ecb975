import type { FormState } from '#api/forms'
import { jobsPath } from '#api/jobSearchParams'
import type { JobCard } from '#indexer/job'
import type { Site } from '#indexer/site'
import { SearchForm } from '../layout/SearchForm.tsx'
import { useText } from '../layout/useText.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import { AlertLink } from './AlertLink.tsx'
import styles from './GonePage.module.css'
import { SimilarJobs } from './SimilarJobs.tsx'

/** A job that has closed (410): what it was, and where to go from here. No way to apply, no JobPosting. */
export function GonePage({
  title,
  specialisms,
  location,
  similar,
  site,
  now,
  refused = null,
}: {
  title: string
  specialisms: readonly string[]
  location: string
  similar: readonly JobCard[]
  site: Site
  now: number
  /** An application that was sent without JavaScript after it had closed. */
  refused?: FormState | null
}) {
  const message = refused?.values.message
  const expired = useText('jobs.expired.text', 'It has closed or been filled, so applications are no longer taken.')
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>This job is no longer available</h1>
        <p className={styles.was}>
          {title}
          {location && `, ${location}`}
        </p>
        <p>{expired}</p>
        {refused && (
          <Callout tone="alert" title="Your application was not sent">
            <p>{refused.error}</p>
            {message && (
              <>
                <p>What you wrote, to take with you:</p>
                <blockquote className={styles.wrote}>{message}</blockquote>
              </>
            )}
          </Callout>
        )}
        <p className={styles.ways}>
          {specialisms.slice(0, 2).map(specialism => (
            <ButtonLink key={specialism} href={jobsPath({ specialisms: [specialism] })}>
              All {specialism} jobs
            </ButtonLink>
          ))}
          <ButtonLink href={jobsPath({ sort: 'newest' })}>Newest jobs</ButtonLink>
        </p>
        <AlertLink params={specialisms[0] ? { specialisms: [specialisms[0]] } : { query: title }} />
      </header>
      <SimilarJobs jobs={similar} now={now} title="Similar jobs that are open" />
      <section className={styles.search} aria-labelledby="search-title">
        <h2 id="search-title">Search again</h2>
        <SearchForm id="gone-search" site={site} shape="bar" label="Search jobs" />
      </section>
    </div>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { nameOfSearch, recentSearches } from '../jobs/recentSearches.ts'
import { jobCount } from '../search/labels.ts'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { CarryOver } from './CarryOver.tsx'
import { appliedJobs, forgetJob, hiddenJobs, type KeptJob, mostSaved, savedJobs, seenJobs } from './keptJobs.ts'
import { type KeptList, useKept } from './keptList.ts'
import { savedSearches } from './keptSearches.ts'
import { SavedJobs } from './SavedJobs.tsx'
import styles from './SavedPage.module.css'
import { useSearchCounts } from './searchCounts.ts'

const route = getRouteApi('/saved')

/** `/saved`: what this browser has kept. The server knows none of it, so its page only says what this is. */
export function SavedPage() {
  const isAlive = useSyncExternalStore(unchanging, yes, no)
  return (
    <div className={styles.page}>
      <PageHeader
        trail={[
          { label: 'Home', path: '/' },
          { label: 'Saved', path: '/saved' },
        ]}
        heading="Saved jobs and searches"
        lead="Kept in this browser only. Nothing of it is sent to us, there is no account, and we cannot see it."
      />
      {/* Comes alive at once (entry-client.tsx): all of it is the browser's own. */}
      <div className={styles.body} data-alive>
        <noscript>
          <p>
            Your browser runs no JavaScript here, which saving needs. The <a href="/jobs">job search</a> works without
            it, and your browser’s own bookmarks keep any job or search.
          </p>
        </noscript>
        {isAlive && <Kept />}
      </div>
    </div>
  )
}

const unchanging = () => () => {}
const yes = () => true
const no = () => false

function Kept() {
  const { api, site } = route.useRouteContext()
  const saved = useKept(savedJobs)
  const searches = useKept(savedSearches)
  const applied = useKept(appliedJobs)
  const seen = useKept(seenJobs)
  const hidden = useKept(hiddenJobs)
  const [said, setSaid] = useState('')
  const others = applied.filter(({ slug }) => !saved.some(job => job.slug === slug))
  return (
    <>
      <section aria-labelledby="saved-jobs">
        <h2 id="saved-jobs" className={styles.title} tabIndex={-1}>
          {saved.length === 0 ? 'Saved jobs' : `${saved.length} saved ${saved.length === 1 ? 'job' : 'jobs'}`}
        </h2>
        {saved.length === 0 && (
          <p className={styles.none}>
            Press “Save” beside a job, and it is here when you come back. <SiteLink href="/jobs">Search jobs</SiteLink>
          </p>
        )}
        <SavedJobs jobs={saved} applied={applied} api={api} site={site} />
        {saved.length >= mostSaved && <p className={styles.none}>The last {mostSaved} are kept.</p>}
      </section>
      <SavedSearches searches={searches} say={setSaid} />
      <Names title="Applied for" jobs={others} list={appliedJobs} say={setSaid} />
      <Names title="Seen lately" jobs={seen} list={seenJobs} say={setSaid} />
      <RecentSearches />
      <Names title="Hidden from lists" jobs={hidden} list={hiddenJobs} say={setSaid} forget="Show again" />
      <CarryOver />
      <VisuallyHidden live>{said}</VisuallyHidden>
    </>
  )
}

/**
 * Before a control goes with its row or its section: the focus is on the next row, else the one before, else on the
 * next section's heading.
 * @param part what goes
 */
function stepAside(control: Element, part: 'row' | 'section'): void {
  const row = part === 'row' ? control.closest('li') : null
  const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a')
  const to = beside ?? control.closest('section')?.nextElementSibling?.querySelector('h2')
  to?.focus({ preventScroll: true })
}

function SavedSearches({ searches, say }: { searches: readonly { search: string }[]; say: (text: string) => void }) {
  const context = route.useRouteContext()
  const counts = useSearchCounts(
    searches.map(({ search }) => search),
    context,
  )
  if (searches.length === 0) return null
  return (
    <section aria-labelledby="saved-searches">
      <h2 id="saved-searches" className={styles.title} tabIndex={-1}>
        Saved searches
      </h2>
      <ul className={styles.lines}>
        {searches.map(({ search }) => {
          const name = nameOfSearch(search)
          const count = counts.get(search)
          return (
            <li key={search}>
              <SiteLink href={`/jobs?${search}`}>{name}</SiteLink>
              <span className={styles.aside}>{count === undefined ? '' : jobCount(count)}</span>
              <Button
                size="s"
                variant="quiet"
                aria-label={`Remove ${name}`}
                onClick={({ currentTarget }) => {
                  stepAside(currentTarget, 'row')
                  savedSearches.change(all => all.filter(other => other.search !== search))
                  say(`Removed: ${name}.`)
                }}
              >
                Remove
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Names({
  title,
  jobs,
  list,
  say,
  forget = 'Remove',
}: {
  title: string
  jobs: readonly KeptJob[]
  list: KeptList<KeptJob>
  say: (text: string) => void
  forget?: 'Remove' | 'Show again'
}) {
  if (jobs.length === 0) return null
  const id = title.toLowerCase().replaceAll(' ', '-')
  const removes = forget === 'Remove'
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
      <ul className={styles.lines}>
        {jobs.slice(0, 20).map(({ slug, title, location }) => (
          <li key={slug}>
            <SiteLink href={`/jobs/${slug}`}>{title}</SiteLink>
            <span className={styles.aside}>{location}</span>
            <Button
              size="s"
              variant="quiet"
              aria-label={`${forget}: ${title}`}
              onClick={({ currentTarget }) => {
                stepAside(currentTarget, 'row')
                forgetJob(list, slug)
                say(`${removes ? 'Removed' : 'Shown again'}: ${title}.`)
              }}
            >
              {forget}
            </Button>
          </li>
        ))}
      </ul>
      {jobs.length > 1 && (
        <p className={styles.all}>
          <Button
            size="s"
            onClick={({ currentTarget }) => {
              stepAside(currentTarget, 'section')
              list.change(() => [])
              say(removes ? `Cleared: ${title}.` : 'All jobs are shown again.')
            }}
          >
            {removes ? `Clear “${title}”` : 'Show all again'}
          </Button>
        </p>
      )}
    </section>
  )
}

function RecentSearches() {
  const [searches] = useState(recentSearches)
  if (searches.length === 0) return null
  return (
    <section aria-labelledby="recent-searches">
      <h2 id="recent-searches" className={styles.title} tabIndex={-1}>
        Recent searches
      </h2>
      <ul className={styles.lines}>
        {searches.map(search => (
          <li key={search}>
            <SiteLink href={`/jobs?${search}`}>{nameOfSearch(search)}</SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

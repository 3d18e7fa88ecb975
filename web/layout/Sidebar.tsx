import { useLayoutEffect, useRef, useState } from 'react'
import { jobsPath } from '#api/jobSearchParams'
import type { Site } from '#indexer/site'
import { sectors } from '#indexer/specialisms'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { formatCount } from '../ui/time.ts'
import { SearchForm } from './SearchForm.tsx'
import styles from './Sidebar.module.css'
import { Still } from './Still.tsx'
import { sidebarChoice } from './sidebarMemory.ts'

/** Whether the page that the server sent is behind us: until then the entry script puts the panel as it was left. */
let hydrated = false

/**
 * The job search beside every page on extra-large screens. A `details`, so it opens and closes without JavaScript; what
 * the visitor chose last is kept for the tab. It comes into view after the page has loaded, in a column that was kept
 * free for it, so nothing moves.
 * @param jobCount live jobs, null where the count could not be had
 * @param startsOpen before the visitor has chosen
 */
export function Sidebar({ site, jobCount, startsOpen }: { site: Site; jobCount: number | null; startsOpen: boolean }) {
  // The browser's own state is the truth: a panel whose `open` Preact held would undo a press made while the page comes
  // alive.
  const panel = useRef<HTMLDetailsElement>(null)
  const [firstOpen] = useState(() => (hydrated ? sidebarChoice() : null) ?? startsOpen)
  useLayoutEffect(() => {
    if (hydrated) panel.current!.open = sidebarChoice() ?? startsOpen
    hydrated = true
  }, [startsOpen])

  return (
    <aside className={styles.sidebar} aria-label="Job search">
      <details
        data-sidebar
        className={styles.panel}
        ref={panel}
        open={firstOpen}
        // The entry script may have put it otherwise.
      >
        <summary className={styles.title}>
          <Icon name="search" size={18} />
          <span>{searchTitle(jobCount)}</span>
          <span className={styles.toggle}>
            <Icon name="right" size={18} />
          </span>
        </summary>
        <Still part="sidebar" className={styles.body}>
          <SearchForm id="sidebar-search" site={site} shape="stack" label="Search jobs" />
          <nav className={styles.sectors} aria-label="Sectors">
            <p className={styles.label}>Or choose a sector</p>
            {sectors.map(sector => (
              <ButtonLink key={sector.slug} href={jobsPath({ sectors: [sector.name] })} block>
                {sector.name}
              </ButtonLink>
            ))}
          </nav>
        </Still>
      </details>
    </aside>
  )
}

/** `Search 412 jobs`, the spec's title. */
export function searchTitle(jobCount: number | null): string {
  if (jobCount === null) return 'Search jobs'
  return `Search ${formatCount(jobCount)} ${jobCount === 1 ? 'job' : 'jobs'}`
}

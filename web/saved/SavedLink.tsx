import { useEffect } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { InlineScript } from '../ui/InlineScript.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { keepCount } from './keepHidden.ts'
import { savedJobs } from './keptJobs.ts'
import { useKept } from './keptList.ts'
import { savedSearches } from './keptSearches.ts'
import { noteVisit } from './lastVisit.ts'
import styles from './SavedLink.module.css'

/** To /saved, with how much is there; its place is kept where nothing is. */
export function SavedLink({ href }: { href: string }) {
  const jobs = useKept(savedJobs)
  const searches = useKept(savedSearches)
  const count = jobs.length + searches.length
  useEffect(() => noteVisit(), [href])
  return (
    <>
      <SiteLink
        href="/saved"
        className={styles.saved}
        data-count={count || undefined}
        aria-current={href === '/saved' ? 'page' : undefined}
      >
        <Icon name="save" size={20} />
        <VisuallyHidden>Saved jobs and searches</VisuallyHidden>
      </SiteLink>
      <InlineScript text={keepCount} />
    </>
  )
}

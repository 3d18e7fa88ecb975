import { type JobSearchParams, jobsPath, nothingAsked } from '#api/jobSearchParams'
import type { SuggestionRow } from '#api/suggestions'
import { onPlainClick } from '../ui/plainClick.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './PopularRoles.module.css'

/** Searches that the CMS has a name for, at the search itself: links, which with JavaScript search in place. */
export function PopularRoles({
  roles,
  onChoose,
}: {
  roles: readonly SuggestionRow[]
  onChoose: (search: Partial<JobSearchParams>) => void
}) {
  if (roles.length === 0) return null
  return (
    <nav className={styles.roles} aria-label="Popular roles">
      <span className={styles.title} aria-hidden="true">
        Popular
      </span>
      <ul className={styles.list}>
        {roles.map(({ label, params }) => (
          <li key={jobsPath(params)}>
            <SiteLink href={jobsPath(params)} onClick={onPlainClick(() => onChoose({ ...nothingAsked, ...params }))}>
              {label.map(({ text }) => text).join('')}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

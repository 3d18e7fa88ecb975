import styles from './Breadcrumb.module.css'
import { SiteLink } from './SiteLink.tsx'

/**
 * Where a page lies, from home down. Nothing for a trail of one.
 * @param trail this page last: it is named, not linked
 */
export function Breadcrumb({
  trail,
  className,
}: {
  trail: readonly { label: string; path: string }[]
  className?: string | undefined
}) {
  if (trail.length < 2) return null
  return (
    <nav className={[styles.trail, className].filter(Boolean).join(' ')} aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {trail.map(({ label, path }, index) => (
          <li key={path}>
            {index < trail.length - 1 ? (
              <SiteLink href={path}>{label}</SiteLink>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

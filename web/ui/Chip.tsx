import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { Icon } from './Icon.tsx'
import { SiteLink } from './SiteLink.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A link to a filtered list, or with `remove` a chosen filter whose link takes it away again. */
export function Chip({
  href,
  remove,
  count,
  children,
  onClick,
}: {
  href: string
  remove?: boolean
  count?: number
  children: ReactNode
  onClick?: (event: React.MouseEvent<HTMLAnchorElement>) => void
}) {
  return (
    <SiteLink href={href} className={`${styles.chip} ${remove ? styles.chosen : ''}`} onClick={onClick}>
      {remove && <VisuallyHidden>Remove filter: </VisuallyHidden>}
      <span>{children}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {remove && <Icon name="close" size={16} />}
    </SiteLink>
  )
}

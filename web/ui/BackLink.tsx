import { type ReactNode, useSyncExternalStore } from 'react'
import styles from './BackLink.module.css'
import { Icon } from './Icon.tsx'
import { SiteLink } from './SiteLink.tsx'

/**
 * Back to where the visitor came from in this tab; else to `fallback`, which is also what the server sends.
 * @param remembered reads the tab's memory; null where there is none
 * @param children what it says, by where it leads to
 */
export function BackLink({
  remembered,
  fallback,
  className = '',
  children,
}: {
  remembered: () => string | null
  fallback: string
  className?: string | undefined
  children: ReactNode | ((href: string | null) => ReactNode)
}) {
  const href = useSyncExternalStore(unchanging, remembered, () => null)
  return (
    <SiteLink href={href ?? fallback} className={`${styles.back} ${className}`}>
      <Icon name="left" size={18} />
      {typeof children === 'function' ? children(href) : children}
    </SiteLink>
  )
}

const unchanging = () => () => {}

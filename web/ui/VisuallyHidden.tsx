import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only. `live` makes it a polite status that is read out when it changes. */
export function VisuallyHidden({ children, live, id }: { children: ReactNode; live?: boolean; id?: string }) {
  return (
    <span id={id} className={styles.hidden} role={live ? 'status' : undefined}>
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** A state, never pressed. `new` and `featured` are a job's; `plain` is everything else. */
export function Badge({ tone = 'plain', children }: { tone?: 'new' | 'featured' | 'plain'; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}

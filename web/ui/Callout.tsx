import type { ReactNode } from 'react'
import styles from './Callout.module.css'

/** A remark set off from the text. `alert` is read out at once; everything else is quiet. */
export function Callout({
  tone = 'note',
  title,
  children,
}: {
  tone?: 'note' | 'alert'
  title?: string
  children: ReactNode
}) {
  return (
    <div className={`${styles.callout} ${styles[tone]}`} role={tone === 'alert' ? 'alert' : undefined}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}

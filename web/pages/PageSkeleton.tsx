import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './PageSkeleton.module.css'

/** A page that is on its way: a head and a body as tall as most are, so that the footer stays below the fold. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <p className={styles.words} role="status">
        Loading
      </p>
      <div className={styles.head}>
        <Skeleton lines={2} tall="heading" />
      </div>
      <div className={styles.body}>
        <Skeleton lines={9} />
      </div>
    </div>
  )
}

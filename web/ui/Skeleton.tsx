import styles from './Skeleton.module.css'

/**
 * Ruled lines where rows of a list will be, as tall as the rows. Hidden from screen readers: say `aria-busy` on what is
 * being filled.
 * @param lines how many; the last is shorter
 */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <span className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}

import styles from './Skeleton.module.css'

/**
 * Ruled lines where words will be, as tall as the words. Hidden from screen readers: say `aria-busy` on what is being filled.
 * @param lines how many; the last is shorter
 * @param height of one, in the text's line heights where it is a number
 */
export function Skeleton({ lines = 1, height = 1 }: { lines?: number; height?: number }) {
  return (
    <span className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} style={{ height: `${height}lh` }} />
      ))}
    </span>
  )
}

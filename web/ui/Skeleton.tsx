import styles from './Skeleton.module.css'

/**
 * Ruled lines where words will be, as tall as the words. Hidden from screen readers: say `aria-busy` on what is being
 * filled.
 * @param lines how many; the last is shorter
 * @param tall of one: a line of text, a row of a list, a heading. No style attribute: the content security policy takes
 * none.
 */
export function Skeleton({ lines = 1, tall = 'text' }: { lines?: number; tall?: 'text' | 'row' | 'heading' }) {
  return (
    <span className={styles.skeleton} data-tall={tall} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  )
}

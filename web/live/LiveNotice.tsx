import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { formatCount } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './LiveNotice.module.css'

/** A press that was on its way to what lay there before is none on the notice. */
const meantMs = 400

/**
 * At the foot of the screen while its list is read, in a place of its own at the list's end: nothing moves for it.
 * @param begins id of the list's heading, from which the new list is read: the notice goes with its press
 */
export function LiveNotice({ count, begins, onShow }: { count: number; begins: string; onShow: () => void }) {
  const words = `${formatCount(count)} new ${count === 1 ? 'job' : 'jobs'}`
  const since = useRef(0)
  const isThere = count > 0
  useEffect(() => {
    since.current = isThere ? performance.now() : 0
  }, [isThere])
  const show = () => {
    onShow()
    const heading = document.getElementById(begins)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
  }
  return (
    <div className={styles.place}>
      {isThere && (
        <Button
          variant="primary"
          className={styles.notice}
          onClick={() => performance.now() - since.current > meantMs && show()}
        >
          Show {words}
        </Button>
      )}
      <VisuallyHidden live>{isThere ? `${words}: a button behind the list shows them.` : ''}</VisuallyHidden>
    </div>
  )
}

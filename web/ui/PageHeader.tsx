import type { ReactNode } from 'react'
import { Breadcrumb } from './Breadcrumb.tsx'
import styles from './PageHeader.module.css'

/** What a drawing or photograph needs to be shown; `Picture` of the content is one. */
interface Shown {
  src: string
  srcSet: string
  width: number
  height: number
  alt: string
}

/**
 * The head of a page: trail, kicker, the one h1, lead, and what to do first.
 *
 * Three settings, for pages that should not look alike. `ledger` (default): a line of margin, the title wide, the lead
 * set off in a column of its own. `plate` (default with a picture): title and lead beside the picture, which runs to
 * the edge of the page. `band`: on the dark band of home's head.
 * @param children actions or facts below the lead
 */
export function PageHeader({
  trail = [],
  kicker,
  heading,
  lead,
  picture,
  setting = picture ? 'plate' : 'ledger',
  children,
}: {
  trail?: readonly { label: string; path: string }[]
  kicker?: ReactNode
  heading: ReactNode
  lead?: ReactNode
  picture?: Shown | null | undefined
  setting?: 'ledger' | 'plate' | 'band'
  children?: ReactNode
}) {
  return (
    <header className={`${styles.header} ${styles[setting]}`}>
      <div className={styles.body}>
        <Breadcrumb trail={trail} className={styles.trail} />
        <div className={styles.title}>
          {kicker && <p className={styles.kicker}>{kicker}</p>}
          <h1 className={styles.heading}>{heading}</h1>
        </div>
        {(lead || children) && (
          <div className={styles.say}>
            {lead && <p className={styles.lead}>{lead}</p>}
            {children}
          </div>
        )}
        {picture && (
          <div className={styles.picture}>
            <img
              src={picture.src}
              srcSet={picture.srcSet || undefined}
              sizes={picture.srcSet ? '(min-width: 992px) 40vw, 100vw' : undefined}
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              fetchPriority="high"
              decoding="async"
            />
          </div>
        )}
      </div>
    </header>
  )
}

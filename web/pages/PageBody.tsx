import type { Page } from '../content/content.ts'
import { RichText } from '../content/RichText.tsx'
import styles from './PageBody.module.css'
import { inText, Sections } from './sections/Sections.tsx'
import { type Surroundings } from './sections/section.ts'

/** What the CMS says on a page below its head, or below what the site lists there: the page's words, its sections. */
export function PageBody({ page: { body, sections }, around }: { page: Page; around: Surroundings }) {
  return (
    <>
      {body && (
        <div className={styles.words}>
          <div className={styles.body}>
            <RichText text={body} renderSection={inText(around)} />
          </div>
        </div>
      )}
      <Sections sections={sections} around={around} />
    </>
  )
}

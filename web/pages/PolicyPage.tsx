import type { Site } from '#indexer/site'
import { headingsOf, RichText } from '../content/RichText.tsx'
import type { AnswerOf } from '../routes/contentAt.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { formatDate } from '../ui/time.ts'
import styles from './PolicyPage.module.css'

/** Headings from which on a text has a table of contents. */
const manyHeadings = 4

/** A policy or legal page: when it was last updated, what is in it, the text. */
export function PolicyPage({
  answer: { title, summary, body, updatedOn, trail },
  site,
}: {
  answer: AnswerOf<'policy'>
  site: Site
}) {
  const headings = headingsOf(body).filter(({ level }) => level === 2)
  const contents = headings.length >= manyHeadings
  return (
    <>
      <PageHeader trail={trail} heading={title} lead={summary}>
        <p className={styles.updated}>
          Last updated{' '}
          <time dateTime={updatedOn}>{formatDate(Date.parse(`${updatedOn}T12:00:00Z`) / 1_000, site)}</time>
        </p>
      </PageHeader>
      <div className={styles.page}>
        {contents && (
          <nav className={styles.contents} aria-labelledby="contents-title">
            <h2 id="contents-title">On this page</h2>
            <ol>
              {headings.map(({ id, label }) => (
                <li key={id}>
                  <a href={`#${id}`}>{label}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.text}>
          <RichText text={body} />
        </div>
      </div>
    </>
  )
}

import type { ContentAnswer } from '../content/content.ts'
import { RichText } from '../content/RichText.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './SitemapPage.module.css'
import { inText, Sections } from './sections/Sections.tsx'
import { type Surroundings } from './sections/section.ts'

/** Every page, in groups. */
export function SitemapPage({
  answer: { page, groups, trail },
  around,
}: {
  answer: Extract<ContentAnswer, { kind: 'sitemap' }>
  around: Surroundings
}) {
  return (
    <>
      <PageHeader trail={trail} kicker={page.kicker} heading={page.heading} lead={page.lead} />
      <div className={styles.page}>
        {page.body && <RichText text={page.body} renderSection={inText(around)} />}
        {groups
          .filter(({ links }) => links.length > 0)
          .map(({ heading, links }, i) => (
            <section key={heading} className={styles.group} aria-labelledby={`group-${i}`}>
              <h2 id={`group-${i}`}>{heading}</h2>
              <ul className={styles.links}>
                {links.map(({ label, path }) => (
                  <li key={path}>
                    <SiteLink href={path}>{label}</SiteLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
      <Sections sections={page.sections} around={around} />
    </>
  )
}

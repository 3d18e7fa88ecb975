import type { ReactNode } from 'react'
import type { Section } from '../../content/content.ts'
import { RichText } from '../../content/RichText.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SiteLink } from '../../ui/SiteLink.tsx'
import styles from './Sections.module.css'

/**
 * A section's outline: kicker, heading, link, and the content.
 *
 * `split`: the heading stands in the margin third, the content in the other two. `stack`: the heading above, its link
 * at the line's end, the content as wide as the page. `bare`: nothing but the content.
 */
export function SectionFrame({
  section,
  setting = 'split',
  aside,
  body = true,
  lede = false,
  children,
}: {
  section: Pick<Section, 'id' | 'kicker' | 'heading' | 'body' | 'link'>
  setting?: 'split' | 'stack' | 'bare'
  /** Beside the heading of a stack, below that of a split. */
  aside?: ReactNode
  /** Whether the body is set above the content. */
  body?: boolean
  /** Whether the body's first paragraph is set larger. */
  lede?: boolean
  children?: ReactNode
}) {
  const { id, kicker, heading, link } = section
  const titled = setting !== 'bare' && heading !== ''
  return (
    <section id={id} className={styles.section} aria-labelledby={titled ? `${id}-title` : undefined}>
      <div className={`${styles.frame} ${styles[setting]}`}>
        {setting !== 'bare' && (kicker || heading || link || aside) && (
          <div className={styles.head}>
            <div className={styles.heads}>
              {kicker && <p className={styles.kicker}>{kicker}</p>}
              {heading && (
                <h2 id={`${id}-title`} className={styles.heading} tabIndex={-1}>
                  {heading}
                </h2>
              )}
            </div>
            {aside}
            {link && <MoreLink href={link.url}>{link.label}</MoreLink>}
          </div>
        )}
        <div className={styles.content}>
          {body && section.body && (
            <div className={`${styles.body} ${lede ? styles.lede : ''}`}>
              <RichText text={section.body} />
            </div>
          )}
          {children}
        </div>
      </div>
    </section>
  )
}

/** The level of the headings inside a section: right below its own, or in place of it where it has none. */
export function itemHeading({ heading }: Pick<Section, 'heading'>): 'h2' | 'h3' {
  return heading ? 'h3' : 'h2'
}

/** The way on from a section. */
export function MoreLink({
  href,
  children,
  className,
}: {
  href: string
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <SiteLink
      href={href}
      className={`${styles.more} ${className ?? ''}`}
      {...(href.startsWith('https://') && { rel: 'noopener' })}
    >
      {children}
      <Icon name={href.startsWith('https://') ? 'external' : 'right'} size={18} />
    </SiteLink>
  )
}

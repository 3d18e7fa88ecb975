import type { Card } from '../../content/content.ts'
import { Picture } from '../../content/Picture.tsx'
import { RichText } from '../../content/RichText.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { SiteLink } from '../../ui/SiteLink.tsx'
import { itemHeading, MoreLink, SectionFrame } from './SectionFrame.tsx'
import frame from './Sections.module.css'
import { type SectionProps } from './section.ts'
import styles from './words.module.css'

/** Words; with a picture they stand beside it, and pictures take turns. */
export function TextSection({ section, turned }: SectionProps) {
  const { id, kicker, heading, body, picture, link } = section
  if (!picture) return <SectionFrame section={section} lede />
  return (
    <section id={id} className={frame.section} aria-labelledby={heading ? `${id}-title` : undefined}>
      <div className={`${frame.frame} ${styles.pictured} ${turned ? styles.turned : ''}`}>
        <Picture picture={picture} sizes="(min-width: 992px) 45vw, 100vw" className={styles.plate} />
        <div className={styles.beside}>
          {kicker && <p className={`${frame.kicker} ${styles.besideKicker}`}>{kicker}</p>}
          {heading && (
            <h2 id={`${id}-title`} className={frame.heading}>
              {heading}
            </h2>
          )}
          {body && (
            <div className={frame.body}>
              <RichText text={body} />
            </div>
          )}
          {link && <MoreLink href={link.url}>{link.label}</MoreLink>}
        </div>
      </div>
    </section>
  )
}

/** Figures in columns under one rule, closed with the double rule of a sum. */
export function FiguresSection({ section }: SectionProps) {
  return (
    <SectionFrame section={section} setting={section.heading || section.kicker || section.link ? 'stack' : 'bare'}>
      <dl className={styles.figures} data-long={section.items.some(({ figure }) => figure.length > 6) ? '' : undefined}>
        {section.items.map(({ id, title, figure, text }) => (
          <div key={id}>
            <dt>
              {title}
              {text && <span className={styles.figureText}>{text}</span>}
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}

/** With pictures a row of plates; without them ruled columns, as many as there is room for. */
export function CardsSection({ section }: SectionProps) {
  const plates = section.items.some(({ picture }) => picture)
  return (
    <SectionFrame section={section} setting="stack">
      <ul className={`${styles.cards} ${plates ? styles.plates : ''}`} data-count={section.items.length}>
        {section.items.map(card => (
          <li key={card.id}>
            <CardBody card={card} heading={itemHeading(section)} />
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}

function CardBody({
  card: { title, figure, text, picture, url, linkLabel },
  heading: Heading,
}: {
  card: Card
  heading: 'h2' | 'h3'
}) {
  return (
    <article className={styles.card}>
      {picture && <Picture picture={picture} sizes="(min-width: 768px) 33vw, 100vw" className={styles.cardPicture} />}
      {figure && <p className={styles.cardFigure}>{figure}</p>}
      <Heading className={styles.cardTitle}>{url ? <SiteLink href={url}>{title}</SiteLink> : title}</Heading>
      <Paragraphs of={text} />
      {url && linkLabel && (
        <p className={styles.cardMore} aria-hidden="true">
          {linkLabel}
        </p>
      )}
    </article>
  )
}

/** What happens in what order: a ledger's numbered rows. */
export function StepsSection({ section }: SectionProps) {
  const Heading = itemHeading(section)
  return (
    <SectionFrame section={section} setting="stack">
      <ol className={styles.steps}>
        {section.items.map(({ id, title, figure, text, url, linkLabel }) => (
          <li key={id}>
            <Heading className={styles.stepTitle}>{title}</Heading>
            <div className={styles.stepText}>
              {figure && <p className={styles.stepFigure}>{figure}</p>}
              <Paragraphs of={text} />
              {url && <MoreLink href={url}>{linkLabel || title}</MoreLink>}
            </div>
          </li>
        ))}
      </ol>
    </SectionFrame>
  )
}

export function QuoteSection({ section: { id, kicker, heading, body, picture } }: SectionProps) {
  if (!body) return null
  return (
    <section id={id} className={frame.section} aria-label={kicker || 'Quotation'}>
      <figure className={`${frame.frame} ${styles.quote}`}>
        {picture && <Picture picture={picture} sizes="12rem" className={styles.quoted} />}
        <div className={styles.said}>
          <blockquote>
            <RichText text={body} />
          </blockquote>
          {heading && (
            <figcaption>
              {heading}
              {kicker && <span>{kicker}</span>}
            </figcaption>
          )}
        </div>
      </figure>
    </section>
  )
}

/** What to do next. */
export function CallToActionSection({ section: { id, kicker, heading, body, link } }: SectionProps) {
  return (
    <section
      id={id}
      className={`${frame.section} ${styles.call}`}
      aria-labelledby={heading ? `${id}-title` : undefined}
    >
      <div className={`${frame.frame} ${styles.callFrame}`}>
        <div className={styles.callSay}>
          {kicker && <p className={frame.kicker}>{kicker}</p>}
          {heading && (
            <h2 id={`${id}-title`} className={`${frame.heading} ${styles.callHeading}`}>
              {heading}
            </h2>
          )}
        </div>
        <div className={styles.callDo}>
          {body && (
            <div>
              <RichText text={body} />
            </div>
          )}
          {link && (
            <ButtonLink href={link.url} variant="primary" size="l">
              {link.label}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}

export function QuestionsSection({ section }: SectionProps) {
  const Heading = itemHeading(section)
  return (
    <SectionFrame section={section}>
      <div className={styles.questions}>
        {section.items.map(({ id, title, text, url, linkLabel }) => (
          <details key={id}>
            <summary>
              <Heading className={styles.question}>{title}</Heading>
            </summary>
            <div className={styles.answer}>
              <Paragraphs of={text} />
              {url && <MoreLink href={url}>{linkLabel || title}</MoreLink>}
            </div>
          </details>
        ))}
      </div>
    </SectionFrame>
  )
}

/** Plain text of the CMS: an empty line begins a paragraph. */
export function Paragraphs({ of }: { of: string }) {
  return of
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph, i) => <p key={i}>{paragraph}</p>)
}

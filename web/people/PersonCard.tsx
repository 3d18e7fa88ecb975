import type { PersonHit } from '#indexer/contentDocuments'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './PersonCard.module.css'

/** Directors know many; their profile names them all. */
const mostSpecialisms = 3

/** One of the team: portrait, name, what they do and where. The whole card leads to their profile. */
export function PersonCard({ person, level = 3 }: { person: PersonHit; level?: 2 | 3 }) {
  const { slug, name, jobTitle, office, specialisms } = person
  const Heading = `h${level}` as const
  return (
    <article className={styles.card}>
      <Portrait person={person} className={styles.portrait} />
      <Heading className={styles.name}>
        <SiteLink href={`/consultants/${slug}`}>{name}</SiteLink>
      </Heading>
      <p className={styles.title}>{jobTitle}</p>
      {office && <p className={styles.office}>{office}</p>}
      {specialisms.length > 0 && (
        <p className={styles.fields}>
          {specialisms.slice(0, mostSpecialisms).join(', ')}
          {specialisms.length > mostSpecialisms && ` and ${specialisms.length - mostSpecialisms} more`}
        </p>
      )}
    </article>
  )
}

/** The photograph, or the initials where there is none. */
export function Portrait({
  person: { photo, name },
  className,
  eager,
}: {
  person: Pick<PersonHit, 'photo' | 'name'>
  className?: string | undefined
  eager?: boolean
}) {
  if (!photo) {
    return (
      <span className={`${styles.initials} ${className ?? ''}`} aria-hidden="true">
        {name
          .split(/\s+/)
          .map(word => [...word][0])
          .filter((_, i, all) => i === 0 || i === all.length - 1)
          .join('')}
      </span>
    )
  }
  return (
    <img
      className={className}
      src={photo.src}
      srcSet={photo.srcSet || undefined}
      sizes={photo.srcSet ? '(min-width: 768px) 18rem, 50vw' : undefined}
      width={photo.width}
      height={photo.height}
      // The name stands beside it.
      alt=""
      loading={eager ? undefined : 'lazy'}
      decoding="async"
    />
  )
}

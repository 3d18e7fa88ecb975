import { sectors } from '#indexer/specialisms'
import type { Picture, SpecialismLink } from '../content/content.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import { formatCount } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './SpecialismTree.module.css'

/**
 * Specialisms as the columns of a ledger: a sector a column, a specialism a line, the figures to the right.
 * @param counts live jobs by the slug of a sector or specialism; left out where they are not known
 * @param told whether each says what it is, beside its picture
 */
export function SpecialismTree({
  specialisms,
  counts,
  level = 3,
  told = false,
}: {
  specialisms: readonly SpecialismLink[]
  counts?: Record<string, number> | undefined
  level?: 2 | 3
  told?: boolean
}) {
  const Heading = `h${level}` as const
  const columns = columnsOf(specialisms)
  return (
    <div className={styles.columns} data-columns={columns.length}>
      {columns.map(({ sector, head, rows }) => (
        <div key={sector} className={styles.column}>
          {told && head?.picture && <Cover picture={head.picture} sizes="(min-width: 992px) 25rem, 100vw" />}
          <Heading className={styles.head}>
            {head ? (
              <Line specialism={head} count={counts?.[head.slug]} />
            ) : (
              <span className={styles.line}>{sector}</span>
            )}
          </Heading>
          {told && head && <p className={styles.summary}>{head.summary}</p>}
          <Rows specialisms={[...rows, ...(head?.children ?? [])]} counts={counts} told={told} />
        </div>
      ))}
    </div>
  )
}

/** The sectors in their order, each headed by the specialism that is the sector itself. */
function columnsOf(specialisms: readonly SpecialismLink[]) {
  return sectors
    .map(({ name, slug }) => {
      const of = specialisms.filter(({ sector }) => sector === name)
      return {
        sector: name,
        head: of.find(specialism => specialism.slug === slug),
        rows: of.filter(specialism => specialism.slug !== slug),
      }
    })
    .filter(({ head, rows }) => head || rows.length > 0)
}

function Rows({
  specialisms,
  counts,
  told,
}: {
  specialisms: readonly SpecialismLink[]
  counts: Record<string, number> | undefined
  told: boolean
}) {
  if (specialisms.length === 0) return null
  return (
    <ul className={styles.rows}>
      {specialisms.map(specialism => (
        <li key={specialism.path}>
          <div className={told && specialism.picture ? styles.pictured : undefined}>
            <Line specialism={specialism} count={counts?.[specialism.slug]} />
            {told && <p className={styles.summary}>{specialism.summary}</p>}
            {told && specialism.picture && <Cover picture={specialism.picture} sizes="6rem" />}
          </div>
          <Rows specialisms={specialism.children} counts={counts} told={told} />
        </li>
      ))}
    </ul>
  )
}

/** Decorative: the name beside it says what it is about. */
function Cover({ picture: { src, srcSet, width, height }, sizes }: { picture: Picture; sizes: string }) {
  return (
    <img
      className={styles.cover}
      src={src}
      srcSet={srcSet || undefined}
      sizes={srcSet ? sizes : undefined}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function Line({ specialism: { path, name }, count }: { specialism: SpecialismLink; count: number | undefined }) {
  return (
    <SiteLink href={path} className={styles.line}>
      <span>{name}</span>
      {count !== undefined && (
        <span className={styles.count}>
          {formatCount(count)}
          <VisuallyHidden> {count === 1 ? 'job' : 'jobs'}</VisuallyHidden>
        </span>
      )}
    </SiteLink>
  )
}

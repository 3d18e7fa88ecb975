import { useRouteContext } from '@tanstack/react-router'
import { jobsPath } from '#api/jobSearchParams'
import { sectors } from '#indexer/specialisms'
import { SearchForm } from '../layout/SearchForm.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import styles from './notFound.module.css'

/** No page at this address (404): a search and ways on. */
export function NotFoundPage() {
  const { site } = useRouteContext({ from: '__root__' })
  return (
    <div className={styles.page}>
      <h1>There is no page at this address</h1>
      <p className={styles.text}>It may have moved, or a letter of the address got lost. All our jobs are here:</p>
      <SearchForm site={site} shape="bar" label="Search jobs" />
      <p className={styles.ways}>
        <ButtonLink href={jobsPath({ sort: 'newest' })}>Newest jobs</ButtonLink>
        {sectors.map(sector => (
          <ButtonLink key={sector.slug} href={jobsPath({ sectors: [sector.name] })}>
            {sector.name}
          </ButtonLink>
        ))}
        <ButtonLink href="/" variant="quiet">
          Home
        </ButtonLink>
      </p>
    </div>
  )
}

import { useRouteContext } from '@tanstack/react-router'
import { jobsPath } from '#api/jobSearchParams'
import { sectors } from '#indexer/specialisms'
import { SearchForm } from '../layout/SearchForm.tsx'
import { useText } from '../layout/useText.ts'
import { SiteSearch } from '../search/SiteSearch.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './notFound.module.css'

const ways = [
  { href: jobsPath({ sort: 'newest' }), label: 'Newest jobs', text: 'All of them, the latest first' },
  ...sectors.map(sector => ({ href: jobsPath({ sectors: [sector.name] }), label: `${sector.name} jobs`, text: '' })),
  { href: '/specialisms', label: 'Specialisms', text: 'What we recruit for' },
  { href: '/blog', label: 'Insights', text: 'What our consultants write' },
  { href: '/events', label: 'Events', text: 'Where to meet us' },
  { href: '/contact-us', label: 'Contact', text: 'A person to ask' },
  { href: '/sitemap', label: 'Sitemap', text: 'Every page of the site' },
]

/** No page at this address (404): a search and ways on. */
export function NotFoundPage() {
  const { site } = useRouteContext({ from: '__root__' })
  const text = useText(
    'notFound.page.text',
    'It may have moved, or a letter of the address got lost. All our jobs are here:',
  )
  return (
    <div className={styles.page}>
      <div className={styles.say}>
        <h1>There is no page at this address</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <SearchForm id="not-found-search" site={site} shape="bar" label="Search jobs" />
      <nav className={styles.ways} aria-label="Ways on">
        <ul className={styles.list}>
          {ways.map(({ href, label, text }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
              {text && <span>{text}</span>}
            </li>
          ))}
        </ul>
        <div className={styles.other}>
          <p>Or something else than a job:</p>
          <SiteSearch id="not-found-words" label="Search insights and events too" />
        </div>
      </nav>
    </div>
  )
}

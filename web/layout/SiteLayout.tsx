import '../ui/tokens.css'
import '../ui/base.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { jobsPath } from '#api/jobSearchParams'
import type { Site } from '#indexer/site'
import { sectors, specialisms } from '#indexer/specialisms'
import { rememberSearch } from '../jobs/lastSearch.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { Sidebar } from './Sidebar.tsx'
import styles from './SiteLayout.module.css'
import { Wordmark } from './Wordmark.tsx'

const mainLinks = [
  { href: '/jobs', label: 'Jobs' },
  ...sectors.map(sector => ({ href: jobsPath({ sectors: [sector.name] }), label: sector.name as string })),
  { href: '/#specialisms', label: 'Specialisms' },
]

/**
 * Everything round a page: skip link, header, main, footer, and the search sidebar where the page has no search of its own.
 * @param jobCount live jobs, null where the count could not be had
 * @param href path and search of the page shown, as in the address bar
 * @param year of the copyright line
 */
export function SiteLayout({
  site,
  jobCount,
  href,
  year = 2025,
  children,
}: {
  site: Site
  jobCount: number | null
  href: string
  year?: number
  children: ReactNode
}) {
  const path = href.replace(/[?#].*$/, '')
  useEffect(() => rememberSearch(href), [href])
  return (
    <div className={styles.shell}>
      <div className={styles.column}>
        <a className={styles.skip} href="#main">
          Skip to the page's content
        </a>
        <Header site={site} href={href} />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <Footer site={site} year={year} />
      </div>
      {/* /jobs is the search itself; a second form beside it would only compete with it. Home has a form too, so there it waits closed. */}
      {path !== '/jobs' && <Sidebar site={site} jobCount={jobCount} startsOpen={path !== '/'} />}
    </div>
  )
}

function Header({ site, href }: { site: Site; href: string }) {
  const menu = useRef<HTMLDivElement>(null)
  // A popover closes itself on Escape and on a press outside; a move inside the site is ours to notice.
  const closeMenu = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }
  useEffect(closeMenu, [href])
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <SiteLink href="/" className={styles.logo} aria-label={`${site.name}, home`}>
          <Wordmark />
          {site.id !== 'uk' && <span className={styles.country}>{site.name.replace('Longlist ', '')}</span>}
        </SiteLink>
        <nav className={styles.nav} aria-label="Main">
          <MainLinks href={href} />
        </nav>
        <Button variant="quiet" className={styles.menuButton} popoverTarget="menu">
          <Icon name="menu" />
          Menu
        </Button>
      </div>
      <div ref={menu} id="menu" popover="auto" className={styles.menu}>
        <div className={styles.menuHead}>
          <Wordmark height={26} />
          <Button variant="quiet" popoverTarget="menu" popoverTargetAction="hide">
            <Icon name="close" />
            Close
          </Button>
        </div>
        <nav aria-label="Main">
          <MainLinks href={href} home onFollow={closeMenu} />
        </nav>
        <p className={styles.menuNote}>We answer within 1-2 working days, Monday to Friday, 8.30am to 6pm.</p>
      </div>
    </header>
  )
}

function MainLinks({ href, home, onFollow }: { href: string; home?: boolean; onFollow?: () => void }) {
  const links = home ? [{ href: '/', label: 'Home' }, ...mainLinks] : mainLinks
  return (
    <ul className={styles.links}>
      {links.map(link => (
        <li key={link.href}>
          <SiteLink href={link.href} aria-current={link.href === href ? 'page' : undefined} onClick={onFollow}>
            {link.label}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}

function Footer({ site, year }: { site: Site; year: number }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.footerBody}>
        <div className={styles.promise}>
          <Wordmark height={34} />
          <p>Specialist recruitment for banking, insurance and technology.</p>
          <p>We answer within 1-2 working days. Our consultants are at their desks from 8.30am to 6pm, Monday to Friday.</p>
        </div>
        <nav className={styles.footerNav} aria-label="Footer">
          {sectors.map(sector => (
            <div key={sector.slug}>
              <p className={styles.footerSector}>
                <SiteLink href={jobsPath({ sectors: [sector.name] })}>{sector.name} jobs</SiteLink>
              </p>
              <ul className={styles.footerLinks}>
                {specialisms
                  .filter(specialism => specialism.sector === sector.name && specialism.name !== sector.name)
                  .map(specialism => (
                    <li key={specialism.slug}>
                      <SiteLink href={jobsPath({ specialisms: [specialism.name] })}>{specialism.name}</SiteLink>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={styles.colophon}>
          <p>
            © {year} {site.name}
          </p>
          <p>
            Contains place data from <a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)
          </p>
        </div>
      </div>
    </footer>
  )
}

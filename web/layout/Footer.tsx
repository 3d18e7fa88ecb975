import type { ReactNode } from 'react'
import { jobsPath } from '#api/jobSearchParams'
import type { Site } from '#indexer/site'
import { sectors } from '#indexer/specialisms'
import type { Layout, MenuItem } from '../content/content.ts'
import { CookieSettings } from '../tracking/ConsentBanner.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { telHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './Footer.module.css'
import { FooterContact } from './FooterContact.tsx'
import { LinkedText } from './LinkedText.tsx'
import { Still } from './Still.tsx'
import { Wordmark } from './Wordmark.tsx'

/**
 * @param path of the page shown.
 * @param layout null while no content has ever come.
 * @param now epoch seconds, for the years of the copyright line
 */
export function Footer({ site, layout, now, path }: { site: Site; layout: Layout | null; now: number; path: string }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.body}>
        {layout && <FooterContact layout={layout} here={path === '/contact-us'} />}
        {layout && (
          <section className={styles.register} aria-labelledby="footer-register">
            <div>
              <h2 id="footer-register" className={styles.registerTitle}>
                {layout.register.heading}
              </h2>
              <p className={styles.quiet}>{layout.register.text}</p>
              <p className={styles.quiet}>
                <LinkedText name="footer.newsletter.text" />
              </p>
            </div>
            <ButtonLink href="/register" className={styles.bandButton}>
              Register your details
            </ButtonLink>
          </section>
        )}

        <Menu layout={layout} />

        {layout && layout.countrySites.length + layout.social.length > 0 && (
          <div className={styles.elsewhere}>
            {layout.countrySites.length > 0 && (
              <nav aria-label="Country sites" className={styles.row}>
                <span className={styles.label}>Our sites</span>
                <ul className={styles.inline}>
                  {layout.countrySites.map(({ label, url, current }) => (
                    <li key={url}>
                      <SiteLink href={url} aria-current={current ? 'true' : undefined}>
                        {label}
                      </SiteLink>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
            {layout.social.length > 0 && (
              <nav aria-label="Social media" className={styles.row}>
                <span className={styles.label}>Follow us</span>
                <ul className={styles.inline}>
                  {layout.social.map(({ label, url }) => (
                    <li key={url}>
                      <a href={url} rel="me noopener">
                        {label}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
          </div>
        )}

        <Colophon site={site} layout={layout} now={now} />
      </div>
    </footer>
  )
}

function Menu({ layout }: { layout: Layout | null }) {
  const groups = layout?.footerMenu.filter(item => item.children.length > 0) ?? []
  const singles = layout?.footerMenu.filter(item => item.children.length === 0) ?? []
  return (
    <Still as="nav" part="footer menu" className={styles.menu} aria-label="Footer">
      {groups.map(group => (
        <MenuGroup key={group.id} group={group} known={groups.flatMap(({ children }) => children)} />
      ))}
      {layout && layout.offices.length > 0 && (
        <Fold label="Offices" className={styles.offices}>
          <ul className={styles.officeList}>
            {layout.offices.map(office => (
              <li key={office.id}>
                <span>{office.city}</span>
                {office.phone && <a href={telHref(office.phone)}>{office.phone}</a>}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {singles.length > 0 && (
        <ul className={styles.links}>
          {singles.map(item => (
            <li key={item.id}>
              <SiteLink href={item.url}>{item.label}</SiteLink>
            </li>
          ))}
        </ul>
      )}
      {groups.length + singles.length === 0 && (
        <ul className={styles.links}>
          {sectors.map(sector => (
            <li key={sector.slug}>
              <SiteLink href={jobsPath({ sectors: [sector.name] })}>{sector.name} jobs</SiteLink>
            </li>
          ))}
        </ul>
      )}
    </Still>
  )
}

function Colophon({ site, layout, now }: { site: Site; layout: Layout | null; now: number }) {
  const present = new Date(now * 1_000).getUTCFullYear()
  const first = layout?.copyrightYear ?? present
  const years = first < present ? `${first}–${present}` : String(first)
  return (
    <Still part="colophon" of={() => years} className={styles.colophon}>
      <div className={styles.sign}>
        <Wordmark height={28} />
        <p>{layout?.tagline || 'Specialist recruitment for banking, insurance and technology.'}</p>
      </div>
      <nav aria-label="Legal">
        <Fold label="Legal" className={styles.legal}>
          <ul className={styles.inline}>
            {layout?.legalMenu.map(item => (
              <li key={item.id}>
                <SiteLink href={item.url}>{item.label}</SiteLink>
              </li>
            ))}
            <li>
              <CookieSettings className={styles.settings} />
            </li>
          </ul>
        </Fold>
      </nav>
      <div className={styles.small}>
        <p>
          © {years} {layout?.name || site.name}
        </p>
        <p>
          Contains place data from <a href="https://www.geonames.org/">GeoNames</a> (
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)
        </p>
        {site.credits?.map(credit => (
          <p key={credit}>{credit}</p>
        ))}
      </div>
    </Still>
  )
}

/** @param known links of all groups: a group's own is added where none of them is it */
function MenuGroup({ group, known }: { group: MenuItem; known: readonly MenuItem[] }) {
  const own = known.some(({ url }) => url === group.url) ? [] : [group]
  return (
    <Fold label={group.label}>
      <ul className={styles.links}>
        {[...own, ...group.children].map(item => (
          <li key={item.id}>
            <SiteLink href={item.url}>{item.label}</SiteLink>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** A group that stands open, and on a phone begins folded once a script runs (footerFolds.ts). */
function Fold({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <details className={`${styles.fold} ${className}`} data-fold open>
      <summary className={styles.group}>
        {label}
        <Icon name="down" size={16} />
      </summary>
      {children}
    </details>
  )
}

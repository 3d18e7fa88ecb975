import '../ui/tokens.css'
import '../ui/base.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Site } from '#indexer/site'
import type { Layout } from '../content/content.ts'
import { rememberSearch } from '../jobs/lastSearch.ts'
import { ConsentBanner } from '../tracking/ConsentBanner.tsx'
import { pageShown } from '../tracking/consent.ts'
import { InlineScript } from '../ui/InlineScript.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { closeMenus } from './menus.ts'
import { Sidebar } from './Sidebar.tsx'
import styles from './SiteLayout.module.css'
import { keepSide } from './sidebarMemory.ts'

/** The spec's setting, for a site whose content has never come. */
const defaultCookieDays = 3_000

/**
 * Everything round a page: skip link, the question about cookies, header, main, footer, and the search sidebar where
 * the page has no search of its own.
 * @param layout what the CMS says of it; null while no content has ever come
 * @param now epoch seconds of the render
 * @param jobCount live jobs, null where the count could not be had
 * @param href path and search of the page shown, as in the address bar
 * @param busy another page is on its way
 * @param side how the search beside the page waits before the visitor has chosen; left out where there is none
 */
export function SiteLayout({
  site,
  layout,
  now,
  jobCount,
  href,
  busy = false,
  side,
  children,
}: {
  site: Site
  layout: Layout | null
  now: number
  jobCount: number | null
  href: string
  busy?: boolean
  side?: 'open' | 'closed' | undefined
  children: ReactNode
}) {
  const path = href.replace(/[?#].*/s, '')
  const last = useRef(href)
  useEffect(() => {
    rememberSearch(href)
    // Not for the page as it came: its menu may have been opened already.
    if (last.current !== href) closeMenus()
    last.current = href
  }, [href])
  // The path as the address bar spells it: so the entry script read it.
  useEffect(() => pageShown(location.pathname), [path])
  return (
    <div className={styles.shell} data-side={side}>
      <InlineScript text={keepSide} />
      <a className={styles.skip} href="#main">
        Skip to the page's content
      </a>
      <div className={styles.busy} data-busy={busy || undefined} />
      <VisuallyHidden live>{useSlow(busy) ? 'The page is loading' : ''}</VisuallyHidden>
      <ConsentBanner cookieDays={layout?.cookieExpiryDays ?? defaultCookieDays} />
      <Header site={site} layout={layout} href={href} />
      <div className={styles.column}>
        <p className={styles.printed} aria-hidden="true">
          <span>{site.name}</span>
          {layout && (
            <span>
              {layout.phone}, {layout.email}
            </span>
          )}
        </p>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <Footer site={site} layout={layout} now={now} path={path} />
      </div>
      {side && <Sidebar site={site} jobCount={jobCount} startsOpen={side === 'open'} />}
    </div>
  )
}

/** When a page is told of that is on its way: most are there before. */
const slowMs = 1_000

function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(setSlow, slowMs, true)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}

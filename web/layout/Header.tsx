import type { Site } from '#indexer/site'
import type { Layout } from '../content/content.ts'
import { SavedLink } from '../saved/SavedLink.tsx'
import { SiteSearch } from '../search/SiteSearch.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './Header.module.css'
import { MainMenu } from './MainMenu.tsx'
import { plainMenu } from './plainMenu.ts'
import { SlideMenu, slideMenuId } from './SlideMenu.tsx'
import { Still } from './Still.tsx'
import { Wordmark } from './Wordmark.tsx'

const searchId = 'site-search'

/**
 * Name, menu and search.
 * @param layout null while no content has ever come: the name and the few links that need none
 */
export function Header({ site, layout, href }: { site: Site; layout: Layout | null; href: string }) {
  const items = layout && layout.mainMenu.length > 0 ? layout.mainMenu : plainMenu
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <SiteLink href="/" className={styles.logo} aria-label={`${site.name}, home`}>
          <Wordmark />
          {site.id !== 'uk' && <span className={styles.country}>{site.name.replace('Longlist ', '')}</span>}
        </SiteLink>
        <MainMenu items={items} href={href} />
        <div className={styles.tools}>
          <SavedLink href={href} />
          {/* Until the entry script sets `aria-expanded` the browser tells of the popover by itself. */}
          <Button
            variant="quiet"
            className={styles.searchButton}
            popoverTarget={searchId}
            aria-controls={searchId}
            data-expands
          >
            <Icon name="search" size={18} />
            <span className={styles.word}>Search</span>
          </Button>
          <Button
            variant="quiet"
            className={styles.menuButton}
            popoverTarget={slideMenuId}
            aria-controls={slideMenuId}
            data-expands
          >
            <Icon name="menu" />
            Menu
          </Button>
        </div>
      </div>
      <div id={searchId} popover="auto" className={styles.search} data-panel="search">
        <Still part="site search" className={styles.searchBody}>
          <SiteSearch id={`${searchId}-words`} label="Search the site" />
        </Still>
      </div>
      <SlideMenu items={items} layout={layout} href={href} />
    </header>
  )
}

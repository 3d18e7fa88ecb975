import type { Layout, MenuItem } from '../content/content.ts'
import { SiteSearch } from '../search/SiteSearch.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { mailHref, telHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { answerTimes } from './answerTimes.ts'
import { leadsTo, placeIn } from './plainMenu.ts'
import styles from './SlideMenu.module.css'
import { Still } from './Still.tsx'
import { Wordmark } from './Wordmark.tsx'

export const slideMenuId = 'menu'

/**
 * The menu of small screens: slides in from the side, all three levels folded into one another. A popover and
 * `details`: nothing in it needs a script.
 */
export function SlideMenu({
  items,
  layout,
  href,
}: {
  items: readonly MenuItem[]
  layout: Layout | null
  href: string
}) {
  const { promise, hours } = answerTimes(layout)
  return (
    <Still
      part="slide menu"
      of={() => `${href === '/'} ${placeIn(items, href)}`}
      id={slideMenuId}
      popover="auto"
      className={styles.menu}
      data-panel="menu"
      // A dialog; what HTML has no attribute for (the rest inert), menus.ts does.
      data-modal="dialog"
      role="dialog"
      aria-label="Menu"
    >
      <div className={styles.head}>
        <Wordmark height={26} />
        {/* The browser puts the focus here when the menu opens: it has to go in, and not to a field, where a phone's
            keyboard would cover the menu. */}
        <Button variant="quiet" popoverTarget={slideMenuId} popoverTargetAction="hide" autoFocus>
          <Icon name="close" />
          Close
        </Button>
      </div>
      <SiteSearch id={`${slideMenuId}-search`} label="Search jobs, insights and events" />
      <nav aria-label="Main">
        <ul className={styles.list}>
          <li>
            <SiteLink href="/" className={styles.top} aria-current={href === '/' ? 'page' : undefined}>
              Home
            </SiteLink>
          </li>
          {items.map(item => (
            <Entry key={item.id} item={item} href={href} level={1} />
          ))}
        </ul>
      </nav>
      <ButtonLink href="/register" variant="primary" size="l" block>
        Register your details
      </ButtonLink>
      <p className={styles.contact}>
        {layout && (
          <>
            <a href={telHref(layout.phone)}>{layout.phone}</a>
            <a href={mailHref(layout.email)}>{layout.email}</a>
          </>
        )}
        <span>{promise}</span>
        <span>{hours}</span>
      </p>
    </Still>
  )
}

function Entry({ item, href, level }: { item: MenuItem; href: string; level: 1 | 2 | 3 }) {
  const look = [styles.top, styles.second, styles.third][level - 1]
  const link = (label: string, className: string | undefined) => (
    <SiteLink href={item.url} className={className} aria-current={leadsTo(item, href) === 'page' ? 'page' : undefined}>
      {label}
    </SiteLink>
  )
  if (item.children.length === 0 || level === 3) return <li>{link(item.label, look)}</li>
  return (
    <li>
      <details>
        <summary className={look}>
          {item.label}
          <Icon name="down" size={18} />
        </summary>
        <ul className={styles.fold}>
          <li>{link(`All of ${item.label}`, styles.second)}</li>
          {item.children.map(child => (
            <Entry key={child.id} item={child} href={href} level={level === 1 ? 2 : 3} />
          ))}
        </ul>
      </details>
    </li>
  )
}

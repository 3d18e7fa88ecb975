import type { MenuItem } from '../content/content.ts'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './MainMenu.module.css'
import { leadsTo, placeIn } from './plainMenu.ts'
import { Still } from './Still.tsx'

/**
 * The three-level menu of large screens. An entry with others below it is two controls: a link to its own page, and a
 * button for its panel (menus.ts says how panels open). All links are in the HTML.
 */
export function MainMenu({ items, href }: { items: readonly MenuItem[]; href: string }) {
  return (
    <Still as="nav" part="main menu" of={() => placeIn(items, href)} className={styles.nav} aria-label="Main" data-menu>
      <ul className={styles.bar}>
        {items.map(item => (
          <TopItem key={item.id} item={item} href={href} panelId={`main-menu-${item.id}`} />
        ))}
      </ul>
    </Still>
  )
}

function TopItem({ item, href, panelId }: { item: MenuItem; href: string; panelId: string }) {
  const here = leadsTo(item, href)
  const link = (
    <SiteLink
      href={item.url}
      className={styles.top}
      aria-current={here === 'page' ? 'page' : undefined}
      data-within={here ? '' : undefined}
    >
      {item.label}
    </SiteLink>
  )
  if (item.children.length === 0)
    return (
      <li className={styles.item} data-menu-item>
        {link}
      </li>
    )
  return (
    <li className={styles.item} data-menu-item>
      {link}
      {/* Its `aria-expanded` is the entry script's; until then, and without it, the browser itself says whether the
          popover is open. */}
      <button type="button" className={styles.open} popoverTarget={panelId} aria-controls={panelId} data-expands>
        <VisuallyHidden>{`More in ${item.label}`}</VisuallyHidden>
        <Icon name="down" size={14} />
      </button>
      <div id={panelId} popover="auto" className={styles.panel} data-panel>
        <div className={styles.sheet}>
          <div className={styles.say}>
            <p className={styles.name}>{item.label}</p>
            {item.description && <p className={styles.description}>{item.description}</p>}
          </div>
          <div className={styles.groups}>
            {columnsOf(item).map(column =>
              Array.isArray(column) ? (
                <ul key="singles" className={column.length === item.children.length ? styles.alone : styles.singles}>
                  {column.map(single => (
                    <li key={single.id}>
                      <PanelLink item={single} href={href} className={styles.single} />
                      {single.description && <p className={styles.description}>{single.description}</p>}
                    </li>
                  ))}
                </ul>
              ) : (
                <div key={column.id} className={styles.group}>
                  <PanelLink item={column} href={href} className={styles.groupName} />
                  <ul>
                    {column.children.map(child => (
                      <li key={child.id}>
                        <PanelLink item={child} href={href} className={styles.leaf} />
                      </li>
                    ))}
                  </ul>
                </div>
              ),
            )}
          </div>
        </div>
      </div>
    </li>
  )
}

function PanelLink({ item, href, className }: { item: MenuItem; href: string; className: string | undefined }) {
  return (
    <SiteLink href={item.url} className={className} aria-current={leadsTo(item, href) === 'page' ? 'page' : undefined}>
      {item.label}
    </SiteLink>
  )
}

/**
 * A second-level entry is a column of its own; those with nothing below them share one, where the first of them stands.
 */
function columnsOf({ children }: MenuItem): (MenuItem | MenuItem[])[] {
  const singles = children.filter(child => child.children.length === 0)
  return children
    .filter(child => !singles.includes(child) || child === singles[0])
    .map(child => (child === singles[0] ? singles : child))
}

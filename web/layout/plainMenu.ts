import { jobsPath } from '#api/jobSearchParams'
import { sectors } from '#indexer/specialisms'
import type { MenuItem } from '../content/content.ts'

/** The menu while no content has ever come: what the site knows without it. */
export const plainMenu: MenuItem[] = [
  item('/jobs', 'Jobs'),
  ...sectors.map(sector => item(jobsPath({ sectors: [sector.name] }), sector.name)),
  item('/#specialisms', 'Specialisms'),
]

function item(url: string, label: string): MenuItem {
  return { id: url, label, url, slug: '', description: '', children: [] }
}

/** How each entry of a menu is marked at an address: what a menu looks like there. */
export function placeIn(items: readonly MenuItem[], href: string): string {
  return items.map(item => `${leadsTo(item, href)?.[0] ?? '-'}${placeIn(item.children, href)}`).join('')
}

/** Whether a page lies at a menu entry's address, or below it. */
export function leadsTo({ url }: MenuItem, href: string): 'page' | 'within' | null {
  if (url === href) return 'page'
  const path = href.replace(/[?#].*/s, '')
  if (url === path && url !== '/jobs') return 'page'
  return url !== '/' && !/[?#]/.test(url) && (path === url || path.startsWith(`${url}/`)) ? 'within' : null
}

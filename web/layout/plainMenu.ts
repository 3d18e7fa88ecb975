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

/** Whether a page lies at a menu entry's address, or below it. */
export function leadsTo({ url }: MenuItem, href: string): 'page' | 'within' | null {
  if (url === href) return 'page'
  const path = href.replace(/[?#].*/s, '')
  if (url === path && url !== '/jobs') return 'page'
  return url !== '/' && !/[?#]/.test(url) && (path === url || path.startsWith(`${url}/`)) ? 'within' : null
}

import { type ListName, listBase, parseList } from './lists.ts'

const memory = (list: ListName) => `longlist.list.${list}`

/** Keeps the address of the list shown last, for the way back from one of its pages. */
export function rememberList(list: ListName, href: string): void {
  try {
    sessionStorage.setItem(memory(list), href)
  } catch {
    // Storage may be forbidden: the way back then leads to the whole list.
  }
}

/**
 * The list as it was shown last in this tab, or the one that a link was followed from before the script ran; else null.
 */
export function lastList(list: ListName): string | null {
  try {
    const href = sessionStorage.getItem(memory(list))
    if (href && isList(list, href)) return href
  } catch {
    // As above.
  }
  const from = URL.parse?.(document.referrer)
  const href = from && from.origin === location.origin ? from.pathname + from.search : ''
  return isList(list, href) ? href : null
}

function isList(list: ListName, href: string): boolean {
  const [pathname = '', ...search] = href.split('?')
  return pathname.startsWith(listBase(list)) && parseList(list, { pathname, search: search.join('?') }) !== null
}

import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Pagination.module.css'
import { onPlainClick } from './plainClick.ts'
import { SiteLink } from './SiteLink.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/**
 * Links to the pages of a list: first, last, and those around the one shown. Nothing where there is one page.
 * @param page from 1; past the end is the last
 * @param href address of a page
 * @param onPage takes over an ordinary click; without it the link is followed
 * @param begins id of what another page of the list is read from; the first script leads a click there while the page
 *   is not alive yet
 */
export function Pagination({
  page,
  pages,
  href,
  onPage,
  begins,
  label = 'Pages of results',
}: {
  page: number
  pages: number
  href: (page: number) => string
  onPage?: (page: number) => void
  begins?: string
  label?: string
}) {
  if (pages < 2) return null
  const current = Math.min(page, pages)
  const link = (
    to: number,
    words: ReactNode,
    more: { rel?: string; className?: string | undefined; 'aria-current'?: 'page' } = {},
  ) => (
    <SiteLink href={href(to)} onClick={onPage && onPlainClick(() => onPage(to))} {...more}>
      {words}
    </SiteLink>
  )
  return (
    <nav className={styles.pages} aria-label={label} data-begins={begins}>
      {current > 1 &&
        link(
          current - 1,
          <>
            <Icon name="left" size={18} />
            Previous
          </>,
          { rel: 'prev', className: styles.step },
        )}
      <ol className={styles.numbers}>
        {pageNumbers(current, pages).map((number, i, all) => (
          <li key={number} data-gap={i > 0 && number - all[i - 1]! > 1 ? '' : undefined}>
            {link(
              number,
              <>
                <VisuallyHidden>Page </VisuallyHidden>
                {number}
              </>,
              number === current ? { 'aria-current': 'page', className: styles.current } : {},
            )}
          </li>
        ))}
      </ol>
      {current < pages &&
        link(
          current + 1,
          <>
            Next
            <Icon name="right" size={18} />
          </>,
          { rel: 'next', className: styles.step },
        )}
    </nav>
  )
}

/** Ascending: the first, the last, and one on each side of the current page. */
export function pageNumbers(current: number, pages: number): number[] {
  return [...new Set([1, current - 1, current, current + 1, pages])]
    .filter(page => page >= 1 && page <= pages)
    .sort((a, b) => a - b)
}

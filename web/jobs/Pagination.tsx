import { type JobSearchParams, jobSorts, jobsPath, pageSizes } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import type { SearchBridge } from '../search/bridge.ts'
import { sortLabels } from '../search/labels.ts'
import { formId } from '../search/readForm.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './Pagination.module.css'
import { onPlainClick } from './plainClick.ts'

/** Links to the pages: first, last, and those around the one shown. A page past the end shows the last (searchClient.ts). */
export function Pagination({ params, pages, onPage }: { params: JobSearchParams; pages: number; onPage: (page: number) => void }) {
  if (pages < 2) return null
  const current = Math.min(params.page, pages)
  const link = (page: number, label: React.ReactNode, more: { rel?: string; className?: string | undefined; 'aria-current'?: 'page' } = {}) => (
    <SiteLink href={jobsPath({ ...params, page })} onClick={onPlainClick(() => onPage(page))} {...more}>
      {label}
    </SiteLink>
  )
  return (
    <nav className={styles.pages} aria-label="Pages of results">
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
        {pageNumbers(current, pages).map((page, i, all) => (
          <li key={page} data-gap={i > 0 && page - all[i - 1]! > 1 ? '' : undefined}>
            {link(
              page,
              <>
                <VisuallyHidden>Page </VisuallyHidden>
                {page}
              </>,
              page === current ? { 'aria-current': 'page', className: styles.current } : {},
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
  return [...new Set([1, current - 1, current, current + 1, pages])].filter(page => page >= 1 && page <= pages).sort((a, b) => a - b)
}

export function PageSizes({ params, onChoose }: { params: JobSearchParams; onChoose: (pageSize: number) => void }) {
  return (
    <nav className={styles.sizes} aria-label="Jobs on a page">
      <span>Jobs on a page</span>
      <ul className={styles.sizeList}>
        {pageSizes.map(size => (
          <li key={size}>
            <SiteLink
              href={jobsPath({ ...params, page: 1, pageSize: size })}
              onClick={onPlainClick(() => onChoose(size))}
              aria-current={size === params.pageSize ? 'true' : undefined}
              className={size === params.pageSize ? styles.current : undefined}
            >
              {size}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The order of the list; nearest only where there is a point to be near to. */
export function SortChoice({ bridge, params, resolution }: { bridge: SearchBridge; params: JobSearchParams; resolution: PlaceResolution }) {
  const hasPoint = resolution.status === 'found' && resolution.place.kind !== 'area'
  return (
    <div className={styles.sort}>
      <label htmlFor="sort">Sort</label>
      <select
        id="sort"
        name="sort"
        form={formId}
        className={styles.select}
        value={params.sort === 'nearest' && !hasPoint ? 'relevance' : params.sort}
        onChange={event => bridge.change({ sort: event.target.value as JobSearchParams['sort'] })}
      >
        {jobSorts
          .filter(sort => sort !== 'nearest' || hasPoint)
          .map(sort => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
      </select>
      <noscript>
        <Button type="submit" form={formId} size="s">
          Sort
        </Button>
      </noscript>
    </div>
  )
}

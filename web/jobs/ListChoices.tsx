import { type JobSearchParams, jobSorts, jobsPath, pageSizes } from '#api/jobSearchParams'
import type { PlaceResolution } from '#api/search'
import type { SearchBridge } from '../search/bridge.ts'
import { sortLabels } from '../search/labels.ts'
import { formId } from '../search/readForm.ts'
import { Button } from '../ui/Button.tsx'
import { onPlainClick } from '../ui/plainClick.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './ListChoices.module.css'

/** How many jobs a page holds. */
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
export function SortChoice({
  bridge,
  params,
  resolution,
}: {
  bridge: SearchBridge
  params: JobSearchParams
  resolution: PlaceResolution
}) {
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

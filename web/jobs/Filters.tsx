import { useLayoutEffect, useRef } from 'react'
import { type JobSearchParams, toUrlValue } from '#api/jobSearchParams'
import { placeName, thousands } from '#api/refinements'
import type { PlaceResolution } from '#api/search'
import { forFacets, type ListFacet, listFacets } from '#indexer/facets'
import { parseBand } from '#indexer/salaryBands'
import type { Site } from '#indexer/site'
import type { SearchBridge } from '../search/bridge.ts'
import type { JobResults } from '../search/connectJobSearch.ts'
import { type FacetValue, facetValues, postedValues } from '../search/facets.ts'
import { facetTitles, jobCount, salaryCurrency } from '../search/labels.ts'
import { formId } from '../search/readForm.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './Filters.module.css'
import { PayFrom } from './PayFrom.tsx'

/** Names of the facets in a URL and in the form. */
const urlNames = forFacets(({ param }) => param)
/** More values than this lie behind a fold. */
const unfolded = 7

interface FiltersProps {
  bridge: SearchBridge
  params: JobSearchParams
  resolution: PlaceResolution
  results: JobResults | null
  now: number
  site: Site
  /** Number of jobs found, null while unknown. */
  shown: number | null
  /** Read out where this is a drawer, behind which the page is inert. */
  said: string
}

/**
 * The facets, as checkboxes of the search form. From 992 px a column; below, a drawer: a popover, so it opens, closes
 * on Escape or a press outside and gives focus back, all without script.
 */
export function Filters({ bridge, params, resolution, results, now, site, shown, said }: FiltersProps) {
  const currency = salaryCurrency(site, resolution)
  const posted = postedValues(results, params, now)
  const toggle = (facet: ListFacet, { value, refined }: FacetValue) =>
    bridge.change({ [facet]: refined ? params[facet].filter(other => other !== value) : [...params[facet], value] })

  return (
    // biome-ignore lint/a11y/useSemanticElements: an aside may not be a dialog, which menus.ts makes of it while it is open as a drawer
    <div
      id="filters"
      popover="auto"
      className={styles.filters}
      aria-labelledby="filters-title"
      role="complementary"
      data-modal="complementary"
    >
      <div className={styles.head}>
        <h2 id="filters-title" className={styles.title} tabIndex={-1}>
          Filters
        </h2>
        <Button variant="quiet" className={styles.close} popoverTarget="filters" popoverTargetAction="hide">
          <Icon name="close" size={18} />
          Close
        </Button>
      </div>
      {resolution.status === 'found' && (
        <label className={styles.remote}>
          <input
            type="checkbox"
            name="remote"
            value="1"
            form={formId}
            checked={params.remote}
            onChange={event => bridge.change({ remote: event.target.checked })}
          />
          <span>
            Near {placeName(params, resolution)} <em>or remote</em>
          </span>
        </label>
      )}
      {listFacets.flatMap(facet => {
        const values = facetValues(facet, results, params, currency)
        // Amounts of one unit stand together, and are never folded into those of another.
        const daily = values.filter(({ value }) => facet === 'salaryBand' && parseBand(value)?.period === 'day')
        const groups = [
          { title: facetTitles[facet], values: values.filter(value => !daily.includes(value)) },
          { title: 'Day rate', values: daily },
        ]
        return groups.map(({ title, values }) => (
          <FacetGroup
            key={title}
            facet={facet}
            title={title}
            values={values}
            onToggle={value => toggle(facet, value)}
          />
        ))
      })}
      <PayFrom params={params} currency={currency} onChange={patch => bridge.change(patch)} />
      {params.plain.map(text => (
        <input key={text} type="hidden" name="plain" value={text} form={formId} />
      ))}
      {posted.length > 0 && <PostedWithin values={posted} onChange={days => bridge.change({ posted: days })} />}
      <VisuallyHidden live>{said}</VisuallyHidden>
      <div className={styles.foot}>
        <noscript>
          <Button type="submit" form={formId} variant="primary" block>
            Apply filters
          </Button>
        </noscript>
        <Button className={styles.show} variant="primary" block popoverTarget="filters" popoverTargetAction="hide">
          {shown === null ? 'Show jobs' : `Show ${jobCount(shown)}`}
        </Button>
      </div>
    </div>
  )
}

function PostedWithin({
  values,
  onChange,
}: {
  values: ReturnType<typeof postedValues>
  onChange: (days: number) => void
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Posted within</legend>
      {values.map(({ days, label, count, refined }) => (
        <label key={days} className={styles.value}>
          <input
            type="radio"
            name="posted"
            value={days}
            form={formId}
            checked={refined}
            onChange={() => onChange(days)}
          />
          <span>{label}</span>
          <Count count={count} />
        </label>
      ))}
    </fieldset>
  )
}

function FacetGroup({
  facet,
  title,
  values,
  onToggle,
}: {
  facet: ListFacet
  title: string
  values: FacetValue[]
  onToggle: (value: FacetValue) => void
}) {
  const group = useRef<HTMLFieldSetElement>(null)
  const used = useRef('')
  // A value that is chosen leaves the fold, or goes back: its box, which has the focus, is made anew.
  useLayoutEffect(() => {
    const value = used.current
    used.current = ''
    if (value === '' || document.activeElement !== document.body) return
    const box = [...(group.current?.querySelectorAll('input') ?? [])].find(input => input.value === value)
    const to = box?.checkVisibility() ? box : group.current?.querySelector('summary')
    to?.focus({ preventScroll: true })
  })
  if (values.length === 0) return null
  // What is chosen is never folded away.
  const folds = values.length > unfolded + 1
  const open = folds ? values.filter((value, i) => i < unfolded || value.refined) : values
  const folded = values.filter(value => !open.includes(value))
  const list = (some: FacetValue[]) =>
    some.map(value => (
      <Value
        key={value.value}
        facet={facet}
        value={value}
        onToggle={box => {
          used.current = box.value
          onToggle(value)
        }}
      />
    ))
  return (
    <fieldset ref={group} className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {list(open)}
      {folded.length > 0 && (
        <details className={styles.fold}>
          <summary>
            {folded.length} more<VisuallyHidden> in {title}</VisuallyHidden>
          </summary>
          {list(folded)}
        </details>
      )}
    </fieldset>
  )
}

function Value({
  facet,
  value,
  onToggle,
}: {
  facet: ListFacet
  value: FacetValue
  onToggle: (box: HTMLInputElement) => void
}) {
  const name = urlNames[facet]
  return (
    <label className={styles.value}>
      <input
        type="checkbox"
        name={name}
        value={toUrlValue(name, value.value)}
        form={formId}
        checked={value.refined}
        onChange={({ currentTarget }) => onToggle(currentTarget)}
      />
      <span>{value.label}</span>
      <Count count={value.count} />
    </label>
  )
}

function Count({ count }: { count: number | null }) {
  if (count === null) return null
  return (
    <span className={styles.count}>
      {thousands(count)}
      <VisuallyHidden>{count === 1 ? ' job' : ' jobs'}</VisuallyHidden>
    </span>
  )
}

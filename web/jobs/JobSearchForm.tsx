import { type FormEvent, useEffect, useRef } from 'react'
import { defaultPageSize, type JobSearchParams, limits, parseJobSearchParams } from '#api/jobSearchParams'
import type { PlaceResolution, SiteApi } from '#api/search'
import { radiusChoices, type Site } from '#indexer/site'
import type { SearchBridge } from '../search/bridge.ts'
import { radiusLabel } from '../search/labels.ts'
import { formId, readForm } from '../search/readForm.ts'
import { Button } from '../ui/Button.tsx'
import { Field, SelectField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './JobSearchForm.module.css'
import { PlaceInput } from './PlaceInput.tsx'

/**
 * Keyword, location and radius. A GET form to /jobs; with JavaScript it searches while the keyword is typed. `autoComplete` is off for the whole form, or the
 * browser would put an earlier text into it on Back, which the page would take for the visitor's.
 */
export function JobSearchForm({
  bridge,
  params,
  resolution,
  site,
  api,
}: {
  bridge: SearchBridge
  params: JobSearchParams
  resolution: PlaceResolution
  site: Site
  api: Pick<SiteApi, 'suggestPlaces'>
}) {
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    bridge.change(readForm(form.current!, bridge.getState().params))
    bridge.flush()
  }
  // The choice is the visitor's own until a place gives it a meaning.
  useEffect(() => {
    const radius = form.current?.elements.namedItem('radius')
    if (radius instanceof HTMLSelectElement && params.location) radius.value = String(params.radius)
  }, [params.radius, params.location])

  return (
    <search aria-label="Search jobs">
      <form id={formId} ref={form} className={styles.form} action="/jobs" method="get" autoComplete="off" onSubmit={submit}>
        <KeywordField params={params} onType={query => bridge.change({ query }, 'typing')} />
        <PlaceInput
          location={params.location}
          unknown={resolution.status === 'unknown'}
          api={api}
          onCommit={(location, place) => bridge.change({ ...readForm(form.current!, bridge.getState().params), location, place })}
        />
        <SelectField
          label="Radius"
          name="radius"
          defaultValue={String(params.radius)}
          onChange={event => bridge.change({ radius: Number(event.target.value) })}
          options={radiusChoices.map(choice => ({ value: String(choice), label: radiusLabel(choice, site.unit) }))}
        />
        {params.pageSize !== defaultPageSize && <input type="hidden" name="size" value={params.pageSize} />}
        <Button variant="primary" type="submit" className={styles.submit}>
          <Icon name="search" size={18} />
          Search jobs
        </Button>
      </form>
    </search>
  )
}

/** Written by the visitor, and by us only when the search changed otherwise (Back, a chip): also while it has the focus. */
function KeywordField({ params, onType }: { params: JobSearchParams; onType: (query: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(params.query)
  useEffect(() => {
    // Not on mount: what was typed before the script ran is the visitor's.
    if (params.query === known.current) return
    known.current = params.query
    const typed = parseJobSearchParams(`query=${encodeURIComponent(input.current?.value ?? '')}`).query
    if (input.current && typed !== params.query) input.current.value = params.query
  }, [params.query])
  return (
    <Field label="Keyword">
      {control => (
        <input
          {...control}
          ref={input}
          type="search"
          name="query"
          defaultValue={params.query}
          maxLength={limits.text}
          placeholder="Job title, skill or reference"
          enterKeyHint="search"
          spellCheck={false}
          onChange={event => onType(event.target.value)}
        />
      )}
    </Field>
  )
}

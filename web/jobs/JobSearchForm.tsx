import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { defaultPageSize, type JobSearchParams } from '#api/jobSearchParams'
import { radiusLabel } from '#api/refinements'
import type { PlaceResolution, SiteApi } from '#api/search'
import { radiusChoices, type Site } from '#indexer/site'
import type { SearchBridge } from '../search/bridge.ts'
import { formId, readEarlier, readForm } from '../search/readForm.ts'
import { useEarlierInput } from '../search/useSearchPage.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { JobKeyword } from './JobKeyword.tsx'
import styles from './JobSearchForm.module.css'
import { PlaceInput } from './PlaceInput.tsx'
import { rememberRecent } from './recentSearches.ts'

interface JobSearchFormProps {
  bridge: SearchBridge
  params: JobSearchParams
  resolution: PlaceResolution
  site: Site
  api: Pick<SiteApi, 'suggest' | 'suggestPlaces'>
}

/**
 * Keyword, location and radius. A GET form to /jobs; with JavaScript it searches while the keyword is typed.
 * `autoComplete` is off for the whole form, or the browser would put an earlier text into it on Back, which the page
 * would take for the visitor's.
 */
export function JobSearchForm({ bridge, params, resolution, site, api }: JobSearchFormProps) {
  const { form, asSent, search } = useSearchForm(bridge, params)
  const fold = useRef<HTMLButtonElement>(null)
  const searched = params.query !== '' || params.location !== ''
  // On a phone what was searched for is one line, which opens the form; never while it is being typed.
  const [unfolded, setUnfolded] = useState(!searched)
  if (!searched && !unfolded) setUnfolded(true)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => {
      search(asSent())
      setUnfolded(false)
    })
    bridge.flush()
    rememberRecent(bridge.getState().params)
    if (form.current?.contains(document.activeElement) && !form.current.checkVisibility()) fold.current?.focus()
  }
  const unfold = () => {
    flushSync(() => setUnfolded(true))
    form.current?.querySelector<HTMLInputElement>('[name=query]')?.focus()
  }

  return (
    <search aria-label="Search jobs" className={searched && !unfolded ? styles.folded : undefined}>
      {searched && !unfolded && (
        <Button ref={fold} className={styles.fold} aria-expanded={false} aria-controls={formId} onClick={unfold}>
          <Icon name="search" size={18} />
          <span className={styles.asked}>{[params.query, params.location].filter(Boolean).join(', ')}</span>
          <VisuallyHidden>Change the search</VisuallyHidden>
        </Button>
      )}
      <form
        id={formId}
        ref={form}
        className={styles.form}
        action="/jobs"
        method="get"
        autoComplete="off"
        onSubmit={submit}
      >
        <JobKeyword
          id={`${formId}-query`}
          query={params.query}
          api={api}
          current={() => ({ ...asSent(), page: 1 })}
          onType={query => bridge.change({ query }, 'typing')}
          onChoose={changes => {
            search({ ...asSent(), ...changes }, 'chosen')
            rememberRecent(bridge.getState().params)
          }}
        />
        <PlaceInput
          id={`${formId}-location`}
          location={params.location}
          unknown={resolution.status === 'unknown'}
          api={api}
          onCommit={(location, place) => search({ ...asSent(), location, place })}
        />
        <SelectField
          id={`${formId}-radius`}
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

/** The form as it stands, and the searches that are made from it. */
function useSearchForm(bridge: SearchBridge, params: JobSearchParams) {
  const form = useRef<HTMLFormElement>(null)
  const search = (changes: Partial<JobSearchParams>, pace?: 'typing' | 'chosen') => {
    bridge.change(changes, pace)
    // `remote` is no place: left in its field it would be chosen with each search to come.
    const place = form.current!.elements.namedItem('location') as HTMLInputElement
    if ('location' in changes && bridge.getState().params.location === '') place.value = ''
  }
  useEarlierInput(formId, form => search(readEarlier(form, bridge.getState().params), 'typing'))
  // The choice is the visitor's own until a place gives it a meaning.
  useEffect(() => {
    const radius = form.current?.elements.namedItem('radius')
    if (radius instanceof HTMLSelectElement && params.location) radius.value = String(params.radius)
  }, [params.radius, params.location])
  return { form, search, asSent: () => readForm(form.current!, bridge.getState().params) }
}

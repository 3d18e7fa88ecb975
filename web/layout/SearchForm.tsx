import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { type JobSearchParams, jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import { defaultRadius, radiusChoices, type Site } from '#indexer/site'
import { JobKeyword } from '../jobs/JobKeyword.tsx'
import { PlaceInput } from '../jobs/PlaceInput.tsx'
import { rememberRecent } from '../jobs/recentSearches.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './SearchForm.module.css'

/** Outside a router there is nothing to ask. */
const noSuggestions = { suggest: async () => [], suggestPlaces: async () => [] }

/**
 * Keyword, location and radius, sent to `/jobs`. A GET form, so it works before the script and without it; with the
 * router it moves without a page load and to the search's one canonical URL.
 */
export function SearchForm({
  id,
  site,
  shape,
  label,
  query = '',
  location = '',
}: {
  /** Its own on the page: those of its fields begin with it. */
  id: string
  site: Site
  /** `bar` lies in one row where there is room, `stack` is a column. */
  shape: 'bar' | 'stack'
  /** Accessible name of the search landmark. */
  label: string
  query?: string
  location?: string
}) {
  const router = useRouter({ warn: false })
  const [chosen, setChosen] = useState({ location, place: '' })
  const form = useRef<HTMLFormElement>(null)
  const api = router?.options.context.api ?? noSuggestions
  const asSent = (): JobSearchParams => {
    const pairs = [...new FormData(form.current!)].map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    )
    const params = parseJobSearchParams(pairs.join('&'))
    // A place that was chosen and then typed over is no longer meant.
    return { ...params, place: params.location === chosen.location ? chosen.place : '' }
  }
  const search = (params: JobSearchParams) => {
    rememberRecent(params)
    router?.history.push(jobsPath(params))
  }
  const submit = (event: FormEvent) => {
    if (!router) return
    event.preventDefault()
    search(asSent())
  }
  return (
    <search aria-label={label}>
      <form ref={form} className={`${styles.form} ${styles[shape]}`} action="/jobs" method="get" onSubmit={submit}>
        <JobKeyword
          id={`${id}-query`}
          query={query}
          api={api}
          current={asSent}
          onChoose={changes => search({ ...asSent(), ...changes })}
        />
        <PlaceInput
          id={`${id}-location`}
          location={chosen.location}
          unknown={false}
          api={api}
          onCommit={(location, place) => setChosen({ location, place })}
        />
        <SelectField
          id={`${id}-radius`}
          label="Radius"
          name="radius"
          defaultValue={String(defaultRadius)}
          options={radiusChoices.map(choice => ({
            value: String(choice),
            label: `${choice} ${site.unit === 'mi' ? 'miles' : 'km'}`,
          }))}
        />
        <Button variant="primary" type="submit" className={styles.submit}>
          <Icon name="search" size={18} />
          Search jobs
        </Button>
      </form>
    </search>
  )
}

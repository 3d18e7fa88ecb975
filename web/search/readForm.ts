import { type JobSearchParams, parseJobSearchParams } from '#api/jobSearchParams'
import { forFacets } from '#indexer/facets'

/** Id of the search form; the controls outside it name it in their `form` attribute. */
export const formId = 'job-search'

/**
 * The search that the form, as it stands, would send; what of the current one it cannot say stays while the rest is
 * unchanged: the place chosen from suggestions, pay of at most so much, the order of a facet's values, and what belongs
 * to a place while that is not known.
 */
export function readForm(form: HTMLFormElement, current: JobSearchParams): Omit<JobSearchParams, 'page'> {
  const pairs = [...new FormData(form)].map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const { page: _, ...read } = parseJobSearchParams(pairs.join('&'))
  const values = forFacets(({ attribute }) =>
    hasSame(read[attribute], current[attribute]) ? current[attribute] : read[attribute],
  )
  const { elements } = form
  const sorts = elements.namedItem('sort') as HTMLSelectElement | null
  const hasNearest = [...(sorts?.options ?? [])].some(({ value }) => value === 'nearest')
  const keepsNearest = current.sort === 'nearest' && read.sort === 'relevance' && !hasNearest
  return {
    ...read,
    ...values,
    place: read.location === current.location ? current.place : '',
    pay: read.pay === current.pay.replace(/^max-/, '') ? current.pay : read.pay,
    ...(read.location !== '' && {
      remote: elements.namedItem('remote') ? read.remote : current.remote,
      sort: keepsNearest ? 'nearest' : read.sort,
    }),
  }
}

function hasSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every(value => others.includes(value))
}

/**
 * The same for a form that was used before the script ran: the place and the pay that are still being typed are taken
 * when their field is left, as they are on a page that runs.
 */
export function readEarlier(form: HTMLFormElement, current: JobSearchParams): Partial<JobSearchParams> {
  const { location, place, pay, ...rest } = readForm(form, current)
  const typing = (document.activeElement as HTMLInputElement | null)?.name
  return { ...rest, ...(typing !== 'location' && { location, place }), ...(typing !== 'payFrom' && { pay }) }
}

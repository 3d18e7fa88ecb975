import { type JobSearchParams, parseJobSearchParams } from '#api/jobSearchParams'

/** Id of the search form; the controls outside it name it in their `form` attribute. */
export const formId = 'job-search'

/**
 * The search that the form, as it stands, would send; a place chosen from suggestions stays chosen while its text is
 * unchanged.
 */
export function readForm(form: HTMLFormElement, current: JobSearchParams): Omit<JobSearchParams, 'page'> {
  const pairs = [...new FormData(form)].map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const { page: _, ...read } = parseJobSearchParams(pairs.join('&'))
  return { ...read, place: read.location === current.location ? current.place : '' }
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

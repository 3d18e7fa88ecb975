import { type JobSearchParams, parseJobSearchParams } from '#api/jobSearchParams'

/** Id of the search form; the controls outside it name it in their `form` attribute. */
export const formId = 'job-search'

/** The search that the form, as it stands, would send; a place chosen from suggestions stays chosen while its text is unchanged. */
export function readForm(form: HTMLFormElement, current: JobSearchParams): Omit<JobSearchParams, 'page'> {
  const pairs = [...new FormData(form)].map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const { page: _, ...read } = parseJobSearchParams(pairs.join('&'))
  return { ...read, place: read.location === current.location ? current.place : '' }
}

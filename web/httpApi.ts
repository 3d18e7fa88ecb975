import { type AlertsPage, alertsPath } from '#api/alerts'
import { type ApplicationPage, applicationsPath } from '#api/applications'
import { type FormDefinition, formPath, type SubmissionRefusal } from '#api/forms'
import { stringifyJobSearchParams } from '#api/jobSearchParams'
import {
  type JobAnswer,
  type PlaceResolution,
  type SearchResults,
  SearchUnavailable,
  type ShownPlace,
  type SiteApi,
} from '#api/search'
import type { SuggestionRow } from '#api/suggestions'
import { fetchFromSite } from './connection.ts'

/**
 * `SiteApi` over HTTP on the site's own origin: what the browser uses. A 5xx, a 429 and a lost connection are all
 * `SearchUnavailable`: the visitor's answer to each is to try again.
 */
export const httpApi: SiteApi = {
  async multiSearch(queries) {
    const answer = await ask<{ results: SearchResults<typeof queries> }>('/search/multi-search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries }),
    })
    return answer.results
  },
  suggestPlaces: text => ask<ShownPlace[]>(`/places?q=${encodeURIComponent(text)}`),
  suggest(text, current) {
    const rest = stringifyJobSearchParams({ ...current, query: '', page: 1 })
    return ask<SuggestionRow[]>(`/suggest?q=${encodeURIComponent(text)}${rest && `&${rest}`}`)
  },
  resolvePlace: ({ location, place }) =>
    location === ''
      ? Promise.resolve({ status: 'none' })
      : ask<PlaceResolution>(`/places/resolve?${stringifyJobSearchParams({ location, place })}`),
  job: slug => ask<JobAnswer>(`/jobs/${encodeURIComponent(slug)}.json`, {}, [404, 410]),
  applicationPage: token => ask<ApplicationPage>(`${applicationsPath}/${encodeURIComponent(token)}`),
  alertsPage: token => ask<AlertsPage>(`${alertsPath}/${encodeURIComponent(token)}`),
  async form(formId) {
    const answer = await ask<FormDefinition | SubmissionRefusal>(formPath(formId), {}, [404])
    return 'formId' in answer ? answer : null
  },
}

/** @param alsoFine statuses that carry an answer of their own */
async function ask<Answer>(path: string, init: RequestInit = {}, alsoFine: number[] = []): Promise<Answer> {
  let response: Response
  try {
    response = await fetchFromSite(path, init)
  } catch (cause) {
    throw new SearchUnavailable('The connection was lost.', { cause })
  }
  if (response.ok || alsoFine.includes(response.status)) return (await response.json()) as Answer
  if (response.status >= 500 || response.status === 429)
    throw new SearchUnavailable(`${path.split('?')[0]} answered ${response.status}.`)
  throw new Error(`${path.split('?')[0]} answered ${response.status}.`)
}

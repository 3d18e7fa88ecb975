import { type JobDocument, wholeWorld } from './job.ts'

/**
 * The home rule: with no order chosen, jobs of the site's country, and those that may be done remotely from it, come
 * before others of equal worth. A job whose place is not known may be at home.
 * @param home ISO 3166-1 alpha-2
 * @returns 0 at home, 1 away: what the index sorts by after all that a search's words say (indexes/settings.ts)
 */
export function awayFrom(
  home: string,
  { areas, remoteCountries }: Pick<JobDocument, 'areas' | 'remoteCountries'>,
): 0 | 1 {
  if (areas.length === 0 && remoteCountries.length === 0) return 0
  return areas.includes(home) || remoteCountries.includes(home) || remoteCountries.includes(wholeWorld) ? 0 : 1
}

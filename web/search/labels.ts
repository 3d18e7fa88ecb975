import { currencyFor } from '#api/jobQuery'
import { defaultPageSize, type JobSearchParams, noSearch } from '#api/jobSearchParams'
import { placeName, thousands } from '#api/refinements'
import type { PlaceResolution, Reading } from '#api/search'
import { facets, forFacets } from '#indexer/facets'
import { radiusChoices, type Site } from '#indexer/site'
import { sectors, specialisms } from '#indexer/specialisms'

export const facetTitles = forFacets(({ title }): string => title)

export const sortLabels: Record<JobSearchParams['sort'], string> = {
  relevance: 'Most relevant',
  newest: 'Newest first',
  nearest: 'Nearest first',
  salary: 'Highest salary',
}

/** `1 job`, `1,234 jobs`. */
export function jobCount(count: number): string {
  return `${thousands(count)} ${count === 1 ? 'job' : 'jobs'}`
}

/** `4 jobs`, and where more is shown than what holds all that was typed, `4 jobs and 12 close to it`. */
export function foundCount(total: number, reading: Reading | null): string {
  if (!reading || reading.leftOut.length === 0 || reading.whole === 0) return jobCount(total)
  return `${jobCount(reading.whole)} and ${thousands(total - reading.whole)} close to it`
}

/** `1 live job`, `1,234 live jobs`. */
export function liveCount(count: number): string {
  return `${thousands(count)} live ${count === 1 ? 'job' : 'jobs'}`
}

/** Everything dropped but how the list is shown. */
export function resetOf(params: JobSearchParams): JobSearchParams {
  return { ...noSearch, pageSize: params.pageSize }
}

/** The radii that would widen the search of a point, nearest first. */
export function widerRadii(params: JobSearchParams, resolution: PlaceResolution): number[] {
  if (resolution.status !== 'found' || resolution.place.kind === 'area') return []
  return radiusChoices.filter(radius => radius > params.radius)
}

/**
 * The search in words: `Actuarial jobs near Leeds`, `Jobs in banking, insurance and technology` when nothing is chosen.
 */
export function searchHeading(params: JobSearchParams, resolution: PlaceResolution): string {
  const { query, type, workingHours, workingEnvironment, sectors: inSectors, specialisms } = params
  const only = (values: string[]) => (values.length === 1 ? values[0]! : '')
  const kind = only(specialisms) || (specialisms.length === 0 ? only(inSectors) : '')
  const words = [only(workingEnvironment), only(workingHours), only(type), kind].filter(Boolean)
  // Nothing is near a place that is not known.
  const name = params.location && resolution.status !== 'unknown' ? placeName(params, resolution) : ''
  const where = !name
    ? ''
    : resolution.status === 'found' && resolution.place.kind === 'area'
      ? ` in ${name}`
      : ` near ${name}`
  if (words.length === 0 && !query && !where)
    return `Jobs in ${sectors
      .map(sector => sector.name.toLowerCase())
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1')}`
  const jobs = words.length > 0 ? `${words.join(' ')} jobs` : 'Jobs'
  return `${jobs}${query ? ` for “${query}”` : ''}${where}`
}

/**
 * Whether a search is a page of its own for search engines: nothing chosen, or one value of one facet, with or without
 * a place. Every other combination is reached by visitors only.
 */
export function isLandmark(params: JobSearchParams): boolean {
  const { sectors: inSectors, specialisms: chosen } = params
  // A specialism within its own sector, as home lists them, is one choice.
  const own =
    inSectors.length === 1 &&
    chosen.length === 1 &&
    specialisms.some(({ name, sector }) => name === chosen[0] && sector === inSectors[0])
  const values =
    facets.reduce((sum, { attribute, landmark }) => sum + (landmark ? params[attribute].length : 0), 0) - (own ? 1 : 0)
  const plain =
    params.query === '' &&
    facets.every(({ attribute, landmark }) => landmark || params[attribute].length === 0) &&
    params.pay === '' &&
    params.posted === 0 &&
    !params.remote &&
    params.sort === 'relevance'
  return plain && values <= 1 && params.page === 1 && params.pageSize === defaultPageSize
}

/**
 * The search that stands for this one at search engines: a specialism within its own sector is the specialism, and one
 * that is named as its sector is the sector. So no two pages of the same title compete.
 */
export function landmarkOf(params: JobSearchParams): JobSearchParams {
  const { sectors: inSectors, specialisms: chosen } = params
  const known =
    chosen.length === 1 &&
    specialisms.find(
      ({ name, sector }) => name === chosen[0] && inSectors.every(chosenSector => chosenSector === sector),
    )
  if (!known) return params
  return known.name === known.sector
    ? { ...params, sectors: [known.sector], specialisms: [] }
    : { ...params, sectors: [] }
}

/** Currency of the salary facet: bands of another are shown only while they are chosen. */
export function salaryCurrency(site: Site, resolution: PlaceResolution): string {
  return currencyFor(site, resolution.status === 'found' ? resolution.place : null)
}

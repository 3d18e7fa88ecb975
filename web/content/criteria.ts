import { type JobSearchParams, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import { sectors, specialisms } from '#indexer/specialisms'

/** Searches of the spec's pages below a sector that no job is filed under, by their slugs. */
export const ownCriteria: Record<string, Partial<JobSearchParams>> = {
  development: { specialisms: ['Software Development'] },
  'change-and-transformation': { specialisms: ['IT Transformation'] },
  'public-sector': { query: 'public sector', sectors: ['Technology'] },
}

/** Saved criteria in the one spelling of a job search. */
export function criteriaOf(criteria: string): string {
  return stringifyJobSearchParams(parseJobSearchParams(criteria))
}

export function sectorOf(slug: string) {
  return sectors.find(sector => sector.slug === slug)
}

/** The search of a specialism's jobs. The three that are named like a sector mean all of it. */
export function specialismCriteria(slug: string, name: string, sector: string) {
  const whole = sectorOf(slug)
  if (whole) return { sectors: [whole.name as string] }
  const filed = specialisms.find(each => each.slug === slug) ?? specialisms.find(each => each.name === name)
  if (filed) return { specialisms: [filed.name] }
  return ownCriteria[slug] ?? { query: name, sectors: [sector] }
}

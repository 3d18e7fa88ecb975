import { jobsPath } from '#api/jobSearchParams'
import { sectors, specialisms } from '#indexer/specialisms'
import { ownCriteria } from './content/ownCriteria.ts'

/** Where `/jobs/#/data`, the old address of a filtered list, leads; null for a name that nobody knows. */
export function filteredList(slug: string): string | null {
  // `technology` is both: the sector holds more.
  const sector = sectors.find(candidate => candidate.slug === slug)
  if (sector) return jobsPath({ sectors: [sector.name] })
  const specialism = specialisms.find(candidate => candidate.slug === slug)
  if (specialism) return jobsPath({ specialisms: [specialism.name] })
  return Object.hasOwn(ownCriteria, slug) ? jobsPath(ownCriteria[slug]!) : null
}

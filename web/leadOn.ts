import { jobsPath } from '#api/jobSearchParams'
import { sectors, specialisms } from '#indexer/specialisms'
import { ownCriteria } from './content/criteria.ts'

/**
 * Where `/jobs/#/data` or `/jobs/#/technology/development`, the old address of a filtered list, leads: to the list of
 * its last part that is known; null when none is.
 */
export function filteredList(path: string): string | null {
  for (const slug of path.split('/').reverse()) {
    const list = listOf(slug)
    if (list) return list
  }
  return null
}

function listOf(slug: string): string | null {
  // `technology` is both: the sector holds more.
  const sector = sectors.find(candidate => candidate.slug === slug)
  if (sector) return jobsPath({ sectors: [sector.name] })
  const specialism = specialisms.find(candidate => candidate.slug === slug)
  if (specialism) return jobsPath({ specialisms: [specialism.name] })
  return Object.hasOwn(ownCriteria, slug) ? jobsPath(ownCriteria[slug]!) : null
}

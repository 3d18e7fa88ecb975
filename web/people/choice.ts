import type { PersonHit } from '#indexer/contentDocuments'

/** Which of the team are shown: slugs, empty for all. */
export interface Choice {
  location: string
  speciality: string
}

interface Named {
  offices: readonly { slug: string; name: string }[]
  specialisms: readonly { slug: string; name: string }[]
}

/** Reads a query string; what names no office or speciality chooses nothing. */
export function readChoice(search: string, { offices, specialisms }: Named): Choice {
  const params = new URLSearchParams(search)
  const known = (name: string, of: readonly { slug: string }[]) => {
    const slug = params.get(name) ?? ''
    return of.some(each => each.slug === slug) ? slug : ''
  }
  return { location: known('location', offices), speciality: known('speciality', specialisms) }
}

/** `/consultants?location=london&speciality=actuarial`. */
export function choicePath({ location, speciality }: Choice): string {
  const pairs = [
    location && `location=${encodeURIComponent(location)}`,
    speciality && `speciality=${encodeURIComponent(speciality)}`,
  ].filter(Boolean)
  return pairs.length > 0 ? `/consultants?${pairs.join('&')}` : '/consultants'
}

/** Those of the team that both choices leave. */
export function choose(people: readonly PersonHit[], choice: Choice, { offices, specialisms }: Named): PersonHit[] {
  const office = offices.find(({ slug }) => slug === choice.location)?.name
  const speciality = specialisms.find(({ slug }) => slug === choice.speciality)?.name
  return people.filter(
    person =>
      (office === undefined || person.office === office) &&
      (speciality === undefined || person.specialisms.includes(speciality)),
  )
}

/** How many each office would show, by its slug, with the speciality as it is chosen. */
export function officeCounts(people: readonly PersonHit[], choice: Choice, named: Named): Record<string, number> {
  return Object.fromEntries(
    named.offices.map(({ slug }) => [slug, choose(people, { ...choice, location: slug }, named).length]),
  )
}

/** How many each speciality would show, by its slug, with the office as it is chosen. */
export function specialityCounts(people: readonly PersonHit[], choice: Choice, named: Named): Record<string, number> {
  return Object.fromEntries(
    named.specialisms.map(({ slug }) => [slug, choose(people, { ...choice, speciality: slug }, named).length]),
  )
}

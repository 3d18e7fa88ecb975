import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, type Format, identityFault, moment, object, rejected, text, texts, titled, uuid } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'

/** The product's own Job entity: a JSON list, `{"jobs": […]}`, or one job a line. */
export const job: Format = {
  id: 'job',
  // It states its own expiry.
  listedIsLive: false,
  own: true,
  looksLike: ({ json }) => json?.row.has('title') === true && ownNames.some(name => json.row.has(name)),
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, jobRow, notRead, known),
}

/** Names that no other feed gives its fields. */
const ownNames = [
  'salary_package',
  'hosted_job_url',
  'external_application_url',
  'external_application_email',
  'derived_info.job_categories',
]

const shape: JsonShape = {
  bareList: true,
  member: 'jobs',
  lines: true,
  lineMembers: ['title', 'id', 'external_reference'],
  keyMembers: ['id', 'external_reference'],
  titleMember: 'title',
  left: ['url_slug', 'origin'],
  expected: 'expected a list of jobs, {"jobs": [...]} or one job a line',
}

/**
 * One Job entity (section 3 of the specification; `company`, `consultant_phone` and `language` are understood too) as a
 * row. Also what a webhook brings. `url_slug` and `origin` are ours to give and not read.
 * @param row 1-based place in the feed
 */
export function jobRow(value: unknown, row: number): RawRow {
  const entity = object(value)
  if (!entity) return rejected(row, 'the job is no object')
  const id = text(entity.id)
  const reference = text(entity.external_reference)
  const fault = identityFault('id', entity.id) ?? identityFault('external_reference', entity.external_reference)
  if (fault) return rejected(row, fault, null, entity.title)

  const location = text(entity.location)
  const locations = readLocations(entity, location)
  const groups = readCategories(entity.categories)
  return titled(
    row,
    {
      key: id ?? reference ?? null,
      uuid: uuid(id),
      reference,
      description: text(entity.description),
      summary: text(entity.summary),
      locations,
      addresses: texts(entity.addresses),
      locationText: locations.some(place => place.text === location) ? undefined : location,
      salaryText: text(entity.salary_package),
      ...groups,
      jobCategories: texts(object(entity.derived_info)?.job_categories),
      company: text(entity.company),
      consultant: {
        name: text(entity.consultant_name),
        email: text(entity.consultant_email),
        phone: text(entity.consultant_phone),
      },
      applicationEmail: text(entity.external_application_email),
      applicationUrl: text(entity.external_application_url),
      hostedUrl: text(entity.hosted_job_url),
      image: text(entity.image) ?? text(object(entity.image)?.url),
      file: text(entity.file) ?? text(object(entity.file)?.url),
      featured: entity.featured === true || entity.featured === 'true' || entity.featured === 1,
      language: text(entity.language),
      publishedAt: moment(entity.published_at),
      createdAt: moment(entity.created_at),
      updatedAt: moment(entity.updated_at),
      expiresAt: moment(entity.expires_at),
    },
    entity.title,
    'title',
  )
}

/**
 * The places from the most to the least precise field that has any: `derived_info`, the addresses, the location's own
 * text.
 */
function readLocations(entity: Record<string, unknown>, location: string | undefined): RawLocation[] {
  const derived = object(entity.derived_info)?.locations
  const places: RawLocation[] = []
  for (const entry of Array.isArray(derived) ? derived : []) {
    const place = object(entry)
    if (!place) continue
    const point = object(place.lat_lng)
    const address = object(place.postal_address)
    const lines = texts(address?.address_lines).join(', ')
    places.push({
      text: lines || undefined,
      city: text(address?.locality),
      region: text(address?.administrative_area),
      country: text(address?.region_code),
      postcode: text(address?.postal_code),
      lat: amount(point?.latitude),
      lng: amount(point?.longitude),
      radiusMiles: amount(place.radius_miles),
      kind: text(place.location_type),
    })
  }
  if (places.length === 1 && location) return [{ ...places[0], text: location }]
  if (places.length > 0) return places
  const addresses = texts(entity.addresses)
  if (addresses.length > 1 || (addresses.length === 1 && !location))
    return addresses.map(address => ({ text: address }))
  return location ? [{ text: location }] : []
}

/** The specification's category groups, told apart by name. */
function readCategories(value: unknown): {
  types: string[]
  environments: string[]
  sectors: string[]
  specialisms: string[]
  categories: string[]
} {
  const groups = {
    types: [] as string[],
    environments: [] as string[],
    sectors: [] as string[],
    specialisms: [] as string[],
    categories: [] as string[],
  }
  for (const entry of Array.isArray(value) ? value : []) {
    const category = object(entry)
    const name = (text(category?.name) ?? '').toLowerCase()
    const names = texts(category?.values)
    if (/^(job )?types?$/.test(name)) groups.types.push(...names)
    else if (/^working environments?$/.test(name)) groups.environments.push(...names)
    else if (/^sectors?$/.test(name)) groups.sectors.push(...names)
    else if (/^specialisms?$/.test(name)) groups.specialisms.push(...names)
    else groups.categories.push(...names)
  }
  return groups
}

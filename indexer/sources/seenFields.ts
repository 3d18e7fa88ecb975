import type { MappedField, SeenField } from '#indexer/trials'
import { mappedFieldNames } from '#indexer/trials'
import { object, text } from './format.ts'
import { dialectNames } from './indeedXml.ts'
import { pathReader } from './jsonPath.ts'

/** Names listed; those that come first in the rows. */
const mostNames = 150
const longestName = 200
const mostExamples = 3
const longestExample = 90
const mostDepth = 6
/** Elements of a list that are looked into. */
const mostElements = 20

export interface SeenFields {
  fields: SeenField[]
  /** Names beyond those listed, and such as no mapping can name. */
  unlisted: number
}

/** Gathers names with how many rows have them and what they say. */
class Gathered {
  readonly #fields = new Map<string, { rows: Set<number>; examples: Set<string> }>()
  readonly #unlisted = new Set<string>()
  readonly #mask: (text: string) => string

  constructor(mask: (text: string) => string) {
    this.#mask = mask
  }

  note(path: string, row: number, value: string): void {
    let field = this.#fields.get(path)
    if (!field) {
      if (path.length > longestName || this.#fields.size >= mostNames) {
        this.skip(path)
        return
      }
      field = { rows: new Set(), examples: new Set() }
      this.#fields.set(path, field)
    }
    field.rows.add(row)
    if (field.examples.size < mostExamples && value !== '')
      field.examples.add(this.#mask(value.slice(0, 1_000)).replace(/\s+/g, ' ').trim().slice(0, longestExample))
  }

  knows(path: string): boolean {
    return this.#fields.has(path)
  }

  skip(path: string): void {
    if (this.#unlisted.size < 10_000) this.#unlisted.add(path.slice(0, longestName))
  }

  get result(): SeenFields {
    const fields = [...this.#fields].map(([path, { rows, examples }]) => ({
      path,
      rows: rows.size,
      examples: [...examples],
    }))
    return { fields, unlisted: this.#unlisted.size }
  }
}

/** @param mask takes personal details out of examples */
export function seenInTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  mask: (text: string) => string,
): SeenFields {
  const gathered = new Gathered(mask)
  for (const [at, record] of rows.entries())
    for (const [column, name] of names.entries()) {
      const value = record[column]?.trim() ?? ''
      // A column by an empty name is read by nobody, and of two of one name the first is read.
      if (name === '') gathered.skip(`column ${column + 1}`)
      else if (names.indexOf(name) !== column) gathered.skip(`${name} ${column + 1}`)
      else if (value !== '') gathered.note(name, at, value)
    }
  return gathered.result
}

/** The paths of rows of JSON, as a mapping names them. */
export function seenInJson(rows: readonly unknown[], mask: (text: string) => string): SeenFields {
  const gathered = new Gathered(mask)
  for (const [at, row] of rows.entries()) {
    const note = (path: string, value: unknown) => {
      const said = typeof value === 'boolean' ? String(value) : text(value)
      if (said === undefined) return
      // A name with a dot or a bracket may be one that no path leads to.
      const reads = gathered.knows(path) || pathReader(path)(row) !== undefined
      if (reads) gathered.note(path, at, said)
      else gathered.skip(path)
    }
    walk(row, '', note, 0)
  }
  return gathered.result
}

function walk(value: unknown, path: string, note: (path: string, value: unknown) => void, depth: number): void {
  if (depth > mostDepth) return
  if (Array.isArray(value)) {
    const plain = value.filter(one => !object(one) && !Array.isArray(one))
    if (plain.length > 0) note(path, plain.slice(0, mostElements).map(String).join(', '))
    for (const one of value.slice(0, mostElements)) {
      if (!object(one)) continue
      const pair = pairOf(one as Record<string, unknown>)
      if (pair) note(`${path}[${pair.name}].value`, pair.value)
      else walk(one, `${path}[]`, note, depth + 1)
    }
    return
  }
  const inside = object(value)
  if (!inside) note(path, value)
  for (const [name, one] of Object.entries(inside ?? {}))
    if (name !== '') walk(one, path === '' ? name : `${path}.${name}`, note, depth + 1)
}

/** A field that a list holds as its name and its value: `{"name": "Salary", "value": "40k"}`. */
function pairOf(one: Record<string, unknown>): { name: string; value: unknown } | null {
  const key = ['name', 'label', 'key', 'id'].find(name => typeof one[name] === 'string')
  if (key === undefined || !('value' in one) || object(one.value) || Array.isArray(one.value)) return null
  const name = String(one[key])
  return /[[\]]/.test(name) || name.length > 60 ? null : { name: `${key}=${name}`, value: one.value }
}

/** Names beside those of the XML dialects, as JSON and tables have them; the surest first. */
const otherNames: Partial<Record<MappedField, string>> = {
  title: 'job_title position_title job_name job_titel stellentitel stellenbezeichnung titel header',
  key: 'uuid external_id ad_id vacancy_id job_posting_id ref_id refnr slug',
  reference: 'job_ref job_reference ref external_reference refnr',
  description:
    'job_description full_description description_html body text content_html summary_html stellenbeschreibung details',
  summary: 'summary snippet excerpt short_description teaser',
  'location.text':
    'location_name location/display_name job_location place standort ort arbeitsort locations locations/name location/name full_location formatted_location candidate_required_location',
  'location.city': 'city_name locality address_locality stadt locations/city location/locality',
  'location.region': 'county address_region state_name bundesland locations/state locations/region',
  'location.country': 'country_code address_country country_name land locations/country',
  'location.postcode': 'plz zip_code post_code',
  'location.lat': 'lat geo/lat coordinates/lat',
  'location.lng': 'lon long geo/lon geo/lng coordinates/lng',
  salaryText: 'salary_text salary_range salary_offered salary_package pay salary_description gehalt compensation',
  salaryMin: 'min_salary minimum_salary salary_from pay_min salary_range/min compensation/min minimumsalary',
  salaryMax: 'max_salary maximum_salary salary_to pay_max salary_range/max compensation/max maximumsalary',
  salaryCurrency: 'salary_range/currency compensation/currency',
  salaryPeriod: 'salary_range/interval compensation/interval interval salary_time_unit pay_interval',
  types: 'type employment contract_type_name commitment categories/commitment beschaeftigungsart arbeitszeit',
  environments: 'workplace workplace_type work_arrangement location_type',
  remote: 'is_remote remote remote_ok allow_remote telecommuting homeoffice',
  seniority: 'level experience experience_level job_level seniority_level',
  sectors: 'sector',
  specialisms: 'specialism discipline',
  categories: 'category_name category/label category/name team categories departments departments/name functional_area',
  company: 'company_display_name company/display_name employer_name organization organisation firma arbeitgeber',
  applicationUrl: 'apply_link application_link how_to_apply_url',
  applicationEmail: 'application_email apply_email',
  hostedUrl: 'redirect_url absolute_url hosted_url page_url web_url permalink uniq_link',
  consultantName: 'consultant consultant_name recruiter recruiter_name',
  consultantEmail: 'consultant_email recruiter_email',
  consultantPhone: 'consultant_phone recruiter_phone',
  image: 'image image_url logo',
  language: 'lang locale language/code',
  publishedAt: 'published_at published posted posted_at posted_on post_date posting_date datum online_since',
  createdAt: 'created',
  updatedAt: 'updated_at modified modified_at last_updated',
  expiresAt: 'expires_at valid_through deadline application_deadline closing closes end_date',
}

const { single, several, parts } = dialectNames
/** What the dialects' names are in a mapping. */
const ofDialects: Partial<Record<MappedField, string>> = {
  title: single.title,
  key: single.key,
  reference: single.reference,
  description: parts[0].paths,
  'location.text': single.locationText,
  'location.city': single.city,
  'location.region': `${single.region} ${single.regionText}`,
  'location.country': single.country,
  'location.postcode': single.postcode,
  'location.lat': single.lat,
  'location.lng': single.lng,
  salaryText: single.salaryText,
  salaryMin: single.salaryMin,
  salaryMax: single.salaryMax,
  salaryCurrency: single.salaryCurrency,
  salaryPeriod: single.salaryPeriod,
  types: several.types,
  environments: several.environments,
  seniority: several.seniority,
  categories: several.categories,
  company: single.company,
  applicationUrl: single.applyUrl,
  hostedUrl: single.url,
  consultantName: single.contact,
  consultantEmail: single.contactEmail,
  consultantPhone: single.phone,
  language: single.language,
  publishedAt: single.published,
  createdAt: single.created,
  updatedAt: single.updated,
  expiresAt: single.expires,
}

const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** Names by field, as they are compared; the surest first. */
const names = mappedFieldNames.map(field => {
  const all = `${ofDialects[field] ?? ''} ${otherNames[field] ?? ''}`.split(' ').filter(Boolean)
  return { field, known: [...new Set(all.map(folded))] }
})

/**
 * Which name of the feed is likely to be which field: by its whole path first, then by its last part. A name is given
 * once. What says nothing of it is left open.
 */
export function guessChoices(fields: readonly SeenField[]): Partial<Record<MappedField, string>> {
  const candidates = fields.map(({ path }) => {
    // `fields[name=Salary].value` is called Salary.
    const pair = /\[\w+=([^\]]*)\]\.value$/.exec(path)?.[1]
    const parts = pair === undefined ? path.split('.') : [pair]
    return { path, whole: folded(pair ?? path), last: folded(parts.at(-1)!), depth: parts.length }
  })
  const given = new Set<string>()
  const choices: Partial<Record<MappedField, string>> = {}
  for (const isWhole of [true, false])
    for (const { field, known } of names) {
      if (choices[field] !== undefined) continue
      for (const name of known) {
        const found = candidates
          .filter(one => !given.has(one.path) && (isWhole ? one.whole : one.last) === name)
          .sort((a, b) => a.depth - b.depth)[0]
        if (!found) continue
        choices[field] = found.path
        given.add(found.path)
        break
      }
    }
  const likely = candidates.find(({ path, last }) => /titel|title|bezeichnung/.test(last) && !given.has(path))
  if (choices.title === undefined && likely) choices.title = likely.path
  // One text and its parts would be two places.
  if (choices['location.city'] !== undefined) delete choices['location.text']
  return choices
}

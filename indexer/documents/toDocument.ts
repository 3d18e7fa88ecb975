import { ir35Said } from '#indexer/conditions'
import { awayFrom } from '#indexer/home'
import {
  type Category,
  type CategoryValue,
  type DerivedLocation,
  type Finding,
  type FoundField,
  type JobDocument,
  type JobType,
  type WorkingEnvironment,
  wholeWorld,
} from '#indexer/job'
import { plainNames } from '#indexer/plainNames'
import { holdsPay } from '#indexer/salary'
import { bandsOf, comparable } from '#indexer/salaryBands'
import { jobSlug, slugify } from '#indexer/slugs'
import { sectors as knownSectors, specialisms as knownSpecialisms } from '#indexer/specialisms'
import { cutText, remembered, repairText } from '#indexer/text'
import { type ReadTitle, readTitle, type TitleFlag, withoutPlace } from '#indexer/title'
import { foldName } from '#indexer/words'
import { categorise } from './category.ts'
import { distinctWords } from './distinctWords.ts'
import type { Gazetteer } from './gazetteer.ts'
import { cleanDescription, summariseText } from './html.ts'
import { jobId, madeReference, readableKey } from './identity.ts'
import { contactOf, employerOf, webAddress } from './jobContact.ts'
import { type DatesContext, readDates } from './jobDates.ts'
import { currencyFor, payOf } from './jobPay.ts'
import { filedAs, joinedCodes, otherNames, titleWordsOf, writtenPlaces } from './jobWords.ts'
import { type ResolvedLocations, resolveLocations } from './location.ts'
import { saysEverywhere } from './locationWords.ts'
import type { RawJob } from './rawJob.ts'

/** Raised whenever the same row would become another document: every row of every source is then written anew. */
export const normaliserVersion = 16

export interface DocumentContext {
  source: {
    /** Catalogue id. */
    id: string
    /** As people read it. */
    title: string
    /** ISO 3166-1 alpha-2 of the site's country. */
    home: string
    /** ISO 3166-1 alpha-2: what a place without a country means. */
    country: string | null
    /** ISO 4217: what an amount without a currency means. Default: the country's. */
    currency?: string | undefined
    /** IANA: what a date without a zone means. */
    timeZone: string
    /** The adverts are the agency's own. */
    own?: boolean | undefined
    /** Where Apply leads, as in `SourceConfig.apply`. Default `feed`. */
    apply?: string | undefined
    /** The employer of adverts that name none. */
    company?: string | null | undefined
    /** The feed is the complete list of what is open: a job without a closing date is open while it is listed. */
    listedIsLive: boolean
  }
  gazetteer: Gazetteer
  /** Epoch seconds. */
  now: number
  /** Epoch seconds; the date of an advert that states none. */
  firstSeen: number
  /** `rowKey` of the row. */
  key: string
  rawHash: string
}

const secondsPerDay = 86_400
const maxRowBytes = 500_000
const maxTitle = 200

/**
 * One row of a feed as the document the index holds, or why it cannot be one, in a sentence that says what to do. Pure
 * and never throws: the same row and context give the same document. The slug is the plain one; a sync gives it a
 * discriminator where another job has it.
 */
export function toDocument(raw: RawJob, context: DocumentContext): { document: JobDocument } | { reason: string } {
  // Long: the document's fields, each of which is one line here and a rule elsewhere.
  const { source, key } = context
  const tooLarge = sizeFault(raw)
  if (tooLarge !== null) return { reason: tooLarge }
  const read = titleOf(raw.title)
  if (read.title === '') return { reason: 'The row has no title. Send one, or map the right field to it.' }

  const dates = readDates(raw, context)
  if ('reason' in dates) return dates

  const { html, text, lead, flags } = cleanDescription(raw.description ?? '')
  const categories = categorise({ ...raw, title: read.searchTitle }, text)
  const places = resolveLocations(raw.locations, context.gazetteer, {
    country: source.country,
    environments: categories.workingEnvironment,
  })
  if (places.fault !== undefined) return { reason: places.fault }

  const shorter = withoutPlace(read.title, places.locations)
  // Pay may have stood before the place: `Actuary - £41k - Leeds`.
  const rest = shorter === null ? read : titleOf(shorter)
  const { title, searchTitle } = rest
  const environment = environmentOf(categories.workingEnvironment, places, raw)
  const id = jobId(source.id, key, raw.uuid)
  const reference = referenceOf(raw, id)
  const pay = payOf(raw, read.money ?? rest.money, currencyFor(places, source), text)
  const figures = comparable(pay.salary)
  const summary = raw.summary
    ? summariseText(/[<&]/.test(raw.summary) ? cleanDescription(raw.summary).text : repairText(raw.summary))
    : ''
  const employer = employerOf(raw, source)
  const contact = contactOf(raw, source.apply ?? 'feed')
  const remoteCountries = environment.includes('Remote') ? countriesFor(raw, places, context.gazetteer) : []
  const provenance: JobDocument['provenance'] = {}
  for (const field in categories.found)
    tell(provenance, field as FoundField, categories.found[field as keyof typeof categories.found])
  if (environment !== categories.workingEnvironment)
    tell(provenance, 'workingEnvironment', { raw: writtenPlaces(raw), confidence: 0.8, flags: ['fromLocation'] })
  tell(
    provenance,
    'title',
    titleFinding(raw.title, shorter === null ? read.flags : [...read.flags, 'place', ...rest.flags]),
  )
  const descriptionFlags = [...flags, ...(text === '' ? ['empty'] : [])]
  if (descriptionFlags.length > 0)
    tell(provenance, 'description', {
      // What nothing was left of is what an operator wants to see.
      raw: text === '' ? (raw.description ?? '') : '',
      confidence: text === '' ? 0 : 1,
      flags: descriptionFlags,
    })
  tell(provenance, 'salary', pay.finding)
  tell(provenance, 'location', locationFinding(raw, places))
  tell(provenance, 'published', dates.found.published)
  tell(provenance, 'expires', dates.found.expires)
  const document: JobDocument = {
    id,
    title,
    searchTitle: plainNames(searchTitle),
    description: html,
    summary: summary || summariseText(lead),
    image: webAddress(raw.image),
    file: webAddress(raw.file),
    external_reference: reference,
    url_slug: jobSlug(searchTitle, reference),
    hosted_job_url: webAddress(raw.hostedUrl),
    location: (raw.locationText ? cutText(repairText(raw.locationText), 200) : '') || places.location,
    addresses: raw.addresses?.length ? raw.addresses.map(repairText) : places.addresses,
    salary_package: pay.text,
    external_application_email: contact.applicationEmail,
    external_application_url: contact.applicationUrl,
    created_at: dates.created,
    updated_at: dates.updated,
    published_at: dates.published,
    expires_at: dates.expires,
    renewable: dates.renewable,
    consultant_name: contact.name,
    consultant_email: contact.email,
    consultant_phone: contact.phone,
    featured: raw.featured === true,
    origin: source.title,
    categories: categoryGroups({ ...categories, workingEnvironment: environment }),
    derived_info: { locations: asStated(places, raw), job_categories: categories.jobCategories },
    source: source.id,
    sourceKey: key.toWellFormed(),
    rawHash: context.rawHash,
    ...employer,
    language: categories.language,
    sectors: categories.sectors,
    specialisms: categories.specialisms,
    type: categories.type,
    workingEnvironment: environment,
    workingHours: categories.workingHours,
    ir35: ir35Said(raw.title, raw.salaryText ?? '', ...raw.types, text),
    seniority: categories.seniority,
    locations: places.locations,
    places: places.places,
    cells: places.cells,
    areas: places.areas,
    remoteCountries,
    salary: pay.salary,
    salaryBand: bandsOf(pay.salary),
    salaryYear: figures?.period === 'year' ? { [figures.currency]: figures.max } : {},
    salaryDay: figures?.period === 'day' ? { [figures.currency]: figures.max } : {},
    publishedDay: Math.floor(dates.published / secondsPerDay),
    away: awayFrom(source.home, { areas: places.areas, remoteCountries }),
    titleWords: titleWordsOf(raw, searchTitle, places, categories),
    filedAs: filedAs(raw, places, context.gazetteer, [reference, employer.company, ...categories.sectors]),
    ...otherNames(searchTitle),
    searchText: distinctWords(`${joinedCodes(`${searchTitle} ${text}`)}${text}`),
    provenance,
    unresolved: places.unresolved.map(one => cut(one, 200)),
    unparsedSalary: pay.salary === null && holdsPay(pay.text) ? cut(pay.text, 200) : null,
  }
  return { document }
}

/**
 * What is wrong with a row, as far as that can be said without its places and its words being read: for a sender, at
 * once.
 */
export function faultOf(raw: RawJob, context: DatesContext): string | null {
  const dates = readDates(raw, context)
  return sizeFault(raw) ?? ('reason' in dates ? dates.reason : null)
}

function sizeFault({ title, description = '', summary = '' }: RawJob): string | null {
  const size = title.length + description.length + summary.length
  if (size <= maxRowBytes) return null
  return `The row holds ${Math.round(size / 1000)} KB of text, more than ${maxRowBytes / 1000} KB. Send the advert without embedded files.`
}

/** The town and postcode of a place that is only known by its country and region, as the feed states them. */
function asStated({ derived, places }: ResolvedLocations, { locations }: RawJob): DerivedLocation[] {
  const [stated, ...others] = locations
  const [only] = derived
  if (places.length > 0 || derived.length !== 1 || others.length > 0 || !only || !stated) return derived
  const [city, postcode] = [stated.city, stated.postcode].map(text => (text ? cutText(repairText(text), 100) : ''))
  const postal = { ...only.postal_address, ...(city && { locality: city }), ...(postcode && { postal_code: postcode }) }
  return [{ ...only, postal_address: postal }]
}

const rawKept = 300
function tell(provenance: JobDocument['provenance'], field: FoundField, found: Finding | null | undefined): void {
  if (found) provenance[field] = { ...found, raw: cut(found.raw, rawKept) }
}

function cut(text: string, max: number): string {
  return (text.length > max ? `${cutText(text, max - 1)}…` : text).toWellFormed()
}

function titleFinding(raw: string, flags: readonly TitleFlag[]): Finding | null {
  if (flags.length === 0) return null
  // How a title in one case is spelt is a guess; what else is done takes nothing away.
  const confidence = flags.includes('capitals') || flags.includes('lowerCase') ? 0.9 : 1
  return { raw: raw.trim(), confidence, flags: [...new Set(flags)] }
}

function locationFinding(raw: RawJob, { unresolved, places, areas, remote }: ResolvedLocations): Finding | null {
  const written = writtenPlaces(raw)
  if (written === '') return null
  const known = places.length > 0 || areas.length > 0 || remote
  const flags = [
    ...(unresolved.length > 0 ? ['unresolved'] : []),
    ...(places.some(({ placeId }) => placeId.startsWith('cell-')) ? ['coordinates'] : []),
  ]
  return { raw: written, confidence: unresolved.length === 0 ? 1 : known ? 0.6 : 0, flags }
}

const titleOf = remembered(10_000, (raw: string): ReadTitle => {
  const read = readTitle(raw)
  if (read.title.length <= maxTitle) return read
  const cut = (title: string) => (title.length <= maxTitle ? title : cutText(title, maxTitle).replace(/\s+\S*$/, ''))
  return { ...read, title: cut(read.title), searchTitle: cut(read.searchTitle) }
})

/**
 * The gazetteer knows more words for remote (`Anywhere in the EU`) than the rules do; what the feed states in so many
 * words stands.
 */
function environmentOf(found: WorkingEnvironment[], places: ResolvedLocations, raw: RawJob): WorkingEnvironment[] {
  if (!places.remote || raw.environments.length > 0 || found.includes('Remote') || found.includes('Hybrid'))
    return found
  return places.places.length > 0 ? ['Onsite', 'Remote'] : ['Remote']
}

/**
 * The countries that the feed names for remote work, groups (`EU`) spelt out; else those of the places, or the whole
 * world where the feed says so.
 */
function countriesFor(
  { remoteCountries, environments }: RawJob,
  places: ResolvedLocations,
  gazetteer: Gazetteer,
): string[] {
  const found = new Set<string>()
  const read = (text: string) => {
    const code = text.toUpperCase() === 'UK' ? 'GB' : text.toUpperCase()
    const areas = /^[A-Z]{2}$/.test(code)
      ? [gazetteer.area(code)]
      : [...gazetteer.areasNamed(foldName(text)), ...gazetteer.areasCoded(text)]
    const area = areas.find(each => each?.kind === 'country' || each?.kind === 'group') ?? areas[0]
    for (const country of area?.kind === 'group' ? area.countries : area ? [area.country] : []) found.add(country)
    return area !== undefined
  }
  // As one name first: `Bosnia and Herzegovina` is no list.
  for (const name of remoteCountries ?? []) {
    const text = repairText(name)
    if (!read(text)) for (const part of text.split(/[,;/|]| and | und | or | oder /).slice(0, 50)) read(part.trim())
  }
  if (found.size > 0) return [...found]
  const isPlaced = places.places.length > 0 || places.areas.length > 0
  return !isPlaced && [...(remoteCountries ?? []), ...environments].some(saysEverywhere)
    ? [wholeWorld]
    : places.remoteCountries
}

const readableReference = /^[\w\-./]{1,24}$/

/** The ATS's own number; else the row's key where a person could read it out; else one made from the id. */
function referenceOf(raw: RawJob, id: string): string {
  const stated = raw.reference === undefined ? '' : cutText(repairText(raw.reference), 60)
  if (stated !== '') return stated
  const key = readableKey(raw.key) ?? ''
  return readableReference.test(key) ? key : madeReference(id)
}

const knownIds = new Map([...knownSpecialisms, ...knownSectors].map(({ name, slug }) => [name, slug]))
function categoryValue(name: string): CategoryValue {
  return { id: knownIds.get(name) ?? (slugify(name) || name), name }
}

/** The spec's groups. Permanent and contract are its `Both`, every environment its `Any`. */
function categoryGroups(categories: {
  type: JobType[]
  sectors: string[]
  workingEnvironment: WorkingEnvironment[]
  specialisms: string[]
}): Category[] {
  const { type, sectors, workingEnvironment, specialisms } = categories
  const group = (id: string, name: string, values: readonly string[]): Category => ({
    id,
    name,
    values: values.map(categoryValue),
  })
  return [
    group(
      'type',
      'Type',
      type.length === 2 && type.includes('Permanent') && type.includes('Contract') ? ['Both'] : type,
    ),
    group('sectors', 'Sectors', sectors),
    group('working-environment', 'Working Environment', workingEnvironment.length > 2 ? ['Any'] : workingEnvironment),
    group('specialisms', 'Specialisms', specialisms),
  ]
}

import type { Category, CategoryValue, JobDocument, JobType, Salary, WorkingEnvironment } from '#indexer/job'
import { bandsOf, comparable } from '#indexer/salaryBands'
import { currencyOfCountry } from '#indexer/site'
import { jobSlug, slugify } from '#indexer/slugs'
import { sectors as knownSectors, specialisms as knownSpecialisms } from '#indexer/specialisms'
import { categorise } from './category.ts'
import { parseDate } from './dates.ts'
import type { Gazetteer } from './gazetteer.ts'
import { cleanDescription, distinctWords, summariseText } from './html.ts'
import { jobId, madeReference } from './identity.ts'
import { type ResolvedLocations, resolveLocations } from './location.ts'
import type { RawJob } from './rawJob.ts'
import { describeSalary, parseSalary, salaryText } from './salary.ts'
import { decodeEntities, readTitle, remembered, repairText } from './text.ts'

/** Raised whenever the same row would become another document: every row of every source is then written anew. */
export const normaliserVersion = 4

export interface DocumentContext {
  source: {
    /** Catalogue id. */
    id: string
    /** As people read it. */
    title: string
    /** ISO 3166-1 alpha-2: what a place without a country means. */
    country: string | null
    /** ISO 4217: what an amount without a currency means. Default: the country's. */
    currency?: string | undefined
    /** IANA: what a date without a zone means. */
    timeZone: string
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
const lifeDays = 45
const maxRowBytes = 500_000
const maxTitle = 200

/**
 * One row of a feed as the document the index holds, or why it cannot be one, in a sentence that says what to do. Pure and never throws: the same row and
 * context give the same document. The slug is the plain one; a sync gives it a discriminator where another job has it.
 */
export function toDocument(raw: RawJob, context: DocumentContext): { document: JobDocument } | { reason: string } {
  const { source, key } = context
  const size = raw.title.length + (raw.description?.length ?? 0) + (raw.summary?.length ?? 0)
  if (size > maxRowBytes)
    return { reason: `The row holds ${Math.round(size / 1000)} KB of text, more than ${maxRowBytes / 1000} KB. Send the advert without embedded files.` }
  const { title, money } = titleOf(raw.title)
  if (title === '') return { reason: 'The row has no title. Send one, or map the right field to it.' }

  const dates = readDates(raw, context)
  if ('reason' in dates) return dates

  const { html, text, lead } = cleanDescription(raw.description ?? '')
  const categories = categorise({ ...raw, title }, text)
  const places = resolveLocations(raw.locations, context.gazetteer, { country: source.country, environments: categories.workingEnvironment })
  if (places.fault !== undefined) return { reason: places.fault }

  const environment = environmentOf(categories.workingEnvironment, places, raw)
  const id = jobId(source.id, key, raw.uuid)
  const reference = referenceOf(raw, id)
  const pay = payOf(raw, money, currencyFor(places, source))
  const figures = comparable(pay.salary)
  const summary = raw.summary ? summariseText(/[<&]/.test(raw.summary) ? cleanDescription(raw.summary).text : repairText(raw.summary)) : ''
  const contact = contactOf(raw)
  const document: JobDocument = {
    id,
    title,
    description: html,
    summary: summary || summariseText(lead),
    image: webAddress(raw.image),
    file: webAddress(raw.file),
    external_reference: reference,
    url_slug: jobSlug(title, reference),
    hosted_job_url: webAddress(raw.hostedUrl),
    location: (raw.locationText ? repairText(raw.locationText).slice(0, 200) : '') || places.location,
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
    derived_info: { locations: places.derived, job_categories: categories.jobCategories },
    source: source.id,
    sourceKey: key,
    rawHash: context.rawHash,
    company: companyOf(raw.company),
    language: categories.language,
    sectors: categories.sectors,
    specialisms: categories.specialisms,
    type: categories.type,
    workingEnvironment: environment,
    seniority: null,
    locations: places.locations,
    places: places.places,
    cells: places.cells,
    areas: places.areas,
    remoteCountries: environment.includes('Remote') ? places.remoteCountries : [],
    salary: pay.salary,
    salaryBand: bandsOf(pay.salary),
    salaryYear: figures?.period === 'year' ? { [figures.currency]: figures.max } : {},
    salaryDay: figures?.period === 'day' ? { [figures.currency]: figures.max } : {},
    publishedDay: Math.floor(dates.published / secondsPerDay),
    searchText: distinctWords(`${joinedCodes(`${title} ${text}`)}${text}`),
    provenance: {},
    unresolved: places.unresolved.map(one => one.slice(0, 200)),
    unparsedSalary: pay.salary === null && /\d/.test(pay.text) ? pay.text.slice(0, 200) : null,
  }
  return { document }
}

function readDates(
  { publishedAt, createdAt, updatedAt, expiresAt }: RawJob,
  { source: { timeZone, listedIsLive }, now, firstSeen }: DocumentContext,
): { published: number; created: number; updated: number; expires: number; renewable: boolean } | { reason: string } {
  // A date to come is a clock's error or an embargo nobody told us of: the advert is in the feed, so it is out.
  const past = (value: string | number | undefined) => {
    const found = parseDate(value, timeZone, { now })
    return found === null ? null : Math.min(found, now)
  }
  const created = past(createdAt)
  const updated = past(updatedAt)
  const published = past(publishedAt) ?? created ?? updated ?? Math.min(firstSeen, now)
  const stated = saysNothing(expiresAt) ? null : parseDate(expiresAt, timeZone, { now, endOfDay: true })
  if (stated === null && !saysNothing(expiresAt))
    return {
      reason: `The closing date "${String(expiresAt).slice(0, 60)}" cannot be read. Send it as YYYY-MM-DD or as ISO 8601 with a time and zone, or leave it out.`,
    }
  const byRule = published + lifeDays * secondsPerDay
  return {
    published,
    created: created ?? published,
    updated: updated ?? published,
    expires: stated ?? (listedIsLive && byRule <= now ? now + lifeDays * secondsPerDay : byRule),
    renewable: stated === null && listedIsLive,
  }
}

const titleOf = remembered(10_000, (raw: string) => {
  const { title, money } = readTitle(raw)
  return { title: title.length <= maxTitle ? title : title.slice(0, maxTitle).replace(/\s+\S*$/, ''), money }
})

/** No closing date, in a feed's words: absent, zero, `0000-00-00`, the year 9999, `Ongoing`. */
function saysNothing(value: string | number | undefined): boolean {
  if (value === undefined || value === 0) return true
  if (typeof value === 'number') return false
  return /^\s*(?:0*|0000-00-00.*|0001-01-01.*|1970-01-01.*|(?:9999|2999)-.*|31[/.-]12[/.-](?:9999|2999).*|n\.?\/?a\.?|none|null|never|-+|tbc|tba|asap|ongoing|open|rolling|open until filled|until filled|unlimited|unbefristet|offen|keine|laufend|permanent)\s*$/i.test(
    value,
  )
}

/** The gazetteer knows more words for remote (`Anywhere in the EU`) than the rules do; what the feed states in so many words stands. */
function environmentOf(found: WorkingEnvironment[], places: ResolvedLocations, raw: RawJob): WorkingEnvironment[] {
  if (!places.remote || raw.environments.length > 0 || found.includes('Remote') || found.includes('Hybrid')) return found
  return places.places.length > 0 ? ['Onsite', 'Remote'] : ['Remote']
}

const readableReference = /^[\w\-./]{1,24}$/

/** The ATS's own number; else the row's key where a person could read it out; else one made from the id. */
function referenceOf(raw: RawJob, id: string): string {
  const stated = raw.reference === undefined ? '' : repairText(raw.reference).slice(0, 60)
  if (stated !== '') return stated
  return raw.key !== null && readableReference.test(raw.key) ? raw.key : madeReference(id)
}

/** Currencies of amounts that name none, beyond the countries of the sites. */
const euroCountries = new Set('AT BE CY EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))
// biome-ignore format: a table
const otherCurrencies: Record<string, string> = { US: 'USD', CH: 'CHF', LI: 'CHF', HK: 'HKD', AU: 'AUD', CA: 'CAD', NZ: 'NZD', PL: 'PLN', SE: 'SEK', NO: 'NOK', DK: 'DKK', AE: 'AED', IN: 'INR', MY: 'MYR', JP: 'JPY', CN: 'CNY' }

/** The currency of the country the job is in, where it is in one only; else the source's. */
function currencyFor({ places }: ResolvedLocations, source: DocumentContext['source']): string | null {
  const country = places[0]?.country
  const local = country && places.every(place => place.country === country) ? countryCurrency(country) : undefined
  return local ?? source.currency ?? (source.country ? countryCurrency(source.country) : undefined) ?? null
}
function countryCurrency(country: string): string | undefined {
  return currencyOfCountry[country] ?? (euroCountries.has(country) ? 'EUR' : otherCurrencies[country])
}

const payByText = remembered(10_000, (key: string) => {
  const [defaultCurrency, text] = [key.slice(0, 3), key.slice(3)]
  return { salary: parseSalary({ text, defaultCurrency: defaultCurrency === '   ' ? null : defaultCurrency }), shown: salaryText(text) }
})

function payOf(raw: RawJob, money: string | null, currency: string | null): { salary: Salary | null; text: string } {
  const read = (text: string) => payByText((currency ?? '   ') + text)
  const structured = raw.salary && (raw.salary.min || raw.salary.max) ? raw.salary : undefined
  const stated = raw.salaryText === undefined ? null : read(raw.salaryText)
  const salary = structured ? parseSalary({ text: raw.salaryText, structured, defaultCurrency: currency }) : (stated?.salary ?? null)
  if (salary) return { salary, text: stated?.shown ?? describeSalary(salary, structured) }
  // Pay that stands only in the title is pay all the same.
  const inTitle = money === null ? null : read(money)
  if (inTitle?.salary) return { salary: inTitle.salary, text: inTitle.shown ?? money! }
  return { salary: null, text: stated?.shown ?? '' }
}

const address = /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i
function emailAddress(text: string | undefined): string | null {
  const trimmed =
    text === undefined
      ? ''
      : decodeEntities(text)
          .trim()
          .replace(/^mailto:/i, '')
          .replace(/\?.*$/, '')
  return address.test(trimmed) ? trimmed : null
}

/** An http(s) address, or null. */
function webAddress(text: string | undefined): string | null {
  let trimmed = text === undefined ? '' : decodeEntities(text).trim()
  if (/^www\./i.test(trimmed)) trimmed = `https://${trimmed}`
  if (!/^https?:\/\//i.test(trimmed) || trimmed.length > 2_000 || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  return url.username || url.password ? null : url.href
}

function contactOf({ consultant, applicationEmail, applicationUrl }: RawJob) {
  const name = consultant?.name === undefined ? '' : repairText(consultant.name).slice(0, 100)
  const phone = consultant?.phone === undefined ? '' : repairText(consultant.phone)
  return {
    name: /\p{L}{2}/u.test(name) && !name.includes('@') ? name : null,
    email: emailAddress(consultant?.email),
    phone: /^[+\d(][\d\s().\-/+]{5,24}(?:\s?(?:ext|x)\.?\s?\d{1,6})?$/i.test(phone) && phone.replace(/\D/g, '').length >= 6 ? phone : null,
    applicationEmail: emailAddress(applicationEmail) ?? (/^\s*mailto:/i.test(applicationUrl ?? '') ? emailAddress(applicationUrl) : null),
    applicationUrl: webAddress(applicationUrl),
  }
}

/** The employer, or null for confidential: nobody's name is an e-mail address. */
function companyOf(company: string | undefined): string | null {
  const name = company === undefined ? '' : repairText(company).slice(0, 150)
  if (!/[\p{L}\d]/u.test(name) || name.includes('@')) return null
  return /^(?:confidential(?: (?:client|company|employer))?|company confidential|undisclosed|unknown|unspecified|anonymous|n\/?a|none|null|undefined|not (?:stated|specified|disclosed)|vertraulich)$/i.test(
    name,
  )
    ? null
    : name
}

const knownIds = new Map([...knownSpecialisms, ...knownSectors].map(({ name, slug }) => [name, slug]))
function categoryValue(name: string): CategoryValue {
  return { id: knownIds.get(name) ?? (slugify(name) || name), name }
}

/** The spec's groups. Several types are its `Both`, every environment its `Any`. */
function categoryGroups(categories: { type: JobType[]; sectors: string[]; workingEnvironment: WorkingEnvironment[]; specialisms: string[] }): Category[] {
  const { type, sectors, workingEnvironment, specialisms } = categories
  const group = (id: string, name: string, values: readonly string[]): Category => ({ id, name, values: values.map(categoryValue) })
  return [
    group('type', 'Type', type.length > 1 ? ['Both'] : type),
    group('sectors', 'Sectors', sectors),
    group('working-environment', 'Working Environment', workingEnvironment.length > 2 ? ['Any'] : workingEnvironment),
    group('specialisms', 'Specialisms', specialisms),
  ]
}

/** `IFRS 17` also as `IFRS17`, which is how people search for it: codes are searched for whole. */
function joinedCodes(text: string): string {
  let joined = ''
  for (const [, letters, digits] of text.matchAll(/\b([A-Z]{2,5})[ -](\d{1,4})\b/g)) joined += `${letters}${digits} `
  return joined
}

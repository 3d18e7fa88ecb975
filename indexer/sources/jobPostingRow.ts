import { decodeEntities } from '#indexer/text'
import { readableKey } from '../documents/identity.ts'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, identityFault, moment, object, rejected, text, texts, titled, uuid } from './format.ts'
import { absolute, type Page, type Tree } from './jobPostingPage.ts'
import { payInLimits, statesPay } from './pay.ts'
import { asHtml, sections } from './sections.ts'

/** Where the advert's other parts stand beside its description, with the words for their headings. */
const parts: readonly { names: readonly string[]; en: string; de: string }[] = [
  { names: ['responsibilities'], en: 'Responsibilities', de: 'Aufgaben' },
  { names: ['qualifications'], en: 'Qualifications', de: 'Qualifikationen' },
  { names: ['experienceRequirements'], en: 'Experience', de: 'Erfahrung' },
  { names: ['educationRequirements'], en: 'Education', de: 'Ausbildung' },
  { names: ['skills'], en: 'Skills', de: 'Kenntnisse' },
  { names: ['jobBenefits', 'benefits'], en: 'Benefits', de: 'Leistungen' },
  { names: ['incentiveCompensation', 'incentives'], en: 'Incentives', de: 'Prämien' },
  { names: ['workHours'], en: 'Hours', de: 'Arbeitszeit' },
]

/**
 * One JobPosting of schema.org, as JSON-LD has it.
 * @param page what stands on the page around it; a posting out of an API has none of it
 */
export function postingRow(
  posting: Tree,
  row: number,
  page: Partial<Pick<Page, 'base' | 'own' | 'language'>> = {},
): RawRow {
  const title = first(posting.title) ?? first(posting.name)
  const company = named(posting.hiringOrganization)
  const identifier = firstOf(posting.identifier)
  const written = object(identifier) ? (object(identifier)!.value ?? object(identifier)!['@id']) : identifier
  const fault = identityFault('identifier', written)
  if (fault) return rejected(row, fault, null, title)
  // Some sites write the company's name here, the same in every advert.
  const reference = text(written) === company ? undefined : text(written)
  const base = page.base ?? null
  const url =
    absolute(first(posting.url), base) ??
    absolute(first(object(posting.mainEntityOfPage)?.['@id'] ?? posting.mainEntityOfPage), base) ??
    absolute(/^https?:/i.test(text(posting['@id']) ?? '') ? text(posting['@id']) : undefined, base) ??
    page.own
  const language = first(posting.inLanguage) ?? text(object(posting.inLanguage)?.alternateName) ?? page.language
  const contact = object(firstOf(posting.applicationContact))
  const pay = readPay(posting)
  const categories = [posting.industry, posting.occupationalCategory].flatMap(value => texts(value))
  return titled(
    row,
    {
      key: reference ?? url ?? null,
      uuid: uuid(reference),
      reference: readableKey(reference),
      description: compose(posting, language),
      locations: readLocations(posting.jobLocation),
      ...pay,
      types: texts(posting.employmentType).flatMap(type =>
        type
          .split(/[,;|]/)
          .map(part => part.trim())
          .filter(Boolean),
      ),
      environments: texts(posting.jobLocationType),
      remoteCountries: names(posting.applicantLocationRequirements),
      sectors: [],
      specialisms: [],
      categories: [...new Set(categories)],
      company,
      consultant: contact
        ? { name: text(contact.name), email: text(contact.email), phone: text(contact.telephone) }
        : undefined,
      applicationEmail: text(contact?.email),
      applicationUrl: absolute(text(contact?.url), base),
      hostedUrl: url,
      image: absolute(first(posting.image) ?? text(object(firstOf(posting.image))?.url), base),
      language,
      publishedAt: moment(firstOf(posting.datePosted)),
      updatedAt: moment(firstOf(posting.dateModified)),
      expiresAt: moment(firstOf(posting.validThrough)),
    },
    title,
    'title',
  )
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

function first(value: unknown): string | undefined {
  return text(firstOf(value))
}

function named(value: unknown): string | undefined {
  const one = firstOf(value)
  return text(one) ?? first(object(one)?.name) ?? text(object(one)?.legalName)
}

function names(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap(one => {
    const name = named(one) ?? named(object(one)?.address) ?? named(object(object(one)?.address)?.addressCountry)
    return name ? [name] : []
  })
}

/** The description with those of the advert's other parts that it does not hold already. */
function compose(posting: Tree, language: string | undefined): string | undefined {
  const words = (html: string) =>
    decodeEntities(html)
      .replace(/<[^<>]{0,2000}>/g, ' ')
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
      .toLowerCase()
  const description = first(posting.description)
  const held = description ? words(description) : ''
  const headings = /^de\b/i.test(language ?? '') ? 'de' : /^en\b|^$/i.test(language ?? '') ? 'en' : null
  const added = parts.flatMap(part => {
    const values = part.names
      .flatMap(name => texts(posting[name]))
      .filter(value => !held.includes(words(value).slice(0, 80)))
    if (values.length === 0) return []
    return [
      {
        heading: headings ? part[headings] : undefined,
        text: values.length === 1 ? values[0] : `<ul>${values.map(value => `<li>${asHtml(value)}</li>`).join('')}</ul>`,
      },
    ]
  })
  return sections([{ text: description }, ...added])
}

function readLocations(value: unknown): RawLocation[] {
  return (Array.isArray(value) ? value : [value]).flatMap(entry => {
    const line = text(entry)
    if (line) return [{ text: line }]
    const place = object(entry)
    if (!place) return []
    const geo = object(firstOf(place.geo))
    const lat = amount(geo?.latitude ?? place.latitude)
    const lng = amount(geo?.longitude ?? place.longitude)
    const found = (Array.isArray(place.address) ? place.address : [place.address]).flatMap((entry): RawLocation[] => {
      const address = object(entry)
      const location: RawLocation = address
        ? {
            city: first(address.addressLocality),
            region: first(address.addressRegion),
            country: named(address.addressCountry),
            postcode: first(address.postalCode),
          }
        : { text: text(entry) }
      if (address && !location.city && !location.region && !location.postcode)
        location.text = first(address.streetAddress) ?? first(address.name) ?? named(place)
      return Object.values(location).some(value => value !== undefined) ? [location] : []
    })
    if (found.length === 0 && named(place)) found.push({ text: named(place) })
    if (lat !== undefined && lng !== undefined && found.length <= 1) return [{ ...found[0], lat, lng }]
    return found
  })
}

/** Codes of UN/CEFACT that stand in `unitCode`. */
const unitCodes = new Map(Object.entries({ ANN: 'year', MON: 'month', WEE: 'week', DAY: 'day', HUR: 'hour' }))
const durations = new Map(Object.entries({ P1Y: 'year', P1M: 'month', P1W: 'week', P1D: 'day', PT1H: 'hour' }))

function readPay(posting: Tree): Pick<RawJob, 'salary' | 'salaryText'> {
  const currency = first(posting.salaryCurrency)
  for (const value of [posting.baseSalary, posting.estimatedSalary]) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      const pay = payOf(entry, currency)
      if (pay?.salary && value === posting.estimatedSalary && value !== posting.baseSalary) pay.salary.estimated = true
      if (pay) return pay
    }
  }
  return {}
}

function payOf(entry: unknown, fallback: string | undefined): Pick<RawJob, 'salary' | 'salaryText'> | undefined {
  const outer = object(entry)
  const value = outer ? (firstOf(outer.value) ?? outer) : entry
  const inner = object(value)
  const unit = text(inner?.unitText) ?? text(outer?.unitText)
  const code = text(inner?.unitCode) ?? text(outer?.unitCode)
  const period = unit ?? unitCodes.get(code ?? '') ?? code ?? durations.get(text(outer?.duration) ?? '')
  const currency = text(outer?.currency) ?? text(outer?.priceCurrency) ?? text(inner?.currency) ?? fallback
  const single = inner ? (inner.value ?? inner.price ?? inner.median) : value
  const lower = inner?.minValue ?? inner?.minPrice ?? inner?.percentile10 ?? single
  const upper = inner?.maxValue ?? inner?.maxPrice ?? inner?.percentile90 ?? single
  const pay = payInLimits(lower, upper, { currency, period })
  return statesPay(pay) ? pay : undefined
}

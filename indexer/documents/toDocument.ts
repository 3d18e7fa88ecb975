import { hoursSaid, ir35Said } from '#indexer/conditions'
import { awayFrom } from '#indexer/home'
import {
  type Category,
  type CategoryValue,
  type Finding,
  type FoundField,
  type JobDocument,
  type JobType,
  type Salary,
  type WorkingEnvironment,
  wholeWorld,
} from '#indexer/job'
import { describeSalary, holdsPay, parseSalary, salaryConfidence, salaryInTitle, salaryText } from '#indexer/salary'
import { bandsOf, comparable } from '#indexer/salaryBands'
import { currencyOfCountry } from '#indexer/site'
import { jobSlug, slugify } from '#indexer/slugs'
import { sectors as knownSectors, specialisms as knownSpecialisms } from '#indexer/specialisms'
import { namesFor, otherSpacing } from '#indexer/synonyms'
import { cutText, decodeEntities, remembered, repairText } from '#indexer/text'
import { type ReadTitle, readTitle, type TitleFlag, withoutGender, withoutPlace } from '#indexer/title'
import { foldName, isSearchingWord, masculineOf, otherSpellings, wordsOf } from '#indexer/words'
import { categorise } from './category.ts'
import { type ReadDate, readDate } from './dates.ts'
import type { Gazetteer } from './gazetteer.ts'
import { cleanDescription, distinctWords, summariseText } from './html.ts'
import { jobId, madeReference } from './identity.ts'
import { type ResolvedLocations, resolveLocations } from './location.ts'
import { saysEverywhere } from './locationWords.ts'
import type { RawJob } from './rawJob.ts'

/** Raised whenever the same row would become another document: every row of every source is then written anew. */
export const normaliserVersion = 9

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
 * One row of a feed as the document the index holds, or why it cannot be one, in a sentence that says what to do. Pure
 * and never throws: the same row and context give the same document. The slug is the plain one; a sync gives it a
 * discriminator where another job has it.
 */
export function toDocument(raw: RawJob, context: DocumentContext): { document: JobDocument } | { reason: string } {
  const { source, key } = context
  const tooLarge = sizeFault(raw)
  if (tooLarge !== null) return { reason: tooLarge }
  const read = titleOf(raw.title)
  if (read.title === '') return { reason: 'The row has no title. Send one, or map the right field to it.' }

  const dates = readDates(raw, context)
  if ('reason' in dates) return dates

  const { html, text, lead, flags } = cleanDescription(raw.description ?? '')
  const categories = categorise({ ...raw, title: read.title }, text)
  const places = resolveLocations(raw.locations, context.gazetteer, {
    country: source.country,
    environments: categories.workingEnvironment,
  })
  if (places.fault !== undefined) return { reason: places.fault }

  const shorter = withoutPlace(read.title, places.locations)
  // Pay may have stood before the place: `Actuary - £41k - Leeds`.
  const rest = shorter === null ? read : titleOf(shorter)
  const { title } = rest
  const environment = environmentOf(categories.workingEnvironment, places, raw)
  const id = jobId(source.id, key, raw.uuid)
  const reference = referenceOf(raw, id)
  const pay = payOf(raw, read.money ?? rest.money, currencyFor(places, source))
  const figures = comparable(pay.salary)
  const summary = raw.summary
    ? summariseText(/[<&]/.test(raw.summary) ? cleanDescription(raw.summary).text : repairText(raw.summary))
    : ''
  const contact = contactOf(raw)
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
  if (flags.length > 0) tell(provenance, 'description', { raw: '', confidence: 1, flags: [...flags] })
  tell(provenance, 'salary', pay.finding)
  tell(provenance, 'location', locationFinding(raw, places))
  tell(provenance, 'published', dates.found.published)
  tell(provenance, 'expires', dates.found.expires)
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
    derived_info: { locations: places.derived, job_categories: categories.jobCategories },
    source: source.id,
    sourceKey: key.toWellFormed(),
    rawHash: context.rawHash,
    company: companyOf(raw.company),
    language: categories.language,
    sectors: categories.sectors,
    specialisms: categories.specialisms,
    type: categories.type,
    workingEnvironment: environment,
    workingHours: hoursSaid(...raw.types, raw.title),
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
    titleWords: titleWordsOf(raw, title, places, categories),
    filedAs: filedAs(raw, places, context.gazetteer),
    ...otherNames(title),
    searchText: distinctWords(`${joinedCodes(`${title} ${text}`)}${text}`),
    provenance,
    unresolved: places.unresolved.map(one => cut(one, 200)),
    unparsedSalary: pay.salary === null && holdsPay(pay.text) ? cut(pay.text, 200) : null,
  }
  return { document }
}

const titleWordsKept = 400

/**
 * Words that an advert is found by without holding them, distinct. Behind a word of their own: the engine would rank a
 * field that is the searched word and nothing else as high as a title that is.
 */
function besides(words: Iterable<string>, most: number): string {
  const distinct = [...new Set(words)]
  return distinct.length === 0 ? '' : cutText(['also', ...distinct].join(' '), most)
}

/**
 * The words of a title in other spellings, and those of the feed's own title that were taken out of ours: a pasted
 * title finds its job.
 */
function titleWordsOf(
  raw: RawJob,
  title: string,
  { locations }: ResolvedLocations,
  { language, specialisms }: { language: string; specialisms: string[] },
): string {
  const german = language === 'de'
  const words = wordsOf(title)
  const own = new Set(words)
  const left = wordsOf(withoutGender(repairText(raw.title))).filter(word => !own.has(word))
  const spacing = otherSpacing(words.map(word => masculineOf(word) ?? word)).filter(word => !own.has(word))
  return besides(
    [...otherSpellings([title, ...locations, ...specialisms], german), ...spacing, ...left],
    titleWordsKept,
  )
}

const filedKept = 400
const namesKept = 400
/** What the title is called by others, in its language and in the other one. */
function otherNames(title: string): Pick<JobDocument, 'alsoCalled' | 'calledAbroad'> {
  const words = wordsOf(title)
  const { own, other } = namesFor([...words, ...otherSpellings([title], true)])
  const wordsIn = (names: string[]) => new Set(names.flatMap(wordsOf))
  const known = new Set(words)
  const alsoCalled = [...wordsIn(own)].filter(word => !known.has(word))
  return {
    alsoCalled: besides(alsoCalled, namesKept),
    calledAbroad: besides([...wordsIn(other), ...otherSpellings(other, true)], namesKept),
  }
}

/** Distinct words of all that the advert is filed under and that no other searched field says. */
function filedAs(raw: RawJob, places: ResolvedLocations, gazetteer: Gazetteer): string {
  const own = new Set(places.locations.flatMap(wordsOf))
  const areas = places.areas.map(code => gazetteer.area(code)?.name ?? '')
  const texts = [
    writtenPlaces(raw),
    raw.locationText ?? '',
    ...areas,
    ...raw.types,
    ...raw.environments,
    ...raw.categories,
  ]
  const words = texts.slice(0, 100).flatMap(text => wordsOf(repairText(text.slice(0, 500))))
  return cutText([...new Set(words.filter(word => !own.has(word) && !isSearchingWord(word)))].join(' '), filedKept)
}

type DatesContext = Pick<DocumentContext, 'now' | 'firstSeen'> & {
  source: Pick<DocumentContext['source'], 'timeZone' | 'listedIsLive' | 'country'>
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

/** The row's location fields as one text. */
function writtenPlaces({ locations, locationText }: RawJob): string {
  const texts = locations.map(
    ({ text, city, region, country, postcode }) => text ?? [city, region, postcode, country].filter(Boolean).join(', '),
  )
  const written = [...new Set(texts.filter(text => text !== ''))].join(' · ')
  return written || (locationText ?? '')
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

/** Beyond this a closing date is no plan of anybody's but a form's default: `01/09/2043`. */
const farDays = 2 * 365
/** Two dates so close are one: a closing date that was filled in with the day of publication. */
const sameSeconds = 60

interface Dates {
  published: number
  created: number
  updated: number
  expires: number
  renewable: boolean
  found: { published?: Finding; expires?: Finding }
}

/**
 * When the advert came out and when it closes. A closing date is not believed
 * - when it is years away: nobody plans so far, and an advert that nobody closes stays for ever. Then being listed is
 *   what keeps the job open (`far`);
 * - when it is the moment of publication: the form filled both in (`samePublished`). A whole day is left: it may well
 *   close today;
 * - when it lies before the publication, in a feed that lists what is open: the advert was opened again and its old
 *   date left in (`beforePublished`). In any other feed it stands, for its publication may be no more than the feed's
 *   build time, and a closed job shown is worse than an open one missed; One in the past stands (`past`): the job is
 *   written and not shown, so that the operator sees why. A day without a year is the first one after the publication
 *   (`noYear`), whatever year it is when the row is read again.
 */
function readDates(
  { publishedAt, createdAt, updatedAt, expiresAt }: RawJob,
  { source: { timeZone, listedIsLive, country }, now, firstSeen }: DatesContext,
): Dates | { reason: string } {
  const monthFirst = country === 'US'
  const options = { now, monthFirst }
  const stated = readDate(publishedAt, timeZone, options)
  const created = past(readDate(createdAt, timeZone, options), now)
  const updated = past(readDate(updatedAt, timeZone, options), now)
  const published = past(stated, now) ?? created ?? updated ?? Math.min(firstSeen, now)
  const found: Dates['found'] = {}
  const publishedFlags = stated
    ? [...stated.flags, ...(stated.seconds > now ? ['future'] : [])]
    : [
        ...(String(publishedAt ?? '').trim() === '' ? [] : ['unreadable']),
        created !== null ? 'fromCreated' : updated !== null ? 'fromUpdated' : 'firstSeen',
      ]
  if (publishedFlags.length > 0)
    found.published = {
      raw: String(publishedAt ?? ''),
      confidence: stated ? 0.8 : created !== null ? 0.8 : 0.5,
      flags: publishedFlags,
    }

  const byRule = published + lifeDays * secondsPerDay
  const open = {
    expires: listedIsLive && byRule <= now ? now + lifeDays * secondsPerDay : byRule,
    renewable: listedIsLive,
  }
  const dates = { published, created: created ?? published, updated: updated ?? published, found }
  if (saysNothing(expiresAt)) {
    found.expires = { raw: String(expiresAt ?? ''), confidence: 0.5, flags: ['byRule'] }
    return { ...dates, ...open }
  }
  const closing = readDate(expiresAt, timeZone, { now, from: published, monthFirst, endOfDay: true })
  if (closing === null)
    return {
      reason: `The closing date "${String(expiresAt).slice(0, 60)}" cannot be read. Send it as YYYY-MM-DD or as ISO 8601 with a time and zone, or leave it out.`,
    }
  const { seconds, flags } = closing
  const fault =
    seconds > now + farDays * secondsPerDay
      ? 'far'
      : stated && Math.abs(seconds - stated.seconds) < sameSeconds
        ? 'samePublished'
        : stated && seconds < published && listedIsLive
          ? 'beforePublished'
          : null
  if (fault) {
    found.expires = { raw: String(expiresAt), confidence: 0.5, flags: [...flags, fault, 'byRule'] }
    const renewed = { expires: byRule <= now ? now + lifeDays * secondsPerDay : byRule, renewable: true }
    return { ...dates, ...(fault === 'far' ? renewed : open) }
  }
  const told = [...flags, ...(seconds < published ? ['beforePublished'] : []), ...(seconds <= now ? ['past'] : [])]
  if (told.length > 0)
    found.expires = {
      raw: String(expiresAt),
      confidence: seconds < published ? 0.5 : flags.length > 0 ? 0.7 : 1,
      flags: told,
    }
  return { ...dates, expires: seconds, renewable: false }
}

/** A date to come is a clock's error or an embargo nobody told us of: the advert is in the feed, so it is out. */
function past(date: ReadDate | null, now: number): number | null {
  return date && Math.min(date.seconds, now)
}

const titleOf = remembered(10_000, (raw: string): ReadTitle => {
  const read = readTitle(raw)
  return read.title.length <= maxTitle ? read : { ...read, title: cutText(read.title, maxTitle).replace(/\s+\S*$/, '') }
})

/** No closing date, in a feed's words: absent, zero, `0000-00-00`, the year 9999, `Ongoing`. */
function saysNothing(value: string | number | undefined): boolean {
  if (value === undefined || value === 0) return true
  if (typeof value === 'number') return false
  const text = value.trim().slice(0, 200)
  return (
    noDate.test(text) ||
    /\b(?:rolling|until (?:the (?:role|job|post|position) is )?filled|bis auf weiteres|bis zur besetzung)\b/i.test(text)
  )
}
const noDate =
  /^(?:0*|0000-00-00.*|0001-01-01.*|1970-01-01.*|(?:9999|2999)-.*|31[/.-]12[/.-](?:9999|2999).*|n\.?\/?a\.?|none|null|never|-+|tbc|tba|asap|ongoing|open|unlimited|unbefristet|offen|keine|laufend|permanent)$/i

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
  return {
    salary: parseSalary({ text, defaultCurrency: defaultCurrency === '   ' ? null : defaultCurrency }),
    shown: salaryText(text),
  }
})

interface Pay {
  salary: Salary | null
  text: string
  finding: Finding | null
}

function payOf(raw: RawJob, money: string | null, currency: string | null): Pay {
  const read = (text: string) => payByText((currency ?? '   ') + text)
  const structured = raw.salary && (raw.salary.min || raw.salary.max) ? raw.salary : undefined
  const stated = raw.salaryText === undefined ? null : read(raw.salaryText)
  // A board's guess is marked as one in a field of its own, also beside a text.
  const salary =
    structured || raw.salary?.estimated
      ? parseSalary({ text: raw.salaryText, structured: structured ?? raw.salary, defaultCurrency: currency })
      : (stated?.salary ?? null)
  const written = raw.salaryText?.trim() || (structured ? fieldsOf(structured) : '')
  const shown = stated?.shown && !isOwnPlace(stated.shown, raw) ? stated.shown : null
  const paid = (pay: Salary, text: string, from: string, ...flags: string[]): Pay => ({
    salary: pay,
    text,
    finding: {
      raw: from,
      confidence: salaryConfidence(pay, structured !== undefined),
      flags: [...pay.flags, ...flags],
    },
  })
  if (salary) return paid(salary, shown ?? describeSalary(salary, structured), written)
  // Pay that stands only in the title is pay all the same, at its end or in its middle.
  const inTitle = money === null ? null : read(money)
  if (inTitle?.salary) return paid(inTitle.salary, inTitle.shown ?? money!, raw.title.trim(), 'fromTitle')
  const within = salaryInTitle(raw.title, currency)
  if (within && !shown) return paid(within.salary, within.text, raw.title.trim(), 'fromTitle')
  return {
    salary: null,
    text: shown ?? '',
    finding:
      written === '' ? null : { raw: written, confidence: 0, flags: [holdsPay(written) ? 'unparsed' : 'noFigure'] },
  }
}

/** `Luton Bedfordshire` in a row of Luton, Bedfordshire: its columns have shifted. */
function isOwnPlace(text: string, raw: RawJob): boolean {
  if (/\d/.test(text)) return false
  const words = foldName(text).split(' ')
  return raw.locations.some(({ text = '', city = '', region = '', country = '' }) => {
    const own = foldName(`${text} ${city} ${region} ${country}`).split(' ')
    return words.every(word => own.includes(word))
  })
}

function fieldsOf({ min, max, currency, period }: NonNullable<RawJob['salary']>): string {
  const figures = [min, max].filter(figure => figure !== undefined)
  return [figures.join(' - '), currency, period].filter(Boolean).join(' ')
}

const address = /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i
function emailAddress(text: string | undefined): string | null {
  const trimmed =
    text === undefined
      ? ''
      : decodeEntities(text)
          .trim()
          .replace(/^mailto:/i, '')
          .replace(/\?.*/s, '')
  return address.test(trimmed) && trimmed.isWellFormed() ? trimmed : null
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
  const name = consultant?.name === undefined ? '' : cutText(repairText(consultant.name), 100)
  const phone = consultant?.phone === undefined ? '' : repairText(consultant.phone)
  return {
    name: /\p{L}{2}/u.test(name) && !name.includes('@') ? name : null,
    email: emailAddress(consultant?.email),
    phone:
      /^[+\d(][\d\s().\-/+]{5,24}(?:\s?(?:ext|x)\.?\s?\d{1,6})?$/i.test(phone) && phone.replace(/\D/g, '').length >= 6
        ? phone
        : null,
    applicationEmail:
      emailAddress(applicationEmail) ??
      (/^\s*mailto:/i.test(applicationUrl ?? '') ? emailAddress(applicationUrl) : null),
    applicationUrl: webAddress(applicationUrl),
  }
}

/** The employer, or null for confidential: nobody's name is an e-mail address. */
function companyOf(company: string | undefined): string | null {
  const name = company === undefined ? '' : cutText(repairText(company), 150)
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

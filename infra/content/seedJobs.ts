import { jobSlug, slugify } from '#indexer/slugs'
import { type SectorName, specialisms } from '#indexer/specialisms'
import { bankingTemplates } from './seed/bankingTemplates.ts'
import { type Client, clients, germanClients, standIn } from './seed/clients.ts'
import { consultants, emailOf } from './seed/consultants.ts'
import { type Dice, diceFor, digest } from './seed/dice.ts'
import { type GermanTemplate, germanTemplates } from './seed/germanTemplates.ts'
import { insuranceTemplates } from './seed/insuranceTemplates.ts'
import * as phrases from './seed/phrases.ts'
import { cities, countryNames, countryPoints, type SeedCity, severalCities } from './seed/places.ts'
import { type Environment, type Pay, salaryText, type Term } from './seed/salaryText.ts'
import { technologyTemplates } from './seed/technologyTemplates.ts'
import { type ClientKind, type Country, type JobTemplate, jobCategories, localTerms } from './seed/template.ts'

/**
 * A job as a feed gives it: the spec's own Job entity, with two fields beside it, `company` (where the employer is
 * named) and `consultant_phone`.
 */
export interface SeedJob {
  id: string
  title: string
  description: string
  summary: string
  image: string | null
  file: string | null
  external_reference: string
  hosted_job_url: string
  location: string
  addresses: string[]
  /** Empty where the advert says nothing about pay. */
  salary_package: string
  external_application_email: string | null
  external_application_url: string | null
  /** All four times are ISO 8601, UTC. */
  created_at: string
  updated_at: string
  published_at: string
  expires_at: string
  consultant_name: string
  consultant_email: string
  consultant_phone: string | null
  featured: boolean
  origin: string
  company?: string
  categories: { id: string; name: string; values: { id: string; name: string }[] }[]
  /** Absent on some jobs, so that the location has to be found by its text. */
  derived_info?: { locations: SeedLocation[]; job_categories: string[] }
}
interface SeedLocation {
  lat_lng: { latitude: number; longitude: number }
  radius_miles: number
  location_type: 'LOCALITY' | 'COUNTRY'
  postal_address: { region_code: string; administrative_area?: string; locality?: string; address_lines: string[] }
}

const dayMs = 86_400_000

/** Live jobs by specialism, in the proportions of an agency that is strongest in insurance and technology. */
const counts: Record<string, number> = {
  technology: 23,
  'software-development': 28,
  'it-transformation': 26,
  'infrastructure-cyber-security': 24,
  data: 25,
  insurance: 22,
  actuarial: 28,
  'underwriting-claims': 28,
  broking: 22,
  'broking-distribution-marketing': 20,
  'accounting-finance-insurance': 21,
  banking: 27,
  'accounting-finance': 22,
  'relationship-management': 20,
  'audit-risk-compliance': 25,
  quants: 22,
  'sales-marketing': 20,
}
/** Specialisms that hold one job more, which has just expired, so that the page of an expired job can be seen. */
const alsoExpired = [
  'actuarial',
  'software-development',
  'underwriting-claims',
  'data',
  'banking',
  'audit-risk-compliance',
]

const templates: Record<string, JobTemplate[]> = { ...insuranceTemplates, ...technologyTemplates, ...bankingTemplates }

/** Everything about a job that does not depend on the day. */
interface Draft {
  key: string
  specialism: string
  also: string | undefined
  country: Country
  german: boolean
  title: string
  client: Client
  kind: ClientKind | null
  places: SeedCity[]
  remoteCountries: Country[]
  term: Term
  environment: Environment
  salary: string
  description: string
  summary: string
  /** Days from publication to the start (UTC) of the day of seeding, with fractions. */
  age: number
  expired: boolean
}

/**
 * The demonstration jobs: about 400 that are live on the day of `now`, and six that expired within the last fortnight,
 * newest first. The same UTC day gives the same bytes; ids and references stay the same from day to day, only the dates
 * move along.
 */
export function seedJobs(now: Date): SeedJob[] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const oldestFirst = drafts().sort((a, b) => b.age - a.age || (a.key < b.key ? -1 : 1))
  return oldestFirst
    .map((draft, rank) => toJob(draft, 24_017 + rank * 3 + (digest(draft.key)[0]! % 3), today))
    .reverse()
}

function drafts(): Draft[] {
  const used = new Map<string, number>()
  /** The next of a list under a name, so that clients take turns instead of being drawn twice in a row. */
  const next = <T>(name: string, list: readonly T[]): T => {
    const turn = used.get(name) ?? 0
    used.set(name, turn + 1)
    return list[turn % list.length]!
  }
  const all: Draft[] = []
  for (const { slug } of specialisms) {
    const inGerman = germanTemplates
      .filter(template => template.specialism === slug)
      .flatMap(template => template.grades.map((_, grade) => ({ template, grade })))
    for (const { template, grade } of inGerman) all.push(germanDraft(template, grade, next))
    const english = templates[slug]!
    const total = counts[slug]! - inGerman.length + (alsoExpired.includes(slug) ? 1 : 0)
    for (let i = 0; i < total; i++) {
      const expired = alsoExpired.includes(slug) && i === total - 1
      all.push(
        englishDraft(slug, english[i % english.length]!, Math.floor(i / english.length), `${slug}/${i}`, expired, next),
      )
    }
  }
  return all
}

type Next = <T>(name: string, list: readonly T[]) => T

function englishDraft(
  specialism: string,
  template: JobTemplate,
  turn: number,
  key: string,
  expired: boolean,
  next: Next,
): Draft {
  const dice = diceFor(key)
  /** How often this grade has been used before. */
  const round = Math.floor(turn / template.grades.length)
  const [baseTitle, from, to, experience, duty] = template.grades[turn % template.grades.length]!
  const country = dice.weighted(
    (['GB', 'DE', 'SG'] as const).filter(code => !template.only || template.only.includes(code)),
    code => ({ GB: 69, DE: 14, SG: 17 })[code],
  )
  const kind = template.clients[turn % template.clients.length]!
  const local = clients[country][kind] ? kind : standIn[kind]!
  const client = next(`${country}/${local}`, clients[country][local]!)
  const term = termOf(template, baseTitle, dice)
  const places = placesOf(country, kind, dice)
  const tech = sectorOf(specialism) === 'Technology'
  // A trading desk works in one room.
  const desk = kind === 'markets' || kind === 'trading'
  const environment = dice.weighted(
    ['Hybrid', 'Onsite', 'Remote', 'Any'] as const,
    name => ({ Hybrid: 58, Onsite: 16, Remote: tech ? 22 : desk ? 0 : 8, Any: desk ? 0 : 11 })[name],
  )
  const remoteCountries =
    environment !== 'Remote'
      ? []
      : dice.chance(0.3)
        ? ([country, country === 'GB' ? 'DE' : 'GB'] as Country[])
        : [country]
  const ir35 = country === 'GB' && term !== 'Permanent' ? dice.pick(['Inside', 'Outside', 'Outside', ''] as const) : ''
  const terms =
    term === 'Permanent' ? null : dice.pick(term === 'Both' ? phrases.bothTerms : phrases.contractTerms[country])
  const interim = term === 'Contract' && /^(Head|Chief|Director|Interim)/.test(baseTitle)
  const plainTitle = fill(
    interim && !baseTitle.startsWith('Interim') ? `Interim ${baseTitle}` : baseTitle,
    localTerms[country],
  )
  const title =
    plainTitle +
    (country === 'DE' && dice.chance(0.6) ? ' (m/f/d)' : '') +
    (term === 'Contract' && dice.chance(0.25)
      ? dice.pick([' - Contract', terms?.startsWith('six') ? ' - 6 Month Contract' : ' - Contract', ' (Contract)'])
      : '') +
    (environment === 'Remote' && dice.chance(0.3) ? ' (Remote)' : '') +
    (environment === 'Hybrid' && dice.chance(0.06) ? ' (Hybrid)' : '')
  const pay: Pay = { from, to, country, factor: places[0]!.pay, term, ir35 }
  const words = {
    ...localTerms[country],
    client: spoken(client, dice),
    city: places[0]!.name,
    countries: remoteCountries.map(code => phrases.inCountry[code]).join(' or '),
  }
  const opening = sentence(template.intro[turn % 2]!, words)
  const gets = [
    ...dice.some(template.gets, dice.chance(0.6) ? 2 : 1),
    ...dice.some(
      term !== 'Contract'
        ? phrases.benefits[country]
        : country === 'GB'
          ? [phrases.weeklyPay, ...phrases.contractBenefits]
          : phrases.contractBenefits,
      2,
    ),
  ]
  const description = html([
    ['p', opening],
    ['p', `${client[1]} ${fill(dice.pick(phrases.hiring), { title: withArticle(plainTitle.split(' - ')[0]!) })}`],
    ['h3', dice.pick(phrases.headings.does)],
    [
      'ul',
      [duty, ...turned(template.does, turn * 2 + round * 3, dice.chance(0.5) ? 4 : 3)].map(line =>
        sentence(line, words),
      ),
    ],
    ['h3', dice.pick(phrases.headings.needs)],
    [
      'ul',
      [experience, ...turned(template.needs, turn + round, dice.chance(0.35) ? 4 : 3)].map(line =>
        sentence(line, words),
      ),
    ],
    ['h3', dice.pick(phrases.headings.gets)],
    ['ul', gets.map(line => sentence(line, words))],
    [
      'strong',
      'Where',
      sentence(
        dice.pick(phrases.patterns[places.length > 1 && environment !== 'Remote' ? 'several' : environment]),
        words,
      ),
    ],
    ...(terms
      ? [['strong', 'Terms', sentence(ir35 ? `${terms}, ${ir35.toLowerCase()} IR35` : terms, words)] as const]
      : []),
    ['p', fill(dice.pick(phrases.closings), { consultant: consultantOf(country, specialism).name.split(' ')[0]! })],
  ])
  return {
    key,
    specialism,
    also: template.also,
    country,
    german: false,
    title,
    client,
    kind,
    places,
    remoteCountries,
    term,
    environment,
    salary: salaryText(pay, false, dice),
    description,
    summary: shortened(opening),
    age: ageOf(country, expired, dice),
    expired,
  }
}

function germanDraft(template: GermanTemplate, grade: number, next: Next): Draft {
  const [title, from, to, experience, ...duties] = template.grades[grade]!
  const key = `${template.specialism}/de/${title}`
  const dice = diceFor(key)
  const client = next(`de/${template.clients}`, germanClients[template.clients])
  const places = placesOf('DE', null, dice)
  const environment = dice.weighted(
    ['Hybrid', 'Onsite', 'Remote', 'Any'] as const,
    name => ({ Hybrid: 65, Onsite: 17, Remote: 9, Any: 9 })[name],
  )
  const words = { client: client[0], city: germanName(places[0]!) }
  const opening = fill(template.intro[grade % 2]!, words)
  const description = html([
    ['p', opening],
    ['p', client[1]],
    ['h3', dice.pick(phrases.germanHeadings.does)],
    ['ul', [...duties, ...dice.some(template.does, 3)]],
    ['h3', dice.pick(phrases.germanHeadings.needs)],
    ['ul', [experience, ...dice.some(template.needs, 3)]],
    ['h3', dice.pick(phrases.germanHeadings.gets)],
    ['ul', [template.gets[grade % template.gets.length]!, ...dice.some(phrases.germanBenefits, 3)]],
    [
      'strong',
      'Arbeitsort',
      sentence(
        dice.pick(phrases.germanPatterns[places.length > 1 && environment !== 'Remote' ? 'several' : environment]),
        words,
      ),
    ],
    ['p', fill(dice.pick(phrases.germanClosings), { consultant: consultantOf('DE', template.specialism).name })],
  ])
  return {
    key,
    specialism: template.specialism,
    also: undefined,
    country: 'DE',
    german: true,
    title,
    client,
    kind: null,
    places,
    remoteCountries: environment === 'Remote' ? ['DE'] : [],
    term: 'Permanent',
    environment,
    // The German templates state pay in euros already.
    salary: salaryText(
      { from, to, country: 'DE', factor: places[0]!.pay, term: 'Permanent', ir35: '', euros: true },
      true,
      dice,
    ),
    description,
    summary: shortened(opening),
    age: ageOf('DE', false, dice),
    expired: false,
  }
}

function toJob(draft: Draft, number: number, today: number): SeedJob {
  const reference = `LL-${number}`
  const dice = diceFor(`${draft.key}/${reference}`)
  const published = today - Math.round(draft.age * 1440) * 60_000
  // Publication to expiry: 45 days as a rule, up to 75. The six expired jobs ran 45 days and are over since last night
  // or longer.
  const runs = draft.expired ? 45 : dice.chance(0.5) ? 45 : 46 + dice.below(30)
  const consultant = consultantOf(draft.country, draft.specialism)
  const sector = sectorOf(draft.specialism)
  const clientSector = draft.kind ? sectorOfKind[draft.kind] : undefined
  const sectors = sector === 'Technology' && clientSector && dice.chance(0.5) ? [sector, clientSector] : [sector]
  const remote = draft.remoteCountries.length > 0
  const withoutDerived = dice.chance(0.18)
  const edited = dice.chance(0.25)
    ? Math.min(today, published + Math.round(dice.next() * 9 * 1440) * 60_000)
    : published
  const company = draft.client[2] ? draft.client[0].replace(/^(?:die|der|das|den) /, '') : undefined
  const named = (group: string, names: readonly string[]) => ({
    id: slugify(group),
    name: group,
    values: names.map(name => ({ id: `${slugify(group)}-${slugify(name)}`, name })),
  })
  return {
    id: uuidOf(`longlist seed ${draft.key}`),
    title: draft.title,
    description: draft.description,
    summary: draft.summary,
    image: null,
    file: null,
    external_reference: reference,
    hosted_job_url: `https://www.longlist.example/jobs/${jobSlug(draft.title, reference)}`,
    location: remote ? remoteText(draft, dice) : placesText(draft, withoutDerived, dice),
    addresses: remote ? [] : draft.places.map(place => addressOf(place, dice)),
    salary_package: draft.salary,
    external_application_email: dice.chance(0.8) ? `${reference.toLowerCase()}@apply.longlist.example` : null,
    external_application_url:
      company && dice.chance(0.4) ? `https://careers.${slugify(company)}.example/${reference.toLowerCase()}` : null,
    created_at: iso(published - dice.below(2880) * 60_000),
    updated_at: iso(edited),
    published_at: iso(published),
    expires_at: iso(endOfDay(published + runs * dayMs, draft.country)),
    consultant_name: consultant.name,
    consultant_email: emailOf(consultant),
    consultant_phone: consultant.phone ?? null,
    featured: draft.age < 20 && dice.chance(0.12),
    origin: 'Longlist',
    ...(company ? { company } : {}),
    categories: [
      named('Type', [draft.term]),
      named('Sectors', sectors),
      named('Working Environment', [draft.environment]),
      named(
        'Specialisms',
        [draft.specialism, draft.also]
          .filter(slug => slug !== undefined)
          .map(slug => specialisms.find(known => known.slug === slug)!.name),
      ),
    ],
    ...(withoutDerived
      ? {}
      : {
          derived_info: {
            locations: remote ? draft.remoteCountries.map(countryLocation) : draft.places.map(cityLocation),
            job_categories: [
              ...new Set([
                ...jobCategories[sector],
                ...(/sales|marketing|distribution|broking/.test(draft.specialism) ? ['SALES_AND_RETAIL'] : []),
              ]),
            ],
          },
        }),
  }
}

const sectorOfKind: Partial<Record<ClientKind, SectorName>> = {
  lloyds: 'Insurance',
  insurer: 'Insurance',
  personal: 'Insurance',
  life: 'Insurance',
  mga: 'Insurance',
  broker: 'Insurance',
  rebroker: 'Insurance',
  bank: 'Banking',
  lender: 'Banking',
  retail: 'Banking',
  markets: 'Banking',
  trading: 'Banking',
  wealth: 'Banking',
  assets: 'Banking',
  admin: 'Banking',
  payments: 'Banking',
  fintech: 'Banking',
}

function sectorOf(specialism: string): SectorName {
  return specialisms.find(known => known.slug === specialism)!.sector
}

function consultantOf(country: Country, specialism: string) {
  const there = consultants.filter(consultant => consultant.country === country)
  return (
    there.find(consultant => consultant.owns.includes(specialism)) ??
    there.find(consultant => consultant.owns.includes('*'))!
  )
}

function termOf(template: JobTemplate, title: string, dice: Dice): Term {
  if (template.terms === 'contract') return 'Contract'
  if (!template.terms || /Junior|Graduate|Trainee|Assistant|Associate|Part-Qualified|Chief (?:Fin|Tech)/.test(title))
    return 'Permanent'
  if (title.startsWith('Interim')) return 'Contract'
  return dice.weighted(
    ['Permanent', 'Contract', 'Both'] as const,
    term => ({ Permanent: 46, Contract: 40, Both: 14 })[term],
  )
}

/** One city, or for every ninth job several. Trading and Lloyd's are in London where they are in the United Kingdom. */
function placesOf(country: Country, kind: ClientKind | null, dice: Dice): SeedCity[] {
  const here = cities.filter(place => place.country === country)
  const home =
    country === 'GB' && (kind === 'lloyds' || kind === 'markets' || kind === 'trading')
      ? here[0]!
      : dice.weighted(here, place => place.weight)
  const groups = severalCities.filter(group => group[0] === home.name)
  if (groups.length === 0 || !dice.chance(0.16)) return [home]
  return dice.pick(groups).map(name => cities.find(place => place.name === name)!)
}

function germanName(place: SeedCity): string {
  return { Munich: 'München', Cologne: 'Köln' }[place.name] ?? place.name
}

function placesText(draft: Draft, plain: boolean, dice: Dice): string {
  const names = draft.places.map(place => (draft.german ? germanName(place) : place.name))
  if (names.length > 1)
    return names.join(draft.german ? ' oder ' : dice.pick(plain ? [' or ', ' / '] : [' or ', ' / ', ', ', ' & ']))
  const written = draft.places[0]!.written
  if (draft.country === 'SG') return dice.pick(written)
  return written.length > 0 && dice.chance(0.3) ? dice.pick(written) : names[0]!
}

function remoteText(draft: Draft, dice: Dice): string {
  if (draft.german) return 'Remote (Deutschland)'
  const short = { GB: 'UK', DE: 'Germany', SG: 'Singapore' }
  const names = draft.remoteCountries.map(code => short[code]).join(' or ')
  return dice.pick([`Remote (${names})`, `Remote - ${names}`, `Fully remote, ${names}`])
}

function addressOf(place: SeedCity, dice: Dice): string {
  const street = dice.pick(place.addresses)
  return place.country === 'SG' ? street : `${street}, ${countryNames[place.country]}`
}

function cityLocation(place: SeedCity): SeedLocation {
  return {
    lat_lng: { latitude: place.lat, longitude: place.lng },
    radius_miles: place.name === 'London' ? 18.5 : 7.5,
    location_type: 'LOCALITY',
    postal_address: {
      region_code: place.country,
      ...(place.area ? { administrative_area: place.area } : {}),
      locality: place.name,
      address_lines: [place.country === 'SG' ? 'Singapore' : `${place.name}, ${countryNames[place.country]}`],
    },
  }
}

function countryLocation(country: Country): SeedLocation {
  const { radius_miles, ...point } = countryPoints[country]
  return {
    lat_lng: point,
    radius_miles,
    location_type: 'COUNTRY',
    postal_address: { region_code: country, address_lines: [countryNames[country]] },
  }
}

/**
 * `count` lines of a list from `start` on, round its end, in the list's own order: the next job of a template shows
 * other lines.
 */
function turned<T>(list: readonly T[], start: number, count: number): T[] {
  return list.filter((_, index) => (index + list.length * 99 - start) % list.length < count)
}

/** How an advert speaks of a client that it does not name. */
function spoken([phrase, , named]: Client, dice: Dice): string {
  return named
    ? phrase
    : dice.pick([
        `our client, ${phrase},`,
        `our client, ${phrase},`,
        `one of our clients, ${phrase},`,
        `a client of ours, ${phrase},`,
      ])
}

/** Puts words into braces; a comma that closes an apposition gives way to the punctuation behind it. */
function fill(text: string, words: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, word: string) => words[word]!).replace(/,(?=[.,;:?!])/g, '')
}

/** Money in the templates is in pounds; only the sign changes with the country. */
function sentence(text: string, words: Record<string, string>): string {
  return fill(text.replaceAll('£', '{currency}'), words).replace(
    /(^|[.?!] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

/** `an IT Project Manager`, `a UX Designer`: by the sound, which for initials is that of the letter's name. */
function withArticle(title: string): string {
  return `${/^(?:[AEIO]|Und|FX|FP&A|M&A|MLO|iOS|SAP|XVA)/.test(title) ? 'an' : 'a'} ${title}`
}

/** At most 240 characters, ended at a sentence where there is one. */
function shortened(text: string): string {
  if (text.length <= 240) return text
  const end = text.slice(0, 240).lastIndexOf('. ')
  return end > 60
    ? text.slice(0, end + 1)
    : `${text.slice(0, text.slice(0, 238).lastIndexOf(' ')).replace(/[,;:]$/, '')} …`
}

type Block = readonly ['p' | 'h3', string] | readonly ['ul', string[]] | readonly ['strong', string, string]

function html(blocks: readonly Block[]): string {
  const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return blocks
    .map(block => {
      if (block[0] === 'ul') return `<ul>${block[1].map(line => `<li>${escaped(line)}</li>`).join('')}</ul>`
      if (block[0] === 'strong') return `<p><strong>${block[1]}:</strong> ${escaped(block[2])}</p>`
      return `<${block[0]}>${escaped(block[1])}</${block[0]}>`
    })
    .join('\n')
}

/**
 * A fifth of the live jobs is from the last three days, the rest from the 41 days before; published in local working
 * hours, or overnight.
 */
function ageOf(country: Country, expired: boolean, dice: Dice): number {
  const day = expired ? 46 + dice.below(13) : dice.chance(0.2) ? 1 + dice.below(3) : 4 + dice.below(41)
  // The start of the day in UTC: some jobs are from today, whatever the hour of seeding.
  if (day === 1 && (country === 'SG' || dice.chance(0.4))) return 0
  const minute = 450 + dice.below(600) - { GB: 0, DE: 60, SG: 450 }[country]
  return day - minute / 1440
}

const offsets = Object.fromEntries(
  Object.entries({ GB: 'Europe/London', DE: 'Europe/Berlin', SG: 'Asia/Singapore' }).map(([country, timeZone]) => [
    country,
    new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }),
  ]),
)

/** 23:59 local time of the day that holds `time` (epoch ms), as adverts mean it by a closing date. */
function endOfDay(time: number, country: Country): number {
  const offset = offsets[country]!.formatToParts(time).find(part => part.type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offset)!
  const ahead = sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
  return Math.floor((time + ahead) / dayMs) * dayMs + dayMs - 60_000 - ahead
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

/** A uuid of version 8 (RFC 9562: custom), made from a text. */
function uuidOf(text: string): string {
  const hex = digest(text).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

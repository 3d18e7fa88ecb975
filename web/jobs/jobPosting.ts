import {
  type JobDocument,
  type JobPlace,
  type JobType,
  type Period,
  type Salary,
  type WorkingHours,
  wholeWorld,
} from '#indexer/job'
import { type Site, siteCountries } from '#indexer/site'
import { escapeText } from '#indexer/text'
import { isoTime } from '../ui/time.ts'

interface PageContext {
  site: Site
  /** `https://…`, without a trailing slash. */
  origin: string
}

type Node = Record<string, unknown>

/** What of a job a posting says. */
export type PostedJob = Pick<
  JobDocument,
  | 'id'
  | 'title'
  | 'description'
  | 'summary'
  | 'company'
  | 'confidential'
  | 'external_reference'
  | 'url_slug'
  | 'published_at'
  | 'expires_at'
  | 'type'
  | 'workingHours'
  | 'workingEnvironment'
  | 'remoteCountries'
  | 'places'
  | 'derived_info'
  | 'sectors'
  | 'salary'
>

const unitText: Record<Period, string> = { hour: 'HOUR', day: 'DAY', week: 'WEEK', month: 'MONTH', year: 'YEAR' }
/** Google has no word for permanent. */
const employmentTypes: Record<WorkingHours | Exclude<JobType, 'Permanent'>, string> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Temporary: 'TEMPORARY',
  Internship: 'INTERN',
  Apprenticeship: 'OTHER',
  Volunteer: 'VOLUNTEER',
}
/**
 * A figure with one of these is our reading and not the advertiser's offer; a search engine must not show it as one.
 */
const untrusted = ['rangeSuspect', 'unitGuessed', 'estimated']

/**
 * The job as a schema.org JobPosting by Google's rules for it (developers.google.com, "Job posting structured data").
 * Only for a live job. Null where the required place of work or employer is unknown: a posting without one is reported
 * as an error, so there is none.
 *
 * - The employer is `confidential` where the agency advertises for a client. Where it is only not known there is no
 *   posting: Google requires one of the two.
 * - `TELECOMMUTE` is only for work done wholly from home and never without the countries it may be done from.
 * - `directApply` where our own form is on the page.
 * - `employmentType` and `industry` only where the advert states them.
 * - `baseSalary` only for figures that the advertiser stated, and not for on-target earnings.
 * - No `experienceRequirements`: a level (`Senior`) says no number of months, and a guess would keep people from
 *   applying.
 */
export function jobPosting(
  job: PostedJob,
  { site, origin }: PageContext,
  { hasForm = false }: { hasForm?: boolean } = {},
): Node | null {
  const where = placeOfWork(job)
  // What an earlier version wrote does not tell.
  const isHidden = job.confidential ?? true
  if (!where || (!job.company && !isHidden)) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: job.description || `<p>${escapeText(job.summary || job.title)}</p>`,
    identifier: { '@type': 'PropertyValue', name: job.company ?? site.name, value: job.external_reference || job.id },
    datePosted: isoTime(job.published_at),
    validThrough: isoTime(job.expires_at),
    ...employmentType(job),
    hiringOrganization: job.company ? { '@type': 'Organization', name: job.company } : 'confidential',
    ...where,
    ...(job.sectors.length > 0 && { industry: job.sectors.join(', ') }),
    ...baseSalary(job),
    url: `${origin}/jobs/${job.url_slug}`,
    // Without a form of ours applying leads to a mailbox or to the employer's own form, so it is not finished on this
    // page.
    directApply: hasForm,
  }
}

/** The trail to a page. `path` starts with `/`. */
export function breadcrumbList(trail: readonly { name: string; path: string }[], origin: string): Node {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}

/**
 * JSON that is safe inside a script element: a `</script>` or `<!--` in an advert cannot end it or change how it is
 * read.
 */
export function jsonLdText(object: object): string {
  return JSON.stringify(object)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

/** Name of a country in English; the code itself where it is none. */
function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** What the advert states of hours and type; nothing where it states neither. */
function employmentType({ type, workingHours }: PostedJob): Node {
  const stated = [...workingHours, ...type].flatMap(each => (each === 'Permanent' ? [] : [employmentTypes[each]]))
  return stated.length > 0 ? { employmentType: one(stated) } : {}
}

/** `United Kingdom, Ireland`; `anywhere in the world`. */
export function remoteFrom({ remoteCountries }: Pick<PostedJob, 'remoteCountries'>): string {
  return remoteCountries.includes(wholeWorld) ? 'anywhere in the world' : remoteCountries.map(countryName).join(', ')
}

function placeOfWork(job: PostedJob): Node | null {
  const wholly =
    job.workingEnvironment.length > 0 && job.workingEnvironment.every(environment => environment === 'Remote')
  if (wholly && job.remoteCountries.length > 0) {
    return {
      jobLocationType: 'TELECOMMUTE',
      // At least one country is asked for: of a job for the whole world, those that our sites are about.
      applicantLocationRequirements: one(
        (job.remoteCountries.includes(wholeWorld) ? [...siteCountries] : job.remoteCountries).map(code => ({
          '@type': 'Country',
          name: countryName(code),
        })),
      ),
    }
  }
  const places = job.places.length > 0 ? job.places.map(placeNode) : areaNodes(job)
  return places.length > 0 ? { jobLocation: one(places) } : null
}

function placeNode(place: JobPlace): Node {
  return address({
    addressLocality: place.name,
    addressRegion: place.region,
    postalCode: place.postcode,
    addressCountry: place.country,
  })
}

/** A job advertised for a region or country only. */
function areaNodes(job: PostedJob): Node[] {
  return job.derived_info.locations
    .map(location => location.postal_address)
    .filter(postal => postal.region_code)
    .map(postal =>
      address({
        addressLocality: postal.locality,
        addressRegion: postal.administrative_area,
        postalCode: postal.postal_code,
        addressCountry: postal.region_code,
      }),
    )
}

function address(parts: Record<string, string | undefined>): Node {
  const filled = Object.fromEntries(Object.entries(parts).filter(([, value]) => value))
  return { '@type': 'Place', address: { '@type': 'PostalAddress', ...filled } }
}

function baseSalary({ salary }: Pick<JobDocument, 'salary'>): Node {
  const ends = salary && figures(salary)
  if (!ends || !salary.period || salary.flags.some(flag => untrusted.includes(flag)) || salary.max <= 0) return {}
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: salary.currency,
      value: { '@type': 'QuantitativeValue', ...ends, unitText: unitText[salary.period] },
    },
  }
}

/** `up to` and `from` have one figure, which is an end and not the pay. On-target earnings are no base salary. */
function figures({ min, max, flags, says }: Salary): Node | null {
  if (says === 'ote') return null
  if (min < max) return { minValue: min, maxValue: max }
  if (!flags.includes('openEnded')) return { value: max }
  // What an earlier version wrote does not tell which end.
  return says ? { [says === 'upTo' ? 'maxValue' : 'minValue']: max } : null
}

function one<T>(values: T[]): T | T[] {
  return values.length === 1 ? values[0]! : values
}

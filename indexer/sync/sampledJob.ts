import type { JobDocument } from '#indexer/job'
import { type JudgedField, judgedFieldNames } from '#indexer/samples'
import { plainText } from '../documents/html.ts'
import type { RawJob, RawLocation } from '../documents/rawJob.ts'
import { maskedText } from './maskedRow.ts'

/** Characters of a field; of a description. */
const longest = 1_000
const longestText = 4_000

type Said = Record<JudgedField, string>

/** What a row says of each field, in the feed's own words, before anything is understood; personal details masked. */
export function feedSays(raw: RawJob): Said {
  const { salary } = raw
  return masked({
    title: raw.title,
    place: lines(raw.locationText, ...raw.locations.map(placeLine)),
    environment: lines(
      ...raw.environments,
      raw.locations.some(({ remote }) => remote) && 'remote place',
      named('may be done from', raw.remoteCountries?.join(', ')),
    ),
    pay: lines(
      raw.salaryText,
      salary && [salary.min, salary.max].filter(one => one !== undefined && one !== null).join(' to '),
      named('currency', salary?.currency),
      named('period', salary?.period),
      salary?.estimated && 'an estimate',
    ),
    // Feeds have one field for both, or say one in the other's.
    type: lines(...raw.types),
    hours: lines(...raw.types),
    level: lines(...(raw.seniority ?? [])),
    company: lines(raw.company),
    apply: lines(
      named('to apply', raw.applicationUrl),
      named('its page', raw.hostedUrl),
      named('e-mail', raw.applicationEmail),
    ),
    category: lines(...raw.sectors, ...raw.specialisms, ...raw.categories, ...(raw.jobCategories ?? [])),
    dates: lines(
      named('published', raw.publishedAt),
      named('created', raw.createdAt),
      named('changed', raw.updatedAt),
      named('closes', raw.expiresAt),
    ),
    description: lines(raw.summary, raw.description),
  })
}

/** What the job's page says of each; times by the clock of the source (IANA). */
export function pageSays(job: JobDocument, timeZone: string): Said {
  const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const time = (second: number) => `${clock.format(new Date(second * 1_000))} (${timeZone})`
  return masked({
    title: job.title,
    place: lines(
      job.location,
      ...job.addresses.filter(address => address !== job.location),
      named('listed under', [...new Set(job.places.map(({ name }) => name))].join(', ')),
      named('in', [...new Set(job.places.map(({ country }) => country))].join(', ')),
    ),
    environment: lines(...job.workingEnvironment, named('from', job.remoteCountries.join(', '))),
    pay: lines(
      job.salary_package,
      job.salary &&
        `found as ${job.salary.min} to ${job.salary.max} ${job.salary.currency} ${job.salary.period ? `a ${job.salary.period}` : '(period not stated)'}`,
    ),
    type: lines(...job.type),
    hours: lines(...job.workingHours),
    level: lines(job.seniority),
    company: lines(job.company, job.confidential && 'confidential'),
    apply: job.external_application_url ?? 'our form',
    category: lines(...job.sectors, ...job.specialisms, ...job.derived_info.job_categories),
    dates: lines(
      named('published', time(job.published_at)),
      job.renewable ? 'open for as long as the feed lists it' : named('closes', time(job.expires_at)),
    ),
    description: plainText(job.description),
  })
}

function masked(said: Said): Said {
  const entries = judgedFieldNames.map(field => [
    field,
    maskedText(said[field], field === 'description' ? longestText : longest),
  ])
  return Object.fromEntries(entries) as Said
}

function placeLine({ text, city, region, country, postcode, lat, lng }: RawLocation): string {
  const point = lat !== undefined && lng !== undefined && `(${lat}, ${lng})`
  return [text, city, region, country, postcode, point].filter(Boolean).join(', ')
}

function named(name: string, value: string | number | null | undefined): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : `${name}: ${value}`
}

/** Each once, a line each. */
function lines(...texts: (string | false | null | undefined)[]): string {
  return [...new Set(texts.filter(Boolean))].join('\n')
}

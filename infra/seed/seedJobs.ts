import { readdirSync, readFileSync } from 'node:fs'

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

/**
 * A job as it stands in a file of jobs/. `description` has one element of HTML a line; `created_at`, `updated_at` and
 * `published_at` are `12 days ago, 08:30` (UTC), `expires_at` is `45 days later, 23:59 Europe/London`: that many days
 * after publication, at the end of the day there.
 */
type WrittenJob = Omit<SeedJob, 'description'> & { description: string[] }

const dayMs = 86_400_000
const folder = new URL('jobs/', import.meta.url)

/**
 * The demonstration jobs: about 400 that are live on the day of `now`, and six that expired within the last fortnight,
 * newest first. The same UTC day gives the same bytes; ids and references stay the same from day to day, only the dates
 * move along.
 */
export function seedJobs(now: Date): SeedJob[] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return readdirSync(folder)
    .flatMap(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as WrittenJob[])
    .map(job => toJob(job, today))
    .sort((a, b) => (a.external_reference > b.external_reference ? -1 : 1))
}

function toJob(written: WrittenJob, today: number): SeedJob {
  const published = timeOf(written.published_at, today)
  return {
    ...written,
    description: written.description.join('\n'),
    created_at: iso(timeOf(written.created_at, today)),
    updated_at: iso(timeOf(written.updated_at, today)),
    published_at: iso(published),
    expires_at: iso(expiryOf(written.expires_at, published)),
  }
}

/** Epoch ms of `12 days ago, 08:30` (UTC). */
function timeOf(text: string, today: number): number {
  const [, days, hours, minutes] = /^(\d+) days? ago, (\d\d):(\d\d)$/.exec(text) ?? notATime(text)
  return today - Number(days) * dayMs + (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Epoch ms of `45 days later, 23:59 Europe/London`. */
function expiryOf(text: string, published: number): number {
  const [, days, zone] = /^(\d+) days later, 23:59 (\w+\/\w+)$/.exec(text) ?? notATime(text)
  const time = published + Number(days) * dayMs
  const ahead = msAhead(time, zone!)
  return Math.floor((time + ahead) / dayMs) * dayMs + dayMs - 60_000 - ahead
}

function notATime(text: string): never {
  throw new Error(`infra/seed/jobs: "${text}" is no time: see README.md there`)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far the clock of a zone is ahead of UTC, in ms. */
function msAhead(time: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  clocks.set(timeZone, clock)
  const offset = clock.formatToParts(time).find(part => part.type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offset)!
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

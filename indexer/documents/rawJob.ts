import type { StatedPay } from '#indexer/salary'

/**
 * The one shape that every source yields: a feed's row with its fields put in place and nothing interpreted yet. Values
 * are the feed's own text. `toDocument` is the only reader of the meaning.
 */
export interface RawJob {
  /**
   * The feed's identity of the row (id, reference number, shortcode), trimmed; null where the feed has none: identity
   * by rule.
   */
  key: string | null
  /** A uuid the feed gives the job, kept as the document's id. */
  uuid?: string | undefined
  reference?: string | undefined
  title: string
  /** HTML, possibly escaped any number of times, or plain text. */
  description?: string | undefined
  summary?: string | undefined
  locations: RawLocation[]
  /** The location as the feed wants it shown, where `locations` come from more precise fields. */
  locationText?: string | undefined
  /** Addresses to be shown as the feed writes them; without any, those that the locations name. */
  addresses?: string[] | undefined
  /** Free text, as the advertiser wrote it. */
  salaryText?: string | undefined
  /** Structured pay where the feed has it. */
  salary?: StatedPay | undefined
  /** Texts such as `Permanent, full-time`, `Contract to Hire`, `Both`. */
  types: string[]
  /** Texts such as `hybrid`, `Remote`, `TELECOMMUTE`. */
  environments: string[]
  /** Countries a remote job may be done from, names or codes, where the feed has a field for them. */
  remoteCountries?: string[] | undefined
  /** Texts such as `Senior`, `Berufseinsteiger`, `Mid-Senior level`, where the feed has a field for them. */
  seniority?: string[] | undefined
  /** Sectors, where the feed has a field for them. */
  sectors: string[]
  /** Specialisms, where the feed has a field for them. */
  specialisms: string[]
  /** Everything else that tells what kind of work it is: department, team, category, tags. */
  categories: string[]
  jobCategories?: string[] | undefined
  company?: string | undefined
  consultant?: { name?: string | undefined; email?: string | undefined; phone?: string | undefined } | undefined
  applicationEmail?: string | undefined
  applicationUrl?: string | undefined
  hostedUrl?: string | undefined
  image?: string | undefined
  file?: string | undefined
  featured?: boolean | undefined
  language?: string | undefined
  publishedAt?: string | number | undefined
  createdAt?: string | number | undefined
  updatedAt?: string | number | undefined
  expiresAt?: string | number | undefined
}

export interface RawLocation {
  /** Free text; may name several places. */
  text?: string | undefined
  city?: string | undefined
  region?: string | undefined
  /** Name or code. */
  country?: string | undefined
  postcode?: string | undefined
  lat?: number | string | undefined
  lng?: number | string | undefined
  radiusMiles?: number | undefined
  /** The spec's location_type, where given: `COUNTRY`, `LOCALITY` … */
  kind?: string | undefined
  /** True where the feed flags the location itself as remote. */
  remote?: boolean | undefined
}

/**
 * What a source yields for each row: a job, or why the row is none. `row` is 1-based; `raw` is the row as the feed has
 * it, as far as it is of use. `gone`: nothing is wrong with the row, it says that the advert is closed or not to be
 * shown; a job of its key is retired like one that is not listed.
 */
export type RawRow =
  | { row: number; job: RawJob }
  | {
      row: number
      key: string | null
      title: string | null
      reason: string
      raw?: string | undefined
      gone?: boolean | undefined
    }

import type { Point } from './geo.ts'

/** `{id, name}` of the spec's category groups and values. */
export interface CategoryValue {
  id: string
  name: string
}
export interface Category extends CategoryValue {
  values: CategoryValue[]
}

/** The spec's derived_info, completed by our own parse of the location. */
export interface DerivedLocation {
  lat_lng: { latitude: number; longitude: number } | null
  radius_miles: number | null
  /** `COUNTRY`, `ADMINISTRATIVE_AREA`, `LOCALITY`, `POSTAL_CODE` … */
  location_type: string
  postal_address: {
    region_code: string
    administrative_area?: string
    locality?: string
    postal_code?: string
    address_lines: string[]
  }
}

export const periods = ['hour', 'day', 'week', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** A salary as parsed. What is shown is always the advertiser's own `salary_package`. */
export interface Salary {
  min: number
  max: number
  /** ISO 4217. */
  currency: string
  /** Null where the advert states none and the figures leave a doubt: shown as written, and never compared. */
  period: Period | null
  /**
   * Why the figures are not used for filters and sorts as they stand: `unitGuessed`, `rangeSuspect`, `estimated`,
   * `currencyGuessed`, `openEnded`.
   */
  flags: string[]
  /** Which end an open figure is, or that the pay is on-target earnings. Absent in what an earlier version wrote. */
  says?: 'from' | 'upTo' | 'ote' | undefined
}

/** From the first step of a career to its last. */
export const seniorities = ['Entry', 'Mid', 'Senior', 'Lead', 'Director'] as const
export type Seniority = (typeof seniorities)[number]

/**
 * Where a field of the document comes from: what an operator looks at when a value seems wrong. The value itself is the
 * document's field.
 */
export interface Finding {
  /**
   * The feed's own words, at most 300 characters; empty where no field says it and it was read out of the description.
   */
  raw: string
  /**
   * 0 to 1: 1 stated by the feed in a field of its own and understood as it stands; from 0.5 a rule that is nearly
   * always right; below it a guess.
   */
  confidence: number
  /**
   * What had to be done: `unitGuessed`, `rangeSuspect`, `estimated`, `unresolved`, `fromTitle`, `fromDescription`,
   * `capitals`, …
   */
  flags: string[]
}
export type FoundField =
  | 'title'
  | 'description'
  | 'salary'
  | 'location'
  | 'type'
  | 'workingEnvironment'
  | 'seniority'
  | 'sectors'
  | 'specialisms'
  | 'language'
  | 'published'
  | 'expires'

/** BCP 47. `und` is any other language, or a text of which it cannot be told. */
export const languages = ['en', 'de', 'fr', 'nl', 'es', 'it', 'pt', 'pl', 'und'] as const
export type Language = (typeof languages)[number]

export const jobTypes = ['Permanent', 'Contract', 'Temporary', 'Internship', 'Apprenticeship', 'Volunteer'] as const
export const workingEnvironments = ['Hybrid', 'Onsite', 'Remote'] as const
export const workingHours = ['Full-time', 'Part-time'] as const
/** Of a contract, for UK tax. */
export const ir35Statuses = ['Outside IR35', 'Inside IR35'] as const
export type WorkingHours = (typeof workingHours)[number]
export type Ir35 = (typeof ir35Statuses)[number]
export type JobType = (typeof jobTypes)[number]
export type WorkingEnvironment = (typeof workingEnvironments)[number]

/** One place of a job. */
export interface JobPlace extends Point {
  /** Gazetteer id, or `cell-…` where the feed has coordinates that no gazetteer place explains. */
  placeId: string
  /** `Reading` */
  name: string
  /** `England`, `Bavaria`; empty where unknown. */
  region: string
  /** ISO 3166-1 alpha-2. */
  country: string
  postcode?: string
}

/** Stands among countries for all of them: the code that UN M49 and CLDR have for the world. */
export const wholeWorld = '001'

/**
 * A job as the `jobs` index holds it. The names of the spec's own fields are the spec's (snake case); what Longlist
 * derives is in camel case. All times are epoch seconds (UTC).
 */
export interface JobDocument {
  /** Primary key. The feed's own uuid where it has one, else derived from source and key. */
  id: string
  /** As shown, gender neutral where the advertiser wrote it so. */
  title: string
  /** The title's words as they are searched: without what says that all genders are meant. */
  searchTitle: string
  /** Sanitised HTML. Hidden from lists. */
  description: string
  /** Plain text, at most 240 characters. */
  summary: string
  image: string | null
  file: string | null
  external_reference: string
  url_slug: string
  hosted_job_url: string | null
  /** As shown: `London`, `London or Frankfurt`, `Remote (UK)`. */
  location: string
  addresses: string[]
  /** The advertiser's own text (`Competitive` too is theirs); empty when the feed says nothing. */
  salary_package: string
  external_application_email: string | null
  external_application_url: string | null
  created_at: number
  updated_at: number
  published_at: number
  expires_at: number
  /**
   * True when the feed states no expiry but lists only what is open: as long as it lists the job, a sync moves
   * `expires_at` on.
   */
  renewable: boolean
  consultant_name: string | null
  consultant_email: string | null
  consultant_phone: string | null
  featured: boolean
  /** Where the advert came from: the source's title. */
  origin: string
  categories: Category[]
  derived_info: { locations: DerivedLocation[]; job_categories: string[] }

  /** Catalogue id of the source. */
  source: string
  /** The feed's own identity of the row, or the identity rule's hash. */
  sourceKey: string
  /** Hash of the raw row, the mapping and the normaliser's version: what a sync compares. */
  rawHash: string
  /** The employer; null where neither the feed nor the source's entry names one. */
  company: string | null
  /** The employer is not to be named: the advert says so, or it is the agency's own and names none. */
  confidential: boolean
  /** Of the advert's text: what its `lang` attribute says. */
  language: Language

  /** Facets. A job that is `Both` or `Any` in the spec carries every value. */
  sectors: string[]
  specialisms: string[]
  /** What the advert states, beside its hours; empty when it says nothing: never assumed. */
  type: JobType[]
  /** Empty when the advert says nothing of it. */
  workingEnvironment: WorkingEnvironment[]
  /** What the advert states; never assumed. */
  workingHours: WorkingHours[]
  /** Null when the advert says nothing of it, or both. */
  ir35: Ir35 | null
  /** Null when the advert says nothing of it. */
  seniority: Seniority | null
  /** Place names, for the facet: `London`, `Frankfurt am Main`. */
  locations: string[]

  places: JobPlace[]
  /** geo.ts cell of each place. */
  cells: number[]
  /**
   * Codes of every area that holds the job: `GB`, `GB-ENG`, `GB-LDN`, `DE-HE` … Areas the advert names itself are here
   * too.
   */
  areas: string[]
  /**
   * Countries a remote job may be done from, `wholeWorld` alone for one that may be done from anywhere. Empty for a job
   * that is not remote.
   */
  remoteCountries: string[]

  salary: Salary | null
  /** `bands.ts` values that the salary overlaps; `none` when no figure is stated. */
  salaryBand: string[]
  /**
   * Upper figure by currency, for sorting within one currency. Yearly and daily pay are never ranked against each
   * other.
   */
  salaryYear: Record<string, number>
  salaryDay: Record<string, number>
  /** Whole days since the epoch (UTC) of `published_at`: facet and filter of "posted within". */
  publishedDay: number
  /** 1 for a job that is neither in the site's country nor may be done from there (home.ts). */
  away: 0 | 1
  /**
   * Other spellings of the title's and the places' words (words.ts), and the words of the feed's own title that ours
   * leaves out.
   */
  titleWords: string
  /**
   * What the advert is filed under: counties and regions, the feed's own words for its places, board categories, types
   * and hours.
   */
  filedAs: string
  /**
   * Words by which others call what the title names (vocabulary.txt), in its own language and in the other of English
   * and German.
   */
  alsoCalled: string
  calledAbroad: string
  /** Distinct words of the description, at most 2,400 characters: the only searchable part of it. */
  searchText: string

  /** Only of fields that have something to tell. */
  provenance: Partial<Record<FoundField, Finding>>
  /** Location texts that could not be placed; what the operators' page counts. */
  unresolved: string[]
  /** The pay text, where it holds a figure and none was understood; else null. */
  unparsedSalary: string | null
}

/** What a card needs, and all that a list search may return. */
export const cardAttributes = [
  'id',
  'title',
  'summary',
  'url_slug',
  'external_reference',
  'location',
  'locations',
  'salary_package',
  'salary',
  'type',
  'workingHours',
  'workingEnvironment',
  'sectors',
  'specialisms',
  'company',
  'featured',
  'published_at',
  'expires_at',
  'image',
  'cells',
  'remoteCountries',
  'external_application_url',
  'consultant_name',
  'language',
] as const satisfies readonly (keyof JobDocument)[]
export type JobCard = Pick<JobDocument, (typeof cardAttributes)[number]>

/**
 * All that leaves of a job with its own page: what the page, its form and its JobPosting show. What is not named here
 * stays: where an advert came from may be an agency's client.
 */
export const jobPageAttributes = [
  'id',
  'title',
  'description',
  'summary',
  'image',
  'file',
  'external_reference',
  'url_slug',
  'location',
  'addresses',
  'salary_package',
  'salary',
  'external_application_email',
  'external_application_url',
  'published_at',
  'expires_at',
  'consultant_name',
  'consultant_email',
  'consultant_phone',
  'featured',
  'company',
  'confidential',
  'language',
  'sectors',
  'specialisms',
  'type',
  'workingHours',
  'workingEnvironment',
  'seniority',
  'places',
  'remoteCountries',
  'derived_info',
] as const satisfies readonly (keyof JobDocument)[]
export type JobOnPage = Pick<JobDocument, (typeof jobPageAttributes)[number]>

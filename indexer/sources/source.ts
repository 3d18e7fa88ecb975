import { z } from 'zod'

export const applyBy = ['advertiser', 'form', 'feed'] as const
export type ApplyBy = (typeof applyBy)[number]

/** One source of the catalogue, all defaults filled in. */
export interface SourceConfig {
  /** `[a-z0-9-]`, unique. Part of the identity of its jobs: renamed, it adds them again and leaves the old ones. */
  id: string
  /** As people read it. */
  title: string
  /** A key of `formats`. */
  format: string
  /**
   * Absolute path or http(s) URL; null: only what `--from` names, or webhooks bring. May hold a secret: show
   * `shownFrom(from)`.
   */
  from: string | null
  /** Cron, in `timeZone`; null: only when asked for. */
  schedule: string | null
  /** ISO 3166-1 alpha-2: the site's country, whose jobs come first among equals. */
  home: string
  /** ISO 3166-1 alpha-2: what a place without a country means. */
  country: string
  /** ISO 4217: what an amount without a currency means. */
  currency: string
  /** IANA: what a date without a zone means. */
  timeZone: string
  /** Formats csv and json only. */
  mapping?: Mapping
  /** A job is live for as long as the feed lists it. Default by format. */
  listedIsLive: boolean
  /**
   * The retirement guard: a run that would retire more than this share (0 to 1) of the source's jobs changes nothing.
   */
  maxRetireShare: number
  /** Complete runs in a row that a job must be missing from before it is retired. */
  missingRuns: number
  /** The adverts are the agency's own: one that names no employer hides its client. Default by format. */
  own: boolean
  /**
   * Where Apply leads. `advertiser`: the advert's own address, which is its page where the feed has no other;
   * `feed`: where the feed has an address for applications there, else our form; `form`: always our form. Default:
   * `feed` for the agency's own adverts, `advertiser` for all others.
   */
  apply: ApplyBy
  /** The employer of adverts that name none: a company's own board. */
  company: string | null
  /** Request headers of a URL. */
  headers: Record<string, string>
  /** What the format's own `options` schema makes of the entry's. */
  options: Record<string, unknown>
  /** Most requests a minute, for a source that takes several. */
  requestsPerMinute: number
  /** A run in which a larger share (0 to 1) of the rows is refused raises an alarm. */
  maxFailureShare: number
  /** Hours without a complete run after which an alarm is raised; null: three times the schedule's pause. */
  silentHours: number | null
  /** Not synced, only tried: a source that is being set up. */
  paused: boolean
  /** Adverts posted to `/posts/{id}` carry this secret; null: none are taken. */
  postSecret: string | null
}

const name = z
  .string({ error: 'expected the name of a column or a path' })
  .min(1, 'expected the name of a column or a path')
/**
 * What every row of the feed is, where no column says so: `{"value": "month"}`; a text with values of the row:
 * `{"template": "https://x.example/{id}"}`.
 */
const constant = z.union([z.strictObject({ value: z.string() }), z.strictObject({ template: z.string().min(1) })])
export const one = z.union([name, constant], { error: 'expected the name of a column or a path' })
export const several = z.union([one, z.array(one).min(1)], {
  error: 'expected the name of a column or a list of names',
})
const place = z.strictObject(
  {
    text: several.optional(),
    city: several.optional(),
    region: several.optional(),
    country: several.optional(),
    postcode: several.optional(),
    lat: name.optional(),
    lng: name.optional(),
  },
  { error: 'expected columns such as {"city": "town", "region": "county", "country": "country"}' },
)

/**
 * Which column (csv) or path (json) each field of a `RawJob` is read from. Several of a text are joined; several of a
 * list each give their values. `location` is free text, a list meaning city, region, country, or an object that says
 * which is which; paths that lead to several values give a place each.
 */
export const mappingSchema = z.strictObject({
  title: several,
  key: name.optional(),
  uuid: name.optional(),
  reference: name.optional(),
  description: several.optional(),
  summary: several.optional(),
  location: z
    .union([name, z.array(name).min(1).max(3), place], {
      error: 'expected a column, up to three columns (city, region, country) or an object of columns',
    })
    .optional(),
  salaryText: several.optional(),
  salaryMin: name.optional(),
  salaryMax: name.optional(),
  salaryCurrency: one.optional(),
  salaryPeriod: one.optional(),
  /** A value such as `true`, `1` or `yes`: the board's guess and not the advertiser's offer. */
  salaryEstimated: one.optional(),
  types: several.optional(),
  environments: several.optional(),
  /** A value such as `true`, `1` or `yes`: the job may be done from anywhere. */
  remote: one.optional(),
  remoteCountries: several.optional(),
  seniority: several.optional(),
  sectors: several.optional(),
  specialisms: several.optional(),
  categories: several.optional(),
  company: several.optional(),
  consultantName: several.optional(),
  consultantEmail: name.optional(),
  consultantPhone: name.optional(),
  applicationEmail: name.optional(),
  applicationUrl: one.optional(),
  hostedUrl: one.optional(),
  image: name.optional(),
  file: name.optional(),
  featured: one.optional(),
  language: one.optional(),
  publishedAt: name.optional(),
  createdAt: name.optional(),
  updatedAt: name.optional(),
  expiresAt: name.optional(),
})
export type Mapping = z.infer<typeof mappingSchema>

import { z } from 'zod'

/** Fields that a mapping gives a feed's names to, with the names that are read. */
export const mappedFields = {
  title: 'Title',
  key: "The feed's own id",
  reference: 'Reference',
  description: 'Description',
  summary: 'Summary',
  'location.text': 'Place, as one text',
  'location.city': 'City',
  'location.region': 'Region',
  'location.country': 'Country',
  'location.postcode': 'Postcode',
  'location.lat': 'Latitude',
  'location.lng': 'Longitude',
  salaryText: 'Pay, as one text',
  salaryMin: 'Pay from',
  salaryMax: 'Pay to',
  salaryCurrency: 'Currency',
  salaryPeriod: 'Pay period',
  types: 'Type and hours',
  environments: 'Remote or on site, as a text',
  remote: 'Remote, as yes or no',
  seniority: 'Level',
  company: 'Company',
  sectors: 'Sector',
  specialisms: 'Specialism',
  categories: 'Category',
  applicationUrl: 'Address to apply at',
  applicationEmail: 'E-mail to apply to',
  hostedUrl: "Address of the advert's page",
  consultantName: "Consultant's name",
  consultantEmail: "Consultant's e-mail",
  consultantPhone: "Consultant's telephone",
  image: 'Picture',
  language: 'Language',
  publishedAt: 'Published',
  createdAt: 'Created',
  updatedAt: 'Changed',
  expiresAt: 'Closes',
} as const
export type MappedField = keyof typeof mappedFields
export const mappedFieldNames = Object.keys(mappedFields) as MappedField[]

/** Characters of a sample. */
export const longestSample = 5 * 1024 * 1024

/** How a sample is to be read: told from its looks, or by a mapping. */
export const trialFormats = ['auto', 'json', 'csv'] as const
/** Whether a table begins with the names of its columns. */
export const trialHeaders = ['tell', 'first', 'none'] as const

/** What an operator asks of a trial. Waits in Redis: an address may hold a key, and the queue holds ids only. */
export const trialRequest = z.object({
  /** Another one with each request of a trial. */
  of: z.string(),
  /** http(s) address; null: the sample was pasted. */
  from: z.string().nullable(),
  format: z.enum(trialFormats),
  header: z.enum(trialHeaders),
  /** Path of the list of jobs in JSON; empty: it is looked for. */
  rows: z.string().max(200),
  /** ISO 3166-1 alpha-2 and ISO 4217: what a place or an amount without one means; empty: the site's. */
  country: z.string().regex(/^(?:[A-Z]{2})?$/, 'use two letters such as GB'),
  currency: z.string().regex(/^(?:[A-Z]{3})?$/, 'use three letters such as GBP'),
  /** Names of the feed by our fields; null: they are to be guessed. */
  choices: z.partialRecord(z.enum(mappedFieldNames), z.string().max(300)).nullable(),
  /** JSON of a mapping that was written by hand, in place of `choices`. */
  mapping: z.string().max(20_000).nullable(),
})
export type TrialRequest = z.infer<typeof trialRequest>

/** Task of the `trial` queue. */
export const tryMappingTask = z.object({ trial: z.uuid() })
export type TryMappingTask = z.infer<typeof tryMappingTask>

/** A name that the rows of a sample have. */
export interface SeenField {
  /** A column, or a path of JSON. */
  path: string
  /** Rows that have a value there. */
  rows: number
  /** The first different values, cut, personal details masked. */
  examples: string[]
}

/** A row as a sync would show it, or why it would be refused. */
export type TriedRow =
  | { row: number; title: string | null; refused: string }
  | { row: number; title: string; refused: null; values: Record<string, string> }

export interface TrialResult {
  of: string
  /** Why the sample cannot be used at all. */
  fault: string | null
  /** A format of the catalogue. */
  format: string
  /** As it may be shown; null for one that was pasted. */
  from: string | null
  characters: number
  /** False where only the beginning was read. */
  whole: boolean
  /** The format has a mapping: the fields are to be chosen. */
  mapped: boolean
  header: 'first' | 'none'
  /** Path of the list of jobs; empty where the sample is one. */
  rows: string
  fields: SeenField[]
  /** Names that are not listed: too many, or none that a mapping can name. */
  unlisted: number
  choices: Partial<Record<MappedField, string>>
  /** For the catalogue, JSON. */
  entry: string
  mapping: string
  /** What is wrong with the mapping, or where reading stopped. */
  problem: string | null
  tried: TriedRow[]
  read: number
  good: number
  notRead: Record<string, number>
}

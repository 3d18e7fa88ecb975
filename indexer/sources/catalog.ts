import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isRemote } from './feedAddress.ts'
import { formats } from './formats.ts'
import { applyBy, type Mapping, type SourceConfig } from './source.ts'

/** What a source that doesn't say is taken to be; a site's own country, currency and zone. */
export interface CatalogDefaults {
  country: string
  currency: string
  timeZone: string
}
const ukDefaults: CatalogDefaults = { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }

/** What a source may be called; a folder's name too. */
export const sourceId = /^[a-z0-9-]{1,60}$/

const sourceEntry = z.strictObject({
  id: z.string({ error: 'expected a short name' }).regex(sourceId, 'use 1 to 60 of a-z, 0-9 and -'),
  title: z.string({ error: 'expected a name for people to read' }).trim().min(1, 'expected a name for people to read'),
  format: z.string({ error: oneFormat }).refine(format => formats.has(format), { error: oneFormat }),
  from: z
    .string({ error: 'expected a file path or an http(s) address' })
    .min(1, 'expected a file path or an http(s) address')
    .refine(from => !/^[a-z][a-z\d+.-]+:\/\//i.test(from) || (/^(?:https?|file):/i.test(from) && URL.canParse(from)), {
      error: 'expected a file path or an http(s) address; other addresses are not read',
    })
    .nullable()
    .default(null),
  schedule: z
    .string({ error: 'expected a cron schedule such as "*/30 * * * *", or null for none' })
    .refine(isCron, {
      error: issue =>
        `"${issue.input}" is not a cron schedule: use five fields such as "*/30 * * * *" (minute hour day month weekday), or null for none`,
    })
    .nullable()
    .default(null),
  country: z
    .string({ error: 'expected a country code such as "GB"' })
    .regex(/^[A-Z]{2}$/, 'expected a two-letter country code in capitals such as "GB"')
    .optional(),
  currency: z
    .string({ error: 'expected a currency code such as "GBP"' })
    .regex(/^[A-Z]{3}$/, 'expected a three-letter currency code in capitals such as "GBP"')
    .optional(),
  timeZone: z
    .string({ error: 'expected a time zone such as "Europe/London"' })
    .refine(isTimeZone, { error: 'is not a time zone: use a name such as "Europe/London"' })
    .optional(),
  mapping: z.unknown().optional(),
  listedIsLive: z.boolean({ error: 'expected true or false' }).optional(),
  own: z.boolean({ error: 'expected true or false' }).optional(),
  apply: z.enum(applyBy, { error: `expected one of ${applyBy.join(', ')}` }).optional(),
  company: z
    .string({ error: "expected the employer's name" })
    .trim()
    .min(1, "expected the employer's name")
    .max(150, 'expected at most 150 characters')
    .nullable()
    .default(null),
  maxRetireShare: z
    .number({ error: 'expected a share from 0 to 1 such as 0.3' })
    .min(0, 'expected a share from 0 to 1')
    .max(1, 'expected a share from 0 to 1')
    .default(0.3),
  missingRuns: z
    .int({ error: 'expected a whole number of runs from 1' })
    .min(1, 'expected a whole number of runs from 1')
    .max(100, 'expected at most 100 runs')
    .default(2),
  headers: z
    .record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not the name of a header'),
      z.string({ error: 'expected text' }).regex(/^[^\r\n\0]*$/, 'may not have line breaks'),
    )
    .default({}),
  options: z.unknown().optional(),
  requestsPerMinute: z
    .number({ error: 'expected a number of requests' })
    .min(1, 'expected at least 1')
    .max(6_000, 'expected at most 6000')
    .default(60),
  maxFailureShare: z
    .number({ error: 'expected a share from 0 to 1 such as 0.2' })
    .min(0, 'expected a share from 0 to 1')
    .max(1, 'expected a share from 0 to 1')
    .default(0.2),
  silentHours: z
    .number({ error: 'expected a number of hours, or null' })
    .positive('expected more than 0 hours')
    .nullable()
    .default(null),
  paused: z.boolean({ error: 'expected true or false' }).default(false),
  postSecret: z
    .string({ error: 'expected a secret such as "${SOURCE_POST_SECRET}"' })
    .min(16, 'use at least 16 characters')
    .nullable()
    .default(null),
})

/**
 * The sources of a catalogue, `{"sources": [{"id", "title", "format", "from", …}]}` (fields: `SourceConfig`; those with
 * a default may be left out). A text may name a secret of the environment, `${SOURCE_…}`; other variables cannot be
 * named, so that a catalogue cannot send the engine's key anywhere.
 * @param baseFolder what a relative `from` starts at
 * @param secrets the environment
 * @throws one Error that lists every fault with its path in the JSON
 */
export function parseCatalog(
  json: unknown,
  baseFolder: string,
  defaults: CatalogDefaults = ukDefaults,
  secrets: Record<string, string | undefined> = {},
): SourceConfig[] {
  // Long: a source's settings, each with its default and the fault that it is told by.
  const faults: string[] = []
  const sources: SourceConfig[] = []
  const whole = z
    .strictObject(
      { sources: z.array(z.unknown(), { error: 'expected a list of sources' }) },
      { error: 'expected an object with a list "sources"' },
    )
    .safeParse(json)
  if (!whole.success) faults.push(...whole.error.issues.map(issue => faultOf(issue, [])))
  const ids = new Map<string, number>()
  for (const [index, written] of (whole.data?.sources ?? []).entries()) {
    const path = ['sources', index]
    const entry = withSecrets(written, path, secrets, faults)
    const parsed = sourceEntry.safeParse(entry, {
      error: issue => (issue.path?.length ? undefined : 'expected an object that describes one source'),
    })
    if (!parsed.success) faults.push(...parsed.error.issues.map(issue => faultOf(issue, path)))
    const raw = (entry ?? {}) as { id?: unknown; format?: unknown; mapping?: unknown; options?: unknown }
    if (typeof raw.id === 'string') {
      const earlier = ids.get(raw.id)
      if (earlier === undefined) ids.set(raw.id, index)
      else
        faults.push(`sources[${index}].id: "${raw.id}" is also the id of sources[${earlier}]; give each source its own`)
    }
    const format = formats.get(String(raw.format))
    let mapping: Mapping | undefined
    if (format?.mapping) {
      const read = format.mapping.safeParse(raw.mapping, {
        error: issue =>
          issue.path?.length
            ? undefined
            : `format ${format.id} needs a mapping such as {"title": "job_title", "location": ["city", "county"]}`,
      })
      if (read.success) mapping = read.data as Mapping
      else faults.push(...read.error.issues.map(issue => faultOf(issue, [...path, 'mapping'])))
    } else if (format && raw.mapping !== undefined) {
      faults.push(`sources[${index}].mapping: the format ${format.id} has no columns to map; leave it out`)
    }
    let options: Record<string, unknown> = {}
    if (format?.options) {
      const read = format.options.safeParse(raw.options ?? {})
      if (read.success) options = read.data as Record<string, unknown>
      else faults.push(...read.error.issues.map(issue => faultOf(issue, [...path, 'options'])))
    } else if (format && raw.options !== undefined) {
      faults.push(`sources[${index}].options: the format ${format.id} has no options; leave it out`)
    }
    if (!parsed.success || !format) continue
    const {
      country = defaults.country,
      currency = defaults.currency,
      timeZone = defaults.timeZone,
      listedIsLive = format.listedIsLive,
      own = format.own ?? false,
      apply = own ? 'feed' : 'advertiser',
      ...rest
    } = parsed.data
    sources.push({
      ...rest,
      home: defaults.country,
      country,
      currency,
      timeZone,
      listedIsLive,
      own,
      apply,
      mapping,
      options,
      from: rest.from === null ? null : resolveFrom(rest.from, baseFolder),
    } as SourceConfig)
  }
  if (faults.length > 0)
    throw new Error(
      `The catalogue of sources has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map(fault => `- ${fault}`).join('\n')}`,
    )
  return sources
}

/**
 * Reads and checks a catalogue file.
 * @throws Error with what is wrong and what to do
 */
export async function readCatalog(
  path: string,
  defaults?: CatalogDefaults,
  secrets?: Record<string, string | undefined>,
): Promise<SourceConfig[]> {
  let written: string
  try {
    written = await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(
      `The catalogue of sources ${path} cannot be read (${(error as NodeJS.ErrnoException).code}): set JOB_SOURCES to the path of a JSON file`,
      {
        cause: error,
      },
    )
  }
  let json: unknown
  try {
    json = JSON.parse(written.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Error(`The catalogue of sources ${path} is not JSON: ${(error as Error).message}`, { cause: error })
  }
  try {
    return parseCatalog(json, dirname(resolve(path)), defaults, secrets)
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Tells when a file has been edited. `changed()` looks; it says so once, and only when two looks in a row find the file
 * alike: an editor writes in pieces. The first look is the state to begin with.
 */
export function followFile(path: string): { changed(): Promise<boolean> } {
  let known: string | null = null
  let seen: string | null = null
  return {
    async changed() {
      const stamp = await stat(path).then(
        // With the time of its rights and owner: they decide whether it can be read.
        ({ mtimeMs, ctimeMs, size, ino }) => `${mtimeMs} ${ctimeMs} ${size} ${ino}`,
        error => String((error as NodeJS.ErrnoException).code),
      )
      const settled = stamp === seen
      seen = stamp
      known ??= stamp
      if (!settled || stamp === known) return false
      known = stamp
      return true
    },
  }
}

/** The value with each `${SOURCE_NAME}` in its texts replaced. */
function withSecrets(
  value: unknown,
  path: (string | number)[],
  secrets: Record<string, string | undefined>,
  faults: string[],
): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([^}]*)\}/g, (written, name: string) => {
      if (!/^SOURCE_[A-Z0-9_]+$/.test(name))
        faults.push(
          faultText(path, `${written} cannot be used: name a variable of the environment that begins with SOURCE_`),
        )
      else if (!secrets[name]) faults.push(faultText(path, `${name} is not set in the environment of the worker`))
      else return secrets[name]
      // Long enough and plain enough to be no second fault.
      return 'x'.repeat(16)
    })
  if (Array.isArray(value)) return value.map((one, index) => withSecrets(one, [...path, index], secrets, faults))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withSecrets(one, [...path, name], secrets, faults)]),
    )
  return value
}

function oneFormat(): string {
  return `expected one of the formats ${[...formats.keys()].join(', ')}`
}

function resolveFrom(from: string, baseFolder: string): string {
  if (isRemote(from)) return from
  return from.startsWith('file:') ? fileURLToPath(from) : resolve(baseFolder, from)
}

function faultOf(issue: z.core.$ZodIssue, base: (string | number)[]): string {
  const what =
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.map(key => `"${key}"`).join(', ')} is not known here; remove it or mend its spelling`
      : issue.message
  return faultText([...base, ...issue.path], what)
}

function faultText(steps: readonly PropertyKey[], what: string): string {
  let path = ''
  for (const step of steps)
    path += typeof step === 'number' ? `[${step}]` : path === '' ? String(step) : `.${String(step)}`
  return `${path === '' ? 'the catalogue' : path}: ${what}`
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Five fields, or six with the seconds first: lists, ranges and steps of numbers and names. The rarer letters of some
 * crons are left out on purpose.
 */
function isCron(schedule: string): boolean {
  const fields = schedule.trim().toLowerCase().split(/\s+/)
  if (fields.length === 5) fields.unshift('0')
  if (fields.length !== 6) return false
  const ranges: [number, number, string[]?][] = [
    [0, 59],
    [0, 59],
    [0, 23],
    [1, 31],
    [1, 12, ['', ...monthNames]],
    [0, 7, dayNames],
  ]
  return fields.every((field, index) => {
    const [least, most, names = []] = ranges[index]!
    const number = (word: string) => (/^\d{1,2}$/.test(word) ? Number(word) : names.indexOf(word || '-'))
    return field.split(',').every(part => {
      const match = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/.exec(part)
      if (!match || match[3] === '0' || match[3] === '00') return false
      if (match[1] === undefined) return true
      const from = number(match[1])
      const to = match[2] === undefined ? from : number(match[2])
      return from >= least && to <= most && from <= to
    })
  })
}

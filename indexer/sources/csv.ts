import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import type { SourceConfig } from './catalog.ts'
import { amount, type Format, own, rejected, SourceError, titled, uuid } from './format.ts'

const column = z.string({ error: 'expected the name of a column' }).min(1, 'expected the name of a column')
const columns = z.union([column, z.array(column).min(1)], { error: 'expected the name of a column or a list of names' })
const place = z.strictObject(
  {
    text: columns.optional(),
    city: columns.optional(),
    region: columns.optional(),
    country: columns.optional(),
    postcode: columns.optional(),
    lat: column.optional(),
    lng: column.optional(),
  },
  { error: 'expected columns such as {"city": "town", "region": "county", "country": "country"}' },
)

/**
 * Which column each field of a `RawJob` is read from. Several columns of a text are joined; several of a list each give a value.
 * `location` is one column of free text, a list of columns meaning city, region, country, or an object that says which is which.
 */
const csvMapping = z.strictObject({
  title: columns,
  key: column.optional(),
  uuid: column.optional(),
  reference: column.optional(),
  description: columns.optional(),
  summary: columns.optional(),
  location: z
    .union([column, z.array(column).min(1).max(3), place], { error: 'expected a column, up to three columns (city, region, country) or an object of columns' })
    .optional(),
  salaryText: columns.optional(),
  salaryMin: column.optional(),
  salaryMax: column.optional(),
  salaryCurrency: column.optional(),
  salaryPeriod: column.optional(),
  types: columns.optional(),
  environments: columns.optional(),
  sectors: columns.optional(),
  specialisms: columns.optional(),
  categories: columns.optional(),
  company: columns.optional(),
  consultantName: columns.optional(),
  consultantEmail: column.optional(),
  consultantPhone: column.optional(),
  applicationEmail: column.optional(),
  applicationUrl: column.optional(),
  hostedUrl: column.optional(),
  image: column.optional(),
  featured: column.optional(),
  language: column.optional(),
  publishedAt: column.optional(),
  createdAt: column.optional(),
  updatedAt: column.optional(),
  expiresAt: column.optional(),
})
export type CsvMapping = z.infer<typeof csvMapping>

/** Comma, semicolon, tab or bar separated text with a header line; the catalogue maps its columns. */
export const csv: Format = {
  id: 'csv',
  listedIsLive: true,
  mapping: csvMapping,
  rows: (feed, source) => readRows(feed, source),
}

const maxRowBytes = 16 * 1024 * 1024
const maxHeaderLength = 64 * 1024

async function* readRows(feed: AsyncIterable<string>, source: SourceConfig): AsyncGenerator<RawRow> {
  const mapping = source.mapping
  if (!mapping) throw new SourceError(`The source ${source.id} has no mapping: say in the catalogue which column is which`)
  const chunks = feed[Symbol.asyncIterator]()
  try {
    yield* readTable(chunks, mapping)
  } finally {
    await chunks.return?.()
  }
}

async function* readTable(chunks: AsyncIterator<string>, mapping: CsvMapping): AsyncGenerator<RawRow> {
  let head = ''
  let headerEnd = -1
  while (headerEnd < 0) {
    const next = await chunks.next()
    if (next.done) break
    head += next.value
    headerEnd = lineEnd(head)
    if (headerEnd < 0 && head.length > maxHeaderLength)
      throw new SourceError(`The first line is longer than ${maxHeaderLength} characters: this is no table with a header line`)
  }
  if (head.trim() === '') throw new SourceError('The feed is empty: not even a header line. Check what the source sends')

  let lastCharacter = ''
  async function* whole(): AsyncGenerator<string> {
    lastCharacter = head.at(-1)!
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      lastCharacter = next.value.at(-1) ?? lastCharacter
      yield next.value
    }
  }
  const parser = parse({
    delimiter: delimiterOf(headerEnd < 0 ? head : head.slice(0, headerEnd)),
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    // An inch sign or a quoted word inside a field is text.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRowBytes,
  })
  // A fault in the text reaches the loop below through the parser.
  const fed = pipeline(Readable.from(whole()), parser).catch(() => {})
  let read: ReturnType<typeof reader> | undefined
  let row = 0
  let width = 0
  let lines = 0
  /** A short row is held until the next one shows that the feed was not cut in it. */
  let short: RawRow | undefined
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const line = lines + 1
      lines = info.lines
      if (!read) {
        read = reader(mapping, record)
        width = record.length
        continue
      }
      if (short) yield short
      short = undefined
      row++
      if (record.length === width) {
        yield read(record, row, line)
        continue
      }
      const reason = `line ${line} has ${record.length} columns, the header has ${width}: a delimiter inside a field is not quoted, or one is missing`
      const refused = rejected(row, reason, read.key(record), read.title(record))
      if (record.length < width) short = refused
      else yield refused
    }
  } catch (error) {
    throw tableFault(error)
  } finally {
    await fed
  }
  if (short) {
    if (lastCharacter !== '\n' && lastCharacter !== '\r')
      throw new SourceError(`The feed is cut off in its last row, line ${lines}. Nothing of it can be taken for complete`)
    yield short
  }
}

function tableFault(failure: unknown): unknown {
  const { code, lines } = failure as CsvError & { lines?: number }
  const line = lines === undefined ? '' : `, line ${lines}`
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new SourceError(`The feed ends inside quotes${line}: it is cut off, or a quote is never closed. Nothing of it can be taken for complete`, {
      cause: failure,
    })
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new SourceError(`A row is longer than ${maxRowBytes} bytes${line}: a quote in it is never closed`, { cause: failure })
  if (typeof code === 'string' && code.startsWith('CSV_'))
    return new SourceError(`The feed is not a readable table${line}: ${(failure as Error).message}`, { cause: failure })
  return failure
}

/** Where the first line that is not blank ends, quoted line breaks aside; -1 when it is not all there. */
function lineEnd(text: string): number {
  let quoted = false
  let started = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '"') quoted = !quoted
    if ((character === '\n' || character === '\r') && !quoted && started) return i
    if (character !== '\n' && character !== '\r') started = true
  }
  return -1
}

/** The delimiter that the header line uses most. */
function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  let found = ','
  let most = 0
  for (const candidate of [',', ';', '\t', '|']) {
    const count = bare.split(candidate).length
    if (count > most) {
      found = candidate
      most = count
    }
  }
  return found
}

/** A function that reads one record by the mapping, the columns already looked up. */
function reader(mapping: CsvMapping, header: readonly string[]) {
  const names = header.map(name => name.trim())
  const missing = new Set<string>()
  const at = (name: string): number => {
    let index = names.indexOf(name.trim())
    if (index < 0) index = names.findIndex(one => one.toLowerCase() === name.trim().toLowerCase())
    if (index < 0) missing.add(name)
    return index
  }
  const indexes = (wanted: string | string[] | undefined): number[] => (wanted === undefined ? [] : typeof wanted === 'string' ? [at(wanted)] : wanted.map(at))
  const cell = (record: readonly string[], index: number | undefined): string | undefined =>
    index === undefined ? undefined : record[index]?.trim() || undefined
  const one = (wanted: string | string[] | undefined, joint = ', ') => {
    const found = indexes(wanted)
    if (found.length <= 1) return (record: readonly string[]) => cell(record, found[0])
    return (record: readonly string[]) =>
      found
        .map(index => cell(record, index))
        .filter(Boolean)
        .join(joint) || undefined
  }
  const list = (wanted: string | string[] | undefined) => {
    const found = indexes(wanted)
    return (record: readonly string[]) => found.map(index => cell(record, index)).filter(value => value !== undefined)
  }

  const { location } = mapping
  const where =
    location === undefined
      ? {}
      : typeof location === 'string'
        ? { text: location }
        : Array.isArray(location)
          ? { city: location[0], region: location[1], country: location[2] }
          : location
  const read = {
    title: one(mapping.title, ' '),
    key: one(mapping.key),
    uuid: one(mapping.uuid),
    reference: one(mapping.reference),
    description: one(mapping.description, '\n\n'),
    summary: one(mapping.summary, ' '),
    salaryText: one(mapping.salaryText, ' '),
    salaryMin: one(mapping.salaryMin),
    salaryMax: one(mapping.salaryMax),
    salaryCurrency: one(mapping.salaryCurrency),
    salaryPeriod: one(mapping.salaryPeriod),
    types: list(mapping.types),
    environments: list(mapping.environments),
    sectors: list(mapping.sectors),
    specialisms: list(mapping.specialisms),
    categories: list(mapping.categories),
    company: one(mapping.company),
    consultantName: one(mapping.consultantName, ' '),
    consultantEmail: one(mapping.consultantEmail),
    consultantPhone: one(mapping.consultantPhone),
    applicationEmail: one(mapping.applicationEmail),
    applicationUrl: one(mapping.applicationUrl),
    hostedUrl: one(mapping.hostedUrl),
    image: one(mapping.image),
    featured: one(mapping.featured),
    language: one(mapping.language),
    publishedAt: one(mapping.publishedAt),
    createdAt: one(mapping.createdAt),
    updatedAt: one(mapping.updatedAt),
    expiresAt: one(mapping.expiresAt),
    placeText: one(where.text),
    city: one(where.city),
    region: one(where.region),
    country: one(where.country),
    postcode: one(where.postcode),
    lat: one(where.lat),
    lng: one(where.lng),
  }
  if (missing.size > 0) {
    const wanted = [...missing].map(name => `"${name}"`).join(', ')
    throw new SourceError(`The mapping names columns that the feed does not have: ${wanted}. It has: ${names.join(', ').slice(0, 2000)}`)
  }
  const hasSalary = mapping.salaryMin !== undefined || mapping.salaryMax !== undefined
  const hasConsultant = mapping.consultantName !== undefined || mapping.consultantEmail !== undefined || mapping.consultantPhone !== undefined

  const toRow = (record: readonly string[], row: number, line: number): RawRow => {
    const location: RawLocation = {
      text: read.placeText(record),
      city: read.city(record),
      region: read.region(record),
      country: read.country(record),
      postcode: read.postcode(record),
      lat: amount(read.lat(record)),
      lng: amount(read.lng(record)),
    }
    const key = own(read.key(record))
    const min = hasSalary ? amount(read.salaryMin(record)) : undefined
    const max = hasSalary ? amount(read.salaryMax(record)) : undefined
    return titled(
      row,
      {
        key: key ?? null,
        uuid: uuid(read.uuid(record)),
        reference: read.reference(record) ?? key,
        description: read.description(record),
        summary: read.summary(record),
        locations: Object.values(location).some(value => value !== undefined) ? [location] : [],
        salaryText: read.salaryText(record),
        salary: min === undefined && max === undefined ? undefined : { min, max, currency: read.salaryCurrency(record), period: read.salaryPeriod(record) },
        types: read.types(record),
        environments: read.environments(record),
        sectors: read.sectors(record),
        specialisms: read.specialisms(record),
        categories: read.categories(record),
        company: read.company(record),
        consultant: hasConsultant ? { name: read.consultantName(record), email: read.consultantEmail(record), phone: read.consultantPhone(record) } : undefined,
        applicationEmail: read.applicationEmail(record),
        applicationUrl: read.applicationUrl(record),
        hostedUrl: read.hostedUrl(record),
        image: read.image(record),
        featured: mapping.featured === undefined ? undefined : /^(1|true|yes|y)$/i.test(read.featured(record) ?? ''),
        language: read.language(record),
        publishedAt: read.publishedAt(record),
        createdAt: read.createdAt(record),
        updatedAt: read.updatedAt(record),
        expiresAt: read.expiresAt(record),
      },
      read.title(record),
      `line ${line}: the title (${[mapping.title].flat().join(', ')})`,
    )
  }
  return Object.assign(toRow, { key: read.key, title: read.title })
}

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { z } from 'zod'
import type { RawRow } from '../documents/rawJob.ts'
import { type Format, rejected, SourceError } from './format.ts'
import type { KnownTexts } from './knownTexts.ts'
import { rowReader } from './mapping.ts'
import type { NotRead } from './notRead.ts'
import { type Mapping, mappingSchema, type SourceConfig } from './source.ts'

const csvOptions = z.strictObject({
  header: z
    .array(z.string({ error: 'expected the name of a column' }).min(1))
    .min(2, 'expected at least two names of columns')
    .optional(),
})

/**
 * Comma, semicolon, tab or bar separated text with a header line; the catalogue's `mapping` says which column is which.
 * `from` is the file's path or address. `options.header` names the columns of a file without a header line.
 */
export const csv: Format = {
  id: 'csv',
  listedIsLive: true,
  mapping: mappingSchema,
  options: csvOptions,
  rows: readRows,
}

const maxRowBytes = 16 * 1024 * 1024
const maxHeaderLength = 64 * 1024
const lineEnds = ['\r\n', '\n', '\r']
/** How any table is read. */
export const tableOptions = {
  record_delimiter: lineEnds,
  // An inch sign or a quoted word inside a field is text.
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: maxRowBytes,
}

async function* readRows(
  feed: AsyncIterable<string>,
  source: SourceConfig,
  notRead?: NotRead,
  known?: KnownTexts,
): AsyncGenerator<RawRow> {
  const mapping = source.mapping
  if (!mapping)
    throw new SourceError(`The source ${source.id} has no mapping: say in the catalogue which column is which`)
  const chunks = feed[Symbol.asyncIterator]()
  try {
    yield* readTable(chunks, mapping, source.options.header as string[] | undefined, notRead, known)
  } finally {
    await chunks.return?.()
  }
}

async function* readTable(
  chunks: AsyncIterator<string>,
  mapping: Mapping,
  names: readonly string[] | undefined,
  notRead: NotRead | undefined,
  known: KnownTexts | undefined,
): AsyncGenerator<RawRow> {
  // Long: header, rows and the last row are one pass over one stream, and each fault is told by how far it came.
  let head = ''
  let headerEnd = -1
  while (headerEnd < 0) {
    const next = await chunks.next()
    if (next.done) break
    head += next.value
    headerEnd = lineEnd(tableOf(head).text)
    if (headerEnd < 0 && head.length > maxHeaderLength)
      throw new SourceError(
        `The first line is longer than ${maxHeaderLength} characters: this is no table with a header line`,
      )
  }
  const { text: beginning, delimiter } = tableOf(head)
  if (beginning.trim() === '')
    throw new SourceError('The feed is empty: not even a header line. Check what the source sends')

  let lastCharacter = ''
  async function* whole(): AsyncGenerator<string> {
    lastCharacter = beginning.at(-1)!
    yield beginning
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      lastCharacter = next.value.at(-1) ?? lastCharacter
      yield next.value
    }
  }
  /** What a quote that is never closed has taken in, up to the feed's end. */
  let unclosed = ''
  const parser = parse({
    ...tableOptions,
    delimiter,
    info: true,
    raw: true,
    skip_records_with_error: true,
    on_skip: (fault, raw) => {
      if (fault?.code === 'CSV_QUOTE_NOT_CLOSED') unclosed = raw ?? ''
      else parser.destroy(fault)
      return undefined
    },
  })
  // A fault in the text reaches the loop below through the parser.
  const fed = pipeline(Readable.from(whole()), parser).catch(() => {})
  let read = names && reader(mapping, names)
  /** What a row's text is read under. */
  let columns = delimiter + names?.join(delimiter)
  let row = 0
  let width = names?.length ?? 0
  let lines = 0
  /** A short row is held until the next one shows that the feed was not cut in it. */
  let short: RawRow | undefined
  try {
    for await (const { info, record, raw } of parser as AsyncIterable<ParsedRecord>) {
      const line = lines + 1
      lines = info.lines
      if (!read) {
        read = reader(mapping, record)
        width = record.length
        columns = delimiter + record.join(delimiter)
        continue
      }
      const apart = info.lines > line ? openQuote(raw, width, delimiter) : null
      if (apart) {
        if (short) yield short
        short = undefined
        known?.unlearn()
        for (const found of rowsApart(apart, read, row, line)) yield found
        row += apart.rows.length + 1
        continue
      }
      if (short) yield short
      short = undefined
      row++
      if (record.length === width) {
        if (known?.isKnown(`${columns}\n${raw}`)) continue
        const found = read(record, row, `line ${line}: `)
        notRead?.row(read.unread(record), read.named(record))
        yield 'job' in found ? found : { ...found, raw: rawOf(record) }
        continue
      }
      known?.unlearn()
      const reason = `line ${line} has ${record.length} columns, the header has ${width}: a delimiter inside a field is not quoted, or one is missing`
      const refused = rejected(row, reason, read.key(record), read.title(record), rawOf(record))
      if (record.length < width) short = refused
      else yield refused
    }
  } catch (error) {
    throw tableFault(error)
  } finally {
    await fed
  }
  const apart = unclosed !== '' && read && /[\n\r]$/.test(lastCharacter) ? openQuote(unclosed, width, delimiter) : null
  if (unclosed !== '' && !apart) throw tableFault({ code: 'CSV_QUOTE_NOT_CLOSED', lines: lines + 1 })
  if (apart) {
    if (short) yield short
    known?.unlearn()
    yield* rowsApart(apart, read!, row, lines + 1)
    return
  }
  if (row === 0 && headerEnd < 0)
    throw new SourceError(
      'The feed ends within its header line: it is cut off. Nothing is changed until the whole comes',
    )
  if (short) {
    if (lastCharacter !== '\n' && lastCharacter !== '\r')
      throw new SourceError(
        `The feed is cut off in its last row, line ${lines}. Nothing of it can be taken for complete`,
      )
    yield short
  }
}

interface ParsedRecord {
  info: { lines: number }
  record: string[]
  raw: string
}

/** A row whose quote was never closed, and the rows that it had taken in. */
interface Apart {
  broken: string
  /** Columns of the broken row as far as they can be told. */
  record: string[]
  rows: string[][]
}
/** Lines behind an open quote at which a row is looked for. */
const mostTries = 50

/**
 * What an open quote has taken in, put apart: the rows behind it read as they should from one of its lines on, and the
 * quotes of all of it do not. Null for a field of several lines.
 * @param raw text of the record, or of what the feed ends with
 */
function openQuote(raw: string, width: number, delimiter: string): Apart | null {
  if (strictRows(raw, delimiter)?.length === 1) return null
  const lines = raw.trimEnd().split(/\r\n|\n|\r/)
  for (let from = 1; from < Math.min(lines.length, mostTries); from++) {
    const rows = strictRows(lines.slice(from).join('\n'), delimiter)
    // Without a row behind it, it may be the beginning of one that was cut off.
    if (!rows || rows.length === 0 || !rows.every(({ length }) => length === width)) continue
    const broken = lines.slice(0, from).join('\n')
    return { broken, record: broken.split(delimiter).map(cell => cell.replace(/^"|"$/g, '')), rows }
  }
  return null
}

/** Records of a text whose quotes are as they should be; null where they are not. */
function strictRows(text: string, delimiter: string): string[][] | null {
  try {
    return parseAtOnce(text, {
      delimiter,
      record_delimiter: lineEnds,
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    // Not well-formed is what is asked for.
    return null
  }
}

function* rowsApart(
  { broken, record, rows }: Apart,
  read: ReturnType<typeof reader>,
  before: number,
  line: number,
): Generator<RawRow> {
  const reason = `line ${line}: a quote is never closed: ask the source to mend it`
  yield rejected(before + 1, reason, read.key(record), read.title(record), broken.slice(0, 4_000))
  for (const [i, cells] of rows.entries()) {
    const found = read(cells, before + 2 + i, `line ${line}: `)
    yield 'job' in found ? found : { ...found, raw: rawOf(cells) }
  }
}

function rawOf(record: readonly string[]): string {
  return record.join(' | ').slice(0, 4_000)
}

function tableFault(failure: unknown): unknown {
  const { code, lines } = failure as CsvError & { lines?: number }
  const line = lines === undefined ? '' : `, line ${lines}`
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new SourceError(
      `The feed ends inside quotes${line}: it is cut off, or a quote is never closed. Nothing of it can be taken for complete`,
      {
        cause: failure,
      },
    )
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new SourceError(`A row is longer than ${maxRowBytes} bytes${line}: a quote in it is never closed`, {
      cause: failure,
    })
  if (typeof code === 'string' && code.startsWith('CSV_'))
    return new SourceError(`The feed is not a readable table${line}: ${(failure as Error).message}`, { cause: failure })
  return failure
}

/**
 * The delimiter of a table that begins like this, and its text without the `sep=;` that Excel writes above the header.
 * That line stays, without text: lines are counted.
 */
export function tableOf(beginning: string): { text: string; delimiter: string } {
  const named = /^sep=(.)(?=[\r\n])/i.exec(beginning)
  const text = named ? beginning.slice(named[0].length) : beginning
  const end = lineEnd(text)
  return { text, delimiter: named?.[1] ?? delimiterOf(end < 0 ? text : text.slice(0, end)) }
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

/** Names in the first line of a table; null where it is no header of at least two. */
export function columnsOf(text: string): string[] | null {
  const { text: table, delimiter } = tableOf(text)
  const end = lineEnd(table)
  const header = (end < 0 ? table : table.slice(0, end)).trim()
  if (header.length > maxHeaderLength) return null
  const names = header.split(delimiter).map(name => name.trim().replace(/^"(.*)"$/s, '$1'))
  return names.length > 1 && names.every(name => name.length <= 60) && names.some(name => /\p{L}/u.test(name))
    ? names
    : null
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
function reader(mapping: Mapping, header: readonly string[]) {
  const names = header.map(name => name.trim())
  const missing = new Set<string>()
  const mapped = new Set<number>()
  const read = rowReader<readonly string[]>(mapping, name => {
    let index = names.indexOf(name.trim())
    if (index < 0) index = names.findIndex(one => one.toLowerCase() === name.trim().toLowerCase())
    if (index < 0) missing.add(name)
    mapped.add(index)
    return record => record[index]?.trim() || undefined
  })
  if (missing.size > 0) {
    const wanted = [...missing].map(name => `"${name}"`).join(', ')
    throw new SourceError(
      `The mapping names columns that the feed does not have: ${wanted}. It has: ${names.join(', ')}`,
    )
  }
  const others = names.flatMap((name, index) => (mapped.has(index) || name === '' ? [] : [{ name, index }]))
  const unread = (record: readonly string[]) =>
    new Set(others.flatMap(({ name, index }) => (record[index]?.trim() ? [name] : [])))
  const named = (record: readonly string[]) => names.map((name, index) => [name, record[index] ?? ''] as const)
  return Object.assign(read, { unread, named })
}

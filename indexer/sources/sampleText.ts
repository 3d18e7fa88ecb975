import type { CsvError } from 'csv-parse'
import { parse as parseTable } from 'csv-parse/sync'
import { tableOf, tableOptions } from './csv.ts'
import { object, SourceError } from './format.ts'
import { errorSaid, parseJson, stringEnd } from './jsonText.ts'

/** Samples of feeds for a mapping: texts that may end anywhere, made whole. */

/** Rows that are looked at for names. */
export const rowsLookedAt = 200
const mostDepth = 4

export interface JsonSample {
  /** Whole: what was cut off is left out. */
  text: string
  rows: unknown[]
  /** Path of the list within the sample; empty where the sample is the list, or a row a line. */
  path: string
  cut: boolean
}

/**
 * A sample of JSON with its rows.
 * @param path of the list; empty: the longest list of objects
 * @throws SourceError that says what to do
 */
export function readJsonSample(sample: string, path: string): JsonSample {
  const text = sample.replace(/^\ufeff/, '').trim()
  const whole = parsed(text)
  if (whole !== undefined) return listOf(whole, { text, path, cut: false })
  const lines = linesOf(text)
  if (lines) return lines
  const closed = closeJson(text)
  const value = closed === null ? undefined : parsed(closed)
  if (value === undefined)
    throw new SourceError('The sample is no JSON that can be read, or not one row of it is whole: paste more of it')
  return listOf(value, { text: closed!, path, cut: true })
}

function listOf(value: unknown, { text, path, cut }: { text: string; path: string; cut: boolean }): JsonSample {
  if (Array.isArray(value)) return { text, rows: value.slice(0, rowsLookedAt), path: '', cut }
  const lists = [...listsIn(value)]
  const found = path === '' ? lists.sort((a, b) => b.weight - a.weight)[0] : lists.find(one => one.path === path)
  if (found) return { text, rows: found.rows.slice(0, rowsLookedAt), path: found.path, cut }
  if (path !== '')
    throw new SourceError(
      `The sample has no list of objects at "${path}". It has: ${lists.map(one => one.path).join(', ') || 'none'}`,
    )
  const said = errorSaid(text)
  if (said)
    throw new SourceError(`This is an error that a source has answered with, and no feed: "${said.slice(0, 300)}"`)
  // One job by itself.
  if (object(value)) return { text: JSON.stringify([value]), rows: [value], path: '', cut }
  throw new SourceError('The sample is JSON without a list of objects: nothing in it can be a job')
}

/** Lists of objects; their weight is the number of names in them. */
function* listsIn(value: unknown, path = '', depth = 0): Generator<{ path: string; rows: unknown[]; weight: number }> {
  if (depth > mostDepth) return
  for (const [name, one] of Object.entries(object(value) ?? {})) {
    // What a path cannot name.
    if (name === '' || /[.[\]]/.test(name)) continue
    const at = path === '' ? name : `${path}.${name}`
    if (Array.isArray(one)) {
      const rows = one.filter(row => object(row))
      const weight = rows
        .slice(0, rowsLookedAt)
        .reduce<number>((sum, row) => sum + Object.keys(row as object).length, 0)
      if (weight > 0) yield { path: at, rows: one, weight }
    } else yield* listsIn(one, at, depth + 1)
  }
}

/** An object a line; the last may be cut off. */
function linesOf(text: string): JsonSample | null {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const first = parsed(lines[0] ?? '')
  if (lines.length < 2 || !object(first)) return null
  const isCut = parsed(lines.at(-1)!) === undefined
  const whole = isCut ? lines.slice(0, -1) : lines
  const rows = whole.slice(0, rowsLookedAt).flatMap(line => parsed(line) ?? [])
  return { text: whole.join('\n'), rows, path: '', cut: isCut }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** JSON that was cut off, ended after the last element of a list that was whole; null where there is none. */
export function closeJson(text: string): string | null {
  const open: string[] = []
  let safe: { end: number; closers: string } | null = null
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const end = stringEnd(text, at)
      if (end < 0) break
      at = end
    } else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if (character === '}' || character === ']') {
      open.pop()
      if (open.length > 0 && open.length <= mostDepth * 2 && open.at(-1) === ']')
        safe = { end: at + 1, closers: open.toReversed().join('') }
    }
  }
  return safe && text.slice(0, safe.end) + safe.closers
}

/** XML that was cut off, ended after the last element near the root that was whole; null where there is none. */
export function closeXml(text: string): string | null {
  const open: string[] = []
  let safe: { end: number; closers: string } | null = null
  const tag = /<!\[CDATA\[|<!--|<(\/?)([\w:.-]{1,100})[^<>]*>/g
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    const [written, slash, name] = found
    if (name === undefined) {
      const end = text.indexOf(written === '<!--' ? '-->' : ']]>', tag.lastIndex)
      if (end < 0) break
      tag.lastIndex = end + 3
    } else if (!slash) {
      if (!written.endsWith('/>')) open.push(name)
    } else {
      // HTML that was not escaped leaves elements open.
      const at = open.lastIndexOf(name)
      if (at < 0) continue
      open.length = at
      const closers = open.toReversed().map(one => `</${one}>`)
      if (at === 1 || at === 2) safe = { end: tag.lastIndex, closers: closers.join('') }
    }
  }
  return safe && text.slice(0, safe.end) + safe.closers
}

export interface TableSample {
  /** Without a last line that is cut off. */
  text: string
  names: string[]
  rows: string[][]
  header: 'first' | 'none'
  cut: boolean
}

/**
 * A sample of a table with its rows.
 * @param isCut more would have come: the last line may not be whole
 * @throws SourceError that says what to do
 */
export function readTableSample(sample: string, header: 'tell' | 'first' | 'none', isCut: boolean): TableSample {
  const written = sample.replace(/^\ufeff/, '')
  const { text: all, delimiter } = tableOf(written)
  const last = Math.max(all.lastIndexOf('\n'), all.lastIndexOf('\r'))
  let text = isCut && last > 0 ? all.slice(0, last + 1) : `${all}\n`
  let records = recordsOf(text, delimiter)
  if (!records) {
    text = beforeOpenQuote(all)
    records = recordsOf(text, delimiter)
    if (!records?.length)
      throw new SourceError('The sample ends inside quotes before one row is whole: paste more of it')
  }
  const [first = []] = records
  if (first.length === 0) throw new SourceError('The sample is empty: paste the beginning of the feed')
  const isNone = header === 'none' || (header === 'tell' && isRow(first))
  const names = isNone ? first.map((_, at) => `column ${at + 1}`) : first.map(name => name.trim())
  if (names.length < 2)
    throw new SourceError(
      'The sample has one column only: it is no table of commas, semicolons, tabs or bars, or no JSON that begins with { or [',
    )
  const rows = isNone ? records : records.slice(1)
  if (rows.length === 0) throw new SourceError('The sample has a header line and no row: paste some rows too')
  const whole = written.slice(0, written.length - all.length) + text
  return { text: whole, names, rows, header: isNone ? 'none' : 'first', cut: isCut || text.length < all.length }
}

/** Without what follows the last line that ends outside of quotes. */
function beforeOpenQuote(text: string): string {
  let quoted = false
  let last = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) last = at + 1
  }
  return text.slice(0, last)
}

/** The first records; null where a quote is left open. @throws SourceError for what is no table */
function recordsOf(text: string, delimiter: string): string[][] | null {
  try {
    return parseTable(text, { ...tableOptions, delimiter, to: rowsLookedAt + 1 })
  } catch (error) {
    if ((error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED') return null
    throw new SourceError(`The sample is not a readable table: ${(error as Error).message}`, { cause: error })
  }
}

/** Whether the first line is a row and names no columns: names are short, and are no figures, dates or addresses. */
function isRow(first: readonly string[]): boolean {
  const value = /^(?:[£€$]?\d[\d.,\s:/-]*|\d{4}-\d{2}-\d{2}.*|https?:\/\/.*|[^\s@]{1,64}@[^\s@]{1,200})$/i
  const filled = first.map(one => one.trim()).filter(one => one !== '')
  return filled.some(one => value.test(one)) || filled.filter(one => one.length > 60).length * 2 > filled.length
}

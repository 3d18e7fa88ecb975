import type { RawRow } from '../documents/rawJob.ts'
import { kindOf, object, own, rejected, SourceError, text as textOf } from './format.ts'
import { errorSaid, failureSaid, objectsIn, parse } from './jsonText.ts'
import type { KnownTexts } from './knownTexts.ts'
import { type NotRead, noting } from './notRead.ts'

/** Most characters of one row. A quote that is never closed would otherwise gather the rest of the feed in memory. */
const maxRowLength = 16 * 1024 * 1024
/** Deeper than any feed: what is passed over is not kept, but its brackets are. */
const maxDepth = 10_000
/**
 * How far to look for the end of the first line alone, to tell line-delimited JSON from one big object; further on, for
 * the beginning of a list as well.
 */
const headLength = 1024 * 1024

export interface JsonShape {
  /** A list at the top level is the rows. */
  bareList: boolean
  /**
   * Where a top-level object holds the rows: a name (`jobs`), a path (`data.jobs`), or several that are all read where
   * they are lists. Objects (and with `bareList` lists) that follow one another are pages of one feed.
   */
  member?: string | readonly string[]
  /**
   * Members beside the list that `toRow` is given with each row, as far as they come before it: what a board says of
   * all its rows.
   */
  beside?: readonly string[]
  /** Paths of members that are not read on purpose: they say nothing that others do not. */
  left?: readonly string[]
  /** One JSON object a line is accepted too. */
  lines: boolean
  /** Members one of which a line must have, so that a lone error object is not taken for a row. */
  lineMembers?: readonly string[]
  /** Members that identify a row and name it: read out of a row that is not valid JSON, so that a person finds it. */
  keyMembers: readonly string[]
  titleMember: string
  /** What the feed should look like and what to do, to end a message about another shape. */
  expected: string
}

/**
 * Streams the elements of a JSON list (at the top, or a member of a top-level object, page after page), or the lines of
 * line-delimited JSON. An element that is not valid JSON is rejected and the rest goes on.
 * @param read reads one element; `row` is 1-based (the line number of line-delimited JSON). Several rows where the
 * element holds several jobs. A rejection without its `raw` is given it
 * @param notRead counts what `read` does not ask for
 * @param known elements that need not be read; for a `read` that goes by the element alone
 * @throws SourceError on another shape, on text after the end, and on a feed that is cut off
 */
export async function* jsonRows(
  text: AsyncIterable<string>,
  shape: JsonShape,
  read: ToRow,
  notRead?: NotRead,
  known?: KnownTexts,
): AsyncGenerator<RawRow> {
  if (shape.left) notRead?.leave(shape.left)
  const toRow: ToRow = (value, row, beside) => noting(notRead, value, seen => read(seen, row, beside))
  const reader: Reader = { shape, toRow, known }
  let splitter: ListSplitter | LineSplitter | undefined
  let head = ''
  for await (const chunk of text) {
    let next = chunk
    if (!splitter) {
      head += chunk
      splitter = chooseSplitter(head, reader, false)
      if (!splitter) continue
      next = head
      head = ''
    }
    for (const row of splitter.push(next)) yield row
  }
  if (!splitter) {
    splitter = chooseSplitter(head, reader, true)
    if (!splitter)
      throw new SourceError('The feed is empty: it holds nothing but white space. Check what the source sends')
    for (const row of splitter.push(head)) yield row
  }
  for (const row of splitter.end()) yield row
}

/** Undefined while `head` is too short to tell. */
function chooseSplitter(head: string, reader: Reader, complete: boolean): ListSplitter | LineSplitter | undefined {
  const { shape, toRow } = reader
  const start = head.search(/\S/)
  if (start < 0) return undefined
  if (!shape.lines || head[start] !== '{') return new ListSplitter(reader)
  const lineEnd = head.indexOf('\n', start)
  const mayGoOn = !complete && head.length < maxRowLength
  const several = lineEnd < 0 && head.length >= headLength && objectsIn(head.slice(start), 2).objects.length === 2
  if (lineEnd < 0 && mayGoOn && !several && !(head.length >= headLength && beginsList(head, shape, toRow)))
    return undefined
  const line = head.slice(start, lineEnd < 0 ? undefined : lineEnd).trim()
  const { objects } = objectsIn(line, 2)
  const first = parse(objects.length === 2 ? objects[0]! : line)
  if (first.fault === undefined) {
    const members = object(first.value)!
    if (
      membersOf(shape).some(path =>
        Array.isArray(path.split('.').reduce<unknown>((value, name) => object(value)?.[name], members)),
      )
    )
      return new ListSplitter(reader)
    if (shape.lineMembers?.some(name => name in members) ?? true) return new LineSplitter(reader)
    // A lone error object, most likely: the list reader names its members.
    return new ListSplitter(reader)
  }
  if (lineEnd < 0 || /[{[,:]$/.test(line)) return new ListSplitter(reader)
  // The first line is no whole object. When another object follows on the next line it is a faulty row among rows.
  const following = head.slice(lineEnd).trimStart()
  if (following === '' && mayGoOn) return undefined
  return following.startsWith('{') ? new LineSplitter(reader) : new ListSplitter(reader)
}

/** Whether a top-level object has come to the list that holds the rows, or cannot be one. */
function beginsList(head: string, shape: JsonShape, toRow: ToRow): boolean {
  const list = new ListSplitter({ shape, toRow, known: undefined })
  try {
    return !list.push(head).next().done || list.foundList
  } catch (error) {
    if (error instanceof SourceError) return true
    throw error
  }
}

type ToRow = (value: unknown, row: number, beside: Readonly<Record<string, unknown>>) => RawRow | readonly RawRow[]

/** How the elements of a feed are read. */
interface Reader {
  shape: JsonShape
  toRow: ToRow
  known: KnownTexts | undefined
}

const nothingBeside: Readonly<Record<string, unknown>> = {}

function membersOf({ member = [] }: JsonShape): readonly string[] {
  return typeof member === 'string' ? [member] : member
}

function* rowsOf(
  parsed: ReturnType<typeof parse>,
  element: string,
  row: number,
  where: string,
  { shape, toRow, known }: Reader,
  beside = nothingBeside,
): Generator<RawRow> {
  if (parsed.fault !== undefined) {
    known?.unlearn()
    const key = shape.keyMembers.map(name => memberText(element, name)).find(found => found !== undefined)
    yield rejected(
      row,
      `${where} is not valid JSON: ${parsed.fault}`,
      key,
      memberText(element, shape.titleMember),
      element,
    )
    return
  }
  const read = object(parsed.value)
    ? toRow(parsed.value, row, beside)
    : rejected(row, `${where} is ${kindOf(parsed.value)}: expected an object`)
  if (Array.isArray(read)) known?.unlearn()
  for (const one of Array.isArray(read) ? (read as readonly RawRow[]) : [read as RawRow]) {
    if (!('job' in one) && one.raw === undefined) one.raw = own(element.slice(0, 4_000))
    yield one
  }
}

/** A member's text out of JSON that can't be parsed. */
function memberText(element: string, name: string): string | undefined {
  const match = new RegExp(
    `"${name.replace(/[^\w-]/g, '\\$&')}"\\s*:\\s*(?:"([^"\\\\]{1,300})"|(\\d{1,15})(?!\\d))`,
  ).exec(element)
  return textOf(match?.[1] ?? match?.[2])
}

/** One JSON object a line. */
class LineSplitter {
  readonly #reader: Reader
  #line = 0
  /** Objects that have stood behind another one on a line. */
  #behind = 0
  #parts: string[] = []
  #length = 0

  constructor(reader: Reader) {
    this.#reader = reader
  }

  *push(chunk: string): Generator<RawRow> {
    let from = 0
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      const line = this.#take(chunk.slice(from, to))
      from = to + 1
      if (line !== '') yield* this.#rows(line)
    }
    if (from === chunk.length) return
    this.#parts.push(chunk.slice(from))
    this.#length += chunk.length - from
    if (this.#length > headLength && chunk.includes('}')) {
      // A feed without line breaks: what is whole is read.
      const { objects, rest } = objectsIn(this.#parts.join(''))
      for (const one of objects) yield* this.#row(one, this.#line + 1 + this.#behind++)
      this.#parts = [rest]
      this.#length = rest.length
    }
    if (this.#length > maxRowLength)
      throw new SourceError(
        `Line ${this.#line + 1} is longer than ${maxRowLength} characters: this is not one JSON object a line`,
      )
  }

  *end(): Generator<RawRow> {
    const line = this.#take('')
    if (line === '') return
    // A last line without its line break is whole only if it parses; otherwise the feed was cut there.
    const { objects, rest } = objectsIn(line)
    if (parse(line).fault !== undefined && (objects.length < 2 || rest !== ''))
      throw new SourceError(
        `The feed is cut off in line ${this.#line}, in the middle of a row. Nothing of it can be taken for complete`,
      )
    yield* this.#rows(line)
  }

  #row(object: string, row: number, parsed = parse(object)): Generator<RawRow> {
    return rowsOf(parsed, object, row, `line ${this.#line}`, this.#reader)
  }

  /** A line is an object, or several one after another. */
  *#rows(line: string): Generator<RawRow> {
    if (this.#reader.known?.isKnown(line)) return
    const parsed = parse(line)
    // What is whole is one object, whatever stands in it.
    const { objects, rest } =
      parsed.fault !== undefined && line.startsWith('{') && /\}[\s,]*\{/.test(line)
        ? objectsIn(line)
        : { objects: [], rest: '' }
    if (objects.length < 2 || (rest !== '' && !rest.startsWith('{')))
      return yield* this.#row(line, this.#line + this.#behind, parsed)
    this.#reader.known?.unlearn()
    for (const [at, one] of [...objects, ...(rest === '' ? [] : [rest])].entries())
      yield* this.#row(one, this.#line + this.#behind + at)
    this.#behind += objects.length - (rest === '' ? 1 : 0)
  }

  #take(rest: string): string {
    this.#line++
    const line = this.#parts.length > 0 ? this.#parts.join('') + rest : rest
    this.#parts = []
    this.#length = 0
    return line.trim()
  }
}

const quote = 34
const backslash = 92
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93
const comma = 44
const colon = 58

/**
 * Finds the elements of a list in text that arrives in pieces, by following quotes and brackets only; each element is
 * then parsed on its own. `#state` is what may come next: `start` the top-level value · `elements` an element or the
 * list's end · `element` inside an element · `afterElement` a comma or the list's end · `members` a name or the
 * object's end · `name` inside a name · `colon` · `value` a member's value · `skip` inside a member's value ·
 * `afterMember` a comma or the object's end · `tail` white space.
 */
class ListSplitter {
  readonly #reader: Reader
  readonly #shape: JsonShape
  #state:
    | 'start'
    | 'elements'
    | 'element'
    | 'afterElement'
    | 'members'
    | 'name'
    | 'colon'
    | 'value'
    | 'skip'
    | 'afterMember'
    | 'tail' = 'start'
  #row = 0
  /** Characters before the current chunk. */
  #before = 0
  /** Inside the element or value that is being followed. */
  #inString = false
  #escaped = false
  #open: number[] = []
  #scalar = false
  /** The current element or name so far. */
  #parts: string[] = []
  #length = 0
  #wrapped = false
  readonly #members: readonly string[]
  /** Names of the objects that are open on the way to the rows. */
  #path: string[] = []
  #name = ''
  #names: string[] = []
  #notList: string | undefined
  foundList = false
  /** Rows before the top-level object that is open. */
  #rowsBefore = 0
  /** The member that is being passed is one that rows are given. */
  #besides = false
  #beside = nothingBeside
  /** Beginning of a top-level object: where there are no rows it may be an error with a text. */
  #note = ''

  constructor(reader: Reader) {
    this.#reader = reader
    this.#shape = reader.shape
    this.#members = membersOf(reader.shape)
  }

  *push(chunk: string): Generator<RawRow> {
    const length = chunk.length
    let i = 0
    if (this.#wrapped && this.#row === this.#rowsBefore) this.#addNote(chunk)
    while (i < length) {
      switch (this.#state) {
        case 'element': {
          const end = this.#follow(chunk, i)
          this.#keep(chunk.slice(i, end < 0 ? length : end))
          if (end < 0) {
            i = length
            break
          }
          i = end
          this.#state = 'afterElement'
          this.#row++
          const element = this.#take()
          if (this.#isKnown(element)) break
          yield* rowsOf(parse(element), element, this.#row, `row ${this.#row}`, this.#reader, this.#beside)
          break
        }
        case 'skip': {
          const end = this.#follow(chunk, i)
          if (this.#besides) this.#keep(chunk.slice(i, end < 0 ? length : end))
          if (end >= 0) {
            this.#state = 'afterMember'
            if (this.#besides)
              this.#beside = { ...this.#beside, [this.#name]: (parse(this.#take()) as { value?: unknown }).value }
          }
          i = end < 0 ? length : end
          break
        }
        case 'name': {
          const end = this.#follow(chunk, i)
          this.#keep(chunk.slice(i, end < 0 ? length : end))
          if (end >= 0) {
            const name = parse(this.#take())
            this.#name = name.fault === undefined ? String(name.value) : '?'
            if (this.#path.length === 0 && this.#names.length < 10) this.#names.push(this.#name)
            this.#state = 'colon'
          }
          i = end < 0 ? length : end
          break
        }
        default: {
          const code = chunk.charCodeAt(i)
          if (code <= 32 || code === 0xfeff) i++
          else i = this.#structure(code, i, chunk)
        }
      }
    }
    this.#before += length
  }

  /** With something beside it, an element alone says too little. */
  #isKnown(element: string): boolean {
    const { known } = this.#reader
    if (this.#beside === nothingBeside) return known?.isKnown(element) ?? false
    known?.unlearn()
    return false
  }

  end(): RawRow[] {
    if (this.#state === 'tail') return []
    if (this.#state === 'start')
      throw new SourceError('The feed is empty: it holds nothing but white space. Check what the source sends')
    throw new SourceError(
      `The feed is cut off at character ${this.#before}, after ${this.#row} whole rows: its JSON has no end. Nothing of it can be taken for complete`,
    )
  }

  /** One character outside of elements and values; returns where to go on. */
  #structure(code: number, i: number, chunk: string): number {
    switch (this.#state) {
      case 'start':
        if (code === openBracket && this.#shape.bareList) {
          this.#state = 'elements'
          return i + 1
        }
        if (code === openBrace) return this.#openObject(chunk, i)
        if (code === openBracket) throw new SourceError(`The feed is a JSON list: ${this.#shape.expected}`)
        throw new SourceError(
          `The feed is not JSON: it begins with ${JSON.stringify(chunk.slice(i, i + 20))}. ${capital(this.#shape.expected)}`,
        )
      case 'elements':
        if (code === closeBracket) {
          this.#closeList()
          return i + 1
        }
        if (code === comma) throw this.#unexpected(code, i, 'a row')
        this.#begin(code)
        this.#state = 'element'
        return i
      case 'afterElement':
        if (code === comma) this.#state = 'elements'
        else if (code === openBrace) {
          // A comma is missing, and nothing else can be meant.
          this.#begin(code)
          this.#state = 'element'
          return i
        } else if (code === closeBracket) this.#closeList()
        else throw this.#unexpected(code, i, '"," or "]"')
        return i + 1
      case 'members':
        if (code === quote) {
          this.#begin(code)
          this.#state = 'name'
          return i
        }
        if (code !== closeBrace) throw this.#unexpected(code, i, 'a name in quotes or "}"')
        this.#closeObject()
        return i + 1
      case 'colon':
        if (code !== colon) throw this.#unexpected(code, i, '":"')
        this.#state = 'value'
        return i + 1
      case 'value':
        return this.#value(code, i)
      case 'afterMember':
        if (code === comma) this.#state = 'members'
        else if (code === closeBrace) this.#closeObject()
        else throw this.#unexpected(code, i, '"," or "}"')
        return i + 1
      default:
        if (this.#wrapped && code === openBrace) return this.#openObject(chunk, i)
        if (!this.#wrapped && code === openBracket) {
          this.#state = 'elements'
          return i + 1
        }
        throw new SourceError(
          `Text follows after the end of the JSON, at character ${this.#before + i + 1}: the feed is not one JSON document`,
        )
    }
  }

  #openObject(chunk: string, i: number): number {
    this.#wrapped = true
    this.foundList = false
    this.#rowsBefore = this.#row
    this.#beside = nothingBeside
    this.#names = []
    this.#note = ''
    this.#addNote(chunk.slice(i))
    this.#state = 'members'
    return i + 1
  }

  #value(code: number, i: number): number {
    const path = [...this.#path, this.#name].join('.')
    if (this.#members.includes(path)) {
      if (code === openBracket) {
        this.foundList = true
        this.#state = 'elements'
        return i + 1
      }
      this.#notList ??= path
    } else if (code === openBrace && this.#members.some(member => member.startsWith(`${path}.`))) {
      this.#path.push(this.#name)
      this.#state = 'members'
      return i + 1
    }
    this.#besides = this.#shape.beside?.includes(path) ?? false
    this.#begin(code)
    this.#state = 'skip'
    return i
  }

  #begin(code: number): void {
    this.#open = []
    this.#inString = false
    this.#escaped = false
    this.#scalar = code !== openBrace && code !== openBracket
  }

  /** Follows the current value; returns where it ends, or -1 when it goes on in the next chunk. */
  #follow(chunk: string, from: number): number {
    const open = this.#open
    const length = chunk.length
    let i = from
    while (i < length) {
      if (this.#inString) {
        if (this.#escaped) {
          this.#escaped = false
          i++
          continue
        }
        const end = chunk.indexOf('"', i)
        const stop = end < 0 ? length : end
        let slashes = 0
        while (stop - slashes > i && chunk.charCodeAt(stop - slashes - 1) === backslash) slashes++
        const odd = slashes % 2 === 1
        if (end < 0) {
          this.#escaped = odd
          return -1
        }
        i = end + 1
        if (odd) continue
        this.#inString = false
        if (open.length === 0) return i
        continue
      }
      const code = chunk.charCodeAt(i)
      if (code === quote) {
        this.#inString = true
      } else if (code === openBrace || code === openBracket) {
        open.push(code)
        if (open.length > maxDepth)
          throw new SourceError(
            `The feed's JSON nests more than ${maxDepth} deep at character ${this.#before + i + 1}, near row ${this.#row + 1}: it has no end`,
          )
      } else if (code === closeBrace || code === closeBracket) {
        if (open.length === 0) return i
        // In ASCII the closing bracket is the opening one plus 2.
        if (open.pop() !== code - 2) throw this.#unexpected(code, i, code === closeBrace ? '"]"' : '"}"')
        if (open.length === 0) return i + 1
      } else if (open.length === 0 && this.#scalar && (code === comma || code <= 32)) {
        return i
      }
      i++
    }
    return -1
  }

  #keep(part: string): void {
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length > maxRowLength)
      throw new SourceError(
        `Row ${this.#row + 1} is longer than ${maxRowLength} characters: a quote or bracket in it is never closed`,
      )
  }

  #take(): string {
    const whole = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('')
    this.#parts = []
    this.#length = 0
    return whole
  }

  #closeList(): void {
    this.#state = this.#wrapped ? 'afterMember' : 'tail'
  }

  #closeObject(): void {
    if (this.#path.pop() !== undefined) {
      this.#state = 'afterMember'
      return
    }
    if (!this.foundList || (this.#row === this.#rowsBefore && failureSaid(this.#note))) throw this.#noList()
    this.#state = 'tail'
  }

  #addNote(chunk: string): void {
    if (this.#note.length < 4096) this.#note += chunk.slice(0, 4096)
    else if (this.#members.length === 0 && !this.foundList) throw this.#noList()
  }

  #noList(): SourceError {
    const said = errorSaid(this.#note)
    if (!said && this.#notList) return new SourceError(`"${this.#notList}" is not a list: ${this.#shape.expected}`)
    const found = said
      ? `The source answered with an error: "${said}"`
      : `The feed is a JSON object with ${this.#names.join(', ') || 'no members'}`
    return new SourceError(`${found}. ${capital(this.#shape.expected)}`)
  }

  #unexpected(code: number, i: number, expected: string): SourceError {
    return new SourceError(
      `The feed's JSON is broken at character ${this.#before + i + 1}, near row ${this.#row + 1}: found ${JSON.stringify(String.fromCharCode(code))} where ${expected} should be`,
    )
  }
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

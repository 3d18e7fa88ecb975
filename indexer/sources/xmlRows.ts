import { SaxesParser } from 'saxes'
import type { RawRow } from '../documents/rawJob.ts'
import { own, rejected, SourceError } from './format.ts'
import type { KnownTexts } from './knownTexts.ts'
import type { NotRead } from './notRead.ts'
import { Feeder, maxRowLength, type Recovery, RowFault } from './xmlFeeder.ts'

/** One element of a row, with all that is in it. */
export interface XmlNode {
  /** In lower case, without prefix: `jobtitle`. */
  name: string
  /** In lower case, with the prefix as the feed writes it: `joblisting:jobtitle`. */
  qualified: string
  /** Names in lower case, as written. */
  attributes: Readonly<Record<string, string>>
  children: readonly XmlNode[]
  /** Own text and CDATA, trimmed; for an element of `markup` with the elements in it as HTML. */
  text: string
  /** 1-based line of the feed that the element begins on. */
  line: number
  /** A reader has asked for it. */
  seen: boolean
  /** Of a row of `readXmlRows`: what is wrong with its XML. Its elements are those that could be told. */
  fault?: string | undefined
}

export interface XmlRowOptions {
  /**
   * Elements that are a row, in lower case without prefix, the usual one first. A row's own elements of that name are
   * part of it.
   */
  row: readonly string[]
  /**
   * Elements whose unescaped child elements are their text (a description in HTML that was not escaped). Names in lower
   * case without prefix, or a function that knows them.
   */
  markup?: readonly string[] | ((element: Pick<XmlNode, 'name' | 'attributes'>) => boolean)
  /** What the feed should look like and what to do: a sentence that ends a message about another shape. */
  expected: string
  /**
   * Roots, in lower case without prefix, under which no row at all means that nothing is open. Under every other root a
   * feed without rows is refused.
   */
  root?: readonly string[]
}

/** How the rows of a feed are read, as far as they are. */
export interface XmlReading {
  /** Counts the elements that the reader of a row has not asked for. */
  notRead?: NotRead | undefined
  /** Of a format whose rows depend on nothing but their own element. */
  known?: KnownTexts | undefined
}

/** What one element costs beside its text, in characters. */
const nodeLength = 100
const maxDepth = 1_000
/**
 * Faults that leave no doubt about what is meant: HTML entities in a title, control characters out of a word processor,
 * `]]>` in a text. Everything else is a feed that is not well-formed.
 */
const harmless =
  /undefined entity|disallowed character\.$|malformed character entity|disallowed character in entity name|is disallowed in char data/

const noChildren: readonly XmlNode[] = Object.freeze([])
/** The attributes of an element that has none. */
export const noAttributes: Readonly<Record<string, string>> = Object.freeze({})

/** An element while it is open. */
interface OpenNode extends XmlNode {
  children: XmlNode[] | readonly XmlNode[]
}

/**
 * The rows of an XML feed, one tree each, in the feed's order; a tree is dropped when the next row is asked for, so
 * memory does not grow with the feed. Mended, as they leave no doubt: element names closed in another case, a bare `&`,
 * HTML entities (which stay in the text for `decodeEntities`), control characters, text or white space before the XML
 * declaration, a declaration with escaped quotes.
 * @throws SourceError with line and column: not XML, not well-formed, cut off, a row without an end, or no rows where
 * there should be some
 */
export async function* xmlRows(feed: AsyncIterable<string>, options: XmlRowOptions): AsyncGenerator<XmlNode> {
  const machine = new RowMachine({ ...options, recover: false, notesSpelling: false })
  for await (const chunk of feed) {
    machine.feeder.push(chunk)
    yield* machine.take()
  }
  machine.end()
  yield* machine.take()
  machine.judge()
}

/**
 * The rows of a feed, whose rows are many, as `toRow` reads each; null gives none. One that is not well-formed is given
 * with its `fault`, and the rest goes on. The feed is given to the parser a row at a time, and a
 * row that is known is not: behind a row, with nothing but white space before the next one, what the parser makes of
 * that depends on its text alone.
 * @param toRow given the element and its place in the feed, from 1
 */
export async function* readXmlRows(
  feed: AsyncIterable<string>,
  options: XmlRowOptions,
  { notRead, known }: XmlReading,
  toRow: (node: XmlNode, row: number) => RawRow | null,
): AsyncGenerator<RawRow> {
  const machine = new RowMachine({ ...options, recover: true, notesSpelling: notRead !== undefined })
  let place = 0
  function* read(nodes: readonly XmlNode[]): Generator<RawRow> {
    for (const node of nodes) {
      const row = toRow(node, ++place)
      notRead?.xml(node, machine.feeder.spelling)
      if (row) yield row
    }
  }
  let carried = ''
  let isBehindRow = false
  for await (const chunk of feed) {
    const text = carried === '' ? chunk : carried + chunk
    carried = ''
    for (let from = 0; from < text.length; ) {
      const next = isBehindRow ? machine.rowAt(text, from) : null
      if (next?.end === -1 && text.length - from < maxCarried) {
        carried = text.slice(from)
        break
      }
      const isWhole = next !== null && next.end !== -1
      if (isWhole && known?.isKnown(text.slice(next.start, next.end))) {
        machine.passOver(text.slice(from, next.end))
        place++
        from = next.end
        continue
      }
      const end = isWhole ? next.end : machine.endOfRow(text, from)
      machine.feeder.push(end < 0 ? text.slice(from) : text.slice(from, end))
      from = end < 0 ? text.length : end
      const nodes = machine.take()
      isBehindRow = nodes.length > 0 && machine.isBetweenRows
      if (!isWhole || !isBehindRow || nodes.length > 1 || nodes[0]!.fault !== undefined) known?.unlearn()
      yield* read(nodes)
    }
  }
  known?.unlearn()
  if (carried !== '') machine.feeder.push(carried)
  machine.end()
  yield* read(machine.take())
  machine.judge()
}

interface MachineOptions extends XmlRowOptions {
  recover: boolean
  /** Element names are wanted as the feed writes them. */
  notesSpelling: boolean
}

/** The rows of what the feeder's parser comes upon. */
class RowMachine implements Recovery {
  readonly feeder: Feeder
  readonly #options: MachineOptions
  readonly #rowNames: ReadonlySet<string>
  readonly #rowStart: RegExp
  readonly rowEnd: RegExp
  readonly rowBorder: RegExp
  /** The same before element names are in lower case: a row's start behind white space, and a row's end. */
  readonly #rowHere: RegExp
  readonly #anyEnd: RegExp
  /** Ends of rows, and of elements that are called like one, that the parser has come upon. */
  #ends = 0
  readonly #isMarkup: (element: Pick<XmlNode, 'name' | 'attributes'>) => boolean
  #rows: XmlNode[] = []
  #count = 0
  /** Qualified. */
  #root: string | null = null
  /** Elements open outside rows: their qualified names and the beginning of their text. */
  #outer: { name: string; text: string }[] = []
  /** Names of the elements around the last row. */
  #around: string[] = []
  /** What an element that is called an error says. */
  #error = ''
  /** First words of a feed without rows: the message of an error document, most likely. */
  #words = ''
  /** Open elements from the row on. */
  #open: OpenNode[] = []
  #current: OpenNode | null = null
  /** Elements open below the innermost one whose elements are text; -1 when there is none. */
  #within = -1
  #length = 0
  /** The first fault of the feed's rows, and how many rows had none. */
  #fault: RowFault | null = null
  #whole = 0
  /** The row that is not well-formed, and its text after the fault, until the next one begins. */
  #broken: XmlNode | null = null
  #passed = ''
  #ending = false

  constructor(options: MachineOptions) {
    this.#options = options
    this.#rowNames = new Set(options.row)
    const name = `(?:[\\w.-]{1,60}:)?(?:${options.row.join('|')})`
    this.rowEnd = new RegExp(`</${name}\\s{0,100}>`, 'g')
    this.rowBorder = new RegExp(`</${name}\\s{0,100}>(?=\\s{0,100}<(?:/|${name}[\\s/>]))`, 'gi')
    this.#rowStart = new RegExp(`<${name}(?=[\\s/>])`, 'g')
    this.#rowHere = new RegExp(`\\s*(?:<(${name})(?=[\\s/>])|$)`, 'iy')
    this.#anyEnd = new RegExp(this.rowEnd.source, 'gi')
    const { markup: html = [] } = options
    const htmlNames = new Set(typeof html === 'function' ? [] : html)
    this.#isMarkup = typeof html === 'function' ? html : ({ name }) => htmlNames.has(name)
    this.feeder = new Feeder(this.#parser(), options.recover ? this : null, options.notesSpelling)
  }

  /** The parser has closed what came last, and stands between rows: nothing of what was before it is left. */
  get isBetweenRows(): boolean {
    return this.#root !== null && !this.isInRow && this.#broken === null && this.feeder.isClear
  }

  /**
   * The row that begins there behind white space, with where it ends: -1 where the text does not tell. Null for
   * anything else.
   */
  rowAt(text: string, from: number): { start: number; end: number } | null {
    this.#rowHere.lastIndex = from
    const found = this.#rowHere.exec(text)
    if (!found) return null
    const [all, name] = found
    if (name === undefined) return { start: text.length, end: -1 }
    const tag = `</${name}>`
    const at = text.indexOf(tag, from + all.length)
    return {
      start: from + all.length - name.length - 1,
      end: at < 0 ? this.endOfRow(text, from + all.length) : at + tag.length,
    }
  }

  /** Behind the first tag that may end a row, however it is written; -1 where there is none. */
  endOfRow(text: string, from: number): number {
    this.#anyEnd.lastIndex = from
    return this.#anyEnd.test(text) ? this.#anyEnd.lastIndex : -1
  }

  /** A row that need not be read. */
  passOver(text: string): void {
    this.feeder.passOver(text)
    this.#count++
    this.#whole++
  }

  /** The rows that are complete. */
  take(): XmlNode[] {
    const ready = this.#rows
    if (ready.length > 0) this.#rows = []
    return ready
  }

  /** @throws SourceError where the feed is cut off */
  end(): void {
    this.feeder.flush()
    this.#ending = true
    try {
      this.feeder.close()
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault
      this.failed(fault)
      this.#giveBroken()
    }
    if (this.feeder.skipping && !this.feeder.endsWith(this.#root!)) throw this.#refusal(this.#fault!.message)
    // Behind the last row, whose end the end of the feed has told.
    if (this.#broken?.children.length === 0 && this.#passed.trim() === '') this.#broken = null
    this.#giveBroken()
  }

  /** @throws SourceError for a feed without rows that are any */
  judge(): void {
    const { root, row, expected } = this.#options
    if (this.#whole === 0 && this.#fault) throw this.#refusal(this.#fault.message)
    if (this.#count > 0 || (this.#error === '' && root?.includes(localName(this.#root!)))) return
    const says = (this.#error || this.#words).replace(/\s+/g, ' ').trim().slice(0, 160)
    throw new SourceError(
      `The feed has no <${row[0]}> elements: it is XML with the root <${localName(this.#root!)}>${says ? ` that says "${says}"` : ''}. ${expected}`,
    )
  }

  nextRow(text: string, from: number): number {
    this.#rowStart.lastIndex = from
    return this.#rowStart.exec(text)?.index ?? -1
  }

  rowEnded(): boolean {
    const hasEnded = this.#ends > 0
    this.#ends = 0
    return hasEnded
  }

  get isInRow(): boolean {
    return this.#open.length > 0
  }

  passed(text: string): void {
    if (this.#broken && this.#passed.length < maxPassed) this.#passed += text.slice(0, maxPassed)
  }

  failed(fault: RowFault): void {
    this.#fault ??= fault
    if (!fault.isTold) this.#break(fault)
    this.#open = []
    this.#current = null
    this.#within = -1
  }

  #break(fault: RowFault): void {
    if (this.#open.length > 0) {
      // What was never closed holds what comes after it: all of it is the row's.
      const [row] = this.#open as [OpenNode]
      this.#broken ??= { ...row, children: descendants(row), text: row.text.trim() }
    }
    this.#broken ??= {
      name: this.#options.row[0]!,
      qualified: this.#options.row[0]!,
      attributes: noAttributes,
      children: noChildren,
      text: '',
      line: this.feeder.parser.line,
      seen: false,
    }
    this.#broken.fault ??= fault.message
  }

  restart(wrote: (prefix: string) => void): SaxesParser {
    this.#giveBroken()
    const open = this.#around.length > 0 ? this.#around : this.#outer.map(({ name }) => name)
    const names = open.length > 0 ? open : [this.#root!]
    this.#outer = []
    const parser = this.#parser()
    const prefix = names.map(name => `<${name}>`).join('')
    parser.write(prefix)
    wrote(prefix)
    return parser
  }

  #giveBroken(): void {
    const broken = this.#broken
    if (!broken) return
    const children = [...broken.children]
    for (const [, name, data, text] of this.#passed.matchAll(plainElement)) {
      const written = (data ?? text!).trim()
      if (written !== '')
        children.push({
          name: localName(name!),
          qualified: name!,
          attributes: noAttributes,
          children: noChildren,
          text: written,
          line: broken.line,
          seen: false,
        })
    }
    this.#count++
    this.#rows.push({ ...broken, children })
    this.#broken = null
    this.#passed = ''
  }

  #refusal(what: string): SourceError {
    return new SourceError(`The feed's XML is not well-formed at ${what}. Nothing of it can be taken for complete`)
  }

  #parser(): SaxesParser {
    const parser = new SaxesParser()
    parser.on('error', ({ message }) => {
      if (harmless.test(message)) return
      const what = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
      const where = `line ${parser.line}, column ${parser.column}`
      if (this.#root === null)
        throw new SourceError(`The feed is not XML (${where}: ${what}). ${this.#options.expected}`)
      // Behind the root there are no rows to go on with.
      const isBehind = /outside of root|only one root|unmatched closing tag/.test(message)
      // A quote that is never closed has taken the end of the feed in.
      const isCut = this.#ending && !this.feeder.endsWith(this.#root)
      if (this.#options.recover && !isBehind && !isCut) throw new RowFault(`${where}: ${what}`)
      throw this.#refusal(`${where}: ${what}`)
    })
    parser.on('text', text => this.#gather(text))
    parser.on('cdata', () => this.#gather(this.feeder.data))
    parser.on('opentag', tag => this.#openTag(tag.name, tag.attributes as Record<string, string>))
    parser.on('closetag', tag => this.#closeTag(tag.name, tag.isSelfClosing))
    return parser
  }

  #grow(by: number): void {
    this.#length += by
    if (this.#length > maxRowLength)
      throw new SourceError(
        `Row ${this.#count + 1} is longer than ${maxRowLength} characters (line ${this.feeder.parser.line}): an element in it is never closed`,
      )
  }

  #gather(text: string): void {
    const current = this.#current
    if (current === null) {
      const last = this.#outer.at(-1)
      if (last && last.text.length < 200) last.text += text.slice(0, 200)
      return
    }
    // Under an element that became text, what the parser has decoded is text again; the element's own text may be
    // escaped HTML and stays as it is.
    const written = this.#within > 0 && text !== '' ? escaped(text) : text
    current.text = current.text === '' ? written : current.text + written
    this.#grow(written.length)
  }

  #openTag(qualified: string, written: Record<string, string>): void {
    this.feeder.fed = 0
    const open = this.#open
    if (this.#within >= 0) {
      this.#within++
      if (this.#within > maxDepth) throw this.#tooDeep()
      const tag = `<${qualified}${markup(written)}>`
      this.#current!.text += tag
      this.#grow(nodeLength + tag.length)
      return
    }
    const name = localName(qualified)
    if (this.#root === null) {
      this.#root = qualified
      if (name === 'html') throw new SourceError(`The feed is a web page and no XML feed. ${this.#options.expected}`)
    }
    if (this.#current === null && !this.#rowNames.has(name)) {
      if (this.#outer.length >= maxDepth) throw this.#tooDeep()
      this.#outer.push({ name: qualified, text: '' })
      return
    }
    if (open.length >= maxDepth) throw this.#tooDeep()
    const node: OpenNode = {
      name,
      qualified,
      attributes: readAttributes(written),
      children: noChildren,
      text: '',
      line: this.feeder.parser.line,
      seen: false,
      fault: undefined,
    }
    const parent = this.#current
    if (parent === null) {
      this.#length = 0
      if (this.#around.length !== this.#outer.length) this.#around = this.#outer.map(({ name }) => name)
    } else if (parent.children === noChildren) parent.children = [node]
    else (parent.children as XmlNode[]).push(node)
    this.#grow(nodeLength)
    for (const name in node.attributes) this.#grow(node.attributes[name]!.length)
    open.push(node)
    this.#current = node
    if (this.#isMarkup(node)) this.#within = 0
  }

  #closeTag(qualified: string, isSelfClosing: boolean): void {
    this.feeder.fed = 0
    if (!isSelfClosing && this.#rowNames.has(localName(qualified))) this.#ends++
    if (this.#within > 0) {
      this.#within--
      if (!isSelfClosing) this.#current!.text += `</${qualified}>`
      return
    }
    const current = this.#current
    if (current === null) {
      const said = this.#outer.pop()!.text.trim()
      if (this.#count > 0 || said === '') return
      if (/^(?:errors?|error_?(?:message|text|description)|fault(?:string)?|exception)$/.test(localName(qualified)))
        this.#error ||= said
      if (this.#words.length < 200) this.#words += this.#words === '' ? said : ` ${said}`
      return
    }
    this.#within = -1
    current.text = current.text.trim()
    const open = this.#open
    open.pop()
    const parent = open.at(-1)
    if (parent) {
      this.#current = parent
      if (this.#options.recover && open.length === 1 && isSibling(current, parent)) this.#separate(parent, current)
      return
    }
    this.#count++
    this.#whole++
    this.#rows.push(current)
    this.#current = null
    this.#open = []
  }

  /** A row in a row that is like it: the outer one was never closed. @throws RowFault */
  #separate(unclosed: OpenNode, row: XmlNode): never {
    const fault = new RowFault(`line ${unclosed.line}: the <${unclosed.name}> that begins there is never closed`)
    this.#open = [{ ...unclosed, children: unclosed.children.filter(one => one !== row) }]
    this.#break(fault)
    fault.isTold = true
    this.#giveBroken()
    this.#count++
    this.#whole++
    this.#rows.push(row)
    throw fault
  }

  #tooDeep(): SourceError {
    return new SourceError(
      `The feed's elements are nested more than ${maxDepth} deep at line ${this.feeder.parser.line}: elements in it are never closed`,
    )
  }
}

/** Most characters of a row that are kept until its end has come; a longer one is read. */
const maxCarried = 1024 * 1024
/** Most characters after a fault in which the broken row's key and title are looked for. */
const maxPassed = 64 * 1024
const plainElement = /<([a-z_][\w:.-]{0,100})(?:\s[^<>]{0,500})?>(?:\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*|([^<]*))<\/\1\s*>/g

function descendants({ children }: XmlNode): XmlNode[] {
  return children.flatMap(one => [{ ...one, text: one.text.trim() }, ...descendants(one)])
}

/** Whether an element within a row has the row's name and its fields. */
function isSibling(node: XmlNode, row: XmlNode): boolean {
  if (node.qualified !== row.qualified) return false
  const names = new Set(node.children.map(({ name }) => name))
  const both = row.children.filter(({ name }) => name !== row.name && names.delete(name)).length
  return both >= 2 && both >= names.size
}

/** The first element under `node` at this path of names (lower case; without prefix, or as `prefix:name`). */
export function child(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let at = node
  for (const name of path) {
    if (at === undefined) return undefined
    at = at.children.find(name.includes(':') ? one => one.qualified === name : one => one.name === name)
    if (at) at.seen = true
  }
  return at
}

/** The text of that element; undefined when there is none or it is blank. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string | undefined {
  return child(node, ...path)?.text || undefined
}

/** All elements of that name directly under `node`. */
export function all(node: XmlNode | undefined, name: string): XmlNode[] {
  if (node === undefined) return []
  const found = node.children.filter(name.includes(':') ? one => one.qualified === name : one => one.name === name)
  for (const one of found) one.seen = true
  return found
}

/**
 * The row with the feed's own text of it, at most 4,000 characters, where it was rejected. One whose XML is not
 * well-formed is: what was read of it names it.
 */
export function withText(node: XmlNode, row: RawRow): RawRow {
  if (node.fault !== undefined) {
    const { key, title } = 'job' in row ? row.job : row
    const reason = `the XML of the row is not well-formed (${node.fault}): ask the source to mend it`
    return rejected(row.row, reason, key, title, written(node, 4_000))
  }
  return 'job' in row ? row : { ...row, raw: own(written(node, 4_000)) }
}

/** The element as XML, at most so many characters. */
export function written(node: XmlNode, most: number): string {
  let xml = `<${node.qualified}${markup(node.attributes)}>`
  xml += node.children.length === 0 ? node.text.slice(0, most) : escaped(node.text.slice(0, most))
  for (const one of node.children) {
    if (xml.length >= most) break
    xml += `\n${written(one, most - xml.length)}`
  }
  return `${xml}</${node.qualified}>`.slice(0, most)
}

function localName(qualified: string): string {
  const colon = qualified.indexOf(':')
  return colon < 0 ? qualified : qualified.slice(colon + 1)
}

function readAttributes(written: Record<string, string>): Readonly<Record<string, string>> {
  let attributes: Record<string, string> | undefined
  for (const name in written) {
    attributes ??= {}
    attributes[name.toLowerCase()] = written[name]!
  }
  return attributes ?? noAttributes
}

function markup(attributes: Readonly<Record<string, string>>): string {
  let written = ''
  for (const name in attributes)
    written += ` ${name}="${attributes[name]!.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  return written
}

function escaped(text: string): string {
  return /[<>&]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}

import { SaxesParser } from 'saxes'
import type { RawRow } from '../documents/rawJob.ts'
import { own, SourceError } from './format.ts'

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

/**
 * Most characters of one row: an element that is never closed would otherwise gather the rest of the feed in memory.
 */
const maxRowLength = 16 * 1024 * 1024
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
  // Long: one machine, whose state the callbacks of the parser share.
  const parser = new SaxesParser()
  const feeder = new Feeder(parser)
  const rowNames = new Set(options.row)
  const { markup: html = [] } = options
  const htmlNames = new Set(typeof html === 'function' ? [] : html)
  const isMarkup = typeof html === 'function' ? html : ({ name }: Pick<XmlNode, 'name'>) => htmlNames.has(name)
  let rows: XmlNode[] = []
  let count = 0
  let root: string | null = null
  /** Open elements outside rows: the beginning of their text. */
  const outer: string[] = []
  /** What an element that is called an error says. */
  let error = ''
  /** First words of a feed without rows: the message of an error document, most likely. */
  let words = ''
  /** Open elements from the row on. */
  let open: OpenNode[] = []
  let current: OpenNode | null = null
  /** Elements open below the innermost one whose elements are text; -1 when there is none. */
  let within = -1
  let length = 0

  parser.on('error', error => {
    if (harmless.test(error.message)) return
    const what = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    const where = `line ${parser.line}, column ${parser.column}`
    throw new SourceError(
      root === null
        ? `The feed is not XML (${where}: ${what}). ${options.expected}`
        : `The feed's XML is not well-formed at ${where}: ${what}. Nothing of it can be taken for complete`,
    )
  })
  const grow = (by: number) => {
    length += by
    if (length > maxRowLength)
      throw new SourceError(
        `Row ${count + 1} is longer than ${maxRowLength} characters (line ${parser.line}): an element in it is never closed`,
      )
  }
  const gather = (text: string) => {
    if (current === null) {
      const last = outer.length - 1
      if (last >= 0 && outer[last]!.length < 200) outer[last] += text.slice(0, 200)
      return
    }
    // Under an element that became text, what the parser has decoded is text again; the element's own text may be
    // escaped HTML and stays as it is.
    const written = within > 0 && text !== '' ? escaped(text) : text
    current.text = current.text === '' ? written : current.text + written
    grow(written.length)
  }
  parser.on('text', gather)
  parser.on('cdata', () => gather(feeder.data))
  parser.on('opentag', tag => {
    feeder.fed = 0
    const qualified = tag.name
    if (within >= 0) {
      within++
      if (within > maxDepth) throw tooDeep(parser)
      const written = `<${qualified}${markup(tag.attributes as Record<string, string>)}>`
      current!.text += written
      grow(nodeLength + written.length)
      return
    }
    const name = localName(qualified)
    if (root === null) {
      root = name
      if (name === 'html') throw new SourceError(`The feed is a web page and no XML feed. ${options.expected}`)
    }
    if (current === null && !rowNames.has(name)) {
      if (outer.length >= maxDepth) throw tooDeep(parser)
      outer.push('')
      return
    }
    if (open.length >= maxDepth) throw tooDeep(parser)
    const node: OpenNode = {
      name,
      qualified,
      attributes: readAttributes(tag.attributes as Record<string, string>),
      children: noChildren,
      text: '',
      line: parser.line,
    }
    if (current === null) length = 0
    else if (current.children === noChildren) current.children = [node]
    else (current.children as XmlNode[]).push(node)
    grow(nodeLength)
    for (const name in node.attributes) grow(node.attributes[name]!.length)
    open.push(node)
    current = node
    if (isMarkup(node)) within = 0
  })
  parser.on('closetag', tag => {
    feeder.fed = 0
    if (within > 0) {
      within--
      if (!tag.isSelfClosing) current!.text += `</${tag.name}>`
      return
    }
    if (current === null) {
      const said = outer.pop()!.trim()
      if (count > 0 || said === '') return
      if (/^(?:errors?|error_?(?:message|text|description)|fault(?:string)?|exception)$/.test(localName(tag.name)))
        error ||= said
      if (words.length < 200) words += words === '' ? said : ` ${said}`
      return
    }
    within = -1
    current.text = current.text.trim()
    open.pop()
    if (open.length > 0) {
      current = open[open.length - 1]!
      return
    }
    count++
    rows.push(current)
    current = null
    open = []
  })

  for await (const chunk of feed) {
    feeder.push(chunk)
    if (rows.length === 0) continue
    const ready = rows
    rows = []
    for (const row of ready) yield row
  }
  feeder.end()
  for (const row of rows) yield row
  if (count === 0 && (error !== '' || !options.root?.includes(root!))) {
    const says = (error || words).replace(/\s+/g, ' ').trim().slice(0, 160)
    throw new SourceError(
      `The feed has no <${options.row[0]}> elements: it is XML with the root <${root}>${says ? ` that says "${says}"` : ''}. ${options.expected}`,
    )
  }
}

/** The first element under `node` at this path of names (lower case; without prefix, or as `prefix:name`). */
export function child(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let at = node
  for (const name of path) {
    if (at === undefined) return undefined
    at = at.children.find(name.includes(':') ? one => one.qualified === name : one => one.name === name)
  }
  return at
}

/** The text of that element; undefined when there is none or it is blank. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string | undefined {
  return child(node, ...path)?.text || undefined
}

/** All elements of that name directly under `node`. */
export function all(node: XmlNode | undefined, name: string): XmlNode[] {
  return node === undefined
    ? []
    : node.children.filter(name.includes(':') ? one => one.qualified === name : one => one.name === name)
}

/** The row with the feed's own text of it, at most 4,000 characters, where it was rejected. */
export function withText(node: XmlNode, row: RawRow): RawRow {
  return 'job' in row ? row : { ...row, raw: own(written(node, 4_000)) }
}

function written(node: XmlNode, most: number): string {
  let xml = `<${node.qualified}${markup(node.attributes)}>`
  xml += node.children.length === 0 ? node.text.slice(0, most) : escaped(node.text.slice(0, most))
  for (const one of node.children) {
    if (xml.length >= most) break
    xml += `\n${written(one, most - xml.length)}`
  }
  return `${xml}</${node.qualified}>`.slice(0, most)
}

function tooDeep(parser: SaxesParser): SourceError {
  return new SourceError(
    `The feed's elements are nested more than ${maxDepth} deep at line ${parser.line}: elements in it are never closed`,
  )
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

/**
 * Feeds the parser. The content of CDATA, where the descriptions are, goes round it (the parser sees the marks alone,
 * and `data` holds the content when it comes to them): going through a million descriptions a character at a time is
 * most of the work of such a feed. In the rest two faults are mended that a strict parser stops at and that leave no
 * doubt: element names closed in another case than they were opened (all become lower case), and a bare `&` (`R&D`,
 * `?a=1&b=2`).
 */
class Feeder {
  readonly #parser: SaxesParser
  #inData = false
  #carried = ''
  #parts: string[] = []
  #length = 0
  /** What comes before the first element, until that is complete; null from then on. */
  #head: string | null = ''
  /** Content of the CDATA whose end the parser is told of. */
  data = ''
  /**
   * Characters given to the parser since its last element, which resets it: what it keeps to itself until a text, tag
   * or comment ends.
   */
  fed = 0

  constructor(parser: SaxesParser) {
    this.#parser = parser
  }

  push(chunk: string): void {
    if (this.#head !== null) {
      this.#head += chunk
      const prolog = this.#head.indexOf('<?xml')
      // An XML declaration is at most a few hundred characters from the start, even behind the warnings of the program
      // that wrote the feed.
      if (this.#head.length < 4096 && (prolog < 0 || this.#head.indexOf('>', prolog) < 0)) return
      this.#begin()
    } else this.#push(chunk)
  }

  end(): void {
    this.#begin()
    if (!this.#inData) this.#write(this.#carried)
    this.#parser.close()
  }

  #begin(): void {
    const head = this.#head
    this.#head = null
    if (head !== null) this.#push(this.#withoutProlog(head))
  }

  /**
   * The declaration has told the decoder its charset and is of no more use: without it, nothing that is wrong with it
   * (escaped quotes, white space or a warning before it) stands in the way. The position stays right.
   */
  #withoutProlog(head: string): string {
    const start = head.search(/[^\s\ufeff\0\u200b]/)
    const prolog = head.indexOf('<?xml')
    const end = prolog < 0 ? -1 : head.indexOf('>', prolog)
    const before = prolog < 0 ? '' : head.slice(Math.max(start, 0), prolog)
    if (/^b(['"])/.test(before))
      throw new SourceError(
        `The feed is not XML (line 1): it is a program's print of bytes (${before}<?xml …), with the line ends and letters written out as codes. Save the answer itself and not its print`,
      )
    const dropped =
      end >= 0 && !/^[[{"']|<(?!br?\b|\/b>)[a-z/]|["'(]\s*$/i.test(before)
        ? end + 1
        : start < 0
          ? 0
          : Math.min(start, head.length)
    this.#advance(head.slice(0, dropped))
    return head.slice(dropped)
  }

  #push(chunk: string): void {
    const text = this.#carried === '' ? chunk : this.#carried + chunk
    this.#carried = ''
    let i = 0
    while (i < text.length) {
      const at = text.indexOf(this.#inData ? ']]>' : '<![CDATA[', i)
      // What may go on in the next chunk is kept for it.
      const end = at >= 0 ? at : this.#inData ? Math.max(i, text.length - 2) : unfinished(text, i)
      const part = text.slice(i, end)
      if (this.#inData) {
        this.#skip(part)
        if (at >= 0) this.#endData()
        i = end
      } else {
        this.#write(part)
        i = end
        if (at >= 0) {
          this.#parser.write('<![CDATA[')
          this.#inData = true
          i += 9
        }
      }
      if (at < 0) {
        this.#carried = text.slice(end)
        break
      }
    }
  }

  #write(part: string): void {
    this.#parser.write(tidy(part))
    this.fed += part.length
    if (this.fed > maxRowLength)
      throw new SourceError(
        `A text, tag or comment is longer than ${maxRowLength} characters (up to line ${this.#parser.line}): it is never closed`,
      )
  }

  #skip(part: string): void {
    this.#advance(part)
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length > maxRowLength)
      throw new SourceError(
        `A CDATA section is longer than ${maxRowLength} characters (up to line ${this.#parser.line}): it is never closed`,
      )
  }

  /** Moves the parser's position over text that it does not see. */
  #advance(part: string): void {
    const { line } = this.#parser
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) this.#parser.line++
    this.#parser.column =
      this.#parser.line === line ? this.#parser.column + part.length : part.length - part.lastIndexOf('\n') - 1
  }

  #endData(): void {
    this.data = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('')
    this.#parts = []
    this.#length = 0
    this.#inData = false
    // `]]>` itself is left in the text as markup.
  }
}

/** Where a tag, CDATA mark or entity begins that the chunk's end cuts through; the chunk's end when there is none. */
function unfinished(text: string, from: number): number {
  const open = text.lastIndexOf('<')
  // A "tag" of a thousand characters without an end is none.
  if (open >= from && text.length - open < 1000 && text.indexOf('>', open) < 0) return open
  const entity = text.lastIndexOf('&')
  return entity >= from && text.length - entity < 40 && text.indexOf(';', entity) < 0 ? entity : text.length
}

function tidy(part: string): string {
  const lower = /<\/?[a-z_\d:.-]{0,200}[A-Z]/.test(part)
    ? part.replace(/<\/?[a-z_][\w:.-]*/gi, name => name.toLowerCase())
    : part
  return lower.includes('&') ? lower.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;') : lower
}

import type { SaxesParser } from 'saxes'
import { SourceError } from './format.ts'

/**
 * Most characters of one row: an element that is never closed would otherwise gather the rest of the feed in memory.
 */
export const maxRowLength = 16 * 1024 * 1024
const tailLength = 512
/** Most characters of a row's end and the next row's start, with the white space between them. */
const borderLength = 256
const dataMark = { opens: '<![CDATA[', closes: ']]>', name: 'CDATA section' }
const commentMark = { opens: '<!--', closes: '-->', name: 'comment' }

/** A row, or what stands between rows, is not well-formed: the feed goes on at its next row. */
export class RowFault extends Error {
  override name = 'RowFault'
  /** The row has been given with it. */
  isTold = false
}

/** The end of a row was none to the parser: it was part of an attribute's value. */
class OpenQuote extends RowFault {
  constructor(line: number) {
    super(`line ${line}: a tag before it, or the quote of an attribute, is never closed`)
  }
}

/** How a feed is read on after a fault. */
export interface Recovery {
  /** Where the next row begins in tidied text, from there on; -1 where none does. */
  nextRow(text: string, from: number): number
  /** Text that goes by before the next row. */
  passed(text: string): void
  /** End tags of rows in tidied text; global. */
  readonly rowEnd: RegExp
  /** What only stands in CDATA or a comment that was never closed: a row's end before the next row's start; global. */
  readonly rowBorder: RegExp
  /** Whether the parser has come upon the end of a row since this was last asked. */
  rowEnded(): boolean
  /** Whether the parser is in a row. */
  readonly isInRow: boolean
  failed(fault: RowFault): void
  /**
   * A parser that stands where rows begin.
   * @param wrote told of what was written to it
   */
  restart(wrote: (prefix: string) => void): SaxesParser
}

/**
 * Feeds the parser. The content of CDATA, where the descriptions are, goes round it (the parser sees the marks alone,
 * and `data` holds the content when it comes to them): going through a million descriptions a character at a time is
 * most of the work of such a feed. In the rest two faults are mended that a strict parser stops at and that leave no
 * doubt: element names closed in another case than they were opened (all become lower case), and a bare `&` (`R&D`,
 * `?a=1&b=2`).
 */
export class Feeder {
  #parser: SaxesParser
  /** What goes round the parser now. */
  #inside: typeof dataMark | typeof commentMark | null = null
  /** The line of the feed that it begins on. */
  #insideLine = 0
  /** What tells where to go on after a fault; null where a fault is the end. */
  readonly #recovery: Recovery | null
  /** After a fault, until the next row begins: its text goes by. */
  #skipping = false
  /** Characters written to the parser: where it began with what it is at. */
  #given = 0
  /** The end of the feed so far: tells whether one with a fault was cut off. */
  #tail = ''
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

  /** Element names as the feed writes them, by those in lower case; where they are to be told. */
  readonly spelling: ReadonlyMap<string, string> = new Map()
  readonly #noted: Map<string, string> | null

  constructor(parser: SaxesParser, recovery: Recovery | null, notesSpelling: boolean) {
    this.#parser = parser
    this.#recovery = recovery
    this.#noted = notesSpelling ? (this.spelling as Map<string, string>) : null
  }

  get parser(): SaxesParser {
    return this.#parser
  }

  /** @returns whether the feed ends with the end of its root, where a fault has kept the parser from its own end */
  endsWith(root: string): boolean {
    let tail = this.#tail.trimEnd()
    // A comment may stand behind it.
    while (tail.endsWith('-->') && tail.includes('<!--')) tail = tail.slice(0, tail.lastIndexOf('<!--')).trimEnd()
    return tail.endsWith('>') && tail.slice(0, -1).trimEnd().toLowerCase().endsWith(`</${root}`)
  }

  get skipping(): boolean {
    return this.#skipping
  }

  /** Nothing of what was pushed is left to be given to the parser. */
  get isClear(): boolean {
    return this.#head === null && this.#inside === null && this.#carried === '' && !this.#skipping
  }

  /** Text that the parser is not given, where it is clear. */
  passOver(text: string): void {
    this.#keepTail(text)
    this.#advance(text)
  }

  #keepTail(chunk: string): void {
    this.#tail = chunk.length >= tailLength ? chunk.slice(-tailLength) : (this.#tail + chunk).slice(-tailLength)
  }

  push(chunk: string): void {
    this.#keepTail(chunk)
    if (this.#head !== null) {
      this.#head += chunk
      const prolog = this.#head.indexOf('<?xml')
      // An XML declaration is at most a few hundred characters from the start, even behind the warnings of the program
      // that wrote the feed.
      if (this.#head.length < 4096 && (prolog < 0 || this.#head.indexOf('>', prolog) < 0)) return
      this.#begin()
    } else this.#push(chunk)
  }

  /** Gives the parser what is left, before `close`. */
  flush(): void {
    this.#begin()
    if (this.#inside === null) this.#write(this.#carried)
    else if (this.#recovery?.isInRow && !this.#skipping) this.#neverClosed(this.#carried)
  }

  /** Tells the parser that this was all. */
  close(): void {
    if (!this.#skipping) this.#parser.close()
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
      if (this.#inside !== null) {
        const { closes } = this.#inside
        const at = text.indexOf(closes, i)
        const border = this.#border(text, i, at)
        if (border >= 0) {
          this.#neverClosed(text.slice(i, border))
          i = border
          continue
        }
        // What may go on in the next chunk is kept for it.
        const end = at >= 0 ? at : Math.max(i, text.length - (this.#recovery ? borderLength : 2))
        this.#skip(text.slice(i, end))
        if (at < 0) {
          this.#carried = text.slice(end)
          return
        }
        i = this.#endInside(at)
        continue
      }
      const data = text.indexOf(dataMark.opens, i)
      // Not searched for in all of the text: descriptions are full of what begins like one.
      const comment = text.slice(i, data < 0 ? undefined : data).indexOf(commentMark.opens)
      const mark = comment < 0 ? dataMark : commentMark
      const at = comment < 0 ? data : i + comment
      const end = at >= 0 ? at : unfinished(text, i)
      this.#write(text.slice(i, end))
      if (at < 0) {
        this.#carried = text.slice(end)
        return
      }
      if (!this.#skipping && mark === dataMark) this.#feed(mark.opens)
      this.#inside = mark
      this.#insideLine = this.#parser.line
      i = at + mark.opens.length
    }
  }

  /** Where a row ends within CDATA or a comment that closes at `closesAt`, if at all; -1 where none does. */
  #border(text: string, from: number, closesAt: number): number {
    if (!this.#recovery || this.#skipping || !this.#recovery.isInRow) return -1
    // One that closes has no other one in it: where it has, or there is no end yet, its text is looked through.
    if (closesAt >= 0 && !text.slice(from, closesAt).includes(this.#inside!.opens)) return -1
    const { rowBorder } = this.#recovery
    rowBorder.lastIndex = from
    const found = rowBorder.exec(text)
    return found && (closesAt < 0 || found.index < closesAt) ? found.index + found[0].length : -1
  }

  /** @param content of what was opened, as far as the row goes */
  #neverClosed(content: string): void {
    const fault = new RowFault(`line ${this.#insideLine}: a ${this.#inside!.name} is never closed`)
    const passed = `${this.#parts.join('')}${content}`
    this.#advance(content)
    this.#parts = []
    this.#length = 0
    this.#inside = null
    this.#skipping = true
    this.fed = 0
    this.#recovery!.failed(fault)
    this.#recovery!.passed(passed)
  }

  #write(part: string): void {
    this.#feed(tidy(part, this.#noted))
    this.fed += part.length
    if (this.fed > maxRowLength)
      throw new SourceError(
        `A text or tag is longer than ${maxRowLength} characters (up to line ${this.#parser.line}): it is never closed`,
      )
  }

  #feed(text: string): void {
    let from = 0
    while (from < text.length) {
      if (this.#skipping) {
        const at = this.#recovery!.nextRow(text, from)
        const passed = text.slice(from, at < 0 ? undefined : at)
        this.#recovery!.passed(passed)
        this.#advance(passed)
        if (at < 0) {
          this.fed = 0
          return
        }
        this.#skipping = false
        const { line, column } = this.#parser
        this.#given = 0
        this.#parser = this.#recovery!.restart(prefix => {
          this.#given += prefix.length
        })
        this.#parser.line = line
        this.#parser.column = column
        from = at
      }
      const given = this.#given
      try {
        this.#give(from === 0 ? text : text.slice(from))
        return
      } catch (fault) {
        if (!(fault instanceof RowFault)) throw fault
        this.#skipping = true
        this.fed = 0
        const isOpen = fault instanceof OpenQuote
        const began = from
        from += Math.max(1, isOpen ? this.#given - given : this.#parser.position - given)
        // A tag that begins within another one.
        if (!isOpen && text[from - 1] === '<' && from - 1 > 0) from--
        this.#recovery!.failed(fault)
        // What the parser took for the attribute's value names the row.
        if (isOpen) this.#recovery!.passed(text.slice(began, from))
      }
    }
  }

  /** @throws RowFault also where the end of a row was none to the parser: an attribute's quote before it is open */
  #give(text: string): void {
    const ends = this.#recovery ? text.matchAll(this.#recovery.rowEnd) : []
    let from = 0
    for (const { 0: tag, index } of ends) {
      this.#writeOn(text.slice(from, index + tag.length))
      from = index + tag.length
      if (!this.#recovery!.rowEnded()) throw new OpenQuote(this.#parser.line)
    }
    this.#writeOn(from === 0 ? text : text.slice(from))
  }

  #writeOn(text: string): void {
    this.#parser.write(text)
    this.#given += text.length
  }

  #skip(part: string): void {
    this.#advance(part)
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length > maxRowLength)
      throw new SourceError(
        `A ${this.#inside!.name} is longer than ${maxRowLength} characters (up to line ${this.#parser.line}): it is never closed`,
      )
  }

  /** Moves the parser's position over text that it does not see. */
  #advance(part: string): void {
    const { line } = this.#parser
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) this.#parser.line++
    this.#parser.column =
      this.#parser.line === line ? this.#parser.column + part.length : part.length - part.lastIndexOf('\n') - 1
  }

  /** @returns where the text goes on behind what closes at `at` */
  #endInside(at: number): number {
    const content = this.#parts.length === 1 ? this.#parts[0]! : this.#parts.join('')
    const { opens, closes, name } = this.#inside!
    this.#parts = []
    this.#length = 0
    const isData = name === dataMark.name
    this.#inside = null
    if (this.#skipping) this.#recovery!.passed(opens + content + closes)
    else if (isData) {
      this.data = content
      // `]]>` itself is left in the text as markup.
      return at
    }
    if (!isData) this.#advance(opens + closes)
    return at + closes.length
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

const mostSpellings = 2_000

function tidy(part: string, spelling: Map<string, string> | null): string {
  const lower = /<\/?[a-z_\d:.-]{0,200}[A-Z]/.test(part)
    ? part.replace(/<\/?[a-z_][\w:.-]*/gi, tag => {
        const name = tag.toLowerCase()
        if (spelling && name !== tag && spelling.size < mostSpellings) spelling.set(name.slice(1), tag.slice(1))
        return name
      })
    : part
  return lower.includes('&') ? lower.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, '&amp;') : lower
}

/** Writes clean HTML and its text from what a reader of tags finds, whatever the order of the tags. */
import { escapeText } from '#indexer/text'

export interface CleanText {
  html: string
  /** One line for each block, no markup. */
  text: string
  /** The first paragraphs of the text without headings, for a summary. */
  lead: string
  /** What had to be done, each once, in the order of `cleanFlags`. */
  flags: readonly CleanFlag[]
}

/**
 * What cleaning changed beyond the plain rewriting of tags: an encoding read wrongly was repaired; markup came escaped;
 * text that no reader could see, pictures and links that only count or name who sent them were left out; Word's drawn
 * bullets became lists; Markdown or page chrome was recognised.
 */
export const cleanFlags = [
  'mojibake',
  'unescaped',
  'hiddenDropped',
  'trackersDropped',
  'wordList',
  'markdown',
  'chromeDropped',
] as const
export type CleanFlag = (typeof cleanFlags)[number]

/** A container in the output. Opened lazily, so that what stays empty never appears. */
export interface Frame {
  kind: 'root' | 'para' | 'heading' | 'list' | 'item' | 'quote' | 'table' | 'section' | 'row' | 'cell' | 'caption'
  tag: string
  attributes: string
  /** Ours, not the author's: an orphan item's list. */
  implicit: boolean
  open: boolean
  written: boolean
  /** Open block elements (`div`, `p`) inside an item or cell: text in one becomes a paragraph. */
  blocks: number
  /** Empty cells not yet written, so that columns stay in place. */
  emptyCells: string
  /**
   * Of a list that Word drew: how deep it stands (1 is outermost), and the number of its last item; 0 for any other.
   */
  level: number
  number: number
  /** An item that Word drew, whose paragraph is over: what comes next may be a list inside it. */
  ended: boolean
  /** Where it begins in the output, and whether every word so far is bold. */
  start: number
  bold: boolean
}
export interface Inline {
  tag: string
  start: string
  written: boolean
}

const bullet = /^(?:[•●▪■◦‣∙·➢►▸✓✔][\s]*|[-–*]\s+(?=[\p{L}\p{N}"'(£€$„“‘*]))/u
const tightBullet = /^-(?=[\p{L}\d])/u
const loneBullet = /^[•●▪■◦‣∙·➢►▸✓✔–*-]$/u
/** What Word writes for a bullet in Symbol, Courier and Wingdings, inside a paragraph marked `mso-list`. */
const wordBullet = /^[·§Øüvoq•▪-]$/
/** The same with the words straight after it; `§ 34` is a law's. */
const wordRun = /^[·§Ø▪]\s+(?!\d)/
const wordNumber = /^(\d{1,3})[.)]$/

export class Writer {
  flags: Set<CleanFlag>

  constructor(flags: Set<CleanFlag>) {
    this.flags = flags
  }

  html = ''
  text = ''
  lead = ''
  #frames: Frame[] = [frame('root', '', false)]
  #inlines: Inline[] = []
  #space = false
  #breaks = 0
  /** Nothing visible yet in this block or since its last line break. */
  #lineStart = true
  #bullet = false
  /** The bullet was a `*` with no space behind it: with words straight after it, it marks a footnote. */
  #star = false
  /** The number that Word drew where others have a bullet. */
  #number = 0
  /** A line of the text has ended; written before its next words. */
  #textBreak = false
  /** As of the element around. */
  wordList = 0
  /** Word draws its bullets in a span of another font; a lone `o` outside of one is a word. */
  inSpan = false
  /** Headings above the next one: their level in the source and in the output. */
  #outline: { from: number; to: number }[] = []
  #boldParagraphs: { start: number; end: number }[] = []

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1]!
  }

  push(kind: Frame['kind'], tag: string, attributes = '', implicit = false): Frame {
    const next = frame(kind, tag, implicit, attributes)
    this.#frames.push(next)
    this.#startLine()
    return next
  }

  #startLine(): void {
    this.#space = false
    this.#breaks = 0
    this.#lineStart = true
    this.#bullet = false
    this.#star = false
    this.#number = 0
  }

  #pop(): void {
    const last = this.#frames.pop()!
    last.open = false
    if (last.written) {
      this.#closeInlines()
      if (last.kind === 'row') this.html += last.emptyCells
      this.html += `</${last.tag}>`
      this.#textBreak = this.text !== ''
      if (last.bold && this.#frames.length === 1 && this.#outline.length === 0)
        this.#boldParagraphs.push({ start: last.start, end: this.html.length })
    } else if (last.kind === 'cell') {
      const row = this.#top
      if (row.kind === 'row') row.emptyCells += `<${last.tag}${last.attributes}></${last.tag}>`
    }
    this.#startLine()
  }

  /** Closes a container and everything still open in it. */
  close(target: Frame): void {
    while (target.open) this.#pop()
  }

  /** The end of a run of inline text. */
  endParagraph(): void {
    const kind = this.#top.kind
    if (kind === 'para') this.#pop()
    else if (kind === 'item' && this.#frames[this.#frames.length - 2]!.level > 0) {
      this.#top.ended = true
      this.#closeInlines()
      this.#startLine()
    } else if (
      kind === 'heading' ||
      kind === 'caption' ||
      (kind === 'item' && this.#top.implicit && this.#frames[this.#frames.length - 2]?.implicit)
    ) {
      if (kind === 'item') this.#pop()
      else this.#space = true
    } else if (kind === 'item' || kind === 'cell') {
      this.#startLine()
      this.#closeInlines()
    }
  }

  #closeInlines(): void {
    for (let i = this.#inlines.length - 1; i >= 0; i--) {
      const inline = this.#inlines[i]!
      if (inline.written) this.html += `</${inline.tag}>`
      inline.written = false
    }
  }

  /**
   * Makes room for a block (list, table, quote, frame): out of paragraphs and headings, into an item or cell where only
   * those may be.
   */
  endBlock(): void {
    this.endParagraph()
    this.#endWordList()
    for (;;) {
      const top = this.#top
      if (
        top.kind === 'heading' ||
        top.kind === 'para' ||
        top.kind === 'caption' ||
        (top.kind === 'list' && top.implicit)
      )
        this.#pop()
      else break
    }
    this.#enterCell()
    if (this.#top.kind === 'list') this.push('item', 'li', '', true)
  }

  /** Closes the lists that Word drew down to `level`, once their last paragraph is over. */
  #endWordList(level = 0): void {
    while (this.#top.ended && this.#frames[this.#frames.length - 2]!.level > level) {
      this.#pop()
      this.#pop()
    }
  }

  #enterCell(): void {
    const top = this.#top
    if (top.kind === 'table' || top.kind === 'section') this.push('row', 'tr', '', true)
    if (this.#top.kind === 'row') this.push('cell', 'td', '', true)
  }

  /** @returns the container that text goes to, paragraph opened where one is needed */
  #enterText(): Frame {
    this.#endWordList()
    for (;;) {
      const top = this.#top
      switch (top.kind) {
        case 'para':
        case 'heading':
        case 'caption':
          return top
        case 'item':
        case 'cell':
          return top.blocks > 0 ? this.push('para', 'p', '', true) : top
        case 'list':
          if (!top.implicit) return this.push('item', 'li', '', true)
          this.#pop()
          break
        case 'root':
        case 'quote':
          return this.push('para', 'p', '', true)
        default:
          this.#enterCell()
      }
    }
  }

  #writeFrames(): void {
    const frames = this.#frames
    let block = false
    for (let i = 1; i < frames.length; i++) {
      const each = frames[i]!
      if (each.written) continue
      if (!block) this.#closeInlines()
      const row = frames[i - 1]!
      if (each.kind === 'cell' && row.emptyCells) {
        this.html += row.emptyCells
        row.emptyCells = ''
      }
      if (each.kind === 'heading') each.tag = this.#headingTag(each.tag)
      if (this.html !== '') this.html += '\n'
      each.start = this.html.length
      this.html += `<${each.tag}${each.attributes}>`
      each.written = true
      block = true
    }
    if (block && this.text !== '') this.#textBreak = true
  }

  /**
   * Headings in order: one below the nearest above it that stood higher in the source, beginning with h2 (the page's h1
   * is the title), so that none is skipped.
   */
  #headingTag(tag: string): string {
    const from = Number(tag[1])
    while (this.#outline.length > 0 && this.#outline[this.#outline.length - 1]!.from >= from) this.#outline.pop()
    const to = Math.min(4, (this.#outline[this.#outline.length - 1]?.to ?? 1) + 1)
    this.#outline.push({ from, to })
    return `h${to}`
  }

  #write(): void {
    this.#writeFrames()
    for (const inline of this.#inlines) {
      if (inline.written) continue
      this.html += inline.start
      inline.written = true
    }
  }

  openBlock(): Frame {
    this.endParagraph()
    let at = this.#frames.length - 1
    while (this.#frames[at]!.ended) at -= 2
    const around = this.#frames[at]!
    around.blocks++
    return around
  }

  openList(tag: string, attributes: string): Frame {
    this.endBlock()
    return this.push('list', tag, attributes)
  }

  openItem(implicit = false): Frame {
    this.endParagraph()
    this.#endWordList()
    while (this.#top.kind === 'heading' || this.#top.kind === 'para') this.#pop()
    // Text straight in a list has made an item of its own; the next item is not inside it.
    if (this.#top.kind === 'item' && this.#top.implicit && this.#frames[this.#frames.length - 2]?.kind === 'list')
      this.#pop()
    if (this.#top.kind !== 'list') {
      this.endBlock()
      this.push('list', 'ul', '', true)
    }
    return this.push('item', 'li', '', implicit)
  }

  openHeading(tag: string): Frame | null {
    this.endParagraph()
    const kind = this.#top.kind
    if (kind === 'heading' || kind === 'caption') return null
    this.endBlock()
    return this.push('heading', tag)
  }

  openQuote(): Frame {
    this.endBlock()
    return this.push('quote', 'blockquote')
  }

  openTable(): Frame {
    this.endBlock()
    return this.push('table', 'table')
  }

  /** Part of the nearest table; null when there is none, and the element is only a block. */
  openTablePart(kind: 'section' | 'row' | 'cell' | 'caption', tag: string, attributes: string): Frame | null {
    let at = this.#frames.length - 1
    while (at >= 0 && this.#frames[at]!.kind !== 'table') at--
    if (at < 0) return null
    const parents = kind === 'cell' ? ['row'] : kind === 'row' ? ['section', 'table'] : ['table']
    let keep = this.#frames.length - 1
    while (keep > at && !parents.includes(this.#frames[keep]!.kind)) keep--
    while (this.#frames.length - 1 > keep) this.#pop()
    if (kind === 'cell' && this.#top.kind !== 'row') this.push('row', 'tr', '', true)
    return this.push(kind, tag, attributes)
  }

  openInline(tag: string, start: string): Inline | null {
    for (const inline of this.#inlines) if (inline.tag === tag) return null
    const inline = { tag, start, written: false }
    this.#inlines.push(inline)
    return inline
  }

  closeInline(inline: Inline): void {
    const at = this.#inlines.lastIndexOf(inline)
    for (let i = this.#inlines.length - 1; i >= at; i--) {
      const each = this.#inlines[i]!
      if (each.written) this.html += `</${each.tag}>`
      each.written = false
    }
    this.#inlines.splice(at, 1)
  }

  lineBreak(): void {
    if (this.#bullet) this.#bullet = false
    this.#space = false
    this.#breaks++
    this.#lineStart = true
  }

  image(tag: string): void {
    this.#approach(false)
    this.#top.bold = false
    this.html += tag
    this.#lineStart = false
  }

  frame(tag: string): void {
    this.endBlock()
    this.#writeFrames()
    this.html += `${this.html === '' ? '' : '\n'}${tag}`
    this.#startLine()
  }

  /** Opens what the next words or picture need, and writes the break or space that stands before them. */
  #approach(spaceBefore: boolean): void {
    const target = this.#enterText()
    // Two breaks in a row are how plain editors end a paragraph.
    if (this.#breaks > 1 && target.kind === 'para' && target.written) {
      this.#pop()
      this.#enterText()
    }
    const top = this.#top
    // Words straight in an item or cell have no paragraph that ends: a line does, where a block came between that left
    // nothing behind.
    if (this.#breaks === 0 && this.#lineStart && top.written && !blockEdge.test(this.html.slice(-60))) this.#breaks = 1
    if (!top.written) {
      if (this.lead !== '') this.lead += ' '
    } else if (this.#breaks > 0 && top.kind !== 'heading') {
      this.html += '<br>'
      top.bold = false
      this.#textBreak = this.text !== ''
      if (this.lead !== '') this.lead += ' '
    } else if (this.#breaks > 0 || ((this.#space || spaceBefore) && !this.#lineStart)) {
      this.html += ' '
      if (!this.#textBreak && this.text !== '') this.text += ' '
      if (this.lead !== '') this.lead += ' '
    } else if (this.#textBreak && this.lead !== '') this.lead += ' '
    this.#breaks = 0
    this.#space = false
    this.#write()
  }

  #put(words: string): void {
    this.html += escapeText(words)
    if (this.#textBreak) {
      this.text += '\n'
      this.#textBreak = false
    }
    this.text += words
    const top = this.#top
    if (top.bold && words !== ':')
      top.bold = this.#inlines.some(inline => inline.tag === 'strong' || inline.tag === 'b')
    if (this.lead.length < 400 && top.kind !== 'heading') this.lead += words
  }

  /** A run of text between two tags, entities decoded. */
  run(run: string): void {
    const trimmed = run.trim()
    if (trimmed === '') {
      if (run !== '') this.#space = true
      return
    }
    let words = spaces.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
    if (this.#star) {
      this.#star = false
      if (run[0] === trimmed[0] && !this.#space && this.#breaks === 0) {
        this.#bullet = false
        words = `*${words}`
      }
    }
    const spaceBefore = run.length > trimmed.length && run[0] !== trimmed[0]
    if (
      this.#lineStart &&
      (this.#bullet || this.#breaks > 0 || !isWordCode(words.charCodeAt(0)) || this.wordList > 0)
    ) {
      const ordinal = this.wordList > 0 && this.inSpan ? wordNumber.exec(words) : null
      if (ordinal || loneBullet.test(words) || (this.wordList > 0 && this.inSpan && wordBullet.test(words))) {
        this.#bullet = true
        this.#star = words === '*' && run.endsWith('*')
        this.#number = ordinal ? Number(ordinal[1]) : 0
        return
      }
      const kind = this.#top.kind
      let found = this.#bullet
      const number = this.#number
      this.#bullet = false
      if (kind !== 'heading' && kind !== 'caption') {
        for (;;) {
          const match =
            bullet.exec(words) ??
            (this.wordList > 0 ? wordRun.exec(words) : null) ??
            (kind === 'item' && !this.#top.implicit ? null : tightBullet.exec(words))
          if (!match) break
          found = true
          words = words.slice(match[0].length)
        }
        if (words === '' || loneBullet.test(words)) {
          this.#bullet = found || words !== ''
          return
        }
        const item = this.#insideItem()
        if (found && this.wordList > 0 && !item) this.#startWordItem(this.wordList, number)
        else if (found && !item) this.#startBullet()
        else if (found && this.#breaks > 0 && item?.implicit) this.#startBullet()
        else if (!found && this.#breaks > 0) this.#endBullet()
      }
    }
    this.#approach(spaceBefore)
    this.#put(words)
    this.#space = run.length > trimmed.length && run[run.length - 1] !== trimmed[trimmed.length - 1]
    this.#lineStart = false
  }

  /** The list item around the text, unless a table cell or quote lies between. */
  #insideItem(): Frame | null {
    for (let i = this.#frames.length - 1; i > 0; i--) {
      const each = this.#frames[i]!
      if (each.kind === 'item' && !each.ended) return each
      if (each.kind === 'cell' || each.kind === 'quote') return null
    }
    return null
  }

  /**
   * The next item of a list that Word drew, inside the last one where it stands deeper.
   * @param number 0 for a bullet
   */
  #startWordItem(level: number, number: number): void {
    this.flags.add('wordList')
    this.#endWordList(level)
    const last = this.#top.ended ? this.#frames[this.#frames.length - 2]! : null
    if (last?.level === level) {
      this.#pop()
      if (number > 0 ? last.number + 1 !== number : last.number > 0) this.#pop()
    }
    let list = this.#top
    if (list.kind !== 'list' || list.level !== level) {
      if (!last || last.level >= level) this.endBlock()
      list = this.push('list', number > 0 ? 'ol' : 'ul', number > 1 ? ` start="${number}"` : '', true)
      list.level = level
    }
    list.number = number
    this.push('item', 'li', '', true)
  }

  #startBullet(): void {
    this.#endWordList()
    if (this.#top.kind === 'item' && this.#top.implicit) this.#pop()
    this.openItem(true)
  }

  /** A line without a bullet after one with: the list of lines is over. */
  #endBullet(): void {
    const top = this.#top
    if (top.kind === 'item' && top.implicit && this.#frames[this.#frames.length - 2]?.implicit) {
      this.#pop()
      this.#pop()
    }
  }

  /** Closes everything. After that `boldAsHeadings` and `result` tell what was made. */
  end(): void {
    while (this.#frames.length > 1) this.#pop()
  }

  result(): CleanText {
    return {
      html: this.html,
      text: this.text,
      lead: this.lead.trim() || this.text,
      flags: this.flags.size === 0 ? none : cleanFlags.filter(flag => this.flags.has(flag)),
    }
  }

  /**
   * Paragraphs all in bold are the headings of an advert that has no real ones, where there are two or more of them,
   * each short, no sentence, and followed by something that is not. Any other bold line stays as it is: it may be a
   * place, a slogan or the pay.
   * @returns the HTML with headings, to be written anew; null where there are none
   */
  boldAsHeadings(): string | null {
    if (this.#outline.length > 0 || this.#boldParagraphs.length < 2) return null
    const found = this.#boldParagraphs.filter(({ start, end }, index) => {
      const next = this.#boldParagraphs[index + 1]
      return (
        end < this.html.length &&
        next?.start !== end + 1 &&
        end - start < 200 &&
        boldHeading.test(this.html.slice(start, end).replace(/<[^<>]*>/g, ''))
      )
    })
    if (found.length < 2) return null
    let html = ''
    let from = 0
    for (const { start, end } of found) {
      html += `${this.html.slice(from, start)}<h2>${this.html.slice(start + 3, end - 4).replace(/<\/?(?:strong|b)>/g, '')}</h2>`
      from = end
    }
    return html + this.html.slice(from)
  }
}

/** Two to sixty characters from a letter on, no figure, no end of a sentence. */
const boldHeading = /^\p{Lu}[^\d£€$@.!;,|]{1,58}[^\d£€$@.!;,|\s]$/u
const blockEdge = /(?:<\/(?:p|[uo]l|table|blockquote|h\d|iframe)|<(?:p|li|h\d|caption|t[dh]\b[^<>]*))>$/
const none: readonly CleanFlag[] = []
export const nothing: CleanText = { html: '', text: '', lead: '', flags: none }
export const spaces = /[\t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]| {2}/

function frame(kind: Frame['kind'], tag: string, implicit: boolean, attributes = ''): Frame {
  return {
    kind,
    tag,
    attributes,
    implicit,
    open: true,
    written: kind === 'root',
    blocks: 0,
    emptyCells: '',
    level: 0,
    number: 0,
    ended: false,
    start: 0,
    bold: kind === 'para',
  }
}

/** An ASCII letter or digit. */
export function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

import { decodeEntities, entityCharacter, repairCharacters, repairEncoding } from '#indexer/text'
import { escapeAttribute, iframeTag, imageTag, linkAddress, namesSender } from './htmlLinks.ts'
import { attribute, hasColourBehind, hasWhiteInk, isHidden, type Kind, kinds, span, voids } from './htmlTags.ts'
import { type CleanFlag, type CleanText, type Frame, type Inline, Writer } from './htmlWriter.ts'

interface Element {
  tag: string
  kind: Kind
  frame: Frame | null
  /** The container whose `blocks` this element raised. */
  inside: Frame | null
  inline: Inline | null
  /** Level of the list that Word drew round it, 0 for none. */
  wordList: number
  /** A colour lies behind its text. */
  dark: boolean
  /** Its text is white. */
  white: boolean
}
const tagPattern = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z-]*(?:="[^"<>]*")?)*)\s*(\/?)>/y

/**
 * Strict HTML to clean HTML and text.
 * @param sanitized it comes from sanitize-html, so tags are closed in order whatever they are
 * @returns null when the input is not strict: it must be sanitised first
 */
export function tidy(source: string, sanitized: boolean, flags = new Set<CleanFlag>()): CleanText | null {
  const reader = new Reader(sanitized, flags)
  let position = 0
  for (;;) {
    const next = source.indexOf('<', position)
    if (next !== position && !reader.text(next < 0 ? source.slice(position) : source.slice(position, next))) return null
    if (next < 0) return reader.end()
    tagPattern.lastIndex = next
    const match = tagPattern.exec(source)
    if (!match) return null
    position = tagPattern.lastIndex
    const tag = match[2]!.toLowerCase()
    const kind = kinds.get(tag)
    if (!kind) return null
    if (!(match[1] === '/' ? reader.close(tag) : reader.open(tag, kind, match[3]!, match[4] === '/'))) return null
  }
}

/** What is open while strict HTML is read. Each step says false where it is not strict. */
class Reader {
  readonly #sanitized: boolean
  readonly #flags: Set<CleanFlag>
  readonly #writer: Writer
  readonly #elements: Element[] = []
  /** Number of elements around the outermost one that is not seen; -1 while all are. */
  #hiddenAt = -1

  constructor(sanitized: boolean, flags: Set<CleanFlag>) {
    this.#sanitized = sanitized
    this.#flags = flags
    this.#writer = new Writer(flags)
  }

  /** A run between two tags. */
  text(run: string): boolean {
    const around = this.#elements[this.#elements.length - 1]
    if (this.#hiddenAt >= 0 || (around?.white && !around.dark)) {
      if (!this.#flags.has('hiddenDropped') && /[^\s\u200b\ufeff]/.test(run.replace(/&nbsp;|&#160;/g, '')))
        this.#flags.add('hiddenDropped')
    } else if (run !== '') {
      const decoded = run.includes('&') ? decodeRun(run, this.#sanitized) : run
      if (decoded === null) return false
      this.#writer.inSpan = around?.kind === 'plain'
      this.#writer.run(decoded)
    }
    return true
  }

  close(tag: string): boolean {
    const elements = this.#elements
    const writer = this.#writer
    const element = elements.pop()
    if (!element || element.tag !== tag) return false
    if (this.#hiddenAt >= 0) {
      if (elements.length <= this.#hiddenAt) this.#hiddenAt = -1
      return true
    }
    writer.wordList = elements.length > 0 ? elements[elements.length - 1]!.wordList : 0
    if (element.inline) writer.closeInline(element.inline)
    else if (element.frame) {
      writer.close(element.frame)
    } else if (element.inside) {
      if (element.inside.open) {
        writer.endParagraph()
        element.inside.blocks--
      }
    } else if (element.kind === 'heading') writer.endParagraph()
    return true
  }

  open(tag: string, kind: Kind, attributes: string, closesItself: boolean): boolean {
    const parent = this.#elements[this.#elements.length - 1]
    const styled = attributes !== '' && /\s(?:style|hidden|color|bgcolor)|MsoList/i.test(attributes)
    if (!this.#sanitized && parent && impliesEnd(parent, tag, kind)) return false
    if (voids.has(tag)) {
      if (this.#hiddenAt < 0 && !(styled && isHidden(attributes))) this.#void(kind, attributes)
      return true
    }
    if (closesItself) return false
    const element: Element = {
      tag,
      kind,
      frame: null,
      inside: null,
      inline: null,
      wordList: parent?.wordList ?? 0,
      dark: parent?.dark ?? false,
      white: parent?.white ?? false,
    }
    this.#elements.push(element)
    if (this.#hiddenAt >= 0) return true
    if (styled && !this.#style(element, attributes)) return true
    if (element.white && tag === 'a' && !(styled && hasWhiteInk(attributes, tag))) element.white = false
    this.#write(element, attributes)
    return true
  }

  /** A tag without content. */
  #void(kind: Kind, attributes: string): void {
    if (kind === 'br') this.#writer.lineBreak()
    else if (kind === 'hr') this.#writer.endParagraph()
    else if (kind === 'img') {
      const image = imageTag(attributes)
      if (image) this.#writer.image(image)
      else if (image === '') this.#flags.add('trackersDropped')
    }
  }

  /** @returns false where the element is not seen */
  #style(element: Element, attributes: string): boolean {
    const { tag, kind } = element
    if (isHidden(attributes)) {
      if (kind !== 'inline' && kind !== 'plain') this.#writer.endParagraph()
      this.#hiddenAt = this.#elements.length - 1
      return false
    }
    element.white = hasWhiteInk(attributes, tag) ?? element.white
    element.dark = hasColourBehind(attributes) ?? element.dark
    const drawn = /\bmso-list\s*:[^;"]{0,40}?\blevel([1-9])|\bmso-list\b|\bMsoList/i.exec(attributes)
    if (drawn && kind !== 'item') element.wordList = drawn[1] ? Number(drawn[1]) : element.wordList || 1
    this.#writer.wordList = element.wordList
    return true
  }

  #write(element: Element, attributes: string): void {
    const { tag, kind } = element
    const writer = this.#writer
    switch (kind) {
      case 'block':
        element.inside = writer.openBlock()
        break
      case 'heading':
        element.frame = writer.openHeading(tag)
        break
      case 'list': {
        const start = tag === 'ol' ? attribute(attributes, 'start') : null
        element.frame = writer.openList(
          tag === 'ol' ? 'ol' : 'ul',
          start && /^\d{1,3}$/.test(start) && start !== '1' ? ` start="${Number(start)}"` : '',
        )
        break
      }
      case 'item':
        element.frame = writer.openItem()
        break
      case 'quote':
        element.frame = writer.openQuote()
        break
      case 'table':
        element.frame = writer.openTable()
        break
      case 'section':
      case 'row':
      case 'cell':
      case 'caption':
        element.frame = writer.openTablePart(
          kind,
          tag,
          kind === 'cell' ? span(attributes, 'colspan') + span(attributes, 'rowspan') : '',
        )
        if (!element.frame) element.inside = writer.openBlock()
        break
      case 'inline': {
        const href = tag === 'a' ? attribute(attributes, 'href') : null
        const address = href === null ? null : linkAddress(href)
        if (tag !== 'a') element.inline = writer.openInline(tag, `<${tag}>`)
        else if (address && namesSender(address)) this.#flags.add('trackersDropped')
        else if (address)
          element.inline = writer.openInline('a', `<a href="${escapeAttribute(address)}" rel="nofollow noopener">`)
        break
      }
      case 'iframe': {
        const player = iframeTag(attributes)
        if (player) writer.frame(player)
        this.#hiddenAt = this.#elements.length - 1
        break
      }
    }
  }

  /** @returns null where an element is still open */
  end(): CleanText | null {
    if (this.#elements.length > 0) return null
    this.#writer.end()
    const headed = this.#writer.boldAsHeadings()
    return headed === null ? this.#writer.result() : tidy(headed, true, this.#flags)!
  }
}

/** Where a parser would close the parent by itself: not strict. */
function impliesEnd(parent: Element, tag: string, kind: Kind): boolean {
  const inline = kind === 'inline' || kind === 'plain' || kind === 'br' || kind === 'img'
  if (parent.tag === 'p' || parent.kind === 'heading') return !inline
  if (parent.tag === 'dd' || parent.tag === 'dt') return tag === 'dd' || tag === 'dt'
  if (kind === 'item') return parent.kind === 'item'
  if (kind === 'row' || kind === 'cell' || kind === 'section')
    return (
      parent.kind === 'cell' ||
      (parent.kind === 'row' && kind !== 'cell') ||
      (parent.kind === 'section' && kind !== 'row')
    )
  return false
}

/**
 * A run of text with its entities decoded, or null where a browser might read an ampersand in another way than we do.
 */
function decodeRun(run: string, sanitized: boolean): string | null {
  let decoded = ''
  let from = 0
  let ampersand = false
  let odd = false
  for (let at = run.indexOf('&'); at >= 0; at = run.indexOf('&', from)) {
    const end = run.indexOf(';', at)
    const character = end > 0 && end - at < 10 ? entityCharacter(run.slice(at + 1, end)) : null
    if (character === null) {
      if (!sanitized && isDoubtful(run, at)) return null
      decoded += run.slice(from, at + 1)
      from = at + 1
      ampersand = true
      continue
    }
    decoded += run.slice(from, at) + character
    from = end + 1
    if (character === '&') ampersand = true
    else if (character > '~' || character < ' ') odd = true
  }
  decoded += run.slice(from)
  if (ampersand) decoded = decodeEntities(decoded)
  // Entities may spell out what was read wrongly (`&Acirc;&pound;`).
  return odd || ampersand ? repairCharacters(repairEncoding(decoded)) : decoded
}

/** `R&D` is plain; `&copy2026`, `&#x3c` and names that are not ours are a parser's to judge. */
function isDoubtful(run: string, at: number): boolean {
  const name = /^&([a-zA-Z#][a-zA-Z\d]*)(;?)/.exec(run.slice(at, at + 40))
  if (!name) return false
  if (name[2] === ';' || name[1]![0] === '#') return true
  for (let length = 2; length <= Math.min(6, name[1]!.length); length++) {
    const start = name[1]!.slice(0, length)
    if (entityCharacter(start) !== null || entityCharacter(start.toLowerCase()) !== null) return true
  }
  return false
}

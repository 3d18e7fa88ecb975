import sanitizeHtml from 'sanitize-html'
import { advertFrameHosts } from '#indexer/frames'
import { cutText, decodeEntities, entityCharacter, escapeText, repairCharacters, repairEncoding } from '#indexer/text'
import { markUpText } from './plainText.ts'
import { fieldWords } from './skills.ts'

/**
 * Descriptions: whatever a feed sends becomes a small, safe and well-formed subset of HTML, and its plain text in the
 * same pass.
 *
 * Two stages. `tidy` reads strict HTML only (known tags, quoted attributes, closed in order) and rebuilds it from an
 * allow-list: it never copies a tag. What is not strict, which is most of what Word and ATS editors make, goes through
 * sanitize-html first and comes out strict. Half of the rows of a usual feed are strict as they are, and cost a fifth.
 */
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
 * text that nobody could see, pictures and links that only count or name who sent them were left out; Word's drawn
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

type Kind =
  | 'block'
  | 'heading'
  | 'list'
  | 'item'
  | 'quote'
  | 'table'
  | 'section'
  | 'row'
  | 'cell'
  | 'caption'
  | 'inline'
  | 'plain'
  | 'br'
  | 'hr'
  | 'img'
  | 'iframe'
const kinds = new Map<string, Kind>()
for (const [kind, tags] of Object.entries({
  block:
    'p div section article header footer main aside nav address center pre fieldset form dl dt dd figure figcaption details summary hgroup',
  heading: 'h1 h2 h3 h4 h5 h6',
  list: 'ul ol menu dir',
  item: 'li',
  quote: 'blockquote',
  table: 'table',
  section: 'thead tbody tfoot',
  row: 'tr',
  cell: 'td th',
  caption: 'caption',
  inline: 'a strong em b i u',
  plain:
    'span font small big sub sup abbr acronym cite code kbd samp tt mark ins del s strike q time var label bdi bdo wbr',
  br: 'br',
  hr: 'hr',
  img: 'img',
  iframe: 'iframe',
}) as [Kind, string][])
  for (const tag of tags.split(' ')) kinds.set(tag, kind)
/** Tags whose text goes with them, where they are closed; left open they would swallow the rest of the advert. */
const dropped = [
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'option',
  'select',
  'button',
  'noscript',
  'svg',
  'math',
  'template',
  'xml',
  'datalist',
  'noframes',
  'noembed',
  'canvas',
  'audio',
  'video',
]
const voids = new Set(['br', 'hr', 'img', 'wbr'])
const iframeHosts: ReadonlySet<string> = new Set(advertFrameHosts)

// The types do not know `allowedEmptyAttributes`: without it an empty `hidden` is lost and hidden text shows.
const sanitizeOptions: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: [...kinds.keys()],
  // `tidy` needs the presentational ones to find hidden text; it writes none of them.
  allowedAttributes: {
    '*': ['style', 'hidden', 'color', 'bgcolor', 'class'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    iframe: ['src', 'title'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedIframeHostnames: [...iframeHosts],
  allowIframeRelativeUrls: true,
  allowedEmptyAttributes: ['alt', 'hidden'],
  parseStyleAttributes: false,
  nonTextTags: dropped,
}

/** A container in the output. Opened lazily, so that what stays empty never appears. */
interface Frame {
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
interface Inline {
  tag: string
  start: string
  written: boolean
}

const tagPattern = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][a-zA-Z-]*(?:="[^"<>]*")?)*)\s*(\/?)>/y
const attributePatterns = new Map(
  ['style', 'color', 'bgcolor', 'href', 'src', 'alt', 'width', 'height', 'title', 'start', 'colspan', 'rowspan'].map(
    name => [name, new RegExp(`\\s${name}="([^"]*)"`, 'i')],
  ),
)
function attribute(attributes: string, name: string): string | null {
  const match = attributePatterns.get(name)!.exec(attributes)
  return match ? decodeEntities(match[1]!) : null
}

const white = /^(?:#f[ef]f[ef]f[ef]|#fff|white|snow|rgba?\(\s*25[45][\s,]+25[45][\s,]+25[45]\b|hsla?\([^)]*[\s,]100%)/i
const unseen =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0(?:\.\d*)?(?:px|pt|em|rem|%)?|1(?:\.0*)?(?:px|pt))\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|(?:text-indent|left|top)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?)/i
/** A box without height that shows nothing of what stands out of it. */
const flat = /(?:^|[;\s])(?:max-)?height\s*:\s*0(?:px)?\s*(?:;|!|$)/i
const clipped = /(?:^|[;\s])overflow\s*:\s*hidden/i
function isHidden(attributes: string): boolean {
  if (/\shidden(?=\s|$|=)/i.test(attributes)) return true
  const style = attribute(attributes, 'style')
  return style !== null && (unseen.test(style) || (flat.test(style) && clipped.test(style)))
}
/** Whether an element's own ink is white; null where it has none of its own. Links have: browsers colour them. */
function hasWhiteInk(attributes: string, tag: string): boolean | null {
  const ink =
    /(?:^|;)\s*color\s*:\s*([^;]+)/i.exec(attribute(attributes, 'style') ?? '')?.[1] ??
    (tag === 'font' ? attribute(attributes, 'color') : null)
  if (!ink || /^\s*(?:inherit|unset)/i.test(ink)) return null
  return white.test(ink.trim())
}
/**
 * Whether what lies behind an element's text is a colour, on which white letters are meant to be read; null where it
 * paints nothing of its own.
 */
function hasColourBehind(attributes: string): boolean | null {
  const background =
    /background(?:-color|-image)?\s*:\s*([^;]+)/i.exec(attribute(attributes, 'style') ?? '')?.[1] ??
    attribute(attributes, 'bgcolor')
  if (!background || /^\s*(?:none|transparent|inherit|initial|unset)/i.test(background)) return null
  return !white.test(background.trim())
}

function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;')
}

const fileName = /\.(?:pdf|docx?|xlsx?|pptx?|html?|php|aspx?|jpe?g|png|gif|svg|txt|zip)$/i
/**
 * An absolute address a link may lead to, or null: http(s), mailto and tel; a bare host (`Surprise.com`) is taken for
 * https.
 */
function linkAddress(href: string): string | null {
  // Browsers ignore control characters and line breaks inside a scheme.
  let address = repairCharacters(href)
    .replace(/[\t\r\n]/g, '')
    .trim()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'mailto')
    return /^mailto:[^\s<>"'@]+@[^\s<>"'@]+\.[a-z]{2,}/i.test(address) ? parsedAddress(address) : null
  if (scheme === 'tel')
    return /^tel:[+\d][\d\s().-]{3,}$/i.test(address) ? `tel:${address.slice(4).replace(/[^+\d]/g, '')}` : null
  if (address.startsWith('//')) address = `https:${address}`
  else if (scheme === undefined || (scheme.includes('.') && /^[^:]+:\d+(?:\/|$)/.test(address))) {
    if (/^[^\s@/]+@[a-z0-9.-]+\.[a-z]{2,}$/i.test(address)) return parsedAddress(`mailto:${address}`)
    if (
      !/^(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[:/?#]|$)/i.test(address) ||
      (fileName.test(address) && !/^www\./i.test(address))
    )
      return null
    address = `https://${address}`
  } else if (scheme !== 'http' && scheme !== 'https') return null
  const parsed = parsedAddress(address)
  return parsed && /^https?:\/\/[^/?#]*[^/?#.]/.test(parsed) ? parsed : null
}
function parsedAddress(address: string): string | null {
  return URL.canParse(address) ? new URL(address).href : null
}

const trackers =
  /^https?:\/\/[^/]*(?:track|counter|pixel|beacon|analytics|stats?\.|click|aplitrak|adcourier|doubleclick|pardot|hubspot\.com\/__)|\/(?:track(?:ing|er)?|pixel|beacon|impression|counter|open|count)s?[/.?_-]|(?:blank|spacer|pixel|1x1|transparent|clear|dot)\.(?:gif|png)/i
/**
 * An address with somebody in it: an e-mail address, or a consultant's alias in base64 as multi-posters write it
 * (`robin.12345.678@…`).
 */
function namesSender(address: string): boolean {
  if (!address.startsWith('http')) return false
  const path = address.slice(address.indexOf('/', 8))
  if (path.length < 8) return false
  if (/[\w.+-](?:@|%40)[a-z0-9-]{1,63}\.[a-z]{2,}/i.test(path)) return true
  for (const [piece] of path.matchAll(/[\w+-]{16,400}/g)) {
    const decoded = Buffer.from(piece, 'base64url').toString('latin1')
    if (/^[\x20-\x7e]+$/.test(decoded) && /^[a-z][\w-]*\.\d{3,}\.\d+|[\w.+-]@[a-z0-9-]+\.[a-z]{2,}/i.test(decoded))
      return true
  }
  return false
}
/** @returns the tag, '' for a picture that only counts who looks, null for one that cannot be shown */
function imageTag(attributes: string): string | null {
  const src = attribute(attributes, 'src')?.trim() ?? ''
  if (!/^(?:https?:)?\/\//i.test(src)) return null
  const address = parsedAddress(src.startsWith('//') ? `https:${src}` : src)
  if (!address) return null
  if (trackers.test(address) || namesSender(address)) return ''
  const style = attribute(attributes, 'style') ?? ''
  const size = (name: 'width' | 'height') => {
    const stated =
      attribute(attributes, name) ?? new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*(\\d+)px`, 'i').exec(style)?.[1]
    return stated && /^\s*\d{1,5}\s*(?:px\s*)?$/.test(stated) ? Number.parseInt(stated, 10) : null
  }
  const width = size('width')
  const height = size('height')
  // A picture of a point or two only counts who looks, and its path often names the consultant.
  if ((width !== null && width <= 2) || (height !== null && height <= 2)) return ''
  if (!address.startsWith('https:')) return null
  const alt = repairCharacters(attribute(attributes, 'alt') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}"${width ? ` width="${width}"` : ''}${height ? ` height="${height}"` : ''} loading="lazy">`
}
function iframeTag(attributes: string): string | null {
  // Old embed codes leave the scheme out or write http: the players of the list all speak https.
  const src = attribute(attributes, 'src')?.trim() ?? ''
  if (!/^(?:https?:)?\/\//i.test(src)) return null
  const address = parsedAddress(src.replace(/^(?:https?:)?\/\//i, 'https://'))
  if (!address) return null
  const url = new URL(address)
  if (!iframeHosts.has(url.hostname) || url.username || url.port) return null
  const title =
    repairCharacters(attribute(attributes, 'title') ?? '')
      .replace(/\s+/g, ' ')
      .trim() || 'Video'
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" loading="lazy" allowfullscreen></iframe>`
}

const bullet = /^(?:[•●▪■◦‣∙·➢►▸✓✔][\s]*|[-–*]\s+(?=[\p{L}\p{N}"'(£€$„“‘*]))/u
const tightBullet = /^-(?=[\p{L}\d])/u
const loneBullet = /^[•●▪■◦‣∙·➢►▸✓✔–*-]$/u
/** What Word writes for a bullet in Symbol, Courier and Wingdings, inside a paragraph marked `mso-list`. */
const wordBullet = /^[·§Øüvoq•▪-]$/
/** The same with the words straight after it; `§ 34` is a law's. */
const wordRun = /^[·§Ø▪]\s+(?!\d)/
const wordNumber = /^(\d{1,3})[.)]$/

class Writer {
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
    const spaceBefore = run.length > trimmed.length && run[0] !== trimmed[0]
    if (
      this.#lineStart &&
      (this.#bullet || this.#breaks > 0 || !isWordCode(words.charCodeAt(0)) || this.wordList > 0)
    ) {
      const ordinal = this.wordList > 0 && this.inSpan ? wordNumber.exec(words) : null
      if (ordinal || loneBullet.test(words) || (this.wordList > 0 && this.inSpan && wordBullet.test(words))) {
        this.#bullet = true
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

  end(): CleanText {
    while (this.#frames.length > 1) this.#pop()
    const headed = this.#boldParagraphs.length > 1 ? this.#boldAsHeadings() : null
    if (headed !== null) return tidy(headed, true, this.flags)!
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
   * @returns null where there are none
   */
  #boldAsHeadings(): string | null {
    if (this.#outline.length > 0) return null
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
const nothing: CleanText = { html: '', text: '', lead: '', flags: none }
const spaces = /[\t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]| {2}/

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

function span(attributes: string, name: 'colspan' | 'rowspan'): string {
  const value = attribute(attributes, name)
  return value && /^[2-9]$|^[1-9]\d$/.test(value) ? ` ${name}="${value}"` : ''
}

/**
 * Strict HTML to clean HTML and text.
 * @param sanitized it comes from sanitize-html, so tags are closed in order whatever they are
 * @returns null when the input is not strict: it must be sanitised first
 */
export function tidy(source: string, sanitized: boolean, flags = new Set<CleanFlag>()): CleanText | null {
  const writer = new Writer(flags)
  const elements: Element[] = []
  let hiddenAt = -1
  let position = 0
  for (;;) {
    const next = source.indexOf('<', position)
    if (next !== position) {
      const run = next < 0 ? source.slice(position) : source.slice(position, next)
      const around = elements[elements.length - 1]
      if (hiddenAt >= 0 || (around?.white && !around.dark)) {
        if (!flags.has('hiddenDropped') && /[^\s\u200b\ufeff]/.test(run.replace(/&nbsp;|&#160;/g, '')))
          flags.add('hiddenDropped')
      } else if (run !== '') {
        const decoded = run.includes('&') ? decodeRun(run, sanitized) : run
        if (decoded === null) return null
        writer.inSpan = around?.kind === 'plain'
        writer.run(decoded)
      }
    }
    if (next < 0) break
    tagPattern.lastIndex = next
    const match = tagPattern.exec(source)
    if (!match) return null
    position = tagPattern.lastIndex
    const tag = match[2]!.toLowerCase()
    const kind = kinds.get(tag)
    if (!kind) return null
    const attributes = match[3]!
    if (match[1] === '/') {
      const element = elements.pop()
      if (!element || element.tag !== tag) return null
      if (hiddenAt >= 0) {
        if (elements.length <= hiddenAt) hiddenAt = -1
        continue
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
      continue
    }
    const parent = elements[elements.length - 1]
    const styled = attributes !== '' && /\s(?:style|hidden|color|bgcolor)|MsoList/i.test(attributes)
    if (!sanitized && parent && impliesEnd(parent, tag, kind)) return null
    if (voids.has(tag)) {
      if (hiddenAt >= 0 || (styled && isHidden(attributes))) continue
      if (kind === 'br') writer.lineBreak()
      else if (kind === 'hr') writer.endParagraph()
      else if (kind === 'img') {
        const image = imageTag(attributes)
        if (image) writer.image(image)
        else if (image === '') flags.add('trackersDropped')
      }
      continue
    }
    if (match[4] === '/') return null
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
    elements.push(element)
    if (hiddenAt >= 0) continue
    if (styled) {
      if (isHidden(attributes)) {
        if (kind !== 'inline' && kind !== 'plain') writer.endParagraph()
        hiddenAt = elements.length - 1
        continue
      }
      element.white = hasWhiteInk(attributes, tag) ?? element.white
      element.dark = hasColourBehind(attributes) ?? element.dark
      const drawn = /\bmso-list\s*:[^;"]{0,40}?\blevel([1-9])|\bmso-list\b|\bMsoList/i.exec(attributes)
      if (drawn && kind !== 'item') element.wordList = drawn[1] ? Number(drawn[1]) : element.wordList || 1
      writer.wordList = element.wordList
    }
    if (element.white && tag === 'a' && !(styled && hasWhiteInk(attributes, tag))) element.white = false
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
        else if (address && namesSender(address)) flags.add('trackersDropped')
        else if (address)
          element.inline = writer.openInline('a', `<a href="${escapeAttribute(address)}" rel="nofollow noopener">`)
        break
      }
      case 'iframe': {
        const player = iframeTag(attributes)
        if (player) writer.frame(player)
        hiddenAt = elements.length - 1
        break
      }
    }
  }
  if (elements.length > 0) return null
  return writer.end()
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

const anyTag = /<[a-zA-Z!/?]/
const lineTag = /<(?:p|div|br|li|ul|ol|table|tr|td|h[1-6]|section|article|blockquote|dl|pre)[\s/>]/i
const escapedTag =
  /&lt;\s*(?:\/\s*)?(?:p|div|br|li|ul|ol|span|strong|em|b|i|u|a|table|tr|td|h[1-6]|font|section|blockquote)\b[^<>]{0,400}?&gt;/i
const escapedEnd =
  /&lt;\s*(?:\/\s*(?:p|div|li|ul|ol|span|strong|em|b|i|u|a|table|tr|td|h[1-6]|font|section|blockquote)\s*|br\s*(?:\/\s*)?)&gt;/i

/** Escaped markup as markup again, however often it was escaped; a lone `&lt;b&gt;` in a sentence stays text. */
function unescapeMarkup(source: string): string {
  if (!source.includes('&')) return source
  let text = source.includes('&amp;')
    ? source.replace(/&(?:amp;)+(#[xX]?[\da-fA-F]{1,7}|[a-zA-Z][a-zA-Z\d]{1,7});/g, (whole, name: string) =>
        entityCharacter(name) === null ? whole : `&${name};`,
      )
    : source
  if (text.includes('&lt;') && escapedEnd.test(text) && (!anyTag.test(text) || escapedTag.test(text)))
    text = text.replace(/&(lt|gt|quot|apos|#39|#x27);/g, (_, name: string) =>
      name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'quot' ? '"' : "'",
    )
  return text
}

/** `< p >`, as a program that lays out scripts leaves them. */
const spacedTag = /<\s+(?:\/\s*)?(?:p|ul|ol|li|strong|b|em|i|u|span|h[1-6]|table|tr|td|div|br)\s*(?:\/\s*)?>/i
const spacedTags =
  /<\s*(\/?)(?:(?<=\/)\s*)?([a-z][a-z0-9]{0,9})((?:\s+[a-z-]{1,20}\s*=\s*"[^"<>]{0,500}")*)\s*(\/?)(?:(?<=\/)\s*)?>/gi

const maxTags = 10_000
function tagCount(source: string): number {
  let count = 0
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) count++
  return count
}

function clean(raw: string, depth: number, flags = new Set<CleanFlag>()): CleanText {
  let source = raw
  const foreign = /[^\t\n\r -~]/.test(raw)
  if (foreign) {
    const repaired = repairEncoding(raw)
    if (repaired !== raw) flags.add('mojibake')
    source = repairCharacters(repaired)
  }
  const unescaped = unescapeMarkup(source)
  if (unescaped !== source) flags.add('unescaped')
  source = unescaped
  if (source.includes('< ') && spacedTag.test(source)) source = source.replace(spacedTags, '<$1$2$3$4>')
  // Nobody writes an advert with so many tags, and a parser's time grows with the square of their depth: its text is
  // all that is wanted.
  if (source.length > 3 * maxTags && tagCount(source) > maxTags)
    source = source.replace(/<[^<>]*>/g, '\n').replace(/</g, '&lt;')
  let cleaned: CleanText | null
  if (!anyTag.test(source)) {
    const { html, markdown, chrome } = markUpText(source)
    if (markdown) flags.add('markdown')
    if (chrome) flags.add('chromeDropped')
    cleaned = tidy(html, true, flags) ?? tidy(sanitize(html), true, flags)
  } else {
    if (source.includes('\n') && !lineTag.test(source)) source = source.replace(/\r?\n/g, '<br>')
    cleaned = tidy(source, false, flags) ?? tidy(sanitize(source), true, flags)
  }
  const result = cleaned ?? nothing
  // Pieces of escaped markup, or of a misread character, that met only when the tags between them went: once more,
  // until it is stable.
  const { html } = result
  const again =
    depth < 4 &&
    ((html.includes('&lt;') && unescapeMarkup(html) !== html) ||
      ((foreign || raw.includes('&')) && /[^\t\n\r -~]/.test(html) && repairEncoding(html) !== html))
  return again ? clean(html, depth + 1, flags) : result
}

function sanitize(source: string): string {
  let markup = source
  if (/<iframe/i.test(markup)) {
    // What is inside a frame is never shown; one left open would swallow the rest, and is closed on the spot.
    markup = markup
      .replace(
        /(<iframe\b(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^'"<>])*>)(?:[^<]|<(?!\/?iframe\b)){0,2000}<\/iframe\s*>/gi,
        '$1',
      )
      .replace(/<\/iframe\s*>/gi, '')
      .replace(/<iframe\b(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^'"<>])*>/gi, '$&</iframe>')
  }
  // The end of a heading of any level ends the open one, as browsers have it.
  if (/<\/h[1-6]/i.test(markup)) {
    const open: string[] = []
    markup = markup.replace(/<(\/?)h([1-6])\b/gi, (whole, end: string, level: string) => {
      if (end === '') open.push(level)
      else if (open.includes(level)) open.length = open.lastIndexOf(level)
      else if (open.length > 0) return `</h${open.pop()}`
      return whole
    })
  }
  const unclosed = dropped.filter(
    tag =>
      tag.length > 3 && new RegExp(`<${tag}[\\s>]`, 'i').test(markup) && !new RegExp(`</${tag}\\s*>`, 'i').test(markup),
  )
  // `script` and `style` left open are dropped to the end, as a browser would.
  const nonText =
    unclosed.length > 0
      ? dropped.filter(tag => !unclosed.includes(tag) || ['script', 'style', 'textarea', 'title', 'xmp'].includes(tag))
      : dropped
  return sanitizeHtml(markup, nonText === dropped ? sanitizeOptions : { ...sanitizeOptions, nonTextTags: nonText })
}

/**
 * A description from a feed (HTML, escaped any number of times, or plain text) as clean HTML with its text. Never
 * throws. Kept: p, h2-h4, lists, a (http, https, mailto, tel), strong, em, b, i, u, br, tables, blockquote, https
 * images with an alt, players of the allow-list.
 */
export function cleanDescription(raw: string): CleanText {
  return raw === '' ? nothing : clean(raw, 0)
}

/** `cleanDescription`, the HTML alone. Idempotent. */
export function cleanHtml(raw: string): string {
  return clean(raw, 0).html
}

/** The visible text of HTML or plain text, one line for each block. */
export function plainText(html: string): string {
  return clean(html, 0).text
}

/** Text cut at a whole word, with an ellipsis where something was cut. At most `max` characters, on one line. */
export function summariseText(text: string, max = 240): string {
  const head = cutText(text, max * 4)
  const line = (spaces.test(head) ? head.replace(/\s+/g, ' ') : head).trim()
  if (line.length <= max) return line
  const cut = cutText(line, max - 1)
  const whole = /\s/.test(line[max - 1]!) ? cut : cut.replace(/(?<!\s)\s+\S*$/, '')
  return `${(whole || cut).replace(/(?<![\s,;:–—\-(/&•])[\s,;:–—\-(/&•]+$/u, '')}…`
}

/** A summary of a description without its headings: whole words, at most `max` characters. */
export function summarise(html: string, max = 240): string {
  return summariseText(clean(html, 0).lead, max)
}

/**
 * The distinct words of a text in the order they first appear: all that search needs of a description. The first
 * `maxChars` characters, and of what comes behind them `maxNames` of names and words of the field (`PyTorch`, `dbt`,
 * `PRINCE2`): an advert lists its skills last.
 */
export function distinctWords(text: string, maxChars = 1_000, maxNames = 1_400): string {
  const seen = new Set<string>()
  let words = ''
  let start = 0
  while (start < text.length) {
    let end = start
    while (end < text.length && text.charCodeAt(end) > 32) end++
    const token = end > start ? trimWord(text, start, end) : ''
    start = end + 1
    if (token === '' || token.length > 40) continue
    const known = seen.size
    seen.add(token.toLowerCase())
    if (seen.size === known || token.includes('@') || /^https?:|^www\./i.test(token)) continue
    const length = words.length + token.length + 1
    if (length > maxChars + maxNames) break
    if (length > maxChars && !isName.test(token) && !fieldWords.has(token)) continue
    words += words === '' ? token : ` ${token}`
  }
  return words
}

const isName = /[\p{Lu}\p{N}]/u

/** A token without the punctuation around it; `C++`, `C#` and `.NET` keep theirs. */
function trimWord(text: string, start: number, end: number): string {
  while (
    start < end &&
    isPunctuation(text.charCodeAt(start)) &&
    !(text[start] === '.' && isWordCode(text.charCodeAt(start + 1)))
  )
    start++
  while (
    end > start &&
    isPunctuation(text.charCodeAt(end - 1)) &&
    !((text[end - 1] === '+' || text[end - 1] === '#') && end - start > 1)
  )
    end--
  const token = text.slice(start, end)
  return token.charCodeAt(0) < 127 && token.charCodeAt(token.length - 1) < 127
    ? token
    : token.replace(/^[^\p{L}\p{N}.]+|(?<![^\p{L}\p{N}+#])[^\p{L}\p{N}+#]+$/gu, '')
}
function isPunctuation(code: number): boolean {
  return code < 127 && !isWordCode(code)
}

/** An ASCII letter or digit. */
function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

/** `distinctWords` of a description. */
export function searchText(html: string, maxChars?: number): string {
  return distinctWords(clean(html, 0).text, maxChars)
}

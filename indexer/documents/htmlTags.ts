/** The tags that are understood, and what their attributes say of what a reader sees. */
import { decodeEntities } from '#indexer/text'

export type Kind =
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
export const kinds = new Map<string, Kind>()
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
export const dropped = [
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
export const voids = new Set(['br', 'hr', 'img', 'wbr'])

const attributePatterns = new Map(
  ['style', 'color', 'bgcolor', 'href', 'src', 'alt', 'width', 'height', 'title', 'start', 'colspan', 'rowspan'].map(
    name => [name, new RegExp(`\\s${name}="([^"]*)"`, 'i')],
  ),
)
export function attribute(attributes: string, name: string): string | null {
  const match = attributePatterns.get(name)!.exec(attributes)
  return match ? decodeEntities(match[1]!) : null
}

const white = /^(?:#f[ef]f[ef]f[ef]|#fff|white|snow|rgba?\(\s*25[45][\s,]+25[45][\s,]+25[45]\b|hsla?\([^)]*[\s,]100%)/i
const unseen =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0(?:\.\d*)?(?:px|pt|em|rem|%)?|1(?:\.0*)?(?:px|pt))\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|(?:text-indent|left|top)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?)/i
/** A box without height that shows nothing of what stands out of it. */
const flat = /(?:^|[;\s])(?:max-)?height\s*:\s*0(?:px)?\s*(?:;|!|$)/i
const clipped = /(?:^|[;\s])overflow\s*:\s*hidden/i
export function isHidden(attributes: string): boolean {
  if (/\shidden(?=\s|$|=)/i.test(attributes)) return true
  const style = attribute(attributes, 'style')
  return style !== null && (unseen.test(style) || (flat.test(style) && clipped.test(style)))
}
/** Whether an element's own ink is white; null where it has none of its own. Links have: browsers colour them. */
export function hasWhiteInk(attributes: string, tag: string): boolean | null {
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
export function hasColourBehind(attributes: string): boolean | null {
  const background =
    /background(?:-color|-image)?\s*:\s*([^;]+)/i.exec(attribute(attributes, 'style') ?? '')?.[1] ??
    attribute(attributes, 'bgcolor')
  if (!background || /^\s*(?:none|transparent|inherit|initial|unset)/i.test(background)) return null
  return !white.test(background.trim())
}

export function span(attributes: string, name: 'colspan' | 'rowspan'): string {
  const value = attribute(attributes, name)
  return value && /^[2-9]$|^[1-9]\d$/.test(value) ? ` ${name}="${value}"` : ''
}

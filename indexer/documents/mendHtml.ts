/**
 * Faults of markup that take the text after them away: a parser gives it to a tag, comment or quote that never ends.
 * Mended before the parser sees them, so that the words stay.
 */
import { dropped, kinds } from './htmlTags.ts'

/** Tags of HTML that are taken out, their text kept or never there. */
const otherTags = new Set(
  'html head body meta link base area map object embed param input label output progress meter picture source track ruby rt rp rb data slot dialog applet marquee blink nobr plaintext listing frame frameset spacer layer keygen bgsound basefont col colgroup legend optgroup option iframe search portal fencedframe image main figure tfoot path g rect circle line polygon polyline ellipse use defs symbol'.split(
    ' ',
  ),
)
const isTag = (name: string) => kinds.has(name) || dropped.includes(name) || otherTags.has(name)

/** Characters of a tag that a text may have been cut off in. */
const mostOfTag = 500
/** A tag whose quotes end before another one begins. */
const wholeTag = /<\/?([a-z][a-z0-9]*)(?=[\s/>:_.-])(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/iy
/** The same with markup in its quotes (`srcdoc`), where each attribute is as it should be. */
const strictTag =
  /<\/?([a-z][a-z0-9]*)(?:\s{1,100}[a-z][a-z-]{0,40}(?:=(?:"[^"]{0,2000}"|'[^']{0,2000}'))?){1,40}\s{0,100}\/?>/iy
/** The same with what is wrong with its quotes. */
const looseTag = /<\/?([a-z][a-z0-9]*)(?=[\s/>:_.-])[^<>]*>/iy

/**
 * The markup with what has no end escaped or ended: a `<` that begins no tag, words in angle brackets
 * (`<Senior Accountant>`), a quote of an attribute (`href="x>`), a comment, and tags whose text would be dropped with
 * all that follows (`<textarea>`, `<title>`, `<style>`, `<svg>`).
 */
export function mendMarkup(source: string): string {
  return withoutUnclosed(withoutStray(source))
}

function withoutStray(source: string): string {
  let mended = ''
  let from = 0
  const lower = source.toLowerCase()
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('--', at + 4)
      const close = end < 0 ? -1 : source.indexOf('>', end)
      if (close >= 0) {
        at = close + 1
        continue
      }
      // Never closed: what is before the next tag was meant to be hidden.
      const next = source.indexOf('<', at + 4)
      mended += source.slice(from, at)
      from = next < 0 ? source.length : next
      at = from
      continue
    }
    if (!/^<\/?[a-z]/i.test(source.slice(at, at + 3))) {
      at++
      continue
    }
    if (isCutTag(source, at)) {
      mended += source.slice(from, at)
      from = source.length
      break
    }
    wholeTag.lastIndex = at
    strictTag.lastIndex = at
    looseTag.lastIndex = at
    const whole = wholeTag.exec(source) ?? strictTag.exec(source)
    const match = whole ?? looseTag.exec(source)
    const name = (match?.[1] ?? '').toLowerCase()
    if (!match || isWords(match[0], name, lower)) {
      mended += `${source.slice(from, at)}&lt;`
      from = at + 1
      at++
      continue
    }
    const end = at + match[0].length
    if (!whole) {
      mended += source.slice(from, at) + withQuotesEnded(match[0])
      from = end
    }
    at = end
  }
  return from === 0 ? source : mended + source.slice(from)
}

/** The text was cut off within a tag: `… of 2023! <div cla`. */
function isCutTag(source: string, at: number): boolean {
  if (source.length - at > mostOfTag || source.indexOf('>', at) >= 0) return false
  if (source.indexOf('<', at + 1) >= 0) return false
  const [begun = '', close = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(source.slice(at)) ?? []
  const rest = source.slice(at + begun.length)
  if (rest === '') return close !== '' || isTag(name.toLowerCase())
  return isTag(name.toLowerCase()) && /^(?:\s+[a-z-]*(?:=|$)|&g?t?$)/i.test(rest)
}

/** `<Senior Accountant>`, `<Company Name>`: words, where no tag of the name is known or closed. */
function isWords(tag: string, name: string, lower: string): boolean {
  if (isTag(name) || /[=:_]/.test(tag) || tag.startsWith('</')) return false
  return /^<[\p{L}\d&+.,'’/() -]{2,80}>$/u.test(tag) && !lower.includes(`</${name}`)
}

function withQuotesEnded(tag: string): string {
  const quote = tag.includes('"') ? '"' : "'"
  if (tag.split(quote).length % 2 === 1) return tag
  const isSelfClosing = tag.endsWith('/>') && !/[=:]\s*["'][^"']*\/>$/.test(tag)
  return isSelfClosing ? `${tag.slice(0, -2)}${quote}/>` : `${tag.slice(0, -1)}${quote}>`
}

/** Code goes up to the next block; of a style or script nothing else can be told. */
const code = new Set(['style', 'script'])
const block = /<\/?(?:p|div|br|[uo]l|li|h[1-6]|table|tr|td|section|article|blockquote)\b/i

/** Tags that hide their text, where they are never closed. */
function withoutUnclosed(source: string): string {
  let mended = source
  for (const name of dropped) {
    const open = opened.get(name)!
    if (mended.search(open) < 0) continue
    const lastEnd = mended.toLowerCase().lastIndexOf(`</${name}`)
    mended = mended.replace(open, (tag: string, at: number) =>
      at > lastEnd && !tag.endsWith('/>') ? unclosed(name) : tag,
    )
    if (!code.has(name)) {
      mended = mended.replaceAll(unclosed(name), '')
      continue
    }
    for (let at = mended.indexOf(unclosed(name)); at >= 0; at = mended.indexOf(unclosed(name))) {
      const rest = mended.slice(at + unclosed(name).length)
      const next = rest.search(block)
      mended = mended.slice(0, at) + (next < 0 ? '' : rest.slice(next))
    }
  }
  return mended
}

const opened = new Map(dropped.map(name => [name, new RegExp(`<${name}(?=[\\s/>])[^<>]*>`, 'gi')]))

/** Stands for a tag that is to go; a control character, which is no text. */
const unclosed = (name: string) => `\u0001${name}\u0001`

/** CDATA marks, written as they are or escaped any number of times. */
const dataMark = /(?:<|&(?:amp;)*lt;)!\[CDATA\[|\]\](?:>|&(?:amp;)*gt;)/g

/** What stands in CDATA within a description, as the description; a browser would take it for a comment. */
export function withoutDataMarks(source: string): string {
  return source.includes('![CDATA[') ? source.replace(dataMark, ' ').trim() : source
}

/** `fields.Looking to`: a sentence ends and the next begins without a space. Names with a point are no sentences. */
const glued =
  /(?<=[\p{Ll}\p{N})][\p{Ll})])([.!?])(?=(?!(?:Com|Net|Org|Io|Ai|De|Co|Uk|Js|Py)\b)\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?[ ,](?![^<>]{0,2000}>))/gu
const longWall = 300

/**
 * Sentences that were glued where line breaks were lost: apart again, and in a wall of text without any structure each
 * begins a paragraph.
 */
export function withoutGlue(source: string, hasBlocks: boolean): string {
  if (!/[\p{Ll})][.!?]\p{Lu}/u.test(source)) return source
  const count = source.match(glued)?.length ?? 0
  if (count === 0) return source
  const isWall = !hasBlocks && count > 1 && source.length > longWall && !/\n|<br/i.test(source.trim())
  return source.replace(glued, isWall ? (source.includes('<') ? '$1<br><br>' : '$1\n\n') : '$1 ')
}

/**
 * Descriptions: whatever a feed sends becomes a small, safe and well-formed subset of HTML, and its plain text in the
 * same pass.
 *
 * Two stages. `tidy` reads strict HTML only (known tags, quoted attributes, closed in order) and rebuilds it from an
 * allow-list: it never copies a tag. What is not strict, which is most of what Word and ATS editors make, goes through
 * sanitize-html first and comes out strict. Half of the rows of a usual feed are strict as they are, and cost a fifth.
 */
import sanitizeHtml from 'sanitize-html'
import { cutText, entityCharacter, repairCharacters, repairEncoding } from '#indexer/text'
import { distinctWords } from './distinctWords.ts'
import { iframeHosts } from './htmlLinks.ts'
import { dropped, kinds } from './htmlTags.ts'
import { type CleanFlag, type CleanText, nothing, spaces } from './htmlWriter.ts'
import { mendMarkup, withoutDataMarks, withoutGlue } from './mendHtml.ts'
import { markUpText } from './plainText.ts'
import { tidy } from './tidyHtml.ts'

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

const anyTag = /<[a-zA-Z!/?]/
const lineTag = /<(?:p|div|br|li|ul|ol|table|tr|td|h[1-6]|section|article|blockquote|dl|pre)[\s/>]/i
const blockTags = /<(?:p|div|br|li|tr|h[1-6]|section|article|blockquote)[\s/>]/gi
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
const spacedTag = /<\s+(?:\/\s*)?(?:p|ul|ol|li|strong|b|em|i|u|span|font|h[1-6]|table|tr|td|div|br)\s*(?:\/\s*)?>/i
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
  const unescaped = unescapeMarkup(withoutDataMarks(source))
  if (unescaped !== source) flags.add('unescaped')
  source = unescaped
  if (source.includes('< ') && spacedTag.test(source)) source = source.replace(spacedTags, '<$1$2$3$4>')
  // No advert is written with so many tags, and a parser's time grows with the square of their depth: its text is
  // all that is wanted.
  if (source.length > 3 * maxTags && tagCount(source) > maxTags)
    source = source.replace(/<[^<>]*>/g, '\n').replace(/</g, '&lt;')
  source = withoutGlue(source, (source.match(blockTags)?.length ?? 0) > 2)
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
  let markup = mendMarkup(source)
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
  return sanitizeHtml(markup, sanitizeOptions)
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

/** `distinctWords` of a description. */
export function searchText(html: string, maxChars?: number): string {
  return distinctWords(clean(html, 0).text, maxChars)
}

/**
 * One part of an advert that a feed sends in several: a heading as plain text and the part as HTML, escaped HTML or
 * plain text.
 */
export interface Section {
  heading?: string | undefined
  text: string | undefined
}

/**
 * The parts as one HTML text, in their order; undefined when all are empty. A single part without a heading stays as it
 * is, plain text too.
 */
export function sections(parts: readonly Section[]): string | undefined {
  const there = parts.filter(part => part.text)
  if (there.length === 0) return undefined
  if (there.length === 1 && !there[0]!.heading) return there[0]!.text
  return there
    .map(({ heading, text }) => `${heading ? `<h3>${escapeText(heading)}</h3>\n` : ''}${asHtml(text!)}`)
    .join('\n')
}

const tag = /<\/?[a-z][a-z\d]{0,15}[\s/>]/i

/** HTML as it is, escaped HTML unescaped, plain text with its lines and paragraphs: to stand beside other HTML. */
export function asHtml(text: string): string {
  let html = text
  for (let times = 0; times < 8 && !tag.test(html) && /&(?:amp;)*(?:lt|#60|#x3c);/i.test(html); times++)
    html = unescapedOnce(html)
  if (tag.test(html)) return html
  return text
    .split(/\n\s*\n/)
    .map(paragraph => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

/** One layer of escaping less: what is left of it (`&amp;nbsp;` becomes `&nbsp;`) is HTML's. */
function unescapedOnce(text: string): string {
  return text.replace(/&(?:(lt|#60|#x3c)|(gt|#62|#x3e)|(quot|#34)|amp|#38);/gi, (_, less, greater, quote) =>
    less ? '<' : greater ? '>' : quote ? '"' : '&',
  )
}

/** Entities that are there stay what they are. */
function escapeText(plain: string): string {
  return plain
    .replace(/&(?!#?[a-z\d]{1,31};)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

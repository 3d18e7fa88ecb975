import iconv from 'iconv-lite'
import type { Page } from 'playwright'

/**
 * The words that a visitor would read in a description as it came, found without the indexer: a browser draws it, and
 * what a reader takes for the same is made the same by rule, for every text of a kind and on both sides of the
 * comparison.
 */

/**
 * The HTML a feed meant: escaped markup is markup again, however often it was escaped, `< p >` is a tag, a frame that
 * is never closed does not hold the rest, and plain text keeps its lines.
 */
export function meantHtml(raw: string): string {
  let html = raw
  while (!tag.test(html) && escapedTag.test(html))
    html = html.replace(
      /&(lt|gt|quot|amp|apos|#39);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&', apos: "'", '#39': "'" })[name]!,
    )
  html = html.replace(
    /<\s+(\/?)\s*([a-z][a-z0-9]*)\s*>|<(\/?)([a-z][a-z0-9]*)\s+>|<\s*\/\s*([a-z][a-z0-9]*)\s*>/gi,
    (_, a = '', b, c = '', d, e) => (e ? `</${e}>` : `<${a}${c}${b ?? d}>`),
  )
  // A stray `<` before words takes them from a browser: `<IF you are …`.
  html = html.replace(/<(?=[A-Z]+ [a-z]+ [a-z]+ [^<>]*<)/g, '&lt;')
  html = html.replace(/&(?:amp;)+(#\d{2,5}|[a-z]{2,8});/gi, '&$1;')
  if (tag.test(html))
    return /<iframe/i.test(html) && !/<\/iframe/i.test(html) ? html.replace(/<iframe[^>]*>/gi, '') : html
  return `<pre>${withoutChrome(html.replace(/\r\n?/g, '\n')).replace(/</g, '&lt;')}</pre>`
}
const tag = /<\/?[a-z!?][^<]*>/i
const escapedTag = /&(?:amp;)*lt;\/?(?:p|div|li|ul|ol|br|strong|b|i|em|u|span|h[1-6]|a|table|font|section)\b/i

/**
 * Of a page that was copied whole, the way back and the buttons are no words of the advert: only where both are there.
 */
function withoutChrome(text: string): string {
  const lines = text.split('\n')
  const isWayBack = (line: string) => /^\s*❮ back to last search\s*$/.test(line)
  const isButton = (line: string) => /^\s*Apply for this job\s*$/.test(line)
  if (!lines.slice(0, 10).some(isWayBack) || !lines.some(isButton)) return text
  return lines.filter(line => !isWayBack(line) && !isButton(line)).join('\n')
}

const drawn = /^[•●▪■◦‣∙·➢►▸✓✔*_–—+§-]+|[*_]+$/g

/**
 * Words between spaces. A drawn bullet, the marks of Markdown and its escapes, and characters that have no width are no
 * part of a word; a character that was lost (U+FFFD) and the apostrophe it mostly was are the same gap.
 */
export function wordsOf(text: string): string[] {
  const lost = text.includes('\ufffd')
  // Half of a no-break space; its other half may have become an ordinary one.
  return (
    undone(text.replace(/(?<!\p{Lu})Â(?=\s|$)/gu, ' '))
      .normalize('NFC')
      .replace(/â[\u0096–](?=\s)/g, '■')
      .replace(/\u034f|\ufe0e|\ufe0f|[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffc]/g, '')
      .replace(/(?<![\u0600-\u06ff\u0900-\u0dff])[\u200c\u200d]/g, '')
      .replace(/\\([-.+*_#()[\]!&|~<>`])/g, '$1')
      .replace(lost ? /[\ufffd’]/g : /\ufffd/g, ' ')
      .replace(/\*\*+/g, ' ')
      // Sentences that were glued are parted in what is shown.
      .replace(/(?<=[\p{L}\p{N})][\p{L})])([.!?])(?=\p{Lu})/gu, '$1 ')
      .split(/\s+/)
      .map(word => word.replace(drawn, ''))
      .filter(word => /[\p{L}\p{N}]/u.test(word))
  )
}

/** What an encoding read wrongly made of a word, undone: only where its bytes are a whole text in UTF-8. */
function undone(text: string): string {
  return text.replace(
    /(?:[^ \n\t\u00a0]|(?<=[\u00c2\u00c3])\u00a0)*[\u00c2\u00c3\u00e2\u00cc](?:[^ \n\t\u00a0]|(?<=[\u00c2\u00c3])\u00a0)*/g,
    word => {
      for (let times = 0; times < 3; times++) {
        const bytes = Buffer.concat(
          [...word].map(character =>
            character < '\u0100' ? Buffer.from(character, 'latin1') : iconv.encode(character, 'win1252'),
          ),
        )
        const isLost = [...word].some(
          character =>
            character >= '\u0100' && iconv.decode(iconv.encode(character, 'win1252'), 'win1252') !== character,
        )
        const read = bytes.toString('utf8')
        if (isLost || read.includes('\ufffd') || read === word) break
        word = read
      }
      return word
    },
  )
}

/**
 * Each description's text as Chromium shows it: `innerText` without what a person does not see (white on white, no
 * size, off the page) and without the parts of a form that lead nowhere in an advert. The numbers that it draws before
 * the entries of a list are words like any other, `innerText` leaves them out.
 */
export async function shownTexts(page: Page, htmls: string[]): Promise<string[]> {
  // A browser in standards mode, that asks for nothing and runs nothing.
  await page.setContent('<!doctype html><meta charset=utf-8><body></body>')
  return page.evaluate(list => {
    return list.map(html => {
      const parsed = new DOMParser().parseFromString(html, 'text/html')
      for (const element of parsed.querySelectorAll(
        'script,style,template,link,meta,base,iframe,object,embed,video,audio,canvas,title',
      ))
        element.remove()
      for (const element of parsed.querySelectorAll('*'))
        for (const { name } of [...element.attributes])
          if (
            /^(?:on|src|href$|background$|data$|poster$)/i.test(name) &&
            !(name === 'href' && element.localName === 'a')
          )
            element.removeAttribute(name)
      document.body.replaceChildren(...parsed.head.childNodes, ...parsed.body.childNodes)
      for (const element of document.body.querySelectorAll(
        'button,select,option,datalist,textarea,input,noscript,svg,math,xmp,noframes,noembed',
      ))
        element.remove()
      for (const element of document.body.querySelectorAll('details')) element.open = true
      const unseen: (Element | Text)[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const isWhite = (colour: string) => /^rgba?\(25[45], 25[45], 25[45]/.test(colour)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        const around = text.parentElement!
        const style = getComputedStyle(around)
        let behind: Element | null = around
        while (
          behind &&
          getComputedStyle(behind).backgroundImage === 'none' &&
          /, 0\)$/.test(getComputedStyle(behind).backgroundColor)
        )
          behind = behind.parentElement
        const isBlank =
          behind === null ||
          (getComputedStyle(behind).backgroundImage === 'none' && isWhite(getComputedStyle(behind).backgroundColor))
        if (isWhite(style.color) && isBlank) unseen.push(text)
        else if (Number.parseFloat(style.fontSize) <= 1.34 || Number.parseFloat(style.textIndent) < -90)
          unseen.push(text)
      }
      for (const element of document.body.querySelectorAll('*')) {
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        if (Number(style.opacity) === 0 || (style.position === 'absolute' && (box.right <= 0 || box.bottom <= 0)))
          unseen.push(element)
        else if (style.overflow === 'hidden' && box.height === 0 && style.display !== 'inline') unseen.push(element)
      }
      for (const each of unseen) each.remove()
      for (const listed of document.body.querySelectorAll('ol')) {
        let number = listed.start
        for (const entry of listed.children) if (entry.localName === 'li') entry.prepend(`${number++}. `)
      }
      // biome-ignore lint/performance/useDomNodeTextContent: what is rendered is the question
      return document.body.innerText
    })
  }, htmls)
}

/** Where two readings part, with some words around, for a message a person can use; null where they are the same. */
export function parting(theirs: string[], ours: string[]): string | null {
  let at = 0
  while (at < theirs.length && theirs[at] === ours[at]) at++
  if (at === theirs.length && at === ours.length) return null
  const near = (words: string[]) => words.slice(Math.max(0, at - 4), at + 10).join(' ')
  return `shown: …${near(theirs)}…\n  ours: …${near(ours)}…`
}

const allowedTags = new Set(
  'p h2 h3 h4 ul ol li strong em b i u a br table thead tbody tfoot tr td th caption blockquote img iframe'.split(' '),
)
const allowedAttributes = new Set(
  'href rel src alt width height loading title allowfullscreen start colspan rowspan'.split(' '),
)

/**
 * What no cleaned description may hold, one line each: other tags or attributes, an address that runs or is not
 * encrypted, a skipped heading, a bare item.
 */
export function faultsIn(fragment: DocumentFragment): string[] {
  const faults: string[] = []
  let level = 1
  for (const element of fragment.querySelectorAll('*')) {
    const tag = element.localName
    if (!allowedTags.has(tag)) faults.push(`<${tag}>`)
    if (tag === 'li' && !/^[uo]l$/.test(element.parentElement?.localName ?? '')) faults.push('an item outside a list')
    if (/^[uo]l$/.test(tag) && [...element.children].some(child => child.localName !== 'li'))
      faults.push(`<${tag}> with something other than items`)
    if (/^h\d$/.test(tag)) {
      if (Number(tag[1]) > level + 1) faults.push(`<${tag}> straight after h${level}`)
      level = Number(tag[1])
    }
    for (const { name, value } of element.attributes) {
      if (!allowedAttributes.has(name)) faults.push(`${tag} ${name}`)
      if (name === 'href' && !/^(?:https?:\/\/|mailto:|tel:)/.test(value)) faults.push(`${tag} ${name}=${value}`)
      if (name === 'src' && !/^https:\/\//.test(value)) faults.push(`${tag} ${name}=${value}`)
      if (
        tag === 'iframe' &&
        name === 'src' &&
        !/^https:\/\/(?:(?:www\.)?youtube(?:-nocookie)?\.com|player\.vimeo\.com)\//.test(value)
      )
        faults.push(`frame of ${value}`)
    }
  }
  return faults
}

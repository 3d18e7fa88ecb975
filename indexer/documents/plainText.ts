import { decodeEntities, escapeText, repairCharacters, repairEncoding } from '#indexer/text'

/**
 * Descriptions without a tag: plain text with line breaks, Markdown, or what a program copied off a page. Out
 * comes strict HTML for `tidy`, which finds the bullets that have no space after them by itself.
 */
export interface MarkedUp {
  html: string
  /** Plainly Markdown: `**bold**`, `## headings`, `[links](https://…)` or escapes such as `\-`. */
  markdown: boolean
  /** Buttons of a page, or the source of its scripts and styles, were left out. */
  chrome: boolean
}

/** @param source text without tags, its entities still escaped */
export function markUpText(source: string): MarkedUp {
  let decoded = decodeEntities(source)
  if (decoded !== source) decoded = repairCharacters(repairEncoding(decoded))
  if (decoded.includes('\r')) decoded = decoded.replace(/\r\n?/g, '\n')
  const withoutCode = dropCode(decoded)
  const kept = dropChrome(withoutCode.split('\n'))
  const text = kept.join('\n')
  const markdown =
    (text.includes('\\') && /\\[-.+*_#()[\]!&|~<>]/.test(text)) ||
    (text.includes('**') && bold.test(text)) ||
    (text.includes('](') && link.test(text)) ||
    (text.includes('## ') && /^#{2,6} +\S/m.test(text))
  return { html: blocks(kept, markdown), markdown, chrome: text !== decoded }
}

const bold = /(?<![*\p{L}\d])\*\*(?=[^\s*])[^*\n]{1,200}?(?<=\S)\*\*(?!\*)/u
const link = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>"]{1,500}|mailto:[^\s()<>"]{3,200})\)/

/** A button or way back, alone on its line. */
const button =
  /^(?:[❮‹<«←]\s*)?(?:back to (?:last |the |all )?(?:search(?: results)?|results|jobs|job list)|zurück zur (?:suche|trefferliste|ergebnisliste|stellenliste)|(?:apply for|save|share|print|report|email) this job|(?:job|stelle) (?:melden|drucken|teilen|merken))$/i

/**
 * Lines of a page round the advert go where at least two of them, near its ends, leave no doubt that it was copied off
 * a page.
 */
function dropChrome(lines: string[]): string[] {
  const ends = new Set<number>()
  for (let index = 0; index < lines.length && ends.size < 12; index++) if (lines[index]!.trim() !== '') ends.add(index)
  const head = ends.size
  for (let index = lines.length - 1, last = 0; index >= 0 && last < 3; index--) {
    if (lines[index]!.trim() === '') continue
    ends.add(index)
    last++
  }
  const gone = new Set<number>()
  for (const index of ends) if (lines[index]!.length < 60 && button.test(lines[index]!.trim())) gone.add(index)
  if (gone.size < 2) return lines
  // The mark of a tooltip, in the head of such a page.
  for (const index of [...ends].slice(0, head)) if (lines[index]!.trim() === '?') gone.add(index)
  return lines.filter((_, index) => !gone.has(index))
}

interface Line {
  indent: number
  /** The bullet as drawn, `1` for a number, '' for neither. */
  marker: string
  number: number
  text: string
}
const linePattern = /^([ \t]*)(?:([•●▪■◦‣∙·➢►▸✓✔*+–-])[ \t]+(?=\S)|(\d{1,2})\\?[.)][ \t]+(?=\S))?/

function readLine(line: string, markdown: boolean): Line {
  const match = linePattern.exec(line)!
  const indent = match[1]!.replace(/\t/g, '    ').length
  const bullet = match[2] !== undefined && (match[2] !== '+' || markdown)
  if (bullet || match[3] !== undefined)
    return {
      indent,
      marker: bullet ? match[2]! : '1',
      number: Number(match[3] ?? 0),
      text: line.slice(match[0].length).trim(),
    }
  return { indent, marker: '', number: 0, text: line.trim() }
}

/**
 * Numbered lines are a list where they count from 1 with nothing but their own parts between; else the number is the
 * author's text.
 */
function numberedLines(lines: Line[]): Set<number> {
  const numbered = new Set<number>()
  for (let start = 0; start < lines.length; start++) {
    const first = lines[start]!
    if (first.marker !== '1' || first.number !== 1) continue
    const members = [start]
    let blank = false
    for (let at = start + 1; at < lines.length; at++) {
      const line = lines[at]!
      if (line.text === '') blank = true
      else if (line.marker === '1' && line.indent === first.indent) {
        if (line.number !== members.length + 1) break
        members.push(at)
        blank = false
      } else if (line.marker === '' && (blank || line.indent <= first.indent)) break
    }
    if (members.length > 1) for (const member of members) numbered.add(member)
    start = members[members.length - 1]!
  }
  return numbered
}

function isSign(code: number): boolean {
  return code < 48 || (code > 57 && code < 65) || (code > 90 && code < 97) || code > 122
}

function blocks(source: string[], markdown: boolean): string {
  // Long: a machine over lines, whose open paragraph and lists each kind of line changes.
  const lines = source.map(line => readLine(line, markdown))
  const numbered = numberedLines(lines)
  let html = ''
  let paragraph: string[] = []
  /** Open lists, outermost first, each with its last item open. */
  const lists: { tag: string; indent: number; marker: string; number: number; item: string[] }[] = []
  const inline = (parts: string[]) => inlineMarkup(parts.join('\n'), markdown).replace(/\n/g, '<br>')
  const endItem = () => {
    const list = lists[lists.length - 1]!
    if (list.item.length > 0) html += inline(list.item)
    list.item = []
  }
  const endLists = (keep = 0) => {
    while (lists.length > keep) {
      endItem()
      html += `</li></${lists.pop()!.tag}>`
    }
  }
  const endParagraph = () => {
    if (paragraph.length > 0) html += `<p>${inline(paragraph)}</p>`
    paragraph = []
  }
  let blank = false
  lines.forEach((line, index) => {
    if (line.text === '') {
      blank = true
      endParagraph()
      return
    }
    const wasBlank = blank
    blank = false
    if (isSign(line.text.charCodeAt(0)) && /^([-*_=~])(?:\s*\1){2,}$/.test(line.text)) {
      endParagraph()
      endLists()
      return
    }
    const heading = markdown && line.text[0] === '#' ? /^(#{1,6})\s+(\S.*)$/.exec(line.text) : null
    if (heading && line.marker === '') {
      endParagraph()
      endLists()
      const tag = `h${heading[1]!.length}`
      html += `<${tag}>${inlineMarkup(withoutMarks(heading[2]!), true)}</${tag}>`
      return
    }
    const ordered = numbered.has(index)
    if (line.marker === '' || (line.marker === '1' && !ordered)) {
      const list = lists[lists.length - 1]
      const text = line.marker === '1' ? source[index]!.trim() : line.text
      if (list && !wasBlank && line.indent > list.indent) {
        if (list.item.length > 0) list.item.push(`${list.item.pop()} ${text}`)
        else list.item.push(text)
        return
      }
      endLists()
      const before = paragraph[paragraph.length - 1]
      // A line broken by the width of an editor.
      if (before !== undefined && before.length > 50 && /^\p{Ll}/u.test(text) && /[\p{L}\d,]$/u.test(before))
        paragraph.push(`${paragraph.pop()} ${text}`)
      else paragraph.push(text)
      return
    }
    endParagraph()
    // The same mark at the same depth goes on with its list; another one, or one further in, is a list inside the last
    // item.
    const depth = lists.findIndex(list => list.marker === line.marker && Math.abs(list.indent - line.indent) < 2)
    if (depth >= 0) endLists(depth + 1)
    else while (lists.length > 0 && lists[lists.length - 1]!.indent > line.indent) endLists(lists.length - 1)
    const list = lists[lists.length - 1]
    if (depth >= 0 && list && (!ordered || line.number === list.number + 1)) {
      endItem()
      html += '</li><li>'
      list.item = [line.text]
      list.number = line.number
    } else {
      if (depth >= 0) endLists(depth)
      if (lists.length > 0) endItem()
      const tag = ordered ? 'ol' : 'ul'
      html += `<${tag}><li>`
      lists.push({ tag, indent: line.indent, marker: line.marker, number: line.number, item: [line.text] })
    }
  })
  endParagraph()
  endLists()
  return html
}

/** Escaped characters stand aside in a private area while the others are read as marks. */
const aside = 0xe000
const setAside = (sign: string) => String.fromCharCode(aside + sign.charCodeAt(0))

/** Marks may stand behind a heading as well as before it; of marks alone one is its text. */
function withoutMarks(heading: string): string {
  return (
    heading[0] +
    heading
      .slice(1)
      .replace(/(?<!#)#+$/, '')
      .trimEnd()
  )
}

/** @returns HTML, though perhaps not nested in order: authors cross their marks */
function inlineMarkup(source: string, markdown: boolean): string {
  if (!markdown || !/[\\*_[]/.test(source)) return escapeText(source)
  let html = source
  if (html.includes('\\'))
    html = html
      .replace(/[\ue000-\ue07f]/g, ' ')
      .replace(/\\([-.+*_#()[\]!&|~<>`\\])/g, (_, sign: string) => setAside(sign))
  html = escapeText(html)
  if (html.includes(']('))
    html = html.replace(
      new RegExp(link, 'g'),
      (_, words: string, address: string) => `<a href="${address.replace(/[*_]/g, setAside)}">${words}</a>`,
    )
  if (html.includes('**'))
    html = html
      .replace(
        /(?<!\*)(\*\*\*?)([^*]{1,600}?)\*\*\*?(?!\*)/g,
        (whole, _mark, marked: string, at: number, all: string) => {
          const words = marked.trim()
          if (words === '') return whole
          // Glued to its neighbours by the program that took the line breaks out; a single word may stand inside
          // another.
          const apart = /\s/.test(words)
          const left =
            /^\s/.test(marked) || (apart && /[\p{L}\d.!?:;]$/u.test(all.slice(Math.max(0, at - 2), at))) ? ' ' : ''
          const right =
            /\s$/.test(marked) || (apart && /^[\p{L}\d]/u.test(all.slice(at + whole.length, at + whole.length + 2)))
              ? ' '
              : ''
          return `${left}<strong>${words}</strong>${right}`
        },
      )
      // Half a pair of marks says nothing to a reader.
      .replace(/\*\*+/g, (marks, at: number, all: string) =>
        isWordAt(all, at - 1) && isWordAt(all, at + marks.length) ? marks : '',
      )
  if (html.includes('*'))
    html = html.replace(/(?<![*\p{L}\d])\*(?=[^\s*])([^*\n]{1,600}?)(?<=\S)\*(?![*\p{L}\d])/gu, '<em>$1</em>')
  if (html.includes('_'))
    html = html.replace(/(?<![_\p{L}\d/])_(?=[^\s_])([^_\n]{1,300}?)(?<=\S)_(?![_\p{L}\d])/gu, '<em>$1</em>')
  return html.replace(/[\ue000-\ue07f]/g, character => escapeText(String.fromCharCode(character.charCodeAt(0) - aside)))
}
function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\d]/u.test(text.charAt(at))
}

const codeHint = /\bfunction\s?\(|\bwindow\.\w|\bdocument\.\w|@font-face\s?\{|@media\s?[^{}]{1,80}\{|\bdataLayer\b/g
/** In brackets that close, two levels deep. */
const inBrackets = '\\((?:[^{}()]|\\((?:[^{}()]|\\([^{}()]{0,80}\\)){0,120}\\)){0,200}\\)'
/** What stands before the brace of a script's block, of a call with an object, or of an at-rule. */
const blockHead = new RegExp(
  `(?:\\(\\s?)?(?:\\b(?:if|for|while|switch|catch|with)\\s?${inBrackets}|\\b(?:else|try|do|finally)|\\bfunction(?:\\s[\\w$]{1,60})?\\s?${inBrackets}|=>|` +
    `\\b[\\w$][\\w$.[\\]'"]{0,200}\\s?[=(]|(?<!\\w)@(?:media|font-face|supports|layer|container|page|(?:-\\w{1,10}-)?keyframes)\\b[^{}@;]{0,120})\\s*$`,
)
const statement =
  /(?:\b(?:var|let|const)\s[\w$]{1,60}\s?=|\b[\w$]{1,60}(?:\.[\w$]{1,60}){1,10}\s?(?:=|\())[^;{}]{0,500};/g
const selector =
  /^(?:[.#:*@>+~,[].*|.*[\w\])][.#:[][\w-].*|.*,(?:[.#].*)?|(?:html|body|div|span|p|a|ul|ol|li|img|svg|h[1-6]|table|tr|td|th|input|button|label|form|nav|main|header|footer|section))$/i
const blockTail = /\s*(?:\)?\s?\([^(){}]{0,300}\))?[)\]]*\s*[;,]?/y

/**
 * The source of scripts and styles that a careless program copied off a page among its words: blocks in braces with
 * what belongs to them.
 */
function dropCode(text: string): string {
  if (!text.includes('{') || (text.match(codeHint)?.length ?? 0) < 3) return text
  let kept = ''
  let from = 0
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
    let depth = 1
    let close = open + 1
    for (; close < text.length && depth > 0; close++) {
      if (text[close] === '{') depth++
      else if (text[close] === '}') depth--
    }
    // Cut off in the middle: code to the end, unless words follow it.
    if (depth > 0) {
      if (/(?:\p{L}{2,30}[ ,.]+){4}/u.test(text.slice(open))) break
      kept += withoutHead(text.slice(from, open))
      from = text.length
      break
    }
    const isCode = /[;:(=]/.test(text.slice(open + 1, close - 1))
    kept += isCode ? `${withoutHead(text.slice(from, open))} ` : text.slice(from, close)
    blockTail.lastIndex = close
    from = isCode && blockTail.test(text) ? blockTail.lastIndex : close
  }
  const rest = text.slice(from)
  return `${kept}${withoutHead(rest).trim() === '' ? '' : rest}`
    .replace(statement, ' ')
    .replace(/\/\*[^*]{0,300}\*\//g, ' ')
}

function withoutHead(before: string): string {
  const near = Math.max(0, before.length - 600)
  const head = blockHead.exec(before.slice(near))
  if (head) return before.slice(0, near + head.index)
  let end = before.length
  for (let tokens = 0; tokens < 80 && end > 0; tokens++) {
    const trimmed = before.slice(0, end).trimEnd()
    const start = Math.max(trimmed.lastIndexOf(' '), trimmed.lastIndexOf('\n')) + 1
    if (trimmed.length - start > 300 || !selector.test(trimmed.slice(start))) break
    end = start
  }
  return before.slice(0, end)
}

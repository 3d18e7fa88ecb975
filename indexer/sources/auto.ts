import type { RawRow } from '../documents/rawJob.ts'
import { columnsOf } from './csv.ts'
import type { FeedFile } from './feed.ts'
import { decodedText } from './feedText.ts'
import { type FeedHead, type Format, SourceError } from './format.ts'
import { errorSaid, stringEnd } from './jsonText.ts'
import type { KnownTexts } from './knownTexts.ts'
import type { NotRead } from './notRead.ts'
import { type SourceConfig } from './source.ts'

const headLength = 64 * 1024

/**
 * Tells the format from the feed's own beginning, for a source whose maker does not say. `from` is the feed's path or
 * address. The entry's other fields are those of any source; a format with options or a mapping of its own has to be
 * named. One that takes several requests costs one more.
 * @param formats asked in this order
 */
export function auto(formats: readonly Format[]): Format {
  return {
    id: 'auto',
    // What most feeds are: a list of what is open. One that states closing dates keeps them; an entry may say
    // otherwise.
    listedIsLive: true,
    readsHtml: true,
    rows: (feed, source, notRead, known) => readRows(feed, source, formats, notRead, known),
  }
}

/** Before the name of the format that a feed was gathered in; a feed of its own begins with something to be seen. */
const mark = '\u001f'

/** The format that a feed was gathered in, where it was gathered. */
export function gatheredAs(text: string, formats: readonly Format[]): Format | undefined {
  return text.startsWith(mark) ? formats.find(({ id }) => text.startsWith(`${mark}${id}\n`)) : undefined
}

async function* readRows(
  feed: AsyncIterable<string>,
  source: SourceConfig,
  formats: readonly Format[],
  notRead: NotRead | undefined,
  known: KnownTexts | undefined,
): AsyncGenerator<RawRow> {
  const chunks = feed[Symbol.asyncIterator]()
  try {
    let text = ''
    let next = await chunks.next()
    for (; !next.done; next = await chunks.next()) {
      text += next.value
      if (text.length >= headLength) break
    }
    const gathered = gatheredAs(text, formats)
    if (gathered) text = text.slice(gathered.id.length + 2)
    if (text.trim() === '')
      throw new SourceError('The feed is empty: it holds nothing but white space. Check what the source sends')
    const format = gathered ?? tellFormat(text, formats)
    async function* whole(): AsyncGenerator<string> {
      yield text
      text = ''
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    }
    yield* format.rows(whole(), sourceOf(format, source), notRead, known && knownAs(format, known))
  } finally {
    await chunks.return?.()
  }
}

/** The same text in a feed of another format is another row. */
function knownAs({ id }: Format, known: KnownTexts): KnownTexts {
  return { isKnown: text => known.isKnown(`${id} ${text}`), unlearn: () => known.unlearn() }
}

/** @throws SourceError when the format can't do without options */
function sourceOf(format: Format, source: SourceConfig): SourceConfig {
  const options = format.options?.safeParse({})
  if (options && !options.success)
    throw new SourceError(
      `The feed is of the format ${format.id}, which has options to be set: write "format": "${format.id}" and its "options" in the catalogue`,
    )
  return { ...source, format: format.id, options: (options?.data as SourceConfig['options']) ?? {} }
}

/**
 * How to gather a feed whose first answer turns out to be of a format that takes more requests: one page must not pass
 * for the whole. Null where the answer is all there is. Disposes of a feed that is not used.
 * @throws SourceError as `tellFormat`
 */
export async function collectTold(feed: FeedFile, source: SourceConfig, formats: readonly Format[]) {
  let keep = false
  try {
    let beginning = ''
    for await (const chunk of decodedText(feed.path, { charsetHint: feed.charset })) {
      beginning += chunk
      if (beginning.length >= headLength) break
    }
    const format = tellFormat(beginning, formats)
    keep = !format.collect
    return format.collect ? collectAs(format, source) : null
  } finally {
    if (!keep) await feed.dispose()
  }
}

/** How a feed of a format is gathered for a source that does not name it; the first line says which it is. */
export function collectAs(format: Format, source: SourceConfig) {
  const marked: NonNullable<Format['collect']> = (from, http, told) => {
    const pieces = format.collect!(from, http, told)
    return pieces && prefixed(`${mark}${format.id}\n`, pieces)
  }
  return { collect: marked, source: sourceOf(format, source) }
}

async function* prefixed(prefix: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield prefix
  yield* pieces
}

/**
 * The format of a feed that begins with this text.
 * @throws SourceError that says what the feed seems to be and what to do, where it is none of them
 */
export function tellFormat(text: string, formats: readonly Format[]): Format {
  const head = readHead(text)
  const format = formats.find(one => one.looksLike?.(head))
  if (format) return format
  const said = head.json?.shape === 'object' && head.json.row.size === 0 ? errorSaid(head.text) : undefined
  if (said)
    throw new SourceError(`The source answered with an error and no feed: "${said}". Check "from" in the catalogue`)
  throw new SourceError(`The feed is of no format that is known by its looks: ${describe(head)}`)
}

function describe({ text, json, xml }: FeedHead): string {
  const list = (names: Iterable<string>) => [...names].slice(0, 20).join(', ')
  if (json) {
    const rows = json.row.size > 0 ? ` with ${list(json.row)}` : ' without rows'
    const what =
      json.shape === 'list'
        ? `it is a JSON list${rows}`
        : json.shape === 'lines'
          ? `it is JSON, an object a line,${rows}`
          : `it is a JSON object with ${list(json.members) || 'no members'}${json.row.size > 0 ? `, whose rows have ${list(json.row)}` : ''}`
    return `${what}. Write "format": "json" with a "mapping" such as {"title": "title", "location": "location.city"} in the catalogue`
  }
  if (xml)
    return `it is XML with the root <${xml.root}> and the elements ${list([...xml.elements].filter(name => name !== xml.root))}. Ask the source for the Indeed format or RSS`
  const columns = columnsOf(text)
  if (columns)
    return `it is a table with the columns ${columns.slice(0, 30).join(', ')}. Write "format": "csv" with a "mapping" such as {"title": "job_title", "location": "city"} in the catalogue`
  return `it is text that begins with ${JSON.stringify(text.trim().slice(0, 40))}. Check what the source sends`
}

/** A feed's beginning (its first 64 Ki characters), taken apart as far as it goes: it may end anywhere. */
export function readHead(beginning: string): FeedHead {
  const text = beginning.slice(0, headLength).replace(/^\ufeff/, '')
  const start = text.trimStart()
  const json = start.startsWith('{') || start.startsWith('[') ? readJsonHead(start) : null
  const xml = json ? null : readXmlHead(start)
  const html = xml !== null && htmlRoots.has(xml.root) && (xml.root === 'html' || !start.startsWith('<?xml'))
  return { text, json, xml: html ? null : xml, html }
}

/** A page, or a piece of one. */
const htmlRoots = new Set([
  'html',
  'head',
  'body',
  'script',
  'meta',
  'div',
  'main',
  'article',
  'section',
  'p',
  'noscript',
])

function readXmlHead(start: string): FeedHead['xml'] {
  // A few characters may stand before the declaration.
  const from = start.startsWith('<') ? 0 : start.slice(0, 100).search(/<(?:\?xml|!doctype|html)\b/i)
  if (from < 0) return null
  const elements = new Set<string>()
  const namespaces = new Set<string>()
  let root = ''
  for (let at = from; at >= 0; at = start.indexOf('<', at)) {
    const skipped = start.startsWith('<!--', at)
      ? '-->'
      : start.startsWith('<![CDATA[', at)
        ? ']]>'
        : start.startsWith('<?', at)
          ? '?>'
          : null
    if (skipped) {
      const end = start.indexOf(skipped, at)
      if (end < 0) break
      at = end + skipped.length
      continue
    }
    if (root === '' && /^<!doctype\s{1,10}html/i.test(start.slice(at, at + 30)))
      return { root: 'html', elements, namespaces }
    const name = /^<(?:[a-z_][\w.-]{0,60}:)?([a-z_][\w.-]{0,60})/i.exec(start.slice(at, at + 130))?.[1]?.toLowerCase()
    at++
    if (name === undefined) continue
    root ||= name
    elements.add(name)
    const end = start.indexOf('>', at)
    const tag = start.slice(at, Math.min(end < 0 ? start.length : end, at + 4_000))
    // They stand on the first elements, if anywhere.
    if (elements.size <= 20 && namespaces.size < 20 && tag.includes('xmlns'))
      for (const [, address] of tag.matchAll(/\bxmlns(?::[\w.-]{1,60})?\s{0,5}=\s{0,5}["']([^"']{1,300})["']/g))
        namespaces.add(address!)
  }
  return root === '' ? null : { root, elements, namespaces }
}

/** Lists of rows are told by these names first; without one the list whose elements have most members. */
const rowLists =
  /^(?:jobs?|results?|items|offers|ads|adverts|postings|jobpostings|positions|openings|content|data|hits|entries|vacancies|documents)$/i

/** Deeper names and more lists than this tell nothing: a hostile feed nests without end. */
const maxDepth = 8
const maxLists = 200

/**
 * Follows brackets and names in the beginning of a JSON text; values are passed over. Names within the elements of a
 * list count as the list's: `locations.city`.
 */
function readJsonHead(start: string): FeedHead['json'] {
  /** The open objects and lists; a list has the path of its member, which is its elements' too. */
  const open: { list: boolean; path: string }[] = []
  const members = new Set<string>()
  /** Names in the first element of each list, by the list's path; the value at the top has the path ''. */
  const lists = new Map<string, { names: Set<string>; elements: number }>()
  let whole = 0
  let name = ''
  for (let i = 0; i < start.length; i++) {
    const character = start[i]
    const inside = open.at(-1)
    if (character === '"') {
      const end = stringEnd(start, i)
      if (end < 0) break
      const written = start.slice(i + 1, end)
      i = end
      if (!inside || inside.list || !/^\s{0,20}:/.test(start.slice(end + 1, end + 22))) continue
      name = written.slice(0, 100)
      if (open.length === 1) members.add(name)
      if (open.length > maxDepth) continue
      const path = inside.path === '' ? name : `${inside.path}.${name}`
      for (const [list, { names, elements }] of lists)
        if (elements === 1 && (list === '' || path.startsWith(`${list}.`)))
          names.add(list === '' ? path : path.slice(list.length + 1))
    } else if (character === '{' || character === '[') {
      const path = !inside
        ? ''
        : inside.list || open.length > maxDepth
          ? inside.path
          : inside.path === ''
            ? name
            : `${inside.path}.${name}`
      if (character === '{' && (!inside || inside.list)) {
        const list = lists.get(path)
        if (list) list.elements++
        else if (lists.size < maxLists) lists.set(path, { names: new Set(), elements: 1 })
      }
      open.push({ list: character === '[', path })
    } else if (character === '}' || character === ']') {
      open.pop()
      if (open.length === 0) whole++
    }
  }
  const top = lists.get('')
  if (start.startsWith('[')) return { shape: 'list', members: new Set(), row: top?.names ?? new Set() }
  let row: ReadonlySet<string> = new Set()
  let known = false
  for (const [path, { names }] of lists) {
    if (path === '' || path.split('.').length > 2) continue
    const named = rowLists.test(path.split('.').at(-1)!)
    if ((named && !known) || (named === known && names.size > row.size)) row = names
    known ||= named
  }
  // Objects after one another are rows, and so is a single one with a title; unless they are pages that hold a list of
  // rows.
  const several = whole > 0 && (top?.elements ?? 0) > 1
  if (top && ((several && !known) || (members.has('title') && (several || !known))))
    return { shape: 'lines', members: new Set(), row: top.names }
  return { shape: 'object', members, row }
}

/**
 * The postings of a web page: its JSON-LD, and what its elements are marked up as (microdata, RDFa), all in the shape
 * of JSON-LD.
 */
import { type CheerioAPI, load } from 'cheerio/slim'
import { jsonrepair } from 'jsonrepair'
import { decodeEntities } from '#indexer/text'
import { object, SourceError, text, texts } from './format.ts'
import { parseJson } from './jsonText.ts'

/**
 * Most that mending the JSON of a page may cost, as its length times its quotes: at each raw quote the library reads on
 * to the end. Some two seconds.
 */
const maxRepairs = 2_000_000_000
export type Tree = Record<string, unknown>

export interface Page {
  /** What relative addresses start at. */
  base: string | null
  /** The page's own address, where it holds one advert only. */
  own: string | undefined
  title: string | undefined
  language: string | undefined
  postings: Tree[]
  faults: { reason: string; raw: string }[]
}

/** More than a page nests: the library calls itself for each level. */
const maxNesting = 1_000
/** Elements of a page: each is some hundred bytes in memory, and no page has so many. */
const maxElements = 200_000
/**
 * Most characters of a page's markup that are read: a page can nest its properties in each other, and postings in
 * postings.
 */
const maxWork = 32 * 1024 * 1024
/** Elements that have no end, or whose end need not be written. */
const endless = new Set(
  'area base br col embed hr img input link meta param source track wbr li p dt dd option optgroup tr td th thead tbody tfoot colgroup rt rp body html head'.split(
    ' ',
  ),
)

/**
 * Null for a page that nests so deep, or has so many elements, that it is none.
 * `whole`: false where neither the page nor all of its elements have an end, as in one that was cut off.
 */
export function loadPage(html: string): { $: CheerioAPI; whole: boolean } | null {
  const open = new Map<string, number>()
  let depth = 0
  let elements = 0
  let tagEnd = 0
  let ended = false
  for (const { 0: tag, 1: end, 2: written, index } of html.matchAll(/<(\/?)([a-z][a-z\d-]{0,40})/gi)) {
    const name = written!.toLowerCase()
    ended ||= end !== '' && (name === 'body' || name === 'html')
    if (end === '' && ++elements > maxElements) return null
    if (endless.has(name)) continue
    const count = open.get(name) ?? 0
    if (end) {
      if (count === 0) continue
      open.set(name, count - 1)
      depth--
      continue
    }
    if (tagEnd !== -1 && tagEnd < index) tagEnd = html.indexOf('>', index + tag.length)
    // Only in drawings and formulas does the slash end an element.
    if (html[tagEnd - 1] === '/' && ((open.get('svg') ?? 0) > 0 || (open.get('math') ?? 0) > 0)) continue
    open.set(name, count + 1)
    if (++depth > maxNesting) return null
  }
  const $ = load(html, {
    xml: { xmlMode: false, encodeEntities: 'utf8', withStartIndices: true, withEndIndices: true },
  })
  holdTogether($.root()[0] as unknown as Parent)
  return { $, whole: ended || depth === 0 }
}

interface Parent {
  children: { parent: Parent | null }[]
}

/**
 * At each search the library compares the elements that stand at the top of a page, each with all others: they get one
 * that holds them.
 */
function holdTogether(root: Parent): void {
  const [holder] = load('<div></div>', { xml: { xmlMode: false } }).root()[0]!.children as unknown as (Parent &
    Parent['children'][number])[]
  holder!.children = root.children
  for (const child of root.children) child.parent = holder!
  holder!.parent = root
  root.children = [holder!]
}

export function readPage(html: string, url: string | null): Page {
  const loaded = loadPage(html)
  if (!loaded) {
    const reason = `its elements nest deeper than ${maxNesting} or are more than ${maxElements}, which no page does: ask the site to mend it`
    return {
      base: url,
      own: undefined,
      title: undefined,
      language: undefined,
      postings: [],
      faults: [{ reason, raw: html }],
    }
  }
  const { $, whole } = loaded
  const canonical = $('link[rel="canonical"]').attr('href') ?? $('meta[property="og:url"]').attr('content')
  const address = url ?? absolute(canonical, null) ?? null
  const postings: Tree[] = []
  const faults: Page['faults'] = []
  const roots: unknown[] = []
  const repairs = { left: maxRepairs }
  let line = 1
  let counted = 0
  for (const script of $('script')) {
    if (!/^application\/ld\+json\b/i.test(script.attribs.type?.trim() ?? '')) continue
    const written = $(script).text()
    const begins = script.startIndex ?? 0
    for (let at = html.indexOf('\n', counted); at >= 0 && at < begins; at = html.indexOf('\n', counted)) {
      line++
      counted = at + 1
    }
    if (!/<\/script\s{0,20}>/i.test(html.slice(begins)))
      throw new SourceError(
        `The page is cut off in the JSON-LD that begins in line ${line}. Nothing of it can be taken for complete`,
      )
    const read = readJsonLd(written, repairs)
    if (read !== undefined) roots.push(tidied(read, 0))
    else if (/JobPosting/.test(written))
      faults.push({
        reason: `the JSON-LD of the JobPosting in line ${line} is not valid JSON and could not be repaired`,
        raw: written,
      })
  }
  const byId = new Map<string, Tree>()
  for (const root of roots) gather(root, postings, byId, 0)
  // The same advert is often marked up twice: what the JSON-LD names is not taken from the page's text again.
  for (const syntax of [microdata, rdfa]) {
    const titles = new Set(postings.map(titleKey))
    const found = markedUp($, syntax)
    if (!found)
      faults.push({
        reason: 'its markup nests properties or adverts in each other without end, which no page does',
        raw: html,
      })
    for (const posting of found ?? []) if (!titles.has(titleKey(posting))) postings.push(posting)
  }
  if (!whole && postings.length > 0)
    throw new SourceError('The page is cut off: it ends within its elements. Nothing of it can be taken for complete')
  return {
    base: absolute($('base[href]').attr('href'), address) ?? address,
    own: postings.length === 1 ? (absolute(canonical, address) ?? url ?? undefined) : undefined,
    title: text($('title').first().text().replace(/\s+/g, ' '))?.slice(0, 200),
    language: text($('html').attr('lang')),
    postings: postings.map(posting => linked(posting, byId)),
    faults,
  }
}

/**
 * Undefined when it can't be read. What people write in it is mended: raw line breaks and quotes, comments, a missing
 * comma, HTML entities.
 */
function readJsonLd(written: string, repairs: { left: number }): unknown {
  let json = written
    .trim()
    .replace(/^(?:<!--|\/\*\s{0,5}<!\[CDATA\[\s{0,5}\*\/|\/\/\s{0,5}<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:\/\/\s{0,5}-->|-->|\/\*\s{0,5}\]\]>\s{0,5}\*\/|\/\/\s{0,5}\]\]>|\]\]>)$/, '')
    .trim()
  if (/^[[{]\s{0,20}&quot;/.test(json)) json = decodeEntities(json)
  for (const attempt of [(whole: string) => whole, jsonrepair]) {
    if (attempt === jsonrepair) {
      repairs.left -= json.length * (1_000 + json.split('"').length)
      if (repairs.left < 0) return undefined
    }
    try {
      const value: unknown = parseJson(attempt(json))
      return typeof value === 'object' && value !== null ? value : undefined
    } catch {
      // The next attempt goes further.
    }
  }
  return undefined
}

/** Names without the prefix of the vocabulary and white space. */
function tidied(value: unknown, depth: number): unknown {
  if (depth > 30) return undefined
  if (Array.isArray(value)) return value.map(one => tidied(one, depth + 1))
  const tree = object(value)
  if (!tree) return value
  return Object.fromEntries(Object.entries(tree).map(([name, one]) => [nameOf(name), tidied(one, depth + 1)]))
}

function nameOf(name: string): string {
  return name.trim().replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '')
}

function isPosting(types: unknown): boolean {
  return texts(types).some(type => /(?:^|[/:#])JobPosting$/.test(type.trim()))
}

/**
 * The postings in a tree, wherever they are (`@graph`, `mainEntity`, a list of items), and every object that others
 * refer to.
 */
function gather(value: unknown, postings: Tree[], byId: Map<string, Tree>, depth: number): void {
  if (depth > 30) return
  if (Array.isArray(value)) {
    for (const one of value) gather(one, postings, byId, depth + 1)
    return
  }
  const tree = object(value)
  if (!tree) return
  const id = text(tree['@id'])
  if (id && Object.keys(tree).length > 1) byId.set(id, tree)
  if (isPosting(tree['@type'])) postings.push(tree)
  else for (const name in tree) gather(tree[name], postings, byId, depth + 1)
}

/** References to other objects of the page (`{"@id": "#company"}`) put in place, a level deep. */
function linked(posting: Tree, byId: ReadonlyMap<string, Tree>): Tree {
  if (byId.size === 0) return posting
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    const tree = object(value)
    const id = tree && Object.keys(tree).length === 1 ? text(tree['@id']) : undefined
    return (id && byId.get(id)) || value
  }
  return Object.fromEntries(Object.entries(posting).map(([name, value]) => [name, resolve(value)]))
}

function titleKey(posting: Tree): string {
  return (texts(posting.title)[0] ?? texts(posting.name)[0] ?? '').toLowerCase().replace(/\s+/g, ' ')
}

interface Syntax {
  scope: string
  type: string
  property: string
}
const microdata: Syntax = { scope: 'itemscope', type: 'itemtype', property: 'itemprop' }
const rdfa: Syntax = { scope: 'typeof', type: 'typeof', property: 'property' }
/** Properties whose value is a text with its markup. */
const rich = new Set([
  'description',
  'responsibilities',
  'qualifications',
  'skills',
  'experienceRequirements',
  'educationRequirements',
  'jobBenefits',
  'benefits',
  'incentiveCompensation',
  'incentives',
])
const addresses = new Set(['url', 'image', 'logo', 'sameAs', 'mainEntityOfPage'])

interface PageElement {
  name?: string
  attribs?: Record<string, string>
  children?: PageElement[]
  startIndex?: number | null
  endIndex?: number | null
}

/**
 * The postings that the elements of a page are marked up as, in the shape of JSON-LD; null for a page whose markup
 * holds itself so often that reading it would never end.
 */
function markedUp($: CheerioAPI, { scope, type, property }: Syntax): Tree[] | null {
  const postings: Tree[] = []
  let byId: Map<string, PageElement> | undefined
  /** Characters of the page that were gone through, again and again where elements are properties in each other. */
  let work = 0
  for (const element of $(`[${type}]`).toArray() as unknown as PageElement[]) {
    if (!isPosting(element.attribs![type]!.split(/\s+/))) continue
    const posting: Tree = {}
    postings.push(posting)
    const waiting: { element: PageElement; owner: Tree }[] = []
    const enter = (parent: PageElement, owner: Tree) => {
      for (const child of parent.children?.toReversed() ?? [])
        if (child.attribs) waiting.push({ element: child, owner })
    }
    enter(element, posting)
    for (const id of new Set(element.attribs!.itemref?.split(/\s+/))) {
      byId ??= new Map(
        ($('[id]').toArray() as unknown as PageElement[]).toReversed().map(one => [one.attribs!.id!, one]),
      )
      const found = byId.get(id)
      if (found) waiting.push({ element: found, owner: posting })
    }
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { element: inner, owner } = next
      const own = inner.attribs![scope] === undefined ? null : ({ '@type': inner.attribs![type] } as Tree)
      work += 10
      for (const written of inner.attribs![property]?.split(/\s+/) ?? []) {
        if (!own) work += (inner.endIndex ?? 0) - (inner.startIndex ?? 0)
        if (work > maxWork) return null
        const name = nameOf(written)
        const value = own ?? markedValue($, inner, name)
        if (name === '' || value === '') continue
        const known = Object.hasOwn(owner, name) ? owner[name] : undefined
        if (Array.isArray(known)) known.push(value)
        else owner[name] = known === undefined ? value : [known, value]
      }
      if (work > maxWork) return null
      enter(inner, own ?? owner)
    }
  }
  return postings
}

function markedValue($: CheerioAPI, element: PageElement, name: string): string {
  const { content, href, src, datetime, value } = element.attribs!
  if (content !== undefined) return content.trim()
  if (addresses.has(name)) return (href ?? src ?? $(element as never).text()).trim()
  if (element.name === 'time' && datetime) return datetime.trim()
  if ((element.name === 'data' || element.name === 'meter') && value) return value.trim()
  if (rich.has(name)) {
    const html = ($(element as never).html() ?? '').trim()
    return html !== '' && (element.name === 'ul' || element.name === 'ol')
      ? `<${element.name}>${html}</${element.name}>`
      : html
  }
  return $(element as never)
    .text()
    .trim()
    .replace(/\s+/g, ' ')
}

/** An http(s) address without its fragment; undefined where it is none. @param base what a relative one starts at */
export function absolute(address: string | undefined, base: string | null): string | undefined {
  if (!address) return undefined
  try {
    const url = new URL(address, base ?? undefined)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

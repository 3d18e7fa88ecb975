import { type CheerioAPI, load } from 'cheerio/slim'
import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import { decodeEntities } from '#indexer/text'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { isRemote } from './feed.ts'
import {
  amount,
  type FeedHttp,
  type Format,
  identityFault,
  moment,
  object,
  rejected,
  SourceError,
  text,
  texts,
  titled,
  uuid,
} from './format.ts'
import { asHtml, sections } from './sections.ts'
import { type SourceConfig } from './source.ts'
import { xmlRows } from './xmlRows.ts'

const pageOptions = z.strictObject({
  /** Text that the addresses of adverts have in them, such as `/jobs/`. */
  match: z.string({ error: 'expected a part of the adverts\' addresses such as "/jobs/"' }).min(1).optional(),
  maxPages: z
    .int({ error: 'expected a number of pages' })
    .min(1)
    .max(100_000, 'expected at most 100000 pages')
    .default(5_000),
})
type PageOptions = z.infer<typeof pageOptions>

/**
 * Web pages whose adverts are marked up as schema.org JobPosting: JSON-LD, microdata or RDFa. `from` is one page, a
 * sitemap (of sitemaps), or, with `options.match`, a page that links to the adverts. Of a sitemap `match` picks the
 * adverts; without it every page is asked and those that are no advert are passed over. Only pages of the same host are
 * asked, at most `options.maxPages`; `requestsPerMinute` paces them.
 */
export const jobPosting: Format = {
  id: 'job-posting',
  listedIsLive: true,
  readsHtml: true,
  options: pageOptions,
  looksLike: ({ html, xml }) => html || xml?.root === 'urlset' || xml?.root === 'sitemapindex',
  collect,
  rows: readRows,
}

/** Before each collected page, followed by its address and a line break. No page has it: it is taken out. */
const separator = '\u001e'
const maxPageLength = 16 * 1024 * 1024
/**
 * Most that mending the JSON of a page may cost, as its length times its quotes: at each raw quote the library reads on
 * to the end. Some two seconds.
 */
const maxRepairs = 2_000_000_000
const maxSitemaps = 500

async function* collect(from: string, http: FeedHttp, { options }: SourceConfig): AsyncGenerator<string> {
  const { match, maxPages = 5_000 } = options as Partial<PageOptions>
  const { host, origin } = new URL(from)
  /**
   * An address of the site as one of the origin that is asked: lists of a site behind a proxy say http. Undefined for
   * every other one.
   */
  const onSite = (address: string, base: string) => {
    const url = absolute(address, base)
    const found = url === undefined ? undefined : new URL(url)
    return found?.host === host ? origin + found.pathname + found.search : undefined
  }
  const written = (url: string, page: string) => `${separator}${url}\n${page.replaceAll(separator, ' ')}\n`
  const first = await http.text(from)
  const pages = new Set<string>()
  const add = (address: string, base: string) => {
    const url = onSite(address, base)
    if (!url || (match !== undefined && !url.includes(match))) return
    pages.add(url)
    if (pages.size > maxPages)
      throw new SourceError(
        `More than ${maxPages} pages are listed: name a part of the adverts' addresses in "options": {"match": "/jobs/"}, or raise "maxPages" if so many are right`,
      )
  }
  if (isSitemap(first.text)) {
    const seen = new Set([from])
    // One in memory at a time.
    const waiting = [from]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const page = next === from ? first.text : (await http.text(next)).text
      for await (const { name, address } of sitemapEntries(page)) {
        if (name === 'url') add(address, next)
        else {
          const url = onSite(address, next)
          if (!url || seen.has(url)) continue
          seen.add(url)
          if (seen.size > maxSitemaps)
            throw new SourceError(
              `The sitemap lists more than ${maxSitemaps} sitemaps: set "from" to the one that lists the adverts`,
            )
          waiting.push(url)
        }
      }
    }
    if (pages.size === 0)
      throw new SourceError(
        match === undefined
          ? `The sitemap lists no page of ${host}: set "from" to the sitemap that lists the adverts`
          : `The sitemap lists no page of ${host} with "${match}" in its address: mend "match" in the source's options`,
      )
  } else if (match !== undefined) {
    const $ = loadPage(first.text)?.$
    for (const link of $?.('a[href]') ?? [])
      add(link.attribs.href!, absolute($!('base[href]').attr('href'), first.url) ?? first.url)
    if (pages.size === 0)
      throw new SourceError(
        `The page links to no page of ${host} with "${match}" in its address: mend "match" in the source's options`,
      )
  } else {
    yield written(first.url, first.text)
    return
  }
  for (const url of pages) {
    const answer = await http.text(url, { accept: [404, 410] })
    // Gone since the list was written; some sites send the visitor on to their list instead of saying so.
    if (answer.status >= 400 || (match !== undefined && !answer.url.includes(match))) continue
    yield written(answer.url, answer.text)
  }
}

function isSitemap(page: string): boolean {
  return /<(?:\w{1,20}:)?(?:urlset|sitemapindex)[\s>]/.test(page.slice(0, 5_000))
}

async function* sitemapEntries(page: string): AsyncGenerator<{ name: string; address: string }> {
  async function* whole() {
    yield page
  }
  const options = { row: ['url', 'sitemap'], root: ['urlset', 'sitemapindex'], expected: 'Expected a sitemap' }
  for await (const { name, children } of xmlRows(whole(), options)) {
    const address = children.find(node => node.name === 'loc')?.text
    if (address) yield { name, address: decodeEntities(address) }
  }
}

async function* readRows(feed: AsyncIterable<string>, source: SourceConfig): AsyncGenerator<RawRow> {
  const base = source.from !== null && isRemote(source.from) ? source.from : null
  let row = 0
  let pages = 0
  let first: string | undefined
  for await (const { url, html } of pagesOf(feed)) {
    pages++
    if (url === null && isSitemap(html))
      throw new SourceError(
        'The feed is a sitemap and holds no advert itself: set "from" to its address, so that the pages it lists are asked for',
      )
    const page = readPage(html, url ?? base)
    first ??= page.title
    for (const fault of page.faults) yield rejected(++row, fault.reason, url, page.title, fault.raw)
    for (const posting of page.postings) yield postingRow(posting, ++row, page)
    if (
      page.postings.length + page.faults.length === 0 &&
      url !== null &&
      (source.options as Partial<PageOptions>).match !== undefined
    )
      yield rejected(++row, 'the page holds no JobPosting markup', url, page.title)
  }
  if (pages === 0)
    throw new SourceError('The feed is empty: it holds nothing but white space. Check what the source sends')
  if (row > 0) return
  const todo = 'ask the site for JSON-LD of the type JobPosting, which search engines want too, or for a feed'
  throw new SourceError(
    pages === 1
      ? `The web page${first ? ` ("${first}")` : ''} holds no advert: neither JSON-LD nor microdata nor RDFa of the type JobPosting. Open it in a browser to see whether it is the right one (and no log-in or error page); ${todo}`
      : `None of the ${pages} pages holds an advert in JSON-LD, microdata or RDFa of the type JobPosting: name the adverts' addresses in "options": {"match": "/jobs/"}; if they are the right ones, ${todo}`,
  )
}

async function* pagesOf(feed: AsyncIterable<string>): AsyncGenerator<{ url: string | null; html: string }> {
  let parts: string[] = []
  let length = 0
  let collected: boolean | undefined
  const take = () => {
    const whole = parts.join('')
    parts = []
    length = 0
    // A page that comes as it is may begin with the mark too: no address follows there.
    const end = whole.indexOf('\n')
    const url = collected && end > 0 ? absolute(whole.slice(1, end), null) : undefined
    return url === undefined ? { url: null, html: whole } : { url, html: whole.slice(end + 1) }
  }
  for await (const chunk of feed) {
    // In a page that comes as it is the mark is dirt.
    collected ??= chunk.startsWith(separator)
    let from = 0
    for (let at = collected ? chunk.indexOf(separator) : -1; at >= 0; at = chunk.indexOf(separator, at + 1)) {
      parts.push(chunk.slice(from, at))
      from = at
      const page = take()
      if (page.html.trim() !== '') yield page
    }
    parts.push(chunk.slice(from))
    length += chunk.length - from
    if (length > maxPageLength)
      throw new SourceError(`A page is longer than ${maxPageLength} characters: this is no page of adverts`)
  }
  const page = take()
  if (page.html.trim() !== '') yield page
}

type Tree = Record<string, unknown>

interface Page {
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
function loadPage(html: string): { $: CheerioAPI; whole: boolean } | null {
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

function readPage(html: string, url: string | null): Page {
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
  for (const attempt of [(whole: string) => whole, (whole: string) => whole.replace(/\p{Cc}/gu, ' '), jsonrepair]) {
    if (attempt === jsonrepair) {
      repairs.left -= json.length * (1_000 + json.split('"').length)
      if (repairs.left < 0) return undefined
    }
    try {
      const value: unknown = JSON.parse(attempt(json))
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
 * holds itself so often that reading it would take for ever.
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

/** Where the advert's other parts stand beside its description, with the words for their headings. */
const parts: readonly { names: readonly string[]; en: string; de: string }[] = [
  { names: ['responsibilities'], en: 'Responsibilities', de: 'Aufgaben' },
  { names: ['qualifications'], en: 'Qualifications', de: 'Qualifikationen' },
  { names: ['experienceRequirements'], en: 'Experience', de: 'Erfahrung' },
  { names: ['educationRequirements'], en: 'Education', de: 'Ausbildung' },
  { names: ['skills'], en: 'Skills', de: 'Kenntnisse' },
  { names: ['jobBenefits', 'benefits'], en: 'Benefits', de: 'Leistungen' },
  { names: ['incentiveCompensation', 'incentives'], en: 'Incentives', de: 'Prämien' },
  { names: ['workHours'], en: 'Hours', de: 'Arbeitszeit' },
]

/**
 * One JobPosting of schema.org, as JSON-LD has it.
 * @param page what stands on the page around it; a posting out of an API has none of it
 */
export function postingRow(
  posting: Tree,
  row: number,
  page: Partial<Pick<Page, 'base' | 'own' | 'language'>> = {},
): RawRow {
  const title = first(posting.title) ?? first(posting.name)
  const company = named(posting.hiringOrganization)
  const identifier = firstOf(posting.identifier)
  const written = object(identifier) ? (object(identifier)!.value ?? object(identifier)!['@id']) : identifier
  const fault = identityFault('identifier', written)
  if (fault) return rejected(row, fault, null, title)
  // Some sites write the company's name here, the same in every advert.
  const reference = text(written) === company ? undefined : text(written)
  const base = page.base ?? null
  const url =
    absolute(first(posting.url), base) ??
    absolute(first(object(posting.mainEntityOfPage)?.['@id'] ?? posting.mainEntityOfPage), base) ??
    absolute(/^https?:/i.test(text(posting['@id']) ?? '') ? text(posting['@id']) : undefined, base) ??
    page.own
  const language = first(posting.inLanguage) ?? text(object(posting.inLanguage)?.alternateName) ?? page.language
  const contact = object(firstOf(posting.applicationContact))
  const pay = readPay(posting)
  const categories = [posting.industry, posting.occupationalCategory].flatMap(value => texts(value))
  return titled(
    row,
    {
      key: reference ?? url ?? null,
      uuid: uuid(reference),
      reference,
      description: compose(posting, language),
      locations: readLocations(posting.jobLocation),
      ...pay,
      types: texts(posting.employmentType).flatMap(type =>
        type
          .split(/[,;|]/)
          .map(part => part.trim())
          .filter(Boolean),
      ),
      environments: texts(posting.jobLocationType),
      remoteCountries: names(posting.applicantLocationRequirements),
      sectors: [],
      specialisms: [],
      categories: [...new Set(categories)],
      company,
      consultant: contact
        ? { name: text(contact.name), email: text(contact.email), phone: text(contact.telephone) }
        : undefined,
      applicationEmail: text(contact?.email),
      applicationUrl: absolute(text(contact?.url), base),
      hostedUrl: url,
      image: absolute(first(posting.image) ?? text(object(firstOf(posting.image))?.url), base),
      language,
      publishedAt: moment(firstOf(posting.datePosted)),
      updatedAt: moment(firstOf(posting.dateModified)),
      expiresAt: moment(firstOf(posting.validThrough)),
    },
    title,
    'title',
  )
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

function first(value: unknown): string | undefined {
  return text(firstOf(value))
}

function named(value: unknown): string | undefined {
  const one = firstOf(value)
  return text(one) ?? first(object(one)?.name) ?? text(object(one)?.legalName)
}

function names(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap(one => {
    const name = named(one) ?? named(object(one)?.address) ?? named(object(object(one)?.address)?.addressCountry)
    return name ? [name] : []
  })
}

function absolute(address: string | undefined, base: string | null): string | undefined {
  if (!address) return undefined
  try {
    const url = new URL(address, base ?? undefined)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** The description with those of the advert's other parts that it does not hold already. */
function compose(posting: Tree, language: string | undefined): string | undefined {
  const words = (html: string) =>
    decodeEntities(html)
      .replace(/<[^<>]{0,2000}>/g, ' ')
      .replace(/[\s\u00a0]+/g, ' ')
      .trim()
      .toLowerCase()
  const description = first(posting.description)
  const held = description ? words(description) : ''
  const headings = /^de\b/i.test(language ?? '') ? 'de' : /^en\b|^$/i.test(language ?? '') ? 'en' : null
  const added = parts.flatMap(part => {
    const values = part.names
      .flatMap(name => texts(posting[name]))
      .filter(value => !held.includes(words(value).slice(0, 80)))
    if (values.length === 0) return []
    return [
      {
        heading: headings ? part[headings] : undefined,
        text: values.length === 1 ? values[0] : `<ul>${values.map(value => `<li>${asHtml(value)}</li>`).join('')}</ul>`,
      },
    ]
  })
  return sections([{ text: description }, ...added])
}

function readLocations(value: unknown): RawLocation[] {
  return (Array.isArray(value) ? value : [value]).flatMap(entry => {
    const line = text(entry)
    if (line) return [{ text: line }]
    const place = object(entry)
    if (!place) return []
    const geo = object(firstOf(place.geo))
    const lat = amount(geo?.latitude ?? place.latitude)
    const lng = amount(geo?.longitude ?? place.longitude)
    const found = (Array.isArray(place.address) ? place.address : [place.address]).flatMap((entry): RawLocation[] => {
      const address = object(entry)
      const location: RawLocation = address
        ? {
            city: first(address.addressLocality),
            region: first(address.addressRegion),
            country: named(address.addressCountry),
            postcode: first(address.postalCode),
          }
        : { text: text(entry) }
      if (address && !location.city && !location.region && !location.postcode)
        location.text = first(address.streetAddress) ?? first(address.name) ?? named(place)
      return Object.values(location).some(value => value !== undefined) ? [location] : []
    })
    if (found.length === 0 && named(place)) found.push({ text: named(place) })
    if (lat !== undefined && lng !== undefined && found.length <= 1) return [{ ...found[0], lat, lng }]
    return found
  })
}

/** Codes of UN/CEFACT that stand in `unitCode`. */
const unitCodes = new Map(Object.entries({ ANN: 'year', MON: 'month', WEE: 'week', DAY: 'day', HUR: 'hour' }))
const durations = new Map(Object.entries({ P1Y: 'year', P1M: 'month', P1W: 'week', P1D: 'day', PT1H: 'hour' }))

function readPay(posting: Tree): Pick<RawJob, 'salary' | 'salaryText'> {
  const currency = first(posting.salaryCurrency)
  for (const value of [posting.baseSalary, posting.estimatedSalary]) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      const pay = payOf(entry, currency)
      if (pay?.salary && value === posting.estimatedSalary && value !== posting.baseSalary) pay.salary.estimated = true
      if (pay) return pay
    }
  }
  return {}
}

function payOf(entry: unknown, fallback: string | undefined): Pick<RawJob, 'salary' | 'salaryText'> | undefined {
  const outer = object(entry)
  const value = outer ? (firstOf(outer.value) ?? outer) : entry
  const inner = object(value)
  const unit = text(inner?.unitText) ?? text(outer?.unitText)
  const code = text(inner?.unitCode) ?? text(outer?.unitCode)
  const period = unit ?? unitCodes.get(code ?? '') ?? code ?? durations.get(text(outer?.duration) ?? '')
  const currency = text(outer?.currency) ?? text(outer?.priceCurrency) ?? text(inner?.currency) ?? fallback
  const single = inner ? (inner.value ?? inner.price ?? inner.median) : value
  const lower = inner?.minValue ?? inner?.minPrice ?? inner?.percentile10 ?? single
  const upper = inner?.maxValue ?? inner?.maxPrice ?? inner?.percentile90 ?? single
  const written = [...new Set([text(lower), text(upper)])].filter(one => one !== undefined)
  if (written.length === 0) return undefined
  // "30,000", "£30,000 - £40,000", "Minimum wage": as people write it.
  if (written.some(one => amount(one) === undefined))
    return {
      salaryText: [
        written.join(' - '),
        /\d/.test(written.join()) && !written.join().includes(currency ?? ' ') ? currency : undefined,
        unit && /\d/.test(written.join()) ? `per ${unit.toLowerCase()}` : undefined,
      ]
        .filter(Boolean)
        .join(' '),
    }
  const min = amount(lower)
  const max = amount(upper)
  return (min ?? 0) === 0 && (max ?? 0) === 0 ? undefined : { salary: { min, max, currency, period } }
}

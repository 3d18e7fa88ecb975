import { z } from 'zod'
import { decodeEntities } from '#indexer/text'
import type { RawRow } from '../documents/rawJob.ts'
import { isRemote } from './feedAddress.ts'
import { type FeedHttp, type Format, rejected, SourceError } from './format.ts'
import { absolute, loadPage, readPage, type Tree } from './jobPostingPage.ts'
import { postingRow } from './jobPostingRow.ts'
import { type NotRead, noting } from './notRead.ts'
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

async function* readRows(feed: AsyncIterable<string>, source: SourceConfig, notRead?: NotRead): AsyncGenerator<RawRow> {
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
    for (const posting of page.postings) {
      row++
      yield noting(notRead, posting, seen => postingRow(seen as Tree, row, page))
    }
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

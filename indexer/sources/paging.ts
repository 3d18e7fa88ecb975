import { createHash } from 'node:crypto'
import { shownFrom } from './feedAddress.ts'
import { parseAnswer } from './feedHttp.ts'
import { type FeedHttp, jsonText, kindOf, object, SourceError, text } from './format.ts'

/** The address of a page, or one that is posted to. */
export type PageAddress = string | URL | { url: URL; json: unknown }

/** What a format makes of one page of a list. */
export interface Page {
  rows: unknown[]
  /** Null after the last. */
  next: PageAddress | null
  /** Adverts in all pages, where the API says so. */
  total?: number | undefined
}

export interface PagedList {
  /** Takes an answer apart; a list at the top is its member ''. Undefined where it is no page of this list. */
  read(answer: Record<string, unknown>, url: string, rowsBefore: number): Page | undefined
  /**
   * What identifies a row: a page whose rows were all there before is no page, and the rows of all pages are as many as
   * the API says.
   */
  id(row: unknown): unknown
  /** How a page should look, to end a message about another shape. */
  expected: string
  headers?: Record<string, string>
}

/** More pages than any board has: an API that never ends must not be read for ever. */
const maxPages = 10_000

/**
 * The pages of a list, one after the other. `text` is the answer as it came.
 * @throws SourceError when a page is missing, has another shape, repeats others, or when the rows are not as many as
 * the API says
 */
export async function* pages(
  http: FeedHttp,
  first: PageAddress,
  list: PagedList,
): AsyncGenerator<{ text: string; rows: unknown[] }> {
  const seen = new Set<string>()
  let total: number | undefined
  let moved = false
  let rowsBefore = 0
  let next: PageAddress | null = first
  for (let count = 1; next; count++) {
    const url = urlOf(next)
    const shown = shownFrom(url)
    if (count > maxPages)
      throw new SourceError(`${shown} has more than ${maxPages} pages: narrow the address in "from"`)
    const answer = await http.text(url, requestOf(next, list.headers))
    const parsed = parseAnswer(answer.text, url)
    const page: Page | undefined = Array.isArray(parsed)
      ? list.read({ '': parsed }, url, rowsBefore)
      : object(parsed) && list.read(object(parsed)!, url, rowsBefore)
    if (!page) throw new SourceError(`${shown} answered with ${described(parsed)}. ${list.expected}`)
    let fresh = 0
    for (const row of page.rows) {
      const id = text(list.id(row)) ?? createHash('sha1').update(writtenJson(row, url)).digest('base64')
      if (!seen.has(id)) fresh++
      seen.add(id)
    }
    if (page.rows.length > 0 && fresh === 0)
      throw new SourceError(
        `${shown} repeats on page ${count} what its earlier pages held: the list has no end. Check the address in "from"`,
      )
    if (total !== undefined && page.total !== total) moved = true
    total = page.total ?? total
    rowsBefore += page.rows.length
    yield { text: answer.text, rows: page.rows }
    next = page.next
  }
  if (total !== undefined && !moved && seen.size !== total)
    throw new SourceError(
      `${shownFrom(urlOf(first))} says that it lists ${total} adverts, and ${seen.size} came: its pages changed while they were read, or some are missing. Nothing is changed; it is read again at the next run`,
      { passing: true },
    )
}

/** JSON of what an address answered. @throws SourceError */
export function writtenJson(value: unknown, url: string): string {
  const written = jsonText(value)
  if (written === undefined)
    throw new SourceError(`${shownFrom(url)} answered with JSON that nests without end: ask the source to mend it`)
  return written
}

function urlOf(page: PageAddress): string {
  return typeof page === 'string' || page instanceof URL ? String(page) : page.url.href
}

function requestOf(page: PageAddress, headers: Record<string, string> = {}): Parameters<FeedHttp['text']>[1] {
  if (typeof page === 'string' || page instanceof URL) return { headers }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(page.json),
  }
}

/** The answers themselves, page after page: what `rows` of a format reads that needs nothing else. */
export async function* pageTexts(http: FeedHttp, first: string | URL, list: PagedList): AsyncGenerator<string> {
  for await (const page of pages(http, first, list)) yield `${page.text}\n`
}

/**
 * The next page that an answer links to; null for none. Links with another scheme than the address (behind a proxy) are
 * mended.
 * @param ownPath takes nothing but the query from the link, of an API that writes another of its addresses there
 * @throws SourceError when the link leads to another host: a feed sends us nowhere else
 */
export function linkedPage(link: unknown, current: string, { ownPath = false } = {}): URL | null {
  if (link === undefined || link === null || link === '' || link === false) return null
  const here = new URL(current)
  // JSON:API may write a link as an object.
  const written = text(link) ?? text(object(link)?.href)
  if (!written || !URL.canParse(written, here))
    throw new SourceError(`${shownFrom(current)} links to a next page that is no address: ask the source to mend it`)
  const next = new URL(written, here)
  if (next.hostname !== here.hostname && !ownPath)
    throw new SourceError(
      `${shownFrom(current)} links to a next page on another host (${next.host}), which is not followed: check the address in "from"`,
    )
  const path = (ownPath ? here : next).pathname
  return new URL(`${here.origin}${path}${next.search}`)
}

/**
 * A row of a list together with its detail. One that is listed while its detail is not there has closed since, or is
 * broken: `missingDetail` tells its reader, who rejects it, so that its job stays for now.
 * @param find where the detail is in the answer
 * @throws SourceError when the detail cannot be had for another reason
 */
export async function withDetail(
  http: FeedHttp,
  row: Record<string, unknown>,
  url: string,
  find: (answer: Record<string, unknown>) => Record<string, unknown> | undefined = answer => answer,
): Promise<Record<string, unknown>> {
  const answer = await http.text(url, { accept: [404, 410] })
  if (answer.status === 404 || answer.status === 410) return { ...row, [missing]: answer.status }
  const parsed = parseAnswer(answer.text, url)
  const detail = object(parsed) && find(object(parsed)!)
  if (!detail)
    throw new SourceError(`${shownFrom(url)} answered with ${described(parsed)}: a single advert was expected`)
  return { ...row, ...detail }
}

const missing = 'detailStatus'

/** What is wrong with a row that came without its detail; null for all others. */
export function missingDetail(row: Record<string, unknown>): string | null {
  return typeof row[missing] === 'number'
    ? `the advert is listed, but its own address answers with status ${row[missing]}: it has just been closed, or is broken`
    : null
}

/** The address with some of its query set. */
export function withQuery(url: string | URL, query: Record<string, string | number>): URL {
  const next = new URL(url)
  for (const [name, value] of Object.entries(query)) next.searchParams.set(name, String(value))
  return next
}

/** What came instead of a page; an error's own words where it has some. */
function described(answer: unknown): string {
  const members = object(answer)
  if (!members) return `JSON that is ${kindOf(answer)}`
  const first = Array.isArray(members.errors) ? object(members.errors[0]) : undefined
  const said =
    text(members.error) ??
    text(object(members.error)?.message) ??
    text(members.errorMessage) ??
    text(members.message) ??
    text(members.detail) ??
    text(members.exception) ??
    text(first?.detail) ??
    text(first?.title)
  return said
    ? `an error: "${said.slice(0, 200)}"`
    : `a JSON object with ${Object.keys(members).slice(0, 10).join(', ') || 'no members'}`
}

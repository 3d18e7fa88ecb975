import { z } from 'zod'
import { shownFrom } from './feedAddress.ts'
import { amount, type FeedHttp, object, SourceError, text, urlPart } from './format.ts'
import { pathReader } from './jsonPath.ts'
import { linkedPage, type PageAddress, type PagedList, pages, withDetail, withQuery, writtenJson } from './paging.ts'

/** How a list of JSON is asked for: page by page, and each row's detail. It is data, of a catalogue or a board. */
export const requestOptions = {
  /** `POST` with a body, in which `"{offset}"`, `"{page}"` and `"{cursor}"` stand for the page's; headers of all. */
  request: z
    .strictObject({
      method: z.enum(['GET', 'POST'], { error: 'expected GET or POST' }).default('GET'),
      body: z.record(z.string(), z.unknown(), { error: 'expected an object' }).optional(),
      headers: z.record(z.string(), z.string()).optional(),
      /** What the address has behind its `?` is sent in the body instead. */
      query: z.boolean().optional(),
    })
    .optional(),
  paging: z
    .strictObject({
      by: z.enum(['page', 'offset', 'cursor', 'link'], { error: 'expected page, offset, cursor or link' }),
      /** The query's name for it; not needed where the address or the body has `{page}`, `{offset}` or `{cursor}`. */
      at: z.string().min(1).optional(),
      /** Of the first page. */
      first: z.int().min(0).default(1),
      /** Rows of a page: a shorter one is the last, where no total is known. */
      size: z.int().min(1).max(10_000).optional(),
      /** The query's name for the size, where it is to be asked for. */
      sizeAt: z.string().min(1).optional(),
      /** Path of the number of rows in all pages. */
      total: z.string().min(1).optional(),
      /** Path of the number of pages. */
      pages: z.string().min(1).optional(),
      /** Path of the next cursor or link. */
      next: z.string().min(1).optional(),
    })
    .optional(),
  /** A request for each row: `url` with `{path}` (or `{path|base64}`) of the row; `at` is where its fields are. */
  detail: z.strictObject({ url: z.string().min(1), at: z.string().min(1).optional() }).optional(),
}
const schema = z.strictObject(requestOptions)
export type JsonRequests = z.infer<typeof schema>

/** What a row of a list says of the request, beside its own members: read as `$source.origin`. */
export const aboutSource = '$source'

export interface Gathering extends JsonRequests {
  /** Path of the rows in an answer; undefined for a list at the top. */
  rows: string | undefined
  id(row: unknown): unknown
  expected: string
  about?: Readonly<Record<string, string>>
}

/**
 * The rows of all pages with their details, as one JSON list.
 * @throws SourceError when a page or a detail cannot be had
 */
export async function* gatherJson(from: string, http: FeedHttp, gathering: Gathering): AsyncGenerator<string> {
  const { detail, request, about } = gathering
  let before = '['
  const list = { ...pagedList(from, gathering), ...(request?.headers ? { headers: request.headers } : {}) }
  const at = detail?.at === undefined ? undefined : pathReader(detail.at)
  for await (const { rows } of pages(http, addressOf(from, gathering, { offset: 0 }), list))
    for (const entry of rows) {
      const row = object(entry)
      let whole: unknown = entry
      if (row && detail) {
        const url = new URL(filled(detail.url, { ...row, [aboutSource]: about }), from)
        if (url.origin !== new URL(from).origin)
          throw new SourceError(
            `The detail of a row is on another host (${url.host}), which is not asked: mend "detail"`,
          )
        whole = await withDetail(http, row, url.href, answer => (at ? object(at(answer)) : answer))
      }
      yield `${before}${writtenJson(about && object(whole) ? { ...object(whole), [aboutSource]: about } : whole, from)}\n`
      before = ','
    }
  yield before === '[' ? '[]' : ']'
}

/** With some APIs a total is near enough only; a list that ends this far before it has broken off. */
const leastOfTotal = 0.9

interface Place {
  offset: number
  cursor?: string
  page?: number
}

function addressOf(from: string, { request, paging }: JsonRequests, place: Place): PageAddress {
  const page = place.page ?? paging?.first ?? 1
  const values: Record<string, string | number> = { offset: place.offset, page, cursor: place.cursor ?? '' }
  const written = from.replace(/\{(offset|page|cursor)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
  let url = new URL(written)
  if (paging?.sizeAt && paging.size && !url.searchParams.has(paging.sizeAt))
    url = withQuery(url, { [paging.sizeAt]: paging.size })
  const isFirst = place.offset === 0 && place.page === undefined
  if (paging?.at && paging.by !== 'link' && !(paging.by === 'cursor' && isFirst))
    url = withQuery(url, { [paging.at]: values[paging.by]! })
  if (request?.method !== 'POST') return url
  const body = object(bodyOf(request.body ?? {}, values))!
  if (!request.query) return { url, json: body }
  const json = { ...Object.fromEntries(url.searchParams), ...body }
  return { url: new URL(url.pathname, url), json }
}

function bodyOf(value: unknown, values: Record<string, string | number>): unknown {
  if (typeof value === 'string') return /^\{(?:offset|page|cursor)\}$/.test(value) ? values[value.slice(1, -1)] : value
  if (Array.isArray(value)) return value.map(one => bodyOf(one, values))
  const members = object(value)
  return members ? Object.fromEntries(Object.entries(members).map(([name, one]) => [name, bodyOf(one, values)])) : value
}

function pagedList(from: string, gathering: Gathering): PagedList {
  const { paging, rows: rowsAt, id, expected } = gathering
  const read = (path: string | undefined) => (path === undefined ? () => undefined : pathReader(path))
  const [list, total, count, next] = [read(rowsAt ?? ''), read(paging?.total), read(paging?.pages), read(paging?.next)]
  let page = paging?.first ?? 1
  let inAll: number | undefined
  const nextOf = (answer: Record<string, unknown>, url: string, rows: number, reached: number): PageAddress | null => {
    if (!paging || rows === 0) return null
    if (paging.by === 'link') return linkedPage(next(answer), url)
    if (paging.by === 'cursor') {
      const cursor = text(next(answer))
      return cursor ? addressOf(from, gathering, { offset: reached, cursor, page: ++page }) : null
    }
    const last = amount(count(answer))
    const more =
      inAll !== undefined
        ? reached < inAll
        : last !== undefined
          ? page - paging.first + 1 < last
          : paging.size === undefined || rows >= paging.size
    page++
    return more ? addressOf(from, gathering, { offset: reached, page }) : null
  }
  return {
    id,
    expected,
    read(answer, url, before) {
      const found = rowsAt === undefined ? answer[''] : list(answer)
      const rows = found === undefined || found === null ? undefined : Array.isArray(found) ? found : [found]
      if (!rows) return undefined
      // Some say it on the first page alone.
      inAll = amount(total(answer)) || inAll
      const reached = before + rows.length
      const after = nextOf(answer, url, rows.length, reached)
      if (after === null && inAll !== undefined && reached < inAll * leastOfTotal)
        throw new SourceError(
          `${shownFrom(url)} says that it lists ${inAll} adverts, and ends after ${reached}: nothing is changed, and it is read again at the next run. Narrow the address in "from" if the source gives no more`,
          { passing: true },
        )
      return { rows, next: after }
    },
  }
}

/** `https://x.example/{id}`, `{path|base64}`: a text with the values of a row; a value that is missing is left out. */
export function filled(template: string, row: unknown): string {
  return template.replace(/\{([^{}|]{1,100})(?:\|(base64|part))?\}/g, (_, path: string, how: string | undefined) => {
    const value = text(pathReader(path)(row)) ?? ''
    return how === 'base64' ? Buffer.from(value).toString('base64') : how === 'part' ? urlPart(value) : value
  })
}

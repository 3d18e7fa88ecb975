import { z } from 'zod'
import type { RawLocation, RawRow } from '../documents/rawJob.ts'
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
} from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { pageTexts } from './paging.ts'
import { type SourceConfig } from './source.ts'

const adzunaOptions = z.strictObject({
  appId: z.string({ error: 'expected the application id, such as "${SOURCE_ADZUNA_ID}"' }).min(1).optional(),
  appKey: z.string({ error: 'expected the application key, such as "${SOURCE_ADZUNA_KEY}"' }).min(1).optional(),
  /** Adzuna allows 25 requests a minute and 250 a day. */
  maxPages: z
    .int({ error: 'expected a number of pages' })
    .min(1)
    .max(1_000, 'expected at most 1000 pages')
    .default(100),
})

/**
 * A search at Adzuna, `https://api.adzuna.com/v1/api/jobs/gb/search?what=actuary&max_days_old=30`, with `"options":
 * {"appId": "${SOURCE_…}", "appKey": "${SOURCE_…}"}` and `"requestsPerMinute": 25`: pages of 50, newest first. The
 * texts end after 500 characters, which is all that Adzuna gives.
 */
export const adzuna: Format = {
  id: 'adzuna',
  listedIsLive: true,
  options: adzunaOptions,
  looksLike: ({ text, json }) =>
    !!json && (json.row.has('redirect_url') || text.includes('Adzuna::API::')) && json.row.has('location.display_name'),
  collect,
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: true,
  // `postings`: what programs that gather several searches call it.
  member: ['results', 'postings'],
  lines: false,
  keyMembers: ['id'],
  titleMember: 'title',
  expected: 'expected the answer to a search, {"count": 1, "results": [...]}, as plain JSON',
}

function collect(from: string, http: FeedHttp, source: SourceConfig): AsyncIterable<string> {
  const { appId, appKey, maxPages = 100 } = source.options as Partial<z.infer<typeof adzunaOptions>>
  const search = new URL(from)
  search.pathname = search.pathname.replace(/(\/search)(?:\/\d+)?\/?$/, '$1')
  const query = search.searchParams
  // The order is what keeps a page from repeating another.
  if (!query.has('sort_by')) query.set('sort_by', 'date')
  if (!query.has('results_per_page')) query.set('results_per_page', '50')
  if (appId) query.set('app_id', appId)
  if (appKey) query.set('app_key', appKey)
  const page = (number: number) => Object.assign(new URL(search), { pathname: `${search.pathname}/${number}` })
  let number = 1
  return pageTexts(http, page(1), {
    read(answer, _, before) {
      if (!Array.isArray(answer.results)) return undefined
      const total = amount(answer.count)
      const reached = before + answer.results.length
      if (number === 1 && total !== undefined && answer.results.length > 0 && total > answer.results.length * maxPages)
        throw new SourceError(
          `The search finds ${total} adverts, more than ${maxPages} pages: narrow it in "from" (what, where, category, max_days_old), or raise options.maxPages`,
        )
      const more = answer.results.length > 0 && (total === undefined || reached < total)
      return { rows: answer.results, total, next: more ? page(++number) : null }
    },
    id: row => object(row)?.id,
    expected:
      'Expected {"count": 1, "results": [...]}: the address should be https://api.adzuna.com/v1/api/jobs/<country>/search',
  })
}

function readRow(value: unknown, row: number): RawRow {
  const posting = object(value)!
  const id = text(posting.id)
  const fault = identityFault('id', posting.id)
  if (fault) return rejected(row, fault, null, posting.title)

  const min = amount(posting.salary_min)
  const max = amount(posting.salary_max)
  const place = readLocation(posting)
  return titled(
    row,
    {
      key: id ?? null,
      description: text(posting.description),
      locations: place ? [place] : [],
      // Adzuna turns all pay into yearly pay, and guesses it where the advert states none.
      salary:
        min === undefined && max === undefined
          ? undefined
          : {
              min,
              max,
              currency: currencies.get(place?.country ?? ''),
              period: 'year',
              estimated: amount(posting.salary_is_predicted) === 1,
            },
      types: [...texts(posting.contract_type), ...texts(posting.contract_time)].map(type => type.replaceAll('_', '-')),
      environments: [],
      sectors: [],
      specialisms: [],
      categories: texts(object(posting.category)?.label),
      company: text(object(posting.company)?.display_name),
      hostedUrl: text(posting.redirect_url),
      applicationUrl: text(posting.redirect_url),
      publishedAt: moment(posting.created),
      createdAt: moment(posting.created),
    },
    posting.title,
    'title',
  )
}

/** Adzuna's pay is in the currency of the country, by the country's name in its own language. */
const currencies = new Map(
  Object.entries({
    UK: 'GBP',
    US: 'USD',
    Deutschland: 'EUR',
    Österreich: 'EUR',
    Schweiz: 'CHF',
    Singapore: 'SGD',
    Nederland: 'EUR',
    France: 'EUR',
    Canada: 'CAD',
    Australia: 'AUD',
  }),
)

/** `area` goes from wide to narrow: `["UK", "Eastern England", "Bedfordshire", "Bedford"]`. */
function readLocation(posting: Record<string, unknown>): RawLocation | undefined {
  const location = object(posting.location)
  const area = texts(location?.area)
  const place: RawLocation = {
    text: text(location?.display_name),
    region: area.slice(1, -1).reverse().join(', ') || undefined,
    country: area[0],
    lat: amount(posting.latitude),
    lng: amount(posting.longitude),
  }
  return Object.values(place).some(part => part !== undefined) ? place : undefined
}

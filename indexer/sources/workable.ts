import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import {
  amount,
  type FeedHttp,
  type Format,
  identityFault,
  moment,
  object,
  rejected,
  text,
  texts,
  titled,
  urlPart,
  withdrawn,
} from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { linkedPage, missingDetail, pages, withDetail, withQuery, writtenJson } from './paging.ts'
import { payInLimits } from './pay.ts'
import { sections } from './sections.ts'

/**
 * Workable. `from` is one of
 * - `https://www.workable.com/api/accounts/<account>?details=true` (the widget's: everything in one answer),
 * - `https://apply.workable.com/api/v3/accounts/<account>/jobs` (the careers page's: pages, and a request for each
 *   text),
 * - `https://<account>.workable.com/spi/v3/jobs` with `"headers": {"authorization": "Bearer ${SOURCE_…}"}` (the
 *   account's: pages, and a request for each text). It allows 10 requests in 10 seconds.
 */
export const workable: Format = {
  id: 'workable',
  listedIsLive: true,
  looksLike: ({ json }) =>
    !!json && (json.members.has('jobs') || json.members.has('results')) && json.row.has('shortcode'),
  collect(from, http) {
    const { pathname } = new URL(from)
    if (/\/spi\/v3\/jobs\/?$/.test(pathname)) return accountJobs(from, http)
    const account = /\/api\/v3\/accounts\/([^/]+)\/jobs\/?$/.exec(pathname)?.[1]
    return account ? careersJobs(from, account, http) : undefined
  },
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: true,
  member: ['jobs', 'results'],
  beside: ['name'],
  lines: false,
  keyMembers: ['shortcode', 'id'],
  titleMember: 'title',
  expected:
    'expected the jobs of an account, {"jobs": [...]}: use the address https://www.workable.com/api/accounts/<account>?details=true',
}

async function* accountJobs(from: string, http: FeedHttp): AsyncGenerator<string> {
  const asked = new URL(from)
  const first = withQuery(asked, {
    state: asked.searchParams.get('state') ?? 'published',
    limit: asked.searchParams.get('limit') ?? 100,
  })
  const list = pages(http, first, {
    read: (answer, url) =>
      Array.isArray(answer.jobs)
        ? { rows: answer.jobs, next: linkedPage(object(answer.paging)?.next, url, { ownPath: true }) }
        : undefined,
    id: row => object(row)?.shortcode,
    expected: 'Expected {"jobs": [...], "paging": {...}}: the address should end in /spi/v3/jobs',
  })
  for await (const { rows } of list) {
    const whole = await inTurn(rows, async entry => {
      const posting = object(entry)
      const code = text(posting?.shortcode)
      if (!posting || !code || text(posting.description) || text(posting.full_description)) return entry
      return withDetail(
        http,
        posting,
        `${asked.origin}${asked.pathname.replace(/\/$/, '')}/${urlPart(code)}`,
        answer => object(answer.job) ?? answer,
      )
    })
    yield `${writtenJson(whole, from)}\n`
  }
}

async function* careersJobs(from: string, account: string, http: FeedHttp): AsyncGenerator<string> {
  const url = new URL(from)
  const filter = { query: '', location: [], department: [], worktype: [], remote: [] }
  const list = pages(
    http,
    { url, json: filter },
    {
      read: answer =>
        Array.isArray(answer.results)
          ? {
              rows: answer.results,
              next: text(answer.nextPage) ? { url, json: { ...filter, token: text(answer.nextPage) } } : null,
              total: amount(answer.total),
            }
          : undefined,
      id: row => object(row)?.shortcode,
      expected:
        'Expected {"results": [...]}: the address should be https://apply.workable.com/api/v3/accounts/<account>/jobs',
    },
  )
  for await (const { rows } of list) {
    const whole = await inTurn(rows, async entry => {
      const posting = object(entry)
      const code = text(posting?.shortcode)
      if (!posting || !code) return entry
      const page = `${url.origin}/${account}/j/${urlPart(code)}/`
      const detailed = await withDetail(http, posting, `${url.origin}/api/v2/accounts/${account}/jobs/${urlPart(code)}`)
      return { url: page, application_url: `${page}apply/`, ...detailed }
    })
    yield `${writtenJson(whole, from)}\n`
  }
}

async function inTurn<T>(rows: readonly T[], each: (row: T) => Promise<unknown>): Promise<unknown[]> {
  const whole: unknown[] = []
  for (const row of rows) whole.push(await each(row))
  return whole
}

function readRow(value: unknown, row: number, board: Readonly<Record<string, unknown>>): RawRow {
  const posting = object(value)!
  // A job that is open in several countries is listed once in each with the same code: the sync puts them together.
  const key = text(posting.shortcode) ?? text(posting.id)
  const fault =
    identityFault('shortcode', posting.shortcode) ?? (text(posting.shortcode) ? null : identityFault('id', posting.id))
  if (fault) return rejected(row, fault, null, posting.title)
  const missing = missingDetail(posting)
  if (missing) return rejected(row, missing, key, posting.title)
  const state = text(posting.state)
  // The widget has a region of the world in `state`.
  if (state && /^(?:draft|closed|archived|unpublished|on_hold)$/i.test(state))
    return withdrawn(row, `state is "${state}": the job is not published`, key, posting.title)
  if (posting.isInternal === true)
    return withdrawn(row, 'isInternal is true: the job is for the staff alone', key, posting.title)
  if (posting.sample === true) return withdrawn(row, 'sample is true: Workable made the job up', key, posting.title)

  const { locations, workplace } = readLocations(posting)
  const details = object(posting.details) ?? posting
  const salary = object(posting.salary)
  const language = text(posting.language)
  const english = !language || /^en/i.test(language)
  return titled(
    row,
    {
      key: key ?? null,
      reference: text(posting.code),
      description:
        text(details.full_description) ??
        sections([
          { text: text(details.description) },
          { heading: english ? 'Requirements' : undefined, text: text(details.requirements) },
          { heading: english ? 'Benefits' : undefined, text: text(details.benefits) },
        ]),
      locations,
      // Workable asks for no period.
      ...payInLimits(salary?.salary_from, salary?.salary_to, {
        currency: text(salary?.salary_currency)?.toUpperCase(),
      }),
      types: [...texts(posting.employment_type), ...texts(posting.type).map(type => workTypes.get(type) ?? type)],
      environments: workplace,
      seniority: texts(posting.experience),
      sectors: [],
      specialisms: [],
      categories: [
        ...new Set([
          ...texts(posting.department),
          ...texts(posting.department_hierarchy),
          ...texts(posting.function),
          ...texts(posting.industry),
        ]),
      ],
      company: text(board.name) ?? text(object(posting.account)?.name),
      applicationUrl: text(posting.application_url),
      hostedUrl: text(posting.url) ?? text(posting.shortlink),
      language,
      publishedAt: moment(posting.published_on) ?? moment(posting.published),
      createdAt: moment(posting.created_at),
      updatedAt: moment(posting.updated_at),
    },
    posting.title ?? posting.full_title,
    'title',
  )
}

const workTypes = new Map([
  ['full', 'Full-time'],
  ['part', 'Part-time'],
])

function readLocations(posting: Record<string, unknown>): { locations: RawLocation[]; workplace: string[] } {
  const listed = objects(posting.locations)
  // Hidden: where the work is, but not to be told. All of them hidden leaves the country.
  const shown = listed.filter(place => place.hidden !== true)
  const single = object(posting.location)
  const fields =
    shown.length > 0
      ? shown
      : listed.length > 0
        ? listed.map(place => ({ ...place, city: null, region: null, zip_code: null }))
        : [single ?? posting]
  const locations = fields.flatMap((place: Record<string, unknown>): RawLocation[] => {
    const location: RawLocation = {
      text: text(place.location_str),
      city: text(place.city),
      region: text(place.region) ?? (place === posting ? text(place.state) : undefined),
      country: text(place.countryCode) ?? text(place.country_code) ?? text(place.country),
      postcode: text(place.zip_code),
    }
    return Object.values(location).some(Boolean) ? [location] : []
  })
  const workplace = text(posting.workplace) ?? text(posting.workplace_type) ?? text(single?.workplace_type)
  const remote = posting.telecommuting === true || posting.remote === true || single?.telecommuting === true
  return { locations, workplace: workplace ? [workplace.replaceAll('_', '-')] : remote ? ['Remote'] : [] }
}

function objects(value: unknown): Record<string, unknown>[] {
  return (Array.isArray(value) ? value : []).flatMap((entry): Record<string, unknown>[] =>
    object(entry) ? [object(entry)!] : [],
  )
}

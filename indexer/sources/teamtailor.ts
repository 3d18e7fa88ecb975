import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import {
  amount,
  type Format,
  identityFault,
  moment,
  object,
  rejected,
  SourceError,
  text,
  texts,
  titled,
  withdrawn,
  withJson,
} from './format.ts'
import { postingRow } from './jobPostingRow.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { type NotRead, noting } from './notRead.ts'
import { linkedPage, type PagedList, pageTexts } from './paging.ts'
import { payInLimits, statesPay } from './pay.ts'
import { sections } from './sections.ts'
import type { SourceConfig } from './source.ts'

/**
 * Teamtailor. `from` is one of
 * - `https://<careers site>/jobs.json` (a JSON Feed whose entries carry a JobPosting),
 * - `https://api.teamtailor.com/v1/jobs?include=department,locations&page[size]=30` (the API: `filter[status]=open` is
 *   the default) with `"headers": {"authorization": "Token token=${SOURCE_…}", "x-api-version": "20240904"}`. With
 *   `user` among `include` the recruiter is the advert's contact.
 */
export const teamtailor: Format = {
  id: 'teamtailor',
  listedIsLive: true,
  looksLike: ({ json }) => !!json && (json.row.has('_jobposting') || json.row.has('links.careersite-job-url')),
  collect: (from, http) => pageTexts(http, from, list),
  rows: readRows,
}

const shape: JsonShape = {
  bareList: false,
  member: ['items', 'data', 'included'],
  beside: ['title'],
  lines: false,
  keyMembers: ['id'],
  titleMember: 'title',
  expected:
    'expected a JSON Feed, {"items": [...]}, or the jobs of the API, {"data": [...]}: use the address of the careers site that ends in /jobs.json',
}

const list: PagedList = {
  read(answer, url) {
    if (Array.isArray(answer.items)) return { rows: answer.items, next: linkedPage(answer.next_url, url) }
    if (!Array.isArray(answer.data) || !object(answer.links)) return undefined
    return {
      rows: answer.data,
      total: amount(object(answer.meta)?.['record-count']),
      next: linkedPage(object(answer.links)?.next, url),
    }
  },
  id: row => object(row)?.id,
  expected: 'Expected a JSON Feed, {"items": [...]}, or {"data": [...], "links": {...}}',
}

type Entity = Record<string, unknown>

/** More than a page of the API has: jobs wait for what is included with them, which comes after them. */
const mostWaiting = 1_000
const mostIncluded = 50_000

/** Jobs of the API point to departments and places, which stand behind them on their page. */
async function* readRows(feed: AsyncIterable<string>, _: SourceConfig, notRead?: NotRead): AsyncGenerator<RawRow> {
  /** Jobs, and the rows between them. */
  let waiting: (() => RawRow)[] = []
  const included = new Map<string, Entity>()
  let answered = false
  /** Entries so far, and those of them that are no jobs. */
  let entries = 0
  let others = 0
  const release = () => {
    const rows = waiting.map(read => read())
    waiting = []
    answered = false
    return rows
  }
  const inTurn = (row: RawRow) => {
    if (waiting.length === 0) return [row]
    const ready = waiting.length < mostWaiting ? [] : release()
    waiting.push(() => row)
    return ready
  }
  const rows = jsonRows(feed, shape, (value, number, beside) => {
    const entry = object(value)!
    const row = number - others
    entries = number
    if (entry.attributes === undefined)
      return inTurn(noting(notRead, entry, seen => itemRow(object(seen)!, row, text(beside.title))))
    if (text(entry.type) !== 'jobs') {
      const name = pointer(entry)
      // The latest last: those of earlier pages are the first to go.
      included.delete(name)
      included.set(name, entry)
      if (included.size > mostIncluded) included.delete(included.keys().next().value!)
      answered = true
      others++
      return []
    }
    const ready = waiting.length >= mostWaiting || (answered && waiting.length > 0) ? release() : []
    waiting.push(() =>
      withJson(
        entry,
        noting(notRead, entry, seen => jobRow(object(seen)!, row, included)),
      ),
    )
    return ready
  })
  for await (const found of rows) {
    if (found.row <= entries) {
      yield found
      continue
    }
    // It was no JSON or no object, and came to no other reader.
    entries = found.row
    found.row -= others
    yield* inTurn(found)
  }
  yield* release()
  if (entries === others && others > 0)
    throw new SourceError(
      `The feed has what jobs point to, such as ${pointer([...included.values()][0]!)}, and no jobs. ${shape.expected}`,
    )
}

/** `departments/7` */
function pointer({ type, id }: Entity): string {
  return `${text(type)}/${text(id)}`.slice(0, 200)
}

/** An entry of the JSON Feed. */
function itemRow(item: Entity, row: number, site: string | undefined): RawRow {
  const posting = object(item._jobposting) ?? {}
  const read = postingRow({ title: item.title, ...posting }, row)
  if (!('job' in read)) return rejected(row, read.reason, item.id, item.title)
  const fault = identityFault('id', item.id)
  if (fault) return rejected(row, fault, null, item.title)
  const { job } = read
  return {
    row,
    job: {
      ...job,
      // Teamtailor's number, which the API has too: a source may move from the one to the other.
      key: job.reference ?? text(item.id) ?? job.key,
      description: job.description ?? text(item.content_html) ?? text(item.content_text),
      locations: job.locations.map(withoutContinent),
      company: job.company ?? site,
      hostedUrl: text(item.url) ?? job.hostedUrl,
      image: job.image ?? text(item.image),
      publishedAt: job.publishedAt ?? moment(item.date_published),
      updatedAt: job.updatedAt ?? moment(item.date_modified),
    },
  }
}

/** A site that has no regions says `Europe`, or the country once more. */
function withoutContinent(place: RawLocation): RawLocation {
  return place.region &&
    /^(?:europe|emea|north america|south america|asia|africa|oceania|apac|world(?:wide)?|global)$/i.test(place.region)
    ? { ...place, region: undefined }
    : place
}

/** A job of the API. */
function jobRow(job: Entity, row: number, included: ReadonlyMap<string, Entity>): RawRow {
  const fields = object(job.attributes) ?? {}
  const id = text(job.id)
  const fault = identityFault('id', job.id)
  if (fault) return rejected(row, fault, null, fields.title)
  const status = text(fields['human-status']) ?? text(fields.status)
  if (status && !/^(?:published|open|public)$/i.test(status))
    return withdrawn(row, `its status is "${status.slice(0, 40)}": the job is not published`, id, fields.title)
  if (fields.internal === true)
    return withdrawn(row, 'internal is true: the job is for the staff alone', id, fields.title)

  const related = (name: string): Entity[] => {
    const links = object(object(job.relationships)?.[name])?.data
    return (Array.isArray(links) ? links : [links]).flatMap((link): Entity[] => {
      const found = object(included.get(pointer(object(link) ?? {}))?.attributes)
      return found ? [found] : []
    })
  }
  const [user] = related('user')
  const links = object(job.links)
  const remote = text(fields['remote-status'])
  return titled(
    row,
    {
      key: id ?? null,
      description: sections([{ text: text(fields.body) }]) ?? text(fields.pitch),
      summary: text(fields.body) ? text(fields.pitch) : undefined,
      locations: [...related('locations'), ...related('location')].flatMap(readLocation),
      ...readPay(fields),
      types: texts(fields['employment-type']).filter(stated),
      // `none`, `hybrid`, `temporary`, `fully`
      environments: remote === 'fully' ? ['Remote'] : remote === 'hybrid' || remote === 'temporary' ? ['Hybrid'] : [],
      seniority: texts(fields['employment-level']).filter(stated),
      sectors: [],
      specialisms: [],
      categories: [...new Set(texts([...related('department'), ...related('role')]).concat(texts(fields.tags)))],
      company: text(object(fields.company)?.name),
      consultant: user ? { name: text(user.name), email: text(user.email), phone: text(user.phone) } : undefined,
      applicationUrl: text(links?.['careersite-job-apply-url']) ?? text(fields['external-application-url']),
      hostedUrl: text(links?.['careersite-job-url']),
      image: text(object(fields.picture)?.standard),
      language: text(fields['language-code']),
      publishedAt: moment(fields['start-date']) ?? moment(fields['created-at']),
      createdAt: moment(fields['created-at']),
      updatedAt: moment(fields['updated-at']),
      expiresAt: moment(fields['end-date']),
    },
    fields.title,
    'title',
  )
}

function stated(choice: string): boolean {
  return choice !== 'none'
}

function readLocation(place: Entity): RawLocation[] {
  const location = withoutContinent({
    text: text(place.name),
    city: text(place.city),
    region: text(place.region),
    country: text(place.country),
    postcode: text(place.zip),
    lat: amount(place.lat),
    lng: amount(place.long),
  })
  return Object.values(location).some(part => part !== undefined) ? [location] : []
}

function readPay(fields: Entity): Pick<RawJob, 'salary' | 'salaryText'> {
  // `yearly`, `monthly`, `daily`, `hourly`
  const unit = text(fields['salary-time-unit'])?.replace(/ly$/, '')
  const terms = { currency: text(fields.currency), period: unit === 'dai' ? 'day' : unit }
  const pay = payInLimits(fields['min-salary'], fields['max-salary'], terms)
  // The terms are there without pay too: they hold for no figure elsewhere.
  return statesPay(pay) ? pay : {}
}

import { decodeEntities } from '#indexer/text'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import {
  amount,
  type Format,
  identityFault,
  kindOf,
  moment,
  object,
  rejected,
  SourceError,
  text,
  texts,
  titled,
  withJson,
} from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { type NotRead, noting } from './notRead.ts'
import { figure } from './pay.ts'
import type { SourceConfig } from './source.ts'

/**
 * A Greenhouse job board, `https://boards-api.greenhouse.io/v1/boards/<board>/jobs?content=true&pay_transparency=true`.
 * Without `content` the adverts have no text. The board's departments (`…/departments`, as a list or with
 * `?render_as=tree`) are read too: their jobs have titles and places, and no text.
 */
export const greenhouse: Format = {
  id: 'greenhouse',
  listedIsLive: true,
  looksLike: ({ json, text }) =>
    !!json &&
    ((json.members.has('jobs') && json.row.has('absolute_url')) ||
      (json.members.has('departments') && /"(?:parent_id|child_ids|children)"/.test(text))),
  rows: readRows,
}

/**
 * Jobs of a departments' list are gathered before they are given: one in two departments is one job. No board has more.
 */
const mostGathered = 50_000

async function* readRows(feed: AsyncIterable<string>, _: SourceConfig, notRead?: NotRead): AsyncGenerator<RawRow> {
  const departments: Department[] = []
  let gathered = 0
  let row = 0
  const rows = jsonRows(feed, shape, (value, number) => {
    const entry = object(value)!
    if (!Array.isArray(entry.jobs)) return noting(notRead, entry, seen => readRow(seen, number))
    gathered += gather(entry, null, departments)
    if (gathered > mostGathered)
      throw new SourceError(
        `The departments hold more than ${mostGathered} jobs: use the address that ends in /jobs?content=true`,
      )
    return []
  })
  for await (const found of rows) {
    row = found.row
    yield found
  }
  if (departments.length > 0) yield* departmentRows(departments, row)
}

interface Department {
  id: string
  name: string | undefined
  parent: string | null
  jobs: unknown[]
}

const maxDepth = 50

/** Takes a department and, in a tree, those below it; returns how many jobs and departments these are. */
function gather(value: unknown, parent: string | null, found: Department[], depth = 0): number {
  const entry = object(value)
  if (!entry) return 0
  if (depth > maxDepth)
    throw new SourceError(
      `The departments are nested more than ${maxDepth} deep: use the address that ends in /jobs?content=true`,
    )
  const id = text(entry.id) ?? ''
  const jobs = Array.isArray(entry.jobs) ? entry.jobs : []
  found.push({ id, name: text(entry.name), parent: text(entry.parent_id) ?? parent, jobs })
  let count = 1 + jobs.length
  for (const below of Array.isArray(entry.children) ? entry.children : []) count += gather(below, id, found, depth + 1)
  return count
}

function* departmentRows(departments: readonly Department[], before: number): Generator<RawRow> {
  const byId = new Map(departments.map(department => [department.id, department]))
  const postings = new Map<string, { posting: Record<string, unknown>; names: Set<string> }>()
  const strays: unknown[] = []
  for (const department of departments) {
    for (const job of department.jobs) {
      const posting = object(job)
      const id = text(posting?.id)
      if (!posting || !id || identityFault('id', posting.id)) {
        strays.push(job)
        continue
      }
      const known = postings.get(id) ?? { posting, names: new Set<string>() }
      postings.set(id, known)
      // The department and those above it; one that is its own ancestor ends there.
      const path = new Set<Department>()
      for (
        let at: Department | undefined = department;
        at && !path.has(at) && path.size < maxDepth;
        at = at.parent === null ? undefined : byId.get(at.parent)
      )
        path.add(at)
      for (const { name } of path) if (name && !/^no department$/i.test(name)) known.names.add(name)
    }
  }
  let row = before
  for (const { posting, names } of postings.values())
    yield withJson(posting, readRow({ ...posting, departments: [...names].map(name => ({ name })) }, ++row))
  for (const job of strays)
    yield withJson(
      job,
      object(job) ? readRow(job, ++row) : rejected(++row, `the job is ${kindOf(job)}: expected an object`),
    )
}

const shape: JsonShape = {
  bareList: false,
  member: ['jobs', 'departments'],
  lines: false,
  keyMembers: ['id'],
  titleMember: 'title',
  expected:
    'expected the jobs of a board, {"jobs": [...]}, or its departments: use the address that ends in /jobs?content=true',
}

function readRow(value: unknown, row: number): RawRow {
  const posting = object(value)!
  const id = text(posting.id)
  const fault = identityFault('id', posting.id)
  if (fault) return rejected(row, fault, null, posting.title)

  const environments: string[] = []
  const types: string[] = []
  const categories = texts(posting.departments)
  // Custom fields: each customer names its own, so they are told by their names.
  for (const entry of Array.isArray(posting.metadata) ? posting.metadata : []) {
    const field = object(entry)
    const name = text(field?.name) ?? ''
    if (/location type|workplace|work(ing)? (model|environment|arrangement)|remote/i.test(name))
      environments.push(...texts(field?.value))
    else if (/employment type|job type|contract type|commitment|time type/i.test(name))
      types.push(...texts(field?.value))
    else if (/job (family|function|category)|specialism|sector|practice/i.test(name))
      categories.push(...texts(field?.value))
  }
  const requisition = text(posting.requisition_id)
  return titled(
    row,
    {
      key: id ?? null,
      // Boards put a placeholder such as "See Opening ID" here; a requisition has a number in it.
      reference: requisition && /\d/.test(requisition) ? requisition : id,
      // Entity-escaped HTML. Absent from a listing without ?content=true.
      description: text(posting.content),
      locations: readLocations(posting),
      salary: readPay(posting.pay_input_ranges ?? posting.pay_ranges) ?? payInContent(text(posting.content)),
      types,
      environments,
      sectors: [],
      specialisms: [],
      categories,
      company: text(posting.company_name),
      hostedUrl: text(posting.absolute_url),
      language: text(posting.language),
      publishedAt: moment(posting.first_published),
      updatedAt: moment(posting.updated_at),
      expiresAt: moment(posting.application_deadline),
    },
    posting.title,
    'title',
  )
}

/**
 * The location line names every place; the offices repeat it in other words, so they only stand in for a missing line.
 */
function readLocations(posting: Record<string, unknown>): RawLocation[] {
  const line = text(object(posting.location)?.name) ?? text(posting.location)
  if (line) return [{ text: line }]
  const locations: RawLocation[] = []
  for (const entry of Array.isArray(posting.offices) ? posting.offices : []) {
    const office = object(entry)
    const name = text(office?.location) ?? text(office?.name)
    if (name) locations.push({ text: name })
  }
  return locations
}

/**
 * Pay ranges come in hundredths, their period only in words. Several (one a region) become the range over those that
 * are like the first one.
 */
function readPay(value: unknown): RawJob['salary'] {
  let pay: RawJob['salary']
  for (const entry of Array.isArray(value) ? value : []) {
    const range = object(entry)
    const min = amount(range?.min_cents)
    const max = amount(range?.max_cents)
    if (min === undefined && max === undefined) continue
    const currency = text(range?.currency_type)
    const words = `${text(range?.title)?.slice(0, 200) ?? ''} ${text(range?.blurb)?.slice(0, 500) ?? ''}`
    const period = periodWords.find(([found]) => found.test(words))?.[1]
    if (!pay) pay = { currency, period }
    else if (pay.currency !== currency || pay.period !== period) continue
    pay.min = Math.min(pay.min ?? Number.POSITIVE_INFINITY, (min ?? max!) / 100)
    pay.max = Math.max(pay.max ?? 0, (max ?? min!) / 100)
  }
  return pay
}

/** The block of pay that a board puts into its texts: `$100,000 — $150,000 USD` below a title. */
function payInContent(content: string | undefined): RawJob['salary'] {
  if (!content?.includes('pay-range')) return undefined
  const html = decodeEntities(content)
  const at = html.search(/<div[^<>]{0,100}class="pay-range"/)
  if (at < 0) return undefined
  const inside = html.slice(at, at + 600).split('</div>')[0]!
  const words = inside.replace(/<[^<>]{0,200}>/g, ' ')
  const currency = /\b[A-Z]{3}\b/.exec(words)?.[0]
  // What stands above it names the period, if anything does.
  const above = html.slice(Math.max(0, at - 600), at).replace(/<[^<>]{0,200}>/g, ' ')
  const period = periodWords.find(([found]) => found.test(above))?.[1]
  // As the currency is written: `€205.000`, `180 000 zł`, `₹12,00,000`.
  const [min, max = min] = (words.match(/\d(?:[.,'’]?\d|[ \u00a0\u202f]\d{3}(?!\d))*/g) ?? []).map(
    written => figure(written, { currency, period }) ?? amount(written.replaceAll(',', '')),
  )
  return min && max ? { min, max, currency, period } : undefined
}

const periodWords: readonly [RegExp, string][] = [
  [/\bhour(?:ly)?\b|\bper hr\b|\/ ?h(?:ou)?r\b/i, 'hour'],
  [/\bdaily\b|\bper day\b|\bday rate\b/i, 'day'],
  [/\bmonth(?:ly)?\b/i, 'month'],
  [/\bannual(?:ly)?\b|\bper (?:annum|year)\b|\byear(?:ly)?\b|\bp\.a\./i, 'year'],
]

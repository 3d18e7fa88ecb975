import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, type Format, identityFault, moment, object, rejected, text, texts, titled } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'

/** A Greenhouse job board, `boards/<token>/jobs` with or without `?content=true` (and `&pay_transparency=true`). */
export const greenhouse: Format = {
  id: 'greenhouse',
  listedIsLive: true,
  rows: feed => jsonRows(feed, shape, readRow),
}

const shape: JsonShape = {
  bareList: false,
  member: 'jobs',
  lines: false,
  keyMembers: ['id'],
  titleMember: 'title',
  expected: 'expected the jobs of a board, {"jobs": [...]}: use the address that ends in /jobs?content=true',
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
    if (/location type|workplace|work(ing)? (model|environment|arrangement)|remote/i.test(name)) environments.push(...texts(field?.value))
    else if (/employment type|job type|contract type|commitment|time type/i.test(name)) types.push(...texts(field?.value))
    else if (/job (family|function|category)|specialism|sector|practice/i.test(name)) categories.push(...texts(field?.value))
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
      salary: readPay(posting.pay_input_ranges),
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

/** The location line names every place; the offices repeat it in other words, so they only stand in for a missing line. */
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

/** Pay ranges come in hundredths and without a period. Several (one a region) become the range over those of the first one's currency. */
function readPay(value: unknown): { min?: number | undefined; max?: number | undefined; currency?: string | undefined } | undefined {
  let pay: { min?: number; max?: number; currency?: string | undefined } | undefined
  for (const entry of Array.isArray(value) ? value : []) {
    const range = object(entry)
    const min = amount(range?.min_cents)
    const max = amount(range?.max_cents)
    const currency = text(range?.currency_type)
    if (min === undefined && max === undefined) continue
    if (!pay) pay = { currency }
    else if (pay.currency !== currency) continue
    const lower = min ?? max!
    const upper = max ?? min!
    pay.min = Math.min(pay.min ?? Number.POSITIVE_INFINITY, lower / 100)
    pay.max = Math.max(pay.max ?? 0, upper / 100)
  }
  return pay
}

import { z } from 'zod'
import type { RawRow } from '../documents/rawJob.ts'
import { type FeedHttp, type Format, rejected, SourceError } from './format.ts'
import { pathReader, stepsOf } from './jsonPath.ts'
import { type Gathering, gatherJson, type JsonRequests, requestOptions } from './jsonRequests.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import type { KnownTexts } from './knownTexts.ts'
import { rowReader } from './mapping.ts'
import type { NotRead } from './notRead.ts'
import { missingDetail } from './paging.ts'
import { type Mapping, mappingSchema, type SourceConfig } from './source.ts'

const jsonOptions = z.strictObject({
  rows: z.string({ error: 'expected the name of the list or its path, such as "data.jobs"' }).min(1).optional(),
  ...requestOptions,
})

/** Lists that are looked for where `options.rows` names none. */
export const listNames = [
  'jobs',
  'results',
  'result',
  'items',
  'data',
  'offers',
  'ads',
  'postings',
  'jobPostings',
  'positions',
  'openings',
  'adverts',
  'vacancies',
  'content',
  'hits',
  'entries',
  'documents',
  'data.jobs',
  'data.results',
  'data.items',
]

/**
 * JSON of any make: a list, an object that holds a list (`options.rows` names it where it is not a usual name), or an
 * object a line. `from` is the file's path or the address that answers with the whole list. The catalogue's `mapping`
 * says which path is which: `location.city`, `locations[].name` (a place each), `locations[0].name`,
 * `fields[name=Salary].value`. A list with one value is that value; `{"template": "https://x.example/{id}"}` is a text
 * with values of the row. `options.request`, `paging` and `detail` say how an API of several requests is asked.
 */
export const json: Format = {
  id: 'json',
  listedIsLive: true,
  mapping: mappingSchema,
  options: jsonOptions,
  collect,
  rows: readRows,
}

/** Rows of a list of JSON, by a mapping of paths. */
export interface JsonList {
  /** Path of the list; undefined: the usual names are looked for. */
  rows: string | undefined
  mapping: Mapping
  /** Whether the row's pay is not to be shown: its figures come all the same. */
  hidesPay?(row: unknown): boolean
}

function readRows(
  feed: AsyncIterable<string>,
  { id, mapping, options }: SourceConfig,
  notRead?: NotRead,
  known?: KnownTexts,
): AsyncIterable<RawRow> {
  if (!mapping) throw new SourceError(`The source ${id} has no mapping: say in the catalogue which path is which`)
  return mappedRows(feed, { rows: options.rows as string | undefined, mapping }, notRead, known)
}

export function mappedRows(
  feed: AsyncIterable<string>,
  { rows, mapping, hidesPay }: JsonList,
  notRead?: NotRead,
  known?: KnownTexts,
): AsyncIterable<RawRow> {
  const names = (path: unknown) =>
    [path].flat().flatMap(one => (typeof one === 'string' ? [stepsOf(one).map(({ name }) => name)] : []))
  const title = names(mapping.title)
  const key = names(mapping.key)
  const shape: JsonShape = {
    bareList: true,
    member: rows ?? listNames,
    lines: true,
    lineMembers: [...title, ...key].map(path => path[0]!),
    keyMembers: key.map(path => path.at(-1)!),
    titleMember: title[0]?.at(-1) ?? 'title',
    left: ['$source', 'detailStatus'],
    expected:
      'expected a list of jobs, or a job a line: where an object holds the list, name it in "options": {"rows": "data.jobs"}',
  }
  const read = rowReader<unknown>(mapping, pathReader)
  const toRow = (value: unknown, row: number): RawRow => {
    const missing = missingDetail(value as Record<string, unknown>)
    if (missing !== null) return rejected(row, missing, read.key(value), read.title(value))
    const found = read(value, row)
    return 'job' in found && hidesPay?.(value)
      ? { ...found, job: { ...found.job, salary: undefined, salaryText: undefined } }
      : found
  }
  return jsonRows(feed, shape, toRow, notRead, known)
}

function collect(from: string, http: FeedHttp, { mapping, options }: SourceConfig): AsyncIterable<string> | undefined {
  const { rows, ...requests } = options as JsonRequests & { rows?: string }
  if (!requests.request && !requests.paging && !requests.detail) return undefined
  return gatherJson(from, http, gatheringOf({ rows, mapping: mapping! }, requests))
}

export function gatheringOf({ rows, mapping }: JsonList, requests: JsonRequests): Gathering {
  const key = mapping.key === undefined ? () => undefined : pathReader(mapping.key)
  return {
    ...requests,
    rows,
    id: key,
    expected: rows
      ? `Expected an answer with the list "${rows}": check "from" and "options"`
      : 'Expected a list of jobs: name it in "options": {"rows": "data.jobs"}',
  }
}

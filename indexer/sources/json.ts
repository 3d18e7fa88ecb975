import { z } from 'zod'
import type { RawRow } from '../documents/rawJob.ts'
import { type Format, object, SourceError, text } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { rowReader } from './mapping.ts'
import type { NotRead } from './notRead.ts'
import { mappingSchema, type SourceConfig } from './source.ts'

const jsonOptions = z.strictObject({
  rows: z.string({ error: 'expected the name of the list or its path, such as "data.jobs"' }).min(1).optional(),
})

/** Lists that are looked for where `options.rows` names none. */
const listNames = [
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
 * `fields[name=Salary].value`. A list with one value is that value.
 */
export const json: Format = {
  id: 'json',
  listedIsLive: true,
  mapping: mappingSchema,
  options: jsonOptions,
  rows: readRows,
}

function readRows(
  feed: AsyncIterable<string>,
  { id, mapping, options }: SourceConfig,
  notRead?: NotRead,
): AsyncIterable<RawRow> {
  if (!mapping) throw new SourceError(`The source ${id} has no mapping: say in the catalogue which path is which`)
  const names = (path: unknown) =>
    [path].flat().flatMap(one => (typeof one === 'string' ? [stepsOf(one).map(({ name }) => name)] : []))
  const title = names(mapping.title)
  const key = names(mapping.key)
  const shape: JsonShape = {
    bareList: true,
    member: typeof options.rows === 'string' ? options.rows : listNames,
    lines: true,
    lineMembers: [...title, ...key].map(path => path[0]!),
    keyMembers: key.map(path => path.at(-1)!),
    titleMember: title[0]?.at(-1) ?? 'title',
    expected:
      'expected a list of jobs, or a job a line: where an object holds the list, name it in "options": {"rows": "data.jobs"}',
  }
  const read = rowReader<unknown>(mapping, pathReader)
  return jsonRows(feed, shape, (value, row) => read(value, row), notRead)
}

interface Step {
  name: string
  /** `[]`: each · a number: the one at that place, from 0 · `[name=value]`: those whose member has that text. */
  pick: 'each' | number | { name: string; value: string } | null
}

function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  for (const [, name = '', bracket] of path.matchAll(/([^.[\]]*)(?:\[([^\]]*)\])?(?:\.|$)/g)) {
    if (name === '' && bracket === undefined) continue
    const equals = bracket?.indexOf('=') ?? -1
    steps.push({
      name,
      pick:
        bracket === undefined
          ? null
          : equals > 0
            ? { name: bracket.slice(0, equals), value: bracket.slice(equals + 1) }
            : /^\d+$/.test(bracket)
              ? Number(bracket)
              : 'each',
    })
  }
  return steps
}

/** Reads a path: one value, or a list where the path goes through one, with undefined for what is missing in it. */
export function pathReader(path: string): (row: unknown) => unknown {
  const steps = stepsOf(path)
  const plainName = steps.length === 1 && steps[0]!.pick === null ? steps[0]!.name : null
  if (plainName !== null) return row => object(row)?.[plainName]
  return row => {
    const whole = object(row)
    // Some feeds write the path itself as a name.
    if (whole && path in whole) return whole[path]
    return follow(row, steps, 0, 0)
  }
}

/** Lists in lists: a hostile feed nests without end. */
const maxLists = 20

function follow(value: unknown, steps: readonly Step[], from: number, lists: number): unknown {
  let current = value
  for (let i = from; i < steps.length; i++) {
    if (Array.isArray(current)) {
      if (lists === maxLists) return undefined
      const found = current.map(one => follow(one, steps, i, lists + 1))
      return found.length === 1 ? found[0] : found.flat()
    }
    const { name, pick } = steps[i]!
    if (name !== '') current = object(current)?.[name]
    if (pick === null || !Array.isArray(current)) continue
    if (typeof pick === 'number') current = current[pick]
    else if (pick !== 'each')
      current = current.filter(one => written(object(one)?.[pick.name]).toLowerCase() === pick.value.toLowerCase())
  }
  return current
}

function written(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (text(value) ?? '')
}

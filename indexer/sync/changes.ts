import { listFacets } from '#indexer/facets'
import type { JobDocument } from '#indexer/job'
import type { JobChange } from '#indexer/tasks'

/** Jobs of each kind that a dry run keeps. */
export const dryRunKept = 50
const mostText = 300

/** What visitors and filters see of a job; the rest follows from it or is ours alone. */
const compared = [
  'title',
  'location',
  'locations',
  'areas',
  'salary_package',
  'salary',
  ...listFacets,
  'company',
  'consultant_name',
  'external_reference',
  'external_application_url',
  'external_application_email',
  'hosted_job_url',
  'language',
  'remoteCountries',
  'featured',
  'published_at',
  'expires_at',
  'summary',
  'description',
  'unresolved',
  'unparsedSalary',
] as const satisfies readonly (keyof JobDocument)[]

/** The fields in which two versions of a job differ, as an operator reads them. */
export function changesBetween(before: JobDocument, after: JobDocument): JobChange['changes'] {
  const changes: JobChange['changes'] = []
  for (const field of compared) {
    const [from, to] = [shown(field, before[field]), shown(field, after[field])]
    if (from !== to) changes.push({ field, ...aroundTheDifference(from, to) })
  }
  return changes
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (field.endsWith('_at') && typeof value === 'number') return new Date(value * 1000).toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Long texts are cut to the place where they begin to differ. */
function aroundTheDifference(from: string, to: string): { from: string; to: string } {
  if (from.length <= mostText && to.length <= mostText) return { from, to }
  let at = 0
  while (at < from.length && from[at] === to[at]) at++
  const start = Math.max(0, at - 40)
  const cut = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + mostText)}${text.length > start + mostText ? '…' : ''}`
  return { from: cut(from), to: cut(to) }
}

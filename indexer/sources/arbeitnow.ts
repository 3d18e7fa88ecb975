import type { RawRow } from '../documents/rawJob.ts'
import { type Format, identityFault, moment, object, rejected, text, texts, titled } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { linkedPage, pageTexts } from './paging.ts'

/**
 * The job board API of Arbeitnow, `https://www.arbeitnow.com/api/job-board-api`: pages of 100, each with a link to the
 * next. Use `"country": "DE"`.
 */
export const arbeitnow: Format = {
  id: 'arbeitnow',
  listedIsLive: true,
  looksLike: ({ json }) => !!json && ['slug', 'company_name', 'job_types', 'remote'].every(name => json.row.has(name)),
  collect: (from, http) =>
    pageTexts(http, from, {
      read: (answer, url) =>
        Array.isArray(answer.data) && object(answer.links)
          ? { rows: answer.data, next: linkedPage(object(answer.links)?.next, url) }
          : undefined,
      id: row => object(row)?.slug,
      expected:
        'Expected {"data": [...], "links": {...}}: the address should be https://www.arbeitnow.com/api/job-board-api',
    }),
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: true,
  member: 'data',
  lines: false,
  keyMembers: ['slug'],
  titleMember: 'title',
  expected:
    'expected the jobs of the API, {"data": [...]}: use the address https://www.arbeitnow.com/api/job-board-api',
}

function readRow(value: unknown, row: number): RawRow {
  const posting = object(value)!
  const slug = text(posting.slug)
  const fault = identityFault('slug', posting.slug)
  if (fault) return rejected(row, fault, null, posting.title)
  const place = text(posting.location)
  return titled(
    row,
    {
      key: slug ?? null,
      description: text(posting.description),
      locations: place ? [{ text: place }] : [],
      types: texts(posting.job_types),
      environments: posting.remote === true ? ['Remote'] : [],
      sectors: [],
      specialisms: [],
      categories: texts(posting.tags).filter(tag => !/^remote$/i.test(tag)),
      company: text(posting.company_name),
      hostedUrl: text(posting.url),
      applicationUrl: text(posting.url),
      // Epoch seconds.
      publishedAt: moment(posting.created_at),
      createdAt: moment(posting.created_at),
    },
    posting.title,
    'title',
  )
}

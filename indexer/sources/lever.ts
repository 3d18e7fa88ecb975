import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, type Format, identityFault, moment, object, rejected, text, texts, titled, uuid } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { pageTexts, withQuery } from './paging.ts'
import { payInLimits, statesPay } from './pay.ts'
import { asHtml, type Section, sections } from './sections.ts'

/**
 * Lever postings, `https://api.lever.co/v0/postings/<site>?mode=json`: a list at the top. An unknown site is answered
 * with an error object and status 200 or
 * 404. With `&limit=100` in the address the list is asked for in pages of that size.
 */
export const lever: Format = {
  id: 'lever',
  listedIsLive: true,
  looksLike: ({ json }) =>
    json?.shape === 'list' && json.row.has('text') && (json.row.has('hostedUrl') || json.row.has('categories.team')),
  collect(from, http) {
    const address = new URL(from)
    const asked = amount(address.searchParams.get('limit'))
    if (!asked || asked < 1) return undefined
    // A board that gives fewer at a time than asked for would seem to end there.
    const limit = Math.min(Math.floor(asked), 100)
    return pageTexts(http, withQuery(address, { skip: 0, limit }), {
      read({ '': postings }, url, before) {
        if (!Array.isArray(postings)) return undefined
        return {
          rows: postings,
          next: postings.length < limit ? null : withQuery(url, { skip: before + postings.length }),
        }
      },
      id: row => object(row)?.id,
      expected: 'Expected a list of postings: check the site name in the address',
    })
  },
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: true,
  lines: false,
  keyMembers: ['id'],
  titleMember: 'text',
  left: ['descriptionPlain', 'descriptionBodyPlain', 'openingPlain', 'additionalPlain', 'opening', 'descriptionBody'],
  expected: 'expected a list of postings: check the site name in the address, which should end in ?mode=json',
}

function readRow(value: unknown, row: number): RawRow {
  const posting = object(value)!
  const id = text(posting.id)
  const fault = identityFault('id', posting.id)
  if (fault) return rejected(row, fault, null, posting.text)

  const categories = object(posting.categories) ?? {}
  const range = object(posting.salaryRange)
  const workplace = text(posting.workplaceType)
  const note = text(posting.salaryDescriptionPlain)
  const pay = payInLimits(range?.min, range?.max, {
    currency: text(range?.currency),
    period: readPeriod(text(range?.interval)),
  })
  return titled(
    row,
    {
      key: id ?? null,
      uuid: uuid(id),
      // Lever has no number for people: its id is the uuid alone.
      description: compose(posting),
      locations: readLocations(posting, categories),
      ...pay,
      // With a range beside it this is a footnote ("depends on experience"), which the description carries.
      salaryText: statesPay(pay) || !note || note.length > 120 ? pay.salaryText : note,
      types: texts(categories.commitment),
      environments: workplace && workplace !== 'unspecified' ? [workplace] : [],
      sectors: [],
      specialisms: [],
      categories: [...new Set([...texts(categories.department), ...texts(categories.team), ...texts(posting.tags)])],
      applicationUrl: text(posting.applyUrl),
      hostedUrl: text(posting.hostedUrl),
      // Epoch milliseconds. Lever has no other date: a posting is published when it is created.
      publishedAt: moment(posting.createdAt),
      createdAt: moment(posting.createdAt),
      updatedAt: moment(posting.updatedAt),
    },
    posting.text,
    'text (the title)',
  )
}

/** The advert in the order that Lever's own page shows it: description, headed lists, closing, pay. */
function compose(posting: Record<string, unknown>): string | undefined {
  // `description` is `opening` and `descriptionBody` in one.
  const body =
    text(posting.description) ?? [text(posting.opening), text(posting.descriptionBody)].filter(Boolean).join('\n')
  const plain = (value: unknown) => (text(value) ? asHtml(text(value)!) : undefined)
  const parts: Section[] = [{ text: body || plain(posting.descriptionPlain) }]
  for (const entry of Array.isArray(posting.lists) ? posting.lists : []) {
    const list = object(entry)
    const content = text(list?.content)
    parts.push({
      heading: text(list?.text),
      text: content && !/^<(?:ul|ol|p|div)\b/i.test(content) ? `<ul>${content}</ul>` : content,
    })
  }
  parts.push(
    { text: text(posting.additional) ?? plain(posting.additionalPlain) },
    { text: text(posting.salaryDescription) },
  )
  return sections(parts)
}

/** The posting's `country` is that of its primary location alone. */
function readLocations(posting: Record<string, unknown>, categories: Record<string, unknown>): RawLocation[] {
  const primary = text(categories.location)
  const country = text(posting.country)
  const all = texts(categories.allLocations)
  const names = all.length > 0 ? all : primary ? [primary] : []
  if (names.length === 0) return country ? [{ country }] : []
  return names.map(name =>
    country && (name === primary || names.length === 1) ? { text: name, country } : { text: name },
  )
}

/** `per-year-salary` -> `year`. Others (`bi-weekly-salary`, `one-time`) stay as they are. */
function readPeriod(interval: string | undefined): string | undefined {
  return /^per-(hour|day|week|month|year)-/.exec(interval ?? '')?.[1] ?? interval
}

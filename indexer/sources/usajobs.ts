import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
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
} from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { pageTexts, withQuery } from './paging.ts'
import { asHtml, type Section, sections } from './sections.ts'

/**
 * A search at USAJOBS, `https://data.usajobs.gov/api/search?JobCategoryCode=1510`, with `"headers": {"Host":
 * "data.usajobs.gov", "User-Agent": "<the e-mail address of the key>", "Authorization-Key": "${SOURCE_…}"}` and
 * `"country": "US", "currency": "USD"`: pages of 250. At least one filter is needed; `Fields=full` brings the whole
 * text. The XML of the older API is of the format hr-xml.
 */
export const usajobs: Format = {
  id: 'usajobs',
  // It states its closing dates.
  listedIsLive: false,
  looksLike: ({ json }) => !!json && (json.members.has('SearchResult') || json.row.has('MatchedObjectDescriptor')),
  collect,
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: true,
  member: 'SearchResult.SearchResultItems',
  lines: false,
  keyMembers: ['MatchedObjectId'],
  titleMember: 'PositionTitle',
  expected:
    'expected the answer to a search, {"SearchResult": {"SearchResultItems": [...]}}: use the address https://data.usajobs.gov/api/search?…',
}

function collect(from: string, http: FeedHttp): AsyncIterable<string> {
  const search = new URL(from)
  if (!search.searchParams.has('ResultsPerPage')) search.searchParams.set('ResultsPerPage', '250')
  let page = 1
  return pageTexts(http, withQuery(search, { Page: page }), {
    read(answer, _, before) {
      const result = object(answer.SearchResult)
      const rows = result?.SearchResultItems
      if (!result || !Array.isArray(rows)) return undefined
      const total = amount(result.SearchResultCountAll)
      const last = amount(object(result.UserArea)?.NumberOfPages)
      const more =
        rows.length > 0 && (total !== undefined ? before + rows.length < total : last !== undefined && page < last)
      return { rows, total, next: more ? withQuery(search, { Page: ++page }) : null }
    },
    id: row => object(row)?.MatchedObjectId,
    expected:
      'Expected {"SearchResult": {"SearchResultItems": [...]}}: the address should be https://data.usajobs.gov/api/search?…',
  })
}

function readRow(value: unknown, row: number): RawRow {
  const item = object(value)!
  const position = object(item.MatchedObjectDescriptor) ?? {}
  const id = text(item.MatchedObjectId)
  const fault = identityFault('MatchedObjectId', item.MatchedObjectId)
  if (fault) return rejected(row, fault, null, position.PositionTitle)

  const details = object(object(position.UserArea)?.Details) ?? {}
  return titled(
    row,
    {
      key: id ?? text(position.PositionID) ?? null,
      reference: text(position.PositionID),
      description: compose(position, details),
      locations: readLocations(position),
      ...readPay(position),
      types: [...new Set([...named(position.PositionOfferingType), ...named(position.PositionSchedule)])],
      environments: truth(details.RemoteIndicator) ? ['Remote'] : [],
      sectors: [],
      specialisms: [],
      categories: named(position.JobCategory),
      company: text(position.OrganizationName) ?? text(position.DepartmentName),
      applicationUrl: texts(position.ApplyURI)[0],
      hostedUrl: text(position.PositionURI),
      language: 'en',
      publishedAt: moment(position.PublicationStartDate) ?? moment(position.PositionStartDate),
      expiresAt: moment(position.ApplicationCloseDate) ?? moment(position.PositionEndDate),
    },
    position.PositionTitle,
    'PositionTitle',
  )
}

const parts: readonly [name: string, heading: string][] = [
  ['MajorDuties', 'Duties'],
  ['Requirements', 'Requirements'],
  ['KeyRequirements', 'Conditions of employment'],
  ['Education', 'Education'],
  ['Evaluations', 'How you will be evaluated'],
  ['Benefits', 'Benefits'],
  ['RequiredDocuments', 'Required documents'],
  ['HowToApply', 'How to apply'],
  ['OtherInformation', 'Other information'],
]

function compose(position: Record<string, unknown>, details: Record<string, unknown>): string | undefined {
  const summary =
    text(details.JobSummary) ?? texts(list(position.PositionFormattedDescription).map(part => object(part)?.Content))[0]
  const found: Section[] = [{ text: summary }]
  for (const [name, heading] of parts) {
    const said = texts(details[name])
    if (said.length > 0)
      found.push({
        heading,
        text: said.length === 1 ? said[0] : `<ul>${said.map(line => `<li>${asHtml(line)}</li>`).join('')}</ul>`,
      })
    if (name === 'MajorDuties' && text(position.QualificationSummary))
      found.push({ heading: 'Qualifications', text: text(position.QualificationSummary) })
  }
  return sections(found)
}

function readLocations(position: Record<string, unknown>): RawLocation[] {
  const places = list(position.PositionLocation).flatMap((entry): RawLocation[] => {
    const place = object(entry)
    const name = text(place?.LocationName) ?? text(place?.CityName)
    const country = text(place?.CountryCode)
    if (!name && !country) return []
    // 0, 0 stands for no place at all.
    const lat = amount(place?.Latitude) || undefined
    const lng = amount(place?.Longitude) || undefined
    return [{ text: name, country, ...(lat && lng ? { lat, lng } : {}) }]
  })
  if (places.length > 0) return places
  const line = text(position.PositionLocationDisplay)
  return line ? [{ text: line }] : []
}

/**
 * Per annum, hour, day, month and school year; what is paid by two weeks, by the piece or not at all has no period of
 * ours.
 */
const intervals = new Map(Object.entries({ PA: 'year', SY: 'year', PH: 'hour', PD: 'day', PM: 'month' }))

function readPay(position: Record<string, unknown>): Pick<RawJob, 'salary' | 'salaryText'> {
  for (const entry of list(position.PositionRemuneration)) {
    const pay = object(entry)
    const min = amount(pay?.MinimumRange)
    const max = amount(pay?.MaximumRange)
    const code = text(pay?.RateIntervalCode)?.trim() ?? ''
    if (!(min || max) || /^(?:WC|without)/i.test(code)) continue
    const period = intervals.get(code.toUpperCase()) ?? /^per (year|hour|day|month)$/i.exec(code)?.[1]?.toLowerCase()
    if (period) return { salary: { min, max, currency: 'USD', period } }
    return {
      salaryText: `${[...new Set([min, max])]
        .filter(Boolean)
        .map(figure => `$${figure}`)
        .join(' - ')} ${text(pay?.Description) ?? code}`.trim(),
    }
  }
  return {}
}

/** `[{"Name": "Permanent", "Code": "15317"}]` */
function named(value: unknown): string[] {
  return texts(list(value).map(entry => object(entry)?.Name))
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function truth(value: unknown): boolean {
  return value === true || /^true$/i.test(text(value) ?? '')
}

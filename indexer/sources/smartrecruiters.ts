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
  titled,
  urlPart,
  uuid,
  withdrawn,
} from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { missingDetail, pages, withDetail, withQuery, writtenJson } from './paging.ts'
import { sections } from './sections.ts'

/**
 * The postings of a company at SmartRecruiters, `https://api.smartrecruiters.com/v1/companies/<company>/postings` (its
 * filters, such as `?country=gb`, may follow): pages of 100, and a request for each text. The API allows 10 requests a
 * second: `"requestsPerMinute": 300` reads 5,000 postings in a quarter of an hour.
 */
export const smartrecruiters: Format = {
  id: 'smartrecruiters',
  listedIsLive: true,
  looksLike: ({ json }) =>
    !!json &&
    (json.members.has('jobAd') ||
      ((json.members.has('content') || json.shape === 'list') &&
        json.row.has('releasedDate') &&
        json.row.has('typeOfEmployment.label'))),
  collect,
  rows: (feed, _, notRead, known) => jsonRows(alone(feed), shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: true,
  member: 'content',
  lines: false,
  keyMembers: ['id', 'uuid'],
  titleMember: 'name',
  expected:
    'expected the postings of a company, {"content": [...]}: use the address https://api.smartrecruiters.com/v1/companies/<company>/postings',
}

const pageSize = 100

async function* collect(from: string, http: FeedHttp): AsyncGenerator<string> {
  const address = new URL(from)
  const list = pages(http, withQuery(address, { limit: pageSize, offset: 0 }), {
    read(answer, url, before) {
      if (!Array.isArray(answer.content)) return undefined
      const total = amount(answer.totalFound)
      const reached = before + answer.content.length
      const more =
        answer.content.length > 0 && (total === undefined ? answer.content.length === pageSize : reached < total)
      return { rows: answer.content, total, next: more ? withQuery(url, { offset: reached }) : null }
    },
    id: row => object(row)?.id,
    expected:
      'Expected {"totalFound": 1, "content": [...]}: the address should be https://api.smartrecruiters.com/v1/companies/<company>/postings',
  })
  for await (const { rows } of list)
    for (const entry of rows) {
      const posting = object(entry)
      const id = text(posting?.id)
      const whole =
        posting && id
          ? await withDetail(http, posting, `${address.origin}${address.pathname.replace(/\/$/, '')}/${urlPart(id)}`)
          : entry
      yield `[${writtenJson(whole, from)}]\n`
    }
}

/** A saved detail is a posting and no list: it becomes a list of one. */
async function* alone(feed: AsyncIterable<string>): AsyncGenerator<string> {
  let single: boolean | undefined
  for await (const chunk of feed) {
    if (single === undefined) {
      single = /^\s*\{/.test(chunk) && /"jobAd"\s*:/.test(chunk) && !/"content"\s*:\s*\[/.test(chunk.slice(0, 1_000))
      if (single) yield '['
    }
    yield chunk
  }
  if (single) yield ']'
}

function readRow(value: unknown, row: number): RawRow {
  const posting = object(value)!
  const id = text(posting.id) ?? text(posting.uuid)
  const fault = identityFault('id', posting.id)
  if (fault) return rejected(row, fault, null, posting.name)
  const missing = missingDetail(posting)
  if (missing) return rejected(row, missing, id, posting.name)
  if (posting.active === false) return withdrawn(row, 'active is false: the posting is closed', id, posting.name)
  const visibility = text(posting.visibility)
  if (visibility && visibility !== 'PUBLIC')
    return withdrawn(row, `visibility is "${visibility.slice(0, 40)}": the posting is not public`, id, posting.name)

  const place = object(posting.location)
  const company = object(posting.company)
  const identifier = text(company?.identifier)
  const parts = object(object(posting.jobAd)?.sections) ?? {}
  return titled(
    row,
    {
      key: id ?? null,
      uuid: uuid(text(posting.uuid)),
      reference: text(posting.refNumber),
      description: sections(
        ['companyDescription', 'jobDescription', 'qualifications', 'additionalInformation'].map(name => {
          const part = object(parts[name])
          return { heading: text(part?.title), text: text(part?.text) }
        }),
      ),
      locations: readLocation(place),
      types: label(posting.typeOfEmployment),
      environments: [place?.remote === true ? 'Remote' : '', place?.hybrid === true ? 'Hybrid' : ''].filter(Boolean),
      seniority: label(posting.experienceLevel).filter(level => !/^not applicable$/i.test(level)),
      sectors: [],
      specialisms: [],
      categories: [...new Set([...label(posting.function), ...label(posting.department), ...label(posting.industry)])],
      company: text(company?.name),
      applicationUrl: text(posting.applyUrl),
      hostedUrl:
        text(posting.postingUrl) ??
        (identifier && id ? `https://jobs.smartrecruiters.com/${urlPart(identifier)}/${urlPart(id)}` : undefined),
      language: text(object(posting.language)?.code),
      publishedAt: moment(posting.releasedDate),
    },
    posting.name,
    'name (the title)',
  )
}

/** Departments without a name are `{}`. */
function label(value: unknown): string[] {
  const found = text(object(value)?.label)
  return found ? [found] : []
}

function readLocation(place: Record<string, unknown> | undefined): RawLocation[] {
  if (!place) return []
  // `Remote, , United States`
  const line = text(place.fullLocation)
    ?.split(',')
    .map(part => part.trim())
    .filter(Boolean)
    .join(', ')
  const location: RawLocation = {
    text: line || undefined,
    city: text(place.city),
    region: text(place.region),
    // In lower case.
    country: text(place.country)?.toUpperCase(),
    postcode: text(place.postalCode),
    lat: amount(place.latitude),
    lng: amount(place.longitude),
  }
  return Object.values(location).some(part => part !== undefined)
    ? [place.remote === true ? { ...location, remote: true } : location]
    : []
}

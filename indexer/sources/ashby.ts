import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { type Format, identityFault, moment, object, rejected, text, texts, titled, uuid, withdrawn } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { payInLimits, statesPay } from './pay.ts'

/** An Ashby job board, `https://api.ashbyhq.com/posting-api/job-board/<board>?includeCompensation=true`. */
export const ashby: Format = {
  id: 'ashby',
  listedIsLive: true,
  looksLike: ({ json }) =>
    !!json?.members.has('jobs') &&
    json.row.has('isListed') &&
    (json.row.has('jobUrl') || json.row.has('descriptionHtml')),
  rows: (feed, _, notRead, known) => jsonRows(feed, shape, readRow, notRead, known),
}

const shape: JsonShape = {
  bareList: false,
  member: 'jobs',
  lines: false,
  keyMembers: ['id'],
  titleMember: 'title',
  left: ['descriptionPlain'],
  expected:
    'expected the jobs of a board, {"jobs": [...]}: use the address https://api.ashbyhq.com/posting-api/job-board/<board>?includeCompensation=true',
}

function readRow(value: unknown, row: number): RawRow {
  const posting = object(value)!
  const id = text(posting.id)
  const fault = identityFault('id', posting.id)
  if (fault) return rejected(row, fault, null, posting.title)
  if (posting.isListed === false)
    return withdrawn(row, 'isListed is false: the board keeps the advert off its list', id, posting.title)

  const workplace = text(posting.workplaceType)
  const locations = [posting, ...(Array.isArray(posting.secondaryLocations) ? posting.secondaryLocations : [])].flatMap(
    readLocation,
  )
  return titled(
    row,
    {
      key: id ?? null,
      uuid: uuid(id),
      description: text(posting.descriptionHtml) ?? text(posting.descriptionPlain),
      locations,
      ...readPay(posting),
      types: texts(posting.employmentType),
      // `isRemote` is set for hybrid work too. Hybrid at the office may be `Remote (Canada)` elsewhere.
      environments: workplace
        ? [workplace, ...(locations.some(place => /^remote\b/i.test(place.text ?? '')) ? ['Remote'] : [])]
        : posting.isRemote === true
          ? ['Remote']
          : [],
      sectors: [],
      specialisms: [],
      categories: [...new Set([...texts(posting.department), ...texts(posting.team)])],
      applicationUrl: text(posting.applyUrl),
      hostedUrl: text(posting.jobUrl),
      publishedAt: moment(posting.publishedAt),
      updatedAt: moment(posting.updatedAt),
    },
    posting.title,
    'title',
  )
}

/**
 * The board's own words (`New York, NY (HQ)`) with the address it keeps to them, which may be misspelt or only a
 * country.
 */
function readLocation(value: unknown): RawLocation[] {
  const place = object(value)
  const address = object(object(place?.address)?.postalAddress)
  const location: RawLocation = {
    text: text(place?.location) ?? text(place?.locationName),
    city: text(address?.addressLocality),
    region: text(address?.addressRegion),
    country: text(address?.addressCountry),
    postcode: text(address?.postalCode),
  }
  return Object.values(location).some(Boolean) ? [location] : []
}

/**
 * The salary among the parts of the compensation (equity and bonus are others); several tiers become the range over
 * those of the first one's kind.
 */
function readPay(posting: Record<string, unknown>): Pick<RawJob, 'salary' | 'salaryText'> {
  const compensation = object(posting.compensation)
  // The board asks for it not to be shown.
  if (!compensation || posting.shouldDisplayCompensationOnJobPostings === false) return {}
  const summary = Array.isArray(compensation.summaryComponents) ? compensation.summaryComponents : []
  const tiers = Array.isArray(compensation.compensationTiers) ? compensation.compensationTiers : []
  const components = summary.length > 0 ? summary : tiers.flatMap(tier => object(tier)?.components)
  let pay: Pick<RawJob, 'salary' | 'salaryText'> = {}
  for (const entry of components) {
    const component = object(entry)
    if (!/salary/i.test(text(component?.compensationType) ?? '')) continue
    // `1 YEAR`, `1 HOUR`; `2 WEEK` is no period of ours.
    const period = /^1 (\w{3,5})$/.exec(text(component?.interval) ?? '')?.[1]?.toLowerCase()
    const found = payInLimits(component?.minValue, component?.maxValue, {
      currency: text(component?.currencyCode),
      period,
    })
    if (!statesPay(found)) continue
    const { salary } = pay
    if (!statesPay(pay)) pay = found
    else if (salary && salary.currency === found.salary?.currency && salary.period === period) {
      salary.min = either(salary.min, found.salary?.min, Math.min)
      salary.max = either(salary.max, found.salary?.max, Math.max)
    }
  }
  const words = text(compensation.scrapeableCompensationSalarySummary) ?? text(compensation.compensationTierSummary)
  return { salary: pay.salary, salaryText: words ?? pay.salaryText }
}

function either(
  a: number | undefined,
  b: number | undefined,
  choose: (a: number, b: number) => number,
): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : choose(a, b)
}

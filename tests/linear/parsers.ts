import { tmpdir } from 'node:os'
import { fieldError } from '#api/formErrors'
import type { FormField } from '#api/forms'
import { jobsPath, limits, parseJobSearchParams, stringifyJobSearchParams, toUrlValue } from '#api/jobSearchParams'
import { quote } from '#api/search'
import { hoursSaid, ir35Said } from '#indexer/conditions'
import { fieldTypes } from '#indexer/formEntries'
import { holdsPay, parseSalary, salaryInTitle } from '#indexer/salary'
import { parseBand } from '#indexer/salaryBands'
import { salaryText } from '#indexer/shownSalary'
import { sites } from '#indexer/site'
import { jobSlug, slugify } from '#indexer/slugs'
import { isAbbreviation } from '#indexer/synonyms'
import { decodeEntities, escapeText, repairCharacters, repairEncoding, repairText } from '#indexer/text'
import { readTitle, withoutPlace } from '#indexer/title'
import { foldName, otherSpellings, wordsOf } from '#indexer/words'
import { addressKey, oneAddress } from '../../api/delivery/address.ts'
import { withoutAddresses } from '../../api/delivery/mail.ts'
import { html as adminHtml } from '../../api/html.ts'
import { postedText, readPostedXml } from '../../api/posts/postedXml.ts'
import { queryString } from '../../api/requests.ts'
import { parseFilter } from '../../api/search/filter.ts'
import { guardQuery, searchableWords } from '../../api/search/guardedQuery.ts'
import { noPlaceNames } from '../../api/search/placeNames.ts'
import { postcodeParts } from '../../api/search/postcodes.ts'
import { cleanText, postcodesIn } from '../../api/search/queryText.ts'
import { readQuery } from '../../api/search/understand.ts'
import { cvFacts } from '../../api/submissions/cvFacts.ts'
import { isElsewhere } from '../../api/submissions/refused.ts'
import { heldReason } from '../../api/submissions/spam.ts'
import { xml } from '../../api/xml.ts'
import { parseAliases } from '../../indexer/documents/aliases.ts'
import { categorise } from '../../indexer/documents/category.ts'
import { parseDate, readDate } from '../../indexer/documents/dates.ts'
import { distinctWords } from '../../indexer/documents/distinctWords.ts'
import { FeedDates } from '../../indexer/documents/feedDates.ts'
import { looseName } from '../../indexer/documents/gazetteer.ts'
import { cleanDescription, summariseText } from '../../indexer/documents/html.ts'
import {
  advertFingerprint,
  contradicts,
  documentFingerprint,
  jobId,
  madeReference,
  rawHash,
  rowKey,
} from '../../indexer/documents/identity.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { resolveLocations } from '../../indexer/documents/location.ts'
import { saysEverywhere } from '../../indexer/documents/locationWords.ts'
import { markUpText } from '../../indexer/documents/plainText.ts'
import type { RawJob } from '../../indexer/documents/rawJob.ts'
import { type DocumentContext, toDocument } from '../../indexer/documents/toDocument.ts'
import { readHead, tellFormat } from '../../indexer/sources/auto.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { columnsOf } from '../../indexer/sources/csv.ts'
import { isRemote, shownFrom } from '../../indexer/sources/feedAddress.ts'
import { parseAnswer } from '../../indexer/sources/feedHttp.ts'
import { refuseWebPage } from '../../indexer/sources/feedText.ts'
import { formats } from '../../indexer/sources/formats.ts'
import { jobRow } from '../../indexer/sources/job.ts'
import { errorSaid } from '../../indexer/sources/jsonText.ts'
import { linkedPage } from '../../indexer/sources/paging.ts'
import { figure } from '../../indexer/sources/pay.ts'
import { asHtml, sections } from '../../indexer/sources/sections.ts'
import { type SourceConfig } from '../../indexer/sources/source.ts'
import { readEnvironments } from '../../indexer/sources/xmlFields.ts'
import { maskedRow } from '../../indexer/sync/maskedRow.ts'
import { safeHref } from '../../web/content/enhance.ts'
import { frameOf } from '../../web/content/frames.ts'
import { canonicalPath, canonicalUrl } from '../../web/content/paths.ts'
import { cutAtWord } from '../../web/layout/pageHead.ts'
import { parseList } from '../../web/search/lists.ts'
import { parseSiteQuery } from '../../web/search/siteGroups.ts'
import { cleanPath, nextJourney, sourceOf } from '../../web/tracking/journey.ts'

/** Everything that reads a text of a feed, a post, a CV, a mail or a visitor: what it does with one text. */
export type Parser = (text: string) => unknown

const gazetteer = loadGazetteer()
const now = Date.UTC(2026, 10, 29) / 1_000
const row: RawJob = {
  ...{ key: '1', title: 'Clerk', locations: [], types: [], environments: [] },
  ...{ sectors: [], specialisms: [], categories: [] },
}
const context: DocumentContext = {
  source: {
    id: 'feed',
    title: 'Feed',
    home: 'GB',
    country: 'GB',
    currency: 'GBP',
    timeZone: 'Europe/London',
    listedIsLive: false,
  },
  ...{ gazetteer, now, firstSeen: now, key: '1', rawHash: '' },
}
const document = (fields: (text: string) => Partial<RawJob>): Parser => {
  return text => toDocument({ ...row, ...fields(text) }, context)
}
const place = (text: string, country = 'GB') => resolveLocations([{ text }], gazetteer, { country, environments: [] })

/** The texts that a row of a feed consists of, as `toDocument` is given them. */
const fields: Record<string, (text: string) => Partial<RawJob>> = {
  title: title => ({ title }),
  description: description => ({ description }),
  summary: summary => ({ summary }),
  reference: reference => ({ reference }),
  places: text => ({ locations: [{ text }, { city: text, region: text, country: text, postcode: text }] }),
  locationText: text => ({ locationText: text, addresses: [text] }),
  salaryText: text => ({ salaryText: text }),
  salaryParts: text => ({ salary: { min: 1, max: 2, currency: text, period: text } }),
  categories: text => ({
    types: [text],
    environments: [text],
    sectors: [text],
    specialisms: [text],
    categories: [text],
  }),
  company: company => ({ company }),
  consultant: text => ({ consultant: { name: text, email: text, phone: text }, applicationEmail: text }),
  addresses: text => ({ image: text, file: text, hostedUrl: text, applicationUrl: text }),
  dates: text => ({ publishedAt: text, createdAt: text, updatedAt: text }),
  expiresAt: text => ({ expiresAt: text }),
  remoteCountries: text => ({ environments: ['Remote'], remoteCountries: [text] }),
}

const indexer: Record<string, Parser> = {
  readTitle,
  // A title that has been read is not longer.
  withoutPlace: text => withoutPlace(text.slice(0, 300), ['London']),
  parseSalary: text => parseSalary({ text, defaultCurrency: 'GBP' }),
  salaryInTitle: text => salaryInTitle(text, 'GBP'),
  ...{ salaryText, holdsPay, parseBand, saysEverywhere, foldName, looseName, slugify, isAbbreviation },
  'resolveLocations GB': place,
  'resolveLocations DE': text => place(text, 'DE'),
  parseDate: text => parseDate(text, 'Europe/London', { now }),
  'readDate, month first': text => readDate(text, 'America/New_York', { now, monthFirst: true, endOfDay: true }),
  'FeedDates.settle': text =>
    new FeedDates({ timeZone: 'Europe/London', country: 'GB', now }).settle({
      ...row,
      publishedAt: text,
      expiresAt: text,
    }),
  ...{ cleanDescription, markUpText, summariseText, distinctWords },
  'cleanDescription of a style': text => cleanDescription(`<p style="${text.replace(/["<>]/g, '')}">x</p>`),
  'cleanDescription of addresses': text =>
    cleanDescription(
      `<a href="${text.replace(/["<>]/g, '')}">x</a><img src="https://a.example/${text.replace(/["<>]/g, '')}">`,
    ),
  ...{ repairText, repairEncoding, repairCharacters, decodeEntities, escapeText },
  'categorise by title': text => categorise({ ...row, title: text }, ''),
  'categorise by text': text => categorise(row, text),
  jobSlug: text => jobSlug(text, text),
  rowKey: title => rowKey({ ...row, key: null, title, description: title }),
  rawHash: text => rawHash({ ...row, title: text, description: text }, ''),
  advertFingerprint: text => advertFingerprint({ ...row, title: text, description: text }),
  documentFingerprint: text =>
    documentFingerprint({ title: text, description: text, places: [], areas: [], remoteCountries: [] }),
  contradicts: text => contradicts({ company: text, salary: null }, { company: `${text}.`, salary: null }),
  'jobId, madeReference': text => madeReference(jobId('feed', text, text)),
  'maskedRow of text': maskedRow,
  'maskedRow of a row': text => maskedRow({ ...row, title: text, description: text, company: text, salaryText: text }),
  parseAliases: text => refused(() => parseAliases(JSON.stringify({ London: text }), 'aliases.json')),
  ...Object.fromEntries(Object.entries(fields).map(([name, of]) => [`toDocument, ${name}`, document(of)])),
}

function refused(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const source = (format: string): SourceConfig => {
  const mapped = ['csv', 'json', 'auto'].includes(format)
    ? { mapping: { title: 'title', description: 'description', location: 'location' } }
    : {}
  const entry = {
    id: 'feed',
    title: 'Feed',
    format,
    from: null,
    schedule: null,
    country: 'GB',
    timeZone: 'Europe/London',
  }
  return parseCatalog({ sources: [{ ...entry, ...(format === 'auto' ? {} : mapped) }] }, tmpdir())[0]!
}

/** Whether it is a feed or not: every row, or the fault that it is refused for. */
async function readFeed(format: string, text: string): Promise<unknown> {
  async function* feed() {
    yield text
  }
  const rows: unknown[] = []
  try {
    for await (const one of formats.get(format)!.rows(feed(), source(format))) rows.push(one)
  } catch (error) {
    rows.push(error)
  }
  return rows
}

const names =
  'id title name text description content content_html summary location locations city country company company_name employer salary salary_text type category department date posted_at created_at published updated expires url apply_url email phone'.split(
    ' ',
  )
const jsonOf = (text: string) => JSON.stringify([Object.fromEntries(names.map(name => [name, text]))])
const xmlOf = (text: string, element: string) =>
  `<${element}>${names.map(name => `<${name}>${xml(text)}</${name}>`).join('')}</${element}>`
const json = new Set(
  'job greenhouse lever ashby workable smartrecruiters recruitee teamtailor bullhorn adzuna arbeitnow usajobs json'.split(
    ' ',
  ),
)
const markedUp: Record<string, (text: string) => string> = {
  rss: text => `<rss><channel>${xmlOf(text, 'item')}</channel></rss>`,
  indeedXml: text => `<source>${xmlOf(text, 'job')}</source>`,
  personio: text => `<workzag-jobs>${xmlOf(text, 'position')}</workzag-jobs>`,
  jobPosting: text =>
    `<html><head><title>${xml(text)}</title><script type="application/ld+json">${JSON.stringify({
      '@type': 'JobPosting',
      ...Object.fromEntries(
        'title description datePosted validThrough employmentType jobLocation baseSalary url'
          .split(' ')
          .map(name => [name, text]),
      ),
    }).replaceAll('<', '\\u003c')}</script></head><body>${text}</body></html>`,
  broadbean: text =>
    `<job><command>add</command><job_reference>1</job_reference>${names.map(name => `<job_${name}>${xml(text)}</job_${name}>`).join('')}</job>`,
}

const rows: Record<string, Parser> = {}
for (const id of formats.keys()) {
  rows[`${id} feed`] = text => readFeed(id, text)
  // A tenth of the length for each of its many fields.
  if (json.has(id)) rows[`${id} row`] = text => readFeed(id, jsonOf(text.slice(0, text.length / 10)))
  const inMarkup = markedUp[id]
  if (inMarkup) rows[`${id} row`] = text => readFeed(id, inMarkup(text.slice(0, text.length / 10)))
}

const sources: Record<string, Parser> = {
  figure: text => figure(text, { currency: 'EUR', period: 'year' }),
  ...{ columnsOf, readHead, errorSaid, asHtml, isRemote, shownFrom },
  tellFormat: text =>
    refused(() =>
      tellFormat(
        text,
        [...formats.values()].filter(format => format.id !== 'auto'),
      ),
    ),
  sections: text => sections([{ heading: text, text }, { text }]),
  refuseWebPage: text => refused(() => refuseWebPage(text, 'the feed')),
  parseAnswer: text => refused(() => parseAnswer(text, 'https://feed.example/')),
  linkedPage: text => refused(() => linkedPage(text, 'https://feed.example/?page=1')),
  readEnvironments: text => readEnvironments([text]),
  jobRow: text => jobRow({ title: text, description: text, location: text, expires_at: text, salary_package: text }, 1),
}

const field = (type: FormField['type']): FormField => ({
  name: 'field',
  label: 'Field',
  type,
  maxLength: 20_000,
  options: [],
})
/** What a field may hold at most: longer ones are refused before anything is read into them. */
const mostOfField = 20_000

const api: Record<string, Parser> = {
  parseJobSearchParams: text => jobsPath(parseJobSearchParams(text)),
  'parseJobSearchParams of words': text =>
    stringifyJobSearchParams(parseJobSearchParams(`query=${text}&location=${text}&type=${text}`)),
  toUrlValue: text => toUrlValue('type', text),
  ...{ quote, queryString, searchableWords, oneAddress, addressKey, withoutAddresses, isElsewhere, adminHtml, xml },
  postcodeParts: text => postcodeParts(text, sites.uk),
  parseFilter: text => refused(() => parseFilter(text, 'mi')),
  // As the guard cuts it.
  readQuery: text => {
    const query = readQuery(text.slice(0, limits.text), {
      site: sites.uk,
      places: noPlaceNames,
      postcodes: new Map(),
      taken: new Set(),
      plain: new Set(),
    })
    return query.words(query.parts, true)
  },
  postcodesIn: text => postcodesIn(text.slice(0, limits.text), sites.de),
  ...{ cleanText, wordsOf, hoursSaid, ir35Said, otherSpellings: text => otherSpellings([text.slice(0, 300)], true) },
  guardQuery: text =>
    refused(() =>
      guardQuery({ indexUid: 'jobs', q: text, filter: [text, [text]], sort: [text], facets: ['*'] }, sites.uk),
    ),
  readPostedXml,
  'readPostedXml of a field': text =>
    readPostedXml(`<job><command>add</command><username>${xml(text)}</username><password>x</password></job>`),
  postedText: text => postedText(Buffer.from(text), `text/xml; charset=${text.slice(0, 200)}`),
  cvFacts: text =>
    cvFacts({ text, largest: [text.slice(0, 1_000)], title: text.slice(0, 1_000), author: text.slice(0, 1_000) }),
  'cvFacts of lines': text => cvFacts({ text: text.replace(/(.{900})/gs, '$1\n'), largest: [], title: '', author: '' }),
  ...Object.fromEntries(
    fieldTypes.map(type => [
      `fieldError, ${type}`,
      (text: string) => fieldError(field(type), text.slice(0, mostOfField)),
    ]),
  ),
  'fieldError, too long': text => fieldError(field('text'), text),
  heldReason: text =>
    heldReason(
      { fields: [field('text'), { ...field('textarea'), name: 'more' }] },
      { field: text.slice(0, 300), more: text.slice(0, mostOfField) },
      now,
    ),
}

const web: Record<string, Parser> = {
  canonicalUrl: text => canonicalUrl(`/${text}`),
  canonicalPath: text => canonicalPath(`/${text}`),
  ...{ safeHref, frameOf, parseSiteQuery, cleanPath },
  parseList: text => parseList('posts', { pathname: `/blog/tag/${text}`, search: text }),
  cutAtWord: text => cutAtWord(text, 160),
  nextJourney: text => nextJourney(text, 0, now, text),
  sourceOf: text => sourceOf(text, `https://jobs.example/${text}`),
}

export const parsers: Record<string, Parser> = { ...indexer, ...sources, ...rows, ...api, ...web }

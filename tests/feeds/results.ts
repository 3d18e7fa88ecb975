/**
 * What becomes of every recorded feed: rows, documents, quarantined rows by reason, or why the feed is refused. Writes
 * RESULTS.md beside it, with figures and reasons only and nothing of the data. Run with REAL_DATA_DIR set to the folder
 * of recorded feeds: `npx tsx tests/feeds/results.ts`.
 */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobDocument } from '#indexer/job'
import type { Gazetteer } from '../../indexer/documents/gazetteer.ts'
import { advertFingerprint, jobId, rowKey } from '../../indexer/documents/identity.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import type { RawJob } from '../../indexer/documents/rawJob.ts'
import { toDocument } from '../../indexer/documents/toDocument.ts'
import { tellFormat } from '../../indexer/sources/auto.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { decodedText } from '../../indexer/sources/feedText.ts'
import { SourceError } from '../../indexer/sources/format.ts'
import { formats, openSource, readRows } from '../../indexer/sources/formats.ts'
import { NotRead } from '../../indexer/sources/notRead.ts'

export interface FeedResult {
  file: string
  /** The catalogue's format; `auto: x` where it is told from the bytes. */
  format: string
  rows: number
  documents: number
  /** Rows of one id or one advert, put together. */
  merged: number
  /** Rows that say themselves that the advert is closed. */
  closed: number
  quarantined: number
  /** Of the quarantined rows, without what is the data's own. */
  reasons: Map<string, number>
  /** Why there is nothing of the feed. */
  refusal: string | null
  /** What the rows hold and nothing reads: by name, in how many rows. */
  notRead: Record<string, number>
  /** Of the documents: those with a value that no field of the feed states, by field. */
  assumed: Map<string, number>
}

/** The recorded feeds' day: dates are judged by it. Epoch seconds. */
const now = Date.UTC(2026, 10, 28) / 1000
/**
 * Folders of the recorded files that hold feeds; the others hold lists of places, of snippets, and answers of the
 * content system.
 */
const folders = [
  'adzuna',
  'ashby',
  'broadbean',
  'bullhorn',
  'datasets',
  'greenhouse',
  'hrxml',
  'html_pages',
  'idibu',
  'indeed_xml',
  'jsonld',
  'lever',
  'other_ats',
  'partner_feeds_fr',
  'personio',
  'recruitee',
  'rss_atom',
  'smartrecruiters',
  'teamtailor',
  'workable',
]

/** A catalogue entry's own fields, where `auto` and the United Kingdom do not do. */
interface Entry {
  format?: string
  mapping?: unknown
  options?: unknown
  country?: string
  currency?: string
  timeZone?: string
}

const germany = { country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' }
const france = { country: 'FR', currency: 'EUR', timeZone: 'Europe/Paris' }
const america = { country: 'US', currency: 'USD', timeZone: 'America/New_York' }
const pageDump = {
  title: 'job_title',
  key: 'job_link',
  hostedUrl: 'job_link',
  location: 'location',
  types: 'job_employment_type',
  salaryMin: 'job_min_salary',
  salaryMax: 'job_max_salary',
  salaryPeriod: 'job_salary_period',
  description: 'job_description',
  company: 'employer_name',
  publishedAt: 'job_posted_date',
}
const karriere = { title: 'Job Title', key: 'URL', hostedUrl: 'URL', description: 'Description', company: 'Company' }

const entries: Record<string, Entry> = {
  'datasets/adzuna_international_1250.csv.gz': {
    format: 'csv',
    mapping: {
      title: 'Title',
      key: 'URL',
      hostedUrl: 'URL',
      company: 'Company',
      location: { text: 'Location', country: 'Country' },
      salaryMin: 'Salary_Min',
      salaryMax: 'Salary_Max',
      salaryPeriod: { value: 'year' },
      salaryEstimated: 'Salary_Is_Predicted',
      categories: 'Category',
      description: 'Description',
      environments: 'Work_Mode',
      publishedAt: 'Created_At',
    },
  },
  'datasets/adzuna_uk_pages_1241.csv.gz': { format: 'csv', mapping: pageDump },
  'datasets/linkedin_uk_471.csv.gz': { format: 'csv', mapping: pageDump },
  'datasets/adzuna_wrangled_5000.csv.gz': {
    format: 'csv',
    mapping: {
      title: 'Job Title',
      location: 'Location',
      salaryMin: 'Monthly Payment',
      salaryMax: 'Monthly Payment',
      salaryPeriod: { value: 'month' },
      categories: 'Category',
      types: 'Type',
      company: 'Organisation',
      publishedAt: 'Opening',
      expiresAt: 'Closing',
    },
  },
  'datasets/de_board_1.csv.gz': {
    format: 'csv',
    ...germany,
    mapping: {
      title: 'jobTitel',
      company: 'Company',
      location: 'Location',
      description: 'jobDescription',
      publishedAt: 'postDate',
    },
  },
  'datasets/de_board_3.csv.gz': {
    format: 'csv',
    ...germany,
    mapping: {
      title: 'jobTitle',
      company: 'Company',
      location: 'Location',
      categories: 'Branche',
      salaryMin: 'est_minSalary',
      salaryMax: 'est_maxSalary',
      salaryPeriod: { value: 'year' },
      salaryEstimated: { value: 'true' },
      description: 'jobDescription',
      publishedAt: 'postDate',
    },
  },
  'datasets/karriere_at_it.csv.gz': {
    format: 'csv',
    mapping: karriere,
    country: 'AT',
    currency: 'EUR',
    timeZone: 'Europe/Vienna',
  },
  'datasets/karriere_at_page_dump.csv.gz': {
    format: 'csv',
    mapping: karriere,
    country: 'AT',
    currency: 'EUR',
    timeZone: 'Europe/Vienna',
  },
  'datasets/open_jobs_new.json.gz': {
    format: 'json',
    ...america,
    mapping: {
      key: 'jobId',
      title: 'title',
      company: 'company',
      categories: 'department',
      location: 'locations',
      remote: 'isRemote',
      types: 'employmentType',
      applicationUrl: 'applyUrl',
      publishedAt: 'postedAt',
    },
  },
  'datasets/reed_27.csv': {
    format: 'csv',
    mapping: { title: 'Title', company: 'Company', salaryText: 'Salary', description: 'Summary', location: 'Location' },
  },
  'datasets/reed_datascience_727.csv': {
    format: 'csv',
    mapping: {
      key: 'id',
      title: 'title',
      company: 'employer',
      publishedAt: 'posting_date',
      salaryText: 'salary',
      location: ['locality', 'region', 'country'],
      types: 'employment_type',
      remote: 'is_remote',
    },
  },
  'datasets/reed_uk_29862.csv.gz': {
    format: 'csv',
    mapping: {
      title: 'job_title',
      location: ['city', 'state'],
      salaryText: 'salary_offered',
      types: 'job_type',
      categories: 'category',
    },
  },
  'datasets/sg_mycareersfuture_216.csv.gz': {
    format: 'csv',
    country: 'SG',
    currency: 'SGD',
    timeZone: 'Asia/Singapore',
    mapping: {
      key: 'job_uuid',
      uuid: 'job_uuid',
      title: 'job_title',
      company: 'company',
      location: 'location',
      salaryMin: 'salary_min',
      salaryMax: 'salary_max',
      salaryPeriod: { value: 'month' },
      categories: 'category',
      types: 'employment_type',
      seniority: 'seniority',
      description: ['job_description', 'job_requirement'],
    },
  },
  'datasets/totaljobs_column_shift_25.csv': {
    format: 'csv',
    mapping: {
      title: 'job_title',
      location: 'location',
      company: 'company',
      salaryText: 'Salary',
      publishedAt: 'date',
      description: 'job_desc',
    },
  },
  'datasets/totaljobs_datascience.json': {
    format: 'json',
    mapping: {
      key: 'id',
      title: 'title',
      salaryText: 'salary',
      types: 'job_type',
      company: 'company',
      publishedAt: 'date_posted',
    },
  },
  'datasets/wuzzuf_arabic_rows.csv': {
    format: 'csv',
    country: 'EG',
    currency: 'EGP',
    timeZone: 'Africa/Cairo',
    mapping: {
      title: 'Title',
      company: 'Company',
      location: 'Location',
      types: 'Working_Hours',
      environments: 'Working_Place',
      publishedAt: 'Post_Date',
      seniority: 'Career_Level',
      salaryText: 'Salary',
      categories: 'Job_Category',
    },
  },
  'jsonld/schemaorg_examples_jobposting.txt': { format: 'job-posting', ...america },
  'other_ats/bamboohr.json': {
    format: 'json',
    ...america,
    mapping: {
      key: 'id',
      title: 'jobOpeningName',
      categories: 'departmentLabel',
      types: 'employmentStatusLabel',
      location: { city: 'location.city', region: 'location.state' },
    },
  },
  'other_ats/comeet.json': {
    format: 'json',
    mapping: {
      key: 'uid',
      title: 'name',
      company: 'company_name',
      categories: 'department',
      location: {
        city: 'location.city',
        region: 'location.state',
        country: 'location.country',
        postcode: 'location.postal_code',
      },
      description: ['details[name=Description].value', 'details[name=Requirements].value'],
      environments: 'workplace_type',
      types: 'employment_type',
      seniority: 'experience_level',
      hostedUrl: 'url_active_page',
      updatedAt: 'time_updated',
    },
  },
  'other_ats/himalayas.json': {
    format: 'json',
    ...america,
    mapping: {
      key: 'guid',
      title: 'title',
      summary: 'excerpt',
      company: 'companyName',
      types: 'employmentType',
      seniority: 'seniority',
      remote: { value: 'true' },
      remoteCountries: 'locationRestrictions',
      salaryMin: 'minSalary',
      salaryMax: 'maxSalary',
      salaryCurrency: 'currency',
      salaryPeriod: { value: 'year' },
      categories: ['categories', 'parentCategories'],
      description: 'description',
      applicationUrl: 'applicationLink',
      publishedAt: 'pubDate',
      expiresAt: 'expiryDate',
    },
  },
  'other_ats/jobicy.json': {
    format: 'json',
    mapping: {
      key: 'id',
      title: 'jobTitle',
      company: 'companyName',
      hostedUrl: 'url',
      categories: 'jobIndustry',
      types: 'jobType',
      seniority: 'jobLevel',
      remote: { value: 'true' },
      remoteCountries: 'jobGeo',
      summary: 'jobExcerpt',
      description: 'jobDescription',
      publishedAt: 'pubDate',
    },
  },
  'other_ats/pinpoint.json': {
    format: 'json',
    ...america,
    mapping: {
      key: 'id',
      title: 'title',
      reference: 'job.requisition_id',
      hostedUrl: 'url',
      description: ['description', 'key_responsibilities', 'skills_knowledge_expertise', 'benefits'],
      environments: 'workplace_type',
      salaryMin: 'compensation_minimum',
      salaryMax: 'compensation_maximum',
      salaryCurrency: 'compensation_currency',
      salaryPeriod: 'compensation_frequency',
      categories: 'job.department',
      location: 'location.name',
      expiresAt: 'deadline_at',
    },
  },
  'other_ats/remoteok.json': {
    format: 'json',
    ...america,
    mapping: {
      key: 'id',
      title: 'position',
      company: 'company',
      categories: 'tags',
      description: 'description',
      location: 'location',
      remote: { value: 'true' },
      salaryMin: 'salary_min',
      salaryMax: 'salary_max',
      salaryPeriod: { value: 'year' },
      applicationUrl: 'apply_url',
      hostedUrl: 'url',
      publishedAt: 'epoch',
    },
  },
  'other_ats/remotive.json': {
    format: 'json',
    ...america,
    mapping: {
      key: 'id',
      title: 'title',
      company: 'company_name',
      categories: ['category', 'tags'],
      types: 'job_type',
      remote: { value: 'true' },
      remoteCountries: 'candidate_required_location',
      salaryText: 'salary',
      description: 'description',
      hostedUrl: 'url',
      publishedAt: 'publication_date',
    },
  },
  'other_ats/workday_search.json': {
    format: 'json',
    ...america,
    mapping: { key: 'bulletFields[0]', title: 'title', location: 'locationsText', publishedAt: 'postedOn' },
  },
  'other_ats/workday_detail.json': {
    format: 'json',
    ...america,
    mapping: {
      key: 'jobReqId',
      title: 'title',
      location: 'location',
      description: 'jobDescription',
      publishedAt: 'startDate',
    },
  },
  'partner_feeds_fr/decathlon.json': {
    format: 'json',
    ...france,
    mapping: {
      key: 'reference',
      title: 'title',
      description: ['description', 'profile'],
      types: ['contract_type', 'contract_work_period'],
      categories: 'service',
      location: {
        city: 'address.parts.city',
        region: 'address.parts.state',
        country: 'address.parts.country',
        postcode: 'address.parts.zip',
        lat: 'address.position.lat',
        lng: 'address.position.lon',
      },
      salaryMin: 'salary.min',
      salaryMax: 'salary.max',
      salaryCurrency: 'salary.currency',
      salaryPeriod: 'salary.kind',
      company: 'brand',
      applicationUrl: 'apply_url',
      publishedAt: 'published_at',
    },
  },
  'partner_feeds_fr/import-france-travail-cegid.json': {
    format: 'json',
    ...france,
    mapping: {
      key: 'reference',
      title: 'title',
      description: ['description1Formatted', 'description2Formatted'],
      types: 'contractType.label',
      salaryText: 'salaryRange.label',
      location: 'region.label',
      company: 'organisationName',
      hostedUrl: 'offerUrl',
      publishedAt: 'startPublicationDate',
      updatedAt: 'modificationDate',
    },
  },
  'partner_feeds_fr/import-leboncoin.csv': {
    format: 'csv',
    ...france,
    mapping: {
      key: 'identifiant',
      title: 'titre',
      description: 'description',
      location: { city: 'ville', postcode: 'code postal' },
      company: 'entreprise',
      hostedUrl: 'redirection',
    },
  },
  'lever/board_not_found.json': { format: 'lever' },
  'smartrecruiters/bosch_list_detail.json': { format: 'smartrecruiters' },
  'smartrecruiters/detail.json': { format: 'smartrecruiters' },
  'broadbean/dwp_findajob_upload_spec.rb': { format: 'dwp' },
  'adzuna/uk_scotland_dummydata.js': { format: 'adzuna' },
}
const countries: Record<string, Entry> = { partner_feeds_fr: france, personio: germany, jsonld: {} }

/** Every recorded file of a feed kind, as `folder/name`. */
export async function feedFiles(dataFolder: string): Promise<string[]> {
  const files = await Promise.all(
    folders.map(async folder => (await readdir(join(dataFolder, folder))).map(name => `${folder}/${name}`)),
  )
  return files.flat().sort()
}

/** A recorded feed as the catalogue's entry that reads it; `parseCatalog` makes a source of it. */
export function recordedEntry(
  file: string,
  id = 'feed',
): Entry & { id: string; title: string; format: string; from: string } {
  return {
    id,
    title: 'Feed',
    format: 'auto',
    ...countries[file.slice(0, file.indexOf('/'))],
    ...entries[file],
    from: file,
  }
}

/** Reads one recorded feed as a sync would read it into an empty index. */
export async function resultOf(
  dataFolder: string,
  file: string,
  gazetteer: Gazetteer,
  each: (document: JobDocument) => void = () => {},
): Promise<FeedResult> {
  const result: FeedResult = {
    file,
    format: '',
    rows: 0,
    documents: 0,
    merged: 0,
    closed: 0,
    quarantined: 0,
    reasons: new Map(),
    refusal: null,
    notRead: {},
    assumed: new Map(),
  }
  const notRead = new NotRead()
  const refuse = (reason: string) => {
    result.quarantined++
    const plain = withoutData(reason)
    result.reasons.set(plain, (result.reasons.get(plain) ?? 0) + 1)
  }
  const entry = recordedEntry(file)
  const [source] = parseCatalog({ sources: [entry] }, dataFolder)
  result.format = entry.mapping ? `${entry.format}, mapped` : entry.format
  try {
    const feed = await openSource(source!, source!.from!)
    if (feed.kind !== 'file') throw new Error('A file is always modified')
    if (entry.format === 'auto') result.format = `auto: ${await toldFormat(feed.path)}`
    const found = new Map<string, { key: string; row: number; job: RawJob; fingerprint: string }>()
    for await (const row of readRows(feed.path, source!, { notRead })) {
      result.rows++
      if (!('job' in row)) {
        if (row.gone) result.closed++
        else refuse(row.reason)
        continue
      }
      const { job } = row
      const key = rowKey(job)
      const id = jobId(source!.id, key, job.uuid)
      const before = found.get(id)
      if (before) {
        result.merged++
        before.job = { ...before.job, locations: [...before.job.locations, ...job.locations] }
      } else found.set(id, { key, row: row.row, job, fingerprint: advertFingerprint(job) })
    }
    const adverts = new Set<string>()
    for (const { key, job, fingerprint } of found.values()) {
      if (adverts.has(fingerprint)) {
        result.merged++
        continue
      }
      adverts.add(fingerprint)
      const read = toDocument(job, { source: source!, gazetteer, now, firstSeen: now, key, rawHash: '' })
      if ('reason' in read) refuse(read.reason)
      else {
        result.documents++
        for (const field of assumedIn(read.document)) result.assumed.set(field, (result.assumed.get(field) ?? 0) + 1)
        each(read.document)
      }
    }
    result.notRead = notRead.counts() ?? {}
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    // Nothing of a feed that is refused is used, whatever was read before.
    Object.assign(result, {
      documents: 0,
      merged: 0,
      closed: 0,
      quarantined: 0,
      reasons: new Map(),
      assumed: new Map(),
      refusal: withoutData(error.message),
    })
  }
  return result
}

/** Fields whose value is a guess by rule: nothing of the advert states it. */
function assumedIn({ provenance, salary }: JobDocument): string[] {
  const guessed = Object.entries(provenance).flatMap(([field, found]) =>
    found?.flags.some(flag => flag === 'byRule' || flag === 'assumed') ? [field] : [],
  )
  if (salary?.flags.includes('unitGuessed')) guessed.push('pay period')
  if (salary?.flags.includes('currencyGuessed')) guessed.push('currency')
  return guessed
}

async function toldFormat(path: string): Promise<string> {
  for await (const head of decodedText(path)) {
    try {
      return tellFormat(head, [...formats.values()]).id
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
    }
    break
  }
  return 'none'
}

/**
 * A reason as a kind of fault: without addresses, numbers, names that the feed chose, and quoted texts but those of our
 * own instructions.
 */
function withoutData(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"/g, quoted => (/^"[a-z_.-]{1,20}"$/.test(quoted) ? quoted : '"…"'))
    .replace(/https?:\/\/[^\s)]+/g, 'https://…')
    .replace(/\d+(?:[.,]\d+)*/g, 'n')
    .replace(/(JSON object with|rows have|a JSON list with|elements|columns) [\w@$:…-]+(?:, [\w@$:…-]+)+/g, '$1 …')
    .slice(0, 300)
}

function tableOf(results: readonly FeedResult[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
  const lines = results.map(
    ({ file, format, rows, documents, merged, closed, quarantined, reasons, refusal, ...rest }) => {
      const names = Object.entries(rest.notRead).map(([name, count]) => `${name} (${count})`)
      const left = names.length > 12 ? [...names.slice(0, 12), `and ${names.length - 12} more`] : names
      const guessed = [...rest.assumed].map(([field, count]) => `${field} (${count})`)
      const counted = [...reasons]
        .sort(([, one], [, other]) => other - one)
        .map(([reason, count]) => `${count} × ${reason}`)
      const why = (refusal === null ? counted : [`refused: ${refusal}`]).map(cell)
      return `| ${file} | ${format} | ${[rows, documents, merged, closed, quarantined].join(' | ')} | ${why.join('<br>')} | ${cell(left.join(', '))} | ${guessed.join(', ')} |`
    },
  )
  const sum = (field: 'rows' | 'documents' | 'merged' | 'closed' | 'quarantined') =>
    results.reduce((total, result) => total + result[field], 0)
  const refused = results.filter(({ refusal }) => refusal !== null).length
  return `# Recorded feeds

Made by \`npx tsx tests/feeds/results.ts\` with REAL_DATA_DIR set to the folder of recorded feeds, which are not part of the project. Figures and kinds of fault
only. A row ends as a document, is merged with another of its id or advert, says itself that it is closed, or is quarantined with the reason; a feed that
can't be trusted as a whole is refused and changes nothing. \`auto: x\` is a format told from the bytes; "mapped" has a mapping in results.ts.

${results.length} feeds, of which ${refused} are refused. ${sum('rows')} rows: ${sum('documents')} documents, ${sum('merged')} merged, ${sum('closed')} closed, ${sum('quarantined')} quarantined.

| file | format | rows | documents | merged | closed | quarantined | reasons | not read (rows) | assumed (documents) |
|---|---|--:|--:|--:|--:|--:|---|---|---|
${lines.join('\n')}
`
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.env.REAL_DATA_DIR
  if (!folder) throw new Error('REAL_DATA_DIR is not set: name the folder of recorded feeds')
  const gazetteer = loadGazetteer()
  const results: FeedResult[] = []
  for (const file of await feedFiles(folder)) results.push(await resultOf(folder, file, gazetteer))
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), tableOf(results))
}

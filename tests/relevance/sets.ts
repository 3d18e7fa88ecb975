import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { JobDocument } from '#indexer/job'
import { parseSalary } from '#indexer/salary'
import { repairText } from '#indexer/text'
import type { Gazetteer } from '../../indexer/documents/gazetteer.ts'
import { cleanDescription } from '../../indexer/documents/html.ts'
import { jobId, rowKey } from '../../indexer/documents/identity.ts'
import type { RawJob } from '../../indexer/documents/rawJob.ts'
import { toDocument } from '../../indexer/documents/toDocument.ts'
import { parseCatalog } from '../../indexer/sources/catalog.ts'
import { openSource, readRows } from '../../indexer/sources/formats.ts'
import { type SourceConfig } from '../../indexer/sources/source.ts'
import { seedJobs } from '../../infra/seed/seedJobs.ts'
import { writeNdjson } from '../builders/feed.ts'
import { recordedEntry } from '../feeds/results.ts'
import {
  type Advert,
  type Counts,
  countGrades,
  gradeOf,
  judgedSet,
  type Measured,
  measure,
  type Search,
} from './score.ts'

export const setNames = ['shared', 'seed', 'adverts'] as const
export type SetName = (typeof setNames)[number]

/** What is known of a searched corpus: its adverts by document id. */
export type Adverts = ReadonlyMap<string, Advert>

export interface JudgedSet {
  name: SetName
  about: string
  searches: Search[]
  /** What decides the corpus beside the code: it is filled anew when this changes. */
  stamp: string
  /** Writes what the corpus is filled from into the folder. */
  prepare(folder: string, gazetteer: Gazetteer): Promise<{ sources: SourceConfig[]; adverts: Adverts }>
  /** Grades and measures of one search's hits. */
  grade(search: Search, hits: readonly Advert[], adverts: Adverts): { grades: number[]; counts: Counts } & Measured
  /** The scorer that came with the searches, where they have one of their own. */
  scorer?: SharedScorer
}

/** Exports of `score.mjs` beside the shared judgements that are used here. */
export interface SharedScorer {
  distinctRows(path: string): { uuid: string }[]
  advertOfRow(row: { uuid: string }): Advert
  gradeOf(search: object, advert: object): number
  measure(search: object, grades: readonly number[]): Measured
  askLonglist(base: string, searches: readonly object[], rows: Adverts): Promise<Record<string, Advert[]>>
  askPage(base: string, searches: readonly object[], rows: Adverts): Promise<Record<string, Advert[]>>
}

/** Recorded feeds whose adverts have descriptions, and one of titles alone beside them. */
export const advertFiles = [
  'adzuna/uk_snapshot_2026-08-21.json.gz',
  'adzuna/uk_snapshot_2026-08-22.json.gz',
  ...['anthropic_4', 'careerkit_2', 'atspolling_2', 'jobagent_2'].map(name => `greenhouse/${name}.json`),
  ...['leverdemo_6', 'careerkit_2', 'atspolling_2', 'jobagent_2'].map(name => `lever/${name}.json`),
  ...['board_6', 'linear_2', 'careerkit_2'].map(name => `ashby/${name}.json`),
  'recruitee/berlin_offers.json',
  'recruitee/offers2.json',
  'workable/vasion_details.json',
  'personio/workzag.xml',
  'teamtailor/jsonfeed_jobposting.json',
  ...['arbeitnow_de', 'remotive', 'himalayas', 'remoteok', 'jobicy', 'pinpoint'].map(name => `other_ats/${name}.json`),
  'rss_atom/weworkremotely.xml',
  'rss_atom/moj_justicejobs_atom.xml',
  'indeed_xml/indeed_4corner_us.xml',
  'hrxml/absolventa_de_2_4.xml',
  'datasets/linkedin_uk_471.csv.gz',
  'datasets/adzuna_uk_pages_1241.csv.gz',
  'datasets/adzuna_international_1250.csv.gz',
  'datasets/de_board_1.csv.gz',
  'datasets/de_board_3.csv.gz',
  'datasets/karriere_at_it.csv.gz',
  'datasets/sg_mycareersfuture_216.csv.gz',
  'datasets/reed_27.csv',
  'datasets/totaljobs_column_shift_25.csv',
  'datasets/open_jobs_new.json.gz',
]

/** A judged set, or why it cannot be asked here. */
export async function openSet(
  name: SetName,
  environment: Record<string, string | undefined>,
): Promise<JudgedSet | { reason: string }> {
  if (name === 'shared') return openShared(environment.RELEVANCE_DIR, environment.REAL_DATA_DIR)
  const { about, searches } = readJudged(join(import.meta.dirname, `${name}.json`))
  const own = { name, about, searches, grade: gradeByOwn }
  if (name === 'seed') {
    const day = new Date().toISOString().slice(0, 10)
    return { ...own, stamp: day, prepare: (folder, gazetteer) => prepareSeed(folder, gazetteer) }
  }
  const folder = environment.REAL_DATA_DIR
  if (!folder) return { reason: 'REAL_DATA_DIR is not set to the folder of recorded feeds' }
  const missing = advertFiles.filter(file => !existsSync(join(folder, file)))
  if (missing.length > 0) return { reason: `REAL_DATA_DIR has no ${missing.join(', ')}` }
  const sizes = await Promise.all(advertFiles.map(async file => (await stat(join(folder, file))).size))
  // Adverts without a closing date are open for 45 days from when they are filled in.
  const month = new Date().toISOString().slice(0, 7)
  return {
    ...own,
    stamp: JSON.stringify([month, advertFiles, sizes]),
    async prepare(_, gazetteer) {
      const entries = advertFiles.map((file, at) => recordedEntry(file, `feed-${at}`))
      const sources = parseCatalog({ sources: entries }, folder)
      return { sources, adverts: await readAdverts(sources, gazetteer) }
    },
  }
}

function readJudged(path: string): z.infer<typeof judgedSet> {
  const read = judgedSet.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (read.error) throw new Error(`${path}: ${z.prettifyError(read.error)}`)
  return read.data
}

const known = new WeakMap<Adverts, Map<string, Counts>>()

/** Counts are kept: the rules are many and the adverts too. */
function gradeByOwn(
  search: Search,
  hits: readonly Advert[],
  adverts: Adverts,
): { grades: number[]; counts: Counts } & Measured {
  const ofCorpus = known.get(adverts) ?? new Map<string, Counts>()
  known.set(adverts, ofCorpus)
  const counts = ofCorpus.get(search.id) ?? countGrades(search, adverts.values())
  ofCorpus.set(search.id, counts)
  const grades = hits.map(hit => gradeOf(search, hit))
  return { grades, counts, ...measure(grades, counts) }
}

async function prepareSeed(
  folder: string,
  gazetteer: Gazetteer,
): Promise<{ sources: SourceConfig[]; adverts: Adverts }> {
  await mkdir(folder, { recursive: true })
  await writeNdjson(join(folder, 'jobs.ndjson'), seedJobs(new Date()))
  const sources = parseCatalog(
    { sources: [{ id: 'agency', title: 'Longlist', format: 'job', from: 'jobs.ndjson' }] },
    folder,
  )
  return { sources, adverts: await readAdverts(sources, gazetteer) }
}

/** The live adverts of the sources, by the id that a sync gives them. */
async function readAdverts(sources: readonly SourceConfig[], gazetteer: Gazetteer): Promise<Adverts> {
  const now = Math.floor(Date.now() / 1_000)
  const adverts = new Map<string, Advert>()
  for (const source of sources) {
    const feed = await openSource(source, source.from!)
    if (feed.kind !== 'file') throw new Error(`${source.from} is no file`)
    for await (const row of readRows(feed.path, source)) {
      if (!('job' in row)) continue
      const key = rowKey(row.job)
      if (adverts.has(jobId(source.id, key, row.job.uuid))) continue
      const read = toDocument(row.job, { source, gazetteer, now, firstSeen: now, key, rawHash: '' })
      if ('document' in read && read.document.expires_at > now)
        adverts.set(read.document.id, advertOf(row.job, read.document, now))
    }
  }
  return adverts
}

function advertOf(raw: RawJob, document: JobDocument, now: number): Advert {
  const list = (...texts: (string | undefined)[]) => [...new Set(texts.filter(Boolean))].join(', ')
  const places = raw.locations.map(
    ({ text, city, region, postcode, country }) => text ?? list(city, region, postcode, country),
  )
  const { min, max, currency, period } = raw.salary ?? {}
  const salary =
    raw.salaryText ??
    [[...new Set([min, max])].filter(figure => figure !== undefined).join(' - '), currency, period]
      .filter(Boolean)
      .join(' ')
  const countries = new Set([...document.places.map(({ country }) => country), ...document.remoteCountries])
  const defaultCurrency = document.salary?.currency ?? null
  // `£97,500 per annum or £600 - £775 per day` is two offers, of which the document keeps one.
  const stated = (raw.salaryText ?? '')
    .split(/ or (?=\S*\d|bis|up)/i)
    .flatMap(text => parseSalary({ text, defaultCurrency }) ?? [])
  return {
    id: document.id,
    title: repairText(raw.title),
    company: repairText(raw.company ?? ''),
    category: repairText(list(...raw.sectors, ...raw.specialisms, ...raw.categories)),
    location: repairText(raw.locationText ?? list(...places)),
    salary: repairText(salary),
    type: repairText(list(...raw.types, ...raw.environments, ...(raw.seniority ?? []))),
    description: cleanDescription(raw.description ?? raw.summary ?? '').text,
    reference: raw.reference ?? '',
    country: list(...countries),
    pay: stated.length > 0 ? stated : document.salary ? [document.salary] : [],
    age: (now - document.published_at) / 86_400,
  }
}

async function openShared(
  folder: string | undefined,
  data: string | undefined,
): Promise<JudgedSet | { reason: string }> {
  if (!folder) return { reason: 'RELEVANCE_DIR is not set to the folder of the shared judgements and their scorer' }
  const rowsPath = data && join(data, 'datasets', 'reed_uk_29862.csv.gz')
  if (!rowsPath || !existsSync(rowsPath))
    return { reason: 'REAL_DATA_DIR is not set to the folder that holds datasets/reed_uk_29862.csv.gz' }
  const scorerPath = join(folder, 'score.mjs')
  const scorer = (await import(pathToFileURL(scorerPath).href)) as SharedScorer
  const judged = JSON.parse(await readFile(join(folder, 'judgements.json'), 'utf8')) as {
    about: string
    searches: (Search & { counts: Counts })[]
  }
  return {
    name: 'shared',
    ...judged,
    scorer,
    stamp: String((await stat(rowsPath)).size),
    async prepare(work) {
      execFileSync(process.execPath, [scorerPath, 'prepare', rowsPath, work], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const catalogue: unknown = JSON.parse(await readFile(join(work, 'sources.json'), 'utf8'))
      const beyondRow = { reference: '', country: '', pay: [], age: 0 }
      const adverts = scorer.distinctRows(rowsPath).map(row => ({ ...beyondRow, ...scorer.advertOfRow(row) }))
      return { sources: parseCatalog(catalogue, work), adverts: new Map(adverts.map(advert => [advert.id, advert])) }
    },
    grade(search, hits) {
      const { counts } = search as Search & { counts: Counts }
      const grades = hits.map(hit => scorer.gradeOf(search, hit))
      return { grades, counts, ...scorer.measure(search, grades) }
    },
  }
}

import type { JobAnswer } from '#api/search'
import { cellRanges, type Point } from '#indexer/geo'
import type { IndexNames } from '#indexer/indexNames'
import { cardAttributes, type JobCard, type JobDocument, type JobOnPage, jobPageAttributes } from '#indexer/job'
import { liveJobs } from '#indexer/liveJobs'
import { type SlugDocument, slugify } from '#indexer/slugs'
import { withoutGender } from '#indexer/title'
import { RecentMap } from './cache.ts'
import { type EngineQuery, type SearchEngine, unavailable } from './engine.ts'
import { type FilterNode, formatFilter } from './filter.ts'
import type { Places } from './places.ts'

interface Context {
  engine: SearchEngine
  names: IndexNames
  places: Places
  pools: SimilarPools
  /** Epoch seconds. */
  now: number
}

const similarCount = 4
/** What a question finds: four, the job itself, those that an earlier list has, and some that are one advert twice. */
const poolSize = similarCount * 3
const mostPools = 1_000
const poolMs = 30_000

/** What jobs of one trade in one place are alike to, by the question: visits come in numbers for popular ones. */
export type SimilarPools = RecentMap<readonly JobCard[]>

export const openPools = (): SimilarPools => new RecentMap(mostPools, poolMs)
/** How far away a similar job still counts as near. */
const nearKm = 50

/**
 * What a job's page shows, by its slug: the live job, the way to its present slug, that it is gone, or that there never
 * was one.
 * @throws SearchUnavailable
 */
export async function findJob(slug: string, context: Context): Promise<JobAnswer> {
  const { engine, names, now } = context
  const known =
    (await slugDocument(slug, context)) ??
    (slug === slug.toLowerCase() ? null : await slugDocument(slug.toLowerCase(), context))
  if (!known) {
    const present = await slugByReference(slug.toLowerCase(), context)
    return present ? { status: 'moved', slug: present } : { status: 'unknown' }
  }
  const job = await engine.document<JobDocument>(names.jobs, known.jobId)
  if (job && job.expires_at > now) {
    if (job.url_slug !== slug) return { status: 'moved', slug: job.url_slug }
    const similar = await similarJobs({ ...job, where: whereOf(job) }, context)
    const onPage = Object.fromEntries(jobPageAttributes.map(name => [name, job[name]])) as unknown as JobOnPage
    return { status: 'live', job: onPage, similar }
  }
  const { title, specialisms, location } = job ?? known
  const where = job && job.areas.length + job.places.length > 0 ? whereOf(job) : await placesNamed(location, context)
  const similar = await similarJobs(
    { id: known.jobId, title, location, specialisms, sectors: job?.sectors ?? [], where },
    context,
  )
  return { status: 'gone', title, specialisms, location, similar }
}

async function slugDocument(slug: string, { engine, names }: Context): Promise<SlugDocument | null> {
  return /^[\w-]{1,250}$/.test(slug) ? engine.document<SlugDocument>(names.slugs, slug) : null
}

/** A reference has at most so many parts between hyphens. */
const mostParts = 4

/**
 * The slug of the one live job whose reference ends this one, whatever title is before it; null where there is none, or
 * several.
 */
async function slugByReference(slug: string, { engine, names, now }: Context): Promise<string | null> {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(slug) || slug.length > 250) return null
  const parts = slug.split('-')
  // `2` may end any title: a reference is longer, and has a digit.
  const ends = parts
    .map((_, i) => parts.slice(i).join('-'))
    .slice(-mostParts)
    .filter(end => end.length >= 3 && /\d/.test(end))
  if (ends.length === 0) return null
  const results = await engine
    .multiSearch<Pick<JobDocument, 'external_reference' | 'url_slug'>>(
      ends.map(end => ({
        indexUid: names.jobs,
        q: `"${end.replaceAll('-', ' ')}"`,
        attributesToSearchOn: ['external_reference'],
        attributesToRetrieve: ['external_reference', 'url_slug'],
        filter: [liveJobs(now)],
        limit: 20,
      })),
    )
    .catch(error => Promise.reject(unavailable(error)))
  for (const [i, end] of ends.entries()) {
    const found = results[i]!.hits.filter(({ external_reference }) => slugify(external_reference) === end)
    if (found.length > 0) return found.length === 1 ? found[0]!.url_slug : null
  }
  return null
}

interface Likeness {
  id: string
  title: string
  /** As shown: its words are not what makes a title. */
  location: string
  specialisms: string[]
  sectors: string[]
  where: Where
}

/** Where a job is: points to be near to, and codes of areas, countries apart. */
interface Where {
  points: Point[]
  regions: string[]
  countries: string[]
}

function whereOf({ places, areas }: Pick<JobDocument, 'places' | 'areas'>): Where {
  const countries = [...new Set([...areas.filter(code => code.length === 2), ...places.map(place => place.country)])]
  return { points: places, regions: [], countries }
}

/**
 * Of a job that has left the index only the words of its location are known: `London or Frankfurt`, `Remote (Germany)`.
 */
async function placesNamed(location: string, { places }: Context): Promise<Where> {
  const parts = location.split(/(?<!\s)\s+(?:or|and|oder|und)\s+|[;|/()]/)
  const texts = [
    ...new Set(
      [location, ...parts]
        .map(text => text.trim())
        .filter(text => text !== '' && !/^(remote|hybrid|onsite|remote \(worldwide\)|worldwide)$/i.test(text)),
    ),
  ]
  const where: Where = { points: [], regions: [], countries: [] }
  for (const text of texts.slice(0, 4)) {
    const resolution = await places.resolve({ location: text, place: '' })
    if (resolution.status !== 'found') continue
    const { place } = resolution
    where.countries.push(place.country)
    if (place.areaCode === null) where.points.push(place)
    else if (place.areaCode !== place.country)
      where.regions.push(...((await places.byId(place.id))?.parts ?? [place.areaCode]))
    // The whole is one place: its parts are not others.
    if (text === location) break
  }
  return where
}

/**
 * Live jobs like this one, never itself, no advert twice. Its specialisms come before its sectors, jobs with words of
 * its title before any others, and in each the nearest: about the same place, the same country, anywhere. What comes
 * later is only asked for where the earlier is too little: a large index has plenty nearby, and in a small one asking
 * is cheap.
 */
async function similarJobs(
  { id, title, location, specialisms, sectors, where }: Likeness,
  { engine, names, pools, now }: Context,
): Promise<JobCard[]> {
  const near: FilterNode[] = [
    ...where.points.slice(0, 3).map((point): FilterNode => ({ kind: 'cells', ranges: cellRanges(point, nearKm) })),
    ...where.regions.map((value): FilterNode => ({ kind: 'compare', attribute: 'areas', operator: '=', value })),
  ]
  const distances: string[][] = [
    ...(near.length > 0 ? [[formatFilter({ kind: 'or', nodes: near })]] : []),
    ...(where.countries.length > 0
      ? [[formatFilter({ kind: 'in', attribute: 'areas', values: where.countries })]]
      : []),
    [],
  ]
  const filed = (attribute: 'specialisms' | 'sectors', values: string[]) =>
    values.length > 0 ? [[formatFilter({ kind: 'in', attribute, values })]] : []
  const titled = wordsOf(title, location)
  const ask = (kinds: string[][], wordings: Omit<Likely, 'filter'>[], within = distances): Likely[] =>
    kinds.flatMap(kind =>
      within.flatMap(distance => wordings.map(wording => ({ ...wording, filter: [...kind, ...distance] }))),
    )
  const specialism = filed('specialisms', specialisms)
  const sector = filed('sectors', sectors)
  // Not filed at all: its title is all there is to go by.
  const filings = specialism.length > 0 ? specialism : sector.length > 0 ? sector : [[]]

  const found = new Map<string, JobCard>()
  const rounds = [
    // Nearly always enough: half of what the page would cost the engine.
    ask(filings, titled.slice(0, 1), distances.slice(0, 1)),
    ask(filings, titled.slice(1), distances.slice(0, 1)),
    ask(filings, titled, distances.slice(1)),
    ask(specialism, [{}]),
    ask(sector, [...titled, {}]),
  ]
  for (const queries of rounds) {
    if (queries.length === 0) continue
    for (const hit of await poolsOf(queries, { engine, names, pools, now })) {
      const advert = [hit.title, hit.location, hit.company ?? '', hit.salary_package].join('\n').toLowerCase()
      if (hit.id !== id && !found.has(advert) && ![...found.values()].some(other => other.id === hit.id))
        found.set(advert, { ...hit })
      if (found.size === similarCount) return [...found.values()]
    }
  }
  return [...found.values()]
}

type Likely = Pick<EngineQuery, 'q' | 'matchingStrategy'> & { filter: string[] }

/** The live jobs that some questions find, one question after the other. */
async function poolsOf(
  queries: readonly Likely[],
  { engine, names, pools, now }: Pick<Context, 'engine' | 'names' | 'pools' | 'now'>,
): Promise<JobCard[]> {
  const found = queries.map(query => {
    const key = JSON.stringify(query)
    return { key, query, hits: pools.get(key) }
  })
  const missing = found.filter(({ hits }) => hits === undefined)
  if (missing.length > 0) {
    const results = await engine
      .multiSearch<JobCard>(
        missing.map(({ query }) => ({
          indexUid: names.jobs,
          ...query,
          filter: [...query.filter, liveJobs(now)],
          ...(query.q && { attributesToSearchOn: ['searchTitle'] }),
          limit: poolSize,
          attributesToRetrieve: [...cardAttributes],
        })),
      )
      .catch(error => Promise.reject(unavailable(error)))
    for (const [i, { hits }] of results.entries()) {
      missing[i]!.hits = hits
      pools.set(missing[i]!.key, hits)
    }
  }
  return found.flatMap(({ hits = [] }) => hits.filter(({ expires_at }) => expires_at > now))
}

/** Words of a level say nothing of the trade. */
const level = /^(?:senior|junior|snr|sr|jr|jnr|lead|principal|graduate|trainee|mid|interim)$/i
/** The engine takes no more words of a query. */
const mostWords = 10

/**
 * A title as questions that forgive, both by words of titles alone: first down to its rarest word (`Pricing` of `Senior
 * Pricing Manager`), then down to what a person is, the last word before any comma, dash or bracket (`Manager`).
 */
function wordsOf(title: string, location: string): Omit<Likely, 'filter'>[] {
  const split = (text: string) => text.match(/[\p{L}\p{N}.][\p{L}\p{N}+#.&'’]*/gu) ?? []
  const ofPlace = new Set(split(location.toLowerCase()))
  // Figures are grades, dates and references.
  const telling = (text: string) =>
    split(text).filter(word => !ofPlace.has(word.toLowerCase()) && !/^[\d.]+$/.test(word) && !level.test(word))
  // As the titles are searched.
  const plain = withoutGender(title)
  const [head = ''] = plain.split(/\s[-–—]\s|[,;:|/([]/)
  const words = telling(plain).slice(0, mostWords)
  if (words.length === 0) return []
  const backwards = [...telling(head).toReversed(), ...telling(plain.slice(head.length))].slice(0, mostWords)
  return [
    { q: words.join(' '), matchingStrategy: 'frequency' },
    { q: backwards.join(' '), matchingStrategy: 'last' },
  ]
}

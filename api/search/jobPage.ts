import type { JobAnswer } from '#api/search'
import { cellRanges, type Point } from '#indexer/geo'
import type { IndexNames } from '#indexer/indexNames'
import { cardAttributes, type JobCard, type JobDocument } from '#indexer/job'
import { liveJobs } from '#indexer/liveJobs'
import type { SlugDocument } from '#indexer/slugs'
import { type SearchEngine, unavailable } from './engine.ts'
import { type FilterNode, formatFilter } from './filter.ts'
import type { Places } from './places.ts'

interface Context {
  engine: SearchEngine
  names: IndexNames
  places: Places
  /** Epoch seconds. */
  now: number
}

const similarCount = 4
/** How far away a similar job still counts as near. */
const nearKm = 50
/** How an installation keeps a job; of no use to anybody outside. */
const internal = ['rawHash', 'sourceKey', 'searchText'] as const satisfies readonly (keyof JobDocument)[]

/**
 * What a job's page shows, by its slug: the live job, the way to its present slug, that it is gone, or that there never was one.
 * @throws SearchUnavailable
 */
export async function findJob(slug: string, context: Context): Promise<JobAnswer> {
  const { engine, names, now } = context
  const known = (await slugDocument(slug, context)) ?? (slug === slug.toLowerCase() ? null : await slugDocument(slug.toLowerCase(), context))
  if (!known) return { status: 'unknown' }
  const job = await engine.document<JobDocument>(names.jobs, known.jobId)
  if (job && job.expires_at > now) {
    if (job.url_slug !== slug) return { status: 'moved', slug: job.url_slug }
    const similar = await similarJobs({ id: job.id, specialisms: job.specialisms, sectors: job.sectors, centres: job.places }, context)
    for (const field of internal) delete (job as Partial<JobDocument>)[field]
    return { status: 'live', job, similar }
  }
  const { title, specialisms, location } = job ?? known
  const centres = job?.places ?? (await placesNamed(location, context))
  const similar = await similarJobs({ id: known.jobId, specialisms, sectors: job?.sectors ?? [], centres }, context)
  return { status: 'gone', title, specialisms, location, similar }
}

async function slugDocument(slug: string, { engine, names }: Context): Promise<SlugDocument | null> {
  return /^[\w-]{1,250}$/.test(slug) ? engine.document<SlugDocument>(names.slugs, slug) : null
}

async function placesNamed(location: string, { places }: Context): Promise<Point[]> {
  const resolution = await places.resolve({ location, place: '' })
  return resolution.status === 'found' && resolution.place.areaCode === null ? [resolution.place] : []
}

interface Likeness {
  id: string
  specialisms: string[]
  sectors: string[]
  centres: Point[]
}

/** Live jobs like this one and not itself: of its specialisms near it, of its specialisms anywhere, then the same of its sectors; newest first in each. */
async function similarJobs({ id, specialisms, sectors, centres }: Likeness, { engine, names, now }: Context): Promise<JobCard[]> {
  const circles: FilterNode[] = centres.slice(0, 3).map(centre => ({ kind: 'cells', ranges: cellRanges(centre, nearKm) }))
  const near = circles.length > 0 ? formatFilter({ kind: 'or', nodes: circles }) : null
  const alike = [
    { attribute: 'specialisms', values: specialisms },
    { attribute: 'sectors', values: sectors },
  ]
  const filters = alike
    .filter(({ values }) => values.length > 0)
    .map(({ attribute, values }) => formatFilter({ kind: 'in', attribute, values }))
    .flatMap(same => (near ? [[same, near], [same]] : [[same]]))
  if (filters.length === 0) return []
  const results = await engine
    .multiSearch<JobCard>(
      filters.map(filter => ({
        indexUid: names.jobs,
        filter: [...filter, liveJobs(now)],
        // Four, itself, and those that an earlier list has.
        limit: similarCount * filters.length + 1,
        attributesToRetrieve: [...cardAttributes],
      })),
    )
    .catch(error => Promise.reject(unavailable(error)))
  const found = new Map(results.flatMap(({ hits }) => hits.map(hit => [hit.id, hit] as const)))
  found.delete(id)
  return [...found.values()].slice(0, similarCount)
}

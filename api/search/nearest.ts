import { SearchUnavailable } from '#api/search'
import { cellCentre, distanceKm, joinable, nearestKm, type Point, shownDistance, snap } from '#indexer/geo'
import type { EngineQuery, EngineResult } from './engine.ts'
import { formatFilter } from './filter.ts'

/** The `near` of a search that distances are measured from. */
export interface Circle {
  centre: Point
  /** Radius. */
  km: number
  /**
   * What is left of the search's filter for a job that has a cell inside the circle: without the circle, which is by
   * far its longest part. Null: nothing holds there.
   */
  filterInside: string[] | null
  /** Whether every hit has a cell inside the circle; not so where jobs that may be done remotely are wanted too. */
  holdsAll: boolean
}

export interface NearestRequest {
  /** The search without its order: words, filters, facets, what to retrieve (`cells` among it). */
  query: EngineQuery & { filter: string[] }
  circle: Circle
  unit: 'mi' | 'km'
  offset: number
  limit: number
}

/** Asks the engine one query; null where nothing can match (guard.ts). */
type Ask = (query: EngineQuery) => Promise<EngineResult | null>
type AskAll = (queries: EngineQuery[]) => Promise<EngineResult[]>

/**
 * As many values of a facet the engine gives (faceting.maxValuesPerFacet of the index); where there may be more, the
 * rest are in the last ring.
 */
const facetCap = 20_000
/** Nearer to the edge than this, the engine is the judge of what is inside. */
const edgeKm = 1e-6
/** What a range of cells costs the engine, in cells of a list (infra/decisions/0001-radius-as-rows-of-cells.md). */
const rangeCost = 10

/**
 * One page in the order of the shown distance, then newest first, then as the engine has them. Exact, also for a job in
 * several places, and without `_geo` (infra/decisions/0001-radius-as-rows-of-cells.md).
 *
 * The facet of `cells` under the whole filter gives every cell that a hit lies in. Cells of equal shown distance are a
 * ring; a job belongs to the first ring that holds one of its cells. How many jobs lie in the rings up to one is
 * counted by the engine (a job in several rings is counted once there), which tells in which ring the page starts and
 * ends; the page is then the rest of the first ring, the rings between, and the beginning of the last.
 */
export async function nearestPage(
  { query, circle, unit, offset, limit }: NearestRequest,
  ask: Ask,
  askAll: AskAll,
): Promise<EngineResult | null> {
  const overview = await ask({ ...query, facets: [...(query.facets ?? []), 'cells'], page: 1, hitsPerPage: 0 })
  if (!overview) return null
  const cells = overview.facetDistribution?.cells
  if (!cells) throw new SearchUnavailable('Meilisearch is not ready: cells is not a filterable attribute yet')
  const total = overview.totalHits
  const page: EngineResult = { ...overview, hits: [], facetDistribution: { ...overview.facetDistribution } }
  if (!query.facets?.includes('cells')) {
    delete page.facetDistribution!.cells
    page.facetStats = { ...overview.facetStats }
    delete page.facetStats.cells
  }
  if (limit === 0 || offset >= total) return page

  const { centre } = circle
  const rings = new Rings(cells, circle, unit)
  const within = (from: number, to: number): string[] => [
    ...((to < rings.inside && circle.filterInside) || query.filter),
    ...rings.filter(from, to),
  ]
  const counted = new Counts(rings, total)
  if (circle.holdsAll && rings.complete && rings.count > 0) counted.set(rings.count - 1, total)
  const last = Math.min(offset + limit, total) - 1
  for (let round = 0; ; round++) {
    const probes = counted.probes(offset, last, round === 0)
    if (probes.length === 0) break
    const answers = await askAll(
      probes.map(ring => ({
        ...bare(query),
        filter: within(0, ring),
        page: 1,
        hitsPerPage: 1,
        attributesToRetrieve: ['id'],
      })),
    )
    probes.forEach((ring, i) => {
      counted.set(ring, answers[i]!.totalHits)
    })
    page.processingTimeMs += answers.reduce((sum, answer) => sum + answer.processingTimeMs, 0)
  }
  const start = counted.ringOf(offset)
  const end = counted.ringOf(last)
  const { facets: _, ...hitsOnly } = query
  const part = (from: number, to: number, skip: number): EngineQuery => ({
    ...hitsOnly,
    filter: within(from, to),
    sort: ['published_at:desc'],
    offset: skip,
    limit,
  })
  const parts = [part(start, start, offset - counted.before(start))]
  if (end > start + 1) parts.push(part(start + 1, end - 1, 0))
  if (end > start) parts.push(part(end, end, 0))
  const answers = await askAll(parts)
  const between = end > start + 1 ? answers[1]!.hits : []
  // Sorted by date already, and the sort is stable: what is left is the distance.
  const shown = new Map(
    between.map(hit => [
      hit,
      shownDistance(nearestKm(centre, hit.cells as number[]) ?? Number.POSITIVE_INFINITY, unit),
    ]),
  )
  between.sort((a, b) => shown.get(a)! - shown.get(b)!)
  page.hits = [...answers[0]!.hits, ...between, ...(end > start ? answers.at(-1)!.hits : [])].slice(0, limit)
  page.processingTimeMs += answers.reduce((sum, answer) => sum + answer.processingTimeMs, 0)
  return page
}

function bare(query: EngineQuery): EngineQuery {
  const { indexUid, q, matchingStrategy } = query
  return { indexUid, ...(q === undefined ? {} : { q }), ...(matchingStrategy ? { matchingStrategy } : {}) }
}

/**
 * The cells of a search by shown distance. The ring after the last holds what lies in none of them: jobs without a
 * place.
 */
class Rings {
  /** Ascending by cell number; `ring` is the cell's ring, `jobs` how many jobs have the cell. */
  readonly #cells: { cell: number; ring: number; jobs: number }[]
  readonly count: number
  /** The rings before this one lie inside the circle as a whole. */
  readonly inside: number
  /** Whether the facet names every cell: else a range may run over cells that it left out. */
  readonly complete: boolean

  constructor(distribution: Record<string, number>, { centre, km, holdsAll }: Circle, unit: 'mi' | 'km') {
    const from = snap(centre)
    const everywhere = Object.entries(distribution).map(([text, jobs]) => {
      const cell = Number(text)
      const away = distanceKm(from, cellCentre(cell))
      return { cell, jobs, away, distance: shownDistance(away, unit) }
    })
    // Cells outside the circle are the other places of jobs that have a nearer one: they are in no ring, but a range
    // may not run over them.
    const entries = holdsAll ? everywhere.filter(({ away }) => away <= km + edgeKm) : everywhere
    const distances = [...new Set(entries.map(entry => entry.distance))].sort((a, b) => a - b)
    const ringOf = new Map(distances.map((distance, ring) => [distance, ring]))
    const outside = Number.POSITIVE_INFINITY
    this.#cells = everywhere
      .map(({ cell, jobs, away, distance }) => ({
        cell,
        jobs,
        ring: holdsAll && away > km + edgeKm ? outside : ringOf.get(distance)!,
      }))
      .sort((a, b) => a.cell - b.cell)
    this.count = distances.length
    this.complete = everywhere.length < facetCap
    this.inside = entries.reduce(
      (least, { away, distance }) => (away <= km - edgeKm ? least : Math.min(least, ringOf.get(distance)!)),
      distances.length,
    )
  }

  /** Jobs in each ring, a job counted for every cell it has there, and the most that one cell has. */
  sizes(): { jobs: number; most: number }[] {
    const sizes = Array.from({ length: this.count }, () => ({ jobs: 0, most: 0 }))
    for (const { ring, jobs } of this.#cells) {
      const size = sizes[ring]
      if (!size) continue
      size.jobs += jobs
      size.most = Math.max(size.most, jobs)
    }
    return sizes
  }

  /** Filters of the jobs whose nearest cell is in one of these rings. */
  filter(from: number, to: number): string[] {
    const nearer = from > 0 ? [`NOT ${this.#cellsOf(0, from - 1)}`] : []
    return to >= this.count ? nearer : [this.#cellsOf(from, to), ...nearer]
  }

  /**
   * The cells of some rings: one by one, or where that is much shorter as ranges that cover them and no cell of another
   * ring (neighbours in a row of the grid with nothing else of the list between them become one range). A range stays
   * in its row: what lies between is then inside the circle as well, and in the list if a job that is found has it.
   * Between two rows lie cells outside the circle, and `filterInside` does not keep those out.
   */
  #cellsOf(from: number, to: number): string {
    const single: [number, number][] = []
    const ranges: [number, number][] = []
    /** The cell before, where that is wanted too. */
    let before: number | null = null
    for (const { cell, ring } of this.#cells) {
      const wanted = ring >= from && ring <= to
      if (wanted) {
        single.push([cell, cell])
        if (before !== null && joinable(before, cell)) ranges.at(-1)![1] = cell
        else ranges.push([cell, cell])
      }
      before = wanted ? cell : null
    }
    return formatFilter({
      kind: 'cells',
      ranges: this.complete && single.length > rangeCost * ranges.length ? ranges : single,
    })
  }
}

/**
 * What is known of the number of jobs in the rings up to each, from the facet at first and from counts as they come.
 */
class Counts {
  readonly #least: number[] = []
  readonly #most: number[] = []
  /** Jobs in the rings up to each, one in two cells counted twice. */
  readonly #cells: number[] = []
  readonly #rings: number

  constructor(rings: Rings, total: number) {
    this.#rings = rings.count
    let jobs = 0
    let most = 0
    for (const size of rings.sizes()) {
      jobs += size.jobs
      most = Math.max(most, size.most)
      this.#cells.push(jobs)
      this.#least.push(most)
      this.#most.push(Math.min(total, jobs))
    }
    // The ring of the jobs without a place.
    this.#cells.push(Math.max(jobs, total))
    this.#least.push(total)
    this.#most.push(total)
  }

  set(ring: number, count: number): void {
    this.#least[ring] = count
    this.#most[ring] = count
    if (ring === this.#rings - 1) this.#spread(count)
    for (let i = ring + 1; i <= this.#rings; i++) this.#least[i] = Math.max(this.#least[i]!, count)
    for (let i = ring - 1; i >= 0; i--) this.#most[i] = Math.min(this.#most[i]!, count)
  }

  /**
   * All rings together hold so many fewer jobs than their cells say, because of jobs in several cells; no ring can be
   * short of more than that. Where no job is in several cells this settles everything.
   */
  #spread(count: number): void {
    const surplus = this.#cells[this.#rings - 1]! - count
    for (let ring = 0; ring < this.#rings; ring++)
      this.#least[ring] = Math.max(this.#least[ring]!, this.#cells[ring]! - surplus)
  }

  /** Jobs in the rings before this one. */
  before(ring: number): number {
    return ring === 0 ? 0 : this.#least[ring - 1]!
  }

  /** The ring that holds the n-th job (from 0), once `probes` has nothing left to ask. */
  ringOf(position: number): number {
    return this.#least.findIndex(count => count > position)
  }

  /**
   * Rings to count next so that the rings of the first and the last position, and the number of jobs before the first,
   * become known.
   */
  probes(first: number, last: number, opening: boolean): number[] {
    const wanted = new Set<number>()
    for (const position of first === last ? [first] : [first, last]) {
      const low = this.#most.findIndex(count => count > position) // no ring before this one can hold it
      const high = this.ringOf(position) // this one or one before it does
      if (low === high) continue
      const guess = this.#guess(position, low, high)
      // The guess with the ring before it settles the matter where it is right, the middles halve it where it is not.
      for (const ring of [guess - 1, guess, (low + guess) >> 1, (guess + high) >> 1])
        if (ring >= low && ring < high) wanted.add(ring)
    }
    const start = this.ringOf(first)
    if (
      start === this.#most.findIndex(count => count > first) &&
      start > 0 &&
      this.#least[start - 1] !== this.#most[start - 1]
    )
      wanted.add(start - 1)
    if (opening && wanted.size > 0 && this.#least[this.#rings - 1] !== this.#most[this.#rings - 1])
      wanted.add(this.#rings - 1)
    return [...wanted].filter(ring => ring < this.#rings)
  }

  /**
   * The ring from `low` to `high` that likely holds a position: between what is known, jobs in several cells are taken
   * to be spread evenly.
   */
  #guess(position: number, low: number, high: number): number {
    const from = low === 0 ? 0 : this.#estimate(low - 1)
    const to = this.#estimate(high)
    const cellsBefore = low === 0 ? 0 : this.#cells[low - 1]!
    const cells = this.#cells[high]! - cellsBefore
    for (let ring = low; ring < high; ring++)
      if (from + ((this.#cells[ring]! - cellsBefore) * (to - from)) / cells > position) return ring
    return high - 1
  }

  #estimate(ring: number): number {
    const share = this.#most[this.#rings]! / (this.#cells[this.#rings]! || 1)
    return Math.min(this.#most[ring]!, Math.max(this.#least[ring]!, this.#cells[ring]! * share))
  }
}

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type QueryContext, toQuery } from '#api/jobQuery'
import { noSearch } from '#api/jobSearchParams'
import { cellOf, nearestKm, shownDistance } from '#indexer/geo'
import { type JobDocument, jobTypes } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { radiusChoices, sites } from '#indexer/site'
import { createSearch, type Search } from '../../api/search/guard.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { startEngine } from '../builders/indexer.ts'
import { aJob } from '../builders/jobDocument.ts'
import type { RunningMeilisearch } from '../builders/meilisearch.ts'
import { tries } from '../builders/properties.ts'

/**
 * Pages put together, over random places of the gazetteer. Jobs are as dense as the country's places, most of them in
 * several: a circle of 30 miles then holds hundreds of cells, and cells of jobs that the search does not find lie
 * between its rows. 50 searches; `PROPERTY_TRIES=40` makes them 2,000.
 */
const now = 1_795_780_800
const jobCount = 3_000
const sectors = ['Banking', 'Insurance', 'Technology']
const words = ['zephyr', 'quixotic', 'marmalade']
const sorts = ['nearest', 'nearest', 'nearest', 'newest', 'salary'] as const

const points = placeDocuments(loadGazetteer()).filter(({ areaCode }) => areaCode === null)
const britain = points.filter(({ country }) => country === 'GB')
const germany = points.filter(({ country }) => country === 'DE')
const abroad = points.filter(({ country }) => country !== 'GB' && country !== 'DE')
const somewhere = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...britain) },
  { weight: 4, arbitrary: fc.constantFrom(...germany) },
  { weight: 1, arbitrary: fc.constantFrom(...abroad) },
)
const some = <T>(values: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, fc.subarray([...values], { minLength: 1, maxLength: 2 }))

let server: RunningMeilisearch
let documents: JobDocument[]
const searches = new Map<'uk' | 'de', Search>()

beforeAll(async () => {
  const started = await startEngine({ withPlaces: true })
  server = started.meilisearch
  const { engine } = started
  const jobs = fc.record({
    places: fc.oneof(
      { weight: 30, arbitrary: fc.array(somewhere, { minLength: 1, maxLength: 4 }) },
      fc.constant<PlaceDocument[]>([]),
    ),
    word: fc.constantFrom(...words),
    sector: fc.constantFrom(...sectors),
    type: fc.subarray([...jobTypes], { minLength: 1 }),
    remote: fc.integer({ min: 0, max: 30 }).map(n => n === 0),
    salary: fc.option(fc.integer({ min: 20, max: 120 })),
    age: fc.nat(60 * 86_400),
    over: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
  })
  documents = fc
    .sample(jobs, { numRuns: jobCount, seed: 20_261_128 })
    .map(({ places, word, sector, type, remote, salary, age, over }, n) =>
      aJob({
        id: `job-${n}`,
        title: `${word} ${n}`,
        sectors: [sector],
        type,
        cells: [...new Set(places.map(cellOf))],
        remoteCountries: remote || places.length === 0 ? ['GB', 'DE'] : [],
        salaryYear: salary === null ? {} : { GBP: salary * 1_000 },
        published_at: now - age,
        expires_at: over ? now : now + 1,
      }),
    )
  await engine.waitTask(await engine.writeDocuments('jobs', documents))
  for (const id of ['uk', 'de'] as const)
    searches.set(
      id,
      createSearch({
        meiliUrl: server.url,
        searchKey: server.masterKey,
        indexPrefix: '',
        site: sites[id],
        now: () => now * 1000,
        engineMs: 60_000,
      }),
    )
})
afterAll(async () => {
  for (const search of searches.values()) search.close()
  await server?.stop()
})

const searched = fc.record({
  place: somewhere,
  site: fc.constantFrom('uk' as const, 'uk' as const, 'de' as const),
  radius: fc.constantFrom(...radiusChoices),
  remote: fc.integer({ min: 0, max: 7 }).map(n => n === 0),
  query: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...words)),
  sectors: some(sectors),
  type: some(jobTypes),
  sort: fc.constantFrom(...sorts),
  pageSize: fc.constantFrom(20, 50, 50),
})

it('joins its pages to the total, no job twice, in the order that was asked for', async () => {
  let found = 0
  const run = fc.asyncProperty(searched, async ({ place, site: siteId, ...chosen }) => {
    const site = sites[siteId]
    const search = searches.get(siteId)!
    const params = { ...noSearch, ...chosen, location: place.label, place: place.id }
    const context: QueryContext = { site, place, now }
    const shown = (job: Pick<JobDocument, 'cells'>) => {
      const km = nearestKm(place, job.cells)
      return km === null ? null : shownDistance(km, site.unit)
    }
    const expected = bruteForce(params, context)
    const hits: { id: string; _distance?: number | null; published_at: number }[] = []
    for (let page = 1; page <= Math.ceil(expected.length / params.pageSize) + 1; page++) {
      const [result] = await search.multiSearch([
        { ...toQuery({ ...params, page }, context, 'jobs'), attributesToRetrieve: ['id', 'published_at'] },
      ])
      expect(result.totalHits).toBe(expected.length)
      hits.push(...result.hits)
    }
    const ids = hits.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids)).toEqual(new Set(expected.map(({ id }) => id)))
    const byId = new Map(expected.map(job => [job.id, job]))
    for (const { id, _distance } of hits) expect(_distance).toBe(shown(byId.get(id)!))
    if (params.sort === 'nearest') {
      const order = (job: { _distance: number | null; published_at: number }) => [job._distance, job.published_at]
      const inOrder = expected
        .map(job => ({ _distance: shown(job), published_at: job.published_at }))
        .sort(
          (a, b) =>
            (a._distance ?? Number.POSITIVE_INFINITY) - (b._distance ?? Number.POSITIVE_INFINITY) ||
            b.published_at - a.published_at,
        )
      expect(hits.map(hit => order({ _distance: hit._distance ?? null, published_at: hit.published_at }))).toEqual(
        inOrder.map(order),
      )
    }
    found += hits.length
  })
  await fc.assert(run, { ...tries(50), endOnFailure: true })
  expect(found).toBeGreaterThan(2_000)
})

function bruteForce(
  { query, radius, remote, sectors: wanted, type }: typeof noSearch,
  { site, place }: QueryContext,
): JobDocument[] {
  const km = site.unit === 'mi' ? radius * 1.609344 : radius
  const hasAny = (chosen: readonly string[], values: readonly string[]) =>
    chosen.length === 0 || chosen.some(value => values.includes(value))
  return documents.filter(
    job =>
      job.expires_at > now &&
      job.title.startsWith(query) &&
      hasAny(wanted, job.sectors) &&
      hasAny(type, job.type) &&
      ((nearestKm(place as PlaceDocument, job.cells) ?? Number.POSITIVE_INFINITY) <= km ||
        (remote && job.remoteCountries.includes((place as PlaceDocument).country))),
  )
}

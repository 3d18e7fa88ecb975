import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postedSince, type QueryContext, toQuery } from '#api/jobQuery'
import { type JobSearchParams, noSearch, pageSizes, postedChoices } from '#api/jobSearchParams'
import type { ShownPlace } from '#api/search'
import { facetAttributes } from '#indexer/facets'
import { kmPerMile, nearestKm, shownDistance } from '#indexer/geo'
import { type JobCard, type JobDocument, jobTypes, wholeWorld, workingEnvironments } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { bandsOf, comparable } from '#indexer/salaryBands'
import { radiusChoices, sites } from '#indexer/site'
import { sectors, specialisms } from '#indexer/specialisms'
import { createSearch } from '../../api/search/guard.ts'
import { rankedHits } from '../../api/search/ranking.ts'
import { resolveLocations } from '../../indexer/documents/location.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { aJob } from '../builders/jobDocument.ts'

/**
 * 200 random searches against a brute-force computation over the documents: totals, facet counts and order must be
 * equal, jobs in several cities counted once. The words are chosen so that neither a typo nor a prefix makes one of
 * another: what is tested here is filters, counts and orders, not spelling.
 */
const words = ['zephyr', 'quixotic', 'marmalade', 'bombastic', 'gossamer', 'tungsten']
const cities = [
  'London',
  'Watford',
  'Reading',
  'Oxford',
  'Cambridge',
  'Manchester',
  'Leeds',
  'York',
  'Bristol',
  'Edinburgh',
  'Brighton',
  'Guildford',
]
const count = 600
const now = Math.floor(Date.UTC(2026, 10, 27, 12) / 1000)
const site = sites.uk

let indexer: TestIndexer
let documents: JobDocument[]
let places: PlaceDocument[]
let search: ReturnType<typeof createSearch>
const random = seeded(20_261_127)

beforeAll(async () => {
  indexer = await startIndexer({ withPlaces: true })
  const { engine, gazetteer } = indexer
  const everywhere = placeDocuments(gazetteer)
  places = [
    ...cities.map(
      name =>
        everywhere
          .filter(place => place.name === name && place.country === 'GB' && place.kind === 'city')
          .sort((a, b) => b.population - a.population)[0]!,
    ),
    ...everywhere.filter(
      place =>
        place.kind === 'area' &&
        ['GB', 'GB-ENG', 'GB-SE', 'GB-LDN', 'wide-home-counties'].includes(place.areaCode ?? ''),
    ),
  ]
  documents = Array.from({ length: count }, (_, n) => randomJob(n))
  await engine.waitTask(await engine.writeDocuments('jobs', documents))
  search = createSearch({
    meiliUrl: indexer.meiliUrl,
    searchKey: indexer.masterKey,
    indexPrefix: '',
    site,
    now: () => now * 1000,
    engineMs: 60_000,
  })
})
afterAll(() => indexer?.stop())

describe('a search', () => {
  it('has the places and documents it needs', () => {
    expect(places.every(Boolean)).toBe(true)
    expect(documents.filter(({ places: of }) => of.length > 1).length).toBeGreaterThan(50)
    expect(documents.filter(({ expires_at }) => expires_at <= now).length).toBeGreaterThan(30)
  })

  it('equals brute force in 200 random cases: total, facet counts, order and pages', async () => {
    let found = 0
    for (let round = 0; round < 200; round++) {
      const { params, place } = randomSearch()
      const context: QueryContext = { site, place, now }
      const expected = bruteForce(params, context)
      const query = { ...toQuery(params, context, 'jobs'), facets: [...facetAttributes] }
      const [result] = await search.multiSearch([query])
      const label = JSON.stringify({ ...params, place: place?.label })
      expect(result!.totalHits, label).toBe(expected.length)
      found += expected.length
      expect(result!.facetDistribution, label).toEqual(facetCounts(expected))
      const page = expected.slice((params.page - 1) * params.pageSize, params.page * params.pageSize)
      // Relevance with words is the engine's to say; every other order is ours.
      if (params.sort !== 'relevance' || params.query === '')
        expect(result!.hits.map(orderKey(params, context)), label).toEqual(page.map(orderKey(params, context)))
      else expect(result!.hits.length, label).toBe(page.length)
      // The total on the last page is that of the first.
      const last = Math.max(1, Math.ceil(expected.length / params.pageSize))
      const [end] = await search.multiSearch([{ ...query, page: last }])
      expect(end!.totalHits, label).toBe(expected.length)
    }
    expect(found).toBeGreaterThan(2_000)
  })

  it('gives every job once when all pages of nearest-first are put together', async () => {
    const place = places[0]!
    const params: JobSearchParams = {
      ...noSearch,
      location: place.label,
      place: place.id,
      radius: 50,
      sort: 'nearest',
      pageSize: 20,
    }
    const context: QueryContext = { site, place, now }
    const expected = bruteForce(params, context)
    const ids: string[] = []
    for (let page = 1; page <= Math.ceil(expected.length / params.pageSize); page++) {
      const [result] = await search.multiSearch([toQuery({ ...params, page }, context, 'jobs')])
      ids.push(...result!.hits.map(({ id }) => id))
    }
    expect(ids).toHaveLength(expected.length)
    expect(new Set(ids)).toEqual(new Set(expected.map(({ id }) => id)))
  })

  it('gives every job once when all pages are put together of a search whose words are relaxed', async () => {
    let relaxed = 0
    for (let round = 0; round < 300 && relaxed < 5; round++) {
      const place = one(places)
      const params: JobSearchParams = {
        ...noSearch,
        query: some(words, 3).join(' '),
        location: place.label,
        place: place.id,
        radius: 50,
        pageSize: 10,
      }
      const context: QueryContext = { site, place, now }
      const [first] = await search.multiSearch([toQuery(params, context, 'jobs')])
      if (!first!.reading?.whole || first!.totalHits <= 3 * params.pageSize) continue
      relaxed++
      const ids: string[] = []
      for (let page = 1; page <= first!.totalPages; page++) {
        const [result] = await search.multiSearch([toQuery({ ...params, page }, context, 'jobs')])
        ids.push(...result!.hits.map(({ id }) => id))
      }
      expect(new Set(ids).size, params.query).toBe(first!.totalHits)
      expect(ids, params.query).toHaveLength(first!.totalHits)
    }
    expect(relaxed).toBe(5)
  })

  it('shows at a facet value the count that clicking it gives', async () => {
    const context: QueryContext = { site, place: null, now }
    const params: JobSearchParams = { ...noSearch, query: words[0]! }
    const [all] = await search.multiSearch([{ ...toQuery(params, context, 'jobs'), facets: [...facetAttributes] }])
    let clicked = 0
    for (const attribute of ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand'] as const) {
      for (const [value, shown] of Object.entries(all!.facetDistribution![attribute]!)) {
        const [result] = await search.multiSearch([toQuery({ ...params, [attribute]: [value] }, context, 'jobs')])
        expect(result!.totalHits, `${attribute} ${value}`).toBe(shown)
        clicked++
      }
    }
    expect(clicked).toBeGreaterThan(20)
    const days = Object.entries(all!.facetDistribution!.publishedDay!)
    for (const posted of postedChoices) {
      const shown = days
        .filter(([day]) => Number(day) >= postedSince(posted, now))
        .reduce((sum, [, jobs]) => sum + jobs, 0)
      const [result] = await search.multiSearch([toQuery({ ...params, posted }, context, 'jobs')])
      expect(result!.totalHits, `posted ${posted}`).toBe(shown)
    }
  })
})

function randomJob(n: number): JobDocument {
  const where = some(cities, random() < 0.2 ? 1 + Math.floor(random() * 3) : 1)
  const environments = random() < 0.15 ? ['Remote'] : []
  const located = resolveLocations(
    where.map(city => ({ city, country: 'GB' })),
    indexer.gazetteer,
    { country: 'GB', environments },
  )
  const specialism = one(specialisms)
  const min = 20_000 + Math.floor(random() * 90) * 1_000
  const roll = random()
  const salary =
    roll < 0.2
      ? null
      : roll < 0.4
        ? {
            min: 200 + Math.floor(random() * 80) * 10,
            max: 1_000 + n / 1_000,
            currency: 'GBP',
            period: 'day' as const,
            flags: [],
          }
        : {
            min,
            max: min + 5_000 + n / 1_000,
            currency: random() < 0.9 ? 'GBP' : 'EUR',
            period: 'year' as const,
            flags: [],
          }
  const figures = comparable(salary)
  const published_at = now - Math.floor(random() * 60 * 86_400) - n
  return aJob({
    id: `job-${n}`,
    external_reference: `R${n}`,
    url_slug: `job-${n}`,
    title: `${one(words)} ${specialism.name}`,
    searchText: some(words, 2).join(' '),
    specialisms: [specialism.name],
    sectors: [specialism.sector],
    type: random() < 0.1 ? [...jobTypes] : [one(jobTypes)],
    workingEnvironment:
      random() < 0.1 ? [...workingEnvironments] : environments.length > 0 ? ['Remote'] : [one(workingEnvironments)],
    location: located.location,
    locations: located.locations,
    places: located.places,
    cells: located.cells,
    areas: located.areas,
    remoteCountries: environments.length > 0 ? [n % 3 === 0 ? wholeWorld : 'GB'] : [],
    salary,
    salaryBand: bandsOf(salary),
    salaryYear: figures?.period === 'year' ? { [figures.currency]: figures.max } : {},
    salaryDay: figures?.period === 'day' ? { [figures.currency]: figures.max } : {},
    published_at,
    publishedDay: Math.floor(published_at / 86_400),
    // Some are over, one of them this very second, one only in a second.
    expires_at:
      n === 0
        ? now
        : n === 1
          ? now + 1
          : random() < 0.1
            ? now - Math.floor(random() * 86_400)
            : now + 86_400 + Math.floor(random() * 86_400),
  })
}

function randomSearch(): { params: JobSearchParams; place: PlaceDocument | null } {
  const place = random() < 0.6 ? one(places) : null
  const chosen = <T>(values: readonly T[], chance: number) =>
    random() < chance ? some(values, 1 + Math.floor(random() * 2)) : []
  const params: JobSearchParams = {
    ...noSearch,
    // Every word is asked for; what is done where too little holds them is another test's.
    plain: ['*'],
    query: random() < 0.5 ? one(words) : random() < 0.3 ? some(words, 2).join(' ') : '',
    location: place?.label ?? '',
    place: place?.id ?? '',
    radius: one(radiusChoices),
    remote: place !== null && random() < 0.3,
    sectors: chosen(
      sectors.map(({ name }) => name),
      0.2,
    ),
    specialisms: chosen(
      specialisms.map(({ name }) => name),
      0.15,
    ),
    type: chosen(jobTypes, 0.2),
    workingEnvironment: chosen(workingEnvironments, 0.2),
    salaryBand: chosen(['GBP-year-40000', 'GBP-year-60000', 'GBP-day-400', 'none'], 0.2),
    posted: random() < 0.2 ? one(postedChoices) : 0,
    sort: one([
      'relevance',
      'newest',
      'salary',
      ...(place && place.kind !== 'area' ? (['nearest', 'nearest'] as const) : []),
    ] as const),
    pageSize: one(pageSizes),
  }
  return { params: { ...params, page: 1 + Math.floor(random() * 3) }, place }
}

function bruteForce(params: JobSearchParams, { place, now: at }: QueryContext): JobDocument[] {
  const km = params.radius * 1.609344
  const hasAny = (chosen: readonly string[], values: readonly string[]) =>
    chosen.length === 0 || chosen.some(value => values.includes(value))
  const matches = (job: JobDocument): boolean => {
    const text = [job.title, job.searchText, ...job.locations].join(' ').toLowerCase().split(/\W+/)
    if (!params.query.split(' ').every(word => word === '' || text.includes(word))) return false
    if (place) {
      const codes = places.find(({ id }) => id === place.id)!.parts ?? [place.areaCode]
      const near = place.areaCode
        ? codes.some(code => job.areas.includes(code!))
        : (nearestKm(place, job.cells) ?? Number.POSITIVE_INFINITY) <= km
      if (
        !near &&
        !(params.remote && job.remoteCountries.some(country => [place.country, wholeWorld].includes(country)))
      )
        return false
    }
    return (
      job.expires_at > at &&
      hasAny(params.sectors, job.sectors) &&
      hasAny(params.specialisms, job.specialisms) &&
      hasAny(params.type, job.type) &&
      hasAny(params.workingEnvironment, job.workingEnvironment) &&
      hasAny(params.salaryBand, job.salaryBand) &&
      (params.posted === 0 || job.publishedDay >= postedSince(params.posted, at))
    )
  }
  const distance = (job: JobDocument) =>
    place ? shownDistance(nearestKm(place, job.cells) ?? Number.POSITIVE_INFINITY, site.unit) : 0
  const high = (job: JobDocument, field: 'salaryYear' | 'salaryDay') => job[field].GBP ?? -1
  const found = documents.filter(matches).sort((a, b) => {
    if (params.sort === 'nearest') return distance(a) - distance(b) || b.published_at - a.published_at
    if (params.sort === 'salary')
      return high(b, 'salaryYear') - high(a, 'salaryYear') || high(b, 'salaryDay') - high(a, 'salaryDay')
    return b.published_at - a.published_at
  })
  return params.sort === 'relevance' && place && place.kind !== 'area'
    ? [...nearerFirst(found.slice(0, rankedHits), place), ...found.slice(rankedHits)]
    : found
}

/** Without an order, a place's own jobs come before those of its surroundings, among the first. */
function nearerFirst(jobs: JobDocument[], place: ShownPlace): JobDocument[] {
  const step = ({ cells, location }: JobDocument) => {
    if (location.split(',')[0]!.includes(place.name)) return -1
    const km = nearestKm(place, cells)
    return km === null ? 3 : km <= 5 * kmPerMile ? 0 : km <= 10 * kmPerMile ? 1 : 2
  }
  return [-1, 0, 1, 2, 3].flatMap(wanted => jobs.filter(job => step(job) === wanted))
}

/** What two equally right orders have in common: with pay, jobs that state none are equals. */
function orderKey(params: JobSearchParams, { place }: QueryContext): (job: JobCard | JobDocument) => unknown {
  const byId = new Map(documents.map(job => [job.id, job]))
  return ({ id }) => {
    const job = byId.get(id)!
    if (params.sort === 'salary') return [job.salaryYear.GBP ?? -1, job.salaryDay.GBP ?? -1]
    if (params.sort === 'nearest' && place)
      return [shownDistance(nearestKm(place, job.cells) ?? Number.POSITIVE_INFINITY, site.unit), id]
    return id
  }
}

function facetCounts(jobs: JobDocument[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const attribute of facetAttributes) {
    const values: Record<string, number> = {}
    for (const job of jobs) {
      const of = job[attribute]
      for (const value of new Set<string | number>(Array.isArray(of) ? of : of === null ? [] : [of]))
        values[String(value)] = (values[String(value)] ?? 0) + 1
    }
    counts[attribute] = values
  }
  return counts
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
function one<T>(values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!
}
function some<T>(values: readonly T[], howMany: number): T[] {
  return [...new Set(Array.from({ length: howMany }, () => one(values)))]
}

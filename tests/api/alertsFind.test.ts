import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toQuery, toWholeQuery } from '#api/jobQuery'
import { type JobSearchParams, noSearch, postedChoices } from '#api/jobSearchParams'
import { hasCondition, readSavedSearch, savedSearchOf } from '#api/savedSearch'
import type { SearchResult } from '#api/search'
import { facetValuesOf, forFacets } from '#indexer/facets'
import { indexNames } from '#indexer/indexNames'
import type { JobDocument } from '#indexer/job'
import { radiusChoices, sites } from '#indexer/site'
import { openContext } from '../../api/search/answering.ts'
import { connectEngine } from '../../api/search/engine.ts'
import { createSearch } from '../../api/search/guard.ts'
import { createReplay } from '../../api/search/replay.ts'
import { mineSuggestions } from '../../indexer/sync/mineSuggestions.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { seedJobs } from '../../infra/seed/seedJobs.ts'
import { writeNdjson } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { tries } from '../builders/properties.ts'

const site = sites.uk
const arrivedAt = 1_800_000_000
/** Every second job of the seed arrives; what the others hold decides how words are read. */
const arrives = (_job: JobDocument, at: number) => at % 2 === 0

let indexer: TestIndexer
let search: ReturnType<typeof createSearch>
let engine: ReturnType<typeof connectEngine>
let find: (params: JobSearchParams) => Promise<string[]>
let arrived: Set<string>

beforeAll(async () => {
  indexer = await startIndexer({ withPlaces: true })
  const { engine: writer, meiliUrl, masterKey } = indexer
  await writeNdjson(`${indexer.folder}/jobs.ndjson`, seedJobs(new Date()))
  await syncSource(indexer.source(), indexer, { force: true })
  await mineSuggestions(writer, Math.floor(Date.now() / 1_000))
  const arrivals = (await indexer.jobs()).filter(arrives)
  // Whether a job is live still is looked at when a mail is made.
  const soon = Math.floor(Date.now() / 1_000) + 3_600
  arrived = new Set(arrivals.filter(job => job.expires_at > soon).map(({ id }) => id))
  // The first run of a source is not news.
  expect(await writer.count(writer.names.arrivals)).toBe(0)
  await writer.waitTask(
    await writer.writeDocuments(
      writer.names.arrivals,
      arrivals.map(job => ({ ...job, arrivedAt })),
    ),
  )
  search = createSearch({ meiliUrl, searchKey: masterKey, indexPrefix: '', site })
  engine = connectEngine({ url: meiliUrl, key: masterKey })
  const replay = createReplay(openContext(engine, indexNames(''), site, Date.now))
  find = async params => {
    const [found] = await replay.find([params], { from: arrivedAt, to: arrivedAt })
    if (found instanceof Error) throw found
    return found!.filter(id => arrived.has(id)).sort()
  }
})
afterAll(async () => {
  search?.close()
  engine?.close()
  await indexer?.stop()
})

/**
 * All that the page of a search lists; where it lists more than what holds all that was asked for, what its feed has.
 */
async function listed(params: JobSearchParams, make = toQuery): Promise<string[]> {
  const resolution = await search.resolvePlace(params)
  if (resolution.status === 'unknown') return []
  const place = resolution.status === 'found' ? resolution.place : null
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = make({ ...params, page, pageSize: 50 }, { site, place, now: search.now() }, 'jobs')
    const [result] = (await search.multiSearch([query])) as [SearchResult]
    ids.push(...result.hits.map(({ id }) => id))
    if (page < result.totalPages) continue
    if ((result.reading?.leftOut.length ?? 0) === 0) return ids
    const whole = await listed(params, toWholeQuery)
    expect(whole.filter(id => !ids.includes(id))).toEqual([])
    return whole
  }
}

const words = fc.constantFrom(
  ...[
    'actuary',
    'senior',
    'developer',
    'java',
    'contract',
    'permanent',
    'remote',
    'london',
    'leeds',
    'reading',
    'claims',
  ],
  ...['manager', 'IFRS17', 'C#', 'c++', '£600 a day', '£70k', 'hybrid', 'underwritr', 'developr', 'BA', 'in', 'data'],
  ...[
    'Java17',
    'k8s',
    'risk',
    'quant',
    'part-time',
    'Frankfurt',
    'EC3',
    'today',
    'insurance',
    '"pricing actuary"',
    'kent',
  ],
)
const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: Math.min(2, values.length) })
const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary })
const searches: fc.Arbitrary<JobSearchParams> = fc
  .record({
    query: fc.array(words, { maxLength: 4 }).map(all => all.join(' ')),
    location: rarely(fc.constantFrom('London', 'Leeds', 'England', 'Frankfurt', 'Singapore', 'Nowhereham'), ''),
    radius: fc.constantFrom(...radiusChoices),
    remote: fc.boolean(),
    posted: rarely(fc.constantFrom(...postedChoices), 0 as JobSearchParams['posted']),
    pay: rarely(fc.constantFrom('GBP-year-60000', 'GBP-day-500', 'EUR-year-50000'), ''),
    payUnstated: fc.boolean(),
    facets: fc.record(forFacets(({ attribute }) => rarely(some(facetValuesOf(attribute)), [] as string[]))),
  })
  .map(({ facets, ...rest }) => ({
    ...noSearch,
    ...rest,
    ...facets,
    remote: rest.remote && rest.location !== '',
    payUnstated: rest.payUnstated && rest.pay !== '',
  }))

describe('an alert', () => {
  it('finds just what the page of its search finds', { timeout: 600_000 }, async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(searches, async params => {
        const { params: saved, lost } = readSavedSearch(savedSearchOf(params))
        expect(lost).toEqual([])
        const page = (await listed(saved)).filter(id => arrived.has(id)).sort()
        expect(await find(saved)).toEqual(page)
        found += page.length
      }),
      tries(150),
    )
    // Else nothing would have been compared.
    expect(found).toBeGreaterThan(500)
  })

  it('finds the same as another that has the same words in the same moment', async () => {
    // No job near Reading: it is a word here.
    const params = { ...noSearch, query: 'access reading' }
    const [one, other] = await Promise.all([find(params), find(params)])
    expect(one).not.toEqual([])
    expect(other).toEqual(one)
  })

  it('is one with every alert that asks the same', () => {
    fc.assert(
      fc.property(searches, fc.constantFrom('  ', '   '), (params, spaces) => {
        const text = savedSearchOf(params)
        expect(savedSearchOf(readSavedSearch(text).params)).toBe(text)
        const otherwise = {
          ...params,
          query: params.query === '' ? '' : `${spaces}${params.query.replaceAll(' ', spaces)}${spaces}`,
          ...forFacets(({ attribute }) => [...params[attribute]].reverse()),
          page: 3,
          pageSize: 50,
          sort: 'newest' as const,
        }
        expect(savedSearchOf(otherwise)).toBe(text)
        expect(hasCondition(readSavedSearch(text).params)).toBe(hasCondition(params))
      }),
    )
  })
})

import algoliasearchHelper from 'algoliasearch-helper'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type QueryContext, toQuery } from '#api/jobQuery'
import {
  type JobSearchParams,
  jobSorts,
  noSearch,
  pageSizes,
  parseJobSearchParams,
  postedChoices,
  stringifyJobSearchParams,
} from '#api/jobSearchParams'
import type { SearchQuery } from '#api/search'
import { jobTypes, workingEnvironments } from '#indexer/job'
import { radiusChoices, sites } from '#indexer/site'
import { sectors, specialisms } from '#indexer/specialisms'
import { connectJobSearch, searchOf, toSearchParameters } from '../../web/search/connectJobSearch.ts'
import { searchClient } from '../../web/search/searchClient.ts'
import { tries } from '../builders/properties.ts'
import { aPlace } from './fakeSite.ts'

const now = 1_795_780_800
const empty = new algoliasearchHelper.SearchParameters({ index: 'jobs' })

/** Values that have bitten others among the ordinary ones. */
const oddValue = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  fc.constantFrom('Head: "Data" \\ R&D', '-50', 'a:b:c', '"', '\\', "O'Neill & Söhne"),
)
const list = (known: readonly string[]) =>
  fc.uniqueArray(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: oddValue }), {
    maxLength: 4,
  })
const searches: fc.Arbitrary<JobSearchParams> = fc
  .record({
    query: fc.oneof(
      fc.string({ maxLength: 30, unit: 'grapheme' }),
      fc.constantFrom('c++', '2024', 'true', '1e5', '[1]', '"exact"', 'C#', '.NET'),
    ),
    location: fc.constantFrom('', 'Manchester'),
    place: fc.constantFrom('', '2643123'),
    radius: fc.constantFrom(...radiusChoices),
    remote: fc.boolean(),
    sectors: list(sectors.map(({ name }) => name)),
    specialisms: list(specialisms.map(({ name }) => name)),
    type: list(jobTypes),
    workingEnvironment: list(workingEnvironments),
    salaryBand: list(['GBP-year-40000', 'GBP-day-500', 'none']),
    posted: fc.constantFrom(0, ...postedChoices),
    sort: fc.constantFrom(...jobSorts),
    page: fc.integer({ min: 1, max: 2_000 }),
    pageSize: fc.constantFrom(...pageSizes),
  })
  // As they come out of a URL: trimmed, and without what means nothing.
  .map(params => parseJobSearchParams(stringifyJobSearchParams(params)))

function contextOf(params: JobSearchParams): QueryContext {
  return { site: sites.uk, place: params.location ? aPlace() : null, now }
}

describe('the state of InstantSearch', () => {
  it('gives back every search that is put into it', () => {
    const widget = connectJobSearch(() => {})({ contextOf })
    fc.assert(
      fc.property(searches, params => {
        const searchParameters = widget.getWidgetSearchParameters!(empty, { uiState: { jobSearch: params } })
        expect(widget.getWidgetUiState!({}, { searchParameters, helper: {} as never })).toEqual({ jobSearch: params })
        expect(searchOf(searchParameters)).toEqual(params)
        // And through the address bar.
        expect(parseJobSearchParams(`?${stringifyJobSearchParams(params)}`)).toEqual(params)
      }),
    )
  })

  it('asks the engine what the query builder would ask', async () => {
    await fc.assert(
      fc.asyncProperty(searches, async params => {
        const context = contextOf(params)
        const state = toSearchParameters(empty, params, context)
        const asked = await queriesOf(state)
        const expected = toQuery(params, context, 'jobs')
        expect({ ...asked[0], filter: undefined, sort: asked[0]!.sort ?? [] }).toMatchObject({
          indexUid: 'jobs',
          q: params.query,
          page: params.page,
          hitsPerPage: params.pageSize,
          sort: expected.sort,
        })
        expect(conditions(asked[0]!.filter)).toEqual(conditions(expected.filter))
        // One more for each facet that is chosen from, without that facet's own choices.
        const refined = [
          ...(['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand'] as const).filter(
            facet => params[facet].length > 0,
          ),
          ...(params.posted > 0 ? ['publishedDay'] : []),
        ]
        expect(asked.slice(1).map(({ facets }) => facets?.join())).toEqual(expect.arrayContaining(refined))
        expect(asked).toHaveLength(1 + refined.length)
        for (const query of asked.slice(1)) {
          const own = query.facets![0]!
          expect(conditions(query.filter)).toEqual(
            conditions(expected.filter).filter(condition => !condition.startsWith(own)),
          )
        }
      }),
      tries(60),
    )
  })

  it('finds nothing, and never everything, where the place is unknown', async () => {
    const params = { ...noSearch, location: 'Atlantis', remote: true }
    const asked = await queriesOf(toSearchParameters(empty, params, { site: sites.uk, place: 'unknown', now }))
    expect(conditions(asked[0]!.filter)).toEqual(['publishedDay < 0'])
  })

  it('asks for the title alone to be highlighted, and for no description', async () => {
    const [query] = await queriesOf(toSearchParameters(empty, noSearch, contextOf(noSearch)))
    expect(query!.attributesToHighlight).toEqual(['title'])
    expect(query!.attributesToRetrieve).not.toContain('description')
    expect(query!.attributesToRetrieve!.length).toBeGreaterThan(8)
  })
})

/** What instant-meilisearch makes of the state's requests. */
async function queriesOf(state: Parameters<typeof searchOf>[0]): Promise<SearchQuery[]> {
  let asked: SearchQuery[] = []
  const client = searchClient(async queries => {
    asked = [...queries]
    return queries.map(({ indexUid }) => ({
      indexUid,
      hits: [],
      query: '',
      processingTimeMs: 0,
      page: 1,
      hitsPerPage: 0,
      totalHits: 0,
      totalPages: 0,
    })) as never
  })
  const helper = algoliasearchHelper(client, state.index, state)
  const answered = new Promise((resolve, reject) => {
    helper.on('result', resolve)
    helper.on('error', ({ error }) => reject(error))
  })
  helper.search()
  await answered
  return asked
}

/** A filter as a list of conditions in one spelling, sorted: both builders AND the outer list and OR the inner ones. */
function conditions(filter: SearchQuery['filter']): string[] {
  const one = (text: string) =>
    text
      .trim()
      .replace(/^"(\w+)"\s*(>=|=)\s*/, '$1 $2 ')
      .replace(/^(\w+)\s*(>=|=)\s*/, '$1 $2 ')
  return [filter ?? []]
    .flat()
    .map(part => (typeof part === 'string' ? one(part) : part.map(one).sort().join(' OR ')))
    .filter(part => part !== '')
    .sort()
}

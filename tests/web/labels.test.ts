import algoliasearchHelper from 'algoliasearch-helper'
import { describe, expect, it } from 'vitest'
import { type JobSearchParams, noSearch } from '#api/jobSearchParams'
import { refinementsOf, valueLabel } from '#api/refinements'
import type { PlaceResolution } from '#api/search'
import { sites } from '#indexer/site'
import { nameOfSearch } from '../../web/jobs/recentSearches.ts'
import { type JobResults, toSearchParameters } from '../../web/search/connectJobSearch.ts'
import { facetValues, postedValues } from '../../web/search/facets.ts'
import { isLandmark, jobCount, salaryCurrency, searchHeading, widerRadii } from '../../web/search/labels.ts'
import { pageNumbers } from '../../web/ui/Pagination.tsx'
import { aPlace } from './fakeSite.ts'

const none: PlaceResolution = { status: 'none' }
const manchester: PlaceResolution = { status: 'found', place: aPlace() }
const england: PlaceResolution = {
  status: 'found',
  place: aPlace({ name: 'England', kind: 'area', areaCode: 'GB-ENG' }),
}
const berlin: PlaceResolution = { status: 'found', place: aPlace({ name: 'Berlin', country: 'DE' }) }
const search = (params: Partial<JobSearchParams>): JobSearchParams => ({ ...noSearch, ...params })

describe('a salary band', () => {
  it.each([
    ['GBP-year-40000', '£40,000 – £50,000'],
    ['GBP-day-400', '£400 – £500 a day'],
    ['GBP-year-0', 'Up to £20,000'],
    ['EUR-year-150000', '€150,000 and above'],
    ['SGD-day-1000', 'S$1,000 and above a day'],
    ['none', 'Salary not stated'],
    ['nonsense', 'nonsense'],
  ])('%s reads %s', (value, label) => {
    expect(valueLabel('salaryBand', value)).toBe(label)
  })

  it('is in the money of the place, else of the site', () => {
    expect([salaryCurrency(sites.uk, none), salaryCurrency(sites.uk, berlin), salaryCurrency(sites.sg, none)]).toEqual([
      'GBP',
      'EUR',
      'SGD',
    ])
  })
})

describe('a kept search', () => {
  it.each([
    ['', 'Jobs'],
    ['query=actuary', 'actuary'],
    ['query=actuary&location=London&radius=20&type=contract', 'actuary in London, Contract'],
    ['query=actuary&location=London&radius=50&remote=1', 'actuary in London, radius 50, or remote'],
    ['salary=GBP-year-60000&posted=7', 'Jobs, £60,000 – £80,000, Posted: last 7 days'],
    ['pay=GBP-year-50000&unstated=1', 'Jobs, From £50,000 a year, or not stated'],
    ['query=reading&plain=reading', 'reading, “reading” as a word'],
  ])('%s is named by all that it asks: %s', (text, name) => expect(nameOfSearch(text)).toBe(name))
})

describe('a count', () => {
  it.each([
    [0, '0 jobs'],
    [1, '1 job'],
    [1_234, '1,234 jobs'],
  ])('of %i reads %s', (count, text) => {
    expect(jobCount(count)).toBe(text)
  })
})

describe('the heading', () => {
  it.each<[Partial<JobSearchParams>, PlaceResolution, string]>([
    [{}, none, 'Jobs in banking, insurance and technology'],
    [{ sectors: ['Banking'] }, none, 'Banking jobs'],
    [{ sectors: ['Insurance'], specialisms: ['Actuarial'], type: ['Contract'] }, manchester, 'Contract Actuarial jobs'],
    [{ location: 'manchester' }, manchester, 'Jobs near Manchester'],
    [{ location: 'england', specialisms: ['Data'] }, england, 'Data jobs in England'],
    [
      { location: 'Atlantis', query: 'c++' },
      { status: 'unknown', text: 'Atlantis', suggestions: [] },
      'Jobs for “c++”',
    ],
    [{ sectors: ['Banking', 'Insurance'], query: 'risk' }, none, 'Jobs for “risk”'],
  ])('of %j is right', (params, resolution, heading) => {
    expect(searchHeading(search(params), resolution)).toBe(heading)
  })

  it('belongs to a page of its own for search engines only while the search is simple', () => {
    expect(isLandmark(noSearch)).toBe(true)
    expect(isLandmark(search({ sectors: ['Banking'], location: 'Leeds' }))).toBe(true)
    expect(isLandmark(search({ sectors: ['Banking'], specialisms: ['Quants'] }))).toBe(true)
    expect(isLandmark(search({ sectors: ['Banking'], specialisms: ['Actuarial'] }))).toBe(false)
    for (const more of [
      { query: 'x' },
      { page: 2 },
      { pageSize: 10 },
      { posted: 7 },
      { sort: 'newest' },
      { sectors: ['Banking'], type: ['Contract'] },
    ] as const)
      expect(isLandmark(search(more as Partial<JobSearchParams>)), JSON.stringify(more)).toBe(false)
  })
})

describe('the chosen refinements', () => {
  const params = search({
    query: 'data',
    location: 'Manchester',
    radius: 30,
    type: ['Permanent', 'Contract'],
    salaryBand: ['none'],
    posted: 1,
  })

  it('are all named, each with the search without it', () => {
    expect(refinementsOf(params, manchester, sites.uk).map(({ label }) => label)).toEqual([
      '“data”',
      'Within 30 miles of Manchester',
      'Permanent',
      'Contract',
      'Salary not stated',
      'Posted: since yesterday',
    ])
    for (const { without } of refinementsOf(params, manchester, sites.uk)) {
      const rest = { ...params, ...without }
      expect(refinementsOf(rest, rest.location ? manchester : none, sites.uk)).toHaveLength(5)
    }
  })

  it('call an area by its name, and a radius by the unit of the site', () => {
    expect(refinementsOf(search({ location: 'x' }), england, sites.uk)[0]!.label).toBe('England')
    expect(refinementsOf(search({ location: 'x' }), berlin, sites.de)[0]!.label).toBe('Within 20 km of Berlin')
  })

  it('of a point can be widened, of an area not', () => {
    expect(widerRadii(search({ location: 'x', radius: 30 }), manchester)).toEqual([40, 50])
    expect(widerRadii(search({ location: 'x' }), england)).toEqual([])
  })
})

describe('the facets', () => {
  const now = 20_000 * 86_400 + 3_600
  const facets = {
    type: { Permanent: 12, Contract: 5 },
    salaryBand: { none: 3, 'GBP-day-400': 2, 'GBP-year-100000': 1, 'GBP-year-40000': 4, 'EUR-year-40000': 9 },
    sectors: { Technology: 7, Banking: 9, 'Head: "Data" \\ R&D': 1 },
    publishedDay: { 20000: 1, 19999: 2, 19997: 4, 19990: 8, 19940: 16 },
  }
  const resultsOf = (params: JobSearchParams, main: Record<string, Record<string, number>> = facets): JobResults => {
    const state = toSearchParameters(new algoliasearchHelper.SearchParameters({ index: 'jobs' }), params, {
      site: sites.uk,
      place: null,
      now,
    })
    const extra = (state as unknown as { getRefinedDisjunctiveFacets(): string[] })
      .getRefinedDisjunctiveFacets()
      .map(name => ({ facets: { [name]: (facets as Record<string, Record<string, number>>)[name] } }))
    return new algoliasearchHelper.SearchResults(state, [
      { nbHits: 31, hits: [], facets: main },
      ...extra,
    ] as never) as unknown as JobResults
  }

  it('offer what there are jobs for, known values in their own order', () => {
    const values = facetValues('sectors', resultsOf(noSearch), noSearch, 'GBP')
    expect(values.map(({ value, count }) => [value, count])).toEqual([
      ['Banking', 9],
      ['Technology', 7],
      ['Head: "Data" \\ R&D', 1],
    ])
  })

  it('show bands of one currency, years before days, "not stated" last; one chosen in another currency stays to be dropped', () => {
    const labels = (params: JobSearchParams) =>
      facetValues('salaryBand', resultsOf(params), params, 'GBP').map(({ label }) => label)
    expect(labels(noSearch)).toEqual([
      '£40,000 – £50,000',
      '£100,000 – £150,000',
      '£400 – £500 a day',
      'Salary not stated',
    ])
    expect(labels(search({ salaryBand: ['EUR-year-40000'] }))).toContain('€40,000 – €50,000')
  })

  it('count the other values of a chosen facet as if it were not chosen', () => {
    const params = search({ type: ['Contract'] })
    expect(facetValues('type', resultsOf(params, { type: { Contract: 5 } }), params, 'GBP')).toEqual([
      { value: 'Permanent', label: 'Permanent', count: 12, refined: false },
      { value: 'Contract', label: 'Contract', count: 5, refined: true },
    ])
  })

  it('keep a chosen value that has no jobs left', () => {
    const params = search({ workingEnvironment: ['Remote'] })
    expect(facetValues('workingEnvironment', resultsOf(params), params, 'GBP')).toEqual([
      { value: 'Remote', label: 'Remote', count: 0, refined: true },
    ])
  })

  it('leave out one that the index does not have yet', () => {
    expect(facetValues('specialisms', resultsOf(noSearch), noSearch, 'GBP')).toEqual([])
    expect(postedValues(resultsOf(noSearch, { type: facets.type }), noSearch, now)).toEqual([])
  })

  it('add up the days of "posted within"', () => {
    const counts = Object.fromEntries(
      postedValues(resultsOf(noSearch), noSearch, now).map(({ days, count }) => [days, count]),
    )
    expect(counts).toEqual({ 0: 31, 1: 3, 3: 7, 7: 7, 14: 15, 30: 15 })
    const week = search({ posted: 7 })
    const chosen = postedValues(resultsOf(week, { publishedDay: { 20000: 1 } }), week, now)
    expect(chosen.find(({ refined }) => refined)).toMatchObject({ days: 7, count: 7 })
    expect(chosen.find(({ days }) => days === 30)).toMatchObject({ count: 15 })
  })
})

describe('the pages offered', () => {
  it.each([
    [1, 2, [1, 2]],
    [1, 9, [1, 2, 9]],
    [5, 9, [1, 4, 5, 6, 9]],
    [9, 9, [1, 8, 9]],
  ])('beside page %i of %i are %j', (current, pages, numbers) => {
    expect(pageNumbers(current, pages)).toEqual(numbers)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toQuery } from '#api/jobQuery'
import {
  jobSorts,
  jobsPath,
  limits,
  noSearch,
  pageSizes,
  parseJobSearchParams,
  postedChoices,
  stringifyJobSearchParams,
} from '#api/jobSearchParams'
import { facets } from '#indexer/facets'
import { radiusChoices, sites } from '#indexer/site'
import { specialisms } from '#indexer/specialisms'
import { parseFilter } from '../../api/search/filter.ts'
import { londonPlace } from '../builders/jobDocument.ts'

describe('parseJobSearchParams', () => {
  it.each([
    ['query=c%2B%2B', 'c++'],
    ['query=c++', 'c++'],
    ['query=c+++developer', 'c++ developer'],
    ['query=java+developer', 'java developer'],
    ['query=2024', '2024'],
    ['query=true', 'true'],
    ['query=1e5', '1e5'],
    ['query=[1]', '[1]'],
    ['query=%22exact%22', '"exact"'],
    ['query=%E0%A4%A', '%E0%A4%A'],
    ['query=null', 'null'],
  ])('%s is the text %s', (search, query) => {
    expect(parseJobSearchParams(search).query).toBe(query)
  })

  it.each([
    ['page=-3', 1],
    ['page=0', 1],
    ['page=1e9', limits.page],
    ['page=abc', 1],
    ['page=2.7', 2],
    ['page=', 1],
    ['page=7', 7],
  ])('%s is page %i', (search, page) => {
    expect(parseJobSearchParams(search).page).toBe(page)
  })

  it('ignores what it does not know, a list given as text included', () => {
    expect(
      parseJobSearchParams('?jobs[refinementList][type]=Permanent&utm_source=x&__proto__=1&constructor=2'),
    ).toEqual(noSearch)
  })

  it('takes slugs for known names, in any letters, and keeps any other value as it is', () => {
    const { sectors, specialisms: chosen } = parseJobSearchParams(
      'sector=banking&sector=BANKING&specialism=underwriting%20%26%20claims&specialism=Head:%20%22Data%22%20%5C%20R%26D',
    )
    expect(sectors).toEqual(['Banking'])
    expect(chosen).toEqual(['Underwriting & Claims', 'Head: "Data" \\ R&D'])
  })

  it('has a radius that is always one of the choices', () => {
    expect(parseJobSearchParams('location=London').radius).toBe(20)
    expect(parseJobSearchParams('location=London&radius=all').radius).toBe(20)
    expect(parseJobSearchParams('location=London&radius=12').radius).toBe(10)
    expect(parseJobSearchParams('location=London&radius=9999').radius).toBe(50)
  })

  it('takes remote, typed as a place, for a way to work beside those that are chosen', () => {
    const { location, workingEnvironment } = parseJobSearchParams('location=remote&environment=hybrid')
    expect({ location, workingEnvironment }).toEqual({ location: '', workingEnvironment: ['Remote', 'Hybrid'] })
  })

  it('orders by nearest only where there is a place', () => {
    expect(parseJobSearchParams('sort=nearest').sort).toBe('relevance')
    expect(parseJobSearchParams('sort=nearest&location=Leeds').sort).toBe('nearest')
  })

  it('never throws and always stays within its limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8_192 }), search => {
        const params = parseJobSearchParams(search)
        expect(params.query.length).toBeLessThanOrEqual(limits.text)
        expect(params.page).toBeGreaterThanOrEqual(1)
        expect(params.page).toBeLessThanOrEqual(limits.page)
        expect(pageSizes).toContain(params.pageSize)
      }),
    )
  })

  it('lets nothing pass that the guard refuses, however much is chosen', () => {
    const lists = ['query', 'plain', ...facets.map(({ param }) => param)]
    for (const mark of ['', '"'.repeat(20), '"'.repeat(limits.text)]) {
      const pairs = lists.flatMap(name => Array.from({ length: 30 }, (_, n) => `${name}=${n}${mark}`))
      const more = 'location=London&radius=50&remote=1&pay=GBP-year-50000&unstated=1&posted=30'
      const params = parseJobSearchParams(`${more}&${pairs.join('&')}`)
      expect(params.sectors.length).toBeGreaterThan(5)
      const { filter } = toQuery(params, { site: sites.uk, place: { ...londonPlace }, now: 1e9 }, 'jobs')
      expect(parseFilter(filter, 'mi')).toMatchObject({ kind: 'and' })
    }
  })

  it('keeps characters whole where a text is cut', () => {
    const letters = 'a'.repeat(limits.text - 1)
    const { query, location, sectors } = parseJobSearchParams(
      ['query', 'location', 'sector'].map(name => `${name}=${encodeURIComponent(`${letters}🙂`)}`).join('&'),
    )
    expect([query, location, ...sectors]).toEqual([letters, letters, letters])
  })
})

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map(value => value.replace(/[\p{Cc}\ufffd]/gu, '').trim())
const anySearch = fc
  .record({
    query: text,
    location: text,
    place: fc.constantFrom('', '2643743'),
    radius: fc.constantFrom(...radiusChoices),
    remote: fc.boolean(),
    sectors: fc.uniqueArray(fc.constantFrom('Banking', 'Insurance'), { maxLength: 2 }),
    specialisms: fc.uniqueArray(
      fc.oneof(fc.constantFrom(...specialisms.map(({ name }) => name)), fc.constant('Head: "Data" \\ R&D')),
      { maxLength: 3 },
    ),
    type: fc.uniqueArray(fc.constantFrom('Permanent', 'Contract')),
    workingEnvironment: fc.uniqueArray(fc.constantFrom('Hybrid', 'Remote')),
    workingHours: fc.uniqueArray(fc.constantFrom('Full-time', 'Part-time')),
    seniority: fc.uniqueArray(fc.constantFrom('Entry', 'Senior')),
    ir35: fc.uniqueArray(fc.constantFrom('Outside IR35')),
    pay: fc.constantFrom('', 'GBP-year-50000', 'max-EUR-day-600'),
    payUnstated: fc.boolean(),
    plain: fc.uniqueArray(fc.constantFrom('reading', '£50k')),
    salaryBand: fc.uniqueArray(fc.constantFrom('GBP-year-40000', 'none')),
    posted: fc.constantFrom(0, ...postedChoices),
    sort: fc.constantFrom(...jobSorts),
    page: fc.integer({ min: 1, max: 2_000 }),
    pageSize: fc.constantFrom(...pageSizes),
  })
  .map(params => ({
    ...params,
    payUnstated: params.payUnstated && params.pay !== '',
    plain: params.query === '' ? [] : params.plain,
  }))
  .map(params =>
    params.location === ''
      ? {
          ...params,
          place: '',
          remote: false,
          radius: noSearch.radius,
          sort: params.sort === 'nearest' ? ('relevance' as const) : params.sort,
        }
      : params,
  )

describe('stringifyJobSearchParams', () => {
  it('is read back as it was', () => {
    fc.assert(
      fc.property(
        anySearch,
        params => void expect(parseJobSearchParams(stringifyJobSearchParams(params))).toEqual(params),
      ),
    )
  })

  it('writes what is half a character as one that is not known', () => {
    expect(stringifyJobSearchParams({ query: 'a\ud800' })).toBe('query=a%EF%BF%BD')
  })

  it('writes a plus as %2B, a space as %20 and leaves defaults out', () => {
    expect(jobsPath({ query: 'c++ developer' })).toBe('/jobs?query=c%2B%2B%20developer')
    expect(jobsPath({})).toBe('/jobs')
    expect(jobsPath({ sectors: ['Banking'], page: 1 })).toBe('/jobs?sector=banking')
  })
})

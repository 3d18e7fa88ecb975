// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { toQuery } from '#api/jobQuery'
import { noSearch, parseJobSearchParams, stringifyJobSearchParams } from '#api/jobSearchParams'
import { refinementsOf } from '#api/refinements'
import { facets } from '#indexer/facets'
import { sites } from '#indexer/site'
import { formatFilter, jobKindOf, parseFilter } from '../../api/search/filter.ts'
import { jobsSettings } from '../../indexer/indexes/settings.ts'
import { facetTitles, isLandmark } from '../../web/search/labels.ts'

// A facet of the table is one everywhere: nothing else has to be told of it.
describe.each(facets)('the facet $attribute', ({ attribute, param, title, values, landmark }) => {
  const value = values[0] ?? 'GBP-year-40000'
  const params = { ...noSearch, [attribute]: [value] }

  it('has an address, which is read back', () => {
    const address = stringifyJobSearchParams(params)
    expect(address).toMatch(new RegExp(`^${param}=[\\w-]+$`))
    expect(parseJobSearchParams(address)).toEqual(params)
  })

  it('is a filter of the query, the guard and the index', () => {
    const { filter } = toQuery(params, { site: sites.uk, place: null, now: 0 }, 'jobs')
    expect(filter).toEqual([[`${attribute} = "${value}"`]])
    expect(jobKindOf(attribute)).toBe('text')
    expect(formatFilter(parseFilter(filter, 'mi')!)).toContain(attribute)
    expect(JSON.stringify(jobsSettings.filterableAttributes)).toContain(`"${attribute}"`)
  })

  it('has a title, a chip and its place among the landmarks', () => {
    expect(facetTitles[attribute]).toBe(title)
    expect(refinementsOf(params, { status: 'none' }, sites.uk)).toHaveLength(1)
    expect(isLandmark(params)).toBe(landmark)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noSearch } from '#api/jobSearchParams'
import { type SearchQuery, SearchUnavailable } from '#api/search'
import { sites } from '#indexer/site'
import { jobsIndex } from '../../web/search/connectJobSearch.ts'
import { findFirst } from '../../web/search/findFirst.ts'
import { searchClient } from '../../web/search/searchClient.ts'
import { aJob, now } from '../builders/jobDocument.ts'
import { aPlace, fakeSite } from './fakeSite.ts'

const request = (page = 0, query = '') => [
  { indexName: 'jobs', params: { query, page, hitsPerPage: 5, facets: ['type'], attributesToHighlight: ['title'] } },
]
type Results = { results: { hits: Record<string, unknown>[]; nbHits: number; nbPages: number }[] }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the search client', () => {
  it('sends what is searched for and nothing beside it', async () => {
    const site = fakeSite()
    await searchClient(site.api.multiSearch).search(request())
    expect(site.asked).toHaveLength(1)
    expect(site.asked[0]).toHaveLength(1)
  })

  it('answers again from memory for a minute, then asks', async () => {
    const site = fakeSite()
    const client = searchClient(site.api.multiSearch)
    await client.search(request())
    vi.advanceTimersByTime(59_000)
    await client.search(request())
    expect(site.asked).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    await client.search(request())
    expect(site.asked).toHaveLength(2)
    client.clearCache()
    await client.search(request())
    expect(site.asked).toHaveLength(3)
  })

  it('answers from memory no longer than the first of its jobs is live', async () => {
    vi.setSystemTime(now * 1_000)
    const site = fakeSite({ jobs: [aJob({ expires_at: now + 20 }), aJob({ title: 'Trader', expires_at: now + 40 })] })
    const client = searchClient(site.api.multiSearch)
    await client.search(request())
    vi.setSystemTime(now * 1_000 + 19_999)
    await client.search(request())
    expect(site.asked).toHaveLength(1)
    vi.setSystemTime(now * 1_000 + 20_000)
    await client.search(request(0, 'trader'))
    await client.search(request(0, 'trader'))
    expect(site.asked).toHaveLength(2)
    // The first question's answer went with the job that ended; that of the other is good for as long as the other job.
    vi.setSystemTime(now * 1_000 + 39_999)
    await client.search(request(0, 'trader'))
    expect(site.asked).toHaveLength(2)
    vi.setSystemTime(now * 1_000 + 40_000)
    await client.search(request(0, 'trader'))
    expect(site.asked).toHaveLength(3)
  })

  it('shows the last page past the end, with the same total', async () => {
    const site = fakeSite({ jobs: Array.from({ length: 12 }, () => aJob()) })
    const client = searchClient(site.api.multiSearch)
    const first = ((await client.search(request(0))) as unknown as Results).results[0]!
    const past = ((await client.search(request(1_999))) as unknown as Results).results[0]!
    expect([first.nbHits, past.nbHits]).toEqual([12, 12])
    expect(past.hits.map(({ id }) => id)).toHaveLength(2)
    expect(past.nbPages).toBe(3)
  })

  it('keeps a search without results without results', async () => {
    const { results } = (await searchClient(fakeSite().api.multiSearch).search(
      request(3, 'nothing of the kind'),
    )) as unknown as Results
    expect(results[0]).toMatchObject({ nbHits: 0, hits: [] })
  })

  it('carries one formatted text a hit: the title', async () => {
    const { results } = (await searchClient(fakeSite().api.multiSearch).search(request())) as unknown as Results
    const hit = results[0]!.hits[0]!
    expect(hit._highlightResult).toEqual({ title: { value: hit.title } })
    expect(hit).not.toHaveProperty('_snippetResult')
  })

  it('lets an outage through as itself', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = fakeSite()
    site.down = true
    await expect(searchClient(site.api.multiSearch).search(request())).rejects.toBeInstanceOf(SearchUnavailable)
    await expect(findFirst(noSearch, { api: site.api, site: sites.uk, now })).rejects.toBeInstanceOf(SearchUnavailable)
    log.mockRestore()
  })
})

describe('what a page starts with', () => {
  it('is one request, and survives JSON', async () => {
    vi.useRealTimers()
    const site = fakeSite({ jobs: [aJob({ title: 'Head: "Data" \\ R&D </script>' })] })
    const { first, alternatives } = await findFirst(
      { ...noSearch, type: ['Permanent'] },
      { api: site.api, site: sites.uk, now },
    )
    expect(site.asked).toHaveLength(1)
    expect(site.asked[0]).toHaveLength(2)
    expect(JSON.parse(JSON.stringify(first))).toEqual(first)
    expect(first[jobsIndex]!.results![0]).toMatchObject({
      nbHits: 1,
      hits: [{ title: 'Head: "Data" \\ R&D </script>' }],
    })
    expect(alternatives).toEqual([])
  })

  it('counts the ways on from nothing in one request of at most ten', async () => {
    vi.useRealTimers()
    const site = fakeSite({
      jobs: [aJob({ title: 'Actuary' }), aJob({ title: 'Trader' })],
      places: { Manchester: aPlace() },
    })
    const params = {
      ...noSearch,
      query: 'zzz',
      location: 'Manchester',
      type: ['Permanent', 'Contract'],
      sectors: ['Banking', 'Insurance', 'Technology'],
      specialisms: ['Data', 'Quants'],
      posted: 7,
    }
    const { alternatives } = await findFirst(params, { api: site.api, site: sites.uk, now })
    expect(site.asked).toHaveLength(2)
    expect(site.asked[1]!.length).toBeLessThanOrEqual(10)
    expect(site.asked[1]!.every((query: SearchQuery) => query.hitsPerPage === 0)).toBe(true)
    // The stand-in filters by the words alone, so dropping them is what finds jobs.
    expect(alternatives.map(({ label, count }) => [label, count])).toEqual([
      ['Drop “zzz”', 2],
      ['See all jobs', 2],
    ])
    expect(alternatives[0]!.params).toEqual({ ...params, query: '' })
  })

  it('offers the places that an unknown one may mean', async () => {
    vi.useRealTimers()
    const site = fakeSite({
      places: {
        Manchester: aPlace(),
        England: aPlace({ id: 'area-1', name: 'England', label: 'England', kind: 'area', areaCode: 'GB-ENG' }),
      },
    })
    const { resolution, first, alternatives } = await findFirst(
      { ...noSearch, location: 'Manchestre Town' },
      { api: site.api, site: sites.uk, now },
    )
    expect(resolution.status).toBe('unknown')
    expect(first[jobsIndex]!.results![0]).toMatchObject({ nbHits: 0 })
    expect(alternatives.map(({ label }) => label)).toEqual([
      'Search near Manchester, England',
      'Search in England',
      'Search everywhere',
    ])
    expect(alternatives[0]!.params).toMatchObject({ location: 'Manchester, England', place: '2643123' })
  })
})

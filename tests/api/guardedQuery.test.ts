import { describe, expect, it } from 'vitest'
import { SearchRequestError } from '#api/search'
import { contentCardAttributes } from '#indexer/contentDocuments'
import { facetAttributes } from '#indexer/facets'
import { cardAttributes } from '#indexer/job'
import { sites } from '#indexer/site'
import { formatFilter } from '../../api/search/filter.ts'
import { guardQueries, guardQuery, isContent, mayFilter, searchableWords } from '../../api/search/guardedQuery.ts'

const guarded = (query: Record<string, unknown> = {}) => guardQuery({ indexUid: 'jobs', ...query }, sites.uk)
const refusal = (query: unknown): string => {
  try {
    guardQuery(query, sites.uk)
  } catch (error) {
    if (error instanceof SearchRequestError) return `${error.field}: ${error.message}`
    throw error
  }
  throw new Error(`not refused: ${JSON.stringify(query)}`)
}

describe('a query that says nothing', () => {
  it('asks for the first page of everything that a card shows', () => {
    expect(guarded()).toEqual({
      index: 'jobs',
      q: '',
      plain: [],
      filter: null,
      facets: [],
      sort: [],
      nearest: false,
      page: 1,
      hitsPerPage: 20,
      attributes: [...cardAttributes],
      highlight: null,
    })
    const nulls = { q: null, filter: null, facets: null, sort: null, page: null, hitsPerPage: null, limit: null }
    expect(guarded(nulls)).toEqual(guarded())
  })

  it.each(['posts', 'events', 'specialisms', 'people'] as const)('of %s asks for what their cards show', indexUid => {
    expect(guardQuery({ indexUid }, sites.uk).attributes).toEqual([...contentCardAttributes[indexUid]])
    expect([isContent(indexUid), isContent('jobs')]).toEqual([true, false])
  })
})

describe('what is to be left as plain text', () => {
  const split = (filter: unknown) => {
    const { plain, filter: rest } = guarded({ filter })
    return [plain, rest && formatFilter(rest)]
  }

  it('stands beside the other filters', () => {
    expect(split('plain = b')).toEqual([['b'], null])
    expect(split('plain IN [b, a] AND sectors IN [Banking, Tax] AND type = Contract AND plain = "*"')).toEqual([
      ['*', 'a', 'b'],
      '(sectors IN ["Banking", "Tax"] AND type = "Contract")',
    ])
    expect(split(['plain = a', ['type = a', 'type = b']])).toEqual([['a'], '(type = "a" OR type = "b")'])
    expect(split('type = plain')).toEqual([[], 'type = "plain"'])
  })

  it.each(['plain != a', 'NOT plain = a', 'plain = a OR type = b', 'type = b AND NOT plain IN [a]', 'plain EXISTS'])(
    'is not read from %s',
    filter => expect(refusal({ indexUid: 'jobs', filter })).toMatch(/^filter: .*plain/),
  )
})

describe('pages', () => {
  const paged = (query: Record<string, unknown>) => {
    const { page, hitsPerPage } = guarded(query)
    return [page, hitsPerPage]
  }

  it.each<[Record<string, unknown>, number, number]>([
    [{ page: 3 }, 3, 20],
    [{ page: 2.9, hitsPerPage: 7.9 }, 2, 7],
    [{ page: 0 }, 1, 20],
    [{ hitsPerPage: 51 }, 1, 50],
    [{ hitsPerPage: -1 }, 1, 0],
    [{ page: 2_001 }, 2_000, 20],
    [{ page: Number.POSITIVE_INFINITY }, 2_000, 20],
    // An offset counts only where no page does.
    [{ limit: 10, offset: 20 }, 3, 10],
    [{ limit: 10, offset: 29 }, 3, 10],
    [{ limit: 10, offset: 20, page: 5 }, 5, 10],
    [{ limit: 10, offset: 20, hitsPerPage: 5 }, 1, 5],
    [{ limit: 0, offset: 20 }, 1, 0],
  ])('%j is page %d of %d', (query, page, hitsPerPage) => expect(paged(query)).toEqual([page, hitsPerPage]))

  it.each(['page', 'hitsPerPage', 'limit', 'offset'])('are no numbers where %s is none', field => {
    for (const value of ['2', Number.NaN, [1], true])
      expect(refusal({ indexUid: 'jobs', [field]: value })).toBe(`${field}: ${field} must be a number.`)
  })
})

describe('what comes back', () => {
  it('is what is asked for and allowed, with the id', () => {
    const attributes = (attributesToRetrieve: unknown) => guarded({ attributesToRetrieve }).attributes
    expect(attributes(['title', 'rawHash'])).toEqual(['id', 'title'])
    expect(attributes(['title', '*'])).toEqual([...cardAttributes])
    expect(attributes('title')).toEqual([...cardAttributes])
    expect(attributes([])).toEqual(['id'])
  })

  it('is highlighted in the title, between tags of fifty characters at most', () => {
    const highlight = (query: Record<string, unknown>) => guarded(query).highlight
    const tags = (before: unknown, after: unknown) =>
      highlight({ attributesToHighlight: ['title'], highlightPreTag: before, highlightPostTag: after })
    expect(highlight({ attributesToHighlight: ['*'] })).toEqual({ attribute: 'title', before: '<em>', after: '</em>' })
    expect(tags('a'.repeat(50), 'b'.repeat(51))).toMatchObject({ before: 'a'.repeat(50), after: '</em>' })
    expect(tags(1, '\ud800')).toMatchObject({ before: '<em>', after: '\ufffd' })
    expect(highlight({ attributesToHighlight: ['description'] })).toBeNull()
    expect(highlight({ attributesToHighlight: 'title' })).toBeNull()
    expect(highlight({ attributesToHighlight: ['title'], attributesToRetrieve: ['id'] })).toBeNull()
    const people = { indexUid: 'people', attributesToHighlight: ['name'] }
    expect(guardQuery(people, sites.uk).highlight?.attribute).toBe('name')
  })

  it('has facets in one order, each once, and orders each once', () => {
    expect(guarded({ facets: ['type', 'sectors', 'type'] }).facets).toEqual(
      facetAttributes.filter(name => name === 'type' || name === 'sectors'),
    )
    expect(guarded({ sort: ['published_at:desc', 'published_at:desc'] })).toMatchObject({
      sort: ['published_at:desc'],
      nearest: false,
    })
    expect(guarded({ sort: ['near:asc', 'salaryDay.EUR:desc'] })).toMatchObject({
      sort: ['salaryDay.EUR:desc'],
      nearest: true,
    })
  })
})

describe('what is refused', () => {
  it.each<[unknown, string]>([
    [undefined, ': A query must be an object.'],
    [[], ': A query must be an object.'],
    [{}, 'indexUid: The indexes to search are: jobs, posts, events, specialisms, people.'],
    [{ indexUid: 'toString' }, 'indexUid: The indexes'],
    [{ indexUid: 'jobs', q: 5 }, 'q: q must be a string.'],
    [{ indexUid: 'jobs', facets: 'type' }, 'facets: facets must be an array'],
    [{ indexUid: 'jobs', facets: ['type', 'x'.repeat(99)] }, `facets: "${'x'.repeat(60)}" is not a facet. There are: `],
    [{ indexUid: 'jobs', sort: 'published_at:desc' }, 'sort: sort must be an array of at most 3 orders.'],
    [
      { indexUid: 'jobs', sort: Array(4).fill('published_at:desc') },
      'sort: sort must be an array of at most 3 orders.',
    ],
    [{ indexUid: 'jobs', sort: ['xpublished_at:desc'] }, 'sort: "xpublished_at:desc" is not an order. There are: '],
    [{ indexUid: 'jobs', sort: ['published_at:descx'] }, 'sort: "published_at:descx" is not an order'],
    [{ indexUid: 'jobs', sort: ['salaryWeek.GBP:desc'] }, 'sort: "salaryWeek.GBP:desc" is not an order'],
    [{ indexUid: 'jobs', sort: [5] }, 'sort: "5" is not an order'],
    [{ indexUid: 'posts', filter: 'sectorsx = a' }, 'filter: '],
  ])('%j', (query, message) => expect(refusal(query).slice(0, message.length)).toBe(message))

  it('is at most three orders, and ten queries', () => {
    const sort = ['published_at:asc', 'salaryYear.GBP:desc', 'salaryDay.GBP:desc']
    expect(guarded({ sort }).sort).toEqual(sort)
    const queries = (count: number) => ({ queries: Array(count).fill({ indexUid: 'jobs' }) })
    expect(guardQueries(queries(10), sites.uk)).toHaveLength(10)
    expect(() => guardQueries(queries(11), sites.uk)).toThrow('A request holds at most 10 queries.')
    expect(() => guardQueries({ queries: [{ indexUid: 'jobs' }, { indexUid: 'jobs', q: 1 }] }, sites.uk)).toThrow(
      expect.objectContaining({ field: 'queries[1].q', message: 'q must be a string.' }),
    )
  })
})

it('knows what may be filtered on in each index', () => {
  expect([mayFilter('jobs', 'type'), mayFilter('jobs', 'plain'), mayFilter('jobs', 'expires_at')]).toEqual([
    true,
    true,
    false,
  ])
  expect([mayFilter('posts', 'type'), mayFilter('posts', 'id'), mayFilter('events', 'near')]).toEqual([
    false,
    false,
    false,
  ])
})

describe('the words for the engine', () => {
  it.each<[string, string | null, string | null]>([
    ['', '', null],
    ['actuary', 'actuary', null],
    ['Leeds -Property --x', 'Leeds Property x ', null],
    ['ba', 'ba ', null],
    ['R&D', 'R&D ', null],
    ['abc', 'abc', null],
    ['IFRS17', '"IFRS17"', 'IFRS 17'],
    ['head 21angular x', 'head "21angular" x ', 'head 21 angular x '],
    ['k8s', 'k8s ', null],
    ['m4s9', 'm4s9', null],
    ['12345', '12345', null],
    ['abcde', 'abcde', null],
    ['"IFRS17" x1x1x', '"IFRS17" x1x1x', null],
    ['IFRS17, x', 'IFRS17, x ', null],
    ['--', null, null],
    ['ـ', null, null],
    ['#', null, null],
    ['#+', null, null],
    ['c#', 'c# ', null],
    ['c++', 'c++ ', null],
    ['C+B', 'C+B ', null],
    ['network+', 'network+', null],
  ])('%j', (q, strict, loose) => expect(searchableWords(q)).toEqual(strict === null ? null : { strict, loose }))

  it('are as long as a text may be, and well-formed', () => {
    expect(guarded({ q: ` ${'x'.repeat(300)}` }).q).toBe('x'.repeat(199))
    expect(guarded({ q: 'a\ud800' }).q).toBe('a\ufffd')
  })
})

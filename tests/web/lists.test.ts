import { createMemoryHistory } from '@tanstack/react-router'
import algoliasearchHelper from 'algoliasearch-helper'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectListSearch, type ListPart, toListParameters } from '../../web/search/connectListSearch.ts'
import { type ListName, type ListParams, listAddress, listPath, noList, parseList } from '../../web/search/lists.ts'
import { parseSiteQuery, sitePath } from '../../web/search/siteGroups.ts'
import { type BridgeState, createUrlBridge } from '../../web/search/urlBridge.ts'

const now = 1_795_780_800

function at(list: ListName, href: string): ListParams | null {
  const [pathname = '', ...search] = href.split('?')
  return parseList(list, { pathname, search: search.length > 0 ? `?${search.join('?')}` : '' })
}

describe('the address of a list', () => {
  it.each<[ListName, string, Partial<ListParams> | null]>([
    ['posts', '/blog', {}],
    ['posts', '/blog?query=ifrs+17&page=2', { query: 'ifrs 17', page: 2 }],
    ['posts', '/blog/tag/insurance?query=c%2B%2B', { query: 'c++', tag: 'insurance' }],
    ['posts', '/blog?query=c++', { query: 'c++' }],
    ['posts', '/blog?query=C%23', { query: 'C#' }],
    ['posts', '/blog?query=2024', { query: '2024' }],
    ['posts', '/blog?tag=dei', { tag: 'dei' }],
    ['posts', '/blog/tag/dei?tag=other', { tag: 'dei' }],
    ['posts', '/blog?tag=%22%3Cscript%3E', {}],
    ['posts', '/blog?page=-3', {}],
    ['posts', '/blog?page=1e9', { page: 2_000 }],
    ['posts', '/blog?when=past', {}],
    ['posts', '/blog?query[]=x&%E0%A4%A', {}],
    ['posts', '/blog/an-insight', null],
    ['posts', '/blog/tag/', null],
    ['posts', '/blog/tag/a/b', null],
    ['posts', '/events', null],
    ['events', '/events?when=past&page=3', { past: true, page: 3 }],
    ['events', '/events?when=soon', {}],
    ['events', '/events/tag/dei', { tag: 'dei' }],
  ])('of %s at %s is read', (list, href, wanted) => {
    expect(at(list, href)).toEqual(wanted && { ...noList, ...wanted })
  })

  it('is read whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom('/blog', '/events', '/blog/tag/x', '/events/tag/y', '/jobs'),
        (search, pathname) => {
          for (const list of ['posts', 'events'] as const) {
            const params = parseList(list, { pathname, search: `?${search}` })
            if (params === null) continue
            expect(params.query.length).toBeLessThanOrEqual(200)
            // What is read is written in one way, which is read again as the same.
            expect(at(list, listPath(list, params))).toEqual(params)
          }
        },
      ),
    )
  })

  it('gives back every search that is written into it', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40, unit: 'grapheme' }),
      fc.constantFrom('c++', 'C#', '"exact"', '</script>', 'true', '1e5', '[1]', '😀', 'a&b=c'),
    )
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('', 'insurance', 'public-sector'),
        fc.boolean(),
        fc.integer({ min: 1, max: 2_000 }),
        fc.constantFrom<ListName>('posts', 'events'),
        (typed, tag, past, page, list) => {
          const query = parseSiteQuery(`query=${encodeURIComponent(typed)}`)
          const params = { query, tag, past: past && list === 'events', page }
          expect(at(list, listPath(list, params))).toEqual(params)
        },
      ),
    )
  })

  it('is another page for another tag', () => {
    const address = listAddress('posts', 'dei')
    expect(address.read({ pathname: '/blog/tag/dei', search: '' })).toMatchObject({ tag: 'dei' })
    expect(address.read({ pathname: '/blog', search: '' })).toBeNull()
    expect(address.read({ pathname: '/blog/tag/banking', search: '' })).toBeNull()
    expect(listAddress('posts', '').read({ pathname: '/blog/tag/dei', search: '' })).toBeNull()
  })
})

describe('the address of the site search', () => {
  it.each([
    ['', '/search'],
    ['  ', '/search'],
    ['C++', '/search?query=C%2B%2B'],
    ['C#', '/search?query=C%23'],
    ['"day rate"', '/search?query=%22day%20rate%22'],
    ['</script>', '/search?query=%3C%2Fscript%3E'],
    ['😀', `/search?query=${encodeURIComponent('😀')}`],
    ['x'.repeat(500), `/search?query=${'x'.repeat(200)}`],
  ])('of %j', (query, href) => {
    expect(sitePath(query)).toBe(href)
    expect(parseSiteQuery(href.split('?')[1] ?? '')).toBe(query.trim().slice(0, 200))
  })

  it('can be made of any text and read from any', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const href = sitePath(text)
        expect(parseSiteQuery(href.split('?')[1] ?? '').length).toBeLessThanOrEqual(200)
        expect(sitePath(parseSiteQuery(href.split('?')[1] ?? ''))).toBe(href)
        parseSiteQuery(text)
      }),
    )
  })
})

describe('the request of a list', () => {
  const base = new algoliasearchHelper.SearchParameters({ index: 'x' })
  const made = (part: ListPart, params: Partial<ListParams> = {}) =>
    toListParameters(base, { ...noList, ...params }, { part, now: () => now })

  it('asks for the newest insights, and for the most relevant when there is a text', () => {
    expect(made('posts')).toMatchObject({ index: 'posts:published_at:desc', page: 0, hitsPerPage: 5 })
    expect(made('posts').filters).toBeUndefined()
    expect(made('posts', { query: 'pay', page: 3 })).toMatchObject({ index: 'posts', query: 'pay', page: 2 })
  })

  it('asks for what is to come from the next on, and for what is over from the last back', () => {
    expect(made('events', { query: 'pay' })).toMatchObject({
      index: 'events:starts_at:asc',
      filters: `ends_at > ${now}`,
    })
    expect(made('past')).toMatchObject({ index: 'events:starts_at:desc', filters: `ends_at <= ${now}` })
  })

  it('pages the part that is asked for, and shows the beginning of the other', () => {
    expect(made('events', { page: 2 })).toMatchObject({ page: 1, hitsPerPage: 5 })
    expect(made('past', { page: 2 })).toMatchObject({ page: 0, hitsPerPage: 4 })
    expect(made('past', { page: 2, past: true })).toMatchObject({ page: 1, hitsPerPage: 5 })
    expect(made('events', { page: 2, past: true })).toMatchObject({ page: 0, hitsPerPage: 4 })
  })

  it('keeps its search whole in the state of the index', () => {
    const params = { query: 'a', tag: 'dei', past: true, page: 4 }
    const widget = connectListSearch(() => {})({ part: 'past', now: () => now })
    const searchParameters = widget.getWidgetSearchParameters!(base, { uiState: { listSearch: params } })
    expect(widget.getWidgetUiState!({}, { searchParameters, helper: {} as never })).toEqual({ listSearch: params })
    expect(searchParameters.disjunctiveFacetsRefinements).toEqual({ tags: ['dei'] })
  })
})

describe('the bridge of a list', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  function setUp(url: string) {
    const history = createMemoryHistory({ initialEntries: [url] })
    const pushed: string[] = []
    history.subscribe(({ location, action }) => action.type === 'PUSH' && pushed.push(location.href))
    const params = at('events', url)!
    const bridge = createUrlBridge<ListParams, BridgeState<ListParams>>({
      router: { history, navigate: ({ href }) => history.push(href) },
      address: listAddress('events', params.tag),
      key: 'listSearch',
      indexes: ['events', 'past'],
      start: { params, failed: false, now },
    })
    const searched: ListParams[] = []
    bridge.routing.router.onUpdate(next => {
      searched.push(next)
      bridge.routing.router.write(next)
    })
    const stop = bridge.listen()
    return { bridge, history, pushed, searched, stop }
  }

  it('writes one entry for a word, on the page of its tag, and goes back to the first page', async () => {
    const { bridge, pushed, searched } = setUp('/events/tag/dei?when=past&page=2')
    for (const query of ['f', 'fa', 'fai', 'fair']) {
      bridge.change({ query }, 'typing')
      await vi.advanceTimersByTimeAsync(80)
    }
    expect(searched.map(({ query, page }) => [query, page])).toEqual([
      ['f', 1],
      ['fa', 1],
      ['fai', 1],
      ['fair', 1],
    ])
    expect(pushed).toEqual([])
    await vi.advanceTimersByTimeAsync(400)
    expect(pushed).toEqual(['/events/tag/dei?query=fair&when=past'])
  })

  it('follows Back', async () => {
    const { bridge, history, searched, pushed } = setUp('/events')
    bridge.change({ query: 'pay' })
    await vi.runAllTimersAsync()
    history.back()
    await vi.runAllTimersAsync()
    expect(searched.at(-1)).toEqual(noList)
    expect(pushed).toEqual(['/events?query=pay'])
  })

  it('hands one search to each of its indexes', () => {
    const { bridge } = setUp('/events')
    const params = { ...noList, query: 'x' }
    expect(bridge.routing.stateMapping.routeToState(params)).toEqual({
      events: { listSearch: params },
      past: { listSearch: params },
    })
    expect(bridge.routing.stateMapping.stateToRoute({ events: { listSearch: params } } as never)).toEqual(params)
  })

  it('says nothing for an address that is another page’s, and writes nothing there', async () => {
    const { bridge, history, searched, pushed } = setUp('/events')
    bridge.change({ query: 'pay' }, 'typing')
    await vi.advanceTimersByTimeAsync(10)
    history.push('/events/tag/dei')
    await vi.runAllTimersAsync()
    bridge.change({ query: 'other' })
    await vi.runAllTimersAsync()
    expect(pushed).toEqual(['/events/tag/dei'])
    expect(searched.map(({ query }) => query)).toEqual(['pay', 'other'])
  })
})

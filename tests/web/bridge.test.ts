import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type JobSearchParams, jobsPath, noSearch, parseJobSearchParams } from '#api/jobSearchParams'
import { sites } from '#indexer/site'
import { setSiteClock } from '../../web/live/siteClock.ts'
import { createSearchBridge, type SearchBridge } from '../../web/search/bridge.ts'
import { aPlace, fakeSite } from './fakeSite.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Epoch seconds of the page's render. */
const first = 1_795_780_800

/**
 * The bridge between a history and a stand-in for InstantSearch, which reports each state that is put into it, as the
 * real one does.
 */
function setUp(url = '/jobs', { listening = true, failed = false } = {}) {
  const history = createMemoryHistory({ initialEntries: [url] })
  const pushed: string[] = []
  history.subscribe(({ location, action }) => action.type === 'PUSH' && pushed.push(location.href))
  const site = fakeSite({
    places: { Manchester: aPlace(), Leeds: aPlace({ id: '2644688', name: 'Leeds', label: 'Leeds, England' }) },
  })
  const params = parseJobSearchParams(url.split('?')[1] ?? '')
  const bridge = createSearchBridge({
    router: { history, navigate: ({ href }) => history.push(href) },
    api: site.api,
    site: sites.uk,
    start: { params, resolution: { status: 'none' }, failed, now: first },
  })
  const searched: JobSearchParams[] = []
  bridge.routing.router.onUpdate(next => {
    searched.push(next)
    bridge.routing.router.write(next)
  })
  const stop = listening ? bridge.listen() : () => {}
  return { bridge, history, pushed, searched, site, stop }
}

const type = async (bridge: SearchBridge, text: string) => {
  for (let i = 1; i <= text.length; i++) {
    bridge.change({ query: text.slice(0, i) }, 'typing')
    await vi.advanceTimersByTimeAsync(80)
  }
}

describe('a change', () => {
  it('is searched at once and is one entry of the history', async () => {
    const { bridge, pushed, searched } = setUp('/jobs?page=3')
    bridge.change({ sectors: ['Banking'] })
    await vi.advanceTimersByTimeAsync(0)
    expect(searched).toEqual([{ ...noSearch, sectors: ['Banking'] }])
    expect(pushed).toEqual(['/jobs?sector=banking'])
  })

  it('made before InstantSearch takes searches is searched once it does', async () => {
    const { bridge, pushed, searched } = setUp('/jobs', { listening: false })
    bridge.change({ sort: 'newest' })
    await vi.advanceTimersByTimeAsync(0)
    expect([pushed, searched]).toEqual([[], []])
    bridge.listen()
    await vi.advanceTimersByTimeAsync(0)
    expect(searched).toEqual([{ ...noSearch, sort: 'newest' }])
    expect(pushed).toEqual(['/jobs?sort=newest'])
  })

  it('that changes nothing does nothing: also the page stays', async () => {
    const { bridge, pushed, searched } = setUp('/jobs?query=data&page=3')
    bridge.change({ query: ' data ' })
    await vi.runAllTimersAsync()
    expect([pushed, searched]).toEqual([[], []])
  })

  it('of the page alone keeps everything else', async () => {
    const { bridge, pushed } = setUp('/jobs?query=data&sector=banking')
    bridge.change({ page: 4 })
    await vi.runAllTimersAsync()
    expect(pushed).toEqual(['/jobs?query=data&sector=banking&page=4'])
  })

  it('of a typed place drops the one chosen before, and is searched when it has been looked up', async () => {
    const { bridge, pushed, searched, site } = setUp()
    bridge.change({ location: 'Manchester, England', place: '2643123' })
    await vi.runAllTimersAsync()
    bridge.change({ location: 'Leeds' })
    expect(bridge.getState().params).toMatchObject({ location: 'Leeds', place: '' })
    await vi.runAllTimersAsync()
    expect(pushed.at(-1)).toBe('/jobs?location=Leeds')
    expect(searched.at(-1)).toMatchObject({ location: 'Leeds' })
    expect(site.resolved).toContain('Leeds')
    expect(bridge.contextOf(bridge.getState().params).place).toMatchObject({ name: 'Leeds' })
  })

  it('whose place nobody knows is searched as unknown', async () => {
    const { bridge } = setUp()
    bridge.change({ location: 'Atlantis' })
    await vi.runAllTimersAsync()
    expect(bridge.contextOf(bridge.getState().params).place).toBe('unknown')
  })

  it('is overtaken by a later one while its place is being looked up', async () => {
    const { bridge, pushed, searched } = setUp()
    bridge.change({ location: 'Leeds' })
    bridge.change({ location: '' })
    await vi.runAllTimersAsync()
    expect(searched.every(({ location }) => location === '')).toBe(true)
    expect(pushed).toEqual([])
  })

  it('whose place cannot be looked up says so and can be tried again', async () => {
    const { bridge, pushed, site } = setUp()
    site.down = true
    bridge.change({ location: 'Leeds' })
    await vi.runAllTimersAsync()
    expect(bridge.getState().failed).toBe(true)
    expect(pushed).toEqual([])
    site.down = false
    bridge.retry()
    await vi.runAllTimersAsync()
    expect(bridge.getState().failed).toBe(false)
    expect(pushed).toEqual(['/jobs?location=Leeds'])
  })

  it('after a page that came without results looks the place up before anything is searched', async () => {
    const { bridge, searched, site } = setUp('/jobs?location=Leeds', { failed: true })
    bridge.retry()
    expect(searched).toEqual([])
    await vi.runAllTimersAsync()
    expect(site.resolved).toEqual(['Leeds'])
    expect(searched).toHaveLength(1)
    expect(bridge.getState()).toMatchObject({ failed: false, resolution: { status: 'found' } })
    expect(bridge.contextOf(bridge.getState().params).place).toMatchObject({ name: 'Leeds' })
  })
})

describe('typing', () => {
  it('searches each letter and writes one entry once it pauses', async () => {
    const { bridge, pushed, searched } = setUp()
    await type(bridge, 'actuary')
    expect(searched).toHaveLength(7)
    expect(pushed).toEqual([])
    await vi.advanceTimersByTimeAsync(400)
    expect(pushed).toEqual(['/jobs?query=actuary'])
  })

  it('followed by a choice is two entries', async () => {
    const { bridge, pushed } = setUp()
    await type(bridge, 'data')
    bridge.change({ type: ['Contract'] })
    await vi.runAllTimersAsync()
    expect(pushed).toEqual(['/jobs?query=data', '/jobs?query=data&type=contract'])
  })

  it('completed by a proposal is one entry: the half word is none', async () => {
    const { bridge, pushed } = setUp()
    await type(bridge, 'actu')
    bridge.change({ query: 'Actuary', location: 'Leeds', place: '2644688' }, 'chosen')
    await vi.runAllTimersAsync()
    expect(pushed).toEqual(['/jobs?query=Actuary&location=Leeds&place=2644688'])
  })

  it('completed by a proposal of the same words is written at once', async () => {
    const { bridge, pushed } = setUp()
    await type(bridge, 'actuary')
    bridge.change({ query: 'actuary' }, 'chosen')
    expect(pushed).toEqual(['/jobs?query=actuary'])
    await vi.runAllTimersAsync()
    expect(pushed).toHaveLength(1)
  })

  it('is written before a job is opened, and never after', async () => {
    const { bridge, history, pushed, stop } = setUp()
    await type(bridge, 'data')
    bridge.flush()
    history.push('/jobs/data-engineer-ll-1')
    stop()
    await vi.runAllTimersAsync()
    expect(pushed).toEqual(['/jobs?query=data', '/jobs/data-engineer-ll-1'])
  })

  it('is forgotten where the page is left without it', async () => {
    const { bridge, history, pushed, stop } = setUp()
    await type(bridge, 'data')
    history.push('/')
    stop()
    await vi.runAllTimersAsync()
    expect(pushed).toEqual(['/'])
    expect(history.location.href).toBe('/')
  })
})

describe('the history', () => {
  it('brings the search back, and adds nothing', async () => {
    const { bridge, history, pushed, searched } = setUp('/jobs?query=data')
    bridge.change({ type: ['Contract'] })
    bridge.change({ page: 2 })
    await vi.runAllTimersAsync()
    expect(pushed).toHaveLength(2)
    history.back()
    await vi.runAllTimersAsync()
    expect(searched.at(-1)).toEqual({ ...noSearch, query: 'data', type: ['Contract'] })
    history.back()
    await vi.runAllTimersAsync()
    expect(searched.at(-1)).toEqual({ ...noSearch, query: 'data' })
    history.forward()
    history.forward()
    await vi.runAllTimersAsync()
    expect(bridge.getState().params).toEqual({ ...noSearch, query: 'data', type: ['Contract'], page: 2 })
    expect(pushed).toHaveLength(2)
  })

  it('takes the search with a link, and drops what typing still owed', async () => {
    const { bridge, history, pushed, searched } = setUp()
    await type(bridge, 'dat')
    history.push(jobsPath({ sectors: ['Insurance'] }))
    await vi.runAllTimersAsync()
    expect(searched.at(-1)).toEqual({ ...noSearch, sectors: ['Insurance'] })
    expect(pushed).toEqual(['/jobs?sector=insurance'])
  })

  it('keeps an address that means the same as it stands', async () => {
    const { bridge, history, pushed } = setUp('/jobs?page=-3&utm_source=letter')
    bridge.routing.router.write(bridge.getState().params)
    await vi.runAllTimersAsync()
    expect(pushed).toEqual([])
    expect(history.location.href).toBe('/jobs?page=-3&utm_source=letter')
  })
})

describe('the clock of a page that stays open', () => {
  const day = 86_400
  const at = (seconds: number) => vi.setSystemTime((first + seconds) * 1_000)
  const nowOf = ({ getState, contextOf }: SearchBridge) => {
    expect(contextOf(getState().params).now).toBe(getState().now)
    return getState().now - first
  }
  afterEach(() => setSiteClock(Date.now()))

  it('is that of its render until it searches again, and stands for a minute: equal searches are equal', async () => {
    at(0)
    const { bridge } = setUp()
    at(2 * day)
    expect(nowOf(bridge)).toBe(0)
    bridge.change({ posted: 1 })
    expect(nowOf(bridge)).toBe(2 * day)
    at(2 * day + 59)
    bridge.change({ posted: 0 })
    expect(nowOf(bridge)).toBe(2 * day)
    at(2 * day + 60)
    bridge.retry()
    expect(nowOf(bridge)).toBe(2 * day + 60)
  })

  it('is never before the render, where the visitor’s own is behind', async () => {
    at(-day)
    const { bridge } = setUp()
    bridge.change({ posted: 1 })
    expect(nowOf(bridge)).toBe(0)
  })

  it('is the site’s once that was told', async () => {
    at(5 * day)
    const { bridge } = setUp()
    bridge.change({ posted: 1 })
    expect(nowOf(bridge)).toBe(5 * day)
    setSiteClock((first + 100) * 1_000)
    at(5 * day + 20)
    bridge.change({ posted: 0 })
    expect(nowOf(bridge)).toBe(120)
  })
})

describe('what InstantSearch reports', () => {
  it('is not written unless it was asked for: not a rollback, not the state of a page being taken apart', async () => {
    const { bridge, pushed } = setUp('/jobs?query=data')
    bridge.routing.router.write(noSearch)
    bridge.routing.router.write({ ...noSearch, query: 'earlier' })
    await vi.runAllTimersAsync()
    expect(pushed).toEqual([])
  })

  it('is not written any more once the page has ended', async () => {
    const { bridge, pushed, stop } = setUp()
    bridge.change({ query: 'data' }, 'typing')
    await vi.advanceTimersByTimeAsync(0)
    stop()
    bridge.routing.router.write(bridge.getState().params)
    await vi.runAllTimersAsync()
    expect(pushed).toEqual([])
  })
})

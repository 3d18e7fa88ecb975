// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveNews } from '#api/live'
import { listen } from '../../web/live/liveStream.ts'

class Source {
  readonly url: string
  static all: Source[] = []
  isClosed = false
  onmessage?: (event: { data: string }) => void
  onerror?: () => void
  constructor(url: string) {
    this.url = url
    Source.all.push(this)
  }
  close() {
    this.isClosed = true
  }
}

const news: LiveNews = { total: 4, fresh: 1, gone: [], at: 1 }
const open = () => Source.all.filter(({ isClosed }) => !isClosed)
let isHidden: boolean
let heard: (LiveNews | null)[]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  Source.all = []
  isHidden = false
  heard = []
  end = listen(
    () => `/live?since=${Source.all.length}`,
    one => heard.push(one),
  )
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const show = (is: boolean) => {
  isHidden = !is
  document.dispatchEvent(new Event('visibilitychange'))
}

it('hears, and ends with the page', () => {
  open()[0]!.onmessage!({ data: JSON.stringify(news) })
  expect(heard).toEqual([news])
  window.dispatchEvent(new Event('pagehide'))
  expect(open()).toEqual([])
  window.dispatchEvent(new Event('pageshow'))
  expect(open()).toHaveLength(1)
  end()
  expect(open()).toEqual([])
  show(true)
  expect(open()).toEqual([])
})

it('comes again after a pause that grows, up to a minute, and is short again once it has heard', () => {
  const waited: number[] = []
  for (let n = 0; n < 9; n++) {
    open()[0]!.onerror!()
    expect(open()).toEqual([])
    let ms = 0
    for (; open().length === 0; ms += 500) vi.advanceTimersByTime(500)
    waited.push(ms)
  }
  expect(waited).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map(seconds => seconds * 1_000))
  expect(heard).toEqual(Array(9).fill(null))
  // Asked for anew each time: what the page shows may have changed.
  expect(Source.all.map(({ url }) => url)).toEqual(Source.all.map((_, at) => `/live?since=${at}`))
  open()[0]!.onmessage!({ data: JSON.stringify(news) })
  open()[0]!.onerror!()
  vi.advanceTimersByTime(1_000)
  expect(open()).toHaveLength(1)
})

it('is another pause in each browser', () => {
  vi.mocked(Math.random).mockReturnValue(0.9)
  open()[0]!.onerror!()
  vi.advanceTimersByTime(1_399)
  expect(open()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(open()).toHaveLength(1)
})

it('is shut while the tab is hidden, a pause included', () => {
  show(false)
  expect(open()).toEqual([])
  vi.advanceTimersByTime(600_000)
  expect(Source.all).toHaveLength(1)
  show(true)
  expect(open()).toHaveLength(1)
  open()[0]!.onerror!()
  show(false)
  vi.advanceTimersByTime(600_000)
  expect(open()).toEqual([])
  expect(Source.all).toHaveLength(2)
})

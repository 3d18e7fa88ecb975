// @vitest-environment jsdom
import { act } from 'preact/test-utils'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useExpiry } from '../../web/search/useSearchPage.ts'
import { now } from '../builders/jobDocument.ts'

let root: Root
let asked: number[]
let hidden: boolean

function Page({ hits }: { hits: readonly { expires_at: number }[] | undefined }) {
  useExpiry(hits, () => asked.push(Math.floor(Date.now() / 1_000) - now))
  return null
}
const show = (...ends: number[]) =>
  act(async () => root.render(<Page hits={ends.map(end => ({ expires_at: now + end }))} />))
const pass = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1_000)))

beforeEach(() => {
  vi.useFakeTimers({ now: now * 1_000 })
  asked = []
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('asks when the first job of what is shown has expired, and not before', async () => {
  await show(500, 20, 300)
  await pass(20)
  expect(asked).toEqual([])
  await pass(2)
  expect(asked).toEqual([21])
  // What came then is live for longer.
  await show(500, 300)
  await pass(270)
  expect(asked).toEqual([21])
  await pass(10)
  expect(asked).toEqual([21, 301])
})

it('waits for a hidden tab to be looked at', async () => {
  hidden = true
  await show(20)
  await pass(100)
  expect(asked).toEqual([])
  hidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([100])
})

it('asks once a minute where the clock of the visitor says that all is over', async () => {
  await show(-3_600)
  await pass(0)
  for (let second = 0; second < 125; second++) {
    await show(-3_600)
    await pass(1)
  }
  expect(asked).toEqual([0, 60, 120])
})

it('waits for years, and for nothing', async () => {
  await show(10 * 365 * 86_400)
  await show()
  await act(async () => root.render(<Page hits={undefined} />))
  await pass(86_400)
  expect(asked).toEqual([])
})

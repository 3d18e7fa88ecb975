// @vitest-environment jsdom
import { act } from 'preact/test-utils'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noSearch } from '#api/jobSearchParams'

/** The module remembers what was told last: each test has its own. */
let useSearchNotes: typeof import('../../web/search/useSearchNotes.ts').useSearchNotes
let root: Root
let box: HTMLElement
let told: unknown[]
let sent: Promise<void>[]

const jobs = [{ url_slug: 'one' }, { url_slug: 'two' }]
function Page({ query, shown, first }: { query: string; shown: typeof jobs | null; first: number }) {
  const list = useSearchNotes({ ...noSearch, query }, shown, first)
  return (
    <main>
      <a href="#elsewhere">elsewhere</a>
      <ol ref={list}>
        {jobs.map(({ url_slug }) => (
          <li key={url_slug}>
            <p>words</p>
            <a href={`#${url_slug}`}>{url_slug}</a>
          </li>
        ))}
      </ol>
    </main>
  )
}
const show = (query: string, { shown = jobs, first = 0 }: { shown?: typeof jobs | null; first?: number } = {}) =>
  act(async () => root.render(<Page query={query} shown={shown} first={first} />))
const pass = async (ms: number) => {
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await Promise.all(sent)
}
const press = async (selector: string) => {
  box.querySelector<HTMLElement>(selector)!.click()
  await Promise.all(sent)
}

beforeEach(async () => {
  told = []
  sent = []
  vi.resetModules()
  ;({ useSearchNotes } = await import('../../web/search/useSearchNotes.ts'))
  performance.getEntriesByType = () => [{ name: 'http://localhost/jobs?query=first&sector=banking' }] as never
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: Blob) => {
      sent.push(
        new Promise(resolve => {
          const reader = new FileReader()
          reader.onload = () => resolve(void told.push([url, body.type, JSON.parse(String(reader.result))]))
          reader.readAsText(body)
        }),
      )
      return true
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.useRealTimers()
})
const note = (body: object) => ['/searches', 'application/json', body]

it('tells a search that has settled once, and not the one that the page came with', async () => {
  await show('first')
  await pass(5_000)
  for (const query of ['n', 'nu', 'nurse']) {
    await show(query)
    await pass(400)
  }
  await show('nurse', { shown: null })
  await pass(5_000)
  expect(told).toEqual([])
  await show('nurse')
  await pass(1_600)
  expect(told).toEqual([note({ search: 'query=nurse' })])
  await show('nurse', { first: 20 })
  await pass(5_000)
  await show('')
  await pass(5_000)
  expect(told).toHaveLength(1)
})

it('tells which result was pressed, by its place in the whole list', async () => {
  await show('nurse & care', { first: 20 })
  await press('li:nth-child(2) a')
  expect(told).toEqual([note({ search: 'query=nurse%20%26%20care', pressed: { slug: 'two', at: 22 } })])
  await press('li p')
  await press('main > a')
  await show('')
  await press('li a')
  expect(told).toHaveLength(1)
})

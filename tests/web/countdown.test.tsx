// @vitest-environment jsdom
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'preact/test-utils'
import { createContext, useContext } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NoResults } from '../../web/jobs/NoResults.tsx'

let root: Root
let page: HTMLElement
let router: AnyRouter
/** The search that found nothing. */
let search: string
const Search = createContext('')
const lead = '/jobs?sector=banking'
const history = createMemoryHistory({ initialEntries: ['/jobs'] })
const pushed: string[] = []
history.subscribe(({ action }) => {
  if (action.type === 'PUSH') pushed.push(history.location.href)
})

beforeEach(async () => {
  window.scrollTo = () => {}
  search = '/jobs?query=zzz'
  history.replace('/jobs')
  pushed.length = 0
  router = createRouter({
    // The page stays: on a slow line the next one is long in coming.
    routeTree: createRootRoute({
      component: () => (
        <NoResults
          alternatives={null}
          resolution={{ status: 'none' }}
          redirect={{ seconds: 5, href: lead }}
          search={useContext(Search)}
          onChoose={() => {}}
        />
      ),
    }),
    history,
  })
  await router.load()
  vi.useFakeTimers()
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await show()
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
  vi.useRealTimers()
})

const show = () =>
  act(async () =>
    root.render(
      <Search value={search}>
        <RouterProvider router={router} />
      </Search>,
    ),
  )
const pass = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(Math.round(seconds * 1_000))))
const stop = () => act(async () => page.querySelector('button')!.click())

it('counts down for the eye, is read out once, and then leads on, once', async () => {
  const read = page.querySelector('[role=status]')!.textContent
  expect(read).toBe('Redirecting in 5 seconds. Press Stop to stay on this page.')
  expect(page.textContent).toContain('Redirecting in 5 seconds...')
  await pass(2)
  expect(page.textContent).toContain('Redirecting in 3 seconds...')
  expect(page.querySelector('[role=status]')!.textContent).toBe(read)
  expect(pushed).toEqual([])
  await pass(3)
  expect(pushed).toEqual([lead])
  await pass(60)
  expect(pushed).toEqual([lead])
  // It is on its way: there is nothing to stop any more.
  await stop()
  expect(page.textContent).toContain('Redirecting in 0 seconds...')
})

it('can be stopped', async () => {
  await pass(4)
  await stop()
  await pass(60)
  expect(pushed).toEqual([])
  expect(page.textContent).toContain('Stopped. You stay on this page.')
})

it('begins anew with another search that finds nothing', async () => {
  await pass(3.9)
  search = '/jobs?query=zzzz'
  await show()
  expect(page.textContent).toContain('Redirecting in 5 seconds...')
  await pass(4.9)
  expect(pushed).toEqual([])
  await pass(0.1)
  expect(pushed).toEqual([lead])
})

it('begins anew within its first second, too', async () => {
  await pass(0.9)
  search = '/jobs?query=zzzz'
  await show()
  await pass(0.9)
  expect(page.textContent).toContain('Redirecting in 5 seconds...')
})

it('is not there for the search to which it would lead', async () => {
  search = lead
  await show()
  expect(page.textContent).not.toContain('Redirecting')
  await pass(60)
  expect(pushed).toEqual([])
})

// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'preact/test-utils'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Countdown } from '../../web/jobs/NoResults.tsx'

let root: Root
let page: HTMLElement
const history = createMemoryHistory({ initialEntries: ['/jobs'] })

beforeEach(async () => {
  window.scrollTo = () => {}
  history.replace('/jobs')
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Countdown seconds={5} href="/jobs?sector=banking" /> }),
    history,
  })
  await router.load()
  vi.useFakeTimers()
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await act(async () => root.render(<RouterProvider router={router} />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  page.remove()
  vi.useRealTimers()
})

const pass = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1_000)))

it('counts down for the eye, is read out once, and then leads on', async () => {
  const read = page.querySelector('[role=status]')!.textContent
  expect(read).toBe('Redirecting in 5 seconds. Press Stop to stay on this page.')
  expect(page.textContent).toContain('Redirecting in 5 seconds...')
  await pass(2)
  expect(page.textContent).toContain('Redirecting in 3 seconds...')
  expect(page.querySelector('[role=status]')!.textContent).toBe(read)
  expect(history.location.href).toBe('/jobs')
  await pass(3)
  expect(history.location.href).toBe('/jobs?sector=banking')
})

it('can be stopped', async () => {
  await pass(4)
  await act(async () => page.querySelector('button')!.click())
  await pass(60)
  expect(history.location.href).toBe('/jobs')
  expect(page.textContent).toBe('Stopped. You stay on this page.')
})

// @vitest-environment jsdom
import { act } from 'preact/test-utils'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { forgetVisits, noteVisit, useLastVisit } from '../../web/saved/lastVisit.ts'
import { now } from '../builders/jobDocument.ts'

function Shown() {
  return <>{useLastVisit() ?? 'none'}</>
}
async function shown(): Promise<string> {
  const at = document.createElement('div')
  const root = createRoot(at)
  await act(async () => root.render(<Shown />))
  const text = at.textContent
  await act(async () => root.unmount())
  return text
}

afterEach(forgetVisits)

it('a visit lasts until half an hour without a page; the one before it is what counts', async () => {
  noteVisit(now)
  expect(await shown()).toBe('none')
  noteVisit(now + 1_700)
  expect(await shown()).toBe('none')
  noteVisit(now + 86_400)
  expect(await shown()).toBe(String(now + 1_700))
  noteVisit(now + 86_500)
  expect(await shown()).toBe(String(now + 1_700))
})

it('a clock that was put back begins no visit and leaves none in the future', async () => {
  noteVisit(now)
  noteVisit(now + 90_000)
  noteVisit(now - 500)
  expect(await shown()).toBe(String(now - 500))
})

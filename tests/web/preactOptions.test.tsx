// @vitest-environment jsdom
import '../../web/preactOptions.ts'
import { useEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'

const nextTask = () => new Promise(setImmediate)

function Found({ count, noun, place }: { count: number; noun: string; place: string }) {
  return (
    <p>
      {count} {noun}
      {place && <b>{place}</b>}
      {false} found
      {''}
    </p>
  )
}

it('texts of the server stay one node, and follow what changes', async () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Found count={3} noun="jobs" place="" />)
  const text = page.querySelector('p')!.firstChild!
  const changes: MutationRecord[] = []
  const observer = new MutationObserver(list => changes.push(...list))
  observer.observe(page, { subtree: true, childList: true, characterData: true })
  const root = hydrateRoot(page, <Found count={3} noun="jobs" place="" />)
  await nextTask()
  expect(changes).toEqual([])
  expect(page.innerHTML).toBe('<p>3 jobs found</p>')
  expect(page.querySelector('p')!.childNodes).toHaveLength(1)

  for (const [props, shown] of [
    [{ count: 1, noun: 'job', place: '' }, '<p>1 job found</p>'],
    [{ count: 12, noun: 'jobs', place: 'Leeds' }, '<p>12 jobs<b>Leeds</b> found</p>'],
    [{ count: 0, noun: '', place: '' }, '<p>0  found</p>'],
  ] as const) {
    root.render(<Found {...props} />)
    await nextTask()
    expect(page.innerHTML).toBe(shown)
    expect(page.querySelector('p')!.firstChild).toBe(text)
  }
})

it('effects of a press are done before the next', async () => {
  const done: number[] = []
  function Counter() {
    const [count, setCount] = useState(0)
    useEffect(() => void done.push(count), [count])
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    )
  }
  const page = document.createElement('div')
  createRoot(page).render(<Counter />)
  await nextTask()
  page.querySelector('button')!.click()
  await nextTask()
  expect(done).toEqual([0, 1])
})

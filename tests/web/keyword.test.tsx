// @vitest-environment jsdom
import { act } from 'preact/test-utils'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noSearch } from '#api/jobSearchParams'
import type { SuggestionRow } from '#api/suggestions'
import { keywordRows } from '../../web/jobs/keywordRows.ts'
import { ComboboxList, useCombobox } from '../../web/ui/Combobox.tsx'

describe('a field with proposals', () => {
  let root: Root
  let box: HTMLElement
  let asked: string[]

  function Page() {
    const combobox = useCombobox<string>(
      'place',
      async text => {
        asked.push(text)
        return [text]
      },
      () => {},
    )
    return (
      <>
        <input id="place" {...combobox.input} onChange={event => combobox.type(event.target.value)} />
        <ComboboxList combobox={combobox} label="Places" said={String} keyOf={String}>
          {String}
        </ComboboxList>
        <input id="next" />
      </>
    )
  }
  const field = (id: string) => box.querySelector<HTMLInputElement>(`#${id}`)!
  /** As the page tells of what was typed before the script ran, too. */
  const tellOf = (text: string) =>
    act(async () => {
      field('place').value = text
      field('place').dispatchEvent(new Event('input', { bubbles: true }))
      await vi.advanceTimersByTimeAsync(200)
    })

  beforeEach(async () => {
    asked = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    box = document.body.appendChild(document.createElement('div'))
    root = createRoot(box)
    await act(async () => root.render(<Page />))
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    box.remove()
    vi.useRealTimers()
  })

  it('opens its list while it has the focus, and not over the field that the visitor has gone on to', async () => {
    field('next').focus()
    await tellOf('Lee')
    expect(asked).toEqual([])
    expect(box.querySelector('[role=listbox]')!.hasAttribute('hidden')).toBe(true)
    field('place').focus()
    await tellOf('Leed')
    expect(asked).toEqual(['Leed'])
    expect(box.querySelector('[role=listbox]')!.hasAttribute('hidden')).toBe(false)
  })
})

describe('a row under the keyword', () => {
  const role: SuggestionRow = {
    kind: 'role',
    label: [{ text: 'Java developer jobs', typed: false }],
    params: { query: 'Java developer' },
    count: 42,
  }
  const current = { ...noSearch, location: 'Leeds', sectors: ['Insurance'] }
  const rowFor = async (text: string) => (await keywordRows(text, current, { suggest: async () => [role] }))[0]!

  it.each(['', '?'])('for %j finds what it says: a popular role of all jobs', async text => {
    const { page: _, pageSize: __, sort: ___, ...nothing } = noSearch
    expect((await rowFor(text)).params).toEqual({ ...nothing, query: 'Java developer' })
  })

  it('for words changes the search that they stand in', async () => {
    expect((await rowFor('java')).params).toEqual({ query: 'Java developer' })
  })
})

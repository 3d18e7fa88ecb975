// @vitest-environment jsdom
import { act } from 'preact/test-utils'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

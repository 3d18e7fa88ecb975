import { expect, it } from 'vitest'
import { RenderedPage } from '../../web/renderedPage.ts'

it('is the same as text and as bytes, whatever is kept of it', () => {
  // More than are kept, each of them twice.
  for (const n of [...Array(250).keys(), ...Array(250).keys()]) {
    const page = new RenderedPage(200, {}, ['a – b', { kept: `é ${n} …` }, '', { kept: '' }, `${n}😀`])
    expect(page.html).toBe(`a – bé ${n} …${n}😀`)
    expect(page.bytes().toString()).toBe(page.html)
  }
})

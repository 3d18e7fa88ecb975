// @vitest-environment jsdom
import { act } from 'preact/test-utils'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cleanDescription } from '../../indexer/documents/html.ts'
import { cleanHtml, SafeHtml } from '../../web/ui/SafeHtml.tsx'

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

const good =
  '<h2>Pay &amp; perks</h2>\n<p>From <strong>£40k</strong>&nbsp;<em>a year</em><br>or <a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener">more</a></p>\n<ol start="3">\n<li>one</li></ol>\n<table>\n<tbody>\n<tr>\n<td colspan="2">x</td></tr></tbody></table>\n<p><img src="https://example.org/a.png" alt="" width="30" height="20" loading="lazy"></p>\n<iframe src="https://player.vimeo.com/video/1" title="Video" loading="lazy" allowfullscreen></iframe>'

describe('cleaning again in the browser', () => {
  it('keeps what the pipeline lets through', () => {
    const page = document.createElement('div')
    page.innerHTML = cleanHtml(good)
    const plain = document.createElement('div')
    plain.innerHTML = good
    expect(page.innerHTML).toBe(plain.innerHTML)
    // And the pipeline makes nothing of it that would be lost here.
    const made = cleanDescription(good).html
    plain.innerHTML = made
    page.innerHTML = cleanHtml(made)
    expect(page.isEqualNode(plain)).toBe(true)
  })

  it.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<script>x()</script><p>a</p>', '<p>a</p>'],
    ['<p style="position:fixed" class="x" id="main">a</p>', '<p>a</p>'],
    ['<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<img src="x" onerror="x()">', ''],
    ['<img src="data:image/svg+xml,x">', ''],
    ['<iframe src="https://evil.example/"></iframe>', ''],
    ['<iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>', ''],
    ['<iframe srcdoc="<script>x()</script>"></iframe>', ''],
    ['<svg><script>x()</script></svg><form action="/x"><input name="q"></form>', ''],
    ['<math><mi><style><img src=x onerror=x()></style></mi></math>', ''],
  ])('%s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })
})

describe('on a page', () => {
  it('the server\u2019s HTML is taken over as it is, without being set anew', async () => {
    const error = vi.spyOn(console, 'error')
    const page = document.body.appendChild(document.createElement('div'))
    page.innerHTML = renderToString(<SafeHtml html={good} lang="de" className="prose" />)
    const frame = page.querySelector('iframe')
    await act(async () => {
      root = hydrateRoot(page, <SafeHtml html={good} lang="de" className="prose" />)
    })
    expect(page.querySelector('iframe')).toBe(frame)
    expect(error).not.toHaveBeenCalled()
    // The next job's text comes from an answer: it is cleaned.
    await act(async () => root!.render(<SafeHtml html={'<p onclick="x()">next</p>'} />))
    expect(page.innerHTML).toBe('<div><p>next</p></div>')
  })

  it('what the browser itself shows first is cleaned', async () => {
    const page = document.body.appendChild(document.createElement('div'))
    await act(async () => {
      root = createRoot(page)
      root.render(<SafeHtml html={'<p onclick="x()">a</p><iframe src="https://evil.example/"></iframe>'} />)
    })
    expect(page.innerHTML).toBe('<div><p>a</p></div>')
  })
})

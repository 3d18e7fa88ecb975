import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import type { TestBrowser } from '../builders/browser.ts'
import { seedSite } from '../builders/seedSite.ts'

/*
 * A page that comes alive is the page that the server sent: no element is made anew, and no text is cut or set again.
 */

let browser: TestBrowser
beforeAll(async () => {
  ;({ browser } = await seedSite())
})

it.each([
  '/',
  '/jobs',
  '/jobs?query=actuary',
  '/jobs?query=zzzzqqq',
  '/jobs?location=Leeds&sort=nearest',
  '/blog',
  '/events',
  '/search?query=data',
  '/specialisms',
  '/consultants',
  '/about-us',
  '/contact-us',
  '/register',
  '/ir35',
])('%s keeps its nodes and texts', path =>
  browser.visit({}, async ({ page, open, awake }) => {
    await open(path)
    await page.evaluate(() => {
      const name = (node: Node) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : `${node.nodeName} ${JSON.stringify(node.textContent)}`
      const changes: string[] = []
      new MutationObserver(list => {
        for (const { type, target, addedNodes, removedNodes, oldValue } of list) {
          if (type === 'characterData') changes.push(`text ${JSON.stringify(oldValue)} to ${name(target)}`)
          for (const node of addedNodes) changes.push(`added ${name(node)} in ${name(target)}`)
          for (const node of removedNodes) changes.push(`removed ${name(node)} in ${name(target)}`)
        }
      }).observe(document.getElementById('root')!, {
        subtree: true,
        childList: true,
        characterData: true,
        characterDataOldValue: true,
      })
      Object.assign(window, { changes })
    })
    await awake()
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([])
  }),
)

/** Of the built script, as the site sends it. */
function brotliBytes(address: string): number {
  const file = join(import.meta.dirname, '../../dist/client', new URL(address).pathname)
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : brotliCompressSync(readFileSync(file)).length
}

it('the search page comes alive with at most 110 KB of script', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    const scripts = new Set<string>()
    page.on('request', request => new URL(request.url()).pathname.endsWith('.js') && scripts.add(request.url()))
    await open('/jobs')
    await awake()
    expect(scripts.size).toBeGreaterThan(2)
    expect([...scripts].reduce((sum, script) => sum + brotliBytes(script), 0) / 1_024).toBeLessThanOrEqual(110)
  }))

it('what is selected in a text of several parts stays selected', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    await open('/jobs')
    // `{folded.length} more` in its component.
    const selected = () => page.evaluate(() => getSelection()!.toString())
    await page
      .locator('#filters summary', { hasText: / more/ })
      .first()
      .evaluate(summary => {
        const text = summary.firstChild!
        getSelection()!.setBaseAndExtent(text, 0, text, text.textContent!.length - 1)
      })
    expect(await selected()).toMatch(/^\d+ mor$/)
    const before = await selected()
    await awake()
    expect(await selected()).toBe(before)
  }))

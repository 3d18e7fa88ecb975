import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf, openBrowser, type TestBrowser } from '../builders/browser.ts'

/* What the journeys' own look at a page must find, though texts that look like those of other pages are left out. */

const pageOf = (style: string, main: string) => `<!doctype html><html lang="en"><head><title>A page</title>
  <style>body { background: #fff; color: #222 } a { color: #00f }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } a { color: #acf } } ${style}</style></head>
  <body><header><a href="/">Home</a></header><main><h1>A page</h1>${main}</main>
  <footer><p>The foot of the page</p></footer></body></html>`
const pages: Record<string, string> = {
  '/plain': pageOf('', '<p>Fine</p>'),
  '/main': pageOf('', '<p style="color: hsl(0.5turn 10% 80%)">Pale</p><img src="data:,">'),
  '/header': pageOf('header a { color: rgb(0 0 255 / 20%) }', '<p>Fine</p>'),
  '/footer': pageOf('footer p { opacity: 0.3 }', '<p>Fine</p>'),
  '/letter': pageOf('', '<p style="color: #bbb">1</p>'),
  '/letters': pageOf('', '<p style="color: #bbb">12</p>'),
  '/hidden': pageOf('', '<p style="color: #ccc; visibility: hidden">Pale</p>'),
  '/inert': pageOf('', '<div inert><p style="color: #ccc">Pale</p></div>'),
  '/shown': pageOf('', '<p style="color: #ccc">Pale</p>'),
  '/ground': pageOf('', '<p style="color: #222; background: #fff">Fine</p>'),
  '/veil': pageOf('', '<div style="opacity: 0.3"><p style="color: #222; background: #fff">Pale</p></div>'),
  '/dark': pageOf('@media (prefers-color-scheme: dark) { footer { color: #333 } }', '<p>Fine</p>'),
}
const server = createServer((request, response) =>
  response.setHeader('content-type', 'text/html').end(pages[request.url!] ?? ''),
)
let browser: TestBrowser
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

it.each([
  ['/plain', [], []],
  ['/plain', [], []],
  ['/main', ['color-contrast at main > p', 'image-alt at img'], []],
  ['/header', ['color-contrast at a'], ['color-contrast at a']],
  ['/footer', ['color-contrast at footer > p'], ['color-contrast at footer > p']],
  ['/letter', [], []],
  ['/letters', ['color-contrast at main > p'], []],
  ['/hidden', [], []],
  ['/inert', [], []],
  ['/shown', ['color-contrast at main > p'], []],
  ['/ground', [], []],
  ['/veil', ['color-contrast at div > p'], ['color-contrast at div > p']],
  ['/dark', [], ['color-contrast at footer > p']],
])('of %s are found: %j by day, %j by night', (path, byDay, byNight) =>
  browser.visit({}, async ({ page, open }) => {
    const short = (faults: string[]) => faults.map(fault => fault.replace(/: .*? at (\S+( > \S+)?) .*/, ' at $1'))
    await open(path)
    expect(short(await faultsOf(page))).toEqual(byDay)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(short(await faultsOf(page, 'contrast'))).toEqual(byNight)
  }),
)

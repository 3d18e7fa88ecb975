import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { becomes, follow, type TestBrowser, widths } from '../builders/browser.ts'
import { seedSite } from '../builders/seedSite.ts'
import { seedContent, type TestSite } from '../builders/site.ts'

/*
 * A form that is refused answers where the person looks: on the first screen, whether the page's script runs or not.
 */

let site: TestSite
let browser: TestBrowser
let job: JobDocument
let event: string
beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  const jobs = await site.indexer.jobs()
  job = jobs.find(
    ({ external_application_url: url, external_application_email: email, expires_at }) =>
      !url && !email && expires_at > site.now() + 86_400,
  )!
  const [last] = [...seedContent(new Date()).entries('event')].sort(
    (a, b) => Date.parse(String(b.fields.endsAt)) - Date.parse(String(a.fields.endsAt)),
  )
  event = `/events/${last!.fields.urlSlug}`
})

const refused = { expected: [/status of 4\d\d/] }
/** What of the summary is on the screen, and whether the focus is on it. */
const standing = (page: Page) =>
  page.evaluate(() => {
    const summary = document.querySelector('form [role=alert]')
    const { top = -1, bottom = -1 } = summary?.getBoundingClientRect() ?? {}
    return { seen: top >= 0 && Math.min(bottom, top + 300) <= innerHeight, focused: summary === document.activeElement }
  })

/** Serves a page whose rest does not come until it is sent for, as on a slow line. */
async function halt(html: string, after: string) {
  const end = html.indexOf(after) + after.length
  let send = () => {}
  const server = createServer(({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, end))
    send = () => response.end(html.slice(end))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sendRest: () => send(),
    close: () => server.close().closeAllConnections(),
  }
}

const forms: [name: string, path: () => string, form: string][] = [
  ['an application', () => `/jobs/${job.url_slug}`, '#apply-form form'],
  ['a message', () => '/contact-us', 'main form[method=post]'],
  ['a message from the foot of a page', () => '/specialisms', 'footer form[method=post]'],
  ['an event', () => event, '#sign-up form'],
  ['a registration', () => '/register', 'main form[method=post]'],
  ['a job submission', () => '/submit-a-job', 'main form[method=post]'],
  ['an IR35 question', () => '/ir35', 'main form[method=post]'],
]

describe.each(forms)('%s that is refused', (_name, path, selector) => {
  const press = async (page: Page) => {
    if (selector.startsWith('footer')) await page.locator('footer summary').filter({ hasText: 'Write to us' }).click()
    await follow(page, () => page.locator(`${selector} button[type=submit]`).click())
  }

  it('comes back with its summary on the first screen, without JavaScript', () =>
    browser.visit({ javaScriptEnabled: false, width: widths.phone, ...refused }, async ({ page, open }) => {
      expect(await open(path())).toBe(200)
      await press(page)
      await becomes(() => standing(page), { seen: true, focused: true })
    }))

  it('does so while the rest of the page has not come, without JavaScript', () =>
    browser.visit({ javaScriptEnabled: false, width: widths.phone, ...refused }, async ({ page, open }) => {
      expect(await open(path())).toBe(200)
      await press(page)
      const html = await page.content()
      const summary = html.indexOf('role="alert"')
      const halted = await halt(html, html.slice(summary, html.indexOf('</form>', summary)))
      try {
        await page.goto(halted.address, { waitUntil: 'commit' })
        await becomes(() => standing(page), { seen: true, focused: true })
        halted.sendRest()
        await page.waitForLoadState()
        await becomes(() => standing(page), { seen: true, focused: true })
      } finally {
        halted.close()
      }
    }))

  it('does so too when it was sent before the page came alive, and stays there as it does', () =>
    browser.visit({ width: widths.phone, expected: [...refused.expected, /ERR_FAILED/] }, async ({ page, open }) => {
      // The first page's script does not come.
      await page.route('**/assets/*.js', route => route.abort())
      expect(await open(path())).toBe(200)
      const address = page.url()
      await page.unroute('**/assets/*.js')
      await press(page)
      // The focus in the summary is a sign that somebody is there: the page comes alive by itself.
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await becomes(() => standing(page), { seen: true, focused: true })
      // By the form's own address the router would show that there is no such page.
      expect(page.url()).toBe(address)
      const links = page.locator('form [role=alert] a')
      const before = await links.count()
      expect(before).toBeGreaterThan(1)
      const form = page.locator(selector)
      await form.getByRole('checkbox').last().check()
      await becomes(() => links.count(), before - 1)
      if (path() !== event) return
      // The next event has a form of its own: nothing of this one's is said or sent there.
      const another = page.locator('main section', { hasText: 'More events' }).locator('h3 a').first()
      const title = await another.textContent()
      await another.click()
      await page.getByRole('heading', { level: 1, name: title! }).waitFor()
      await becomes(() => form.locator('[name=event]').inputValue(), title)
      await becomes(() => page.locator('form [role=alert]').count(), 0)
    }))
})

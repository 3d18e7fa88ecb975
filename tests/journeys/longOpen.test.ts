import type { Page } from 'playwright'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { becomes, passTimeUntil, stopTime, type TestBrowser, typeQuickly, type Visit } from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'
import type { TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let began: number

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  began = site.now()
})
afterEach(() => site.stopClock(began))

const day = 86_400
/** A visit that hears no news: the site's clock goes on before the visitor's, and news tells the page of it. */
const visit = (story: (visit: Visit) => Promise<void>) =>
  browser.visit({}, async visit => {
    await visit.page.route(/\/live(?:\?|$)/, route => route.fulfill({ status: 204 }))
    await story(visit)
  })
/** The site's clock and the visitor's. */
async function passUntil(page: Page, now: number) {
  site.stopClock(now)
  await page.clock.setFixedTime(now * 1_000)
}
/** Waits until what the page shows is what the server would send for its address now. */
async function isAsSentNow(page: Page, selector: string): Promise<string[]> {
  const address = await page.evaluate(() => location.pathname + location.search)
  const document = parseHtml(await (await fetch(site.origin + address)).text())
  const wanted = [...document.querySelectorAll(selector)].map(element => element.textContent!)
  await becomes(() => page.locator(selector).allTextContents(), wanted, address)
  return wanted
}

it('a search of days later is by the day that it is then, and so are the ages of its jobs', () =>
  visit(async ({ page, open, awake }) => {
    await open('/jobs?sort=newest')
    await awake()
    const shown = '#results-title, main article h3, main article time, main article [class*=marks] > span'
    const before = await isAsSentNow(page, shown)
    await passUntil(page, began + 4 * day)
    const sinceOf = (body: string | null) => Number(/publishedDay\W*>=\s*(\d+)/.exec(body ?? '')?.[1] ?? 0)
    const asked = page.waitForRequest(request => sinceOf(request.postData()) > 0)
    await page.locator('#filters input[name=posted][value="7"]').check()
    expect(sinceOf((await asked).postData())).toBe(Math.floor((began + 4 * day) / day) - 7)
    const after = await isAsSentNow(page, shown)
    expect(after.length).toBeGreaterThan(3)
    expect(after).not.toEqual(before)
  }))

it('an event that has ended since is none of those to come', () =>
  visit(async ({ page, open, awake }) => {
    await open('/events')
    await awake()
    const upcoming = '[aria-labelledby=upcoming-title] :is(h2, h3)'
    const past = '[aria-labelledby=past-title] :is(h2, h3)'
    const [, first] = await isAsSentNow(page, upcoming)
    const word = first!.split(' ').sort((a, b) => b.length - a.length)[0]!
    await passUntil(page, began + 90 * day)
    await typeQuickly(page.getByRole('searchbox', { name: 'Search events' }), word)
    await becomes(() => page.evaluate(() => new URLSearchParams(location.search).get('query')), word)
    expect(await isAsSentNow(page, upcoming)).not.toContain(first)
    expect(await isAsSentNow(page, past)).toContain(first)
  }))

it('a landing page whose jobs have all closed leads on by itself, unless it is stopped', async () => {
  site.stopClock(began + 300 * day)
  await browser.visit({}, async ({ page, open }) => {
    const redirecting = page.getByText(/^Redirecting in \d+ seconds\.\.\.$/)
    await stopTime(page)
    await open('/trader')
    // Without a gesture.
    await passTimeUntil(page, () => page.locator('html[data-live]').waitFor({ state: 'attached' }))
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. You stay on this page.').waitFor()
    await page.locator('main a[href="/investment"]').click()
    await passTimeUntil(page, async () => {
      await page.waitForURL('/investment')
      await redirecting.waitFor()
    })
    await page.clock.runFor(21_000)
    await page.clock.resume()
    await page.waitForURL('/jobs')
  })
  await browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
    await open('/trader')
    await page.getByText('Sorry there are no jobs').waitFor()
    expect(await page.getByText('Redirecting').first().isVisible()).toBe(false)
  })
})

import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { redisKeys } from '#indexer/tasks'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import { becomes, faultsOf, openBrowser, spillOf, type TestBrowser, tabTo, widths } from '../builders/browser.ts'
import { jobRow } from '../builders/feed.ts'
import { metricsLogin, startSite, type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let deliveries = 0

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser(site.origin)
})
afterAll(async () => {
  await site?.stop()
})

/** What the worker does with a delivery of the feed's webhook. */
async function deliver(body: object) {
  const { indexer } = site
  const id = `delivery-${++deliveries}`
  await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
  return applyWebhook(id, () => indexer.source({ id: 'hook', from: null }), indexer)
}
const upsert = (n: number, over: Record<string, unknown>) =>
  deliver({
    type: 'job.upserted',
    source: 'hook',
    job: jobRow(n, { published_at: new Date().toISOString(), ...over }),
  })
const withdraw = (n: number) => deliver({ type: 'job.withdrawn', source: 'hook', id: jobRow(n).id })
const openPages = async () =>
  Number(
    /longlist_live\{of="pages"\} (\d+)/.exec(
      await (await fetch(`${site.origin}/metrics`, { headers: metricsLogin })).text(),
    )?.[1],
  )
const notice = (page: Page) => page.locator('main').getByRole('button', { name: /^Show .* new jobs?$/ })
/** Where everything in the list stands, and how far the page is scrolled. */
const places = (page: Page) =>
  page.evaluate(() => [
    scrollY,
    ...[...document.querySelectorAll('main h2, main ol > li, main ol a, main footer')].map(part => {
      const { x, y, width, height } = part.getBoundingClientRect()
      // The count is a figure more or less.
      return [x, y, part.matches('h2') ? 0 : width, height].map(Math.round).join(' ')
    }),
  ])
const screenshot = async (page: Page, name: string) =>
  process.env.SCREENSHOTS ? void (await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })) : undefined
const shownTotal = async (page: Page) =>
  Number((await page.locator('#results-title').textContent())?.replace(/\D/g, ''))

describe.each([
  ['phone', widths.phone],
  ['desktop', widths.desktop],
])('a list that is read, at the width of a %s', (name, width) => {
  const n = width
  it('tells of a new job at its foot, where nothing moves for it, and shows it when that is pressed', () =>
    browser.visit({ width }, async ({ page, open, awake }) => {
      await upsert(n, { title: 'Sommelier of the house' })
      await open('/jobs?query=sommelier&sort=newest')
      await awake()
      await page.getByRole('button', { name: 'Decline' }).click()
      await becomes(openPages, 1)
      await becomes(() => page.locator('main ol > li').count(), 1)
      const before = await places(page)
      // Heard of the state as it is: what follows is new.
      await upsert(n + 1, { title: 'Sommelier of the ship' })
      await notice(page).waitFor()
      expect(await notice(page).textContent()).toBe('Show 1 new job')
      await becomes(() => shownTotal(page), 2)
      expect((await places(page)).slice(2)).toEqual(before.slice(2))
      expect(await page.locator('main').getByRole('status').filter({ hasText: '1 new job' }).count()).toBe(1)
      expect(await faultsOf(page)).toEqual([])
      expect(await spillOf(page)).toBe('')
      await screenshot(page, `live-notice-${name}`)

      await upsert(n + 2, { title: 'Sommelier of the train' })
      await becomes(() => notice(page).textContent(), 'Show 2 new jobs')
      await tabTo(page, notice(page))
      await page.keyboard.press('Enter')
      await becomes(() => page.locator('main ol > li').count(), 3)
      await becomes(() => notice(page).count(), 0)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('results-title')
      await becomes(() => shownTotal(page), 3)
    }))

  it('greys a job that closes, with its reason, and counts it no more', () =>
    browser.visit({ width }, async ({ page, open, awake }) => {
      await open('/jobs?query=sommelier&sort=newest')
      await awake()
      await page.getByRole('button', { name: 'Decline' }).click()
      await becomes(openPages, 1)
      const total = await shownTotal(page)
      const before = await places(page)
      await withdraw(n + 1)
      const card = page.locator('main ol article', { hasText: 'of the ship' })
      await card.getByText('No longer open').waitFor()
      await becomes(() => shownTotal(page), total - 1)
      expect((await places(page)).slice(2)).toEqual(before.slice(2))
      expect(await card.getByRole('link', { name: /^Apply/ }).count()).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      await screenshot(page, `live-closed-${name}`)
    }))

  it('tells the reader of a job that it has closed', () =>
    browser.visit({ width, expected: [/status of 410/] }, async ({ page, open, awake }) => {
      const [job] = await site.indexer.engine.byIds<JobDocument>('jobs', [String(jobRow(n + 2).id)])
      await open(`/jobs/${job!.url_slug}`)
      await awake()
      await becomes(openPages, 1)
      await withdraw(n + 2)
      const link = page.getByRole('link', { name: 'See similar jobs' })
      await link.waitFor()
      expect(await page.getByRole('status').filter({ hasText: 'takes no more applications' }).count()).toBe(1)
      expect(await faultsOf(page)).toEqual([])
      await screenshot(page, `live-job-${name}`)
      await link.click()
      await page.getByRole('heading', { name: 'This job is no longer available' }).waitFor()
      await withdraw(n)
    }))
})

it('hears nothing while the tab is hidden, nor after the page is left', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    await open('/jobs')
    await awake()
    await becomes(openPages, 1)
    const look = (hidden: boolean) =>
      page.evaluate(is => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => is })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await look(true)
    await becomes(openPages, 0)
    await look(false)
    await becomes(openPages, 1)
    await page.locator('header').first().getByRole('link').first().click()
    await becomes(openPages, 0)
  }))

it('asks for nothing without the script, and nothing before a visitor has given a sign', async () => {
  const asked: string[] = []
  await browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await open('/jobs?query=actuary')
    expect(await page.getByRole('button', { name: /^Show .* new jobs?$/ }).count()).toBe(0)
  })
  expect(asked).toContain('/jobs')
  expect(asked).not.toContain('/live')
  expect(await openPages()).toBe(0)
})

/** Jobs that the way to all of them tells of. */
const found = async (page: Page) =>
  Number(
    (
      await page
        .locator('main')
        .getByRole('link', { name: /^See .*jobs$/ })
        .first()
        .textContent()
    )?.replace(/\D/g, ''),
  )

it('tells of new jobs on a landing page and a specialism, too', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    for (const [at, [path, heading]] of [
      ['/actuary-jobs', 'jobs-title'] as const,
      ['/specialisms/actuarial', 'live-jobs-title'] as const,
    ].entries()) {
      await open(path)
      await awake()
      if (at === 0) await page.getByRole('button', { name: 'Decline' }).click()
      await becomes(openPages, 1)
      const before = await found(page)
      await upsert(3_000 + at, {
        title: `Actuary number ${at}`,
        categories: [{ id: 'specialisms', name: 'Specialisms', values: [{ id: 'a', name: 'Actuarial' }] }],
      })
      await becomes(() => notice(page).textContent(), 'Show 1 new job')
      // A press right as it appears is not meant for it.
      await becomes(async () => {
        if ((await notice(page).count()) > 0) await notice(page).press('Enter', { timeout: 5_000 })
        return notice(page).count()
      }, 0)
      await becomes(() => page.evaluate(() => document.activeElement?.id), heading)
      await becomes(() => found(page), before + 1)
      // The layout is the visit's.
      expect(await page.locator('#footer-register').count()).toBe(1)
      await becomes(openPages, 1)
    }
  }))

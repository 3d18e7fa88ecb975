import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import {
  becomes,
  faultsAtAllWidths,
  faultsOf,
  focused,
  follow,
  type TestBrowser,
  tabTo,
  typeQuickly,
  widths,
} from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'
import { admin, type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let live: JobDocument[]
let expired: JobDocument

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  const all = await site.indexer.jobs()
  live = all.filter(job => job.expires_at > site.now())
  expired = all.find(job => job.expires_at <= site.now())!
})

const path = (page: Page) => page.evaluate(() => location.pathname + location.search)
const total = async (page: Page) => (await page.locator('#results-title').textContent())!
const jobs = (count: number) => `${count} job${count === 1 ? '' : 's'}`
const filter = (page: Page, name: string) => page.locator('#filters label', { hasText: name }).first()
const countOf = async (label: Locator) => Number(/(\d+) jobs?$/.exec((await label.textContent())!)![1])
/** Waits until the list is the one of its address; the results come later than the address changes. */
async function isAnswered(page: Page) {
  const response = await fetch(site.origin + (await path(page)))
  const document = parseHtml(await response.text())
  const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map(element => element.textContent)
  await becomes(
    () => page.locator('#results-title, main article h3').allTextContents(),
    textsOf('#results-title, main article h3'),
  )
}
const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)
const holdsFocus = (target: Locator) => target.evaluate(element => element.contains(document.activeElement))

describe('without JavaScript', () => {
  const off = { javaScriptEnabled: false }

  it('the form, the filters, the order and the pages are a form and links', () =>
    browser.visit(off, async ({ page, open }) => {
      expect(await open('/jobs')).toBe(200)
      await page.getByLabel('Keyword').fill('manager')
      await follow(page, () => page.getByRole('button', { name: 'Search jobs' }).click())
      expect(await page.getByLabel('Keyword').inputValue()).toBe('manager')
      expect(new URL(page.url()).searchParams.get('query')).toBe('manager')

      const box = filter(page, 'Insurance')
      const count = await countOf(box)
      expect(jobs(count)).not.toBe(await total(page))
      await box.click()
      await follow(page, () => page.getByRole('button', { name: 'Apply filters' }).click())
      expect(await total(page)).toBe(jobs(count))
      expect(await filter(page, 'Insurance').locator('input').isChecked()).toBe(true)
      expect(await page.getByLabel('Keyword').inputValue()).toBe('manager')

      await page.getByLabel('Sort', { exact: true }).selectOption('newest')
      await follow(page, () => page.getByRole('button', { name: 'Sort' }).click())
      expect(await total(page)).toBe(jobs(count))
      const dates = await page
        .locator('main article time')
        .evaluateAll(times => times.map(time => time.getAttribute('datetime')!))
      expect(dates).toEqual([...dates].sort().reverse())

      const first = await page.locator('main article h3').allTextContents()
      await follow(page, () => page.getByRole('link', { name: 'Next' }).click())
      expect(await page.locator('main article h3').allTextContents()).not.toEqual(first)
      expect(await total(page)).toBe(jobs(count))
      await follow(page, () => page.getByRole('link', { name: 'Remove filter: Insurance' }).click())
      expect(await filter(page, 'Insurance').locator('input').isChecked()).toBe(false)
    }))

  it('a place is found, and a job read and left again', () =>
    browser.visit(off, async ({ page, open }) => {
      await open('/')
      const form = page.getByRole('main').getByRole('search').first()
      await form.getByLabel('Location').fill('Leeds')
      await form.getByLabel('Radius').selectOption('10')
      await follow(page, () => form.getByRole('button', { name: 'Search jobs' }).click())
      await page.getByRole('heading', { name: 'Jobs near Leeds' }).waitFor()
      const card = page.locator('main article').first()
      const title = await card.locator('h3').textContent()
      await follow(page, () => card.getByRole('link', { name: 'Read more' }).click())
      expect(await page.locator('h1').textContent()).toBe(title)
      expect(await page.locator('#apply').getByRole('link').count()).toBeGreaterThan(0)
      // What only a script can do is not offered.
      expect(await page.getByRole('button', { name: 'Share link' }).isVisible()).toBe(false)
      const sidebar = page.getByRole('complementary', { name: 'Job search' })
      await follow(page, () => sidebar.getByRole('link', { name: 'Technology' }).click())
      expect(await path(page)).toBe('/jobs?sector=technology')
    }))

  it('the menu and the filters of a phone open and close', () =>
    browser.visit({ ...off, width: widths.phone }, async ({ page, open }) => {
      await open('/jobs')
      await page.getByRole('button', { name: 'Filters' }).click()
      const drawer = page.locator('#filters')
      await drawer.waitFor()
      const count = await countOf(filter(page, 'Contract'))
      await filter(page, 'Contract').click()
      await follow(page, () => drawer.getByRole('button', { name: 'Apply filters' }).click())
      expect(await total(page)).toBe(jobs(count))
      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.locator('#menu')
      await menu.waitFor()
      await menu.getByRole('button', { name: 'Close' }).click()
      await menu.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Menu' }).click()
      await menu.locator('summary', { hasText: 'Jobs' }).click()
      await menu.locator('summary', { hasText: 'Banking' }).click()
      await follow(page, () => menu.getByRole('link', { name: 'All of Banking' }).click())
      expect(await path(page)).toBe('/jobs?sector=banking')
    }))
})

describe('by keyboard alone', () => {
  it('the content is one key away, and every stop can be seen', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/jobs')
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe("a Skip to the page's content")
      expect(await page.getByRole('link', { name: 'Skip to' }).isVisible()).toBe(true)
      await page.keyboard.press('Enter')
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('input query')

      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      const seen = new Set<string>()
      const unseen: string[] = []
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press('Tab')
        const ring = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
          const box = element.getBoundingClientRect()
          return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
            ? box.width > 0 && box.height > 0
            : false
        })
        const name = await focused(page)
        seen.add(name)
        if (!ring) unseen.push(name)
      }
      expect(unseen).toEqual([])
      expect(seen.size).toBeGreaterThan(30)
    }))

  it('the form, a filter, a chip and a page', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/jobs')
      await tabTo(page, page.getByLabel('Keyword'))
      await page.keyboard.type('manager')
      await becomes(() => path(page), '/jobs?query=manager')
      await page.keyboard.press('Tab')
      expect(await hasFocus(page.getByRole('combobox', { name: 'Location' }))).toBe(true)
      // Quickly: a pause within the word brings suggestions for its beginning, and those for all of it would take the
      // choice away again.
      await typeQuickly(page.getByRole('combobox', { name: 'Location' }), 'London')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/jobs?query=manager&location=London%2C%20England&place=2643743')
      await tabTo(page, page.getByLabel('Radius'), { most: 1 })
      await page.keyboard.press('ArrowDown')
      await becomes(() => path(page), '/jobs?query=manager&location=London%2C%20England&place=2643743&radius=30')

      const box = page.locator('#filters').getByLabel('Permanent')
      await tabTo(page, box)
      await page.keyboard.press('Space')
      await becomes(
        () => path(page),
        '/jobs?query=manager&location=London%2C%20England&place=2643743&radius=30&type=permanent',
      )
      await becomes(() => box.isChecked(), true)
      await isAnswered(page)
      // The list changed and the keyboard stayed where it was.
      expect(await hasFocus(box)).toBe(true)

      await tabTo(page, page.getByRole('link', { name: 'Next' }), { most: 120 })
      await page.keyboard.press('Enter')
      await becomes(() => page.locator('[aria-label="Pages of results"] [aria-current]').textContent(), 'Page 2')
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'results-title')
      await isAnswered(page)

      await tabTo(page, page.getByRole('link', { name: 'Remove filter: Within 30 miles of London' }), { most: 12 })
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/jobs?query=manager&type=permanent')
    }))

  it('the filter drawer of a phone takes the focus, keeps it and gives it back', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const opener = page.getByRole('button', { name: 'Filters' })
      const drawer = page.locator('#filters')
      await tabTo(page, opener)
      await page.keyboard.press('Enter')
      await drawer.waitFor()
      await becomes(() => holdsFocus(drawer), true)
      await tabTo(page, drawer.getByLabel('Banking').first(), { most: 6 })
      const count = await countOf(filter(page, 'Banking'))
      await page.keyboard.press('Space')
      await becomes(() => path(page), '/jobs?sector=banking')
      await becomes(() => drawer.getByRole('button', { name: /^Show / }).textContent(), `Show ${jobs(count)}`)
      expect(await holdsFocus(drawer)).toBe(true)
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await becomes(() => hasFocus(opener), true)
      expect(await total(page)).toBe(jobs(count))
    }))

  it('the menu of a phone too', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const opener = page.getByRole('button', { name: 'Menu' })
      const menu = page.locator('#menu')
      await tabTo(page, opener)
      await page.keyboard.press('Enter')
      await menu.waitFor()
      await tabTo(page, menu.getByRole('link', { name: 'Home' }), { most: 5 })
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await becomes(() => hasFocus(opener), true)
      await page.keyboard.press('Enter')
      await menu.waitFor()
      // The first stop is the way out; the branches open and close as they are asked to.
      await becomes(() => hasFocus(menu.getByRole('button', { name: 'Close' })), true)
      for (const branch of ['Jobs', 'Insurance']) {
        await tabTo(page, menu.locator('summary', { hasText: branch }).first(), { most: 6 })
        await page.keyboard.press('Enter')
      }
      await tabTo(page, menu.getByRole('link', { name: 'All of Insurance' }), { most: 1 })
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/jobs?sector=insurance')
      await menu.waitFor({ state: 'hidden' })
    }))
})

describe('to a screen reader', () => {
  it('the number found is said once, after the typing', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await page.evaluate(() => {
        const said: string[] = []
        Object.assign(window, { said })
        for (const status of document.querySelectorAll('[role=status]')) {
          new MutationObserver(() => status.textContent && said.push(status.textContent)).observe(status, {
            childList: true,
            characterData: true,
            subtree: true,
          })
        }
      })
      await typeQuickly(page.getByLabel('Keyword'), 'manager')
      await becomes(() => path(page), '/jobs?query=manager')
      await isAnswered(page)
      // Beside what the list of suggestions says.
      const said = () =>
        page.evaluate(() => (window as unknown as { said: string[] }).said.filter(text => text.endsWith('found.')))
      await becomes(said, [`${await total(page)} found.`])
    }))

  it('a page reached by a link begins at its content, with its own title', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const title = await page.locator('main article h3').first().textContent()
      await page.locator('main article h3 a').first().click()
      await becomes(() => page.locator('h1').textContent(), title)
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
      expect(await page.title()).toContain(title!)
    }))
})

describe('in another part of the world', () => {
  it('the page comes alive as it was sent', () =>
    browser.visit({ timezoneId: 'Asia/Singapore', locale: 'de-DE' }, async ({ page, open, awake, searches }) => {
      for (const target of ['/', '/jobs', '/jobs?location=Singapore&sort=newest', `/jobs/${live[0]!.url_slug}`]) {
        await open(target)
        // The way back to the search is the visitor's own.
        const text = () =>
          page.locator('main').evaluate(main => main.textContent.replace(/All jobs|Back to your search/, ''))
        const before = await text()
        await awake()
        expect(await text(), target).toBe(before)
      }
      expect(searches()).toBe(0)
    }))

  it('a job closes at the same stated moment', async () => {
    const closes: (string | null)[] = []
    for (const timezoneId of ['Europe/London', 'Asia/Singapore', 'America/Los_Angeles']) {
      await browser.visit({ timezoneId }, async ({ page, open, awake }) => {
        await open(`/jobs/${live[0]!.url_slug}`)
        await awake()
        closes.push(await page.locator('#apply time').textContent())
      })
    }
    // By the clock of where the job is.
    expect(closes[0]).toMatch(/^\d+ \w+ 20\d\d, \d\d:\d\d \w[\w ]+ time$/)
    expect(new Set(closes).size).toBe(1)
  })
})

// Of home, a page and no page: in pages.test.ts.
describe('axe finds no fault, and nothing is wider than the screen', () => {
  const pages: [string, () => string, number][] = [
    ['all jobs', () => '/jobs', 200],
    ['a search', () => '/jobs?query=analyst&location=London&radius=30&type=permanent&environment=hybrid', 200],
    ['no results', () => '/jobs?query=zebra&location=Norwich', 200],
    ['an unknown place', () => '/jobs?location=Newport,%20Texas', 200],
    ['a job', () => `/jobs/${live.find(job => job.places.length > 1)!.url_slug}`, 200],
    ['a job that has closed', () => `/jobs/${expired.url_slug}`, 410],
    ['the pipeline', () => '/admin/pipeline', 200],
  ]
  it.each(pages)('%s', (name, target, status) =>
    browser.visit(
      { expected: [/410/], httpCredentials: { username: admin.user, password: admin.password } },
      async ({ page, open, awake }) => {
        expect(await open(target())).toBe(status)
        if (name !== 'the pipeline') await awake()
        expect(await faultsAtAllWidths(page)).toEqual([])
      },
    ),
  )

  it('the open drawer and the open menu', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/jobs?location=London')
      await awake()
      for (const name of ['Filters', 'Menu']) {
        await page.getByRole('button', { name }).click()
        expect(await faultsOf(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await faultsOf(page, 'contrast')).toEqual([])
        await page.keyboard.press('Escape')
      }
    }))
})

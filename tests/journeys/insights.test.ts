import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  becomes,
  faultsAtAllWidths,
  faultsOf,
  follow,
  idle,
  type TestBrowser,
  typeQuickly,
} from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'
import { type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
})

const path = (page: Page) => page.evaluate(() => location.pathname + location.search)
const titles = (page: Page, section = 'main') => page.locator(`${section} article h3`).allTextContents()
const total = (page: Page) => page.locator('#results-title').textContent()

async function raw(target: string) {
  const response = await fetch(site.origin + target, { redirect: 'manual' })
  return parseHtml(await response.text())
}
/**
 * The texts of each search of a list from now on. Not the sidebar's count of jobs: that is asked for anew once a
 * minute.
 */
function searchesOf(page: Page, list: 'posts' | 'events'): string[][] {
  const found: string[][] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname !== '/search/multi-search') return
    const { queries } = request.postDataJSON() as { queries: { indexUid: string; q: string }[] }
    const texts = queries.filter(({ indexUid }) => indexUid.startsWith(list)).map(({ q }) => q)
    if (texts.length > 0) found.push(texts)
  })
  return found
}
const rawTitles = async (target: string) =>
  [...(await raw(target)).querySelectorAll('main article h3')].map(title => title.textContent!)

describe('the insights', () => {
  it('come alive without a search of their own, and search as they are typed, one entry a word', () =>
    browser.visit({}, async ({ page, open, awake, entries }) => {
      const before = await rawTitles('/blog')
      expect(before).toHaveLength(5)
      const searches = searchesOf(page, 'posts')
      expect(await open('/blog')).toBe(200)
      await awake()
      expect(await titles(page)).toEqual(before)

      const history = await entries()
      await typeQuickly(page.getByRole('searchbox', { name: 'Search insights' }), 'contract')
      await becomes(() => path(page), '/blog?query=contract')
      await becomes(async () => titles(page), await rawTitles('/blog?query=contract'))
      expect(await entries()).toBe(history + 1)
      // A search of the page's own would have come before these, and without a word.
      expect(searches.flat()).toContain('contract')
      expect(searches.flat()).not.toContain('')
      await page.goBack()
      await becomes(() => path(page), '/blog')
      await becomes(() => titles(page), before)
      await becomes(() => page.getByRole('searchbox', { name: 'Search insights' }).inputValue(), '')
      await page.goForward()
      await becomes(() => titles(page), await rawTitles('/blog?query=contract'))
      await becomes(() => page.getByRole('searchbox', { name: 'Search insights' }).inputValue(), 'contract')
    }))

  it.each([
    ['right', 0],
    ['a day behind', -1],
    ['a day ahead', 1],
  ])('are found again when one comes back from one of them, by a clock that is %s', (_, days) =>
    browser.visit({}, async ({ page, open, awake }) => {
      await page.clock.install({ time: Date.now() + days * 86_400_000 })
      await open('/blog')
      await awake()
      await typeQuickly(page.getByRole('searchbox', { name: 'Search insights' }), 'contract')
      await becomes(() => path(page), '/blog?query=contract')
      const found = await rawTitles('/blog?query=contract')
      await becomes(() => titles(page), found)
      await page.locator('main article h3 a').first().click()
      await becomes(() => page.locator('h1').textContent(), found[0]!)
      await page.goBack()
      await becomes(() => titles(page), found)
      expect(await path(page)).toBe('/blog?query=contract')
      expect(await page.getByRole('searchbox', { name: 'Search insights' }).inputValue()).toBe('contract')
    }),
  )

  it('are paged, read and left again to where one was', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/blog')
      await awake()
      await page.getByRole('navigation', { name: 'Pages of insights' }).getByRole('link', { name: 'Next' }).click()
      await becomes(() => path(page), '/blog?page=2')
      const second = await rawTitles('/blog?page=2')
      await becomes(() => titles(page), second)
      await page.locator('main article h3 a').first().click()
      await becomes(() => page.locator('h1').textContent(), second[0]!)
      await page.getByRole('link', { name: 'Back to insights' }).click()
      await becomes(() => path(page), '/blog?page=2')
      await becomes(() => titles(page), second)
    }))

  it('of a tag are a page that keeps what is typed', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/blog')
      await awake()
      await typeQuickly(page.getByRole('searchbox', { name: 'Search insights' }), 'pay')
      const tag = page
        .getByRole('navigation', { name: 'Insights by tag' })
        .getByRole('link', { name: /^For employers/ })
      await tag.click()
      await becomes(() => path(page), '/blog/tag/employers?query=pay')
      await becomes(() => page.locator('h1').textContent(), 'For employers')
      await becomes(() => titles(page), await rawTitles('/blog/tag/employers?query=pay'))
      await becomes(() => page.getByRole('searchbox', { name: 'Search insights' }).inputValue(), 'pay')
      await page.goBack()
      await becomes(() => path(page), '/blog?query=pay')
      await becomes(() => titles(page), await rawTitles('/blog?query=pay'))
    }))

  it('say so once when there are none', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/blog')
      await awake()
      await typeQuickly(page.getByRole('searchbox', { name: 'Search insights' }), 'zzzzzz')
      await page.getByText('No insights found.').first().waitFor()
      await becomes(() => page.locator('main [role=status]').textContent(), 'No insights found.')
    }))

  it('that cannot be reached say so, and are tried again', () =>
    browser.visit({ expected: [/503/] }, async ({ page, open, awake }) => {
      await open('/blog')
      await awake()
      await page.route('**/search/multi-search', route => route.fulfill({ status: 503, body: '' }))
      await typeQuickly(page.getByRole('searchbox', { name: 'Search insights' }), 'pay')
      const alert = page.getByText('The search of our insights is not answering right now.')
      await alert.waitFor()
      await page.unroute('**/search/multi-search')
      await page.getByRole('link', { name: 'Try again' }).click()
      await becomes(() => titles(page), await rawTitles('/blog?query=pay'))
      await becomes(() => alert.count(), 0)
      await becomes(() => path(page), '/blog?query=pay')
    }))
})

describe('the events', () => {
  it('search both what is to come and what is over, in one request a letter', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      const searches = searchesOf(page, 'events')
      await open('/events')
      await awake()
      await page.getByRole('searchbox', { name: 'Search events' }).fill('insurance')
      await becomes(() => path(page), '/events?query=insurance')
      await becomes(async () => titles(page), await rawTitles('/events?query=insurance'))
      // A search of the page's own would have come before it.
      expect(searches).toHaveLength(1)
    }))

  it('that are over are a list of their own, and Back leads to what is to come', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/events')
      await awake()
      const coming = await titles(page)
      await page.getByRole('link', { name: /^All \d+ past events/ }).click()
      await becomes(() => path(page), '/events?when=past')
      await becomes(() => titles(page), await rawTitles('/events?when=past'))
      await page.getByRole('navigation', { name: 'Pages of past events' }).getByRole('link', { name: 'Next' }).click()
      await becomes(() => titles(page), await rawTitles('/events?when=past&page=2'))
      await page.goBack()
      await page.goBack()
      await becomes(() => path(page), '/events')
      await becomes(() => titles(page), coming)
    }))

  it('to come lead to their form, and past ones to the next', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/events')
      await awake()
      await page
        .getByRole('link', { name: /^Sign up for/ })
        // Not one that ends meanwhile: to the browser the time goes on.
        .last()
        .click()
      await becomes(() => page.evaluate(() => location.hash), '#sign-up')
      await becomes(() => page.locator('#sign-up').isVisible(), true)
      await open('/events?when=past')
      await page.locator('main article h3 a').first().click()
      await page.getByText('This event has already taken place.').waitFor()
      expect(await page.locator('#sign-up').count()).toBe(0)
      await page.getByRole('link', { name: 'Find your next event' }).click()
      await becomes(() => path(page), '/events')
    }))
})

describe('the search of the site', () => {
  const field = (page: Page) => page.locator('#site-search').getByRole('combobox')
  const options = (page: Page) => page.locator('#site-search [role=option]')

  it('is fetched when it is used, asks once a pause, and leads by the keyboard', () =>
    browser.visit({}, async ({ page, open, awake, searches }) => {
      const fetched: string[] = []
      page.on('request', request => fetched.push(request.url()))
      await open('/about-us')
      await awake()
      // What the page wants of itself it has asked for before it is at rest.
      await idle(page)
      expect(fetched.filter(url => /SiteSuggestions|searchClient/.test(url))).toEqual([])
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      const before = searches()
      await typeQuickly(field(page), 'insurance')
      await options(page).first().waitFor()
      await becomes(() => field(page).getAttribute('aria-expanded'), 'true')
      await becomes(
        () =>
          page
            .locator('#site-search [role=group]')
            .evaluateAll(groups => groups.map(group => group.getAttribute('aria-label'))),
        ['Jobs', 'Insights', 'Events'],
      )
      await expect
        .poll(() => page.locator('#site-search [role=status]').textContent())
        .toMatch(/^Found: \d+ jobs?, \d+ insights?, \d+ events?\.$/)
      expect(searches() - before).toBe(1)

      await page.keyboard.press('ArrowDown')
      const first = options(page).first()
      await becomes(() => first.getAttribute('aria-selected'), 'true')
      await becomes(() => field(page).getAttribute('aria-activedescendant'), await first.getAttribute('id'))
      await page.keyboard.press('ArrowUp')
      await becomes(() => field(page).getAttribute('aria-activedescendant'), null)
      await page.keyboard.press('ArrowUp')
      const last = options(page).last()
      expect(await last.textContent()).toMatch(/^See all \d+ events?$/)
      await becomes(() => last.getAttribute('aria-selected'), 'true')
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/events?query=insurance')
    }))

  it('closes on Escape, and Enter leads to all that is found', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/about-us')
      await awake()
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await typeQuickly(field(page), 'data')
      await options(page).first().waitFor()
      await page.keyboard.press('Escape')
      await becomes(() => field(page).getAttribute('aria-expanded'), 'false')
      expect(await field(page).inputValue()).toBe('data')
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/search?query=data')
      await becomes(() => page.locator('main [data-group] h2').count(), 3)
      await page.getByRole('main').getByRole('searchbox', { name: 'Search jobs, insights and events' }).fill('C++')
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/search?query=C%2B%2B')
      await page.goBack()
      await becomes(() => path(page), '/search?query=data')
      await becomes(() => page.locator('h1').textContent(), '“data”')
    }))

  it.each(['C++', '#', '"', '</script><b>', '😀', '\\'])('takes %s for text', text =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/about-us')
      await awake()
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await field(page).fill(text)
      await expect.poll(() => page.locator('#site-search [role=status]').textContent()).toMatch(/^Found:/)
      await page.keyboard.press('Enter')
      await becomes(
        () => page.getByRole('main').getByRole('searchbox', { name: 'Search jobs, insights and events' }).inputValue(),
        text,
      )
    }),
  )
})

describe('without JavaScript', () => {
  const off = { javaScriptEnabled: false }

  it('insights and events are forms and links', () =>
    browser.visit(off, async ({ page, open }) => {
      await open('/blog/tag/employers')
      await page.getByRole('searchbox', { name: 'Search insights' }).fill('pay')
      await follow(page, () => page.getByRole('main').getByRole('button', { name: 'Search' }).click())
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/blog/tag/employers?query=pay')
      expect(await total(page)).toMatch(/^\d+ insights? for “pay”$/)
      await follow(page, () =>
        page.getByRole('navigation', { name: 'Insights by tag' }).getByRole('link', { name: 'All' }).click(),
      )
      await follow(page, () => page.locator('main article h3 a').first().click())
      expect(await page.locator('h1').count()).toBe(1)

      await open('/events')
      await page.getByRole('searchbox', { name: 'Search events' }).fill('zzzz')
      await follow(page, () => page.getByRole('main').getByRole('button', { name: 'Search' }).click())
      expect(await page.getByText('No Events found.', { exact: true }).isVisible()).toBe(true)
    }))

  it('the site search is a form', () =>
    browser.visit(off, async ({ page, open }) => {
      await open('/search')
      const main = page.getByRole('main')
      await main.getByRole('searchbox', { name: 'Search jobs, insights and events' }).fill('data')
      await follow(page, () => main.getByRole('button', { name: 'Search', exact: true }).first().click())
      expect(await page.locator('main [data-group] h2').count()).toBe(3)
    }))
})

describe('for everyone', () => {
  // The lists as they begin, a post and events: in pages.test.ts.
  it.each([
    '/blog/tag/insurance',
    '/blog?query=pay',
    '/events?when=past',
    '/events?query=zzzz',
    '/search?query=data',
    '/search',
  ])('axe finds nothing in %s, and nothing is wider than the page', target =>
    browser.visit({}, async ({ page, open }) => {
      await open(target)
      expect(await faultsAtAllWidths(page)).toEqual([])
    }),
  )

  it('axe finds nothing in the opened search', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/blog')
      await awake()
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await page.locator('#site-search').getByRole('combobox').fill('insurance')
      await page.locator('#site-search [role=option]').first().waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await faultsOf(page)).toEqual([])
    }))
})

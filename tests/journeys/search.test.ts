import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobsPath } from '#api/jobSearchParams'
import type { JobDocument } from '#indexer/job'
import { isoTime } from '../../web/ui/time.ts'
import { becomes, focused, follow, idle, type TestBrowser, typeQuickly, widths } from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'
import { type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
/** Every live job of the seed. */
let live: JobDocument[]

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  live = (await site.indexer.jobs()).filter(job => job.expires_at > site.now())
})

/** All that a visitor sees of a search. */
function shown(page: Page) {
  return page.evaluate(() => {
    const form = document.getElementById('job-search') as HTMLFormElement
    const value = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value
    return {
      url: location.pathname + location.search,
      total: document.getElementById('results-title')?.textContent,
      titles: [...document.querySelectorAll('main article h3')].map(title => title.textContent),
      query: value('query'),
      location: value('location'),
      radius: value('radius'),
      sort: value('sort'),
      chosen: [...document.querySelectorAll<HTMLInputElement>('#filters input:checked')].map(
        input => `${input.name}=${input.value}`,
      ),
      chips: [...document.querySelectorAll('[aria-label="Chosen filters"] li')].map(chip => chip.textContent),
      page: document.querySelector('[aria-label="Pages of results"] [aria-current]')?.textContent,
    }
  })
}

const total = async (page: Page) => (await page.locator('#results-title').textContent())!
const path = (page: Page) => page.evaluate(() => location.pathname + location.search)
const keyword = (page: Page) => page.getByLabel('Keyword')
const place = (page: Page) => page.getByRole('combobox', { name: 'Location' })
const cards = (page: Page) => page.locator('main ol article')
const distances = async (page: Page) =>
  (await cards(page).allTextContents()).map(text => Number(/([\d.]+) miles? from/.exec(text)?.[1] ?? 0))
const filter = (page: Page, name: string) => page.locator('#filters label', { hasText: name }).first()
const jobs = (count: number) => `${count} job${count === 1 ? '' : 's'}`

async function rawPage(target: string): Promise<{ status: number; html: string }> {
  const response = await fetch(site.origin + target, { redirect: 'manual' })
  return { status: response.status, html: await response.text() }
}

/** What a page says of itself. */
function headOf(document: Document) {
  const all = (selector: string) => [...document.head.querySelectorAll(selector)]
  return {
    title: all('title').map(title => title.textContent),
    robots: all('meta[name=robots]').map(meta => meta.getAttribute('content')),
    canonical: all('link[rel=canonical]').map(link => link.getAttribute('href')),
    jsonLd: all('script[type="application/ld+json"]').map(script => JSON.parse(script.textContent!)['@type'] as string),
  }
}

/** Titles of the cards in the HTML as it is sent. */
const rawTitles = (html: string) => titlesOf(parseHtml(html))
const titlesOf = (document: Document) =>
  [...document.querySelectorAll('main article h3')].map(title => title.textContent)

/**
 * Waits until the page is at an address and shows what the server finds for it: answers to what was typed before the
 * last letter may come first.
 */
async function finds(page: Page, target: string): Promise<void> {
  await becomes(() => path(page), target)
  const document = parseHtml((await rawPage(target)).html)
  const wanted = { total: document.getElementById('results-title')!.textContent, titles: titlesOf(document) }
  await expect.poll(() => shown(page)).toMatchObject(wanted)
}

describe('the first load', () => {
  it('has the jobs in its HTML and comes alive without a search of its own', () =>
    browser.visit({}, async ({ page, open, awake, searches }) => {
      const { status, html } = await rawPage('/jobs')
      expect(status).toBe(200)
      expect(rawTitles(html)).toHaveLength(5)
      expect(html).toContain(`${live.length} jobs`)

      expect(await open('/jobs')).toBe(200)
      const before = await shown(page)
      expect(before.titles).toEqual(rawTitles(html))
      await awake()
      await idle(page)
      expect(await shown(page)).toEqual(before)
      // Of its own it would have asked before it asks for the visitor.
      await filter(page, 'Permanent').click()
      await finds(page, '/jobs?type=permanent')
      expect(searches()).toBe(1)
    }))

  it('is alive after the first letter, and loses none of them', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/jobs')
      await keyword(page).pressSequentially('actuary', { delay: 20 })
      await becomes(() => path(page), '/jobs?query=actuary')
      expect(await keyword(page).inputValue()).toBe('actuary')
    }))
})

describe('before the script has come', () => {
  const target = '/jobs?query=manager&location=London&radius=50&sector=banking&sort=newest'

  it('what is typed and chosen is searched for as soon as it runs', () =>
    browser.visit({}, async ({ page, open }) => {
      let letIn = () => {}
      const allowed = new Promise<void>(resolve => {
        letIn = resolve
      })
      // Whether it is asked for before it is let in or only then.
      await page.route('**/assets/hydrate*', async route => {
        await allowed
        await route.continue()
      })
      await open('/jobs')
      await keyword(page).fill('manager')
      await place(page).fill('London')
      await page.getByLabel('Radius').selectOption('50')
      await page.getByLabel('Sort').selectOption('newest')
      await filter(page, 'Banking').click()
      expect(await path(page)).toBe('/jobs')
      letIn()
      await finds(page, target)
      expect(await shown(page)).toMatchObject({
        query: 'manager',
        location: 'London',
        chosen: ['sector=banking', 'posted=0'],
      })
    }))

  it('the form is sent as a form, to the address that the script would give it', () =>
    browser.visit({}, async ({ page, open }) => {
      await page.route('**/assets/hydrate*', () => {})
      await open('/jobs')
      await keyword(page).fill('manager')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/jobs?query=manager')
      await page.getByRole('link', { name: 'Next' }).click()
      // Where the page that is alive leads to as well, which would take the fragment off.
      await page.waitForURL('**/jobs?query=manager&page=2#results-title')
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'results-title')
    }))

  it('a filter that is taken off leaves the focus and the page where they were', () =>
    browser.visit({}, async ({ page, open }) => {
      await page.route('**/assets/hydrate*', () => {})
      await open(target)
      await page.mouse.wheel(0, 150)
      await becomes(() => page.evaluate(() => scrollY), 150)
      const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')
      const names = await chips.allTextContents()
      await follow(page, () => chips.nth(1).click())
      await becomes(() => chips.allTextContents(), names.toSpliced(1, 1))
      expect(await focused(page)).toBe(`a ${names[2]}`)
      expect(await page.evaluate(() => scrollY)).toBe(150)
      // The last of them takes the list with it.
      await follow(page, () => page.getByRole('link', { name: 'Reset all' }).click())
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('results-title')
      // Once only: a page that is loaded anew begins as pages do.
      await page.reload()
      expect(await focused(page)).toBe('nothing')
    }))
})

describe('typing a keyword', () => {
  for (const width of [widths.desktop, widths.phone]) {
    it(`changes the results and is one entry of the history, at ${width} px`, () =>
      browser.visit({ width }, async ({ page, open, awake, entries }) => {
        await open('/jobs')
        await awake()
        const start = await shown(page)
        const entriesBefore = await entries()
        await typeQuickly(keyword(page), 'actuary')
        await finds(page, '/jobs?query=actuary')
        const found = await shown(page)
        expect(found.total).not.toBe(start.total)
        expect(found.chips[0]).toContain('“actuary”')
        expect(await page.locator('main h3 mark').first().textContent()).toMatch(/actuary/i)
        expect(await entries()).toBe(entriesBefore + 1)

        await page.goBack()
        await becomes(() => shown(page), start)
        await page.goForward()
        await becomes(() => shown(page), found)
      }))
  }

  it('shows the last answer, whatever order they come in', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      let first: (() => Promise<void>) | undefined
      await page.route('**/search/multi-search', route => {
        if (first) return route.continue()
        first = () => route.continue()
      })
      await keyword(page).fill('actuary')
      await becomes(() => first !== undefined, true)
      await keyword(page).fill('underwriter')
      await page
        .locator('main h3 mark', { hasText: /underwriter/i })
        .first()
        .waitFor()
      const late = page.waitForResponse('**/search/multi-search')
      await first!()
      await (await late).finished()
      await finds(page, '/jobs?query=underwriter')
    }))

  it('and a filter right after it are two entries', () =>
    browser.visit({}, async ({ page, open, awake, entries }) => {
      await open('/jobs')
      await awake()
      const before = await entries()
      await typeQuickly(keyword(page), 'manager')
      await filter(page, 'Permanent').click()
      await becomes(() => path(page), '/jobs?query=manager&type=permanent')
      expect(await entries()).toBe(before + 2)
      await page.goBack()
      await becomes(() => path(page), '/jobs?query=manager')
    }))

  it('puts the field back even while it has the focus', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await typeQuickly(keyword(page), 'risk')
      await becomes(() => path(page), '/jobs?query=risk')
      await keyword(page).focus()
      await page.goBack()
      await becomes(() => keyword(page).inputValue(), '')
    }))
})

describe('the history', () => {
  it('gives back each state whole: results, fields, boxes, page', () =>
    browser.visit({}, async ({ page, open, awake, entries }) => {
      await open('/jobs')
      await awake()
      const first = await entries()
      const states = [await shown(page)]
      const step = async (act: () => Promise<unknown>, url: string) => {
        await act()
        await finds(page, url)
        await page.locator('main [aria-busy=false]').waitFor()
        states.push(await shown(page))
        expect(await entries()).toBe(first + states.length - 1)
      }
      await step(() => typeQuickly(keyword(page), 'manager'), '/jobs?query=manager')
      await step(() => filter(page, 'Permanent').click(), '/jobs?query=manager&type=permanent')
      await step(() => filter(page, 'Banking').click(), '/jobs?query=manager&sector=banking&type=permanent')
      await step(
        () => page.getByRole('navigation', { name: 'Pages of results' }).getByRole('link', { name: 'Next' }).click(),
        '/jobs?query=manager&sector=banking&type=permanent&page=2',
      )
      expect(new Set(states.map(state => JSON.stringify(state)))).toHaveLength(states.length)
      for (const state of states.slice(0, -1).reverse()) {
        await page.goBack()
        await becomes(() => shown(page), state)
      }
      for (const state of states.slice(1)) {
        await page.goForward()
        await becomes(() => shown(page), state)
      }
      // A reload is the same page from the server.
      await page.reload()
      expect(await shown(page)).toEqual(states.at(-1))
    }))

  it('keeps a job clicked while the typing has not settled, and Back finds the search', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await page.clock.install()
      await open('/jobs')
      await awake()
      // The page's own time stands still, and with it the pause after which typing is written.
      await page.clock.pauseAt(Date.now() + 3_600_000)
      await keyword(page).fill('underwriter')
      await page.locator('main h3 mark').first().waitFor()
      expect(await path(page)).toBe('/jobs')
      const wanted = await cards(page).first().locator('h3').textContent()
      await cards(page).first().locator('h3 a').click()
      await becomes(() => page.locator('h1').textContent(), wanted)
      const job = page.url()
      await page.clock.runFor(1_000)
      await page.clock.resume()
      expect(page.url()).toBe(job)
      expect(await page.locator('h1').textContent()).toBe(wanted)
      await becomes(
        () => page.getByRole('link', { name: 'Back to your search' }).getAttribute('href'),
        '/jobs?query=underwriter',
      )

      await page.goBack()
      await finds(page, '/jobs?query=underwriter')
      await becomes(() => keyword(page).inputValue(), 'underwriter')
      expect(await cards(page).first().locator('h3').textContent()).toBe(wanted)
    }))
})

describe('a list left for a job', () => {
  it('is found again where it was left', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?size=20')
      await awake()
      const link = cards(page).nth(12).locator('h3 a')
      await link.scrollIntoViewIfNeeded()
      const scrolled = await page.evaluate(() => scrollY)
      expect(scrolled).toBeGreaterThan(500)
      await link.click()
      await page.locator('#apply').waitFor()
      await becomes(() => page.evaluate(() => scrollY), 0)
      await page.goBack()
      await becomes(() => cards(page).count(), 20)
      await becomes(() => page.evaluate(() => scrollY), scrolled)
    }))
})

describe('filters', () => {
  it('give the count that they showed, singly and together', () =>
    browser.visit({}, async ({ page, open, awake, searches }) => {
      await open('/jobs?query=manager')
      await awake()
      await page.getByText('more in Specialism').click()
      for (const name of ['Insurance', 'Underwriting & Claims', 'Permanent', 'Hybrid', 'Last 14 days']) {
        const box = filter(page, name)
        const count = Number(/([\d,]+) jobs?$/.exec((await box.textContent())!)![1]!.replace(',', ''))
        expect(count).toBeGreaterThan(0)
        const before = searches()
        await box.click()
        // Two of them find equally many: the total may be there before the answer with the next one's count.
        await becomes(() => searches() > before, true, name)
        await becomes(() => page.locator('main [aria-busy]:has(ol)').getAttribute('aria-busy'), 'false', name)
        await becomes(() => total(page), jobs(count), name)
        await becomes(() => box.locator('input').isChecked(), true, name)
      }
      await expect
        .poll(() => shown(page))
        .toMatchObject({
          url: '/jobs?query=manager&sector=insurance&specialism=underwriting-claims&type=permanent&environment=hybrid&posted=14',
        })
    }))

  it('of one facet add up, and each other count stays that of its own click', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const either = live.filter(job => job.sectors.some(sector => ['Insurance', 'Technology'].includes(sector))).length
      await filter(page, 'Insurance').click()
      await becomes(() => total(page), jobs(live.filter(job => job.sectors.includes('Insurance')).length))
      await filter(page, 'Technology').click()
      await becomes(() => total(page), jobs(either))
    }))

  it('are chips that can be taken off, one or all', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?query=manager&sector=banking&type=permanent&posted=30&size=10')
      await awake()
      const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link')
      expect((await chips.allTextContents()).map(text => text.replace('Remove filter: ', ''))).toEqual([
        '“manager”',
        'Banking',
        'Permanent',
        'Posted: last 30 days',
        'Reset all',
      ])
      await chips.getByText('Banking').click()
      await becomes(() => path(page), '/jobs?query=manager&type=permanent&posted=30&size=10')
      await becomes(() => filter(page, 'Banking').locator('input').isChecked(), false)
      await chips.getByText('“manager”').click()
      await becomes(() => keyword(page).inputValue(), '')
      await chips.getByText('Reset all').click()
      await finds(page, '/jobs?size=10')
      expect(await total(page)).toBe(jobs(live.length))
      expect((await shown(page)).chosen).toEqual(['posted=0'])
      expect(await cards(page).count()).toBe(10)
    }))
})

describe('filters of typed words', () => {
  it.each([
    ['', ['Contract', '“contract developer”']],
    ['&type=permanent', ['Contract', '“contract developer”', 'Permanent']],
    // Said once.
    ['&type=contract', ['“contract developer”', 'Contract']],
  ])('are chips beside %s', async (chosen, chips) => {
    const document = parseHtml((await rawPage(`/jobs?query=contract%20developer${chosen}`)).html)
    const shown = [...document.querySelectorAll('[aria-label="Chosen filters"] li')].map(chip => chip.textContent)
    expect(shown.map(text => text.replace('Remove filter: ', ''))).toEqual([...chips, 'Reset all'])
  })
})

describe('order and pages', () => {
  it('sorts by date and by salary', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?sector=technology&size=50')
      await awake()
      const dates = () =>
        cards(page)
          .locator('time')
          .evaluateAll(times => times.map(time => time.getAttribute('datetime')!))
      const technology = live.filter(job => job.sectors.includes('Technology'))
      const newest = technology.map(job => job.published_at).sort((a, b) => b - a)
      await page.getByLabel('Sort').selectOption('newest')
      await becomes(() => path(page), '/jobs?sector=technology&sort=newest&size=50')
      await becomes(dates, newest.slice(0, 50).map(isoTime))

      await page.getByLabel('Sort').selectOption('salary')
      const yearly = technology.map(job => job.salaryYear.GBP ?? 0)
      const top = yearly.sort((a, b) => b - a).slice(0, 50)
      await becomes(async () => {
        const slugs = await cards(page)
          .locator('h3 a')
          .evaluateAll(links => links.map(link => link.getAttribute('href')!.split('/')[2]!))
        return slugs.map(slug => live.find(job => job.url_slug === slug)!.salaryYear.GBP ?? 0)
      }, top)
    }))

  it('pages by real links, which lead the same way by a click and by a request', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const pages = page.getByRole('navigation', { name: 'Pages of results' })
      const href = await pages.getByRole('link', { name: 'Page 2' }).getAttribute('href')
      expect(href).toBe('/jobs?page=2')
      const firstPage = (await shown(page)).titles
      await pages.getByRole('link', { name: 'Page 2' }).click()
      await finds(page, href!)
      expect((await shown(page)).titles).not.toEqual(firstPage)
      // Reading goes on at the top of the list.
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('results-title')

      const last = Math.ceil(live.length / 5)
      await pages.getByRole('link', { name: `Page ${last}` }).click()
      await finds(page, `/jobs?page=${last}`)
      expect(await cards(page).count()).toBe(live.length - 5 * (last - 1))
      expect(await total(page)).toBe(jobs(live.length))
      expect(await pages.getByRole('link', { name: 'Next' }).count()).toBe(0)
    }))

  it('shows as many as asked for, from page 1', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?page=3')
      await awake()
      await page.getByRole('navigation', { name: 'Jobs on a page' }).getByRole('link', { name: '20' }).click()
      await becomes(() => path(page), '/jobs?size=20')
      await becomes(() => cards(page).count(), 20)
    }))
})

describe('a place', () => {
  it('is chosen by keyboard alone, and gives distances, a radius and an order', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const field = place(page)
      const options = page.getByRole('option')
      // Slower than the pause after which places are looked up, the letters would bring several lists, each of which
      // begins anew.
      await typeQuickly(field, 'Manches')
      await becomes(() => field.getAttribute('aria-expanded'), 'true')
      expect(await field.getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'))
      expect(await field.getAttribute('aria-activedescendant')).toBeNull()
      await page.keyboard.press('ArrowDown')
      await becomes(() => field.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'))
      await becomes(() => options.first().getAttribute('aria-selected'), 'true')
      const label = (await options.first().textContent())!
      expect(label).toBe('Manchester, England')
      await page.keyboard.press('Enter')
      await finds(page, '/jobs?location=Manchester%2C%20England&place=2643123')
      expect(await field.inputValue()).toBe(label)
      await becomes(() => field.getAttribute('aria-expanded'), 'false')
      expect((await distances(page)).every(distance => distance <= 20)).toBe(true)
      const near = await total(page)

      await page.getByLabel('Radius').selectOption('50')
      await finds(page, '/jobs?location=Manchester%2C%20England&place=2643123&radius=50')
      expect(Number.parseInt(await total(page), 10)).toBeGreaterThan(Number.parseInt(near, 10))

      await page.getByLabel('Sort').selectOption('nearest')
      await page.getByRole('navigation', { name: 'Jobs on a page' }).getByRole('link', { name: '50' }).click()
      await finds(page, '/jobs?location=Manchester%2C%20England&place=2643123&radius=50&sort=nearest&size=50')
      const measured = await distances(page)
      expect(new Set(measured).size).toBeGreaterThan(1)
      expect(measured).toEqual([...measured].sort((a, b) => a - b))
      expect(Math.max(...measured)).toBeLessThanOrEqual(50)
      expect(measured).toHaveLength(Number.parseInt(await total(page), 10))
    }))

  it('lets the list be left with Escape, and takes what was typed', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await place(page).pressSequentially('leeds')
      await becomes(() => place(page).getAttribute('aria-expanded'), 'true')
      await page.keyboard.press('Escape')
      await becomes(() => place(page).getAttribute('aria-expanded'), 'false')
      expect(await place(page).inputValue()).toBe('leeds')
      await page.keyboard.press('Enter')
      await finds(page, '/jobs?location=leeds')
      const measured = await distances(page)
      expect(measured.length).toBeGreaterThan(0)
      expect(measured.every(distance => distance <= 20)).toBe(true)
    }))

  it('is measured anew from the next place', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?location=Reading&radius=50&sort=nearest&size=50')
      await awake()
      await page.getByText('from Reading').first().waitFor()
      await place(page).fill('Brighton')
      await page.keyboard.press('Enter')
      await page.getByText('from Brighton').first().waitFor()
      await becomes(() => path(page), '/jobs?location=Brighton&radius=50&sort=nearest&size=50')
      await page.goBack()
      await page.getByText('from Reading').first().waitFor()
      await becomes(() => place(page).inputValue(), 'Reading')
    }))

  it('may include what can be done remotely', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?location=Norwich&size=50')
      await awake()
      const near = Number.parseInt(await total(page), 10)
      await page.getByLabel('or remote').check()
      await finds(page, '/jobs?location=Norwich&remote=1&size=50')
      expect(Number.parseInt(await total(page), 10)).toBeGreaterThan(near)
      const remote = live.filter(job => job.remoteCountries.includes('GB') && !job.locations.includes('Norwich')).length
      expect(Number.parseInt(await total(page), 10)).toBeGreaterThanOrEqual(remote)
      await page.getByLabel('or remote').uncheck()
      await becomes(() => total(page), jobs(near))
    }))

  it('that is none becomes a filter, and does not stay in its field to be chosen again', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      for (const key of ['Tab', 'Enter']) {
        await place(page).fill('remote')
        await page.keyboard.press(key)
        await finds(page, '/jobs?environment=remote')
        await becomes(() => place(page).inputValue(), '')
        await page.getByRole('link', { name: 'Remove filter: Remote' }).click()
        await becomes(() => path(page), '/jobs')
      }
      await keyword(page).fill('data')
      await page.getByRole('button', { name: 'Search jobs' }).click()
      await finds(page, '/jobs?query=data')
    }))

  it('that nobody knows is said so, with what may be meant', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await place(page).fill('Newport, Texas')
      await page.keyboard.press('Tab')
      await becomes(() => total(page), 'Place not found')
      await becomes(() => cards(page).count(), 0)
      await becomes(() => place(page).getAttribute('aria-invalid'), 'true')
      await page.getByText('We do not know a place called “Newport, Texas”.').waitFor()
      const way = page.getByRole('listitem').filter({ hasText: 'Newport, Wales' }).first()
      const said = /\((\d+ jobs?)\)/.exec((await way.textContent())!)![1]!
      await way.getByRole('link').click()
      await becomes(() => total(page), said)
      await becomes(() => place(page).getAttribute('aria-invalid'), null)
    }))

  it('without jobs says what would find some, with true counts', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      const target = '/jobs?query=zebra&location=Norwich&type=permanent'
      expect((await rawPage(target)).html).toContain('Sorry there are no jobs matching your criteria at this time.')
      await open('/jobs?location=Norwich&type=contract&specialism=quants')
      await awake()
      const message = page.getByText('Sorry there are no jobs matching your criteria at this time.', { exact: true })
      await message.waitFor()
      const ways = page.locator('main ul li', { hasText: /\(\d+ jobs?\)$/ })
      const offered = await ways.allTextContents()
      expect(offered.length).toBeGreaterThan(2)
      for (const [i, text] of offered.entries()) {
        await ways.nth(i).getByRole('link').click()
        await becomes(() => total(page), /\((\d+ jobs?)\)/.exec(text)![1]!, text)
        await page.goBack()
        await message.waitFor()
        await becomes(() => ways.allTextContents(), offered)
      }
    }))
})

describe('an outage of the search', () => {
  it('keeps the search, offers to try again and recovers', () =>
    browser.visit({ expected: [/503/] }, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await page.route('**/search/multi-search', route => route.fulfill({ status: 503, json: { error: 'down' } }))
      await keyword(page).fill('actuary')
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.textContent()).toContain('The job search is not answering right now.')
      expect(await keyword(page).inputValue()).toBe('actuary')
      await page.unroute('**/search/multi-search')
      await alert.getByRole('link', { name: 'Try again' }).click()
      await page.locator('main h3 mark').first().waitFor()
      await becomes(() => alert.count(), 0)
      await becomes(() => path(page), '/jobs?query=actuary')
    }))

  it('is told to one who comes from another page too, and then the place that was typed is searched', () =>
    browser.visit({ expected: [/503/] }, async ({ page, open, awake }) => {
      const target = '/jobs?query=zebra&location=Norwich'
      const served = parseHtml((await rawPage(target)).html)
      const offered = [...served.querySelectorAll('main ul li')]
        .map(way => way.textContent)
        .filter(text => /\(\d+ jobs?\)$/.test(text))
      expect(offered.length).toBeGreaterThan(1)
      await open('/')
      await awake()
      await page.route('**/search/multi-search', route => route.fulfill({ status: 503, json: { error: 'down' } }))
      await page.locator('main').getByLabel('Keyword').fill('zebra')
      await page.locator('main').getByLabel('Location').fill('Norwich')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.unroute('**/search/multi-search')
      await page.getByRole('link', { name: 'Try again' }).click()
      await becomes(() => page.locator('main ul li', { hasText: /\(\d+ jobs?\)$/ }).allTextContents(), offered)
      expect(await path(page)).toBe(target)
    }))
})

describe('a job in several cities', () => {
  it('counts once and is found from each', async () => {
    const several = live.filter(job => new Set(job.places.map(({ name }) => name)).size > 2).slice(0, 2)
    expect(several).toHaveLength(2)
    for (const job of several) {
      for (const { name: location, placeId } of [{ name: '', placeId: '' }, ...job.places]) {
        const { html } = await rawPage(jobsPath({ query: job.external_reference, location, radius: 10 }))
        const document = parseHtml(html)
        expect(titlesOf(document), `${job.title} from ${location}`).toEqual([job.title])
        expect(document.getElementById('results-title')!.textContent).toBe('1 job')
        const miles =
          new RegExp(`(\\d+) miles? from ${location}`).exec(
            document.querySelector('main article')!.textContent!,
          )?.[1] ?? 0
        // An address in London is as near to the middle of London as its postcode is.
        if (location !== '')
          expect(Number(miles), location).toBeLessThanOrEqual(placeId.startsWith('postcode-') ? 10 : 0)
        const boxes = [
          ...document.querySelectorAll('#filters label:has([type=checkbox]):not(:has([name=remote], [name=unstated]))'),
        ]
        expect(boxes.length).toBeGreaterThan(3)
        for (const box of boxes) expect(box.lastElementChild!.textContent, box.textContent).toBe('1 job')
      }
    }
  })
})

describe('what a URL may hold', () => {
  const rubbish = '%00%ff+%F0%9F%98%80&[]=;..'.repeat(300).slice(0, 8_000)
  const texts: { name: string; search: string; text?: string }[] = [
    { name: 'c++', search: '?query=c%2B%2B', text: 'c++' },
    { name: 'c++ typed by hand', search: '?query=c++', text: 'c++' },
    { name: 'a number', search: '?query=2024', text: '2024' },
    { name: 'true', search: '?query=true', text: 'true' },
    { name: 'null', search: '?query=null', text: 'null' },
    { name: '1e5', search: '?query=1e5', text: '1e5' },
    { name: '[1]', search: '?query=[1]', text: '[1]' },
    { name: 'quotes', search: '?query=%22exact%22', text: '"exact"' },
    { name: 'a tag', search: '?query=%3Cscript%3Ealert(1)%3C/script%3E', text: '<script>alert(1)</script>' },
    { name: 'signs', search: '?query=R%26D%20%23%25', text: 'R&D #%' },
    { name: 'a page below the first', search: '?page=-3' },
    { name: 'a page past the last', search: '?page=1e9' },
    { name: 'values that are none', search: '?page=zwei&size=7&radius=NaN&posted=x&sort=up' },
    { name: 'a text where a list belongs', search: '?jobs[refinementList][type]=Permanent&page[]=2' },
    { name: 'unknown names', search: '?query[]=a&utm_source=x&__proto__=1&constructor=2' },
    { name: 'rubbish', search: `?${rubbish}` },
    { name: 'a text too long', search: `?query=${'x'.repeat(8_000)}`, text: 'x'.repeat(200) },
  ]
  it.each(texts)('is answered, with its text kept: $name', async ({ search, text = '' }) => {
    const { status, html } = await rawPage(`/jobs${search}`)
    expect(status).toBe(200)
    expect(html).not.toContain('<script>alert')
    const document = parseHtml(html)
    expect(document.querySelector<HTMLInputElement>('#job-search [name=query]')!.value).toBe(text)
    if (text === '') expect(document.getElementById('results-title')!.textContent).toBe(jobs(live.length))
  })

  it('is the same page before and after it comes alive', () =>
    browser.visit({}, async ({ page, open, awake, searches }) => {
      for (const { name, search, text = '' } of texts) {
        expect(await open(`/jobs${search}`), name).toBe(200)
        const before = await shown(page)
        expect(before, name).toMatchObject({
          query: text,
          ...(text === '' && { total: jobs(live.length), radius: '20', sort: 'relevance', chosen: ['posted=0'] }),
        })
        await awake()
        await idle(page)
        expect(await shown(page), name).toEqual(before)
        expect(searches(), name).toBe(0)
      }
    }))

  it('stays, whatever its form cannot say', () =>
    browser.visit({}, async ({ page, open, awake, searches }) => {
      for (const search of [
        '?location=Nowhereham&remote=1&sort=nearest',
        '?pay=max-GBP-day-600',
        // Not the order in which the form lists them.
        '?type=contract&type=permanent&page=3',
      ]) {
        await open(`/jobs${search}`)
        const before = await shown(page)
        expect(before.url).toBe(`/jobs${search}`)
        await awake()
        await idle(page)
        // Writes the address that is owed, if any is.
        await page.locator('label[for=sort]').click()
        await idle(page)
        expect(await shown(page)).toEqual(before)
        expect(searches(), search).toBe(0)
      }
    }))

  it('keeps a facet value that no list has, as a chip that goes away again', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      const value = 'Head: "Data" \\ R&D'
      await open(`/jobs?sector=${encodeURIComponent(value)}`)
      await awake()
      const chip = page.getByRole('link', { name: `Remove filter: ${value}` })
      await chip.waitFor()
      expect(await filter(page, value).locator('input').isChecked()).toBe(true)
      expect(await total(page)).toBe('0 jobs')
      await chip.click()
      await becomes(() => total(page), jobs(live.length))
    }))

  it('clamps a page to the first and to the last', async () => {
    expect(rawTitles((await rawPage('/jobs?page=-3')).html)).toEqual(rawTitles((await rawPage('/jobs')).html))
    const last = Math.ceil(live.length / 5)
    expect(rawTitles((await rawPage('/jobs?page=1e9')).html)).toEqual(
      rawTitles((await rawPage(`/jobs?page=${last}`)).html),
    )
  })

  it('finds C++ by its own link', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await keyword(page).pressSequentially('C++')
      await finds(page, '/jobs?query=C%2B%2B')
      expect(await cards(page).count()).toBeGreaterThan(0)
      for (const text of await cards(page).allTextContents()) expect(text).toMatch(/C\+\+/)
    }))
})

describe('the home page', () => {
  it('counts what each of its links finds', async () => {
    const document = parseHtml((await rawPage('/')).html)
    const links = [...document.querySelectorAll<HTMLAnchorElement>('#specialisms a')]
    expect(links).toHaveLength(20)
    for (const link of links) {
      const list = parseHtml((await rawPage(link.getAttribute('href')!)).html)
      expect(link.lastElementChild!.textContent, link.textContent).toBe(
        list.getElementById('results-title')!.textContent,
      )
    }
  })
})

describe('old addresses of lists', () => {
  it.each([
    ['/jobs/#/actuarial', '/jobs?specialism=actuarial', (job: JobDocument) => job.specialisms.includes('Actuarial')],
    ['/jobs/#/insurance', '/jobs?sector=insurance', (job: JobDocument) => job.sectors.includes('Insurance')],
    [
      '/jobs#/audit-risk-compliance',
      '/jobs?specialism=audit-risk-compliance',
      (job: JobDocument) => job.specialisms.includes('Audit, Risk & Compliance'),
    ],
  ])('%s leads to the list', (from, to, belongs) =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/')
      await open(from)
      await becomes(() => path(page), to)
      await becomes(() => total(page), jobs(live.filter(belongs).length))
      await awake()
      // The old address is no step of the history.
      await page.goBack()
      await becomes(() => path(page), '/')
    }),
  )

  it('an unknown one stays the whole list', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs/#/no-such-thing')
      await awake()
      expect(await total(page)).toBe(jobs(live.length))
    }))
})

describe('the sidebar', () => {
  const aJobPath = () => `/jobs/${live[0]!.url_slug}`

  it('counts the live jobs and leads to the list with what was asked', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open(aJobPath())
      await awake()
      const sidebar = page.getByRole('complementary', { name: 'Job search' })
      expect(await sidebar.locator('summary').textContent()).toBe(`Search ${live.length} jobs`)
      await sidebar.getByLabel('Keyword').fill('C++ developer')
      await sidebar.getByLabel('Location').fill('London')
      // As a person goes on to the next field: the list of places closes behind them.
      await sidebar.getByLabel('Location').press('Tab')
      await sidebar.getByLabel('Radius').selectOption('10')
      await sidebar.getByRole('button', { name: 'Search jobs' }).click()
      await becomes(() => path(page), '/jobs?query=C%2B%2B%20developer&location=London&radius=10')
      await becomes(
        async () => {
          const { query, location, radius } = await shown(page)
          return { query, location, radius }
        },
        { query: 'C++ developer', location: 'London', radius: '10' },
      )
      await finds(page, '/jobs?query=C%2B%2B%20developer&location=London&radius=10')
    }))

  it('has a button for each sector', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      for (const sector of ['Banking', 'Insurance', 'Technology']) {
        await open(aJobPath())
        await awake()
        await page.getByRole('navigation', { name: 'Sectors' }).getByRole('link', { name: sector }).click()
        await becomes(() => path(page), `/jobs?sector=${sector.toLowerCase()}`)
        await becomes(() => total(page), jobs(live.filter(job => job.sectors.includes(sector)).length))
      }
    }))

  it('stays as it was left: on other pages, after a reload', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      const panel = page.locator('details[data-sidebar]')
      const isOpen = () => panel.evaluate(element => (element as HTMLDetailsElement).open)
      await open(aJobPath())
      await awake()
      expect(await isOpen()).toBe(true)
      await panel.locator('summary').click()
      await becomes(isOpen, false)
      await page.reload()
      await becomes(isOpen, false)
      await awake()
      await page.getByRole('link', { name: 'All jobs' }).first().click()
      await becomes(() => path(page), '/jobs')
      await cards(page).first().locator('h3 a').click()
      await becomes(isOpen, false)
      await panel.locator('summary').click()
      await becomes(isOpen, true)
      await open('/')
      await becomes(isOpen, true)
    }))
})

describe('the page in a visitor’s hands', () => {
  /** Cards whose whole box is on the first screen. */
  const whole = (page: Page) =>
    cards(page).evaluateAll(
      all =>
        all.filter(
          card => card.getBoundingClientRect().bottom <= innerHeight && card.getBoundingClientRect().height > 0,
        ).length,
    )
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

  it('shows four whole jobs on a laptop, one on a phone, with three filters on', () =>
    browser.visit({}, async ({ page, open }) => {
      await page.setViewportSize({ width: 1366, height: 768 })
      for (const target of ['/jobs', '/jobs?query=manager&sector=banking&type=permanent&posted=30']) {
        await open(target)
        expect(await whole(page), target).toBeGreaterThanOrEqual(4)
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await open('/jobs?query=manager&sector=banking&type=permanent&posted=30')
      expect(await whole(page)).toBeGreaterThanOrEqual(1)
    }))

  it('has one link over the whole card, with the actions above it', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const card = cards(page).nth(1)
      const href = await card.locator('h3 a').getAttribute('href')
      const box = (await card.boundingBox())!
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 6)
      await becomes(() => path(page), href!)
    }))

  it('leads from Apply to the form, on a phone too', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      const job = live.find(({ external_application_url }) => !external_application_url)!
      for (const alive of [false, true]) {
        await open(`/jobs?query=${encodeURIComponent(`"${job.external_reference}"`)}`)
        if (alive) await awake()
        await cards(page).first().getByRole('link', { name: 'Apply' }).click()
        await becomes(() => path(page), `/jobs/${job.url_slug}`)
        const form = page.locator('#apply-form')
        await becomes(
          () => form.evaluate(element => Math.abs(element.getBoundingClientRect().top) < innerHeight / 2),
          true,
        )
        await becomes(() => page.getByRole('link', { name: 'Apply now' }).filter({ visible: true }).count(), 0)
      }
    }))

  it('stays until the next is there on a slow line, which begins where its address says', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      const top = (element: Element) => Math.round(element.getBoundingClientRect().top)
      const told = page.getByRole('status').filter({ hasText: 'The page is loading' })
      await open('/jobs')
      await awake()
      let arrive = () => {}
      const arrived = new Promise<void>(resolve => {
        arrive = resolve
      })
      await page.route('**/*.json', async route => {
        await arrived
        await route.continue()
      })
      const apply = cards(page).locator('a[href$="#apply-form"]').last()
      await apply.scrollIntoViewIfNeeded()
      const stood = await apply.evaluate(top)
      await apply.click()
      await told.waitFor({ state: 'attached' })
      expect(await apply.evaluate(top)).toBe(stood)
      arrive()
      const form = page.locator('#apply-form')
      await becomes(() => form.evaluate(element => element === document.activeElement), true)
      expect(Math.abs(await form.evaluate(top))).toBeLessThan(370)
      await becomes(() => told.count(), 0)
      await page.goBack()
      await becomes(() => apply.evaluate(top), stood)
    }))

  it('keeps the focus near what was taken off', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?query=manager&type=permanent&posted=30')
      await awake()
      const chip = (name: string) => page.getByRole('link', { name: `Remove filter: ${name}` })
      await chip('Permanent').press('Enter')
      await becomes(() => focused(page), 'Remove filter: Posted: last 30 days')
      await page.getByRole('link', { name: 'Reset all' }).press('Enter')
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'results-title')
    }))

  it('keeps the form of a phone open while another search is typed into it', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/jobs?query=manager')
      await awake()
      await becomes(() => keyword(page).isVisible(), false)
      await page.getByRole('link', { name: 'Reset all' }).click()
      await becomes(() => keyword(page).isVisible(), true)
      await keyword(page).pressSequentially('data')
      await place(page).fill('Leeds')
      await page.keyboard.press('Tab')
      await page.getByLabel('Radius').selectOption('50')
      await page.getByRole('button', { name: 'Search jobs' }).click()
      await finds(page, '/jobs?query=data&location=Leeds&radius=50')
      await becomes(() => focused(page), 'data, LeedsChange the search')
    }))

  it('takes the place that is highlighted when Tab is pressed, and goes on to the next field', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await place(page).pressSequentially('leed')
      await page
        .getByRole('option', { name: /^Leeds/ })
        .first()
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Tab')
      await becomes(() => page.evaluate(() => (document.activeElement as HTMLSelectElement).name), 'radius')
      await becomes(
        () => path(page),
        expect.stringMatching(/^\/jobs\?location=Leeds.*&place=\d+$/) as unknown as string,
      )
    }))

  it('does not search for a place that is still being typed when the page comes alive', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/jobs')
      await place(page).focus()
      await page.keyboard.insertText('Lee')
      await page.locator('html[data-live]').waitFor({ state: 'attached' })
      await page.keyboard.insertText('ds')
      await page
        .getByRole('option', { name: /^Leeds/ })
        .first()
        .waitFor()
      expect(await path(page)).toBe('/jobs')
      await page.keyboard.press('Tab')
      await becomes(() => path(page), '/jobs?location=Leeds')
    }))

  it('says that the visitor is offline, and goes on when the connection is back', () =>
    browser.visit(
      { expected: [/Failed to load resource|The connection was lost|dynamically imported module/] },
      async ({ page, open, awake }) => {
        await open('/jobs')
        await awake()
        await page.context().setOffline(true)
        await filter(page, 'Permanent').click()
        await page.getByText('You seem to be offline.').waitFor()
        await page.context().setOffline(false)
        await finds(page, '/jobs?type=permanent')
        await becomes(() => page.getByText('You seem to be offline.').count(), 0)
        // The job page's own script is there already: without it the page would be loaded anew.
        await cards(page).first().locator('h3 a').click()
        await page.locator('#apply').waitFor()
        // The part of the script that a search in the router begins with has not been fetched yet.
        await page.context().setOffline(true)
        await page.goBack()
        await page.getByText('You seem to be offline.').waitFor()
        await page.context().setOffline(false)
        await finds(page, '/jobs?type=permanent')
        // Nor will it be: a new release has it under another name.
        await page.route('**/assets/findFirst-*.js', route => route.fulfill({ status: 404 }))
        await cards(page).first().locator('h3 a').click()
        await page.locator('#apply').waitFor()
        await page.goBack()
        await finds(page, '/jobs?type=permanent')
        await page.context().setOffline(true)
        await cards(page).nth(1).locator('h3 a').click()
        await page.getByRole('heading', { name: 'You seem to be offline.' }).waitFor()
        await becomes(() => page.title(), expect.stringContaining('Not available') as unknown as string)
        await page.getByRole('link', { name: 'Try again' }).focus()
        await page.context().setOffline(false)
        await page.locator('#apply').waitFor()
        // From there on it is the job's page, as if it had come at once.
        const served = headOf(parseHtml((await rawPage(await path(page))).html))
        expect(served).toMatchObject({ robots: ['index,follow'], jsonLd: ['JobPosting', 'BreadcrumbList'] })
        await becomes(async () => headOf(parseHtml(await page.content())), served)
        await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
      },
    ))

  it('says of a page that is come back to what it has become', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await cards(page).first().locator('h3 a').click()
      await page.locator('#apply').waitFor()
      const job = await path(page)
      await page.goBack()
      await page.locator('#results-title').waitFor()
      const gone = { status: 'gone', title: 'Zither player', specialisms: [], location: 'Leeds', similar: [] }
      await page.route(`**${job}.json`, route => route.fulfill({ json: gone }))
      // As it was, and then as the server has it now.
      await page.goForward()
      await page.getByRole('heading', { level: 1, name: 'This job is no longer available' }).waitFor()
      await becomes(async () => headOf(parseHtml(await page.content())), {
        title: ['Zither player is no longer available | Longlist'],
        robots: ['noindex,follow'],
        canonical: [site.origin + job],
        jsonLd: [],
      })
    }))

  it('groups salaries by their unit', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/jobs')
      const group = (title: string) =>
        page.locator('#filters fieldset', { has: page.locator('legend', { hasText: new RegExp(`^${title}$`) }) })
      const labels = async (title: string) =>
        (await group(title).locator('label > span:first-of-type').allTextContents()).map(text => text.trim())
      expect((await labels('Salary')).filter(label => /day/.test(label))).toEqual([])
      const daily = await labels('Day rate')
      expect(daily.length).toBeGreaterThan(0)
      for (const label of daily) expect(label).toMatch(/day/)
    }))

  it('says no distance at the place itself', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/jobs?location=London&size=50')
      expect(await cards(page).count()).toBeGreaterThan(0)
      expect((await cards(page).allTextContents()).filter(text => /(^|\D)0 miles/.test(text))).toEqual([])
    }))
})

import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { becomes, faultsOf, type TestBrowser, widths } from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'

let browser: TestBrowser

beforeAll(async () => {
  ;({ browser } = await seedSite())
})

const path = (page: Page) => page.evaluate(() => location.pathname + location.search)
const keyword = (page: Page) => page.locator('main').getByRole('combobox', { name: 'Keyword' })
const list = (page: Page) => page.locator('main').getByRole('listbox', { name: 'Suggestions' })
const rows = (page: Page) => list(page).getByRole('option')
const row = (page: Page, name: RegExp) => list(page).getByRole('option', { name })
const active = (page: Page) => page.locator('main [role=option][aria-selected=true]').textContent()
const total = (page: Page) => page.locator('#results-title').textContent()
const countOf = (text: string | null) => `${/([\d,]+) jobs?$/.exec(text ?? '')?.[0]}`

for (const width of [widths.phone, widths.desktop])
  describe(`at ${width} pixels`, () => {
    it('a row is chosen with the keys: one entry of the history, and the number it said', () =>
      browser.visit({ width }, async ({ page, open, awake, entries }) => {
        await open('/jobs')
        await awake()
        const place = await page.locator('#results-title').boundingBox()
        await keyword(page).pressSequentially('actuary lon', { delay: 10 })
        await row(page, /^Actuary in London/).waitFor()
        expect(await keyword(page).inputValue()).toBe('actuary lon')
        expect(await keyword(page).getAttribute('aria-expanded')).toBe('true')
        await becomes(() => path(page), '/jobs?query=actuary%20lon')
        const before = await entries()
        expect((await page.locator('#results-title').boundingBox())!.x).toBe(place!.x)
        expect(await faultsOf(page)).toEqual([])

        await keyword(page).press('ArrowDown')
        const chosen = (await active(page))!
        expect(await keyword(page).getAttribute('aria-activedescendant')).toBe(
          await page.locator('main [role=option][aria-selected=true]').getAttribute('id'),
        )
        // The text is still the visitor's: Home and End are the cursor's.
        await keyword(page).press('Home')
        expect(await page.locator('main [role=option][aria-selected=true]').count()).toBe(0)
        await keyword(page).press('ArrowUp')
        await keyword(page).press('ArrowDown')
        await keyword(page).press('ArrowDown')
        expect(await active(page)).toBe(chosen)
        await keyword(page).press('Enter')
        await becomes(() => list(page).isHidden(), true)
        await becomes(() => new URL(page.url()).searchParams.get('location'), 'London, England')
        await becomes(() => total(page), countOf(chosen))
        expect(await keyword(page).inputValue()).toBe('Actuary')
        expect((await entries()) - before).toBe(1)
        await page.goBack()
        await becomes(() => path(page), '/jobs?query=actuary%20lon')
        expect(await keyword(page).inputValue()).toBe('actuary lon')
      }))

    it('Escape and Tab leave what was typed alone', () =>
      browser.visit({ width }, async ({ page, open, awake }) => {
        await open('/jobs')
        await awake()
        await keyword(page).pressSequentially('manag', { delay: 10 })
        await rows(page).first().waitFor()
        await keyword(page).press('ArrowDown')
        await keyword(page).press('Escape')
        await becomes(() => list(page).isHidden(), true)
        expect(await keyword(page).inputValue()).toBe('manag')
        await keyword(page).press('ArrowDown')
        await rows(page).first().waitFor()
        await keyword(page).press('Tab')
        await becomes(() => list(page).isHidden(), true)
        await becomes(() => path(page), '/jobs?query=manag')
      }))

    it('on home a row leads to its search', () =>
      browser.visit({ width }, async ({ page, open, awake }) => {
        await open('/')
        await awake()
        await keyword(page).pressSequentially('data ana', { delay: 10 })
        const wanted = row(page, /^Data Analyst/).first()
        await wanted.waitFor()
        const said = countOf(await wanted.textContent())
        await (width === widths.phone ? wanted.tap() : wanted.click())
        await becomes(() => total(page), said)
        expect(new URL(page.url()).searchParams.get('query')).toMatch(/^Data Analyst/)
      }))
  })

it('what was typed before the script came is completed once it is there', () =>
  browser.visit({}, async ({ page, open }) => {
    let letIn = () => {}
    const allowed = new Promise<void>(resolve => {
      letIn = resolve
    })
    await page.route('**/assets/hydrate*', async route => {
      await allowed
      await route.continue()
    })
    await open('/jobs')
    await keyword(page).fill('actu')
    letIn()
    await row(page, /^Actuar/)
      .first()
      .waitFor()
    expect(await keyword(page).inputValue()).toBe('actu')
  }))

it('recent searches are offered by this browser, never sent, and cleared with a press', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    const sent: string[] = []
    await open('/jobs')
    await awake()
    await keyword(page).fill('underwriter')
    await keyword(page).press('Enter')
    await becomes(() => path(page), '/jobs?query=underwriter')
    page.on('request', request => sent.push(request.url() + (request.postData() ?? '')))
    await open('/jobs')
    await awake()
    await keyword(page).click()
    const recent = row(page, /^underwriter Recent search/)
    await recent.waitFor()
    expect(sent.filter(request => request.includes('underwriter'))).toEqual([])
    await recent.click()
    await becomes(() => path(page), '/jobs?query=underwriter')
    await keyword(page).fill('')
    await keyword(page).press('ArrowDown')
    await row(page, /^Clear recent searches/).click()
    expect(await page.evaluate(() => localStorage.getItem('longlist.recent'))).toBeNull()
  }))

it('an answer that fails leaves a field that works', () =>
  browser.visit({ expected: [/503/] }, async ({ page, open, awake }) => {
    await page.route('**/suggest?*', route => route.fulfill({ status: 503, body: '{}' }))
    await open('/jobs')
    await awake()
    await keyword(page).pressSequentially('manager', { delay: 10 })
    await becomes(() => path(page), '/jobs?query=manager')
    expect(await list(page).isHidden()).toBe(true)
  }))

describe('popular roles', () => {
  it('stand at the search as links to what they find, without JavaScript too', () =>
    browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/jobs')
      const links = page.getByRole('navigation', { name: 'Popular roles' }).getByRole('link')
      expect(await links.count()).toBeGreaterThan(3)
      for (const href of await links.evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href))) {
        const document = parseHtml(await (await fetch(href)).text())
        expect(document.getElementById('results-title')!.textContent, href).toMatch(/^[1-9][\d,]* jobs?$/)
      }
    }))

  it('are a search of their own, offered until something is searched for', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/jobs?query=manager&location=London&type=permanent')
      expect(await page.getByRole('navigation', { name: 'Popular roles' }).count()).toBe(0)
      await open('/jobs')
      await awake()
      const link = page.getByRole('navigation', { name: 'Popular roles' }).getByRole('link').first()
      const href = (await link.getAttribute('href'))!
      await link.click()
      await becomes(() => path(page), href)
    }))
})

import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { becomes, faultsOf, focused, type TestBrowser, tabTo, widths } from '../builders/browser.ts'
import { seedSite } from '../builders/seedSite.ts'
import type { TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let jobs: JobDocument[]

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  jobs = (await site.indexer.jobs()).filter(({ expires_at }) => expires_at > site.now() + 86_400)
})

const path = (page: Page) => page.evaluate(() => location.pathname + location.search)
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
/** Every text that a screen reader is told politely from now on, in order. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    let before = new Map<Element, string>()
    const look = () => {
      const now = new Map<Element, string>()
      for (const status of document.querySelectorAll('[role=status]')) {
        const text = status.textContent
        const isTold = !status.closest('[inert]') && status.checkVisibility()
        if (isTold && text && text !== before.get(status)) said.push(text)
        now.set(status, isTold ? text : '')
      }
      before = now
    }
    look()
    said.length = 0
    new MutationObserver(look).observe(document.body, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

describe('the team', () => {
  it('is filtered by arrow keys, one choice after another, and Back sets the fields', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/consultants')
      await awake()
      const office = page.locator('#consultants-location')
      const options = await office.locator('option').evaluateAll(all => all.map(one => one.getAttribute('value')))
      await office.focus()
      for (const slug of options.slice(1, 3)) {
        await page.keyboard.press('ArrowDown')
        await becomes(() => path(page), `/consultants?location=${slug}`)
        await becomes(() => focused(page), 'select location')
      }
      const speciality = page.locator('#consultants-speciality')
      await speciality.focus()
      await page.keyboard.press('ArrowDown')
      await becomes(async () => new URL(page.url()).searchParams.has('speciality'), true)
      await becomes(() => focused(page), 'select speciality')
      await page.goBack()
      await becomes(() => speciality.inputValue(), '')
      await page.goBack()
      await becomes(() => office.inputValue(), options[1])
    }))

  it('shown whole again begins at its heading', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/consultants?location=london')
      await awake()
      await page.getByRole('link', { name: 'Show all consultants' }).press('Enter')
      await becomes(() => path(page), '/consultants')
      await becomes(() => focusedId(page), 'team-title')
    }))

  it('stays as it was chosen while a profile is on its way', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/consultants?location=london')
      await awake()
      const names = () => page.locator('main li article, main li h3').allTextContents()
      const before = await names()
      expect(before.length).toBeGreaterThan(0)
      const said = await listen(page)
      let letGo = () => {}
      const held = new Promise<void>(resolve => (letGo = resolve))
      await page.route('**/content.json*', route => held.then(() => route.continue()))
      const card = page.locator('main li a[href^="/consultants/"]').first()
      const profile = await card.getAttribute('href')
      const asked = page.waitForRequest('**/content.json*')
      await card.click()
      await asked
      await becomes(() => path(page), profile)
      expect(await names()).toEqual(before)
      letGo()
      await becomes(() => focusedId(page), 'main')
      expect((await said()).filter(text => text.includes('consultant'))).toEqual([])
    }))
})

describe('the search of the site', () => {
  it('keeps the field of a second search, and says what it found', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/search?query=data')
      await awake()
      const said = await listen(page)
      const field = page.getByRole('main').getByRole('searchbox')
      await field.fill('insurance')
      await field.press('Enter')
      await becomes(() => page.locator('h1').textContent(), '“insurance”')
      await becomes(() => focused(page), 'input query')
      const totals = page.locator('main [data-group] h2')
      await becomes(said, [
        `Found for “insurance”: ${(await totals.allTextContents())
          .map(text => /^(\D+) (\d+)$/.exec(text)!.slice(1))
          .map(([name, count]) => `${count === '0' ? 'no' : count} ${nameOf(name!, count!)}`)
          .join(', ')}.`,
      ])
      await field.fill('zzzzzz')
      await field.press('Enter')
      await becomes(async () => (await said()).at(-1), 'Nothing found for “zzzzzz”.')
      await becomes(() => focused(page), 'input query')
      await page.goBack()
      await becomes(() => field.inputValue(), 'insurance')
      expect(await faultsOf(page)).toEqual([])
    }))
})

const nameOf = (heading: string, count: string) => {
  const name = heading.toLowerCase()
  return count === '1' ? name.slice(0, -1) : name
}

describe('the events', () => {
  it('that are over, and those to come, begin at their heading', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/events')
      await awake()
      await page.getByRole('link', { name: /^All \d+ past events/ }).press('Enter')
      await becomes(() => path(page), '/events?when=past')
      await becomes(() => focusedId(page), 'past-title')
      await page.getByRole('link', { name: /upcoming events?$/ }).press('Enter')
      await becomes(() => path(page), '/events')
      await becomes(() => focusedId(page), 'upcoming-title')
    }))

  it.each([
    ['/events?query=zzzzzz', 'See all events', 'upcoming-title'],
    ['/blog?query=zzzzzz', 'See all insights', 'results-title'],
  ])('%s leads back to all of them, at their heading', (target, name, heading) =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open(target)
      await awake()
      await page.getByRole('link', { name }).press('Enter')
      await becomes(() => path(page), target.split('?')[0])
      await becomes(() => focusedId(page), heading)
    }),
  )
})

describe('on /saved', () => {
  const names = () => jobs.slice(0, 3).map(({ url_slug: slug, title, location }) => ({ slug, title, location, at: 1 }))
  const keep = (page: Page, lists: Record<string, object[]>) =>
    page.addInitScript(kept => {
      for (const [name, items] of Object.entries(kept))
        localStorage.setItem(`longlist.${name}`, JSON.stringify({ version: 1, items }))
    }, lists)
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  it.each([
    ['seen', 'Seen lately', 'Remove', 'Removed'],
    ['applied', 'Applied for', 'Remove', 'Removed'],
    ['hidden', 'Hidden from lists', 'Show again', 'Shown again'],
  ])('a job of %s is taken off: the next has the focus, and it is said', (list, title, press, said) =>
    browser.visit({}, async ({ page, open, awake }) => {
      const [one, two, three] = names()
      await keep(page, { [list]: [one!, two!, three!] })
      await open('/saved')
      await awake()
      const told = await listen(page)
      const section = region(page, title)
      const take = (name: string) => section.getByRole('button', { name: `${press}: ${name}` }).press('Enter')
      const hrefOfFocus = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
      await take(two!.title)
      await becomes(() => section.getByRole('listitem').count(), 2)
      await becomes(hrefOfFocus, `/jobs/${three!.slug}`)
      await becomes(told, [`${said}: ${two!.title}.`])
      await take(three!.title)
      await becomes(() => section.getByRole('listitem').count(), 1)
      await becomes(hrefOfFocus, `/jobs/${one!.slug}`)
      await take(one!.title)
      await becomes(() => section.count(), 0)
      await becomes(() => page.evaluate(() => document.activeElement?.tagName), 'H2')
      await becomes(async () => (await told()).at(-1), `${said}: ${one!.title}.`)
    }),
  )

  it('a whole list is cleared: the next section has the focus, and it is said', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await keep(page, { seen: names(), hidden: names() })
      await open('/saved')
      await awake()
      const told = await listen(page)
      await tabTo(page, page.getByRole('button', { name: 'Clear “Seen lately”' }))
      await page.keyboard.press('Enter')
      await becomes(() => region(page, 'Seen lately').count(), 0)
      await becomes(() => focusedId(page), 'hidden-from-lists')
      await page.getByRole('button', { name: 'Show all again' }).press('Enter')
      await becomes(() => region(page, 'Hidden from lists').count(), 0)
      await becomes(() => focusedId(page), 'carry-over-title')
      await becomes(told, ['Cleared: Seen lately.', 'All jobs are shown again.'])
      expect(await faultsOf(page)).toEqual([])
    }))

  it('a search is taken off', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await keep(page, {
        searches: [
          { search: 'query=actuary', at: 2 },
          { search: 'query=java', at: 1 },
        ],
      })
      await open('/saved')
      await awake()
      const told = await listen(page)
      await page.getByRole('button', { name: 'Remove actuary' }).press('Enter')
      await becomes(() => region(page, 'Saved searches').getByRole('listitem').count(), 1)
      await becomes(() => focused(page), 'a java')
      await page.getByRole('button', { name: 'Remove java' }).press('Enter')
      await becomes(() => region(page, 'Saved searches').count(), 0)
      await becomes(() => focusedId(page), 'carry-over-title')
      await becomes(told, ['Removed: actuary.', 'Removed: java.'])
    }))

  it('more jobs begin at the first of them', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      const many = jobs.slice(0, 25).map(({ url_slug: slug, title, location }, i) => ({
        ...{ slug, title, location, note: '', at: 100 - i },
      }))
      await keep(page, { saved: many })
      await open('/saved')
      await awake()
      await page.getByRole('button', { name: 'Show 5 more' }).press('Enter')
      await becomes(() => page.getByRole('button', { name: /^Show \d+ more/ }).count(), 0)
      await becomes(() => page.evaluate(() => document.activeElement?.getAttribute('href')), `/jobs/${many[20]!.slug}`)
    }))

  it.each(['Add them', 'No, thank you'])('what another browser has is answered with “%s”', answer =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/saved')
      await awake()
      await page.getByLabel('Add from a file').setInputFiles({
        name: 'saved-jobs.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ version: 1, saved: names().map(name => ({ ...name, note: '' })) })),
      })
      const button = page.getByRole('button', { name: answer })
      await button.waitFor()
      const told = await listen(page)
      await button.press('Enter')
      await becomes(() => button.count(), 0)
      await becomes(() => focusedId(page), 'carry-over-title')
      await becomes(told, answer === 'Add them' ? ['Added.'] : [])
    }),
  )
})

describe('the filter drawer of a phone', () => {
  it('says the new number once while it is open, and once after it is closed', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      const said = await listen(page)
      const found = async () => (await said()).filter(text => text.endsWith('found.'))
      await page.getByRole('button', { name: 'Filters' }).click()
      const drawer = page.locator('#filters')
      await drawer.waitFor()
      await drawer.getByLabel('Banking').first().press('Space')
      await becomes(() => path(page), '/jobs?sector=banking')
      const total = () => page.locator('#results-title').textContent()
      await becomes(found, [`${await settled(page)} found.`])
      const first = await total()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: 'Reset all' }).click()
      await becomes(() => path(page), '/jobs')
      await becomes(found, [`${first} found.`, `${await settled(page)} found.`])
    }))
})

describe('a filter', () => {
  it.each([widths.phone, widths.desktop])(
    'behind the fold keeps the focus as it comes out and goes back, at %i px',
    width =>
      browser.visit({ width }, async ({ page, open, awake }) => {
        await open('/jobs')
        await awake()
        if (width === widths.phone) await page.getByRole('button', { name: 'Filters' }).click()
        const fold = page.locator('#filters details').first()
        await fold.locator('summary').press('Enter')
        const value = (await fold.locator('input').nth(1).getAttribute('value'))!
        const box = page.locator(`#filters input[value="${value}"]`)
        await box.press('Space')
        await becomes(() => page.locator(`#filters details input[value="${value}"]`).count(), 0)
        await settled(page)
        await becomes(() => box.isChecked(), true)
        await becomes(() => box.evaluate(element => element === document.activeElement), true)
        await fold.evaluate(element => ((element as HTMLDetailsElement).open = false))
        await box.press('Space')
        await becomes(() => path(page), '/jobs')
        await settled(page)
        await becomes(() => fold.locator('summary').evaluate(element => element === document.activeElement), true)
      }),
  )

  it('that no job has is gone once it is taken off, and the focus is at the head of the drawer', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/jobs?sector=nothing&sector=insurance')
      await awake()
      await page.getByRole('button', { name: 'Filters' }).click()
      const box = page.locator('#filters input[value="nothing"]')
      await box.press('Space')
      await becomes(() => box.count(), 0)
      await becomes(() => focusedId(page), 'filters-title')
    }))
})

/** The total of a list once it is that of its address. */
async function settled(page: Page): Promise<string> {
  const html = await (await fetch(site.origin + (await path(page)))).text()
  const total = /id="results-title"[^>]*>([^<]*)</.exec(html)![1]!
  await becomes(() => page.locator('#results-title').textContent(), total)
  return total
}

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { becomes, faultsOf, spillOf, type TestBrowser, tabTo, widths } from '../builders/browser.ts'
import { seedSite } from '../builders/seedSite.ts'
import { type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let jobs: JobDocument[]
beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  jobs = (await site.indexer.jobs()).filter(({ expires_at }) => expires_at > site.now() + 86_400)
})

const cards = (page: Page) => page.locator('main article[data-job]')
const slugOf = (page: Page, at: number) => cards(page).nth(at).getAttribute('data-job')
const save = (page: Page, at: number) =>
  cards(page)
    .nth(at)
    .getByRole('button', { name: /^Save / })
const counter = (page: Page) => page.locator('header a[href="/saved"]')
const kept = (page: Page, key: string) =>
  page.evaluate(name => JSON.parse(localStorage.getItem(`longlist.${name}`) ?? '{"items":[]}').items, key)
/** Counts layout shifts from the first on, those that follow a press included. */
const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as unknown as { shifted: number }
    counted.shifted = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) counted.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
    return (window as unknown as { shifted: number }).shifted
  })

for (const width of [widths.phone, widths.desktop])
  describe(`at ${width} pixels`, () => {
    it('a job is saved with the keyboard, and is on /saved with a note', () =>
      browser.visit({ width }, async ({ page, open, awake }) => {
        await open('/jobs')
        await becomes(() => counter(page).isVisible(), false)
        await awake()
        const slug = await slugOf(page, 0)
        await tabTo(page, save(page, 0))
        await page.keyboard.press('Enter')
        await becomes(() => save(page, 0).getAttribute('aria-pressed'), 'true')
        expect(await counter(page).getAttribute('data-count')).toBe('1')
        expect(await faultsOf(page)).toEqual([])
        expect(await spillOf(page)).toBe('')

        await tabTo(page, counter(page), { back: true, most: 120 })
        await page.keyboard.press('Enter')
        await page.waitForURL('**/saved')
        await page.getByRole('heading', { name: '1 saved job' }).waitFor()
        await page.getByText('Open', { exact: true }).waitFor()
        const note = page.getByLabel('Note to yourself')
        await tabTo(page, note)
        await page.keyboard.type('Ask about Fridays')
        await page.keyboard.press('Tab')
        await becomes(async () => (await kept(page, 'saved'))[0].note, 'Ask about Fridays')
        expect(await faultsOf(page)).toEqual([])
        expect(await spillOf(page)).toBe('')

        await open('/saved')
        await becomes(() => page.getByLabel('Note to yourself').inputValue(), 'Ask about Fridays')
        await page.getByRole('button', { name: /^Remove / }).click()
        await becomes(() => kept(page, 'saved'), [])
        await page.keyboard.press('Enter')
        await becomes(async () => (await kept(page, 'saved')).map((job: { slug: string }) => job.slug), [slug])
      }))

    it('a hidden job is a line with a way back, also before the page comes alive, and nothing moves', () =>
      browser.visit({ width }, async ({ page, open, awake }) => {
        await open('/jobs')
        await awake()
        const slug = await slugOf(page, 1)
        const card = page.locator(`article[data-job="${slug}"]`)
        const high = (await card.boundingBox())!.height
        await tabTo(page, card.getByRole('button', { name: /^Hide / }))
        await page.keyboard.press('Enter')
        await card.getByRole('button', { name: /^Undo / }).waitFor()
        expect((await card.boundingBox())!.height).toBeLessThan(high / 1.5)
        expect(await faultsOf(page)).toEqual([])

        // A slow machine paints a part of the list before it has read the rest.
        const cdp = await page.context().newCDPSession(page)
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 5 })
        await countShifts(page)
        await open('/jobs')
        expect(await card.getAttribute('data-hidden')).toBe('')
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
        await awake()
        await becomes(() => card.getByRole('button', { name: /^Undo / }).isVisible(), true)
        expect(await shifts(page)).toBe(0)
        await card.getByRole('button', { name: /^Undo / }).press('Enter')
        await becomes(async () => (await card.boundingBox())!.height, high)
        expect(await kept(page, 'hidden')).toEqual([])
      }))
  })

it('a job stays hidden beside what no job is called', () =>
  browser.visit({}, async ({ page, open }) => {
    await open('/jobs')
    const slug = await slugOf(page, 1)
    await page.evaluate(hidden => {
      const items = ['"] , ', '\\', hidden].map(slug => ({ slug }))
      localStorage.setItem('longlist.hidden', JSON.stringify({ items }))
    }, slug)
    await open('/jobs')
    expect(
      await page.locator('[data-hidden]').evaluateAll(all => all.map(one => (one as HTMLElement).dataset.job)),
    ).toEqual([slug])
  }))

it('a press on a page that is not alive yet saves', () =>
  browser.visit({}, async ({ page, open }) => {
    await open('/jobs')
    await save(page, 2).click()
    await becomes(() => save(page, 2).getAttribute('aria-pressed'), 'true')
    const [job] = await kept(page, 'saved')
    expect(job.slug).toBe(await slugOf(page, 2))
  }))

it('two tabs agree', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    await open('/jobs')
    await awake()
    const other = await page.context().newPage()
    await other.goto('/jobs')
    await other.mouse.move(3, 3)
    await other.mouse.move(5, 5)
    await other.locator('html[data-live]').waitFor({ state: 'attached' })
    await save(page, 0).click()
    await becomes(() => save(other, 0).getAttribute('aria-pressed'), 'true')
    await becomes(() => counter(other).getAttribute('data-count'), '1')
    await save(other, 1).click()
    await becomes(() => counter(page).getAttribute('data-count'), '2')
    await save(other, 0).click()
    await becomes(() => save(page, 0).getAttribute('aria-pressed'), 'false')
  }))

it('a search is saved, counted, and what came since the last visit is marked', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    await page.addInitScript(
      ({ at }) => {
        if (!localStorage.getItem('longlist.visit'))
          localStorage.setItem('longlist.visit', JSON.stringify({ version: 1, items: [{ at, before: 0 }] }))
      },
      { at: newest(1) },
    )
    await countShifts(page)
    await open('/jobs?sort=newest')
    await awake()
    const dots = page.getByTitle('New since your last visit')
    const fresh = jobs.filter(job => job.published_at > newest(1)).length
    expect(fresh).toBeGreaterThan(0)
    await becomes(() => dots.count(), Math.min(fresh, 5))
    await page.locator('p', { hasText: 'New since your last visit' }).waitFor()
    expect(await shifts(page)).toBe(0)
    await open('/jobs?query=actuary')
    await awake()
    const total = await page.locator('#results-title').textContent()
    const button = page.getByRole('button', { name: 'Save this search' })
    await tabTo(page, button, { most: 150 })
    await page.keyboard.press('Space')
    await becomes(() => button.getAttribute('aria-pressed'), 'true')
    await open('/saved')
    const line = page.getByRole('region', { name: 'Saved searches' }).getByRole('listitem')
    await line.getByText(total!).waitFor()
    expect(await line.getByRole('link').getAttribute('href')).toBe('/jobs?query=actuary')
    await page.getByRole('button', { name: 'Remove actuary' }).click()
    await becomes(() => kept(page, 'searches'), [])
  }))

/** The moments at which jobs were published, newest first. */
function newest(rank: number): number {
  return [...new Set(jobs.map(job => job.published_at))].sort((a, b) => b - a)[rank]!
}

it('a job that has closed says so on /saved and offers others', async () => {
  const before = site.now()
  const job = jobs.find(({ specialisms }) => specialisms.length > 0)!
  try {
    await browser.visit({ expected: [/410 \(Gone\)/] }, async ({ page, open, awake }) => {
      await open(`/jobs/${job.url_slug}`)
      await awake()
      await page.getByRole('button', { name: 'Save this job' }).click()
      await becomes(async () => (await kept(page, 'seen')).length, 1)
      site.stopClock(job.expires_at + 1)
      await open('/saved')
      await page.getByText('This job has closed.').waitFor()
      await tabTo(page, page.locator('summary', { hasText: 'Similar jobs that are open' }), { most: 120 })
      await page.keyboard.press('Enter')
      const other = page.locator('details[open] a').first()
      await other.waitFor()
      const slug = (await other.getAttribute('href'))!.replace('/jobs/', '')
      expect(jobs.find(({ url_slug }) => url_slug === slug)!.expires_at).toBeGreaterThan(site.now())
      const seen = page.getByRole('region', { name: 'Seen lately' })
      expect(await seen.getByRole('link').first().getAttribute('href')).toBe(`/jobs/${job.url_slug}`)
      expect(await faultsOf(page)).toEqual([])
    })
  } finally {
    site.stopClock(before)
  }
})

it('all of it goes to another browser by a link and by a file, and is asked for first', async () => {
  let link = ''
  let file = ''
  await browser.visit({}, async ({ page, open, awake }) => {
    await open('/jobs')
    await awake()
    await save(page, 0).click()
    await save(page, 1).click()
    await open('/saved')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    file = await readFile(await download.path(), 'utf8')
    await page.getByRole('button', { name: 'Link and code for a phone' }).click()
    await page.getByRole('img', { name: 'Code with the link' }).waitFor()
    link = await page.getByLabel('Link', { exact: true }).inputValue()
    expect(await faultsOf(page)).toEqual([])
  })
  for (const way of ['link', 'file'])
    await browser.visit({ width: widths.phone }, async ({ page, open }) => {
      const asked: string[] = []
      page.on('request', request => asked.push(`${request.url()} ${request.postData() ?? ''}`))
      await open(way === 'link' ? link : '/saved')
      if (way === 'file')
        await page
          .getByLabel('Add from a file')
          .setInputFiles({ name: 'saved-jobs.json', mimeType: 'application/json', buffer: Buffer.from(file) })
      await page.getByText('2 jobs: add them to this browser?').waitFor()
      expect(await kept(page, 'saved')).toEqual([])
      expect(page.url()).toBe(`${site.origin}/saved`)
      await page.getByRole('button', { name: 'Add them' }).press('Enter')
      await page.getByRole('heading', { name: '2 saved jobs' }).waitFor()
      if (way === 'link') expect(asked.join('\n')).not.toContain(link.split('carry=')[1]!.slice(0, 40))
    })
})

it('an application that was begun is there after a closed tab, and gone once it is sent', () =>
  browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
    const job = jobs.find(one => !one.external_application_url && !one.external_application_email)!
    await open(`/jobs/${job.url_slug}`)
    await awake()
    const form = page.locator('#apply-form form')
    await form.getByLabel('Full name').fill('Ottilie Brandt')
    await form.getByLabel('Email').fill('ottilie@longlist.example')
    await form.getByRole('checkbox').check()
    // At once: the tab is closed before the pause after typing has passed.
    const again = await page.context().newPage()
    await page.goto('about:blank')
    await again.goto(`/jobs/${job.url_slug}`)
    await again.mouse.move(3, 3)
    await again.mouse.move(5, 5)
    await again.locator('html[data-live]').waitFor({ state: 'attached' })
    const restored = again.locator('#apply-form form')
    await restored.getByText('As you left it').waitFor()
    expect(await restored.getByLabel('Full name').inputValue()).toBe('Ottilie Brandt')
    expect(await restored.getByRole('checkbox').isChecked()).toBe(false)
    expect(await restored.getByText('please choose it again').isVisible()).toBe(true)
    expect(await faultsOf(again)).toEqual([])
    const [draft] = await kept(again, 'drafts')
    expect(draft.values).toEqual({ name: 'Ottilie Brandt', email: 'ottilie@longlist.example' })

    await restored.getByLabel('Phone').fill('+44 20 7946 0999')
    await restored
      .locator('input[type=file]')
      .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Ottilie Brandt, actuary.') })
    await restored.getByRole('checkbox').check()
    site.stopClock(site.now() + 60)
    await restored.locator('button[type=submit]').click()
    await again.getByText(`You applied for ${job.title}.`).waitFor()
    expect(await kept(again, 'drafts')).toEqual([])
    expect((await kept(again, 'applied')).map((one: { slug: string }) => one.slug)).toEqual([job.url_slug])
    expect(await faultsOf(again)).toEqual([])
    await again.goto(`/jobs/${job.url_slug}`)
    await again.mouse.move(3, 3)
    await again.mouse.move(5, 5)
    await again.getByText(/^You applied on \d/).waitFor()
    expect(await again.getByLabel('Full name').first().inputValue()).toBe('')
  }))

it('a form that was begun is cleared when one asks', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    await open('/register')
    await awake()
    const name = page.locator('main form[method=post]').getByLabel('Full name').first()
    await name.fill('Ottilie')
    await becomes(async () => (await kept(page, 'drafts')).length, 1)
    await open('/register')
    await awake()
    await becomes(() => name.inputValue(), 'Ottilie')
    await page.getByRole('button', { name: 'Clear it' }).press('Enter')
    expect(await name.inputValue()).toBe('')
    expect(await kept(page, 'drafts')).toEqual([])
  }))

it('a browser that keeps nothing goes on without an error', () =>
  browser.visit({}, async ({ page, open, awake }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get: refuse })
    })
    await open('/jobs')
    await awake()
    await save(page, 0).click()
    await becomes(() => save(page, 0).getAttribute('aria-pressed'), 'true')
    await counter(page).click()
    await page.getByRole('heading', { name: '1 saved job' }).waitFor()
  }))

it('without JavaScript nothing of it is shown, and /saved says why', () =>
  browser.visit({ javaScriptEnabled: false, width: widths.phone }, async ({ page, open }) => {
    await open('/jobs')
    expect(await save(page, 0).isVisible()).toBe(false)
    expect(await cards(page).first().getByRole('button').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Save this search' }).isVisible()).toBe(false)
    expect(await counter(page).isVisible()).toBe(false)
    await open(`/jobs/${jobs[0]!.url_slug}`)
    expect(await page.getByRole('button', { name: 'Save this job' }).isVisible()).toBe(false)
    expect(await open('/saved')).toBe(200)
    expect(await page.locator('main noscript').textContent()).toContain('runs no JavaScript')
    expect(await page.locator('main noscript').isVisible()).toBe(true)
  }))

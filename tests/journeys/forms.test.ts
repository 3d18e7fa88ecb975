import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../builders/browser.ts'
import { seedContent, startSite, type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser(site.origin)
}, 120_000)
afterAll(async () => {
  await browser?.stop()
  await site?.stop()
})

const person = { 'Full name': 'Ottilie Brandt', Email: 'ottilie@longlist.example' }
const pdf = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') }

/** Path of a live job that is applied for here. */
async function jobPath(): Promise<string> {
  const jobs = await site.indexer.jobs()
  return `/jobs/${jobs.find(({ external_application_url: url, expires_at }) => !url && expires_at > site.now())!.url_slug}`
}

describe.each([
  ['with the script', true],
  ['without JavaScript', false],
])('%s', (_how, javaScriptEnabled) => {
  it('a message is written, mended where it is wrong, and thanked for', () =>
    browser.visit({ javaScriptEnabled, expected: [/status of 422/] }, async ({ page, open, awake }) => {
      expect(await open('/contact-us')).toBe(200)
      if (javaScriptEnabled) await awake()
      const form = page.locator('main form[method=post]')
      await form.getByLabel('Full name').fill(person['Full name'])
      await form.getByLabel('Email').fill('nobody')
      await form.getByRole('button', { name: 'Send message' }).click()
      const summary = page.getByRole('alert').filter({ hasText: 'marked fields' })
      await summary.waitFor()
      if (javaScriptEnabled) await expect.poll(() => summary.evaluate(element => element === document.activeElement)).toBe(true)
      const again = page.locator('main form[method=post]')
      expect(await again.getByLabel('Full name').inputValue()).toBe(person['Full name'])
      expect(await again.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
      await again.getByLabel('Email').fill(person.Email)
      await again.getByLabel('A candidate', { exact: false }).first().check()
      await again.getByLabel('Message').fill('I would like to talk about actuarial work.')
      await again.getByRole('checkbox').check()
      await again.getByRole('button', { name: 'Send message' }).click()
      await page.waitForURL('**/contact-us/submission-complete')
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }))

  it('a job is applied for with a CV', async () => {
    const path = await jobPath()
    await browser.visit({ javaScriptEnabled, width: 360 }, async ({ page, open, awake }) => {
      expect(await open(path)).toBe(200)
      if (javaScriptEnabled) await awake()
      const form = page.locator('#apply-form form')
      for (const [label, value] of Object.entries({ ...person, Phone: '+44 20 7946 0999' })) await form.getByLabel(label).fill(value)
      await form.locator('input[type=file]').setInputFiles(pdf)
      await form.getByRole('checkbox').check()
      await form.getByRole('button').last().click()
      await page.waitForURL('**/jobs/application-complete')
    })
  })

  it('an event that is to come is signed up for', async () => {
    const upcoming = seedContent(new Date())
      .entries('event')
      .find(({ fields }) => Date.parse(String(fields.endsAt)) > Date.now())!
    await browser.visit({ javaScriptEnabled }, async ({ page, open, awake }) => {
      expect(await open(`/events/${upcoming.fields.urlSlug}`)).toBe(200)
      if (javaScriptEnabled) await awake()
      const form = page.locator('#sign-up form')
      for (const [label, value] of Object.entries(person)) await form.getByLabel(label).fill(value)
      await form.getByRole('checkbox').last().check()
      await form.getByRole('button').last().click()
      await page.locator('#sign-up [role=status]').waitFor()
    })
  })
})

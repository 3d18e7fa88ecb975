import type { ParsedMail } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { addressee } from '../builders/alerts.ts'
import {
  becomes,
  faultsOf,
  follow,
  openBrowser,
  spillOf,
  type TestBrowser,
  tabTo,
  widths,
} from '../builders/browser.ts'
import { startSite, type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
let job: JobDocument

beforeAll(async () => {
  site = await startSite({ deliveries: true })
  site.stopClock(site.now())
  browser = await openBrowser(site.origin)
  const jobs = await site.indexer.jobs()
  job = jobs.find(
    ({ expires_at, external_application_url, external_application_email, consultant_email }) =>
      expires_at > site.now() + 30 * 86_400 &&
      !external_application_url &&
      !external_application_email &&
      consultant_email,
  )!
})
afterAll(async () => {
  await site?.stop()
})

const within = { timeout: 120_000 }
const mailTo = async (address: string, subject: RegExp): Promise<ParsedMail | undefined> =>
  (await site.mailbox()).find(mail => addressee(mail) === address && subject.test(mail.subject ?? ''))
/** Path of the signed link of an acknowledgement. */
async function linkOf(email: string): Promise<string> {
  await expect.poll(() => mailTo(email, /received your application/), within).toBeTruthy()
  const { text } = (await mailTo(email, /received your application/))!
  return new URL(/http\S+\/applications\/\S+/.exec(text!)![0]).pathname
}
const notices = async (name: string) =>
  (await site.mailbox()).filter(
    ({ subject }) => subject === `Withdrawn: ${job.title} (${job.external_reference}), from ${name}`,
  )

describe('an application', () => {
  it('without a CV is sent, seen and withdrawn, on a telephone without script', { timeout: 400_000 }, () =>
    browser.visit({ javaScriptEnabled: false, width: widths.phone }, async ({ page, open }) => {
      const email = 'ada@people.example'
      await open(`/jobs/${job.url_slug}`)
      const form = page.locator('#apply-form form')
      await form.getByLabel('Full name').fill('Ada Brandt')
      await form.getByLabel('Email').fill(email)
      await form.getByLabel('Phone').fill('+44 20 7946 0999')
      await form.getByLabel('LinkedIn profile').fill('in/ada-brandt')
      await form.getByRole('checkbox').check()
      site.stopClock(site.now() + 60)
      await follow(page, () => form.locator('button[type=submit]').click())
      const link = await linkOf(email)
      expect(await mailTo(job.consultant_email!, /from Ada Brandt/)).toBeTruthy()

      expect(await open(link)).toBe(200)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your application')
      const facts = await page.locator('main dl').textContent()
      for (const said of [job.title, job.external_reference, 'Full name, Email, Phone, LinkedIn profile', 'None'])
        expect(facts).toContain(said)
      expect(await page.locator('main').textContent()).not.toMatch(/ada-brandt|7946|people\.example/)
      const other = await page.context().newPage()
      await other.goto(link)
      for (const tab of [page, other]) {
        await follow(tab, () => tab.getByRole('button', { name: 'Withdraw my application' }).click())
        expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe('Your application is withdrawn')
      }
      await expect.poll(() => notices('Ada Brandt'), within).toHaveLength(1)
      // What lay in the mailbox of it has gone with it.
      expect(await mailTo(job.consultant_email!, /^Application.*Ada Brandt/)).toBeUndefined()
      expect(await mailTo(email, /./)).toBeUndefined()
      expect(await open(link)).toBe(200)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your application is withdrawn')
      expect(await notices('Ada Brandt')).toHaveLength(1)
    }),
  )

  it.each([widths.phone, widths.desktop])('is withdrawn by keyboard at %i pixels, on pages without a fault', width =>
    browser.visit({ width }, async ({ page, open, awake }) => {
      const [name, email] = [`Ben Ude ${width === widths.phone ? 'I' : 'II'}`, `ben-${width}@people.example`]
      const look = async () => {
        expect(await spillOf(page)).toBe('')
        expect(await faultsOf(page)).toEqual([])
      }
      await open(`/jobs/${job.url_slug}`)
      await awake()
      const form = page.locator('#apply-form form')
      await form.getByLabel('Full name').fill(name)
      await form.getByLabel('Email').fill(email)
      await form.getByLabel('Phone').fill('+44 20 7946 0999')
      await form.getByRole('checkbox').check()
      await tabTo(page, form.getByRole('button', { name: 'Send application' }))
      site.stopClock(site.now() + 60)
      await page.keyboard.press('Enter')
      const marked = page.getByRole('link', { name: 'Please add your CV, your LinkedIn profile or a few lines' })
      await marked.waitFor()
      const cv = form.locator('input[type=file]')
      expect(await cv.getAttribute('aria-invalid')).toBe('true')
      await look()
      await tabTo(page, marked)
      await page.keyboard.press('Enter')
      await becomes(() => cv.evaluate(element => element === document.activeElement), true)
      await tabTo(page, form.getByLabel('A few lines about you'))
      await page.keyboard.type('Ten years of pricing motor.')
      await becomes(() => cv.getAttribute('aria-invalid'), null)
      await tabTo(page, form.getByRole('button', { name: 'Send application' }))
      await page.keyboard.press('Enter')
      await page.waitForURL(({ pathname }) => pathname === '/jobs/application-complete')

      await open(await linkOf(email))
      await awake()
      await look()
      await tabTo(page, page.getByRole('button', { name: 'Withdraw my application' }))
      await follow(page, () => page.keyboard.press('Enter'))
      await look()
      await expect.poll(() => notices(name), within).toHaveLength(1)
    }),
  )

  it('is hidden from searches and caches, and a link that is none says so', () =>
    browser.visit({}, async ({ page, open }) => {
      const broken = `/applications/w${'0'.repeat(40)}.${'a'.repeat(22)}`
      const { headers } = await fetch(`${site.origin}${broken}`)
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
      expect(headers.get('x-robots-tag')).toContain('noindex')
      await open(broken)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link leads to no application')
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
      expect(await page.content()).not.toMatch(/<(?:link|meta)[^>]*\/applications\/w/)
      expect(await faultsOf(page)).toEqual([])
    }))
})

import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedJobs } from '../../infra/seed/seedJobs.ts'
import { addressee, tokenIn } from '../builders/alerts.ts'
import { faultsOf, follow, openBrowser, spillOf, type TestBrowser, tabTo, widths } from '../builders/browser.ts'
import { startSite, type TestSite } from '../builders/site.ts'

let site: TestSite
let browser: TestBrowser
const rows = seedJobs(new Date()) as unknown as Record<string, unknown>[]

beforeAll(async () => {
  site = await startSite({ deliveries: true })
  browser = await openBrowser(site.origin)
})
afterAll(async () => {
  await site?.stop()
})

const within = { timeout: 120_000 }
const mailTo = async (address: string, subject: RegExp) =>
  (await site.mailbox()).find(mail => addressee(mail) === address && subject.test(mail.subject ?? ''))

describe('an alert', () => {
  it(
    'is asked for, confirmed, told of a job that arrives in the feed, and ended, without script',
    {
      timeout: 400_000,
    },
    () =>
      browser.visit({ javaScriptEnabled: false, width: widths.phone }, async ({ page, open }) => {
        const ann = 'ann@people.example'
        await open('/jobs?query=actuary&type=permanent')
        await follow(page, () => page.getByRole('link', { name: 'Email me jobs like these' }).click())
        expect(new URL(page.url()).pathname).toBe('/alerts/new')
        expect(await page.getByLabel('What you search for').getByRole('listitem').allTextContents()).toEqual([
          '“actuary”',
          'Permanent',
        ])
        await page.getByLabel('Your e-mail address').fill(ann)
        await page.getByLabel('How often').selectOption('now')
        await follow(page, () => page.getByRole('button', { name: 'Email me jobs like these' }).click())
        expect(new URL(page.url()).pathname).toBe('/alerts/sent')
        await expect.poll(() => mailTo(ann, /please confirm/), within).toBeTruthy()
        const asking = (await mailTo(ann, /please confirm/))!
        await open(`/alerts/${tokenIn(asking.text!)}`)
        await follow(page, () => page.getByRole('button', { name: 'Confirm this alert' }).click())
        expect(await page.getByText('Your alert is on.').isVisible()).toBe(true)

        const like = rows.find(({ title }) => /actuary/i.test(String(title)))!
        const fresh = {
          ...like,
          id: undefined,
          external_reference: 'NEW-1',
          title: 'Actuary of Lighthouses',
          job_type: 'Permanent',
          type: 'Permanent',
        }
        await site.sync([...rows, fresh])
        await expect.poll(() => mailTo(ann, /Actuary of Lighthouses/), within).toBeTruthy()
        const told = (await mailTo(ann, /Actuary of Lighthouses/))!
        expect(told.text).toContain('“actuary”, Permanent')

        await open(`/alerts/${tokenIn(told.text!.slice(told.text!.indexOf('\nEnd ')))}`)
        await follow(page, () => page.getByRole('button', { name: 'End this alert' }).click())
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This alert has ended')
      }),
  )

  it('is offered where jobs are listed, where there are none, and where a job has closed', async () => {
    const before = site.now()
    const [job] = (await site.indexer.jobs()).sort((a, b) => a.expires_at - b.expires_at)
    const offered = (page: Page) => page.locator('main').getByRole('link', { name: 'Email me jobs like these' })
    await browser.visit({ expected: [/410 \(Gone\)/] }, async ({ page, open }) => {
      for (const path of ['/jobs?query=actuary', '/jobs?query=zzzzqqq', '/actuary-jobs', '/specialisms/actuarial']) {
        expect(await open(path)).toBe(200)
        expect(await offered(page).first().getAttribute('href'), path).toMatch(/^\/alerts\/new\?\w/)
      }
      await open('/jobs')
      expect(await offered(page).count()).toBe(0)
      site.stopClock(job!.expires_at + 1)
      try {
        expect(await open(`/jobs/${job!.url_slug}`)).toBe(410)
        expect(await offered(page).first().getAttribute('href')).toMatch(/^\/alerts\/new\?\w/)
      } finally {
        site.stopClock(before)
      }
    })
  })

  it.each([widths.phone, widths.desktop])('has pages that fit %i pixels, by keyboard, without a fault', width =>
    browser.visit({ width }, async ({ page, open }) => {
      const ben = `ben-${width}@people.example`
      const look = async () => {
        expect(await spillOf(page)).toBe('')
        expect(await faultsOf(page)).toEqual([])
      }
      await open('/alerts/new?query=actuary&location=London&specialism=actuarial&fault=address')
      await look()
      await tabTo(page, page.getByLabel('Your e-mail address'))
      await page.keyboard.type(ben)
      await tabTo(page, page.getByRole('button', { name: 'Email me jobs like these' }))
      await follow(page, () => page.keyboard.press('Enter'))
      await look()
      await expect.poll(() => mailTo(ben, /please confirm/), within).toBeTruthy()
      await open(`/alerts/${tokenIn((await mailTo(ben, /please confirm/))!.text!)}`)
      await look()
      await tabTo(page, page.getByRole('button', { name: 'Confirm this alert' }))
      await follow(page, () => page.keyboard.press('Enter'))
      await look()
      await follow(page, () => page.getByRole('button', { name: 'Remove criterion: Actuarial' }).click())
      await look()
      await follow(page, () => page.getByRole('button', { name: 'Pause' }).click())
      expect(await page.getByText('Paused:').isVisible()).toBe(true)
      await follow(page, () => page.getByRole('button', { name: 'End all alerts and erase my address' }).click())
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This alert has ended')
      await look()
    }),
  )
})

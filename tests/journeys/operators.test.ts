import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, follow, openBrowser, spillOf, type TestBrowser, tabTo, widths } from '../builders/browser.ts'
import { jobRows } from '../builders/feed.ts'
import { admin, startSite, type TestSite } from '../builders/site.ts'
import { startTrials } from '../builders/trials.ts'

let site: TestSite
let browser: TestBrowser
let endTrials: () => Promise<void>

beforeAll(async () => {
  site = await startSite({ rows: jobRows(6) })
  endTrials = startTrials(site.indexer, [site.indexer.source()])
  browser = await openBrowser(site.origin)
})
afterAll(async () => {
  await endTrials?.()
  await site?.stop()
})

const httpCredentials = { username: admin.user, password: admin.password }
const sizes = [widths.phone, widths.desktop]

describe('an operator', () => {
  it.each(sizes)('judges a sample by the keyboard, without script (%i px)', width =>
    browser.visit({ width, javaScriptEnabled: false, httpCredentials }, async ({ page, open }) => {
      await open('/admin/pipeline')
      await page.getByRole('link', { name: /judge a sample|quality/ }).click()
      const draw = page.getByRole('button', { name: /^Draw a/ })
      await tabTo(page, draw)
      await page.keyboard.press('Enter')
      await page.getByText('The sample is drawn.').waitFor()

      const job = page.getByRole('region', { name: /^1\. / })
      const title = job.getByRole('group', { name: 'Title' })
      await tabTo(page, title.getByLabel('Open'))
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      const save = job.getByRole('button', { name: 'Save what is ticked' })
      await tabTo(page, save)
      await page.keyboard.press('Enter')
      await page.getByText('Saved: it counts').waitFor()
      expect(new URL(page.url()).hash).toBe('#job-2')
      expect(await title.getByLabel('Right').isChecked()).toBe(true)
      expect(await job.getByRole('group', { name: 'Place' }).getByLabel('Wrong').isChecked()).toBe(true)
      expect(await page.getByRole('row', { name: /2 50% Place \(1\)$/ }).count()).toBeGreaterThan(0)
      expect(await spillOf(page)).toBe('')

      await page.getByLabel('All that I left open of job 2 is right').check()
      await page.getByRole('region', { name: /^2\. / }).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved: it counts').waitFor()
      await page.goto('/admin/pipeline')
      expect(await page.getByRole('link', { name: /^quality 9\d/ }).count()).toBe(1)
    }),
  )

  it.each(sizes)('writes a mapping from a sample, without script (%i px)', width =>
    browser.visit({ width, javaScriptEnabled: false, httpCredentials }, async ({ page, open }) => {
      await open('/admin/pipeline')
      await page.getByRole('link', { name: 'Try a mapping' }).click()
      const sample = page.getByLabel('Or the beginning of the feed')
      await tabTo(page, sample)
      await sample.fill('id;vacancy;where\n1;Clerk of works;Leeds\n2;Cook;York\n')
      await tabTo(page, page.getByRole('button', { name: 'Read the sample' }))
      await page.keyboard.press('Enter')
      await page.getByText('Choose what the title is').waitFor()
      await page.getByLabel('Title', { exact: true }).selectOption('vacancy')
      await page.getByLabel('Place, as one text').selectOption('where')
      await page.getByRole('button', { name: 'Try this mapping' }).click()
      await page.getByText('2 rows were read, 2 of them would be jobs').waitFor()
      const tried = page.getByRole('region', { name: 'The first rows, as they would be shown' })
      expect(await tried.getByRole('row', { name: /Clerk of works/ }).count()).toBe(1)
      const entry = JSON.parse(
        (await page.getByRole('region', { name: 'Entry for the catalogue' }).textContent()) ?? '',
      )
      expect(entry.mapping).toEqual({ title: 'vacancy', key: 'id', location: { text: 'where' } })
      expect(await spillOf(page)).toBe('')

      await page.getByLabel(/^The mapping, to be changed/).fill('{"title": ["vacancy", "where"]}')
      await follow(page, () => page.getByRole('button', { name: 'Try what is written' }).click())
      expect(await tried.getByRole('rowheader', { name: 'Cook York', exact: true }).count()).toBe(1)
    }),
  )

  it.each(sizes)('finds pages without a fault (%i px)', width =>
    browser.visit({ width, httpCredentials }, async ({ page, open }) => {
      for (const path of ['/admin/pipeline', '/admin/pipeline/feed/sample', '/admin/mapping']) {
        expect(await open(path)).toBe(200)
        expect(await faultsOf(page), path).toEqual([])
        expect(await spillOf(page), path).toBe('')
      }
      await page.getByLabel('Or the beginning of the feed').fill('[{"title": "Clerk", "id": 1, "town": "Leeds"}]')
      await page.getByRole('button', { name: 'Read the sample' }).click()
      await page.getByText('1 rows were read').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await spillOf(page)).toBe('')
      await open('/admin/mapping')
      await page.getByLabel('Address of the feed').fill('http://127.0.0.1:1/feed')
      await page.getByRole('button', { name: 'Read the sample' }).click()
      await page.getByText('is not a host of the public internet').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }),
  )
})

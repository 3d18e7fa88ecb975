import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultsOf, follow, spillOf, type TestBrowser, widths } from '../builders/browser.ts'
import { seedSite } from '../builders/seedSite.ts'
import { admin, type TestSite } from '../builders/site.ts'

/** The browser of these tests calls itself a robot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
let site: TestSite
let browser: TestBrowser

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
})
beforeEach(async () => {
  const keys = await site.indexer.redis.keys(`${site.indexer.prefix}:searches:*`)
  if (keys.length > 0) await site.indexer.redis.del(keys)
})

/** Searches, visitors, clicks and positions of each text that was counted today, most searched first. */
async function counted(): Promise<number[][]> {
  const { redis, prefix } = site.indexer
  const rows = Object.values(
    await redis.hgetall(`${prefix}:searches:${new Date(site.now() * 1_000).toISOString().slice(0, 10)}`),
  )
  return rows
    .map(row => JSON.parse(row) as number[])
    .map(([searches = 0, visitors = 0, , , clicks = 0, , ...positions]) => [
      searches,
      visitors,
      clicks,
      positions.findIndex(count => count > 0) + 1,
    ])
    .sort(([a = 0], [b = 0]) => b - a)
}

describe('what is searched for', () => {
  it('is counted as it settles, not letter by letter, with the result that is pressed', () =>
    browser.visit({ userAgent }, async ({ page, open, awake }) => {
      await open('/jobs')
      await awake()
      await page.getByLabel('Keyword').pressSequentially('actuary', { delay: 20 })
      await expect.poll(counted).toEqual([[1, 1, 0, 0]])
      await page.locator('main ol article').nth(1).getByRole('link').first().click()
      await expect.poll(counted).toEqual([[1, 1, 1, 2]])
      expect(await page.evaluate(() => document.cookie)).toBe('')
    }))

  it('is counted as the server makes the page, and once', () =>
    browser.visit({ userAgent }, async ({ page, open, awake }) => {
      await open('/jobs?query=actuary')
      await expect.poll(counted).toEqual([[1, 1, 0, 0]])
      await awake()
      const told: string[] = []
      page.on('request', request => new URL(request.url()).pathname === '/searches' && told.push(request.url()))
      await page.locator('main ol article').first().getByRole('link').first().click()
      await expect.poll(counted).toEqual([[1, 1, 1, 1]])
      expect(told).toHaveLength(1)
    }))

  it('is counted without the script too', () =>
    browser.visit({ userAgent, javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/jobs?query=actuary')
      await follow(page, () => page.locator('main ol article').nth(1).getByRole('link').first().click())
      await expect.poll(counted).toEqual([[1, 1, 1, 0]])
    }))
})

it.each(Object.entries(widths))(
  'the page of the searches has what can be done, at the width of a %s',
  async (_name, width) => {
    const { redis, prefix } = site.indexer
    const day = new Date(site.now() * 1_000).toISOString().slice(0, 10)
    await redis.hset(`${prefix}:searches:${day}`, 'a', JSON.stringify([9, 4, 9, 0, 0, 0, ...Array(8).fill(0)]))
    await redis.set(
      `${prefix}:searches:text:a`,
      JSON.stringify({ kind: 'query', text: 'beekeeper', found: 0, understood: ['Near Leeds'] }),
    )
    await browser.visit(
      { width, javaScriptEnabled: false, httpCredentials: { username: admin.user, password: admin.password } },
      async ({ page, open }) => {
        expect(await open('/admin/searches')).toBe(200)
        const add = page.locator('summary', { hasText: 'Add synonym' })
        await add.click()
        expect(await page.getByLabel('The text').first().inputValue()).toBe('beekeeper')
        expect(await page.getByRole('button', { name: 'Save' }).first().isVisible()).toBe(true)
        expect(await spillOf(page)).toBe('')
        if (process.env.SCREENSHOTS)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/searches-${width}.png`, fullPage: true })
      },
    )
    await browser.visit(
      { width, httpCredentials: { username: admin.user, password: admin.password } },
      async ({ page, open }) => {
        await open('/admin/searches')
        expect(await faultsOf(page)).toEqual([])
      },
    )
  },
)

import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { becomes, faultsOf, focused, type TestBrowser, widths } from '../builders/browser.ts'
import { seedSite } from '../builders/seedSite.ts'

/*
 * What covers a phone's page is a dialog: it has a name, keeps the focus, and lets nothing behind it be reached. Before
 * the page comes alive as after.
 */

let browser: TestBrowser
beforeAll(async () => {
  ;({ browser } = await seedSite())
})

/** Outside of the dialog, what could still take a press or the focus. */
const reachable = (page: Page, panel: string) =>
  page.evaluate(
    panel =>
      [...document.querySelectorAll('a[href], button, input, select')].filter(
        stop => stop.checkVisibility() && !stop.closest(`${panel}, [inert]`),
      ).length,
    panel,
  )
const holdsFocus = (page: Page, panel: string) =>
  page.locator(panel).evaluate(element => element.contains(document.activeElement))

describe.each([
  ['the menu', '/about-us', 'Menu', '#menu', 'Menu'],
  ['the drawer of filters', '/jobs', /^Filters/, '#filters', 'Filters'],
] as const)('%s', (_name, path, button, panel, title) => {
  it.each([
    ['before the page comes alive', false],
    ['on a page that is alive', true],
  ])('is a dialog %s', (_when, alive) =>
    browser.visit(
      { width: widths.phone, expected: [/ERR_FAILED/, /has not come alive yet/] },
      async ({ page, open, awake }) => {
        if (!alive) await page.route('**/assets/hydrate*.js', route => route.abort())
        expect(await open(path)).toBe(200)
        if (alive) await awake()
        const opener = page.getByRole('button', { name: button })
        const dialog = page.getByRole('dialog', { name: title })
        expect(await dialog.count()).toBe(0)
        for (const close of ['Escape', 'Close']) {
          await opener.focus()
          await page.keyboard.press('Enter')
          await becomes(() => dialog.count(), 1)
          await becomes(() => dialog.getAttribute('aria-modal'), 'true')
          await becomes(() => holdsFocus(page, panel), true)
          expect(await reachable(page, panel)).toBe(0)

          const stops: string[] = []
          for (let presses = 0; presses < 200 && !(stops.length > 3 && stops.at(-1) === stops[0]); presses++) {
            await page.keyboard.press('Tab')
            expect(await holdsFocus(page, panel), `after ${stops.at(-1)}`).toBe(true)
            stops.push(await focused(page))
          }
          // Round once, and back over the edge.
          expect(stops.at(-1)).toBe(stops[0])
          await dialog.getByRole('button', { name: 'Close' }).focus()
          await page.keyboard.press('Shift+Tab')
          expect(await holdsFocus(page, panel)).toBe(true)
          expect(await focused(page)).not.toBe('button Close')
          if (alive) expect(await faultsOf(page)).toEqual([])

          if (close === 'Escape') await page.keyboard.press('Escape')
          else await dialog.getByRole('button', { name: close }).press('Enter')
          await becomes(() => dialog.count(), 0)
          await becomes(() => opener.evaluate(element => element === document.activeElement), true)
          await becomes(() => page.locator('[inert]').count(), 0)
        }
      },
    ),
  )
})

it('the filters stay a dialog while they are chosen from, and are a column where there is room', () =>
  browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
    expect(await open('/jobs')).toBe(200)
    await awake()
    await page.getByRole('button', { name: /^Filters/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.waitFor()
    const before = page.url()
    await dialog.getByRole('checkbox').first().check()
    // The address follows, and with it what shuts menus behind a visitor who has gone on.
    await becomes(() => page.url() !== before, true)
    await becomes(() => dialog.getByRole('checkbox').first().isChecked(), true)
    expect(await reachable(page, '#filters')).toBe(0)
    await page.setViewportSize({ width: widths.desktop, height: 900 })
    await becomes(() => dialog.count(), 0)
    await becomes(() => page.locator('[inert]').count(), 0)
    await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().waitFor()
  }))

it('a page that is left by Back with the drawer open leaves nothing inert behind', () =>
  browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
    expect(await open('/about-us')).toBe(200)
    await awake()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('**/')
    await becomes(() => page.locator('[inert]').count(), 0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/about-us')
    await becomes(() => page.getByRole('dialog').count(), 0)
    await becomes(() => page.locator('[inert]').count(), 0)
  }))

import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventDocument } from '#indexer/contentDocuments'
import {
  becomes,
  faultsAtAllWidths,
  faultsOf,
  idle,
  rest,
  type TestBrowser,
  tabTo,
  typeQuickly,
  widths,
} from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'
import { type TestSite } from '../builders/site.ts'

/*
 * Every kind of page of the seed's content: for those who listen to it, who have no mouse, no script or a small screen.
 */

let site: TestSite
let browser: TestBrowser
let profile: string
let post: string
const event = { upcoming: '', past: '' }

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  const firstLink = async (path: string, pattern: RegExp) => {
    const document = parseHtml(await (await fetch(site.origin + path)).text())
    const found = [...document.querySelectorAll('main a[href]')]
      .map(link => link.getAttribute('href')!)
      .find(href => pattern.test(href))
    if (!found) throw new Error(`${path} has no link that is like ${pattern}`)
    return found
  }
  profile = await firstLink('/consultants', /^\/consultants\/[^?#]+$/)
  post = await firstLink('/blog', /^\/blog\/(?!tag\/)[^?#]+$/)
  const { engine } = site.indexer
  const events: EventDocument[] = []
  for await (const page of engine.pages<EventDocument>(engine.names.events)) events.push(...page)
  events.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  for (const { slug, ends_at } of events) event[ends_at > site.now() ? 'upcoming' : 'past'] ||= `/events/${slug}`
  expect(event).toEqual({ upcoming: expect.stringMatching(/./), past: expect.stringMatching(/./) })
})

const kinds: [string, () => string, number][] = [
  ['home', () => '/', 200],
  ['a page', () => '/about-us', 200],
  ['the awards', () => '/about-us/awards', 200],
  ['the team', () => '/consultants', 200],
  ['a profile', () => profile, 200],
  ['the insights', () => '/blog', 200],
  ['a post', () => post, 200],
  ['the events', () => '/events', 200],
  ['an event to come', () => event.upcoming, 200],
  ['an event that was', () => event.past, 200],
  ['the specialisms', () => '/specialisms', 200],
  ['a specialism', () => '/specialisms/actuarial', 200],
  ['the contact page', () => '/contact-us', 200],
  ['a landing page', () => '/actuary-jobs', 200],
  ['a policy', () => '/privacy-policy', 200],
  ['the IR35 hub', () => '/ir35', 200],
  ['the hiring solutions', () => '/hiring-solutions', 200],
  ['the search of the site', () => '/search?query=actuary', 200],
  ['the sitemap', () => '/sitemap', 200],
  ['no page', () => '/nowhere', 404],
]
const path = (page: Page) => page.evaluate(() => location.pathname + location.search)
/**
 * Whether every element of the page is drawn as it was at an earlier call of the same name; those that are not, the
 * first of them first.
 */
const drawnOtherwise = (page: Page, name: string) =>
  page.evaluate(key => {
    const drawn = [...document.querySelectorAll('body *')].map(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, font, opacity, border, boxShadow, display } = getComputedStyle(element)
      const looks = [color, backgroundColor, font, opacity, border, boxShadow, display]
      return [element.tagName, element.className, x, y, width, height, ...looks].join(' ')
    })
    const kept = window as unknown as { drawn?: Record<string, string[]> }
    kept.drawn ??= {}
    kept.drawn[key] ??= drawn
    const before = kept.drawn[key]
    if (before.length !== drawn.length) return [`${before.length} elements, and now ${drawn.length}`]
    return drawn.flatMap((now, i) => (now === before[i] ? [] : [`${before[i]} -> ${now}`]))
  }, name)
/** What opens the search of the site, in the header. */
const opener = (page: Page) => page.locator('header [popovertarget]', { hasText: 'Search' })
const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)

describe('the fonts', () => {
  it('move nothing when they come late', async () => {
    for (const width of [widths.phone, widths.tablet, widths.desktop])
      for (const target of ['/', '/jobs', post])
        await browser.visit({ width }, async ({ page }) => {
          let come = () => {}
          const late = new Promise<void>(resolve => {
            come = resolve
          })
          await page.route('**/*.woff2', async route => {
            await late
            await route.continue()
          })
          await page.addInitScript(() => {
            const shifts: number[] = []
            Object.assign(window, { shifts })
            new PerformanceObserver(list => {
              for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
            }).observe({ type: 'layout-shift', buffered: true })
          })
          // Not the load event: a font that is fetched ahead holds it back.
          await page.goto(target, { waitUntil: 'domcontentloaded' })
          const frames = () =>
            page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
          await frames()
          const drawn = () =>
            page.evaluate(
              () =>
                [...document.fonts].filter(({ status, family }) => status === 'loaded' && !family.includes('stand-in'))
                  .length,
            )
          expect(await drawn()).toBe(0)
          come()
          await page.evaluate(() => document.fonts.ready)
          await frames()
          expect(await drawn()).toBeGreaterThanOrEqual(2)
          const moved = await page.evaluate(() =>
            (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
          )
          expect(moved, `${target} at ${width} px`).toBeLessThan(0.005)
        })
  })

  it('are kept for good by browsers', async () => {
    const html = await (await fetch(`${site.origin}/jobs`)).text()
    const fonts = [...html.matchAll(/<link rel="preload" as="font"[^>]*href="(.*?)"/g)].map(([, href]) => href!)
    expect(fonts).toHaveLength(2)
    for (const font of fonts) {
      const { status, headers } = await fetch(site.origin + font)
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ])
    }
  })
})

describe('the styles in the HTML are all that it needs', () => {
  const listed: typeof kinds = [...kinds, ['the jobs', () => '/jobs?query=actuary&location=London', 200]]
  it.each(listed)('%s', (_, target) =>
    browser.visit({ expected: [/404/] }, async ({ page, open }) => {
      // The application would change what is compared.
      await page.route('**/assets/entry-client-*.js', route =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      const look = async () => {
        const changed: string[] = []
        for (const width of [widths.phone, widths.desktop]) {
          await page.setViewportSize({ width, height: 900 })
          await rest(page)
          for (const change of await drawnOtherwise(page, String(width))) changed.push(`${width} px: ${change}`)
        }
        return changed
      }
      await open(target())
      expect(await page.locator('link[rel=stylesheet]').count()).toBe(0)
      await look()
      await page.evaluate(async () => {
        const { styles } = JSON.parse(document.getElementById('dehydrated')!.textContent!) as { styles: string[] }
        const link = Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          media: 'not all',
          href: styles[0]!,
        })
        await new Promise(resolve => {
          link.onload = resolve
          document.head.append(link)
        })
        const { cssRules } = link.sheet!
        // As the application does: a font that was too late for the page stays away.
        for (let i = cssRules.length - 1; i >= 0; i--)
          if (cssRules[i] instanceof CSSFontFaceRule) link.sheet!.deleteRule(i)
        link.media = 'all'
      })
      expect(await look()).toEqual([])
    }),
  )
})

describe('a page comes alive', () => {
  it('by a pointer that moves, and not by one that lies still where the page is drawn', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/about-us')
      const begun = (...places: [number, number][]) =>
        page.evaluate(async list => {
          for (const [clientX, clientY] of list)
            document.body.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }))
          // A page begins behind the next frame.
          await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
          return document.querySelector('link[rel=stylesheet]') !== null
        }, places)
      expect(await begun([0, 0], [0, 0])).toBe(false)
      expect(await begun([0, 1])).toBe(true)
      await awake()
    }))
})

/** Where each part of the page stands that can be seen: `input.abc name 10 20 300 40`. */
const placed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(element => element.checkVisibility())
      .map(element => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const spot = [x, y + scrollY, width, height].map(Math.round).join(' ')
        return `${element.tagName} ${element.getAttribute('class')} ${element.getAttribute('name')} ${spot}`
      }),
  )

/** Nothing of the page moves when it comes alive, on a phone and on a desk. */
async function comesAlive(page: Page, awake: () => Promise<void>): Promise<void> {
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    await rest(page)
    return placed(page)
  }
  const before = [await at(widths.phone), await at(widths.desktop)]
  await awake()
  await idle(page)
  expect(await at(widths.desktop)).toEqual(before[1])
  expect(await at(widths.phone)).toEqual(before[0])
}

it.each([
  '/jobs',
  '/jobs?query=manager&location=London',
  'job',
  '/register',
  '/submit-a-job',
  '/alerts/new?query=risk',
])('nothing of %s moves when it comes alive', target =>
  browser.visit({}, async ({ page, open, awake }) => {
    const [job] = (await site.indexer.jobs()).filter(
      one => one.expires_at > site.now() && !one.external_application_url,
    )
    await open(target === 'job' ? `/jobs/${job!.url_slug}` : target)
    await comesAlive(page, awake)
  }),
)

describe('comes alive as it was sent, without a fault that axe finds, and no wider than the screen', () => {
  it.each(kinds)('%s', (_, target, status) =>
    browser.visit({ expected: [/404/] }, async ({ page, open, awake }) => {
      expect(await open(target())).toBe(status)
      const text = () => page.locator('main').evaluate(main => main.textContent)
      const before = await text()
      await comesAlive(page, awake)
      expect(await text()).toBe(before)
      expect(await faultsAtAllWidths(page)).toEqual([])
    }),
  )
})

describe('without JavaScript', () => {
  it.each(kinds)('%s is all there to read, and leads on', (_, target, status) =>
    browser.visit({ javaScriptEnabled: false, expected: [/404/] }, async ({ page, open }) => {
      expect(await open(target())).toBe(status)
      expect(await page.locator('h1').isVisible()).toBe(true)
      const main = page.getByRole('main')
      expect((await main.textContent())!.length).toBeGreaterThan(150)
      // Nothing waits to be faded in by a script.
      const unseen = await main
        .locator('h2:visible, h3:visible, p:visible, img:visible')
        .evaluateAll(
          all =>
            all.filter(element => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })).length,
        )
      expect(unseen).toBe(0)
      const menu = page.locator('[data-menu]')
      for (const name of ['Jobs', 'Hiring solutions'])
        expect(await menu.getByRole('link', { name, exact: true }).first().isVisible(), name).toBe(true)
      expect(await page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(10)
      const way = menu.getByRole('link', { name: 'Hiring solutions', exact: true }).first()
      expect(await way.getAttribute('href')).toBe('/hiring-solutions')
    }),
  )

  it('the menu leads on', () =>
    browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/')
      await page.locator('[data-menu]').getByRole('link', { name: 'Hiring solutions', exact: true }).first().click()
      await page.waitForURL('**/hiring-solutions')
      await becomes(() => page.locator('h1').isVisible(), true)
    }))

  it('insights are searched, the site is searched', () =>
    browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/blog')
      const form = page.locator('#list-search')
      await form.locator('[name=query]').fill('interview')
      await form.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL(`${site.origin}/blog?query=interview`)
      const titles = await page.locator('main article').allTextContents()
      expect(titles.length).toBeGreaterThan(0)
      expect(titles.join().toLowerCase()).toContain('interview')
      await opener(page).click()
      const whole = page.getByRole('search', { name: 'Search the site' })
      await whole.locator('[name=query]').fill('actuary')
      await whole.locator('[name=query]').press('Enter')
      await page.waitForURL(`${site.origin}/search?query=actuary`)
      await page.locator('main a[href^="/jobs/"]').first().waitFor()
    }))
})

describe('by keyboard alone', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search the site' })
  const option = (page: Page) => page.getByRole('listbox', { name: 'Found on this site' }).getByRole('option')
  /**
   * Opens the search of the header, which takes the focus, types, and waits for what is found for the whole text:
   * letters that come slowly are searched for too.
   */
  const typeInto = async (page: Page, text: string) => {
    await tabTo(page, opener(page))
    await page.keyboard.press('Enter')
    await field(page).waitFor()
    await becomes(() => hasFocus(field(page)), true)
    await page.keyboard.type(text)
    await page.locator(`[role=option][href="/jobs?query=${text}"]`).waitFor()
  }

  it('the search of the header finds as one types, and leads to what is chosen', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/about-us')
      await typeInto(page, 'actuar')
      expect(await field(page).getAttribute('aria-expanded')).toBe('true')
      expect(await hasFocus(field(page))).toBe(true)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      // The field keeps the focus and names what the arrows are on.
      expect(await hasFocus(field(page))).toBe(true)
      await becomes(() => option(page).first().getAttribute('aria-selected'), 'true')
      expect(await field(page).getAttribute('aria-activedescendant')).toBe(
        await option(page).first().getAttribute('id'),
      )
      expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
      expect(await faultsOf(page)).toEqual([])
      const to = await option(page).first().getAttribute('href')
      await page.keyboard.press('Enter')
      await becomes(() => path(page), to)
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
      await becomes(() => option(page).count(), 0)
      await becomes(() => field(page).isVisible(), false)
    }))

  it('it is left with Escape, and Enter asks for all that is found', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/about-us')
      await typeInto(page, 'insurance')
      await page.keyboard.press('Escape')
      await becomes(() => field(page).getAttribute('aria-expanded'), 'false')
      // The list alone is left, not the field.
      expect(await field(page).inputValue()).toBe('insurance')
      expect(await hasFocus(field(page))).toBe(true)
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/search?query=insurance')
      await becomes(() => page.locator('h1').count(), 1)
      await page.locator('main a[href^="/jobs/"]').first().waitFor()
    }))

  it('the search of the insights', () =>
    browser.visit({}, async ({ page, open, entries }) => {
      await open('/blog')
      const query = page.locator('#list-search [name=query]')
      const titles = () => page.locator('main article h2, main article h3').allTextContents()
      const before = await titles()
      const first = await entries()
      await tabTo(page, query)
      await typeQuickly(query, 'interview')
      await becomes(() => path(page), '/blog?query=interview')
      // Not what was found for its first letters.
      const document = parseHtml(await (await fetch(`${site.origin}/blog?query=interview`)).text())
      await becomes(
        titles,
        [...document.querySelectorAll('main article h2, main article h3')].map(title => title.textContent),
      )
      expect(await hasFocus(query)).toBe(true)
      // One search is one step of the history, however many letters it has.
      expect(await entries()).toBe(first + 1)
      const found = await titles()
      expect(found.length).toBeGreaterThan(0)
      expect(found).not.toEqual(before)
      const link = page.locator('main article').first().getByRole('link').first()
      const to = (await link.getAttribute('href'))!
      await tabTo(page, link, { most: 40 })
      await page.keyboard.press('Enter')
      await becomes(() => path(page), to)
      await becomes(() => page.locator('h1').textContent(), found[0])
      await page.goBack()
      await becomes(() => path(page), '/blog?query=interview')
      await becomes(titles, found)
      await becomes(() => query.inputValue(), 'interview')
      await page.goBack()
      await becomes(() => path(page), '/blog')
      await becomes(titles, before)
    }))
})

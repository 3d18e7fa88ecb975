// @vitest-environment node
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance } from 'fastify'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import type { SiteContent } from '../../web/content/content.ts'
import { registerWeb } from '../../web/serve.ts'
import {
  becomes,
  faultsOf,
  focused,
  openBrowser,
  passTimeUntil,
  spillOf,
  stopTime,
  type TestBrowser,
  tabTo,
  widths,
} from '../builders/browser.ts'
import { aJob } from '../builders/jobDocument.ts'
import { fullLayout } from '../builders/layout.ts'
import { fakeSite } from '../web/fakeSite.ts'

/*
 * What is round every page, on the built web and a content of our own: menus, sidebar, the question about cookies.
 * Engines are not needed for it.
 */

let app: FastifyInstance
let browser: TestBrowser
const jobs = [aJob(), aJob()]
const site = { ...fakeSite({ jobs }), jobs }
const content: SiteContent = {
  layout: async () => fullLayout,
  at: async () => ({ kind: 'unknown' }),
  text: async () => null,
}

beforeAll(async () => {
  app = fastify()
  app.post('/search/multi-search', async request => ({
    results: await site.api.multiSearch((request.body as { queries: [] }).queries),
  }))
  app.get('/suggest', async () => [])
  // A page that is looked at for some seconds asks for what is new.
  app.get('/live', (_request, reply) => reply.code(204).send())
  app.get('/_sf/*', (_request, reply) => reply.code(404).send({}))
  app.get('/jobs/:slug.json', async request => site.api.job((request.params as { slug: string }).slug))
  await registerWeb(app, {
    api: site.api,
    content,
    site: sites.uk,
    publicUrl: null,
    dist: fileURLToPath(new URL('../../dist', import.meta.url)),
  })
  browser = await openBrowser(await app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(async () => {
  await app?.close()
})

const bar = (page: Page) => page.locator('[data-menu]')
const link = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name: `More in ${name}` })
const expanded = (page: Page, name: string) => button(page, name).getAttribute('aria-expanded')
/** The panel as the button names it. */
const panel = async (page: Page, name: string) =>
  page.locator(`[id="${await button(page, name).getAttribute('popovertarget')}"]`)
const path = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)
const holdsFocus = (target: Locator) => target.evaluate(element => element.contains(document.activeElement))
/** Whether a panel is open, once what is said of it and what is seen are one. */
const state = async (page: Page, name: string) => {
  const of = await panel(page, name)
  let seen = false
  await becomes(async () => {
    seen = await of.isVisible()
    return (await expanded(page, name)) === String(seen)
  }, true)
  return seen
}
/** What the browser tells assistive technology of a button. */
const told = async (page: Page, name: string) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const node = nodes.find(({ role, name: its }) => role?.value === 'button' && its?.value === name)
  return node?.properties?.find(property => property.name === 'expanded')?.value.value
}

/**
 * A press of the mouse follows a hover, late on a slow machine, and then closes what the hover has opened. Where the
 * mouse is not what it is about, the keyboard is.
 */
const press = (page: Page, name: string) => button(page, name).press('Enter')

describe('the menu of large screens', () => {
  it('opens where the mouse rests, goes with it, and closes behind it', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/')
      expect(await state(page, 'Specialisms')).toBe(false)
      await link(page, 'Specialisms').hover()
      await becomes(() => state(page, 'Specialisms'), true)
      const specialisms = await panel(page, 'Specialisms')
      // From the link into the panel, without a gap.
      await specialisms.getByRole('link', { name: 'Actuarial' }).hover()
      expect(await state(page, 'Specialisms')).toBe(true)
      await link(page, 'Hiring').hover()
      await becomes(() => state(page, 'Hiring'), true)
      expect(await state(page, 'Specialisms')).toBe(false)
      await page.mouse.move(700, 880)
      await becomes(() => state(page, 'Hiring'), false)
      // A panel is below its bar and never wider than the window.
      await link(page, 'Specialisms').hover()
      await becomes(() => state(page, 'Specialisms'), true)
      const [box, header] = [await specialisms.boundingBox(), await page.locator('header').first().boundingBox()]
      expect(box!.y).toBeCloseTo(header!.y + header!.height, 0)
      expect([box!.x, box!.width]).toEqual([0, header!.width])
    }))

  it('is not taken from a mouse on its way down to the panel', () =>
    browser.visit({ expected: [/404/] }, async ({ page, open, awake }) => {
      await stopTime(page)
      await open('/')
      await passTimeUntil(page, awake)
      await link(page, 'Specialisms').hover()
      await page.clock.runFor(100)
      expect(await state(page, 'Specialisms')).toBe(true)
      const [from, to] = [
        await link(page, 'Hiring').boundingBox(),
        await (await panel(page, 'Specialisms')).getByRole('link', { name: 'Who is who' }).boundingBox(),
      ]
      await page.mouse.move(from!.x + 20, from!.y + 10)
      for (let step = 1; step <= 10; step++) {
        await page.clock.runFor(100)
        await page.mouse.move(
          from!.x + 20 + ((to!.x + 20 - from!.x - 20) * step) / 10,
          from!.y + 10 + ((to!.y + 10 - from!.y - 10) * step) / 10,
        )
      }
      await page.clock.runFor(1_000)
      expect(await state(page, 'Specialisms')).toBe(true)
      expect(await state(page, 'Hiring')).toBe(false)
      await page.clock.resume()
      await (await panel(page, 'Specialisms')).getByRole('link', { name: 'Who is who' }).click()
      await becomes(() => path(page), '/consultants')
      await becomes(() => state(page, 'Specialisms'), false)
    }))

  it('opens and closes by a press, also right after the hover has opened it', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await stopTime(page)
      await open('/')
      await passTimeUntil(page, awake)
      await button(page, 'Hiring').hover()
      await page.clock.runFor(100)
      expect(await state(page, 'Hiring')).toBe(true)
      await button(page, 'Hiring').click()
      expect(await state(page, 'Hiring')).toBe(true)
      // Pressed, it stays when the mouse goes.
      await page.mouse.move(700, 880)
      await page.mouse.move(702, 880)
      await page.clock.runFor(1_000)
      expect(await state(page, 'Hiring')).toBe(true)
      await button(page, 'Hiring').click()
      await becomes(() => state(page, 'Hiring'), false)
      await button(page, 'Hiring').click()
      expect(await state(page, 'Hiring')).toBe(true)
      await page.mouse.click(700, 880)
      await becomes(() => state(page, 'Hiring'), false)
    }))

  it('closes when a link of it is followed, with and without the application', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/')
      await awake()
      await button(page, 'Hiring').focus()
      await page.keyboard.press('Enter')
      await (await panel(page, 'Hiring')).getByRole('link', { name: 'Latest jobs' }).click()
      await becomes(() => path(page), '/jobs?sort=newest')
      expect(await state(page, 'Hiring')).toBe(false)
      // And when the way leads back without a press in it. What the page that was just reached closes is closed once it
      // remembers its search and has the focus.
      await becomes(() => page.evaluate(() => sessionStorage.getItem('longlist.search')), '/jobs?sort=newest')
      await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
      await press(page, 'Hiring')
      expect(await state(page, 'Hiring')).toBe(true)
      await page.evaluate(() => history.back())
      await becomes(() => path(page), '/')
      await becomes(() => state(page, 'Hiring'), false)
    }))

  it('works by keyboard: Tab, Enter, Space, Escape and arrows', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/')
      await awake()
      await tabTo(page, link(page, 'Specialisms'))
      // To come by opens nothing.
      expect(await state(page, 'Specialisms')).toBe(false)
      await page.keyboard.press('Tab')
      expect(await hasFocus(button(page, 'Specialisms'))).toBe(true)
      await page.keyboard.press('Enter')
      expect(await state(page, 'Specialisms')).toBe(true)
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe('a Technology')
      await page.keyboard.press('Escape')
      await becomes(() => state(page, 'Specialisms'), false)
      await becomes(() => hasFocus(button(page, 'Specialisms')), true)
      await page.keyboard.press('Space')
      expect(await state(page, 'Specialisms')).toBe(true)
      await page.keyboard.press('Space')
      expect(await state(page, 'Specialisms')).toBe(false)

      await page.keyboard.press('ArrowDown')
      expect(await state(page, 'Specialisms')).toBe(true)
      expect(await focused(page)).toBe('a Technology')
      await page.keyboard.press('ArrowDown')
      expect(await focused(page)).toBe('a Data')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      expect(await hasFocus(button(page, 'Specialisms'))).toBe(true)
      await page.keyboard.press('ArrowRight')
      expect(await hasFocus(link(page, 'Hiring'))).toBe(true)
      // The focus has gone on: nothing lies over it.
      expect(await state(page, 'Specialisms')).toBe(false)

      await button(page, 'Specialisms').focus()
      await page.keyboard.press('Enter')
      await tabTo(page, link(page, 'Hiring'), { most: 8 })
      expect(await state(page, 'Specialisms')).toBe(false)
    }))

  it('works by touch: the link leads on, the button opens', () =>
    browser.visit({ width: 1_024, hasTouch: true }, async ({ page, open }) => {
      await open('/')
      await button(page, 'Specialisms').tap()
      await becomes(() => state(page, 'Specialisms'), true)
      await button(page, 'Hiring').tap()
      await becomes(() => state(page, 'Hiring'), true)
      expect(await state(page, 'Specialisms')).toBe(false)
      await button(page, 'Hiring').tap()
      await becomes(() => state(page, 'Hiring'), false)
      await link(page, 'Jobs').tap()
      await becomes(() => path(page), '/jobs')
    }))

  it('is there before the application is, and without it', () =>
    browser.visit({ expected: [/has not come alive|ERR_FAILED/] }, async ({ page, open }) => {
      await page.route(/hydrate-.*\.js/, route => route.abort())
      await open('/')
      await link(page, 'Specialisms').hover()
      await becomes(() => state(page, 'Specialisms'), true)
      await page.keyboard.press('Escape')
      await becomes(() => state(page, 'Specialisms'), false)
      await press(page, 'Hiring')
      expect(await state(page, 'Hiring')).toBe(true)
      await (await panel(page, 'Hiring')).getByRole('link', { name: 'Latest jobs' }).click()
      await becomes(() => path(page), '/jobs?sort=newest')
    }))

  it('comes alive when the connection is back', () =>
    browser.visit({ expected: [/has not come alive|ERR_FAILED/] }, async ({ page, open }) => {
      let refused = 0
      await page.route(/hydrate-.*\.js/, route => (refused++ < 2 ? route.abort() : route.continue()))
      await open('/')
      // Signs of a visitor, as they go on: the first may come before the page listens.
      const move = () => page.mouse.move(300 + Math.random() * 50, 300)
      await becomes(async () => {
        await move()
        return refused > 0
      }, true)
      await becomes(async () => {
        await move()
        return page.evaluate(() => document.documentElement.dataset.live)
      }, '')
    }))

  it('opens on hover and by its button without JavaScript', () =>
    browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/')
      const specialisms = await panel(page, 'Specialisms')
      await link(page, 'Specialisms').hover()
      await specialisms.waitFor()
      await specialisms.getByRole('link', { name: 'Actuarial' }).hover()
      expect(await specialisms.isVisible()).toBe(true)
      await page.mouse.move(700, 880)
      await specialisms.waitFor({ state: 'hidden' })
      await button(page, 'Hiring').focus()
      await page.keyboard.press('Enter')
      const hiring = await panel(page, 'Hiring')
      await hiring.waitFor()
      // Without an attribute.
      await becomes(() => told(page, 'More in Hiring'), true)
      await becomes(() => told(page, 'More in Specialisms'), false)
      await page.keyboard.press('Escape')
      await hiring.waitFor({ state: 'hidden' })
      await becomes(() => focused(page), 'button More in Hiring')
      await page.getByRole('button', { name: 'Search', exact: true }).first().click()
      await page.locator('#site-search input[name=query]').fill('ledger')
      await page.keyboard.press('Enter')
      await becomes(() => path(page), '/search?query=ledger')
    }))
})

describe('the menu of small screens', () => {
  it('takes the focus, holds the page still, unfolds three levels, and gives the focus back', () =>
    browser.visit({ width: widths.phone }, async ({ page, open, awake }) => {
      await open('/')
      await awake()
      const opener = page.getByRole('button', { name: 'Menu' })
      const menu = page.locator('#menu')
      expect(await opener.getAttribute('aria-expanded')).toBe('false')
      await tabTo(page, opener)
      await page.keyboard.press('Enter')
      await menu.waitFor()
      expect(await opener.getAttribute('aria-expanded')).toBe('true')
      await becomes(() => focused(page), 'button Close')
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
      await tabTo(page, menu.locator('summary', { hasText: 'Specialisms' }), { most: 8 })
      await page.keyboard.press('Enter')
      await tabTo(page, menu.locator('summary', { hasText: 'Insurance' }), { most: 4 })
      await page.keyboard.press('Space')
      await tabTo(page, menu.getByRole('link', { name: 'Actuarial' }), { most: 3 })
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await becomes(() => hasFocus(opener), true)
      expect(await opener.getAttribute('aria-expanded')).toBe('false')

      await opener.tap()
      await menu.waitFor()
      await menu.getByRole('link', { name: 'Jobs', exact: true }).tap()
      await becomes(() => path(page), '/jobs')
      await menu.waitFor({ state: 'hidden' })
    }))

  it('does not lie over what has the focus: nothing behind it can take it', () =>
    browser.visit({ width: widths.phone }, async ({ page, open }) => {
      await open('/')
      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.locator('#menu')
      await menu.waitFor()
      await becomes(() => page.locator('main').evaluate(main => main.closest('[inert]') !== null), true)
      await page.locator('main input').first().focus()
      expect(await focused(page)).toBe('button Close')
      expect(await menu.isVisible()).toBe(true)
    }))
})

describe('the sidebar', () => {
  it('keeps how it was left, from page to page, and is seen from 1200 pixels on', () =>
    browser.visit({ width: 1_200 }, async ({ page, open }) => {
      await open(`/jobs/${jobs[0]!.url_slug}`)
      const sidebar = page.getByRole('complementary', { name: 'Job search' })
      await sidebar.getByLabel('Keyword').waitFor()
      await sidebar.locator('summary').click()
      await sidebar.getByLabel('Keyword').waitFor({ state: 'hidden' })
      await open('/search')
      expect(await sidebar.getByLabel('Keyword').isVisible()).toBe(false)
      await sidebar.locator('summary').click()
      await sidebar.getByRole('link', { name: 'Banking' }).click()
      await becomes(() => path(page), '/jobs?sector=banking')
      await page.locator('#results-title').waitFor()
      await becomes(() => sidebar.count(), 0)
      await page.setViewportSize({ width: 1_199, height: 900 })
      await open(`/jobs/${jobs[0]!.url_slug}`)
      expect(await sidebar.isVisible()).toBe(false)
    }))
})

describe('presses on the sidebar', () => {
  it('all count while the page comes alive', () =>
    browser.visit({ width: 1_200 }, async ({ page, open, awake }) => {
      await open('/search')
      // One press in each turn of the page's loop, from the first sign of somebody until well after the page is alive.
      const presses = page.evaluate(
        () =>
          new Promise<number>(resolve => {
            const panel = document.querySelector<HTMLDetailsElement>('details[data-sidebar]')!
            let count = 0
            let left = 50
            const turn = new MessageChannel()
            turn.port1.onmessage = () => {
              panel.querySelector('summary')!.click()
              count++
              if ('live' in document.documentElement.dataset && left-- === 0) resolve(count)
              else turn.port2.postMessage(null)
            }
            turn.port2.postMessage(null)
          }),
      )
      await awake()
      const startsOpen = (await page.locator('[data-side]').getAttribute('data-side')) === 'open'
      const endsOpen = (await presses) % 2 === 0 ? startsOpen : !startsOpen
      await becomes(
        () => page.locator('details[data-sidebar]').evaluate(panel => (panel as HTMLDetailsElement).open),
        endsOpen,
      )
    }))
})

/** Adds up how far the page moves under the visitor from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[])
        if (entry.value > 0.0005)
          shifts.push(
            `${entry.value} ${entry.sources.map(({ node }) => (node as Element | null)?.className).join(', ')}`,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
/** What has moved, once the page is there. */
const shifted = async (page: Page) => {
  await page.locator('html[data-loaded]').waitFor({ state: 'attached' })
  return page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { shifts: string[] }).shifts
  })
}

describe('a page that comes over a slow line', () => {
  // At once: they wait for the line.
  it.concurrent.each([...Object.values(widths), 1_100])('does not move while its parts come, %i px wide', width =>
    browser.visit({ width, expected: [/404/] }, async ({ page, open }) => {
      await watchShifts(page)
      const session = await page.context().newCDPSession(page)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 10,
        downloadThroughput: 50_000,
        uploadThroughput: 50_000,
      })
      for (const target of ['/nowhere', '/', '/jobs', '/jobs?query=analyst&type=permanent']) {
        await open(target)
        expect(await shifted(page), target).toEqual([])
      }
    }),
  )
})

describe('the sidebar’s column', () => {
  it.each(['open', 'closed'])('does not move while a page loads, with the panel left %s', left =>
    browser.visit({}, async ({ page, open }) => {
      await open('/search')
      await page.evaluate(choice => sessionStorage.setItem('longlist.sidebar', choice), left)
      await watchShifts(page)
      for (const target of ['/search', '/']) {
        await open(target)
        expect(await shifted(page), target).toEqual([])
        expect(
          await page.locator('details[data-sidebar]').evaluate(panel => (panel as HTMLDetailsElement).open),
          target,
        ).toBe(left === 'open')
      }
    }),
  )

  it('asks for the number of jobs again when the visitor goes on, at most once a minute', () =>
    browser.visit({ expected: [/404/] }, async ({ page, open, awake, searches }) => {
      await stopTime(page)
      await open('/search')
      await passTimeUntil(page, awake)
      await page.getByRole('button', { name: 'Accept' }).click()
      const title = page.locator('aside summary')
      expect(await title.textContent()).toBe('Search 2 jobs')
      const [one, other] = [`/jobs/${jobs[0]!.url_slug}`, '/search']
      const go = async (to: string) => {
        await page.evaluate(path => history.pushState({}, '', path), to)
        // Later than the address: what is asked for with a new page is asked for by then.
        await becomes(() => page.evaluate(() => /_sf_journey=[^;]*:([^:;]*)/.exec(document.cookie)?.[1]), to)
      }
      await go(one)
      expect(searches()).toBe(0)
      site.jobs.push(aJob())
      await page.clock.fastForward(61_000)
      expect(searches()).toBe(0)
      await go(other)
      await becomes(() => title.textContent(), 'Search 3 jobs')
      await go(one)
      // The next question is the second, so there was none on the way to that page.
      site.jobs.pop()
      await page.clock.fastForward(61_000)
      // The page that asked before.
      await go(other)
      await becomes(() => title.textContent(), 'Search 2 jobs')
      expect(searches()).toBe(2)
    }))
})

describe('the question about cookies', () => {
  const cookies = async (page: Page) =>
    Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
  const pages = (journey: string | undefined) => journey?.split('|').map(view => view.replace(/^\d+:/, ''))

  it('sets nothing until it is answered, and nothing but the answer to a no', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/')
      await banner(page).waitFor()
      // No focus is stolen and nothing moves.
      expect(await focused(page)).toBe('nothing')
      expect(await cookies(page)).toEqual({})
      await awake()
      await link(page, 'Jobs').click()
      await becomes(() => path(page), '/jobs')
      await page.locator('#results-title').waitFor()
      expect(await cookies(page)).toEqual({})
      await banner(page).getByRole('button', { name: 'Decline' }).click()
      await banner(page).waitFor({ state: 'hidden' })
      expect(await cookies(page)).toEqual({ longlist_consent: 'denied' })
      await open('/')
      await page.locator('html[data-loaded]').waitFor({ state: 'attached' })
      expect(await banner(page).isVisible()).toBe(false)
      expect(await cookies(page)).toEqual({ longlist_consent: 'denied' })
    }))

  it('counts each page once after a yes, with and without a page load, and forgets all when it is taken back', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await page.goto('/jobs?utm_source=letter&utm_campaign=may', { referer: 'https://search.example/find?q=x' })
      await banner(page).getByRole('button', { name: 'Accept' }).click()
      await banner(page).waitFor({ state: 'hidden' })
      const { _sf_journey, _sf_source, _sf_journey_last_event } = await cookies(page)
      expect(pages(_sf_journey)).toEqual(['/jobs'])
      expect(_sf_source).toBe('referrer=search.example&utm_source=letter&utm_campaign=may')
      expect(_sf_journey!.startsWith(`${_sf_journey_last_event}:`)).toBe(true)
      const [kept] = (await page.context().cookies()).filter(({ name }) => name === '_sf_journey')
      expect(kept).toMatchObject({ path: '/', sameSite: 'Lax', secure: false })
      const days = (kept!.expires - (await page.evaluate(() => Date.now())) / 1_000) / 86_400
      expect(days).toBeGreaterThan(399)
      expect(days).toBeLessThanOrEqual(400)

      await awake()
      // A search that is typed is one page.
      await page.getByLabel('Keyword').fill('actuary')
      await becomes(() => path(page), '/jobs?query=actuary')
      await page.locator('header a').first().click()
      // A page that is left before it is seen counts for nothing.
      await becomes(async () => pages((await cookies(page))._sf_journey), ['/jobs', '/'])
      await link(page, 'Jobs').click()
      await becomes(async () => pages((await cookies(page))._sf_journey), ['/jobs', '/', '/jobs'])
      await open('/')
      await becomes(async () => pages((await cookies(page))._sf_journey), ['/jobs', '/', '/jobs', '/'])
      expect((await cookies(page))._sf_source).toBe(_sf_source)

      // A page that comes alive in the middle of a press may move under the pointer.
      await awake()
      const settings = page.getByRole('button', { name: 'Cookie settings' })
      await settings.click()
      await becomes(() => holdsFocus(banner(page)), true)
      await banner(page).getByRole('button', { name: 'Decline' }).click()
      await becomes(() => hasFocus(settings), true)
      expect(await cookies(page)).toEqual({ longlist_consent: 'denied' })
    }))

  it('can be answered by keyboard, sent away, and never covers what has the focus', () =>
    browser.visit({ width: widths.phone }, async ({ page, open }) => {
      const covers = () =>
        page.evaluate(() => {
          const element = document.activeElement!
          const region = document.querySelector('[aria-label=Cookies]')!
          if (region.contains(element) || element === document.body) return false
          return element.getBoundingClientRect().bottom > region.getBoundingClientRect().top + 1
        })
      // A job's page has a bar of its own at the foot.
      for (const address of [`/jobs/${jobs[0]!.url_slug}`, '/']) {
        await open(address)
        await banner(page).waitFor()
        for (let stop = 0; stop < 40; stop++) {
          await page.keyboard.press('Tab')
          // The first of them brings the page to life, which may move what is below the fields.
          await becomes(covers, false)
        }
      }
      await page.reload()
      await banner(page).waitFor()
      await tabTo(page, banner(page).getByRole('button', { name: 'Accept' }), { most: 4 })
      await page.keyboard.press('Escape')
      await banner(page).waitFor({ state: 'hidden' })
      expect(await cookies(page)).toEqual({})
      await page.reload()
      await tabTo(page, banner(page).getByRole('button', { name: 'Accept' }), { most: 4 })
      await page.keyboard.press('Enter')
      await banner(page).waitFor({ state: 'hidden' })
      expect(pages((await cookies(page))._sf_journey)).toEqual(['/'])
    }))

  it.each([
    ['back to a page that the browser had kept', 'pageshow'],
    ['in another tab', 'visibilitychange'],
  ])('is not asked again where it was answered meanwhile: %s', (_, event) =>
    browser.visit({}, async ({ page, open }) => {
      await open('/')
      await banner(page).waitFor()
      const lookedAt = () =>
        page.evaluate(
          type =>
            type === 'pageshow'
              ? window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
              : document.dispatchEvent(new Event(type)),
          event,
        )
      await lookedAt()
      expect(await banner(page).isVisible()).toBe(true)
      const other = await page.context().newPage()
      await other.goto('/jobs')
      await banner(other).getByRole('button', { name: 'Decline' }).click()
      await banner(other).waitFor({ state: 'hidden' })
      await lookedAt()
      await becomes(() => banner(page).isVisible(), false)
      // Who has brought it back may change the answer.
      await page.getByRole('button', { name: 'Cookie settings' }).click()
      await becomes(() => banner(page).isVisible(), true)
      await lookedAt()
      expect(await banner(page).isVisible()).toBe(true)
    }),
  )

  it('is not asked without JavaScript, and nothing is set', () =>
    browser.visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/')
      expect(await banner(page).isVisible()).toBe(false)
      expect(await page.getByRole('button', { name: 'Cookie settings' }).isVisible()).toBe(false)
      expect(await cookies(page)).toEqual({})
    }))
})

describe('axe finds no fault', () => {
  it.each(Object.entries({ ...widths, laptop: 1_024 }))('on a %s, with whatever can be open open', (_, width) =>
    browser.visit({ width, hasTouch: false }, async ({ page, open }) => {
      await open('/')
      const faults: string[] = []
      const look = async (at: string) => {
        await page.emulateMedia({ colorScheme: 'light' })
        for (const fault of await faultsOf(page)) faults.push(`${at}: ${fault}`)
        await page.emulateMedia({ colorScheme: 'dark' })
        for (const fault of await faultsOf(page, 'contrast')) faults.push(`${at}, dark: ${fault}`)
        const spill = await spillOf(page)
        if (spill) faults.push(`${at}: ${spill}`)
      }
      await look('the question')
      await page.getByRole('button', { name: 'Decline' }).click()
      if (width >= 992) {
        for (const name of ['Specialisms', 'Hiring']) {
          await press(page, name)
          expect(await state(page, name)).toBe(true)
          await look(name)
          await page.keyboard.press('Escape')
        }
        await page.locator('header').getByRole('button', { name: 'Search', exact: true }).first().click()
        await look('the search')
      } else {
        await page.getByRole('button', { name: 'Menu' }).click()
        for (const name of ['Specialisms', 'Technology', 'Hiring'])
          await page.locator('#menu summary', { hasText: name }).click()
        await look('the menu')
      }
      expect(faults).toEqual([])
    }),
  )
})

describe('on paper', () => {
  it('there is the page alone', () =>
    browser.visit({}, async ({ page, open }) => {
      await open('/')
      await page.emulateMedia({ media: 'print' })
      for (const part of ['header', 'footer', 'aside', '[aria-label=Cookies]'])
        expect(await page.locator(`#root > div > ${part}, #root > div > div > ${part}`).first().isVisible(), part).toBe(
          false,
        )
      expect(await page.locator('h1').isVisible()).toBe(true)
    }))
})

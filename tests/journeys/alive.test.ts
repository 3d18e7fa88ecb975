import type { Page, Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../bench/rows.ts'
import { openBrowser, type TestBrowser, type Visit, widths } from '../builders/browser.ts'
import { startSite, type TestSite } from '../builders/site.ts'

// A page comes alive at the first sign of a visitor. Whatever that sign is, and whenever the script comes, the visitor
// must not notice: all is as on a page that was alive before the gesture.

let site: TestSite
let browser: TestBrowser
let jobPath = ''
let postPath = ''

beforeAll(async () => {
  site = await startSite()
  site.stopClock(site.now())
  browser = await openBrowser(site.origin)
  const live = (await site.indexer.jobs()).filter(job => job.expires_at > site.now() && !job.external_application_url)
  jobPath = `/jobs/${live[0]!.url_slug}`
  const insights = await (await fetch(`${site.origin}/blog`)).text()
  postPath = /href="(\/blog\/(?!tag)[a-z0-9-]+)"/.exec(insights)![1]!
})
afterAll(async () => {
  await browser?.stop()
  await site?.stop()
})

/**
 * `ALIVE_MOMENTS=30` is the whole proof: so many moments at which a gesture meets the script, on each page and at each
 * speed. Else one moment of some gestures, each on one of its pages.
 */
const whole = Number(process.env.ALIVE_MOMENTS ?? 0)
/** The same gestures, pages and moments each time; `ALIVE_SEED=n` has others. */
const random = seeded(Number(process.env.ALIVE_SEED ?? 7))
const moments = whole || 1
const speeds = whole ? ([null, { kbps: 10_000, ms: 40 }, { kbps: 1_600, ms: 150 }] as const) : ([null] as const)

/** One touch of the page, in steps between which the page may come alive. */
interface Gesture {
  name: string
  on: readonly string[]
  width?: number
  steps: readonly ((page: Page) => Promise<unknown>)[]
}

const isSearch = ['/jobs', '/jobs?query=manager&location=London']
const isLong = [
  '/',
  ...isSearch,
  'job',
  '/ir35',
  'post',
  '/consultants',
  '/blog',
  '/events',
  '/contact-us',
  '/specialisms',
]
const typing = (selector: string, text: string) => [
  (page: Page) => page.locator(selector).first().focus(),
  ...[...text].map(letter => (page: Page) => page.keyboard.insertText(letter)),
]
const wheel = (page: Page) => page.mouse.wheel(0, 250)

async function swipe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.synthesizeScrollGesture', {
    x: 150,
    y: 400,
    yDistance: -300,
    gestureSourceType: 'touch',
    speed: 3_000,
  })
  await session.detach()
}

const gestures: Gesture[] = [
  { name: 'scrolling by wheel', on: isLong, steps: [page => page.mouse.move(300, 300), wheel, wheel, wheel] },
  {
    name: 'scrolling by key',
    on: isLong,
    steps: [page => page.keyboard.press('PageDown'), page => page.keyboard.press('PageDown')],
  },
  { name: 'scrolling by touch', on: isLong, width: widths.phone, steps: [swipe, swipe] },
  {
    name: 'walking with Tab',
    on: isLong,
    steps: Array.from({ length: 5 }, () => (page: Page) => page.keyboard.press('Tab')),
  },
  {
    name: 'typing a keyword',
    on: ['/', '/jobs', 'job', '/blog'],
    steps: typing('main [name=query], aside [name=query]', 'risk manager'),
  },
  { name: 'typing a place', on: ['/', '/jobs'], steps: typing('main [name=location]', 'Leeds') },
  { name: 'typing a pay', on: ['/jobs'], steps: typing('main [name=payFrom]', '50000') },
  {
    name: 'typing a name',
    on: ['job', '/contact-us'],
    steps: typing('main form [autocomplete~=given-name], main form [autocomplete~=name]', 'Ada'),
  },
  {
    name: 'scrolling to a field and typing into it',
    on: ['job', '/contact-us'],
    steps: [
      wheel,
      page => page.locator('main form [autocomplete~=email]').first().click(),
      page => page.keyboard.insertText('ada@example.com'),
    ],
  },
  {
    name: 'choosing a radius',
    on: ['/', '/jobs'],
    steps: [page => page.locator('main [name=radius]').selectOption('50')],
  },
  { name: 'choosing an order', on: isSearch, steps: [page => page.locator('#sort').selectOption('newest')] },
  {
    name: 'choosing a filter',
    on: isSearch,
    steps: [page => page.locator('#filters input[name=sector]').first().click()],
  },
  {
    name: 'choosing a file',
    on: ['job'],
    steps: [
      page =>
        page
          .locator('main input[type=file]')
          .first()
          .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('CV') }),
    ],
  },
  { name: 'opening a fold', on: ['/jobs'], steps: [page => page.locator('#filters details summary').first().click()] },
  {
    name: 'opening the filters',
    on: ['/jobs'],
    width: widths.phone,
    steps: [page => page.getByRole('button', { name: 'Filters' }).click()],
  },
  {
    name: 'opening the menu',
    on: ['/', 'job'],
    width: widths.phone,
    steps: [page => page.getByRole('button', { name: 'Menu' }).click()],
  },
  { name: 'opening the sidebar', on: ['/ir35'], steps: [page => page.locator('[data-sidebar] summary').click()] },
  {
    name: 'going to page 2',
    on: ['/jobs'],
    steps: [page => page.locator('[aria-label="Pages of results"] a', { hasText: '2' }).first().click()],
  },
  {
    name: 'unfolding the search',
    on: ['/jobs?query=manager&location=London'],
    width: widths.phone,
    steps: [page => page.getByRole('button', { name: 'Change the search' }).click()],
  },
]

/** All of a page that a visitor would notice the change of. */
function state(page: Page) {
  return page.evaluate(() => {
    const active = document.activeElement as HTMLInputElement | null
    const named = (element: Element | null) =>
      element
        ? `${element.tagName} ${element.id || element.getAttribute('name') || element.textContent?.trim().slice(0, 40)}`
        : ''
    const fields = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea')]
    return {
      url: location.pathname + location.search,
      entries: history.length,
      scroll: Math.round(scrollY / 4),
      focus: active === document.body ? '' : named(active),
      selection: active && 'selectionStart' in active ? [active.selectionStart, active.selectionEnd] : null,
      fields: fields.map(
        field =>
          `${field.name} ${field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.type === 'file' ? field.files?.length : field.value}`,
      ),
      open: [...document.querySelectorAll('details[open], :popover-open, [aria-expanded=true]')].map(named),
      jobs: [...document.querySelectorAll('main article h3')].map(title => title.textContent),
    }
  })
}

type State = Awaited<ReturnType<typeof state>>

async function frames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** The state once nothing changes any more. */
async function settled(page: Page, quiet: () => boolean): Promise<State> {
  let before = ''
  let same = 0
  let now: State | undefined
  await expect
    .poll(
      async () => {
        now = await state(page)
        const text = JSON.stringify(now)
        same = text === before && quiet() ? same + 1 : 0
        before = text
        // A page that the gesture has led to comes alive at a sign of its own.
        await page.mouse.move(2 + (same % 2), 2)
        return same >= 6 && (await page.evaluate(() => 'live' in document.documentElement.dataset))
      },
      { interval: 100 },
    )
    .toBe(true)
  return now!
}

/**
 * One visit: the gesture on a page that is alive (`held` null), or one whose script is let in after so many of its
 * steps.
 */
async function play(
  { page, open, awake }: Visit,
  path: string,
  { steps }: Gesture,
  held: { after: number; delayMs: number } | null,
  speed: (typeof speeds)[number],
): Promise<State> {
  let waiting = 0
  // What tells an open list of changes is never done.
  const count = (by: number) => (request: Request) => {
    if (new URL(request.url()).pathname !== '/live') waiting += by
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  let letIn = () => {}
  const allowed = new Promise<void>(resolve => {
    letIn = resolve
  })
  if (held) {
    await page.route('**/assets/hydrate*', async route => {
      await allowed
      await route.continue()
    })
    if (speed) {
      const session = await page.context().newCDPSession(page)
      const bytes = (speed.kbps * 1_000) / 8
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: speed.ms,
        downloadThroughput: bytes,
        uploadThroughput: bytes,
      })
    }
  }
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the question about cookies is not what this is about
    document.cookie = 'longlist_consent=denied; path=/'
  })
  await open(path)
  // A browser drops what comes before the page has been painted, with or without script.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await frames(page)
  if (!held) {
    await awake()
    await settled(page, () => waiting === 0)
  }
  for (const [i, step] of steps.entries()) {
    if (held?.after === i) setTimeout(letIn, held.delayMs)
    await step(page)
    await frames(page)
  }
  if (held && held.after >= steps.length) setTimeout(letIn, held.delayMs)
  return settled(page, () => waiting === 0)
}

describe('a page that comes alive', () => {
  const drawn = gestures.map(gesture => ({ gesture, at: random() })).sort((a, b) => a.at - b.at)
  const some = whole ? gestures : drawn.slice(0, 10).map(({ gesture }) => gesture)
  const pagesOf = ({ on }: Gesture) => (whole ? on : [on[Math.floor(random() * on.length)]!])
  const cases = some.flatMap(gesture =>
    pagesOf(gesture).map(path => ({ gesture, path, name: `${gesture.name} on ${path}` })),
  )

  it.each(cases)('is as if it had been alive: $name', async ({ gesture, path }) => {
    const target = path === 'job' ? jobPath : path === 'post' ? postPath : path
    const options = { width: gesture.width ?? widths.desktop }
    let wanted: State | undefined
    await browser.visit(options, async visit => {
      wanted = await play(visit, target, gesture, null, null)
    })
    for (const speed of speeds)
      for (let i = 0; i < moments; i++) {
        const held = {
          after: Math.floor(random() * (gesture.steps.length + 1)),
          delayMs: Math.floor(random() * 60),
        }
        await browser.visit(options, async visit => {
          const late = await play(visit, target, gesture, held, speed)
          expect(
            late,
            `let in after step ${held.after} and ${held.delayMs} ms${speed ? `, at ${speed.kbps} kbps` : ''}`,
          ).toEqual(wanted)
        })
      }
  })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright'
import { expect } from 'vitest'
import { findBrowser } from '../../infra/start/packages.mjs'
import { fullSize } from './properties.ts'

export const widths = { phone: 360, tablet: 768, desktop: 1440 } as const

export interface VisitOptions
  extends Pick<
    BrowserContextOptions,
    | 'timezoneId'
    | 'colorScheme'
    | 'reducedMotion'
    | 'httpCredentials'
    | 'javaScriptEnabled'
    | 'locale'
    | 'hasTouch'
    | 'userAgent'
  > {
  /** In CSS pixels; 1440 when left out. Narrow ones are touch screens. */
  width?: number
  /** Messages of the console that belong to the story, such as the browser's own line about a page answered 410. */
  expected?: RegExp[]
}

/** One visitor: a page in a browser profile of its own, and what the browser had to say. */
export interface Visit {
  page: Page
  /** Requests to the search endpoint since the visit began. */
  searches(): number
  /** Goes to a path and waits until the page is there. @returns the status */
  open(path: string): Promise<number>
  /** Waits until the page's script runs: it is fetched with the first sign of a visitor, which this gives. */
  awake(): Promise<void>
  /** Entries of the history that the page has been given since the tab was opened. */
  entries(): Promise<number>
}

export interface TestBrowser {
  /**
   * Plays one visit. Fails as the story does, and when the page has logged an error or thrown one.
   */
  visit(options: VisitOptions, story: (visit: Visit) => Promise<void>): Promise<void>
}

let launched: Promise<Browser> | undefined

/**
 * A real Chromium for the pages of one site. It is started once for all files whose modules are one (`isolate: false`),
 * and ends with the process: each visit has a profile of its own.
 * @param origin what paths are relative to
 */
export async function openBrowser(origin: string): Promise<TestBrowser> {
  if (!(await launched)?.isConnected()) launched = launch()
  const browser = await launched!
  return {
    async visit({ width = widths.desktop, expected = [], ...options }, story) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width, height: width < 600 ? 740 : 900 },
        hasTouch: width < 600,
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(100_000)
      const page = await context.newPage()
      const said: string[] = []
      let searches = 0
      page.on('console', message => {
        if (['error', 'warning'].includes(message.type()))
          said.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => said.push(`uncaught: ${error.stack ?? error.message}`))
      page.on('request', request => {
        if (new URL(request.url()).pathname === '/search/multi-search') searches++
      })
      try {
        await story({
          page,
          searches: () => searches,
          async open(path) {
            const response = await page.goto(path)
            return response?.status() ?? 0
          },
          async awake() {
            await page.mouse.move(2, 2)
            await page.mouse.move(4, 4)
            await page.locator('html[data-live]').waitFor({ state: 'attached' })
          },
          entries: () => page.evaluate(() => history.length),
        })
        expect(
          said.filter(line => !expected.some(pattern => pattern.test(line))),
          'what the browser logged',
        ).toEqual([])
      } catch (error) {
        if (error instanceof Error)
          error.message += `\n  on ${page.url()}${said.length > 0 ? `\n  the browser logged: ${said.join('\n')}` : ''}`
        throw error
      } finally {
        await context.close()
      }
    },
  }
}

function launch(): Promise<Browser> {
  // So ends a worker of Vitest; with `exit` end the processes that it has started (`child.ts`, Playwright).
  process.once('SIGTERM', () => process.exit())
  return chromium.launch({
    timeout: 100_000,
    executablePath: findBrowser() ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // No test waits for, or depends on, what lies outside this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

/**
 * A press that, without the script, loads a page: what is read next is neither the page before nor half of the new one.
 */
export async function follow(page: Page, press: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), press()])
}

/** Waits until `read` gives `wanted`. */
export async function becomes<T>(read: () => Promise<T> | T, wanted: T, message?: string): Promise<void> {
  await expect.poll(read, { message }).toEqual(wanted)
}

/**
 * Types letter by letter at the pace of a quick typist, by the page's own clock: on a busy machine keys that are sent
 * from outside may come so late that they are a pause to the page.
 */
export async function typeQuickly(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.page().evaluate(async letters => {
    for (const letter of letters) {
      document.execCommand('insertText', false, letter)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }, text)
}

/**
 * Presses Tab until the focus is on `target`; fails after so many presses. Proves that the keyboard reaches it, in
 * order.
 */
export async function tabTo(page: Page, target: Locator, { back = false, most = 80 } = {}): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${most} presses of Tab did not reach ${target}; the focus is on ${await focused(page)}`)
}

/** What has the focus, for messages and for comparisons: `a "Jobs"`, `input keyword`. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body) return 'nothing'
    const name =
      element.getAttribute('aria-label') ??
      element.getAttribute('name') ??
      element.textContent?.trim().slice(0, 60) ??
      ''
    return `${element.tagName.toLowerCase()} ${name}`.trim()
  })
}

/** How far the page is wider than the screen, and by which of its parts; empty when it is not. */
export function spillOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const spill = document.documentElement.scrollWidth - innerWidth
    if (spill <= 0) return ''
    const wide = [...document.querySelectorAll('body *')].filter(
      part => part.getBoundingClientRect().right > innerWidth,
    )
    const innermost = wide.filter(part => !wide.some(other => other !== part && part.contains(other)))
    return `${spill} px too wide by ${innermost.map(({ tagName, className }) => `${tagName}.${className}`).join(', ')}`
  })
}

/**
 * Runs in the page, once: axe, which keeps no copy of each element's HTML, and parses each colour once (a third of its
 * time: a page has few colours, on many elements).
 */
const axeScript = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
;(() => {
  axe.configure({ noHtml: true })
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const parsed = new Map()
  prototype.parseString = function (text) {
    const known = parsed.get(text)
    if (known) return Object.assign(this, known)
    parseString.call(this, text)
    parsed.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha })
    return this
  }
})()`

/**
 * Waits until nothing in the page is on its way: a colour on its way to another is neither. On a busy machine Chromium
 * may give a page no frame for minutes; then nothing of it is on its way either.
 */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = async () => {
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
    }
    await Promise.race([still(), new Promise(resolve => setTimeout(resolve, 5_000))])
  })
}

/** Waits until the page has nothing to do; so long at most. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 5_000 })))
}

/** How texts look whose contrast was measured and is enough, as `looksOf` tells them. */
const readable = new Set<string>()

/**
 * All that the contrast of each text in the page depends on: its colour and size, what lies behind it, and whether it
 * is one that need not be read (of a control that is off). Parts that hold text are kept in the page's `textParts`, in
 * the same order.
 */
function looksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClear = (colour: string) => /^rgba\(.*, 0\)$/.test(colour)
    /** What fades or tints all that a part holds, its ground too. */
    const veils = new Map<Element | null, string>([[null, '']])
    const veil = (part: Element | null): string => {
      const known = veils.get(part)
      if (known !== undefined) return known
      const { opacity, filter, mixBlendMode } = getComputedStyle(part!)
      const own = opacity === '1' && filter === 'none' && mixBlendMode === 'normal'
      const whole = `${own ? '' : [opacity, filter, mixBlendMode].join()}${veil(part!.parentElement)}`
      veils.set(part, whole)
      return whole
    }
    const backgrounds = new Map<Element | null, string>([[null, '']])
    /** Down to what hides all that is behind it. */
    const behind = (part: Element | null): string => {
      const known = backgrounds.get(part)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(part!)
      const own = [isClear(backgroundColor) ? '' : backgroundColor, backgroundImage, opacity, filter, mixBlendMode]
      // What is lifted out of the flow may lie above something else than what it stands in.
      const place = /absolute|fixed|sticky/.test(position) ? `${position} ${part!.className}` : ''
      const isOpaque = /^rgb\(/.test(backgroundColor) && backgroundImage === 'none' && opacity === '1'
      const parent = part!.parentElement
      const look = `${own.join()} ${place} | ${isOpaque ? veil(parent) : behind(parent)}`
      backgrounds.set(part, look)
      return look
    }
    const isOff = (part: Element) => {
      const control = part.closest('label')?.control ?? part
      return control.closest('[aria-disabled=true], :disabled') !== null
    }
    const hasText = (part: Element) =>
      part.matches('input, select, textarea') ||
      [...part.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim())
    const isSeen = (part: Element) =>
      part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !part.closest('[inert]')
    const parts = [...document.body.querySelectorAll('*')].filter(part => hasText(part) && isSeen(part))
    Object.assign(window, { textParts: parts })
    return parts.map(part => {
      const { color, fontSize, fontWeight, textShadow, clip, clipPath, overflow } = getComputedStyle(part)
      const text = [color, fontSize, fontWeight, textShadow, clip, clipPath, overflow, isOff(part)].join()
      return `${part.tagName} ${text} ${behind(part)}`
    })
  })
}

/**
 * Faults that axe finds in the page once it has come to rest, one line each. The contrast of a text that looks as one
 * did elsewhere is not measured again, but at full size: contrast is two thirds of axe's time, and most of a page looks
 * like the one before.
 * @param what all rules, or that of contrast alone
 */
export async function faultsOf(page: Page, what: 'all' | 'contrast' = 'all'): Promise<string[]> {
  await rest(page)
  // Half a megabyte, once a page: a page is looked at several times.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  const looks = await looksOf(page)
  const unknown = looks.flatMap((look, i) => (fullSize || !readable.has(look) ? [i] : []))
  const { found, unsure } = await page.evaluate(
    async ({ what, unknown }) => {
      const { axe, textParts } = window as unknown as { axe: typeof import('axe-core'); textParts: Element[] }
      // What is fetched ahead (all styles once more) is for rules on the orientation, which no style of ours locks.
      const options: RunOptions = { resultTypes: ['violations', 'incomplete'], elementRef: true, preload: false }
      const include = unknown.length < textParts.length / 2 ? unknown.map(i => textParts[i]!) : document
      const contrast = unknown.length > 0 ? await axe.run(include, { ...options, runOnly: ['color-contrast'] }) : null
      const others =
        what === 'all' ? await axe.run(document, { ...options, rules: { 'color-contrast': { enabled: false } } }) : null
      // Too short, too crowded or over a picture: axe could not tell.
      const untold = contrast?.incomplete.flatMap(({ nodes }) => nodes.map(({ element }) => element!)) ?? []
      const violations = [...(contrast?.violations ?? []), ...(others?.violations ?? [])]
      return {
        unsure: untold.map(element => textParts.indexOf(element)),
        found: violations.map(({ id, help, nodes }) => ({
          id,
          help,
          nodes: nodes.map(({ target, any }) => ({ target, messages: any.map(({ message }) => message) })),
        })),
      }
    },
    { what, unknown },
  )
  const untold = new Set(unsure.map(i => looks[i]))
  if (!found.some(({ id }) => id === 'color-contrast'))
    for (const look of looks) if (!untold.has(look)) readable.add(look)
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, messages }) => `${id}: ${help} at ${target.join(' ')} ${messages.join('; ')}`),
  )
}

/** What `faultsOf` and `spillOf` find at all widths, in light and dark colours, one line each. */
export async function faultsAtAllWidths(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of [widths.desktop, widths.tablet, widths.phone]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    for (const fault of await faultsOf(page)) faults.push(`${width} px: ${fault}`)
    await page.emulateMedia({ colorScheme: 'dark' })
    // Only colours differ.
    for (const fault of await faultsOf(page, 'contrast')) faults.push(`${width} px, dark: ${fault}`)
    const spill = await spillOf(page)
    if (spill) faults.push(`${width} px: ${spill}`)
  }
  return faults
}

/**
 * Before a page is opened: its time stands still. How long the mouse rests, how soon a press follows or what a
 * countdown has left is what the test says (`page.clock.runFor`), not what the machine needs.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
}

/** Time stands still but for what the page needs until then: to come alive, say. */
export async function passTimeUntil(page: Page, then: () => Promise<unknown>): Promise<void> {
  let isWaiting = true
  const waiting = then().finally(() => {
    isWaiting = false
  })
  while (isWaiting) await page.clock.runFor(20)
  await waiting
}

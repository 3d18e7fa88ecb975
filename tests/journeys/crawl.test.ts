import { load } from 'cheerio'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { becomes, idle, type TestBrowser } from '../builders/browser.ts'
import { parseHtml } from '../builders/html.ts'
import { seedSite } from '../builders/seedSite.ts'
import { type TestSite } from '../builders/site.ts'

/*
 * Every page of the seed's site that a link or the sitemap leads to, as a search engine meets it; and one page of each
 * route as a visitor does.
 */

interface Met {
  status: number
  contentType: string
  location: string | null
  /** Of an HTML page. */
  page: {
    h1: string[]
    titles: string[]
    descriptions: string[]
    canonicals: string[]
    robots: string[]
    ids: Set<string>
    /** Path, query and fragment of each link on the site. */
    links: { href: string; fragment: string; within: 'menu' | 'main' | 'other' }[]
    pictures: string[]
  } | null
}

/** Jobs and searches for jobs are alike: so many of each are met. */
const sampled = { job: 30, search: 40 }

let site: TestSite
let browser: TestBrowser
let listed: string[]
const met = new Map<string, Met>()
/** A page that links there, by path: the first that does so in its own text, or else the first. */
const linkedFrom = new Map<string, { path: string; inMain: boolean }>()

beforeAll(async () => {
  ;({ site, browser } = await seedSite())
  listed = [...(await (await fetch(`${site.origin}/sitemap.xml`)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address]) => address!.replace(site.origin, ''),
  )
  await crawl()
})

const kindOf = (path: string) =>
  /^\/jobs\?/.test(path) ? 'search' : /^\/jobs\/(?!application-complete)./.test(path) ? 'job' : 'page'

/** In rounds: which of the alike are met, and from where, does not depend on which page is answered first. */
async function crawl(): Promise<void> {
  const taken = { job: 0, search: 0, page: 0 }
  const take = (path: string) => {
    const kind = kindOf(path)
    if (met.has(path) || (kind !== 'page' && taken[kind] >= sampled[kind])) return false
    taken[kind]++
    met.set(path, { status: 0, contentType: '', location: null, page: null })
    return true
  }
  for (let round = ['/', ...listed].filter(take); round.length > 0; ) {
    const waiting = [...round]
    const worker = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) met.set(path, await meet(path))
    }
    await Promise.all(Array.from({ length: 4 }, worker))
    const next: string[] = []
    for (const path of round) {
      for (const { href, within } of met.get(path)!.page?.links ?? []) {
        const known = linkedFrom.get(href)
        if (!known || (!known.inMain && within === 'main')) linkedFrom.set(href, { path, inMain: within === 'main' })
        next.push(href)
      }
    }
    round = next.filter(take)
  }
}

async function meet(path: string): Promise<Met> {
  const response = await fetch(site.origin + path, { redirect: 'manual' })
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const found: Met = { status: response.status, contentType, location: response.headers.get('location'), page: null }
  if (!contentType.startsWith('text/html')) return found
  // As a visitor without script has it.
  const $ = load(text, { scriptingEnabled: false })
  const all = (selector: string, attribute: string) =>
    $(selector)
      .toArray()
      .map(element => $(element).attr(attribute) ?? '')
  const texts = (selector: string) =>
    $(selector)
      .toArray()
      .map(element => $(element).text())
  found.page = {
    h1: texts('h1').map(title => title.trim()),
    titles: texts('head title'),
    descriptions: all('meta[name=description]', 'content'),
    canonicals: all('link[rel=canonical]', 'href').map(address => address.replace(site.origin, '')),
    robots: all('meta[name=robots]', 'content'),
    ids: new Set(all('[id]', 'id')),
    links: $('a[href]')
      .toArray()
      .flatMap(link => {
        const address = new URL($(link).attr('href')!, site.origin + path)
        // The way to an advertiser's own form leads off the site: robots.txt closes it.
        if (address.origin !== site.origin || address.pathname.startsWith('/_sf/')) return []
        const within = $(link).closest('nav, header').length
          ? 'menu'
          : $(link).closest('main').length
            ? 'main'
            : 'other'
        return {
          href: address.pathname + address.search,
          fragment: decodeURIComponent(address.hash.slice(1)),
          within,
        } as const
      }),
    pictures: [
      ...all('img[src]', 'src'),
      ...all('meta[property="og:image"]', 'content'),
      ...all('link[rel=icon]', 'href'),
    ]
      .map(address => new URL(address, site.origin))
      .filter(({ origin }) => origin === site.origin)
      .map(({ pathname }) => pathname),
  }
  return found
}

/** Pages met, answered with 200. */
const pages = () => [...met].flatMap(([path, { page, status }]) => (page && status === 200 ? [{ path, page }] : []))
const indexable = () =>
  pages().filter(({ path, page }) => page.robots[0] === 'index,follow' && page.canonicals[0] === path)

describe('every address that a link or the sitemap gives', () => {
  it('is answered with 200, without a redirect', () => {
    const faults = [...met]
      .filter(([, { status }]) => status !== 200)
      .map(
        ([path, { status, location }]) =>
          `${status} ${path} ${location ?? ''} from ${linkedFrom.get(path)?.path ?? 'the sitemap'}`,
      )
    expect(faults).toEqual([])
    // What is not met proves nothing.
    expect(pages().length).toBeGreaterThan(180)
    expect([...met.keys()].filter(path => kindOf(path) === 'job')).toHaveLength(sampled.job)
    expect([...met.keys()].filter(path => kindOf(path) === 'search')).toHaveLength(sampled.search)
  })

  it('is a page, a feed or a calendar', () => {
    const others = [...met].filter(([, { page }]) => !page)
    for (const [path, { contentType }] of others)
      expect(contentType, path).toMatch(
        /\.rss(\?|$)/.test(path) ? /^application\/rss\+xml/ : /\.ics$/.test(path) ? /^text\/calendar/ : /never/,
      )
    expect(others.length).toBeGreaterThan(10)
  })

  it('has the part that the link names', () => {
    const faults = pages().flatMap(({ path, page }) =>
      page.links.flatMap(({ href, fragment }) => {
        const target = met.get(href)?.page
        return fragment && target && !target.ids.has(fragment) ? `${path} -> ${href}#${fragment}` : []
      }),
    )
    expect([...new Set(faults)]).toEqual([])
  })

  it('has pictures that are there', async () => {
    const wanted = new Map(pages().flatMap(({ path, page }) => page.pictures.map(picture => [picture, path] as const)))
    expect(wanted.size).toBeGreaterThan(50)
    const faults: string[] = []
    for (const [picture, path] of wanted) {
      const response = await fetch(site.origin + picture)
      await response.arrayBuffer()
      if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('image/'))
        faults.push(`${response.status} ${picture} on ${path}`)
    }
    expect(faults).toEqual([])
  })
})

describe('the head of every page', () => {
  it('has one title, description, canonical and robots, and the page one h1', () => {
    for (const { path, page } of pages()) {
      for (const part of ['h1', 'titles', 'descriptions', 'canonicals', 'robots'] as const) {
        expect(page[part], `${part} of ${path}`).toHaveLength(1)
        expect(page[part][0], `${part} of ${path}`).not.toBe('')
      }
      // A job's title that fits without the site's name alone goes without it.
      if (kindOf(path) === 'job')
        expect(page.titles[0]!.length <= 65 || !/\| Longlist$/.test(page.titles[0]!), path).toBe(true)
      else expect(page.titles[0], path).toMatch(/\| Longlist$/)
    }
  })

  it.each(['titles', 'descriptions'] as const)('has %s of its own where it is indexed', part => {
    const owners = new Map<string, string[]>()
    for (const { path, page } of indexable()) {
      // Two jobs may have the same words.
      if (kindOf(path) === 'job') continue
      owners.set(page[part][0]!, [...(owners.get(page[part][0]!) ?? []), path])
    }
    expect(owners.size).toBeGreaterThan(100)
    expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([])
  })

  it('names a canonical address that is a page, and canonical itself', async () => {
    for (const canonical of new Set(pages().map(({ page }) => page.canonicals[0]!))) {
      const there = met.get(canonical) ?? (await meet(canonical))
      expect(there.status, canonical).toBe(200)
      expect(there.page?.canonicals, canonical).toEqual([canonical])
    }
  })

  it('says who may index it', () => {
    /** The robots line of a page that is no search for jobs: those have rules of their own. */
    const wanted = (path: string) =>
      path === '/specialisms' ||
      /^\/(blog|events)\/tag\//.test(path) ||
      /^\/(search|saved$|alerts)|(submission|application)-complete$/.test(path) ||
      /\?(?!page=\d+$)/.test(path)
        ? 'noindex,follow'
        : 'index,follow'
    for (const { path, page } of pages()) if (kindOf(path) === 'page') expect(page.robots, path).toEqual([wanted(path)])
    for (const { path, page } of pages())
      if (/[?&](query|size|sort|posted)=/.test(path)) expect(page.robots, path).toEqual(['noindex,follow'])
    const tags = pages().filter(({ path }) => /^\/(blog|events)\/tag\/[^?]+$/.test(path))
    expect(tags.map(({ path }) => path.split('/')[1])).toEqual(expect.arrayContaining(['blog', 'events']))
    expect(tags.length).toBeGreaterThanOrEqual(13)
  })

  it('and the sitemap agree: all that it lists is indexed, and all that is indexed is listed', () => {
    expect(new Set(listed).size).toBe(listed.length)
    for (const path of listed) {
      const page = met.get(path)?.page
      if (page) expect([page.robots[0], page.canonicals[0]], path).toEqual(['index,follow', path])
    }
    // But for the list itself, and further pages of lists.
    const unlisted = indexable().filter(
      ({ path }) =>
        kindOf(path) !== 'search' && path !== '/sitemap' && !path.includes('?page=') && !listed.includes(path),
    )
    expect(unlisted.map(({ path }) => path)).toEqual([])
  })
})

describe('the addresses of the spec', () => {
  it.each([
    '/',
    '/about-us',
    '/about-us/awards',
    '/about-us/diversity-and-inclusion',
    '/about-us/diversity-and-inclusion/programme-one',
    '/consultants',
    '/blog',
    '/blog/tag/insurance',
    '/blog/tag/gravitas-news',
    '/events',
    '/events/tag/public-sector',
    '/work-for-us',
    '/contact-us',
    '/contact-us/submission-complete',
    '/submit-a-job',
    '/submission-complete',
    '/register',
    '/hiring-solutions',
    '/hiring-solutions/permanent-recruitment',
    '/hiring-solutions/contract-recruitment',
    '/hiring-solutions/executive-search',
    '/hiring-solutions/retained-search',
    '/ir35',
    '/specialisms',
    '/specialisms/audit-risk-compliance',
    '/specialisms/technology',
    '/specialisms/technology/development',
    '/specialisms/technology/public-sector',
    '/specialisms/technology/change-and-transformation',
    '/jobs',
    '/jobs/application-complete',
    '/search?query=actuary',
    '/developer-jobs',
    '/investment',
    '/finance',
    '/asset-management',
    '/banking',
    '/ifrs17',
    '/trader',
    '/non-life-insurance-jobs-in-singapore',
    '/impressum',
    '/data-privacy-notification',
    '/privacy-policy',
    '/cookie-policy',
    '/terms-conditions',
    '/modern-slavery-statement',
    '/corporate-social-responsibility-csr-policy',
    '/esg-policy',
    '/sitemap',
  ])('%s is there', async path => {
    const { status, page } = met.get(path) ?? (await meet(path))
    expect(status).toBe(200)
    expect(page!.h1).toHaveLength(1)
  })

  it.each([
    // Other names of a page.
    ['/cookies-policy', 301, '/cookie-policy'],
    ['/terms-and-conditions', 301, '/terms-conditions'],
    ['/ifrs17-jobs', 301, '/ifrs17'],
    ['/specialisms/development', 301, '/specialisms/technology/development'],
    ['/About-Us', 301, '/about-us'],
    // Other spellings of an address.
    ['/about-us/', 308, '/about-us'],
    ['/en/about-us', 308, '/about-us'],
    ['/en/about-us/', 308, '/about-us'],
    ['//about-us//', 308, '/about-us'],
    ['/en', 308, '/'],
    ['/jobs/?query=c%2B%2B', 308, '/jobs?query=c%2B%2B'],
    // Both at once.
    ['/en/cookies-policy/', 301, '/cookie-policy'],
    ['/terms-and-conditions/', 301, '/terms-conditions'],
  ])('%s leads by one redirect (%i) to %s', async (from, status, to) => {
    const first = await meet(from)
    expect([first.status, first.location?.replace(site.origin, '')]).toEqual([status, to])
    const there = await meet(to)
    expect([there.status, there.page!.canonicals]).toEqual([200, [to]])
  })

  it.each([
    '/nowhere',
    '/nowhere/at/all',
    '/blog/nowhere',
    '/blog/tag/nowhere',
    '/events/nowhere',
    '/events/tag/nowhere',
    '/consultants/nowhere',
    '/specialisms/nowhere',
    '/jobs/nowhere',
    '/about-us/nowhere',
    '/de/about-us',
    '/%E0%A4%A',
    '/constructor',
  ])('%s is no page (404), and the answer has a search and ways on', async path => {
    const response = await fetch(site.origin + path, { redirect: 'manual' })
    expect(response.status).toBe(404)
    const document = parseHtml(await response.text())
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelector('main form[action="/jobs"] [name=query]')).not.toBeNull()
    expect(document.querySelector('main form[action="/search"] [name=query]')).not.toBeNull()
    expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex,follow')
    expect(document.querySelectorAll('main nav a').length).toBeGreaterThan(4)
  })
})

describe('one page of each route', () => {
  /** The first page met whose path matches. */
  const one = (pattern: RegExp) => [...met.keys()].find(path => pattern.test(path) && met.get(path)!.status === 200)!
  const routes: [string, () => string][] = [
    ['home', () => '/'],
    ['a page', () => '/about-us'],
    ['a page below a page', () => '/about-us/awards'],
    ['a hiring solution', () => '/hiring-solutions/permanent-recruitment'],
    ['the IR35 hub', () => '/ir35'],
    ['the team', () => '/consultants'],
    ['a profile', () => one(/^\/consultants\/[^?]+$/)],
    ['the insights', () => '/blog'],
    ['a post', () => one(/^\/blog\/(?!tag\/)[^?]+$/)],
    ['a tag of insights', () => '/blog/tag/insurance'],
    ['the events', () => '/events'],
    ['an event', () => one(/^\/events\/(?!tag\/)[^?]+(?<!\.ics)$/)],
    ['a tag of events', () => '/events/tag/technology'],
    ['the specialisms', () => '/specialisms'],
    ['a specialism', () => '/specialisms/actuarial'],
    ['a specialism below another', () => '/specialisms/technology/development'],
    ['a landing page', () => '/actuary-jobs'],
    ['a policy', () => '/privacy-policy'],
    ['the contact page', () => '/contact-us'],
    ['the job search', () => '/jobs'],
    ['a search', () => one(/^\/jobs\?sector=/)],
    ['a job', () => one(/^\/jobs\/(?!application)/)],
    ['the sitemap', () => '/sitemap'],
  ]

  // The other kinds of pages: in pages.test.ts.
  const others = ['a hiring solution', 'a tag of insights', 'a tag of events', 'a specialism below another']
  const jobs = ['the job search', 'a search', 'a job']
  it.each(routes.filter(([name]) => [...others, ...jobs].includes(name)))(
    '%s comes alive as it was sent',
    (_, target) =>
      browser.visit({}, async ({ page, open, awake }) => {
        expect(await open(target())).toBe(200)
        const mainText = () => page.locator('main').evaluate(main => main.textContent)
        const before = await mainText()
        await awake()
        await idle(page)
        expect(await mainText()).toBe(before)
      }),
  )

  it('each is reached from another page without a load', async () => {
    const byPage = new Map<string, string[]>()
    for (const [, target] of routes) {
      const from = linkedFrom.get(target())!.path
      const page = from === target() ? '/sitemap' : from
      byPage.set(page, [...(byPage.get(page) ?? []), target()])
    }
    for (const [from, paths] of byPage)
      await browser.visit({}, async ({ page, open, awake }) => {
        await open(from)
        await awake()
        await page.evaluate(() => Object.assign(window, { stayed: true }))
        for (const path of paths) {
          if (path !== paths[0]) {
            await page.goBack()
            await becomes(() => page.evaluate(() => location.pathname + location.search), from)
          }
          await page.locator(`a[href="${path}"]:visible`).first().click()
          await isReached(page, path)
          expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
        }
      })
  })

  /** Waits until the page is the one met at a path: address, title, heading, and the head of its own. */
  async function isReached(page: Page, path: string): Promise<void> {
    const there = met.get(path)!.page!
    await becomes(() => page.evaluate(() => location.pathname + location.search), path)
    await becomes(() => page.title(), there.titles[0]!, path)
    await becomes(async () => (await page.locator('h1').allTextContents()).map(text => text.trim()), there.h1, path)
    await becomes(
      () =>
        page
          .locator('link[rel=canonical]')
          .evaluateAll(links => links.map(link => new URL((link as HTMLLinkElement).href).pathname)),
      [new URL(there.canonicals[0]!, site.origin).pathname],
      path,
    )
    await becomes(
      () => page.locator('meta[name=robots]').evaluateAll(tags => tags.map(tag => tag.getAttribute('content'))),
      there.robots,
      path,
    )
  }
})

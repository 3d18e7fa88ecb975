import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PostDocument } from '#indexer/contentDocuments'
import type { ContentTypeId } from '#indexer/contentTypes'
import { type ContentRecord, redisKeys } from '#indexer/tasks'
import type { CmsFault } from '../../infra/cms/faults.ts'
import { becomes, openBrowser, spillOf, type TestBrowser, widths } from '../builders/browser.ts'
import { anEntry } from '../builders/content.ts'
import { parseHtml } from '../builders/html.ts'
import { startSite, type TestCms, type TestSite } from '../builders/site.ts'

/*
 * What editors do in the CMS, and that visitors see it: the CMS's webhook, the site's snapshot, the queue, the worker's
 * snapshot and the indexes, all real. The site asks the CMS by itself once an hour and the worker never: what a test
 * waits for has come by the webhook.
 */

let site: TestSite
let cms: TestCms
let browser: TestBrowser

beforeAll(async () => {
  // The clock runs: what a search has found is kept for the running moment.
  site = await startSite({ cms: true })
  cms = site.cms!
  browser = await openBrowser(site.origin)
})
afterAll(async () => {
  await site?.stop()
})

async function ask(path: string): Promise<{ status: number; text: string; document: Document }> {
  const response = await fetch(site.origin + path, { redirect: 'manual' })
  const text = await response.text()
  return {
    status: response.status,
    text,
    get document() {
      return parseHtml(text)
    },
  }
}
const status = async (path: string) => (await fetch(site.origin + path, { redirect: 'manual' })).status
const heading = async (path: string) => (await ask(path)).document.querySelector('h1')?.textContent
/** Whether a page's own text speaks of something. */
const says = async (path: string, words: string) =>
  (await ask(path)).document.querySelector('main')!.textContent.includes(words)
async function posts(): Promise<string[]> {
  const found: string[] = []
  for await (const page of site.indexer.engine.pages<PostDocument>(site.indexer.engine.names.posts))
    found.push(...page.map(({ title }) => title))
  return found
}
/**
 * Several, one after the other: the site is in this process, and pages that are asked for all the time would keep it
 * from its work.
 */
async function allBecome(checks: Record<string, () => Promise<boolean>>): Promise<void> {
  for (const [name, check] of Object.entries(checks)) await becomes(check, true, name)
}
/** How the worker's latest sync of the content went. */
async function lastSync(): Promise<ContentRecord['outcome']> {
  const { redis, prefix } = site.indexer
  return (JSON.parse((await redis.get(redisKeys.contentRecord(prefix)))!) as ContentRecord).outcome
}
const holds = async (path: string, words: string) => (await (await fetch(site.origin + path)).text()).includes(words)

const published = () => cms.space.allPublished('Entry').filter(({ sys }) => sys.contentType?.sys.id === 'post')
/** Of a post newer than all others. */
const fieldsOf = (id: string, more: Record<string, unknown> = {}) => {
  const publishedAt = new Date((site.now() - 3 * 3_600) * 1_000).toISOString()
  return anEntry('post', id, { publishedAt, ...more }).fields
}

describe('by the webhook alone', () => {
  it('a new post is a page, the first of the list, in its index, its feed and the sitemap', async () => {
    expect(await status('/blog/ledgers-by-lamplight')).toBe(404)
    cms.publish('post-new', fieldsOf('ledgers-by-lamplight', { title: 'Ledgers by lamplight' }), 'post')
    await allBecome({
      page: () => holds('/blog/ledgers-by-lamplight', '>Ledgers by lamplight</h1>'),
      index: async () => (await posts()).includes('Ledgers by lamplight'),
      list: () => holds('/blog', 'Ledgers by lamplight'),
      search: () => holds('/blog?query=lamplight', 'ledgers-by-lamplight'),
      feed: () => holds('/blog.rss', 'Ledgers by lamplight'),
      sitemap: () => holds('/sitemap.xml', '/blog/ledgers-by-lamplight'),
    })
    expect((await ask('/blog')).document.querySelector('main article h2, main article h3')!.textContent).toBe(
      'Ledgers by lamplight',
    )
  })

  it('what an editor saves but does not publish stays out of sight', async () => {
    const { fields } = cms.space.draft('Entry', 'post-new')!
    cms.space.put('post-new', { fields: { ...fields, title: { en: 'A draft that nobody may see' } } })
    // Others are published after it, one for the site and one for the indexes: what did not come with them does not
    // come.
    const { sys } = published().find(post => post.sys.id !== 'post-new')!
    cms.publish(sys.id, { title: 'What came after the draft' })
    cms.publish('page-ir35', { heading: 'The rules of the assignment' })
    await becomes(() => heading('/ir35'), 'The rules of the assignment')
    await becomes(async () => (await posts()).includes('What came after the draft'), true)
    expect(await heading('/blog/ledgers-by-lamplight')).toBe('Ledgers by lamplight')
    expect(await posts()).not.toContain('A draft that nobody may see')
  })

  it('a heading that was edited is the heading, also to one who comes by a link', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await open('/sitemap')
      await awake()
      cms.publish('page-about-us', { heading: 'An agency with a new motto' })
      await becomes(() => heading('/about-us'), 'An agency with a new motto')
      await page.locator('main a[href="/about-us"]').first().click()
      await becomes(() => page.locator('h1').textContent(), 'An agency with a new motto')
    }))

  it('a post that got another address is at that one, and its old one is no page', async () => {
    cms.publish('post-new', { title: 'Ledgers by daylight', urlSlug: 'ledgers-by-daylight' })
    await allBecome({
      page: async () => (await heading('/blog/ledgers-by-daylight')) === 'Ledgers by daylight',
      'old page': async () => (await status('/blog/ledgers-by-lamplight')) === 404,
      index: async () => (await posts()).filter(title => title.startsWith('Ledgers')).join() === 'Ledgers by daylight',
    })
  })

  it('a post that was unpublished is gone from its page, the list, the feed and the sitemap', async () => {
    for (const path of ['/blog', '/blog.rss', '/sitemap.xml'])
      await becomes(
        () => holds(path, path === '/sitemap.xml' ? 'ledgers-by-daylight' : 'Ledgers by daylight'),
        true,
        path,
      )
    cms.unpublish('post-new')
    await allBecome({
      page: async () => (await status('/blog/ledgers-by-daylight')) === 404,
      index: async () => !(await posts()).some(title => title.startsWith('Ledgers')),
      list: async () => !(await holds('/blog', 'Ledgers by daylight')),
      feed: async () => !(await holds('/blog.rss', 'Ledgers')),
      sitemap: async () => !(await holds('/sitemap.xml', 'ledgers-by-daylight')),
    })
    cms.space.publish('Entry', 'post-new')
    cms.server.tell('publish', 'post-new')
    await becomes(() => heading('/blog/ledgers-by-daylight'), 'Ledgers by daylight')
  })

  it('a person who was deleted is gone, and the pages that named them stay whole', async () => {
    const id = 'consultant-beatrix-oyelaran-hume'
    const person = cms.space.published('Entry', id)!
    const profile = `/consultants/${person.fields.urlSlug!.en}`
    const name = String(person.fields.name!.en)
    const written = cms.space
      .allPublished('Entry')
      .filter(
        ({ sys, fields }) =>
          sys.contentType?.sys.id === 'post' &&
          (fields.author?.en as { sys: { id: string } } | undefined)?.sys.id === id,
      )
    expect(written.length).toBeGreaterThan(0)
    expect(await says('/consultants', name)).toBe(true)
    cms.remove(id)
    await allBecome({
      profile: async () => (await status(profile)) === 404,
      team: async () => !(await says('/consultants', name)),
    })
    for (const { fields } of written) {
      const { status, document } = await ask(`/blog/${fields.urlSlug!.en}`)
      expect(status).toBe(200)
      expect(document.querySelector('h1')!.textContent).toBe(fields.title!.en)
      expect(document.querySelector(`a[href="${profile}"]`)).toBeNull()
    }
  })

  it('a menu that was edited is so on every page', async () => {
    cms.publish('menu-footer-1', { label: 'For candidates' })
    for (const path of ['/', '/jobs', '/about-us', '/nowhere'])
      await becomes(
        async () =>
          (await ask(path)).document
            .querySelector('footer [aria-label=Footer]')!
            .textContent.includes('For candidates'),
        true,
        path,
      )
  })
})

describe('titles of one word that is wider than the screen', () => {
  const word = 'Rechtsschutzversicherungsgesellschaftenverzeichnis'

  it('break, on their own pages and wherever they are listed', async () => {
    const shown = (id: string, type: ContentTypeId, title: string, more: Record<string, unknown> = {}) => {
      cms.publish(id, anEntry(type, id, { urlSlug: `wide-${id}`, [title]: word, ...more }).fields, type)
    }
    cms.publish('wide-post', fieldsOf('wide-post', { title: word, summary: word }), 'post')
    const startsAt = new Date((site.now() + 3_600) * 1_000).toISOString()
    shown('event', 'event', 'title', {
      startsAt,
      endsAt: new Date((site.now() + 7_200) * 1_000).toISOString(),
      venue: word,
    })
    shown('page', 'page', 'heading', { title: word })
    shown('consultant', 'consultant', 'name', { jobTitle: word })
    shown('landing', 'landingPage', 'heading')
    const paths = [
      '/blog/wide-post',
      '/events/wide-event',
      '/wide-page',
      '/consultants/wide-consultant',
      '/wide-landing',
    ]
    const lists = ['/blog', '/events', `/search?query=${word}`]
    for (const path of [...paths, ...lists]) await becomes(() => says(path, word), true, path)
    const faults: string[] = []
    await browser.visit({ width: widths.phone }, async ({ page, open }) => {
      for (const path of [...paths, ...lists]) {
        await open(path)
        for (const width of [320, widths.phone, widths.tablet]) {
          await page.setViewportSize({ width, height: 740 })
          const spill = await spillOf(page)
          if (spill) faults.push(`${path} at ${width} px: ${spill}`)
        }
      }
    })
    expect(faults).toEqual([])
  })
})

describe('content that would take an address of the site', () => {
  // How long ago something was is the same in both looks, here and in what follows.
  beforeAll(() => site.stopClock(site.now()))

  it.each([
    ['jobs', '/jobs'],
    ['search', '/search'],
    ['about-us', '/about-us'],
  ])('a landing page "%s" is not shown, and %s stays what it was', async (slug, path) => {
    const before = await ask(path)
    const id = `landing-bad-${slug}`
    cms.publish(
      id,
      anEntry('landingPage', slug, { title: 'A thief', heading: 'A thief of addresses' }).fields,
      'landingPage',
    )
    await becomes(() => cms.snapshot.entry(id)?.fields.heading, 'A thief of addresses')
    const after = await ask(path)
    expect(after.status).toBe(200)
    expect(after.document.querySelector('h1')!.textContent).toBe(before.document.querySelector('h1')!.textContent)
    expect(after.document.querySelector('main')!.textContent).toBe(before.document.querySelector('main')!.textContent)
    expect((await ask('/sitemap')).text).not.toContain('A thief')
    const addresses = [...(await ask('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(new Set(addresses).size).toBe(addresses.length)
    cms.remove(id)
    await becomes(() => cms.snapshot.entry(id), undefined)
  })

  it('an entry that is not whole is left out, and the others are there', async () => {
    const fields = fieldsOf('half-a-post', { title: 'Half a post' })
    cms.publish('post-broken', { ...fields, publishedAt: 'some day' }, 'post')
    await becomes(() => cms.snapshot.entry('post-broken')?.type, 'post')
    expect(await status('/blog/half-a-post')).toBe(404)
    expect(await status('/blog')).toBe(200)
    expect(await heading('/blog/ledgers-by-daylight')).toBe('Ledgers by daylight')
    cms.publish('post-broken', { publishedAt: fields.publishedAt })
    await becomes(() => heading('/blog/half-a-post'), 'Half a post')
    // The lists too: what follows looks for changes of them.
    await becomes(async () => (await posts()).includes('Half a post'), true)
  })
})

describe('while the CMS is out of order', () => {
  let second: number
  // What a search has found is kept for a moment of the clock. Each look is at a moment of its own and so at what the
  // indexes hold then; the two of a test are in one second, in which nothing grows older.
  beforeEach(() => {
    second = (second ?? site.now()) + 1
    site.stopClock(second)
  })
  const nextMoment = () => site.stopClock(second + 0.5)

  const paths = [
    '/',
    '/about-us',
    '/about-us/awards',
    '/consultants',
    '/blog',
    '/blog/ledgers-by-daylight',
    '/blog/tag/insurance',
    '/events',
    '/specialisms',
    '/specialisms/actuarial',
    '/contact-us',
    '/actuary-jobs',
    '/privacy-policy',
    '/jobs',
    '/search?query=actuary',
    '/sitemap',
    '/sitemap.xml',
    '/blog.rss',
  ]
  /** One of each way to read the content: its snapshot, the indexes of posts and jobs, the whole of a list. */
  const few = ['/', '/about-us', '/blog', '/blog/ledgers-by-daylight', '/search?query=actuary', '/blog.rss']
  /** Pages as sent, without what is new in every answer: nonces, moments, tokens of forms. */
  const sent = async (paths: string[]) => {
    const answers: string[] = []
    for (const path of paths) {
      const { status, text } = await ask(path)
      const kept = text
        .replace(/ nonce="[^"]*"/g, '')
        .replace(/<script type="application\/json" id="dehydrated">.*?<\/script>/gs, '')
        .replace(/<input type="hidden"[^>]*>/g, '')
        .replace(/<lastBuildDate>.*?<\/lastBuildDate>/g, '')
      answers.push(`${status} ${path} ${kept}`)
    }
    return answers
  }
  /** Names of the pages that differ, and where: the whole of them is no message for a person. */
  const changed = (before: string[], after: string[]) =>
    after.flatMap((text, i) => {
      const was = before[i]!
      if (text === was) return []
      const at = [...text].findIndex((letter, place) => letter !== was[place])
      return [
        `${was.split(' ', 2)[1]}: ${was.slice(Math.max(0, at - 60), at + 80)} -> ${text.slice(Math.max(0, at - 60), at + 80)}`,
      ]
    })

  const faults: CmsFault[] = ['html', 'rateLimited', 'broken', 'half', 'hangUp', 'unauthorized']
  // Every page for the first of them, and for a CMS that is gone: a fault is met in one place, for all pages.
  it.each(faults.map((fault, i) => [fault, i === 0 ? paths : few] as const))(
    '%s: every page stays as it was, and what was published meanwhile comes when it is mended',
    async (fault, looked) => {
      const before = await sent(looked)
      for (const answer of before) expect(answer).toMatch(/^200 /)
      cms.server.fault = () => fault
      cms.publish('page-about-us', { heading: `Written during ${fault}` })
      await becomes(() => cms.snapshot.state().error !== null, true)
      await becomes(lastSync, 'failed')
      nextMoment()
      expect(changed(before, await sent(looked))).toEqual([])
      cms.server.fault = () => null
      cms.server.tell('publish', 'page-about-us')
      await becomes(() => heading('/about-us'), `Written during ${fault}`)
      await becomes(() => cms.snapshot.state().error, null)
      await becomes(lastSync, 'ok')
    },
  )

  it('gone altogether: every page stays as it was', async () => {
    await cms.server.webhooksSent()
    const before = await sent(paths)
    await cms.server.close()
    await cms.snapshot.refresh()
    expect(cms.snapshot.state().error).not.toBeNull()
    nextMoment()
    expect(changed(before, await sent(paths))).toEqual([])
  })
})

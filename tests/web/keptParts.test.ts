// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest'
import { type Site, sites } from '#indexer/site'
import type { Layout, SiteContent } from '../../web/content/content.ts'
import { type PageAssets, render } from '../../web/entry-server.tsx'
import { keptParts } from '../../web/layout/keptParts.ts'
import { aJob, now } from '../builders/jobDocument.ts'
import { aMenuItem, fullLayout } from '../builders/layout.ts'
import { fakeSite, noContent } from './fakeSite.ts'

const built: PageAssets = { styles: [], stylesOf: () => '', scripts: [], modules: {}, application: '' }
const jobs = [aJob({ url_slug: 'one' }), aJob({ url_slug: 'two', title: 'Another Actuary' })]

/** A page without what is another each time: the number of the visit's forms. */
async function page(
  url: string,
  layout: Layout,
  { assets = built, site = sites.uk, down = false }: { assets?: PageAssets; site?: Site; down?: boolean } = {},
): Promise<string> {
  const fake = fakeSite({ jobs })
  fake.down = down
  const content: SiteContent = { ...noContent, layout: async () => layout }
  const rendered = await render({ url, api: fake.api, content, site, origin: 'https://jobs.example', now, assets })
  if (!('html' in rendered)) throw new Error(`${url} leads on`)
  return rendered.html.replace(/"token":"[^"]+"/, '"token":""')
}

const addresses = [
  '/jobs/one',
  '/jobs/two',
  '/jobs',
  '/jobs?query=actuary&page=2',
  '/saved',
  '/specialisms/data',
  '/contact-us',
  '/nothing/here',
]

describe('parts of the layout that are kept', () => {
  const kept = structuredClone(fullLayout)

  // Modules that the routes fetch on first use.
  beforeAll(async () => {
    for (const url of addresses) await page(url, structuredClone(fullLayout))
  })

  it('make pages that are the same to the byte as those that are drawn whole', async () => {
    for (const url of addresses) await page(url, kept)
    for (const url of [...addresses].reverse())
      expect(await page(url, kept), url).toBe(await page(url, structuredClone(fullLayout)))
    expect(await page('/jobs/one', kept)).not.toContain('data-still')
  })

  it('are found whatever their own attributes say', () => {
    const parts = () => keptParts(kept, sites.uk)
    const first = parts()
    expect(first.html('menu')).toBeUndefined()
    expect(first.mark('menu')).toEqual({ 'data-still': '0' })
    const inside = '<div>Jobs > <p>all</p></div>'
    const rest = 'title="more > than" hidden'
    expect(first.keep(`<div><div class="a > b" data-still="0" ${rest}>${inside}</div></div>`)).toBe(
      `<div><div class="a > b" ${rest}>${inside}</div></div>`,
    )
    expect(parts().html('menu')).toBe(inside)
  })

  it('are none where no built styles are: a page of the dev server is drawn whole', async () => {
    const { stylesOf: _, ...dev } = built
    const changed = structuredClone(fullLayout)
    await page('/jobs/one', changed, { assets: dev })
    changed.mainMenu.push(aMenuItem('News', '/news'))
    expect(await page('/jobs/one', changed, { assets: dev })).toContain('href="/news"')
  })

  it('mark the page that is shown, each in its own', async () => {
    const current = async (url: string) =>
      [...(await page(url, kept)).matchAll(/<a href="([^"]*)"[^>]*aria-current="page"/g)].map(([, href]) => href)
    expect(new Set(await current('/specialisms/data'))).toEqual(new Set(['/specialisms/data']))
    expect(await current('/jobs/one')).toEqual([])
    expect(new Set(await current('/jobs'))).toEqual(new Set(['/jobs']))
  })

  it('are those of a new layout as soon as there is one, and of each site its own', async () => {
    const other = structuredClone(fullLayout)
    other.mainMenu.push(aMenuItem('News', '/news'))
    other.footerMenu.push(aMenuItem('Press', '/press'))
    for (const part of ['href="/news"', 'href="/press"']) {
      expect(await page('/jobs/one', other)).toContain(part)
      expect(await page('/jobs/one', kept)).not.toContain(part)
    }
    const german = await page('/jobs/one', kept, { site: sites.de })
    expect(german).toBe(await page('/jobs/one', structuredClone(fullLayout), { site: sites.de }))
    expect(german).toContain('20 km')
  })

  it('stand on a page that failed too', async () => {
    const shown = await page('/jobs/one', kept, { down: true })
    expect(shown).toBe(await page('/jobs/one', structuredClone(fullLayout), { down: true }))
    expect(shown).toContain('taking a short break')
  })

  it('hand the layout over whole, whatever an advert says', async () => {
    const marked = [aJob({ url_slug: 'one', title: '"@layout" </script>' })]
    const content: SiteContent = { ...noContent, layout: async () => kept }
    const { api } = fakeSite({ jobs: marked })
    const rendered = await render({
      url: '/jobs/one',
      api,
      content,
      site: sites.uk,
      origin: 'https://jobs.example',
      now,
      assets: built,
    })
    const json = /id="dehydrated">(.*?)<\/script>/s.exec((rendered as { html: string }).html)![1]!
    const [root, shown] = JSON.parse(json).matches
    expect(root.l.layout).toEqual(kept)
    expect(shown.l.job.title).toBe('"@layout" </script>')
  })
})

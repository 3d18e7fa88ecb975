// @vitest-environment node
import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import type { SearchQuery, SearchResult } from '#api/search'
import { sites } from '#indexer/site'
import { ContentMemory } from '../../indexer/content/memory.ts'
import { localesOf, syncItemsOf } from '../../infra/cms/space.ts'
import { contentExport } from '../../infra/seed/contentExport.ts'
import { canonicalUrl } from '../../web/content/paths.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'
import { type PageAssets, render } from '../../web/entry-server.tsx'
import { aJob, now } from '../builders/jobDocument.ts'
import { aPlace, type FakeSite, fakeSite } from './fakeSite.ts'

/** The specification's route table, line by line, against the site's own content. */

const origin = 'https://jobs.example'
const assets: PageAssets = { styles: [], scripts: [], modules: {}, application: 'web/hydrate.tsx' }
const space = contentExport()
const memory = new ContentMemory({ defaultLocale: 'en', locales: localesOf(space) })
memory.apply(syncItemsOf(space), { initial: true })
const faults: string[] = []
const content = createSiteContent(memory, {
  site: sites.uk,
  now: () => now,
  onFault: ({ entry, reason }) => faults.push(`${entry}: ${reason}`),
})

const specialismSlugs =
  `technology, software-development, it-transformation, infrastructure-cyber-security, data, insurance, actuarial, underwriting-claims,
broking, broking-distribution-marketing, accounting-finance-insurance, banking, accounting-finance, relationship-management, audit-risk-compliance, quants,
sales-marketing, technology/development, technology/public-sector, technology/change-and-transformation`.split(/,\s*/)
const landingSlugs =
  `developer-jobs, java-developer-jobs, business-analyst-jobs, data-scientist-jobs, data-analytics-jobs, project-manager-jobs,
it-project-manager-jobs, actuary-jobs, pricing-actuary-jobs, valuation-jobs, investment, finance, asset-management, banking, trader,
non-life-insurance-jobs-in-singapore`.split(/,\s*/)
const blogTags = ['insurance', 'banking', 'candidate', 'dei', 'employers', 'technology', 'gravitas-news', 'videos']
const eventTags = ['consultancy', 'dei', 'public-sector', 'insurance', 'technology']

const slugsOf = (type: string) => memory.entries(type).map(({ fields }) => String(fields.urlSlug))

/** Every address that search engines may index. */
const indexed = [
  '/',
  '/about-us',
  '/about-us/awards',
  '/about-us/diversity-and-inclusion',
  '/about-us/diversity-and-inclusion/programme-one',
  '/consultants',
  ...slugsOf('consultant').map(slug => `/consultants/${slug}`),
  '/blog',
  ...slugsOf('post').map(slug => `/blog/${slug}`),
  '/events',
  ...slugsOf('event').map(slug => `/events/${slug}`),
  '/work-for-us',
  '/contact-us',
  '/submit-a-job',
  '/register',
  '/hiring-solutions',
  '/hiring-solutions/permanent-recruitment',
  '/hiring-solutions/contract-recruitment',
  '/hiring-solutions/executive-search',
  '/hiring-solutions/retained-search',
  '/ir35',
  ...specialismSlugs.map(slug => `/specialisms/${slug}`),
  '/jobs',
  ...landingSlugs.map(slug => `/${slug}`),
  '/impressum',
  '/data-privacy-notification',
  '/privacy-policy',
  '/cookie-policy',
  '/terms-conditions',
  '/modern-slavery-statement',
  '/corporate-social-responsibility-csr-policy',
  '/esg-policy',
  '/sitemap',
]
/** Shown and followed, not indexed. */
const unindexed = [
  ...blogTags.map(slug => `/blog/tag/${slug}`),
  ...eventTags.map(slug => `/events/tag/${slug}`),
  '/specialisms',
  '/contact-us/submission-complete',
  '/submission-complete',
  '/jobs/application-complete',
]

interface Shown {
  status: number
  to: string | null
  robots: string | null
  canonicals: (string | null)[]
  titles: string[]
  description: string
  headings: number
}

const site: FakeSite = fakeSite({
  jobs: [aJob()],
  places: { Singapore: aPlace({ id: '1880252', name: 'Singapore', label: 'Singapore', country: 'SG' }) },
})
// Every search of jobs finds one, and none of what the CMS holds does: this is about addresses.
const ask = site.api.multiSearch as (queries: SearchQuery[]) => Promise<SearchResult[]>
site.api.multiSearch = (async (queries: SearchQuery[]) => {
  const answers = await ask(queries.map(query => ({ ...query, q: '' })))
  return answers.map((answer, i) =>
    queries[i]!.indexUid.startsWith('jobs') ? answer : { ...answer, hits: [], totalHits: 0, totalPages: 0 },
  )
}) as typeof site.api.multiSearch

/** Components that threw: such a page is a 500. */
const broken: string[] = []

async function show(url: string): Promise<Shown> {
  const rendered = await render({ url, api: site.api, content, site: sites.uk, origin, now, assets }, fault => {
    broken.push(`${url}: ${String(fault)}`)
  })
  if (!('html' in rendered))
    return {
      status: rendered.status,
      to: rendered.redirect,
      robots: null,
      canonicals: [],
      titles: [],
      description: '',
      headings: 0,
    }
  const $ = load(rendered.html)
  const meta = (name: string) => $(`meta[name=${name}]`).attr('content') ?? null
  return {
    status: rendered.status,
    to: null,
    robots: meta('robots'),
    canonicals: $('link[rel=canonical]')
      .toArray()
      .map(link => $(link).attr('href') ?? null),
    titles: $('head > title')
      .toArray()
      .map(title => $(title).text()),
    description: meta('description') ?? '',
    headings: $('h1').length,
  }
}

/**
 * Each page is rendered once, by the first test that asks for it: what all of them take together is many minutes on a
 * machine that has other things to do.
 */
const pagesShown = new Map<string, Promise<Shown>>()
function shown(path: string): Promise<Shown> {
  const page = pagesShown.get(path) ?? show(path)
  pagesShown.set(path, page)
  return page
}
async function allShown(): Promise<[string, Shown][]> {
  const all: [string, Shown][] = []
  for (const path of [...indexed, ...unindexed]) all.push([path, await shown(path)])
  return all
}
/** For a test that renders all pages, where it is the first to ask. */
const forAll = { timeout: 900_000 }

describe('each route of the specification', () => {
  it('holds posts, events and consultants to show', () => {
    for (const type of ['post', 'event', 'consultant', 'policy', 'landingPage', 'pageMetadata'])
      expect(memory.entries(type).length, type).toBeGreaterThan(0)
  })

  it.each(indexed)('%s is shown, indexed and its own canonical', async path => {
    const { titles, description, ...rest } = await shown(path)
    expect(rest).toEqual({
      status: 200,
      to: null,
      robots: 'index,follow',
      canonicals: [`${origin}${path}`],
      headings: 1,
    })
    expect(titles).toHaveLength(1)
    expect(titles[0]).toMatch(/Longlist/)
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThanOrEqual(160)
  })

  it.each(unindexed)('%s is shown, followed and not indexed', async path => {
    const { titles, description, ...rest } = await shown(path)
    expect(rest).toEqual({
      status: 200,
      to: null,
      robots: 'noindex,follow',
      canonicals: [`${origin}${path}`],
      headings: 1,
    })
    expect(titles).toHaveLength(1)
    expect(description).not.toBe('')
  })

  it('has a title and a description that no other has', forAll, async () => {
    const pages = await allShown()
    const twice = (of: (page: Shown) => string | undefined) => {
      const paths = new Map<string, string[]>()
      for (const [path, page] of pages) paths.set(of(page) ?? '', [...(paths.get(of(page) ?? '') ?? []), path])
      return [...paths].filter(([, list]) => list.length > 1)
    }
    expect(twice(({ titles }) => titles[0])).toEqual([])
    expect(twice(({ description }) => description)).toEqual([])
  })
})

describe('other names', () => {
  it.each([
    ['/cookies-policy', '/cookie-policy'],
    ['/terms-and-conditions', '/terms-conditions'],
  ])('%s leads to %s for good', async (alias, to) => {
    expect(await show(alias)).toMatchObject({ status: 301, to })
  })

  it('are one of ifrs17 and ifrs17-jobs', async () => {
    const answers = await Promise.all(['/ifrs17', '/ifrs17-jobs'].map(show))
    const [canonical, alias] = answers[0]!.status === 200 ? answers : answers.toReversed()
    expect(canonical).toMatchObject({ status: 200, robots: 'index,follow' })
    expect(canonical!.canonicals).toEqual([`${origin}${alias!.to}`])
    expect(alias!.status).toBe(301)
  })

  it('lose their language and their slash before they are looked up', () => {
    expect(canonicalUrl('/en/about-us')).toBe('/about-us')
    expect(canonicalUrl('/about-us/')).toBe('/about-us')
    expect(canonicalUrl('/en')).toBe('/')
  })

  it.each([
    '/no-such-page',
    '/about-us/nothing',
    '/blog/nothing',
    '/blog/tag/nothing',
    '/events/nothing',
    '/consultants/nobody',
    '/specialisms/nothing',
    '/jobs/no-job',
  ])('%s is not found', async path => {
    expect((await show(path)).status).toBe(404)
  })
})

it('finds nothing at fault in the content, and no component that fails on it', forAll, async () => {
  await allShown()
  expect(broken).toEqual([])
  expect(faults).toEqual([])
})

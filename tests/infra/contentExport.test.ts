import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { fixedSlugs } from '#indexer/content'
import { contentTypes } from '#indexer/contentTypes'
import { siteIds, sites } from '#indexer/site'
import { ContentMemory } from '../../indexer/content/memory.ts'
import { localesOf, syncItemsOf } from '../../infra/cms/space.ts'
import { type ContentExport, faultsOf, pathsOf, typeOf, valuesOf } from '../../infra/seed/checkExport.ts'
import { contentExport, seedFolder } from '../../infra/seed/contentExport.ts'
import { seedJobs } from '../../infra/seed/seedJobs.ts'
import type { ContentAnswer } from '../../web/content/content.ts'
import { createSiteContent } from '../../web/content/siteContent.ts'

const made = contentExport()
const text = JSON.stringify(made)
const entries = new Map(made.entries.map(entry => [entry.sys.id, entry]))
const of = (type: keyof typeof contentTypes) => made.entries.filter(entry => typeOf(entry) === type)

const memory = new ContentMemory({ defaultLocale: 'en', locales: localesOf(made) })
memory.apply(syncItemsOf(made), { initial: true })
const faults: string[] = []
const contentOf = (id: (typeof siteIds)[number]) =>
  createSiteContent(memory, {
    site: sites[id],
    now: () => Date.parse(`${made.anchor}T12:00:00Z`) / 1_000,
    onFault: ({ entry, reason }) => faults.push(`${entry}: ${reason}`),
  })
const content = contentOf('uk')
/** What programs answer: no page of the content. */
const files = /^\/(?:media\/|jobs\.rss$|blog\.rss$|events\.rss$|sitemap\.xml$)/

describe('the export', () => {
  test('is sound', () => {
    expect(faultsOf(made)).toEqual([])
  })

  test('has entries of every type, and each is one that its schema takes', () => {
    for (const [type, schema] of Object.entries(contentTypes)) {
      const some = of(type as keyof typeof contentTypes)
      expect(some.length, type).toBeGreaterThan(0)
      for (const entry of some) expect(schema.safeParse(valuesOf(entry)).error?.issues, entry.sys.id).toBeUndefined()
    }
  })

  test('is published throughout, in the site’s language', () => {
    expect(made.locales).toMatchObject([{ code: 'en', default: true, fallbackCode: null }])
    for (const { sys, fields } of [...made.entries, ...made.assets]) {
      expect(sys.publishedVersion, sys.id).toBe((sys.version as number) - 1)
      for (const byLocale of Object.values(fields)) expect(Object.keys(byLocale), sys.id).toEqual(['en'])
    }
  })

  test('was written before the first moment of its week, so that a change made then is newer', () => {
    const first = Date.parse(`${made.anchor}T00:00:00Z`)
    const later = [...made.entries, ...made.assets].filter(({ sys }) => Date.parse(sys.updatedAt!) > first)
    expect(later.map(({ sys }) => sys.id)).toEqual([])
  })

  test('has a file for each asset and an asset for each file, says what each shows, and uses each', () => {
    const files = made.assets.map(({ fields }) => fields.file.en!.fileName)
    expect(files.sort()).toEqual(readdirSync(join(seedFolder, 'assets')).sort())
    expect(new Set(made.assets.map(({ fields }) => fields.description.en)).size).toBe(made.assets.length)
    for (const { sys, fields } of made.assets) {
      const { url, details } = fields.file.en!
      expect(details.size, sys.id).toBe(readFileSync(join(seedFolder, url)).length)
      expect(fields.description.en!.length, sys.id).toBeGreaterThan(20)
      expect(text.split(`"id":"${sys.id}"`).length, `${sys.id} is used nowhere`).toBeGreaterThan(2)
    }
  })

  test('has small, sound SVGs of the stated sizes that bring nothing in and run nothing', () => {
    const { DOMParser } = new JSDOM('').window
    for (const { sys, fields } of made.assets) {
      const { url, details } = fields.file.en!
      const svg = readFileSync(join(seedFolder, url), 'utf8')
      expect(Buffer.byteLength(svg), sys.id).toBeLessThanOrEqual(4_096)
      const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
      expect(root.tagName, sys.id).toBe('svg')
      expect(root.getAttribute('viewBox'), sys.id).toBe(`0 0 ${details.image!.width} ${details.image!.height}`)
      for (const { tagName } of root.querySelectorAll('*')) expect(['path', 'g', 'rect'], sys.id).toContain(tagName)
      expect(svg, sys.id).not.toMatch(/href|url\(|\son\w+=|style=/)
    }
  })

  test('has a profile with the same name, address and number for the consultant of each job', () => {
    const byEmail = new Map(
      of('consultant')
        .map(valuesOf)
        .map(profile => [profile.email, profile]),
    )
    for (const job of seedJobs(new Date(made.anchor))) {
      const profile = byEmail.get(job.consultant_email)
      expect(profile?.name).toBe(job.consultant_name)
      expect(profile?.phone ?? null).toBe(job.consultant_phone)
    }
  })

  test('has events to come and events that are over, each with the offset of its own clock', () => {
    const events = of('event').map(valuesOf)
    const upcoming = events.filter(({ startsAt }) => Date.parse(String(startsAt)) > Date.parse(made.anchor))
    expect(upcoming.length).toBeGreaterThan(0)
    expect(upcoming.length).toBeLessThan(events.length)
    for (const { title, startsAt, endsAt, timeZone } of events) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: String(timeZone), timeZoneName: 'longOffset' })
      const parts = clock.formatToParts(Date.parse(String(startsAt)))
      const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.replace('GMT', '') || '+00:00'
      expect(String(startsAt).slice(-6), String(title)).toBe(offset)
      expect(Date.parse(String(endsAt)), String(title)).toBeGreaterThan(Date.parse(String(startsAt)))
    }
  })

  test('names nobody’s real address', () => {
    const addresses = text.match(/[\w.+-]+@[\w.-]+\.\w+/g) ?? []
    expect(addresses.length).toBeGreaterThan(30)
    expect(addresses.filter(address => !address.endsWith('@longlist.example'))).toEqual([])
    const numbers = text.match(/\+\d[\d ]{8,}\d/g) ?? []
    for (const number of numbers)
      expect(number.replaceAll(' ', '')).toMatch(/^\+442079460\d{3}$|^\+441614960\d{3}$|^\+493023125\d{3}$/)
  })
})

describe('the check of an export', () => {
  const entryOf = (id: string, copy: ContentExport) => copy.entries.find(({ sys }) => sys.id === id)!
  const broken: [name: string, (copy: ContentExport) => void, said: RegExp][] = [
    [
      'a required field that is not there',
      copy => delete entryOf('page-about-us', copy).fields.heading,
      /^page-about-us: heading/,
    ],
    [
      'a link to nothing',
      copy => Object.assign(entryOf('page-awards', copy).fields, { parent: { en: linkTo('page-gone') } }),
      /page-gone, which is not there/,
    ],
    [
      'a link to what a field may not hold',
      copy => Object.assign(entryOf('page-awards', copy).fields, { parent: { en: linkTo('office-london') } }),
      /may not link to a office/,
    ],
    [
      'an address that leads nowhere',
      copy => Object.assign(entryOf('menu-main-1', copy).fields, { url: { en: '/vacancies' } }),
      /\/vacancies leads nowhere/,
    ],
    [
      'an alias where the page is meant',
      copy => Object.assign(entryOf('menu-main-1', copy).fields, { url: { en: '/ifrs17-jobs' } }),
      /is an alias/,
    ],
    [
      'two of one slug',
      copy => Object.assign(entryOf('landing-trader', copy).fields, { urlSlug: { en: 'finance' } }),
      /finance/,
    ],
    [
      'a slug of the site’s own',
      copy => Object.assign(entryOf('landing-trader', copy).fields, { urlSlug: { en: 'register' } }),
      /is a part of the site already/,
    ],
    [
      'a search that finds nothing',
      copy => Object.assign(entryOf('landing-trader', copy).fields, { criteria: { en: 'sector=shipping' } }),
      /"shipping" is not known/,
    ],
    [
      'the head of no route',
      copy => Object.assign(entryOf('metadata-trader', copy).fields, { path: { en: '/traders/' } }),
      /is no route/,
    ],
    [
      'a text too long for its field',
      copy => Object.assign(entryOf('page-awards', copy).fields, { title: { en: 'a'.repeat(300) } }),
      /^page-awards: title/,
    ],
  ]
  test('lets an entry have every part of a job search, and a page every address that the site leaves it', () => {
    const copy = structuredClone(made)
    const criteria = 'query=actuary&plain=actuary&hours=part-time&level=senior&pay=GBP-year-50000&unstated=1'
    Object.assign(entryOf('landing-trader', copy).fields, { criteria: { en: criteria } })
    Object.assign(entryOf('menu-main-1', copy).fields, { url: { en: '/jobs?ir35=inside-ir35&environment=remote' } })
    Object.assign(entryOf('page-ir35', copy).fields, { urlSlug: { en: 'search' } })
    const said = faultsOf(copy).filter(fault => !/\/ir35/.test(fault))
    expect(said).toEqual([])
  })

  test.each(broken)('tells of %s', (_, breakIt, said) => {
    const copy = structuredClone(made)
    breakIt(copy)
    expect(faultsOf(copy).join('\n')).toMatch(new RegExp(said.source, 'm'))
  })
})

describe('the site that it makes', () => {
  test('shows a page at every path of an entry, and no two at one', async () => {
    const taken = new Map<string, string>()
    for (const entry of made.entries) {
      const { own, aliases } = pathsOf(entry, entries)
      for (const path of [...own, ...aliases]) {
        expect(taken.get(path), `${path} of ${entry.sys.id}`).toBeUndefined()
        taken.set(path, entry.sys.id)
      }
      for (const path of own) expect(await content.at(path), path).toMatchObject({ path })
      for (const alias of aliases) expect(await content.at(alias), alias).toEqual({ kind: 'moved', to: own[0] })
    }
    expect(taken.size).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })

  test('keeps its landing pages and policies clear of the fixed routes', () => {
    const slugs = [...of('landingPage'), ...of('policy')].flatMap(entry => {
      const { urlSlug, aliases = [] } = valuesOf(entry) as { urlSlug: string; aliases?: string[] }
      return [urlSlug, ...aliases]
    })
    expect(slugs).toHaveLength(17 + 1 + 8 + 2)
    expect(slugs.filter(slug => fixedSlugs.has(slug))).toEqual([])
  })

  test.each(routes())('has %s', async (path, kind) => {
    expect((await content.at(path)).kind).toBe(kind)
  })

  test.each(siteIds)('leads somewhere by every link of its menus, cards and texts: %s', async id => {
    const site = contentOf(id)
    const links = new Map<string, string>()
    for (const { path } of site.pages()) for (const link of linksOf(await site.at(path))) links.set(link, path)
    for (const link of linksOf(await site.layout())) links.set(link, 'the layout')
    for (const name of of('textEntry').map(entry => String(valuesOf(entry).name)))
      for (const link of linksOf(await site.text(name))) links.set(link, name)
    const lost: string[] = []
    for (const [link, from] of links) {
      if (files.test(link)) continue
      const { kind } = await site.at(link)
      if (kind === 'unknown' || kind === 'moved') lost.push(`${link} on ${from} is ${kind}`)
    }
    expect(lost).toEqual([])
    expect(links.size).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })

  test('has menus of three levels', async () => {
    const { mainMenu, footerMenu, legalMenu } = await content.layout()
    expect(mainMenu.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/jobs', '/hiring-solutions', '/about-us', '/blog', '/events', '/contact-us']),
    )
    expect(mainMenu.some(({ children }) => children.some(({ children }) => children.length > 0))).toBe(true)
    expect(footerMenu.length).toBeGreaterThan(2)
    expect(legalMenu.map(({ url }) => url)).toEqual(
      expect.arrayContaining(of('policy').map(entry => `/${valuesOf(entry).urlSlug}`)),
    )
  })
})

function linkTo(id: string) {
  return { sys: { type: 'Link', linkType: 'Entry', id } }
}

/** Addresses of this site in what a page is given, without those of its own head. */
function linksOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return ['url', 'href', 'uri', 'path', 'src', 'linkUrl'].includes(key) && value.startsWith('/') ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => linksOf(part, Array.isArray(value) ? key : name))
}

/** The specification's route table. */
function routes(): [string, ContentAnswer['kind']][] {
  const all = (kind: ContentAnswer['kind'], paths: string): [string, ContentAnswer['kind']][] =>
    paths
      .trim()
      .split(/\s+/)
      .map(path => [path, kind])
  return [
    ...all(
      'page',
      `/ /about-us /about-us/awards /about-us/diversity-and-inclusion /about-us/diversity-and-inclusion/programme-one /work-for-us /contact-us
      /contact-us/submission-complete /submit-a-job /submission-complete /register /hiring-solutions /hiring-solutions/permanent-recruitment
      /hiring-solutions/contract-recruitment /hiring-solutions/executive-search /hiring-solutions/retained-search /ir35 /jobs /jobs/application-complete`,
    ),
    ...all('consultants', '/consultants'),
    ...all('specialisms', '/specialisms'),
    ...all('sitemap', '/sitemap'),
    ...all(
      'blog',
      '/blog /blog/tag/insurance /blog/tag/banking /blog/tag/candidate /blog/tag/dei /blog/tag/employers /blog/tag/technology',
    ),
    ...all('blog', '/blog/tag/gravitas-news /blog/tag/videos'),
    ...all(
      'events',
      '/events /events/tag/consultancy /events/tag/dei /events/tag/public-sector /events/tag/insurance /events/tag/technology',
    ),
    ...all(
      'specialism',
      `technology software-development it-transformation infrastructure-cyber-security data insurance actuarial underwriting-claims broking
      broking-distribution-marketing accounting-finance-insurance banking accounting-finance relationship-management audit-risk-compliance quants sales-marketing
      technology/development technology/public-sector technology/change-and-transformation`.replace(
        /\S+/g,
        '/specialisms/$&',
      ),
    ),
    ...all(
      'landing',
      `developer-jobs java-developer-jobs business-analyst-jobs data-scientist-jobs data-analytics-jobs project-manager-jobs it-project-manager-jobs
      actuary-jobs pricing-actuary-jobs valuation-jobs investment finance asset-management banking ifrs17 trader non-life-insurance-jobs-in-singapore`.replace(
        /\S+/g,
        '/$&',
      ),
    ),
    ...all(
      'policy',
      '/privacy-policy /cookie-policy /terms-conditions /modern-slavery-statement /corporate-social-responsibility-csr-policy /esg-policy',
    ),
    ...all('policy', '/impressum /data-privacy-notification'),
    ...all('moved', '/cookies-policy /terms-and-conditions /ifrs17-jobs'),
  ]
}

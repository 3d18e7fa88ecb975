import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JobDocument } from '#indexer/job'
import { becomes, openBrowser, spillOf, type TestBrowser, widths } from '../builders/browser.ts'
import { jobRow, jobRows } from '../builders/feed.ts'
import { parseHtml } from '../builders/html.ts'
import { startSite, type TestSite } from '../builders/site.ts'

const started = Math.floor(Date.now() / 1_000)
const iso = (epoch: number) => new Date(epoch * 1_000).toISOString()
const day = 86_400
/** When the job that closes during these tests closes. */
const closing = started + 2 * 3_600

const group = (name: string, ...values: string[]) => ({
  id: name,
  name,
  values: values.map(value => ({ id: value, name: value })),
})
const categories = ({
  type = 'Permanent',
  sector = 'Insurance',
  specialism = 'Actuarial',
  environment = 'Onsite',
} = {}) => [
  group('Type', type),
  group('Sectors', sector),
  group('Specialisms', specialism),
  group('Working Environment', environment),
]
const posted = {
  published_at: iso(started - 2 * day),
  expires_at: iso(started + 40 * day),
  description: '<p>Price the risks of a growing book.</p>',
}

/** Longer than a phone is wide, in any type that a heading has. */
const longWord = 'Rückversicherungsvertragssachbearbeiterinnenvertretung'

const rows = {
  onsite: jobRow(101, {
    ...posted,
    title: 'Pricing Actuary',
    external_reference: 'LL-101',
    description:
      '<h1>The desk</h1><p>Price <strong>fleet</strong> cover.</p><script>alert(1)</script><p onclick="x()">With &lt;/script&gt; in its text.</p>',
    location: 'Leeds',
    salary_package: '£70,000 - £85,000 per annum',
    image: 'https://pictures.example.com/desk.jpg',
    file: 'https://files.example.com/pricing-actuary.pdf',
    external_application_url: 'https://apply.example.com/101',
    consultant_name: 'Robin Example',
    consultant_email: 'robin@longlist.example',
    consultant_phone: '+44 (0)113 496 0101',
    featured: true,
    categories: categories(),
  }),
  hybrid: jobRow(102, {
    ...posted,
    title: 'Reserving Actuary',
    external_reference: 'LL-102',
    location: 'London',
    categories: categories({ environment: 'Hybrid' }),
  }),
  remote: jobRow(103, {
    ...posted,
    title: 'Capital Actuary',
    external_reference: 'LL-103',
    location: 'Remote (UK)',
    salary_package: 'Competitive',
    categories: categories({ environment: 'Remote' }),
  }),
  several: jobRow(104, {
    ...posted,
    title: 'Actuarial Consultant',
    external_reference: 'LL-104',
    location: 'London or Frankfurt am Main',
    addresses: ['London EC3M', '60311 Frankfurt am Main'],
    categories: categories(),
  }),
  named: jobRow(105, {
    ...posted,
    title: 'Interim Actuary',
    external_reference: 'LL-105',
    location: 'Singapore',
    salary_package: '£600 - £700 per day',
    company: 'Sample Mutual',
    categories: categories({ type: 'Contract' }),
  }),
  closing: jobRow(106, {
    ...posted,
    title: 'Closing Actuary',
    external_reference: 'LL-106',
    expires_at: iso(closing),
    location: 'Leeds',
    categories: categories(),
  }),
  expired: jobRow(107, {
    ...posted,
    title: 'Former Actuary',
    external_reference: 'LL-107',
    published_at: iso(started - 50 * day),
    expires_at: iso(started - 5 * day),
    location: 'Leeds',
    categories: categories(),
  }),
  renamed: jobRow(108, {
    ...posted,
    title: 'Junior Actuary',
    external_reference: 'LL-108',
    location: 'York',
    categories: categories(),
  }),
  long: jobRow(109, {
    ...posted,
    title: `${longWord} (m/w/d)`,
    external_reference: 'LL-109',
    description: `<h2>${longWord}</h2><p>Wir suchen für unser Team in Köln eine ${longWord} mit Freude an der Arbeit.</p><ul><li>${longWord}</li></ul>`,
    summary: `Als ${longWord} sind Sie bei uns in Köln richtig.`,
    location: 'Köln',
    company: longWord,
    salary_package: longWord,
    categories: categories({ sector: 'Technology', specialism: 'Data' }),
  }),
}
const others = jobRows(30, () => posted)

let site: TestSite
let browser: TestBrowser
const slugs = {} as Record<keyof typeof rows, string>

beforeAll(async () => {
  site = await startSite({ rows: [...Object.values(rows), ...others] })
  browser = await openBrowser(site.origin)
  await site.sync([...Object.values({ ...rows, renamed: { ...rows.renamed, title: 'Senior Actuary' } }), ...others])
  const jobs = await site.indexer.jobs()
  for (const [name, row] of Object.entries(rows))
    slugs[name as keyof typeof rows] = slugOf(jobs, row.external_reference)
})
afterAll(async () => {
  await site?.stop()
})

function slugOf(jobs: JobDocument[], reference: unknown): string {
  return jobs.find(job => job.external_reference === reference)!.url_slug
}

async function ask(
  path: string,
  options: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string; document: Document }> {
  const response = await fetch(site.origin + path, { redirect: 'manual', ...options })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    // Of many answers nothing is read but the status or the text.
    get document() {
      return parseHtml(text)
    },
  }
}

function structuredData(document: Document): Record<string, unknown>[] {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].map(script =>
    JSON.parse(script.textContent),
  )
}

const facts = (document: Document) =>
  Object.fromEntries(
    [...document.querySelectorAll('main dl > div')].map(fact => [
      fact.querySelector('dt')!.textContent,
      fact.querySelector('dd')!.textContent,
    ]),
  )

describe('a job', () => {
  it('shows all that it is', async () => {
    const { status, document } = await ask(`/jobs/${slugs.onsite}`)
    expect(status).toBe(200)
    expect(document.querySelector('h1')!.textContent).toBe('Pricing Actuary')
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    const { Posted, ...rest } = facts(document)
    expect(rest).toEqual({
      Location: 'Leeds',
      Salary: '£70,000 - £85,000 per annum',
      Type: 'Permanent',
      'Working environment': 'Onsite',
      Sector: 'Insurance',
      // With the way to its page.
      Specialism: 'ActuarialAbout Actuarial',
      Categories: 'Accounting and finance, Science and engineering',
      Reference: 'LL-101',
    })
    expect(Posted).toMatch(/^2 days ago, \d+ \w+ 20\d\d$/)
    const main = document.getElementById('main')!
    expect(main.textContent).toContain('Featured')
    expect(main.querySelector('img')!.src).toBe('https://pictures.example.com/desk.jpg')
    expect(main.querySelector('a[href="https://files.example.com/pricing-actuary.pdf"]')).not.toBeNull()
    expect(main.querySelector('strong')!.textContent).toBe('fleet')
    expect(main.innerHTML).not.toMatch(/alert\(1\)|onclick/)

    const several = facts((await ask(`/jobs/${slugs.several}`)).document)
    expect(several.Location).toBe('London or Frankfurt am MainLondon EC3M60311 Frankfurt am Main')
  })

  it('names its consultant and the way to apply', async () => {
    const { document } = await ask(`/jobs/${slugs.onsite}`)
    const panel = document.getElementById('apply')!
    expect(panel.textContent).toContain('Robin Example')
    expect(panel.querySelector('a[href="mailto:robin@longlist.example"]')).not.toBeNull()
    expect(panel.querySelector('a[href="tel:+441134960101"]')).not.toBeNull()
    const apply = panel.querySelector<HTMLAnchorElement>('a[href^="/_sf/api/v1/jobs/"]')!
    expect(apply.textContent).toContain('Apply now')
    expect([apply.target, apply.rel]).toEqual(['_blank', 'noopener nofollow'])
    expect(panel.textContent).toContain('apply.example.com')
    const led = await fetch(new URL(apply.getAttribute('href')!, site.origin), { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([303, 'https://apply.example.com/101'])
    expect(panel.querySelector('time')!.getAttribute('datetime')).toBe(`${iso(started + 40 * day).slice(0, 19)}Z`)

    // Without an address of its own the job is applied for here.
    const own = (await ask(`/jobs/${slugs.hybrid}`)).document
    const here = own.querySelector<HTMLAnchorElement>('#apply a')!
    expect(here.textContent).toBe('Apply now')
    expect(here.getAttribute('href')).toBe('#apply-form')
    expect(own.querySelector<HTMLFormElement>('#apply-form form')!.getAttribute('action')).toMatch(
      /^\/_sf\/api\/v1\/jobs\/[\w-]+\/apply$/,
    )
    expect(document.querySelector('#apply-form')).toBeNull()
  })

  it('has one title, one description and one canonical address', async () => {
    const { document } = await ask(`/jobs/${slugs.onsite}?utm_source=x`)
    expect(document.title).toBe('Pricing Actuary, Leeds | Longlist')
    expect([...document.querySelectorAll('link[rel=canonical]')].map(link => link.getAttribute('href'))).toEqual([
      `${site.origin}/jobs/${slugs.onsite}`,
    ])
    expect(document.querySelectorAll('meta[name=description]')).toHaveLength(1)
    expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('index,follow')
  })

  it('is followed by similar jobs, which open in place', () =>
    // One of them has a picture.
    browser.visit({ expected: [/pictures\.example\.com/] }, async ({ page, open, awake }) => {
      let searches = 0
      page.on('request', request => {
        if (new URL(request.url()).pathname !== '/search/multi-search') return
        const { queries } = request.postDataJSON() as { queries: { hitsPerPage: number }[] }
        // Not the sidebar's count of jobs, which is asked for anew once a minute.
        if (queries.some(({ hitsPerPage }) => hitsPerPage > 0)) searches++
      })
      expect(await open(`/jobs/${slugs.hybrid}`)).toBe(200)
      await awake()
      const similar = page.getByRole('region', { name: 'Similar jobs' }).getByRole('link')
      const titles = await similar.allTextContents()
      expect(titles).toHaveLength(4)
      expect(titles).not.toContain('Reserving Actuary')
      expect(titles).not.toContain('Former Actuary')
      await similar.first().click()
      await becomes(() => page.locator('h1').textContent(), titles[0])
      // The head follows the page.
      await expect.poll(() => page.title()).toContain(titles[0]!)
      await becomes(() => page.locator('head link[rel=canonical]').count(), 1)
      await page.goBack()
      await becomes(() => page.locator('h1').textContent(), 'Reserving Actuary')
      expect(searches).toBe(0)
    }))

  it('can be shared', () =>
    browser.visit({}, async ({ page, open, awake }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(`/jobs/${slugs.hybrid}`)
      await awake()
      const address = `${site.origin}/jobs/${slugs.hybrid}`
      const share = page.getByRole('region', { name: 'Share this job' })
      expect(await share.getByRole('link', { name: 'E-mail' }).getAttribute('href')).toContain(
        encodeURIComponent(address),
      )
      expect(await share.getByRole('link', { name: 'LinkedIn' }).getAttribute('href')).toContain(
        encodeURIComponent(address),
      )
      await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }))
      await share.getByRole('button', { name: 'Share link' }).click()
      await share.getByRole('button', { name: 'Link copied' }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    }))
})

describe('the JobPosting', () => {
  const text = z.string().trim().min(1)
  const moment = z.iso.datetime()
  const place = z.strictObject({
    '@type': z.literal('Place'),
    address: z.strictObject({
      '@type': z.literal('PostalAddress'),
      streetAddress: text.optional(),
      addressLocality: text.optional(),
      addressRegion: text.optional(),
      postalCode: text.optional(),
      addressCountry: z.string().regex(/^[A-Z]{2}$/),
    }),
  })
  const country = z.strictObject({ '@type': z.literal('Country'), name: text })
  const oneOrMore = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema).min(2)])
  const kind = z.enum(['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN', 'VOLUNTEER', 'PER_DIEM', 'OTHER'])
  /** What Google asks of a posting: developers.google.com/search/docs/appearance/structured-data/job-posting. */
  const jobPosting = z
    .strictObject({
      '@context': z.literal('https://schema.org'),
      '@type': z.literal('JobPosting'),
      title: text,
      // HTML, and never the title alone.
      description: z.string().regex(/<p>[\s\S]*<\/p>/),
      identifier: z.strictObject({ '@type': z.literal('PropertyValue'), name: text, value: text }),
      datePosted: moment,
      validThrough: moment,
      employmentType: oneOrMore(kind).optional(),
      hiringOrganization: z.union([
        z.literal('confidential'),
        z.strictObject({ '@type': z.literal('Organization'), name: text }),
      ]),
      jobLocation: oneOrMore(place).optional(),
      jobLocationType: z.literal('TELECOMMUTE').optional(),
      applicantLocationRequirements: oneOrMore(country).optional(),
      baseSalary: z
        .strictObject({
          '@type': z.literal('MonetaryAmount'),
          currency: z.string().regex(/^[A-Z]{3}$/),
          value: z
            .strictObject({
              '@type': z.literal('QuantitativeValue'),
              value: z.number().positive().optional(),
              minValue: z.number().positive().optional(),
              maxValue: z.number().positive().optional(),
              unitText: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
            })
            .refine(
              ({ value, minValue, maxValue }) =>
                value !== undefined || minValue !== undefined || maxValue !== undefined,
            ),
        })
        .optional(),
      industry: text.optional(),
      url: z.url(),
      directApply: z.boolean().optional(),
    })
    .refine(job => job.jobLocation !== undefined || job.jobLocationType !== undefined, 'a place of work')
    .refine(
      job => job.jobLocationType === undefined || job.applicantLocationRequirements !== undefined,
      'remote work never without its countries',
    )
    .refine(job => Date.parse(job.validThrough) > Date.parse(job.datePosted), 'closes after it opens')

  async function postingOf(name: keyof typeof rows) {
    const { document } = await ask(`/jobs/${slugs[name]}`)
    const postings = structuredData(document).filter(data => data['@type'] === 'JobPosting')
    expect(postings).toHaveLength(1)
    return jobPosting.parse(postings[0])
  }

  it('of onsite work has its address and pay, and its text whole', async () => {
    const posting = await postingOf('onsite')
    expect(posting).toMatchObject({
      title: 'Pricing Actuary',
      hiringOrganization: 'confidential',
      identifier: { name: 'Longlist', value: 'LL-101' },
      jobLocation: { address: { addressLocality: 'Leeds', addressRegion: 'England', addressCountry: 'GB' } },
      baseSalary: { currency: 'GBP', value: { minValue: 70_000, maxValue: 85_000, unitText: 'YEAR' } },
      url: `${site.origin}/jobs/${slugs.onsite}`,
    })
    expect(posting.description).toContain('With &lt;/script&gt; in its text.')
    expect(posting).not.toHaveProperty('jobLocationType')
    // Permanent is no word of theirs, and hours are not stated.
    expect(posting).not.toHaveProperty('employmentType')
  })

  it('of hybrid work is at its place, not remote', async () => {
    const posting = await postingOf('hybrid')
    expect(posting).toMatchObject({ jobLocation: { address: { addressLocality: 'London' } } })
    expect(posting).not.toHaveProperty('jobLocationType')
  })

  it('of remote work names the country, and no pay that nobody stated', async () => {
    const posting = await postingOf('remote')
    expect(posting).toMatchObject({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { name: 'United Kingdom' },
    })
    expect(posting).not.toHaveProperty('baseSalary')
  })

  it('of a job in several cities has each', async () => {
    const { jobLocation } = await postingOf('several')
    expect(
      (jobLocation as z.infer<typeof place>[]).map(({ address }) => [address.addressLocality, address.addressCountry]),
    ).toEqual([
      ['London', 'GB'],
      ['Frankfurt am Main', 'DE'],
    ])
  })

  it('of a named employer names it; a day rate is one', async () => {
    expect(await postingOf('named')).toMatchObject({
      hiringOrganization: { name: 'Sample Mutual' },
      employmentType: 'CONTRACTOR',
      jobLocation: { address: { addressCountry: 'SG' } },
      baseSalary: { value: { minValue: 600, maxValue: 700, unitText: 'DAY' } },
    })
  })

  it('comes with the trail that the page shows', async () => {
    const { document } = await ask(`/jobs/${slugs.onsite}`)
    const trail = structuredData(document).find(data => data['@type'] === 'BreadcrumbList') as {
      itemListElement: { name: string; item: string }[]
    }
    expect(trail.itemListElement.map(({ name }) => name)).toEqual(
      [...document.querySelectorAll('[aria-label=Breadcrumb] li')].map(item => item.textContent),
    )
    for (const { item } of trail.itemListElement) expect((await fetch(item)).status).toBe(200)
  })
})

describe('a job that is not there', () => {
  it('has closed: 410, ways on, nothing to apply to', async () => {
    const { status, document, text } = await ask(`/jobs/${slugs.expired}`)
    expect(status).toBe(410)
    expect(document.querySelector('h1')!.textContent).toBe('This job is no longer available')
    const main = document.getElementById('main')!
    expect(main.textContent).toContain('Former Actuary')
    expect(main.querySelector('a[href="/jobs?specialism=actuarial"]')).not.toBeNull()
    expect(main.querySelectorAll('section a[href^="/jobs/"]').length).toBeGreaterThan(0)
    expect(main.querySelector('form[action="/jobs"]')).not.toBeNull()
    expect(text).not.toContain('JobPosting')
    expect(main.innerHTML).not.toMatch(/mailto:|Apply (now|by)|apply-form/)
    expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex,follow')
  })

  it('never was: 404 in the HTML as sent, and in the browser', () =>
    browser.visit({ expected: [/404/] }, async ({ page, open, awake }) => {
      expect((await ask('/jobs/no-such-job-ll-0')).document.querySelector('h1')!.textContent).toBe(
        'There is no page at this address',
      )
      expect(await open('/jobs/no-such-job-ll-0')).toBe(404)
      await awake()
      expect(await page.locator('h1').textContent()).toBe('There is no page at this address')
      await page.getByRole('main').getByLabel('Keyword').fill('actuary')
      await page.getByRole('main').getByRole('button', { name: 'Search jobs' }).click()
      await page.waitForURL('**/jobs?query=actuary')
    }))

  it('has a new title: its old address leads to the new one for good', async () => {
    const { status, headers } = await ask('/jobs/junior-actuary-ll-108')
    expect([status, headers.get('location')]).toEqual([301, '/jobs/senior-actuary-ll-108'])
    expect((await ask('/jobs/senior-actuary-ll-108')).status).toBe(200)
  })
})

describe('addresses', () => {
  it.each([
    ['/jobs/', '/jobs'],
    ['/en/jobs', '/jobs'],
    ['/en/jobs/?query=c%2B%2B', '/jobs?query=c%2B%2B'],
    ['/en', '/'],
    ['/en/', '/'],
    ['//jobs//', '/jobs'],
  ])('%s is %s by one redirect', async (from, to) => {
    // By hand: fetch would make `//jobs` another host of it.
    const first = await ask(from)
    expect([first.status, first.headers.get('location')]).toEqual([308, to])
    expect((await ask(to)).status).toBe(200)
  })

  it('answer HEAD as they answer GET', async () => {
    for (const path of [
      '/',
      '/jobs',
      '/jobs?query=actuary',
      `/jobs/${slugs.onsite}`,
      `/jobs/${slugs.expired}`,
      '/nowhere',
      '/jobs.rss',
      '/sitemap.xml',
      '/robots.txt',
    ]) {
      const [head, get] = [await ask(path, { method: 'HEAD' }), await ask(path)]
      expect([head.status, head.text, head.headers.get('content-type')], path).toEqual([
        get.status,
        '',
        get.headers.get('content-type'),
      ])
    }
  })
})

describe('feeds', () => {
  const xml = (text: string) => new JSDOM(text, { contentType: 'text/xml' }).window.document
  const texts = (document: Document, selector: string) =>
    [...document.querySelectorAll(selector)].map(element => element.textContent)

  it('/robots.txt names the sitemap, whose addresses all answer', async () => {
    const robots = await ask('/robots.txt')
    const [, sitemap] = /^Sitemap: (.*)$/m.exec(robots.text)!
    expect(sitemap).toBe(`${site.origin}/sitemap.xml`)
    const addresses = texts(xml((await ask('/sitemap.xml')).text), 'url > loc')
    expect(addresses).toContain(`${site.origin}/jobs/${slugs.onsite}`)
    expect(addresses).not.toContain(`${site.origin}/jobs/${slugs.expired}`)
    expect(addresses).not.toContain(`${site.origin}/jobs/junior-actuary-ll-108`)
    expect(addresses.filter(address => address.startsWith(`${site.origin}/jobs/`))).toHaveLength(
      Object.keys(rows).length - 1 + others.length,
    )
    // The pages of the CMS beside them.
    expect(addresses).toContain(`${site.origin}/about-us/awards`)
    // One after the other: all at once they keep the site busy for longer than it waits for its engine.
    const statuses = new Set<number>()
    for (const address of addresses) {
      const response = await fetch(address, { redirect: 'manual' })
      await response.arrayBuffer()
      statuses.add(response.status)
    }
    expect(statuses).toEqual(new Set([200]))
  })

  it('/jobs.rss is the search of the page, newest first, live jobs only', async () => {
    const { document } = await ask('/jobs?query=actuary&sector=insurance&sort=newest&size=50')
    const link = document.querySelector('link[type="application/rss+xml"]')!.getAttribute('href')!
    expect(link).toBe('/jobs.rss?query=actuary&sector=insurance')
    const response = await ask(link)
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = xml(response.text)
    expect(feed.querySelector('parsererror')).toBeNull()
    expect(texts(feed, 'item > title')).toEqual(
      [...document.querySelectorAll('main ol h3')].map(title => title.textContent),
    )
    expect(texts(feed, 'item > link')).not.toContain(`${site.origin}/jobs/${slugs.expired}`)
    const dates = texts(feed, 'item > pubDate').map(date => Date.parse(date))
    expect(dates.every(date => !Number.isNaN(date))).toBe(true)
    expect(new Set(texts(feed, 'item > guid')).size).toBe(dates.length)
  })
})

describe('a job whose date passes', () => {
  it('vanishes at that second from everywhere, with nobody at work, while a search is open', () =>
    browser.visit({ expected: [/410/] }, async ({ page, open, awake }) => {
      const total = async () => (await page.locator('#results-title').textContent())!
      const list = '/jobs?sector=insurance&specialism=actuarial&size=50'
      const countedBy = async (text: string) => {
        const { document } = await ask(list)
        return [...document.querySelectorAll('#filters label')].find(label => label.textContent.startsWith(text))!
          .textContent
      }
      const sidebar = async () =>
        (await ask(`/jobs/${slugs.hybrid}`)).document.querySelector('aside summary')!.textContent
      const similarTo = async (slug: string) =>
        [...(await ask(`/jobs/${slug}`)).document.querySelectorAll('[aria-labelledby=similar-title] h3')].map(
          title => title.textContent,
        )
      const live = Object.keys(rows).length - 1 + others.length

      site.stopClock(closing - 1)
      await open(list)
      await awake()
      await page.getByRole('link', { name: 'Closing Actuary', exact: true }).waitFor()
      const before = Number.parseInt(await total(), 10)
      expect(await sidebar()).toBe(`Search ${live} jobs`)
      expect(await countedBy('Actuarial')).toBe(`Actuarial${before} jobs`)
      expect(await similarTo(slugs.onsite)).toContain('Closing Actuary')

      site.stopClock(closing)
      // The open page asks again with its next change.
      await page.getByLabel('Keyword').fill('actuary')
      await page.waitForURL('**/jobs?query=actuary&**')
      await page.getByLabel('Keyword').fill('closing')
      await becomes(total, '0 jobs')
      const { document } = await ask(list)
      expect(document.body.textContent).not.toContain('Closing Actuary')
      expect(document.getElementById('results-title')!.textContent).toBe(`${before - 1} jobs`)
      expect(await countedBy('Actuarial')).toBe(`Actuarial${before - 1} jobs`)
      expect(await sidebar()).toBe(`Search ${live - 1} jobs`)
      expect(await similarTo(slugs.onsite)).not.toContain('Closing Actuary')
      expect((await ask('/jobs.rss?query=actuary')).text).not.toContain('Closing Actuary')
      expect((await ask('/sitemap.xml')).text).not.toContain(slugs.closing)
      const gone = await ask(`/jobs/${slugs.closing}`)
      expect(gone.status).toBe(410)
      expect(gone.text).not.toContain('JobPosting')
      expect((await ask(`/jobs/${slugs.closing}.json`)).status).toBe(410)
      // Nothing took it away: it is still in the index.
      expect((await site.indexer.jobs()).map(job => job.url_slug)).toContain(slugs.closing)

      // Who follows an old link inside the open page is told the same.
      await page.evaluate(path => history.pushState(history.state, '', path), `/jobs/${slugs.closing}`)
      await page.reload()
      expect(await page.locator('h1').textContent()).toBe('This job is no longer available')
    }))
})

describe('words that are wider than the screen', () => {
  it.each([320, widths.phone, widths.tablet])('break, on every page that shows a job, at %i px', width =>
    browser.visit({ width, expected: [/410/] }, async ({ page, open }) => {
      const faults: string[] = []
      const look = async (path: string) => {
        await open(path)
        expect(await page.locator('main').textContent(), path).toContain(longWord)
        const spill = await spillOf(page)
        if (spill) faults.push(`${path}: ${spill}`)
      }
      site.stopClock(started)
      for (const path of [
        `/jobs/${slugs.long}`,
        '/jobs?sector=technology&query=team',
        '/search?query=team',
        '/specialisms/data',
      ])
        await look(path)
      site.stopClock(started + 41 * day)
      await look(`/jobs/${slugs.long}`)
      expect(faults).toEqual([])
    }),
  )
})

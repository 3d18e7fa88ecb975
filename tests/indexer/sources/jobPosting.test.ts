import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { formats, openSource, readRows } from '../../../indexer/sources/formats.ts'
import { type SourceConfig } from '../../../indexer/sources/source.ts'
import { tries } from '../../builders/properties.ts'

function sourceOf(from: string, options?: unknown): SourceConfig {
  return parseCatalog(
    {
      sources: [
        {
          id: 'test',
          title: 'Test',
          format: 'job-posting',
          from,
          requestsPerMinute: 6000,
          ...(options ? { options } : {}),
        },
      ],
    },
    '/',
  )[0]!
}

async function all(rows: AsyncIterable<RawRow>): Promise<RawRow[]> {
  const list: RawRow[] = []
  for await (const row of rows) list.push(row)
  return list
}

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

function read(html: string, size = html.length): Promise<RawRow[]> {
  return all(formats.get('job-posting')!.rows(pieces(html, size), sourceOf('https://board.example/adverts/7')))
}

/** Without the fields that are not there. */
function jobs(rows: readonly RawRow[]): RawJob[] {
  return rows.map(row => {
    if (!('job' in row)) throw new Error(`no job: ${row.reason}`)
    return JSON.parse(JSON.stringify(row.job)) as RawJob
  })
}

const block = (json: unknown) =>
  `<script type="application/ld+json">${typeof json === 'string' ? json : JSON.stringify(json)}</script>`
const page = (...blocks: unknown[]) =>
  `<!doctype html><html lang="en"><head><title>An advert</title>${blocks.map(block).join('\n')}</head><body></body></html>`

const whole = {
  '@context': 'https://schema.org/',
  '@type': 'JobPosting',
  title: 'Claims Handler',
  description: '<p>Settle claims.</p>',
  responsibilities: 'Talk to customers',
  identifier: { '@type': 'PropertyValue', name: 'Sample Mutual', value: 'CH-12' },
  url: '/adverts/7#apply',
  hiringOrganization: { '@type': 'Organization', name: 'Sample Mutual' },
  employmentType: ['FULL_TIME', 'CONTRACTOR'],
  jobLocationType: 'TELECOMMUTE',
  applicantLocationRequirements: [{ '@type': 'Country', name: 'GB' }, { name: 'Ireland' }],
  jobLocation: [
    {
      '@type': 'Place',
      address: {
        addressLocality: 'Leeds',
        addressRegion: 'West Yorkshire',
        postalCode: 'LS1 4AP',
        addressCountry: { name: 'GB' },
      },
      geo: { latitude: 53.8, longitude: '-1.55' },
    },
    { '@type': 'Place', address: 'York, UK' },
  ],
  baseSalary: {
    '@type': 'MonetaryAmount',
    currency: 'GBP',
    value: { '@type': 'QuantitativeValue', minValue: '30000', maxValue: 35000, unitText: 'YEAR' },
  },
  industry: 'Insurance',
  datePosted: '2026-11-20',
  validThrough: '2026-12-20T23:59:00+00:00',
}

describe('JSON-LD', () => {
  it('is read whole, however the page is cut into chunks', async () => {
    const html = page({ '@type': 'BreadcrumbList', itemListElement: [] }, whole)
    for (const size of [1, 50, html.length])
      expect(jobs(await read(html, size))).toEqual([
        {
          key: 'CH-12',
          reference: 'CH-12',
          title: 'Claims Handler',
          description: '<p>Settle claims.</p>\n<h3>Responsibilities</h3>\n<p>Talk to customers</p>',
          locations: [
            { city: 'Leeds', region: 'West Yorkshire', postcode: 'LS1 4AP', country: 'GB', lat: 53.8, lng: -1.55 },
            { text: 'York, UK' },
          ],
          salary: { min: 30_000, max: 35_000, currency: 'GBP', period: 'YEAR' },
          types: ['FULL_TIME', 'CONTRACTOR'],
          environments: ['TELECOMMUTE'],
          remoteCountries: ['GB', 'Ireland'],
          sectors: [],
          specialisms: [],
          categories: ['Insurance'],
          company: 'Sample Mutual',
          hostedUrl: 'https://board.example/adverts/7',
          language: 'en',
          publishedAt: '2026-11-20',
          expiresAt: '2026-12-20T23:59:00+00:00',
        },
      ])
  })

  it('is found in a graph, with what it refers to, in lists and in several blocks', async () => {
    const rows = jobs(
      await read(
        page(
          {
            '@graph': [
              { '@id': '#us', '@type': 'Organization', name: 'Sample Bank' },
              { '@type': ['Thing', 'schema:JobPosting'], title: 'Teller', hiringOrganization: { '@id': '#us' } },
            ],
          },
          [
            {
              '@type': 'ItemList',
              itemListElement: [
                {
                  item: {
                    '@type': 'http://schema.org/JobPosting',
                    'schema:title': 'Clerk',
                    url: 'https://board.example/8',
                  },
                },
              ],
            },
          ],
        ),
      ),
    )
    expect(rows.map(({ title, company, key }) => [title, company ?? null, key])).toEqual([
      ['Teller', 'Sample Bank', null],
      ['Clerk', null, 'https://board.example/8'],
    ])
  })

  it.each([
    ['a raw line break in a text', '{"@type":"JobPosting","title":"A","description":"one\ntwo"}'],
    ['a comma too many', '{"@type":"JobPosting","title":"A",}'],
    ['a comma too few', '{"@type":"JobPosting" "title":"A"}'],
    ['a raw quote in a text', '{"@type":"JobPosting","title":"A","description":"a "special" one"}'],
    ['a comment round it', '<!-- {"@type":"JobPosting","title":"A"} -->'],
    ['CDATA round it', '//<![CDATA[\n{"@type":"JobPosting","title":"A"}\n//]]>'],
    ['entities for quotes', '{&quot;@type&quot;:&quot;JobPosting&quot;,&quot;title&quot;:&quot;A&quot;}'],
    ['white space in names', '{"@type":"JobPosting","\\n title ":"A"}'],
  ])('is mended where it has %s', async (_, json) => {
    expect(jobs(await read(page(json)))).toMatchObject([{ title: 'A' }])
  })

  it('is refused as a row where it can not be mended, and the others are read', async () => {
    const rows = await read(
      page(
        '"JobPosting" ] }',
        { '@type': 'JobPosting', title: 'B' },
        { '@type': 'JobPosting', description: 'no title' },
      ),
    )
    expect(rows).toMatchObject([
      { row: 1, reason: expect.stringMatching(/JobPosting in line 1 is not valid JSON/), raw: '"JobPosting" ] }' },
      { row: 2, job: { title: 'B' } },
      { row: 3, reason: 'title is missing' },
    ])
  })

  it('never passes for complete when it is cut off', async () => {
    const html = page(whole)
    const begins = html.indexOf('{')
    const ends = html.indexOf('</script>')
    for (let end = begins + 1; end <= ends; end += 7)
      await expect(read(html.slice(0, end)), html.slice(begins, end)).rejects.toThrow(
        /cut off in the JSON-LD that begins in line 1/,
      )
  })

  it.each([
    [
      'a number',
      { baseSalary: '52000', salaryCurrency: 'EUR' },
      { salary: { min: 52_000, max: 52_000, currency: 'EUR' } },
    ],
    ['words', { baseSalary: 'Minimum wage' }, { salaryText: 'Minimum wage' }],
    [
      'figures as people write them',
      { baseSalary: { currency: 'GBP', value: { minValue: '30,000', maxValue: '35,000', unitText: 'YEAR' } } },
      { salary: { min: 30_000, max: 35_000, currency: 'GBP', period: 'YEAR' } },
    ],
    [
      'a code of the unit',
      { baseSalary: { currency: 'GBP', value: { value: 12.5, unitCode: 'HUR' } } },
      { salary: { min: 12.5, max: 12.5, currency: 'GBP', period: 'hour' } },
    ],
    ['zeros', { baseSalary: { currency: 'GBP', value: { minValue: 0, maxValue: 0 } } }, {}],
    [
      'an estimate',
      {
        estimatedSalary: [
          { currency: 'USD', duration: 'P1Y', percentile10: 60000, median: 70000, percentile90: 80000 },
        ],
      },
      { salary: { min: 60_000, max: 80_000, currency: 'USD', period: 'year', estimated: true } },
    ],
  ])('has pay as %s', async (_, fields, expected) => {
    const { salary, salaryText } = jobs(await read(page({ '@type': 'JobPosting', title: 'A', ...fields })))[0]!
    expect({ salary, salaryText }).toEqual(expected)
  })

  it('is not identified by the name of the company, nor by a number that cannot be read', async () => {
    const rows = await read(
      page(
        {
          '@type': 'JobPosting',
          title: 'A',
          identifier: 'Sample Ltd',
          hiringOrganization: 'Sample Ltd',
          url: 'https://board.example/a',
        },
        '{"@type":"JobPosting","title":"B","identifier":{"value":1e999}}',
        { '@type': 'JobPosting', title: 'C', identifier: 'https://board.example/c' },
      ),
    )
    expect(rows[0]).toMatchObject({ job: { key: 'https://board.example/a' } })
    expect(rows[2]).toMatchObject({ job: { key: 'https://board.example/c', reference: undefined } })
    expect(rows[1]).toMatchObject({ title: 'B', reason: expect.stringMatching(/too long to be read exactly/) })
  })

  it('of any make ends as rows or a fault of the source', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...Object.keys(whole)), fc.jsonValue())),
        async value => {
          const rows = await read(page({ ...(value as object), '@type': 'JobPosting' })).catch(error => {
            if (!(error instanceof SourceError)) throw error
            return []
          })
          for (const row of rows) expect('job' in row ? row.job.title : row.reason).toBeTruthy()
        },
      ),
      tries(200),
    )
  })
})

describe('markup in the page', () => {
  it('is read from microdata, the description with its HTML', async () => {
    const html = `<html lang="de"><body><div itemscope itemtype="http://schema.org/JobPosting" itemref="more">
      <meta itemprop="datePosted" content="2026-11-01"><h1 itemprop="title">Sach&shy;bearbeiter <b>Schaden</b></h1>
      <a itemprop="url" href="/adverts/9">Advert</a>
      <div itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization"><span itemprop="name">Muster AG</span></div>
      <p itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope><span itemprop="addressLocality">Köln</span></span></p>
      <div itemprop="description"><p>Sie regulieren <em>Schäden</em>.</p></div></div>
      <ul id="more" itemprop="qualifications"><li>Erfahrung</li></ul></body></html>`
    expect(jobs(await read(html))).toMatchObject([
      {
        title: 'Sach\u00adbearbeiter Schaden',
        company: 'Muster AG',
        locations: [{ city: 'Köln' }],
        publishedAt: '2026-11-01',
        hostedUrl: 'https://board.example/adverts/9',
        description: '<p>Sie regulieren <em>Schäden</em>.</p>\n<h3>Qualifikationen</h3>\n<ul><li>Erfahrung</li></ul>',
        language: 'de',
      },
    ])
  })

  it('is read after dirt at the beginning of the page, whose address is then its own', async () => {
    const porter = '<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Porter</h1></div>'
    for (const dirt of ['\u001e', '\u001e\n', '\u001e/adverts/7\n', '\u001enone', '\ufeff', '\0'])
      for (const size of [1, 1_000])
        expect([dirt, jobs(await read(`${dirt}<html lang="en"><body>${porter}</body></html>`, size))]).toMatchObject([
          dirt,
          [{ key: 'https://board.example/adverts/7', title: 'Porter' }],
        ])
  })

  it('is read from RDFa', async () => {
    const html = `<html><body vocab="https://schema.org/"><article typeof="JobPosting"><h1 property="title">Broker</h1><time property="datePosted" datetime="2026-11-02">2 Nov</time>
      <span property="schema:baseSalary" typeof="MonetaryAmount"><meta property="currency" content="GBP"><span property="value">40000</span></span>
      <span property="jobLocation" typeof="Place"><span property="address" typeof="PostalAddress"><b property="addressLocality">York</b></span></span></article></body></html>`
    expect(jobs(await read(html))).toMatchObject([
      {
        title: 'Broker',
        publishedAt: '2026-11-02',
        salary: { min: 40_000, max: 40_000, currency: 'GBP' },
        locations: [{ city: 'York' }],
      },
    ])
  })

  it('does not give an advert twice that JSON-LD gives already', async () => {
    const html = `${block({ '@type': 'JobPosting', title: 'Broker', identifier: '1' })}<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title"> broker</h1></div>
      <div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Clerk</h1></div>`
    expect(jobs(await read(html)).map(({ title }) => title)).toEqual(['Broker', 'Clerk'])
  })

  it('is refused, and soon, where it holds itself again and again', async () => {
    const scope = 'itemscope itemtype="https://schema.org/JobPosting"'
    const small = '<b itemprop="skills"></b>'
    const ids = `<div ${scope} itemref="${'a '.repeat(3_000)}"><h1 itemprop="title">A</h1></div>${'<p id="a" itemprop="skills">x</p>'.repeat(10_000)}`
    expect(jobs(await read(ids))).toMatchObject([{ title: 'A' }])
    for (const nested of [`<div ${scope}>`, '<div itemprop="skills">'])
      expect(
        await read(
          `<div ${scope}><h1 itemprop="title">A</h1>${nested.repeat(900)}${small.repeat(10_000)}${'</div>'.repeat(901)}`,
        ),
      ).toMatchObject([{ reason: expect.stringMatching(/nests properties or adverts in each other/) }])
    for (const broken of ['"'.repeat(300_000), 'a "b" '.repeat(50_000)])
      expect(
        await read(
          `<script type="application/ld+json">{"@type":"JobPosting","title":"A","description":"${broken}</script>`,
        ),
      ).toMatchObject([{ reason: expect.stringMatching(/could not be repaired/) }])
  })

  it('may hold any number of drawings, whose elements end themselves', async () => {
    const drawing = `<svg>${'<path d="M0 0"/>'.repeat(2_000)}</svg>`
    expect(
      jobs(
        await read(
          `${drawing}<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">A</h1></div>`,
        ),
      ),
    ).toMatchObject([{ title: 'A' }])
  })

  it('is refused where elements nest without end', async () => {
    const hostile = `<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">A</h1>${'<div itemprop="x">'.repeat(20_000)}`
    expect(await read(hostile)).toMatchObject([{ reason: expect.stringMatching(/nest deeper than 1000/) }])
    const crowded = `<html><body>${'<br>'.repeat(200_001)}</body></html>`
    expect(await read(crowded)).toMatchObject([{ reason: expect.stringMatching(/more than 200000/) }])
    expect(
      jobs(await read(`<ul>${'<li>One<p>more'.repeat(2_000)}</ul>${hostile.slice(0, 2_000)}</body>`)),
    ).toMatchObject([{ title: 'A' }])
  })
})

describe('a page without adverts', () => {
  it.each([
    [
      'a log-in page',
      '<html><head><title>Log in</title></head><body></body></html>',
      /The web page \("Log in"\) holds no advert/,
    ],
    ['nothing', ' \n', /The feed is empty/],
    [
      'a sitemap in a file',
      '<?xml version="1.0"?><urlset><url><loc>https://board.example/1</loc></url></urlset>',
      /is a sitemap and holds no advert itself/,
    ],
    ['a breadcrumb alone', page({ '@type': 'BreadcrumbList' }), /\("An advert"\) holds no advert/],
  ])('is refused: %s', async (_, html, message) => {
    await expect(read(html)).rejects.toThrow(message)
  })
})

describe('several pages', () => {
  let folder: string
  let origin: string
  let asked: string[]
  const pages = new Map<string, { status?: number; body: string | Buffer; to?: string }>()
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const found = pages.get(request.url!) ?? { status: 404, body: 'gone' }
    response
      .writeHead(found.status ?? 200, {
        'content-type': 'text/html; charset=utf-8',
        ...(found.to ? { location: found.to } : {}),
      })
      .end(found.body)
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    folder = await mkdtemp(join(tmpdir(), 'longlist-pages-'))
  })
  beforeEach(() => {
    asked = []
    pages.clear()
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function collect(path: string, options?: unknown): Promise<RawRow[]> {
    const source = sourceOf(origin + path, options)
    const feed = await openSource(source, source.from!, { tempFolder: folder })
    if (feed.kind !== 'file') throw new Error('not modified')
    try {
      return await all(readRows(feed.path, source, { charset: feed.charset }))
    } finally {
      await feed.dispose()
      expect(await readdir(folder)).toEqual([])
    }
  }
  const advert = (title: string) => ({ body: page({ '@type': 'JobPosting', title }) })
  const sitemap = (...paths: string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map(path => `<url><loc>${path}</loc></url>`).join('')}</urlset>`

  it('are those of a sitemap of sitemaps on the same host, without the ones that are gone', async () => {
    pages.set('/sitemap.xml', {
      body: `<sitemapindex><sitemap><loc>${origin}/a.xml</loc></sitemap><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`,
    })
    pages.set('/a.xml', {
      body: sitemap(
        `${origin}/about`,
        `${origin}/jobs/1?x=1&amp;y=2`,
        // As a site behind a proxy writes it.
        `${origin.replace('http:', 'https:')}/jobs/2`,
        `${origin}/jobs/2`,
        `${origin}/jobs/gone`,
        'http://other.example/jobs/3',
      ),
    })
    pages.set('/about', { body: '<html><title>About</title></html>' })
    pages.set('/jobs/1?x=1&y=2', advert('One'))
    pages.set('/jobs/2', { body: `\u001e<p>${advert('Two').body}` })
    const rows = await collect('/sitemap.xml')
    expect(jobs(rows).map(({ title, key, hostedUrl }) => [title, key, hostedUrl])).toEqual([
      ['One', `${origin}/jobs/1?x=1&y=2`, `${origin}/jobs/1?x=1&y=2`],
      ['Two', `${origin}/jobs/2`, `${origin}/jobs/2`],
    ])
    expect(asked).toEqual(['/sitemap.xml', '/a.xml', '/about', '/jobs/1?x=1&y=2', '/jobs/2', '/jobs/gone'])
  })

  it('are those of a sitemap that is a gzip file', async () => {
    pages.set('/sitemap.xml.gz', { body: gzipSync(sitemap(`${origin}/jobs/1`)) })
    pages.set('/jobs/1', advert('One'))
    expect(jobs(await collect('/sitemap.xml.gz')).map(({ title }) => title)).toEqual(['One'])
  })

  it('are those that a list links to, where the options say which', async () => {
    pages.set('/careers', {
      body: '<a href="/jobs/1">One</a><a href="jobs/2#top">Two</a><a href="/imprint">Imprint</a><a href="mailto:x@board.example">Mail</a>',
    })
    pages.set('/jobs/1', advert('One'))
    pages.set('/jobs/2', { body: '<html><title>Broken</title></html>' })
    expect(await collect('/careers', { match: '/jobs/' })).toMatchObject([
      { row: 1, job: { title: 'One' } },
      { row: 2, key: `${origin}/jobs/2`, title: 'Broken', reason: 'the page holds no JobPosting markup' },
    ])
  })

  it('may be sent on to the list when they are closed', async () => {
    pages.set('/sitemap.xml', { body: sitemap(`${origin}/jobs/1`, `${origin}/jobs/2`) })
    pages.set('/jobs/1', { status: 302, to: '/careers', body: '' })
    pages.set('/careers', { body: '<html></html>' })
    pages.set('/jobs/2', advert('Two'))
    expect(jobs(await collect('/sitemap.xml', { match: '/jobs/' })).map(({ title }) => title)).toEqual(['Two'])
  })

  it.each([
    [
      'none of them is an advert',
      undefined,
      () => sitemap(`${origin}/about`, `${origin}/team`),
      /None of the 2 pages holds an advert/,
    ],
    ['a page fails', undefined, () => sitemap(`${origin}/about`, `${origin}/broken`), /answered with status 403/],
    [
      'none matches',
      { match: '/jobs/' },
      () => sitemap(`${origin}/about`),
      /no page of .* with "\/jobs\/" in its address/,
    ],
    [
      'there are too many',
      { maxPages: 1 },
      () => sitemap(`${origin}/about`, `${origin}/team`),
      /More than 1 pages are listed/,
    ],
    [
      'the sitemap is cut off',
      undefined,
      () => sitemap(`${origin}/about`).slice(0, -9),
      /cut off|not well-formed|ends/,
    ],
  ])('are refused when %s', async (_, options, list, message) => {
    pages.set('/sitemap.xml', { body: list() })
    pages.set('/about', { body: '<html></html>' })
    pages.set('/team', { body: '<html></html>' })
    pages.set('/broken', { status: 403, body: 'no' })
    await expect(collect('/sitemap.xml', options)).rejects.toThrow(message)
    expect(await readdir(folder)).toEqual([])
  })

  it('are one when the address is an advert itself', async () => {
    pages.set('/jobs/1', advert('One'))
    expect(jobs(await collect('/jobs/1'))).toMatchObject([{ title: 'One', key: `${origin}/jobs/1` }])
    expect(asked).toEqual(['/jobs/1'])
  })
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { tellFormat } from '../../../indexer/sources/auto.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { formats, openSource, readRows } from '../../../indexer/sources/formats.ts'
import { type SourceConfig } from '../../../indexer/sources/source.ts'
import { type ApiServer, type Asked, quickClock, startApi } from '../../builders/apiServer.ts'

const realData = process.env.REAL_DATA_DIR

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-boards-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

let api: ApiServer
let answer: (asked: Asked, response: ServerResponse) => unknown
beforeEach(async () => {
  api = await startApi((asked, response) => answer(asked, response))
})
afterEach(async () => {
  await api.close()
  expect(await readdir(join(folder, 'downloads')).catch(() => [])).toEqual([])
})

function sourceOf(format: string, fields: Record<string, unknown> = {}): SourceConfig {
  return parseCatalog(
    { sources: [{ id: format, title: 'Board', format, requestsPerMinute: 6_000, ...fields }] },
    '/',
  )[0]!
}

async function rowsIn(path: string, source: SourceConfig): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for await (const row of readRows(path, source)) rows.push(row)
  return rows
}

/** Rows of a saved answer. */
async function saved(format: string, value: unknown, fields: Record<string, unknown> = {}): Promise<RawRow[]> {
  const path = join(folder, 'saved.json')
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
  return rowsIn(path, sourceOf(format, fields))
}

/** Rows of what the API on this machine gives. */
async function gathered(
  format: string,
  path: string,
  fields: Record<string, unknown> = {},
  keepFolder?: string,
): Promise<RawRow[]> {
  const source = sourceOf(format, { from: `${api.origin}${path}`, ...fields })
  const feed = await openSource(source, source.from!, {
    clock: quickClock(),
    tempFolder: join(folder, 'downloads'),
    ...(keepFolder ? { keepFolder } : {}),
  })
  if (feed.kind !== 'file') throw new Error('not modified')
  try {
    return await rowsIn(feed.path, source)
  } finally {
    await feed.dispose()
  }
}

function jobs(rows: RawRow[]): RawJob[] {
  return rows.map(row => {
    if (!('job' in row)) throw new Error(row.reason)
    return row.job
  })
}

function keys(rows: RawRow[]): (string | null)[] {
  return rows.map(row => ('job' in row ? row.job.key : row.key))
}

async function fault(reading: Promise<unknown>): Promise<SourceError> {
  const error = await reading.then(
    () => null,
    found => found,
  )
  expect(error).toBeInstanceOf(SourceError)
  return error as SourceError
}

const nothing = { types: [], environments: [], sectors: [], specialisms: [], categories: [] }

describe('ashby', () => {
  const posting = {
    id: '11111111-2222-4333-8444-555555555555',
    title: ' Pricing Lead ',
    department: 'Pricing',
    team: 'Pricing',
    employmentType: 'FullTime',
    location: 'London (HQ)',
    secondaryLocations: [
      { location: 'Remote (Germany)', address: { postalAddress: { addressCountry: 'Germany' } } },
      { location: '', address: {} },
    ],
    isListed: true,
    isRemote: true,
    workplaceType: 'Hybrid',
    address: {
      postalAddress: { addressLocality: 'Londn', addressRegion: 'England ', addressCountry: 'UK', postalCode: '' },
    },
    descriptionHtml: '<p>Lead.</p>',
    jobUrl: 'https://jobs.example/1',
    publishedAt: '2026-11-01T10:00:00.000+00:00',
  }
  const salary = (minValue: number | null, maxValue: number | null, fields = {}) => ({
    compensationType: 'Salary',
    interval: '1 YEAR',
    currencyCode: 'GBP',
    minValue,
    maxValue,
    ...fields,
  })
  const paid = async (compensation: object, fields = {}) => {
    const { salary, salaryText } = jobs(await saved('ashby', { jobs: [{ ...posting, compensation, ...fields }] }))[0]!
    return { salary, salaryText }
  }

  it('reads a posting with all its places', async () => {
    expect(jobs(await saved('ashby', { apiVersion: '1', jobs: [posting] }))).toEqual([
      {
        ...nothing,
        key: posting.id,
        uuid: posting.id,
        title: 'Pricing Lead',
        description: '<p>Lead.</p>',
        locations: [
          { text: 'London (HQ)', city: 'Londn', region: 'England', country: 'UK' },
          { text: 'Remote (Germany)', country: 'Germany' },
        ],
        types: ['FullTime'],
        environments: ['Hybrid', 'Remote'],
        categories: ['Pricing'],
        hostedUrl: 'https://jobs.example/1',
        publishedAt: '2026-11-01T10:00:00.000+00:00',
      },
    ])
  })

  it('reads the salary among the parts of the compensation, over tiers of one kind', async () => {
    const equity = { compensationType: 'EquityPercentage', interval: 'NONE', minValue: 0.1, maxValue: 1 }
    expect(
      await paid({
        scrapeableCompensationSalarySummary: '£70K - £90K',
        summaryComponents: [equity, salary(70_000, 90_000)],
      }),
    ).toEqual({
      salary: { min: 70_000, max: 90_000, currency: 'GBP', period: 'year' },
      salaryText: '£70K - £90K',
    })
    const tiers = [
      { components: [equity, salary(70_000, 80_000)] },
      { components: [salary(75_000, 95_000), salary(90_000, 120_000, { currencyCode: 'USD' })] },
    ]
    expect(
      (await paid({ compensationTierSummary: 'Two tiers', summaryComponents: [], compensationTiers: tiers })).salary,
    ).toEqual({
      min: 70_000,
      max: 95_000,
      currency: 'GBP',
      period: 'year',
    })
    expect((await paid({ summaryComponents: [salary(900, null, { interval: '2 WEEK' })] })).salary).toEqual({
      min: 900,
      currency: 'GBP',
    })
    expect(await paid({ compensationTierSummary: null, summaryComponents: [], compensationTiers: [] })).toEqual({})
    expect(
      await paid({ summaryComponents: [salary(70_000, 90_000)] }, { shouldDisplayCompensationOnJobPostings: false }),
    ).toEqual({})
  })

  it('takes what is not listed for withdrawn', async () => {
    const rows = await saved('ashby', { jobs: [{ ...posting, isListed: false }] })
    expect(rows).toMatchObject([
      {
        row: 1,
        key: posting.id,
        title: 'Pricing Lead',
        gone: true,
        reason: expect.stringMatching(/^isListed is false/),
      },
    ])
  })
})

describe('workable', () => {
  const posting = (fields: object) => ({
    title: 'Analyst',
    shortcode: 'AB12',
    code: '',
    telecommuting: true,
    url: 'https://apply.example/j/AB12',
    ...fields,
  })

  it('reads one job that is listed once in each country, with its company', async () => {
    const place = (country: string, countryCode: string, region: string | null = null) => ({
      country,
      state: region ?? '',
      city: '',
      locations: [{ country, countryCode, city: '', region, hidden: false }],
    })
    const rows = await saved('workable', {
      name: 'Board Ltd',
      description: null,
      jobs: [posting(place('Spain', 'ES')), posting(place('Australia', 'AU', 'Victoria'))],
    })
    expect(
      jobs(rows).map(({ key, company, locations, environments, reference }) => [
        key,
        company,
        locations,
        environments,
        reference,
      ]),
    ).toEqual([
      ['AB12', 'Board Ltd', [{ country: 'ES' }], ['Remote'], undefined],
      ['AB12', 'Board Ltd', [{ region: 'Victoria', country: 'AU' }], ['Remote'], undefined],
    ])
  })

  it('reads the fields of the old widget, and hides what is to be hidden', async () => {
    const rows = await saved('workable', {
      jobs: [
        posting({
          country: 'United Kingdom',
          state: 'England',
          city: 'Leeds',
          telecommuting: false,
          experience: 'Associate',
          function: 'Sales',
        }),
        posting({ locations: [{ country: 'Germany', countryCode: 'DE', city: 'Bonn', region: 'NRW', hidden: true }] }),
        posting({ state: 'archived' }),
        posting({ isInternal: true }),
        posting({ sample: true }),
      ],
    })
    expect(
      jobs(rows.slice(0, 2)).map(({ locations, environments, seniority, categories }) => [
        locations,
        environments,
        seniority,
        categories,
      ]),
    ).toEqual([
      [[{ city: 'Leeds', region: 'England', country: 'United Kingdom' }], [], ['Associate'], ['Sales']],
      [[{ country: 'DE' }], ['Remote'], [], []],
    ])
    expect(rows.slice(2).map(row => 'gone' in row && row.gone)).toEqual([true, true, true])
  })

  it("gathers the account's jobs, page after page, with their details", async () => {
    const page = (...codes: string[]) =>
      codes.map(shortcode => ({
        id: shortcode,
        title: `Job ${shortcode}`,
        shortcode,
        state: 'published',
        location: { city: 'York', country_code: 'GB' },
      }))
    answer = ({ url, query }, response) => {
      if (!url.startsWith('/spi/v3/jobs')) return void response.writeHead(404).end()
      const code = /jobs\/(\w+)/.exec(url)?.[1]
      if (code === 'gone') return void response.writeHead(404).end('{}')
      if (code)
        return {
          full_description: `<p>All of ${code}</p>`,
          employment_type: 'Full-time',
          salary: { salary_from: 40_000, salary_currency: 'gbp' },
        }
      if (query.get('since_id')) return { jobs: page('c', 'gone'), paging: {} }
      return {
        jobs: page('a', 'b'),
        paging: { next: 'https://www.board.example/spi/v3/accounts/board/jobs?since_id=b&limit=2' },
      }
    }
    const rows = await gathered('workable', '/spi/v3/jobs?limit=2', { headers: { authorization: 'Bearer secret' } })
    expect(
      jobs(rows.slice(0, 3)).map(({ key, description, types, salary, locations }) => [
        key,
        description,
        types,
        salary,
        locations,
      ]),
    ).toEqual(
      ['a', 'b', 'c'].map(key => [
        key,
        `<p>All of ${key}</p>`,
        ['Full-time'],
        { min: 40_000, currency: 'GBP' },
        [{ city: 'York', country: 'GB' }],
      ]),
    )
    expect(rows[3]).toMatchObject({
      key: 'gone',
      title: 'Job gone',
      reason: expect.stringMatching(/listed, but its own address answers with status 404/),
    })
    expect(rows[3]).not.toHaveProperty('gone')
    expect(api.asked.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
    expect(api.asked[0]!.url).toBe('/spi/v3/jobs?limit=2&state=published')
  })

  it('gathers the careers page, whose pages are posted for', async () => {
    answer = ({ url, method, body }) => {
      if (method === 'GET')
        return { description: `<p>${url.slice(-1)}</p>`, requirements: '<ul><li>Care</li></ul>', benefits: '' }
      const { token } = JSON.parse(body)
      const one = (shortcode: string) => ({
        shortcode,
        title: 'A',
        type: 'full',
        workplace: 'on_site',
        published: '2026-11-01T00:00:00.000Z',
        language: 'en',
        department: ['Claims'],
      })
      return token ? { total: 2, results: [one('b')] } : { total: 2, results: [one('a')], nextPage: 't' }
    }
    const rows = await gathered('workable', '/api/v3/accounts/board/jobs')
    expect(jobs(rows)).toMatchObject([
      {
        key: 'a',
        description: '<p>a</p>\n<h3>Requirements</h3>\n<ul><li>Care</li></ul>',
        types: ['Full-time'],
        environments: ['on-site'],
        categories: ['Claims'],
        hostedUrl: `${api.origin}/board/j/a/`,
        applicationUrl: `${api.origin}/board/j/a/apply/`,
        publishedAt: '2026-11-01T00:00:00.000Z',
      },
      { key: 'b' },
    ])
  })
})

describe('an answer that nests without end', () => {
  it('is refused', async () => {
    answer = ({ query }, response) => {
      const deep = '['.repeat(50_000) + ']'.repeat(50_000)
      return void response.end(
        query.has('offset')
          ? `{"totalFound":1,"content":[{"id":"1","name":"A"}]}`
          : `{"id":"1","name":"A","deep":${deep}}`,
      )
    }
    expect((await fault(gathered('smartrecruiters', '/v1/companies/Board/postings'))).message).toMatch(
      /answered with JSON that nests without end/,
    )
  })
})

describe('smartrecruiters', () => {
  const posting = (id: string, fields = {}) => ({
    id,
    uuid: `11111111-2222-4333-8444-55555555555${id.slice(-1)}`,
    name: `Job ${id}`,
    refNumber: `REF${id}`,
    company: { identifier: 'Board', name: 'Board Ltd' },
    releasedDate: '2026-11-01T10:00:00.000Z',
    location: {
      city: 'Remote',
      country: 'gb',
      remote: true,
      hybrid: false,
      fullLocation: 'Remote, , United Kingdom',
      latitude: '51.5',
      longitude: '-0.1',
    },
    department: {},
    function: { id: 'it', label: 'IT' },
    typeOfEmployment: { id: 'permanent', label: 'Full-time' },
    experienceLevel: { id: 'x', label: 'Not Applicable' },
    ...fields,
  })
  const detail = (id: string) => ({
    ...posting(id),
    language: { code: 'en' },
    applyUrl: `https://apply.example/${id}`,
    jobAd: {
      sections: {
        jobDescription: { title: 'The job', text: '<p>Do it.</p>' },
        companyDescription: { title: 'Us', text: 'We & you' },
        qualifications: { title: 'You', text: '' },
      },
    },
  })
  /** `total` and the page of each offset. */
  const listOf = (total: (offset: number) => number, pages: Record<number, string[]>) => {
    answer = ({ url, query }, response) => {
      const id = /postings\/(\w+)/.exec(url)?.[1]
      if (id) return id === '9' ? void response.writeHead(410).end() : detail(id)
      const offset = Number(query.get('offset'))
      return { offset, limit: 100, totalFound: total(offset), content: (pages[offset] ?? []).map(id => posting(id)) }
    }
  }

  it('gathers the list and each posting', async () => {
    listOf(() => 4, { 0: ['1', '2'], 2: ['3', '9'] })
    const rows = await gathered('smartrecruiters', '/v1/companies/Board/postings?country=gb')
    expect(jobs(rows.slice(0, 3))[0]).toEqual({
      ...nothing,
      key: '1',
      uuid: '11111111-2222-4333-8444-555555555551',
      reference: 'REF1',
      title: 'Job 1',
      description: '<h3>Us</h3>\n<p>We &amp; you</p>\n<h3>The job</h3>\n<p>Do it.</p>',
      locations: [
        { text: 'Remote, United Kingdom', city: 'Remote', country: 'GB', lat: 51.5, lng: -0.1, remote: true },
      ],
      types: ['Full-time'],
      environments: ['Remote'],
      seniority: [],
      categories: ['IT'],
      company: 'Board Ltd',
      applicationUrl: 'https://apply.example/1',
      hostedUrl: 'https://jobs.smartrecruiters.com/Board/1',
      language: 'en',
      publishedAt: '2026-11-01T10:00:00.000Z',
    })
    expect(keys(rows)).toEqual(['1', '2', '3', '9'])
    expect(rows[3]).toMatchObject({ reason: expect.stringMatching(/status 410/) })
    expect(api.asked.filter(({ url }) => url.includes('offset')).map(({ url }) => url)).toEqual([
      '/v1/companies/Board/postings?country=gb&limit=100&offset=0',
      '/v1/companies/Board/postings?country=gb&limit=100&offset=2',
    ])
  })

  it('refuses a list that is shorter than it says, unless the list moved meanwhile', async () => {
    listOf(() => 5, { 0: ['1', '2'], 2: ['3'] })
    expect(await fault(gathered('smartrecruiters', '/v1/companies/Board/postings'))).toMatchObject({
      passing: true,
      message: expect.stringMatching(/says that it lists 5 adverts, and 3 came/),
    })
    // One left in the middle: the next page begins one later, so that one is not seen.
    listOf(offset => (offset === 0 ? 4 : 3), { 0: ['1', '2'], 2: ['4'] })
    expect(keys(await gathered('smartrecruiters', '/v1/companies/Board/postings'))).toEqual(['1', '2', '4'])
    // One came and one left: as many as before, and one of them twice.
    listOf(() => 4, { 0: ['1', '2'], 2: ['2', '3'] })
    expect((await fault(gathered('smartrecruiters', '/v1/companies/Board/postings'))).message).toMatch(
      /lists 4 adverts, and 3 came/,
    )
  })

  it('refuses pages that repeat themselves, and what is no page', async () => {
    listOf(() => 9, { 0: ['1', '2'], 2: ['1', '2'] })
    expect((await fault(gathered('smartrecruiters', '/v1/companies/Board/postings'))).message).toMatch(
      /repeats on page 2 what its earlier pages held/,
    )
    answer = () => ({ code: 'x', message: 'Company not found' })
    expect((await fault(gathered('smartrecruiters', '/v1/companies/Board/postings'))).message).toMatch(
      /\/postings answered with an error: "Company not found"\. Expected/,
    )
    answer = () => [1]
    expect((await fault(gathered('smartrecruiters', '/v1/companies/Board/postings'))).message).toMatch(
      /answered with JSON that is a list/,
    )
  })

  it('reads a saved page and a saved posting', async () => {
    expect(
      keys(
        await saved('smartrecruiters', {
          totalFound: 40,
          content: [posting('1'), posting('2', { visibility: 'INTERNAL' })],
        }),
      ),
    ).toEqual(['1', '2'])
    const [closed] = await saved('smartrecruiters', { ...detail('3'), active: false })
    expect(closed).toMatchObject({ key: '3', gone: true })
    expect(jobs(await saved('smartrecruiters', detail('4')))[0]).toMatchObject({ key: '4', title: 'Job 4' })
    expect(await saved('smartrecruiters', { jobAd: { sections: {} } })).toMatchObject([
      { reason: 'name (the title) is missing' },
    ])
  })
})

describe('recruitee', () => {
  const offer = {
    id: 7,
    status: 'published',
    title: 'Controller (m/w/d)',
    description: '<p>Zahlen.</p>',
    requirements: '<p>Genau.</p>',
    translations: {
      de: { title: 'Controller (m/w/d)', description: '<p>Zahlen.</p>', requirements: '<p>Genau.</p>' },
      en: { title: 'Controller', description: '<p>Figures.</p>', requirements: null },
    },
    salary: { min: '60000', max: '75000', period: 'year', currency: 'EUR' },
    employment_type_code: 'fulltime_permanent',
    experience_code: 'mid_level',
    hybrid: true,
    remote: false,
    location: 'Remote job',
    city: 'Bonn',
    country_code: 'DE',
    locations: [
      {
        name: 'Office',
        city: 'Bonn',
        state: 'Nordrhein-Westfalen',
        country_code: 'DE',
        country: 'Germany',
        postal_code: '53111',
        note: 'or elsewhere',
      },
    ],
    careers_url: 'https://jobs.example/o/controller',
    careers_apply_url: 'https://jobs.example/o/controller/c/new',
    mailbox_email: 'job.7@board.example',
    published_at: '2026-08-05 10:10:39 UTC',
    close_at: null,
  }

  it('reads an offer in the language of the source', async () => {
    const [english] = jobs(await saved('recruitee', { offers: [offer] }))
    expect(english).toEqual({
      ...nothing,
      key: '7',
      title: 'Controller',
      description: '<p>Figures.</p>',
      locations: [{ text: 'Office', city: 'Bonn', region: 'Nordrhein-Westfalen', country: 'DE', postcode: '53111' }],
      salary: { min: 60_000, max: 75_000, period: 'year', currency: 'EUR' },
      types: ['fulltime permanent'],
      environments: ['Hybrid'],
      seniority: ['mid level'],
      applicationUrl: 'https://jobs.example/o/controller/c/new',
      hostedUrl: 'https://jobs.example/o/controller',
      language: 'en',
      publishedAt: '2026-08-05 10:10:39 UTC',
    })
    const [german] = jobs(await saved('recruitee', { offers: [offer] }, { country: 'DE' }))
    expect(german).toMatchObject({
      title: 'Controller (m/w/d)',
      description: '<p>Zahlen.</p>\n<p>Genau.</p>',
      language: 'de',
    })
  })

  it('reads what there is without translations, places and pay', async () => {
    const plain = {
      ...offer,
      translations: undefined,
      locations: [],
      salary: { min: null, max: null, period: null, currency: null },
      careers_apply_url: '',
    }
    expect(jobs(await saved('recruitee', { offers: [plain] }))[0]).toMatchObject({
      title: 'Controller (m/w/d)',
      locations: [{ city: 'Bonn', country: 'DE' }],
      salary: undefined,
      language: undefined,
      applicationEmail: 'job.7@board.example',
    })
    expect(await saved('recruitee', { offers: [{ ...offer, status: 'archived' }] })).toMatchObject([
      { key: '7', gone: true },
    ])
  })
})

describe('teamtailor', () => {
  const item = (number: number, fields = {}) => ({
    id: `a52c9a45-1132-44c9-9696-76974817ae${number}`,
    title: `Job ${number}`,
    url: `https://careers.example/jobs/${number}`,
    content_html: '<p>Text.</p>',
    date_published: '2026-11-01T10:00:00+01:00',
    _jobposting: {
      '@type': 'JobPosting',
      title: `Job ${number}`,
      identifier: { '@type': 'PropertyValue', name: 'Board', value: number },
      jobLocation: [
        {
          '@type': 'Place',
          address: {
            addressLocality: 'Stockholm',
            postalCode: '116 21',
            addressCountry: 'SE',
            addressRegion: 'Europe',
          },
        },
        { '@type': 'Place', address: { addressLocality: 'København', addressCountry: 'DK' } },
      ],
      ...fields,
    },
  })

  it('reads the JSON Feed, over its pages', async () => {
    answer = ({ query }) =>
      query.get('page')
        ? { title: 'Board', items: [item(12)] }
        : { title: 'Board', next_url: `${api.origin}/jobs.json?page=2`, items: [item(11)] }
    const rows = await gathered('teamtailor', '/jobs.json')
    expect(keys(rows)).toEqual(['11', '12'])
    expect(jobs(rows)[0]).toMatchObject({
      key: '11',
      title: 'Job 11',
      description: '<p>Text.</p>',
      company: 'Board',
      hostedUrl: 'https://careers.example/jobs/11',
      publishedAt: '2026-11-01T10:00:00+01:00',
      locations: [
        { city: 'Stockholm', postcode: '116 21', country: 'SE' },
        { city: 'København', country: 'DK' },
      ],
    })
    expect(jobs(rows)[0]!.locations[0]!.region).toBeUndefined()
    expect(await saved('teamtailor', { items: [{ id: 'x' }] })).toMatchObject([
      { key: 'x', reason: 'title is missing' },
    ])
  })

  const job = (id: string, fields = {}, department = 'd1') => ({
    id,
    type: 'jobs',
    links: {
      'careersite-job-url': `https://careers.example/jobs/${id}`,
      'careersite-job-apply-url': `https://careers.example/jobs/${id}/apply`,
    },
    attributes: {
      title: `Job ${id}`,
      body: '<p>Text.</p>',
      pitch: 'Come',
      status: 'open',
      'human-status': 'published',
      'remote-status': 'fully',
      'employment-type': 'fulltime',
      'employment-level': 'none',
      'min-salary': 30_000,
      'max-salary': 40_000,
      currency: 'SEK',
      'salary-time-unit': 'monthly',
      tags: ['Claims'],
      'language-code': 'en',
      'created-at': '2026-11-01T10:00:00.000+01:00',
      'end-date': '2026-12-24',
      ...fields,
    },
    relationships: {
      department: { data: { id: department, type: 'departments' } },
      locations: { data: [{ id: 'l1', type: 'locations' }] },
      user: { data: null },
    },
  })
  const departments = (...ids: string[]) =>
    ids.map(id => ({ id, type: 'departments', attributes: { name: `Department ${id}` } }))
  const place = {
    id: 'l1',
    type: 'locations',
    attributes: { name: 'Head office', city: 'Malmö', country: 'Sweden', zip: '211 20', lat: 55.6, long: 13 },
  }

  it('puts jobs of the API together with what is included on their page', async () => {
    answer = ({ url, headers }, response) => {
      if (headers.authorization !== 'Token token=t') return void response.writeHead(401).end()
      return url.includes('number')
        ? { data: [job('3', {}, 'd2')], included: departments('d2'), meta: { 'record-count': 3 }, links: {} }
        : {
            data: [job('1'), job('2')],
            included: [...departments('d1'), place],
            meta: { 'record-count': 3 },
            links: { next: { href: '/v1/jobs?page%5Bnumber%5D=2' } },
          }
    }
    const rows = await gathered('teamtailor', '/v1/jobs?include=department,locations', {
      headers: { authorization: 'Token token=t' },
    })
    expect(jobs(rows).map(({ key, categories }) => [key, categories])).toEqual([
      ['1', ['Department d1', 'Claims']],
      ['2', ['Department d1', 'Claims']],
      ['3', ['Department d2', 'Claims']],
    ])
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3])
    expect(jobs(rows)[0]).toMatchObject({
      summary: 'Come',
      locations: [{ text: 'Head office', city: 'Malmö', country: 'Sweden', postcode: '211 20', lat: 55.6, lng: 13 }],
      salary: { min: 30_000, max: 40_000, currency: 'SEK', period: 'month' },
      environments: ['Remote'],
      types: ['fulltime'],
      seniority: [],
      applicationUrl: 'https://careers.example/jobs/1/apply',
      publishedAt: '2026-11-01T10:00:00.000+01:00',
      expiresAt: '2026-12-24',
    })
  })

  it('reads a saved page in either order, and leaves out what is not published', async () => {
    const page = {
      included: [...departments('d1'), place],
      data: [job('1'), job('2', { 'human-status': 'unlisted' }), job('3', { internal: true })],
    }
    for (const value of [page, { data: page.data, included: page.included }]) {
      const rows = await saved('teamtailor', value)
      expect(jobs(rows.slice(0, 1))[0]!.categories).toEqual(['Department d1', 'Claims'])
      expect(rows.slice(1)).toMatchObject([
        { key: '2', gone: true, raw: expect.stringContaining('"id":"2"') },
        { key: '3', gone: true, raw: expect.stringContaining('"id":"3"') },
      ])
    }
  })

  it('is refused where the jobs are missing beside what they point to', async () => {
    expect((await fault(saved('teamtailor', { data: null, included: departments('d1') }))).message).toMatch(
      /such as departments\/d1, and no jobs/,
    )
  })
})

describe('bullhorn', () => {
  const order = (id: number, fields = {}) => ({
    id,
    title: `Job ${id}`,
    description: '<DIV>for the desk</DIV>',
    publicDescription: '<p>For all</p>',
    isOpen: true,
    isPublic: 1,
    isDeleted: false,
    employmentType: '50 - Direct Hire',
    address: { address1: '', city: 'Leeds', state: '', zip: 'LS1 1AA', countryID: 2359 },
    salary: 45_000,
    salaryUnit: 'Per Annum',
    payRate: 30,
    clientBillRate: 75,
    clientCorporation: { id: 2, name: 'A client' },
    onSite: 'No Preference',
    categories: { total: 1, data: [{ id: 1, name: 'Claims' }] },
    skills: { total: 3, data: [] },
    responseUser: { id: 1, firstName: 'Robin', lastName: 'Example', email: 'robin@longlist.example' },
    dateAdded: 1_790_000_000_000,
    dateEnd: 1_291_093_200_000,
    ...fields,
  })
  const page = (data: object[], total = data.length, start = 0) => ({ total, start, count: data.length, data })

  it('reads an order as its advert, and nothing of what is for the agency alone', async () => {
    expect(jobs(await saved('bullhorn', page([order(1)])))).toEqual([
      {
        ...nothing,
        key: '1',
        title: 'Job 1',
        description: '<p>For all</p>',
        locations: [{ city: 'Leeds', country: 'GB', postcode: 'LS1 1AA' }],
        salary: { min: 45_000, max: 45_000, period: 'year' },
        types: ['Direct Hire'],
        categories: ['Claims'],
        consultant: { name: 'Robin Example', email: 'robin@longlist.example' },
        publishedAt: 1_790_000_000_000,
        createdAt: 1_790_000_000_000,
      },
    ])
  })

  it.each([
    ['isDeleted', { isDeleted: true }],
    ['isOpen', { isOpen: false }],
    ['isPublic', { isPublic: 0 }],
    ['isPublic', { isPublic: -1 }],
    ['status', { status: 'Filled/Placed' }],
  ])('takes %s for an end (%o)', async (field, fields) => {
    expect(await saved('bullhorn', page([order(1, fields)]))).toMatchObject([
      { key: '1', gone: true, reason: expect.stringMatching(new RegExp(`^${field} is`)) },
    ])
  })

  it('lists what is open and not published where it is told to, with rates and without blanks', async () => {
    const rows = await saved(
      'bullhorn',
      page([
        order(1, {
          isPublic: 0,
          publicDescription: '',
          salary: 0,
          salaryUnit: 'Per Hour',
          onSite: 'Off-Site',
          isWorkFromHome: true,
        }),
        order(2, {
          isPublic: null,
          publicDescription: undefined,
          salary: 0,
          payRate: 0,
          address: { address1: null, city: '', state: '', zip: '', countryID: 1 },
        }),
        order(3, { isPublic: 0, salary: '45.000', payRate: 0 }),
      ]),
      { options: { unpublished: true } },
    )
    expect(jobs(rows)[1]).not.toHaveProperty('salary')
    expect(jobs(rows)).toMatchObject([
      { description: undefined, salary: { min: 30, max: 30, period: 'hour' }, environments: ['Off-Site', 'Remote'] },
      { description: '<DIV>for the desk</DIV>', locations: [] },
      { salary: { min: 45_000, max: 45_000, period: 'year' } },
    ])
  })

  it('gathers the public address of published jobs', async () => {
    answer = ({ query }) => (Number(query.get('start')) === 0 ? page([order(1), order(2)], 3) : page([order(3)], 3, 2))
    expect(keys(await gathered('bullhorn', '/rest-services/corp/search/JobOrder?query=isOpen:1&count=2'))).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(
      api.asked.map(({ query }) => [query.get('start'), query.get('sort'), query.get('count'), query.get('query')]),
    ).toEqual([
      ['0', 'id', '2', 'isOpen:1'],
      ['2', 'id', '2', 'isOpen:1'],
    ])
    // A job abroad may have its country alone.
    expect(api.asked[0]!.query.get('fields')).toContain('address(city,state,zip,countryName)')
    expect((await fault(gathered('bullhorn', '/rest-services/corp/entity/JobOrder'))).message).toMatch(
      /ends in \/search\/JobOrder/,
    )
  })

  describe('with a session', () => {
    let keepFolder: string
    /** The refresh token that the vendor takes next. */
    let valid: string
    let turn: number
    const options = () => ({
      clientId: 'client',
      clientSecret: 'client-secret',
      refreshToken: 'first',
      oauthUrl: `${api.origin}/oauth/token`,
      loginUrl: `${api.origin}/rest-services/login`,
    })
    const run = (fields = {}, folder: string | undefined = keepFolder) =>
      gathered(
        'bullhorn',
        '/rest-services/query/JobBoardPost?where=isOpen%3Dtrue',
        { options: { ...options(), ...fields } },
        folder,
      )
    beforeEach(async () => {
      keepFolder = await mkdtemp(join(folder, 'kept-'))
      valid = 'first'
      turn = 0
      answer = ({ url, method, body, headers, query }, response) => {
        if (url === '/oauth/token') {
          const form = new URLSearchParams(body)
          const refuse = (error: string) =>
            void response.writeHead(400).end(JSON.stringify({ error, error_description: 'No' }))
          if (form.get('client_secret') !== 'client-secret') return refuse('invalid_client')
          if (form.get('refresh_token') !== valid) return refuse('invalid_grant')
          valid = `token-${++turn}`
          return { access_token: `access-${turn}`, refresh_token: valid, expires_in: 600 }
        }
        if (url.startsWith('/rest-services/login'))
          return method === 'POST' && query.get('access_token') === `access-${turn}`
            ? { BhRestToken: `session-${turn}`, restUrl: `${api.origin}/rest-services/e9/` }
            : {}
        if (url.startsWith('/rest-services/e9/query/JobBoardPost'))
          return headers.bhresttoken === `session-${turn}` ? page([order(turn)]) : {}
        return void response.writeHead(404).end()
      }
    })

    it('takes its session to no other domain', async () => {
      const answered = answer
      answer = (asked, response) =>
        asked.url.startsWith('/rest-services/login')
          ? { BhRestToken: 't', restUrl: 'http://169.254.1.1/rest-services/e9/' }
          : answered(asked, response)
      expect((await fault(run())).message).toMatch(
        /names an address of another domain for the session \(http:\/\/169\.254\.1\.1\/rest-services\/e9\/\)/,
      )
    })

    it('goes on with the token that was handed out the last time', async () => {
      expect(keys(await run())).toEqual(['1'])
      expect(keys(await run())).toEqual(['2'])
      const tokens = api.asked
        .filter(({ url }) => url === '/oauth/token')
        .map(({ body }) => new URLSearchParams(body).get('refresh_token'))
      expect(tokens).toEqual(['first', 'token-1'])
      // Secrets are in bodies and headers, not in addresses that are written down on the way.
      expect(api.asked.some(({ url }) => url.includes('client-secret') || url.includes('token-1'))).toBe(false)
    })

    it('keeps the new token before anything else is done with it', async () => {
      const whole = answer
      answer = (asked, response) =>
        asked.url.startsWith('/rest-services/login') ? void response.writeHead(500).end() : whole(asked, response)
      await fault(run())
      answer = whole
      expect(keys(await run())).toEqual(['2'])
    })

    it('spends no token that has no place to be kept', async () => {
      expect((await fault(run({}, ''))).message).toMatch(
        /no folder to keep it in: the token of the catalogue is not spent/,
      )
      expect(api.asked).toEqual([])
    })

    it("uses another worker's token, and the catalogue's own when the kept one is of no use", async () => {
      await run()
      const file = join(keepFolder, 'bullhorn', 'kept', 'bullhorn-token')
      const kept = JSON.parse(await readFile(file, 'utf8'))
      const whole = answer
      // Between this worker's reading and its request another one was faster.
      answer = (asked, response) => {
        if (asked.url !== '/oauth/token' || turn !== 1) return whole(asked, response)
        valid = 'theirs'
        turn = 7
        void writeFile(file, JSON.stringify({ ...kept, refreshToken: 'theirs' })).then(() =>
          response.writeHead(400).end('{"error":"invalid_grant"}'),
        )
        return undefined
      }
      expect(keys(await run())).toEqual(['8'])
      valid = 'first'
      expect(keys(await run())).toEqual(['9'])
    })

    it('begins anew with a new token in the catalogue, and says so when none is good', async () => {
      await run()
      valid = 'second'
      expect((await fault(run())).message).toMatch(/used up or revoked: authorise the application once more/)
      expect(keys(await run({ refreshToken: 'second' }))).toEqual(['2'])
      expect((await fault(run({ clientSecret: 'other', refreshToken: 'x' }))).message).toMatch(
        /refused the OAuth client \(No\)/,
      )
    })
  })

  it('needs all parts of the credentials', () => {
    expect(() => sourceOf('bullhorn', { options: { clientId: 'a' } })).toThrow(
      /clientId, clientSecret and refreshToken belong together/,
    )
    expect(() => sourceOf('bullhorn', { options: { client: 'a' } })).toThrow(/"client" is not known here/)
  })
})

describe('adzuna', () => {
  const posting = (id: string, fields = {}) => ({
    id,
    title: 'Data Analyst',
    description: 'Cut after a while …',
    company: { display_name: 'desk@board.example', __CLASS__: 'Adzuna::API::Response::Company' },
    location: { display_name: 'Elstow, Bedford', area: ['UK', 'Eastern England', 'Bedfordshire', 'Elstow'] },
    latitude: 52.1,
    longitude: -0.4,
    category: { label: 'IT Jobs', tag: 'it-jobs' },
    contract_type: 'permanent',
    contract_time: 'full_time',
    salary_min: 25_800,
    salary_max: 25_800.5,
    salary_is_predicted: '1',
    redirect_url: 'https://board.example/1',
    created: '2026-11-01T10:00:00Z',
    ...fields,
  })

  it('reads a posting', async () => {
    expect(jobs(await saved('adzuna', { count: 900, results: [posting('5')] }))).toEqual([
      {
        ...nothing,
        key: '5',
        title: 'Data Analyst',
        description: 'Cut after a while …',
        locations: [
          { text: 'Elstow, Bedford', region: 'Bedfordshire, Eastern England', country: 'UK', lat: 52.1, lng: -0.4 },
        ],
        salary: { min: 25_800, max: 25_800.5, currency: 'GBP', period: 'year', estimated: true },
        types: ['permanent', 'full-time'],
        categories: ['IT Jobs'],
        company: 'desk@board.example',
        hostedUrl: 'https://board.example/1',
        applicationUrl: 'https://board.example/1',
        publishedAt: '2026-11-01T10:00:00Z',
        createdAt: '2026-11-01T10:00:00Z',
      },
    ])
    const [bare] = jobs(
      await saved('adzuna', [
        posting('6', {
          location: {},
          latitude: undefined,
          longitude: undefined,
          salary_is_predicted: '0',
          company: {},
        }),
      ]),
    )
    expect(bare).toMatchObject({ locations: [], company: undefined, salary: { estimated: false } })
  })

  it('gathers a search in pages, with its keys', async () => {
    answer = ({ url }) => {
      const page = Number(/search\/(\d)/.exec(url)?.[1])
      return { count: 3, results: page === 1 ? [posting('1'), posting('2')] : [posting('3')] }
    }
    const options = { appId: 'id', appKey: 'key' }
    expect(keys(await gathered('adzuna', '/v1/api/jobs/gb/search/1?what=actuary', { options }))).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(api.asked.map(({ url }) => url)).toEqual(
      [1, 2].map(
        page => `/v1/api/jobs/gb/search/${page}?what=actuary&sort_by=date&results_per_page=50&app_id=id&app_key=key`,
      ),
    )
  })

  it('refuses a search that finds more than it may ask for, and an error', async () => {
    answer = () => ({ count: 29_378, results: [posting('1'), posting('2')] })
    expect((await fault(gathered('adzuna', '/search', { options: { maxPages: 3 } }))).message).toMatch(
      /finds 29378 adverts, more than 3 pages: narrow it/,
    )
    answer = () => ({
      exception: 'AUTH_FAIL',
      display: 'Authorisation failed',
      __CLASS__: 'Adzuna::API::Response::Exception',
    })
    expect((await fault(gathered('adzuna', '/search'))).message).toMatch(/answered with an error: "AUTH_FAIL"/)
  })

  it('refuses a program that holds the answer', async () => {
    expect(
      (await fault(saved('adzuna', 'const sample = \n{"count": 1, "results": []}\nmodule.exports = sample'))).message,
    ).toMatch(/The feed is not JSON: it begins with "const sample = .*as plain JSON/)
  })
})

describe('arbeitnow', () => {
  const posting = (slug: string, remote = false) => ({
    slug,
    title: 'Aktuar (m/w/d)',
    company_name: 'Brett GmbH',
    description: '<p>Rechnen.</p>',
    remote,
    url: `https://board.example/${slug}`,
    tags: ['Remote', 'Insurance'],
    job_types: ['berufserfahren'],
    location: 'München',
    created_at: 1_790_000_000,
  })

  it('gathers page after page by the links, in the scheme and at the port of the address', async () => {
    answer = ({ query }) =>
      query.get('page') === '2'
        ? { data: [posting('b')], links: { next: null } }
        : { data: [posting('a', true)], links: { next: 'https://127.0.0.1/api/job-board-api?page=2' }, meta: {} }
    const rows = await gathered('arbeitnow', '/api/job-board-api')
    expect(keys(rows)).toEqual(['a', 'b'])
    expect(jobs(rows)[0]).toEqual({
      ...nothing,
      key: 'a',
      title: 'Aktuar (m/w/d)',
      description: '<p>Rechnen.</p>',
      locations: [{ text: 'München' }],
      types: ['berufserfahren'],
      environments: ['Remote'],
      categories: ['Insurance'],
      company: 'Brett GmbH',
      hostedUrl: 'https://board.example/a',
      applicationUrl: 'https://board.example/a',
      publishedAt: 1_790_000_000,
      createdAt: 1_790_000_000,
    })
  })

  it('follows no link to another host', async () => {
    answer = () => ({ data: [posting('a')], links: { next: 'http://169.254.0.1/latest' } })
    expect((await fault(gathered('arbeitnow', '/api'))).message).toMatch(
      /next page on another host \(169\.254\.0\.1\), which is not followed/,
    )
    for (const next of ['http://[', { page: 2 }, 2 ** 70]) {
      answer = () => ({ data: [posting('a')], links: { next } })
      expect((await fault(gathered('arbeitnow', '/api'))).message).toMatch(
        /next page that is no address|repeats on page 2/,
      )
    }
    answer = () => ({ data: [posting('a')] })
    expect((await fault(gathered('arbeitnow', '/api'))).message).toMatch(/a JSON object with data\. Expected/)
  })

  it('is never shorter: a page that ends too early, wherever, is no page', async () => {
    const page = JSON.stringify({ data: [posting('b'), posting('c')], links: { next: null } })
    let length = page.length
    answer = ({ query }, response) =>
      query.get('page')
        ? void response.end(page.slice(0, length))
        : { data: [posting('a')], links: { next: '/api?page=2' } }
    expect(keys(await gathered('arbeitnow', '/api'))).toEqual(['a', 'b', 'c'])
    for (length = 0; length < page.length; length += 13)
      expect(await fault(gathered('arbeitnow', '/api'))).toMatchObject({ passing: true })
  })

  it('is none when a page is an error', async () => {
    answer = ({ query }) =>
      query.get('page') ? { message: 'Too many requests' } : { data: [posting('a')], links: { next: '/api?page=2' } }
    expect((await fault(gathered('arbeitnow', '/api'))).message).toMatch(/answered with an error: "Too many requests"/)
  })
})

describe('usajobs', () => {
  const item = (id: string, fields = {}, details = {}) => ({
    MatchedObjectId: id,
    MatchedObjectDescriptor: {
      PositionID: `P-${id}`,
      PositionTitle: 'Actuary',
      PositionURI: `https://www.usajobs.gov:443/job/${id}`,
      ApplyURI: [`https://www.usajobs.gov:443/apply/${id}`],
      PositionLocation: [
        {
          LocationName: 'Austin, Texas',
          CountryCode: 'United States',
          CityName: 'Austin, Texas',
          Longitude: -97.7,
          Latitude: 30.2,
        },
        {
          LocationName: 'Location Negotiable After Selection, United States',
          CountryCode: 'United States',
          Longitude: 0,
          Latitude: 0,
        },
      ],
      OrganizationName: 'An office',
      JobCategory: [{ Name: 'Actuarial Science', Code: '1510' }],
      PositionSchedule: [{ Name: 'Full-time', Code: '1' }],
      PositionOfferingType: [{ Name: 'Permanent', Code: '15317' }],
      QualificationSummary: 'A degree.\n\nExperience.',
      PositionRemuneration: [
        { MinimumRange: '90000.0', MaximumRange: '120000.0', RateIntervalCode: 'PA', Description: 'Per Year' },
      ],
      PublicationStartDate: '2026-11-01T00:00:00.0000',
      ApplicationCloseDate: '2026-12-01T23:59:59.9970',
      UserArea: {
        Details: { JobSummary: 'Count.', MajorDuties: ['Add', 'Take away'], RemoteIndicator: false, ...details },
      },
      ...fields,
    },
  })
  const result = (items: object[], all: number) => ({
    LanguageCode: 'EN',
    SearchResult: {
      SearchResultCount: items.length,
      SearchResultCountAll: all,
      SearchResultItems: items,
      UserArea: { NumberOfPages: '2' },
    },
  })

  it('gathers a search in pages, with its headers', async () => {
    answer = ({ query }) => (query.get('Page') === '1' ? result([item('1'), item('2')], 3) : result([item('3')], 3))
    const headers = { Host: 'data.usajobs.gov', 'User-Agent': 'desk@longlist.example', 'Authorization-Key': 'k' }
    const rows = await gathered('usajobs', '/api/search?JobCategoryCode=1510', { headers })
    expect(keys(rows)).toEqual(['1', '2', '3'])
    expect(api.asked[1]!.url).toBe('/api/search?JobCategoryCode=1510&ResultsPerPage=250&Page=2')
    expect(api.asked[1]!.headers).toMatchObject({
      host: 'data.usajobs.gov',
      'user-agent': 'desk@longlist.example',
      'authorization-key': 'k',
    })
    expect(jobs(rows)[0]).toEqual({
      ...nothing,
      key: '1',
      reference: 'P-1',
      title: 'Actuary',
      description:
        '<p>Count.</p>\n<h3>Duties</h3>\n<ul><li><p>Add</p></li><li><p>Take away</p></li></ul>\n<h3>Qualifications</h3>\n<p>A degree.</p>\n<p>Experience.</p>',
      locations: [
        { text: 'Austin, Texas', country: 'United States', lat: 30.2, lng: -97.7 },
        { text: 'Location Negotiable After Selection, United States', country: 'United States' },
      ],
      salary: { min: 90_000, max: 120_000, currency: 'USD', period: 'year' },
      types: ['Permanent', 'Full-time'],
      categories: ['Actuarial Science'],
      company: 'An office',
      applicationUrl: 'https://www.usajobs.gov:443/apply/1',
      hostedUrl: 'https://www.usajobs.gov:443/job/1',
      language: 'en',
      publishedAt: '2026-11-01T00:00:00.0000',
      expiresAt: '2026-12-01T23:59:59.9970',
    })
  })

  it.each([
    [
      { MinimumRange: '20.5', MaximumRange: '30', RateIntervalCode: 'PH' },
      { salary: { min: 20.5, max: 30, currency: 'USD', period: 'hour' } },
    ],
    [
      { MinimumRange: '20.5', MaximumRange: '30', RateIntervalCode: 'Per Hour' },
      { salary: { min: 20.5, max: 30, currency: 'USD', period: 'hour' } },
    ],
    [
      { MinimumRange: '2000', MaximumRange: '2000', RateIntervalCode: 'BW', Description: 'Bi-weekly' },
      { salaryText: '$2000 Bi-weekly' },
    ],
    [{ MinimumRange: '0', MaximumRange: '0', RateIntervalCode: 'WC' }, {}],
  ])('reads pay %o', async (pay, expected) => {
    const { salary, salaryText } = jobs(
      await saved('usajobs', result([item('1', { PositionRemuneration: [pay] }, { RemoteIndicator: 'True' })], 1)),
    )[0]!
    expect({ salary, salaryText }).toEqual(expected)
  })
})

describe('lever in pages', () => {
  it('asks for the next page until one is not full', async () => {
    const one = (id: number) => ({ id: `p${id}`, text: `Job ${id}`, hostedUrl: 'https://board.example' })
    answer = ({ query }) =>
      [1, 2, 3, 4].slice(Number(query.get('skip')), Number(query.get('skip')) + Number(query.get('limit'))).map(one)
    expect(keys(await gathered('lever', '/v0/postings/board?mode=json&limit=2'))).toEqual(['p1', 'p2', 'p3', 'p4'])
    expect(api.asked).toHaveLength(3)
    answer = () => [one(1)]
    expect(keys(await gathered('lever', '/v0/postings/board?mode=json'))).toEqual(['p1'])
    expect(api.asked).toHaveLength(4)
    answer = () => ({ ok: false, error: 'Document not found' })
    expect((await fault(gathered('lever', '/v0/postings/board?mode=json&limit=2'))).message).toMatch(
      /answered with an error: "Document not found"/,
    )
  })
})

describe('ids that no double holds', () => {
  it.each([
    ['ashby', '{"jobs":[{"id":1e999,"title":"A"}]}'],
    ['workable', '{"jobs":[{"shortcode":1e999,"title":"A"}]}'],
    ['smartrecruiters', '{"content":[{"id":1e999,"name":"A"}]}'],
    ['recruitee', '{"offers":[{"id":1e999,"title":"A"}]}'],
    ['teamtailor', '{"data":[{"id":1e999,"type":"jobs","attributes":{"title":"A"}}]}'],
    ['bullhorn', '{"data":[{"id":1e999,"title":"A"}]}'],
    ['adzuna', '{"results":[{"id":1e999,"title":"A"}]}'],
    ['arbeitnow', '{"data":[{"slug":1e999,"title":"A"}]}'],
    ['usajobs', '{"SearchResult":{"SearchResultItems":[{"MatchedObjectId":1e999}]}}'],
  ])('are refused in %s', async (format, feed) => {
    expect(await saved(format, feed)).toMatchObject([
      { row: 1, reason: expect.stringMatching(/is a number too long to be read exactly/) },
    ])
  })

  it.each([
    'ashby',
    'workable',
    'smartrecruiters',
    'recruitee',
    'teamtailor',
    'bullhorn',
    'adzuna',
    'arbeitnow',
    'usajobs',
  ])('%s refuses another shape, an error and what is cut off', async format => {
    expect((await fault(saved(format, { ok: false, error: 'No such board' }))).message).toMatch(
      /answered with an error: "No such board"/,
    )
    expect((await fault(saved(format, 'closed'))).message).toMatch(/not JSON/)
    const member =
      {
        smartrecruiters: 'content',
        recruitee: 'offers',
        teamtailor: 'items',
        bullhorn: 'data',
        adzuna: 'results',
        arbeitnow: 'data',
      }[format] ?? 'jobs'
    if (format !== 'usajobs')
      expect((await fault(saved(format, `{"${member}":[{"id":"1","title":"A"},{"id`))).message).toMatch(/cut off/)
  })
})

describe('recorded answers', () => {
  beforeEach(({ skip }) => skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds'))

  it.each([
    ['ashby', 'ashby/board_6.json', 6],
    ['ashby', 'ashby/linear_2.json', 2],
    ['ashby', 'ashby/careerkit_2.json', 2],
    ['workable', 'workable/zaelab_2.json', 2],
    ['workable', 'workable/vasion_details.json', 2],
    ['smartrecruiters', 'smartrecruiters/page0.json', 3],
    ['smartrecruiters', 'smartrecruiters/page1.json', 1],
    ['recruitee', 'recruitee/berlin_offers.json', 2],
    ['recruitee', 'recruitee/offers2.json', 3],
    ['teamtailor', 'teamtailor/jsonfeed_jobposting.json', 2],
    ['adzuna', 'adzuna/search_us.json', 4],
    ['adzuna', 'adzuna/uk_snapshot_2026-08-21.json.gz', 441],
    ['adzuna', 'adzuna/uk_snapshot_2026-08-22.json.gz', 423],
    ['arbeitnow', 'other_ats/arbeitnow_de.json', 3],
    ['greenhouse', 'greenhouse/departments_tree.json', 131],
  ])('%s reads %s, which tells its format itself', async (format, file, count) => {
    const path = join(realData!, file)
    const found = jobs(await rowsIn(path, sourceOf(format)))
    expect(found).toHaveLength(count)
    expect(found.every(job => job.key !== null)).toBe(true)
    if (!file.endsWith('.gz')) expect(tellFormat(await readFile(path, 'utf8'), [...formats.values()]).id).toBe(format)
  })

  it('bullhorn finds none of the recorded orders open and published, and says why of each', async () => {
    for (const file of ['bullhorn/joborder_20.json', 'bullhorn/jobboardpost_20.json']) {
      const rows = await rowsIn(join(realData!, file), sourceOf('bullhorn'))
      expect(rows).toHaveLength(20)
      expect(rows.every(row => 'gone' in row && row.gone)).toBe(true)
    }
    const rows = await rowsIn(
      join(realData!, 'bullhorn/jobboardpost_20.json'),
      sourceOf('bullhorn', { options: { unpublished: true } }),
    )
    expect(rows.filter(row => 'job' in row)).toHaveLength(13)
  })

  it('smartrecruiters gathers the recorded list with its recorded details', async () => {
    const { list_pages: pages, details } = JSON.parse(
      await readFile(join(realData!, 'smartrecruiters/bosch_list_detail.json'), 'utf8'),
    )
    answer = ({ url, query }) =>
      details[/postings\/(\d+)/.exec(url)?.[1] ?? ''] ??
      pages.find(({ offset }: { offset: number }) => offset === Number(query.get('offset')))
    const rows = jobs(await gathered('smartrecruiters', '/v1/companies/any/postings'))
    expect(rows.map(({ key }) => key)).toEqual(
      Object.keys(details).sort((a, b) => rows.findIndex(row => row.key === a) - rows.findIndex(row => row.key === b)),
    )
    expect(rows.map(({ locations }) => locations[0]!.country)).toEqual(['MX', 'US', 'IN'])
    expect(rows.map(({ description }) => description !== undefined)).toEqual([true, true, false])
  })

  it.each([
    ['adzuna', 'adzuna/uk_scotland_dummydata.js', /not JSON: it begins with "const /],
    [
      'smartrecruiters',
      'smartrecruiters/bosch_list_detail.json',
      /a JSON object with list_pages, details\. Expected the postings of a company/,
    ],
    ['lever', 'lever/board_not_found.json', /Document not found/],
  ])('%s refuses %s', async (format, file, message) => {
    expect((await fault(rowsIn(join(realData!, file), sourceOf(format)))).message).toMatch(message)
  })
})

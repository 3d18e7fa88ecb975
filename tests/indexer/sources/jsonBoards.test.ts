import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { tellFormat } from '../../../indexer/sources/auto.ts'
import { boards } from '../../../indexer/sources/boards.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { formats, openSource, readRows } from '../../../indexer/sources/formats.ts'
import { type ApiServer, type Asked, quickClock, startApi } from '../../builders/apiServer.ts'

let folder: string
let api: ApiServer
let answer: (asked: Asked, response: ServerResponse) => unknown
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-json-boards-test-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  api = await startApi((asked, response) => answer(asked, response))
})
afterEach(() => api.close())

const sourceOf = (format: string, fields: Record<string, unknown> = {}) =>
  parseCatalog({ sources: [{ id: 'board', title: 'Board', format, requestsPerMinute: 6_000, ...fields }] }, '/')[0]!

async function gathered(format: string, path: string, fields: Record<string, unknown> = {}): Promise<RawJob[]> {
  const source = sourceOf(format, { from: `${api.origin}${path}`, ...fields })
  const feed = await openSource(source, source.from!, { clock: quickClock(), tempFolder: folder })
  if (feed.kind !== 'file') throw new Error('not modified')
  const rows: RawRow[] = []
  for await (const row of readRows(feed.path, source)) rows.push(row)
  await feed.dispose()
  return rows.map(row => {
    if (!('job' in row)) throw new Error(row.reason)
    return JSON.parse(JSON.stringify(row.job)) as RawJob
  })
}

async function saved(value: unknown, format = 'auto'): Promise<RawRow[]> {
  const path = join(folder, 'saved.json')
  await writeFile(path, JSON.stringify(value))
  const rows: RawRow[] = []
  for await (const row of readRows(path, sourceOf(format))) rows.push(row)
  return rows
}

describe('saved answers of boards, told by their looks', () => {
  const uuid = '0f8b1a5c-7c0d-4e57-9c56-5b1f0a3c9d11'
  it.each<[string, unknown, Partial<RawJob>]>([
    [
      'workday',
      {
        total: 1,
        jobPostings: [
          { title: 'Clerk', externalPath: '/job/Leeds/Clerk_R1', locationsText: 'Leeds', bulletFields: ['R1'] },
        ],
      },
      { key: '/job/Leeds/Clerk_R1', title: 'Clerk' },
    ],
    [
      'bamboohr',
      {
        meta: { totalCount: 1 },
        result: [
          { id: '7', jobOpeningName: 'Clerk', departmentLabel: 'Claims', location: { city: 'Leeds', state: null } },
        ],
      },
      { key: '7', categories: ['Claims'] },
    ],
    [
      'breezy',
      [
        {
          id: 'b1',
          friendly_id: 'b1-clerk',
          name: 'Clerk',
          url: 'https://x.example/b1',
          published_date: '2026-11-01',
          type: { name: 'Full-Time' },
          company: { name: 'Example' },
          location: { city: 'Leeds', name: 'Leeds, GB' },
        },
      ],
      { key: 'b1', company: 'Example', hostedUrl: 'https://x.example/b1' },
    ],
    [
      'pinpoint',
      {
        data: [
          {
            id: '9',
            title: 'Clerk',
            url: 'https://x.example/9',
            description: '<p>a</p>',
            key_responsibilities: '<p>b</p>',
            location: { name: 'Leeds', postal_code: 'LS1' },
            compensation_minimum: 10,
            compensation_frequency: 'hour',
          },
        ],
      },
      { key: '9', salary: { min: 10, period: 'hour' } },
    ],
    [
      'eightfold',
      {
        count: 1,
        positions: [
          {
            id: 5,
            name: 'Clerk',
            locations: ['Leeds', 'York'],
            canonicalPositionUrl: 'https://x.example/5',
            t_update: 1_795_000_000,
          },
        ],
      },
      { key: '5', locations: [{ text: 'Leeds' }, { text: 'York' }] },
    ],
    [
      'rippling',
      [
        {
          uuid,
          name: 'Clerk',
          url: 'https://x.example/r',
          department: { id: 'd', label: 'Claims' },
          workLocation: { id: 'l', label: 'Leeds' },
        },
      ],
      { key: uuid, categories: ['Claims'] },
    ],
    [
      'phenom',
      {
        refineSearch: {
          totalHits: 1,
          data: {
            jobs: [
              {
                jobSeqNo: 'P1',
                jobId: '1',
                title: 'Clerk',
                descriptionTeaser: 'a',
                city: 'Leeds',
                applyUrl: 'https://x.example/p',
              },
            ],
          },
        },
      },
      { key: 'P1', applicationUrl: 'https://x.example/p' },
    ],
    [
      'reed',
      {
        totalResults: 1,
        results: [
          {
            jobId: 3,
            employerName: 'Example',
            jobTitle: 'Clerk',
            locationName: 'Leeds',
            minimumSalary: 20_000,
            maximumSalary: 22_000,
            currency: 'GBP',
          },
        ],
      },
      { key: '3', company: 'Example', salary: { min: 20_000, max: 22_000, currency: 'GBP' } },
    ],
    [
      'mycareersfuture',
      {
        total: 1,
        results: [
          {
            uuid: uuid.replaceAll('-', ''),
            title: 'Clerk',
            description: 'a',
            metadata: { jobPostId: 'MCF-1', jobDetailsUrl: 'https://x.example/m' },
            salary: { minimum: 3_000, maximum: 4_000, type: { salaryType: 'Monthly' } },
            postedCompany: { name: 'Example' },
            employmentTypes: [{ employmentType: 'Full Time' }],
            address: { postalCode: '018989' },
          },
        ],
      },
      {
        reference: 'MCF-1',
        salary: { min: 3_000, max: 4_000, currency: 'SGD', period: 'Monthly' },
        locations: [{ country: 'SG', postcode: '018989' }],
      },
    ],
    [
      'arbeitsagentur',
      {
        maxErgebnisse: 1,
        stellenangebote: [
          {
            refnr: '10000-1-S',
            titel: 'Clerk',
            beruf: 'Aktuar',
            arbeitgeber: 'Example',
            arbeitsort: { ort: 'Köln', plz: '50667', land: 'Deutschland' },
          },
        ],
      },
      { key: '10000-1-S', hostedUrl: 'https://www.arbeitsagentur.de/jobsuche/jobdetail/10000-1-S', language: 'de' },
    ],
    [
      'jooble',
      {
        totalCount: 1,
        jobs: [
          { id: 4, title: 'Clerk', snippet: 'a', link: 'https://x.example/j', location: 'Leeds', company: 'Example' },
        ],
      },
      { key: '4', hostedUrl: 'https://x.example/j' },
    ],
    [
      'themuse',
      {
        page: 0,
        page_count: 1,
        results: [
          {
            id: 6,
            name: 'Clerk',
            contents: '<p>a</p>',
            refs: { landing_page: 'https://x.example/t' },
            locations: [{ name: 'Leeds' }],
            levels: [{ name: 'Entry Level' }],
            company: { name: 'Example' },
          },
        ],
      },
      { key: '6', locations: [{ text: 'Leeds' }], seniority: ['Entry Level'] },
    ],
    [
      'himalayas',
      {
        totalCount: 1,
        jobs: [
          {
            guid: 'h1',
            title: 'Clerk',
            companyName: 'Example',
            locationRestrictions: ['Germany'],
            applicationLink: 'https://x.example/h',
            minSalary: 1,
          },
        ],
      },
      { key: 'h1', remoteCountries: ['Germany'], environments: ['Remote'] },
    ],
  ])('%s', async (id, feed, expected) => {
    const rows = await saved(feed)
    expect(rows).toHaveLength(1)
    expect(JSON.parse(JSON.stringify(rows[0]))).toMatchObject({ job: { title: 'Clerk', ...expected } })
    expect(tellFormat(JSON.stringify(feed), [...formats.values()]).id).toBe(id)
  })
})

it.each([
  ['pinpoint', { data: [{ title: 'Clerk', compensation_minimum: 60_000, compensation_visible: false }] }],
  ['mycareersfuture', { results: [{ title: 'Clerk', salary: { minimum: 9_000 }, metadata: { isHideSalary: true } }] }],
])('%s: pay that the employer hides is not read', async (format, feed) => {
  expect(await saved(feed, format)).toMatchObject([{ job: { salary: undefined, salaryText: undefined } }])
})

it.each([
  ['workday', 'https://acme.wd5.myworkdayjobs.com/en-US/Careers'],
  ['oracle-recruiting', 'https://acme.fa.em2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/requisitions'],
  ['bamboohr', 'https://acme.bamboohr.com/careers'],
  ['eightfold', 'https://acme.eightfold.ai/careers'],
  ['rippling', 'https://ats.rippling.com/acme/jobs'],
  ['phenom', 'https://careers.acme.example/widgets'],
  ['reed', 'https://key:@www.reed.co.uk/api/1.0/search?keywords=actuary'],
  ['arbeitsagentur', 'https://rest.arbeitsagentur.de/jobboerse/jobsuche-service/pc/v4/jobs?was=Aktuar'],
  ['jooble', 'https://jooble.org/api/key'],
  ['themuse', 'https://www.themuse.com/api/public/jobs'],
  ['himalayas', 'https://himalayas.app/jobs/api'],
])('%s is told by its address', (id, address) =>
  expect(boards.filter(board => board.address.test(address)).map(board => board.id)).toEqual([id]),
)

describe('boards of several requests', () => {
  it('Workday: pages by POST, a detail each, the total on the first page alone', async () => {
    const names = Array.from({ length: 25 }, (_, i) => `/job/Leeds/Clerk_${i}`)
    answer = ({ method, url: path, body }) => {
      if (method === 'POST') {
        const { offset, limit } = JSON.parse(body)
        return {
          total: offset === 0 ? 25 : 0,
          jobPostings: names.slice(offset, offset + limit).map(externalPath => ({ title: 'x', externalPath })),
        }
      }
      return {
        jobPostingInfo: {
          title: `Clerk ${path.split('_')[1]}`,
          jobDescription: '<p>a</p>',
          location: 'Leeds',
          additionalLocations: ['Paris, France', 'Lyon, France'],
          country: { descriptor: 'United Kingdom' },
          jobReqId: path.split('_')[1],
          externalUrl: 'https://x.example/1',
          timeType: 'Full time',
        },
      }
    }
    const jobs = await gathered('workday', '/wday/cxs/acme/careers/jobs')
    expect(jobs).toHaveLength(25)
    expect(jobs[24]).toMatchObject({
      key: '/job/Leeds/Clerk_24',
      title: 'Clerk 24',
      reference: '24',
      description: '<p>a</p>',
      locations: [{ text: 'Leeds', country: 'United Kingdom' }, { text: 'Paris, France' }, { text: 'Lyon, France' }],
      types: ['Full time'],
      hostedUrl: 'https://x.example/1',
    })
  })

  it('a list that ends long before its total has broken off', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ uuid: `${count}-${i}`, title: 'Clerk' }))
    const pages = [rows(100), rows(90)]
    answer = ({ url }) => ({
      total: 200,
      results: pages[Number(new URL(url, api.origin).searchParams.get('page'))] ?? [],
    })
    expect(await gathered('mycareersfuture', '/v2/jobs')).toHaveLength(190)
    pages.pop()
    await expect(gathered('mycareersfuture', '/v2/jobs')).rejects.toThrow(/lists 200 adverts, and ends after 100/)
  })

  it('Oracle: the list within a list, and a detail each', async () => {
    answer = ({ url: path }) =>
      path.includes('Details')
        ? {
            items: [
              { Id: '9', Title: 'Clerk', ExternalDescriptionStr: '<p>a</p>', ExternalQualificationsStr: '<p>b</p>' },
            ],
          }
        : {
            items: [
              {
                TotalJobsCount: 1,
                requisitionList: [{ Id: '9', Title: 'Clerk', PrimaryLocation: 'Leeds, United Kingdom' }],
              },
            ],
          }
    const path = '/hcmRestApi/resources/latest/recruitingCEJobRequisitions?finder=findReqs;siteNumber=CX_2'
    expect((await gathered('oracle-recruiting', path))[0]).toMatchObject({
      key: '9',
      description: '<p>a</p>\n\n<p>b</p>',
      hostedUrl: `${api.origin}/hcmUI/CandidateExperience/en/sites/CX_2/job/9`,
    })
    expect(api.asked.map(({ url }) => url).join()).toContain('siteNumber=CX_2,limit=100,offset=0')
  })

  it('MyCareersFuture: pages from 0', async () => {
    const all = Array.from({ length: 150 }, (_, i) => ({ uuid: `u${i}`, title: `Clerk ${i}` }))
    answer = ({ url: path }) => {
      const page = Number(new URL(path, api.origin).searchParams.get('page'))
      return { total: 150, results: all.slice(page * 100, page * 100 + 100) }
    }
    expect(await gathered('mycareersfuture', '/v2/jobs')).toHaveLength(150)
  })

  it('Jooble: the query in the body, and numbers that are longer than they can be read', async () => {
    answer = ({ body }, response) => {
      const { page, keywords } = JSON.parse(body)
      response.end(`{"totalCount":2,"jobs":[{"id":-617108367077866734${page},"title":"${keywords} ${page}","x":NaN}]}`)
    }
    expect((await gathered('jooble', '/api/k?keywords=Clerk')).map(({ key, title }) => [key, title])).toEqual([
      ['-6171083670778667341', 'Clerk 1'],
      ['-6171083670778667342', 'Clerk 2'],
    ])
  })
})

describe('a mapping of an operator', () => {
  const mapping = { key: 'id', title: 'name', description: 'text', hostedUrl: { template: 'https://x.example/{slug}' } }

  it('asks by cursor, with headers, and each detail', async () => {
    answer = ({ url: path, headers }) => {
      expect(headers['x-key']).toBe('k')
      if (path.startsWith('/one/')) return { data: { text: `about ${path.slice(5)}` } }
      const cursor = new URL(path, api.origin).searchParams.get('after')
      return cursor
        ? { list: [{ id: 2, name: 'Cook', slug: 'b' }] }
        : { list: [{ id: 1, name: 'Clerk', slug: 'a' }], next: 'c2' }
    }
    const jobs = await gathered('json', '/all', {
      mapping,
      options: {
        rows: 'list',
        request: { headers: { 'x-key': 'k' } },
        paging: { by: 'cursor', at: 'after', next: 'next' },
        detail: { url: '/one/{id}', at: 'data' },
      },
      headers: { 'x-key': 'k' },
    })
    expect(jobs).toMatchObject([
      { key: '1', title: 'Clerk', description: 'about 1', hostedUrl: 'https://x.example/a' },
      { key: '2', title: 'Cook', description: 'about 2', hostedUrl: 'https://x.example/b' },
    ])
  })

  it('asks by link, and stops where a list repeats itself', async () => {
    answer = ({ url: path }) => ({ list: [{ id: path, name: 'Clerk' }], next: path === '/all' ? '/all?page=2' : null })
    const options = { rows: 'list', paging: { by: 'link', next: 'next' } }
    expect(await gathered('json', '/all', { mapping, options })).toHaveLength(2)
    answer = () => ({ list: [{ id: 1, name: 'Clerk' }] })
    const endless = { rows: 'list', paging: { by: 'page', at: 'page' } }
    await expect(gathered('json', '/all', { mapping, options: endless })).rejects.toThrow(/repeats on page 2/)
  })

  it('never follows a detail to another host', async () => {
    answer = () => ({ list: [{ id: 1, name: 'Clerk', self: 'https://evil.example/1' }] })
    const options = { rows: 'list', detail: { url: '{self}' } }
    await expect(gathered('json', '/all', { mapping, options })).rejects.toThrow(/on another host \(evil\.example\)/)
  })

  it('names the columns of a table without a header line', async () => {
    answer = (_, response) => {
      response.end('1,Clerk,Leeds\n2,Cook,York\n')
    }
    const jobs = await gathered('csv', '/table', {
      mapping: { key: 'id', title: 'name', location: 'town' },
      options: { header: ['id', 'name', 'town'] },
    })
    expect(jobs.map(({ key, title }) => [key, title])).toEqual([
      ['1', 'Clerk'],
      ['2', 'Cook'],
    ])
  })
})

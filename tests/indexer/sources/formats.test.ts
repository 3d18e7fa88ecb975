import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { formats, readRows } from '../../../indexer/sources/formats.ts'
import { jobRow } from '../../../indexer/sources/job.ts'

const feeds = join(import.meta.dirname, '../../feeds')

function sourceOf(format: string, mapping?: unknown) {
  return parseCatalog(
    { sources: [{ id: 'test', title: 'Test', format, from: 'feed', ...(mapping ? { mapping } : {}) }] },
    feeds,
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

function readText(format: string, text: string, mapping?: unknown, size = 4096): Promise<RawRow[]> {
  return all(formats.get(format)!.rows(pieces(text, size), sourceOf(format, mapping)))
}

/** Without the fields that are not there. */
function job(row: RawRow | undefined): RawJob {
  if (!row || !('job' in row)) throw new Error(`no job: ${JSON.stringify(row)}`)
  return JSON.parse(JSON.stringify(row.job)) as RawJob
}

describe('job', () => {
  const entity = {
    id: '0F8B1A5C-7C0D-4E57-9C56-5B1F0A3C9D11',
    title: ' Actuary ',
    description: '<p>Text</p>',
    summary: 'Short',
    image: { url: 'https://example.com/a.png' },
    file: 'https://example.com/a.pdf',
    external_reference: 'A-1',
    url_slug: 'ignored',
    hosted_job_url: 'https://example.com/a',
    location: 'London or Frankfurt',
    addresses: ['London, UK', 'Frankfurt am Main, Germany'],
    salary_package: '£60,000 - £70,000 per annum',
    external_application_email: 'apply@example.com',
    external_application_url: 'https://example.com/apply',
    created_at: 1794182400,
    updated_at: '2026-11-20T10:00:00Z',
    expires_at: 1798070400000,
    published_at: '2026-11-19',
    consultant_name: 'Sam Example',
    consultant_email: 'sam@example.com',
    featured: true,
    origin: 'ignored',
    categories: [
      { id: '1', name: 'Type', values: [{ id: '2', name: 'Both' }] },
      { id: '3', name: 'Sectors', values: [{ id: '4', name: 'Insurance' }] },
      { id: '5', name: 'Working Environment', values: [{ id: '6', name: 'Hybrid' }] },
      {
        id: '7',
        name: 'Specialisms',
        values: [
          { id: '8', name: 'Actuarial' },
          { id: '9', name: 'Data' },
        ],
      },
      { id: '10', name: 'Level', values: ['Senior'] },
      'rubbish',
    ],
    derived_info: { job_categories: ['COMPUTER_AND_IT'], locations: [] },
  }

  it('puts every field of the entity in its place', () => {
    expect(job(jobRow(entity, 1))).toEqual({
      key: '0F8B1A5C-7C0D-4E57-9C56-5B1F0A3C9D11',
      uuid: '0f8b1a5c-7c0d-4e57-9c56-5b1f0a3c9d11',
      reference: 'A-1',
      title: 'Actuary',
      description: '<p>Text</p>',
      summary: 'Short',
      locations: [{ text: 'London, UK' }, { text: 'Frankfurt am Main, Germany' }],
      addresses: ['London, UK', 'Frankfurt am Main, Germany'],
      locationText: 'London or Frankfurt',
      salaryText: '£60,000 - £70,000 per annum',
      types: ['Both'],
      environments: ['Hybrid'],
      sectors: ['Insurance'],
      specialisms: ['Actuarial', 'Data'],
      categories: ['Senior'],
      jobCategories: ['COMPUTER_AND_IT'],
      consultant: { name: 'Sam Example', email: 'sam@example.com' },
      applicationEmail: 'apply@example.com',
      applicationUrl: 'https://example.com/apply',
      hostedUrl: 'https://example.com/a',
      image: 'https://example.com/a.png',
      file: 'https://example.com/a.pdf',
      featured: true,
      publishedAt: '2026-11-19',
      createdAt: 1794182400,
      updatedAt: '2026-11-20T10:00:00Z',
      expiresAt: 1798070400000,
    })
  })

  it('takes its places from derived_info first', () => {
    const place = (locality: string, latitude: unknown) => ({
      lat_lng: { latitude, longitude: 8.68 },
      radius_miles: 3.5,
      location_type: 'LOCALITY',
      postal_address: {
        region_code: 'DE',
        administrative_area: 'Hesse',
        locality,
        address_lines: [`${locality}, Germany`],
      },
    })
    const one = job(
      jobRow(
        { ...entity, location: 'Frankfurt', derived_info: { locations: [place('Frankfurt am Main', 50.11), 7] } },
        1,
      ),
    )
    expect(one.locations).toEqual([
      {
        text: 'Frankfurt',
        city: 'Frankfurt am Main',
        region: 'Hesse',
        country: 'DE',
        lat: 50.11,
        lng: 8.68,
        radiusMiles: 3.5,
        kind: 'LOCALITY',
      },
    ])
    expect(one.locationText).toBeUndefined()
    const two = job(
      jobRow(
        { ...entity, derived_info: { locations: [place('Frankfurt am Main', '50.11'), place('Kassel', null)] } },
        1,
      ),
    )
    expect(two.locations.map(({ text, lat }) => [text, lat])).toEqual([
      ['Frankfurt am Main, Germany', 50.11],
      ['Kassel, Germany', undefined],
    ])
    expect(two.locationText).toBe('London or Frankfurt')
  })

  it('is identified by its id, else its reference, else not at all', () => {
    expect(job(jobRow({ title: 'A', external_reference: 12 }, 1))).toMatchObject({ key: '12', reference: '12' })
    expect(job(jobRow({ title: 'A' }, 1))).toMatchObject({ key: null, locations: [], types: [] })
  })

  it.each([
    [{ id: 1 }, 'title is missing'],
    [{ id: 1, title: ' ' }, 'title is blank: expected text'],
    [{ id: 1, title: ['A'] }, 'title is a list: expected text'],
    [{ id: [1], title: 'A' }, 'id is a list: expected text or a number'],
    [{ id: 2 ** 60, title: 'A' }, 'id is a number too long to be read exactly: the feed should send it as text'],
    ['A', 'the job is no object'],
  ])('rejects %j', (value, reason) => {
    expect(jobRow(value, 7)).toMatchObject({ row: 7, reason })
  })

  it('leaves out a field of another type', () => {
    expect(
      job(
        jobRow(
          {
            id: 1,
            title: 'A',
            description: { html: 'x' },
            categories: {},
            expires_at: {},
            featured: 'no',
            location: ['a'],
          },
          1,
        ),
      ),
    ).toEqual({
      key: '1',
      title: 'A',
      locations: [],
      addresses: [],
      types: [],
      environments: [],
      sectors: [],
      specialisms: [],
      categories: [],
      jobCategories: [],
      consultant: {},
      featured: false,
    })
  })
})

describe('greenhouse', () => {
  it('reads a board with and without content', async () => {
    const rows = await all(readRows(join(feeds, 'greenhouse.json'), sourceOf('greenhouse')))
    expect(rows).toHaveLength(5)
    expect(job(rows[0])).toEqual({
      key: '7100001',
      reference: 'P-4729',
      title: 'Pricing Actuary',
      description: '&lt;p&gt;Price motor &amp;amp; home cover.&lt;/p&gt;',
      locations: [{ text: 'London, UK; Remote-Friendly, United Kingdom' }],
      salary: { min: 60_000, max: 80_000, currency: 'GBP' },
      types: ['Permanent'],
      environments: ['Hybrid'],
      sectors: [],
      specialisms: [],
      categories: ['Actuarial'],
      company: 'Northgate Mutual',
      hostedUrl: 'https://boards.example.com/northgate/jobs/7100001',
      language: 'en',
      publishedAt: '2026-11-10T16:15:41-04:00',
      updatedAt: '2026-11-12T18:35:00-04:00',
      expiresAt: '2026-12-24T23:59:00-05:00',
    })
    expect(job(rows[1])).toMatchObject({ reference: '7100002', locations: [{ text: 'Leeds' }] })
    expect(job(rows[2])).toMatchObject({ key: '7100003', title: 'Broker Support', categories: [] })
    expect(rows[3]).toMatchObject({ row: 4, key: '7100004', title: null, reason: 'title is missing' })
    expect(rows[4]).toMatchObject({ row: 5, reason: 'row 5 is text: expected an object' })
  })

  it('reads a list of departments: one job for each id, with all the departments that hold it', async () => {
    const departments = [
      {
        id: 1,
        name: 'Motor',
        parent_id: 2,
        child_ids: [],
        jobs: [{ id: 71, title: 'Underwriter', location: { name: 'Leeds' } }],
      },
      { id: 2, name: 'Insurance', parent_id: null, child_ids: [1], jobs: [] },
      {
        id: 3,
        name: 'No Department',
        parent_id: null,
        jobs: [{ id: 72, title: 'Broker' }, 'x', { id: [73], title: 'Of no number' }],
      },
      { id: 4, name: 'Pricing', parent_id: 4, jobs: [{ id: 71, title: 'Underwriter' }] },
    ]
    const rows = await readText('greenhouse', JSON.stringify({ departments }))
    expect(rows.map(row => ('job' in row ? [row.job.key, row.job.categories] : row.reason))).toEqual([
      ['71', ['Motor', 'Insurance', 'Pricing']],
      ['72', []],
      'the job is text: expected an object',
      'id is a list: expected text or a number',
    ])
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4])
    const tree = {
      departments: [
        {
          id: 1,
          name: 'Insurance',
          jobs: [],
          children: [{ id: 2, name: 'Motor', jobs: [{ id: 71, title: 'Underwriter' }], children: [] }],
        },
      ],
    }
    expect((await readText('greenhouse', JSON.stringify(tree))).map(row => job(row).categories)).toEqual([
      ['Motor', 'Insurance'],
    ])
  })

  it('reads pay by the words beside it, and only ranges that are alike', async () => {
    const range = (min: number, max: number, title: string, currency = 'USD') => ({
      min_cents: min * 100,
      max_cents: max * 100,
      currency_type: currency,
      title,
    })
    const pay = async (...ranges: object[]) =>
      job(
        (await readText('greenhouse', JSON.stringify({ jobs: [{ id: 1, title: 'A', pay_input_ranges: ranges }] })))[0],
      ).salary
    expect(
      await pay(
        range(90_000, 110_000, 'New York, annual salary'),
        range(80_000, 95_000, 'Annual, elsewhere'),
        range(40, 50, 'Hourly'),
      ),
    ).toEqual({
      min: 80_000,
      max: 110_000,
      currency: 'USD',
      period: 'year',
    })
    expect(await pay(range(40, 50, 'Hourly rate'))).toMatchObject({ period: 'hour' })
    expect(await pay({ title: 'Pay' })).toBeUndefined()
  })

  it.each<[string, string, string, object]>([
    ['Annual Salary:', '$100,000', '$150,000 USD', { min: 100_000, max: 150_000, currency: 'USD', period: 'year' }],
    ['Annual Salary:', '€205.000', '€255.000 EUR', { min: 205_000, max: 255_000, currency: 'EUR', period: 'year' }],
    ['Pay range', '600.000 kr.', '750.000 kr. DKK', { min: 600_000, max: 750_000, currency: 'DKK' }],
    ['Pay range', '180 000 zł', '210 000 zł PLN', { min: 180_000, max: 210_000, currency: 'PLN' }],
    ['Pay range', '₹12,00,000', '₹15,00,000 INR', { min: 1_200_000, max: 1_500_000, currency: 'INR' }],
    ['Hourly', '€25.50', '€30,50 EUR', { min: 25.5, max: 30.5, currency: 'EUR', period: 'hour' }],
  ])('reads the block of pay in a text: %s %s', async (title, min, max, expected) => {
    const block = `<div class="pay-range"><span>${min}</span><span class="divider">&mdash;</span><span>${max}</span></div>`
    const content = `<p>Join.</p><div class="title">${title}</div>${block}`
    const rows = await readText('greenhouse', JSON.stringify({ jobs: [{ id: 1, title: 'A', content }] }))
    expect(job(rows[0]).salary).toEqual(expected)
  })
})

describe('lever', () => {
  it('composes the advert and reads its places', async () => {
    const rows = await all(readRows(join(feeds, 'lever.json'), sourceOf('lever')))
    expect(rows).toHaveLength(3)
    expect(job(rows[0])).toEqual({
      key: '5b1c2f60-8d1e-4c55-9a51-0d6f3c2f7a10',
      uuid: '5b1c2f60-8d1e-4c55-9a51-0d6f3c2f7a10',
      title: 'Quantitative Developer',
      description: [
        '<div>About us.</div><div>About the desk.</div>',
        "<h3>What you'll do &amp; how</h3>",
        '<ul><li>Write C++</li><li>Test it</li></ul>',
        '<ul><li>Listen</li></ul>',
        '<p>We answer everyone.</p>',
        '<div>Depends on experience.</div>',
      ].join('\n'),
      locations: [{ text: 'London, United Kingdom', country: 'GB' }, { text: 'Frankfurt am Main' }],
      salary: { min: 650, max: 750, currency: 'GBP', period: 'day' },
      types: ['Contract'],
      environments: ['hybrid'],
      sectors: [],
      specialisms: [],
      categories: ['Technology', 'Rates'],
      applicationUrl: 'https://jobs.example.com/rates/5b1c2f60/apply',
      hostedUrl: 'https://jobs.example.com/rates/5b1c2f60',
      publishedAt: 1794182400000,
      createdAt: 1794182400000,
    })
    expect(job(rows[1])).toMatchObject({
      key: 'not-a-uuid',
      description: '<p>Keep it running.</p>\n<p>From 9 &lt; 17.</p>',
      locations: [{ country: 'SG' }],
      environments: [],
      salaryText: 'Competitive',
    })
    expect(job(rows[1]).uuid).toBeUndefined()
    expect(rows[2]).toMatchObject({
      title: 'Identity of another kind',
      reason: 'id is an object: expected text or a number',
    })
  })

  it('says what an error object says', async () => {
    await expect(readText('lever', '{ "ok": false, "error": "Document not found" }')).rejects.toThrow(
      'The source answered with an error: "Document not found". Expected a list of postings',
    )
  })
})

describe('csv', () => {
  const mapping = {
    key: 'ref',
    title: 'job_title',
    location: ['town', 'county'],
    salaryText: 'pay',
    types: 'kind',
    description: 'Text',
  }

  it('reads mapped columns, whatever delimits them', async () => {
    const rows = await all(readRows(join(feeds, 'semicolons.csv'), sourceOf('csv', mapping)))
    expect(rows.map(row => row.row)).toEqual([1, 2, 3, 4, 5, 6])
    expect(job(rows[0])).toEqual({
      key: '7',
      reference: '7',
      title: 'Underwriter; Marine',
      description: 'Two\r\nlines, 5" wide',
      locations: [{ city: 'York', region: 'North Yorkshire' }],
      salaryText: '£40,000 per annum',
      types: ['Permanent'],
      environments: [],
      sectors: [],
      specialisms: [],
      categories: [],
    })
    expect(job(rows[1])).toMatchObject({ key: '8', title: 'Broker', locations: [{ city: 'Leeds' }], types: [] })
    expect(rows[2]).toMatchObject({
      row: 3,
      key: '9',
      title: 'Too',
      raw: expect.stringMatching(/^9 \| Too/),
      reason: expect.stringMatching(/^line \d+ has 3 columns, the header has 7/),
    })
    expect(job(rows[3])).toMatchObject({ key: '10', description: '12" ruler', salaryText: '£20k' })
    expect(rows[4]).toMatchObject({ key: '11', reason: expect.stringMatching(/the title \(job_title\) is missing/) })
    expect(rows[5]).toMatchObject({ key: '12', reason: expect.stringMatching(/has 8 columns/) })
  })

  it('names the line of a bad row', async () => {
    const rows = await readText('csv', 'title,town\nA,B\n"C\nD",E\nF\nG,H\n', { title: 'title' })
    expect(rows[2]).toMatchObject({ row: 3, title: 'F', reason: expect.stringMatching(/^line 5 has 1 columns/) })
  })

  it('joins columns of a text and lists columns of a list', async () => {
    const rows = await readText('csv', 'a,b,c,d\nHead,of Data,£50k,\n', {
      title: ['a', 'b'],
      categories: ['c', 'd'],
      description: ['a', 'd', 'b'],
      location: { postcode: 'd', city: 'b' },
    })
    expect(job(rows[0])).toMatchObject({
      key: null,
      title: 'Head of Data',
      categories: ['£50k'],
      description: 'Head\n\nof Data',
      locations: [{ city: 'of Data' }],
    })
  })

  it('lists the columns that there are when a mapped one is missing', async () => {
    await expect(readText('csv', 'Job,Town\nA,B\n', { title: 'title', location: 'town' })).rejects.toThrow(
      'The mapping names columns that the feed does not have: "title". It has: Job, Town',
    )
  })

  it.each([
    ['ends inside quotes', 'title,town\nA,B\n"C,D\n', /ends inside quotes/],
    ['is cut off in its last row', 'title,town,pay\nA,B,C\nD,E', /cut off in its last row, line 3/],
    ['is empty', '\n \n', /empty: not even a header line/],
  ])('refuses a feed that %s', async (_, text, message) => {
    for (const size of [1, 1000]) await expect(readText('csv', text, { title: 'title' }, size)).rejects.toThrow(message)
  })

  it('takes the delimiter that Excel names above the header', async () => {
    const table = 'SEP=|\r\ntitle, first|town\r\nA|B\r\nC\r\nD|E\r\n'
    for (const size of [1, 1000]) {
      const rows = await readText('csv', table, { title: 'title, first', location: 'town' }, size)
      expect(rows[0]).toMatchObject({ job: { title: 'A', locations: [{ text: 'B' }] } })
      expect(rows[1]).toMatchObject({ reason: expect.stringMatching(/^line 4 has 1 columns/) })
    }
  })

  it('yields nothing for a header alone', async () => {
    expect(await readText('csv', 'title,town\n', { title: 'title' })).toEqual([])
    // Without its line break it may as well be cut off.
    await expect(readText('csv', 'title,town', { title: 'title' })).rejects.toThrow(/ends within its header line/)
  })

  it('closes the feed when the reader stops early', async () => {
    let closed = false
    async function* lines(): AsyncGenerator<string> {
      try {
        yield 'title\n'
        for (;;) yield 'A\n'.repeat(1000)
      } finally {
        closed = true
      }
    }
    for await (const row of formats.get('csv')!.rows(lines(), sourceOf('csv', { title: 'title' })))
      if (row.row === 5000) break
    expect(closed).toBe(true)
  })
})

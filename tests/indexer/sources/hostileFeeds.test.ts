import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawRow } from '../../../indexer/documents/rawJob.ts'
import { readHead, tellFormat } from '../../../indexer/sources/auto.ts'
import { boards } from '../../../indexer/sources/boards.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { formats, readRows } from '../../../indexer/sources/formats.ts'
import { type SourceConfig } from '../../../indexer/sources/source.ts'
import { fullSize, tries } from '../../builders/properties.ts'

/**
 * What every format of the catalogue does with a feed that is not as it should be: it ends row by row, or as a whole
 * with a reason for a person.
 */

interface Fixture {
  /** Two adverts, `Clerk` first. */
  text: string
  shape: 'json' | 'lines' | 'xml' | 'csv' | 'html'
  mapping?: unknown
  /** The identity in it, for a feed that writes it as a number or could. */
  id?: string
  /** Said of the feed where a whole without adverts is no fault: nothing is open. */
  empty?: string
}

const uuid = '0f8b1a5c-7c0d-4e57-9c56-5b1f0a3c9d11'
/** Of one value, more than any buffer on its way. */
const megabytes = fullSize ? 10 : 2
const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`
/** The two adverts of a JSON feed. */
const two = <T extends object>(row: T, second: Partial<T>) => [row, { ...row, ...second }]

const fixtures: Record<string, Fixture> = {
  job: {
    shape: 'lines',
    id: 'id',
    text: [
      {
        id: '1',
        title: 'Clerk',
        salary_package: '£20,000',
        location: 'Leeds',
        categories: [{ name: 'Type', values: [{ name: 'Contract' }] }],
        description: 'Ü "a"',
      },
      {
        id: '2',
        title: 'Cook',
        salary_package: '£21,000',
        derived_info: { locations: [{ postal_address: { locality: 'York' }, lat_lng: { latitude: 54 } }] },
      },
    ]
      .map(row => `${JSON.stringify(row)}\n`)
      .join(''),
  },
  greenhouse: {
    shape: 'json',
    id: 'id',
    empty: '{"jobs":[]}',
    text: json({
      jobs: two(
        {
          id: 7,
          title: 'Clerk',
          absolute_url: 'https://boards.example/7',
          location: { name: 'Leeds' },
          content: '&lt;p&gt;Ü "a"&lt;/p&gt;',
          departments: [{ id: 1, name: 'Claims' }],
          offices: [{ name: 'Leeds', location: 'Leeds' }],
          metadata: [{ name: 'Location Type', value: 'Hybrid' }],
          pay_input_ranges: [{ min_cents: 100, max_cents: 200, currency_type: 'GBP', title: 'Annual' }],
        },
        { id: 8, title: 'Cook' },
      ),
      meta: { total: 2 },
    }),
  },
  lever: {
    shape: 'json',
    empty: '[]',
    text: json(
      two(
        {
          id: uuid,
          text: 'Clerk',
          categories: { team: 'Claims', location: 'Leeds', allLocations: ['Leeds', 'York'], commitment: 'Full-time' },
          lists: [{ text: 'You', content: '<li>care</li>' }],
          salaryRange: { min: 1, max: 2, currency: 'GBP', interval: 'per-year-salary' },
          description: '<p>Ü</p>',
          hostedUrl: 'https://jobs.example/7',
          createdAt: 1_795_000_000_000,
        },
        { id: uuid.replace('0f', '1f'), text: 'Cook' },
      ),
    ),
  },
  ashby: {
    shape: 'json',
    empty: '{"jobs":[]}',
    text: json({
      jobs: two(
        {
          id: uuid,
          title: 'Clerk',
          isListed: true,
          jobUrl: 'https://jobs.example/7',
          descriptionHtml: '<p>Ü</p>',
          secondaryLocations: [{ location: 'York', address: { postalAddress: { addressCountry: 'UK' } } }],
          compensation: {
            summaryComponents: [
              { compensationType: 'Salary', interval: '1 YEAR', minValue: 1, maxValue: 2, currencyCode: 'GBP' },
            ],
          },
        },
        { id: uuid.replace('0f', '1f'), title: 'Cook' },
      ),
      apiVersion: '1',
    }),
  },
  workable: {
    shape: 'json',
    id: 'shortcode',
    empty: '{"jobs":[]}',
    text: json({
      name: 'Board Ltd',
      jobs: two(
        {
          shortcode: 'AB1',
          title: 'Clerk',
          type: 'full',
          locations: [{ city: 'Leeds', countryCode: 'GB', hidden: false }],
          department: ['Claims'],
          description: '<p>Ü</p>',
          salary: { salary_from: 1, salary_to: 2, salary_currency: 'gbp' },
        },
        { shortcode: 'AB2', title: 'Cook' },
      ),
    }),
  },
  smartrecruiters: {
    shape: 'json',
    id: 'id',
    empty: '{"content":[]}',
    text: json({
      totalFound: 2,
      content: two(
        {
          id: '71',
          name: 'Clerk',
          releasedDate: '2026-11-01',
          typeOfEmployment: { id: 'p', label: 'Full-time' },
          company: { identifier: 'Board', name: 'Board' },
          location: { city: 'Leeds', country: 'gb', fullLocation: 'Leeds, , UK' },
          jobAd: { sections: { jobDescription: { title: 'The job', text: '<p>Ü</p>' } } },
        },
        { id: '72', name: 'Cook' },
      ),
    }),
  },
  recruitee: {
    shape: 'json',
    id: 'id',
    empty: '{"offers":[]}',
    text: json({
      offers: two(
        {
          id: 7,
          title: 'Clerk',
          careers_url: 'https://jobs.example/o/7',
          description: '<p>Ü</p>',
          employment_type_code: 'fulltime',
          locations: [{ name: 'Leeds', city: 'Leeds', country_code: 'GB' }],
          translations: { de: { title: 'Schreiber', description: '<p>Ü</p>' } },
          salary: { min: '1', max: '2', period: 'year', currency: 'GBP' },
          tags: ['a'],
        },
        { id: 8, title: 'Cook' },
      ),
    }),
  },
  teamtailor: {
    shape: 'json',
    id: 'id',
    empty: '{"data":[]}',
    text: json({
      data: two(
        {
          id: '7',
          type: 'jobs',
          links: { 'careersite-job-url': 'https://jobs.example/7' },
          attributes: {
            title: 'Clerk',
            body: '<p>Ü</p>',
            'human-status': 'published',
            'min-salary': 1,
            'salary-time-unit': 'yearly',
            tags: ['a'],
          },
          relationships: { locations: { data: [{ id: '1', type: 'locations' }] } },
        },
        {
          id: '8',
          attributes: {
            title: 'Cook',
            body: '',
            'human-status': 'published',
            'min-salary': 1,
            'salary-time-unit': 'daily',
            tags: [],
          },
        },
      ),
      included: [{ id: '1', type: 'locations', attributes: { name: 'Leeds', city: 'Leeds', lat: 53.8, long: -1.5 } }],
      links: {},
    }),
  },
  bullhorn: {
    shape: 'json',
    id: 'id',
    empty: '{"data":[]}',
    text: json({
      total: 2,
      data: two(
        {
          id: 7,
          title: 'Clerk',
          isOpen: true,
          isPublic: 1,
          isDeleted: false,
          publicDescription: '<p>Ü</p>',
          employmentType: '50 - Direct Hire',
          address: { city: 'Leeds', countryID: 2359 },
          salary: 1,
          salaryUnit: 'Per Year',
          categories: { data: [{ id: 1, name: 'Claims' }] },
          responseUser: { firstName: 'Robin', lastName: 'Example' },
        },
        { id: 8, title: 'Cook' },
      ),
    }),
  },
  adzuna: {
    shape: 'json',
    id: 'id',
    empty: '{"results":[]}',
    text: json({
      count: 2,
      results: two(
        {
          id: '7',
          title: 'Clerk',
          redirect_url: 'https://jobs.example/7',
          description: 'Ü',
          location: { display_name: 'Leeds', area: ['UK', 'Leeds'] },
          salary_min: 1,
          salary_is_predicted: '1',
          contract_type: 'permanent',
          category: { label: 'Claims' },
        },
        { id: '8', title: 'Cook' },
      ),
    }),
  },
  arbeitnow: {
    shape: 'json',
    id: 'slug',
    empty: '{"data":[]}',
    text: json({
      data: two(
        {
          slug: 'a-1',
          title: 'Clerk',
          company_name: 'A',
          job_types: ['full'],
          remote: true,
          tags: ['x'],
          location: 'Köln',
          created_at: 1_795_000_000,
        },
        { slug: 'a-2', title: 'Cook' },
      ),
      links: {},
    }),
  },
  usajobs: {
    shape: 'json',
    empty: '{"SearchResult":{"SearchResultItems":[]}}',
    text: json({
      SearchResult: {
        SearchResultItems: [7, 8].map(id => ({
          MatchedObjectId: String(id),
          MatchedObjectDescriptor: {
            PositionTitle: id === 7 ? 'Clerk' : 'Cook',
            PositionLocation: [{ LocationName: 'Boise', Latitude: 43.6, Longitude: -116.2 }],
            PositionRemuneration: [{ MinimumRange: '1', MaximumRange: '2', RateIntervalCode: 'PA' }],
            JobCategory: [{ Name: 'Law' }],
            ApplyURI: ['https://jobs.example/7'],
            UserArea: { Details: { JobSummary: 'Ü', MajorDuties: ['a', 'b'] } },
          },
        })),
      },
    }),
  },
  personio: {
    shape: 'xml',
    empty: '<workzag-jobs/>',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<workzag-jobs>${[7, 8]
      .map(
        id => `
<position><id>${id}</id><office>Köln</office><name>${id === 7 ? 'Clerk' : 'Cook'}</name>
<jobDescriptions><jobDescription><name>You</name><value><![CDATA[<p>Ü</p>]]></value></jobDescription></jobDescriptions></position>`,
      )
      .join('')}
</workzag-jobs>
`,
  },
  'hr-xml': {
    shape: 'xml',
    empty: '<PositionOpenings/>',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<PositionOpenings>${[7, 8]
      .map(
        id => `
<PositionOpening><PositionRecordInfo><Id><IdValue>${id}</IdValue></Id><Status>Active</Status></PositionRecordInfo><PositionProfile xml:lang="de">
<PositionDetail><PositionTitle>${id === 7 ? 'Clerk' : 'Cook'}</PositionTitle><PhysicalLocation><PostalAddress><Municipality>Köln</Municipality></PostalAddress></PhysicalLocation>
<RemunerationPackage><BasePay currencyCode="EUR" baseInterval="PA"><BasePayAmountMin>1</BasePayAmountMin></BasePay></RemunerationPackage></PositionDetail>
<FormattedPositionDescription><Name>Aufgaben &amp; mehr</Name><Value>Ü</Value></FormattedPositionDescription></PositionProfile></PositionOpening>`,
      )
      .join('')}
</PositionOpenings>
`,
  },
  rss: {
    shape: 'xml',
    empty: '<rss><channel><title>Jobs</title></channel></rss>',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:x="urn:x"><channel><title>Jobs</title>
<item><title>Clerk</title><guid isPermaLink="false">7</guid><link>https://jobs.example/7</link><description><![CDATA[<p>Location: Köln</p>]]></description><x:city>Köln</x:city></item>
<item><title>Cook</title><guid>8</guid><description>&lt;p&gt;Ü&lt;/p&gt;</description><category domain="x">Claims</category></item>
</channel></rss>
`,
  },
  'indeed-xml': {
    shape: 'xml',
    empty: '<source><publisher>P</publisher></source>',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<source><publisher>P</publisher>
<job><title><![CDATA[Clerk]]></title><referencenumber>7</referencenumber><city>Köln</city><description><p>R&amp;D</p></description><salary>1</salary></job>
<job><title>Cook</title><referencenumber>8</referencenumber><location><city>York</city></location><company name="a">B &amp; C</company></job>
</source>
`,
  },
  broadbean: {
    shape: 'xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<jobs>
<job><command>add</command><job_reference>7</job_reference><job_title>Clerk</job_title><job_description><![CDATA[<p>Ü</p>]]></job_description><salary_from>1</salary_from></job>
<job><command>add</command><job_reference>8</job_reference><job_title>Cook</job_title><days_to_advertise>5</days_to_advertise></job>
</jobs>
`,
  },
  idibu: {
    shape: 'xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<idibu><method>add</method>
<job><reference>7</reference><title>Clerk</title><description><![CDATA[<p>Ü</p>]]></description><jobtype>2</jobtype><sender><name>Robin</name></sender></job>
<job><reference>8</reference><title>Cook</title><posts><board><duration days="5"/></board></posts></job>
</idibu>
`,
  },
  dwp: {
    shape: 'xml',
    empty: '<Vacancies/>',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<Vacancies>
<Vacancy vacancyRefCode="7"><Title>Clerk</Title><Description>Ü</Description><Location><City>Leeds</City></Location><VacancyType id="1"/><VacancyExpiry>2027-01-01</VacancyExpiry></Vacancy>
<Vacancy vacancyRefCode="8"><Title>Cook</Title><VacancyCategory id="3"/><VacancyExpiry>2027-01-01</VacancyExpiry></Vacancy>
</Vacancies>
`,
  },
  'job-posting': {
    shape: 'html',
    text: `<!doctype html>
<html lang="en"><head><title>Jobs</title></head><body><main>
<script type="application/ld+json">[${['Clerk', 'Cook']
      .map(title =>
        JSON.stringify({
          '@type': 'JobPosting',
          title,
          identifier: { '@type': 'PropertyValue', value: title },
          description: '<p>Ü</p>',
          jobLocation: { '@type': 'Place', address: { addressLocality: 'Köln' } },
          baseSalary: { currency: 'EUR', value: { minValue: 1, unitText: 'YEAR' } },
        }),
      )
      .join(',\n')}]</script>
<div itemscope itemtype="https://schema.org/JobPosting"><h1 itemprop="title">Porter</h1><div itemprop="description"><p>Carry.</p></div></div></main></body></html>
`,
  },
  csv: {
    shape: 'csv',
    mapping: { key: 'id', title: 'title', location: ['town'], description: 'text', salaryMin: 'pay' },
    text: 'id,title,town,text,pay\n7,Clerk,Köln,"Ü, ""a""\nb",1\n8,Cook,York,b,2\n',
  },
  json: {
    shape: 'json',
    id: 'id',
    empty: '{"jobs":[]}',
    mapping: {
      key: 'id',
      title: 'name',
      location: { text: 'places[].name', lat: 'places[].lat' },
      description: 'parts[kind=text].html',
      remote: 'remote',
      types: 'types',
      salaryMin: 'pay.min',
      consultantName: ['people[0].first', 'people[0].last'],
      publishedAt: 'date',
    },
    text: json({
      jobs: two(
        {
          id: 7,
          name: 'Clerk',
          places: [{ name: 'Köln', lat: 50.9 }, { name: 'Bonn' }],
          parts: [{ kind: 'text', html: '<p>Ü</p>' }],
          remote: true,
          types: ['a'],
          pay: { min: 1 },
          people: [{ first: 'Robin', last: 'Example' }],
          date: '2026-11-01',
        },
        { id: 8, name: 'Cook' },
      ),
    }),
  },
}

const ids = Object.keys(fixtures)
const sources = new Map(
  ids.map(format => {
    const { mapping } = fixtures[format]!
    return [
      format,
      parseCatalog(
        { sources: [{ id: 'test', title: 'Test', format, from: 'feed', ...(mapping ? { mapping } : {}) }] },
        '/',
      )[0]!,
    ]
  }),
)
const fault = '<error>bad key</error>'
const autoSource = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'auto', from: 'feed' }] }, '/')[0]!

async function* pieces(text: string, size = text.length): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += Math.max(size, 1)) yield text.slice(i, i + size)
}

interface Outcome {
  rows: RawRow[]
  /** What the feed is refused with; null where it is read to its end. */
  refusal: string | null
}

/** Reads to the end. Whatever else than a SourceError leaves the reader, and whatever is no row, fails the test. */
async function outcomeOf(feed: AsyncIterable<RawRow>): Promise<Outcome> {
  const rows: RawRow[] = []
  try {
    for await (const row of feed) rows.push(checked(row, rows.at(-1)?.row ?? 0))
    return { rows, refusal: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const { length } = error.message
    if (length <= 20 || length >= 3_000)
      expect.fail(`refused in ${length} characters: ${error.message.slice(0, 3_000)}`)
    return { rows, refusal: error.message }
  }
}

const read = (format: string, text: string, size?: number, source: SourceConfig = sources.get(format)!) =>
  outcomeOf(formats.get(format)!.rows(pieces(text, size), source))

const texts = [
  ...[
    'reference',
    'uuid',
    'title',
    'description',
    'summary',
    'locationText',
    'salaryText',
    'company',
    'applicationEmail',
    'applicationUrl',
    'hostedUrl',
  ],
  ...[
    'image',
    'file',
    'language',
    'reason',
    'raw',
    'city',
    'region',
    'country',
    'postcode',
    'text',
    'currency',
    'period',
    'name',
    'email',
    'phone',
    'kind',
  ],
]
const lists = new Set([
  'addresses',
  'types',
  'environments',
  'remoteCountries',
  'seniority',
  'sectors',
  'specialisms',
  'categories',
  'jobCategories',
])
const points = ['publishedAt', 'createdAt', 'updatedAt', 'expiresAt', 'lat', 'lng']
const structured = new Set(['row', 'key', 'job', 'locations', 'salary', 'consultant'])
const typed = (names: string[], ...types: string[]) => names.map((name): [string, string[]] => [name, types])
const kinds = new Map([
  ...typed(texts, 'string', 'undefined'),
  ...typed(points, 'string', 'number', 'undefined'),
  ...typed(['min', 'max', 'radiusMiles'], 'number', 'undefined'),
  ...typed(['estimated', 'featured', 'remote', 'gone'], 'boolean', 'undefined'),
])

/**
 * The row, when it is what `RawRow` says: what comes after it trusts the types. `expect` is asked about faults only: a
 * million values go by here.
 */
function checked(row: RawRow, before: number): RawRow {
  const faults: unknown[] = []
  const must = (holds: boolean, ...told: unknown[]) => void (holds || faults.push(told))
  must(row.row >= before, row.row, before)
  const fields = (value: object) => {
    for (const [name, one] of Object.entries(value)) {
      if (lists.has(name))
        must(one === undefined || (Array.isArray(one) && one.every(text => typeof text === 'string')), name, one)
      else if (kinds.has(name)) must(kinds.get(name)!.includes(typeof one), name, one)
      else must(structured.has(name), `a row has no field ${name}`)
      if (typeof one === 'number') must(Number.isFinite(one), name, one)
    }
  }
  if ('job' in row) {
    const { job } = row
    must(job.title.trim() !== '', 'title', job.title)
    must(job.key === null || (typeof job.key === 'string' && job.key !== ''), 'key', job.key)
    fields(job)
    for (const part of [...job.locations, job.salary ?? {}, job.consultant ?? {}]) fields(part)
  } else {
    must(row.reason.length > 5 && row.reason.length < 3_000, 'reason', row.reason)
    must(row.key === null || typeof row.key === 'string', 'key', row.key)
    fields({ ...row, title: row.title ?? undefined })
  }
  if (faults.length > 0) expect(faults).toEqual([])
  return row
}

const whole = new Map<string, RawRow[]>()
beforeAll(async () => {
  for (const id of ids) {
    const { rows, refusal } = await read(id, fixtures[id]!.text)
    expect([id, refusal]).toEqual([id, null])
    expect([id, rows.length, rows.every(row => 'job' in row)]).toEqual([id, id === 'job-posting' ? 3 : 2, true])
    expect(rows[0]).toMatchObject({ job: { title: 'Clerk' } })
    whole.set(id, rows)
  }
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-hostile-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('there is a feed here for every format of the catalogue', () => {
  // The boards of boards.ts are read as json is, by a mapping.
  expect([...ids, ...boards.map(({ id }) => id), 'auto'].sort()).toEqual([...formats.keys()].sort())
})

describe.each(ids)('%s', id => {
  const { text, shape, empty } = fixtures[id]!

  it('is told by its looks, and no other format takes it', () => {
    const head = readHead(text)
    const takers = [...formats.values()].filter(format => format.looksLike?.(head)).map(format => format.id)
    expect(takers).toEqual(shape === 'csv' || id === 'json' ? [] : [id])
    if (takers.length > 0) expect(tellFormat(text, [...formats.values()]).id).toBe(id)
  })

  it('reads the same in any pieces, with a byte order mark, other line ends and blanks around it', async () => {
    const rows = whole.get(id)!
    for (const size of [1, 2, 7, 100]) expect(await read(id, text, size)).toEqual({ rows, refusal: null })
    const path = join(folder, `${id}.feed`)
    for (const written of [
      `\ufeff${text}`,
      text.replaceAll('\n', '\r\n'),
      `${text}\n\n  \n`,
      ...(shape === 'csv' ? [] : [` \n${text}`]),
    ]) {
      await writeFile(path, written)
      const found = await outcomeOf(readRows(path, sources.get(id)!))
      expect(found.refusal).toBeNull()
      const plain = (rows: RawRow[]) =>
        JSON.parse(JSON.stringify(rows).replaceAll('\\r\\n', '\\n')).map((row: RawRow) => ({ ...row, row: 0 }))
      expect(plain(found.rows)).toEqual(plain(rows))
    }
  })

  it('a feed that is cut off never passes for a whole one', async () => {
    const rows = JSON.stringify(whole.get(id))
    for (let end = 0; end < text.length; end++) {
      // Between two signs that mean something one place is as good as another.
      if (!fullSize && end % 4 > 0 && !/[<>{}[\]",:;=\n]/.test(text.slice(end - 1, end + 1))) continue
      const cut = text.slice(0, end)
      const found = await read(id, cut)
      if (found.refusal !== null) continue
      // A line that is whole, of a feed of lines, is all that can be known of it. So it is of the last value of a
      // table.
      if (shape === 'lines' && /\}\n?$/.test(cut)) continue
      if (shape === 'csv' && (cut.endsWith('\n') || found.rows.length === 2 || found.rows.length === 1)) continue
      expect([cut.slice(-40), JSON.stringify(found.rows)]).toEqual([cut.slice(-40), rows])
    }
  })

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['null', 'null'],
    ['a number', '42'],
    ['a text', '"jobs"'],
    ['an object', '{}'],
    ['a list of numbers in an object', '{"total":[1,2]}'],
    ['an error object', '{"error":"no such board"}'],
    ['an error object with a message', '{"status":429,"error":{"message":"slow down"}}'],
    ['nested errors', '{"errors":[{"title":"bad key"}]}'],
    [
      'null where the list belongs',
      '{"jobs":null,"results":null,"data":null,"content":null,"offers":null,"items":null,"SearchResult":null}',
    ],
    [
      'an object where the list belongs',
      '{"jobs":{},"results":{},"data":{},"content":{},"offers":{},"items":{},"SearchResult":{"SearchResultItems":{}}}',
    ],
    ['an error page', '<!doctype html><html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>'],
    ['an XML error', '<?xml version="1.0"?><error><code>5</code><message>No such feed</message></error>'],
    ['a cut prolog', '<?xml version="1.0" enc'],
    ['an XML comment', '<!-- nothing'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]>'],
    ['a PDF', '%PDF-1.7\n%\u00e2\u00e3'],
    ['plain words', 'Service temporarily unavailable'],
    ['NUL characters', '\0\0\0\0'],
  ])('refuses %s', async (_, feed) => {
    for (const size of [1, 1_000]) {
      const { rows, refusal } = await read(id, feed, size)
      expect([rows, refusal]).toEqual([[], expect.any(String)])
    }
  })

  it('an empty list is no fault where a source may have nothing open; one that says an error is', async () => {
    if (empty === undefined) return
    expect(await read(id, empty)).toEqual({ rows: [], refusal: null })
    const failed =
      shape === 'json'
        ? empty.replace(/\}$/, ',"error":"bad key"}')
        : empty.replace(/\/?>$/, end => (end === '/>' ? `>${fault}</${empty.slice(1, -2)}>` : end))
    const said = failed === empty ? empty.replace(/<\/(?=\w+>$)/, `${fault}</`) : failed
    if (said === empty) return
    expect(await read(id, said)).toEqual({ rows: [], refusal: expect.stringContaining('bad key') })
  })

  it('whatever value stands in it, each row is a job or says why not', async () => {
    if (shape !== 'json' && shape !== 'lines' && shape !== 'html') return
    const [before, written, after] = shape === 'html' ? text.split(/(?<=ld\+json">)|(?=<\/script>)/) : ['', text, '']
    const feed: unknown =
      shape === 'lines'
        ? text
            .trim()
            .split('\n')
            .map(line => JSON.parse(line))
        : JSON.parse(written!)
    const places = placesIn(feed, [])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ place: fc.constantFrom(...places), change }), { minLength: 1, maxLength: 4 }),
        async changes => {
          const changed = changes.reduce((value, { place, change }) => changedAt(value, place, change), feed)
          const lines = Array.isArray(changed) ? changed : [changed]
          const dirty =
            shape === 'lines'
              ? lines.map(one => `${JSON.stringify(one)}\n`).join('')
              : before + JSON.stringify(changed) + after
          const { rows, refusal } = await read(id, dirty)
          // A feed that lost its rows on the way is refused or says so itself: its list is empty.
          if (refusal === null && rows.length === 0) expect(dirty).toMatch(/\[\]/)
        },
      ),
      tries(400),
    )
  })

  it('whatever tags and texts are lost, doubled or dirty, each row is a job or says why not', async () => {
    const tokens = text.split(shape === 'xml' || shape === 'html' ? /(<[^>]*>|&\w+;)/ : /([,:{}[\]"\n])/)
    const dirt = fc.constantFrom(
      '',
      '<',
      '>',
      '&',
      '&bogus;',
      '&#0;',
      ']]>',
      '<![CDATA[',
      '<!--',
      '<b>',
      '</b>',
      '"',
      "'",
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      '\0',
      '\ud800',
      '\u2028',
    )
    const words = fc.constantFrom(
      'constructor',
      '__proto__',
      '9007199254740993',
      '1e999',
      '-',
      'x'.repeat(5_000),
      '\u001e',
      '\u001f',
      '💼',
      'null',
    )
    const slip = fc.record({
      at: fc.nat(tokens.length - 1),
      what: fc.oneof(
        dirt,
        words,
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom<'double' | 'drop'>('double', 'drop'),
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(slip, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 13, 10_000),
        async (slips, size) => {
          const dirty = [...tokens]
          for (const { at, what } of slips)
            dirty[at] = what === 'drop' ? '' : what === 'double' ? dirty[at]! + dirty[at] : what
          await read(id, dirty.join(''), size)
          await outcomeOf(formats.get('auto')!.rows(pieces(dirty.join(''), size), autoSource))
        },
      ),
      tries(400),
    )
  })

  it('a name or text of any length refuses with words that can be read', async () => {
    const long = 'x'.repeat(5_000)
    const tokens = text.split(/(\w+)/)
    for (let at = 1; at < tokens.length; at += 2) {
      const grown = tokens.with(at, long).join('')
      await read(id, grown)
      await outcomeOf(formats.get('auto')!.rows(pieces(grown), autoSource))
    }
  })

  it('bytes that are damaged on the way are read, refused in their row, or refuse the feed; never an empty success', async () => {
    const bytes = Buffer.from(text)
    const path = join(folder, `${id}.feed`)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        async flips => {
          const dirty = Buffer.from(bytes)
          for (const [at, byte] of flips) dirty[at] = byte
          await writeFile(path, dirty)
          const { rows, refusal } = await outcomeOf(readRows(path, sources.get(id)!))
          if (refusal === null) expect(rows.length).toBeGreaterThan(0)
        },
      ),
      tries(200),
    )
  })

  it('an identity of many digits is read as written, and one that is none refuses its row', async () => {
    const name = fixtures[id]!.id
    if (!name) return
    const withId = (number: string) =>
      read(
        id,
        text.replace(new RegExp(`("${name}": ?)("[^"]*"|\\d+)`), (_, start: string) => start + number),
      )
    const long = await withId('9007199254740993')
    expect(long.rows).toMatchObject([{ job: { key: '9007199254740993' } }, { job: { title: 'Cook' } }])
    for (const number of ['1e999', '-1e999', '{"toString":1,"valueOf":1}', '[[]]', 'true']) {
      const { rows, refusal } = await withId(number)
      expect(refusal).toBeNull()
      expect(rows).toMatchObject([{ reason: expect.stringContaining(name), key: null }, { job: { title: 'Cook' } }])
    }
  })

  it(`one value of ${megabytes} MB, and nests without end, stop nothing`, async () => {
    const deep = 200_000
    const [title, open, close] =
      shape === 'xml' || shape === 'html'
        ? ['Ü', '<b>', '</b>']
        : shape === 'csv'
          ? ['York', '"', '"']
          : ['"Cook"', '[', ']']
    for (const value of [
      'x'.repeat(megabytes * 1_000_000),
      open.repeat(deep) + close.repeat(deep),
      open.repeat(deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
    ]) {
      const quoted = (shape === 'json' || shape === 'lines') && value.startsWith('x') ? `"${value}"` : value
      await read(
        id,
        text.replace(title, () => quoted),
        65_536,
      )
      await outcomeOf(
        formats.get('auto')!.rows(
          pieces(
            text.replace(title, () => quoted),
            65_536,
          ),
          autoSource,
        ),
      )
    }
  })
})

type Place = readonly (string | number)[]
type Change = { kind: 'set'; value: unknown } | { kind: 'drop' | 'double' | 'wrap' }

/** Values that no field should have, and some that only one kind of field has. */
const values = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53 + 2,
    1e300,
    '',
    ' ',
    'text',
    '7',
    'constructor',
    '__proto__',
    'toString',
    'not a date',
    'x'.repeat(2_000),
  ],
  ...[
    [],
    {},
    [null],
    [[['a']]],
    [1, 'a', {}],
    { name: {} },
    { name: 'a' },
    { toString: 1, valueOf: 1 },
    { length: 3 },
    JSON.parse('{"__proto__":{"a":1}}'),
  ],
)
const change: fc.Arbitrary<Change> = fc.oneof(
  values.map(value => ({ kind: 'set' as const, value })),
  fc.constantFrom<Change>({ kind: 'drop' }, { kind: 'double' }, { kind: 'wrap' }),
)

/** Where there is a value. */
function placesIn(value: unknown, at: Place): Place[] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : []
  const inner = Object.entries(value).flatMap(([name, one]) =>
    placesIn(one, [...at, Array.isArray(value) ? Number(name) : name]),
  )
  return at.length > 0 ? [at, ...inner] : inner
}

function changedAt(value: unknown, [step, ...rest]: Place, change: Change): unknown {
  if (step === undefined) return change.kind === 'set' ? change.value : change.kind === 'wrap' ? [value] : value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value
  const copy = structuredClone(value) as Record<string | number, unknown>
  if (rest.length > 0) copy[step] = changedAt(copy[step], rest, change)
  else if (Array.isArray(copy) && change.kind === 'drop') copy.splice(Number(step), 1)
  else if (Array.isArray(copy) && change.kind === 'double') copy.push(copy[Number(step)])
  else if (change.kind === 'drop') delete copy[step]
  else copy[step] = changedAt(copy[step], [], change)
  return copy
}

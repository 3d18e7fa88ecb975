import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { openFeed } from '../../../indexer/sources/feed.ts'
import { readRows } from '../../../indexer/sources/formats.ts'
import { rss } from '../../../indexer/sources/rss.ts'

const realData = process.env.REAL_DATA_DIR

function sourceOf(options?: unknown) {
  return parseCatalog(
    { sources: [{ id: 'test', title: 'Test', format: 'rss', from: 'feed', ...(options ? { options } : {}) }] },
    '/',
  )[0]!
}

async function read(xml: string, options?: unknown): Promise<RawRow[]> {
  async function* whole(): AsyncGenerator<string> {
    yield xml
  }
  const rows: RawRow[] = []
  for await (const row of rss.rows(whole(), sourceOf(options))) rows.push(row)
  return rows
}

/** Without the fields that are not there. */
function job(row: RawRow | undefined): RawJob {
  if (!row || !('job' in row)) throw new Error(`no job: ${JSON.stringify(row)}`)
  return JSON.parse(JSON.stringify(row.job)) as RawJob
}

/** The only item of a feed. */
async function item(inside: string, options?: unknown): Promise<RawJob> {
  const rows = await read(
    `<rss version="2.0"><channel><title>Jobs</title><item>${inside}</item></channel></rss>`,
    options,
  )
  expect(rows).toHaveLength(1)
  return job(rows[0])
}

const empty = { types: [], environments: [], sectors: [], specialisms: [], categories: [] }

describe('RSS', () => {
  it('reads an item of a plain feed', async () => {
    expect(
      await item(`<title>Underwriter</title><link>https://jobs.example.com/7?utm_source=rss&amp;a=1</link><guid isPermaLink="false">job-7</guid>
        <pubDate>Wed, 19 Aug 2026 23:10:38 GMT</pubDate><category domain="x">Insurance</category><category>Marine</category><category>41</category>
        <description>&lt;p&gt;Write risks.&lt;/p&gt;</description>`),
    ).toEqual({
      ...empty,
      key: 'job-7',
      title: 'Underwriter',
      description: '<p>Write risks.</p>',
      locations: [],
      categories: ['Insurance', 'Marine'],
      hostedUrl: 'https://jobs.example.com/7?utm_source=rss&a=1',
      publishedAt: 'Wed, 19 Aug 2026 23:10:38 GMT',
    })
  })

  it('prefers the whole text to the teaser, and keeps the teaser as the summary', async () => {
    expect(
      await item(
        '<title>A</title><description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded><media:content url="https://i.example.com/l.png"><media:title>Logo</media:title></media:content>',
      ),
    ).toMatchObject({ description: '<p>Long</p>', summary: 'Short' })
  })

  it('reads what a government board adds', async () => {
    expect(
      await item(`<guid>https://jobs.example.com/41</guid><title>Applications Manager</title><description>&lt;p&gt;Lead.&lt;/p&gt;</description>
        <joblisting:jobId>41</joblisting:jobId><joblisting:advertiseToDateTimeUTC>Sun, 20 Sep 2026 04:59:00:0</joblisting:advertiseToDateTimeUTC>
        <joblisting:minimumSalary>65</joblisting:minimumSalary><joblisting:maximumSalary>85</joblisting:maximumSalary>
        <joblisting:salaryCurrency>USD</joblisting:salaryCurrency><joblisting:salaryInterval>Hour</joblisting:salaryInterval>
        <joblisting:department>Technology</joblisting:department><joblisting:location>Atlanta, Georgia</joblisting:location>
        <joblisting:qualifications>Five years
of it</joblisting:qualifications><joblisting:categories><joblisting:category>IT</joblisting:category></joblisting:categories>`),
    ).toEqual({
      ...empty,
      key: 'https://jobs.example.com/41',
      reference: '41',
      title: 'Applications Manager',
      description: '<p>Lead.</p>\n<h3>Qualifications</h3>\n<p>Five years<br>of it</p>',
      locations: [{ text: 'Atlanta, Georgia' }],
      salary: { min: 65, max: 85, currency: 'USD', period: 'Hour' },
      categories: ['Technology', 'IT'],
      expiresAt: 'Sun, 20 Sep 2026 04:59:00:0 UTC',
    })
  })

  it('reads XML within the content, whose names are closed in another case', async () => {
    expect(
      await item(`<link>https://jobs.example.com</link><title>Teacher</title><a10:updated>2026-08-04T10:16:07Z</a10:updated>
        <a10:content type="text/xml"><Vacancy><VacancyID>915</VacancyID><vTitle>Other</vTitle><Salary>£21,575 - £22,369</Salary>
        <Advert_text><![CDATA[<p>Teach.</p>]]></Advert_text><Expiry_date>01/09/2026 12:00:00</Expiry_date><vContractType>Permanent</vContractType>
        <Job_Location>Barnstaple,_Devon</Job_Location><Visa_Offered>true</Visa_offered></Vacancy></a10:content>`),
    ).toEqual({
      ...empty,
      key: '915',
      reference: '915',
      title: 'Teacher',
      description: '<p>Teach.</p>',
      locations: [{ text: 'Barnstaple, Devon' }],
      salaryText: '£21,575 - £22,369',
      types: ['Permanent'],
      hostedUrl: 'https://jobs.example.com',
      updatedAt: '2026-08-04T10:16:07Z',
      expiresAt: '01/09/2026 12:00:00',
    })
  })

  it('reads places in whatever shape', async () => {
    const places = async (inside: string) => (await item(`<title>A</title>${inside}`)).locations
    expect(
      await places(
        '<tt:locations><tt:location><tt:name>HQ</tt:name><tt:zip>YO1</tt:zip><tt:city>York</tt:city><tt:country>UK</tt:country></tt:location><tt:location><tt:city>Leeds</tt:city></tt:location></tt:locations>',
      ),
    ).toEqual([{ text: 'HQ', city: 'York', country: 'UK', postcode: 'YO1' }, { city: 'Leeds' }])
    expect(await places('<job:location>York</job:location><job:location>Leeds</job:location>')).toEqual([
      { text: 'York' },
      { text: 'Leeds' },
    ])
    expect(await places('<city>York</city><region>Yorkshire</region><georss:point>53.96 -1.08</georss:point>')).toEqual(
      [{ city: 'York', region: 'Yorkshire', lat: 53.96, lng: -1.08 }],
    )
    expect(await places('<georss:where><gml:Point><gml:pos>53.96 -1.08</gml:pos></gml:Point></georss:where>')).toEqual([
      { lat: 53.96, lng: -1.08 },
    ])
    expect(await places('<region>Anywhere in the World</region>')).toEqual([{ text: 'Anywhere in the World' }])
  })

  it('tells two adverts of one address apart, and knows one without an address by nothing', async () => {
    const rows = await read(
      '<rss><channel><item><title>A</title><link>https://x.example/jobs</link></item><item><title>B</title><link>https://x.example/jobs</link></item><item><title>C</title></item></channel></rss>',
    )
    expect(rows.map(row => job(row).key)).toEqual(['https://x.example/jobs A', 'https://x.example/jobs B', null])
  })

  it('reads a channel without rss, and RSS 1.0 with its items beside the channel', async () => {
    const [one] =
      await read(`<?xml version="1.0" standalone="yes"?><channel><item><title>Logistics Lead</title><link>https://x.example/?adid=1</link>
      <field_job_closing_date>2026-10-05</field_job_closing_date><field_country>AFG</field_country><field_city>Kabul</field_city><field_job_type>263</field_job_type>
      <body>&lt;p&gt;Move.&lt;/p&gt;</body><field_how_to_apply>Write to us</field_how_to_apply></item></channel>`)
    expect(job(one)).toEqual({
      ...empty,
      key: 'https://x.example/?adid=1 Logistics Lead',
      title: 'Logistics Lead',
      description: '<p>Move.</p>\n<h3>How to apply</h3>\n<p>Write to us</p>',
      locations: [{ city: 'Kabul', country: 'AFG' }],
      hostedUrl: 'https://x.example/?adid=1',
      expiresAt: '2026-10-05',
    })
    const [two] = await read(
      '<rdf:RDF><channel><title>Jobs</title></channel><item><title>B</title><dc:date>2026-10-05</dc:date></item></rdf:RDF>',
    )
    expect(job(two)).toMatchObject({ title: 'B', publishedAt: '2026-10-05' })
  })
})

describe('Atom', () => {
  it('reads an entry whose fields are lines of its text', async () => {
    const [row] =
      await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Jobs</title><entry xml:lang="en-GB"><id>https://jobs.example.com/13801</id>
      <link rel="self" href="https://api.example.com/13801"/><link rel="alternate" href="https://jobs.example.com/13801" type="text/html"/>
      <title>13801 - Support Grade</title><updated>2026-10-11T23:00:00Z</updated><published>2026-10-10T23:00:00Z</published>
      <category term="ops" label="Operations"/><category term="law"/>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Vacancy Title:13801 - Support Grade<br/>
Vacancy Id:13801<br/>
Role Type:Delivery &amp; Policy,Governance<br/>
Salary:£15,009 - £16,075<br/>
Location:Bracknell ,Reading <br/>
Closing Date:25 Oct 2026 23:55 BST<br/>
</div></content></entry></feed>`)
    expect(job(row)).toEqual({
      ...empty,
      key: 'https://jobs.example.com/13801',
      reference: '13801',
      title: 'Support Grade',
      description: expect.stringMatching(
        /^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml">Vacancy Title:13801 - Support Grade<br>\nVacancy Id/,
      ),
      locations: [{ text: 'Bracknell ,Reading' }],
      salaryText: '£15,009 - £16,075',
      categories: ['Operations', 'law', 'Delivery & Policy', 'Governance'],
      hostedUrl: 'https://jobs.example.com/13801',
      language: 'en-GB',
      publishedAt: '2026-10-10T23:00:00Z',
      updatedAt: '2026-10-11T23:00:00Z',
      expiresAt: '25 Oct 2026 23:55 BST',
    })
  })

  it('has a summary and a content', async () => {
    const [row] = await read(
      '<feed><entry><id>1</id><title>Node Developer @Northgate</title><summary type="html">&lt;b&gt;Short&lt;/b&gt;</summary><content type="html">&lt;p&gt;Long &amp;amp; wide&lt;/p&gt;</content><author><name>Northgate</name></author></entry></feed>',
    )
    expect(job(row)).toMatchObject({
      title: 'Node Developer',
      company: 'Northgate',
      summary: '<b>Short</b>',
      description: '<p>Long &amp; wide</p>',
    })
  })
})

describe('what a title holds', () => {
  it.each([
    ['{company}: {title}', 'Northgate: Lead: Claims', { company: 'Northgate', title: 'Lead: Claims' }],
    ['{title} - {company}', 'Lead - Claims - Northgate', { company: 'Northgate', title: 'Lead - Claims' }],
    [
      '{title} at {company} ({location})',
      'Lead  at Northgate (York)',
      { company: 'Northgate', title: 'Lead', locations: [{ text: 'York' }] },
    ],
    ['[{reference}] {title}', '[A.7] Lead', { reference: 'A.7', title: 'Lead', key: 'A.7' }],
    ['{company}: {title}', 'Lead', { title: 'Lead' }],
  ])('is told by the pattern %s', async (title, written, expected) => {
    expect(await item(`<title>${written}</title>`, { title })).toMatchObject(expected)
  })

  it.each([
    [
      'Lead — Northgate',
      'Northgate · York, UK · board',
      { company: 'Northgate', title: 'Lead', locations: [{ text: 'York, UK' }] },
    ],
    ['Lead — Other', 'Northgate · York, UK · board', { title: 'Lead — Other', locations: [] }],
    ['N: Lead', '<company>N</company>', { company: 'N', title: 'Lead' }],
    ['Northgate Lead', '<company>Northgate</company>', { company: 'Northgate', title: 'Northgate Lead' }],
    ['12', '<reference>12</reference>', { title: '12', reference: '12' }],
    ['12 Monkeys Keeper', '<reference>12</reference>', { title: '12 Monkeys Keeper' }],
    ['Support at Northgate', '<company>Northgate</company>', { title: 'Support' }],
    ['Somewhat Northgate', '<company>Northgate</company>', { title: 'Somewhat Northgate' }],
  ])('is told by what the item repeats: %s', async (title, other, expected) => {
    expect(
      await item(`<title>${title}</title>${other.startsWith('<') ? other : `<description>${other}</description>`}`),
    ).toMatchObject(expected)
  })

  it.each(['{company}', '{title}{company}', 'title', '{title} {title}', `{title} ${'x'.repeat(100)}`])(
    'has no pattern such as %s',
    title => {
      expect(() => sourceOf({ title })).toThrow(/options\.title: expected/)
    },
  )

  it('takes no time to tell of a title made to take long', async () => {
    const long = `${'a: - '.repeat(2_000)}`
    expect(
      (await item(`<title>${long}</title>`, { title: '{company}: {title} - {location}' })).title.length,
    ).toBeGreaterThan(0)
  })
})

describe('lines of a text', () => {
  it.each([
    ['Salary: £30,000', { salaryText: '£30,000' }],
    ['<strong>Salary:</strong> £30,000', { salaryText: '£30,000' }],
    ['Standort: Kassel', { locations: [{ text: 'Kassel' }] }],
    ['Contract type: Permanent, Full time', { types: ['Permanent', 'Full time'] }],
    ['Closing date: 1 December 2026', { expiresAt: '1 December 2026' }],
    ['Department: Claims', { categories: ['Claims'] }],
    ['Job ref: A/7', { reference: 'A/7', key: 'A/7' }],
  ])('are fields: %s', async (line, expected) => {
    expect(
      await item(`<title>A</title><description><![CDATA[<p>Come to us.</p><p>${line}</p>]]></description>`),
    ).toMatchObject(expected)
  })

  it.each([
    'Closing date: when we have found somebody',
    `Location: ${'words '.repeat(30)}`,
    'Our salary: £1',
    'Salary:',
    'Location',
  ])('are prose: %s', async line => {
    const found = await item(`<title>A</title><description><![CDATA[<p>${line}</p>]]></description>`)
    expect([found.salaryText, found.locations, found.expiresAt]).toEqual([undefined, [], undefined])
  })

  it('yield to elements', async () => {
    expect(await item('<title>A</title><salary>£1</salary><description>Salary: £2</description>')).toMatchObject({
      salaryText: '£1',
    })
  })
})

describe('feeds that are none', () => {
  it.each([
    [
      'a feed of another shape',
      '<jobs>\n<entry><program_title>A</program_title><link>b</link></entry></jobs>',
      /another dialect: its first <entry> \(line 2\).*<program_title>, <link>/,
    ],
    ['a web page', '<html><body>Sign in</body></html>', /a web page and no XML feed\. Expected RSS or Atom/],
    ['JSON', '{"items":[]}', /not XML/],
    ['another document', '<urlset><url/></urlset>', /no <item> elements: it is XML with the root <urlset>/],
    ['a feed that is cut off', '<rss><channel><item><title>A</title></item><item>', /not well-formed/],
  ])('refuses %s', async (_, xml, message) => {
    await expect(read(xml)).rejects.toThrow(message)
  })

  it('takes a feed without items for nothing open, and an item without a title for no job', async () => {
    expect(await read('<rss version="2.0"><channel><title>Jobs</title></channel></rss>')).toEqual([])
    expect(await read('<feed><id>1</id></feed>')).toEqual([])
    expect(await read('<rss><channel><item><guid>7</guid></item></channel></rss>')).toMatchObject([
      { key: '7', reason: '<title> is missing' },
    ])
  })
})

describe('recorded feeds', () => {
  it.for([
    ['rss_atom/moj_justicejobs_atom.xml', 193, ['reference', 'salaryText', 'expiresAt']],
    ['rss_atom/weworkremotely.xml', 5, ['types', 'expiresAt', 'description']],
    ['other_ats/neogov.xml', 2, ['salary', 'reference']],
    ['datasets/open_jobs_new.xml.gz', 833, ['company', 'hostedUrl']],
    ['broadbean/reliefweb_savethechildren_via_broadbean.xml', 1, ['expiresAt']],
    ['broadbean/teachingvacancies_ventrus.xml', 1, ['salaryText', 'expiresAt', 'reference']],
  ] as const)('%s', async ([file, count, fields], { skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const [source] = parseCatalog({ sources: [{ id: 'real', title: 'Real', format: 'auto', from: file }] }, realData!)
    const feed = await openFeed(source!.from!)
    const jobs: RawJob[] = []
    for await (const row of readRows((feed as { path: string }).path, source!)) jobs.push(job(row))
    expect(jobs).toHaveLength(count)
    expect(new Set(jobs.map(one => one.key)).size).toBe(count)
    for (const field of [...fields, 'locations', 'title'] as const)
      expect(
        jobs.filter(one => one[field] === undefined || (Array.isArray(one[field]) && one[field].length === 0)),
        field,
      ).toEqual([])
  })
})

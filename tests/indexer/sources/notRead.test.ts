import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { formats } from '../../../indexer/sources/formats.ts'
import { NotRead } from '../../../indexer/sources/notRead.ts'

/** What a feed's rows hold and its format does not read is counted by name. */

async function read(text: string, format = 'auto', fields: Record<string, unknown> = {}) {
  const [source] = parseCatalog({ sources: [{ id: 'test', title: 'Test', format, from: 'feed', ...fields }] }, '/')
  async function* whole(): AsyncGenerator<string> {
    yield text
  }
  const notRead = new NotRead()
  const rows: RawRow[] = []
  for await (const row of formats.get(format)!.rows(whole(), source!, notRead)) rows.push(row)
  return { counts: notRead.counts(), jobs: rows.flatMap(row => ('job' in row ? [row.job] : [])) }
}
const plain = (job: RawJob | undefined) => JSON.parse(JSON.stringify(job)) as RawJob

describe('elements that are not read', () => {
  it('are counted in XML, by the name that the feed writes', async () => {
    const job = (id: number, more = '') =>
      `<job><title>Clerk</title><referencenumber>${id}</referencenumber><city>Leeds</city>${more}</job>`
    const { counts } = await read(
      `<source>${job(1, '<ShiftPattern>Nights</ShiftPattern><sponsored/>')}${job(2, '<ShiftPattern>Days</ShiftPattern><ShiftPattern>x</ShiftPattern><salary><Bonus>5</Bonus><min>9</min></salary>')}${job(3)}</source>`,
    )
    expect(counts).toEqual({ ShiftPattern: 2, 'salary/Bonus': 1 })
  })

  it('are counted in JSON, whatever the format asks for in other rows', async () => {
    const job = (id: number, more: object = {}) => ({
      id,
      title: 'Clerk',
      absolute_url: 'https://boards.example/7',
      location: { name: 'Leeds' },
      ...more,
    })
    const { counts, jobs } = await read(
      JSON.stringify({
        jobs: [
          job(1),
          job(2, { shift: 'nights', empty: '' }),
          job(3, { shift: 'days', location: { name: 'York', floor: 3 } }),
        ],
      }),
    )
    expect(counts).toEqual({ shift: 2, 'location.floor': 1 })
    expect(jobs.map(({ locations }) => locations[0]?.text)).toEqual(['Leeds', 'Leeds', 'York'])
  })

  it('do not name what another field of the row has said already', async () => {
    const posting = (more: object) => ({
      id: 1,
      title: 'Clerk',
      isListed: true,
      jobUrl: 'https://x.example/1',
      ...more,
    })
    const both = posting({ descriptionHtml: '<p>x</p>', descriptionPlain: 'x' })
    const { counts } = await read(JSON.stringify({ jobs: [both, { ...posting({ descriptionPlain: 'y' }), id: 2 }] }))
    expect(counts).toBeUndefined()
  })

  it('are counted of a mapping, in JSON and in tables', async () => {
    const mapping = { title: 'name', location: 'place.city' }
    const json = await read(
      '{"name":"Clerk","place":{"city":"Leeds","zip":"LS1"},"pay":1}\n{"name":"Cook","pay":2}\n',
      'json',
      { mapping },
    )
    expect(json.counts).toEqual({ pay: 2, 'place.zip': 1 })
    const csv = await read('name,city,pay,note\nClerk,Leeds,1,\nCook,York,2,x\n', 'csv', {
      mapping: { title: 'name', location: 'city' },
    })
    expect(csv.counts).toEqual({ pay: 2, note: 1 })
  })

  it('are counted in web pages', async () => {
    const posting = {
      '@type': 'JobPosting',
      title: 'Clerk',
      totalJobOpenings: 3,
      baseSalary: { currency: 'GBP', value: { value: 9, bonus: 1 } },
    }
    const { counts } = await read(`<html><script type="application/ld+json">${JSON.stringify(posting)}</script></html>`)
    expect(counts).toMatchObject({ totalJobOpenings: 1, 'baseSalary.value.bonus': 1 })
  })
})

describe('the dialects of the Indeed format', () => {
  it('JobG8', async () => {
    const { counts, jobs } = await read(`<?xml version="1.0"?><Jobs><Job>
<AdvertiserName>Example Recruiting</AdvertiserName><AdvertiserType>Agency</AdvertiserType><SenderReference>S-1</SenderReference>
<DisplayReference>D/9</DisplayReference><Classification>Accounting</Classification><Position>Payroll Clerk</Position>
<Description><![CDATA[<p>Pay people.</p>]]></Description><Location>Leeds</Location><Area>West Yorkshire</Area><PostCode>LS1 4AP</PostCode><Country>United Kingdom</Country>
<ApplicationURL>https://apply.example/1</ApplicationURL><EmploymentType>Contract</EmploymentType><WorkHours>Full Time</WorkHours>
<SalaryCurrency>GBP</SalaryCurrency><SalaryMinimum>12.50</SalaryMinimum><SalaryMaximum>14</SalaryMaximum><SalaryPeriod>Hourly</SalaryPeriod></Job></Jobs>`)
    expect(plain(jobs[0])).toMatchObject({
      key: 'S-1',
      reference: 'D/9',
      title: 'Payroll Clerk',
      company: 'Example Recruiting',
      locations: [{ text: 'Leeds', region: 'West Yorkshire', country: 'United Kingdom', postcode: 'LS1 4AP' }],
      salary: { min: 12.5, max: 14, currency: 'GBP', period: 'Hourly' },
      types: ['Contract', 'Full Time'],
      categories: ['Accounting'],
      applicationUrl: 'https://apply.example/1',
    })
    expect(counts).toEqual({ AdvertiserType: 1 })
  })

  it('Jobrapido, Adzuna and LinkedIn', async () => {
    const rapido = await read(
      '<source><jobs><job><title>Clerk</title><location>Leeds</location><publishdate>19/10/2026</publishdate><expirydate>19/12/2026</expirydate><reference_id>ad3</reference_id></job></jobs></source>',
    )
    expect(plain(rapido.jobs[0])).toMatchObject({ key: 'ad3', publishedAt: '19/10/2026', expiresAt: '19/12/2026' })
    const adzuna = await read(
      '<jobs><job><id>1</id><title>Clerk</title><salary_min>9000</salary_min><salary_max>9500</salary_max><salary_frequency>month</salary_frequency><contract_time>full_time</contract_time></job></jobs>',
    )
    expect(plain(adzuna.jobs[0])).toMatchObject({
      salary: { min: 9000, max: 9500, period: 'month' },
      types: ['full_time'],
    })
    const linked = await read(
      '<source><job><partnerJobId>1</partnerJobId><title>Clerk</title><location>Leeds</location><alternateLocations><alternateLocation>York</alternateLocation><alternateLocation><city>Hull</city><country>GB</country></alternateLocation></alternateLocations></job></source>',
    )
    expect(plain(linked.jobs[0]).locations).toEqual([
      { text: 'Leeds' },
      { text: 'York' },
      { city: 'Hull', country: 'GB' },
    ])
    expect([rapido.counts, adzuna.counts, linked.counts]).toEqual([undefined, undefined, undefined])
  })
})

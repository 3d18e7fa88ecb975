import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { broadbean } from '../../../indexer/sources/broadbean.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { dwp } from '../../../indexer/sources/dwp.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { idibu } from '../../../indexer/sources/idibu.ts'
import { lastDay, type PostCommand, type PostFormat } from '../../../indexer/sources/posts.ts'
import { maskedRow } from '../../../indexer/sync/maskedRow.ts'
import { tries } from '../../builders/properties.ts'

const realData = process.env.REAL_DATA_DIR
/** 28 November 2026, half past eleven in the evening in London. */
const context = { timeZone: 'Europe/London', now: Date.UTC(2026, 10, 28, 23, 30) }

async function* pieces(text: string, size = 4_096): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

async function read(format: PostFormat, text: string): Promise<PostCommand[]> {
  const commands: PostCommand[] = []
  for await (const command of format.commands(pieces(text), context)) commands.push(command)
  return commands
}

async function rows(format: PostFormat, text: string): Promise<RawRow[]> {
  const source = parseCatalog({ sources: [{ id: 'posted', title: 'Posted', format: 'job', from: null }] }, '.')[0]!
  const list: RawRow[] = []
  for await (const row of format.rows(pieces(text, 7), source)) list.push(row)
  return list
}

/** The job that the only command adds, without the fields that are not there. */
async function jobOf(format: PostFormat, text: string): Promise<RawJob> {
  const [command, ...others] = await read(format, text)
  expect(others).toEqual([])
  if (command?.command !== 'upsert' || !('job' in command.row)) throw new Error(`no job: ${JSON.stringify(command)}`)
  return JSON.parse(JSON.stringify(command.row.job)) as RawJob
}

const refusalOf = (command: PostCommand | undefined) =>
  command?.command === 'upsert' && 'reason' in command.row ? command.row.reason : null

describe('broadbean', () => {
  const advert = (fields: string) =>
    `<job><command>add</command><username>acme</username><password>let me in please</password>${fields}</job>`

  it('reads the advert of a board feed', async () => {
    const job = await jobOf(
      broadbean,
      advert(`
        <contact_name>Kim Hale</contact_name><contact_email>kim.hale@agency.example</contact_email><contact_telephone>+44 20 7946 0101</contact_telephone>
        <days_to_advertise>7</days_to_advertise>
        <application_email>kim.1.2@agency.example</application_email><application_url>https://agency.example/apply?a=1&b=2</application_url>
        <job_reference>AG-17</job_reference><job_title>Risk &amp; Capital Lead</job_title><job_type>Contract</job_type>
        <job_skills>Solvency II|SQL, Python</job_skills><job_description><![CDATA[<p>Lead the <b>team</b>.</p>]]></job_description>
        <short_description>Lead it.</short_description><job_location>Leeds</job_location><job_industry>Insurance</job_industry >
        <salary_currency>gbp</salary_currency><salary_from>65,000</salary_from><salary_to>80000.00</salary_to><salary_per>annum</salary_per>
        <salary>£65,000 - £80,000 per annum + car</salary>`),
    )
    expect(job).toEqual({
      key: 'AG-17',
      reference: 'AG-17',
      title: 'Risk & Capital Lead',
      description: '<p>Lead the <b>team</b>.</p>',
      summary: 'Lead it.',
      locations: [{ text: 'Leeds' }],
      salaryText: '£65,000 - £80,000 per annum + car',
      salary: { min: 65_000, max: 80_000, currency: 'GBP', period: 'annum' },
      types: ['Contract'],
      environments: [],
      seniority: [],
      sectors: [],
      specialisms: [],
      categories: ['Insurance', 'Solvency II', 'SQL', 'Python'],
      consultant: { name: 'Kim Hale', email: 'kim.hale@agency.example', phone: '+44 20 7946 0101' },
      applicationEmail: 'kim.1.2@agency.example',
      applicationUrl: 'https://agency.example/apply?a=1&b=2',
      expiresAt: '2026-12-05',
    })
    expect(JSON.stringify(job)).not.toContain('let me in')
  })

  it('takes a bare figure for pay and the displayed text for its text', async () => {
    const base = '<job_reference>1</job_reference><job_title>Clerk</job_title>'
    expect(await jobOf(broadbean, advert(`${base}<salary>30000</salary><currency>EUR</currency>`))).toMatchObject({
      salary: { min: 30_000, max: 30_000, currency: 'EUR' },
    })
    const both = await jobOf(
      broadbean,
      advert(
        `${base}<salary_from>25000</salary_from><salary>30000</salary><salary_display>Up to £30,000</salary_display>`,
      ),
    )
    expect([both.salaryText, both.salary]).toEqual(['Up to £30,000', { min: 25_000 }])
    expect(
      (await jobOf(broadbean, advert(`${base}<salary_from>0</salary_from><salary_to>0.00</salary_to>`))).salary,
    ).toBeUndefined()
  })

  it('deletes by reference, whatever else is said', async () => {
    expect(
      await read(
        broadbean,
        '<job><command>Delete</command><job_reference> AG-17 </job_reference><job_title>x</job_title></job>',
      ),
    ).toEqual([{ command: 'withdraw', reference: 'AG-17', place: 1 }])
    // The dialect of boards that are told by a flag.
    expect(
      await read(
        broadbean,
        '<job><sender>x</sender><item><cust_job_id>5</cust_job_id><published>0</published></item></job>',
      ),
    ).toEqual([{ command: 'withdraw', reference: '5', place: 1 }])
  })

  it("reads an <item>, several jobs and AdCourier's own export", async () => {
    const item = await jobOf(
      broadbean,
      `<job><item><cust_job_id>5</cust_job_id><published>1</published><job_title>Buyer</job_title><country>172</country><location>Utrecht</location>
       <category>49</category><expiry_date>2026-12-31 00:00:00</expiry_date><days_to_advertise>3</days_to_advertise></item></job>`,
    )
    // 172 and 49 are numbers of the sender's own lists.
    expect(item).toMatchObject({
      key: '5',
      locations: [{ text: 'Utrecht' }],
      categories: [],
      expiresAt: '2026-12-31 00:00:00',
    })
    const two = await read(
      broadbean,
      `<jobs>${['A', 'B'].map(one => `<job><command>add</command><job_reference>${one}</job_reference><job_title>${one}</job_title></job>`).join('')}</jobs>`,
    )
    expect(two.map(({ reference }) => reference)).toEqual(['A', 'B'])
    const exported = await jobOf(
      broadbean,
      `<AdCourierAPI><Method>Export</Method><Account><UserName>u</UserName><Password>p</Password></Account><Advert><JobTitle>Driver</JobTitle>
       <JobReference>D1</JobReference><SalaryFrom>23000</SalaryFrom><SalaryPer>year</SalaryPer><Extension name="applyonline">https://agency.example/d1</Extension></Advert></AdCourierAPI>`,
    )
    expect(exported).toMatchObject({
      title: 'Driver',
      key: 'D1',
      salary: { min: 23_000, period: 'year' },
      applicationUrl: 'https://agency.example/d1',
    })
  })

  it('says what is wrong with one advert, and with a document of another kind', async () => {
    expect(refusalOf((await read(broadbean, advert('<job_title>Clerk</job_title>')))[0])).toMatch(
      /<job_reference> is missing/,
    )
    const [untitled] = await read(broadbean, advert('<job_reference>1</job_reference>'))
    expect(refusalOf(untitled)).toBe('<job_title> is missing')
    const raw = untitled?.command === 'upsert' && 'reason' in untitled.row ? untitled.row.raw! : ''
    expect(raw).toContain('<job_reference>1</job_reference>')
    expect(maskedRow(raw)).not.toMatch(/let me in|acme/)
    expect(
      refusalOf((await read(broadbean, '<job><command>archive</command><job_reference>1</job_reference></job>'))[0]),
    ).toMatch(/"archive" is not known/)
    await expect(
      read(
        broadbean,
        '<AdCourierAPIResponse><AdvertCheckResponse><Advert><JobTitle>x</JobTitle></Advert></AdvertCheckResponse></AdCourierAPIResponse>',
      ),
    ).rejects.toThrow(/answer of AdCourier/)
    await expect(read(broadbean, '<feed><entry/></feed>')).rejects.toThrow(SourceError)
    await expect(read(broadbean, '<AdCourierAPI><Method>Export</Method></AdCourierAPI>')).rejects.toThrow(
      /no advert in it/,
    )
    await expect(read(idibu, '<idibu><method>add</method></idibu>')).rejects.toThrow(/no job in it/)
    await expect(read(broadbean, advert('<job_title>Clerk').replace('</job>', ''))).rejects.toThrow(SourceError)
  })
})

describe('idibu', () => {
  const posting = (method: string, job: string) =>
    `<?xml version="1.0"?><IDIBU><METHOD>${method}</METHOD><config><partnerid>p</partnerid></config>${job}</IDIBU>`

  it('reads a posting', async () => {
    const job = await jobOf(
      idibu,
      posting(
        'add',
        `<job id=""><sender><name>Kim</name><lastname>Hale</lastname><email>kim.hale@agency.example</email><company>Agency Example</company><phone>+44 20 7946 0102</phone></sender>
         <title><![CDATA[Actuary & more]]></title><description><![CDATA[<strong>Price</strong> things.]]></description><reference>ID-9</reference>
         <salarymin>500</salarymin><salarymax>600</salarymax><salaryper value="day" /><currency>GBP</currency><salaryOverride>£500 - £600 a day</salaryOverride>
         <jobtype id="1"/><job_time>2</job_time><category id="1"/><location id="GB"/><sublocation id="1024195" name="Norwich"/><app_url>https://agency.example/a</app_url>
         <posts><board id="517"><duration days="14"/></board></posts></job>`,
      ),
    )
    expect(job).toMatchObject({
      key: 'ID-9',
      title: 'Actuary & more',
      locations: [{ text: 'Norwich', country: 'GB' }],
      salaryText: '£500 - £600 a day',
      salary: { min: 500, max: 600, currency: 'GBP', period: 'day' },
      types: ['Contract', 'Full-time'],
      categories: [],
      consultant: { name: 'Kim Hale', email: 'kim.hale@agency.example', phone: '+44 20 7946 0102' },
      company: 'Agency Example',
      expiresAt: '2026-12-12',
    })
  })

  it('deletes what is named by reference or by the id that it was answered with, also several at once', async () => {
    const named = async (job: string) =>
      (await read(idibu, posting('DELETE', job))).map(({ command, reference }) => [command, reference])
    expect(await named('<JOB ID="ID-9" />')).toEqual([['withdraw', 'ID-9']])
    expect(await named('<job ref="A-1;!;A-2;!;" all="yes"></job>')).toEqual([
      ['withdraw', 'A-1'],
      ['withdraw', 'A-2'],
    ])
    expect(await named('<job id="7"><reference>A-3</reference></job>')).toEqual([['withdraw', 'A-3']])
    expect(refusalOf((await read(idibu, posting('delete', '<job/>')))[0])).toMatch(/not named/)
  })

  it('says what it does not do', async () => {
    expect(refusalOf((await read(idibu, posting('quickrepost', '<job id="7"/>')))[0])).toMatch(
      /"quickrepost" is not known here/,
    )
    expect(
      refusalOf(
        (
          await read(
            idibu,
            '<idibu><job status="delayed" id="7"><postcompletionurl>x</postcompletionurl></job></idibu>',
          )
        )[0],
      ),
    ).toMatch(/an answer of idibu/)
    expect(refusalOf((await read(idibu, posting('add', '<job><title>Actuary</title></job>')))[0])).toMatch(
      /<reference> is missing/,
    )
  })
})

describe('dwp', () => {
  it('reads adverts and endings', async () => {
    const job = await jobOf(
      dwp,
      `<Vacancies><Vacancy vacancyRefCode="T 10"><Title>Teacher</Title><Description>Teach.</Description>
       <Location><StreetAddress>1 High Street</StreetAddress><City>Hexham</City><State>Northumberland</State><PostalCode>NE46 1AA</PostalCode></Location>
       <Salary><Min>30000</Min><Max>41000</Max><Frequency id="1"/><Text>Main scale</Text></Salary><VacancyExpiry>2026-12-20</VacancyExpiry>
       <VacancyType id="3"/><VacancyStatus id="2"/><VacancyCategory id="27"/><ApplyMethod id="2"/><ApplyUrl>https://school.example/10</ApplyUrl></Vacancy></Vacancies>`,
    )
    expect(job).toMatchObject({
      key: 'T 10',
      locations: [{ city: 'Hexham', region: 'Northumberland', postcode: 'NE46 1AA' }],
      addresses: ['1 High Street, Hexham, Northumberland, NE46 1AA'],
      salaryText: 'Main scale',
      salary: { min: 30_000, max: 41_000 },
      types: ['Temporary', 'Part-time'],
      categories: ['Teaching'],
      applicationUrl: 'https://school.example/10',
      expiresAt: '2026-12-20',
    })
    expect(
      await read(
        dwp,
        '<ExpireVacancies><ExpireVacancy vacancyRefCode="a"/><ExpireVacancy vacancyRefCode="b"></ExpireVacancy></ExpireVacancies>',
      ),
    ).toEqual([
      { command: 'withdraw', reference: 'a', place: 1 },
      { command: 'withdraw', reference: 'b', place: 2 },
    ])
    expect(await read(dwp, '<Vacancies/>')).toEqual([])
    expect(refusalOf((await read(dwp, '<ExpireVacancies><ExpireVacancy/></ExpireVacancies>'))[0])).toMatch(
      /vacancyRefCode is missing/,
    )
  })
})

describe('posted documents', () => {
  it('read from a file as well, where deletions are refused rows', async () => {
    const file =
      '<jobs><job><job_reference>A</job_reference><job_title>Clerk</job_title></job><job><command>delete</command><job_reference>B</job_reference></job></jobs>'
    const [added, deleted] = await rows(broadbean, file)
    expect(added).toMatchObject({ row: 1, job: { key: 'A', title: 'Clerk' } })
    expect(deleted).toMatchObject({ row: 2, key: 'B', reason: expect.stringContaining('asks to delete') })
  })

  it('tell their dialects apart', () => {
    const head = (root: string, ...elements: string[]) => ({
      text: '',
      json: null,
      html: false,
      xml: { root, elements: new Set([root, ...elements]), namespaces: new Set<string>() },
    })
    const told = (...args: [string, ...string[]]) =>
      [broadbean, idibu, dwp].filter(format => format.looksLike!(head(...args))).map(({ id }) => id)
    expect(told('job', 'command', 'job_reference')).toEqual(['broadbean'])
    expect(told('adcourierapi', 'advert')).toEqual(['broadbean'])
    expect(told('idibu', 'method', 'job')).toEqual(['idibu'])
    expect(told('vacancies', 'vacancy', 'vacancytype')).toEqual(['dwp'])
    expect(told('expirevacancies', 'expirevacancy')).toEqual(['dwp'])
    for (const other of [
      ['source', 'job', 'referencenumber'],
      ['jobs', 'job', 'title'],
      ['vacancies', 'vacancy', 'label'],
      ['rss', 'channel', 'item'],
    ] as const)
      expect(told(...(other as unknown as [string, ...string[]])), other.join(' ')).toEqual([])
  })

  it('count days in the zone of the source', () => {
    expect(lastDay('1', context)).toBe('2026-11-29')
    expect(lastDay('1', { ...context, timeZone: 'Asia/Singapore' })).toBe('2026-11-30')
    // The day the clocks go forward is a day like any other.
    expect(lastDay('1', { ...context, now: Date.UTC(2026, 2, 28, 23, 30) })).toBe('2026-03-29')
    expect(lastDay('28', { ...context, now: Date.UTC(2026, 2, 1, 23, 30) })).toBe('2026-03-29')
    for (const none of [undefined, '', '0', '-1', 'ASAP', '2.5', '1e9'])
      expect(lastDay(none, context), String(none)).toBeUndefined()
  })

  it('never fail but with a SourceError, whatever is posted', async () => {
    const words = fc.constantFrom(
      '<job>',
      '</job>',
      '<command>',
      '</command>',
      'add',
      'delete',
      '<job_reference>',
      '</job_reference>',
      '1',
      '<![CDATA[',
      ']]>',
      '&',
      '"',
      '<idibu>',
      '<x a="',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 30 }), async parts => {
        for (const format of [broadbean, idibu, dwp])
          await read(format, parts.join('')).catch(error => {
            if (!(error instanceof SourceError)) throw error
          })
      }),
      tries(300),
    )
  })

  it('of the field are read, or refused with the reason', async ({ skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const told = async (format: PostFormat, file: string) =>
      (await read(format, readFileSync(join(realData!, format.id, file), 'utf8'))).map(one =>
        one.command === 'withdraw' ? 'withdraw' : 'job' in one.row ? 'job' : 'refused',
      )
    expect(await told(broadbean, 'broadbean_post_v1.xml')).toEqual(['job'])
    expect(await told(broadbean, 'wpbroadbean_sample-add.xml')).toEqual(['job'])
    expect(await told(broadbean, 'wpbroadbean_sample-delete.xml')).toEqual(['withdraw'])
    expect(await told(broadbean, 'fashionunited_push.xml')).toEqual(['job'])
    expect(await told(broadbean, 'teachingvacancies_broadbean.xml')).toEqual(['job'])
    expect(await told(broadbean, 'adcourier_export_command_export_command.xml')).toEqual(['job'])
    await expect(told(broadbean, 'adcourier_advert_check_command_success.xml')).rejects.toThrow(/answer of AdCourier/)
    expect(await told(idibu, 'posting_example_1.xml')).toEqual(['job'])
    expect(await told(idibu, 'posting_example_2.xml')).toEqual(['refused'])
    expect(await told(idibu, 'posting_example_3.xml')).toEqual(['job'])
  })
})

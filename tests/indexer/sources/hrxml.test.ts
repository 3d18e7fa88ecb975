import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { openFeed } from '../../../indexer/sources/feed.ts'
import { readRows } from '../../../indexer/sources/formats.ts'
import { hrxml } from '../../../indexer/sources/hrxml.ts'

const realData = process.env.REAL_DATA_DIR
const source = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'hr-xml', from: 'feed' }] }, '/')[0]!

async function read(xml: string): Promise<RawRow[]> {
  async function* whole(): AsyncGenerator<string> {
    yield xml
  }
  const rows: RawRow[] = []
  for await (const row of hrxml.rows(whole(), source)) rows.push(row)
  return rows
}

/** Without the fields that are not there. */
function job(row: RawRow | undefined): RawJob {
  if (!row || !('job' in row)) throw new Error(`no job: ${JSON.stringify(row)}`)
  return JSON.parse(JSON.stringify(row.job)) as RawJob
}

const empty = { types: [], environments: [], sectors: [], specialisms: [], categories: [] }

describe('HR-XML', () => {
  it('2.4: a single opening, whose country is a name and whose texts have headlines', async () => {
    const place = (
      street: string,
      number: number,
      postcode: string,
    ) => `<PhysicalLocation><PostalAddress><CountryCode>Deutschland</CountryCode>
      <PostalCode>${postcode}</PostalCode><Municipality>Kassel</Municipality><DeliveryAddress><StreetName>${street}</StreetName>
      <BuildingNumber>${number}</BuildingNumber></DeliveryAddress></PostalAddress></PhysicalLocation>`
    const part = (name: string, value: string) =>
      `<FormattedPositionDescription><Name>${name}</Name><Value><![CDATA[${value}]]></Value></FormattedPositionDescription>`
    const rows = await read(`<?xml version='1.0' encoding='utf-8' ?>
      <PositionOpening xmlns='http://ns.hr-xml.org'><PositionRecordInfo><Id idOwner='Northgate'><IdValue>2448</IdValue></Id></PositionRecordInfo>
      <PositionPostings><PositionPosting><Id validFrom='2026-11-11' validTo='2026-12-11'><IdValue>9</IdValue></Id><Link>https://jobs.example.com/2448</Link></PositionPosting></PositionPostings>
      <PositionProfile xml:lang='DE'><PositionDetail><Company><Name>Northgate GmbH</Name></Company>${place('Ahornweg', 67, '34117')}${place('Birkenweg', 2, '34119')}
      <PositionTitle><![CDATA[Praktikum (w/m/d)]]></PositionTitle><PositionType>Internship</PositionType>
      <RemunerationPackage><BasePay currencyCode="EUR" baseInterval="monthly"><BasePayAmountMin>900</BasePayAmountMin></BasePay></RemunerationPackage></PositionDetail>
      ${part('Mode', 'premium')}${part('TasksHeadline', 'Komm\u2019 & hilf!')}${part('Tasks', '<ul><li>Helfen</li></ul>')}${part('Ihr Profil', 'Gut.')}${part('VideoUrl', 'https://v.example.com')}
      <HowToApply><ApplicationMethod><InternetWebAddress>https://jobs.example.com/apply</InternetWebAddress><InternetEmailAddress>jobs@northgate.example</InternetEmailAddress></ApplicationMethod></HowToApply>
      </PositionProfile></PositionOpening>`)
    expect(rows).toHaveLength(1)
    expect(job(rows[0])).toEqual({
      ...empty,
      key: '2448',
      reference: '2448',
      title: 'Praktikum (w/m/d)',
      description: '<h3>Komm\u2019 &amp; hilf!</h3>\n<ul><li>Helfen</li></ul>\n<h3>Ihr Profil</h3>\n<p>Gut.</p>',
      locations: [
        { city: 'Kassel', country: 'Deutschland', postcode: '34117' },
        { city: 'Kassel', country: 'Deutschland', postcode: '34119' },
      ],
      addresses: ['Ahornweg 67, 34117 Kassel', 'Birkenweg 2, 34119 Kassel'],
      salary: { min: 900, currency: 'EUR', period: 'monthly' },
      types: ['Internship'],
      company: 'Northgate GmbH',
      applicationEmail: 'jobs@northgate.example',
      applicationUrl: 'https://jobs.example.com/apply',
      hostedUrl: 'https://jobs.example.com/2448',
      language: 'DE',
      publishedAt: '2026-11-11',
      expiresAt: '2026-12-11',
    })
  })

  const opening = (
    inside: string,
    action = 'Add',
  ) => `<ProcessPositionOpening releaseID="3.2" xmlns="http://www.hr-xml.org/3" xmlns:oa="urn:oa"><DataArea>
    <oa:Process><oa:ActionCriteria><oa:ActionExpression actionCode="${action}">/DataArea/PositionOpening</oa:ActionExpression></oa:ActionCriteria></oa:Process>
    <PositionOpening>${inside}</PositionOpening></DataArea></ProcessPositionOpening>`

  it('3.2: an opening that an agency posts', async () => {
    const [row] = await read(
      opening(`<DocumentID schemeID="PostingID">888</DocumentID><AlternateDocumentID validTo="2026-12-31">R12</AlternateDocumentID>
        <PositionOpeningStatusCode>Active</PositionOpeningStatusCode><PostingRequester><PartyName>Staff Example Ltd</PartyName>
        <PersonContact><PersonName><FormattedName>Sam Example</FormattedName></PersonName><Communication><ChannelCode>Telephone</ChannelCode>
        <oa:AreaDialing>020</oa:AreaDialing><oa:DialNumber>-7946-0001</oa:DialNumber></Communication><Communication><ChannelCode>Email</ChannelCode>
        <oa:URI>sam@staff.example</oa:URI></Communication></PersonContact><PostingRequesterRoleCode>Staffing Agency</PostingRequesterRoleCode></PostingRequester>
        <PositionProfile><PositionID>1</PositionID><PositionTitle>Analyst</PositionTitle><PositionLocation><LocationID>X</LocationID><ReferenceLocation>
        <oa:CityName>Chicago</oa:CityName><oa:CountrySubDivisionCode>IL</oa:CountrySubDivisionCode><oa:PostalCode>60606</oa:PostalCode></ReferenceLocation></PositionLocation>
        <PositionPeriod><EndDate><FormattedDateTime>2027-06-30</FormattedDateTime></EndDate></PositionPeriod>
        <JobCategoryCode>Finance/Analysis</JobCategoryCode><PositionOfferingTypeCode>Contract</PositionOfferingTypeCode>
        <PositionFormattedDescription><Content languageID="en"><![CDATA[Line one.
Line two.]]></Content></PositionFormattedDescription></PositionProfile>`),
    )
    expect(job(row)).toEqual({
      ...empty,
      key: '888',
      reference: 'R12',
      title: 'Analyst',
      description: 'Line one.\nLine two.',
      locations: [{ city: 'Chicago', region: 'IL', postcode: '60606' }],
      types: ['Contract'],
      categories: ['Finance/Analysis'],
      consultant: { name: 'Sam Example', email: 'sam@staff.example', phone: '020 7946-0001' },
      language: 'en',
      expiresAt: '2026-12-31',
    })
  })

  it('3.1 of USAJOBS: escaped HTML in sections, codes before words, several places, the period as the dates', async () => {
    const [row] = await read(
      opening(`<DocumentID>305</DocumentID><PositionProfile><PositionID>AF-5</PositionID><PositionTitle>Medical Officer</PositionTitle>
        <PositionLocation><LocationName>Fulton, MD</LocationName></PositionLocation><PositionLocation><LocationName>Nationwide</LocationName></PositionLocation>
        <PositionOrganization><OrganizationIdentifiers><OrganizationName>Example Center</OrganizationName></OrganizationIdentifiers></PositionOrganization>
        <JobCategoryCode>0602-Medical Officer</JobCategoryCode><PositionOfferingTypeCode>15317-Permanent</PositionOfferingTypeCode><PositionScheduleTypeCode>1-Full-Time</PositionScheduleTypeCode>
        <PositionPeriod><StartDate><FormattedDateTime>2026-09-28</FormattedDateTime></StartDate><EndDate><FormattedDateTime>2027-01-31</FormattedDateTime></EndDate></PositionPeriod>
        <OfferedRemunerationPackage><RemunerationRange><RemunerationMinimumAmount currencyID="USD">17</RemunerationMinimumAmount><RemunerationMaximumAmount currencyID="USD">23</RemunerationMaximumAmount>
        <RemunerationRateIntervalCode>PH</RemunerationRateIntervalCode></RemunerationRange><Description/></OfferedRemunerationPackage>
        <UserArea><GOVT_XMLJobBody><Overview><JobSummary>&lt;P class=MsoNormal&gt;Heal &amp;amp; mend&amp;nbsp;all.&lt;/P&gt;</JobSummary><KeyRequirement>A licence</KeyRequirement><KeyRequirement>Care</KeyRequirement></Overview>
        <Duties><MajorDuties>&lt;P&gt;Rounds&lt;/P&gt;</MajorDuties></Duties></GOVT_XMLJobBody></UserArea></PositionProfile>
        <UserArea><GOVT_ApplyOnlineURL>https://apply.example.com/305</GOVT_ApplyOnlineURL></UserArea>`),
    )
    expect(job(row)).toEqual({
      ...empty,
      key: '305',
      reference: 'AF-5',
      title: 'Medical Officer',
      description:
        '<h3>Summary</h3>\n<P class=MsoNormal>Heal &amp; mend&nbsp;all.</P>\n<h3>Key requirements</h3>\n<ul><li>A licence</li><li>Care</li></ul>\n<h3>Duties</h3>\n<P>Rounds</P>',
      locations: [{ text: 'Fulton, MD' }, { text: 'Nationwide' }],
      salary: { min: 17, max: 23, currency: 'USD', period: 'hour' },
      types: ['Permanent', 'Full-Time'],
      categories: ['Medical Officer'],
      company: 'Example Center',
      applicationUrl: 'https://apply.example.com/305',
      publishedAt: '2026-09-28',
      expiresAt: '2027-01-31',
    })
  })

  it('rejects openings that are closed or withdrawn, and those without a title', async () => {
    const title = '<PositionProfile><PositionTitle>A</PositionTitle></PositionProfile>'
    expect(await read(opening(`<DocumentID>1</DocumentID>${title}`, 'Delete'))).toMatchObject([
      { key: '1', title: 'A', reason: 'the document withdraws this opening: it is not open', gone: true },
    ])
    expect(
      await read(
        opening(`<DocumentID>1</DocumentID><PositionOpeningStatusCode>Closed</PositionOpeningStatusCode>${title}`),
      ),
    ).toMatchObject([{ key: '1', reason: 'the status of the opening is "Closed": it is not open' }])
    await expect(
      read('<ProcessPositionOpening><ActionExpression actionCode="Delete"/></ProcessPositionOpening>'),
    ).rejects.toThrow(/and holds none/)
    expect(await read(opening('<DocumentID>1</DocumentID>'))).toMatchObject([
      { key: '1', reason: '<PositionTitle> is missing' },
    ])
  })

  it('names the party that posts as the employer only where it is no agency', async () => {
    const by = (role: string) =>
      opening(
        `<PostingRequester><PartyName>Northgate</PartyName><PostingRequesterRoleCode>${role}</PostingRequesterRoleCode></PostingRequester><PositionProfile><PositionTitle>A</PositionTitle></PositionProfile>`,
      )
    expect(job((await read(by('Employer')))[0]).company).toBe('Northgate')
    expect(job((await read(by('Staffing Agency')))[0]).company).toBeUndefined()
  })

  it('refuses what is no list of openings', async () => {
    expect(
      await read('<ShowPositionOpening><DataArea><Show recordSetCount="0"/></DataArea></ShowPositionOpening>'),
    ).toEqual([])
    await expect(read('<ProcessCandidate><DataArea/></ProcessCandidate>')).rejects.toThrow(
      /no <positionopening> elements.*root <processcandidate>\. Expected HR-XML/,
    )
    await expect(read('<PositionOpening><PositionProfile>')).rejects.toThrow(/not well-formed/)
  })

  it.for([
    ['hrxml/ProcessPositionOpening-1.xml', 1],
    ['hrxml/ProcessPositionOpening-2.xml', 1],
    ['hrxml/ProcessPositionOpening-3.xml', 1],
    ['hrxml/absolventa_de_2_4.xml', 1],
    ['hrxml/usajobs_bad_locations.xml', 2],
    ['hrxml/usajobs_recruiting_sample.xml', 1],
    ['hrxml/usajobs_sample.xml', 3],
  ] as const)('reads the recorded %s', async ([file, count], { skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const [source] = parseCatalog({ sources: [{ id: 'real', title: 'Real', format: 'auto', from: file }] }, realData!)
    const feed = await openFeed(source!.from!)
    const jobs: RawJob[] = []
    for await (const row of readRows((feed as { path: string }).path, source!)) jobs.push(job(row))
    expect(jobs).toHaveLength(count)
    for (const one of jobs) {
      expect(one.description!.length).toBeGreaterThan(200)
      expect(one.expiresAt ?? one.publishedAt).toBeDefined()
    }
  })
})

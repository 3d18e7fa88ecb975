import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { indeedXml } from '../../../indexer/sources/indeedXml.ts'

const feeds = join(import.meta.dirname, '../../feeds')
const source = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'indeed-xml', from: 'feed' }] }, feeds)[0]!

async function read(xml: string, size = 4096): Promise<RawRow[]> {
  async function* pieces(): AsyncGenerator<string> {
    for (let i = 0; i < xml.length; i += size) yield xml.slice(i, i + size)
  }
  const rows: RawRow[] = []
  for await (const row of indeedXml.rows(pieces(), source)) rows.push(row)
  return rows
}

/** Without the fields that are not there. */
function job(row: RawRow | undefined): RawJob {
  if (!row || !('job' in row)) throw new Error(`no job: ${JSON.stringify(row)}`)
  return JSON.parse(JSON.stringify(row.job)) as RawJob
}

async function only(xml: string): Promise<RawJob> {
  const rows = await read(xml)
  expect(rows).toHaveLength(1)
  return job(rows[0])
}

describe('the dialect of Indeed', () => {
  const xml = readFileSync(join(feeds, 'indeed.xml'), 'utf8')

  it.each([1, 3, 16, 100_000])('is read in chunks of %i', async size => {
    const rows = await read(xml, size)
    expect(rows).toHaveLength(3)
    expect(job(rows[0])).toEqual({
      key: 'R-41650',
      reference: 'R-41650',
      title: 'Reserving Actuary',
      description: '<p>R&D for <b>motor</b> &oacute; ]] > and a]]b</p>',
      locations: [{ city: 'York', country: 'GB', postcode: 'YO1 7HH' }],
      salaryText: 'Up to £75,000/year',
      types: ['Permanent', 'Full-time'],
      environments: ['Hybrid remote'],
      sectors: [],
      specialisms: [],
      categories: ['Actuarial'],
      applicationEmail: 'team@example.com',
      hostedUrl: 'https://jobs.example.com/r?id=41650&utm_source=feed&x=1',
      publishedAt: '2026-11-20 09:18:24',
      expiresAt: '2026-12-31',
    })
    expect(job(rows[1])).toMatchObject({
      key: '2',
      title: 'R&D Caf&eacute; Lead',
      description: 'Plain <p class="x">inline <br>markup</p> <b>bold</b>',
      locations: [{ text: 'Leeds or York' }],
      applicationEmail: 'sam@example.com',
      consultant: { name: 'Sam Example', email: 'sam@example.com', phone: '+44 20 7946 0000' },
    })
    expect(rows[2]).toEqual({
      row: 3,
      key: '3',
      title: null,
      reason: '<title> is missing',
      raw: '<job>\n<referencenumber>3</referencenumber>\n<city>York</city></job>',
    })
  })

  it('is never taken for complete when it is cut off anywhere', async () => {
    const whole = xml.trimEnd()
    for (let end = 0; end < whole.length; end += 7)
      await expect(read(whole.slice(0, end), 50), String(end)).rejects.toThrow(/not XML|not well-formed/)
  })

  it('yields nothing for a source without jobs, and an empty job as no job', async () => {
    expect(await read('<?xml version="1.0"?><source><publisher>x</publisher></source>')).toEqual([])
    const rows = await read('<source><job><title>A</title></job><job> </job></source>')
    expect(rows[1]).toMatchObject({ row: 2, key: null, reason: 'the <job> is empty' })
  })

  it('passes over control characters out of a word processor', async () => {
    expect(
      await only('<source><job><title>A\u000bB</title><referencenumber>1</referencenumber></job></source>'),
    ).toMatchObject({
      key: '1',
      title: 'A\u000bB',
    })
  })
})

describe('its relatives', () => {
  it('Jooble, whose region is the place in words', async () => {
    expect(
      await only(`<jobs><job id=" 149 ">
        <link><![CDATA[
          https://jobs.example.com/149 ]]></link>
        <name><![CDATA[Claims Lead]]></name><region><![CDATA[Leeds, West Yorkshire]]></region>
        <description><![CDATA[Settle claims.]]></description><company>Northgate</company>
        <pubdate>05.07.2026</pubdate><updated>06.07.2026</updated><expire>05.09.2026</expire><jobtype>full-time</jobtype>
      </job></jobs>`),
    ).toEqual({
      key: '149',
      reference: '149',
      title: 'Claims Lead',
      description: 'Settle claims.',
      locations: [{ text: 'Leeds, West Yorkshire' }],
      types: ['full-time'],
      environments: [],
      sectors: [],
      specialisms: [],
      categories: [],
      company: 'Northgate',
      hostedUrl: 'https://jobs.example.com/149',
      publishedAt: '05.07.2026',
      updatedAt: '06.07.2026',
      expiresAt: '05.09.2026',
    })
  })

  it('Jooble with nested place and pay, and numbers as ids that no number holds', async () => {
    expect(
      await only(`<jobs><job><guid>-63667657538725216210</guid><referencenumber>-63667657538725216210</referencenumber><title>Buyer</title>
        <region><country>FR</country><state>Lot (46); Occitanie</state><city>Cahors, Lot</city></region>
        <currency>EUR</currency><date_updated>2026-09-09 00:00:00</date_updated><date_expired/><jobtype/>
        <salary><min>33000.000</min><max>37000.000</max><currency>EUR</currency><rate>year</rate></salary></job></jobs>`),
    ).toMatchObject({
      key: '-63667657538725216210',
      locations: [{ city: 'Cahors, Lot', region: 'Occitanie', country: 'FR' }],
      salary: { min: 33_000, max: 37_000, currency: 'EUR', period: 'year' },
      types: [],
      updatedAt: '2026-09-09 00:00:00',
    })
  })

  it('keeps a state without a city a region', async () => {
    expect(
      (await only('<source><job><title>A</title><state>FL</state><country>US</country></job></source>')).locations,
    ).toEqual([{ region: 'FL', country: 'US' }])
  })

  it('Careerjet, which has no id', async () => {
    expect(
      await only(`<jobs><job><title>Picker</title><url>www.northgate.example</url><location>York</location><company>Northgate</company>
        <company_url>https://northgate.example</company_url><description><![CDATA[<p>Pick.</p>]]></description><contracttype>temporary</contracttype><salary/>
        <contact><name>Sam Example</name><email>sam@northgate.example</email><phone>+44 20 7946 0001</phone></contact>
        <apply_url>https://apply.example.com/7</apply_url></job></jobs>`),
    ).toEqual({
      key: null,
      title: 'Picker',
      description: '<p>Pick.</p>',
      locations: [{ text: 'York' }],
      types: ['temporary'],
      environments: [],
      sectors: [],
      specialisms: [],
      categories: [],
      company: 'Northgate',
      consultant: { name: 'Sam Example', email: 'sam@northgate.example', phone: '+44 20 7946 0001' },
      applicationEmail: 'sam@northgate.example',
      applicationUrl: 'https://apply.example.com/7',
      hostedUrl: 'www.northgate.example',
    })
  })

  it('LinkedIn', async () => {
    expect(
      await only(`<source><job><partnerJobId><![CDATA[ext-9]]></partnerJobId><company>Northgate</company><companyId>12</companyId><title>Analyst</title>
        <description>&lt;p&gt;Model.&lt;/p&gt;</description><applyUrl>https://apply.example.com/9</applyUrl><location>London, England, GB</location>
        <workplaceTypes>Hybrid</workplaceTypes><experienceLevel>MID_SENIOR_LEVEL</experienceLevel><jobtype>FULL_TIME</jobtype>
        <jobFunctions><jobFunction>anls</jobFunction><jobFunction>fin</jobFunction></jobFunctions>
        <salaries><salary><lowEnd><amount>50000</amount><currencyCode>GBP</currencyCode></lowEnd>
        <highEnd><amount>60000</amount><currencyCode>GBP</currencyCode></highEnd><period>YEARLY</period></salary></salaries></job></source>`),
    ).toMatchObject({
      key: 'ext-9',
      description: '<p>Model.</p>',
      locations: [{ text: 'London, England, GB' }],
      salary: { min: 50_000, max: 60_000, currency: 'GBP', period: 'YEARLY' },
      types: ['FULL_TIME'],
      environments: ['Hybrid'],
      seniority: ['MID_SENIOR_LEVEL'],
      categories: ['anls', 'fin'],
      applicationUrl: 'https://apply.example.com/9',
    })
  })

  it('rows whose pay has the title in it', async () => {
    const rows =
      await read(`<root><row><PositionSalary>Data Lead - Fraud &amp; Risk up to  $217,400/yr </PositionSalary><Position>Data Lead - Fraud &amp; Risk</Position>
      <Job_link>https://jobs.example.com/1?a=1&amp;b=2</Job_link><Hiring_person>Sam Example</Hiring_person><Added_date>3 weeks ago</Added_date>
      <Salary_Min>$95,900/yr</Salary_Min><Salary_Max>$217,400/yr</Salary_Max></row>
      <row><PositionSalary>Data Lead up to $90/hr</PositionSalary><Position>Data Lead</Position><Salary_Min/><Salary_Max/></row></root>`)
    expect(job(rows[0])).toMatchObject({
      key: null,
      title: 'Data Lead - Fraud & Risk',
      salaryText: '$95,900/yr - $217,400/yr',
      consultant: { name: 'Sam Example' },
      publishedAt: '3 weeks ago',
    })
    expect(job(rows[1])).toMatchObject({ salaryText: 'up to $90/hr' })
  })

  it('Meteojob, with several places and its pay in attributes', async () => {
    expect(
      await only(`<source><job id="0070" reference="AD43" lang="fr"><title><![CDATA[ Vendeur H/F ]]></title><description><![CDATA[<p>Vendre.</p>]]></description>
        <link>https://jobs.example.com/70</link><publicationDate>2026-02-25T02:46:50.131Z</publicationDate><position>Vendeur</position>
        <company id="5" anonymous="true"><name>Northgate</name><description>Nous.</description></company>
        <workplace><locations><location label="Poitiers (86)" lat="46.58" lng="0.33"><city>Poitiers</city><postalCode>86000</postalCode>
          <state code="75">Nouvelle-Aquitaine</state><country code="FR">France</country></location><location label="Tours (37)"/></locations></workplace>
        <contract><types><type code="cdi">CDI</type></types></contract><workSchedule><types><type code="full_time">Temps Plein</type></types></workSchedule>
        <benefits><salary lowEnd="11.88" currency="EUR" period="hour">À partir de 11,88 € par heure</salary></benefits>
        <profile><description>Organisé.
Curieux &amp; gai.</description></profile></job></source>`),
    ).toMatchObject({
      key: '0070',
      reference: 'AD43',
      title: 'Vendeur H/F',
      description: '<p>Vendre.</p>\n<p>Organisé.<br>Curieux &amp; gai.</p>',
      locations: [
        {
          text: 'Poitiers (86)',
          city: 'Poitiers',
          region: 'Nouvelle-Aquitaine',
          country: 'FR',
          postcode: '86000',
          lat: 46.58,
          lng: 0.33,
        },
        { text: 'Tours (37)' },
      ],
      salary: { min: 11.88, currency: 'EUR', period: 'hour' },
      salaryText: 'À partir de 11,88 € par heure',
      types: ['CDI', 'Temps Plein'],
      language: 'fr',
    })
    expect(
      (
        await only(
          '<source><job><title>A</title><company anonymous="true"><name>Northgate</name></company></job></source>',
        )
      ).company,
    ).toBe('confidential')
  })

  it.each([
    [
      'HelloWork',
      '<root><job><job_id>68</job_id><guid>x/y</guid><title>Chef H/F</title><city>LAVAL</city><geoloc>48.12,-0.12</geoloc><region>PAYS DE LA LOIRE</region><department>MAYENNE</department><contract>CDI</contract><job_time>Full time</job_time><remote>true</remote><profile>Sérieux.</profile></job></root>',
      {
        key: '68',
        locations: [{ city: 'LAVAL', region: 'PAYS DE LA LOIRE', lat: 48.12, lng: -0.12 }],
        types: ['CDI', 'Full time'],
        environments: ['Remote'],
        description: 'Sérieux.',
      },
    ],
    [
      'Jobteaser',
      '<jobs><job><id>AB3C7310-98eb-4541-9a91-438dafddfae3</id><job_details><title>Webmestre</title><url>https://jobs.example.com/w</url><remote_type>Not specified</remote_type></job_details><job_dates><first_activated_at>2026-09-20</first_activated_at></job_dates><job_locations><location_country_code>fr</location_country_code><location_city>Grenoble</location_city></job_locations><company><company_name>Northgate</company_name></company></job></jobs>',
      {
        uuid: 'ab3c7310-98eb-4541-9a91-438dafddfae3',
        key: 'AB3C7310-98eb-4541-9a91-438dafddfae3',
        title: 'Webmestre',
        company: 'Northgate',
        environments: [],
        locations: [{ city: 'Grenoble', country: 'fr' }],
        publishedAt: '2026-09-20',
      },
    ],
    [
      'TalentView',
      '<source><jobs><job><id>14</id><name>Technicien</name><address><city>Neuilly</city><country>France</country><latitude>48.8</latitude><longitude>2.2</longitude><postal_code>92200</postal_code></address><html_description>&lt;p&gt;Un&lt;/p&gt;</html_description><description>Un</description></job></jobs></source>',
      {
        key: '14',
        description: '<p>Un</p>',
        locations: [{ city: 'Neuilly', country: 'France', postcode: '92200', lat: 48.8, lng: 2.2 }],
      },
    ],
    [
      'Apec',
      '<Export_offres><Export><Partenaire>x</Partenaire></Export><Offre_emploi><Reference_apec>17W</Reference_apec><Intitule>Ingénieur F/H</Intitule><Contrat><Type_contrat>CDI</Type_contrat></Contrat><Salaire_affiche>18 - 22 k€ brut annuel</Salaire_affiche><Texte_offre>Un.</Texte_offre><Lieu><Libelle_lieu>ROUEN</Libelle_lieu></Lieu></Offre_emploi></Export_offres>',
      {
        key: '17W',
        title: 'Ingénieur F/H',
        types: ['CDI'],
        salaryText: '18 - 22 k€ brut annuel',
        locations: [{ city: 'ROUEN' }],
      },
    ],
    [
      'Talentsoft',
      '<offers><offer><id>9</id><reference>2026-9</reference><creationDate>20260101</creationDate><directUrl>https://jobs.example.com/9</directUrl><jobDescription><title>Développeur F/H</title><description>Un.</description><missionDescriptionFormatted>&lt;p&gt;Deux.&lt;/p&gt;</missionDescriptionFormatted><country id="79">France</country><location><jobLocation>Lyon</jobLocation><regions><region>Auvergne-Rhône-Alpes</region></regions></location></jobDescription></offer></offers>',
      {
        key: '9',
        reference: '2026-9',
        description: '<p>Un.</p>\n<p>Deux.</p>',
        locations: [{ city: 'Lyon', region: 'Auvergne-Rhône-Alpes', country: 'France' }],
        createdAt: '20260101',
      },
    ],
    [
      'La Poste',
      '<offres><offre><intitule-du-poste>Commercial F/H</intitule-du-poste><reference>2026-1</reference><localisation-du-poste>Aubenas</localisation-du-poste><remuneration-brute-annuelle>0</remuneration-brute-annuelle><teletravail>Non</teletravail><latitude>43.6</latitude></offre></offres>',
      { key: '2026-1', title: 'Commercial F/H', environments: [], locations: [{ city: 'Aubenas', lat: 43.6 }] },
    ],
  ])('%s', async (_, xml, expected) => {
    const found = await only(xml)
    expect(found).toMatchObject(expected)
    if (found.salaryText === undefined) expect(found.salary).toBeUndefined()
  })

  it.each([
    [
      'another root without jobs',
      '<rss><channel><item/></channel></rss>',
      /no <job> elements: it is XML with the root <rss>/,
    ],
    [
      'names that are of no dialect',
      '<jobs>\n<job><besoin>A</besoin><lieu>c</lieu></job></jobs>',
      /another dialect: its first <job> \(line 2\).*only <besoin>, <lieu>/,
    ],
    ['an empty first job', '<jobs><job/></jobs>', /another dialect.*nothing in it/],
    [
      'bytes printed by a program',
      'b\'<?xml version="1.0"?>\\n<feed></feed>\'',
      /not XML \(line 1\): it is a program's print of bytes/,
    ],
    ['JSON', '[{"id":1}]', /The feed is not XML/],
    ['a root of no kind without jobs', '<root><status>closed</status></root>', /root <root> that says "closed"/],
  ])('refuses %s', async (_, xml, message) => {
    await expect(read(xml)).rejects.toThrow(message)
  })
})

describe('what looks like it', () => {
  const head = (root: string, ...elements: string[]) => ({
    text: '',
    json: null,
    html: false,
    xml: { root, elements: new Set([root, ...elements]), namespaces: new Set<string>() },
  })
  it.each([
    [head('source', 'job', 'title'), true],
    [head('jobs', 'job', 'name', 'link'), true],
    [head('root', 'row', 'position'), true],
    [head('export_offres', 'offre_emploi', 'intitule'), true],
    [head('rss', 'channel', 'item', 'title'), false],
    [head('jobs', 'entry', 'program_title'), false],
    [head('workzag-jobs', 'position', 'name'), false],
    [{ text: '{}', json: null, html: false, xml: null }, false],
  ])('%#', (begin, expected) => {
    expect(indeedXml.looksLike!(begin)).toBe(expected)
  })
})

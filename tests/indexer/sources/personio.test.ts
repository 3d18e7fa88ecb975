import { describe, expect, it } from 'vitest'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { openFeed } from '../../../indexer/sources/feed.ts'
import { readRows } from '../../../indexer/sources/formats.ts'
import { personio } from '../../../indexer/sources/personio.ts'

const realData = process.env.REAL_DATA_DIR

async function read(xml: string, from = 'https://northgate.jobs.personio.example/xml'): Promise<RawRow[]> {
  const source = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'personio', from }] }, '/')[0]!
  async function* whole(): AsyncGenerator<string> {
    yield xml
  }
  const rows: RawRow[] = []
  for await (const row of personio.rows(whole(), source)) rows.push(row)
  return rows
}

function job(row: RawRow | undefined): RawJob {
  if (!row || !('job' in row)) throw new Error(`no job: ${JSON.stringify(row)}`)
  return JSON.parse(JSON.stringify(row.job)) as RawJob
}

const position = `<position><id>77</id><subcompany>Northgate &amp; Söhne KG</subcompany><office>Kassel</office>
  <additionalOffices><office>Fulda</office><office>Kassel</office></additionalOffices><department>Claims</department><recruitingCategory>Claims</recruitingCategory>
  <name>Sachbearbeiter (m/w/d)</name><jobDescriptions>
    <jobDescription><name>Deine Aufgaben &amp; mehr</name><value><![CDATA[ <ul><li>Regulieren</li></ul> ]]></value></jobDescription>
    <jobDescription><name>Über uns</name><value>Ein Haus.
Zwei Etagen.</value></jobDescription><jobDescription><name>Leer</name><value/></jobDescription></jobDescriptions>
  <employmentType>working_student</employmentType><seniority>entry-level</seniority><schedule>part-time</schedule><yearsOfExperience>lt-1</yearsOfExperience>
  <keywords>Kfz, Sach</keywords><occupation>insurance_claims</occupation><occupationCategory>finance</occupationCategory>
  <createdAt>2026-11-13T14:10:41+00:00</createdAt></position>`

describe('personio', () => {
  it('reads a position with its offices, texts and kinds', async () => {
    const rows = await read(`<?xml version="1.0"?><workzag-jobs>${position}</workzag-jobs>`)
    expect(rows).toHaveLength(1)
    expect(job(rows[0])).toEqual({
      key: '77',
      reference: '77',
      title: 'Sachbearbeiter (m/w/d)',
      description:
        '<h3>Deine Aufgaben &amp; mehr</h3>\n<ul><li>Regulieren</li></ul>\n<h3>Über uns</h3>\n<p>Ein Haus.<br>Zwei Etagen.</p>',
      locations: [{ text: 'Kassel' }, { text: 'Fulda' }],
      types: ['working student', 'part-time'],
      environments: [],
      seniority: ['entry-level'],
      sectors: [],
      specialisms: [],
      categories: ['Claims', 'insurance claims', 'finance', 'Kfz', 'Sach'],
      company: 'Northgate & Söhne KG',
      createdAt: '2026-11-13T14:10:41+00:00',
    })
  })

  it('makes the address of the page, which the feed lacks, of its own', async () => {
    const [row] = await read(
      `<workzag-jobs>${position}</workzag-jobs>`,
      'https://northgate.jobs.personio.de/xml?language=de',
    )
    expect(job(row)).toMatchObject({ hostedUrl: 'https://northgate.jobs.personio.de/job/77', language: 'de' })
    const [copy] = await read(`<workzag-jobs>${position}</workzag-jobs>`, '/feeds/personio.xml')
    expect(job(copy).hostedUrl).toBeUndefined()
  })

  it('takes a board without positions for one, and a position without a name for none', async () => {
    expect(await read('<workzag-jobs></workzag-jobs>')).toEqual([])
    expect(await read('<workzag-jobs><position><id>8</id><office>Kassel</office></position></workzag-jobs>')).toEqual([
      {
        row: 1,
        key: '8',
        title: null,
        reason: '<name> is missing',
        raw: '<position>\n<id>8</id>\n<office>Kassel</office></position>',
      },
    ])
    const [bare] = await read(
      '<workzag-jobs><position><id>9</id><name>A</name><jobDescriptions/></position></workzag-jobs>',
    )
    expect(job(bare)).toMatchObject({ key: '9', title: 'A', locations: [] })
    expect(job(bare).description).toBeUndefined()
    await expect(read('<html><body>Sign in</body></html>')).rejects.toThrow(
      /web page.*https:\/\/<company>\.jobs\.personio\.de\/xml/,
    )
    await expect(read('<feed><entry/></feed>')).rejects.toThrow(/no <position> elements.*root <feed>/)
  })

  it('reads the recorded board, whose ids repeat', async ({ skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const [source] = parseCatalog(
      { sources: [{ id: 'real', title: 'Real', format: 'auto', from: 'personio/workzag.xml' }] },
      realData!,
    )
    const feed = await openFeed(source!.from!)
    const jobs: RawJob[] = []
    for await (const row of readRows((feed as { path: string }).path, source!)) jobs.push(job(row))
    expect(jobs.map(({ key, locations }) => [key, locations.length])).toEqual([
      ['1834171', 2],
      ['1834171', 2],
    ])
  })
})

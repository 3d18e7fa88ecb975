import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RawRow } from '../../../indexer/documents/rawJob.ts'
import { auto, readHead } from '../../../indexer/sources/auto.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import type { Format } from '../../../indexer/sources/format.ts'
import { formats, openSource, readRows } from '../../../indexer/sources/formats.ts'

const known = [...formats.values()].filter(format => format.id !== 'auto')
const source = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'auto', from: 'feed' }] }, '/')[0]!

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

async function read(text: string, size = text.length): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for await (const row of formats.get('auto')!.rows(pieces(text, size), source)) rows.push(row)
  return rows
}

function told(text: string): string[] {
  const head = readHead(text)
  return known.filter(format => format.looksLike?.(head)).map(format => format.id)
}

const greenhouseFeed = {
  jobs: [
    {
      id: 7,
      title: 'Clerk',
      absolute_url: 'https://boards.example/7',
      internal_job_id: 70,
      updated_at: '2026-11-01',
      location: { name: 'Leeds' },
    },
  ],
  meta: { total: 1 },
}
const leverFeed = [
  {
    id: '0f8b1a5c-7c0d-4e57-9c56-5b1f0a3c9d11',
    text: 'Clerk',
    categories: { team: 'Claims', location: 'Leeds' },
    hostedUrl: 'https://jobs.example/7',
    createdAt: 1_795_000_000_000,
  },
]
const jobFeed = [{ id: '1', title: 'Clerk', salary_package: '£20,000' }]
const indeedFeed =
  '<?xml version="1.0"?><source><publisher>P</publisher><job><title>Clerk</title><referencenumber>7</referencenumber><city>Leeds</city></job></source>'
const postingPage =
  '<!doctype html><html><script type="application/ld+json">{"@type":"JobPosting","title":"Clerk"}</script></html>'

describe('auto', () => {
  it.each([
    ['greenhouse', JSON.stringify(greenhouseFeed)],
    ['lever', JSON.stringify(leverFeed, null, 2)],
    ['job', JSON.stringify(jobFeed)],
    ['job', `${JSON.stringify(jobFeed[0])}\n`],
    ['job', `${JSON.stringify(jobFeed[0])}\n${JSON.stringify(jobFeed[0])}`],
    ['indeed-xml', indeedFeed],
    ['job-posting', postingPage],
  ])('tells %s, and no other format takes it', async (id, text) => {
    expect(told(text)).toEqual([id])
    for (const size of [1, 100_000]) {
      const rows = await read(text, size)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row).toMatchObject({ job: { title: 'Clerk' } })
    }
  })

  it('tells it from the beginning and reads the whole', async () => {
    const feed = JSON.stringify(
      Array.from({ length: 3000 }, (_, i) => ({ ...jobFeed[0], id: String(i), description: 'x'.repeat(100) })),
    )
    expect(await read(feed, 5000)).toHaveLength(3000)
  })

  it.each([
    [
      '[{"ort":"Köln","beruf":{"name":"Aktuar"}}]',
      /it is a JSON list with ort, beruf, beruf\.name\. Write "format": "json"/,
    ],
    [
      '{"anzahl":1,"angebote":[{"ort":"Köln","beruf":"Aktuar"}]}',
      /it is a JSON object with anzahl, angebote, whose rows have ort, beruf/,
    ],
    ['{"ort":"Köln"}\n{"ort":"Bonn"}', /it is JSON, an object a line, with ort\./],
    ['{"error":"no such board"}', /answered with an error and no feed: "no such board"/],
    ['{"total":0}', /it is a JSON object with total\./],
    ['[]', /it is a JSON list without rows/],
    [
      '<?xml version="1.0"?><stellen xmlns="urn:x"><stelle><ort>Köln</ort></stelle></stellen>',
      /it is XML with the root <stellen> and the elements stelle, ort/,
    ],
    ['sep=;\r\na;b,c\r\n1;2\r\n', /it is a table with the columns a, b,c\./],
    ['ort;beruf;"lohn"\nKöln;Aktuar;1\n', /it is a table with the columns ort, beruf, lohn\. Write "format": "csv"/],
    ['%PDF-1.7', /it is text that begins with "%PDF-1\.7"/],
    [' \n', /The feed is empty/],
    ['<!doctype html><title>Log in</title>', /The web page \("Log in"\) holds no advert/],
  ])('says what %j seems to be and what to do', async (text, message) => {
    for (const size of [1, 100_000]) await expect(read(text, size)).rejects.toThrow(message)
  })

  it('closes the feed when the reader stops early', async () => {
    let closed = false
    async function* endless(): AsyncGenerator<string> {
      try {
        yield '['
        for (;;) yield `${JSON.stringify(jobFeed[0])},`
      } finally {
        closed = true
      }
    }
    for await (const row of formats.get('auto')!.rows(endless(), source)) if (row.row === 5000) break
    expect(closed).toBe(true)
  })

  it('names a format that cannot do without options', async () => {
    const keyed: Format = {
      ...formats.get('json')!,
      id: 'keyed',
      looksLike: () => true,
      options: { safeParse: () => ({ success: false }) } as unknown as Format['options'] & object,
    }
    const rows = auto([keyed]).rows(pieces('[]', 2), source)[Symbol.asyncIterator]()
    await expect(rows.next()).rejects.toThrow(/of the format keyed, which has options to be set/)
  })
})

describe('the beginning of a feed', () => {
  it('gives the names of nested members, of the first row', () => {
    const { json } = readHead(
      '{"meta":{"total":2},"jobs":[{"id":1,"pay":{"min":1},"tags":["a","b"],"sites":[{"town":"York"}]},{"late":1}]}',
    )
    expect(json).toEqual({
      shape: 'object',
      members: new Set(['meta', 'jobs']),
      row: new Set(['id', 'pay', 'pay.min', 'tags', 'sites', 'sites.town']),
    })
  })

  it('is not led astray by what stands in texts', () => {
    expect(readHead('[{"a":"{\\"b\\":[","c\\\\":1}]').json).toEqual({
      shape: 'list',
      members: new Set(),
      row: new Set(['a', 'c\\\\']),
    })
  })

  it('gives the elements and namespaces of XML, and not those in comments and CDATA', () => {
    const { xml } = readHead(
      '\ufeff<?xml version=\\"1.0\\"?><!-- <no> --><rss xmlns:a10="http://atom.example"><Channel><a10:Content><![CDATA[<b>]]></a10:Content></Channel></rss>',
    )
    expect(xml).toEqual({
      root: 'rss',
      elements: new Set(['rss', 'channel', 'content']),
      namespaces: new Set(['http://atom.example']),
    })
  })

  it('may end anywhere and hold anything', () => {
    const texts = [JSON.stringify(greenhouseFeed), JSON.stringify(leverFeed), indeedFeed, postingPage]
    for (const text of texts) for (let end = 0; end <= text.length; end++) told(text.slice(0, end))
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '<', '>', '!', '-', '?', ' '),
          maxLength: 60,
        }),
        text => void told(text),
      ),
    )
    for (const unit of ['{"a":', '[', '<a>', '"\\"', '<![CDATA[', '<!--', '{"a":[{"b":[', '&', '<a xmlns="'])
      expect(() => told(unit.repeat(64 * 1024)), unit).not.toThrow()
  })
})

describe('a feed of more than one request', () => {
  let folder: string
  let origin: string
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const sitemap = `<urlset><url><loc>${origin}/jobs/1</loc></url></urlset>`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(request.url === '/jobs/1' ? postingPage : request.url === '/table' ? 'a;b\n' : sitemap)
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    folder = await mkdtemp(join(tmpdir(), 'longlist-auto-'))
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is gathered in the format that its first answer is told to be', async () => {
    const of = { ...source, from: `${origin}/sitemap.xml`, requestsPerMinute: 6000 }
    const feed = await openSource(of, of.from, { tempFolder: folder })
    if (feed.kind !== 'file') throw new Error('not modified')
    const rows: RawRow[] = []
    for await (const row of readRows(feed.path, of, { charset: feed.charset })) rows.push(row)
    expect(rows).toMatchObject([{ job: { title: 'Clerk', hostedUrl: `${origin}/jobs/1` } }])
    await feed.dispose()
    expect(await readdir(folder)).toEqual([])
    expect(asked).toEqual(['/sitemap.xml', '/sitemap.xml', '/jobs/1'])
  })

  it('leaves nothing behind when it is of no format', async () => {
    await expect(openSource(source, `${origin}/table`, { tempFolder: folder })).rejects.toThrow(
      /a table with the columns a, b/,
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('is read from a file as it is', async () => {
    const path = join(folder, 'feed')
    await writeFile(path, JSON.stringify(greenhouseFeed))
    const feed = await openSource(source, path)
    if (feed.kind !== 'file') throw new Error('not modified')
    const rows: RawRow[] = []
    for await (const row of readRows(feed.path, source)) rows.push(row)
    expect(rows).toMatchObject([{ job: { title: 'Clerk' } }])
  })
})

import { describe, expect, it } from 'vitest'
import type { RawRow } from '../../../indexer/documents/rawJob.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { formats } from '../../../indexer/sources/formats.ts'

/** What a feed with one broken row comes to: that row is refused by its name, and the others are read. */

const sizes = [1, 7, 64, 100_000]

async function read(text: string, size = 4096): Promise<RawRow[]> {
  const [source] = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'auto', from: 'feed' }] }, '/')
  async function* pieces(): AsyncGenerator<string> {
    for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
  }
  const rows: RawRow[] = []
  for await (const row of formats.get('auto')!.rows(pieces(), source!)) rows.push(row)
  return rows
}

const told = (rows: RawRow[]) => rows.map(row => ('job' in row ? row.job.title : `refused ${row.key} ${row.title}`))

const good = (id: number) =>
  `<job><title>Clerk ${id}</title><url>https://jobs.example/${id}</url><referencenumber>${id}</referencenumber><description><![CDATA[<p>Files & so on</p>]]></description></job>`
const feed = (...rows: string[]) =>
  `<?xml version="1.0"?>\n<source>\n<publisher>P</publisher>\n${rows.join('\n')}\n</source>\n`

describe('a feed with a row that is not well-formed', () => {
  it.each<[string, string, string]>([
    ['an end tag is missing', good(2).replace('</url>', ''), 'refused 2 Clerk 2'],
    ['the last end tag is missing', good(2).replace('</job>', ''), 'refused 2 Clerk 2'],
    ['an end tag is cut', good(2).replace('</url>', '</url'), 'refused 2 Clerk 2'],
    ['an element is closed as another', good(2).replace('</title>', '</titel>'), 'refused 2 Clerk 2'],
    ['a bare sign', good(2).replace('Clerk', '< Clerk'), 'refused 2 null'],
    ['an attribute without quotes', good(2).replace('<job>', '<job id=2>'), 'refused 2 Clerk 2'],
    ['an element is opened twice', good(2).replace('<title>', '<title><title>'), 'refused 2 Clerk 2'],
  ])('goes on at the next row where %s', async (_, broken, refused) => {
    for (const size of sizes) {
      const rows = await read(feed(good(1), broken, good(3), good(4)), size)
      expect(told(rows)).toEqual(['Clerk 1', refused, 'Clerk 3', 'Clerk 4'])
      expect(rows[1]).toMatchObject({
        row: 2,
        reason: expect.stringMatching(/^the XML of the row is not well-formed \(line [56]/),
      })
      // The last row of the feed, which its end tells from what comes after it, and the first.
      const last = broken.endsWith('</job>') ? refused : 'Clerk 2'
      expect(told(await read(feed(good(1), broken), size))).toEqual(['Clerk 1', last])
      expect(told(await read(feed(broken, good(1)), size))).toEqual([refused, 'Clerk 1'])
    }
  })

  it.each<[string, string, string]>([
    ['CDATA', good(2).replace(']]>', ''), 'refused 2 Clerk 2'],
    ['CDATA, but for a bracket', good(2).replace(']]>', ']]'), 'refused 2 Clerk 2'],
    ['a comment', good(2).replace('<title>', '<!-- note <title>'), 'refused 2 Clerk 2'],
    ['a comment, but for a dash', good(2).replace('<title>', '<!-- note -> <title>'), 'refused 2 Clerk 2'],
    ['the quote of the row’s attribute', good(2).replace('<job>', '<job id="2>'), 'refused'],
    ['a single quote', good(2).replace('<job>', "<job id='2>"), 'refused'],
    ['the quote of an attribute', good(2).replace('<url>', '<url kind="x>'), 'refused'],
    ['an instruction', good(2).replace('<title>', '<?php <title>'), 'refused'],
  ])('loses no row beside one in which is never closed: %s', async (_, broken, refused) => {
    const [known] = parseCatalog({ sources: [{ id: 'test', title: 'Test', format: 'indeed-xml', from: 'f' }] }, '/')
    const titles = async (text: string, size: number) => {
      async function* pieces(): AsyncGenerator<string> {
        for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
      }
      const found: string[] = []
      for await (const row of formats.get('indeed-xml')!.rows(pieces(), known!)) {
        const told = 'job' in row ? row.job.title : `refused ${row.key} ${row.title}`
        found.push(told.startsWith(refused) ? 'broken' : told)
      }
      return found
    }
    for (const size of sizes) {
      expect(await titles(feed(good(1), broken, good(3), good(4)), size)).toEqual([
        'Clerk 1',
        'broken',
        'Clerk 3',
        'Clerk 4',
      ])
      expect(await titles(feed(good(1), broken), size)).toEqual(['Clerk 1', 'broken'])
      expect(await titles(feed(broken, good(1)), size)).toEqual(['broken', 'Clerk 1'])
      // Cut off, with the end of the feed and without it.
      const cut = feed(good(1), broken.slice(0, -60))
      expect(await titles(cut, size)).toEqual(['Clerk 1', 'broken'])
      await expect(titles(cut.replace('</source>', ''), size)).rejects.toThrow(SourceError)
    }
  })

  it('takes rows of a comment for none, and reads what looks like a row in CDATA and comments as it is', async () => {
    expect(told(await read(feed(good(1), `<!-- ${good(2)}\n${good(3)} -->`, good(4))))).toEqual(['Clerk 1', 'Clerk 4'])
    const quoting = good(2)
      .replace('Files & so on', 'Send &lt;/job> or </job> to us')
      .replace('<url>', '<!-- </job> --><url>')
    expect(told(await read(feed(good(1), quoting, good(3))))).toEqual(['Clerk 1', 'Clerk 2', 'Clerk 3'])
  })

  it('goes on after several of them, and after a fault between rows', async () => {
    const broken = good(2).replace('</url>', '')
    expect(told(await read(feed(good(1), broken, broken, good(3), '</p>', good(4))))).toEqual([
      'Clerk 1',
      'refused 2 Clerk 2',
      'refused 2 Clerk 2',
      'Clerk 3',
      'refused null null',
      'Clerk 4',
    ])
  })

  it('reads RSS on too', async () => {
    const item = (id: number) =>
      `<item><title>Cook ${id}</title><guid>${id}</guid><link>https://x.example/${id}</link></item>`
    const rss = `<rss><channel><title>Jobs</title>${item(1)}${item(2).replace('</link>', '')}${item(3)}</channel></rss>`
    expect(told(await read(rss))).toEqual(['Cook 1', 'refused 2 Cook 2', 'Cook 3'])
  })

  it('is refused where it is cut off, where no row begins again, and where no row is whole', async () => {
    const broken = good(2).replace('</url>', '')
    const cut = feed(good(1), broken, good(3)).replace('</source>', '')
    for (const size of sizes) await expect(read(cut, size)).rejects.toThrow(SourceError)
    await expect(read(feed(good(1), broken, good(3)).slice(0, -60))).rejects.toThrow(SourceError)
    await expect(read(feed(broken))).rejects.toThrow(/not well-formed at line 4/)
    await expect(read(`${feed(good(1))}<job>`)).rejects.toThrow(/not well-formed/)
  })
})

describe('a feed in a shape that leaves no doubt', () => {
  it('is read where jobs stand in an <rss>', async () => {
    expect(told(await read(`<rss version="2.0"><jobs>${good(1)}${good(2)}</jobs></rss>`))).toEqual([
      'Clerk 1',
      'Clerk 2',
    ])
    expect(told(await read(`<rss><channel><jobs>${good(1)}</jobs></channel></rss>`))).toEqual(['Clerk 1'])
  })

  const job = (id: number, title = `Clerk ${id}`) =>
    JSON.stringify({ id: String(id), title, salary_package: '}{ "£1"' })
  it.each([
    ['two objects on a line', `${job(1)}${job(2)}\n${job(3)}\n`],
    ['without any line break', `${job(1)}${job(2)} ${job(3)}`],
    ['with commas and no list', `${job(1)}, ${job(2)},\n${job(3)}`],
    ['a list without a comma', `[${job(1)}${job(2)},${job(3)}]`],
  ])('is read with %s', async (_, text) => {
    for (const size of sizes) {
      const rows = await read(text, size)
      expect(told(rows)).toEqual(['Clerk 1', 'Clerk 2', 'Clerk 3'])
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 3])
    }
  })

  it('keeps a long feed without line breaks out of memory', async () => {
    const filler = 'x'.repeat(1_000)
    const text = Array.from({ length: 3_000 }, (_, i) => job(i, `${i}${filler}`)).join('')
    const rows = await read(text, 100_000)
    expect(rows).toHaveLength(3_000)
    expect(new Set(rows.map(({ row }) => row)).size).toBe(3_000)
  })

  it('is refused where its last object is cut off', async () => {
    await expect(read(`${job(1)}${job(2)}`.slice(0, -5))).rejects.toThrow(SourceError)
  })
})

describe('a table with a quote that is never closed', () => {
  const line = (id: number, text = '"Files, and so on"') => `${id},Clerk ${id},${text},https://x.example/${id}`
  const table = (...lines: string[]) => `id,title,text,url\n${lines.join('\n')}\n`
  const mapping = { key: 'id', title: 'title', description: 'text', hostedUrl: 'url' }
  const entry = { id: 'test', title: 'Test', format: 'csv', from: 'f', mapping }

  async function titles(text: string, size: number): Promise<string[]> {
    const [source] = parseCatalog({ sources: [entry] }, '/')
    async function* pieces(): AsyncGenerator<string> {
      for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
    }
    const rows: RawRow[] = []
    for await (const row of formats.get('csv')!.rows(pieces(), source!)) rows.push(row)
    expect(rows.map(({ row }) => row)).toEqual(rows.map((_, i) => i + 1))
    return told(rows)
  }

  it.each<[string, string, string[]]>([
    ['before quoted rows', table(line(1), line(2, '"Files'), line(3), line(4)), ['1', '!2', '3', '4']],
    ['in the first row', table(line(1, '"Files'), line(2), line(3)), ['!1', '2', '3']],
    ['before the last row', table(line(1), line(2, '"Files'), line(3)), ['1', '!2', '3']],
    [
      'before rows without quotes',
      table(line(1), line(2, '"Files'), line(3, 'a'), line(4, 'b')),
      ['1', '!2', '3', '4'],
    ],
    [
      'before a field of two lines',
      table(line(1), line(2, '"Files'), line(3), line(4, '"a\nb"')),
      ['1', '!2', '3', '4'],
    ],
    ['twice', table(line(1, '"Files'), line(2), line(3, '"Files'), line(4), line(5)), ['!1', '2', '!3', '4', '5']],
    // These are read as they are.
    ['that is text', table(line(1), line(2, 'Files 5" wide'), line(3)), ['1', '2', '3']],
    ['within a field', table(line(1), line(2, '"Files "and" so on"'), line(3)), ['1', '2', '3']],
    ['within no field', table(line(1), line(2, '"a\n7,Clerk 7,b,https://x.example/7\nc"'), line(3)), ['1', '2', '3']],
  ])('%s', async (_, text, expected) => {
    const wanted = expected.map(each => each.replace(/^!(.*)/, 'refused $1 Clerk $1').replace(/^(\d)/, 'Clerk $1'))
    for (const size of sizes) expect(await titles(text, size)).toEqual(wanted)
  })

  it('is refused where no row stands behind it, for the feed may be cut off in it', async () => {
    const cut = table(line(1), line(2)).slice(0, -30)
    await expect(titles(cut, 64)).rejects.toThrow(/cut off/)
    await expect(titles(`${cut}\n`, 64)).rejects.toThrow(/cut off/)
  })
})

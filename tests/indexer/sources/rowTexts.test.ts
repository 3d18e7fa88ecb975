import { describe, expect, it } from 'vitest'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { rowsOfText } from '../../../indexer/sources/formats.ts'
import { RowTexts, wholeRows } from '../../../indexer/sources/rowTexts.ts'

/** Each row comes with what it was read from, whichever way its reader shows it. */
async function pairs(entry: Record<string, unknown>, text: string): Promise<[string | null, string][]> {
  const [source] = parseCatalog({ sources: [{ id: 'x', title: 'X', ...entry }] }, '/')
  const texts = new RowTexts()
  const found: [string | null, string][] = []
  try {
    for await (const { row, whole } of wholeRows(rowsOfText(text, source!, texts), texts))
      found.push(['job' in row ? row.job.title : row.reason, whole(2_000)])
  } catch (error) {
    found.push([null, (error as Error).message])
  }
  return found
}
const xmlJob = (n: number, more = '') =>
  `<job><title>Job ${n}</title><referencenumber>R${n}</referencenumber><shift>s${n}</shift>${more}</job>`

describe('a row with what it was read from', () => {
  it('of XML, the broken one among them', async () => {
    const text = `<source>${xmlJob(1)}${xmlJob(2, '<b></c>')}${xmlJob(3)}</source>`
    const found = await pairs({ format: 'indeed-xml' }, text)
    expect(found).toHaveLength(3)
    for (const [at, [, whole]] of found.entries()) expect(whole).toContain(`<shift>s${at + 1}</shift>`)
  })

  it('of JSON and of lines of it, with long texts cut', async () => {
    const rows = [1, 2, 3].map(n => ({ title: `Job ${n}`, id: n, shift: `s${n}`, text: 'x'.repeat(5_000) }))
    const entry = { format: 'json', mapping: { title: 'title', key: 'id' } }
    for (const text of [JSON.stringify(rows), rows.map(one => JSON.stringify(one)).join('\n')]) {
      const found = await pairs(entry, text)
      expect(found.map(([title]) => title)).toEqual(['Job 1', 'Job 2', 'Job 3'])
      for (const [at, [, whole]] of found.entries())
        expect(JSON.parse(whole)).toEqual({ ...rows[at], text: `${'x'.repeat(300)}…` })
    }
  })

  it('of a table, with the columns that no field is read from', async () => {
    const found = await pairs({ format: 'csv', mapping: { title: 'title' } }, 'title,shift\nJob 1,s1\n,s2\nJob 3,s3\n')
    expect(found.map(([, whole]) => JSON.parse(whole).shift)).toEqual(['s1', 's2', 's3'])
  })

  it('up to where the feed breaks off', async () => {
    const rows = [1, 2, 3].map(n => ({ title: `Job ${n}`, shift: `s${n}` }))
    const found = await pairs({ format: 'json', mapping: { title: 'title' } }, JSON.stringify(rows).slice(0, -8))
    expect(found.slice(0, 2).map(([title, whole]) => [title, JSON.parse(whole).shift])).toEqual([
      ['Job 1', 's1'],
      ['Job 2', 's2'],
    ])
    expect(found.at(-1)).toEqual([null, expect.stringContaining('cut off')])
  })

  it('is empty where its reader shows none', async () => {
    const departments = { departments: [{ id: 1, name: 'A', jobs: [{ id: 1, title: 'Job 1' }], children: [] }] }
    const found = await pairs({ format: 'greenhouse' }, JSON.stringify(departments))
    expect(found).toEqual([['Job 1', '']])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { openFeed } from '../../../indexer/sources/feed.ts'
import { readRows } from '../../../indexer/sources/formats.ts'

const folder = process.env.REAL_DATA_DIR

const reed = { title: 'job_title', location: ['city', 'state'], salaryText: 'salary_offered', types: 'job_type', categories: 'category' }

/** Jobs, distinct keys, rejected rows. */
async function count(format: string, file: string, mapping?: unknown): Promise<[number, number, number]> {
  const [source] = parseCatalog({ sources: [{ id: 'real', title: 'Real', format, from: file, ...(mapping ? { mapping } : {}) }] }, folder!)
  const feed = await openFeed(source!.from!)
  if (feed.kind !== 'file') throw new Error('not modified')
  const keys = new Set<string | null>()
  let jobs = 0
  let refused = 0
  for await (const row of readRows(feed.path, source!)) {
    if ('job' in row) {
      jobs++
      keys.add(row.job.key)
    } else refused++
  }
  return [jobs, keys.size, refused]
}

describe('recorded feeds', () => {
  beforeEach(({ skip }) => skip(!folder, 'REAL_DATA_DIR is not set to the folder of recorded feeds'))

  it.each([
    ['greenhouse', 'greenhouse/anthropic_4.json', [4, 4, 0]],
    ['greenhouse', 'greenhouse/atspolling_2.json', [2, 2, 0]],
    ['greenhouse', 'greenhouse/careerkit_2.json', [2, 2, 0]],
    ['greenhouse', 'greenhouse/jobagent_2.json', [2, 2, 0]],
    ['greenhouse', 'greenhouse/nocontent_6.json', [6, 6, 0]],
    ['lever', 'lever/leverdemo_6.json', [6, 6, 0]],
    ['lever', 'lever/careerkit_2.json', [2, 2, 0]],
    ['lever', 'lever/atspolling_2.json', [2, 2, 0]],
    ['lever', 'lever/jobagent_2.json', [2, 2, 0]],
    ['indeed-xml', 'indeed_xml/indeed_4corner_us.xml', [27, 27, 0]],
    ['indeed-xml', 'indeed_xml/indeed_paretti_pl.xml.gz', [600, 40, 0]],
    ['indeed-xml', 'indeed_xml/indeed_peoplepro_mx.xml', [31, 31, 0]],
    ['indeed-xml', 'indeed_xml/indeed_remotetalents_nl.xml', [2, 2, 0]],
    ['indeed-xml', 'indeed_xml/careerjet_paretti_pl.xml.gz', [600, 1, 0]],
  ])('%s reads %s', async (format, file, expected) => {
    expect(await count(format, file)).toEqual(expected)
  })

  it('csv reads every row of a feed without ids', async () => {
    expect(await count('csv', 'datasets/reed_uk_29862.csv.gz', reed)).toEqual([29_862, 1, 0])
  })

  it.each([
    ['greenhouse', 'greenhouse/departments_tree.json', /departments/],
    ['lever', 'lever/board_not_found.json', /Document not found/],
    ['indeed-xml', 'indeed_xml/generic_rows.xml.gz', /no <job> elements: it is XML with the root <root>/],
    ['indeed-xml', 'indeed_xml/jooble_surprise.xml', /another dialect/],
    ['indeed-xml', 'indeed_xml/jooble_surprise_html.xml', /another dialect/],
    ['indeed-xml', 'indeed_xml/justjoinit_atom_pybytes.xml.txt.gz', /The feed is not XML \(line 1/],
  ])('%s refuses %s', async (format, file, message) => {
    await expect(count(format, file)).rejects.toThrow(message)
  })
})

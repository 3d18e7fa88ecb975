import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import { createSearch } from '../../api/search/guard.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { jobRow, writeNdjson } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'

/** Titles of a small market, so that each term of the field has its right jobs and its tempting wrong ones. */
const titles = [
  'C++ Developer',
  'C# Developer',
  'C Developer',
  '.NET Developer',
  'Network Engineer',
  'Java Developer',
  'JavaScript Developer',
  'F# Quant Developer',
  'IFRS17 Actuarial Manager',
  'IFRS16 Lease Accountant',
  'IFRS 17 Finance Lead',
  'IFRS9 Credit Modeller',
  'Business Analyst',
  'Bank Manager',
  'Bar Manager',
  'BA - Payments',
  'Project Manager',
  'Pricing Actuary',
  'Aktuar Leben',
  'Underwriter - Marine',
  'Müller Programme Lead',
  'Miller Operator',
  'Kubernetes Platform Engineer',
  'Head: "Data" \\ R&D',
  'R&D Tax Adviser',
]

let indexer: TestIndexer
let search: ReturnType<typeof createSearch>

beforeAll(async () => {
  indexer = await startIndexer()
  await writeNdjson(
    join(indexer.folder, 'jobs.ndjson'),
    titles.map((title, n) =>
      jobRow(n, { title, external_reference: `LL-${24_000 + n}`, description: `<p>Posting ${n}.</p>` }),
    ),
  )
  expect(await syncSource(indexer.source(), indexer)).toMatchObject({ upserted: titles.length })
  search = createSearch({ meiliUrl: indexer.meiliUrl, searchKey: indexer.masterKey, indexPrefix: '', site: sites.uk })
})
afterAll(async () => {
  search?.close()
  await indexer?.stop()
})

async function find(q: string): Promise<string[]> {
  const [result] = await search.multiSearch([{ indexUid: 'jobs', q, hitsPerPage: 50 }])
  return result!.hits.map(({ title }) => title)
}

describe('terms of the field', () => {
  it.each([
    ['C++', ['C++ Developer']],
    ['c++', ['C++ Developer']],
    ['cpp', ['C++ Developer']],
    ['C#', ['C# Developer']],
    ['.NET', ['.NET Developer']],
    ['.net developer', ['.NET Developer']],
    ['IFRS17', ['IFRS17 Actuarial Manager', 'IFRS 17 Finance Lead']],
    ['ifrs17', ['IFRS17 Actuarial Manager', 'IFRS 17 Finance Lead']],
    ['IFRS16', ['IFRS16 Lease Accountant']],
    ['LL-24003', ['.NET Developer']],
    ['IFRS 17', ['IFRS17 Actuarial Manager', 'IFRS 17 Finance Lead']],
    ['K8s', ['Kubernetes Platform Engineer']],
    ['#', []],
    ['!!!', []],
    ['+', []],
    ['"Data" \\ R&D', ['Head: "Data" \\ R&D']],
    ['zzzzqqqq', []],
  ])('%s finds just its jobs', async (q, expected) => {
    expect((await find(q)).sort()).toEqual([...expected].sort())
  })

  it.each([
    ['BA', ['BA - Payments', 'Business Analyst'], ['Bank Manager', 'Bar Manager']],
    ['bussiness analyst', ['Business Analyst'], ['Bank Manager']],
    ['Müller', ['Müller Programme Lead'], []],
    ['Muller', ['Müller Programme Lead'], []],
    ['actuary', ['Pricing Actuary', 'Aktuar Leben'], ['Underwriter - Marine']],
    ['Java', ['Java Developer'], ['C Developer']],
    ['underwritr', ['Underwriter - Marine'], []],
  ])('%s finds its jobs and not their neighbours', async (q, wanted, unwanted) => {
    const found = await find(q)
    expect(found).toEqual(expect.arrayContaining(wanted))
    for (const title of unwanted) expect(found).not.toContain(title)
  })

  it.each([
    ['Java', 'Java Developer'],
    ['Müller', 'Müller Programme Lead'],
    ['Muller', 'Müller Programme Lead'],
    ['business analyst', 'Business Analyst'],
  ])('%s puts the job that says it first', async (q, first) => {
    expect((await find(q))[0]).toBe(first)
  })
})

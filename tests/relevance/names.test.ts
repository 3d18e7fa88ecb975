import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import { createSearch } from '../../api/search/guard.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { jobRow, writeNdjson } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'

/** Names that signs are a part of, and what they are taken for where signs are spaces. */
const titles = [
  'C++ Developer',
  'C# Developer',
  'C Developer',
  'F# Quant',
  '.NET Developer',
  'Network Engineer',
  'Net Zero Lead',
  'ASP.NET Core Engineer',
  'VB.NET Programmer',
  'Node.js Developer',
  'C/C++ Firmware Engineer',
  'C++17 Architect',
  'VC++ Maintainer',
  'Senior C#/.NET Engineer',
  'C#.NET Contractor',
  'Visual C# Tutor',
  'CompTIA A+ Technician',
  'A Level Tutor',
  'Network+ Trainer',
  'Google+ Marketer',
  'R&D Chemist',
  'M+E Manager',
  'Python+SQL Analyst',
  'J# Archaeologist',
  'C++/CLI Porter',
  'G++ Toolsmith',
  'Notepad++ Author',
  'Objective-C Developer',
  'CPP Reviewer',
  'Csharp Reviewer',
  'Dotnet Reviewer',
]
const references: Record<string, string> = {
  'F# Quant': 'AB#12',
  'Net Zero Lead': 'AB+9',
  'C Developer': 'C#777',
}
const companies: Record<string, string> = { 'J# Archaeologist': 'Sharp# Ltd', 'R&D Chemist': 'Yahoo!' }

let indexer: TestIndexer
let search: ReturnType<typeof createSearch>

beforeAll(async () => {
  indexer = await startIndexer()
  await writeNdjson(
    join(indexer.folder, 'jobs.ndjson'),
    titles.map((title, n) =>
      jobRow(n, {
        title,
        external_reference: references[title] ?? `LL-${24_000 + n}`,
        company: companies[title],
        description: `<p>Posting ${n}.</p>`,
      }),
    ),
  )
  expect(await syncSource(indexer.source(), indexer)).toMatchObject({ upserted: titles.length })
  search = createSearch({ meiliUrl: indexer.meiliUrl, searchKey: indexer.masterKey, indexPrefix: '', site: sites.uk })
})
afterAll(async () => {
  search?.close()
  await indexer?.stop()
})

/** Titles with the words found in them in brackets, of the jobs that hold all the words. */
async function found(q: string): Promise<string[]> {
  const [result] = await search.multiSearch([
    {
      indexUid: 'jobs',
      q,
      filter: ['plain = "*"'],
      hitsPerPage: 50,
      attributesToHighlight: ['title'],
      highlightPreTag: '[',
      highlightPostTag: ']',
    },
  ])
  return result!.hits.map(({ _formatted }) => _formatted!.title!).sort()
}

const cpp = [
  'C/[C++] Firmware Engineer',
  'CPP Reviewer',
  'V[C++] Maintainer',
  '[C++] Developer',
  '[C++]/CLI Porter',
  '[C++]17 Architect',
]
const csharp = [
  'Csharp Reviewer',
  'Senior [C#]/.NET Engineer',
  'Visual [C#] Tutor',
  '[C#] Developer',
  '[C#].NET Contractor',
]
const dotNet = [
  'ASP[.NET] Core Engineer',
  'C#[.NET] Contractor',
  'Senior C#/[.NET] Engineer',
  'VB[.NET] Programmer',
  '[.NET] Developer',
]

describe('names that signs are a part of', () => {
  it.each([
    ['c++', cpp],
    ['C++', cpp],
    ['"c++"', cpp],
    ['c+', []],
    ['c', ['Objective-[C] Developer', '[C] Developer', '[C]/C++ Firmware Engineer']],
    ['C', ['Objective-[C] Developer', '[C] Developer', '[C]/C++ Firmware Engineer']],
    ['c#', [...csharp, 'C Developer']],
    ['C#', [...csharp, 'C Developer']],
    ['-c#', [...csharp, 'C Developer']],
    ['f#', ['[F#] Quant']],
    ['j#', ['[J#] Archaeologist']],
    ['asp.net', ['[ASP][.NET] Core Engineer']],
    ['asp', ['[ASP].NET Core Engineer']],
    ['vb.net', ['[VB][.NET] Programmer']],
    ['node.js', ['[Node].[js] Developer']],
    ['nodejs', ['[Node.js] Developer']],
    ['c++17', ['[C++][17] Architect']],
    ['c++ 17', ['[C++][17] Architect']],
    ['C#.NET', ['Senior [C#]/[.NET] Engineer', '[C#][.NET] Contractor']],
    ['c# .net', ['Senior [C#]/[.NET] Engineer', '[C#][.NET] Contractor']],
    ['c++ c#', []],
    ['c++ developer', ['C/[C++] Firmware Engineer', '[C++] [Developer]']],
    ['developer c++', ['[C++] [Developer]']],
    ['"c++ developer"', ['[C++ Developer]']],
    ['"developer c++"', ['C++ Developer']],
    ['c developer', ['Objective-[C] [Developer]', '[C] [Developer]', '[C]/C++ Firmware Engineer']],
    ['.net developer', ['Senior C#/[.NET] Engineer', 'VB[.NET] Programmer', '[.NET] [Developer]']],
    ['a+', ['CompTIA [A+] Technician']],
    ['network+', ['[Network+] Trainer', '[Network] Engineer']],
    ['network', ['[Network] Engineer', '[Network]+ Trainer']],
    ['google+', ['[Google+] Marketer']],
    ['google', ['[Google]+ Marketer']],
    ['g++', ['[G++] Toolsmith']],
    ['notepad++', ['[Notepad++] Author']],
    ['notepad', ['[Notepad]++ Author']],
    ['c++/cli', ['[C++]/[CLI] Porter']],
    ['AB#12', ['F# Quant']],
    ['AB+9', ['Net Zero Lead']],
    ['C#777', ['C Developer']],
    ['Sharp# Ltd', ['J# Archaeologist']],
    ['Yahoo!', ['R&D Chemist']],
    ['#', []],
    ['+', []],
    ['++', []],
    ['#+', []],
  ])('%s finds just its jobs, and marks what was asked for', async (q, expected) => {
    expect(await found(q)).toEqual([...expected].sort())
  })

  it.each([
    // Without the plus sign they are two words, as R&D is.
    ['m+e', ['[M]+[E] Manager']],
    ['python+sql', ['[Python]+[SQL] Analyst']],
    ['sql', ['Python+[SQL] Analyst']],
    ['c ++', cpp],
    // `.net` and `dotnet` are one; a net is neither.
    ['.net', [...dotNet, 'Dotnet Reviewer']],
    ['.NET', [...dotNet, 'Dotnet Reviewer']],
    ['net', ['[Net] Zero Lead', '[Net]work Engineer', '[Net]work+ Trainer']],
    ['dotnet', [...dotNet.map(title => title.replace(/[[\]]/g, '')), '[Dotnet] Reviewer']],
    // Both C and C++.
    ['C/C++', ['[C]/[C++] Firmware Engineer']],
    [
      'cpp',
      [...cpp.map(title => title.replace(/[[\]]/g, '')).filter(title => title !== 'CPP Reviewer'), '[CPP] Reviewer'],
    ],
  ])('%s does so since they are plain words', async (q, expected) => {
    expect(await found(q)).toEqual([...expected].sort())
  })
})

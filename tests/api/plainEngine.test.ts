import { describe, expect, it } from 'vitest'
import { inPlainNames, plainNames } from '#indexer/plainNames'
import { type EngineQuery, EngineRefusal, type EngineResult, type SearchEngine } from '../../api/search/engine.ts'
import { markNames, plainEngine } from '../../api/search/plainEngine.ts'

describe('a title with names in it', () => {
  const marked = (text: string, byEngine: string, q: string) =>
    markNames(text, byEngine, { q: plainNames(q), before: '[', after: ']' })

  it.each([
    ['C++ Developer', 'C++ [Developer]', 'c++ developer ', '[C++] [Developer]'],
    ['C# / C Developer', '[C]# / [C] Developer', 'c ', 'C# / [C] Developer'],
    ['Senior C#/.NET Engineer', 'Senior C#/.NET Engineer', 'c# .net', 'Senior [C#]/[.NET] Engineer'],
    ['C++ Developer', 'C++ Developer', '"c++ developer"', '[C++ Developer]'],
    ['Developer, C++', 'Developer, C++', '"c++ developer"', 'Developer, C++'],
    ['C++ C++ Developer', 'C++ C++ Developer', '"c++ developer"', 'C++ [C++ Developer]'],
    ['Network+ Trainer', '[Net]work+ Trainer', 'net', '[Net]work+ Trainer'],
    ['Network+ Trainer', '[Network]+ Trainer', 'network trainer', 'Network+ Trainer'],
    ['Cobol Developer', '[C]obol Developer', 'c++ c', '[C]obol Developer'],
    // The tags are text too.
    ['C++ [Lead]', 'C++ [Lead]', 'c++ ', 'C++ [Lead]'],
  ])('%s is marked where the query asks for them', (text, byEngine, q, expected) =>
    expect(marked(text, byEngine, q)).toBe(expected),
  )
})

/** Indexes of plain words, by name; the others refuse the filter that tells them. */
function engineWith(plain: ReadonlySet<string>, onAsk = () => {}) {
  const asked: EngineQuery[][] = []
  const multiSearch = async (queries: EngineQuery[]) => {
    asked.push(queries)
    onAsk()
    for (const { indexUid, filter } of queries)
      if (JSON.stringify(filter ?? '').includes(inPlainNames) && !plain.has(indexUid))
        throw new EngineRefusal('invalid_search_filter', 'Attribute `plainNames` is not filterable.')
    return queries.map(({ indexUid, q }) => ({ hits: [`${indexUid}: ${q}`], totalHits: 1 }))
  }
  const engine = plainEngine({ multiSearch } as unknown as SearchEngine, { places: 'places' })
  const hitsOf = async (queries: EngineQuery[]) =>
    ((await engine.multiSearch(queries)) as EngineResult<unknown>[]).map(({ hits }) => hits[0])
  return { hitsOf, asked }
}

describe('an engine that is asked for names', () => {
  it('is asked by plain words, beside the filters that there are, and places as they are', async () => {
    const { hitsOf, asked } = engineWith(new Set(['jobs']))
    expect(
      await hitsOf([
        { indexUid: 'jobs', q: 'C#', filter: 'a = 1' },
        { indexUid: 'places', q: 'A+' },
        { indexUid: 'jobs', q: 'R+9', attributesToSearchOn: ['external_reference'] },
        { indexUid: 'jobs', q: 'baker', filter: ['b = 2'] },
      ]),
    ).toEqual(['jobs: Czxv', 'places: A+', 'jobs: R+9', 'jobs: baker'])
    expect(asked).toHaveLength(1)
    expect(asked[0]!.map(({ filter }) => filter)).toEqual([['a = 1', inPlainNames], undefined, undefined, ['b = 2']])
  })

  it('is asked for them as written where an index is one of before', async () => {
    const { hitsOf } = engineWith(new Set(['posts']))
    const queries = ['jobs', 'posts'].map(indexUid => ({ indexUid, q: 'c++' }))
    expect(await hitsOf(queries)).toEqual(['jobs: c++', 'posts: cqjq'])
  })

  it('is not believed where an index became one of plain words in between', async () => {
    const plain = new Set<string>()
    let asks = 0
    const { hitsOf } = engineWith(plain, () => {
      if (++asks === 2) plain.add('jobs')
    })
    expect(await hitsOf([{ indexUid: 'jobs', q: 'c++' }])).toEqual(['jobs: cqjq'])
  })
})

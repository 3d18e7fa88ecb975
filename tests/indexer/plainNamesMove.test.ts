import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noSearch } from '#api/jobSearchParams'
import { contentSearched } from '#indexer/contentDocuments'
import { indexNames } from '#indexer/indexNames'
import { plainNames, plainNamesMark } from '#indexer/plainNames'
import { sites } from '#indexer/site'
import { openContext } from '../../api/search/answering.ts'
import { connectEngine } from '../../api/search/engine.ts'
import { createSearch } from '../../api/search/guard.ts'
import { createReplay } from '../../api/search/replay.ts'
import {
  arrivalsSettings,
  contentIndexSettings,
  jobsSettings,
  suggestionsSettings,
} from '../../indexer/indexes/settings.ts'
import { rebuildJobs } from '../../indexer/sync/rebuildIndex.ts'
import {
  applyJobsSettings,
  applySmallSettings,
  applyVocabulary,
  noteJobsSettings,
} from '../../indexer/workloads/indexSettings.ts'
import type { WorkerContext } from '../../indexer/workloads/workerContext.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { aJob } from '../builders/jobDocument.ts'

/** Settings as they were before names were plain words. */
const ofBefore = (settings: Settings, searchableAttributes = settings.searchableAttributes!): Settings => ({
  ...settings,
  searchableAttributes,
  filterableAttributes: settings.filterableAttributes!.filter(
    one => typeof one === 'string' || !one.attributePatterns.includes(plainNamesMark),
  ) as NonNullable<Settings['filterableAttributes']>,
  nonSeparatorTokens: ['+', '#'],
  dictionary: ['C++', 'c++', 'C#', 'c#', 'F#', 'f#', '.NET', '.Net', '.net'],
})

const titles = ['C++ Developer', 'C Developer', 'C# Developer', '.NET Developer', 'Network Engineer']
const now = Math.floor(Date.now() / 1_000)
const jobOf = (title: string, n: number) => ({
  ...aJob({ id: `j${n}`, external_reference: `R-${n}`, url_slug: `j-${n}`, title, expires_at: now + 86_400 }),
  searchTitle: title,
  titleWords: `also ${title.toLowerCase()}`,
  alsoCalled: '',
  calledAbroad: '',
  filedAs: '',
  searchText: '',
})

let indexer: TestIndexer
let context: WorkerContext
let search: ReturnType<typeof createSearch>

beforeAll(async () => {
  indexer = await startIndexer()
  const { engine, redis, prefix } = indexer
  const { jobs, arrivals, suggestions, posts } = engine.names
  await engine.copySettings(jobs, ofBefore(jobsSettings))
  await engine.copySettings(arrivals, ofBefore(arrivalsSettings))
  await engine.copySettings(suggestions, ofBefore(suggestionsSettings, ['text']))
  await engine.copySettings(posts, ofBefore(contentIndexSettings.posts, [...contentSearched.posts]))
  for (const index of ['jobs', 'arrivals', 'suggestions', 'posts'])
    await redis.set(`${prefix}:settings:${index}`, 'other')
  const documents = titles.map(jobOf)
  const posted = titles.map((title, n) => ({
    id: `p${n}`,
    slug: `p${n}`,
    title,
    summary: '',
    tagNames: [],
    text: title,
  }))
  const terms = titles.map((text, n) => ({
    ...{ id: `t${n}`, kind: 'title', text, key: text.toLowerCase(), jobs: 1, placeId: null },
  }))
  for (const [uid, all] of [
    [jobs, documents],
    [arrivals, documents.map(job => ({ ...job, arrivedAt: now }))],
    [suggestions, terms],
    [posts, posted],
  ] as const)
    await engine.waitTask(await engine.writeDocuments(uid, all))
  context = {
    ...{ engine, redis, prefix, log: indexer.log, parts: () => indexer },
    files: { vocabulary: { synonyms: {} } },
  } as unknown as WorkerContext
  search = createSearch({ meiliUrl: indexer.meiliUrl, searchKey: indexer.masterKey, indexPrefix: '', site: sites.uk })
})
afterAll(async () => {
  search?.close()
  await indexer?.stop()
})

/** What a site of this version finds by a name, in each index. */
async function found(q: string) {
  const { names } = search
  const engine = connectEngine({ url: indexer.meiliUrl, key: indexer.masterKey })
  const opened = openContext(engine, indexNames(''), sites.uk, Date.now)
  try {
    const [listed, arrived, suggested] = await Promise.all([
      // Past the cache of a moment.
      opened.engine.multiSearch<{ title: string }>(
        [names.jobs, names.posts].map(indexUid => ({ indexUid, q: `${q} `, matchingStrategy: 'all' })),
      ),
      createReplay(opened).find([{ ...noSearch, query: q }], { from: now, to: now }),
      opened.engine.multiSearch<{ text: string }>([{ indexUid: names.suggestions, q: `${q} ` }]),
    ])
    return {
      jobs: listed[0]!.hits.map(({ title }) => title),
      posts: listed[1]!.hits.map(({ title }) => title),
      arrived: arrived[0],
      suggested: suggested[0]!.hits.map(({ text }) => text),
    }
  } finally {
    engine.close()
  }
}

const isCpp = {
  jobs: ['C++ Developer'],
  posts: ['C++ Developer'],
  arrived: ['j0'],
  suggested: ['C++ Developer'],
}

describe('an installation of before names were plain words', () => {
  it('is searched by this version as it is', async () => {
    expect(await found('c++')).toEqual(isCpp)
    expect((await found('c')).jobs).toEqual(['C Developer'])
  })

  it('is moved while each search for a name finds what it should', async () => {
    let over = false
    const answers: unknown[] = []
    const watching = (async () => {
      while (!over) {
        answers.push(await found('c++'))
        await pause(20)
      }
    })()
    try {
      expect(await applyJobsSettings(context)).toEqual({ rebuild: true })
      await applySmallSettings(context)
      await applyVocabulary(context)
      // What a webhook writes meanwhile has its names as plain words: the index of before finds it all the same.
      const { engine } = indexer
      const { jobs } = engine.names
      const sent = { ...jobOf('F# Quant', 9), searchTitle: plainNames('F# Quant') }
      await engine.waitTask(await engine.writeDocuments(jobs, [sent]))
      expect((await found('f#')).jobs).toEqual(['F# Quant'])
      await rebuildJobs(indexer, [])
      await noteJobsSettings(context)
      await applyVocabulary(context)
    } finally {
      over = true
      await watching
    }
    expect(answers.length).toBeGreaterThan(2)
    for (const answer of answers) expect(answer).toEqual(isCpp)
  })

  it('finds the same afterwards, by plain words', async () => {
    expect(await found('c++')).toEqual(isCpp)
    expect(await found('c')).toMatchObject({ jobs: ['C Developer'], posts: ['C Developer'], arrived: ['j1'] })
    expect((await found('f#')).jobs).toEqual(['F# Quant'])
    expect((await found('.net')).jobs).toEqual(['.NET Developer'])
    const { engine } = indexer
    for (const uid of [engine.names.jobs, engine.names.arrivals]) {
      const [job] = await engine.byIds<{ searchTitle: string; titleWords: string }>(uid, ['j0'])
      // Those of the arrivals twice.
      expect(job!.searchTitle).toMatch(/^(?:Cqjq Developer ?)+$/)
      expect(job!.titleWords).toMatch(/^(?:also cqjq developer ?)+$/)
      expect(await engine.settingsOf(uid)).toMatchObject({ nonSeparatorTokens: [], dictionary: [], synonyms: {} })
    }
  })

  it('is not moved again', async () => {
    const { engine } = indexer
    const updated = await engine.updatedAt(engine.names.arrivals)
    await applySmallSettings(context)
    expect(await engine.updatedAt(engine.names.arrivals)).toBe(updated)
  })
})

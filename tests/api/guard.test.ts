import { instantMeiliSearch } from '@meilisearch/instant-meilisearch'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  nearestSort,
  nearFilter,
  plainFilter,
  plainMarks,
  quote,
  type SearchQuery,
  SearchRequestError,
  SearchUnavailable,
} from '#api/search'
import { contentCardAttributes, contentIndexes, searchedOf } from '#indexer/contentDocuments'
import { facetAttributes } from '#indexer/facets'
import { cellOf, nearestKm, shownDistance } from '#indexer/geo'
import { indexNames } from '#indexer/indexNames'
import { cardAttributes, type JobDocument } from '#indexer/job'
import type { PlaceDocument } from '#indexer/place'
import { sites } from '#indexer/site'
import { connectEngine } from '../../api/search/engine.ts'
import { createSearch } from '../../api/search/guard.ts'
import { Engine, EngineRefusal } from '../../indexer/indexes/meilisearch.ts'
import { jobsSettings } from '../../indexer/indexes/settings.ts'
import { startApi } from '../builders/apiServer.ts'
import { aJob } from '../builders/jobDocument.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'

const london = { lat: 51.5075, lng: -0.1275 }
const reading = { lat: 51.4575, lng: -0.9725 }
const frankfurt = { lat: 50.1175, lng: 8.6825 }
const now = 1_795_780_800
const oddValue = 'Head: "Data" \\ R&D'
const lasting = now + 86_400

const place = (id: string, point: { lat: number; lng: number }, more: Partial<PlaceDocument> = {}): PlaceDocument => ({
  id,
  name: id,
  label: id,
  kind: 'city',
  country: 'GB',
  ...point,
  areaCode: null,
  population: 1,
  aliases: [],
  rank: 0,
  ...more,
})
const job = (id: string, title: string, more: Partial<JobDocument> = {}) =>
  aJob({
    id,
    title,
    external_reference: `REF${100_000 + Number(id.slice(1))}`,
    expires_at: lasting,
    published_at: now - Number(id.slice(1)),
    publishedDay: Math.floor((now - Number(id.slice(1))) / 86_400),
    sectors: ['Technology'],
    specialisms: ['Software Development'],
    places: [],
    salaryYear: {},
    description: 'hidden-description',
    rawHash: 'hidden-hash',
    searchText: 'hidden-words',
    ...more,
  })

const live: JobDocument[] = [
  job('j1', 'C++ Developer', { cells: [cellOf(london)] }),
  job('j2', 'C# Developer', { cells: [cellOf(reading)] }),
  job('j3', '.NET Developer', {
    cells: [cellOf(london), cellOf(frankfurt)],
    locations: ['London', 'Frankfurt am Main'],
  }),
  job('j4', 'IFRS17 Actuary', { sectors: ['Insurance'], specialisms: ['Actuarial'] }),
  job('j5', 'IFRS16 Accountant', { sectors: ['Insurance'], specialisms: ['Accounting & Finance (Insurance)'] }),
  job('j6', 'Business Analyst', { alsoCalled: 'also ba', remoteCountries: ['GB'], workingEnvironment: ['Remote'] }),
  job('j7', 'Head of Angular 21', { specialisms: [oddValue], areas: ['DE', 'DE-HE'] }),
  job('j8', 'Java Developer', { type: ['Permanent', 'Contract'] }),
  job('j9', 'Underwriter', { sectors: ['Insurance'], salaryYear: { GBP: 90_000 } }),
  job('j10', 'Sachbearbeiter Müller', { salaryYear: { EUR: 1 }, featured: true }),
]
const expired = [
  job('j98', 'Expired Developer', { expires_at: now - 1, cells: [cellOf(london)] }),
  job('j99', 'Over Now', { expires_at: now }),
]
const places = [
  place('london', london),
  place('reading', reading),
  place('hesse', frankfurt, { kind: 'area', areaCode: 'DE-HE' }),
]

let server: RunningMeilisearch
let clock = now * 1000
const open = (prefix = 'guard_') =>
  createSearch({
    meiliUrl: server.url,
    searchKey: server.masterKey,
    indexPrefix: prefix,
    site: sites.uk,
    now: () => clock,
    engineMs: 60_000,
  })
let search: ReturnType<typeof open>
const all = (more: Partial<SearchQuery> = {}): SearchQuery => ({ indexUid: 'jobs', hitsPerPage: 50, ...more })
const idsOf = async (more: Partial<SearchQuery>) =>
  (await search.multiSearch([all(more)]))[0]!.hits.map(({ id }) => id).sort()

async function fill(prefix: string, documents: JobDocument[], settings = jobsSettings): Promise<void> {
  const names = indexNames(prefix)
  const engine = new Engine({ url: server.url, key: server.masterKey, names })
  await engine.ensureIndexes()
  if (settings !== jobsSettings) await engine.applySettings(names.jobs, settings)
  await engine.waitTask(await engine.writeDocuments(names.places, places))
  await engine.waitTask(await engine.writeDocuments(names.jobs, documents))
}

beforeAll(async () => {
  server = await startMeilisearch()
  await fill('guard_', [...live, ...expired])
  search = open()
})
afterAll(async () => {
  search?.close()
  await server?.stop()
})

describe('what a query may ask', () => {
  it('answers in page mode with exact totals, whatever was asked', async () => {
    const [pages, offset, plain, none] = await search.multiSearch([
      all({ page: 2, hitsPerPage: 4 }),
      { indexUid: 'jobs', limit: 4, offset: 4 },
      { indexUid: 'jobs' },
      all({ hitsPerPage: 0, facets: ['type'] }),
    ])
    expect(pages).toMatchObject({ indexUid: 'jobs', page: 2, hitsPerPage: 4, totalHits: 10, totalPages: 3, query: '' })
    expect(pages!.hits.map(({ id }) => id)).toEqual(['j5', 'j6', 'j7', 'j8'])
    expect(offset!.hits).toEqual(pages!.hits)
    expect(plain).toMatchObject({ page: 1, hitsPerPage: 20, totalHits: 10 })
    expect(none).toMatchObject({
      hits: [],
      totalHits: 10,
      totalPages: 0,
      facetDistribution: { type: { Permanent: 10, Contract: 1 } },
    })
  })

  it('clamps pages and lengths, and ignores fields that it does not know', async () => {
    const strange = {
      ...all(),
      page: -3,
      hitsPerPage: 1e9,
      showRankingScore: true,
      distinct: 'type',
      attributesToSearchOn: ['description'],
      vector: [1],
      hybrid: {},
    }
    const [first, far, long] = await search.multiSearch([
      strange,
      all({ page: 1e9 }),
      all({ q: `developer ${'x'.repeat(1_000)}` }),
    ])
    expect(first).toMatchObject({ page: 1, hitsPerPage: 50, totalHits: 10 })
    expect(Object.keys(first!.hits[0]!)).not.toContain('_rankingScore')
    expect(far).toMatchObject({ page: 2_000, hits: [], totalHits: 10 })
    expect(long!.query).toHaveLength(200)
  })

  it('refuses what makes no sense, naming the field', async () => {
    const cases: [unknown, string][] = [
      [undefined, 'queries'],
      [[], 'queries'],
      [{ queries: {} }, 'queries'],
      [{ queries: Array(11).fill(all()) }, 'queries'],
      [{ queries: [null] }, 'queries[0].'],
      [{ queries: [all(), { q: 'x' }] }, 'queries[1].indexUid'],
      [{ queries: [all({ q: 5 as never })] }, 'queries[0].q'],
      [{ queries: [all({ page: '2' as never })] }, 'queries[0].page'],
      [{ queries: [all({ facets: ['expires_at'] })] }, 'queries[0].facets'],
      [{ queries: [all({ facets: ['*'] })] }, 'queries[0].facets'],
      [{ queries: [all({ facets: 'type' as never })] }, 'queries[0].facets'],
      [{ queries: [all({ sort: ['expires_at:asc'] })] }, 'queries[0].sort'],
      [{ queries: [all({ sort: ['salaryYear.GBP:asc'] })] }, 'queries[0].sort'],
      [{ queries: [all({ sort: ['_geoPoint(1,2):asc'] })] }, 'queries[0].sort'],
      [{ queries: [all({ filter: 'rawHash = "hidden-hash"' })] }, 'queries[0].filter'],
      [{ queries: [all({ filter: nearFilter('nowhere', 5, 'mi') })] }, 'filter'],
    ]
    for (const [body, field] of cases) {
      const error = await search.answer(body).catch((reason: unknown) => reason)
      expect(error, JSON.stringify(body)).toBeInstanceOf(SearchRequestError)
      expect((error as SearchRequestError).field, JSON.stringify(body)).toBe(field)
    }
    await expect(search.answer({ queries: [all({ filter: nearFilter('nowhere', 5, 'mi') })] })).rejects.toThrow(
      '"nowhere"',
    )
    expect(JSON.parse(await search.answer({ queries: [] }))).toEqual({ results: [] })
  })

  it('reaches no other index', async () => {
    for (const indexUid of [
      ...['places', 'slugs', 'guard_jobs', 'jobs_next', 'jobsNext', 'guard_places', 'guard_posts', '*'],
      ...['jobs,places', '', 'Jobs', 'jobs/../places', 'constructor'],
    ])
      await expect(search.multiSearch([{ indexUid }]), indexUid).rejects.toBeInstanceOf(SearchRequestError)
  })

  it('retrieves what a card shows and no more', async () => {
    const [everything, some, nothing] = await search.multiSearch([
      all({ attributesToRetrieve: ['*'] }),
      all({ attributesToRetrieve: ['title', 'description', 'rawHash', 'searchText', 'source'] }),
      all({ attributesToRetrieve: [] }),
    ])
    for (const hit of everything!.hits) expect(Object.keys(hit).sort()).toEqual([...cardAttributes].sort())
    for (const hit of some!.hits) expect(Object.keys(hit)).toEqual(['id', 'title'])
    for (const hit of nothing!.hits) expect(Object.keys(hit)).toEqual(['id'])
  })

  it('highlights the title alone', async () => {
    const [result] = await search.multiSearch([
      {
        ...all({ q: 'java', attributesToHighlight: ['*'], highlightPreTag: '<b>', highlightPostTag: '</b>' }),
        attributesToCrop: ['description'],
        showMatchesPosition: true,
      } as SearchQuery,
    ])
    expect(result!.hits.map(({ _formatted }) => _formatted)).toEqual([{ title: '<b>Java</b> Developer' }])
    const [untouched, without] = await search.multiSearch([
      all({ attributesToHighlight: ['*'] }),
      all({ attributesToHighlight: ['description'] }),
    ])
    expect(untouched!.hits[0]!._formatted).toEqual({ title: 'C++ Developer' })
    expect(without!.hits[0]).not.toHaveProperty('_formatted')
  })

  it('reveals neither an expired job nor a hidden attribute in 200 hostile requests', async () => {
    const hidden = [
      'expires_at',
      'rawHash',
      'sourceKey',
      'searchText',
      'description',
      'source',
      'id',
      'cells',
      '_geo',
      '__proto__',
    ]
    const value = fc.oneof(
      fc.constantFrom(
        'a',
        '"',
        "'",
        '\\',
        '\\"',
        '") OR (expires_at > 0',
        '0',
        '-1',
        '1e999',
        'null',
        '\u0000',
        '\ud800',
        '🙂',
        ']',
        '"]',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    const attribute = fc.constantFrom(...facetAttributes, ...hidden, 'near', 'areas', 'featured')
    const condition = fc
      .tuple(
        attribute,
        fc.constantFrom('=', '!=', '>', '<', '>=', ' IN ', ' TO ', ' EXISTS ', ' IS NULL ', ' CONTAINS '),
        value,
        fc.boolean(),
      )
      .map(([name, operator, text, escaped]) => `${name}${operator}${escaped ? quote(text) : `"${text}"`}`)
    const whole = fc
      .array(
        fc.tuple(
          fc.constantFrom('', '(', ')', 'NOT ', '((', '"', '-- ', '/*'),
          condition,
          fc.constantFrom('', ')', ' OR ', ' AND ', ' or ', ';', '))'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map(parts => parts.flat().join(''))
    const query = fc.record(
      {
        indexUid: fc.constantFrom('jobs', 'jobs', 'jobs', 'jobs', 'guard_jobs', 'guard_slugs', 'places'),
        q: fc.oneof(value, fc.constantFrom('', 'expired', 'developer', '-zzz', '" "', '--')),
        filter: fc.oneof(whole, fc.array(fc.oneof(whole, fc.array(whole, { maxLength: 3 })), { maxLength: 3 })),
        attributesToRetrieve: fc.subarray(['*', 'title', ...hidden]),
        attributesToHighlight: fc.subarray(['*', 'description', 'rawHash']),
        facets: fc.subarray(['type', 'publishedDay']),
        page: fc.integer({ min: -5, max: 5 }),
        hitsPerPage: fc.integer({ min: -1, max: 500 }),
      },
      { requiredKeys: ['indexUid', 'filter'] },
    )
    const liveIds = new Set(live.map(({ id }) => id))
    const allowed = new Set<string>([...cardAttributes, '_formatted', '_distance'])
    let answered = 0
    await fc.assert(
      fc.asyncProperty(query, async asked => {
        const outcome = await search.answer({ queries: [asked] }).catch((error: unknown) => error)
        if (typeof outcome !== 'string') {
          expect(outcome).toBeInstanceOf(SearchRequestError)
          return
        }
        answered++
        expect(outcome).not.toContain('hidden-')
        const [result] = JSON.parse(outcome).results
        expect(result.indexUid).toBe('jobs')
        expect(result.totalHits).toBeLessThanOrEqual(live.length)
        expect(result.hits.length).toBeLessThanOrEqual(50)
        for (const hit of result.hits) {
          expect(liveIds).toContain(hit.id)
          for (const name of Object.keys(hit)) expect(allowed).toContain(name)
          if (hit._formatted) expect(Object.keys(hit._formatted)).toEqual(['title'])
        }
      }),
      { numRuns: 200, seed: 27 },
    )
    // A test in which everything is refused would prove nothing.
    expect(answered).toBeGreaterThan(10)
  })
})

describe('words', () => {
  it('finds the words of the field, and never the whole index for a text without words', async () => {
    const cases: Record<string, string[]> = {
      'C++': ['j1'],
      'c++': ['j1'],
      'C#': ['j2'],
      '.NET': ['j3'],
      '.net developer': ['j3'],
      IFRS17: ['j4'],
      IFRS16: ['j5'],
      BA: ['j6'],
      'bussiness analyst': ['j6'],
      Muller: ['j10'],
      Müller: ['j10'],
      'java developer': ['j8'],
      [live[8]!.external_reference]: ['j9'],
      // A code that nobody has is not its neighbour; its beginning is what begins so; and who writes it apart is found.
      IFRS18: [],
      IFRS1: ['j4', 'j5'],
      Angular21: ['j7'],
      'head angular21': ['j7'],
    }
    // What leaves a word out, where few hold all, is readings.test.ts's.
    const whole = { filter: plainFilter([plainMarks.whole]) }
    for (const [q, expected] of Object.entries(cases)) expect(await idsOf({ q, ...whole }), q).toEqual(expected)
    // Nothing but signs, or an operator of the engine that would turn a search into all the rest.
    for (const q of [
      '#',
      '+',
      '++',
      '#+',
      '-',
      '--',
      '"',
      '""',
      "''",
      '.',
      '…',
      '–',
      '?!',
      '🙂',
      '\u0000',
      'ـ',
      '-.',
      '"-"',
    ])
      expect(await idsOf({ q }), q).toEqual([])
    expect(await idsOf({ q: '-java' })).toEqual(['j8'])
    expect(await idsOf({ q: '-"java developer"' })).toEqual(['j8'])
    expect(await idsOf({ q: '(-java)' })).toEqual(['j8'])
    expect(await idsOf({ q: '--java' })).toEqual(['j8'])
    // A dash before a word is how people write, and excludes nothing.
    expect(await idsOf({ q: 'developer -java', ...whole })).toEqual(['j8'])
    for (const q of ['', '   ']) expect(await idsOf({ q })).toHaveLength(10)
  })
})

describe('a query as the engine is asked', () => {
  it('has the words that are left beside the filters that the others were read as', async () => {
    const read = await search.sent({ indexUid: 'jobs', q: 'permanent underwriter' })
    expect(read.sent).toMatchObject({ q: 'underwriter' })
    expect(JSON.stringify(read.sent!.filter)).toContain('type = \\"Permanent\\"')
    expect(read.reading).not.toBeNull()
    const plain = await search.sent({ indexUid: 'posts', q: 'permanent underwriter' })
    expect([plain.sent!.q, plain.reading]).toEqual(['permanent underwriter', null])
    expect(await search.sent({ indexUid: 'jobs', q: '--' })).toEqual({ sent: null, reading: null })
  })
})

describe('a place', () => {
  it('is the cells of its circle, or its area', async () => {
    expect(await idsOf({ filter: nearFilter('london', 5, 'mi') })).toEqual(['j1', 'j3'])
    expect(await idsOf({ filter: nearFilter('london', 50, 'mi') })).toEqual(['j1', 'j2', 'j3'])
    expect(await idsOf({ filter: 'near = "london@all"' })).toEqual(['j1', 'j3'])
    expect(await idsOf({ filter: 'near = "london"' })).toEqual(['j1', 'j3'])
    expect(await idsOf({ filter: nearFilter('hesse', 5, 'mi') })).toEqual(['j7'])
    expect(await idsOf({ filter: `(${nearFilter('reading', 5, 'mi')} OR remoteCountries = "GB")` })).toEqual([
      'j2',
      'j6',
    ])
    expect(
      await idsOf({
        filter: [`NOT ${nearFilter('london', 5, 'mi')}`, 'specialisms = "Software Development"', 'type = Permanent'],
      }),
    ).not.toContain('j1')
  })

  it('shows the distance to the nearest of a job’s places, in every order', async () => {
    const [result] = await search.multiSearch([
      all({ filter: `(${nearFilter('reading', 50, 'mi')} OR remoteCountries = "GB")`, sort: ['published_at:asc'] }),
    ])
    const expected = live.filter(({ id }) => ['j1', 'j2', 'j3', 'j6'].includes(id)).reverse()
    expect(result!.hits.map(({ id, _distance }) => [id, _distance])).toEqual(
      expected.map(({ id, cells }) => {
        const km = nearestKm(reading, cells)
        return [id, km === null ? null : shownDistance(km, 'mi')]
      }),
    )
    const [area] = await search.multiSearch([all({ filter: nearFilter('hesse', 5, 'mi'), sort: [nearestSort] })])
    expect(area!.hits.map(hit => '_distance' in hit)).toEqual([false])
  })
})

describe('instant-meilisearch', () => {
  it('is answered as by the engine: facets with odd values, ranges, sorts and pages', async () => {
    const sent: unknown[] = []
    const { searchClient } = instantMeiliSearch('http://search.invalid', '', {
      finitePagination: true,
      primaryKey: 'id',
      httpClient: async (_url, init) => {
        const body = JSON.parse(String(init?.body))
        sent.push(...body.queries)
        return JSON.parse(await search.answer(body))
      },
    })
    const ask = async (params: Record<string, unknown>, indexName = 'jobs') => {
      const { results } = await searchClient.search([{ indexName, params }] as never)
      return results[0] as unknown as {
        nbHits: number
        nbPages: number
        hits: { objectID: string; _highlightResult: { title: { value: string } } }[]
        facets: Record<string, Record<string, number>>
      }
    }
    const facets = ['specialisms', 'type']
    const before = await ask({ query: '', hitsPerPage: 5, page: 0, facets })
    expect(before).toMatchObject({ nbHits: 10, nbPages: 2 })
    expect(before.facets.specialisms![oddValue]).toBe(1)
    const refined = await ask({ query: '', hitsPerPage: 5, facets, facetFilters: [[`specialisms:${oddValue}`]] })
    expect(refined.hits.map(({ objectID }) => objectID)).toEqual(['j7'])
    const both = await ask({
      hitsPerPage: 5,
      facetFilters: [['type:Contract'], ['sectors:Technology']],
      numericFilters: [`publishedDay>=${live[7]!.publishedDay}`],
      filters: 'featured != true',
    })
    expect(both.hits.map(({ objectID }) => objectID)).toEqual(['j8'])
    const words = await ask({
      query: 'actuary',
      hitsPerPage: 5,
      highlightPreTag: '__ais-highlight__',
      highlightPostTag: '__/ais-highlight__',
    })
    expect(words.hits[0]!._highlightResult.title.value).toBe('IFRS17 __ais-highlight__Actuary__/ais-highlight__')
    const newest = await ask({ hitsPerPage: 3, page: 3 }, 'jobs:published_at:asc')
    expect(newest.hits.map(({ objectID }) => objectID)).toEqual(['j1'])
    const nearest = await ask({ hitsPerPage: 5, filters: nearFilter('reading', 50, 'mi') }, 'jobs:near:asc')
    expect(nearest.hits.map(({ objectID }) => objectID)).toEqual(['j2', 'j1', 'j3'])
    const pay = await ask({ hitsPerPage: 1 }, 'jobs:salaryYear.GBP:desc,salaryDay.GBP:desc')
    expect(pay.hits.map(({ objectID }) => objectID)).toEqual(['j9'])
    expect(sent.length).toBeGreaterThan(7)
  })
})

describe('the running second', () => {
  it('holds answers no longer than the second in which a job expires', async () => {
    const watching = open()
    const total = async () => (await watching.multiSearch([all()]))[0]!.totalHits
    try {
      clock = (now - 1) * 1000
      expect(await total()).toBe(11)
      // Kept for a quarter of a second, and never across the end of one.
      clock = (now - 1) * 1000 + 249
      expect(await total()).toBe(11)
      expect(watching.cacheCounts).toEqual({ hits: 1, misses: 1 })
      clock = now * 1000 - 1
      expect(await total()).toBe(11)
      expect(watching.cacheCounts).toEqual({ hits: 1, misses: 2 })
      clock = now * 1000
      expect(await total()).toBe(10)
      clock = lasting * 1000 - 1
      expect(await total()).toBe(10)
      clock = lasting * 1000
      expect(await total()).toBe(0)
    } finally {
      clock = now * 1000
      watching.close()
    }
  })

  it('asks the engine once what many ask together', async () => {
    const watching = open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => watching.multiSearch([all({ q: 'java' }), all({ q: 'java' })])),
    )
    expect(watching.cacheCounts).toEqual({ hits: 39, misses: 1 })
    // Each caller's own copy.
    answers[0]![0]!.hits.length = 0
    expect(answers[1]![0]!.hits).toHaveLength(1)
    expect(answers[0]![1]!.hits).toHaveLength(1)
    watching.close()
  })

  it('does not ask again for facets where only the page changes, as long as as many jobs are found', async () => {
    const watching = open()
    const engine = vi.spyOn(watching.engine, 'multiSearch')
    const ask = async (page: number) =>
      (await watching.multiSearch([all({ facets: ['type', 'sectors'], hitsPerPage: 5, page })]))[0]!
    const askedLast = () => engine.mock.calls.at(-1)![0][0]!.facets
    try {
      clock = (now - 1) * 1000
      const first = await ask(1)
      expect(askedLast()).toEqual(['sectors', 'type'])
      clock += 300
      const second = await ask(2)
      expect(askedLast()).toBeUndefined()
      expect(second.hits).toHaveLength(5)
      expect(second).toMatchObject({
        totalHits: 11,
        facetDistribution: first.facetDistribution,
        facetStats: first.facetStats,
      })
      // Page 1 is always counted anew, and so is every page when a job has gone.
      clock += 300
      await ask(1)
      expect(askedLast()).toEqual(['sectors', 'type'])
      clock = now * 1000
      const later = await ask(2)
      expect(later.totalHits).toBe(10)
      expect(later.facetDistribution).toEqual((await ask(1)).facetDistribution)
      expect(later.facetDistribution).not.toEqual(first.facetDistribution)
    } finally {
      clock = now * 1000
      watching.close()
    }
  })

  it('does not keep a failure', async () => {
    const watching = open()
    const asked = all({ filter: nearFilter('elsewhere', 5, 'mi') })
    await expect(watching.multiSearch([asked, all()])).rejects.toThrow('elsewhere')
    await expect(watching.multiSearch([asked])).rejects.toThrow('elsewhere')
    expect((await watching.multiSearch([all()]))[0]!.totalHits).toBe(10)
    watching.close()
  })
})

describe('the indexes of the CMS', () => {
  const text = 'hidden-words reserving C++'
  const contents = {
    posts: [
      {
        id: 'p1',
        slug: 'flood',
        title: 'Pricing the flood',
        summary: 'Cover.',
        tags: ['insurance'],
        tagNames: ['Insurance'],
        author: 'A',
        image: null,
        published_at: 20,
      },
      {
        id: 'p2',
        slug: 'rates',
        title: 'Rates',
        summary: 'The flood of rates.',
        tags: ['banking'],
        tagNames: ['Banking'],
        author: 'B',
        image: null,
        published_at: 10,
      },
      {
        id: 'p3',
        slug: 'embargo',
        title: 'Of the second to come',
        summary: 'The flood after next.',
        tags: ['banking'],
        tagNames: ['Banking'],
        author: 'B',
        image: null,
        published_at: now + 1,
      },
    ],
    events: [
      ...[1, 2, 3].map(n => ({
        id: `e${n}`,
        slug: `event-${n}`,
        title: `Evening ${n}`,
        summary: '',
        tags: n === 1 ? ['dei'] : [],
        tagNames: [],
        hostedBy: 'Longlist',
        venue: 'Hall',
        address: 'hidden-address',
        online: false,
        starts_at: now + n * 100,
        ends_at: now + n * 100 + 50,
        timeZone: 'Europe/London',
        image: null,
      })),
    ],
    specialisms: [
      { id: 's1', slug: 'data', path: 'data', name: 'Data', sector: 'Technology', summary: '', order: 2 },
      { id: 's2', slug: 'quants', path: 'quants', name: 'Quants', sector: 'Banking', summary: '', order: 1 },
    ],
    people: [
      {
        ...{
          id: 'c1',
          slug: 'ravi',
          name: 'Ravi Strand',
          jobTitle: 'Consultant',
          office: 'Berlin',
          city: 'Berlin',
          country: 'DE',
          specialisms: ['Data'],
        },
        ...{ summary: '', photo: null, order: 1 },
      },
    ],
  }
  beforeAll(async () => {
    const names = indexNames('guard_')
    const engine = new Engine({ url: server.url, key: server.masterKey, names })
    for (const index of contentIndexes) {
      const documents = contents[index].map(document => ({
        ...document,
        ...searchedOf(index, { ...document, text }),
        contentHash: 'hidden-hash',
        updated_at: 5,
      }))
      await engine.waitTask(await engine.writeDocuments(names[index], documents))
    }
  })

  it('answer each with its own cards, in one request with the jobs', async () => {
    const [jobs, posts, events, specialisms, people] = await search.multiSearch([
      { indexUid: 'jobs', hitsPerPage: 1 },
      { indexUid: 'posts' },
      { indexUid: 'events' },
      { indexUid: 'specialisms' },
      { indexUid: 'people' },
    ])
    // No job's end applies here, and no end of another's.
    expect([jobs, posts, events, specialisms, people].map(({ indexUid, totalHits }) => [indexUid, totalHits])).toEqual([
      ...[
        ['jobs', 10],
        ['posts', 2],
        ['events', 3],
      ],
      ...[
        ['specialisms', 2],
        ['people', 1],
      ],
    ])
    expect(posts.hits[0]!.tagNames).toEqual(['Insurance'])
    expect(events.hits[0]!.hostedBy).toBe('Longlist')
    expect(specialisms.hits.map(({ path }) => path)).toEqual(['quants', 'data'])
    expect(people.hits[0]!.jobTitle).toBe('Consultant')
  })

  it('find by every word, also of the body, facet, filter and order by what is theirs', async () => {
    const [name, letter] = await search.multiSearch([
      { indexUid: 'posts', q: 'c++' },
      { indexUid: 'posts', q: 'c' },
    ])
    expect([name.totalHits, letter.totalHits]).toEqual([2, 0])
    const [words, body, refined, ends, later, page] = await search.multiSearch([
      { indexUid: 'posts', q: 'flood', facets: ['tags'] },
      { indexUid: 'posts', q: 'reserving', sort: ['published_at:asc'] },
      { indexUid: 'posts', filter: ['tags = "banking"'] },
      { indexUid: 'events', filter: `ends_at > ${now + 200} AND NOT tags IN ["dei"]`, sort: ['starts_at:asc'] },
      { indexUid: 'events', filter: [['starts_at <= 5', `starts_at >= ${now + 300}`]] },
      { indexUid: 'events', page: 2, hitsPerPage: 2, sort: ['starts_at:asc'] },
    ])
    expect(words.hits.map(({ id }) => id)).toEqual(['p1', 'p2'])
    expect(words.facetDistribution).toEqual({ tags: { banking: 1, insurance: 1 } })
    expect(body.hits.map(({ id }) => id)).toEqual(['p2', 'p1'])
    expect(refined.hits.map(({ id }) => id)).toEqual(['p2'])
    expect(ends.hits.map(({ id }) => id)).toEqual(['e2', 'e3'])
    expect(later.hits.map(({ id }) => id)).toEqual(['e3'])
    expect(page).toMatchObject({ page: 2, totalHits: 3, totalPages: 2, hits: [{ id: 'e3' }] })
  })

  it('hold an insight back until its date, whatever is asked for', async () => {
    const asked = [
      { indexUid: 'posts' as const, filter: ['published_at > 15'] },
      { indexUid: 'posts' as const, q: 'second' },
    ]
    const ids = async () => (await search.multiSearch(asked)).map(({ hits }) => hits.map(({ id }) => id))
    expect(await ids()).toEqual([['p1'], []])
    clock = (now + 1) * 1000
    expect(await ids()).toEqual([['p3', 'p1'], ['p3']])
    clock = now * 1000
  })

  it('return no hidden attribute, whatever is asked for, and highlight the title or name alone', async () => {
    for (const indexUid of contentIndexes) {
      const answer = await search.answer({
        queries: [
          { indexUid, attributesToRetrieve: ['*'], attributesToHighlight: ['*'] },
          {
            indexUid,
            attributesToRetrieve: ['searchedText', 'contentHash', 'updated_at', 'address'],
            attributesToHighlight: ['searchedText'],
            attributesToCrop: ['searchedText'],
          },
          { indexUid, q: 'hidden', attributesToHighlight: ['*'], showMatchesPosition: true },
        ],
      })
      expect(answer).not.toContain('hidden-')
      const [everything, chosen] = JSON.parse(answer).results
      for (const hit of everything.hits) {
        const { _formatted, ...card } = hit
        expect(Object.keys(card).sort()).toEqual([...contentCardAttributes[indexUid]].sort())
        expect(Object.keys(_formatted)).toEqual([indexUid === 'posts' || indexUid === 'events' ? 'title' : 'name'])
      }
      for (const hit of chosen.hits) expect(Object.keys(hit)).toEqual(['id'])
    }
    const [marked] = await search.multiSearch([
      {
        indexUid: 'people',
        q: 'strand',
        attributesToHighlight: ['name'],
        highlightPreTag: '<b>',
        highlightPostTag: '</b>',
      },
    ])
    expect(marked.hits[0]!._formatted).toEqual({ name: 'Ravi <b>Strand</b>' })
  })

  it('refuse what is not theirs to ask, naming the field', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ indexUid: 'posts', filter: 'sectors = Banking' }, 'filter'],
      [{ indexUid: 'posts', filter: 'text = a' }, 'filter'],
      [{ indexUid: 'posts', filter: 'contentHash EXISTS' }, 'filter'],
      [{ indexUid: 'posts', filter: 'tags > 5' }, 'filter'],
      [{ indexUid: 'posts', filter: nearFilter('london', 5, 'mi') }, 'filter'],
      [{ indexUid: 'events', filter: 'ends_at > soon' }, 'filter'],
      [{ indexUid: 'events', facets: ['starts_at'] }, 'facets'],
      [{ indexUid: 'specialisms', facets: ['tags'] }, 'facets'],
      [{ indexUid: 'people', sort: ['name:asc'] }, 'sort'],
      [{ indexUid: 'posts', sort: [nearestSort] }, 'sort'],
      [{ indexUid: 'jobs', filter: 'starts_at > 5' }, 'filter'],
      [{ indexUid: 'posts', q: {} }, 'q'],
    ]
    for (const [query, field] of cases) {
      const error = await search.answer({ queries: [query] }).catch((reason: unknown) => reason)
      expect(error, JSON.stringify(query)).toBeInstanceOf(SearchRequestError)
      expect((error as SearchRequestError).field, JSON.stringify(query)).toBe(`queries[0].${field}`)
    }
    await expect(search.answer({ queries: [{ indexUid: 'people', sort: ['name:asc'] }] })).rejects.toThrow(
      'order:asc, order:desc',
    )
  })

  it('find nothing while the worker has not made them yet, and the jobs are found all the same', async () => {
    await fill('young_', live)
    const engine = new Engine({ url: server.url, key: server.masterKey, names: indexNames('young_') })
    await engine.drop('young_posts')
    await engine.applySettings('young_people', { filterableAttributes: [], sortableAttributes: [] })
    await engine.waitTask(await engine.writeDocuments('young_people', contents.people))
    const young = open('young_')
    const [jobs, posts, people, refined] = await young.multiSearch([
      { indexUid: 'jobs' },
      { indexUid: 'posts', q: 'flood', facets: ['tags'], page: 3 },
      { indexUid: 'people', facets: ['city'], sort: ['order:asc'] },
      { indexUid: 'people', filter: 'city = Berlin' },
    ])
    expect(jobs.totalHits).toBe(10)
    expect(posts).toMatchObject({ indexUid: 'posts', hits: [], totalHits: 0, totalPages: 0, page: 3, query: 'flood' })
    expect(people).toMatchObject({ totalHits: 1, facetDistribution: {} })
    expect(refined.totalHits).toBe(0)
    young.close()
  })
})

describe('a consultant’s jobs', () => {
  it('are those that carry their address, and none of an index that does not know it yet', async () => {
    await fill('mine_', [
      job('j1', 'Mine', { consultant_email: 'ravi.strand@longlist.example' }),
      job('j2', 'Another’s'),
      job('j3', 'Nobody’s', { consultant_email: null }),
    ])
    const mine = open('mine_')
    const [result] = await mine.multiSearch([
      all({ filter: `consultant_email = ${quote('ravi.strand@longlist.example')}` }),
    ])
    expect(result!.hits.map(({ id }) => id)).toEqual(['j1'])
    expect(result!.hits[0]).not.toHaveProperty('consultant_email')
    mine.close()
    const behind = {
      ...jobsSettings,
      filterableAttributes: [
        {
          attributePatterns: ['expires_at'],
          features: { facetSearch: false, filter: { equality: true, comparison: true } },
        },
      ],
    }
    await fill('earlier_', live, behind)
    const earlier = open('earlier_')
    expect(
      (await earlier.multiSearch([all({ filter: 'consultant_email = "a@longlist.example"' })]))[0]!.totalHits,
    ).toBe(0)
    earlier.close()
  })
})

describe('an engine that is behind or away', () => {
  it('serves before a setting is live: the facet is hidden, a refinement on it finds nothing, an order on it is left out', async () => {
    await fill('old_', live, {
      ...jobsSettings,
      filterableAttributes: [
        {
          attributePatterns: ['sectors', 'type', 'areas', 'remoteCountries'],
          features: { facetSearch: false, filter: { equality: true, comparison: false } },
        },
        {
          attributePatterns: ['cells', 'expires_at'],
          features: { facetSearch: false, filter: { equality: true, comparison: true } },
        },
      ],
      sortableAttributes: ['published_at'],
    })
    const behind = open('old_')
    const [facets, plain] = await behind.multiSearch([
      all({ facets: ['sectors', 'salaryBand', 'publishedDay'] }),
      all({ facets: ['salaryBand'] }),
    ])
    expect(facets).toMatchObject({ totalHits: 10, facetDistribution: { sectors: { Technology: 7, Insurance: 3 } } })
    expect(Object.keys(facets!.facetDistribution!)).toEqual(['sectors'])
    expect(plain).toMatchObject({ totalHits: 10, facetDistribution: {} })
    const [refined] = await behind.multiSearch([
      all({ filter: ['salaryBand = none'], facets: ['sectors', 'salaryBand'] }),
    ])
    expect(refined).toMatchObject({ totalHits: 0, hits: [] })
    const [sorted] = await behind.multiSearch([
      all({ sort: ['salaryYear.GBP:desc', 'published_at:asc'], hitsPerPage: 1 }),
    ])
    expect(sorted!.hits.map(({ id }) => id)).toEqual(['j10'])
    await expect(behind.multiSearch([all({ filter: 'featured = true' })])).rejects.toThrow(
      'featured cannot be filtered on',
    )
    const [nearest] = await behind.multiSearch([
      all({ filter: nearFilter('reading', 50, 'mi'), sort: [nearestSort], facets: ['salaryBand', 'type'] }),
    ])
    expect(nearest!.hits.map(({ id }) => id)).toEqual(['j2', 'j1', 'j3'])
    expect(Object.keys(nearest!.facetDistribution!)).toEqual(['type'])
    behind.close()
  })

  it('never shows a job whose life cannot be checked', async () => {
    await fill('bare_', live, { ...jobsSettings, filterableAttributes: ['type'] })
    const bare = open('bare_')
    await expect(bare.multiSearch([all()])).rejects.toBeInstanceOf(SearchUnavailable)
    await expect(open('missing_').multiSearch([all()])).rejects.toBeInstanceOf(SearchUnavailable)
    bare.close()
  })

  it('is sent again what it did not wait for: a process that was busy has lost nothing', async () => {
    let late = 0
    // As Meilisearch answers a connection on which nothing came for five seconds.
    const api = await startApi((_asked, response) => {
      if (late-- <= 0) return { taskUid: 7, total: 7, results: [] }
      response.writeHead(408, { connection: 'close' }).end()
      return undefined
    })
    const engine = new Engine({ url: api.origin, key: 'any', names: indexNames('') })
    const asked = connectEngine({ url: api.origin, key: 'any' })
    try {
      for (const send of [
        () => engine.writeDocuments('jobs', live),
        () => engine.writeLines('jobs', Buffer.from('{}\n')),
        () => engine.count('jobs'),
      ]) {
        late = 1
        expect(await send()).toBe(7)
      }
      late = 1
      expect(await asked.multiSearch([])).toEqual([])
      // What cannot be sent again may pass all the same: whoever sent it comes again.
      late = 1
      const error = await engine.writeDocuments('jobs', live.values()).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(EngineRefusal)
      late = 9
      await expect(asked.multiSearch([])).rejects.toBeInstanceOf(SearchUnavailable)
    } finally {
      asked.close()
      await api.close()
    }
  })

  it('is no refusal of what was sent where the disk is full, the key unknown or a task canceled', async () => {
    const error = (code: string, type: string) => ({ message: `It is ${code}.`, code, type, link: '' })
    const full = error('no_space_left_on_device', 'system')
    const bad = error('invalid_document_id', 'invalid_request')
    let said: { status: number; body: object } = { status: 200, body: {} }
    const api = await startApi((_asked, response) => {
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
      return undefined
    })
    const engine = new Engine({ url: api.origin, key: 'any', names: indexNames('') })
    const answered = async (status: number, body: object, ask: () => Promise<unknown>) => {
      said = { status, body }
      const reason = await ask().catch((thrown: unknown) => thrown)
      expect(reason).toBeInstanceOf(Error)
      return reason instanceof EngineRefusal ? 'refused' : 'passes'
    }
    const task = (status: string, reason: object | null) => ({ uid: 7, status, type: 'any', error: reason })
    const write = () => engine.writeLines('jobs', Buffer.from('{}\n'))
    const wait = () => engine.waitTask(7)
    try {
      expect(await answered(422, full, write)).toBe('passes')
      expect(await answered(422, full, () => engine.writeDocuments('jobs', live))).toBe('passes')
      expect(await answered(403, error('invalid_api_key', 'auth'), write)).toBe('passes')
      expect(await answered(400, bad, write)).toBe('refused')
      expect(await answered(200, task('failed', full), wait)).toBe('passes')
      expect(await answered(200, task('failed', error('internal', 'internal')), wait)).toBe('passes')
      expect(await answered(200, task('canceled', null), wait)).toBe('passes')
      expect(await answered(200, task('failed', bad), wait)).toBe('refused')
    } finally {
      await api.close()
    }
  })

  it('says that it is unavailable while the engine is down, and answers when it is back', async () => {
    const watching = open()
    await watching.multiSearch([all()])
    await server.kill()
    clock += 1000
    const failures = [
      watching.multiSearch([all()]),
      watching.suggestPlaces('lond'),
      watching.job('a'),
      watching.resolvePlace({ location: 'x', place: '' }),
    ]
    for (const failure of await Promise.allSettled(failures))
      expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(SearchUnavailable) })
    await server.restart()
    expect((await watching.multiSearch([all()]))[0]!.totalHits).toBe(10)
    clock = now * 1000
    watching.close()
  })
})

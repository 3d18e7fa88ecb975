/** Searches and suggestions. */
import { cellRanges } from '#indexer/geo'
import { cardAttributes } from '#indexer/job'
import { sites } from '#indexer/site'
import { createSearch } from '../../api/search/guard.ts'
import { enough } from '../../api/search/readings.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import type { TestIndexer } from '../builders/indexer.ts'
import { load, median, ms, oneByOne, post, quantile, report } from './report.ts'
import { seeded } from './rows.ts'
import { startScript } from './siteProcess.ts'

export const facets = ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand']
const words = [
  'actuary',
  'developer',
  'analyst',
  'manager',
  'engineer',
  'broker',
  'quant',
  'claims',
  'accountant',
  'underwriter',
]

/** Distinct queries, as the engine and as the site takes them: what is measured is the guard, not its cache. */
export function workload({ gazetteer }: TestIndexer, size: number) {
  const cities = placeDocuments(gazetteer)
    .filter(({ kind, country }) => kind === 'city' && country === 'GB')
    .sort((a, b) => b.population - a.population)
  const now = Math.floor(Date.now() / 1000)
  const random = seeded(size)
  const queries = Array.from({ length: 800 }, (_, n) => {
    const place = cities[Math.floor(random() * 200)]!
    const radius = [5, 10, 20, 30, 40, 50][n % 6]!
    const q = `${words[n % words.length]} ${['', 'senior', 'lead', 'junior'][Math.floor(n / 10) % 4]}`.trim()
    return { q, place, radius, near: n % 2 === 0, page: 1 + Math.floor(n / 40) }
  })
  const ranges = ({ place, radius }: (typeof queries)[number]) =>
    cellRanges(place, radius * 1.609344)
      .map(([a, b]) => `cells ${a} TO ${b}`)
      .join(' OR ')
  const straight = queries.map(query => ({
    indexUid: 'jobs',
    q: query.q,
    page: query.page,
    hitsPerPage: 5,
    facets,
    matchingStrategy: 'all',
    attributesToRetrieve: cardAttributes,
    filter: [...(query.near ? [ranges(query)] : []), `expires_at > ${now}`],
  }))
  const guarded = queries.map(query => ({
    indexUid: 'jobs',
    q: query.q,
    page: query.page,
    hitsPerPage: 5,
    facets,
    filter: query.near ? [`near = "${query.place.id}@${query.radius}mi"`] : [],
  }))
  return { queries, straight, guarded, largest: cities[0]!, now }
}

/** Through the endpoint of a site in a process of its own, against the same queries straight to the engine. */
export async function measureSearch(indexer: TestIndexer, origin: string, size: number): Promise<void> {
  const { meiliUrl, masterKey } = indexer
  const label = size.toLocaleString('en')
  const { straight, guarded } = workload(indexer, size)
  const toEngine = (i: number) =>
    post(`${meiliUrl}/multi-search`, { queries: [straight[i % straight.length]] }, masterKey)
  const toSite = (i: number) => post(`${origin}/search/multi-search`, { queries: [guarded[i % guarded.length]] })
  const passing = await startScript('passThrough.ts', { meiliUrl, masterKey })
  const pass = (i: number) => post(passing.origin, { queries: [straight[i % straight.length]] })
  const compare = async (which: string, chosen: readonly number[]) => {
    const raw: number[] = []
    const passed: number[] = []
    const ours: number[] = []
    // Turn and turn about, so that drift of the machine meets both alike.
    for (let from = 0; from < chosen.length; from += 200) {
      const block = chosen.slice(from, from + 200)
      raw.push(...(await load(i => toEngine(block[i]!), block.length, 8)))
      passed.push(...(await load(i => pass(block[i]!), block.length, 8)))
      ours.push(...(await load(i => toSite(block[i]!), block.length, 8)))
    }
    for (const [name, share, most] of [
      ['p50', 0.5, 1.1],
      ['p99', 0.99, 1.3],
    ] as const) {
      const ratio = quantile(ours, share) / quantile(raw, share)
      report(
        `search endpoint ${name}, 8 clients, ${label}, ${which}`,
        ms(quantile(ours, share)),
        `${ms(quantile(raw, share))} straight to Meilisearch, ${ms(quantile(passed, share))} through a process that only passes the bytes on`,
        ratio,
        `<= ${most}`,
        ratio <= most,
      )
    }
  }
  for (const warm of [toEngine, pass, toSite]) await load(warm, 80, 8)
  const totals: number[] = []
  for (const query of straight) {
    const counted = { ...query, page: 1, hitsPerPage: 0, facets: [] }
    const answer = JSON.parse(await post(`${meiliUrl}/multi-search`, { queries: [counted] }, masterKey)) as {
      results: { totalHits: number }[]
    }
    totals.push(answer.results[0]!.totalHits)
  }
  const every = straight.map((_, i) => i)
  const few = every.filter(i => totals[i]! < enough)
  // The engine alone leaves it at that.
  await compare(`of which ${few.length} of ${every.length} find too little and are asked otherwise too`, every)
  await compare(
    'those that find enough',
    every.filter(i => totals[i]! >= enough),
  )
  await passing.stop()
  const hotRaw = await load(() => toEngine(0), 600, 8)
  const hotOurs = await load(() => toSite(0), 600, 8)
  report(
    `the same hot query, 8 clients, p50, ${label}`,
    ms(quantile(hotOurs, 0.5)),
    `${ms(quantile(hotRaw, 0.5))} straight to Meilisearch`,
    quantile(hotOurs, 0.5) / quantile(hotRaw, 0.5),
    '< 1',
    quantile(hotOurs, 0.5) < quantile(hotRaw, 0.5),
  )
  const answer = await fetch(`${origin}/search/multi-search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ queries: [guarded[1]] }),
  })
  const bytes = (await answer.text()).length
  report(
    `first page of results, ${label}`,
    `${(bytes / 1024).toFixed(1)} KB`,
    'a limit of 10 KB',
    bytes / 10_240,
    '<= 10 KB',
    bytes <= 10_240,
  )
  await measureNearest(indexer, size)
}

async function measureNearest(indexer: TestIndexer, size: number): Promise<void> {
  const { meiliUrl, masterKey } = indexer
  const { largest: place } = workload(indexer, size)
  const label = size.toLocaleString('en')
  const search = createSearch({ meiliUrl, searchKey: masterKey, indexPrefix: '', site: sites.uk })
  const base = { indexUid: 'jobs', page: 1, hitsPerPage: 5, facets, filter: [`near = "${place.id}@50mi"`] }
  const nearest = await oneByOne(
    i => search.multiSearch([{ ...base, q: words[i % 10]!, sort: ['near:asc'], page: 1 + (i % 7) }]),
    70,
  )
  const newest = await oneByOne(
    i => search.multiSearch([{ ...base, q: words[i % 10]!, sort: ['published_at:desc'], page: 1 + (i % 7) }]),
    70,
  )
  report(
    `nearest first within 50 miles of ${place.name}, p50, ${label}`,
    ms(median(nearest)),
    `${ms(median(newest))} for newest first`,
    median(nearest) / median(newest),
    'for information',
    null,
  )
  search.close()
}

/**
 * Each beginning of some texts as it is typed, one after the other: a whole answer (rows, each with what a press finds)
 * against one bare query for terms.
 */
export async function measureSuggest(
  { meiliUrl, masterKey }: TestIndexer,
  origin: string,
  label: string,
): Promise<void> {
  const texts = [
    'senior actuary',
    'actuary lon',
    'underwriter in bristol',
    'python developer',
    'developr',
    'claims manager leeds',
    'quantitative analyst',
  ]
  const typed = texts.flatMap(text => Array.from({ length: text.length }, (_, i) => text.slice(0, i + 1)))
  const raw = await oneByOne(
    i =>
      post(`${meiliUrl}/multi-search`, { queries: [{ indexUid: 'suggestions', q: typed[i]!, limit: 8 }] }, masterKey),
    typed.length,
  )
  const ours = await oneByOne(
    i => fetch(`${origin}/suggest?q=${encodeURIComponent(typed[i]!)}`).then(answer => answer.text()),
    typed.length,
  )
  const p95 = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!
  report(
    `suggestions as one types, p95, ${label}`,
    ms(p95(ours)),
    `${ms(p95(raw))} for one bare query of the terms`,
    p95(ours) / p95(raw),
    'at most 20 ms over',
    p95(ours) - p95(raw) <= 20,
  )
  report(
    `suggestions as one types, p50, ${label}`,
    ms(median(ours)),
    `${ms(median(raw))} for one bare query of the terms`,
    median(ours) / median(raw),
    'for information',
    null,
  )
}

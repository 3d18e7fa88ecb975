import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { toWholeQuery } from '#api/jobQuery'
import { noSearch, parseJobSearchParams } from '#api/jobSearchParams'
import { savedSearchOf } from '#api/savedSearch'
import { radiusChoices, sites } from '#indexer/site'
import { AlertIndex } from '../../api/alerts/alertIndex.ts'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { pass } from '../../api/alerts/pass.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { openContext } from '../../api/search/answering.ts'
import { connectEngine } from '../../api/search/engine.ts'
import { createSearch } from '../../api/search/guard.ts'
import { createReplay } from '../../api/search/replay.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { ms, report } from './report.ts'
import { seeded, writeBenchFeed } from './rows.ts'

const subscriptions = 100_000
const distinct = 10_000
const arriving = 1_000
const collectEveryMs = 2_000
/** So little is no growth, whatever its ratio to less. */
const fewMb = 8

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

interface AlertFigures {
  /** Live jobs. */
  size: number
  /** Of the pass. */
  ms: number
  found: number
  due: number
  /** What the pass holds of the heap at its most: behind a full collection, above what there was before. */
  heldMb: number
  /** The heap at its largest during the pass with what was not collected yet. */
  grownMb: number
  /** A visitor's search, p95, without and during the pass. */
  quietMs: number
  besideMs: number
}

/** 100,000 subscriptions of 10,000 distinct searches, and 1,000 jobs that arrive in a feed of so many. */
async function measurePass(indexer: TestIndexer, feed: string, size: number): Promise<AlertFigures> {
  const { engine: writer, redis, meiliUrl, masterKey, folder } = indexer
  const site = sites.uk
  const places = placeDocuments(indexer.gazetteer)
  await writer.waitTask(await writer.writeDocuments(writer.names.places, places))
  await writeBenchFeed(feed, size)
  await syncSource(indexer.source({ from: feed }), indexer)
  await writeBenchFeed(feed, size + arriving)
  const { added } = await syncSource(indexer.source({ from: feed }), indexer)
  const arrivals = await writer.count(writer.names.arrivals)
  if (added !== arriving || arrivals !== arriving) throw new Error(`${added} were added, and ${arrivals} arrived`)

  const index = new AlertIndex(redis, 'bench')
  const searches = searchesOf(places.filter(({ kind, country }) => kind === 'city' && country === 'GB').slice(0, 400))
  const subscribe = (n: number) => {
    const alert = { id: randomBytes(6).toString('hex'), search: searches[n % distinct]! }
    const frequency = (['now', 'daily', 'weekly'] as const)[n % 3]!
    return index.put(randomBytes(16).toString('hex'), [{ ...alert, frequency }])
  }
  // The tests' Redis syncs its disk for each answer: many at once are one.
  for (let n = 0; n < subscriptions; n += 1_000)
    await Promise.all(Array.from({ length: 1_000 }, (_, more) => subscribe(n + more)))
  await index.setReady()

  const engine = connectEngine({ url: meiliUrl, key: masterKey, timeoutMs: 60_000 })
  const context = openContext(engine, writer.names, site, Date.now)
  const store = new AlertStore(await openAlertShelf({ folder: `${folder}/submissions`, bucket: null }))
  const visitor = createSearch({ meiliUrl, searchKey: masterKey, indexPrefix: '', site })
  const visit = async (n: number) => {
    const params = {
      ...noSearch,
      query: ['actuary', 'java developer', 'risk manager', 'broker'][n % 4]!,
      page: 1 + (n % 50),
    }
    const startedAt = performance.now()
    await visitor.multiSearch([toWholeQuery(params, { site, place: null, now: visitor.now() }, 'jobs')])
    return performance.now() - startedAt
  }
  const quiet: number[] = []
  for (let n = 0; n < 120; n++) quiet.push(await visit(n))

  collect()
  const before = process.memoryUsage().heapUsed
  let peak = before
  let held = before
  let collectingMs = 0
  let nextAt = 0
  /** Between two blocks of searches: a look at what is held. */
  const keep = async () => {
    if (performance.now() < nextAt) return
    peak = Math.max(peak, process.memoryUsage().heapUsed)
    const startedAt = performance.now()
    collect()
    held = Math.max(held, process.memoryUsage().heapUsed)
    collectingMs += performance.now() - startedAt
    nextAt = performance.now() + collectEveryMs
  }
  const beside: number[] = []
  let over = false
  const visits = (async () => {
    for (let n = 0; !over; n++) {
      beside.push(await visit(n))
      peak = Math.max(peak, process.memoryUsage().heapUsed)
      await pause(20)
    }
  })()
  const startedAt = performance.now()
  const passed = await pass({ store, index, replay: createReplay(context), site, now: Date.now, keep })
  const ms = performance.now() - startedAt - collectingMs
  over = true
  await visits
  if (passed.searches < distinct || passed.faults > 0)
    throw new Error(`the pass was not whole: ${JSON.stringify(passed)}`)
  const { count: due } = await index.waiting(Date.now() + 8 * 86_400_000)
  engine.close()
  visitor.close()
  return {
    size,
    ms,
    found: passed.found,
    due,
    heldMb: (held - before) / 2 ** 20,
    grownMb: Math.round((peak - before) / 2 ** 20),
    quietMs: p95(quiet),
    besideMs: p95(beside),
  }
}

/** The same pass beside a tenth of the jobs, or ten times as many: its cost is not theirs. */
export async function measureAlerts(folder: string, large: number): Promise<void> {
  const figures: AlertFigures[] = []
  for (const size of [large / 10, large]) {
    const indexer = await startIndexer()
    try {
      figures.push(await measurePass(indexer, join(folder, `alerts-${size}.ndjson`), size))
    } finally {
      await indexer.stop()
    }
  }
  const [small, whole] = figures as [AlertFigures, AlertFigures]
  const label = ({ size }: AlertFigures) => `${size.toLocaleString('en')} live jobs`
  report(
    `alerts: 1,000 new jobs, 100,000 subscriptions of 10,000 searches, ${label(whole)}`,
    `${ms(whole.ms)}, ${whole.found} searches found some, ${whole.due} people have a mail due`,
    `${ms(small.ms)} beside ${label(small)}`,
    whole.ms / small.ms,
    'minutes at most; <= 1.5',
    whole.ms <= 180_000 && whole.ms / small.ms <= 1.5,
  )
  report(
    `alerts: what the pass holds of the heap, ${label(whole)}`,
    `${whole.heldMb.toFixed(1)} MB more`,
    `${small.heldMb.toFixed(1)} MB beside ${label(small)}`,
    whole.heldMb / small.heldMb,
    `flat: <= 1.3, or ${fewMb} MB`,
    whole.heldMb <= Math.max(fewMb, 1.3 * small.heldMb),
  )
  report(
    `alerts: the same with its garbage, ${label(whole)}`,
    `${whole.grownMb} MB more`,
    `${small.grownMb} MB beside ${label(small)}`,
    whole.grownMb / small.grownMb,
    'for information',
    null,
  )
  report(
    `alerts: a search during the pass, p95, ${label(whole)}`,
    ms(whole.besideMs),
    `${ms(whole.quietMs)} without it`,
    whole.besideMs / whole.quietMs,
    'for information',
    null,
  )
}

/** Words, places with a radius, kinds and pay, as people put them together. */
function searchesOf(cities: readonly { name: string }[]): string[] {
  const random = seeded(distinct)
  const of = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!
  const words = [
    'actuary',
    'underwriter',
    'java developer',
    'business analyst',
    'risk manager',
    'data engineer',
    'broker',
  ]
  const more = [
    'quant',
    'claims handler',
    'project manager',
    'c++',
    'accountant',
    'head of risk',
    'graduate',
    'interim',
  ]
  const found = new Set<string>()
  while (found.size < distinct) {
    const query = random() < 0.85 ? `${of(['', '', 'senior ', 'lead '])}${of([...words, ...more])}` : ''
    const asked = parseJobSearchParams(
      [
        `query=${encodeURIComponent(query)}`,
        ...(random() < 0.7 ? [`location=${encodeURIComponent(of(cities).name)}`, `radius=${of(radiusChoices)}`] : []),
        ...(random() < 0.3 ? [`type=${of(['permanent', 'contract'])}`] : []),
        ...(random() < 0.2 ? [`pay=GBP-year-${30_000 + 5_000 * Math.floor(random() * 12)}`] : []),
      ].join('&'),
    )
    if (asked.query !== '' || asked.location !== '') found.add(savedSearchOf(asked))
  }
  return [...found]
}

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

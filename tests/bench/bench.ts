/**
 * `npm run bench`: every figure a ratio to the raw engine, or to a named peer, measured in this run on this machine;
 * written to RESULTS.md beside this file. `-- --million` measures a feed of a million rows instead, `-- --million
 * indeed-xml` one of that format (a quarter of an hour each), written to MILLION.job.md and MILLION.indeed-xml.md. `--
 * 10000` prints the figures of that size alone, `-- lighthouse` the pages' scores.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cellRanges } from '#indexer/geo'
import { cardAttributes, type JobDocument } from '#indexer/job'
import { sites } from '#indexer/site'
import { buildApp } from '../../api/app.ts'
import { readConfig as readApiConfig } from '../../api/config.ts'
import { createSearch } from '../../api/search/guard.ts'
import { enough } from '../../api/search/readings.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { jobsSettings } from '../../indexer/indexes/settings.ts'
import { readRows } from '../../indexer/sources/formats.ts'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import { mineSuggestions } from '../../indexer/sync/mineSuggestions.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { workerFlags } from '../../infra/start/config.ts'
import { freePort } from '../../infra/start/ports.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { noPostgres, startPostgres } from '../builders/postgres.ts'
import { measurePages } from './lighthouse.ts'
import { type BenchFormat, benchRow, seeded, writeBenchFeed } from './rows.ts'

interface Result {
  what: string
  measured: string
  against: string
  ratio: string
  target: string
  met: boolean | null
}

/** Parts of the whole, which are printed alone: `lighthouse`, `10000`, `100000`. */
const asked = process.argv.slice(2)
const million = asked.includes('--million')
const millionFormat: BenchFormat = process.argv.includes('indeed-xml') ? 'indeed-xml' : 'job'
const results: Result[] = []
const notes: string[] = []
const report = (
  what: string,
  measured: string,
  against: string,
  ratio: number | null,
  target: string,
  met: boolean | null,
) => {
  results.push({ what, measured, against, ratio: ratio === null ? '' : ratio.toFixed(2), target, met })
  console.log(
    `${met === false ? 'below target' : 'ok          '}  ${what}: ${measured} against ${against}${ratio === null ? '' : `, ratio ${ratio.toFixed(2)}`} (target ${target})`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'longlist-bench-'))
try {
  if (million) await measureMillion(millionFormat)
  else {
    if (asked.length === 0 || asked.includes('lighthouse')) await measureLighthouse()
    for (const size of [10_000, 100_000]) if (asked.length === 0 || asked.includes(String(size))) await measure(size)
  }
  if (asked.length === 0) await writeReport('RESULTS.md')
  else if (million) await writeReport(`MILLION.${millionFormat}.md`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureLighthouse(): Promise<void> {
  for (const { path, scores, paints } of await measurePages()) {
    const all = Object.values(scores)
    report(
      `Lighthouse mobile, ${path.replace(/^\/(jobs|blog)\/.+/, '/$1/…')}`,
      `${all.join(' · ')} (${paints})`,
      'the best there is',
      null,
      '100 · 100 · 100 · 100',
      all.every(score => score === 100),
    )
  }
}

async function measure(size: number): Promise<void> {
  const label = size.toLocaleString('en')
  const indexer = await startIndexer()
  try {
    const feed = join(folder, `${size}.ndjson`)
    await writeBenchFeed(feed, size)
    const source = indexer.source({ from: feed })

    const first = await timed(() => syncSource(source, indexer))
    if (first.value.upserted !== size) throw new Error(`the first sync wrote ${first.value.upserted} of ${size}`)
    const raw = await rawIngestion(indexer)
    report(
      `feed to searchable, ${label} jobs, whole pipeline`,
      perSecond(size, first.ms),
      `${perSecond(size, raw)} for the same documents as one raw NDJSON stream`,
      raw / first.ms,
      '>= 0.9',
      raw / first.ms >= 0.9,
    )

    const reading = await timed(async () => {
      let rows = 0
      for await (const _ of readRows(feed, source)) rows++
      return rows
    })
    const tasks = await indexer.engineTasks()
    const second = await timed(() => syncSource(source, indexer))
    const sent = (await indexer.engineTasks()) - tasks
    if (second.value.unchanged !== size || sent !== 0)
      throw new Error(`the second sync was not a no-op: ${JSON.stringify(second.value)}, ${sent} tasks`)
    report(
      `second sync, nothing changed, ${label}`,
      ms(second.ms),
      `${ms(reading.ms)} for reading and parsing the feed`,
      second.ms / reading.ms,
      '<= 1.2, no document sent',
      second.ms / reading.ms <= 1.2,
    )

    await writeBenchFeed(feed, size, n => (n % 1_000 === 0 ? 1 : 0))
    const third = await timed(() => syncSource(source, indexer))
    report(
      `sync with 0.1% changed, ${label}`,
      `${ms(third.ms)}, ${third.value.upserted} written`,
      `${ms(second.ms)} for nothing changed`,
      third.ms / second.ms,
      'near the cost of reading',
      null,
    )

    await measureWebhook(indexer, source, label)
    await measureSearch(indexer, size, label)
  } finally {
    await indexer.stop()
  }
}

/** The same documents, settings first, as one stream: from the first byte sent until the task has succeeded. */
async function rawIngestion(indexer: TestIndexer): Promise<number> {
  const { engine } = indexer
  const documents: JobDocument[] = await indexer.jobs()
  // In one piece, and longer than a string may be.
  const body = Buffer.concat(documents.map(document => Buffer.from(`${JSON.stringify(document)}\n`)))
  const admin = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${indexer.masterKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${indexer.meiliUrl}${path}`, { method, headers, body: JSON.stringify(json) })
    await engine.waitTask(((await answer.json()) as { taskUid: number }).taskUid)
  }
  await admin('POST', '/indexes', { uid: 'raw', primaryKey: 'id' })
  await admin('PATCH', '/indexes/raw/settings', jobsSettings)
  const { ms: took } = await timed(async () => engine.waitTask(await engine.writeLines('raw', body)))
  await engine.drop('raw')
  return took
}

async function measureWebhook(
  indexer: TestIndexer,
  source: ReturnType<TestIndexer['source']>,
  label: string,
): Promise<void> {
  const { engine, redis, prefix } = indexer
  const [document] = await engine.byIds<JobDocument>('jobs', [String(benchRow(5).id)])
  const raw: number[] = []
  const ours: number[] = []
  for (let round = 0; round < 7; round++) {
    raw.push(
      (
        await timed(async () =>
          engine.waitTask(await engine.writeDocuments('jobs', [{ ...document!, title: `Raw ${round}` }])),
        )
      ).ms,
    )
    await redis.set(
      `${prefix}:webhook:job:b${round}`,
      JSON.stringify({
        type: 'job.upserted',
        source: source.id,
        job: { ...benchRow(7, round + 1), updated_at: new Date().toISOString() },
      }),
    )
    ours.push((await timed(() => applyWebhook(`b${round}`, () => source, indexer))).ms)
  }
  const over = median(ours) - median(raw)
  report(
    `one job by webhook until searchable, ${label} jobs`,
    ms(median(ours)),
    `${ms(median(raw))} for the engine's own task`,
    median(ours) / median(raw),
    'at most 50 ms over',
    over <= 50,
  )
}

async function measureSearch(indexer: TestIndexer, size: number, label: string): Promise<void> {
  const { engine, meiliUrl, masterKey, redisUrl } = indexer
  const places = placeDocuments(indexer.gazetteer)
  await engine.waitTask(await engine.writeDocuments('places', places))
  const port = await freePort()
  const config = readApiConfig({
    PORT: String(port),
    REDIS_URL: redisUrl,
    MEILI_URL: meiliUrl,
    MEILI_SEARCH_KEY: masterKey,
    QUEUE_PREFIX: 'bench',
    ADMIN_PASSWORD: 'bench-password-only',
    WEBHOOK_SECRET: `whsec_${Buffer.from('bench-secret-of-24-bytes').toString('base64')}`,
    LOG_LEVEL: 'silent',
    SEARCH_RATE_LIMIT: '10000000',
  })
  const app = await buildApp(config)
  await app.listen({ port, host: '127.0.0.1' })
  try {
    const now = Math.floor(Date.now() / 1000)
    const facets = ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand']
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
    const cities = places
      .filter(({ kind, country }) => kind === 'city' && country === 'GB')
      .sort((a, b) => b.population - a.population)
    const random = seeded(size)
    // Distinct queries: what is measured is the guard, not its cache.
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
    const toEngine = (i: number) =>
      post(`${meiliUrl}/multi-search`, { queries: [straight[i % straight.length]] }, masterKey)
    const toSite = (i: number) =>
      post(`http://127.0.0.1:${port}/search/multi-search`, { queries: [guarded[i % guarded.length]] })
    const at = (times: number[], share: number) => [...times].sort((a, b) => a - b)[Math.floor(times.length * share)]!
    const compare = async (which: string, chosen: readonly number[]) => {
      const raw: number[] = []
      const ours: number[] = []
      // Turn and turn about, so that drift of the machine meets both alike.
      for (let from = 0; from < chosen.length; from += 200) {
        const block = chosen.slice(from, from + 200)
        raw.push(...(await load(i => toEngine(block[i]!), block.length, 8)))
        ours.push(...(await load(i => toSite(block[i]!), block.length, 8)))
      }
      for (const [name, share, most] of [
        ['p50', 0.5, 1.15],
        ['p99', 0.99, 1.3],
      ] as const) {
        const ratio = at(ours, share) / at(raw, share)
        report(
          `search endpoint ${name}, 8 clients, ${label}, ${which}`,
          ms(at(ours, share)),
          `${ms(at(raw, share))} straight to Meilisearch`,
          ratio,
          `<= ${most}`,
          ratio <= most,
        )
      }
    }
    await load(toEngine, 80, 8)
    await load(toSite, 80, 8)
    const totals: number[] = []
    for (const query of straight) {
      const counted = { ...query, page: 1, hitsPerPage: 0, facets: [] }
      const answer = JSON.parse(await post(`${meiliUrl}/multi-search`, { queries: [counted] }, masterKey)) as {
        results: { totalHits: number }[]
      }
      totals.push(answer.results[0]!.totalHits)
    }
    const every = queries.map((_, i) => i)
    const few = every.filter(i => totals[i]! < enough)
    // The engine alone leaves it at that.
    await compare(`of which ${few.length} of ${every.length} find too little and are asked otherwise too`, every)
    await compare(
      'those that find enough',
      every.filter(i => totals[i]! >= enough),
    )
    const hotRaw = await load(() => toEngine(0), 600, 8)
    const hotOurs = await load(() => toSite(0), 600, 8)
    report(
      `the same hot query, 8 clients, p50, ${label}`,
      ms(at(hotOurs, 0.5)),
      `${ms(at(hotRaw, 0.5))} straight to Meilisearch`,
      at(hotOurs, 0.5) / at(hotRaw, 0.5),
      '< 1',
      at(hotOurs, 0.5) < at(hotRaw, 0.5),
    )
    const answer = await fetch(`http://127.0.0.1:${port}/search/multi-search`, {
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

    const search = createSearch({ meiliUrl, searchKey: masterKey, indexPrefix: '', site: sites.uk })
    const place = cities[0]!
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

    await measureSuggest(indexer, `http://127.0.0.1:${port}`, label)

    if (size === 100_000)
      await measurePostgres(
        indexer,
        straight.filter((_, i) => queries[i]!.near),
        queries.filter(({ near }) => near),
        now,
      )
  } finally {
    await app.close()
  }
}

/**
 * Each beginning of some texts as it is typed, one after the other: a whole answer (rows, each with what a press finds)
 * against one bare query for terms.
 */
async function measureSuggest(
  { engine, meiliUrl, masterKey }: TestIndexer,
  origin: string,
  label: string,
): Promise<void> {
  await mineSuggestions(engine, Math.floor(Date.now() / 1000))
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

/** The peer where the engine's own radius would lose: full text, radius and facets in SQL, over the same documents. */
async function measurePostgres(
  indexer: TestIndexer,
  straight: object[],
  queries: { q: string; place: { id: string; lat: number; lng: number }; radius: number }[],
  now: number,
): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) {
    notes.push(`${noPostgres}: the comparison with it was left out.`)
    return
  }
  const { psql } = postgres
  try {
    psql(
      `create table jobs (id text primary key, title text, body text, type text[], sectors text[], specialisms text[], environment text[], bands text[], lat float8, lng float8, published bigint, expires bigint, words tsvector)`,
    )
    const cell = (value: unknown) => String(value).replace(/[\\\t\n\r]/g, ' ')
    const list = (values: readonly string[]) => `{${values.map(value => `"${value.replace(/["\\]/g, '')}"`).join(',')}}`
    const lines = (await indexer.jobs()).map(job =>
      [
        job.id,
        cell(job.title),
        cell(job.searchText),
        list(job.type),
        list(job.sectors),
        list(job.specialisms),
        list(job.workingEnvironment),
        list(job.salaryBand),
        job.places[0]?.lat ?? '\\N',
        job.places[0]?.lng ?? '\\N',
        job.published_at,
        job.expires_at,
      ].join('\t'),
    )
    psql(
      'copy jobs (id, title, body, type, sectors, specialisms, environment, bands, lat, lng, published, expires) from stdin',
      `${lines.join('\n')}\n`,
    )
    psql(
      `update jobs set words = setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'C')`,
    )
    psql('create index on jobs using gin (words)')
    psql('create index on jobs (lat, lng)')
    psql('vacuum analyze jobs')
    const script = queries.slice(0, 120).map(({ q, place, radius }) => {
      const km = radius * 1.609344
      const dLat = km / 111.195
      const dLng = dLat / Math.cos((place.lat * Math.PI) / 180)
      const where = `words @@ plainto_tsquery('english', '${q}') and expires > ${now} and lat between ${place.lat - dLat} and ${place.lat + dLat} and lng between ${place.lng - dLng} and ${place.lng + dLng} and 12742 * asin(sqrt(sin(radians(lat - ${place.lat}) / 2) ^ 2 + cos(radians(${place.lat})) * cos(radians(lat)) * sin(radians(lng - ${place.lng}) / 2) ^ 2)) <= ${km}`
      const facet = (column: string) => `select '${column}' f, v, count(*) from hits, unnest(${column}) v group by v`
      return `with hits as materialized (select * from jobs where ${where}) select * from (select 'page' f, id v, 0 from (select id from hits order by ts_rank(words, plainto_tsquery('english', '${q}')) desc limit 5) p union all ${['type', 'sectors', 'specialisms', 'environment', 'bands'].map(facet).join(' union all ')} union all select 'total', '', count(*) from hits) answer;`
    })
    const out = postgres.script(['\\timing on', ...script])
    const peer = [...out.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, time]) => Number(time))
    const site = createSearch({
      meiliUrl: indexer.meiliUrl,
      searchKey: indexer.masterKey,
      indexPrefix: '',
      site: sites.uk,
    })
    const facets = ['type', 'sectors', 'specialisms', 'workingEnvironment', 'salaryBand']
    const ours = await oneByOne(i => {
      const { q, place, radius } = queries[i]!
      return site.multiSearch([
        { indexUid: 'jobs', q, page: 1, hitsPerPage: 5, facets, filter: [`near = "${place.id}@${radius}mi"`] },
      ])
    }, 120)
    const raw = await oneByOne(
      i => post(`${indexer.meiliUrl}/multi-search`, { queries: [straight[i]] }, indexer.masterKey),
      120,
    )
    site.close()
    report(
      'radius, keyword and facets at 100,000, p50, one client',
      ms(median(ours)),
      `${ms(median(peer))} for PostgreSQL full text in the same run (raw engine ${ms(median(raw))})`,
      median(ours) / median(peer),
      '<= 0.9',
      median(ours) / median(peer) <= 0.9,
    )
  } finally {
    await postgres.stop()
  }
}

/**
 * One source of 100,000 rows and one of a million: the worker's memory and time, and what a changed thousandth costs.
 * Each run is a process of its own.
 */
async function measureMillion(format: BenchFormat): Promise<void> {
  const indexer = await startIndexer()
  try {
    const sync = (feed: string, prefix: string) => {
      const script = fileURLToPath(new URL('./memory.ts', import.meta.url))
      const out = execFileSync(
        process.execPath,
        [
          ...workerFlags,
          '--import',
          'tsx',
          script,
          indexer.meiliUrl,
          indexer.masterKey,
          indexer.redisUrl,
          feed,
          prefix,
          format,
        ],
        { maxBuffer: 1 << 26 },
      )
      return JSON.parse(out.toString().trim().split('\n').at(-1)!) as {
        peakMb: number
        received: number
        upserted: number
        ms: number
        readMs: number
      }
    }
    const run = async (size: number, prefix: string) => {
      const feed = join(folder, `${prefix}.feed`)
      await writeBenchFeed(feed, size, () => 0, format)
      const first = sync(feed, prefix)
      if (first.upserted !== size) throw new Error(`the first sync wrote ${first.upserted} of ${size}`)
      const same = sync(feed, prefix)
      if (same.upserted !== 0) throw new Error(`the second sync wrote ${same.upserted}`)
      await writeBenchFeed(feed, size, n => (n % 1_000 === 0 ? 1 : 0), format)
      const changed = sync(feed, prefix)
      if (changed.upserted !== size / 1_000) throw new Error(`the third sync wrote ${changed.upserted}`)
      await rm(feed)
      return { first, same, changed }
    }
    const hundred = await run(100_000, `hundred-${format}`)
    const whole = await run(1_000_000, `million-${format}`)
    const within = (ratio: number, most: number) => ratio <= most
    const peak = whole.first.peakMb / hundred.first.peakMb
    const mb = (one: { peakMb: number }) => `${one.peakMb} MB`
    report(
      `${format}: worker's peak memory, first sync of 1,000,000 rows`,
      mb(whole.first),
      `${mb(hundred.first)} for 100,000`,
      peak,
      '<= 1.3',
      within(peak, 1.3),
    )
    const peakAgain = whole.changed.peakMb / hundred.changed.peakMb
    report(
      `${format}: the same, 0.1% changed`,
      mb(whole.changed),
      `${mb(hundred.changed)} for 100,000`,
      peakAgain,
      '<= 1.3',
      within(peakAgain, 1.3),
    )
    const time = whole.first.ms / hundred.first.ms
    report(
      `${format}: time of a first sync of 1,000,000`,
      ms(whole.first.ms),
      `${ms(hundred.first.ms)} for 100,000`,
      time,
      'linear: near 10',
      within(time, 13),
    )
    const again = whole.changed.ms / hundred.changed.ms
    report(
      `${format}: time with 0.1% changed, 1,000,000`,
      ms(whole.changed.ms),
      `${ms(hundred.changed.ms)} for 100,000`,
      again,
      'linear: near 10',
      within(again, 13),
    )
    for (const [label, one] of [
      ['100,000', hundred],
      ['1,000,000', whole],
    ] as const)
      report(
        `${format}: time with 0.1% changed, ${label}`,
        ms(one.changed.ms),
        `${ms(one.changed.readMs)} for reading and parsing the feed alone`,
        one.changed.ms / one.changed.readMs,
        'in proportion to reading',
        null,
      )
    report(
      `${format}: the very same feed again, 1,000,000`,
      ms(whole.same.ms),
      `${ms(whole.same.readMs)} for reading it`,
      whole.same.ms / whole.same.readMs,
      '<= 1.2',
      within(whole.same.ms / whole.same.readMs, 1.2),
    )
  } finally {
    await indexer.stop()
  }
}

async function load(work: (i: number) => Promise<unknown>, count: number, clients: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) {
        const i = next++
        times.push((await timed(() => work(i))).ms)
      }
    }),
  )
  return times
}

async function oneByOne(work: (i: number) => Promise<unknown>, count: number): Promise<number[]> {
  return load(work, count, 1)
}

async function post(url: string, body: object, key?: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}

function ms(time: number): string {
  return time >= 10_000
    ? `${(time / 1000).toFixed(1)} s`
    : time >= 100
      ? `${Math.round(time)} ms`
      : `${time.toFixed(1)} ms`
}

function perSecond(count: number, time: number): string {
  return `${Math.round(count / (time / 1000)).toLocaleString('en')}/s`
}

async function writeReport(name: string): Promise<void> {
  const lines = [
    '# Benchmark results',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}. Made by \`npm run bench${million ? ` -- --million ${millionFormat}` : ''}\`: each ratio is of two figures of this one run.`,
    '',
    '| what | measured | against | ratio | target | met |',
    '|---|---|---|---|---|---|',
    ...results.map(
      ({ what, measured, against, ratio, target, met }) =>
        `| ${what} | ${measured} | ${against} | ${ratio} | ${target} | ${met === null ? '' : met ? 'yes' : '**no**'} |`,
    ),
    '',
    ...notes.map(note => `- ${note}`),
    '',
  ]
  await writeFile(fileURLToPath(new URL(name, import.meta.url)), lines.join('\n'))
}

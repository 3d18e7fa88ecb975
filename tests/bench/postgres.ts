/** The peer where the engine's own radius would lose: PostgreSQL's full text, over HTTP on both sides. */
import pg from 'pg'
import { cardAttributes, type JobDocument } from '#indexer/job'
import type { TestIndexer } from '../builders/indexer.ts'
import { noPostgres, startPostgres } from '../builders/postgres.ts'
import { median, ms, note, oneByOne, post, report } from './report.ts'
import { facets, workload } from './search.ts'
import { startScript } from './siteProcess.ts'

const asked = 120
/** Turn and turn about in blocks of so many, so that drift of the machine meets all alike. */
const block = 20

/**
 * The searches of the workload that have a place, one client: to the site's process, to one that puts PostgreSQL behind
 * HTTP, and straight to the engine. Left out with a note where PostgreSQL is not installed.
 */
export async function measurePostgres(indexer: TestIndexer, origin: string, size: number): Promise<void> {
  const { meiliUrl, masterKey } = indexer
  const { queries, straight, guarded, now } = workload(indexer, size)
  const near = queries.flatMap((query, i) => (query.near ? [i] : []))
  const postgres = await startPostgres()
  if (!postgres) {
    note(`${noPostgres}: the comparison with it was left out.`)
    return
  }
  try {
    await fill(indexer, postgres.url)
    const peer = await startScript('postgresServer.ts', { database: postgres.url })
    const toPeer = (i: number) => {
      const { q, place, radius } = queries[near[i]!]!
      return post(peer.origin, { q, now, lat: place.lat, lng: place.lng, km: radius * 1.609344 })
    }
    // Neither side may answer from memory what it was just asked: those that warm up are others.
    const toSite = (i: number) =>
      post(`${origin}/search/multi-search`, { queries: [{ ...guarded[near[i]!], page: 1 }] })
    const toEngine = (i: number) =>
      post(`${meiliUrl}/multi-search`, { queries: [{ ...straight[near[i]!], page: 1 }] }, masterKey)
    const ways = [toPeer, toSite, toEngine]
    for (const way of ways) await oneByOne(i => way(asked + i), 40)
    const times = ways.map((): number[] => [])
    const finds: boolean[] = []
    for (let i = 0; i < asked; i++) {
      const { results } = JSON.parse(await toEngine(i)) as { results: { totalHits: number }[] }
      finds.push(results[0]!.totalHits > 0)
    }
    for (let from = 0; from < asked; from += block)
      for (const [n, way] of ways.entries()) times[n]!.push(...(await oneByOne(i => way(from + i), block)))
    await peer.stop()
    const most = size < 1_000_000 ? 1.3 : 0.9
    const compare = (which: string, isChosen: (n: number) => boolean) => {
      const [theirs, ours, raw] = times.map(of => median(of.filter((_, n) => isChosen(n)))) as [number, number, number]
      report(
        `radius, keyword and facets over HTTP, ${size.toLocaleString('en')}, p50, one client, ${which}`,
        ms(ours),
        `${ms(theirs)} for PostgreSQL full text behind HTTP in the same run (raw engine ${ms(raw)})`,
        ours / theirs,
        size < 100_000 ? 'for information' : `<= ${most}`,
        size < 100_000 ? null : ours / theirs <= most,
      )
    }
    const none = finds.filter(isFound => !isFound).length
    // PostgreSQL leaves it at that.
    compare(`of which ${none} of ${asked} find nothing and are asked otherwise too`, () => true)
    compare('those that find some', n => finds[n]!)
  } finally {
    await postgres.stop()
  }
}

/** A page of documents at a time: a million of them are more than the memory. */
async function fill({ engine }: TestIndexer, database: string): Promise<void> {
  const fields = [
    ...cardAttributes,
    'searchText',
    'places',
    'salaryBand',
  ] as const satisfies readonly (keyof JobDocument)[]
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const lists = facets.map(name => `"${name}" text[]`).join(', ')
  await client.query(
    `create table jobs (id text primary key, card json, words tsvector, ${lists}, lat float8, lng float8, expires bigint)`,
  )
  const listed = facets.map(name => `array(select json_array_elements_text(job->'${name}'))`).join(', ')
  for await (const page of engine.pages<JobDocument>('jobs', { fields })) {
    const rows = page.map(({ searchText, places, ...card }) => ({
      card,
      searchText,
      place: places[0] ?? null,
      ...card,
    }))
    await client.query(
      `insert into jobs select job->>'id', job->'card',
         setweight(to_tsvector('english', job->>'title'), 'A') || setweight(to_tsvector('english', job->>'searchText'), 'C'),
         ${listed}, (job->'place'->>'lat')::float8, (job->'place'->>'lng')::float8, (job->>'expires_at')::bigint
       from json_array_elements($1::json) job`,
      [JSON.stringify(rows)],
    )
  }
  await client.query('create index on jobs using gin (words)')
  await client.query('create index on jobs (lat, lng)')
  await client.query('vacuum analyze jobs')
  await client.end()
}

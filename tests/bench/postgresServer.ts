/**
 * PostgreSQL behind HTTP, as a site on it would be: a pool, one statement a request, the answer as it came. Prints its
 * address. One argument, JSON: the database's address. `POST /` takes `{q, now, lat, lng, km}`.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const { database } = JSON.parse(process.argv[2] ?? '{}') as Record<'database', string>
const pool = new pg.Pool({ connectionString: database, max: 8 })

const facets = ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand']
const facetOf = (name: string) =>
  `(select coalesce(json_object_agg(v, n), '{}') from (select v, count(*) n from hits, unnest("${name}") v group by v) f)`

/** A page of cards, all facets and the total: the box first, by its index, then the circle. */
const statement = `
with asked as (select plainto_tsquery('english', $1) as query),
hits as materialized (
  select id, words, ${facets.map(name => `"${name}"`).join(', ')} from jobs, asked
  where words @@ query and expires > $2
    and lat between $3 - $5::float8 / 111.195 and $3 + $5 / 111.195
    and lng between $4 - $5 / 111.195 / cos(radians($3)) and $4 + $5 / 111.195 / cos(radians($3))
    and 12742 * asin(sqrt(sin(radians(lat - $3) / 2) ^ 2
      + cos(radians($3)) * cos(radians(lat)) * sin(radians(lng - $4) / 2) ^ 2)) <= $5
),
page as (select id, ts_rank(words, query) as rank from hits, asked order by rank desc limit 5)
select json_build_object(
  'hits', (select coalesce(json_agg(card order by rank desc), '[]') from page join jobs using (id)),
  'totalHits', (select count(*) from hits),
  'facetDistribution', json_build_object(${facets.map(name => `'${name}', ${facetOf(name)}`).join(', ')})
)::text as answer`

const server = createServer(async (asked, reply) => {
  try {
    const { q, now, lat, lng, km } = JSON.parse(await text(asked)) as Record<
      'q' | 'now' | 'lat' | 'lng' | 'km',
      unknown
    >
    const { rows } = await pool.query<{ answer: string }>(statement, [q, now, lat, lng, km])
    const { answer } = rows[0]!
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    reply.end(answer)
  } catch (error) {
    reply.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
  }
}).listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.once('SIGTERM', () => process.exit(0))

import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { jobId } from '../../../indexer/documents/identity.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { SourceError } from '../../../indexer/sources/format.ts'
import { rowsOfText } from '../../../indexer/sources/formats.ts'
import { NotRead } from '../../../indexer/sources/notRead.ts'
import { KeptRows } from '../../../indexer/sync/keptRows.ts'
import { KnownRows } from '../../../indexer/sync/knownRows.ts'
import type { LedgerEntry } from '../../../indexer/sync/ledger.ts'
import { readFeed } from '../../../indexer/sync/readFeed.ts'
import { rowState, SeenRows } from '../../../indexer/sync/seenRows.ts'
import { openRun, RunReport } from '../../../indexer/sync/syncRun.ts'
import type { SyncDependencies } from '../../../indexer/sync/syncState.ts'
import { type RunningRedis, startRedis } from '../../builders/redis.ts'

const mapping = {
  title: 'title',
  key: 'id',
  description: 'description',
  location: 'location',
  publishedAt: 'published_at',
  expiresAt: 'expires_at',
}
const sourceOf = (format: string) =>
  parseCatalog(
    {
      sources: [
        {
          id: 'feed',
          title: 'Feed',
          format,
          from: 'jobs.ndjson',
          timeZone: 'Europe/London',
          ...(format === 'csv' && { mapping }),
        },
      ],
    },
    '.',
  )[0]!
const day = 86_400_000
const start = Date.parse('2026-11-20T06:00:00Z')

let server: RunningRedis
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

interface Read {
  seen: SeenRows
  rows: ReturnType<KeptRows['all']>
  told: object
  found: string[]
}

/** One reading as a run makes it; `held` is what the index holds, by id. */
async function read(
  text: string,
  startedMs: number,
  last: { found: string[]; startedMs: number } | null,
  held: ReadonlyMap<string, string>,
  name: string | null,
  source = sourceOf('job'),
): Promise<Read> {
  const known = name === null ? null : new KnownRows(redis, name)
  const report = new RunReport('feed', startedMs, () => startedMs)
  const state = last && ({ startedMs: last.startedMs } as Parameters<typeof openRun>[3]['last'])
  const run = openRun(
    source,
    {} as SyncDependencies,
    {},
    { report, last: state, fills: false, tellsNews: true, salt: 'salt' },
  )
  const rows = () => rowsOfText(text, source, report.notRead, known ?? undefined)
  const kept = new KeptRows()
  kept.hold(
    [...held].map(([id, rawHash]) => [id, { state: 'held', rawHash, renewable: false } as LedgerEntry] as const),
    { startedMs },
  )
  let seen = new SeenRows()
  const fields = (last?.found ?? []) as never[]
  await known?.open('salt', fields)
  const found = await readFeed(rows(), run, seen, kept, known ?? new KnownRows(redis, ''), fields)
  if (found.join() !== fields.join()) {
    seen = new SeenRows()
    report.forgetRows()
    kept.forget()
    await known?.open('salt', found)
    await readFeed(rows(), run, seen, kept, known ?? new KnownRows(redis, ''), found)
  }
  await known?.keep(report.notRead)
  seen.mergeSameAdverts()
  for (const [id, rawHash] of held) {
    const slot = seen.find(id)
    if (slot >= 0 && seen.state(slot) === rowState.undecided && seen.rawHash(slot) === rawHash)
      seen.decide(slot, rowState.unchanged)
  }
  const { counts, quarantine } = report
  return { seen, rows: kept.all(seen), told: { counts, quarantine, notRead: report.notRead.counts() }, found }
}

/** What the index holds of so many rows that were read. */
function heldOf({ seen }: Read, count: number): Map<string, string> {
  const ids = Array.from({ length: count }, (_, n) => jobId('feed', `${n}`))
  return new Map(ids.map(id => [id, seen.rawHash(seen.find(id))]))
}

/** Of a feed that is none as a whole. */
function refusalOf(error: unknown): string {
  if (error instanceof SourceError) return error.message
  throw error
}

function tableOf(seen: SeenRows, ids: readonly string[]): unknown[] {
  return ids.map(id => {
    const slot = seen.find(id)
    return slot < 0 ? null : [id, seen.rawHash(slot), seen.count(slot), seen.state(slot)]
  })
}

const field = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const row = fc.record({
  id: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 30 }).map(String) },
    { arbitrary: fc.constant(undefined), weight: 1 },
  ),
  title: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('Actuary', 'Underwriter', 'Broker') },
    { weight: 1, arbitrary: fc.constant('') },
  ),
  description: fc.integer({ min: 1, max: 20 }).map(n => `Pricing ${n}`),
  location: field(fc.constantFrom('Leeds', 'York')),
  published_at: field(fc.constantFrom('3 days ago', 'yesterday', '2026-11-01', '12 May', 'made', 'soon')),
  expires_at: field(fc.constantFrom('passes', '2027-03-01', '2 days left')),
  floor: field(fc.constant('3rd')),
  /** Of XML. */
  written: fc.oneof(
    { weight: 24, arbitrary: fc.constant('plain') },
    { weight: 8, arbitrary: fc.constantFrom(...['data', 'ampersand', 'capitals', 'comment', 'space', 'quoted']) },
    { weight: 1, arbitrary: fc.constantFrom('inner', 'empty', 'openData', 'openRow', 'openTag', 'openQuote', 'mark') },
  ),
  image: field(fc.constantFrom('https://example.org/a.png', { url: 'https://example.org/a.png', alt: 'A' })),
})
const edit = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 14 }),
  /** Rows of the run before that stay; the rest goes. */
  stay: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
  reversed: fc.boolean(),
  list: fc.constantFrom('lines', 'list', 'told'),
  broken: fc.boolean(),
  /** Of what was read, what the index does not hold. */
  lost: fc.array(fc.integer({ min: 0, max: 13 }), { maxLength: 2 }),
  days: fc.integer({ min: 0, max: 2 }),
})

type Row = Partial<Record<string, unknown>>

/** A row as aggregators take it, written as sources write it, or break it. */
function xmlOf({ id, title, description, location, published_at, expires_at, floor, written }: Row): string {
  const fields = Object.entries({ referencenumber: id, title, city: location, date: published_at, floor })
    .concat([['expirationdate', expires_at]])
    .flatMap(([name, value]) => (value === undefined ? [] : [`<${name}>${value}</${name}>`]))
    .join('\n  ')
  const whole = (text: string) => `<job>\n  ${fields}\n  <description>${text}</description></job>`
  switch (written) {
    case 'data':
      return whole(`<![CDATA[<p>${description} & more</p>]]>`)
    case 'ampersand':
      return `<job>${fields}<description>${description}</description><company>R&D</company></job>`
    case 'capitals':
      return whole(`${description}`).replaceAll('job>', 'Job>').replaceAll('title>', 'Title>')
    case 'comment':
      return `<!-- <job> of ${id} -->${whole(`${description}`)}<!-- </job> -->`
    case 'space':
      return whole(`${description}`).replace('</job>', '</job >')
    case 'quoted':
      return whole(`${description}`).replace('<job>', '<job kind="a > b">')
    case 'inner':
      return whole(`${description}`).replace('</job>', '<other><job>Cook</job></other></job>')
    case 'empty':
      return '<job/>'
    case 'openData':
      return whole(`<![CDATA[${description}`)
    case 'openRow':
      return whole(`${description}`).replace('</job>', '')
    case 'openTag':
      return whole(`${description}`).replace('<title>', '<title')
    case 'openQuote':
      return whole(`${description}`).replace('<job>', '<job kind="a>')
    case 'mark':
      return whole(`<![CDATA[As </job> says: ${description}]]>`)
    default:
      return whole(`${description}`)
  }
}

/** A row of a feed that readers of news take. */
function itemOf(row: Row): string {
  const { id, published_at } = row
  return xmlOf(row)
    .replace(/job\b/gi, 'item')
    .replace(`<referencenumber>${id}</referencenumber>`, `<guid>${id}</guid>`)
    .replace(`<date>${published_at}</date>`, `<pubDate>${published_at}</pubDate>`)
}

const columns = ['id', 'title', 'description', 'location', 'published_at', 'expires_at', 'floor']

/** A line of a table, as well as sources write it. */
function lineOf({ written, ...row }: Row): string {
  const cells = columns.map(name => `${row[name] ?? ''}`)
  switch (written) {
    case 'data':
      return cells.map(cell => `"${cell}\n"`).join()
    case 'ampersand':
      return cells.map(cell => `"a ""${cell}"", b"`).join()
    case 'capitals':
      return `${cells.join()}\r`
    case 'empty':
      return ''
    case 'openData':
      return cells.join().replace(',Pricing', ',"Pricing')
    case 'openRow':
      return cells.slice(0, 4).join()
    case 'openTag':
      return `${cells.join()},more`
    default:
      return cells.join()
  }
}

function feedOf(format: string, rows: Row[], list: string, broken: boolean): string {
  if (format === 'indeed-xml')
    return `<?xml version="1.0"?><source><publisher>A</publisher>${rows.map(xmlOf).join('\n')}</source>`
  if (format === 'rss')
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>A</title>${rows.map(itemOf).join('\n')}</channel></rss>`
  if (format === 'csv') return `${columns.join()}\n${rows.map(row => `${lineOf(row)}\n`).join('')}`
  const texts = rows.map(({ written: _, ...one }) => JSON.stringify(one))
  if (broken) texts.splice(1, 0, '{"id":"x","title":')
  if (list === 'lines' || broken) return `${texts.join('\n')}\n`
  return `{${list === 'told' ? '"board":{"name":"A"},' : ''}"jobs":[${texts.join(',')}]}`
}

describe('rows that are known by their text', () => {
  it.each(['job', 'indeed-xml', 'rss', 'csv'])(
    'give what reading all of them gives, whatever becomes of a %s feed',
    async format => {
      const source = sourceOf(format)
      const runs = Number(process.env.KNOWN_RUNS ?? 100)
      const passed = vi.spyOn(KnownRows.prototype, 'learnAgain')
      let case_ = 0
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 5 }), async edits => {
          const name = `known:${format}:${case_++}`
          let rows: Row[] = []
          let at = start
          let last: { found: string[]; startedMs: number } | null = null
          let held = new Map<string, string>()
          for (const { rows: fresh, stay, reversed, list, broken, lost, days } of edits) {
            at += days * day + 3_600_000
            const made = new Date(at - 600_000).toISOString()
            const dated = fresh.map(one => ({
              ...one,
              published_at:
                one.published_at === 'made'
                  ? made
                  : one.published_at === 'soon'
                    ? new Date(at + day).toISOString()
                    : one.published_at,
              expires_at: one.expires_at === 'passes' ? new Date(start + 1.5 * day).toISOString() : one.expires_at,
            }))
            rows = [...rows.filter((_, i) => stay[i % 14]), ...dated]
            if (reversed) rows.reverse()
            const text = feedOf(format, rows, list, broken)
            const plain: Read | string = await read(text, at, last, held, null, source).catch(refusalOf)
            const quick: Read | string = await read(text, at, last, held, name, source).catch(refusalOf)
            if (typeof plain === 'string' || typeof quick === 'string') {
              expect(quick).toBe(plain)
              continue
            }
            const ids = [...new Set([...Array(31).keys()].map(n => jobId('feed', String(n))).concat([...held.keys()]))]
            expect(quick.found).toEqual(plain.found)
            expect(quick.told).toEqual(plain.told)
            expect(quick.seen.size).toBe(plain.seen.size)
            expect(tableOf(quick.seen, ids)).toEqual(tableOf(plain.seen, ids))
            expect(quick.rows).toEqual(plain.rows)
            last = { found: plain.found, startedMs: at }
            const listed = ids.flatMap(id => {
              const slot = plain.seen.find(id)
              return slot >= 0 && plain.seen.count(slot) > 0 && plain.seen.state(slot) !== rowState.merged
                ? [[id, plain.seen.rawHash(slot)] as const]
                : []
            })
            held = new Map(listed.filter((_, i) => !lost.includes(i)))
          }
        }),
        { numRuns: runs, seed: Number(process.env.KNOWN_SEED ?? 31) },
      )
      // A test in which all is read proves nothing.
      expect(passed.mock.calls.length).toBeGreaterThan(runs)
      passed.mockRestore()
    },
  )

  it('are not known of a table that is broken, or that another reading is writing', async () => {
    const text = Array.from(
      { length: 40 },
      (_, n) => `${JSON.stringify({ id: `${n}`, title: `Actuary ${n}` })}\n`,
    ).join('')
    const passed = vi.spyOn(KnownRows.prototype, 'learnAgain')
    const plain = await read(text, start, null, new Map(), null)
    const held = heldOf(plain, 40)
    const trial = new KnownRows(redis, 'torn')
    await trial.open('salt', [])
    await read(text, start, null, new Map(), 'torn')
    await trial.keep(new NotRead())
    // The trial has known nothing of any row, and its table stood last.
    await read(text, start + day, { found: [], startedMs: start }, held, 'torn')
    expect(passed.mock.calls.length).toBe(0)
    await read(text, start + 2 * day, { found: [], startedMs: start }, held, 'torn')
    expect(passed.mock.calls.length).toBe(40)
    await redis.rpush('torn', Buffer.from([1, 2, 3, 0xff]))
    expect((await read(text, start + 3 * day, { found: [], startedMs: start }, held, 'torn')).told).toMatchObject({
      counts: { received: 40 },
    })
    expect(passed.mock.calls.length).toBe(40)
    passed.mockRestore()
  })

  it('are known where auto tells what the feed is, and only for what it tells', async () => {
    const auto = sourceOf('auto')
    const line = (n: number) => `${JSON.stringify({ id: `${n}`, title: `Actuary ${n}`, salary_package: '£50,000' })}\n`
    const text = Array.from({ length: 40 }, (_, n) => line(n)).join('')
    const passed = vi.spyOn(KnownRows.prototype, 'learnAgain')
    const plain = await read(text, start, null, new Map(), 'auto', auto)
    const held = heldOf(plain, 40)
    const last = { found: [], startedMs: start }
    expect((await read(text, start + day, last, held, 'auto', auto)).told).toEqual(plain.told)
    expect(passed.mock.calls.length).toBe(40)
    await read(text, start + 2 * day, last, held, 'auto', sourceOf('job'))
    expect(passed.mock.calls.length).toBe(40)
    passed.mockRestore()
  })
})

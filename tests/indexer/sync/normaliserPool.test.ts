import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openGazetteer } from '../../../indexer/documents/aliases.ts'
import { jobId } from '../../../indexer/documents/identity.ts'
import type { RawJob, RawRow } from '../../../indexer/documents/rawJob.ts'
import { toDocument } from '../../../indexer/documents/toDocument.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { readRows } from '../../../indexer/sources/formats.ts'
import { candidatesOf } from '../../../indexer/sync/candidates.ts'
import { normaliseRows, type RowToNormalise, withSlug } from '../../../indexer/sync/normaliseRows.ts'
import { NormaliserPool } from '../../../indexer/sync/normaliserPool.ts'
import { RowLimit } from '../../../indexer/sync/rowLimit.ts'
import { rowState, SeenRows } from '../../../indexer/sync/seenRows.ts'
import { openRun, RunReport, type SyncRun } from '../../../indexer/sync/syncRun.ts'
import { benchRow } from '../../bench/rows.ts'
import { tries } from '../../builders/properties.ts'
import { feedFiles, recordedEntry } from '../../feeds/results.ts'

const parts = { aliases: null, postal: null, country: 'GB' }
const gazetteer = openGazetteer(parts)
const home = { schedule: null, country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
const source = parseCatalog(
  { sources: [{ id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson', ...home }] },
  '/',
)[0]!
const now = Date.UTC(2026, 10, 29) / 1_000
const context = { source, gazetteer, now }
const log = pino({ level: 'silent' })
const slow = { timeout: 300_000 }

let pools: NormaliserPool[] = []
afterEach(async () => {
  for (const pool of pools) await pool.close()
  pools = []
})

async function startPool(count: number, { rowLimitMs }: { rowLimitMs?: number } = {}): Promise<NormaliserPool> {
  const pool = new NormaliserPool(context, {
    rowLimit: new RowLimit(rowLimitMs),
    rowLimitMs,
    threads: { count, gazetteer: parts },
    log,
  })
  pools.push(pool)
  await vi.waitUntil(() => pool.size === count, { timeout: 120_000 })
  return pool
}

const rowOf = (job: RawJob, n: number): RowToNormalise => ({ job, key: `${n}`, rawHash: `${n}`, firstSeen: now - n })

/** Each row's document as text, or its reason: what a run without threads would write. */
const plainly = (rows: readonly RowToNormalise[]) =>
  rows.map(({ job, ...row }) => {
    const made = toDocument(job, { ...context, ...row })
    return 'reason' in made ? made.reason : JSON.stringify(made.document)
  })

const written = ({ rows, lines }: ReturnType<typeof normaliseRows>) =>
  rows.map(row => ('reason' in row ? row.reason : Buffer.from(lines).toString('utf8', row.start, row.end - 1)))

describe('a document', slow, () => {
  it('is the same by thread and without, whatever the row', async () => {
    const pool = await startPool(1)
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constant('\ud83d London'))
    const job = fc.record(
      {
        key: fc.option(text),
        title: text,
        description: fc.option(text, { nil: undefined }),
        locations: fc.array(fc.record({ text }), { maxLength: 3 }),
        locationText: fc.option(text, { nil: undefined }),
        salaryText: fc.option(
          fc.oneof(
            text,
            fc.nat().map(pay => `£${pay}`),
          ),
          { nil: undefined },
        ),
        types: fc.array(text, { maxLength: 2 }),
        environments: fc.constant<string[]>([]),
        sectors: fc.array(text, { maxLength: 2 }),
        specialisms: fc.constant<string[]>([]),
        categories: fc.array(text, { maxLength: 2 }),
        company: fc.option(text, { nil: undefined }),
        publishedAt: fc.option(fc.oneof(text, fc.nat()), { nil: undefined }),
      },
      { requiredKeys: ['key', 'title', 'locations', 'types', 'environments', 'sectors', 'specialisms', 'categories'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(job, { minLength: 1, maxLength: 60 }), async jobs => {
        const rows = jobs.map(rowOf)
        const expected = plainly(rows)
        expect(written(await pool.normalise(rows))).toEqual(expected)
        expect(written(normaliseRows(rows, context, new RowLimit()))).toEqual(expected)
        expect((await pool.normalise(rows)).rows).toEqual(normaliseRows(rows, context, new RowLimit()).rows)
      }),
      tries(20),
    )
    expect(pool.size).toBe(1)
  })

  it('is the same for rows of each recorded feed', async ({ skip }) => {
    const folder = process.env.REAL_DATA_DIR
    skip(!folder, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const pool = await startPool(1)
    let seen = 0
    for (const file of await feedFiles(folder!)) {
      const [recorded] = parseCatalog({ sources: [recordedEntry(file)] }, folder!)
      const rows: RowToNormalise[] = []
      try {
        for await (const row of readRows(recorded!.from!, recorded!)) {
          if ('job' in row) rows.push(rowOf(row.job, row.row))
          if (rows.length === 200) break
        }
      } catch {
        // A feed that is refused: what came before is a row like any other.
      }
      expect(written(await pool.normalise(rows)), file).toEqual(plainly(rows))
      seen += rows.length
    }
    expect(seen).toBeGreaterThan(2_000)
    expect(pool.size).toBe(1)
  })

  it('gets another slug in its line, and is else as it was', () => {
    const row = rowOf({ ...jobOf(1), description: '<p>says ","url_slug":"none" of itself</p>' }, 1)
    const { rows, lines } = normaliseRows([row], context, new RowLimit())
    const made = rows[0]!
    if ('reason' in made) throw new Error(made.reason)
    const other = withSlug(lines.subarray(made.start, made.end), made.document.url_slug, 'büro-"1"')
    const before = JSON.parse(written({ rows, lines })[0]!) as object
    expect(other.toString()).toBe(`${JSON.stringify({ ...before, url_slug: 'büro-"1"' })}\n`)
  })
})

const jobOf = (n: number): RawJob => {
  const { description, title, location } = benchRow(n) as Record<'description' | 'title' | 'location', string>
  const none = { types: [], environments: [], sectors: [], specialisms: [], categories: [] }
  return { key: `${n}`, title, description, locations: [{ text: location }], ...none }
}

describe('a pool', slow, () => {
  it('answers each block, also where a thread has died of one', async () => {
    const pool = await startPool(1)
    const fine = [rowOf(jobOf(1), 1)]
    // No row that a source yields: what a fault of the rules would do.
    const fatal = [rowOf({ ...jobOf(2), title: null as unknown as string }, 2)]
    const [first, second, third] = await Promise.allSettled([
      pool.normalise(fatal),
      pool.normalise(fine),
      pool.normalise(fine),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } })
    for (const block of [second, third])
      expect(block.status === 'fulfilled' && written(block.value)).toEqual(plainly(fine))
    expect(pool.size).toBe(0)
    expect(written(await pool.normalise(fine))).toEqual(plainly(fine))
  })

  it('uses no thread that reads other places than the run does', async () => {
    const pool = new NormaliserPool(
      { ...context, gazetteer: { ...gazetteer, digest: 'of files that were edited since' } },
      { rowLimit: new RowLimit(), threads: { count: 1, gazetteer: parts }, log },
    )
    pools.push(pool)
    await vi.waitUntil(() => pool.ahead === 0, { timeout: 120_000 })
    const rows = [rowOf(jobOf(1), 1)]
    expect(written(await pool.normalise(rows))).toEqual(plainly(rows))
  })

  it('ends its threads', async () => {
    const before = readdirSync('/proc/self/task').length
    const pool = await startPool(2)
    expect(readdirSync('/proc/self/task').length).toBeGreaterThan(before + 1)
    void pool.normalise(Array.from({ length: 500 }, (_, n) => rowOf(jobOf(n), n)))
    await pool.close()
    await vi.waitUntil(() => readdirSync('/proc/self/task').length <= before, { timeout: 60_000 })
  })
})

describe('the second reading of a feed', slow, () => {
  const total = 3_000

  /** A run that needs no engine and no Redis. */
  function runOf(count: number): { run: SyncRun; seen: SeenRows; rows: () => Generator<RawRow>; read: () => number } {
    const seen = new SeenRows()
    const jobs = Array.from({ length: total }, (_, n) => jobOf(n % 500)).map((job, n) => ({ ...job, key: `${n}` }))
    for (const job of jobs) {
      const id = jobId(source.id, job.key)
      seen.add(id, [1, 1], [1, 1])
      seen.decide(seen.find(id), rowState.write)
    }
    let read = 0
    function* rows(): Generator<RawRow> {
      for (const [at, job] of jobs.entries()) {
        read++
        yield { row: at + 1, job }
      }
    }
    const deps = {
      ledger: { getMany: async (_: string, ids: readonly string[]) => ids.map(() => null) },
      gazetteer,
      log,
      threads: count === 0 ? null : { count, gazetteer: parts, least: 1 },
    } as unknown as SyncRun['deps']
    const report = new RunReport(source.id, now * 1_000, () => now * 1_000)
    const run = openRun(source, deps, { dryRun: true }, { report, last: null, fills: true, tellsNews: false, salt: '' })
    return { run, seen, rows, read: () => read }
  }

  it('gives the same blocks in the order of the feed, and reads only so far ahead', async () => {
    const all: string[][] = []
    for (const count of [0, 2]) {
      const { run, seen, rows, read } = runOf(count)
      const lines: string[] = []
      for await (const block of candidatesOf(rows(), run, seen, [], total)) {
        for (const { line } of block) lines.push(Buffer.from(line).toString())
        // What is read waits in blocks of 125: two for each thread, or one.
        await new Promise(setImmediate)
        expect(read() - lines.length).toBeLessThanOrEqual(Math.max(1, count * 2) * 125 + 125)
      }
      expect(lines.length).toBe(total)
      all.push(lines)
    }
    expect(all[1]).toEqual(all[0])
  })

  it('ends its threads where it is given up', async () => {
    const before = readdirSync('/proc/self/task').length
    const { run, seen, rows, read } = runOf(2)
    for await (const block of candidatesOf(rows(), run, seen, [], total)) {
      expect(block.length).toBeGreaterThanOrEqual(500)
      break
    }
    expect(read()).toBeLessThan(total)
    await vi.waitUntil(() => readdirSync('/proc/self/task').length <= before, { timeout: 60_000 })
  })
})

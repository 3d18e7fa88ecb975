import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SlugDocument } from '#indexer/slugs'
import { type RunRecord, redisKeys } from '#indexer/tasks'
import { toDocument } from '../../../indexer/documents/toDocument.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
let feed: string

beforeAll(async () => {
  indexer = await startIndexer()
  feed = join(indexer.folder, 'jobs.ndjson')
})
afterAll(() => indexer?.stop())
afterEach(async () => {
  await indexer.engine.waitTask(await indexer.engine.deleteByFilter('jobs', 'expires_at > 0'))
  for await (const page of indexer.engine.pages<SlugDocument>('slugs')) {
    await indexer.engine.waitTask(
      await indexer.engine.deleteByIds(
        'slugs',
        page.map(({ slug }) => slug),
      ),
    )
  }
  await indexer.redis.flushall()
})

const sync = (
  rows: readonly object[] | null,
  {
    source = {},
    ...options
  }: { source?: Record<string, unknown>; from?: string; force?: boolean; add?: boolean; now?: number } = {},
) =>
  (rows ? writeNdjson(feed, rows) : Promise.resolve()).then(() =>
    syncSource(indexer.source(source), { ...indexer, ...(options.now ? { now: () => options.now! } : {}) }, options),
  )

const adds = (run: RunRecord) => expect(run.upserted + run.unchanged + run.quarantined + run.merged).toBe(run.received)

describe('syncSource', () => {
  it('writes a feed, and a second run of the same feed sends nothing to the engine', async () => {
    const first = await sync(jobRows(40))
    expect(first).toMatchObject({
      outcome: 'ok',
      received: 40,
      upserted: 40,
      unchanged: 0,
      quarantined: 0,
      merged: 0,
      retired: 0,
    })
    expect(await indexer.jobs()).toHaveLength(40)
    const tasks = await indexer.engineTasks()
    const second = await sync(null)
    expect(second).toMatchObject({ outcome: 'ok', received: 40, upserted: 0, unchanged: 40 })
    expect(await indexer.engineTasks()).toBe(tasks)
  })

  it('writes only the row that changed, in whatever order the feed comes', async () => {
    await sync(jobRows(20))
    const changed = jobRows(20).reverse()
    changed[4] = { ...changed[4], title: 'Chief Actuary' }
    expect(await sync(changed)).toMatchObject({ upserted: 1, unchanged: 19 })
    expect((await indexer.jobs()).filter(({ title }) => title === 'Chief Actuary')).toHaveLength(1)
  })

  it('reads a feed again whose rows were refused for what is not their own', async () => {
    await sync(jobRows(3))
    const other = { source: { id: 'other' } }
    const [given] = jobRows(1)
    // Of the one source's id, and another advert.
    const mine = { ...jobRow(60), id: given!.id }
    expect(await sync([mine, jobRow(61)], other)).toMatchObject({ added: 1, quarantined: 1 })
    expect(await sync(null, other)).toMatchObject({ added: 0, unchanged: 1, quarantined: 1 })
    await sync(jobRows(3).slice(1), { force: true })
    await writeNdjson(feed, [mine, jobRow(61)])
    expect(await sync(null, other)).toMatchObject({ added: 1, unchanged: 1, quarantined: 0 })
  })

  it('reads a feed again of which a row took too long', async () => {
    let slow = true
    const parts = {
      ...indexer,
      rowLimitMs: 50,
      normalise: (...[job, context]: Parameters<typeof toDocument>) => {
        while (slow && job.title === 'Slow');
        return toDocument(job, context)
      },
    }
    await writeNdjson(feed, [...jobRows(3), jobRow(60, { title: 'Slow' })])
    expect(await syncSource(indexer.source(), parts)).toMatchObject({ added: 3, quarantined: 1 })
    slow = false
    expect(await syncSource(indexer.source(), parts)).toMatchObject({ added: 1, unchanged: 3, quarantined: 0 })
    const parse = vi.spyOn(JSON, 'parse')
    expect(await syncSource(indexer.source(), parts)).toMatchObject({ unchanged: 4 })
    expect(parse.mock.results.filter(({ value }) => (value as { title?: string } | null)?.title)).toEqual([])
    parse.mockRestore()
  })

  it('parses of a feed in which little has changed only what has', async () => {
    await sync(jobRows(200))
    const changed = jobRows(200)
    changed[4] = { ...changed[4], title: 'Chief Actuary' }
    const parse = vi.spyOn(JSON, 'parse')
    const run = await sync([...changed, jobRow(201)])
    const titles = parse.mock.results.map(({ value }) => (value as { title?: string } | null)?.title)
    parse.mockRestore()
    expect(run).toMatchObject({ received: 201, upserted: 2, added: 1, unchanged: 199 })
    expect(titles.filter(Boolean).length).toBeGreaterThan(1)
    // The first line is also asked whether the feed is one of lines.
    expect(titles.filter(Boolean).length).toBeLessThan(10)
  })

  it('counts a missing job once where a run is cut off after it and made again', async () => {
    await sync(jobRows(10))
    await writeNdjson(feed, jobRows(9))
    const records = Object.assign(Object.create(indexer.records), {
      saveRun: () => Promise.reject(new Error('cut off')),
    })
    for (let time = 0; time < 2; time++)
      await expect(syncSource(indexer.source(), { ...indexer, records })).rejects.toThrow('cut off')
    expect(await sync(null)).toMatchObject({ outcome: 'ok', missing: 1, retired: 0 })
    expect(await indexer.jobs()).toHaveLength(10)
    expect(await sync(null)).toMatchObject({ missing: 0, retired: 1 })
    expect(await indexer.jobs()).toHaveLength(9)
  })

  it('keeps a missing job for one run, retires it after two, and takes back one that returns', async () => {
    await sync(jobRows(20))
    expect(await sync(jobRows(18))).toMatchObject({ retired: 0, missing: 2 })
    expect(await indexer.jobs()).toHaveLength(20)
    expect(await sync(jobRows(19))).toMatchObject({ retired: 1, missing: 0, unchanged: 19 })
    expect((await indexer.jobs()).map(job => job.external_reference)).not.toContain('T-20')
    // T-19 was missing once and came back: its count starts afresh.
    expect(await sync(jobRows(18))).toMatchObject({ retired: 0, missing: 1 })
    // The page of a retired job can still say what it was.
    await sync(jobRows(20))
    const slugOf20 = (await indexer.jobs()).find(job => job.external_reference === 'T-20')!.url_slug
    await sync(jobRows(19))
    expect(await sync(jobRows(19))).toMatchObject({ retired: 1 })
    const [slug] = await indexer.engine.byIds<SlugDocument>('slugs', [slugOf20], ['slug', 'title'])
    expect(slug?.title).toBeTruthy()
  })

  it.each([
    ['empty', ''],
    ['cut off in a row', `${JSON.stringify(jobRow(1))}\n${JSON.stringify(jobRow(2)).slice(0, 80)}`],
    ['an error page', '<!doctype html><html><body>Service unavailable</body></html>'],
    ['an object where a list belongs', '{"ok":false,"error":"Document not found"}'],
  ])('changes nothing and raises an alarm when the feed is %s', async (_, text) => {
    await sync(jobRows(5))
    const tasks = await indexer.engineTasks()
    await writeFile(feed, text)
    const run = await sync(null)
    expect(run.reason).toBeTruthy()
    expect(['failed', 'guarded']).toContain(run.outcome)
    expect(await indexer.engineTasks()).toBe(tasks)
    expect(await indexer.redis.hlen(redisKeys.alarms(indexer.prefix))).toBe(1)
    // A good run clears it.
    expect((await sync(jobRows(5))).outcome).toBe('ok')
    expect(await indexer.redis.hlen(redisKeys.alarms(indexer.prefix))).toBe(0)
  })

  it('changes nothing when a run would retire more than the share of the source, unless forced', async () => {
    await sync(jobRows(20))
    const shrunk = [...jobRows(8), jobRow(99)]
    // Missing for the first time, nobody is retired yet.
    expect(await sync(shrunk)).toMatchObject({ outcome: 'ok', upserted: 1, unchanged: 8, retired: 0, missing: 12 })
    const tasks = await indexer.engineTasks()
    for (const rows of [shrunk, [...shrunk, jobRow(100)]]) {
      const run = await sync(rows)
      expect(run).toMatchObject({ outcome: 'guarded', read: rows.length, received: 0, upserted: 0, retired: 0 })
      adds(run)
    }
    expect(await indexer.engineTasks()).toBe(tasks)
    expect(await indexer.jobs()).toHaveLength(21)
    expect(await indexer.redis.hlen(redisKeys.alarms(indexer.prefix))).toBe(1)
    expect(await sync(shrunk, { force: true })).toMatchObject({ outcome: 'ok', unchanged: 9, retired: 12 })
    expect(await indexer.jobs()).toHaveLength(9)
  })

  it('writes a feed whose every date is the time it was made once more, and then only what changes', async () => {
    const day = 86_400_000
    const at = Date.parse('2026-11-20T06:00:00Z')
    // Made two hours before each run, as the feed says in each row.
    const built = (n: number, over = 0) =>
      jobRows(30, i => ({
        published_at: new Date(at + n * day - 7_200_000).toISOString(),
        expires_at: undefined,
        title: i === over ? 'Chief Actuary' : jobRow(i).title,
      }))
    const run = (n: number, over?: number) =>
      sync(built(n, over), { source: { listedIsLive: true }, now: at + n * day })
    expect(await run(0)).toMatchObject({ upserted: 30 })
    // New dates on every row: now it shows whose dates they are.
    expect(await run(1)).toMatchObject({ upserted: 30, added: 0 })
    for (const n of [2, 3]) expect(await run(n)).toMatchObject({ upserted: 0, unchanged: 30 })
    expect(await run(4, 7)).toMatchObject({ upserted: 1, unchanged: 29 })
    // What a reader sees as its date is the day it was first seen, and not every day's.
    const published = new Set((await indexer.jobs()).map(({ published_at }) => published_at))
    expect([...published].every(seconds => seconds <= at / 1000)).toBe(true)
    // Dates of the adverts' own are believed again.
    const own = built(5).map((row, i) => ({ ...row, published_at: new Date(at - i * day).toISOString() }))
    expect(await sync(own, { source: { listedIsLive: true }, now: at + 5 * day })).toMatchObject({ upserted: 30 })
    expect(await sync(own, { source: { listedIsLive: true }, now: at + 6 * day })).toMatchObject({ unchanged: 30 })
  })

  it('adds a file that holds some of the jobs, and misses none', async () => {
    await sync(jobRows(20))
    for (let i = 0; i < 3; i++)
      expect(await sync([jobRow(1), jobRow(50)], { add: true })).toMatchObject({
        outcome: 'ok',
        retired: 0,
        missing: 0,
      })
    expect(await indexer.jobs()).toHaveLength(21)
    // The same bytes as the whole feed are another matter: now the others are missing.
    expect(await sync(null)).toMatchObject({ outcome: 'ok', unchanged: 2, missing: 19 })
  })

  it('quarantines a bad row with its reason and goes on, and does not read it twice', async () => {
    const rows = jobRows(30)
    rows[9] = {
      ...rows[9],
      location: null,
      derived_info: { locations: [{ lat_lng: { latitude: 151.5, longitude: 0.1 } }] },
    }
    rows[19] = { ...rows[19], title: '  ' }
    const run = await sync(rows)
    expect(run).toMatchObject({ received: 30, upserted: 28, quarantined: 2 })
    adds(run)
    const reasons = (await indexer.records.quarantineOf('feed')).map(({ row, reason }) => [row, reason])
    expect(reasons).toHaveLength(2)
    const again = await sync(null)
    expect(again).toMatchObject({ upserted: 0, unchanged: 28, quarantined: 2 })
    expect((await indexer.records.quarantineOf('feed')).map(({ row, reason }) => [row, reason]).sort()).toEqual(
      reasons.sort(),
    )
    // Mended, it comes in.
    expect(await sync(jobRows(30))).toMatchObject({ upserted: 2, unchanged: 28, quarantined: 0 })
  })

  it('does not retire a held job because its row went bad', async () => {
    await sync(jobRows(10))
    const rows = jobRows(10)
    rows[3] = { ...rows[3], title: '' }
    for (let i = 0; i < 3; i++)
      expect(await sync(rows)).toMatchObject({ quarantined: 1, unchanged: 9, retired: 0, missing: 0 })
    expect(await indexer.jobs()).toHaveLength(10)
  })

  it('makes one job of the rows of one id, found from all their places', async () => {
    const rows = [
      jobRow(1, { location: 'London' }),
      jobRow(2),
      jobRow(1, { location: 'Frankfurt am Main, Germany' }),
      jobRow(1, { location: 'London' }),
    ]
    const run = await sync(rows)
    expect(run).toMatchObject({ received: 4, upserted: 2, merged: 2 })
    adds(run)
    const job = (await indexer.jobs()).find(({ external_reference }) => external_reference === 'T-1')
    expect(job?.places.map(({ name }) => name).sort()).toEqual(['Frankfurt am Main', 'London'])
    expect(await sync(rows.reverse())).toMatchObject({ upserted: 0, unchanged: 2, merged: 2 })
    rows[0] = { ...rows[0], location: 'Leeds' }
    expect(await sync(rows)).toMatchObject({ upserted: 1, unchanged: 1, merged: 2 })
  })

  it('takes the words of the last of the rows of one id, and says of the others what stands for them', async () => {
    const rows = ['Clerk', 'Actuary', 'Senior Actuary'].map((title, n) =>
      jobRow(1, { title, location: ['London', 'Leeds', 'York'][n] }),
    )
    expect(await sync([rows[0]!, jobRow(2), ...rows.slice(1)])).toMatchObject({ received: 4, upserted: 2, merged: 2 })
    const job = (await indexer.jobs()).find(({ external_reference }) => external_reference === 'T-1')!
    expect(job.title).toBe('Senior Actuary')
    expect(job.places.map(({ name }) => name).sort()).toEqual(['Leeds', 'London', 'York'])
    const merges = (await indexer.redis.lrange(redisKeys.merges(indexer.prefix, 'feed'), 0, -1)).map(line =>
      JSON.parse(line),
    )
    expect(merges.map(({ title, into }) => [title, into.title])).toEqual([
      ['Clerk', 'Senior Actuary'],
      ['Actuary', 'Senior Actuary'],
    ])
  })

  it('keeps the one address of a job beside its place', async () => {
    await sync([jobRow(1, { location: 'Leeds', addresses: ['1 Sample Row, Leeds LS1'] })])
    expect((await indexer.jobs())[0]).toMatchObject({ location: 'Leeds', addresses: ['1 Sample Row, Leeds LS1'] })
  })

  it('folds one advert under several ids into one job', async () => {
    const same = {
      title: 'Actuary',
      description: '<p>The same advert, word for word.</p>',
      location: 'Leeds',
      salary_package: 'Competitive',
      categories: [],
    }
    const rows = [jobRow(1, same), jobRow(2, same), jobRow(3), jobRow(4, { ...same, location: 'York' })]
    const run = await sync(rows)
    expect(run).toMatchObject({ received: 4, upserted: 3, merged: 1 })
    adds(run)
    expect(await sync(rows.reverse())).toMatchObject({ upserted: 0, unchanged: 3, merged: 1, missing: 0 })
  })

  it('misses a job whose advert has become that of another row, and tells what stands for it', async () => {
    const same = {
      title: 'Actuary',
      description: '<p>The same advert, word for word.</p>',
      location: 'Leeds',
      salary_package: 'Competitive',
      categories: [],
    }
    await sync([jobRow(1, same), jobRow(2), jobRow(3)])
    const rows = [jobRow(1, same), jobRow(2, same), jobRow(3)]
    expect(await sync(rows)).toMatchObject({ received: 3, unchanged: 2, merged: 1, missing: 1, retired: 0 })
    const run = await sync(rows)
    expect(run).toMatchObject({ received: 3, unchanged: 2, merged: 1, missing: 0, retired: 1 })
    adds(run)
    expect(await indexer.jobs()).toHaveLength(2)
    expect(await sync(rows)).toMatchObject({ unchanged: 2, merged: 1, missing: 0, retired: 0 })
  })

  it('counts what is missing, refused and back over a ledger of many blocks', async () => {
    const unread = (n: number) => ({ ...jobRow(n), title: { not: 'a text' } })
    const listed = (from: number, to: number) => jobRows(to).slice(from - 1)
    await sync(jobRows(6_000))
    // 1,500 leave, and one is sent so that nobody can read it: it stays.
    const fewer = [...listed(1_501, 5_999), unread(6_000)]
    expect(await sync(fewer)).toMatchObject({
      received: 4_500,
      unchanged: 4_499,
      quarantined: 1,
      missing: 1_500,
      retired: 0,
    })
    // 500 come back, 400 others leave.
    const later = [...listed(1_001, 5_599), unread(6_000)]
    expect(await sync(later)).toMatchObject({ unchanged: 4_599, quarantined: 1, missing: 400, retired: 1_000 })
    expect(await indexer.jobs()).toHaveLength(5_000)
    expect(await sync(later)).toMatchObject({ unchanged: 4_599, quarantined: 1, missing: 0, retired: 400 })
    expect(await sync(later)).toMatchObject({ unchanged: 4_599, quarantined: 1, missing: 0, retired: 0 })
    expect(await indexer.jobs()).toHaveLength(4_600)
  })

  it('gives every job a slug of its own, the same on every run, and leaves the old one behind it', async () => {
    const same = { title: 'Actuary', external_reference: 'REF-1' }
    await sync([jobRow(1, same), jobRow(2, { ...same, location: 'Truro' }), jobRow(3)])
    const slugs = async () => Object.fromEntries((await indexer.jobs()).map(({ id, url_slug }) => [id, url_slug]))
    const before = await slugs()
    expect(new Set(Object.values(before)).size).toBe(3)
    expect(Object.values(before)).toContain('actuary-ref-1')
    // Both change: neither takes the other's slug, whoever comes first.
    await sync([jobRow(3), jobRow(2, { ...same, location: 'Penzance' }), jobRow(1, { ...same, location: 'Truro' })])
    expect(await slugs()).toEqual(before)
    await sync([
      jobRow(1, { ...same, title: 'Senior Actuary' }),
      jobRow(2, { ...same, location: 'Penzance' }),
      jobRow(3),
    ])
    const id = String(jobRow(1).id)
    expect((await slugs())[id]).toBe('senior-actuary-ref-1')
    const [old] = await indexer.engine.byIds<SlugDocument>('slugs', [before[id]!], ['slug', 'jobId'])
    expect(old?.jobId).toBe(id)
  })

  it('gives rows without id and date an identity by rule and the day they were first seen', async () => {
    const path = join(indexer.folder, 'jobs.csv')
    const source = {
      format: 'csv',
      from: 'jobs.csv',
      mapping: { title: 'what', location: ['where'], salaryText: 'pay' },
    }
    await writeFile(
      path,
      'what,where,pay\nClerk,Leeds,"£20,000 per annum"\nClerk,York,"£20,000 per annum"\nClerk,Leeds,"£20,000 per annum"\n',
    )
    const day = 86_400_000
    const start = Date.parse('2026-11-01T12:00:00Z')
    expect(await sync(null, { source, now: start })).toMatchObject({ received: 3, upserted: 2, merged: 1 })
    expect(await sync(null, { source, now: start + 3 * day })).toMatchObject({
      received: 3,
      upserted: 0,
      unchanged: 2,
      merged: 1,
    })
    const [job] = await indexer.jobs()
    expect(job?.published_at).toBe(start / 1000)
    expect(job?.expires_at).toBe(start / 1000 + 45 * 86_400)
    // Still listed when its 45 days end: the listing renews it, a day ahead, and it keeps its first date.
    expect(await sync(null, { source, now: start + 44.5 * day })).toMatchObject({ upserted: 2, unchanged: 0 })
    const [renewed] = await indexer.jobs()
    expect(renewed?.published_at).toBe(start / 1000)
    expect(renewed?.expires_at).toBe(start / 1000 + 89.5 * 86_400)
  })

  it('takes rows without id that differ in capitals only for one job, and for the same one on the next run', async () => {
    const source = { format: 'csv', from: 'jobs.csv', mapping: { title: 'what', location: ['where'] } }
    await writeFile(
      join(indexer.folder, 'jobs.csv'),
      'what,where\nClerk,City of London\nClerk,City Of London\nClerk,Leeds\n',
    )
    expect(await sync(null, { source })).toMatchObject({ received: 3, upserted: 2, merged: 1 })
    expect(await sync(null, { source })).toMatchObject({
      received: 3,
      upserted: 0,
      unchanged: 2,
      merged: 1,
      missing: 0,
    })
  })

  it('reads a lost ledger back from the index and then has nothing to write', async () => {
    await sync(jobRows(25))
    await indexer.redis.flushall()
    const tasks = await indexer.engineTasks()
    expect(await sync(jobRows(25))).toMatchObject({ upserted: 0, unchanged: 25 })
    expect(await indexer.engineTasks()).toBe(tasks)
  })

  it.each<[string, () => void]>([
    ['in its length', () => writeFileSync(feed, readFileSync(feed, 'utf8').repeat(2))],
    ['in its text alone', () => writeFileSync(feed, readFileSync(feed, 'utf8').replace('a', 'b'))],
  ])('fails where its file is changed %s while it is read', async (how, change) => {
    await writeNdjson(feed, jobRows(3))
    const { atime, mtime } = statSync(feed)
    const onProgress = () => {
      change()
      if (how === 'in its length') utimesSync(feed, atime, mtime)
    }
    utimesSync(feed, atime, mtime)
    const run = await syncSource(indexer.source(), indexer, { onProgress })
    expect(run).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('was changed while it was read') })
    expect(await sync(jobRows(3))).toMatchObject({ outcome: 'ok', received: 3 })
  })

  it('logs a run that failed or was guarded as an error', async () => {
    const logged: [string, unknown][] = []
    const level = (name: string) => (fields: { outcome?: string }) => logged.push([name, fields.outcome])
    const deps = {
      ...indexer,
      log: Object.assign(Object.create(indexer.log), { info: level('info'), error: level('error') }),
    }
    for (const [rows, options] of [
      [jobRows(9), {}],
      [[], {}],
      [jobRows(2), {}],
      [jobRows(9), { dryRun: true }],
    ] as const) {
      await writeNdjson(feed, rows)
      await syncSource(indexer.source({ missingRuns: 1 }), deps, options)
    }
    await writeFile(feed, '<html>')
    await syncSource(indexer.source(), deps)
    expect(logged).toEqual([
      ['info', 'ok'],
      ['error', 'failed'],
      ['error', 'guarded'],
      ['info', 'ok'],
      ['error', 'failed'],
    ])
  })

  it('refuses an id that another source already holds', async () => {
    await sync(jobRows(3))
    const run = await sync(jobRows(4), { source: { id: 'other' } })
    expect(run).toMatchObject({ received: 4, upserted: 1, quarantined: 3 })
    expect((await indexer.records.quarantineOf('other'))[0]?.reason).toContain('"feed"')
    expect((await indexer.jobs()).filter(({ source }) => source === 'feed')).toHaveLength(3)
  })

  it('rewrites every row when the source is configured otherwise', async () => {
    await sync(jobRows(5))
    expect(await sync(null, { source: { currency: 'EUR' } })).toMatchObject({ upserted: 5, unchanged: 0 })
  })
})

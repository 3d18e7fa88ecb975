import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FeedSample, judgedFieldNames, type SampleTally, scoreOf } from '#indexer/samples'
import { redisKeys } from '#indexer/tasks'
import { jobRow as jobRowOf } from '../../../indexer/sources/job.ts'
import { upsertJob } from '../../../indexer/sync/applyWebhook.ts'
import { type DrawParts, drawSample } from '../../../indexer/sync/drawSample.ts'
import { takeLease } from '../../../indexer/sync/lease.ts'
import { keepTicks, publishQuality } from '../../../indexer/sync/quality.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRow, jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
beforeAll(async () => {
  indexer = await startIndexer()
})
afterAll(() => indexer?.stop())

let count = 0
const newId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`
const path = (id: string) => join(indexer.folder, `${id}.ndjson`)
const parts = (over: Partial<DrawParts> = {}): DrawParts => ({
  deps: indexer,
  redis: indexer.redis,
  prefix: indexer.prefix,
  ...over,
})
const sampleOf = async (id: string) =>
  JSON.parse((await indexer.redis.get(redisKeys.sample(indexer.prefix, id))) ?? 'null') as FeedSample | null

async function synced(id: string, rows: readonly object[]) {
  // The same adverts under two sources would be one.
  await indexer.engine.waitTask(await indexer.engine.deleteByFilter('jobs', 'expires_at > 0'))
  const keys = (await indexer.redis.keys('*')).filter(key => !key.endsWith(':quality'))
  if (keys.length > 0) await indexer.redis.del(keys)
  await writeNdjson(path(id), rows)
  const source = indexer.source({ id, from: path(id) })
  await syncSource(source, indexer, { force: true })
  return source
}
async function drawn(source: ReturnType<TestIndexer['source']>, over: Partial<DrawParts> = {}): Promise<FeedSample> {
  const id = newId()
  expect(await drawSample(source, id, parts(over))).toBeNull()
  return (await sampleOf(id))!
}

describe('a sample', () => {
  it('holds twenty live jobs of the source, feed beside page, without personal details', async () => {
    const source = await synced('twenty', jobRows(60))
    const sample = await drawn(source)
    expect(sample).toMatchObject({ source: 'twenty', rows: 60, live: 60, part: null })
    expect(new Set(sample.jobs.map(({ id }) => id)).size).toBe(20)
    for (const { feed, page, whole, reference } of sample.jobs) {
      expect(Object.keys(feed)).toEqual(judgedFieldNames)
      expect(Object.keys(page)).toEqual(judgedFieldNames)
      expect(JSON.parse(whole).external_reference).toBe(reference)
      expect(feed.title).toBe(JSON.parse(whole).title)
      expect(page.pay).toContain(feed.pay)
      expect(page.apply).toBe('our form')
    }
    expect(JSON.stringify(sample)).not.toMatch(/Robin|longlist\.example/)
    expect(await indexer.redis.hget(redisKeys.latestSamples(indexer.prefix), 'twenty')).toBe(sample.id)
    expect(await indexer.redis.ttl(redisKeys.sample(indexer.prefix, sample.id))).toBeGreaterThan(86_400)
  })

  it('takes each job as likely as any other, wherever it is in the feed', async () => {
    const source = await synced('even', jobRows(60))
    const times = new Map<string, number>()
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let draw = 0; draw < 60; draw++)
      for (const { reference } of (await drawn(source, { random })).jobs)
        times.set(reference, (times.get(reference) ?? 0) + 1)
    // Twenty on average, of sixty draws.
    const thirds = [0, 20, 40].map(from =>
      Array.from({ length: 20 }, (_, at) => times.get(`T-${from + at + 1}`) ?? 0).reduce((sum, one) => sum + one, 0),
    )
    for (const third of thirds) expect(Math.abs(third - 400)).toBeLessThan(80)
    expect(times.size).toBe(60)
  })

  it('leaves out what is not live: refused, merged, expired, or not in the index', async () => {
    const rows = [
      jobRow(1),
      jobRow(1),
      jobRow(2, { title: '' }),
      jobRow(3, { expires_at: '2020-01-01T00:00:00Z' }),
      jobRow(4),
    ]
    const source = await synced('few', rows)
    await writeNdjson(path('few'), [...rows, jobRow(5)])
    const sample = await drawn(source)
    expect(sample.jobs.map(({ reference }) => reference).sort()).toEqual(['T-1', 'T-4'])
    expect([sample.rows, sample.live]).toEqual([6, 2])
    // As the clock of a later day has it, none is.
    const later = { ...indexer, now: () => Date.parse('2036-02-01T00:00:00Z') }
    expect(await drawSample(source, newId(), parts({ deps: later }))).toContain('None of the 6 rows')
  })

  it('says why there is none, and keeps the one before', async () => {
    const source = await synced('gone', jobRows(3))
    const before = await drawn(source)
    await writeFile(path('gone'), '')
    expect(await drawSample(source, newId(), parts())).toContain('is empty (0 bytes)')
    await writeFile(path('gone'), '<html><body>Sorry</body></html>')
    expect(await drawSample(source, newId(), parts())).toContain('web page')
    expect(await indexer.redis.hget(redisKeys.latestSamples(indexer.prefix), 'gone')).toBe(before.id)
  })

  it('of a feed that breaks off is of what came before, and says so', async () => {
    const source = await synced('cut', jobRows(30))
    const text = JSON.stringify(jobRows(30))
    await writeFile(path('cut'), text.slice(0, text.length - 200))
    const sample = await drawn(source)
    expect(sample.jobs).toHaveLength(20)
    expect(sample.part).toMatch(/cut off|broken/i)
  })

  it('of an address reads as much as the limits say, and not while a sync fetches it', async () => {
    const rows = jobRows(200)
    await synced('far', rows)
    const server = createServer((_request, response) => {
      response.end(
        rows
          .map(row => `${JSON.stringify(row)}\n`)
          .join('')
          .repeat(40),
      )
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`
    const source = indexer.source({ id: 'far', from })
    try {
      const sample = await drawn(source, { limits: { bytes: 50_000, ms: 60_000 } })
      expect(sample.part).toBe('The feed is longer than is read for a sample.')
      expect(sample.rows).toBeLessThan(8_000)
      const lease = await takeLease(indexer.redis, redisKeys.gathering(indexer.prefix, 'far'), 'a sync')
      expect(await drawSample(source, newId(), parts())).toContain('is being fetched for a sync')
      await lease!.release()
      expect((await drawn(source)).part).toBeNull()
    } finally {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  })

  it('of a source without a feed is of the rows that were sent', async () => {
    const source = indexer.source({ id: 'sent', from: null })
    for (const n of [901, 902]) await upsertJob(jobRowOf(jobRow(n), 1) as never, source, indexer)
    const sample = await drawn(source)
    expect(sample.jobs.map(({ reference }) => reference).sort()).toEqual(['T-901', 'T-902'])
    expect(sample.jobs[0]!.feed.title).not.toBe('')
  })
})

describe('what was ticked', () => {
  const told = async (source: string) =>
    JSON.parse((await indexer.redis.hget(redisKeys.quality(indexer.prefix), source)) ?? 'null') as SampleTally[] | null
  const place = () => ({ folder: join(indexer.folder, 'quality'), redis: indexer.redis, prefix: indexer.prefix })

  it('is a tally in a file, by field, in place of what the sample had before', async () => {
    const source = await synced('ticked', jobRows(30))
    const sample = await drawn(source)
    const [one, two] = sample.jobs
    const keep = (ticks: Parameters<typeof keepTicks>[0]['ticks'], id = sample.id) =>
      keepTicks({ source: 'ticked', sample: id, ticks }, place())
    expect(await keep({ [one!.id]: { title: 'right', pay: 'wrong' } })).toBeNull()
    expect(
      await keep({
        [one!.id]: { title: 'right', pay: 'right' },
        [two!.id]: { pay: 'wrong' },
        stranger: { pay: 'wrong' },
      }),
    ).toBeNull()
    const file = JSON.parse(await readFile(join(place().folder, 'ticked.json'), 'utf8'))
    expect(file.samples).toEqual([
      {
        sample: sample.id,
        judgedAt: expect.any(String),
        fields: { title: [1, 0], pay: [1, 1] },
        wrong: [{ job: two!.id, title: two!.title, field: 'pay' }],
      },
    ])
    expect(await told('ticked')).toEqual(file.samples)
    expect(scoreOf(file.samples)).toEqual({ right: 2, judged: 3, samples: 1 })
    expect(scoreOf(file.samples, 'pay')).toEqual({ right: 1, judged: 2, samples: 1 })

    const next = await drawn(source)
    expect(await keep({ [next.jobs[0]!.id]: { title: 'wrong' } }, next.id)).toBeNull()
    expect((await told('ticked'))!.map(tally => tally.sample)).toEqual([next.id, sample.id])
  })

  it('outlives Redis', async () => {
    const before = await told('ticked')
    await indexer.redis.del(redisKeys.quality(indexer.prefix))
    await publishQuality(place())
    expect(await told('ticked')).toEqual(before)
  })

  it('is refused for a sample that is gone or of another source, and never spoils a file that is broken', async () => {
    const sample = await drawn(await synced('other', jobRows(3)))
    const ticks = { [sample.jobs[0]!.id]: { title: 'right' as const } }
    for (const task of [
      { source: 'ticked', sample: sample.id, ticks },
      { source: '../other', sample: sample.id, ticks },
      { source: 'other', sample: newId(), ticks },
    ])
      expect(await keepTicks(task, place())).toContain('not kept any more')
    await mkdir(place().folder, { recursive: true })
    await writeFile(join(place().folder, 'other.json'), '{"samples": [')
    expect(await keepTicks({ source: 'other', sample: sample.id, ticks }, place())).toContain(
      'other.json cannot be used',
    )
    expect(await readFile(join(place().folder, 'other.json'), 'utf8')).toBe('{"samples": [')
    await publishQuality(place())
    expect(await told('other')).toBeNull()
  })

  it('counts the last five samples', () => {
    const tally = (right: number): SampleTally => ({
      sample: 'x',
      judgedAt: '',
      fields: { title: [right, 1] },
      wrong: [],
    })
    expect(scoreOf([9, 9, 9, 9, 9, 0, 0].map(tally))).toEqual({ right: 45, judged: 50, samples: 5 })
  })
})

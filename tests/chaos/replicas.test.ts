import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { indexNames } from '#indexer/indexNames'
import { liveJobs } from '#indexer/liveJobs'
import type { ReplicaState } from '#indexer/replicas'
import { queueNames, type RunRecord, redisKeys, taskNames } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { connectEngine, type EngineQuery, type SearchEngine } from '../../api/search/engine.ts'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import { end } from '../builders/child.ts'
import { jobRows, writeNdjson } from '../builders/feed.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { fullSize } from '../builders/properties.ts'
import { expectEqual } from '../builders/replicas.ts'
import { metricsLogin, siteConfig } from '../builders/site.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

const rows = fullSize ? 20_000 : 300
const prefix = 'replicas'
const patient = { timeout: 900_000 }
const tries = { attempts: 1_000, backoff: { type: 'fixed', delay: 500 } }
const awaited = { timeout: patient.timeout, interval: 50 }

let ground: WorkerGround
let replicas: RunningMeilisearch[]
let engines: Engine[]
let worker: ChildProcess
let queue: Queue
let app: FastifyInstance

beforeAll(async () => {
  ground = await startGround(prefix)
  const { masterKey } = ground.meilisearch
  replicas = await Promise.all([startMeilisearch({ masterKey }), startMeilisearch({ masterKey })])
  engines = replicas.map(({ url }) => new Engine({ url, key: masterKey, names: indexNames('') }))
  const feed = { id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' }
  await ground.writeCatalogue({ ...feed, missingRuns: 1, maxRetireShare: 0.9 })
  await writeNdjson(join(ground.folder, 'jobs.ndjson'), jobRows(rows))
  queue = ground.queue(queueNames.index)
  worker = startWorker()
  const { meilisearch, redis } = ground
  const base = siteConfig({ meiliUrl: meilisearch.url, masterKey, redisUrl: redis.url, queuePrefix: prefix })
  app = await buildApp({ ...base, replicas: { urls: urls(), maxLagMs: 30_000 }, patience: { engineMs: 20_000 } })
  await vi.waitFor(async () => expect(await ground.engine.count('jobs')).toBe(rows), awaited)
  await level()
}, patient.timeout)
afterAll(async () => {
  await app?.close()
  await Promise.all([...(replicas ?? []).map(replica => replica.stop()), ground?.stop()])
})

const urls = () => replicas.map(({ url }) => url)

function startWorker(): ChildProcess {
  return ground.startWorker({ MEILI_REPLICA_URLS: urls().join(), TASK_LOCK_SECONDS: '6' })
}

/** Every replica holds all that the primary has done by now. */
async function level(): Promise<void> {
  const since = Date.now()
  await vi.waitFor(async () => {
    const said = await ground.connection.hmget(redisKeys.replicas(prefix), ...urls())
    for (const text of said) {
      const { state, at } = JSON.parse(text ?? '{}') as Partial<ReplicaState>
      expect(state).toBe('following')
      expect(at).toBeGreaterThan(since)
    }
  }, awaited)
}

/** The feed's next edition is synced; `meanwhile` is done when the primary has the first of it. */
async function sync(edition: string, meanwhile: () => Promise<void>): Promise<void> {
  const { engine, folder } = ground
  const all = jobRows(rows, n => (n % 2 === 0 ? { description: `<p>${edition} of ${n}</p>` } : {}))
  const retired = edition.length
  await writeNdjson(join(folder, 'jobs.ndjson'), all.slice(retired))
  const before = await engine.lastFinishedTask()
  const task = await queue.add(taskNames.syncSource, { source: 'feed' }, tries)
  await vi.waitFor(async () => expect((await engine.tasksFrom(before!.uid + 1, 1)).length).toBe(1), awaited)
  await meanwhile()
  let record: RunRecord | undefined
  await vi.waitFor(async () => {
    const now = await queue.getJob(task.id!)
    expect(now?.finishedOn).toBeGreaterThan(0)
    record = now!.returnvalue as RunRecord
  }, awaited)
  expect(record!.outcome).toBe('ok')
  expect(await engine.count('jobs')).toBe(rows - retired)
}

/** A visitor searches for as long as `work` takes. @returns what was not answered with hits */
async function underSearches(work: () => Promise<void>): Promise<string[]> {
  const failures: string[] = []
  let asked = 0
  let isOver = false
  const visitor = async () => {
    while (!isOver) {
      // Each asks for other words, so that no answer is one that was kept.
      const queries = [{ indexUid: 'jobs', q: '', filter: [], page: 1 + (asked++ % 20), facets: ['type'] }]
      const answer = await app.inject({ method: 'POST', url: '/search/multi-search', payload: { queries } })
      const [result] = (answer.json() as { results?: { totalHits: number }[] }).results ?? []
      if (answer.statusCode !== 200 || !result || result.totalHits < rows / 2)
        failures.push(`${answer.statusCode} ${answer.body.slice(0, 200)}`)
      if (!fullSize) await pause(20)
    }
  }
  const visiting = visitor()
  await work().finally(() => {
    isOver = true
  })
  await visiting
  expect(asked).toBeGreaterThan(20)
  return failures
}

/** What a search is answered, but for the order of hits that are equal in rank. */
async function answersOf(engine: SearchEngine): Promise<unknown[]> {
  const now = Math.floor(Date.now() / 1_000)
  const whole = { page: 1, hitsPerPage: rows, facets: ['locations', 'type'], attributesToRetrieve: ['id'] }
  const asked: Partial<EngineQuery>[] = [
    {},
    { q: 'actuary' },
    { q: 'senior java developr' },
    { q: 'edition', matchingStrategy: 'last' },
    { sort: ['published_at:desc'], filter: ['locations = "Leeds"'] },
    { q: 'risk', filter: [liveJobs(now), 'type = "Contract"'] },
    { filter: [liveJobs(now + 20 * 365 * 86_400)] },
  ]
  const queries = asked.map(query => ({ indexUid: 'jobs', ...whole, showRankingScore: true, ...query }))
  const results = await engine.multiSearch<{ id: string; _rankingScore: number }>(queries)
  return results.map(({ hits, totalHits, facetDistribution }) => ({
    totalHits,
    facetDistribution,
    hits: hits.map(({ id, _rankingScore }) => `${_rankingScore} ${id}`).sort(),
  }))
}

/** Compares with a primary that nothing is written to meanwhile: the terms of the keyword field follow by a clock. */
async function expectAllEqual(): Promise<void> {
  // A sync goes on behind its last job: slugs, suggestions, the index's words.
  await vi.waitFor(async () => expect(await queue.getJobCountByTypes('active', 'waiting')).toBe(0), awaited)
  for (let isOld = true; isOld; ) {
    // Before the look by which they are level: what has come since then they need not hold yet.
    const from = await ground.engine.lastFinishedTask()
    await level()
    const faults = await differences().then(
      () => [],
      (error: unknown) => [error],
    )
    isOld = (await ground.engine.tasksFrom(from!.uid + 1, 1)).length > 0
    if (!isOld && faults.length > 0) throw faults[0]
  }
}

async function differences(): Promise<void> {
  const key = ground.meilisearch.masterKey
  const ask = async (url: string) => {
    const engine = connectEngine({ url, key, timeoutMs: 60_000 })
    return answersOf(engine).finally(() => engine.close())
  }
  const expected = await ask(ground.meilisearch.url)
  expect(expected).toHaveLength(7)
  for (const [n, engine] of engines.entries()) {
    await expectEqual(ground.engine, engine)
    expect(await ask(urls()[n]!)).toEqual(expected)
  }
}

async function metric(name: string, engine: string): Promise<number> {
  const { body } = await app.inject({ url: '/metrics', headers: metricsLogin })
  const line = body.split('\n').find(one => one.startsWith(`${name}{engine="${new URL(engine).host}"}`))
  return Number(line?.split(' ').at(-1))
}

it('are filled and hold what the primary holds', patient, async () => {
  await expectAllEqual()
  await vi.waitFor(async () => expect(await metric('longlist_engine_asked', urls()[0]!)).toBe(1), awaited)
  expect(await metric('longlist_replica_lag_seconds', urls()[1]!)).toBeLessThan(30)
})

it('one killed in the middle of a sync: no search fails, and it is level again when it is back', patient, async () => {
  const failures = await underSearches(async () => {
    await sync('second', async () => {
      await replicas[0]!.kill()
      await vi.waitFor(async () => expect(await metric('longlist_engine_asked', urls()[0]!)).toBe(0), awaited)
    })
    await replicas[0]!.restart()
    await level()
  })
  expect(failures).toEqual([])
  await expectAllEqual()
})

it('one lost with its disk: it is not asked until it is whole again', patient, async () => {
  const failures = await underSearches(async () => {
    await replicas[1]!.lose()
    await level()
  })
  expect(failures).toEqual([])
  await expectAllEqual()
})

it('the worker killed in the middle of a sync: another follows', patient, async () => {
  const failures = await underSearches(() =>
    sync('a third', async () => {
      await end(worker, 'SIGKILL')
      worker = startWorker()
    }),
  )
  expect(failures).toEqual([])
  await expectAllEqual()
})

it(
  'the primary killed in the middle of a sync: replicas answer, and all are equal when it is back',
  patient,
  async () => {
    const failures = await underSearches(() =>
      sync('the fourth', async () => {
        await ground.meilisearch.kill()
        const answer = await app.inject({ url: '/health' })
        expect(answer.json()).toMatchObject({ status: 'ok', warnings: [expect.stringContaining('(the primary)')] })
        await ground.meilisearch.restart()
      }),
    )
    expect(failures).toEqual([])
    await expectAllEqual()
  },
)

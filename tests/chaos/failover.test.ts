import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueNames, type RunRecord, redisKeys, taskNames } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import { end } from '../builders/child.ts'
import { fullSize } from '../builders/properties.ts'
import { type RunningSentinels, startSentinels } from '../builders/sentinel.ts'
import { startServers, type TestServers } from '../builders/site.ts'
import { spawnWorker } from '../builders/worker.ts'

const rows = fullSize ? 100_000 : 8_000
/** A killed worker's task waits for its lock to end, on whatever machine. */
const patient = { timeout: 400_000 }
const prefix = 'test'

let servers: TestServers
let sentinels: RunningSentinels
let redis: Redis
let folder: string
let worker: ChildProcess
let app: FastifyInstance

beforeAll(async () => {
  ;[servers, sentinels] = await Promise.all([startServers(), startSentinels()])
  redis = sentinels.connect()
  folder = mkdtempSync(join(tmpdir(), 'longlist-failover-'))
  const line = (n: number) =>
    `${JSON.stringify({ id: `r${n}`, title: `Actuary ${n}`, location: 'London', description: `Number ${n} of many.` })}\n`
  writeFileSync(join(folder, 'jobs.ndjson'), Array.from({ length: rows }, (_, n) => line(n)).join(''))
  const feed = { id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' }
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources: [feed] }))
  app = await buildApp({ ...servers.config, redisUrl: sentinels.url })
  worker = spawnWorker({
    redisUrl: sentinels.url,
    meiliUrl: servers.meilisearch.url,
    meiliKey: servers.meilisearch.masterKey,
    prefix,
    catalogue: join(folder, 'sources.json'),
    env: { DATA_DIR: join(folder, 'data'), TASK_LOCK_SECONDS: '5' },
  })
})
afterAll(async () => {
  if (worker) await end(worker, 'SIGKILL')
  await app?.close()
  redis?.disconnect()
  await Promise.all([servers?.stop(), sentinels?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const runs = async () =>
  (await redis.lrange(redisKeys.runs(prefix, 'feed'), 0, -1)).map(text => JSON.parse(text) as RunRecord)
const tasksOf = async (index: string) => {
  const answer = await fetch(`${servers.meilisearch.url}/tasks?indexUids=${index}&types=documentAdditionOrUpdate`, {
    headers: { authorization: `Bearer ${servers.meilisearch.masterKey}` },
  })
  return ((await answer.json()) as { total: number }).total
}
describe('Sentinel', () => {
  it('names another master in the middle of a sync: nothing is lost, and site and worker go on by themselves', async () => {
    // The first chunk is on its way, and others follow.
    await expect.poll(() => tasksOf('jobs')).toBeGreaterThan(0)
    expect(await runs()).toEqual([])
    await sentinels.failOver()

    await expect
      .poll(async () => (await runs()).filter(({ outcome }) => outcome === 'ok').length, patient)
      .toBeGreaterThan(0)
    const [run] = await runs()
    expect(run).toMatchObject({ outcome: 'ok', received: rows, quarantined: 0 })
    expect(worker.exitCode).toBeNull()
    const warnings = async () => ((await app.inject('/health')).json() as { warnings: string[] }).warnings
    await expect.poll(warnings, patient).not.toContainEqual(expect.stringContaining('Redis'))

    // The ledger knows each row: the next sync finds nothing to do.
    const queue = new Queue(queueNames.index, { connection: redis, prefix })
    queue.on('error', () => undefined)
    const before = (await runs()).length
    await queue.add(taskNames.syncSource, { source: 'feed', force: true })
    await expect.poll(async () => (await runs()).length, patient).toBeGreaterThan(before)
    const [again] = await runs()
    expect(again).toMatchObject({ outcome: 'ok', received: rows, upserted: 0, unchanged: rows, retired: 0 })
    await queue.close()
    const total = await fetch(`${servers.meilisearch.url}/indexes/jobs/stats`, {
      headers: { authorization: `Bearer ${servers.meilisearch.masterKey}` },
    }).then(async answer => ((await answer.json()) as { numberOfDocuments: number }).numberOfDocuments)
    expect(total).toBe(rows)
  })
})

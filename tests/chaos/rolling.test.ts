import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formPath, submissionFields } from '#api/forms'
import { indexNames } from '#indexer/indexNames'
import { queueNames, type RunRecord, redisKeys, taskNames } from '#indexer/tasks'
import { Engine } from '../../indexer/indexes/meilisearch.ts'
import type { CdaServer } from '../../infra/cms/cdaServer.ts'
import { end } from '../builders/child.ts'
import { idsOf } from '../builders/deliveries.ts'
import { pdfDocument } from '../builders/documents.ts'
import { aJob } from '../builders/jobDocument.ts'
import { type RunningMeilisearch, startMeilisearch } from '../builders/meilisearch.ts'
import { type Installation, startCms, startInstallation } from '../builders/processes.ts'
import { fullSize } from '../builders/properties.ts'
import { type RunningProxy, startProxy } from '../builders/proxy.ts'
import { spawnWorker } from '../builders/worker.ts'

const prefix = 'chaos'
const rows = 3_000
const visitors = 6
const jobId = '00000000-0000-4000-8000-000000000001'
const patient = { timeout: 300_000 }

const whole = fullSize
  ? describe
  : (name: string) => it(name, context => context.skip('minutes of load: CHAOS=full runs it'))

whole('two sites, three workers and two deliveries, each replaced under load (CHAOS=full)', () => {
  let meilisearch: RunningMeilisearch
  let cms: CdaServer
  let installation: Installation
  let proxy: RunningProxy
  let folder: string
  let redis: Redis
  const workers: ChildProcess[] = []

  const writeFeed = (version: number) => {
    const line = (n: number) =>
      `${JSON.stringify({ id: `r${n}`, title: `Actuary ${n}`, location: 'London', description: `Number ${n}, version ${version}.` })}\n`
    writeFileSync(join(folder, 'jobs.ndjson'), Array.from({ length: rows }, (_, n) => line(n)).join(''))
  }
  const startWorker = () =>
    spawnWorker({
      redisUrl: installation.redisUrl,
      meiliUrl: meilisearch.url,
      meiliKey: meilisearch.masterKey,
      prefix,
      catalogue: join(folder, 'sources.json'),
      env: { DATA_DIR: join(folder, 'data') },
    })
  const runs = async () =>
    (await redis.lrange(redisKeys.runs(prefix, 'feed'), 0, -1)).map(text => JSON.parse(text) as RunRecord)

  beforeAll(async () => {
    ;[meilisearch, cms] = await Promise.all([startMeilisearch(), startCms()])
    const engine = new Engine({ url: meilisearch.url, key: meilisearch.masterKey, names: indexNames('') })
    await engine.ensureIndexes()
    const job = aJob({ id: jobId, url_slug: 'actuary-first', external_application_email: 'desk@longlist.example' })
    const expires_at = Math.floor(Date.now() / 1_000) + 30 * 86_400
    await engine.waitTask(await engine.writeDocuments(engine.names.jobs, [{ ...job, expires_at }]))
    folder = mkdtempSync(join(tmpdir(), 'longlist-rolling-'))
    writeFeed(0)
    const feed = { id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' }
    writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources: [feed] }))
    installation = await startInstallation({
      meilisearch,
      cms,
      sites: 2,
      workers: 2,
      siteEnvironment: { DRAIN_SECONDS: '2' },
    })
    redis = new Redis(installation.redisUrl, { maxRetriesPerRequest: null })
    for (let n = 0; n < 3; n++) workers.push(startWorker())
    await vi.waitUntil(async () => (await runs()).length > 0, { ...patient, interval: 50 })
    proxy = await startProxy(installation.sites.map(({ origin }) => origin))
  })
  afterAll(async () => {
    await Promise.all(workers.map(worker => end(worker, 'SIGKILL')))
    await proxy?.stop()
    redis?.disconnect()
    await installation?.stop()
    await cms?.close()
    await meilisearch?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('no request fails, and all that was sent and changed arrives', async () => {
    const failures: string[] = []
    const times: number[] = []
    const sent: string[] = []
    let over = false
    const ask = async (path: string, options: RequestInit = {}) => {
      const begun = performance.now()
      const answer = await fetch(`${proxy.origin}${path}`, options).catch((error: Error) => error)
      if (answer instanceof Error) failures.push(`${path}: ${answer.message}`)
      else {
        const text = await answer.text().catch((error: Error) => `cut off: ${error.message}`)
        if (!answer.ok || text.startsWith('cut off')) failures.push(`${path}: ${answer.status} ${text.slice(0, 200)}`)
      }
      times.push(performance.now() - begun)
    }
    const search = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries: [{ indexUid: 'jobs', q: 'actuary', hitsPerPage: 10, page: 0 }] }),
    }
    const visit = async () => {
      for (let n = 0; !over; n++) {
        await ask(`/jobs?query=actuary&page=${1 + (n % 5)}`)
        await ask('/search/multi-search', search)
        await ask('/robots.txt')
      }
    }
    const cv = new Uint8Array(pdfDocument(['Test Candidate'], { bytes: 20_000 }))
    const apply = async () => {
      while (!over) {
        const form = new FormData()
        const id = randomUUID()
        form.set(submissionFields.id, id)
        form.set(submissionFields.shownAt, String(Date.now() - 60_000))
        form.set(submissionFields.page, '/jobs/actuary-first')
        form.set(submissionFields.consent, 'on')
        for (const [name, value] of [
          ['name', 'Test Candidate'],
          ['email', 'candidate@people.longlist.example'],
          ['phone', '+44 20 7946 0000'],
        ] as const)
          form.set(name, value)
        form.set('cv', new Blob([cv], { type: 'application/pdf' }), 'cv.pdf')
        sent.push(id)
        await ask(formPath('apply', jobId), { method: 'POST', headers: { accept: 'application/json' }, body: form })
      }
    }
    const load = [...Array.from({ length: visitors }, visit), apply()]

    const queue = new Queue(queueNames.index, { connection: redis, prefix })
    const { sites, workers: deliveries } = installation
    try {
      for (const one of [...sites, ...deliveries]) {
        const before = one.origin ? proxy.answered.get(one.origin)! : 0
        await one.end()
        await one.start()
        // The balancer gives it requests again before the next one goes.
        if (one.origin) await expect.poll(() => proxy.answered.get(one.origin)!, patient).toBeGreaterThan(before + 50)
      }
      for (const [n, worker] of [...workers].entries()) {
        writeFeed(n + 1)
        await queue.add(taskNames.syncSource, { source: 'feed' })
        // In the middle of it, or before, or after: three workers are three chances.
        await end(worker, 'SIGTERM')
        workers[n] = startWorker()
        await expect.poll(async () => (await runs()).length, patient).toBeGreaterThan(n + 1)
      }
    } finally {
      over = true
      await Promise.all(load)
      await queue.close()
    }
    const ordered = times.sort((a, b) => a - b)
    const at = (share: number) => Math.round(ordered[Math.floor(ordered.length * share)]!)
    console.log(
      `${times.length} requests, ${sent.length} applications, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(0.9999)} ms`,
    )
    expect(failures.slice(0, 5)).toEqual([])
    expect(sent.length).toBeGreaterThan(20)
    const [last] = await runs()
    expect(last).toMatchObject({ outcome: 'ok', received: rows, upserted: rows })
    const stored = await idsOf(
      (async function* () {
        for await (const { id } of installation.store.all()) yield id
      })(),
    )
    expect(stored).toEqual([...sent].sort())
    await expect.poll(() => idsOf(installation.store.open()), patient).toEqual([])
    expect(installation.crashes).toEqual([])
  })
})

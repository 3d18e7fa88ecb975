// Isolated: traces are switched on for the whole process.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { end } from '../builders/child.ts'
import { startServers, type TestServers, webhookSecret } from '../builders/site.ts'
import { spawnWorker } from '../builders/worker.ts'

const watchdog = fileURLToPath(new URL('../../infra/start/watchdog.mjs', import.meta.url))

interface Recorded {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  attributes: Record<string, unknown>
  events: { name: string; attributes: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}
type Values = { key: string; value: Record<string, unknown> }[]

/** Takes what OTLP over HTTP sends, as a collector does. */
async function startCollector() {
  const spans: Recorded[] = []
  const bodies: string[] = []
  const valuesOf = (values: Values = []) =>
    Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]))
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans: sent } of scopeSpans)
        for (const span of sent)
          spans.push({
            ...span,
            service: valuesOf(resource.attributes)['service.name'],
            attributes: valuesOf(span.attributes),
            events: (span.events ?? []).map((event: { name: string; attributes: Values }) => ({
              name: event.name,
              attributes: valuesOf(event.attributes),
            })),
          })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}

let collector: Awaited<ReturnType<typeof startCollector>>
let servers: TestServers
let app: FastifyInstance
let origin: string
let worker: ChildProcess
let folder: string

beforeAll(async () => {
  ;[collector, servers] = await Promise.all([startCollector(), startServers()])
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' }
  folder = mkdtempSync(join(tmpdir(), 'longlist-telemetry-'))
  const rows = Array.from({ length: 25 }, (_, n) => ({
    id: `r${n}`,
    title: `Actuary ${n}`,
    location: 'London',
    description: 'Ottilie Nqzv reads what you send.',
  }))
  writeFileSync(join(folder, 'jobs.ndjson'), rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  const catalogue = join(folder, 'sources.json')
  const feed = { id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' }
  writeFileSync(catalogue, JSON.stringify({ sources: [feed, { id: 'posted', title: 'Posted', format: 'job' }] }))
  // This process is the site.
  Object.assign(process.env, variables, { OTEL_SERVICE_NAME: 'site' })
  await import('../../infra/start/telemetry.mjs')
  app = await buildApp(servers.config)
  app.get('/broken', () => {
    throw new Error('a part is broken')
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  worker = spawnWorker({
    redisUrl: servers.redis.url,
    meiliUrl: servers.meilisearch.url,
    meiliKey: servers.meilisearch.masterKey,
    prefix: servers.config.queuePrefix,
    catalogue,
    env: { ...variables, DATA_DIR: join(folder, 'data'), NODE_OPTIONS: `--import ${watchdog}` },
  })
})
afterAll(async () => {
  if (worker) await end(worker, 'SIGKILL')
  await app?.close()
  await servers?.stop()
  await collector?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const spanOf = (name: string, more: (span: Recorded) => boolean = () => true) =>
  expect.poll(() => collector.spans.find(span => span.name === name && more(span)) ?? null).not.toBeNull()
const find = async (name: string, more: (span: Recorded) => boolean = () => true) => {
  await spanOf(name, more)
  return collector.spans.find(span => span.name === name && more(span))!
}
/** The names of the spans that it is a part of, the nearest first. */
const above = (span: Recorded): string[] => {
  const parent = collector.spans.find(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId)
  return parent ? [parent.name, ...above(parent)] : []
}

describe('telemetry', () => {
  it('leads from a request to the engine, by its route and without what was typed', async () => {
    const answer = await fetch(`${origin}/search/multi-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries: [{ indexUid: 'jobs', q: 'ottilie nqzv' }] }),
    })
    expect(answer.status).toBe(200)
    const request = await find('POST /search/multi-search')
    expect(request).toMatchObject({
      service: 'site',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/search/multi-search',
        'http.response.status_code': 200,
      },
    })
    const asked = await find('meilisearch POST /multi-search', span => span.traceId === request.traceId)
    await expect.poll(() => above(asked)).toEqual(['POST /search/multi-search'])
  })

  it('has the error of an answer that failed', async () => {
    expect((await fetch(`${origin}/broken?name=nqzv`)).status).toBe(500)
    const { status, events } = await find('GET /broken')
    expect(status).toMatchObject({ code: 2, message: 'a part is broken' })
    expect(events).toEqual([
      { name: 'exception', attributes: expect.objectContaining({ 'exception.message': 'a part is broken' }) },
    ])
  })

  it('leads from rows of a feed to the engine’s task', async () => {
    const chunk = await find('write chunk', ({ attributes }) => Number(attributes.documents) === 25)
    expect(chunk).toMatchObject({ service: 'longlist-worker', attributes: { 'rows.first': 1, 'rows.last': 25 } })
    await expect.poll(() => above(chunk)).toEqual(['task syncSource'])
    const tasks = String(chunk.attributes['engine.tasks']).split(',')
    expect(tasks.length).toBeGreaterThan(1)
    for (const task of tasks) {
      const waited = await find('meilisearch task', ({ attributes }) => String(attributes['engine.task']) === task)
      await expect.poll(() => above(waited)).toEqual(['write chunk', 'task syncSource'])
    }
    const sync = await find('task syncSource')
    expect(sync.attributes).toMatchObject({ queue: 'index', source: 'feed', attempt: 1 })
    for (const name of ['read feed']) expect(above(await find(name))).toEqual(['task syncSource'])
  })

  it('goes on over the queue: what a webhook sends is one trace, until it is searchable', async () => {
    const body = JSON.stringify({
      type: 'job.upserted',
      source: 'posted',
      job: { id: 'p1', title: 'Actuary', location: 'London', description: 'Ottilie Nqzv' },
    })
    const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000))]
    const secret = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    const answer = await fetch(`${origin}/webhooks/jobs`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    })
    expect(answer.status).toBe(202)
    const task = await find('task applyWebhook')
    await expect.poll(() => above(task)).toEqual(['POST /webhooks/jobs'])
    const waited = await find('meilisearch task', ({ traceId }) => traceId === task.traceId)
    expect(above(waited).slice(-2)).toEqual(['task applyWebhook', 'POST /webhooks/jobs'])
  })

  it('tells nothing that a person has typed', async () => {
    // Of all of the above.
    await expect.poll(() => collector.spans.length).toBeGreaterThan(20)
    expect(collector.bodies.join('')).not.toMatch(/nqzv/i)
  })

  it('goes out when a process is told to end before it listens itself, and lets it end', async () => {
    const script = `globalThis[Symbol.for('longlist.tracer')].span('early', {}, () => console.log('up'))
      setInterval(() => {}, 1_000)`
    const child = spawn(process.execPath, ['--import', watchdog, '-e', script], {
      env: { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await end(child, 'SIGTERM')
    expect(child.signalCode).toBe('SIGTERM')
    await spanOf('early')
  })

  it('is off by default, and loads nothing then', () => {
    const script = 'console.log(globalThis[Symbol.for("longlist.tracer")] === undefined)'
    const loaded = (more: Record<string, string>) =>
      execFileSync(process.execPath, ['--import', watchdog, '-e', script], {
        env: { PATH: process.env.PATH, ...more },
        encoding: 'utf8',
      }).trim()
    expect(loaded({})).toBe('true')
    expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toBe('false')
  })
})

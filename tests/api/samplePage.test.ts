import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeedSample } from '#indexer/samples'
import { sites } from '#indexer/site'
import { redisKeys, type SourceSummary } from '#indexer/tasks'
import { buildApp } from '../../api/app.ts'
import type { ApiConfig } from '../../api/config.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { jobRows, writeNdjson } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { adminBrowser, siteConfig } from '../builders/site.ts'
import { startTrials } from '../builders/trials.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
let indexer: TestIndexer
let app: FastifyInstance
let endTrials: () => Promise<void>
let config: ApiConfig

beforeAll(async () => {
  indexer = await startIndexer()
  await writeNdjson(join(indexer.folder, 'jobs.ndjson'), [
    ...jobRows(30, () => ({ odd: hostile, salary_package: `£40,000 ${hostile}` })),
  ])
  const source = indexer.source({ id: 'agency', title: `Agency ${hostile}` })
  await syncSource(source, indexer)
  const summary: SourceSummary = {
    id: 'agency',
    title: source.title,
    format: 'job',
    from: 'jobs.ndjson',
    schedule: null,
    paused: false,
    postSecret: null,
  }
  await indexer.redis.hset(redisKeys.sources(indexer.prefix), 'agency', JSON.stringify(summary))
  endTrials = startTrials(indexer, [source])
  config = siteConfig({ ...indexer, queuePrefix: indexer.prefix, site: sites.uk })
  app = await buildApp(config)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await endTrials?.()
  await indexer?.stop()
})

const { page, post } = adminBrowser(() => app)
const path = '/admin/pipeline/agency/sample'
const latest = async (): Promise<FeedSample> => {
  const id = await indexer.redis.hget(redisKeys.latestSamples(indexer.prefix), 'agency')
  return JSON.parse((await indexer.redis.get(redisKeys.sample(indexer.prefix, id!)))!)
}

describe('the page of a sample', () => {
  it('begins without one, and is linked from its source', async () => {
    const { statusCode, body } = await page(path)
    expect([statusCode, body.includes('Draw a sample'), body.includes('<fieldset')]).toEqual([200, true, false])
    for (const url of ['/admin/pipeline', '/admin/pipeline/agency'])
      expect((await page(url)).body).toContain(`<a href="${path}">judge a sample</a>`)
  })

  it('has it drawn by one post, and shows feed beside page, inert', async () => {
    const drawn = await post('/admin/pipeline/sample', { source: 'agency' })
    expect([drawn.statusCode, drawn.headers.location]).toEqual([303, `${path}?done=drawn`])
    const { body } = await page(`${path}?done=drawn`)
    expect(body).toContain('<p class="fine" role="status">The sample is drawn.</p>')
    expect(body).toContain('20 of 30 live jobs in 30 rows')
    expect(body.match(/<fieldset/g)).toHaveLength(20 * 12)
    expect(body.match(/value="" checked/g)).toHaveLength(20 * 12)
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(body).not.toContain('<img')
    expect(body).not.toContain('<script')
    // The whole row has what no field is read from.
    expect(body).toContain('&quot;odd&quot;')
    expect(body).not.toMatch(/robin@|Robin Example/)
  })

  it('keeps what is ticked, shows it again, and counts it by field and over time', async () => {
    const { id, jobs } = await latest()
    const kept = await post(path, {
      sample: id,
      't.0.title': 'right',
      't.0.pay': 'wrong',
      't.1.pay': 'right',
      next: 'job-2',
    })
    expect([kept.statusCode, kept.headers.location]).toEqual([303, `${path}?done=kept#job-2`])
    const { body } = await page(`${path}?done=kept`)
    expect(body).toContain('name="t.0.pay" value="wrong" checked')
    expect(body).toContain('name="t.1.pay" value="right" checked')
    expect(body).toContain('<strong>66.6%, 2 of 3 right</strong>')
    expect(body).toMatch(/Pay<\/th><td class="number">1<\/td><td class="number">1<\/td><td class="number">50%/)
    expect(body).toContain(`<a href="/admin/job?find=${jobs[0]!.id}">`)
    for (const url of ['/admin/pipeline', '/admin/pipeline/agency'])
      expect((await page(url)).body).toContain(`<a href="${path}">quality 66.6%, 2 of 3 right</a>`)
    const file = await readFile(join(indexer.folder, 'data', 'quality', 'agency.json'), 'utf8')
    expect(JSON.parse(file).samples).toHaveLength(1)
  })

  it('takes all that was left open of a job for right, but not what neither side says', async () => {
    const { id, jobs } = await latest()
    await post(path, { sample: id, 't.3.title': 'wrong', 'rest.3': 'right' })
    const ticks = JSON.parse((await indexer.redis.get(redisKeys.sampleTicks(indexer.prefix, id)))!)[jobs[3]!.id]
    expect(ticks).toMatchObject({ title: 'wrong', place: 'right', pay: 'right', description: 'right' })
    expect([jobs[3]!.feed.environment, jobs[3]!.page.environment, ticks.environment]).toEqual(['', '', undefined])
  })

  it('takes a post with every field ticked', async () => {
    const { id } = await latest()
    const names = (await page(path)).body.matchAll(/name="(t\.\d+\.\w+)" value="right"/g)
    const fields = Object.fromEntries([...names].map(([, name]) => [name!, 'right']))
    expect(Object.keys(fields)).toHaveLength(240)
    expect((await post(path, { sample: id, ...fields })).statusCode).toBe(303)
    expect((await page(path)).body).toContain('<strong>100%, 240 of 240 right</strong>')
  })

  it('refuses what cannot be kept, from elsewhere, and without the password', async () => {
    const { id } = await latest()
    const nothing = await post(path, { sample: id })
    expect([nothing.statusCode, nothing.body.includes('Nothing was ticked')]).toEqual([422, true])
    const gone = await post(path, { sample: '00000000-0000-4000-8000-000000000000', 't.0.title': 'right' })
    expect([gone.statusCode, gone.body.includes('not kept any more')]).toEqual([422, true])
    for (const odd of ['x', '*', '../../etc', ''])
      expect((await post(path, { sample: odd, 't.0.title': 'right' })).statusCode).toBe(422)
    expect((await post(path, { sample: id, 't.0.title': 'right', 't.99.title': 'right' })).statusCode).toBe(303)
    for (const to of [path, '/admin/pipeline/sample']) {
      const fields = { source: 'agency', sample: id, 't.0.title': 'right' }
      expect((await post(to, fields, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
      expect((await post(to, fields, { authorization: '' })).statusCode).toBe(401)
    }
    expect((await page('/admin/pipeline/none/sample')).statusCode).toBe(404)
    expect((await post('/admin/pipeline/sample', { source: hostile })).statusCode).toBe(404)
    expect(
      (await post(path, { sample: id, next: 'https://elsewhere.example', 't.0.title': 'right' })).headers.location,
    ).toBe(`${path}?done=kept`)
    expect((await post(path, { sample: id, much: 'x'.repeat(100_000) })).statusCode).toBe(413)
  })
})

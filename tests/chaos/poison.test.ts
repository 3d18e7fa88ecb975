import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { type Alarm, type PostedPart, queueNames, redisKeys, type SetAsideTask, taskNames } from '#indexer/tasks'
import { readPost } from '../../indexer/sync/readPost.ts'
import { jobRow, jobRows, writeNdjson } from '../builders/feed.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

const prefix = 'poison'
const watchdog = new URL('../../infra/start/watchdog.mjs', import.meta.url).href
const poison = new URL('../indexer/poison.mjs', import.meta.url).href
/** Each end costs the time until a dead worker's lock has ended. */
const patience = { timeout: 1_800_000, interval: 250 }

let ground: WorkerGround
let worker: ChildProcess
/** How the workers ended, in their order. */
const ends: string[] = []
let isOver = false

/** What supervises it starts it again. */
function startWorker(options: string) {
  worker = ground.startWorker({ NODE_OPTIONS: options, SOURCE_BEAN: 'only for these tests', TASK_LOCK_SECONDS: '3' })
  worker.once('exit', (code, signal) => {
    if (isOver) return
    ends.push(signal ?? String(code))
    startWorker(options)
  })
}

beforeAll(async () => {
  ground = await startGround(prefix)
  await writeNdjson(join(ground.folder, 'bad.ndjson'), [
    jobRow(1),
    jobRow(2, { title: 'Poison that exits' }),
    jobRow(3),
  ])
  await writeNdjson(
    join(ground.folder, 'good.ndjson'),
    jobRows(5, n => ({ id: `good-${n}`, title: `Good ${n}` })),
  )
  await ground.writeCatalogue(
    { id: 'bad', title: 'Bad', format: 'job', from: 'bad.ndjson', schedule: null },
    { id: 'good', title: 'Good', format: 'job', from: 'good.ndjson', schedule: null },
    { id: 'hooks', title: 'Hooks', format: 'job', from: null },
    { id: 'bean', title: 'Bean', format: 'broadbean', from: null, postSecret: '${SOURCE_BEAN}' },
  )
})
afterAll(async () => {
  isOver = true
  await ground?.stop()
})

const setAside = async () =>
  (await ground.connection.hvals(redisKeys.setAside(prefix))).map(line => JSON.parse(line) as SetAsideTask)
const titles = async () => {
  const found: string[] = []
  for await (const page of ground.engine.pages<JobDocument>('jobs', { fields: ['title', 'source'] }))
    found.push(...page.map(({ source, title }) => `${source}: ${title}`))
  return found
}

async function hook(id: string, title: string) {
  const body = { type: 'job.upserted', source: 'hooks', receivedAt: Date.now(), job: { id, title } }
  await ground.connection.set(redisKeys.webhookJob(prefix, id), JSON.stringify(body), 'EX', 3_600)
  await ground
    .queue(queueNames.urgent)
    .add(taskNames.applyWebhook, { deliveryId: id }, { jobId: id, priority: 1, attempts: 5 })
}

/** As the site takes it: a task for each advert. */
async function post(...titles: string[]) {
  const receivedAt = Date.now()
  const xml = `<jobs>${titles.map((title, n) => `<job><command>add</command><job_reference>P-${n}</job_reference><job_title>${title}</job_title></job>`).join('')}</jobs>`
  const read = await readPost({ dialect: 'broadbean', xml, receivedAt })
  if ('refused' in read) throw new Error(read.refused)
  for (const [n, { command }] of read.adverts.entries()) {
    const part: PostedPart = { source: 'bean', dialect: 'broadbean', receivedAt, commands: [command] }
    await ground.connection.set(redisKeys.post(prefix, `p${n}x`), JSON.stringify(part), 'EX', 3_600)
    await ground
      .queue(queueNames.urgent)
      .add(taskNames.applyPost, { deliveryId: `p${n}x` }, { jobId: `p${n}x`, priority: 1 + n, attempts: 5 })
  }
}

describe('a task that ends its worker each time', patience, () => {
  // A worker that starts wants less of the processor in one go than the watchdog allows (a quarter of its patience).
  it('is set aside, by feed, webhook and post, and everything else is applied', async () => {
    await hook('w0x', 'Before')
    await hook('w1x', 'Poison that aborts')
    await hook('w2x', 'After')
    await post('First', 'Poison that is stuck', 'Last')
    startWorker(`--import ${watchdog}?seconds=5 --import ${poison}`)
    await expect
      .poll(async () => (await setAside()).map(({ name, source }) => `${name} ${source}`).sort(), patience)
      .toEqual(['applyPost bean', 'applyWebhook hooks', 'syncSource bad'])
    const rest = [
      'bean: First',
      'bean: Last',
      ...[1, 2, 3, 4, 5].map(n => `good: Good ${n}`),
      'hooks: After',
      'hooks: Before',
    ]
    await expect
      .poll(async () => (await titles()).filter(title => !title.startsWith('bad:')).sort(), patience)
      .toEqual(rest.sort())
    // Two ends are laid to each. The first may be that of another, begun beside it; at the second it was tried alone.
    for (const how of ['1', 'SIGABRT', 'SIGKILL'])
      expect(ends.filter(end => end === how).length, ends.join()).toBeGreaterThanOrEqual(1)
    const alarm = async () => {
      const alarms = (await ground.connection.hvals(redisKeys.alarms(prefix))).map(line => JSON.parse(line) as Alarm)
      return alarms.find(({ kind }) => kind === 'setAside')
    }
    // It is raised behind the task.
    await expect
      .poll(alarm, patience)
      .toMatchObject({ source: null, message: expect.stringContaining('applyPost of bean') })
    // Kept for as long as it takes an operator.
    expect(await ground.connection.ttl(redisKeys.webhookJob(prefix, 'w1x'))).toBe(-1)
    expect(await ground.connection.ttl(redisKeys.post(prefix, 'p1x'))).toBe(-1)
  })
})

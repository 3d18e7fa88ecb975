import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentEntry } from '#indexer/content'
import type { PostDocument } from '#indexer/contentDocuments'
import { type ContentRecord, queueNames, redisKeys, taskNames } from '#indexer/tasks'
import type { Engine } from '../../indexer/indexes/meilisearch.ts'
import { type CdaServer, startCdaServer } from '../../infra/cms/cdaServer.ts'
import { type ExportedEntity, Space } from '../../infra/cms/space.ts'
import { freePort } from '../../infra/start/ports.ts'
import { end } from '../builders/child.ts'
import { anEntry, link } from '../builders/content.ts'
import { jobRows, writeNdjson } from '../builders/feed.ts'
import { startGround, type WorkerGround } from '../builders/worker.ts'

/** The worker's own process with a CMS that comes up after it, is changed, and goes away. */
const prefix = 'content'
/**
 * Of a worker that starts, or waits for the lock of one that was killed, or for its next look at a CMS that was away
 * for as long: a minute each.
 */
const patienceMs = 240_000
let ground: WorkerGround
let folder: string
let connection: Redis
let queue: Queue
let events: QueueEvents
let engine: Engine
let worker: ChildProcess
let cms: CdaServer | null = null
let port: number

const exported = ({ id, type, fields, createdAt, updatedAt }: ContentEntry): ExportedEntity => ({
  sys: {
    id,
    type: 'Entry',
    contentType: { sys: { id: type } },
    createdAt,
    updatedAt,
    publishedAt: updatedAt,
    version: 2,
    publishedVersion: 1,
  },
  fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { en: value }])),
})
const space = new Space(
  {
    locales: [{ code: 'en', default: true }],
    entries: [
      anEntry('tag', 't1', { name: 'Insurance' }),
      anEntry('post', 'p1', { tags: [link('t1')] }),
      anEntry('post', 'p2'),
      anEntry('consultant', 'c1'),
    ].map(exported),
  },
  { space: 'testspace' },
)
const publish = (entry: ContentEntry) => {
  space.put(entry.id, { fields: exported(entry).fields! }, { type: entry.type })
  space.publish('Entry', entry.id)
}
const startCms = async () => {
  cms = await startCdaServer({ space, port })
}
const nudge = () => queue.add(taskNames.syncContent, {})
/**
 * Says that something has changed, until the worker has looked and the CMS has answered: one of the two may have stood
 * still for too long.
 */
async function tell(): Promise<void> {
  for (;;) {
    const { outcome }: ContentRecord = await (await nudge()).waitUntilFinished(events, patienceMs)
    if (outcome === 'ok') return
  }
}
const posts = async () => {
  const found: PostDocument[] = []
  for await (const page of engine.pages<PostDocument>('posts')) found.push(...page)
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}
const recorded = async () =>
  JSON.parse((await connection.get(redisKeys.contentRecord(prefix))) ?? 'null') as ContentRecord | null
async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  while (!(await condition())) {
    if (Date.now() > giveUpAt)
      throw new Error(
        `Waited ${patienceMs / 1_000} s in vain for ${what}; the last record is ${JSON.stringify(await recorded())}`,
      )
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
function startWorker(): ChildProcess {
  return ground.startWorker({
    CONTENTFUL_SPACE_ID: 'testspace',
    CONTENTFUL_ACCESS_TOKEN: 'any',
    CONTENTFUL_HOST: `127.0.0.1:${port}`,
    CONTENTFUL_INSECURE: 'true',
    // Only what a test asks for.
    CONTENTFUL_POLL_SECONDS: '86400',
    CONTENT_FILE: join(folder, 'worker.json'),
  })
}

beforeAll(async () => {
  ground = await startGround(prefix)
  ;({ folder, connection, engine } = ground)
  port = await freePort()
  await writeNdjson(join(folder, 'jobs.ndjson'), jobRows(10))
  await ground.writeCatalogue({ id: 'feed', title: 'Feed', format: 'job', from: 'jobs.ndjson' })
  queue = ground.queue(queueNames.content)
  events = await ground.events(queueNames.content)
  worker = startWorker()
})
afterAll(async () => {
  await cms?.close()
  await ground?.stop()
})

describe('the worker', () => {
  it('starts and syncs jobs while the CMS is down, and the content when it is there', async () => {
    await until(async () => (await engine.count('jobs').catch(() => 0)) === 10, 'the jobs')
    await until(async () => (await recorded())?.outcome === 'failed', 'the failure to be recorded')
    expect((await recorded())!.reason).toMatch(/ECONNREFUSED|no answer|timeout/)
    await startCms()
    await until(async () => (await posts()).length === 2, 'the content')
    expect(await posts()).toMatchObject([{ id: 'p1', tagNames: ['Insurance'] }, { id: 'p2' }])
    await until(async () => (await recorded())?.outcome === 'ok', 'the success to be recorded')
  })

  it('has what is published, changed and unpublished in the index once the task of the word has ended', async () => {
    publish(anEntry('post', 'p3'))
    await tell()
    expect((await posts()).map(({ id }) => id)).toEqual(['p1', 'p2', 'p3'])
    publish(anEntry('tag', 't1', { name: 'Risk' }))
    space.unpublish('Entry', 'p2')
    await tell()
    expect(await posts()).toMatchObject([{ id: 'p1', tagNames: ['Risk'] }, { id: 'p3' }])
  })

  it('finds by itself what the CMS only shows after its word', async () => {
    // It has answered the first look when it changes.
    cms!.fault = path => {
      if (path.includes('/sync')) {
        cms!.fault = () => null
        queueMicrotask(() => space.unpublish('Entry', 'p3'))
      }
      return null
    }
    await nudge()
    await until(async () => (await posts()).length === 1, 'the second look')
  })

  it('keeps its content and its place while the CMS is away, also over a restart', async () => {
    await cms!.close()
    await nudge()
    await until(async () => (await recorded())?.outcome === 'failed', 'the failure to be recorded')
    expect(await posts()).toHaveLength(1)
    await end(worker, 'SIGKILL')
    worker = startWorker()
    await nudge()
    publish(anEntry('post', 'p4'))
    await startCms()
    await until(async () => (await posts()).length === 2, 'the content after the restart')
    // A delta and not everything again.
    expect(cms!.asked.filter(path => path.includes('initial='))).toEqual([])
  })
})

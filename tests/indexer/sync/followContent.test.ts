import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContentEntry } from '#indexer/content'
import { contentIndexes } from '#indexer/contentDocuments'
import { sites } from '#indexer/site'
import { type ContentRecord, redisKeys, type SyncContentTask } from '#indexer/tasks'
import type { Engine } from '../../../indexer/indexes/meilisearch.ts'
import { type FollowedContent, followContent } from '../../../indexer/sync/followContent.ts'
import { anEntry, contentOf } from '../../builders/content.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
beforeAll(async () => {
  indexer = await startIndexer()
})
afterAll(() => indexer?.stop())
beforeEach(async () => {
  for (const index of contentIndexes) {
    const ids: string[] = []
    for await (const page of indexer.engine.pages<{ id: string }>(index, { fields: ['id'] }))
      ids.push(...page.map(({ id }) => id))
    if (ids.length > 0) await indexer.engine.waitTask(await indexer.engine.deleteByIds(index, ids))
  }
})

/** A CMS that answers with `published` when it is asked, unless it is down. `deps` stand in for the indexer's. */
function follow(held: ContentEntry[] = [], deps: { engine?: Engine } = {}) {
  const cms = { published: held, down: null as string | null, alarm: null as string | null }
  let at = 1
  let reader = contentOf(held)
  const listeners = new Set<() => void>()
  const refresh = async () => {
    if (cms.down !== null || cms.published === held) return
    held = cms.published
    reader = contentOf(held)
    at++
    for (const listener of listeners) listener()
  }
  const snapshot: FollowedContent = {
    get version() {
      return held.length === 0 ? '' : `v${at}`
    },
    entries: type => reader.entries(type),
    entry: id => reader.entry(id),
    asset: () => undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    state: () => ({ error: cms.down, alarm: cms.alarm }),
  }
  const enqueued: [SyncContentTask, { id: string; delay: number }][] = []
  const { engine, redis, prefix, log } = indexer
  const followed = followContent(
    snapshot,
    async (task, options) => {
      enqueued.push([task, options])
    },
    { engine, redis, prefix, log, site: sites.uk, ...deps },
  )
  return { cms, enqueued, refresh, listeners, ...followed }
}
const posts = () => indexer.engine.count('posts')
const recorded = async () =>
  JSON.parse((await indexer.redis.get(redisKeys.contentRecord(indexer.prefix)))!) as ContentRecord

describe('followContent', () => {
  it('looks again after a webhook until it has seen something new, twice at most', async () => {
    const { cms, enqueued, run } = follow([anEntry('post', 'p1')])
    await run({})
    expect(enqueued).toEqual([])
    // The webhook came before the CMS's own caches knew.
    await run({})
    expect(enqueued).toEqual([[{ looks: 1 }, { id: 'look-1', delay: 1_000 }]])
    await run({ looks: 1 })
    expect(enqueued[1]).toEqual([{ looks: 2 }, { id: 'look-2', delay: 5_000 }])
    await run({ looks: 2 })
    expect(enqueued).toHaveLength(2)
    cms.published = [anEntry('post', 'p1'), anEntry('post', 'p2')]
    expect(await run({})).toMatchObject({ outcome: 'ok', upserted: 1 })
    expect(enqueued).toHaveLength(2)
    await run({ poll: true })
    expect(enqueued).toHaveLength(2)
  })

  it('asks for a sync of what the snapshot found by itself, not of what a task found', async () => {
    const { cms, enqueued, run, refresh, listeners, close } = follow([anEntry('post', 'p1')])
    cms.published = [anEntry('post', 'p2')]
    await run({ poll: true })
    expect(enqueued).toEqual([])
    cms.published = [anEntry('post', 'p3')]
    await refresh()
    expect(enqueued).toEqual([[{ poll: true }, { id: 'changed', delay: 0 }]])
    close()
    expect(listeners.size).toBe(0)
  })

  it('asks for a sync of what the snapshot found by itself while a task was still at work that had looked in vain', async () => {
    // It looks whether anything is indexed: by then the CMS is back.
    const engine: Engine = Object.assign(Object.create(indexer.engine) as Engine, {
      count: async () => {
        cms.down = null
        cms.published = [anEntry('post', 'p2')]
        await refresh()
        return 1
      },
    })
    const { cms, enqueued, run, refresh } = follow([anEntry('post', 'p1')], { engine })
    cms.down = 'no answer'
    expect(await run({ poll: true })).toMatchObject({ outcome: 'failed', reason: 'no answer' })
    expect(enqueued).toEqual([[{ poll: true }, { id: 'changed', delay: 0 }]])
  })

  it('writes nothing while the CMS cannot be read, and says so', async () => {
    const { cms, run } = follow([anEntry('post', 'p1'), anEntry('post', 'bad', { title: undefined })])
    await run({})
    // Another worker has indexed more since.
    await indexer.engine.waitTask(await indexer.engine.writeDocuments('posts', [{ id: 'newer', contentHash: 'x' }]))
    cms.down = 'the CMS answered with 502'
    expect(await run({})).toMatchObject({
      outcome: 'failed',
      reason: 'the CMS answered with 502',
      refused: [{ entry: 'bad' }],
    })
    expect(await posts()).toBe(2)
    expect(await recorded()).toMatchObject({ outcome: 'failed' })
    cms.down = null
    expect(await run({})).toMatchObject({ outcome: 'ok', deleted: 1 })
    expect(await recorded()).toMatchObject({ outcome: 'ok' })
    cms.alarm = 'The CMS says that the space is empty'
    expect(await run({ poll: true })).toMatchObject({ outcome: 'failed', reason: cms.alarm })
    expect(await posts()).toBe(1)
  })

  it('fills empty indexes from the last snapshot while the CMS is down', async () => {
    const { cms, run } = follow([anEntry('post', 'p1')])
    cms.down = 'no answer'
    expect(await run({})).toMatchObject({ outcome: 'failed' })
    expect(await posts()).toBe(1)
    const empty = follow()
    empty.cms.down = 'no answer'
    expect(await empty.run({})).toMatchObject({ outcome: 'failed' })
    expect(await posts()).toBe(1)
  })
})

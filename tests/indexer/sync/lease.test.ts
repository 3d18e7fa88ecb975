import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Engine } from '../../../indexer/indexes/meilisearch.ts'
import { LeaseLost, takeLease } from '../../../indexer/sync/lease.ts'
import { rebuildJobs } from '../../../indexer/sync/rebuildIndex.ts'
import { syncSource } from '../../../indexer/sync/syncSource.ts'
import { jobRows, writeNdjson } from '../../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
beforeAll(async () => {
  indexer = await startIndexer()
})
afterAll(() => indexer?.stop())
afterEach(() => void vi.useRealTimers())

/** The engine, with something done before one of its methods. */
function engineWith(name: keyof Engine, before: (...args: never[]) => Promise<unknown>): Engine {
  return new Proxy(indexer.engine, {
    get(target, asked) {
      const value = Reflect.get(target, asked, target)
      if (typeof value !== 'function') return value
      if (asked !== name) return value.bind(target)
      return async (...args: never[]) => {
        await before(...args)
        return value.apply(target, args)
      }
    },
  })
}

describe('a lease', () => {
  it('is one holder’s, and what another has taken over is known to be lost', async () => {
    const { redis } = indexer
    const lease = (await takeLease(redis, 'right', 'one'))!
    expect(await takeLease(redis, 'right', 'two')).toBeNull()
    await lease.confirm()
    await redis.set('right', 'two')
    await expect(lease.confirm()).rejects.toThrow(LeaseLost)
    expect(lease.signal.aborted).toBe(true)
    await lease.release()
    expect(await redis.get('right')).toBe('two')
  })

  it('is lost by a holder that stood still, though nobody has taken it yet', async () => {
    const { redis } = indexer
    const lease = (await takeLease(redis, 'still', 'one'))!
    // Redis answers late: what it grants has nearly ended.
    const late = vi.spyOn(redis, 'eval').mockImplementationOnce(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14_000 })
      return 1
    })
    await expect(lease.confirm()).rejects.toThrow(LeaseLost)
    late.mockRestore()
    await lease.release()
  })
})

describe('a sync that stood still until another held the right to write', () => {
  const steal = () => indexer.redis.set(`${indexer.prefix}:writing`, 'another worker', 'PX', 1_000)

  it('writes nothing more, and ends right when it is made again', async () => {
    await writeNdjson(join(indexer.folder, 'jobs.ndjson'), jobRows(20))
    const { slugs } = indexer.engine.names
    // Between the pages and the jobs.
    const engine = engineWith('writeLines', async (uid: string) => uid === slugs && steal())
    await expect(syncSource(indexer.source(), { ...indexer, engine })).rejects.toThrow(LeaseLost)
    await indexer.engine.settle(slugs)
    expect(await indexer.jobs()).toEqual([])
    expect(await syncSource(indexer.source(), indexer)).toMatchObject({ upserted: 20 })
    expect(await indexer.jobs()).toHaveLength(20)
  })

  it('does not swap in what it has rebuilt', async () => {
    const { jobs } = indexer.engine.names
    const before = await indexer.engine.createdAt(jobs)
    const engine = engineWith('hitIds', steal)
    await expect(rebuildJobs({ ...indexer, engine }, ['feed'])).rejects.toThrow(LeaseLost)
    expect(await indexer.engine.createdAt(jobs)).toBe(before)
  })
})

describe('a task that has become another worker’s', () => {
  it('writes nothing more', async () => {
    await writeNdjson(
      join(indexer.folder, 'jobs.ndjson'),
      jobRows(20, () => ({ salary_package: 'Competitive' })),
    )
    const tasks = await indexer.engineTasks()
    const keepTask = async () => {
      throw new Error('taken over')
    }
    await expect(syncSource(indexer.source(), { ...indexer, keepTask })).rejects.toThrow('taken over')
    await expect(rebuildJobs({ ...indexer, keepTask }, ['feed'])).rejects.toThrow('taken over')
    expect(await indexer.engineTasks()).toBe(tasks)
  })
})

import { join } from 'node:path'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { sites } from '#indexer/site'
import { queueNames } from '#indexer/tasks'
import { type SourceConfig } from '../../indexer/sources/source.ts'
import { trialWorkload } from '../../indexer/workloads/trialWorkload.ts'
import type { WorkerContext } from '../../indexer/workloads/workerContext.ts'
import type { TestIndexer } from './indexer.ts'

/** The worker's part in what operators try, without the rest of a worker. @returns its end */
export function startTrials(indexer: TestIndexer, sources: readonly SourceConfig[]): () => Promise<void> {
  const { redis, prefix, gazetteer, folder } = indexer
  const files = { sources, gazetteer, sourceOf: async (id: string) => sources.find(source => source.id === id) }
  const context = {
    files,
    redis,
    prefix,
    site: sites.uk,
    parts: () => indexer,
    config: { DATA_DIR: join(folder, 'data') },
  }
  const { process } = trialWorkload(context as unknown as WorkerContext)
  const connection = new Redis(indexer.redisUrl, { maxRetriesPerRequest: null })
  const worker = new Worker(
    queueNames.trial,
    task => process[task.name]!({ task, token: undefined, keepTask: async () => undefined }),
    { connection, prefix },
  )
  worker.on('error', () => undefined)
  return async () => {
    await worker.close()
    connection.disconnect()
  }
}

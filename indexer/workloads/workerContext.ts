import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Site } from '#indexer/site'
import type { IndexerConfig } from '../config.ts'
import type { AtWork } from '../sync/atWork.ts'
import type { SyncDependencies } from '../sync/syncState.ts'
import type { OperatorFiles } from './operatorFiles.ts'

/** What every part of the worker works with, for as long as its process lives. */
export interface WorkerContext {
  config: IndexerConfig
  log: Logger
  redis: Redis
  /** Of the queues and of all that the worker keeps in Redis. */
  prefix: string
  site: Site
  /** There is a CMS. */
  hasContent: boolean
  files: OperatorFiles
  atWork: AtWork
  engine: SyncDependencies['engine']
  records: SyncDependencies['records']
  alarms: SyncDependencies['alarms']
  /** What a task works with, with the places as they are now: a task goes on with those that it began with. */
  parts: () => SyncDependencies & { redis: Redis; prefix: string }
}

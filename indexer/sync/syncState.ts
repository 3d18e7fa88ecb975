import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Gazetteer } from '../documents/gazetteer.ts'
import type { toDocument } from '../documents/toDocument.ts'
import type { Engine } from '../indexes/meilisearch.ts'
import { type SourceConfig } from '../sources/source.ts'
import { Adverts } from './adverts.ts'
import { Alarms } from './alarms.ts'
import { ChangeTeller } from './changedJobs.ts'
import { type KeepTask, Ledger } from './ledger.ts'
import type { NormaliserThreads } from './normaliserPool.ts'
import { Records } from './records.ts'
import { SentRows } from './sentRows.ts'

/** What every write to the jobs index works with: a sync, a webhook, a post. */
export interface SyncDependencies {
  engine: Engine
  ledger: Ledger
  adverts: Adverts
  alarms: Alarms
  records: Records
  sentRows: SentRows
  changes: ChangeTeller
  gazetteer: Gazetteer
  log: Logger
  /** Asked before each write, where a task of the queue is at work. */
  keepTask?: KeepTask
  /**
   * Where sources keep known answers and tokens of their own, a folder each; without one nothing is kept between runs.
   */
  keepFolder?: string
  /** Epoch milliseconds; a test's own clock. */
  now?: () => number
  /** Threads that normalise beside the worker's own, where a run has many rows for them. */
  threads?: NormaliserThreads | null
  /** A test's own normaliser, and the milliseconds that it may take for one row. */
  normalise?: typeof toDocument
  rowLimitMs?: number
}

/** A source of the catalogue as it is now. */
export type SourceOf = (id: string) => SourceConfig | undefined | Promise<SourceConfig | undefined>

export interface SyncStateParts {
  redis: Redis
  prefix: string
  engine: Engine
  log: Logger
  /** Where alarms are posted to. */
  alarmWebhook?: string | null
  /** Milliseconds until the right to write of a process that has died ends. */
  leaseMs?: number | undefined
}

/** What a sync keeps in Redis beside the index. */
export function openSyncState({
  redis,
  prefix,
  engine,
  log,
  alarmWebhook = null,
  leaseMs,
}: SyncStateParts): Pick<SyncDependencies, 'ledger' | 'adverts' | 'alarms' | 'records' | 'sentRows' | 'changes'> {
  return {
    ledger: new Ledger(redis, prefix, leaseMs),
    adverts: new Adverts(redis, prefix, engine),
    alarms: new Alarms({ redis, prefix, log, webhook: alarmWebhook }),
    records: new Records(redis, prefix),
    sentRows: new SentRows(redis, prefix),
    changes: new ChangeTeller({ redis, prefix, log }),
  }
}

import type { Job as Task } from 'bullmq'
import type { SampleTally } from '#indexer/samples'
import {
  type Alarm,
  type FetchProgress,
  type RunRecord,
  redisKeys,
  runsKept,
  type SourceSummary,
  type SyncProgress,
  type SyncSourceTask,
  taskNames,
} from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import type { PendingSync, SourceReport } from './pipelineHtml.ts'

/*
 * What the pages of the pipeline show, as Redis and the engine have it.
 */

/** Tasks of each kind that are looked through. */
const mostPending = 200

export type Facets = Record<string, Record<string, number>>

export async function readCatalogue(parts: ApiParts): Promise<SourceSummary[]> {
  const lines = await unlessDown(parts.queues.redis.hvals(redisKeys.sources(parts.config.queuePrefix)))
  return lines.map(line => JSON.parse(line) as SourceSummary).sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function readAlarms(parts: ApiParts): Promise<Alarm[]> {
  const lines = await unlessDown(parts.queues.redis.hvals(redisKeys.alarms(parts.config.queuePrefix)))
  return lines.map(line => JSON.parse(line) as Alarm).sort((a, b) => (a.since < b.since ? -1 : 1))
}

export async function readList<T>(parts: ApiParts, key: string, most = 0): Promise<T[]> {
  return (await unlessDown(parts.queues.redis.lrange(key, 0, most - 1))).map(line => JSON.parse(line) as T)
}

export async function readReport(
  parts: ApiParts,
  summary: SourceSummary,
  facets: Facets | null,
  pending: ReadonlyMap<string, PendingSync[]>,
): Promise<SourceReport> {
  const [runs, pausedSince, tallies] = await Promise.all([
    readList<RunRecord>(parts, redisKeys.runs(parts.config.queuePrefix, summary.id), runsKept),
    unlessDown(parts.queues.redis.hget(redisKeys.paused(parts.config.queuePrefix), summary.id)),
    readTallies(parts, summary.id),
  ])
  return {
    summary,
    runs,
    jobs: facets && (facets.source?.[summary.id] ?? 0),
    pausedSince,
    tallies,
    tasks: pending.get(summary.id) ?? [],
  }
}

/** What operators have found in samples of the source, newest first. */
export async function readTallies({ queues, config }: ApiParts, source: string): Promise<SampleTally[]> {
  const line = await unlessDown(queues.redis.hget(redisKeys.quality(config.queuePrefix), source))
  return line === null ? [] : (JSON.parse(line) as SampleTally[])
}

/** By source; without those that a schedule has made for later. */
export async function readPending(parts: ApiParts): Promise<Map<string, PendingSync[]>> {
  const pending = new Map<string, PendingSync[]>()
  const add = (stage: PendingSync['stage'], tasks: Task[]) => {
    for (const { name, data, progress } of tasks) {
      if (name !== taskNames.syncSource) continue
      const { source, dryRun = false } = data as SyncSourceTask
      const { rows = 0 } = progress as Partial<SyncProgress>
      pending.set(source, [...(pending.get(source) ?? []), { dryRun, stage, rows }])
    }
  }
  const [active, waiting, delayed] = await unlessDown(
    Promise.all([
      parts.queues.index.getActive(),
      parts.queues.index.getWaiting(0, mostPending - 1),
      parts.queues.index.getDelayed(0, mostPending - 1),
    ]),
  )
  add('reading', active)
  add('waiting', waiting)
  const isFetching = ({ progress }: Task) => (progress as Partial<FetchProgress>).againAt !== undefined
  add('fetching', delayed.filter(isFetching))
  add(
    'retrying',
    delayed.filter(task => task.attemptsMade > 0 && !isFetching(task)),
  )
  return pending
}

/** Counts over everything in the index; null while the engine, or its settings of this version, are not there. */
export async function readFacets(parts: ApiParts): Promise<Facets | null> {
  try {
    const [result] = await parts.search.engine.multiSearch([
      { indexUid: parts.search.names.jobs, limit: 0, facets: ['source', 'unresolved', 'unparsedSalary'] },
    ])
    return result?.facetDistribution ?? {}
  } catch {
    return null
  }
}

/** @throws 503 where Redis does not answer */
export async function unlessDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw Object.assign(httpError(503, 'Redis does not answer.'), { cause: error })
  }
}

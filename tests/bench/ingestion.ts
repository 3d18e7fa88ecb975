/** From a feed to the index: a first sync, one of the same feed, one with few changes, and one job by webhook. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { JobDocument } from '#indexer/job'
import { jobsSettings } from '../../indexer/indexes/settings.ts'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import { workerFlags } from '../../infra/start/config.ts'
import type { TestIndexer } from '../builders/indexer.ts'
import { median, ms, perSecond, report, timed } from './report.ts'
import { type BenchFormat, benchRow, writeBenchFeed } from './rows.ts'

export interface MeasuredSync {
  peakMb: number
  received: number
  upserted: number
  unchanged: number
  ms: number
  /** Of the processor: the worker's own threads, and not the engine's. */
  cpuMs: number
  /** Of reading and parsing the feed alone, afterwards. */
  readMs: number
}

/**
 * A sync in a process of its own, as the worker is started.
 * @param run.indexes prefix of the indexes
 * @param run.prefix of the keys
 * @param run.source id of the source
 * @param run.threads that normalise beside the worker's own; by default none
 */
export function syncAlone(
  { meiliUrl, masterKey, redisUrl }: Pick<TestIndexer, 'meiliUrl' | 'masterKey' | 'redisUrl'>,
  run: { feed: string; indexes: string; prefix: string; source: string; format?: BenchFormat; threads?: number },
): MeasuredSync {
  const script = fileURLToPath(new URL('./memory.ts', import.meta.url))
  const argument = JSON.stringify({ meiliUrl, masterKey, redisUrl, format: 'job', ...run })
  const out = execFileSync(process.execPath, [...workerFlags, '--import', 'tsx', script, argument], {
    maxBuffer: 1 << 26,
  })
  return JSON.parse(out.toString().trim().split('\n').at(-1)!) as MeasuredSync
}

/** @param feed a path, which is written */
export async function measureIngestion(indexer: TestIndexer, feed: string, size: number): Promise<void> {
  const label = size.toLocaleString('en')
  await writeBenchFeed(feed, size)
  const source = indexer.source({ from: feed })
  const sync = () => syncAlone(indexer, { feed, indexes: '', prefix: indexer.prefix, source: source.id })

  const first = sync()
  if (first.upserted !== size) throw new Error(`the first sync wrote ${first.upserted} of ${size}`)
  const raw = await rawIngestion(indexer)
  report(
    `processor time of the worker, first sync of ${label} jobs`,
    `${Math.round((first.cpuMs * 1_000) / size)} µs a job`,
    'the same machine unloaded',
    null,
    'for information',
    null,
  )
  report(
    `feed to searchable, ${label} jobs, whole pipeline`,
    perSecond(size, first.ms),
    `${perSecond(size, raw)} for the same documents as one raw NDJSON stream`,
    raw / first.ms,
    '>= 0.85',
    raw / first.ms >= 0.85,
  )

  const tasks = await indexer.engineTasks()
  const second = sync()
  const sent = (await indexer.engineTasks()) - tasks
  if (second.unchanged !== size || sent !== 0)
    throw new Error(`the second sync was not a no-op: ${JSON.stringify(second)}, ${sent} tasks`)
  report(
    `second sync, nothing changed, ${label}`,
    ms(second.ms),
    `${ms(second.readMs)} for reading and parsing the feed`,
    second.ms / second.readMs,
    '<= 1.2, no document sent',
    second.ms / second.readMs <= 1.2,
  )

  await writeBenchFeed(feed, size, n => (n % 1_000 === 0 ? 1 : 0))
  const third = sync()
  report(
    `sync with 0.1% changed, ${label}`,
    `${ms(third.ms)}, ${third.upserted} written`,
    `${ms(third.readMs)} for reading and parsing the feed`,
    third.ms / third.readMs,
    '<= 2.5',
    third.ms / third.readMs <= 2.5,
  )
  await measureWebhook(indexer, source, label)
}

/** The same documents, settings first, as one stream: from the first byte sent until the task has succeeded. */
async function rawIngestion(indexer: TestIndexer): Promise<number> {
  const { engine } = indexer
  const documents: JobDocument[] = await indexer.jobs()
  // In one piece, and longer than a string may be.
  const body = Buffer.concat(documents.map(document => Buffer.from(`${JSON.stringify(document)}\n`)))
  const admin = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${indexer.masterKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${indexer.meiliUrl}${path}`, { method, headers, body: JSON.stringify(json) })
    await engine.waitTask(((await answer.json()) as { taskUid: number }).taskUid)
  }
  await admin('POST', '/indexes', { uid: 'raw', primaryKey: 'id' })
  await admin('PATCH', '/indexes/raw/settings', jobsSettings)
  const { ms: took } = await timed(async () => engine.waitTask(await engine.writeLines('raw', body)))
  await engine.drop('raw')
  return took
}

async function measureWebhook(
  indexer: TestIndexer,
  source: ReturnType<TestIndexer['source']>,
  label: string,
): Promise<void> {
  const { engine, redis, prefix } = indexer
  const [document] = await engine.byIds<JobDocument>('jobs', [String(benchRow(5).id)])
  const raw: number[] = []
  const ours: number[] = []
  for (let round = 0; round < 7; round++) {
    raw.push(
      (
        await timed(async () =>
          engine.waitTask(await engine.writeDocuments('jobs', [{ ...document!, title: `Raw ${round}` }])),
        )
      ).ms,
    )
    await redis.set(
      `${prefix}:webhook:job:b${round}`,
      JSON.stringify({
        type: 'job.upserted',
        source: source.id,
        job: { ...benchRow(7, round + 1), updated_at: new Date().toISOString() },
      }),
    )
    ours.push((await timed(() => applyWebhook(`b${round}`, () => source, indexer))).ms)
  }
  const over = median(ours) - median(raw)
  report(
    `one job by webhook until searchable, ${label} jobs`,
    ms(median(ours)),
    `${ms(median(raw))} for the engine's own task`,
    median(ours) / median(raw),
    'at most 50 ms over',
    over <= 50,
  )
}

/** From a feed to the index: a first sync, one of the same feed, one with few changes, and one job by webhook. */
import { rm } from 'node:fs/promises'
import type { JobDocument } from '#indexer/job'
import { jobsSettings } from '../../indexer/indexes/settings.ts'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import type { TestIndexer } from '../builders/indexer.ts'
import { runAlone, runBeside } from './alone.ts'
import { median, ms, perSecond, report, timed } from './report.ts'
import { type BenchFormat, benchRow, writeBenchFeed } from './rows.ts'
import { processorSeconds } from './siteProcess.ts'

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
  /** Of the processor, for that. */
  readCpuMs: number
}

/**
 * A sync in a process of its own, as the worker is started.
 * @param run.indexes prefix of the indexes
 * @param run.prefix of the keys
 * @param run.source id of the source
 * @param run.before a feed that the same process syncs first: the measured sync is then not the one that V8 compiles in
 * @param run.threads that normalise beside the worker's own; by default none
 */
export function syncAlone(
  { meiliUrl, masterKey, redisUrl }: Pick<TestIndexer, 'meiliUrl' | 'masterKey' | 'redisUrl'>,
  run: {
    feed: string
    indexes: string
    prefix: string
    source: string
    format?: BenchFormat
    before?: string
    threads?: number
  },
): MeasuredSync {
  return runAlone('./memory.ts', { meiliUrl, masterKey, redisUrl, format: 'job', ...run }) as MeasuredSync
}

/** @param feed a path, which is written */
export async function measureIngestion(indexer: TestIndexer, feed: string, size: number): Promise<void> {
  const label = size.toLocaleString('en')
  await writeBenchFeed(feed, size)
  const source = indexer.source({ from: feed })
  const sync = () => syncAlone(indexer, { feed, indexes: '', prefix: indexer.prefix, source: source.id })

  const first = sync()
  if (first.upserted !== size) throw new Error(`the first sync wrote ${first.upserted} of ${size}`)
  const lines = await documentLines(indexer)
  const raw = await rawIngestion(indexer, lines)
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
    `${perSecond(size, raw.ms)} for the same documents as one raw NDJSON stream`,
    raw.ms / first.ms,
    '>= 0.85',
    raw.ms / first.ms >= 0.85,
  )
  await measureFloor(indexer, lines, { feed, label, size, firstMs: first.ms, rawMs: raw.ms })

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

  await measureFewChanged(indexer, { feed, size, label, source: source.id })
  await measureWebhook(indexer, source, label)
}

/**
 * What no way of doing it could fall below: the engine with all documents as one stream, and beside it a process that
 * parses, normalises and writes JSON, and does nothing else; the longer of the two.
 */
async function measureFloor(
  indexer: TestIndexer,
  lines: Buffer,
  { feed, label, size, firstMs, rawMs }: { feed: string; label: string; size: number; firstMs: number; rawMs: number },
): Promise<void> {
  const each = (time: number) => `${Math.round((time * 1_000) / size)} µs`
  const [bare, stream] = await Promise.all([
    runBeside('./bare.ts', { feed, format: 'job' }) as Promise<{ ms: number; cpuMs: number }>,
    rawIngestion(indexer, lines),
  ])
  const floorMs = Math.max(bare.ms, stream.ms)
  report(
    `floor of a first sync of ${label} jobs: one raw stream, and beside it parsing to JSON`,
    `${each(floorMs)} a job: of the processor, ${each(stream.cpuMs)} the engine, ${each(bare.cpuMs)} parsing to JSON`,
    `${each(rawMs)} for the raw stream alone`,
    floorMs / rawMs,
    'for information',
    null,
  )
  report(
    `feed to searchable, ${label} jobs, against its floor`,
    each(firstMs),
    each(floorMs),
    firstMs / floorMs,
    '<= 1.1',
    firstMs / floorMs <= 1.1,
  )
}

/** One sync in a process that has just begun, and another one in the same: a worker runs for weeks. */
async function measureFewChanged(
  indexer: TestIndexer,
  { feed, size, label, source }: { feed: string; size: number; label: string; source: string },
): Promise<void> {
  const next = `${feed}.next`
  const edited = (path: string, edition: number) => writeBenchFeed(path, size, n => (n % 1_000 === 0 ? edition : 0))
  const run = { indexes: '', prefix: indexer.prefix, source }
  await edited(next, 1)
  const begun = syncAlone(indexer, { ...run, feed: next })
  await edited(feed, 2)
  await edited(next, 3)
  const warm = syncAlone(indexer, { ...run, feed: next, before: feed })
  await rm(next)
  report(
    `sync with 0.1% changed, ${label}`,
    `${ms(warm.ms)}, ${warm.upserted} written`,
    `${ms(warm.readMs)} for reading and parsing the feed`,
    warm.ms / warm.readMs,
    '<= 2.5',
    warm.ms / warm.readMs <= 2.5,
  )
  report(
    `the same in processor time of the worker, ${label}`,
    ms(warm.cpuMs),
    `${ms(warm.readCpuMs)} for reading and parsing the feed`,
    warm.cpuMs / warm.readCpuMs,
    'for information',
    null,
  )
  report(
    `the same as the first thing that a worker does, ${label}`,
    ms(begun.ms),
    `${ms(begun.readMs)} for reading and parsing the feed`,
    begun.ms / begun.readMs,
    'for information',
    null,
  )
}

interface RawIngestion {
  ms: number
  /** Of the engine's processor. */
  cpuMs: number
}

/** All documents as NDJSON, in one piece, and longer than a string may be. */
async function documentLines(indexer: TestIndexer): Promise<Buffer> {
  const documents: JobDocument[] = await indexer.jobs()
  return Buffer.concat(documents.map(document => Buffer.from(`${JSON.stringify(document)}\n`)))
}

/** The same documents, settings first, as one stream: from the first byte sent until the task has succeeded. */
async function rawIngestion(indexer: TestIndexer, lines: Buffer): Promise<RawIngestion> {
  const { engine } = indexer
  const admin = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${indexer.masterKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${indexer.meiliUrl}${path}`, { method, headers, body: JSON.stringify(json) })
    await engine.waitTask(((await answer.json()) as { taskUid: number }).taskUid)
  }
  await admin('POST', '/indexes', { uid: 'raw', primaryKey: 'id' })
  await admin('PATCH', '/indexes/raw/settings', jobsSettings)
  const pid = indexer.enginePid()
  const before = processorSeconds(pid)
  const took = await timed(async () => engine.waitTask(await engine.writeLines('raw', lines)))
  const cpuMs = (processorSeconds(pid) - before) * 1_000
  await engine.drop('raw')
  return { ms: took.ms, cpuMs }
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

/**
 * `npm run bench -- soak`: an hour of fifty visitors beside a worker that reads the feed each minute, a part of it
 * changed; whether memory, open files and keys in Redis stay as they are. On this machine alone.
 */
import { readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { workerFlags } from '../../infra/start/config.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { enginePid } from './growth.ts'
import { syncAlone } from './ingestion.ts'
import { jobPaths } from './pages.ts'
import { mean, report } from './report.ts'
import { writeBenchFeed } from './rows.ts'
import { memoryOf, type SiteProcess, startScript, startSiteProcess } from './siteProcess.ts'
import { aloneOn, crowd, reportRefused, secondsOf } from './visitors.ts'

const size = 10_000
const changed = 300
const visitors = 50
const everyMs = 60_000

type Sample = Record<string, number>

export async function measureSoak(folder: string): Promise<void> {
  const seconds = secondsOf(3_600)
  const indexer = await startIndexer()
  const running: SiteProcess[] = []
  try {
    const feed = join(folder, 'soak.ndjson')
    const of = { feed, indexes: '', prefix: indexer.prefix, source: 'feed' }
    await writeBenchFeed(feed, size)
    syncAlone(indexer, of)
    const site = await startSiteProcess(indexer)
    running.push(site)
    const jobs = await jobPaths(indexer, 2_000)
    await aloneOn(site, jobs)
    const { meiliUrl, masterKey, redisUrl } = indexer
    const worker = await startScript(
      'memory.ts',
      { meiliUrl, masterKey, redisUrl, format: 'job', ...of, everyMs },
      workerFlags,
    )
    running.push(worker)

    const samples: Sample[] = []
    let edition = 0
    const editing = setInterval(() => void edit(folder, feed, ++edition), everyMs)
    const pids = { site: site.pid, worker: worker.pid, engine: enginePid(indexer) }
    const sampling = setInterval(
      () => void sampleOf(indexer, pids).then(sample => samples.push(sample)),
      (seconds * 1_000) / 240,
    )
    const came = await crowd(site, { jobs, visitors, seconds }).finally(() => {
      clearInterval(editing)
      clearInterval(sampling)
    })
    const label = `${visitors} visitors for ${Math.round(seconds / 60)} minutes beside a sync each minute`
    reportRefused(label, came)
    for (const what of Object.keys(samples[0]!)) reportSlope(`${label}: ${what}`, samples, what)
  } finally {
    for (const one of running) await one.stop()
    await indexer.stop()
  }
}

/** Other rows each time, put in place whole. */
async function edit(folder: string, feed: string, edition: number): Promise<void> {
  const next = join(folder, 'soak.next.ndjson')
  const first = (edition * changed) % size
  await writeBenchFeed(next, size, n => (n >= first && n < first + changed ? edition : 0))
  await rename(next, feed)
}

async function sampleOf({ redis }: TestIndexer, pids: Record<string, number>): Promise<Sample> {
  const each = (what: string, read: (pid: number) => number) =>
    Object.fromEntries(Object.entries(pids).map(([name, pid]) => [`the ${name}'s ${what}`, read(pid)]))
  return { ...each('memory', memoryOf), ...each('open files', openFiles), 'keys in Redis': await redis.dbsize() }
}

/**
 * The last quarter against the second: the first is for what each process keeps once and for all. Of memory the mean,
 * of files and keys the least: what is open at a busy moment is no leak, and a leak is open at the quietest too.
 */
function reportSlope(label: string, samples: readonly Sample[], what: string): void {
  const quarter = Math.floor(samples.length / 4)
  const isMemory = what.endsWith('memory')
  const of = (some: readonly Sample[]) => {
    const values = some.map(sample => sample[what]!)
    return isMemory ? mean(values) : Math.min(...values)
  }
  const [second, last] = [of(samples.slice(quarter, 2 * quarter)), of(samples.slice(-quarter))]
  const said = (value: number) => (isMemory ? `${Math.round(value / 2 ** 20)} MB` : value.toLocaleString('en'))
  report(
    label,
    `${said(last)} in the last quarter`,
    `${said(second)} in the second`,
    last / second,
    'flat: <= 1.1',
    last / second <= 1.1,
  )
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

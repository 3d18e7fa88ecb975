/** `npm run bench -- rebuilds`: thirty rebuilds one after the other, and whether memory and disk stay as they are. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rebuildJobs } from '../../indexer/sync/rebuildIndex.ts'
import { startIndexer } from '../builders/indexer.ts'
import { engineMemory, indexBytes } from './growth.ts'
import { syncAlone } from './ingestion.ts'
import { mean, median, ms, report, timed } from './report.ts'
import { writeBenchFeed } from './rows.ts'

const jobs = 10_000
const cycles = 30
/** The first ones fill what the engine keeps between two. */
const warm = 10

export async function measureRebuilds(folder: string): Promise<void> {
  const indexer = await startIndexer()
  const feed = join(folder, 'rebuilds.ndjson')
  try {
    await writeBenchFeed(feed, jobs)
    syncAlone(indexer, { feed, indexes: '', prefix: indexer.prefix, source: 'feed' })
    const times: number[] = []
    const after: { memory: number; disk: number }[] = []
    for (let cycle = 0; cycle < cycles; cycle++) {
      times.push((await timed(() => rebuildJobs(indexer, ['feed']))).ms)
      after.push({ memory: await engineMemory(indexer), disk: await indexBytes(indexer) })
    }
    for (const what of ['memory', 'disk'] as const) {
      // The engine's memory goes up and down by a fifth from one rebuild to the next.
      const meanOf = (some: typeof after) => mean(some.map(one => one[what]))
      const [before, last] = [meanOf(after.slice(-2 * warm, -warm)), meanOf(after.slice(-warm))]
      const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
      report(
        `the engine's ${what}, the last ten of ${cycles} rebuilds of ${jobs.toLocaleString('en')} jobs`,
        megabytes(last),
        `${megabytes(before)} in the ten before`,
        last / before,
        '<= 1.15',
        last / before <= 1.15,
      )
    }
    report(
      `the last ten rebuilds of ${jobs.toLocaleString('en')} jobs, p50`,
      ms(median(times.slice(-10))),
      `${ms(median(times.slice(0, warm)))} for the first ten`,
      median(times.slice(-10)) / median(times.slice(0, warm)),
      '<= 1.3',
      median(times.slice(-10)) / median(times.slice(0, warm)) <= 1.3,
    )
  } finally {
    await indexer.stop()
    await rm(feed, { force: true })
  }
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { syncAlone } from './ingestion.ts'
import { ms, report } from './report.ts'
import { type BenchFormat, writeBenchFeed } from './rows.ts'

/**
 * One source of 100,000 rows and one of a million: the worker's memory and time, and what a changed thousandth costs.
 * Each run is a process of its own.
 * @param andThen what else is measured of the million
 */
export async function measureMillion(
  format: BenchFormat,
  folder: string,
  andThen: (indexer: TestIndexer) => Promise<void>,
): Promise<void> {
  const indexer = await startIndexer()
  try {
    const run = async (size: number, prefix: string, indexes: string) => {
      const sync = (feed: string) => syncAlone(indexer, { feed, indexes, prefix, source: 'memory', format })
      const feed = join(folder, `${prefix}.feed`)
      await writeBenchFeed(feed, size, () => 0, format)
      const first = sync(feed)
      if (first.upserted !== size) throw new Error(`the first sync wrote ${first.upserted} of ${size}`)
      const same = sync(feed)
      if (same.upserted !== 0) throw new Error(`the second sync wrote ${same.upserted}`)
      await writeBenchFeed(feed, size, n => (n % 1_000 === 0 ? 1 : 0), format)
      const changed = sync(feed)
      if (changed.upserted !== size / 1_000) throw new Error(`the third sync wrote ${changed.upserted}`)
      await rm(feed)
      return { first, same, changed }
    }
    const hundred = await run(100_000, `hundred-${format}`, 'hundred_')
    const whole = await run(1_000_000, `million-${format}`, '')
    const within = (ratio: number, most: number) => ratio <= most
    const peak = whole.first.peakMb / hundred.first.peakMb
    const mb = (one: { peakMb: number }) => `${one.peakMb} MB`
    report(
      `${format}: worker's peak memory, first sync of 1,000,000 rows`,
      mb(whole.first),
      `${mb(hundred.first)} for 100,000`,
      peak,
      '<= 1.3',
      within(peak, 1.3),
    )
    const peakAgain = whole.changed.peakMb / hundred.changed.peakMb
    report(
      `${format}: the same, 0.1% changed`,
      mb(whole.changed),
      `${mb(hundred.changed)} for 100,000`,
      peakAgain,
      '<= 1.3',
      within(peakAgain, 1.3),
    )
    const time = whole.first.ms / hundred.first.ms
    report(
      `${format}: time of a first sync of 1,000,000`,
      ms(whole.first.ms),
      `${ms(hundred.first.ms)} for 100,000`,
      time,
      'linear: near 10',
      within(time, 13),
    )
    const again = whole.changed.ms / hundred.changed.ms
    report(
      `${format}: time with 0.1% changed, 1,000,000`,
      ms(whole.changed.ms),
      `${ms(hundred.changed.ms)} for 100,000`,
      again,
      'linear: near 10',
      within(again, 13),
    )
    for (const [label, one] of [
      ['100,000', hundred],
      ['1,000,000', whole],
    ] as const)
      report(
        `${format}: time with 0.1% changed, ${label}`,
        ms(one.changed.ms),
        `${ms(one.changed.readMs)} for reading and parsing the feed alone`,
        one.changed.ms / one.changed.readMs,
        '<= 2.5',
        within(one.changed.ms / one.changed.readMs, 2.5),
      )
    report(
      `${format}: the very same feed again, 1,000,000`,
      ms(whole.same.ms),
      `${ms(whole.same.readMs)} for reading it`,
      whole.same.ms / whole.same.readMs,
      '<= 1.2',
      within(whole.same.ms / whole.same.readMs, 1.2),
    )
    await andThen(indexer)
  } finally {
    await indexer.stop()
  }
}

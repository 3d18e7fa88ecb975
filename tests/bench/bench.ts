/**
 * `npm run bench`: every figure a ratio to the raw engine, or to a named peer, measured in this run on this machine;
 * written to RESULTS.md beside this file. What follows `--` measures a part alone: `10000` or `100000` jobs, `1000000`
 * what visitors ask of a million (half an hour), `lighthouse` the pages' scores, `million` a feed of a million rows and
 * what visitors ask of it, `million indeed-xml` one of that format (half an hour each, written to MILLION.*.md),
 * `growth` (with `full` up to a million jobs, an hour), `visitors` (five hundred for ten minutes), `soak` (an hour;
 * both shorter with `VISITORS_SECONDS=120`), `rebuilds` thirty of the index, `alerts` a pass of the job alerts (`alerts
 * 1000000` beside as many jobs; ALERTS.md), `live` two thousand open lists (LIVE.md). `--full` is all of it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { measureAlerts } from './alerts.ts'
import { measureGrowth } from './growth.ts'
import { measureIngestion, syncAlone } from './ingestion.ts'
import { measurePages as scorePages } from './lighthouse.ts'
import { measureLive } from './live.ts'
import { measureMillion } from './million.ts'
import { measurePages } from './pages.ts'
import { measurePostgres } from './postgres.ts'
import { measureRebuilds } from './rebuilds.ts'
import { report, writeReport } from './report.ts'
import { type BenchFormat, writeBenchFeed } from './rows.ts'
import { measureSearch, measureSuggest } from './search.ts'
import { startSiteProcess } from './siteProcess.ts'
import { measureSoak } from './soak.ts'
import { isShort, measureVisitors } from './visitors.ts'

const asked = process.argv.slice(2).map(word => word.replace(/^--/, ''))
const isFull = asked.includes('full')
const isUsual = asked.length === 0 || (isFull && asked.length === 1)
const isAsked = (part: string) => asked.includes(part)
const format: BenchFormat = isAsked('indeed-xml') ? 'indeed-xml' : 'job'
const command = ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ')

const folder = await mkdtemp(join(tmpdir(), 'longlist-bench-'))
try {
  if (isUsual || isAsked('lighthouse')) await measureLighthouse()
  if (isUsual || isAsked('alerts')) await measureAlerts(folder, isAsked('1000000') ? 1_000_000 : 100_000)
  if (isUsual || isAsked('live')) await measureLive(folder)
  for (const size of [10_000, 100_000]) if (isUsual || isAsked(String(size))) await measure(size)
  if (isAsked('1000000') && !isAsked('alerts')) await measureSearches(1_000_000)
  if (isAsked('million') || (isUsual && isFull))
    await measureMillion(format, folder, indexer => measureFilled(indexer, 1_000_000))
  if (isAsked('growth') || isUsual)
    await measureGrowth(folder, isFull ? [10_000, 100_000, 1_000_000] : [10_000, 100_000])
  if (isUsual || isAsked('rebuilds')) await measureRebuilds(folder)
  if (isAsked('visitors') || (isUsual && isFull)) await measureVisitors(folder)
  if (isAsked('soak') || (isUsual && isFull)) await measureSoak(folder)
  if (isUsual) await writeReport('RESULTS.md', command)
  else if (isAsked('million')) await writeReport(`MILLION.${format}.md`, command)
  // A short form shows that the scripts work, and is no result.
  else if (['growth', 'alerts', 'live'].some(isAsked) || ((isAsked('visitors') || isAsked('soak')) && !isShort))
    await writeReport(`${asked[0]!.toUpperCase()}.md`, command)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measureLighthouse(): Promise<void> {
  for (const { path, scores, paints } of await scorePages()) {
    const all = Object.values(scores ?? {})
    report(
      `Lighthouse mobile, ${path.replace(/^\/(jobs|blog)\/.+/, '/$1/…')}`,
      scores ? `${all.join(' · ')} (${paints})` : `no result (${paints})`,
      'the best there is',
      null,
      '100 · 100 · 100 · 100',
      scores !== null && all.every(score => score === 100),
    )
  }
}

async function measure(size: number): Promise<void> {
  const indexer = await startIndexer()
  try {
    await measureIngestion(indexer, join(folder, `${size}.ndjson`), size)
    await measureFilled(indexer, size)
  } finally {
    await indexer.stop()
  }
}

/** What visitors ask, without the feed's own figures: a million documents are too many for one raw stream. */
async function measureSearches(size: number): Promise<void> {
  const indexer = await startIndexer()
  const feed = join(folder, `${size}.ndjson`)
  try {
    await writeBenchFeed(feed, size)
    syncAlone(indexer, { feed, indexes: '', prefix: indexer.prefix, source: 'feed' })
    await rm(feed)
    await measureFilled(indexer, size)
  } finally {
    await indexer.stop()
  }
}

async function measureFilled(indexer: TestIndexer, size: number): Promise<void> {
  const site = await startSiteProcess(indexer)
  try {
    await measureSearch(indexer, site.origin, size)
    await measureSuggest(indexer, site.origin, size.toLocaleString('en'))
    await measurePages(indexer, site.origin, size)
    await measurePostgres(indexer, site.origin, size)
  } finally {
    await site.stop()
  }
}

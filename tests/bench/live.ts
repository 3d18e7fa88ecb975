/** `npm run bench -- live`: two thousand open lists on one process, beside a feed that changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { noSearch } from '#api/jobSearchParams'
import { livePath } from '#api/live'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { type LiveClient, openLive } from '../builders/liveClient.ts'
import { metricsLogin } from '../builders/site.ts'
import { ms, post, quantile, report } from './report.ts'
import { writeBenchFeed } from './rows.ts'
import { memoryOf, type SiteProcess, startSiteProcess } from './siteProcess.ts'

const pages = 2_000
const jobs = 10_000
const idleSeconds = 30
/** Distinct searches among the pages: as many visitors share a list, and the worst of it. */
const distinct = [100, pages]

const words = [
  'actuary',
  'developer',
  'analyst',
  'manager',
  'engineer',
  'quant',
  'underwriter',
  'broker',
  'risk',
  'data',
]

export async function measureLive(folder: string): Promise<void> {
  const indexer = await startIndexer()
  const feed = join(folder, 'live.ndjson')
  await writeBenchFeed(feed, jobs)
  const source = indexer.source({ from: feed })
  await syncSource(source, indexer)
  const site = await startSiteProcess(indexer)
  try {
    for (const lists of distinct) await measurePages(lists, indexer, site)
  } finally {
    await site.stop()
    await indexer.stop()
  }
}

async function measurePages(lists: number, indexer: TestIndexer, site: SiteProcess): Promise<void> {
  const { engine } = indexer
  const search = (n: number) => ({
    ...noSearch,
    query: words[n % words.length]!,
    // Of another meaning each, and found by as many jobs.
    posted: 30,
    location: '',
    plain: [`list ${n}`],
  })
  const shown = (
    JSON.parse(
      await post(`${site.origin}/search/multi-search`, {
        queries: [{ indexUid: 'jobs', hitsPerPage: 5, attributesToRetrieve: ['id'] }],
      }),
    ) as { results: { hits: { id: string }[] }[] }
  ).results[0]!.hits.map(({ id }) => id)
  const label = `${pages.toLocaleString('en')} open lists of ${lists.toLocaleString('en')} searches`
  const before = memoryOf(site.pid)
  const clients: LiveClient[] = []
  for (let n = 0; n < pages; n++)
    clients.push(await openLive(site.origin, livePath({ search: search(n % lists), shown, since: Date.now() })))
  const refused = clients.filter(({ status }) => status !== 200).length
  if (refused > 0) throw new Error(`${refused} of ${pages} were refused.`)
  await until(() => clients.filter(({ news }) => news.length > 0).length, pages, `${label} are not told`)
  const memory = memoryOf(site.pid) - before
  report(
    `${label}: memory of the site`,
    `${Math.round(memory / 2 ** 20)} MB more, ${Math.round(memory / pages / 1_024)} KB a page`,
    `${Math.round(before / 2 ** 20)} MB before`,
    (memory + before) / before,
    '<= 100 MB more',
    memory <= 100 * 2 ** 20,
  )
  const idle = cpuOf(site.pid)
  await delay(idleSeconds * 1_000)
  const idleShare = (cpuOf(site.pid) - idle) / idleSeconds
  report(`${label}: processor while nothing changes`, percent(idleShare), 'one core', null, '<= 2%', idleShare <= 0.02)

  const told = clients.map(({ news }) => news.length)
  const asked = await questions(site)
  const cpu = cpuOf(site.pid)
  const [one] = await engine.byIds<{ id: string }>(engine.names.jobs, [shown[0]!])
  await engine.waitTask(await engine.writeDocuments(engine.names.jobs, [{ ...one, expires_at: 1 }]))
  const at = Date.now()
  indexer.changes.tell({ changed: [shown[0]!] })
  const heard = () => clients.filter(({ news }, n) => news.length > told[n]!).length
  await until(heard, pages, `${label} are not told of a change`)
  const late = clients.map(({ news }, n) => news[told[n]!]!.at - at)
  report(
    `${label}: from a job that is withdrawn to the page, p99`,
    `${ms(quantile(late, 0.99))} (p50 ${ms(quantile(late, 0.5))}), ${(cpuOf(site.pid) - cpu).toFixed(2)} s of processor`,
    'the webhook',
    null,
    '< 2 s',
    quantile(late, 0.99) < 2_000,
  )
  await until(() => questions(site), asked + lists, `${label}: not all were counted anew`)
  const share = cpuOf(site.pid) - cpu
  report(
    `${label}: until each has the new count`,
    `${ms(Date.now() - at)}, ${share.toFixed(2)} s of processor`,
    'the webhook',
    null,
    'for information',
    null,
  )
  await engine.waitTask(await engine.writeDocuments(engine.names.jobs, [one!]))
  for (const client of clients) client.close()
}

/** Seconds of processor that a process has used: Linux counts hundredths. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** Searches that the site has made for its open pages. */
async function questions(site: SiteProcess): Promise<number> {
  const answer = await fetch(`${site.origin}/metrics`, { headers: metricsLogin })
  return Number(/^longlist_live_questions_total (\d+)$/m.exec(await answer.text())?.[1])
}

async function until(count: () => number | Promise<number>, wanted: number, fault: string): Promise<void> {
  const giveUpAt = Date.now() + 120_000
  while ((await count()) < wanted) {
    if (Date.now() > giveUpAt) throw new Error(fault)
    await delay(20)
  }
}

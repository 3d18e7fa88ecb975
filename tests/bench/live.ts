/** `npm run bench -- live`: two thousand open lists on one process, beside a feed that changes. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { noSearch } from '#api/jobSearchParams'
import { livePath } from '#api/live'
import { redisKeys } from '#indexer/tasks'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import { syncSource } from '../../indexer/sync/syncSource.ts'
import { jobRow } from '../builders/feed.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { type LiveClient, openLive } from '../builders/liveClient.ts'
import { metricsLogin } from '../builders/site.ts'
import { ms, post, quantile, report } from './report.ts'
import { writeBenchFeed } from './rows.ts'
import { memoryOf, processorSeconds, type SiteProcess, startSiteProcess } from './siteProcess.ts'

const pages = 2_000
const jobs = 10_000
const idleSeconds = 60
/** Between two questions for one search (`livePages.ts`). */
const listMs = 2_000
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
  const idle = await usageOf(site)
  await delay(idleSeconds * 1_000)
  const { cpu: used, collecting } = await usageOf(site)
  const idleShare = (used - idle.cpu) / idleSeconds
  report(
    `${label}: processor while nothing changes`,
    `${percent(idleShare)}, with the collection of their opening's garbage (${percent((collecting - idle.collecting) / idleSeconds)})`,
    'one core',
    null,
    '<= 2%',
    idleShare <= 0.02,
  )

  const told = clients.map(({ news }) => news.length)
  const asked = await questions(site)
  const cpu = processorSeconds(site.pid)
  const [one] = await engine.byIds<{ id: string }>(engine.names.jobs, [shown[0]!])
  await engine.waitTask(await engine.writeDocuments(engine.names.jobs, [{ ...one, expires_at: 1 }]))
  const at = Date.now()
  indexer.changes.tell({ changed: [shown[0]!] })
  const heard = () => clients.filter(({ news }, n) => news.length > told[n]!).length
  await until(heard, pages, `${label} are not told of a change`)
  const late = clients.map(({ news }, n) => news[told[n]!]!.at - at)
  report(
    `${label}: from a job that is withdrawn to the page, p99`,
    `${ms(quantile(late, 0.99))} (p50 ${ms(quantile(late, 0.5))}), ${(processorSeconds(site.pid) - cpu).toFixed(2)} s of processor`,
    'the webhook',
    null,
    '< 2 s',
    quantile(late, 0.99) < 2_000,
  )
  await until(() => questions(site), asked + lists, `${label}: not all were counted anew`)
  const share = processorSeconds(site.pid) - cpu
  report(
    `${label}: until each has the new count`,
    `${ms(Date.now() - at)}, ${share.toFixed(2)} s of processor`,
    'the webhook',
    null,
    'for information',
    null,
  )
  await engine.waitTask(await engine.writeDocuments(engine.names.jobs, [one!]))

  // A list that was asked for just now is asked for again later.
  await delay(3 * listMs)
  const seen = clients.map(({ news }) => news.length)
  const since = Date.now()
  await deliver(indexer, 10 * jobs + lists, { title: words.join(' '), published_at: new Date(since).toISOString() })
  const first = (client: LiveClient, n: number) => client.news.slice(seen[n]!).find(({ fresh }) => fresh > 0)
  await until(() => clients.filter(first).length, pages, `${label} are not told of a new job`)
  const after = clients.map((client, n) => first(client, n)!.at - since)
  const isShared = lists < pages
  report(
    `${label}: from a new job's webhook to the page, p99`,
    `${ms(quantile(after, 0.99))} (p50 ${ms(quantile(after, 0.5))})`,
    'the webhook',
    null,
    isShared ? '< 2 s' : 'for information',
    isShared ? quantile(after, 0.99) < 2_000 : null,
  )
  for (const client of clients) client.close()
}

/** What the worker does with a delivery of the feed's webhook. */
async function deliver(indexer: TestIndexer, n: number, over: Record<string, unknown>): Promise<void> {
  const id = `live-${n}`
  const body = { type: 'job.upserted', source: 'hook', job: jobRow(n, over) }
  await indexer.redis.set(redisKeys.webhookJob(indexer.prefix, id), JSON.stringify(body))
  const taken = await applyWebhook(id, () => indexer.source({ id: 'hook', from: null }), indexer)
  if (taken.outcome !== 'upserted') throw new Error(`The webhook's job was not taken: ${JSON.stringify(taken)}`)
}

/** Seconds of processor that a site has used (`process.cpuUsage`), and that its garbage collections have taken. */
async function usageOf({ origin }: SiteProcess): Promise<{ cpu: number; collecting: number }> {
  const text = await (await fetch(`${origin}/metrics`, { headers: metricsLogin })).text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^longlist_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    )
  return { cpu: sum('process_cpu_seconds_total'), collecting: sum('nodejs_gc_duration_seconds_sum') }
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

/** `npm run bench -- growth`: what grows with the corpus, and how much: 10,000, 100,000 and 1,000,000 jobs. */
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { applyWebhook } from '../../indexer/sync/applyWebhook.ts'
import { startIndexer, type TestIndexer } from '../builders/indexer.ts'
import { syncAlone } from './ingestion.ts'
import { jobPaths } from './pages.ts'
import { median, ms, oneByOne, post, report, timed } from './report.ts'
import { benchRow, writeBenchFeed } from './rows.ts'
import { memoryOf, startSiteProcess } from './siteProcess.ts'
import { visitor } from './visitor.ts'

/** Figures of one size: milliseconds, or bytes where the name says so. */
type Figures = Record<string, number>

/** @param sizes in order; the last is compared with the first */
export async function measureGrowth(folder: string, sizes: readonly number[]): Promise<void> {
  const all: Figures[] = []
  for (const size of sizes) all.push(await figuresOf(folder, size))
  for (const what of Object.keys(all[0]!)) {
    const said = (figure: number) =>
      what.endsWith('bytes') ? `${Math.round(figure / 2 ** 20).toLocaleString('en')} MB` : ms(figure)
    const [before, last] = [all.at(-2)![what]!, all.at(-1)![what]!]
    const searches = /search|radius|page|webhook/.test(what)
    const most = searches ? 3 : (sizes.at(-1)! / sizes.at(-2)!) * 1.15
    report(
      `growth: ${what}`,
      all.map(figures => said(figures[what]!)).join(' · '),
      `${sizes.map(size => size.toLocaleString('en')).join(' · ')} jobs`,
      last / before,
      `<= ${most.toFixed(1)} for the last step`,
      last / before <= most,
    )
  }
}

async function figuresOf(folder: string, size: number): Promise<Figures> {
  const indexer = await startIndexer()
  const feed = join(folder, `growth-${size}.ndjson`)
  try {
    const run = { feed, indexes: '', prefix: indexer.prefix, source: 'feed' }
    await writeBenchFeed(feed, size)
    const first = syncAlone(indexer, run)
    const second = syncAlone(indexer, run)
    const source = indexer.source({ from: feed })
    const webhooks: number[] = []
    for (let round = 0; round < 7; round++) {
      const job = { ...benchRow(7, round + 1), updated_at: new Date().toISOString() }
      await indexer.redis.set(
        `${indexer.prefix}:webhook:job:g${round}`,
        JSON.stringify({ type: 'job.upserted', source: source.id, job }),
      )
      webhooks.push((await timed(() => applyWebhook(`g${round}`, () => source, indexer))).ms)
    }
    return {
      'first sync': first.ms,
      'second sync, nothing changed': second.ms,
      'one job by webhook': median(webhooks),
      "the worker's peak memory, bytes": first.peakMb * 2 ** 20,
      ...(await ofTheSite(indexer)),
      'the index on disk, bytes': await indexBytes(indexer),
      "the engine's memory, bytes": await engineMemory(indexer),
    }
  } finally {
    await indexer.stop()
    await rm(feed, { force: true })
  }
}

async function ofTheSite(indexer: TestIndexer): Promise<Figures> {
  const site = await startSiteProcess(indexer)
  try {
    const get = visitor(site.origin)
    const words = ['actuary', 'developer', 'analyst', 'manager', 'engineer', 'broker', 'quant', 'accountant']
    const search = (query: object) => (i: number) =>
      post(`${site.origin}/search/multi-search`, {
        queries: [
          {
            indexUid: 'jobs',
            hitsPerPage: 10,
            // Each another: what was asked before is remembered.
            page: 1 + Math.floor(i / 8),
            q: words[i % 8],
            facets: ['type', 'sectors'],
            ...query,
          },
        ],
      })
    const london = placeDocuments(indexer.gazetteer).find(
      ({ name, country }) => name === 'London' && country === 'GB',
    )!.id
    const jobs = await jobPaths(indexer, 60)
    await oneByOne(i => search({})(i + 200), 20)
    const figures = {
      'search, p50': median(await oneByOne(search({}), 100)),
      'radius, p50': median(await oneByOne(search({ filter: [`near = "${london}@20mi"`] }), 60)),
      'page of /jobs, p50': median(await oneByOne(i => get(`/jobs?query=${words[i % 8]}&page=${1 + i}`), 60)),
      'page of a job, p50': median(await oneByOne(i => get(jobs[i]!), jobs.length)),
    }
    const sitemap = await timed(() => wholeSitemap(get))
    const rss = await oneByOne(() => get('/jobs.rss?query=actuary'), 5)
    return {
      ...figures,
      'RSS of a search': median(rss),
      'the whole sitemap': sitemap.ms,
      "the site's memory, bytes": memoryOf(site.pid),
    }
  } finally {
    await site.stop()
  }
}

/** Every file that the sitemap's index names, one after the other. */
async function wholeSitemap(get: (path: string) => Promise<{ text(): string }>): Promise<void> {
  const { text } = await get('/sitemap.xml')
  for (const [, href] of text().matchAll(/<loc>([^<]+\.xml[^<]*)<\/loc>/g)) await get(new URL(href!).pathname)
}

export async function indexBytes({ meiliUrl, masterKey }: TestIndexer): Promise<number> {
  const answer = await fetch(`${meiliUrl}/stats`, { headers: { authorization: `Bearer ${masterKey}` } })
  return ((await answer.json()) as { databaseSize: number }).databaseSize
}

/** Bytes of the engine's process. */
export async function engineMemory(indexer: TestIndexer): Promise<number> {
  return memoryOf(enginePid(indexer))
}

/** Of the process that listens at the engine's port: what started it names the port too, and is small. */
export function enginePid({ meiliUrl }: TestIndexer): number {
  const { port } = new URL(meiliUrl)
  const pids = execFileSync('pgrep', ['-f', `meilisearch.*:${port}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return pids.map(Number).sort((a, b) => memoryOf(b) - memoryOf(a))[0]!
}

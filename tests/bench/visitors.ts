/**
 * `npm run bench -- visitors`: five hundred visitors at once with time to think, beside a sync of 30,000 changed rows
 * for ten minutes. On this machine alone, and bounded in number and time.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerFlags } from '../../infra/start/config.ts'
import { startIndexer } from '../builders/indexer.ts'
import { syncAlone } from './ingestion.ts'
import { jobPaths } from './pages.ts'
import { median, ms, oneByOne, post, quantile, report } from './report.ts'
import { seeded, writeBenchFeed } from './rows.ts'
import { type SiteProcess, startSiteProcess } from './siteProcess.ts'
import { visitor } from './visitor.ts'

const asked = Number(process.env.VISITORS_SECONDS || Number.POSITIVE_INFINITY)
if (!(asked > 0)) throw new Error(`VISITORS_SECONDS=${process.env.VISITORS_SECONDS} is no number of seconds.`)
/** For a moment only: of a tenth of the jobs, and of the changes. */
export const isShort = Number.isFinite(asked)

/** @returns seconds, of which there may be fewer in a short form */
export const secondsOf = (whole: number) => Math.min(asked, whole)

const words = ['actuary', 'senior developer', 'analyst london', 'manager', 'contract engineer', 'quant', 'part time']
const thinkMs = 4_000
const longestSyncMs = 1_200_000

type Step = (n: number) => Promise<{ what: string; status: number }>

/** What visitors do: search, choose a facet, turn a page, read a job. */
function steps(site: SiteProcess, jobs: readonly string[]): Step[] {
  const get = visitor(site.origin)
  const page = (what: string, path: string) =>
    get(path).then(
      ({ status }) => ({ what, status }),
      () => ({ what, status: 0 }),
    )
  const word = (n: number) => encodeURIComponent(words[n % words.length]!)
  return [
    // The usual size in an address leads on to one without it.
    n => page('search', `/jobs?query=${word(n)}&size=${[10, 20, 50][n % 3]}`),
    n => page('facet', `/jobs?query=${word(n)}&sector=${['banking', 'insurance', 'technology'][n % 3]}`),
    n => page('page', `/jobs?query=${word(n)}&page=${2 + (n % 40)}`),
    n => page('job', jobs[n % jobs.length]!),
    n =>
      post(`${site.origin}/search/multi-search`, {
        queries: [
          { indexUid: 'jobs', q: words[n % words.length], page: 1 + (n % 9), hitsPerPage: 10, facets: ['type'] },
        ],
      }).then(
        () => ({ what: 'endpoint', status: 200 }),
        () => ({ what: 'endpoint', status: 0 }),
      ),
  ]
}

/** @returns requests one after the other, as one visitor's: what each takes in milliseconds */
export async function aloneOn(site: SiteProcess, jobs: readonly string[]): Promise<number[]> {
  const all = steps(site, jobs)
  await oneByOne(i => all[i % all.length]!(i), 100)
  return oneByOne(i => all[i % all.length]!(i + 1_000), 400)
}

/** So many visitors for so long. @returns milliseconds of each answer, and what was refused, by its name and status */
export async function crowd(
  site: SiteProcess,
  { jobs, visitors, seconds }: { jobs: readonly string[]; visitors: number; seconds: number },
): Promise<{ times: number[]; refused: Map<string, number> }> {
  const all = steps(site, jobs)
  const times: number[] = []
  const refused = new Map<string, number>()
  const until = performance.now() + seconds * 1_000
  let begun = 0
  await Promise.all(
    Array.from({ length: visitors }, async (_, v) => {
      const random = seeded(v)
      await new Promise(resolve => setTimeout(resolve, random() * thinkMs))
      while (performance.now() < until) {
        const n = begun++
        const began = performance.now()
        const { what, status } = await all[Math.floor(random() * all.length)]!(n * 31 + v)
        times.push(performance.now() - began)
        if (status !== 200) refused.set(`${what} ${status}`, (refused.get(`${what} ${status}`) ?? 0) + 1)
        await new Promise(resolve => setTimeout(resolve, thinkMs * (0.5 + random())))
      }
    }),
  )
  return { times, refused }
}

export function reportRefused(label: string, { times, refused }: Awaited<ReturnType<typeof crowd>>): void {
  const errors = [...refused.values()].reduce((a, b) => a + b, 0)
  report(
    `${label}: errors`,
    `${errors} of ${times.length.toLocaleString('en')} ${[...refused].map(([what, count]) => `(${what}: ${count})`).join(' ')}`,
    'none',
    null,
    '0',
    errors === 0,
  )
}

export async function measureVisitors(folder: string): Promise<void> {
  const size = isShort ? 10_000 : 100_000
  const changed = isShort ? 3_000 : 30_000
  const [visitors, seconds] = [500, secondsOf(600)]
  const indexer = await startIndexer()
  let site: SiteProcess | null = null
  try {
    const feed = join(folder, 'visitors.ndjson')
    const of = { feed, indexes: '', prefix: indexer.prefix, source: 'feed' }
    await writeBenchFeed(feed, size)
    syncAlone(indexer, of)
    site = await startSiteProcess(indexer)
    const jobs = await jobPaths(indexer, 2_000)
    const quiet = await aloneOn(site, jobs)

    await writeBenchFeed(feed, size, n => (n < changed ? 1 : 0))
    const syncing = syncBeside(indexer, of)
    const came = await crowd(site, { jobs, visitors, seconds })
    await syncing
    const label = `${visitors} visitors for ${Math.round(seconds / 6) / 10} minutes beside a sync of ${changed.toLocaleString('en')} changed rows`
    reportRefused(label, came)
    const ratio = quantile(came.times, 0.99) / median(quiet)
    report(
      `${label}: p99`,
      `${ms(quantile(came.times, 0.99))} (p50 ${ms(median(came.times))})`,
      `${ms(median(quiet))}, p50 of one visitor`,
      ratio,
      '<= 10',
      ratio <= 10,
    )
  } finally {
    await site?.stop()
    await indexer.stop()
  }
}

/** The worker's own process, while this one goes on. */
function syncBeside(
  { meiliUrl, masterKey, redisUrl }: { meiliUrl: string; masterKey: string; redisUrl: string },
  run: object,
): Promise<void> {
  const script = fileURLToPath(new URL('./memory.ts', import.meta.url))
  const argument = JSON.stringify({ meiliUrl, masterKey, redisUrl, format: 'job', ...run })
  const child = spawn(process.execPath, [...workerFlags, '--import', 'tsx', script, argument], {
    stdio: 'inherit',
    timeout: longestSyncMs,
  })
  return new Promise((resolve, reject) => {
    child.once('exit', code => (code === 0 ? resolve() : reject(new Error(`The sync ended with code ${code}.`))))
  })
}

/**
 * `npm run bench -- visitors` and `-- soak`: five hundred visitors at once with time to think, beside a sync of 30,000
 * changed rows for ten minutes, and an hour of fifty. On this machine alone, and bounded in number and time.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerFlags } from '../../infra/start/config.ts'
import { startIndexer } from '../builders/indexer.ts'
import { syncAlone } from './ingestion.ts'
import { jobPaths } from './pages.ts'
import { median, ms, oneByOne, post, quantile, report } from './report.ts'
import { seeded, writeBenchFeed } from './rows.ts'
import { memoryOf, type SiteProcess, startSiteProcess } from './siteProcess.ts'
import { visitor } from './visitor.ts'

interface Bounds {
  jobs: number
  visitors: number
  seconds: number
  /** Rows of the feed that change while the visitors are there; 0 for no sync. */
  changed: number
}

const bounds: Record<'visitors' | 'soak', Bounds> = {
  visitors: { jobs: 100_000, visitors: 500, seconds: 600, changed: 30_000 },
  soak: { jobs: 10_000, visitors: 50, seconds: 3_600, changed: 0 },
}

const asked = Number(process.env.VISITORS_SECONDS || Number.POSITIVE_INFINITY)
if (!(asked > 0)) throw new Error(`VISITORS_SECONDS=${process.env.VISITORS_SECONDS} is no number of seconds.`)
/** For a moment only: of a tenth of the jobs, and of the changes. */
export const isShort = Number.isFinite(asked)

function boundsOf(which: 'visitors' | 'soak'): Bounds {
  const whole = bounds[which]
  if (!isShort) return whole
  return { ...whole, jobs: whole.jobs / 10, changed: whole.changed / 10, seconds: Math.min(asked, whole.seconds) }
}

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

export async function measureVisitors(which: 'visitors' | 'soak', folder: string): Promise<void> {
  const { jobs: size, visitors, seconds, changed } = boundsOf(which)
  const indexer = await startIndexer()
  let site: SiteProcess | null = null
  try {
    const feed = join(folder, 'visitors.ndjson')
    const of = { feed, indexes: '', prefix: indexer.prefix, source: 'feed' }
    await writeBenchFeed(feed, size)
    syncAlone(indexer, of)
    site = await startSiteProcess(indexer)
    const jobs = await jobPaths(indexer, 2_000)
    const all = steps(site, jobs)
    await oneByOne(i => all[i % all.length]!(i), 100)
    const quiet = await oneByOne(i => all[i % all.length]!(i + 1_000), 400)
    const before = resources(site, await keysIn(indexer))

    await writeBenchFeed(feed, size, n => (n < changed ? 1 : 0))
    const syncing = changed > 0 ? syncBeside(indexer, of) : null
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
    await syncing
    const label = `${visitors} visitors for ${Math.round(seconds / 6) / 10} minutes${changed ? ` beside a sync of ${changed.toLocaleString('en')} changed rows` : ''}`
    const errors = [...refused.values()].reduce((a, b) => a + b, 0)
    report(
      `${label}: errors`,
      `${errors} of ${times.length.toLocaleString('en')} ${[...refused].map(([what, count]) => `(${what}: ${count})`).join(' ')}`,
      'none',
      null,
      '0',
      errors === 0,
    )
    const ratio = quantile(times, 0.99) / median(quiet)
    report(
      `${label}: p99`,
      `${ms(quantile(times, 0.99))} (p50 ${ms(median(times))})`,
      `${ms(median(quiet))}, p50 of one visitor`,
      ratio,
      '<= 10',
      ratio <= 10,
    )
    const after = resources(site, await keysIn(indexer))
    report(
      `${label}: the site's memory, open files and keys in Redis`,
      said(after),
      `${said(before)} before`,
      after.memory / before.memory,
      'flat: <= 1.5, and no growth of files and keys',
      after.memory / before.memory <= 1.5 && after.files <= before.files + 2 * visitors,
    )
  } finally {
    await site?.stop()
    await indexer.stop()
  }
}

interface Resources {
  memory: number
  files: number
  keys: number
}

function resources(site: SiteProcess, keys: number): Resources {
  return { memory: memoryOf(site.pid), files: readdirSync(`/proc/${site.pid}/fd`).length, keys }
}

function said({ memory, files, keys }: Resources): string {
  return `${Math.round(memory / 2 ** 20)} MB, ${files}, ${keys}`
}

async function keysIn({ redis }: { redis: { dbsize(): Promise<number> } }): Promise<number> {
  return redis.dbsize()
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

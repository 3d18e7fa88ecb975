import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startSite } from '../builders/site.ts'

/** Fetched by npx for a measurement: two hundred packages that nothing else needs. */
const lighthouse = 'lighthouse@12.8.2'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface PageScore {
  path: string
  /** 0 to 100, by category; null where no run has come to an end. */
  scores: Record<(typeof categories)[number], number> | null
  /** What the performance is made of, as Lighthouse writes it; without scores the reason why. */
  paints: string
}

interface Report {
  runtimeError?: { code: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

const runs = 3
/** Of one run: on a busy machine Lighthouse may miss that the page has begun (`NO_NAVSTART`). */
const attempts = 3
const paints = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

/** @throws when Lighthouse has not come to a result, with its own code where it gives one */
async function reportOn(url: string): Promise<Report> {
  const args = ['--yes', lighthouse, url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
  const { stdout } = await promisify(execFile)('npx', [...args, '--chrome-flags=--headless --no-sandbox'], {
    maxBuffer: 1 << 28,
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium' },
  })
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(report.runtimeError.code)
  return report
}

/**
 * The page's run with the median of the performance, which is Lighthouse's own advice: a machine has other things to
 * do. A run that fails is begun again, three times in all; one that never ends well is left out.
 * @param measure one run
 */
export async function scorePage(path: string, measure: () => Promise<Report>): Promise<PageScore> {
  const reports: Report[] = []
  let failure = ''
  for (let run = 0; run < runs; run++)
    for (let attempt = 0; attempt < attempts; attempt++)
      try {
        reports.push(await measure())
        break
      } catch (error) {
        const { stderr = '', message } = error as { stderr?: string; message: string }
        failure = /\b[A-Z]{2,}(?:_[A-Z]+)+\b/.exec(`${message} ${stderr}`)?.[0] ?? message.slice(0, 200)
      }
  reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const report = reports[Math.floor(reports.length / 2)]
  if (!report) return { path, scores: null, paints: failure }
  return {
    path,
    scores: Object.fromEntries(categories.map(category => [category, scoreOf(report, category)])) as Exclude<
      PageScore['scores'],
      null
    >,
    paints: Object.entries(paints)
      .map(([name, audit]) => `${name} ${report.audits[audit]?.displayValue ?? ''}`.replace(/\u00a0/g, ' '))
      .join(', '),
  }
}

function scoreOf({ categories }: Report, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100)
}

/** Lighthouse's mobile scores of home, the job search, a job and an insight, on the built site with the seed. */
export async function measurePages(): Promise<PageScore[]> {
  const site = await startSite()
  try {
    const [job] = (await site.indexer.jobs()).filter(
      one => one.expires_at > site.now() && !one.external_application_url,
    )
    const insights = await (await fetch(`${site.origin}/blog`)).text()
    const [, insight = '/blog'] = /href="(\/blog\/(?!tag)[a-z0-9-]+)"/.exec(insights) ?? []
    const pages: PageScore[] = []
    for (const path of ['/', '/jobs', `/jobs/${job!.url_slug}`, insight])
      pages.push(await scorePage(path, () => reportOn(site.origin + path)))
    return pages
  } finally {
    await site.stop()
  }
}

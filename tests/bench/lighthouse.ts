import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startSite } from '../builders/site.ts'

/** Fetched by npx for a measurement: two hundred packages that nothing else needs. */
const lighthouse = 'lighthouse@12.8.2'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface PageScore {
  path: string
  /** 0 to 100, by category. */
  scores: Record<(typeof categories)[number], number>
  /** What the performance is made of, as Lighthouse writes it. */
  paints: string
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

const runs = 3
const paints = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

async function reportOn(url: string): Promise<Report> {
  const args = ['--yes', lighthouse, url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
  const { stdout } = await promisify(execFile)('npx', [...args, '--chrome-flags=--headless --no-sandbox'], {
    maxBuffer: 1 << 28,
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium' },
  })
  return JSON.parse(stdout) as Report
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
    for (const path of ['/', '/jobs', `/jobs/${job!.url_slug}`, insight]) {
      const reports: Report[] = []
      for (let run = 0; run < runs; run++) reports.push(await reportOn(site.origin + path))
      // Lighthouse's own advice: the run with the median of the performance, since a machine has other things to do.
      reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
      const report = reports[Math.floor(runs / 2)]!
      pages.push({
        path,
        scores: Object.fromEntries(
          categories.map(category => [category, scoreOf(report, category)]),
        ) as PageScore['scores'],
        paints: Object.entries(paints)
          .map(([name, audit]) => `${name} ${report.audits[audit]?.displayValue ?? ''}`.replace(/\u00a0/g, ' '))
          .join(', '),
      })
    }
    return pages
  } finally {
    await site.stop()
  }
}

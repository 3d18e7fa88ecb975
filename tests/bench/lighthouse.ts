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
      const args = [
        '--yes',
        lighthouse,
        site.origin + path,
        '--output=json',
        '--quiet',
        `--only-categories=${categories.join(',')}`,
      ]
      const { stdout } = await promisify(execFile)('npx', [...args, '--chrome-flags=--headless --no-sandbox'], {
        maxBuffer: 1 << 28,
        env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium' },
      })
      const report = JSON.parse(stdout) as { categories: Record<string, { score: number | null }> }
      const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
      pages.push({
        path,
        scores: Object.fromEntries(categories.map(category => [category, score(category)])) as PageScore['scores'],
      })
    }
    return pages
  } finally {
    await site.stop()
  }
}

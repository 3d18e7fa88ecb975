import { openBrowser, type TestBrowser } from './browser.ts'
import { startSite, type TestSite } from './site.ts'

let started: Promise<{ site: TestSite; browser: TestBrowser }> | undefined

/**
 * A site with the seed and a browser for it, for files that change nothing there. They are started once for all files
 * whose modules are one (`isolate: false`), and end with the process. The site's clock stands still, at the moment of
 * this call: nothing begins, ends or closes while it is looked at.
 */
export async function seedSite(): Promise<{ site: TestSite; browser: TestBrowser }> {
  started ??= start()
  const { site, browser } = await started
  site.stopClock(Math.floor(Date.now() / 1_000))
  return { site, browser }
}

async function start() {
  const site = await startSite()
  return { site, browser: await openBrowser(site.origin) }
}

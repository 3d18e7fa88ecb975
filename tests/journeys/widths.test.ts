import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobDocument } from '#indexer/job'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { openBrowser, type TestBrowser, widths } from '../builders/browser.ts'
import { startSite, type TestSite } from '../builders/site.ts'
import { feedFiles, resultOf } from '../feeds/results.ts'

const folder = process.env.REAL_DATA_DIR
/** Of all adverts those with the longest words, for each place where a word can stand. */
const most = 30
const fields = [
  'title',
  'company',
  'location',
  'salary_package',
  'summary',
  'description',
  'external_reference',
] as const

const longestWord = (text: unknown) =>
  Math.max(0, ...[...String(text ?? '').matchAll(/[^\s<>]+/g)].map(([word]) => word.length))

describe('no page is wider than its screen', () => {
  beforeEach(({ skip }) => skip(!folder, 'REAL_DATA_DIR is not set to the folder of recorded feeds'))

  let site: TestSite
  let browser: TestBrowser
  let widest: JobDocument[] = []

  beforeAll(async () => {
    if (!folder) return
    const best = new Map<string, { length: number; document: JobDocument }[]>(fields.map(field => [field, []]))
    const gazetteer = loadGazetteer()
    for (const file of await feedFiles(folder))
      await resultOf(folder, file, gazetteer, document => {
        for (const field of fields) {
          const list = best.get(field)!
          const length = longestWord(document[field])
          if (list.length === most && length <= list.at(-1)!.length) continue
          list.push({ length, document })
          list.sort((a, b) => b.length - a.length)
          list.length = Math.min(most, list.length)
        }
      })
    site = await startSite()
    const now = site.now()
    widest = [...new Set([...best.values()].flat().map(({ document }) => document))].map((document, i) => ({
      ...document,
      id: `wide-${i}`,
      url_slug: `wide-${i}`,
      published_at: now + 60 + i,
      expires_at: now + 90 * 86_400,
    }))
    const { engine } = site.indexer
    await engine.waitTask(await engine.writeDocuments('jobs', widest))
    const slugs = widest.map(({ url_slug, id, title, specialisms, location }) => ({
      slug: url_slug,
      jobId: id,
      title,
      specialisms,
      location,
    }))
    await engine.waitTask(await engine.writeDocuments('slugs', slugs))
    browser = await openBrowser(site.origin)
  })
  afterAll(async () => {
    await site?.stop()
  })

  it('for the adverts of all recorded feeds that have the longest words', () =>
    browser.visit({ width: widths.phone, javaScriptEnabled: false, expected: [/./] }, async ({ page, open }) => {
      expect(widest.length).toBeGreaterThan(most)
      const lists = Array.from(
        { length: Math.ceil(widest.length / 50) },
        (_, i) => `/jobs?sort=newest&size=50&page=${i + 1}`,
      )
      const tooWide: string[] = []
      for (const target of [...lists, ...widest.map(({ url_slug }) => `/jobs/${url_slug}`)]) {
        expect(await open(target), target).toBe(200)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        if (width > widths.phone) tooWide.push(`${target}: ${width} px`)
      }
      expect(tooWide).toEqual([])
    }))
})

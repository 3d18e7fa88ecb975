import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobAnswer } from '#api/search'
import { cardAttributes, type JobDocument, jobPageAttributes } from '#indexer/job'
import { sites } from '#indexer/site'
import { buildApp } from '../../api/app.ts'
import { render } from '../../web/entry-server.tsx'
import { aJob, now } from '../builders/jobDocument.ts'
import { startServers, type TestServers } from '../builders/site.ts'
import { noContent } from './fakeSite.ts'

/**
 * What an agency may not show, its client for one, is in every field that is on no list of what leaves, and in one that
 * no version knows.
 */
const secret = 'undisclosed'
const hidden = {
  origin: secret,
  source: secret,
  sourceKey: secret,
  rawHash: secret,
  hosted_job_url: `https://${secret}.example/1`,
  categories: [{ id: secret, name: secret, values: [{ id: secret, name: secret }] }],
  provenance: { title: { raw: secret, confidence: 1, flags: [secret] } },
  unresolved: [secret],
  unparsedSalary: secret,
  searchText: secret,
  ofTomorrow: secret,
} satisfies Partial<JobDocument> & { ofTomorrow: string }

let servers: TestServers
let app: FastifyInstance

beforeAll(async () => {
  servers = await startServers()
  const job = (id: string, more: Partial<JobDocument> = {}) =>
    aJob({ id, url_slug: id, external_reference: id, location: `London ${id}`, ...more, ...hidden })
  await servers.write({ jobs: [job('one'), job('two'), job('three'), job('over', { expires_at: now - 1 })] })
  app = await buildApp(servers.config, { now: () => now * 1_000 })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await servers?.stop()
})

async function page(url: string): Promise<{ status: number; text: string }> {
  const assets = { styles: [], scripts: [], modules: {}, application: 'web/hydrate.tsx' }
  const rendered = await render(
    { url, api: app.siteApi, content: noContent, site: sites.uk, origin: 'https://jobs.example.com', now, assets },
    error => {
      throw error
    },
  )
  if (!('html' in rendered)) throw new Error(`${url} leads to ${rendered.redirect}`)
  return { status: rendered.status, text: rendered.html }
}

describe('what leaves of a job', () => {
  it('is what is on the lists, in its JSON and with jobs like it', async () => {
    const answer = (await app.inject('/jobs/one.json')).json() as JobAnswer
    if (answer.status !== 'live') throw new Error(answer.status)
    expect(Object.keys(answer.job).sort()).toEqual([...jobPageAttributes].sort())
    expect(answer.similar.map(({ id }) => id).sort()).toEqual(['three', 'two'])
    for (const card of answer.similar) expect([...cardAttributes]).toEqual(expect.arrayContaining(Object.keys(card)))
  })

  it('holds nothing of where it came from, on any way out', async () => {
    const search = (query: object) =>
      app.inject({
        method: 'POST',
        url: '/search/multi-search',
        payload: { queries: [{ indexUid: 'jobs', ...query }] },
      })
    const all = ['*', ...Object.keys(hidden)]
    const texts: Record<string, string> = {}
    for (const url of ['/jobs/one.json', '/jobs/over.json', '/jobs.rss', '/jobs.rss?query=actuary', '/sitemap.xml'])
      texts[url] = (await app.inject(url)).body
    for (const query of [
      {},
      { attributesToRetrieve: all },
      { q: 'actuary', attributesToRetrieve: all, attributesToHighlight: all, attributesToCrop: all },
    ])
      texts[JSON.stringify(query)] = (await search(query)).body
    for (const url of ['/', '/jobs', '/jobs?query=actuary', '/jobs/one', '/jobs/over', '/search?query=actuary'])
      texts[url] = (await page(url)).text
    for (const [from, text] of Object.entries(texts)) {
      expect(text, from).toMatch(/one|over/)
      expect(text, from).not.toContain(secret)
    }
    // The page's own state, as the browser gets it, and what search engines read.
    expect(texts['/jobs/one']).toContain('id="dehydrated"')
    expect(texts['/jobs/one']).toContain('"@type":"JobPosting"')
    // Nor may it be asked for.
    for (const attribute of ['source', 'origin', 'sourceKey']) {
      expect((await search({ filter: `${attribute} = "${secret}"` })).statusCode, attribute).toBe(400)
      expect((await search({ facets: [attribute] })).statusCode, attribute).toBe(400)
      expect((await search({ sort: [`${attribute}:asc`] })).statusCode, attribute).toBe(400)
    }
  })
})

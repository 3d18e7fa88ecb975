/** Pages as their first HTML, by one client: where visits land. */
import { Agent, request } from 'node:http'
import type { TestIndexer } from '../builders/indexer.ts'
import { median, ms, oneByOne, post, report } from './report.ts'

const visits = 300
/** After which a visitor gives up. */
const patienceMs = 60_000

/** The text of an answer over kept-alive connections, as a browser has them. */
export function visitor(origin: string): (path: string) => Promise<{ status: number; text: string }> {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(origin)
  return path =>
    new Promise((resolve, reject) => {
      const headers = { accept: 'text/html' }
      const signal = AbortSignal.timeout(patienceMs)
      request({ hostname, port, path, agent, headers, signal }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      })
        .on('error', reject)
        .end()
    })
}

/** Paths of live jobs, spread over the index. */
export async function jobPaths({ engine }: TestIndexer, most: number): Promise<string[]> {
  const paths: string[] = []
  for await (const page of engine.pages<{ url_slug: string }>('jobs', {
    filter: `expires_at > ${Math.floor(Date.now() / 1_000) + 3_600}`,
    fields: ['url_slug'],
    size: 1_000,
  })) {
    for (let i = 0; i < page.length; i += 7) paths.push(`/jobs/${page[i]!.url_slug}`)
    if (paths.length >= most) break
  }
  return paths.slice(0, most)
}

export async function measurePages(indexer: TestIndexer, origin: string, size: number): Promise<void> {
  const label = size.toLocaleString('en')
  const get = visitor(origin)
  const open = async (path: string) => {
    const { status } = await get(path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  const jobs = await jobPaths(indexer, visits + 50)
  await oneByOne(i => open(jobs[visits + i]!), 50)
  const page = await oneByOne(i => open(jobs[i]!), visits)
  report(
    `a job page, p50, one client, ${label}`,
    `${ms(median(page))}, ${Math.round(1_000 / (page.reduce((a, b) => a + b) / page.length))} a second`,
    'a limit of 6 ms',
    median(page) / 6,
    '<= 6 ms, 200 a second',
    median(page) <= 6,
  )
  const words = ['actuary', 'developer', 'analyst', 'manager', 'engineer', 'broker', 'quant', 'accountant']
  const search = (i: number) => ({ q: words[i % words.length]!, page: 1 + Math.floor(i / words.length) })
  await oneByOne(i => open(`/jobs?query=${words[i]}`), words.length)
  const list = await oneByOne(i => {
    const { q, page } = search(i)
    return open(`/jobs?query=${q}&page=${page}`)
  }, 100)
  const alone = await oneByOne(i => {
    const { q, page } = search(i + 100)
    const facets = ['sectors', 'specialisms', 'type', 'workingEnvironment', 'salaryBand']
    return post(`${origin}/search/multi-search`, {
      queries: [{ indexUid: 'jobs', q, page, hitsPerPage: 10, facets }],
    })
  }, 100)
  report(
    `/jobs with a search, first HTML, p50, one client, ${label}`,
    ms(median(list)),
    `${ms(median(alone))} for the search alone`,
    median(list) / median(alone),
    'at most 15 ms over',
    median(list) - median(alone) <= 15,
  )
}

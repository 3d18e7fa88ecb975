/** Pages as their first HTML, by one client: where visits land. */
import type { TestIndexer } from '../builders/indexer.ts'
import { runAlone } from './alone.ts'
import { mean, median, ms, oneByOne, post, report } from './report.ts'
import { visitor } from './visitor.ts'

const visits = 300
/** Of a site that has just started: V8 compiles what is used much. */
const warmVisits = 1_000

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
  const jobs = await jobPaths(indexer, warmVisits + visits)
  const visit = (paths: string[]) => runAlone('./visits.ts', { origin, paths }) as number[]
  const told = (times: number[]) => `${ms(median(times))}, ${Math.round(1_000 / mean(times))} a second`
  const first = visit(jobs.slice(0, warmVisits)).slice(0, visits)
  const page = visit(jobs.slice(warmVisits))
  report(
    `a job page, each another job's, p50, one client, ${label}`,
    told(page),
    'a limit of 6 ms',
    median(page) / 6,
    '<= 6 ms, 200 a second',
    median(page) <= 6 && mean(page) <= 5,
  )
  report(
    `the same, the first ${visits} visits of a site that has just started, ${label}`,
    told(first),
    `${told(page)} after ${warmVisits.toLocaleString('en')}`,
    median(first) / median(page),
    'for information',
    null,
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

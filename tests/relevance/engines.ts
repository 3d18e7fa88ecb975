import { type JobAnswer, plainFilter, plainMarks } from '#api/search'
import type { JobDocument } from '#indexer/job'
import type { RunningPostgres } from '../builders/postgres.ts'
import { type Advert, cut, type Search } from './score.ts'
import type { Adverts } from './sets.ts'

/** Hits of each search by its id, best first. */
export type Answers = Record<string, Advert[]>

/** Asks until the site's limit of searches a minute lets it pass. */
async function patiently(url: URL, init?: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url, init)
    if (answer.ok) return answer
    if (answer.status !== 429 || tries === 20)
      throw new Error(`${url.pathname} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    await new Promise(resolve => setTimeout(resolve, 5_000))
  }
}

/** The first hits of one search, as the page's own script asks. */
export async function postSearch(
  origin: string,
  { q, filter = [] }: { q: string; filter?: string[] },
): Promise<JobDocument[]> {
  const body = JSON.stringify({ queries: [{ indexUid: 'jobs', q, page: 1, hitsPerPage: cut, filter }] })
  const answer = await patiently(new URL('/search/multi-search', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await answer.json()) as { results: { hits: JobDocument[] }[] }).results[0]!.hits
}

/**
 * Every search as `POST /search/multi-search`, as the page's own script asks.
 * @param understood whether the words may be read as places, pay and conditions
 */
export async function askSearch(
  origin: string,
  searches: readonly Search[],
  adverts: Adverts,
  { understood = true } = {},
): Promise<Answers> {
  const answers: Answers = {}
  for (const { id, query, place, radius = 20, site } of searches) {
    const filter = understood ? [] : [plainFilter([plainMarks.all])]
    if (place) {
      const [first] = (await (await patiently(new URL(`/places?q=${encodeURIComponent(place)}`, origin))).json()) as {
        id: string
      }[]
      if (!first) throw new Error(`${id}: no place is called ${place}`)
      filter.push(`near = "${first.id}@${radius}${(site ?? 'uk') === 'uk' ? 'mi' : 'km'}"`)
    }
    const hits = await postSearch(origin, { q: query, filter })
    answers[id] = hits.map(hit => adverts.get(hit.id) ?? advertOfCard(hit))
  }
  return answers
}

/** Every search as the page that a visitor without JavaScript gets. A card says its address and not its id. */
export async function askPage(origin: string, searches: readonly Search[], adverts: Adverts): Promise<Answers> {
  const answers: Answers = {}
  for (const { id, query, place, radius } of searches) {
    const params = new URLSearchParams({
      query,
      size: String(cut),
      ...(place && { location: place }),
      ...(radius && { radius: String(radius) }),
    })
    const html = await (await patiently(new URL(`/jobs?${params}`, origin))).text()
    const slugs = [...new Set([...html.matchAll(/href="\/jobs\/([^"#?/]+)"/g)].map(([, slug]) => slug!))]
    const found = await Promise.all(
      slugs.map(async slug => {
        const answer = await fetch(new URL(`/jobs/${slug}.json`, origin))
        // Other pages stand under this address too.
        const job = answer.ok ? ((await answer.json()) as JobAnswer) : null
        return job?.status === 'live' ? [adverts.get(job.job.id) ?? advertOfCard(job.job)] : []
      }),
    )
    answers[id] = found.flat().slice(0, cut)
  }
  return answers
}

/** A hit whose row is not known: it is judged by what its card shows. */
function advertOfCard(hit: Partial<JobDocument> & { id: string }): Advert {
  const {
    id,
    title = '',
    company,
    sectors = [],
    specialisms = [],
    location = '',
    salary_package,
    type = [],
    workingEnvironment = [],
  } = hit
  return {
    id,
    title,
    company: company ?? '',
    category: [...sectors, ...specialisms].join(', '),
    location,
    salary: salary_package ?? '',
    type: [...type, ...workingEnvironment].join(', '),
    description: hit.summary ?? '',
    reference: hit.external_reference ?? '',
    country: '',
    pay: hit.salary ? [hit.salary] : [],
    age: hit.published_at ? Date.now() / 86_400_000 - hit.published_at / 86_400 : 0,
  }
}

/** An engine without places of its own is given the place behind the words. */
const wordsOf = ({ query, place }: Search) => (place ? `${query} ${place}` : query)

/** Answers one search with the ids of its hits, best first. */
export type Peer = (search: Search) => Promise<string[]>

const defaultIndex = 'as-it-comes'

/** One document a row with the row's own fields, on an index whose settings nobody has touched. */
export async function fillDefaultIndex(url: string, key: string, adverts: Adverts): Promise<void> {
  const documents = [...adverts.values()].map(({ country: _, pay: __, age: ___, ...fields }) =>
    Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')),
  )
  const request = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    })
    if (!answer.ok) throw new Error(`Meilisearch answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { taskUid: number; status: string; error: { message: string } | null }
  }
  const body = documents.map(document => `${JSON.stringify(document)}\n`).join('')
  const { taskUid } = await request(`/indexes/${defaultIndex}/documents?primaryKey=id`, { method: 'POST', body })
  for (;;) {
    const { status, error } = await request(`/tasks/${taskUid}`)
    if (status === 'succeeded') return
    if (error) throw new Error(`Meilisearch: ${error.message}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

export function defaultMeilisearch(url: string, key: string): Peer {
  return async search => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ q: wordsOf(search), limit: cut, attributesToRetrieve: ['id'] })
    const answer = await fetch(`${url}/indexes/${defaultIndex}/search`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`Meilisearch answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { hits: { id: string }[] }).hits.map(({ id }) => id)
  }
}

/** Full text in SQL: title before category before place, pay and type, the description last; equal ranks by id. */
export function fullTextPostgres({ psql }: RunningPostgres, adverts: Adverts): Peer {
  const weighed = {
    A: 'title',
    B: "concat_ws(' ', company, category)",
    C: "concat_ws(' ', location, salary, type, reference)",
    D: 'description',
  }
  const columns = [
    'id',
    'title',
    'company',
    'category',
    'location',
    'salary',
    'type',
    'reference',
    'description',
  ] as const
  psql(`create table adverts (${columns.map(name => `${name} text`).join(', ')}, words tsvector)`)
  const cell = (text: string) => text.replace(/[\\\t\n\r\0]/g, ' ')
  const lines = [...adverts.values()].map(advert => `${columns.map(name => cell(advert[name])).join('\t')}\n`)
  psql(`copy adverts (${columns.join(', ')}) from stdin`, lines.join(''))
  const vectors = Object.entries(weighed).map(
    ([weight, text]) => `setweight(to_tsvector('english', ${text}), '${weight}')`,
  )
  psql(`update adverts set words = ${vectors.join(' || ')}`)
  psql('create index on adverts using gin (words)')
  return async search => {
    const query = `websearch_to_tsquery('english', '${wordsOf(search).replaceAll("'", "''")}')`
    return psql(
      `select id from adverts where words @@ ${query} order by ts_rank_cd(words, ${query}) desc, id limit ${cut}`,
    )
      .split('\n')
      .filter(Boolean)
  }
}

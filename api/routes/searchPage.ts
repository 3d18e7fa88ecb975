import type { FastifyInstance } from 'fastify'
import { toQuery } from '#api/jobQuery'
import { type JobSearchParams, jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import type { Reading } from '#api/search'
import { mergedSynonyms, ownSynonyms } from '#indexer/synonyms'
import { redisKeys, type Vocabulary } from '#indexer/tasks'
import { foldLetters } from '#indexer/words'
import { html } from '../html.ts'
import { type ApiParts } from '../parts.ts'
import { queryString } from '../requests.ts'
import type { EngineQuery } from '../search/engine.ts'
import { deepest, type Explained, explain, type Placed, placeOf, type RankedJob } from '../search/explain.ts'
import { namedJob } from '../search/namedJob.ts'
import { adminPage, number, table } from './adminPage.ts'

/** The engine joins so many words to look up their synonyms. */
const joined = 3

/**
 * `/admin/search`: what a search of the site's own address becomes, and why its jobs, or one of them (`find`), stand
 * where they do.
 */
export async function searchPages(app: FastifyInstance, { config, search, queues }: ApiParts): Promise<void> {
  const { site, queuePrefix: prefix } = config

  app.get<{ Querystring: { find?: string | string[] } }>('/admin/search', async (request, reply) => {
    const params = { ...parseJobSearchParams(queryString(request.url)), page: 1 }
    const find = String(request.query.find ?? '')
      .trim()
      .slice(0, 300)
    const isAsked = params.query !== '' || params.location !== ''
    const body = [form(params, find), isAsked ? await answer(params, find) : ''].join('\n')
    const page = adminPage({
      site,
      title: 'Search',
      at: '/admin/search',
      now: new Date(),
      reply,
      body,
    })
    return reply.type('text/html; charset=utf-8').send(page)
  })

  async function answer(params: JobSearchParams, find: string): Promise<string> {
    const place = await search.resolvePlace(params)
    if (place.status === 'unknown')
      return `<p class="alarm">No place is called ${html(place.text)}: nothing is searched for.</p>`
    const context = { site, place: place.status === 'found' ? place.place : null, now: search.now() }
    const { sent, reading } = await search.sent(toQuery(params, context, 'jobs'))
    if (sent === null) return '<p class="alarm">The text has no words: nothing is searched for.</p>'
    const [explained, vocabulary, job] = await Promise.all([
      explain(search.engine, sent),
      readVocabulary(),
      find === '' ? null : namedJob(find, search),
    ])
    return [
      becomes(params, sent, reading, vocabulary),
      find === '' ? '' : job === null ? noSuchJob(find) : oneJob(job, await placeOf(job, search.engine, sent)),
      results(params, explained),
    ].join('\n')
  }

  /** What the worker has given the engine; null while Redis is away. */
  async function readVocabulary(): Promise<Vocabulary | null> {
    try {
      queues.assertUp()
      return JSON.parse((await queues.redis.get(redisKeys.vocabulary(prefix))) ?? 'null') as Vocabulary | null
    } catch {
      return null
    }
  }
}

function form({ query, location }: JobSearchParams, find: string): string {
  const input = (label: string, name: string, value: string) =>
    `<label>${label} <input name="${name}" value="${html(value)}" maxlength="300" size="24"></label>`
  return `<form method="get" action="/admin/search" class="actions asked">
${input('Keywords', 'query', query)}
${input('Place', 'location', location)}
${input('Where is this job? Its reference, id or address', 'find', find)}
<button>Explain</button>
</form>`
}

/** The words as the engine gets them, and what each finds beside itself. */
function becomes(
  params: JobSearchParams,
  sent: EngineQuery,
  reading: Reading | null,
  vocabulary: Vocabulary | null,
): string {
  const { q = '', filter = [], sort = [], matchingStrategy = 'last' } = sent
  const filters = typeof filter === 'string' ? [filter] : filter
  const fact = (name: string, value: string) =>
    `<dt>${name}</dt><dd class="typed">${value === '' ? 'none' : value}</dd>`
  const counts =
    vocabulary &&
    `${number(vocabulary.groups.own)} of the product, ${number(vocabulary.groups.operator)} of SEARCH_VOCABULARY, ${number(vocabulary.groups.taxonomy)} of a taxonomy, ${number(vocabulary.groups.added ?? 0)} added from searches`
  return `<section aria-labelledby="becomes">
<h2 id="becomes">What it becomes</h2>
<dl>
${fact('Typed', html(params.query))}
${fact('Understood', (reading?.understood ?? []).map(({ label, text }) => `${html(label)} (“${html(text)}”)`).join('<br>'))}
${fact('Words for the engine', html(q))}
${fact('Of them', matchingStrategy === 'all' ? 'all' : `as many as there are (${html(matchingStrategy)})`)}
${fact('Filter', filters.map(html).join('<br>'))}
${fact('Order', sort.length === 0 ? 'relevance' : html(sort.join(', ')))}
</dl>
${vocabulary === null ? '<p>Which words find others is not known: the worker has not said so, or Redis does not answer.</p>' : synonymTable(q, vocabulary)}
${counts === null ? '' : `<p class="facts">Groups of words: ${counts}.</p>`}
</section>`
}

function synonymTable(q: string, { synonyms }: Vocabulary): string {
  const found = synonymsIn(q, mergedSynonyms(ownSynonyms, synonyms))
  if (found.length === 0) return '<p>None of its words finds another.</p>'
  return table(
    'Words that find others',
    ['Word', 'Finds too'],
    found.map(
      ([word, others]) => `<tr><th scope="row">${html(word)}</th><td class="wide">${html(others.join(', '))}</td></tr>`,
    ),
  )
}

/** What the engine looks up: each word, and each two and three in a row, in their places. */
export function synonymsIn(q: string, synonyms: Record<string, string[]>): [word: string, others: string[]][] {
  const known = new Map(Object.entries(synonyms).map(([word, others]) => [fold(word), [word, others]] as const))
  const words = fold(q).split(' ')
  const found = new Map<string, string[]>()
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + joined); to++) {
      const [word, others] = known.get(words.slice(from, to).join(' ')) ?? []
      if (word !== undefined && others !== undefined) found.set(word, others)
    }
  return [...found]
}

/** As near as is needed to how the engine compares words. */
function fold(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{N}+#.]+/gu, ' ')
    .trim()
}

function results(params: JobSearchParams, { total, first, ms }: Explained): string {
  const heading = `<h2 id="first">${first.length === 0 ? 'No job is found' : `The first ${first.length} of ${number(total)}`}</h2>`
  return `<section aria-labelledby="first">
${heading}
<p class="facts">The engine took ${ms} ms. The rules decide from left to right; one that the engine did not need is empty. Words that it
joined to look them up count as a typo for each seam. <a href="${html(jobsPath(params))}">The page that visitors see</a></p>
${first.length === 0 ? '' : rankingTable(first.map((job, i) => ({ ...job, rank: i + 1 })))}
</section>`
}

function rankingTable(jobs: (RankedJob & { rank: number | null })[]): string {
  const rules = [...new Set(jobs.flatMap(({ rules }) => rules.map(({ name }) => name)))]
  const row = ({ rank, id, title, location, score, rules: own }: (typeof jobs)[number]) =>
    `<tr><td class="number">${rank ?? ''}</td><td class="wide"><a href="/admin/job?find=${encodeURIComponent(id)}">${html(title)}</a> <small>${html(location)}</small></td>${rules
      .map(name => `<td>${html(own.find(rule => rule.name === name)?.said ?? '')}</td>`)
      .join('')}<td class="number">${score.toFixed(4)}</td></tr>`
  return table(
    'Jobs and what the ranking rules say of them',
    [{ number: '#' }, 'Job', ...rules, { number: 'Score' }],
    jobs.map(row),
  )
}

const noSuchJob = (find: string) =>
  `<p class="alarm">No job in the index has this reference, id or address: ${html(find)}</p>`

function oneJob({ title }: { title: string }, { rank, ranked, lacks, leftOutBy }: Placed): string {
  const list = (texts: string[]) => `<ul>${texts.map(text => `<li><code>${html(text)}</code></li>`).join('')}</ul>`
  const said = ranked
    ? `<p class="fine">${rank === null ? `It is found, behind the first ${number(deepest)}.` : `It is number ${number(rank)}.`}</p>${rankingTable([{ ...ranked, rank }])}`
    : `<p class="alarm">It is not found.</p>
${lacks.length === 0 ? '' : `<p>Words that it does not hold, nor one that they find:</p>${list(lacks)}`}
${leftOutBy.length === 0 ? '' : `<p>Filters that leave it out:</p>${list(leftOutBy)}`}
${lacks.length + leftOutBy.length > 0 ? '' : '<p>It holds each word and passes each filter by itself, and not all together.</p>'}`
  return `<section aria-labelledby="one">
<h2 id="one">${html(title)}</h2>
${said}
</section>`
}

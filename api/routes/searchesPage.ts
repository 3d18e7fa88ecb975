import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { jobsPath } from '#api/jobSearchParams'
import { type AddWordTask, taskNames } from '#indexer/tasks'
import { httpError } from '../errors.ts'
import { html } from '../html.ts'
import { type ApiParts } from '../parts.ts'
import { leastVisitors, positionSteps, type SearchRow, shownDays } from '../search/searchCounts.ts'
import { adminPage, number, table } from './adminPage.ts'
import { askWorker } from './askWorker.ts'

/** Of each list; the CSV has them all. */
const perList = 50
const periods = [7, shownDays] as const

const addition = z.object({
  kind: z.enum(['synonym', 'alias'], 'Say whether it is a synonym or a place.'),
  text: z
    .string('Say which text it is.')
    .trim()
    .min(1, 'Say which text it is.')
    .max(80, 'The text is longer than 80 characters.'),
  means: z
    .string('Say what the text means.')
    .trim()
    .min(1, 'Say what the text means.')
    .max(400, 'What it means is longer than 400 characters.'),
})

const said = {
  synonym: 'Saved. Searches find it as soon as the worker has told the engine: within half a minute.',
  alias: 'Saved. The place field knows it within two minutes, the keywords within the hour.',
  waiting: 'The worker does not answer: it is saved as soon as the worker runs.',
}

/**
 * `/admin/searches`: what visitors search for, what they find nothing for, and what comes of it, in the last 7 or 30
 * days; `/admin/searches.csv` the same to save. A post to `/admin/searches/add` gives a text a meaning: it goes on the
 * queue, and the worker writes it beside the operator's own words (indexer/sync/addWord.ts).
 */
export async function searchesPages(app: FastifyInstance, { config, queues, searches }: ApiParts): Promise<void> {
  const { site } = config

  app.get<{ Querystring: { days?: string; done?: string } }>('/admin/searches', async (request, reply) => {
    const days = daysOf(request.query.days)
    const { done = '' } = request.query
    const rows = await unlessDown(searches.read(days))
    const body = [
      Object.hasOwn(said, done) ? `<p class="fine" role="status">${said[done as keyof typeof said]}</p>` : '',
      bodyOf(rows, days),
    ].join('\n')
    const page = adminPage({
      site,
      title: 'Searches',
      at: '/admin/searches',
      now: new Date(),
      reply,
      body,
    })
    return reply.type('text/html; charset=utf-8').send(page)
  })

  app.get<{ Querystring: { days?: string } }>('/admin/searches.csv', async (request, reply) => {
    const days = daysOf(request.query.days)
    return reply
      .header('content-disposition', `attachment; filename="searches-${days}-days.csv"`)
      .type('text/csv; charset=utf-8')
      .send(toCsv(await unlessDown(searches.read(days))))
  })

  app.post('/admin/searches/add', async (request, reply) => {
    const parsed = addition.safeParse(request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {})
    if (!parsed.success) throw httpError(422, parsed.error.issues.map(({ message }) => message).join(' '))
    const task: AddWordTask = parsed.data
    const outcome = await unlessDown(askWorker(queues.urgent, taskNames.addWord, task))
    if (outcome?.refused) throw httpError(422, outcome.refused)
    return reply.redirect(`/admin/searches?done=${outcome === null ? 'waiting' : parsed.data.kind}`, 303)
  })
}

function daysOf(days: string | undefined): number {
  return periods.find(period => String(period) === days) ?? shownDays
}

async function unlessDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw Object.assign(httpError(503, 'Redis does not answer.'), { cause: error })
  }
}

/** A list of the page: which texts, in which order, and what is to be done about them. */
interface List {
  id: string
  title: string
  about: string
  none: string
  rows: SearchRow[]
  by: 'searches' | 'fruitless' | 'relaxed' | 'applications'
}

function bodyOf(rows: SearchRow[], days: number): string {
  const period = periods
    .map(one =>
      one === days ? `<strong>${one} days</strong>` : `<a href="/admin/searches?days=${one}">${one} days</a>`,
    )
    .join(' or ')
  const top = (by: List['by'], kind: SearchRow['kind'] = 'query') =>
    rows
      .filter(row => row.kind === kind && row[by] > 0)
      .sort((a, b) => b[by] - a[by] || b.searches - a.searches || (a.text < b.text ? -1 : 1))
  const lists: List[] = [
    {
      id: 'frequent',
      title: 'Most frequent',
      about: 'What is searched for most.',
      none: 'No text has been searched for by enough visitors yet.',
      rows: top('searches'),
      by: 'searches',
    },
    {
      id: 'fruitless',
      title: 'Without results',
      about: 'No live job held all of the words, whatever filters stood beside them.',
      none: 'Each text found a job.',
      rows: top('fruitless'),
      by: 'fruitless',
    },
    {
      id: 'relaxed',
      title: 'Words left out',
      about: 'Too few jobs held all of the words: others were shown behind them, with words left out.',
      none: 'No words were left out.',
      rows: top('relaxed'),
      by: 'relaxed',
    },
    {
      id: 'places',
      title: 'Places that are not known',
      about: 'Typed as a place, and not found in the gazetteer.',
      none: 'Each place was known.',
      rows: top('fruitless', 'place'),
      by: 'fruitless',
    },
    {
      id: 'applications',
      title: 'Ended in an application',
      about:
        'Forms that were sent here, and ways taken to an advertiser’s own page, from a job that the search led to on the same day.',
      none: 'No application has come of a search yet.',
      rows: top('applications'),
      by: 'applications',
    },
  ]
  return `<p>Searches of the last ${period}, days in UTC. <a href="/admin/searches.csv?days=${days}" download>Save as CSV</a></p>
<p class="facts">Only texts that ${leastVisitors} different visitors typed are here. What looks like a name, an address or a number of a person is not kept at all. Visitors are told apart by their network address: behind a proxy, TRUSTED_HOPS must be right.</p>
${lists.map(section).join('\n')}`
}

function section({ id, title, about, none, rows, by }: List): string {
  const fruitless = by === 'fruitless'
  const heads = [
    'Text',
    { number: fruitless ? 'Without results' : by === 'relaxed' ? 'Left out' : 'Searches' },
    ...(by === 'searches' || by === 'applications' ? [] : [{ number: 'Searches' }]),
    { number: 'Visitors' },
    ...(id === 'places'
      ? []
      : [
          { number: 'Found' },
          'Understood as',
          { number: 'Clicks per search' },
          { number: 'Position' },
          { number: 'Applications' },
        ]),
  ]
  const row = (search: SearchRow) => {
    const { text, kind, searches, visitors, found, understood, applications } = search
    const figure = (value: string) => `<td class="number">${value}</td>`
    const explain =
      kind === 'query' ? ` <a href="/admin/search?query=${html(encodeURIComponent(text))}">Explain</a>` : ''
    const link = `<a href="${html(jobsPath(kind === 'query' ? { query: text } : { location: text }))}">${html(text)}</a>${explain}`
    // Below the text: a column of its own would lie out of sight behind the others.
    const meaning = fruitless ? `${kind === 'query' ? form('synonym', text) : ''}${form('alias', text)}` : ''
    return `<tr><td class="why">${link}${meaning}</td>${[
      ...(fruitless || by === 'relaxed' ? [figure(number(search[by]))] : []),
      figure(number(searches)),
      figure(number(visitors)),
      ...(id === 'places'
        ? []
        : [
            figure(number(found)),
            `<td class="wide">${html(understood.join(', '))}</td>`,
            figure(clickShare(search)),
            figure(medianPosition(search.positions)),
            figure(number(applications)),
          ]),
    ].join('')}</tr>`
  }
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p class="facts">${about}${rows.length > perList ? ` The first ${perList} of ${number(rows.length)}.` : ''}</p>
${rows.length === 0 ? `<p>${none}</p>` : table(`Texts: ${title}`, heads, rows.slice(0, perList).map(row))}
</section>`
}

/** The first press opens it, the second saves. */
function form(kind: AddWordTask['kind'], text: string): string {
  const [name, means] = kind === 'synonym' ? ['Add synonym', 'finds too'] : ['Add place alias', 'is the place']
  return `<details><summary aria-label="${name} for ${html(text)}">${name}</summary>
<form method="post" action="/admin/searches/add" class="actions"><input type="hidden" name="kind" value="${kind}">
<label>The text <input name="text" value="${html(text)}" maxlength="80" required size="18"></label>
<label>${means} <input name="means" maxlength="400" required size="18" autocomplete="off"></label>
<button>Save</button></form></details>`
}

function clickShare({ clicks, searches }: SearchRow): string {
  return clicks === 0 ? '0' : (clicks / searches).toFixed(2)
}

/** The step that holds the middle click: `3`, `6–10`, `51 and more`; empty without clicks. */
export function medianPosition(positions: readonly number[]): string {
  const middle = positions.reduce((sum, clicks) => sum + clicks, 0) / 2
  if (middle === 0) return ''
  let sum = 0
  const step = positions.findIndex(clicks => {
    sum += clicks
    return sum >= middle
  })
  const [first, last] = [(positionSteps[step - 1] ?? 0) + 1, positionSteps[step]!]
  return first === last ? String(first) : last === Number.POSITIVE_INFINITY ? `${first} and more` : `${first}–${last}`
}

/** RFC 4180, for a spreadsheet: what it would take for a formula is text. */
export function toCsv(rows: readonly SearchRow[]): string {
  const names = [
    'Field',
    'Text',
    'Searches',
    'Visitors',
    'Without results',
    'Words left out',
    'Found last',
    'Understood as',
    'Clicks',
    'Position',
    'Applications',
  ]
  const cell = (value: string | number) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [...rows]
    .sort((a, b) => b.searches - a.searches)
    .map(
      ({ kind, text, searches, visitors, fruitless, relaxed, found, understood, clicks, positions, applications }) => [
        kind === 'query' ? 'Keyword' : 'Place',
        text,
        searches,
        visitors,
        fruitless,
        relaxed,
        found,
        understood.join('; '),
        clicks,
        medianPosition(positions),
        applications,
      ],
    )
  return [names, ...lines].map(line => `${line.map(cell).join(',')}\r\n`).join('')
}

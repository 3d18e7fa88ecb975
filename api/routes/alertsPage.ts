import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Frequency, frequencies, frequencyLabels } from '#api/alerts'
import { jobsPath } from '#api/jobSearchParams'
import { refinementsOf } from '#api/refinements'
import { readSavedSearch } from '#api/savedSearch'
import {
  type AlertCount,
  AlertIndex,
  alertCounts,
  mostFound,
  type Survey,
  type SurveyRow,
} from '../alerts/alertIndex.ts'
import { html } from '../html.ts'
import { type ApiParts } from '../parts.ts'
import { leastVisitors } from '../search/searchCounts.ts'
import { looksPersonal } from '../search/typedText.ts'
import { adminPage, age, number, table } from './adminPage.ts'
import { readAlarms } from './pipelineState.ts'

const shownDays = 14
const shownRows = 50

const countLabels: Record<AlertCount, string> = {
  asked: 'Asked for',
  confirmed: 'Confirmed',
  ended: 'Ended',
  mails: 'Mails',
  jobs: 'Jobs told',
  failures: 'Failures',
  refused: 'Refused for good',
  expired: 'Expired',
}

/**
 * `/admin/alerts`: how many there are, what was sent and what failed, what waits, and what people ask for and do not
 * find: by search, and never by person.
 */
export async function alertsPages(app: FastifyInstance, parts: ApiParts): Promise<void> {
  // Long: one page, its tables in the order in which they are read.
  const { config, queues } = parts
  const { site } = config
  app.get('/admin/alerts', async (request, reply) => {
    const now = Date.now()
    const index = new AlertIndex(queues.redis, config.queuePrefix)
    try {
      queues.assertUp()
      const [survey, counts, waiting, passed, alarms] = await Promise.all([
        index.survey(),
        index.counts(shownDays, now),
        index.waiting(now),
        index.lastPass(),
        readAlarms(parts),
      ])
      const { count, since } = waiting
      // How long is too long, the worker alone is told.
      const late = alarms.some(({ kind }) => kind === 'alertsLate')
      const facts = [
        `${plural(survey.people, 'person', 'people')} with ${number(sum(survey.alerts))} confirmed alerts, which are ${plural(survey.rows.length, 'search', 'different searches')}.`,
        frequencies.map(name => `${frequencyLabels[name]}: ${number(survey.alerts[name])}`).join(' · '),
        passed === null
          ? 'The jobs that arrive were not matched yet: are the deliveries at work?'
          : `Jobs that arrived were last matched ${age(new Date(passed), new Date(now))} ago.`,
        config.mailsBySmtp
          ? 'Mails go to the mail server.'
          : 'No mail server is set up (SMTP_URL): mails are put into the mailbox.',
      ]
      const wait =
        count === 0
          ? '<p class="fine">No mail is due.</p>'
          : `<p class="${late ? 'alarm' : 'fine'}">${plural(count, 'person waits', 'people wait')} for a mail that is due, the first for ${age(new Date(since ?? now), new Date(now))}.</p>`
      const body = `${facts.map(fact => `<p class="facts">${html(fact)}</p>`).join('\n')}
${wait}
<h2>By day</h2>
${countsTable(counts)}
<h2>Asked for</h2>
${searchesTable(survey)}`
      return send(reply, body)
    } catch (error) {
      request.log.warn({ event: 'alertsUnread' }, (error as Error).message)
      return send(
        reply.code(503),
        '<p class="alarm">Redis does not answer. The alerts are in the store, and nothing is lost.</p>',
      )
    }
  })

  function countsTable(counts: { day: string; counts: Partial<Record<AlertCount, number>> }[]): string {
    const heads = ['Day (UTC)', ...alertCounts.map(name => ({ number: countLabels[name] }))]
    const rows = counts.map(
      ({ day, counts: of }) =>
        `<tr><td class="when">${html(day)}</td>${alertCounts.map(name => `<td class="number">${number(of[name] ?? 0)}</td>`).join('')}</tr>`,
    )
    return table('What was done by day', heads, rows)
  }

  function searchesTable({ rows }: Survey): string {
    // As on /admin/searches: what few people ask may be about one of them.
    const isShown = ({ search, people }: SurveyRow) =>
      people >= leastVisitors && !looksPersonal(readSavedSearch(search).params.query)
    const shown = rows.filter(isShown)
    const fruitless = shown.filter(({ found }) => found === 0)
    const faulty = rows.filter(({ fault }) => fault !== null)
    const list = (label: string, some: readonly SurveyRow[]) =>
      some.length === 0
        ? `<p>${html(label)}: none.</p>`
        : `<h2>${html(label)}</h2>${table(label, ['Search', { number: 'People' }, { number: 'Jobs in 15 days' }], some.slice(0, shownRows).map(row))}`
    return `${list('Without a job in fifteen days', fruitless)}
${list('Most people', shown)}
<p class="facts">Searches of fewer than ${leastVisitors} people, or with a text that looks personal: ${number(rows.length - shown.length)}.</p>
${faulty.length > 0 ? `<p class="alarm">${plural(faulty.length, 'search', 'searches')} could not be made: ${html([...new Set(faulty.map(({ fault }) => fault!))].slice(0, 5).join(' '))}</p>` : ''}`
  }

  function row({ search, people, found }: SurveyRow): string {
    const { params } = readSavedSearch(search)
    const name = refinementsOf(params, { status: 'none' }, site)
      .map(({ label }) => label)
      .join(', ')
    return `<tr><td class="wide"><a href="${html(jobsPath(params))}">${html(name)}</a></td><td class="number">${number(people)}</td><td class="number">${number(found)}${found < mostFound ? '' : '+'}</td></tr>`
  }

  function send(reply: FastifyReply, body: string): FastifyReply {
    const page = adminPage({
      site,
      title: 'Job alerts',
      at: '/admin/alerts',
      now: new Date(),
      reply,
      body,
    })
    return reply.type('text/html; charset=utf-8').send(page)
  }
}

function sum(counts: Record<Frequency, number>): number {
  return frequencies.reduce((all, name) => all + counts[name], 0)
}

function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

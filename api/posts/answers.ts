import type { PostDialect, PostedJob } from '#indexer/tasks'
import { xml } from '../xml.ts'

/** What a distributor is answered, in its own dialect. */
export interface PostAnswer {
  status: number
  type: string
  body: string
}

const plain = 'text/plain; charset=utf-8'
const markup = 'application/xml; charset=utf-8'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document as a whole was not taken. */
export function failed(dialect: PostDialect | null, status: number, message: string): PostAnswer {
  if (dialect === 'idibu')
    return {
      status,
      type: markup,
      body: `${declaration}<idibu>\n${idibuJob(null, 'failed', error(message))}</idibu>\n`,
    }
  if (dialect === 'dwp')
    return {
      status,
      type: markup,
      body: `${declaration}<VacancyResults status="failed"><Reason>${xml(message)}</Reason></VacancyResults>\n`,
    }
  return { status, type: plain, body: `Failure: ${oneLine(message)}\n` }
}

/** It was judged and is kept: only the worker has not come to it yet. */
const later = 'It was accepted and will take effect in a while.'

/**
 * What became of each advert. A sender of plain text gets 422 where one of them failed; where the dialect has a place
 * for it, the answer itself says so.
 * @param urlOf the public address of a job by its slug
 */
export function applied(dialect: PostDialect, jobs: readonly PostedJob[], urlOf: (slug: string) => string): PostAnswer {
  const told = jobs.map(job => ({
    ...job,
    url: job.slug === undefined ? undefined : urlOf(job.slug),
    fault: faultOf(job),
  }))
  switch (dialect) {
    case 'broadbean': {
      if (told.length === 0) return failed(dialect, 422, 'The document holds no advert.')
      const lines = told.map(({ reference, outcome, url, fault }) => {
        const job = reference === null ? 'the job' : `job ${oneLine(reference)}`
        if (fault) return `Failure: ${job}: ${oneLine(fault)}`
        if (outcome === 'pending') return `Success: ${job}: ${later}`
        return url
          ? `Success: ${job} was ${outcome}. URL: ${url}`
          : `Success: ${job} ${outcome === 'withdrawn' ? 'was deleted.' : 'has been changed since; that stands.'}`
      })
      return { status: told.some(({ fault }) => fault) ? 422 : 200, type: plain, body: `${lines.join('\n')}\n` }
    }
    case 'idibu':
      if (told.length === 0) return failed(dialect, 422, 'The document holds no job.')
      return xmlAnswer(
        'idibu',
        told.map(({ reference, outcome, url, fault }) =>
          idibuJob(
            reference,
            fault ? 'failed' : outcome === 'withdrawn' ? 'deleted' : outcome,
            fault
              ? error(fault)
              : outcome === 'pending'
                ? `<message>${later}</message>`
                : url
                  ? `<url>${xml(url)}</url>`
                  : '',
          ),
        ),
      )
    case 'dwp':
      return xmlAnswer(
        'VacancyResults',
        told.map(({ reference, outcome, url, fault }) =>
          dwpJob(
            reference,
            fault ? 'failed' : outcome === 'withdrawn' ? 'expired' : outcome,
            fault
              ? `<Reason>${xml(fault)}</Reason>`
              : outcome === 'pending'
                ? `<Message>${later}</Message>`
                : url
                  ? `<Url>${xml(url)}</Url>`
                  : '',
          ),
        ),
      )
  }
}

function faultOf({ outcome, reason }: PostedJob): string | null {
  if (outcome === 'unknownJob') return 'There is no job of this reference to delete.'
  return outcome === 'refused' ? (reason ?? 'It was refused.') : null
}

function xmlAnswer(root: string, children: string[]): PostAnswer {
  return { status: 200, type: markup, body: `${declaration}<${root}>\n${children.join('')}</${root}>\n` }
}

/** The `id` is what a later update or deletion may name the job by: its reference. */
function idibuJob(reference: string | null, status: string, inner: string): string {
  return `  <job${reference === null ? '' : ` id="${xml(reference)}"`} status="${status}">${inner}</job>\n`
}

function dwpJob(reference: string | null, status: string, inner: string): string {
  return `  <Vacancy${reference === null ? '' : ` vacancyRefCode="${xml(reference)}"`} status="${status}">${inner}</Vacancy>\n`
}

function error(message: string): string {
  return `<error>${xml(message)}</error>`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

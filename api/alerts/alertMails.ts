import { frequencyLabels } from '#api/alerts'
import { refinementsOf } from '#api/refinements'
import { readSavedSearch } from '#api/savedSearch'
import type { PlaceResolution } from '#api/search'
import type { JobCard } from '#indexer/job'
import type { Site } from '#indexer/site'
import type { Message } from '../delivery/mail.ts'
import { mailSheet, mailStyles as styles } from '../delivery/mailSheet.ts'
import { html } from '../html.ts'
import { looksPersonal } from '../search/typedText.ts'
import type { Alert, Person } from './alertStore.ts'

/** What a mail shows of a job. */
export const mailedFields = [
  'id',
  'title',
  'url_slug',
  'location',
  'salary_package',
  'type',
  'workingEnvironment',
  'company',
  'summary',
  'expires_at',
] as const satisfies readonly (keyof JobCard)[]
export type MailedJob = Pick<JobCard, (typeof mailedFields)[number]>

/** An alert with the words for what it asks. */
export interface NamedAlert {
  alert: Alert
  criteria: string[]
  /** Path of the search. */
  path: string
}

export interface MailParts {
  site: Site
  siteName: string
  /** `https://jobs.example.com` */
  origin: string
}

/** The words for what a saved search asks. */
export function criteriaOf(search: string, resolution: PlaceResolution, site: Site): string[] {
  return refinementsOf(readSavedSearch(search).params, resolution, site).map(({ label }) => label)
}

/**
 * The same for the mail before any press. Another person may have typed them for the reader's eyes: they are our
 * own words (facets, places, pay), and of what was typed a few words that lead nowhere.
 */
export function askedFor(search: string, resolution: PlaceResolution, site: Site): string[] {
  const { params } = readSavedSearch(search)
  return refinementsOf(params, resolution, site).flatMap(({ key, label }) => {
    if (key === 'query') return isPlainSearch(params.query) ? label : 'the words that were typed'
    if (key === 'location') return resolution.status === 'found' ? label : 'the place that was typed'
    return key.startsWith('plain:') ? [] : label
  })
}

const mostShown = { words: 6, characters: 60 }

/** Of what mail programs make links and numbers to call, nothing. `asp.net` and `node.js` are trades. */
function isPlainSearch(text: string): boolean {
  const rest = text.replace(/\b(?:asp\.net|[a-z]{1,20}\.js)\b/gi, '')
  return (
    text.length <= mostShown.characters &&
    text.split(' ').length <= mostShown.words &&
    /^[\p{L}\p{M}\p{N}\p{Sc} .,'’"()+#&/-]*$/u.test(text) &&
    !/[\p{L}\p{N}]\.\p{L}{2}/u.test(rest) &&
    !looksPersonal(rest)
  )
}

/** `“actuary”, Within 20 miles of Leeds` */
export function namedBy(criteria: readonly string[]): string {
  return criteria.join(', ')
}

/**
 * The one mail that is sent before anything is confirmed: one link, which opens a page with one press.
 * @param named its criteria by `askedFor`
 */
export function confirmMail(id: string, person: Person, named: NamedAlert, link: string, parts: MailParts): Message {
  const { asked, frequency } = named.alert
  const often = frequencyLabels[asked?.frequency ?? frequency].toLowerCase()
  const what = namedBy(named.criteria)
  const lines = [
    `Please confirm your job alert at ${parts.siteName}:`,
    '',
    `  ${what} (${often})`,
    '',
    link,
    '',
    'The link opens a page with one button. Until you press it, we send you nothing more, and after seven days we erase your address.',
    'If you did not ask for this, another person has typed your address: there is nothing for you to do.',
    '',
    parts.siteName,
  ]
  const body = `<p>New jobs of this search come to this address:</p>
<p style="${styles.card}"><strong>${html(what)}</strong><br>${html(often)}</p>
<p><a href="${html(link)}" style="${styles.button}">Confirm this alert</a></p>
<p style="${styles.small}">The link opens a page with one button. Until you press it, we send you nothing more, and after seven days we erase your address. If you did not ask for this, another person has typed your address: there is nothing for you to do.</p>`
  return {
    id: `${id}-confirm`,
    to: person.email,
    subject: `${parts.siteName}: please confirm your job alert`,
    text: lines.join('\n'),
    html: mailSheet(parts.siteName, 'Please confirm your job alert', body),
    attachments: [],
    auto: 'auto-replied',
  }
}

export interface JobsMail {
  id: string
  /** Shown, the newest first, each with the alerts that it is here for. */
  jobs: { job: MailedJob; alerts: NamedAlert[] }[]
  /** Found, shown or not. */
  total: number
  /** There may be more. */
  isCut: boolean
  alerts: NamedAlert[]
  endLink: string
  manageLink: string
}

/** New jobs, as text and as cards, each with why it is here. */
export function jobsMail(mail: JobsMail, person: Person, parts: MailParts): Message {
  const { jobs, total, isCut, alerts, endLink, manageLink } = mail
  const { origin, siteName } = parts
  const rest = total - jobs.length
  const subject =
    total === 1
      ? `New job: ${jobs[0]!.job.title}`
      : `${total}${isCut ? '+' : ''} new jobs: ${jobs[0]!.job.title}${total === 2 ? ' and one more' : ` and ${total - 1} more`}`
  const count = isCut ? `${total} or more` : `${total}`
  const shown =
    rest > 0
      ? `${jobs.length} shown of ${count}: “All jobs for …” below leads to the others, which no later mail repeats.`
      : ''
  const head = total === 1 ? 'One new job for you' : `${count} new jobs for you`
  const link = (job: MailedJob) => `${origin}/jobs/${encodeURI(job.url_slug)}`
  const facts = (job: MailedJob) =>
    [job.company, job.location, job.salary_package, job.type.join(' or '), job.workingEnvironment.join(' or ')]
      .filter(Boolean)
      .join(' · ')
  const why = (matched: NamedAlert[]) =>
    `Matches your alert: ${matched.map(({ criteria }) => namedBy(criteria)).join('; ')}`
  const text = [
    head + (shown && `. ${shown}`),
    '',
    ...jobs.flatMap(({ job, alerts: matched }) => [
      job.title,
      `  ${facts(job)}`,
      `  ${why(matched)}`,
      `  ${link(job)}`,
      '',
    ]),
    ...alerts.map(({ criteria, path }) => `All jobs for ${namedBy(criteria)}: ${origin}${path}`),
    '',
    `Pause, change or end your alerts: ${manageLink}`,
    `End ${alerts.length === 1 ? 'this alert' : 'these alerts'}: ${endLink}`,
    '',
    siteName,
  ]
  const card = ({ job, alerts: matched }: JobsMail['jobs'][number]) =>
    `<div style="${styles.card}">
<a href="${html(link(job))}" style="${styles.title}">${html(job.title)}</a>
<div style="${styles.facts}">${html(facts(job))}</div>
${job.summary ? `<div style="${styles.summary}">${html(job.summary)}</div>` : ''}
<div style="${styles.small}">${html(why(matched))}</div>
</div>`
  const body = `${shown ? `<p>${html(shown)}</p>` : ''}
${jobs.map(card).join('\n')}
${alerts.map(({ criteria, path }) => `<p><a href="${html(origin + path)}" style="${styles.link}">All jobs for ${html(namedBy(criteria))}</a></p>`).join('\n')}
<p style="${styles.small}">You asked for this at ${html(siteName)}. <a href="${html(manageLink)}" style="${styles.link}">Pause, change or end your alerts</a> or <a href="${html(endLink)}" style="${styles.link}">end ${alerts.length === 1 ? 'this alert' : 'these alerts'}</a>.</p>`
  return {
    id: `${mail.id}-alert`,
    to: person.email,
    subject,
    text: text.join('\n'),
    html: mailSheet(parts.siteName, head, body),
    headers: unsubscribeHeaders(endLink),
    attachments: [],
    auto: 'auto-generated',
  }
}

/** Once a year: whether the alerts are still wanted. */
export function keepMail(
  id: string,
  person: Person,
  alerts: readonly NamedAlert[],
  { manageLink, endLink }: Pick<JobsMail, 'manageLink' | 'endLink'>,
  parts: MailParts,
): Message {
  const names = alerts.map(({ criteria }) => namedBy(criteria))
  const ask = `It is nearly a year since you last looked at your job alerts at ${parts.siteName}. Without a press of yours they end, and we erase your address.`
  const text = [ask, '', ...names.map(name => `  ${name}`), '', `Keep or end them: ${manageLink}`, '', parts.siteName]
  const body = `<p>${html(ask)}</p>
<ul>${names.map(name => `<li>${html(name)}</li>`).join('')}</ul>
<p><a href="${html(manageLink)}" style="${styles.button}">Keep or end them</a></p>`
  return {
    id: `${id}-keep`,
    to: person.email,
    subject: `${parts.siteName}: do you still want your job alerts?`,
    text: text.join('\n'),
    html: mailSheet(parts.siteName, 'Do you still want your job alerts?', body),
    headers: unsubscribeHeaders(endLink),
    attachments: [],
    auto: 'auto-generated',
  }
}

/** RFC 8058: a mail program posts to the address when its reader says that it is enough. */
function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

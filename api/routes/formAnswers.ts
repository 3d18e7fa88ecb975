import type { FastifyReply, FastifyRequest } from 'fastify'
import { appliedFor, type FormAction, type FormState, type SubmissionAnswer, type SubmissionRefusal } from '#api/forms'
import { html } from '../html.ts'
import { type ApiParts } from '../parts.ts'
import { plainPage } from './adminPage.ts'

/** The page round a form, drawn again with what was typed: the web's, which registers itself here. */
export interface FormPages {
  /**
   * @returns the whole answer's HTML for the page at `path` (with search) with the form in this state; null when there
   * is no such page
   */
  render: ((reply: FastifyReply, path: string, state: FormState) => Promise<string | null>) | null
}

/** What forms are answered by. */
export type AnswerParts = Pick<ApiParts, 'config'> & { formPages: FormPages }

/** Said where it cannot be stored. */
export const resting = 'We could not take this just now, so nothing was sent. Please try again in a moment.'
const retryAfterSeconds = '10'

export function answerDone(
  parts: AnswerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  formId: string,
  submissionId: string,
  done: FormAction[],
  job: { url_slug: string } | null,
): FastifyReply {
  const actions = done.flatMap((action): FormAction[] => {
    if (action.type !== 'redirect') return [action]
    const url = targetOf(parts, action.url)
    return url === null ? [] : [{ ...action, url }]
  })
  if (!wantsHtml(request))
    return reply.header('cache-control', 'no-store').send({ submissionId, actions } satisfies SubmissionAnswer)
  // A file is offered on the form's own page, which a redirect would pass over.
  const hands = actions.some(action => action.type === 'digitalDownload')
  const redirect = hands ? undefined : actions.find(action => action.type === 'redirect')
  const [path = '/'] = page.split(/[?#]/)
  return reply.redirect(
    redirect
      ? withJob(redirect.url, job)
      : `${path}?sent=${encodeURIComponent(formId)}#form-${encodeURIComponent(formId)}`,
    303,
  )
}

/**
 * A page of ours is told which job was applied for: it is public, and without the script nothing else knows it. Other
 * hosts are told nothing.
 */
function withJob(url: string, job: { url_slug: string } | null): string {
  if (!job || !url.startsWith('/')) return url
  const at = new URL(url, 'http://site.invalid')
  at.searchParams.set(appliedFor, job.url_slug)
  return at.pathname + at.search + at.hash
}

export async function answerRefusal(
  parts: AnswerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  state: FormState,
  status: number,
): Promise<FastifyReply> {
  reply.code(status).header('cache-control', 'no-store')
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  if (!wantsHtml(request))
    return reply.send({ error: state.error ?? '', fields: state.errors } satisfies SubmissionRefusal)
  const html = await parts.formPages.render?.(reply, page, state)
  return html
    ? reply.type('text/html; charset=utf-8').send(html)
    : showRefusal(parts, reply, status, [state.error, ...Object.values(state.errors)].join(' '))
}

/** For a browser without script, where no page can be drawn round the form. Its Back button has what was typed. */
export function showRefusal({ config }: AnswerParts, reply: FastifyReply, status: number, error: string): FastifyReply {
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(refusalPage(config.site.name, error))
}

/** Where an answer may lead: pages of this site, and hosts that the installation names; null for any other. */
function targetOf({ config }: AnswerParts, url: string): string | null {
  const path = ownPath(url)
  if (path !== null) return path
  const at = URL.canParse(url) ? new URL(url) : null
  return at?.protocol === 'https:' && config.redirectHosts.includes(at.host) ? at.href : null
}

/** Path on this site of the page that the form stood on. */
export function pageOf(page = ''): string {
  const path = ownPath(page)?.split('#')[0]
  return path === undefined || path.length > 1_000 ? '/contact-us' : path
}

/**
 * A path of this site with its search and fragment, as it may stand in a header; null for what leads elsewhere, as
 * browsers read it (`/\t/host`, `/..//host`).
 */
function ownPath(url: string): string | null {
  const site = 'http://site.invalid'
  const at = url.startsWith('/') && URL.canParse(url, site) ? new URL(url, site) : null
  return at?.origin === site && !at.pathname.startsWith('//') ? at.pathname + at.search + at.hash : null
}

export function wantsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  return accept.includes('text/html') && !accept.startsWith('application/json')
}

function refusalPage(siteName: string, error: string): string {
  return plainPage(
    `Not sent | ${siteName}`,
    `<main>
<h1>This was not sent</h1>
<p>${html(error)}</p>
<p>Your browser's Back button leads to the form as you filled it in. A file has to be chosen again.</p>
<p><a href="/contact-us">Other ways to reach us</a></p>
</main>`,
  )
}

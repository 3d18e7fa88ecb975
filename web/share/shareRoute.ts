import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteApi } from '#api/search'
import type { ContentAnswer, SiteContent } from '../content/content.ts'
import type { ShareWords } from './drawShare.ts'

/** Pictures kept in memory, some 50 KB each; a cache in front and the networks keep them longer. */
const mostKept = 200
/** Pictures that may wait to be drawn, one after the other: some 100 ms each. */
const mostWaiting = 20
/** Shown where one cannot be drawn now. */
const general = '/share.png'

interface Options {
  api: Pick<SiteApi, 'job'>
  content: Pick<SiteContent, 'at'>
  draw?: (words: ShareWords) => Promise<Buffer>
}

/**
 * `GET /share/jobs/data-engineer-ll-1.png`: the picture of the page at `/jobs/data-engineer-ll-1`, with its title on
 * it. There is one for pages of the site only, so that a client cannot make the site draw words of its own.
 */
export function shareRoute(app: FastifyInstance, { api, content, draw = drawLazily }: Options): void {
  const pictures = createPictures(draw)
  app.get('/share/*', async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
    const path = /^(.+)\.png$/.exec(request.params['*'])?.[1]
    const found = path ? await wordsAt(`/${path}`, { api, content }) : null
    if (found === null) return reply.callNotFound()
    if ('to' in found) return reply.header('cache-control', 'public, max-age=60').redirect(`/share${found.to}.png`, 301)
    const etag = `"${keyOf(found)}"`
    reply.header('etag', etag).header('cache-control', 'public, max-age=3600')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    try {
      return reply.type('image/png').send(await pictures(found))
    } catch (error) {
      if (!(error instanceof TooManyWaiting))
        request.log.error({ event: 'shareNotDrawn', err: error }, 'a share picture could not be drawn')
      return reply.removeHeader('etag').header('cache-control', 'no-store').redirect(general, 302)
    }
  })
}

class TooManyWaiting extends Error {}

/** Drawn one at a time, each once; the latest asked for are kept. */
function createPictures(draw: (words: ShareWords) => Promise<Buffer>): (words: ShareWords) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return words => {
    const key = keyOf(words)
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    if (waiting >= mostWaiting)
      return Promise.reject(new TooManyWaiting('Too many share pictures are waiting to be drawn.'))
    waiting++
    const picture = last.then(() => draw(words)).finally(() => waiting--)
    last = picture.catch(() => undefined)
    kept.set(key, picture)
    picture.catch(() => kept.delete(key))
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    return picture
  }
}

const keyOf = ({ title, detail }: ShareWords) => createHash('sha256').update(`${title}\n${detail}`).digest('base64url')

/** The drawing library is loaded with the first picture. */
const drawLazily = async (words: ShareWords) => (await import('./drawShare.ts')).drawShare(words)

/** Words of the page at a path; where it has moved to; null where there is none. */
async function wordsAt(
  path: string,
  { api, content }: Pick<Options, 'api' | 'content'>,
): Promise<ShareWords | { to: string } | null> {
  const slug = /^\/jobs\/([^/]+)$/.exec(path)?.[1]
  if (slug && slug !== 'application-complete') {
    const answer = await api.job(slug)
    if (answer.status === 'moved') return { to: `/jobs/${answer.slug}` }
    if (answer.status !== 'live') return null
    const { title, location, salary_package } = answer.job
    return { title, detail: [location, salary_package].filter(Boolean).join(' · ') }
  }
  const answer = await content.at(path === '/home' ? '/' : path)
  if (answer.kind === 'moved') return { to: answer.to }
  return answer.kind === 'unknown' ? null : { title: titleOf(answer), detail: detailOf(answer) }
}

type Shown = Exclude<ContentAnswer, { kind: 'moved' | 'unknown' }>

function titleOf(answer: Shown): string {
  switch (answer.kind) {
    case 'page':
    case 'specialisms':
    case 'consultants':
    case 'sitemap':
      return answer.page.heading
    case 'blog':
    case 'events':
      return answer.tag?.name ?? answer.page.heading
    case 'post':
      return answer.post.title
    case 'event':
      return answer.event.title
    case 'consultant':
      return answer.person.name
    case 'policy':
      return answer.title
    case 'landing':
    case 'specialism':
      return answer.heading
  }
}

function detailOf(answer: Shown): string {
  switch (answer.kind) {
    case 'post':
      return answer.post.tagNames.join(' · ')
    case 'event':
      return [answer.event.online ? 'Online' : answer.event.venue, answer.event.hostedBy].filter(Boolean).join(' · ')
    case 'consultant':
      return answer.person.jobTitle
    case 'specialism':
      return answer.sector
    case 'blog':
    case 'events':
      return answer.tag ? answer.page.heading : ''
    default:
      return 'kicker' in answer ? answer.kicker : answer.kind === 'page' ? answer.page.kicker : ''
  }
}

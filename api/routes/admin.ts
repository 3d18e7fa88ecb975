import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import type { AppControllerRoute } from '@bull-board/api/typings/app'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import { httpError } from '../errors.ts'
import { html } from '../html.ts'
import { type ApiParts } from '../parts.ts'
import { isOurs } from '../requests.ts'
import type { SubmissionStore } from '../submissions/submission.ts'
import { userIn } from './adminLogin.ts'
import { adminPage } from './adminPage.ts'
import { alertsPages } from './alertsPage.ts'
import { inboxPages } from './inboxPage.ts'
import { mailboxPages } from './mailboxPage.ts'
import { mappingPages } from './mappingPage.ts'
import { pipelinePages } from './pipelinePage.ts'
import { samplePages } from './samplePage.ts'
import { searchesPages } from './searchesPage.ts'
import { searchPages } from './searchPage.ts'
import { submissionsPages } from './submissionsPage.ts'

const board = '/admin/queues'
const local = (family: string, fonts: readonly string[]) =>
  `@font-face{font-family:"${family}";src:${fonts.map(font => `local("${font}")`).join(',')}}`
const ownFonts = `<style>${local('IBM Plex Sans', ['Segoe UI', 'Roboto', 'Helvetica Neue', 'Liberation Sans', 'Arial'])}${local('IBM Plex Mono', ['Menlo', 'Consolas', 'Liberation Mono'])}</style>`

/**
 * What the dashboard does beside showing. Not what makes a task or changes what one says: a task names files and hosts
 * that a worker reads, and no role may choose those. What a new version brings is closed until it is here.
 */
const boardActs = new Set([
  '/api/queues/pause',
  '/api/queues/resume',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
  '/api/queues/:queueName/promote',
  '/api/queues/:queueName/retry/:queueStatus',
  '/api/queues/:queueName/clean/:queueStatus',
  '/api/queues/:queueName/:jobId/promote',
  '/api/queues/:queueName/:jobId/retry',
  '/api/queues/:queueName/:jobId/clean',
])

class BoardAdapter extends FastifyAdapter {
  override setApiRoutes(routes: AppControllerRoute[]): FastifyAdapter {
    const isOpen = ({ method, route }: AppControllerRoute) =>
      method === 'get' || (method === 'put' && boardActs.has(String(route)))
    return super.setApiRoutes(routes.filter(isOpen))
  }
}

/**
 * `/admin/queues` (dashboard), `/admin/pipeline`, `/admin/mapping`, `/admin/search`, `/admin/searches`,
 * `/admin/submissions`, `/admin/inbox`, `/admin/alerts` and `/admin/mailbox`, behind basic auth: pages, API and assets
 * alike. Which role each opens to stands in `adminRoles.ts`.
 */
export async function adminRoutes(
  app: FastifyInstance,
  parts: ApiParts & { store: SubmissionStore | null },
): Promise<void> {
  // Long: what each operator's page is registered with.
  const { config, queues, originOf, closeToStrangers } = parts
  await app.register(async scope => {
    // Long: one line or two for each page.
    await closeToStrangers(scope)
    // A browser sends the password with whatever another site makes it post.
    scope.addHook('onRequest', async request => {
      if (!['GET', 'HEAD'].includes(request.method) && !isOurs(request, originOf(request)))
        throw httpError(403, 'This must be sent from our own pages.')
    })
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    // A client with a browser gets a page with the way back; everything else is answered as everywhere.
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const { statusCode = 500, message } = error
      if (![403, 404, 413, 422, 503].includes(statusCode) || !request.headers.accept?.includes('text/html')) throw error
      const back =
        request.adminUser?.role === 'consultant'
          ? '<a href="/admin/inbox">Inbox</a>'
          : '<a href="/admin/pipeline">All sources</a>'
      const body = `<p class="alarm" role="alert">${html(message)}</p>\n<p>${back}</p>`
      const page = adminPage({
        site: config.site,
        title: 'This did not work',
        at: null,
        now: new Date(),
        reply,
        body,
      })
      return reply.code(statusCode).type('text/html; charset=utf-8').send(page)
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const needsRedis = async () => {
      try {
        queues.assertUp()
      } catch (cause) {
        throw Object.assign(httpError(503, 'Redis does not answer.'), { cause })
      }
    }

    scope.get('/admin', async (request, reply) =>
      reply.redirect(userIn(request).role === 'consultant' ? '/admin/inbox' : '/admin/pipeline'),
    )
    await scope.register(async pages => {
      pages.addHook('onRequest', needsRedis)
      await pages.register(pipelinePages, parts)
      await pages.register(samplePages, parts)
      await pages.register(mappingPages, parts)
      await pages.register(searchesPages, parts)
    })
    // These are of use without Redis too.
    await scope.register(searchPages, parts)
    await scope.register(submissionsPages, parts)
    await scope.register(inboxPages, parts)
    await scope.register(alertsPages, parts)
    await scope.register(mailboxPages, parts)

    await scope.register(async dashboard => {
      dashboard.addHook('onRequest', needsRedis)
      // The dashboard's own page has a style element, which is let, and loads fonts from elsewhere: the machine's own
      // stand for them.
      dashboard.addHook('onSend', async (_request, reply, payload) =>
        typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
          ? payload.replace(/<link [^>]*fonts\.googleapis[^>]*>/, ownFonts)
          : payload,
      )
      dashboard.addHook('onRoute', route => {
        const directives = {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          frameAncestors: ["'none'"],
        }
        route.config = {
          ...route.config,
          helmet: { enableCSPNonces: false, contentSecurityPolicy: { useDefaults: false, directives } },
        } as typeof route.config
      })
      const adapter = new BoardAdapter()
      adapter.setBasePath(board)
      createBullBoard({
        queues: [
          new BullMQAdapter(queues.index),
          new BullMQAdapter(queues.urgent),
          new BullMQAdapter(queues.content),
          new BullMQAdapter(queues.trial),
          new BullMQAdapter(queues.deliveries),
          new BullMQAdapter(queues.alerts),
        ],
        serverAdapter: adapter,
        options: { uiConfig: { boardTitle: `${config.site.name} queues` } },
      })
      await dashboard.register(adapter.registerPlugin(), { prefix: board })
    })
  })
}

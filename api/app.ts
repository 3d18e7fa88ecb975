import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import { type FastifyInstance } from 'fastify'
import { type SiteApi } from '#api/search'
import type { ReadPost } from '#indexer/tasks'
import { openAdminUsers } from './adminUsers.ts'
import type { AlertStore } from './alerts/alertStore.ts'
import type { ApiConfig } from './config.ts'
import { addDrain, type Drain } from './drain.ts'
import { answerError, httpError } from './errors.ts'
import { openLimits, rateLimitStore } from './limits.ts'
import { LivePages } from './live/livePages.ts'
import { boundBodies, shedLoad } from './loadShedding.ts'
import { Metrics } from './metrics.ts'
import { describeRoutes } from './openapi.ts'
import { type ApiParts } from './parts.ts'
import { addPolicies, hideSignedPages } from './policies.ts'
import { openQueues } from './queues.ts'
import { clientOf, isOwnMachine, loggedPath, requestOrigin } from './requests.ts'
import { adminRoutes } from './routes/admin.ts'
import { createLogin } from './routes/adminLogin.ts'
import { alertPageOf, alertRoutes } from './routes/alerts.ts'
import { applicationPageOf, applicationRoutes } from './routes/applications.ts'
import { clickRoutes } from './routes/clicks.ts'
import { cvRoutes } from './routes/cv.ts'
import { feedRoutes } from './routes/feeds.ts'
import type { FormPages } from './routes/formAnswers.ts'
import { formRoutes } from './routes/forms.ts'
import { liveRoutes } from './routes/live.ts'
import { operationRoutes } from './routes/operations.ts'
import { postRoutes } from './routes/posts.ts'
import { searchRoutes } from './routes/search.ts'
import { countPages, searchesRoutes } from './routes/searches.ts'
import { sitemapRoutes } from './routes/sitemap.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { createSearch } from './search/guard.ts'
import { hearReplicas } from './search/heardReplicas.ts'
import { openSearchLog } from './search/searchLog.ts'
import type { PopularRole } from './search/suggestCandidates.ts'
import { createServer } from './server.ts'
import type { Forms } from './submissions/definitions.ts'
import type { Scanner } from './submissions/scan.ts'
import type { SubmissionStore } from './submissions/submission.ts'
import { traceRequests } from './tracing.ts'

/** Bytes: 32 of the largest advert that is posted, thousands of searches. */
const bodiesAtOnce = 33_554_432

declare module 'fastify' {
  interface FastifyInstance {
    /** What the pages ask, in process. */
    siteApi: SiteApi
    /** How the process leaves: run before `close`. */
    drain: Drain
    /** Where the web puts how a page with a refused form is drawn again. */
    formPages: FormPages
  }
}

/** What the composing process adds. */
export interface AppOptions {
  /** Epoch milliseconds, for tests. */
  now?: () => number
  sitePages?: ApiParts['sitePages']
  onContentNudge?: ApiParts['onContentNudge']
  /** The indexer's: without it no adverts are taken. */
  readPost?: ReadPost
  /** How long a distributor that posts an advert waits for the worker; 10 seconds. */
  postWaitMs?: number
  /** Between two questions of the open pages for one search; 2 seconds. */
  liveListMs?: number | undefined
  /** Without them there are no forms. */
  submissions?: { forms: Forms; store: SubmissionStore; scanner?: Scanner | null; alerts?: AlertStore }
}

/**
 * The API as a Fastify instance that does not listen yet: tests inject into it, the site mounts its pages on it (as a
 * wildcard route) and listens. The security headers, the compression and the log lines are the whole site's;
 * `reply.cspNonce` is what a page's inline scripts and styles must carry. Closing it closes its connections.
 */
export async function buildApp(
  config: ApiConfig,
  {
    now,
    sitePages = () => [],
    onContentNudge = () => {},
    readPost,
    postWaitMs,
    liveListMs,
    submissions,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = createServer(config)
  app.decorate('drain', addDrain(app))
  const parts = openParts(app, config, { now, sitePages, onContentNudge, liveListMs })
  const { search, queues, limits } = parts

  app.decorate(
    'siteApi',
    Object.assign(search, {
      form: async (formId: string) => submissions?.forms.find(formId)?.definition ?? null,
      alertsPage: async (token: string) =>
        submissions?.alerts ? alertPageOf(token, { ...parts, alerts: submissions.alerts }) : { kind: 'over' },
      applicationPage: async (token: string) =>
        submissions?.alerts
          ? applicationPageOf(token, { ...parts, store: submissions.store, links: submissions.alerts.links })
          : { kind: 'over' },
    }) as SiteApi,
  )
  app.decorate('formPages', { render: null })
  app.setErrorHandler(answerError)
  app.addHook('onReady', queues.ready)
  queues.onContentNudge(onContentNudge)
  queues.onChangedJobs(changes => parts.live.hear(changes))
  app.addHook('onClose', async () => {
    search.close()
    await queues.close()
  })
  traceRequests(app)
  watchAnswers(app, parts)
  countPages(app, parts)
  hideSignedPages(app)

  await addPolicies(app, config)
  shedLoad(app, config.requestsAtOnce)
  boundBodies(app, bodiesAtOnce)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: clientOf,
    store: rateLimitStore(limits),
    // Behind a proxy no client is taken for our own: it may have been talked out of saying whom it passes on.
    allowList: request => config.trustedHops === 0 && isOwnMachine(request),
    errorResponseBuilder: (_request, { after }) => httpError(429, `Too many requests; try again in ${after}.`),
  })
  await addRoutes(app, parts, { readPost, postWaitMs, submissions })
  return app
}

async function addRoutes(
  app: FastifyInstance,
  parts: ApiParts,
  { readPost, postWaitMs, submissions }: Pick<AppOptions, 'readPost' | 'postWaitMs' | 'submissions'>,
): Promise<void> {
  await describeRoutes(app, parts.config)
  await app.register(searchRoutes, parts)
  await app.register(liveRoutes, parts)
  await app.register(searchesRoutes, parts)
  await app.register(feedRoutes, parts)
  await app.register(sitemapRoutes, parts)
  await app.register(operationRoutes, {
    ...parts,
    store: submissions?.store ?? null,
    scanner: submissions?.scanner ?? null,
  })
  await app.register(webhookRoutes, parts)
  if (readPost) await app.register(postRoutes, { ...parts, readPost, postWaitMs })
  if (submissions) {
    await app.register(formRoutes, {
      ...parts,
      scanner: null,
      ...submissions,
      onStored: id => parts.queues.addDelivery(id),
    })
    await app.register(cvRoutes, { ...parts, store: submissions.store })
    if (submissions.alerts) {
      const { alerts, store } = submissions
      await app.register(alertRoutes, { ...parts, alerts })
      await app.register(applicationRoutes, { ...parts, store, links: alerts.links })
    }
  }
  await app.register(clickRoutes, parts)
  await app.register(adminRoutes, { ...parts, store: submissions?.store ?? null })
}

/** What the routes use, with its connections opened. */
function openParts(
  app: FastifyInstance,
  config: ApiConfig,
  {
    now,
    sitePages,
    onContentNudge,
    liveListMs,
  }: Pick<AppOptions, 'now' | 'liveListMs'> & Pick<ApiParts, 'sitePages' | 'onContentNudge'>,
): ApiParts {
  const queues = openQueues(config, app.log)
  const { heard, close } = hearReplicas(queues.redis, config.queuePrefix, config.replicas.urls)
  app.addHook('onClose', async () => close())
  const search = createSearch({
    meiliUrl: config.meiliUrl,
    searchKey: config.searchKey,
    replicas: { ...config.replicas, heard },
    indexPrefix: config.indexPrefix,
    site: config.site,
    engineMs: config.patience?.engineMs,
    roles: () => rolesOf(sitePages),
    ...(now ? { now } : {}),
  })
  const limits = openLimits(queues.redis, config)
  const metrics = new Metrics()
  const searches = openSearchLog(queues.redis, search, config, () =>
    app.log.warn({ event: 'searchesNotCounted' }, 'Searches are not counted: Redis or the engine does not answer.'),
  )
  const users = openAdminUsers(config.adminUsersFile, error =>
    app.log.error(
      { event: 'adminUsersFaulty' },
      `ADMIN_USERS cannot be used, those it had before stand: ${error.message}`,
    ),
  )
  const originOf: ApiParts['originOf'] = request => config.publicUrl ?? requestOrigin(request)
  return {
    config,
    search,
    queues,
    limits,
    metrics,
    searches,
    live: new LivePages(search, app.log, liveListMs),
    isLeaving: app.drain.begun,
    originOf,
    closeToStrangers: createLogin(config, limits, users),
    sitePages,
    onContentNudge,
  }
}

/** Each answer is counted, and a line of the log. */
function watchAnswers(app: FastifyInstance, { metrics }: ApiParts): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info(
      {
        event: 'request',
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}

/** The landing pages' searches by their titles; none before there is any content. */
function rolesOf(sitePages: ApiParts['sitePages']): PopularRole[] {
  try {
    return sitePages().flatMap(({ title, criteria }) => (title && criteria ? [{ title, criteria }] : []))
  } catch (error) {
    if ((error as Error).name === 'ContentUnavailable') return []
    throw error
  }
}

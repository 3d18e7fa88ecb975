import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { type SiteApi } from '#api/search'
import { advertFrameHosts, articleFrameHosts } from '#indexer/frames'
import type { ReadPost } from '#indexer/tasks'
import type { ApiConfig } from './config.ts'
import { addDrain, type Drain } from './drain.ts'
import { answerError, httpError, loggedError } from './errors.ts'
import { openLimits, rateLimitStore } from './limits.ts'
import { Metrics } from './metrics.ts'
import { describeRoutes } from './openapi.ts'
import { type ApiParts } from './parts.ts'
import { openQueues } from './queues.ts'
import { clientOf, isOwnMachine, requestOrigin } from './requests.ts'
import { adminRoutes } from './routes/admin.ts'
import { createLogin } from './routes/adminLogin.ts'
import { clickRoutes } from './routes/clicks.ts'
import { cvRoutes } from './routes/cv.ts'
import { feedRoutes } from './routes/feeds.ts'
import { type FormPages, formRoutes } from './routes/forms.ts'
import { operationRoutes } from './routes/operations.ts'
import { postRoutes } from './routes/posts.ts'
import { searchRoutes } from './routes/search.ts'
import { countPages, searchesRoutes } from './routes/searches.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { createSearch } from './search/guard.ts'
import { openSearchLog } from './search/searchLog.ts'
import type { PopularRole } from './search/suggest.ts'
import type { Forms } from './submissions/definitions.ts'
import type { Scanner } from './submissions/scan.ts'
import type { SubmissionStore } from './submissions/submission.ts'

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
  /** Without them there are no forms. */
  submissions?: { forms: Forms; store: SubmissionStore; scanner?: Scanner | null }
}

const bodyLimit = 65_536
/** A request that has not come in full after this is cut off: five minutes are a CV of 10 MB at 270 kbit/s. */
const requestMs = 300_000
/**
 * What no page of ours needs, and so nothing that gets into one has. What players of videos ask for is left to them.
 */
const permissionsPolicy = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
  'magnetometer',
]
  .map(feature => `${feature}=()`)
  .join(', ')

/**
 * The API as a Fastify instance that nobody listens to yet: tests inject into it, the site mounts its pages on it (as a
 * wildcard route) and listens. The security headers, the compression and the log lines are the whole site's;
 * `reply.cspNonce` is what a page's inline scripts and styles must carry. Closing it closes its connections.
 */
export async function buildApp(
  config: ApiConfig,
  { now, sitePages = () => [], onContentNudge = () => {}, readPost, postWaitMs, submissions }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    // Paths only: what visitors search for, and who they are, is not logged.
    logger: {
      level: config.logLevel,
      base: { room: 'api' },
      // A library's words about a body at the level `trace`: all headers of the request.
      redact: { paths: ['busboyOptions'], remove: true },
      serializers: { req: ({ method }) => ({ method }), res: ({ statusCode }) => ({ statusCode }), err: loggedError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address: string, hop: number) => hop < config.trustedHops,
    bodyLimit,
    requestTimeout: requestMs,
    // No plugin of ours waits for what may never come, and a machine that stands still for ten seconds is no reason not
    // to start.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 300 },
    // An address that is no UTF-8 (`/jobs/%ff`) is one that no page has, and answered as such; the router would answer
    // it itself.
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    // What the router refuses by itself, before any of our hooks.
    frameworkErrors: ({ statusCode = 400 }, _request, reply: FastifyReply) =>
      reply
        .code(statusCode)
        .header('x-content-type-options', 'nosniff')
        .send({ error: 'This address is too long, or none at all.' }),
    // Kept-alive sockets of browsers must not hold up a stop.
    forceCloseConnections: 'idle',
    // A request that comes while it closes is answered as any other.
    return503OnClosing: false,
  })
  const drain = addDrain(app)
  app.decorate('drain', drain)
  const search = createSearch({
    meiliUrl: config.meiliUrl,
    searchKey: config.searchKey,
    indexPrefix: config.indexPrefix,
    site: config.site,
    engineMs: config.patience?.engineMs,
    roles: () => rolesOf(sitePages),
    ...(now ? { now } : {}),
  })
  const queues = openQueues(config, app.log)
  const limits = openLimits(queues.redis, config)
  const metrics = new Metrics()
  const searches = openSearchLog(queues.redis, search, config, () =>
    app.log.warn({ event: 'searchesNotCounted' }, 'Searches are not counted: Redis or the engine does not answer.'),
  )
  const originOf: ApiParts['originOf'] = request => config.publicUrl ?? requestOrigin(request)
  const parts: ApiParts = {
    config,
    search,
    queues,
    limits,
    metrics,
    searches,
    isLeaving: drain.begun,
    originOf,
    closeToStrangers: createLogin(config, limits),
    sitePages,
    onContentNudge,
  }

  app.decorate(
    'siteApi',
    Object.assign(search, {
      form: async (formId: string) => submissions?.forms.find(formId)?.definition ?? null,
    }) as SiteApi,
  )
  app.decorate('formPages', { render: null })
  app.setErrorHandler(answerError)
  app.addHook('onReady', queues.ready)
  queues.onContentNudge(onContentNudge)
  app.addHook('onClose', async () => {
    search.close()
    await queues.close()
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info(
      {
        event: 'request',
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })

  countPages(app, parts)

  const overHttps = config.publicUrl?.startsWith('https:') === true
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'none'"],
        // Adverts and articles show pictures and videos of other hosts; which videos, the sanitiser says.
        imgSrc: ["'self'", 'data:', 'https:'],
        // Those that the sanitisers let pass, of articles and of adverts.
        frameSrc: [...new Set([...articleFrameHosts, ...advertFrameHosts])].map(host => `https://${host}`),
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(overHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Only where the site is known to be served by https, and only of its own host: a browser does not forget it for a
    // year.
    strictTransportSecurity: overHttps && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  // Also of routes that go without the page policies.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy).header('x-content-type-options', 'nosniff')
    done()
  })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: clientOf,
    store: rateLimitStore(limits),
    // Behind a proxy nobody is taken for our own: it may have been talked out of saying whom it passes on.
    allowList: request => config.trustedHops === 0 && isOwnMachine(request),
    errorResponseBuilder: (_request, { after }) => httpError(429, `Too many requests; try again in ${after}.`),
  })
  await describeRoutes(app, config)
  await app.register(searchRoutes, parts)
  await app.register(searchesRoutes, parts)
  await app.register(feedRoutes, parts)
  await app.register(operationRoutes, {
    ...parts,
    store: submissions?.store ?? null,
    scanner: submissions?.scanner ?? null,
  })
  await app.register(webhookRoutes, parts)
  if (readPost) await app.register(postRoutes, { ...parts, readPost, postWaitMs })
  if (submissions) {
    await app.register(formRoutes, { ...parts, scanner: null, ...submissions, onStored: id => queues.addDelivery(id) })
    await app.register(cvRoutes, { ...parts, store: submissions.store })
  }
  await app.register(clickRoutes, parts)
  await app.register(adminRoutes, { ...parts, store: submissions?.store ?? null })
  return app
}

/**
 * The path with every per cent sign that begins no readable character taken for itself; a readable one as it is. The
 * query string is read by its own rules.
 */
export function readablePath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replace(/%/g, '%25') + url.slice(path.length)
  }
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

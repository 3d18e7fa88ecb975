import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import {
  type Alarm,
  type ContentRecord,
  type QuarantinedRow,
  type RunRecord,
  redisKeys,
  type SourceSummary,
  type SyncContentTask,
  type SyncSourceTask,
  taskNames,
} from '#indexer/tasks'
import { type ApiParts, httpError } from '../app.ts'
import type { SubmissionStore } from '../submissions/submission.ts'
import { closeToStrangers } from './adminLogin.ts'
import { isOurs } from './forms.ts'
import { mailboxPages } from './mailboxPage.ts'
import { type PipelineView, pipelinePage } from './pipelinePage.ts'
import { submissionsPages } from './submissionsPage.ts'

const runsShown = 10
const rowsShown = 50
const board = '/admin/queues'

/** `/admin/queues` (dashboard), `/admin/pipeline`, `/admin/submissions` and `/admin/mailbox`, behind basic auth: pages, API and assets alike. */
export async function adminRoutes(app: FastifyInstance, parts: ApiParts & { store: SubmissionStore | null }): Promise<void> {
  const { config, queues, originOf, onContentNudge } = parts
  await app.register(async scope => {
    await closeToStrangers(scope, config)
    // A browser sends the password with whatever another site makes it post.
    scope.addHook('onRequest', async request => {
      if (!['GET', 'HEAD'].includes(request.method) && !isOurs(request, originOf(request))) throw httpError(403, 'This must be sent from our own pages.')
    })
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    const needsRedis = async () => {
      try {
        queues.assertUp()
      } catch (cause) {
        throw Object.assign(httpError(503, 'Redis does not answer.'), { cause })
      }
    }

    await scope.register(async pages => {
      pages.addHook('onRequest', needsRedis)
      pages.get('/admin', async (_request, reply) => reply.redirect('/admin/pipeline'))
      pages.get<{ Querystring: { queued?: string; content?: string } }>('/admin/pipeline', async (request, reply) => {
        const pipeline = await readPipeline()
        const queued = pipeline.sources.find(({ summary }) => summary.id === request.query.queued)?.summary ?? null
        const page = pipelinePage({
          ...pipeline,
          site: config.site,
          contentQueued: request.query.content === 'queued',
          queued,
          now: new Date(),
          nonce: reply.cspNonce.style,
        })
        return reply.type('text/html; charset=utf-8').send(page)
      })
      pages.post('/admin/pipeline/sync', async (request, reply) => {
        const source = request.body instanceof URLSearchParams ? (request.body.get('source') ?? '') : ''
        if (!(await unlessDown(queues.redis.hexists(redisKeys.sources(config.queuePrefix), source))))
          throw httpError(422, `There is no source "${source.slice(0, 100)}".`)
        // Asked again while one waits: the same one. Asked while one runs: once more after it.
        await unlessDown(
          queues.index.add(taskNames.syncSource, { source } satisfies SyncSourceTask, { deduplication: { id: `ask-${source}`, keepLastIfActive: true } }),
        )
        request.log.info({ event: 'syncAsked', source }, 'syncAsked')
        return reply.redirect(`/admin/pipeline?queued=${encodeURIComponent(source)}`, 303)
      })
      pages.post('/admin/pipeline/content', async (request, reply) => {
        await unlessDown(queues.content.add(taskNames.syncContent, {} satisfies SyncContentTask, { deduplication: { id: 'ask', keepLastIfActive: true } }))
        // The pages of every site process read the CMS by themselves: they look again too.
        onContentNudge()
        await unlessDown(queues.redis.publish(redisKeys.contentChannel(config.queuePrefix), 'asked'))
        request.log.info({ event: 'contentSyncAsked' }, 'contentSyncAsked')
        return reply.redirect('/admin/pipeline?content=queued', 303)
      })
    })

    // These are of use without Redis too.
    await scope.register(submissionsPages, parts)
    await scope.register(mailboxPages, parts)

    await scope.register(async dashboard => {
      dashboard.addHook('onRequest', needsRedis)
      // The dashboard's own page has a style element and loads a font from elsewhere: the first is let, the second is not.
      dashboard.addHook('onRoute', route => {
        const directives = {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          frameAncestors: ["'none'"],
        }
        route.config = { ...route.config, helmet: { enableCSPNonces: false, contentSecurityPolicy: { useDefaults: false, directives } } } as typeof route.config
      })
      const adapter = new FastifyAdapter()
      adapter.setBasePath(board)
      createBullBoard({
        queues: [new BullMQAdapter(queues.index), new BullMQAdapter(queues.urgent), new BullMQAdapter(queues.content), new BullMQAdapter(queues.deliveries)],
        serverAdapter: adapter,
        options: { uiConfig: { boardTitle: `${config.site.name} queues` } },
      })
      await dashboard.register(adapter.registerPlugin(), { prefix: board })
    })
  })

  async function readPipeline(): Promise<Pick<PipelineView, 'sources' | 'alarms' | 'content' | 'workerSeen'>> {
    const { redis } = queues
    const prefix = config.queuePrefix
    return unlessDown(
      (async () => {
        const [summaries, alarms, content, seen] = await Promise.all([
          redis.hvals(redisKeys.sources(prefix)),
          redis.hvals(redisKeys.alarms(prefix)),
          redis.get(redisKeys.contentRecord(prefix)),
          redis.get(redisKeys.heartbeat(prefix)),
        ])
        const sources = await Promise.all(
          summaries
            .map(text => JSON.parse(text) as SourceSummary)
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .map(async summary => {
              const [runs, rows, quarantined] = await Promise.all([
                redis.lrange(redisKeys.runs(prefix, summary.id), 0, runsShown - 1),
                redis.lrange(redisKeys.quarantine(prefix, summary.id), 0, rowsShown - 1),
                redis.llen(redisKeys.quarantine(prefix, summary.id)),
              ])
              return {
                summary,
                runs: runs.map(text => JSON.parse(text) as RunRecord),
                rows: rows.map(text => JSON.parse(text) as QuarantinedRow),
                quarantined,
              }
            }),
        )
        return {
          sources,
          alarms: alarms.map(text => JSON.parse(text) as Alarm),
          content: content === null ? null : (JSON.parse(content) as ContentRecord),
          workerSeen: seen ? new Date(seen) : null,
        }
      })(),
    )
  }
}

async function unlessDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw Object.assign(httpError(503, 'Redis does not answer.'), { cause: error })
  }
}
